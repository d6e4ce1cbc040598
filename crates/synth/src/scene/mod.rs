//! Scenes: boards among the things that surround them on pages and screens, flat and undamaged.

mod artist;
mod crop;
mod figures;
mod negative;
mod page;
pub mod paint;
mod panel;
mod site;
mod solid;
pub mod texts;
mod words;

pub use artist::{Artist, Font, Look};
pub use crop::{CropOptions, crop, crop_of};
pub use negative::{lookalike, negative};
pub use page::page;
pub use site::site;

use crate::damage::raster::Raster;
use crate::{Astray, BoardDrawing, BoardKind, LabelBox};
use fenlens_fen::{Color, Placement};
use fenlens_vision::{Point, Quad};
use image::{RgbImage, imageops};

/// What a scene is printed or shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    /// Ink on paper.
    Print,
    /// A screen.
    Screen,
}

/// A board of a picture with all that is known about it.
#[derive(Clone, Debug)]
pub struct BoardTruth {
    /// The position.
    pub placement: Placement,
    /// The side at the bottom of the drawing, before the picture was turned.
    pub bottom: Color,
    /// Corners of the 8×8 field in pixels, clockwise from the board's top left as it lies in the
    /// picture.
    pub corners: Quad,
    /// Where the lines between squares cross, in pixels: nine rows of nine, from the drawing's top
    /// left. In a picture turned by a quarter or more, this is not the picture's top left.
    pub lattice: [[Point; 9]; 9],
    /// The men out of place.
    pub astray: Vec<Astray>,
    /// Where the coordinates stand, in pixels.
    pub labels: Vec<LabelBox>,
    /// What the drawing is made for.
    pub kind: BoardKind,
    /// Family, way of filling squares and kind of frame, with slashes between, for tables.
    pub style: String,
    /// Index of the family in the library.
    pub family: usize,
    /// Whether squares are marked: a last move, arrows, circles.
    pub marked: bool,
    /// Whether part of the field lies outside of the picture.
    pub partial: bool,
    /// Share of the field that lies inside of the picture, 0..=1.
    pub visible: f32,
}

impl BoardTruth {
    /// The truth of a drawing placed with its corner at (`x`, `y`).
    pub(crate) fn placed(drawing: &BoardDrawing, look: &Look, x: f32, y: f32) -> Self {
        let lattice = drawing
            .lattice
            .map(|row| row.map(|p| Point::new(p.x + x, p.y + y)));
        Self {
            placement: drawing.placement,
            bottom: drawing.bottom,
            corners: outline(&lattice),
            lattice,
            astray: drawing.astray.clone(),
            labels: drawing
                .labels
                .iter()
                .map(|l| LabelBox {
                    centre: Point::new(l.centre.x + x, l.centre.y + y),
                    ..*l
                })
                .collect(),
            kind: drawing.summary.kind,
            style: {
                let s = &drawing.summary;
                format!("{}/{}/{}", s.family, s.fill, s.frame)
            },
            family: look.index,
            marked: !look.style.marks.is_empty(),
            partial: false,
            visible: 1.0,
        }
    }

    /// The same board after its points moved, in a picture of `size` pixels.
    pub fn moved(mut self, map: impl Fn(Point) -> Point, size: (usize, usize)) -> Self {
        let before = self.square_size();
        self.lattice = self.lattice.map(|row| row.map(&map));
        self.corners = outline(&self.lattice).upright();
        let growth = self.square_size() / before.max(1e-3);
        for label in &mut self.labels {
            label.centre = map(label.centre);
            label.height *= growth;
        }
        // A tenth of a square may be missing before a board counts as cut off.
        let slack = 0.1 * self.square_size();
        let (w, h) = (size.0 as f32, size.1 as f32);
        let inside = |p: &Point, slack: f32| {
            p.x >= -slack && p.y >= -slack && p.x <= w + slack && p.y <= h + slack
        };
        self.partial = !self.lattice.iter().flatten().all(|p| inside(p, slack));
        let seen = (0..64).filter(|k| {
            let (a, b) = (
                self.lattice[k / 8][k % 8],
                self.lattice[k / 8 + 1][k % 8 + 1],
            );
            inside(&a.lerp(b, 0.5), 0.0)
        });
        self.visible = seen.count() as f32 / 64.0;
        self
    }

    /// Mean side of a square in pixels.
    pub fn square_size(&self) -> f32 {
        self.corners.sides().iter().sum::<f32>() / 32.0
    }

    /// How many quarters clockwise the drawing lies turned in the picture, 0..=3.
    pub fn quarters(&self) -> usize {
        let first = self.lattice[0][0];
        (0..4)
            .min_by(|&a, &b| {
                let d = |k: usize| self.corners.0[k].distance(first);
                d(a).total_cmp(&d(b))
            })
            .unwrap_or(0)
    }

    /// How far light and dark squares are apart in an image that holds this board, in gray levels
    /// (the largest difference over the channels). Squares are sampled at their rims, where men
    /// hardly reach; what lies outside of the image is left out.
    pub fn contrast(&self, image: &Raster) -> f32 {
        const PLACES: [f32; 4] = [0.08, 0.3, 0.7, 0.92];
        let mut sums = [[0.0f32; 3]; 2];
        let mut counts = [0.0f32; 2];
        for k in 0..64 {
            let (row, col) = (k / 8, k % 8);
            let l = &self.lattice;
            for (i, &v) in PLACES.iter().enumerate() {
                for (j, &u) in PLACES.iter().enumerate() {
                    if (1..3).contains(&i) && (1..3).contains(&j) {
                        continue;
                    }
                    let top = l[row][col].lerp(l[row][col + 1], u);
                    let p = top.lerp(l[row + 1][col].lerp(l[row + 1][col + 1], u), v);
                    let inside = p.x >= 0.0
                        && p.y >= 0.0
                        && (p.x as usize) < image.width
                        && (p.y as usize) < image.height;
                    if inside {
                        let tone = (row + col) % 2;
                        counts[tone] += 1.0;
                        let pixel = image.pixel(p.x as usize, p.y as usize);
                        for (s, &v) in sums[tone].iter_mut().zip(pixel) {
                            *s += f32::from(v);
                        }
                    }
                }
            }
        }
        let mean = |tone: usize, c: usize| sums[tone][c] / counts[tone].max(1.0);
        (0..image.channels)
            .map(|c| (mean(0, c) - mean(1, c)).abs())
            .fold(0.0, f32::max)
    }

    /// Class of each square in image order of the drawing (its rows from the top, as drawn), by
    /// the class order of the reader.
    pub fn classes(&self) -> [u8; 64] {
        std::array::from_fn(|k| {
            let at = if self.bottom == Color::White {
                k
            } else {
                63 - k
            };
            self.placement.0[at].map_or(0, |p| p.class_index() as u8)
        })
    }
}

/// The four outer corners of a lattice, from its first point on.
fn outline(lattice: &[[Point; 9]; 9]) -> Quad {
    Quad([lattice[0][0], lattice[0][8], lattice[8][8], lattice[8][0]])
}

/// A flat, clean picture with its boards.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The picture.
    pub image: RgbImage,
    /// What it is made of.
    pub medium: Medium,
    /// The boards in reading order.
    pub boards: Vec<BoardTruth>,
    /// What kind of scene it is, in a word.
    pub description: String,
}

/// A picture with the truth about it.
#[derive(Clone, Debug)]
pub struct SyntheticPicture {
    /// The picture.
    pub image: RgbImage,
    /// The boards in reading order.
    pub boards: Vec<BoardTruth>,
    /// Kind of scene, severity and every damage, in the order in which it happened.
    pub description: String,
}

impl SyntheticPicture {
    /// The picture turned clockwise by quarters.
    pub fn turned(self, quarters: usize) -> Self {
        let (w, h) = (self.image.width() as f32, self.image.height() as f32);
        let image = match quarters % 4 {
            1 => imageops::rotate90(&self.image),
            2 => imageops::rotate180(&self.image),
            3 => imageops::rotate270(&self.image),
            _ => return self,
        };
        let map = |p: Point| match quarters % 4 {
            1 => Point::new(h - p.y, p.x),
            2 => Point::new(w - p.x, h - p.y),
            _ => Point::new(p.y, w - p.x),
        };
        let size = (image.width() as usize, image.height() as usize);
        Self {
            boards: self
                .boards
                .into_iter()
                .map(|b| b.moved(map, size))
                .collect(),
            image,
            description: format!("{} turned{}", self.description, 90 * (quarters % 4)),
        }
    }
}
