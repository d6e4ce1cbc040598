//! Detection on drawn pictures with exact truth: a fixed, seeded set, made as it is measured.

mod recipe;
mod table;
mod tally;

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use fenlens::{
    Reader, ReaderParams,
    vision::{Picture, detect::BoardQuad, without_bands},
};
use fenlens_fen::{Piece, Placement};
use fenlens_synth::{ArtLibrary, Split, scene::Artist};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_line_segment_mut;
use rayon::prelude::*;
use recipe::Made;
use std::path::PathBuf;
use tally::Outcome;

/// Detection on drawn pictures of all kinds
#[derive(clap::Args)]
pub struct BenchArgs {
    /// Folder of art made by training-notes/fetch_art.py; without it only the built-in set is drawn
    #[arg(long, value_name = "DIR")]
    art: Option<PathBuf>,
    /// How many pictures
    #[arg(long, default_value_t = 2000)]
    pictures: u64,
    /// Number of the first picture
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Seed of the set. Training uses small numbers
    #[arg(long, default_value_t = 3_000_000_019)]
    seed: u64,
    /// Only this group of pictures
    #[arg(long)]
    only: Option<String>,
    /// List every fault: boards missed or off by more than the bound, finds that are no board
    #[arg(long)]
    list: bool,
    /// Write the pictures with faults into this folder, truth in green and finds in red
    #[arg(long, value_name = "DIR")]
    faults: Option<PathBuf>,
    /// Threads; CPU times are measured with one
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// What the reader makes of a find that is no board.
struct Misread {
    /// Whether it would be read.
    read: bool,
    /// What its squares look like, as the first field of a FEN.
    squares: String,
}

/// What came of a picture, without its pixels.
struct Scored {
    made: Made,
    outcome: Outcome,
    /// Extra finds that would be read.
    read: usize,
    ms: f64,
}

/// Makes and measures the set and prints its tables.
pub fn run(args: &BenchArgs) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build_global()?;
    let library = match &args.art {
        Some(dir) => ArtLibrary::load_where(dir, |_, split| split == Split::Holdout)?,
        None => ArtLibrary::builtin(),
    };
    let split = if args.art.is_some() {
        Split::Holdout
    } else {
        Split::Train
    };
    if let Some(dir) = &args.faults {
        std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    }
    let reader = Reader::new(ReaderParams::default())?;
    let scored: Vec<Option<Scored>> = (args.first..args.first + args.pictures)
        .into_par_iter()
        .map_init(
            || Artist::new(&library, split),
            |artist, index| {
                let made = recipe::make(artist, args.seed, index);
                let other = args.only.as_ref().is_some_and(|o| o != made.group.name());
                (!other)
                    .then(|| score(&reader, made, index, args))
                    .transpose()
            },
        )
        .collect::<Result<_>>()?;
    let scored: Vec<Scored> = scored.into_iter().flatten().collect();
    table::print(&scored, args.threads == 1);
    Ok(())
}

fn score(reader: &Reader, mut made: Made, index: u64, args: &BenchArgs) -> Result<Scored> {
    let picture = Picture::new(std::mem::take(&mut made.picture.image));
    let start = ProcessTime::now();
    let picture = without_bands(picture);
    let found = reader.detect(&picture)?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let outcome = Outcome::of(&made, &found);
    let misread: Vec<Misread> = outcome
        .extra
        .iter()
        .map(|&k| misread(reader, &picture, &found[k]))
        .collect();
    let bound = if made.photo {
        tally::BOUNDS.1
    } else {
        tally::BOUNDS.0
    };
    let faults: Vec<String> = outcome
        .sought
        .iter()
        .filter(|s| s.error.is_none_or(|e| e > bound))
        .map(|s| match s.error {
            None => format!("missed {}", s.style),
            Some(e) => format!("off by {e:.2} {}", s.style),
        })
        .chain(outcome.extra.iter().zip(&misread).map(|(&k, m)| {
            let score = found[k].score;
            format!("extra, score {score:.2}, read {} {}", m.read, m.squares)
        }))
        .chain((outcome.as_whole > 0).then(|| "cut off, taken for whole".to_owned()))
        .collect();
    if args.list {
        for fault in &faults {
            println!(
                "{index:05} {:12} {fault} | {}",
                made.group.name(),
                made.picture.description
            );
        }
    }
    if let Some(dir) = args.faults.as_ref().filter(|_| !faults.is_empty()) {
        let path = dir.join(format!("{index:05}_{}.png", made.group.name()));
        overlay(&picture, &made, &found)
            .save(&path)
            .with_context(|| path.display().to_string())?;
    }
    Ok(Scored {
        made,
        read: misread.iter().filter(|m| m.read).count(),
        outcome,
        ms,
    })
}

/// What the reader makes of a find.
fn misread(reader: &Reader, picture: &Picture, board: &BoardQuad) -> Misread {
    let squared = reader.rectify_board(picture, board).ok();
    let read = squared.and_then(|s| {
        let tiles = reader.slice(&s);
        let probs = reader.classify(&tiles).ok()?;
        Some((tiles, probs))
    });
    read.map_or(
        Misread {
            read: false,
            squares: String::new(),
        },
        |(tiles, probs)| Misread {
            read: reader.judge(board, &tiles, &probs),
            squares: Placement(std::array::from_fn(|k| {
                Piece::from_class_index(probs.top_two(k)[0].0)
            }))
            .to_string(),
        },
    )
}

/// The picture with truth and finds drawn over it.
fn overlay(picture: &Picture, made: &Made, found: &[BoardQuad]) -> RgbImage {
    let mut image = picture.rgb().clone();
    let truth = made
        .picture
        .boards
        .iter()
        .map(|b| (b.corners, Rgb([0, 170, 60])));
    let finds = found.iter().map(|b| (b.quad, Rgb([230, 0, 40])));
    for (quad, colour) in truth.chain(finds) {
        for k in 0..4 {
            let (a, b) = (quad.0[k], quad.0[(k + 1) % 4]);
            draw_line_segment_mut(&mut image, (a.x, a.y), (b.x, b.y), colour);
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detection::corner_error;
    use fenlens::vision::{Point, Quad};
    use fenlens_synth::{export::record_rng, scene};
    use image::imageops::{self, FilterType};

    /// Largest difference of corners that counts as the same answer, in squares.
    const SAME: f32 = 0.05;

    fn boards(reader: &Reader, image: RgbImage) -> Vec<Quad> {
        let found = reader.detect(&Picture::new(image)).unwrap();
        found.iter().map(|b| b.quad).collect()
    }

    fn check(seed: u64, what: &str, expected: &[Quad], found: &[Quad]) {
        assert_eq!(expected.len(), found.len(), "picture {seed}, {what}");
        for (a, b) in expected.iter().zip(found) {
            let off = corner_error(a, b);
            assert!(off < SAME, "picture {seed}, {what}: {off} squares");
        }
    }

    #[test]
    fn resamplers_and_a_pixel_more_give_the_same_boards() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let reader = Reader::new(ReaderParams::default()).unwrap();
        let mut seen = 0;
        for seed in 0..6 {
            let rng = &mut record_rng(seed, 77);
            let drawn = if seed % 2 == 0 {
                scene::page(&mut artist, 1300, 4, rng)
            } else {
                scene::site(&mut artist, 1700, rng)
            };
            let size = (drawn.image.width() / 2, drawn.image.height() / 2);
            let at = |filter| imageops::resize(&drawn.image, size.0, size.1, filter);
            let first = at(FilterType::Triangle);
            let expected = boards(&reader, first.clone());
            seen += expected.len();
            for filter in [FilterType::CatmullRom, FilterType::Lanczos3] {
                check(seed, "resampled", &expected, &boards(&reader, at(filter)));
            }
            // One column and one row more at the left and the top.
            let mut moved = RgbImage::new(size.0 + 1, size.1 + 1);
            imageops::replace(&mut moved, &first, 0, 0);
            imageops::replace(&mut moved, &first, 1, 1);
            let found: Vec<Quad> = boards(&reader, moved)
                .iter()
                .map(|q| Quad(q.0.map(|p| Point::new(p.x - 1.0, p.y - 1.0))))
                .collect();
            check(seed, "moved", &expected, &found);
        }
        assert!(seen >= 8, "{seen} boards");
    }
}
