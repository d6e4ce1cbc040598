//! The models inside the program.

/// The square classifier.
pub(crate) const SQUARES: &[u8] = include_bytes!("../../../models/squares-v5.onnx");
/// Its card.
pub(crate) const SQUARES_CARD: &str = include_str!("../../../models/squares-v5.json");
/// The board finder.
pub(crate) const BOARDS: &[u8] = include_bytes!("../../../models/boards-v6.onnx");
/// Its card.
pub(crate) const BOARDS_CARD: &str = include_str!("../../../models/boards-v6.json");
/// The reader of coordinates.
pub(crate) const LABELS: &[u8] = include_bytes!("../../../models/labels-v2.onnx");
/// Its card.
pub(crate) const LABELS_CARD: &str = include_str!("../../../models/labels-v2.json");
/// The reader of captions.
pub(crate) const CAPTIONS: &[u8] = include_bytes!("../../../models/captions-v1.onnx");
/// Its card.
pub(crate) const CAPTIONS_CARD: &str = include_str!("../../../models/captions-v1.json");
