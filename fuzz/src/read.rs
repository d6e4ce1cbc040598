//! Detection on any small picture, and all that comes after it, around nets that answer what the
//! bytes say: the engine is not run.

use super::outputs;
use fenlens::{
    Boards, Crop, Given, PictureRecord, Reader, ReaderParams,
    classify::{
        CLASSES, Classifier, LABEL_CLASSES, LINE_LETTERS, LabelNet, LineNet, ModelCard, NetError,
        STEP, SquareNet, no_labels,
    },
    fen::Color,
    vision::{
        Homography, LabelWindows, LineStrip, Picture, Point, Quad, Tiles,
        detect::{self, CELL, LatticeNet, MAPS},
        labels::{GROUPS, SLOTS},
    },
};
use image::{Rgb, RgbImage};
use ndarray::{Array2, Array3, Array4};

/// Takes values off the front of some bytes; zeros when they are used up.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number from 0 to 1.
    fn unit(&mut self) -> f32 {
        f32::from(self.byte()) / 255.0
    }

    fn bits(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Any number at all.
    fn wild(&mut self) -> f32 {
        f32::from_bits(self.bits())
    }

    /// Four corners near those of a rectangle, each moved by up to `slack`.
    fn quad(&mut self, left: f32, top: f32, side: f32, slack: f32) -> Quad {
        let mut quad = Quad::rect(left, top, side, side);
        for p in &mut quad.0 {
            p.x += (self.unit() - 0.5) * 2.0 * slack;
            p.y += (self.unit() - 0.5) * 2.0 * slack;
        }
        quad
    }

    fn some(&mut self, most: usize) -> Vec<u8> {
        let n = usize::from(self.byte()) % (most + 1);
        (0..n).map(|_| self.byte()).collect()
    }
}

/// Answers that a net may give, among them some that it should not.
const LOGITS: [f32; 12] = [
    -8.0,
    8.0,
    0.0,
    0.5,
    3.0,
    -1.0,
    16.0,
    1e30,
    -1e30,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

fn logit(byte: u8) -> f32 {
    LOGITS[usize::from(byte) % LOGITS.len()]
}

/// Sees boards at places given in parts of its input, and specks.
struct Lattices {
    /// In the first look.
    whole: Vec<Quad>,
    /// On a board squared up, and when a part of the picture is looked at.
    closer: Quad,
    specks: Vec<u8>,
}

impl LatticeNet for Lattices {
    fn run(&self, input: Array4<f32>) -> Result<Array4<f32>, detect::NetError> {
        let (_, _, height, width) = input.dim();
        let (h, w) = (height / CELL, width / CELL);
        let mut out = Array4::from_elem((1, MAPS, h, w), -8.0f32);
        let closer = [self.closer];
        let quads = match (height, width) {
            (256, 256) => &closer[..],
            _ => &self.whole[..],
        };
        for quad in quads {
            let Some(to_board) = Homography::board_to_picture(quad).and_then(|h| h.inverse())
            else {
                continue;
            };
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let at = |dx: f32, dy: f32| {
                    let p = Point::new((x as f32 + dx) / w as f32, (y as f32 + dy) / h as f32);
                    to_board.apply(p)
                };
                let u = at(0.5, 0.5);
                if !(-1.0..9.0).contains(&u.x) || !(-1.0..9.0).contains(&u.y) {
                    continue;
                }
                let cell = u.distance(at(1.5, 0.5)).max(1e-3);
                let near = |d: f32| {
                    let p = (-(d / cell).powi(2) / 2.0).exp().clamp(3e-4, 1.0 - 3e-4);
                    (p / (1.0 - p)).ln()
                };
                let inside = u.x.min(u.y).min(8.0 - u.x.max(u.y));
                let node = Point::new(u.x.round(), u.y.round());
                let mut set = |map: usize, v: f32| {
                    let old = &mut out[[0, map, y, x]];
                    *old = old.max(v);
                };
                set(0, if inside > 0.35 { 8.0 } else { -8.0 });
                set(1, near(u.distance(node)));
                set(2, near(inside.abs()));
            }
        }
        for speck in self.specks.chunks_exact(4) {
            let [map, y, x, value] = [0, 1, 2, 3].map(|i| usize::from(speck[i]));
            let (y, x) = (y * h / 256, x * w / 256);
            // A speck in the mask is a few cells wide.
            let size = 1 + map / MAPS % 8;
            for (y, x) in (y..y + size).flat_map(|y| (x..x + size).map(move |x| (y, x))) {
                if let Some(cell) = out.get_mut([0, map % MAPS, y, x]) {
                    *cell = logit(value as u8);
                }
            }
        }
        Ok(out)
    }
}

/// Reads each square as its byte says.
struct Squares(Vec<u8>);

impl SquareNet for Squares {
    fn logits(&self, _: &Tiles) -> Result<Array2<f32>, NetError> {
        Ok(Array2::from_shape_fn((64, CLASSES), |(k, class)| {
            let byte = self.0.get(k).copied().unwrap_or(0);
            match usize::from(byte) % CLASSES == class {
                true => logit(byte / CLASSES as u8 + 6),
                false => 0.0,
            }
        }))
    }
}

/// Reads a group of labels for each byte.
struct Labels(Vec<u8>);

impl LabelNet for Labels {
    fn read(&self, _: &LabelWindows) -> Result<Array3<f32>, NetError> {
        let mut probs = no_labels();
        for (group, &byte) in self.0.iter().enumerate().take(GROUPS) {
            if byte < 128 {
                continue;
            }
            for slot in 0..SLOTS {
                let turned = if byte & 1 == 0 {
                    slot
                } else {
                    SLOTS - 1 - slot
                };
                let class = 1 + turned + if byte & 2 == 0 { 0 } else { 8 };
                let p = if byte & 4 == 0 {
                    1.0
                } else {
                    f32::from(byte & 120) / 120.0
                };
                probs[[group, slot, 0]] = 1.0 - p;
                probs[[group, slot, class % LABEL_CLASSES]] = p;
                if byte == 255 {
                    probs[[group, slot, 3]] = f32::NAN;
                }
            }
        }
        Ok(probs)
    }
}

/// Reads the same letters along every line.
struct Lines(Vec<u8>);

impl LineNet for Lines {
    fn read(&self, strip: &LineStrip) -> Result<Array2<f32>, NetError> {
        let letters = LINE_LETTERS.chars().count();
        let steps = strip.pixels.ncols() / STEP;
        Ok(Array2::from_shape_fn((steps, letters), |(step, letter)| {
            let byte = self.0.get(step).copied().unwrap_or(0);
            match byte {
                255 => f32::NAN,
                _ => f32::from(u8::from(usize::from(byte) % letters == letter)),
            }
        }))
    }
}

/// A reader whose nets answer what the bytes say.
pub fn fake_reader(bytes: &mut Bytes) -> Reader {
    let card = ModelCard {
        name: "fake".into(),
        sha256: String::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        classes: String::new(),
        temperature: 1.0,
        unknown_man: None,
    };
    let boards = bytes.byte() % 4;
    let whole = (0..boards).map(|_| {
        let (left, top, side) = (bytes.unit(), bytes.unit(), bytes.unit());
        bytes.quad(left, top, side, 0.1)
    });
    let whole = whole.collect();
    let lattices = Lattices {
        whole,
        closer: bytes.quad(28.0 / 256.0, 28.0 / 256.0, 200.0 / 256.0, 0.03),
        specks: bytes.some(160),
    };
    let squares = bytes.some(64);
    // The same bytes, so that inputs found before captions were read mean what they did.
    let lines = Lines(squares.clone());
    let labels = Labels(bytes.some(GROUPS));
    let mut params = ReaderParams::default();
    if bytes.byte() % 2 == 1 {
        params.judge.men_probability = 0.0;
    }
    if bytes.byte() % 4 == 1 {
        params.boards = Boards::Largest;
    }
    let squares = Classifier::new(Box::new(Squares(squares)), card);
    Reader::with_nets(params, squares, Box::new(lattices))
        .with_labels(Box::new(labels))
        .with_captions(Box::new(lines))
}

/// A picture of up to 320 pixels a side: one colour, noise, stripes or a chequered field, with
/// single pixels out of the ordinary.
fn picture(bytes: &mut Bytes) -> Picture {
    let side = |bytes: &mut Bytes| 1 + (u32::from(bytes.byte()) * 5) / 4;
    let (width, height) = (side(bytes), side(bytes));
    let kind = bytes.byte() % 4;
    let least = width.min(height) as f32;
    let colours = [0, 1].map(|_| [bytes.byte(), bytes.byte(), bytes.byte()]);
    let size = least * (0.3 + 0.7 * bytes.unit());
    let at = [width, height].map(|n| (n as f32 - size) * bytes.unit());
    let quad = bytes.quad(at[0], at[1], size, least / 10.0);
    let to_board = Homography::board_to_picture(&quad).and_then(|h| h.inverse());
    let noise = bytes.some(96);
    let mut image = RgbImage::from_fn(width, height, |x, y| {
        let k = (x + y * width) as usize;
        let second = match (kind, &to_board) {
            (1, _) => noise
                .get(k * 31 % noise.len().max(1))
                .is_some_and(|b| b & 1 == 1),
            (2, _) => x / u32::from(1 + colours[0][0] % 32) % 2 == 1,
            (3, Some(map)) => {
                let u = map.apply(Point::new(x as f32 + 0.5, y as f32 + 0.5));
                let on = (0.0..8.0).contains(&u.x) && (0.0..8.0).contains(&u.y);
                on && (u.x as u32 + u.y as u32) % 2 == 1
            }
            _ => false,
        };
        Rgb(colours[usize::from(second)])
    });
    for spot in noise.chunks_exact(3) {
        let (x, y) = (u32::from(spot[0]) % width, u32::from(spot[1]) % height);
        image.put_pixel(x, y, Rgb([spot[2]; 3]));
    }
    Picture::new(image)
}

/// What the caller says: mostly nothing.
fn given(bytes: &mut Bytes, width: u32, height: u32) -> Given {
    let mut given = Given::default();
    match bytes.byte() % 8 {
        1 => {
            let least = width.min(height) as f32;
            given.corners = Some(bytes.quad(0.0, 0.0, least, least / 4.0));
        }
        2 => {
            let corner = |bytes: &mut Bytes| Point::new(bytes.wild(), bytes.wild());
            given.corners = Some(Quad([0; 4].map(|_| corner(bytes))));
        }
        3 => {
            let [x, y, width, height] = [0; 4].map(|_| bytes.bits());
            given.crop = Some(Crop {
                x: x % 400,
                y: y % 400,
                width,
                height,
            });
        }
        4 => given.bottom = Some(Color::Black),
        5 => given.fields.side = Some(Color::Black),
        _ => {}
    }
    given
}

/// A picture is read to its end, or refused with a reason; the record can be written.
pub fn read(bytes: &[u8]) {
    let bytes = &mut Bytes(bytes);
    let picture = picture(bytes);
    let given = given(bytes, picture.width(), picture.height());
    let reader = fake_reader(bytes);
    let _ = reader.propose(&picture);
    match reader.read(&picture, &given) {
        Ok(reading) => {
            for board in &reading.boards {
                let finite = |p: &Point| p.x.is_finite() && p.y.is_finite();
                assert!(board.quad.quad.0.iter().all(finite), "{:?}", board.quad);
            }
            let record = PictureRecord::new("fuzz", &reader.model(), &reading);
            outputs::check(&record, None);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
