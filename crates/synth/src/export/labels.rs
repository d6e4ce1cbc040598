//! Label windows for the net that reads coordinates, cut by the very code that serves.
//!
//! The file, all numbers little-endian: the bytes `FLL1`, `u32` number of boards, `u32` windows a
//! board, `u32` side of a window; then for each board its windows' pixels (one byte each, 0..=255
//! for -1..=1; groups and slots in the order of `fenlens_vision::labels`); then for each board one
//! byte a window: 0 no label, 1–8 the digits, 9–16 the letters a–h in either case, 254 a window
//! that shows nothing, 255 a label that is only partly in it; then for each board one byte of
//! flags: bit 0 Black at the bottom, bit 1 labels are printed, bits 2–3 severity, bits 4–5 view,
//! bit 6 print.

use super::records::{RecordFile, jittered, records};
use super::{ExportError, record_rng, side};
use crate::art::TextFont;
use crate::board::LabelPlace;
use crate::damage::{Plan, Severity, View, damage};
use crate::scene::{self, Artist, BoardTruth, CropOptions, Medium, SyntheticPicture};
use crate::{ArtLibrary, BoardDrawing, LabelBox, LabelSide, Split};
use fenlens_fen::Color;
use fenlens_vision::labels::{GROUPS, Group, SLOTS, WINDOW};
use fenlens_vision::{Homography, LabelWindows, Picture, Point};
use image::{RgbaImage, imageops};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use resvg::tiny_skia::Pixmap;
use std::path::Path;
use std::sync::Arc;

/// Class of a window that shows nothing.
pub const FLAT: u8 = 254;

/// Class of a window that holds part of a label.
pub const PARTLY: u8 = 255;

/// Which boards are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelOptions {
    /// Which families are drawn from.
    pub split: Split,
    /// Number of boards.
    pub boards: u32,
    /// Seed of everything.
    pub seed: u64,
}

/// The windows of one board.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRecord {
    /// GROUPS·SLOTS·WINDOW² values.
    pub pixels: Vec<u8>,
    /// Class of each window; see the module.
    pub classes: Vec<u8>,
    /// See the module.
    pub flags: u8,
}

/// The windows of board `index`.
pub fn label_record(artist: &mut Artist, seed: u64, index: u64) -> LabelRecord {
    let rng = &mut record_rng(seed, index);
    loop {
        if let Some(record) = attempt(artist, rng) {
            return record;
        }
    }
}

/// A picture of one board, most often with coordinates, and how it was made.
pub(super) struct LabelPicture {
    pub(super) made: SyntheticPicture,
    medium: Medium,
    severity: Severity,
    view: View,
    /// The type of its coordinates.
    pub(super) font: Arc<TextFont>,
    /// The side to move that the squares tinted on it show.
    pub(super) side: Option<Color>,
}

impl LabelPicture {
    /// How it was made, in words: medium, view and severity.
    pub(super) fn group(&self) -> String {
        let medium = match self.medium {
            Medium::Print => "print",
            Medium::Screen => "screen",
        };
        let view = match self.view {
            View::Flat => "flat",
            View::Scan => "scan",
            View::Photo => "photo",
        };
        format!("{medium} {view} {}", self.severity.name())
    }
}

/// One picture; the view may cut its board off.
pub(super) fn label_picture(artist: &mut Artist, rng: &mut ChaCha8Rng) -> LabelPicture {
    let medium = if rng.random_bool(0.45) {
        Medium::Print
    } else {
        Medium::Screen
    };
    let seen = match rng.random_range(0..100) {
        0..40 => rng.random_range(24..40),
        40..85 => rng.random_range(40..64),
        _ => rng.random_range(64..110),
    };
    let drawn = match rng.random_range(0..100) {
        0..60 => seen,
        _ => ((seen as f32 * rng.random_range(0.9..1.6)) as u32).clamp(20, 120),
    };
    let options = CropOptions {
        medium,
        square: drawn,
        margin: 0.15,
        ..CropOptions::default()
    };
    let mut look = artist.look(medium, rng);
    // Looks print labels on about two boards in three; most of the others get them here.
    let corners = look.style.labels.place == LabelPlace::None && rng.random_bool(0.35)
        || matches!(look.style.labels.place, LabelPlace::Inside { .. }) && rng.random_bool(0.5);
    if corners {
        look.style.labels.place = LabelPlace::None;
    } else if look.style.labels.place == LabelPlace::None && rng.random_bool(0.35) {
        look.style.labels.place = LabelPlace::Outside(std::array::from_fn(|_| rng.random()));
        look.style.labels.height = rng.random_range(0.15..0.42);
        look.style.labels.distance = rng.random_range(0.7..1.5);
        look.style.labels.color = look.style.ink;
        look.style.labels.upper = rng.random_bool(0.25);
    }
    let mut drawing = artist.board(&look, drawn, options.black, rng);
    let font = if corners {
        label_corners(artist, &mut drawing, rng)
    } else {
        look.style.labels.font.clone()
    };
    let side = side::shown(&look.style.marks, &drawing.placement, drawing.bottom);
    let scene = scene::crop_of(artist, &look, &drawing, &options, rng);
    let view = match (rng.random_range(0..100), medium) {
        (0..50, Medium::Print) | (0..85, Medium::Screen) => View::Flat,
        (50..75, Medium::Print) => View::Scan,
        _ => View::Photo,
    };
    let severity = match rng.random_range(0..100) {
        0..45 => Severity::Clean,
        45..90 => Severity::Light,
        _ => Severity::Hard,
    };
    let plan = Plan {
        view,
        severity,
        scale: seen as f32 / drawn as f32,
        tilt: 10.0,
        quarter_turns: false,
        zoom: (0.85, 1.0),
        reach: 0.5,
        gray: true,
    };
    LabelPicture {
        made: damage(scene, &plan, rng),
        medium,
        severity,
        view,
        font,
        side,
    }
}

/// One board; `None` where the view cut it off.
fn attempt(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<LabelRecord> {
    let LabelPicture {
        made,
        medium,
        severity,
        view,
        ..
    } = label_picture(artist, rng);
    let board = made.boards.first().filter(|b| !b.partial)?;
    let share = if rng.random_bool(0.8) {
        rng.random_range(0.005..0.02)
    } else {
        0.04
    };
    let quad = jittered(board, share, rng);
    let size = made.image.dimensions();
    let picture = Picture::new(made.image);
    let windows = LabelWindows::new(&picture, &quad).ok()?;
    let mut classes = classes(board, size)?;
    let mut pixels = Vec::with_capacity(GROUPS * SLOTS * WINDOW * WINDOW);
    for (k, class) in classes.iter_mut().enumerate() {
        let window = windows.cut(k / SLOTS, k % SLOTS).unwrap_or_else(|| {
            *class = FLAT;
            [0.0; WINDOW * WINDOW]
        });
        pixels.extend(window.iter().map(|v| ((v + 1.0) * 127.5).round() as u8));
    }
    Some(LabelRecord {
        pixels,
        classes,
        flags: u8::from(board.bottom == Color::Black)
            | u8::from(!board.labels.is_empty()) << 1
            | (severity as u8) << 2
            | (view as u8) << 4
            | u8::from(medium == Medium::Print) << 6,
    })
}

/// Prints ranks and files in any of the corners of the squares at the edges, over the men, and
/// returns their type.
fn label_corners(
    artist: &Artist,
    drawing: &mut BoardDrawing,
    rng: &mut ChaCha8Rng,
) -> Arc<TextFont> {
    let (_, font) = artist.font(rng);
    let (w, h) = drawing.image.dimensions();
    let Some(mut layer) = Pixmap::new(w, h) else {
        return Arc::new(font.clone());
    };
    let side = drawing.lattice[0][1].x - drawing.lattice[0][0].x;
    let height = (rng.random_range(0.13..0.32f32) * side).max(5.0);
    let inset = height * rng.random_range(0.65..0.95);
    let upper = rng.random_bool(0.2);
    let alpha = if rng.random_bool(0.7) {
        255
    } else {
        rng.random_range(130..255)
    };
    let plain: Option<u8> = rng.random_bool(0.3).then(|| rng.random());
    // Files at the top or bottom, ranks at the left or right, each in one of two corners.
    let (far_files, far_ranks) = (rng.random_bool(0.85), rng.random_bool(0.4));
    let (end_files, end_ranks) = (rng.random_bool(0.5), rng.random_bool(0.25));
    for i in 0..8usize {
        let at = match drawing.bottom {
            Color::White => i,
            Color::Black => 7 - i,
        };
        let file = char::from(if upper { b'A' } else { b'a' } + at as u8);
        let rank = char::from(b'1' + (7 - at) as u8);
        let place = |far: bool| if far { 7 } else { 0 };
        let inside = |end: bool| if end { side - inset } else { inset };
        for (ch, column, row, dx, dy) in [
            (
                file,
                i,
                place(far_files),
                inside(end_files),
                inside(far_files),
            ),
            (
                rank,
                place(far_ranks),
                i,
                inside(far_ranks),
                inside(end_ranks),
            ),
        ] {
            let corner = drawing.lattice[row][column];
            let (x, y) = (corner.x + dx, corner.y + dy);
            let rgb = plain.map_or_else(|| other_tone(drawing, row, column), |v| [v; 3]);
            let drawn = font.draw_centred(&mut layer.as_mut(), ch, x, y, height, rgb, alpha);
            if let Some(height) = drawn {
                drawing.labels.push(LabelBox {
                    ch,
                    centre: Point::new(x, y),
                    height,
                    side: LabelSide::Inside,
                });
            }
        }
    }
    let straight: Vec<u8> = layer
        .pixels()
        .iter()
        .flat_map(|p| {
            let c = p.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        })
        .collect();
    if let Some(layer) = RgbaImage::from_raw(w, h, straight) {
        imageops::overlay(&mut drawing.image, &layer, 0, 0);
    }
    Arc::new(font.clone())
}

/// Colour of the square beside (`row`, `column`), at the rim where men hardly reach.
fn other_tone(drawing: &BoardDrawing, row: usize, column: usize) -> [u8; 3] {
    let beside = if column < 7 { column + 1 } else { column - 1 };
    let (a, b) = (
        drawing.lattice[row][beside],
        drawing.lattice[row + 1][beside + 1],
    );
    let p = a.lerp(b, 0.08);
    let (w, h) = drawing.image.dimensions();
    let pixel = drawing
        .image
        .get_pixel((p.x as u32).min(w - 1), (p.y as u32).min(h - 1));
    [pixel[0], pixel[1], pixel[2]]
}

/// The class of each window by where the labels are in a picture of `size` pixels.
fn classes(board: &BoardTruth, size: (u32, u32)) -> Option<Vec<u8>> {
    let to_board = Homography::board_to_picture(&board.corners)?.inverse()?;
    let square = board.square_size();
    let mut classes = vec![0; GROUPS * SLOTS];
    for label in &board.labels {
        let Some(class) = class_of(label.ch) else {
            continue;
        };
        let p = to_board.apply(label.centre);
        let half = 0.5 * label.height / square;
        let rim = 0.4 * label.height;
        let c = label.centre;
        let cut = c.x < rim || c.y < rim || c.x > size.0 as f32 - rim || c.y > size.1 as f32 - rim;
        for (k, place) in classes.iter_mut().enumerate() {
            let (middle, side) = Group::at(k / SLOTS).window(k % SLOTS);
            let off = (p.x - middle.x).abs().max((p.y - middle.y).abs());
            if off + half <= 0.55 * side {
                *place = if cut { PARTLY } else { class };
            } else if off < 0.5 * side + 0.5 * half && *place == 0 {
                *place = PARTLY;
            }
        }
    }
    Some(classes)
}

fn class_of(ch: char) -> Option<u8> {
    match ch {
        '1'..='8' => Some(ch as u8 - b'0'),
        'a'..='h' => Some(ch as u8 - b'a' + 9),
        'A'..='H' => Some(ch as u8 - b'A' + 9),
        _ => None,
    }
}

/// Writes a file of label windows; see the module for its layout.
///
/// # Errors
/// [`ExportError::Write`] when the file cannot be written.
pub fn write_labels(
    library: &ArtLibrary,
    options: &LabelOptions,
    path: &Path,
) -> Result<(), ExportError> {
    let head = [options.boards, (GROUPS * SLOTS) as u32, WINDOW as u32];
    let mut file = RecordFile::create(path, b"FLL1", &head)?;
    let (mut classes, mut flags) = (Vec::new(), Vec::new());
    let LabelOptions {
        split,
        boards,
        seed,
    } = *options;
    for record in records(library, split, boards, 512, move |artist, i| {
        label_record(artist, seed, i)
    }) {
        file.write(&record.pixels)?;
        classes.extend_from_slice(&record.classes);
        flags.push(record.flags);
    }
    file.write(&classes)?;
    file.write(&flags)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_with_labels_follow_the_side_at_the_bottom() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let (mut ranks, mut files) = (0, 0);
        for i in 0..30 {
            let record = label_record(&mut artist, 4, i);
            assert_eq!(record.pixels.len(), GROUPS * SLOTS * WINDOW * WINDOW);
            for (k, &class) in record.classes.iter().enumerate() {
                let (slot, black) = (k % SLOTS, record.flags & 1 == 1);
                // The corner squares' windows may hold the mark of the other edge.
                if slot == 0 || slot == SLOTS - 1 {
                    continue;
                }
                let down = if black { slot + 1 } else { 8 - slot } as u8;
                let across = if black { 16 - slot } else { 9 + slot } as u8;
                match class {
                    1..=8 => {
                        assert_eq!(class, down, "board {i}, window {k}");
                        ranks += 1;
                    }
                    9..=16 => {
                        assert_eq!(class, across, "board {i}, window {k}");
                        files += 1;
                    }
                    _ => {}
                }
            }
        }
        assert!(ranks > 50 && files > 50, "{ranks} {files}");
    }
}
