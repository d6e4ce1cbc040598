//! Finds the boards of a picture: proposing apart from judging.
//!
//! A small net gives, at a quarter of its input's size, a mask of boards, a map of the 81 points
//! of their 9×9 lattices and a map of the fields' outlines. It runs on the whole picture first:
//! pieces of the mask become rough quads (`propose`), points become a lattice under a homography
//! (`lattice`), which is scored by how much of it the net sees and by how regularly its squares
//! alternate in colour (`chequer`). Where the first look leaves doubts, the net runs again on the
//! board squared up. Where it hints at small or faint boards, the picture is looked at around them, and once more
//! beside small boards found there (`zoom`). Overlapping finds are thinned out by score, corners are
//! refined on the full picture (`refine`), bent pages get a mesh (`bend`), and boards come in
//! reading order (`judge`).

mod bend;
mod chequer;
mod judge;
mod lattice;
mod net;
mod propose;
mod refine;
#[cfg(test)]
mod tests;
mod view;
mod zoom;

pub use net::{CELL, LatticeNet, MAPS, NetError, SHAPES};

use crate::{Homography, Lattice, Picture, Point, Quad};
use chequer::Regularity;
use judge::Find;
use lattice::Evidence;
use net::Maps;
use propose::Proposal;
pub(crate) use propose::median;
use rayon::prelude::*;
use view::View;
use zoom::{Hint, ZOOM_FROM};

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

/// Boards with sides below this many pixels in a look are small: their squares have one and a half cells of
/// the map, and boards beside them may be missed. With 64 not one more of the benchmark's 2,448 is found,
/// in 803 looks from closer by instead of 621.
const SMALL_BOARD: f32 = 48.0;

/// What may be a board and has sides below this many pixels in a look may be made out from closer
/// by.
const UNCLEAR_BOARD: f32 = 120.0;

/// A board whose squares have this many cells of the map in the first look may be clear there; squared
/// up they have 6.25.
const CLEAR_SQUARE: f32 = 2.8;

/// Score of a first look that leaves no doubt. Boards squared up score 0.93 to 0.99.
const CLEAR_SCORE: f32 = 0.89;

/// Residual of such a look, in squares, and in cells for small squares, for a point is placed to a part of a cell.
/// Pages that bend have more.
const CLEAR_RESIDUAL: (f32, f32) = (0.05, 0.225);

/// Another look at a board is taken when its corners moved by more than this, in squares.
const LOOK_AGAIN: f32 = 0.35;

/// Most times that a board is wider than high or the other way round: a square picture stretched
/// to 16:9 has 1.78. Chequered fields longer than that are tables and draughts boards.
const MOST_OBLONG: f32 = 1.9;

/// Most looks at one board.
const MOST_LOOKS: usize = 3;

/// A proposal without a fit is squared up when this share of its lattice's points is seen. Of 128
/// that became boards, on 500 drawn pictures, all true ones had 0.27 and more; 62 % of the 2,166
/// that did not had less than 0.2.
const LEAST_SEEN: f32 = 0.2;

/// Most proposals without a fit that are squared up after the first look, as many as a page has
/// boards, and after each of the looks from closer by. They bound the cost of what is no board.
const MOST_DOUBTFUL: usize = 16;
const MOST_DOUBTFUL_CLOSER: usize = 6;

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
        boards
            .par_iter_mut()
            .for_each(|b| (b.quad, b.lattice) = refine::refined(picture, &b.quad));
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
    let to_picture = |p: Point| view.to_picture.apply(p);
    Ok(proposals
        .iter()
        .map(|p| Quad(p.quad.0.map(to_picture)))
        .collect())
}

/// A search through one picture.
struct Search<'a> {
    picture: &'a Picture,
    net: &'a dyn LatticeNet,
    params: &'a DetectParams,
}

/// A proposal after a look.
#[derive(Clone)]
struct Candidate {
    /// In pixels of the picture.
    quad: Quad,
    standing: Standing,
}

/// What is to be done about a proposal.
#[derive(Clone)]
enum Standing {
    /// Nothing more: known already, no board, or a board that is clear as it is.
    Settled(Option<Box<BoardQuad>>),
    /// A lattice was fitted; it is worth a look squared up.
    Fitted,
    /// No lattice was fitted; this share of the points that the proposal's would have was seen.
    Doubtful(f32),
}

/// Settles the doubtful candidates of which little is seen, and all but the `most` clearest.
fn limited(mut candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    let mut doubtful: Vec<(usize, f32)> = candidates
        .iter()
        .enumerate()
        .filter_map(|(k, c)| match c.standing {
            Standing::Doubtful(seen) => Some((k, seen)),
            _ => None,
        })
        .collect();
    doubtful.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (rank, (k, seen)) in doubtful.into_iter().enumerate() {
        if rank >= most || seen < LEAST_SEEN {
            candidates[k].standing = Standing::Settled(None);
        }
    }
    candidates
}

/// What a look at a part of the picture shows.
#[derive(Default)]
struct Look {
    boards: Vec<BoardQuad>,
    /// Where small boards may be.
    hints: Vec<Hint>,
    /// Where the mask shows a trace of a board, of a look at the whole picture that finds none.
    traces: Vec<Point>,
}

impl Search<'_> {
    /// All finds of all looks, overlapping ones too.
    fn boards(&self) -> Result<Vec<BoardQuad>, DetectError> {
        let size = (self.picture.width(), self.picture.height());
        let whole = [0, 0, size.0, size.1];
        let mut look = self.look(whole, &[])?;
        let longest = size.0.max(size.1);
        if !self.params.zoom || longest < ZOOM_FROM {
            return Ok(look.boards);
        }
        if look.boards.is_empty() && look.hints.is_empty() {
            look = self.looks(zoom::about(&look.traces, size), &[])?;
        }
        Ok(self.closer(look, size)?.boards)
    }

    /// What a look shows, and what looks at the places that it hints at do, and at those beside
    /// the small boards that are found there.
    fn closer(&self, mut look: Look, size: (u32, u32)) -> Result<Look, DetectError> {
        let quads = |look: &Look| -> Vec<Quad> { look.boards.iter().map(|b| b.quad).collect() };
        let windows = zoom::windows(&look.hints, &quads(&look), size);
        let closer = self.looks(windows.clone(), &look.boards)?;
        let found = quads(&closer);
        look.boards.extend(closer.boards);
        let beside = zoom::beside(&found, &windows, size);
        let mut more = zoom::windows(&beside, &quads(&look), size);
        more.retain(|part| !windows.contains(part));
        let closer = self.looks(more, &look.boards)?;
        look.boards.extend(closer.boards);
        Ok(look)
    }

    /// Several looks at once, but for boards `known` already.
    fn looks(&self, parts: Vec<[u32; 4]>, known: &[BoardQuad]) -> Result<Look, DetectError> {
        let looks: Result<Vec<Look>, DetectError> = parts
            .into_par_iter()
            .map(|part| self.look(part, known))
            .collect();
        let mut all = Look::default();
        for look in looks? {
            all.boards.extend(look.boards);
            all.hints.extend(look.hints);
        }
        Ok(all)
    }

    /// One part of the picture, but for boards `known` already.
    fn look(&self, part: [u32; 4], known: &[BoardQuad]) -> Result<Look, DetectError> {
        let Some(mut view) = view::letterbox(self.picture, part) else {
            return Ok(Look::default());
        };
        let maps = Maps::of(self.net, std::mem::take(&mut view.input))?;
        let peaks = net::peaks(&maps.points);
        let (proposals, specks) = propose::propose(&maps.mask);
        let origin = view.to_picture.apply(Point::new(0.0, 0.0));
        let cell = view.to_picture.apply(Point::new(1.0, 0.0)).x - origin.x;
        let whole = part == [0, 0, self.picture.width(), self.picture.height()];
        let most = if whole {
            MOST_DOUBTFUL
        } else {
            MOST_DOUBTFUL_CLOSER
        };
        let finds =
            |proposals: &[Proposal]| -> Result<Vec<(Quad, Option<BoardQuad>)>, DetectError> {
                let candidates: Vec<Candidate> = proposals
                    .par_iter()
                    .map(|p| self.candidate(&p.quad, &maps, &peaks, &view, known))
                    .collect();
                limited(candidates, most)
                    .into_par_iter()
                    .map(|c| {
                        Ok(match c.standing {
                            Standing::Settled(board) => (c.quad, board.map(|b| *b)),
                            Standing::Fitted | Standing::Doubtful(_) => {
                                (c.quad, self.examine(&c.quad, view.paper)?)
                            }
                        })
                    })
                    .collect()
            };
        let mut found = finds(&proposals)?;
        let mut look = Look::default();
        if whole && found.iter().all(|f| f.1.is_none()) {
            let faint = finds(&propose::faint(&maps.mask))?;
            found.extend(faint.into_iter().filter(|f| f.1.is_some()));
            let traces = propose::traces(&maps.mask);
            look.traces
                .extend(traces.into_iter().map(|p| view.to_picture.apply(p)));
        }
        for speck in specks {
            look.hints.push(Hint {
                centre: view.to_picture.apply(speck.centre),
                side: speck.side * cell,
            });
        }
        for (quad, board) in found {
            let side = shortest(&quad);
            let pixels = match board {
                Some(_) => SMALL_BOARD,
                None => UNCLEAR_BOARD,
            };
            if side < pixels / CELL as f32 * cell && quad.is_convex() {
                look.hints.push(Hint {
                    centre: quad.centre(),
                    side,
                });
            }
            look.boards.extend(board);
        }
        Ok(look)
    }

    /// What a look shows of one proposal, a quad in cells of its maps.
    fn candidate(
        &self,
        proposal: &Quad,
        maps: &Maps,
        peaks: &[Point],
        view: &View,
        known: &[BoardQuad],
    ) -> Candidate {
        let visible = |p: Point| inside(self.picture, view.to_picture.apply(p));
        let prior = Homography::board_to_picture(proposal);
        // Points already seen in this look give a better start than the mask alone.
        let fit = prior.and_then(|prior| lattice::fit(maps, peaks, &prior, visible));
        let rough = fit.map_or(*proposal, |fit| fit.to_cells.board_quad());
        let quad = Quad(rough.0.map(|p| view.to_picture.apply(p)));
        let standing = if known.iter().any(|b| judge::same(&quad, &b.quad)) {
            Standing::Settled(None)
        } else if let Some(fit) = fit {
            let evidence = Evidence::of(maps, &fit.to_cells, visible);
            let score = evidence.score(fit.residual);
            let square = shortest(&rough) / 8.0;
            let straight = CLEAR_RESIDUAL.0.max(CLEAR_RESIDUAL.1 / square);
            let clear = square >= CLEAR_SQUARE
                && evidence.visible == 1.0
                && score >= CLEAR_SCORE
                && fit.residual < straight;
            let board = BoardQuad {
                quad: quad.upright(),
                score,
                partial: false,
                lattice: None,
            };
            if clear {
                Standing::Settled(self.acceptable(&board).then(|| Box::new(board)))
            } else {
                Standing::Fitted
            }
        } else if known.iter().any(|b| judge::overlap(&quad, &b.quad)) {
            // A piece of the mask about what is known already.
            Standing::Settled(None)
        } else {
            Standing::Doubtful(prior.map_or(0.0, |h| Evidence::of(maps, &h, visible).support))
        };
        Candidate { quad, standing }
    }

    /// Looks at one rough quad squared up, again when it was far off.
    fn examine(
        &self,
        rough: &Quad,
        paper: image::Rgb<u8>,
    ) -> Result<Option<BoardQuad>, DetectError> {
        let mut quad = *rough;
        let mut best: Option<BoardQuad> = None;
        for _ in 0..MOST_LOOKS {
            let sides = quad.sides();
            let shortest = sides.into_iter().fold(f32::MAX, f32::min);
            let longest = sides.into_iter().fold(0.0, f32::max);
            if !quad.is_convex()
                || shortest < 0.8 * self.params.least_side
                || longest > 6.0 * shortest
            {
                break;
            }
            let Some(View {
                input, to_picture, ..
            }) = view::crop(self.picture, &quad, paper)
            else {
                break;
            };
            let maps = Maps::of(self.net, input)?;
            let Some(prior) = to_picture
                .inverse()
                .zip(Homography::board_to_picture(&quad))
                .map(|(back, board)| back.after(&board))
            else {
                break;
            };
            let visible = |p: Point| inside(self.picture, to_picture.apply(p));
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
                    lattice: None,
                });
            }
            if moved < LOOK_AGAIN {
                break;
            }
            quad = found;
        }
        Ok(best.filter(|b| self.acceptable(b)))
    }

    /// Whether a find is good, large, square and chequered enough for a board: what is not leaves its place to
    /// closer looks. Corners are still rough here; [`detect`] weighs the chequers again when they are not.
    fn acceptable(&self, b: &BoardQuad) -> bool {
        let [top, right, bottom, left] = b.quad.sides();
        let (across, down) = (top + bottom, left + right);
        let chequered = || judge::chequered(&Regularity::of(self.picture, &b.quad));
        b.score >= self.params.least_score
            && shortest(&b.quad) >= self.params.least_side
            && across < MOST_OBLONG * down
            && down < MOST_OBLONG * across
            && b.score * chequered() >= self.params.least_score
    }
}

fn shortest(quad: &Quad) -> f32 {
    quad.sides().into_iter().fold(f32::MAX, f32::min)
}

/// Whether a point lies in the picture, with a pixel's tolerance.
fn inside(picture: &Picture, p: Point) -> bool {
    let within = |v: f32, end: u32| (-1.0..=end as f32 + 1.0).contains(&v);
    within(p.x, picture.width()) && within(p.y, picture.height())
}
