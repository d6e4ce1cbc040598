//! The board finder's net in tract.

use crate::{ModelCard, ModelError, NetError, engine::Plans, models};
use fenlens_vision::detect::{self, LatticeNet, SHAPES};
use ndarray::{Array4, Ix4};
use tract_onnx::prelude::IntoTensor;

/// The net of `training-notes/detector` in tract, with one plan for each of the detector's input
/// shapes, made when the shape is first met.
pub struct OnnxLatticeNet {
    plans: Plans<{ SHAPES.len() }>,
}

impl OnnxLatticeNet {
    /// Loads a model file with its card, checking hash and tensor names.
    ///
    /// # Errors
    /// [`ModelError`] says what does not fit.
    pub fn load(model: &[u8], card: &str) -> Result<Self, ModelError> {
        let card = ModelCard::verify(card, model)?;
        card.expect("", &[INPUT], &[OUTPUT])?;
        Ok(Self {
            plans: Plans::of(model, card)?,
        })
    }

    /// The model inside the program.
    ///
    /// # Errors
    /// [`ModelError`] when the program's own bytes are damaged.
    pub fn embedded() -> Result<Self, ModelError> {
        Self::load(models::BOARDS, models::BOARDS_CARD)
    }

    fn infer(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
        let (_, channels, height, width) = input.dim();
        let k = SHAPES
            .iter()
            .position(|&shape| shape == (height, width))
            .ok_or_else(|| {
                NetError::new(
                    "run",
                    format!("an input of {height}×{width} is none of {SHAPES:?}"),
                )
            })?;
        let shape = [1, channels, height, width];
        let plan = self.plans.get(k, (INPUT, &shape), OUTPUT)?;
        let outputs = plan.run(vec![input.into_tensor()])?;
        outputs[0]
            .to_plain_array_view::<f32>()
            .map_err(|e| NetError::new("run", e))?
            .into_dimensionality::<Ix4>()
            .map(|maps| maps.to_owned())
            .map_err(|e| NetError::new("run", e))
    }
}

/// Names of the graph's tensors.
const INPUT: &str = "picture";
const OUTPUT: &str = "maps";

impl LatticeNet for OnnxLatticeNet {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, detect::NetError> {
        self.infer(input)
            .map_err(|e| detect::NetError(e.to_string()))
    }
}
