//! Reads a FEN, names every fault in it, and recovers what it can.
//!
//! What is not standard but clear in its meaning is read, with a finding that says so:
//!
//! - 1 to 5 fields: the rest is assumed, `w - - 0 1`; the start array alone gets `KQkq` (`fields-assumed`)
//! - repeated blanks, tabs, blanks before and after (`spacing`)
//! - `_` between fields (`underscore`)
//! - a byte order mark before the text (`byte-order-mark`)
//! - links of lichess, chess.com and other pages that carry the position in the address (`editor-link`)
//! - two digits in a row within a rank (`digit-run`)
//! - `~` after a promoted man (`promoted-mark`)
//! - `W` and `B` for the side to move (`side-case`)
//! - castling letters in any order (`castling-order`)
//! - a castling letter written twice (`castling-repeated`)
//! - file letters for castling, as X-FEN and Shredder write them (`castling-letters` where `KQkq` would do)
//! - counters with zeros before them (`leading-zero`)
//! - move number 0, which is kept (`fullmove-zero`)
//! - the end of the line after the text, without a finding
//! - an en passant square after every double step or only where a capture is possible, without a fault
//!
//! Everything else that is not a FEN is a fault. The reader goes on to the next one, so that all are named at once.

mod counters;
mod link;
mod ranks;
mod rights;
mod side;
mod split;

use std::fmt;
use std::str::FromStr;

use crate::finding::excerpt;
use crate::messages::Lang;
use crate::{Code, Color, Fen, Field, Finding, Level, Placement};
use split::Fields;

/// Beyond this many faults in a field no further signs are told: such a text is no FEN at all. A real FEN of the worst
/// kind has far fewer, as each sign is told once.
const MOST_FAULTS: usize = 32;

/// True when this sign has been told already.
fn is_told(findings: &[Finding], code: Code, sign: &str) -> bool {
    let told = |finding: &Finding| {
        finding
            .place
            .as_ref()
            .is_some_and(|place| place.found == sign)
    };
    findings
        .iter()
        .any(|finding| finding.code == code && told(finding))
}

/// What the reader made of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The position as far as it could be read; what could not be is empty or as in `w - - 0 1`.
    pub fen: Fen,
    /// Faults and leniencies in the order of the text; their severities are those of the strictest profile.
    pub findings: Vec<Finding>,
    /// The fields that could not be read as they are meant, by [`Field`] number: bit 1 for the placement and so on.
    unread: u8,
    /// False when a fault leaves more than one way to mend the text.
    mendable: bool,
    /// Which kings the text of the placement holds, also where its squares are uncertain.
    kings: [bool; 2],
}

impl Reading {
    fn new() -> Reading {
        Reading {
            fen: Fen::from_placement_default(Placement::EMPTY),
            findings: Vec::new(),
            unread: 0,
            mendable: true,
            kings: [false; 2],
        }
    }

    /// The position, if the text has no fault of syntax.
    pub fn position(&self) -> Option<Fen> {
        let faulty = self
            .findings
            .iter()
            .any(|finding| finding.code.level() == Level::Syntax);
        (!faulty).then_some(self.fen)
    }

    /// True when the field was read as it is meant, or left out and assumed.
    pub fn is_read(&self, field: Field) -> bool {
        self.unread >> field.number() & 1 == 0
    }

    /// True when the text of the placement holds a king of this colour.
    pub(crate) fn mentions_king(&self, color: Color) -> bool {
        self.kings[color.index()]
    }

    /// True when there is just one way to mend the text.
    pub(crate) fn is_mendable(&self) -> bool {
        self.mendable
    }

    pub(crate) fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Reports a fault that leaves its field unread.
    fn fault(&mut self, field: Field, finding: Finding) {
        self.unread |= 1 << field.number();
        self.findings.push(finding);
    }

    /// Reads the first four fields; returns the index of the field after them.
    fn read_position(&mut self, fields: &Fields, may_lack_side: bool) -> usize {
        let Some((offset, text)) = fields.get(0) else {
            self.mendable = false;
            self.fault(
                Field::Placement,
                Finding::new(Code::EmptyInput).at(Field::Placement, 0, "", "8 ranks"),
            );
            return 0;
        };
        let letters = ranks::read(self, offset, text);
        let mut next = 1;
        if let Some((offset, text)) = fields.get(1) {
            if may_lack_side && side::is_left_out(text) {
                side::left_out(self, offset, text);
            } else {
                side::read(self, offset, text);
                next = 2;
            }
        }
        if let Some((offset, text)) = fields.get(next) {
            rights::read_castling(self, offset, text, letters);
        }
        if let Some((offset, text)) = fields.get(next + 1) {
            rights::read_ep(self, offset, text);
        }
        next + 2
    }

    fn read_fen(&mut self, fields: &Fields) {
        let next = self.read_position(fields, fields.len() <= 5);
        if next == 0 {
            return;
        }
        if let Some((offset, text)) = fields.get(next) {
            counters::read_halfmove(self, offset, text);
        }
        if let Some((offset, text)) = fields.get(next + 1) {
            counters::read_fullmove(self, offset, text);
        }
        if let Some((offset, text)) = fields.get(next + 2) {
            let finding = Finding::new(Code::FieldSurplus).at(Field::Rest, offset, text, "");
            self.fault(Field::Rest, finding);
        }
        self.assume_missing(fields.len(), 6);
    }

    /// Says what is assumed for fields left out at the end of a FEN (6 fields) or EPD (4 fields).
    fn assume_missing(&mut self, count: usize, complete: usize) {
        let side_left_out = self.findings.iter().any(|f| f.code == Code::SideMissing);
        let present = count + usize::from(side_left_out);
        if present >= complete {
            return;
        }
        if present == 1 {
            self.fen = Fen::from_placement_default(self.fen.placement);
        }
        let assumed = self.fen.to_string();
        let assumed: Vec<&str> = assumed.split(' ').take(complete).skip(present).collect();
        self.report(
            Finding::new(Code::FieldsAssumed)
                .count("count", complete - present)
                .with("text", crate::Arg::Text(assumed.join(" "))),
        );
    }

    /// Puts the findings into the order of the text, and offers the fix.
    pub(crate) fn finish(&mut self) {
        self.findings
            .sort_by_key(|f| f.place.as_ref().map_or(usize::MAX, |place| place.offset));
        self.offer_fix();
    }

    /// Gives every finding the mended FEN, when there is just one way to mend the text.
    fn offer_fix(&mut self) {
        if self.findings.is_empty() || !self.mendable {
            return;
        }
        let mut fen = self.fen;
        fen.fullmove = fen.fullmove.max(1);
        let text = fen.to_text(crate::WriteStyle::default());
        for finding in &mut self.findings {
            finding.fix = Some(text.clone());
        }
    }
}

/// Skips a byte order mark and line ends; returns the line and the byte at which it starts.
fn line_of<'a>(reading: &mut Reading, text: &'a str) -> (&'a str, usize) {
    let line = text.trim_end_matches(['\r', '\n']);
    match line.strip_prefix('\u{feff}') {
        Some(rest) => {
            let finding = Finding::new(Code::ByteOrderMark).at(Field::Placement, 0, "U+FEFF", "");
            reading.report(finding);
            (rest, '\u{feff}'.len_utf8())
        }
        None => (line, 0),
    }
}

/// Reads one FEN, leniently, and names every fault.
pub fn read(text: &str) -> Reading {
    let mut reading = Reading::new();
    let (line, base) = line_of(&mut reading, text);
    match link::position(line) {
        Some(position) => {
            reading.report(
                Finding::new(Code::EditorLink)
                    .at(Field::Placement, base, line, "")
                    .with("text", crate::Arg::Text(excerpt(line.trim()))),
            );
            // Blanks are written as `_`, `+` or `%20` there, so their form says nothing.
            reading.read_fen(&Fields::split(&position, 0, 6));
        }
        None => {
            let fields = Fields::split(line, base, 6);
            fields.report_form(&mut reading);
            reading.read_fen(&fields);
        }
    }
    reading.finish();
    reading
}

/// Reads the four fields of an EPD; returns also the rest of the line with the byte at which it starts.
pub(crate) fn read_epd_fields(text: &str) -> (Reading, Option<(usize, &str)>) {
    let mut reading = Reading::new();
    let (line, base) = line_of(&mut reading, text);
    let fields = Fields::split(line, base, 4);
    fields.report_form(&mut reading);
    let next = reading.read_position(&fields, true);
    if next == 0 {
        return (reading, None);
    }
    reading.assume_missing(fields.len().min(next), 4);
    let rest = fields
        .get(next)
        .map(|(offset, _)| (offset, line[offset - base..].trim_end()));
    (reading, rest)
}

/// The faults for which a text is no FEN, all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The faults of syntax in the order of the text.
    pub faults: Vec<Finding>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(
                f,
                "{}{}",
                if i > 0 { " " } else { "" },
                fault.message(Lang::En)
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

impl FromStr for Fen {
    type Err = FenError;

    /// Reads a FEN with the leniencies of [`read`].
    fn from_str(text: &str) -> Result<Fen, FenError> {
        let reading = read(text);
        reading.position().ok_or_else(|| FenError {
            faults: reading
                .findings
                .into_iter()
                .filter(|finding| finding.code.level() == Level::Syntax)
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests;
