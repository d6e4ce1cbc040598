//! The card beside each model file, and the check of one against the other.

use crate::Calibration;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// What the loader needs to know of a model file. The card holds more (recipe, scores, licences)
/// for people to read; those fields are not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// Name and version, such as `squares-v5`.
    pub name: String,
    /// SHA-256 of the model file, lower-case hexadecimal.
    pub sha256: String,
    /// The tensors fed in.
    pub inputs: Vec<TensorCard>,
    /// The tensors taken out.
    pub outputs: Vec<TensorCard>,
    /// One character a class, in class order; empty for nets that have none.
    #[serde(default)]
    pub classes: String,
    /// Divides the logits before the softmax; fitted on families and damage kept out of training.
    #[serde(default = "one")]
    pub temperature: f32,
    /// See [`Calibration::unknown_man`]; models of squares need it, others have none.
    #[serde(default)]
    pub unknown_man: Option<f32>,
}

/// One tensor of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TensorCard {
    /// Its name in the ONNX graph.
    pub name: String,
}

fn one() -> f32 {
    1.0
}

/// A model file or its card is missing, damaged, or not what the program expects.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ModelError {
    /// The card is no valid JSON or lacks a field.
    #[error("the model card cannot be read: {0}; use the card that came with the model")]
    Card(String),
    /// The file's hash is not the card's.
    #[error(
        "the model {name} is damaged: its SHA-256 is {found}, its card says {expected}; \
         fetch the file again"
    )]
    Hash {
        /// The model's name.
        name: String,
        /// Hash of the bytes given.
        found: String,
        /// Hash the card gives.
        expected: String,
    },
    /// The card describes another kind of model.
    #[error(
        "the model {name} has {what} {found:?}, expected {expected:?}; use a model made for this version"
    )]
    Unexpected {
        /// The model's name.
        name: String,
        /// Which entry of the card.
        what: &'static str,
        /// What the card says.
        found: String,
        /// What this version needs.
        expected: String,
    },
    /// The engine refused the graph.
    #[error("the model {name}: {source}")]
    Net {
        /// The model's name.
        name: String,
        /// The engine's error.
        source: crate::NetError,
    },
}

impl ModelCard {
    /// Reads a card and checks that `model` is the file it describes.
    ///
    /// # Errors
    /// [`ModelError::Card`] and [`ModelError::Hash`].
    pub fn verify(card: &str, model: &[u8]) -> Result<Self, ModelError> {
        let card: Self = serde_json::from_str(card).map_err(|e| ModelError::Card(e.to_string()))?;
        let found = Sha256::digest(model)
            .iter()
            .fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
        if found != card.sha256 {
            return Err(ModelError::Hash {
                name: card.name,
                found,
                expected: card.sha256,
            });
        }
        Ok(card)
    }

    /// How the logits of a model of squares become probabilities.
    pub fn calibration(&self) -> Calibration {
        Calibration {
            temperature: self.temperature,
            unknown_man: self.unknown_man.unwrap_or(f32::NEG_INFINITY),
        }
    }

    /// Fails unless the card names these classes (a character each, in class order) and tensors.
    pub(crate) fn expect(
        &self,
        classes: &str,
        inputs: &[&str],
        outputs: &[&str],
    ) -> Result<(), ModelError> {
        let names = |tensors: &[TensorCard]| {
            let names: Vec<&str> = tensors.iter().map(|t| t.name.as_str()).collect();
            names.join(", ")
        };
        for (what, found, expected) in [
            ("the classes", self.classes.clone(), classes.to_owned()),
            ("the inputs", names(&self.inputs), inputs.join(", ")),
            ("the outputs", names(&self.outputs), outputs.join(", ")),
        ] {
            if found != expected {
                return Err(ModelError::Unexpected {
                    name: self.name.clone(),
                    what,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn card(sha256: &str) -> String {
        format!(
            r#"{{"name": "t-v1", "sha256": "{sha256}", "inputs": [{{"name": "x"}}], "outputs": [{{"name": "y"}}], "recipe": "…"}}"#
        )
    }

    #[test]
    fn one_flipped_bit_is_an_error() {
        assert!(ModelCard::verify(&card(EMPTY), b"").is_ok());
        let error = ModelCard::verify(&card(EMPTY), b"\x01").unwrap_err();
        assert!(matches!(error, ModelError::Hash { .. }));
    }

    #[test]
    fn another_kind_of_model_is_an_error() {
        let card = ModelCard::verify(&card(EMPTY), b"").unwrap();
        assert!(card.expect("", &["x"], &["y"]).is_ok());
        let error = card.expect("", &["x", "z"], &["y"]).unwrap_err();
        assert!(
            error
                .to_string()
                .contains(r#"the inputs "x", expected "x, z""#),
            "{error}"
        );
    }

    #[test]
    fn a_card_without_a_hash_is_an_error() {
        assert!(matches!(
            ModelCard::verify(r#"{"name": "t-v1"}"#, b""),
            Err(ModelError::Card(_))
        ));
    }
}
