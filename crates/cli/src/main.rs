//! The `fenlens` command: pictures of chess diagrams to FEN.

mod annotate;
mod args;
mod batch;
mod check;
mod clipboard;
mod draw;
mod figures;
mod files;
mod inputs;
mod outcome;
mod output;
mod read;
mod shown;
mod stages;
mod work;

use anyhow::{Result, bail};
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use outcome::{Stdout, tell};
use std::{io, process::ExitCode};

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(status) => status,
        // The reader of a pipe had enough, as `head` does; nothing is wrong.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // An input or output error that names no file is one of standard output.
            let place = match error.downcast_ref::<io::Error>() {
                Some(bare) if bare.to_string() == error.to_string() => "standard output: ",
                _ => "",
            };
            tell(&format!("fenlens: {place}{}", outcome::reason(&error)));
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Read(args) => read::run(args),
        Command::Batch(args) => batch::run(args),
        Command::Check(args) => check::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "fenlens", &mut script);
            print(&script)
        }
        Command::Man { command } => print(&manual(command.as_deref())?),
    }
}

fn print(text: &[u8]) -> Result<ExitCode> {
    Stdout::new().write(&String::from_utf8_lossy(text))?;
    Ok(ExitCode::SUCCESS)
}

/// The manual page of the program or of one of its commands.
fn manual(command: Option<&str>) -> Result<Vec<u8>> {
    let mut cli = Cli::command();
    cli.build();
    let page = match command {
        None => cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(found) => found.clone(),
            None => bail!("there is no command {name:?}; see fenlens --help"),
        },
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    Ok(roff)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
