//! Finds the boards of a picture: proposing apart from judging.
//!
//! A small net gives, at a quarter of its input's size, a mask of boards, a map of the 81 points
//! of their 9×9 lattices and a map of the fields' outlines. It runs on the whole picture first:
//! pieces of the mask become rough quads (`propose`). It runs again on each of them squared
//! up: points become a lattice under a homography (`lattice`), which is scored by how much of
//! it the net sees and by how regularly its squares alternate in colour (`chequer`).
//! Pictures with small boards are looked at again in parts. Overlapping finds
//! are thinned out by score, corners are refined on the full picture (`refine`), and boards
//! come in reading order (`judge`).

mod chequer;
mod judge;
mod lattice;
mod net;
mod propose;
mod refine;
#[cfg(test)]
mod tests;
mod view;

pub use net::{CELL, LatticeNet, MAPS, NetError, SHAPES};

use crate::{Homography, Picture, Point, Quad};
use chequer::Regularity;
use lattice::Evidence;
use net::Maps;
use rayon::prelude::*;
use view::View;

/// A board found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardQuad {
    /// Outer corners of the 8×8 field in picture pixels, clockwise from the board's top left as
    /// it lies in the picture.
    pub quad: Quad,
    /// How well the lattice fits, 0 (not at all) to 1.
    pub score: f32,
    /// Whether part of the field lies beyond the picture's edge.
    pub partial: bool,
}

/// How boards are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectParams {
    /// Least score of a board, 0..=1. Default 0.7: boards score 0.9 and more, hard ones 0.75, what is
    /// no board or a board seen a row off mostly below 0.65.
    pub least_score: f32,
    /// Shortest side of a board in pixels. Default 64, eight pixels a square: smaller pieces
    /// cannot be told apart.
    pub least_side: f32,
    /// Whether parts of the picture are looked at enlarged when boards in it are small or none is
    /// found. Default true.
    pub zoom: bool,
    /// Whether corners are moved onto the edges seen at full resolution. Default true.
    pub refine: bool,
    /// Most boards given back. Default 64.
    pub most_boards: usize,
}

impl Default for DetectParams {
    fn default() -> Self {
        Self {
            least_score: 0.7,
            least_side: 64.0,
            zoom: true,
            refine: true,
            most_boards: 64,
        }
    }
}

/// Why the detector could not run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DetectError {
    /// The net failed.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The picture has no pixels.
    #[error("the picture has no pixels ({width}×{height})")]
    Empty {
        /// Width found, in pixels.
        width: u32,
        /// Height found, in pixels.
        height: u32,
    },
}

/// A part of the picture is enlarged when it is longer than this, in pixels: the first look shows
/// 416 pixels a side, and below half as much again an enlargement adds little.
const ZOOM_FROM: u32 = 640;

/// Boards with sides below this many pixels in the first look are small: their squares of 9 pixels
/// have two cells of the map.
const SMALL_BOARD: f32 = 80.0;

/// Share of a side that one enlarged part covers; two parts a side overlap by a sixth.
const ZOOM_PART: f32 = 0.58;

/// Another look at a board is taken when its corners moved by more than this, in squares.
const LOOK_AGAIN: f32 = 0.35;

/// Most times that a board is wider than high or the other way round: a square picture stretched
/// to 16:9 has 1.78. Chequered fields longer than that are tables and draughts boards.
const MOST_OBLONG: f32 = 1.9;

/// Most looks at one board.
const MOST_LOOKS: usize = 4;

/// Finds the boards of a picture, in reading order; none is a fine answer.
///
/// # Errors
/// [`DetectError`] when the picture is empty or the net does not run.
pub fn detect(
    picture: &Picture,
    net: &dyn LatticeNet,
    params: &DetectParams,
) -> Result<Vec<BoardQuad>, DetectError> {
    let (width, height) = (picture.width(), picture.height());
    if width == 0 || height == 0 {
        return Err(DetectError::Empty { width, height });
    }
    let whole = [0, 0, width, height];
    let (mut boards, cells) = look(picture, net, params, whole, &[])?;
    let side = |b: &BoardQuad| b.quad.sides().into_iter().fold(f32::MAX, f32::min);
    let small = SMALL_BOARD / CELL as f32 * cells;
    if params.zoom
        && width.max(height) >= ZOOM_FROM
        && (boards.is_empty() || boards.iter().any(|b| side(b) < small))
    {
        let looks: Result<Vec<_>, DetectError> = parts(width, height)
            .into_par_iter()
            .map(|part| look(picture, net, params, part, &boards))
            .collect();
        for (found, _) in looks? {
            boards.extend(found);
        }
    }
    boards
        .par_iter_mut()
        .for_each(|b| b.score *= judge::chequered(&Regularity::of(picture, &b.quad)));
    boards.retain(|b| b.score >= params.least_score);
    let mut boards = judge::thinned(boards);
    boards.truncate(params.most_boards);
    if params.refine {
        boards
            .par_iter_mut()
            .for_each(|b| b.quad = refine::refined(picture, &b.quad));
    }
    for b in &mut boards {
        judge::settle(b, width, height);
    }
    judge::sort_by_reading(&mut boards);
    Ok(boards)
}

/// Overlapping parts of a picture: two along each side, or along one side if the other is short.
fn parts(width: u32, height: u32) -> Vec<[u32; 4]> {
    let long = width.max(height);
    let cut = |n: u32| {
        if n * 2 < long || n < ZOOM_FROM / 2 {
            vec![(0, n)]
        } else {
            let part = ((n as f32 * ZOOM_PART) as u32).clamp(1, n);
            vec![(0, part), (n - part, part)]
        }
    };
    let columns = cut(width);
    cut(height)
        .into_iter()
        .flat_map(|(y, h)| columns.iter().map(move |&(x, w)| [x, y, w, h]))
        .collect()
}

/// Boards of one part of the picture, but for those `known` already, with the size of a cell of the first look in pixels.
fn look(
    picture: &Picture,
    net: &dyn LatticeNet,
    params: &DetectParams,
    part: [u32; 4],
    known: &[BoardQuad],
) -> Result<(Vec<BoardQuad>, f32), DetectError> {
    let Some(mut view) = view::letterbox(picture, part) else {
        return Ok((Vec::new(), 1.0));
    };
    let maps = Maps::of(net, std::mem::take(&mut view.input))?;
    let peaks = net::peaks(&maps.points);
    let proposals = propose::propose(&maps.mask);
    let origin = view.to_picture.apply(Point::new(0.0, 0.0));
    let cell = view.to_picture.apply(Point::new(1.0, 0.0)).x - origin.x;
    let boards: Result<Vec<Option<BoardQuad>>, DetectError> = proposals
        .par_iter()
        .map(|proposal| {
            let visible = |p: Point| inside(picture, view.to_picture.apply(p));
            // Points already seen in the first look give a better start than the mask alone.
            let rough = Homography::board_to_picture(&proposal.quad)
                .and_then(|prior| lattice::fit(&maps, &peaks, &prior, visible))
                .map_or(proposal.quad, |fit| fit.to_cells.board_quad());
            let quad = Quad(rough.0.map(|p| view.to_picture.apply(p)));
            if known.iter().any(|b| judge::same(&quad, &b.quad)) {
                return Ok(None);
            }
            examine(picture, net, params, &quad, view.paper)
        })
        .collect();
    Ok((boards?.into_iter().flatten().collect(), cell))
}

/// Looks at one rough quad squared up, again when it was far off.
fn examine(
    picture: &Picture,
    net: &dyn LatticeNet,
    params: &DetectParams,
    rough: &Quad,
    paper: image::Rgb<u8>,
) -> Result<Option<BoardQuad>, DetectError> {
    let mut quad = *rough;
    let mut best: Option<BoardQuad> = None;
    for _ in 0..MOST_LOOKS {
        let sides = quad.sides();
        let shortest = sides.into_iter().fold(f32::MAX, f32::min);
        let longest = sides.into_iter().fold(0.0, f32::max);
        if !quad.is_convex() || shortest < 0.8 * params.least_side || longest > 6.0 * shortest {
            break;
        }
        let Some(View {
            input, to_picture, ..
        }) = view::crop(picture, &quad, paper)
        else {
            break;
        };
        let maps = Maps::of(net, input)?;
        let Some(prior) = to_picture
            .inverse()
            .zip(Homography::board_to_picture(&quad))
            .map(|(back, board)| back.after(&board))
        else {
            break;
        };
        let visible = |p: Point| inside(picture, to_picture.apply(p));
        let Some(fit) = lattice::fit(&maps, &net::peaks(&maps.points), &prior, visible) else {
            break;
        };
        let evidence = Evidence::of(&maps, &fit.to_cells, visible);
        let found = Quad(fit.to_cells.board_quad().0.map(|p| to_picture.apply(p)));
        if !found.is_convex() {
            break;
        }
        let score = evidence.score(fit.residual);
        let moved = found.max_corner_distance(&quad) / (shortest / 8.0);
        if best.is_none_or(|b| score >= b.score - 0.02) {
            best = Some(BoardQuad {
                quad: found.upright(),
                score,
                partial: evidence.visible < 1.0,
            });
        }
        if moved < LOOK_AGAIN {
            break;
        }
        quad = found;
    }
    Ok(best.filter(|b| {
        let [top, right, bottom, left] = b.quad.sides();
        let (across, down) = (top + bottom, left + right);
        b.score >= params.least_score
            && top.min(right).min(bottom).min(left) >= params.least_side
            && across < MOST_OBLONG * down
            && down < MOST_OBLONG * across
    }))
}

/// Whether a point lies in the picture, with a pixel's tolerance.
fn inside(picture: &Picture, p: Point) -> bool {
    let within = |v: f32, end: u32| (-1.0..=end as f32 + 1.0).contains(&v);
    within(p.x, picture.width()) && within(p.y, picture.height())
}
