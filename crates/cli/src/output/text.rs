//! The confidence report for a person.

use super::words::{bottom, chesscom, fields, lichess, name, percent};
use crate::shown::{count, shown};
use fenlens::{
    BoardRecord, PictureRecord, Verdict,
    fen::{
        Placement,
        draw::{TextStyle, View, text},
    },
};
use std::fmt::Write;

/// How the report looks. The default suits a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Letters instead of chess symbols, for terminals without Unicode. Default: no.
    pub ascii: bool,
    /// Colours, as terminals understand them. Default: no.
    pub colour: bool,
    /// Width to fit into, in characters; FENs and links are never broken. Default: any.
    pub width: Option<usize>,
}

/// Width of the drawn board with its indent and the space beside it, in characters.
const BOARD: usize = 34;

/// Least width, in characters, at which what is said stands beside the board: lines of 60
/// characters are still easy to read.
const WIDE: usize = BOARD + 60;

const BOLD: &str = "1";
const GREEN: &str = "1;32";
const YELLOW: &str = "1;33";
const RED: &str = "1;31";

impl TextOptions {
    fn painted(&self, text: &str, colour: &str) -> String {
        if self.colour {
            format!("\u{1b}[{colour}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The report of a picture.
pub fn picture(record: &PictureRecord, options: &TextOptions) -> String {
    let mut out = String::new();
    let size = match (record.width, record.height) {
        (Some(width), Some(height)) => format!(", {width} by {height} pixels"),
        _ => String::new(),
    };
    let boards = match (&record.error, record.boards.len()) {
        (Some(error), _) => format!("not read: {}", shown(error)),
        (None, 0) => "no board found".into(),
        (None, n) => count(n, "board"),
    };
    let title = options.painted(&shown(&record.image), BOLD);
    let _ = writeln!(out, "{title}: {boards}{size}");
    for b in &record.boards {
        out.push('\n');
        board(&mut out, b, record.boards.len(), options);
    }
    out
}

fn board(out: &mut String, board: &BoardRecord, of: usize, options: &TextOptions) {
    let verdict = match board.verdict {
        Verdict::Sure => options.painted("sure", GREEN),
        Verdict::Check => options.painted("CHECK THIS", YELLOW),
    };
    if of > 1 {
        let _ = write!(out, "Board {}: ", board.index + 1);
    }
    let _ = writeln!(
        out,
        "{verdict}, {} likely to be right as a whole",
        percent(board.confidence)
    );
    let _ = writeln!(out, "\n  {}\n", options.painted(&board.fen, BOLD));
    let drawing = drawing(board, options);
    match options.width {
        Some(width) if width >= WIDE => {
            let mut beside = wrapped(&remarks(board), width - BOARD).into_iter();
            for line in drawing {
                let pad = BOARD.saturating_sub(line.chars().count());
                let line = marked(&line, options);
                let words = beside.next().unwrap_or_default();
                let _ = writeln!(out, "{}", format!("{line}{:pad$}{words}", "").trim_end());
            }
            for words in beside {
                let _ = writeln!(out, "{}", format!("{:BOARD$}{words}", "").trim_end());
            }
        }
        width => {
            for line in drawing {
                let _ = writeln!(out, "{}", marked(&line, options));
            }
            out.push('\n');
            for line in wrapped(&remarks(board), width.unwrap_or(usize::MAX)) {
                let _ = writeln!(out, "{line}");
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

/// The lines of the board, doubtful squares in brackets.
fn drawing(board: &BoardRecord, options: &TextOptions) -> Vec<String> {
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
    let drawn = text(&placement, &view, style);
    drawn.lines().map(|line| format!("  {line}")).collect()
}

/// A line of the board with its bracketed squares in red.
fn marked(line: &str, options: &TextOptions) -> String {
    if !options.colour {
        return line.to_owned();
    }
    line.replace('[', &format!("\u{1b}[{RED}m["))
        .replace(']', "]\u{1b}[0m")
}

/// All that is said about a board, in lines.
fn remarks(board: &BoardRecord) -> Vec<String> {
    let mut lines: Vec<String> = bottom(board).lines().map(String::from).collect();
    lines.push(fields(board));
    if board.doubtful().next().is_some() {
        lines.extend([String::new(), "Doubtful squares, in [ ]:".into()]);
    }
    lines.extend(board.doubtful().map(|s| {
        format!(
            "  {}  {} {}, or {} {}",
            s.square,
            name(s.piece),
            percent(s.p),
            name(s.second.piece),
            percent(s.second.p)
        )
    }));
    if !board.reasons.is_empty() {
        lines.extend([String::new(), "Why to check:".into()]);
    }
    lines.extend(board.reasons.iter().map(|reason| format!("  {reason}")));
    if !board.findings.is_empty() {
        lines.extend([String::new(), "About the position:".into()]);
    }
    for finding in &board.findings {
        lines.push(format!("  {}: {}", finding.severity, finding.message));
        lines.extend(finding.fix.iter().map(|fix| format!("    try {fix}")));
    }
    lines
}

/// The lines, broken between words where they are wider than `width`; what follows a break is
/// indented by two more. A FEN stays whole.
fn wrapped(lines: &[String], width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        if line.chars().count() <= width || line.trim_start().starts_with("try ") {
            out.push(line.clone());
            continue;
        }
        let mut row = " ".repeat(indent);
        let mut bare = true;
        for word in line.split_whitespace() {
            let space = usize::from(!bare);
            if !bare && row.chars().count() + space + word.chars().count() > width {
                out.push(std::mem::replace(&mut row, " ".repeat(indent + 2)));
                bare = true;
            }
            if !bare {
                row.push(' ');
            }
            row.push_str(word);
            bare = false;
        }
        out.push(row);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample::records;

    fn report(options: TextOptions) -> String {
        records().iter().map(|r| picture(r, &options)).collect()
    }

    #[test]
    fn narrow_terminals_break_words_and_no_fens() {
        let narrow = report(TextOptions {
            width: Some(30),
            ..TextOptions::default()
        });
        let long = |line: &&str| line.chars().count() > 30 && line.trim().contains(' ');
        let kept: Vec<&str> = narrow.lines().filter(long).collect();
        let whole = |line: &&str| {
            line.contains('/')
                || line.contains("pixels")
                || line.contains("as a whole")
                || line.contains("not read")
        };
        assert!(kept.iter().all(whole), "{kept:#?}");
        assert!(
            narrow.contains("\n  d1 white queen 61.2 %, or\n    black queen 38.0 %\n"),
            "{narrow}"
        );
    }

    #[test]
    fn wide_terminals_have_the_remarks_beside_the_board() {
        let wide = report(TextOptions {
            width: Some(120),
            ..TextOptions::default()
        });
        let beside = "  1  ·  ♔  ·  · [♕] ·  ·  ·       Black is assumed at the bottom";
        assert!(wide.contains(beside), "{wide}");
        assert!(wide.lines().count() < report(TextOptions::default()).lines().count());
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let plain = report(TextOptions::default());
        let mut coloured = report(TextOptions {
            colour: true,
            ..TextOptions::default()
        });
        assert!(coloured.contains("\u{1b}[1;31m[♕]\u{1b}[0m"), "{coloured}");
        for colour in [BOLD, GREEN, YELLOW, RED, "0"] {
            coloured = coloured.replace(&format!("\u{1b}[{colour}m"), "");
        }
        assert_eq!(coloured, plain);
    }

    #[test]
    fn letters_stand_for_men_where_symbols_cannot() {
        let ascii = report(TextOptions {
            ascii: true,
            ..TextOptions::default()
        });
        assert!(ascii.contains("  1  .  K  .  . [Q] .  .  .\n"), "{ascii}");
        assert!(ascii.is_ascii());
    }
}
