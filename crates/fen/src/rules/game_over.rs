//! Mate, stalemate, and positions in which nobody can mate.

use super::Subject;
use crate::moves;
use crate::{Arg, Code, File, Finding, Role, SquareSet, castling_king};

pub(super) fn judge(subject: &mut Subject) {
    let turn = subject.fen.turn;
    let (Some(king), Some(other)) = (subject.men.king(turn), subject.men.king(turn.other())) else {
        return;
    };
    // What follows is only told of positions that can stand on a board.
    if subject.has(Code::PawnOnLastRank) || subject.men.attacked(other, turn) {
        return;
    }
    if is_dead(subject) {
        subject.report(Finding::new(Code::DeadPosition));
    }
    if may_castle_oddly(subject) || has_move(subject) {
        return;
    }
    let checkers = subject.men.attackers(king, turn.other());
    let code = if checkers.is_empty() {
        Code::Stalemate
    } else {
        Code::Checkmate
    };
    subject.report(
        Finding::new(code)
            .with("color", Arg::Color(turn))
            .on(checkers.or(SquareSet::of(king))),
    );
}

fn has_move(subject: &Subject) -> bool {
    if subject.has_ep_fault() {
        let fen = crate::Fen {
            ep: None,
            ..*subject.fen
        };
        return moves::has_legal_move(&fen, &subject.men);
    }
    moves::has_legal_move(subject.fen, &subject.men)
}

/// In Chess960 castling can be the only legal move; then no stalemate is claimed.
fn may_castle_oddly(subject: &Subject) -> bool {
    let turn = subject.fen.turn;
    let king = castling_king(&subject.fen.placement, turn);
    king.is_some_and(|king| king.file() != File::E)
        && subject.fen.castling.iter().any(|right| right.color == turn)
}

/// Bare kings, one minor piece, or bishops on squares of one colour only.
fn is_dead(subject: &Subject) -> bool {
    let men = &subject.men;
    let mating = [Role::Pawn, Role::Rook, Role::Queen];
    if mating.into_iter().any(|role| !men.role(role).is_empty()) {
        return false;
    }
    let knights = men.role(Role::Knight).len();
    let bishops = men.role(Role::Bishop);
    let light = bishops.and(SquareSet::LIGHT).len();
    match (knights, bishops.len()) {
        (0, all) => light == 0 || light == all,
        (1, 0) => true,
        _ => false,
    }
}
