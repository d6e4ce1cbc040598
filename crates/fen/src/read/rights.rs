//! Fields 3 and 4: castling rights and the en passant square.

use crate::foreign::Letters;
use crate::{Arg, Castling, CastlingRight, Code, Field, Finding, Square, Wing};

use super::{MOST_FAULTS, Reading, is_told};

pub(super) fn read_castling(
    reading: &mut Reading,
    offset: usize,
    text: &str,
    letters: Option<&Letters>,
) {
    if text == "-" {
        return;
    }
    let mut rights = Castling::NONE;
    let mut repeated = None;
    let mut bad = false;
    for (at, letter) in text.char_indices() {
        // In a FEN with the letters of another language its king and queen castle.
        let english = letters.and_then(|letters| letters.castling_letter(letter));
        match CastlingRight::from_char(english.unwrap_or(letter)) {
            Some(right) => {
                if !rights.insert(right) && repeated.is_none() {
                    repeated = Some((offset + at, right));
                }
            }
            None => {
                bad = true;
                reading.unread |= 1 << Field::Castling.number();
                let mut buffer = [0; 4];
                let sign: &str = letter.encode_utf8(&mut buffer);
                let code = Code::CastlingInvalid;
                if reading.findings.len() < MOST_FAULTS && !is_told(&reading.findings, code, sign) {
                    let finding = Finding::new(code);
                    let place = offset + at;
                    reading.report(finding.at(Field::Castling, place, sign, "-|KQkq|A-H|a-h"));
                }
            }
        }
    }
    if bad {
        // In a word such as "none" letters that could name files name nothing.
        rights = rights
            .iter()
            .filter(|right| !matches!(right.wing, Wing::File(_)))
            .collect();
    }
    if let Some((at, right)) = repeated {
        let finding = Finding::new(Code::CastlingRepeated);
        let found = right.to_char().to_string();
        reading.report(finding.at(Field::Castling, at, &found, ""));
    }
    if !bad && letters.is_none() && repeated.is_none() && !is_in_order(text) {
        reading.report(
            Finding::new(Code::CastlingOrder)
                .at(Field::Castling, offset, text, "")
                .with("text", Arg::Text(rights.to_string())),
        );
    }
    reading.fen.castling = rights;
}

/// True when the letters stand in the order in which they are printed.
fn is_in_order(text: &str) -> bool {
    text.chars()
        .map(CastlingRight::from_char)
        .is_sorted_by(|a, b| match (a, b) {
            (Some(a), Some(b)) => a.order() < b.order(),
            _ => false,
        })
}

pub(super) fn read_ep(reading: &mut Reading, offset: usize, text: &str) {
    if text == "-" {
        return;
    }
    match text.parse::<Square>() {
        Ok(square) => reading.fen.ep = Some(square),
        Err(_) => {
            // Upper case is mended, anything else dropped.
            reading.fen.ep = text.to_ascii_lowercase().parse().ok();
            reading.fault(
                Field::EnPassant,
                Finding::new(Code::EpInvalid).at(Field::EnPassant, offset, text, "-|a3-h3|a6-h6"),
            );
        }
    }
}
