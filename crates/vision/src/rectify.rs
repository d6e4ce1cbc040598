//! Squares up one board: picture and quad in, straight 8×8 field with margin strips out.

use crate::{Homography, Picture, Point, Quad, picture::gray_between, resample};
use fast_image_resize::FilterType;
use image::{GrayImage, Luma};

/// How a board is squared up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectifyParams {
    /// Side of a square in the result, in pixels. Default 26: with the margin of
    /// [`crate::slice::MARGIN`] a tile is then 32 pixels wide without another resampling.
    pub square: u32,
    /// Width of the strip kept around the field on each side, in pixels. Default 3, what the
    /// tiles at the edge show of their surroundings; each pixel more costs time on every board.
    pub margin: u32,
}

impl Default for RectifyParams {
    fn default() -> Self {
        Self {
            square: 26,
            margin: 3,
        }
    }
}

/// A board seen straight from above.
#[derive(Clone, Debug)]
pub struct RectifiedBoard {
    /// Gray, (8·square + 2·margin) pixels a side; beyond the picture's edge its last pixels repeat.
    pub image: GrayImage,
    /// Side of a square in pixels.
    pub square: u32,
    /// Width of the strip around the field in pixels.
    pub margin: u32,
}

/// The quad has no area, is not convex, or is not finite.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the four corners {0:?} do not span a convex quadrilateral, clockwise from the top left")]
pub struct DegenerateQuad(pub Quad);

/// How many samples a side are averaged for one pixel of the result.
const SUPERSAMPLE: u32 = 2;

/// Squares up the board inside `quad` (corners of the 8×8 field, clockwise from the top left).
///
/// Shrinking averages over areas, so that hatching and halftone become an even gray instead of
/// aliasing into shapes.
///
/// # Errors
/// [`DegenerateQuad`] when the corners do not span a convex area.
pub fn rectify(
    picture: &Picture,
    quad: &Quad,
    params: &RectifyParams,
) -> Result<RectifiedBoard, DegenerateQuad> {
    if !quad.is_convex() {
        return Err(DegenerateQuad(*quad));
    }
    let side = 8 * params.square + 2 * params.margin;
    let offset = params.margin as f32 / params.square as f32;
    let to_picture = Homography::board_to_picture(quad).ok_or(DegenerateQuad(*quad))?;
    let (source, left, top, scale) = shrunk_surroundings(picture, &to_picture, offset, params);
    let pixel = 1.0 / (params.square * SUPERSAMPLE) as f32;
    // Single precision is a hundredth of a pixel here.
    let h = to_picture.0.map(|v| v as f32);
    let mut sums = vec![0.0f32; (side * side) as usize];
    for line in 0..side * SUPERSAMPLE {
        let y = (line as f32 + 0.5) * pixel - offset;
        let start = [1, 4, 7].map(|i| h[i] * y + h[i + 1]);
        let row = (line / SUPERSAMPLE * side) as usize;
        for (column, sum) in sums[row..row + side as usize].iter_mut().enumerate() {
            for s in 0..SUPERSAMPLE {
                let x = ((column as u32 * SUPERSAMPLE + s) as f32 + 0.5) * pixel - offset;
                let w = 1.0 / (h[6] * x + start[2]);
                *sum += gray_between(
                    &source,
                    Point::new(
                        ((h[0] * x + start[0]) * w - left) / scale.0,
                        ((h[3] * x + start[1]) * w - top) / scale.1,
                    ),
                );
            }
        }
    }
    let share = 1.0 / (SUPERSAMPLE * SUPERSAMPLE) as f32;
    Ok(RectifiedBoard {
        image: GrayImage::from_fn(side, side, |x, y| {
            Luma([(sums[(y * side + x) as usize] * share).round() as u8])
        }),
        square: params.square,
        margin: params.margin,
    })
}

/// The board's surroundings, shrunk by area averaging until one of its pixels is about one
/// sample of the result; with its left and top edge and its scale (picture pixels a pixel).
fn shrunk_surroundings(
    picture: &Picture,
    to_picture: &Homography,
    offset: f32,
    params: &RectifyParams,
) -> (GrayImage, f32, f32, (f32, f32)) {
    let gray = picture.gray();
    let outer = Quad::rect(-offset, -offset, 8.0 + 2.0 * offset, 8.0 + 2.0 * offset);
    let bounds = Quad(outer.0.map(|p| to_picture.apply(p))).bounds();
    let limit = |v: f32, end: u32| (v.clamp(0.0, end as f32)) as u32;
    let (w, h) = gray.dimensions();
    let left = limit(bounds[0].floor() - 2.0, w - 1);
    let top = limit(bounds[1].floor() - 2.0, h - 1);
    let width = limit(bounds[2].ceil() + 2.0, w).max(left + 1) - left;
    let height = limit(bounds[3].ceil() + 2.0, h).max(top + 1) - top;

    let shortest = to_picture
        .board_quad()
        .sides()
        .into_iter()
        .fold(f32::INFINITY, f32::min);
    let factor = shortest / (8 * params.square * SUPERSAMPLE) as f32;
    let target = |n: u32| ((n as f32 / factor.max(1.0)).round() as u32).max(1);
    let (tw, th) = (target(width), target(height));
    let shrunk = (tw < width || th < height)
        .then(|| {
            let part = [left, top, width, height].map(f64::from);
            resample::gray(gray, part, tw, th, FilterType::Box)
        })
        .flatten();
    match shrunk {
        Some(image) => (
            image,
            left as f32,
            top as f32,
            (width as f32 / tw as f32, height as f32 / th as f32),
        ),
        None => (
            image::imageops::crop_imm(gray, left, top, width, height).to_image(),
            left as f32,
            top as f32,
            (1.0, 1.0),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// A chequered field of `square` pixels a square with its corner at (40, 30).
    fn board(square: u32) -> Picture {
        Picture::new(RgbImage::from_fn(
            8 * square + 100,
            8 * square + 90,
            |x, y| {
                let (bx, by) = (
                    (x as i32 - 40).div_euclid(square as i32),
                    (y as i32 - 30).div_euclid(square as i32),
                );
                let inside = (0..8).contains(&bx) && (0..8).contains(&by);
                Rgb([if inside && (bx + by) % 2 == 1 {
                    60
                } else {
                    250
                }; 3])
            },
        ))
    }

    #[test]
    fn squares_land_on_the_grid_at_every_size() {
        for square in [12, 26, 40, 97] {
            let quad = Quad::rect(40.0, 30.0, 8.0 * square as f32, 8.0 * square as f32);
            let params = RectifyParams::default();
            let r = rectify(&board(square), &quad, &params).unwrap();
            assert_eq!(r.image.dimensions(), (214, 214));
            for k in 0..64 {
                let (row, col) = (k / 8, k % 8);
                let x = params.margin + col * params.square + params.square / 2;
                let y = params.margin + row * params.square + params.square / 2;
                let expected = if (row + col) % 2 == 1 { 60 } else { 250 };
                let found = r.image.get_pixel(x, y).0[0];
                assert!(
                    found.abs_diff(expected) < 3,
                    "{square} px, square {k}: {found}"
                );
            }
        }
    }

    #[test]
    fn an_edge_lands_between_two_pixels() {
        let quad = Quad::rect(40.0, 30.0, 8.0 * 26.0, 8.0 * 26.0);
        let r = rectify(&board(26), &quad, &RectifyParams::default()).unwrap();
        let row: Vec<u8> = (r.margin + 24..r.margin + 28)
            .map(|x| r.image.get_pixel(x, r.margin + 13).0[0])
            .collect();
        assert!(
            row[0] > 240 && row[1] > 180 && row[2] < 130 && row[3] < 70,
            "{row:?}"
        );
    }

    #[test]
    fn a_degenerate_quad_is_an_error() {
        let line = Quad([Point::new(10.0, 10.0); 4]);
        assert!(rectify(&board(12), &line, &RectifyParams::default()).is_err());
        let nan = Quad([Point::new(f32::NAN, 0.0); 4]);
        assert!(rectify(&board(12), &nan, &RectifyParams::default()).is_err());
    }
}
