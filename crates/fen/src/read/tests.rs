//! Tests of the reader: every leniency, every fault, and all faults at once.

use super::read;
use crate::{Code, Fen, Field};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The codes that reading a text reports, in order.
fn codes(text: &str) -> Vec<&'static str> {
    read(text)
        .findings
        .iter()
        .map(|finding| finding.code.name())
        .collect()
}

/// Reads a text that must be readable with just this leniency, and gives the canonical FEN.
fn lenient(text: &str, code: &str) -> String {
    assert_eq!(codes(text), [code], "{text}");
    let reading = read(text);
    reading
        .position()
        .unwrap_or_else(|| panic!("{text}"))
        .to_string()
}

#[test]
fn leniency_fields_left_out() {
    for (text, full) in [
        ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 b - - 0 1"),
        ("8/8/8/8/8/8/8/8 b KQ", "8/8/8/8/8/8/8/8 b KQ - 0 1"),
        ("8/8/8/8/8/8/8/8 b - e3", "8/8/8/8/8/8/8/8 b - e3 0 1"),
        ("8/8/8/8/8/8/8/8 b - - 7", "8/8/8/8/8/8/8/8 b - - 7 1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", START),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
    ] {
        assert_eq!(lenient(text, "fields-assumed"), full);
    }
}

#[test]
fn leniency_blanks() {
    for text in [
        format!(" {START}"),
        format!("{START} "),
        START.replace(' ', "  "),
        START.replace(' ', "\t"),
    ] {
        assert_eq!(lenient(&text, "spacing"), START);
    }
}

#[test]
fn leniency_underscores() {
    assert_eq!(lenient(&START.replace(' ', "_"), "underscore"), START);
}

#[test]
fn leniency_byte_order_mark() {
    assert_eq!(
        lenient(&format!("\u{feff}{START}"), "byte-order-mark"),
        START
    );
}

#[test]
fn leniency_editor_links() {
    let link = format!(
        "https://lichess.org/editor/{}?color=black",
        START.replace(' ', "_")
    );
    assert_eq!(lenient(&link, "editor-link"), START);
    let link = format!(
        "https://www.chess.com/analysis?fen={}",
        START.replace(' ', "%20")
    );
    assert_eq!(lenient(&link, "editor-link"), START);
}

#[test]
fn leniency_digits_in_a_row() {
    assert_eq!(
        lenient("8/8/8/8/8/8/8/p34 w - - 0 1", "digit-run")
            .split(' ')
            .next(),
        Some("8/8/8/8/8/8/8/p7")
    );
}

#[test]
fn leniency_promoted_marks() {
    let fen = lenient("Q~6k/8/8/8/8/8/8/K5n~1 w - - 0 1", "promoted-mark");
    assert_eq!(fen, "Q6k/8/8/8/8/8/8/K5n1 w - - 0 1");
}

#[test]
fn leniency_side_in_upper_case() {
    assert_eq!(lenient(&START.replace(" w ", " W "), "side-case"), START);
    assert!(lenient(&START.replace(" w ", " B "), "side-case").contains(" b "));
}

#[test]
fn leniency_castling_order() {
    assert_eq!(
        lenient(&START.replace("KQkq", "qkQK"), "castling-order"),
        START
    );
}

#[test]
fn leniency_castling_repeated() {
    assert_eq!(
        lenient(&START.replace("KQkq", "KKQkq"), "castling-repeated"),
        START
    );
}

#[test]
fn leniency_file_letters() {
    // Where KQkq would do, the rules speak up, not the reader.
    let text = START.replace("KQkq", "HAha");
    assert_eq!(codes(&text), [] as [&str; 0]);
    assert_eq!(
        text.parse::<Fen>().unwrap().to_text(Default::default()),
        START
    );
}

#[test]
fn leniency_zeros_before_a_counter() {
    assert_eq!(
        lenient(&START.replace(" 0 1", " 00 1"), "leading-zero"),
        START
    );
    assert_eq!(
        lenient(&START.replace(" 0 1", " 0 01"), "leading-zero"),
        START
    );
}

#[test]
fn leniency_move_number_zero() {
    let fen = lenient(&START.replace(" 0 1", " 0 0"), "fullmove-zero");
    assert!(fen.ends_with(" 0 0"));
}

#[test]
fn leniency_line_ends() {
    for end in ["\n", "\r\n", "\n\n"] {
        assert_eq!(codes(&format!("{START}{end}")), [] as [&str; 0]);
    }
}

#[test]
fn leniency_both_en_passant_habits() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ] {
        assert_eq!(codes(text), [] as [&str; 0]);
        assert_eq!(text.parse::<Fen>().unwrap().to_string(), text);
    }
}

#[test]
fn every_leniency_in_the_docs_has_its_test() {
    let module = include_str!("mod.rs");
    let bullets = module
        .lines()
        .filter(|line| line.starts_with("//! - "))
        .count();
    let tests = include_str!("tests.rs").matches("\nfn leniency_").count();
    assert_eq!(bullets, tests);
}

#[test]
fn all_faults_are_named_at_once_with_their_places() {
    let text = "rnbqkbnr/ppp1ppp/8/8/9/8/PPPPXPPP/RNBQKBNR x KZkq e9 -1 one more";
    let found: Vec<(&str, usize, String)> = read(text)
        .findings
        .into_iter()
        .map(|finding| {
            let place = finding.place.unwrap();
            (finding.code.name(), place.offset, place.found)
        })
        .collect();
    let expected = [
        ("rank-length", 9, "ppp1ppp"),
        ("digit-invalid", 21, "9"),
        ("piece-letter", 29, "X"),
        ("side-invalid", 43, "x"),
        ("castling-invalid", 46, "Z"),
        ("ep-invalid", 50, "e9"),
        ("halfmove-invalid", 53, "-1"),
        ("fullmove-invalid", 56, "one"),
        ("field-surplus", 60, "more"),
    ];
    let expected = expected.map(|(code, at, found)| (code, at, found.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn bytes_are_counted_in_the_text_that_was_given() {
    let text = "\u{feff}  8/8/8/8/8/8/8/8 ü - - 0 1";
    let finding = &read(text).findings[2];
    assert_eq!(finding.code, Code::SideInvalid);
    let offset = finding.place.as_ref().unwrap().offset;
    assert!(text[offset..].starts_with('ü'));
}

#[test]
fn a_missing_side_does_not_shift_the_other_fields() {
    let reading = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - 3 9");
    assert_eq!(reading.findings.len(), 1);
    assert_eq!(reading.findings[0].code, Code::SideMissing);
    assert_eq!((reading.fen.halfmove, reading.fen.fullmove), (3, 9));
    assert!(!reading.is_read(Field::Side) && reading.is_read(Field::Castling));
    // Nothing tells the side, so no fix; a check does.
    assert_eq!(reading.findings[0].fix, None);
    let check = read("4k3/8/8/8/8/8/4R3/4K3 - - 0 1");
    assert_eq!(
        check.findings[0].fix.as_deref(),
        Some("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    );
}

#[test]
fn wrong_slashes_are_mended_where_only_they_are_wrong() {
    let fix = |text: &str| read(text).findings[0].fix.clone();
    let start = Some(START.to_owned());
    assert_eq!(fix(&START.replace("8/8/8/8", "8/888")), start);
    assert_eq!(fix(&START.replace("RNBQKBNR", "RNBQKBNR/")), start);
    assert_eq!(fix("8/8/8/8 w - - 0 1"), None);
}

#[test]
fn ranks_are_mended_where_one_digit_is_wrong() {
    let fix = |text: &str| read(text).findings[0].fix.clone();
    let mended = fix("4k3/pp1pppp/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        mended.as_deref(),
        Some("4k3/pp2pppp/8/8/8/8/8/4K3 w - - 0 1")
    );
    assert_eq!(fix("4k3/ppppppp/8/8/8/8/8/4K3 w - - 0 1"), None);
    assert_eq!(
        fix("4k3//8/8/8/8/8/4K3 w - - 0 1").as_deref(),
        Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    );
    assert_eq!(fix("3k3/1p1p/8/8/8/8/8/4K3 w - - 0 1"), None);
}

#[test]
fn other_languages_are_recognised_not_taken_for_english() {
    let reading = read("tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KDkd - 0 1");
    assert_eq!(reading.findings.len(), 1);
    assert_eq!(reading.findings[0].code, Code::ForeignLetters);
    assert_eq!(reading.findings[0].fix.as_deref(), Some(START));
    assert_eq!(reading.position(), None);
}

#[test]
fn an_error_lists_all_faults_in_words() {
    let error = "8/8/8/8/8/8/8/7 x - - 0 1".parse::<Fen>().unwrap_err();
    assert_eq!(error.faults.len(), 2);
    let text = error.to_string();
    assert!(
        text.contains("Rank 1 (\"7\") has 7 squares") && text.contains("\"x\""),
        "{text}"
    );
}
