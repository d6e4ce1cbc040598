//! Writes what each stage made of a picture, for a person to look at.

use crate::{annotate, files, output::json};
use anyhow::Result;
use fenlens::{
    PictureReading, PictureRecord, Reader,
    vision::{Picture, Tiles},
};
use image::{DynamicImage, GrayImage, Luma, imageops};
use std::path::Path;

/// White space between the tiles of a sheet, in pixels.
const GAP: u32 = 4;

/// Writes `0-proposals.png` (the rough places the search starts from), `1-picture.png` (upright,
/// boards drawn in), for each board `2-board-N.png` (squared up)
/// and `3-tiles-N.png` (the 64 tiles as the net sees them), and `4-record.json`, into a folder
/// named after the picture.
pub fn write(
    folder: &Path,
    reader: &Reader,
    picture: &Picture,
    reading: &PictureReading,
    record: &PictureRecord,
    replace: bool,
) -> Result<()> {
    let folder = files::make_folder_in(folder, &annotate::flat_name(&record.image))?;
    annotate::save(
        &annotate::outlines(picture, &reader.propose(picture)?),
        &folder.join("0-proposals.png"),
        replace,
    )?;
    annotate::save(
        &annotate::overlay(picture, record),
        &folder.join("1-picture.png"),
        replace,
    )?;
    for (i, board) in reading.boards.iter().enumerate() {
        let squared = reader.rectify_board(picture, &board.quad)?;
        let sheet = tile_sheet(&reader.slice(&squared));
        let number = i + 1;
        for (image, name) in [
            (squared.image, format!("2-board-{number}.png")),
            (sheet, format!("3-tiles-{number}.png")),
        ] {
            let image = DynamicImage::from(image).into_rgb8();
            annotate::save(&image, &folder.join(name), replace)?;
        }
    }
    // Without its times the same picture gives the same files.
    let timeless = PictureRecord {
        ms: None,
        ..record.clone()
    };
    let text = json::pretty(&timeless)? + "\n";
    files::write(&folder.join("4-record.json"), text.as_bytes(), replace)
}

/// The 64 tiles in image order, eight a row.
fn tile_sheet(tiles: &Tiles) -> GrayImage {
    let (_, _, height, width) = tiles.pixels.dim();
    let (width, height) = (width as u32, height as u32);
    let mut sheet = GrayImage::from_pixel(
        8 * (width + GAP) + GAP,
        8 * (height + GAP) + GAP,
        Luma([255]),
    );
    for k in 0..64 {
        let tile = GrayImage::from_fn(width, height, |x, y| {
            let v = tiles.pixels[[k, 0, y as usize, x as usize]];
            Luma([(v.clamp(0.0, 1.0) * 255.0).round() as u8])
        });
        let (column, row) = (k as u32 % 8, k as u32 / 8);
        imageops::replace(
            &mut sheet,
            &tile,
            i64::from(GAP + column * (width + GAP)),
            i64::from(GAP + row * (height + GAP)),
        );
    }
    sheet
}
