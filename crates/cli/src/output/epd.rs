//! One EPD record a board: four fields, the picture and the board's number as `id`, the verdict
//! with its confidence as `c0`, the reasons to check as `c1`.

use crate::shown::shown;
use fenlens::{PictureRecord, Verdict};
use std::fmt::Write;

/// The records of a picture's boards.
pub fn picture(record: &PictureRecord) -> String {
    let mut out = String::new();
    for board in &record.boards {
        let fields: Vec<&str> = board.fen.split(' ').take(4).collect();
        let id = format!("{}#{}", record.image, board.index + 1);
        let verdict = match board.verdict {
            Verdict::Sure => "sure",
            Verdict::Check => "check",
        };
        let _ = write!(
            out,
            "{} id {}; c0 {};",
            fields.join(" "),
            quoted(&id),
            quoted(&format!("{verdict}, confidence {:.4}", board.confidence))
        );
        if !board.reasons.is_empty() {
            let _ = write!(out, " c1 {};", quoted(&board.reasons.join("; ")));
        }
        out.push('\n');
    }
    out
}

/// A string operand; EPD has no way to write a quotation mark in one.
fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text).replace('"', "'"))
}
