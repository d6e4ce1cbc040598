//! Parts a line into its fields.

use crate::{Code, Field, Finding};

use super::Reading;

/// The fields of a line with the byte at which each starts; the last one may hold all the rest of the line.
pub(super) struct Fields<'a> {
    fields: [(usize, &'a str); 7],
    len: usize,
    /// The byte of the first blank that should not be there.
    surplus_blank: Option<usize>,
    /// The byte of the first `_`.
    underscore: Option<usize>,
}

impl<'a> Fields<'a> {
    /// Splits at blanks and `_`, into at most `most` fields and the rest of the line. `base` is the byte of the line's
    /// start in the whole text.
    pub(super) fn split(line: &'a str, base: usize, most: usize) -> Fields<'a> {
        let mut split = Fields {
            fields: [(0, ""); 7],
            len: 0,
            surplus_blank: None,
            underscore: None,
        };
        let mut start = None;
        let mut at_gap = true;
        for (at, letter) in line.char_indices() {
            let underscore = letter == '_';
            if !underscore && !letter.is_whitespace() {
                at_gap = false;
                if start.is_none() {
                    start = Some(at);
                    if split.len == most {
                        break;
                    }
                }
                continue;
            }
            if underscore && split.underscore.is_none() {
                split.underscore = Some(base + at);
            }
            if (at_gap || (letter != ' ' && !underscore)) && split.surplus_blank.is_none() {
                split.surplus_blank = Some(base + at);
            }
            if let Some(from) = start.take() {
                split.push(base + from, &line[from..at]);
            }
            at_gap = true;
        }
        if let Some(from) = start {
            split.push(base + from, line[from..].trim_end());
        }
        if at_gap && !line.is_empty() && split.surplus_blank.is_none() {
            split.surplus_blank = Some(base + line.trim_end_matches([' ', '_']).len());
        }
        split
    }

    fn push(&mut self, offset: usize, text: &'a str) {
        self.fields[self.len] = (offset, text);
        self.len += 1;
    }

    /// How many fields there are, one more when text follows those that were asked for.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// A field by its index from 0.
    pub(super) fn get(&self, index: usize) -> Option<(usize, &'a str)> {
        self.fields[..self.len].get(index).copied()
    }

    /// Reports surplus blanks and underscores.
    pub(super) fn report_form(&self, reading: &mut Reading) {
        if let Some(at) = self.surplus_blank {
            reading.report(Finding::new(Code::Spacing).at(Field::Rest, at, " ", ""));
        }
        if let Some(at) = self.underscore {
            reading.report(Finding::new(Code::Underscore).at(Field::Rest, at, "_", " "));
        }
    }
}
