//! What became of the pictures, told on standard error and in the exit status.

use fenlens::{PictureRecord, Verdict};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// Counts over all pictures of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pictures read, with or without a board.
    pub read: usize,
    /// Boards that are sure.
    pub sure: usize,
    /// Boards to be checked.
    pub check: usize,
    /// Pictures without a board.
    pub no_board: usize,
    /// Pictures and arguments that could not be read.
    pub failed: usize,
}

impl Tally {
    /// Counts a picture in.
    pub fn add(&mut self, record: &PictureRecord) {
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
    pub fn summary(&self, seconds: f64) -> String {
        let all = self.read + self.failed;
        format!(
            "{all} pictures: {} boards sure, {} to check, {} pictures without a board, {} failed; \
             {:.1} pictures a second",
            self.sure,
            self.check,
            self.no_board,
            self.failed,
            all as f64 / seconds.max(1e-3)
        )
    }
}

/// Writes a line on standard error. That nobody reads it any more is no reason to stop.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
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
                read: 2,
                sure: 1,
                check: 1,
                no_board: 1,
                failed: 1
            }
        );
        assert!(tally.summary(2.0).ends_with("1.5 pictures a second"));
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
