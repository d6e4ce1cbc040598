//! From the net's lattice points to a 9×9 lattice: growing, robust fitting, and judging which
//! nine of the lines are the board's.

use super::{net::Maps, propose::median};
use crate::{Homography, Point};
use std::collections::HashMap;

/// How far from its expected place a neighbouring point may lie, in squares: perspective changes
/// the step a little from square to square, and a point may be off by a tenth. Boards side by side
/// are a square or so apart; more reach would join them.
const REACH: f32 = 0.2;

/// First steps are looked for at these multiples of the proposal's square: its scale is far off
/// where the mask saw a part of the board only.
const STEP_RANGE: (f32, f32) = (0.55, 1.8);

/// Largest cosine of the angle between the two first steps: a lattice seen at an angle keeps 55
/// degrees and more, and a diagonal is at 45.
const STEP_COSINE: f32 = 0.57;

/// How far outside the proposal points are looked at, in its squares: first close by, since
/// neighbouring boards have points of their own, then further, for proposals that cover a part.
const AROUND: [f32; 2] = [1.6, 4.0];

/// A point counts as one of the lattice's within this distance of its place, in squares: under it
/// lies the net's error (0.02 to 0.08) and page curl.
const INLIER: f32 = 0.2;

/// Fewest points that a fit is trusted with: a quarter of the lattice.
const LEAST_POINTS: usize = 20;

/// How far the board may lie from the proposal's middle, in squares each way.
const SHIFTS: i32 = 3;

/// How many peaks growing is started from.
const SEEDS: usize = 8;

/// Height of the lattice map that counts as seeing the point.
const SEEN: f32 = 0.3;

/// A lattice that fits the net's points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    /// From board coordinates (0..8) to cells.
    pub to_cells: Homography,
    /// Root mean square distance of the points from their places, in squares.
    pub residual: f32,
}

/// What speaks for a lattice; each 0..=1.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence {
    /// Share of the lattice's visible points that the net saw.
    pub support: f32,
    /// Mean height of the lattice map at the visible points.
    pub points: f32,
    /// Mean height of the outline map along the field's edge.
    pub outline: f32,
    /// Mean of the outline map one square further in and out: high when the lattice is shifted.
    pub beside: f32,
    /// Mean of the mask at the 64 squares' middles.
    pub mask: f32,
    /// Mean of the mask half a square outside the field.
    pub outside: f32,
    /// Share of the lattice's points that lie inside the picture.
    pub visible: f32,
}

impl Evidence {
    /// Collects it for the lattice `to_cells`; `visible` tells whether a cell position lies
    /// inside the picture.
    pub fn of(maps: &Maps, to_cells: &Homography, visible: impl Fn(Point) -> bool) -> Self {
        Readings::new(maps, to_cells, visible).evidence(0, 0)
    }

    /// How well nine of the lines fit as the board's; to compare shifts of one lattice.
    fn of_shift(&self) -> f32 {
        self.points + self.outline - self.beside + self.mask - self.outside
    }

    /// The board's score, 0..=1. The weights say how much each kind of evidence tells of a board:
    /// most the points themselves; a mask or an outline that goes on beyond the field speaks of a
    /// larger pattern, of which the field is a part.
    pub fn score(&self, residual: f32) -> f32 {
        let straight = 1.0 - (residual / INLIER).min(1.0);
        let beyond = 0.5 * self.outside + 0.5 * self.beside;
        (0.4 * self.support + 0.15 * self.outline + 0.3 * self.mask + 0.15 * straight
            - 0.3 * beyond)
            .clamp(0.0, 1.0)
    }
}

/// How far outside a lattice maps are read, in squares: a ring one square outside, of a lattice moved by [`SHIFTS`].
const MARGIN: i32 = SHIFTS + 1;

/// Places a square each way at which maps are read, and along a row of them all. Nodes, middles and what [`ring`] gives for
/// the lengths below lie at whole quarters.
const PLACES: i32 = 4;
const ROW: usize = ((8 + 2 * MARGIN) * PLACES + 1) as usize;

/// What is read of the maps at a place.
#[derive(Clone, Copy)]
enum Reading {
    /// The height of the lattice map; less than none where the place is not visible.
    Node,
    /// The height of the outline map nearby.
    Edge,
    /// The outline map itself.
    Outline,
    /// The mask.
    Mask,
}

/// Readings of the maps along a lattice, each taken once: its shifts by whole squares share their places.
struct Readings<'a, V> {
    maps: &'a Maps,
    to_cells: &'a Homography,
    visible: V,
    /// By kind, row and column; not a number where none was taken.
    taken: Vec<f32>,
}

impl<'a, V: Fn(Point) -> bool> Readings<'a, V> {
    fn new(maps: &'a Maps, to_cells: &'a Homography, visible: V) -> Self {
        Self {
            maps,
            to_cells,
            visible,
            taken: vec![f32::NAN; 4 * ROW * ROW],
        }
    }

    /// Of the lattice moved by whole squares, at most [`SHIFTS`] each way.
    fn evidence(&mut self, dx: i32, dy: i32) -> Evidence {
        let mut read = |kind: Reading, p: Point| {
            let column = |v: f32, d: i32| ((v + (d + MARGIN) as f32) * PLACES as f32) as usize;
            let place = column(p.y, dy) * ROW + column(p.x, dx);
            let reading = &mut self.taken[kind as usize * ROW * ROW + place];
            if reading.is_nan() {
                let at = Point::new(p.x + dx as f32, p.y + dy as f32);
                let cell = self.to_cells.apply(at);
                *reading = match kind {
                    Reading::Node if !(self.visible)(cell) => -1.0,
                    Reading::Node => highest_around(self.maps, cell),
                    Reading::Edge => outline_around(self.maps, cell),
                    Reading::Outline => self.maps.outline.sample(cell),
                    Reading::Mask => self.maps.mask.sample(cell),
                };
            }
            *reading
        };
        let nodes: Vec<f32> = (0..81)
            .map(|k| read(Reading::Node, Point::new((k % 9) as f32, (k / 9) as f32)))
            .filter(|v| *v >= 0.0)
            .collect();
        let seen = nodes.iter().filter(|v| **v > SEEN).count();
        let of_nodes = |sum: f32| sum / nodes.len().max(1) as f32;
        let mut mean = |kind: Reading, points: &[Point]| {
            let sum: f32 = points.iter().map(|p| read(kind, *p)).sum();
            sum / points.len() as f32
        };
        let middles: Vec<Point> = (0..64)
            .map(|k| Point::new((k % 8) as f32 + 0.5, (k / 8) as f32 + 0.5))
            .collect();
        // Two places a square, as on the edge itself.
        let beside: Vec<Point> = ring(-1.0, 20).chain(ring(1.0, 12)).collect();
        Evidence {
            support: of_nodes(seen as f32),
            points: of_nodes(nodes.iter().sum()),
            outline: mean(Reading::Edge, &ring(0.0, 16).collect::<Vec<_>>()),
            beside: mean(Reading::Outline, &beside),
            mask: mean(Reading::Mask, &middles),
            outside: mean(Reading::Mask, &ring(-0.5, 9).collect::<Vec<_>>()),
            visible: nodes.len() as f32 / 81.0,
        }
    }
}

/// Highest of the lattice map's 3×3 cells around a point.
fn highest_around(maps: &Maps, p: Point) -> f32 {
    let (x, y) = (p.x.floor() as i32, p.y.floor() as i32);
    (0..9)
        .map(|k| {
            maps.points
                .at(x.saturating_add(k % 3 - 1), y.saturating_add(k / 3 - 1))
        })
        .fold(0.0, f32::max)
}

fn outline_around(maps: &Maps, p: Point) -> f32 {
    let (x, y) = (p.x.floor() as i32, p.y.floor() as i32);
    [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
        .iter()
        .map(|(dx, dy)| {
            maps.outline
                .at(x.saturating_add(*dx), y.saturating_add(*dy))
        })
        .fold(0.0, f32::max)
}

/// `each` points a side, evenly along a square `inset` squares inside the field.
fn ring(inset: f32, each: usize) -> impl Iterator<Item = Point> {
    let (low, high) = (inset, 8.0 - inset);
    (0..4 * each).map(move |k| {
        let t = low + (high - low) * ((k % each) as f32 + 0.5) / each as f32;
        match k / each {
            0 => Point::new(t, low),
            1 => Point::new(high, t),
            2 => Point::new(t, high),
            _ => Point::new(low, t),
        }
    })
}

/// Fits a lattice to the peaks, starting from a rough `prior` (board coordinates to cells).
pub(crate) fn fit(
    maps: &Maps,
    peaks: &[Point],
    prior: &Homography,
    visible: impl Fn(Point) -> bool + Copy,
) -> Option<Fit> {
    AROUND
        .iter()
        .find_map(|&around| fit_within(maps, peaks, prior, around, visible))
}

/// [`fit`] with the points at most `around` squares outside the proposal.
fn fit_within(
    maps: &Maps,
    peaks: &[Point],
    prior: &Homography,
    around: f32,
    visible: impl Fn(Point) -> bool + Copy,
) -> Option<Fit> {
    let to_board = prior.inverse()?;
    let near: Vec<Point> = peaks
        .iter()
        .filter(|p| {
            let u = to_board.apply(**p);
            let inside = |v: f32| (-around..=8.0 + around).contains(&v);
            inside(u.x) && inside(u.y)
        })
        .copied()
        .collect();
    let grown = grow(&near, prior, &to_board)?;
    let (first, _) = robust(&grown)?;
    let (whole, _) = robust(&reassigned(&near, &first)?)?;
    let shifted = best_shift(maps, &whole, prior, visible)?;
    // The field's own points once more; what lies outside it belongs to something else.
    let pairs: Vec<(Point, Point)> = reassigned(&near, &shifted)?
        .into_iter()
        .filter(|(u, _)| {
            let inside = |v: f32| (-0.1..=8.1).contains(&v);
            inside(u.x) && inside(u.y)
        })
        .collect();
    let (to_cells, residual) = robust(&pairs)?;
    to_cells
        .board_quad()
        .is_convex()
        .then_some(Fit { to_cells, residual })
}

/// Walks from point to neighbouring point and gives each its whole-numbered place; the largest
/// connected set of a few starts. Places are relative to the start.
fn grow(
    points: &[Point],
    prior: &Homography,
    to_board: &Homography,
) -> Option<Vec<(Point, Point)>> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    let middle = Point::new(4.0, 4.0);
    order.sort_by(|&a, &b| {
        let d = |i: usize| to_board.apply(points[i]).distance(middle);
        d(a).total_cmp(&d(b))
    });
    let mut best: Vec<(Point, Point)> = Vec::new();
    for &seed in order.iter().take(SEEDS) {
        let set = grow_from(points, seed, prior, to_board);
        if set.len() > best.len() {
            best = set;
        }
        if best.len() * 3 > points.len() * 2 {
            break;
        }
    }
    (best.len() >= LEAST_POINTS).then_some(best)
}

fn grow_from(
    points: &[Point],
    seed: usize,
    prior: &Homography,
    to_board: &Homography,
) -> Vec<(Point, Point)> {
    let u = to_board.apply(points[seed]);
    let side = |dx: f32, dy: f32| {
        let (a, b) = (
            prior.apply(Point::new(u.x - dx / 2.0, u.y - dy / 2.0)),
            prior.apply(Point::new(u.x + dx / 2.0, u.y + dy / 2.0)),
        );
        Point::new(b.x - a.x, b.y - a.y)
    };
    let steps = first_steps(points, seed, [side(1.0, 0.0), side(0.0, 1.0)]);
    let start = (u.x.round() as i32, u.y.round() as i32);
    let mut places: HashMap<(i32, i32), usize> = HashMap::from([(start, seed)]);
    let mut taken = vec![false; points.len()];
    taken[seed] = true;
    // Each entry: place, point, and the steps to its right and lower neighbours as known there.
    let mut queue = std::collections::VecDeque::from([(start, seed, steps)]);
    let mut result = Vec::new();
    while let Some((place, k, steps)) = queue.pop_front() {
        let p = points[k];
        result.push((Point::new(place.0 as f32, place.1 as f32), p));
        for (axis, sign) in [(0, 1.0f32), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let e = steps[axis];
            let there = if axis == 0 {
                (place.0 + sign as i32, place.1)
            } else {
                (place.0, place.1 + sign as i32)
            };
            if places.contains_key(&there) {
                continue;
            }
            let expected = Point::new(p.x + sign * e.x, p.y + sign * e.y);
            let reach = REACH * e.x.hypot(e.y);
            let Some((n, _)) = points
                .iter()
                .enumerate()
                .filter(|(n, _)| !taken[*n])
                .map(|(n, q)| (n, q.distance(expected)))
                .filter(|(_, d)| *d < reach)
                .min_by(|a, b| a.1.total_cmp(&b.1))
            else {
                continue;
            };
            taken[n] = true;
            places.insert(there, n);
            let measured = Point::new(sign * (points[n].x - p.x), sign * (points[n].y - p.y));
            let mut next = steps;
            next[axis] = e.lerp(measured, 0.5);
            queue.push_back((there, n, next));
        }
    }
    result
}

/// The steps from a point to its right and lower neighbours: the two shortest ones to other points
/// that stand across each other, named by the proposal's `sides`, whatever its angle and scale. The
/// sides themselves when there are none.
fn first_steps(points: &[Point], seed: usize, sides: [Point; 2]) -> [Point; 2] {
    let length = |d: Point| d.x.hypot(d.y);
    let cosine = |a: Point, b: Point| (a.x * b.x + a.y * b.y) / (length(a) * length(b));
    let square = (length(sides[0]) + length(sides[1])) / 2.0;
    let p = points[seed];
    let mut steps: Vec<Point> = points
        .iter()
        .map(|q| Point::new(q.x - p.x, q.y - p.y))
        .filter(|d| (STEP_RANGE.0 * square..STEP_RANGE.1 * square).contains(&length(*d)))
        .collect();
    steps.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
    let Some(&first) = steps.first() else {
        return sides;
    };
    let Some(&second) = steps
        .iter()
        .find(|d| cosine(first, **d).abs() < STEP_COSINE)
    else {
        return sides;
    };
    let (mut right, mut down) = (first, second);
    if cosine(right, sides[0]).abs() < cosine(down, sides[0]).abs() {
        (right, down) = (down, right);
    }
    if cosine(right, sides[0]) < 0.0 {
        right = Point::new(-right.x, -right.y);
    }
    if right.x * down.y - right.y * down.x < 0.0 {
        down = Point::new(-down.x, -down.y);
    }
    [right, down]
}

/// Least squares over the pairs (board place, cell position), leaving out what lies far off, a few
/// times over. With the root mean square distance in squares.
fn robust(pairs: &[(Point, Point)]) -> Option<(Homography, f32)> {
    let mut kept: Vec<(Point, Point)> = pairs.to_vec();
    let mut result = None;
    for _ in 0..4 {
        if kept.len() < LEAST_POINTS || !spreads(&kept) {
            return None;
        }
        let (from, to): (Vec<Point>, Vec<Point>) = kept.iter().copied().unzip();
        let h = Homography::from_points(&from, &to)?;
        let back = h.inverse()?;
        let distance = |(u, p): &(Point, Point)| back.apply(*p).distance(*u);
        let mut distances: Vec<f32> = kept.iter().map(distance).collect();
        let square: f32 = distances.iter().map(|d| d * d).sum();
        let residual = (square / distances.len() as f32).sqrt();
        if !residual.is_finite() {
            return None;
        }
        result = Some((h, residual));
        // A normal distribution's median lies at 0.67 of its deviation; 4 medians are 2.7 of them.
        let limit = (4.0 * median(&mut distances)).max(0.03);
        let next: Vec<(Point, Point)> = pairs
            .iter()
            .copied()
            .filter(|pair| distance(pair) < limit)
            .collect();
        if next.len() == kept.len() {
            break;
        }
        kept = next;
    }
    result.filter(|r| r.1 < INLIER)
}

/// Whether the places cover at least four columns and four rows.
fn spreads(pairs: &[(Point, Point)]) -> bool {
    let range = |f: fn(&Point) -> f32| {
        pairs
            .iter()
            .map(|(u, _)| f(u))
            .fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let (x, y) = (range(|u| u.x), range(|u| u.y));
    x.1 - x.0 > 2.5 && y.1 - y.0 > 2.5
}

/// All points that lie close to a place of the lattice, one for each place.
fn reassigned(points: &[Point], h: &Homography) -> Option<Vec<(Point, Point)>> {
    let back = h.inverse()?;
    let mut places: HashMap<(i32, i32), (f32, Point)> = HashMap::new();
    for p in points {
        let u = back.apply(*p);
        let place = Point::new(u.x.round(), u.y.round());
        let d = u.distance(place);
        // False for what is not a number too.
        let counts = d < INLIER && place.x.abs() <= 20.0 && place.y.abs() <= 20.0;
        if !counts {
            continue;
        }
        let entry = places
            .entry((place.x as i32, place.y as i32))
            .or_insert((d, *p));
        if d < entry.0 {
            *entry = (d, *p);
        }
    }
    let mut pairs: Vec<(Point, Point)> = places
        .into_iter()
        .map(|((x, y), (_, p))| (Point::new(x as f32, y as f32), p))
        .collect();
    // The map's order differs from run to run; sums must not.
    pairs.sort_by(|a, b| {
        (a.0.y, a.0.x)
            .partial_cmp(&(b.0.y, b.0.x))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    Some(pairs)
}

/// The lattice moved by whole squares so that the nine lines each way are the board's.
pub(super) fn best_shift(
    maps: &Maps,
    h: &Homography,
    prior: &Homography,
    visible: impl Fn(Point) -> bool + Copy,
) -> Option<Homography> {
    let centre = h.inverse()?.apply(prior.apply(Point::new(4.0, 4.0)));
    let (x, y) = ((centre.x - 4.0).round(), (centre.y - 4.0).round());
    if !(x.abs() < 50.0 && y.abs() < 50.0) {
        return None;
    }
    let moved = |dx: f32, dy: f32| {
        let shift = [1.0, 0.0, dx.into(), 0.0, 1.0, dy.into(), 0.0, 0.0, 1.0];
        h.after(&Homography(shift))
    };
    let about = moved(x, y);
    let mut readings = Readings::new(maps, &about, visible);
    let many = 2 * SHIFTS + 1;
    (0..many * many)
        .map(|k| (k % many - SHIFTS, k / many - SHIFTS))
        .map(|(dx, dy)| ((dx, dy), readings.evidence(dx, dy).of_shift()))
        .filter(|(_, v)| v.is_finite())
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|((dx, dy), _)| moved(x + dx as f32, y + dy as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Quad, detect::net::Map};
    use ndarray::Array2;

    #[test]
    fn a_lattice_moved_by_squares_has_the_evidence_of_one_that_lies_there() {
        let map = |k: f32| {
            let logits = Array2::from_shape_fn((64, 64), |(y, x)| {
                (k * x as f32).sin() * 3.0 + (1.7 * k * y as f32).cos()
            });
            Map::from_logits(logits.view())
        };
        let maps = Maps {
            mask: map(0.11),
            points: map(0.73),
            outline: map(0.37),
        };
        let visible = |p: Point| p.x < 50.0;
        let lattice = |x: f32, y: f32| {
            Homography::board_to_picture(&Quad::rect(12.0 + 4.0 * x, 15.0 + 4.0 * y, 32.0, 32.0))
                .unwrap()
        };
        let here = lattice(0.0, 0.0);
        let mut readings = Readings::new(&maps, &here, visible);
        for (dx, dy) in [(0, 0), (3, -3), (-2, 1), (3, -3)] {
            let moved = readings.evidence(dx, dy);
            let there = Evidence::of(&maps, &lattice(dx as f32, dy as f32), visible);
            let close = |a: f32, b: f32| (a - b).abs() < 1e-3;
            assert!(
                close(moved.of_shift(), there.of_shift())
                    && close(moved.score(0.1), there.score(0.1))
                    && moved.visible == there.visible,
                "{moved:?} {there:?}"
            );
        }
    }
}
