//! Seeded renderer of chess diagrams and their damage, with the truth of each.
//!
//! [`art`] holds families of men, textures and fonts; [`positions`] draws positions; [`board`] draws a diagram. The same
//! seed gives the same bytes.

pub mod art;
pub mod board;
pub mod damage;
pub mod export;
pub mod positions;
pub mod scene;

pub use art::{ArtError, ArtLibrary, Family, PieceStyle, Split};
pub use board::{Astray, BoardDrawing, BoardKind, BoardStyle, LabelBox, LabelSide, draw_board};
pub use positions::random_position;
