//! Squares, men, placements and castling rights in serde formats: the texts that people write (`"e4"`, `"n"`, the FEN field).

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Castling, CastlingRight, Piece, Placement, Square};

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_text!(Square, Placement, Piece, Castling);

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
