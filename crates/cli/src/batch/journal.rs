//! What a batch has read so far: one JSON record a line, appended as soon as a picture is done, so
//! that a run that is killed loses only the pictures in hand. A line is the picture's record with
//! one member more, the `Stamp`.

use crate::{figures::Figures, shown::steers};
use anyhow::{Context, Result, anyhow};
use fenlens::{BoardRecord, PictureRecord, fen::Fen};
use serde::{Deserialize, Serialize, de::IgnoredAny};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A SHA-256.
pub type Hash = [u8; 32];

/// What a content is told by: the first half of its SHA-256, 128 bits, so that a table of very many
/// pictures stays small.
pub type Key = [u8; 16];

/// The key of a content.
pub fn key(hash: &Hash) -> Key {
    std::array::from_fn(|i| hash[i])
}

/// The hash of some bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// What a reading depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    /// SHA-256 of the picture's file; null when that could not be read.
    sha256: Option<String>,
    /// Changes with the program, the model and the options.
    settings: String,
}

/// A line.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    #[serde(flatten)]
    record: R,
    stamp: Stamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    figures: Option<Figures>,
}

/// What is read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The picture's record.
    pub record: PictureRecord,
    /// Small pictures of it.
    pub figures: Option<Figures>,
}

impl Entry {
    /// Whether this program could have written it, as far as outputs rely on that.
    fn is_sound(&self) -> bool {
        let figures = self
            .figures
            .iter()
            .flat_map(|f| f.boards.iter().chain([&f.picture]));
        self.record.boards.iter().all(is_sound) && figures.into_iter().all(|f| !f.contains(steers))
    }
}

fn is_sound(board: &BoardRecord) -> bool {
    let findings = board.findings.iter().flat_map(|f| {
        let texts = [&f.code, &f.severity, &f.message];
        texts.into_iter().chain(&f.fix)
    });
    let mut texts = board.reasons.iter().chain(findings);
    board.squares.len() == 64
        && board
            .fen
            .parse()
            .is_ok_and(|fen: Fen| fen.to_string() == board.fen)
        && board.fen.split(' ').next() == Some(&board.placement)
        && board
            .possible_castling
            .chars()
            .all(|c| c == '-' || c.is_ascii_alphabetic())
        && texts.all(|text| !text.contains(steers))
}

/// As much of a line as tells whether it can be used again.
#[derive(Deserialize)]
struct Head {
    error: Option<IgnoredAny>,
    stamp: Stamp,
}

/// What every journal begins with.
const START: &[u8] = b"{\"schema\":";

/// Where a line of the journal begins, in bytes.
pub type Place = u64;

/// The journal. Only one run at a time can hold it.
pub struct Journal {
    file: File,
    path: PathBuf,
    settings: String,
    known: HashMap<Key, Place>,
    /// Where the lines of this run begin.
    start: Place,
    end: Place,
}

impl Journal {
    /// Opens the journal, or begins one. What is in it already counts when it was read with the
    /// same `settings`; without `resume` there may be none.
    pub fn open(path: &Path, resume: bool, settings: &str) -> Result<Self> {
        let cannot = || format!("{}: cannot write", path.display());
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        if resume {
            options.create(true);
        } else {
            options.create_new(true);
        }
        let file = options.open(path).map_err(|e| match e.kind() {
            ErrorKind::AlreadyExists => anyhow!(
                "{}: left by a run that was cut off; carry on from it with --resume, or remove it \
                 to begin anew",
                path.display()
            ),
            _ => anyhow!(e).context(cannot()),
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(anyhow!("{}: another run is writing it", path.display()));
            }
            // Where files cannot be locked, the user has to look out.
            Err(TryLockError::Error(_)) => {}
        }
        let mut journal = Self {
            file,
            path: path.to_owned(),
            settings: hex(&hash(settings.as_bytes())[..8]),
            known: HashMap::new(),
            start: 0,
            end: 0,
        };
        let cannot_read = || format!("{}: cannot read", path.display());
        if !journal.is_ours().with_context(cannot_read)? {
            return Err(anyhow!(
                "{}: this is no journal of fenlens; move it away, or name another file with --out",
                path.display()
            ));
        }
        journal.scan().with_context(cannot_read)?;
        Ok(journal)
    }

    /// Makes room for so many pictures at once, so that the table does not grow while they are read.
    pub fn reserve(&mut self, pictures: usize) {
        self.known.reserve(pictures);
    }

    /// Whether the file begins as a journal does, as far as it goes.
    fn is_ours(&mut self) -> std::io::Result<bool> {
        let mut start = Vec::new();
        Read::take(&self.file, START.len() as u64).read_to_end(&mut start)?;
        self.file.rewind()?;
        Ok(START.starts_with(&start))
    }

    /// Notes which pictures are done, and cuts off a line that was not finished. Pictures that
    /// failed are not done: what kept them from being read may have been put right.
    fn scan(&mut self) -> std::io::Result<()> {
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        let mut place = 0;
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)? as u64;
            if line.last() != Some(&b'\n') {
                break;
            }
            if let Ok(Head { error: None, stamp }) = serde_json::from_slice(&line)
                && stamp.settings == self.settings
                && let Some(hash) = stamp.sha256.as_deref().and_then(unhex)
            {
                self.known.insert(key(&hash), place);
            }
            place += length;
        }
        self.file.set_len(place)?;
        (self.start, self.end) = (place, place);
        Ok(())
    }

    /// The picture of this content, where it has been read, and whether that was in an earlier run.
    /// An earlier record that is damaged is none: the picture is read again.
    pub fn find(&mut self, hash: &Hash) -> Result<Option<(Place, Entry, bool)>> {
        let Some(&place) = self.known.get(&key(hash)) else {
            return Ok(None);
        };
        let before = place < self.start;
        match self.read(place) {
            Ok(entry) if !before || entry.is_sound() => Ok(Some((place, entry, before))),
            Err(error) if !before => Err(error),
            _ => {
                self.known.remove(&key(hash));
                Ok(None)
            }
        }
    }

    /// Adds a picture; `hash` is that of its file.
    pub fn append(&mut self, entry: &Entry, hash: Option<&Hash>) -> Result<Place> {
        let record = &entry.record;
        let stamp = Stamp {
            sha256: hash.map(|h| hex(h)),
            settings: self.settings.clone(),
        };
        let figures = entry.figures.clone();
        let mut line = serde_json::to_string(&Line {
            record,
            stamp,
            figures,
        })?;
        line.push('\n');
        self.file
            .write_all(line.as_bytes())
            .with_context(|| format!("{}: cannot write", self.path.display()))?;
        let place = self.end;
        self.end += line.len() as u64;
        if let Some(hash) = hash
            && record.error.is_none()
        {
            self.known.entry(key(hash)).or_insert(place);
        }
        Ok(place)
    }

    /// What lies at a place.
    pub fn read(&mut self, place: Place) -> Result<Entry> {
        let read = |file: &mut File| -> std::io::Result<Vec<u8>> {
            let mut line = Vec::new();
            file.seek(SeekFrom::Start(place))?;
            BufReader::new(file).read_until(b'\n', &mut line)?;
            Ok(line)
        };
        read(&mut self.file)
            .map_err(anyhow::Error::from)
            .and_then(|line| {
                let Line {
                    record, figures, ..
                } = serde_json::from_slice(&line)?;
                Ok(Entry { record, figures })
            })
            .with_context(|| {
                format!(
                    "{}: cannot read what was written there",
                    self.path.display()
                )
            })
    }

    /// Removes the journal.
    pub fn remove(self) -> Result<()> {
        fs::remove_file(&self.path)
            .with_context(|| format!("{}: cannot remove", self.path.display()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Hash> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut hash = [0; 32];
    for (i, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample;

    fn entries() -> Vec<Entry> {
        sample::records()
            .into_iter()
            .zip(sample::figures())
            .map(|(record, figures)| Entry { record, figures })
            .collect()
    }

    fn journal(path: &Path, settings: &str) -> Journal {
        Journal::open(path, true, settings).unwrap()
    }

    #[test]
    fn records_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let mut written = journal(&path, "s");
        let key = |i: usize| hash(&[i as u8]);
        let places: Vec<Place> = entries()
            .iter()
            .enumerate()
            .map(|(i, entry)| written.append(entry, Some(&key(i))).unwrap())
            .collect();
        for (place, entry) in places.iter().zip(entries()) {
            assert_eq!(written.read(*place).unwrap(), entry);
        }
        drop(written);
        let mut again = journal(&path, "s");
        let find = |j: &mut Journal, i: usize| j.find(&key(i)).unwrap();
        let first = (places[0], entries().remove(0), true);
        assert_eq!(find(&mut again, 0), Some(first));
        assert!(find(&mut again, 2).is_none(), "what failed is tried again");
        drop(again);
        assert!(find(&mut journal(&path, "other"), 0).is_none());
    }

    #[test]
    fn a_torn_line_is_cut_off_and_a_damaged_one_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let entry = &entries()[0];
        let mut written = journal(&path, "s");
        written.append(entry, Some(&hash(b"a"))).unwrap();
        written.file.write_all(b"{}\n").unwrap();
        drop(written);
        let whole = fs::read(&path).unwrap();
        let line = whole.len() - 3;
        for cut in [0, 1, line / 2, line - 1] {
            let torn = [&whole[..], &whole[..cut]].concat();
            fs::write(&path, torn).unwrap();
            let mut again = journal(&path, "s");
            assert!(again.find(&hash(b"a")).unwrap().is_some());
            assert_eq!(path.metadata().unwrap().len(), whole.len() as u64);
            let place = again.append(entry, None).unwrap();
            assert_eq!(&again.read(place).unwrap(), entry);
        }
    }

    #[test]
    fn what_this_program_did_not_write_is_read_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let found = |change: &dyn Fn(&mut BoardRecord)| {
            let _ = fs::remove_file(&path);
            let mut entry = entries().remove(0);
            change(&mut entry.record.boards[0]);
            journal(&path, "s")
                .append(&entry, Some(&hash(b"a")))
                .unwrap();
            let found = journal(&path, "s").find(&hash(b"a")).unwrap();
            found.is_some()
        };
        assert!(found(&|_| {}));
        assert!(!found(&|b| b.fen = "\u{1b}[2J".into()));
        assert!(!found(&|b| b.placement = "8/8".into()));
        assert!(!found(&|b| b.reasons.push("a\u{9b}b".into())));
        assert!(!found(&|b| b.squares.truncate(63)));
        assert!(!found(&|b| b.possible_castling = "<b>".into()));
        // A record that has lost a member.
        let mut written = journal(&path, "s");
        written.append(&entries()[1], Some(&hash(b"b"))).unwrap();
        drop(written);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.replace("\"boards\":[]", "\"boards\":[{}]")).unwrap();
        assert!(journal(&path, "s").find(&hash(b"b")).unwrap().is_none());
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        for (text, ours) in [("Dear diary,\nnot", false), ("{\"sch", true), ("", true)] {
            fs::write(&path, text).unwrap();
            assert_eq!(Journal::open(&path, true, "s").is_ok(), ours, "{text}");
            let left = fs::read_to_string(&path).unwrap();
            assert_eq!(left, if ours { "" } else { text });
        }
    }

    #[test]
    fn only_one_run_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let refusal = |resume| {
            let refused = Journal::open(&path, resume, "s").map(|_| ());
            refused.unwrap_err().to_string()
        };
        let held = journal(&path, "s");
        assert!(refusal(true).contains("another run"));
        drop(held);
        assert!(refusal(false).contains("--resume"));
    }
}
