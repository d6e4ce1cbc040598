//! Wooden boards with standing men, as a camera sees them: chess, but no diagram.

use super::paint::mix;
use crate::damage::noise::Field;
use fenlens_fen::{Color, Role};
use fenlens_vision::{Homography, Point, Quad};
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A pinhole camera over a board whose squares have side 1 and whose middle is the origin; x runs
/// right, y towards the viewer, z up.
struct Camera {
    /// Cosine and sine of the turn of the board about its middle.
    turn: (f32, f32),
    /// Cosine and sine of the angle between the line of sight and the vertical.
    pitch: (f32, f32),
    distance: f32,
    /// Pixels a square at the board's middle.
    scale: f32,
    /// Where the board's middle is shown.
    middle: Point,
}

impl Camera {
    /// Where the point is shown, and how large a square is there, in pixels.
    fn show(&self, x: f32, y: f32, z: f32) -> (Point, f32) {
        let (right, near) = (
            x * self.turn.0 - y * self.turn.1,
            x * self.turn.1 + y * self.turn.0,
        );
        let (c, s) = self.pitch;
        let depth = (self.distance - near * s - z * c).max(1.0);
        let k = self.scale * self.distance / depth;
        let p = Point::new(
            self.middle.x + right * k,
            self.middle.y + (near * c - z * s) * k,
        );
        (p, k)
    }
}

/// Draws a wooden board with standing men over the picture; from straight above to 60 degrees.
pub fn solid(image: &mut RgbImage, rng: &mut ChaCha8Rng) {
    let (w, h) = (image.width() as f32, image.height() as f32);
    let pitch = if rng.random_bool(0.35) {
        rng.random_range(0.0..0.2f32)
    } else {
        rng.random_range(0.2..1.05)
    };
    let turn = if rng.random_bool(0.7) {
        rng.random_range(-0.2..0.2f32)
    } else {
        rng.random_range(-0.8..0.8)
    };
    let camera = Camera {
        turn: (turn.cos(), turn.sin()),
        pitch: (pitch.cos(), pitch.sin()),
        distance: rng.random_range(12.0..30.0),
        scale: w.min(h) / 8.0 * rng.random_range(0.45..0.95),
        middle: Point::new(
            w * rng.random_range(0.45..0.55),
            h * rng.random_range(0.45..0.6),
        ),
    };
    let light: [u8; 3] = [
        rng.random_range(195..245),
        rng.random_range(155..205),
        rng.random_range(95..160),
    ];
    let dark: [u8; 3] = [
        rng.random_range(75..150),
        rng.random_range(40..90),
        rng.random_range(15..60),
    ];
    field(image, &camera, light, dark, rng);

    let placement = crate::random_position(rng);
    let men = [
        mix(light, [250, 240, 215], rng.random_range(0.1..0.7)),
        mix(dark, [15; 3], rng.random_range(0.3..0.9)),
    ];
    let sun = rng.random_range(-0.8..0.8f32);
    let mut standing: Vec<(f32, f32, f32, Role, [u8; 3])> = Vec::new();
    for (k, man) in placement.0.iter().enumerate() {
        let Some(man) = man else { continue };
        // Nobody puts men exactly in the middle.
        let mut near = |v: usize| v as f32 - 3.5 + rng.random_range(-0.1..0.1);
        let (x, y) = (near(k % 8), near(k / 8));
        let depth = x * camera.turn.1 + y * camera.turn.0;
        let tone = men[usize::from(man.color == Color::Black)];
        standing.push((depth, x, y, man.role, tone));
    }
    standing.sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(_, x, y, ..) in &standing {
        let (p, k) = camera.show(x + sun * 0.3, y, 0.0);
        ellipse(
            image,
            p,
            0.45 * k,
            0.4 * k * camera.pitch.0,
            |_, _, under| mix(under, [0; 3], 0.4),
        );
    }
    for (_, x, y, role, tone) in standing {
        stand(image, &camera, (x, y), role, tone, sun);
    }
}

/// The board itself with its rim.
fn field(
    image: &mut RgbImage,
    camera: &Camera,
    light: [u8; 3],
    dark: [u8; 3],
    rng: &mut ChaCha8Rng,
) {
    let corners = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
    let quad = Quad(corners.map(|(x, y)| camera.show(x, y, 0.0).0));
    let Some(back) = Homography::board_to_picture(&quad).and_then(|h| h.inverse()) else {
        return;
    };
    let rim = rng.random_range(0.2..1.2f32);
    let edge = mix(light, dark, rng.random_range(0.2..1.0));
    let (w, h) = (image.width() as usize, image.height() as usize);
    let grain = Field::new(w, h, camera.scale * rng.random_range(0.05..0.2), rng);
    let depth = rng.random_range(3.0..16.0);
    let mut row = vec![0.0; w];
    for y in 0..h {
        grain.row((y * 3).min(h - 1), &mut row);
        for (x, g) in row.iter().enumerate() {
            let u = back.apply(Point::new(x as f32 + 0.5, y as f32 + 0.5));
            let on = |low: f32| (low..8.0 - low).contains(&u.x) && (low..8.0 - low).contains(&u.y);
            if !on(-rim) {
                continue;
            }
            let tone = if !on(0.0) {
                edge
            } else if (u.x.floor() + u.y.floor()) as i32 % 2 == 1 {
                dark
            } else {
                light
            };
            let shade = |v: u8| (f32::from(v) + g * depth).clamp(0.0, 255.0) as u8;
            image.put_pixel(x as u32, y as u32, Rgb(tone.map(shade)));
        }
    }
}

/// Height of a man in squares.
fn height(role: Role) -> f32 {
    match role {
        Role::Pawn => 0.85,
        Role::Rook => 1.0,
        Role::Knight => 1.15,
        Role::Bishop => 1.3,
        Role::Queen => 1.6,
        Role::King => 1.8,
    }
}

/// Radius of a man in squares at a share of its height: a foot, a waist and a head.
fn radius(role: Role, at: f32) -> f32 {
    let head = match role {
        Role::Pawn | Role::Bishop => 0.19,
        Role::Rook => 0.24,
        Role::Knight => 0.22,
        Role::Queen => 0.23,
        Role::King => 0.17,
    };
    match at {
        _ if at < 0.1 => 0.36,
        _ if at < 0.2 => 0.36 - (at - 0.1) * 1.6,
        _ if at < 0.62 => 0.2 - (at - 0.2) * 0.16,
        _ if at < 0.68 => 0.24,
        _ if role == Role::Rook => head,
        _ => {
            let t = (at - 0.84) / 0.16;
            head * (1.0 - t * t).max(0.0).sqrt()
        }
    }
}

/// One man, from its foot to its head.
fn stand(
    image: &mut RgbImage,
    camera: &Camera,
    (x, y): (f32, f32),
    role: Role,
    tone: [u8; 3],
    sun: f32,
) {
    let tall = height(role);
    let steps = ((tall * camera.scale) as usize).clamp(8, 400);
    for step in 0..=steps {
        let at = step as f32 / steps as f32;
        let (p, k) = camera.show(x, y, tall * at);
        let r = radius(role, at) * k;
        // Round bodies are brightest where they face the light.
        ellipse(image, p, r, (r * camera.pitch.0).max(0.8), |dx, _, _| {
            let facing = 1.0 - (dx - sun * 0.6).abs().min(1.4) / 1.4;
            let gain = 0.45 + 0.45 * facing + 0.2 * at;
            tone.map(|v| (f32::from(v) * gain).min(255.0) as u8)
        });
    }
}

/// Paints an ellipse: `paint` gets the place in it (-1..1 each way) and the colour under it.
fn ellipse(
    image: &mut RgbImage,
    centre: Point,
    rx: f32,
    ry: f32,
    paint: impl Fn(f32, f32, [u8; 3]) -> [u8; 3],
) {
    let range = |c: f32, r: f32, end: u32| {
        let limit = |v: f32| v.clamp(0.0, end as f32) as u32;
        limit(c - r)..limit(c + r + 1.0)
    };
    for y in range(centre.y, ry, image.height()) {
        for x in range(centre.x, rx, image.width()) {
            let dx = (x as f32 + 0.5 - centre.x) / rx.max(0.1);
            let dy = (y as f32 + 0.5 - centre.y) / ry.max(0.1);
            if dx * dx + dy * dy < 1.0 {
                let p = image.get_pixel_mut(x, y);
                p.0 = paint(dx, dy, p.0);
            }
        }
    }
}
