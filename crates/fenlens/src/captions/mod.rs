//! Captions: whether a line of text says which side is to move.
//!
//! A line is read letter by letter and held against a closed list of what captions say
//! (`phrases.txt`). Anything else, and whatever is as near to the other side's words, says nothing.

mod fold;
mod phrases;

use crate::reader::shape_is;
use fenlens_classify::{LINE_LETTERS, LineNet, NetError, STEP};
use fenlens_fen::Color;
use fenlens_vision::{Homography, Picture, Point, Quad, TextLine, line_strip, text_lines};
use fold::fold;
use ndarray::Array2;
use phrases::says;

/// Longest line of which a part is looked at, in letters: longer ones are running text, and count
/// only as a whole.
const LONG: usize = 72;

/// How many times farther from every other board than from its own a line must be. On pages where
/// captions stand between boards, those nearer to one of them are so by a half and more.
const NEARER: f32 = 1.3;

/// The lines of text of the board at `quad`, nearest first, in the letters of the net. What is as
/// near to one of `others` is left out.
pub(crate) fn lines(
    net: &dyn LineNet,
    picture: &Picture,
    quad: &Quad,
    others: &[Quad],
) -> Result<Vec<(TextLine, String)>, NetError> {
    let mut read = Vec::new();
    for line in text_lines(picture, quad) {
        if !belongs(&line, quad, others) {
            continue;
        }
        let Some(strip) = line_strip(picture, quad, &line) else {
            continue;
        };
        let probs = net.read(&strip)?;
        let steps = strip.pixels.ncols() / STEP;
        shape_is(probs.shape(), &[steps, LINE_LETTERS.chars().count()])?;
        read.push((line, text(&probs)));
    }
    Ok(read)
}

/// The side that some of the lines say is to move, unless they say both.
pub(crate) fn said(lines: &[(TextLine, String)]) -> Option<Color> {
    let mut sides = lines.iter().filter_map(|(_, text)| side(text));
    let side = sides.next()?;
    sides.all(|s| s == side).then_some(side)
}

/// The text along a strip: the likeliest letter of each step, repeated ones once, without blanks.
fn text(probs: &Array2<f32>) -> String {
    let letters: Vec<char> = LINE_LETTERS.chars().collect();
    let mut out = String::new();
    let mut last = 0;
    for row in probs.rows() {
        let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let k = best.map_or(0, |b| b.0);
        if k != 0 && k != last {
            out.extend(letters.get(k));
        }
        last = k;
    }
    out
}

/// The side that a line says is to move.
fn side(line: &str) -> Option<Color> {
    let line = fold(line);
    let whole = plain(&line);
    let mut looked = vec![unlabelled(&whole)];
    // A rank of the board may stand behind.
    looked.extend(whole.strip_suffix(" #").map(unlabelled));
    if line.chars().count() <= LONG {
        let parts: Vec<String> = line
            .split(['.', ':', ';', '(', ')', '/', '='])
            .flat_map(|p| p.split(" - "))
            .map(plain)
            .filter(|p| p.chars().any(char::is_alphabetic))
            .collect();
        if let [first, .., last] = &parts[..] {
            looked.extend([unlabelled(first), unlabelled(last)]);
        }
        if let [.., before, last] = &parts[..] {
            looked.push(format!("{before} {last}"));
        }
    }
    looked.push(whole);
    let mut sides = looked.iter().filter_map(|text| says(text));
    let side = sides.next()?;
    sides.all(|s| s == side).then_some(side)
}

/// Letters, apostrophes and `#` for numbers, with one space between words.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = match c {
            '0'..='9' | '#' => '#',
            '\'' => c,
            _ if c.is_alphabetic() => c,
            _ => ' ',
        };
        let again = (c == ' ' || c == '#') && out.ends_with(c);
        if !(again || c == ' ' && out.is_empty()) {
            out.push(c);
        }
    }
    out.trim_end().to_owned()
}

/// Without the number before a caption ("Diagram 12", "No. 7"), a single sign before it (a), the
/// mark of the mover), or one after it.
fn unlabelled(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let number = words.iter().take(3).position(|w| *w == "#");
    let from = match number {
        Some(k) if words.len() > k + 2 => k + 1,
        _ => usize::from(words.len() > 2 && words[0].chars().count() == 1),
    };
    let single = |w: &&&str| w.chars().count() == 1 && **w != "#";
    let to =
        words.len() - usize::from(words.len() > from + 2 && words.last().filter(single).is_some());
    words[from..to].join(" ")
}

/// Whether a line near the board at `quad` belongs to it and not to one of `others`.
fn belongs(line: &TextLine, quad: &Quad, others: &[Quad]) -> bool {
    let Some(h) = Homography::board_to_picture(quad) else {
        return false;
    };
    let outline = line.outline(&h);
    let away = |quad: &Quad| {
        let all = outline.iter().map(|p| from_quad(*p, quad));
        all.fold(f32::INFINITY, f32::min)
    };
    let own = away(quad);
    others.iter().all(|other| away(other) > NEARER * own)
}

/// Distance of a point from a convex quadrilateral, 0 inside.
fn from_quad(p: Point, quad: &Quad) -> f32 {
    let side = |i: usize| (quad.0[i], quad.0[(i + 1) % 4]);
    let inside = (0..4).all(|i| {
        let (a, b) = side(i);
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
    });
    if inside {
        return 0.0;
    }
    let to_side = |(a, b): (Point, Point)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy).max(f32::EPSILON);
        p.distance(a.lerp(b, along.clamp(0.0, 1.0)))
    };
    (0..4)
        .map(|i| to_side(side(i)))
        .fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests;
