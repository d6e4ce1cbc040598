//! Files, ranks and squares. A square's index runs in FEN order: a8 is 0, h8 is 7, h1 is 63.

use std::fmt;
use std::str::FromStr;

/// A file, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// 0 for the a-file to 7 for the h-file.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of an index 0..=7.
    pub const fn new(index: usize) -> Option<File> {
        if index < 8 {
            Some(File::ALL[index])
        } else {
            None
        }
    }

    /// The lower case letter of the file.
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a lower case letter a to h.
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// A rank, 1 to 8, counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Rank; 8] = [
        Rank::R1,
        Rank::R2,
        Rank::R3,
        Rank::R4,
        Rank::R5,
        Rank::R6,
        Rank::R7,
        Rank::R8,
    ];

    /// 0 for rank 1 to 7 for rank 8.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank of an index 0..=7 (0 is rank 1).
    pub const fn new(index: usize) -> Option<Rank> {
        if index < 8 {
            Some(Rank::ALL[index])
        } else {
            None
        }
    }

    /// The number on the board's edge, 1 to 8.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The digit of the rank.
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit 1 to 8.
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// A square of the board; its index runs in FEN order, a8 = 0 to h1 = 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank.
    pub const fn at(file: File, rank: Rank) -> Square {
        Square((7 - rank as u8) * 8 + file as u8)
    }

    /// The square of an index in FEN order, 0..=63.
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// All 64 squares in FEN order, a8, b8 … h1.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..64u8).map(Square)
    }

    /// The index in FEN order: 0 for a8 to 63 for h1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file.
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[7 - (self.0 >> 3) as usize]
    }

    /// True for the light squares (a8, h1 and those of their colour).
    pub const fn is_light(self) -> bool {
        ((self.0 >> 3) + self.0).is_multiple_of(2)
    }

    /// The square that takes this one's place when the board is turned by 180°: a8 becomes h1.
    pub const fn rotated(self) -> Square {
        Square(63 - self.0)
    }

    /// The square on the same file with the ranks in reverse order: a8 becomes a1.
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square `files` to the right and `ranks` up (towards rank 8), if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + files;
        let row = (self.0 >> 3) as i8 - ranks;
        if file >= 0 && file < 8 && row >= 0 && row < 8 {
            Some(Square((row * 8 + file) as u8))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The text is no square name such as `e4`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no square; expected a file a-h and a rank 1-8, such as e4")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char);
        let rank = chars.next().and_then(Rank::from_char);
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Square::at(file, rank)),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_run_in_fen_order() {
        let names: Vec<String> = Square::all().map(|s| s.to_string()).collect();
        assert_eq!((names[0].as_str(), names[7].as_str()), ("a8", "h8"));
        assert_eq!((names[56].as_str(), names[63].as_str()), ("a1", "h1"));
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(Square::new(square.index()), Some(square));
        }
    }

    #[test]
    fn light_squares_are_light() {
        let light = |name: &str| name.parse::<Square>().unwrap().is_light();
        assert!(light("a8") && light("h1") && light("e4"));
        assert!(!light("a1") && !light("h8") && !light("d4"));
    }

    #[test]
    fn turned_flipped_and_moved() {
        let e2: Square = "e2".parse().unwrap();
        assert_eq!(e2.rotated().to_string(), "d7");
        assert_eq!(e2.flipped().to_string(), "e7");
        assert_eq!(e2.offset(1, 2).unwrap().to_string(), "f4");
        assert_eq!(e2.offset(0, -2), None);
        assert_eq!(e2.offset(4, 0), None);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
