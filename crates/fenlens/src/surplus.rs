//! Men that only a promotion explains (a third rook, a second queen) or nothing (a second king):
//! far more often one of them was misread, and mostly the one that was read least surely.

use crate::{Reason, SquareReading};
use fenlens_fen::{Color, Role};

/// Lowers the probability of the least sure men of each kind that is there too often, and says so.
/// `odds` are those that a surplus man is real. What was read stays, and so does the second choice.
pub(crate) fn weigh(squares: &mut [SquareReading], odds: f64) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for color in Color::ALL {
        for (role, most, group) in KINDS {
            let mut men: Vec<usize> = (0..squares.len())
                .filter(|&k| {
                    let s = &squares[k];
                    s.first
                        .piece
                        .is_some_and(|p| p.color == color && p.role == role)
                        && group.is_none_or(|dark| dark == is_dark(s))
                })
                .collect();
            if men.len() <= most {
                continue;
            }
            men.sort_by(|&a, &b| squares[a].first.p.total_cmp(&squares[b].first.p));
            let weakest = &men[..men.len() - most];
            for &k in weakest {
                let p = &mut squares[k].first.p;
                *p = *p * odds / (*p * odds + (1.0 - *p));
            }
            reasons.push(Reason::Surplus {
                color,
                role,
                count: men.len(),
                weakest: weakest.iter().map(|&k| squares[k].square).collect(),
            });
        }
    }
    reasons
}

/// Roles, how many a side has without promotion, and for bishops on which colour of square (dark
/// or not). Pawns are counted elsewhere: no promotion makes one.
const KINDS: [(Role, usize, Option<bool>); 6] = [
    (Role::King, 1, None),
    (Role::Queen, 1, None),
    (Role::Rook, 2, None),
    (Role::Knight, 2, None),
    (Role::Bishop, 1, Some(false)),
    (Role::Bishop, 1, Some(true)),
];

fn is_dark(s: &SquareReading) -> bool {
    let k = s.square.index();
    (k / 8 + k % 8) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;
    use fenlens_fen::{Placement, Square};

    /// Every square read with probability `p`, but those named with their own.
    fn read(placement: &str, p: f64, named: &[(&str, f64)]) -> Vec<SquareReading> {
        let placement: Placement = placement.parse().unwrap();
        Square::all()
            .map(|square| {
                let own = named.iter().find(|(name, _)| square.to_string() == *name);
                let choice = |piece, p| Choice { piece, p };
                SquareReading {
                    square,
                    first: choice(placement.0[square.index()], own.map_or(p, |o| o.1)),
                    second: choice(None, 0.0),
                }
            })
            .collect()
    }

    fn p_of(squares: &[SquareReading], name: &str) -> f64 {
        let found = squares.iter().find(|s| s.square.to_string() == name);
        found.unwrap().first.p
    }

    #[test]
    fn the_least_sure_of_three_rooks_is_doubted() {
        let mut squares = read("r3k2r/5r2/8/8/8/8/8/4K3", 0.9999, &[("f7", 0.989)]);
        let before = squares.clone();
        let reasons = weigh(&mut squares, 0.01);
        assert_eq!(
            reasons,
            [Reason::Surplus {
                color: Color::Black,
                role: Role::Rook,
                count: 3,
                weakest: vec!["f7".parse().unwrap()],
            }]
        );
        let f7 = p_of(&squares, "f7");
        assert!((0.4..0.6).contains(&f7), "{f7}");
        let changed = squares.iter().zip(&before).filter(|(a, b)| a != b).count();
        assert_eq!(changed, 1);
    }

    #[test]
    fn a_second_king_that_is_sure_stays_so() {
        let mut squares = read("4k3/8/8/8/8/8/8/K6K", 0.99999, &[("a1", 0.999_999)]);
        assert_eq!(weigh(&mut squares, 0.01).len(), 1);
        assert!(p_of(&squares, "h1") > 0.998 && p_of(&squares, "h1") < 0.9999);
        assert_eq!(p_of(&squares, "a1"), 0.999_999);
    }

    #[test]
    fn bishops_count_by_the_colour_of_their_squares() {
        let both = |placement| weigh(&mut read(placement, 0.99, &[]), 0.01).len();
        assert_eq!(both("4k3/8/8/8/8/8/8/2B1KB2"), 0);
        assert_eq!(both("4k3/8/8/8/8/8/8/2B1K1B1"), 1);
        assert_eq!(both("4k3/8/8/8/8/8/1B6/2B1K3"), 1);
        assert_eq!(both("4k3/8/8/8/8/8/2B5/2B1K3"), 0);
        assert_eq!(both("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), 0);
    }
}
