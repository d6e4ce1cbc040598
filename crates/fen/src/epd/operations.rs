//! Reads the operations of an EPD line.

use std::collections::HashSet;

use super::operands::{self, Form, Token};
use super::{Operands, Operation};
use crate::read::Reading;
use crate::{Arg, Code, Field, Finding};

/// Reads all operations; `offset` is the byte of the text in the line.
pub(super) fn read(reading: &mut Reading, offset: usize, text: &str) -> Vec<Operation> {
    let mut found = Found::default();
    let mut at = 0;
    while at < text.len() {
        let (end, state) = end_of_operation(text, at);
        let raw = &text[at..end];
        let start = at + (raw.len() - raw.trim_start().len());
        let raw = raw.trim();
        // A semicolon with nothing before it ends nothing.
        if !raw.is_empty() {
            if state == End::Line {
                missing_semicolon(reading, offset + start, raw);
            }
            operation(reading, offset + start, raw, &mut found);
        }
        at = end + 1;
    }
    found.operations
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Semicolon,
    Line,
}

/// The byte of the semicolon that closes the operation, outside quotes; the end of the line if there is none.
fn end_of_operation(text: &str, from: usize) -> (usize, End) {
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return (at, End::Semicolon),
            _ => {}
        }
    }
    (text.len(), End::Line)
}

fn missing_semicolon(reading: &mut Reading, offset: usize, raw: &str) {
    reading.report(Finding::new(Code::EpdSemicolon).at(Field::Rest, offset, raw, ";"));
}

/// Reads what stands before one semicolon: one operation, or more where semicolons are missing between them.
fn operation(reading: &mut Reading, offset: usize, raw: &str, found: &mut Found) {
    let (opcode, rest) = match raw.find(|c: char| c.is_whitespace() || c == '"') {
        Some(end) => raw.split_at(end),
        None => (raw, ""),
    };
    if !is_opcode(opcode) {
        let expected = "[A-Za-z][A-Za-z0-9_]{0,14}";
        reading.report(Finding::new(Code::EpdOpcode).at(Field::Rest, offset, opcode, expected));
        return;
    }
    let rest_at = offset + opcode.len();
    let Some(tokens) = operands::tokens(rest) else {
        let at = rest_at + (rest.len() - rest.trim_start().len());
        reading.report(
            Finding::new(Code::EpdQuote)
                .at(Field::Rest, at, rest.trim_start(), "\"")
                .with("opcode", Arg::Text(opcode.to_owned())),
        );
        found.add(reading, offset, opcode, Operands::Verbatim(String::new()));
        return;
    };
    let (mut opcode, mut opcode_at, mut tokens) = (opcode, offset, tokens.as_slice());
    while let Some(next) = swallowed(opcode, tokens) {
        // The operands end where another known opcode stands among them.
        let (before, after) = tokens.split_at(next);
        let at = rest_at + after[0].at;
        missing_semicolon(
            reading,
            opcode_at,
            raw[opcode_at - offset..at - offset].trim_end(),
        );
        let operands = typed(reading, rest_at, rest, opcode, before);
        found.add(reading, opcode_at, opcode, operands);
        (opcode, opcode_at, tokens) = (after[0].raw, at, &after[1..]);
    }
    let operands = typed(reading, rest_at, rest, opcode, tokens);
    found.add(reading, opcode_at, opcode, operands);
}

/// Where a known opcode stands among moves or after a number, which a missing semicolon has drawn into the operands.
fn swallowed(opcode: &str, tokens: &[Token]) -> Option<usize> {
    let form = operands::form(opcode)?;
    let short = [
        Form::MoveSet,
        Form::MoveLine,
        Form::Move,
        Form::Integer,
        Form::Count,
    ];
    let is_other = |token: &Token| !operands::is_move(token) && operands::is_known(token.raw);
    short
        .contains(&form)
        .then(|| tokens.iter().skip(1).position(is_other))?
        .map(|at| at + 1)
}

/// Gives the operands the form of their opcode; `rest` is the text in which the tokens stand.
fn typed(
    reading: &mut Reading,
    rest_at: usize,
    rest: &str,
    opcode: &str,
    tokens: &[Token],
) -> Operands {
    let (start, end) = match tokens {
        [] => (0, 0),
        [first, ..] => (first.at, tokens[tokens.len() - 1].end()),
    };
    // Unknown operands are kept with all that stands among them.
    let raw = if operands::is_known(opcode) {
        &rest[start..end]
    } else {
        rest.trim()
    };
    match operands::form(opcode) {
        None if raw.is_empty() => Operands::None,
        None => Operands::Verbatim(raw.to_owned()),
        Some(form) => operands::typed(form, raw, tokens).unwrap_or_else(|| {
            reading.report(
                Finding::new(Code::EpdOperand)
                    .at(Field::Rest, rest_at + start, raw, form.expected())
                    .with("opcode", Arg::Text(opcode.to_owned())),
            );
            Operands::Verbatim(raw.to_owned())
        }),
    }
}

/// The operations read so far, and their opcodes.
#[derive(Default)]
struct Found {
    operations: Vec<Operation>,
    opcodes: HashSet<String>,
}

impl Found {
    fn add(&mut self, reading: &mut Reading, offset: usize, opcode: &str, operands: Operands) {
        if !self.opcodes.insert(opcode.to_owned()) {
            reading.report(
                Finding::new(Code::EpdRepeated)
                    .at(Field::Rest, offset, opcode, "")
                    .with("opcode", Arg::Text(opcode.to_owned())),
            );
        }
        self.operations.push(Operation {
            opcode: opcode.to_owned(),
            operands,
        });
    }
}

fn is_opcode(word: &str) -> bool {
    word.len() <= 15
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
