//! Field 2: the side to move.

use crate::{Code, Color, Field, Finding, Men};

use super::Reading;

const EXPECTED: &str = "w|b";

pub(super) fn read(reading: &mut Reading, offset: usize, text: &str) {
    let mut letters = text.chars();
    let exact = match (letters.next(), letters.next()) {
        (Some(letter), None) => Color::from_char(letter),
        _ => None,
    };
    if let Some(side) = exact {
        reading.fen.turn = side;
        return;
    }
    let (code, side) = match text {
        "W" => (Code::SideCase, Some(Color::White)),
        "B" => (Code::SideCase, Some(Color::Black)),
        _ => (
            Code::SideInvalid,
            meant(text).or_else(|| side_in_check(reading)),
        ),
    };
    let finding = Finding::new(code).at(Field::Side, offset, text, EXPECTED);
    if code == Code::SideCase {
        reading.report(finding);
    } else {
        reading.fault(Field::Side, finding);
    }
    match side {
        Some(side) => reading.fen.turn = side,
        None => reading.mendable = false,
    }
}

/// True when what stands in field 2 belongs to field 3, so that the side to move has been left out.
pub(super) fn is_left_out(text: &str) -> bool {
    text == "-" || text.chars().all(|letter| "KQkq".contains(letter))
}

pub(super) fn left_out(reading: &mut Reading, offset: usize, text: &str) {
    let finding = Finding::new(Code::SideMissing).at(Field::Side, offset, text, EXPECTED);
    reading.fault(Field::Side, finding);
    match side_in_check(reading) {
        Some(side) => reading.fen.turn = side,
        None => reading.mendable = false,
    }
}

/// The side that a word means whose letter cannot be taken for another: White and Black in English, German and Dutch,
/// Black also in French, Spanish, Italian, Hungarian.
fn meant(text: &str) -> Option<Color> {
    match text.to_lowercase().as_str() {
        "white" | "weiss" | "weiß" | "wit" | "világos" => Some(Color::White),
        "black" | "schwarz" | "zwart" | "sötét" | "noir" | "noirs" | "negras" | "nero" | "s"
        | "z" => Some(Color::Black),
        _ => None,
    }
}

/// A side in check must be to move; nothing when neither or both are.
fn side_in_check(reading: &Reading) -> Option<Color> {
    if !reading.is_read(Field::Placement) {
        return None;
    }
    let men = Men::new(&reading.fen.placement);
    let checked = |color: Color| {
        men.king(color)
            .is_some_and(|king| men.attacked(king, color.other()))
    };
    match (checked(Color::White), checked(Color::Black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}
