//! Connected pieces, and chains of them that stand side by side.

/// Clear space between two letters of a word and between two words of a line, in heights of the
/// larger, at most. Words of typewriters stand 0.8 of an em apart.
const SPACES: [f32; 2] = [0.6, 1.1];

/// Height that two neighbours have in common, in heights of the larger: a small letter has half of
/// one with a long stem. Dots and accents have less, and so join no two lines.
const COMMON: f32 = 0.4;

/// A box in pixels, all edges inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boxed {
    pub left: usize,
    pub right: usize,
    pub top: usize,
    pub bottom: usize,
}

impl Boxed {
    fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn width(&self) -> usize {
        self.right - self.left + 1
    }

    fn join(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
    }
}

/// Sets that grow together.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// The boxes of each set, joined.
    fn boxes(&mut self, parts: &[Boxed]) -> Vec<Boxed> {
        let mut whole: Vec<Option<Boxed>> = vec![None; parts.len()];
        for (i, part) in parts.iter().enumerate() {
            whole[self.find(i)].get_or_insert(*part).join(part);
        }
        whole.into_iter().flatten().collect()
    }
}

/// The boxes of the connected pieces (by sides and corners) of a mask, row-major.
pub(super) fn components(mask: &[bool], width: usize, height: usize) -> Vec<Boxed> {
    let mut runs: Vec<Boxed> = Vec::new();
    let mut sets = Sets(Vec::new());
    let mut above = 0..0;
    for y in 0..height {
        let row = &mask[y * width..(y + 1) * width];
        let first = runs.len();
        let mut over = above.start;
        let mut x = 0;
        while x < width {
            if !row[x] {
                x += 1;
                continue;
            }
            let left = x;
            while x < width && row[x] {
                x += 1;
            }
            let run = Boxed {
                left,
                right: x - 1,
                top: y,
                bottom: y,
            };
            let k = runs.len();
            runs.push(run);
            sets.0.push(k);
            while over < above.end && runs[over].right + 1 < left {
                over += 1;
            }
            let mut j = over;
            while j < above.end && runs[j].left <= run.right + 1 {
                sets.join(j, k);
                j += 1;
            }
        }
        above = first..runs.len();
    }
    sets.boxes(&runs)
}

/// Chains pieces that can be letters, at most `high` pixels high, into words and these into lines.
pub(super) fn chain(mut pieces: Vec<Boxed>, high: f32) -> Vec<Boxed> {
    // Two edges of a thin rule lie three pixels apart.
    pieces.retain(|p| p.height() > 3 && p.height() as f32 <= high + 2.0 && p.width() > 2);
    SPACES
        .iter()
        .fold(pieces, |parts, space| joined(parts, *space))
}

/// Neighbours at most `space` heights apart, joined.
fn joined(mut parts: Vec<Boxed>, space: f32) -> Vec<Boxed> {
    parts.sort_by_key(|p| (p.left, p.top));
    let mut sets = Sets((0..parts.len()).collect());
    let highest = parts.iter().map(Boxed::height).max().unwrap_or(0);
    let most = (space * highest as f32) as usize;
    for (i, a) in parts.iter().enumerate() {
        for (j, b) in parts.iter().enumerate().skip(i + 1) {
            if b.left > a.right + most {
                break;
            }
            let common = (a.bottom.min(b.bottom) + 1).saturating_sub(a.top.max(b.top)) as f32;
            let large = a.height().max(b.height()) as f32;
            let gap = b.left.saturating_sub(a.right) as f32;
            if common >= COMMON * large && gap <= space * large {
                sets.join(i, j);
            }
        }
    }
    sets.boxes(&parts)
}

/// A row between two lines has at most this share of the ink of the fuller rows above and below:
/// stems and tails that touch. Between the bars of capitals more than a half is left.
const VALLEY: f32 = 0.3;

/// Lines that touch, taken apart where there is little of either, and drawn tight.
pub(super) fn split(mask: &[bool], width: usize, whole: Boxed) -> Vec<Boxed> {
    let count = |y: usize| {
        let row = &mask[y * width + whole.left..=y * width + whole.right];
        row.iter().filter(|m| **m).count()
    };
    let rows: Vec<usize> = (whole.top..=whole.bottom).map(count).collect();
    // Fullest row from the top down to each, and from the bottom up.
    let fullest = |rows: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        rows.scan(0, |most, n| {
            *most = n.max(*most);
            Some(*most)
        })
        .collect()
    };
    let above = fullest(&mut rows.iter().copied());
    let mut below = fullest(&mut rows.iter().rev().copied());
    below.reverse();
    let n = rows.len();
    let deepest = (n / 4..n - n / 4)
        .filter(|&y| (rows[y] as f32) < VALLEY * above[y].min(below[y]) as f32)
        .min_by_key(|&y| rows[y]);
    let Some(y) = deepest.filter(|_| n > 7) else {
        return vec![whole];
    };
    let parts = [(0, y), (y + 1, n)].map(|(from, to)| Boxed {
        top: whole.top + from,
        bottom: whole.top + to.max(from + 1) - 1,
        ..whole
    });
    parts
        .into_iter()
        .filter_map(|part| tight(mask, width, part))
        .flat_map(|part| split(mask, width, part))
        .collect()
}

/// The part of a box that holds something.
fn tight(mask: &[bool], width: usize, b: Boxed) -> Option<Boxed> {
    let mut rows = (b.top..=b.bottom).filter(|y| (b.left..=b.right).any(|x| mask[y * width + x]));
    let mut columns =
        (b.left..=b.right).filter(|x| (b.top..=b.bottom).any(|y| mask[y * width + x]));
    let (top, left) = (rows.next()?, columns.next()?);
    Some(Boxed {
        left,
        right: columns.next_back().unwrap_or(left),
        top,
        bottom: rows.next_back().unwrap_or(top),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(left: usize, right: usize, top: usize, bottom: usize) -> Boxed {
        Boxed {
            left,
            right,
            top,
            bottom,
        }
    }

    #[test]
    fn pieces_are_joined_by_sides_and_corners() {
        let rows = ["##..#..#", "..#.#..#", "....####", "#......."];
        let mask: Vec<bool> = rows.concat().chars().map(|c| c == '#').collect();
        assert_eq!(
            components(&mask, 8, 4),
            [boxed(0, 2, 0, 1), boxed(4, 7, 0, 2), boxed(0, 0, 3, 3)]
        );
        assert!(components(&[], 0, 0).is_empty());
    }

    #[test]
    fn letters_beside_each_other_are_a_line() {
        let letters = vec![
            boxed(0, 6, 10, 20),
            boxed(9, 14, 12, 20),
            // A word space, and a letter with a tail.
            boxed(22, 28, 12, 23),
            // An accent of the line below that reaches up.
            boxed(9, 12, 21, 25),
            // The line below.
            boxed(4, 12, 26, 36),
            // Too far to the right.
            boxed(50, 60, 10, 20),
            // A rule under the line.
            boxed(0, 60, 24, 26),
        ];
        assert_eq!(
            chain(letters, 20.0),
            [
                boxed(0, 28, 10, 23),
                boxed(4, 12, 26, 36),
                boxed(9, 12, 21, 25),
                boxed(50, 60, 10, 20)
            ]
        );
    }

    #[test]
    fn lines_that_touch_are_taken_apart() {
        let rows = [
            ".#..#.......",
            "############",
            "#.##.#.#.#.#",
            "############",
            "..#.........",
            "..#.........",
            "..#....#....",
            "..##########",
            "..#.#.##.#.#",
            "..##########",
            "............",
        ];
        let mask: Vec<bool> = rows.concat().chars().map(|c| c == '#').collect();
        assert_eq!(
            split(&mask, 12, boxed(0, 11, 0, 9)),
            [boxed(0, 11, 0, 3), boxed(2, 11, 5, 9)]
        );
        // One line with a tail.
        assert_eq!(split(&mask, 12, boxed(0, 11, 0, 5)).len(), 1);
    }
}
