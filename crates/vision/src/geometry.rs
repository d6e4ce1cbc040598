//! Points, quadrilaterals and homographies.

use std::array;

/// A point of a picture in pixels; see the crate's documentation for the origin and the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance from the left edge in pixels.
    pub x: f32,
    /// Distance from the top edge in pixels.
    pub y: f32,
}

impl Point {
    /// The point at (`x`, `y`).
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Euclidean distance to `other` in pixels.
    pub fn distance(self, other: Self) -> f32 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point `t` of the way from `self` (0) to `other` (1).
    pub fn lerp(self, other: Self, t: f32) -> Self {
        Self::new(
            self.x + (other.x - self.x) * t,
            self.y + (other.y - self.y) * t,
        )
    }
}

/// Where the lines between squares cross, in pixels of the picture: nine rows of nine, from the
/// board's top left as it lies in the picture.
pub type Lattice = [[Point; 9]; 9];

/// Four corners, clockwise from the top left as the figure lies in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// The axis-aligned rectangle with the given top left corner, width and height in pixels.
    pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self([
            Point::new(x, y),
            Point::new(x + width, y),
            Point::new(x + width, y + height),
            Point::new(x, y + height),
        ])
    }

    /// Signed area in square pixels; positive when the corners run clockwise.
    pub fn area(&self) -> f32 {
        let c = &self.0;
        (0..4)
            .map(|i| {
                let (a, b) = (c[i], c[(i + 1) % 4]);
                a.x * b.y - b.x * a.y
            })
            .sum::<f32>()
            / 2.0
    }

    /// Lengths of the four sides in pixels: top, right, bottom, left.
    pub fn sides(&self) -> [f32; 4] {
        array::from_fn(|i| self.0[i].distance(self.0[(i + 1) % 4]))
    }

    /// Length of the shortest side, in pixels.
    #[must_use]
    pub fn shortest_side(&self) -> f32 {
        self.sides().into_iter().fold(f32::MAX, f32::min)
    }

    /// Mean of the four corners.
    pub fn centre(&self) -> Point {
        let (x, y) = self
            .0
            .iter()
            .fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
        Point::new(x / 4.0, y / 4.0)
    }

    /// Whether all corners turn the same way, clockwise, and every coordinate is finite.
    pub fn is_convex(&self) -> bool {
        let c = &self.0;
        c.iter().all(|p| p.x.is_finite() && p.y.is_finite())
            && (0..4).all(|i| {
                let (a, b, d) = (c[i], c[(i + 1) % 4], c[(i + 2) % 4]);
                (b.x - a.x) * (d.y - b.y) - (b.y - a.y) * (d.x - b.x) > 0.0
            })
    }

    /// Smallest axis-aligned box around the corners: left, top, right, bottom.
    pub fn bounds(&self) -> [f32; 4] {
        self.0.iter().fold(
            [
                f32::INFINITY,
                f32::INFINITY,
                f32::NEG_INFINITY,
                f32::NEG_INFINITY,
            ],
            |b, p| [b[0].min(p.x), b[1].min(p.y), b[2].max(p.x), b[3].max(p.y)],
        )
    }

    /// The same figure with the corner `quarters` places further clockwise named first.
    pub fn turned(&self, quarters: usize) -> Self {
        Self(array::from_fn(|i| self.0[(i + quarters) % 4]))
    }

    /// The same figure with its corners clockwise from the one nearest the top left.
    pub fn upright(&self) -> Self {
        let mut clockwise = *self;
        if clockwise.area() < 0.0 {
            clockwise.0.reverse();
        }
        let centre = clockwise.centre();
        // The corner that lies most to the upper left of the centre, measured along the diagonal.
        let first = (0..4)
            .min_by(|&a, &b| {
                let key = |i: usize| {
                    let p = clockwise.0[i];
                    (p.x - centre.x) + (p.y - centre.y)
                };
                key(a).total_cmp(&key(b))
            })
            .unwrap_or(0);
        clockwise.turned(first)
    }

    /// Corners moved from the coordinates of a picture shrunk by `scale` back to the large one.
    pub fn scaled(&self, scale: f32) -> Self {
        Self(self.0.map(|p| Point::new(p.x * scale, p.y * scale)))
    }

    /// Largest distance between corresponding corners in pixels.
    pub fn max_corner_distance(&self, other: &Self) -> f32 {
        (0..4)
            .map(|i| self.0[i].distance(other.0[i]))
            .fold(0.0, f32::max)
    }
}

/// A projective map of the plane, row-major 3×3, scaled so that its last element is 1 where it can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homography(pub [f64; 9]);

impl Homography {
    /// The map that takes board coordinates (0..8 to the right and down from the board's top left
    /// corner) to the picture. `None` when the corners are degenerate.
    pub fn board_to_picture(quad: &Quad) -> Option<Self> {
        Self::from_points(&Quad::rect(0.0, 0.0, 8.0, 8.0).0, &quad.0)
    }

    /// Least-squares map from each `from[i]` to `to[i]` by the normalised direct linear transform
    /// (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2, with the last element
    /// fixed to 1). `None` for fewer than four pairs or a degenerate arrangement.
    pub fn from_points(from: &[Point], to: &[Point]) -> Option<Self> {
        if from.len() != to.len() || from.len() < 4 {
            return None;
        }
        let (nf, nt) = (normaliser(from)?, normaliser(to)?);
        let (mut ata, mut atb) = ([[0.0f64; 8]; 8], [0.0f64; 8]);
        for (p, q) in from.iter().zip(to) {
            let (x, y) = nf.apply64(f64::from(p.x), f64::from(p.y));
            let (u, v) = nt.apply64(f64::from(q.x), f64::from(q.y));
            for row in [
                [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u],
                [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v],
            ] {
                for i in 0..8 {
                    for j in 0..8 {
                        ata[i][j] += row[i] * row[j];
                    }
                    atb[i] += row[i] * row[8];
                }
            }
        }
        let h = solve(ata, atb)?;
        let inner = Self([h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0]);
        Some(nt.inverse()?.after(&inner).after(&nf).scaled())
    }

    /// The image of a point.
    pub fn apply(&self, p: Point) -> Point {
        let (x, y) = self.apply64(f64::from(p.x), f64::from(p.y));
        Point::new(x as f32, y as f32)
    }

    fn apply64(&self, x: f64, y: f64) -> (f64, f64) {
        let h = &self.0;
        let w = h[6] * x + h[7] * y + h[8];
        (
            (h[0] * x + h[1] * y + h[2]) / w,
            (h[3] * x + h[4] * y + h[5]) / w,
        )
    }

    /// The map that first does `first`, then `self`.
    pub fn after(&self, first: &Self) -> Self {
        let (a, b) = (&self.0, &first.0);
        Self(array::from_fn(|k| {
            let (r, c) = (k / 3, k % 3);
            (0..3).map(|i| a[3 * r + i] * b[3 * i + c]).sum()
        }))
    }

    /// The inverse map; `None` for a singular one.
    pub fn inverse(&self) -> Option<Self> {
        let m = &self.0;
        let cofactor = |r: usize, c: usize| {
            let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
            m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1]
        };
        let det: f64 = (0..3).map(|c| m[c] * cofactor(0, c)).sum();
        if !det.is_finite() || det.abs() < 1e-18 {
            return None;
        }
        Some(Self(array::from_fn(|k| cofactor(k % 3, k / 3) / det)).scaled())
    }

    /// The image of the 8×8 field's corners under a map from board coordinates.
    pub fn board_quad(&self) -> Quad {
        Quad(Quad::rect(0.0, 0.0, 8.0, 8.0).0.map(|p| self.apply(p)))
    }

    fn scaled(self) -> Self {
        let last = self.0[8];
        if last.abs() < 1e-12 {
            return self;
        }
        Self(self.0.map(|v| v / last))
    }
}

/// The similarity that moves the points' mean to the origin and their mean distance to √2.
fn normaliser(points: &[Point]) -> Option<Homography> {
    let n = points.len() as f64;
    let (sx, sy) = points.iter().fold((0.0, 0.0), |(x, y), p| {
        (x + f64::from(p.x), y + f64::from(p.y))
    });
    let (mx, my) = (sx / n, sy / n);
    let spread = points
        .iter()
        .map(|p| (f64::from(p.x) - mx).hypot(f64::from(p.y) - my))
        .sum::<f64>()
        / n;
    if !spread.is_finite() || spread < 1e-9 {
        return None;
    }
    let s = std::f64::consts::SQRT_2 / spread;
    Some(Homography([
        s,
        0.0,
        -s * mx,
        0.0,
        s,
        -s * my,
        0.0,
        0.0,
        1.0,
    ]))
}

/// Solves `a`·x = `b` by elimination with pivoting; `None` for a singular system.
pub(crate) fn solve<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Option<[f64; N]> {
    for col in 0..N {
        let pivot = (col..N).max_by(|&i, &j| a[i][col].abs().total_cmp(&a[j][col].abs()))?;
        if a[pivot][col].abs() < 1e-12 {
            return None;
        }
        a.swap(col, pivot);
        b.swap(col, pivot);
        let (above, right) = (a[col], b[col]);
        for row in col + 1..N {
            let factor = a[row][col] / above[col];
            for (value, pivot) in a[row].iter_mut().zip(above) {
                *value -= factor * pivot;
            }
            b[row] -= factor * right;
        }
    }
    let mut x = [0.0; N];
    for row in (0..N).rev() {
        let tail: f64 = (row + 1..N).map(|k| a[row][k] * x[k]).sum();
        x[row] = (b[row] - tail) / a[row][row];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilted() -> Quad {
        Quad([
            Point::new(100.0, 120.0),
            Point::new(410.0, 90.0),
            Point::new(450.0, 400.0),
            Point::new(80.0, 430.0),
        ])
    }

    #[test]
    fn board_corners_map_to_the_quad_and_back() {
        let h = Homography::board_to_picture(&tilted()).unwrap();
        assert!(h.board_quad().max_corner_distance(&tilted()) < 1e-3);
        let back = h.inverse().unwrap();
        let p = back.apply(h.apply(Point::new(3.25, 6.5)));
        assert!(p.distance(Point::new(3.25, 6.5)) < 1e-4);
    }

    #[test]
    fn least_squares_averages_noise() {
        let h = Homography::board_to_picture(&tilted()).unwrap();
        let from: Vec<Point> = (0..81)
            .map(|k| Point::new((k % 9) as f32, (k / 9) as f32))
            .collect();
        let to: Vec<Point> = from
            .iter()
            .enumerate()
            .map(|(k, p)| {
                let q = h.apply(*p);
                Point::new(q.x + [-0.5, 0.5][k % 2], q.y)
            })
            .collect();
        let fitted = Homography::from_points(&from, &to).unwrap();
        assert!(fitted.board_quad().max_corner_distance(&tilted()) < 0.3);
    }

    #[test]
    fn degenerate_points_give_none() {
        let line: Vec<Point> = (0..4).map(|i| Point::new(i as f32, i as f32)).collect();
        assert!(Homography::from_points(&Quad::rect(0.0, 0.0, 8.0, 8.0).0, &line).is_none());
        assert!(Homography::from_points(&line[..3], &line[..3]).is_none());
    }

    #[test]
    fn upright_names_the_top_left_first() {
        for k in 0..4 {
            assert_eq!(tilted().turned(k).upright(), tilted());
        }
        let mut reversed = tilted();
        reversed.0.reverse();
        assert_eq!(reversed.upright(), tilted());
    }
}
