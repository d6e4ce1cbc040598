//! `fenlens read`: pictures in, reports out.

use crate::{
    args::ReadArgs,
    inputs,
    outcome::{self, Tally, tell},
    output::{Format, TextOptions, Writer},
    work::{self, Work},
};
use anyhow::Result;
use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

/// Reads the pictures and prints what they show.
pub fn run(args: &ReadArgs) -> Result<ExitCode> {
    let work = Work::new(&args.common, args.stages.clone())?;
    let inputs = inputs::expand(&args.common.inputs);
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
    let many = inputs.searched || args.common.inputs.len() > 1;
    let mut writer = Writer::new(format, many, TextOptions { ascii: !unicode() });
    let mut out = io::stdout().lock();
    if !inputs.pictures.is_empty() || many {
        out.write_all(writer.begin().as_bytes())?;
    }
    work.run(&inputs.pictures, |record| -> Result<()> {
        tally.add(&record);
        for line in outcome::remarks(&record, args.common.quiet, !format.tells_doubts()) {
            tell(&line);
        }
        if args.common.verbose {
            tell(&format!(
                "fenlens: {}: {} boards",
                record.image,
                record.boards.len()
            ));
        }
        if args.common.timings {
            work::timings(&record).iter().for_each(|t| tell(t));
        }
        out.write_all(writer.picture(&record)?.as_bytes())?;
        Ok(())
    })?;
    if !inputs.pictures.is_empty() || many {
        out.write_all(writer.end().as_bytes())?;
    }
    out.flush()?;
    if args.common.verbose && inputs.skipped > 0 {
        tell(&format!(
            "fenlens: {} files are no pictures or hidden",
            inputs.skipped
        ));
    }
    Ok(tally.status())
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
