//! A contact sheet of the squares that were read wrong: the tile, and beside it the truth, what was
//! read, and its probability in hundredths.

use fenlens::{
    fen::Piece,
    vision::{Tiles, slice::TILE},
};
use image::{GrayImage, Luma, imageops};

/// A square read wrong.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The tile as the net saw it.
    pub tile: GrayImage,
    /// What stands there.
    pub truth: Option<Piece>,
    /// What was read.
    pub read: Option<Piece>,
    /// How sure the reading was, 0 to 1.
    pub p: f64,
}

/// Cells a row.
const COLUMNS: u32 = 16;
/// Width of a cell in pixels: the tile and a column of three signs.
const WIDTH: u32 = SCALE * TILE as u32 + 20;
/// Height of a cell in pixels.
const HEIGHT: u32 = SCALE * TILE as u32 + 4;
/// How much tiles and signs are enlarged.
const SCALE: u32 = 2;

impl Wrong {
    /// Square `k` (image order) of a board.
    pub fn new(tiles: &Tiles, k: usize, truth: Option<Piece>, read: Option<Piece>, p: f64) -> Self {
        let (_, _, height, width) = tiles.pixels.dim();
        Self {
            tile: GrayImage::from_fn(width as u32, height as u32, |x, y| {
                let v = tiles.pixels[[k, 0, y as usize, x as usize]];
                Luma([(v.clamp(0.0, 1.0) * 255.0).round() as u8])
            }),
            truth,
            read,
            p,
        }
    }
}

/// Lays the squares out in rows, in the order given.
pub fn draw(wrong: &[Wrong]) -> GrayImage {
    let rows = (wrong.len() as u32).div_ceil(COLUMNS).max(1);
    let mut sheet = GrayImage::from_pixel(COLUMNS * WIDTH, rows * HEIGHT, Luma([255]));
    for (i, w) in wrong.iter().enumerate() {
        let (x, y) = (
            i as u32 % COLUMNS * WIDTH + 2,
            i as u32 / COLUMNS * HEIGHT + 2,
        );
        let large = imageops::resize(
            &w.tile,
            w.tile.width() * SCALE,
            w.tile.height() * SCALE,
            imageops::FilterType::Nearest,
        );
        imageops::replace(&mut sheet, &large, x.into(), y.into());
        let right = x + large.width() + 3;
        let letter = |piece: Option<Piece>| piece.map_or('.', Piece::to_char);
        sign(&mut sheet, right, y, letter(w.truth));
        sign(&mut sheet, right, y + 18, letter(w.read));
        let hundredths = (w.p * 100.0).floor().clamp(0.0, 99.0) as u8;
        sign(
            &mut sheet,
            right - 1,
            y + 36,
            char::from(b'0' + hundredths / 10),
        );
        sign(
            &mut sheet,
            right - 1,
            y + 52,
            char::from(b'0' + hundredths % 10),
        );
    }
    sheet
}

/// Draws a sign, five by seven pixels enlarged, with its top left corner at (`x`, `y`).
fn sign(sheet: &mut GrayImage, x: u32, y: u32, c: char) {
    let Some((_, rows)) = SIGNS.iter().find(|(s, _)| *s == c.to_ascii_uppercase()) else {
        return;
    };
    // Black men stand in a black box, white ones on white, so that b and B cannot be confused.
    let (ink, paper) = if c.is_ascii_lowercase() {
        (255, 0)
    } else {
        (0, 255)
    };
    for dy in 0..7 * SCALE + 2 {
        for dx in 0..5 * SCALE + 2 {
            let (row, column) = (dy.wrapping_sub(1) / SCALE, dx.wrapping_sub(1) / SCALE);
            let inside = dy > 0 && dx > 0 && row < 7 && column < 5;
            let on = inside && rows[row as usize] >> (4 - column) & 1 == 1;
            if x + dx < sheet.width() && y + dy < sheet.height() {
                sheet.put_pixel(x + dx, y + dy, Luma([if on { ink } else { paper }]));
            }
        }
    }
}

/// Seven rows of five bits each, the leftmost pixel the highest bit.
#[rustfmt::skip]
const SIGNS: [(char, [u8; 7]); 17] = [
    ('.', [0, 0, 0, 0, 0, 0b01100, 0b01100]),
    ('P', [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000]),
    ('N', [0b10001, 0b11001, 0b10101, 0b10101, 0b10011, 0b10001, 0b10001]),
    ('B', [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110]),
    ('R', [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001]),
    ('Q', [0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101]),
    ('K', [0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001]),
    ('0', [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]),
    ('2', [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]),
    ('3', [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110]),
    ('4', [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('6', [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]),
    ('8', [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_grows_by_rows() {
        let one = Wrong {
            tile: GrayImage::from_pixel(TILE as u32, TILE as u32, Luma([128])),
            truth: Piece::from_char('Q'),
            read: Piece::from_char('q'),
            p: 0.87,
        };
        assert_eq!(draw(&[]).dimensions(), (COLUMNS * WIDTH, HEIGHT));
        let sheet = draw(&vec![one; 17]);
        assert_eq!(sheet.height(), 2 * HEIGHT);
        assert_eq!(sheet.get_pixel(10, 10).0, [128]);
        // The truth is white, so on white; the reading black, so in a black box.
        let right = SCALE * TILE as u32 + 5;
        assert_eq!(sheet.get_pixel(right, 2).0, [255]);
        assert_eq!(sheet.get_pixel(right, 20).0, [0]);
    }
}
