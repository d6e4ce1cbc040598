//! The whole way with a net of a few lines that knows the truth.
//!
//! The pictures are chequered fields whose colours also tell where each pixel lies: red grows with
//! x, green with y, and blue is only ever 0 or 255 over wide stripes. So the fake net, which sees
//! nothing but its input, can undo the normalising and give the ideal maps of the known lattices.

mod search;

use super::*;
use crate::Homography;
use image::{Rgb, RgbImage};
use ndarray::Array4;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Oracle {
    boards: Vec<Quad>,
    size: (u32, u32),
}

/// Levels that positions are coded in, and the brightness that dark squares lose in blue's stead.
const LEVELS: f32 = 250.0;

impl Oracle {
    fn picture(&self) -> Picture {
        let (w, h) = self.size;
        let backs: Vec<Homography> = self
            .boards
            .iter()
            .map(|q| Homography::board_to_picture(q).unwrap().inverse().unwrap())
            .collect();
        Picture::new(RgbImage::from_fn(w, h, |x, y| {
            let p = Point::new(x as f32 + 0.5, y as f32 + 0.5);
            let dark = backs.iter().any(|b| {
                let u = b.apply(p);
                let on = (0.0..8.0).contains(&u.x) && (0.0..8.0).contains(&u.y);
                on && (u.x.floor() + u.y.floor()) as i32 % 2 == 1
            });
            Rgb([
                (p.x / w as f32 * LEVELS) as u8,
                (p.y / h as f32 * LEVELS) as u8,
                if dark { 0 } else { 255 },
            ])
        }))
    }
}

impl LatticeNet for Oracle {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
        let (_, _, h, w) = input.dim();
        let blue = input.index_axis(ndarray::Axis(0), 0);
        let blue = blue.index_axis(ndarray::Axis(0), 2);
        let (low, high) = blue
            .iter()
            .fold((f32::MAX, f32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
        let position = |x: usize, y: usize| {
            // Mean of the cell's 16 pixels.
            let channel = |c: usize| {
                let sum: f32 = (0..16)
                    .map(|k| input[[0, c, 4 * y + k / 4, 4 * x + k % 4]])
                    .sum();
                ((sum / 16.0 - low) / (high - low) * 255.0 + 0.5) / LEVELS
            };
            Point::new(
                channel(0) * self.size.0 as f32,
                channel(1) * self.size.1 as f32,
            )
        };
        let mut out = Array4::from_elem((1, MAPS, h / CELL, w / CELL), -8.0f32);
        for quad in &self.boards {
            let back = Homography::board_to_picture(quad)
                .unwrap()
                .inverse()
                .unwrap();
            for y in 0..h / CELL {
                for x in 0..w / CELL {
                    let u = back.apply(position(x, y));
                    let next = back.apply(position(if x > 0 { x - 1 } else { 1 }, y));
                    let below = back.apply(position(x, if y > 0 { y - 1 } else { 1 }));
                    // Squares a cell; paper has one position, so nothing changes there.
                    let cell = u.distance(next).max(u.distance(below));
                    if !(0.01..1.0).contains(&cell) || !(-1.0..9.0).contains(&u.x.max(u.y)) {
                        continue;
                    }
                    let logit = |d: f32| {
                        let p = (-(d / cell).powi(2) / 2.0).exp().clamp(3e-4, 1.0 - 3e-4);
                        (p / (1.0 - p)).ln()
                    };
                    let inside = u.x.min(u.y).min(8.0 - u.x.max(u.y));
                    let node = Point::new(u.x.round(), u.y.round());
                    let mut set = |map: usize, v: f32| {
                        let old = &mut out[[0, map, y, x]];
                        *old = old.max(v);
                    };
                    set(0, if inside > net::MASK_INSET { 8.0 } else { -8.0 });
                    if inside > -0.3 {
                        set(1, logit(u.distance(node)));
                        set(2, logit(inside.abs()));
                    }
                }
            }
        }
        Ok(out)
    }
}

fn check(boards: Vec<Quad>, size: (u32, u32)) {
    let oracle = Oracle { boards, size };
    let found = detect(&oracle.picture(), &oracle, &DetectParams::default()).unwrap();
    assert_eq!(found.len(), oracle.boards.len(), "{found:?}");
    for (b, truth) in found.iter().zip(&oracle.boards) {
        let square = truth.sides()[0] / 8.0;
        let off = b.quad.max_corner_distance(truth) / square;
        assert!(off < 0.05, "{off} squares off: {b:?}");
        assert!(!b.partial && b.score > 0.8, "{b:?}");
    }
}

#[test]
fn a_straight_board_is_found() {
    check(vec![Quad::rect(70.0, 45.0, 360.0, 360.0)], (520, 480));
}

#[test]
fn a_board_that_fills_the_picture_is_found() {
    check(vec![Quad::rect(0.0, 0.0, 400.0, 400.0)], (400, 400));
}

#[test]
fn a_tilted_board_in_perspective_is_found() {
    let quad = Quad([
        Point::new(130.0, 90.0),
        Point::new(420.0, 140.0),
        Point::new(440.0, 470.0),
        Point::new(60.0, 400.0),
    ]);
    check(vec![quad], (560, 540));
}

#[test]
fn boards_side_by_side_come_in_columns() {
    let at = |x: f32, y: f32| Quad::rect(x, y, 200.0, 200.0);
    check(
        vec![
            at(30.0, 40.0),
            at(30.0, 330.0),
            at(290.0, 35.0),
            at(290.0, 335.0),
        ],
        (520, 580),
    );
}

#[test]
fn a_chequered_field_twice_as_wide_as_high_is_no_board() {
    let oracle = Oracle {
        boards: vec![Quad::rect(60.0, 60.0, 400.0, 190.0)],
        size: (520, 340),
    };
    let found = detect(&oracle.picture(), &oracle, &DetectParams::default()).unwrap();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn an_empty_picture_is_an_error_and_a_blank_one_has_no_board() {
    let oracle = Oracle {
        boards: vec![],
        size: (300, 200),
    };
    let blank = Picture::new(RgbImage::from_pixel(300, 200, Rgb([240; 3])));
    let found = detect(&blank, &oracle, &DetectParams::default()).unwrap();
    assert!(found.is_empty());
    let none = Picture::new(RgbImage::new(0, 5));
    assert!(matches!(
        detect(&none, &oracle, &DetectParams::default()),
        Err(DetectError::Empty {
            width: 0,
            height: 5
        })
    ));
}

#[test]
fn tiny_pictures_have_no_board_and_do_not_fail() {
    let oracle = Oracle {
        boards: vec![],
        size: (1, 1),
    };
    for (w, h) in [(1, 1), (3, 900), (900, 1)] {
        let picture = Picture::new(RgbImage::new(w, h));
        assert!(
            detect(&picture, &oracle, &DetectParams::default())
                .unwrap()
                .is_empty()
        );
    }
}

/// Sees nothing: its maps have one value all over.
struct Blank(f32);

impl LatticeNet for Blank {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
        let (_, _, h, w) = input.dim();
        let logit = (self.0 / (1.0 - self.0)).ln();
        Ok(Array4::from_elem((1, MAPS, h / CELL, w / CELL), logit))
    }
}

/// Counts looks at the picture or a part of it.
struct Counting<N>(AtomicUsize, N);

impl<N: LatticeNet> Counting<N> {
    fn looks(net: N, picture: &Picture) -> usize {
        let counting = Self(0.into(), net);
        detect(picture, &counting, &DetectParams::default()).unwrap();
        counting.0.into_inner()
    }
}

impl<N: LatticeNet> LatticeNet for Counting<N> {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, NetError> {
        let look = input.dim().3 > view::CROP as usize;
        self.0.fetch_add(look.into(), Ordering::Relaxed);
        self.1.run(input)
    }
}

#[test]
fn a_picture_is_looked_at_from_closer_by_beside_a_small_board() {
    let looks = |side: f32| {
        let oracle = Oracle {
            boards: vec![Quad::rect(500.0, 400.0, side, side)],
            size: (1200, 1200),
        };
        let picture = oracle.picture();
        Counting::looks(oracle, &picture)
    };
    // 48.2 and 42 pixels in the first look.
    assert_eq!(looks(140.0), 1);
    assert!(looks(120.0) > 1);
}

#[test]
fn a_picture_is_looked_at_again_where_the_mask_shows_a_trace() {
    let looks = |width: u32, mask: f32| {
        let blank = Picture::new(RgbImage::from_pixel(width, 1000, Rgb([240; 3])));
        Counting::looks(Blank(mask), &blank)
    };
    // No points are seen in the one large piece: a part about its middle is looked at.
    assert_eq!(looks(1200, 0.1), 1 + 1);
    assert_eq!(looks(3200, 0.1), 1 + 1);
    assert_eq!(looks(3200, 0.04), 1);
}
