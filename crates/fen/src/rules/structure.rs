//! Kings, pawns, and how many men there are.

use super::Subject;
use crate::attacks::KING_STEPS;
use crate::{Arg, Code, Color, Finding, Piece, Reading, Role, SecondChoice, SquareSet};

/// How many of each officer a side has before any promotion; bishops are counted by the colour of their squares.
const OFFICERS: [(Role, usize); 3] = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];

pub(super) fn judge(subject: &mut Subject) {
    if subject.men.occupied().is_empty() {
        subject.report(Finding::new(Code::BoardEmpty));
        return;
    }
    for color in Color::ALL {
        if subject.men.of(color, Role::King).is_empty() {
            subject.report(Finding::new(Code::KingMissing).with("color", Arg::Color(color)));
        }
    }
    surplus_kings(subject);
    touching_kings(subject);
    pawns_on_last_ranks(subject);
    too_many(subject);
}

/// What can be said of a board of which some squares are uncertain: what is there is too much, or is not there at all.
pub(super) fn judge_partly(subject: &mut Subject, reading: &Reading) {
    if subject.men.occupied().is_empty() {
        return;
    }
    for color in Color::ALL {
        if !reading.mentions_king(color) {
            subject.report(Finding::new(Code::KingMissing).with("color", Arg::Color(color)));
        }
    }
    surplus_kings(subject);
    too_many(subject);
    // Men on a rank of the wrong length may stand elsewhere, so no squares are named.
    for finding in &mut subject.findings {
        finding.squares.clear();
    }
}

fn surplus_kings(subject: &mut Subject) {
    for color in Color::ALL {
        let kings = subject.men.of(color, Role::King);
        if kings.len() <= 1 {
            continue;
        }
        subject.report(
            Finding::new(Code::KingSurplus)
                .with("color", Arg::Color(color))
                .count("count", kings.len())
                .on(kings),
        );
        second_choice(subject, color, kings);
    }
}

/// Where second choices of the reader can leave one king, says for which squares: those it is least sure of.
fn second_choice(subject: &mut Subject, color: Color, kings: SquareSet) {
    let king = Some(Piece::new(color, Role::King));
    let changed: Vec<SecondChoice> = subject
        .second
        .iter()
        .filter(|choice| kings.contains(choice.square) && choice.man != king)
        .take(kings.len() - 1)
        .copied()
        .collect();
    if changed.len() + 1 != kings.len() {
        return;
    }
    let letter = |choice: &SecondChoice| choice.man.map_or("-".to_owned(), |man| man.to_string());
    let letters: Vec<String> = changed.iter().map(letter).collect();
    let fix = subject.mended(|fen| {
        changed
            .iter()
            .for_each(|choice| fen.placement.set(choice.square, choice.man));
    });
    subject.report(
        Finding::new(Code::KingSecondChoice)
            .with("color", Arg::Color(color))
            .with("text", Arg::Text(letters.join(" ")))
            .on(changed.iter().map(|choice| choice.square))
            .fixed(fix),
    );
}

fn touching_kings(subject: &mut Subject) {
    let white = subject.men.of(Color::White, Role::King);
    let black = subject.men.of(Color::Black, Role::King);
    let touching: SquareSet = white
        .filter(|king| !KING_STEPS[king.index()].and(black).is_empty())
        .chain(black.filter(|king| !KING_STEPS[king.index()].and(white).is_empty()))
        .collect();
    if !touching.is_empty() {
        subject.report(Finding::new(Code::KingsTouching).on(touching));
    }
}

fn pawns_on_last_ranks(subject: &mut Subject) {
    let astray = subject.men.role(Role::Pawn).and(SquareSet::BACK_RANKS);
    if !astray.is_empty() {
        subject.report(
            Finding::new(Code::PawnOnLastRank)
                .count("count", astray.len())
                .on(astray),
        );
    }
}

fn too_many(subject: &mut Subject) {
    for color in Color::ALL {
        let men = subject.men.color(color).len();
        let pawns = subject.count(color, Role::Pawn);
        if pawns > 8 {
            subject.report(
                Finding::new(Code::PawnsSurplus)
                    .with("color", Arg::Color(color))
                    .count("count", pawns),
            );
        }
        if men > 16 {
            subject.report(
                Finding::new(Code::MenSurplus)
                    .with("color", Arg::Color(color))
                    .count("count", men),
            );
        }
        let promoted = promoted(subject, color);
        if promoted > 0 && pawns + promoted > 8 {
            subject.report(
                Finding::new(Code::PromotionsSurplus)
                    .with("color", Arg::Color(color))
                    .count("pawns", pawns)
                    .count("promoted", promoted),
            );
        }
    }
}

/// How many men of a side must be promoted pawns.
fn promoted(subject: &Subject, color: Color) -> usize {
    let bishops = subject.men.of(color, Role::Bishop);
    let light = bishops.and(SquareSet::LIGHT).len();
    let dark = bishops.len() - light;
    let officers: usize = OFFICERS
        .into_iter()
        .map(|(role, usual)| subject.count(color, role).saturating_sub(usual))
        .sum();
    officers + light.saturating_sub(1) + dark.saturating_sub(1)
}
