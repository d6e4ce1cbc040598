//! Writes synthetic pictures for training, measuring and looking at.
//!
//! Every record depends on the seed and its own number only, so a file has the same bytes on any
//! number of threads.

mod captions;
mod drill;
mod labels;
mod legible;
mod lines;
mod recipe;
mod records;
mod scenes;
mod set;
mod side;
mod tiles;

pub use drill::{Drill, DrillPicture, drill_picture, write_drill};
pub use labels::{LabelOptions, LabelRecord, label_record, write_labels};
pub use lines::{LineOptions, LineRecord, line_records, write_lines};
pub use recipe::{Kind, picture};
pub use scenes::{
    RECORD_BOARDS, SceneOptions, SceneRecord, record_size, scene_record, write_scenes,
};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Artist;
    use crate::{ArtLibrary, Split};
    use fenlens_vision::slice::TILE;

    fn threads(n: usize, work: impl FnOnce() + Send) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build();
        pool.expect("a pool of threads").install(work);
    }

    #[test]
    fn tiles_are_the_same_on_any_number_of_threads() {
        let library = ArtLibrary::builtin();
        let dir = tempfile::tempdir().unwrap();
        let options = TileOptions {
            split: Split::Train,
            boards: 6,
            seed: 11,
            astray: 0.5,
        };
        let file = |n: usize| {
            let path = dir.path().join(format!("{n}.flt"));
            threads(n, || write_tiles(&library, &options, &path).unwrap());
            std::fs::read(path).unwrap()
        };
        let (one, three) = (file(1), file(3));
        assert_eq!(one, three);
        assert_eq!(&one[..4], b"FLT1");
        assert_eq!(one.len(), 12 + 6 * (64 * TILE * TILE + 64 + 4));
    }

    #[test]
    fn a_record_has_its_size_and_its_lattices_in_order() {
        let library = ArtLibrary::builtin();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.fls");
        let options = SceneOptions {
            split: Split::Train,
            count: 5,
            seed: 3,
            size: 160,
            kind: None,
        };
        write_scenes(&library, &options, &path).unwrap();
        assert_eq!(
            std::fs::read(&path).unwrap().len(),
            16 + 5 * record_size(160)
        );
        let mut artist = Artist::new(&library, Split::Train);
        let mut boards = 0;
        for i in 0..30 {
            for (lattice, _) in scene_record(&mut artist, &options, i).boards {
                boards += 1;
                let (a, b, c) = (lattice[0][0], lattice[0][8], lattice[8][0]);
                let turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
                assert!(turn > 0.0, "picture {i}: not clockwise");
                assert!(b.x > a.x && c.y > a.y, "picture {i}: not upright");
            }
        }
        assert!(boards > 10);
    }

    #[test]
    fn only_boards_with_men_out_of_place_have_squares_in_question() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let mut asked = |astray: f64| -> usize {
            let records = (0..20).map(|i| tile_record(&mut artist, 9, i, astray));
            let labels: Vec<u8> = records.flat_map(|r| r.labels).collect();
            assert!(labels.iter().all(|l| l & 15 <= 12));
            labels.iter().filter(|l| *l >> 4 > 0).count()
        };
        assert_eq!(asked(0.0), 0);
        assert!(asked(1.0) > 10);
    }

    #[test]
    fn a_tile_shows_what_its_label_says() {
        // Empty squares are flatter than squares with men, on average over many boards.
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let mut sums = [(0.0f64, 0u32); 2];
        for i in 0..20 {
            let record = tile_record(&mut artist, 5, i, 0.0);
            for (k, tile) in record.pixels.chunks_exact(TILE * TILE).enumerate() {
                let core = (10..22).flat_map(|y| tile[y * TILE + 10..y * TILE + 22].iter());
                let values: Vec<f64> = core.map(|&v| f64::from(v)).collect();
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
                let slot = &mut sums[usize::from(record.labels[k] > 0)];
                *slot = (slot.0 + spread.sqrt(), slot.1 + 1);
            }
        }
        let [empty, man] = sums.map(|(s, n)| s / f64::from(n.max(1)));
        assert!(man > 1.5 * empty, "{man} against {empty}");
    }
}
