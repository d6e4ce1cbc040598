//! JSON, as one line or laid out for people.

use crate::shown::steers;
use fenlens::PictureRecord;

/// One line with its end.
pub fn line(record: &PictureRecord) -> Result<String, serde_json::Error> {
    Ok(safe(serde_json::to_string(record)?) + "\n")
}

/// Laid out over many lines, without an end of line.
pub fn pretty(record: &PictureRecord) -> Result<String, serde_json::Error> {
    Ok(safe(serde_json::to_string_pretty(record)?))
}

/// The same JSON with those characters as escapes that JSON lets through and terminals obey. They
/// can only stand in strings.
pub fn safe(json: String) -> String {
    // Ends of lines can only stand between them.
    let obeyed = |c: char| steers(c) && c != '\n';
    if !json.contains(obeyed) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if obeyed(c) {
            out += &format!("\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample::records;

    #[test]
    fn terminals_obey_nothing_and_names_stay_whole() {
        let mut record = records().remove(1);
        record.image = "a\n\u{1b}\u{7f}\u{9b}\u{202e}ä".into();
        let text = line(&record).unwrap();
        assert!(!text.trim_end().contains(steers), "{text:?}");
        let again: PictureRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(again, record);
    }
}
