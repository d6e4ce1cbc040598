//! Writes synthetic pictures for training, measuring and looking at.
//!
//! Every record depends on the seed and its own number only, so a file has the same bytes on any
//! number of threads.

mod recipe;
mod scenes;
mod set;
mod tiles;

pub use recipe::{Kind, picture};
pub use scenes::{RECORD_BOARDS, SceneOptions, SceneRecord, record_size, scene_record, write_scenes};
pub use set::{truth_json, write_set};
pub use tiles::{TileOptions, TileRecord, tile_record, write_tiles};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator of record `index` under `seed`.
pub fn record_rng(seed: u64, index: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    rng
}

/// What can go wrong while a file is written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A file or folder cannot be written.
    #[error("{path}: {source}")]
    Write {
        /// The file or folder.
        path: std::path::PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A picture cannot be encoded.
    #[error("{path}: {source}")]
    Encode {
        /// The file.
        path: std::path::PathBuf,
        /// Why not.
        source: image::ImageError,
    },
}
