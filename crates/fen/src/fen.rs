//! The six fields of a FEN as a value, and how it is written.

use std::fmt;

use crate::moves::{self, EpCapture};
use crate::{Castling, CastlingStyle, Color, Men, Placement, Square};

/// A position with the five other fields of a FEN.
///
/// It holds what was written, right or wrong; [`crate::validate`] judges it. Printing is canonical: one blank between
/// fields, castling rights in the order `KQkq`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen {
    /// What stands where.
    pub placement: Placement,
    /// The side to move.
    pub turn: Color,
    /// The castling rights, as written.
    pub castling: Castling,
    /// The square that a pawn has just passed over in a double step, as written.
    pub ep: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, from 1. A written 0 is kept.
    pub fullmove: u32,
}

impl Fen {
    /// The start of a game.
    pub const START: Fen = Fen {
        placement: Placement::start(),
        turn: Color::White,
        castling: Castling::ALL,
        ep: None,
        halfmove: 0,
        fullmove: 1,
    };

    /// A placement with the assumed fields `w - - 0 1`; the start array gets `w KQkq - 0 1`.
    pub fn from_placement_default(placement: Placement) -> Fen {
        if placement == Placement::start() {
            return Fen::START;
        }
        Fen {
            placement,
            castling: Castling::NONE,
            ..Fen::START
        }
    }

    /// The text in a style of writing.
    pub fn to_text(&self, style: WriteStyle) -> String {
        let castling = self.castling.styled(&self.placement, style.castling);
        let ep = self.ep.filter(|&ep| match style.ep {
            EpStyle::AsRead => true,
            EpStyle::Capture => {
                let men = Men::new(&self.placement);
                moves::ep_capture(&men, self.turn, ep) == EpCapture::Legal
            }
        });
        Fen {
            castling,
            ep,
            ..*self
        }
        .to_string()
    }
}

/// When an en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EpStyle {
    /// As it was read: after every double step, where the writer kept to the standard. The default.
    #[default]
    AsRead,
    /// Only when a capture there is legal, as many programs want it.
    Capture,
}

/// The habits of writing a FEN in which programs differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteStyle {
    /// The letters of castling rights. Default: [`CastlingStyle::XFen`].
    pub castling: CastlingStyle,
    /// The en passant square. Default: [`EpStyle::AsRead`].
    pub ep: EpStyle,
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} ",
            self.placement,
            self.turn.to_char(),
            self.castling
        )?;
        match self.ep {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmove, self.fullmove)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_of_the_en_passant_square() {
        let written = |text: &str, ep| {
            let fen: Fen = text.parse().unwrap();
            fen.to_text(WriteStyle {
                ep,
                ..WriteStyle::default()
            })
        };
        let idle = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        assert_eq!(written(idle, EpStyle::AsRead), idle);
        assert_eq!(written(idle, EpStyle::Capture), idle.replace("e3", "-"));
        let real = "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
        assert_eq!(written(real, EpStyle::Capture), real);
    }

    #[test]
    fn defaults_of_a_bare_placement() {
        assert_eq!(
            Fen::from_placement_default(Placement::start()).to_string(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        assert_eq!(
            Fen::from_placement_default(Placement::EMPTY).to_string(),
            "8/8/8/8/8/8/8/8 w - - 0 1"
        );
    }
}
