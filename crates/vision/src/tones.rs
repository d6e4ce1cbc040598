//! Which of the two kinds of squares is the lighter.

use crate::RectifiedBoard;

/// How far from a square's corner its ground is looked at, in shares of the square: men seldom
/// reach into corners, and grid lines and an error of the fit do not reach so far.
const CORNER: (f32, f32) = (0.1, 0.26);

/// Neighbours differ when their grounds are this many gray levels apart; noise and the grain of
/// paper average out below it.
const DIFFERENT: f32 = 4.0;

/// How clearly the squares of the top left one's colour are the lighter, -1 to 1: the share of the
/// 112 pairs of neighbours in which they are, less the share in which they are the darker.
///
/// A board that lies upright or upside down has a light square at its top left, one that lies on
/// its side a dark one, unless it is printed white on black or drawn wrong.
pub fn light_first(board: &RectifiedBoard) -> f32 {
    let grounds: Vec<f32> = (0..64).map(|k| ground(board, k % 8, k / 8)).collect();
    let mut sum = 0i32;
    for k in 0..64 {
        let (column, row) = (k % 8, k / 8);
        let sign = if (column + row) % 2 == 0 { 1.0 } else { -1.0 };
        let beside = (column < 7).then_some(k + 1);
        let below = (row < 7).then_some(k + 8);
        for n in beside.into_iter().chain(below) {
            let difference = sign * (grounds[k] - grounds[n]);
            sum += i32::from(difference > DIFFERENT) - i32::from(difference < -DIFFERENT);
        }
    }
    sum as f32 / 112.0
}

/// Gray level of a square's ground: the mean of the two middle ones of its four corners, so that a
/// label or a man that reaches into one does not count.
fn ground(board: &RectifiedBoard, column: u32, row: u32) -> f32 {
    let side = board.square as f32;
    let low = (CORNER.0 * side) as u32;
    let high = ((CORNER.1 * side) as u32).max(low + 1);
    let (left, top) = (
        board.margin + column * board.square,
        board.margin + row * board.square,
    );
    let mut corners: [f32; 4] = std::array::from_fn(|k| {
        let end = board.square.saturating_sub(1);
        let at = |i: u32, far: bool| if far { end.saturating_sub(i) } else { i };
        let mut sum = 0.0;
        for y in low..high {
            for x in low..high {
                let level = board.level(left + at(x, k % 2 == 1), top + at(y, k / 2 == 1));
                sum += f32::from(level);
            }
        }
        sum / ((high - low) * (high - low)) as f32
    });
    corners.sort_by(f32::total_cmp);
    (corners[1] + corners[2]) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, Luma};

    /// A board with a dark disc on every third square.
    fn board(light: u8, dark: u8) -> RectifiedBoard {
        RectifiedBoard {
            image: GrayImage::from_fn(214, 214, |x, y| {
                let at = |v: u32| (v.max(3) - 3).min(207);
                let (column, row) = (at(x) / 26, at(y) / 26);
                let (dx, dy) = (at(x) as i32 % 26 - 13, at(y) as i32 % 26 - 13);
                let man = (column + 8 * row).is_multiple_of(3) && dx * dx + dy * dy < 81;
                Luma([match (man, (column + row) % 2) {
                    (true, _) => 10,
                    (_, 0) => light,
                    _ => dark,
                }])
            }),
            square: 26,
            margin: 3,
        }
    }

    #[test]
    fn the_lighter_kind_is_seen_under_men() {
        assert!(light_first(&board(240, 180)) > 0.95);
        assert!(light_first(&board(120, 240)) < -0.95);
        assert!(light_first(&board(240, 180).turned(1)) < -0.95);
        assert!(light_first(&board(240, 180).turned(2)) > 0.95);
        assert_eq!(light_first(&board(200, 200)), 0.0);
    }
}
