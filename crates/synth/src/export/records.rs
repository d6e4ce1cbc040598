//! Files of records that are made in parallel and written in their order.

use super::ExportError;
use crate::damage::noise::gauss;
use crate::scene::{Artist, BoardTruth};
use crate::{ArtLibrary, Split};
use fenlens_vision::{Point, Quad};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file of numbers and bytes, little-endian.
pub(super) struct RecordFile<'a> {
    out: BufWriter<File>,
    path: &'a Path,
}

impl<'a> RecordFile<'a> {
    /// A new file that begins with `magic` and the numbers `head`.
    pub fn create(path: &'a Path, magic: &[u8; 4], head: &[u32]) -> Result<Self, ExportError> {
        let out = named(path, File::create(part(path)))?;
        let mut file = RecordFile {
            out: BufWriter::new(out),
            path,
        };
        file.write(magic)?;
        for n in head {
            file.write(&n.to_le_bytes())?;
        }
        Ok(file)
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        let result = self.out.write_all(bytes);
        named(self.path, result)
    }

    /// Writes out what is still held back, and gives the file its name.
    pub fn finish(mut self) -> Result<(), ExportError> {
        let result = self
            .out
            .flush()
            .and_then(|()| fs::rename(part(self.path), self.path));
        named(self.path, result)
    }
}

/// What a file is called until it is whole: training may wait for it.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn named<T>(path: &Path, result: io::Result<T>) -> Result<T, ExportError> {
    result.map_err(|source| ExportError::Write {
        path: path.to_owned(),
        source,
    })
}

/// Records 0 to `count` in their order, made on all threads. `block` at a time are held, which
/// bounds the memory and keeps the threads busy.
pub(super) fn records<'a, R: Send + 'a>(
    library: &'a ArtLibrary,
    split: Split,
    count: u32,
    block: u32,
    make: impl Fn(&mut Artist, u64) -> R + Sync + 'a,
) -> impl Iterator<Item = R> + 'a {
    (0..count).step_by(block as usize).flat_map(move |start| {
        (start..start.saturating_add(block).min(count))
            .into_par_iter()
            .map_init(
                || Artist::new(library, split),
                |artist, i| make(artist, u64::from(i)),
            )
            .collect::<Vec<R>>()
    })
}

/// The board's corners, each off by a normal deviation of `share` squares, as a detector is.
pub(super) fn jittered(board: &BoardTruth, share: f32, rng: &mut ChaCha8Rng) -> Quad {
    let deviation = share * board.square_size();
    Quad(
        board
            .corners
            .0
            .map(|p| Point::new(p.x + gauss(rng, deviation), p.y + gauss(rng, deviation))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_once_it_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.flt");
        let mut file = RecordFile::create(&path, b"FLT1", &[7]).unwrap();
        file.write(&[9]).unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"FLT1\x07\0\0\0\x09");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
