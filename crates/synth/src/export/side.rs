//! Boards that show which side is to move, and boards that only seem to.

use super::drill::DrillPicture;
use crate::board::{Arrow, Frame, LabelPlace, Marks};
use crate::damage::{Plan, Severity, View, damage};
use crate::positions::real_positions;
use crate::scene::{Artist, CropOptions, Look, Medium, Scene, crop_of, paint};

use fenlens_fen::{Color, Men, Placement, Square, came_from};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Least distance between a tint and the plain square in colour, in levels: what a person sees at
/// a glance.
const VISIBLE: f32 = 30.0;

/// A position from the list.
pub(super) fn position(rng: &mut ChaCha8Rng) -> Placement {
    let list = real_positions();
    let placement = list[rng.random_range(0..list.len())];
    if rng.random_bool(0.33) {
        placement.flipped().colors_swapped()
    } else {
        placement
    }
}

/// The side to move that the tinted squares of a board show: two of which one is empty and the other
/// holds a man that can have come from it.
pub(super) fn shown(marks: &Marks, placement: &Placement, bottom: Color) -> Option<Color> {
    let &[(a, _), (b, _)] = &marks.tinted[..] else {
        return None;
    };
    let square = |k: usize| {
        Square::new(match bottom {
            Color::White => k,
            Color::Black => 63_usize.checked_sub(k)?,
        })
    };
    let (a, b) = square(a).zip(square(b))?;
    let moved = came_from(placement, a, b).or(came_from(placement, b, a))?;
    Some(moved.other())
}

/// A screen board with or without the squares of the last move.
pub(super) fn last_move(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<DrillPicture> {
    let placement = position(rng);
    let bottom = if rng.random_bool(0.5) {
        Color::White
    } else {
        Color::Black
    };
    let image_order = |s: Square| match bottom {
        Color::White => s.index(),
        Color::Black => 63 - s.index(),
    };
    let mut look = artist.look(Medium::Screen, rng);
    let mut marks = Marks {
        over: rng.random_bool(0.5),
        ..Marks::default()
    };
    let tint = match rng.random_range(0..10) {
        0..3 => [0.61, 0.78, 0.0, 0.41],
        3..6 => [1.0, 1.0, 0.2, 0.5],
        6..8 => [0.75, 0.8, 0.1, rng.random_range(0.35..0.7)],
        _ => {
            let c: [f32; 3] = std::array::from_fn(|_| rng.random());
            [c[0], c[1], c[2], rng.random_range(0.35..0.7)]
        }
    };
    let (light, dark) = look.style.surface.tones();
    for tone in [light, dark] {
        let far: f32 = (0..3).map(|c| (tint[c] - tone[c]).powi(2)).sum();
        if far.sqrt() * tint[3] * 255.0 < VISIBLE {
            return None;
        }
    }
    let occupied: Vec<Square> = placement.iter().map(|(s, _)| s).collect();
    let any = |rng: &mut ChaCha8Rng| occupied[rng.random_range(0..occupied.len())];
    let mut side = None;
    let group = match rng.random_range(0..100) {
        0..50 => {
            let moves: Vec<(Square, Square, Color)> = occupied
                .iter()
                .flat_map(|&to| Square::all().map(move |from| (from, to)))
                .filter_map(|(from, to)| Some((from, to, came_from(&placement, from, to)?)))
                .collect();
            let (from, to, moved) = *moves.get(rng.random_range(0..moves.len().max(1)))?;
            // After a move the mover's king is not in check.
            let men = Men::new(&placement);
            let king = placement.king(moved)?;
            if men.attacked(king, moved.other()) {
                return None;
            }
            marks.tinted = [from, to].map(|s| (image_order(s), tint)).to_vec();
            side = Some(moved.other());
            "last move"
        }
        50..70 => "no marks",
        70..80 => {
            marks.tinted.push((image_order(any(rng)), tint));
            "one square"
        }
        80..90 => {
            marks.tinted = [any(rng), any(rng)]
                .map(|s| (image_order(s), tint))
                .to_vec();
            "two men"
        }
        _ => {
            marks.glow = Some((image_order(any(rng)), [1.0, 0.0, 0.0, 0.8]));
            for _ in 0..rng.random_range(1..4) {
                marks.arrows.push(Arrow {
                    from: rng.random_range(0..64),
                    to: rng.random_range(0..64),
                    color: [0.1, 0.6, 0.1, 0.7],
                    width: 0.16,
                });
            }
            "arrows"
        }
    };
    look.style.marks = marks;
    let square = rng.random_range(20..90);
    let drawing = artist.board_of(&look, &placement, bottom, square, rng);
    let options = CropOptions {
        medium: Medium::Screen,
        square,
        ..CropOptions::default()
    };
    let scene = crop_of(artist, &look, &drawing, &options, rng);
    let view = if rng.random_bool(0.85) {
        View::Flat
    } else {
        View::Photo
    };
    finish(scene, view, group, side, rng)
}

/// Damages a scene; `None` where that cut the board off.
pub(super) fn finish(
    scene: Scene,
    view: View,
    group: &str,
    side: Option<Color>,
    rng: &mut ChaCha8Rng,
) -> Option<DrillPicture> {
    let plan = Plan {
        view,
        severity: if rng.random_bool(0.5) {
            Severity::Clean
        } else {
            Severity::Light
        },
        tilt: 12.0,
        quarter_turns: false,
        zoom: (0.85, 1.0),
        reach: 0.35,
        ..Plan::default()
    };
    let made = damage(scene, &plan, rng);
    made.boards.first().filter(|b| !b.partial)?;
    Some(DrillPicture {
        made,
        group: group.to_owned(),
        side,
    })
}

/// A printed board with something, a mark or nothing at its right.
pub(super) fn mover(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<DrillPicture> {
    let placement = position(rng);
    let bottom = if rng.random_bool(0.85) {
        Color::White
    } else {
        Color::Black
    };
    let mut look = artist.look(Medium::Print, rng);
    if matches!(look.style.frame, Frame::Ornament { .. }) {
        look.style.frame = Frame::None;
    }
    let square = rng.random_range(24..80);
    let s = square as f32;
    let drawing = artist.board_of(&look, &placement, bottom, square, rng);
    let (w, h) = drawing.image.dimensions();
    let (left, top) = ((rng.random_range(0.1..0.6) * s) as u32, (0.5 * s) as u32);
    let right = (rng.random_range(1.0..2.5) * s) as u32;
    let size = (w + left + right, h + 2 * top);
    let mut image = RgbImage::from_pixel(size.0, size.1, Rgb(drawing.paper));
    let corner = drawing.lattice[0][0];
    let at = (left as f32 + corner.x, top as f32 + corner.y);
    let board = artist.lay(&mut image, &drawing, &look, at.0 as i32, at.1 as i32);
    // Beyond frame and labels.
    let mut edge = (left + w) as f32;
    if let LabelPlace::Outside([_, true, ..]) = look.style.labels.place {
        edge += 0.05 * s;
    }
    let ink = drawing.ink;
    let mut side = None;
    let group = if rng.random_bool(0.5) {
        let to_move = if rng.random_bool(0.5) {
            Color::White
        } else {
            Color::Black
        };
        side = Some(to_move);
        let size = (rng.random_range(0.24..0.5) * s).max(6.0);
        let x = edge + size / 2.0 + rng.random_range(0.1..0.35) * s;
        let y = at.1
            + s * match rng.random_range(0..4) {
                0 => rng.random_range(0.3..0.6),
                1 => rng.random_range(0.6..7.4),
                _ => rng.random_range(7.4..7.7),
            };
        let line =
            (to_move == Color::White).then(|| (rng.random_range(0.06..0.15) * size).max(1.0));
        let shape = Shape::ALL[rng.random_range(0..Shape::ALL.len())];
        draw_mark(&mut image, shape, (x, y), size, line, ink);
        shape.name()
    } else {
        beside(artist, &mut image, &look, (edge, at.1), s, ink, rng)
    };
    let scene = Scene {
        image,
        medium: Medium::Print,
        boards: vec![board],
        description: "mover".to_owned(),
    };
    let view = match rng.random_range(0..10) {
        0..5 => View::Flat,
        5..9 => View::Scan,
        _ => View::Photo,
    };
    finish(scene, view, group, side, rng)
}

/// Things that are no marks, at the right of a board.
fn beside(
    artist: &mut Artist,
    image: &mut RgbImage,
    look: &Look,
    (edge, top): (f32, f32),
    s: f32,
    ink: [u8; 3],
    rng: &mut ChaCha8Rng,
) -> &'static str {
    let font = artist.font(rng);
    let em = rng.random_range(0.3..0.6) * s;
    let x = edge + rng.random_range(0.1..0.5) * s;
    let y = top + rng.random_range(0.5..7.5) * s;
    match rng.random_range(0..5) {
        0 | 1 => "nothing",
        2 => {
            let room = image.width() as f32 - x;
            artist.paragraph(image, font, (x, top), room, em, 8, ink, rng);
            "text"
        }
        3 => {
            let number = rng.random_range(1..400).to_string();
            artist.text(image, font, &number, x, y, em, ink);
            "number"
        }
        _ => {
            let letters = [
                "+", "!", "?", "=", "a", "e", "W", "B", "N", "x", "*", "6", "8",
            ];
            let letter = letters[rng.random_range(0..letters.len())];
            artist.text(image, font, letter, x, y, em, ink);
            if look.style.labels.upper {
                artist.text(image, font, ".", x + em, y, em, ink);
            }
            "letter"
        }
    }
}

/// A mark's shape.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Square,
    Circle,
    Up,
    Down,
}

impl Shape {
    const ALL: [Self; 4] = [Self::Square, Self::Circle, Self::Up, Self::Down];

    fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Circle => "circle",
            Self::Up => "triangle",
            Self::Down => "triangle down",
        }
    }

    /// Distance of a point from the edge, positive inside, in shares of the size; the point is
    /// measured from the middle.
    fn depth(self, x: f32, y: f32) -> f32 {
        match self {
            Self::Square => 0.5 - x.abs().max(y.abs()),
            Self::Circle => 0.5 - x.hypot(y),
            // A triangle as wide as high: its flanks rise 2 to 1.
            Self::Up => ((0.5 + y - 2.0 * x.abs()) / 5f32.sqrt()).min(0.5 - y),
            Self::Down => Self::Up.depth(x, -y),
        }
    }
}

/// Draws a mark of `size` pixels: full, or with a `line` of so many pixels.
fn draw_mark(
    image: &mut RgbImage,
    shape: Shape,
    (cx, cy): (f32, f32),
    size: f32,
    line: Option<f32>,
    ink: [u8; 3],
) {
    let reach = (size / 2.0 + 2.0) as i32;
    for py in cy as i32 - reach..=cy as i32 + reach {
        for px in cx as i32 - reach..=cx as i32 + reach {
            let inside =
                px >= 0 && py >= 0 && px < image.width() as i32 && py < image.height() as i32;
            if !inside {
                continue;
            }
            let (x, y) = ((px as f32 + 0.5 - cx) / size, (py as f32 + 0.5 - cy) / size);
            let depth = shape.depth(x, y) * size;
            let outer = (depth + 0.5).clamp(0.0, 1.0);
            let inner = line.map_or(0.0, |l| (depth - l + 0.5).clamp(0.0, 1.0));
            let pixel = image.get_pixel_mut(px as u32, py as u32);
            pixel.0 = paint::mix(pixel.0, ink, outer - inner);
        }
    }
}
