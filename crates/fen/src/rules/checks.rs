//! Checks that cannot stand on the board.

use super::Subject;
use crate::attacks::KING_STEPS;
use crate::moves::pushed_pawn;
use crate::{Arg, Code, Color, Finding, Piece, Role, Square, SquareSet};

pub(super) fn judge(subject: &mut Subject) {
    opposite_check(subject);
    let turn = subject.fen.turn;
    let Some(king) = subject.men.king(turn) else {
        return;
    };
    // Kings give no check; where they touch, that is told by itself.
    let kings = subject.men.role(Role::King);
    let checkers = subject.men.attackers(king, turn.other()).without(kings);
    if checkers.len() > 2 {
        subject.report(
            impossible(Code::CheckersSurplus, king, checkers).count("count", checkers.len()),
        );
    }
    if checkers.len() == 2 {
        let steppers = subject
            .men
            .role(Role::Knight)
            .or(subject.men.role(Role::Pawn))
            .and(checkers);
        if steppers.len() == 2 {
            subject.report(impossible(Code::CheckersStepping, king, checkers));
        } else if are_aligned(king, checkers) {
            subject.report(impossible(Code::CheckersAligned, king, checkers));
        }
    }
    check_before_ep(subject, king);
}

fn impossible(code: Code, king: Square, checkers: SquareSet) -> Finding {
    Finding::new(code)
        .with("king", Arg::Squares(vec![king]))
        .with("by", Arg::Squares(checkers.collect()))
        .on(checkers.or(SquareSet::of(king)))
}

/// The side not to move is in check by something other than the touching king, which is reported apart.
fn opposite_check(subject: &mut Subject) {
    let turn = subject.fen.turn;
    let kings = subject.men.of(turn.other(), Role::King);
    for king in kings {
        let by = subject.men.attackers(king, turn);
        let by = by.without(KING_STEPS[king.index()].and(subject.men.of(turn, Role::King)));
        if by.is_empty() {
            continue;
        }
        // With the other side to move the position is sound, unless that side's king is attacked as well.
        let other_safe = subject
            .men
            .of(turn, Role::King)
            .into_iter()
            .all(|king| !subject.men.attacked(king, turn.other()));
        let fix = other_safe.then(|| {
            subject.mended(|fen| {
                fen.turn = turn.other();
                fen.ep = None;
            })
        });
        subject.report(
            Finding::new(Code::OppositeCheck)
                .with("color", Arg::Color(turn.other()))
                .with("king", Arg::Squares(vec![king]))
                .with("by", Arg::Squares(by.collect()))
                .on(by.or(SquareSet::of(king)))
                .fixed(fix.flatten()),
        );
    }
}

/// True when the king stands between the two checking men on one line. A move can uncover a line piece, but the man that
/// moved would have come from that line, and no man passes over the king to give check from its other side.
fn are_aligned(king: Square, checkers: SquareSet) -> bool {
    let step = |from: Square| {
        let files = from.file().index() as i8 - king.file().index() as i8;
        let ranks = from.rank().index() as i8 - king.rank().index() as i8;
        (files.signum(), ranks.signum())
    };
    let mut steps = checkers.map(step);
    match (steps.next(), steps.next()) {
        (Some(one), Some(two)) => one == (-two.0, -two.1),
        _ => false,
    }
}

/// The en passant square tells the last move. With the pawn put back the king must not be in check, for then the side
/// that moved could have taken it.
fn check_before_ep(subject: &mut Subject, king: Square) {
    let turn = subject.fen.turn;
    if subject.has_ep_fault() {
        return;
    }
    let Some((ep, pushed)) = subject
        .fen
        .ep
        .and_then(|ep| Some((ep, pushed_pawn(turn, ep)?)))
    else {
        return;
    };
    let Some(origin) = origin(turn, ep) else {
        return;
    };
    let mut before = subject.men;
    before.clear(pushed);
    before.put(origin, Piece::new(turn.other(), Role::Pawn));
    let kings = before.role(Role::King);
    let attackers = before.attackers(king, turn.other()).without(kings);
    if attackers.is_empty() {
        return;
    }
    let fix = subject.mended(|fen| fen.ep = None);
    subject.report(
        impossible(Code::CheckBeforeEp, king, attackers)
            .with("pawn", Arg::Squares(vec![pushed]))
            .with("ep", Arg::Squares(vec![ep]))
            .fixed(fix),
    );
}

/// The square from which the pawn that passed over the en passant square came.
pub(super) fn origin(turn: Color, ep: Square) -> Option<Square> {
    ep.offset(0, if turn == Color::White { 1 } else { -1 })
}
