//! Piece letters of other languages: recognised as such, and translated on request.
//!
//! Some letters mean different men in different languages: `R` is the English rook and the French, Spanish and Italian
//! king; `B` is the English bishop, the German pawn and the Hungarian rook. So a text is taken for a language only as
//! a whole, and only when letters occur that are not English. Where all letters are English too,
//! a finding (`foreign-letters-possible`) says so if another language gives the better position.

mod letters;

use std::fmt;
use std::str::FromStr;

use crate::{Color, Men, Piece, Placement, Role, SquareSet};
use letters::LETTERS;
pub use letters::Letters;

/// A language whose piece letters are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// K D T L S B.
    German,
    /// K D T L P p. The knight and the pawn share a letter: on the last ranks it is read as the knight, else as the pawn.
    Dutch,
    /// K V B F H gy (or g).
    Hungarian,
    /// R D T F C P.
    French,
    /// R D T A C P.
    Spanish,
    /// R D T A C P.
    Italian,
    /// K H W G S P.
    Polish,
    /// Кр Ф Л С К п.
    Russian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 8] = [
        Language::German,
        Language::Dutch,
        Language::Hungarian,
        Language::French,
        Language::Spanish,
        Language::Italian,
        Language::Polish,
        Language::Russian,
    ];

    /// The English name in lower case, as on the command line.
    pub const fn name(self) -> &'static str {
        let word = self.letters().word;
        word.split_at("word.".len()).1
    }

    /// The letters of the language.
    pub const fn letters(self) -> &'static Letters {
        &LETTERS[self as usize]
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The language is not known, or a text is not in its letters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignError {
    /// No language has this name.
    #[error(
        "\"{0}\" is no known language; expected german, dutch, hungarian, french, spanish, italian, polish or russian"
    )]
    Language(String),
    /// A letter that the language does not use.
    #[error("\"{found}\" at byte {offset} is no {language} piece letter")]
    Letter {
        /// The language that was asked for.
        language: Language,
        /// The byte in the text.
        offset: usize,
        /// The letter.
        found: char,
    },
}

impl FromStr for Language {
    type Err = ForeignError;

    fn from_str(name: &str) -> Result<Language, ForeignError> {
        Language::ALL
            .into_iter()
            .find(|language| language.name() == name)
            .ok_or_else(|| ForeignError::Language(name.to_owned()))
    }
}

/// A placement field in the letters of another language.
#[derive(Debug)]
pub(crate) struct Foreign {
    /// The letters of the first language that fits.
    pub(crate) letters: &'static Letters,
    /// All languages that give this same position.
    languages: Vec<Language>,
    /// The field in English letters.
    pub(crate) english: String,
    /// True when no other language that fits gives another position, and no letter has two meanings.
    pub(crate) certain: bool,
}

impl Foreign {
    /// The message words of the languages.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        self.languages
            .iter()
            .map(|language| language.letters().word)
            .collect()
    }
}

/// Finds the language of a placement field that has letters which are not English.
pub(crate) fn recognise(field: &str) -> Option<Foreign> {
    let fitting: Vec<(Language, String, i32)> = Language::ALL
        .into_iter()
        .filter_map(|language| {
            let english = translate_field(field, language).ok()?;
            let score = english
                .parse()
                .map_or(UNREADABLE, |board| plausibility(&board));
            Some((language, english, score))
        })
        .collect();
    let best = fitting.iter().map(|(_, _, score)| *score).max()?;
    let (language, english) = fitting
        .iter()
        .find(|(_, _, score)| *score == best)
        .map(|(language, english, _)| (*language, english.clone()))?;
    let rivals = fitting
        .iter()
        .any(|(_, other, score)| *score == best && *other != english);
    let languages: Vec<Language> = fitting
        .iter()
        .filter(|(_, other, _)| *other == english)
        .map(|(language, ..)| *language)
        .collect();
    let doubtful_knights = language == Language::Dutch
        && languages.len() == 1
        && english
            .parse::<Placement>()
            .is_ok_and(|board| !dutch_is_certain(&board));
    Some(Foreign {
        letters: language.letters(),
        languages,
        english,
        certain: !rivals && !doubtful_knights,
    })
}

/// True when the letter that Dutch shares can only be read in one way: no pawns, or all four knights at home.
fn dutch_is_certain(board: &Placement) -> bool {
    Color::ALL.into_iter().all(|color| {
        board.count(Piece::new(color, Role::Pawn)) == 0
            || board.count(Piece::new(color, Role::Knight)) == 2
    })
}

/// The plausibility of a field that is no placement: below that of any board.
const UNREADABLE: i32 = i32::MIN;

/// How much a board looks like a position: 0 for a sound one, less for each fault.
fn plausibility(board: &Placement) -> i32 {
    let men = Men::new(board);
    let mut score = 0;
    for color in Color::ALL {
        let count = |role| men.of(color, role).len() as i32;
        score -= 10 * (count(Role::King) - 1).abs();
        score -= (count(Role::Pawn) - 8).max(0);
        score -= (men.color(color).len() as i32 - 16).max(0);
        let extra = |role, usual: i32| (count(role) - usual).max(0);
        let promoted = extra(Role::Queen, 1)
            + extra(Role::Rook, 2)
            + extra(Role::Bishop, 2)
            + extra(Role::Knight, 2);
        score -= (promoted + count(Role::Pawn) - 8).max(0);
    }
    let pawns_astray = men.role(Role::Pawn).and(SquareSet::BACK_RANKS).len();
    score - pawns_astray as i32
}

/// The languages that read an all-English field as a sound position, when the English reading is none, and that position.
///
/// A sound English reading is never put in doubt: nothing in the letters could tell.
pub(crate) fn likelier(board: &Placement) -> Option<(Vec<&'static str>, Placement)> {
    let faulty = plausibility(board) <= DOUBTFUL;
    if !faulty && !has_bishops_for_pawns(board) {
        return None;
    }
    let english = board.to_string();
    let mut found: Option<(Vec<&'static str>, Placement)> = None;
    for language in Language::ALL
        .into_iter()
        .filter(|&l| faulty || l == Language::German)
    {
        let Ok(translated) = translate_field(&english, language) else {
            continue;
        };
        let Ok(placement) = translated.parse::<Placement>() else {
            continue;
        };
        if placement == *board || plausibility(&placement) < 0 {
            continue;
        }
        match &mut found {
            None => found = Some((vec![language.letters().word], placement)),
            Some((words, known)) if *known == placement => words.push(language.letters().word),
            Some(_) => {}
        }
    }
    found
}

/// An English reading with this plausibility or less is put in doubt: a king too many or too few, or two lesser faults.
/// One lesser fault, such as a single pawn on the last rank, is a misread square far more often than a language.
const DOUBTFUL: i32 = -2;

/// Three or more bishops of a colour and no pawn on the board: in German the letter `B` is the pawn's.
fn has_bishops_for_pawns(board: &Placement) -> bool {
    let count = |color, role| board.count(Piece::new(color, role));
    Color::ALL
        .into_iter()
        .all(|color| count(color, Role::Pawn) == 0)
        && Color::ALL
            .into_iter()
            .any(|color| count(color, Role::Bishop) > 2)
}

/// Translates the placement field into English letters.
fn translate_field(field: &str, language: Language) -> Result<String, ForeignError> {
    let letters = language.letters();
    let mut english = String::with_capacity(field.len());
    let mut row = 0;
    let last_row = field.matches('/').count();
    let mut at = 0;
    while let Some(letter) = field[at..].chars().next() {
        match letters.man(&field[at..]) {
            Some((man, bytes)) => {
                let shared = language == Language::Dutch && man.role == Role::Pawn;
                let role = if shared && (row == 0 || row == last_row) {
                    Role::Knight
                } else {
                    man.role
                };
                english.push(Piece::new(man.color, role).to_char());
                at += bytes;
            }
            None if letter.is_ascii_digit() || letter == '/' || letter == '~' => {
                row += usize::from(letter == '/');
                english.push(letter);
                at += 1;
            }
            None => {
                return Err(ForeignError::Letter {
                    language,
                    offset: at,
                    found: letter,
                });
            }
        }
    }
    Ok(english)
}

/// Translates a FEN that is written in a language's letters: the men, `K` and the queen's letter in the castling field,
/// and the side to move (`s` for Schwarz and so on; `w` and `b` are always White and Black).
///
/// # Errors
///
/// A letter in the placement field that is no piece letter of the language.
pub fn translate(line: &str, language: Language) -> Result<String, ForeignError> {
    let letters = language.letters();
    let mut out = String::with_capacity(line.len());
    for (index, field) in line.split_whitespace().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match index {
            0 => out.push_str(&translate_field(field, language)?),
            1 if field.chars().eq([letters.black]) => out.push('b'),
            1 if field.chars().eq([letters.white]) => out.push('w'),
            2 => out.extend(
                field
                    .chars()
                    .map(|c| letters.castling_letter(c).unwrap_or(c)),
            ),
            _ => out.push_str(field),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_start_array_in_all_languages() {
        for (language, line) in [
            (
                "german",
                "tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KDkd - 0 1",
            ),
            (
                "dutch",
                "tpldklpt/pppppppp/8/8/8/8/PPPPPPPP/TPLDKLPT w KDkd - 0 1",
            ),
            (
                "hungarian",
                "bhfvkfhb/gygygygygygygygy/8/8/8/8/GyGyGyGyGyGyGyGy/BHFVKFHB v KVkv - 0 1",
            ),
            (
                "french",
                "tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w RDrd - 0 1",
            ),
            (
                "spanish",
                "tcadract/pppppppp/8/8/8/8/PPPPPPPP/TCADRACT w RDrd - 0 1",
            ),
            (
                "italian",
                "tcadract/pppppppp/8/8/8/8/PPPPPPPP/TCADRACT w RDrd - 0 1",
            ),
            (
                "polish",
                "wsghkgsw/pppppppp/8/8/8/8/PPPPPPPP/WSGHKGSW w KHkh - 0 1",
            ),
            (
                "russian",
                "лксфкрскл/пппппппп/8/8/8/8/ПППППППП/ЛКСФКрСКЛ б - - 0 1",
            ),
        ] {
            let translated = translate(line, language.parse().unwrap()).unwrap();
            let expected = if language == "russian" {
                START.replace("KQkq", "-")
            } else {
                START.to_owned()
            };
            assert_eq!(translated, expected, "{language}");
            let field = line.split(' ').next().unwrap();
            let foreign = recognise(field).unwrap();
            assert!(foreign.certain, "{language}");
            let named = foreign
                .languages
                .iter()
                .any(|found| found.name() == language);
            assert!(named, "{language}: {:?}", foreign.languages);
        }
    }

    #[test]
    fn letters_of_no_one_language_are_not_recognised() {
        assert!(recognise("xsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST").is_none());
        // W is Polish only, D is not.
        assert!(recognise("wd5k/8/8/8/8/8/8/7K").is_none());
    }

    #[test]
    fn dutch_knights_off_the_last_ranks_leave_a_doubt() {
        let foreign = recognise("4k3/pp3p2/2p5/8/3L4/2P5/PP3P2/4K3").unwrap();
        assert_eq!(foreign.languages, [Language::Dutch]);
        assert!(!foreign.certain);
        // Without the shared letter Dutch and German say the same.
        let same = recognise("4k3/8/8/3d4/8/3T4/8/4K3").unwrap();
        assert_eq!(same.languages, [Language::German, Language::Dutch]);
        assert!(same.certain);
    }

    #[test]
    fn kings_of_another_language_hidden_in_english_letters() {
        let (words, board) = likelier(&"4r3/3p4/8/8/8/8/3P4/4R3".parse().unwrap()).unwrap();
        assert_eq!(words, ["word.french", "word.spanish", "word.italian"]);
        assert_eq!(board.to_string(), "4k3/3p4/8/8/8/8/3P4/4K3");
        assert!(likelier(&Placement::start()).is_none());
        // Rooks and kings, sound in English.
        assert!(likelier(&"4k3/8/8/8/8/8/8/R3K2R".parse().unwrap()).is_none());
    }

    #[test]
    fn a_wrong_letter_is_named_with_its_place() {
        let error = translate("tsldklst/bbbbxbbb/8/8/8/8/8/8 w", Language::German).unwrap_err();
        assert_eq!(
            error,
            ForeignError::Letter {
                language: Language::German,
                offset: 13,
                found: 'x'
            }
        );
    }
}
