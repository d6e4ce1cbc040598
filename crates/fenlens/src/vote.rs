//! What the men say about which side is at the bottom: a logistic model over a few features.
//!
//! Every feature changes its sign when the board is turned by 180°, and keeps it when the colours
//! are exchanged and the ranks reversed; so the model has no preference of its own, and an empty
//! board gives exactly even odds. The coefficients were fitted by
//! `training-notes/orientation/fit.py`, on positions from play against the same positions turned,
//! with random placements mixed in under both labels so that these stay undecided.

use fenlens_fen::{Color, File, Men, Placement, Role, Square};

/// Number of features.
pub const FEATURES: usize = 30;

/// Names of the features, in the order of [`features`].
///
/// "Own rank" counts from the man's own side, 1 to 8. "`N` 2-7" is the number of knights on their
/// own second rank less that on their own seventh. Pawns have no feature for 1-8, where none stand.
#[cfg(test)]
pub const NAMES: [&str; FEATURES] = [
    "P 1-8",
    "P 2-7",
    "P 3-6",
    "P 4-5",
    "N 1-8",
    "N 2-7",
    "N 3-6",
    "N 4-5",
    "B 1-8",
    "B 2-7",
    "B 3-6",
    "B 4-5",
    "R 1-8",
    "R 2-7",
    "R 3-6",
    "R 4-5",
    "Q 1-8",
    "Q 2-7",
    "Q 3-6",
    "Q 4-5",
    "K 1-8",
    "K 2-7",
    "K 3-6",
    "K 4-5",
    "K e-h/a-d",
    "K e/d",
    "Q d/e",
    "PP file",
    "PP beside",
    "pawn takes",
];

/// The features of a board read as if White were at the bottom.
pub fn features(board: &Placement) -> [f64; FEATURES] {
    let mut x = [0.0; FEATURES];
    for (square, man) in board.iter() {
        let rank = square.rank().index();
        let own = match man.color {
            Color::White => rank,
            Color::Black => 7 - rank,
        };
        let (slot, sign) = if own < 4 { (own, 1.0) } else { (7 - own, -1.0) };
        x[4 * man.role.index() + slot] += sign;
        let file = square.file();
        match man.role {
            // Castled or not, kings keep to the e- to h-files of their first two ranks; turned,
            // those are the d- to a-files of the last two.
            Role::King if slot < 2 => {
                x[24] += if file.index() >= 4 { 1.0 } else { -1.0 };
                if slot == 0 {
                    x[25] += f64::from(file == File::E) - f64::from(file == File::D);
                }
            }
            Role::Queen if slot == 0 => {
                x[26] += f64::from(file == File::D) - f64::from(file == File::E);
            }
            _ => {}
        }
    }
    x[0] = 0.0;
    x[29] = attacked(&board.rotated()) - attacked(board);
    let pawns = |color| -> Vec<Square> {
        board
            .iter()
            .filter(|(_, m)| m.color == color && m.role == Role::Pawn)
            .map(|(s, _)| s)
            .collect()
    };
    let (white, black) = (pawns(Color::White), pawns(Color::Black));
    for w in &white {
        for b in &black {
            // Pawns that have not yet met: the white one is the lower.
            let order = (b.rank().index() as f64 - w.rank().index() as f64).signum();
            let met = b.rank() == w.rank();
            match w.file().index().abs_diff(b.file().index()) {
                0 => x[27] += order,
                1 if !met => x[28] += order,
                _ => {}
            }
        }
    }
    x
}

/// How often a pawn could take a man of the other side that is no pawn. In play it seldom can, turned by
/// 180° more often.
fn attacked(board: &Placement) -> f64 {
    let men = Men::new(board);
    let taken = board.iter().filter(|(_, man)| man.role != Role::Pawn);
    let pawns = taken.map(|(square, man)| {
        let attackers = men.attackers(square, man.color.other());
        attackers.and(men.role(Role::Pawn)).len()
    });
    pawns.sum::<usize>() as f64
}

/// Log odds that White is at the bottom, by the men alone (natural logarithm; 0 is undecided), of a
/// board read as if White were at the bottom.
pub fn log_odds(board: &Placement) -> f64 {
    features(board)
        .iter()
        .zip(COEFFICIENTS)
        .map(|(x, w)| x * w)
        .sum()
}

/// Coefficients in the order of [`NAMES`], printed by the fitting script.
#[rustfmt::skip]
const COEFFICIENTS: [f64; FEATURES] = [
    0.0, 0.234, 0.1, 0.099,
    0.054, -0.024, 0.056, -0.05,
    0.116, 0.089, -0.093, -0.104,
    0.139, -0.108, -0.095, 0.071,
    0.062, 0.176, 0.174, 0.012,
    0.307, 0.328, 0.202, 0.066,
    0.127, 0.166, -0.032, 0.362,
    -0.073, 0.312,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Placement {
        text.parse().unwrap()
    }

    const GAMES: [&str; 4] = [
        Placement::START,
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R",
        "r2q1rk1/pp2bppp/2n1bn2/3p4/3N1B2/2N3P1/PP2PPBP/R2Q1RK1",
        "8/5pk1/4p1p1/3pP2p/3P1P1P/r5P1/5K2/1R6",
    ];

    #[test]
    fn a_half_turn_changes_the_sign_of_everything() {
        for text in GAMES {
            let (x, y) = (features(&board(text)), features(&board(text).rotated()));
            for i in 0..FEATURES {
                assert_eq!(x[i], -y[i], "{} of {text}", NAMES[i]);
            }
        }
    }

    #[test]
    fn exchanged_sides_say_the_same() {
        for text in GAMES {
            let mirrored = board(text).flipped().colors_swapped();
            assert_eq!(features(&board(text)), features(&mirrored), "{text}");
        }
    }

    #[test]
    fn men_that_pawns_could_take_speak_against_a_board() {
        let forks = board("8/8/3r1n2/4P3/4p3/3B1p2/8/8");
        // The white pawn could take two men, the black one the bishop, not the pawn; turned, none.
        assert_eq!(features(&forks)[29], -3.0);
    }

    #[test]
    fn games_are_seen_the_right_way_up() {
        for text in GAMES {
            assert!(log_odds(&board(text)) > 3.0, "{text}");
        }
        assert_eq!(log_odds(&Placement::EMPTY), 0.0);
    }
}
