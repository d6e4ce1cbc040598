//! Boards that lie flat in the picture, as in screenshots and scans: their field is a rectangle.
//!
//! Four free corners follow the noise of the edges between the squares, and what lies on them, more than a rectangle
//! does, which has five numbers instead of eight.

use super::refine::{self, Edge};
use crate::{Homography, Point, Quad};

/// How many times larger the edges' mean square distance from a rectangle may be than that from the quad. With the three
/// numbers less and about 100 edges noise alone exceeds it once in 50 boards (F distribution with 3 and 92 degrees of
/// freedom).
const MOST_WORSE: f32 = 1.11;

/// Distance from a rectangle, in pixels, that does not count: lines drawn on a screen or rastered for print lie on whole
/// pixels, up to half a pixel from where they belong. Of 91 boards of typeset pages 73 are within 0.08 squares with 0.1, 76 with 0.2
/// and 0.3, where photographs of the benchmark have corners further off.
const GRID: f32 = 0.2;

/// The rectangle in the place of `quad`, when the edges, measured along the lattice of the quad `from`, are as near to it.
pub(super) fn rectangle(quad: &Quad, from: &Quad, edges: &[Edge]) -> Option<Quad> {
    let flat = nearest(quad);
    let to_from = Homography::board_to_picture(from)?.inverse()?;
    let rest = |quad: &Quad| -> Option<Vec<f32>> {
        let lattice = to_from.after(&Homography::board_to_picture(quad)?);
        let rest = edges.iter().map(|e| {
            let p = lattice.apply(Point::new(e.x, e.y));
            let there = if e.upright { p.x - e.x } else { p.y - e.y };
            (there - e.off).abs()
        });
        Some(rest.collect())
    };
    let (free, bound) = (rest(quad)?, rest(&flat)?);
    // What is far off the quad's own lattice is no edge between squares.
    let share = refine::tukey(&free);
    let weights: Vec<f32> = edges
        .iter()
        .zip(&free)
        .map(|(e, f)| e.weight * share(*f))
        .collect();
    let mean_square = |rest: &[f32]| {
        let weighted = weights.iter().zip(rest).map(|(w, r)| w * r * r);
        weighted.sum::<f32>() / weights.iter().sum::<f32>()
    };
    let grid = 8.0 * GRID / quad.shortest_side();
    (mean_square(&bound) <= MOST_WORSE * mean_square(&free) + grid * grid).then_some(flat)
}

/// The rectangle with the quad's middle, mean width and height, and mean direction.
fn nearest(quad: &Quad) -> Quad {
    let [a, b, c, d] = quad.0;
    let half = |p: Point, q: Point, r: Point, s: Point| {
        Point::new((q.x - p.x + s.x - r.x) / 4.0, (q.y - p.y + s.y - r.y) / 4.0)
    };
    let (right, down) = (half(a, b, d, c), half(a, d, b, c));
    let (width, height) = (right.x.hypot(right.y), down.x.hypot(down.y));
    // Down is right turned by a quarter; their sum points halfway between what either says.
    let (x, y) = (
        right.x / width + down.y / height,
        right.y / width - down.x / height,
    );
    let length = x.hypot(y);
    let (x, y) = (x / length, y / length);
    let centre = Point::new((a.x + b.x + c.x + d.x) / 4.0, (a.y + b.y + c.y + d.y) / 4.0);
    let corner = |right: f32, down: f32| {
        Point::new(
            centre.x + right * width * x - down * height * y,
            centre.y + right * width * y + down * height * x,
        )
    };
    Quad([
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle of 320×300 pixels, turned a little.
    fn turned() -> Quad {
        let (x, y) = (0.2f32.cos(), 0.2f32.sin());
        let corner = |u: f32, v: f32| Point::new(100.0 + u * x - v * y, 80.0 + u * y + v * x);
        Quad([
            corner(0.0, 0.0),
            corner(320.0, 0.0),
            corner(320.0, 300.0),
            corner(0.0, 300.0),
        ])
    }

    /// All edges, `noise` squares off to either side, by the Thue–Morse sequence along each line: nothing smooth fits that.
    fn edges(noise: f32) -> Vec<Edge> {
        let sign = |k: usize| 1.0 - 2.0 * (k % 8).count_ones().rem_euclid(2) as f32;
        (0..112)
            .map(|k| {
                let (line, middle) = ((k / 8 % 7 + 1) as f32, (k % 8) as f32 + 0.5);
                let upright = k < 56;
                let (x, y) = if upright {
                    (line, middle)
                } else {
                    (middle, line)
                };
                Edge {
                    x,
                    y,
                    upright,
                    off: noise * sign(k),
                    weight: 1.0,
                }
            })
            .collect()
    }

    fn with_corner_moved(quad: &Quad, by: f32) -> Quad {
        let mut moved = *quad;
        moved.0[2] = Point::new(moved.0[2].x + by, moved.0[2].y + by);
        moved
    }

    #[test]
    fn a_rectangle_is_its_own_nearest() {
        assert!(nearest(&turned()).max_corner_distance(&turned()) < 1e-3);
        let moved = with_corner_moved(&turned(), 4.0);
        assert!(nearest(&moved).max_corner_distance(&turned()) < 4.0);
    }

    #[test]
    fn a_corner_off_by_noise_goes_back() {
        // A tenth of a square off, with edges that scatter by as much.
        let found = with_corner_moved(&turned(), 3.0);
        let flat = rectangle(&found, &found, &edges(0.1)).expect("flat");
        let [before, after] = [&found, &flat].map(|q| q.max_corner_distance(&turned()));
        assert!(after < 0.7 * before, "{after} {before}");
    }

    #[test]
    fn a_corner_off_by_part_of_a_pixel_goes_back() {
        let found = with_corner_moved(&turned(), 0.4);
        assert!(rectangle(&found, &found, &edges(0.0)).is_some());
    }

    #[test]
    fn a_board_seen_at_an_angle_keeps_its_corners() {
        // A twentieth of a square off where edges are sharp.
        let found = with_corner_moved(&turned(), 1.5);
        assert_eq!(rectangle(&found, &found, &edges(0.005)), None);
    }
}
