//! `fenlens read`: pictures in, reports out.

use crate::{
    annotate,
    args::{Colour, ReadArgs},
    clipboard,
    inputs::{self, Input},
    outcome::{self, Stdout, Tally, tell},
    output::{Format, TextOptions, Writer},
    shown::count,
    work::{self, Done, Work},
};
use anyhow::Result;
use std::{
    env,
    io::{self, IsTerminal},
    process::ExitCode,
};

/// Reads the pictures and prints what they show.
pub fn run(args: &ReadArgs) -> Result<ExitCode> {
    let arguments = args.common.all_inputs(args.clipboard)?;
    let how = args.common.search(&[&args.common.annotate, &args.stages])?;
    let mut inputs = inputs::expand(&arguments, &how);
    if args.clipboard {
        inputs.pictures.push(Input::Clipboard);
    }
    if args.common.force {
        let (notes, stages) = (args.common.annotate.as_deref(), args.stages.as_deref());
        annotate::spare_inputs(notes, stages, &inputs.pictures)?;
    }
    let mut fens = Vec::new();
    let mut tally = Tally {
        failed: inputs.missing.len(),
        ..Tally::default()
    };
    for (name, error) in &inputs.missing {
        tell(&format!("fenlens: {name}: {}", outcome::reason(error)));
    }
    let terminal = io::stdout().is_terminal();
    let format = args
        .format
        .unwrap_or(if terminal { Format::Text } else { Format::Fen });
    let work = Work::new(&args.common, args.stages.clone(), format.shows_pictures())?;
    let many = inputs.searched || arguments.len() > 1;
    let mut writer = Writer::new(format, many, look(args.color, terminal));
    let mut out = Stdout::lock();
    if !inputs.pictures.is_empty() || many {
        out.write(&writer.begin())?;
    }
    let one = |input: &Input| work.picture(input);
    work.run(&inputs.pictures, one, |done| -> Result<()> {
        let Done {
            record,
            figures,
            trouble,
        } = done;
        tally.add(&record);
        if let Some(trouble) = trouble {
            tally.failed += 1;
            tell(&format!("fenlens: {trouble}"));
        }
        for line in outcome::remarks(&record, args.common.quiet, !format.tells_doubts()) {
            tell(&line);
        }
        if args.common.verbose {
            tell(&format!(
                "fenlens: {}: {}",
                record.image,
                count(record.boards.len(), "board")
            ));
        }
        if args.common.timings {
            work::timings(&record).iter().for_each(|t| tell(t));
        }
        if args.copy {
            fens.extend(record.boards.iter().map(|board| board.fen.clone()));
        }
        out.write(&writer.picture(&record, figures.as_ref())?)
    })?;
    if !inputs.pictures.is_empty() || many {
        out.write(&writer.end())?;
    }
    if args.common.verbose && inputs.skipped > 0 {
        let files = count(inputs.skipped, "file");
        tell(&format!(
            "fenlens: {files} skipped: hidden, no picture, or left out"
        ));
    }
    if !fens.is_empty() {
        clipboard::copy(&fens.join("\n"), args.common.quiet)?;
    }
    Ok(tally.status())
}

/// How the report looks here.
fn look(colour: Colour, terminal: bool) -> TextOptions {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    TextOptions {
        ascii: !unicode(),
        colour: match colour {
            Colour::Auto => terminal && !set("NO_COLOR") && !dumb,
            Colour::Always => true,
            Colour::Never => false,
        },
        width: terminal
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(width, _)| width.0.into()),
    }
}

/// Whether chess symbols can be printed, by the locale.
fn unicode() -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        })
}
