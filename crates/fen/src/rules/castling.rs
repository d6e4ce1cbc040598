//! Castling rights against the kings and rooks at home.

use super::Subject;
use crate::{
    Arg, Castling, CastlingRight, CastlingStyle, Code, Color, File, Finding, Piece, Role, Square,
    Wing, castling_king, home_rank, rook_square,
};

pub(super) fn judge(subject: &mut Subject) {
    for color in Color::ALL {
        let rights: Castling = subject
            .fen
            .castling
            .iter()
            .filter(|right| right.color == color)
            .collect();
        if !rights.is_empty() {
            judge_side(subject, color, rights);
        }
    }
    style(subject);
}

/// True when a right is judged as in ordinary chess: `KQkq` unless the caller says Chess960.
fn is_ordinary(subject: &Subject, right: CastlingRight) -> bool {
    !subject.chess960 && !matches!(right.wing, Wing::File(_))
}

fn judge_side(subject: &mut Subject, color: Color, rights: Castling) {
    let king_at = |square| subject.fen.placement.get(square) == Some(Piece::new(color, Role::King));
    let e_square = Square::at(File::E, home_rank(color));
    let any_king = castling_king(&subject.fen.placement, color);
    let (with_king, without): (Vec<_>, Vec<_>) = rights.iter().partition(|&right| {
        if is_ordinary(subject, right) {
            king_at(e_square)
        } else {
            any_king.is_some()
        }
    });
    let without: Castling = without.into_iter().collect();
    if !without.is_empty() {
        let ordinary = without.iter().all(|right| is_ordinary(subject, right));
        let home = if ordinary {
            e_square.to_string()
        } else {
            format!("b{0}-g{0}", home_rank(color))
        };
        let fix = drop(subject, without);
        subject.report(
            Finding::new(Code::CastlingNoKing)
                .with("color", Arg::Color(color))
                .with("text", Arg::Text(without.to_string()))
                .with("home", Arg::Text(home))
                .on([e_square].into_iter().filter(|_| ordinary))
                .fixed(fix),
        );
    }
    let mut rooks: Vec<(CastlingRight, Square)> = Vec::new();
    for right in with_king {
        match rook(subject, right) {
            Ok(rook) => rooks.push((right, rook)),
            Err(missing) => no_rook(subject, right, missing),
        }
    }
    if let Some(king) = any_king {
        surplus(subject, color, king, &rooks);
    }
}

/// The rook of a right, or what to call the place where it is missing.
fn rook(subject: &Subject, right: CastlingRight) -> Result<Square, String> {
    let rank = right.home_rank();
    let corner = |file| {
        let square = Square::at(file, rank);
        let there = subject.fen.placement.get(square) == Some(Piece::new(right.color, Role::Rook));
        if there {
            Ok(square)
        } else {
            Err(square.to_string())
        }
    };
    match right.wing {
        Wing::KingSide if is_ordinary(subject, right) => corner(File::H),
        Wing::QueenSide if is_ordinary(subject, right) => corner(File::A),
        Wing::File(file) => corner(file),
        Wing::KingSide | Wing::QueenSide => {
            rook_square(&subject.fen.placement, right).ok_or_else(|| format!("a{rank}-h{rank}"))
        }
    }
}

fn no_rook(subject: &mut Subject, right: CastlingRight, missing: String) {
    let fix = drop(subject, [right].into_iter().collect());
    subject.report(
        Finding::new(Code::CastlingNoRook)
            .with("color", Arg::Color(right.color))
            .with("text", Arg::Text(right.to_char().to_string()))
            .on(missing.parse::<Square>().ok())
            .with("rook", Arg::Text(missing))
            .fixed(fix),
    );
}

/// Two rooks on one side of the king: at most one of them can still castle.
fn surplus(subject: &mut Subject, color: Color, king: Square, rooks: &[(CastlingRight, Square)]) {
    for king_side in [true, false] {
        let wing: Vec<(CastlingRight, Square)> = rooks
            .iter()
            .copied()
            .filter(|(_, rook)| (rook.file() > king.file()) == king_side)
            .collect();
        let mut squares: Vec<Square> = wing.iter().map(|&(_, rook)| rook).collect();
        squares.sort_unstable();
        squares.dedup();
        if squares.len() < 2 {
            continue;
        }
        let rights: Castling = wing.iter().map(|&(right, _)| right).collect();
        subject.report(
            Finding::new(Code::CastlingSurplus)
                .with("color", Arg::Color(color))
                .with("text", Arg::Text(rights.to_string()))
                .on(squares),
        );
    }
}

/// File letters where `KQkq` mean the same rooks.
fn style(subject: &mut Subject) {
    let written = subject.fen.castling;
    let faults = [
        Code::CastlingNoKing,
        Code::CastlingNoRook,
        Code::CastlingSurplus,
    ];
    if faults.into_iter().any(|code| subject.has(code)) {
        return;
    }
    let usual = written.styled(&subject.fen.placement, CastlingStyle::XFen);
    if usual == written {
        return;
    }
    let fix = subject.mended(|fen| fen.castling = usual);
    subject.report(
        Finding::new(Code::CastlingLetters)
            .with("found", Arg::Text(written.to_string()))
            .with("text", Arg::Text(usual.to_string()))
            .fixed(fix),
    );
}

fn drop(subject: &Subject, rights: Castling) -> Option<String> {
    subject.mended(|fen| rights.iter().for_each(|right| fen.castling.remove(right)))
}
