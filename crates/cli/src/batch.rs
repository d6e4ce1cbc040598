//! `fenlens batch`: thousands of pictures into one file.

use crate::{
    args::BatchArgs,
    inputs::{self, Input},
    outcome::{self, Tally, tell},
    output::{Format, TextOptions, Writer},
    work::{self, Work},
};
use anyhow::{Context, Result, anyhow, bail};
use fenlens::PictureRecord;
use std::{
    fs::{self, File},
    io::{BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

/// Reads the pictures and writes their records, in the order of the inputs.
pub fn run(args: &BatchArgs) -> Result<ExitCode> {
    let Some(format) = args.format.or_else(|| Format::by_ending(&args.out)) else {
        bail!(
            "{}: the ending names no format; use .jsonl, .json, .csv, .fen, .epd, .pgn or .txt, or \
             say --format",
            args.out.display()
        );
    };
    let work = Work::new(&args.common, None)?;
    let inputs = inputs::expand(&args.common.inputs);
    let mut file = Partial::create(&args.out, &inputs.pictures)?;
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut writer = Writer::new(format, true, TextOptions { ascii: false });
    file.write(&writer.begin())?;
    let mut done = 0;
    let total = inputs.pictures.len();
    work.run(&inputs.pictures, |record: PictureRecord| -> Result<()> {
        done += 1;
        tally.add(&record);
        for line in outcome::remarks(&record, args.common.quiet, false) {
            tell(&line);
        }
        if args.common.verbose {
            tell(&format!(
                "{done}/{total} {}: {} boards",
                record.image,
                record.boards.len()
            ));
        }
        if args.common.timings {
            work::timings(&record).iter().for_each(|t| tell(t));
        }
        file.write(&writer.picture(&record)?)
    })?;
    file.write(&writer.end())?;
    file.finish()?;
    for (name, error) in &inputs.missing {
        tell(&format!("fenlens: {name}: {}", outcome::reason(error)));
    }
    tally.failed += inputs.missing.len();
    if !args.common.quiet {
        let mut line = tally.summary(start.elapsed().as_secs_f64());
        if inputs.skipped > 0 {
            line += &format!("; {} other files skipped", inputs.skipped);
        }
        tell(&line);
    }
    Ok(tally.status())
}

/// A file that gets its name only when it is whole. Each record is written out at once, so that
/// nothing that was read is lost when the run is killed.
struct Partial {
    out: BufWriter<File>,
    partial: PathBuf,
    path: PathBuf,
}

impl Partial {
    /// Refuses to replace what is no plain file, what is to be read, and what an earlier run left.
    fn create(path: &Path, pictures: &[Input]) -> Result<Self> {
        if path.is_dir() {
            bail!("{}: this is a folder; name a file", path.display());
        }
        // Through a link, the file it stands for is written.
        let path = match fs::canonicalize(path) {
            Ok(found) if !found.is_file() => bail!(
                "{}: this is no plain file; name one, or let fenlens read print to standard output",
                path.display()
            ),
            Ok(found) => found,
            Err(_) => path.to_owned(),
        };
        let read = pictures.iter().any(
            |input| matches!(input, Input::File(p) if fs::canonicalize(p).is_ok_and(|p| p == path)),
        );
        if read {
            bail!(
                "{}: this is one of the pictures to read; name another file",
                path.display()
            );
        }
        let partial = path.with_added_extension("partial");
        let file = File::create_new(&partial).map_err(|e| match e.kind() {
            ErrorKind::AlreadyExists => anyhow!(
                "{}: left by a run that was cut off, or another run is writing it; move it away first",
                partial.display()
            ),
            _ => anyhow!(e).context(format!("{}: cannot write", path.display())),
        })?;
        Ok(Self {
            out: BufWriter::new(file),
            partial,
            path,
        })
    }

    fn write(&mut self, text: &str) -> Result<()> {
        self.out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush())
            .with_context(|| format!("{}: cannot write", self.partial.display()))
    }

    fn finish(mut self) -> Result<()> {
        self.out
            .flush()
            .and_then(|()| fs::rename(&self.partial, &self.path))
            .with_context(|| format!("{}: cannot write", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &Path, pictures: &[Input]) -> String {
        let error = Partial::create(path, pictures).map(|_| ()).unwrap_err();
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
    fn what_an_earlier_run_left_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a.csv");
        fs::write(folder.path().join("a.csv.partial"), "rows").unwrap();
        assert!(refusal(&out, &[]).contains("cut off"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.csv"), folder.path().join("b.csv"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut out = Partial::create(&link, &[]).unwrap();
        out.write("new").unwrap();
        out.finish().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(link.is_symlink());
        assert!(refusal(Path::new("/dev/null"), &[]).contains("no plain file"));
    }
}
