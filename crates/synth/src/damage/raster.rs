//! Pixels that damage works on: gray or colour, 8 bits a channel.

use fast_image_resize::{
    FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer,
    images::{Image as ResizeTarget, ImageRef},
};
use image::RgbImage;

/// A picture of one channel (gray) or three (red, green, blue), row-major, interleaved.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Values a pixel: 1 or 3.
    pub channels: usize,
    /// `width * height * channels` values, 0..=255.
    pub data: Vec<u8>,
}

impl Raster {
    /// A picture of one colour; gray keeps the first value only.
    pub fn filled(width: usize, height: usize, channels: usize, colour: [u8; 3]) -> Self {
        let data = colour[..channels].repeat(width * height);
        Self {
            width,
            height,
            channels,
            data,
        }
    }

    /// The picture with its colours.
    pub fn from_rgb(image: RgbImage) -> Self {
        Self {
            width: image.width() as usize,
            height: image.height() as usize,
            channels: 3,
            data: image.into_raw(),
        }
    }

    /// Luma with Rec. 709 weights, as the reader computes it.
    pub fn to_gray(&self) -> Self {
        if self.channels == 1 {
            return self.clone();
        }
        let data = self
            .data
            .chunks_exact(3)
            .map(|p| {
                let sum = 2126 * u32::from(p[0]) + 7152 * u32::from(p[1]) + 722 * u32::from(p[2]);
                (sum / 10_000) as u8
            })
            .collect();
        Self {
            channels: 1,
            data,
            ..*self
        }
    }

    /// The picture as an RGB image.
    pub fn into_rgb(self) -> RgbImage {
        let data = if self.channels == 3 {
            self.data
        } else {
            self.data.iter().flat_map(|&v| [v; 3]).collect()
        };
        RgbImage::from_raw(self.width as u32, self.height as u32, data)
            .unwrap_or_else(|| RgbImage::new(self.width as u32, self.height as u32))
    }

    /// Replaces every value by `f` of it.
    pub fn map(&mut self, f: impl Fn(f32) -> f32) {
        let table: [u8; 256] = std::array::from_fn(|v| to_byte(f(v as f32)));
        for v in &mut self.data {
            *v = table[usize::from(*v)];
        }
    }

    /// One pixel's values.
    pub fn pixel(&self, x: usize, y: usize) -> &[u8] {
        let at = (y * self.width + x) * self.channels;
        &self.data[at..at + self.channels]
    }

    /// One pixel's values, to be written.
    pub fn pixel_mut(&mut self, x: usize, y: usize) -> &mut [u8] {
        let at = (y * self.width + x) * self.channels;
        &mut self.data[at..at + self.channels]
    }

    /// The picture at another size. Sizes of zero become one.
    pub fn resized(&self, width: usize, height: usize, filter: Option<FilterType>) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        let kind = if self.channels == 1 {
            PixelType::U8
        } else {
            PixelType::U8x3
        };
        let algorithm = filter.map_or(ResizeAlg::Nearest, ResizeAlg::Convolution);
        let options = ResizeOptions::new().resize_alg(algorithm);
        let mut target = ResizeTarget::new(width as u32, height as u32, kind);
        let done = ImageRef::new(self.width as u32, self.height as u32, &self.data, kind)
            .is_ok_and(|source| {
                Resizer::new()
                    .resize(&source, &mut target, &options)
                    .is_ok()
            });
        debug_assert!(done, "sizes and kinds agree");
        Self {
            width,
            height,
            channels: self.channels,
            data: target.into_vec(),
        }
    }

    /// Smooths with a Gaussian of `sigma` pixels; the edge pixels repeat beyond the edge.
    pub fn blur(&mut self, sigma: f32) {
        if sigma < 0.15 {
            return;
        }
        let radius = (sigma * 2.5).ceil() as usize;
        let weights: Vec<f32> = (0..=2 * radius)
            .map(|i| (-0.5 * ((i as f32 - radius as f32) / sigma).powi(2)).exp())
            .collect();
        let total: f32 = weights.iter().sum();
        let fixed: Vec<u16> = weights
            .iter()
            .map(|w| (w / total * 256.0).round() as u16)
            .collect();
        self.convolve(&fixed, 1);
        self.convolve(&fixed, 0);
    }

    /// Averages over a box of `2 * radius + 1` pixels a side.
    pub fn box_blur(&mut self, radius: usize) {
        if radius == 0 {
            return;
        }
        for axis in [0, 1] {
            let (lines, n, line_step, step) = if axis == 0 {
                (
                    self.height,
                    self.width,
                    self.width * self.channels,
                    self.channels,
                )
            } else {
                (
                    self.width,
                    self.height,
                    self.channels,
                    self.width * self.channels,
                )
            };
            let mut line = vec![0u32; n];
            for k in 0..lines {
                for c in 0..self.channels {
                    let start = k * line_step + c;
                    for (i, v) in line.iter_mut().enumerate() {
                        *v = u32::from(self.data[start + i * step]);
                    }
                    let at = |i: isize| line[i.clamp(0, n as isize - 1) as usize];
                    let r = radius as isize;
                    let mut sum: u32 = (-r..=r).map(at).sum();
                    let count = 2 * radius as u32 + 1;
                    for i in 0..n {
                        self.data[start + i * step] = ((sum + count / 2) / count) as u8;
                        sum = sum + at(i as isize + r + 1) - at(i as isize - r);
                    }
                }
            }
        }
    }

    /// Convolves along x (`axis` 0) or y (1) with weights of 1/256ths around the middle one.
    fn convolve(&mut self, weights: &[u16], axis: usize) {
        let radius = (weights.len() / 2) as isize;
        let total: u32 = weights.iter().map(|&w| u32::from(w)).sum();
        let scale = ((1 << 16) as f32 / total as f32) as u32;
        let (c, row) = (self.channels, self.width * self.channels);
        let mut out = vec![0u8; self.data.len()];
        let mut sums = vec![0u32; row];
        let mut padded = vec![0u8; row + 2 * radius as usize * c];
        for y in 0..self.height {
            sums.fill(0);
            if axis == 0 {
                let line = &self.data[y * row..(y + 1) * row];
                let pad = radius as usize * c;
                padded[pad..pad + row].copy_from_slice(line);
                for i in 0..radius as usize {
                    padded[i * c..(i + 1) * c].copy_from_slice(&line[..c]);
                    let end = pad + row + i * c;
                    padded[end..end + c].copy_from_slice(&line[row - c..]);
                }
                for (k, &w) in weights.iter().enumerate() {
                    for (s, &v) in sums.iter_mut().zip(&padded[k * c..]) {
                        *s += u32::from(v) * u32::from(w);
                    }
                }
            } else {
                for (k, &w) in weights.iter().enumerate() {
                    let from = (y as isize + k as isize - radius).clamp(0, self.height as isize - 1)
                        as usize;
                    for (s, &v) in sums
                        .iter_mut()
                        .zip(&self.data[from * row..(from + 1) * row])
                    {
                        *s += u32::from(v) * u32::from(w);
                    }
                }
            }
            for (o, &s) in out[y * row..(y + 1) * row].iter_mut().zip(&sums) {
                *o = ((s * scale + (1 << 15)) >> 16).min(255) as u8;
            }
        }
        self.data = out;
    }
}

/// Rounds and limits to 0..=255.
pub fn to_byte(v: f32) -> u8 {
    (v + 0.5).clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step() -> Raster {
        let mut r = Raster::filled(20, 6, 1, [0; 3]);
        for y in 0..6 {
            for x in 10..20 {
                r.pixel_mut(x, y)[0] = 200;
            }
        }
        r
    }

    #[test]
    fn blurs_keep_even_parts_and_soften_the_step() {
        let (mut gauss, mut boxed) = (step(), step());
        gauss.blur(1.2);
        boxed.box_blur(2);
        for r in [gauss, boxed] {
            assert!(r.pixel(0, 3)[0] <= 1 && r.pixel(19, 3)[0].abs_diff(200) <= 1);
            let middle = u32::from(r.pixel(9, 3)[0]) + u32::from(r.pixel(10, 3)[0]);
            assert!(middle.abs_diff(200) <= 3, "{middle}");
            assert!((1..100).contains(&r.pixel(9, 3)[0]));
        }
    }

    #[test]
    fn resizing_keeps_the_mean() {
        let half = step().resized(10, 3, Some(FilterType::Box));
        assert_eq!(half.pixel(4, 1), [0]);
        assert_eq!(half.pixel(5, 1), [200]);
    }
}
