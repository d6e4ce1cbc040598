//! Finds the boards of a picture: proposing apart from judging.
//!
//! A small net gives, at a quarter of its input's size, a mask of boards, a map of the 81 points
//! of their 9×9 lattices and a map of the fields' outlines. It runs on the whole picture first:
//! pieces of the mask become rough quads (`propose`), points become a lattice under a homography
//! (`lattice`), which is scored by how much of it the net sees and by how regularly its squares
//! alternate in colour (`chequer`). Where the first look leaves doubts, the lattice is moved onto the picture's edges, and
//! where these are not clear, the net runs again on the board squared up. Where it hints at small or faint boards, the picture is looked at around them, and once more
//! beside small boards found there (`zoom`). Overlapping finds are thinned out by score, corners are
//! refined on the full picture (`refine`), bent pages get a mesh (`bend`), and boards come in
//! reading order (`judge`).

mod bend;
mod chequer;
mod flat;
mod judge;
mod lattice;
mod net;
mod propose;
mod refine;
mod search;
#[cfg(test)]
mod tests;
mod view;
mod zoom;

pub use net::{CELL, LatticeNet, MAPS, NetError, SHAPES};

use crate::{Lattice, Picture, Point, Quad};
use chequer::Regularity;
use judge::Find;
use net::Maps;
pub(crate) use propose::median;
use rayon::prelude::*;
use search::Search;

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
    /// The whole lattice where the page is bent and `quad` alone does not describe it.
    pub lattice: Option<Lattice>,
}

impl BoardQuad {
    /// The same board in a picture to which `x` columns were added at the left and `y` rows at
    /// the top.
    #[must_use]
    pub fn shifted(mut self, x: f32, y: f32) -> Self {
        let shift = |p: Point| Point::new(p.x + x, p.y + y);
        self.quad = Quad(self.quad.0.map(shift));
        self.lattice = self.lattice.map(|rows| rows.map(|row| row.map(shift)));
        self
    }
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
    /// Whether parts of the picture are looked at enlarged when boards in it are small or seem to be there.
    /// Default true.
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
    let search = Search {
        picture,
        net,
        params,
    };
    let finds: Vec<Find> = search
        .boards()?
        .into_par_iter()
        .map(|mut board| {
            let regularity = Regularity::of(picture, &board.quad);
            board.score *= judge::chequered(&regularity);
            Find {
                board,
                contrast: regularity.contrast(),
                ink: chequer::ink(picture, &board.quad),
            }
        })
        .filter(|f| f.board.score >= params.least_score)
        .collect();
    let mut boards = judge::thinned(judge::without_ghosts(finds));
    boards.truncate(params.most_boards);
    if params.refine {
        boards.par_iter_mut().try_for_each(|b| search.refine(b))?;
    }
    for b in &mut boards {
        judge::settle(b, width, height);
    }
    judge::sort_by_reading(&mut boards);
    Ok(boards)
}

/// The rough quads of the first look at the picture, before anything is fitted to them: what
/// [`detect`] starts from, for a person to look at.
///
/// # Errors
/// [`DetectError`] when the picture is empty or the net does not run.
pub fn proposals(picture: &Picture, net: &dyn LatticeNet) -> Result<Vec<Quad>, DetectError> {
    let (width, height) = (picture.width(), picture.height());
    if width == 0 || height == 0 {
        return Err(DetectError::Empty { width, height });
    }
    let Some(mut view) = view::letterbox(picture, [0, 0, width, height]) else {
        return Ok(Vec::new());
    };
    let maps = Maps::of(net, std::mem::take(&mut view.input))?;
    let (proposals, _) = propose::propose(&maps.mask);
    Ok(proposals.iter().map(|p| view.in_picture(&p.quad)).collect())
}
