//! Drawing on an RGB picture: rectangles, lines, discs, pictures with alpha, text.

use crate::art::TextFont;
use image::{Rgb, RgbImage, RgbaImage};
use resvg::tiny_skia::Pixmap;
use std::collections::HashMap;
use std::rc::Rc;

/// A colour, 0..=255 a channel.
pub type Colour = [u8; 3];

/// Mixes `top` over `under` with `alpha` 0..=1.
pub fn mix(under: Colour, top: Colour, alpha: f32) -> Colour {
    std::array::from_fn(|i| {
        (f32::from(under[i]) * (1.0 - alpha) + f32::from(top[i]) * alpha + 0.5) as u8
    })
}

fn blend(image: &mut RgbImage, x: i32, y: i32, colour: Colour, alpha: f32) {
    if x < 0 || y < 0 || x >= image.width() as i32 || y >= image.height() as i32 || alpha <= 0.0 {
        return;
    }
    let p = image.get_pixel_mut(x as u32, y as u32);
    p.0 = mix(p.0, colour, alpha.min(1.0));
}

/// Fills the rectangle from (`x`, `y`), cut to the picture; edges between pixels are soft.
pub fn fill_rect(image: &mut RgbImage, x: f32, y: f32, w: f32, h: f32, colour: Colour) {
    let (x1, y1) = (x + w, y + h);
    let cover = |from: f32, to: f32, at: i32| {
        (to.min(at as f32 + 1.0) - from.max(at as f32)).clamp(0.0, 1.0)
    };
    let limit = |v: f32, end: u32| v.clamp(0.0, end as f32) as i32;
    for py in limit(y.floor(), image.height())..limit(y1.ceil(), image.height()) {
        let cy = cover(y, y1, py);
        for px in limit(x.floor(), image.width())..limit(x1.ceil(), image.width()) {
            let a = cy * cover(x, x1, px);
            if a >= 1.0 {
                image.put_pixel(px as u32, py as u32, Rgb(colour));
            } else {
                blend(image, px, py, colour, a);
            }
        }
    }
}

/// The outline of a rectangle, `line` pixels thick, inside it.
pub fn frame(image: &mut RgbImage, x: f32, y: f32, w: f32, h: f32, line: f32, colour: Colour) {
    fill_rect(image, x, y, w, line, colour);
    fill_rect(image, x, y + h - line, w, line, colour);
    fill_rect(image, x, y, line, h, colour);
    fill_rect(image, x + w - line, y, line, h, colour);
}

/// A filled disc, or a ring `line` pixels thick when `line` is positive.
pub fn disc(image: &mut RgbImage, cx: f32, cy: f32, radius: f32, line: f32, colour: Colour) {
    let (x0, x1) = ((cx - radius - 1.0) as i32, (cx + radius + 2.0) as i32);
    let (y0, y1) = ((cy - radius - 1.0) as i32, (cy + radius + 2.0) as i32);
    for y in y0.max(0)..y1.min(image.height() as i32) {
        for x in x0.max(0)..x1.min(image.width() as i32) {
            let d = (x as f32 + 0.5 - cx).hypot(y as f32 + 0.5 - cy);
            let outer = (radius - d + 0.5).clamp(0.0, 1.0);
            let inner = if line > 0.0 {
                (d - (radius - line) + 0.5).clamp(0.0, 1.0)
            } else {
                1.0
            };
            blend(image, x, y, colour, outer * inner);
        }
    }
}

/// A straight line `width` pixels thick.
pub fn line(image: &mut RgbImage, a: (f32, f32), b: (f32, f32), width: f32, colour: Colour) {
    let half = width / 2.0;
    let pad = half + 1.0;
    let limit = |v: f32, end: u32| v.clamp(0.0, end as f32) as i32;
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1e-3);
    let (ux, uy) = (dx / length, dy / length);
    for y in
        limit(a.1.min(b.1) - pad, image.height())..limit(a.1.max(b.1) + pad + 1.0, image.height())
    {
        for x in
            limit(a.0.min(b.0) - pad, image.width())..limit(a.0.max(b.0) + pad + 1.0, image.width())
        {
            let (px, py) = (x as f32 + 0.5 - a.0, y as f32 + 0.5 - a.1);
            let along = px * ux + py * uy;
            let across = (py * ux - px * uy).abs();
            let beyond = (-along).max(along - length).max(0.0);
            blend(
                image,
                x,
                y,
                colour,
                (half - across.hypot(beyond) + 0.5).clamp(0.0, 1.0),
            );
        }
    }
}

/// Lays a picture with alpha onto `image` with its corner at (`x`, `y`), cut to the picture.
pub fn paste(image: &mut RgbImage, top: &RgbaImage, x: i32, y: i32) {
    let (w, h) = (image.width() as i32, image.height() as i32);
    for ty in (-y).max(0)..(top.height() as i32).min(h - y) {
        for tx in (-x).max(0)..(top.width() as i32).min(w - x) {
            let [r, g, b, a] = top.get_pixel(tx as u32, ty as u32).0;
            let p = image.get_pixel_mut((x + tx) as u32, (y + ty) as u32);
            p.0 = match a {
                255 => [r, g, b],
                0 => p.0,
                _ => mix(p.0, [r, g, b], f32::from(a) / 255.0),
            };
        }
    }
}

/// A rasterised character: coverage 0..=255, with the offset of its corner from the pen.
struct Glyph {
    left: i32,
    top: i32,
    width: usize,
    mask: Vec<u8>,
    advance: f32,
}

/// Rasterised characters, kept by font, character and size.
#[derive(Default)]
pub struct Glyphs {
    kept: HashMap<(usize, char, u16), Rc<Glyph>>,
}

impl Glyphs {
    fn get(&mut self, index: usize, font: &TextFont, ch: char, em: f32) -> Rc<Glyph> {
        let quarter = (em * 4.0).round().clamp(4.0, 4000.0) as u16;
        self.kept
            .entry((index, ch, quarter))
            .or_insert_with(|| Rc::new(rasterise(font, ch, f32::from(quarter) / 4.0)))
            .clone()
    }

    /// Draws `text` with its baseline's start at (`x`, `y`), `em` pixels an em; returns its width.
    /// `index` tells the fonts apart.
    #[allow(clippy::too_many_arguments)]
    pub fn draw(
        &mut self,
        image: &mut RgbImage,
        (index, font): (usize, &TextFont),
        text: &str,
        x: f32,
        y: f32,
        em: f32,
        colour: Colour,
    ) -> f32 {
        let mut pen = x;
        for ch in text.chars() {
            let glyph = self.get(index, font, ch, em);
            if pen > image.width() as f32 {
                break;
            }
            let (gx, gy) = (
                pen.round() as i32 + glyph.left,
                y.round() as i32 + glyph.top,
            );
            if glyph.width > 0 {
                for (j, row) in glyph.mask.chunks_exact(glyph.width).enumerate() {
                    for (i, &m) in row.iter().enumerate().filter(|(_, m)| **m > 0) {
                        let alpha = f32::from(m) / 255.0;
                        blend(image, gx + i as i32, gy + j as i32, colour, alpha);
                    }
                }
            }
            pen += glyph.advance;
        }
        pen - x
    }

    /// The width of `text` in pixels.
    pub fn width(&mut self, (index, font): (usize, &TextFont), text: &str, em: f32) -> f32 {
        text.chars()
            .map(|ch| self.get(index, font, ch, em).advance)
            .sum()
    }
}

fn rasterise(font: &TextFont, ch: char, em: f32) -> Glyph {
    let mut text = [0u8; 4];
    let text = ch.encode_utf8(&mut text);
    let advance = font.width(text, em);
    let empty = Glyph {
        left: 0,
        top: 0,
        width: 0,
        mask: Vec::new(),
        advance,
    };
    let (left, top) = ((em * 0.3).ceil() + 1.0, (em * 1.1).ceil() + 1.0);
    let (w, h) = ((em * 1.8).ceil() + 2.0, (em * 1.5).ceil() + 2.0);
    let Some(mut pixmap) = Pixmap::new(w as u32, h as u32) else {
        return empty;
    };
    font.draw(&mut pixmap.as_mut(), text, left, top, em, [0; 3], 255);
    let alpha: Vec<u8> = pixmap.pixels().iter().map(|p| p.alpha()).collect();
    let (w, h) = (w as usize, h as usize);
    let used = |x: usize, y: usize| alpha[y * w + x] > 0;
    let columns: Vec<usize> = (0..w).filter(|&x| (0..h).any(|y| used(x, y))).collect();
    let rows: Vec<usize> = (0..h).filter(|&y| (0..w).any(|x| used(x, y))).collect();
    let (Some(&x0), Some(&x1), Some(&y0), Some(&y1)) =
        (columns.first(), columns.last(), rows.first(), rows.last())
    else {
        return empty;
    };
    Glyph {
        left: x0 as i32 - left as i32,
        top: y0 as i32 - top as i32,
        width: x1 + 1 - x0,
        mask: (y0..=y1)
            .flat_map(|y| alpha[y * w + x0..=y * w + x1].iter().copied())
            .collect(),
        advance,
    }
}
