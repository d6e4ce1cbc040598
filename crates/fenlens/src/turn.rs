//! Which way up a board lies: upright, on its side or upside down.
//!
//! The squares' colours tell a board on its side: its top left square is dark. Whether it is upside
//! down is told by how well its men read, and by its coordinates, which read one way up only. A
//! board whose squares read well and have the usual colours is upright; only the others are looked
//! at again, turned, which costs as much as reading them once more.

/// When a board is looked at again, and how the ways up are weighed. All weights are natural
/// logarithms of odds. Set on 393 synthetic boards of known and 189 of unknown piece sets
/// (`training-notes/orientation/README.md`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnParams {
    /// Boards that read less surely than this as a whole (product over the squares, 0 to 1) are
    /// tried the other ways up. Default 0.55: 1 in 166 boards upside down read more surely, and
    /// 1 in 11 upright boards does not.
    pub look_below: f64,
    /// From which clearness of the squares' colours (0 to 1) the ways up they speak against are
    /// left out at first, and doubted where they win. Default 0.3.
    pub tones: f32,
    /// Weight of the squares' colours. Default 2: men that read clearly outweigh them, for there are
    /// boards printed white on black and boards drawn wrong.
    pub tones_weight: f64,
    /// What speaks for an upright board before anything is seen. Default 1.
    pub upright: f64,
    /// Weight of the log odds of coordinates that can be read. Default 0.5.
    pub labels: f64,
    /// When no way up reads more surely than this, all are tried. Default 0.0025.
    pub all_below: f64,
}

impl Default for TurnParams {
    fn default() -> Self {
        Self {
            look_below: 0.55,
            tones: 0.3,
            tones_weight: 2.0,
            upright: 1.0,
            labels: 0.5,
            all_below: 0.0025,
        }
    }
}

/// How a board lies in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Quarter turns clockwise from upright, 0 to 3.
    pub quarters: usize,
    /// Probability that this is so, 0 to 1.
    pub confidence: f64,
    /// Whether a1 is clearly a light square then.
    pub reversed: bool,
}

impl Turn {
    /// A board that lies upright beyond doubt.
    pub const UPRIGHT: Self = Self {
        quarters: 0,
        confidence: 1.0,
        reversed: false,
    };
}

/// What is known of one way up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    /// Quarter turns clockwise.
    pub quarters: usize,
    /// Logarithm of the probability that all squares are read right.
    pub squares: f64,
    /// Log odds of the coordinates, of either side.
    pub labels: f64,
}

impl TurnParams {
    /// Which ways up to try besides upright; `tones` is that of
    /// [`light_first`](fenlens_vision::tones::light_first).
    pub(crate) fn others(&self, upright: &Sight, tones: f32) -> &'static [usize] {
        if tones <= -self.tones {
            &[1, 3]
        } else if upright.squares >= self.look_below.ln() {
            &[]
        } else if tones < self.tones {
            &[1, 2, 3]
        } else {
            &[2]
        }
    }

    /// Which ways up are left to try when those `tried` all read badly.
    pub(crate) fn rest(&self, tried: &[Sight]) -> Vec<usize> {
        if tried.iter().any(|s| s.squares >= self.all_below.ln()) {
            return Vec::new();
        }
        (0..4)
            .filter(|q| tried.iter().all(|s| s.quarters != *q))
            .collect()
    }

    /// The likeliest of the ways up that were tried.
    pub(crate) fn decide(&self, tried: &[Sight], tones: f32) -> Turn {
        let turned = |s: &Sight| {
            if s.quarters.is_multiple_of(2) {
                tones
            } else {
                -tones
            }
        };
        let weight = |s: &Sight| {
            let upright = if s.quarters == 0 { self.upright } else { 0.0 };
            let tones = self.tones_weight * f64::from(turned(s));
            s.squares + tones + upright + self.labels * s.labels.abs()
        };
        let best = tried.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)));
        best.map_or(Turn::UPRIGHT, |best| Turn {
            quarters: best.quarters,
            confidence: 1.0
                / tried
                    .iter()
                    .map(|s| (weight(s) - weight(best)).exp())
                    .sum::<f64>(),
            reversed: turned(best) <= -self.tones,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(quarters: usize, squares: f64, labels: f64) -> Sight {
        Sight {
            quarters,
            squares,
            labels,
        }
    }

    #[test]
    fn boards_that_read_well_are_not_looked_at_again() {
        let p = TurnParams::default();
        assert!(p.others(&sight(0, -0.1, 0.0), 0.9).is_empty());
        assert_eq!(p.others(&sight(0, -3.0, 0.0), 0.9), [2]);
        assert_eq!(p.others(&sight(0, -0.1, 0.0), -0.9), [1, 3]);
        assert_eq!(p.others(&sight(0, -3.0, 0.0), 0.0), [1, 2, 3]);
        assert!(
            p.rest(&[sight(0, -9.0, 0.0), sight(2, -1.0, 0.0)])
                .is_empty()
        );
        assert_eq!(p.rest(&[sight(0, -9.0, 0.0), sight(2, -8.0, 0.0)]), [1, 3]);
    }

    #[test]
    fn men_outweigh_the_colours_of_squares() {
        let p = TurnParams::default();
        let turn = p.decide(&[sight(0, 0.0, 0.0), sight(1, -9.0, 0.0)], -1.0);
        assert_eq!((turn.quarters, turn.reversed), (0, true));
        let alike = [sight(0, -0.5, 0.0), sight(1, -0.5, 0.0)];
        assert_eq!(p.decide(&alike, -1.0).quarters, 1);
        assert_eq!(p.decide(&alike, 1.0).quarters, 0);
        let turn = p.decide(&[sight(0, -1.0, 0.0), sight(1, -0.2, 0.0)], -1.0);
        assert_eq!((turn.quarters, turn.reversed), (1, false));
        assert!(turn.confidence > 0.95 && turn.confidence < 0.99);
    }

    #[test]
    fn coordinates_decide_where_few_men_do_not() {
        let p = TurnParams::default();
        let bare = p.decide(&[sight(0, -1.0, 0.0), sight(2, -0.5, 0.0)], 1.0);
        assert_eq!(bare.quarters, 0);
        assert!(bare.confidence < 0.7);
        let labelled = p.decide(&[sight(0, -1.0, 0.0), sight(2, -0.5, -8.0)], 1.0);
        assert_eq!(labelled.quarters, 2);
        assert!(labelled.confidence > 0.95);
    }
}
