//! Draws boards and text for scenes from one library of art.

use super::paint::{Colour, Glyphs};
use super::words::Words;
use super::{BoardTruth, Medium, paint};
use crate::art::TextFont;
use crate::art::style::shade;
use crate::board::{LabelPlace, Surface};
use crate::{ArtLibrary, BoardDrawing, BoardKind, BoardStyle, Family, Split, draw_board};
use fenlens_fen::{Color, Piece, Placement};
use image::{RgbImage, RgbaImage, imageops};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A family and a style: boards of one book or site share them.
#[derive(Clone)]
pub struct Look {
    family: Family,
    /// Index of the family in the library.
    pub index: usize,
    /// How boards are drawn.
    pub style: BoardStyle,
}

/// Share of the training boards, typeset ones aside, whose set is cut anew: held-out sets are drawn as they
/// are, so that a measure stays one of real sets.
const CUT_ANEW: f64 = 0.45;

/// Share of the boards set in the chess symbols of a text font whose squares show through the men, as a text's do.
const SEE_THROUGH: f64 = 0.6;

/// Share of the training boards with coordinates inside whose coordinates fill much of their squares, as on
/// boards shrunk by a page that does not shrink its text.
const LARGE_INSIDE: f64 = 0.12;

/// A font with its number in the library.
pub type Font<'a> = (usize, &'a TextFont);

/// Draws boards and text; keeps rasterised characters. One for each thread.
pub struct Artist<'a> {
    /// What is drawn from.
    pub library: &'a ArtLibrary,
    /// Which families are drawn from.
    pub split: Split,
    /// Whether captions may say whose move it is. Default true; false where a set's truth would not know.
    pub tells_side: bool,
    glyphs: Glyphs,
}

impl<'a> Artist<'a> {
    /// An artist that draws with the families of `split`.
    pub fn new(library: &'a ArtLibrary, split: Split) -> Self {
        Self {
            library,
            split,
            tells_side: true,
            glyphs: Glyphs::default(),
        }
    }

    /// A random look for boards on `medium`.
    pub fn look(&self, medium: Medium, rng: &mut ChaCha8Rng) -> Look {
        let kind = match medium {
            Medium::Screen => BoardKind::Screen,
            Medium::Print if rng.random_bool(0.45) => BoardKind::Font,
            Medium::Print => BoardKind::Print,
        };
        let set = |f: &&Family| match kind {
            BoardKind::Font => f.cells().is_some(),
            BoardKind::Print => !f.is_silhouettes(),
            BoardKind::Screen => true,
        };
        let family = self
            .library
            .pick_where(rng, |f| f.split == self.split && set(&f))
            .or_else(|| self.library.pick(self.split, rng))
            .or_else(|| self.library.families.first())
            .expect("a library has at least one family");
        let see_through = family.is_symbols() && rng.random_bool(SEE_THROUGH);
        let index = self
            .library
            .families
            .iter()
            .position(|f| f.name == family.name)
            .unwrap_or(0);
        // There are more sets in the world than in any library: many boards to train on show men put together
        // from two families and cut anew, and some on either side take each kind of man from one of two.
        let other = self.library.pick_where(rng, |f| f.split == self.split);
        let family = match other {
            _ if kind == BoardKind::Font => family.clone(),
            Some(other) if self.split == Split::Train && rng.random_bool(CUT_ANEW) => {
                Family::cut_anew(family, other, rng.random_range(0.1..=1.0), rng)
            }
            Some(other) if rng.random_bool(0.12) => Family::mixed(family, other, rng),
            _ => family.clone(),
        };
        let mut style = BoardStyle::random(rng, kind, self.library);
        if see_through {
            let ink = match kind {
                BoardKind::Screen => shade(rng, 0.0, 0.12, 0.5),
                _ => style.ink,
            };
            style.pieces.see_through(ink);
        }
        if self.split == Split::Train
            && matches!(style.labels.place, LabelPlace::Inside { .. })
            && rng.random_bool(LARGE_INSIDE)
        {
            style.labels.height = rng.random_range(0.36..0.6);
        }
        Look {
            family,
            index,
            style,
        }
    }

    /// A random position with a random side at the bottom (Black's in `black` of all).
    pub fn position(&self, black: f64, rng: &mut ChaCha8Rng) -> (Placement, Color) {
        let bottom = if rng.random_bool(black) {
            Color::Black
        } else {
            Color::White
        };
        (crate::random_position(rng), bottom)
    }

    /// A drawing of a random position.
    pub fn board(
        &self,
        look: &Look,
        square: u32,
        black: f64,
        rng: &mut ChaCha8Rng,
    ) -> BoardDrawing {
        let (placement, bottom) = self.position(black, rng);
        self.board_of(look, &placement, bottom, square, rng)
    }

    /// A drawing of a given position.
    pub fn board_of(
        &self,
        look: &Look,
        placement: &Placement,
        bottom: Color,
        square: u32,
        rng: &mut ChaCha8Rng,
    ) -> BoardDrawing {
        draw_board(placement, bottom, &look.family, &look.style, square, rng)
    }

    /// A row of up to eight men on an even ground, `size` pixels each.
    pub fn men(
        &self,
        look: &Look,
        pieces: &[Piece],
        size: u32,
        ground: Colour,
        rng: &mut ChaCha8Rng,
    ) -> RgbaImage {
        let mut placement = Placement::EMPTY;
        for (slot, &piece) in placement.0.iter_mut().zip(pieces.iter().take(8)) {
            *slot = Some(piece);
        }
        let tone = ground.map(|v| f32::from(v) / 255.0);
        let style = BoardStyle {
            surface: Surface::Flat {
                light: tone,
                dark: tone,
            },
            pieces: look.style.pieces.clone(),
            ..BoardStyle::plain(look.style.labels.font.clone())
        };
        let drawing = draw_board(&placement, Color::White, &look.family, &style, size, rng);
        let corner = drawing.lattice[0][0];
        let width = size * pieces.len().min(8) as u32;
        imageops::crop_imm(
            &drawing.image,
            corner.x as u32,
            corner.y as u32,
            width,
            size,
        )
        .to_image()
    }

    /// Lays a drawing onto a scene so that its field's top left corner is at (`x`, `y`).
    pub fn lay(
        &self,
        image: &mut RgbImage,
        drawing: &BoardDrawing,
        look: &Look,
        x: i32,
        y: i32,
    ) -> BoardTruth {
        let corner = drawing.lattice[0][0];
        let (left, top) = (x - corner.x as i32, y - corner.y as i32);
        paint::paste(image, &drawing.image, left, top);
        BoardTruth::placed(drawing, look, left as f32, top as f32)
    }

    /// A random text font.
    pub fn font(&self, rng: &mut ChaCha8Rng) -> Font<'a> {
        let fonts: &[Arc<TextFont>] = &self.library.fonts;
        let index = rng.random_range(0..fonts.len());
        (index, &fonts[index])
    }

    /// The words that a font can spell.
    pub fn words(&self, font: Font) -> Words {
        Words {
            spare: font.1.name == "builtin",
            tells_side: self.tells_side,
        }
    }

    /// Draws text; see [`Glyphs::draw`].
    #[allow(clippy::too_many_arguments)]
    pub fn text(
        &mut self,
        image: &mut RgbImage,
        font: Font,
        text: &str,
        x: f32,
        y: f32,
        em: f32,
        colour: Colour,
    ) -> f32 {
        self.glyphs.draw(image, font, text, x, y, em, colour)
    }

    /// The width of text in pixels.
    pub fn text_width(&mut self, font: Font, text: &str, em: f32) -> f32 {
        self.glyphs.width(font, text, em)
    }

    /// A paragraph of `lines` lines in a column; returns the y below it.
    #[allow(clippy::too_many_arguments)]
    pub fn paragraph(
        &mut self,
        image: &mut RgbImage,
        font: Font,
        (x, y): (f32, f32),
        width: f32,
        em: f32,
        lines: usize,
        colour: Colour,
        rng: &mut ChaCha8Rng,
    ) -> f32 {
        let words = self.words(font);
        let moves = rng.random_bool(0.4);
        let mut number = rng.random_range(1..40);
        let leading = em * 1.22;
        for line in 0..lines {
            let base = y + leading * line as f32 + em;
            let indent = if line == 0 { em } else { 0.0 };
            let last = line + 1 == lines;
            let end = if last {
                width * rng.random_range(0.2..0.95)
            } else {
                width
            };
            let mut pen = indent;
            loop {
                let word = if moves && rng.random_bool(0.5) {
                    number += 1;
                    words.moves(number, rng)
                } else {
                    words.word(rng)
                };
                if pen + self.text_width(font, &word, em) > end {
                    break;
                }
                pen += self.text(image, font, &word, x + pen, base, em, colour) + em * 0.28;
            }
        }
        y + leading * lines as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn print_styles(library: &ArtLibrary) -> Vec<(String, bool)> {
        let artist = Artist::new(library, Split::Train);
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        let looks = (0..400).map(|_| artist.look(Medium::Print, rng));
        looks
            .filter(|look| look.style.kind == BoardKind::Print)
            .map(|look| (look.family.name, look.style.pieces.unfilled))
            .collect()
    }

    #[test]
    fn squares_show_through_the_symbols_of_a_text_font() {
        let share = |library: &ArtLibrary| {
            let styles = print_styles(library);
            let unfilled = styles.iter().filter(|(_, unfilled)| *unfilled).count();
            unfilled as f64 / styles.len() as f64
        };
        let mut library = ArtLibrary::builtin();
        assert!(share(&library) < 0.25, "{}", share(&library));
        library.families[0] = library.families[0].clone().with_symbols();
        assert!(share(&library) > 0.5, "{}", share(&library));
    }

    #[test]
    fn silhouettes_without_outlines_are_not_printed() {
        let mut library = ArtLibrary::builtin();
        let pale = library.families[0].clone().with_silhouettes("pale");
        library.families.push(pale);
        let styles = print_styles(&library);
        assert!(styles.iter().any(|(name, _)| !name.contains("pale")));
        assert!(styles.iter().all(|(name, _)| !name.starts_with("pale")));
    }
}
