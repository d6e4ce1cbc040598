//! Puts a diagram together.

use fenlens_fen::{Color, Piece, Placement};
use fenlens_vision::Point;
use image::RgbaImage;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use resvg::tiny_skia::{Paint, Pixmap, Rect, Transform};

use super::{Astray, BoardDrawing, BoardKind, BoardStyle, Frame, LabelPlace, Summary, bytes};
use crate::art::sprite::{Sprite, SpriteMaker};
use crate::art::{Cells, Family, Man};

/// Draws `placement` (FEN order) with `bottom` at the bottom, `square_px` pixels a square (at least 4).
pub fn draw_board(
    placement: &Placement,
    bottom: Color,
    family: &Family,
    style: &BoardStyle,
    square_px: u32,
    rng: &mut ChaCha8Rng,
) -> BoardDrawing {
    let side = square_px.clamp(4, 512) as usize;
    let s = side as f32;
    let field = 8 * side;
    let band = matches!(style.frame, Frame::Band { .. });
    let frame = style.frame.reach(s);
    let on_band = band && frame as f32 >= 6.0;
    let room = if on_band {
        [0; 4]
    } else {
        style.labels.reach(s)
    };
    let pad = 2;
    let [top, right, below, left] = room.map(|r| r + frame + pad);
    let (width, height) = (left + field + right, top + field + below);
    let (x0, y0) = (left, top);
    let (fx, fy) = (x0 as f32, y0 as f32);

    // The sides are at least 32 and at most a few thousand pixels, which a pixmap always takes.
    let Some(mut pixmap) = Pixmap::new(width as u32, height as u32) else {
        return empty(placement, bottom, family, style, square_px);
    };
    let cells = if style.kind == BoardKind::Font {
        family.cells()
    } else {
        None
    };
    let kind = match (style.kind, cells) {
        (BoardKind::Font, None) => BoardKind::Print,
        (kind, _) => kind,
    };
    let mut board = [None; 64];
    for (image, slot) in board.iter_mut().enumerate() {
        *slot = placement.0[if bottom == Color::White {
            image
        } else {
            63 - image
        }];
    }

    match cells {
        Some(cells) => typeset(&mut pixmap, x0, y0, side, cells, style, &board),
        None => {
            let stride = width;
            let data = pixmap.data_mut();
            style.surface.paint(side, rng, |x, y, rgb| {
                let i = ((y0 + y) * stride + x0 + x) * 4;
                data[i..i + 3].copy_from_slice(&rgb);
                data[i + 3] = 255;
            });
        }
    }
    style.marks.draw_below(&mut pixmap, fx, fy, s);
    lines(&mut pixmap, fx, fy, s, style);
    style.frame.draw(&mut pixmap, x0, y0, field, s);
    let labels = style.labels.draw(
        &mut pixmap,
        fx,
        fy,
        s,
        frame as f32,
        on_band,
        bottom,
        style.surface.tones(),
    );
    let mut astray = Vec::new();
    if cells.is_none() {
        let (light, dark) = style.surface.tones();
        let maker = SpriteMaker::new(family, &style.pieces, side, rng).seen_on([light, dark]);
        let mut sprites: [Option<Sprite>; 13] = Default::default();
        let reach = (style.pieces.jitter * s).round() as i32;
        if style.astray > 0 {
            astray = Astray::random(&board, style.astray, rng);
        }
        // Those out of place lie over all others.
        let mut order: Vec<usize> = (0..64).collect();
        order.sort_by_key(|k| astray.iter().any(|a| a.square == *k));
        for image in order {
            let Some(piece) = &board[image] else { continue };
            let (mut x, mut y) = (
                (x0 + image % 8 * side) as isize,
                (y0 + image / 8 * side) as isize,
            );
            if reach > 0 {
                x += rng.random_range(-reach..=reach) as isize;
                y += rng.random_range(-reach..=reach) as isize;
            }
            let out = astray.iter().find(|a| a.square == image);
            if let Some(under) = out.and_then(|o| o.under) {
                let below = &sprites[under.class_index()].get_or_insert_with(|| maker.draw(under));
                let pad = below.pad as isize;
                lay(&mut pixmap, below, x - pad, y - pad, 1.0);
            }
            let (by, opacity) = out.map_or(((0.0, 0.0), 1.0), |o| (o.by, o.opacity));
            x += (by.0 * s).round() as isize;
            y += (by.1 * s).round() as isize;
            let sprite = sprites[piece.class_index()].get_or_insert_with(|| maker.draw(*piece));
            lay(
                &mut pixmap,
                sprite,
                x - sprite.pad as isize,
                y - sprite.pad as isize,
                opacity,
            );
        }
    }
    style.marks.draw_above(&mut pixmap, fx, fy, s);

    let mut lattice = [[Point::default(); 9]; 9];
    for (row, line) in lattice.iter_mut().enumerate() {
        for (column, point) in line.iter_mut().enumerate() {
            *point = Point::new((x0 + column * side) as f32, (y0 + row * side) as f32);
        }
    }
    BoardDrawing {
        image: straight(&pixmap),
        lattice,
        placement: *placement,
        bottom,
        astray,
        labels: if style.labels.place == LabelPlace::None {
            Vec::new()
        } else {
            labels
        },
        paper: bytes(style.paper),
        ink: bytes(style.ink),
        summary: Summary {
            kind,
            family: family.name.clone(),
            fill: if cells.is_some() {
                "font"
            } else {
                style.surface.name()
            },
            frame: style.frame.name(),
            square_px,
        },
    }
}

/// A drawing of nothing, for sizes that cannot be drawn.
fn empty(
    placement: &Placement,
    bottom: Color,
    family: &Family,
    style: &BoardStyle,
    square_px: u32,
) -> BoardDrawing {
    BoardDrawing {
        image: RgbaImage::new(1, 1),
        lattice: [[Point::default(); 9]; 9],
        placement: *placement,
        bottom,
        astray: Vec::new(),
        labels: Vec::new(),
        paper: bytes(style.paper),
        ink: bytes(style.ink),
        summary: Summary {
            kind: style.kind,
            family: family.name.clone(),
            fill: style.surface.name(),
            frame: style.frame.name(),
            square_px,
        },
    }
}

/// Gaps and lines between squares.
fn lines(pixmap: &mut Pixmap, x: f32, y: f32, side: f32, style: &BoardStyle) {
    let mut draw = |width: f32, color: [f32; 3]| {
        let [r, g, b] = bytes(color);
        let mut paint = Paint {
            anti_alias: false,
            ..Paint::default()
        };
        paint.set_color_rgba8(r, g, b, 255);
        let w = (width * side).round().max(1.0);
        let far = 8.0 * side;
        for i in 0..=8 {
            // The outermost lines lie inside the field, so that nothing is drawn over a frame.
            let at = (i as f32 * side - (w / 2.0).floor()).clamp(0.0, far - w);
            for rect in [
                Rect::from_xywh(x + at, y, w, far),
                Rect::from_xywh(x, y + at, far, w),
            ]
            .into_iter()
            .flatten()
            {
                pixmap.fill_rect(rect, &paint, Transform::identity(), None);
            }
        }
    };
    if style.gap.0 > 0.0 {
        draw(style.gap.0, style.gap.1);
    }
    if let Some((width, color)) = style.grid {
        draw(width, color);
    }
}

/// Sets the board from a font's own squares.
fn typeset(
    pixmap: &mut Pixmap,
    x0: usize,
    y0: usize,
    side: usize,
    cells: &Cells,
    style: &BoardStyle,
    board: &[Option<Piece>; 64],
) {
    let stride = pixmap.width() as usize;
    let mut done: [[Option<Vec<f32>>; 13]; 2] = Default::default();
    let wash = style.pieces.white.light;
    for (image, piece) in board.iter().enumerate() {
        let dark = (image % 8 + image / 8) % 2 == 1;
        let class = piece.map_or(0, |p| p.class_index());
        let man = match (class, dark) {
            (0, false) => None,
            (0, true) => Some(&*cells.empty_dark),
            (c, false) => Some(&*cells.light[c - 1]),
            (c, true) => Some(&*cells.dark[c - 1]),
        };
        let plane = done[usize::from(dark)][class]
            .get_or_insert_with(|| man.map(|m| coverage(m, side, style)).unwrap_or_default());
        let (x, y) = (x0 + image % 8 * side, y0 + image / 8 * side);
        let data = pixmap.data_mut();
        for j in 0..side {
            for i in 0..side {
                let cover = plane.get(j * side + i).copied().unwrap_or(0.0);
                let rgb = bytes(super::mix(wash, style.ink, cover));
                let at = ((y + j) * stride + x + i) * 4;
                data[at..at + 3].copy_from_slice(&rgb);
                data[at + 3] = 255;
            }
        }
    }
}

/// Ink coverage of a typeset square at `side` pixels: the mean of four looks a pixel.
fn coverage(man: &Man, side: usize, style: &BoardStyle) -> Vec<f32> {
    let (level_side, level) = man.level(side as f32 * 2.0 / style.pieces.softness.max(0.5));
    let step = level_side as f32 / side as f32;
    let mut plane = Vec::with_capacity(side * side);
    for y in 0..side {
        for x in 0..side {
            let mut sum = 0.0;
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let (u, v) = ((x as f32 + dx) * step, (y as f32 + dy) * step);
                // Clamped to the square: its edge must not fade.
                let half = level_side as f32 - 0.5;
                sum +=
                    crate::art::sample(level_side, level, u.clamp(0.5, half), v.clamp(0.5, half))
                        [3];
            }
            plane.push(sum / 4.0);
        }
    }
    crate::art::sprite::grow(&mut plane, side, style.pieces.weight * side as f32);
    plane
}

/// Lays a sprite with its corner at (`x`, `y`), cut off at the edges; `opacity` is 1 but for men that fade.
fn lay(pixmap: &mut Pixmap, sprite: &Sprite, x: isize, y: isize, opacity: f32) {
    let (w, h) = (pixmap.width() as isize, pixmap.height() as isize);
    let side = sprite.side as isize;
    let (from_x, to_x) = ((-x).max(0), side.min(w - x));
    let (from_y, to_y) = ((-y).max(0), side.min(h - y));
    if from_x >= to_x || from_y >= to_y {
        return;
    }
    let data = pixmap.data_mut();
    for j in from_y..to_y {
        let row = &sprite.data[(j * side + from_x) as usize..(j * side + to_x) as usize];
        let at = (((y + j) * w + x + from_x) * 4) as usize;
        for (out, p) in data[at..at + row.len() * 4].chunks_exact_mut(4).zip(row) {
            let p = &p.map(|v| (f32::from(v) * opacity) as u8);
            match p[3] {
                0 => {}
                255 => out.copy_from_slice(p),
                a => {
                    let rest = 255 - u32::from(a);
                    for (o, &c) in out.iter_mut().zip(p) {
                        *o = (u32::from(c) + (u32::from(*o) * rest + 127) / 255).min(255) as u8;
                    }
                }
            }
        }
    }
}

/// Straight alpha from premultiplied.
fn straight(pixmap: &Pixmap) -> RgbaImage {
    let mut image = RgbaImage::new(pixmap.width(), pixmap.height());
    for (out, p) in image.pixels_mut().zip(pixmap.data().chunks_exact(4)) {
        out.0 = match p[3] {
            0 => [0; 4],
            255 => [p[0], p[1], p[2], 255],
            a => {
                let up =
                    |c: u8| ((u32::from(c) * 255 + u32::from(a) / 2) / u32::from(a)).min(255) as u8;
                [up(p[0]), up(p[1]), up(p[2]), a]
            }
        };
    }
    image
}
