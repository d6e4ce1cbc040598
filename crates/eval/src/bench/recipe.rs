//! The pictures of the benchmark of detection: which kinds there are and how each is made.

use fenlens::vision::Point;
use fenlens_synth::{
    damage::{Plan, Severity, View, damage},
    export::record_rng,
    scene::{self, Artist, BoardTruth, CropOptions, Medium, Scene, SyntheticPicture, paint},
};
use image::{Rgb, RgbImage, imageops};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// One printed board with little around it.
    PrintCrop,
    /// One board of a screen with little around it.
    ScreenCrop,
    /// A page of a book with up to twelve boards, as a file or from a scanner.
    Page,
    /// A screenshot of a site or program, on a desktop or a phone.
    Screen,
    /// A window with a board on a screen of 3840×2160 pixels.
    Desktop4k,
    /// A photograph of a page, near, whole, or from afar.
    PagePhoto,
    /// A photograph of a screen.
    ScreenPhoto,
    /// A photograph of one board.
    CropPhoto,
    /// A board that the picture's edge cuts off.
    Partial,
    /// No chess board.
    Negative,
}

/// The kinds with their shares of all pictures, in percent.
const SHARES: [(Group, u32); 10] = [
    (Group::PrintCrop, 13),
    (Group::ScreenCrop, 8),
    (Group::Page, 15),
    (Group::Screen, 10),
    (Group::Desktop4k, 3),
    (Group::PagePhoto, 11),
    (Group::ScreenPhoto, 7),
    (Group::CropPhoto, 7),
    (Group::Partial, 5),
    (Group::Negative, 21),
];

/// Most boards on a page.
const MOST_BOARDS: usize = 12;

/// Width and height of the large screen, in pixels.
const SCREEN_4K: (u32, u32) = (3840, 2160);

impl Group {
    /// All kinds in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        SHARES.iter().map(|(group, _)| *group)
    }

    /// The kind's name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::PrintCrop => "print-crop",
            Self::ScreenCrop => "screen-crop",
            Self::Page => "page",
            Self::Screen => "screen",
            Self::Desktop4k => "desktop-4k",
            Self::PagePhoto => "page-photo",
            Self::ScreenPhoto => "screen-photo",
            Self::CropPhoto => "crop-photo",
            Self::Partial => "partial",
            Self::Negative => "negative",
        }
    }

    fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut left = rng.random_range(0..100);
        for (group, share) in SHARES {
            if left < share {
                return group;
            }
            left -= share;
        }
        Group::Negative
    }
}

/// A picture of the benchmark.
pub struct Made {
    /// The picture with its truth.
    pub picture: SyntheticPicture,
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// Its kind.
    pub group: Group,
    /// View and severity, as in `photo hard`.
    pub damage: String,
    /// Whether it is a photograph, whose corners may be off a little more.
    pub photo: bool,
}

/// Picture `index` of the benchmark with this seed.
pub fn make(artist: &mut Artist, seed: u64, index: u64) -> Made {
    let rng = &mut record_rng(seed, index);
    let group = Group::random(rng);
    let severity = Severity::random(rng);
    let plan = Plan {
        severity,
        ..Plan::default()
    };
    let flat_or_scan = if rng.random_bool(0.5) {
        View::Scan
    } else {
        View::Flat
    };
    let (scene, plan) = match group {
        Group::PrintCrop => {
            let view = flat_or_scan;
            (crop(artist, Medium::Print, rng), Plan { view, ..plan })
        }
        Group::ScreenCrop => (crop(artist, Medium::Screen, rng), plan),
        Group::Page => {
            let view = flat_or_scan;
            (page(artist, rng), Plan { view, ..plan })
        }
        Group::Screen => {
            let side = rng.random_range(900..2100);
            (scene::site(artist, side, rng), plan)
        }
        Group::Desktop4k => (desktop_4k(artist, rng), plan),
        Group::PagePhoto => {
            let zoom = [(0.4, 0.75), (0.75, 1.1), (1.1, 2.0)][rng.random_range(0..3)];
            let view = View::Photo;
            (page(artist, rng), Plan { view, zoom, ..plan })
        }
        Group::ScreenPhoto => {
            let zoom = [(0.5, 0.8), (0.8, 1.1), (1.1, 2.0)][rng.random_range(0..3)];
            let (view, tilt) = (View::Photo, 12.0);
            let side = rng.random_range(900..2100);
            let plan = Plan {
                view,
                zoom,
                tilt,
                ..plan
            };
            (scene::site(artist, side, rng), plan)
        }
        Group::CropPhoto => {
            let medium = [Medium::Print, Medium::Screen][rng.random_range(0..2)];
            let zoom = [(0.35, 0.7), (0.75, 1.02)][rng.random_range(0..2)];
            let view = View::Photo;
            (crop(artist, medium, rng), Plan { view, zoom, ..plan })
        }
        Group::Partial => {
            let scene = match rng.random_range(0..3) {
                0 => page(artist, rng),
                1 => {
                    let medium = [Medium::Print, Medium::Screen][rng.random_range(0..2)];
                    crop(artist, medium, rng)
                }
                _ => {
                    let side = rng.random_range(700..1500);
                    scene::site(artist, side, rng)
                }
            };
            (scene, plan)
        }
        Group::Negative => {
            let view = [View::Flat, View::Flat, View::Scan, View::Photo][rng.random_range(0..4)];
            let side = rng.random_range(500..1600);
            (scene::negative(artist, side, rng), Plan { view, ..plan })
        }
    };
    let mut picture = damage(scene, &plan, rng);
    if group == Group::Partial {
        picture = cut_off(picture, rng);
    }
    let view = match plan.view {
        View::Flat => "flat",
        View::Scan => "scan",
        View::Photo => "photo",
    };
    Made {
        size: picture.image.dimensions(),
        picture,
        group,
        damage: format!("{view} {}", severity.name()),
        photo: plan.view == View::Photo,
    }
}

/// A page about 650 to 1900 pixels wide.
fn page(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Scene {
    let width = rng.random_range(650..1900);
    let most = [1, 2, 4, 6, 9, MOST_BOARDS][rng.random_range(0..6)];
    scene::page(artist, width, most, rng)
}

/// One board of 15 to 130 pixels a square.
fn crop(artist: &mut Artist, medium: Medium, rng: &mut ChaCha8Rng) -> Scene {
    // As many small boards as large ones.
    let square = 15.0 * (130.0f32 / 15.0).powf(rng.random_range(0.0..1.0));
    let options = CropOptions {
        medium,
        square: square as u32,
        margin: [0.03, 0.1, 0.3][rng.random_range(0..3)],
        ..CropOptions::default()
    };
    scene::crop(artist, &options, rng)
}

/// Windows without a board on a large screen, and over them one with a board.
fn desktop_4k(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Scene {
    let (w, h) = SCREEN_4K;
    let back: [u8; 3] = std::array::from_fn(|_| rng.random());
    let mut image = RgbImage::from_pixel(w, h, Rgb(back));
    let lay = |image: &mut RgbImage, window: &RgbImage, rng: &mut ChaCha8Rng| {
        let mut place = |n: u32, size: u32| i64::from(rng.random_range(0..=n.saturating_sub(size)));
        let (x, y) = (place(w, window.width()), place(h, window.height()));
        imageops::replace(image, window, x, y);
        (x as f32, y as f32)
    };
    for _ in 0..rng.random_range(0..4) {
        let side = rng.random_range(400..1500);
        let other = scene::negative(artist, side, rng);
        lay(&mut image, &other.image, rng);
    }
    let side = if rng.random_bool(0.6) {
        rng.random_range(420..1000)
    } else {
        rng.random_range(1000..2160)
    };
    let site = scene::site(artist, side, rng);
    let rim: [u8; 3] = std::array::from_fn(|_| rng.random());
    let (x, y) = lay(&mut image, &site.image, rng);
    let (sw, sh) = (site.image.width() as f32, site.image.height() as f32);
    paint::frame(&mut image, x, y, sw, sh, 2.0, rim);
    let boards = site
        .boards
        .into_iter()
        .map(|b| b.moved(|p| Point::new(p.x + x, p.y + y), (w as usize, h as usize)))
        .collect();
    Scene {
        image,
        medium: Medium::Screen,
        boards,
        description: "desktop-4k".to_owned(),
    }
}

/// Cuts the picture so that one of its boards loses 15 to 60 percent of its width or height.
fn cut_off(picture: SyntheticPicture, rng: &mut ChaCha8Rng) -> SyntheticPicture {
    if picture.boards.is_empty() {
        return picture;
    }
    let board = &picture.boards[rng.random_range(0..picture.boards.len())];
    let [left, top, right, bottom] = board.corners.bounds();
    let share = rng.random_range(0.15..0.6);
    let (w, h) = (picture.image.width(), picture.image.height());
    let at = |from: f32, to: f32, end: u32| {
        (from + share * (to - from)).clamp(1.0, end as f32 - 1.0) as u32
    };
    let [x, y, cw, ch] = match rng.random_range(0..4) {
        0 => {
            let x = at(left, right, w);
            [x, 0, w - x, h]
        }
        1 => {
            let y = at(top, bottom, h);
            [0, y, w, h - y]
        }
        2 => [0, 0, at(right, left, w), h],
        _ => [0, 0, w, at(bottom, top, h)],
    };
    let (dx, dy) = (x as f32, y as f32);
    let boards: Vec<BoardTruth> = picture
        .boards
        .into_iter()
        .map(|b| {
            b.moved(
                |p| Point::new(p.x - dx, p.y - dy),
                (cw as usize, ch as usize),
            )
        })
        .filter(|b| b.visible > 0.02)
        .collect();
    SyntheticPicture {
        image: imageops::crop_imm(&picture.image, x, y, cw, ch).to_image(),
        boards,
        description: picture.description,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fenlens_synth::{ArtLibrary, Split};

    #[test]
    fn shares_are_percentages() {
        assert_eq!(SHARES.iter().map(|s| s.1).sum::<u32>(), 100);
    }

    #[test]
    fn a_cut_picture_has_a_board_that_is_cut_off() {
        let library = ArtLibrary::builtin();
        let mut artist = Artist::new(&library, Split::Train);
        for seed in 0..6 {
            let rng = &mut record_rng(seed, 0);
            let scene = crop(&mut artist, Medium::Screen, rng);
            let whole = damage(scene, &Plan::default(), rng);
            assert!(!whole.boards[0].partial);
            let cut = cut_off(whole, rng);
            assert!(cut.boards.iter().any(|b| b.partial && b.visible < 0.9));
        }
    }
}
