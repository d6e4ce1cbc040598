//! One board and a little of what is around it.

use super::paint::fill_rect;
use super::{Artist, Medium, Scene, paint};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How a crop is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CropOptions {
    /// Print or screen.
    pub medium: Medium,
    /// Pixels a square.
    pub square: u32,
    /// Share of boards seen from Black's side. Default 0.5.
    pub black: f64,
    /// Largest margin around the frame in shares of the field. Default 0.1.
    pub margin: f32,
    /// Share of boards with men out of place. Default 0.
    pub astray: f64,
}

impl Default for CropOptions {
    fn default() -> Self {
        Self {
            medium: Medium::Screen,
            square: 40,
            black: 0.5,
            margin: 0.1,
            astray: 0.0,
        }
    }
}

/// Most men of a board that are out of place.
const MOST_ASTRAY: usize = 4;

/// A crop of one board: exactly at the field's edge, at its frame, or with a margin in which
/// text, a panel or a neighbouring board may begin.
pub fn crop(artist: &mut Artist, options: &CropOptions, rng: &mut ChaCha8Rng) -> Scene {
    let mut look = artist.look(options.medium, rng);
    if options.astray > 0.0 && rng.random_bool(options.astray) {
        look.style.astray = rng.random_range(1..=MOST_ASTRAY);
    }
    let drawing = artist.board(&look, options.square, options.black, rng);
    crop_of(artist, &look, &drawing, options, rng)
}

/// A crop of a given drawing, with the margins and surroundings of [`crop`].
pub fn crop_of(
    artist: &mut Artist,
    look: &super::artist::Look,
    drawing: &crate::BoardDrawing,
    options: &CropOptions,
    rng: &mut ChaCha8Rng,
) -> Scene {
    let paper = drawing.paper;
    let (w, h) = drawing.image.dimensions();
    let field = 8 * options.square;
    let most = (options.margin * field as f32) as i32;
    // [left, top, right, bottom] beyond the drawing; negative cuts into frame and labels.
    let (inset_x, inset_y) = (
        drawing.lattice[0][0].x as i32,
        drawing.lattice[0][0].y as i32,
    );
    let beyond = [
        inset_x,
        inset_y,
        w as i32 - inset_x - field as i32,
        h as i32 - inset_y - field as i32,
    ];
    let margins: [i32; 4] = match rng.random_range(0..100) {
        // Cut exactly at the field.
        0..15 => beyond.map(|b| -b),
        // Cut a few pixels beyond the field.
        15..30 => beyond.map(|b| rng.random_range(0..=3) - b),
        // Cut at the drawing's edge.
        30..45 => [0; 4],
        // Uneven margins.
        45..75 => std::array::from_fn(|_| rng.random_range(0..=most.max(1))),
        _ => [rng.random_range(0..=most.max(1)); 4],
    };
    let width = (w as i32 + margins[0] + margins[2]).max(16) as u32;
    let height = (h as i32 + margins[1] + margins[3]).max(16) as u32;
    let mut image = RgbImage::from_pixel(width, height, Rgb(paper));
    let (x, y) = (margins[0] + inset_x, margins[1] + inset_y);
    if rng.random_bool(0.5) {
        surroundings(artist, &mut image, drawing.ink, &margins, look, rng);
    }
    let board = artist.lay(&mut image, drawing, look, x, y);
    Scene {
        image,
        medium: options.medium,
        boards: vec![board],
        description: "crop".to_owned(),
    }
}

/// Things that reach into the margins; the board is drawn over them.
fn surroundings(
    artist: &mut Artist,
    image: &mut RgbImage,
    ink: paint::Colour,
    margins: &[i32; 4],
    look: &super::artist::Look,
    rng: &mut ChaCha8Rng,
) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let font = artist.font(rng);
    let em = rng.random_range(0.025..0.05) * w;
    match rng.random_range(0..4) {
        0 => {
            // Lines of text above and below.
            artist.paragraph(image, font, (0.0, -em * 0.6), w, em, 2, ink, rng);
            let y = h - margins[3].max(0) as f32;
            artist.paragraph(image, font, (0.0, y), w, em, 2, ink, rng);
        }
        1 => {
            let words = artist.words(font);
            let caption = words.caption(rng.random_range(1..400), rng);
            let x = (w - artist.text_width(font, &caption, em)) / 2.0;
            let base = h - margins[3].max(0) as f32 + em * 1.2;
            artist.text(image, font, &caption, x, base, em, ink);
        }
        2 => {
            // A panel or bar of another colour along one side.
            let tone: paint::Colour = std::array::from_fn(|_| rng.random());
            let thick = rng.random_range(0.01..0.1);
            match rng.random_range(0..4) {
                0 => fill_rect(image, 0.0, 0.0, w * thick, h, tone),
                1 => fill_rect(image, w * (1.0 - thick), 0.0, w * thick, h, tone),
                2 => fill_rect(image, 0.0, 0.0, w, h * thick, tone),
                _ => fill_rect(image, 0.0, h * (1.0 - thick), w, h * thick, tone),
            }
        }
        _ => {
            // The rim of a neighbouring board of the same look.
            let square = (image.width() / 9).clamp(6, 64);
            let next = artist.board(look, square, 0.5, rng);
            let (nw, nh) = next.image.dimensions();
            let gap = rng.random_range(2..6);
            let [left, top, right, bottom] = margins.map(|m| m.max(0));
            match rng.random_range(0..4) {
                0 if left > gap => paint::paste(image, &next.image, left - gap - nw as i32, 0),
                1 if right > gap => paint::paste(image, &next.image, w as i32 - right + gap, 0),
                2 if top > gap => paint::paste(image, &next.image, 0, top - gap - nh as i32),
                _ if bottom > gap => paint::paste(image, &next.image, 0, h as i32 - bottom + gap),
                _ => {}
            }
        }
    }
}
