//! Positions to draw: from real play and composition, and random boards.

use std::sync::OnceLock;

use fenlens_fen::{Piece, Placement};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Placements from openings, middlegames, endgames, studies and problems, one a line; made by
/// `training-notes/positions.py`.
const POSITIONS: &str = include_str!("../data/positions.txt");

/// Share of boards that are no real position: men of any kind anywhere, so that no square is read from its neighbours.
const RANDOM_SHARE: f64 = 0.3;

/// All placements of the list.
pub fn real_positions() -> &'static [Placement] {
    static PARSED: OnceLock<Vec<Placement>> = OnceLock::new();
    PARSED.get_or_init(|| {
        POSITIONS
            .lines()
            .filter_map(|line| line.trim().parse().ok())
            .collect()
    })
}

/// A position: seven of ten from the list (a third of those with colours exchanged), else a random board.
pub fn random_position(rng: &mut ChaCha8Rng) -> Placement {
    let list = real_positions();
    if list.is_empty() || rng.random_bool(RANDOM_SHARE) {
        return scattered(rng);
    }
    let placement = list[rng.random_range(0..list.len())];
    if rng.random_bool(0.33) {
        placement.flipped().colors_swapped()
    } else {
        placement
    }
}

/// 2 to 40 men on random squares, all kinds alike but pawns, which are twice as frequent; one in
/// eight of these boards is crowded, up to hardly an empty square, or shows a few kinds alone.
pub fn scattered(rng: &mut ChaCha8Rng) -> Placement {
    let mut placement = Placement::EMPTY;
    if rng.random_bool(0.125) {
        let kinds = rng.random_range(1..=Piece::ALL.len());
        let kinds: Vec<Piece> = (0..kinds)
            .map(|_| Piece::ALL[rng.random_range(0..Piece::ALL.len())])
            .collect();
        let share = rng.random_range(0.2..1.0);
        for slot in &mut placement.0 {
            *slot = rng
                .random_bool(share)
                .then(|| kinds[rng.random_range(0..kinds.len())]);
        }
        return placement;
    }
    for _ in 0..rng.random_range(2..=40) {
        let pick = rng.random_range(0..14usize);
        // 12 and 13 are the pawns' second share.
        let piece = match pick {
            12 => Piece::ALL.iter().find(|p| p.to_char() == 'P'),
            13 => Piece::ALL.iter().find(|p| p.to_char() == 'p'),
            i => Piece::ALL.get(i),
        };
        placement.0[rng.random_range(0..64usize)] = piece.copied();
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_line_of_the_list_is_a_placement() {
        let lines = POSITIONS.lines().filter(|l| !l.trim().is_empty()).count();
        assert_eq!(lines, real_positions().len());
        assert!(lines > 2000);
    }

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let draw = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            (0..20)
                .map(|_| random_position(&mut rng).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
