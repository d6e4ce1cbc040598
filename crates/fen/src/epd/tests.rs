//! Tests of the EPD reader and writer.

use super::{Epd, Line, Lines, Operands, read};

const BARE: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

/// The codes of the findings of a bare position with these operations.
fn codes(operations: &str) -> Vec<&'static str> {
    let line = format!("{BARE} {operations}");
    read(&line)
        .reading
        .findings
        .iter()
        .map(|finding| finding.code.name())
        .collect()
}

fn epd(operations: &str) -> Epd {
    read(&format!("{BARE} {operations}"))
        .epd()
        .unwrap_or_else(|| panic!("{operations}"))
}

#[test]
fn operands_are_typed_by_their_opcodes() {
    let epd = epd(
        "bm Rf1 O-O; pv Ke2 Ke7 Ke3; pm h1h8; ce -27; dm 3; id \"a; b\"; eco C12; draw_offer; \
         tcri \"a@b\" \"A B\"; xyz 1.5 foo; c0 \"said \\\"so\\\"\";",
    );
    let get = |opcode: &str| epd.get(opcode).cloned().unwrap();
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| word.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(get("bm"), Operands::MoveSet(words(&["O-O", "Rf1"])));
    assert_eq!(get("pv"), Operands::MoveLine(words(&["Ke2", "Ke7", "Ke3"])));
    assert_eq!(get("pm").moves(), ["h1h8"]);
    assert_eq!(get("ce"), Operands::Integer(-27));
    assert_eq!(get("dm").integer(), Some(3));
    assert_eq!(get("id"), Operands::text("a; b"));
    assert_eq!(get("eco"), Operands::text("C12"));
    assert_eq!(get("draw_offer"), Operands::None);
    assert_eq!(get("tcri"), Operands::Texts(words(&["a@b", "A B"])));
    assert_eq!(get("xyz"), Operands::Verbatim("1.5 foo".to_owned()));
    assert_eq!(get("c0").first_text().as_deref(), Some("said \"so\""));
}

#[test]
fn printing_and_reading_give_the_same() {
    for operations in [
        "bm O-O Rf1; id \"a; b\";",
        "c0 \"back\\\\slash and \\\"quote\\\"\"; xyz keep  these   blanks; noop a b;",
        "hmvc 4; fmvn 30;",
        "draw_offer;",
    ] {
        let first = epd(operations);
        let printed = first.to_string();
        assert_eq!(read(&printed).epd().as_ref(), Some(&first), "{printed}");
        assert_eq!(printed, format!("{BARE} {operations}"));
    }
}

#[test]
fn best_moves_are_written_in_ascii_order() {
    let line = epd("bm f4, Nf3 O-O;").to_string();
    assert!(line.ends_with("bm Nf3 O-O f4;"), "{line}");
}

#[test]
fn counters_become_those_of_the_fen_and_back() {
    let epd = epd("hmvc 7; fmvn 12;");
    assert_eq!(epd.fen().to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 7 12");
    let back = Epd::from_fen_with_counters(&epd.fen());
    assert_eq!(back, epd);
    assert_eq!(Epd::from_fen(&epd.fen()).to_string(), BARE);
}

#[test]
fn a_fen_line_is_read_with_a_warning() {
    let reading = read("4k3/8/8/8/8/8/8/4K2R w K - 12 13");
    let codes: Vec<_> = reading
        .reading
        .findings
        .iter()
        .map(|f| f.code.name())
        .collect();
    assert_eq!(codes, ["epd-fen-line"]);
    assert_eq!(
        reading.epd().unwrap().to_string(),
        format!("{BARE} hmvc 12; fmvn 13;")
    );
}

#[test]
fn each_fault_is_named() {
    assert_eq!(codes("bm Nf3;"), [] as [&str; 0]);
    assert_eq!(codes("12 abc;"), ["epd-opcode"]);
    assert_eq!(codes("an_opcode_too_long x;"), ["epd-opcode"]);
    assert_eq!(codes("bm;"), ["epd-operand"]);
    assert_eq!(codes("bm Nz3;"), ["epd-operand"]);
    assert_eq!(codes("dm -1;"), ["epd-operand"]);
    assert_eq!(codes("ce inf;"), ["epd-operand"]);
    assert_eq!(codes("resign now;"), ["epd-operand"]);
    assert_eq!(codes("id \"open;"), ["epd-semicolon", "epd-quote"]);
    assert_eq!(codes("bm Nf3"), ["epd-semicolon"]);
    assert_eq!(codes("bm Nf3; bm e4;"), ["epd-repeated"]);
}

#[test]
fn a_missing_semicolon_is_named_and_both_operations_are_read() {
    let reading = read(&format!("{BARE} bm Nf3 id \"x\";"));
    assert_eq!(reading.reading.findings.len(), 1);
    assert_eq!(reading.reading.findings[0].code.name(), "epd-semicolon");
    assert_eq!(
        reading.reading.findings[0].place.as_ref().unwrap().found,
        "bm Nf3"
    );
    let opcodes: Vec<&str> = reading
        .operations
        .iter()
        .map(|op| op.opcode.as_str())
        .collect();
    assert_eq!(opcodes, ["bm", "id"]);
    // c4 is a move here, no opcode.
    assert_eq!(codes("bm Nf3 c4;"), [] as [&str; 0]);
}

#[test]
fn moves_have_the_form_of_moves() {
    for good in [
        "e4", "exd5", "Nbd7", "R1a3", "Qh4xe1", "e8=Q+", "bxa8N#", "O-O-O", "e2e4", "e7e8q",
        "Nf3!?",
    ] {
        assert_eq!(codes(&format!("sm {good};")), [] as [&str; 0], "{good}");
    }
    for bad in ["e9", "Nf", "x", "castles", "\"e4\"", "N=Q", "e4 e5"] {
        assert_eq!(codes(&format!("sm {bad};")), ["epd-operand"], "{bad}");
    }
}

#[test]
fn lines_come_one_by_one_with_comments_and_blanks_apart() {
    let file = b"# a suite\n\n4k3/8/8/8/8/8/8/4K3 w - -\r\n% more\n \n\xff\n";
    let lines: Vec<(usize, Line)> = Lines::new(&file[..]).map(Result::unwrap).collect();
    assert_eq!(
        lines,
        [
            (1, Line::Comment("# a suite".to_owned())),
            (2, Line::Blank),
            (3, Line::Position("4k3/8/8/8/8/8/8/4K3 w - -".to_owned())),
            (4, Line::Comment("% more".to_owned())),
            (5, Line::Blank),
            (6, Line::Position("\u{fffd}".to_owned())),
        ]
    );
}

#[test]
fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
    let long = std::io::BufReader::new(std::io::repeat(b'x'));
    let error = Lines::new(long).next().unwrap().unwrap_err().to_string();
    assert!(error.contains("line 1 is longer"), "{error}");
    let fits = [vec![b' '; 1_048_575], b"\n#".to_vec()].concat();
    assert!(Lines::new(&fits[..]).all(|line| line.is_ok()));
}

#[test]
fn numbers_of_unknown_opcodes_are_finite() {
    assert_eq!(
        epd("speed 1.5e3;").get("speed").unwrap().float(),
        Some(1500.0)
    );
    assert_eq!(epd("speed inf;").get("speed").unwrap().float(), None);
    assert_eq!(epd("speed 12;").get("speed").unwrap().integer(), Some(12));
}

#[test]
fn a_line_end_inside_a_text_becomes_a_blank() {
    let first = epd("id \"a\rb\nc\";");
    assert_eq!(first.get("id"), Some(&Operands::text("a b c")));
    assert_eq!(read(&first.to_string()).epd(), Some(first));
    let escaped = epd("id \"a\\\rb\";");
    assert_eq!(escaped.get("id"), Some(&Operands::text("a\\ b")));
    assert_eq!(read(&escaped.to_string()).epd(), Some(escaped));
    let bare = epd("id a\rb c;");
    assert_eq!(bare.get("id"), Some(&Operands::text("a b c")));
    assert_eq!(read(&bare.to_string()).epd(), Some(bare));
}
