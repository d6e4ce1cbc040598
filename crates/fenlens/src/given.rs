//! What the caller says, held against what was seen: it is believed, and a contradiction is a
//! reason to check.

use crate::{LabelVote, OrientParams, Provenance, Reading, Reason, orient};
use fenlens_fen::{Code, Findings, Lang};

/// Findings that can only come from a given side to move.
const SIDE: [Code; 1] = [Code::OppositeCheck];
/// Findings that can only come from given castling rights.
const CASTLING: [Code; 3] = [
    Code::CastlingNoKing,
    Code::CastlingNoRook,
    Code::CastlingSurplus,
];
/// Findings that can only come from a given en passant square.
const EP: [Code; 5] = [
    Code::EpRank,
    Code::EpOccupied,
    Code::EpNoPawn,
    Code::EpOrigin,
    Code::CheckBeforeEp,
];

/// What speaks against the caller's word: findings on given fields, and coordinates that say
/// another side is at the bottom.
pub fn against(
    reading: &Reading,
    labels: &LabelVote,
    findings: &Findings,
    params: &OrientParams,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if let Some(side) = orient::told_by_labels(labels, params)
        && side != reading.orientation.bottom
    {
        reasons.push(Reason::GivenAgainstCoordinates(reading.orientation.bottom));
    }
    let fields = &reading.fields;
    for (from, codes) in [
        (fields.side, &SIDE[..]),
        (fields.castling, &CASTLING),
        (fields.ep, &EP),
    ] {
        let given = findings
            .iter()
            .filter(|f| from == Provenance::Given && codes.contains(&f.code));
        reasons.extend(given.map(|f| Reason::GivenAgainstPosition(f.message(Lang::En))));
    }
    reasons
}
