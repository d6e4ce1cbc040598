//! The command `fenlens-synth`: synthetic diagrams for training, measuring and looking at.

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand, ValueEnum};
use fenlens_synth::export::{
    self, Drill, Kind, LabelOptions, LineOptions, SceneOptions, TileOptions, record_rng,
    truth_json, write_drill, write_labels, write_lines, write_scenes, write_set, write_tiles,
};
use fenlens_synth::scene::Artist;
use fenlens_synth::{ArtLibrary, Split};
use std::path::PathBuf;

/// Draws chess diagrams, puts them into pages and screens, damages them, and writes them with
/// their truth. The same seed gives the same bytes on any number of threads.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct Common {
    /// Folder of art made by training-notes/fetch_art.py; without it only the built-in set is drawn
    #[arg(long, value_name = "DIR")]
    art: Option<PathBuf>,
    /// Families to draw from
    #[arg(long, value_enum, default_value_t = SplitName::Train)]
    split: SplitName,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; 0 means one for each core
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum SplitName {
    Train,
    Holdout,
}

#[derive(Subcommand)]
enum Command {
    /// Tiles for the square classifier (file of kind FLT1)
    ///
    /// Little-endian: "FLT1", u32 boards, u32 side; for each board 64*side*side u8 pixels in image
    /// order, round((v + 0.25) / 1.5 * 255); for each board 64 u8 classes in image order (bits 0-3; bits
    /// 4-7: in so many of sixteen the square is empty, where it is a question); for each board u16
    /// family and u16 flags (bits 0-1 severity clean/light/hard, 2-3 view
    /// flat/scan/photo, 4-5 screen/print/font, 6 Black at the bottom, 8-15 pixels a square).
    /// Beside it FILE.families.txt names the families by index.
    Tiles {
        #[command(flatten)]
        common: Common,
        /// Number of boards
        #[arg(long)]
        boards: u32,
        /// Share of boards with men out of place, faded, or two on a square, 0 to 1
        #[arg(long, default_value_t = 0.0)]
        astray: f64,
        /// File to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Windows where coordinates may stand, for the label net (file of kind FLL1)
    ///
    /// Little-endian: "FLL1", u32 boards, u32 windows a board, u32 side; for each board the
    /// windows' u8 pixels ((v + 1) * 127.5); for each board u8 class of each window (0 none, 1-8 digits,
    /// 9-16 letters, 254 flat, 255 partly); for each board u8 flags (bit 0 Black at the bottom, 1
    /// labelled, 2-3 severity clean/light/hard, 4-5 view flat/scan/photo, 6 print).
    Labels {
        #[command(flatten)]
        common: Common,
        /// Number of boards
        #[arg(long)]
        boards: u32,
        /// File to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Strips of text lines, for the net that reads captions (file of kind FLC1)
    ///
    /// Little-endian: "FLC1", u32 scenes, u32 height; for each strip u16 width, u8 flags (bits 0-1
    /// severity, 2-3 view, 4 print, 5 says a side to move, 6 Black), u8 x-height, u16 bytes of
    /// text, the text, width*height u8 pixels round((v + 0.5) / 2 * 255).
    Lines {
        #[command(flatten)]
        common: Common,
        /// Number of scenes, each of up to three lines
        #[arg(long)]
        scenes: u32,
        /// File to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Whole pictures of one size for the detector (file of kind FLS1)
    ///
    /// Little-endian: "FLS1", u32 count, u32 height, u32 width; for each picture height*width*3 u8
    /// RGB, u32 boards, then 16 slots of 81*2 f32 lattice points (x, y in pixels, rows from the top
    /// left as the board lies in the picture) and u8 flag (0 empty, 1 board, 2 cut off).
    Scenes {
        #[command(flatten)]
        common: Common,
        /// Number of pictures
        #[arg(long)]
        count: u32,
        /// Height and width in pixels
        #[arg(long, default_value_t = 448)]
        size: u32,
        /// One kind only; default: all in their shares
        #[arg(long, value_enum)]
        kind: Option<Kind>,
        /// File to write
        #[arg(long)]
        out: PathBuf,
    },
    /// One picture with its truth
    Picture {
        #[command(flatten)]
        common: Common,
        /// Kind of picture
        #[arg(long, value_enum)]
        kind: Kind,
        /// Longer side in pixels, about
        #[arg(long, default_value_t = 1000)]
        side: u32,
        /// Picture to write; the ending decides the format
        #[arg(long)]
        out: PathBuf,
        /// JSON file for the truth: placement, corners, lattice, labels
        #[arg(long)]
        truth: Option<PathBuf>,
    },
    /// A folder of pictures with labels.tsv
    Set {
        #[command(flatten)]
        common: Common,
        /// Number of pictures
        #[arg(long)]
        count: u32,
        /// One kind only; default: all in their shares
        #[arg(long, value_enum)]
        kind: Option<Kind>,
        /// Folder to write into
        #[arg(long)]
        out: PathBuf,
    },
    /// A folder of pictures with labels.tsv that ask one thing: which way up, which side
    Drill {
        #[command(flatten)]
        common: Common,
        /// Number of pictures
        #[arg(long)]
        count: u32,
        /// What they ask
        #[arg(long, value_enum)]
        drill: Drill,
        /// Folder to write into
        #[arg(long)]
        out: PathBuf,
    },
}

/// The library of a command.
fn library(common: &Common) -> Result<(ArtLibrary, Split)> {
    if common.threads > 0 {
        rayon::ThreadPoolBuilder::new()
            .num_threads(common.threads)
            .build_global()?;
    }
    let split = match common.split {
        SplitName::Train => Split::Train,
        SplitName::Holdout => Split::Holdout,
    };
    let library = match &common.art {
        Some(dir) => ArtLibrary::load_where(dir, |_, s| s == split)?,
        None => ArtLibrary::builtin(),
    };
    Ok((library, split))
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Tiles {
            common,
            boards,
            astray,
            out,
        } => {
            let (library, split) = library(&common)?;
            let options = TileOptions {
                split,
                boards,
                seed: common.seed,
                astray,
            };
            write_tiles(&library, &options, &out)?;
            let names: Vec<&str> = library.families.iter().map(|f| f.name.as_str()).collect();
            let mut beside = out.into_os_string();
            beside.push(".families.txt");
            std::fs::write(&beside, names.join("\n") + "\n")
                .with_context(|| format!("{}", beside.display()))?;
        }
        Command::Labels {
            common,
            boards,
            out,
        } => {
            let (library, split) = library(&common)?;
            let options = LabelOptions {
                split,
                boards,
                seed: common.seed,
            };
            write_labels(&library, &options, &out)?;
        }
        Command::Lines {
            common,
            scenes,
            out,
        } => {
            let (library, split) = library(&common)?;
            let options = LineOptions {
                split,
                scenes,
                seed: common.seed,
            };
            write_lines(&library, &options, &out)?;
        }
        Command::Scenes {
            common,
            count,
            size,
            kind,
            out,
        } => {
            let (library, split) = library(&common)?;
            let options = SceneOptions {
                split,
                count,
                seed: common.seed,
                size,
                kind,
            };
            write_scenes(&library, &options, &out)?;
        }
        Command::Picture {
            common,
            kind,
            side,
            out,
            truth,
        } => {
            let (library, split) = library(&common)?;
            let mut artist = Artist::new(&library, split);
            let rng = &mut record_rng(common.seed, 0);
            let made = export::picture(&mut artist, kind, side, rng);
            made.image
                .save(&out)
                .with_context(|| format!("{}", out.display()))?;
            if let Some(path) = truth {
                let text = serde_json::to_string_pretty(&truth_json(&made))?;
                std::fs::write(&path, text + "\n")
                    .with_context(|| format!("{}", path.display()))?;
            }
        }
        Command::Set {
            common,
            count,
            kind,
            out,
        } => {
            let (library, split) = library(&common)?;
            write_set(&library, split, count, common.seed, kind, &out)?;
        }
        Command::Drill {
            common,
            count,
            drill,
            out,
        } => {
            let (library, split) = library(&common)?;
            write_drill(&library, split, drill, count, common.seed, &out)?;
        }
    }
    Ok(())
}
