//! The square classifier.

use crate::{
    CLASSES, Calibration, ModelCard, ModelError, NetError, SquareProbs,
    engine::{Graph, Plan},
    models,
};
use fenlens_vision::{Tiles, slice::TILE};
use ndarray::{Array1, Array2, Array4, ArrayView2, Axis};
use rayon::prelude::*;
use tract_onnx::prelude::{IntoTensor, TValue, TVec, Tensor};

/// Squares whose first choice is less likely than this (softmax of the logits as they are) are in doubt and looked
/// at again, shifted and mirrored: about those that would be called doubtful.
/// On damaged boards of held-out sets that is one square in twenty, on clean ones hardly any.
const SECOND_LOOK: f32 = 0.98;

/// Other looks at a square, whose logits are averaged with those of the first.
#[derive(Clone, Copy)]
enum View {
    /// Moved right and down, in pixels of the tile; what comes in repeats the edge.
    Shifted(isize, isize),
    /// Left and right swapped.
    Mirrored,
}

/// Shifts of squares in doubt. With these four 2.4 boards more in a hundred of held-out sets were read right; eight views
/// with other contrasts besides read no more than 0.5 above that.
const SHIFTS: [View; 4] = [
    View::Shifted(1, 0),
    View::Shifted(-1, 0),
    View::Shifted(0, 1),
    View::Shifted(0, -1),
];

/// The card's `classes` entry this version reads: `.` for empty, then FEN letters.
const CLASS_LETTERS: &str = ".PNBRQKpnbrqk";

/// Anything that gives logits for a board's tiles.
pub trait SquareNet: Send + Sync {
    /// Logits of shape `[64, CLASSES]`, squares in image order.
    ///
    /// # Errors
    /// [`NetError`] when the engine fails.
    fn logits(&self, tiles: &Tiles) -> Result<Array2<f32>, NetError>;
}

/// Tiles to calibrated probabilities.
pub struct Classifier {
    net: Box<dyn SquareNet>,
    card: ModelCard,
}

impl Classifier {
    /// A classifier over any net; the card gives its name and calibration.
    pub fn new(net: Box<dyn SquareNet>, card: ModelCard) -> Self {
        Self { net, card }
    }

    /// Loads a model file with its card, checking hash, tensor names and class order.
    ///
    /// # Errors
    /// [`ModelError`] says what does not fit.
    pub fn load(model: &[u8], card: &str) -> Result<Self, ModelError> {
        let card = ModelCard::verify(card, model)?;
        card.expect(
            CLASS_LETTERS,
            &["tile", "summary"],
            &["embedding", "first_logits", "logits"],
        )?;
        // Cards of models for tiles with a margin, of the same shape, do not say it.
        if card.unknown_man.is_none() {
            return Err(ModelError::Unexpected {
                name: card.name,
                what: "the logit of an unknown man",
                found: "none".into(),
                expected: "unknown_man, a number".into(),
            });
        }
        let net = OnnxSquareNet::load(model).map_err(|source| ModelError::Net {
            name: card.name.clone(),
            source,
        })?;
        Ok(Self::new(Box::new(net), card))
    }

    /// The model inside the program.
    ///
    /// # Errors
    /// [`ModelError`] when the program's own bytes are damaged.
    pub fn embedded() -> Result<Self, ModelError> {
        Self::load(models::SQUARES, models::SQUARES_CARD)
    }

    /// The model's card.
    pub fn card(&self) -> &ModelCard {
        &self.card
    }

    /// Probabilities of all 64 squares.
    ///
    /// # Errors
    /// [`NetError`] when the engine fails.
    pub fn classify(&self, tiles: &Tiles) -> Result<SquareProbs, NetError> {
        let logits = self.net.logits(tiles)?;
        Ok(SquareProbs::from_logits(&logits, self.card.calibration()))
    }
}

/// The net of `training-notes/squares/net.py` in tract: a trunk that sees one tile, run on all
/// squares in parallel, and a head that also sees a summary of the board and its other squares. Squares in doubt are
/// looked at again, a pixel off to each side and mirrored, and men mirrored, sure as they may be: of 4,500 damaged boards of
/// held-out sets twice as many are sure then, at equally many wrong ones among them. The logits are averaged.
pub struct OnnxSquareNet {
    trunk: Plan,
    head: Plan,
    embedding: usize,
}

impl OnnxSquareNet {
    /// Makes the plans of an ONNX file.
    ///
    /// # Errors
    /// [`NetError`] when the file is no such net.
    pub fn load(model: &[u8]) -> Result<Self, NetError> {
        let graph = Graph::parse(model)?;
        // One tile a run: the activations of a tile stay in the cache, which is faster in tract
        // than larger batches, and rayon spreads the tiles over the cores.
        let trunk = graph.plan(
            &[("tile", &[1, 1, TILE, TILE])],
            &["embedding", "first_logits"],
        )?;
        let blank =
            Tensor::zero::<f32>(&[1, 1, TILE, TILE]).map_err(|e| NetError::new("loaded", e))?;
        let embedding = trunk.run(vec![blank])?[0].shape()[1];
        let head = graph.plan(
            &[
                ("embedding", &[64, embedding]),
                ("summary", &[64, 4 * embedding]),
            ],
            &["logits"],
        )?;
        Ok(Self {
            trunk,
            head,
            embedding,
        })
    }

    /// Embeddings `[64, E]` and first logits `[64, CLASSES]`.
    fn look(&self, tiles: &Tiles) -> Result<(Array2<f32>, Array2<f32>), NetError> {
        let each: Vec<TVec<TValue>> = (0..64)
            .into_par_iter()
            .map(|k| {
                self.trunk
                    .run(vec![seen(tiles, k, View::Shifted(0, 0)).into_tensor()])
            })
            .collect::<Result<_, _>>()?;
        let mut embeddings = Array2::zeros((64, self.embedding));
        let mut first = Array2::zeros((64, CLASSES));
        for (k, outputs) in each.iter().enumerate() {
            embeddings.row_mut(k).assign(&matrix(&outputs[0])?.row(0));
            first.row_mut(k).assign(&matrix(&outputs[1])?.row(0));
        }
        Ok((embeddings, first))
    }

    /// Logits `[64, CLASSES]` from embeddings `[64, E]` and summaries `[64, 4E]`.
    fn judge(
        &self,
        embeddings: Array2<f32>,
        summaries: &Array2<f32>,
    ) -> Result<Array2<f32>, NetError> {
        let inputs = vec![embeddings.into_tensor(), summaries.clone().into_tensor()];
        Ok(matrix(&self.head.run(inputs)?[0])?.to_owned())
    }

    /// Averages the logits over the first look and the others: of squares less sure than `least` all of them, of other
    /// men the mirrored one.
    fn look_again(
        &self,
        tiles: &Tiles,
        embeddings: &Array2<f32>,
        summaries: &Array2<f32>,
        logits: &mut Array2<f32>,
        least: f32,
    ) -> Result<(), NetError> {
        let probs = SquareProbs::from_logits(logits, Calibration::NONE);
        let first = |k: usize| probs.top_two(k)[0];
        let doubtful: Vec<usize> = (0..64).filter(|&k| first(k).1 < least).collect();
        let mirrored: Vec<usize> = (0..64)
            .filter(|&k| first(k).0 > 0 || first(k).1 < least)
            .collect();
        let looks = SHIFTS.map(|view| (view, &doubtful));
        let mut sum = logits.clone();
        let mut count = Array1::<f32>::ones(64);
        for (view, squares) in looks.into_iter().chain([(View::Mirrored, &mirrored)]) {
            if squares.is_empty() {
                continue;
            }
            let outputs: Vec<TVec<TValue>> = squares
                .par_iter()
                .map(|&k| self.trunk.run(vec![seen(tiles, k, view).into_tensor()]))
                .collect::<Result<_, _>>()?;
            let mut moved = embeddings.clone();
            for (&k, output) in squares.iter().zip(&outputs) {
                moved.row_mut(k).assign(&matrix(&output[0])?.row(0));
            }
            let judged = self.judge(moved, summaries)?;
            for &k in squares {
                sum.row_mut(k).scaled_add(1.0, &judged.row(k));
                count[k] += 1.0;
            }
        }
        *logits = sum / count.insert_axis(Axis(1));
        Ok(())
    }
}

/// Tile `k`, shape `[1, 1, TILE, TILE]`.
fn seen(tiles: &Tiles, k: usize, view: View) -> Array4<f32> {
    let at = |v: usize, by: isize| v.saturating_add_signed(-by).min(TILE - 1);
    Array4::from_shape_fn((1, 1, TILE, TILE), |(_, _, y, x)| {
        let (y, x) = match view {
            View::Shifted(right, down) => (at(y, down), at(x, right)),
            View::Mirrored => (y, TILE - 1 - x),
        };
        tiles.pixels[[k, 0, y, x]]
    })
}

impl SquareNet for OnnxSquareNet {
    fn logits(&self, tiles: &Tiles) -> Result<Array2<f32>, NetError> {
        let (count, channels, height, width) = tiles.pixels.dim();
        if (count, channels, height, width) != (64, 1, TILE, TILE) {
            return Err(NetError::new(
                "run",
                format!(
                    "tiles of shape [{count}, {channels}, {height}, {width}], expected [64, 1, {TILE}, {TILE}]"
                ),
            ));
        }
        let (embeddings, first) = self.look(tiles)?;
        let summaries = summarise(&embeddings, &first);
        let mut logits = self.judge(embeddings.clone(), &summaries)?;
        self.look_again(tiles, &embeddings, &summaries, &mut logits, SECOND_LOOK)?;
        Ok(logits)
    }
}

fn matrix(value: &TValue) -> Result<ArrayView2<'_, f32>, NetError> {
    value
        .to_plain_array_view::<f32>()
        .map_err(|e| NetError::new("run", e))?
        .into_dimensionality()
        .map_err(|e| NetError::new("run", e))
}

/// What the board around each square looks like, `[64, 4E]`: mean embeddings of the men believed
/// white, of those believed black, of the empty squares of its own colour and of those of the
/// other colour, weighted by the first logits. The same sums as `summarise` in
/// `training-notes/squares/net.py`.
fn summarise(embeddings: &Array2<f32>, first: &Array2<f32>) -> Array2<f32> {
    /// Keeps a mean over nothing at zero, and one over a faint belief small.
    const PRIOR_WEIGHT: f32 = 0.5;
    let believed = SquareProbs::from_logits(first, Calibration::NONE).values;
    let mean = |weight: &dyn Fn(usize) -> f32| {
        let mut sum = Array1::<f32>::zeros(embeddings.ncols());
        let mut total = PRIOR_WEIGHT;
        for k in 0..64 {
            let w = weight(k);
            sum.scaled_add(w, &embeddings.row(k));
            total += w;
        }
        sum / total
    };
    let parity = |k: usize| (k / 8 + k % 8) % 2;
    let white = mean(&|k| (1..7).map(|class| believed[[k, class]]).sum());
    let black = mean(&|k| (7..13).map(|class| believed[[k, class]]).sum());
    let empty: [_; 2] = std::array::from_fn(|colour| {
        mean(&|k| {
            if parity(k) == colour {
                believed[[k, 0]]
            } else {
                0.0
            }
        })
    });
    let mut summaries = Array2::zeros((64, 4 * embeddings.ncols()));
    for (k, mut row) in summaries.axis_iter_mut(Axis(0)).enumerate() {
        let own = parity(k);
        let parts = [&white, &black, &empty[own], &empty[1 - own]];
        for (part, mut place) in parts
            .into_iter()
            .zip(row.exact_chunks_mut(embeddings.ncols()))
        {
            place.assign(part);
        }
    }
    summaries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn striped() -> Tiles {
        Tiles {
            pixels: Array4::from_shape_fn((64, 1, TILE, TILE), |(k, _, y, x)| {
                ((k * 5 + y * 3 + x * 7) % 17) as f32 / 16.0
            }),
        }
    }

    #[test]
    fn trunk_and_head_give_what_the_whole_graph_gives() {
        let net = OnnxSquareNet::load(models::SQUARES).unwrap();
        let (embeddings, first) = net.look(&striped()).unwrap();
        let summaries = summarise(&embeddings, &first);
        let whole = Graph::parse(models::SQUARES)
            .unwrap()
            .plan(
                &[
                    ("tile", &[64, 1, TILE, TILE]),
                    ("summary", &[64, 4 * net.embedding]),
                ],
                &["logits"],
            )
            .unwrap();
        let inputs = vec![
            striped().pixels.into_tensor(),
            summaries.clone().into_tensor(),
        ];
        let outputs = whole.run(inputs).unwrap();
        let expected = matrix(&outputs[0]).unwrap();
        let found = net.judge(embeddings, &summaries).unwrap();
        assert!((&found - &expected).iter().all(|d| d.abs() < 1e-3));
    }

    #[test]
    fn squares_in_doubt_are_averaged_over_all_looks_other_men_over_two_and_the_rest_stays() {
        let net = OnnxSquareNet::load(models::SQUARES).unwrap();
        let tiles = striped();
        let (embeddings, first) = net.look(&tiles).unwrap();
        let summaries = summarise(&embeddings, &first);
        // Every other square is seen as a man, every third is in doubt.
        let once = Array2::from_shape_fn((64, CLASSES), |(k, class)| {
            let best = if k % 2 == 0 { 3 } else { 0 };
            if class == best {
                if k % 3 == 0 { 1.0 } else { 20.0 }
            } else {
                0.0
            }
        });
        let judged = |view: View, squares: &dyn Fn(usize) -> bool| {
            let mut moved = embeddings.clone();
            for k in (0..64).filter(|&k| squares(k)) {
                let tile = seen(&tiles, k, view).into_tensor();
                let output = net.trunk.run(vec![tile]).unwrap();
                moved.row_mut(k).assign(&matrix(&output[0]).unwrap().row(0));
            }
            net.judge(moved, &summaries).unwrap()
        };
        let (doubtful, man) = (
            |k: usize| k.is_multiple_of(3),
            |k: usize| k.is_multiple_of(2),
        );
        let shifts: Vec<Array2<f32>> = SHIFTS.iter().map(|&v| judged(v, &doubtful)).collect();
        let mirror = judged(View::Mirrored, &|k| doubtful(k) || man(k));
        let mut found = once.clone();
        net.look_again(&tiles, &embeddings, &summaries, &mut found, SECOND_LOOK)
            .unwrap();
        // Where all squares are sure and empty there is nothing to look at again.
        let bare = Array2::from_shape_fn(
            (64, CLASSES),
            |(_, class)| {
                if class == 0 { 20.0 } else { 0.0 }
            },
        );
        let mut same = bare.clone();
        net.look_again(&tiles, &embeddings, &summaries, &mut same, SECOND_LOOK)
            .unwrap();
        assert_eq!(same, bare);
        for k in 0..64 {
            let mut expected = once.row(k).to_owned();
            let mut looks = 1.0;
            if doubtful(k) {
                for shift in &shifts {
                    expected += &shift.row(k);
                }
                looks += 4.0;
            }
            if doubtful(k) || man(k) {
                expected += &mirror.row(k);
                looks += 1.0;
            }
            expected /= looks;
            let off = &found.row(k) - &expected;
            assert!(off.iter().all(|d| d.abs() < 1e-4), "{k}");
        }
    }

    #[test]
    fn a_shifted_tile_moves_and_repeats_its_edge_and_a_mirrored_one_is_swapped() {
        let tiles = striped();
        let tile = seen(&tiles, 5, View::Shifted(1, -1));
        assert_eq!(tile[[0, 0, 10, 12]], tiles.pixels[[5, 0, 11, 11]]);
        let last = TILE - 1;
        assert_eq!(tile[[0, 0, last, 0]], tiles.pixels[[5, 0, last, 0]]);
        let tile = seen(&tiles, 5, View::Mirrored);
        assert_eq!(tile[[0, 0, 10, 3]], tiles.pixels[[5, 0, 10, last - 3]]);
    }

    #[test]
    fn a_summary_is_of_the_board_and_knows_the_squares_colour() {
        let mut embeddings = Array2::zeros((64, 2));
        let mut first = Array2::zeros((64, CLASSES));
        for k in 0..64 {
            let dark = (k / 8 + k % 8) % 2;
            embeddings[[k, dark]] = 1.0;
            first[[k, 0]] = 30.0;
        }
        let summaries = summarise(&embeddings, &first);
        for k in 0..64 {
            let own = (k / 8 + k % 8) % 2;
            assert!(summaries.row(k).iter().take(4).all(|v| v.abs() < 1e-6));
            assert!(summaries[[k, 4 + own]] > 0.9, "own colour");
            assert!(summaries[[k, 6 + 1 - own]] > 0.9, "other colour");
            assert!(summaries[[k, 4 + 1 - own]] < 0.1);
        }
    }

    #[test]
    fn tiles_of_another_size_are_an_error() {
        let net = OnnxSquareNet::load(models::SQUARES).unwrap();
        let tiles = Tiles {
            pixels: Array4::zeros((64, 1, 40, 40)),
        };
        assert!(net.logits(&tiles).unwrap_err().to_string().contains("40"));
    }

    #[test]
    fn a_card_of_an_older_model_is_an_error() {
        let older = models::SQUARES_CARD.replace("unknown_man", "unknown");
        let error = Classifier::load(models::SQUARES, &older).err().unwrap();
        assert!(error.to_string().contains("unknown_man"), "{error}");
    }

    #[test]
    fn a_file_that_is_no_net_is_an_error() {
        assert!(OnnxSquareNet::load(b"no net").is_err());
        assert!(OnnxSquareNet::load(models::BOARDS).is_err());
    }
}
