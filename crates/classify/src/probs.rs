//! The classifier's answer for one board.

use ndarray::{Array2, ArrayView1, ArrayViewMut1};

/// Number of classes: empty, six white and six black men.
pub const CLASSES: usize = 13;

/// Calibrated probabilities of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareProbs {
    /// Shape `[64, CLASSES]`: squares in image order, classes in class order. Each row sums to 1, less the chance of a
    /// man that looks like none of the classes.
    pub values: Array2<f32>,
}

impl SquareProbs {
    /// Probabilities from `logits` (shape `[64, CLASSES]`). A square may then be rather empty than a man unlike all.
    pub fn from_logits(logits: &Array2<f32>, calibration: Calibration) -> Self {
        let mut values = logits.clone();
        for mut row in values.rows_mut() {
            let known = calibration.known(row.view());
            softmax(row.view_mut(), calibration.temperature);
            row.iter_mut().skip(1).for_each(|p| *p *= known);
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

/// How the logits of a square become probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Divides the logits before the softmax.
    pub temperature: f32,
    /// Logit of a man unlike all classes, the same for every square: logits of men that are all low speak for none of
    /// them, however far apart they are. Negative infinity: there is no such man.
    pub unknown_man: f32,
}

impl Calibration {
    /// The logits as they are.
    pub const NONE: Self = Self {
        temperature: 1.0,
        unknown_man: f32::NEG_INFINITY,
    };

    /// Chance that a man with these logits is one of the classes: the logistic of the men's energy score (Liu et al.
    /// 2020, "Energy-based Out-of-distribution Detection") above that of an unknown man.
    fn known(self, logits: ArrayView1<f32>) -> f32 {
        let men = || logits.iter().skip(1);
        let top = men().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        let weight = |v: f32| ((v - top) / self.temperature).exp();
        let sum: f32 = men().map(|&v| weight(v)).sum();
        sum / (sum + weight(self.unknown_man))
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
        let at = |temperature| {
            let calibration = Calibration {
                temperature,
                ..Calibration::NONE
            };
            SquareProbs::from_logits(&logits, calibration)
        };
        let (sharp, soft) = (at(1.0), at(2.0));
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
        let probs = SquareProbs::from_logits(&logits, Calibration::NONE);
        assert!(probs.values.iter().all(|p| (p - 1.0 / 13.0).abs() < 1e-6));
    }

    #[test]
    fn a_man_with_low_logits_is_unsure_however_far_the_others_are() {
        let sure =
            |class: usize, best: f32, unknown_man: f32| {
                let logits = Array2::from_shape_fn((64, CLASSES), |(_, c)| {
                    if c == class { best } else { best - 20.0 }
                });
                let calibration = Calibration {
                    temperature: 1.1,
                    unknown_man,
                };
                let top = SquareProbs::from_logits(&logits, calibration).top_two(0)[0];
                assert_eq!(top.0, class);
                top.1
            };
        assert!((sure(3, 2.0, 2.0) - 0.5).abs() < 1e-3);
        assert!(sure(3, 12.0, 2.0) > 0.999);
        assert!(sure(3, 2.0, f32::NEG_INFINITY) > 0.999);
        // Nothing is asked of an empty square.
        assert!(sure(0, 2.0, 2.0) > 0.999);
    }
}
