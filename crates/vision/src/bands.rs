//! Takes out the bands that scanners and failing copiers leave across a page.

use crate::{Picture, detect::median};
use image::RgbImage;

/// Lines of samples across the bands, of which each band's level is the median: ink and boards cover fewer than half.
const SAMPLES: usize = 48;

/// About so many lines tell whether there are bands at all; a large picture's are looked at in steps.
const LINES: usize = 512;

/// Smaller pictures are taken as they are, in pixels: they are no pages.
const LEAST_SIDE: u32 = 64;

/// Bands are seen against the mean of as many lines on each side as this share of the picture: those of a board's
/// squares are wider, so that only what is narrower than them is taken out.
const AROUND: f32 = 1.0 / 32.0;

/// Added to a level before its logarithm, in levels: keeps the noise of black from counting for much.
const FLOOR: f32 = 8.0;

// What bands are was set on 316 labelled pictures, one of which has some, and on 160 drawn pages, clear and dimmed, four of
// ten of these with bands: of the dimmed ones 49 pass, of all others the one.

/// Least root mean square of the bands, as a part of the light, that is worth a change: a faint board's squares
/// differ by about as much.
const LEAST: f32 = 0.02;

/// Least median of the bands' sizes, as a share of their root mean square. Bands are everywhere, as sines
/// (0.9) or at random (0.67); what is printed leaves most of the lines alone.
const EVERYWHERE: f32 = 0.5;

/// Least correlation of the bands as any two quarters of the lines show them.
const AGREE: f32 = 0.6;

/// This share of the samples, more than half of them, lies within the bands' size of its line's band: boards in rows
/// and columns agree along lines, but alternate within each.
const ALONG: f32 = 0.6;

/// The light of a line is that of paper: this share of its samples is darker. Of a board's light squares, too.
const PAPER: f32 = 0.8;

/// Shade is evened out up to this, as a logarithm: to a quarter of the light; what is darker is too coarse to be lit.
const MOST_SHADE: f32 = 1.4;

/// The picture without bands along its rows or columns; most pictures have none and come back as they are.
///
/// A band is what the lines beside it are not: the median, along the line, of the logarithm of the light less
/// its mean over nearby lines ("destriping", as for the lines of a scanning satellite's sensor). Where there are any,
/// the shade along rows and columns, that of a lamp or of the spine, is evened out too.
pub fn without_bands(picture: Picture) -> Picture {
    let Some(bands) = Bands::of(&picture) else {
        return picture;
    };
    let mut rgb = picture.into_rgb();
    bands.take_out(&mut rgb);
    Picture::new(rgb)
}

/// Bands and shade of a picture: the logarithm of the light of its rows and of its columns.
#[derive(Clone, Debug)]
pub struct Bands {
    rows: Vec<f32>,
    columns: Vec<f32>,
}

impl Bands {
    /// Of a picture; `None` where there are no bands.
    pub fn of(picture: &Picture) -> Option<Self> {
        let rgb = picture.rgb();
        let (width, height) = rgb.dimensions();
        if width.min(height) < LEAST_SIDE {
            return None;
        }
        let mut light = Self {
            rows: vec![0.0; height as usize],
            columns: vec![0.0; width as usize],
        };
        let axes = [Axis::Rows, Axis::Columns];
        let step = |axis: &Axis| (axis.of((height, width)) as usize / LINES).max(1);
        let found = axes.map(|axis| banded(&relief(&light.left(rgb, axis, step(&axis)))));
        if found == [false, false] {
            return None;
        }
        for (axis, _) in axes.into_iter().zip(found).filter(|(_, found)| *found) {
            let levels: Vec<f32> = relief(&light.left(rgb, axis, 1))
                .iter()
                .map(level)
                .collect();
            let mean = levels.iter().sum::<f32>() / levels.len() as f32;
            light.add(axis, levels.iter().map(|v| v - mean));
        }
        for axis in axes {
            let shade = shade(&light.left(rgb, axis, 1));
            light.add(axis, shade.into_iter());
        }
        Some(light)
    }

    fn add(&mut self, axis: Axis, more: impl Iterator<Item = f32>) {
        let lines = axis.of((&mut self.rows, &mut self.columns));
        lines.iter_mut().zip(more).for_each(|(v, more)| *v += more);
    }

    /// The logarithm of the light at the samples of every `step`-th line, less these.
    fn left(&self, rgb: &RgbImage, axis: Axis, step: usize) -> Vec<Line> {
        let (width, height) = (rgb.width() as usize, rgb.height() as usize);
        let (lines, length) = axis.of(((height, width), (width, height)));
        let logarithms: Vec<f32> = (0..=255u8).map(|v| (f32::from(v) + FLOOR).ln()).collect();
        let raw = rgb.as_raw();
        let at = |x: usize, y: usize| {
            let at = 3 * (y * width + x);
            let sum: usize = raw[at..at + 3].iter().map(|v| usize::from(*v)).sum();
            logarithms[sum / 3] - self.rows[y] - self.columns[x]
        };
        (0..lines)
            .step_by(step)
            .map(|line| {
                std::array::from_fn(|k| {
                    let along = (2 * k + 1) * length / (2 * SAMPLES);
                    let (x, y) = axis.of(((along, line), (line, along)));
                    at(x, y)
                })
            })
            .collect()
    }

    /// Divides the picture's light by these.
    fn take_out(&self, rgb: &mut RgbImage) {
        let gains = |light: &[f32]| -> Vec<f32> { light.iter().map(|v| (-v).exp()).collect() };
        let (rows, columns) = (gains(&self.rows), gains(&self.columns));
        for (x, y, pixel) in rgb.enumerate_pixels_mut() {
            let gain = rows[y as usize] * columns[x as usize];
            for v in &mut pixel.0 {
                *v = ((f32::from(*v) + FLOOR) * gain - FLOOR).round() as u8;
            }
        }
    }
}

/// Which way bands run.
#[derive(Clone, Copy)]
enum Axis {
    Rows,
    Columns,
}

impl Axis {
    /// The one of a pair that belongs to rows or to columns.
    fn of<T>(self, (rows, columns): (T, T)) -> T {
        match self {
            Self::Rows => rows,
            Self::Columns => columns,
        }
    }
}

/// What lies at the samples of a line.
type Line = [f32; SAMPLES];

/// How many lines on each side are around one.
fn around(lines: &[Line]) -> usize {
    ((lines.len() as f32 * AROUND) as usize).max(2)
}

/// The logarithm of the light less its mean over nearby lines.
fn relief(light: &[Line]) -> Vec<Line> {
    // The mean of paper: of what is no darker than the mean with ink.
    let with_ink = means(light, around(light));
    let paper: Vec<Line> = light
        .iter()
        .zip(&with_ink)
        .map(|(line, mean)| std::array::from_fn(|k| line[k].max(mean[k])))
        .collect();
    light
        .iter()
        .zip(means(&paper, around(light)))
        .map(|(line, mean)| std::array::from_fn(|k| line[k] - mean[k]))
        .collect()
}

/// The light of each line, as it changes slowly, less that of the lightest.
fn shade(light: &[Line]) -> Vec<f32> {
    let paper: Vec<Line> = light
        .iter()
        .map(|line| {
            let (mut line, rank) = (*line, (PAPER * SAMPLES as f32) as usize);
            [*line.select_nth_unstable_by(rank, f32::total_cmp).1; SAMPLES]
        })
        .collect();
    let slow = means(&paper, around(light) / 2);
    let lightest = slow.iter().map(|line| line[0]).fold(f32::MIN, f32::max);
    slow.iter()
        .map(|line| (line[0] - lightest).max(-MOST_SHADE))
        .collect()
}

/// Means of each line and as many as `around` on each side.
fn means(lines: &[Line], around: usize) -> Vec<Line> {
    // Sums of all lines before each.
    let mut sums = vec![[0f64; SAMPLES]; lines.len() + 1];
    for (n, line) in lines.iter().enumerate() {
        sums[n + 1] = std::array::from_fn(|k| sums[n][k] + f64::from(line[k]));
    }
    (0..lines.len())
        .map(|n| {
            let (from, to) = (n.saturating_sub(around), (n + around + 1).min(lines.len()));
            std::array::from_fn(|k| ((sums[to][k] - sums[from][k]) / (to - from) as f64) as f32)
        })
        .collect()
}

/// A line's band.
fn level(line: &Line) -> f32 {
    median(&mut line.clone())
}

/// Whether what the lines show are bands.
fn banded(relief: &[Line]) -> bool {
    let levels: Vec<f32> = relief.iter().map(level).collect();
    let squares: f32 = levels.iter().map(|v| v * v).sum();
    let size = (squares / levels.len() as f32).sqrt();
    if size < LEAST {
        return false;
    }
    let mut sizes: Vec<f32> = levels.iter().map(|v| v.abs()).collect();
    if median(&mut sizes) < EVERYWHERE * size {
        return false;
    }
    let along = relief
        .iter()
        .zip(&levels)
        .map(|(line, level)| line.iter().filter(|v| (*v - level).abs() <= size).count());
    if (along.sum::<usize>() as f32) < ALONG * (relief.len() * SAMPLES) as f32 {
        return false;
    }
    let quarters: [Vec<f32>; 4] = std::array::from_fn(|q| {
        let part = q * SAMPLES / 4..(q + 1) * SAMPLES / 4;
        relief
            .iter()
            .map(|line| median(&mut line[part.clone()].to_vec()))
            .collect()
    });
    // Cut, so that a printed line across one quarter does not count for more than a band.
    let cut = |v: &f32| v.clamp(-2.0 * size, 2.0 * size);
    let product =
        |a: &[f32], b: &[f32]| -> f32 { a.iter().zip(b).map(|(a, b)| cut(a) * cut(b)).sum() };
    let agree =
        |a: &[f32], b: &[f32]| product(a, b) >= AGREE * (product(a, a) * product(b, b)).sqrt();
    (0..4).all(|a| (0..a).all(|b| agree(&quarters[a], &quarters[b])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A page with lines of print and a faint board, lit by `light` at each pixel.
    fn page(light: impl Fn(u32, u32) -> f32) -> Picture {
        Picture::new(RgbImage::from_fn(400, 500, |x, y| {
            let print = y < 200 && y % 14 < 6 && (x * 7 + y / 14 * 3) % 11 < 2;
            let (column, row) = (x.wrapping_sub(120) / 20, y.wrapping_sub(260) / 20);
            let dark = column < 8 && row < 8 && (column + row) % 2 == 1;
            let grain = ((x * 31 + y * 17) % 5) as f32 - 2.0;
            let paper = if print {
                40.0
            } else if dark {
                185.0
            } else {
                200.0
            };
            Rgb([(light(x, y) * paper + grain).round() as u8; 3])
        }))
    }

    /// Root mean square of the difference of gray levels.
    fn difference(a: &Picture, b: &Picture) -> f32 {
        let (a, b) = (a.rgb().as_raw(), b.rgb().as_raw());
        let squares: f32 = a
            .iter()
            .zip(b)
            .map(|(a, b)| (f32::from(*a) - f32::from(*b)).powi(2))
            .sum();
        (squares / a.len() as f32).sqrt()
    }

    #[test]
    fn bands_across_a_page_go_and_what_is_printed_stays() {
        let band = |line: u32| 0.8 * (1.0 + 0.12 * (line as f32 * 0.6).sin());
        let even = page(|_, _| 0.8);
        for (name, banded) in [
            ("rows", page(|_, y| band(y))),
            ("columns", page(|x, _| band(x))),
            ("both", page(|x, y| band(x) * band(y) / 0.8)),
        ] {
            let before = difference(&banded, &even);
            let after = difference(&without_bands(banded), &even);
            assert!(after < 0.25 * before, "{name}: {before} and {after}");
        }
    }

    #[test]
    fn a_picture_without_bands_comes_back_as_it_is() {
        let board = |square: u32, left: u32, top: u32| {
            Picture::new(RgbImage::from_fn(400, 480, |x, y| {
                let (column, row) = ((x + left) / square, (y + top) / square);
                let hatched = (column + row) % 2 == 1 && y % 4 < 2;
                Rgb([if hatched { 20 } else { 235 }; 3])
            }))
        };
        for (name, picture) in [
            ("page", page(|_, _| 1.0)),
            ("shade", page(|x, y| 0.4 + (x + y) as f32 / 1500.0)),
            ("board", board(50, 0, 0)),
            ("small squares", board(13, 4, 7)),
        ] {
            let before = picture.rgb().clone();
            assert!(*without_bands(picture).rgb() == before, "{name}");
        }
    }
}
