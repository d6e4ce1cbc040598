//! Whole pictures of one size for the detector.
//!
//! The file, all numbers little-endian: the bytes `FLS1`, `u32` number of pictures, `u32` height,
//! `u32` width; then for each picture height·width·3 bytes of RGB, `u32` number of boards, and 16
//! slots, each 81 pairs of `f32` (x, y in pixels of the record; nine rows of nine points, rows and
//! columns running right and down as the board lies in the picture) and one `u8`: 0 empty slot, 1 a
//! board, 2 a board that is cut off by the picture's edge.

use super::records::{RecordFile, records};
use super::{ExportError, Kind, picture, record_rng};
use crate::damage::raster::Raster;
use crate::scene::{Artist, BoardTruth};
use crate::{ArtLibrary, Split};
use fast_image_resize::FilterType;
use fenlens_vision::Point;
use rand::RngExt;
use std::path::Path;

/// Slots for boards in a record.
pub const RECORD_BOARDS: usize = 16;

/// Which pictures are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOptions {
    /// Which families are drawn from.
    pub split: Split,
    /// Number of pictures.
    pub count: u32,
    /// Seed of everything.
    pub seed: u64,
    /// Height and width of a record in pixels.
    pub size: u32,
    /// One kind only; default all in their shares.
    pub kind: Option<Kind>,
}

/// One picture.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneRecord {
    /// size·size·3 bytes of RGB.
    pub pixels: Vec<u8>,
    /// Lattice points and whether the board is cut off; at most [`RECORD_BOARDS`].
    pub boards: Vec<([[Point; 9]; 9], bool)>,
}

/// Bytes of one record.
pub const fn record_size(size: usize) -> usize {
    size * size * 3 + 4 + RECORD_BOARDS * (81 * 8 + 1)
}

/// The lattice re-indexed so that its rows run down and its columns right in the picture.
pub fn upright_lattice(board: &BoardTruth) -> [[Point; 9]; 9] {
    let l = &board.lattice;
    let turns = [(0, 0), (0, 8), (8, 8), (8, 0)]
        .iter()
        .position(|&(r, c): &(usize, usize)| l[r][c] == board.corners.0[0])
        .unwrap_or(0);
    std::array::from_fn(|r| {
        std::array::from_fn(|c| match turns {
            0 => l[r][c],
            1 => l[c][8 - r],
            2 => l[8 - r][8 - c],
            _ => l[8 - c][r],
        })
    })
}

/// Picture `index`.
pub fn scene_record(artist: &mut Artist, options: &SceneOptions, index: u64) -> SceneRecord {
    let rng = &mut record_rng(options.seed, index);
    let kind = options.kind.unwrap_or_else(|| Kind::random(rng));
    // Drawn at one to two times the record's size: the shrinking makes what a real one makes.
    let draw = rng.random_range(0.9f32..1.8).max(0.95);
    let made = picture(artist, kind, (options.size as f32 * draw) as u32, rng);
    let size = options.size as usize;
    let source = Raster::from_rgb(made.image);
    let longer = source.width.max(source.height) as f32;
    let share = if rng.random_bool(0.7) {
        1.0
    } else {
        rng.random_range(0.6..1.0)
    };
    let scale = size as f32 * share / longer;
    let w = ((source.width as f32 * scale).round() as usize).clamp(1, size);
    let h = ((source.height as f32 * scale).round() as usize).clamp(1, size);
    let (sx, sy) = (
        w as f32 / source.width as f32,
        h as f32 / source.height as f32,
    );
    let edge: [u8; 3] = source.pixel(0, 0).try_into().unwrap_or([255; 3]);
    let pad = match rng.random_range(0..4) {
        0 | 1 => edge,
        2 => [255; 3],
        _ => [rng.random_range(0..=255); 3],
    };
    let fitted = source.resized(w, h, Some(FilterType::Box));
    let (x0, y0) = (
        rng.random_range(0..=size - w),
        rng.random_range(0..=size - h),
    );
    let mut canvas = Raster::filled(size, size, 3, pad);
    for y in 0..h {
        let to = ((y + y0) * size + x0) * 3;
        canvas.data[to..to + w * 3].copy_from_slice(&fitted.data[y * w * 3..(y + 1) * w * 3]);
    }
    let boards = made
        .boards
        .iter()
        .take(RECORD_BOARDS)
        .map(|b| {
            let place = |p: Point| Point::new(p.x * sx + x0 as f32, p.y * sy + y0 as f32);
            (upright_lattice(b).map(|row| row.map(place)), b.partial)
        })
        .collect();
    SceneRecord {
        pixels: canvas.data,
        boards,
    }
}

/// Writes a file of pictures; see the module for its layout.
///
/// # Errors
/// [`ExportError::Write`] when the file cannot be written.
pub fn write_scenes(
    library: &ArtLibrary,
    options: &SceneOptions,
    path: &Path,
) -> Result<(), ExportError> {
    let head = [options.count, options.size, options.size];
    let mut file = RecordFile::create(path, b"FLS1", &head)?;
    for record in records(library, options.split, options.count, 256, |artist, i| {
        scene_record(artist, options, i)
    }) {
        file.write(&record.pixels)?;
        file.write(&slots(&record.boards))?;
    }
    file.finish()
}

/// The part of a record after its pixels.
fn slots(boards: &[([[Point; 9]; 9], bool)]) -> Vec<u8> {
    let mut bytes = (boards.len() as u32).to_le_bytes().to_vec();
    for (lattice, partial) in boards {
        for p in lattice.iter().flatten() {
            bytes.extend_from_slice(&p.x.to_le_bytes());
            bytes.extend_from_slice(&p.y.to_le_bytes());
        }
        bytes.push(if *partial { 2 } else { 1 });
    }
    bytes.resize(4 + RECORD_BOARDS * (81 * 8 + 1), 0);
    bytes
}
