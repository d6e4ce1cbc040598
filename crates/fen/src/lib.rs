//! Squares, pieces, placements, FEN and EPD, and the validator that names every fault. No image code.

pub mod artwork;
mod castling;
pub mod draw;
mod fen;
mod piece;
mod placement;
#[cfg(feature = "serde")]
mod serde_text;
mod square;

pub use castling::{
    Castling, CastlingRight, CastlingStyle, Wing, castling_king, home_rank, possible_castling,
    rook_square,
};
pub use fen::Fen;
pub use piece::{Color, Piece, Role};
pub use placement::{Placement, PlacementError};
pub use square::{File, Rank, Square, SquareError};
