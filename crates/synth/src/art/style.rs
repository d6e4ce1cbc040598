//! How the men of a board are drawn.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Colours for the men of one side. Colours are straight RGB, 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    /// What black in the artwork becomes.
    pub dark: [f32; 3],
    /// What white in the artwork becomes.
    pub light: [f32; 3],
    /// 0 keeps the artwork's own colours, 1 replaces them. Default 0.
    pub amount: f32,
}

impl Default for Tint {
    fn default() -> Self {
        Tint {
            dark: [0.0; 3],
            light: [1.0; 3],
            amount: 0.0,
        }
    }
}

/// How the men of a board are drawn; the same for all of them, so that a board stays one set.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceStyle {
    /// Larger side of the box around all men of the family, in squares. Default 0.86.
    pub scale: f32,
    /// Width against height beyond the artwork's own. Default 1.
    pub aspect: f32,
    /// Shear: how far the top leans to the right of the feet, in heights. Default 0.
    pub slant: f32,
    /// Offset of all men from the middle of their squares, in squares. Default 0, 0.
    pub offset: [f32; 2],
    /// Largest offset of a single man from that, in squares: uneven setting. Default 0.
    pub jitter: f32,
    /// Largest shift of a smooth deformation, in squares. Default 0.
    pub elastic: f32,
    /// Ink spread, in squares; negative thins lines out. Default 0.
    pub weight: f32,
    /// Colours of the white men.
    pub white: Tint,
    /// Colours of the black men.
    pub black: Tint,
    /// Leaves out what is white in the artwork, so that squares show through men. Default false.
    pub unfilled: bool,
    /// Draws white men as the black ones with light and dark exchanged and a dark rim. Default false.
    pub solid: bool,
    /// Width of a rim in the colour below around each man, in squares; 0 for none. Default 0.
    pub rim: f32,
    /// Colour of the rim, straight RGB 0..=1: for print the paper, a halo in the hatching. Default white.
    pub rim_color: [f32; 3],
    /// Whether only black men get the rim. Default false.
    pub rim_black_only: bool,
    /// Opacity of a soft shadow, 0..=1. Default 0.
    pub shadow: f32,
    /// Offset of the shadow in squares. Default 0.02, 0.03.
    pub shadow_offset: [f32; 2],
    /// Brightness added from top to bottom, −1..=1 of the colour's range. Default 0.
    pub gradient: f32,
    /// Brightness added in the middle and taken from both sides, −1..=1 of the colour's range: men
    /// turned on a lathe. Default 0.
    pub roundness: f32,
    /// Share of ink missing in specks, 0..=1. Default 0.
    pub dropout: f32,
    /// Engraved shading: share of each man's right side that is lined with ink, 0..=1. Default 0.
    pub engrave: f32,
    /// Opacity of the men, 0..=1. Default 1.
    pub opacity: f32,
    /// Picks a blurrier (above 1) or crisper (below 1) copy of the artwork. Default 1.
    pub softness: f32,
}

impl Default for PieceStyle {
    fn default() -> Self {
        PieceStyle {
            scale: 0.86,
            aspect: 1.0,
            slant: 0.0,
            offset: [0.0; 2],
            jitter: 0.0,
            elastic: 0.0,
            weight: 0.0,
            white: Tint::default(),
            black: Tint::default(),
            unfilled: false,
            solid: false,
            rim: 0.0,
            rim_color: [1.0; 3],
            rim_black_only: false,
            shadow: 0.0,
            shadow_offset: [0.02, 0.03],
            gradient: 0.0,
            roundness: 0.0,
            dropout: 0.0,
            engrave: 0.0,
            opacity: 1.0,
            softness: 1.0,
        }
    }
}

impl PieceStyle {
    /// Shape only: size, place, lean and deformation as they vary between sets, programs and prints.
    fn random_shape(rng: &mut ChaCha8Rng) -> PieceStyle {
        let mut style = PieceStyle {
            // Screens stay near 0.85; old print fills its squares, small icons leave much air.
            scale: if rng.random_bool(0.7) {
                rng.random_range(0.78..0.96)
            } else {
                rng.random_range(0.62..1.06)
            },
            offset: [rng.random_range(-0.02..0.02), rng.random_range(-0.03..0.03)],
            softness: rng.random_range(0.7..1.4),
            ..PieceStyle::default()
        };
        if rng.random_bool(0.4) {
            style.aspect = rng.random_range(0.8..1.2);
        }
        if rng.random_bool(0.2) {
            style.slant = rng.random_range(-0.12..0.12);
        }
        if rng.random_bool(0.35) {
            style.elastic = rng.random_range(0.01..0.05);
        }
        style
    }

    /// Men as screens show them.
    pub fn random_screen(rng: &mut ChaCha8Rng) -> PieceStyle {
        let mut style = PieceStyle::random_shape(rng);
        if rng.random_bool(0.3) {
            style.weight = rng.random_range(-0.012..0.022);
        }
        match rng.random_range(0..100) {
            0..=44 => {}
            45..=69 => {
                // Tinted grays: cream and brown, ice and slate, and the like.
                style.white = Tint {
                    dark: shade(rng, 0.0, 0.3, 0.5),
                    light: shade(rng, 0.8, 1.0, 0.4),
                    amount: rng.random_range(0.5..1.0),
                };
                style.black = Tint {
                    dark: shade(rng, 0.0, 0.25, 0.6),
                    light: shade(rng, 0.35, 1.0, 0.5),
                    amount: rng.random_range(0.5..1.0),
                };
            }
            70..=84 => {
                // Coloured men of any hue: orange against blue, white against gold, white ones still the lighter.
                let low = rng.random_range(0.05..0.6f32);
                let high = (low + rng.random_range(0.28..0.6f32)).min(1.0);
                style.white = Tint {
                    dark: shade(rng, 0.0, low * 0.6, 1.0),
                    light: shade(rng, high, high, 1.0),
                    amount: 1.0,
                };
                style.black = Tint {
                    dark: shade(rng, low, low, 1.0),
                    light: shade(rng, low * 0.5, high, 1.0),
                    amount: 1.0,
                };
            }
            85..=92 => {
                // Black men of middle gray with dark lines, white men with thin gray lines.
                style.white = Tint {
                    dark: shade(rng, 0.2, 0.55, 0.3),
                    light: shade(rng, 0.92, 1.0, 0.2),
                    amount: 1.0,
                };
                style.black = Tint {
                    dark: shade(rng, 0.2, 0.42, 0.4),
                    light: shade(rng, 0.0, 0.1, 0.2),
                    amount: 1.0,
                };
            }
            _ => {
                // White men filled darker than usual.
                style.white = Tint {
                    dark: [0.0; 3],
                    light: shade(rng, 0.55, 0.8, 0.4),
                    amount: 1.0,
                };
                style.black = Tint {
                    dark: shade(rng, 0.0, 0.1, 0.4),
                    light: shade(rng, 0.1, 0.5, 0.4),
                    amount: 1.0,
                };
            }
        }
        if rng.random_bool(0.06) {
            style.solid = true;
        } else if rng.random_bool(0.04) {
            style.see_through(shade(rng, 0.0, 0.12, 0.5));
        }
        if rng.random_bool(0.2) {
            style.rim = rng.random_range(0.008..0.035);
            style.rim_color = match rng.random_range(0..3) {
                0 => [1.0; 3],
                1 => [0.0; 3],
                _ => shade(rng, 0.3, 1.0, 1.0),
            };
            style.rim_black_only = style.rim_color[0] > 0.5 && rng.random_bool(0.5);
        }
        if rng.random_bool(0.25) {
            style.shadow = rng.random_range(0.15..0.6);
            style.shadow_offset = [rng.random_range(-0.05..0.05), rng.random_range(0.0..0.06)];
        }
        if rng.random_bool(0.25) {
            style.gradient = rng.random_range(-0.22..0.22);
        }
        if rng.random_bool(0.12) {
            style.roundness = rng.random_range(-0.3..0.7);
        }
        if rng.random_bool(0.04) {
            style.opacity = rng.random_range(0.75..1.0);
        }
        style
    }

    /// Makes the men what the chess symbols of a text are: all of one colour (straight RGB 0..=1), and squares show
    /// through them, without a rim.
    pub fn see_through(&mut self, ink: [f32; 3]) {
        self.unfilled = true;
        self.rim = 0.0;
        let tint = Tint {
            dark: ink,
            light: [1.0; 3],
            amount: 1.0,
        };
        self.white = tint;
        self.black = tint;
    }

    /// Men as ink on paper: `ink` and `paper` are straight RGB 0..=1.
    pub fn random_print(rng: &mut ChaCha8Rng, ink: [f32; 3], paper: [f32; 3]) -> PieceStyle {
        let mut style = PieceStyle::random_shape(rng);
        if rng.random_bool(0.3) {
            style.scale = rng.random_range(0.86..1.06);
        }
        style.weight = match rng.random_range(0..10) {
            0..=2 => 0.0,
            3..=8 => rng.random_range(-0.012..0.03),
            // Worn type and bad paper: lines run together.
            _ => rng.random_range(0.03..0.06),
        };
        style.white = Tint {
            dark: ink,
            light: paper,
            amount: 1.0,
        };
        style.black = Tint {
            dark: ink,
            light: paper,
            amount: 1.0,
        };
        if rng.random_bool(0.12) {
            style.unfilled = true;
        } else if rng.random_bool(0.5) {
            style.rim = rng.random_range(0.01..0.06);
            style.rim_color = paper;
        }
        if rng.random_bool(0.15) {
            style.jitter = rng.random_range(0.005..0.03);
        }
        if rng.random_bool(0.15) {
            style.dropout = rng.random_range(0.02..0.14);
        }
        if rng.random_bool(0.25) {
            // Type cut by hand before 1930: tall, narrow, uneven, white men shaded with lines.
            style.aspect = rng.random_range(0.62..0.95);
            style.elastic = rng.random_range(0.03..0.085);
            style.scale = rng.random_range(0.85..1.04);
            if rng.random_bool(0.7) {
                style.engrave = rng.random_range(0.1..0.6);
            }
        }
        style
    }
}

/// A colour of random hue whose luminance lies in `low..=high`, its saturation at most `most` (all 0..=1).
pub fn shade(rng: &mut ChaCha8Rng, low: f32, high: f32, most: f32) -> [f32; 3] {
    let target = if high > low {
        rng.random_range(low..high)
    } else {
        low
    };
    let hue = rng.random_range(0.0..6.0f32);
    let saturation = rng.random_range(0.0..=1.0f32) * most;
    let pure: [f32; 3] = [5.0, 3.0, 1.0].map(|n| {
        let k = (n + hue) % 6.0;
        1.0 - k.min(4.0 - k).clamp(0.0, 1.0)
    });
    let mixed = pure.map(|c| 1.0 - saturation + saturation * c);
    with_luminance(mixed, target)
}

/// The colour of this hue with this luminance 0..=1: darkened by scaling, lightened towards white.
pub fn with_luminance(rgb: [f32; 3], target: f32) -> [f32; 3] {
    let l = super::man::luminance([rgb[0], rgb[1], rgb[2], 1.0]).max(1e-3);
    if target <= l {
        rgb.map(|c| c * target / l)
    } else {
        let t = ((target - l) / (1.0 - l).max(1e-3)).clamp(0.0, 1.0);
        rgb.map(|c| c + (1.0 - c) * t)
    }
}
