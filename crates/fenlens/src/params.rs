//! What a [`Reader`](crate::Reader) is built from, and what a caller may say about a picture.

use crate::{AssembleParams, FieldsGiven, OrientParams, TurnParams};
use fenlens_fen::Color;
use fenlens_vision::{DecodeLimits, Quad, RectifyParams, detect::DetectParams};

/// How pictures are read. The defaults are those of the command line.
#[derive(Clone, Debug, Default)]
pub struct ReaderParams {
    /// What a decoder may use up.
    pub decode: DecodeLimits,
    /// How boards are found.
    pub detect: DetectParams,
    /// How boards are squared up.
    pub rectify: RectifyParams,
    /// When a quadrilateral counts as a board once its squares are read.
    pub judge: JudgeParams,
    /// How the way up is found.
    pub turn: TurnParams,
    /// How the side at the bottom is decided.
    pub orient: OrientParams,
    /// When a board counts as sure.
    pub assemble: AssembleParams,
    /// Which boards of a picture are wanted. Default: all.
    pub boards: Boards,
}

/// Which boards of a picture are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// All of them, in reading order.
    #[default]
    All,
    /// Only the one with the largest area.
    Largest,
}

/// When a quadrilateral counts as a board once its squares are read: what is no board (a table, a
/// calendar) leaves the classifier at a loss on most squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgeParams {
    /// Least mean probability of the squares' first choices, 0 to 1. Default 0.6.
    pub mean_probability: f64,
    /// Least mean probability of the men where more than one king of a colour is seen, 0 to 1. Default
    /// 0.62: wooden men have 0.46 to 0.6, diagrams so misread as to have two kings 0.7 and more.
    pub men_probability: f64,
    /// Fewest men that are judged by [`Self::men_probability`]. Default 6.
    pub least_men: usize,
    /// Least mean probability of the empty squares where there is not a king each, 0 to 1. Default 0.93:
    /// wooden men stand in the way of the squares behind them, and even the empty ones are unsure, 0.90 to
    /// 0.92; of 4,500 damaged boards of held-out sets 25 have less, with 7 squares wrong in the median.
    pub empty_probability: f64,
    /// The same where at most two men are seen. Default 0.95: wooden boards of which the net makes nothing have 0.92 to 0.935;
    /// of 4,500 damaged boards of held-out sets none has less.
    pub bare_probability: f64,
    /// Least score of the board's fit, 0 to 1, where at most two men are seen and not a king each, or three kings of a colour. Default 0.85:
    /// cloths and puzzles have 0.71 to 0.79, drawn boards with so few men 0.90 and more.
    pub bare_score: f64,
    /// Fewest empty squares that are judged by the probabilities above. Default 16.
    pub least_empty: usize,
    /// Fewest men that, all on squares of one colour and without a king each, make a draughts board.
    /// Default 3.
    pub least_draughtsmen: usize,
    /// How much the middles of squares of one colour must differ in gray, in mean or deviation on the board's scale
    /// 0 to 1, and three times as much as those of the other, to hold draughtsmen that the net takes for
    /// empty squares. Default 0.12: discs differ by 0.2 and more, empty squares by 0.05.
    pub disc_spread: f64,
}

impl Default for JudgeParams {
    fn default() -> Self {
        Self {
            mean_probability: 0.6,
            men_probability: 0.62,
            least_men: 6,
            empty_probability: 0.93,
            bare_probability: 0.95,
            bare_score: 0.85,
            least_empty: 16,
            least_draughtsmen: 3,
            disc_spread: 0.12,
        }
    }
}

/// A rectangle of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// What the caller knows of a picture. The default knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Given {
    /// Outer corners of the one board's 8×8 field in pixels, clockwise from its top left as it
    /// lies in the picture; nothing is then searched for.
    pub corners: Option<Quad>,
    /// The part of the picture to look at; corners are still those of the whole picture.
    pub crop: Option<Crop>,
    /// The side at the bottom.
    pub bottom: Option<Color>,
    /// The fields of the FEN that the picture does not show.
    pub fields: FieldsGiven,
}
