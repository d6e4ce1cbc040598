//! Cuts the places where a board's coordinates may be printed into small windows.
//!
//! Coordinates stand beside the field, or in the squares at its edge, in corners or at the middle of a side. Windows come in
//! groups of eight, one for each square along an edge, so that a group holds a whole sequence or
//! none of it.

use crate::{
    Homography, Picture, Point, Quad,
    picture::{gray_along, gray_between},
    rectify::DegenerateQuad,
};
use image::GrayImage;

/// Side of a window in pixels.
pub const WINDOW: usize = 24;

/// Number of groups: four sides at three depths, eight rows of corners at two sizes, and the middles of
/// four rows of sides.
pub const GROUPS: usize = 32;

/// Windows in a group, one a square.
pub const SLOTS: usize = 8;

/// Side of an outside window in squares: figures from 0.15 to 0.5 of a square are then 6 to 20
/// pixels high.
const OUTSIDE: f32 = 0.6;

/// Distances of outside windows' middles from the field, in squares. Neighbouring depths overlap
/// by more than half, so that any figure up to one square away is whole in one of them.
const DEPTHS: [f32; 3] = [0.2, 0.45, 0.7];

/// Sides of inside windows in squares, measured from the square's corner. In the small ones
/// figures of 0.12 of a square, 7 pixels on the screen of a phone, are still 7 pixels high; the
/// wide ones hold figures up to 0.45 of a square, as small boards with a fixed size of type have.
const INSIDE: [f32; 2] = [0.42, 0.62];

/// Side of a window at the middle of a square's side, in squares. Figures there are small, 0.07 to 0.2 of a
/// square: men stand behind larger ones.
const MIDDLE: f32 = 0.3;

/// Difference of gray levels from which a window is worth reading; what is flatter is empty.
const LEAST_RANGE: f32 = 16.0;

/// Samples a side averaged for a window's pixel, at most. Between them pixels are interpolated, so
/// two are enough for squares of 200 pixels, and cutting stays cheaper than reading.
const MOST_SAMPLES: usize = 2;

/// What a group's windows hold when the board lies upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Digits, slots from the top of the board down.
    Ranks,
    /// Letters, slots from the left of the board to the right.
    Files,
}

/// Where the windows of a group lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// Which labels it holds.
    pub axis: Axis,
    /// The edge of the board: 0 top, 1 right, 2 bottom, 3 left.
    pub edge: usize,
    /// Beside the field at one of three depths, or in the squares.
    pub place: Place,
}

/// Beside the field or in the squares at its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Beside the field, at a depth from 0 (next to it) to 2.
    Outside(usize),
    /// In the squares, at their corner towards the start (left or top) or the end (right or
    /// bottom) of the edge.
    Inside {
        /// At the corner towards the end of the edge.
        end: bool,
        /// In a window for large figures.
        wide: bool,
    },
    /// In the squares, at the middle of their sides along the edge.
    Middle,
}

impl Group {
    /// Group `index`, 0 to [`GROUPS`]` - 1`: first the outside groups, edge by edge, then the
    /// inside ones, the small corners before the wide, and the middles.
    pub fn at(index: usize) -> Self {
        let (edge, place) = match index {
            0..12 => (index / 3, Place::Outside(index % 3)),
            28.. => (index % 4, Place::Middle),
            _ => (
                (index - 12) / 2 % 4,
                Place::Inside {
                    end: index % 2 == 1,
                    wide: index >= 20,
                },
            ),
        };
        Self {
            axis: if edge % 2 == 0 {
                Axis::Files
            } else {
                Axis::Ranks
            },
            edge,
            place,
        }
    }

    /// Middle and side of a slot's window in board coordinates: squares, 0 to 8 rightwards and
    /// downwards from the field's top left.
    pub fn window(&self, slot: usize) -> (Point, f32) {
        let (along, across, side) = match self.place {
            Place::Outside(depth) => (0.5, -DEPTHS[depth], OUTSIDE),
            Place::Inside { end, wide } => {
                let side = INSIDE[usize::from(wide)];
                let half = side / 2.0;
                (if end { 1.0 - half } else { half }, half, side)
            }
            Place::Middle => (0.5, MIDDLE / 2.0, MIDDLE),
        };
        let along = slot as f32 + along;
        let middle = match self.edge {
            0 => Point::new(along, across),
            1 => Point::new(8.0 - across, along),
            2 => Point::new(along, 8.0 - across),
            _ => Point::new(across, along),
        };
        (middle, side)
    }
}

/// Pixels of a window, rows from the top, on its own scale from -1 to 1: the signed square root of
/// the difference from the median as a share of the range, with the commoner half light.
pub type Window = [f32; WINDOW * WINDOW];

/// Cuts the windows of one board, each when it is asked for: cutting one costs a fourth of reading
/// it, and of most boards fewer than half are read.
#[derive(Clone, Debug)]
pub struct LabelWindows<'a> {
    gray: &'a GrayImage,
    /// From board coordinates to the picture. Single precision is a hundredth of a pixel here, and
    /// twice as fast.
    homography: [f32; 9],
    /// Mean side of a square in pixels.
    square: f32,
}

impl<'a> LabelWindows<'a> {
    /// The windows of the board inside `quad` (corners of the 8×8 field, clockwise from the top
    /// left).
    ///
    /// # Errors
    /// [`DegenerateQuad`] when the corners do not span a convex area.
    pub fn new(picture: &'a Picture, quad: &Quad) -> Result<Self, DegenerateQuad> {
        if !quad.is_convex() {
            return Err(DegenerateQuad(*quad));
        }
        let to_picture = Homography::board_to_picture(quad).ok_or(DegenerateQuad(*quad))?;
        Ok(Self {
            gray: picture.gray(),
            homography: to_picture.0.map(|v| v as f32),
            square: quad.sides().iter().sum::<f32>() / 32.0,
        })
    }

    /// The window at `slot` (0 to [`SLOTS`]` - 1`) of group `group` (0 to [`GROUPS`]` - 1`); `None`
    /// where nothing shows: the window is flat, or its middle lies beyond the picture.
    pub fn cut(&self, group: usize, slot: usize) -> Option<Window> {
        let (middle, side) = Group::at(group).window(slot);
        let h = &self.homography;
        let project = |x: f32, [sx, sy, sw]: [f32; 3]| {
            let w = 1.0 / (h[6] * x + sw);
            Point::new((h[0] * x + sx) * w, (h[3] * x + sy) * w)
        };
        let row = |y: f32| [1, 4, 7].map(|i| h[i] * y + h[i + 1]);
        let at = project(middle.x, row(middle.y));
        let (width, height) = (self.gray.width() as f32, self.gray.height() as f32);
        if !(0.0..width).contains(&at.x) || !(0.0..height).contains(&at.y) {
            return None;
        }
        let step = side / WINDOW as f32;
        let samples = ((step * self.square).round() as usize).clamp(1, MOST_SAMPLES);
        let fine = step / samples as f32;
        let (left, top) = (middle.x - side / 2.0, middle.y - side / 2.0);
        // Along a row of a window perspective is even to a hundredth of a pixel.
        let ends = |line: usize| {
            let start = row(top + (line as f32 + 0.5) * fine);
            (project(left, start), project(left + side, start))
        };
        let last = WINDOW * samples - 1;
        let whole = [ends(0), ends(last)].iter().all(|(a, b)| {
            [a, b]
                .iter()
                .all(|p| (1.0..width - 1.0).contains(&p.x) && (1.0..height - 1.0).contains(&p.y))
        });
        let mut window = [0.0f32; WINDOW * WINDOW];
        for line in 0..=last {
            let (start, end) = ends(line);
            let n = (WINDOW * samples) as f32;
            let step = Point::new((end.x - start.x) / n, (end.y - start.y) / n);
            let first = Point::new(start.x + 0.5 * step.x, start.y + 0.5 * step.y);
            let values = &mut window[line / samples * WINDOW..][..WINDOW];
            if whole {
                let mut levels = gray_along(self.gray, first, step);
                for value in values {
                    *value += levels.by_ref().take(samples).sum::<f32>();
                }
                continue;
            }
            for (column, value) in values.iter_mut().enumerate() {
                for s in 0..samples {
                    let t = (column * samples + s) as f32;
                    let p = Point::new(first.x + t * step.x, first.y + t * step.y);
                    *value += gray_between(self.gray, p);
                }
            }
        }
        let share = 1.0 / (samples * samples) as f32;
        window.iter_mut().for_each(|v| *v *= share);
        normalise(&mut window).then_some(window)
    }
}

/// Puts a window on its own scale: each value becomes the signed square root of its difference from
/// the median, as a share of the window's range, with the commoner half light. The root keeps a
/// faint figure visible beside the black foot of a man. False where the window is flat.
fn normalise(window: &mut Window) -> bool {
    let (low, high) = window
        .iter()
        .fold((f32::MAX, f32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
    let range = high - low;
    if range < LEAST_RANGE {
        return false;
    }
    let (_, &mut median, _) = window
        .clone()
        .select_nth_unstable_by(WINDOW * WINDOW / 2, f32::total_cmp);
    let scale = if median - low < 0.5 * range {
        -1.0 / range
    } else {
        1.0 / range
    };
    for v in window.iter_mut() {
        let difference = (*v - median) * scale;
        *v = difference.abs().sqrt().copysign(difference);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// A plain field of 40 pixels a square at (60, 50), with a spot of 4 pixels at `spot` (board
    /// coordinates) of another level.
    fn board(ground: u8, spot: Point, level: u8) -> (Picture, Quad) {
        let (cx, cy) = (60.0 + 40.0 * spot.x, 50.0 + 40.0 * spot.y);
        let image = RgbImage::from_fn(440, 430, |x, y| {
            let near = (x as f32 + 0.5 - cx).abs() < 2.0 && (y as f32 + 0.5 - cy).abs() < 2.0;
            Rgb([if near { level } else { ground }; 3])
        });
        (Picture::new(image), Quad::rect(60.0, 50.0, 320.0, 320.0))
    }

    fn showing(picture: &Picture, quad: &Quad) -> Vec<(Group, usize)> {
        let windows = LabelWindows::new(picture, quad).unwrap();
        (0..GROUPS * SLOTS)
            .map(|k| (k / SLOTS, k % SLOTS))
            .filter(|&(group, slot)| windows.cut(group, slot).is_some())
            .map(|(group, slot)| (Group::at(group), slot))
            .collect()
    }

    #[test]
    fn a_mark_is_seen_in_the_window_it_lies_in() {
        for index in 0..GROUPS {
            let group = Group::at(index);
            for slot in [0, 3, 7] {
                let (middle, _) = group.window(slot);
                let (picture, quad) = board(220, middle, 30);
                let windows = LabelWindows::new(&picture, &quad).unwrap();
                let window = windows.cut(index, slot);
                let window = window.unwrap_or_else(|| panic!("{group:?} {slot}"));
                assert!(window[12 * WINDOW + 12] < -0.8);
                assert!(window[WINDOW + 1].abs() < 0.1);
            }
        }
    }

    #[test]
    fn light_on_dark_looks_like_dark_on_light() {
        let at = Point::new(-0.45, 2.5);
        let (a, quad) = board(220, at, 30);
        let (b, _) = board(30, at, 220);
        assert_eq!(showing(&a, &quad), showing(&b, &quad));
        let (a, b) = (
            LabelWindows::new(&a, &quad).unwrap().cut(10, 2).unwrap(),
            LabelWindows::new(&b, &quad).unwrap().cut(10, 2).unwrap(),
        );
        assert!(
            a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-4),
            "differs"
        );
    }

    #[test]
    fn nothing_is_seen_on_a_flat_board_or_beyond_the_picture() {
        let (picture, quad) = board(220, Point::new(3.0, 3.0), 30);
        assert!(showing(&picture, &quad).is_empty());
        let outside = Quad::rect(-400.0, -400.0, 320.0, 320.0);
        assert!(showing(&picture, &outside).is_empty());
        let line = Quad([Point::new(5.0, 5.0); 4]);
        assert!(LabelWindows::new(&picture, &line).is_err());
    }
}
