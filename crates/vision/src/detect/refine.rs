//! Moves corners onto the edges seen at full resolution.
//!
//! Along each of the 112 edges between two neighbouring squares the place where dark turns light
//! is measured, on the axis of colour that tells the two kinds of squares apart. All of them
//! together move the lattice by a small homography, fitted robustly. The field's outer edges are
//! left out: frames and labels stand there, and inner edges fix the lattice well enough. Where
//! too few edges are clear, nothing moves. Where a rectangle describes them as well, the board lies
//! flat (`flat`); where a smooth mesh describes them better, the lattice is that mesh (`bend`).

use super::{
    bend,
    chequer::{Axis, Regularity},
    flat,
    propose::median,
};
use crate::{Homography, Lattice, Picture, Point, Quad, geometry::solve};

/// Smallest square that is measured, in pixels: below, a pixel is more than the net's own error.
const LEAST_SQUARE: f32 = 7.0;

/// How an edge is looked for across it, in squares but for the points along it.
#[derive(Clone, Copy)]
pub(super) struct Profile {
    /// How far from its expected place.
    reach: f32,
    /// Width of the strips left and right of a place that are compared: wide enough to average over hatching, narrow
    /// enough to stay off the pieces.
    strip: f32,
    /// Steps of the profile.
    step: f32,
    /// How much of the edge is measured, about its middle.
    length: f32,
    /// Pixels between the points along the edge that are measured at each step, at least.
    spacing: f32,
    /// Most such points.
    points: usize,
}

/// The net's corners are off by less than 0.12; further out pieces and grid lines would be taken for the edge.
const NEAR: Profile = Profile {
    reach: 0.16,
    strip: 0.14,
    step: 0.02,
    length: 0.76,
    spacing: 3.0,
    points: 8,
};

/// For quads that were moved so once.
pub(super) const FINE: Profile = Profile {
    spacing: 1.5,
    points: MOST_POINTS,
    ..NEAR
};

/// For rough quads, which are off by half a square and more at a corner. The next edge lies a whole square away and turns the
/// other way. With a reach of 0.4 one of the eight boards of `fixtures/page.jpg` is not placed. With lengths of 0.36 and 0.76
/// as many of the benchmark's boards are within the bound.
const FAR: Profile = Profile {
    reach: 0.64,
    strip: 0.24,
    step: 0.08,
    length: 0.5,
    ..NEAR
};

/// Root mean square distance of the edges from the fit, in squares, up to which a rough quad is placed: of 1,291 fits on the
/// benchmark 956 have less, mostly under 0.04, 23 have 0.09 to 0.13, and the others more.
const FAR_SCATTER: f32 = 0.09;

/// Most points along an edge that are measured.
const MOST_POINTS: usize = 16;

/// An edge is clear when it has this share of the usual contrast.
const CLEAR: f32 = 0.45;

/// Fewest clear edges each way that the lattice is moved by: three lines' worth of 56.
const LEAST_EDGES: usize = 20;

/// Furthest that a corner may be moved in all, in squares; more means the edges were misread.
const MOST_MOVED: f32 = 0.25;

/// Root mean square distance of the edges from the fitted lattice, in squares, above which the
/// lattice is no better known than from the net.
const MOST_SCATTER: f32 = 0.045;

/// Rounds of measuring and fitting; two are enough for corners that are off by 0.1 squares.
const ROUNDS: usize = 3;

/// The quad moved onto the edges of the picture, with the whole lattice where one homography does not describe it;
/// `None` when the edges are not clear.
pub(super) fn refined(picture: &Picture, quad: &Quad) -> Option<(Quad, Option<Lattice>)> {
    let shortest = quad.shortest_side();
    if !shortest.is_finite() || shortest < 8.0 * LEAST_SQUARE {
        return None;
    }
    let axis = Regularity::of(picture, quad).axis?;
    let straight = straight(picture, &axis, quad, shortest);
    let base = straight.as_ref().map_or(*quad, |s| s.quad);
    let hinted = straight
        .as_ref()
        .is_none_or(|s| bend::hinted(&s.edges, &s.moves));
    if hinted && let Some(lattice) = bend::bent(picture, &axis, &base) {
        let corners = [(0, 0), (0, 8), (8, 8), (8, 0)];
        return Some((Quad(corners.map(|(r, c)| lattice[r][c])), Some(lattice)));
    }
    straight.map(|s| {
        let flat = flat::rectangle(&s.quad, &s.from, &s.edges);
        (flat.unwrap_or(s.quad), None)
    })
}

/// The quad of a board that may be off by half a square, moved to where [`refined`] can go on; `None` when the edges are not
/// clear.
pub(super) fn placed(picture: &Picture, quad: &Quad) -> Option<Quad> {
    let axis = Regularity::of(picture, quad).axis?;
    let moved = step(picture, &axis, quad, FAR)?;
    let measured = moved.quad.shortest_side() >= 8.0 * LEAST_SQUARE;
    (moved.scatter < FAR_SCATTER && measured && moved.quad.is_convex()).then_some(moved.quad)
}

/// A quad moved onto the edges, and what it was moved by.
struct Straight {
    quad: Quad,
    /// The quad before the last move.
    from: Quad,
    /// The edges as seen along that quad's lattice.
    edges: Vec<Edge>,
    /// The last move: a small homography, see [`shift`].
    moves: [f64; 8],
    /// Root mean square distance of the edges that count from the quad's, in squares.
    scatter: f32,
}

/// The quad under one homography.
fn straight(picture: &Picture, axis: &Axis, quad: &Quad, shortest: f32) -> Option<Straight> {
    let mut last: Option<Straight> = None;
    for round in 0..ROUNDS {
        let from = last.as_ref().map_or(*quad, |s| s.quad);
        let profile = if round > 0 { FINE } else { NEAR };
        let next = step(picture, axis, &from, profile)?;
        let change = next.quad.max_corner_distance(&from);
        last = Some(next);
        if round > 0 && change < 0.01 * shortest / 8.0 {
            break;
        }
    }
    last.filter(|s| {
        let far = s.quad.max_corner_distance(quad) > MOST_MOVED * shortest / 8.0;
        !far && s.quad.is_convex() && s.scatter < MOST_SCATTER
    })
}

/// An edge's place: the position along the other axis, on the lattice, and the distance found.
pub(super) struct Edge {
    /// Board coordinates of the edge's middle.
    pub x: f32,
    pub y: f32,
    /// Whether it runs down the board, so that `off` is along x.
    pub upright: bool,
    /// How far from its expected place it was found, in squares.
    pub off: f32,
    /// How clear it is, 1 by the usual contrast.
    pub weight: f32,
}

/// One round of measuring and fitting.
fn step(picture: &Picture, axis: &Axis, quad: &Quad, profile: Profile) -> Option<Straight> {
    let h = Homography::board_to_picture(quad)?;
    let square = quad.shortest_side() / 8.0;
    let edges = edges(picture, axis, square, profile, |p| h.apply(p));
    let (moves, scatter) = fit(&edges)?;
    let corners = Quad::rect(0.0, 0.0, 8.0, 8.0).0;
    let moved = Quad(corners.map(|c| {
        let (dx, dy) = shift(&moves, c.x, c.y);
        h.apply(Point::new(c.x + dx, c.y + dy))
    }));
    Some(Straight {
        quad: moved,
        from: *quad,
        edges,
        moves,
        scatter,
    })
}

/// Measures the 112 inner edges of the board that `place` (board coordinates to the picture) puts
/// where squares are about `square` pixels wide.
pub(super) fn edges(
    picture: &Picture,
    axis: &Axis,
    square: f32,
    profile: Profile,
    place: impl Fn(Point) -> Point,
) -> Vec<Edge> {
    let along = ((square * profile.length / profile.spacing) as usize).clamp(6, profile.points);
    let mut edges = Vec::new();
    for upright in [true, false] {
        for line in 1..8 {
            for k in 0..8 {
                // Even squares (those of the top left one's colour) are the positive ones.
                let rising = (line - 1 + k) % 2 == 1;
                let (line, middle) = (line as f32, k as f32 + 0.5);
                let point = |across: f32, along: f32| {
                    let (u, v) = (line + across, middle + along);
                    let (u, v) = if upright { (u, v) } else { (v, u) };
                    place(Point::new(u, v))
                };
                // Within an edge's surroundings the map is as good as affine.
                let centre = point(0.0, 0.0);
                let slope = |a: Point, b: Point, over: f32| {
                    Point::new((b.x - a.x) / over, (b.y - a.y) / over)
                };
                let across = slope(point(-0.3, 0.0), point(0.3, 0.0), 0.6);
                let length = slope(
                    point(0.0, -profile.length / 2.0),
                    point(0.0, profile.length / 2.0),
                    1.0,
                );
                let step = Point::new(length.x / along as f32, length.y / along as f32);
                let first = 0.5 - along as f32 / 2.0;
                let mean = |a: f32| {
                    let start = Point::new(
                        centre.x + a * across.x + first * step.x,
                        centre.y + a * across.y + first * step.y,
                    );
                    axis.mean_along(picture, start, step, along)
                };
                if let Some((off, weight)) = measure(profile, mean, rising) {
                    let (x, y) = if upright {
                        (line, middle)
                    } else {
                        (middle, line)
                    };
                    edges.push(Edge {
                        x,
                        y,
                        upright,
                        off,
                        weight,
                    });
                }
            }
        }
    }
    edges
}

/// Where the `mean` along the edge at a distance across it, in squares, turns from one side's colour to the other's, with how
/// clear it is (1: by the usual contrast). `None` when it is not clear.
fn measure(profile: Profile, mean: impl Fn(f32) -> f32, rising: bool) -> Option<(f32, f32)> {
    let strip = (profile.strip / profile.step).round() as usize;
    let reach = (profile.reach / profile.step).round() as usize;
    let half = (strip + reach) as f32;
    let sign = if rising { 1.0 } else { -1.0 };
    // Running sums of the profile.
    let mut sums = vec![0.0f32];
    for k in 0..2 * (strip + reach) {
        let mean = mean((k as f32 + 0.5 - half) * profile.step);
        sums.push(sums[k] + sign * mean);
    }
    let response: Vec<f32> = (0..=2 * reach)
        .map(|k| {
            let (a, b, c) = (sums[k], sums[k + strip], sums[k + 2 * strip]);
            ((c - b) - (b - a)) / strip as f32
        })
        .collect();
    let best = (1..2 * reach).max_by(|&a, &b| response[a].total_cmp(&response[b]))?;
    let (before, top, after) = (response[best - 1], response[best], response[best + 1]);
    if top < CLEAR || before > top || after > top {
        return None;
    }
    let bend = before - 2.0 * top + after;
    let between = if bend < -1e-6 {
        (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
    } else {
        0.0
    };
    Some((
        (best as f32 + between - reach as f32) * profile.step,
        top.min(1.2),
    ))
}

/// Shift at a board position of the small homography with the eight given numbers.
pub(super) fn shift(m: &[f64; 8], x: f32, y: f32) -> (f32, f32) {
    let (x, y) = (f64::from(x) - 4.0, f64::from(y) - 4.0);
    (
        (m[0] + m[1] * x + m[2] * y + m[6] * x * x + m[7] * x * y) as f32,
        (m[3] + m[4] * x + m[5] * y + m[6] * x * y + m[7] * y * y) as f32,
    )
}

/// The share of its weight that an edge keeps by its distance from a fit, in squares, of the distances `rest` of all: Tukey's
/// biweight at 4.7 deviations; a deviation is 1.5 medians.
pub(super) fn tukey(rest: &[f32]) -> impl Fn(f32) -> f32 {
    let limit = (7.0 * median(&mut rest.to_vec())).max(0.02);
    move |r| {
        let t = (r / limit).min(1.0);
        (1.0 - t * t).powi(2)
    }
}

/// The small homography that moves the lattice onto the edges, by reweighted least squares, with
/// the edges' root mean square distance from it.
pub(super) fn fit(edges: &[Edge]) -> Option<([f64; 8], f32)> {
    let mut weights: Vec<f32> = edges.iter().map(|e| e.weight).collect();
    let mut moves = [0.0; 8];
    let mut scatter = f32::MAX;
    for _ in 0..5 {
        let (mut a, mut b) = ([[0.0f64; 8]; 8], [0.0f64; 8]);
        for (e, &w) in edges.iter().zip(&weights) {
            let (x, y) = (f64::from(e.x) - 4.0, f64::from(e.y) - 4.0);
            let row = if e.upright {
                [1.0, x, y, 0.0, 0.0, 0.0, x * x, x * y]
            } else {
                [0.0, 0.0, 0.0, 1.0, x, y, x * y, y * y]
            };
            for i in 0..8 {
                for j in 0..8 {
                    a[i][j] += f64::from(w) * row[i] * row[j];
                }
                b[i] += f64::from(w) * row[i] * f64::from(e.off);
            }
        }
        moves = solve(a, b)?;
        let rest: Vec<f32> = edges
            .iter()
            .map(|e| {
                let (dx, dy) = shift(&moves, e.x, e.y);
                (if e.upright { dx } else { dy } - e.off).abs()
            })
            .collect();
        let share = tukey(&rest);
        let mut counts = [0usize; 2];
        let (mut sum, mut total) = (0.0, 0.0);
        for ((w, e), r) in weights.iter_mut().zip(edges).zip(&rest) {
            *w = e.weight * share(*r);
            if *w > 0.1 {
                counts[usize::from(e.upright)] += 1;
            }
            sum += *w * r * r;
            total += *w;
        }
        if counts.iter().any(|&n| n < LEAST_EDGES) {
            return None;
        }
        scatter = (sum / total).sqrt();
    }
    Some((moves, scatter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    fn tilted() -> Quad {
        Quad([
            Point::new(60.3, 50.8),
            Point::new(330.6, 41.2),
            Point::new(352.4, 322.9),
            Point::new(48.7, 310.5),
        ])
    }

    /// A chequered field of two colours, averaged over 4×4 samples a pixel.
    fn board(quad: &Quad, light: [u8; 3], dark: [u8; 3]) -> Picture {
        let back = Homography::board_to_picture(quad)
            .unwrap()
            .inverse()
            .unwrap();
        Picture::new(RgbImage::from_fn(400, 360, |x, y| {
            let mut sum = [0.0f32; 3];
            for k in 0..16 {
                let (dx, dy) = ((k % 4) as f32, (k / 4) as f32);
                let p = Point::new(x as f32 + (dx + 0.5) / 4.0, y as f32 + (dy + 0.5) / 4.0);
                let u = back.apply(p);
                let on = (0.0..8.0).contains(&u.x) && (0.0..8.0).contains(&u.y);
                let odd = (u.x.floor() + u.y.floor()) as i32 % 2 == 1;
                let c = if on && odd { dark } else { light };
                for (s, v) in sum.iter_mut().zip(c) {
                    *s += f32::from(v) / 16.0;
                }
            }
            Rgb(sum.map(|v| v as u8))
        }))
    }

    fn disturbed() -> Quad {
        let mut q = tilted();
        for (p, (dx, dy)) in
            q.0.iter_mut()
                .zip([(2.5, -1.5), (-2.0, 2.0), (3.0, 1.0), (-1.0, -2.5)])
        {
            *p = Point::new(p.x + dx, p.y + dy);
        }
        q
    }

    #[test]
    fn corners_move_onto_the_edges() {
        // Black on white, two hues of equal luminance, and little contrast.
        for (light, dark) in [
            ([255; 3], [0; 3]),
            ([200, 120, 90], [60, 165, 90]),
            ([120; 3], [104; 3]),
        ] {
            let (found, bent) = refined(&board(&tilted(), light, dark), &disturbed()).unwrap();
            assert!(bent.is_none());
            let off = found.max_corner_distance(&tilted()) / 34.0;
            assert!(off < 0.012, "{light:?} {dark:?}: {off}");
        }
    }

    #[test]
    fn what_lies_far_off_a_fit_has_no_share_in_it() {
        let share = tukey(&[0.01, 0.02, 0.01, 0.0, 0.3]);
        assert_eq!((share(0.0), share(0.071)), (1.0, 0.0));
        assert!((0.5..0.6).contains(&share(0.035)));
    }

    #[test]
    fn a_field_that_lies_flat_is_a_rectangle() {
        // Lines on whole pixels, 33.5 apart.
        let line = |k: u32| 60 + (67 * k).div_ceil(2);
        let square = |v: u32| (0..8).find(|&k| (line(k)..line(k + 1)).contains(&v));
        let picture = Picture::new(RgbImage::from_fn(400, 400, |x, y| {
            let dark = square(x)
                .zip(square(y))
                .is_some_and(|(c, r)| (c + r) % 2 == 1);
            Rgb([if dark { 90 } else { 255 }; 3])
        }));
        let mut rough = Quad::rect(60.0, 60.0, 268.0, 268.0);
        rough.0[1] = Point::new(331.0, 58.5);
        let (found, _) = refined(&picture, &rough).unwrap();
        let [a, b, c, d] = found.0;
        let skew = (a.x + c.x - b.x - d.x).hypot(a.y + c.y - b.y - d.y);
        let turn = a.distance(c) - b.distance(d);
        assert!(skew < 1e-3 && turn.abs() < 1e-3, "{skew} {turn}");
    }

    #[test]
    fn a_rough_quad_moves_to_where_refining_goes_on() {
        let picture = board(&tilted(), [255; 3], [120; 3]);
        let off = |q: &Quad| q.max_corner_distance(&tilted()) / 34.0;
        for (dx, dy) in [(0.4, 0.0), (0.2, 0.2), (0.1, -0.3)] {
            let rough = Quad(
                disturbed()
                    .0
                    .map(|p| Point::new(p.x + 34.0 * dx, p.y + 34.0 * dy)),
            );
            assert!(off(&rough) > 2.0 * NEAR.reach);
            let placed = placed(&picture, &rough).unwrap();
            assert!(off(&placed) < 0.5 * NEAR.reach, "{}", off(&placed));
        }
        // Squares of 6.8 pixels.
        let small = Quad::rect(100.0, 100.0, 54.0, 54.0);
        assert!(placed(&board(&small, [255; 3], [0; 3]), &small).is_none());
    }

    #[test]
    fn nothing_moves_where_there_are_no_edges() {
        let blank = board(&tilted(), [230; 3], [230; 3]);
        assert!(refined(&blank, &disturbed()).is_none());
        assert!(placed(&blank, &disturbed()).is_none());
        let noise = Picture::new(RgbImage::from_fn(400, 360, |x, y| {
            Rgb([(x
                .wrapping_mul(2_654_435_761)
                .wrapping_add(y.wrapping_mul(40_503))
                >> 13) as u8; 3])
        }));
        assert!(refined(&noise, &disturbed()).is_none());
        assert!(placed(&noise, &disturbed()).is_none());
    }
}
