//! Counts what was read right: found boards against true ones.
//!
//! A board is exact when all 64 squares agree. Where coordinates are printed the orientation must
//! be right too; where none are, a half turn is forgiven and counted apart. A silent error is a
//! board marked sure that is not exact.

use crate::labels::TrueBoard;
use fenlens::fen::Placement;

/// A found board, as far as scoring goes.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The position read.
    pub placement: Placement,
    /// Whether it was marked sure.
    pub sure: bool,
}

/// A true board's counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index of the found board.
    pub found: usize,
    /// Squares that disagree.
    pub wrong: usize,
    /// Squares that disagree after a half turn.
    pub turned: usize,
}

/// Found boards that disagree on more squares than this are other boards.
const OTHER_BOARD: usize = 40;

/// Sums over boards and pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pictures.
    pub pictures: usize,
    /// True boards.
    pub boards: usize,
    /// True boards with a counterpart.
    pub found: usize,
    /// Boards read right.
    pub exact: usize,
    /// Boards with coordinates that were read turned by 180°.
    pub turned: usize,
    /// Boards without coordinates that were read turned by 180°.
    pub turned_unlabelled: usize,
    /// Wrong squares of found boards, in the better orientation.
    pub wrong_squares: usize,
    /// Found boards marked sure.
    pub sure: usize,
    /// Boards marked sure that are not exact.
    pub silent: usize,
    /// Found boards without a counterpart.
    pub extra: usize,
    /// Those of them that are marked sure.
    pub extra_sure: usize,
    /// Pictures without a board.
    pub negatives: usize,
    /// Those of them in which one was found.
    pub false_boards: usize,
    /// Pictures that could not be read.
    pub failed: usize,
}

/// Pairs every true board, in order, with the free found board that agrees best.
pub fn pair(truth: &[TrueBoard], found: &[Found]) -> (Vec<Option<Match>>, Vec<usize>) {
    let mut free: Vec<usize> = (0..found.len()).collect();
    let pairs = truth
        .iter()
        .map(|t| {
            let best = free
                .iter()
                .map(|&k| Match {
                    found: k,
                    wrong: differing(&t.placement, &found[k].placement),
                    turned: differing(&t.placement, &found[k].placement.rotated()),
                })
                .min_by_key(|m| m.wrong.min(m.turned))
                .filter(|m| m.wrong.min(m.turned) <= OTHER_BOARD)?;
            free.retain(|&k| k != best.found);
            Some(best)
        })
        .collect();
    (pairs, free)
}

fn differing(a: &Placement, b: &Placement) -> usize {
    a.0.iter().zip(&b.0).filter(|(x, y)| x != y).count()
}

/// Whether a board counts as exact.
pub fn is_exact(truth: &TrueBoard, m: &Match) -> bool {
    m.wrong == 0 || (m.turned == 0 && !truth.coordinates)
}

impl Counts {
    /// Counts a picture in.
    pub fn add(
        &mut self,
        truth: &[TrueBoard],
        found: &[Found],
        pairs: &[Option<Match>],
        extra: &[usize],
    ) {
        self.pictures += 1;
        self.boards += truth.len();
        self.extra += extra.len();
        self.extra_sure += extra.iter().filter(|&&k| found[k].sure).count();
        self.negatives += usize::from(truth.is_empty());
        self.false_boards += usize::from(truth.is_empty() && !found.is_empty());
        for (t, m) in truth.iter().zip(pairs) {
            let Some(m) = m else { continue };
            let exact = is_exact(t, m);
            let half_turn = m.wrong != 0 && m.turned == 0;
            let sure = found[m.found].sure;
            self.found += 1;
            self.exact += usize::from(exact);
            self.turned += usize::from(half_turn && t.coordinates);
            self.turned_unlabelled += usize::from(half_turn && !t.coordinates);
            self.wrong_squares += m.wrong.min(m.turned);
            self.sure += usize::from(sure);
            self.silent += usize::from(sure && !exact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(text: &str, coordinates: bool) -> TrueBoard {
        TrueBoard {
            placement: text.parse().unwrap(),
            bottom: None,
            coordinates,
            corners: None,
            quarters: 0,
            side: None,
        }
    }

    fn found(text: &str) -> Found {
        Found {
            placement: text.parse().unwrap(),
            sure: true,
        }
    }

    fn count(truth: &[TrueBoard], found: &[Found]) -> Counts {
        let (pairs, extra) = pair(truth, found);
        let mut counts = Counts::default();
        counts.add(truth, found, &pairs, &extra);
        counts
    }

    #[test]
    fn boards_are_paired_by_agreement_not_by_order() {
        let boards = [
            truth("8/8/8/8/8/8/8/K6k", true),
            truth(Placement::START, true),
        ];
        let c = count(
            &boards,
            &[found(Placement::START), found("8/8/8/8/8/8/8/K6k")],
        );
        assert_eq!((c.exact, c.extra, c.silent), (2, 0, 0));
    }

    #[test]
    fn a_half_turn_is_forgiven_only_without_coordinates() {
        let turned = found("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
        let c = count(&[truth(Placement::START, false)], &[turned]);
        assert_eq!(
            (c.exact, c.turned, c.turned_unlabelled, c.silent),
            (1, 0, 1, 0)
        );
        let c = count(&[truth(Placement::START, true)], &[turned]);
        assert_eq!(
            (c.exact, c.turned, c.turned_unlabelled, c.silent),
            (0, 1, 0, 1)
        );
    }

    #[test]
    fn another_board_is_extra() {
        let c = count(&[], &[found("8/8/8/8/8/8/8/K6k")]);
        assert_eq!(
            (c.extra, c.extra_sure, c.negatives, c.false_boards),
            (1, 1, 1, 1)
        );
        let full = "rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr";
        let c = count(&[truth("8/8/8/8/8/8/8/K6k", true)], &[found(full)]);
        assert_eq!((c.found, c.extra), (0, 1));
    }
}
