//! The messages of all findings in English, German, Dutch and Hungarian.
//!
//! The texts are data: one file per language, one line per code, `code = text`. In a text, `{name}` is a value of the
//! finding, and `{name:one|many}` is a number followed by the word that suits it. Lines beginning with `word.` give
//! the words for sides and languages. The first letter of a message is written large.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::LazyLock;

use crate::finding::{Arg, Finding};
use crate::{Code, Color};

/// A language of the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Lang {
    /// English, the default.
    #[default]
    En,
    /// German.
    De,
    /// Dutch.
    Nl,
    /// Hungarian.
    Hu,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 4] = [Lang::En, Lang::De, Lang::Nl, Lang::Hu];

    /// The two-letter code.
    pub const fn name(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::De => "de",
            Lang::Nl => "nl",
            Lang::Hu => "hu",
        }
    }

    /// The language of a locale such as `de_AT.UTF-8` or `hu`; nothing for languages without messages.
    pub fn from_locale(locale: &str) -> Option<Lang> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Lang::ALL
            .into_iter()
            .find(|lang| lang.name().eq_ignore_ascii_case(code))
    }

    const fn data(self) -> &'static str {
        match self {
            Lang::En => include_str!("en.txt"),
            Lang::De => include_str!("de.txt"),
            Lang::Nl => include_str!("nl.txt"),
            Lang::Hu => include_str!("hu.txt"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There are no messages in this language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no language of the messages; expected en, de, nl or hu")]
pub struct LangError(pub String);

impl FromStr for Lang {
    type Err = LangError;

    fn from_str(name: &str) -> Result<Lang, LangError> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.name() == name)
            .ok_or_else(|| LangError(name.to_owned()))
    }
}

type Table = HashMap<&'static str, &'static str>;

static TABLES: LazyLock<[Table; 4]> = LazyLock::new(|| Lang::ALL.map(|lang| read(lang.data())));

fn read(data: &'static str) -> Table {
    data.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, text)| (key.trim(), text.trim()))
        .collect()
}

fn lookup(lang: Lang, key: &str) -> Option<&'static str> {
    TABLES[lang as usize].get(key).copied()
}

/// The text of a code in a language, with its place holders.
pub fn template(code: Code, lang: Lang) -> Option<&'static str> {
    lookup(lang, code.name())
}

/// Writes the message of a finding. A text that is missing falls back to English, then to the code.
pub(crate) fn render(finding: &Finding, lang: Lang) -> String {
    let name = finding.code.name();
    let text = lookup(lang, name)
        .or_else(|| lookup(Lang::En, name))
        .unwrap_or(name);
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((holder, tail)) = after.split_once('}') else {
            break;
        };
        fill(&mut out, finding, holder, lang);
        rest = tail;
    }
    out.push_str(rest);
    let mut letters = out.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => out,
    }
}

fn fill(out: &mut String, finding: &Finding, holder: &str, lang: Lang) {
    let (name, words) = match holder.split_once(':') {
        Some((name, words)) => (name, words.split_once('|')),
        None => (holder, None),
    };
    let word = |key: &str| lookup(lang, key).unwrap_or_default();
    // Writing to a String cannot fail.
    let _ = match (
        finding.args.iter().find(|(key, _)| *key == name),
        name,
        &finding.place,
    ) {
        (Some((_, Arg::Number(number))), ..) => match words {
            Some((one, _)) if *number == 1 => write!(out, "1 {one}"),
            Some((_, many)) => write!(out, "{number} {many}"),
            None => write!(out, "{number}"),
        },
        (Some((_, Arg::Text(text))), ..) => out.write_str(text),
        (Some((_, Arg::Piece(piece))), ..) => write!(out, "{piece}"),
        (Some((_, Arg::Words(keys))), ..) => out.write_str(
            &keys
                .iter()
                .map(|key| word(key))
                .collect::<Vec<_>>()
                .join(" / "),
        ),
        (Some((_, Arg::Color(Color::White))), ..) => out.write_str(word("word.white")),
        (Some((_, Arg::Color(Color::Black))), ..) => out.write_str(word("word.black")),
        (Some((_, Arg::Squares(squares))), ..) => list(out, squares),
        (None, "squares", _) => list(out, &finding.squares),
        (None, "found", Some(place)) => out.write_str(&place.found),
        (None, "expected", Some(place)) => out.write_str(place.expected),
        (None, "field", Some(place)) => write!(out, "{}", place.field.number()),
        (None, "byte", Some(place)) => write!(out, "{}", place.offset),
        _ => Ok(()),
    };
}

/// Lists squares; `?` where ranks of the wrong length leave them uncertain.
fn list(out: &mut String, squares: &[crate::Square]) -> fmt::Result {
    if squares.is_empty() {
        return out.write_char('?');
    }
    for (i, square) in squares.iter().enumerate() {
        write!(out, "{}{square}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of a text's place holders, sorted.
    fn holders(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .map(|holder| holder.split(':').next().unwrap_or_default())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn every_code_has_all_four_languages_with_the_same_values() {
        for &code in Code::ALL {
            let english = template(code, Lang::En).unwrap_or_else(|| panic!("en: {code}"));
            for lang in Lang::ALL {
                let text = template(code, lang).unwrap_or_else(|| panic!("{lang}: {code}"));
                assert!(text.ends_with('.'), "{lang}: {code}: {text}");
                assert_eq!(holders(text), holders(english), "{lang}: {code}");
                assert!(
                    lang == Lang::En || text != english,
                    "{lang}: {code} is still English"
                );
            }
        }
    }

    #[test]
    fn no_language_has_lines_that_belong_to_nothing() {
        for lang in Lang::ALL {
            for key in TABLES[lang as usize].keys() {
                let known = key.parse::<Code>().is_ok() || lookup(Lang::En, key).is_some();
                assert!(known, "{lang}: {key}");
            }
            let lines = lang
                .data()
                .lines()
                .filter(|l| !l.starts_with('#') && !l.is_empty());
            assert_eq!(
                lines.count(),
                TABLES[lang as usize].len(),
                "{lang}: a line is lost or doubled"
            );
            assert_eq!(TABLES[lang as usize].len(), TABLES[0].len(), "{lang}");
        }
    }

    #[test]
    fn values_numbers_and_words_are_filled_in() {
        let finding = Finding::new(Code::RankLength)
            .count("rank", 7)
            .count("count", 1)
            .at(Field::Placement, 9, "p", "8");
        let message = finding.message(Lang::En);
        assert!(
            message.contains("1 square,") && message.contains('7'),
            "{message}"
        );
        let many = Finding::new(Code::RankLength)
            .count("rank", 7)
            .count("count", 9);
        assert!(
            many.message(Lang::De).contains("9 Felder"),
            "{}",
            many.message(Lang::De)
        );
    }

    #[test]
    fn locales_name_their_language() {
        assert_eq!(Lang::from_locale("de_AT.UTF-8"), Some(Lang::De));
        assert_eq!(Lang::from_locale("hu"), Some(Lang::Hu));
        assert_eq!(Lang::from_locale("C.UTF-8"), None);
    }

    use crate::finding::Field;
}
