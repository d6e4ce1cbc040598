//! One PGN game a board: the position in the tags `SetUp` and `FEN`, and no moves.

use crate::shown::shown;
use fenlens::{PictureRecord, Verdict};
use std::fmt::Write;

/// The games of a picture's boards.
pub fn picture(record: &PictureRecord) -> String {
    let mut out = String::new();
    for board in &record.boards {
        let round = (board.index + 1).to_string();
        let verdict = match board.verdict {
            Verdict::Sure => "sure",
            Verdict::Check => "check",
        };
        let confidence = format!("{:.4}", board.confidence);
        let tags = [
            ("Event", record.image.as_str()),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &round),
            ("White", "?"),
            ("Black", "?"),
            ("Result", "*"),
            ("SetUp", "1"),
            ("FEN", &board.fen),
            ("Verdict", verdict),
            ("Confidence", &confidence),
        ];
        for (name, value) in tags {
            let _ = writeln!(out, "[{name} \"{}\"]", escaped(value));
        }
        out.push('\n');
        for reason in &board.reasons {
            let _ = writeln!(out, "{{ {} }}", shown(reason).replace(['{', '}'], ""));
        }
        out.push_str("*\n\n");
    }
    out
}

/// A tag's value, with what PGN escapes; control characters are shown.
fn escaped(text: &str) -> String {
    shown(text)
        .chars()
        .flat_map(|c| {
            let escape = matches!(c, '"' | '\\').then_some('\\');
            escape.into_iter().chain([c])
        })
        .collect()
}
