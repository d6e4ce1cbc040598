//! Labelled sets of pictures for benchmarks and fixtures, and the truth of one picture.

use super::{ExportError, Kind, picture, record_rng};
use crate::scene::{Artist, BoardTruth, SyntheticPicture};
use crate::{ArtLibrary, Split};
use fenlens_fen::Color;
use fenlens_vision::Point;
use rand::RngExt;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

fn bottom(board: &BoardTruth) -> &'static str {
    if board.bottom == Color::White {
        "w"
    } else {
        "b"
    }
}

fn pairs(points: &[Point]) -> Vec<[f32; 2]> {
    points.iter().map(|p| [p.x, p.y]).collect()
}

/// Everything that is known about a picture, as JSON.
pub fn truth_json(picture: &SyntheticPicture) -> Value {
    let boards: Vec<Value> = picture
        .boards
        .iter()
        .map(|b| {
            json!({
                "placement": b.placement.to_string(),
                "bottom": bottom(b),
                "corners": pairs(&b.corners.0),
                "lattice": b.lattice.iter().map(|r| pairs(r)).collect::<Vec<_>>(),
                "labels": b.labels.iter().map(|l| json!({
                    "text": l.ch.to_string(),
                    "centre": [l.centre.x, l.centre.y],
                    "height": l.height,
                    "side": format!("{:?}", l.side).to_lowercase(),
                })).collect::<Vec<_>>(),
                "style": b.style,
                "partial": b.partial,
            })
        })
        .collect();
    json!({
        "width": picture.image.width(),
        "height": picture.image.height(),
        "description": picture.description,
        "boards": boards,
    })
}

/// One line of `labels.tsv`. `side` is the side to move that the picture shows, or nothing.
fn line(path: &str, group: &str, picture: &SyntheticPicture, side: &str) -> String {
    let boards: Vec<&BoardTruth> = picture.boards.iter().filter(|b| !b.partial).collect();
    let list = |f: &dyn Fn(&BoardTruth) -> String| {
        boards.iter().map(|b| f(b)).collect::<Vec<_>>().join(";")
    };
    let corners = |b: &BoardTruth| {
        let text = b.corners.0.map(|p| format!("{:.2},{:.2}", p.x, p.y));
        text.join(" ")
    };
    let coords = |b: &BoardTruth| {
        use crate::LabelSide::Inside;
        match b.labels.first() {
            None => "none",
            Some(l) if l.side == Inside => "inside",
            Some(_) => "outside",
        }
        .to_owned()
    };
    [
        path.to_owned(),
        group.to_owned(),
        list(&|b| format!("{:?}:{}", b.kind, b.style).to_lowercase()),
        boards.len().to_string(),
        list(&|b| b.placement.to_string()),
        list(&|b| bottom(b).to_owned()),
        list(&coords),
        list(&|b| if b.marked { "marks" } else { "none" }.to_owned()),
        list(&corners),
        picture
            .boards
            .iter()
            .filter(|b| b.partial)
            .count()
            .to_string(),
        picture.description.clone(),
        list(&|b| (90 * b.quarters()).to_string()),
        side.to_owned(),
    ]
    .join("\t")
}

/// The head of `labels.tsv`.
const HEAD: &str = "path\tgroup\tstyle\tn_boards\tplacement\tbottom\tcoords\tmarks\t\
    corners\tpartial\tdegradation\tturned\tside_to_move";

/// Writes `count` pictures and `labels.tsv` into a folder. Boards that are cut off are counted in
/// the column `partial` and are not among the boards.
///
/// # Errors
/// [`ExportError`] when a file cannot be written.
pub fn write_set(
    library: &ArtLibrary,
    split: Split,
    count: u32,
    seed: u64,
    kind: Option<Kind>,
    dir: &Path,
) -> Result<(), ExportError> {
    write_pictures(library, split, count, dir, |artist, i| {
        let rng = &mut record_rng(seed, i);
        let kind = kind.unwrap_or_else(|| Kind::random(rng));
        let side = match kind {
            Kind::Crop => rng.random_range(130..900),
            _ => rng.random_range(700..1700),
        };
        Entry {
            made: picture(artist, kind, side, rng),
            name: format!("{i:05}_{}.png", kind.name()),
            group: kind.name().to_owned(),
            side: "",
        }
    })
}

/// A picture of a set and what `labels.tsv` says of it.
pub(super) struct Entry {
    pub made: SyntheticPicture,
    pub name: String,
    pub group: String,
    /// The side to move that is shown: `w`, `b` or nothing.
    pub side: &'static str,
}

/// Writes `count` pictures, made on all threads, and `labels.tsv` into a folder.
///
/// # Errors
/// [`ExportError`] when a file cannot be written.
pub(super) fn write_pictures(
    library: &ArtLibrary,
    split: Split,
    count: u32,
    dir: &Path,
    make: impl Fn(&mut Artist, u64) -> Entry + Sync,
) -> Result<(), ExportError> {
    std::fs::create_dir_all(dir).map_err(|source| ExportError::Write {
        path: dir.to_owned(),
        source,
    })?;
    let lines = (0..count)
        .into_par_iter()
        .map_init(
            || Artist::new(library, split),
            |artist, i| {
                let entry = make(artist, u64::from(i));
                let path = dir.join(&entry.name);
                entry
                    .made
                    .image
                    .save(&path)
                    .map_err(|source| ExportError::Encode { path, source })?;
                Ok(line(&entry.name, &entry.group, &entry.made, entry.side))
            },
        )
        .collect::<Result<Vec<String>, ExportError>>()?;
    let table = format!("{HEAD}\n{}\n", lines.join("\n"));
    let path = dir.join("labels.tsv");
    std::fs::write(&path, table).map_err(|source| ExportError::Write { path, source })
}
