//! Finds the boards of a picture: proposing apart from judging.

use crate::Quad;

/// A board found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardQuad {
    /// Outer corners of the 8×8 field in picture pixels, clockwise from the board's top left as
    /// it lies in the picture.
    pub quad: Quad,
    /// How well the lattice fits, 0 (not at all) to 1.
    pub score: f32,
    /// Whether part of the field lies beyond the picture's edge.
    pub partial: bool,
}
