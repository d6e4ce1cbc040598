//! Widgets of chess sites: move lists, clocks, bars, buttons.

use super::Artist;
use super::artist::{Font, Look};
use super::paint::{Colour, disc, fill_rect, frame, mix, paste};
use image::RgbImage;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The colours of a site.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Behind everything.
    pub back: Colour,
    /// Behind panels.
    pub panel: Colour,
    /// Text.
    pub text: Colour,
    /// Buttons and selections.
    pub accent: Colour,
}

impl Theme {
    /// A dark or a light theme.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        let dark = rng.random_bool(0.5);
        let tint: [f32; 3] = std::array::from_fn(|_| rng.random_range(-8.0..8.0));
        let tone = |v: f32| tint.map(|t| (v + t).clamp(0.0, 255.0) as u8);
        let accent = std::array::from_fn(|_| rng.random_range(40..230));
        if dark {
            let base = rng.random_range(8.0..55.0);
            Self {
                back: tone(base),
                panel: tone(base + rng.random_range(-8.0..22.0)),
                text: tone(rng.random_range(150.0..240.0)),
                accent,
            }
        } else {
            let base = rng.random_range(215.0..255.0);
            Self {
                back: tone(base),
                panel: tone(base + rng.random_range(-25.0..20.0)),
                text: tone(rng.random_range(0.0..90.0)),
                accent,
            }
        }
    }
}

/// What panels are drawn with.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// Colours.
    pub theme: Theme,
    /// Type.
    pub font: Font<'a>,
    /// Pixels an em.
    pub em: f32,
}

/// A box `[x, y, width, height]` in pixels.
pub type Area = [f32; 4];

/// Rows of numbered moves, one of them selected.
pub fn move_list(
    artist: &mut Artist,
    image: &mut RgbImage,
    style: &Style,
    area: Area,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    fill_rect(image, x, y, w, h, style.theme.panel);
    let row = style.em * rng.random_range(1.4..2.2);
    let words = artist.words(style.font);
    let chosen = rng.random_range(0..12);
    let striped = rng.random_bool(0.4);
    let grid = rng.random_bool(0.2);
    for i in 0..((h / row) as u32) {
        let top = y + row * i as f32;
        if striped && i % 2 == 1 {
            let tone = mix(style.theme.panel, style.theme.text, 0.05);
            fill_rect(image, x, top, w, row, tone);
        }
        if i == chosen {
            fill_rect(
                image,
                x + w * 0.2,
                top,
                w * 0.4,
                row,
                mix(style.theme.panel, style.theme.accent, 0.6),
            );
        }
        if grid {
            fill_rect(
                image,
                x,
                top,
                w,
                1.0,
                mix(style.theme.panel, style.theme.text, 0.3),
            );
        }
        let base = top + row * 0.5 + style.em * 0.35;
        let number = format!("{}", i + 1);
        artist.text(
            image,
            style.font,
            &number,
            x + w * 0.05,
            base,
            style.em * 0.9,
            mix(style.theme.panel, style.theme.text, 0.5),
        );
        for column in [0.22, 0.6] {
            let text = words.a_move(rng);
            artist.text(
                image,
                style.font,
                &text,
                x + w * column,
                base,
                style.em,
                style.theme.text,
            );
        }
    }
}

/// A box with a heading and running text.
pub fn text_box(
    artist: &mut Artist,
    image: &mut RgbImage,
    style: &Style,
    area: Area,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    fill_rect(image, x, y, w, h, style.theme.panel);
    if rng.random_bool(0.3) {
        frame(
            image,
            x,
            y,
            w,
            h,
            1.0,
            mix(style.theme.panel, style.theme.text, 0.3),
        );
    }
    let pad = style.em * 0.6;
    let lines = ((h - 2.0 * pad) / (style.em * 1.22)) as usize;
    if lines > 0 {
        let lines = rng.random_range(1..=lines);
        let width = w - 2.0 * pad;
        artist.paragraph(
            image,
            style.font,
            (x + pad, y + pad),
            width,
            style.em,
            lines,
            style.theme.text,
            rng,
        );
    }
}

/// A player's line: picture, name, captured men, clock.
pub fn player(
    artist: &mut Artist,
    image: &mut RgbImage,
    style: &Style,
    look: &Look,
    area: Area,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    let mut pen = x;
    if rng.random_bool(0.6) {
        let a: Colour = std::array::from_fn(|_| rng.random());
        fill_rect(image, pen, y + h * 0.1, h * 0.8, h * 0.8, a);
        let b: Colour = std::array::from_fn(|_| rng.random());
        disc(image, pen + h * 0.4, y + h * 0.45, h * 0.22, 0.0, b);
        pen += h;
    }
    let words = artist.words(style.font);
    let name = words.name(rng);
    let base = y + h * 0.5 + style.em * 0.35;
    pen += style.em * 0.4;
    pen += artist.text(
        image,
        style.font,
        &name,
        pen,
        base,
        style.em,
        style.theme.text,
    ) + style.em;
    if rng.random_bool(0.5) {
        men(
            artist,
            image,
            look,
            pen,
            y + h * 0.15,
            h * 0.7,
            rng.random_range(1..7),
            rng,
        );
    }
    if rng.random_bool(0.7) {
        let clock = format!("{}:{:02}", rng.random_range(0..60), rng.random_range(0..60));
        let cw = style.em * 4.0;
        let tone = if rng.random_bool(0.3) {
            style.theme.accent
        } else {
            style.theme.panel
        };
        fill_rect(image, x + w - cw, y + h * 0.08, cw, h * 0.84, tone);
        let em = style.em * 1.2;
        artist.text(
            image,
            style.font,
            &clock,
            x + w - cw * 0.85,
            base,
            em,
            style.theme.text,
        );
    }
}

/// A row of men cut out of a drawing of the same set: captured men, or a palette of an editor.
#[allow(clippy::too_many_arguments)]
pub fn men(
    artist: &mut Artist,
    image: &mut RgbImage,
    look: &Look,
    x: f32,
    y: f32,
    size: f32,
    count: u32,
    rng: &mut ChaCha8Rng,
) {
    let pieces = fenlens_fen::Piece::ALL;
    let chosen: Vec<_> = (0..count)
        .map(|_| pieces[rng.random_range(0..pieces.len())])
        .collect();
    let size = size.round().clamp(5.0, 120.0) as u32;
    let at = |v: f32, end: u32| v.clamp(0.0, end as f32 - 1.0) as u32;
    let ground = image
        .get_pixel(at(x, image.width()), at(y, image.height()))
        .0;
    let row = artist.men(look, &chosen, size, ground, rng);
    paste(image, &row, x as i32, y as i32);
}

/// An upright evaluation bar, light below and dark above, or turned.
pub fn bar(image: &mut RgbImage, area: Area, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let share = rng.random_range(0.05..0.95);
    let (light, dark) = (rng.random_range(200..=255), rng.random_range(0..90));
    fill_rect(image, x, y, w, h, [light; 3]);
    if h > w {
        fill_rect(image, x, y, w, h * share, [dark; 3]);
    } else {
        fill_rect(image, x, y, w * share, h, [dark; 3]);
    }
}

/// A row of buttons.
pub fn buttons(
    artist: &mut Artist,
    image: &mut RgbImage,
    style: &Style,
    area: Area,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    let count = rng.random_range(2..7);
    let step = w / count as f32;
    let words = artist.words(style.font);
    for i in 0..count {
        let (bx, bw) = (x + step * i as f32 + 1.0, step - 2.0);
        let tone = if rng.random_bool(0.2) {
            style.theme.accent
        } else {
            mix(style.theme.panel, style.theme.text, 0.1)
        };
        fill_rect(image, bx, y, bw, h, tone);
        match rng.random_range(0..3) {
            0 => disc(
                image,
                bx + bw / 2.0,
                y + h / 2.0,
                h * 0.25,
                0.0,
                style.theme.text,
            ),
            1 => {
                for k in 0..3 {
                    let ly = y + h * (0.3 + 0.2 * k as f32);
                    fill_rect(
                        image,
                        bx + bw / 2.0 - h * 0.25,
                        ly,
                        h * 0.5,
                        h * 0.08,
                        style.theme.text,
                    );
                }
            }
            _ => {
                let text = words.word(rng);
                let base = y + h * 0.5 + style.em * 0.35;
                artist.text(
                    image,
                    style.font,
                    &text,
                    bx + bw * 0.2,
                    base,
                    style.em,
                    style.theme.text,
                );
            }
        }
    }
}

/// A line of menu words, with a mark in front.
pub fn menu(
    artist: &mut Artist,
    image: &mut RgbImage,
    style: &Style,
    area: Area,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    fill_rect(
        image,
        x,
        y,
        w,
        h,
        mix(style.theme.back, style.theme.panel, 0.7),
    );
    let words = artist.words(style.font);
    let base = y + h * 0.5 + style.em * 0.35;
    let mut pen = x + style.em;
    for i in 0..rng.random_range(3..8) {
        let em = if i == 0 { style.em * 1.4 } else { style.em };
        if pen > x + w * 0.7 {
            break;
        }
        let text = words.word(rng);
        pen +=
            artist.text(image, style.font, &text, pen, base, em, style.theme.text) + style.em * 1.5;
    }
    disc(
        image,
        x + w - h,
        y + h / 2.0,
        h * 0.3,
        0.0,
        style.theme.accent,
    );
}
