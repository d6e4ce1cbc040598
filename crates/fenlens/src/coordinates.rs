//! What the printed coordinates say about which side is at the bottom.
//!
//! Single marks count for nothing: move numbers, clocks and captions are digits and letters too.
//! What counts is a row of marks at the pitch of the squares that runs as coordinates do: down the
//! left or right edge 8 to 1 (White at the bottom) or 1 to 8 (Black), along the top or bottom edge
//! a to h or h to a. Each row is weighed against the better of two other explanations, that nothing
//! is printed there and that it is other text, so that marks out of their places count against it.

use fenlens_fen::Color;
use fenlens_vision::labels::{Axis, GROUPS, Group, Place, SLOTS};
use ndarray::{Array3, ArrayView1, ArrayView2};

/// Shares of windows that hold the mark of their place, none, and any other mark, under one
/// explanation of a row.
struct Explanation {
    mark: f64,
    none: f64,
    other: f64,
}

/// Coordinates of which half are hidden by men or too faint to read. The shares of the three
/// explanations are round numbers; a half more or less moves 10 of 1,178 labelled synthetic boards
/// (`training-notes/labels/evidence.py`).
const COORDINATES: Explanation = Explanation {
    mark: 0.45,
    none: 0.5,
    other: 0.05,
};

/// Nothing printed.
const NOTHING: Explanation = Explanation {
    mark: 0.0,
    none: 0.85,
    other: 0.15,
};

/// Text that is no coordinates.
const TEXT: Explanation = Explanation {
    mark: 0.0,
    none: 0.3,
    other: 0.7,
};

/// Share of windows without a mark that the net was trained on, about; its probabilities are taken
/// as shares of these.
const TRAINED_NONE: f64 = 0.5;

/// The digits and letters of a window.
const MARKS: f64 = 16.0;

/// Added to every window's likelihood, which is about 1 where nothing is known: a single glyph may
/// always be misread.
const MISREAD: f64 = 0.05;

/// Evidence from which coordinates decide, in natural logarithms: two marks along one edge and two
/// along another, or three of one row. With it none of 1,178 labelled synthetic boards was decided
/// wrongly, and of the same boards with the marks of every row shuffled 1 in 80 was decided.
const LEAST: f64 = 6.0;

/// Evidence from which marks that do not decide make the other side doubtful: about two marks.
const HINT: f64 = 2.5;

/// Evidence from which a row along the wrong edge, as on a board that lies on its side, is a
/// contradiction. On upright synthetic boards it stays below this.
const SIDEWAYS: f64 = 7.0;

/// How many times stronger one side's evidence must be than the other's; closer is a contradiction.
/// Half the coordinates of a neighbour, seen from the other side, stay below this.
const CLEAR: f64 = 2.5;

/// From evidence to log odds; below 1 since marks of one row are wrong together. The least that
/// decides gives 0.985 with this, and none of the boards above was wrong.
const SLOPE: f64 = 0.7;

/// Log odds, at most: nothing printed is surer than 1 in 3,000.
const MOST: f64 = 8.0;

/// What the coordinates of one board say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelVote {
    /// Log odds that White is at the bottom (natural logarithm); 0 when the coordinates say
    /// nothing or contradict each other.
    pub log_odds: f64,
    /// Rows of marks that speak for the side they decide for: two on a board with ranks and files
    /// along one edge each.
    pub rows: usize,
    /// Rows that run against each other, or along the wrong edges as on a board that lies on its
    /// side.
    pub contradiction: bool,
    /// The side for which a few marks speak that are not enough to decide.
    pub hint: Option<Color>,
}

impl Explanation {
    /// Likelihood of a window's `[LABEL_CLASSES]` probabilities where the mark of its place is
    /// `class`.
    fn of(&self, window: ArrayView1<f32>, class: usize) -> f64 {
        let trained = (1.0 - TRAINED_NONE) / MARKS;
        let none = f64::from(window[0]) / TRAINED_NONE;
        let any = (1.0 - f64::from(window[0])) / (1.0 - TRAINED_NONE);
        let mark = f64::from(window[class]) / trained;
        self.mark * mark + self.none * none + self.other * any + MISREAD
    }
}

/// How much better coordinates that hold the marks `class` in their slots explain a row of
/// `[SLOTS, LABEL_CLASSES]` probabilities than anything else (log likelihood ratio).
fn advantage(row: ArrayView2<f32>, class: impl Fn(usize) -> usize) -> f64 {
    let likelihood = |explanation: &Explanation| -> f64 {
        row.outer_iter()
            .enumerate()
            .map(|(slot, window)| explanation.of(window, class(slot)).ln())
            .sum()
    };
    likelihood(&COORDINATES) - likelihood(&NOTHING).max(likelihood(&TEXT))
}

/// The advantage of White's and of Black's order of coordinates in a row.
fn evidence(row: ArrayView2<f32>, axis: Axis) -> [f64; 2] {
    Color::ALL.map(|side| {
        advantage(row, |slot| match (axis, side) {
            (Axis::Ranks, Color::White) => SLOTS - slot,
            (Axis::Ranks, Color::Black) => slot + 1,
            (Axis::Files, Color::White) => SLOTS + 1 + slot,
            (Axis::Files, Color::Black) => 2 * SLOTS - slot,
        })
    })
}

/// Whether a row is one digit over and over, as the tens of 21 to 28 are, beside which the units look
/// like ranks.
fn repeats(row: ArrayView2<f32>) -> bool {
    (1..=SLOTS).any(|digit| advantage(row, |_| digit) >= LEAST)
}

/// Weighs the probabilities of a board's label windows, `[GROUPS, SLOTS, LABEL_CLASSES]` in the
/// order of [`fenlens_vision::labels`].
pub fn weigh(probs: &Array3<f32>) -> LabelVote {
    let mut vote = LabelVote::default();
    // By edge and place. Of the windows that may show the same marks, only the clearest row counts: of the
    // three depths beside an edge, and of the two sizes in a corner.
    let mut rows = [[[0.0f64; 2]; 4]; 4];
    let strongest = |row: &[f64; 2]| row[0].max(row[1]);
    let mut numbers = [false; 4];
    for (index, group) in probs.outer_iter().take(GROUPS).enumerate() {
        let at = Group::at(index);
        let across = match at.axis {
            Axis::Ranks => Axis::Files,
            Axis::Files => Axis::Ranks,
        };
        vote.contradiction |= strongest(&evidence(group, across)) >= SIDEWAYS;
        let row = evidence(group, at.axis);
        let kind = match at.place {
            Place::Outside(_) => {
                numbers[at.edge] |= at.axis == Axis::Ranks && repeats(group);
                0
            }
            Place::Inside { end, .. } => 1 + usize::from(end),
            Place::Middle => 3,
        };
        let best = &mut rows[at.edge][kind];
        if strongest(&row) > strongest(best) {
            *best = row;
        }
    }
    for (edge, numbers) in rows.iter_mut().zip(numbers) {
        if numbers {
            edge[0] = [0.0; 2];
        }
    }
    let rows = rows.as_flattened();
    // What the other order of a row explains as well speaks for neither, and a row of less than two marks not
    // at all: parts of other things make several of these.
    let speaks = |row: &[f64; 2], side: usize| {
        let more = row[side] - row[1 - side].max(0.0);
        if more >= HINT { more } else { 0.0 }
    };
    let [white, black] = [0, 1].map(|side| rows.iter().map(|r| speaks(r, side)).sum::<f64>());
    let (side, strong, weak) = if white >= black {
        (Color::White, white, black)
    } else {
        (Color::Black, black, white)
    };
    if strong >= LEAST && strong < CLEAR * weak {
        vote.contradiction = true;
    }
    if strong >= LEAST && !vote.contradiction {
        vote.log_odds = (SLOPE * (white - black)).clamp(-MOST, MOST);
        let speaking = rows.iter().filter(|row| speaks(row, side.index()) > 0.0);
        vote.rows = speaking.count();
    } else if strong >= HINT && strong >= CLEAR * weak {
        vote.hint = Some(side);
    }
    vote
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
    const RIGHT: usize = 5;
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
        assert!((4.0..7.0).contains(&three.log_odds), "{three:?}");
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
    fn a_row_that_fits_both_orders_speaks_for_neither() {
        let found = vote(&[
            (LEFT, "1......1"),
            (BOTTOM, ".b....b."),
            (RIGHT, "8......8"),
        ]);
        assert_eq!((found.log_odds, found.contradiction), (0.0, false));
        let clear = vote(&[(LEFT, "1......1"), (BOTTOM, "abcdefgh")]);
        assert!(clear.log_odds > 4.0 && !clear.contradiction, "{clear:?}");
    }

    #[test]
    fn half_the_coordinates_of_a_neighbour_are_no_contradiction() {
        let found = vote(&[
            (INSIDE_LEFT, "12345678"),
            (BOTTOM, "hgfedcba"),
            (RIGHT, "8.6.4.2."),
        ]);
        assert!(found.log_odds < -4.0 && !found.contradiction, "{found:?}");
    }

    #[test]
    fn hardly_legible_marks_along_many_edges_decide_nothing() {
        let mut probs = no_labels();
        for (group, text) in [
            (LEFT, ".7...3.."),
            (RIGHT, "8..5...."),
            (BOTTOM, "..c....h"),
        ] {
            write(&mut probs, group, text);
            for mut window in probs
                .index_axis_mut(ndarray::Axis(0), group)
                .outer_iter_mut()
            {
                window[0] += 0.4;
                window /= 1.4;
            }
        }
        let found = weigh(&probs);
        assert_eq!((found.log_odds, found.rows), (0.0, 0), "{found:?}");
    }

    #[test]
    fn numbers_of_two_digits_are_no_ranks() {
        const NEARER: usize = 3;
        let numbers = vote(&[(RIGHT, "12345678"), (NEARER, "22222222")]);
        assert_eq!((numbers.log_odds, numbers.hint), (0.0, None));
        let beside_them = vote(&[
            (RIGHT, "12345678"),
            (NEARER, "2.222.22"),
            (LEFT, "87654321"),
        ]);
        assert!(beside_them.log_odds > 4.0, "{beside_them:?}");
    }

    #[test]
    fn rows_against_each_other_are_a_contradiction() {
        let found = vote(&[(LEFT, "87654321"), (BOTTOM, "hgfedcba")]);
        assert!(found.contradiction && found.log_odds == 0.0);
        let sideways = vote(&[(LEFT, "abcdefgh")]);
        assert!(sideways.contradiction && sideways.log_odds == 0.0);
    }
}
