//! Which labels of a drawn board a person reads in the damaged picture.
//!
//! What is measured is how much of the glyph itself is left at its place: the picture there is held
//! against the glyph's own shape. Hatching, noise, men and broken print that a person would have to
//! see through make the two unlike; a letter in the colour of its ground has no contrast.

use crate::LabelBox;
use crate::art::TextFont;
use crate::scene::BoardTruth;
use fenlens_vision::{Homography, Point};
use image::RgbImage;

/// Least height of a label in pixels that a person reads without effort.
const HEIGHT: f32 = 7.0;

/// Least difference of gray levels between a glyph and its ground.
const CONTRAST: f32 = 40.0;

/// Least likeness (correlation of gray levels) between the picture and the glyph. Set by eye on 180
/// labels of 7 pixels and 40 levels and more in the order of their likeness: from here on all but a
/// few can be read by themselves; at 0.6 to 0.7 every second is a blot or lies half under a man.
const LIKENESS: f32 = 0.72;

/// How far around a glyph's box its ground is looked at, in heights of the box: as far as the lines
/// of frames and squares beside it, which do not hinder reading, keep away.
const AROUND: f32 = 0.15;

/// What is left of a glyph in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    /// Gray levels between it and its ground, light or dark.
    contrast: f32,
    /// Correlation of gray levels between the picture and the glyph's shape, 0..=1.
    likeness: f32,
}

/// How many of a board's labels, set in `font`, a person reads in the picture.
pub(super) fn legible(board: &BoardTruth, font: &TextFont, picture: &RgbImage) -> usize {
    let Some(to_board) = Homography::board_to_picture(&board.corners).and_then(|h| h.inverse())
    else {
        return 0;
    };
    let square = board.square_size();
    let reads = |label: &&LabelBox| {
        label.height >= HEIGHT
            && left(label, &to_board, square, font, picture)
                .is_some_and(|l| l.contrast >= CONTRAST && l.likeness >= LIKENESS)
    };
    board.labels.iter().filter(reads).count()
}

/// Holds the picture against a label's glyph; `None` where the font lacks it or the picture cuts it
/// off. A pixel off does not count, for the truth of bent pages is not better than that.
fn left(
    label: &LabelBox,
    to_board: &Homography,
    square: f32,
    font: &TextFont,
    picture: &RgbImage,
) -> Option<Left> {
    let glyph = Glyph::new(font, label.ch)?;
    let centre = to_board.apply(label.centre);
    let scale = square / label.height;
    let half = 0.5 + AROUND;
    let reach = (half.max(0.5 * glyph.width + AROUND) * label.height).ceil();
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    let cut = 0.5 * label.height;
    let c = label.centre;
    if c.x < cut || c.y < cut || c.x > w - cut || c.y > h - cut {
        return None;
    }
    let range = |middle: f32, size: f32| {
        (middle - reach).max(1.0) as u32..(middle + reach + 1.0).min(size - 1.0) as u32
    };
    let mut pairs = [const { Vec::new() }; 9];
    for y in range(c.y, h) {
        for x in range(c.x, w) {
            let at = |dx: f32, dy: f32| {
                let p = to_board.apply(Point::new(x as f32 + dx, y as f32 + dy));
                ((p.x - centre.x) * scale, (p.y - centre.y) * scale)
            };
            let (gx, gy) = at(0.5, 0.5);
            if gy.abs() > half || gx.abs() > 0.5 * glyph.width + AROUND {
                continue;
            }
            let share = [1.0, 3.0, 5.0].map(|v| v / 6.0);
            let inked = share
                .iter()
                .flat_map(|&dy| share.map(|dx| at(dx, dy)))
                .map(|(x, y)| glyph.ink(x, y))
                .sum::<f32>()
                / 9.0;
            for (k, pairs) in pairs.iter_mut().enumerate() {
                let [r, g, b] = picture
                    .get_pixel(x + k as u32 % 3 - 1, y + k as u32 / 3 - 1)
                    .0
                    .map(f32::from);
                pairs.push((inked, 0.299 * r + 0.587 * g + 0.114 * b));
            }
        }
    }
    pairs
        .iter()
        .filter_map(|p| compare(p))
        .max_by(|a, b| a.likeness.total_cmp(&b.likeness))
}

/// Correlates shares of ink with gray levels; `None` where either is the same everywhere.
fn compare(pairs: &[(f32, f32)]) -> Option<Left> {
    let n = pairs.len() as f32;
    let (mx, my) = pairs
        .iter()
        .fold((0.0, 0.0), |(a, b), p| (a + p.0 / n, b + p.1 / n));
    let [xx, yy, xy] = pairs.iter().fold([0.0; 3], |s, (x, y)| {
        let (x, y) = (x - mx, y - my);
        [s[0] + x * x, s[1] + y * y, s[2] + x * y]
    });
    (xx > 1e-3 && yy > 1e-3).then(|| Left {
        contrast: (xy / xx).abs(),
        likeness: xy.abs() / (xx * yy).sqrt(),
    })
}

/// A glyph's shape, 1 high, its middle at 0.
struct Glyph {
    side: usize,
    ink: Vec<f32>,
    width: f32,
}

impl Glyph {
    /// Pixels a height.
    const SCALE: f32 = 48.0;

    fn new(font: &TextFont, ch: char) -> Option<Self> {
        let (side, ink) = font.coverage(ch, Self::SCALE)?;
        let wide = (0..side)
            .filter(|x| (0..side).any(|y| ink[y * side + x] > 0.5))
            .map(|x| (x as f32 + 0.5 - side as f32 / 2.0).abs())
            .fold(0.0, f32::max);
        Some(Self {
            side,
            ink,
            width: 2.0 * wide / Self::SCALE,
        })
    }

    /// Share of ink at a place, in heights from the middle.
    fn ink(&self, x: f32, y: f32) -> f32 {
        let half = self.side as f32 / 2.0;
        let (x, y) = (x * Self::SCALE + half, y * Self::SCALE + half);
        if x < 0.0 || y < 0.0 {
            return 0.0;
        }
        let (x, y) = (x as usize, y as usize);
        if x >= self.side || y >= self.side {
            return 0.0;
        }
        self.ink[y * self.side + x]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArtLibrary, LabelSide};
    use fenlens_vision::Quad;
    use image::Rgb;
    use resvg::tiny_skia::Pixmap;

    /// What is left of a `3` in `level` on a ground that `ground` gives for each pixel.
    fn seen(level: u8, height: f32, ground: impl Fn(u32, u32) -> u8) -> Left {
        let library = ArtLibrary::builtin();
        let font = &library.fonts[0];
        let mut layer = Pixmap::new(60, 60).unwrap();
        let c = Point::new(30.5, 29.0);
        let height = font
            .draw_centred(&mut layer.as_mut(), '3', c.x, c.y, height, [level; 3], 255)
            .unwrap();
        let picture = RgbImage::from_fn(60, 60, |x, y| {
            let p = layer.pixel(x, y).unwrap();
            let rest = 255 - u32::from(p.alpha());
            let v = u32::from(p.red()) + u32::from(ground(x, y)) * rest / 255;
            Rgb([v.min(255) as u8; 3])
        });
        let label = LabelBox {
            ch: '3',
            centre: c,
            height,
            side: LabelSide::Inside,
        };
        let board = Quad::rect(-130.0, -130.0, 320.0, 320.0);
        let to_board = Homography::board_to_picture(&board)
            .unwrap()
            .inverse()
            .unwrap();
        left(&label, &to_board, 40.0, font, &picture).unwrap()
    }

    #[test]
    fn a_glyph_on_a_plain_ground_is_like_itself() {
        for (level, ground) in [(20, 220), (230, 60), (150, 200)] {
            let left = seen(level, 12.0, |_, _| ground);
            assert!(left.likeness > 0.9, "{left:?}");
            let levels = f32::from(level.abs_diff(ground));
            assert!((0.8..1.15).contains(&(left.contrast / levels)), "{left:?}");
        }
    }

    #[test]
    fn a_glyph_in_hatching_of_its_own_colour_is_lost() {
        let hatched = |x: u32, y: u32| if (x + y) % 5 < 2 { 20 } else { 250 };
        let white = seen(250, 12.0, hatched);
        assert!(white.likeness < LIKENESS, "{white:?}");
        // A large black one between thin gray lines is not.
        let thin = |x: u32, y: u32| if (x + y) % 8 < 1 { 190 } else { 250 };
        let black = seen(10, 16.0, thin);
        assert!(
            black.likeness > LIKENESS && black.contrast > CONTRAST,
            "{black:?}"
        );
    }

    #[test]
    fn a_glyph_in_noise_or_without_contrast_is_lost() {
        let noise = |x: u32, y: u32| ((x * 7919 + y * 104_729 + x * y * 31) % 256) as u8;
        assert!(seen(200, 9.0, noise).likeness < LIKENESS);
        assert!(seen(225, 12.0, |_, _| 250).contrast < CONTRAST);
    }
}
