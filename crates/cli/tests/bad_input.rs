//! Bad and unusual input: a clear error or a right reading, never a panic.

mod common;

use common::{FIXTURE, fenlens, fixture_fen, png};
use image::{
    DynamicImage, Frame, ImageFormat, RgbaImage,
    codecs::gif::{GifEncoder, Repeat},
};
use std::{fs, path::PathBuf, process::Output};
use tempfile::TempDir;

/// Writes the bytes as a file of the given name and reads it.
fn read_bytes(name: &str, bytes: &[u8]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let output = fenlens()
        .arg("read")
        .arg(&path)
        .args(["--format", "fen"])
        .output()
        .unwrap();
    (folder, output)
}

/// The file must be refused with status 2, nothing on standard output, and one line on standard
/// error that names the file and has `reason` in it.
fn refused(name: &str, bytes: &[u8], reason: &str) {
    let (_folder, output) = read_bytes(name, bytes);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
    assert!(output.stdout.is_empty(), "{name}");
    assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
    assert!(stderr.starts_with("fenlens: "), "{stderr}");
    assert!(stderr.contains(name), "{stderr}");
    assert!(stderr.contains(reason), "{name}: {stderr}");
}

/// The file must be read as the fixture is.
fn read_right(name: &str, bytes: &[u8]) {
    let (_folder, output) = read_bytes(name, bytes);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout.trim_end(), fixture_fen(), "{name}: {stderr}");
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{name}: {stderr}"
    );
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn fixture() -> DynamicImage {
    image::open(FIXTURE).unwrap()
}

#[test]
fn empty_file() {
    refused("empty.png", b"", "empty");
}

#[test]
fn no_picture_at_all() {
    refused("letter.png", b"Dear Sir or Madam", "no picture");
    refused("book.png", b"%PDF-1.7\n", "a PDF document");
}

#[test]
fn truncated_files() {
    for (name, format) in [
        ("cut.png", ImageFormat::Png),
        ("cut.gif", ImageFormat::Gif),
        ("cut.webp", ImageFormat::WebP),
        ("cut.bmp", ImageFormat::Bmp),
        ("cut.tif", ImageFormat::Tiff),
    ] {
        let bytes = encoded(&fixture(), format);
        refused(name, &bytes[..bytes.len() / 3], "damaged, cut off");
    }
}

#[test]
fn truncated_jpeg() {
    let bytes = encoded(
        &DynamicImage::from(fixture().into_rgb8()),
        ImageFormat::Jpeg,
    );
    for part in [100, bytes.len() / 2, bytes.len() * 9 / 10] {
        refused("cut.jpg", &bytes[..part], "JPEG");
    }
}

#[test]
fn fifty_thousand_pixels_a_side() {
    refused(
        "huge.png",
        &png(50_000, 50_000, 8, 2, None, &[]),
        "50000×50000 pixels",
    );
}

#[test]
fn zero_pixels() {
    refused("flat.png", &png(0, 10, 8, 2, None, &[]), "PNG");
}

#[test]
fn a_missing_path_and_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    for (path, reason) in [
        (folder.path().join("missing.png"), "no such file"),
        (folder.path().to_owned(), "no pictures in this folder"),
        (folder.path().join("*.png"), "no file matches"),
    ] {
        let output = fenlens().arg("read").arg(&path).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_folder_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(FIXTURE, folder.path().join("a.png")).unwrap();
    let output = fenlens().arg("read").arg(folder.path()).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().trim_end(),
        fixture_fen()
    );
}

#[test]
fn first_frame_of_an_animation() {
    let board = fixture().into_rgba8();
    let blank = RgbaImage::from_pixel(board.width(), board.height(), image::Rgba([255; 4]));
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.set_repeat(Repeat::Infinite).unwrap();
    encoder.encode_frame(Frame::new(board)).unwrap();
    encoder.encode_frame(Frame::new(blank)).unwrap();
    drop(encoder);
    read_right("two.gif", &bytes);
}

#[test]
fn sixteen_bits() {
    let image = DynamicImage::from(fixture().into_rgb16());
    read_right("deep.png", &encoded(&image, ImageFormat::Png));
    let image = DynamicImage::from(fixture().into_luma16());
    read_right("deep.tif", &encoded(&image, ImageFormat::Tiff));
}

#[test]
fn palette() {
    let gray = fixture().into_luma8();
    let colors: Vec<u8> = (0..=255u8).flat_map(|v| [v, v, v]).collect();
    let rows: Vec<u8> = gray
        .rows()
        .flat_map(|row| std::iter::once(0).chain(row.map(|p| p.0[0]).collect::<Vec<u8>>()))
        .collect();
    read_right(
        "palette.png",
        &png(gray.width(), gray.height(), 8, 3, Some(&colors), &rows),
    );
}

#[test]
fn alpha_on_a_transparent_background() {
    let mut image = fixture().into_rgba8();
    // What is white becomes see-through, and black underneath.
    for pixel in image.pixels_mut() {
        let least = pixel.0[..3].iter().min().copied().unwrap();
        if least > 250 {
            pixel.0 = [0, 0, 0, 0];
        }
    }
    read_right(
        "clear.png",
        &encoded(&DynamicImage::from(image.clone()), ImageFormat::Png),
    );
    read_right(
        "clear.webp",
        &encoded(&DynamicImage::from(image), ImageFormat::WebP),
    );
}

#[test]
fn other_formats() {
    let rgb = DynamicImage::from(fixture().into_rgb8());
    for (name, format) in [
        ("a.jpg", ImageFormat::Jpeg),
        ("a.bmp", ImageFormat::Bmp),
        ("a.tif", ImageFormat::Tiff),
        ("a.webp", ImageFormat::WebP),
        ("wrong-ending.txt", ImageFormat::Png),
    ] {
        read_right(name, &encoded(&rgb, format));
    }
}

#[test]
fn cmyk_jpeg() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cmyk.jpg");
    read_right("cmyk.jpg", &fs::read(path).unwrap());
}

#[test]
fn a_damaged_or_missing_model_is_an_error_before_any_output() {
    let folder = tempfile::tempdir().unwrap();
    let models = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let mut model = fs::read(models.join("squares-v5.onnx")).unwrap();
    let card = fs::read(models.join("squares-v5.json")).unwrap();
    let copy = folder.path().join("m.onnx");
    fs::write(folder.path().join("m.json"), card).unwrap();

    let read = |with_env: bool| {
        let mut command = fenlens();
        command.args(["read", FIXTURE]);
        if with_env {
            command.env("FENLENS_MODEL", &copy);
        } else {
            command.arg("--model").arg(&copy);
        }
        command.output().unwrap()
    };
    let failed = |output: Output, reason: &str| {
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(output.stdout.is_empty());
        assert!(stderr.contains(reason), "{stderr}");
    };
    failed(read(false), "cannot read this model file");
    fs::write(&copy, &model).unwrap();
    assert_eq!(
        String::from_utf8(read(true).stdout).unwrap().trim_end(),
        fixture_fen()
    );
    let middle = model.len() / 2;
    model[middle] ^= 1;
    fs::write(&copy, &model).unwrap();
    failed(read(false), "damaged");
    failed(read(true), "damaged");
}
