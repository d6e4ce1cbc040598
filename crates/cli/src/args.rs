//! The command line.

use crate::{
    check, draw,
    inputs::{self, Patterns, Search},
    output::Format,
};
use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use fenlens::{
    AssembleParams, Boards, CastlingChoice, Crop, FieldsGiven, Given, ReaderParams,
    fen::{Castling, CastlingRight, Color, Square},
    vision::{DecodeLimits, Point, Quad},
};
use std::{path::PathBuf, time::Duration};

/// What every help text ends with.
const AFTER_HELP: &str = "\
Exit status:
  0  everything was read and is sure
  1  something was not read or is doubtful (a picture without a board, a board to check)
  2  an error: bad input, a damaged model, bad usage
  130  stopped with Ctrl-C

Errors are printed on standard error as \"fenlens: PATH: REASON\"; one bad picture never keeps the
others from being read.";

/// Pictures of chess diagrams to FEN, with the confidence of each square. Offline, on the CPU.
#[derive(Parser)]
#[command(name = "fenlens", version, after_help = AFTER_HELP, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Read pictures and print what they show
    #[command(after_help = AFTER_HELP)]
    Read(ReadArgs),
    /// Read thousands of pictures into one file
    #[command(after_help = AFTER_HELP)]
    Batch(BatchArgs),
    /// Validate FEN or EPD and explain each finding
    Check(check::CheckArgs),
    /// Draw a diagram as SVG or PNG
    Draw(draw::DrawArgs),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page (roff), of fenlens or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}

/// Arguments of `read`.
#[derive(Args)]
pub struct ReadArgs {
    /// What to read and how.
    #[command(flatten)]
    pub common: CommonArgs,
    /// How to print [default: text on a terminal, fen in a pipe]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write what each stage makes into this folder: the rough places found first, the picture with
    /// the grid found, the squared-up board, the tiles, the record
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub stages: Option<PathBuf>,
    /// Read the picture on the clipboard too
    #[arg(long)]
    pub clipboard: bool,
    /// Put the FENs onto the clipboard
    #[arg(long)]
    pub copy: bool,
    /// Colours in the report
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Arguments of `batch`.
#[derive(Args)]
pub struct BatchArgs {
    /// What to read and how.
    #[command(flatten)]
    pub common: CommonArgs,
    /// The file to write, or - for standard output; its ending tells the format (jsonl, json, csv,
    /// fen, epd, pgn, html, txt). The file appears when all is done; until then what was read is kept
    /// beside it, one JSON record a line, in a file whose name ends in ".journal"
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "watch")]
    pub out: Option<PathBuf>,
    /// Keep looking at the folders and print what is read from each picture that arrives, until
    /// Ctrl-C; as FEN, where --format says nothing else
    #[arg(long, conflicts_with_all = ["out", "resume", "copy_doubtful", "move_doubtful"])]
    pub watch: bool,
    /// How to write [default: by the ending of --out]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Carry on from a run that was cut off: pictures that it read are not read again, unless they
    /// have changed since. The journal is kept, so that a later run with --resume reads only what
    /// is new
    #[arg(long)]
    pub resume: bool,
    /// Copy the pictures that need a look (a board to check, no board, not read) into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub copy_doubtful: Option<PathBuf>,
    /// Move them there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "copy_doubtful")]
    pub move_doubtful: Option<PathBuf>,
}

/// Arguments of both.
#[derive(Args)]
pub struct CommonArgs {
    /// A picture, a folder (searched with all folders in it), a glob ("scans/*.png"), or - for
    /// a picture on standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Read the pictures named in this file too, one a line or parted by NUL bytes; - for standard
    /// input, as in: find . -name "*.png" -print0 | fenlens read --list -
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub list: Option<PathBuf>,
    /// Of folders, read only files that match this pattern; may be given several times. A pattern
    /// without / is for the name of a file, one with / for its path below the folder
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<String>,
    /// Of folders, pass over files and folders that match this pattern; may be given several times
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Side to move [default: the side in check, else White]
    #[arg(long, value_name = "w|b", value_parser = side)]
    pub side: Option<Color>,
    /// Castling rights: none, possible (all that kings and rooks at home allow) or letters such as
    /// KQkq [default: none, but KQkq in the start array]
    #[arg(long, value_name = "RIGHTS", value_parser = castling)]
    pub castling: Option<CastlingChoice>,
    /// En passant square
    #[arg(long, value_name = "SQUARE")]
    pub ep: Option<Square>,
    /// Side at the bottom of the picture
    #[arg(long, value_enum, default_value_t = Bottom::Auto)]
    pub bottom: Bottom,
    /// The board's four outer corners in pixels, clockwise from its top left in the picture;
    /// nothing is searched for
    #[arg(long, value_name = "x1,y1,…,x4,y4", value_parser = corners, allow_hyphen_values = true)]
    pub corners: Option<Quad>,
    /// Look only at this part of the picture
    #[arg(long, value_name = "x,y,w,h", value_parser = crop, conflicts_with = "corners")]
    pub crop: Option<Crop>,
    /// Which boards of a picture to read
    #[arg(long, value_enum, default_value_t = BoardsArg::All)]
    pub boards: BoardsArg,
    /// Boards less likely than this (0 to 1) to be right as a whole are to be checked
    #[arg(long, value_name = "P", value_parser = probability, default_value_t = AssembleParams::default().board)]
    pub min_confidence: f64,
    /// Write the pictures with the boards found drawn on them into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub annotate: Option<PathBuf>,
    /// Let --annotate and --stages replace other files of the same names
    #[arg(long)]
    pub force: bool,
    /// Print how long each stage took, on standard error
    #[arg(long)]
    pub timings: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Another model for the squares, in place of the built-in one; its card lies beside it with
    /// the ending .json [default: the one in the environment variable FENLENS_MODEL]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub model: Option<PathBuf>,
    /// Only errors on standard error, no remarks and no summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// A line for each picture on standard error
    #[arg(short, long)]
    pub verbose: bool,
    /// What decoding may use up.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Limits against files that would use up the machine.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Largest width and height of a picture, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = DecodeLimits::default().max_side)]
    pub max_side: u32,
    /// Largest number of pixels of a picture
    #[arg(long, value_name = "PIXELS", default_value_t = DecodeLimits::default().max_pixels)]
    pub max_pixels: u64,
    /// Most memory that decoding may take, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = DecodeLimits::default().max_alloc)]
    pub max_memory: u64,
    /// Longest time that decoding a picture may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = DecodeLimits::default().max_time.as_secs())]
    pub max_seconds: u64,
    /// Largest file, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    pub max_bytes: u64,
}

impl CommonArgs {
    /// The arguments and what the list names; there must be some unless there are `others`.
    pub fn all_inputs(&self, others: bool) -> Result<Vec<PathBuf>> {
        let mut all = self.inputs.clone();
        if let Some(list) = &self.list {
            all.extend(inputs::listed(list)?);
        } else if all.is_empty() && !others {
            bail!("nothing to read: name a picture, a folder, a pattern, or - for standard input");
        }
        Ok(all)
    }

    /// What is taken of folders; `without` names folders that this run writes into.
    pub fn search(&self, without: &[&Option<PathBuf>]) -> Result<Search> {
        Ok(Search {
            include: Patterns::new(&self.include)?,
            exclude: Patterns::new(&self.exclude)?,
            without: without.iter().copied().flatten().cloned().collect(),
        })
    }

    /// How to read.
    pub fn params(&self) -> ReaderParams {
        let assemble = AssembleParams {
            board: self.min_confidence,
            ..AssembleParams::default()
        };
        ReaderParams {
            decode: DecodeLimits {
                max_side: self.limits.max_side,
                max_pixels: self.limits.max_pixels,
                max_alloc: self.limits.max_memory,
                max_time: Duration::from_secs(self.limits.max_seconds),
            },
            assemble,
            boards: match self.boards {
                BoardsArg::All => Boards::All,
                BoardsArg::Largest => Boards::Largest,
            },
            ..ReaderParams::default()
        }
    }

    /// What is known beforehand.
    pub fn given(&self) -> Given {
        Given {
            corners: self.corners,
            crop: self.crop,
            bottom: match self.bottom {
                Bottom::Auto => None,
                Bottom::White => Some(Color::White),
                Bottom::Black => Some(Color::Black),
            },
            fields: FieldsGiven {
                side: self.side,
                castling: self.castling.unwrap_or_default(),
                ep: self.ep,
                shown: None,
            },
        }
    }
}

/// `--bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bottom {
    /// Found out from the picture
    Auto,
    /// White
    White,
    /// Black
    Black,
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `--boards`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardsArg {
    /// All of them, in reading order
    All,
    /// The largest one only
    Largest,
}

/// `w` or `b`.
pub fn side(text: &str) -> Result<Color, String> {
    match text {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err("expected w or b".into()),
    }
}

/// `none`, `possible` or letters.
pub fn castling(text: &str) -> Result<CastlingChoice, String> {
    match text {
        "none" | "-" => Ok(CastlingChoice::None),
        "possible" => Ok(CastlingChoice::Possible),
        letters => letters
            .chars()
            .map(CastlingRight::from_char)
            .collect::<Option<Castling>>()
            .filter(|rights| !rights.is_empty())
            .map(CastlingChoice::Given)
            .ok_or_else(|| "expected none, possible or letters such as KQkq".into()),
    }
}

/// Exactly `N` numbers parted by commas.
fn numbers<T: std::str::FromStr + Copy + Default, const N: usize>(
    text: &str,
) -> Result<[T; N], String> {
    let mut values = [T::default(); N];
    let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    for value in &mut values {
        *value = parts
            .next()
            .and_then(|part| part.parse().ok())
            .ok_or_else(|| format!("expected {N} numbers parted by commas"))?;
    }
    match parts.next() {
        None => Ok(values),
        Some(_) => Err(format!("expected {N} numbers parted by commas, found more")),
    }
}

/// Four corners, clockwise.
pub fn corners(text: &str) -> Result<Quad, String> {
    let v = numbers::<f32, 8>(text)?;
    let quad = Quad(std::array::from_fn(|i| Point::new(v[2 * i], v[2 * i + 1])));
    if quad.is_convex() {
        Ok(quad)
    } else {
        Err("the corners must go clockwise around a board, from its top left".into())
    }
}

/// A part with pixels in it.
pub fn crop(text: &str) -> Result<Crop, String> {
    let [x, y, width, height] = numbers::<u32, 4>(text)?;
    if width == 0 || height == 0 {
        return Err("width and height must be more than 0".into());
    }
    Ok(Crop {
        x,
        y,
        width,
        height,
    })
}

/// 0 to 1.
pub fn probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| "expected a number from 0 to 1".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn values_are_checked() {
        assert!(corners("0,0,8,0,8,8,0,8").is_ok());
        assert!(corners("0,0,0,8,8,8,8,0").is_err(), "counter-clockwise");
        assert!(corners("0,0,8,0,8,8,0").is_err());
        assert!(corners("0,0,8,0,8,8,0,8,9").is_err());
        assert!(corners("0,0,8,0,8,8,nan,8").is_err());
        assert!(crop("1,2,0,4").is_err());
        assert_eq!(crop("1,2,3,4").unwrap().height, 4);
        assert!(probability("1.5").is_err() && probability("nan").is_err());
        assert_eq!(castling("none"), Ok(CastlingChoice::None));
        assert_eq!(
            castling("Kq").map(|c| matches!(c, CastlingChoice::Given(_))),
            Ok(true)
        );
        assert!(castling("x").is_err() && castling("").is_err());
    }
}
