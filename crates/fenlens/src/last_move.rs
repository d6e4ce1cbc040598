//! What the tinted squares of a last move say: who moved, and which side is at the bottom.
//!
//! Two squares are a last move when one is empty and the other holds a man that can have come from
//! it. Most moves are possible whichever side is at the bottom; a pawn's is not, for it goes one
//! way.

use fenlens_fen::{Color, Placement, Square, came_from};

/// Log odds (natural) of a last move that was possible with one side at the bottom only. By itself
/// it turns a board to Black's side, but leaves it to be checked, for squares are tinted for other
/// reasons too; and by itself it does not speak up against coordinates.
const ONE_WAY: f64 = 4.5;

/// The side that moved last, if the squares `tinted` (image order) of the board `seen` are a last
/// move with `bottom` at the bottom. `seen` is in image order taken as FEN order.
pub(crate) fn mover(seen: &Placement, tinted: &[usize], bottom: Color) -> Option<Color> {
    let &[a, b] = tinted else { return None };
    let white = bottom == Color::White;
    let turned = seen.rotated();
    let placement = if white { seen } else { &turned };
    let square = |k: usize| Square::new(if white { k } else { 63_usize.checked_sub(k)? });
    let (a, b) = square(a).zip(square(b))?;
    came_from(placement, a, b).or(came_from(placement, b, a))
}

/// Log odds that White is at the bottom by the squares `tinted`: 0 where they are no last move or
/// one that was possible either way.
pub(crate) fn log_odds(seen: &Placement, tinted: &[usize]) -> f64 {
    let [white, black] = Color::ALL.map(|bottom| mover(seen, tinted, bottom));
    match (white, black) {
        (Some(_), None) => ONE_WAY,
        (None, Some(_)) => -ONE_WAY,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Image order of a square of the board seen from White's side.
    fn at(square: &str) -> usize {
        square.parse::<Square>().unwrap().index()
    }

    #[test]
    fn a_pawn_tells_which_side_is_at_the_bottom() {
        let board: Placement = "4k3/8/8/3p4/4P3/8/8/4K2R".parse().unwrap();
        for (from, to, moved) in [("e2", "e4", Color::White), ("d6", "d5", Color::Black)] {
            let tinted = [at(to), at(from)];
            assert_eq!(mover(&board, &tinted, Color::White), Some(moved));
            assert_eq!(mover(&board, &tinted, Color::Black), None);
            assert_eq!(log_odds(&board, &tinted), ONE_WAY);
            let turned = tinted.map(|k| 63 - k);
            assert_eq!(mover(&board.rotated(), &turned, Color::Black), Some(moved));
            assert_eq!(log_odds(&board.rotated(), &turned), -ONE_WAY);
        }
    }

    #[test]
    fn other_squares_say_nothing_about_the_side() {
        let board: Placement = "4k3/8/8/3p4/4P3/8/8/4K2R".parse().unwrap();
        let rook = [at("h1"), at("h5")];
        assert_eq!(mover(&board, &rook, Color::White), Some(Color::White));
        assert_eq!(mover(&board, &rook, Color::Black), Some(Color::White));
        for tinted in [&rook[..], &rook[..1], &[], &[at("a1"), at("a2")], &[0, 64]] {
            assert_eq!(log_odds(&board, tinted), 0.0, "{tinted:?}");
        }
    }
}
