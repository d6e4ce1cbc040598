//! Sheets to look at: `sheets ART OUT men` (every family on light and dark squares), `sheets ART OUT boards` (random boards
//! of each kind), `sheets ART OUT speed` (boards a second).

use std::path::Path;
use std::time::Instant;

use fenlens_fen::{Color, Placement};
use fenlens_synth::{ArtLibrary, BoardKind, BoardStyle, Split, draw_board, random_position};
use image::{Rgb, RgbImage, RgbaImage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, art, out, what] = &args[..] else {
        anyhow::bail!("sheets ART OUT men|boards|speed")
    };
    let library = if art == "-" {
        ArtLibrary::builtin()
    } else {
        ArtLibrary::load(Path::new(art))?
    };
    let out = Path::new(out);
    std::fs::create_dir_all(out)?;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    match what.as_str() {
        "men" => men(&library, out, &mut rng)?,
        "boards" => boards(&library, out, &mut rng)?,
        "speed" => speed(&library, &mut rng),
        other => anyhow::bail!("{other}?"),
    }
    Ok(())
}

/// All twelve men of each family on both kinds of square, plain, and typeset where the family can be.
fn men(library: &ArtLibrary, out: &Path, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
    let placement: Placement = "KQRBNPkq/QRBNPKqk/rbnp4/brpn4/8/8/8/8".parse()?;
    let font = library.fonts[0].clone();
    let mut label = library
        .fonts
        .iter()
        .find(|f| f.name.contains("DejaVuSans"))
        .unwrap_or(&font)
        .clone();
    if library.fonts.len() < 2 {
        label = font.clone();
    }
    for (page, families) in library.families.chunks(12).enumerate() {
        let (w, h) = (4 * 330, 3 * 190);
        let mut sheet = RgbImage::from_pixel(w, h, Rgb([205, 215, 205]));
        for (i, family) in families.iter().enumerate() {
            let (x, y) = ((i % 4) as u32 * 330 + 4, (i / 4) as u32 * 190 + 16);
            let mut style = BoardStyle::plain(font.clone());
            let plain = draw_board(&placement, Color::White, family, &style, 40, rng);
            let half =
                image::imageops::crop_imm(&plain.image, 0, 0, plain.image.width(), 4 * 40 + 4)
                    .to_image();
            paste(&mut sheet, &half, x, y);
            if family.cells().is_some() {
                style.kind = BoardKind::Font;
                let set = draw_board(&placement, Color::White, family, &style, 20, rng);
                paste(&mut sheet, &set.image, x + 160, y);
            }
            let mut pixmap =
                resvg::tiny_skia::Pixmap::new(326, 14).ok_or_else(|| anyhow::anyhow!("pixmap"))?;
            pixmap.fill(resvg::tiny_skia::Color::WHITE);
            let title = format!(
                "{} {:?} {}",
                family.name,
                family.split,
                if family.is_ink() { "ink" } else { "" }
            );
            label.draw(
                &mut pixmap.as_mut(),
                &title,
                2.0,
                11.0,
                11.0,
                [0, 0, 0],
                255,
            );
            let title = RgbaImage::from_raw(326, 14, pixmap.data().to_vec())
                .ok_or_else(|| anyhow::anyhow!("title"))?;
            paste(&mut sheet, &title, x, y - 15);
        }
        sheet.save(out.join(format!("men{page}.png")))?;
    }
    Ok(())
}

fn boards(library: &ArtLibrary, out: &Path, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
    for (kind, name) in [
        (BoardKind::Screen, "screen"),
        (BoardKind::Print, "print"),
        (BoardKind::Font, "font"),
    ] {
        for page in 0..2 {
            let mut sheet = RgbImage::from_pixel(4 * 330, 3 * 330, Rgb([205, 215, 205]));
            for i in 0..12 {
                let style = BoardStyle::random(rng, kind, library);
                let family = library.pick_where(rng, |f| {
                    f.split == Split::Train && (kind != BoardKind::Font || f.cells().is_some())
                });
                let Some(family) = family.or(library.families.first()) else {
                    continue;
                };
                let bottom = if rng.random_bool(0.8) {
                    Color::White
                } else {
                    Color::Black
                };
                let drawing = draw_board(&random_position(rng), bottom, family, &style, 34, rng);
                let (x, y) = (i % 4 * 330, i / 4 * 330);
                for dy in 0..328 {
                    for dx in 0..328 {
                        sheet.put_pixel(x + dx, y + dy, Rgb(drawing.paper));
                    }
                }
                let image = image::imageops::crop_imm(&drawing.image, 0, 0, 328, 328).to_image();
                paste(&mut sheet, &image, x, y);
            }
            sheet.save(out.join(format!("{name}{page}.png")))?;
        }
    }
    Ok(())
}

fn speed(library: &ArtLibrary, rng: &mut ChaCha8Rng) {
    for side in [16, 40, 80] {
        for kind in [BoardKind::Screen, BoardKind::Print, BoardKind::Font] {
            let start = Instant::now();
            let mut count = 0;
            while start.elapsed().as_secs_f32() < 2.0 {
                let style = BoardStyle::random(rng, kind, library);
                let family =
                    library.pick_where(rng, |f| kind != BoardKind::Font || f.cells().is_some());
                let Some(family) = family.or(library.families.first()) else {
                    return;
                };
                let drawing = draw_board(
                    &random_position(rng),
                    Color::White,
                    family,
                    &style,
                    side,
                    rng,
                );
                count += usize::from(drawing.image.width() > 1);
            }
            println!(
                "{side} px {kind:?}: {:.0} boards/s",
                count as f32 / start.elapsed().as_secs_f32()
            );
        }
    }
}

fn paste(sheet: &mut RgbImage, image: &RgbaImage, x: u32, y: u32) {
    for (dx, dy, p) in image.enumerate_pixels() {
        if x + dx < sheet.width() && y + dy < sheet.height() {
            let under = sheet.get_pixel_mut(x + dx, y + dy);
            let a = f32::from(p.0[3]) / 255.0;
            for k in 0..3 {
                under.0[k] = (f32::from(p.0[k]) * a + f32::from(under.0[k]) * (1.0 - a)) as u8;
            }
        }
    }
}
