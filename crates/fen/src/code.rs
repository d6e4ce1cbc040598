//! The codes of all findings, their levels, and how grave each is under a profile.

use std::fmt;
use std::str::FromStr;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Worth knowing; nothing need be done.
    Note,
    /// Doubtful or not standard, and usable.
    Warning,
    /// Not to be accepted under the profile.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// What the position is for; it decides which findings are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Profile {
    /// Only syntax is fatal: diagrams, exercises, what was read from pictures. The default.
    #[default]
    Study,
    /// For an analysis board: the structure must hold, and the side not to move may not be in check.
    Analysis,
    /// Safe to hand to an engine: as the strictest of them demand.
    Engine,
    /// Everything but remarks is fatal.
    Strict,
}

impl Profile {
    /// All profiles, the most tolerant first.
    pub const ALL: [Profile; 4] = [
        Profile::Study,
        Profile::Analysis,
        Profile::Engine,
        Profile::Strict,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Study => "study",
            Profile::Analysis => "analysis",
            Profile::Engine => "engine",
            Profile::Strict => "strict",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No profile has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no profile; expected study, analysis, engine or strict")]
pub struct ProfileError(pub String);

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(name: &str) -> Result<Profile, ProfileError> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| ProfileError(name.to_owned()))
    }
}

/// What kind of finding it is. The level and the profile give the severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The text cannot be read as meant: an error under every profile.
    Syntax,
    /// Not standard, but the meaning is clear and it was read: a warning, an error only when strict.
    Lenient,
    /// A matter of writing only: a note, an error only when strict.
    Style,
    /// Kings and pawns as no position can have them: a warning for study, else an error.
    Structure,
    /// Breaks programs that trust a position: an error for engines and when strict, else a warning.
    Engine,
    /// Cannot come from a game, or looks misread: a warning, an error only when strict.
    Doubt,
    /// A fact about a sound position, such as mate: a note under every profile.
    Remark,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal: $level:ident,)+) => {
        /// The stable name of what was found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// All codes, in the order in which the documentation lists them.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The stable name, in lower case with hyphens; it never changes once released.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)+
                }
            }

            /// The level.
            pub const fn level(self) -> Level {
                match self {
                    $(Code::$variant => Level::$level,)+
                }
            }
        }
    };
}

codes! {
    /// Nothing but blanks.
    EmptyInput = "empty-input": Syntax,
    /// Not eight ranks.
    RankCount = "rank-count": Syntax,
    /// A rank that does not have eight squares.
    RankLength = "rank-length": Syntax,
    /// A digit 0 or 9 among the ranks.
    DigitInvalid = "digit-invalid": Syntax,
    /// A letter or sign that stands for no man.
    PieceLetter = "piece-letter": Syntax,
    /// A `~` that follows no man.
    PromotedMarkStray = "promoted-mark-stray": Syntax,
    /// The letters of another language.
    ForeignLetters = "foreign-letters": Syntax,
    /// The field of the side to move is left out, with others after it.
    SideMissing = "side-missing": Syntax,
    /// The side to move is neither `w` nor `b`.
    SideInvalid = "side-invalid": Syntax,
    /// The castling field holds something other than rights or `-`.
    CastlingInvalid = "castling-invalid": Syntax,
    /// The en passant field is neither `-` nor a square.
    EpInvalid = "ep-invalid": Syntax,
    /// The half-move clock is no number.
    HalfmoveInvalid = "halfmove-invalid": Syntax,
    /// The move number is no number.
    FullmoveInvalid = "fullmove-invalid": Syntax,
    /// Text after the sixth field.
    FieldSurplus = "field-surplus": Syntax,
    /// An EPD opcode that is no opcode.
    EpdOpcode = "epd-opcode": Syntax,
    /// An EPD operand that does not suit its opcode.
    EpdOperand = "epd-operand": Syntax,
    /// A quoted EPD operand without its closing quote.
    EpdQuote = "epd-quote": Syntax,
    /// An EPD operation without its closing semicolon.
    EpdSemicolon = "epd-semicolon": Syntax,
    /// Two digits in a row within a rank.
    DigitRun = "digit-run": Lenient,
    /// A `~` after a man, the mark of a promoted one.
    PromotedMark = "promoted-mark": Lenient,
    /// The side to move in upper case.
    SideCase = "side-case": Lenient,
    /// A castling letter written twice.
    CastlingRepeated = "castling-repeated": Lenient,
    /// Move number 0.
    FullmoveZero = "fullmove-zero": Lenient,
    /// A FEN where an EPD is expected.
    EpdFenLine = "epd-fen-line": Lenient,
    /// An EPD opcode given twice.
    EpdRepeated = "epd-repeated": Lenient,
    /// A byte order mark before the text.
    ByteOrderMark = "byte-order-mark": Style,
    /// The address of an editor or analysis page with the position in it.
    EditorLink = "editor-link": Style,
    /// Blanks before, after, or more than one between fields.
    Spacing = "spacing": Style,
    /// `_` between fields.
    Underscore = "underscore": Style,
    /// Fields left out at the end, and what is assumed for them.
    FieldsAssumed = "fields-assumed": Style,
    /// Castling letters in an unusual order.
    CastlingOrder = "castling-order": Style,
    /// File letters where `KQkq` say the same.
    CastlingLetters = "castling-letters": Style,
    /// A counter with zeros before it.
    LeadingZero = "leading-zero": Style,
    /// No men at all.
    BoardEmpty = "board-empty": Structure,
    /// A side without a king.
    KingMissing = "king-missing": Structure,
    /// A side with more than one king.
    KingSurplus = "king-surplus": Structure,
    /// The kings stand next to each other.
    KingsTouching = "kings-touching": Structure,
    /// A pawn on rank 1 or 8.
    PawnOnLastRank = "pawn-on-last-rank": Structure,
    /// The side not to move is in check.
    OppositeCheck = "opposite-check": Engine,
    /// More than two men give check.
    CheckersSurplus = "checkers-surplus": Engine,
    /// Two men give check from opposite sides along one line.
    CheckersAligned = "checkers-aligned": Engine,
    /// Two of knights and pawns give check at once.
    CheckersStepping = "checkers-stepping": Engine,
    /// A check that the double step behind the en passant square cannot have given.
    CheckBeforeEp = "check-before-ep": Engine,
    /// More than eight pawns of a colour.
    PawnsSurplus = "pawns-surplus": Engine,
    /// More than sixteen men of a colour.
    MenSurplus = "men-surplus": Engine,
    /// A castling right without the king at home.
    CastlingNoKing = "castling-no-king": Engine,
    /// A castling right without its rook.
    CastlingNoRook = "castling-no-rook": Engine,
    /// Two castling rights on the same side of a king.
    CastlingSurplus = "castling-surplus": Engine,
    /// An en passant square on a rank that does not suit the side to move.
    EpRank = "ep-rank": Engine,
    /// A man on the en passant square.
    EpOccupied = "ep-occupied": Engine,
    /// No pawn in front of the en passant square.
    EpNoPawn = "ep-no-pawn": Engine,
    /// A man on the square from which the pawn must have come.
    EpOrigin = "ep-origin": Engine,
    /// More promoted men than pawns are missing.
    PromotionsSurplus = "promotions-surplus": Doubt,
    /// The board seems to be turned by 180°.
    BoardTurned = "board-turned": Doubt,
    /// The ranks seem to be written in reverse order.
    RanksReversed = "ranks-reversed": Doubt,
    /// White and Black seem to be exchanged.
    ColoursSwapped = "colours-swapped": Doubt,
    /// A bishop shut in by pawns that have not moved, on a square that it cannot have reached.
    BishopShutIn = "bishop-shut-in": Doubt,
    /// Pawns that must have captured more men than are missing.
    PawnCaptures = "pawn-captures": Doubt,
    /// A half-move clock above 0 right after a double step.
    HalfmoveAfterDoubleStep = "halfmove-after-double-step": Doubt,
    /// A half-move clock larger than the game is long.
    HalfmoveTooLarge = "halfmove-too-large": Doubt,
    /// English letters throughout, yet another language's letters give the likelier position.
    ForeignLettersPossible = "foreign-letters-possible": Doubt,
    /// The second choice of the reader would leave one king of the colour.
    KingSecondChoice = "king-second-choice": Doubt,
    /// An en passant square although no pawn can capture there.
    EpNoCapture = "ep-no-capture": Remark,
    /// An en passant square although the only captures there are against the rules of check.
    EpPinned = "ep-pinned": Remark,
    /// The side to move is checkmated.
    Checkmate = "checkmate": Remark,
    /// The side to move is stalemated.
    Stalemate = "stalemate": Remark,
    /// Neither side has the material to mate.
    DeadPosition = "dead-position": Remark,
    /// A draw can be claimed after fifty moves without capture or pawn move.
    FiftyMoves = "fifty-moves": Remark,
    /// The game is drawn after seventy-five moves without capture or pawn move.
    SeventyFiveMoves = "seventy-five-moves": Remark,
}

impl Code {
    /// How grave the finding is under a profile.
    pub const fn severity(self, profile: Profile) -> Severity {
        use Profile::{Analysis, Engine, Strict, Study};
        match (self.level(), profile) {
            (Level::Syntax, _) => Severity::Error,
            (Level::Remark, _) => Severity::Note,
            (_, Strict) => Severity::Error,
            (Level::Style, _) => Severity::Note,
            (Level::Structure, Analysis | Engine) | (Level::Engine, Engine) => Severity::Error,
            // Boards that show a position refuse a king that could be taken, as every survey of them shows.
            (Level::Engine, Analysis) if matches!(self, Code::OppositeCheck) => Severity::Error,
            (
                Level::Lenient | Level::Doubt | Level::Structure | Level::Engine,
                Study | Analysis,
            )
            | (Level::Lenient | Level::Doubt, Engine) => Severity::Warning,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No finding has this code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no code of a finding")]
pub struct CodeError(pub String);

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(name: &str) -> Result<Code, CodeError> {
        Code::ALL
            .iter()
            .copied()
            .find(|code| code.name() == name)
            .ok_or_else(|| CodeError(name.to_owned()))
    }
}

/// A set of codes, such as those that a caller accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodeSet(u128);

impl CodeSet {
    /// No code.
    pub const EMPTY: CodeSet = CodeSet(0);

    /// Adds a code.
    pub const fn insert(&mut self, code: Code) {
        self.0 |= 1 << code as u8;
    }

    /// True when the code is in the set.
    pub const fn contains(self, code: Code) -> bool {
        self.0 >> code as u8 & 1 == 1
    }

    /// True when no code is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The codes in the order of [`Code::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Code> {
        Code::ALL
            .iter()
            .copied()
            .filter(move |&code| self.contains(code))
    }
}

impl FromIterator<Code> for CodeSet {
    fn from_iter<I: IntoIterator<Item = Code>>(codes: I) -> CodeSet {
        let mut set = CodeSet::EMPTY;
        codes.into_iter().for_each(|code| set.insert(code));
        set
    }
}

const _: () = assert!(Code::ALL.len() <= 128, "a CodeSet holds 128 codes");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_kebab_case() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
        for name in &names {
            assert!(
                name.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{name}"
            );
            assert_eq!(name.parse::<Code>().unwrap().name(), *name);
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        assert!("no-such-code".parse::<Code>().is_err());
    }

    #[test]
    fn severities_rise_with_the_profile() {
        for &code in Code::ALL {
            let grave = Profile::ALL.map(|profile| code.severity(profile));
            assert!(grave.is_sorted(), "{code}: {grave:?}");
        }
    }

    #[test]
    fn profiles_draw_their_lines() {
        use Severity::{Error, Note, Warning};
        let row = |code: Code| Profile::ALL.map(|profile| code.severity(profile));
        assert_eq!(row(Code::RankLength), [Error; 4]);
        assert_eq!(row(Code::KingMissing), [Warning, Error, Error, Error]);
        assert_eq!(row(Code::OppositeCheck), [Warning, Error, Error, Error]);
        assert_eq!(row(Code::CastlingNoRook), [Warning, Warning, Error, Error]);
        assert_eq!(
            row(Code::PromotionsSurplus),
            [Warning, Warning, Warning, Error]
        );
        assert_eq!(row(Code::Spacing), [Note, Note, Note, Error]);
        assert_eq!(row(Code::Checkmate), [Note; 4]);
    }

    #[test]
    fn sets_hold_their_codes() {
        let set: CodeSet = [Code::Checkmate, Code::RankCount].into_iter().collect();
        assert!(set.contains(Code::RankCount) && !set.contains(Code::Stalemate));
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Code::RankCount, Code::Checkmate]
        );
        assert!(CodeSet::EMPTY.is_empty() && !set.is_empty());
    }
}
