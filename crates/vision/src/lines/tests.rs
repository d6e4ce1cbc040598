use super::*;
use image::{Rgb, RgbImage};

/// A plain page with a dark field of 30 pixels a square at (150, 120) and, for each of `lines`, a
/// row of twelve bars as high as letters: left, top and height in squares, and their level.
fn page(lines: &[(f32, f32, f32, u8)], ground: u8) -> (Picture, Quad) {
    let image = RgbImage::from_fn(560, 480, |px, py| {
        let (x, y) = ((px as f32 - 149.5) / 30.0, (py as f32 - 119.5) / 30.0);
        if (0.0..8.0).contains(&x) && (0.0..8.0).contains(&y) {
            return Rgb([if (x as i32 + y as i32) % 2 == 1 {
                60
            } else {
                240
            }; 3]);
        }
        for &(left, top, height, level) in lines {
            let (u, v) = ((x - left) / (0.5 * height), (y - top) / height);
            if (0.0..12.0).contains(&u) && u.fract() < 0.5 && (0.0..1.0).contains(&v) {
                return Rgb([level; 3]);
            }
        }
        Rgb([ground; 3])
    });
    (Picture::new(image), Quad::rect(150.0, 120.0, 240.0, 240.0))
}

#[test]
fn a_line_is_found_on_every_side() {
    for (left, top) in [(2.0, 8.6), (2.0, -0.9), (8.4, 3.0), (-3.5, 3.0)] {
        for (ground, ink) in [(250, 20), (30, 220)] {
            let (picture, quad) = page(&[(left, top, 0.4, ink)], ground);
            let lines = text_lines(&picture, &quad);
            assert_eq!(lines.len(), 1, "{left} {top} {lines:?}");
            let expected = [left, top, left + 2.3, top + 0.4];
            for (a, b) in lines[0].bounds.iter().zip(expected) {
                assert!((a - b).abs() < 0.08, "{:?} {expected:?}", lines[0].bounds);
            }
            let strip = line_strip(&picture, &quad, &lines[0]).unwrap().pixels;
            assert_eq!(strip.nrows(), HEIGHT);
            assert!(strip[[2, 60]].abs() < 0.1);
            let inked = strip.row(16).iter().filter(|v| **v > 0.5).count();
            assert!((40..80).contains(&inked), "{inked}");
        }
    }
}

#[test]
fn far_and_cut_lines_and_lone_signs_are_left_out() {
    let none = |lines: &[(f32, f32, f32, u8)]| {
        let (picture, quad) = page(lines, 250);
        text_lines(&picture, &quad).is_empty()
    };
    assert!(none(&[]));
    // Farther than NEAR, running out of the picture, and too low to be read.
    assert!(none(&[(2.0, 9.8, 0.4, 20)]));
    assert!(none(&[(-5.5, 8.4, 0.6, 20)]));
    assert!(none(&[(2.0, 8.6, 0.2, 20)]));
    // Faint.
    assert!(none(&[(2.0, 8.6, 0.4, 240)]));
}

#[test]
fn the_nearest_line_comes_first() {
    let (picture, quad) = page(&[(2.0, 9.1, 0.35, 20), (1.0, 8.3, 0.35, 20)], 250);
    let tops: Vec<f32> = text_lines(&picture, &quad)
        .iter()
        .map(|l| l.bounds[1])
        .collect();
    assert_eq!(tops.len(), 2);
    assert!(tops[0] < 8.5 && tops[1] > 8.9, "{tops:?}");
}

#[test]
fn what_a_caller_made_wrong_is_no_panic() {
    let nothing = Picture::new(RgbImage::new(0, 0));
    let quad = Quad::rect(20.0, 30.0, 80.0, 80.0);
    assert!(text_lines(&nothing, &quad).is_empty());
    let (picture, _) = page(&[], 250);
    let nan = Quad([Point::new(f32::NAN, 1.0); 4]);
    assert!(text_lines(&picture, &nan).is_empty());
    for bounds in [
        [f32::NAN; 4],
        [0.0; 4],
        [9.0, 1.0, 8.0, 0.0],
        [0.0, 0.0, 1e9, 0.1],
    ] {
        let line = TextLine { bounds, gap: 0.0 };
        assert!(line_strip(&picture, &quad, &line).is_none());
    }
}
