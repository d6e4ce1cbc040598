//! The looks at a picture: first at the whole, then at proposals squared up and at parts of it from closer by.

use super::{
    BoardQuad, DetectError, DetectParams,
    chequer::Regularity,
    judge,
    lattice::{self, Evidence},
    net::{self, CELL, LatticeNet, Maps},
    propose::{self, Proposal},
    refine,
    view::{self, View},
    zoom::{self, Hint, ZOOM_FROM},
};
use crate::{Homography, Picture, Point, Quad};
use image::Rgb;
use rayon::prelude::*;

/// Boards with sides below this many pixels in a look are small: their squares have one and a half cells of
/// the map, and boards beside them may be missed. With 64 not one more of the benchmark's 2,448 is found,
/// in 803 looks from closer by instead of 621.
const SMALL_BOARD: f32 = 48.0;

/// What may be a board and has sides below this many pixels in a look may be made out from closer
/// by.
const UNCLEAR_BOARD: f32 = 120.0;

/// A board whose squares have this many cells of the map in a look may be clear there; squared up they have 6.25.
/// Below, the peaks of neighbouring points run together: with 1.8 cells 30 boards of the benchmark are off by a third of a square,
/// if they are not moved onto the picture's edges.
const CLEAR_SQUARE: f32 = 2.2;

/// Score of such a look that leaves no doubt. Clear boards of 2.2 to 2.8 cells a square score 0.85 to 0.92. With 0.86
/// not one more of the benchmark's boards is within its bound; with 0.78 one find more is no board, and one cut off is taken for whole.
const CLEAR_SCORE: f32 = 0.84;

/// Residual of such a look, in squares, and in cells for small squares, for a point is placed to a part of a cell.
/// Pages that bend have more.
const CLEAR_RESIDUAL: (f32, f32) = (0.05, 0.25);

/// Score from which a lattice is a better start than the mask where part of it lies beyond the picture's edge: of such a
/// board the mask shows a part. Lattices that are none, between the boards of a page, score 0.45 to 0.55.
const CUT_OFF_SCORE: f32 = 0.6;

/// A board of whose points less than this share lies in the picture is cut off by two rows: a whole board may be fitted
/// a row off, but not more. There is nothing to read, and no closer look is needed to see that.
const CUT_OFF_VISIBLE: f32 = 0.8;

/// Another look at a board is taken when its corners moved by more than this, in squares.
const LOOK_AGAIN: f32 = 0.35;

/// The same where the score is at least the second number. Squared up, a board is seen whole with its corners off by
/// as much as that, and refining finds edges that are 0.16 squares off. Boards squared up score 0.93 to 0.99.
const LOOK_AGAIN_CLEAR: (f32, f32) = (1.0, 0.93);

/// Most times that a board is wider than high or the other way round: a square picture stretched
/// to 16:9 has 1.78. Chequered fields longer than that are tables and draughts boards.
const MOST_OBLONG: f32 = 1.9;

/// Most looks at one board.
const MOST_LOOKS: usize = 3;

/// A proposal without a fit is squared up when this share of its lattice's points is seen. Of 1,421 on the benchmark
/// 757 became boards; all but one of these had 0.7 and more, and of the others 245 less than 0.4.
const LEAST_SEEN: f32 = 0.4;

/// Most proposals without a fit that are squared up after the first look, as many as a page has
/// boards, and after each of the looks from closer by. They bound the cost of what is no board.
const MOST_DOUBTFUL: usize = 16;
const MOST_DOUBTFUL_CLOSER: usize = 6;

/// A search through one picture.
pub(super) struct Search<'a> {
    pub picture: &'a Picture,
    pub net: &'a dyn LatticeNet,
    pub params: &'a DetectParams,
}

/// A proposal after a look.
#[derive(Clone)]
pub(super) struct Candidate {
    /// In pixels of the picture.
    pub quad: Quad,
    pub standing: Standing,
}

/// What is to be done about a proposal.
#[derive(Clone)]
pub(super) enum Standing {
    /// Nothing more: known already, no board, or a board that is clear as it is.
    Settled(Option<Box<BoardQuad>>),
    /// Nothing more: largely beyond the picture's edge. A board if enough of it is seen for that.
    CutOff(Option<Box<BoardQuad>>),
    /// A lattice was fitted; it is worth a look squared up.
    Fitted,
    /// No lattice was fitted; this share of the points that the proposal's would have was seen.
    Doubtful(f32),
}

/// Settles the doubtful candidates of which little is seen, and all but the `most` clearest.
pub(super) fn limited(mut candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
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

/// What looks at the picture or a part of it show.
#[derive(Default)]
pub(super) struct Look {
    pub boards: Vec<BoardQuad>,
    /// Rough quads that, squared up, were no boards.
    pub refuted: Vec<Quad>,
    /// Where small boards may be.
    pub hints: Vec<Hint>,
    /// Where the mask shows a trace of a board, of a look at the whole picture that finds none.
    pub traces: Vec<Point>,
}

impl Look {
    /// With what another look shows.
    fn add(&mut self, other: Look) {
        self.boards.extend(other.boards);
        self.refuted.extend(other.refuted);
        self.hints.extend(other.hints);
    }
}

/// A rough quad after all looks at it.
pub(super) struct Place {
    pub quad: Quad,
    pub board: Option<BoardQuad>,
    /// Whether it was looked at squared up.
    pub examined: bool,
}

impl Search<'_> {
    /// All finds of all looks, overlapping ones too.
    pub fn boards(&self) -> Result<Vec<BoardQuad>, DetectError> {
        let size = (self.picture.width(), self.picture.height());
        let whole = [0, 0, size.0, size.1];
        let mut look = self.look(whole, &Look::default())?;
        let longest = size.0.max(size.1);
        if !self.params.zoom || longest < ZOOM_FROM {
            return Ok(look.boards);
        }
        if look.boards.is_empty() && look.hints.is_empty() {
            let traced = self.looks(zoom::about(&look.traces, size), &look)?;
            look.add(traced);
        }
        Ok(self.closer(look, size)?.boards)
    }

    /// What a look shows, and what looks at the places that it hints at do, and at those beside
    /// the small boards that are found there.
    fn closer(&self, mut look: Look, size: (u32, u32)) -> Result<Look, DetectError> {
        let quads = |look: &Look| -> Vec<Quad> { look.boards.iter().map(|b| b.quad).collect() };
        let windows = zoom::windows(&look.hints, &quads(&look), size);
        let closer = self.looks(windows.clone(), &look)?;
        let found = quads(&closer);
        look.add(closer);
        let beside = zoom::beside(&found, &windows, size);
        let mut more = zoom::windows(&beside, &quads(&look), size);
        more.retain(|part| !windows.contains(part));
        let closer = self.looks(more, &look)?;
        look.add(closer);
        Ok(look)
    }

    /// Several looks at once, but for what was seen `before`.
    fn looks(&self, parts: Vec<[u32; 4]>, before: &Look) -> Result<Look, DetectError> {
        let looks: Result<Vec<Look>, DetectError> = parts
            .into_par_iter()
            .map(|part| self.look(part, before))
            .collect();
        let mut all = Look::default();
        looks?.into_iter().for_each(|look| all.add(look));
        Ok(all)
    }

    /// One part of the picture, but for what was seen `before`.
    fn look(&self, part: [u32; 4], before: &Look) -> Result<Look, DetectError> {
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
        let finds = |proposals: &[Proposal]| -> Result<Vec<Place>, DetectError> {
            let candidates: Vec<Candidate> = proposals
                .par_iter()
                .map(|p| self.candidate(&p.quad, &maps, &peaks, &view, before))
                .collect();
            self.settled(limited(candidates, most), view.paper)
        };
        let mut found = finds(&proposals)?;
        let mut look = Look::default();
        if whole && found.iter().all(|f| f.board.is_none()) {
            let faint = finds(&propose::faint(&maps.mask))?;
            found.extend(faint.into_iter().filter(|f| f.board.is_some()));
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
        for Place {
            quad,
            board,
            examined,
        } in found
        {
            let side = board.map_or(quad, |b| b.quad).shortest_side();
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
            match board {
                Some(board) => look.boards.push(board),
                None if examined => look.refuted.push(quad),
                None => {}
            }
        }
        Ok(look)
    }

    /// Looks at candidates squared up: at what lies over a clear board or one cut off not at all, and of candidates over
    /// each other at the next only when the one before is no clear board. What is left out so is not among the places.
    pub fn settled(
        &self,
        candidates: Vec<Candidate>,
        paper: Rgb<u8>,
    ) -> Result<Vec<Place>, DetectError> {
        let mut done: Vec<Place> = Vec::new();
        let mut open: Vec<Quad> = Vec::new();
        let mut taken: Vec<Quad> = Vec::new();
        let seen = |quad: Quad, board: Option<Box<BoardQuad>>| Place {
            quad,
            board: board.map(|b| *b),
            examined: false,
        };
        for Candidate { quad, standing } in candidates {
            match standing {
                Standing::Settled(board) => done.push(seen(quad, board)),
                Standing::CutOff(board) => {
                    taken.push(quad);
                    if board.is_some() {
                        done.push(seen(quad, board));
                    }
                }
                Standing::Fitted | Standing::Doubtful(_) => open.push(quad),
            }
        }
        let clear = |b: &BoardQuad| b.score >= CLEAR_SCORE || b.partial;
        while !open.is_empty() {
            let boards = done.iter().filter_map(|d| d.board);
            taken.extend(boards.filter(clear).map(|b| b.quad));
            let (mut now, mut later): (Vec<Quad>, Vec<Quad>) = (Vec::new(), Vec::new());
            for quad in open {
                let over = |others: &[Quad]| others.iter().any(|o| judge::overlap(&quad, o));
                match (over(&taken), over(&now)) {
                    (true, _) => {}
                    (false, true) => later.push(quad),
                    (false, false) => now.push(quad),
                }
            }
            let looked: Result<Vec<Place>, DetectError> = now
                .into_par_iter()
                .map(|quad| {
                    Ok(Place {
                        quad,
                        board: self.examine(&quad, paper)?,
                        examined: true,
                    })
                })
                .collect();
            done.extend(looked?);
            open = later;
        }
        Ok(done)
    }

    /// What a look shows of one proposal, a quad in cells of its maps.
    pub fn candidate(
        &self,
        proposal: &Quad,
        maps: &Maps,
        peaks: &[Point],
        view: &View,
        before: &Look,
    ) -> Candidate {
        let visible = self.visible(view);
        let known = &before.boards;
        let about_known = |quad: &Quad| known.iter().any(|b| judge::same(quad, &b.quad));
        let prior = Homography::board_to_picture(proposal);
        let masked = prior.map_or(Evidence::default(), |h| Evidence::of(maps, &h, visible));
        let fit = prior
            .and_then(|prior| lattice::fit(maps, peaks, &prior, visible))
            .map(|fit| (fit, Evidence::of(maps, &fit.to_cells, visible)));
        let of_known =
            fit.is_some_and(|f| about_known(&view.in_picture(&f.0.to_cells.board_quad())));
        // Points already seen in this look give a better start than the mask alone, but not those that a lattice of
        // another step was fitted to: the points of small squares run together.
        let fit = fit.filter(|(fit, evidence)| {
            let score = evidence.score(fit.residual);
            let cut_off = evidence.visible < 1.0 && score >= CUT_OFF_SCORE;
            score >= masked.score(f32::MAX) || cut_off
        });
        let rough = fit.map_or(*proposal, |f| f.0.to_cells.board_quad());
        let quad = view.in_picture(&rough);
        let standing = if of_known || about_known(&quad) {
            Standing::Settled(None)
        } else if let Some((fit, evidence)) = fit {
            let score = evidence.score(fit.residual);
            let square = rough.shortest_side() / 8.0;
            let straight = CLEAR_RESIDUAL.0.max(CLEAR_RESIDUAL.1 / square);
            let clear = square >= CLEAR_SQUARE
                && !self.cut_off(&quad)
                && score >= CLEAR_SCORE
                && fit.residual < straight;
            let cut_off = evidence.visible < CUT_OFF_VISIBLE && score >= CUT_OFF_SCORE;
            let board = BoardQuad {
                quad: quad.upright(),
                score,
                partial: cut_off,
                lattice: None,
            };
            let board = || self.acceptable(&board).then(|| Box::new(board));
            if clear {
                Standing::Settled(board())
            } else if cut_off {
                Standing::CutOff(board())
            } else {
                self.placed(&rough, maps, view)
                    .map_or(Standing::Fitted, |board| Standing::Settled(Some(board)))
            }
        } else if known.iter().any(|b| judge::overlap(&quad, &b.quad))
            || before.refuted.iter().any(|r| judge::same(&quad, r))
        {
            // A piece of the mask about what is known already, or what was looked at in vain.
            Standing::Settled(None)
        } else if !inside(self.picture, quad.centre()) {
            Standing::CutOff(None)
        } else {
            self.placed(&rough, maps, view)
                .map_or(Standing::Doubtful(masked.support), |board| {
                    Standing::Settled(Some(board))
                })
        };
        Candidate { quad, standing }
    }

    /// The board at a rough quad, in cells, moved onto the picture's own edges, when they are clear and the look's maps
    /// leave no doubt about the lattice that they give.
    fn placed(&self, rough: &Quad, maps: &Maps, view: &View) -> Option<Box<BoardQuad>> {
        let visible = self.visible(view);
        let moved = refine::placed(self.picture, &view.in_picture(rough))?;
        let to_cells = view
            .to_picture
            .inverse()?
            .after(&Homography::board_to_picture(&moved)?);
        // A quad that is off by more than half a square lands on the next row's edges.
        let prior = Homography::board_to_picture(rough)?;
        let to_cells = lattice::best_shift(maps, &to_cells, &prior, visible)?;
        let board = BoardQuad {
            quad: view.in_picture(&to_cells.board_quad()).upright(),
            score: Evidence::of(maps, &to_cells, visible).score(0.0),
            partial: false,
            lattice: None,
        };
        let clear = board.score >= CLEAR_SCORE && !self.cut_off(&board.quad);
        (clear && self.acceptable(&board)).then(|| Box::new(board))
    }

    /// Looks at one rough quad squared up, again when it was far off.
    pub fn examine(&self, rough: &Quad, paper: Rgb<u8>) -> Result<Option<BoardQuad>, DetectError> {
        let mut quad = *rough;
        let mut best: Option<BoardQuad> = None;
        for _ in 0..MOST_LOOKS {
            let shortest = quad.shortest_side();
            let longest = quad.sides().into_iter().fold(0.0, f32::max);
            if !quad.is_convex()
                || shortest < 0.8 * self.params.least_side
                || longest > 6.0 * shortest
            {
                break;
            }
            let Some(mut view) = view::crop(self.picture, &quad, paper) else {
                break;
            };
            let maps = Maps::of(self.net, std::mem::take(&mut view.input))?;
            let Some(prior) = view
                .to_picture
                .inverse()
                .zip(Homography::board_to_picture(&quad))
                .map(|(back, board)| back.after(&board))
            else {
                break;
            };
            let visible = self.visible(&view);
            let Some(fit) = lattice::fit(&maps, &net::peaks(&maps.points), &prior, visible) else {
                break;
            };
            let evidence = Evidence::of(&maps, &fit.to_cells, visible);
            let found = view.in_picture(&fit.to_cells.board_quad());
            if !found.is_convex() {
                break;
            }
            let score = evidence.score(fit.residual);
            let moved = found.max_corner_distance(&quad) / (shortest / 8.0);
            if best.is_none_or(|b| score >= b.score - 0.02) {
                best = Some(BoardQuad {
                    quad: found.upright(),
                    score,
                    partial: self.cut_off(&found),
                    lattice: None,
                });
            }
            let (far, clear) = LOOK_AGAIN_CLEAR;
            if moved < LOOK_AGAIN || moved < far && score >= clear {
                break;
            }
            quad = found;
        }
        Ok(best.filter(|b| self.acceptable(b)))
    }

    /// Moves a board's corners onto its edges. Where these are not clear, the corners are those of one more look at
    /// the board squared up.
    pub fn refine(&self, board: &mut BoardQuad) -> Result<(), DetectError> {
        let mut refined = refine::refined(self.picture, &board.quad);
        if refined.is_none() && !board.partial {
            let paper = view::edge_colour(self.picture.rgb());
            let again = self.examine(&board.quad, paper)?;
            if let Some(again) = again.filter(|b| judge::same(&b.quad, &board.quad)) {
                board.quad = again.quad;
                refined = refine::refined(self.picture, &board.quad);
            }
        }
        if let Some((quad, lattice)) = refined {
            board.quad = quad;
            board.lattice = lattice;
        }
        Ok(())
    }

    /// Tells whether a cell of a view lies in the picture.
    fn visible(&self, view: &View) -> impl Fn(Point) -> bool + Copy {
        |cell| inside(self.picture, view.to_picture.apply(cell))
    }

    /// Whether a board lies over the picture's edge by more than an error of the fit.
    fn cut_off(&self, quad: &Quad) -> bool {
        judge::cut_off(quad, self.picture.width(), self.picture.height())
    }

    /// Whether a find is good, large, square and chequered enough for a board: what is not leaves its place to
    /// closer looks. Corners are still rough here; `detect` weighs the chequers again when they are not.
    fn acceptable(&self, b: &BoardQuad) -> bool {
        let [top, right, bottom, left] = b.quad.sides();
        let (across, down) = (top + bottom, left + right);
        let chequered = || judge::chequered(&Regularity::of(self.picture, &b.quad));
        b.score >= self.params.least_score
            && b.quad.shortest_side() >= self.params.least_side
            && across < MOST_OBLONG * down
            && down < MOST_OBLONG * across
            && b.score * chequered() >= self.params.least_score
    }
}

/// Whether a point lies in the picture, with a pixel's tolerance.
fn inside(picture: &Picture, p: Point) -> bool {
    let within = |v: f32, end: u32| (-1.0..=end as f32 + 1.0).contains(&v);
    within(p.x, picture.width()) && within(p.y, picture.height())
}
