//! The list of what captions say, and the nearest of it to a text.

use super::{fold, plain};
use fenlens_fen::Color;
use std::{collections::HashMap, sync::OnceLock};

/// The forms; see the file.
const FORMS: &str = include_str!("phrases.txt");

/// Letters of a text for each that may be misread; one always may be. At 8, one in a hundred legible
/// captions more is given up; from 5 on, one word passes for another.
const LETTERS_A_MISTAKE: usize = 6;

/// Most letters that may be misread however long a text is: four make another phrase of it.
const MOST_MISTAKES: usize = 3;

/// How many more letters must be changed for what says anything else: with one more, the word for
/// the side is in doubt.
const CLEAR: usize = 2;

/// A phrase in the letters of the net, and the side that it says is to move.
struct Phrase {
    letters: Vec<char>,
    side: Option<Color>,
}

fn phrases() -> &'static [Phrase] {
    static PHRASES: OnceLock<Vec<Phrase>> = OnceLock::new();
    PHRASES.get_or_init(|| {
        let mut all: HashMap<String, Option<Color>> = HashMap::new();
        let forms = FORMS
            .lines()
            .filter(|l| !l.is_empty() && !l.starts_with('#'));
        for form in forms {
            for color in Color::ALL {
                let (form, side) = match form.strip_prefix('-') {
                    Some(form) => (form, None),
                    None => (form, Some(color)),
                };
                for text in expand(form, color) {
                    all.entry(plain(&fold(&text))).or_insert(side);
                }
            }
        }
        let mut all: Vec<Phrase> = all
            .into_iter()
            .map(|(text, side)| Phrase {
                letters: text.chars().collect(),
                side,
            })
            .collect();
        all.sort_by(|a, b| (a.letters.len(), &a.letters).cmp(&(b.letters.len(), &b.letters)));
        all
    })
}

/// All that a form can be for one side.
fn expand(form: &str, side: Color) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut rest = form;
    while let Some(at) = rest.find(['[', '<']) {
        let (before, after) = rest.split_at(at);
        let (open, close, between) = match after.starts_with('[') {
            true => ('[', ']', '|'),
            false => ('<', '>', ';'),
        };
        let after = after.trim_start_matches(open);
        let (inside, after) = after.split_once(close).unwrap_or((after, ""));
        let choices: Vec<&str> = match (open, side) {
            ('[', Color::White) => inside.split(between).take(1).collect(),
            ('[', Color::Black) => inside.split(between).skip(1).collect(),
            _ => inside.split(between).collect(),
        };
        out = out
            .iter()
            .flat_map(|done| choices.iter().map(move |c| format!("{done}{before}{c}")))
            .collect();
        rest = after;
    }
    for text in &mut out {
        text.push_str(rest);
    }
    out
}

/// The side that a text (folded and plain) says is to move.
pub(super) fn says(text: &str) -> Option<Color> {
    let letters: Vec<char> = text.chars().collect();
    let most = (letters.len() / LETTERS_A_MISTAKE).clamp(1, MOST_MISTAKES);
    let bound = most + CLEAR;
    // Fewest letters to change for White, for Black, and for what says nothing.
    let mut fewest = [usize::MAX; 3];
    for phrase in phrases() {
        if phrase.letters.len().abs_diff(letters.len()) > bound {
            continue;
        }
        let slot = match phrase.side {
            Some(Color::White) => 0,
            Some(Color::Black) => 1,
            None => 2,
        };
        let bound = bound.min(fewest[slot]);
        if let Some(d) = distance(&letters, &phrase.letters, bound) {
            fewest[slot] = fewest[slot].min(d);
        }
    }
    let [white, black, nothing] = fewest;
    let (side, own, other) = if white < black {
        (Color::White, white, black)
    } else {
        (Color::Black, black, white)
    };
    (own <= most && other >= own + CLEAR && nothing > own).then_some(side)
}

/// Letters to change, add or leave out to make one text the other; `None` if more than `bound`.
fn distance(a: &[char], b: &[char], bound: usize) -> Option<usize> {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = i;
        row[0] = i + 1;
        let mut least = row[0];
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
            least = least.min(row[j + 1]);
        }
        if least > bound {
            return None;
        }
    }
    let d = row[b.len()];
    (d <= bound).then_some(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_give_all_their_phrases() {
        assert_eq!(
            expand("<le ;>[a|b] <x;y> in #", Color::Black),
            ["le b x in #", "le b y in #", "b x in #", "b y in #"]
        );
        let n = phrases().len();
        assert!((1500..6000).contains(&n), "{n}");
        assert!(phrases().iter().all(|p| p.letters.len() >= 6));
    }

    #[test]
    fn letters_to_change_are_counted() {
        let d = |a: &str, b: &str, bound| {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            distance(&a, &b, bound)
        };
        assert_eq!(d("zwart", "wit", 9), Some(3));
        assert_eq!(d("zwart", "wit", 2), None);
        assert_eq!(d("", "abc", 3), Some(3));
    }

    #[test]
    fn no_phrase_of_one_side_is_near_one_of_the_other() {
        for phrase in phrases() {
            let text: String = phrase.letters.iter().collect();
            if phrase.side.is_some() {
                assert_eq!(says(&text), phrase.side, "{text}");
            }
        }
    }
}
