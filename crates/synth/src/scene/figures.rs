//! Figures of books and papers that are no chess boards.

use super::Artist;
use super::artist::Font;
use super::paint::{Colour, disc, fill_rect, frame, line, mix};
use image::RgbImage;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// What a figure shows.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    Table,
    Crossword,
    Sudoku,
    Calendar,
    Go,
    Draughts,
    Keyboard,
    Chequers,
    Stripes,
    Puzzle,
    Counters,
}

/// All figures as often as they are drawn.
pub const FIGURES: [Figure; 13] = [
    Figure::Table,
    Figure::Crossword,
    Figure::Sudoku,
    Figure::Calendar,
    Figure::Go,
    Figure::Draughts,
    Figure::Draughts,
    Figure::Keyboard,
    Figure::Chequers,
    Figure::Stripes,
    Figure::Puzzle,
    Figure::Puzzle,
    Figure::Counters,
];

/// Figures that are easily taken for chess boards.
pub const LIKE_BOARDS: [Figure; 8] = [
    Figure::Draughts,
    Figure::Draughts,
    Figure::Draughts,
    Figure::Puzzle,
    Figure::Puzzle,
    Figure::Chequers,
    Figure::Counters,
    Figure::Crossword,
];

/// One of the figures in the box; returns its name.
pub fn figure(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    figures: &[Figure],
    rng: &mut ChaCha8Rng,
) -> &'static str {
    let paper = image
        .get_pixel(area[0].max(0.0) as u32, area[1].max(0.0) as u32)
        .0;
    match figures[rng.random_range(0..figures.len() as u32) as usize] {
        Figure::Puzzle => {
            puzzle(artist, image, area, ink, paper, rng);
            "puzzle"
        }
        Figure::Counters => {
            counters(artist, image, area, ink, rng);
            "counters"
        }
        Figure::Table => {
            table(artist, image, area, ink, rng);
            "table"
        }
        Figure::Crossword => {
            crossword(artist, image, area, ink, rng);
            "crossword"
        }
        Figure::Sudoku => {
            sudoku(artist, image, area, ink, rng);
            "sudoku"
        }
        Figure::Calendar => {
            calendar(artist, image, area, ink, rng);
            "calendar"
        }
        Figure::Go => {
            go(image, area, ink, paper, rng);
            "go"
        }
        Figure::Draughts => {
            draughts(image, area, ink, paper, rng);
            "draughts"
        }
        Figure::Keyboard => {
            keyboard(artist, image, area, ink, rng);
            "keyboard"
        }
        Figure::Chequers => {
            // Chequers of another count than eight by eight.
            let n = [3, 4, 5, 6, 10, 12, 15][rng.random_range(0..7)];
            chequers(
                image,
                area,
                n,
                (n + rng.random_range(0..4)).max(3),
                mix(paper, ink, 0.6),
                paper,
            );
            "chequers"
        }
        Figure::Stripes => {
            stripes(image, area, ink, rng);
            "stripes"
        }
    }
}

/// Light and dark squares, `across` by `down`.
pub fn chequers(
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

/// Bars of one width, upright or level.
pub fn stripes(image: &mut RgbImage, [x, y, w, h]: [f32; 4], ink: Colour, rng: &mut ChaCha8Rng) {
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
fn grid(
    image: &mut RgbImage,
    [x, y, w, h]: [f32; 4],
    across: usize,
    down: usize,
    width: f32,
    ink: Colour,
) {
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
    font: Font,
    text: &str,
    [x, y, w, h]: [f32; 4],
    ink: Colour,
) {
    let em = h * 0.6;
    let left = x + (w - artist.text_width(font, text, em)) / 2.0;
    artist.text(image, font, text, left, y + h * 0.72, em, ink);
}

fn table(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
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

fn crossword(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
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

fn sudoku(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
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

fn calendar(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    let (cw, ch) = (w / 7.0, h / 6.0);
    let font = artist.font(rng);
    let first = rng.random_range(0..7);
    for day in 0..31 {
        let k = day + first;
        let cell = [
            x + cw * (k % 7) as f32,
            y + ch * (k / 7) as f32,
            cw,
            ch * 0.6,
        ];
        cell_text(artist, image, font, &(day + 1).to_string(), cell, ink);
    }
    if rng.random_bool(0.7) {
        grid(image, area, 7, 6, (w * 0.003).max(0.7), ink);
    }
}

fn go(image: &mut RgbImage, area: [f32; 4], ink: Colour, paper: Colour, rng: &mut ChaCha8Rng) {
    let [x, y, w, h] = area;
    let n = [8, 12, 18, 18][rng.random_range(0..4)];
    let wood = if rng.random_bool(0.4) {
        [220, 180, 110]
    } else {
        paper
    };
    let (cw, ch) = (w / n as f32, h / n as f32);
    fill_rect(
        image,
        x - cw * 0.7,
        y - ch * 0.7,
        w + cw * 1.4,
        h + ch * 1.4,
        wood,
    );
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

fn draughts(
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    paper: Colour,
    rng: &mut ChaCha8Rng,
) {
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
        let (cx, cy) = (
            x + cw * (k % n) as f32 + cw / 2.0,
            y + ch * row as f32 + ch / 2.0,
        );
        let r = cw.min(ch) * 0.4;
        let tone = if black {
            mix(ink, paper, 0.1)
        } else {
            [250; 3]
        };
        disc(image, cx, cy, r, 0.0, tone);
        disc(image, cx, cy, r, (r * 0.1).max(0.7), ink);
        if rng.random_bool(0.5) {
            let rim = if black { mix(ink, paper, 0.5) } else { ink };
            disc(image, cx, cy, r * 0.6, (r * 0.08).max(0.6), rim);
        }
    }
}

fn keyboard(
    artist: &mut Artist,
    image: &mut RgbImage,
    area: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
    let [x, y, w, h] = area;
    let (across, down) = (rng.random_range(3..13), rng.random_range(3..7));
    let (cw, ch) = (w / across as f32, h / down as f32);
    let font = artist.font(rng);
    let key = if rng.random_bool(0.5) {
        [235; 3]
    } else {
        [50; 3]
    };
    let letters = if key[0] > 100 { [20; 3] } else { [240; 3] };
    fill_rect(image, x, y, w, h, ink);
    for j in 0..down {
        for i in 0..across {
            let (kx, ky) = (x + cw * i as f32 + cw * 0.06, y + ch * j as f32 + ch * 0.06);
            fill_rect(image, kx, ky, cw * 0.88, ch * 0.88, key);
            let letter = char::from(b'A' + rng.random_range(0..26u8)).to_string();
            cell_text(
                artist,
                image,
                font,
                &letter,
                [kx, ky, cw * 0.88, ch * 0.88],
                letters,
            );
        }
    }
}

/// A chequered figure of a few squares, flat or hatched, with numbered discs, as in puzzle books.
fn puzzle(
    artist: &mut Artist,
    image: &mut RgbImage,
    [x, y, w, h]: [f32; 4],
    ink: Colour,
    paper: Colour,
    rng: &mut ChaCha8Rng,
) {
    let (across, down) = (rng.random_range(2..8usize), rng.random_range(2..8usize));
    let cell = (w / across as f32).min(h / down as f32);
    let area = [x, y, cell * across as f32, cell * down as f32];
    let font = artist.font(rng);
    let hatched = rng.random_bool(0.6);
    let share = rng.random_range(0.0..0.9);
    if !hatched {
        chequers(
            image,
            area,
            across,
            down,
            mix(paper, ink, rng.random_range(0.2..0.9)),
            paper,
        );
    }
    let pitch = (cell / rng.random_range(5.0..12.0)).max(2.0);
    for k in 0..across * down {
        let (i, j) = (k % across, k / across);
        let (cx, cy) = (x + cell * i as f32, y + cell * j as f32);
        if hatched && (i + j) % 2 == 1 {
            let mut at = pitch;
            while at < 2.0 * cell {
                let (a, b) = ((at - cell).max(0.0), at.min(cell));
                line(
                    image,
                    (cx + a, cy + b),
                    (cx + b, cy + a),
                    (pitch * 0.3).max(0.7),
                    ink,
                );
                at += pitch;
            }
        }
        if rng.random_bool(share) {
            let r = cell * 0.36;
            disc(image, cx + cell / 2.0, cy + cell / 2.0, r, 0.0, paper);
            disc(
                image,
                cx + cell / 2.0,
                cy + cell / 2.0,
                r,
                (cell * 0.03).max(0.8),
                ink,
            );
            let number = (k + 1).to_string();
            cell_text(
                artist,
                image,
                font,
                &number,
                [cx + r / 2.0, cy + r / 2.0, cell - r, cell - r],
                ink,
            );
        }
    }
    if rng.random_bool(0.6) {
        grid(image, area, across, down, (cell * 0.02).max(0.8), ink);
    }
    frame(image, x, y, area[2], area[3], (cell * 0.04).max(1.0), ink);
}

/// Rows of circles with letters or numbers.
fn counters(
    artist: &mut Artist,
    image: &mut RgbImage,
    [x, y, w, h]: [f32; 4],
    ink: Colour,
    rng: &mut ChaCha8Rng,
) {
    let (across, down) = (rng.random_range(3..11), rng.random_range(3..11));
    let (cw, ch) = (w / across as f32, h / down as f32);
    let font = artist.font(rng);
    let r = cw.min(ch) * rng.random_range(0.3..0.48);
    for k in 0..across * down {
        let (cx, cy) = (
            x + cw * ((k % across) as f32 + 0.5),
            y + ch * ((k / across) as f32 + 0.5),
        );
        disc(image, cx, cy, r, (r * 0.1).max(0.8), ink);
        let text = rng.random_range(1..100u32).to_string();
        cell_text(
            artist,
            image,
            font,
            &text,
            [cx - r, cy - r * 0.8, 2.0 * r, 1.6 * r],
            ink,
        );
    }
}
