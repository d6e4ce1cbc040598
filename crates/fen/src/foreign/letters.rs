//! The piece letters of each language.

use crate::{Color, Piece, Role};

/// The piece letters of a language.
#[derive(Debug, PartialEq, Eq)]
pub struct Letters {
    /// The key of the language's name in the message files.
    pub(super) word: &'static str,
    /// The letters in lower case with their roles; longer ones before those with which they begin.
    pub(super) tokens: &'static [(&'static str, Role)],
    /// What stands for Black in field 2, beside `b`.
    pub(super) black: char,
    /// What stands for White in field 2, beside `w`; a `b` that means White elsewhere is always Black here.
    pub(super) white: char,
}

/// In the order of the languages in `Language::ALL`.
pub(super) const LETTERS: [Letters; 8] = {
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    const ROMANCE: &[(&str, Role)] = &[
        ("r", King),
        ("d", Queen),
        ("t", Rook),
        ("a", Bishop),
        ("c", Knight),
        ("p", Pawn),
    ];
    [
        Letters {
            word: "word.german",
            tokens: &[
                ("k", King),
                ("d", Queen),
                ("t", Rook),
                ("l", Bishop),
                ("s", Knight),
                ("b", Pawn),
            ],
            black: 's',
            white: 'w',
        },
        Letters {
            word: "word.dutch",
            tokens: &[
                ("k", King),
                ("d", Queen),
                ("t", Rook),
                ("l", Bishop),
                ("p", Pawn),
            ],
            black: 'z',
            white: 'w',
        },
        Letters {
            word: "word.hungarian",
            tokens: &[
                ("gy", Pawn),
                ("k", King),
                ("v", Queen),
                ("b", Rook),
                ("f", Bishop),
                ("h", Knight),
                ("g", Pawn),
            ],
            black: 's',
            white: 'v',
        },
        Letters {
            word: "word.french",
            tokens: &[
                ("r", King),
                ("d", Queen),
                ("t", Rook),
                ("f", Bishop),
                ("c", Knight),
                ("p", Pawn),
            ],
            black: 'n',
            white: 'w',
        },
        Letters {
            word: "word.spanish",
            tokens: ROMANCE,
            black: 'n',
            white: 'w',
        },
        Letters {
            word: "word.italian",
            tokens: ROMANCE,
            black: 'n',
            white: 'w',
        },
        Letters {
            word: "word.polish",
            tokens: &[
                ("k", King),
                ("h", Queen),
                ("w", Rook),
                ("g", Bishop),
                ("s", Knight),
                ("p", Pawn),
            ],
            black: 'c',
            white: 'w',
        },
        Letters {
            word: "word.russian",
            tokens: &[
                ("кр", King),
                ("ф", Queen),
                ("л", Rook),
                ("с", Bishop),
                ("к", Knight),
                ("п", Pawn),
            ],
            black: 'ч',
            white: 'б',
        },
    ]
};

impl Letters {
    /// The man at the start of the text, and the bytes of his letters.
    pub(super) fn man(&self, text: &str) -> Option<(Piece, usize)> {
        let first = text.chars().next()?;
        self.tokens.iter().find_map(|&(token, role)| {
            let mut rest = text.chars();
            let fits = token
                .chars()
                .all(|letter| rest.next().is_some_and(|c| c.to_lowercase().eq([letter])));
            let color = if first.is_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            fits.then(|| (Piece::new(color, role), text.len() - rest.as_str().len()))
        })
    }

    /// The English castling letter for this language's king or queen.
    pub(crate) fn castling_letter(&self, letter: char) -> Option<char> {
        let mut buffer = [0; 4];
        let (man, _) = self.man(letter.encode_utf8(&mut buffer))?;
        matches!(man.role, Role::King | Role::Queen).then(|| man.to_char())
    }
}
