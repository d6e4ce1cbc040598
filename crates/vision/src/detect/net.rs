//! What the detector asks of its net, and what it makes of the answer.

use crate::Point;
use ndarray::{Array4, ArrayView2, Axis};

/// Side of a map's cell in pixels of the net's input.
pub const CELL: usize = 4;

/// How far inside the field the net's board mask ends, in squares: neighbouring boards stay apart.
pub(crate) const MASK_INSET: f32 = 0.35;

/// Maps the net gives: board mask, lattice points, outline of the field.
pub const MAPS: usize = 3;

/// A net that finds boards and the 81 points of their 9×9 lattices.
pub trait LatticeNet: Send + Sync {
    /// Runs the net.
    ///
    /// `input`: shape `[1, 3, H, W]`, RGB, rows then columns, each picture minus its mean and
    /// divided by its deviation (one of each for all channels). H and W are one of [`SHAPES`].
    /// Result: shape `[1, 3, H/4, W/4]`, logits of the board mask (0.35 squares inside the
    /// field), of the lattice points and of the field's outline.
    ///
    /// # Errors
    /// [`NetError`] when the net cannot run on this input.
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError>;
}

/// Heights and widths of the inputs that the detector makes, in pixels: few, so that an engine
/// can prepare for each of them once.
pub const SHAPES: [(usize, usize); 5] =
    [(448, 448), (448, 320), (320, 448), (320, 320), (256, 256)];

/// The net could not run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the board net cannot run: {0}")]
pub struct NetError(pub String);

/// One map, values 0..=1.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub width: usize,
    pub height: usize,
    values: Vec<f32>,
}

impl Map {
    pub(crate) fn from_logits(logits: ArrayView2<f32>) -> Self {
        let (height, width) = logits.dim();
        Self {
            width,
            height,
            values: logits.iter().map(|v| 1.0 / (1.0 + (-v).exp())).collect(),
        }
    }

    /// The value of a cell, 0 outside.
    pub fn at(&self, x: i32, y: i32) -> f32 {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if inside {
            self.values[y as usize * self.width + x as usize]
        } else {
            0.0
        }
    }

    /// Bilinear value at a point in cells (a cell's centre at +0.5).
    pub fn sample(&self, p: Point) -> f32 {
        let (fx, fy) = (p.x - 0.5, p.y - 0.5);
        let (x, y) = (fx.floor(), fy.floor());
        let (tx, ty) = (fx - x, fy - y);
        let (x, y) = (x as i32, y as i32);
        let top = self.at(x, y) * (1.0 - tx) + self.at(x.saturating_add(1), y) * tx;
        let below = y.saturating_add(1);
        let bottom = self.at(x, below) * (1.0 - tx) + self.at(x.saturating_add(1), below) * tx;
        top * (1.0 - ty) + bottom * ty
    }
}

/// The net's answer for one input.
#[derive(Clone, Debug)]
pub(crate) struct Maps {
    pub mask: Map,
    pub points: Map,
    pub outline: Map,
}

impl Maps {
    /// Runs the net and checks the shape of what it gives.
    pub fn of(net: &dyn LatticeNet, input: Array4<f32>) -> Result<Self, NetError> {
        let (_, _, h, w) = input.dim();
        let out = net.run(input)?;
        let expected = (1, MAPS, h / CELL, w / CELL);
        if out.dim() != expected {
            return Err(NetError(format!(
                "it gave the shape {:?}; {expected:?} is needed for an input of {h}×{w}",
                out.dim()
            )));
        }
        let map =
            |k: usize| Map::from_logits(out.index_axis(Axis(0), 0).index_axis(Axis(0), k).view());
        Ok(Self {
            mask: map(0),
            points: map(1),
            outline: map(2),
        })
    }
}

/// Least height of a peak. The net's peaks on boards stand at 0.4 to 1; lower ones would only
/// feed the fit, which needs a few dozen, with noise.
const LEAST_PEAK: f32 = 0.2;

/// Local maxima of the lattice map in cells, each placed between cells by the parabola through the
/// logarithms of its neighbours (exact for a Gaussian).
pub(crate) fn peaks(map: &Map) -> Vec<Point> {
    let mut found = Vec::new();
    for y in 0..map.height as i32 {
        for x in 0..map.width as i32 {
            let v = map.at(x, y);
            if v < LEAST_PEAK {
                continue;
            }
            // On a plateau the first cell in reading order counts.
            let higher = (-1..=1).any(|dy| {
                (-1..=1).any(|dx| {
                    let n = map.at(x + dx, y + dy);
                    (dx, dy) != (0, 0) && (n > v || (n == v && (dy, dx) < (0, 0)))
                })
            });
            if higher {
                continue;
            }
            let offset = |before: f32, after: f32| {
                let ln = |v: f32| v.max(1e-3).ln();
                let (a, b, c) = (ln(before), ln(v), ln(after));
                let bend = a - 2.0 * b + c;
                if bend < -1e-6 {
                    (0.5 * (a - c) / bend).clamp(-0.5, 0.5)
                } else {
                    0.0
                }
            };
            found.push(Point::new(
                x as f32 + 0.5 + offset(map.at(x - 1, y), map.at(x + 1, y)),
                y as f32 + 0.5 + offset(map.at(x, y - 1), map.at(x, y + 1)),
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    fn gaussians(centres: &[(f32, f32)]) -> Map {
        let logits = Array2::from_shape_fn((40, 50), |(y, x)| {
            let p = centres
                .iter()
                .map(|c| {
                    let d = (x as f32 + 0.5 - c.0).powi(2) + (y as f32 + 0.5 - c.1).powi(2);
                    (-d / 2.0).exp()
                })
                .fold(1e-6, f32::max)
                .min(1.0 - 1e-6);
            (p / (1.0 - p)).ln()
        });
        Map::from_logits(logits.view())
    }

    #[test]
    fn peaks_lie_between_cells() {
        let centres = [(10.2, 8.7), (20.5, 8.0), (33.9, 31.4)];
        let found = peaks(&gaussians(&centres));
        assert_eq!(found.len(), 3);
        for c in centres {
            let near = found
                .iter()
                .map(|p| p.distance(Point::new(c.0, c.1)))
                .fold(f32::INFINITY, f32::min);
            assert!(near < 0.02, "{c:?}: {near}");
        }
    }

    #[test]
    fn a_wrong_shape_is_an_error() {
        struct Wrong;
        impl LatticeNet for Wrong {
            fn run(&self, _: Array4<f32>) -> Result<Array4<f32>, NetError> {
                Ok(Array4::zeros((1, 2, 3, 4)))
            }
        }
        let error = Maps::of(&Wrong, Array4::zeros((1, 3, 256, 256))).unwrap_err();
        assert!(error.to_string().contains("(1, 2, 3, 4)"));
    }
}
