//! Reads and judges: the whole check of a text or a position.

use crate::{
    Code, CodeSet, Fen, Finding, Findings, Level, Profile, Reading, SecondChoice, Severity, epd,
    read, rules,
};

/// What a text or a position is checked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validator {
    /// What the position is for. Default: [`Profile::Study`].
    pub profile: Profile,
    /// Findings that the caller accepts: they become notes. Faults of syntax stay errors, for there is no position that
    /// could be accepted. Default: none.
    pub allow: CodeSet,
    /// Judge `KQkq` by the rules of Chess960 too; file letters always are. Default: false.
    pub chess960: bool,
}

/// A text that was read and judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position, if the text has no fault of syntax.
    pub fen: Option<Fen>,
    /// All findings: first those of the text, then those of the rules.
    pub findings: Findings,
}

impl Validator {
    /// A validator for a profile, accepting nothing beyond it.
    pub fn new(profile: Profile) -> Validator {
        Validator {
            profile,
            ..Validator::default()
        }
    }

    /// Judges a position.
    pub fn validate(&self, fen: &Fen) -> Findings {
        self.graded(rules::judge(fen, &[], self.chess960))
    }

    /// Judges a position that was read from a picture. `second` are second choices for squares that are not sure, the
    /// least sure one first; they serve for hints, and change nothing in the position.
    pub fn validate_with(&self, fen: &Fen, second: &[SecondChoice]) -> Findings {
        self.graded(rules::judge(fen, second, self.chess960))
    }

    /// Judges kings and men alone: what can be said of a placement without the other fields.
    pub fn validate_structure(&self, fen: &Fen) -> Findings {
        self.graded(rules::judge_structure(fen))
    }

    /// Reads a FEN and judges what it says, as far as it can be read.
    pub fn check(&self, text: &str) -> Checked {
        self.check_reading(read(text))
    }

    /// Reads a line that is a FEN or an EPD, whichever it looks like, and judges what it says.
    pub fn check_line(&self, line: &str) -> Checked {
        if epd::looks_like_epd(line) {
            self.check_epd(line)
        } else {
            self.check(line)
        }
    }

    /// Reads an EPD line and judges what it says, as far as it can be read.
    pub fn check_epd(&self, line: &str) -> Checked {
        self.check_reading(epd::read(line).reading)
    }

    /// Judges what was read from a text.
    pub fn check_reading(&self, reading: Reading) -> Checked {
        let fen = reading.position();
        let judged = rules::judge_reading(&reading, self.chess960);
        let mut findings = reading.findings;
        findings.extend(judged);
        Checked {
            fen,
            findings: self.graded(findings),
        }
    }

    /// Mends a text fault by fault until no fix is left; returns the last FEN, or nothing when no fix is offered.
    ///
    /// A note needs no mending. Where a finding has no fix, the result still has that fault.
    pub fn mend(&self, text: &str) -> Option<String> {
        let mut mended: Option<String> = None;
        let mut checked = self.check_line(text);
        // Each step removes a fault and none brings back another; the bound only guards against a rule that breaks this.
        for _ in 0..Code::ALL.len() {
            let mut graver = checked
                .findings
                .iter()
                .filter(|f| f.severity > Severity::Note);
            match graver.find_map(|finding| finding.fix.clone()) {
                Some(fix) if mended.as_ref() != Some(&fix) => {
                    checked = self.check(&fix);
                    mended = Some(fix);
                }
                _ => break,
            }
        }
        mended
    }

    fn graded(&self, mut findings: Vec<Finding>) -> Findings {
        for finding in &mut findings {
            let is_syntax = finding.code.level() == Level::Syntax;
            finding.accepted = self.allow.contains(finding.code) && !is_syntax;
            finding.severity = if finding.accepted {
                Severity::Note
            } else {
                finding.code.severity(self.profile)
            };
        }
        Findings(findings)
    }
}

/// Judges a position under a profile.
pub fn validate(fen: &Fen, profile: Profile) -> Findings {
    Validator::new(profile).validate(fen)
}

/// Reads a FEN and judges it under a profile.
pub fn check(text: &str, profile: Profile) -> Checked {
    Validator::new(profile).check(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_findings_become_notes_but_not_those_of_syntax() {
        let allow = [Code::KingMissing, Code::SideInvalid].into_iter().collect();
        let validator = Validator {
            profile: Profile::Strict,
            allow,
            ..Validator::default()
        };
        let missing = validator.check("4k3/4p3/8/8/8/8/4P3/8 w - - 0 1").findings;
        assert!(missing.is_ok() && missing.0[0].accepted, "{missing:?}");
        let unread = validator
            .check("4k3/4p3/8/8/8/8/4P3/4K3 x - - 0 1")
            .findings;
        assert!(!unread.is_ok() && !unread.0[0].accepted, "{unread:?}");
    }

    #[test]
    fn five_faults_give_five_findings() {
        let text = "4k3/4p3/8/8/8/8/4P3/P3K3 w Kq a6 3 1";
        let codes: Vec<&str> = check(text, Profile::Engine)
            .findings
            .iter()
            .map(|f| f.code.name())
            .collect();
        assert_eq!(
            codes,
            [
                "pawn-on-last-rank",
                "ep-no-pawn",
                "castling-no-rook",
                "castling-no-rook",
                "halfmove-too-large",
            ]
        );
    }

    #[test]
    fn huge_and_hostile_lines_are_short_work() {
        let operations = "bm e4 id ".repeat(50_000);
        let validator = Validator::default();
        for text in [
            "0".repeat(1_000_000),
            "/".repeat(1_000_000),
            "k~~".repeat(300_000),
            ('\u{4e00}'..'\u{9fff}').collect(),
            format!(
                "8/8/8/8/8/8/8/8 w {} - 0 1",
                ('\u{4e00}'..'\u{9fff}').collect::<String>()
            ),
            format!("8/8/8/8/8/8/8/8 w - - {operations};"),
            format!("8/8/8/8/8/8/8/8 w - - {}", "a;".repeat(100_000)),
        ] {
            let findings = validator.check_line(&text).findings;
            assert!(!findings.is_empty());
            let quoted = findings
                .iter()
                .filter_map(|f| f.place.as_ref())
                .map(|p| p.found.len());
            assert!(quoted.max().unwrap_or(0) < 400);
        }
    }
}
