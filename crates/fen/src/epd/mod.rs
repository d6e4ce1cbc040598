//! EPD: four fields and operations, read and written.
//!
//! An operation is an opcode and its operands, closed by a semicolon: `bm Nf3; id "test; 1";`. The operands of the known
//! opcodes are typed; all others are kept as they are written. The reader names every fault and goes on:
//!
//! - an opcode begins with a letter and has at most 15 letters, digits or underscores
//! - a quoted text may hold semicolons; `\"` and `\\` stand for a quote and a backslash
//! - moves may be parted by blanks or commas; `bm` and `am` are sets and written in ASCII order, `pv` is a sequence
//! - a missing semicolon before a known opcode is named as such, and both operations are read
//! - a plain FEN line is read with a warning, its counters as `hmvc` and `fmvn`
//!
//! Moves are checked for their form, in SAN or in coordinates; whether they are legal is not asked.

mod lines;
mod operands;
mod operations;

pub use lines::{Line, Lines};
pub use operands::Operands;

use std::fmt;

use crate::read::{Reading, read_epd_fields};
use crate::{Castling, Code, Color, Fen, Field, Finding, Placement, Square};

/// One operation: an opcode with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The opcode, such as `bm`.
    pub opcode: String,
    /// Its operands.
    pub operands: Operands,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.operands {
            Operands::None => write!(f, "{};", self.opcode),
            operands => write!(f, "{} {operands};", self.opcode),
        }
    }
}

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Epd {
    /// What stands where.
    pub placement: Placement,
    /// The side to move.
    pub turn: Color,
    /// The castling rights, as written.
    pub castling: Castling,
    /// The en passant square, as written.
    pub ep: Option<Square>,
    /// The operations in the order in which they are written.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// The position of a FEN, without its counters and without operations.
    pub fn from_fen(fen: &Fen) -> Epd {
        let Fen {
            placement,
            turn,
            castling,
            ep,
            ..
        } = *fen;
        Epd {
            placement,
            turn,
            castling,
            ep,
            operations: Vec::new(),
        }
    }

    /// The same with the counters of the FEN as `hmvc` and `fmvn`.
    pub fn from_fen_with_counters(fen: &Fen) -> Epd {
        Epd::from_fen(fen)
            .with("hmvc", Operands::Integer(fen.halfmove.into()))
            .with("fmvn", Operands::Integer(fen.fullmove.into()))
    }

    /// The same with one more operation.
    #[must_use]
    pub fn with(mut self, opcode: &str, operands: Operands) -> Epd {
        self.operations.push(Operation {
            opcode: opcode.to_owned(),
            operands,
        });
        self
    }

    /// The operands of the first operation with this opcode.
    pub fn get(&self, opcode: &str) -> Option<&Operands> {
        self.operations
            .iter()
            .find(|op| op.opcode == opcode)
            .map(|op| &op.operands)
    }

    /// The position as a FEN: `hmvc` and `fmvn` give the counters, else they are `0 1`.
    pub fn fen(&self) -> Fen {
        let counter = |opcode, usual| {
            self.get(opcode)
                .and_then(Operands::integer)
                .and_then(|value| u32::try_from(value).ok())
                .unwrap_or(usual)
        };
        Fen {
            placement: self.placement,
            turn: self.turn,
            castling: self.castling,
            ep: self.ep,
            halfmove: counter("hmvc", 0),
            fullmove: counter("fmvn", 1),
        }
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} ",
            self.placement,
            self.turn.to_char(),
            self.castling
        )?;
        match self.ep {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        self.operations
            .iter()
            .try_for_each(|operation| write!(f, " {operation}"))
    }
}

/// What the reader made of an EPD line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdReading {
    /// The fields, and all findings of the line.
    pub reading: Reading,
    /// The operations, each as far as it could be read.
    pub operations: Vec<Operation>,
}

impl EpdReading {
    /// The EPD, if the line has no fault of syntax.
    pub fn epd(&self) -> Option<Epd> {
        let fen = self.reading.position()?;
        Some(Epd {
            operations: self.operations.clone(),
            ..Epd::from_fen(&fen)
        })
    }
}

/// Reads one EPD line, leniently, and names every fault.
pub fn read(line: &str) -> EpdReading {
    let (mut reading, rest) = read_epd_fields(line);
    let mut operations = Vec::new();
    if let Some((offset, rest)) = rest {
        operations = match counters(rest) {
            Some(counters) => {
                let finding = Finding::new(Code::EpdFenLine).at(Field::Rest, offset, rest, "");
                reading.report(finding);
                counters
            }
            None => operations::read(&mut reading, offset, rest),
        };
    }
    let epd = Epd {
        operations,
        ..Epd::from_fen(&reading.fen)
    };
    reading.fen = epd.fen();
    reading.finish();
    EpdReading {
        reading,
        operations: epd.operations,
    }
}

/// The two counters of a FEN in the place of operations.
fn counters(rest: &str) -> Option<Vec<Operation>> {
    let mut numbers = rest
        .split_whitespace()
        .map(|number| number.parse::<u32>().ok());
    let halfmove = numbers.next()??;
    let fullmove = match numbers.next() {
        Some(number) => number?,
        None => 1,
    };
    if numbers.next().is_some() {
        return None;
    }
    let fen = Fen {
        halfmove,
        fullmove,
        ..Fen::START
    };
    Some(Epd::from_fen_with_counters(&fen).operations)
}

/// True when the text after the fourth field looks like operations: it begins with a letter.
pub(crate) fn looks_like_epd(line: &str) -> bool {
    let fifth = line.split_whitespace().nth(4);
    fifth.is_some_and(|field| field.starts_with(|c: char| c.is_ascii_alphabetic()))
        && (line.contains(';') || fifth.is_some_and(operands::is_known))
}

#[cfg(test)]
mod tests;
