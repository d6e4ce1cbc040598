//! The chain of stages: one method each, and `read`, which only calls them in turn.

use crate::{
    AssembleParams, Boards, Fit, Given, LabelVote, Orientation, OrientationSource, ReaderParams,
    Reading, Reason, Turn, assemble, captions, coordinates, fields, given, judge, last_move,
    orient, turn::Sight,
};
use fenlens_classify::{
    CLASSES, Classifier, LABEL_CLASSES, LabelNet, LineNet, ModelError, NetError, OnnxLabelNet,
    OnnxLatticeNet, OnnxLineNet, SquareProbs,
};
use fenlens_fen::{Color, Findings, Placement, Profile, SecondChoice, Square, Validator};
use fenlens_vision::{
    DecodeError, Picture, Point, Quad, RectifiedBoard, Tiles,
    detect::{BoardQuad, DetectError, LatticeNet},
    labels::{GROUPS, SLOTS},
    rectify::DegenerateQuad,
    tones::light_first,
};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Reads pictures; built once, used from any number of threads.
pub struct Reader {
    params: ReaderParams,
    classifier: Classifier,
    lattice: Box<dyn LatticeNet>,
    labels: Option<Box<dyn LabelNet>>,
    pub(crate) captions: Option<Box<dyn LineNet>>,
}

/// Which model read the squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Name and version.
    pub name: String,
    /// SHA-256 of the file, lower-case hexadecimal.
    pub sha256: String,
}

/// Why a picture could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes are no picture, or one beyond the limits.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The search for boards failed.
    #[error(transparent)]
    Detect(#[from] DetectError),
    /// The net failed.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The corners span no board.
    #[error(transparent)]
    Corners(#[from] DegenerateQuad),
    /// The part to look at lies outside the picture.
    #[error("the crop {crop} lies outside the picture of {width}×{height} pixels")]
    Crop {
        /// The crop as `x,y,width,height`.
        crop: String,
        /// The picture's width.
        width: u32,
        /// The picture's height.
        height: u32,
    },
    /// A corner lies far outside the picture.
    #[error(
        "the corner {x},{y} lies outside the picture of {width}×{height} pixels; corners are pixels \
         of the upright picture, clockwise from the board's top left"
    )]
    OutsideCorner {
        /// Of the corner.
        x: f32,
        /// Of the corner.
        y: f32,
        /// The picture's width.
        width: u32,
        /// The picture's height.
        height: u32,
    },
}

/// Wall-clock time of the stages, all boards together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timings {
    /// Bytes to pixels.
    pub decode: Duration,
    /// Finding the boards.
    pub detect: Duration,
    /// Squaring up, cutting and reading the tiles.
    pub classify: Duration,
    /// Orientation, assembly and validation.
    pub orient: Duration,
    /// All of it.
    pub total: Duration,
}

/// One board of a picture.
#[derive(Clone, Debug)]
pub struct BoardReading {
    /// Where it lies.
    pub quad: BoardQuad,
    /// What it shows.
    pub reading: Reading,
    /// What is wrong or doubtful with the position.
    pub findings: Findings,
}

/// A board the right way up.
#[derive(Clone, Debug)]
pub struct Upright {
    /// How it lies in the picture.
    pub turn: Turn,
    /// Its squares, in image order once it is turned upright.
    pub probs: SquareProbs,
    /// What its coordinates say once it is turned upright.
    pub labels: LabelVote,
}

/// All that was read from a picture. Without a board, `boards` is empty.
#[derive(Clone, Debug)]
pub struct PictureReading {
    /// Width in pixels, upright.
    pub width: u32,
    /// Height in pixels, upright.
    pub height: u32,
    /// The boards in reading order.
    pub boards: Vec<BoardReading>,
    /// How long it took.
    pub timings: Timings,
}

/// How far outside the picture a given corner may lie, as a share of the picture's larger side. A
/// board that is cut off has its corners a little outside; a whole picture away is a mistake.
const CORNER_SLACK: f32 = 0.25;

/// Least probability of a second choice that is worth a hint when the position is impossible:
/// 1 in 100, far below what makes a square doubtful, for a missing king is strong evidence.
const HINT: f64 = 0.01;

impl Reader {
    /// A reader with the models inside the program.
    ///
    /// # Errors
    /// [`ModelError`] when they are damaged.
    pub fn new(params: ReaderParams) -> Result<Self, ModelError> {
        Self::built_in(params, Classifier::embedded)
    }

    /// A reader with another classifier for the squares and the models inside the library for all else.
    ///
    /// # Errors
    /// [`ModelError`] when they are damaged.
    pub fn with_classifier(
        params: ReaderParams,
        classifier: Classifier,
    ) -> Result<Self, ModelError> {
        Self::built_in(params, || Ok(classifier))
    }

    fn built_in(
        params: ReaderParams,
        classifier: impl FnOnce() -> Result<Classifier, ModelError> + Send,
    ) -> Result<Self, ModelError> {
        let (classifier, lattice) = rayon::join(classifier, OnnxLatticeNet::embedded);
        let (labels, lines) = (OnnxLabelNet::embedded()?, OnnxLineNet::embedded()?);
        Ok(Self::with_nets(params, classifier?, Box::new(lattice?))
            .with_labels(Box::new(labels))
            .with_captions(Box::new(lines)))
    }

    /// A reader with any classifier and lattice net, that reads no coordinates and no captions.
    pub fn with_nets(
        params: ReaderParams,
        classifier: Classifier,
        lattice: Box<dyn LatticeNet>,
    ) -> Self {
        Self {
            params,
            classifier,
            lattice,
            labels: None,
            captions: None,
        }
    }

    /// The same reader, reading coordinates with `net`.
    #[must_use]
    pub fn with_labels(mut self, net: Box<dyn LabelNet>) -> Self {
        self.labels = Some(net);
        self
    }

    /// The same reader, reading captions with `net`.
    #[must_use]
    pub fn with_captions(mut self, net: Box<dyn LineNet>) -> Self {
        self.captions = Some(net);
        self
    }

    /// The parameters it was built from.
    pub fn params(&self) -> &ReaderParams {
        &self.params
    }

    /// Which model reads the squares.
    pub fn model(&self) -> ModelInfo {
        let card = self.classifier.card();
        ModelInfo {
            name: card.name.clone(),
            sha256: card.sha256.clone(),
        }
    }

    /// Bytes of a picture file to pixels, upright, without the bands of a scanner
    /// ([`fenlens_vision::without_bands`]).
    ///
    /// # Errors
    /// [`DecodeError`] says what was found and what is accepted.
    pub fn decode(&self, bytes: &[u8]) -> Result<Picture, DecodeError> {
        fenlens_vision::decode(bytes, &self.params.decode).map(fenlens_vision::without_bands)
    }

    /// The boards of a picture in reading order; empty when there is none.
    ///
    /// # Errors
    /// [`DetectError`] when the net fails.
    pub fn detect(&self, picture: &Picture) -> Result<Vec<BoardQuad>, DetectError> {
        let mut boards =
            fenlens_vision::detect::detect(picture, &*self.lattice, &self.params.detect)?;
        if self.params.boards == Boards::Largest {
            boards = largest(boards);
        }
        Ok(boards)
    }

    /// The rough places that [`Reader::detect`] starts from, for a person to look at.
    ///
    /// # Errors
    /// [`DetectError`] when the net fails.
    pub fn propose(&self, picture: &Picture) -> Result<Vec<Quad>, DetectError> {
        fenlens_vision::detect::proposals(picture, &*self.lattice)
    }

    /// One board, squared up.
    ///
    /// # Errors
    /// [`DegenerateQuad`] when the corners span no board.
    pub fn rectify(
        &self,
        picture: &Picture,
        quad: &Quad,
    ) -> Result<RectifiedBoard, DegenerateQuad> {
        fenlens_vision::rectify(picture, quad, &self.params.rectify)
    }

    /// A board found, squared up along its whole lattice where its page is bent.
    ///
    /// # Errors
    /// [`DegenerateQuad`] when the corners span no board.
    pub fn rectify_board(
        &self,
        picture: &Picture,
        board: &BoardQuad,
    ) -> Result<RectifiedBoard, DegenerateQuad> {
        match &board.lattice {
            Some(lattice) => Ok(fenlens_vision::rectify_bent(
                picture,
                lattice,
                &self.params.rectify,
            )),
            None => self.rectify(picture, &board.quad),
        }
    }

    /// The 64 tiles of a board in image order.
    pub fn slice(&self, board: &RectifiedBoard) -> Tiles {
        fenlens_vision::slice(board)
    }

    /// What the tiles show.
    ///
    /// # Errors
    /// [`NetError`] when the net fails.
    pub fn classify(&self, tiles: &Tiles) -> Result<SquareProbs, NetError> {
        let probs = self.classifier.classify(tiles)?;
        shape_is(probs.values.shape(), &[64, CLASSES])?;
        Ok(probs)
    }

    /// Whether what was read is a chess diagram at all.
    pub fn judge(&self, board: &BoardQuad, tiles: &Tiles, probs: &SquareProbs) -> bool {
        judge::is_diagram(board.score, tiles, probs, &self.params.judge)
    }

    /// Whether what is no board as it lies is one when it is turned upright: its squares must read
    /// well then.
    fn judge_turned(&self, board: &BoardQuad, tiles: &Tiles, upright: &Upright) -> bool {
        let squares = sight(upright.turn.quarters, &upright.probs, &upright.labels).squares;
        upright.turn.quarters > 0
            && squares >= self.params.turn.all_below.ln()
            && self.judge(board, tiles, &upright.probs)
    }

    /// What the coordinates printed at the board say; nothing without a net that reads them.
    ///
    /// # Errors
    /// [`ReadError`] when the corners span no board or the net fails.
    pub fn read_labels(&self, picture: &Picture, quad: &Quad) -> Result<LabelVote, ReadError> {
        let Some(net) = &self.labels else {
            return Ok(LabelVote::default());
        };
        let windows = fenlens_vision::LabelWindows::new(picture, quad)?;
        let probs = net.read(&windows)?;
        shape_is(probs.shape(), &[GROUPS, SLOTS, LABEL_CLASSES])?;
        Ok(coordinates::weigh(&probs))
    }

    /// Finds the way up of a board, of which `squared` is the squared-up picture and `probs` what
    /// was read from it as it lies. Boards that read well are not looked at again.
    ///
    /// # Errors
    /// [`ReadError`] when the corners span no board or a net fails.
    pub fn upright(
        &self,
        picture: &Picture,
        quad: &Quad,
        squared: &RectifiedBoard,
        probs: SquareProbs,
    ) -> Result<Upright, ReadError> {
        let params = &self.params.turn;
        let tones = light_first(squared);
        let labels = self.read_labels(picture, quad)?;
        let mut sights = vec![sight(0, &probs, &labels)];
        let mut seen = vec![(probs, labels)];
        let look = |quarters: usize| -> Result<(SquareProbs, LabelVote), ReadError> {
            let probs = self.classify(&self.slice(&squared.turned(quarters)))?;
            Ok((probs, self.read_labels(picture, &quad.turned(quarters))?))
        };
        let mut others = params.others(&sights[0], tones).to_vec();
        while !others.is_empty() {
            for quarters in others {
                let (probs, labels) = look(quarters)?;
                sights.push(sight(quarters, &probs, &labels));
                seen.push((probs, labels));
            }
            others = params.rest(&sights);
        }
        let turn = params.decide(&sights, tones);
        let at = sights.iter().position(|s| s.quarters == turn.quarters);
        let (probs, labels) = seen.swap_remove(at.unwrap_or(0));
        Ok(Upright {
            turn,
            probs,
            labels,
        })
    }

    /// The side at the bottom, by what the caller says, the coordinates, or the men and the squares
    /// `tinted` of their last move (image order, see [`fenlens_vision::tinted`]; none if empty).
    pub fn orient(
        &self,
        probs: &SquareProbs,
        labels: &LabelVote,
        tinted: &[usize],
        given: &Given,
    ) -> Orientation {
        let seen: Placement = assemble::seen(probs);
        let moved = last_move::log_odds(&seen, tinted);
        orient::orient(&seen, labels, moved, given.bottom, &self.params.orient)
    }

    /// The side to move where the picture shows it: by the squares of the last move, of which one
    /// is empty and the other holds the man that came from it, else by a mark beside the board.
    /// `quad`, `probs` and `tinted` (image order) are of the board turned upright.
    pub fn shown_side(
        &self,
        picture: &Picture,
        quad: &Quad,
        probs: &SquareProbs,
        tinted: &[usize],
        orientation: &Orientation,
    ) -> Option<Color> {
        let seen = assemble::seen(probs);
        let bottom = orientation.bottom;
        let moved = last_move::mover(&seen, tinted, bottom).or_else(|| {
            // Whose man moved is seen though the side at the bottom is not.
            let open = orientation.source == OrientationSource::Assumed;
            last_move::mover(&seen, tinted, bottom.other()).filter(|_| open)
        });
        if let Some(moved) = moved {
            return Some(moved.other());
        }
        let mark = fenlens_vision::mover_mark(picture, quad)?;
        Some(if mark.full {
            Color::Black
        } else {
            Color::White
        })
    }

    /// Puts the position together and judges how sure it is.
    pub fn assemble(
        &self,
        board: &BoardQuad,
        probs: &SquareProbs,
        orientation: Orientation,
        given: &Given,
    ) -> Reading {
        let params: &AssembleParams = &self.params.assemble;
        let fit = Fit {
            score: f64::from(board.score),
            partial: board.partial,
        };
        assemble::assemble(
            assemble::squares(probs, orientation.bottom),
            orientation,
            fit,
            |placement| fields::fill(placement, &given.fields),
            params,
        )
    }

    /// All that is wrong or doubtful with the position, with hints from the second choices.
    pub fn validate(&self, reading: &Reading) -> Findings {
        let mut unsure: Vec<_> = reading
            .squares
            .iter()
            .filter(|s| s.second.p >= HINT)
            .collect();
        unsure.sort_by(|a, b| a.first.p.total_cmp(&b.first.p));
        let second: Vec<SecondChoice> = unsure
            .iter()
            .map(|s| SecondChoice {
                square: s.square,
                man: s.second.piece,
            })
            .collect();
        Validator::new(Profile::Study).validate_with(&reading.fen, &second)
    }

    /// Holds what the caller gave against what was seen: a contradiction is a reason to check.
    pub fn doubt_given(&self, reading: &mut Reading, labels: &LabelVote, findings: &Findings) {
        let against = given::against(reading, labels, findings, &self.params.orient);
        reading.doubt(against);
    }

    /// Holds the squares read as empty against the chequer: a window over the board, which hides men, is a reason to
    /// check. `tiles`, `probs` and the squares `tinted` (image order) are of the board turned upright.
    pub fn doubt_covered(
        &self,
        reading: &mut Reading,
        tiles: &Tiles,
        probs: &SquareProbs,
        tinted: &[usize],
    ) {
        let seen = assemble::seen(probs);
        let mut empty: Vec<usize> = (0..64).filter(|&k| seen.0[k].is_none()).collect();
        // A last move leaves a tinted square or two empty; a window, which tints the squares of one colour, more.
        if empty.iter().filter(|k| tinted.contains(k)).count() <= 2 {
            empty.retain(|k| !tinted.contains(k));
        }
        let hidden = fenlens_vision::covered(tiles, &empty);
        let bottom = reading.orientation.bottom;
        let squares: Vec<Square> = Square::all()
            .filter(|&square| hidden.contains(&assemble::place(square, bottom)))
            .collect();
        reading.doubt((!squares.is_empty()).then_some(Reason::Covered(squares)));
    }

    /// Reads the bytes of a picture file.
    ///
    /// # Errors
    /// [`ReadError`] says why not; a picture without a board is no error.
    pub fn read_bytes(&self, bytes: &[u8], given: &Given) -> Result<PictureReading, ReadError> {
        let start = Instant::now();
        let picture = self.decode(bytes)?;
        let decode = start.elapsed();
        let mut reading = self.read(&picture, given)?;
        reading.timings.decode = decode;
        reading.timings.total += decode;
        Ok(reading)
    }

    /// Reads a picture: all stages in turn.
    ///
    /// # Errors
    /// [`ReadError`] says why not; a picture without a board is no error.
    pub fn read(&self, picture: &Picture, given: &Given) -> Result<PictureReading, ReadError> {
        let start = Instant::now();
        let mut timings = Timings::default();
        let (quads, found) = (self.locate(picture, given)?, start.elapsed());
        timings.detect = found;
        let mut boards = Vec::new();
        let mut page = captions::Page::new(picture, quads.iter().map(|b| b.quad).collect());
        for (k, quad) in quads.into_iter().enumerate() {
            let start = Instant::now();
            let squared = self.rectify_board(picture, &quad)?;
            let tiles = self.slice(&squared);
            let probs = self.classify(&tiles)?;
            timings.classify += start.elapsed();
            let diagram = given.corners.is_some() || self.judge(&quad, &tiles, &probs);
            let start = Instant::now();
            let upright = self.upright(picture, &quad.quad, &squared, probs)?;
            if !diagram && !self.judge_turned(&quad, &tiles, &upright) {
                continue;
            }
            let turned = quad.quad.turned(upright.turn.quarters);
            let tinted = fenlens_vision::tinted(picture, &turned);
            let mut orientation = self.orient(&upright.probs, &upright.labels, &tinted, given);
            orientation.turn = upright.turn;
            let mut given = *given;
            let mut against = None;
            if given.fields.side.or(given.fields.shown).is_none() {
                let shown =
                    self.shown_side(picture, &turned, &upright.probs, &tinted, &orientation);
                let said = self.caption(&mut page, k, upright.turn.quarters)?;
                against = said.filter(|side| shown.is_some_and(|shown| shown != *side));
                given.fields.shown = said.or(shown);
            }
            let mut reading = self.assemble(&quad, &upright.probs, orientation, &given);
            reading.doubt(against.map(Reason::CaptionAgainstMark));
            let lying = match upright.turn.quarters {
                0 => tiles,
                quarters => self.slice(&squared.turned(quarters)),
            };
            self.doubt_covered(&mut reading, &lying, &upright.probs, &tinted);
            let findings = self.validate(&reading);
            self.doubt_given(&mut reading, &upright.labels, &findings);
            timings.orient += start.elapsed();
            boards.push(BoardReading {
                quad,
                reading,
                findings,
            });
        }
        timings.total = start.elapsed();
        Ok(PictureReading {
            width: picture.width(),
            height: picture.height(),
            boards,
            timings,
        })
    }

    /// The boards: where the caller says, else searched for in the part to look at.
    ///
    /// # Errors
    /// [`ReadError`] for corners or a crop outside the picture, or when the net fails.
    pub fn locate(&self, picture: &Picture, given: &Given) -> Result<Vec<BoardQuad>, ReadError> {
        let (width, height) = (picture.width(), picture.height());
        if let Some(quad) = given.corners {
            let slack = CORNER_SLACK * width.max(height) as f32;
            let outside = |p: &&Point| {
                !(-slack..=width as f32 + slack).contains(&p.x)
                    || !(-slack..=height as f32 + slack).contains(&p.y)
            };
            if let Some(&Point { x, y }) = quad.0.iter().find(outside) {
                return Err(ReadError::OutsideCorner {
                    x,
                    y,
                    width,
                    height,
                });
            }
            return Ok(vec![BoardQuad {
                quad,
                score: 1.0,
                partial: false,
                lattice: None,
            }]);
        }
        let Some(crop) = given.crop else {
            return Ok(self.detect(picture)?);
        };
        if crop.x >= width || crop.y >= height || crop.width == 0 || crop.height == 0 {
            return Err(ReadError::Crop {
                crop: format!("{},{},{},{}", crop.x, crop.y, crop.width, crop.height),
                width,
                height,
            });
        }
        let part = picture.crop(crop.x, crop.y, crop.width, crop.height);
        let boards = self.detect(&part)?;
        Ok(boards
            .into_iter()
            .map(|b| b.shifted(crop.x as f32, crop.y as f32))
            .collect())
    }
}

/// Refuses what a net gives in another shape than it should.
pub(crate) fn shape_is(found: &[usize], expected: &[usize]) -> Result<(), NetError> {
    if found == expected {
        return Ok(());
    }
    Err(NetError {
        doing: "run",
        reason: format!("it gave the shape {found:?}; {expected:?} is needed"),
    })
}

/// How a board reads one way up.
fn sight(quarters: usize, probs: &SquareProbs, labels: &LabelVote) -> Sight {
    Sight {
        quarters,
        squares: (0..64).map(|k| f64::from(probs.top_two(k)[0].1).ln()).sum(),
        labels: labels.log_odds,
    }
}

/// Only the board of the largest area.
fn largest(boards: Vec<BoardQuad>) -> Vec<BoardQuad> {
    boards
        .into_iter()
        .max_by(|a, b| a.quad.area().total_cmp(&b.quad.area()))
        .into_iter()
        .collect()
}
