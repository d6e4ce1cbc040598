//! Which lines of text belong to which board of a picture.
//!
//! A line that is far nearer to one board than to all others is that board's. Between boards it may
//! be the caption of either: then the boards at the rim of the page tell whether its captions stand
//! above or below their boards, and where they do not, the line is nobody's.

use fenlens_vision::{Homography, Picture, Point, Quad, TextLine, text_lines};

/// How many times farther from every other board than from its own a line is that needs no
/// convention. Where coordinates are printed below the boards, captions stand between 0.8 squares
/// from the wrong board and 1.2 from the right one.
const CLEAR: f32 = 2.5;

/// Share of the boards at one rim that have a line beyond them, and of those at the other that may
/// have one too, for a convention: page text stands near some of them.
const SHARES: (f32, f32) = (0.6, 0.4);

/// How far from the middle of its board that of a caption is, at most, in squares.
const ASIDE: f32 = 3.5;

/// On which side of a board something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Beside,
}

/// The boards of a picture with their lines, which are looked for when they are first asked for.
pub(crate) struct Page<'a> {
    pub picture: &'a Picture,
    /// As the boards lie in the picture.
    pub quads: Vec<Quad>,
    /// The lines of each board when all are turned by so many quarters.
    lines: [Option<Vec<Vec<TextLine>>>; 4],
}

impl<'a> Page<'a> {
    pub fn new(picture: &'a Picture, quads: Vec<Quad>) -> Self {
        Self {
            picture,
            quads,
            lines: Default::default(),
        }
    }

    /// The lines of board `k` turned by `quarters`, nearest first.
    pub fn lines(&mut self, k: usize, quarters: usize) -> &[TextLine] {
        let quarters = quarters % 4;
        let found = self.lines[quarters].get_or_insert_with(|| {
            let quads: Vec<Quad> = self.quads.iter().map(|q| q.turned(quarters)).collect();
            lines(self.picture, &quads)
        });
        found.get(k).map_or(&[], Vec::as_slice)
    }
}

/// The lines of each of the boards, nearest first.
pub(crate) fn lines(picture: &Picture, quads: &[Quad]) -> Vec<Vec<TextLine>> {
    let mut found: Vec<Vec<TextLine>> = quads.iter().map(|q| text_lines(picture, q)).collect();
    if quads.len() > 1 {
        let convention = convention(quads, &found);
        for (k, lines) in found.iter_mut().enumerate() {
            lines.retain(|line| belongs(line, k, quads, convention));
        }
    }
    found
}

fn side(line: &TextLine) -> Side {
    let [_, top, _, bottom] = line.bounds;
    match (bottom < 0.1, top > 7.9) {
        (true, _) => Side::Above,
        (_, true) => Side::Below,
        _ => Side::Beside,
    }
}

/// Where the captions of a page stand, if its boards agree.
fn convention(quads: &[Quad], found: &[Vec<TextLine>]) -> Option<Side> {
    // Boards with no other on a side of theirs, and how many of them have a line there.
    let [mut above, mut below] = [(0.0, 0.0); 2];
    for (k, lines) in found.iter().enumerate() {
        let Some(to_board) = Homography::board_to_picture(&quads[k]).and_then(|h| h.inverse())
        else {
            continue;
        };
        let others = quads.iter().enumerate().filter(|(j, _)| *j != k);
        let places: Vec<Point> = others.map(|(_, q)| to_board.apply(q.centre())).collect();
        let column = |p: &&Point| (-1.0..9.0).contains(&p.x);
        let has = |wanted: Side| {
            lines.iter().any(|l| {
                side(l) == wanted && ((l.bounds[0] + l.bounds[2]) / 2.0 - 4.0).abs() < ASIDE
            })
        };
        for (wanted, count, free) in [
            (
                Side::Above,
                &mut above,
                !places.iter().filter(column).any(|p| p.y < 0.0),
            ),
            (
                Side::Below,
                &mut below,
                !places.iter().filter(column).any(|p| p.y > 8.0),
            ),
        ] {
            if free {
                count.1 += 1.0;
                count.0 += f32::from(u8::from(has(wanted)));
            }
        }
    }
    let most = |(with, all): (f32, f32)| with >= SHARES.0 * all;
    let few = |(with, all): (f32, f32)| with <= SHARES.1 * all;
    match (most(above) && few(below), most(below) && few(above)) {
        (true, false) => Some(Side::Above),
        (false, true) => Some(Side::Below),
        _ => None,
    }
}

/// Whether a line near board `k` is its own.
fn belongs(line: &TextLine, k: usize, quads: &[Quad], convention: Option<Side>) -> bool {
    let Some(h) = Homography::board_to_picture(&quads[k]) else {
        return false;
    };
    let outline = line.outline(&h);
    let away = |quad: &Quad| {
        let all = outline.iter().map(|p| from_quad(*p, quad));
        all.fold(f32::INFINITY, f32::min)
    };
    let own = away(&quads[k]);
    let others = quads.iter().enumerate().filter(|(j, _)| *j != k);
    let nearest = others.map(|(_, q)| away(q)).fold(f32::INFINITY, f32::min);
    nearest > CLEAR * own || CLEAR * nearest > own && Some(side(line)) == convention
}

/// Distance of a point from a convex quadrilateral, 0 inside.
fn from_quad(p: Point, quad: &Quad) -> f32 {
    let side = |i: usize| (quad.0[i], quad.0[(i + 1) % 4]);
    let inside = (0..4).all(|i| {
        let (a, b) = side(i);
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
    });
    if inside {
        return 0.0;
    }
    let to_side = |(a, b): (Point, Point)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy).max(f32::EPSILON);
        p.distance(a.lerp(b, along.clamp(0.0, 1.0)))
    };
    (0..4)
        .map(|i| to_side(side(i)))
        .fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two boards of 160 pixels, one above the other, three squares apart.
    fn column() -> [Quad; 2] {
        [100.0, 320.0].map(|y| Quad::rect(100.0, y, 160.0, 160.0))
    }

    /// A line `gap` squares below a board, or above it where that is negative.
    fn line(gap: f32) -> TextLine {
        let top = if gap > 0.0 { 8.0 + gap } else { gap - 0.4 };
        TextLine {
            bounds: [2.0, top, 6.0, top + 0.4],
            gap: gap.abs(),
        }
    }

    #[test]
    fn a_line_far_nearer_to_one_board_is_its_own() {
        let quads = column();
        for convention in [None, Some(Side::Above), Some(Side::Below)] {
            assert!(belongs(&line(0.3), 0, &quads, convention));
            assert!(belongs(&line(-0.3), 1, &quads, convention));
            assert!(!belongs(&line(2.3), 0, &quads, convention), "the other's");
        }
        let around = Quad::rect(90.0, 90.0, 300.0, 300.0);
        assert!(
            !belongs(&line(0.3), 0, &[quads[0], around], None),
            "in another"
        );
    }

    #[test]
    fn between_boards_the_page_decides() {
        let quads = column();
        for (convention, owner) in [
            (None, None),
            (Some(Side::Above), Some(1)),
            (Some(Side::Below), Some(0)),
        ] {
            // The same line, seen from either board: 1.3 squares of both.
            assert_eq!(belongs(&line(1.3), 0, &quads, convention), owner == Some(0));
            assert_eq!(
                belongs(&line(-1.3), 1, &quads, convention),
                owner == Some(1)
            );
        }
    }

    #[test]
    fn boards_at_the_rim_tell_where_captions_stand() {
        let quads = column();
        let (none, below, above) = (vec![], vec![line(1.3)], vec![line(-1.3)]);
        let both = vec![line(1.3), line(-1.3)];
        let of = |first: &[TextLine], second: &[TextLine]| {
            convention(&quads, &[first.to_vec(), second.to_vec()])
        };
        assert_eq!(of(&below, &both), Some(Side::Below));
        assert_eq!(of(&both, &above), Some(Side::Above));
        assert_eq!(of(&both, &both), None);
        assert_eq!(of(&below, &above), None, "none beyond the rim");
        assert_eq!(of(&none, &none), None);
    }
}
