//! One row a board (RFC 4180); a picture without a board, or one that could not be read, has a row
//! too.

use crate::shown::shown;
use fenlens::{BoardRecord, PictureRecord, Verdict};

/// The names of the columns.
pub fn header() -> String {
    row(&[
        "image",
        "board",
        "fen",
        "verdict",
        "confidence",
        "bottom",
        "orientation",
        "orientation_confidence",
        "doubtful",
        "reasons",
        "corners",
        "error",
    ]
    .map(String::from))
}

/// The rows of a picture.
pub fn picture(record: &PictureRecord) -> String {
    if record.boards.is_empty() {
        let mut cells = vec![String::new(); 12];
        cells[0].clone_from(&record.image);
        cells[3] = match record.error {
            Some(_) => "error".into(),
            None => "no board".into(),
        };
        cells[11] = record.error.clone().unwrap_or_default();
        return row(&cells);
    }
    record
        .boards
        .iter()
        .map(|board| row(&cells(&record.image, board)))
        .collect()
}

fn cells(image: &str, board: &BoardRecord) -> Vec<String> {
    let letter = |piece: Option<fenlens::fen::Piece>| match piece {
        Some(piece) => piece.to_char(),
        None => '-',
    };
    let doubtful: Vec<String> = board
        .doubtful()
        .map(|s| {
            format!(
                "{} {} {:.3} {} {:.3}",
                s.square,
                letter(s.piece),
                s.p,
                letter(s.second.piece),
                s.second.p
            )
        })
        .collect();
    let corners: Vec<String> = board
        .corners
        .iter()
        .map(|[x, y]| format!("{x:.1} {y:.1}"))
        .collect();
    vec![
        image.to_owned(),
        (board.index + 1).to_string(),
        board.fen.clone(),
        match board.verdict {
            Verdict::Sure => "sure".into(),
            Verdict::Check => "check".into(),
        },
        format!("{:.4}", board.confidence),
        board.bottom.to_string(),
        board.orientation.source.as_str().into(),
        format!("{:.4}", board.orientation.confidence),
        doubtful.join("; "),
        board.reasons.join("; "),
        corners.join(" "),
        String::new(),
    ]
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|c| cell(c)).collect();
    cells.join(",") + "\r\n"
}

/// A cell, quoted where needed; what a spreadsheet would take for a formula gets an apostrophe, and
/// control characters are written as escapes.
fn cell(text: &str) -> String {
    let text = shown(text);
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula {
        format!("'{text}")
    } else {
        text.into_owned()
    };
    if text.contains(['"', ',', ';', '\'']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_disarmed_and_quotes_doubled() {
        assert_eq!(cell("=HYPERLINK(1)"), "\"'=HYPERLINK(1)\"");
        assert_eq!(cell("@x"), "\"'@x\"");
        assert_eq!(cell("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(cell("plain 1"), "plain 1");
        assert_eq!(cell("a\r\n=b\u{1b}"), "a\\r\\n=b\\u{1b}");
    }
}
