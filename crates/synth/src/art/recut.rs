//! Men that no set has: parts of two sets put together, and shapes cut anew.
//!
//! There are more sets in the world than in any library, and the type of old books above all was cut by hand, each foundry's
//! its own. What a man is, his head tells; so heads stay whole, and everything else may change.

use std::f32::consts::PI;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::man::{Man, sample};
use super::sprite::{NODES, bend};

/// Side of the men made here in pixels: half of [`super::MASTER_SIDE`]; one and a half times the squares of most boards
/// that are trained on.
const SIDE: usize = 96;

/// Height of the band in which one part passes into the other, as a share of the man's height.
const SEAM: f32 = 0.05;

/// How the men of one kind are cut anew; the same for both colours, so that they stay each other's likeness.
#[derive(Clone, Debug)]
pub struct Recut {
    /// Exponent of the height: above 1 heads grow and bodies shrink, below 1 the other way round.
    lift: f32,
    /// Width gained (lost if negative) at the middle of the height, as a share of the width.
    waist: f32,
    /// Width gained at the feet and lost at the head, as a share of the width.
    taper: f32,
    /// Width and height of the whole man, as shares of his own.
    size: [f32; 2],
    /// Shifts at the nodes of a grid over the man's box, in shares of the box.
    nodes: [[[f32; 2]; NODES]; NODES],
    /// Height of the seam from the top as a share of the man's height.
    seam: f32,
}

impl Recut {
    /// A random cut; `most` is how much heights and widths may change, 0 for not at all, 1 for as much as leaves men
    /// readable to a person.
    pub fn random(most: f32, rng: &mut ChaCha8Rng) -> Recut {
        let mut up_to = |reach: f32| rng.random_range(-1.0..=1.0f32) * reach * most;
        let mut nodes = [[[0.0; 2]; NODES]; NODES];
        for node in nodes.iter_mut().flatten() {
            *node = [up_to(0.07), up_to(0.05)];
        }
        Recut {
            lift: up_to(0.35).exp(),
            waist: up_to(0.28),
            taper: up_to(0.22),
            size: [up_to(0.2).exp(), up_to(0.1).exp()],
            nodes,
            seam: 0.55 + up_to(0.12),
        }
    }

    /// The man `head` on the feet of `feet`, cut anew. With one man twice, he alone is cut anew.
    pub fn apply(&self, head: &Man, feet: &Man) -> Man {
        let [left, top, right, bottom] = head.bounds();
        let (w, h) = (right - left, bottom - top);
        if w <= 0.0 || h <= 0.0 {
            return head.clone();
        }
        // At the seam both parts are as wide as the upper one.
        let fit = match (width_at(head, self.seam), width_at(feet, self.seam)) {
            (Some(a), Some(b)) => (b / a).clamp(0.6, 1.6),
            _ => 1.0,
        };
        let upper = head.level(SIDE as f32);
        let lower = feet.level(SIDE as f32);
        let look = |(side, level): (usize, &[[f32; 4]]), bounds: [f32; 4], u: f32, v: f32| {
            let x = bounds[0] + (bounds[2] - bounds[0]) * u;
            let y = bounds[1] + (bounds[3] - bounds[1]) * v;
            sample(side, level, x * side as f32, y * side as f32)
        };
        // Nothing reaches beyond the picture.
        let centre = left + w / 2.0;
        let widest = 1.0 + self.waist.max(0.0) + self.taper.abs() + 0.16;
        let room = 2.0 * centre.min(1.0 - centre);
        let width = (w * self.size[0]).min(room / widest);
        let height = (h * self.size[1]).min(bottom);
        let mut pixels = Vec::with_capacity(SIDE * SIDE);
        for y in 0..SIDE {
            for x in 0..SIDE {
                // Place in the man's box, 0..=1 inside, feet standing where they stood.
                let u = ((x as f32 + 0.5) / SIDE as f32 - centre) / width;
                let v = 1.0 - (bottom - (y as f32 + 0.5) / SIDE as f32) / height;
                let shift = bend(&self.nodes, u + 0.5, v);
                let v = v + shift[1];
                let profile = 1.0
                    + self.waist * (PI * v.clamp(0.0, 1.0)).sin()
                    + self.taper * (2.0 * v.clamp(0.0, 1.0) - 1.0);
                let u = (u + shift[0]) / profile;
                let v = if v > 0.0 && v < 1.0 {
                    v.powf(self.lift)
                } else {
                    v
                };
                let share = ((v - self.seam) / SEAM + 0.5).clamp(0.0, 1.0);
                let mut pixel = [0.0; 4];
                if share < 1.0 {
                    let p = look(upper, head.bounds(), u + 0.5, v);
                    pixel = p.map(|c| c * (1.0 - share));
                }
                if share > 0.0 {
                    let p = look(lower, feet.bounds(), u * fit + 0.5, v);
                    for (sum, c) in pixel.iter_mut().zip(p) {
                        *sum += c * share;
                    }
                }
                pixels.push(pixel);
            }
        }
        Man::from_level(SIDE, pixels)
    }
}

/// Width of what is drawn at a height of the man's box (0 top, 1 feet), as a share of the box; `None` where nothing is.
fn width_at(man: &Man, v: f32) -> Option<f32> {
    let (side, level) = man.level(SIDE as f32);
    let [left, top, right, bottom] = man.bounds();
    let row = ((top + (bottom - top) * v) * side as f32) as usize;
    let row = &level[row.min(side - 1) * side..][..side];
    let first = row.iter().position(|p| p[3] > 0.5)?;
    let last = row.iter().rposition(|p| p[3] > 0.5)?;
    Some((last + 1 - first) as f32 / side as f32 / (right - left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ArtLibrary;
    use fenlens_fen::{Color, Piece, Role};
    use rand::SeedableRng;

    fn difference(a: &Man, b: &Man) -> f32 {
        let ((side, a), (_, b)) = (a.level(48.0), b.level(48.0));
        let sum: f32 = a.iter().zip(b).map(|(a, b)| (a[3] - b[3]).abs()).sum();
        sum / (side * side) as f32
    }

    #[test]
    fn a_man_cut_like_himself_stays_and_a_strong_cut_changes_him() {
        let library = ArtLibrary::builtin();
        let king = library.families[0].man(Piece::new(Color::White, Role::King));
        let rng = &mut ChaCha8Rng::seed_from_u64(3);
        let same = Recut::random(0.0, rng).apply(king, king);
        assert!(
            difference(king, &same) < 0.01,
            "{}",
            difference(king, &same)
        );
        let cut = Recut::random(1.0, rng).apply(king, king);
        assert!(difference(king, &cut) > 0.03, "{}", difference(king, &cut));
    }

    #[test]
    fn the_head_is_the_first_mans_and_the_feet_are_the_seconds() {
        let library = ArtLibrary::builtin();
        let king = |color| library.families[0].man(Piece::new(color, Role::King));
        let [white, black] = [Color::White, Color::Black].map(king);
        let cut = Recut::random(0.0, &mut ChaCha8Rng::seed_from_u64(3));
        let both = cut.apply(white, black);
        let [_, top, _, bottom] = both.bounds();
        let (side, _) = both.level(48.0);
        let seam = ((top + (bottom - top) * cut.seam) * side as f32) as usize;
        let light = |man: &Man, rows: std::ops::Range<usize>| -> f32 {
            let (side, pixels) = man.level(48.0);
            pixels[rows.start * side..rows.end * side]
                .iter()
                .map(|p| p[0])
                .sum()
        };
        let (head, feet) = (0..seam - 3, seam + 3..side);
        for (rows, own, other) in [(head, white, black), (feet, black, white)] {
            let [found, own, other] = [&both, own, other].map(|man| light(man, rows.clone()));
            assert!(
                (found - own).abs() < 0.3 * (found - other).abs(),
                "{found} {own} {other}"
            );
        }
    }

    #[test]
    fn what_is_cut_anew_stays_inside_its_picture() {
        let library = ArtLibrary::builtin();
        let rng = &mut ChaCha8Rng::seed_from_u64(5);
        for piece in Piece::ALL {
            let man = library.families[0].man(piece);
            let cut = Recut::random(1.0, rng).apply(man, man);
            let [left, top, right, bottom] = cut.bounds();
            assert!(
                left > 0.0 && right < 1.0 && top >= 0.0 && bottom <= 1.0,
                "{piece:?} {left} {right}"
            );
        }
    }
}
