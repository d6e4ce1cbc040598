//! Pages of books and magazines.

use super::artist::{Font, Look};
use super::paint::{Colour, disc, fill_rect, frame, line};
use super::{Artist, BoardTruth, Medium, Scene, figures};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// What a page is set with.
struct Layout<'a> {
    look: Look,
    mixed: bool,
    font: Font<'a>,
    heading: Font<'a>,
    em: f32,
    ink: Colour,
    number: u32,
}

/// A page about `width` pixels wide with up to `most` boards (at least one) among text.
pub fn page(artist: &mut Artist, width: u32, most: usize, rng: &mut ChaCha8Rng) -> Scene {
    let look = artist.look(Medium::Print, rng);
    let paper = look.style.paper.map(|v| (v * 255.0) as u8);
    let ink = look.style.ink.map(|v| (v * 255.0) as u8);
    let w = width as f32;
    let h = w * rng.random_range(1.2..1.55);
    let mut image = RgbImage::from_pixel(width, h as u32, Rgb(paper));
    let grid = rng.random_bool(0.45);
    let mut layout = Layout {
        mixed: rng.random_bool(0.15),
        font: artist.font(rng),
        heading: artist.font(rng),
        em: w * rng.random_range(0.016..0.034),
        ink,
        number: rng.random_range(1..900),
        look,
    };
    let margin = w * rng.random_range(0.04..0.12);
    let top = heading(artist, &mut image, &layout, margin, rng);
    let area = [margin, top, w - 2.0 * margin, h - top - margin];
    let mut boards = if grid {
        exercises(artist, &mut image, &mut layout, area, most, rng)
    } else {
        columns(artist, &mut image, &mut layout, area, most, rng)
    };
    if rng.random_bool(0.7) {
        let text = rng.random_range(2..600u32).to_string();
        let x = if rng.random_bool(0.5) {
            w / 2.0
        } else {
            w - margin
        };
        let base = h - margin * 0.35;
        artist.text(
            &mut image,
            layout.font,
            &text,
            x,
            base,
            layout.em,
            layout.ink,
        );
    }
    boards.truncate(16);
    Scene {
        image,
        medium: Medium::Print,
        boards,
        description: if grid { "page-grid" } else { "page" }.to_owned(),
    }
}

/// A running head or a chapter's title; returns where the text begins.
fn heading(
    artist: &mut Artist,
    image: &mut RgbImage,
    layout: &Layout,
    margin: f32,
    rng: &mut ChaCha8Rng,
) -> f32 {
    if !rng.random_bool(0.6) {
        return margin;
    }
    let words = artist.words(layout.heading);
    let em = layout.em * rng.random_range(1.0..2.2);
    let title = (0..rng.random_range(1..4))
        .map(|_| words.word(rng))
        .collect::<Vec<_>>()
        .join(" ");
    let base = margin * 0.7 + em;
    artist.text(image, layout.heading, &title, margin, base, em, layout.ink);
    if rng.random_bool(0.4) {
        let width = image.width() as f32 - 2.0 * margin;
        fill_rect(
            image,
            margin,
            base + em * 0.4,
            width,
            (em * 0.06).max(0.7),
            layout.ink,
        );
    }
    base + em
}

/// One board whose field is about `field` pixels wide.
fn draw(
    artist: &mut Artist,
    image: &mut RgbImage,
    layout: &Layout,
    (x, y): (f32, f32),
    field: f32,
    rng: &mut ChaCha8Rng,
) -> BoardTruth {
    let square = (field / 8.0).round().max(6.0) as u32;
    let own;
    let look = if layout.mixed {
        own = artist.look(Medium::Print, rng);
        &own
    } else {
        &layout.look
    };
    let black = if layout.mixed { 0.4 } else { 0.08 };
    let drawing = artist.board(look, square, black, rng);
    artist.lay(image, &drawing, look, x.round() as i32, y.round() as i32)
}

/// Caption, number or move mark of a board whose field lies at (`x`, `y`).
fn caption(
    artist: &mut Artist,
    image: &mut RgbImage,
    layout: &mut Layout,
    (x, y): (f32, f32),
    field: f32,
    above: bool,
    rng: &mut ChaCha8Rng,
) {
    layout.number += 1;
    let square = field / 8.0;
    let words = artist.words(layout.font);
    let text = words.caption(layout.number, rng);
    let em = layout.em * 0.95;
    let width = artist.text_width(layout.font, &text, em);
    let base = if above {
        y - square * 0.9
    } else {
        y + field + square * 0.9 + em
    };
    let left = x + (field - width).max(0.0) / 2.0;
    artist.text(image, layout.font, &text, left, base, em, layout.ink);
    if rng.random_bool(0.3) {
        // The side to move: a small square or disc beside the board.
        let (mx, my) = (
            x + field + square * rng.random_range(0.5..0.8),
            if rng.random_bool(0.6) {
                y + field - square * 0.5
            } else {
                y + square * 0.5
            },
        );
        let r = square * 0.22;
        let hollow = rng.random_bool(0.5);
        match (rng.random_bool(0.5), hollow) {
            (true, true) => frame(
                image,
                mx - r,
                my - r,
                2.0 * r,
                2.0 * r,
                (r * 0.25).max(0.8),
                layout.ink,
            ),
            (true, false) => fill_rect(image, mx - r, my - r, 2.0 * r, 2.0 * r, layout.ink),
            (false, true) => disc(image, mx, my, r, (r * 0.25).max(0.8), layout.ink),
            (false, false) => disc(image, mx, my, r, 0.0, layout.ink),
        }
    }
}

/// Diagrams in rows and columns, as in books of exercises.
fn exercises(
    artist: &mut Artist,
    image: &mut RgbImage,
    layout: &mut Layout,
    [left, top, width, height]: [f32; 4],
    most: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<BoardTruth> {
    let shapes = [
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 2),
        (2, 3),
        (2, 3),
        (3, 3),
        (2, 4),
        (3, 4),
        (4, 4),
    ];
    let fitting: Vec<_> = shapes
        .into_iter()
        .filter(|(c, r)| c * r <= most.max(1))
        .collect();
    let (across, down) = fitting[rng.random_range(0..fitting.len())];
    let (cell_w, cell_h) = (width / across as f32, height / down as f32);
    let field = (cell_w * rng.random_range(0.68..0.84)).min(cell_h * 0.72);
    let above = rng.random_bool(0.4);
    let captions = rng.random_bool(0.85);
    let missing = rng.random_bool(0.3);
    let mut boards = Vec::new();
    // Columns first, then down: the reading order.
    for column in 0..across {
        for row in 0..down {
            if missing && (row, column) == (down - 1, across - 1) && across * down > 1 {
                continue;
            }
            let x = left + column as f32 * cell_w + (cell_w - field) / 2.0;
            let y = top + row as f32 * cell_h + (cell_h - field) / 2.0;
            if captions {
                caption(artist, image, layout, (x, y), field, above, rng);
            }
            boards.push(draw(artist, image, layout, (x, y), field, rng));
        }
    }
    boards
}

/// Text in one to three columns with boards between paragraphs.
fn columns(
    artist: &mut Artist,
    image: &mut RgbImage,
    layout: &mut Layout,
    [left, top, width, height]: [f32; 4],
    most: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<BoardTruth> {
    let count = [1, 1, 2, 2, 2, 3][rng.random_range(0..6)];
    let gutter = width * 0.045;
    let column_w = (width - gutter * (count - 1) as f32) / count as f32;
    let widest = if count == 1 { 0.62 } else { 0.86 };
    let field = column_w * rng.random_range(widest * 0.55..widest);
    let density = rng.random_range(0.2..0.75);
    let mut boards: Vec<BoardTruth> = Vec::new();
    for column in 0..count {
        let x = left + column as f32 * (column_w + gutter);
        if column > 0 && rng.random_bool(0.15) {
            let rule = x - gutter / 2.0;
            line(image, (rule, top), (rule, top + height), 0.8, layout.ink);
        }
        let mut y = top;
        while y < top + height - layout.em * 2.0 {
            let room = top + height - y;
            let last = column + 1 == count && boards.is_empty() && room < field * 2.6;
            let square = field / 8.0;
            let fits = room > field + 3.0 * square + layout.em;
            if fits && boards.len() < most.max(1) && (last || rng.random_bool(density)) {
                let bx = x + (column_w - field) / 2.0;
                let above = rng.random_bool(0.3);
                let by = y + 1.2 * square + if above { layout.em } else { 0.0 };
                if rng.random_bool(0.8) {
                    caption(artist, image, layout, (bx, by), field, above, rng);
                }
                boards.push(draw(artist, image, layout, (bx, by), field, rng));
                y = by + field + 1.4 * square + if above { 0.0 } else { layout.em * 1.3 };
            } else if rng.random_bool(0.04) && room > column_w * 0.6 {
                let h = column_w * rng.random_range(0.3..0.55);
                let area = [x, y, column_w * 0.9, h];
                figures::figure(artist, image, area, layout.ink, &figures::FIGURES, rng);
                y += h + layout.em;
            } else {
                let lines = rng
                    .random_range(1..9)
                    .min((room / (layout.em * 1.22)) as usize)
                    .max(1);
                y = artist.paragraph(
                    image,
                    layout.font,
                    (x, y),
                    column_w,
                    layout.em,
                    lines,
                    layout.ink,
                    rng,
                ) + layout.em * rng.random_range(0.2..1.0);
            }
        }
    }
    boards
}
