//! Which finds stay, what is cut off, and the order of reading.

use super::{BoardQuad, chequer::Regularity};
use crate::{Homography, Point, Quad};

/// Two finds cannot both be boards when this share of the smaller one's squares lies in the other.
const SAME: f32 = 0.25;

/// A rough quad is a board that is known already when this share of either lies in the other.
const MOSTLY: f32 = 0.6;

/// How far a corner may lie outside the picture, in squares, to count as a little error of the
/// fit of a board that touches the edge; beyond, the board is cut off.
const OVER_THE_EDGE: f32 = 0.15;

/// Factor on the score of a board by how regularly its squares alternate in colour: none at 0.35,
/// where grids of other things end, full from 0.55, under what boards have; and none for what goes
/// on beyond one of its sides, a part of a larger pattern or a board seen a row off.
pub(super) fn chequered(r: &Regularity) -> f32 {
    let larger = ((r.beyond - 0.85) / 0.1).clamp(0.0, 1.0);
    ((r.inside - 0.35) / 0.2).clamp(0.0, 1.0) * (1.0 - larger)
}

/// A board and what tells one printed on this page from one that shines through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Find {
    pub board: BoardQuad,
    /// Between the two kinds of squares, in levels.
    pub contrast: f32,
    /// Of the men, a share of the light: see [`chequer::ink`].
    pub ink: f32,
}

/// A ghost without men has less than this contrast in levels, and less than this share of that of the
/// picture's clearest board.
const BARE_GHOST: (f32, f32) = (12.0, 0.15);

/// A ghost with men has less than this share of the clearest board's contrast, for paper lets through
/// a seventh of what is printed behind it and a sharpened scan shows more.
const GHOST_SHARE: f32 = 0.25;

/// The men of such a ghost are as faint: less than this share of the clearest board's ink. Those of a board in
/// faint colours are not.
const GHOST_INK: f32 = 0.4;

/// A board of so little contrast that lies over the clearest by more than this share of its squares is one, too.
const GHOST_OVER: f32 = 0.02;

/// Drops what shines through from the other side of the page: faint beside a clear board.
pub(super) fn without_ghosts(finds: Vec<Find>) -> Vec<BoardQuad> {
    let clearest = finds
        .iter()
        .max_by(|a, b| a.contrast.total_cmp(&b.contrast))
        .copied();
    let ghost = |f: &Find| {
        let Some(clear) = clearest else { return false };
        let share = f.contrast / clear.contrast.max(f32::MIN_POSITIVE);
        let bare = f.contrast < BARE_GHOST.0 && share < BARE_GHOST.1;
        let pale = || f.ink < GHOST_INK * clear.ink;
        let over = || share_inside(&f.board.quad, &clear.board.quad) > GHOST_OVER;
        bare || share < GHOST_SHARE && (pale() || over())
    };
    finds
        .iter()
        .filter(|f| !ghost(f))
        .map(|f| f.board)
        .collect()
}

/// Keeps the best of overlapping finds, best first.
pub(super) fn thinned(mut boards: Vec<BoardQuad>) -> Vec<BoardQuad> {
    // Equal scores go by place, so that the answer does not depend on the order of finding.
    boards.sort_by(|a, b| {
        let key = |q: &BoardQuad| (q.quad.0[0].y, q.quad.0[0].x);
        b.score
            .total_cmp(&a.score)
            .then(key(a).0.total_cmp(&key(b).0))
            .then(key(a).1.total_cmp(&key(b).1))
    });
    let mut kept: Vec<BoardQuad> = Vec::new();
    for b in boards {
        if !kept.iter().any(|k| overlap(&b.quad, &k.quad)) {
            kept.push(b);
        }
    }
    kept
}

/// Whether two quads lie over each other too much for both to be boards.
pub(super) fn overlap(a: &Quad, b: &Quad) -> bool {
    share_inside(a, b) >= SAME || share_inside(b, a) >= SAME
}

/// Whether two quads are about the same board.
pub(super) fn same(a: &Quad, b: &Quad) -> bool {
    share_inside(a, b) > MOSTLY && share_inside(b, a) > MOSTLY
}

/// Share of the 64 middles of `a`'s squares that lie in `b`.
fn share_inside(a: &Quad, b: &Quad) -> f32 {
    let Some((from, to)) = Homography::board_to_picture(a)
        .zip(Homography::board_to_picture(b).and_then(|h| h.inverse()))
    else {
        return 0.0;
    };
    let within = |k: usize| {
        let p = Point::new((k % 8) as f32 + 0.5, (k / 8) as f32 + 0.5);
        let u = to.apply(from.apply(p));
        (0.0..=8.0).contains(&u.x) && (0.0..=8.0).contains(&u.y)
    };
    (0..64).filter(|&k| within(k)).count() as f32 / 64.0
}

/// Whether a board is cut off by the picture's edge.
pub(super) fn cut_off(quad: &Quad, width: u32, height: u32) -> bool {
    let (w, h) = (width as f32, height as f32);
    let square = quad.shortest_side() / 8.0;
    let over = quad
        .0
        .iter()
        .map(|p| (-p.x).max(-p.y).max(p.x - w).max(p.y - h))
        .fold(0.0, f32::max);
    over > OVER_THE_EDGE * square
}

/// Marks a board as cut off by the picture's edge, or moves corners that are a hair outside onto
/// the edge.
pub(super) fn settle(board: &mut BoardQuad, width: u32, height: u32) {
    let (w, h) = (width as f32, height as f32);
    board.partial = cut_off(&board.quad, width, height);
    if !board.partial {
        for p in &mut board.quad.0 {
            *p = Point::new(p.x.clamp(0.0, w), p.y.clamp(0.0, h));
        }
    }
}

/// Sorts boards by columns from the left, each from the top: boards are in one column when one
/// spans the middle of the other from left to right.
pub(super) fn sort_by_reading(boards: &mut [BoardQuad]) {
    let middle = |b: &BoardQuad| b.quad.centre().x;
    boards.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let mut columns: Vec<usize> = vec![0; boards.len()];
    for k in 1..boards.len() {
        let [left, _, right, _] = boards[k - 1].quad.bounds();
        let [l, _, r, _] = boards[k].quad.bounds();
        let (m, n) = (middle(&boards[k - 1]), middle(&boards[k]));
        let same = (left..=right).contains(&n) && (l..=r).contains(&m);
        columns[k] = columns[k - 1] + usize::from(!same);
    }
    let mut order: Vec<(usize, BoardQuad)> =
        columns.into_iter().zip(boards.iter().copied()).collect();
    order.sort_by(|a, b| {
        let top = |q: &BoardQuad| q.quad.centre().y;
        a.0.cmp(&b.0).then(top(&a.1).total_cmp(&top(&b.1)))
    });
    for (slot, (_, b)) in boards.iter_mut().zip(order) {
        *slot = b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(x: f32, y: f32, side: f32, score: f32) -> BoardQuad {
        BoardQuad {
            quad: Quad::rect(x, y, side, side),
            score,
            partial: false,
            lattice: None,
        }
    }

    #[test]
    fn the_better_of_two_finds_stays() {
        let kept = thinned(vec![
            board(0.0, 0.0, 100.0, 0.7),
            board(12.0, 0.0, 100.0, 0.9),
            board(110.0, 0.0, 100.0, 0.8),
        ]);
        assert_eq!(kept.iter().map(|b| b.score).collect::<Vec<_>>(), [0.9, 0.8]);
    }

    fn find(x: f32, contrast: f32, ink: f32) -> Find {
        Find {
            board: board(x, 0.0, 100.0, 0.9),
            contrast,
            ink,
        }
    }

    #[test]
    fn a_faint_board_beside_a_clear_one_is_a_ghost() {
        let (faint, clear) = (find(0.0, 6.0, 0.5), find(200.0, 80.0, 0.5));
        assert_eq!(without_ghosts(vec![faint, clear]).len(), 1);
        assert_eq!(without_ghosts(vec![faint]).len(), 1);
    }

    #[test]
    fn what_shines_through_has_faint_men_or_lies_over_a_board() {
        let clear = find(200.0, 150.0, 0.9);
        let left = |f: Find| without_ghosts(vec![f, clear]).len() - 1;
        assert_eq!(left(find(0.0, 25.0, 0.2)), 0);
        // Black men on faint squares are printed here, and so is a board in the shade.
        assert_eq!(left(find(0.0, 25.0, 0.8)), 1);
        assert_eq!(left(find(0.0, 60.0, 0.2)), 1);
        assert_eq!(left(find(110.0, 25.0, 0.8)), 0);
    }

    #[test]
    fn a_small_find_inside_a_large_one_goes() {
        let kept = thinned(vec![
            board(0.0, 0.0, 400.0, 0.9),
            board(50.0, 50.0, 100.0, 0.8),
        ]);
        assert_eq!(kept.len(), 1);
    }

    #[test]
    fn cut_off_boards_are_marked_and_touching_ones_are_not() {
        let mut touching = board(-1.0, 10.0, 80.0, 1.0);
        settle(&mut touching, 200, 100);
        assert!(!touching.partial);
        assert_eq!(touching.quad.0[0].x, 0.0);
        let mut cut = board(-20.0, 10.0, 80.0, 1.0);
        settle(&mut cut, 200, 100);
        assert!(cut.partial);
        assert_eq!(cut.quad.0[0].x, -20.0);
    }

    #[test]
    fn columns_are_read_before_rows() {
        let mut boards = vec![
            board(300.0, 5.0, 100.0, 0.4),
            board(0.0, 150.0, 100.0, 0.2),
            board(310.0, 160.0, 100.0, 0.5),
            board(8.0, 300.0, 100.0, 0.3),
            board(4.0, 0.0, 100.0, 0.1),
        ];
        sort_by_reading(&mut boards);
        let order: Vec<f32> = boards.iter().map(|b| b.score).collect();
        assert_eq!(order, [0.1, 0.2, 0.3, 0.4, 0.5]);
    }
}
