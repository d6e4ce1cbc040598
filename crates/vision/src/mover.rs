//! The mark of the side to move that books print beside a board: a small square, circle or
//! triangle, empty or full.

use crate::{Homography, Picture, Point, Quad, picture::gray_between};
use image::{GrayImage, ImageBuffer, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology::dilate;
use imageproc::region_labelling::{Connectivity, connected_components};

/// Pixels a square of the strip that is searched; marks are 10 to 30 pixels in it. At 36, the
/// insides of small ones are blurred away: 6 fewer of 209 were found. At 60 no more are.
const SCALE: f32 = 48.0;

/// The strip to the right of the field, in squares: from where to where across, and how far beyond
/// its ends up and down. Marks stand beyond the coordinates where these are at the right.
const ACROSS: (f32, f32) = (0.03, 2.0);
const BEYOND: f32 = 0.45;

/// Least and largest side of a mark in squares: smaller are asterisks and specks.
const SIDE: (f32, f32) = (0.2, 0.62);

/// Most times that a mark is wider than high or the other way round.
const OBLONG: f32 = 1.45;

/// Least difference of gray levels between paper and the darkest ink. Fine lines in blurred scans
/// reach 45.
const LEAST_CONTRAST: f32 = 40.0;

/// The same where frames and what else reaches beyond the strip are left out: fine lines are faint
/// beside them.
const LEAST_FINE: f32 = 25.0;

/// Where between paper (0) and ink (1) a pixel counts as ink.
const INK: f32 = 0.4;

/// Pixels around frames that hold some of their ink.
const RIM: u8 = 3;

/// Shares of a strip's pixels that are darker than its paper, and than its ink.
const PAPER: f32 = 0.6;
const DARKEST: f32 = 0.0006;

/// Clear space around a mark, in squares: letters of a word stand closer.
const CLEAR: f32 = 0.2;

/// Space to the picture's edge that a mark has at its right, in squares: of a text that is cut off
/// there, a single round letter may be left.
const EDGE: f32 = 0.1;

/// Least agreement (intersection over union) of the outline of squares and circles with their
/// shape. Marks reach 0.88; letters and digits 0.93, and more of them at every lower share.
const ROUND: f32 = 0.84;

/// The same of triangles: no letter, digit or text beside 708 boards reached 0.79, of 322 triangles
/// two stay below.
const TRIANGLE: f32 = 0.8;

/// Size of the inner part of a mark that tells whether it is full: of letters and digits that are
/// round or square, it holds a bar.
const INNER: f32 = 0.42;

/// Darkness (paper 0, the mark's own ink 1) that all of a full mark's inner part exceeds: the
/// faintest of 308 reached 0.89, blurred letters 0.78.
const DARK: f32 = 0.8;

/// Median darkness of the inner part below which a square or circle is empty, and the share of it
/// that may be darker than [`LINE`]: of 187 the darkest reached 0.31 and none; letters hold a bar.
const EMPTY: f32 = 0.4;
const MOST_DARK: f32 = 0.05;
const LINE: f32 = 0.62;

/// Median darkness of an empty triangle's inner part, and that of its lightest place: the lines of
/// small ones run together. Of 161 the darkest reached 0.76 and 0.53.
const EMPTY_TRIANGLE: f32 = 0.8;
const LIGHTEST: f32 = 0.6;

/// Share of a full mark that is ink.
const FULL: f32 = 0.95;

/// Least difference of gray levels between paper and a full mark: a small empty one that is blurred
/// is as full, but faint.
const FULL_CONTRAST: f32 = 80.0;

/// A mark beside a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverMark {
    /// Whether it is full (Black to move) or empty (White to move).
    pub full: bool,
    /// Its middle in board coordinates, squares from the field's top left.
    pub middle: Point,
}

/// The mark at the right of the board at `quad`, where there is exactly one thing that looks like
/// one.
pub fn mover_mark(picture: &Picture, quad: &Quad) -> Option<MoverMark> {
    let h = Homography::board_to_picture(quad)?;
    let strip = strip(picture, &h)?;
    let (ink, paper) = ink(&strip)?;
    let (blobs, _) = blobs(&ink);
    let alone = |b: &Blob| {
        let clear = (CLEAR * SCALE) as u32;
        blobs.iter().all(|o| {
            o.tall()
                || o.left > b.right + clear
                || b.left > o.right + clear
                || o.top > b.bottom + clear
                || b.top > o.bottom + clear
                || (o.left, o.top) == (b.left, b.top)
        })
    };
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let whole = |b: &Blob| {
        let right = 8.0 + ACROSS.0 + (b.right + 1) as f32 / SCALE + EDGE;
        let middle = (b.top + b.bottom + 1) as f32 / 2.0 / SCALE - BEYOND;
        let p = h.apply(Point::new(right, middle));
        (0.0..width).contains(&p.x) && (0.0..height).contains(&p.y)
    };
    let mut marks = blobs
        .iter()
        .filter(|b| b.fits() && alone(b) && whole(b))
        .filter_map(|b| Some((b.mark(&strip, &ink, paper)?, b)));
    let ((full, blob), None) = (marks.next()?, marks.next()) else {
        return None;
    };
    let x = ACROSS.0 + (blob.left + blob.right + 1) as f32 / 2.0 / SCALE;
    let y = (blob.top + blob.bottom + 1) as f32 / 2.0 / SCALE - BEYOND;
    Some(MoverMark {
        full,
        middle: Point::new(8.0 + x, y),
    })
}

/// The strip, squared up, white beyond the picture; `None` where too little lies in it.
fn strip(picture: &Picture, h: &Homography) -> Option<GrayImage> {
    let gray = picture.gray();
    let (w, d) = (gray.width() as f32, gray.height() as f32);
    let width = ((ACROSS.1 - ACROSS.0) * SCALE) as u32;
    let height = ((8.0 + 2.0 * BEYOND) * SCALE) as u32;
    let edge = h.apply(Point::new(8.0 + ACROSS.0 + SIDE.0, 4.0));
    if !(0.0..w).contains(&edge.x) || !(0.0..d).contains(&edge.y) {
        return None;
    }
    Some(GrayImage::from_fn(width, height, |x, y| {
        let at = |dx: f32, dy: f32| {
            let p = h.apply(Point::new(
                8.0 + ACROSS.0 + (x as f32 + dx) / SCALE,
                (y as f32 + dy) / SCALE - BEYOND,
            ));
            let inside = (0.0..w).contains(&p.x) && (0.0..d).contains(&p.y);
            inside.then(|| gray_between(gray, p))
        };
        let samples = [
            at(0.25, 0.25),
            at(0.75, 0.25),
            at(0.25, 0.75),
            at(0.75, 0.75),
        ];
        let mean = samples.iter().flatten().sum::<f32>();
        let count = samples.iter().flatten().count();
        Luma([if count == 4 { (mean / 4.0) as u8 } else { 255 }])
    }))
}

/// The ink of a strip as 255 on 0, and the level of its paper; `None` where it has no paper or no
/// ink. How dark ink is, is measured without frames and what else reaches beyond the strip.
fn ink(strip: &GrayImage) -> Option<(GrayImage, f32)> {
    let level = |levels: &mut Vec<u8>, share: f32| {
        let at = (levels.len().saturating_sub(1) as f32 * share) as usize;
        levels.sort_unstable();
        levels.get(at).copied().map(f32::from)
    };
    let mut levels: Vec<u8> = strip.iter().copied().collect();
    let paper = level(&mut levels, PAPER)?;
    let darkest = level(&mut levels, DARKEST)?;
    if paper - darkest < LEAST_CONTRAST {
        return None;
    }
    let below = |threshold: f32| {
        GrayImage::from_fn(strip.width(), strip.height(), |x, y| {
            let dark = f32::from(strip.get_pixel(x, y).0[0]) < threshold;
            Luma([if dark { 255 } else { 0 }])
        })
    };
    let (blobs, mut labels) = blobs(&below(paper - INK * (paper - darkest)));
    let frame = |label: u32| blobs.iter().any(|b| b.label == label && b.beyond());
    let frames: Vec<bool> = (0..=labels.iter().copied().max()?).map(frame).collect();
    for label in labels.iter_mut() {
        *label = u32::from(frames[*label as usize]);
    }
    let frames = GrayImage::from_fn(strip.width(), strip.height(), |x, y| {
        Luma([labels.get_pixel(x, y).0[0] as u8 * 255])
    });
    let mut levels: Vec<u8> = dilate(&frames, Norm::LInf, RIM)
        .iter()
        .zip(strip.iter())
        .filter(|(frame, _)| **frame == 0)
        .map(|(_, level)| *level)
        .collect();
    let darkest = level(&mut levels, DARKEST)?;
    (paper - darkest >= LEAST_FINE).then(|| (below(paper - INK * (paper - darkest)), paper))
}

/// A connected piece of ink; its box is inclusive, in pixels of the strip.
#[derive(Clone, Copy, Debug)]
struct Blob {
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
    /// Whether it touches the strip's edge: frames, and what is only half in it.
    cut: bool,
    /// Its label among the connected components.
    label: u32,
}

/// The pieces of ink, and the label of each pixel's piece (0 for none).
fn blobs(ink: &GrayImage) -> (Vec<Blob>, ImageBuffer<Luma<u32>, Vec<u32>>) {
    let labels = connected_components(ink, Connectivity::Eight, Luma([0]));
    let (w, h) = ink.dimensions();
    let mut blobs: Vec<Option<Blob>> = Vec::new();
    for (x, y, label) in labels.enumerate_pixels() {
        let label = label.0[0];
        if label == 0 {
            continue;
        }
        let index = label as usize - 1;
        blobs.resize(blobs.len().max(index + 1), None);
        let blob = blobs[index].get_or_insert(Blob {
            left: x,
            right: x,
            top: y,
            bottom: y,
            cut: false,
            label,
        });
        blob.left = blob.left.min(x);
        blob.right = blob.right.max(x);
        blob.bottom = blob.bottom.max(y);
        blob.cut |= x == 0 || y == 0 || x + 1 == w || y + 1 == h;
    }
    let mut blobs: Vec<Blob> = blobs.into_iter().flatten().collect();
    // Specks are no neighbours.
    blobs.retain(|b| b.width().max(b.height()) > 2);
    (blobs, labels)
}

impl Blob {
    fn width(&self) -> u32 {
        self.right - self.left + 1
    }

    fn height(&self) -> u32 {
        self.bottom - self.top + 1
    }

    /// Whether it is too high for a mark: a line of a frame.
    fn tall(&self) -> bool {
        self.height() as f32 > 2.0 * SCALE
    }

    /// Whether it is part of something that is larger than the strip.
    fn beyond(&self) -> bool {
        self.cut || self.tall()
    }

    /// Whether its size and proportions are a mark's.
    fn fits(&self) -> bool {
        let (w, h) = (self.width() as f32, self.height() as f32);
        let side = SIDE.0 * SCALE..=SIDE.1 * SCALE;
        !self.cut && side.contains(&w) && side.contains(&h) && w < OBLONG * h && h < OBLONG * w
    }

    /// Whether it is a full mark or an empty one, if it is one.
    fn mark(&self, strip: &GrayImage, ink: &GrayImage, paper: f32) -> Option<bool> {
        let (w, h) = (self.width() as usize, self.height() as usize);
        let at = |i: usize| (self.left + (i % w) as u32, self.top + (i / w) as u32);
        let level = |i: usize| {
            let (x, y) = at(i);
            f32::from(strip.get_pixel(x, y).0[0])
        };
        let inked: Vec<bool> = (0..w * h)
            .map(|i| {
                let (x, y) = at(i);
                ink.get_pixel(x, y).0[0] > 0
            })
            .collect();
        let outside = reached(&inked, w, h);
        let solid: Vec<bool> = outside.iter().map(|o| !o).collect();
        let (fit, shape) = SHAPES
            .iter()
            .map(|shape| (agreement(&solid, shape.covers, w, h), shape))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        if fit < if shape.round { ROUND } else { TRIANGLE } {
            return None;
        }
        let mut levels: Vec<f32> = (0..w * h).filter(|&i| inked[i]).map(level).collect();
        levels.sort_by(f32::total_cmp);
        let own = levels[levels.len() / 5];
        let mut inner: Vec<f32> = (0..w * h)
            .filter(|&i| {
                let (x, y) = place(i, w, h);
                let (x, y) = (
                    (x - 0.5) / INNER + 0.5,
                    (y - shape.middle) / INNER + shape.middle,
                );
                (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) && (shape.covers)(x, y)
            })
            .map(|i| (paper - level(i)) / (paper - own).max(1.0))
            .collect();
        inner.sort_by(f32::total_cmp);
        let median = *inner.get(inner.len() / 2)?;
        let dark = inner.iter().filter(|d| **d > LINE).count() as f32 / inner.len() as f32;
        let body = solid.iter().filter(|s| **s).count() as f32;
        let share = inked.iter().filter(|i| **i).count() as f32 / body;
        if share > FULL && inner[0] > DARK && paper - own > FULL_CONTRAST {
            Some(true)
        } else if shape.round {
            (median < EMPTY && dark <= MOST_DARK).then_some(false)
        } else {
            (median < EMPTY_TRIANGLE && inner[0] < LIGHTEST).then_some(false)
        }
    }
}

/// Which pixels of a box can be reached from its rim without crossing ink.
fn reached(inked: &[bool], w: usize, h: usize) -> Vec<bool> {
    let mut seen = vec![false; w * h];
    let mut stack: Vec<usize> = (0..w * h)
        .filter(|i| i % w == 0 || i % w == w - 1 || i / w == 0 || i / w == h - 1)
        .collect();
    while let Some(i) = stack.pop() {
        if seen[i] || inked[i] {
            continue;
        }
        seen[i] = true;
        let (x, y) = (i % w, i / w);
        if x > 0 {
            stack.push(i - 1);
        }
        if x + 1 < w {
            stack.push(i + 1);
        }
        if y > 0 {
            stack.push(i - w);
        }
        if y + 1 < h {
            stack.push(i + w);
        }
    }
    seen
}

/// Where pixel `i` of a box lies in it, 0..1 each way.
fn place(i: usize, w: usize, h: usize) -> (f32, f32) {
    (
        ((i % w) as f32 + 0.5) / w as f32,
        ((i / w) as f32 + 0.5) / h as f32,
    )
}

/// Intersection over union with a shape in the unit square.
fn agreement(solid: &[bool], covers: fn(f32, f32) -> bool, w: usize, h: usize) -> f32 {
    let (mut both, mut any) = (0, 0);
    for (i, &a) in solid.iter().enumerate() {
        let (x, y) = place(i, w, h);
        let b = covers(x, y);
        both += usize::from(a && b);
        any += usize::from(a || b);
    }
    both as f32 / any.max(1) as f32
}

/// A shape in the unit square.
struct Shape {
    covers: fn(f32, f32) -> bool,
    /// How far down its middle lies.
    middle: f32,
    /// Whether letters and digits come near it.
    round: bool,
}

/// The shapes of marks. Of a small triangle the point is lost, so it comes blunt too.
const SHAPES: [Shape; 6] = [
    Shape {
        covers: square,
        middle: 0.5,
        round: true,
    },
    Shape {
        covers: circle,
        middle: 0.5,
        round: true,
    },
    Shape {
        covers: upward,
        middle: 0.66,
        round: false,
    },
    Shape {
        covers: downward,
        middle: 0.34,
        round: false,
    },
    Shape {
        covers: |x, y| blunt(x, y),
        middle: 0.64,
        round: false,
    },
    Shape {
        covers: |x, y| blunt(x, 1.0 - y),
        middle: 0.36,
        round: false,
    },
];

fn square(_: f32, _: f32) -> bool {
    true
}

fn circle(x: f32, y: f32) -> bool {
    (x - 0.5).hypot(y - 0.5) <= 0.5
}

fn upward(x: f32, y: f32) -> bool {
    (x - 0.5).abs() <= 0.5 * y
}

fn downward(x: f32, y: f32) -> bool {
    upward(x, 1.0 - y)
}

fn blunt(x: f32, y: f32) -> bool {
    (x - 0.5).abs() <= 0.12 + 0.38 * y
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// White paper with a board of 40 pixels a square at (20, 30), and ink where `shape` says, in
    /// squares from the middle of a mark at (`x`, `y`) (board coordinates).
    fn page(x: f32, y: f32, shape: impl Fn(f32, f32) -> bool) -> (Picture, Quad) {
        let image = RgbImage::from_fn(420, 380, |px, py| {
            let (bx, by) = ((px as f32 - 19.5) / 40.0, (py as f32 - 29.5) / 40.0);
            let field = (0.0..8.0).contains(&bx) && (0.0..8.0).contains(&by);
            let dark = field && (bx as i32 + by as i32) % 2 == 1;
            Rgb([if dark || shape(bx - x, by - y) {
                40
            } else {
                250
            }; 3])
        });
        (Picture::new(image), Quad::rect(20.0, 30.0, 320.0, 320.0))
    }

    fn ring(x: f32, y: f32, size: f32, shape: fn(f32, f32) -> bool, full: bool) -> bool {
        let inside = |scale: f32| {
            let (u, v) = (x / (size * scale) + 0.5, y / (size * scale) + 0.5);
            (0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v) && shape(u, v)
        };
        inside(1.0) && (full || !inside(0.6))
    }

    #[test]
    fn marks_of_every_shape_tell_the_side() {
        for shape in [square, circle, upward, downward] {
            for full in [true, false] {
                for y in [0.4, 7.6] {
                    let (picture, quad) = page(8.6, y, |x, y| ring(x, y, 0.42, shape, full));
                    let mark = mover_mark(&picture, &quad).unwrap();
                    assert_eq!(mark.full, full);
                    assert!(mark.middle.distance(Point::new(8.6, y)) < 0.1);
                }
            }
        }
    }

    #[test]
    fn fine_marks_are_seen_beside_a_black_frame() {
        let frame = |x: f32, y: f32| (-0.6..-0.4).contains(&x) && (-4.2..4.2).contains(&y);
        for shape in [square, circle, upward, downward] {
            let mut image = page(8.6, 4.0, frame).0.rgb().clone();
            for (px, py, pixel) in image.enumerate_pixels_mut() {
                let (x, y) = (
                    (px as f32 - 19.5) / 40.0 - 8.6,
                    (py as f32 - 29.5) / 40.0 - 4.0,
                );
                if ring(x, y, 0.42, shape, false) {
                    *pixel = Rgb([190; 3]);
                }
            }
            let quad = Quad::rect(20.0, 30.0, 320.0, 320.0);
            let mark = mover_mark(&Picture::new(image), &quad).unwrap();
            assert!(!mark.full);
        }
    }

    #[test]
    fn blurred_letters_are_no_full_marks() {
        // As round as a circle, but lighter at one place inside.
        let (picture, quad) = page(8.6, 4.0, |x, y| ring(x, y, 0.42, circle, true));
        assert!(mover_mark(&picture, &quad).is_some_and(|m| m.full));
        let mut image = picture.rgb().clone();
        for (px, py, pixel) in image.enumerate_pixels_mut() {
            let (x, y) = (
                (px as f32 - 19.5) / 40.0 - 8.6,
                (py as f32 - 29.5) / 40.0 - 4.0,
            );
            if x.hypot(y - 0.04) < 0.05 {
                *pixel = Rgb([90; 3]);
            }
        }
        assert_eq!(mover_mark(&Picture::new(image), &quad), None);
    }

    #[test]
    fn what_the_edge_may_have_cut_off_from_a_text_is_no_mark() {
        let (picture, quad) = page(8.6, 4.0, |x, y| ring(x, y, 0.42, circle, false));
        assert!(mover_mark(&picture.crop(0, 0, 400, 380), &quad).is_some());
        assert!(mover_mark(&picture.crop(0, 0, 374, 380), &quad).is_none());
    }

    #[test]
    fn other_things_beside_a_board_are_no_marks() {
        let none = |shape: &dyn Fn(f32, f32) -> bool| {
            let (picture, quad) = page(8.6, 4.0, shape);
            mover_mark(&picture, &quad)
        };
        assert_eq!(none(&|_, _| false), None);
        // A bar, an L, a plus, and two marks.
        assert_eq!(none(&|x, y| x.abs() < 0.05 && y.abs() < 0.2), None);
        assert_eq!(
            none(&|x, y| x.abs() < 0.2 && y.abs() < 0.2 && (x < -0.1 || y > 0.1)),
            None
        );
        assert_eq!(
            none(&|x, y| x.abs().max(y.abs()) < 0.2 && x.abs().min(y.abs()) < 0.06),
            None
        );
        assert_eq!(
            none(&|x, y| x.abs() < 0.2 && ((y - 2.0).abs() < 0.2 || (y + 2.0).abs() < 0.2)),
            None
        );
    }
}
