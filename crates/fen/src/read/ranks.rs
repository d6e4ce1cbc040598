//! Field 1: the ranks.

use crate::finding::excerpt;
use crate::foreign::{self, Letters};
use crate::{Arg, Code, Field, Finding, Piece, Placement, Role};

use super::{MOST_FAULTS, Reading, is_told};

/// What one walk over the field found.
struct Walk {
    board: Placement,
    findings: Vec<Finding>,
    /// False when a fault leaves more than one way to mend the field.
    mendable: bool,
    /// A letter or sign that stands for nothing occurred.
    unknown: bool,
    kings: [bool; 2],
}

/// Reads the field; returns the letters of the other language when it is written in them.
pub(super) fn read(reading: &mut Reading, offset: usize, text: &str) -> Option<&'static Letters> {
    let mut walk = walk(offset, text);
    let mut letters = None;
    if walk.unknown
        && let Some(foreign) = foreign::recognise(text)
    {
        let finding = Finding::new(Code::ForeignLetters)
            .at(Field::Placement, offset, text, "KQRBNPkqrbnp")
            .with("languages", Arg::Words(foreign.words()));
        // Other faults of the ranks are those of the translated text; their bytes are no longer known.
        walk = self::walk(offset, &foreign.english);
        for finding in &mut walk.findings {
            if let Some(place) = &mut finding.place {
                place.offset = offset;
            }
        }
        walk.findings.insert(0, finding);
        walk.mendable &= foreign.certain;
        letters = Some(foreign.letters);
    }
    reading.fen.placement = walk.board;
    reading.mendable &= walk.mendable;
    reading.kings = walk.kings;
    for finding in walk.findings {
        // Marks and runs of digits leave no doubt about the squares; a translation is not what was written.
        if matches!(
            finding.code,
            Code::DigitRun | Code::PromotedMark | Code::PromotedMarkStray
        ) {
            reading.report(finding);
        } else {
            reading.fault(Field::Placement, finding);
        }
    }
    letters
}

fn walk(offset: usize, text: &str) -> Walk {
    let mut walk = Walk {
        board: Placement::EMPTY,
        findings: Vec::new(),
        mendable: true,
        unknown: false,
        kings: [false; 2],
    };
    let mut ranks = 0;
    let mut start = 0;
    let mut total = 0;
    let mut lengths = Vec::new();
    let mut marks = (0, 0);
    for rank in text.split('/') {
        let squares = walk_rank(&mut walk, offset + start, rank, ranks, &mut marks);
        if squares != Some(8) {
            lengths.push((ranks, offset + start, rank, squares));
        }
        total += squares.unwrap_or(0);
        ranks += 1;
        start += rank.len() + 1;
    }
    if marks.0 > 0 {
        walk.findings
            .push(Finding::new(Code::PromotedMark).count("count", marks.0).at(
                Field::Placement,
                marks.1,
                "~",
                "",
            ));
    }
    if ranks != 8 {
        report_rank_count(&mut walk, offset, text, ranks, total);
        // Counted from the wrong end, the other ranks could only be named wrongly.
        return walk;
    }
    for (row, at, rank, squares) in lengths {
        if let Some(squares) = squares {
            report_length(&mut walk, at, rank, row, squares);
        }
    }
    walk
}

impl Walk {
    /// Reports a sign that does not belong here, once for all its occurrences.
    fn report_sign(&mut self, code: Code, offset: usize, sign: char, expected: &'static str) {
        let mut buffer = [0; 4];
        let sign: &str = sign.encode_utf8(&mut buffer);
        if self.findings.len() < MOST_FAULTS && !is_told(&self.findings, code, sign) {
            self.findings
                .push(Finding::new(code).at(Field::Placement, offset, sign, expected));
        }
    }
}

/// Walks over one rank and puts its men on the board; returns how many squares it has, nothing if a bad digit hides that.
fn walk_rank(
    walk: &mut Walk,
    offset: usize,
    rank: &str,
    row: usize,
    marks: &mut (usize, usize),
) -> Option<usize> {
    let mut squares = 0;
    let mut readable = true;
    let mut after_man = false;
    let mut digits: Option<(usize, usize)> = None;
    for (at, letter) in rank.char_indices() {
        let man = Piece::from_char(letter);
        let was_man = std::mem::replace(&mut after_man, man.is_some());
        if matches!(letter, '1'..='8') {
            let from = digits.map_or(at, |(from, _)| from);
            digits = Some((from, at + 1));
        } else if let Some((from, to)) = digits.take() {
            report_digit_run(walk, offset, rank, from..to, row);
        }
        if let Some(piece) = man {
            if squares < 8 && row < 8 {
                walk.board.0[row * 8 + squares] = Some(piece);
            }
            if piece.role == Role::King {
                walk.kings[piece.color.index()] = true;
            }
            squares += 1;
            continue;
        }
        match letter {
            '1'..='8' => squares += letter as usize - '0' as usize,
            '0' | '9' => {
                readable &= letter == '0';
                walk.mendable &= letter == '0';
                walk.report_sign(Code::DigitInvalid, offset + at, letter, "1-8");
            }
            '~' if was_man => {
                if marks.0 == 0 {
                    marks.1 = offset + at;
                }
                marks.0 += 1;
            }
            '~' => walk.report_sign(Code::PromotedMarkStray, offset + at, '~', ""),
            other => {
                unknown(walk, offset + at, other);
                squares += 1;
            }
        }
    }
    if let Some((from, to)) = digits {
        report_digit_run(walk, offset, rank, from..to, row);
    }
    readable.then_some(squares)
}

/// Reports a character that stands for nothing.
fn unknown(walk: &mut Walk, offset: usize, letter: char) {
    walk.unknown = true;
    walk.mendable = false;
    // A letter that stands for no man may have been a king.
    walk.kings = [true; 2];
    walk.report_sign(Code::PieceLetter, offset, letter, "PNBRQKpnbrqk|1-8|/");
}

fn report_digit_run(
    walk: &mut Walk,
    offset: usize,
    rank: &str,
    digits: std::ops::Range<usize>,
    row: usize,
) {
    if digits.len() > 1 && row < 8 {
        let found = &rank[digits.clone()];
        walk.findings.push(
            Finding::new(Code::DigitRun)
                .at(Field::Placement, offset + digits.start, found, "1-8")
                .count("rank", 8 - row),
        );
    }
}

fn report_rank_count(walk: &mut Walk, offset: usize, text: &str, ranks: usize, total: usize) {
    match mended_ranks(text, total) {
        Some(board) => walk.board = board,
        None => walk.mendable = false,
    }
    walk.findings.push(
        Finding::new(Code::RankCount)
            .at(Field::Placement, offset, text, "8 ranks")
            .count("count", ranks),
    );
}

/// The board when only slashes are wrong: one too many at an end, or some left out between whole ranks.
fn mended_ranks(text: &str, total: usize) -> Option<Placement> {
    let trimmed = text.trim_matches('/');
    if let Ok(board) = trimmed.parse() {
        return Some(board);
    }
    if total != 64 {
        return None;
    }
    let mut whole = String::with_capacity(72);
    let mut squares = 0;
    for letter in trimmed.chars().filter(|&letter| letter != '/') {
        if squares == 8 {
            whole.push('/');
            squares = 0;
        }
        squares += letter.to_digit(10).unwrap_or(1);
        whole.push(letter);
    }
    whole.parse().ok()
}

fn report_length(walk: &mut Walk, offset: usize, rank: &str, row: usize, squares: usize) {
    walk.findings.push(
        Finding::new(Code::RankLength)
            .at(Field::Placement, offset, rank, "8 squares")
            .count("rank", 8 - row)
            .count("count", squares)
            .with("text", Arg::Text(excerpt(rank))),
    );
    match mended_length(rank, squares) {
        Some(men) => walk.board.0[row * 8..row * 8 + 8].copy_from_slice(&men),
        None => walk.mendable = false,
    }
}

/// The rank with its only digit set right; an empty rank is one without men.
fn mended_length(rank: &str, squares: usize) -> Option<[Option<Piece>; 8]> {
    if rank.is_empty() {
        return Some([None; 8]);
    }
    let mut digits = rank.chars().filter_map(|letter| letter.to_digit(10));
    let digit = digits.next().filter(|_| digits.next().is_none())? as usize;
    let gap = (digit + 8).checked_sub(squares)?;
    let mut men = [None; 8];
    let mut at = 0;
    for letter in rank.chars() {
        if letter.is_ascii_digit() {
            at += gap;
        } else if letter != '~' {
            *men.get_mut(at)? = Piece::from_char(letter);
            at += 1;
        }
    }
    Some(men)
}
