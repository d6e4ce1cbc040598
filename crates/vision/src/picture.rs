//! A decoded picture.

use crate::Point;
use image::{GrayImage, RgbImage};
use std::sync::OnceLock;

/// An upright picture: RGB, 8 bits a channel, and its gray version (made on first use).
#[derive(Debug)]
pub struct Picture {
    rgb: RgbImage,
    gray: OnceLock<GrayImage>,
}

impl Picture {
    /// Wraps an upright RGB image.
    pub fn new(rgb: RgbImage) -> Self {
        Self {
            rgb,
            gray: OnceLock::new(),
        }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.rgb.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.rgb.height()
    }

    /// The colours, row-major, 0..=255.
    pub fn rgb(&self) -> &RgbImage {
        &self.rgb
    }

    /// The colours, taken out.
    pub fn into_rgb(self) -> RgbImage {
        self.rgb
    }

    /// Luma (Rec. 709 weights as `image` uses them), row-major, 0 black to 255 white.
    pub fn gray(&self) -> &GrayImage {
        self.gray
            .get_or_init(|| image::imageops::grayscale(&self.rgb))
    }

    /// The part with its top left corner at (`x`, `y`), cut to what lies inside.
    pub fn crop(&self, x: u32, y: u32, width: u32, height: u32) -> Self {
        Self::new(image::imageops::crop_imm(&self.rgb, x, y, width, height).to_image())
    }
}

/// Parts of a pixel in [`walk`].
pub(crate) const PARTS: i64 = 1 << 16;

/// Points at `start`, `start + step` and so on: the pixel above and left of each, column and row, and how far it lies
/// from that pixel's centre towards those to the right and below, in [`PARTS`] of a pixel. All must lie at least a pixel
/// from the picture's edge.
pub(crate) fn walk(start: Point, step: Point) -> impl Iterator<Item = (usize, usize, i64, i64)> {
    // Whole numbers: conversions of each point would take most of the time.
    let fixed = |v: f32| (v * PARTS as f32) as i64;
    let (mut x, mut y) = (fixed(start.x - 0.5), fixed(start.y - 0.5));
    let (dx, dy) = (fixed(step.x), fixed(step.y));
    std::iter::repeat_with(move || {
        let whole = |v: i64| (v / PARTS) as usize;
        let at = (whole(x), whole(y), x % PARTS, y % PARTS);
        (x, y) = (x + dx, y + dy);
        at
    })
}

/// Gray levels along a line of points, see [`walk`]: the same as [`gray_between`], a third of the time. Beyond the
/// picture it is 0.
pub(crate) fn gray_along(
    image: &GrayImage,
    start: Point,
    step: Point,
) -> impl Iterator<Item = f32> {
    let width = image.width() as usize;
    let raw = image.as_raw().as_slice();
    walk(start, step).map(move |(x, y, u, v)| {
        let at = y * width + x;
        let (Some(&[a, b]), Some(&[c, d])) = (
            raw.get(at..).and_then(|r| r.first_chunk()),
            raw.get(at + width..).and_then(|r| r.first_chunk()),
        ) else {
            return 0.0;
        };
        let (a, b, c, d) = (f32::from(a), f32::from(b), f32::from(c), f32::from(d));
        let (u, v) = (u as f32 / PARTS as f32, v as f32 / PARTS as f32);
        let (above, below) = (a + (b - a) * u, c + (d - c) * u);
        above + (below - above) * v
    })
}

/// The gray level at a point, between pixels linearly; beyond the edge its last pixels repeat.
pub(crate) fn gray_between(image: &GrayImage, p: Point) -> f32 {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let x = (p.x - 0.5).clamp(0.0, (w - 1) as f32);
    let y = (p.y - 0.5).clamp(0.0, (h - 1) as f32);
    let (x0, y0) = (x as usize, y as usize);
    let (u, v) = (x - x0 as f32, y - y0 as f32);
    let right = usize::from(x0 + 1 < w);
    let raw = image.as_raw();
    let between = |y: usize| {
        let at = y * w + x0;
        let (a, b) = (f32::from(raw[at]), f32::from(raw[at + right]));
        a + (b - a) * u
    };
    let (above, below) = (between(y0), between((y0 + 1).min(h - 1)));
    above + (below - above) * v
}

/// The colour at a point, 0..=255 a channel, between pixels linearly; beyond the edge its last pixels repeat.
pub(crate) fn rgb_between(image: &RgbImage, p: Point) -> [f32; 3] {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let x = (p.x - 0.5).clamp(0.0, (w - 1) as f32);
    let y = (p.y - 0.5).clamp(0.0, (h - 1) as f32);
    let (x0, y0) = (x as usize, y as usize);
    let (u, v) = (x - x0 as f32, y - y0 as f32);
    let (right, below) = ((x0 + 1).min(w - 1), (y0 + 1).min(h - 1));
    let raw = image.as_raw();
    let pixel = |x: usize, y: usize| &raw[(y * w + x) * 3..][..3];
    let (a, b) = (pixel(x0, y0), pixel(right, y0));
    let (c, d) = (pixel(x0, below), pixel(right, below));
    // A loop over the channels: closures over arrays are not always inlined, and this is run for each sample.
    let mut colour = [0.0; 3];
    for (k, value) in colour.iter_mut().enumerate() {
        let (a, b, c, d) = (
            f32::from(a[k]),
            f32::from(b[k]),
            f32::from(c[k]),
            f32::from(d[k]),
        );
        let (above, below) = (a + (b - a) * u, c + (d - c) * u);
        *value = above + (below - above) * v;
    }
    colour
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn both_ways_of_interpolating_agree() {
        let image = GrayImage::from_fn(9, 7, |x, y| Luma([(x * x * 3 + y * 29) as u8]));
        let (start, step) = (Point::new(1.2, 1.1), Point::new(0.28, 0.19));
        for (k, level) in gray_along(&image, start, step).take(24).enumerate() {
            let p = Point::new(start.x + k as f32 * step.x, start.y + k as f32 * step.y);
            assert!((level - gray_between(&image, p)).abs() < 0.02, "{p:?}");
        }
        let beyond = gray_along(&image, Point::new(3.0, 9.0), step).next();
        assert_eq!(beyond, Some(0.0));
    }
}
