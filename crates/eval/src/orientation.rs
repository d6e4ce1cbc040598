//! Which way up a board lies, which side is at the bottom and which is to move, against labels
//! (`fenlens-synth drill` writes such sets). Only boards that were found count.

use crate::{
    detection::corner_error,
    labels::{Labelled, TrueBoard},
    score::{self, Found},
};
use anyhow::Result;
use cpu_time::ProcessTime;
use fenlens::{
    Given, OrientationSource, Provenance, Reader, Verdict,
    fen::Color,
    vision::{Picture, Point, Quad},
};
use std::{fs, path::Path};

/// A found board whose corners are all within this many squares of a true one's is that board.
const SAME: f32 = 0.5;

/// Right, wrong and undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Decided {
    right: usize,
    wrong: usize,
    open: usize,
}

impl Decided {
    fn add<T: PartialEq>(&mut self, found: Option<T>, truth: T) {
        match found {
            Some(f) if f == truth => self.right += 1,
            Some(_) => self.wrong += 1,
            None => self.open += 1,
        }
    }

    fn cells(&self) -> String {
        let all = self.right + self.wrong + self.open;
        format!(
            "{}/{} ({:.1} %), {} wrong, {} open",
            self.right,
            all,
            100.0 * self.right as f64 / all.max(1) as f64,
            self.wrong,
            self.open
        )
    }
}

/// Sums over the boards of a group.
#[derive(Clone, Debug, Default)]
struct Group {
    name: String,
    boards: usize,
    found: usize,
    /// Turned upright.
    turned: Decided,
    /// The side at the bottom of boards with coordinates, by these.
    labels: Decided,
    /// Sides that coordinates gave where there are none, right and wrong.
    no_labels: usize,
    /// The side to move where the picture shows it.
    side: Decided,
    /// Boards that do not show it, and how many of them were said to.
    no_side: (usize, usize),
    sure: usize,
    silent: usize,
    /// Milliseconds of CPU for reading the coordinates of each board.
    ms: Vec<f64>,
    /// The same for the lines of text around it.
    ms_lines: Vec<f64>,
}

/// The picture and the truth about its boards, turned clockwise by quarter turns.
fn turned(picture: Picture, boards: &[TrueBoard], quarters: usize) -> (Picture, Vec<TrueBoard>) {
    let (mut image, mut boards) = (picture.rgb().clone(), boards.to_vec());
    for _ in 0..quarters {
        let height = image.height() as f32;
        image = image::imageops::rotate90(&image);
        for board in &mut boards {
            board.quarters = (board.quarters + 1) % 4;
            board.corners = board
                .corners
                .map(|c| Quad(c.0.map(|p| Point::new(height - p.y, p.x))));
        }
    }
    (Picture::new(image), boards)
}

/// Reads every picture, turned by `quarters`, and prints the table.
pub fn run(
    reader: &Reader,
    folder: &Path,
    pictures: &[Labelled],
    quarters: usize,
    list: bool,
) -> Result<()> {
    let mut groups: Vec<Group> = vec![Group {
        name: "ALL".into(),
        ..Group::default()
    }];
    for labelled in pictures {
        let at = groups.iter().position(|g| g.name == labelled.group);
        let at = at.unwrap_or_else(|| {
            groups.push(Group {
                name: labelled.group.clone(),
                ..Group::default()
            });
            groups.len() - 1
        });
        let picture = reader.decode(&fs::read(folder.join(&labelled.path))?)?;
        let (picture, boards) = turned(picture, &labelled.boards, quarters);
        let reading = reader.read(&picture, &Given::default())?;
        let quads: Vec<Quad> = reading.boards.iter().map(|b| b.quad.quad).collect();
        let found: Vec<Found> = reading
            .boards
            .iter()
            .map(|b| Found {
                placement: *b.reading.placement(),
                sure: b.reading.verdict == Verdict::Sure,
            })
            .collect();
        let (pairs, _) = score::pair(&boards, &found);
        for (truth, m) in boards.iter().zip(pairs) {
            let at_corners = truth.corners.and_then(|c| {
                (0..quads.len())
                    .map(|k| (k, corner_error(&c, &quads[k])))
                    .min_by(|a, b| a.1.total_cmp(&b.1))
                    .filter(|(_, error)| *error < SAME)
                    .map(|(k, _)| k)
            });
            let board = match truth.corners {
                Some(_) => at_corners,
                None => m.map(|m| m.found),
            };
            let ms = match board {
                Some(k) => times(reader, &picture, &quads[k])?,
                None => [0.0; 2],
            };
            let exact = board.is_some_and(|k| {
                found[k].placement == truth.placement
                    || !truth.coordinates && found[k].placement.rotated() == truth.placement
            });
            for group in [0, at] {
                let group = &mut groups[group];
                group.boards += 1;
                if let Some(k) = board {
                    group.ms.push(ms[0]);
                    group.ms_lines.push(ms[1]);
                    group.count(truth, &reading.boards[k].reading, exact);
                }
            }
            if list && let Some(k) = board {
                report(&labelled.path, truth, &reading.boards[k].reading);
                if found[k].sure && !exact {
                    println!("SILENT  {}", labelled.path);
                }
            }
        }
    }
    print(&groups);
    Ok(())
}

/// Milliseconds of CPU for a board's coordinates and for its lines of text.
fn times(reader: &Reader, picture: &Picture, quad: &Quad) -> Result<[f64; 2]> {
    picture.gray();
    let since = |start: ProcessTime| start.elapsed().as_secs_f64() * 1e3;
    let start = ProcessTime::now();
    reader.read_labels(picture, quad)?;
    let labels = since(start);
    let start = ProcessTime::now();
    for lines in reader.find_lines(picture, &[*quad]) {
        reader.read_lines(picture, quad, &lines)?;
    }
    Ok([labels, since(start)])
}

/// The side at the bottom, where coordinates gave it.
fn by_labels(reading: &fenlens::Reading) -> Option<Color> {
    let o = &reading.orientation;
    (o.source == OrientationSource::Coordinates).then_some(o.bottom)
}

/// The side to move, where the picture gave it.
fn seen_side(reading: &fenlens::Reading) -> Option<Color> {
    (reading.fields.side == Provenance::Seen).then_some(reading.fen.turn)
}

impl Group {
    fn count(&mut self, truth: &TrueBoard, reading: &fenlens::Reading, exact: bool) {
        self.found += 1;
        self.turned
            .add(Some(reading.orientation.turn.quarters), truth.quarters);
        match (truth.coordinates, truth.bottom) {
            (true, Some(bottom)) => self.labels.add(by_labels(reading), bottom),
            (false, _) => self.no_labels += usize::from(by_labels(reading).is_some()),
            _ => {}
        }
        match truth.side {
            Some(side) => self.side.add(seen_side(reading), side),
            None => {
                self.no_side.0 += 1;
                self.no_side.1 += usize::from(seen_side(reading).is_some());
            }
        }
        let sure = reading.verdict == Verdict::Sure;
        self.sure += usize::from(sure);
        self.silent += usize::from(sure && !exact);
    }
}

/// Prints what is wrong with a board.
fn report(path: &str, truth: &TrueBoard, reading: &fenlens::Reading) {
    let turn = reading.orientation.turn;
    if turn.quarters != truth.quarters {
        println!(
            "TURNED  {path} by {} not {} ({:.3})",
            90 * turn.quarters,
            90 * truth.quarters,
            turn.confidence
        );
    }
    if truth.coordinates && by_labels(reading) != truth.bottom {
        println!("LABELS  {path} {:?}", by_labels(reading));
    }
    if seen_side(reading) != truth.side {
        println!(
            "SIDE    {path} {:?} not {:?}",
            seen_side(reading),
            truth.side
        );
    }
}

fn print(groups: &[Group]) {
    println!(
        "\n| group | boards | found | way up right | side by coordinates | without coordinates: \
         some seen | side to move seen | none shown: some seen | sure | silent | CPU ms of \
         coordinates, median / 95 % | of lines of text |"
    );
    println!("|{}", " --- |".repeat(12));
    let (all, rest) = groups.split_at(1);
    for g in rest.iter().chain(all) {
        let ms = [&g.ms, &g.ms_lines].map(|ms| {
            let mut ms = ms.clone();
            ms.sort_by(f64::total_cmp);
            let at = |share: f64| ms.get((ms.len() as f64 * share) as usize).copied();
            [0.5, 0.95].map(|share| at(share).unwrap_or(0.0))
        });
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} of {} | {} | {} | {:.1} / {:.1} | {:.1} / {:.1} |",
            g.name,
            g.boards,
            g.found,
            g.turned.cells(),
            g.labels.cells(),
            g.no_labels,
            g.side.cells(),
            g.no_side.1,
            g.no_side.0,
            g.sure,
            g.silent,
            ms[0][0],
            ms[0][1],
            ms[1][0],
            ms[1][1]
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens::ReaderParams;
    use fenlens_synth::{
        ArtLibrary, Split,
        export::{Drill, drill_picture},
        scene::Artist,
    };

    #[test]
    fn turned_boards_are_read_upright() {
        let reader = Reader::new(ReaderParams::default()).unwrap();
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let (mut right, mut all, mut turned) = (0, 0, 0);
        for index in 0..16 {
            let made = drill_picture(&mut artist, Drill::Turned, 9, index).made;
            let picture = Picture::new(made.image);
            let reading = reader.read(&picture, &Given::default()).unwrap();
            for truth in made.boards.iter().filter(|b| !b.partial) {
                for b in &reading.boards {
                    if corner_error(&truth.corners, &b.quad.quad) < SAME {
                        all += 1;
                        turned += usize::from(truth.quarters() > 0);
                        let found = b.reading.orientation.turn.quarters;
                        right += usize::from(found == truth.quarters());
                    }
                }
            }
        }
        assert!(turned >= 8 && all - right <= all / 20, "{right} of {all}");
    }
}
