//! Whether a chequered field is a chess diagram, by what its squares look like.

use crate::JudgeParams;
use fenlens_classify::SquareProbs;
use fenlens_fen::{Color, Piece, Role};

/// Refuses fields that the net cannot make sense of, boards with wooden men seen from above or at
/// an angle, and draughts boards.
pub(crate) fn is_diagram(probs: &SquareProbs, params: &JudgeParams) -> bool {
    let squares: Vec<(Option<Piece>, f64)> = (0..64)
        .map(|k| {
            let (class, p) = probs.top_two(k)[0];
            (Piece::from_class_index(class), f64::from(p))
        })
        .collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let all: Vec<f64> = squares.iter().map(|s| s.1).collect();
    if mean(&all) < params.mean_probability {
        return false;
    }
    let chances = |occupied: bool| -> Vec<f64> {
        let part = squares.iter().filter(|s| s.0.is_some() == occupied);
        part.map(|s| s.1).collect()
    };
    let (men, empty) = (chances(true), chances(false));
    let kings = |color: Color| {
        let king = Piece {
            color,
            role: Role::King,
        };
        squares.iter().filter(|s| s.0 == Some(king)).count()
    };
    let (white, black) = (kings(Color::White), kings(Color::Black));
    if (white, black) == (1, 1) {
        return true;
    }
    // Wooden men look like nothing the net knows, and mostly like kings: they are tall.
    let wooden = men.len() >= params.least_men
        && white.max(black) > 1
        && mean(&men) < params.men_probability;
    // And they stand in the way of the squares behind them.
    let hidden = empty.len() >= params.least_empty && mean(&empty) < params.empty_probability;
    // Draughtsmen stand on squares of one colour only.
    let parity = |k: usize| (k / 8 + k % 8) % 2;
    let on: [usize; 2] = std::array::from_fn(|tone| {
        let here = |k: &usize| squares[*k].0.is_some() && parity(*k) == tone;
        (0..64).filter(here).count()
    });
    let draughts = men.len() >= params.least_draughtsmen && on.contains(&0);
    !wooden && !hidden && !draughts
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    /// Men at squares in image order, each with probability `p`; all else surely empty.
    fn probs(men: &[(usize, usize)], p: f32) -> SquareProbs {
        let mut values = Array2::zeros((64, 13));
        for k in 0..64 {
            values[[k, 0]] = 1.0;
        }
        for &(square, class) in men {
            values[[square, 0]] = 1.0 - p;
            values[[square, class]] = p;
        }
        SquareProbs { values }
    }

    fn judged(men: &[(usize, usize)], p: f32) -> bool {
        is_diagram(&probs(men, p), &JudgeParams::default())
    }

    #[test]
    fn men_on_one_colour_without_kings_are_draughtsmen() {
        let men = [(1, 1), (3, 1), (8, 1), (17, 7)];
        assert!(!judged(&men, 0.95));
        assert!(judged(&[men.as_slice(), &[(2, 1)]].concat(), 0.95));
        // A king each: a study in which all happen to stand on one colour.
        assert!(judged(&[(1, 6), (3, 12), (8, 1), (17, 7)], 0.95));
    }

    #[test]
    fn unsure_men_with_many_kings_are_wooden() {
        let men: Vec<(usize, usize)> = (10..26).map(|k| (k, [6, 12, 3][k % 3])).collect();
        assert!(!judged(&men, 0.52));
        assert!(judged(&men, 0.9));
    }

    #[test]
    fn unsure_empty_squares_without_a_king_each_are_no_diagram() {
        let unsure = |men: &[(usize, usize)], p: f32| {
            let mut probs = probs(men, 0.99);
            for k in 0..64 {
                if probs.values[[k, 0]] > 0.5 {
                    probs.values[[k, 0]] = p;
                    probs.values[[k, 1]] = 1.0 - p;
                }
            }
            is_diagram(&probs, &JudgeParams::default())
        };
        assert!(!unsure(&[(3, 2), (20, 8)], 0.9));
        assert!(unsure(&[(3, 2), (20, 8)], 0.96));
        assert!(unsure(&[(3, 6), (20, 12)], 0.9));
    }

    #[test]
    fn an_empty_board_is_a_board() {
        assert!(judged(&[], 1.0));
    }
}
