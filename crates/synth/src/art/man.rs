//! One man as a pyramid of premultiplied RGBA pictures.

use resvg::tiny_skia::Pixmap;

/// Side of the largest picture of a man in pixels. Squares are drawn up to 120 px; half as much again keeps deformed men
/// crisp, and a library of 80 families stays under 200 MB.
pub const MASTER_SIDE: usize = 192;

/// Smallest level of the pyramid in pixels: squares of 12 px and men of half that are the smallest drawn.
const SMALLEST: usize = 12;

/// A square picture of one man (or of one typeset square), the square's full side wide, with its smaller copies.
#[derive(Clone, Debug)]
pub struct Man {
    /// From [`MASTER_SIDE`] down by halves; side and premultiplied RGBA, row-major, 0..=1.
    levels: Vec<(usize, Vec<[f32; 4]>)>,
    /// Box of what is drawn in shares of the side: left, top, right, bottom.
    bounds: [f32; 4],
}

impl Man {
    /// From a pixmap of [`MASTER_SIDE`] a side.
    pub fn from_pixmap(pixmap: &Pixmap) -> Man {
        let side = pixmap.width().min(pixmap.height()) as usize;
        let stride = pixmap.width() as usize;
        let data = pixmap.data();
        let mut level = Vec::with_capacity(side * side);
        for y in 0..side {
            for x in 0..side {
                let i = (y * stride + x) * 4;
                level.push([0, 1, 2, 3].map(|c| f32::from(data[i + c]) / 255.0));
            }
        }
        Man::from_level(side, level)
    }

    /// From premultiplied RGBA of `side` by `side`, row-major, 0..=1.
    pub fn from_level(side: usize, level: Vec<[f32; 4]>) -> Man {
        let mut low = [side, side];
        let mut high = [0, 0];
        for (i, p) in level.iter().enumerate() {
            if p[3] > 0.1 {
                let (x, y) = (i % side, i / side);
                low = [low[0].min(x), low[1].min(y)];
                high = [high[0].max(x + 1), high[1].max(y + 1)];
            }
        }
        let s = side as f32;
        let bounds = [
            low[0] as f32 / s,
            low[1] as f32 / s,
            high[0] as f32 / s,
            high[1] as f32 / s,
        ];
        let mut levels = vec![(side, level)];
        loop {
            let (side, last) = &levels[levels.len() - 1];
            let half = side / 2;
            if half < SMALLEST || side % 2 == 1 {
                break;
            }
            let mut next = Vec::with_capacity(half * half);
            for y in 0..half {
                for x in 0..half {
                    let i = 2 * y * side + 2 * x;
                    next.push([0, 1, 2, 3].map(|c| {
                        0.25 * (last[i][c]
                            + last[i + 1][c]
                            + last[i + side][c]
                            + last[i + side + 1][c])
                    }));
                }
            }
            levels.push((half, next));
        }
        Man { levels, bounds }
    }

    /// Box of what is drawn in shares of the side: left, top, right, bottom.
    pub fn bounds(&self) -> [f32; 4] {
        self.bounds
    }

    /// The smallest level that is at least `side` px wide: its side and its premultiplied RGBA.
    pub fn level(&self, side: f32) -> (usize, &[[f32; 4]]) {
        let at = self
            .levels
            .iter()
            .rposition(|(s, _)| *s as f32 >= side)
            .unwrap_or(0);
        (self.levels[at].0, &self.levels[at].1)
    }

    /// Mean luminance 0..=1 of what is drawn.
    pub fn luminance(&self) -> f32 {
        let (_, smallest) = &self.levels[self.levels.len() - 1];
        let (mut sum, mut weight) = (0.0, 1e-6);
        for p in smallest {
            sum += luminance(*p);
            weight += p[3];
        }
        sum / weight
    }
}

/// Luminance of premultiplied or straight RGB, in the units given (Rec. 601, what gray conversion of pictures uses).
pub fn luminance(p: [f32; 4]) -> f32 {
    0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]
}

/// Bilinear sample of a level at `x`, `y` in pixels (pixel centres at +0.5); transparent outside.
pub fn sample(side: usize, level: &[[f32; 4]], x: f32, y: f32) -> [f32; 4] {
    let (fx, fy) = (x - 0.5, y - 0.5);
    let (x0, y0) = (fx.floor(), fy.floor());
    let (tx, ty) = (fx - x0, fy - y0);
    let (x0, y0) = (x0 as isize, y0 as isize);
    let s = side as isize;
    if x0 >= 0 && y0 >= 0 && x0 + 1 < s && y0 + 1 < s {
        let i = y0 as usize * side + x0 as usize;
        let (a, b, c, d) = (level[i], level[i + 1], level[i + side], level[i + side + 1]);
        return std::array::from_fn(|k| {
            let top = a[k] + (b[k] - a[k]) * tx;
            let bottom = c[k] + (d[k] - c[k]) * tx;
            top + (bottom - top) * ty
        });
    }
    if x0 < -1 || y0 < -1 || x0 >= s || y0 >= s {
        return [0.0; 4];
    }
    let mut out = [0.0; 4];
    for (dy, wy) in [(0, 1.0 - ty), (1, ty)] {
        for (dx, wx) in [(0, 1.0 - tx), (1, tx)] {
            let (px, py) = (x0 + dx, y0 + dy);
            if px >= 0 && py >= 0 && px < s && py < s {
                let p = level[py as usize * side + px as usize];
                for k in 0..4 {
                    out[k] += p[k] * wx * wy;
                }
            }
        }
    }
    out
}
