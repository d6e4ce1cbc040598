//! Men: colour, role, and their FEN letters and class numbers.

use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// White, upper case in a FEN.
    White,
    /// Black, lower case in a FEN.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The other side.
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The letter of the side in a FEN: `w` or `b`.
    pub const fn to_char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The side that `w` or `b` stands for; nothing for other letters.
    pub const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// What kind of man it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Role {
    /// Pawn, `P`.
    Pawn,
    /// Knight, `N`.
    Knight,
    /// Bishop, `B`.
    Bishop,
    /// Rook, `R`.
    Rook,
    /// Queen, `Q`.
    Queen,
    /// King, `K`.
    King,
}

impl Role {
    /// All roles in class order: P N B R Q K.
    pub const ALL: [Role; 6] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];

    /// 0 for the pawn to 5 for the king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in upper case.
    pub const fn to_char(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role of an English letter in either case.
    pub const fn from_char(letter: char) -> Option<Role> {
        Some(match letter {
            'P' | 'p' => Role::Pawn,
            'N' | 'n' => Role::Knight,
            'B' | 'b' => Role::Bishop,
            'R' | 'r' => Role::Rook,
            'Q' | 'q' => Role::Queen,
            'K' | 'k' => Role::King,
            _ => return None,
        })
    }
}

/// A man: a role with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// All twelve men in class order: `PNBRQK`, then `pnbrqk`.
    pub const ALL: [Piece; 12] = {
        let mut all = [Piece::new(Color::White, Role::Pawn); 12];
        let mut i = 0;
        while i < 12 {
            let color = if i < 6 { Color::White } else { Color::Black };
            all[i] = Piece::new(color, Role::ALL[i % 6]);
            i += 1;
        }
        all
    };

    /// A man of this colour and role.
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn to_char(self) -> char {
        match self.color {
            Color::White => self.role.to_char(),
            Color::Black => self.role.to_char().to_ascii_lowercase(),
        }
    }

    /// The man of a FEN letter; nothing for any other character.
    pub const fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_char(letter) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }

    /// The class number of the recogniser: 1..=6 for `PNBRQK`, 7..=12 for `pnbrqk`; 0 is the empty square.
    pub const fn class_index(self) -> usize {
        self.color.index() * 6 + self.role.index() + 1
    }

    /// The man of a class number; nothing for 0 (empty) and for numbers above 12.
    pub const fn from_class_index(class: usize) -> Option<Piece> {
        if class >= 1 && class <= 12 {
            Some(Piece::ALL[class - 1])
        } else {
            None
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_classes_round_trip() {
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.class_index(), i + 1);
            assert_eq!(Piece::from_class_index(i + 1), Some(piece));
            assert_eq!(Piece::from_char(piece.to_char()), Some(piece));
        }
        let letters: String = Piece::ALL.iter().map(|p| p.to_char()).collect();
        assert_eq!(letters, "PNBRQKpnbrqk");
    }

    #[test]
    fn empty_and_unknown_are_no_pieces() {
        assert_eq!(Piece::from_class_index(0), None);
        assert_eq!(Piece::from_class_index(13), None);
        assert_eq!(Piece::from_char('x'), None);
        assert_eq!(Color::from_char('W'), None);
    }
}
