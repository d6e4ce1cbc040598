//! What stands where: the first field of a FEN.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::{Color, Piece, Role, Square};

/// The 64 squares in FEN order (a8 … h1), each with its man or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement(pub [Option<Piece>; 64]);

impl Placement {
    /// A board without men.
    pub const EMPTY: Placement = Placement([None; 64]);

    /// The placement field of the start array.
    pub const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// The start array.
    pub const fn start() -> Placement {
        use Role::{Bishop, King, Knight, Queen, Rook};
        const BACK: [Role; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut board = [None; 64];
        let mut file = 0;
        while file < 8 {
            board[file] = Some(Piece::new(Color::Black, BACK[file]));
            board[8 + file] = Some(Piece::new(Color::Black, Role::Pawn));
            board[48 + file] = Some(Piece::new(Color::White, Role::Pawn));
            board[56 + file] = Some(Piece::new(Color::White, BACK[file]));
            file += 1;
        }
        Placement(board)
    }

    /// The man on a square.
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Puts a man on a square, or clears it.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = piece;
    }

    /// The men with their squares, in FEN order.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all()
            .zip(self.0)
            .filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// The squares on which this man stands, in FEN order.
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |&square| self.get(square) == Some(piece))
    }

    /// How many of this man stand on the board.
    pub fn count(&self, piece: Piece) -> usize {
        self.0.iter().filter(|&&p| p == Some(piece)).count()
    }

    /// How many men of this colour stand on the board.
    pub fn count_color(&self, color: Color) -> usize {
        self.0.iter().flatten().filter(|p| p.color == color).count()
    }

    /// The square of the only king of this colour; nothing if there is none or more than one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let mut kings = self.squares_of(Piece::new(color, Role::King));
        match (kings.next(), kings.next()) {
            (Some(square), None) => Some(square),
            _ => None,
        }
    }

    /// The board turned by 180°: what stood on a8 stands on h1.
    #[must_use]
    pub fn rotated(&self) -> Placement {
        let mut board = self.0;
        board.reverse();
        Placement(board)
    }

    /// The board with its ranks in reverse order: what stood on a8 stands on a1.
    #[must_use]
    pub fn flipped(&self) -> Placement {
        Placement(std::array::from_fn(|i| self.0[i ^ 56]))
    }

    /// White and Black men exchanged, each staying on its square.
    #[must_use]
    pub fn colors_swapped(&self) -> Placement {
        Placement(
            self.0
                .map(|man| man.map(|p| Piece::new(p.color.other(), p.role))),
        )
    }
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::EMPTY
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, rank) in self.0.chunks_exact(8).enumerate() {
            if row > 0 {
                f.write_char('/')?;
            }
            let mut empty = 0u8;
            for man in rank {
                match man {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            f.write_char((b'0' + empty) as char)?;
                            empty = 0;
                        }
                        f.write_char(piece.to_char())?;
                    }
                }
            }
            if empty > 0 {
                f.write_char((b'0' + empty) as char)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Placement({self})")
    }
}

/// The text is no placement field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Not eight ranks.
    #[error("{0} ranks, expected 8, parted by /")]
    Ranks(usize),
    /// A rank that does not have eight squares.
    #[error("rank {rank} has {squares} squares, expected 8")]
    RankLength {
        /// The number of the rank, 8 for the first one written.
        rank: usize,
        /// How many squares are written.
        squares: usize,
    },
    /// A character that means nothing here.
    #[error("\"{found}\" at byte {offset}, expected one of PNBRQKpnbrqk, 1-8 or /")]
    Letter {
        /// The byte at which it starts.
        offset: usize,
        /// The character.
        found: char,
    },
}

impl FromStr for Placement {
    type Err = PlacementError;

    /// Reads the placement field exactly; the lenient reading, which names every fault, is that of a whole FEN.
    fn from_str(text: &str) -> Result<Placement, PlacementError> {
        let ranks = text.split('/').count();
        if ranks != 8 {
            return Err(PlacementError::Ranks(ranks));
        }
        let mut board = [None; 64];
        let mut offset = 0;
        for (row, rank) in text.split('/').enumerate() {
            let mut squares = 0;
            for (at, letter) in rank.char_indices() {
                match letter {
                    '1'..='8' => squares += letter as usize - '0' as usize,
                    _ => {
                        let piece = Piece::from_char(letter).ok_or(PlacementError::Letter {
                            offset: offset + at,
                            found: letter,
                        })?;
                        if squares < 8 {
                            board[row * 8 + squares] = Some(piece);
                        }
                        squares += 1;
                    }
                }
            }
            if squares != 8 {
                return Err(PlacementError::RankLength {
                    rank: 8 - row,
                    squares,
                });
            }
            offset += rank.len() + 1;
        }
        Ok(Placement(board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_array_reads_and_prints() {
        let start: Placement = Placement::START.parse().unwrap();
        assert_eq!(start, Placement::start());
        assert_eq!(start.to_string(), Placement::START);
        assert_eq!(start.king(Color::White).unwrap().to_string(), "e1");
        assert_eq!(start.count(Piece::new(Color::Black, Role::Pawn)), 8);
        assert_eq!(start.count_color(Color::White), 16);
    }

    #[test]
    fn turning_flipping_and_swapping() {
        let start = Placement::start();
        assert_eq!(
            start.rotated().to_string(),
            "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"
        );
        assert_eq!(
            start.flipped().to_string(),
            "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr"
        );
        assert_eq!(start.flipped().colors_swapped(), start);
        assert_eq!(start.rotated().rotated(), start);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| text.parse::<Placement>().unwrap_err();
        assert_eq!(fault("8/8/8"), PlacementError::Ranks(3));
        assert_eq!(
            fault("8/pp1pppp/8/8/8/8/8/8"),
            PlacementError::RankLength {
                rank: 7,
                squares: 7
            }
        );
        assert_eq!(
            fault("8/8/2x5/8/8/8/8/8"),
            PlacementError::Letter {
                offset: 5,
                found: 'x'
            }
        );
    }
}
