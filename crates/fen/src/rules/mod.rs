//! The rules by which a position is judged, one file for each part of it. Every rule reports what it finds and goes on.

mod castling;
mod checks;
mod clocks;
mod doubts;
mod en_passant;
mod game_over;
mod pawn_captures;
mod structure;

use crate::{Code, Color, Fen, Field, Finding, Men, Piece, Reading, Role, Square, WriteStyle};

/// What else may stand on a square of a board that was read from a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SecondChoice {
    /// The square.
    pub square: Square,
    /// The second choice: a man, or none.
    pub man: Option<Piece>,
}

/// What the rules look at, and what they have found.
pub(crate) struct Subject<'a> {
    fen: &'a Fen,
    men: Men,
    /// The en passant square, if it could be read.
    ep: Option<Square>,
    /// What else may stand on squares of a board read from a picture, the least sure one first.
    second: &'a [SecondChoice],
    /// Castling letters are judged by the rules of Chess960.
    chess960: bool,
    /// Fixes may be offered: what could not be read leaves no doubt about the rest.
    mendable: bool,
    findings: Vec<Finding>,
}

impl<'a> Subject<'a> {
    fn new(fen: &'a Fen, chess960: bool, mendable: bool) -> Subject<'a> {
        Subject {
            fen,
            men: Men::new(&fen.placement),
            ep: fen.ep,
            second: &[],
            chess960,
            mendable,
            findings: Vec::new(),
        }
    }

    fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The FEN after a change, where fixes may be offered.
    fn mended(&self, change: impl FnOnce(&mut Fen)) -> Option<String> {
        self.mendable.then(|| {
            let mut fen = *self.fen;
            fen.fullmove = fen.fullmove.max(1);
            change(&mut fen);
            fen.to_text(WriteStyle::default())
        })
    }

    /// How many men of this role a side has.
    fn count(&self, color: Color, role: Role) -> usize {
        self.men.of(color, role).len()
    }

    fn has(&self, code: Code) -> bool {
        self.findings.iter().any(|finding| finding.code == code)
    }

    /// True when the en passant square has been found to be wrong.
    fn has_ep_fault(&self) -> bool {
        let faults = [
            Code::EpRank,
            Code::EpOccupied,
            Code::EpNoPawn,
            Code::EpOrigin,
        ];
        faults.into_iter().any(|code| self.has(code))
    }
}

/// Applies all rules to a position.
pub(crate) fn judge(fen: &Fen, second: &[SecondChoice], chess960: bool) -> Vec<Finding> {
    let mut subject = Subject::new(fen, chess960, true);
    subject.second = second;
    structure::judge(&mut subject);
    if !subject.men.occupied().is_empty() {
        with_side(&mut subject);
        castling::judge(&mut subject);
        doubts::judge(&mut subject);
        clocks::judge(&mut subject);
        game_over::judge(&mut subject);
    }
    subject.findings
}

/// Applies the rules that need nothing but what was read.
pub(crate) fn judge_reading(reading: &Reading, chess960: bool) -> Vec<Finding> {
    if reading.position().is_some() {
        return judge(&reading.fen, &[], chess960);
    }
    let mut subject = Subject::new(&reading.fen, chess960, reading.is_mendable());
    if !reading.is_read(Field::Placement) {
        structure::judge_partly(&mut subject, reading);
        return subject.findings;
    }
    structure::judge(&mut subject);
    if subject.men.occupied().is_empty() {
        return subject.findings;
    }
    if !reading.is_read(Field::EnPassant) {
        subject.ep = None;
    }
    if reading.is_read(Field::Side) {
        with_side(&mut subject);
    }
    if reading.is_read(Field::Castling) {
        castling::judge(&mut subject);
    }
    doubts::judge(&mut subject);
    if reading.is_read(Field::Halfmove) && reading.is_read(Field::Fullmove) {
        clocks::judge(&mut subject);
    }
    subject.findings
}

/// Kings and men alone, without anything that needs the other fields.
pub(crate) fn judge_structure(fen: &Fen) -> Vec<Finding> {
    let mut subject = Subject::new(fen, false, true);
    structure::judge(&mut subject);
    subject.findings
}

fn with_side(subject: &mut Subject) {
    en_passant::judge(subject);
    checks::judge(subject);
}
