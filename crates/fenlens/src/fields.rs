//! The five fields of a FEN that a picture does not show.

use fenlens_fen::{Castling, Color, Fen, Men, Placement, Square, possible_castling};
use serde::{Deserialize, Serialize};

/// Where a field's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// Seen in the picture.
    Seen,
    /// Forced by the position.
    Inferred,
    /// Given by the caller.
    Given,
    /// Nothing tells; the commonest value.
    Assumed,
}

impl Provenance {
    /// The word used in JSON and in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Inferred => "inferred",
            Self::Given => "given",
            Self::Assumed => "assumed",
        }
    }
}

/// Where each field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fields {
    /// The side to move.
    pub side: Provenance,
    /// The castling rights.
    pub castling: Provenance,
    /// The en passant square.
    pub ep: Provenance,
    /// Both counters.
    pub counters: Provenance,
}

/// Which castling rights to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingChoice {
    /// None, but `KQkq` in the start array. The default.
    #[default]
    Assumed,
    /// None at all.
    None,
    /// All that kings and rooks at home allow.
    Possible,
    /// These.
    Given(Castling),
}

/// What the caller knows of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldsGiven {
    /// The side to move. Default: as the picture shows, else inferred from a check, else White.
    pub side: Option<Color>,
    /// The castling rights. Default: [`CastlingChoice::Assumed`].
    pub castling: CastlingChoice,
    /// The en passant square. Default: none.
    pub ep: Option<Square>,
    /// The side to move that the picture shows; see [`Reader::shown_side`](crate::Reader::shown_side).
    /// Default: none. It yields to `side`, and outranks what a check says.
    pub shown: Option<Color>,
}

/// The whole FEN of a placement, with what is given, what the position forces, and what is assumed.
pub fn fill(placement: &Placement, given: &FieldsGiven) -> (Fen, Fields) {
    let mut fen = Fen::from_placement_default(*placement);
    let mut fields = Fields {
        side: Provenance::Assumed,
        castling: Provenance::Assumed,
        ep: Provenance::Assumed,
        counters: Provenance::Assumed,
    };
    if let Some(side) = given.side {
        fen.turn = side;
        fields.side = Provenance::Given;
    } else if let Some(side) = given.shown {
        fen.turn = side;
        fields.side = Provenance::Seen;
    } else if let Some(side) = side_in_check(placement) {
        fen.turn = side;
        fields.side = Provenance::Inferred;
    }
    match given.castling {
        CastlingChoice::Assumed => {}
        CastlingChoice::None => {
            fen.castling = Castling::NONE;
            fields.castling = Provenance::Given;
        }
        CastlingChoice::Possible => {
            fen.castling = possible_castling(placement);
            fields.castling = Provenance::Inferred;
        }
        CastlingChoice::Given(rights) => {
            fen.castling = rights;
            fields.castling = Provenance::Given;
        }
    }
    if given.ep.is_some() {
        fen.ep = given.ep;
        fields.ep = Provenance::Given;
    }
    (fen, fields)
}

/// The side that must be to move because it alone is in check.
pub(crate) fn side_in_check(placement: &Placement) -> Option<Color> {
    let men = Men::new(placement);
    let checked = |color| {
        placement
            .king(color)
            .is_some_and(|king| men.attacked(king, color.other()))
    };
    match (checked(Color::White), checked(Color::Black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(board: &str, given: &FieldsGiven) -> (String, Fields) {
        let (fen, fields) = fill(&board.parse().unwrap(), given);
        let text = fen.to_string();
        (
            text.split_once(' ')
                .map(|(_, rest)| rest.to_owned())
                .unwrap(),
            fields,
        )
    }

    #[test]
    fn nothing_known_is_assumed() {
        let (text, fields) = filled("4k3/8/8/8/8/8/8/4K2R", &FieldsGiven::default());
        assert_eq!(text, "w - - 0 1");
        assert_eq!(fields.side, Provenance::Assumed);
    }

    #[test]
    fn a_side_in_check_is_to_move() {
        let (text, fields) = filled("4k3/8/8/8/8/8/8/4R1K1", &FieldsGiven::default());
        assert_eq!(text, "b - - 0 1");
        assert_eq!(fields.side, Provenance::Inferred);
        let (text, _) = filled("4k3/8/8/8/8/8/4r3/4R1K1", &FieldsGiven::default());
        assert_eq!(text, "w - - 0 1", "the rooks shut each other off");
    }

    #[test]
    fn what_is_seen_outranks_a_check() {
        let shown = FieldsGiven {
            shown: Some(Color::White),
            ..FieldsGiven::default()
        };
        let (text, fields) = filled("4k3/8/8/8/8/8/8/4R1K1", &shown);
        assert_eq!(text, "w - - 0 1");
        assert_eq!(fields.side, Provenance::Seen);
    }

    #[test]
    fn what_is_given_is_kept() {
        let given = FieldsGiven {
            side: Some(Color::Black),
            castling: CastlingChoice::Possible,
            ep: Some("e3".parse().unwrap()),
            shown: Some(Color::White),
        };
        let (text, fields) = filled("r3k3/8/8/8/4P3/8/8/4K2R", &given);
        assert_eq!(text, "b Kq e3 0 1");
        assert_eq!(fields.ep, Provenance::Given);
        assert_eq!(fields.castling, Provenance::Inferred);
        let none = FieldsGiven {
            castling: CastlingChoice::None,
            ..FieldsGiven::default()
        };
        assert_eq!(filled(Placement::START, &none).0, "w - - 0 1");
    }
}
