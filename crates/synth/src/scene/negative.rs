//! Pictures without a chess board, some of which look like one.

use super::paint::{Colour, disc, fill_rect, frame, line, mix};
use super::panel::{self, Style, Theme};
use super::{Artist, Medium, Scene};
use crate::damage::noise::Field;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A picture about `side` pixels wide without a chess board.
pub fn negative(artist: &mut Artist, side: u32, rng: &mut ChaCha8Rng) -> Scene {
    let w = side as f32;
    let h = w * rng.random_range(0.6..1.4);
    let paper: Colour = if rng.random_bool(0.7) {
        [rng.random_range(215..=255); 3]
    } else {
        std::array::from_fn(|_| rng.random_range(150..=255))
    };
    let ink = mix([rng.random_range(0..80); 3], paper, 0.05);
    let mut image = RgbImage::from_pixel(side, h as u32, Rgb(paper));
    let area = [w * 0.05, h * 0.05, w * 0.9, h * 0.9];
    let mut medium = Medium::Print;
    let name = match rng.random_range(0..100) {
        0..14 => {
            text(artist, &mut image, area, ink, rng);
            "text"
        }
        14..22 => {
            poster(artist, &mut image, rng);
            "letters"
        }
        22..30 => {
            medium = Medium::Screen;
            screen(artist, &mut image, rng);
            "screen"
        }
        30..44 => {
            photo_like(&mut image, rng);
            "photo"
        }
        44..56 => {
            cloth(&mut image, rng);
            "cloth"
        }
        _ => {
            text(artist, &mut image, area, ink, rng);
            let size = w.min(h) * rng.random_range(0.3..0.9);
            let x = rng.random_range(0.0..w - size);
            let y = rng.random_range(0.0..h - size);
            let pad = size * 0.03;
            fill_rect(&mut image, x - pad, y - pad, size + 2.0 * pad, size + 2.0 * pad, paper);
            thing(artist, &mut image, [x, y, size, size], ink, rng)
        }
    };
    Scene {
        image,
        medium,
        boards: Vec::new(),
        description: format!("negative-{name}"),
    }
}

/// A figure that is no chess board, for pages with and without boards.
pub fn distractor(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
    thing(artist, image, area, ink, rng);
}

fn thing(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) -> &'static str {
    let paper = image.get_pixel(area[0].max(0.0) as u32, area[1].max(0.0) as u32).0;
    match rng.random_range(0..10) {
        0 => {
            table(artist, image, area, ink, rng);
            "table"
        }
        1 => {
            crossword(artist, image, area, ink, rng);
            "crossword"
        }
        2 => {
            sudoku(artist, image, area, ink, rng);
            "sudoku"
        }
        3 => {
            calendar(artist, image, area, ink, rng);
            "calendar"
        }
        4 => {
            go(image, area, ink, paper, rng);
            "go"
        }
        5 | 6 => {
            draughts(image, area, ink, paper, rng);
            "draughts"
        }
        7 => {
            keyboard(artist, image, area, ink, rng);
            "keyboard"
        }
        8 => {
            // Chequers of another count than eight by eight.
            let n = [3, 4, 5, 6, 10, 12, 15][rng.random_range(0..7)];
            chequers(image, area, n, (n + rng.random_range(0..4)).max(3), mix(paper, ink, 0.6), paper);
            "chequers"
        }
        _ => {
            stripes(image, area, ink, rng);
            "stripes"
        }
    }
}

fn text(artist: &mut Artist, image: &mut RgbImage, [x, y, w, h]: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let font = artist.font(rng);
    let em = w * rng.random_range(0.018..0.05);
    let count = rng.random_range(1..4);
    let column = w / count as f32;
    for i in 0..count {
        let mut top = y;
        while top < y + h - em * 1.3 {
            let lines = rng.random_range(2..12).min(((y + h - top) / (em * 1.22)) as usize).max(1);
            let at = (x + column * i as f32, top);
            top = artist.paragraph(image, font, at, column * 0.93, em, lines, ink, rng)
                + em * rng.random_range(0.0..1.5);
        }
    }
}

/// A few huge letters, light on dark or dark on light.
fn poster(artist: &mut Artist, image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let back: Colour = std::array::from_fn(|_| rng.random());
    let ink: Colour = std::array::from_fn(|i| back[i].wrapping_add(128));
    fill_rect(image, 0.0, 0.0, w, h, back);
    let font = artist.font(rng);
    let words = artist.words(font);
    let mut y = 0.0;
    while y < h {
        let em = h * rng.random_range(0.08..0.5);
        y += em;
        let mut x = w * 0.03;
        while x < w {
            let word = words.word(rng);
            x += artist.text(image, font, &word, x, y, em, ink) + em * 0.3;
            if em > h * 0.3 {
                break;
            }
        }
    }
}

/// Windows with panels but no board.
fn screen(artist: &mut Artist, image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let theme = Theme::random(rng);
    fill_rect(image, 0.0, 0.0, w, h, theme.back);
    let font = artist.font(rng);
    let style = Style {
        theme,
        font,
        em: h * rng.random_range(0.02..0.04),
    };
    panel::menu(artist, image, &style, [0.0, 0.0, w, h * 0.07], rng);
    let look = artist.look(Medium::Screen, rng);
    let (columns, rows) = (rng.random_range(1..4), rng.random_range(1..5));
    let (cw, ch) = (w / columns as f32, h * 0.9 / rows as f32);
    for i in 0..columns {
        for j in 0..rows {
            let pad = 0.04 * cw;
            let (x, y) = (cw * i as f32 + pad, h * 0.08 + ch * j as f32 + pad);
            let area = [x, y, cw - 2.0 * pad, ch - 2.0 * pad];
            match rng.random_range(0..6) {
                0 => panel::move_list(artist, image, &style, area, rng),
                1 => panel::text_box(artist, image, &style, area, rng),
                2 => panel::player(artist, image, &style, &look, [x, y, area[2], ch * 0.2], rng),
                3 => panel::men(artist, image, &look, x, y, (cw / 7.0).min(ch), 6, rng),
                4 => panel::buttons(artist, image, &style, [x, y, area[2], ch * 0.25], rng),
                _ => panel::bar(image, area, rng),
            }
        }
    }
}

/// Smooth patches, blobs and grain, as photographs of anything have.
fn photo_like(image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as usize, image.height() as usize);
    let mut cell = w as f32 * 0.5;
    let mut layers: Vec<([Field; 3], f32)> = Vec::new();
    let mut depth = 90.0;
    for _ in 0..rng.random_range(2..6) {
        layers.push((std::array::from_fn(|_| Field::new(w, h, cell.max(1.5), rng)), depth));
        cell *= rng.random_range(0.25..0.6);
        depth *= rng.random_range(0.4..0.8);
    }
    let gray = rng.random_bool(0.3);
    let base: [f32; 3] = std::array::from_fn(|_| rng.random_range(60.0..200.0));
    let mut line = vec![0.0; w];
    let mut sums = vec![base; w];
    for y in 0..h {
        sums.fill(base);
        for (fields, depth) in &layers {
            for (c, field) in fields.iter().enumerate() {
                field.row(y, &mut line);
                for (s, v) in sums.iter_mut().zip(&line) {
                    s[c] += v * depth;
                }
            }
        }
        for (x, s) in sums.iter().enumerate() {
            let p = if gray { [s[0]; 3] } else { *s };
            image.put_pixel(x as u32, y as u32, Rgb(p.map(|v| v.clamp(0.0, 255.0) as u8)));
        }
    }
    for _ in 0..rng.random_range(0..12) {
        let (x, y) = (rng.random_range(0.0..w as f32), rng.random_range(0.0..h as f32));
        let colour: Colour = std::array::from_fn(|_| rng.random());
        let size = w as f32 * rng.random_range(0.03..0.3);
        match rng.random_range(0..3) {
            0 => disc(image, x, y, size / 2.0, 0.0, colour),
            1 => fill_rect(image, x, y, size, size * rng.random_range(0.2..2.0), colour),
            _ => {
                let to = (x + rng.random_range(-size..size), y + rng.random_range(-size..size));
                line_on(image, (x, y), to, size * 0.1, colour);
            }
        }
    }
}

fn line_on(image: &mut RgbImage, a: (f32, f32), b: (f32, f32), width: f32, colour: Colour) {
    line(image, a, b, width.max(1.0), colour);
}

/// Checked cloth, tiles, gingham or stripes over the whole picture.
fn cloth(image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let a: Colour = std::array::from_fn(|_| rng.random());
    let b: Colour = std::array::from_fn(|_| rng.random());
    fill_rect(image, 0.0, 0.0, w, h, a);
    let cell = w / rng.random_range(5.0..40.0);
    match rng.random_range(0..4) {
        0 => chequers(image, [0.0, 0.0, w + cell, h + cell], ((w + cell) / cell) as usize, ((h + cell) / cell) as usize, a, b),
        1 => {
            // Gingham: two sets of stripes that mix where they cross.
            for p in image.enumerate_pixels_mut() {
                let on = |v: u32| (v as f32 / cell) as u32 % 2;
                let share = (on(p.0) + on(p.1)) as f32 / 2.0;
                p.2.0 = mix(a, b, share);
            }
        }
        2 => {
            // Tiles with joints.
            for p in image.enumerate_pixels_mut() {
                let joint = |v: u32| (v as f32 % cell) < (cell * 0.08).max(1.0);
                if joint(p.0) || joint(p.1) {
                    p.2.0 = b;
                }
            }
        }
        _ => stripes(image, [0.0, 0.0, w, h], b, rng),
    }
}

/// Light and dark squares, `across` by `down`.
fn chequers(
    image: &mut RgbImage,
    [x, y, w, h]: [f32; 4],
    across: usize,
    down: usize,
    dark: Colour,
    light: Colour,
) {
    let (cw, ch) = (w / across as f32, h / down as f32);
    for j in 0..down {
        for i in 0..across {
            let tone = if (i + j) % 2 == 1 { dark } else { light };
            fill_rect(image, x + cw * i as f32, y + ch * j as f32, cw, ch, tone);
        }
    }
}

fn stripes(image: &mut RgbImage, [x, y, w, h]: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let count = rng.random_range(5..30);
    let upright = rng.random_bool(0.5);
    for i in (0..count).step_by(2) {
        let step = if upright { w } else { h } / count as f32;
        if upright {
            fill_rect(image, x + step * i as f32, y, step, h, ink);
        } else {
            fill_rect(image, x, y + step * i as f32, w, step, ink);
        }
    }
}

/// Lines of a grid of `across` by `down` cells.
fn grid(image: &mut RgbImage, [x, y, w, h]: [f32; 4], across: usize, down: usize, width: f32, ink: Colour) {
    for i in 0..=across {
        let at = x + w * i as f32 / across as f32;
        line(image, (at, y), (at, y + h), width, ink);
    }
    for j in 0..=down {
        let at = y + h * j as f32 / down as f32;
        line(image, (x, at), (x + w, at), width, ink);
    }
}

/// Text in the middle of a cell.
fn cell_text(
    artist: &mut Artist,
    image: &mut RgbImage,
    font: super::artist::Font,
    text: &str,
    [x, y, w, h]: [f32; 4],
    ink: Colour,
) {
    let em = h * 0.6;
    let left = x + (w - artist.text_width(font, text, em)) / 2.0;
    artist.text(image, font, text, left, y + h * 0.72, em, ink);
}

fn table(artist: &mut Artist, image: &mut RgbImage, area: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let (across, down) = (rng.random_range(2..10), rng.random_range(3..14));
    let (cw, ch) = (w / across as f32, h / down as f32);
    let font = artist.font(rng);
    let words = artist.words(font);
    let shaded = rng.random_bool(0.4);
    let paper = image.get_pixel(x.max(0.0) as u32, y.max(0.0) as u32).0;
    for j in 0..down {
        if shaded && j % 2 == 1 {
            fill_rect(image, x, y + ch * j as f32, w, ch, mix(paper, ink, 0.15));
        }
        for i in 0..across {
            let text = if rng.random_bool(0.5) {
                rng.random_range(0..1000u32).to_string()
            } else {
                words.word(rng)
            };
            let em = ch.min(cw * 0.5) * 0.5;
            let at = (x + cw * i as f32 + em * 0.3, y + ch * (j as f32 + 0.7));
            artist.text(image, font, &text, at.0, at.1, em, ink);
        }
    }
    if rng.random_bool(0.8) {
        grid(image, area, across, down, (w * 0.003).max(0.8), ink);
    }
}

fn crossword(artist: &mut Artist, image: &mut RgbImage, area: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let n = rng.random_range(7..16usize);
    let (cw, ch) = (w / n as f32, h / n as f32);
    let font = artist.font(rng);
    let filled = rng.random_bool(0.3);
    let lattice = rng.random_bool(0.4);
    let share = rng.random_range(0.12..0.35);
    for j in 0..n {
        for i in 0..n {
            let (cx, cy) = (x + cw * i as f32, y + ch * j as f32);
            let blocked = if lattice {
                i % 2 == 1 && j % 2 == 1
            } else {
                rng.random_bool(share)
            };
            if blocked {
                fill_rect(image, cx, cy, cw, ch, ink);
            } else if filled || rng.random_bool(0.2) {
                let letter = char::from(b'A' + rng.random_range(0..26u8)).to_string();
                cell_text(artist, image, font, &letter, [cx, cy, cw, ch], ink);
            }
        }
    }
    grid(image, area, n, n, (w * 0.004).max(0.8), ink);
}

fn sudoku(artist: &mut Artist, image: &mut RgbImage, area: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let n = [6, 9, 9, 9, 8][rng.random_range(0..5)];
    let (cw, ch) = (w / n as f32, h / n as f32);
    let font = artist.font(rng);
    let share = rng.random_range(0.3..0.9);
    for k in 0..n * n {
        if rng.random_bool(share) {
            let digit = rng.random_range(1..=n).to_string();
            let cell = [x + cw * (k % n) as f32, y + ch * (k / n) as f32, cw, ch];
            cell_text(artist, image, font, &digit, cell, ink);
        }
    }
    grid(image, area, n, n, (w * 0.003).max(0.7), ink);
    if n == 9 {
        grid(image, area, 3, 3, w * 0.01, ink);
    }
}

fn calendar(artist: &mut Artist, image: &mut RgbImage, area: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let (cw, ch) = (w / 7.0, h / 6.0);
    let font = artist.font(rng);
    let first = rng.random_range(0..7);
    for day in 0..31 {
        let k = day + first;
        let cell = [x + cw * (k % 7) as f32, y + ch * (k / 7) as f32, cw, ch * 0.6];
        cell_text(artist, image, font, &(day + 1).to_string(), cell, ink);
    }
    if rng.random_bool(0.7) {
        grid(image, area, 7, 6, (w * 0.003).max(0.7), ink);
    }
}

fn go(image: &mut RgbImage, area: [f32; 4], ink: Colour, paper: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let n = [8, 12, 18, 18][rng.random_range(0..4)];
    let wood = if rng.random_bool(0.4) { [220, 180, 110] } else { paper };
    let (cw, ch) = (w / n as f32, h / n as f32);
    fill_rect(image, x - cw * 0.7, y - ch * 0.7, w + cw * 1.4, h + ch * 1.4, wood);
    grid(image, area, n, n, (w * 0.003).max(0.7), ink);
    let share = rng.random_range(0.1..0.6);
    for k in 0..(n + 1) * (n + 1) {
        if rng.random_bool(share) {
            let (cx, cy) = (x + cw * (k % (n + 1)) as f32, y + ch * (k / (n + 1)) as f32);
            let r = cw.min(ch) * 0.46;
            if rng.random_bool(0.5) {
                disc(image, cx, cy, r, 0.0, [15; 3]);
            } else {
                disc(image, cx, cy, r, 0.0, [250; 3]);
                disc(image, cx, cy, r, (r * 0.12).max(0.7), ink);
            }
        }
    }
}

fn draughts(image: &mut RgbImage, area: [f32; 4], ink: Colour, paper: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let n = [8, 8, 10, 10, 12][rng.random_range(0..5)];
    let (cw, ch) = (w / n as f32, h / n as f32);
    let dark = mix(paper, ink, rng.random_range(0.25..0.8));
    chequers(image, area, n, n, dark, paper);
    frame(image, x, y, w, h, (w * 0.005).max(1.0), ink);
    let filled = rng.random_range(1..=4).min(n / 2 - 1);
    let scattered = rng.random_bool(0.5);
    for k in (0..n * n).filter(|k| (k % n + k / n) % 2 == 1) {
        let row = k / n;
        let man = if scattered {
            rng.random_bool(0.35).then(|| rng.random_bool(0.5))
        } else if row < filled {
            Some(true)
        } else {
            (row >= n - filled).then_some(false)
        };
        let Some(black) = man else { continue };
        let (cx, cy) = (x + cw * (k % n) as f32 + cw / 2.0, y + ch * row as f32 + ch / 2.0);
        let r = cw.min(ch) * 0.4;
        let tone = if black { mix(ink, paper, 0.1) } else { [250; 3] };
        disc(image, cx, cy, r, 0.0, tone);
        disc(image, cx, cy, r, (r * 0.1).max(0.7), ink);
        if rng.random_bool(0.5) {
            let rim = if black { mix(ink, paper, 0.5) } else { ink };
            disc(image, cx, cy, r * 0.6, (r * 0.08).max(0.6), rim);
        }
    }
}

fn keyboard(artist: &mut Artist, image: &mut RgbImage, area: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let (across, down) = (rng.random_range(3..13), rng.random_range(3..7));
    let (cw, ch) = (w / across as f32, h / down as f32);
    let font = artist.font(rng);
    let key = if rng.random_bool(0.5) { [235; 3] } else { [50; 3] };
    let letters = if key[0] > 100 { [20; 3] } else { [240; 3] };
    fill_rect(image, x, y, w, h, ink);
    for j in 0..down {
        for i in 0..across {
            let (kx, ky) = (x + cw * i as f32 + cw * 0.06, y + ch * j as f32 + ch * 0.06);
            fill_rect(image, kx, ky, cw * 0.88, ch * 0.88, key);
            let letter = char::from(b'A' + rng.random_range(0..26u8)).to_string();
            cell_text(artist, image, font, &letter, [kx, ky, cw * 0.88, ch * 0.88], letters);
        }
    }
}
