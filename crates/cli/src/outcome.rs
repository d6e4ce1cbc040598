//! What became of the pictures, told on standard error and in the exit status.

use crate::shown::{count, shown};
use anyhow::{Context, Result};
use fenlens::{PictureRecord, Verdict};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// Counts over all pictures of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pictures, read or not.
    pub pictures: usize,
    /// Pictures read, with or without a board.
    pub read: usize,
    /// Boards that are sure.
    pub sure: usize,
    /// Boards to be checked.
    pub check: usize,
    /// Pictures without a board.
    pub no_board: usize,
    /// Pictures and arguments that could not be read, and files that could not be written.
    pub failed: usize,
}

impl Tally {
    /// Counts a picture in.
    pub fn add(&mut self, record: &PictureRecord) {
        self.pictures += 1;
        if record.error.is_some() {
            self.failed += 1;
            return;
        }
        self.read += 1;
        self.no_board += usize::from(record.boards.is_empty());
        for board in &record.boards {
            match board.verdict {
                Verdict::Sure => self.sure += 1,
                Verdict::Check => self.check += 1,
            }
        }
    }

    /// 0 when all is read and sure, 1 when something is doubtful or without a board, 2 when
    /// something failed.
    pub fn status(&self) -> ExitCode {
        ExitCode::from(if self.failed > 0 {
            2
        } else if self.check + self.no_board > 0 {
            1
        } else {
            0
        })
    }

    /// The line at the end of a batch.
    pub fn summary(&self) -> String {
        format!(
            "{}: {} sure, {} to check, {} without a board, {} failed",
            count(self.pictures, "picture"),
            count(self.sure, "board"),
            self.check,
            count(self.no_board, "picture"),
            self.failed,
        )
    }
}

/// Writes a line on standard error, made safe to show. That nobody reads it any more is no reason
/// to stop.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(line));
}

/// Standard output, written through at once.
pub struct Stdout(io::StdoutLock<'static>);

impl Stdout {
    /// Takes standard output for this program's lifetime.
    pub fn lock() -> Self {
        Self(io::stdout().lock())
    }

    /// Writes a text.
    pub fn write(&mut self, text: &str) -> Result<()> {
        self.0
            .write_all(text.as_bytes())
            .and_then(|()| self.0.flush())
            .context("standard output: cannot write")
    }
}

/// An error with its causes, without those that it already quotes.
pub fn reason(error: &anyhow::Error) -> String {
    let mut told = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if told.is_empty() {
            told = cause;
        } else if !told.ends_with(&cause) {
            told = format!("{told}: {cause}");
        }
    }
    told
}

/// The remarks on a picture: its error, that it has no board, and, where the output itself does
/// not tell (`tell_doubts`), which boards are to be checked.
pub fn remarks(record: &PictureRecord, quiet: bool, tell_doubts: bool) -> Vec<String> {
    let path = &record.image;
    if let Some(error) = &record.error {
        return vec![format!("fenlens: {path}: {error}")];
    }
    if quiet {
        return Vec::new();
    }
    if record.boards.is_empty() {
        return vec![format!("fenlens: {path}: no board found")];
    }
    if !tell_doubts {
        return Vec::new();
    }
    record
        .boards
        .iter()
        .filter(|board| board.verdict == Verdict::Check)
        .map(|board| {
            format!(
                "fenlens: {path}: board {} is to be checked: {}",
                board.index + 1,
                board.reasons.join("; ")
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample::records;

    #[test]
    fn every_kind_of_picture_is_counted() {
        let mut tally = Tally::default();
        for record in records() {
            tally.add(&record);
        }
        assert_eq!(
            tally,
            Tally {
                pictures: 3,
                read: 2,
                sure: 1,
                check: 1,
                no_board: 1,
                failed: 1
            }
        );
        assert_eq!(
            tally.summary(),
            "3 pictures: 1 board sure, 1 to check, 1 picture without a board, 1 failed"
        );
    }

    #[test]
    fn causes_are_told_once() {
        let net = anyhow::anyhow!("tensor x is missing")
            .context("the net does not load: tensor x is missing")
            .context("model.onnx");
        assert_eq!(
            reason(&net),
            "model.onnx: the net does not load: tensor x is missing"
        );
    }

    #[test]
    fn remarks_name_the_picture_and_the_reason() {
        let all: Vec<String> = records()
            .iter()
            .flat_map(|r| remarks(r, false, true))
            .collect();
        assert_eq!(all.len(), 3, "{all:?}");
        assert!(all[0].contains("board 2 is to be checked: d1 is doubtful"));
        assert!(all[1].ends_with("no board found"));
        assert!(all[2].contains("the file is empty"));
        let quiet: Vec<String> = records()
            .iter()
            .flat_map(|r| remarks(r, true, true))
            .collect();
        assert_eq!(quiet.len(), 1, "errors are told all the same");
    }
}
