//! The en passant square: rank, squares around it, and whether a capture is possible.

use super::{Subject, checks::origin};
use crate::moves::{self, EpCapture};
use crate::{Arg, Code, Color, Finding, Men, Piece, Rank, Role, Square};

pub(super) fn judge(subject: &mut Subject) {
    let Some(ep) = subject.ep else { return };
    let turn = subject.fen.turn;
    if ep.rank() != right_rank(turn) {
        // A square beside the right one, often that of the pawn itself, is mended; else it is dropped.
        let meant = Square::at(ep.file(), right_rank(turn));
        let sound = faults(&subject.men, turn, meant).is_empty();
        let fix = subject.mended(|fen| fen.ep = sound.then_some(meant));
        subject.report(
            Finding::new(Code::EpRank)
                .with("ep", Arg::Squares(vec![ep]))
                .with("color", Arg::Color(turn))
                .count("rank", right_rank(turn).number() as usize)
                .on([ep])
                .fixed(fix),
        );
        return;
    }
    let found = faults(&subject.men, turn, ep);
    let drop = if found.is_empty() {
        None
    } else {
        subject.mended(|fen| fen.ep = None)
    };
    for (code, square) in &found {
        let name = if *code == Code::EpOrigin {
            "origin"
        } else {
            "pawn"
        };
        subject.report(
            Finding::new(*code)
                .with("ep", Arg::Squares(vec![ep]))
                .with(name, Arg::Squares(vec![*square]))
                .on([*square])
                .fixed(drop.clone()),
        );
    }
    if !found.is_empty() {
        return;
    }
    let code = match moves::ep_capture(&subject.men, turn, ep) {
        EpCapture::Legal => return,
        EpCapture::None => Code::EpNoCapture,
        EpCapture::Pinned => Code::EpPinned,
    };
    let fix = subject.mended(|fen| fen.ep = None);
    subject.report(
        Finding::new(code)
            .with("ep", Arg::Squares(vec![ep]))
            .on([ep])
            .fixed(fix),
    );
}

/// The rank of every en passant square when this side is to move.
fn right_rank(turn: Color) -> Rank {
    match turn {
        Color::White => Rank::R6,
        Color::Black => Rank::R3,
    }
}

/// What is wrong around an en passant square on the right rank, each with the square concerned.
fn faults(men: &Men, turn: Color, ep: Square) -> Vec<(Code, Square)> {
    let pawn = Piece::new(turn.other(), Role::Pawn);
    let mut found = Vec::new();
    if men.occupied().contains(ep) {
        found.push((Code::EpOccupied, ep));
    }
    if let Some(pushed) = moves::pushed_pawn(turn, ep)
        && !men.of(pawn.color, pawn.role).contains(pushed)
    {
        found.push((Code::EpNoPawn, pushed));
    }
    if let Some(origin) = origin(turn, ep)
        && men.occupied().contains(origin)
    {
        found.push((Code::EpOrigin, origin));
    }
    found
}
