//! What light and things in the way do to a picture.

use super::noise::Field;
use super::raster::{Raster, to_byte};
use fenlens_vision::Point;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Multiplies every pixel by `gain(x, y)`, row by row.
fn multiply(image: &mut Raster, mut fill: impl FnMut(usize, &mut [f32])) {
    let (width, channels) = (image.width, image.channels);
    let mut gains = vec![1.0; width];
    for (y, row) in image.data.chunks_exact_mut(width * channels).enumerate() {
        fill(y, &mut gains);
        for (p, g) in row.chunks_exact_mut(channels).zip(&gains) {
            for v in p {
                *v = to_byte(f32::from(*v) * g);
            }
        }
    }
}

/// Light that falls off across the picture by up to `depth` (0..1), smoothly.
pub fn uneven(image: &mut Raster, depth: f32, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width as f32, image.height as f32);
    let angle = rng.random_range(0.0..std::f32::consts::TAU);
    let (dx, dy) = (angle.cos() / w, angle.sin() / h);
    let bumps = Field::new(
        image.width,
        image.height,
        w * rng.random_range(0.3..0.8),
        rng,
    );
    let share = rng.random_range(0.0..0.6);
    multiply(image, |y, gains| {
        bumps.row(y, gains);
        for (x, g) in gains.iter_mut().enumerate() {
            let ramp = (x as f32 - w / 2.0) * dx + (y as f32 - h / 2.0) * dy + 0.5;
            *g = 1.0 - depth * (ramp.clamp(0.0, 1.0) * (1.0 - share) + (*g * 0.5 + 0.5) * share);
        }
    });
}

/// Dark corners.
pub fn vignette(image: &mut Raster, depth: f32) {
    let (cx, cy) = (image.width as f32 / 2.0, image.height as f32 / 2.0);
    let norm = 1.0 / (cx * cx + cy * cy);
    multiply(image, |y, gains| {
        let dy = y as f32 - cy;
        for (x, g) in gains.iter_mut().enumerate() {
            let dx = x as f32 - cx;
            *g = 1.0 - depth * (dx * dx + dy * dy) * norm;
        }
    });
}

/// One or two shadows with straight edges, soft over `softness` pixels.
pub fn shadow(image: &mut Raster, depth: f32, softness: f32, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width as f32, image.height as f32);
    let edges: Vec<(f32, f32, f32)> = (0..rng.random_range(1..=2))
        .map(|_| {
            let angle = rng.random_range(0.0..std::f32::consts::TAU);
            let (x, y) = (
                rng.random_range(0.15..0.85) * w,
                rng.random_range(0.15..0.85) * h,
            );
            let (nx, ny) = (angle.cos(), angle.sin());
            (nx, ny, nx * x + ny * y)
        })
        .collect();
    multiply(image, |y, gains| {
        for (x, g) in gains.iter_mut().enumerate() {
            let inside = edges
                .iter()
                .map(|(nx, ny, d)| {
                    ((nx * x as f32 + ny * y as f32 - d) / softness + 0.5).clamp(0.0, 1.0)
                })
                .fold(1.0, f32::min);
            *g = 1.0 - depth * inside;
        }
    });
}

/// A round reflection that fades to `strength` (0..1) of white.
pub fn glare(image: &mut Raster, strength: f32, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width as f32, image.height as f32);
    let (cx, cy) = (rng.random_range(0.0..w), rng.random_range(0.0..h));
    let radius = w.min(h) * rng.random_range(0.15..0.5);
    let stretch = rng.random_range(0.4..1.0);
    let (width, channels) = (image.width, image.channels);
    for (y, row) in image.data.chunks_exact_mut(width * channels).enumerate() {
        let dy = (y as f32 - cy) / (radius * stretch);
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let dx = (x as f32 - cx) / radius;
            let near = (1.0 - dx * dx - dy * dy).max(0.0);
            let a = strength * near * near;
            for v in p {
                *v = to_byte(f32::from(*v) * (1.0 - a) + 255.0 * a);
            }
        }
    }
}

/// Beats between a screen's pixels and the camera's: faint crossed waves, coloured a little.
pub fn moire(image: &mut Raster, depth: f32, rng: &mut ChaCha8Rng) {
    let wave: Vec<f32> = (0..256)
        .map(|i| (i as f32 * std::f32::consts::TAU / 256.0).sin())
        .collect();
    let at = |turns: f32| wave[(turns * 256.0) as i32 as usize & 255];
    let gratings: Vec<(f32, f32, f32, f32)> = (0..rng.random_range(1..=3))
        .map(|_| {
            let pitch = 2.2 * (rng.random_range(0.0f32..1.0) * 2.5).exp();
            let angle = rng.random_range(0.0..std::f32::consts::TAU);
            (
                angle.cos() / pitch,
                angle.sin() / pitch,
                rng.random_range(0.0..0.25),
                rng.random_range(0.3..1.0),
            )
        })
        .collect();
    let bend = rng.random_range(0.0..1.5f32);
    let (w, channels) = (image.width, image.channels);
    let norm = 1.0 / w as f32;
    for (y, row) in image.data.chunks_exact_mut(w * channels).enumerate() {
        let fy = y as f32;
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let fx = x as f32;
            let warp = bend * (fx * norm) * (fy * norm) * 4.0;
            for (c, v) in p.iter_mut().enumerate() {
                let sum: f32 = gratings
                    .iter()
                    .map(|(a, b, phase, s)| s * at(a * fx + b * fy + phase * c as f32 + warp))
                    .sum();
                *v = to_byte(f32::from(*v) * (1.0 + depth * sum) + 20.0 * depth * sum);
            }
        }
    }
}

/// The dark lines between a screen's pixels, `pitch` picture pixels apart.
pub fn pixel_grid(image: &mut Raster, pitch: f32, depth: f32) {
    let (w, channels) = (image.width, image.channels);
    let line: Vec<f32> = (0..w.max(image.height))
        .map(|i| {
            let t = (i as f32 / pitch).fract();
            1.0 - depth * (std::f32::consts::TAU * t).cos().max(0.0)
        })
        .collect();
    for (y, row) in image.data.chunks_exact_mut(w * channels).enumerate() {
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let g = line[x] * line[y];
            for v in p {
                *v = to_byte(f32::from(*v) * g);
            }
        }
    }
}

/// A dark (or light) sheet over everything, as behind an open dialog.
pub fn overlay(image: &mut Raster, tone: f32, share: f32) {
    image.map(|v| v * (1.0 - share) + tone * share);
}

/// Scales the channels apart: lamp light, faded paper, night mode.
pub fn colour_cast(image: &mut Raster, gains: [f32; 3]) {
    if image.channels == 1 {
        let g = 0.2126 * gains[0] + 0.7152 * gains[1] + 0.0722 * gains[2];
        image.map(|v| v * g);
        return;
    }
    for p in image.data.chunks_exact_mut(3) {
        for (v, g) in p.iter_mut().zip(gains) {
            *v = to_byte(f32::from(*v) * g);
        }
    }
}

/// A finger: a rounded bar of skin colour from `tip` away towards `from`, `width` pixels thick.
pub fn finger(image: &mut Raster, tip: Point, from: Point, width: f32, tone: [u8; 3]) {
    bar(image, tip, from, width, |across, along| {
        let edge = (1.0 - across * across).max(0.0).sqrt();
        let shade = 0.55 + 0.45 * edge;
        let nail = along < width * 0.45 && across.abs() < 0.5;
        let lift = if nail { 1.08 } else { 1.0 };
        tone.map(|v| to_byte(f32::from(v) * shade * lift))
    });
}

/// A ruler or pen: a straight bar of one colour with ticks.
pub fn ruler(image: &mut Raster, tip: Point, from: Point, width: f32, tone: [u8; 3]) {
    bar(image, tip, from, width, |across, along| {
        let tick = (along / width * 4.0).fract() < 0.15 && across > 0.3;
        if tick { [30; 3] } else { tone }
    });
}

/// Paints a bar with a round end at `tip`; `colour(across, along)` gets the place across the bar
/// (-1..1) and the distance from the tip in pixels.
fn bar(
    image: &mut Raster,
    tip: Point,
    from: Point,
    width: f32,
    colour: impl Fn(f32, f32) -> [u8; 3],
) {
    let length = tip.distance(from).max(1.0);
    let (ux, uy) = ((from.x - tip.x) / length, (from.y - tip.y) / length);
    let half = width / 2.0;
    let channels = image.channels;
    for y in 0..image.height {
        for x in 0..image.width {
            let (dx, dy) = (x as f32 + 0.5 - tip.x, y as f32 + 0.5 - tip.y);
            let along = dx * ux + dy * uy;
            let across = dy * ux - dx * uy;
            let out = if along < half {
                (along - half).hypot(across)
            } else {
                across.abs()
            };
            if along < -half || out > half {
                continue;
            }
            let c = colour(across / half, along);
            let p = image.pixel_mut(x, y);
            if channels == 1 {
                p[0] = ((u32::from(c[0]) * 2 + u32::from(c[1]) * 7 + u32::from(c[2])) / 10) as u8;
            } else {
                p.copy_from_slice(&c);
            }
        }
    }
}
