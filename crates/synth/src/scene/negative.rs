//! Pictures without a chess board, some of which look like one.

use super::figures::{FIGURES, Figure, LIKE_BOARDS, chequers, figure, stripes};
use super::paint::{Colour, disc, fill_rect, line, mix};
use super::panel::{self, Style, Theme};
use super::solid::solid;
use super::{Artist, Medium, Scene};
use crate::damage::noise::Field;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A picture about `side` pixels wide without a chess board.
pub fn negative(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    without_board(artist, side, rng, |rng| {
        let subject = match rng.random_range(0..100) {
            0..14 => Subject::Text,
            14..22 => Subject::Letters,
            22..30 => Subject::Screen,
            30..44 => Subject::Photo,
            44..56 => Subject::Cloth,
            56..62 => Subject::Wooden,
            _ => Subject::Figure,
        };
        (subject, &FIGURES)
    })
}

/// A picture about `side` pixels wide of what is easily taken for a chess board: wooden sets, and
/// what is chequered or holds men.
pub fn lookalike(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    without_board(artist, side, rng, |rng| {
        let subject = match rng.random_range(0..100) {
            0..40 => Subject::Wooden,
            40..55 => Subject::Cloth,
            _ => Subject::Figure,
        };
        (subject, &LIKE_BOARDS)
    })
}

/// What a picture without a board shows.
enum Subject {
    Text,
    Letters,
    Screen,
    Photo,
    Cloth,
    Wooden,
    Figure,
}

/// A picture of the subject chosen; a figure is one of those that come with it.
fn without_board(
    artist: &mut Artist,
    side: u32,
    rng: &mut ChaCha8Rng,
    choose: impl Fn(&mut ChaCha8Rng) -> (Subject, &'static [Figure]),
) -> Scene {
    let w = side as f32;
    let h = w * rng.random_range(0.6..1.4);
    let paper: Colour = if rng.random_bool(0.7) {
        [rng.random_range(215..=255); 3]
    } else {
        std::array::from_fn(|_| rng.random_range(150..=255))
    };
    let ink = mix([rng.random_range(0..80); 3], paper, 0.05);
    let mut image = RgbImage::from_pixel(side, h as u32, Rgb(paper));
    let area = [w * 0.05, h * 0.05, w * 0.9, h * 0.9];
    let mut medium = Medium::Print;
    let (subject, figures) = choose(rng);
    let name = match subject {
        Subject::Text => {
            text(artist, &mut image, area, ink, rng);
            "text"
        }
        Subject::Letters => {
            poster(artist, &mut image, rng);
            "letters"
        }
        Subject::Screen => {
            medium = Medium::Screen;
            screen(artist, &mut image, rng);
            "screen"
        }
        Subject::Photo => {
            photo_like(&mut image, rng);
            "photo"
        }
        Subject::Cloth => cloth(&mut image, rng),
        Subject::Wooden => {
            photo_like(&mut image, rng);
            solid(&mut image, rng);
            "wooden"
        }
        Subject::Figure => {
            text(artist, &mut image, area, ink, rng);
            let size = w.min(h) * rng.random_range(0.3..0.9);
            let x = rng.random_range(0.0..w - size);
            let y = rng.random_range(0.0..h - size);
            let pad = size * 0.03;
            fill_rect(
                &mut image,
                x - pad,
                y - pad,
                size + 2.0 * pad,
                size + 2.0 * pad,
                paper,
            );
            figure(artist, &mut image, [x, y, size, size], ink, figures, rng)
        }
    };
    Scene {
        image,
        medium,
        boards: Vec::new(),
        description: format!("negative-{name}"),
    }
}

fn text(
    artist: &mut Artist,
    image: &mut RgbImage,
    [x, y, w, h]: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
    let font = artist.font(rng);
    let em = w * rng.random_range(0.018..0.05);
    let count = rng.random_range(1..4);
    let column = w / count as f32;
    for i in 0..count {
        let mut top = y;
        while top < y + h - em * 1.3 {
            let lines = rng
                .random_range(2..12)
                .min(((y + h - top) / (em * 1.22)) as usize)
                .max(1);
            let at = (x + column * i as f32, top);
            top = artist.paragraph(image, font, at, column * 0.93, em, lines, ink, rng)
                + em * rng.random_range(0.0..1.5);
        }
    }
}

/// A few huge letters, light on dark or dark on light.
fn poster(artist: &mut Artist, image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let back: Colour = std::array::from_fn(|_| rng.random());
    let ink: Colour = std::array::from_fn(|i| back[i].wrapping_add(128));
    fill_rect(image, 0.0, 0.0, w, h, back);
    let font = artist.font(rng);
    let words = artist.words(font);
    let mut y = 0.0;
    while y < h {
        let em = h * rng.random_range(0.08..0.5);
        y += em;
        let mut x = w * 0.03;
        while x < w {
            let word = words.word(rng);
            x += artist.text(image, font, &word, x, y, em, ink) + em * 0.3;
            if em > h * 0.3 {
                break;
            }
        }
    }
}

/// Windows with panels but no board.
fn screen(artist: &mut Artist, image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let theme = Theme::random(rng);
    fill_rect(image, 0.0, 0.0, w, h, theme.back);
    let font = artist.font(rng);
    let style = Style {
        theme,
        font,
        em: h * rng.random_range(0.02..0.04),
    };
    panel::menu(artist, image, &style, [0.0, 0.0, w, h * 0.07], rng);
    let look = artist.look(Medium::Screen, rng);
    let (columns, rows) = (rng.random_range(1..4), rng.random_range(1..5));
    let (cw, ch) = (w / columns as f32, h * 0.9 / rows as f32);
    for i in 0..columns {
        for j in 0..rows {
            let pad = 0.04 * cw;
            let (x, y) = (cw * i as f32 + pad, h * 0.08 + ch * j as f32 + pad);
            let area = [x, y, cw - 2.0 * pad, ch - 2.0 * pad];
            match rng.random_range(0..6) {
                0 => panel::move_list(artist, image, &style, area, rng),
                1 => panel::text_box(artist, image, &style, area, rng),
                2 => panel::player(artist, image, &style, &look, [x, y, area[2], ch * 0.2], rng),
                3 => panel::men(artist, image, &look, x, y, (cw / 7.0).min(ch), 6, rng),
                4 => panel::buttons(artist, image, &style, [x, y, area[2], ch * 0.25], rng),
                _ => panel::bar(image, area, rng),
            }
        }
    }
}

/// Smooth patches, blobs and grain, as photographs of anything have.
fn photo_like(image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let mut cell = w as f32 * 0.5;
    let mut layers: Vec<([Field; 3], f32)> = Vec::new();
    let mut depth = 90.0;
    for _ in 0..rng.random_range(2..6) {
        layers.push((
            std::array::from_fn(|_| Field::new(w, h, cell.max(1.5), rng)),
            depth,
        ));
        cell *= rng.random_range(0.25..0.6);
        depth *= rng.random_range(0.4..0.8);
    }
    let gray = rng.random_bool(0.3);
    let base: [f32; 3] = std::array::from_fn(|_| rng.random_range(60.0..200.0));
    let mut row = vec![0.0; w];
    let mut sums = vec![base; w];
    for y in 0..h {
        sums.fill(base);
        for (fields, depth) in &layers {
            for (c, field) in fields.iter().enumerate() {
                field.row(y, &mut row);
                for (s, v) in sums.iter_mut().zip(&row) {
                    s[c] += v * depth;
                }
            }
        }
        for (x, s) in sums.iter().enumerate() {
            let p = if gray { [s[0]; 3] } else { *s };
            image.put_pixel(
                x as u32,
                y as u32,
                Rgb(p.map(|v| v.clamp(0.0, 255.0) as u8)),
            );
        }
    }
    for _ in 0..rng.random_range(0..12) {
        let (x, y) = (
            rng.random_range(0.0..w as f32),
            rng.random_range(0.0..h as f32),
        );
        let colour: Colour = std::array::from_fn(|_| rng.random());
        let size = w as f32 * rng.random_range(0.03..0.3);
        match rng.random_range(0..3) {
            0 => disc(image, x, y, size / 2.0, 0.0, colour),
            1 => fill_rect(image, x, y, size, size * rng.random_range(0.2..2.0), colour),
            _ => {
                let to = (
                    x + rng.random_range(-size..size),
                    y + rng.random_range(-size..size),
                );
                line(image, (x, y), to, (size * 0.1).max(1.0), colour);
            }
        }
    }
}

/// Checked cloth, tiles, gingham or stripes over the whole picture; returns its name.
fn cloth(image: &mut RgbImage, rng: &mut ChaCha8Rng) -> &'static str {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let a: Colour = std::array::from_fn(|_| rng.random());
    let b: Colour = std::array::from_fn(|_| rng.random());
    fill_rect(image, 0.0, 0.0, w, h, a);
    let cell = w / rng.random_range(5.0..40.0);
    match rng.random_range(0..6) {
        4 | 5 => {
            zebra(image, cell, b, rng);
            "zebra"
        }
        0 => {
            chequers(
                image,
                [0.0, 0.0, w + cell, h + cell],
                ((w + cell) / cell) as usize,
                ((h + cell) / cell) as usize,
                a,
                b,
            );
            "checked-cloth"
        }
        1 => {
            // Gingham: two sets of stripes that mix where they cross.
            for p in image.enumerate_pixels_mut() {
                let on = |v: u32| (v as f32 / cell) as u32 % 2;
                let share = (on(p.0) + on(p.1)) as f32 / 2.0;
                p.2.0 = mix(a, b, share);
            }
            "gingham"
        }
        2 => {
            // Tiles with joints.
            for p in image.enumerate_pixels_mut() {
                let joint = |v: u32| (v as f32 % cell) < (cell * 0.08).max(1.0);
                if joint(p.0) || joint(p.1) {
                    p.2.0 = b;
                }
            }
            "tiles"
        }
        _ => {
            stripes(image, [0.0, 0.0, w, h], b, rng);
            "crossing"
        }
    }
}

/// Winding stripes of about `cell` pixels, as a zebra's.
fn zebra(image: &mut RgbImage, cell: f32, ink: Colour, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let bend = Field::new(w, h, cell * rng.random_range(3.0..8.0), rng);
    let strength = rng.random_range(1.0..4.0);
    let angle = rng.random_range(0.0..std::f32::consts::PI);
    let (dx, dy) = (angle.cos() / cell, angle.sin() / cell);
    let mut row = vec![0.0; w];
    for y in 0..h {
        bend.row(y, &mut row);
        for (x, v) in row.iter().enumerate() {
            let phase = x as f32 * dx + y as f32 * dy + v * strength;
            if phase.rem_euclid(2.0) < 1.0 {
                image.put_pixel(x as u32, y as u32, Rgb(ink));
            }
        }
    }
}
