//! Which side is at the bottom of the picture.

use crate::{Turn, coordinates::LabelVote, vote};
use fenlens_fen::{Color, Placement};
use serde::{Deserialize, Serialize};

/// How the side at the bottom is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrientationSource {
    /// The labels a–h and 1–8 at the edge.
    Coordinates,
    /// The men: pawns, kings, the start array.
    Pieces,
    /// The caller said so.
    Caller,
    /// Nothing tells; White at the bottom is the commoner.
    Assumed,
}

impl OrientationSource {
    /// The word used in JSON and in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Coordinates => "coordinates",
            Self::Pieces => "pieces",
            Self::Caller => "caller",
            Self::Assumed => "assumed",
        }
    }
}

/// The side at the bottom, how that is known, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation {
    /// The side at the bottom of the picture.
    pub bottom: Color,
    /// What decided.
    pub source: OrientationSource,
    /// Probability that `bottom` is right, 0 to 1; 1 when the caller said so.
    pub confidence: f64,
    /// What speaks against it.
    pub conflict: Option<Conflict>,
    /// How the board lies in the picture; the side is at the bottom once it is turned upright.
    pub turn: Turn,
}

/// What speaks against an orientation, though it does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// The coordinates decided, and the men look the other way.
    Men,
    /// There are coordinates, but they contradict each other or run along the wrong edges.
    Coordinates,
}

/// How the orientation is decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientParams {
    /// Share of pictures with White at the bottom, before anything is looked at. Default 0.9, about
    /// that of books and screenshots together (books 0.97, screenshots 0.8).
    pub prior_white: f64,
    /// Probability from which the men decide, with `prior_white`. Default 0.67: with it nearly none of
    /// 5,208 positions from play and composition with White at the bottom is turned by a fit that has
    /// not seen it, and 1 in 100 random boards, while nine in ten boards with at least twenty men are
    /// told from their turned twins (`training-notes/orientation/README.md`).
    pub decide: f64,
    /// Probability by the men alone, without `prior_white`, from which they decide. Default 0.79: of the same
    /// positions, turned, 1 in 500 is taken for one with White at the bottom.
    pub told: f64,
    /// Probability from which coordinates decide. Default 0.98: three legible marks of a row.
    pub coordinates: f64,
    /// Probability from which men that look the other way than the coordinates are reported.
    /// Default 0.99: positions that only look turned stay silent.
    pub contradict: f64,
}

impl Default for OrientParams {
    fn default() -> Self {
        Self {
            prior_white: 0.9,
            decide: 0.67,
            told: 0.79,
            coordinates: 0.98,
            contradict: 0.99,
        }
    }
}

/// Confidence left to an orientation that coordinates speak against without deciding.
const DOUBTED: f64 = 0.5;

/// Decides the orientation: the caller's word, else the coordinates, else the men, else White at
/// the bottom.
///
/// `seen` is the board read as if White were at the bottom: image order taken as FEN order; `moved`
/// are the log odds that White is at the bottom by the squares of the last move.
pub fn orient(
    seen: &Placement,
    labels: &LabelVote,
    moved: f64,
    given: Option<Color>,
    params: &OrientParams,
) -> Orientation {
    if let Some(bottom) = given {
        return Orientation {
            bottom,
            source: OrientationSource::Caller,
            confidence: 1.0,
            conflict: None,
            turn: Turn::UPRIGHT,
        };
    }
    let vote = vote::log_odds(seen) + moved;
    let (bottom, told) = likelier(labels.log_odds);
    if told >= params.coordinates {
        let (men, strength) = likelier(vote);
        let against = men != bottom && strength >= params.contradict;
        // Men that look the other way do not turn the board, but a few faint marks are less sure
        // then; men that agree make them no surer.
        let doubt = if men == bottom { 0.0 } else { vote.abs() };
        return Orientation {
            bottom,
            source: OrientationSource::Coordinates,
            confidence: sigmoid((labels.log_odds.abs() - doubt).max(0.0)),
            conflict: against.then_some(Conflict::Men),
            turn: Turn::UPRIGHT,
        };
    }
    let mut decided = by_men(vote, params);
    let doubted = labels.hint.is_some_and(|side| side != decided.bottom);
    if labels.contradiction || doubted {
        decided.confidence = decided.confidence.min(DOUBTED);
        decided.conflict = labels.contradiction.then_some(Conflict::Coordinates);
    }
    decided
}

/// The side at the bottom that the coordinates tell by themselves.
pub fn told_by_labels(labels: &LabelVote, params: &OrientParams) -> Option<Color> {
    let (side, told) = likelier(labels.log_odds);
    (told >= params.coordinates).then_some(side)
}

/// The orientation without coordinates, from the men's log odds that White is at the bottom.
fn by_men(vote: f64, params: &OrientParams) -> Orientation {
    let prior = params.prior_white.clamp(1e-6, 1.0 - 1e-6);
    let white = sigmoid(vote + (prior / (1.0 - prior)).ln());
    let (bottom, confidence) = if white >= 0.5 {
        (Color::White, white)
    } else {
        (Color::Black, 1.0 - white)
    };
    // The prior alone is no evidence: the men must say so by themselves too.
    let (_, told) = likelier(vote);
    if confidence < params.decide || told < params.told {
        return Orientation {
            bottom: Color::White,
            source: OrientationSource::Assumed,
            confidence: white,
            conflict: None,
            turn: Turn::UPRIGHT,
        };
    }
    Orientation {
        bottom,
        source: OrientationSource::Pieces,
        confidence,
        conflict: None,
        turn: Turn::UPRIGHT,
    }
}

/// The likelier side and its probability.
fn likelier(log_odds: f64) -> (Color, f64) {
    if log_odds >= 0.0 {
        (Color::White, sigmoid(log_odds))
    } else {
        (Color::Black, sigmoid(-log_odds))
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(text: &str) -> Orientation {
        orient(
            &text.parse().unwrap(),
            &LabelVote::default(),
            0.0,
            None,
            &OrientParams::default(),
        )
    }

    #[test]
    fn the_start_array_tells_its_side() {
        let start = Placement::start();
        let params = OrientParams::default();
        let upright = orient(&start, &LabelVote::default(), 0.0, None, &params);
        assert_eq!(
            (upright.bottom, upright.source),
            (Color::White, OrientationSource::Pieces)
        );
        let turned = orient(&start.rotated(), &LabelVote::default(), 0.0, None, &params);
        assert_eq!(
            (turned.bottom, turned.source),
            (Color::Black, OrientationSource::Pieces)
        );
        assert!(turned.confidence > 0.99);
    }

    #[test]
    fn a_few_men_in_the_middle_tell_nothing() {
        let o = decide("8/8/3k4/8/3K4/8/8/8");
        assert_eq!(
            (o.bottom, o.source),
            (Color::White, OrientationSource::Assumed)
        );
        assert!(o.confidence < 0.95);
    }

    #[test]
    fn a_last_move_tells_the_side_but_leaves_a_board_without_other_signs_to_be_checked() {
        let men: Placement = "8/8/3k4/4p3/3K4/8/8/8".parse().unwrap();
        let params = OrientParams::default();
        let of = |moved| orient(&men, &LabelVote::default(), moved, None, &params);
        assert_eq!(of(0.0).source, OrientationSource::Assumed);
        let black = of(-4.5);
        assert_eq!(
            (black.bottom, black.source),
            (Color::Black, OrientationSource::Pieces)
        );
        assert!(black.confidence < 0.95, "{black:?}");
        let start = Placement::start();
        let against = orient(&start, &labels(8.0), -4.5, None, &params);
        assert_eq!((against.bottom, against.conflict), (Color::White, None));
    }

    #[test]
    fn the_caller_is_believed() {
        let o = orient(
            &Placement::start(),
            &LabelVote::default(),
            0.0,
            Some(Color::Black),
            &OrientParams::default(),
        );
        assert_eq!(
            (o.bottom, o.source),
            (Color::Black, OrientationSource::Caller)
        );
        assert_eq!(o.confidence, 1.0);
    }

    fn labels(log_odds: f64) -> LabelVote {
        LabelVote {
            log_odds,
            rows: 2,
            ..LabelVote::default()
        }
    }

    #[test]
    fn coordinates_outrank_the_men_and_the_conflict_is_told() {
        let (start, params) = (Placement::start(), OrientParams::default());
        let o = orient(&start, &labels(-8.0), 0.0, None, &params);
        assert_eq!(
            (o.bottom, o.source, o.conflict),
            (
                Color::Black,
                OrientationSource::Coordinates,
                Some(Conflict::Men)
            )
        );
        let o = orient(&start, &labels(8.0), 0.0, None, &params);
        assert_eq!((o.bottom, o.conflict), (Color::White, None));
        let o = orient(&start, &labels(-8.0), 0.0, Some(Color::White), &params);
        assert_eq!(o.source, OrientationSource::Caller);
    }

    #[test]
    fn a_few_faint_marks_against_the_men_are_not_sure() {
        let men: Placement = "8/5pk1/4p1p1/3pP2p/3P1P1P/r5P1/5K2/1R6".parse().unwrap();
        let of = |log_odds| orient(&men, &labels(log_odds), 0.0, None, &OrientParams::default());
        let against = of(-5.0);
        assert_eq!(
            (against.bottom, against.source),
            (Color::Black, OrientationSource::Coordinates)
        );
        assert!(against.confidence < 0.95, "{against:?}");
        let with = of(5.0);
        assert!((with.confidence - sigmoid(5.0)).abs() < 1e-9, "{with:?}");
    }

    #[test]
    fn undecided_coordinates_leave_the_men_their_say_but_not_their_surety() {
        let (start, params) = (Placement::start(), OrientParams::default());
        let contradiction = LabelVote {
            contradiction: true,
            ..LabelVote::default()
        };
        let o = orient(&start, &contradiction, 0.0, None, &params);
        assert_eq!(
            (o.bottom, o.source, o.conflict),
            (
                Color::White,
                OrientationSource::Pieces,
                Some(Conflict::Coordinates)
            )
        );
        assert!(o.confidence <= 0.5);
        for (hint, doubted) in [(Color::Black, true), (Color::White, false)] {
            let hint = LabelVote {
                hint: Some(hint),
                ..LabelVote::default()
            };
            let o = orient(&start, &hint, 0.0, None, &params);
            assert_eq!((o.confidence <= 0.5, o.bottom), (doubted, Color::White));
        }
    }
}
