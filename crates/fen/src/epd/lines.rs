//! Reads files of FEN or EPD lines one line at a time.

use std::io::{self, BufRead, Read};

/// Longest line in bytes: many times what a position with remarks and variations has.
const LONGEST: u64 = 1 << 20;

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A position, as it is written.
    Position(String),
    /// A remark: a line that begins with `#` or `%`, as it is written.
    Comment(String),
    /// Nothing but blanks.
    Blank,
}

/// The lines of a file with their numbers from 1. Only one line is held at a time; bytes that are no UTF-8 are replaced.
/// A line of more than a megabyte is an error, so that a file without ends of lines cannot use up the memory.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads from the start.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, number: 0 }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<(usize, Line)>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        let mut reader = Read::take(&mut self.reader, LONGEST + 1);
        match reader.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(n) if n as u64 > LONGEST => {
                let told = format!("line {} is longer than {LONGEST} bytes", self.number + 1);
                return Some(Err(io::Error::new(io::ErrorKind::InvalidData, told)));
            }
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        self.number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\r', '\n']);
        let first = text.trim_start_matches('\u{feff}').trim_start();
        let line = if first.is_empty() {
            Line::Blank
        } else if first.starts_with(['#', '%']) {
            Line::Comment(text.to_owned())
        } else {
            Line::Position(text.to_owned())
        };
        Some(Ok((self.number, line)))
    }
}
