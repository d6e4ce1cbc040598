//! Draws the men of one board: the artwork resampled to the square's size, deformed, recoloured, with rim and shadow.

use fenlens_fen::{Color, Piece};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Family;
use super::man::{luminance, sample};
use super::style::{PieceStyle, Tint};

/// A man ready to be laid on a square: premultiplied RGBA.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Side of the picture in pixels: the square's side and twice the padding.
    pub side: usize,
    /// Pixels by which the picture reaches beyond its square on each side.
    pub pad: usize,
    /// Row-major premultiplied RGBA.
    pub data: Vec<[u8; 4]>,
}

/// Draws sprites of one family at one size in one style; the deformation is fixed when it is made, so it is the same for
/// all men of a board.
pub struct SpriteMaker<'a> {
    family: &'a Family,
    style: &'a PieceStyle,
    square: usize,
    pad: usize,
    /// Where each pixel of a sprite is looked up in the artwork, in shares of the artwork's square.
    map: Vec<[f32; 2]>,
    /// Share of ink that is there, by pixel of a sprite; empty if all of it is.
    specks: Vec<f32>,
    /// Pixels of the square per pixel of the artwork's square.
    magnification: f32,
}

/// Nodes a side of the grid that carries the smooth deformation: waves of a third of a square and longer.
const NODES: usize = 4;

impl<'a> SpriteMaker<'a> {
    /// For squares of `square` pixels a side.
    pub fn new(family: &'a Family, style: &'a PieceStyle, square: usize, rng: &mut ChaCha8Rng) -> Self {
        let pad = (square as f32 * 0.16).ceil() as usize;
        let side = square + 2 * pad;
        let extent = family.extent();
        let (w, h) = (extent[2] - extent[0], extent[3] - extent[1]);
        // The box of all men is scaled so that its larger side is `scale` squares.
        let fit = style.scale / (w * style.aspect.max(0.1)).max(h);
        let (sx, sy) = (fit * style.aspect.max(0.1), fit);
        let centre = [(extent[0] + extent[2]) / 2.0, (extent[1] + extent[3]) / 2.0];
        let mut nodes = [[[0.0f32; 2]; NODES]; NODES];
        if style.elastic > 0.0 {
            for row in &mut nodes {
                for node in row {
                    *node = [0, 1].map(|_| rng.random_range(-style.elastic..=style.elastic));
                }
            }
        }
        let mut map = Vec::with_capacity(side * side);
        for y in 0..side {
            for x in 0..side {
                let mut u = (x as f32 + 0.5 - pad as f32) / square as f32 - 0.5 - style.offset[0];
                let mut v = (y as f32 + 0.5 - pad as f32) / square as f32 - 0.5 - style.offset[1];
                if style.elastic > 0.0 {
                    let shift = bend(&nodes, u + 0.5, v + 0.5);
                    u += shift[0];
                    v += shift[1];
                }
                u += style.slant * v;
                map.push([centre[0] + u / sx, centre[1] + v / sy]);
            }
        }
        let specks = if style.dropout > 0.0 { speckle(side, style.dropout, rng) } else { Vec::new() };
        SpriteMaker { family, style, square, pad, map, specks, magnification: sx.min(sy) }
    }

    /// Draws one man.
    pub fn draw(&self, piece: Piece) -> Sprite {
        let style = self.style;
        let side = self.square + 2 * self.pad;
        let solid = style.solid && piece.color == Color::White;
        let shown = if solid { Piece::new(Color::Black, piece.role) } else { piece };
        let wanted = self.square as f32 * self.magnification * 1.2 / style.softness.max(0.1);
        let (level_side, level) = self.family.man(shown).level(wanted);
        let scale = level_side as f32;
        let mut man: Vec<[f32; 4]> =
            self.map.iter().map(|&[u, v]| sample(level_side, level, u * scale, v * scale)).collect();
        if solid {
            exchange(&mut man, side, self.square);
        }
        if style.weight != 0.0 {
            spread(&mut man, side, style.weight * self.square as f32);
        }
        if style.engrave > 0.0 && piece.color == Color::White {
            engrave(&mut man, side, self.square, style.engrave);
        }
        if style.unfilled {
            for p in &mut man {
                let ink = p[3] - luminance(*p);
                *p = [0.0, 0.0, 0.0, ink.max(0.0)];
            }
        }
        let tint = if piece.color == Color::White { &style.white } else { &style.black };
        recolour(&mut man, side, self.pad, self.square, tint, style.gradient);
        if !self.specks.is_empty() {
            // Missing ink shows what is below it: the man's own fill, else the square.
            let light = [tint.light[0], tint.light[1], tint.light[2], 1.0];
            for (p, &share) in man.iter_mut().zip(&self.specks) {
                let a = p[3];
                for k in 0..3 {
                    p[k] = p[k] * share + light[k] * a * (1.0 - share);
                }
            }
        }
        if style.rim > 0.0 && !(style.rim_black_only && piece.color == Color::White) {
            let mut rim: Vec<f32> = man.iter().map(|p| p[3]).collect();
            grow(&mut rim, side, style.rim * self.square as f32);
            for (p, r) in man.iter_mut().zip(rim) {
                let room = (1.0 - p[3]) * r;
                for k in 0..3 {
                    p[k] += style.rim_color[k] * room;
                }
                p[3] += room;
            }
        }
        if style.shadow > 0.0 {
            cast(&mut man, side, self.square as f32, style.shadow, style.shadow_offset);
        }
        let data = man
            .iter()
            .map(|p| p.map(|c| (c * style.opacity * 255.0 + 0.5).clamp(0.0, 255.0) as u8))
            .collect();
        Sprite { side, pad: self.pad, data }
    }
}

/// Bilinear look-up in the grid of shifts at shares of the square.
fn bend(nodes: &[[[f32; 2]; NODES]; NODES], u: f32, v: f32) -> [f32; 2] {
    let last = (NODES - 1) as f32;
    let (x, y) = ((u * last).clamp(0.0, last - 1e-3), (v * last).clamp(0.0, last - 1e-3));
    let (i, j) = (x as usize, y as usize);
    // Smoothed steps, so that outlines have no kinks at the nodes.
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - i as f32), ease(y - j as f32));
    [0, 1].map(|k| {
        let top = nodes[j][i][k] + (nodes[j][i + 1][k] - nodes[j][i][k]) * tx;
        let low = nodes[j + 1][i][k] + (nodes[j + 1][i + 1][k] - nodes[j + 1][i][k]) * tx;
        top + (low - top) * ty
    })
}

/// Light becomes dark and the other way round, with a dark rim a thirtieth of a square wide inside the outline.
fn exchange(man: &mut [[f32; 4]], side: usize, square: usize) {
    let mut inner: Vec<f32> = man.iter().map(|p| p[3]).collect();
    grow(&mut inner, side, -(square as f32) / 30.0);
    for (p, inner) in man.iter_mut().zip(inner) {
        let value = (p[3] - luminance(*p)).max(0.0) * inner;
        *p = [value, value, value, p[3]];
    }
}

/// Ink grows by `by` pixels (shrinks if negative): at the outline and at the lines inside.
fn spread(man: &mut [[f32; 4]], side: usize, by: f32) {
    let mut ink: Vec<f32> = man.iter().map(|p| (p[3] - luminance(*p)).max(0.0)).collect();
    let mut alpha: Vec<f32> = man.iter().map(|p| p[3]).collect();
    grow(&mut ink, side, by);
    grow(&mut alpha, side, by);
    for ((p, ink), alpha) in man.iter_mut().zip(ink).zip(alpha) {
        let (before, after) = (luminance(*p), (alpha - ink).max(0.0));
        let factor = if before > 1e-3 { after / before } else { 1.0 };
        if before > 1e-3 {
            for c in p.iter_mut().take(3) {
                *c = (*c * factor).min(alpha);
            }
        } else {
            *p = [after, after, after, alpha];
        }
        p[3] = alpha;
    }
}

/// Grey dilation (erosion if negative) of a plane by `by` pixels, in steps of at most one.
pub(crate) fn grow(plane: &mut Vec<f32>, side: usize, by: f32) {
    let mut left = by.abs().min(side as f32 / 4.0);
    let pick: fn(f32, f32) -> f32 = if by > 0.0 { f32::max } else { f32::min };
    while left > 1e-3 {
        let t = left.min(1.0);
        // Rows then columns: a square of three; of every second step the diagonal is half as long, near enough to round.
        let mut rows = plane.clone();
        for y in 0..side {
            let row = &plane[y * side..(y + 1) * side];
            let out = &mut rows[y * side..(y + 1) * side];
            for x in 1..side.saturating_sub(1) {
                out[x] = pick(row[x], pick(row[x - 1], row[x + 1]));
            }
        }
        let mut grown = rows.clone();
        for y in 1..side.saturating_sub(1) {
            for x in 0..side {
                let i = y * side + x;
                // The diagonal neighbours enter with half their weight.
                let corner = pick(rows[i - side], rows[i + side]);
                let straight = pick(plane[i - side], plane[i + side]);
                grown[i] = pick(rows[i], 0.5 * (corner + straight));
            }
        }
        for (p, g) in plane.iter_mut().zip(&grown) {
            *p += (g - *p) * t;
        }
        left -= t;
    }
}

/// Lines of ink over the right part of the light areas.
fn engrave(man: &mut [[f32; 4]], side: usize, square: usize, share: f32) {
    let pitch = (square as f32 / 14.0).max(2.0);
    // The right edge of the man decides where shading starts, so that narrow men are shaded too.
    let (mut left, mut right) = (side, 0);
    for (i, p) in man.iter().enumerate() {
        if p[3] > 0.5 {
            left = left.min(i % side);
            right = right.max(i % side);
        }
    }
    if left >= right {
        return;
    }
    let start = right as f32 - (right - left) as f32 * share;
    for (i, p) in man.iter_mut().enumerate() {
        let (x, y) = ((i % side) as f32, (i / side) as f32);
        if x >= start {
            let phase = ((y + 0.3 * x) / pitch).fract();
            let ink = (0.9 - (phase - 0.5).abs() * 3.0).clamp(0.0, 1.0) * ((x - start) / pitch).clamp(0.0, 1.0);
            for c in p.iter_mut().take(3) {
                *c *= 1.0 - ink;
            }
        }
    }
}

fn recolour(man: &mut [[f32; 4]], side: usize, pad: usize, square: usize, tint: &Tint, gradient: f32) {
    if tint.amount == 0.0 && gradient == 0.0 {
        return;
    }
    for (i, p) in man.iter_mut().enumerate() {
        if p[3] <= 0.0 {
            continue;
        }
        let a = p[3];
        let l = (luminance(*p) / a).clamp(0.0, 1.0);
        let lift = if gradient == 0.0 {
            0.0
        } else {
            gradient * (((i / side) as f32 - pad as f32) / square as f32 - 0.5)
        };
        for k in 0..3 {
            let new = tint.dark[k] + (tint.light[k] - tint.dark[k]) * l;
            let straight = p[k] / a;
            p[k] = ((straight + (new - straight) * tint.amount + lift).clamp(0.0, 1.0)) * a;
        }
    }
}

/// A soft shadow below what is drawn.
fn cast(man: &mut [[f32; 4]], side: usize, square: f32, opacity: f32, offset: [f32; 2]) {
    let (dx, dy) = ((offset[0] * square).round() as isize, (offset[1] * square).round() as isize);
    let mut shade = vec![0.0f32; side * side];
    for y in 0..side as isize {
        for x in 0..side as isize {
            let (sx, sy) = (x - dx, y - dy);
            if sx >= 0 && sy >= 0 && sx < side as isize && sy < side as isize {
                shade[y as usize * side + x as usize] = man[sy as usize * side + sx as usize][3];
            }
        }
    }
    let radius = ((square * 0.03).round() as usize).max(1);
    blur(&mut shade, side, radius);
    for (p, s) in man.iter_mut().zip(shade) {
        p[3] += (1.0 - p[3]) * s * opacity;
    }
}

/// Box blur of a square plane, rows and columns.
fn blur(plane: &mut [f32], side: usize, radius: usize) {
    let weight = 1.0 / (2 * radius + 1) as f32;
    let mut line = vec![0.0; side];
    for pass in 0..2 {
        let at = |i: usize, j: usize| if pass == 0 { i * side + j } else { j * side + i };
        for i in 0..side {
            for (j, slot) in line.iter_mut().enumerate() {
                *slot = plane[at(i, j)];
            }
            for j in 0..side {
                let (a, b) = (j.saturating_sub(radius), (j + radius).min(side - 1));
                plane[at(i, j)] = line[a..=b].iter().sum::<f32>() * weight;
            }
        }
    }
}

/// Specks where ink is missing: smooth noise cut off so that about `share` of it is below.
fn speckle(side: usize, share: f32, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut noise: Vec<f32> = (0..side * side).map(|_| rng.random_range(0.0..1.0)).collect();
    blur(&mut noise, side, 1);
    // The mean of nine values has a spread near 0.1; the cut moves through it.
    let cut = 0.36 + 0.14 * share;
    noise.iter().map(|&n| ((n - cut) * 12.0 + 0.5).clamp(0.0, 1.0)).collect()
}
