//! The half-move clock and the move number.

use super::Subject;
use crate::{Arg, Code, Color, Finding};

/// Half-moves without capture or pawn move after which a draw can be claimed.
const FIFTY_MOVES: u32 = 100;
/// Half-moves after which the game is drawn without a claim.
const SEVENTY_FIVE_MOVES: u32 = 150;

pub(super) fn judge(subject: &mut Subject) {
    let fen = subject.fen;
    let clock = fen.halfmove;
    if clock == 0 {
        return;
    }
    // A square that cannot be right does not tell of a double step.
    if subject.ep.is_some() && !subject.has_ep_fault() {
        let fix = subject.mended(|fen| fen.halfmove = 0);
        subject.report(
            Finding::new(Code::HalfmoveAfterDoubleStep)
                .count("count", clock as usize)
                .fixed(fix),
        );
    }
    let black = u64::from(fen.turn == Color::Black);
    let played = u64::from(fen.fullmove.max(1) - 1) * 2 + black;
    if u64::from(clock) > played {
        // The least move number at which the clock can stand there.
        let fix = subject.mended(|fen| {
            let half_moves = clock.saturating_sub(black as u32);
            fen.fullmove = half_moves.div_ceil(2).saturating_add(1);
        });
        subject.report(
            Finding::new(Code::HalfmoveTooLarge)
                .count("count", clock as usize)
                .count("fullmove", fen.fullmove as usize)
                .with("max", Arg::Number(played))
                .fixed(fix),
        );
    }
    let limit = match clock {
        SEVENTY_FIVE_MOVES.. => Code::SeventyFiveMoves,
        FIFTY_MOVES.. => Code::FiftyMoves,
        _ => return,
    };
    subject.report(Finding::new(limit).count("count", clock as usize));
}
