//! What the tests of the program share.

#![allow(dead_code)]

pub mod bombs;

use image::{Rgb, RgbImage};
use std::{fs, path::Path, process::Command};

/// A clean screenshot of one board.
pub const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/screenshot.png");

/// The program, away from the user's environment.
pub fn fenlens() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fenlens"));
    command.env_remove("FENLENS_MODEL").env_remove("NO_COLOR");
    command
}

/// What [`FIXTURE`] shows.
pub fn fixture_fen() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/screenshot.fen");
    fs::read_to_string(path).unwrap().trim_end().to_owned()
}

/// Bytes as text.
pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// The fixture, the same to look at and of another content for each number: what follows a PNG's
/// end is not read.
pub fn copy_of_fixture(number: usize) -> Vec<u8> {
    [&fs::read(FIXTURE).unwrap()[..], &number.to_le_bytes()].concat()
}

/// A folder with ten copies of the fixture, a blank picture, a broken one and a note.
pub fn mixed(folder: &Path) {
    for i in 1..=10 {
        fs::write(folder.join(format!("p{i}.png")), copy_of_fixture(i)).unwrap();
    }
    RgbImage::from_pixel(200, 200, Rgb([255; 3]))
        .save(folder.join("q1.png"))
        .unwrap();
    fs::write(folder.join("q2.png"), b"no picture").unwrap();
    fs::write(folder.join("notes.txt"), b"no picture").unwrap();
}

/// A PNG of rows that each begin with a filter byte, without compression. `kind` is the colour
/// type of its header: 2 for RGB, 3 for a palette.
pub fn png(
    width: u32,
    height: u32,
    depth: u8,
    kind: u8,
    palette: Option<&[u8]>,
    rows: &[u8],
) -> Vec<u8> {
    let mut bytes = png_header(width, height, depth, kind, false);
    if let Some(colors) = palette {
        chunk(&mut bytes, b"PLTE", colors);
    }
    chunk(&mut bytes, b"IDAT", &stored(rows));
    chunk(&mut bytes, b"IEND", &[]);
    bytes
}

/// The signature and the header of a PNG.
pub fn png_header(width: u32, height: u32, depth: u8, kind: u8, interlaced: bool) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([depth, kind, 0, 0, u8::from(interlaced)]);
    chunk(&mut bytes, b"IHDR", &header);
    bytes
}

/// Adds a chunk of a PNG.
pub fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let crc = crc32(&out[start..]);
    out.extend(crc.to_be_bytes());
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| {
            (c >> 1) ^ (0xedb8_8320 & (c & 1).wrapping_neg())
        })
    })
}

/// A zlib stream of stored blocks.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = data.chunks(0xffff).collect();
    for (i, block) in blocks.iter().enumerate() {
        out.push(u8::from(i + 1 == blocks.len()));
        let len = block.len() as u16;
        out.extend(len.to_le_bytes());
        out.extend((!len).to_le_bytes());
        out.extend(*block);
    }
    if blocks.is_empty() {
        out.extend([1, 0, 0, 0xff, 0xff]);
    }
    let (mut a, mut b) = (1u32, 0u32);
    for &byte in data {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    out.extend((b << 16 | a).to_be_bytes());
    out
}
