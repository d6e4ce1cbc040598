//! Finds chess boards in a picture, squares them up and cuts them into tiles.
//!
//! Each stage is one function that takes the previous stage's output:
//!
//! ```text
//! bytes ─decode▶ Picture ─without_bands▶ Picture ─detect▶ [BoardQuad] ─rectify▶ RectifiedBoard ─slice▶ Tiles
//! ```
//!
//! Coordinates are pixels of the upright picture, `f32`, origin at its top left corner, x to the
//! right, y down, a pixel's centre at +0.5. "Image order" is row-major from the top left of the
//! board as it lies in the picture. No stage reads or writes files, and nothing here knows the
//! rules of chess.

#![cfg_attr(
    not(test),
    warn(
        clippy::dbg_macro,
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

pub mod bands;
pub mod covered;
pub mod decode;
pub mod detect;
pub mod geometry;
pub mod labels;
pub mod lines;
pub mod mover;
pub mod picture;
pub mod rectify;
mod resample;
pub mod slice;
pub mod tint;
pub mod tones;

pub use bands::without_bands;
pub use covered::covered;
pub use decode::{DecodeError, DecodeLimits, decode};
pub use geometry::{Homography, Lattice, Point, Quad};
pub use labels::LabelWindows;
pub use lines::{LineStrip, TextLine, line_strip, text_lines};
pub use mover::{MoverMark, mover_mark};
pub use picture::Picture;
pub use rectify::{RectifiedBoard, RectifyParams, rectify, rectify_bent};
pub use slice::{Tiles, slice};
pub use tint::tinted;
