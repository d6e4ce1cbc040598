//! A decoded picture.

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
