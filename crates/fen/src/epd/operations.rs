//! Reads the operations of an EPD line.

use super::operands::{self, Form, Token};
use super::{Operands, Operation};
use crate::read::Reading;
use crate::{Arg, Code, Field, Finding};

/// Reads all operations; `offset` is the byte of the text in the line.
pub(super) fn read(reading: &mut Reading, offset: usize, text: &str) -> Vec<Operation> {
    let mut found: Vec<Operation> = Vec::new();
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
    found
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

fn operation(reading: &mut Reading, offset: usize, raw: &str, found: &mut Vec<Operation>) {
    let (opcode, rest) = match raw.find(|c: char| c.is_whitespace() || c == '"') {
        Some(end) => raw.split_at(end),
        None => (raw, ""),
    };
    let operands_at = offset + opcode.len() + (rest.len() - rest.trim_start().len());
    let rest = rest.trim_start();
    if !is_opcode(opcode) {
        let finding = Finding::new(Code::EpdOpcode).at(
            Field::Rest,
            offset,
            opcode,
            "[A-Za-z][A-Za-z0-9_]{0,14}",
        );
        reading.report(finding);
        return;
    }
    if found.iter().any(|known| known.opcode == opcode) {
        reading.report(
            Finding::new(Code::EpdRepeated)
                .at(Field::Rest, offset, opcode, "")
                .with("opcode", Arg::Text(opcode.to_owned())),
        );
    }
    let Some(tokens) = operands::tokens(rest) else {
        reading.report(
            Finding::new(Code::EpdQuote)
                .at(Field::Rest, operands_at, rest, "\"")
                .with("opcode", Arg::Text(opcode.to_owned())),
        );
        let operands = Operands::Verbatim(String::new());
        found.push(Operation {
            opcode: opcode.to_owned(),
            operands,
        });
        return;
    };
    let form = operands::form(opcode);
    if let Some(next) = form.and_then(|form| swallowed(form, &tokens)) {
        // The moves end where another known opcode stands among them.
        let (before, after) = rest.split_at(next);
        let end = operands_at + next - offset;
        missing_semicolon(reading, offset, raw[..end].trim_end());
        add(reading, operands_at, opcode, before.trim_end(), found);
        operation(reading, operands_at + next, after, found);
        return;
    }
    add(reading, operands_at, opcode, rest, found);
}

/// Where a known opcode stands among moves, which a missing semicolon has drawn into the operands.
fn swallowed(form: Form, tokens: &[Token]) -> Option<usize> {
    if !matches!(
        form,
        Form::MoveSet | Form::MoveLine | Form::Move | Form::Integer | Form::Count
    ) {
        return None;
    }
    tokens
        .iter()
        .skip(1)
        .find(|token| !operands::is_move(token) && operands::is_known(token.raw))
        .map(|token| token.at)
}

fn add(reading: &mut Reading, offset: usize, opcode: &str, raw: &str, found: &mut Vec<Operation>) {
    let operands = match operands::form(opcode) {
        None if raw.is_empty() => Operands::None,
        None => Operands::Verbatim(raw.to_owned()),
        Some(form) => {
            let tokens = operands::tokens(raw).unwrap_or_default();
            operands::typed(form, raw, &tokens).unwrap_or_else(|| {
                reading.report(
                    Finding::new(Code::EpdOperand)
                        .at(Field::Rest, offset, raw, form.expected())
                        .with("opcode", Arg::Text(opcode.to_owned())),
                );
                Operands::Verbatim(raw.to_owned())
            })
        }
    };
    found.push(Operation {
        opcode: opcode.to_owned(),
        operands,
    });
}

fn is_opcode(word: &str) -> bool {
    word.len() <= 15
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
