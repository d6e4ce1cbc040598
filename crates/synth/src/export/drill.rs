//! Seeded sets of pictures that ask one thing each: which way up a board lies, which side is at the
//! bottom, which side is to move.

use super::labels::label_picture;
use super::legible::legible;
use super::set::{Entry, write_pictures};
use super::{ExportError, Kind, captions, picture, record_rng, side};
use crate::scene::{Artist, SyntheticPicture};
use crate::{ArtLibrary, Split};
use fenlens_fen::Color;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// What a set asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Drill {
    /// Pictures of every kind, turned by 0, 90, 180 or 270 degrees alike.
    Turned,
    /// Boards of 160 pixels and more with legible coordinates in all ways of printing them.
    Coordinates,
    /// Boards of programs and sites, half of them with the two squares of the last move tinted, the
    /// others with other marks or none.
    LastMove,
    /// Printed boards, half of them with the mark of the side to move at their right, the others
    /// with other things there or nothing.
    Mover,
    /// Boards with lines of text below, above or beside them, half of them with a legible caption
    /// that says whose move it is. Needs fonts that spell more than coordinates.
    Captions,
}

/// A picture of a set.
#[derive(Clone, Debug)]
pub struct DrillPicture {
    /// The picture with its boards.
    pub made: SyntheticPicture,
    /// In which group it is counted.
    pub group: String,
    /// The side to move that the picture shows.
    pub side: Option<Color>,
}

/// Picture `index` of a set.
pub fn drill_picture(artist: &mut Artist, drill: Drill, seed: u64, index: u64) -> DrillPicture {
    let rng = &mut record_rng(seed, index);
    loop {
        let made = match drill {
            Drill::Turned => turned(artist, rng),
            Drill::Coordinates => coordinates(artist, rng),
            Drill::LastMove => side::last_move(artist, rng),
            Drill::Mover => side::mover(artist, rng),
            Drill::Captions => captions::captions(artist, rng),
        };
        if let Some(made) = made {
            return made;
        }
    }
}

/// A picture with a whole board, turned.
fn turned(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<DrillPicture> {
    let kind = match rng.random_range(0..100) {
        0..60 => Kind::Crop,
        60..75 => Kind::Page,
        75..85 => Kind::Site,
        85..95 => Kind::PagePhoto,
        _ => Kind::ScreenPhoto,
    };
    let side = match kind {
        Kind::Crop => rng.random_range(200..900),
        _ => rng.random_range(800..1500),
    };
    let made = picture(artist, kind, side, rng).turned(rng.random_range(0..4));
    let first = made.boards.iter().find(|b| !b.partial)?;
    Some(DrillPicture {
        group: format!("{}", 90 * first.quarters()),
        made,
        side: None,
    })
}

/// Least number of legible labels of a board in the set: with fewer, a side is not told but guessed.
const LEGIBLE_LABELS: usize = 5;

/// A board with legible coordinates.
fn coordinates(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<DrillPicture> {
    let made = label_picture(artist, rng);
    let board = made.made.boards.first().filter(|b| !b.partial)?;
    let legible = legible(board, &made.font, &made.made.image);
    (legible >= LEGIBLE_LABELS).then(|| DrillPicture {
        group: made.group(),
        side: made.side,
        made: made.made,
    })
}

/// Writes the pictures of a set with `labels.tsv` into a folder.
///
/// # Errors
/// [`ExportError`] when a file cannot be written.
pub fn write_drill(
    library: &ArtLibrary,
    split: Split,
    drill: Drill,
    count: u32,
    seed: u64,
    dir: &Path,
) -> Result<(), ExportError> {
    write_pictures(library, split, count, dir, |artist, i| {
        artist.tells_side = false;
        let picture = drill_picture(artist, drill, seed, i);
        Entry {
            name: format!("{i:05}.png"),
            side: match picture.side {
                Some(Color::White) => "w",
                Some(Color::Black) => "b",
                None => "",
            },
            group: picture.group,
            made: picture.made,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_pictures_say_how_their_boards_lie() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        let mut seen = [0; 4];
        for i in 0..24 {
            let made = drill_picture(&mut artist, Drill::Turned, 6, i);
            let board = made.made.boards.iter().find(|b| !b.partial).unwrap();
            let (first, quarters) = (board.lattice[0][0], board.quarters());
            let centre = board.corners.centre();
            // Turned clockwise, the drawing's top left goes to the right, then down, then back.
            let (right, below) = (first.x > centre.x, first.y > centre.y);
            let expected = [(false, false), (true, false), (true, true), (false, true)];
            assert_eq!((right, below), expected[quarters], "picture {i}");
            assert_eq!(made.group, (90 * quarters).to_string());
            seen[quarters] += 1;
        }
        assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    }

    #[test]
    fn half_of_the_boards_show_a_side() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        for drill in [Drill::LastMove, Drill::Mover] {
            let sides: Vec<Option<Color>> = (0..40)
                .map(|i| drill_picture(&mut artist, drill, 6, i).side)
                .collect();
            for side in [None, Some(Color::White), Some(Color::Black)] {
                let n = sides.iter().filter(|s| **s == side).count();
                assert!((4..32).contains(&n), "{drill:?} {side:?}: {n}");
            }
        }
    }

    #[test]
    fn coordinates_are_legible() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        for i in 0..8 {
            let made = drill_picture(&mut artist, Drill::Coordinates, 6, i);
            let board = &made.made.boards[0];
            assert!(board.labels.len() >= LEGIBLE_LABELS);
            assert!(board.square_size() >= 18.0, "{}", board.square_size());
        }
    }
}
