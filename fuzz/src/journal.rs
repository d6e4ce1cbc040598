//! The results reader behind `--resume`.

use super::outputs;
use fenlens_cli::batch::journal::{Hash, Journal};
use std::fs;

/// The settings that the seeds were written with.
const SETTINGS: &str = "fuzz";

/// Any bytes as the journal of a run that was cut off: it opens, what is found in it can be read,
/// written on in every format, and added to.
pub fn journal(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    fs::write(&path, bytes).unwrap();
    let mut journal = match Journal::open(&path, true, SETTINGS) {
        Ok(journal) => journal,
        Err(error) => {
            assert!(error.to_string().contains("no journal"), "{error:#}");
            assert_eq!(fs::read(&path).unwrap(), bytes, "left as it was");
            return;
        }
    };
    let mut found = Vec::new();
    for hash in hashes(bytes) {
        if let Some((place, entry, before)) = journal.find(&hash).unwrap() {
            assert!(before && entry.record.error.is_none());
            assert_eq!(journal.read(place).unwrap(), entry);
            outputs::check(&entry.record, entry.figures.as_ref());
            found.push((hash, entry));
        }
    }
    for (hash, entry) in &found {
        let place = journal.append(entry, Some(hash)).unwrap();
        assert_eq!(&journal.read(place).unwrap(), entry);
    }
    drop(journal);
    let mut again = Journal::open(&path, true, SETTINGS).unwrap();
    for (hash, entry) in found {
        assert_eq!(again.find(&hash).unwrap().map(|f| f.1), Some(entry));
    }
}

/// All runs of 64 hexadecimal digits in the bytes, as hashes.
fn hashes(bytes: &[u8]) -> Vec<Hash> {
    let is_hex = |b: &u8| b.is_ascii_hexdigit();
    let mut hashes: Vec<Hash> = bytes
        .split(|b| !is_hex(b))
        .filter(|run| run.len() == 64)
        .filter_map(|run| {
            let mut hash = [0; 32];
            for (byte, digits) in hash.iter_mut().zip(run.chunks(2)) {
                let digits = std::str::from_utf8(digits).ok()?;
                *byte = u8::from_str_radix(digits, 16).ok()?;
            }
            Some(hash)
        })
        .collect();
    hashes.sort();
    hashes.dedup();
    hashes
}
