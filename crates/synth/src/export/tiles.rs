//! Tiles for the classifier, cut by the very code that serves.
//!
//! The file, all numbers little-endian: the bytes `FLT1`, `u32` number of boards, `u32` side of a
//! tile; then for each board 64·side·side bytes of pixels (tiles in image order, rows, columns;
//! [`quantise`]d); then for each board 64 bytes of classes in the same order (bits 0–3; bits 4–7: in so many of
//! sixteen the square is empty, where it is a question; see `board::Astray`); then for each board
//! `u16` index of the family (see `ArtLibrary::families`) and `u16` flags: bits 0–1 severity (0
//! clean, 1 light, 2 hard), bits 2–3 view (0 flat, 1 scan, 2 photo), bits 4–5 kind of board
//! (0 screen, 1 print, 2 font), bit 6 Black at the bottom, bits 8–15 pixels a square.

use super::records::{RecordFile, jittered, records};
use super::{ExportError, record_rng};
use crate::damage::{Plan, Severity, View, damage};
use crate::scene::{self, Artist, BoardTruth, CropOptions, Medium};
use crate::{ArtLibrary, BoardKind, Split};
use fenlens_fen::Color;
use fenlens_vision::slice::{OVERSHOOT, TILE};
use fenlens_vision::{Picture, Quad, RectifyParams, rectify, slice};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// Which tiles are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileOptions {
    /// Which families are drawn from.
    pub split: Split,
    /// Number of boards.
    pub boards: u32,
    /// Seed of everything.
    pub seed: u64,
    /// Share of boards with men out of place.
    pub astray: f64,
}

/// The tiles of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct TileRecord {
    /// 64·side·side quantised values, image order.
    pub pixels: Vec<u8>,
    /// Classes, image order, see the module.
    pub labels: [u8; 64],
    /// Index of the family in the library.
    pub family: u16,
    /// Severity, view, kind, side at the bottom and size; see the module.
    pub flags: u16,
}

/// A tile's value as a byte: -0.25..=1.25 becomes 0..=255.
pub fn quantise(v: f32) -> u8 {
    ((v + OVERSHOOT) / (1.0 + 2.0 * OVERSHOOT) * 255.0).round() as u8
}

/// Pixels a square: an eighth of the boards at the limit of what can be read, few large.
fn square_size(rng: &mut ChaCha8Rng) -> u32 {
    match rng.random_range(0..100) {
        0..12 => rng.random_range(12..18),
        12..55 => rng.random_range(18..30),
        55..90 => rng.random_range(30..46),
        _ => rng.random_range(46..64),
    }
}

/// The tiles of board `index`.
pub fn tile_record(artist: &mut Artist, seed: u64, index: u64, astray: f64) -> TileRecord {
    let rng = &mut record_rng(seed, index);
    loop {
        if let Some(record) = attempt(artist, astray, rng) {
            return record;
        }
    }
}

/// One board; `None` where the view cut it off.
fn attempt(artist: &mut Artist, astray: f64, rng: &mut ChaCha8Rng) -> Option<TileRecord> {
    let medium = if rng.random_bool(0.5) {
        Medium::Print
    } else {
        Medium::Screen
    };
    let seen = square_size(rng);
    // Some are drawn at one size and seen at another.
    let drawn = match rng.random_range(0..100) {
        0..50 => seen,
        _ => ((seen as f32 * rng.random_range(0.9..1.9)) as u32).clamp(10, 80),
    };
    let options = CropOptions {
        medium,
        square: drawn,
        black: 0.5,
        margin: 0.12,
        astray,
    };
    let scene = scene::crop(artist, &options, rng);
    let view = match (rng.random_range(0..100), medium) {
        (0..45, Medium::Print) | (0..70, Medium::Screen) => View::Flat,
        (45..65, Medium::Print) => View::Scan,
        _ => View::Photo,
    };
    let severity = Severity::random(rng);
    let plan = Plan {
        view,
        severity,
        scale: seen as f32 / drawn as f32,
        tilt: 14.0,
        quarter_turns: false,
        zoom: (0.85, 1.0),
        reach: 0.35,
        gray: true,
    };
    let picture = damage(scene, &plan, rng);
    let board = picture.boards.first().filter(|b| !b.partial)?;
    let quad = corners(board, rng);
    let straight = rectify(
        &Picture::new(picture.image),
        &quad,
        &RectifyParams::default(),
    )
    .ok()?;
    let tiles = slice(&straight);
    Some(TileRecord {
        pixels: tiles.pixels.iter().map(|&v| quantise(v)).collect(),
        labels: labels(board),
        family: board.family as u16,
        flags: flags(board, severity, view),
    })
}

/// The classes of the squares, and how doubtful they are.
fn labels(board: &BoardTruth) -> [u8; 64] {
    let mut labels = board.classes();
    let sixteenths = |share: f32| (16.0 * share).round() as u8;
    for man in &board.astray {
        let class = labels[man.square];
        labels[man.square] |= sixteenths(man.doubt()) << 4;
        for (square, share) in man.passed() {
            match (labels[square], sixteenths(share)) {
                (_, 0) => {}
                (0, share) => labels[square] = class | (16 - share) << 4,
                (other, share) => labels[square] = other | share << 4,
            }
        }
    }
    labels
}

/// The true corners, off by what a detector is off: mostly 1 to 2 % of a square, some 5 %.
fn corners(board: &BoardTruth, rng: &mut ChaCha8Rng) -> Quad {
    let share = match rng.random_range(0..100) {
        0..75 => rng.random_range(0.008..0.022),
        75..92 => 0.035,
        _ => 0.055,
    };
    jittered(board, share, rng)
}

fn flags(board: &BoardTruth, severity: Severity, view: View) -> u16 {
    let kind = match board.kind {
        BoardKind::Screen => 0,
        BoardKind::Print => 1,
        BoardKind::Font => 2,
    };
    let black = u16::from(board.bottom == Color::Black);
    let size = board.square_size().round().clamp(0.0, 255.0) as u16;
    severity as u16 | (view as u16) << 2 | kind << 4 | black << 6 | size << 8
}

/// Writes a file of tiles; see the module for its layout.
///
/// # Errors
/// [`ExportError::Write`] when the file cannot be written.
pub fn write_tiles(
    library: &ArtLibrary,
    options: &TileOptions,
    path: &Path,
) -> Result<(), ExportError> {
    let head = [options.boards, TILE as u32];
    let mut file = RecordFile::create(path, b"FLT1", &head)?;
    let mut labels = Vec::with_capacity(options.boards as usize * 64);
    let mut tail = Vec::with_capacity(options.boards as usize * 4);
    let TileOptions {
        split,
        boards,
        seed,
        astray,
    } = *options;
    for record in records(library, split, boards, 4096, move |artist, i| {
        tile_record(artist, seed, i, astray)
    }) {
        file.write(&record.pixels)?;
        labels.extend_from_slice(&record.labels);
        tail.extend_from_slice(&record.family.to_le_bytes());
        tail.extend_from_slice(&record.flags.to_le_bytes());
    }
    file.write(&labels)?;
    file.write(&tail)?;
    file.finish()
}
