//! Sets of squares.

use crate::Square;

/// A set of squares; bit `i` is the square of index `i` (a8 is bit 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub u64);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Ranks 1 and 8.
    pub const BACK_RANKS: SquareSet = SquareSet(0xff00_0000_0000_00ff);
    /// The light squares: a8, h1 and those of their colour.
    pub const LIGHT: SquareSet = SquareSet(0xaa55_aa55_aa55_aa55);

    /// The set of one square.
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// True when no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True when the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The squares in both sets.
    #[must_use]
    pub const fn and(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// The squares in either set.
    #[must_use]
    pub const fn or(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// The first square in FEN order.
    pub const fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as usize)
    }

    /// The last square in FEN order.
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Square::new(63 - self.0.leading_zeros() as usize)
        }
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    /// Takes the first square in FEN order out of the set.
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| {
            set.or(SquareSet::of(square))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_and_back_ranks_hold_their_squares() {
        for square in Square::all() {
            assert_eq!(
                SquareSet::LIGHT.contains(square),
                square.is_light(),
                "{square}"
            );
            let back = matches!(square.rank().number(), 1 | 8);
            assert_eq!(SquareSet::BACK_RANKS.contains(square), back, "{square}");
        }
    }

    #[test]
    fn squares_come_out_in_fen_order() {
        let squares: Vec<Square> = ["e4", "a8", "h1"].map(|s| s.parse().unwrap()).to_vec();
        let set: SquareSet = squares.iter().copied().collect();
        let names: Vec<String> = set.map(|s| s.to_string()).collect();
        assert_eq!(names, ["a8", "e4", "h1"]);
        assert_eq!(set.last(), Some(squares[2]));
        assert_eq!(SquareSet::EMPTY.first(), None);
        assert_eq!(SquareSet::EMPTY.last(), None);
    }
}
