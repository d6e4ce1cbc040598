//! Strips of text lines for the net that reads captions, found and cut by the very code that serves.
//!
//! The file, all numbers little-endian: the bytes `FLC1`, `u32` number of scenes, `u32` height of a
//! strip; then for each strip `u16` width, `u8` flags (bits 0–1 severity, 2–3 view, 4 print, 5
//! says a side to move, 6 that side is Black), `u8` x-height in pixels of the picture, `u16` bytes
//! of its text, the text in UTF-8, and its pixels, row-major, `round((v + 0.5) / 2 * 255)`.

use super::records::{RecordFile, jittered, records};
use super::{ExportError, record_rng};
use crate::board::BoardKind;
use crate::damage::{Plan, Severity, View, damage};
use crate::scene::paint::Colour;
use crate::scene::{Artist, BoardTruth, Medium, Scene, texts};
use crate::{ArtLibrary, Split};
use fenlens_fen::{Color, Placement};
use fenlens_vision::lines::HEIGHT;
use fenlens_vision::{Homography, Picture, Point, Quad, line_strip, text_lines};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// Which strips are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineOptions {
    /// Which families are drawn from.
    pub split: Split,
    /// Number of scenes, each of one to three lines.
    pub scenes: u32,
    /// Seed of everything.
    pub seed: u64,
}

/// A line with its strip.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRecord {
    /// HEIGHT·width values.
    pub pixels: Vec<u8>,
    /// What is written.
    pub text: String,
    /// See the module.
    pub flags: u8,
    /// x-height in pixels of the picture.
    pub x_height: f32,
}

/// A line that was drawn: its text, its box in the scene, whose move it says it is.
#[derive(Clone, Debug)]
pub(super) struct DrawnLine {
    pub text: String,
    /// Left, top (of capitals), right, baseline, in pixels of the scene.
    pub bounds: [f32; 4],
    pub side: Option<Color>,
}

/// Colours of paper and ink that a person can read.
pub(super) fn colours(medium: Medium, rng: &mut ChaCha8Rng) -> (Colour, Colour) {
    let gray = |v: f32, rng: &mut ChaCha8Rng| -> Colour {
        std::array::from_fn(|_| (v + rng.random_range(-12.0..12.0f32)).clamp(0.0, 255.0) as u8)
    };
    if medium == Medium::Print {
        let (paper, ink) = (rng.random_range(225.0..255.0), rng.random_range(0.0..70.0));
        return (gray(paper, rng), gray(ink, rng));
    }
    let (low, high) = (rng.random_range(0.0..110.0), rng.random_range(170.0..255.0));
    if rng.random_bool(0.6) {
        (gray(high, rng), gray(low, rng))
    } else {
        (gray(low, rng), gray(high, rng))
    }
}

/// The lines of one scene: only what lies below a board is drawn, not the board.
pub fn line_records(artist: &mut Artist, seed: u64, index: u64) -> Vec<LineRecord> {
    let rng = &mut record_rng(seed, index);
    let medium = if rng.random_bool(0.55) {
        Medium::Print
    } else {
        Medium::Screen
    };
    // x-height and pixels a square in the picture, and pixels of the scene for one of the picture.
    let tall: f32 = 5.0 * (rng.random_range(0.0..1.0f32).powf(1.6) * 4.0f32.ln()).exp();
    let (_, type_) = artist.font(rng);
    let em = tall / type_.x_height().max(0.3);
    let square = em / (rng.random_range(0.13f32.ln()..0.7f32.ln())).exp();
    let over = if rng.random_bool(0.5) {
        1.0
    } else {
        rng.random_range(0.8..1.5f32)
    };
    let (s, em) = (square * over, em * over);
    let (scene, lines) = below(artist, medium, s, em, rng);
    let view = match (rng.random_range(0..100), medium) {
        (0..50, Medium::Print) | (0..85, Medium::Screen) => View::Flat,
        (50..75, Medium::Print) => View::Scan,
        _ => View::Photo,
    };
    let severity = match rng.random_range(0..100) {
        0..40 => Severity::Clean,
        40..90 => Severity::Light,
        _ => Severity::Hard,
    };
    let plan = Plan {
        view,
        severity,
        scale: 1.0 / over,
        tilt: 10.0,
        quarter_turns: false,
        zoom: (0.85, 1.0),
        reach: 0.35,
        gray: true,
    };
    let (w, h) = (scene.image.width() as f32, scene.image.height() as f32);
    let made = damage(scene, &plan, rng);
    let Some(truth) = made.boards.first() else {
        return Vec::new();
    };
    // The truth's "board" is the whole scene; the board itself lies above it.
    let l = &truth.lattice;
    let corners = [l[0][0], l[0][8], l[8][8], l[8][0]];
    let Some(map) = Homography::from_points(&Quad::rect(0.0, 0.0, w, h).0, &corners) else {
        return Vec::new();
    };
    let board = Quad::rect(LEFT * s, -8.0 * s, 8.0 * s, 8.0 * s);
    let board = BoardTruth {
        corners: Quad(board.0.map(|p| map.apply(p))),
        ..truth.clone()
    };
    let share = rng.random_range(0.003..0.015);
    let quad = jittered(&board, share, rng);
    let picture = Picture::new(made.image);
    let found = text_lines(&picture, &quad);
    let zoom = board.square_size() / s;
    let flags = (severity as u8) | (view as u8) << 2 | u8::from(medium == Medium::Print) << 4;
    lines
        .iter()
        .filter_map(|line| {
            let bounds = [
                line.bounds[0] / s - LEFT,
                line.bounds[1] / s + 8.0,
                line.bounds[2] / s - LEFT,
                line.bounds[3] / s + 8.0,
            ];
            let high = bounds[3] - bounds[1];
            let same = |b: &[f32; 4]| {
                (b[0] - bounds[0]).abs() < 0.6 * high
                    && (b[2] - bounds[2]).abs() < 0.6 * high
                    && (b[1] - bounds[1]).abs() < 0.8 * high
                    && (b[3] - bounds[3]).abs() < 0.8 * high
            };
            let found = found.iter().find(|f| same(&f.bounds))?;
            let strip = line_strip(&picture, &quad, found)?.pixels;
            Some(LineRecord {
                pixels: strip
                    .iter()
                    .map(|v| ((v + 0.5) / 2.0 * 255.0).round() as u8)
                    .collect(),
                text: line.text.clone(),
                flags: flags
                    | u8::from(line.side.is_some()) << 5
                    | u8::from(line.side == Some(Color::Black)) << 6,
                x_height: em * type_.x_height() * zoom,
            })
        })
        .collect()
}

/// Squares to the left and right of the board that a scene shows.
const LEFT: f32 = 2.5;

/// Draws up to three lines under a board of `s` pixels a square; with the lines.
fn below(
    artist: &mut Artist,
    medium: Medium,
    s: f32,
    em: f32,
    rng: &mut ChaCha8Rng,
) -> (Scene, Vec<DrawnLine>) {
    let (paper, ink) = colours(medium, rng);
    let size = (((8.0 + 2.0 * LEFT) * s) as u32, (1.9 * s) as u32 + 4);
    let mut image = RgbImage::from_pixel(size.0.max(16), size.1.max(16), Rgb(paper));
    let (w, h) = (image.width() as f32, image.height() as f32);
    let font = artist.font(rng);
    // Another font than the one measured: its x-height is near enough.
    let leading = em * rng.random_range(1.1..1.6);
    let mut base = em * rng.random_range(0.8..1.3);
    let align = rng.random_range(0..3);
    let mut lines = Vec::new();
    while base < h - 0.35 * em && lines.len() < 3 {
        if let Some((text, side)) = fitting(artist, font, w - em, em, rng) {
            let width = artist.text_width(font, &text, em);
            let x = match align {
                0 => (w - width) / 2.0,
                1 => (LEFT * s).min(w - width - 0.5 * em),
                _ => rng.random_range(0.5 * em..=(w - width).max(0.6 * em)),
            };
            artist.text(&mut image, font, &text, x, base, em, ink);
            lines.push(DrawnLine {
                text,
                bounds: [x, base - 0.7 * em, x + width, base],
                side,
            });
        }
        base += leading;
    }
    let (across, down) = (w / 8.0, h / 8.0);
    let lattice = std::array::from_fn(|r| {
        std::array::from_fn(|c| Point::new(across * c as f32, down * r as f32))
    });
    let board = BoardTruth {
        placement: Placement::EMPTY,
        bottom: Color::White,
        corners: Quad::rect(0.0, 0.0, w, h),
        lattice,
        astray: Vec::new(),
        labels: Vec::new(),
        kind: BoardKind::Print,
        style: String::new(),
        family: 0,
        marked: false,
        partial: false,
        visible: 1.0,
    };
    let scene = Scene {
        image,
        medium,
        boards: vec![board],
        description: "lines".to_owned(),
    };
    (scene, lines)
}

/// A text that the font can spell and that is at most `room` pixels wide.
fn fitting(
    artist: &mut Artist,
    font: crate::scene::Font,
    room: f32,
    em: f32,
    rng: &mut ChaCha8Rng,
) -> Option<(String, Option<Color>)> {
    for _ in 0..12 {
        let (text, side) = if rng.random_bool(0.45) {
            let (text, side) = texts::caption(rng);
            (text, Some(side))
        } else {
            let letters = rng.random_range(6..((room / em * 2.2) as usize).clamp(8, 55));
            (texts::other(letters, rng), None)
        };
        if texts::spells(font.1, &text) && artist.text_width(font, &text, em) <= room {
            return Some((text, side));
        }
    }
    None
}

/// Writes a file of strips; see the module for its layout.
///
/// # Errors
/// [`ExportError::Write`] when the file cannot be written.
pub fn write_lines(
    library: &ArtLibrary,
    options: &LineOptions,
    path: &Path,
) -> Result<(), ExportError> {
    let LineOptions {
        split,
        scenes,
        seed,
    } = *options;
    let mut file = RecordFile::create(path, b"FLC1", &[scenes, HEIGHT as u32])?;
    for lines in records(library, split, scenes, 512, move |artist, i| {
        line_records(artist, seed, i)
    }) {
        for line in lines {
            file.write(&((line.pixels.len() / HEIGHT) as u16).to_le_bytes())?;
            file.write(&[line.flags, line.x_height.round().min(255.0) as u8])?;
            file.write(&(line.text.len() as u16).to_le_bytes())?;
            file.write(line.text.as_bytes())?;
            file.write(&line.pixels)?;
        }
    }
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_without_letters_give_no_lines() {
        // The built-in font has the letters of coordinates only and spells no caption.
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        for i in 0..10 {
            for line in line_records(&mut artist, 3, i) {
                assert!(
                    texts::spells(&library.fonts[0], &line.text),
                    "{}",
                    line.text
                );
                assert_eq!(line.pixels.len() % HEIGHT, 0);
            }
        }
    }
}
