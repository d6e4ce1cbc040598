//! Cuts a squared-up board into the 64 tiles that the classifier reads.

use crate::RectifiedBoard;
use ndarray::Array4;

/// Side of a tile in pixels for boards squared up with the default parameters. A tile shows its square and nothing
/// around it: of 32 pixels, 26 for the square and 3 on each side left more squares misread on held-out sets.
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

/// Cuts the board into tiles, one for each square, on one gray scale for the whole board.
pub fn slice(board: &RectifiedBoard) -> Tiles {
    let side = board.square as usize;
    let (low, high) = gray_range(board);
    let scale = 1.0 / (high - low).max(LEAST_RANGE);
    let pixels = Array4::from_shape_fn((64, 1, side, side), |(k, _, y, x)| {
        let px = board.margin + (k as u32 % 8) * board.square + x as u32;
        let py = board.margin + (k as u32 / 8) * board.square + y as u32;
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
    use ndarray::Axis;

    /// A rectified board whose square `k` (image order) has the gray level 20 + 3k.
    fn stairs() -> RectifiedBoard {
        RectifiedBoard {
            image: GrayImage::from_fn(320, 320, |x, y| {
                let at = |v: u32| (v.clamp(32, 287) - 32) / 32;
                Luma([(20 + 3 * (8 * at(y) + at(x))) as u8])
            }),
            square: 32,
            margin: 32,
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
    fn a_tile_shows_its_square_and_nothing_around_it() {
        let tiles = slice(&stairs());
        for k in [0, 9, 63] {
            let tile = tiles.pixels.index_axis(Axis(0), k);
            assert!(tile.iter().all(|v| *v == tile[[0, 16, 16]]), "{k}");
        }
    }

    #[test]
    fn a_blank_field_stays_blank() {
        let board = RectifiedBoard {
            image: GrayImage::from_fn(320, 320, |x, y| Luma([200 + ((x ^ y) & 1) as u8])),
            square: 32,
            margin: 32,
        };
        let tiles = slice(&board);
        let (min, max) = tiles
            .pixels
            .iter()
            .fold((f32::MAX, f32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
        assert!(max - min < 0.2);
    }
}
