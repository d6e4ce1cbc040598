//! Findings as serde values: `code`, `severity`, `squares`, `message`, `fix`, and where it applies `place` and `accepted`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Code, Finding, Findings, Lang};

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// A finding with its message in a language, for writing it out.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The language of the message.
    pub lang: Lang,
}

impl Serialize for Spoken<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Finding {
            code,
            severity,
            accepted,
            squares,
            place,
            args: _,
            fix,
        } = self.finding;
        let len = 5 + usize::from(*accepted) + usize::from(place.is_some());
        let mut out = serializer.serialize_struct("Finding", len)?;
        out.serialize_field("code", code)?;
        out.serialize_field("severity", severity)?;
        if *accepted {
            out.serialize_field("accepted", accepted)?;
        }
        out.serialize_field("squares", squares)?;
        out.serialize_field("message", &self.finding.message(self.lang))?;
        if let Some(place) = place {
            out.serialize_field("place", place)?;
        }
        out.serialize_field("fix", fix)?;
        out.end()
    }
}

impl Serialize for Finding {
    /// With the message in English; [`Spoken`] writes other languages.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Spoken {
            finding: self,
            lang: Lang::En,
        }
        .serialize(serializer)
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Profile, check};

    #[test]
    fn findings_have_the_fields_of_the_report() {
        let checked = check("8/8/8/8/8/8/8/K6P w - - 0 1", Profile::Study);
        assert_eq!(
            serde_json::to_string(&checked.findings).unwrap(),
            "[{\"code\":\"king-missing\",\"severity\":\"warning\",\"squares\":[],\
             \"message\":\"Black has no king; each side needs exactly one, so put it on the board or look \
             for a man misread as another.\",\"fix\":null},\
             {\"code\":\"pawn-on-last-rank\",\"severity\":\"warning\",\"squares\":[\"h1\"],\
             \"message\":\"1 pawn stands on rank 1 or 8 (h1), where it would have been promoted; it is another \
             man or stands elsewhere.\",\"fix\":null}]"
        );
    }

    #[test]
    fn faults_of_the_text_have_their_place() {
        let checked = check("k7/8/8/8/8/8/8/K7 x - - 0 1", Profile::Study);
        let json = serde_json::to_value(&checked.findings).unwrap();
        assert_eq!(json[0]["place"]["field"], "side");
        assert_eq!(json[0]["place"]["offset"], 18);
        assert_eq!(json[0]["place"]["expected"], "w|b");
        let german = Spoken {
            finding: &checked.findings.0[0],
            lang: Lang::De,
        };
        let json = serde_json::to_value(german).unwrap();
        assert!(json["message"].as_str().unwrap().contains("am Zug"));
    }
}
