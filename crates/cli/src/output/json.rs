//! JSON, as one line or laid out for people.

use fenlens::PictureRecord;

/// One line with its end.
pub fn line(record: &PictureRecord) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string(record)? + "\n")
}

/// Laid out over many lines, without an end of line.
pub fn pretty(record: &PictureRecord) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(record)
}
