//! The classifier's answer for one board.

use ndarray::{Array2, ArrayViewMut1};

/// Number of classes: empty, six white and six black men.
pub const CLASSES: usize = 13;

/// Calibrated probabilities of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareProbs {
    /// Shape `[64, CLASSES]`: squares in image order, classes in class order; each row sums to 1.
    pub values: Array2<f32>,
}

impl SquareProbs {
    /// Softmax of `logits` (shape `[64, CLASSES]`) divided by `temperature`.
    pub fn from_logits(logits: &Array2<f32>, temperature: f32) -> Self {
        let mut values = logits.clone();
        for row in values.rows_mut() {
            softmax(row, temperature);
        }
        Self { values }
    }

    /// The two likeliest classes of a square (image order) with their probabilities, best first.
    pub fn top_two(&self, square: usize) -> [(usize, f32); 2] {
        let mut best = [(0, f32::NEG_INFINITY); 2];
        for (class, &p) in self.values.row(square).iter().enumerate() {
            if p > best[0].1 {
                best = [(class, p), best[0]];
            } else if p > best[1].1 {
                best[1] = (class, p);
            }
        }
        best
    }
}

/// Turns logits into probabilities: their softmax once divided by `temperature`.
pub(crate) fn softmax(mut row: ArrayViewMut1<f32>, temperature: f32) {
    row /= temperature;
    let top = row.fold(f32::NEG_INFINITY, |a, &b| a.max(b));
    row.mapv_inplace(|v| (v - top).exp());
    let sum = row.sum();
    row /= sum;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_sum_to_one_and_a_higher_temperature_is_less_sure() {
        let logits = Array2::from_shape_fn((64, CLASSES), |(r, c)| ((r * 7 + c * 5) % 13) as f32);
        let (sharp, soft) = (
            SquareProbs::from_logits(&logits, 1.0),
            SquareProbs::from_logits(&logits, 2.0),
        );
        for k in 0..64 {
            assert!((sharp.values.row(k).sum() - 1.0).abs() < 1e-5);
            let ([a, b], [c, _]) = (sharp.top_two(k), soft.top_two(k));
            assert_eq!(a.0, c.0);
            assert!(a.1 > b.1 && a.1 > c.1);
        }
    }

    #[test]
    fn huge_logits_stay_finite() {
        let logits = Array2::from_elem((64, CLASSES), 1e30);
        let probs = SquareProbs::from_logits(&logits, 1.0);
        assert!(probs.values.iter().all(|p| (p - 1.0 / 13.0).abs() < 1e-6));
    }
}
