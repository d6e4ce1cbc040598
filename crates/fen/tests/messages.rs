//! The sentences that users read: the right colour, the right squares, the counts, and what to do.

use fenlens_fen::{Code, Lang, Profile, check};

/// The English message of a code in a text.
fn message(text: &str, code: Code) -> String {
    let checked = check(text, Profile::Study);
    let found = checked.findings.iter().find(|finding| finding.code == code);
    found
        .unwrap_or_else(|| panic!("{text}: no {code}"))
        .message(Lang::En)
}

#[test]
fn the_colour_named_is_the_colour_concerned() {
    for (text, code, color, other) in [
        (
            "4k3/4p3/8/8/8/8/4P3/8 w - - 0 1",
            Code::KingMissing,
            "White",
            "Black",
        ),
        (
            "8/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
            Code::KingMissing,
            "Black",
            "White",
        ),
        (
            "4k3/k3p3/8/8/8/8/4P3/4K3 w - - 0 1",
            Code::KingSurplus,
            "Black",
            "White",
        ),
        (
            "4k3/8/4R3/8/8/8/4P3/4K3 w - - 0 1",
            Code::OppositeCheck,
            "Black",
            "White",
        ),
        (
            "4k3/8/8/8/8/8/4q3/4K3 b - - 0 1",
            Code::OppositeCheck,
            "White",
            "Black",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w q - 0 1",
            Code::CastlingNoRook,
            "Black",
            "White",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w Q - 0 1",
            Code::CastlingNoRook,
            "White",
            "Black",
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            Code::PawnsSurplus,
            "Black",
            "White",
        ),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
            Code::PawnsSurplus,
            "White",
            "Black",
        ),
    ] {
        let message = message(text, code);
        assert!(
            message.contains(color) && !message.contains(other),
            "{message}"
        );
    }
}

#[test]
fn squares_and_counts_are_in_the_sentence() {
    for (text, code, parts) in [
        (
            "4k3/k3p3/8/8/8/8/4P3/4K3 w - - 0 1",
            Code::KingSurplus,
            &["2 kings", "e8, a7"][..],
        ),
        (
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            Code::KingsTouching,
            &["d5, e5"],
        ),
        (
            "4k3/8/8/8/8/8/8/P3K2P w - - 0 1",
            Code::PawnOnLastRank,
            &["2 pawns", "a1, h1"],
        ),
        (
            "4k3/8/4R3/8/8/8/8/4K3 w - - 0 1",
            Code::OppositeCheck,
            &["e8", "from e6"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            Code::CastlingNoRook,
            &["\"K\"", "h1", "drop the right"],
        ),
        (
            "4k3/8/8/8/8/8/8/R6K w Q - 0 1",
            Code::CastlingNoKing,
            &["\"Q\"", "e1", "drop the right"],
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            Code::EpRank,
            &["e3", "White to move", "rank 6"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
            Code::EpNoPawn,
            &["e4", "e3"],
        ),
        (
            "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
            Code::EpOrigin,
            &["e2", "e3"],
        ),
        (
            "4k3/pppppppp/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1",
            Code::PromotionsSurplus,
            &["8 pawns", "1 promoted man"],
        ),
        (
            "4k3/8/8/8/8/P7/P7/4K2R/ w - - 0 1",
            Code::RankCount,
            &["9 ranks", "8"],
        ),
        (
            "4k3/7/8/8/8/8/8/4K3 w - - 0 1",
            Code::RankLength,
            &["Rank 7", "7 squares"],
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            Code::FieldsAssumed,
            &["5 fields", "w KQkq - 0 1"],
        ),
    ] {
        let message = message(text, code);
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
}

#[test]
fn no_place_holder_and_no_empty_value_is_left_in_any_language() {
    for file in [
        "syntax",
        "lenient",
        "structure",
        "checks",
        "castling",
        "en-passant",
        "counters",
        "doubts",
        "remarks",
    ] {
        let path = format!(
            "{}/../../fixtures/fen/{file}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        for line in std::fs::read_to_string(path)
            .unwrap()
            .lines()
            .filter(|l| !l.starts_with('#'))
        {
            let text = line.split(" | ").nth(1).unwrap_or_default();
            for finding in &check(text, Profile::Study).findings {
                for lang in Lang::ALL {
                    let message = finding.message(lang);
                    for bad in ["{", "}", "  ", "()", " ,", " ."] {
                        assert!(!message.contains(bad), "{lang}: {bad}: {message}");
                    }
                    assert!(message.ends_with('.'), "{lang}: {message}");
                    let first = message.chars().next().unwrap();
                    assert!(!first.is_lowercase(), "{lang}: {message}");
                }
            }
        }
    }
}
