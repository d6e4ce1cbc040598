//! Boards whose men are no chess men come out as `check`, whatever the net takes them for.

use fenlens::{Given, Reader, ReaderParams, Verdict};
use fenlens_synth::scene::paint::{self, Colour};
use fenlens_vision::Picture;
use image::{Rgb, RgbImage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f32::consts::TAU;

/// Boards of each kind.
const BOARDS: u64 = 12;

/// Draws one stranger in the middle (`x`, `y`) of a square `side` pixels wide. `kind` tells the
/// men of a set apart (0 to 5, as pawn to king), `fill` and `line` are the colours of its side.
type Draw = fn(&mut RgbImage, (f32, f32), f32, usize, Colour, Colour);

/// Letters for men, P N B R Q K, as polylines in a box of 4 by 6, y down.
const LETTERS: [&[&[(f32, f32)]]; 6] = [
    &[&[(0., 6.), (0., 0.), (3., 0.), (4., 1.5), (3., 3.), (0., 3.)]],
    &[&[(0., 6.), (0., 0.), (4., 6.), (4., 0.)]],
    &[&[
        (0., 3.),
        (3., 3.),
        (4., 1.5),
        (3., 0.),
        (0., 0.),
        (0., 6.),
        (3., 6.),
        (4., 4.5),
        (3., 3.),
    ]],
    &[
        &[(0., 6.), (0., 0.), (3., 0.), (4., 1.5), (3., 3.), (0., 3.)],
        &[(2., 3.), (4., 6.)],
    ],
    &[
        &[
            (0., 2.),
            (2., 0.),
            (4., 2.),
            (4., 4.),
            (2., 6.),
            (0., 4.),
            (0., 2.),
        ],
        &[(2.5, 4.), (4., 6.)],
    ],
    &[&[(0., 0.), (0., 6.)], &[(4., 0.), (0., 3.), (4., 6.)]],
];

fn letter(image: &mut RgbImage, at: (f32, f32), side: f32, kind: usize, fill: Colour, _: Colour) {
    let scale = side * 0.1;
    let place = |p: (f32, f32)| (at.0 + (p.0 - 2.0) * scale, at.1 + (p.1 - 3.0) * scale);
    for stroke in LETTERS[kind] {
        for ends in stroke.windows(2) {
            paint::line(image, place(ends[0]), place(ends[1]), side * 0.09, fill);
        }
    }
}

fn draughtsman(
    image: &mut RgbImage,
    at: (f32, f32),
    side: f32,
    kind: usize,
    fill: Colour,
    line: Colour,
) {
    paint::disc(image, at.0, at.1, side * 0.4, 0.0, fill);
    let rings = if kind == 5 { 3 } else { 2 };
    for ring in 0..rings {
        let radius = side * (0.4 - 0.1 * ring as f32);
        paint::disc(image, at.0, at.1, radius, (side * 0.03).max(1.0), line);
    }
}

/// A beast: body, neck, head, legs, and horns or a tail by its kind.
fn animal(
    image: &mut RgbImage,
    at: (f32, f32),
    side: f32,
    kind: usize,
    fill: Colour,
    line: Colour,
) {
    let k = kind as f32;
    let place = |x: f32, y: f32| (at.0 + x * side, at.1 + y * side);
    let mut limb = |from: (f32, f32), to: (f32, f32), width: f32| {
        let (a, b) = (place(from.0, from.1), place(to.0, to.1));
        paint::line(image, a, b, (width + 0.05) * side, line);
        paint::line(image, a, b, width * side, fill);
    };
    for leg in 0..4 {
        let x = -0.22 + 0.14 * leg as f32;
        limb((x, 0.05), (x + 0.02 * (k - 3.0), 0.38), 0.05);
    }
    let head = (0.24 + 0.02 * k, -0.1 - 0.04 * k);
    limb((0.18, 0.0), head, 0.1);
    limb((-0.2, 0.02), (0.18, 0.02), 0.16 + 0.02 * k);
    limb(head, (head.0 + 0.1, head.1 + 0.04), 0.12);
    if kind.is_multiple_of(2) {
        limb(head, (head.0 - 0.05, head.1 - 0.14), 0.03);
        limb((-0.24, 0.0), (-0.38, -0.2 + 0.05 * k), 0.04);
    }
}

/// A turned wooden man seen from above at a slant, lit from one side.
fn turned_wood(
    image: &mut RgbImage,
    at: (f32, f32),
    side: f32,
    kind: usize,
    fill: Colour,
    line: Colour,
) {
    let height = 0.25 + 0.08 * kind as f32;
    for step in 0..24 {
        let t = step as f32 / 24.0;
        let radius = side * (0.3 - 0.2 * t + 0.05 * (t * (2.0 + kind as f32) * TAU).sin());
        let (cx, cy) = (at.0 + side * 0.12 * t, at.1 + side * (0.25 - height * t));
        paint::disc(image, cx, cy, radius.max(2.0), 0.0, line);
        let lit = paint::mix(fill, [255; 3], 0.3 * t);
        paint::disc(
            image,
            cx - radius * 0.2,
            cy,
            radius.max(2.0) * 0.75,
            0.0,
            lit,
        );
    }
}

/// A board with strangers on a third of its squares, drawn from the seed.
fn board(draw: Draw, wood: bool, seed: u64) -> RgbImage {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let side = rng.random_range(28..60u32);
    let margin = rng.random_range(10..40u32);
    let size = 8 * side + 2 * margin;
    let tone = |rng: &mut ChaCha8Rng, low: u8, high: u8| -> Colour {
        let gray = rng.random_range(low..high);
        [0; 3].map(|_: u8| gray.saturating_add(rng.random_range(0..30)))
    };
    let (light, dark) = (tone(rng, 200, 226), tone(rng, 90, 150));
    let mut image = RgbImage::from_pixel(size, size, Rgb(tone(rng, 220, 226)));
    for k in 0..64u32 {
        let ground = if (k / 8 + k % 8) % 2 == 0 {
            light
        } else {
            dark
        };
        let (x, y) = (margin + k % 8 * side, margin + k / 8 * side);
        for py in y..y + side {
            let grain = if wood {
                (12.0 * ((py as f32 * 0.9).sin() + (py as f32 * 0.23).cos())) as i16
            } else {
                0
            };
            let colour = ground.map(|c| (i16::from(c) + grain).clamp(0, 255) as u8);
            for px in x..x + side {
                image.put_pixel(px, py, Rgb(colour));
            }
        }
    }
    let sides: [(Colour, Colour); 2] = [
        (tone(rng, 220, 226), tone(rng, 0, 30)),
        (tone(rng, 10, 50), tone(rng, 130, 200)),
    ];
    for k in 0..64u32 {
        if rng.random_bool(1.0 / 3.0) {
            let middle = |n: u32| margin as f32 + (n as f32 + 0.5) * side as f32;
            let (fill, line) = sides[rng.random_range(0..2)];
            let kind = rng.random_range(0..6);
            draw(
                &mut image,
                (middle(k % 8), middle(k / 8)),
                side as f32,
                kind,
                fill,
                line,
            );
        }
    }
    image
}

/// Reads boards of strangers: none may be sure, and most must be found, else the test says nothing.
fn all_to_be_checked(name: &str, draw: Draw, wood: bool) {
    let mut params = ReaderParams::default();
    // Many of them are refused as no diagrams; here all are to be read.
    params.judge.men_probability = 0.0;
    params.judge.empty_probability = 0.0;
    params.judge.bare_probability = 0.0;
    let reader = Reader::new(params).unwrap();
    let mut found = 0;
    for seed in 0..BOARDS {
        let picture = Picture::new(board(draw, wood, seed));
        let reading = reader.read(&picture, &Given::default()).unwrap();
        found += reading.boards.len();
        for board in &reading.boards {
            let about = format!("{name}, board {seed}: {}", board.reading.fen);
            assert_eq!(board.reading.verdict, Verdict::Check, "{about}");
            // Not only for want of kings.
            assert!(board.reading.doubtful().count() > 0, "{about}");
        }
    }
    assert!(
        found as u64 * 2 > BOARDS,
        "{name}: {found} of {BOARDS} found"
    );
}

#[test]
fn letters_for_men() {
    all_to_be_checked("letters", letter, false);
}

#[test]
fn draughts_men() {
    all_to_be_checked("draughts", draughtsman, false);
}

#[test]
fn fantasy_animals() {
    all_to_be_checked("animals", animal, false);
}

#[test]
fn turned_wooden_men() {
    all_to_be_checked("wood", turned_wood, true);
}
