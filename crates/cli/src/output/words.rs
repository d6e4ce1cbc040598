//! What is said about a board in words, the same in all reports for people.

use fenlens::{
    BoardRecord, OrientationSource, Provenance,
    fen::{Color, Piece},
};
use std::fmt::Write;

/// Which side is at the bottom and how that is known, after how the board lies if not upright.
pub fn bottom(board: &BoardRecord) -> String {
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

/// Side to move and castling, and how they are known.
pub fn fields(board: &BoardRecord) -> String {
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
pub fn name(piece: Option<Piece>) -> String {
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
pub fn percent(p: f64) -> String {
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

/// The position on an analysis board.
pub fn lichess(board: &BoardRecord) -> String {
    let color = match board.bottom {
        Color::White => "",
        Color::Black => "?color=black",
    };
    format!(
        "https://lichess.org/analysis/standard/{}{color}",
        board.fen.replace(' ', "_")
    )
}

/// The position on another analysis board.
pub fn chesscom(board: &BoardRecord) -> String {
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
