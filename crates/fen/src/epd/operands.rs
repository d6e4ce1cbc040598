//! The operands of an operation, typed by the opcode.

use std::fmt::{self, Write};

/// What follows an opcode.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operands {
    /// Nothing.
    None,
    /// Quoted texts, without their quotes: one for most opcodes.
    Texts(Vec<String>),
    /// A whole number.
    Integer(i64),
    /// Moves of which any will do, as for `bm`; written in ASCII order.
    MoveSet(Vec<String>),
    /// Moves one after the other, as for `pv` and `pm`.
    MoveLine(Vec<String>),
    /// The text as it is written, for opcodes that are not known and for operands that do not suit theirs.
    Verbatim(String),
}

impl Operands {
    /// One quoted text.
    pub fn text(text: &str) -> Operands {
        Operands::Texts(vec![text.to_owned()])
    }

    /// The whole number, also when it is written after an unknown opcode.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Operands::Integer(number) => Some(*number),
            Operands::Verbatim(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The number, whole or not, also when it is written after an unknown opcode; never infinite.
    pub fn float(&self) -> Option<f64> {
        match self {
            Operands::Integer(number) => Some(*number as f64),
            Operands::Verbatim(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    /// The first quoted text, also when it is written after an unknown opcode.
    pub fn first_text(&self) -> Option<String> {
        match self {
            Operands::Texts(texts) => texts.first().cloned(),
            Operands::Verbatim(text) => match tokens(text) {
                Some(tokens) => tokens.into_iter().find_map(|token| token.quoted),
                None => None,
            },
            _ => None,
        }
    }

    /// The moves of a set or line.
    pub fn moves(&self) -> &[String] {
        match self {
            Operands::MoveSet(moves) | Operands::MoveLine(moves) => moves,
            _ => &[],
        }
    }
}

impl fmt::Display for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operands::None => Ok(()),
            Operands::Texts(texts) => join(f, texts.iter().map(|text| quoted(text))),
            Operands::Integer(number) => write!(f, "{number}"),
            Operands::MoveSet(moves) => {
                let mut sorted: Vec<&String> = moves.iter().collect();
                sorted.sort_unstable();
                join(f, sorted.into_iter().cloned())
            }
            Operands::MoveLine(moves) => join(f, moves.iter().cloned()),
            Operands::Verbatim(text) => f.write_str(text),
        }
    }
}

fn join(f: &mut fmt::Formatter<'_>, parts: impl Iterator<Item = String>) -> fmt::Result {
    for (i, part) in parts.enumerate() {
        if i > 0 {
            f.write_char(' ')?;
        }
        f.write_str(&part)?;
    }
    Ok(())
}

/// A text in quotes; an EPD is one line, so line ends become blanks.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// What an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Nothing,
    /// One text; a bare word is taken for one.
    Text,
    /// One or more texts.
    Texts,
    Integer,
    /// From 0.
    Count,
    MoveSet,
    MoveLine,
    Move,
    /// `noop`: anything at all.
    Anything,
}

impl Form {
    /// What is expected, for messages.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Form::Nothing => ";",
            Form::Text => "\"...\"",
            Form::Texts => "\"...\" \"...\"",
            Form::Integer => "..., -1, 0, 1, ...",
            Form::Count => "0, 1, 2, ...",
            Form::MoveSet | Form::MoveLine => "Nf3 e4 O-O e2e4 ...",
            Form::Move => "Nf3 | e4 | O-O | e2e4",
            Form::Anything => "",
        }
    }
}

/// The form of the opcodes of the standard of 1994; nothing for all others.
pub(super) fn form(opcode: &str) -> Option<Form> {
    Some(match opcode {
        "acd" | "acn" | "acs" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs" => Form::Count,
        "ce" => Form::Integer,
        "am" | "bm" => Form::MoveSet,
        "pv" => Form::MoveLine,
        "pm" | "sm" => Form::Move,
        "draw_accept" | "draw_claim" | "draw_offer" | "draw_reject" | "resign" => Form::Nothing,
        "eco" | "id" | "nic" => Form::Text,
        "tcri" | "tcsi" => Form::Texts,
        "noop" => Form::Anything,
        other => match other.as_bytes() {
            [b'c' | b'v', b'0'..=b'9'] => Form::Text,
            _ => return None,
        },
    })
}

/// True for the opcodes of the standard.
pub(crate) fn is_known(opcode: &str) -> bool {
    form(opcode).is_some()
}

/// A piece of the operands: a quoted text or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Where it starts in the operands.
    pub(super) at: usize,
    /// As it is written.
    pub(super) raw: &'a str,
    /// The text inside the quotes.
    pub(super) quoted: Option<String>,
}

impl Token<'_> {
    /// The byte after its last one.
    pub(super) fn end(&self) -> usize {
        self.at + self.raw.len()
    }
}

/// Parts operands at blanks and commas; nothing when a quote is not closed.
pub(super) fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut found = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter.is_whitespace() || letter == ',' {
            continue;
        }
        if letter != '"' {
            let mut end = at + letter.len_utf8();
            while let Some(&(next, letter)) = letters.peek() {
                if letter.is_whitespace() || letter == ',' || letter == '"' {
                    break;
                }
                end = next + letter.len_utf8();
                letters.next();
            }
            found.push(Token {
                at,
                raw: &text[at..end],
                quoted: None,
            });
            continue;
        }
        let mut inside = String::new();
        loop {
            match letters.next()?.1 {
                '"' => break,
                '\\' => match letters.next()?.1 {
                    escaped @ ('"' | '\\') => inside.push(escaped),
                    other => inside.extend(['\\', on_one_line(other)]),
                },
                other => inside.push(on_one_line(other)),
            }
        }
        let end = letters.peek().map_or(text.len(), |&(next, _)| next);
        found.push(Token {
            at,
            raw: &text[at..end],
            quoted: Some(inside),
        });
    }
    Some(found)
}

/// An EPD is one line, so line ends become blanks here as they do in writing.
fn on_one_line(letter: char) -> char {
    if matches!(letter, '\r' | '\n') {
        ' '
    } else {
        letter
    }
}

/// Gives operands the form of their opcode; nothing when they do not suit it.
pub(super) fn typed(form: Form, raw: &str, tokens: &[Token]) -> Option<Operands> {
    let moves = || {
        let are_moves = !tokens.is_empty() && tokens.iter().all(|token| is_move(token));
        are_moves.then(|| {
            tokens
                .iter()
                .map(|token| token.raw.to_owned())
                .collect::<Vec<_>>()
        })
    };
    let texts = || {
        tokens
            .iter()
            .map(|t| t.quoted.clone())
            .collect::<Option<Vec<String>>>()
    };
    let number = |least: i64| {
        let [
            Token {
                quoted: None, raw, ..
            },
        ] = tokens
        else {
            return None;
        };
        raw.parse::<i64>().ok().filter(|&number| number >= least)
    };
    match form {
        Form::Nothing => tokens.is_empty().then_some(Operands::None),
        Form::Anything if tokens.is_empty() => Some(Operands::None),
        Form::Anything => Some(Operands::Verbatim(raw.to_owned())),
        Form::Integer => number(i64::MIN).map(Operands::Integer),
        Form::Count => number(0).map(Operands::Integer),
        Form::MoveSet => {
            let mut moves = moves()?;
            moves.sort_unstable();
            Some(Operands::MoveSet(moves))
        }
        Form::MoveLine => moves().map(Operands::MoveLine),
        Form::Move => moves()
            .filter(|moves| moves.len() == 1)
            .map(Operands::MoveLine),
        Form::Texts => texts()
            .filter(|texts| !texts.is_empty())
            .map(Operands::Texts),
        Form::Text => match tokens {
            [
                Token {
                    quoted: Some(text), ..
                },
            ] => Some(Operands::text(text)),
            // ECO codes and names are often written without quotes.
            [] => None,
            _ if tokens.iter().all(|token| token.quoted.is_none()) => {
                Some(Operands::text(&raw.replace(['\r', '\n'], " ")))
            }
            _ => None,
        },
    }
}

/// True when a word has the form of a move: SAN (`Nbd7`, `exd8=Q+`, `O-O`), or coordinates (`e7e8q`).
pub(super) fn is_move(token: &Token) -> bool {
    if token.quoted.is_some() {
        return false;
    }
    let word = token.raw.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let word = word.as_bytes();
    let (piece, rest) = match word {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let rest = match rest {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] if !piece => rest,
        [
            rest @ ..,
            b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n',
        ] if !piece => rest,
        rest => rest,
    };
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = rest else {
        return false;
    };
    matches!(
        origin,
        [] | [b'x' | b'-']
            | [b'a'..=b'h' | b'1'..=b'8']
            | [b'a'..=b'h' | b'1'..=b'8', b'x' | b'-']
            | [b'a'..=b'h', b'1'..=b'8']
            | [b'a'..=b'h', b'1'..=b'8', b'x' | b'-']
    )
}
