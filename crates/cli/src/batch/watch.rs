//! `fenlens batch --watch`: reads pictures as they arrive in folders, once they are whole.
//!
//! The folders are looked through again and again instead of asking the system for events: that
//! works on network drives too.

use super::stop::Stop;
use crate::{
    args::BatchArgs,
    inputs::{self, Input, Search},
    outcome::{self, Stdout, Tally, tell},
    output::{Format, TextOptions, Writer},
    work::{self, Done, Work},
};
use anyhow::{Result, bail};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::{Duration, SystemTime},
};

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(500);

/// How many looks a file that cannot be read is given, unchanged, before that is told: 5 seconds,
/// for a program may pause while it writes.
const PATIENCE: u32 = 10;

/// Size and time of a file.
type State = (u64, Option<SystemTime>);

/// What is known of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Read, or there before the watch began.
    Done(State),
    /// Seen like this, so many times in a row.
    Growing(State, u32),
}

/// Reads what arrives until Ctrl-C.
pub fn run(args: &BatchArgs) -> Result<ExitCode> {
    let common = &args.common;
    let folders = common.all_inputs(false)?;
    if let Some(other) = folders.iter().find(|f| !f.is_dir()) {
        bail!("{}: --watch needs a folder", other.display());
    }
    let how = common.search(&[&common.annotate])?;
    let format = args.format.unwrap_or(Format::Fen);
    let work = Work::new(common, None, format.shows_pictures())?;
    let stop = Stop::on_ctrl_c()?;
    let mut writer = Writer::new(format, true, TextOptions::default());
    let mut out = Stdout::lock();
    let mut tally = Tally::default();
    let mut known: HashMap<PathBuf, Known> = files(&folders, &how)
        .map(|(path, state)| (path, Known::Done(state)))
        .collect();
    out.write(&writer.begin())?;
    if !common.quiet {
        tell("watching; Ctrl-C ends");
    }
    while !stop.asked() {
        let mut now = HashMap::new();
        for (path, state) in files(&folders, &how) {
            let (next, looks) = look(known.get(&path).copied(), state);
            let mut next = next;
            if looks > 0 && !stop.asked() {
                let done = work.picture(&Input::File(path.clone()));
                if done.record.error.is_none() || looks >= PATIENCE {
                    next = Known::Done(state);
                    show(args, &done, &mut tally);
                    let figures = done.figures.as_ref();
                    out.write(&writer.picture(&done.record, figures)?)?;
                }
            }
            now.insert(path, next);
        }
        known = now;
        thread::sleep(PAUSE);
    }
    out.write(&writer.end())?;
    if !common.quiet {
        tell(&tally.summary());
    }
    Ok(tally.status())
}

fn show(args: &BatchArgs, done: &Done, tally: &mut Tally) {
    let Done {
        record, trouble, ..
    } = done;
    tally.add(record);
    for line in outcome::remarks(record, args.common.quiet, true) {
        tell(&line);
    }
    if let Some(trouble) = trouble {
        tally.failed += 1;
        tell(&format!("fenlens: {trouble}"));
    }
    if args.common.verbose {
        tell(&format!("fenlens: {}", record.image));
    }
    if args.common.timings {
        work::timings(record).iter().for_each(|line| tell(line));
    }
}

/// What is known of a file after another look, and for how many looks it has been the same and
/// is to be read; 0 when it is not.
fn look(known: Option<Known>, state: State) -> (Known, u32) {
    match known {
        Some(Known::Done(before)) if before == state => (Known::Done(state), 0),
        Some(Known::Growing(before, looks)) if before == state && state.0 > 0 => {
            (Known::Growing(state, looks + 1), looks + 1)
        }
        _ => (Known::Growing(state, 0), 0),
    }
}

/// The pictures in the folders, with their sizes and times. A folder that is away for a while is
/// taken for an empty one.
fn files(folders: &[PathBuf], how: &Search) -> impl Iterator<Item = (PathBuf, State)> {
    let found = inputs::expand(folders, how).pictures;
    found.into_iter().filter_map(|input| match input {
        Input::File(path) => state(&path).map(|state| (path, state)),
        Input::Stdin | Input::Clipboard => None,
    })
}

fn state(path: &Path) -> Option<State> {
    let data = path.metadata().ok()?;
    Some((data.len(), data.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_when_it_has_stopped_growing() {
        let states = [(0, None), (5, None), (9, None), (9, None), (9, None)];
        let mut known = None;
        let mut looks = Vec::new();
        for state in states {
            let (next, n) = look(known, state);
            known = Some(next);
            looks.push(n);
        }
        assert_eq!(looks, [0, 0, 0, 1, 2]);
        let done = Some(Known::Done((9, None)));
        assert_eq!(look(done, (9, None)).1, 0);
        assert_eq!(look(done, (8, None)), (Known::Growing((8, None), 0), 0));
        let empty = Some(Known::Growing((0, None), 0));
        assert_eq!(
            look(empty, (0, None)).1,
            0,
            "an empty file is not whole yet"
        );
    }
}
