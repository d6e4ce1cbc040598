//! Single stages of the search, with the nets of the tests around them.

use super::{
    super::search::{Candidate, Look, Search, Standing, limited},
    *,
};

#[test]
fn the_clearest_of_the_doubtful_are_looked_at() {
    let quad = Quad::rect(0.0, 0.0, 80.0, 80.0);
    let doubtful = |seen| Candidate {
        quad,
        standing: Standing::Doubtful(seen),
    };
    let mut candidates = [0.45, 0.1, 0.9, 0.5, 0.5].map(doubtful).to_vec();
    candidates.push(Candidate {
        quad,
        standing: Standing::Fitted,
    });
    let open = |most: usize| -> Vec<bool> {
        limited(candidates.clone(), most)
            .iter()
            .map(|c| !matches!(c.standing, Standing::Settled(_)))
            .collect()
    };
    assert_eq!(open(2), [false, false, true, true, false, true]);
    assert_eq!(open(9), [true, false, true, true, true, true]);
}

/// How a piece of the mask in a blank picture of 448×448 stands, a quad in cells, after what was seen before. Places in
/// the picture are made by the function that `before` is given.
fn standing_of(piece: Quad, before: impl Fn(&dyn Fn(Quad) -> Quad) -> Look) -> Standing {
    let picture = Picture::new(RgbImage::from_pixel(448, 448, Rgb([240; 3])));
    let (net, params) = (Blank(0.1), DetectParams::default());
    let search = Search {
        picture: &picture,
        net: &net,
        params: &params,
    };
    let view = view::letterbox(&picture, [0, 0, 448, 448]).unwrap();
    let maps = Maps::of(&net, view.input.clone()).unwrap();
    let before = before(&|cells| view.in_picture(&cells));
    search
        .candidate(&piece, &maps, &[], &view, &before)
        .standing
}

#[test]
fn a_piece_of_a_known_board_is_not_looked_at() {
    let settled = |x: f32| {
        let known = BoardQuad {
            quad: Quad::rect(0.0, 0.0, 200.0, 200.0),
            score: 0.95,
            partial: false,
            lattice: None,
        };
        let standing = standing_of(Quad::rect(x, 20.0, 20.0, 20.0), |_| Look {
            boards: vec![known],
            ..Look::default()
        });
        matches!(standing, Standing::Settled(None))
    };
    assert!(settled(20.0));
    assert!(!settled(70.0));
}

#[test]
fn a_place_looked_at_in_vain_is_not_looked_at_from_closer_by() {
    let after = |refuted: Quad| {
        standing_of(Quad::rect(40.0, 40.0, 20.0, 20.0), |in_picture| Look {
            refuted: vec![in_picture(refuted)],
            ..Look::default()
        })
    };
    let place = Quad::rect(41.0, 39.0, 20.0, 21.0);
    assert!(matches!(after(place), Standing::Settled(None)));
    let elsewhere = Quad::rect(4.0, 4.0, 20.0, 20.0);
    assert!(matches!(after(elsewhere), Standing::Doubtful(_)));
}

#[test]
fn what_has_its_middle_beyond_the_edge_is_cut_off() {
    let at = |x: f32| standing_of(Quad::rect(x, 40.0, 20.0, 20.0), |_| Look::default());
    assert!(matches!(at(-20.0), Standing::CutOff(None)));
    assert!(matches!(at(10.0), Standing::Doubtful(_)));
}

/// A picture of one board, and the net that sees it.
fn looked_at(board: Quad, size: (u32, u32)) -> (Picture, Oracle) {
    let oracle = Oracle {
        boards: vec![board],
        size,
    };
    (oracle.picture(), oracle)
}

/// How often the net runs while `work` is done.
fn runs<N: LatticeNet>(picture: &Picture, net: N, work: impl FnOnce(&Search)) -> usize {
    struct All<N>(AtomicUsize, N);
    impl<N: LatticeNet> LatticeNet for All<N> {
        fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            self.1.run(input)
        }
    }
    let all = All(0.into(), net);
    work(&Search {
        picture,
        net: &all,
        params: &DetectParams::default(),
    });
    all.0.into_inner()
}

#[test]
fn of_proposals_over_each_other_one_board_is_enough() {
    let board = Quad::rect(100.0, 100.0, 240.0, 240.0);
    let fitted = |x: f32| Candidate {
        quad: Quad::rect(x, 100.0, 240.0, 240.0),
        standing: Standing::Fitted,
    };
    let looks = |candidates: Vec<Candidate>| {
        let (picture, oracle) = looked_at(board, (640, 480));
        runs(&picture, oracle, |search| {
            let settled = search.settled(candidates, Rgb([255; 3])).unwrap();
            assert_eq!(settled.iter().filter(|s| s.board.is_some()).count(), 1);
        })
    };
    assert_eq!(looks(vec![fitted(102.0), fitted(97.0), fitted(104.0)]), 1);
    // The first is none.
    assert_eq!(looks(vec![fitted(320.0), fitted(100.0), fitted(102.0)]), 2);
    let clear = Candidate {
        quad: board,
        standing: Standing::Settled(Some(Box::new(BoardQuad {
            quad: board,
            score: 0.9,
            partial: false,
            lattice: None,
        }))),
    };
    assert_eq!(looks(vec![fitted(103.0), clear]), 0);
}

#[test]
fn a_board_largely_beyond_the_edge_is_not_looked_at_squared_up() {
    let looks = |x: f32| {
        let (picture, oracle) = looked_at(Quad::rect(x, 100.0, 320.0, 320.0), (600, 520));
        let mut found = Vec::new();
        let looks = runs(&picture, oracle, |search| {
            found = detect(search.picture, search.net, search.params).unwrap();
        });
        assert!(found.iter().all(|b| b.partial), "{found:?}");
        looks
    };
    // Five of nine lines are seen, and all but one.
    assert_eq!(looks(-150.0), 1);
    assert!(looks(-30.0) > 1);
}

#[test]
fn over_a_board_cut_off_there_is_no_other() {
    let board = Quad::rect(-200.0, 100.0, 240.0, 240.0);
    let candidates = vec![
        Candidate {
            quad: board,
            standing: Standing::CutOff(None),
        },
        Candidate {
            quad: Quad::rect(0.0, 200.0, 40.0, 40.0),
            standing: Standing::Doubtful(0.9),
        },
    ];
    let (picture, oracle) = looked_at(board, (640, 480));
    let looks = runs(&picture, oracle, |search| {
        let places = search.settled(candidates, Rgb([255; 3])).unwrap();
        assert!(places.is_empty());
    });
    assert_eq!(looks, 0);
}

#[test]
fn a_clear_board_flush_with_the_edges_takes_one_look() {
    let (picture, oracle) = looked_at(Quad::rect(0.0, 0.0, 480.0, 480.0), (480, 480));
    let looks = runs(&picture, oracle, |search| {
        let found = detect(search.picture, search.net, search.params).unwrap();
        assert!(found.len() == 1 && !found[0].partial, "{found:?}");
    });
    assert_eq!(looks, 1);
}

#[test]
fn a_fit_a_hair_over_the_edge_is_as_clear_as_another() {
    let board = Quad::rect(2.0, 2.0, 440.0, 440.0);
    let (picture, net) = looked_at(board, (448, 448));
    let search = Search {
        picture: &picture,
        net: &net,
        params: &DetectParams::default(),
    };
    // As if the fit were off: what is seen lies further left in the picture.
    let standing = |off: f32| {
        let mut view = view::letterbox(&picture, [0, 0, 448, 448]).unwrap();
        let maps = Maps::of(&net, view.input.clone()).unwrap();
        let back = view.to_picture.inverse().unwrap();
        let proposal = Quad(board.0.map(|p| back.apply(p)));
        view.to_picture.0[2] -= f64::from(off);
        let peaks = net::peaks(&maps.points);
        search
            .candidate(&proposal, &maps, &peaks, &view, &Look::default())
            .standing
    };
    // Squares of 55 pixels, 0.11 and 0.25 of them.
    assert!(matches!(standing(8.0), Standing::Settled(Some(_))));
    assert!(matches!(standing(16.0), Standing::Fitted));
}

#[test]
fn a_board_squared_up_is_looked_at_again_where_it_was_not_seen_whole() {
    let looks = |off: f32| {
        let (picture, oracle) = looked_at(Quad::rect(100.0, 100.0, 240.0, 240.0), (640, 480));
        runs(&picture, oracle, |search| {
            let rough = Quad::rect(100.0 + 30.0 * off, 100.0, 240.0, 240.0);
            let found = search.examine(&rough, Rgb([255; 3])).unwrap().unwrap();
            assert!((found.quad.0[0].x - 100.0).abs() < 3.0, "{found:?}");
        })
    };
    assert_eq!([looks(0.2), looks(0.8)], [1, 1]);
    assert_eq!(looks(1.3), 2);
}

#[test]
fn corners_without_clear_edges_are_looked_at_squared_up() {
    // Squares of 6.8 pixels are too small for edges to be measured.
    let truth = Quad::rect(60.0, 50.0, 54.0, 54.0);
    let (picture, net) = looked_at(truth, (200, 180));
    let params = DetectParams {
        least_side: 50.0,
        ..DetectParams::default()
    };
    let search = Search {
        picture: &picture,
        net: &net,
        params: &params,
    };
    let mut board = BoardQuad {
        quad: Quad::rect(62.5, 52.5, 54.0, 54.0),
        score: 0.9,
        partial: false,
        lattice: None,
    };
    search.refine(&mut board).unwrap();
    let off = board.quad.max_corner_distance(&truth) / 6.75;
    assert!(off < 0.15, "{off} squares off");
}

#[test]
fn a_lattice_of_another_step_is_no_better_start_than_the_mask() {
    // Points of squares of 1.5 cells run together: peaks are left of every second or so.
    let truth = Quad::rect(150.0, 150.0, 48.0, 48.0);
    let (picture, net) = looked_at(truth, (416, 416));
    let params = DetectParams::default();
    let search = Search {
        picture: &picture,
        net: &net,
        params: &params,
    };
    let view = view::letterbox(&picture, [0, 0, 416, 416]).unwrap();
    let maps = Maps::of(&net, view.input.clone()).unwrap();
    let back = view.to_picture.inverse().unwrap();
    let proposal = Quad(truth.0.map(|p| back.apply(p)));
    let prior = Homography::board_to_picture(&proposal).unwrap();
    // Nodes of a lattice with steps of 1.3 squares.
    let peaks: Vec<Point> = (0..81)
        .map(|k| {
            prior.apply(Point::new(
                (k % 9) as f32 * 1.3 - 1.0,
                (k / 9) as f32 * 1.3 - 1.0,
            ))
        })
        .collect();
    assert!(lattice::fit(&maps, &peaks, &prior, |_| true).is_some());
    let candidate = search.candidate(&proposal, &maps, &peaks, &view, &Look::default());
    assert!(matches!(candidate.standing, Standing::Doubtful(_)));
    assert!(candidate.quad.max_corner_distance(&truth) < 1.0);
}

/// A net that sees what another does, less something.
struct Damaged<N, F>(N, F);

impl<N: LatticeNet, F: Fn(&mut Array4<f32>) + Send + Sync> LatticeNet for Damaged<N, F> {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
        let mut maps = self.0.run(input)?;
        (self.1)(&mut maps);
        Ok(maps)
    }
}

/// How a proposal stands in a look without peaks at a picture of 416×416 that shows a board of 80 pixels, two cells a square, at
/// (150, 150), with its place in the picture. The proposal is off by so many squares to the right, and the maps are damaged.
fn standing_without_a_fit(
    off: f32,
    damage: impl Fn(&mut Array4<f32>) + Send + Sync,
) -> (Standing, Quad) {
    let truth = Quad::rect(150.0, 150.0, 80.0, 80.0);
    let (picture, oracle) = looked_at(truth, (416, 416));
    let net = Damaged(oracle, damage);
    let search = Search {
        picture: &picture,
        net: &net,
        params: &DetectParams::default(),
    };
    let view = view::letterbox(&picture, [0, 0, 416, 416]).unwrap();
    let maps = Maps::of(&net, view.input.clone()).unwrap();
    let back = view.to_picture.inverse().unwrap();
    let shifted = truth.0.map(|p| Point::new(p.x + 10.0 * off, p.y));
    let proposal = Quad(shifted.map(|p| back.apply(p)));
    let candidate = search.candidate(&proposal, &maps, &[], &view, &Look::default());
    (candidate.standing, truth)
}

#[test]
fn a_rough_quad_is_placed_by_the_pictures_edges() {
    // Further off than half a square, edges lead to the next row, and the maps back.
    for off in [0.0, 0.3, -0.4, 0.7, -0.8] {
        let (standing, truth) = standing_without_a_fit(off, |_| {});
        let Standing::Settled(Some(board)) = standing else {
            panic!("not settled at {off}");
        };
        let off = board.quad.max_corner_distance(&truth) / 10.0;
        assert!(off < 0.12 && !board.partial, "{off} squares off: {board:?}");
    }
    // Clear edges do not make up for a net that sees a faint board without an outline, or nothing at all.
    let faint = |maps: &mut Array4<f32>| {
        let map = ndarray::Axis(1);
        maps.index_axis_mut(map, 0).mapv_inplace(|v| v.min(1.0));
        maps.index_axis_mut(map, 2).fill(-8.0);
    };
    let all = |maps: &mut Array4<f32>| maps.fill(-2.0);
    for (standing, _) in [
        standing_without_a_fit(0.3, faint),
        standing_without_a_fit(0.3, all),
    ] {
        assert!(matches!(standing, Standing::Doubtful(_)));
    }
}

#[test]
fn small_squares_with_clear_edges_take_one_look() {
    let looks = |side: f32| {
        let truth = Quad::rect(500.0, 400.0, side, side);
        let (picture, oracle) = looked_at(truth, (1200, 1200));
        runs(&picture, oracle, |search| {
            let found = detect(search.picture, search.net, search.params).unwrap();
            let off = found[0].quad.max_corner_distance(&truth) / side * 8.0;
            assert!(found.len() == 1 && off < 0.05, "{off}: {found:?}");
        })
    };
    // 1.5 and 2 cells a square.
    assert_eq!([looks(140.0), looks(186.0)], [1, 1]);
}
