//! Pictures for a soak of `fenlens batch`: `soak OUT COUNT` writes COUNT pictures, no two alike, of
//! all formats that are read, in folders of a thousand. One in fifty is broken, one in five shows
//! no board. The same seed gives the same files.

use anyhow::{Context, Result, bail};
use fenlens_fen::Color;
use fenlens_synth::{ArtLibrary, BoardKind, BoardStyle, draw_board, random_position};
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage,
    codecs::jpeg::JpegEncoder,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::{fs, io::Cursor, path::Path};

const SEED: u64 = 8;

/// Formats in turn.
const FORMATS: [ImageFormat; 6] = [
    ImageFormat::Png,
    ImageFormat::Jpeg,
    ImageFormat::WebP,
    ImageFormat::Gif,
    ImageFormat::Bmp,
    ImageFormat::Tiff,
];

/// Different drawings; pictures made of the same one differ in light and cutting.
const BOARDS: usize = 300;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, out, count] = &args[..] else {
        bail!("soak OUT COUNT");
    };
    let (out, count): (&Path, u64) = (Path::new(out), count.parse().context("COUNT")?);
    let boards = boards()?;
    for thousand in 0..count.div_ceil(1000) {
        fs::create_dir_all(out.join(thousand.to_string()))?;
    }
    (0..count).into_par_iter().try_for_each(|number| {
        let (bytes, ending) = picture(number, &boards)?;
        let folder = out.join((number / 1000).to_string());
        fs::write(folder.join(format!("{number}.{ending}")), bytes)?;
        Ok(())
    })
}

/// Drawings of boards 180 to 280 pixels wide, on paper.
fn boards() -> Result<Vec<RgbImage>> {
    let library = ArtLibrary::builtin();
    let rng = &mut ChaCha8Rng::seed_from_u64(SEED);
    let draw = |_| {
        let style = BoardStyle::random(rng, BoardKind::Screen, &library);
        let family = library.families.first().context("no men")?;
        let (square, bottom) = (rng.random_range(21..34), Color::White);
        let drawing = draw_board(&random_position(rng), bottom, family, &style, square, rng);
        let (width, height) = drawing.image.dimensions();
        let mut page = RgbImage::from_pixel(width + 16, height + 16, Rgb(drawing.paper));
        for (x, y, pixel) in drawing.image.enumerate_pixels() {
            let a = u32::from(pixel.0[3]);
            let under = page.get_pixel_mut(x + 8, y + 8);
            for (to, from) in under.0.iter_mut().zip(pixel.0) {
                *to = ((u32::from(from) * a + u32::from(*to) * (255 - a)) / 255) as u8;
            }
        }
        Ok(page)
    };
    (0..BOARDS).map(draw).collect()
}

/// The bytes of a picture and the ending of its name.
fn picture(number: u64, boards: &[RgbImage]) -> Result<(Vec<u8>, &'static str)> {
    let rng = &mut ChaCha8Rng::seed_from_u64(SEED + number);
    let mut image = match number % 5 {
        4 => RgbImage::from_fn(
            rng.random_range(40..280),
            rng.random_range(40..280),
            |x, y| Rgb([(x * 3 + y) as u8, (y * 2) as u8, (x ^ y) as u8]),
        ),
        _ => {
            let board = &boards[rng.random_range(0..boards.len())];
            let (left, top) = (rng.random_range(0..7), rng.random_range(0..7));
            let (width, height) = (board.width() - left, board.height() - top);
            image::imageops::crop_imm(board, left, top, width, height).to_image()
        }
    };
    let (gain, offset) = (
        rng.random_range(0.8..1.0f32),
        rng.random_range(0.0..40.0f32),
    );
    for value in image.as_flat_samples_mut().samples.iter_mut() {
        *value = (f32::from(*value) * gain + offset).min(255.0) as u8;
    }
    let spot = (rng.random_range(0..8), rng.random_range(0..8));
    image.put_pixel(
        spot.0,
        spot.1,
        Rgb([rng.random(), rng.random(), rng.random()]),
    );
    let format = FORMATS[number as usize / 5 % FORMATS.len()];
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Jpeg => JpegEncoder::new_with_quality(&mut bytes, 88).write_image(
            &image,
            image.width(),
            image.height(),
            ExtendedColorType::Rgb8,
        )?,
        ImageFormat::Gif => DynamicImage::from(image)
            .to_rgba8()
            .write_to(&mut Cursor::new(&mut bytes), format)?,
        _ => image.write_to(&mut Cursor::new(&mut bytes), format)?,
    }
    if number.is_multiple_of(50) {
        damage(&mut bytes, rng);
    }
    let ending = format.extensions_str().first().context("no ending")?;
    Ok((bytes, ending))
}

/// Cuts a file off, or writes over its beginning.
fn damage(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    if rng.random_bool(0.7) {
        bytes.truncate(rng.random_range(0..bytes.len() / 2));
    } else {
        let end = rng.random_range(1..bytes.len().min(64));
        bytes[..end].fill(rng.random());
    }
}
