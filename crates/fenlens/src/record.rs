//! The result as it is written to JSON: one [`PictureRecord`] a picture, schema 1.
//!
//! Fields are only ever added within a schema. Numbers are rounded, so that the same picture gives
//! the same text on any number of threads: probabilities to 1e-6, pixels to 0.01, times to 0.1 ms.

use crate::{
    BoardReading, Choice, Fields, ModelInfo, OrientationSource, PictureReading, Timings, Verdict,
};
use fenlens_fen::{Finding, Lang, Piece, Square};
use serde::{Deserialize, Serialize};

/// The number that changes when a field changes its meaning.
pub const SCHEMA: u32 = 1;

/// One picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PictureRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The picture's path as it was named, with `/` between its parts; `-` for standard input.
    pub image: String,
    /// Width in pixels, upright; null when the picture could not be decoded.
    pub width: Option<u32>,
    /// Height in pixels, upright.
    pub height: Option<u32>,
    /// Why the picture could not be read; null when it could.
    pub error: Option<String>,
    /// Wall-clock milliseconds; null when the picture could not be read.
    pub ms: Option<MsRecord>,
    /// The model that read the squares.
    pub model: ModelInfo,
    /// The boards in reading order; empty when there is none.
    pub boards: Vec<BoardRecord>,
}

/// Wall-clock milliseconds of each stage, all boards together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MsRecord {
    /// Bytes to pixels.
    pub decode: f64,
    /// Finding the boards.
    pub detect: f64,
    /// Squaring up, cutting and reading the tiles.
    pub classify: f64,
    /// Orientation, assembly and validation.
    pub orient: f64,
    /// All of it.
    pub total: f64,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// Its place in reading order, from 0.
    pub index: usize,
    /// `[x, y]` of the 8×8 field's outer corners in pixels, clockwise from the board's top left as
    /// it lies in the picture.
    pub corners: [[f64; 2]; 4],
    /// First field of the FEN.
    pub placement: String,
    /// All six fields.
    pub fen: String,
    /// Where the other five fields come from.
    pub fields: Fields,
    /// Castling rights that the position would allow.
    pub possible_castling: String,
    /// Side at the bottom of the upright board: `white` or `black`.
    pub bottom: fenlens_fen::Color,
    /// How that is known.
    pub orientation: OrientationRecord,
    /// `sure` or `check`.
    pub verdict: Verdict,
    /// Why it is to be checked.
    pub reasons: Vec<String>,
    /// Probability that the whole placement is right.
    pub confidence: f64,
    /// All 64 squares in FEN order.
    pub squares: Vec<SquareRecord>,
    /// What is wrong or doubtful with the position.
    pub findings: Vec<FindingRecord>,
}

/// How the side at the bottom is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrientationRecord {
    /// What decided.
    pub source: OrientationSource,
    /// Probability that it is right.
    pub confidence: f64,
    /// Degrees clockwise from upright that the board lies turned in the picture: 0, 90, 180 or
    /// 270. The corners are named as it lies, the side at the bottom as it is once upright.
    #[serde(default)]
    pub turned: u16,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SquareRecord {
    /// Its name.
    pub square: Square,
    /// FEN letter, or null for an empty square.
    pub piece: Option<Piece>,
    /// Calibrated probability.
    pub p: f64,
    /// The next likeliest content.
    pub second: ChoiceRecord,
}

/// A content of a square with its probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceRecord {
    /// FEN letter, or null for an empty square.
    pub piece: Option<Piece>,
    /// Calibrated probability.
    pub p: f64,
}

/// One finding of the validator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingRecord {
    /// Stable code.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The squares it speaks of.
    pub squares: Vec<Square>,
    /// One sentence.
    pub message: String,
    /// A FEN that has not this fault, where one exists.
    pub fix: Option<String>,
}

impl PictureRecord {
    /// The record of a picture that was read.
    pub fn new(image: &str, model: &ModelInfo, reading: &PictureReading) -> Self {
        Self {
            schema: SCHEMA,
            image: image.to_owned(),
            width: Some(reading.width),
            height: Some(reading.height),
            error: None,
            ms: Some(MsRecord::new(&reading.timings)),
            model: model.clone(),
            boards: reading
                .boards
                .iter()
                .enumerate()
                .map(|(index, board)| BoardRecord::new(index, board))
                .collect(),
        }
    }

    /// The record of a picture that could not be read.
    pub fn failed(image: &str, model: &ModelInfo, error: &dyn std::fmt::Display) -> Self {
        Self {
            schema: SCHEMA,
            image: image.to_owned(),
            width: None,
            height: None,
            error: Some(error.to_string()),
            ms: None,
            model: model.clone(),
            boards: Vec::new(),
        }
    }
}

impl MsRecord {
    fn new(t: &Timings) -> Self {
        let ms = |d: std::time::Duration| (d.as_secs_f64() * 1e4).round() / 10.0;
        Self {
            decode: ms(t.decode),
            detect: ms(t.detect),
            classify: ms(t.classify),
            orient: ms(t.orient),
            total: ms(t.total),
        }
    }
}

/// A probability with six decimals.
fn probability(p: f64) -> f64 {
    (p * 1e6).round() / 1e6
}

impl BoardRecord {
    fn new(index: usize, board: &BoardReading) -> Self {
        let reading = &board.reading;
        Self {
            index,
            corners: board
                .quad
                .quad
                .0
                .map(|p| [p.x, p.y].map(|v| (f64::from(v) * 100.0).round() / 100.0)),
            placement: reading.placement().to_string(),
            fen: reading.fen.to_string(),
            fields: reading.fields,
            possible_castling: reading.possible_castling.to_string(),
            bottom: reading.orientation.bottom,
            orientation: OrientationRecord {
                source: reading.orientation.source,
                confidence: probability(reading.orientation.confidence),
                turned: 90 * reading.orientation.turn.quarters as u16,
            },
            verdict: reading.verdict,
            reasons: reading.reasons.iter().map(|r| r.to_string()).collect(),
            confidence: probability(reading.confidence),
            squares: reading
                .squares
                .iter()
                .map(|s| SquareRecord {
                    square: s.square,
                    piece: s.first.piece,
                    p: probability(s.first.p),
                    second: ChoiceRecord::new(&s.second),
                })
                .collect(),
            findings: board.findings.iter().map(FindingRecord::new).collect(),
        }
    }

    /// The squares that a person should look at: those less likely than the default threshold of
    /// [`AssembleParams::square`](crate::AssembleParams), in FEN order.
    pub fn doubtful(&self) -> impl Iterator<Item = &SquareRecord> {
        let least = crate::AssembleParams::default().square;
        self.squares.iter().filter(move |s| s.p < least)
    }
}

impl FindingRecord {
    fn new(finding: &Finding) -> Self {
        Self {
            code: finding.code.to_string(),
            severity: finding.severity.to_string(),
            squares: finding.squares.clone(),
            message: finding.message(Lang::En),
            fix: finding.fix.clone(),
        }
    }
}

impl ChoiceRecord {
    fn new(choice: &Choice) -> Self {
        Self {
            piece: choice.piece,
            p: probability(choice.p),
        }
    }
}
