//! Why a board is not sure, in types and in words.

use fenlens_fen::{Color, Role, Square};
use std::fmt;

/// Why a board is to be checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Squares whose first choice is below the threshold.
    DoubtfulSquares(Vec<Square>),
    /// The whole placement is less sure than asked for.
    LowConfidence {
        /// Probability that the placement is right.
        confidence: f64,
        /// What is asked for.
        least: f64,
    },
    /// The side at the bottom is not sure.
    Orientation {
        /// How sure it is.
        confidence: f64,
    },
    /// It is not sure which way up the board lies.
    Turn {
        /// Quarter turns clockwise that it was taken to be turned by.
        quarters: usize,
        /// How sure that is.
        confidence: f64,
    },
    /// The squares are light where they should be dark.
    Reversed,
    /// The coordinates decided the orientation, and the men look the other way.
    MenAgainstCoordinates,
    /// There are coordinates, but they contradict each other or run along the wrong edges.
    Coordinates,
    /// The picture shows this side to move, but the other one is in check.
    ShownAgainstCheck(Color),
    /// The caption says that this side is to move, and a mark or the last move's squares the other.
    CaptionAgainstMark(Color),
    /// The caller says that this side is at the bottom, and the coordinates say the other.
    GivenAgainstCoordinates(Color),
    /// A field that the caller gave cannot be in this position; the validator's sentence says why.
    GivenAgainstPosition(String),
    /// The grid does not fit well.
    Fit {
        /// Score of the fit, 0 to 1.
        score: f64,
    },
    /// Part of the board lies beyond the picture's edge.
    Partial,
    /// These squares were read as empty, but something may lie over them.
    Covered(Vec<Square>),
    /// A side has no king, or several.
    Kings {
        /// Which side.
        color: Color,
        /// How many kings it has.
        count: usize,
    },
    /// More men of a kind than a side starts with, and not all of them beyond doubt.
    Surplus {
        /// Which side.
        color: Color,
        /// Which kind.
        role: Role,
        /// How many there are; for bishops, on squares of one colour.
        count: usize,
        /// The least sure of them, whose probability was lowered.
        weakest: Vec<Square>,
    },
    /// Pawns stand on the first or last rank.
    PawnsOnLastRank(Vec<Square>),
    /// A side has more men or pawns than a game allows.
    TooMany {
        /// Which side.
        color: Color,
        /// Its men.
        men: usize,
        /// Its pawns.
        pawns: usize,
    },
    /// There are no men on the board.
    Empty,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DoubtfulSquares(squares) if squares.len() == 1 => {
                write!(f, "{} is doubtful", squares[0])
            }
            Self::DoubtfulSquares(squares) if squares.len() > 8 => {
                write!(f, "{} squares are doubtful", squares.len())
            }
            Self::DoubtfulSquares(squares) => write!(f, "{} are doubtful", list(squares)),
            Self::LowConfidence { confidence, least } => write!(
                f,
                "the whole placement is right with probability {confidence:.2}, less than {least:.2}"
            ),
            Self::Orientation { confidence } => write!(
                f,
                "which side is at the bottom is not sure ({:.0} %)",
                100.0 * confidence
            ),
            Self::Turn {
                quarters,
                confidence,
            } => write!(
                f,
                "whether the board lies turned by {}° is not sure ({:.0} %)",
                90 * quarters,
                100.0 * confidence
            ),
            Self::Reversed => f.write_str(
                "a1 is a light square: the picture may be mirrored or a negative, or the board drawn wrong",
            ),
            Self::MenAgainstCoordinates => {
                f.write_str("the men look the other way up than the coordinates say")
            }
            Self::Coordinates => {
                f.write_str("the coordinates contradict each other or stand at the wrong edges")
            }
            Self::ShownAgainstCheck(side) => write!(
                f,
                "the picture shows {side} to move, but {} is in check",
                side.other()
            ),
            Self::CaptionAgainstMark(side) => write!(
                f,
                "the caption says {side} to move, but a mark or the last move's squares say {}",
                side.other()
            ),
            Self::GivenAgainstCoordinates(given) => write!(
                f,
                "{given} was given as the side at the bottom, but the coordinates say {}",
                given.other()
            ),
            Self::GivenAgainstPosition(why) => {
                write!(f, "what was given does not suit the position: {why}")
            }
            Self::Fit { score } => write!(f, "the grid fits poorly (score {score:.2})"),
            Self::Partial => f.write_str("part of the board lies beyond the edge of the picture"),
            Self::Covered(squares) => write!(
                f,
                "something may lie over the board: {} do not look like empty squares",
                list(squares)
            ),
            Self::Kings { color, count: 0 } => write!(f, "{color} has no king"),
            Self::Kings { color, count } => write!(f, "{color} has {count} kings"),
            Self::Surplus {
                color,
                role,
                count,
                weakest,
            } => {
                if *role == Role::King {
                    return write!(
                        f,
                        "{color} has {count} kings; least sure is {}",
                        list(weakest)
                    );
                }
                let kind = format!("{role:?}").to_lowercase();
                let on = if *role == Role::Bishop {
                    " on squares of one colour"
                } else {
                    ""
                };
                write!(
                    f,
                    "{color} has {count} {kind}s{on}; promoted, or misread on {}",
                    list(weakest)
                )
            }
            Self::PawnsOnLastRank(squares) if squares.len() == 1 => {
                write!(f, "a pawn on {}", squares[0])
            }
            Self::PawnsOnLastRank(squares) => write!(f, "pawns on {}", list(squares)),
            Self::TooMany { color, men, pawns } => {
                write!(f, "{color} has {men} men, {pawns} of them pawns")
            }
            Self::Empty => f.write_str("the board is empty"),
        }
    }
}

fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(", ")
}
