//! Digits and letters beside a board that are no coordinates: clocks, page numbers, moves and their
//! numbers, words. None of them says which side is at the bottom.

use fenlens::{LabelVote, Reader, ReaderParams};
use fenlens_synth::board::{Frame, LabelPlace, LabelStyle};
use fenlens_synth::scene::{Artist, Look, Medium};
use fenlens_synth::{ArtLibrary, Split};
use fenlens_vision::Picture;
use image::{Rgb, RgbImage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Pixels a square, and paper around the field.
const SQUARE: u32 = 80;
const ROOM: u32 = 160;

/// Text at places in squares from the field's top left, its size in squares.
type Words = Vec<(String, f32, f32, f32)>;

fn clocks() -> Words {
    [(-0.5, "12 45"), (8.8, "5 26")]
        .into_iter()
        .flat_map(|(y, text)| {
            [
                (text.to_owned(), 0.1, y, 0.5),
                (text.to_owned(), 8.2, y, 0.4),
            ]
        })
        .collect()
}

fn page_numbers() -> Words {
    vec![
        ("214".to_owned(), 3.8, 8.9, 0.5),
        ("8".to_owned(), 7.5, -0.6, 0.5),
        (
            "Diagram 38".replace(|c: char| !"abcdefgh12345678 ".contains(c), ""),
            2.5,
            8.5,
            0.45,
        ),
    ]
}

/// Moves in lines closer than the squares.
fn moves() -> Words {
    let pairs = [
        "e4 e5", "d4 d5", "c4 c6", "g3 g6", "b3 a6", "h3 h6", "f4 f5", "a4 b5",
    ];
    (1..=8)
        .zip(pairs)
        .map(|(n, text)| (format!("{n} {text}"), 8.15, 0.62 * n as f32, 0.42))
        .collect()
}

/// Numbers one below the other, `pitch` squares apart, from `left` squares on.
fn numbers(first: usize, pitch: f32, left: f32) -> Words {
    (0..8)
        .map(|k| {
            let y = k as f32 * pitch + 0.65;
            ((first + k).to_string(), left, y, 0.4)
        })
        .collect()
}

/// Letters at the pitch of the squares, below them and at their left.
fn letters(text: &str) -> Words {
    text.chars()
        .enumerate()
        .flat_map(|(k, ch)| {
            let at = k as f32;
            [
                (ch.to_string(), at + 0.4, 8.55, 0.4),
                (ch.to_string(), -0.5, at + 0.65, 0.4),
            ]
        })
        .collect()
}

/// What the coordinates are said to tell of a board with White at the bottom, its own in the squares if it
/// has any, among `words`.
fn vote(reader: &Reader, inside: LabelPlace, words: &Words, seed: u64) -> LabelVote {
    let library = ArtLibrary::builtin();
    let mut artist = Artist::new(&library, Split::Train);
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut look: Look = artist.look(Medium::Screen, rng);
    look.style.labels = LabelStyle::none(look.style.labels.font.clone());
    look.style.labels.place = inside;
    look.style.labels.height = 0.1;
    look.style.frame = Frame::None;
    let drawing = artist.board(&look, SQUARE, 0.0, rng);
    let side = 8 * SQUARE + 2 * ROOM;
    let mut image = RgbImage::from_pixel(side, side, Rgb([245; 3]));
    let truth = artist.lay(&mut image, &drawing, &look, ROOM as i32, ROOM as i32);
    let font = artist.font(rng);
    let px = |squares: f32| ROOM as f32 + squares * SQUARE as f32;
    for (text, x, y, em) in words {
        artist.text(
            &mut image,
            font,
            text,
            px(*x),
            px(*y),
            em * SQUARE as f32,
            [20; 3],
        );
    }
    reader
        .read_labels(&Picture::new(image), &truth.corners)
        .unwrap()
}

#[test]
fn other_digits_and_letters_say_nothing() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    for (name, words) in [
        ("clocks", clocks()),
        ("page numbers", page_numbers()),
        ("moves", moves()),
        (
            "numbers from 21, closer than the squares",
            numbers(21, 0.8, 8.2),
        ),
        ("numbers from 21", numbers(21, 1.0, 8.2)),
        ("numbers from 31 at the left", numbers(31, 1.0, -0.7)),
        (
            "numbers from 1, closer than the squares",
            numbers(1, 0.8, 8.2),
        ),
        ("words", letters("headbead")),
        ("other words", letters("cabbaged")),
    ] {
        for seed in 0..6 {
            let found = vote(&reader, LabelPlace::None, &words, seed);
            assert_eq!(
                (found.log_odds, found.rows),
                (0.0, 0),
                "{name}, seed {seed}"
            );
            assert!(!found.contradiction, "{name}, seed {seed}");
        }
    }
}

#[test]
fn coordinates_drawn_the_same_way_do() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let mut decided = 0;
    for seed in 0..6 {
        let found = vote(&reader, LabelPlace::None, &numbers(1, 1.0, 8.2), seed);
        assert!(found.log_odds <= 0.0, "seed {seed}: {found:?}");
        decided += usize::from(found.log_odds < -4.0);
    }
    assert!(decided >= 5, "{decided}");
}

#[test]
fn coordinates_in_corners_and_at_the_middle_of_sides_do() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    for middle in [false, true] {
        let inside = LabelPlace::Inside {
            files_left: false,
            ranks_right: false,
            middle,
        };
        let decided = (0..6)
            .map(|seed| vote(&reader, inside, &Vec::new(), seed))
            .inspect(|found| assert!(found.log_odds >= 0.0, "{found:?}"))
            .filter(|found| found.log_odds > 4.0)
            .count();
        assert!(decided >= 5, "middle: {middle}, {decided}");
    }
}
