//! `fenlens draw`: a position as an SVG or PNG picture, or as text in the terminal.

use crate::{files, outcome::Stdout};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum, ValueHint};
use fenlens_fen::{
    Color, Fen, Square,
    draw::{SvgOptions, TextStyle, View, svg, text},
};
use resvg::{tiny_skia, usvg};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Arguments of `draw`.
#[derive(Args)]
pub struct DrawArgs {
    /// The position: a FEN, or its first field alone
    #[arg(required = true, value_name = "FEN", num_args = 1..)]
    pub fen: Vec<String>,
    /// The file to write, ending in .svg or .png [default: draw in the terminal]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Replace the file when it is there already
    #[arg(long)]
    pub force: bool,
    /// The characters of a board in the terminal
    #[arg(long, value_enum, default_value_t = Characters::Unicode)]
    pub text: Characters,
    /// Side at the bottom
    #[arg(long, value_enum, default_value_t = Side::White)]
    pub bottom: Side,
    /// Leave out the labels a-h and 1-8
    #[arg(long)]
    pub no_coordinates: bool,
    /// Squares to mark, such as e4,d5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub mark: Vec<Square>,
    /// Side of one square in pixels, 8 to 512
    #[arg(long, value_name = "PIXELS", default_value_t = 45, value_parser = clap::value_parser!(u16).range(8..=512))]
    pub square: u16,
    /// Colour of the light squares; #f0d9b5 unless given
    #[arg(long, value_name = "COLOUR")]
    pub light: Option<String>,
    /// Colour of the dark squares; #b58863 unless given
    #[arg(long, value_name = "COLOUR")]
    pub dark: Option<String>,
}

/// The characters of a board in the terminal.
#[derive(Clone, Copy, ValueEnum)]
pub enum Characters {
    /// Chess symbols
    Unicode,
    /// FEN letters
    Ascii,
}

/// A side.
#[derive(Clone, Copy, ValueEnum)]
pub enum Side {
    /// White
    White,
    /// Black
    Black,
}

/// Draws the position.
pub fn run(args: &DrawArgs) -> Result<ExitCode> {
    let line = args.fen.join(" ");
    let fen: Fen = line
        .parse()
        .with_context(|| format!("\"{line}\" is no FEN"))?;
    let view = View {
        bottom: match args.bottom {
            Side::White => Color::White,
            Side::Black => Color::Black,
        },
        coordinates: !args.no_coordinates,
        marked: args.mark.clone(),
    };
    let Some(path) = &args.out else {
        let style = match args.text {
            Characters::Unicode => TextStyle::Unicode,
            Characters::Ascii => TextStyle::Ascii,
        };
        Stdout::lock().write(&text(&fen.placement, &view, style))?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut options = SvgOptions {
        view,
        square: args.square.into(),
        ..SvgOptions::default()
    };
    for (colour, given) in [
        (&mut options.light, &args.light),
        (&mut options.dark, &args.dark),
    ] {
        if let Some(given) = given {
            colour.clone_from(given);
        }
    }
    let drawing = svg(&fen.placement, &options);
    let bytes = match ending(path).as_deref() {
        Some("svg") => drawing.into_bytes(),
        Some("png") => png(&drawing)?,
        _ => bail!(
            "{}: expected a name that ends in .svg or .png",
            path.display()
        ),
    };
    files::write(path, &bytes, args.force)?;
    Ok(ExitCode::SUCCESS)
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Paints the drawing. Its labels are strokes, so no fonts are needed.
fn png(drawing: &str) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(drawing, &usvg::Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixmap =
        tiny_skia::Pixmap::new(size.width(), size.height()).context("the picture has no size")?;
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap.encode_png()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_fen::Placement;

    #[test]
    fn the_png_shows_light_and_dark_squares_and_men() {
        let view = View {
            coordinates: false,
            ..View::default()
        };
        let drawing = svg(
            &Placement::start(),
            &SvgOptions {
                view,
                ..SvgOptions::default()
            },
        );
        let picture = image::load_from_memory(&png(&drawing).unwrap())
            .unwrap()
            .to_rgb8();
        assert_eq!(picture.dimensions(), (363, 363));
        // Corners of a8, b8 and e4, inside the frame of 1.5 pixels and beside the men.
        assert_eq!(picture.get_pixel(5, 5).0, [0xf0, 0xd9, 0xb5]);
        assert_eq!(picture.get_pixel(50, 5).0, [0xb5, 0x88, 0x63]);
        assert_eq!(picture.get_pixel(204, 204).0, [0xf0, 0xd9, 0xb5]);
        // The black rook's tower and the white rook's.
        assert_eq!(picture.get_pixel(24, 26).0, [0, 0, 0]);
        assert_eq!(picture.get_pixel(24, 341).0, [255, 255, 255]);
    }

    #[test]
    fn the_ending_tells_the_format() {
        assert_eq!(ending(Path::new("a/b.SVG")).as_deref(), Some("svg"));
        assert_eq!(ending(Path::new("board")), None);
    }
}
