//! Reads strips of text, letter by letter.

use crate::{ModelCard, ModelError, NetError, engine::Plans, models, probs::softmax};
use fenlens_vision::lines::{HEIGHT, LineStrip, MOST_WIDTH};
use ndarray::{Array2, Array4, Ix4};
use tract_onnx::prelude::IntoTensor;

/// The letters of a line in class order; the first is none, which stands between letters too.
/// Letters are small and without accents, and Cyrillic ones that look like Latin ones are these.
pub const LINE_LETTERS: &str =
    "| abcdefghijklmnopqrstuvwxyzß0123456789.,:;!?'\"-()/#+=_*бгджзилпфцчшщъыьэюя";

/// Pixels of a strip's width for each step that is read.
pub const STEP: usize = 2;

/// Widths for which the engine prepares once; a strip is widened with ground to the next.
const WIDTHS: [usize; 3] = [192, 352, MOST_WIDTH];

/// Anything that reads lines of text.
pub trait LineNet: Send + Sync {
    /// Probabilities of shape `[width / STEP, letters]` along a strip, letters in the order of
    /// [`LINE_LETTERS`].
    ///
    /// # Errors
    /// [`NetError`] when the engine fails.
    fn read(&self, strip: &LineStrip) -> Result<Array2<f32>, NetError>;
}

/// The net of `training-notes/captions` in tract.
pub struct OnnxLineNet {
    plans: Plans<{ WIDTHS.len() }>,
}

/// Names of the graph's tensors.
const INPUT: &str = "strip";
const OUTPUT: &str = "logits";

impl OnnxLineNet {
    /// Loads a model file with its card, checking hash, tensor names and class order.
    ///
    /// # Errors
    /// [`ModelError`] says what does not fit.
    pub fn load(model: &[u8], card: &str) -> Result<Self, ModelError> {
        let card = ModelCard::verify(card, model)?;
        card.expect(LINE_LETTERS, &[INPUT], &[OUTPUT])?;
        Ok(Self {
            plans: Plans::of(model, card)?,
        })
    }

    /// The model inside the program.
    ///
    /// # Errors
    /// [`ModelError`] when the program's own bytes are damaged.
    pub fn embedded() -> Result<Self, ModelError> {
        Self::load(models::CAPTIONS, models::CAPTIONS_CARD)
    }
}

impl LineNet for OnnxLineNet {
    fn read(&self, strip: &LineStrip) -> Result<Array2<f32>, NetError> {
        let (height, width) = strip.pixels.dim();
        let k = WIDTHS.iter().position(|&w| width <= w);
        let (Some(k), HEIGHT) = (k, height) else {
            let reason = format!("a strip of {height}×{width} pixels");
            return Err(NetError::new("run", reason));
        };
        let shape = [1, 1, HEIGHT, WIDTHS[k]];
        let plan = self.plans.get(k, (INPUT, &shape), OUTPUT)?;
        let input = Array4::from_shape_fn((1, 1, HEIGHT, WIDTHS[k]), |(_, _, y, x)| {
            strip.pixels.get((y, x)).copied().unwrap_or(0.0)
        });
        let outputs = plan.run(vec![input.into_tensor()])?;
        let logits = outputs[0]
            .to_plain_array_view::<f32>()
            .map_err(|e| NetError::new("run", e))?
            .into_dimensionality::<Ix4>()
            .map_err(|e| NetError::new("run", e))?;
        let letters = LINE_LETTERS.chars().count();
        if logits.dim() != (1, letters, 1, WIDTHS[k] / STEP) {
            let reason = format!("it gave the shape {:?}", logits.dim());
            return Err(NetError::new("run", reason));
        }
        let mut probs =
            Array2::from_shape_fn((width / STEP, letters), |(t, c)| logits[[0, c, 0, t]]);
        for row in probs.rows_mut() {
            softmax(row, 1.0);
        }
        Ok(probs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_gives_letters_along_its_width() {
        let net = OnnxLineNet::embedded().unwrap();
        for width in [40, 192, 500] {
            let strip = LineStrip {
                pixels: Array2::from_shape_fn((HEIGHT, width), |(y, x)| {
                    f32::from(u8::from(y > 8 && y < 24 && x % 9 < 3))
                }),
            };
            let probs = net.read(&strip).unwrap();
            assert_eq!(probs.dim(), (width / STEP, LINE_LETTERS.chars().count()));
            assert!(
                probs
                    .rows()
                    .into_iter()
                    .all(|r| (r.sum() - 1.0).abs() < 1e-4)
            );
        }
    }

    #[test]
    fn strips_of_another_shape_are_an_error() {
        let net = OnnxLineNet::embedded().unwrap();
        for shape in [(HEIGHT, MOST_WIDTH + 2), (HEIGHT - 1, 64)] {
            let pixels = Array2::zeros(shape);
            assert!(net.read(&LineStrip { pixels }).is_err());
        }
    }

    #[test]
    fn another_model_is_an_error() {
        assert!(OnnxLineNet::load(models::LABELS, models::LABELS_CARD).is_err());
    }
}
