//! Small pictures of every format, cut off at every byte and with every byte changed: an error or
//! a picture, soon.

use fenlens_vision::{DecodeLimits, decode};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// Longest that one of them may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Pictures of kinds that are not read, and what is none.
const NOT_READ: [&str; 5] = ["float.tif", "group3.tif", "lab.tif", "palette.tif", "words"];

/// The small pictures, by name.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/decode");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let named = paths.iter().map(|path| (name(path), path));
    // What the fuzzer has found is named by its hash, and no cut-off picture.
    let ours = named.filter(|(name, _)| name.len() < 40);
    ours.map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect()
}

/// Whether they become a picture.
fn reads(name: &str, bytes: &[u8]) -> bool {
    let start = Instant::now();
    let read = decode(bytes, &DecodeLimits::default()).is_ok();
    assert!(start.elapsed() < PATIENCE, "{name}");
    read
}

#[test]
fn every_format_is_read_whole() {
    let pictures = pictures();
    for ending in ["png", "jpg", "webp", "gif", "bmp", "tif"] {
        assert!(
            pictures.iter().any(|(name, _)| name.ends_with(ending)),
            "{ending}"
        );
    }
    for (name, bytes) in pictures {
        let read = reads(&name, &bytes);
        assert_eq!(read, !NOT_READ.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn cut_at_every_byte() {
    for (name, bytes) in pictures() {
        let mut read = 0;
        for end in 0..bytes.len() {
            read += usize::from(reads(&name, &bytes[..end]));
        }
        if name.ends_with("jpg") {
            assert_eq!(read, 0, "{name}: the rest would be gray");
        }
    }
}

#[test]
fn every_byte_changed() {
    for (name, bytes) in pictures() {
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                reads(&name, &changed);
            }
        }
    }
}
