//! Whether a chequered field is a chess diagram, by what its squares look like.

use crate::JudgeParams;
use fenlens_classify::SquareProbs;
use fenlens_fen::{Color, Piece, Role};
use fenlens_vision::Tiles;
use ndarray::{Axis, Slice};

/// Men up to which a board may be one whose men the net makes nothing of: draughtsmen taken for marks on empty squares,
/// wooden men.
const FEW_MEN: usize = 2;

/// Kings of one colour from which the men are a pattern rather than a position: circles with numbers look like kings.
const MANY_KINGS: usize = 3;

/// Refuses fields that the net cannot make sense of, boards with wooden men seen from above or at
/// an angle, draughts boards, and chequers with hardly a man or a handful of kings that are found by a poor fit (`score`, 0 to 1).
pub(crate) fn is_diagram(
    score: f32,
    tiles: &Tiles,
    probs: &SquareProbs,
    params: &JudgeParams,
) -> bool {
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
    // Where the men speak for no board, the chequer alone must show that it is one, and no cloth or puzzle.
    let speechless = men.len() <= FEW_MEN || white.max(black) >= MANY_KINGS;
    if speechless && f64::from(score) < params.bare_score {
        return false;
    }
    // Wooden men look like nothing the net knows, and mostly like kings: they are tall.
    let wooden = men.len() >= params.least_men
        && white.max(black) > 1
        && mean(&men) < params.men_probability;
    // And they stand in the way of the squares behind them.
    let least = match men.len() {
        0..=FEW_MEN => params.bare_probability,
        _ => params.empty_probability,
    };
    let hidden = empty.len() >= params.least_empty && mean(&empty) < least;
    // Draughtsmen stand on squares of one colour only.
    let parity = |k: usize| (k / 8 + k % 8) % 2;
    let on: [usize; 2] = std::array::from_fn(|tone| {
        let here = |k: &usize| squares[*k].0.is_some() && parity(*k) == tone;
        (0..64).filter(here).count()
    });
    let draughts = men.len() >= params.least_draughtsmen && on.contains(&0)
        || men.len() <= FEW_MEN && holds_discs(tiles, params);
    !wooden && !hidden && !draughts
}

/// Whether squares of one colour differ among themselves and those of the other do not: men that
/// the net makes nothing of, all on one colour.
fn holds_discs(tiles: &Tiles, params: &JudgeParams) -> bool {
    let mut spreads = [0, 1].map(|tone| spread(tiles, tone));
    spreads.sort_by(f32::total_cmp);
    let [less, more] = spreads.map(f64::from);
    more >= params.disc_spread && more >= 3.0 * less
}

/// How much the squares of a colour differ in the mean or the deviation of their middles, the two
/// farthest on each side left out.
fn spread(tiles: &Tiles, tone: usize) -> f32 {
    const OUTLIERS: usize = 2;
    let (_, _, height, width) = tiles.pixels.dim();
    let middles = (0..64).filter(|k| (k / 8 + k % 8) % 2 == tone).map(|k| {
        let tile = tiles.pixels.index_axis(Axis(0), k);
        let inner = |side: usize| Slice::from(side / 4..side - side / 4);
        let rows = tile.slice_axis(Axis(1), inner(height));
        let middle = rows.slice_axis(Axis(2), inner(width));
        (middle.mean().unwrap_or(0.0), middle.std(0.0))
    });
    let (mut means, mut deviations): (Vec<f32>, Vec<f32>) = middles.unzip();
    let range = |values: &mut Vec<f32>| {
        values.sort_by(f32::total_cmp);
        match values.get(OUTLIERS..values.len().saturating_sub(OUTLIERS)) {
            Some([first, .., last]) => last - first,
            _ => 0.0,
        }
    };
    range(&mut means).max(range(&mut deviations))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, Array4};

    /// Score of a board that is found by a clear fit.
    const CLEAR: f32 = 0.95;

    /// Squares of 0.8 and 0.4; on those given a disc of `ink`.
    fn chequers(discs: &[usize], ink: f32) -> Tiles {
        let pixels = Array4::from_shape_fn((64, 1, 32, 32), |(k, _, y, x)| {
            let (dx, dy) = (x as f32 - 15.5, y as f32 - 15.5);
            let empty = [0.8, 0.4][(k / 8 + k % 8) % 2];
            if discs.contains(&k) && dx.hypot(dy) < 10.0 {
                ink
            } else {
                empty
            }
        });
        Tiles { pixels }
    }

    #[test]
    fn discs_on_squares_of_one_colour_are_draughtsmen_whatever_the_net_says() {
        let empty = probs(&[], 1.0);
        let judged = |tiles| is_diagram(CLEAR, &tiles, &empty, &JudgeParams::default());
        let dark: Vec<usize> = (0..64).filter(|k| (k / 8 + k % 8) % 2 == 1).collect();
        assert!(judged(chequers(&[], 0.0)));
        assert!(!judged(chequers(&dark[..5], 0.0)));
        assert!(!judged(chequers(&dark[..24], 1.0)));
        // A speck or two is no man, and marks on both colours are no draughtsmen.
        assert!(judged(chequers(&dark[..2], 0.0)));
        assert!(judged(chequers(&(8..24).collect::<Vec<_>>(), 0.0)));
        // Kings are.
        let kings = probs(&[(0, 6), (5, 12)], 1.0);
        assert!(is_diagram(
            CLEAR,
            &chequers(&dark[..5], 0.0),
            &kings,
            &JudgeParams::default()
        ));
    }

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
        is_diagram(
            CLEAR,
            &chequers(&[], 0.0),
            &probs(men, p),
            &JudgeParams::default(),
        )
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
            is_diagram(CLEAR, &chequers(&[], 0.0), &probs, &JudgeParams::default())
        };
        let three = [(3, 2), (20, 8), (33, 2)];
        assert!(!unsure(&three, 0.9));
        assert!(unsure(&three, 0.94));
        // Where hardly a man is seen, they have to be surer.
        assert!(!unsure(&three[..2], 0.94));
        assert!(unsure(&three[..2], 0.96));
        assert!(unsure(&[(3, 6), (20, 12)], 0.9));
    }

    #[test]
    fn a_board_without_a_position_is_one_where_its_fit_is_clear() {
        let judged = |score, men: &[(usize, usize)]| {
            let tiles = chequers(&[], 0.0);
            is_diagram(score, &tiles, &probs(men, 1.0), &JudgeParams::default())
        };
        assert!(judged(0.9, &[]));
        assert!(!judged(0.8, &[]));
        assert!(!judged(0.8, &[(3, 1), (20, 7)]));
        let kings = [(3, 6), (20, 6), (22, 6), (30, 12), (40, 1)];
        assert!(judged(0.9, &kings));
        assert!(!judged(0.8, &kings));
        assert!(judged(0.8, &kings[1..]));
        // A king each, or a third man, is no chance find.
        assert!(judged(0.8, &[(3, 6), (20, 12)]));
        assert!(judged(0.8, &[(3, 1), (20, 7), (22, 1)]));
    }
}
