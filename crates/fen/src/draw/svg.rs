//! A position as an SVG picture with the project's own pieces.

use std::fmt::Write;

use super::{View, glyphs};
use crate::{Piece, Placement, artwork};

/// How an SVG diagram looks. Colours are CSS colours, written into the file as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOptions {
    /// Side at the bottom, coordinates, marks.
    pub view: View,
    /// Side of one square in pixels of the picture's nominal size. Default: 45.
    pub square: f32,
    /// Colour of the light squares. Default: `#f0d9b5`.
    pub light: String,
    /// Colour of the dark squares. Default: `#b58863`.
    pub dark: String,
    /// Colour of the frames around marked squares. Default: `#d22c2c`.
    pub mark: String,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            view: View::default(),
            square: 45.0,
            light: "#f0d9b5".to_owned(),
            dark: "#b58863".to_owned(),
            mark: "#d22c2c".to_owned(),
        }
    }
}

/// Side of a square in the drawing's own units: the size of the artwork.
const UNIT: f32 = artwork::VIEW_BOX;
/// Width of the strip that holds the labels: room for a stroked label of about 10 units and air around it.
const LABEL_STRIP: f32 = 18.0;
/// Line width of the frame around the board.
const FRAME: f32 = 1.5;

/// Draws the position as an SVG document: frame, squares, marks, men, and labels where wanted.
///
/// The same input gives the same bytes. Each man that occurs is defined once and used where he stands.
pub fn svg(placement: &Placement, options: &SvgOptions) -> String {
    let view = &options.view;
    let (left, bottom) = if view.coordinates {
        (LABEL_STRIP, LABEL_STRIP)
    } else {
        (0.0, 0.0)
    };
    let board = 8.0 * UNIT;
    let (width, height) = (left + board + 2.0 * FRAME, board + 2.0 * FRAME + bottom);
    let scale = options.square / UNIT;
    let mut out = String::with_capacity(16 * 1024);
    // Writing to a String cannot fail, so the results are not looked at.
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {width} {height}">"#,
        width * scale,
        height * scale
    );
    definitions(&mut out, placement);
    let _ = writeln!(
        out,
        r##"<rect width="{width}" height="{height}" fill="#fff"/>"##
    );
    let _ = writeln!(
        out,
        r#"<g transform="translate({} {FRAME})">"#,
        left + FRAME
    );
    squares(&mut out, placement, options);
    let _ = writeln!(
        out,
        r##"<rect x="{0}" y="{0}" width="{1}" height="{1}" fill="none" stroke="#000" stroke-width="{FRAME}"/>"##,
        -FRAME / 2.0,
        board + FRAME
    );
    if view.coordinates {
        labels(&mut out, view);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn definitions(out: &mut String, placement: &Placement) {
    out.push_str("<defs>\n");
    for piece in Piece::ALL
        .into_iter()
        .filter(|&piece| placement.count(piece) > 0)
    {
        let _ = writeln!(
            out,
            r#"<g id="{}">{}</g>"#,
            artwork::name(piece),
            artwork::inner(piece).replace('\n', "")
        );
    }
    out.push_str("</defs>\n");
}

fn squares(out: &mut String, placement: &Placement, options: &SvgOptions) {
    let board = 8.0 * UNIT;
    let (light, dark) = (escape(&options.light), escape(&options.dark));
    let _ = writeln!(
        out,
        r#"<rect width="{board}" height="{board}" fill="{light}"/>"#
    );
    let mut dark_path = String::new();
    let mut marks = String::new();
    let mut men = String::new();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let square = options.view.square(row, column);
        let (x, y) = (column as f32 * UNIT, row as f32 * UNIT);
        if !square.is_light() {
            let _ = write!(dark_path, "M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z");
        }
        if options.view.marked.contains(&square) {
            let _ = writeln!(
                marks,
                r#"<rect x="{}" y="{}" width="{3}" height="{3}" fill="{2}" fill-opacity="0.25" stroke="{2}" stroke-width="3"/>"#,
                x + 1.5,
                y + 1.5,
                escape(&options.mark),
                UNIT - 3.0
            );
        }
        if let Some(piece) = placement.get(square) {
            let _ = writeln!(
                men,
                r##"<use href="#{}" x="{x}" y="{y}"/>"##,
                artwork::name(piece)
            );
        }
    }
    let _ = writeln!(out, r#"<path d="{dark_path}" fill="{dark}"/>"#);
    out.push_str(&marks);
    out.push_str(&men);
}

fn labels(out: &mut String, view: &View) {
    out.push_str(
        "<g fill=\"none\" stroke=\"#000\" stroke-width=\"1.1\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
    );
    let mut label = |letter: char, x: f32, y: f32| {
        if let Some(strokes) = glyphs::strokes(letter) {
            let _ = writeln!(
                out,
                r#"<path transform="translate({x} {y})" d="{strokes}"/>"#
            );
        }
    };
    for i in 0..8 {
        let middle = (i as f32 + 0.5) * UNIT;
        label(
            view.square(i, 0).rank().to_char(),
            -FRAME - 11.5,
            middle + 4.0,
        );
        label(
            view.square(7, i).file().to_char(),
            middle - 2.5,
            8.0 * UNIT + FRAME + 12.0,
        );
    }
    out.push_str("</g>\n");
}

/// Makes a caller's colour safe inside an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    fn uses(drawing: &str) -> Vec<&str> {
        drawing
            .lines()
            .filter(|line| line.starts_with("<use"))
            .collect()
    }

    #[test]
    fn every_man_is_drawn_once_on_his_square() {
        let drawing = svg(&Placement::start(), &SvgOptions::default());
        assert_eq!(uses(&drawing).len(), 32);
        assert_eq!(uses(&drawing)[0], r##"<use href="#bR" x="0" y="0"/>"##);
        assert_eq!(drawing.matches("<g id=").count(), 12);
    }

    #[test]
    fn black_at_the_bottom_turns_the_board() {
        let placement: Placement = "k7/8/8/8/8/8/8/8".parse().unwrap();
        let view = View {
            bottom: Color::Black,
            ..View::default()
        };
        let drawing = svg(
            &placement,
            &SvgOptions {
                view,
                ..SvgOptions::default()
            },
        );
        assert_eq!(uses(&drawing), [r##"<use href="#bK" x="315" y="315"/>"##]);
    }

    #[test]
    fn labels_and_marks_only_on_request() {
        let bare = View {
            coordinates: false,
            ..View::default()
        };
        let options = SvgOptions {
            view: bare,
            ..SvgOptions::default()
        };
        let drawing = svg(&Placement::EMPTY, &options);
        assert!(drawing.contains(r#"viewBox="0 0 363 363""#), "{drawing}");
        assert_eq!(drawing.matches("<path transform").count(), 0);
        let marked = View {
            marked: vec!["e4".parse().unwrap()],
            ..View::default()
        };
        let drawing = svg(
            &Placement::EMPTY,
            &SvgOptions {
                view: marked,
                ..SvgOptions::default()
            },
        );
        assert_eq!(drawing.matches("<path transform").count(), 16);
        assert!(
            drawing.contains(r#"<rect x="181.5" y="181.5" width="42""#),
            "{drawing}"
        );
    }

    #[test]
    fn a_colour_cannot_break_out_of_its_attribute() {
        let options = SvgOptions {
            light: "\"/><script>".to_owned(),
            ..SvgOptions::default()
        };
        assert!(!svg(&Placement::EMPTY, &options).contains("<script>"));
    }
}
