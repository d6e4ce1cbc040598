//! Draws the men of one board: the artwork resampled to the square's size, deformed, recoloured, with rim and shadow.

use fenlens_fen::{Color, Piece, Role};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Family;
use super::man::{luminance, sample};
use super::style::{PieceStyle, Tint, with_luminance};

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
    /// Exponents that part the luminance of white men from that of black ones; white first.
    parting: [f32; 2],
    /// Whether men in the artwork's own colours are parted too.
    part_own: bool,
    /// Colour of a thin rim around white and black men that would not be seen on one kind of square.
    outline: [Option<[f32; 3]>; 2],
    /// Men that were drawn to find that out, and need no rim.
    ready: Vec<(Piece, Sprite)>,
}

/// Mean luminance that white men of coloured artwork are brought up to when they are printed, and that black men are
/// brought down to: the means of line drawings are above and below.
const WHITE_TONE: f32 = 0.7;
const BLACK_TONE: f32 = 0.22;

/// Mean luminance below which a white man of line drawings is no longer told from a black one: white queens of the
/// heaviest fonts have 0.45, black ones of the lightest 0.25.
const LEAST_WHITE: f32 = 0.4;

/// Nodes a side of the grid that carries the smooth deformation: waves of a third of a square and longer.
pub(super) const NODES: usize = 4;

impl<'a> SpriteMaker<'a> {
    /// For squares of `square` pixels a side.
    pub fn new(
        family: &'a Family,
        style: &'a PieceStyle,
        square: usize,
        rng: &mut ChaCha8Rng,
    ) -> Self {
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
        let specks = if style.dropout > 0.0 {
            speckle(side, style.dropout, rng)
        } else {
            Vec::new()
        };
        let tone = family.tones();
        SpriteMaker {
            family,
            style,
            square,
            pad,
            map,
            specks,
            magnification: sx.min(sy),
            parting: [
                exponent(tone[0], WHITE_TONE, f32::max),
                exponent(tone[1], BLACK_TONE, f32::min),
            ],
            // Sides told apart by hue alone read alike in gray; a few boards keep them so.
            part_own: tone[0] - tone[1] < 0.3 && rng.random_bool(0.8),
            outline: [None; 2],
            ready: Vec::new(),
        }
    }

    /// Gives men that would not be seen on light or on dark squares of these mean colours (straight RGB 0..=1) a thin rim.
    pub fn seen_on(mut self, tones: [[f32; 3]; 2]) -> Self {
        for color in Color::ALL {
            self.outline[color.index()] = self.missing_outline(color, tones);
        }
        self
    }

    /// The colour of the rim that men of this side need so that they are seen on both kinds of square, if they need one.
    fn missing_outline(&mut self, color: Color, tones: [[f32; 3]; 2]) -> Option<[f32; 3]> {
        let mut seen = [1.0f32; 2];
        let drawn = [Role::Pawn, Role::King]
            .map(|role| (Piece::new(color, role), self.draw(Piece::new(color, role))));
        for (_, man) in &drawn {
            for (tone, seen) in tones.iter().zip(&mut seen) {
                let (mut all, mut distinct) = (1e-6f32, 0.0);
                for p in man.data.iter().filter(|p| p[3] > 127) {
                    let a = f32::from(p[3]);
                    let off = (0..3)
                        .map(|k| (f32::from(p[k]) / a - tone[k]).abs())
                        .fold(0.0, f32::max);
                    all += 1.0;
                    if off > 0.13 {
                        distinct += 1.0;
                    }
                }
                *seen = seen.min(distinct / all);
            }
        }
        // Outlines of line drawings are a fifth of the man and more; below a seventh he is lost on the square.
        let worst = if seen[0] < seen[1] { 0 } else { 1 };
        if seen[worst] >= 0.14 {
            self.ready.extend(drawn);
            return None;
        }
        let tone = tones[worst];
        Some(if luminance([tone[0], tone[1], tone[2], 1.0]) > 0.4 {
            [0.08; 3]
        } else {
            [0.85; 3]
        })
    }

    /// Draws one man.
    pub fn draw(&self, piece: Piece) -> Sprite {
        if let Some((_, sprite)) = self.ready.iter().find(|(p, _)| *p == piece) {
            return sprite.clone();
        }
        let style = self.style;
        let side = self.square + 2 * self.pad;
        let solid = style.solid && piece.color == Color::White;
        let shown = if solid {
            Piece::new(Color::Black, piece.role)
        } else {
            piece
        };
        let wanted = self.square as f32 * self.magnification * 1.2 / style.softness.max(0.1);
        let (level_side, level) = self.family.man(shown).level(wanted);
        let scale = level_side as f32;
        let mut man: Vec<[f32; 4]> = self
            .map
            .iter()
            .map(|&[u, v]| sample(level_side, level, u * scale, v * scale))
            .collect();
        if solid {
            exchange(&mut man, side, self.square);
        }
        if style.weight != 0.0 {
            let mut weight = style.weight * self.square as f32;
            let before = if piece.color == Color::White && weight > 0.2 {
                man.clone()
            } else {
                Vec::new()
            };
            spread(&mut man, side, weight);
            // White men may fill up, but not so far that they become black ones.
            while piece.color == Color::White && weight > 0.2 && brightness(&man) < LEAST_WHITE {
                weight *= 0.6;
                man.clone_from(&before);
                spread(&mut man, side, weight);
            }
        }
        if style.engrave > 0.0 && piece.color == Color::White {
            let before = man.clone();
            engrave(&mut man, side, self.square, style.engrave);
            if brightness(&man) < LEAST_WHITE {
                man = before;
            }
        }
        // Without their fill, men need outlines: artwork without them would vanish.
        if style.unfilled && self.family.is_ink() && !self.family.is_silhouettes() {
            for p in &mut man {
                let ink = p[3] - luminance(*p);
                *p = [0.0, 0.0, 0.0, ink.max(0.0)];
            }
        }
        let tint = if piece.color == Color::White {
            &style.white
        } else {
            &style.black
        };
        self.recolour(&mut man, piece.color, tint);
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
        if let Some(color) = self.outline[piece.color.index()] {
            rim(&mut man, side, (self.square as f32 * 0.025).max(0.7), color);
        }
        if style.rim > 0.0 && !(style.rim_black_only && piece.color == Color::White) {
            rim(
                &mut man,
                side,
                style.rim * self.square as f32,
                style.rim_color,
            );
        }
        if style.shadow > 0.0 {
            cast(
                &mut man,
                side,
                self.square as f32,
                style.shadow,
                style.shadow_offset,
            );
        }
        let data = man
            .iter()
            .map(|p| p.map(|c| (c * style.opacity * 255.0 + 0.5).clamp(0.0, 255.0) as u8))
            .collect();
        Sprite {
            side,
            pad: self.pad,
            data,
        }
    }

    /// Gives a man his side's colours.
    fn recolour(&self, man: &mut [[f32; 4]], color: Color, tint: &Tint) {
        let PieceStyle {
            gradient,
            roundness,
            ..
        } = *self.style;
        if tint.amount == 0.0 && gradient == 0.0 && roundness == 0.0 && !self.part_own {
            return;
        }
        let side = self.square + 2 * self.pad;
        let parting = self.parting[color.index()];
        for (i, p) in man.iter_mut().enumerate() {
            if p[3] <= 0.0 {
                continue;
            }
            let a = p[3];
            let l = (luminance(*p) / a).clamp(0.0, 1.0);
            let parted = if parting == 1.0 { l } else { l.powf(parting) };
            let place = |at: usize| (at as f32 - self.pad as f32) / self.square as f32 - 0.5;
            let (x, y) = (place(i % side), place(i / side));
            let lift = gradient * y + roundness * (0.5 - 8.0 * x * x).max(-0.5);
            let mut own = [p[0] / a, p[1] / a, p[2] / a];
            if self.part_own {
                own = with_luminance(own, parted);
            }
            for k in 0..3 {
                let new = tint.dark[k] + (tint.light[k] - tint.dark[k]) * parted;
                p[k] = (own[k] + (new - own[k]) * tint.amount + lift).clamp(0.0, 1.0) * a;
            }
        }
    }
}

/// Bilinear look-up in the grid of shifts at shares of the square.
pub(super) fn bend(nodes: &[[[f32; 2]; NODES]; NODES], u: f32, v: f32) -> [f32; 2] {
    let last = (NODES - 1) as f32;
    let (x, y) = (
        (u * last).clamp(0.0, last - 1e-3),
        (v * last).clamp(0.0, last - 1e-3),
    );
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
    let mut ink: Vec<f32> = man
        .iter()
        .map(|p| (p[3] - luminance(*p)).max(0.0))
        .collect();
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
pub(crate) fn grow(plane: &mut [f32], side: usize, by: f32) {
    let mut left = by.abs().min(side as f32 / 4.0);
    let pick: fn(f32, f32) -> f32 = if by > 0.0 { f32::max } else { f32::min };
    while left > 1e-3 {
        let t = left.min(1.0);
        // Rows then columns: a square of three; of every second step the diagonal is half as long, near enough to round.
        let mut rows = plane.to_vec();
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
            let ink = (0.9 - (phase - 0.5).abs() * 3.0).clamp(0.0, 1.0)
                * ((x - start) / pitch).clamp(0.0, 1.0);
            for c in p.iter_mut().take(3) {
                *c *= 1.0 - ink;
            }
        }
    }
}

/// A border of `width` pixels around what is drawn.
fn rim(man: &mut [[f32; 4]], side: usize, width: f32, color: [f32; 3]) {
    let mut plane: Vec<f32> = man.iter().map(|p| p[3]).collect();
    grow(&mut plane, side, width);
    for (p, r) in man.iter_mut().zip(plane) {
        let room = (1.0 - p[3]) * r;
        for k in 0..3 {
            p[k] += color[k] * room;
        }
        p[3] += room;
    }
}

/// Mean luminance of what is drawn.
fn brightness(man: &[[f32; 4]]) -> f32 {
    let (sum, weight) = man.iter().fold((0.0, 1e-6), |(sum, weight), p| {
        (sum + luminance(*p), weight + p[3])
    });
    sum / weight
}

/// The exponent that brings luminance `from` to `to`, or 1 where `pick` prefers it as it is.
fn exponent(from: f32, to: f32, pick: fn(f32, f32) -> f32) -> f32 {
    let from = from.clamp(0.02, 0.98);
    if pick(from, to) == from {
        1.0
    } else {
        (to.ln() / from.ln()).clamp(0.2, 5.0)
    }
}

/// A soft shadow below what is drawn.
fn cast(man: &mut [[f32; 4]], side: usize, square: f32, opacity: f32, offset: [f32; 2]) {
    let (dx, dy) = (
        (offset[0] * square).round() as isize,
        (offset[1] * square).round() as isize,
    );
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
        let at = |i: usize, j: usize| {
            if pass == 0 {
                i * side + j
            } else {
                j * side + i
            }
        };
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
    let mut noise: Vec<f32> = (0..side * side)
        .map(|_| rng.random_range(0.0..1.0))
        .collect();
    blur(&mut noise, side, 1);
    // The mean of nine values has a spread near 0.1; the cut moves through it.
    let cut = 0.36 + 0.14 * share;
    noise
        .iter()
        .map(|&n| ((n - cut) * 12.0 + 0.5).clamp(0.0, 1.0))
        .collect()
}
