//! Reads the tiles of a chess board with a small ONNX net on the CPU.
//!
//! ```text
//! Tiles ─classify▶ SquareProbs     64 × 13 calibrated probabilities
//! ```
//!
//! Class order: 0 empty, 1–6 the white men P N B R Q K, 7–12 the black men p n b r q k
//! ([`fenlens_fen::Piece::class_index`]). Nets sit behind small traits, [`SquareNet`] here and
//! [`fenlens_vision::detect::LatticeNet`] in the vision crate; [`LabelNet`] for the
//! coordinates at the edge, [`LineNet`] for captions; [`OnnxSquareNet`], [`OnnxLatticeNet`],
//! [`OnnxLabelNet`] and [`OnnxLineNet`] run them in tract.

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

mod card;
mod engine;
mod labels;
mod lattice;
mod lines;
mod models;
mod probs;
mod squares;

pub use card::{ModelCard, ModelError, TensorCard};
pub use engine::NetError;
pub use labels::{LABEL_CLASSES, LabelNet, OnnxLabelNet, no_labels};
pub use lattice::OnnxLatticeNet;
pub use lines::{LINE_LETTERS, LineNet, OnnxLineNet, STEP};
pub use probs::{CLASSES, Calibration, SquareProbs};
pub use squares::{Classifier, OnnxSquareNet, SquareNet};
