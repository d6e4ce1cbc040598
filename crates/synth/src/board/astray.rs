//! Men of whom nobody can tell whether they stand on a square: dragged, in the middle of a move, badly printed, faded, or two at
//! once.

use fenlens_fen::Piece;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Least and most that a man is out of place, in squares; at most, half of it is on the next square.
const AWAY: (f32, f32) = (0.12, 0.5);

/// As far as this from the middle of its square a man is still there for a reader; from here on it is as much a question as
/// it is away.
const STILL_THERE: f32 = 0.28;

/// How far it is off its way, in squares.
const ASIDE: f32 = 0.08;

/// Opacity of a faded man: that of what a program leaves where a man is dragged from, or of one that is fading out.
const FADED: (f32, f32) = (0.2, 0.65);

/// Most that of two men on a square the upper one is off its middle, in squares.
const OVER: f32 = 0.2;

/// Men tried for each that is put out of place: many have no room.
const TRIES: usize = 6;

/// A man out of place. Squares are in image order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Astray {
    /// Where it belongs.
    pub square: usize,
    /// How far it is from there, in columns and rows.
    pub by: (f32, f32),
    /// How opaque it is, 0 to 1.
    pub opacity: f32,
    /// A second man that stays there under it.
    pub under: Option<Piece>,
}

impl Astray {
    /// Up to `most` men of `board`: half of them on their way to a square beside their own, past others where they go aslant;
    /// a quarter faded, a quarter over another man.
    pub fn random(board: &[Option<Piece>; 64], most: usize, rng: &mut ChaCha8Rng) -> Vec<Self> {
        let men: Vec<usize> = (0..64).filter(|&k| board[k].is_some()).collect();
        let mut touched = [false; 64];
        let mut astray: Vec<Self> = Vec::new();
        for _ in 0..TRIES * most.min(men.len()) {
            if astray.len() == most {
                break;
            }
            let still = Self {
                square: men[rng.random_range(0..men.len())],
                by: (0.0, 0.0),
                opacity: 1.0,
                under: None,
            };
            let man = match rng.random_range(0..4) {
                0 => Self {
                    opacity: rng.random_range(FADED.0..FADED.1),
                    ..still
                },
                1 => Self {
                    by: (rng.random_range(-OVER..OVER), rng.random_range(-OVER..OVER)),
                    under: board[men[rng.random_range(0..men.len())]],
                    ..still
                },
                _ => Self {
                    by: random_way(rng),
                    ..still
                },
            };
            let passed = man.passed();
            let free = |&(k, _): &(usize, f32)| !touched[k];
            // An occupied square beside it is on the way in one of four cases, as when a man takes another.
            let taken = passed.iter().any(|&(k, _)| board[k].is_some());
            if passed.len() == man.steps()
                && passed.iter().all(free)
                && !touched[man.square]
                && (!taken || rng.random_bool(0.25))
            {
                touched[man.square] = true;
                passed.iter().for_each(|&(k, _)| touched[k] = true);
                astray.push(man);
            }
        }
        astray
    }

    /// How doubtful it is that the man is where it belongs, 0 to 0.5.
    pub fn doubt(&self) -> f32 {
        if self.opacity < 1.0 || self.under.is_some() {
            return 0.5;
        }
        let away = self.by.0.abs().max(self.by.1.abs());
        0.5 * ((away - STILL_THERE) / (AWAY.1 - STILL_THERE)).clamp(0.0, 1.0)
    }

    /// Which way it goes, in columns and rows.
    fn way(&self) -> (i32, i32) {
        let toward = |by: f32| {
            if by.abs() > ASIDE {
                by.signum() as i32
            } else {
                0
            }
        };
        match self.under {
            None => (toward(self.by.0), toward(self.by.1)),
            Some(_) => (0, 0),
        }
    }

    /// How many squares it partly stands on, its own aside, where all are on the board.
    fn steps(&self) -> usize {
        match self.way() {
            (0, 0) => 0,
            (0, _) | (_, 0) => 1,
            _ => 3,
        }
    }

    /// These squares, with the chance that it belongs there.
    pub fn passed(&self) -> Vec<(usize, f32)> {
        let (dx, dy) = self.way();
        let (x, y) = ((self.square % 8) as i32, (self.square / 8) as i32);
        let aslant = [(dx, dy, 1.0), (dx, 0, 0.5), (0, dy, 0.5)];
        aslant[..self.steps()]
            .iter()
            .map(|&(dx, dy, share)| (x + dx, y + dy, share * self.doubt()))
            .filter(|(x, y, _)| (0..8).contains(x) && (0..8).contains(y))
            .map(|(x, y, share)| ((8 * y + x) as usize, share))
            .collect()
    }
}

/// A way to a square beside, and how far.
fn random_way(rng: &mut ChaCha8Rng) -> (f32, f32) {
    let away = rng.random_range(AWAY.0..AWAY.1);
    let aside = rng.random_range(-ASIDE..ASIDE);
    let (dx, dy) = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, 1),
        (1, -1),
        (-1, -1),
    ][rng.random_range(0..8)];
    let along = |d: i32| if d == 0 { aside } else { d as f32 * away };
    (along(dx), along(dy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_fen::Placement;
    use rand::SeedableRng;

    const STILL: Astray = Astray {
        square: 9,
        by: (0.0, 0.0),
        opacity: 1.0,
        under: None,
    };

    #[test]
    fn a_man_is_a_question_on_each_square_that_it_stands_on() {
        let moved = |x: f32, y: f32| Astray {
            by: (x, y),
            ..STILL
        };
        assert_eq!(
            (moved(0.2, 0.0).doubt(), moved(0.5, 0.0).doubt()),
            (0.0, 0.5)
        );
        assert_eq!(moved(0.2, 0.0).passed(), [(10, 0.0)]);
        assert_eq!(moved(-0.5, 0.05).passed(), [(8, 0.5)]);
        assert_eq!(moved(0.5, -0.5).passed(), [(2, 0.5), (10, 0.25), (1, 0.25)]);
        let faded = Astray {
            opacity: 0.4,
            ..STILL
        };
        assert_eq!((faded.doubt(), faded.passed()), (0.5, vec![]));
    }

    #[test]
    fn no_square_is_in_question_twice() {
        let start: Placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
            .parse()
            .unwrap();
        for seed in 0..50 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let astray = Astray::random(&start.0, 4, rng);
            let mut squares: Vec<usize> = astray
                .iter()
                .flat_map(|a| a.passed().into_iter().map(|p| p.0).chain([a.square]))
                .collect();
            let all = squares.len();
            squares.sort_unstable();
            squares.dedup();
            assert_eq!(squares.len(), all);
            assert!(astray.iter().all(|a| start.0[a.square].is_some()));
            assert!(astray.iter().all(|a| a.passed().len() == a.steps()));
        }
    }
}
