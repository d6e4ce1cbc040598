//! Reads every picture in `fixtures/` and compares with the record beside it; see the README there.

use fenlens::{
    BoardRecord, Given, PictureRecord, Reader, ReaderParams, Reason, Verdict, fen::Color,
    vision::Picture,
};
use image::imageops;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// True placements of each picture, by its name.
fn labels() -> HashMap<String, Vec<String>> {
    let text = fs::read_to_string(folder().join("labels.tsv")).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).unwrap();
    let (path, placement) = (column("path"), column("placement"));
    lines
        .map(|line| {
            let row: Vec<&str> = line.split('\t').collect();
            let boards = row[placement].split(';').filter(|b| !b.is_empty());
            (row[path].to_owned(), boards.map(str::to_owned).collect())
        })
        .collect()
}

/// The record without what differs from run to run.
fn steady(mut record: PictureRecord) -> PictureRecord {
    record.ms = None;
    record
}

fn read(reader: &Reader, name: &str) -> PictureRecord {
    let bytes = fs::read(folder().join(name)).unwrap();
    let model = reader.model();
    steady(match reader.read_bytes(&bytes, &Given::default()) {
        Ok(reading) => PictureRecord::new(name, &model, &reading),
        Err(error) => PictureRecord::failed(name, &model, &error),
    })
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}

fn compare(name: &str, found: &BoardRecord, expected: &BoardRecord) {
    let about = format!("{name}, board {}", found.index + 1);
    assert_eq!(found.placement, expected.placement, "{about}");
    assert_eq!(found.fen, expected.fen, "{about}");
    assert_eq!(found.fields, expected.fields, "{about}");
    assert_eq!(found.verdict, expected.verdict, "{about}");
    assert_eq!(found.bottom, expected.bottom, "{about}");
    assert_eq!(found.findings, expected.findings, "{about}");
    assert_eq!(
        found.orientation.source, expected.orientation.source,
        "{about}"
    );
    for (f, e) in found.corners.iter().zip(&expected.corners) {
        assert!(
            close(f[0], e[0], 0.5) && close(f[1], e[1], 0.5),
            "{about}: {f:?} {e:?}"
        );
    }
    for (f, e) in found.squares.iter().zip(&expected.squares) {
        assert_eq!((f.square, f.piece), (e.square, e.piece), "{about}");
        assert!(
            close(f.p, e.p, 0.02),
            "{about}, {}: {} {}",
            f.square,
            f.p,
            e.p
        );
    }
}

#[test]
fn every_picture_gives_its_record() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let labels = labels();
    let mut names: Vec<&String> = labels.keys().collect();
    names.sort();
    assert!(!names.is_empty());
    for name in names {
        let found = read(&reader, name);
        let path = folder().join(name).with_extension("json");
        if std::env::var_os("FENLENS_BLESS").is_some() {
            let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
            fs::write(&path, text).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        let expected: PictureRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(found.error, expected.error, "{name}");
        assert_eq!(found.boards.len(), expected.boards.len(), "{name}");
        for (f, e) in found.boards.iter().zip(&expected.boards) {
            compare(name, f, e);
        }
    }
}

#[test]
fn mirrored_pictures_and_negatives_are_never_sure() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let mut doubted = 0;
    for name in labels().keys() {
        let picture = reader
            .decode(&fs::read(folder().join(name)).unwrap())
            .unwrap();
        let mirrored = imageops::flip_horizontal(picture.rgb());
        let mut negative = picture.rgb().clone();
        imageops::invert(&mut negative);
        for image in [mirrored, negative] {
            let reading = reader
                .read(&Picture::new(image), &Given::default())
                .unwrap();
            for board in &reading.boards {
                assert_eq!(
                    board.reading.verdict,
                    Verdict::Check,
                    "{name}: {}",
                    board.reading.fen
                );
                doubted += usize::from(board.reading.reasons.contains(&Reason::Reversed));
            }
        }
    }
    assert!(doubted > 10, "{doubted}");
}

#[test]
fn a_page_scanned_in_bands_is_read() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let bytes = fs::read(folder().join("several.jpg")).unwrap();
    let clear = reader.read_bytes(&bytes, &Given::default()).unwrap();
    // Dark, darker still at a spine, and bands of more contrast than the page.
    let mut rgb = reader.decode(&bytes).unwrap().into_rgb();
    for (x, y, pixel) in rgb.enumerate_pixels_mut() {
        let spine = 1.0 - 0.6 * (-(x as f32 / 150.0)).exp();
        let band = 1.0 + 0.3 * (y as f32 * 0.7).sin();
        for v in &mut pixel.0 {
            *v = ((60.0 + 0.2 * f32::from(*v)) * spine * band) as u8;
        }
    }
    let placements = |picture: &Picture| -> Vec<String> {
        let reading = reader.read(picture, &Given::default()).unwrap();
        let boards = reading.boards.iter();
        boards.map(|b| b.reading.placement().to_string()).collect()
    };
    let expected: Vec<String> = clear
        .boards
        .iter()
        .map(|b| b.reading.placement().to_string())
        .collect();
    let banded = Picture::new(rgb);
    assert_ne!(placements(&banded), expected);
    let evened = fenlens::vision::without_bands(banded);
    assert_eq!(placements(&evened), expected);
}

#[test]
fn what_is_sure_is_true() {
    let mut sure = 0;
    for (name, truth) in labels() {
        let path = folder().join(&name).with_extension("json");
        let text = fs::read_to_string(path).unwrap();
        let record: PictureRecord = serde_json::from_str(&text).unwrap();
        for board in record.boards.iter().filter(|b| b.verdict == Verdict::Sure) {
            assert!(
                truth.contains(&board.placement),
                "{name}: {}",
                board.placement
            );
            sure += 1;
        }
    }
    assert!(sure > 0);
}

#[test]
fn any_number_of_threads_gives_the_same_json() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let name = labels().into_keys().min().unwrap();
    let json = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| serde_json::to_string(&read(&reader, &name)).unwrap())
    };
    assert_eq!(json(1), json(4));
}

#[test]
fn a_stage_can_be_done_by_the_caller() {
    let reader = Reader::new(ReaderParams::default()).unwrap();
    let bytes = fs::read(folder().join("screenshot.png")).unwrap();
    let picture = reader.decode(&bytes).unwrap();
    let whole = reader.read(&picture, &Given::default()).unwrap();
    let quad = reader.detect(&picture).unwrap()[0];
    let board = reader.rectify(&picture, &quad.quad).unwrap();
    let probs = reader.classify(&reader.slice(&board)).unwrap();
    let given = Given {
        bottom: Some(Color::White),
        ..Given::default()
    };
    let labels = reader.read_labels(&picture, &quad.quad).unwrap();
    let orientation = reader.orient(&probs, &labels, &[], &given);
    let reading = reader.assemble(&quad, &probs, orientation, &given);
    assert_eq!(reading.placement(), whole.boards[0].reading.placement());
    assert_eq!(reader.validate(&reading), whole.boards[0].findings);
}
