//! The stages of photometric damage: which effects happen at a severity, and how strong.

use super::camera::{self, Resampler};
use super::noise::gauss;
use super::plan::{Plan, Severity, View};
use super::raster::Raster;
use super::{light, print};
use crate::scene::{BoardTruth, Medium};
use fenlens_vision::Point;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Ink and paper, before any camera.
pub fn ink_and_paper(
    image: &mut Raster,
    square: f32,
    severity: Severity,
    rng: &mut ChaCha8Rng,
    log: &mut Vec<String>,
) {
    // Soft edges: at small sizes a hard threshold would leave no man readable.
    let gain = rng.random_range(2.0..5.0f32) * (square / 16.0).clamp(0.6, 3.0);
    let mut note = |name: &str| log.push(name.to_owned());
    match severity {
        Severity::Clean => return,
        Severity::Light => {
            if rng.random_bool(0.25) {
                note("ink");
                let sigma = rng.random_range(0.3..0.7);
                print::ink(
                    image,
                    sigma,
                    rng.random_range(0.35..0.6),
                    rng.random_range(1.1..2.0),
                );
            }
            if rng.random_bool(0.06) {
                note("threshold");
                print::threshold(image, rng.random_range(110.0..170.0), gain);
            }
        }
        Severity::Hard => match rng.random_range(0..100) {
            0..22 => {
                note("threshold");
                image.blur(rng.random_range(0.2..0.6));
                print::threshold(image, rng.random_range(85.0..195.0), gain);
            }
            22..32 => {
                note("adaptive-threshold");
                let radius = (square * rng.random_range(0.4..1.5)) as usize;
                print::adaptive_threshold(image, radius.max(3), rng.random_range(6.0..25.0), gain);
            }
            32..40 => {
                note("fax");
                print::fax(image, rng);
            }
            40..58 => {
                note("photocopy");
                print::photocopy(image, rng);
            }
            58..68 => {
                note("halftone");
                let pitch = (square / rng.random_range(6.0..12.0)).max(2.2);
                let angle = [0.0, 0.26, 0.785, 1.31][rng.random_range(0..4)];
                print::halftone(image, pitch, angle, rng.random_range(1.0..3.0));
            }
            68..90 => {
                note("ink");
                let sigma = rng.random_range(0.5..(0.045 * square).clamp(0.7, 1.6));
                print::ink(
                    image,
                    sigma,
                    rng.random_range(0.25..0.72),
                    rng.random_range(1.5..4.0),
                );
            }
            _ => {}
        },
    }
    if rng.random_bool(0.4) {
        note("paper");
        let depth = if severity == Severity::Hard {
            16.0
        } else {
            6.0
        };
        print::paper_texture(image, rng.random_range(1.0..depth), rng);
    }
    if rng.random_bool(0.1) {
        note("bleed");
        print::bleed_through(image, rng.random_range(0.02..0.14), rng);
    }
}

/// Light and things in the way.
#[allow(clippy::too_many_arguments)]
pub fn lighting(
    image: &mut Raster,
    medium: Medium,
    boards: &[BoardTruth],
    square: f32,
    plan: &Plan,
    rng: &mut ChaCha8Rng,
    log: &mut Vec<String>,
) {
    let hard = plan.severity == Severity::Hard;
    if plan.severity == Severity::Clean {
        return;
    }
    let k = if hard { 1.0 } else { 0.5 };
    let mut note = |name: &str| log.push(name.to_owned());
    if plan.view == View::Flat {
        if medium == Medium::Screen && rng.random_bool(if hard { 0.15 } else { 0.05 }) {
            note("overlay");
            let tone = if rng.random_bool(0.8) { 0.0 } else { 255.0 };
            light::overlay(image, tone, rng.random_range(0.15..0.7) * k);
        }
        if rng.random_bool(0.04) {
            note("cast");
            light::colour_cast(
                image,
                [1.0, rng.random_range(0.8..1.0), rng.random_range(0.5..0.95)],
            );
        }
        return;
    }
    let photo = plan.view == View::Photo;
    if rng.random_bool(if photo { 0.6 } else { 0.2 }) {
        note("uneven");
        light::uneven(image, rng.random_range(0.05..0.65) * k, rng);
    }
    if photo {
        if rng.random_bool(0.2) {
            note("vignette");
            light::vignette(image, rng.random_range(0.1..0.5) * k);
        }
        if rng.random_bool(0.3) {
            note("shadow");
            let soft = square * rng.random_range(0.1..2.5);
            light::shadow(image, rng.random_range(0.1..0.6) * k, soft.max(1.0), rng);
        }
        if rng.random_bool(0.12) {
            note("glare");
            light::glare(image, rng.random_range(0.2..0.85) * k, rng);
        }
        if rng.random_bool(0.5) {
            note("cast");
            let warm = gauss(rng, 0.1 * k);
            light::colour_cast(image, [1.0 + warm, 1.0 + gauss(rng, 0.03), 1.0 - warm]);
        }
        if medium == Medium::Screen {
            if rng.random_bool(0.55) {
                note("moire");
                light::moire(image, rng.random_range(0.02..0.16) * k, rng);
            }
            if rng.random_bool(0.2) {
                note("pixel-grid");
                light::pixel_grid(
                    image,
                    rng.random_range(2.2..4.5),
                    rng.random_range(0.05..0.3) * k,
                );
            }
        }
        if !boards.is_empty() && rng.random_bool(if hard { 0.15 } else { 0.06 }) {
            let board = &boards[rng.random_range(0..boards.len())];
            let corner = board.corners.0[rng.random_range(0..4)];
            let centre = board.corners.centre();
            let away = corner.distance(centre).max(1.0);
            let (ux, uy) = ((corner.x - centre.x) / away, (corner.y - centre.y) / away);
            let inside = square * rng.random_range(-0.5..=plan.reach);
            let tip = Point::new(corner.x - ux * inside, corner.y - uy * inside);
            let swing = gauss(rng, 0.25);
            let (vx, vy) = (ux - swing * uy, uy + swing * ux);
            let from = Point::new(tip.x + 50.0 * vx, tip.y + 50.0 * vy);
            if rng.random_bool(0.75) {
                note("finger");
                let skin = [
                    [224, 172, 140],
                    [196, 140, 108],
                    [240, 196, 170],
                    [120, 80, 58],
                ];
                let width = square * rng.random_range(0.6..1.2);
                light::finger(image, tip, from, width, skin[rng.random_range(0..4)]);
            } else {
                note("ruler");
                let tones = [[230, 215, 150], [200, 200, 205], [40, 40, 45]];
                let width = square * rng.random_range(0.4..0.9);
                light::ruler(image, tip, from, width, tones[rng.random_range(0..3)]);
            }
        }
    }
}

/// Lens, sensor, processing and file.
pub fn lens_and_file(
    image: &mut Raster,
    boards: &[BoardTruth],
    square: f32,
    plan: &Plan,
    rng: &mut ChaCha8Rng,
    log: &mut Vec<String>,
) {
    let mut note = |name: &str| log.push(name.to_owned());
    let hard = plan.severity == Severity::Hard;
    let photo = plan.view == View::Photo;
    if plan.severity == Severity::Clean {
        if rng.random_bool(0.3) {
            note("jpeg");
            camera::jpeg(image, rng.random_range(80..=96), rng.random_bool(0.6));
        }
        return;
    }
    // Blur beyond a tenth of a square makes a bishop of a pawn; small squares are soft already.
    let soft = ((square - 10.0) / 14.0).clamp(0.25, 1.0);
    let most = soft * square * if hard { 0.075 } else { 0.04 };
    if rng.random_bool(if photo { 0.15 } else { 0.03 }) {
        note("motion");
        let length = soft * square * rng.random_range(0.04..if hard { 0.18 } else { 0.1 });
        camera::motion_blur(image, length, rng.random_range(0.0..std::f32::consts::PI));
    } else if rng.random_bool(if photo { 0.6 } else { 0.3 }) {
        note("blur");
        image.blur(rng.random_range(0.3f32..1.8).min(most));
    }
    if rng.random_bool(0.5) {
        let before = image.clone();
        let spread = if hard { 0.35 } else { 0.15 };
        let gamma = gauss(rng, spread).clamp(-1.0, 1.0).exp();
        let contrast = 1.0 + gauss(rng, spread * 0.8).clamp(-0.65, 0.8);
        camera::tone(image, gamma, contrast, gauss(rng, 25.0 * spread));
        if washed_out(boards, &before, image) {
            *image = before;
        } else {
            note("tone");
        }
    }
    if rng.random_bool(if photo { 0.7 } else { 0.25 }) {
        note("noise");
        let deviation = rng.random_range(1.0..if hard { 8.0 + 12.0 * soft } else { 7.0 });
        camera::noise(image, deviation, rng.random_bool(0.5), rng);
    }
    if hard && rng.random_bool(0.05) {
        note("salt");
        camera::salt_and_pepper(image, rng.random_range(0.001..0.015), rng);
    }
    if rng.random_bool(0.2) {
        note("sharpen");
        camera::sharpen(
            image,
            rng.random_range(0.6..1.6),
            rng.random_range(0.3..1.5),
        );
    }
    if rng.random_bool(0.15) && square > 16.0 {
        note("rescale");
        let least = (13.0 / square).clamp(0.4, 0.9);
        let down = if rng.random_bool(0.1) {
            Resampler::Nearest
        } else {
            Resampler::random(rng)
        };
        let up = if rng.random_bool(0.15) {
            Resampler::Nearest
        } else {
            Resampler::random(rng)
        };
        camera::rescale(image, rng.random_range(least..0.95), down, up);
    }
    if rng.random_bool(if hard { 0.8 } else { 0.5 }) {
        note("jpeg");
        let least = if square < 18.0 { 35 } else { 15 };
        let quality = if hard {
            rng.random_range(least..70)
        } else {
            rng.random_range(45..=95)
        };
        camera::jpeg(image, quality, rng.random_bool(0.7));
    }
}

/// Whether damage took the squares of a board away: nobody could say where the board is, or what
/// stands on it. Half of the contrast may go, and more where plenty is left.
pub fn washed_out(boards: &[BoardTruth], before: &Raster, after: &Raster) -> bool {
    boards.iter().any(|b| {
        let left = b.contrast(after);
        left < 14.0 && left < 0.5 * b.contrast(before)
    })
}
