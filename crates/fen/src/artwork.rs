//! The project's own piece set: twelve SVG drawings on a field of 45 by 45 units, licensed with the project.

use crate::{Color, Piece, Role};

/// The side of a drawing's square view box, in its own units.
pub const VIEW_BOX: f32 = 45.0;

/// The drawing of a man as a whole SVG document with a transparent ground.
pub const fn svg(piece: Piece) -> &'static str {
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
    match (piece.color, piece.role) {
        (Color::White, Pawn) => include_str!("../assets/pieces/wP.svg"),
        (Color::White, Knight) => include_str!("../assets/pieces/wN.svg"),
        (Color::White, Bishop) => include_str!("../assets/pieces/wB.svg"),
        (Color::White, Rook) => include_str!("../assets/pieces/wR.svg"),
        (Color::White, Queen) => include_str!("../assets/pieces/wQ.svg"),
        (Color::White, King) => include_str!("../assets/pieces/wK.svg"),
        (Color::Black, Pawn) => include_str!("../assets/pieces/bP.svg"),
        (Color::Black, Knight) => include_str!("../assets/pieces/bN.svg"),
        (Color::Black, Bishop) => include_str!("../assets/pieces/bB.svg"),
        (Color::Black, Rook) => include_str!("../assets/pieces/bR.svg"),
        (Color::Black, Queen) => include_str!("../assets/pieces/bQ.svg"),
        (Color::Black, King) => include_str!("../assets/pieces/bK.svg"),
    }
}

/// The name of a drawing's file without its ending, such as `wN`.
pub fn name(piece: Piece) -> String {
    format!("{}{}", piece.color.to_char(), piece.role.to_char())
}

/// What stands inside the `<svg>` element of a drawing.
pub(crate) fn inner(piece: Piece) -> &'static str {
    let document = svg(piece);
    let start = document.find('>').map_or(0, |at| at + 1);
    let end = document.rfind("</svg>").unwrap_or(document.len());
    document[start..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_has_his_own_drawing() {
        let mut drawings: Vec<&str> = Piece::ALL.into_iter().map(svg).collect();
        for piece in Piece::ALL {
            assert!(svg(piece).contains("viewBox=\"0 0 45 45\""), "{piece}");
            assert!(
                inner(piece).starts_with("<g ") && inner(piece).ends_with("</g>"),
                "{piece}"
            );
        }
        drawings.sort_unstable();
        drawings.dedup();
        assert_eq!(drawings.len(), 12);
    }

    #[test]
    fn white_men_are_filled_white_and_black_men_black() {
        for piece in Piece::ALL {
            let fill = if piece.color == Color::White {
                "#fff"
            } else {
                "#000"
            };
            assert!(
                inner(piece).starts_with(&format!("<g fill=\"{fill}\"")),
                "{piece}"
            );
        }
    }
}
