//! Draws a position: as an SVG picture or as text for the terminal. Pure functions from a placement to a string.

mod glyphs;
mod svg;
mod text;

pub use svg::{SvgOptions, svg};
pub use text::{TextStyle, text};

use crate::{Color, File, Rank, Square};

/// What all drawings have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The side at the bottom. Default: White.
    pub bottom: Color,
    /// Whether files and ranks are labelled outside the board. Default: true.
    pub coordinates: bool,
    /// Squares to be marked. Default: none.
    pub marked: Vec<Square>,
}

impl Default for View {
    fn default() -> View {
        View {
            bottom: Color::White,
            coordinates: true,
            marked: Vec::new(),
        }
    }
}

impl View {
    /// The square shown in a row (0 at the top) and column (0 at the left) of the drawing.
    fn square(&self, row: usize, column: usize) -> Square {
        let square = Square::at(File::ALL[column], Rank::ALL[7 - row]);
        match self.bottom {
            Color::White => square,
            Color::Black => square.rotated(),
        }
    }
}
