//! Draws what was found onto the picture.

use crate::{files, inputs::Input};
use anyhow::{Context, Result, bail};
use fenlens::{
    BoardRecord, PictureRecord, Verdict,
    fen::Color,
    vision::{Homography, Picture, Point, Quad},
};
use image::{ImageFormat, Rgb, RgbImage};
use imageproc::drawing::draw_antialiased_line_segment_mut;
use imageproc::pixelops::interpolate;
use sha2::{Digest, Sha256};
use std::{
    collections::HashSet,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

const SURE: Rgb<u8> = Rgb([0, 160, 60]);
const CHECK: Rgb<u8> = Rgb([230, 120, 0]);
const DOUBTFUL: Rgb<u8> = Rgb([220, 0, 40]);

/// Longest name made of a picture's path, in bytes: file systems take 255, and endings are added.
const LONGEST_NAME: usize = 200;

/// Writes the picture with its boards drawn in as PNG; the name comes from the picture's path.
/// Another file of that name is kept unless `replace` is set.
pub fn write(
    folder: &Path,
    picture: &Picture,
    record: &PictureRecord,
    replace: bool,
) -> Result<()> {
    let path = folder.join(flat_name(&record.image) + ".png");
    save(&overlay(picture, record), &path, replace)
}

/// Refuses to replace one of the pictures to be read, which no `--force` means: with a drawing in
/// `notes`, or with what is written into a folder of `stages`.
pub fn spare_inputs(notes: Option<&Path>, stages: Option<&Path>, inputs: &[Input]) -> Result<()> {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let read: HashSet<PathBuf> = inputs
        .iter()
        .filter_map(|input| match input {
            Input::File(path) => real(path),
            _ => None,
        })
        .collect();
    let folders: HashSet<&Path> = read.iter().filter_map(|path| path.parent()).collect();
    for input in inputs {
        let name = flat_name(&input.name());
        if let Some(path) = notes.map(|folder| folder.join(name.clone() + ".png"))
            && real(&path).is_some_and(|path| read.contains(&path))
        {
            bail!(
                "{}: this is one of the pictures to read; choose another folder for --annotate",
                path.display()
            );
        }
        if let Some(path) = stages.map(|folder| folder.join(&name))
            && real(&path).is_some_and(|path| folders.contains(path.as_path()))
        {
            bail!(
                "{}: pictures to read lie in this folder; choose another one for --stages",
                path.display()
            );
        }
    }
    Ok(())
}

/// Saves a picture as PNG. Another file of that name is kept unless `replace` is set.
pub fn save(image: &RgbImage, path: &Path, replace: bool) -> Result<()> {
    let mut bytes = Cursor::new(Vec::new());
    image
        .write_to(&mut bytes, ImageFormat::Png)
        .with_context(|| format!("{}: cannot make this picture", path.display()))?;
    files::write(path, bytes.get_ref(), replace)
}

/// A picture's path as one name: `scans/p1.png` becomes `scans__p1.png`. Of a long path the end is
/// kept, after a number that tells it from others.
pub fn flat_name(image: &str) -> String {
    let parts: Vec<String> = image
        .split(['/', '\\', ':'])
        .filter(|part| !matches!(*part, "" | "." | ".."))
        .map(|part| part.replace(char::is_control, "_"))
        .collect();
    let name = parts.join("__");
    if name.is_empty() || name == "-" {
        return "stdin".into();
    }
    if name.len() <= LONGEST_NAME {
        return name;
    }
    let mut start = name.len() - (LONGEST_NAME - 10);
    while !name.is_char_boundary(start) {
        start += 1;
    }
    let number: String = Sha256::digest(image)
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{number}__{}", &name[start..])
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
        assert_eq!(flat_name("a\nb"), "a_b");
        let long = |start: &str| flat_name(&format!("{start}/{}.png", "ä".repeat(200)));
        assert!(long("a").len() <= LONGEST_NAME && long("a").ends_with("ä.png"));
        assert_ne!(long("a"), long("b"));
    }

    #[test]
    fn a_picture_to_read_is_not_drawn_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let flat = flat_name(&path("a.png").to_string_lossy()) + ".png";
        let inputs = [path("a.png"), path(&flat)].map(Input::File);
        let spared = |inputs| spare_inputs(Some(folder.path()), None, inputs).is_ok();
        assert!(spared(&inputs));
        fs::write(path(&flat), "").unwrap();
        assert!(!spared(&inputs));
        assert!(spared(&inputs[..1]));

        // The same for what stages leave behind.
        let within = path(&flat_name(&inputs[0].name()));
        fs::create_dir(&within).unwrap();
        fs::write(within.join("1-picture.png"), "").unwrap();
        let inputs = [path("a.png"), within.join("1-picture.png")].map(Input::File);
        let spared = |inputs| spare_inputs(None, Some(folder.path()), inputs).is_ok();
        assert!(!spared(&inputs));
        assert!(spared(&inputs[..1]) && spared(&inputs[1..]));
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
