//! Inputs for the net: a part of the picture letterboxed, or one board roughly squared up.

use super::net::CELL;
use crate::{Homography, Picture, Point, Quad, picture::rgb_between, resample};
use fast_image_resize::FilterType;
use image::{Rgb, RgbImage};
use ndarray::Array4;

/// Rim of paper around the picture in a view, in pixels: boards that touch the picture's edge
/// need some. The net was trained with 4 to 24.
const RIM: u32 = 16;

/// A picture longer than this share of its other side gets the oblong input: it fills more of it.
const OBLONG: f32 = 1.25;

/// Side of the input for a part of the picture.
const PART: u32 = 320;

/// Side of the input for one board.
pub(crate) const CROP: u32 = 256;

/// Pixels a square in the input for one board, as in training; leaves 1.1 squares around the field.
const CROP_SQUARE: f32 = 25.0;

/// Least deviation that an input is divided by, in gray levels, as in training: the noise of a
/// blank picture must not become shapes.
const LEAST_DEVIATION: f32 = 4.0;

/// An input for the net and the way from its maps' cells to picture pixels.
pub(crate) struct View {
    pub input: Array4<f32>,
    pub to_picture: Homography,
    /// Colour that stands for paper around the picture.
    pub paper: Rgb<u8>,
}

impl View {
    /// A quad of cells in pixels of the picture.
    pub fn in_picture(&self, cells: &Quad) -> Quad {
        Quad(cells.0.map(|p| self.to_picture.apply(p)))
    }
}

/// The part `[left, top, width, height]` of the picture, as large as it fits, on paper; what is not the whole has a
/// smaller input.
pub(crate) fn letterbox(picture: &Picture, part: [u32; 4]) -> Option<View> {
    let [left, top, width, height] = part;
    let aspect = width as f32 / height as f32;
    let whole = (width, height) == (picture.width(), picture.height());
    let (w, h) = if !whole {
        (PART, PART)
    } else if aspect > OBLONG {
        (448, 320)
    } else if aspect < 1.0 / OBLONG {
        (320, 448)
    } else {
        (448, 448)
    };
    let scale = ((w - 2 * RIM) as f32 / width as f32).min((h - 2 * RIM) as f32 / height as f32);
    let fit = |n: u32| ((n as f32 * scale).round() as u32).max(1);
    let (tw, th) = (fit(width).min(w), fit(height).min(h));
    let small = resize(picture.rgb(), part.map(f64::from), tw, th)?;
    let paper = edge_colour(&small);
    let mut canvas = RgbImage::from_pixel(w, h, paper);
    let (x, y) = ((w - tw) / 2, (h - th) / 2);
    image::imageops::replace(&mut canvas, &small, i64::from(x), i64::from(y));
    let (sx, sy) = (
        f64::from(width) / f64::from(tw),
        f64::from(height) / f64::from(th),
    );
    let cell = CELL as f64;
    Some(View {
        input: normalised(&canvas),
        to_picture: scaling(
            (sx * cell, sy * cell),
            (
                f64::from(left) - f64::from(x) * sx,
                f64::from(top) - f64::from(y) * sy,
            ),
        ),
        paper,
    })
}

/// The board inside `quad` squared up, with 1.1 squares of its surroundings.
pub(crate) fn crop(picture: &Picture, quad: &Quad, paper: Rgb<u8>) -> Option<View> {
    let to_picture = Homography::board_to_picture(quad)?;
    let around = (CROP as f32 / CROP_SQUARE - 8.0) / 2.0;
    let pixel = 1.0 / CROP_SQUARE;
    let outer = Quad::rect(-around, -around, 8.0 + 2.0 * around, 8.0 + 2.0 * around);
    let bounds = Quad(outer.0.map(|p| to_picture.apply(p))).bounds();
    if bounds.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let (w, h) = (picture.width(), picture.height());
    let limit = |v: f32, end: u32| v.clamp(0.0, end as f32) as u32;
    let (left, top) = (limit(bounds[0] - 3.0, w - 1), limit(bounds[1] - 3.0, h - 1));
    let width = limit(bounds[2] + 3.0, w).max(left + 1) - left;
    let height = limit(bounds[3] + 3.0, h).max(top + 1) - top;

    let longest = quad.sides().into_iter().fold(0.0, f32::max);
    let shrink = (longest / (8.0 * CROP_SQUARE) / 1.25).max(1.0);
    let target = |n: u32| ((n as f32 / shrink).round() as u32).max(1);
    let (tw, th) = (target(width), target(height));
    let part = [left, top, width, height].map(f64::from);
    let source = resize(picture.rgb(), part, tw, th)?;
    let (sx, sy) = (
        f64::from(tw) / f64::from(width),
        f64::from(th) / f64::from(height),
    );
    let (x, y) = (-sx * f64::from(left), -sy * f64::from(top));
    let to_source = scaling((sx, sy), (x, y)).after(&to_picture);
    let canvas = RgbImage::from_fn(CROP, CROP, |x, y| {
        let on_board = |v: u32| (v as f32 + 0.5) * pixel - around;
        let p = to_source.apply(Point::new(on_board(x), on_board(y)));
        let level = |v: f32| (v + 0.5) as u8;
        let within = |v: f32, end: u32| (0.0..end as f32).contains(&v);
        if within(p.x, tw) && within(p.y, th) {
            let [r, g, b] = rgb_between(&source, p);
            Rgb([level(r), level(g), level(b)])
        } else {
            paper
        }
    });
    let cells = f64::from(CELL as f32 * pixel);
    let offset = f64::from(around);
    Some(View {
        input: normalised(&canvas),
        to_picture: to_picture.after(&scaling((cells, cells), (-offset, -offset))),
        paper,
    })
}

/// Multiplies by a scale each way, then moves by an offset each way.
fn scaling((sx, sy): (f64, f64), (x, y): (f64, f64)) -> Homography {
    Homography([sx, 0.0, x, 0.0, sy, y, 0.0, 0.0, 1.0])
}

/// The part `[left, top, width, height]` at another size, by area averaging when it shrinks.
fn resize(image: &RgbImage, part: [f64; 4], to_width: u32, to_height: u32) -> Option<RgbImage> {
    let [_, _, width, height] = part;
    if (f64::from(to_width), f64::from(to_height)) == (width, height) {
        let [x, y, w, h] = part.map(|v| v as u32);
        return Some(image::imageops::crop_imm(image, x, y, w, h).to_image());
    }
    resample::rgb(image, part, to_width, to_height, FilterType::Bilinear)
}

/// Median of the outermost pixels, each channel for itself.
pub(super) fn edge_colour(image: &RgbImage) -> Rgb<u8> {
    let (w, h) = image.dimensions();
    let rows = (0..w).flat_map(|x| [(x, 0), (x, h - 1)]);
    let columns = (0..h).flat_map(|y| [(0, y), (w - 1, y)]);
    let edge: Vec<[u8; 3]> = rows
        .chain(columns)
        .map(|(x, y)| image.get_pixel(x, y).0)
        .collect();
    Rgb(std::array::from_fn(|c| {
        let mut values: Vec<u8> = edge.iter().map(|p| p[c]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    }))
}

/// Shape `[1, 3, H, W]`: minus the mean of all values, divided by their deviation.
fn normalised(image: &RgbImage) -> Array4<f32> {
    let (w, h) = image.dimensions();
    let raw = image.as_raw();
    let (sum, squares) = raw.iter().fold((0u64, 0u64), |(s, q), &v| {
        (s + u64::from(v), q + u64::from(v) * u64::from(v))
    });
    let n = raw.len().max(1) as f64;
    let mean = sum as f64 / n;
    let deviation = (squares as f64 / n - mean * mean).max(0.0).sqrt() as f32;
    let (mean, scale) = (mean as f32, 1.0 / deviation.max(LEAST_DEVIATION));
    let plane = (w * h) as usize;
    let mut values = vec![0.0f32; 3 * plane];
    for (k, pixel) in raw.chunks_exact(3).enumerate() {
        for c in 0..3 {
            values[c * plane + k] = (f32::from(pixel[c]) - mean) * scale;
        }
    }
    Array4::from_shape_vec((1, 3, h as usize, w as usize), values).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_leads_back_to_the_picture() {
        let picture = Picture::new(RgbImage::from_fn(1000, 700, |x, y| {
            Rgb([(x / 4) as u8, (y / 3) as u8, 9])
        }));
        let view = letterbox(&picture, [0, 0, 1000, 700]).unwrap();
        assert_eq!(view.input.dim(), (1, 3, 320, 448));
        let (tw, th) = (411.0, 288.0);
        let corner = view.to_picture.apply(Point::new(
            ((448.0f32 - tw) / 2.0).floor() / 4.0,
            ((320.0 - th) / 2.0) / 4.0,
        ));
        assert!(corner.distance(Point::new(0.0, 0.0)) < 1e-3, "{corner:?}");
    }

    #[test]
    fn a_part_has_a_smaller_input() {
        let picture = Picture::new(RgbImage::new(1000, 700));
        let view = letterbox(&picture, [300, 200, 288, 288]).unwrap();
        assert_eq!(view.input.dim(), (1, 3, 320, 320));
        // A pixel of the part is one of the look: its first lies beyond the rim.
        let rim = RIM as f32 / CELL as f32;
        let corner = view.to_picture.apply(Point::new(rim, rim));
        assert!(
            corner.distance(Point::new(300.0, 200.0)) < 1e-3,
            "{corner:?}"
        );
    }

    #[test]
    fn a_crop_holds_the_field_in_its_middle() {
        let quad = Quad::rect(40.0, 30.0, 500.0, 500.0);
        let picture = Picture::new(RgbImage::from_fn(600, 560, |x, y| {
            let inside = (40..540).contains(&x) && (30..530).contains(&y);
            Rgb([if inside { 0 } else { 255 }; 3])
        }));
        let view = crop(&picture, &quad, Rgb([255; 3])).unwrap();
        let at = |x: usize, y: usize| view.input[[0, 1, y, x]];
        assert!(at(27, 128) > 1.0 && at(28, 128) < -0.5, "left edge");
        assert!(at(128, 227) < -0.5 && at(128, 228) > 1.0, "bottom edge");
        let back = view.to_picture.apply(Point::new(7.0, 7.0));
        assert!(back.distance(Point::new(40.0, 30.0)) < 1e-2, "{back:?}");
    }
}
