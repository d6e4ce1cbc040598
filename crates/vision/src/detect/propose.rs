//! Rough quads from the board mask: one for each connected piece of it, and for pieces that look
//! like boards run together one for each part.

use super::net::{MASK_INSET, Map};
use crate::{Homography, Point, Quad};
use image::{GrayImage, Luma};
use imageproc::{
    geometry::min_area_rect,
    region_labelling::{Connectivity, connected_components},
};

/// Levels of the mask that count as board, tried one after the other: at a lower one only pieces
/// that hold none found before. Proposing may be generous, for judging is strict.
const LEVELS: [f32; 2] = [0.5, 0.2];

/// Least number of cells of a piece: a board of 4-pixel squares in the view has 50.
const LEAST_CELLS: usize = 40;

/// A piece longer than this many times its width is tried as several boards side by side too.
const RUN_TOGETHER: f32 = 1.6;

/// Most boards that one piece is cut into, along each side.
const MOST_PARTS: usize = 4;

/// Least number of cells of a speck.
const LEAST_SPECK: usize = 6;

/// Level of the mask from which a piece is the trace of a board too faint or too small for this look: on
/// nothing like a board it stays below.
const TRACE: f32 = 0.05;

/// Most traces that are looked at closer.
const MOST_TRACES: usize = 2;

/// A rough place of a board, in cells of the maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proposal {
    /// The 8×8 field, corners clockwise from the top left.
    pub quad: Quad,
}

/// A piece of the mask that is too small for a fit, about as wide as it is high: perhaps a board
/// to be looked at closer. In cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speck {
    pub centre: Point,
    pub side: f32,
}

/// Proposals from a mask, and what is too small for one.
pub(crate) fn propose(mask: &Map) -> (Vec<Proposal>, Vec<Speck>) {
    let (mut proposals, mut specks) = (Vec::new(), Vec::new());
    let mut taken = vec![false; mask.width * mask.height];
    for level in LEVELS {
        for piece in pieces(mask, level) {
            let cell = |&(x, y): &(i32, i32)| y as usize * mask.width + x as usize;
            if piece.len() < LEAST_SPECK || piece.iter().any(|c| taken[cell(c)]) {
                continue;
            }
            piece.iter().for_each(|c| taken[cell(c)] = true);
            if piece.len() < LEAST_CELLS {
                specks.extend(speck_of(&piece));
            } else {
                proposals.extend(quads_of(&piece, mask, level));
            }
        }
    }
    (proposals, specks)
}

/// Proposals from the largest pieces of a mask at the level of traces: boards whose mask is faint, or broken at the
/// levels above.
pub(crate) fn faint(mask: &Map) -> Vec<Proposal> {
    let mut pieces = pieces(mask, TRACE);
    pieces.retain(|piece| piece.len() >= LEAST_CELLS);
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    pieces.truncate(MOST_TRACES);
    let quads = |piece: &Vec<(i32, i32)>| quads_of(piece, mask, TRACE);
    pieces.iter().flat_map(quads).collect()
}

/// Middles of the clearest pieces of a mask that shows no more than traces of boards, in cells.
pub(crate) fn traces(mask: &Map) -> Vec<Point> {
    let mut pieces: Vec<(f32, Point)> = pieces(mask, TRACE)
        .iter()
        .filter(|piece| piece.len() >= LEAST_SPECK)
        .filter_map(|piece| {
            let sum = piece.iter().map(|&(x, y)| mask.at(x, y)).sum();
            let [left, top, right, bottom] = bounds(piece)?;
            let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
            Some((sum, middle))
        })
        .collect();
    pieces.sort_by(|a, b| b.0.total_cmp(&a.0));
    pieces.truncate(MOST_TRACES);
    pieces.into_iter().map(|p| p.1).collect()
}

/// The piece as a speck, if it is compact.
fn speck_of(piece: &[(i32, i32)]) -> Option<Speck> {
    let [left, top, right, bottom] = bounds(piece)?;
    let (w, h) = (right - left, bottom - top);
    let compact = w.max(h) < 2.0 * w.min(h) && piece.len() as f32 > 0.55 * w * h;
    compact.then_some(Speck {
        centre: Point::new((left + right) / 2.0, (top + bottom) / 2.0),
        side: w.max(h) * 8.0 / (8.0 - 2.0 * MASK_INSET),
    })
}

/// Left, top, right and bottom of a piece.
fn bounds(piece: &[(i32, i32)]) -> Option<[f32; 4]> {
    let range = |f: fn(&(i32, i32)) -> i32| {
        let (low, high) = (piece.iter().map(f).min()?, piece.iter().map(f).max()?);
        Some((low as f32, (high + 1) as f32))
    };
    let ((left, right), (top, bottom)) = (range(|c| c.0)?, range(|c| c.1)?);
    Some([left, top, right, bottom])
}

/// Connected pieces of the cells above a level.
fn pieces(mask: &Map, level: f32) -> Vec<Vec<(i32, i32)>> {
    let binary = GrayImage::from_fn(mask.width as u32, mask.height as u32, |x, y| {
        Luma([u8::from(mask.at(x as i32, y as i32) > level)])
    });
    let labels = connected_components(&binary, Connectivity::Four, Luma([0]));
    let mut pieces: Vec<Vec<(i32, i32)>> = Vec::new();
    for (x, y, label) in labels.enumerate_pixels() {
        let k = label.0[0] as usize;
        if k == 0 {
            continue;
        }
        if pieces.len() < k {
            pieces.resize_with(k, Vec::new);
        }
        pieces[k - 1].push((x as i32, y as i32));
    }
    pieces
}

fn quads_of(piece: &[(i32, i32)], mask: &Map, level: f32) -> Vec<Proposal> {
    let on = |x: i32, y: i32| mask.at(x, y) > level;
    let boundary: Vec<(i32, i32)> = piece
        .iter()
        .copied()
        .filter(|&(x, y)| !(on(x - 1, y) && on(x + 1, y) && on(x, y - 1) && on(x, y + 1)))
        .collect();
    // Corners of the cells, so that the figure has its full width.
    let corners: Vec<imageproc::point::Point<i32>> = boundary
        .iter()
        .flat_map(|&(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)])
        .map(|(x, y)| imageproc::point::Point::new(x, y))
        .collect();
    if corners.len() < 4 {
        return Vec::new();
    }
    let rect = min_area_rect(&corners);
    let mut quad = Quad(rect.map(|p| Point::new(p.x as f32, p.y as f32))).upright();
    if quad.area() < LEAST_CELLS as f32 {
        return Vec::new();
    }
    let points: Vec<Point> = corners
        .iter()
        .map(|p| Point::new(p.x as f32, p.y as f32))
        .collect();
    if let Some(better) = fit_sides(&quad, &points) {
        quad = better;
    }
    let [top, right, bottom, left] = quad.sides();
    let (across, down) = ((top + bottom) / 2.0, (left + right) / 2.0);
    let mut cuts = vec![(1, 1)];
    let parts = |long: f32, short: f32| ((long / short).round() as usize).min(MOST_PARTS);
    if across > RUN_TOGETHER * down {
        cuts.push((parts(across, down), 1));
    } else if down > RUN_TOGETHER * across {
        cuts.push((1, parts(down, across)));
    } else if (piece.len() as f32) < 0.8 * quad.area() {
        // A block of four with a gap, or boards joined by a corner.
        cuts.push((2, 2));
    }
    cuts.into_iter()
        .flat_map(|(nx, ny)| split(&quad, nx, ny))
        .filter_map(|q| widened(&q))
        .map(|quad| Proposal { quad })
        .collect()
}

/// Moves each side of a rectangle onto the piece's edge along its middle, for boards seen at an
/// angle, whose sides are not parallel.
fn fit_sides(rect: &Quad, points: &[Point]) -> Option<Quad> {
    let to_unit = Homography::board_to_picture(rect)?.inverse()?;
    // For each side the edge's place as a line over the position along it, from the outermost
    // points of 12 slots; the outer slots are left out, for there the corners are cut.
    const SLOTS: usize = 12;
    let mut outermost = [[None::<f32>; SLOTS]; 4];
    for p in points {
        let u = to_unit.apply(*p);
        let (x, y) = (u.x / 8.0, u.y / 8.0);
        for (side, along, depth) in [(0, x, y), (1, y, 1.0 - x), (2, x, 1.0 - y), (3, y, x)] {
            let slot = ((along * SLOTS as f32) as usize).min(SLOTS - 1);
            let best = &mut outermost[side][slot];
            if best.is_none_or(|d| depth < d) {
                *best = Some(depth);
            }
        }
    }
    let mut lines = [(0.0f32, 0.0f32); 4];
    for (line, slots) in lines.iter_mut().zip(&outermost) {
        let samples: Vec<(f32, f32)> = (2..SLOTS - 2)
            .filter_map(|k| slots[k].map(|d| ((k as f32 + 0.5) / SLOTS as f32, d)))
            .filter(|s| s.1 < 0.35)
            .collect();
        if samples.len() < 4 {
            return None;
        }
        *line = theil_sen(&samples);
    }
    // Corners: where the lines of two sides meet, each a depth over the position along it.
    let [top, right, bottom, left] = lines;
    let meet = |h: (f32, f32), down: bool, v: (f32, f32), far: bool| {
        let (mut x, mut y) = (if far { 1.0 } else { 0.0 }, 0.0);
        for _ in 0..12 {
            let d = h.0 * x + h.1;
            y = if down { 1.0 - d } else { d };
            let d = v.0 * y + v.1;
            x = if far { 1.0 - d } else { d };
        }
        Point::new(x * 8.0, y * 8.0)
    };
    let to_cells = Homography::board_to_picture(rect)?;
    let quad = Quad(
        [
            meet(top, false, left, false),
            meet(top, false, right, true),
            meet(bottom, true, right, true),
            meet(bottom, true, left, false),
        ]
        .map(|p| to_cells.apply(p)),
    );
    (quad.is_convex() && quad.area() > 0.5 * rect.area()).then_some(quad)
}

/// Slope and offset of a line through points, by medians: a few points far off do not matter.
fn theil_sen(samples: &[(f32, f32)]) -> (f32, f32) {
    let mut slopes: Vec<f32> = Vec::new();
    for (i, a) in samples.iter().enumerate() {
        for b in &samples[i + 1..] {
            slopes.push((b.1 - a.1) / (b.0 - a.0));
        }
    }
    let slope = median(&mut slopes);
    let mut offsets: Vec<f32> = samples.iter().map(|s| s.1 - slope * s.0).collect();
    (slope, median(&mut offsets))
}

pub(crate) fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// The quad cut into `nx`×`ny` equal parts.
fn split(quad: &Quad, nx: usize, ny: usize) -> Vec<Quad> {
    let Some(h) = Homography::board_to_picture(quad) else {
        return Vec::new();
    };
    let (w, d) = (8.0 / nx as f32, 8.0 / ny as f32);
    (0..nx * ny)
        .map(|k| {
            let (x, y) = ((k % nx) as f32 * w, (k / nx) as f32 * d);
            Quad(Quad::rect(x, y, w, d).0.map(|p| h.apply(p)))
        })
        .collect()
}

/// From the mask's outline to the field's, [`MASK_INSET`] squares further out.
fn widened(mask: &Quad) -> Option<Quad> {
    let inner = Quad::rect(
        MASK_INSET,
        MASK_INSET,
        8.0 - 2.0 * MASK_INSET,
        8.0 - 2.0 * MASK_INSET,
    );
    let h = Homography::from_points(&inner.0, &mask.0)?;
    let quad = h.board_quad();
    quad.is_convex().then_some(quad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    #[test]
    fn small_pieces_are_specks_and_large_ones_proposals() {
        let boxes = [(5, 6, 5, 5), (20, 8, 12, 12), (40, 2, 2, 12)];
        let logits = Array2::from_shape_fn((40, 50), |(y, x)| {
            let on = boxes
                .iter()
                .any(|&(l, t, w, h)| (l..l + w).contains(&x) && (t..t + h).contains(&y));
            if on { 5.0 } else { -5.0 }
        });
        let (proposals, specks) = propose(&Map::from_logits(logits.view()));
        assert_eq!((proposals.len(), specks.len()), (1, 1));
        assert_eq!(specks[0].centre, Point::new(7.5, 8.5));
        assert!(proposals[0].quad.centre().distance(Point::new(26.0, 14.0)) < 0.5);
    }

    #[test]
    fn the_clearest_traces_come_first() {
        let boxes = [
            (5, 6, 5, 5, -2.0),
            (20, 8, 12, 4, -2.0),
            (40, 2, 9, 9, -1.0),
            (40, 30, 2, 2, 0.0),
        ];
        let logits = Array2::from_shape_fn((40, 50), |(y, x)| {
            let on = |&&(l, t, w, h, _): &&(usize, usize, usize, usize, f32)| {
                (l..l + w).contains(&x) && (t..t + h).contains(&y)
            };
            boxes.iter().find(on).map_or(-5.0, |b| b.4)
        });
        let found = traces(&Map::from_logits(logits.view()));
        assert_eq!(found, [Point::new(44.5, 6.5), Point::new(26.0, 10.0)]);
    }

    #[test]
    fn a_mask_in_fragments_is_whole_at_the_level_of_traces() {
        let logits = Array2::from_shape_fn((60, 60), |(y, x)| {
            let board = (10..50).contains(&x) && (8..48).contains(&y);
            let fragment = (12..20).contains(&x) && (30..40).contains(&y);
            match (board, fragment) {
                (_, true) => 3.0,
                (true, false) => -2.0,
                _ => -6.0,
            }
        });
        let map = Map::from_logits(logits.view());
        let middle = Point::new(30.0, 28.0);
        let off = |p: &Proposal| p.quad.centre().distance(middle);
        assert!(propose(&map).0.iter().all(|p| off(p) > 8.0));
        assert!(faint(&map).iter().any(|p| off(p) < 0.5));
    }
}
