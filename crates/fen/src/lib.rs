//! Squares, men, placements, FEN and EPD, and the validator that names every fault. No image code.
//!
//! A text is read leniently and all its faults are named at once; a position is judged by a set of rules whose findings
//! have stable codes, squares, a sentence in four languages, and a way out where there is one. Whether a position can
//! be *reached* from the start of a game is out of scope; some positions that cannot are pointed out.
//!
//! ```
//! use fenlens_fen::{Code, Profile, check};
//!
//! let checked = check("rnbqkbnr/pp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Profile::Study);
//! assert!(checked.findings.has(Code::RankLength));
//! assert!(!checked.findings.is_ok());
//! ```

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

pub mod artwork;
mod attacks;
mod castling;
mod code;
pub mod draw;
pub mod epd;
mod fen;
mod finding;
pub mod foreign;
mod messages;
mod moves;
mod piece;
mod placement;
mod read;
mod rules;
#[cfg(feature = "serde")]
mod serde_finding;
#[cfg(feature = "serde")]
mod serde_text;
mod set;
mod square;
mod validator;

pub use attacks::Men;
pub use castling::{
    Castling, CastlingRight, CastlingStyle, Wing, castling_king, home_rank, possible_castling,
    rook_square,
};
pub use code::{Code, CodeError, CodeSet, Level, Profile, ProfileError, Severity};
pub use fen::{EpStyle, Fen, WriteStyle};
pub use finding::{Arg, Field, Finding, Findings, Place};
pub use messages::{Lang, LangError, template};
pub use moves::came_from;
pub use piece::{Color, Piece, Role};
pub use placement::{Placement, PlacementError};
pub use read::{FenError, Reading, read};
pub use rules::SecondChoice;
#[cfg(feature = "serde")]
pub use serde_finding::Spoken;
pub use set::SquareSet;
pub use square::{File, Rank, Square, SquareError};
pub use validator::{Checked, Validator, check, validate};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
