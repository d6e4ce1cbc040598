//! From probabilities and an orientation to a position, its confidence and a verdict.

use crate::{
    Conflict, Orientation, OrientationSource, Provenance, Reason,
    fields::{Fields, side_in_check},
    surplus,
};
use fenlens_classify::SquareProbs;
use fenlens_fen::{Castling, Color, Fen, Piece, Placement, Rank, Role, Square, possible_castling};
use serde::{Deserialize, Serialize};

/// When a board counts as `sure`.
///
/// The thresholds trade doubts against silent errors; they hold for the calibrated probabilities
/// of the shipped model and are set on damaged synthetic boards of held-out piece sets
/// (`training-notes/RESULTS.md`): of 951 called sure there (of 4,500) 2 are wrong, both in the
/// oddest of the sets (condal). At 0.98 a square it would be 3 of 1,029, at 0.97 6 of 1,118.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssembleParams {
    /// Least probability of a square's first choice. Default 0.985; lower lets silent errors
    /// through, higher sends more right boards to be checked.
    pub square: f64,
    /// Least probability that the whole placement is right (0 to 1). Default 0.95: sixty-four
    /// squares that are each a little doubtful are no sure board.
    pub board: f64,
    /// Least probability of the side at the bottom, and of the way up. Default 0.95: one side is not
    /// taken for granted where only the prior speaks (0.9), as in endgames without coordinates.
    pub orientation: f64,
    /// Least score of the grid's fit, 0 to 1. Default 0.3.
    pub fit: f64,
    /// What is left of a board's confidence when it breaks the rules of chess (a missing king, a
    /// pawn on the last rank, nine pawns). Default 0.5: about half of such readings are misread,
    /// the others are problems, fragments and exercises.
    pub implausible: f64,
    /// Odds that a man beyond what a side starts with (a third rook, a second queen or king) is
    /// there, against one of its kind being misread. Default 0.01: promoted men stand in about one
    /// position from play in a hundred, and rarer still in print. A man read with 0.9999 stays
    /// sure, one with 0.99 does not.
    pub surplus: f64,
}

impl Default for AssembleParams {
    fn default() -> Self {
        Self {
            square: 0.985,
            board: 0.95,
            orientation: 0.95,
            fit: 0.3,
            implausible: 0.5,
            surplus: 0.01,
        }
    }
}

/// What a square shows, or nothing, with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The man; `None` for an empty square.
    pub piece: Option<Piece>,
    /// Calibrated probability, 0 to 1.
    pub p: f64,
}

/// One square as it was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareReading {
    /// The square.
    pub square: Square,
    /// The likeliest content.
    pub first: Choice,
    /// The next likeliest.
    pub second: Choice,
}

/// Whether a person should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every square, the orientation and the fit of the grid are sure.
    Sure,
    /// Something is doubtful; the reasons say what.
    Check,
}

/// A position as it was read from a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The position with its assumed, inferred or given fields.
    pub fen: Fen,
    /// Where each field other than the placement comes from.
    pub fields: Fields,
    /// Castling rights that kings and rooks at home allow.
    pub possible_castling: Castling,
    /// Which side is at the bottom, and how that is known.
    pub orientation: Orientation,
    /// All 64 squares in FEN order.
    pub squares: Vec<SquareReading>,
    /// Probability that the whole placement is right: the product over the squares and of the
    /// orientation, lowered for what cannot be in chess. Squares count as independent.
    pub confidence: f64,
    /// Whether a person should look.
    pub verdict: Verdict,
    /// Why, when the verdict is [`Verdict::Check`].
    pub reasons: Vec<Reason>,
    /// The probability below which a square counts as doubtful.
    pub doubtful_below: f64,
}

impl Reading {
    /// What stands where.
    pub fn placement(&self) -> &Placement {
        &self.fen.placement
    }

    /// Adds reasons to check.
    pub fn doubt(&mut self, reasons: impl IntoIterator<Item = Reason>) {
        self.reasons.extend(reasons);
        if !self.reasons.is_empty() {
            self.verdict = Verdict::Check;
        }
    }

    /// The squares whose first choice is below the threshold, in FEN order.
    pub fn doubtful(&self) -> impl Iterator<Item = &SquareReading> {
        self.squares
            .iter()
            .filter(|s| s.first.p < self.doubtful_below)
    }
}

/// How the board was found, as far as the verdict depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Score of the grid's fit, 0 to 1.
    pub score: f64,
    /// Whether part of the board is beyond the picture's edge.
    pub partial: bool,
}

/// First and second choice of square `k` in image order.
fn choices(probs: &SquareProbs, k: usize) -> (Choice, Choice) {
    let [first, second] = probs.top_two(k).map(|(class, p)| Choice {
        piece: Piece::from_class_index(class),
        p: f64::from(p),
    });
    (first, second)
}

/// The likeliest placement in image order, as if White were at the bottom.
pub fn seen(probs: &SquareProbs) -> Placement {
    Placement(std::array::from_fn(|k| choices(probs, k).0.piece))
}

/// Where a square lies in image order.
pub(crate) fn place(square: Square, bottom: Color) -> usize {
    match bottom {
        Color::White => square.index(),
        Color::Black => square.rotated().index(),
    }
}

/// Squares read in image order, put into FEN order by the side at the bottom.
pub fn squares(probs: &SquareProbs, bottom: Color) -> Vec<SquareReading> {
    Square::all()
        .map(|square| {
            let (first, second) = choices(probs, place(square, bottom));
            SquareReading {
                square,
                first,
                second,
            }
        })
        .collect()
}

/// Puts the position together and judges it. Chess knowledge gives reasons and lowers the
/// confidence; it never changes what was seen.
pub fn assemble(
    mut squares: Vec<SquareReading>,
    orientation: Orientation,
    fit: Fit,
    fields: impl FnOnce(&Placement) -> (Fen, Fields),
    params: &AssembleParams,
) -> Reading {
    let mut placement = Placement::EMPTY;
    for s in &squares {
        placement.set(s.square, s.first.piece);
    }
    let (fen, fields) = fields(&placement);
    let surplus = surplus::weigh(&mut squares, params.surplus);
    let impossible = implausible(&placement);
    let product: f64 = squares.iter().map(|s| s.first.p).product();
    let penalty = if impossible.is_empty() {
        1.0
    } else {
        params.implausible
    };
    let turn = orientation.turn;
    let confidence = product * orientation.confidence * turn.confidence * penalty;

    let mut reasons = Vec::new();
    let doubtful: Vec<Square> = squares
        .iter()
        .filter(|s| s.first.p < params.square)
        .map(|s| s.square)
        .collect();
    if !doubtful.is_empty() {
        reasons.push(Reason::DoubtfulSquares(doubtful));
    }
    let unsure_side = orientation.source != OrientationSource::Caller
        && orientation.confidence < params.orientation;
    if unsure_side {
        reasons.push(Reason::Orientation {
            confidence: orientation.confidence,
        });
    }
    if turn.confidence < params.orientation {
        reasons.push(Reason::Turn {
            quarters: turn.quarters,
            confidence: turn.confidence,
        });
    }
    if turn.reversed {
        reasons.push(Reason::Reversed);
    }
    match orientation.conflict {
        Some(Conflict::Men) => reasons.push(Reason::MenAgainstCoordinates),
        Some(Conflict::Coordinates) => reasons.push(Reason::Coordinates),
        None => {}
    }
    let checked = side_in_check(&placement);
    if fields.side == Provenance::Seen && checked.is_some_and(|side| side != fen.turn) {
        reasons.push(Reason::ShownAgainstCheck(fen.turn));
    }
    if fit.partial {
        reasons.push(Reason::Partial);
    }
    if fit.score < params.fit {
        reasons.push(Reason::Fit { score: fit.score });
    }
    // Promoted men that were read beyond doubt are nobody's concern.
    reasons.extend(surplus.into_iter().filter(|r| {
        match r {
            Reason::Surplus { weakest, .. } => squares
                .iter()
                .any(|s| weakest.contains(&s.square) && s.first.p < params.square),
            _ => true,
        }
    }));
    reasons.extend(impossible);
    if reasons.is_empty() && confidence < params.board {
        reasons.push(Reason::LowConfidence {
            confidence,
            least: params.board,
        });
    }
    Reading {
        possible_castling: possible_castling(&placement),
        fen,
        fields,
        orientation,
        squares,
        confidence,
        verdict: if reasons.is_empty() {
            Verdict::Sure
        } else {
            Verdict::Check
        },
        reasons,
        doubtful_below: params.square,
    }
}

/// What a game of chess cannot show.
fn implausible(board: &Placement) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if board.iter().next().is_none() {
        return vec![Reason::Empty];
    }
    for color in Color::ALL {
        let count = board.count(Piece::new(color, Role::King));
        if count != 1 {
            reasons.push(Reason::Kings { color, count });
        }
        let (men, pawns) = (
            board.count_color(color),
            board.count(Piece::new(color, Role::Pawn)),
        );
        if men > 16 || pawns > 8 {
            reasons.push(Reason::TooMany { color, men, pawns });
        }
    }
    let stray: Vec<Square> = board
        .iter()
        .filter(|(s, m)| m.role == Role::Pawn && matches!(s.rank(), Rank::R1 | Rank::R8))
        .map(|(s, _)| s)
        .collect();
    if !stray.is_empty() {
        reasons.push(Reason::PawnsOnLastRank(stray));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;
    use crate::fields::{FieldsGiven, fill};
    use fenlens_classify::CLASSES;
    use ndarray::Array2;

    const SURE: f32 = 0.9999;

    /// Probabilities of a board drawn in image order, `SURE` for what it shows.
    fn shown(board: &Placement) -> SquareProbs {
        let class = |k: usize| board.0[k].map_or(0, |m| m.class_index());
        SquareProbs {
            values: Array2::from_shape_fn((64, CLASSES), |(k, c)| {
                if c == class(k) {
                    SURE
                } else {
                    (1.0 - SURE) / 12.0
                }
            }),
        }
    }

    /// Makes square `k` show two classes with the given probabilities.
    fn doubt(probs: &mut SquareProbs, k: usize, first: (usize, f32), second: (usize, f32)) {
        let mut row = probs.values.row_mut(k);
        row.fill(0.0);
        row[first.0] = first.1;
        row[second.0] = second.1;
    }

    fn known(bottom: Color) -> Orientation {
        Orientation {
            bottom,
            source: OrientationSource::Caller,
            confidence: 1.0,
            conflict: None,
            turn: Turn::UPRIGHT,
        }
    }

    const GOOD: Fit = Fit {
        score: 1.0,
        partial: false,
    };

    fn read(probs: &SquareProbs, orientation: Orientation, fit: Fit) -> Reading {
        assemble(
            squares(probs, orientation.bottom),
            orientation,
            fit,
            |p| fill(p, &FieldsGiven::default()),
            &AssembleParams::default(),
        )
    }

    #[test]
    fn a_clear_board_is_sure() {
        let r = read(&shown(&Placement::start()), known(Color::White), GOOD);
        assert_eq!(r.verdict, Verdict::Sure);
        assert!(r.reasons.is_empty());
        assert!((r.confidence - f64::from(SURE).powi(64)).abs() < 1e-9);
        assert_eq!(
            r.fen.to_string(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
    }

    #[test]
    fn a_board_seen_from_black_is_turned() {
        let r = read(
            &shown(&Placement::start().rotated()),
            known(Color::Black),
            GOOD,
        );
        assert_eq!(*r.placement(), Placement::start());
        assert_eq!(r.squares[0].square.to_string(), "a8");
        assert_eq!(r.squares[0].first.piece.unwrap().to_char(), 'r');
    }

    #[test]
    fn a_side_seen_to_move_against_a_check_is_a_reason() {
        let board: Placement = "4k3/8/8/8/8/8/8/4R1K1".parse().unwrap();
        let reasons = |side| {
            let given = FieldsGiven {
                shown: Some(side),
                ..FieldsGiven::default()
            };
            let known = known(Color::White);
            let squares = squares(&shown(&board), known.bottom);
            let params = AssembleParams::default();
            assemble(squares, known, GOOD, |p| fill(p, &given), &params).reasons
        };
        let against = Reason::ShownAgainstCheck(Color::White);
        assert_eq!(
            against.to_string(),
            "the picture shows white to move, but black is in check"
        );
        assert_eq!(reasons(Color::White), [against]);
        assert!(reasons(Color::Black).is_empty());
    }

    #[test]
    fn each_doubt_is_a_reason() {
        let start = Placement::start();
        let mut probs = shown(&start);
        doubt(&mut probs, 59, (5, 0.6), (11, 0.4));
        let r = read(&probs, known(Color::White), GOOD);
        assert_eq!(
            r.reasons,
            [Reason::DoubtfulSquares(vec!["d1".parse().unwrap()])]
        );
        let d1 = r.doubtful().next().unwrap();
        assert_eq!(d1.second.piece.unwrap().to_char(), 'q');
        assert!(r.confidence < 0.61);

        let probs = shown(&start);
        let unsure = Orientation {
            bottom: Color::White,
            source: OrientationSource::Assumed,
            confidence: 0.6,
            conflict: None,
            turn: Turn::UPRIGHT,
        };
        assert!(matches!(
            read(&probs, unsure, GOOD).reasons[..],
            [Reason::Orientation { .. }]
        ));
        let poor = Fit {
            score: 0.1,
            partial: true,
        };
        assert!(matches!(
            read(&probs, known(Color::White), poor).reasons[..],
            [Reason::Partial, Reason::Fit { .. }]
        ));
    }

    #[test]
    fn chess_knowledge_points_but_does_not_rewrite() {
        let board: Placement = "P7/8/8/8/8/8/8/k7".parse().unwrap();
        let r = read(&shown(&board), known(Color::White), GOOD);
        assert_eq!(*r.placement(), board);
        let texts: Vec<String> = r.reasons.iter().map(Reason::to_string).collect();
        assert_eq!(texts, ["white has no king", "a pawn on a8"]);
        assert!(r.confidence < 0.5);
        let empty = read(&shown(&Placement::EMPTY), known(Color::White), GOOD);
        assert_eq!(empty.reasons, [Reason::Empty]);
    }

    #[test]
    fn many_small_doubts_are_one_big_doubt() {
        let mut probs = shown(&Placement::start());
        for k in 16..48 {
            doubt(&mut probs, k, (0, 0.994), (1, 0.006));
        }
        let r = read(&probs, known(Color::White), GOOD);
        assert!(matches!(r.reasons[..], [Reason::LowConfidence { .. }]));
    }
}
