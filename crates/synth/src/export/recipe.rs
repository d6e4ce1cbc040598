//! Kinds of pictures, each a scene and a fitting damage.

use crate::damage::{Plan, Severity, View, damage};
use crate::scene::{self, Artist, CropOptions, Medium, SyntheticPicture};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Kind {
    /// A crop of one board, printed or from a screen.
    Crop,
    /// A page of a book: from a PDF or a scanner.
    Page,
    /// A screenshot of a site or program.
    Site,
    /// A photograph of a page.
    PagePhoto,
    /// A photograph of a screen.
    ScreenPhoto,
    /// No chess board.
    Negative,
    /// No chess board, but what is easily taken for one.
    Lookalike,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Crop,
        Self::Page,
        Self::Site,
        Self::PagePhoto,
        Self::ScreenPhoto,
        Self::Negative,
        Self::Lookalike,
    ];

    /// The group's name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crop => "crop",
            Self::Page => "page",
            Self::Site => "site",
            Self::PagePhoto => "page-photo",
            Self::ScreenPhoto => "screen-photo",
            Self::Negative => "negative",
            Self::Lookalike => "lookalike",
        }
    }

    /// A kind in the shares that a detector meets; lookalikes are among the negatives already.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        match rng.random_range(0..100) {
            0..35 => Self::Page,
            35..60 => Self::Site,
            60..80 => Self::Crop,
            80..86 => Self::PagePhoto,
            86..90 => Self::ScreenPhoto,
            _ => Self::Negative,
        }
    }
}

/// A picture of a kind whose longer side is about `side` pixels.
pub fn picture(
    artist: &mut Artist,
    kind: Kind,
    side: u32,
    rng: &mut ChaCha8Rng,
) -> SyntheticPicture {
    let severity = Severity::random(rng);
    let base = Plan {
        severity,
        ..Plan::default()
    };
    let scan = if rng.random_bool(0.5) {
        View::Scan
    } else {
        View::Flat
    };
    match kind {
        Kind::Page | Kind::PagePhoto => {
            let width = (side as f32 / 1.38) as u32;
            let most = [1, 2, 4, 6, 9, 12, 16][rng.random_range(0..7)];
            let scene = scene::page(artist, width, most, rng);
            let view = if kind == Kind::Page {
                scan
            } else {
                View::Photo
            };
            let zoom = if rng.random_bool(0.5) {
                (0.75, 1.1)
            } else {
                (1.1, 2.2)
            };
            damage(scene, &Plan { view, zoom, ..base }, rng)
        }
        Kind::Site => {
            let scene = scene::site(artist, side, rng);
            damage(scene, &base, rng)
        }
        Kind::ScreenPhoto => {
            let scene = scene::site(artist, side, rng);
            let zoom = if rng.random_bool(0.5) {
                (0.8, 1.1)
            } else {
                (1.1, 2.0)
            };
            let tilt = 12.0;
            let view = View::Photo;
            damage(
                scene,
                &Plan {
                    view,
                    zoom,
                    tilt,
                    ..base
                },
                rng,
            )
        }
        Kind::Crop => {
            let medium = if rng.random_bool(0.5) {
                Medium::Print
            } else {
                Medium::Screen
            };
            let options = CropOptions {
                medium,
                square: (side as f32 / rng.random_range(8.5..11.0)) as u32,
                margin: [0.03, 0.1, 0.3][rng.random_range(0..3)],
                ..CropOptions::default()
            };
            let scene = scene::crop(artist, &options, rng);
            let view = match (rng.random_range(0..100), medium) {
                (0..45, _) => View::Flat,
                (45..65, Medium::Print) => View::Scan,
                _ => View::Photo,
            };
            let zoom = (0.75, 1.02);
            damage(scene, &Plan { view, zoom, ..base }, rng)
        }
        Kind::Negative | Kind::Lookalike => {
            let scene = match kind {
                Kind::Lookalike => scene::lookalike(artist, side, rng),
                _ => scene::negative(artist, side, rng),
            };
            let view = [View::Flat, View::Flat, View::Scan, View::Photo][rng.random_range(0..4)];
            damage(scene, &Plan { view, ..base }, rng)
        }
    }
}
