//! The `fenlens` command: pictures of chess diagrams to FEN. A library only so that its parts can be
//! tested and fuzzed from outside; nothing in it is promised to stay as it is.

pub mod annotate;
pub mod args;
pub mod batch;
pub mod check;
pub mod clipboard;
pub mod draw;
pub mod figures;
pub mod files;
pub mod inputs;
pub mod outcome;
pub mod output;
pub mod read;
pub mod shown;
pub mod stages;
pub mod work;

use anyhow::{Result, bail};
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use outcome::{Stdout, tell};
use std::{env, io, process::ExitCode};

/// Runs the program with the arguments of this process and gives its exit status.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return wrong_usage(&error),
    };
    match run(&cli.command) {
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

/// Tells what is wrong with the arguments, or what was asked for in place of a command. They may
/// be names of files, as the shell makes of a pattern, and are then shown as such names are.
fn wrong_usage(error: &clap::Error) -> ExitCode {
    let steers = |argument: std::ffi::OsString| argument.to_string_lossy().contains(shown::steers);
    if error.use_stderr() && env::args_os().skip(1).any(steers) {
        error.to_string().lines().for_each(tell);
    } else {
        // That nobody reads it is no fault of the arguments.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
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
    Stdout::lock().write(&String::from_utf8_lossy(text))?;
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
