//! Reads the windows in which coordinates may stand.

use crate::{
    ModelCard, ModelError, NetError,
    engine::{Graph, Plan},
    models,
};
use fenlens_vision::labels::{GROUPS, LabelWindows, SLOTS, WINDOW};
use ndarray::{Array1, Array3, Axis, Ix2, Slice};
use rayon::prelude::*;
use tract_onnx::prelude::IntoTensor;

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
    fn window(&self, windows: &LabelWindows, k: usize) -> Result<Array1<f32>, NetError> {
        let part = windows.pixels.slice_axis(Axis(0), Slice::from(k..k + 1));
        let outputs = self.plan.run(vec![part.to_owned().into_tensor()])?;
        let logits = outputs[0]
            .to_plain_array_view::<f32>()
            .map_err(|e| NetError::new("run", e))?
            .into_dimensionality::<Ix2>()
            .map_err(|e| NetError::new("run", e))?;
        let mut probs = logits.row(0).to_owned();
        softmax(&mut probs, self.temperature);
        Ok(probs)
    }
}

impl OnnxLabelNet {
    /// Reads the windows that show something, of the groups and slots asked for.
    fn fill(
        &self,
        probs: &mut Array3<f32>,
        windows: &LabelWindows,
        groups: &[usize],
        slots: impl Fn(usize) -> bool,
    ) -> Result<(), NetError> {
        let wanted: Vec<usize> = groups
            .iter()
            .flat_map(|&g| (0..SLOTS).filter(|&s| slots(s)).map(move |s| g * SLOTS + s))
            .filter(|&k| windows.shows[k])
            .collect();
        // One window a run, as in the square net.
        let read: Vec<(usize, Array1<f32>)> = wanted
            .into_par_iter()
            .map(|k| Ok((k, self.window(windows, k)?)))
            .collect::<Result<_, NetError>>()?;
        for (k, window) in read {
            for (class, &p) in window.iter().enumerate() {
                probs[[k / SLOTS, k % SLOTS, class]] = p;
            }
        }
        Ok(())
    }
}

impl LabelNet for OnnxLabelNet {
    fn read(&self, windows: &LabelWindows) -> Result<Array3<f32>, NetError> {
        if windows.pixels.dim() != (GROUPS * SLOTS, 1, WINDOW, WINDOW)
            || windows.shows.len() != GROUPS * SLOTS
        {
            return Err(NetError::new(
                "run",
                format!("label windows of shape {:?}", windows.pixels.dim()),
            ));
        }
        let mut probs = no_labels();
        let groups: Vec<usize> = (0..GROUPS)
            .filter(|&g| {
                let showing = windows.shows[g * SLOTS..(g + 1) * SLOTS].iter();
                showing.filter(|&&s| s).count() >= LEAST_SHOWING
            })
            .collect();
        self.fill(&mut probs, windows, &groups, |slot| PROBES.contains(&slot))?;
        let holds = |&g: &usize| {
            let mut seen = PROBES.iter().filter(|&&s| windows.shows[g * SLOTS + s]);
            let labels = PROBES.iter().any(|&s| probs[[g, s, 0]] < LABEL_BELOW);
            labels || seen.next().is_none()
        };
        let groups: Vec<usize> = groups.into_iter().filter(holds).collect();
        self.fill(&mut probs, windows, &groups, |slot| !PROBES.contains(&slot))?;
        Ok(probs)
    }
}

fn softmax(row: &mut Array1<f32>, temperature: f32) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for v in row.iter_mut() {
        *v = ((*v - most) / temperature).exp();
    }
    *row /= row.sum();
}

/// Names of the graph's tensors.
const INPUT: &str = "window";
const OUTPUT: &str = "logits";

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array4;

    fn striped() -> LabelWindows {
        LabelWindows {
            pixels: Array4::from_shape_fn((GROUPS * SLOTS, 1, WINDOW, WINDOW), |(k, _, y, x)| {
                ((k * 5 + y * 3 + x * 7) % 17) as f32 / 16.0
            }),
            shows: (0..GROUPS * SLOTS)
                .map(|k| k < 3 * SLOTS && k != 5)
                .collect(),
        }
    }

    #[test]
    fn what_shows_nothing_holds_no_label() {
        let net = OnnxLabelNet::embedded().unwrap();
        let probs = net.read(&striped()).unwrap();
        assert_eq!(probs.dim(), (GROUPS, SLOTS, LABEL_CLASSES));
        for (g, group) in probs.outer_iter().enumerate() {
            for (k, row) in group.outer_iter().enumerate() {
                assert!((row.sum() - 1.0).abs() < 1e-4);
                if g >= 3 || (g, k) == (0, 5) {
                    assert_eq!(row[0], 1.0, "{g} {k}");
                }
            }
        }
        assert!(probs[[0, 1, 0]] < 1.0);
    }

    #[test]
    fn windows_of_another_shape_are_an_error() {
        let net = OnnxLabelNet::embedded().unwrap();
        let windows = LabelWindows {
            pixels: Array4::zeros((3, 1, WINDOW, WINDOW)),
            shows: vec![true; 3],
        };
        assert!(net.read(&windows).is_err());
    }

    #[test]
    fn another_model_is_an_error() {
        assert!(OnnxLabelNet::load(models::BOARDS, models::BOARDS_CARD).is_err());
    }
}
