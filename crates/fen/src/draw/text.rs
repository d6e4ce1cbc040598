//! A position as text for the terminal.

use super::View;
use crate::{Color, Piece, Placement, Role};

/// The characters of a text board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// The chess symbols of Unicode, `♔` to `♟`, and `·` for an empty square. The default.
    #[default]
    Unicode,
    /// FEN letters, and `.` for an empty square.
    Ascii,
}

/// Draws the position in lines of text, three characters a square, a marked square in brackets: `[♞]`.
pub fn text(placement: &Placement, view: &View, style: TextStyle) -> String {
    let mut out = String::with_capacity(512);
    for row in 0..8 {
        let mut line = String::new();
        if view.coordinates {
            line.push(view.square(row, 0).rank().to_char());
            line.push(' ');
        }
        for column in 0..8 {
            let square = view.square(row, column);
            let (open, close) = if view.marked.contains(&square) {
                ('[', ']')
            } else {
                (' ', ' ')
            };
            line.push(open);
            line.push(symbol(placement.get(square), style));
            line.push(close);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if view.coordinates {
        let files: String = (0..8)
            .map(|column| format!(" {} ", view.square(7, column).file()))
            .collect();
        out.push_str("  ");
        out.push_str(files.trim_end());
        out.push('\n');
    }
    out
}

/// The character of a man, or of an empty square.
fn symbol(man: Option<Piece>, style: TextStyle) -> char {
    match (man, style) {
        (None, TextStyle::Unicode) => '·',
        (None, TextStyle::Ascii) => '.',
        (Some(piece), TextStyle::Ascii) => piece.to_char(),
        (Some(Piece { color, role }), TextStyle::Unicode) => match (color, role) {
            (Color::White, Role::King) => '♔',
            (Color::White, Role::Queen) => '♕',
            (Color::White, Role::Rook) => '♖',
            (Color::White, Role::Bishop) => '♗',
            (Color::White, Role::Knight) => '♘',
            (Color::White, Role::Pawn) => '♙',
            (Color::Black, Role::King) => '♚',
            (Color::Black, Role::Queen) => '♛',
            (Color::Black, Role::Rook) => '♜',
            (Color::Black, Role::Bishop) => '♝',
            (Color::Black, Role::Knight) => '♞',
            (Color::Black, Role::Pawn) => '♟',
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_board_with_marks_and_coordinates() {
        let view = View {
            marked: vec!["e2".parse().unwrap()],
            ..View::default()
        };
        let expected = "\
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P  P [P] P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
";
        assert_eq!(text(&Placement::start(), &view, TextStyle::Ascii), expected);
    }

    #[test]
    fn unicode_board_from_blacks_side() {
        let view = View {
            bottom: Color::Black,
            ..View::default()
        };
        let board = text(&Placement::start(), &view, TextStyle::Unicode);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines[0], "1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖");
        assert_eq!(lines[8], "   h  g  f  e  d  c  b  a");
    }

    #[test]
    fn without_coordinates_only_the_board() {
        let view = View {
            coordinates: false,
            ..View::default()
        };
        let board = text(&Placement::EMPTY, &view, TextStyle::Ascii);
        assert_eq!(board.lines().count(), 8);
        assert_eq!(board.lines().next(), Some(" .  .  .  .  .  .  .  ."));
    }
}
