//! Where a picture is looked at again, enlarged.

use crate::{Point, Quad};

/// A part of the picture is enlarged when it is longer than this, in pixels: the first look shows
/// 416 pixels a side, and below half as much again an enlargement adds little.
pub(super) const ZOOM_FROM: u32 = 640;

/// A picture longer than this, in pixels, is looked at in parts where nothing is found: boards of 120 pixels
/// have less than 25 in the first look, which the mask may not mark. In smaller ones it marks them: none of the
/// boards of the benchmark was found by parts alone.
pub(super) const PARTS_FROM: u32 = 2000;

/// Where the mask stays below this all over, parts show nothing either: with a board on the largest
/// of drawn screens it has 0.07 and more somewhere.
pub(super) const LEAST_HINT: f32 = 0.05;

/// In a picture longer than this, in pixels, parts of half a side may show too little still: boards of
/// 120 pixels have 20 in them.
pub(super) const ZOOM_TWICE_FROM: u32 = 3000;

/// Share of a side that one of two enlarged parts covers; they overlap by a sixth. Each of three covers
/// [`ZOOM_THIRD`].
const ZOOM_PART: f32 = 0.58;
const ZOOM_THIRD: f32 = 0.4;

/// Side of the part about a hint, in sides of the board hinted at: the board then has 70 pixels in
/// the look, and its neighbours are seen too.
const WINDOW: f32 = 6.0;

/// Parts looked at for hints, at most: each costs as much as the first look.
const MOST_WINDOWS: usize = 4;

/// A place where a small board may be, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hint {
    pub centre: Point,
    pub side: f32,
}

/// Overlapping parts `[left, top, width, height]` of a picture: two or three along each side, or along
/// one side if the other is short.
pub(super) fn parts(width: u32, height: u32, a_side: u32) -> Vec<[u32; 4]> {
    let long = width.max(height);
    let share = if a_side == 2 { ZOOM_PART } else { ZOOM_THIRD };
    let cut = |n: u32| {
        if n * 2 < long || n < ZOOM_FROM / 2 {
            return vec![(0, n)];
        }
        let part = ((n as f32 * share) as u32).clamp(1, n);
        (0..a_side)
            .map(|k| ((n - part) * k / (a_side - 1).max(1), part))
            .collect()
    };
    let columns = cut(width);
    cut(height)
        .into_iter()
        .flat_map(|(y, h)| columns.iter().map(move |&(x, w)| [x, y, w, h]))
        .collect()
}

/// Parts about the hints, but for those that lie on a board found that is much larger than they.
pub(super) fn windows(
    hints: &[Hint],
    found: &[Quad],
    (width, height): (u32, u32),
) -> Vec<[u32; 4]> {
    let on = |h: &Hint, q: &Quad| {
        let [l, t, r, b] = q.bounds();
        let larger = (r - l).min(b - t) > 2.0 * h.side;
        larger && (l..r).contains(&h.centre.x) && (t..b).contains(&h.centre.y)
    };
    let mut left: Vec<Hint> = hints
        .iter()
        .filter(|h| !found.iter().any(|q| on(h, q)))
        .copied()
        .collect();
    // Large ones first: their parts cover small ones too.
    left.sort_by(|a, b| {
        b.side
            .total_cmp(&a.side)
            .then(a.centre.y.total_cmp(&b.centre.y))
            .then(a.centre.x.total_cmp(&b.centre.x))
    });
    let most = ZOOM_PART * width.max(height) as f32;
    let mut windows = Vec::new();
    while let Some(&first) = left.first()
        && windows.len() < MOST_WINDOWS
    {
        let side = (WINDOW * first.side).min(most);
        let span = |centre: f32, end: u32| {
            let size = (side as u32).clamp(1, end);
            let start = (centre - side / 2.0).clamp(0.0, (end - size) as f32) as u32;
            (start, size)
        };
        let (x, w) = span(first.centre.x, width);
        let (y, h) = span(first.centre.y, height);
        windows.push([x, y, w, h]);
        let covered = |hint: &Hint| {
            let inside = |c: f32, start: u32, size: u32| {
                let (low, high) = (start as f32, (start + size) as f32);
                (c - hint.side * 0.5 >= low || start == 0) && c + hint.side * 0.5 <= high + 1.0
            };
            inside(hint.centre.x, x, w)
                && inside(hint.centre.y, y, h)
                && hint.side * 2.0 >= first.side
        };
        let mut rest = left.split_off(1);
        rest.retain(|hint| !covered(hint));
        left = rest;
    }
    windows
}

/// Middles of neighbours from a board's own, in its sides: pages and screens leave a fifth to a half between boards.
const NEIGHBOUR: f32 = 1.3;

/// Places beside boards found in `windows` that none of these shows whole: boards seldom come in ones, and
/// where one was missed by the first look its neighbours may have been too.
pub(super) fn beside(
    found: &[Quad],
    windows: &[[u32; 4]],
    (width, height): (u32, u32),
) -> Vec<Hint> {
    let inside = |p: Point, [l, t, r, b]: [f32; 4]| (l..r).contains(&p.x) && (t..b).contains(&p.y);
    let mut hints = Vec::new();
    for quad in found {
        let [l, t, r, b] = quad.bounds();
        let side = ((r - l) + (b - t)) / 2.0;
        for (x, y) in [-1.0, 0.0, 1.0]
            .iter()
            .flat_map(|&y| [(-1.0, y), (0.0, y), (1.0, y)])
        {
            let centre = Point::new(
                (l + r) / 2.0 + x * NEIGHBOUR * side,
                (t + b) / 2.0 + y * NEIGHBOUR * side,
            );
            let shown = |&[left, top, w, h]: &[u32; 4]| {
                let half = side / 2.0;
                let (left, top) = (left as f32, top as f32);
                let whole = [
                    left + half,
                    top + half,
                    left + w as f32 - half,
                    top + h as f32 - half,
                ];
                inside(centre, whole)
            };
            if inside(centre, [0.0, 0.0, width as f32, height as f32])
                && !found.iter().any(|q| inside(centre, q.bounds()))
                && !windows.iter().any(shown)
            {
                hints.push(Hint { centre, side });
            }
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(x: f32, y: f32, side: f32) -> Hint {
        Hint {
            centre: Point::new(x, y),
            side,
        }
    }

    #[test]
    fn parts_cover_the_picture() {
        assert_eq!(parts(1000, 400, 2), [[0, 0, 580, 400], [420, 0, 580, 400]]);
        assert_eq!(parts(1000, 1000, 2).len(), 4);
        let starts: Vec<u32> = parts(3000, 1200, 3).iter().map(|p| p[0]).collect();
        assert_eq!(starts, [0, 900, 1800]);
    }

    #[test]
    fn one_window_covers_neighbouring_hints() {
        let hints = [
            hint(500.0, 500.0, 60.0),
            hint(600.0, 500.0, 60.0),
            hint(2000.0, 1500.0, 60.0),
        ];
        let windows = windows(&hints, &[], (3000, 2000));
        assert_eq!(windows, [[320, 320, 360, 360], [1820, 1320, 360, 360]]);
    }

    #[test]
    fn beside_a_board_at_a_windows_edge_there_may_be_more() {
        let window = [[1000, 1000, 600, 600]];
        let at = |x: f32, y: f32| [Quad::rect(x, y, 100.0, 100.0)];
        let size = (3000, 2000);
        assert!(beside(&at(1250.0, 1250.0), &window, size).is_empty());
        let hints = beside(&at(1490.0, 1250.0), &window, size);
        let right: Vec<Hint> = [1170.0, 1300.0, 1430.0]
            .map(|y| hint(1670.0, y, 100.0))
            .into();
        assert_eq!(hints, right);
        // Not beyond the picture.
        assert!(beside(&at(1490.0, 1250.0), &window, (1620, 2000)).is_empty());
    }

    #[test]
    fn hints_on_large_boards_are_no_hints() {
        let large = Quad::rect(400.0, 400.0, 300.0, 300.0);
        assert!(windows(&[hint(500.0, 500.0, 60.0)], &[large], (3000, 2000)).is_empty());
        let itself = Quad::rect(470.0, 470.0, 60.0, 60.0);
        assert_eq!(
            windows(&[hint(500.0, 500.0, 60.0)], &[itself], (3000, 2000)).len(),
            1
        );
    }

    #[test]
    fn windows_stay_in_the_picture() {
        let hints = [hint(5.0, 1990.0, 100.0)];
        assert_eq!(windows(&hints, &[], (3000, 2000)), [[0, 1400, 600, 600]]);
    }
}
