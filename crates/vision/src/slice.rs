//! Cuts a squared-up board into the 64 tiles that the classifier reads.

use crate::RectifiedBoard;
use ndarray::Array4;

/// What a tile shows beyond its square on each side, as a share of the square's side: 3 of 26
/// pixels, 11.5 %. Enough to see a neighbour's overhang and a grid that is a little off.
pub const MARGIN: f32 = 3.0 / 26.0;

/// Side of a tile in pixels for boards squared up with the default parameters.
pub const TILE: usize = 32;

/// Shares of the field's pixels that become 0 (ink) and 1 (paper). Taken from inside the range so
/// that a few specks or glints do not set the scale.
const DARK_PERCENTILE: f32 = 0.01;
const LIGHT_PERCENTILE: f32 = 0.99;

/// Tiles run from `-OVERSHOOT` to `1 + OVERSHOOT`; beyond, values are clipped.
pub const OVERSHOOT: f32 = 0.25;

/// Smallest difference of gray levels that the scale is stretched to: below, a field is blank and
/// its noise must not be blown up into shapes.
const LEAST_RANGE: f32 = 12.0;

/// The 64 tiles of a board.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// Shape `[64, 1, TILE, TILE]`: squares in image order, one gray channel, rows, columns.
    /// 0 is the board's dark end, 1 its light end, clipped to `-0.25..=1.25`.
    pub pixels: Array4<f32>,
}

/// Cuts the board into tiles, each its square and [`MARGIN`] around it, on one gray scale for the
/// whole board.
pub fn slice(board: &RectifiedBoard) -> Tiles {
    let around = (board.square as f32 * MARGIN).round() as u32;
    let side = (board.square + 2 * around) as usize;
    let (low, high) = gray_range(board);
    let scale = 1.0 / (high - low).max(LEAST_RANGE);
    let start = board.margin.saturating_sub(around);
    let pixels = Array4::from_shape_fn((64, 1, side, side), |(k, _, y, x)| {
        let px = start + (k as u32 % 8) * board.square + x as u32;
        let py = start + (k as u32 / 8) * board.square + y as u32;
        let v = f32::from(board.level(px, py));
        ((v - low) * scale).clamp(-OVERSHOOT, 1.0 + OVERSHOOT)
    });
    Tiles { pixels }
}

/// Gray levels at the dark and light percentiles of the 8×8 field.
fn gray_range(board: &RectifiedBoard) -> (f32, f32) {
    let mut histogram = [0u32; 256];
    let end = board.margin + 8 * board.square;
    for y in board.margin..end {
        for x in board.margin..end {
            histogram[usize::from(board.level(x, y))] += 1;
        }
    }
    let total = (8 * board.square).pow(2) as f32;
    let level = |share: f32| {
        let mut seen = 0;
        histogram
            .iter()
            .position(|&n| {
                seen += n;
                seen as f32 > share * total
            })
            .unwrap_or(255) as f32
    };
    (level(DARK_PERCENTILE), level(LIGHT_PERCENTILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, Luma};

    /// A rectified board whose square `k` (image order) has the gray level 20 + 3k.
    fn stairs() -> RectifiedBoard {
        RectifiedBoard {
            image: GrayImage::from_fn(260, 260, |x, y| {
                let at = |v: u32| (v.clamp(26, 233) - 26) / 26;
                Luma([(20 + 3 * (8 * at(y) + at(x))) as u8])
            }),
            square: 26,
            margin: 26,
        }
    }

    #[test]
    fn tiles_come_in_image_order_on_one_scale() {
        let tiles = slice(&stairs());
        assert_eq!(tiles.pixels.dim(), (64, 1, TILE, TILE));
        let centre: Vec<f32> = (0..64).map(|k| tiles.pixels[[k, 0, 16, 16]]).collect();
        assert!(centre.windows(2).all(|w| w[1] > w[0]));
        assert_eq!(centre[0], 0.0);
        assert!((centre[63] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_tile_shows_its_neighbours_rim() {
        let tiles = slice(&stairs());
        assert_eq!(tiles.pixels[[9, 0, 16, 2]], tiles.pixels[[8, 0, 16, 16]]);
        assert_eq!(tiles.pixels[[9, 0, 16, 3]], tiles.pixels[[9, 0, 16, 16]]);
        assert_eq!(tiles.pixels[[9, 0, 29, 16]], tiles.pixels[[17, 0, 16, 16]]);
    }

    #[test]
    fn a_blank_field_stays_blank() {
        let board = RectifiedBoard {
            image: GrayImage::from_fn(260, 260, |x, y| Luma([200 + ((x ^ y) & 1) as u8])),
            square: 26,
            margin: 26,
        };
        let tiles = slice(&board);
        let (min, max) = tiles
            .pixels
            .iter()
            .fold((f32::MAX, f32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
        assert!(max - min < 0.2);
    }
}
