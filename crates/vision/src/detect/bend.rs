//! Lattices of bent pages: a smooth mesh where one homography does not describe the edges.
//!
//! The displacement of the lattice from a homography is a polynomial of the third degree each way,
//! fitted to the inner edges of the board. A page that curls towards its spine bends like that
//! over one board.

use super::{
    chequer::Axis,
    refine::{self, Edge},
};
use crate::{Homography, Lattice, Picture, Point, Quad, geometry::solve};

/// Terms of the polynomial: 1, x, y, x², xy, y², x³, x²y, xy², y³.
const TERMS: usize = 10;

/// Keeps the quadratic and the cubic terms small where edges say little of them, as the weight of
/// so many edges: the corners lie outside of all edges measured.
const RIDGE: [f64; TERMS] = [0.0, 0.0, 0.0, 0.05, 0.05, 0.05, 0.3, 0.3, 0.3, 0.3];

/// Fewest clear edges each way: a polynomial has ten terms.
const LEAST_EDGES: usize = 28;

/// Rounds of measuring and fitting: edges further off than the profile reaches come into sight as
/// the mesh follows the bend.
const ROUNDS: usize = 3;

/// Spread of the edges about the homography, in squares, from which a bend is looked for: less does
/// not matter.
const LEAST_SPREAD: f32 = 0.006;

/// Largest spread about the mesh that is a good fit, in squares.
const MOST_SPREAD: f32 = 0.035;

/// Share of the straight lattice's spread that the mesh's must stay below, to be worth it: more
/// terms fit noise better too. Of 616 drawn boards four were nearer to the truth with half the
/// spread and none further from it; from 0.65 on some of the meshes were bent by the men.
const GAIN: f32 = 0.5;

/// The same for edges that were measured along a straight lattice, and seen less well where it bends.
const HINT: f32 = 0.75;

/// Furthest that the mesh may move a point of the lattice, in squares.
const MOST_MOVED: f32 = 0.7;

/// Whether a mesh would describe the edges, measured along a straight lattice, better than that
/// lattice with the moves fitted to them.
pub(super) fn hinted(edges: &[Edge], moves: &[f64; 8]) -> bool {
    let straight = spread_about(edges, moves);
    straight >= LEAST_SPREAD
        && Bend::fit(edges).is_some_and(|bend| spread(edges, |e| bend.along(e)) < HINT * straight)
}

/// The mesh of the board at `quad`, when it describes the edges clearly better than a homography.
pub(super) fn bent(picture: &Picture, axis: &Axis, quad: &Quad) -> Option<Lattice> {
    let h = Homography::board_to_picture(quad)?;
    let square = quad.shortest_side() / 8.0;
    let mut bend = Bend::default();
    let mut edges = Vec::new();
    for _ in 0..ROUNDS {
        edges = refine::edges(picture, axis, square, refine::FINE, |p| {
            h.apply(bend.moved(p))
        });
        for e in &mut edges {
            e.off += bend.along(e);
        }
        bend = Bend::fit(&edges)?;
    }
    let (moves, _) = refine::fit(&edges)?;
    let straight = spread_about(&edges, &moves);
    let spread = spread(&edges, |e| bend.along(e));
    if straight < LEAST_SPREAD || spread > MOST_SPREAD || spread > GAIN * straight {
        return None;
    }
    let node = |row: usize, column: usize| Point::new(column as f32, row as f32);
    let near = (0..81).all(|k| {
        let p = node(k / 9, k % 9);
        bend.moved(p).distance(p) < MOST_MOVED
    });
    near.then(|| std::array::from_fn(|r| std::array::from_fn(|c| h.apply(bend.moved(node(r, c))))))
}

/// Displacement along x and y, in squares, as polynomials of the place on the board.
#[derive(Clone, Copy, Debug, Default)]
struct Bend {
    x: [f64; TERMS],
    y: [f64; TERMS],
}

/// The terms at a place on the board, with the board's middle at 0 and its sides at -1 and 1.
fn terms(x: f32, y: f32) -> [f64; TERMS] {
    let (x, y) = (f64::from(x) / 4.0 - 1.0, f64::from(y) / 4.0 - 1.0);
    [
        1.0,
        x,
        y,
        x * x,
        x * y,
        y * y,
        x * x * x,
        x * x * y,
        x * y * y,
        y * y * y,
    ]
}

fn value(polynomial: &[f64; TERMS], x: f32, y: f32) -> f32 {
    let t = terms(x, y);
    polynomial.iter().zip(t).map(|(p, t)| p * t).sum::<f64>() as f32
}

impl Bend {
    /// Where a place of the board goes, in board coordinates.
    fn moved(&self, p: Point) -> Point {
        Point::new(
            p.x + value(&self.x, p.x, p.y),
            p.y + value(&self.y, p.x, p.y),
        )
    }

    /// Displacement at an edge across it.
    fn along(&self, e: &Edge) -> f32 {
        let polynomial = if e.upright { &self.x } else { &self.y };
        value(polynomial, e.x, e.y)
    }

    /// The bend that describes the edges' displacements best, by reweighted least squares.
    fn fit(edges: &[Edge]) -> Option<Self> {
        let one = |upright: bool| {
            let edges: Vec<&Edge> = edges.iter().filter(|e| e.upright == upright).collect();
            polynomial(&edges)
        };
        Some(Self {
            x: one(true)?,
            y: one(false)?,
        })
    }
}

/// [`spread`] about the straight lattice with these moves.
fn spread_about(edges: &[Edge], moves: &[f64; 8]) -> f32 {
    spread(edges, |e| {
        let (dx, dy) = refine::shift(moves, e.x, e.y);
        if e.upright { dx } else { dy }
    })
}

/// Distance from their expected places within which four of five edges lie, in squares.
fn spread(edges: &[Edge], expected: impl Fn(&Edge) -> f32) -> f32 {
    let mut rest: Vec<f32> = edges.iter().map(|e| (expected(e) - e.off).abs()).collect();
    rest.sort_unstable_by(f32::total_cmp);
    rest.get(rest.len() * 4 / 5).copied().unwrap_or(f32::MAX)
}

fn polynomial(edges: &[&Edge]) -> Option<[f64; TERMS]> {
    if edges.len() < LEAST_EDGES {
        return None;
    }
    let mut weights: Vec<f32> = edges.iter().map(|e| e.weight).collect();
    let mut result = [0.0; TERMS];
    for _ in 0..4 {
        let (mut a, mut b) = ([[0.0; TERMS]; TERMS], [0.0; TERMS]);
        for (e, &w) in edges.iter().zip(&weights) {
            let (t, w) = (terms(e.x, e.y), f64::from(w));
            for i in 0..TERMS {
                for j in 0..TERMS {
                    a[i][j] += w * t[i] * t[j];
                }
                b[i] += w * t[i] * f64::from(e.off);
            }
        }
        for (i, row) in a.iter_mut().enumerate() {
            row[i] += RIDGE[i];
        }
        result = solve(a, b)?;
        let rest: Vec<f32> = edges
            .iter()
            .map(|e| (value(&result, e.x, e.y) - e.off).abs())
            .collect();
        let share = refine::tukey(&rest);
        for ((w, e), r) in weights.iter_mut().zip(edges).zip(&rest) {
            *w = e.weight * share(*r);
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::chequer::Regularity;
    use image::{Rgb, RgbImage};

    /// A chequered field of 40 pixels a square, its corner at (40, 50), whose rows sink towards the
    /// left by up to `depth` squares as at a book's spine.
    fn page(depth: f32) -> (Picture, impl Fn(f32, f32) -> Point) {
        let sink = move |u: f32| depth * (-u / 3.0).exp();
        let picture = Picture::new(RgbImage::from_fn(400, 420, |x, y| {
            let mut sum = 0.0;
            for k in 0..16 {
                let (dx, dy) = ((k % 4) as f32 + 0.5, (k / 4) as f32 + 0.5);
                let u = (x as f32 + dx / 4.0 - 40.0) / 40.0;
                let v = (y as f32 + dy / 4.0 - 50.0) / 40.0 - sink(u);
                let on = (0.0..8.0).contains(&u) && (0.0..8.0).contains(&v);
                let dark = on && (u.floor() + v.floor()) as i32 % 2 == 1;
                sum += if dark { 80.0 } else { 240.0 };
            }
            Rgb([(sum / 16.0) as u8; 3])
        }));
        (picture, move |u, v| {
            Point::new(40.0 + 40.0 * u, 50.0 + 40.0 * (v + sink(u)))
        })
    }

    #[test]
    fn a_page_that_sinks_at_its_spine_gets_a_mesh_along_it() {
        for depth in [0.15, 0.3] {
            let (picture, truth) = page(depth);
            // The quad that a homography makes of it, about.
            let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
            let quad = Quad(corners.map(|(u, v)| {
                let p = truth(u, v);
                Point::new(p.x, p.y - if u == 0.0 { 24.0 * depth } else { 0.0 })
            }));
            let (_, mesh) = refine::refined(&picture, &quad).expect("edges");
            let mesh = mesh.expect("a mesh");
            let off = (0..81)
                .map(|k| mesh[k / 9][k % 9].distance(truth((k % 9) as f32, (k / 9) as f32)) / 40.0)
                .fold(0.0, f32::max);
            assert!(off < 0.04, "{depth}: {off} squares");
        }
    }

    #[test]
    fn a_flat_page_has_none() {
        let (picture, truth) = page(0.0);
        let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
        let quad = Quad(corners.map(|(u, v)| truth(u, v)));
        let axis = Regularity::of(&picture, &quad).axis.unwrap();
        assert!(bent(&picture, &axis, &quad).is_none());
    }
}
