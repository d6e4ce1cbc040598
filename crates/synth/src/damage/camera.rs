//! What lenses, sensors and file formats do to a picture.

use super::noise::Fast;
use super::raster::{Raster, to_byte};
use fast_image_resize::FilterType;
use image::{ExtendedColorType, ImageFormat, codecs::jpeg::JpegEncoder};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Smears along a line of `length` pixels at `angle` radians.
pub fn motion_blur(image: &mut Raster, length: f32, angle: f32) {
    let steps = (length.ceil() as usize).max(1) + 1;
    let (w, h, c) = (
        image.width as isize,
        image.height as isize,
        image.channels as isize,
    );
    let shifts: Vec<(isize, isize)> = (0..steps)
        .map(|i| {
            let t = length * (i as f32 / (steps - 1) as f32 - 0.5);
            (
                (t * angle.cos()).round() as isize,
                (t * angle.sin()).round() as isize,
            )
        })
        .collect();
    let mut sums = vec![0u16; (w * c) as usize];
    let mut out = vec![0u8; image.data.len()];
    for y in 0..h {
        sums.fill(0);
        for &(dx, dy) in &shifts {
            let row = ((y + dy).clamp(0, h - 1) * w * c) as usize;
            let line = &image.data[row..row + (w * c) as usize];
            let inner = (-dx).max(0)..(w - dx.max(0)).max(0);
            for x in (0..inner.start.min(w)).chain(inner.end.max(0)..w) {
                let from = (x + dx).clamp(0, w - 1) * c;
                for k in 0..c {
                    sums[(x * c + k) as usize] += u16::from(line[(from + k) as usize]);
                }
            }
            let (a, b) = ((inner.start * c) as usize, (inner.end * c) as usize);
            if a < b {
                let source = &line[(a as isize + dx * c) as usize..];
                for (s, &v) in sums[a..b].iter_mut().zip(source) {
                    *s += u16::from(v);
                }
            }
        }
        let row = (y * w * c) as usize;
        for (o, s) in out[row..].iter_mut().zip(&sums) {
            *o = (usize::from(*s) / steps) as u8;
        }
    }
    image.data = out;
}

/// Sensor noise of `deviation` gray levels, the same or apart for the channels.
pub fn noise(image: &mut Raster, deviation: f32, coloured: bool, rng: &mut ChaCha8Rng) {
    let mut fast = Fast::new(rng);
    for p in image.data.chunks_exact_mut(image.channels) {
        let shared = fast.normal() * deviation;
        for v in p {
            let n = if coloured {
                0.5 * shared + 0.85 * fast.normal() * deviation
            } else {
                shared
            };
            *v = to_byte(f32::from(*v) + n);
        }
    }
}

/// Black and white pixels, `share` of all.
pub fn salt_and_pepper(image: &mut Raster, share: f32, rng: &mut ChaCha8Rng) {
    let mut fast = Fast::new(rng);
    let count = (share * (image.width * image.height) as f32) as usize;
    let pixels = image.width * image.height;
    for _ in 0..count {
        let at = fast.bits() as usize % pixels * image.channels;
        let tone = if fast.bits() & 1 == 0 { 0 } else { 255 };
        image.data[at..at + image.channels].fill(tone);
    }
}

/// Tone curve: exponent, then contrast around the middle, then brightness in gray levels.
pub fn tone(image: &mut Raster, gamma: f32, contrast: f32, brightness: f32) {
    image.map(|v| ((v / 255.0).powf(gamma) - 0.5) * 255.0 * contrast + 127.5 + brightness);
}

/// Unsharp mask: adds `amount` of the difference to a blur of `sigma` pixels, halos and all.
pub fn sharpen(image: &mut Raster, sigma: f32, amount: f32) {
    let mut soft = image.clone();
    soft.blur(sigma);
    for (v, s) in image.data.iter_mut().zip(&soft.data) {
        let sharp = f32::from(*v) + amount * (f32::from(*v) - f32::from(*s));
        *v = to_byte(sharp);
    }
}

/// Shrinks by `factor` and enlarges again, as pictures that have passed through many hands.
pub fn rescale(image: &mut Raster, factor: f32, down: Resampler, up: Resampler) {
    let w = ((image.width as f32 * factor) as usize).max(8);
    let h = ((image.height as f32 * factor) as usize).max(8);
    *image = image
        .resized(w, h, down.filter())
        .resized(image.width, image.height, up.filter());
}

/// How programs resample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resampler {
    /// The nearest pixel: jagged.
    Nearest,
    /// Bilinear, area-weighted when shrinking.
    Bilinear,
    /// Bicubic (Catmull-Rom): slight halos.
    Cubic,
    /// Lanczos with three lobes: stronger halos.
    Lanczos,
    /// Mean over areas.
    Area,
}

impl Resampler {
    /// One of the smooth ones at random.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        [Self::Bilinear, Self::Cubic, Self::Lanczos, Self::Area][rng.random_range(0..4)]
    }

    /// The filter for [`Raster::resized`].
    pub fn filter(self) -> Option<FilterType> {
        match self {
            Self::Nearest => None,
            Self::Bilinear => Some(FilterType::Bilinear),
            Self::Cubic => Some(FilterType::CatmullRom),
            Self::Lanczos => Some(FilterType::Lanczos3),
            Self::Area => Some(FilterType::Box),
        }
    }
}

/// Through a real JPEG encoder and decoder at `quality` 1..=100; `halved` takes half the colour
/// resolution out first, as most encoders do.
pub fn jpeg(image: &mut Raster, quality: u8, halved: bool) {
    if halved && image.channels == 3 {
        halve_colour(image);
    }
    let (w, h) = (image.width as u32, image.height as u32);
    let kind = if image.channels == 3 {
        ExtendedColorType::Rgb8
    } else {
        ExtendedColorType::L8
    };
    let mut bytes = Vec::with_capacity(image.data.len() / 4);
    let encoded =
        JpegEncoder::new_with_quality(&mut bytes, quality).encode(&image.data, w, h, kind);
    if encoded.is_err() {
        return;
    }
    if let Ok(decoded) = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg) {
        image.data = if image.channels == 3 {
            decoded.into_rgb8().into_raw()
        } else {
            decoded.into_luma8().into_raw()
        };
    }
}

/// Averages the colour (not the brightness) of each 2×2 block.
fn halve_colour(image: &mut Raster) {
    for y in (0..image.height.saturating_sub(1)).step_by(2) {
        for x in (0..image.width.saturating_sub(1)).step_by(2) {
            let places = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let mut mean = [0i32; 3];
            for (x, y) in places {
                for (m, &v) in mean.iter_mut().zip(image.pixel(x, y)) {
                    *m += i32::from(v);
                }
            }
            let luma = |r: i32, g: i32, b: i32| (77 * r + 150 * g + 29 * b) >> 8;
            let middle = luma(mean[0], mean[1], mean[2]) / 4;
            for (x, y) in places {
                let p = image.pixel_mut(x, y);
                let here = luma(i32::from(p[0]), i32::from(p[1]), i32::from(p[2]));
                for (v, m) in p.iter_mut().zip(mean) {
                    *v = (m / 4 + here - middle).clamp(0, 255) as u8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jpeg_keeps_the_picture_roughly() {
        let mut image = Raster::filled(33, 21, 3, [200, 120, 40]);
        image.pixel_mut(10, 10).copy_from_slice(&[0, 0, 0]);
        jpeg(&mut image, 90, true);
        assert_eq!(image.data.len(), 33 * 21 * 3);
        assert!(image.pixel(30, 2)[0].abs_diff(200) < 12);
        assert!(image.pixel(10, 10)[0] < 120);
    }

    #[test]
    fn motion_blur_moves_nothing() {
        let mut image = Raster::filled(41, 41, 1, [0; 3]);
        image.pixel_mut(20, 20)[0] = 250;
        motion_blur(&mut image, 6.0, 0.0);
        let moment: f32 = (0..41)
            .map(|x| x as f32 * f32::from(image.pixel(x, 20)[0]))
            .sum();
        let mass: f32 = (0..41).map(|x| f32::from(image.pixel(x, 20)[0])).sum();
        assert!((moment / mass - 20.0).abs() < 0.6);
    }
}
