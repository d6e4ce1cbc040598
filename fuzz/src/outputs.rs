//! What holds for every output format, whatever is in a record.

use fenlens::PictureRecord;
use fenlens_cli::{
    figures::Figures,
    output::{Format, TextOptions, Writer},
};

const FORMATS: [Format; 8] = [
    Format::Text,
    Format::Fen,
    Format::Epd,
    Format::Json,
    Format::Jsonl,
    Format::Csv,
    Format::Pgn,
    Format::Html,
];

/// Writes a record in all formats: none steers a terminal, and the page runs no script of it.
pub fn check(record: &PictureRecord, figures: Option<&Figures>) {
    for format in FORMATS {
        let mut writer = Writer::new(format, true, TextOptions::default());
        let text = writer.picture(record, figures).unwrap();
        let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        assert!(!text.contains(steers), "{format:?}: {text:?}");
        match format {
            Format::Jsonl => assert_eq!(text.lines().count(), 1),
            Format::Html => {
                let low = text.to_lowercase();
                assert!(
                    !low.contains("<script") && !low.contains("<img src=x"),
                    "{text}"
                );
            }
            _ => {}
        }
    }
}
