//! Draws what was found onto the picture.

use anyhow::{Context, Result};
use fenlens::{
    BoardRecord, PictureRecord, Verdict,
    fen::Color,
    vision::{Homography, Picture, Point, Quad},
};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_antialiased_line_segment_mut;
use imageproc::pixelops::interpolate;
use std::path::{Path, PathBuf};

const SURE: Rgb<u8> = Rgb([0, 160, 60]);
const CHECK: Rgb<u8> = Rgb([230, 120, 0]);
const DOUBTFUL: Rgb<u8> = Rgb([220, 0, 40]);

/// Writes the picture with its boards drawn in as PNG; the name comes from the picture's path.
pub fn write(folder: &Path, picture: &Picture, record: &PictureRecord) -> Result<()> {
    let path = folder
        .join(flat_name(&record.image))
        .with_added_extension("png");
    save(&overlay(picture, record), &path)
}

/// Saves a picture as PNG.
pub fn save(image: &RgbImage, path: &PathBuf) -> Result<()> {
    image
        .save(path)
        .with_context(|| format!("{}: cannot write", path.display()))
}

/// A picture's path as one name: `scans/p1.png` becomes `scans__p1.png`.
pub fn flat_name(image: &str) -> String {
    let parts: Vec<&str> = image
        .split(['/', '\\', ':'])
        .filter(|part| !matches!(*part, "" | "." | ".."))
        .collect();
    match parts.join("__") {
        name if name.is_empty() || name == "-" => "stdin".into(),
        name => name,
    }
}

/// The picture with each board's grid, green when sure and orange when to be checked, and red
/// boxes around the doubtful squares.
pub fn overlay(picture: &Picture, record: &PictureRecord) -> RgbImage {
    let mut image = picture.rgb().clone();
    for board in &record.boards {
        grid(&mut image, board);
    }
    image
}

/// The picture with quads drawn over it.
pub fn outlines(picture: &Picture, quads: &[Quad]) -> RgbImage {
    let mut image = picture.rgb().clone();
    for to_picture in quads.iter().filter_map(Homography::board_to_picture) {
        for at in [0.0, 8.0] {
            line(&mut image, &to_picture, (0.0, at), (8.0, at), CHECK, true);
            line(&mut image, &to_picture, (at, 0.0), (at, 8.0), CHECK, true);
        }
    }
    image
}

fn grid(image: &mut RgbImage, board: &BoardRecord) {
    let corners = board.corners.map(|[x, y]| Point::new(x as f32, y as f32));
    let upright = Quad(corners).turned(usize::from(board.orientation.turned / 90));
    let Some(to_picture) = Homography::board_to_picture(&upright) else {
        return;
    };
    let color = match board.verdict {
        Verdict::Sure => SURE,
        Verdict::Check => CHECK,
    };
    for i in 0..=8 {
        let at = i as f32;
        let wide = i % 8 == 0;
        line(image, &to_picture, (0.0, at), (8.0, at), color, wide);
        line(image, &to_picture, (at, 0.0), (at, 8.0), color, wide);
    }
    for s in board.doubtful() {
        let k = match board.bottom {
            Color::White => s.square.index(),
            Color::Black => s.square.rotated().index(),
        };
        let (left, top) = ((k % 8) as f32 + 0.06, (k / 8) as f32 + 0.06);
        let (right, bottom) = (left + 0.88, top + 0.88);
        for (a, b) in [
            ((left, top), (right, top)),
            ((right, top), (right, bottom)),
            ((right, bottom), (left, bottom)),
            ((left, bottom), (left, top)),
        ] {
            line(image, &to_picture, a, b, DOUBTFUL, true);
        }
    }
}

/// A line between two points of the board, two pixels wide when `wide`.
fn line(
    image: &mut RgbImage,
    to_picture: &Homography,
    from: (f32, f32),
    to: (f32, f32),
    color: Rgb<u8>,
    wide: bool,
) {
    let pixel = |(x, y): (f32, f32), shift: i32| {
        let p = to_picture.apply(Point::new(x, y));
        // Far outside the picture a line would be drawn pixel by pixel for nothing.
        let limit = |v: f32| (v as i32).clamp(-4096, 32_768);
        (limit(p.x) + shift, limit(p.y) + shift)
    };
    for shift in 0..=i32::from(wide) {
        draw_antialiased_line_segment_mut(
            image,
            pixel(from, shift),
            pixel(to, shift),
            color,
            interpolate,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample::records;

    #[test]
    fn names_are_flat_and_stay_in_the_folder() {
        assert_eq!(flat_name("scans/p1.png"), "scans__p1.png");
        assert_eq!(flat_name("../../etc/x.png"), "etc__x.png");
        assert_eq!(flat_name("-"), "stdin");
        assert_eq!(flat_name("/"), "stdin");
    }

    #[test]
    fn grids_are_drawn_inside_and_beyond_the_picture() {
        let record = &records()[0];
        let blank = RgbImage::from_pixel(300, 200, Rgb([255; 3]));
        let drawn = overlay(&Picture::new(blank), record);
        let has = |c: Rgb<u8>| drawn.pixels().any(|p| *p == c);
        assert!(has(SURE) && has(CHECK) && has(DOUBTFUL));
    }
}
