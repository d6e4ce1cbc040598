//! The output formats, each a pure function of the records in a file of its own.

mod csv;
mod epd;
mod fen;
mod html;
pub mod json;
mod pgn;
mod text;
mod words;

pub use text::TextOptions;

use crate::figures::Figures;
use clap::ValueEnum;
use fenlens::PictureRecord;
use std::path::Path;

/// What is printed for each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A report for a person
    Text,
    /// One FEN a board
    Fen,
    /// One EPD record a board, with the picture's name and the confidence
    Epd,
    /// JSON: an object for one picture given by its name, else an array
    Json,
    /// One JSON object a line and picture
    Jsonl,
    /// One row a board, for a spreadsheet
    Csv,
    /// One PGN game a board, without moves
    Pgn,
    /// A page for a browser, with pictures, in which squares can be corrected
    Html,
}

impl Format {
    /// The format that a file's ending stands for.
    pub fn by_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "txt" => Self::Text,
            "fen" => Self::Fen,
            "epd" => Self::Epd,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::Jsonl,
            "csv" => Self::Csv,
            "pgn" => Self::Pgn,
            "html" | "htm" => Self::Html,
            _ => return None,
        })
    }

    /// Whether small pictures are part of it.
    pub fn shows_pictures(self) -> bool {
        matches!(self, Self::Html)
    }

    /// Whether doubts are written in the output itself, so that no remark beside it is needed.
    pub fn tells_doubts(self) -> bool {
        !matches!(self, Self::Fen)
    }
}

/// Turns records into text, one after another.
pub struct Writer {
    format: Format,
    /// Whether JSON is an array.
    many: bool,
    written: usize,
    text: TextOptions,
}

impl Writer {
    /// A writer; `many` says whether JSON is to be an array.
    pub fn new(format: Format, many: bool, text: TextOptions) -> Self {
        Self {
            format,
            many,
            written: 0,
            text,
        }
    }

    /// What comes before the first picture.
    pub fn begin(&self) -> String {
        match self.format {
            Format::Csv => csv::header(),
            Format::Html => html::begin(),
            Format::Json if self.many => "[".into(),
            _ => String::new(),
        }
    }

    /// One picture; `figures` are shown where the format can.
    pub fn picture(
        &mut self,
        record: &PictureRecord,
        figures: Option<&Figures>,
    ) -> Result<String, serde_json::Error> {
        let first = self.written == 0;
        self.written += 1;
        Ok(match self.format {
            Format::Text => {
                let gap = if first { "" } else { "\n" };
                format!("{gap}{}", text::picture(record, &self.text))
            }
            Format::Fen => fen::picture(record),
            Format::Epd => epd::picture(record),
            Format::Json if self.many => {
                let comma = if first { "\n" } else { ",\n" };
                format!("{comma}{}", json::pretty(record)?)
            }
            Format::Json => json::pretty(record)? + "\n",
            Format::Jsonl => json::line(record)?,
            Format::Csv => csv::picture(record),
            Format::Pgn => pgn::picture(record),
            Format::Html => html::picture(self.written, record, figures),
        })
    }

    /// What comes after the last picture.
    pub fn end(&self) -> String {
        match self.format {
            Format::Json if self.many => "\n]\n".into(),
            Format::Html => html::end(),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
pub mod sample {
    //! Records that the formats' golden files are made from: one picture with a sure and a
    //! doubtful board, one without a board, one that could not be read.

    use crate::figures::Figures;
    use fenlens::PictureRecord;

    /// Figures for [`records`], each of one gray pixel.
    pub fn figures() -> [Option<Figures>; 3] {
        let gray = "data:image/gif;base64,R0lGODdhAQABAIAAAICAgICAgCwAAAAAAQABAAACAkQBADs=";
        let figures = |boards| Figures {
            picture: gray.into(),
            boards: vec![gray.into(); boards],
        };
        [Some(figures(2)), Some(figures(0)), None]
    }

    /// The records of `tests/golden/records.jsonl`.
    pub fn records() -> Vec<PictureRecord> {
        include_str!("../../tests/golden/records.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Compares with the checked-in file, or writes it anew when `FENLENS_BLESS` is set.
    fn golden(format: Format, file: &str) {
        let mut writer = Writer::new(format, true, TextOptions::default());
        let mut found = writer.begin();
        for (record, figures) in sample::records().iter().zip(sample::figures()) {
            found += &writer.picture(record, figures.as_ref()).unwrap();
        }
        found += &writer.end();
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(file);
        if std::env::var_os("FENLENS_BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap();
        assert_eq!(
            found, expected,
            "{file}: set FENLENS_BLESS=1 to write it anew"
        );
    }

    #[test]
    fn text_report() {
        golden(Format::Text, "report.txt");
    }

    #[test]
    fn fen_lines() {
        golden(Format::Fen, "boards.fen");
    }

    #[test]
    fn epd_records() {
        golden(Format::Epd, "boards.epd");
    }

    #[test]
    fn json_array() {
        golden(Format::Json, "records.json");
    }

    #[test]
    fn jsonl_is_the_input_again() {
        golden(Format::Jsonl, "records.jsonl");
    }

    #[test]
    fn csv_rows() {
        golden(Format::Csv, "boards.csv");
    }

    #[test]
    fn pgn_games() {
        golden(Format::Pgn, "boards.pgn");
    }

    #[test]
    fn html_report() {
        golden(Format::Html, "report.html");
    }

    #[test]
    fn endings_name_formats() {
        let by = |name: &str| Format::by_ending(Path::new(name));
        assert_eq!(by("a/b.JSONL"), Some(Format::Jsonl));
        assert_eq!(by("b.csv"), Some(Format::Csv));
        assert_eq!((by("b.html"), by("b")), (Some(Format::Html), None));
    }
}
