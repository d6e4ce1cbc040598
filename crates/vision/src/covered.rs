//! Whether something lies over a board: a window, a banner, another picture.

use crate::{Tiles, detect::median};
use ndarray::{Axis, Slice};

/// Fewest empty squares of each colour that tell how light and dark squares differ.
const LEAST_EMPTY: usize = 4;

/// Least difference between empty light and dark squares, on the board's gray scale, from which the chequer tells
/// anything. Finely hatched squares, whose middle gray is that of paper, differ by less.
const LEAST_CONTRAST: f32 = 0.1;

/// Neighbours whose grounds differ by less than this share of that are of one ground. Tints and shadows leave more.
const ONE_GROUND: f32 = 0.4;

/// Fewest pairs of neighbours of one ground from which something lies over the board. Of 330 boards of labelled
/// pictures that were sure one had 3 and more; windows drawn over boards have 3 to 11, single tinted squares up to 4.
const LEAST_PAIRS: usize = 5;

/// The squares under what lies over the board, of those read as `empty` (both in image order): where several pairs of
/// neighbours are both as light or as dark, the ones unlike the others of their colour. None where the chequer is too
/// faint to tell.
pub fn covered(tiles: &Tiles, empty: &[usize]) -> Vec<usize> {
    let parity = |k: usize| (k / 8 + k % 8) % 2;
    let grounds: Vec<f32> = (0..64).map(|k| ground(tiles, k)).collect();
    let [mut light, mut dark] = [0, 1].map(|tone| -> Vec<f32> {
        let here = empty.iter().filter(|&&k| parity(k) == tone);
        here.map(|&k| grounds[k]).collect()
    });
    if light.len().min(dark.len()) < LEAST_EMPTY {
        return Vec::new();
    }
    let usual = [median(&mut light), median(&mut dark)];
    let contrast = usual[0] - usual[1];
    if contrast.abs() < LEAST_CONTRAST {
        return Vec::new();
    }
    let mut pairs = 0;
    for &k in empty {
        let beside = (k % 8 < 7).then_some(k + 1);
        let below = (k < 56).then_some(k + 8);
        for n in beside
            .into_iter()
            .chain(below)
            .filter(|n| empty.contains(n))
        {
            let sign = [1.0, -1.0][parity(k)];
            if sign * (grounds[k] - grounds[n]) / contrast < ONE_GROUND {
                pairs += 1;
            }
        }
    }
    if pairs < LEAST_PAIRS {
        return Vec::new();
    }
    let unlike = |k: usize| (grounds[k] - usual[parity(k)]).abs() / contrast.abs();
    let mut hidden = empty.to_vec();
    hidden.retain(|&k| unlike(k) > (1.0 - ONE_GROUND) / 2.0);
    hidden
}

/// Median of a tile's middle: lines, dots and letters on it do not count.
fn ground(tiles: &Tiles, k: usize) -> f32 {
    let tile = tiles.pixels.index_axis(Axis(0), k);
    let side = tile.len_of(Axis(1));
    let inner = Slice::from(side / 10..side - side / 10);
    let rows = tile.slice_axis(Axis(1), inner);
    let mut middle: Vec<f32> = rows.slice_axis(Axis(2), inner).iter().copied().collect();
    median(&mut middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array4;

    /// Squares of `light` and `dark`, those given of one ground.
    fn board(light: f32, dark: f32, over: &[usize]) -> Tiles {
        Tiles {
            pixels: Array4::from_shape_fn((64, 1, 32, 32), |(k, _, y, _)| {
                let line = if y == 16 { 0.3 } else { 0.0 };
                let own = [light, dark][(k / 8 + k % 8) % 2];
                line + if over.contains(&k) { 0.6 } else { own }
            }),
        }
    }

    const ALL: [usize; 64] = {
        let mut all = [0; 64];
        let mut k = 0;
        while k < 64 {
            all[k] = k;
            k += 1;
        }
        all
    };

    #[test]
    fn a_window_over_the_board_is_seen_and_tints_are_not() {
        let window = [26, 27, 28, 29, 34, 35, 36, 37];
        for (light, dark) in [(0.8, 0.4), (0.4, 0.8)] {
            assert_eq!(covered(&board(light, dark, &window), &ALL), window);
            assert!(covered(&board(light, dark, &[]), &ALL).is_empty());
            // One square of another colour is a last move's.
            assert!(covered(&board(light, dark, &[27]), &ALL).is_empty());
        }
    }

    #[test]
    fn only_empty_squares_count() {
        let window = [26, 27, 28, 29, 34, 35, 36, 37];
        let others: Vec<usize> = ALL.into_iter().filter(|k| !window.contains(k)).collect();
        assert!(covered(&board(0.8, 0.4, &window), &others).is_empty());
    }

    #[test]
    fn a_board_without_chequer_tells_nothing() {
        assert!(covered(&board(0.8, 0.78, &[]), &ALL).is_empty());
        assert!(covered(&board(0.8, 0.4, &ALL[..60]), &ALL[58..]).is_empty());
    }
}
