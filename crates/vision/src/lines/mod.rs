//! Lines of text around a board: where they are, and each as a strip for the net that reads them.
//!
//! Everything happens in board coordinates, so that tilt and perspective are gone: the surroundings
//! of the field are squared up, letters are found by their edges (dark on light and light on dark
//! alike) and chained into lines.

mod chain;
mod strip;

pub use strip::{HEIGHT, LineStrip, MOST_WIDTH, line_strip};

use crate::{
    Homography, Picture, Point, Quad, picture::gray_between, rectify::shrunk_surroundings,
};
use chain::{Boxed, chain, components, split};

/// How far text is looked for, in squares: to the left and right of the field, above and below.
const REACH: (f32, f32) = (6.5, 1.9);

/// Most pixels a square of the squared-up surroundings. At 48, type of 7 pixels (x-height) beside
/// squares of 100 pixels still has 3: enough to be found; it is read from the picture itself.
const SCALE: f32 = 48.0;

/// Difference of gray levels over two pixels from which an edge is one.
const EDGE: u8 = 24;

/// Nearer to the field than this, in squares, nothing is text: lines of its frame.
const FRAME: f32 = 0.06;

/// Distance from the field to the nearest edge of a line, at most, in squares.
const NEAR: f32 = 1.6;

/// Heights of lines (from the highest to the lowest of their letters): at least so many pixels of
/// the picture, at most so many squares: on boards of 200 pixels, legible type is nearly as high.
const HEIGHTS: (f32, f32) = (7.0, 1.15);

/// Widths of lines in heights: a caption has 8 to about 60 letters.
const WIDTHS: (f32, f32) = (2.6, 45.0);

/// Most lines of a board, the nearest first: what stands farther away is page text.
const MOST_LINES: usize = 8;

/// A line of text near a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextLine {
    /// Left, top, right and bottom of its letters in board coordinates: squares, rightwards and
    /// downwards from the field's top left.
    pub bounds: [f32; 4],
    /// Distance from the field in squares, along the axis where it is larger.
    pub gap: f32,
}

impl TextLine {
    /// The middles of its four edges and its corners in the picture, in pixels.
    pub fn outline(&self, to_picture: &Homography) -> [Point; 8] {
        let [l, t, r, b] = self.bounds;
        let (x, y) = ((l + r) / 2.0, (t + b) / 2.0);
        [
            (l, t),
            (x, t),
            (r, t),
            (r, y),
            (r, b),
            (x, b),
            (l, b),
            (l, y),
        ]
        .map(|(x, y)| to_picture.apply(Point::new(x, y)))
    }
}

/// The lines of text around the board at `quad`, nearest first.
pub fn text_lines(picture: &Picture, quad: &Quad) -> Vec<TextLine> {
    let Some(around) = Surroundings::new(picture, quad) else {
        return Vec::new();
    };
    let edges = around.edges();
    let boxes = components(&edges, around.width, around.height);
    let mut lines: Vec<TextLine> = chain(boxes, HEIGHTS.1 * around.scale)
        .into_iter()
        .flat_map(|l| split(&edges, around.width, l))
        .filter_map(|l| around.line(&l))
        .collect();
    lines.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    lines.truncate(MOST_LINES);
    lines
}

/// The squared-up surroundings of a field.
struct Surroundings {
    /// Gray levels, row-major; nothing outside of the picture.
    levels: Vec<Option<u8>>,
    width: usize,
    height: usize,
    /// Pixels a square.
    scale: f32,
    /// Pixels of the picture a square.
    square: f32,
}

impl Surroundings {
    fn new(picture: &Picture, quad: &Quad) -> Option<Self> {
        if !quad.is_convex() || picture.width() == 0 || picture.height() == 0 {
            return None;
        }
        let h = Homography::board_to_picture(quad)?;
        let square = quad.sides().iter().sum::<f32>() / 32.0;
        let scale = square.min(SCALE);
        if scale < 4.0 {
            return None;
        }
        let (w, d) = (picture.width() as f32, picture.height() as f32);
        let size = |reach: f32| ((8.0 + 2.0 * reach) * scale) as usize;
        let (width, height) = (size(REACH.0), size(REACH.1));
        let h = h.0.map(|v| v as f32);
        let at = |x: f32, y: f32| {
            let z = h[6] * x + h[7] * y + h[8];
            // Behind the camera there is no picture.
            (z > 0.05).then(|| {
                Point::new(
                    (h[0] * x + h[1] * y + h[2]) / z,
                    (h[3] * x + h[4] * y + h[5]) / z,
                )
            })
        };
        let corners = [
            (-REACH.0, -REACH.1),
            (8.0 + REACH.0, -REACH.1),
            (8.0 + REACH.0, 8.0 + REACH.1),
            (-REACH.0, 8.0 + REACH.1),
        ];
        let mut outer = [Point::new(0.0, 0.0); 4];
        for (corner, (x, y)) in outer.iter_mut().zip(corners) {
            *corner = at(x, y)?;
        }
        let (source, left, top, step) = shrunk_surroundings(picture, &Quad(outer), square / scale);
        let mut levels = vec![None; width * height];
        for (y, row) in levels.chunks_exact_mut(width).enumerate() {
            let by = (y as f32 + 0.5) / scale - REACH.1;
            let beside = (-FRAME..8.0 + FRAME).contains(&by);
            for (x, level) in row.iter_mut().enumerate() {
                let bx = (x as f32 + 0.5) / scale - REACH.0;
                if beside && (-FRAME..8.0 + FRAME).contains(&bx) {
                    // The field: known, and without text.
                    *level = Some(0);
                    continue;
                }
                let Some(p) = at(bx, by) else { continue };
                if (0.0..w).contains(&p.x) && (0.0..d).contains(&p.y) {
                    let p = Point::new((p.x - left) / step.0, (p.y - top) / step.1);
                    *level = Some(gray_between(&source, p) as u8);
                }
            }
        }
        Some(Self {
            levels,
            width,
            height,
            scale,
            square,
        })
    }

    /// Where levels change, row-major.
    fn edges(&self) -> Vec<bool> {
        let (w, h) = (self.width, self.height);
        let mut edges = vec![false; w * h];
        let far =
            |a: Option<u8>, b: Option<u8>| a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) > EDGE);
        for y in 1..h.saturating_sub(1) {
            for x in 1..w.saturating_sub(1) {
                let i = y * w + x;
                edges[i] = !self.in_field(x, y)
                    && (far(self.levels[i - 1], self.levels[i + 1])
                        || far(self.levels[i - w], self.levels[i + w]));
            }
        }
        edges
    }

    /// Whether a pixel or its neighbour lies in the field.
    fn in_field(&self, x: usize, y: usize) -> bool {
        let within = |v: usize, reach: f32| {
            let low = ((reach - FRAME) * self.scale) as usize;
            let high = ((reach + 8.0 + FRAME) * self.scale) as usize + 1;
            (low.saturating_sub(1)..=high + 1).contains(&v)
        };
        within(x, REACH.0) && within(y, REACH.1)
    }

    /// The line of a chain of letters, where it can be a caption and is whole.
    fn line(&self, b: &Boxed) -> Option<TextLine> {
        // An edge lies half a pixel outside of its letter on either side.
        let place = |v: f32, reach: f32| v / self.scale - reach;
        let (l, r) = (
            place(b.left as f32 + 0.5, REACH.0),
            place(b.right as f32 + 0.5, REACH.0),
        );
        let (t, d) = (
            place(b.top as f32 + 0.5, REACH.1),
            place(b.bottom as f32 + 0.5, REACH.1),
        );
        let (width, height) = (r - l, d - t);
        let beyond = |low: f32, high: f32| (-high).max(low - 8.0).max(0.0);
        let gap = beyond(l, r).max(beyond(t, d));
        let fits = height * self.square >= HEIGHTS.0
            && height <= HEIGHTS.1
            && (WIDTHS.0 * height..=WIDTHS.1 * height).contains(&width)
            && gap <= NEAR
            && !self.cut(b);
        fits.then_some(TextLine {
            bounds: [l, t, r, d],
            gap,
        })
    }

    /// Whether what is around a chain is not known at one of its ends.
    fn cut(&self, b: &Boxed) -> bool {
        let known = |x: usize, y: usize| {
            x < self.width && y < self.height && self.levels[y * self.width + x].is_some()
        };
        let y = usize::midpoint(b.top, b.bottom);
        let clear = (b.bottom - b.top).div_ceil(6);
        b.left < clear || !known(b.left - clear, y) || !known(b.right + clear, y)
    }
}

#[cfg(test)]
mod tests;
