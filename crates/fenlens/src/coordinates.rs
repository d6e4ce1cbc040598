//! What the printed coordinates say about which side is at the bottom.
//!
//! Single marks count for nothing: move numbers, clocks and captions are digits and letters too.
//! What counts is a row of marks at the pitch of the squares that runs as coordinates do: down the
//! left or right edge 8 to 1 (White at the bottom) or 1 to 8 (Black), along the top or bottom edge
//! a to h or h to a. The two orders differ in every place, so each legible mark speaks for one side.

use fenlens_fen::Color;
use fenlens_vision::labels::{Axis, GROUPS, Group, Place, SLOTS};
use ndarray::{Array3, ArrayView2};

/// Probability from which a window counts as read.
const READ: f32 = 0.5;

/// Marks in their places from which a row counts. Two occur by chance beside text. With three, none
/// of 600 held-out synthetic boards was decided wrongly (`training-notes/labels/evidence.py`).
const LEAST: usize = 3;

/// Marks in their places from which a row that does not count yet makes the other side doubtful.
const HINT: usize = 2;

/// Most that one mark may say, in natural logarithms: a single glyph may always be misread.
const MARK: f32 = 3.0;

/// Keeps the ratio of two small probabilities from saying much.
const FLOOR: f32 = 0.02;

/// How many times stronger one side's rows must be than the other's; closer is a contradiction.
const CLEAR: f64 = 4.0;

/// From sums over marks to log odds; below 1 since marks of one row are wrong together. The fit on
/// held-out synthetic boards, none of which was decided wrongly, would allow 0.7; three good marks
/// give 0.99 with this.
const SLOPE: f64 = 0.55;

/// Log odds, at most: nothing printed is surer than 1 in 3,000.
const MOST: f64 = 8.0;

/// What the coordinates of one board say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelVote {
    /// Log odds that White is at the bottom (natural logarithm); 0 when the coordinates say
    /// nothing or contradict each other.
    pub log_odds: f64,
    /// Rows of marks that count: two on a board with ranks and files along one edge each.
    pub rows: usize,
    /// Rows that run against each other, or along the wrong edges as on a board that lies on its
    /// side.
    pub contradiction: bool,
    /// The side for which a few marks speak that are not enough to decide.
    pub hint: Option<Color>,
}

/// What one row of eight windows says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Row {
    /// Sum over the marks of log(White's order / Black's order), each clipped.
    sum: f64,
    /// Marks in White's and in Black's order.
    fits: [usize; 2],
    /// Marks that are read as something that is in neither.
    stray: usize,
}

impl Row {
    /// Reads `[SLOTS, LABEL_CLASSES]` probabilities as the labels of `axis`.
    fn read(probs: ArrayView2<f32>, axis: Axis) -> Self {
        let mut row = Self::default();
        for (slot, p) in probs.outer_iter().enumerate() {
            let classes = match axis {
                Axis::Ranks => [SLOTS - slot, slot + 1],
                Axis::Files => [slot + 9, 2 * SLOTS - slot],
            };
            let [white, black] = classes.map(|c| p[c]);
            let ratio = ((white + FLOOR) / (black + FLOOR)).ln();
            row.sum += f64::from(ratio.clamp(-MARK, MARK));
            if white > READ {
                row.fits[0] += 1;
            } else if black > READ {
                row.fits[1] += 1;
            } else {
                let other = |(c, p): (usize, &f32)| c > 0 && !classes.contains(&c) && *p > READ;
                row.stray += usize::from(p.iter().enumerate().any(other));
            }
        }
        row
    }

    /// The side it speaks for, when at least `least` marks are in its order and clearly more than
    /// are not.
    fn side(&self, least: usize) -> Option<Color> {
        let [white, black] = self.fits;
        let (side, fit, other) = if white >= black {
            (Color::White, white, black)
        } else {
            (Color::Black, black, white)
        };
        (fit >= least && fit > self.stray + 2 * other).then_some(side)
    }
}

/// Weighs the probabilities of a board's label windows, `[GROUPS, SLOTS, LABEL_CLASSES]` in the
/// order of [`fenlens_vision::labels`].
pub fn weigh(probs: &Array3<f32>) -> LabelVote {
    let mut vote = LabelVote::default();
    let mut sums = [0.0f64; 2];
    let mut weak: [Vec<(Axis, f64)>; 2] = Default::default();
    // Of the windows that may show the same marks, only the clearest row counts: of the three
    // depths beside an edge, and of the two sizes in a corner.
    let mut rows: [[Option<Row>; 3]; 4] = [[None; 3]; 4];
    for (index, group) in probs.outer_iter().take(GROUPS).enumerate() {
        let at = Group::at(index);
        let (axis, across) = match at.axis {
            Axis::Ranks => (Axis::Ranks, Axis::Files),
            Axis::Files => (Axis::Files, Axis::Ranks),
        };
        if Row::read(group, across).side(LEAST + 1).is_some() {
            vote.contradiction = true;
        }
        let row = Row::read(group, axis);
        let kind = match at.place {
            Place::Outside(_) => 0,
            Place::Inside { end, .. } => 1 + usize::from(end),
        };
        let best = rows[at.edge][kind].get_or_insert(row);
        if row.sum.abs() > best.sum.abs() {
            *best = row;
        }
    }
    for (edge, rows) in rows.into_iter().enumerate() {
        for row in rows.into_iter().flatten() {
            if let Some(side) = row.side(LEAST) {
                sums[side as usize] += row.sum.abs();
                vote.rows += 1;
            } else if let Some(side) = row.side(HINT) {
                weak[side as usize].push((axis(edge), row.sum.abs()));
            }
        }
    }
    // A few ranks and a few files together, or a few marks beside a row that counts, count as well
    // where none speak for the other side.
    for side in Color::ALL {
        let [own, other] = [side, side.other()].map(|s| &weak[s as usize]);
        let both = [Axis::Ranks, Axis::Files]
            .into_iter()
            .all(|a| own.iter().any(|w| w.0 == a));
        if other.is_empty() && (both || sums[side as usize] > 0.0) {
            sums[side as usize] += own.iter().map(|w| w.1).sum::<f64>();
            vote.rows += own.len();
        }
    }
    let [white, black] = sums;
    if white.min(black) > 0.0 && white.max(black) < CLEAR * white.min(black) {
        vote.contradiction = true;
    }
    if !vote.contradiction {
        vote.log_odds = (SLOPE * (white - black)).clamp(-MOST, MOST);
    }
    vote.hint = match weak.map(|w| !w.is_empty()) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    };
    vote
}

/// Which labels stand along an edge of an upright board.
fn axis(edge: usize) -> Axis {
    if edge.is_multiple_of(2) {
        Axis::Files
    } else {
        Axis::Ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_classify::{LABEL_CLASSES, no_labels};

    /// Writes `text` into a group, one character a slot, `.` for none.
    fn write(probs: &mut Array3<f32>, group: usize, text: &str) {
        for (slot, ch) in text.chars().enumerate() {
            let class = match ch {
                '1'..='8' => ch as usize - '0' as usize,
                'a'..='h' => ch as usize - 'a' as usize + 9,
                _ => 0,
            };
            for c in 0..LABEL_CLASSES {
                probs[[group, slot, c]] = if c == class { 0.968 } else { 0.002 };
            }
        }
    }

    fn vote(rows: &[(usize, &str)]) -> LabelVote {
        let mut probs = no_labels();
        for (group, text) in rows {
            write(&mut probs, *group, text);
        }
        weigh(&probs)
    }

    const LEFT: usize = 9;
    const BOTTOM: usize = 6;
    const INSIDE_LEFT: usize = 18;

    #[test]
    fn whole_sequences_decide() {
        let white = vote(&[(LEFT, "87654321"), (BOTTOM, "abcdefgh")]);
        assert!(white.log_odds >= MOST && white.rows == 2, "{white:?}");
        let black = vote(&[(INSIDE_LEFT, "12345678")]);
        assert!(black.log_odds <= -MOST, "{black:?}");
        assert_eq!(Group::at(LEFT).edge, 3);
        assert_eq!(Group::at(INSIDE_LEFT).axis, Axis::Ranks);
    }

    #[test]
    fn three_legible_marks_are_enough_and_two_are_a_hint() {
        let three = vote(&[(LEFT, ".7..4..1")]);
        assert!((4.0..6.0).contains(&three.log_odds), "{three:?}");
        let two = vote(&[(BOTTOM, "h......a")]);
        assert_eq!((two.log_odds, two.rows), (0.0, 0));
        assert_eq!(two.hint, Some(Color::Black));
    }

    #[test]
    fn two_ranks_and_two_files_are_enough_unless_others_contradict() {
        let both = vote(&[(BOTTOM, "h......a"), (LEFT, ".2...6..")]);
        assert!(both.log_odds < -4.0, "{both:?}");
        let against = vote(&[(BOTTOM, "h......a"), (LEFT, ".7...3..")]);
        assert_eq!((against.log_odds, against.hint), (0.0, None));
    }

    #[test]
    fn digits_and_letters_that_are_no_sequence_say_nothing() {
        for text in [
            "1.2.3.4.", "12.34.56", "bead.cab", "82817263", "77777777", "dedicate",
        ] {
            for group in [LEFT, BOTTOM, INSIDE_LEFT] {
                let found = vote(&[(group, text)]);
                assert_eq!((found.log_odds, found.rows), (0.0, 0), "{text} at {group}");
            }
        }
    }

    #[test]
    fn rows_against_each_other_are_a_contradiction() {
        let found = vote(&[(LEFT, "87654321"), (BOTTOM, "hgfedcba")]);
        assert!(found.contradiction && found.log_odds == 0.0);
        let sideways = vote(&[(LEFT, "abcdefgh")]);
        assert!(sideways.contradiction && sideways.log_odds == 0.0);
    }
}
