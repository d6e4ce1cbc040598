//! Random looks. The shares are chosen so that every look that sites, programs and printed books are known for occurs in
//! at least one board of a hundred.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    Arrow, BoardKind, BoardStyle, Frame, Grain, LabelPlace, LabelStyle, Marks, Star, Surface, mix,
};
use crate::art::style::{shade, with_luminance};
use crate::art::{ArtLibrary, PieceStyle, luminance};

/// Light and dark squares of well-known programs and sites, to which random colours are added.
const PALETTES: &[([u8; 3], [u8; 3])] = &[
    ([240, 217, 181], [181, 136, 99]),
    ([222, 227, 230], [140, 162, 173]),
    ([255, 255, 221], [134, 166, 102]),
    ([238, 238, 210], [118, 150, 86]),
    ([237, 237, 209], [119, 153, 82]),
    ([159, 144, 176], [125, 74, 141]),
    ([255, 206, 158], [209, 139, 71]),
    ([234, 233, 210], [75, 115, 153]),
    ([236, 236, 236], [193, 193, 142]),
    ([220, 220, 220], [171, 171, 171]),
    ([255, 255, 255], [190, 190, 190]),
    ([200, 200, 200], [90, 90, 90]),
    ([112, 102, 119], [70, 62, 82]),
    ([110, 110, 110], [60, 60, 60]),
];

impl BoardStyle {
    /// A random look of a kind.
    pub fn random(rng: &mut ChaCha8Rng, kind: BoardKind, library: &ArtLibrary) -> BoardStyle {
        match kind {
            BoardKind::Screen => screen(rng, library),
            BoardKind::Print => print(rng, library, kind),
            BoardKind::Font => {
                let mut style = print(rng, library, kind);
                // The font draws its squares itself; only its ink varies.
                style.pieces = PieceStyle {
                    white: style.pieces.white,
                    black: style.pieces.black,
                    weight: if rng.random_bool(0.5) {
                        rng.random_range(-0.008..0.016)
                    } else {
                        0.0
                    },
                    softness: rng.random_range(0.8..1.4),
                    ..PieceStyle::default()
                };
                style
            }
        }
    }
}

fn rgb(c: [u8; 3]) -> [f32; 3] {
    c.map(|c| f32::from(c) / 255.0)
}

fn light_of(c: [f32; 3]) -> f32 {
    luminance([c[0], c[1], c[2], 1.0])
}

fn screen(rng: &mut ChaCha8Rng, library: &ArtLibrary) -> BoardStyle {
    let (light, dark) = tones(rng);
    let surface = match rng.random_range(0..100) {
        0..=61 => Surface::Flat { light, dark },
        62..=66 => Surface::Shaded {
            light,
            dark,
            gain: rng.random_range(-0.2..0.2),
        },
        67..=84 if !library.textures.is_empty() => Surface::Picture {
            texture: library.textures[rng.random_range(0..library.textures.len())].clone(),
            lift: rng.random_range(-0.1..0.1),
            contrast: rng.random_range(0.7..1.2),
            gray: if rng.random_bool(0.2) { 1.0 } else { 0.0 },
        },
        _ => Surface::Grained {
            light,
            dark,
            grain: [Grain::Wood, Grain::Marble, Grain::Paper, Grain::Cloth][rng.random_range(0..4)],
            amount: rng.random_range(0.03..0.22),
        },
    };
    let (light, dark) = surface.tones();
    let dark_mode = rng.random_bool(0.35);
    let paper = if dark_mode {
        shade(rng, 0.03, 0.25, 0.4)
    } else {
        shade(rng, 0.85, 1.0, 0.15)
    };
    let ink = if dark_mode {
        shade(rng, 0.6, 0.95, 0.2)
    } else {
        shade(rng, 0.0, 0.4, 0.3)
    };
    let frame = match rng.random_range(0..100) {
        0..=59 => Frame::None,
        60..=71 => Frame::Lines {
            lines: vec![(0.0, rng.random_range(0.01..0.05))],
            color: if rng.random_bool(0.5) {
                mix(dark, [0.0; 3], 0.6)
            } else {
                ink
            },
        },
        72..=78 => Frame::Lines {
            lines: vec![(0.0, rng.random_range(0.06..0.2))],
            color: mix(dark, [0.0; 3], rng.random_range(0.0..0.9)),
        },
        79..=83 => Frame::Lines {
            lines: vec![(0.0, 0.02), (rng.random_range(0.04..0.12), 0.03)],
            color: ink,
        },
        _ => Frame::Band {
            width: rng.random_range(0.25..0.65),
            color: match rng.random_range(0..4) {
                0 => dark,
                1 => light,
                2 => mix(dark, [0.0; 3], rng.random_range(0.2..0.8)),
                _ => shade(rng, 0.0, 1.0, 0.6),
            },
            edge: (
                if rng.random_bool(0.5) { 0.03 } else { 0.0 },
                mix(dark, [0.0; 3], 0.7),
            ),
        },
    };
    let mut labels = LabelStyle::none(font(rng, library));
    labels.upper = rng.random_bool(0.12);
    labels.place = match rng.random_range(0..100) {
        0..=44 => LabelPlace::Inside {
            files_left: rng.random_bool(0.3),
            ranks_right: rng.random_bool(0.35),
            middle: rng.random_bool(0.12),
        },
        45..=69 => LabelPlace::Outside(sides(rng)),
        _ => LabelPlace::None,
    };
    if matches!(labels.place, LabelPlace::Inside { .. }) {
        labels.height = if rng.random_bool(0.85) {
            rng.random_range(0.12..0.22)
        } else {
            rng.random_range(0.22..0.36)
        };
        labels.contrast = rng.random_bool(0.8);
        labels.color = shade(rng, 0.0, 1.0, 0.3);
    } else {
        labels.height = rng.random_range(0.16..0.36);
        labels.distance = rng.random_range(0.75..1.5);
        labels.color = match &frame {
            Frame::Band { color, .. } => {
                let target = if light_of(*color) > 0.5 {
                    rng.random_range(0.0..0.2)
                } else {
                    rng.random_range(0.8..1.0)
                };
                with_luminance(*color, target)
            }
            _ => ink,
        };
    }
    let grid = rng.random_bool(0.08).then(|| {
        (
            rng.random_range(0.01..0.04),
            if rng.random_bool(0.5) { ink } else { [0.0; 3] },
        )
    });
    let gap = if rng.random_bool(0.04) {
        (rng.random_range(0.02..0.08), paper)
    } else {
        (0.0, paper)
    };
    let marks = if rng.random_bool(0.4) {
        marks(rng)
    } else {
        Marks::default()
    };
    let pieces = PieceStyle::random_screen(rng);
    BoardStyle {
        kind: BoardKind::Screen,
        surface,
        frame,
        grid,
        gap,
        labels,
        marks,
        pieces,
        paper,
        ink,
        astray: 0,
    }
}

/// Colours of light and dark squares.
fn tones(rng: &mut ChaCha8Rng) -> ([f32; 3], [f32; 3]) {
    match rng.random_range(0..100) {
        0..=39 => {
            // Well-known colours, a little off.
            let (l, d) = PALETTES[rng.random_range(0..PALETTES.len())];
            let mut off =
                |c: [u8; 3]| rgb(c).map(|c| (c + rng.random_range(-0.04..0.04)).clamp(0.0, 1.0));
            (off(l), off(d))
        }
        40..=64 => {
            // One hue in two tones.
            let hue = shade(rng, 0.5, 0.5, 0.8);
            let low = rng.random_range(0.15..0.65f32);
            let high = rng
                .random_range(low + 0.12..(low + 0.6).min(1.0) + 0.13)
                .min(1.0);
            (with_luminance(hue, high), with_luminance(hue, low))
        }
        65..=84 => {
            // Two hues.
            let low = rng.random_range(0.12..0.6f32);
            (shade(rng, low + 0.1, 1.0, 0.7), shade(rng, low, low, 1.0))
        }
        85..=90 => {
            // Two hues of one luminance: the squares differ in colour alone.
            let l = rng.random_range(0.35..0.75);
            (shade(rng, l, l, 0.9), shade(rng, l, l, 0.9))
        }
        91..=94 => {
            // Hardly any contrast.
            let l = rng.random_range(0.3..0.95f32);
            let hue = shade(rng, 0.5, 0.5, 0.4);
            (
                with_luminance(hue, l),
                with_luminance(hue, l - rng.random_range(0.03..0.1)),
            )
        }
        _ => {
            // Dark themes.
            let low = rng.random_range(0.06..0.22f32);
            (
                shade(rng, low + 0.06, low + 0.25, 0.5),
                shade(rng, low, low, 0.6),
            )
        }
    }
}

fn font(rng: &mut ChaCha8Rng, library: &ArtLibrary) -> std::sync::Arc<crate::art::TextFont> {
    let fonts = &library.fonts;
    // The plain built-in font is seldom wanted where there are others.
    let at = if fonts.len() > 1 && rng.random_bool(0.93) {
        rng.random_range(1..fonts.len())
    } else {
        0
    };
    fonts
        .get(at)
        .cloned()
        .unwrap_or_else(|| std::sync::Arc::new(crate::art::TextFont::builtin()))
}

/// Sides that carry outside labels: top, right, bottom, left.
fn sides(rng: &mut ChaCha8Rng) -> [bool; 4] {
    match rng.random_range(0..20) {
        0..=11 => [false, false, true, true],
        12..=14 => [true; 4],
        15..=16 => [false, true, true, false],
        17 => [true, false, true, false],
        18 => [false, false, true, false],
        _ => [true, false, false, true],
    }
}

fn marks(rng: &mut ChaCha8Rng) -> Marks {
    let mut marks = Marks {
        over: rng.random_bool(0.5),
        ..Marks::default()
    };
    let square = |rng: &mut ChaCha8Rng| rng.random_range(0..64usize);
    let tint = |rng: &mut ChaCha8Rng, low: f32, high: f32| {
        let c = shade(rng, 0.2, 0.9, 1.0);
        [c[0], c[1], c[2], rng.random_range(low..high)]
    };
    if rng.random_bool(0.7) {
        let color = if rng.random_bool(0.6) {
            [0.75, 0.8, 0.1, rng.random_range(0.3..0.7)]
        } else {
            tint(rng, 0.2, 0.7)
        };
        for _ in 0..2 {
            marks.tinted.push((square(rng), color));
        }
    }
    if rng.random_bool(0.2) {
        let color = tint(rng, 0.3, 0.9);
        marks.tinted.push((square(rng), color));
    }
    if rng.random_bool(0.1) {
        let color = tint(rng, 0.6, 1.0);
        marks
            .bordered
            .push((square(rng), color, rng.random_range(0.03..0.09)));
    }
    if rng.random_bool(0.35) {
        let color = if rng.random_bool(0.6) {
            [0.0, 0.0, 0.0, rng.random_range(0.1..0.4)]
        } else {
            tint(rng, 0.3, 0.9)
        };
        let radius = rng.random_range(0.1..0.2);
        for _ in 0..rng.random_range(1..14) {
            marks.dots.push((square(rng), color, radius));
        }
        let width = rng.random_range(0.05..0.12);
        for _ in 0..rng.random_range(0..4) {
            marks.rings.push((square(rng), color, width));
        }
    }
    if rng.random_bool(0.15) {
        marks.glow = Some((square(rng), [1.0, 0.0, 0.0, rng.random_range(0.5..1.0)]));
    }
    if rng.random_bool(0.15) {
        let color = tint(rng, 0.5, 0.95);
        marks
            .rings
            .push((square(rng), color, rng.random_range(0.04..0.09)));
    }
    if rng.random_bool(0.15) {
        // Crosses on squares that a lesson speaks of.
        let color = if rng.random_bool(0.6) {
            [0.0, 0.0, 0.0, rng.random_range(0.6..1.0)]
        } else {
            tint(rng, 0.5, 1.0)
        };
        let (radius, width) = (rng.random_range(0.25..0.6), rng.random_range(0.02..0.1));
        for _ in 0..rng.random_range(1..8) {
            marks.stars.push(Star {
                square: square(rng),
                color,
                rays: 4,
                angle: FRAC_PI_4,
                radius,
                width,
            });
        }
    }
    if rng.random_bool(0.3) {
        for _ in 0..rng.random_range(1..4) {
            let (from, to) = (square(rng), square(rng));
            let color = tint(rng, 0.35, 1.0);
            marks.arrows.push(Arrow {
                from,
                to,
                color,
                width: rng.random_range(0.1..0.28),
            });
        }
    }
    marks
}

/// Marks of puzzle books: crosses and stars, dots, lines and arrows from square to square.
fn print_marks(rng: &mut ChaCha8Rng, ink: [f32; 3]) -> Marks {
    let mut marks = Marks {
        over: rng.random_bool(0.3),
        ..Marks::default()
    };
    let color = [ink[0], ink[1], ink[2], rng.random_range(0.6..1.0)];
    let square = |rng: &mut ChaCha8Rng| rng.random_range(0..64usize);
    match rng.random_range(0..3) {
        0 => {
            let star = Star {
                square: 0,
                color,
                rays: rng.random_range(2..9),
                angle: rng.random_range(0.0..PI),
                radius: rng.random_range(0.1..0.5),
                width: rng.random_range(0.01..0.07),
            };
            for _ in 0..rng.random_range(1..24) {
                marks.stars.push(Star {
                    square: square(rng),
                    ..star
                });
            }
        }
        1 => {
            let radius = rng.random_range(0.05..0.25);
            for _ in 0..rng.random_range(1..16) {
                marks.dots.push((square(rng), color, radius));
            }
        }
        _ => {
            let width = rng.random_range(0.02..0.14);
            for _ in 0..rng.random_range(1..6) {
                marks.arrows.push(Arrow {
                    from: square(rng),
                    to: square(rng),
                    color,
                    width,
                });
            }
        }
    }
    marks
}

fn print(rng: &mut ChaCha8Rng, library: &ArtLibrary, kind: BoardKind) -> BoardStyle {
    let paper = if rng.random_bool(0.6) {
        [1.0; 3]
    } else {
        shade(rng, 0.86, 1.0, 0.12)
    };
    let ink = if rng.random_bool(0.6) {
        [0.0; 3]
    } else {
        shade(rng, 0.0, 0.28, 0.3)
    };
    let surface = match rng.random_range(0..100) {
        0..=49 => {
            let angle = match rng.random_range(0..10) {
                0..=5 => FRAC_PI_4,
                6 => 3.0 * FRAC_PI_4,
                7 => [0.0, FRAC_PI_2][rng.random_range(0..2)],
                _ => rng.random_range(0.0..PI),
            };
            Surface::Hatched {
                paper,
                ink,
                angle,
                pitch: rng.random_range(0.045..0.2),
                duty: rng.random_range(0.12..0.6),
                crossed: rng.random_bool(0.12),
                separate: rng.random_bool(0.5),
            }
        }
        50..=57 => Surface::Stippled {
            paper,
            ink,
            radius: rng.random_range(0.008..0.03),
            cover: rng.random_range(0.15..0.8),
        },
        58..=69 => Surface::Halftone {
            paper,
            ink,
            angle: if rng.random_bool(0.6) {
                FRAC_PI_4
            } else {
                rng.random_range(0.0..FRAC_PI_2)
            },
            pitch: rng.random_range(0.03..0.12),
            level: rng.random_range(0.1..0.55),
        },
        70..=74 => Surface::Grained {
            light: paper,
            dark: mix(ink, paper, rng.random_range(0.35..0.92)),
            grain: Grain::Paper,
            amount: rng.random_range(0.03..0.15),
        },
        _ => Surface::Flat {
            light: paper,
            dark: mix(ink, paper, rng.random_range(0.35..0.92)),
        },
    };
    let thin = rng.random_range(0.01..0.035);
    let thick = rng.random_range(0.05..0.12);
    let space = rng.random_range(0.03..0.14);
    let lines = |lines: Vec<(f32, f32)>| Frame::Lines { lines, color: ink };
    let frame = match rng.random_range(0..100) {
        0..=19 => Frame::None,
        20..=54 => lines(vec![(0.0, thin)]),
        55..=66 => lines(vec![(0.0, thick)]),
        67..=80 => lines(vec![(0.0, thin), (space, thin)]),
        81..=90 => lines(vec![(0.0, thin), (space, thick)]),
        91..=95 => lines(vec![(space, thin)]),
        _ => Frame::Ornament {
            width: rng.random_range(0.15..0.4),
            color: ink,
            shape: rng.random_range(0..3),
        },
    };
    let mut labels = LabelStyle::none(font(rng, library));
    if rng.random_bool(0.45) {
        labels.place = LabelPlace::Outside(sides(rng));
        labels.height = rng.random_range(0.18..0.45);
        labels.distance = rng.random_range(0.75..1.6);
        labels.upper = rng.random_bool(0.2);
        labels.color = ink;
    }
    let grid = rng.random_bool(0.1).then_some((thin, ink));
    let pieces = PieceStyle::random_print(rng, ink, paper);
    BoardStyle {
        kind,
        surface,
        frame,
        grid,
        gap: (0.0, paper),
        labels,
        marks: if rng.random_bool(0.06) {
            print_marks(rng, ink)
        } else {
            Marks::default()
        },
        pieces,
        paper,
        ink,
        astray: 0,
    }
}
