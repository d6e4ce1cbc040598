//! Castling rights as a set of letters, with the X-FEN and Shredder-FEN ways to write them for Chess960.
//!
//! `K` and `Q` mean the outermost rook on that side of the king; a file letter (`A`-`H`, `a`-`h`) names the rook's file.
//! The set keeps what was written, also when no king or rook stands there: judging that is the validator's work.

use std::fmt::{self, Write};

use crate::{Color, File, Piece, Placement, Rank, Role, Square};

/// Which rook a castling right speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// `K`: the outermost rook on the h-file side of the king.
    KingSide,
    /// `Q`: the outermost rook on the a-file side of the king.
    QueenSide,
    /// A file letter: the rook on that file.
    File(File),
}

/// One castling right: a side and the rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CastlingRight {
    /// Who may castle.
    pub color: Color,
    /// With which rook.
    pub wing: Wing,
}

impl CastlingRight {
    /// The right of a letter: `KQkq`, `A`-`H` or `a`-`h`.
    pub const fn from_char(letter: char) -> Option<CastlingRight> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let wing = match letter.to_ascii_lowercase() {
            'k' => Wing::KingSide,
            'q' => Wing::QueenSide,
            lower => match File::from_char(lower) {
                Some(file) => Wing::File(file),
                None => return None,
            },
        };
        Some(CastlingRight { color, wing })
    }

    /// The letter of the right.
    pub const fn to_char(self) -> char {
        let lower = match self.wing {
            Wing::KingSide => 'k',
            Wing::QueenSide => 'q',
            Wing::File(file) => file.to_char(),
        };
        match self.color {
            Color::White => lower.to_ascii_uppercase(),
            Color::Black => lower,
        }
    }

    /// The home rank of the side.
    pub const fn home_rank(self) -> Rank {
        home_rank(self.color)
    }

    /// The place of the letter in the order of writing: White's `K`, `Q`, `H` to `A`, then Black's.
    pub(crate) const fn order(self) -> usize {
        let slot = match self.wing {
            Wing::KingSide => 0,
            Wing::QueenSide => 1,
            Wing::File(file) => 9 - file.index(),
        };
        self.color.index() * 10 + slot
    }

    const fn bit(self) -> u32 {
        1 << self.order()
    }
}

/// The rank on which a side's king and rooks start: 1 for White, 8 for Black.
pub const fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::R1,
        Color::Black => Rank::R8,
    }
}

/// A set of castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling(u32);

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingStyle {
    /// The letters as they were read.
    AsRead,
    /// `KQkq` wherever the rook is the outermost one, else its file letter. The default; engines read it.
    #[default]
    XFen,
    /// Always the file letter of the rook (`HAha`), as Shredder writes Chess960.
    Shredder,
}

impl Castling {
    /// No right.
    pub const NONE: Castling = Castling(0);
    /// `KQkq`.
    pub const ALL: Castling = Castling(0b11 | 0b11 << 10);

    /// True when there is no right.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when the set has this right, as it is written.
    pub const fn contains(self, right: CastlingRight) -> bool {
        self.0 & right.bit() != 0
    }

    /// Adds a right; false when it was there already.
    pub const fn insert(&mut self, right: CastlingRight) -> bool {
        let new = !self.contains(right);
        self.0 |= right.bit();
        new
    }

    /// Takes a right away.
    pub const fn remove(&mut self, right: CastlingRight) {
        self.0 &= !right.bit();
    }

    /// The rights in the order of writing: White's `K`, `Q`, `H` to `A`, then Black's.
    pub fn iter(self) -> impl Iterator<Item = CastlingRight> {
        ALL_RIGHTS
            .into_iter()
            .filter(move |&right| self.contains(right))
    }

    /// The same rights in another style, as far as the rooks that they speak of stand on the board.
    #[must_use]
    pub fn styled(self, placement: &Placement, style: CastlingStyle) -> Castling {
        let mut styled = Castling::NONE;
        for right in self.iter() {
            let wing = match (style, rook_square(placement, right)) {
                (CastlingStyle::AsRead, _) | (_, None) => right.wing,
                (CastlingStyle::Shredder, Some(rook)) => Wing::File(rook.file()),
                (CastlingStyle::XFen, Some(rook)) => [Wing::KingSide, Wing::QueenSide]
                    .into_iter()
                    .find(|&wing| {
                        rook_square(
                            placement,
                            CastlingRight {
                                color: right.color,
                                wing,
                            },
                        ) == Some(rook)
                    })
                    .unwrap_or(right.wing),
            };
            styled.insert(CastlingRight {
                color: right.color,
                wing,
            });
        }
        styled
    }
}

const ALL_RIGHTS: [CastlingRight; 20] = {
    let mut all = [CastlingRight {
        color: Color::White,
        wing: Wing::KingSide,
    }; 20];
    let mut i = 0;
    while i < 20 {
        let color = if i < 10 { Color::White } else { Color::Black };
        let wing = match i % 10 {
            0 => Wing::KingSide,
            1 => Wing::QueenSide,
            slot => Wing::File(File::ALL[9 - slot]),
        };
        all[i] = CastlingRight { color, wing };
        i += 1;
    }
    all
};

impl FromIterator<CastlingRight> for Castling {
    fn from_iter<I: IntoIterator<Item = CastlingRight>>(rights: I) -> Castling {
        let mut set = Castling::NONE;
        for right in rights {
            set.insert(right);
        }
        set
    }
}

impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_char('-');
        }
        self.iter()
            .try_for_each(|right| f.write_char(right.to_char()))
    }
}

/// The rook that a right speaks of: on the home rank, on its side of the side's king, which must stand there too.
pub fn rook_square(placement: &Placement, right: CastlingRight) -> Option<Square> {
    let king = castling_king(placement, right.color)?;
    let rook = Piece::new(right.color, Role::Rook);
    let is_rook = |file: usize| {
        let square = Square::at(File::ALL[file], right.home_rank());
        (placement.get(square) == Some(rook)).then_some(square)
    };
    match right.wing {
        Wing::KingSide => (king.file().index() + 1..8).rev().find_map(is_rook),
        Wing::QueenSide => (0..king.file().index()).find_map(is_rook),
        Wing::File(file) => is_rook(file.index()),
    }
}

/// The king that may castle: one on the home rank, not in a corner (a rook must fit on each side); the first from the a-file if there are more.
pub fn castling_king(placement: &Placement, color: Color) -> Option<Square> {
    let king = Some(Piece::new(color, Role::King));
    File::ALL[1..7]
        .iter()
        .map(|&file| Square::at(file, home_rank(color)))
        .find(|&square| placement.get(square) == king)
}

/// The rights that an ordinary game could still have: king on e1 or e8 and rook in the corner.
///
/// A picture cannot show whether they have moved, so these are possible, never certain.
pub fn possible_castling(placement: &Placement) -> Castling {
    let mut possible = Castling::NONE;
    for color in Color::ALL {
        let at = |file| placement.get(Square::at(file, home_rank(color)));
        if at(File::E) != Some(Piece::new(color, Role::King)) {
            continue;
        }
        for (file, wing) in [(File::H, Wing::KingSide), (File::A, Wing::QueenSide)] {
            if at(file) == Some(Piece::new(color, Role::Rook)) {
                possible.insert(CastlingRight { color, wing });
            }
        }
    }
    possible
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(letters: &str) -> Castling {
        letters
            .chars()
            .map(|c| CastlingRight::from_char(c).unwrap())
            .collect()
    }

    fn board(text: &str) -> Placement {
        text.parse().unwrap()
    }

    #[test]
    fn letters_round_trip_in_order() {
        assert_eq!(set("qkQK"), Castling::ALL);
        assert_eq!(set("qkQK").to_string(), "KQkq");
        assert_eq!(set("ahAH").to_string(), "HAha");
        assert_eq!(Castling::NONE.to_string(), "-");
        assert_eq!(CastlingRight::from_char('x'), None);
        for right in ALL_RIGHTS {
            assert_eq!(CastlingRight::from_char(right.to_char()), Some(right));
        }
    }

    #[test]
    fn possible_rights_need_king_and_rook_at_home() {
        assert_eq!(possible_castling(&Placement::start()).to_string(), "KQkq");
        let one = board("r3k3/8/8/8/8/8/8/1R2K2R");
        assert_eq!(possible_castling(&one).to_string(), "Kq");
        assert_eq!(
            possible_castling(&board("4k3/8/8/8/8/8/8/R2K3R")),
            Castling::NONE
        );
    }

    #[test]
    fn styles_for_chess960() {
        let outer = board("1r2k1r1/8/8/8/8/8/8/1R2K1R1");
        assert_eq!(
            set("KQkq")
                .styled(&outer, CastlingStyle::Shredder)
                .to_string(),
            "GBgb"
        );
        assert_eq!(
            set("GBgb").styled(&outer, CastlingStyle::XFen).to_string(),
            "KQkq"
        );
        let inner = board("4k3/8/8/8/8/8/8/4KR1R");
        assert_eq!(
            set("F").styled(&inner, CastlingStyle::XFen).to_string(),
            "F"
        );
        assert_eq!(
            set("H").styled(&inner, CastlingStyle::XFen).to_string(),
            "K"
        );
        let nothing = board("4k3/8/8/8/8/8/8/4K3");
        assert_eq!(
            set("KQ")
                .styled(&nothing, CastlingStyle::Shredder)
                .to_string(),
            "KQ"
        );
    }
}
