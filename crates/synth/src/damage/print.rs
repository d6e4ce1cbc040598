//! What happens to ink on paper, before anybody takes a picture of it.

use super::noise::{Fast, Field};
use super::raster::{Raster, to_byte};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Ink that spreads (`level` above 0.5: more of a soft edge becomes dark) or is worn off (below):
/// a blur of `sigma` pixels and a steep tone curve.
pub fn ink(image: &mut Raster, sigma: f32, level: f32, gain: f32) {
    image.blur(sigma);
    image.map(|v| ((v / 255.0 - level) * gain + level) * 255.0);
}

/// Pure black and white at one level for the whole page, with the softness of a shrunk scan.
pub fn threshold(image: &mut Raster, level: f32, gain: f32) {
    desaturate(image);
    image.map(|v| (v - level) * gain + 127.0);
}

/// Black and white against the mean of the surroundings of `radius` pixels.
pub fn adaptive_threshold(image: &mut Raster, radius: usize, below: f32, gain: f32) {
    desaturate(image);
    let mut mean = image.clone();
    mean.box_blur(radius);
    // Even paper must come out white.
    let gain = gain.max(135.0 / below.max(1.0));
    for (v, m) in image.data.iter_mut().zip(&mean.data) {
        *v = to_byte((f32::from(*v) - f32::from(*m) + below) * gain + 127.0);
    }
}

/// Takes all colour out.
pub fn desaturate(image: &mut Raster) {
    if image.channels == 3 {
        let gray = image.to_gray();
        for (p, v) in image.data.chunks_exact_mut(3).zip(gray.data) {
            p.fill(v);
        }
    }
}

/// Prints the picture as dots: `pitch` pixels apart, rows at `angle` radians.
pub fn halftone(image: &mut Raster, pitch: f32, angle: f32, gain: f32) {
    let frequency = std::f32::consts::TAU / pitch;
    let (c, s) = (angle.cos() * frequency, angle.sin() * frequency);
    let channels = image.channels;
    let width = image.width;
    // Waves are tabulated over their phase: 256 steps are finer than 8-bit tones need.
    let wave: Vec<f32> = (0..256)
        .map(|i| (i as f32 * std::f32::consts::TAU / 256.0).cos() * 63.0)
        .collect();
    let at = |phase: f32| wave[(phase * (256.0 / std::f32::consts::TAU)) as i32 as usize & 255];
    for (y, row) in image.data.chunks_exact_mut(width * channels).enumerate() {
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let (x, y) = (x as f32, y as f32);
            let screen = at(c * x + s * y) + at(c * y - s * x);
            for v in p {
                *v = to_byte((f32::from(*v) - 127.0 - screen) * gain + 127.0);
            }
        }
    }
}

/// Specks: dust that is dark on paper and holes in ink.
pub fn specks(image: &mut Raster, share: f32, largest: usize, rng: &mut ChaCha8Rng) {
    let count = (share * (image.width * image.height) as f32) as usize;
    for _ in 0..count {
        let x = rng.random_range(0..image.width);
        let y = rng.random_range(0..image.height);
        let size = rng.random_range(1..=largest);
        let tone = if rng.random_bool(0.6) { 0 } else { 255 };
        for yy in y..(y + size).min(image.height) {
            for xx in x..(x + size).min(image.width) {
                image.pixel_mut(xx, yy).fill(tone);
            }
        }
    }
}

/// A fax: black and white with jagged rows, a few of them lost.
pub fn fax(image: &mut Raster, rng: &mut ChaCha8Rng) {
    threshold(image, rng.random_range(110.0..170.0), 6.0);
    let row = image.width * image.channels;
    let mut shift = 0isize;
    let mut line = vec![0u8; row];
    for y in 0..image.height {
        if rng.random_bool(0.04) {
            shift = rng.random_range(-1i32..=1) as isize;
        }
        let data = &mut image.data[y * row..(y + 1) * row];
        if shift != 0 {
            line.copy_from_slice(data);
            for x in 0..image.width {
                let from = (x as isize + shift).clamp(0, image.width as isize - 1) as usize;
                for c in 0..image.channels {
                    data[x * image.channels + c] = line[from * image.channels + c];
                }
            }
        }
        if rng.random_bool(0.003) {
            data.fill(if rng.random_bool(0.5) { 255 } else { 0 });
        }
    }
    specks(image, 0.0008, 2, rng);
}

/// A photocopy: hard contrast, toner that is uneven, dirt.
pub fn photocopy(image: &mut Raster, rng: &mut ChaCha8Rng) {
    desaturate(image);
    let cell = image.width as f32 / rng.random_range(2.0..7.0);
    let toner = Field::new(image.width, image.height, cell.max(8.0), rng);
    let (level, gain) = (rng.random_range(110.0..165.0), rng.random_range(1.8..4.0));
    let wander = rng.random_range(5.0..30.0);
    let mut field = vec![0.0; image.width];
    let width = image.width;
    let channels = image.channels;
    for (y, row) in image.data.chunks_exact_mut(width * channels).enumerate() {
        toner.row(y, &mut field);
        for (p, f) in row.chunks_exact_mut(channels).zip(&field) {
            for v in p {
                *v = to_byte((f32::from(*v) - level - f * wander) * gain + 127.0);
            }
        }
    }
    specks(image, rng.random_range(0.0..0.0008), 2, rng);
}

/// The grain of paper: fine noise and broad patches, `depth` gray levels deep.
pub fn paper_texture(image: &mut Raster, depth: f32, rng: &mut ChaCha8Rng) {
    let patches = Field::new(
        image.width,
        image.height,
        rng.random_range(20.0..120.0),
        rng,
    );
    let grain = Field::new(image.width, image.height, rng.random_range(1.5..4.0), rng);
    let mut fast = Fast::new(rng);
    let (mut a, mut b) = (vec![0.0; image.width], vec![0.0; image.width]);
    let (width, channels) = (image.width, image.channels);
    for (y, row) in image.data.chunks_exact_mut(width * channels).enumerate() {
        patches.row(y, &mut a);
        grain.row(y, &mut b);
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let shift = depth * (0.5 * a[x] + 0.6 * b[x] + 0.3 * fast.normal());
            for v in p {
                *v = to_byte(f32::from(*v) + shift);
            }
        }
    }
}

/// The other side of the sheet shows through, mirrored: here the page's own print, moved.
pub fn bleed_through(image: &mut Raster, strength: f32, rng: &mut ChaCha8Rng) {
    let mut back = image.clone();
    back.blur(rng.random_range(0.8..2.0));
    let dx = rng.random_range(0..image.width);
    let dy = rng.random_range(0..image.height);
    for y in 0..image.height {
        let from_y = (y + dy) % image.height;
        for x in 0..image.width {
            let from_x = (2 * image.width - 1 - x + dx) % image.width;
            for c in 0..image.channels {
                let ghost = 255.0 - f32::from(back.pixel(from_x, from_y)[c]);
                let v = &mut image.pixel_mut(x, y)[c];
                *v = to_byte(f32::from(*v) - strength * ghost);
            }
        }
    }
}
