//! Reads the windows in which coordinates may stand.

use crate::{
    ModelCard, ModelError, NetError,
    engine::{Graph, Plan},
    models,
    probs::softmax,
};
use fenlens_vision::labels::{GROUPS, LabelWindows, SLOTS, WINDOW, Window};
use ndarray::{Array1, Array2, Array3, Axis, Ix2};
use rayon::prelude::*;
use tract_onnx::prelude::Tensor;

/// Classes of a window: 0 no label, 1–8 the digits, 9–16 the letters a–h in either case.
pub const LABEL_CLASSES: usize = 17;

/// The card's `classes` entry this version reads.
const CLASS_LETTERS: &str = ".12345678abcdefgh";

/// Windows of a group that must show something for the group to be read: what fewer say could
/// not be told from chance.
const LEAST_SHOWING: usize = 3;

/// Slots of a group that are read first: the others only where one of these holds a label. Of 399
/// labelled synthetic boards none was decided otherwise for it, and half the windows are left out.
const PROBES: [usize; 3] = [1, 4, 6];

/// Probability of no label below which a probe holds one.
const LABEL_BELOW: f32 = 0.5;

/// Anything that reads label windows.
pub trait LabelNet: Send + Sync {
    /// Probabilities of shape `[GROUPS, SLOTS, LABEL_CLASSES]`, in the order of
    /// [`fenlens_vision::labels`].
    ///
    /// # Errors
    /// [`NetError`] when the engine fails.
    fn read(&self, windows: &LabelWindows) -> Result<Array3<f32>, NetError>;
}

/// Probabilities of a board on which no label is seen.
pub fn no_labels() -> Array3<f32> {
    let mut probs = Array3::zeros((GROUPS, SLOTS, LABEL_CLASSES));
    probs.index_axis_mut(Axis(2), 0).fill(1.0);
    probs
}

/// The net of `training-notes/labels` in tract; windows that show nothing, and groups in which the
/// first looks find no label, are not run.
pub struct OnnxLabelNet {
    plan: Plan,
    temperature: f32,
}

impl OnnxLabelNet {
    /// Loads a model file with its card, checking hash, tensor names and class order.
    ///
    /// # Errors
    /// [`ModelError`] says what does not fit.
    pub fn load(model: &[u8], card: &str) -> Result<Self, ModelError> {
        let card = ModelCard::verify(card, model)?;
        card.expect(CLASS_LETTERS, &[INPUT], &[OUTPUT])?;
        let plan = Graph::parse(model)
            .and_then(|graph| graph.plan(&[(INPUT, &[1, 1, WINDOW, WINDOW])], &[OUTPUT]))
            .map_err(|source| ModelError::Net {
                name: card.name,
                source,
            })?;
        Ok(Self {
            plan,
            temperature: card.temperature,
        })
    }

    /// The model inside the program.
    ///
    /// # Errors
    /// [`ModelError`] when the program's own bytes are damaged.
    pub fn embedded() -> Result<Self, ModelError> {
        Self::load(models::LABELS, models::LABELS_CARD)
    }

    /// Probabilities of one window, `[LABEL_CLASSES]`.
    fn window(&self, window: &Window) -> Result<Array1<f32>, NetError> {
        let input = Tensor::from_shape(&[1, 1, WINDOW, WINDOW], window)
            .map_err(|e| NetError::new("run", e))?;
        let outputs = self.plan.run(vec![input])?;
        let logits = outputs[0]
            .to_plain_array_view::<f32>()
            .map_err(|e| NetError::new("run", e))?
            .into_dimensionality::<Ix2>()
            .map_err(|e| NetError::new("run", e))?;
        let mut probs = logits.row(0).to_owned();
        softmax(probs.view_mut(), self.temperature);
        Ok(probs)
    }

    /// Probabilities of one group, `[SLOTS, LABEL_CLASSES]`: of the probes, and of the other slots
    /// where these hold a label or show nothing. Only what is read is cut.
    fn group(&self, windows: &LabelWindows, group: usize) -> Result<Array2<f32>, NetError> {
        let mut row = no_labels().index_axis_move(Axis(0), 0);
        let (mut showing, mut labels) = (0, false);
        for slot in PROBES {
            if let Some(window) = windows.cut(group, slot) {
                let probs = self.window(&window)?;
                showing += 1;
                labels |= probs[0] < LABEL_BELOW;
                row.row_mut(slot).assign(&probs);
            }
        }
        if showing > 0 && !labels {
            return Ok(row);
        }
        let others: Vec<(usize, Window)> = (0..SLOTS)
            .filter(|slot| !PROBES.contains(slot))
            .filter_map(|slot| Some((slot, windows.cut(group, slot)?)))
            .collect();
        if showing + others.len() < LEAST_SHOWING {
            return Ok(no_labels().index_axis_move(Axis(0), 0));
        }
        for (slot, window) in others {
            row.row_mut(slot).assign(&self.window(&window)?);
        }
        Ok(row)
    }
}

impl LabelNet for OnnxLabelNet {
    fn read(&self, windows: &LabelWindows) -> Result<Array3<f32>, NetError> {
        let rows: Vec<Array2<f32>> = (0..GROUPS)
            .into_par_iter()
            .map(|group| self.group(windows, group))
            .collect::<Result<_, NetError>>()?;
        let mut probs = no_labels();
        for (mut group, row) in probs.outer_iter_mut().zip(&rows) {
            group.assign(row);
        }
        Ok(probs)
    }
}

/// Names of the graph's tensors.
const INPUT: &str = "window";
const OUTPUT: &str = "logits";

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_vision::{Picture, Quad};
    use image::{Rgb, RgbImage};

    /// A striped board at (100, 100), of 40 pixels a square; beyond it nothing is drawn but stripes
    /// over the first `columns` of its squares.
    fn striped(columns: u32) -> (Picture, Quad) {
        let image = RgbImage::from_fn(520, 520, |x, y| {
            let shown = (100..100 + 40 * columns).contains(&x) && y < 420;
            Rgb([if shown && (x * 3 + y * 5) % 23 < 9 {
                40
            } else {
                230
            }; 3])
        });
        (Picture::new(image), Quad::rect(100.0, 100.0, 320.0, 320.0))
    }

    #[test]
    fn what_shows_nothing_holds_no_label() {
        let net = OnnxLabelNet::embedded().unwrap();
        let (picture, quad) = striped(8);
        let windows = LabelWindows::new(&picture, &quad).unwrap();
        let probs = net.read(&windows).unwrap();
        assert_eq!(probs.dim(), (GROUPS, SLOTS, LABEL_CLASSES));
        for (g, group) in probs.outer_iter().enumerate() {
            for (k, row) in group.outer_iter().enumerate() {
                assert!((row.sum() - 1.0).abs() < 1e-4);
                if windows.cut(g, k).is_none() {
                    assert_eq!(row[0], 1.0, "{g} {k}");
                }
            }
        }
        // Above the board there are stripes.
        assert!(probs[[0, 1, 0]] < 1.0);
    }

    #[test]
    fn of_a_group_that_hardly_shows_anything_nothing_is_read() {
        let net = OnnxLabelNet::embedded().unwrap();
        for (columns, read) in [(1, false), (4, true)] {
            let (picture, quad) = striped(columns);
            let windows = LabelWindows::new(&picture, &quad).unwrap();
            let probs = net.read(&windows).unwrap();
            let above = probs.index_axis(Axis(0), 0);
            assert!(windows.cut(0, 0).is_some());
            assert_eq!(above.column(0).iter().any(|&p| p < 1.0), read, "{columns}");
        }
    }

    #[test]
    fn another_model_is_an_error() {
        assert!(OnnxLabelNet::load(models::BOARDS, models::BOARDS_CARD).is_err());
    }
}
