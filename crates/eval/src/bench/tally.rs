//! Counts of the benchmark: what was found, where, and how exactly.

use super::recipe::Made;
use crate::detection::corner_error;
use fenlens::vision::{Point, Quad, detect::BoardQuad};
use fenlens_synth::scene::BoardTruth;

/// Boards with shorter sides are not asked for, nor held against the detector, in pixels.
pub const LEAST_SIDE: f32 = 120.0;

/// Largest corner error of a board that counts as found well, in squares: flat pictures and scans,
/// and photographs.
pub const BOUNDS: (f32, f32) = (0.08, 0.12);

/// A quad further off shows the wrong squares.
pub const FOUND_WITHIN: f32 = 0.5;

/// A board that was to be found.
#[derive(Clone, Debug)]
pub struct Sought {
    /// Family, filling and frame.
    pub style: String,
    /// Largest corner error in squares, when it was found.
    pub error: Option<f32>,
}

/// What came of one picture.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The boards that were to be found.
    pub sought: Vec<Sought>,
    /// Boards cut off by the edge.
    pub partial: usize,
    /// Those of them that were found and marked, or found and miss no more than a hair.
    pub flagged: usize,
    /// Those of them that were taken for whole boards.
    pub as_whole: usize,
    /// Finds that are no board, by their index.
    pub extra: Vec<usize>,
}

impl Outcome {
    /// Compares what was found with the truth.
    pub fn of(made: &Made, found: &[BoardQuad]) -> Self {
        let mut outcome = Self::default();
        let size = made.size;
        let mut free: Vec<usize> = (0..found.len()).collect();
        let (cut, whole): (Vec<&BoardTruth>, Vec<&BoardTruth>) =
            made.picture.boards.iter().partition(|b| b.partial);
        let mut small = Vec::new();
        for board in whole {
            if board.corners.shortest_side() < LEAST_SIDE {
                small.push(board);
                continue;
            }
            let best = free
                .iter()
                .enumerate()
                .map(|(at, &k)| (at, error(board, &found[k].quad, size)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .filter(|(_, error)| *error < FOUND_WITHIN);
            if let Some((at, _)) = best {
                free.remove(at);
            }
            outcome.sought.push(Sought {
                style: board.style.clone(),
                error: best.map(|b| b.1),
            });
        }
        outcome.partial = cut.len();
        for k in free {
            let centre = found[k].quad.centre();
            // Which lines a cut board's are cannot always be told: one marked may lie shifted.
            let marked = found[k].partial && cut.iter().any(|b| touch(&b.corners, &found[k].quad));
            if marked {
                outcome.flagged += 1;
            } else if cut.iter().any(|b| holds(&b.corners, centre)) {
                // A hair missing from the outermost squares hides nothing.
                let whole = cut
                    .iter()
                    .any(|b| b.visible == 1.0 && holds(&b.corners, centre));
                if whole {
                    outcome.flagged += 1;
                } else {
                    outcome.as_whole += 1;
                }
            } else if !small.iter().any(|b| holds(&b.corners, centre)) {
                outcome.extra.push(k);
            }
        }
        outcome
    }
}

/// Corner error of a find in squares. Quads lie inside the picture, so a corner that the edge cuts
/// off by a hair is best found on the edge.
fn error(board: &BoardTruth, found: &Quad, (w, h): (u32, u32)) -> f32 {
    let inside = |p: Point| Point::new(p.x.clamp(0.0, w as f32), p.y.clamp(0.0, h as f32));
    let clipped = Quad(board.corners.0.map(inside));
    corner_error(&board.corners, found).min(corner_error(&clipped, found))
}

/// Whether a convex, clockwise quad holds the point.
fn holds(quad: &Quad, p: Point) -> bool {
    (0..4).all(|k| {
        let (a, b) = (quad.0[k], quad.0[(k + 1) % 4]);
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
    })
}

/// Whether the boxes around two quads overlap.
fn touch(a: &Quad, b: &Quad) -> bool {
    let ([al, at, ar, ab], [bl, bt, br, bb]) = (a.bounds(), b.bounds());
    al < br && bl < ar && at < bb && bt < ab
}

/// Sums over boards.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pictures.
    pub pictures: usize,
    /// Boards that were to be found.
    pub boards: usize,
    /// Found at all.
    pub found: usize,
    /// Found with every corner within the bound.
    pub within: usize,
    /// Corner errors of those found, in squares.
    pub errors: Vec<f32>,
    /// Finds that are no board.
    pub extra: usize,
    /// Those of them that the reader would read, for the squares look like a board's.
    pub read: usize,
    /// Boards cut off by the edge; found and marked; taken for whole.
    pub partial: (usize, usize, usize),
    /// CPU time of detection for each picture, in milliseconds.
    pub ms: Vec<f64>,
}

impl Tally {
    /// Counts a board.
    pub fn add(&mut self, sought: &Sought, photo: bool) {
        let bound = if photo { BOUNDS.1 } else { BOUNDS.0 };
        self.boards += 1;
        if let Some(error) = sought.error {
            self.found += 1;
            self.within += usize::from(error <= bound);
            self.errors.push(error);
        }
    }

    /// Percent of the boards found.
    pub fn recall(&self) -> f64 {
        100.0 * self.found as f64 / self.boards.max(1) as f64
    }

    /// Percent of the boards found within the bound.
    pub fn recall_within(&self) -> f64 {
        100.0 * self.within as f64 / self.boards.max(1) as f64
    }

    /// Corner error at a share of the boards found, in squares.
    pub fn error_at(&self, share: f64) -> f32 {
        let mut errors = self.errors.clone();
        errors.sort_by(f32::total_cmp);
        let at = (errors.len() as f64 * share) as usize;
        errors.get(at).or(errors.last()).copied().unwrap_or(0.0)
    }

    /// CPU milliseconds at a share of the pictures.
    pub fn ms_at(&self, share: f64) -> f64 {
        let mut ms = self.ms.clone();
        ms.sort_by(f64::total_cmp);
        let at = (ms.len() as f64 * share) as usize;
        ms.get(at).or(ms.last()).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_wider_for_photographs() {
        let sought = Sought {
            style: String::new(),
            error: Some(0.1),
        };
        let mut tally = Tally::default();
        tally.add(&sought, true);
        tally.add(&sought, false);
        assert_eq!((tally.boards, tally.found, tally.within), (2, 2, 1));
    }

    #[test]
    fn a_quad_holds_its_middle_alone() {
        let quad = Quad::rect(10.0, 10.0, 20.0, 20.0);
        assert!(holds(&quad, quad.centre()));
        assert!(!holds(&quad, Point::new(40.0, 20.0)));
    }
}
