//! Squares up one board: picture and quad in, straight 8×8 field out.

use crate::{Homography, Lattice, Picture, Point, Quad, picture::gray_between, resample};
use fast_image_resize::FilterType;
use image::{GrayImage, Luma, imageops};

/// How a board is squared up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectifyParams {
    /// Side of a square in the result, in pixels. Default 32, that of the tiles the classifier reads.
    pub square: u32,
    /// Width of the strip kept around the field on each side, in pixels. Default 0: the tiles show none of it, and each
    /// pixel more costs time on every board.
    pub margin: u32,
}

impl Default for RectifyParams {
    fn default() -> Self {
        Self {
            square: 32,
            margin: 0,
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

impl RectifiedBoard {
    /// Gray level of a pixel; of one outside that of the nearest, and 0 of an image without any.
    pub(crate) fn level(&self, x: u32, y: u32) -> u8 {
        let last = |n: u32| n.saturating_sub(1);
        let (x, y) = (
            x.min(last(self.image.width())),
            y.min(last(self.image.height())),
        );
        self.image.get_pixel_checked(x, y).map_or(0, |p| p.0[0])
    }

    /// The board as it would be from [`Quad::turned`](crate::Quad::turned): the corner `quarters`
    /// places further clockwise comes to the top left.
    #[must_use]
    pub fn turned(&self, quarters: usize) -> Self {
        Self {
            image: match quarters % 4 {
                1 => imageops::rotate270(&self.image),
                2 => imageops::rotate180(&self.image),
                3 => imageops::rotate90(&self.image),
                _ => self.image.clone(),
            },
            ..*self
        }
    }
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
    let to_picture = Homography::board_to_picture(quad).ok_or(DegenerateQuad(*quad))?;
    // Single precision is a hundredth of a pixel here.
    let h = to_picture.0.map(|v| v as f32);
    let row = |y: f32| {
        let start = [1, 4, 7].map(|i| h[i] * y + h[i + 1]);
        move |x: f32| {
            let w = 1.0 / (h[6] * x + start[2]);
            Point::new((h[0] * x + start[0]) * w, (h[3] * x + start[1]) * w)
        }
    };
    Ok(squared(picture, row, params))
}

/// Squares up a board whose lattice is bent, as on a curled page: each square for itself.
pub fn rectify_bent(
    picture: &Picture,
    lattice: &Lattice,
    params: &RectifyParams,
) -> RectifiedBoard {
    let row = |y: f32| {
        let j = y.clamp(0.0, 7.0) as usize;
        let v = y - j as f32;
        move |x: f32| {
            // Outside the field its outermost squares go on.
            let i = x.clamp(0.0, 7.0) as usize;
            let u = x - i as f32;
            let above = lattice[j][i].lerp(lattice[j][i + 1], u);
            above.lerp(lattice[j + 1][i].lerp(lattice[j + 1][i + 1], u), v)
        }
    };
    squared(picture, row, params)
}

/// Samples the board; `row(y)(x)` is the picture's point at a place on the board.
fn squared<R: Fn(f32) -> Point>(
    picture: &Picture,
    row: impl Fn(f32) -> R,
    params: &RectifyParams,
) -> RectifiedBoard {
    let side = 8 * params.square + 2 * params.margin;
    if picture.width() == 0 || picture.height() == 0 {
        return RectifiedBoard {
            image: GrayImage::new(side, side),
            square: params.square,
            margin: params.margin,
        };
    }
    let offset = params.margin as f32 / params.square as f32;
    let end = 8.0 + offset;
    let corners = |low: f32, high: f32| {
        Quad([(low, low), (high, low), (high, high), (low, high)].map(|(x, y)| row(y)(x)))
    };
    let sides = corners(0.0, 8.0).sides();
    let shortest = sides.into_iter().fold(f32::INFINITY, f32::min);
    let factor = shortest / (8 * params.square * SUPERSAMPLE) as f32;
    let (source, left, top, scale) = shrunk_surroundings(picture, &corners(-offset, end), factor);
    let pixel = 1.0 / (params.square * SUPERSAMPLE) as f32;
    let mut sums = vec![0.0f32; (side * side) as usize];
    for line in 0..side * SUPERSAMPLE {
        let at = row((line as f32 + 0.5) * pixel - offset);
        let start = (line / SUPERSAMPLE * side) as usize;
        for (column, sum) in sums[start..start + side as usize].iter_mut().enumerate() {
            for s in 0..SUPERSAMPLE {
                let x = ((column as u32 * SUPERSAMPLE + s) as f32 + 0.5) * pixel - offset;
                let p = at(x);
                let p = Point::new((p.x - left) / scale.0, (p.y - top) / scale.1);
                *sum += gray_between(&source, p);
            }
        }
    }
    let share = 1.0 / (SUPERSAMPLE * SUPERSAMPLE) as f32;
    RectifiedBoard {
        image: GrayImage::from_fn(side, side, |x, y| {
            Luma([(sums[(y * side + x) as usize] * share).round() as u8])
        }),
        square: params.square,
        margin: params.margin,
    }
}

/// The surroundings of a board that lies, with its margin, in `outer`, shrunk by area averaging so
/// that one of its pixels is `factor` picture pixels, about one sample of the result; with its left
/// and top edge and its scale (picture pixels a pixel).
pub(crate) fn shrunk_surroundings(
    picture: &Picture,
    outer: &Quad,
    factor: f32,
) -> (GrayImage, f32, f32, (f32, f32)) {
    let gray = picture.gray();
    let bounds = outer.bounds();
    let limit = |v: f32, end: u32| (v.clamp(0.0, end as f32)) as u32;
    let (w, h) = gray.dimensions();
    let left = limit(bounds[0].floor() - 2.0, w - 1);
    let top = limit(bounds[1].floor() - 2.0, h - 1);
    let width = limit(bounds[2].ceil() + 2.0, w).max(left + 1) - left;
    let height = limit(bounds[3].ceil() + 2.0, h).max(top + 1) - top;

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
            imageops::crop_imm(gray, left, top, width, height).to_image(),
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

    #[test]
    fn what_a_caller_made_wrong_is_no_panic() {
        let nothing = Picture::new(RgbImage::new(0, 0));
        let quad = Quad::rect(0.0, 0.0, 80.0, 80.0);
        assert!(rectify(&nothing, &quad, &RectifyParams::default()).is_ok());
        assert!(crate::tinted(&nothing, &quad).is_empty());
        assert!(crate::mover_mark(&nothing, &quad).is_none());
        let windows = crate::LabelWindows::new(&nothing, &quad).unwrap();
        assert!(windows.cut(0, 0).is_none());
        for (side, square) in [(0, 0), (0, 26), (9, 26), (90, 0), (90, 1)] {
            let board = RectifiedBoard {
                image: GrayImage::new(side, side),
                square,
                margin: 3,
            };
            crate::slice(&board);
            crate::tones::light_first(&board);
        }
    }

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
            let side = 8 * params.square + 2 * params.margin;
            assert_eq!(r.image.dimensions(), (side, side));
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
        let params = RectifyParams::default();
        let quad = Quad::rect(
            40.0,
            30.0,
            8.0 * params.square as f32,
            8.0 * params.square as f32,
        );
        let r = rectify(&board(params.square), &quad, &params).unwrap();
        let edge = r.margin + r.square;
        let row: Vec<u8> = (edge - 2..edge + 2)
            .map(|x| r.image.get_pixel(x, r.margin + r.square / 2).0[0])
            .collect();
        assert!(
            row[0] > 240 && row[1] > 180 && row[2] < 130 && row[3] < 70,
            "{row:?}"
        );
    }

    #[test]
    fn a_bent_lattice_that_is_straight_gives_the_same_board() {
        let picture = board(30);
        let quad = Quad::rect(40.0, 30.0, 240.0, 240.0);
        let lattice = std::array::from_fn(|r| {
            std::array::from_fn(|c| Point::new(40.0 + 30.0 * c as f32, 30.0 + 30.0 * r as f32))
        });
        let params = RectifyParams::default();
        let bent = rectify_bent(&picture, &lattice, &params);
        let straight = rectify(&picture, &quad, &params).unwrap();
        let most = bent.image.pixels().zip(straight.image.pixels());
        assert!(most.map(|(a, b)| a.0[0].abs_diff(b.0[0])).max() <= Some(1));
    }

    #[test]
    fn a_turned_board_is_that_of_the_turned_corners() {
        let picture = Picture::new(RgbImage::from_fn(300, 280, |x, y| {
            Rgb([(x * 7 / 10) as u8, 0, (y * 8 / 10) as u8])
        }));
        let quad = Quad::rect(40.0, 30.0, 208.0, 208.0);
        let params = RectifyParams::default();
        let upright = rectify(&picture, &quad, &params).unwrap();
        for quarters in 0..4 {
            let (a, b) = (
                upright.turned(quarters),
                rectify(&picture, &quad.turned(quarters), &params).unwrap(),
            );
            let differ = a.image.iter().zip(b.image.iter());
            assert!(
                differ.clone().all(|(a, b)| a.abs_diff(*b) <= 1),
                "{quarters}"
            );
        }
    }

    #[test]
    fn a_degenerate_quad_is_an_error() {
        let line = Quad([Point::new(10.0, 10.0); 4]);
        assert!(rectify(&board(12), &line, &RectifyParams::default()).is_err());
        let nan = Quad([Point::new(f32::NAN, 0.0); 4]);
        assert!(rectify(&board(12), &nan, &RectifyParams::default()).is_err());
    }
}
