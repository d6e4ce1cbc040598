//! Where a picture is looked at again, enlarged.

use crate::{Point, Quad};

/// A part of the picture is enlarged when it is longer than this, in pixels: the first look shows
/// 416 pixels a side, and below half as much again an enlargement adds little.
pub(super) const ZOOM_FROM: u32 = 640;

/// Most of a side that an enlarged part covers, and all that one about a trace does: it has to be worth a look.
const ZOOM_PART: f32 = 0.42;

/// Side of the part about a hint, in sides of the board hinted at: the board then has 65 pixels in
/// the look, and its neighbours are seen too.
const WINDOW: f32 = 4.4;

/// Least side of such a part, in pixels: that of the picture in a look, so that a pixel of the one is a pixel of the
/// other. Smaller parts show no more, and what hints at a board may be a piece of it.
const LEAST_WINDOW: f32 = 288.0;

/// Parts looked at for hints, at most: each costs half as much as the first look. With four, three boards are missed in
/// one of the benchmark's photographs of twelve.
const MOST_WINDOWS: usize = 7;

/// A place where a small board may be, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hint {
    pub centre: Point,
    pub side: f32,
}

/// Parts `[left, top, width, height]` of a picture about the traces of boards.
pub(super) fn about(traces: &[Point], size: (u32, u32)) -> Vec<[u32; 4]> {
    let part = |&centre: &Point| Hint {
        centre,
        side: size.0.max(size.1) as f32,
    };
    let hints: Vec<Hint> = traces.iter().map(part).collect();
    windows(&hints, &[], size)
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
        let side = (WINDOW * first.side).max(LEAST_WINDOW).min(most);
        let span = |centre: f32, end: u32| {
            let size = (side as u32).clamp(1, end);
            let start = (centre - side / 2.0).clamp(0.0, (end - size) as f32) as u32;
            (start, size)
        };
        let (x, w) = span(first.centre.x, width);
        let (y, h) = span(first.centre.y, height);
        if !windows.contains(&[x, y, w, h]) {
            windows.push([x, y, w, h]);
        }
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
    fn a_part_about_a_trace_stays_in_the_picture() {
        let trace = [Point::new(100.0, 500.0)];
        assert_eq!(about(&trace, (1000, 800)), [[0, 290, 420, 420]]);
        assert_eq!(about(&trace, (4000, 3000)), [[0, 0, 1680, 1680]]);
        assert!(about(&[], (1000, 800)).is_empty());
    }

    #[test]
    fn one_window_covers_neighbouring_hints() {
        let hints = [
            hint(500.0, 500.0, 60.0),
            hint(600.0, 500.0, 60.0),
            hint(2000.0, 1500.0, 60.0),
        ];
        let windows = windows(&hints, &[], (3000, 2000));
        assert_eq!(windows, [[356, 356, 288, 288], [1856, 1356, 288, 288]]);
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
    fn no_window_comes_twice() {
        // At the edge the parts about both are the same; neither covers a board cut off whole.
        let hints = [hint(1480.0, 100.0, 300.0), hint(1450.0, 60.0, 290.0)];
        assert_eq!(windows(&hints, &[], (1500, 1400)), [[870, 0, 630, 630]]);
    }

    #[test]
    fn windows_stay_in_the_picture() {
        let hints = [hint(5.0, 1990.0, 100.0)];
        assert_eq!(windows(&hints, &[], (3000, 2000)), [[0, 1560, 440, 440]]);
    }
}
