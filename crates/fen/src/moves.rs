//! Just enough of the rules of movement to tell mate, stalemate and possible en passant captures.
//!
//! A move generator of its own, because all that is asked is whether there is one legal move: a hundred lines on
//! boards that need not be legal, where a library would refuse the board.

use crate::attacks::{DIRECTIONS, KING_STEPS, KNIGHT_STEPS, PAWN_STRIKES};
use crate::{Color, Fen, File, Men, Piece, Placement, Rank, Role, Square, SquareSet};

/// Whether a pawn can capture on the en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpCapture {
    /// No pawn stands beside the one that moved.
    None,
    /// A pawn stands there, but capturing would leave the own king in check.
    Pinned,
    /// A capture is legal.
    Legal,
}

/// Looks for a capture on the square; the square is taken to be a sound en passant square of the position.
pub fn ep_capture(men: &Men, turn: Color, ep: Square) -> EpCapture {
    let capturers = PAWN_STRIKES[turn.other().index()][ep.index()].and(men.of(turn, Role::Pawn));
    let mut found = EpCapture::None;
    for from in capturers {
        let mut after = *men;
        if let Some(pushed) = pushed_pawn(turn, ep) {
            after.clear(pushed);
        }
        if leaves_king_safe(after, turn, from, ep) {
            return EpCapture::Legal;
        }
        found = EpCapture::Pinned;
    }
    found
}

/// The square of the pawn that has just passed over the en passant square: one step towards its own far side.
pub fn pushed_pawn(turn: Color, ep: Square) -> Option<Square> {
    ep.offset(0, if turn == Color::White { -1 } else { 1 })
}

/// True when the side to move has a legal move. Castling is left out: wherever it is legal in ordinary chess, the
/// king's step towards the rook is legal as well.
pub fn has_legal_move(fen: &Fen, men: &Men) -> bool {
    let turn = fen.turn;
    let own = men.color(turn);
    if let Some(ep) = fen.ep
        && ep_capture(men, turn, ep) == EpCapture::Legal
    {
        return true;
    }
    own.into_iter().any(|from| {
        let role = Role::ALL
            .into_iter()
            .find(|&role| men.role(role).contains(from));
        role.is_some_and(|role| {
            reach(men, turn, role, from)
                .without(own)
                .into_iter()
                .any(|to| leaves_king_safe(*men, turn, from, to))
        })
    })
}

/// The colour of the man on `to` when he can have come there from the empty square `from` in one move: by his way of
/// going, as a pawn that was promoted, or as a king that castled. Whether a king was left in check is not asked.
pub fn came_from(placement: &Placement, from: Square, to: Square) -> Option<Color> {
    let man = placement.get(to)?;
    if placement.get(from).is_some() {
        return None;
    }
    let (home, last) = match man.color {
        Color::White => (Rank::R1, Rank::R8),
        Color::Black => (Rank::R8, Rank::R1),
    };
    let mut before = Men::new(placement);
    before.clear(to);
    before.put(from, man);
    let strikes = PAWN_STRIKES[man.color.index()][from.index()].contains(to);
    let went = match man.role {
        Role::Pawn if from.rank() == home => false,
        Role::Pawn => strikes || reach(&before, man.color, Role::Pawn, from).contains(to),
        role => reach(&before, man.color, role, from).contains(to),
    };
    let forward = if man.color == Color::White { 1 } else { -1 };
    let promoted = !matches!(man.role, Role::Pawn | Role::King)
        && to.rank() == last
        && (strikes || from.offset(0, forward) == Some(to));
    let castled = man.role == Role::King
        && from == Square::at(File::E, home)
        && [File::C, File::G]
            .map(|file| Square::at(file, home))
            .contains(&to);
    (went || promoted || castled).then_some(man.color)
}

/// Where a man could go if kings could be left in check; own men are not left out.
fn reach(men: &Men, turn: Color, role: Role, from: Square) -> SquareSet {
    match role {
        Role::King => KING_STEPS[from.index()],
        Role::Knight => KNIGHT_STEPS[from.index()],
        Role::Bishop => slides(men, from, 4..8),
        Role::Rook => slides(men, from, 0..4),
        Role::Queen => slides(men, from, 0..8),
        Role::Pawn => pawn_moves(men, turn, from),
    }
}

fn slides(men: &Men, from: Square, directions: std::ops::Range<usize>) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    for (files, ranks) in directions.map(|direction| DIRECTIONS[direction]) {
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            reached = reached.or(SquareSet::of(square));
            next = if men.occupied().contains(square) {
                None
            } else {
                square.offset(files, ranks)
            };
        }
    }
    reached
}

fn pawn_moves(men: &Men, turn: Color, from: Square) -> SquareSet {
    let (forward, start) = match turn {
        Color::White => (1, Rank::R2),
        Color::Black => (-1, Rank::R7),
    };
    let free = |square: &Square| !men.occupied().contains(*square);
    let mut reached = PAWN_STRIKES[turn.index()][from.index()].and(men.color(turn.other()));
    if let Some(one) = from.offset(0, forward).filter(free) {
        reached = reached.or(SquareSet::of(one));
        if from.rank() == start
            && let Some(two) = one.offset(0, forward).filter(free)
        {
            reached = reached.or(SquareSet::of(two));
        }
    }
    reached
}

/// True when the own king is not in check after the move. What a pawn promotes to does not matter for that.
fn leaves_king_safe(mut men: Men, turn: Color, from: Square, to: Square) -> bool {
    let Some(role) = Role::ALL
        .into_iter()
        .find(|&role| men.role(role).contains(from))
    else {
        return false;
    };
    men.clear(from);
    men.clear(to);
    men.put(to, Piece::new(turn, role));
    men.king(turn)
        .is_none_or(|king| !men.attacked(king, turn.other()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(text: &str) -> Fen {
        text.parse().unwrap()
    }

    fn can_move(text: &str) -> bool {
        let fen = fen(text);
        has_legal_move(&fen, &Men::new(&fen.placement))
    }

    fn capture(text: &str) -> EpCapture {
        let fen = fen(text);
        ep_capture(&Men::new(&fen.placement), fen.turn, fen.ep.unwrap())
    }

    #[test]
    fn mates_and_stalemates_have_no_move() {
        assert!(!can_move(
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
        ));
        assert!(!can_move("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
        assert!(!can_move("k7/P7/K7/8/8/8/8/8 b - - 0 1"));
    }

    #[test]
    fn pawns_kings_and_line_pieces_can_move() {
        assert!(can_move(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        ));
        assert!(can_move("k7/P7/1K6/8/8/8/p7/8 b - - 0 1"));
        // Only the capture of the checking queen is legal.
        assert!(can_move("8/8/8/8/8/5k2/5q2/6RK w - - 0 1"));
        // The only move is the double step, which shuts the rook off.
        assert!(can_move("8/8/8/8/r6K/5b1k/4P1P1/8 w - - 0 1"));
    }

    #[test]
    fn en_passant_may_be_the_only_move() {
        let only = "8/8/8/1k1pP3/1P6/1K6/8/8 w - d6 0 1";
        assert_eq!(capture(only), EpCapture::Legal);
        assert!(can_move(only));
    }

    #[test]
    fn en_passant_that_uncovers_the_king_is_pinned() {
        assert_eq!(
            capture("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"),
            EpCapture::Pinned
        );
        assert_eq!(capture("8/8/8/K2p3r/8/8/8/7k w - d6 0 1"), EpCapture::None);
    }

    #[test]
    fn a_man_comes_from_where_he_can_have_gone() {
        let came = |board: &str, from: &str, to: &str| {
            came_from(
                &board.parse().unwrap(),
                from.parse().unwrap(),
                to.parse().unwrap(),
            )
        };
        let board = "4k3/8/2q5/3p4/4P3/5N2/8/R3K2R";
        for (from, to) in [
            ("e2", "e4"),
            ("e3", "e4"),
            ("d3", "e4"),
            ("g1", "f3"),
            ("a5", "a1"),
        ] {
            assert_eq!(came(board, from, to), Some(Color::White), "{from}{to}");
        }
        for (from, to) in [("c8", "c6"), ("d7", "d5"), ("e6", "d5")] {
            assert_eq!(came(board, from, to), Some(Color::Black), "{from}{to}");
        }
        for (from, to) in [
            ("e5", "e4"),
            ("e1", "e4"),
            ("d1", "f3"),
            ("h8", "c6"),
            ("a2", "b2"),
        ] {
            assert_eq!(came(board, from, to), None, "{from}{to}");
        }
        assert_eq!(came("8/8/8/8/8/8/8/5RK1", "e1", "g1"), Some(Color::White));
        assert_eq!(came("3Q4/8/8/8/8/8/8/8", "e7", "d8"), Some(Color::White));
        assert_eq!(came("3N4/8/8/8/8/8/8/8", "d7", "d8"), Some(Color::White));
        assert_eq!(came("8/3N4/8/8/8/8/8/8", "d6", "d7"), None);
        // No pawn was ever on its first rank.
        assert_eq!(came("8/8/8/8/8/8/3P4/8", "d1", "d2"), None);
        assert_eq!(came("8/2p5/8/8/8/8/8/8", "b8", "c7"), None);
    }
}
