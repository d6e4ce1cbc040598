//! What the reader of FEN texts and the rules report.

use std::fmt;

use crate::messages::{self, Lang};
use crate::{Code, CodeSet, Color, Piece, Severity, Square};

/// A field of a FEN or EPD line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Field {
    /// Field 1: what stands where.
    Placement,
    /// Field 2: the side to move.
    Side,
    /// Field 3: castling rights.
    Castling,
    /// Field 4: the en passant square.
    EnPassant,
    /// Field 5: half-moves since the last capture or pawn move.
    Halfmove,
    /// Field 6: the number of the move.
    Fullmove,
    /// What follows the fields: surplus text, or the operations of an EPD.
    Rest,
}

impl Field {
    /// The number of the field, from 1; 7 for what follows.
    pub const fn number(self) -> usize {
        self as usize + 1
    }
}

/// Where in the text the reader found something else than it expected.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The field.
    pub field: Field,
    /// The byte, from 0, in the text that was given (in the position taken from it, when that was a link).
    pub offset: usize,
    /// What stands there.
    pub found: String,
    /// What may stand there, in a short form such as `w|b`.
    pub expected: &'static str,
}

/// A value inside a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A count or a number.
    Number(u64),
    /// A text taken from the input, or one that is the same in every language.
    Text(String),
    /// A side, named in the language of the message.
    Color(Color),
    /// A man, shown by his letter.
    Piece(Piece),
    /// Words of the message files, such as the names of languages.
    Words(Vec<&'static str>),
    /// Squares, by their names.
    Squares(Vec<Square>),
}

/// One thing found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// The stable code.
    pub code: Code,
    /// How grave it is under the profile, after what the caller accepts.
    pub severity: Severity,
    /// True when the caller accepts this code; the severity is then a note.
    pub accepted: bool,
    /// The squares it speaks of, in FEN order where no other order says more.
    pub squares: Vec<Square>,
    /// Where in the text, for what the reader found.
    pub place: Option<Place>,
    /// The values of the message, by name.
    pub args: Vec<(&'static str, Arg)>,
    /// A FEN in which this fault is mended, where there is a way.
    pub fix: Option<String>,
}

impl Finding {
    /// A finding without squares, place and fix, at its gravest.
    pub(crate) fn new(code: Code) -> Finding {
        Finding {
            code,
            severity: Severity::Error,
            accepted: false,
            squares: Vec::new(),
            place: None,
            args: Vec::new(),
            fix: None,
        }
    }

    /// The same with these squares.
    pub(crate) fn on(mut self, squares: impl IntoIterator<Item = Square>) -> Finding {
        self.squares.extend(squares);
        self
    }

    /// The same with one more value for the message.
    pub(crate) fn with(mut self, name: &'static str, value: Arg) -> Finding {
        self.args.push((name, value));
        self
    }

    /// The same with a count for the message.
    pub(crate) fn count(self, name: &'static str, number: usize) -> Finding {
        self.with(name, Arg::Number(number as u64))
    }

    /// The same with its place in the text.
    pub(crate) fn at(
        mut self,
        field: Field,
        offset: usize,
        found: &str,
        expected: &'static str,
    ) -> Finding {
        self.place = Some(Place {
            field,
            offset,
            found: excerpt(found),
            expected,
        });
        self
    }

    /// The same with a way out.
    pub(crate) fn fixed(mut self, fix: Option<String>) -> Finding {
        self.fix = fix;
        self
    }

    /// One sentence that says what is wrong, with the counts and squares in it.
    pub fn message(&self, lang: Lang) -> String {
        messages::render(self, lang)
    }
}

/// The longest text quoted in a finding, in characters; longer ones are cut, so that no input makes huge reports.
const LONGEST_QUOTE: usize = 80;

/// A text as it is quoted in a finding.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Finding {
    /// The code with the English message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message(Lang::En))
    }
}

/// All that was found, in the order of the text and then of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(pub Vec<Finding>);

impl Findings {
    /// True when nothing is an error under the profile.
    pub fn is_ok(&self) -> bool {
        self.0
            .iter()
            .all(|finding| finding.severity < Severity::Error)
    }

    /// True when nothing at all was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The findings in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// The set of codes found.
    pub fn codes(&self) -> CodeSet {
        self.0.iter().map(|finding| finding.code).collect()
    }

    /// True when this code was found.
    pub fn has(&self, code: Code) -> bool {
        self.0.iter().any(|finding| finding.code == code)
    }

    /// The gravest severity; nothing when nothing was found.
    pub fn worst(&self) -> Option<Severity> {
        self.0.iter().map(|finding| finding.severity).max()
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
