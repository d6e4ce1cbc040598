//! Positions that can be written but look wrong: turned, reversed, colours exchanged, or out of reach.

use super::{Subject, pawn_captures::least_captures};
use crate::{
    Arg, Code, Color, Fen, File, Finding, Men, Placement, Rank, Role, Square, Wing, foreign,
};

pub(super) fn judge(subject: &mut Subject) {
    upside_down(subject);
    // In Chess960 bishops may start on any square of the first rank.
    let chess960 = subject
        .fen
        .castling
        .iter()
        .any(|right| matches!(right.wing, Wing::File(_)));
    if !subject.chess960 && !chess960 {
        shut_in_bishops(subject);
    }
    pawn_captures(subject);
    foreign_letters(subject);
}

/// With fewer pawns than this, where they stand says little about which way up the board is: an ending may have three
/// or four pawns that are all far advanced.
const MIN_PAWNS: usize = 6;

/// The share of pawns beyond the middle from which a board looks upside down. In games the share stays below a half;
/// at three quarters a real board would need nearly all pawns of both sides to have run past each other.
const ASTRAY: (usize, usize) = (3, 4);

fn upside_down(subject: &mut Subject) {
    let men = &subject.men;
    let pawns = men.role(Role::Pawn);
    let astray = Color::ALL
        .into_iter()
        .map(|color| {
            men.of(color, Role::Pawn)
                .filter(|&pawn| beyond_middle(pawn, color))
                .count()
        })
        .sum::<usize>();
    if pawns.len() < MIN_PAWNS || astray * ASTRAY.1 < pawns.len() * ASTRAY.0 {
        return;
    }
    let kings_astray = Color::ALL.into_iter().all(|color| {
        men.of(color, Role::King)
            .all(|king| beyond_middle(king, color))
    });
    if !kings_astray {
        return;
    }
    if is_turned(men) {
        let fix = subject.mended(|fen| turn(fen, Placement::rotated, Square::rotated));
        subject.report(Finding::new(Code::BoardTurned).fixed(fix));
        return;
    }
    // Ranks in reverse order and colours exchanged look alike. A check tells them apart: after the mending the side
    // in check must be the side to move.
    let checked = |color: Color| {
        men.king(color)
            .is_some_and(|king| men.attacked(king, color.other()))
    };
    let turn_color = subject.fen.turn;
    let reversed = !checked(turn_color.other());
    let swapped = !checked(turn_color);
    let reversed_fix = subject.mended(|fen| turn(fen, Placement::flipped, Square::flipped));
    let swapped_fix = subject.mended(|fen| turn(fen, Placement::colors_swapped, |square| square));
    if reversed || !swapped {
        subject.report(Finding::new(Code::RanksReversed).fixed(reversed_fix));
    }
    if swapped || !reversed {
        subject.report(Finding::new(Code::ColoursSwapped).fixed(swapped_fix));
    }
}

/// Turns the board and drops an en passant square that no longer suits the side to move.
fn turn(fen: &mut Fen, board: fn(&Placement) -> Placement, square: fn(Square) -> Square) {
    fen.placement = board(&fen.placement);
    let rank = if fen.turn == Color::White {
        Rank::R6
    } else {
        Rank::R3
    };
    fen.ep = fen.ep.map(square).filter(|ep| ep.rank() == rank);
}

/// True for squares on the other side's half.
fn beyond_middle(square: Square, color: Color) -> bool {
    match color {
        Color::White => square.rank() >= Rank::R5,
        Color::Black => square.rank() <= Rank::R4,
    }
}

/// Kings on e or castled towards h, and queens on d, speak for reversed ranks; the mirrored files for a turned board.
/// A turned board is the commoner mishap, so it wins when nothing tells.
fn is_turned(men: &Men) -> bool {
    let king_files = |square: Square| match square.file() {
        File::E | File::G => -2,
        File::D | File::B => 2,
        File::F | File::H => -1,
        File::C | File::A => 1,
    };
    let queen_files = |square: Square| match square.file() {
        File::D => -1,
        File::E => 1,
        _ => 0,
    };
    let kings: i32 = men.role(Role::King).map(king_files).sum();
    let queens: i32 = men.role(Role::Queen).map(queen_files).sum();
    kings + queens >= 0
}

/// A bishop on its own first rank, not on its start square, with own unmoved pawns on all squares next to it.
fn shut_in_bishops(subject: &mut Subject) {
    for color in Color::ALL {
        let (home, second, forward) = match color {
            Color::White => (Rank::R1, Rank::R2, 1),
            Color::Black => (Rank::R8, Rank::R7, -1),
        };
        let pawns = subject.men.of(color, Role::Pawn);
        let bishops = subject.men.of(color, Role::Bishop);
        let shut_in: Vec<Square> = bishops
            .filter(|bishop| bishop.rank() == home && !matches!(bishop.file(), File::C | File::F))
            .filter(|bishop| {
                [-1, 1]
                    .into_iter()
                    .filter_map(|files| bishop.offset(files, forward))
                    .all(|next| next.rank() == second && pawns.contains(next))
            })
            .collect();
        if !shut_in.is_empty() {
            subject.report(
                Finding::new(Code::BishopShutIn)
                    .with("color", Arg::Color(color))
                    .on(shut_in),
            );
        }
    }
}

fn pawn_captures(subject: &mut Subject) {
    for color in Color::ALL {
        let pawns = subject.men.of(color, Role::Pawn);
        let other = subject.men.color(color.other()).len();
        // Other findings say more about such boards.
        if pawns.len() > 8 || other > 16 || subject.has(Code::PawnOnLastRank) {
            continue;
        }
        let missing = 16 - other;
        let needed = least_captures(pawns, color);
        if needed.is_some_and(|needed| needed <= missing) {
            continue;
        }
        // Pawns with no start square left need more captures than any game can have.
        let needed = needed.unwrap_or(16);
        subject.report(
            Finding::new(Code::PawnCaptures)
                .with("color", Arg::Color(color))
                .count("needed", needed)
                .count("missing", missing)
                .on(pawns),
        );
    }
}

fn foreign_letters(subject: &mut Subject) {
    let Some((words, board)) = foreign::likelier(&subject.fen.placement) else {
        return;
    };
    let fix = subject.mended(|fen| fen.placement = board);
    subject.report(
        Finding::new(Code::ForeignLettersPossible)
            .with("languages", Arg::Words(words))
            .fixed(fix),
    );
}
