//! Detection alone: found quadrilaterals against labelled corners.

use fenlens::vision::Quad;

/// A found quad whose corners are all within this many squares of the true ones has found the
/// board; further off, tiles show the wrong squares.
const FOUND_WITHIN: f32 = 0.5;

/// Sums over boards with labelled corners.
#[derive(Clone, Debug, Default)]
pub struct Detection {
    /// Boards with labelled corners.
    pub boards: usize,
    /// Largest corner error of each board that was found, in squares.
    pub errors: Vec<f32>,
    /// Quads that fit no board, in pictures whose boards all have corners.
    pub extra: usize,
}

/// Largest distance of a corner, in squares of the true board, whichever corner is named first.
pub fn corner_error(truth: &Quad, found: &Quad) -> f32 {
    let square = truth.sides().iter().sum::<f32>() / 32.0;
    (0..4)
        .map(|k| truth.max_corner_distance(&found.turned(k)))
        .fold(f32::INFINITY, f32::min)
        / square.max(1e-6)
}

impl Detection {
    /// Counts a picture in, if all its boards have corners.
    pub fn add(&mut self, truth: &[Option<Quad>], found: &[Quad]) {
        let Some(truth) = truth.iter().copied().collect::<Option<Vec<Quad>>>() else {
            return;
        };
        let mut free: Vec<&Quad> = found.iter().collect();
        self.boards += truth.len();
        for t in &truth {
            let best = free
                .iter()
                .enumerate()
                .map(|(i, f)| (i, corner_error(t, f)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .filter(|(_, error)| *error < FOUND_WITHIN);
            if let Some((i, error)) = best {
                free.remove(i);
                self.errors.push(error);
            }
        }
        self.extra += free.len();
    }

    /// Boards found with every corner within `squares`.
    pub fn within(&self, squares: f32) -> usize {
        self.errors.iter().filter(|e| **e <= squares).count()
    }

    /// Median corner error in squares of the boards found.
    pub fn median(&self) -> Option<f32> {
        let mut errors = self.errors.clone();
        errors.sort_by(f32::total_cmp);
        errors.get(errors.len() / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_in_squares_and_blind_to_the_first_corner() {
        let truth = Quad::rect(0.0, 0.0, 80.0, 80.0);
        let mut found = truth;
        found.0[2].x += 1.0;
        assert!((corner_error(&truth, &found.turned(3)) - 0.1).abs() < 1e-6);
    }

    #[test]
    fn each_quad_counts_once() {
        let board = Quad::rect(0.0, 0.0, 80.0, 80.0);
        let mut d = Detection::default();
        d.add(
            &[Some(board)],
            &[board, board, Quad::rect(200.0, 0.0, 8.0, 8.0)],
        );
        d.add(&[Some(board), None], &[]);
        assert_eq!((d.boards, d.within(0.08), d.extra), (1, 1, 2));
        assert_eq!(d.median(), Some(0.0));
    }
}
