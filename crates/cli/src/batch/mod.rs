//! `fenlens batch`: thousands of pictures into one file.

pub mod journal;
mod progress;
mod stop;
mod target;
mod watch;

use crate::{
    annotate,
    args::BatchArgs,
    files,
    inputs::{self, Input, Inputs},
    outcome::{self, Stdout, Tally},
    output::{Format, TextOptions, Writer},
    shown::count,
    work::{self, Work},
};
use anyhow::{Result, bail};
use fenlens::Verdict;
use journal::{Entry, Hash, Journal, Key, Place};
use progress::Progress;
use std::{
    collections::HashMap,
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use stop::{STOPPED, Stop};
use target::Target;

/// Reads the pictures and writes their records, in the order of the inputs.
pub fn run(args: &BatchArgs) -> Result<ExitCode> {
    let Some(out) = &args.out else {
        return watch::run(args);
    };
    let Some(format) = args.format.or_else(|| Format::by_ending(out)) else {
        bail!(
            "{}: the ending names no format; use .jsonl, .json, .csv, .fen, .epd, .pgn, .html or .txt, \
             or say --format",
            out.display()
        );
    };
    let common = &args.common;
    let aside = args.copy_doubtful.as_ref().or(args.move_doubtful.as_ref());
    let how = common.search(&[&common.annotate, &args.copy_doubtful, &args.move_doubtful])?;
    let inputs = inputs::expand(&common.all_inputs(false)?, &how);
    let to_stdout = out == Path::new("-");
    if to_stdout && args.resume {
        bail!("there is nothing to resume from on standard output; name a file with --out");
    }
    let target = match to_stdout {
        true => None,
        false => {
            let others = common.list.iter().chain(&common.model);
            let others: Vec<&Path> = others.map(|p| p.as_path()).collect();
            Some(Target::new(out, &inputs.pictures, &others)?)
        }
    };
    if common.force {
        annotate::spare_inputs(common.annotate.as_deref(), None, &inputs.pictures)?;
    }
    let work = Work::new(common, None, format.shows_pictures())?;
    let journal = match &target {
        Some(target) => {
            let mut journal = Journal::open(&target.journal(), args.resume, &work.settings())?;
            journal.reserve(inputs.pictures.len());
            Some(Mutex::new(journal))
        }
        None => None,
    };
    if let Some(folder) = aside {
        files::make_folder(folder)?;
    }
    let writer = Writer::new(format, true, TextOptions::default());
    let mut run = Run::new(args, &inputs, to_stdout.then_some(writer))?;
    read(&work, &inputs.pictures, journal.as_ref(), &mut run)?;
    run.progress.finish();

    if run.left == 0
        && let (Some(target), Some(journal)) = (&target, journal)
    {
        let mut journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        let writer = Writer::new(format, true, TextOptions::default());
        target.write(&mut journal, &run.places, writer)?;
        if !args.resume {
            journal.remove()?;
        }
        run.set_aside(&inputs.pictures, aside.map(|f| f.as_path()));
    }
    run.finish(&inputs)
}

/// A picture that is done.
struct Kept {
    entry: Entry,
    trouble: Option<String>,
    hash: Option<Hash>,
    /// Where it lies in the journal, when there is one.
    place: Option<Place>,
    /// Whether an earlier run read it.
    before: bool,
}

fn read(
    work: &Work,
    pictures: &[Input],
    journal: Option<&Mutex<Journal>>,
    run: &mut Run,
) -> Result<()> {
    let stop = Stop::on_ctrl_c()?;
    let progress = Arc::clone(&run.progress);
    let one = |input: &Input| {
        if stop.asked() {
            return None;
        }
        let kept = keep(work, journal, input);
        progress.step();
        Some(kept)
    };
    work.run(pictures, one, |kept| match kept {
        Some(kept) => run.take(kept?),
        None => {
            run.left += 1;
            Ok(())
        }
    })
}

/// Reads a picture, or finds it in the journal, and notes it there.
fn keep(work: &Work, journal: Option<&Mutex<Journal>>, input: &Input) -> Result<Kept> {
    let name = input.name();
    let bytes = work.bytes(input);
    let hash = bytes.as_ref().ok().map(|b| journal::hash(b));
    if let (Some(journal), Some(hash)) = (journal, &hash)
        && let Some((place, mut entry, before)) = find(journal, hash)?
    {
        let same_name = entry.record.image == name;
        // The same picture under another name reads the same, but files beside the record are
        // named after it.
        if same_name || !work.writes_beside() {
            let place = if same_name {
                place
            } else {
                entry.record.image = name;
                lock(journal).append(&entry, Some(hash))?
            };
            return Ok(Kept {
                entry,
                trouble: None,
                hash: Some(*hash),
                place: Some(place),
                before,
            });
        }
    }
    let done = work.picture_of(&name, bytes);
    let (trouble, entry) = (
        done.trouble,
        Entry {
            record: done.record,
            figures: done.figures,
        },
    );
    // What could not be written beside the record is tried again by the next run.
    let known = hash.as_ref().filter(|_| trouble.is_none());
    let place = journal
        .map(|journal| lock(journal).append(&entry, known))
        .transpose()?;
    Ok(Kept {
        entry,
        trouble,
        hash,
        place,
        before: false,
    })
}

/// What the journal has of this content. The lock is given back at once.
fn find(journal: &Mutex<Journal>, hash: &Hash) -> Result<Option<(Place, Entry, bool)>> {
    lock(journal).find(hash)
}

/// A journal is never left half changed, so that it holds after a fault in another thread too.
fn lock(journal: &Mutex<Journal>) -> MutexGuard<'_, Journal> {
    journal.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What has come out of a run so far.
struct Run<'a> {
    args: &'a BatchArgs,
    progress: Arc<Progress>,
    total: usize,
    start: Instant,
    done: usize,
    /// Pictures that were not looked at because the user stopped.
    left: usize,
    before: usize,
    tally: Tally,
    places: Vec<Place>,
    /// The pictures that need a look, by their number.
    doubtful: Vec<usize>,
    /// The first picture of each content, by its number.
    seen: HashMap<Key, usize>,
    twins: usize,
    /// Standard output, when that is where the records go.
    stdout: Option<(Writer, Stdout)>,
}

impl<'a> Run<'a> {
    fn new(args: &'a BatchArgs, inputs: &Inputs, writer: Option<Writer>) -> Result<Self> {
        let total = inputs.pictures.len();
        let wanted = !args.common.quiet && !args.common.verbose;
        let mut stdout = writer.map(|writer| (writer, Stdout::lock()));
        if let Some((writer, out)) = &mut stdout {
            out.write(&writer.begin())?;
        }
        Ok(Self {
            args,
            progress: Arc::new(Progress::new(total, wanted)),
            total,
            start: Instant::now(),
            done: 0,
            left: 0,
            before: 0,
            tally: Tally::default(),
            places: Vec::with_capacity(total),
            doubtful: Vec::new(),
            seen: HashMap::with_capacity(total),
            twins: 0,
            stdout,
        })
    }

    /// Takes the next picture in the order of the inputs.
    fn take(&mut self, kept: Kept) -> Result<()> {
        let number = self.done;
        self.done += 1;
        let Entry { record, figures } = kept.entry;
        self.tally.add(&record);
        self.before += usize::from(kept.before);
        self.places.extend(kept.place);
        let sure = |b: &fenlens::BoardRecord| b.verdict == Verdict::Sure;
        if record.boards.is_empty() || !record.boards.iter().all(sure) {
            self.doubtful.push(number);
        }
        let common = &self.args.common;
        for line in outcome::remarks(&record, common.quiet, false) {
            self.progress.tell(&line);
        }
        if let Some(trouble) = kept.trouble {
            self.trouble(&trouble);
        }
        if common.verbose {
            let boards = count(record.boards.len(), "board");
            let (done, total) = (self.done, self.total);
            self.progress
                .tell(&format!("{done}/{total} {}: {boards}", record.image));
        }
        if let Some(first) = kept.hash.and_then(|h| self.first(h, number)) {
            self.twins += 1;
            if common.verbose {
                let (name, first) = (&record.image, first + 1);
                self.progress.tell(&format!(
                    "fenlens: {name}: the same picture as number {first}"
                ));
            }
        }
        if common.timings {
            work::timings(&record)
                .iter()
                .for_each(|line| self.progress.tell(line));
        }
        match &mut self.stdout {
            Some((writer, out)) => out.write(&writer.picture(&record, figures.as_ref())?),
            None => Ok(()),
        }
    }

    /// The earlier picture of the same content.
    fn first(&mut self, hash: Hash, number: usize) -> Option<usize> {
        let first = *self.seen.entry(journal::key(&hash)).or_insert(number);
        (first != number).then_some(first)
    }

    fn trouble(&mut self, what: &str) {
        self.tally.failed += 1;
        self.progress.tell(&format!("fenlens: {what}"));
    }

    /// Copies or moves the pictures that need a look.
    fn set_aside(&mut self, pictures: &[Input], folder: Option<&Path>) {
        let Some(folder) = folder else {
            return;
        };
        let put = match self.args.move_doubtful {
            Some(_) => files::move_into,
            None => files::copy_into,
        };
        for number in std::mem::take(&mut self.doubtful) {
            if let Input::File(path) = &pictures[number]
                && path.is_file()
                && let Err(error) = put(folder, path)
            {
                self.trouble(&outcome::reason(&error));
            }
        }
    }

    /// Ends the output, tells what came out, and gives the exit status.
    fn finish(mut self, inputs: &Inputs) -> Result<ExitCode> {
        if let Some((writer, out)) = &mut self.stdout {
            out.write(&writer.end())?;
        }
        for (name, error) in &inputs.missing {
            self.trouble(&format!("{name}: {}", outcome::reason(error)));
        }
        if !self.args.common.quiet {
            self.progress.tell(&self.summary(inputs.skipped));
        }
        if self.left > 0 {
            let how = match self.stdout {
                Some(_) => "what was read is written".to_owned(),
                None => "what was read is kept; the same command with --resume carries on".into(),
            };
            let left = count(self.left, "picture");
            self.progress.tell(&format!("stopped, {left} left: {how}"));
            return Ok(ExitCode::from(STOPPED));
        }
        Ok(self.tally.status())
    }

    fn summary(&self, skipped: usize) -> String {
        let read = self.done - self.before;
        let rate = read as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
        let mut line = format!("{}; {rate:.1} pictures a second", self.tally.summary());
        for (n, what) in [
            (self.before, "read by an earlier run"),
            (self.twins, "the same as others"),
            (skipped, "other files skipped"),
        ] {
            if n > 0 {
                line += &format!("; {n} {what}");
            }
        }
        line
    }
}
