//! Screens: sites and programs, on desktops and phones.

use super::artist::Look;
use super::paint::{fill_rect, frame};
use super::panel::{self, Style, Theme};
use super::{Artist, BoardTruth, Medium, Scene};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A screen whose longer side is about `side` pixels.
pub fn site(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    match rng.random_range(0..100) {
        0..62 => desktop(artist, side, rng),
        62..82 => phone(artist, side, rng),
        _ => several(artist, side, rng),
    }
}

fn start(artist: &Artist, w: f32, h: f32, rng: &mut ChaCha8Rng) -> (RgbImage, Theme, usize) {
    let theme = Theme::random(rng);
    let font = artist.font(rng).0;
    (
        RgbImage::from_pixel(w as u32, h as u32, Rgb(theme.back)),
        theme,
        font,
    )
}

fn style<'a>(artist: &Artist<'a>, theme: Theme, font: usize, em: f32) -> Style<'a> {
    Style {
        theme,
        font: (font, &artist.library.fonts[font]),
        em,
    }
}

/// One board whose field fits a square of `room` pixels, its corner at (`x`, `y`).
fn lay(
    artist: &Artist,
    image: &mut RgbImage,
    look: &Look,
    (x, y): (f32, f32),
    room: f32,
    rng: &mut ChaCha8Rng,
) -> BoardTruth {
    let square = (room / 8.0).floor().max(6.0) as u32;
    let drawing = artist.board(look, square, 0.35, rng);
    artist.lay(image, &drawing, look, x.round() as i32, y.round() as i32)
}

/// Board in the middle or at the left, panels around it.
fn desktop(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    let w = side as f32;
    let h = w * rng.random_range(0.5..0.8);
    let (mut image, theme, font) = start(artist, w, h, rng);
    let em = h * rng.random_range(0.018..0.032);
    let style = style(artist, theme, font, em);
    let look = artist.look(Medium::Screen, rng);
    let mut top = 0.0;
    if rng.random_bool(0.75) {
        top = h * rng.random_range(0.04..0.09);
        panel::menu(artist, &mut image, &style, [0.0, 0.0, w, top], rng);
    }
    // Most boards fill the height; some are small on a big screen.
    let share = if rng.random_bool(0.75) {
        rng.random_range(0.62..0.9)
    } else {
        rng.random_range(0.28..0.62)
    };
    let field = ((h - top) * share).min(w * 0.7);
    let x = match rng.random_range(0..3) {
        0 => w * rng.random_range(0.02..0.08),
        1 => w * rng.random_range(0.15..0.28),
        _ => (w - field) / 2.0,
    }
    .min(w - field * 1.1);
    let room = h - top - field;
    let y = top + room * rng.random_range(0.25..0.75);
    let row = (room * 0.22).clamp(em * 1.2, em * 3.0);
    if rng.random_bool(0.7) && room > row * 3.0 {
        panel::player(
            artist,
            &mut image,
            &style,
            &look,
            [x, y - row * 1.4, field, row],
            rng,
        );
        panel::player(
            artist,
            &mut image,
            &style,
            &look,
            [x, y + field + row * 0.4, field, row],
            rng,
        );
    }
    let gap = field * rng.random_range(0.04..0.12);
    if rng.random_bool(0.35) {
        let bw = field * rng.random_range(0.015..0.045);
        let bx = if rng.random_bool(0.7) {
            x - bw * 1.6
        } else {
            x + field + bw * 0.6
        };
        panel::bar(&mut image, [bx, y, bw, field], rng);
    }
    let (rx, rw) = (
        x + field + gap,
        (w - x - field - 1.6 * gap).min(field * 0.8),
    );
    if rw > em * 6.0 && rng.random_bool(0.85) {
        let ph = field * rng.random_range(0.4..0.9);
        if rng.random_bool(0.8) {
            panel::move_list(artist, &mut image, &style, [rx, y, rw, ph], rng);
        } else {
            panel::text_box(artist, &mut image, &style, [rx, y, rw, ph], rng);
        }
        panel::buttons(
            artist,
            &mut image,
            &style,
            [rx, y + ph + em * 0.5, rw, em * 2.0],
            rng,
        );
    }
    if x > em * 9.0 && rng.random_bool(0.6) {
        let lw = (x - gap - em).max(em * 6.0).min(x - gap);
        panel::text_box(
            artist,
            &mut image,
            &style,
            [em * 0.5, y, lw, field * rng.random_range(0.2..0.6)],
            rng,
        );
    }
    if rng.random_bool(0.12) {
        // An editor's men above and below the board, as large as its own.
        let size = field / 8.0;
        panel::men(artist, &mut image, &look, x, y - size * 1.15, size, 6, rng);
        panel::men(
            artist,
            &mut image,
            &look,
            x,
            y + field + size * 0.15,
            size,
            6,
            rng,
        );
    }
    let board = lay(artist, &mut image, &look, (x, y), field, rng);
    Scene {
        image,
        medium: Medium::Screen,
        boards: vec![board],
        description: "desktop".to_owned(),
    }
}

/// An upright phone with the board from edge to edge.
fn phone(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    let h = side as f32;
    let w = (h * rng.random_range(0.45..0.62)).round();
    let (mut image, theme, font) = start(artist, w, h, rng);
    let em = w * rng.random_range(0.03..0.05);
    let style = style(artist, theme, font, em);
    let look = artist.look(Medium::Screen, rng);
    let bar = h * 0.03;
    fill_rect(
        &mut image,
        0.0,
        0.0,
        w,
        bar,
        if rng.random_bool(0.5) {
            [0; 3]
        } else {
            theme.panel
        },
    );
    let clock = format!("{}:{:02}", rng.random_range(1..24), rng.random_range(0..60));
    artist.text(
        &mut image,
        style.font,
        &clock,
        em * 0.5,
        bar * 0.8,
        bar * 0.7,
        theme.text,
    );
    panel::menu(artist, &mut image, &style, [0.0, bar, w, h * 0.06], rng);
    // Whole pixels a square; what is left over stands beside the board.
    let share = if rng.random_bool(0.7) {
        1.0
    } else {
        rng.random_range(0.85..1.0)
    };
    let field = (w * share / 8.0).floor() * 8.0;
    let x = ((w - field) / 2.0).floor();
    let y = h * rng.random_range(0.16..0.32);
    let row = h * 0.045;
    panel::player(
        artist,
        &mut image,
        &style,
        &look,
        [em * 0.3, y - row * 1.1, w - em, row],
        rng,
    );
    panel::player(
        artist,
        &mut image,
        &style,
        &look,
        [em * 0.3, y + field + row * 0.1, w - em, row],
        rng,
    );
    if rng.random_bool(0.3) {
        panel::bar(&mut image, [0.0, y - row * 0.15, w, row * 0.14], rng);
    }
    let below = y + field + row * 1.4;
    if h - below > em * 6.0 {
        let ph = (h - below) * 0.6;
        if rng.random_bool(0.6) {
            panel::move_list(
                artist,
                &mut image,
                &style,
                [em * 0.3, below, w - em * 0.6, ph],
                rng,
            );
        } else {
            panel::text_box(
                artist,
                &mut image,
                &style,
                [em * 0.3, below, w - em * 0.6, ph],
                rng,
            );
        }
    }
    panel::buttons(
        artist,
        &mut image,
        &style,
        [0.0, h - em * 3.0, w, em * 2.6],
        rng,
    );
    let board = lay(artist, &mut image, &look, (x, y), field, rng);
    Scene {
        image,
        medium: Medium::Screen,
        boards: vec![board],
        description: "phone".to_owned(),
    }
}

/// A grid of boards, or a large one with small ones beside it.
fn several(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    let w = side as f32;
    let h = w * rng.random_range(0.55..1.0);
    let (mut image, theme, font) = start(artist, w, h, rng);
    let em = h * rng.random_range(0.015..0.028);
    let style = style(artist, theme, font, em);
    let look = artist.look(Medium::Screen, rng);
    let mixed = rng.random_bool(0.4);
    let mut boards = Vec::new();
    let mut places: Vec<[f32; 3]> = Vec::new();
    if rng.random_bool(0.65) {
        let (across, down) =
            [(2, 1), (2, 2), (3, 2), (2, 2), (3, 1), (4, 3), (3, 3)][rng.random_range(0..7)];
        let (cw, ch) = (w / across as f32, h * 0.94 / down as f32);
        let field = (cw.min(ch) * rng.random_range(0.6..0.84)).floor();
        for j in 0..down {
            for i in 0..across {
                let x = cw * i as f32 + (cw - field) / 2.0;
                let y = h * 0.05 + ch * j as f32 + (ch - field) / 2.0;
                places.push([x, y, field]);
            }
        }
    } else {
        let field = (h * rng.random_range(0.55..0.85)).min(w * 0.6);
        let (x, y) = (w * 0.04, (h - field) * 0.6);
        places.push([x, y, field]);
        let small = (w - field - w * 0.14).min(h / rng.random_range(2.2..4.0)) * 0.9;
        let mut sy = y;
        while sy + small < h * 0.97 && places.len() < 5 {
            places.push([x + field + w * 0.05, sy, small]);
            sy += small * rng.random_range(1.15..1.5);
        }
    }
    for [x, y, field] in places {
        if field < 48.0 {
            continue;
        }
        let own;
        let look = if mixed {
            own = artist.look(Medium::Screen, rng);
            &own
        } else {
            &look
        };
        if rng.random_bool(0.5) {
            let pad = field * 0.06;
            fill_rect(
                &mut image,
                x - pad,
                y - pad,
                field + 2.0 * pad,
                field + 3.0 * pad,
                theme.panel,
            );
            if rng.random_bool(0.3) {
                frame(
                    &mut image,
                    x - pad,
                    y - pad,
                    field + 2.0 * pad,
                    field + 3.0 * pad,
                    1.0,
                    theme.text,
                );
            }
            let name = artist.words(style.font).name(rng);
            artist.text(
                &mut image,
                style.font,
                &name,
                x,
                y + field + pad * 1.6,
                em,
                theme.text,
            );
        }
        boards.push(lay(artist, &mut image, look, (x, y), field, rng));
    }
    Scene {
        image,
        medium: Medium::Screen,
        boards,
        description: "boards".to_owned(),
    }
}
