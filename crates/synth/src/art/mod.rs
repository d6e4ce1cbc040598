//! Families of chess men: where they come from and how they are kept.
//!
//! A library is a folder as `training-notes/fetch_art.py` makes it: one folder a family, `families.tsv` with a line for
//! each, `boards/` with textures and `fonts/` with text fonts. Men are rasterised once, at [`MASTER_SIDE`] pixels, and kept
//! as a small pyramid; drawing resamples them, see [`crate::art::sprite`].

mod font;
mod load;
mod man;
mod recut;
pub mod sprite;
pub mod style;
mod text;
mod texture;

use std::path::PathBuf;
use std::sync::Arc;

use fenlens_fen::{Piece, Role};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

pub use man::{MASTER_SIDE, Man, luminance, sample};
pub use style::{PieceStyle, Tint};
pub use text::TextFont;
pub use texture::Texture;

/// What can go wrong while a library is loaded.
#[derive(Debug, thiserror::Error)]
pub enum ArtError {
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file is not what its name says.
    #[error("{path}: {reason}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// Whether a family may be trained on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// For training.
    Train,
    /// Kept out of training: for choosing checkpoints and for calibration.
    Holdout,
}

/// Share of the sets of type cut anew in which black men have open heads.
const OPEN_HEADS: f64 = 0.3;

/// Share of them in which white men have filled heads.
const FILLED_HEADS: f64 = 0.15;

/// Mean luminance above which white men have no outlines to speak of: those of line drawings are below 0.85, plain white
/// shapes above 0.93.
const MOST_WHITE: f32 = 0.9;

/// The 26 squares of a typeset family: each is a whole square, drawn as the font draws it.
#[derive(Clone, Debug)]
pub struct Cells {
    /// Men on light squares, by class index minus one.
    pub light: [Arc<Man>; 12],
    /// Men on the font's own hatched squares, by class index minus one.
    pub dark: [Arc<Man>; 12],
    /// The empty hatched square.
    pub empty_dark: Arc<Man>,
}

/// One set of twelve men.
#[derive(Clone, Debug)]
pub struct Family {
    /// Unique name.
    pub name: String,
    /// Families of one artwork share a group.
    pub group: String,
    /// Whether it may be trained on; the same for a whole group.
    pub split: Split,
    /// Where it comes from.
    pub source: String,
    /// Licence of the artwork.
    pub licence: String,
    /// The men, by class index minus one: P N B R Q K, then p n b r q k.
    men: [Arc<Man>; 12],
    /// The squares of a typeset family with hatched squares of its own.
    cells: Option<Cells>,
    /// Whether the men are black ink with white fill, as type is.
    ink: bool,
    /// Whether the men are the chess symbols of a text font.
    symbols: bool,
    /// Union of the men's boxes in shares of the square: left, top, right, bottom.
    extent: [f32; 4],
    /// Mean luminance of white and of black men, 0..=1.
    tones: [f32; 2],
}

impl Family {
    /// A family of twelve men by class index minus one.
    fn new(meta: load::Meta, men: [Arc<Man>; 12], cells: Option<Cells>, ink: bool) -> Family {
        let mut extent = [1.0f32, 1.0, 0.0, 0.0];
        for man in &men {
            let b = man.bounds();
            extent[0] = extent[0].min(b[0]);
            extent[1] = extent[1].min(b[1]);
            extent[2] = extent[2].max(b[2]);
            extent[3] = extent[3].max(b[3]);
        }
        if extent[0] >= extent[2] || extent[1] >= extent[3] {
            extent = [0.0, 0.0, 1.0, 1.0];
        }
        let tones = [0, 6].map(|side| {
            men[side..side + 6]
                .iter()
                .map(|m| m.luminance())
                .sum::<f32>()
                / 6.0
        });
        Family {
            name: meta.name,
            group: meta.group,
            split: meta.split,
            source: meta.source,
            licence: meta.licence,
            men,
            cells,
            ink,
            symbols: false,
            extent,
            tones,
        }
    }

    /// Mean luminance of white and of black men, 0..=1.
    pub fn tones(&self) -> [f32; 2] {
        self.tones
    }

    /// The man of this piece.
    pub fn man(&self, piece: Piece) -> &Man {
        &self.men[piece.class_index() - 1]
    }

    /// The squares of a typeset family that has hatched squares of its own.
    pub fn cells(&self) -> Option<&Cells> {
        self.cells.as_ref()
    }

    /// Whether the men are black ink with white fill, as type is.
    pub fn is_ink(&self) -> bool {
        self.ink
    }

    /// Whether the men are the chess symbols of a text font, which have no fill of their own: squares show through them.
    pub fn is_symbols(&self) -> bool {
        self.symbols
    }

    /// Whether the white men are shapes without outlines, which would not be seen on white paper.
    pub fn is_silhouettes(&self) -> bool {
        self.tones[0] > MOST_WHITE
    }

    /// Union of the boxes of all men in shares of the square: left, top, right, bottom.
    pub fn extent(&self) -> [f32; 4] {
        self.extent
    }

    /// A family that takes each kind of man from `a` or from `b`, both colours alike. Trainable only if both are.
    pub fn mixed(a: &Family, b: &Family, rng: &mut ChaCha8Rng) -> Family {
        let mut men = a.men.clone();
        for role in Role::ALL {
            if rng.random_bool(0.5) {
                for offset in [0, 6] {
                    let i = role.index() + offset;
                    men[i] = b.men[i].clone();
                }
            }
        }
        Family::of_two(a, b, men)
    }

    /// A set of its own made from `a` and `b`: heads and feet from either, shapes cut anew by up to `most` (0 not at
    /// all, 1 as much as leaves men readable to a person), both colours alike. Heads and feet are of one set where the two are not drawn alike.
    /// In some sets of type black kings and queens, seldom other men, have open heads, and in others white ones have
    /// filled heads, as old type often has them: then the feet alone tell the colour.
    pub fn cut_anew(a: &Family, b: &Family, most: f32, rng: &mut ChaCha8Rng) -> Family {
        let alike =
            a.ink == b.ink && (0..2).all(|side| (a.tones[side] - b.tones[side]).abs() < 0.15);
        let mut men = a.men.clone();
        let kind = if a.ink && b.ink { rng.random() } else { 1.0 };
        let open_heads = kind < OPEN_HEADS;
        let filled_heads = !open_heads && kind < OPEN_HEADS + FILLED_HEADS;
        for role in Role::ALL {
            let cut = recut::Recut::random(most, rng);
            let head = if rng.random_bool(0.3) { b } else { a };
            let feet = if alike && rng.random_bool(0.4) {
                if std::ptr::eq(head, a) { b } else { a }
            } else {
                head
            };
            let royal = matches!(role, Role::King | Role::Queen);
            let other = rng.random_bool(if royal { 0.7 } else { 0.1 });
            let (white, black) = (role.index(), role.index() + 6);
            let tops = if other && open_heads {
                [white; 2]
            } else if other && filled_heads {
                [black; 2]
            } else {
                [white, black]
            };
            for (top, man) in tops.into_iter().zip([white, black]) {
                men[man] = Arc::new(cut.apply(&head.men[top], &feet.men[man]));
            }
        }
        Family::of_two(a, b, men)
    }

    fn of_two(a: &Family, b: &Family, men: [Arc<Man>; 12]) -> Family {
        let split = if a.split == Split::Train && b.split == Split::Train {
            Split::Train
        } else {
            Split::Holdout
        };
        let meta = load::Meta {
            name: format!("{}+{}", a.name, b.name),
            group: format!("{}+{}", a.group, b.group),
            split,
            source: format!("{}, {}", a.source, b.source),
            licence: format!("{}, {}", a.licence, b.licence),
        };
        Family::new(meta, men, None, a.ink && b.ink)
    }
}

/// All families, textures and text fonts that diagrams are drawn with.
#[derive(Clone, Debug, Default)]
pub struct ArtLibrary {
    /// The families in the order of their names.
    pub families: Vec<Family>,
    /// Board textures; may be empty.
    pub textures: Vec<Arc<Texture>>,
    /// Fonts for coordinates and other text; never empty after [`ArtLibrary::load`] or [`ArtLibrary::builtin`].
    pub fonts: Vec<Arc<TextFont>>,
}

impl ArtLibrary {
    /// The families of one split.
    pub fn of(&self, split: Split) -> impl Iterator<Item = &Family> {
        self.families.iter().filter(move |f| f.split == split)
    }

    /// A random family of `split`: first a group, then one of its members. A group's share grows with the root of its
    /// size: artwork which comes in many packages is also seen more often, but must not crowd out the rest. `None` if the
    /// split is empty.
    pub fn pick(&self, split: Split, rng: &mut ChaCha8Rng) -> Option<&Family> {
        self.pick_where(rng, |f| f.split == split)
    }

    /// As [`ArtLibrary::pick`], of the families that `keep` accepts.
    pub fn pick_where(
        &self,
        rng: &mut ChaCha8Rng,
        keep: impl Fn(&Family) -> bool,
    ) -> Option<&Family> {
        let mut groups: Vec<(&str, Vec<&Family>)> = Vec::new();
        for family in self.families.iter().filter(|f| keep(f)) {
            match groups.iter_mut().find(|(g, _)| *g == family.group) {
                Some((_, members)) => members.push(family),
                None => groups.push((&family.group, vec![family])),
            }
        }
        if groups.is_empty() {
            return None;
        }
        let weight = |members: &[&Family]| (members.len() as f32).sqrt();
        let mut left = rng.random_range(0.0..groups.iter().map(|(_, m)| weight(m)).sum::<f32>());
        for (_, members) in &groups {
            left -= weight(members);
            if left < 0.0 {
                return Some(members[rng.random_range(0..members.len())]);
            }
        }
        groups
            .last()
            .and_then(|(_, members)| members.last().copied())
    }

    /// The family of this name.
    pub fn get(&self, name: &str) -> Option<&Family> {
        self.families.iter().find(|f| f.name == name)
    }
}

#[cfg(test)]
impl Family {
    /// The same men as the chess symbols of a text font.
    pub(crate) fn with_symbols(self) -> Family {
        Family {
            symbols: true,
            ..self
        }
    }

    /// The same family under another name, taken for one whose white men are without outlines.
    pub(crate) fn with_silhouettes(self, name: &str) -> Family {
        Family {
            name: name.to_owned(),
            group: name.to_owned(),
            tones: [1.0, self.tones[1]],
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_fen::Color;
    use rand::SeedableRng;

    /// Light in the upper 30 % (heads) and the lower 20 % (feet) of a man's box.
    fn light(man: &Man) -> [f32; 2] {
        let (side, pixels) = man.level(48.0);
        let [_, top, _, bottom] = man.bounds().map(|v| v * side as f32);
        let row = |share: f32| (top + share * (bottom - top)) as usize;
        [(0.0, 0.3), (0.8, 1.0)].map(|(from, to)| {
            let rows = &pixels[row(from) * side..row(to) * side];
            rows.iter().map(|p| p[0]).sum()
        })
    }

    #[test]
    fn in_some_sets_of_type_the_feet_alone_tell_the_colour() {
        let library = ArtLibrary::builtin();
        let own = &library.families[0];
        let rng = &mut ChaCha8Rng::seed_from_u64(6);
        let queens = |family: &Family| {
            Color::ALL.map(|color| light(family.man(Piece::new(color, Role::Queen))))
        };
        let [white, black] = queens(own);
        let dark = |head: f32| head < (white[0] + black[0]) / 2.0;
        let (mut open, mut filled) = (0, 0);
        for _ in 0..200 {
            let [w, b] = queens(&Family::cut_anew(own, own, 0.0, rng));
            assert!(w[1] > b[1] + 0.5 * (white[1] - black[1]), "{w:?} {b:?}");
            match (dark(w[0]), dark(b[0])) {
                (false, false) => open += 1,
                (true, true) => filled += 1,
                (white, black) => assert!(!white && black),
            }
        }
        // 0.7 of 200 sets times the share of each kind.
        for (count, share) in [(open, OPEN_HEADS), (filled, FILLED_HEADS)] {
            let expected = 0.7 * 200.0 * share;
            assert!(
                (f64::from(count) - expected).abs() < 0.5 * expected,
                "{open} {filled}"
            );
        }
    }
}
