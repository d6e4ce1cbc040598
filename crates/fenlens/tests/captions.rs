//! What a caption makes of the side to move, around nets of a few lines.

mod common;

use common::reader;
use fenlens::{
    FieldsGiven, Given, Provenance, ReadError, ReaderParams, Reading, Reason,
    classify::{LINE_LETTERS, LineNet, NetError, STEP},
    fen::Color,
    vision::{LineStrip, Picture, Quad},
};
use image::{Rgb, RgbImage};
use ndarray::Array2;

/// Reads the same in every line.
struct Says(&'static str);

impl LineNet for Says {
    fn read(&self, strip: &LineStrip) -> Result<Array2<f32>, NetError> {
        let letters: Vec<char> = LINE_LETTERS.chars().collect();
        let mut probs = Array2::zeros((strip.pixels.ncols() / STEP, letters.len()));
        let text: Vec<char> = self.0.chars().collect();
        for (step, mut row) in probs.rows_mut().into_iter().enumerate() {
            let letter = text.get(step / 2).filter(|_| step % 2 == 0);
            row[letter.map_or(0, |c| letters.iter().position(|l| l == c).unwrap())] = 1.0;
        }
        Ok(probs)
    }
}

/// Gives nonsense.
struct Broken;

impl LineNet for Broken {
    fn read(&self, _: &LineStrip) -> Result<Array2<f32>, NetError> {
        Ok(Array2::zeros((1, 1)))
    }
}

/// A chequered board at (60, 40), 30 pixels a square, with bars like letters under it where
/// `lined`, and a black square at its right where `marked`.
fn picture(lined: bool, marked: bool) -> Picture {
    Picture::new(RgbImage::from_fn(420, 360, |x, y| {
        let (bx, by) = (x.wrapping_sub(60), y.wrapping_sub(40));
        let line = lined && (296..310).contains(&y) && (80..230).contains(&x) && x % 6 < 3;
        let mark = marked && (310..321).contains(&x) && (60..71).contains(&y);
        Rgb([match (bx < 240 && by < 240, line || mark) {
            (true, _) => [240, 120][((bx / 30 + by / 30) % 2) as usize],
            (_, true) => 20,
            _ => 250,
        }; 3])
    }))
}

/// A mate in a corner; White gives check where `check`.
fn read(
    net: impl LineNet + 'static,
    picture: &Picture,
    fields: FieldsGiven,
    check: bool,
) -> Result<Reading, ReadError> {
    let board = if check {
        "k7/8/8/8/8/8/8/R6K"
    } else {
        "k7/8/8/8/8/8/8/1R5K"
    };
    let reader = reader(board, 16.0, ReaderParams::default()).with_captions(Box::new(net));
    let given = Given {
        corners: Some(Quad::rect(60.0, 40.0, 240.0, 240.0)),
        bottom: Some(Color::White),
        fields,
        ..Given::default()
    };
    Ok(reader.read(picture, &given)?.boards.remove(0).reading)
}

#[test]
fn a_caption_gives_the_side() {
    let none = FieldsGiven::default();
    let reading = read(Says("black to move"), &picture(true, false), none, false).unwrap();
    assert_eq!(
        (reading.fen.turn, reading.fields.side),
        (Color::Black, Provenance::Seen)
    );
    assert!(reading.reasons.is_empty(), "{:?}", reading.reasons);
    let reading = read(Says("black wins"), &picture(true, false), none, false).unwrap();
    assert_eq!(reading.fields.side, Provenance::Assumed);
    let reading = read(Says("black to move"), &picture(false, false), none, false).unwrap();
    assert_eq!(
        reading.fields.side,
        Provenance::Assumed,
        "no line, nothing read"
    );
}

#[test]
fn what_the_caller_gives_outranks_a_caption() {
    let white = FieldsGiven {
        side: Some(Color::White),
        ..FieldsGiven::default()
    };
    let reading = read(Says("black to move"), &picture(true, false), white, false).unwrap();
    assert_eq!(
        (reading.fen.turn, reading.fields.side),
        (Color::White, Provenance::Given)
    );
}

#[test]
fn a_caption_outranks_a_mark_and_a_check_and_both_are_reported() {
    let none = FieldsGiven::default();
    let reading = read(Says("white to move"), &picture(true, true), none, false).unwrap();
    assert_eq!(
        (reading.fen.turn, reading.fields.side),
        (Color::White, Provenance::Seen)
    );
    assert_eq!(reading.reasons, [Reason::CaptionAgainstMark(Color::White)]);
    let reading = read(Says("black to move"), &picture(true, true), none, false).unwrap();
    assert!(reading.reasons.is_empty(), "{:?}", reading.reasons);
    let reading = read(Says("white to move"), &picture(true, false), none, true).unwrap();
    assert_eq!(reading.fen.turn, Color::White);
    assert_eq!(reading.reasons, [Reason::ShownAgainstCheck(Color::White)]);
}

#[test]
fn a_net_that_gives_nonsense_is_an_error() {
    let error = read(Broken, &picture(true, false), FieldsGiven::default(), false).unwrap_err();
    assert!(error.to_string().contains("shape"), "{error}");
}
