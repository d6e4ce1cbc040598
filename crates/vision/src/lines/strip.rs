//! One line of text as the net reads it.

use super::TextLine;
use crate::{Homography, Picture, Point, Quad, picture::gray_between};
use ndarray::Array2;

/// Height of a strip in pixels.
pub const HEIGHT: usize = 32;

/// Height of the letters in it, from the highest to the lowest; the rest is room for a box that
/// was found too small.
const LETTERS: f32 = 20.0;

/// Pixels before the first and after the last letter.
const BLANK: f32 = 8.0;

/// Most pixels of a strip's width, about 50 letters; what is longer is no caption.
pub const MOST_WIDTH: usize = 640;

/// Difference of gray levels between ink and ground from which a strip shows anything.
const LEAST_RANGE: f32 = 24.0;

/// Most samples a side averaged for a pixel: type four times as large as the strip's still is
/// sampled without gaps.
const MOST_SAMPLES: f32 = 4.0;

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct LineStrip {
    /// Shape `[HEIGHT, width]`, rows from the top: 0 the ground, 1 the ink, whichever of them is
    /// darker; at most 1.5 and at least -0.5.
    pub pixels: Array2<f32>,
}

/// Cuts a line of the board at `quad` out of the picture; `None` where it is too long or shows
/// nothing.
pub fn line_strip(picture: &Picture, quad: &Quad, line: &TextLine) -> Option<LineStrip> {
    let h = Homography::board_to_picture(quad)?;
    let [left, top, right, bottom] = line.bounds;
    // Squares a pixel of the strip.
    let step = (bottom - top) / LETTERS;
    let width = ((right - left) / step + 2.0 * BLANK).ceil();
    if !(step > 0.0 && width <= MOST_WIDTH as f32) || picture.width() == 0 || picture.height() == 0
    {
        return None;
    }
    let middle = (top + bottom) / 2.0;
    let square = quad.sides().iter().sum::<f32>() / 32.0;
    let samples = (step * square).ceil().clamp(1.0, MOST_SAMPLES) as usize;
    let part = 1.0 / samples as f32;
    let h = h.0.map(|v| v as f32);
    let gray = picture.gray();
    let level = |x: f32, y: f32| {
        let bx = left + (x - BLANK) * step;
        let by = middle + (y - HEIGHT as f32 / 2.0) * step;
        let z = h[6] * bx + h[7] * by + h[8];
        let p = Point::new(
            (h[0] * bx + h[1] * by + h[2]) / z,
            (h[3] * bx + h[4] * by + h[5]) / z,
        );
        gray_between(gray, p)
    };
    let mut pixels = Array2::from_shape_fn((HEIGHT, width as usize), |(y, x)| {
        let mut sum = 0.0;
        for j in 0..samples {
            for i in 0..samples {
                sum += level(
                    x as f32 + (i as f32 + 0.5) * part,
                    y as f32 + (j as f32 + 0.5) * part,
                );
            }
        }
        sum * part * part
    });
    normalise(&mut pixels).then_some(LineStrip { pixels })
}

/// Puts the ground at 0 and the ink at 1; false where there is no ink.
fn normalise(pixels: &mut Array2<f32>) -> bool {
    let mut levels: Vec<f32> = pixels.iter().copied().collect();
    levels.sort_by(f32::total_cmp);
    let Some(last) = levels.len().checked_sub(1) else {
        return false;
    };
    let at = |share: f32| levels[(last as f32 * share) as usize];
    let (dark, ground, light) = (at(0.02), at(0.5), at(0.98));
    let range = if ground - dark >= light - ground {
        dark - ground
    } else {
        light - ground
    };
    if range.abs() < LEAST_RANGE {
        return false;
    }
    pixels.mapv_inplace(|v| ((v - ground) / range).clamp(-0.5, 1.5));
    true
}
