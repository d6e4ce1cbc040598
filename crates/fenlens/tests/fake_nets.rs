//! The chain of stages around nets of a few lines: no weights needed.

mod common;

use common::{Blind, reader};
use fenlens::{
    Boards, Crop, FieldsGiven, Given, OrientationSource, PictureRecord, ReadError, Reader,
    ReaderParams, Reason, Verdict,
    classify::{Classifier, LabelNet, ModelCard, NetError, SquareNet, no_labels},
    fen::{Color, Placement},
    vision::{LabelWindows, Picture, Point, Quad, Tiles, detect::BoardQuad},
};
use image::{Rgb, RgbImage};
use ndarray::{Array2, Array3};

/// Reads 1 to 8 down the left edge wherever it looks: Black at the bottom.
struct BlackRanks;

impl LabelNet for BlackRanks {
    fn read(&self, _: &LabelWindows) -> Result<Array3<f32>, NetError> {
        let mut probs = no_labels();
        for slot in 0..8 {
            probs[[9, slot, 0]] = 0.0;
            probs[[9, slot, slot + 1]] = 1.0;
        }
        Ok(probs)
    }
}

fn picture() -> Picture {
    Picture::new(RgbImage::from_fn(200, 160, |x, y| {
        Rgb([if (x / 16 + y / 16) % 2 == 0 { 240 } else { 120 }; 3])
    }))
}

fn at(quad: Quad) -> Given {
    Given {
        corners: Some(quad),
        ..Given::default()
    }
}

const SQUARE: Quad = Quad([
    Point::new(16.0, 16.0),
    Point::new(144.0, 16.0),
    Point::new(144.0, 144.0),
    Point::new(16.0, 144.0),
]);

#[test]
fn no_board_is_an_answer() {
    let reader = reader(Placement::START, 12.0, ReaderParams::default());
    let reading = reader.read(&picture(), &Given::default()).unwrap();
    assert!(reading.boards.is_empty());
    assert_eq!((reading.width, reading.height), (200, 160));
    let record = PictureRecord::new("x.png", &reader.model(), &reading);
    assert!(record.error.is_none() && record.boards.is_empty());
}

#[test]
fn given_corners_are_read_and_the_men_tell_the_side() {
    let reader = reader(
        "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
        16.0,
        ReaderParams::default(),
    );
    let reading = reader.read(&picture(), &at(SQUARE)).unwrap();
    let board = &reading.boards[0];
    assert_eq!(board.quad.quad, SQUARE);
    assert_eq!(board.reading.orientation.bottom, Color::Black);
    assert_eq!(board.reading.placement().to_string(), Placement::START);
    assert_eq!(board.reading.verdict, Verdict::Sure);

    let record = PictureRecord::new("x.png", &reader.model(), &reading);
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(
        serde_json::from_str::<PictureRecord>(&text).unwrap(),
        record
    );
    assert!(text.contains(r#""bottom":"black","orientation":{"source":"pieces""#));
    assert!(text.contains(r#"{"square":"a8","piece":"r","#));
}

#[test]
fn what_is_given_reaches_the_fen() {
    let reader = reader("4k3/8/8/8/8/8/8/4K3", 16.0, ReaderParams::default());
    let given = Given {
        bottom: Some(Color::Black),
        fields: FieldsGiven {
            side: Some(Color::Black),
            ..FieldsGiven::default()
        },
        ..at(SQUARE)
    };
    let reading = reader.read(&picture(), &given).unwrap();
    assert_eq!(
        reading.boards[0].reading.fen.to_string(),
        "3K4/8/8/8/8/8/8/3k4 b - - 0 1"
    );
}

#[test]
fn a_net_at_a_loss_is_never_sure() {
    // Given corners are read all the same; every square is then doubtful.
    let reader = reader(Placement::START, 1.0, ReaderParams::default());
    let reading = reader.read(&picture(), &at(SQUARE)).unwrap();
    let board = &reading.boards[0].reading;
    assert_eq!(board.verdict, Verdict::Check);
    assert_eq!(board.doubtful().count(), 64);
    let tiles = tiles(&reader);
    let found = BoardQuad {
        quad: SQUARE,
        score: 1.0,
        partial: false,
        lattice: None,
    };
    assert!(!reader.judge(&found, &tiles, &reader.classify(&tiles).unwrap()));
}

#[test]
fn a_window_over_the_board_is_a_reason_to_check() {
    let reader = reader("4k3/8/8/8/8/8/8/4K3", 12.0, ReaderParams::default());
    // As light as the light squares, over the second to fifth of the board's third and fourth row.
    let mut image = picture().rgb().clone();
    for (x, y) in (32..96).flat_map(|x| (48..80).map(move |y| (x, y))) {
        image.put_pixel(x, y, Rgb([250; 3]));
    }
    let hidden = |picture: &Picture, bottom| {
        let given = Given {
            bottom: Some(bottom),
            ..at(SQUARE)
        };
        let reading = reader.read(picture, &given).unwrap();
        let reasons = &reading.boards[0].reading.reasons;
        let names: Vec<String> = reasons
            .iter()
            .filter_map(|reason| match reason {
                Reason::Covered(squares) => Some(squares.iter().map(ToString::to_string)),
                _ => None,
            })
            .flatten()
            .collect();
        names.join(" ")
    };
    let window = Picture::new(image);
    assert_eq!(hidden(&window, Color::White), "b6 d6 c5 e5");
    assert_eq!(hidden(&window, Color::Black), "d4 f4 e3 g3");
    assert_eq!(hidden(&picture(), Color::White), "");
}

fn tiles(reader: &Reader) -> Tiles {
    reader.slice(&reader.rectify(&picture(), &SQUARE).unwrap())
}

#[test]
fn corners_and_crops_outside_are_errors() {
    let params = ReaderParams {
        boards: Boards::Largest,
        ..ReaderParams::default()
    };
    let reader = reader(Placement::START, 12.0, params);
    let far = Quad::rect(1000.0, 1000.0, 80.0, 80.0);
    assert!(matches!(
        reader.read(&picture(), &at(far)),
        Err(ReadError::OutsideCorner { .. })
    ));
    let mut counter_clockwise = SQUARE;
    counter_clockwise.0.reverse();
    assert!(matches!(
        reader.read(&picture(), &at(counter_clockwise)),
        Err(ReadError::Corners(_))
    ));
    let crop = |x, width| Given {
        crop: Some(Crop {
            x,
            y: 0,
            width,
            height: 50,
        }),
        ..Given::default()
    };
    assert!(matches!(
        reader.read(&picture(), &crop(200, 10)),
        Err(ReadError::Crop { .. })
    ));
    assert!(reader.read(&picture(), &crop(100, 900)).is_ok());
}

/// Gives its answers in a shape of its own.
struct Misshapen;

impl SquareNet for Misshapen {
    fn logits(&self, _: &Tiles) -> Result<Array2<f32>, NetError> {
        Ok(Array2::zeros((8, 8)))
    }
}

impl LabelNet for Misshapen {
    fn read(&self, _: &LabelWindows) -> Result<Array3<f32>, NetError> {
        Ok(Array3::zeros((1, 1, 1)))
    }
}

#[test]
fn answers_of_another_shape_are_errors() {
    let plain = reader(Placement::START, 12.0, ReaderParams::default());
    let labelled = plain.with_labels(Box::new(Misshapen));
    let error = labelled.read(&picture(), &at(SQUARE)).unwrap_err();
    assert!(error.to_string().contains("[1, 1, 1]"), "{error}");

    let card = ModelCard {
        name: "misshapen".into(),
        sha256: String::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        classes: String::new(),
        temperature: 1.0,
        unknown_man: None,
    };
    let classifier = Classifier::new(Box::new(Misshapen), card);
    let reader = Reader::with_nets(ReaderParams::default(), classifier, Box::new(Blind));
    let error = reader.read(&picture(), &at(SQUARE)).unwrap_err();
    assert!(error.to_string().contains("[8, 8]"), "{error}");
}

#[test]
fn bytes_that_are_no_picture_are_an_error() {
    let reader = reader(Placement::START, 12.0, ReaderParams::default());
    assert!(matches!(
        reader.read_bytes(b"no picture", &Given::default()),
        Err(ReadError::Decode(_))
    ));
}

#[test]
fn coordinates_decide_the_side_at_the_bottom() {
    let board = "8/5k2/8/8/8/2K5/8/8";
    let read = |reader: &Reader, given: &Given| {
        let reading = reader.read(&picture(), given).unwrap();
        let board = reading.boards.into_iter().next().unwrap();
        (
            board.reading.fen.placement.to_string(),
            board.reading.orientation,
        )
    };
    let plain = reader(board, 12.0, ReaderParams::default());
    let (placement, orientation) = read(&plain, &at(SQUARE));
    assert_eq!(
        (placement.as_str(), orientation.source),
        (board, OrientationSource::Assumed)
    );

    let labelled = plain.with_labels(Box::new(BlackRanks));
    let (placement, orientation) = read(&labelled, &at(SQUARE));
    assert_eq!(orientation.source, OrientationSource::Coordinates);
    assert_eq!(orientation.bottom, Color::Black);
    assert!(orientation.confidence > 0.99);
    assert_eq!(placement, "8/8/5K2/8/8/8/2k5/8");

    let given = Given {
        bottom: Some(Color::White),
        ..at(SQUARE)
    };
    let (placement, orientation) = read(&labelled, &given);
    assert_eq!(
        (placement.as_str(), orientation.source),
        (board, OrientationSource::Caller)
    );
}
