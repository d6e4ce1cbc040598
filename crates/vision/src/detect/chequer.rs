//! The two kinds of squares: the axis of colour that tells them apart, and how regularly they
//! alternate.

use super::propose::median;
use crate::{
    Homography, Picture, Point, Quad,
    picture::{PARTS, rgb_between, walk},
};

/// Least colour difference of the two kinds of squares, in levels: a faded print has 5 and
/// more, what is left of the noise of plain paper after averaging under 1.
const LEAST_CONTRAST: f32 = 3.0;

/// How far from a square's edge its colour is taken, in squares, at each two samples in turn: pieces
/// seldom reach there, and an error of the fit or a grid line does not either. Two distances, half
/// the pitch of coarse hatching apart, do not both fall between its lines.
const RIMS: [f32; 2] = [0.1, 0.18];

/// Samples along each side of that rim.
const RIM_SAMPLES: usize = 9;

/// Two neighbours differ when their colours are this share of the usual difference apart: the
/// grain of hatching and paper stays below it.
const DIFFERENT: f32 = 0.15;

/// The same for the squares beyond the field, where a neighbouring board may begin.
const DIFFERENT_BEYOND: f32 = 0.4;

/// Means that alternate as regularly as this need no medians beside them: a board counts in full from 0.55 on (`judge::chequered`),
/// and what is between is left to whichever gives the better axis.
const REGULAR: f32 = 0.9;

/// How regularly a field's squares alternate in colour.
#[derive(Clone, Debug)]
pub(super) struct Regularity {
    /// Share of the 112 pairs of neighbouring squares, inside the field, whose colours differ the
    /// way a chequered field's do, 0..=1. Boards have 0.62 to 1 (coarse hatching, highlights and
    /// large pieces cost some; measured on 475 of them); grids of letters, stars or rings have 0.3
    /// and less. Pairs outside the picture do not count.
    pub inside: f32,
    /// The same for the row of squares just outside the field and its pairs with the field, for
    /// the side where it is highest. Paper and frames have about one half, seldom
    /// 0.8; one of a larger pattern's sides has nearly 1.
    pub beyond: f32,
    /// The axis of colour that this was seen on; `None` when the two kinds of squares look alike.
    pub axis: Option<Axis>,
}

impl Regularity {
    /// How far the colours of the two kinds of squares are apart, in levels over all channels; 0
    /// when they look alike.
    pub fn contrast(&self) -> f32 {
        self.axis.as_ref().map_or(0.0, Axis::contrast)
    }

    /// Of the board at `quad`: on the squares' mean colours, which hatching needs, or on their
    /// medians, which pieces on a faint board need, whichever alternate more regularly.
    pub fn of(picture: &Picture, quad: &Quad) -> Self {
        let none = Self {
            inside: 0.0,
            beyond: 0.0,
            axis: None,
        };
        let Some(h) = Homography::board_to_picture(quad) else {
            return none;
        };
        // Columns and rows 1..=8 are the field's.
        let rims: Vec<Option<Rim>> = (0..100)
            .map(|k| Rim::of(picture, &h, (k % 10) as f32 - 1.0, (k / 10) as f32 - 1.0))
            .collect();
        let colours = |f: fn(&Rim) -> [f32; 3]| -> Vec<Option<[f32; 3]>> {
            rims.iter().map(|r| r.as_ref().map(f)).collect()
        };
        let of_means = Self::of_colours(&colours(|r| r.mean()));
        if let Some(regular) = of_means.clone().filter(|r| r.inside >= REGULAR) {
            return regular;
        }
        [of_means, Self::of_colours(&colours(|r| r.median()))]
            .into_iter()
            .flatten()
            .max_by(|a, b| a.inside.total_cmp(&b.inside))
            .unwrap_or(none)
    }

    /// Of the colours of the field's squares and those around it, 10×10.
    fn of_colours(rims: &[Option<[f32; 3]>]) -> Option<Self> {
        let field: Vec<Option<[f32; 3]>> = (0..64)
            .map(|k| rims[10 * (k / 8 + 1) + k % 8 + 1])
            .collect();
        let axis = Axis::between(&field)?;
        let value = |x: usize, y: usize| rims[10 * y + x].map(|rgb| axis.place(rgb));
        let pair = |(x, y): (usize, usize), (u, v): (usize, usize)| {
            let (a, b) = value(x, y).zip(value(u, v))?;
            Some(if (x + y) % 2 == 0 { a - b } else { b - a })
        };
        let (mut right, mut all) = (0, 0);
        for y in 1..9 {
            for x in 1..9 {
                let neighbours = [(x < 8).then_some((x + 1, y)), (y < 8).then_some((x, y + 1))];
                for n in neighbours.into_iter().flatten() {
                    if let Some(difference) = pair((x, y), n) {
                        all += 1;
                        right += usize::from(difference > DIFFERENT);
                    }
                }
            }
        }
        let side = |k: usize| {
            // The square `i` along the side, outside (0) or in the field's outermost row (1).
            let at = |i: usize, row: usize| match k {
                0 => (i, row),
                1 => (9 - row, i),
                2 => (i, 9 - row),
                _ => (row, i),
            };
            let along = (1..8).filter_map(|i| pair(at(i, 0), at(i + 1, 0)));
            let across = (1..9).filter_map(|i| pair(at(i, 0), at(i, 1)));
            let differ = along.chain(across).filter(|d| *d > DIFFERENT_BEYOND);
            differ.count() as f32 / 15.0
        };
        Some(Self {
            inside: right as f32 / all.max(1) as f32,
            beyond: (0..4).map(side).fold(0.0, f32::max),
            axis: Some(axis),
        })
    }
}

/// Colours along a square's rim.
struct Rim([[f32; 3]; 4 * RIM_SAMPLES]);

impl Rim {
    /// `None` outside the picture.
    fn of(picture: &Picture, h: &Homography, column: f32, row: f32) -> Option<Self> {
        let (w, d) = (picture.width() as f32, picture.height() as f32);
        let centre = h.apply(Point::new(column + 0.5, row + 0.5));
        if !((0.0..w).contains(&centre.x) && (0.0..d).contains(&centre.y)) {
            return None;
        }
        Some(Self(std::array::from_fn(|k| {
            let along = (k % RIM_SAMPLES) as f32 / (RIM_SAMPLES - 1) as f32;
            let rim = RIMS[k % RIMS.len()];
            let t = rim + (1.0 - 2.0 * rim) * along;
            let (x, y) = match k / RIM_SAMPLES {
                0 => (t, rim),
                1 => (1.0 - rim, t),
                2 => (t, 1.0 - rim),
                _ => (rim, t),
            };
            rgb_between(picture.rgb(), h.apply(Point::new(column + x, row + y)))
        })))
    }

    fn mean(&self) -> [f32; 3] {
        std::array::from_fn(|c| self.0.iter().map(|s| s[c]).sum::<f32>() / self.0.len() as f32)
    }

    fn median(&self) -> [f32; 3] {
        std::array::from_fn(|c| median(&mut self.0.map(|s| s[c])))
    }
}

/// Furthest place on the axis that counts.
const FURTHEST: f32 = 2.0;

/// The axis of colour from odd to even squares; even ones are those of the top left one's colour.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    direction: [f32; 3],
    origin: f32,
}

impl Axis {
    /// From the colours of the field's squares, in image order.
    fn between(rims: &[Option<[f32; 3]>]) -> Option<Self> {
        let kind = |parity: usize| -> [f32; 3] {
            std::array::from_fn(|c| {
                trimmed_mean(
                    rims.iter()
                        .enumerate()
                        .filter(|(k, _)| (k % 8 + k / 8) % 2 == parity)
                        .filter_map(|(_, r)| r.map(|rgb| rgb[c]))
                        .collect(),
                )
            })
        };
        let (even, odd) = (kind(0), kind(1));
        let d: [f32; 3] = std::array::from_fn(|c| even[c] - odd[c]);
        let length = d.iter().map(|v| v * v).sum::<f32>();
        if length.is_nan() || length < LEAST_CONTRAST * LEAST_CONTRAST {
            return None;
        }
        let direction = d.map(|v| v / length);
        let origin = (0..3)
            .map(|c| direction[c] * (even[c] + odd[c]) / 2.0)
            .sum();
        Some(Self { direction, origin })
    }

    /// Distance of the two kinds' colours.
    fn contrast(&self) -> f32 {
        1.0 / self.direction.iter().map(|v| v * v).sum::<f32>().sqrt()
    }

    /// Where a colour lies: about +0.5 for even squares, -0.5 for odd ones; what is far beyond both
    /// (ink of pieces) is cut.
    fn place(&self, rgb: [f32; 3]) -> f32 {
        self.cut((0..3).map(|c| self.direction[c] * rgb[c]).sum())
    }

    fn cut(&self, along: f32) -> f32 {
        (along - self.origin).clamp(-FURTHEST, FURTHEST)
    }

    /// The mean of the same for the picture at `count` points, at least one: `start`, `start + step` and so on.
    pub fn mean_along(&self, picture: &Picture, start: Point, step: Point, count: usize) -> f32 {
        let count = count.max(1);
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        let point = |k: usize| Point::new(start.x + k as f32 * step.x, start.y + k as f32 * step.y);
        let within = |p: Point| (1.0..w - 1.0).contains(&p.x) && (1.0..h - 1.0).contains(&p.y);
        let sum: f32 = if within(start) && within(point(count - 1)) {
            self.sum_along(picture, walk(start, step).take(count))
        } else {
            let places = (0..count).map(|k| self.place(rgb_between(picture.rgb(), point(k))));
            places.sum()
        };
        sum / count as f32
    }

    /// The sum of the places of points of a [`walk`], in whole numbers: less than half the time.
    fn sum_along(
        &self,
        picture: &Picture,
        points: impl Iterator<Item = (usize, usize, i64, i64)>,
    ) -> f32 {
        // Such parts of 1 leave a place right to a ten-thousandth.
        const ONE: f32 = (1 << 20) as f32;
        let fixed = |v: f32| (v * ONE) as i64;
        let ([r, g, b], origin, limit) = (
            self.direction.map(fixed),
            fixed(self.origin),
            fixed(FURTHEST),
        );
        let along = |red: u8, green: u8, blue: u8| {
            r * i64::from(red) + g * i64::from(green) + b * i64::from(blue)
        };
        let between = |a: i64, b: i64, t: i64| a + (b - a) * t / PARTS;
        let raw = picture.rgb().as_raw().as_slice();
        let width = picture.width() as usize;
        let places = points.map(|(x, y, u, v)| {
            let row = |y: usize| {
                let pair = raw
                    .get(3 * (y * width + x)..)
                    .and_then(|r| r.first_chunk::<6>());
                // The projection is linear, like the mean of four pixels, so it can go first.
                pair.map_or(origin, |p| {
                    between(along(p[0], p[1], p[2]), along(p[3], p[4], p[5]), u)
                })
            };
            (between(row(y), row(y + 1), v) - origin).clamp(-limit, limit)
        });
        places.sum::<i64>() as f32 / ONE
    }
}

/// Samples each way in a square's middle, and the share of the square that they cover.
const INK_SAMPLES: usize = 6;
const MIDDLE: f32 = 0.7;

/// Squares that may differ more: print on the front of what shines through, specks.
const INK_OUTLIERS: usize = 3;

/// How dark the men of the board at `quad` are: the difference of gray inside a square, as a share of the
/// board's light, 0..=1. It is that of the squares that differ most, but for a few.
pub(super) fn ink(picture: &Picture, quad: &Quad) -> f32 {
    let Some(h) = Homography::board_to_picture(quad) else {
        return 0.0;
    };
    let step = MIDDLE / (INK_SAMPLES - 1) as f32;
    let at = |k: usize| (1.0 - MIDDLE) / 2.0 + step * k as f32;
    let mut ranges: Vec<f32> = Vec::with_capacity(64);
    let mut light = 0.0f32;
    for square in 0..64 {
        let (mut low, mut high) = (f32::MAX, 0.0f32);
        for k in 0..INK_SAMPLES * INK_SAMPLES {
            let (x, y) = (at(k % INK_SAMPLES), at(k / INK_SAMPLES));
            let p = Point::new((square % 8) as f32 + x, (square / 8) as f32 + y);
            let gray = rgb_between(picture.rgb(), h.apply(p)).iter().sum::<f32>() / 3.0;
            (low, high) = (low.min(gray), high.max(gray));
        }
        ranges.push(high - low);
        light = light.max(high);
    }
    ranges.sort_unstable_by(|a, b| b.total_cmp(a));
    ranges[INK_OUTLIERS] / light.max(1.0)
}

/// Mean of the middle six tenths: highlighted squares and large pieces fall out.
fn trimmed_mean(mut values: Vec<f32>) -> f32 {
    values.sort_unstable_by(f32::total_cmp);
    let cut = values.len() / 5;
    let middle = &values[cut..values.len() - cut];
    middle.iter().sum::<f32>() / middle.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    fn field(draw: impl Fn(usize, usize, u32, u32) -> u8) -> Picture {
        Picture::new(RgbImage::from_fn(320, 320, |x, y| {
            let (column, row) = ((x / 40) as usize, (y / 40) as usize);
            Rgb([draw(column, row, x % 40, y % 40); 3])
        }))
    }

    fn of(picture: &Picture) -> f32 {
        Regularity::of(picture, &Quad::rect(0.0, 0.0, 320.0, 320.0)).inside
    }

    #[test]
    fn means_along_a_line_are_those_of_its_points() {
        let picture = Picture::new(RgbImage::from_fn(40, 30, |x, y| {
            Rgb([(x * 5) as u8, (y * 8) as u8, (x * y / 5) as u8])
        }));
        // On the steep axis places are cut; the last line leaves the picture.
        for (start, step, count, steep) in [
            (Point::new(3.3, 4.7), Point::new(1.0, 1.0), 16, 1.0),
            (Point::new(3.3, 4.7), Point::new(1.0, 1.0), 16, -20.0),
            (Point::new(30.1, 20.2), Point::new(-0.7, -0.4), 7, 1.0),
            (Point::new(30.0, 3.0), Point::new(1.1, 0.5), 12, 1.0),
        ] {
            let axis = Axis {
                direction: [0.004, -0.003, 0.005].map(|d| d * steep),
                origin: 0.2,
            };
            let places = (0..count).map(|k| {
                let (x, y) = (start.x + k as f32 * step.x, start.y + k as f32 * step.y);
                axis.place(rgb_between(picture.rgb(), Point::new(x, y)))
            });
            let mean = places.sum::<f32>() / count as f32;
            let fast = axis.mean_along(&picture, start, step, count);
            assert!(
                (fast - mean).abs() < 1e-3,
                "{start:?} {steep}: {fast} {mean}"
            );
        }
    }

    #[test]
    fn chequered_fields_are_regular_with_hatching_and_pieces() {
        let hatched = field(|c, r, x, y| match (c + r) % 2 {
            _ if (10..30).contains(&x) && (8..33).contains(&y) && c * r % 3 == 0 => 0,
            1 if (x + y) % 6 < 2 => 0,
            _ => 255,
        });
        assert!(of(&hatched) > 0.95);
        let faded = field(|c, r, _, _| if (c + r) % 2 == 1 { 235 } else { 250 });
        assert!(of(&faded) > 0.95);
    }

    #[test]
    fn a_faint_board_is_regular_under_large_pieces() {
        let faint = field(|c, r, x, y| match (c + r) % 2 {
            _ if (3..37).contains(&x) && (24..33).contains(&y) && !(2..=5).contains(&r) => 0,
            1 => 246,
            _ => 254,
        });
        assert!(of(&faint) > 0.95, "{}", of(&faint));
    }

    #[test]
    fn men_are_as_dark_as_they_are_printed() {
        let with_men = |dark: u8, man: u8| {
            let picture = field(|c, r, x, y| match (c + r) % 2 {
                _ if (12..28).contains(&x) && (8..33).contains(&y) && r < 2 => man,
                1 => dark,
                _ => 250,
            });
            ink(&picture, &Quad::rect(0.0, 0.0, 320.0, 320.0))
        };
        assert!((with_men(235, 0) - 1.0).abs() < 0.1);
        assert!((with_men(225, 200) - 0.2).abs() < 0.05);
        assert!(with_men(250, 250) < 0.01);
    }

    #[test]
    fn grids_of_rings_and_stripes_are_not() {
        let rings = field(|_, _, x, y| {
            let d = (x as f32 - 20.0).hypot(y as f32 - 20.0);
            if (12.0..15.0).contains(&d) || x == 0 || y == 0 {
                0
            } else {
                255
            }
        });
        assert!(of(&rings) < 0.3);
        let stripes = field(|c, _, _, _| if c % 2 == 1 { 90 } else { 250 });
        assert!(of(&stripes) < 0.6);
    }

    #[test]
    fn a_part_of_a_larger_pattern_goes_on_beyond() {
        let pattern = field(|c, r, _, _| if (c + r) % 2 == 1 { 90 } else { 250 });
        let part = |x: f32, y: f32, square: f32| {
            Regularity::of(&pattern, &Quad::rect(x, y, 8.0 * square, 8.0 * square)).beyond
        };
        assert_eq!(part(0.0, 0.0, 40.0), 0.0);
        let wide = Picture::new(RgbImage::from_fn(400, 400, |x, y| {
            Rgb([if (x / 40 + y / 40) % 2 == 1 { 90 } else { 250 }; 3])
        }));
        let r = Regularity::of(&wide, &Quad::rect(0.0, 40.0, 320.0, 320.0));
        assert!(r.beyond > 0.95 && r.inside > 0.95, "{r:?}");
        let framed = Picture::new(RgbImage::from_fn(400, 400, |x, y| {
            let on = (40..360).contains(&x) && (40..360).contains(&y);
            let dark = (x / 40 + y / 40) % 2 == 1;
            Rgb([if !on {
                170
            } else if dark {
                90
            } else {
                250
            }; 3])
        }));
        let r = Regularity::of(&framed, &Quad::rect(40.0, 40.0, 320.0, 320.0));
        assert!(r.beyond < 0.6 && r.inside > 0.95, "{r:?}");
    }
}
