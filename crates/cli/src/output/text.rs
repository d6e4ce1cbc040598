//! The confidence report for a person.

use fenlens::{
    BoardRecord, OrientationSource, PictureRecord, Provenance, Verdict,
    fen::{
        Color, Piece, Placement,
        draw::{TextStyle, View, text},
    },
};
use std::fmt::Write;

/// How the report looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Letters instead of chess symbols, for terminals without Unicode.
    pub ascii: bool,
}

/// The report of a picture.
pub fn picture(record: &PictureRecord, options: &TextOptions) -> String {
    let mut out = String::new();
    let size = match (record.width, record.height) {
        (Some(width), Some(height)) => format!(", {width} by {height} pixels"),
        _ => String::new(),
    };
    let boards = match (&record.error, record.boards.len()) {
        (Some(error), _) => format!("not read: {error}"),
        (None, 0) => "no board found".into(),
        (None, 1) => "1 board".into(),
        (None, n) => format!("{n} boards"),
    };
    let _ = writeln!(out, "{}: {boards}{size}", record.image);
    for b in &record.boards {
        out.push('\n');
        board(&mut out, b, record.boards.len(), options);
    }
    out
}

fn board(out: &mut String, board: &BoardRecord, of: usize, options: &TextOptions) {
    let verdict = match board.verdict {
        Verdict::Sure => "sure",
        Verdict::Check => "CHECK THIS",
    };
    if of > 1 {
        let _ = write!(out, "Board {}: ", board.index + 1);
    }
    let _ = writeln!(
        out,
        "{verdict}, {} likely to be right as a whole",
        percent(board.confidence)
    );
    let _ = writeln!(out, "\n  {}\n", board.fen);

    let view = View {
        bottom: board.bottom,
        coordinates: true,
        marked: board.doubtful().map(|s| s.square).collect(),
    };
    let style = if options.ascii {
        TextStyle::Ascii
    } else {
        TextStyle::Unicode
    };
    let mut placement = Placement::EMPTY;
    for s in &board.squares {
        placement.set(s.square, s.piece);
    }
    for line in text(&placement, &view, style).lines() {
        let _ = writeln!(out, "  {line}");
    }
    out.push('\n');
    let _ = writeln!(out, "{}", bottom(board));
    let _ = writeln!(out, "{}", fields(board));

    if board.doubtful().next().is_some() {
        out.push_str("\nDoubtful squares, in [ ] above:\n");
        for s in board.doubtful() {
            let _ = writeln!(
                out,
                "  {}  {} {}, or {} {}",
                s.square,
                name(s.piece),
                percent(s.p),
                name(s.second.piece),
                percent(s.second.p)
            );
        }
    }
    if !board.reasons.is_empty() {
        out.push_str("\nWhy to check:\n");
        for reason in &board.reasons {
            let _ = writeln!(out, "  {reason}");
        }
    }
    if !board.findings.is_empty() {
        out.push_str("\nAbout the position:\n");
        for finding in &board.findings {
            let _ = writeln!(out, "  {}: {}", finding.severity, finding.message);
            if let Some(fix) = &finding.fix {
                let _ = writeln!(out, "    try {fix}");
            }
        }
    }
    let _ = writeln!(
        out,
        "\nAnalyse:\n  {}\n  {}",
        lichess(board),
        chesscom(board)
    );
}

fn bottom(board: &BoardRecord) -> String {
    let side = capital(board.bottom);
    let sure = percent(board.orientation.confidence);
    let line = match board.orientation.source {
        OrientationSource::Coordinates => {
            format!("{side} is at the bottom: the coordinates say so ({sure}).")
        }
        OrientationSource::Pieces => {
            format!("{side} is at the bottom: the men say so ({sure}).")
        }
        OrientationSource::Caller => format!("{side} is at the bottom, as you said."),
        OrientationSource::Assumed => format!(
            "{side} is assumed at the bottom ({sure} likely); if not, add --bottom {}.",
            board.bottom.other()
        ),
    };
    match board.orientation.turned {
        0 => line,
        180 => format!("The board lies upside down in the picture.\n{line}"),
        turned => format!("The board lies turned by {turned}° clockwise in the picture.\n{line}"),
    }
}

fn fields(board: &BoardRecord) -> String {
    let mut parts = board.fen.split(' ').skip(1);
    let side = match parts.next() {
        Some("b") => "Black",
        _ => "White",
    };
    let castling = parts.next().unwrap_or("-");
    let known = |p: Provenance| match p {
        Provenance::Seen => "seen",
        Provenance::Inferred => "from the position",
        Provenance::Given => "given",
        Provenance::Assumed => "assumed",
    };
    let mut line = format!(
        "{side} to move ({}), castling {castling} ({}",
        known(board.fields.side),
        known(board.fields.castling)
    );
    if board.possible_castling != castling && board.possible_castling != "-" {
        let _ = write!(line, "; {} possible", board.possible_castling);
    }
    line + ")."
}

/// A piece in words.
fn name(piece: Option<Piece>) -> String {
    piece.map_or_else(
        || "empty".into(),
        |p| format!("{} {}", p.color, format!("{:?}", p.role).to_lowercase()),
    )
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Three digits where they matter; never 100 % of what is less.
fn percent(p: f64) -> String {
    if p >= 1.0 {
        "100 %".into()
    } else if p > 0.9995 {
        "over 99.9 %".into()
    } else if p > 0.0 && p < 0.0005 {
        "under 0.1 %".into()
    } else {
        format!("{:.1} %", 100.0 * p)
    }
}

fn lichess(board: &BoardRecord) -> String {
    let color = match board.bottom {
        Color::White => "",
        Color::Black => "?color=black",
    };
    format!(
        "https://lichess.org/analysis/standard/{}{color}",
        board.fen.replace(' ', "_")
    )
}

fn chesscom(board: &BoardRecord) -> String {
    let flip = match board.bottom {
        Color::White => "",
        Color::Black => "&flip=true",
    };
    format!(
        "https://www.chess.com/analysis?fen={}{flip}",
        board.fen.replace(' ', "%20")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_short_of_certain_is_called_so() {
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.99999), "over 99.9 %");
        assert_eq!(percent(0.9), "90.0 %");
        assert_eq!(percent(0.0001), "under 0.1 %");
    }
}
