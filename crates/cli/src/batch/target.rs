//! The file that a batch writes: checked before the work begins, and replaced only when all is
//! done.

use super::journal::{Entry, Journal, Place};
use crate::{files, inputs::Input, output::Writer};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

/// Where the output goes.
pub struct Target {
    path: PathBuf,
}

impl Target {
    /// Refuses what is no plain file, what lies in no folder, and what is to be read: one of the
    /// pictures, or one of `others`.
    pub fn new(path: &Path, pictures: &[Input], others: &[&Path]) -> Result<Self> {
        if path.is_dir() {
            bail!("{}: this is a folder; name a file", path.display());
        }
        // Through a link, the file it stands for is written.
        let path = match fs::canonicalize(path) {
            Ok(found) if !found.is_file() => bail!(
                "{}: this is no plain file; name one, or - for standard output",
                path.display()
            ),
            Ok(found) => found,
            Err(_) => path.to_owned(),
        };
        let folder = files::folder_of(&path);
        if !folder.is_dir() {
            bail!(
                "{}: there is no folder {}; make it first",
                path.display(),
                folder.display()
            );
        }
        let same = |p: &Path| fs::canonicalize(p).is_ok_and(|p| p == path);
        let picture = |input: &Input| matches!(input, Input::File(p) if same(p));
        if pictures.iter().any(picture) || others.iter().any(|p| same(p)) {
            bail!(
                "{}: this is one of the files to read; name another file",
                path.display()
            );
        }
        Ok(Self { path })
    }

    /// The journal's path.
    pub fn journal(&self) -> PathBuf {
        self.path.with_added_extension("journal")
    }

    /// Writes the records at these places, in this order. The file has its name only when it is
    /// whole; until then it is beside it under another.
    pub fn write(&self, journal: &mut Journal, places: &[Place], mut writer: Writer) -> Result<()> {
        let cannot = || format!("{}: cannot write", self.path.display());
        let new = files::temporary(files::folder_of(&self.path)).with_context(cannot)?;
        let mut out = BufWriter::new(new);
        out.write_all(writer.begin().as_bytes())
            .with_context(cannot)?;
        for &place in places {
            let Entry { record, figures } = journal.read(place)?;
            let text = writer.picture(&record, figures.as_ref())?;
            out.write_all(text.as_bytes()).with_context(cannot)?;
        }
        out.write_all(writer.end().as_bytes())
            .with_context(cannot)?;
        // Half a file is of no use and goes when `new` does; the journal has it all.
        let new = out
            .into_inner()
            .map_err(|e| e.into_error())
            .with_context(cannot)?;
        new.as_file().sync_all().with_context(cannot)?;
        new.persist(&self.path)
            .map_err(|e| e.error)
            .with_context(cannot)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Format, TextOptions, sample::records};

    fn refusal(path: &Path, pictures: &[Input]) -> String {
        let error = Target::new(path, pictures, &[Path::new("a-list")]);
        let error = error.map(|_| ()).unwrap_err();
        format!("{error:#}")
    }

    #[test]
    fn a_picture_to_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("a.png");
        fs::write(&picture, "picture").unwrap();
        let detour = folder.path().join(".").join("a.png");
        assert!(refusal(&detour, &[Input::File(picture.clone())]).contains("to read"));
        assert_eq!(fs::read(&picture).unwrap(), b"picture");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let path = Path::new("no-such-folder/a.csv");
        let told = "no-such-folder/a.csv: there is no folder no-such-folder; make it first";
        assert_eq!(refusal(path, &[]), told);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.fen"), folder.path().join("b.fen"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let target = Target::new(&link, &[], &[]).unwrap();
        let mut journal = Journal::open(&target.journal(), false, "s").unwrap();
        let record = records().remove(0);
        let fens: Vec<String> = record.boards.iter().map(|b| b.fen.clone() + "\n").collect();
        let entry = Entry {
            record,
            figures: None,
        };
        let place = journal.append(&entry, None).unwrap();
        let writer = Writer::new(Format::Fen, true, TextOptions::default());
        target.write(&mut journal, &[place], writer).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), fens.concat());
        assert!(link.is_symlink());
        assert!(refusal(Path::new("/dev/null"), &[]).contains("no plain file"));
    }
}
