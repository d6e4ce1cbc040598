//! Reads a `labels.tsv`: one picture a row, with a header that names the columns.

use anyhow::{Context, Result, bail};
use fenlens::{
    fen::{Color, Placement},
    vision::{Point, Quad},
};
use std::{collections::HashMap, fs, path::Path};

/// One picture with the truth about it.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// Path relative to the labels file.
    pub path: String,
    /// Value of the column the results are grouped by.
    pub group: String,
    /// The boards in reading order; empty for a picture without one.
    pub boards: Vec<TrueBoard>,
}

/// What is known of one board.
#[derive(Clone, Debug)]
pub struct TrueBoard {
    /// The position.
    pub placement: Placement,
    /// The side at the bottom, where labelled.
    pub bottom: Option<Color>,
    /// Whether coordinates are printed at or in the board.
    pub coordinates: bool,
    /// Outer corners of the 8×8 field in pixels, where labelled.
    pub corners: Option<Quad>,
    /// Quarter turns clockwise that it lies turned in the picture; none where not labelled.
    pub quarters: usize,
    /// The side to move that the picture shows, where labelled.
    pub side: Option<Color>,
}

/// Reads the labels; `by` names the column of the groups.
pub fn read(path: &Path, by: &str) -> Result<Vec<Labelled>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    parse(&text, by).with_context(|| path.display().to_string())
}

fn parse(text: &str, by: &str) -> Result<Vec<Labelled>> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Vec<&str> = lines.next().context("no header")?.split('\t').collect();
    if !head.contains(&by) {
        bail!("no column {by:?}; there are {}", head.join(", "));
    }
    lines
        .map(|line| {
            let row: HashMap<&str, &str> = head.iter().copied().zip(line.split('\t')).collect();
            let get = |name: &str| row.get(name).copied().unwrap_or_default();
            labelled(&get, by).with_context(|| get("path").to_owned())
        })
        .collect()
}

fn labelled<'a>(get: &dyn Fn(&str) -> &'a str, by: &str) -> Result<Labelled> {
    let parts = |text: &'a str| -> Vec<&'a str> { text.split(';').map(str::trim).collect() };
    let placements: Vec<&str> = parts(get("placement"))
        .into_iter()
        .filter(|p| !p.is_empty())
        .collect();
    let bottoms = parts(get("bottom"));
    let coords = parts(match get("coords") {
        "" => get("has_coords"),
        coords => coords,
    });
    let turned = parts(get("turned"));
    let sides = parts(get("side_to_move"));
    let corners: Vec<&str> = parts(get("corners"))
        .into_iter()
        .filter(|c| !c.is_empty() && *c != "-")
        .collect();
    // One value stands for all boards of the picture.
    let nth = |values: &[&'a str], i: usize| -> &'a str {
        if values.len() == 1 {
            values[0]
        } else {
            values.get(i).copied().unwrap_or_default()
        }
    };
    let boards = placements
        .iter()
        .enumerate()
        .map(|(i, placement)| {
            Ok(TrueBoard {
                placement: placement
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .parse()?,
                bottom: nth(&bottoms, i).chars().next().and_then(Color::from_char),
                coordinates: !matches!(nth(&coords, i), "" | "n" | "none"),
                corners: match corners.get(i) {
                    Some(text) if corners.len() == placements.len() => Some(quad(text)?),
                    _ => None,
                },
                quarters: nth(&turned, i)
                    .parse()
                    .map_or(0, |degrees: usize| degrees / 90 % 4),
                side: nth(&sides, i).chars().next().and_then(Color::from_char),
            })
        })
        .collect::<Result<_>>()?;
    Ok(Labelled {
        path: get("path").to_owned(),
        group: match get(by) {
            "" => "?".into(),
            group => group.to_owned(),
        },
        boards,
    })
}

/// Eight numbers parted by commas or blanks.
fn quad(text: &str) -> Result<Quad> {
    let v: Vec<f32> = text
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("corners {text:?}"))?;
    if v.len() != 8 {
        bail!("corners {text:?} have {} numbers, expected 8", v.len());
    }
    Ok(Quad(std::array::from_fn(|i| {
        Point::new(v[2 * i], v[2 * i + 1])
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_stands_for_all_boards() {
        let text = "path\tgroup\tplacement\tbottom\tcoords\tcorners\tturned\tside_to_move\n\
            a.png\tweb\t8/8/8/8/8/8/8/K7; 8/8/8/8/8/8/8/k7\tw;b\tinside\t0,0 8,0 8,8 0,8; 9,0 17,0 17,8 9,8\t0;270\tb\n\
            b.png\t\t\t\tn\t\n";
        let labels = parse(text, "group").unwrap();
        let a = &labels[0];
        assert_eq!(a.boards.len(), 2);
        assert_eq!(a.boards[1].bottom, Some(Color::Black));
        assert!(a.boards.iter().all(|b| b.coordinates));
        assert_eq!(a.boards[1].corners.unwrap().0[0], Point::new(9.0, 0.0));
        assert_eq!(
            a.boards.iter().map(|b| b.quarters).collect::<Vec<_>>(),
            [0, 3]
        );
        assert!(a.boards.iter().all(|b| b.side == Some(Color::Black)));
        assert_eq!(labels[1].group, "?");
        assert!(labels[1].boards.is_empty());
    }

    #[test]
    fn bad_labels_are_errors() {
        assert!(parse("path\tplacement\nx\t8/8\n", "path").is_err());
        assert!(parse("path\tplacement\nx\t\n", "kind").is_err());
    }
}
