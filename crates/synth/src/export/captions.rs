//! Boards with a caption that says which side is to move, and boards with other text or none.

use super::drill::DrillPicture;
use super::side::{finish, position};
use crate::board::{Frame, Marks};
use crate::damage::View;
use crate::scene::paint::Colour;
use crate::scene::{Artist, Medium, Scene, texts};
use fenlens_fen::Color;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Least x-height of a caption in pixels of the picture that a person reads without effort.
const LEGIBLE: f32 = 7.0;

/// Distance of a caption's nearest edge from the field, at most, in squares.
const NEAR: f32 = 1.4;

/// Least difference of gray levels between paper and ink.
const CONTRAST: f32 = 90.0;

/// Where lines stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Below,
    Above,
    Right,
    Left,
}

/// A board with lines of text near it.
pub(super) fn captions(artist: &mut Artist, rng: &mut ChaCha8Rng) -> Option<DrillPicture> {
    let medium = if rng.random_bool(0.6) {
        Medium::Print
    } else {
        Medium::Screen
    };
    let mut look = artist.look(medium, rng);
    if matches!(look.style.frame, Frame::Ornament { .. }) {
        look.style.frame = Frame::None;
    }
    look.style.marks = Marks::default();
    let (placement, bottom) = (
        position(rng),
        if rng.random_bool(0.85) {
            Color::White
        } else {
            Color::Black
        },
    );
    let square = rng.random_range(22..90);
    let s = square as f32;
    let drawing = artist.board_of(&look, &placement, bottom, square, rng);
    let (w, h) = (drawing.image.width() as f32, drawing.image.height() as f32);
    let place = match rng.random_range(0..100) {
        0..55 => Place::Below,
        55..75 => Place::Above,
        75..90 => Place::Right,
        _ => Place::Left,
    };
    // Left, top, right, bottom of the drawing.
    let mut room = [0.3, 0.3, 0.3, 0.3].map(|v| v * s);
    match place {
        Place::Below | Place::Above => {
            room[if place == Place::Below { 3 } else { 1 }] = 2.2 * s;
            (room[0], room[2]) = (
                rng.random_range(0.3..2.0) * s,
                rng.random_range(0.3..2.0) * s,
            );
        }
        Place::Right => room[2] = 5.5 * s,
        Place::Left => room[0] = 5.5 * s,
    }
    let size = (
        (w + room[0] + room[2]) as u32,
        (h + room[1] + room[3]) as u32,
    );
    let mut image = RgbImage::from_pixel(size.0, size.1, Rgb(drawing.paper));
    let corner = drawing.lattice[0][0];
    let (x, y) = ((room[0] + corner.x).round(), (room[1] + corner.y).round());
    let board = artist.lay(&mut image, &drawing, &look, x as i32, y as i32);

    let font = artist.font(rng);
    let tall = LEGIBLE * rng.random_range(0.1f32..2.6f32.ln()).exp();
    let em = tall / font.1.x_height().max(0.3);
    if em > 0.8 * s {
        return None;
    }
    let ink = inked(drawing.paper, drawing.ink);
    let leading = em * rng.random_range(1.15..1.5);
    // Where the lines stand: left, right, and the first base line; the way on from it.
    let gap = rng.random_range(0.12..0.5) * s;
    let (left, right) = (x - corner.x, x - corner.x + w);
    let (from, to, mut base) = match place {
        Place::Below => (
            0.2 * em,
            size.0 as f32 - 0.2 * em,
            room[1] + h + gap + 0.75 * em,
        ),
        Place::Above => (0.2 * em, size.0 as f32 - 0.2 * em, 0.0),
        Place::Right => (
            right + gap,
            size.0 as f32 - 0.5 * em,
            y + rng.random_range(0.8..6.0) * s,
        ),
        Place::Left => (0.5 * em, left - gap, y + rng.random_range(0.8..6.0) * s),
    };
    let beside = matches!(place, Place::Right | Place::Left);
    let lines = rng.random_range(1..=3);
    if place == Place::Above {
        base = room[1] - gap - 0.25 * em - leading * (lines - 1) as f32;
    }
    let shows = rng.random_bool(0.5);
    let running = !shows && rng.random_bool(0.4);
    let nothing = !shows && !running && rng.random_bool(0.25);
    let at = rng.random_range(0..lines);
    let align = rng.random_range(0..2);
    let mut side = None;
    for line in 0..if nothing { 0 } else { lines } {
        let (text, says) = text(
            artist,
            font,
            (to - from, em),
            (shows && line == at, running),
            rng,
        )?;
        let width = artist.text_width(font, &text, em);
        let start = match (place, align) {
            (Place::Right, _) => from,
            (Place::Left, _) => to - width,
            (_, 0) => ((left + right - width) / 2.0).clamp(from, (to - width).max(from)),
            _ => left.clamp(from, (to - width).max(from)),
        };
        artist.text(&mut image, font, &text, start, base, em, ink);
        if says.is_some() {
            let away = match place {
                Place::Below => base - 0.75 * em - (y + 8.0 * s),
                Place::Above => y - base,
                Place::Right => start - (x + 8.0 * s),
                Place::Left => x - start - width,
            };
            if away > NEAR * s {
                return None;
            }
            side = says;
        }
        base += leading;
        if base > size.1 as f32 - 0.3 * em && line + 1 < lines {
            return None;
        }
    }
    let group = match (side, nothing) {
        (Some(_), _) if beside => "beside",
        (Some(_), _) if place == Place::Above => "above",
        (Some(_), _) => "below",
        (None, true) => "nothing",
        (None, _) if running => "running text",
        (None, _) => "other text",
    };
    let scene = Scene {
        image,
        medium,
        boards: vec![board],
        description: "captions".to_owned(),
    };
    let view = match (rng.random_range(0..10), medium) {
        (0..5, _) => View::Flat,
        (5..8, Medium::Print) => View::Scan,
        (5..8, Medium::Screen) => View::Flat,
        _ => View::Photo,
    };
    let made = finish(scene, view, group, side, rng)?;
    let zoom = made.made.boards.first()?.square_size() / s;
    (tall * zoom >= LEGIBLE).then_some(made)
}

/// A text for one line of `room` pixels at `em` pixels an em, with the side that it says.
fn text(
    artist: &mut Artist,
    font: crate::scene::Font,
    (room, em): (f32, f32),
    (says, running): (bool, bool),
    rng: &mut ChaCha8Rng,
) -> Option<(String, Option<Color>)> {
    for _ in 0..30 {
        let (text, side) = if says {
            let (text, side) = texts::caption(rng);
            (text, Some(side))
        } else if running {
            (
                texts::prose(((room / em * 1.9) as usize).clamp(8, 60), rng),
                None,
            )
        } else {
            (texts::other(rng.random_range(8..40), rng), None)
        };
        if texts::spells(font.1, &text) && artist.text_width(font, &text, em) <= room {
            return Some((text, side));
        }
    }
    None
}

/// The ink, or what can be read on the paper.
fn inked(paper: Colour, ink: Colour) -> Colour {
    let level =
        |c: Colour| 0.299 * f32::from(c[0]) + 0.587 * f32::from(c[1]) + 0.114 * f32::from(c[2]);
    if (level(paper) - level(ink)).abs() >= CONTRAST {
        ink
    } else if level(paper) > 128.0 {
        [20; 3]
    } else {
        [235; 3]
    }
}
