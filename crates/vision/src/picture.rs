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
