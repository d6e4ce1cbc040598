//! Reads pictures of chess diagrams: every board in a picture comes out as a FEN with the
//! confidence of each square, offline, on the CPU.
//!
//! ```no_run
//! use fenlens::{Given, Reader, ReaderParams};
//!
//! let reader = Reader::new(ReaderParams::default())?;
//! let bytes = std::fs::read("diagram.png")?;
//! for board in reader.read_bytes(&bytes, &Given::default())?.boards {
//!     println!("{} ({:?})", board.reading.fen, board.reading.verdict);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Reader`] has one method a stage; [`Reader::read`] only chains them:
//!
//! ```text
//! bytes ─decode▶ Picture ─detect▶ [BoardQuad] ─rectify▶ RectifiedBoard ─slice▶ Tiles
//!       ─classify▶ SquareProbs ─upright▶ Upright ─orient▶ Orientation ─assemble▶ Reading ─validate▶ Findings
//! ```
//!
//! Nothing here panics, whatever the bytes, the picture, what is given and the answers of nets are;
//! nothing prints, and nothing ends the process. `fuzz/` holds this up, and lints forbid the calls
//! that would. (A caller that makes the parts between stages itself keeps to the shapes that they
//! are documented with.)
//!
//! A caller may stop after any stage, replace one, or feed a corrected quad ([`Given::corners`]),
//! orientation or square back in. No stage reads or writes files. [`PictureRecord`] is the result
//! as JSON.

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

mod assemble;
mod captions;
mod coordinates;
mod fields;
mod given;
mod judge;
mod last_move;
mod orient;
mod params;
mod reader;
mod reason;
mod record;
mod surplus;
mod turn;
mod vote;

pub use assemble::{AssembleParams, Choice, Fit, Reading, SquareReading, Verdict};
pub use coordinates::LabelVote;
pub use fields::{CastlingChoice, Fields, FieldsGiven, Provenance};
pub use orient::{Conflict, OrientParams, Orientation, OrientationSource};
pub use params::{Boards, Crop, Given, JudgeParams, ReaderParams};
pub use reader::{BoardReading, ModelInfo, PictureReading, ReadError, Reader, Timings, Upright};
pub use reason::Reason;
pub use record::{
    BoardRecord, ChoiceRecord, FindingRecord, MsRecord, OrientationRecord, PictureRecord, SCHEMA,
    SquareRecord,
};
pub use turn::{Turn, TurnParams};

pub use fenlens_classify as classify;
pub use fenlens_fen as fen;
pub use fenlens_vision as vision;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
