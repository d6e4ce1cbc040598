//! Draws a diagram: squares, marks, men, frame and coordinates, with the truth of all of it.
//!
//! The drawing is axis-aligned; its surround is transparent, so that a page or a desktop shows through.

mod astray;
mod draw;
mod frame;
mod labels;
mod marks;
mod random;
mod surface;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use fenlens_fen::{Color, Placement};
use fenlens_vision::Point;
use image::RgbaImage;

use crate::art::{PieceStyle, TextFont};

pub use astray::Astray;
pub use draw::draw_board;
pub use frame::Frame;
pub use labels::{LabelBox, LabelPlace, LabelSide, LabelStyle};
pub use marks::{Arrow, Marks, Star};
pub use surface::{Grain, Surface};

/// What a diagram is made for; decides which looks are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardKind {
    /// A site's or a program's board: colours, textures, marks.
    Screen,
    /// Ink on paper: drawn men on hatched, dotted or gray squares.
    Print,
    /// Set from a chess font, square by square. Families without squares of their own are drawn as [`BoardKind::Print`].
    Font,
}

/// All of a diagram's look.
#[derive(Clone, Debug)]
pub struct BoardStyle {
    /// What it is made for.
    pub kind: BoardKind,
    /// The squares.
    pub surface: Surface,
    /// What surrounds the field.
    pub frame: Frame,
    /// Width in squares and colour of lines between the squares, if there are any.
    pub grid: Option<(f32, [f32; 3])>,
    /// Width in squares of the space between squares, and its colour; 0 for none.
    pub gap: (f32, [f32; 3]),
    /// Coordinates.
    pub labels: LabelStyle,
    /// Marks on the squares.
    pub marks: Marks,
    /// The men.
    pub pieces: PieceStyle,
    /// Colour of the page or window around, straight RGB 0..=1.
    pub paper: [f32; 3],
    /// Colour of lines and text, straight RGB 0..=1.
    pub ink: [f32; 3],
    /// How many men, at most, stand out of place.
    pub astray: usize,
}

/// A drawn diagram and the truth about it.
#[derive(Clone, Debug)]
pub struct BoardDrawing {
    /// The picture, straight alpha; transparent outside frame and labels.
    pub image: RgbaImage,
    /// Corners of the squares in pixels of `image`: `lattice[row][column]`, from the top left.
    pub lattice: [[Point; 9]; 9],
    /// The men, FEN order.
    pub placement: Placement,
    /// The side at the bottom.
    pub bottom: Color,
    /// The men out of place.
    pub astray: Vec<Astray>,
    /// Every printed coordinate.
    pub labels: Vec<LabelBox>,
    /// Colour that belongs around the diagram.
    pub paper: [u8; 3],
    /// Colour of its lines and text.
    pub ink: [u8; 3],
    /// What was drawn, for reports.
    pub summary: Summary,
}

/// What was drawn, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What it is made for; as drawn, so [`BoardKind::Print`] where a family has no squares of its own.
    pub kind: BoardKind,
    /// Name of the family.
    pub family: String,
    /// Name of the way squares are filled: `flat`, `texture`, `hatch` and the like.
    pub fill: &'static str,
    /// Name of the kind of frame: `no-frame`, `thin`, `double` and the like.
    pub frame: &'static str,
    /// Pixels a square.
    pub square_px: u32,
}

impl BoardStyle {
    /// The plainest diagram: flat light and gray squares, no frame, no coordinates.
    pub fn plain(font: Arc<TextFont>) -> BoardStyle {
        BoardStyle {
            kind: BoardKind::Screen,
            surface: Surface::Flat {
                light: [0.94; 3],
                dark: [0.63; 3],
            },
            frame: Frame::None,
            grid: None,
            gap: (0.0, [0.0; 3]),
            labels: LabelStyle::none(font),
            marks: Marks::default(),
            pieces: PieceStyle::default(),
            paper: [1.0; 3],
            ink: [0.0; 3],
            astray: 0,
        }
    }
}

/// A straight colour 0..=1 as bytes.
fn bytes(rgb: [f32; 3]) -> [u8; 3] {
    rgb.map(|c| (c * 255.0 + 0.5).clamp(0.0, 255.0) as u8)
}

/// The colour `t` of the way from `a` to `b`.
fn mix(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * t)
}
