//! `fenlens batch`: thousands of pictures into one file.

use crate::{
    args::BatchArgs,
    inputs,
    outcome::{self, Tally, tell},
    output::{Format, TextOptions, Writer},
    work::{self, Work},
};
use anyhow::{Context, Result, bail};
use fenlens::PictureRecord;
use std::{
    fs::{self, File},
    io::{BufWriter, Write},
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
    let mut file = Partial::create(&args.out)?;
    let inputs = inputs::expand(&args.common.inputs);
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
    fn create(path: &Path) -> Result<Self> {
        if path.is_dir() {
            bail!("{}: this is a folder; name a file", path.display());
        }
        let partial = path.with_added_extension("partial");
        let file = File::create(&partial)
            .with_context(|| format!("{}: cannot write", partial.display()))?;
        Ok(Self {
            out: BufWriter::new(file),
            partial,
            path: path.to_owned(),
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
