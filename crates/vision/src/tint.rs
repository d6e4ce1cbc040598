//! Squares whose ground has another colour than the others of their kind: the marks of a last move.

use crate::{Homography, Picture, Point, Quad, geometry::solve};
use std::array;

/// Where in a square's corners its ground is looked at, in squares from the corner: beyond grid
/// lines and what the fit is off, and where men seldom reach.
const CORNER: [f32; 3] = [0.07, 0.13, 0.19];

/// Least distance in colour of a tinted square from its kind, in levels (the length of the RGB
/// difference): sites tint by 40 and more, noise and JPEG move a corner by 5.
const LEAST: f32 = 14.0;

/// Least distance as a multiple of what is usual on this board, so that grained and badly lit
/// boards need more. With 4, 9 more of 146 boards with a last move had a third square.
const UNUSUAL: f32 = 5.0;

/// Squares tinted less than this share of the second most tinted one are not: shadows of men. With
/// 0.5, 3 more of 281 boards with a last move had a third square.
const FAINT: f32 = 0.6;

/// How much of a difference in brightness the grain of the squares explains, as a multiple of its
/// standard deviation: without it, hatched squares passed for tinted on 9 of 2,400 boards. With 3
/// no fewer do.
const GRAIN: f32 = 2.0;

/// The tinted squares of the board at `quad` in image order, most clearly tinted first. Nothing
/// where the squares' grounds differ too much to tell.
///
/// Each square is compared with what its 31 fellows of the same kind make expect at its place: light
/// that falls off over the board counts as such. It counts as far off as that of its four corners
/// which is nearest: a tint fills a square, men, arrows and labels leave a corner free.
pub fn tinted(picture: &Picture, quad: &Quad) -> Vec<usize> {
    let Some(h) = Homography::board_to_picture(quad) else {
        return Vec::new();
    };
    if picture.width() == 0 || picture.height() == 0 {
        return Vec::new();
    }
    let corners: Vec<[Corner; 4]> = (0..64).map(|k| corners(picture, &h, k)).collect();
    let mut distance = [0.0f32; 64];
    for kind in 0..2 {
        let squares: Vec<usize> = (0..64).filter(|k| (k / 8 + k % 8) % 2 == kind).collect();
        let usual: [Vec<f32>; 3] = array::from_fn(|channel| {
            let values: Vec<f32> = squares
                .iter()
                .map(|&k| middle(corners[k].map(|c| c.rgb[channel])))
                .collect();
            plane(&squares, &values)
        });
        let mut grain: Vec<f32> = squares
            .iter()
            .flat_map(|&k| corners[k].map(|c| c.grain))
            .collect();
        grain.sort_by(f32::total_cmp);
        let explained = GRAIN * grain[grain.len() / 2];
        for (i, &k) in squares.iter().enumerate() {
            let off = |corner: &Corner| {
                let d: [f32; 3] = array::from_fn(|c| corner.rgb[c] - usual[c][i]);
                let brightness = d.iter().sum::<f32>() / 3.0;
                let colour: f32 = d.iter().map(|v| (v - brightness).powi(2)).sum();
                let unexplained = (brightness.abs() - explained).max(0.0);
                (colour + 3.0 * unexplained.powi(2)).sqrt()
            };
            distance[k] = corners[k].iter().map(off).fold(f32::INFINITY, f32::min);
        }
    }
    let mut sorted = distance;
    sorted.sort_by(|a, b| b.total_cmp(a));
    let least = LEAST.max(UNUSUAL * sorted[32]).max(FAINT * sorted[1]);
    let mut found: Vec<usize> = (0..64).filter(|&k| distance[k] > least).collect();
    found.sort_by(|&a, &b| distance[b].total_cmp(&distance[a]));
    found
}

/// The ground in a corner of a square, from nine places in it.
#[derive(Clone, Copy, Debug)]
struct Corner {
    /// Medians, each channel by itself.
    rgb: [f32; 3],
    /// Standard deviation of the brightness.
    grain: f32,
}

/// The four corners of square `k` (image order).
fn corners(picture: &Picture, h: &Homography, k: usize) -> [Corner; 4] {
    let image = picture.rgb();
    let (w, d) = (image.width() as f32 - 1.0, image.height() as f32 - 1.0);
    array::from_fn(|corner| {
        let along = |t: f32, far: bool| if far { 1.0 - t } else { t };
        let samples: [[u8; 3]; 9] = array::from_fn(|i| {
            let p = h.apply(Point::new(
                (k % 8) as f32 + along(CORNER[i % 3], corner % 2 == 1),
                (k / 8) as f32 + along(CORNER[i / 3], corner / 2 == 1),
            ));
            image
                .get_pixel(p.x.clamp(0.0, w) as u32, p.y.clamp(0.0, d) as u32)
                .0
        });
        let rgb = array::from_fn(|c| {
            let mut channel = samples.map(|s| s[c]);
            channel.sort_unstable();
            f32::from(channel[4])
        });
        let brightness = samples.map(|s| s.iter().map(|&v| f32::from(v)).sum::<f32>() / 3.0);
        let mean = brightness.iter().sum::<f32>() / 9.0;
        let variance = brightness.iter().map(|b| (b - mean).powi(2)).sum::<f32>() / 9.0;
        Corner {
            rgb,
            grain: variance.sqrt(),
        }
    })
}

/// The mean of the two middle ones of four values.
fn middle(mut values: [f32; 4]) -> f32 {
    values.sort_by(f32::total_cmp);
    (values[1] + values[2]) / 2.0
}

/// The plane through most of the values, at each of the squares: fitted to all, then twice to the
/// nearer three quarters.
fn plane(squares: &[usize], values: &[f32]) -> Vec<f32> {
    let place = |k: usize| [1.0, (k % 8) as f32 - 3.5, (k / 8) as f32 - 3.5];
    let mut used: Vec<usize> = (0..squares.len()).collect();
    let mut fitted = values.to_vec();
    for _ in 0..3 {
        let (mut a, mut b) = ([[0.0; 3]; 3], [0.0; 3]);
        for &i in &used {
            let p = place(squares[i]);
            for r in 0..3 {
                for c in 0..3 {
                    a[r][c] += f64::from(p[r] * p[c]);
                }
                b[r] += f64::from(p[r] * values[i]);
            }
        }
        let plane = solve(a, b).unwrap_or([0.0; 3]).map(|v| v as f32);
        for (f, &k) in fitted.iter_mut().zip(squares) {
            let p = place(k);
            *f = (0..3).map(|c| plane[c] * p[c]).sum();
        }
        let off = |i: usize| (values[i] - fitted[i]).abs();
        let mut order: Vec<usize> = (0..squares.len()).collect();
        order.sort_by(|&a, &b| off(a).total_cmp(&off(b)));
        order.truncate(3 * squares.len() / 4);
        used = order;
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// A board of 20 pixels a square, darker to the right by `slope` levels a square, with discs
    /// on some squares and a tint on those of `marked`.
    fn board(slope: f32, marked: &[usize]) -> (Picture, Quad) {
        let image = RgbImage::from_fn(180, 180, |x, y| {
            let (bx, by) = (x.saturating_sub(10).min(159), y.saturating_sub(10).min(159));
            let (column, row) = (bx / 20, by / 20);
            let k = (8 * row + column) as usize;
            let (dx, dy) = (bx as i32 % 20 - 10, by as i32 % 20 - 10);
            if k.is_multiple_of(3) && dx * dx + dy * dy < 50 {
                return Rgb([20; 3]);
            }
            let mut rgb = if (column + row) % 2 == 0 {
                [240.0, 217.0, 181.0]
            } else {
                [181.0, 136.0, 99.0]
            };
            if marked.contains(&k) {
                rgb = [rgb[0] * 0.6 + 62.0, rgb[1] * 0.6 + 80.0, rgb[2] * 0.6];
            }
            Rgb(rgb.map(|v| (v - slope * column as f32) as u8))
        });
        (Picture::new(image), Quad::rect(10.0, 10.0, 160.0, 160.0))
    }

    #[test]
    fn hatched_squares_that_come_out_darker_are_not_tinted() {
        let hatched = |marked: &[usize], tint: [f32; 3]| {
            let image = RgbImage::from_fn(180, 180, |x, y| {
                let (bx, by) = (x.saturating_sub(10).min(159), y.saturating_sub(10).min(159));
                let k = (8 * (by / 20) + bx / 20) as usize;
                let dark = (bx / 20 + by / 20) % 2 == 1;
                let line = dark && (bx + by) % 5 < if marked.contains(&k) { 3 } else { 2 };
                let tint = if marked.contains(&k) { tint } else { [1.0; 3] };
                Rgb(tint.map(|t| (if line { 140.0 } else { 240.0 } * t) as u8))
            });
            tinted(&Picture::new(image), &Quad::rect(10.0, 10.0, 160.0, 160.0))
        };
        assert!(hatched(&[1, 17], [1.0; 3]).is_empty());
        let mut yellow = hatched(&[1, 17], [1.0, 1.0, 0.3]);
        yellow.sort_unstable();
        assert_eq!(yellow, [1, 17]);
    }

    #[test]
    fn tinted_squares_are_found_under_men_and_in_uneven_light() {
        for slope in [0.0, 8.0] {
            for marked in [vec![], vec![12, 28], vec![0, 9], vec![3, 40, 41]] {
                let (picture, quad) = board(slope, &marked);
                let mut found = tinted(&picture, &quad);
                found.sort_unstable();
                assert_eq!(found, marked, "slope {slope}");
            }
        }
    }
}
