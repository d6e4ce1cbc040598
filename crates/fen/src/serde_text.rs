//! Squares, men, placements, castling rights and FENs in serde formats: the texts that people write (`"e4"`, `"n"`, the FEN field).

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Castling, CastlingRight, Fen, Piece, Placement, Square};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_text!(Square, Placement, Piece, Castling, Fen);

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Piece::from_char(letter).ok_or_else(|| D::Error::custom("no FEN letter of a man"))
    }
}

impl<'de> Deserialize<'de> for Castling {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "-" {
            return Ok(Castling::NONE);
        }
        text.chars()
            .map(CastlingRight::from_char)
            .collect::<Option<Castling>>()
            .ok_or_else(|| D::Error::custom("no castling field"))
    }
}

impl<'de> Deserialize<'de> for Fen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Role};

    #[test]
    fn values_are_written_as_people_write_them_and_read_back() {
        let knight = Piece::new(Color::Black, Role::Knight);
        let value = (
            Square::new(0).unwrap(),
            knight,
            Castling::ALL,
            Fen::START,
            Placement::start(),
        );
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(
            json,
            "[\"a8\",\"n\",\"KQkq\",\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\
             \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"]"
        );
        let back: (Square, Piece, Castling, Fen, Placement) = serde_json::from_str(&json).unwrap();
        assert_eq!(back, value);
    }

    #[test]
    fn other_texts_are_refused() {
        assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
        assert!(serde_json::from_str::<Piece>("\"x\"").is_err());
        assert!(serde_json::from_str::<Castling>("\"KZ\"").is_err());
        assert!(serde_json::from_str::<Fen>("\"8/8 w\"").is_err());
    }
}
