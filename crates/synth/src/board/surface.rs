//! What squares are filled with.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{bytes, mix};
use crate::art::{Texture, luminance};

/// Kinds of procedural grain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Stretched streaks, another piece of wood for each square.
    Wood,
    /// Clouds and veins.
    Marble,
    /// Fine specks.
    Paper,
    /// Crossing threads.
    Cloth,
}

/// How squares are filled. Colours are straight RGB 0..=1, lengths are in squares, angles in radians.
#[derive(Clone, Debug)]
pub enum Surface {
    /// Two plain colours.
    Flat {
        /// Light squares.
        light: [f32; 3],
        /// Dark squares.
        dark: [f32; 3],
    },
    /// Each square shaded from one corner to the other.
    Shaded {
        /// Light squares.
        light: [f32; 3],
        /// Dark squares.
        dark: [f32; 3],
        /// Brightness gained from the top left to the bottom right.
        gain: f32,
    },
    /// A picture.
    Picture {
        /// The picture.
        texture: Arc<Texture>,
        /// Brightness added to it.
        lift: f32,
        /// Contrast about the middle, 1 as it is.
        contrast: f32,
        /// Share of colour taken away.
        gray: f32,
    },
    /// Two colours with procedural grain.
    Grained {
        /// Light squares.
        light: [f32; 3],
        /// Dark squares.
        dark: [f32; 3],
        /// Kind of grain.
        grain: Grain,
        /// Brightness range of the grain.
        amount: f32,
    },
    /// Lines of ink on dark squares.
    Hatched {
        /// Light squares and the ground between the lines.
        paper: [f32; 3],
        /// The lines.
        ink: [f32; 3],
        /// Direction across the lines.
        angle: f32,
        /// Distance of the lines.
        pitch: f32,
        /// Share of the pitch that is ink.
        duty: f32,
        /// Whether a second set crosses the first.
        crossed: bool,
        /// Whether each square starts its lines anew.
        separate: bool,
    },
    /// Random dots of ink on dark squares.
    Stippled {
        /// Light squares and the ground between the dots.
        paper: [f32; 3],
        /// The dots.
        ink: [f32; 3],
        /// Radius of a dot.
        radius: f32,
        /// Share of the square that dots would cover if they did not overlap.
        cover: f32,
    },
    /// A regular screen of dots on dark squares.
    Halftone {
        /// Light squares and the ground between the dots.
        paper: [f32; 3],
        /// The dots.
        ink: [f32; 3],
        /// Direction of the screen.
        angle: f32,
        /// Distance of the dots.
        pitch: f32,
        /// Share of the ground that is ink.
        level: f32,
    },
}

/// Least difference of two colours, over all channels, that is not faint.
const FAINT: f32 = 0.12;

/// Two colours whose luminances are this close differ in hue alone.
const SAME_LUMINANCE: f32 = 0.05;

/// Light squares darker than this belong to a dark theme.
const DARK_THEME: f32 = 0.4;

fn flat_name(light: [f32; 3], dark: [f32; 3]) -> &'static str {
    let difference = (0..3)
        .map(|c| (light[c] - dark[c]).abs())
        .fold(0.0, f32::max);
    let [l, d] = [light, dark].map(|c| luminance([c[0], c[1], c[2], 1.0]));
    if difference < FAINT {
        "flat-faint"
    } else if (l - d).abs() < SAME_LUMINANCE {
        "flat-hues"
    } else if l < DARK_THEME {
        "flat-dark"
    } else {
        "flat"
    }
}

/// By the nearest of the angles that are common in print.
fn hatch_name(angle: f32) -> &'static str {
    let degrees = angle.to_degrees().rem_euclid(180.0);
    match degrees {
        _ if !(15.0..165.0).contains(&degrees) => "hatch-0",
        _ if degrees < 37.5 => "hatch-30",
        _ if degrees < 52.5 => "hatch-45",
        _ if degrees < 75.0 => "hatch-60",
        _ if degrees < 112.5 => "hatch-90",
        _ => "hatch-135",
    }
}

impl Surface {
    /// A short name for reports; the harder looks of flat and hatched squares have their own.
    pub fn name(&self) -> &'static str {
        match self {
            Surface::Flat { light, dark } => flat_name(*light, *dark),
            Surface::Shaded { .. } => "shaded",
            Surface::Picture { .. } => "texture",
            Surface::Grained { .. } => "grain",
            Surface::Hatched { crossed: true, .. } => "cross-hatch",
            Surface::Hatched { angle, .. } => hatch_name(*angle),
            Surface::Stippled { .. } => "stipple",
            Surface::Halftone { .. } => "halftone",
        }
    }

    /// Mean colours of light and of dark squares.
    pub fn tones(&self) -> ([f32; 3], [f32; 3]) {
        match self {
            Surface::Flat { light, dark }
            | Surface::Shaded { light, dark, .. }
            | Surface::Grained { light, dark, .. } => (*light, *dark),
            Surface::Picture {
                texture,
                lift,
                contrast,
                gray,
            } => {
                let mean = |row: usize| {
                    let mut sum = [0.0; 3];
                    for col in (row % 2..8).step_by(2) {
                        let (u, v) = ((col as f32 + 0.5) / 8.0, 0.5 / 8.0);
                        let p = adjust(texture.at(u, v, row == 0), *lift, *contrast, *gray);
                        for k in 0..3 {
                            sum[k] += p[k] / 4.0;
                        }
                    }
                    sum
                };
                (mean(0), mean(1))
            }
            Surface::Hatched {
                paper, ink, duty, ..
            } => (*paper, mix(*paper, *ink, *duty)),
            Surface::Stippled {
                paper, ink, cover, ..
            } => (*paper, mix(*paper, *ink, 1.0 - (-cover).exp())),
            Surface::Halftone {
                paper, ink, level, ..
            } => (*paper, mix(*paper, *ink, *level)),
        }
    }

    /// Fills the field: `put(x, y, rgb)` is called for every pixel of 8×8 squares of `side` pixels, from 0, 0.
    pub fn paint(
        &self,
        side: usize,
        rng: &mut ChaCha8Rng,
        mut put: impl FnMut(usize, usize, [u8; 3]),
    ) {
        let s = side as f32;
        let ground = Noise::new(rng);
        for row in 0..8 {
            for col in 0..8 {
                let light = (row + col) % 2 == 0;
                let (x0, y0) = (col * side, row * side);
                match self {
                    Surface::Flat { light: l, dark: d } => {
                        let rgb = bytes(if light { *l } else { *d });
                        fill(side, |x, y| put(x0 + x, y0 + y, rgb));
                    }
                    Surface::Shaded {
                        light: l,
                        dark: d,
                        gain,
                    } => {
                        let base = if light { *l } else { *d };
                        fill(side, |x, y| {
                            let t = ((x + y) as f32 / s - 1.0) * 0.5 * gain;
                            put(x0 + x, y0 + y, bytes(base.map(|c| c + t)));
                        });
                    }
                    Surface::Picture {
                        texture,
                        lift,
                        contrast,
                        gray,
                    } => fill(side, |x, y| {
                        let (u, v) = (
                            ((x0 + x) as f32 + 0.5) / (8.0 * s),
                            ((y0 + y) as f32 + 0.5) / (8.0 * s),
                        );
                        put(
                            x0 + x,
                            y0 + y,
                            bytes(adjust(texture.at(u, v, light), *lift, *contrast, *gray)),
                        );
                    }),
                    Surface::Grained {
                        light: l,
                        dark: d,
                        grain,
                        amount,
                    } => {
                        let base = if light { *l } else { *d };
                        let (ox, oy) = match grain {
                            Grain::Wood => {
                                (rng.random_range(0.0..60.0), rng.random_range(0.0..60.0))
                            }
                            _ => (col as f32, row as f32),
                        };
                        fill(side, |x, y| {
                            let (u, v) = (x as f32 / s + ox, y as f32 / s + oy);
                            let n = match grain {
                                Grain::Wood if light => {
                                    ground.at(u * 14.0, v * 1.2)
                                        + 0.5 * ground.at(u * 33.0, v * 2.0)
                                }
                                Grain::Wood => {
                                    ground.at(u * 1.2, v * 14.0)
                                        + 0.5 * ground.at(u * 2.0, v * 33.0)
                                }
                                Grain::Marble => {
                                    let vein =
                                        (ground.at(u * 1.7, v * 1.7) * 4.0 + (u + v) * 2.0).sin();
                                    0.8 * vein * vein + 0.6 * ground.at(u * 5.0, v * 5.0) - 0.4
                                }
                                Grain::Paper => 1.4 * ground.at(u * s * 0.7, v * s * 0.7),
                                Grain::Cloth => {
                                    0.6 * ((u * s * 1.1).sin() * (v * s * 1.1).sin())
                                        + 0.5 * ground.at(u * 9.0, v * 9.0)
                                }
                            };
                            put(x0 + x, y0 + y, bytes(base.map(|c| c + n * amount)));
                        });
                    }
                    Surface::Hatched {
                        paper,
                        ink,
                        angle,
                        pitch,
                        duty,
                        crossed,
                        separate,
                    } => {
                        if light {
                            let rgb = bytes(*paper);
                            fill(side, |x, y| put(x0 + x, y0 + y, rgb));
                            continue;
                        }
                        let step = (pitch * s).max(2.0);
                        let (cx, cy) = (angle.cos() / step, angle.sin() / step);
                        let (ox, oy) = if *separate {
                            (0.0, 0.0)
                        } else {
                            (x0 as f32, y0 as f32)
                        };
                        fill(side, |x, y| {
                            let (px, py) = (x as f32 + 0.5 + ox, y as f32 + 0.5 + oy);
                            let mut cover = line(px * cx + py * cy, *duty, step);
                            if *crossed {
                                cover = cover.max(line(px * cy - py * cx, *duty, step));
                            }
                            put(x0 + x, y0 + y, bytes(mix(*paper, *ink, cover)));
                        });
                    }
                    Surface::Halftone {
                        paper,
                        ink,
                        angle,
                        pitch,
                        level,
                    } => {
                        if light {
                            let rgb = bytes(*paper);
                            fill(side, |x, y| put(x0 + x, y0 + y, rgb));
                            continue;
                        }
                        let step = (pitch * s).max(2.0);
                        let (cx, cy) = (angle.cos() / step, angle.sin() / step);
                        // A dot of this radius (in pitches) covers `level` of its cell.
                        let radius = (level / std::f32::consts::PI).sqrt();
                        fill(side, |x, y| {
                            let (px, py) = ((x0 + x) as f32 + 0.5, (y0 + y) as f32 + 0.5);
                            let (a, b) = (px * cx + py * cy, px * cy - py * cx);
                            let (da, db) = (a - a.round(), b - b.round());
                            let cover = ((radius - da.hypot(db)) * step + 0.5).clamp(0.0, 1.0);
                            put(x0 + x, y0 + y, bytes(mix(*paper, *ink, cover)));
                        });
                    }
                    Surface::Stippled {
                        paper,
                        ink,
                        radius,
                        cover,
                    } => {
                        if light {
                            let rgb = bytes(*paper);
                            fill(side, |x, y| put(x0 + x, y0 + y, rgb));
                            continue;
                        }
                        let r = (radius * s).max(0.6);
                        let dots = (cover * s * s / (std::f32::consts::PI * r * r)) as usize;
                        let mut plane = vec![0.0f32; side * side];
                        for _ in 0..dots.min(4000) {
                            let (cx, cy) = (rng.random_range(0.0..s), rng.random_range(0.0..s));
                            let low = |c: f32| (c - r - 1.0).max(0.0) as usize;
                            let high = |c: f32| ((c + r + 1.0) as usize).min(side - 1);
                            for y in low(cy)..=high(cy) {
                                for x in low(cx)..=high(cx) {
                                    let d = (x as f32 + 0.5 - cx).hypot(y as f32 + 0.5 - cy);
                                    let c = (r - d + 0.5).clamp(0.0, 1.0);
                                    let slot = &mut plane[y * side + x];
                                    *slot = slot.max(c);
                                }
                            }
                        }
                        fill(side, |x, y| {
                            put(
                                x0 + x,
                                y0 + y,
                                bytes(mix(*paper, *ink, plane[y * side + x])),
                            )
                        });
                    }
                }
            }
        }
    }
}

fn fill(side: usize, mut put: impl FnMut(usize, usize)) {
    for y in 0..side {
        for x in 0..side {
            put(x, y);
        }
    }
}

/// Coverage of a set of parallel lines at `phase` (in pitches of `step` pixels).
fn line(phase: f32, duty: f32, step: f32) -> f32 {
    let off = (phase - phase.floor() - 0.5).abs();
    ((duty / 2.0 - off) * step + 0.5).clamp(0.0, 1.0)
}

fn adjust(rgb: [u8; 3], lift: f32, contrast: f32, gray: f32) -> [f32; 3] {
    let c = rgb.map(|c| f32::from(c) / 255.0);
    let l = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2];
    c.map(|c| ((c + (l - c) * gray - 0.5) * contrast + 0.5 + lift).clamp(0.0, 1.0))
}

/// Smooth noise −0.5..0.5 on a plane.
struct Noise(Vec<f32>);

const NOISE: usize = 64;

impl Noise {
    fn new(rng: &mut ChaCha8Rng) -> Noise {
        Noise(
            (0..NOISE * NOISE)
                .map(|_| rng.random_range(-0.5..0.5))
                .collect(),
        )
    }

    fn at(&self, x: f32, y: f32) -> f32 {
        let (x0, y0) = (x.floor(), y.floor());
        let (tx, ty) = (x - x0, y - y0);
        let wrap = |v: f32| (v as i64).rem_euclid(NOISE as i64) as usize;
        let (i, j) = (wrap(x0), wrap(y0));
        let (i1, j1) = ((i + 1) % NOISE, (j + 1) % NOISE);
        let a = self.0[j * NOISE + i] * (1.0 - tx) + self.0[j * NOISE + i1] * tx;
        let b = self.0[j1 * NOISE + i] * (1.0 - tx) + self.0[j1 * NOISE + i1] * tx;
        a + (b - a) * ty
    }
}
