//! Scores the reader on labelled pictures: the whole pipeline, the squares alone (true corners and
//! orientation given), and detection alone; or detection on drawn pictures; or says what a picture
//! costs. Prints rows for `training-notes/RESULTS.md`.

mod bench;
mod cost;
mod detection;
mod labels;
mod orientation;
mod score;
mod sheet;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};
use cpu_time::ProcessTime;
use detection::Detection;
use fenlens::{
    Given, LabelVote, PictureReading, PictureRecord, Reader, ReaderParams, Verdict,
    vision::{Picture, Quad, detect::BoardQuad},
};
use labels::{Labelled, TrueBoard};
use score::{Counts, Found};
use sheet::Wrong;
use std::{
    collections::HashSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Scores fenlens on labelled or drawn pictures
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    labelled: Option<Args>,
}

#[derive(Subcommand)]
enum Command {
    Detection(bench::BenchArgs),
    Cost(cost::CostArgs),
}

/// Scores fenlens on labelled pictures
#[derive(clap::Args)]
struct Args {
    /// The labels; the pictures lie beside them
    labels: PathBuf,
    /// Column to group by
    #[arg(long, default_value = "kind")]
    by: String,
    /// Only pictures whose group is this one
    #[arg(long)]
    only: Option<String>,
    /// List every board that was missed, read wrong or made up
    #[arg(long)]
    wrong: bool,
    /// Write a contact sheet of the wrong squares (true corners where labelled, else those found)
    #[arg(long, value_name = "PNG")]
    sheet: Option<PathBuf>,
    /// Write the records of the whole pipeline as JSON lines
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Instead, print which way up, which side at the bottom and which to move was read
    #[arg(long)]
    orientation: bool,
    /// With --orientation: turn every picture clockwise first, by 90, 180 or 270 degrees
    #[arg(
        long,
        value_name = "DEGREES",
        default_value_t = 0,
        requires = "orientation"
    )]
    turn: usize,
    /// Threads; CPU times are comparable with one
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// All figures of a group of pictures.
#[derive(Default)]
struct Group {
    name: String,
    /// Whole pipeline.
    whole: Counts,
    /// Boards with labelled corners read from these: how many, and how many exact.
    given: (usize, usize),
    /// Wrong squares of those boards, and how many of them were marked sure though not exact.
    given_wrong: (usize, usize),
    detection: Detection,
    /// CPU (or wall-clock) milliseconds of each picture, whole pipeline.
    ms: Vec<f64>,
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    match (cli.command, cli.labelled) {
        (Some(Command::Detection(args)), _) => bench::run(&args),
        (Some(Command::Cost(args)), _) => cost::run(&args),
        (None, Some(args)) => labelled(args),
        (None, None) => Cli::command()
            .error(
                ErrorKind::MissingRequiredArgument,
                "a file of labels or one of the commands `detection` and `cost` is needed",
            )
            .exit(),
    }
}

/// Scores the reader on labelled pictures.
fn labelled(args: Args) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build_global()?;
    let mut pictures = labels::read(&args.labels, &args.by)?;
    if let Some(only) = &args.only {
        pictures.retain(|p| p.group == *only);
    }
    let folder = args.labels.parent().unwrap_or(Path::new("."));
    let reader = Reader::new(ReaderParams::default())?;
    if args.orientation {
        let turn = args.turn / 90 % 4;
        return orientation::run(&reader, folder, &pictures, turn, args.wrong);
    }
    let mut records = match &args.records {
        Some(path) => Some(fs::File::create(path).with_context(|| path.display().to_string())?),
        None => None,
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut all = Group {
        name: "ALL".into(),
        ..Group::default()
    };
    let mut wrong_squares = Vec::new();
    for labelled in &pictures {
        let at = match groups.iter().position(|g| g.name == labelled.group) {
            Some(at) => at,
            None => {
                groups.push(Group {
                    name: labelled.group.clone(),
                    ..Group::default()
                });
                groups.len() - 1
            }
        };
        let result = examine(&reader, folder, labelled, args.sheet.is_some());
        if let Some(file) = &mut records {
            writeln!(file, "{}", serde_json::to_string(&result.record)?)?;
        }
        for group in [&mut groups[at], &mut all] {
            result.count(labelled, group);
        }
        if args.wrong {
            result.list(labelled);
        }
        wrong_squares.extend(result.wrong_squares);
    }
    groups.push(all);
    print(&args, &reader, &groups);
    if let Some(path) = &args.sheet {
        sheet::draw(&wrong_squares)
            .save(path)
            .with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// What came of one picture.
struct Examined {
    record: PictureRecord,
    found: Vec<Found>,
    quads: Vec<Quad>,
    /// For each board with labelled corners: wrong squares, and whether it was marked sure.
    given: Vec<(usize, bool)>,
    wrong_squares: Vec<Wrong>,
    ms: f64,
}

/// Reads a picture in the three conditions.
fn examine(reader: &Reader, folder: &Path, labelled: &Labelled, sheet: bool) -> Examined {
    let mut result = Examined {
        record: PictureRecord::failed(&labelled.path, &reader.model(), &""),
        found: Vec::new(),
        quads: Vec::new(),
        given: Vec::new(),
        wrong_squares: Vec::new(),
        ms: 0.0,
    };
    let start = ProcessTime::now();
    let read = || -> Result<(Picture, PictureReading)> {
        let bytes = fs::read(folder.join(&labelled.path))?;
        let picture = reader.decode(&bytes)?;
        let reading = reader.read(&picture, &Given::default())?;
        Ok((picture, reading))
    };
    let read = read();
    result.ms = start.elapsed().as_secs_f64() * 1e3;
    let (picture, reading) = match read {
        Ok(read) => read,
        Err(error) => {
            result.record =
                PictureRecord::failed(&labelled.path, &reader.model(), &format!("{error:#}"));
            return result;
        }
    };
    result.record = PictureRecord::new(&labelled.path, &reader.model(), &reading);
    result.found = reading
        .boards
        .iter()
        .map(|b| Found {
            placement: *b.reading.placement(),
            sure: b.reading.verdict == Verdict::Sure,
        })
        .collect();
    result.quads = reading.boards.iter().map(|b| b.quad.quad).collect();
    for truth in &labelled.boards {
        if let Some(corners) = truth.corners
            && let Some(found) = from_true_corners(reader, &picture, truth, corners)
        {
            let wrong = (0..64)
                .filter(|&k| found.placement.0[k] != truth.placement.0[k])
                .count();
            result.given.push((wrong, found.sure));
            if sheet {
                collect_wrong(reader, &picture, truth, corners, &mut result.wrong_squares);
            }
        }
    }
    let unlabelled = labelled.boards.iter().any(|b| b.corners.is_none());
    if sheet && unlabelled {
        let (pairs, _) = score::pair(&labelled.boards, &result.found);
        for (truth, m) in labelled.boards.iter().zip(pairs) {
            if let Some(m) = m {
                let mut truth = truth.clone();
                let bottom = reading.boards[m.found].reading.orientation.bottom;
                truth.bottom = Some(if m.wrong <= m.turned {
                    bottom
                } else {
                    bottom.other()
                });
                let corners = result.quads[m.found];
                collect_wrong(reader, &picture, &truth, corners, &mut result.wrong_squares);
            }
        }
    }
    result
}

/// Reads a board from its true corners and orientation.
fn from_true_corners(
    reader: &Reader,
    picture: &Picture,
    truth: &TrueBoard,
    corners: Quad,
) -> Option<Found> {
    let given = Given {
        corners: Some(corners),
        bottom: truth.bottom,
        ..Given::default()
    };
    let reading = reader.read(picture, &given).ok()?;
    let board = reading.boards.first()?;
    Some(Found {
        placement: *board.reading.placement(),
        sure: board.reading.verdict == Verdict::Sure,
    })
}

/// The squares of a board that are read wrong, with their tiles.
fn collect_wrong(
    reader: &Reader,
    picture: &Picture,
    truth: &TrueBoard,
    corners: Quad,
    wrong: &mut Vec<Wrong>,
) {
    let Ok(board) = reader.rectify(picture, &corners) else {
        return;
    };
    let tiles = reader.slice(&board);
    let Ok(probs) = reader.classify(&tiles) else {
        return;
    };
    let given = Given {
        bottom: truth.bottom,
        ..Given::default()
    };
    let quad = BoardQuad {
        quad: corners,
        score: 1.0,
        partial: false,
        lattice: None,
    };
    let orientation = reader.orient(&probs, &LabelVote::default(), &[], &given);
    let reading = reader.assemble(&quad, &probs, orientation, &given);
    for s in &reading.squares {
        let expected = truth.placement.get(s.square);
        if s.first.piece != expected {
            let k = match orientation.bottom {
                fenlens::fen::Color::White => s.square.index(),
                fenlens::fen::Color::Black => s.square.rotated().index(),
            };
            wrong.push(Wrong::new(&tiles, k, expected, s.first.piece, s.first.p));
        }
    }
}

impl Examined {
    fn count(&self, labelled: &Labelled, group: &mut Group) {
        let (pairs, extra) = score::pair(&labelled.boards, &self.found);
        group.whole.failed += usize::from(self.record.error.is_some());
        group
            .whole
            .add(&labelled.boards, &self.found, &pairs, &extra);
        for &(wrong, sure) in &self.given {
            group.given.0 += 1;
            group.given.1 += usize::from(wrong == 0);
            group.given_wrong.0 += wrong;
            group.given_wrong.1 += usize::from(wrong > 0 && sure);
        }
        let corners: Vec<Option<Quad>> = labelled.boards.iter().map(|b| b.corners).collect();
        group.detection.add(&corners, &self.quads);
        group.ms.push(self.ms);
    }

    /// Prints what is wrong with the picture's boards.
    fn list(&self, labelled: &Labelled) {
        let path = &labelled.path;
        if let Some(error) = &self.record.error {
            println!("FAILED  {path} {error}");
        }
        let (pairs, extra) = score::pair(&labelled.boards, &self.found);
        let sure = |k: usize| if self.found[k].sure { " SURE" } else { "" };
        for (truth, m) in labelled.boards.iter().zip(&pairs) {
            match m {
                None => println!("MISSED  {path}"),
                Some(m) if m.wrong > 0 => {
                    let kind = if m.turned < m.wrong {
                        "TURNED "
                    } else {
                        "WRONG  "
                    };
                    let error = truth.corners.map_or(String::new(), |c| {
                        let e = detection::corner_error(&c, &self.quads[m.found]);
                        format!(", corners off by {e:.2}")
                    });
                    println!(
                        "{kind} {path} {} squares{error}{}",
                        m.wrong.min(m.turned),
                        sure(m.found)
                    );
                }
                Some(_) => {}
            }
        }
        for k in extra {
            println!("EXTRA   {path}{}", sure(k));
        }
    }
}

/// Prints the three tables in Markdown.
fn print(args: &Args, reader: &Reader, groups: &[Group]) {
    let percent = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
    println!(
        "\nModel {}, {}, {} thread(s)\n",
        reader.model().name,
        args.labels
            .parent()
            .and_then(Path::file_name)
            .unwrap_or_default()
            .to_string_lossy(),
        args.threads
    );
    println!(
        "| whole pipeline: {} | pictures | boards | found | exact | exact % | turned | turned, no \
         labels | wrong squares a board | sure | silent | extra | false/negatives | failed | CPU \
         ms median | 95 % | most |",
        args.by
    );
    println!("|{}", " --- |".repeat(17));
    for g in groups {
        let c = &g.whole;
        let mut ms = g.ms.clone();
        ms.sort_by(f64::total_cmp);
        let at = |share: f64| {
            ms.get((ms.len() as f64 * share) as usize)
                .or(ms.last())
                .copied()
                .unwrap_or(0.0)
        };
        println!(
            "| {} | {} | {} | {} | {} | {:.2} | {} | {} | {:.3} | {} | {} | {} | {}/{} | {} | {:.0} \
             | {:.0} | {:.0} |",
            g.name,
            c.pictures,
            c.boards,
            c.found,
            c.exact,
            percent(c.exact, c.boards),
            c.turned,
            c.turned_unlabelled,
            c.wrong_squares as f64 / c.found.max(1) as f64,
            c.sure,
            c.silent,
            c.extra,
            c.false_boards,
            c.negatives,
            c.failed,
            at(0.5),
            at(0.95),
            ms.last().copied().unwrap_or(0.0)
        );
    }
    let labelled: HashSet<&str> = groups
        .iter()
        .filter(|g| g.detection.boards > 0)
        .map(|g| g.name.as_str())
        .collect();
    if labelled.is_empty() {
        return;
    }
    println!(
        "\n| true corners and side given: {} | boards | exact | exact % | wrong squares a board | \
         silent |",
        args.by
    );
    println!("|{}", " --- |".repeat(6));
    for g in groups.iter().filter(|g| g.given.0 > 0) {
        println!(
            "| {} | {} | {} | {:.2} | {:.3} | {} |",
            g.name,
            g.given.0,
            g.given.1,
            percent(g.given.1, g.given.0),
            g.given_wrong.0 as f64 / g.given.0.max(1) as f64,
            g.given_wrong.1
        );
    }
    println!(
        "\n| detection alone: {} | boards | found (within 0.5 squares) | recall % | within 0.08 | \
         median corner error, squares | extra |",
        args.by
    );
    println!("|{}", " --- |".repeat(7));
    for g in groups.iter().filter(|g| labelled.contains(g.name.as_str())) {
        let d = &g.detection;
        println!(
            "| {} | {} | {} | {:.2} | {} | {:.3} | {} |",
            g.name,
            d.boards,
            d.errors.len(),
            percent(d.errors.len(), d.boards),
            d.within(0.08),
            d.median().unwrap_or(0.0),
            d.extra
        );
    }
}
