//! Pins the logits of one board, so that neither the model, nor the engine, nor how tiles are cut
//! changes unnoticed.

use fenlens_classify::{Classifier, OnnxSquareNet, SquareNet};
use fenlens_vision::{DecodeLimits, Point, Quad, RectifyParams, decode, rectify, slice};
use std::{fs, path::Path};

/// Processors add up in other orders; the logits of a sure square span some 20.
const TOLERANCE: f32 = 0.05;

#[test]
fn the_logits_of_a_board_are_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bytes = fs::read(folder.join("fixtures/book.jpg")).unwrap();
    let picture = decode(&bytes, &DecodeLimits::default()).unwrap();
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    // Not where the board lies exactly: the squares need not be readable to be pinned.
    let corners = [(0.06, 0.06), (0.94, 0.05), (0.95, 0.94), (0.05, 0.95)]
        .map(|(x, y)| Point::new(x * width, y * height));
    let straight = rectify(&picture, &Quad(corners), &RectifyParams::default()).unwrap();
    let card = Classifier::embedded().unwrap().card().clone();
    let model = fs::read(folder.join(format!("models/{}.onnx", card.name))).unwrap();
    let logits = OnnxSquareNet::load(&model)
        .unwrap()
        .logits(&slice(&straight))
        .unwrap();
    let squares = [0usize, 9, 18, 27, 36, 45, 54, 63];
    let found: Vec<Vec<f32>> = squares
        .iter()
        .map(|&k| {
            logits
                .row(k)
                .iter()
                .map(|v| (v * 1e3).round() / 1e3)
                .collect()
        })
        .collect();
    let path = folder.join("fixtures/logits.json");
    if std::env::var_os("FENLENS_BLESS").is_some() {
        let rows: Vec<String> = found
            .iter()
            .map(|row| serde_json::to_string(row).unwrap())
            .collect();
        fs::write(&path, format!("[{}]\n", rows.join(",\n "))).unwrap();
    }
    let expected: Vec<Vec<f32>> =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(expected.len(), squares.len());
    for ((k, found), expected) in squares.iter().zip(&found).zip(&expected) {
        let close = found
            .iter()
            .zip(expected)
            .all(|(f, e)| (f - e).abs() < TOLERANCE);
        assert!(
            close && found.len() == expected.len(),
            "square {k} of {}: {found:?}, pinned {expected:?}",
            card.name
        );
    }
}
