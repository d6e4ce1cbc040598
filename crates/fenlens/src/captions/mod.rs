//! Captions: whether a line of text says which side is to move.
//!
//! A line is read letter by letter and held against a closed list of what captions say
//! (`phrases.txt`). Anything else, and whatever is as near to the other side's words, says nothing.

mod fold;
mod page;
mod phrases;
mod stage;

use crate::reader::shape_is;
use fenlens_classify::{LINE_LETTERS, LineNet, NetError, STEP};
use fenlens_fen::Color;
use fenlens_vision::{Picture, Quad, TextLine, line_strip};
use fold::fold;
use ndarray::Array2;
use phrases::says;

pub(crate) use page::Page;
use page::lines;

/// Longest line of which a part is looked at, in letters: longer ones are running text, and count
/// only as a whole.
const LONG: usize = 72;

/// What the lines of the board at `quad` say, in the letters of the net; nothing of those that are
/// too long for a caption.
fn read(
    net: &dyn LineNet,
    picture: &Picture,
    quad: &Quad,
    lines: &[TextLine],
) -> Result<Vec<String>, NetError> {
    let mut texts = Vec::new();
    for strip in lines.iter().filter_map(|l| line_strip(picture, quad, l)) {
        let probs = net.read(&strip)?;
        let steps = strip.pixels.ncols() / STEP;
        shape_is(probs.shape(), &[steps, LINE_LETTERS.chars().count()])?;
        texts.push(text(&probs));
    }
    Ok(texts)
}

/// The side that some of the lines say is to move, unless they say both.
fn said(lines: &[String]) -> Option<Color> {
    let mut sides = lines.iter().filter_map(|text| side(text));
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

#[cfg(test)]
mod tests;
