//! Properties that hold for all positions and all texts, tried on seeded random ones.

use fenlens_fen::epd::{self, Epd, Operands};
use fenlens_fen::{
    Castling, CastlingRight, Code, Color, Fen, Piece, Placement, Profile, Square, Validator,
    WriteStyle, check, read, validate,
};
use rand::{Rng, RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn any_placement(rng: &mut impl Rng) -> Placement {
    let density = rng.random_range(0.0..1.0);
    let mut placement = Placement::EMPTY;
    for square in Square::all() {
        if rng.random_bool(density) {
            placement.set(square, Piece::ALL.choose(rng).copied());
        }
    }
    placement
}

/// Any value of the type, possible in chess or not.
fn any_fen(rng: &mut impl Rng) -> Fen {
    let rights: Vec<CastlingRight> = "KQkqABCDEFGHabcdefgh"
        .chars()
        .filter_map(CastlingRight::from_char)
        .collect();
    let count = rng.random_range(0..4);
    Fen {
        placement: any_placement(rng),
        turn: if rng.random_bool(0.5) {
            Color::White
        } else {
            Color::Black
        },
        castling: rights.sample(rng, count).copied().collect(),
        ep: if rng.random_bool(0.5) {
            Square::new(rng.random_range(0..64))
        } else {
            None
        },
        halfmove: rng.random_range(0..200),
        fullmove: if rng.random_bool(0.1) {
            rng.random()
        } else {
            rng.random_range(0..300)
        },
    }
}

/// A text of the characters that FENs are made of, and some that they are not.
fn any_text(rng: &mut impl Rng) -> String {
    let letters: Vec<char> = "PNBRQKpnbrqk12345678//// wb--KQkq09~_eE36;\"\\xüш\u{feff}\t#+&%?=:"
        .chars()
        .collect();
    let length = rng.random_range(0..90);
    (0..length).filter_map(|_| letters.choose(rng)).collect()
}

/// A FEN with some characters changed.
fn mutated(rng: &mut impl Rng) -> String {
    let mut text: Vec<char> = any_fen(rng).to_string().chars().collect();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..text.len());
        match rng.random_range(0..3) {
            0 => drop(text.remove(at)),
            1 => text.insert(
                at,
                *['w', '8', '/', ' ', 'K', 'x', '-'].choose(rng).unwrap(),
            ),
            _ => text[at] = *['b', '1', '/', ' ', 'k', 'ä', '0'].choose(rng).unwrap(),
        }
    }
    text.into_iter().collect()
}

#[test]
fn printing_and_reading_a_fen_is_the_identity() {
    let mut rng = random(1);
    for _ in 0..20_000 {
        let fen = any_fen(&mut rng);
        let text = fen.to_string();
        assert_eq!(text.parse(), Ok(fen), "{text}");
        assert_eq!(text.parse::<Fen>().unwrap().to_string(), text);
    }
}

#[test]
fn what_can_be_read_prints_to_a_text_that_reads_the_same() {
    let mut rng = random(2);
    let mut readable = 0;
    for _ in 0..40_000 {
        let text = mutated(&mut rng);
        if let Ok(fen) = text.parse::<Fen>() {
            readable += 1;
            assert_eq!(fen.to_string().parse(), Ok(fen), "{text}");
        }
    }
    assert!(readable > 5_000, "{readable}");
}

#[test]
fn no_text_makes_the_reader_or_the_rules_panic() {
    let mut rng = random(3);
    for round in 0..40_000 {
        let text = if round % 2 == 0 {
            any_text(&mut rng)
        } else {
            mutated(&mut rng)
        };
        for profile in Profile::ALL {
            let checked = check(&text, profile);
            for finding in &checked.findings {
                assert!(!finding.to_string().is_empty());
                if let Some(place) = &finding.place
                    && !checked.findings.has(Code::EditorLink)
                {
                    assert!(text.is_char_boundary(place.offset), "{text:?}: {finding:?}");
                }
            }
            assert_eq!(
                checked.fen.is_some(),
                text.parse::<Fen>().is_ok(),
                "{text:?}"
            );
        }
        epd::read(&text);
    }
}

#[test]
fn every_fix_can_be_read_and_is_written_canonically() {
    let mut rng = random(4);
    for _ in 0..20_000 {
        let text = mutated(&mut rng);
        for finding in &check(&text, Profile::Strict).findings {
            let Some(fix) = &finding.fix else { continue };
            let fen: Fen = fix
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {fix}: {error}"));
            assert_eq!(fen.to_text(WriteStyle::default()), *fix, "{text}");
        }
    }
}

#[test]
fn mending_ends_and_leaves_nothing_that_could_be_mended() {
    let mut rng = random(5);
    let validator = Validator::new(Profile::Engine);
    for _ in 0..10_000 {
        let text = mutated(&mut rng);
        let Some(mended) = validator.mend(&text) else {
            continue;
        };
        let again = validator.mend(&mended);
        assert!(
            again.is_none() || again.as_ref() == Some(&mended),
            "{text}: {mended}: {again:?}"
        );
    }
}

#[test]
fn colours_make_no_difference() {
    let mut rng = random(6);
    for _ in 0..10_000 {
        let fen = any_fen(&mut rng);
        let mirrored = Fen {
            placement: fen.placement.flipped().colors_swapped(),
            turn: fen.turn.other(),
            castling: fen
                .castling
                .iter()
                .map(|right| CastlingRight {
                    color: right.color.other(),
                    ..right
                })
                .collect::<Castling>(),
            ep: fen.ep.map(Square::flipped),
            // So that both sides have played as many half-moves.
            halfmove: 0,
            ..fen
        };
        let fen = Fen { halfmove: 0, ..fen };
        let codes = |fen: &Fen| validate(fen, Profile::Study).codes();
        assert_eq!(codes(&fen), codes(&mirrored), "{fen}");
    }
}

#[test]
fn printing_and_reading_an_epd_is_the_identity() {
    let mut rng = random(7);
    for _ in 0..10_000 {
        let fen = any_fen(&mut rng);
        let text: String = any_text(&mut rng)
            .chars()
            .filter(|c| !c.is_control())
            .collect();
        let epd = Epd::from_fen_with_counters(&fen)
            .with("id", Operands::text(&text))
            .with("ce", Operands::Integer(rng.random()))
            .with(
                "bm",
                Operands::MoveSet(vec!["Nf3".to_owned(), "e4".to_owned()]),
            )
            .with("draw_offer", Operands::None)
            .with("unknown", Operands::Verbatim("as it  is".to_owned()));
        let line = epd.to_string();
        let reading = epd::read(&line);
        assert_eq!(reading.epd().as_ref(), Some(&epd), "{line}");
        assert_eq!(epd.fen(), fen);
        assert!(reading.reading.findings.is_empty(), "{line}");
    }
}

#[test]
fn a_position_that_was_read_is_judged_as_the_value_is() {
    let mut rng = random(8);
    for _ in 0..10_000 {
        let fen = any_fen(&mut rng);
        let text = check(&fen.to_string(), Profile::Engine);
        let value = validate(&fen, Profile::Engine);
        let from_text: Vec<Code> = text
            .findings
            .iter()
            .map(|finding| finding.code)
            .filter(|&code| code != Code::FullmoveZero)
            .collect();
        let from_value: Vec<Code> = value.iter().map(|finding| finding.code).collect();
        assert_eq!(from_text, from_value, "{fen}");
    }
    assert!(read(&Fen::START.to_string()).findings.is_empty());
}
