//! Geometric damage: one composed map, sampled once, that also moves the truth.

use super::raster::Raster;
use fast_image_resize::FilterType;
use fenlens_vision::{Homography, Point};

/// A page bent near one of its edges, in shares of the page's size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curl {
    /// Whether the bend runs along a vertical edge (a book's spine at the left or right).
    pub vertical: bool,
    /// Whether the spine is the left or top edge rather than the right or bottom one.
    pub at_start: bool,
    /// How far the page is shifted along the spine at the spine; -0.06..0.06 is realistic.
    pub lift: f32,
    /// How far it is squeezed towards the spine; 0..0.6 of `reach`, else it would fold.
    pub squeeze: f32,
    /// Distance over which the bend fades by e; 0.15..0.5.
    pub reach: f32,
}

impl Curl {
    /// Darkens a flat page towards the spine by up to `depth` (0..1), as a page that bends away
    /// from the light.
    pub fn shade(&self, page: &mut Raster, depth: f32) {
        let (w, h, c) = (page.width, page.height, page.channels);
        let across = if self.vertical { w } else { h };
        let gains: Vec<f32> = (0..across)
            .map(|i| {
                let i = if self.at_start { i } else { across - 1 - i };
                1.0 - depth * (-(i as f32 / across as f32) / (0.6 * self.reach)).exp()
            })
            .collect();
        for (y, row) in page.data.chunks_exact_mut(w * c).enumerate() {
            for (x, p) in row.chunks_exact_mut(c).enumerate() {
                let gain = gains[if self.vertical { x } else { y }];
                for v in p {
                    *v = super::raster::to_byte(f32::from(*v) * gain);
                }
            }
        }
    }

    /// Where on the flat page of `size` the bent page shows at `p`.
    fn flatten(&self, p: Point, size: (f32, f32)) -> Point {
        let (across, along) = if self.vertical {
            (size.0, size.1)
        } else {
            (size.1, size.0)
        };
        let (a, l) = if self.vertical {
            (p.x, p.y)
        } else {
            (p.y, p.x)
        };
        let from_spine = if self.at_start { a } else { across - a };
        let fade = (-(from_spine / across).max(-0.3) / self.reach).exp();
        let sign = if self.at_start { -1.0 } else { 1.0 };
        let a = a + sign * self.squeeze * across * fade;
        let l = l + self.lift * along * fade;
        if self.vertical {
            Point::new(a, l)
        } else {
            Point::new(l, a)
        }
    }
}

/// The composed map between a flat scene and the damaged picture.
#[derive(Clone, Debug)]
pub struct Warp {
    /// Flat (bent-page) coordinates to picture coordinates, before the lens.
    pub forward: Homography,
    inverse: Homography,
    /// Size of the scene in pixels.
    pub scene: (f32, f32),
    /// Size of the picture in pixels.
    pub picture: (usize, usize),
    /// Bending of the page, if any.
    pub curl: Option<Curl>,
    /// Strength of the lens's distortion: relative shift at the picture's corner, -0.05..0.05.
    pub barrel: f32,
}

impl Warp {
    /// A map from `forward` alone. `None` when it cannot be inverted.
    pub fn new(
        forward: Homography,
        scene: (usize, usize),
        picture: (usize, usize),
    ) -> Option<Self> {
        Some(Self {
            inverse: forward.inverse()?,
            forward,
            scene: (scene.0 as f32, scene.1 as f32),
            picture,
            curl: None,
            barrel: 0.0,
        })
    }

    /// The point of the scene that the picture shows at `p`.
    pub fn to_scene(&self, p: Point) -> Point {
        let mut q = p;
        if self.barrel != 0.0 {
            let (cx, cy) = (self.picture.0 as f32 / 2.0, self.picture.1 as f32 / 2.0);
            let (dx, dy) = (p.x - cx, p.y - cy);
            let r2 = (dx * dx + dy * dy) / (cx * cx + cy * cy);
            let k = 1.0 + self.barrel * r2;
            q = Point::new(cx + dx * k, cy + dy * k);
        }
        let flat = self.inverse.apply(q);
        match &self.curl {
            Some(curl) => curl.flatten(flat, self.scene),
            None => flat,
        }
    }

    /// Where the picture shows the scene's point `p`: the inverse of [`Self::to_scene`], by
    /// Newton steps from the homography's answer.
    pub fn to_picture(&self, p: Point) -> Point {
        let mut q = self.forward.apply(p);
        if self.curl.is_none() && self.barrel == 0.0 {
            return q;
        }
        for _ in 0..12 {
            let at = self.to_scene(q);
            let (ex, ey) = (p.x - at.x, p.y - at.y);
            if ex.abs() + ey.abs() < 1e-3 {
                break;
            }
            const STEP: f32 = 0.5;
            let right = self.to_scene(Point::new(q.x + STEP, q.y));
            let down = self.to_scene(Point::new(q.x, q.y + STEP));
            let (a, c) = ((right.x - at.x) / STEP, (right.y - at.y) / STEP);
            let (b, d) = ((down.x - at.x) / STEP, (down.y - at.y) / STEP);
            let det = a * d - b * c;
            if det.abs() < 1e-6 {
                break;
            }
            q.x += (d * ex - b * ey) / det;
            q.y += (a * ey - c * ex) / det;
        }
        q
    }

    /// Scene pixels per picture pixel (a length) around the picture's point `p`.
    fn scale_at(&self, p: Point) -> f32 {
        let at = self.to_scene(p);
        let right = self.to_scene(Point::new(p.x + 1.0, p.y));
        let down = self.to_scene(Point::new(p.x, p.y + 1.0));
        ((right.x - at.x) * (down.y - at.y) - (down.x - at.x) * (right.y - at.y))
            .abs()
            .sqrt()
    }

    /// The damaged picture. `background` (of the picture's size) shows where the scene does not
    /// reach; without one the scene's edge pixels repeat.
    ///
    /// Where the map shrinks, the scene is first reduced by area averaging to about one pixel of
    /// the picture each, then sampled bilinearly; where it enlarges, cubically if `smooth`.
    pub fn apply(&self, scene: &Raster, background: Option<&Raster>, smooth: bool) -> Raster {
        let (w, h) = self.picture;
        let middle = Point::new(w as f32 / 2.0, h as f32 / 2.0);
        let shrink = self.scale_at(middle);
        let reduced;
        let (source, sx, sy) = if shrink > 1.15 {
            let tw = ((scene.width as f32 / shrink).ceil() as usize).max(1);
            let th = ((scene.height as f32 / shrink).ceil() as usize).max(1);
            reduced = scene.resized(tw, th, Some(FilterType::Box));
            (
                &reduced,
                tw as f32 / scene.width as f32,
                th as f32 / scene.height as f32,
            )
        } else {
            (scene, 1.0, 1.0)
        };
        let cubic = smooth && shrink < 0.8;
        // The map is evaluated on a grid and interpolated: it is smooth over a few pixels.
        const CELL: usize = 8;
        let columns = w.div_ceil(CELL) + 1;
        let node = |i: usize, j: usize| {
            let p = self.to_scene(Point::new((i * CELL) as f32 + 0.5, (j * CELL) as f32 + 0.5));
            Point::new(p.x * sx - 0.5, p.y * sy - 0.5)
        };
        let mut upper: Vec<Point> = (0..columns).map(|i| node(i, 0)).collect();
        let mut out = Raster::filled(w, h, scene.channels, [0; 3]);
        for cell_row in 0..h.div_ceil(CELL) {
            let lower: Vec<Point> = (0..columns).map(|i| node(i, cell_row + 1)).collect();
            for dy in 0..CELL.min(h - cell_row * CELL) {
                let y = cell_row * CELL + dy;
                let ty = dy as f32 / CELL as f32;
                for cell in 0..columns - 1 {
                    let left = upper[cell].lerp(lower[cell], ty);
                    let right = upper[cell + 1].lerp(lower[cell + 1], ty);
                    for dx in 0..CELL.min(w - cell * CELL) {
                        let x = cell * CELL + dx;
                        let p = left.lerp(right, dx as f32 / CELL as f32);
                        let at = (y * w + x) * scene.channels;
                        let target = &mut out.data[at..at + scene.channels];
                        let outside = background.filter(|_| {
                            p.x < -0.5
                                || p.y < -0.5
                                || p.x > source.width as f32 - 0.5
                                || p.y > source.height as f32 - 0.5
                        });
                        match outside {
                            Some(b) => target.copy_from_slice(&b.data[at..at + scene.channels]),
                            None if cubic => sample_cubic(source, p, target),
                            None => sample_linear(source, p, target),
                        }
                    }
                }
            }
            upper = lower;
        }
        out
    }
}

/// Bilinear value at `p` (pixel centres at whole numbers); edge pixels repeat.
fn sample_linear(source: &Raster, p: Point, target: &mut [u8]) {
    let c = source.channels;
    let px = p.x.clamp(0.0, source.width as f32 - 1.0);
    let py = p.y.clamp(0.0, source.height as f32 - 1.0);
    let (x0, y0) = (px as usize, py as usize);
    let (x1, y1) = (
        (x0 + 1).min(source.width - 1),
        (y0 + 1).min(source.height - 1),
    );
    let fx = ((px - x0 as f32) * 256.0) as u32;
    let fy = ((py - y0 as f32) * 256.0) as u32;
    let (row0, row1) = (y0 * source.width, y1 * source.width);
    let (a, b) = ((row0 + x0) * c, (row0 + x1) * c);
    let (d, e) = ((row1 + x0) * c, (row1 + x1) * c);
    for (k, t) in target.iter_mut().enumerate() {
        let v = |i: usize| u32::from(source.data[i + k]);
        let top = v(a) * (256 - fx) + v(b) * fx;
        let bottom = v(d) * (256 - fx) + v(e) * fx;
        *t = ((top * (256 - fy) + bottom * fy + (1 << 15)) >> 16) as u8;
    }
}

/// Catmull-Rom value at `p`; edge pixels repeat.
fn sample_cubic(source: &Raster, p: Point, target: &mut [u8]) {
    let (bx, by) = (p.x.floor(), p.y.floor());
    let weights = |t: f32| {
        [
            ((-0.5 * t + 1.0) * t - 0.5) * t,
            (1.5 * t - 2.5) * t * t + 1.0,
            ((-1.5 * t + 2.0) * t + 0.5) * t,
            (0.5 * t - 0.5) * t * t,
        ]
    };
    let (wx, wy) = (weights(p.x - bx), weights(p.y - by));
    let mut sums = [0.0f32; 3];
    for (j, wy) in wy.iter().enumerate() {
        let y = (by as isize + j as isize - 1).clamp(0, source.height as isize - 1) as usize;
        for (i, wx) in wx.iter().enumerate() {
            let x = (bx as isize + i as isize - 1).clamp(0, source.width as isize - 1) as usize;
            for (s, &v) in sums.iter_mut().zip(source.pixel(x, y)) {
                *s += wx * wy * f32::from(v);
            }
        }
    }
    for (t, s) in target.iter_mut().zip(sums) {
        *t = super::raster::to_byte(s);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::scene::{BoardTruth, Medium, Scene};
    use fenlens_fen::{Color, Placement};
    use fenlens_vision::Quad;

    /// A scene with the empty chequered board of [`board`].
    pub fn chequered(medium: Medium) -> Scene {
        let lattice = std::array::from_fn(|r| {
            std::array::from_fn(|c| Point::new(30.0 + 20.0 * c as f32, 25.0 + 20.0 * r as f32))
        });
        Scene {
            image: board().into_rgb(),
            medium,
            boards: vec![BoardTruth {
                placement: Placement::EMPTY,
                bottom: Color::White,
                corners: Quad::rect(30.0, 25.0, 160.0, 160.0),
                lattice,
                astray: Vec::new(),
                labels: Vec::new(),
                kind: crate::BoardKind::Screen,
                style: String::new(),
                family: 0,
                marked: false,
                partial: false,
                visible: 1.0,
            }],
            description: "chequers".to_owned(),
        }
    }

    /// A chequered board of 20-pixel squares at (30, 25).
    fn board() -> Raster {
        let mut r = Raster::filled(230, 220, 1, [128; 3]);
        for y in 0..160 {
            for x in 0..160 {
                r.pixel_mut(30 + x, 25 + y)[0] = if (x / 20 + y / 20) % 2 == 0 { 250 } else { 40 };
            }
        }
        r
    }

    fn maps() -> Vec<Warp> {
        let quad = Quad([
            Point::new(60.0, 20.0),
            Point::new(330.0, 50.0),
            Point::new(350.0, 320.0),
            Point::new(20.0, 300.0),
        ]);
        let forward =
            Homography::from_points(&Quad::rect(0.0, 0.0, 230.0, 220.0).0, &quad.0).unwrap();
        let plain = Warp::new(forward, (230, 220), (380, 340)).unwrap();
        let small = Homography([0.5, 0.02, 3.0, -0.02, 0.5, 8.0, 0.0, 0.0, 1.0]);
        let curl = |vertical, at_start| Curl {
            vertical,
            at_start,
            lift: 0.05,
            squeeze: 0.08,
            reach: 0.3,
        };
        let mut all = vec![
            plain.clone(),
            Warp::new(small, (230, 220), (130, 125)).unwrap(),
        ];
        for k in 0..4 {
            let mut bent = plain.clone();
            bent.curl = Some(curl(k % 2 == 0, k / 2 == 0));
            bent.barrel = [0.03, -0.03][k % 2];
            all.push(bent);
        }
        all
    }

    #[test]
    fn the_truth_moves_with_the_picture() {
        for (n, warp) in maps().iter().enumerate() {
            let out = warp.apply(&board(), None, n % 2 == 0);
            for k in 0..64 {
                let (row, col) = (k / 8, k % 8);
                let centre = Point::new(40.0 + 20.0 * col as f32, 35.0 + 20.0 * row as f32);
                let p = warp.to_picture(centre);
                let back = warp.to_scene(p);
                assert!(back.distance(centre) < 0.05, "map {n}, square {k}");
                let seen = out.pixel(p.x as usize, p.y as usize)[0];
                let expected = if (row + col) % 2 == 0 { 250 } else { 40 };
                assert!(
                    seen.abs_diff(expected) < 30,
                    "map {n}, square {k}: {seen} instead of {expected}"
                );
            }
        }
    }

    #[test]
    fn a_corner_lies_where_four_squares_meet() {
        // The mean of a small window around an inner lattice point is half way between the shades,
        // and its two diagonals are light and dark: off by half a pixel this would not hold.
        let warp = &maps()[0];
        let out = warp.apply(&board(), None, false);
        let p = warp.to_picture(Point::new(110.0, 105.0));
        let (x, y) = ((p.x - 0.5).round() as usize, (p.y - 0.5).round() as usize);
        let mean = (0..49)
            .map(|k| f32::from(out.pixel(x + k % 7 - 3, y + k / 7 - 3)[0]))
            .sum::<f32>()
            / 49.0;
        assert!((mean - 145.0).abs() < 30.0, "{mean}");
    }
}
