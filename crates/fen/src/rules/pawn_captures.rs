//! How many captures a pawn structure needs at least.

use crate::{Color, Square, SquareSet};

/// The least number of captures by which pawns can have come from eight different start squares to where they stand,
/// or nothing if they cannot have come there at all. At most eight pawns, none of them on the last ranks.
///
/// A pawn changes its file by one with each capture, and moves forward by at least one rank each time. The cheapest
/// way to share out the start squares is found over all subsets of them, pawn by pawn: 8 × 256 steps.
pub(super) fn least_captures(pawns: SquareSet, color: Color) -> Option<usize> {
    if on_different_files(pawns) {
        return Some(0);
    }
    const UNREACHED: u8 = u8::MAX;
    let mut cost = [UNREACHED; 256];
    cost[0] = 0;
    for pawn in pawns {
        let mut next = [UNREACHED; 256];
        for (taken, &so_far) in cost
            .iter()
            .enumerate()
            .filter(|&(_, &cost)| cost != UNREACHED)
        {
            for file in 0..8usize {
                let captures = file.abs_diff(pawn.file().index());
                if taken >> file & 1 == 0 && captures <= advance(pawn, color) {
                    let slot = &mut next[taken | 1 << file];
                    *slot = (*slot).min(so_far + captures as u8);
                }
            }
        }
        cost = next;
    }
    cost.into_iter()
        .min()
        .filter(|&least| least != UNREACHED)
        .map(usize::from)
}

fn on_different_files(pawns: SquareSet) -> bool {
    let mut files = 0u8;
    pawns.into_iter().all(|pawn| {
        let bit = 1 << pawn.file().index();
        let new = files & bit == 0;
        files |= bit;
        new
    })
}

/// How many ranks a pawn has come forward from its start rank.
fn advance(pawn: Square, color: Color) -> usize {
    match color {
        Color::White => pawn.rank().index().saturating_sub(1),
        Color::Black => 6usize.saturating_sub(pawn.rank().index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(names: &str, color: Color) -> Option<usize> {
        let pawns = names
            .split(' ')
            .map(|name| name.parse::<Square>().unwrap())
            .collect();
        least_captures(pawns, color)
    }

    #[test]
    fn single_files_need_no_capture() {
        assert_eq!(least("a2 b7 c4 h3", Color::White), Some(0));
    }

    #[test]
    fn doubled_pawns_need_one_and_a_pile_needs_many() {
        assert_eq!(least("c3 c2", Color::White), Some(1));
        assert_eq!(least("a2 a3 a4 a5 a6", Color::White), Some(10));
        assert_eq!(least("a7 a6 a5 a4 a3", Color::Black), Some(10));
        // The cheapest sharing crosses none: e3 from d2, e4 from f2.
        assert_eq!(least("e2 e3 e4", Color::White), Some(2));
    }

    #[test]
    fn pawns_that_have_no_start_square_cannot_be_there() {
        assert_eq!(least("a2 b2 a3", Color::White), None);
        assert_eq!(least("a7 b7 a6", Color::Black), None);
        assert_eq!(least("a2 b2 a4", Color::White), Some(2));
    }
}
