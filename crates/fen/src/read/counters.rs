//! Fields 5 and 6: the half-move clock and the move number.

use crate::{Code, Field, Finding};

use super::Reading;

pub(super) fn read_halfmove(reading: &mut Reading, offset: usize, text: &str) {
    match number(reading, Field::Halfmove, offset, text) {
        Some(count) => reading.fen.halfmove = count,
        None => {
            let finding = Finding::new(Code::HalfmoveInvalid).at(
                Field::Halfmove,
                offset,
                text,
                "0, 1, 2 ...",
            );
            reading.fault(Field::Halfmove, finding);
        }
    }
}

pub(super) fn read_fullmove(reading: &mut Reading, offset: usize, text: &str) {
    match number(reading, Field::Fullmove, offset, text) {
        Some(count) => {
            reading.fen.fullmove = count;
            if count == 0 {
                let finding = Finding::new(Code::FullmoveZero).at(
                    Field::Fullmove,
                    offset,
                    text,
                    "1, 2, 3 ...",
                );
                reading.report(finding);
            }
        }
        None => {
            let finding = Finding::new(Code::FullmoveInvalid).at(
                Field::Fullmove,
                offset,
                text,
                "1, 2, 3 ...",
            );
            reading.fault(Field::Fullmove, finding);
        }
    }
}

/// A whole number of digits only, without sign; notes zeros before it.
fn number(reading: &mut Reading, field: Field, offset: usize, text: &str) -> Option<u32> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = text.parse().ok()?;
    if text.len() > 1 && text.starts_with('0') {
        reading.report(Finding::new(Code::LeadingZero).at(field, offset, text, ""));
    }
    Some(number)
}
