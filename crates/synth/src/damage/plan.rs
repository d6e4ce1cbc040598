//! Which damage happens, how much of it, and in which order.

use super::camera::{self, Resampler};
use super::noise::{Field, gauss};
use super::raster::{Raster, to_byte};
use super::warp::{Curl, Warp};
use super::{light, print};
use crate::scene::{BoardTruth, Medium, Scene, SyntheticPicture};
use fenlens_vision::{Homography, Point};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How bad it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Nothing but the view itself and at most a mild JPEG.
    Clean,
    /// What careful people produce.
    Light,
    /// What arrives from phones, fax machines and old books.
    Hard,
}

impl Severity {
    /// 35 % clean, 35 % light, 30 % hard.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        match rng.random_range(0..100) {
            0..35 => Self::Clean,
            35..70 => Self::Light,
            _ => Self::Hard,
        }
    }

    /// The name used in descriptions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Light => "light",
            Self::Hard => "hard",
        }
    }
}

/// How the scene is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// As it is: a screenshot, a page of a PDF.
    Flat,
    /// On a scanner: turned a little.
    Scan,
    /// By a hand-held camera: turned, in perspective, the page perhaps curled.
    Photo,
}

/// What is to be done to a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How the scene is looked at. Default [`View::Flat`].
    pub view: View,
    /// How bad it gets. Default [`Severity::Clean`].
    pub severity: Severity,
    /// Picture pixels per scene pixel. Default 1.
    pub scale: f32,
    /// Largest turn of a photo in degrees; a scan turns a tenth of it. Default 30.
    pub tilt: f32,
    /// Whether whole quarter turns may happen (about one scan or photo in eight). Default true.
    pub quarter_turns: bool,
    /// How much nearer or further than filling the frame a photo is taken, as least and largest
    /// factor. Default 0.75..1.1.
    pub zoom: (f32, f32),
    /// How far into the field a finger may reach, in squares. Default 1.5; 0.35 hides no man.
    pub reach: f32,
    /// Whether the result is gray, which costs a third. Default false.
    pub gray: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            view: View::Flat,
            severity: Severity::Clean,
            scale: 1.0,
            tilt: 30.0,
            quarter_turns: true,
            zoom: (0.75, 1.1),
            reach: 1.5,
            gray: false,
        }
    }
}

/// Looks at the scene as the plan says.
pub fn damage(scene: Scene, plan: &Plan, rng: &mut ChaCha8Rng) -> SyntheticPicture {
    let mut log = vec![plan.severity.name().to_owned()];
    let mut image = Raster::from_rgb(scene.image);
    if plan.gray {
        image = image.to_gray();
    }
    let square = square_size(&scene.boards).unwrap_or(image.width as f32 / 30.0);
    if scene.medium == Medium::Print {
        let before = image.clone();
        let names = log.len();
        ink_and_paper(&mut image, square, plan.severity, rng, &mut log);
        if washed_out(&scene.boards, &before, &image) {
            image = before;
            log.truncate(names);
        }
    }

    let warp = view(&image, scene.medium, plan, rng, &mut log);
    let background = (plan.view == View::Photo).then(|| table(&warp, plan.gray, rng));
    let smooth = rng.random_bool(0.5);
    let unchanged = plan.view == View::Flat && warp.picture == (image.width, image.height);
    let mut picture = if unchanged {
        image
    } else if plan.view == View::Flat {
        let filter = if warp.picture.0 > image.width || rng.random_bool(0.7) {
            Resampler::random(rng)
        } else {
            Resampler::Area
        };
        image.resized(warp.picture.0, warp.picture.1, filter.filter())
    } else {
        warp.apply(&image, background.as_ref(), smooth)
    };
    let boards: Vec<BoardTruth> = scene
        .boards
        .into_iter()
        .map(|b| b.moved(|p| warp.to_picture(p), warp.picture))
        .filter(|b| b.visible > 0.02)
        .collect();

    let square = square_size(&boards).unwrap_or(square * plan.scale);
    lighting(&mut picture, scene.medium, &boards, square, plan, rng, &mut log);
    lens_and_file(&mut picture, &boards, square, plan, rng, &mut log);
    SyntheticPicture {
        image: picture.into_rgb(),
        boards,
        description: format!("{} {}", scene.description, log.join("+")),
    }
}

/// Whether damage took the squares of a board away: nobody could say where the board is, or what
/// stands on it. Half of the contrast may go, and more where plenty is left.
fn washed_out(boards: &[BoardTruth], before: &Raster, after: &Raster) -> bool {
    boards.iter().any(|b| {
        let left = b.contrast(after);
        left < 14.0 && left < 0.5 * b.contrast(before)
    })
}

/// Mean side of a square over all boards, in pixels.
fn square_size(boards: &[BoardTruth]) -> Option<f32> {
    let sizes = boards.iter().map(BoardTruth::square_size);
    (!boards.is_empty()).then(|| sizes.sum::<f32>() / boards.len() as f32)
}

/// Ink and paper, before any camera.
fn ink_and_paper(
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
                print::ink(image, sigma, rng.random_range(0.35..0.6), rng.random_range(1.1..2.0));
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
                print::ink(image, sigma, rng.random_range(0.25..0.72), rng.random_range(1.5..4.0));
            }
            _ => {}
        },
    }
    if rng.random_bool(0.4) {
        note("paper");
        let depth = if severity == Severity::Hard { 16.0 } else { 6.0 };
        print::paper_texture(image, rng.random_range(1.0..depth), rng);
    }
    if rng.random_bool(0.1) {
        note("bleed");
        print::bleed_through(image, rng.random_range(0.02..0.14), rng);
    }
}

/// The map of the view.
fn view(
    image: &Raster,
    medium: Medium,
    plan: &Plan,
    rng: &mut ChaCha8Rng,
    log: &mut Vec<String>,
) -> Warp {
    let (w, h) = (image.width as f32, image.height as f32);
    let size = |v: f32| (v.round() as usize).max(16);
    let flat = || {
        let picture = (size(w * plan.scale), size(h * plan.scale));
        let (sx, sy) = (
            f64::from(picture.0 as f32 / w),
            f64::from(picture.1 as f32 / h),
        );
        let forward = Homography([sx, 0.0, 0.0, 0.0, sy, 0.0, 0.0, 0.0, 1.0]);
        (forward, picture)
    };
    let (forward, picture) = if plan.view == View::Flat {
        flat()
    } else {
        camera_map(w, h, plan, rng, log)
    };
    let scene = (image.width, image.height);
    let Some(mut warp) = Warp::new(forward, scene, picture) else {
        let (forward, picture) = flat();
        let identity = Homography([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        return Warp::new(forward, scene, picture).unwrap_or_else(|| {
            Warp::new(identity, scene, scene).expect("the identity can be inverted")
        });
    };
    if plan.view == View::Photo {
        if medium == Medium::Print && rng.random_bool(0.4) {
            log.push("curl".to_owned());
            let reach = rng.random_range(0.15..0.5);
            warp.curl = Some(Curl {
                vertical: rng.random_bool(0.75),
                at_start: rng.random_bool(0.5),
                lift: gauss(rng, 0.018).clamp(-0.045, 0.045),
                squeeze: reach * rng.random_range(0.0..0.3),
                reach,
            });
        }
        if rng.random_bool(0.3) {
            log.push("barrel".to_owned());
            warp.barrel = gauss(rng, 0.012).clamp(-0.03, 0.03);
        }
    }
    warp
}

/// The homography of a scanner or a hand-held camera, and the picture's size.
fn camera_map(
    w: f32,
    h: f32,
    plan: &Plan,
    rng: &mut ChaCha8Rng,
    log: &mut Vec<String>,
) -> (Homography, (usize, usize)) {
    let photo = plan.view == View::Photo;
    let turns = if plan.quarter_turns && rng.random_bool(0.12) {
        log.push("turned".to_owned());
        rng.random_range(1..4)
    } else {
        0
    };
    let tilt = if !photo {
        gauss(rng, plan.tilt * 0.04).clamp(-plan.tilt * 0.1, plan.tilt * 0.1)
    } else if rng.random_bool(0.7) {
        gauss(rng, plan.tilt * 0.12)
    } else {
        rng.random_range(-plan.tilt..=plan.tilt)
    };
    // Far over near edge is (1 - p) / (1 + p): 0.176 gives 70 %.
    let steep = if photo {
        let most = if plan.severity == Severity::Hard { 0.176 } else { 0.1 };
        rng.random_range(0.0..most)
    } else {
        0.0
    };
    let towards = rng.random_range(0.0..std::f32::consts::TAU);
    let half = w.max(h) / 2.0;
    let (px, py) = (steep * towards.cos() / half, steep * towards.sin() / half);
    let stretch = if photo { gauss(rng, 0.025) } else { gauss(rng, 0.004) };
    let angle = (tilt + 90.0 * turns as f32).to_radians();
    log.push(format!("tilt{}", tilt.round()));

    let centre = translation(-w / 2.0, -h / 2.0);
    let perspective = Homography([
        1.0, 0.0, 0.0, 0.0, 1.0, 0.0, f64::from(px), f64::from(py), 1.0,
    ]);
    let (s, c) = (f64::from(angle.sin()), f64::from(angle.cos()));
    let k = 1.0 + f64::from(stretch);
    let turn = Homography([c * k, -s / k, 0.0, s * k, c / k, 0.0, 0.0, 0.0, 1.0]);
    let map = turn.after(&perspective).after(&centre);

    let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| map.apply(Point::new(x, y)));
    let fold = |f: fn(f32, f32) -> f32, of: fn(&Point) -> f32| {
        corners.iter().map(of).fold(of(&corners[0]), f)
    };
    let (left, right) = (fold(f32::min, |p| p.x), fold(f32::max, |p| p.x));
    let (top, bottom) = (fold(f32::min, |p| p.y), fold(f32::max, |p| p.y));
    let zoom = if photo {
        rng.random_range(plan.zoom.0..=plan.zoom.1)
    } else {
        // A scanner's bed ends with the page or cuts a little off.
        rng.random_range(1.0..1.03)
    };
    let (fw, fh) = (
        (right - left) / zoom * plan.scale,
        (bottom - top) / zoom * plan.scale,
    );
    // The frame keeps the scene's own extent for small turns so that scans have no wedges of table.
    let (fw, fh) = if photo || turns % 2 == 1 {
        (fw, fh)
    } else {
        (w * plan.scale / zoom, h * plan.scale / zoom)
    };
    let drift = if photo { 0.06 } else { 0.005 };
    let scale = f64::from(plan.scale);
    let middle = (
        (left + right) / 2.0 * plan.scale,
        (top + bottom) / 2.0 * plan.scale,
    );
    let dx = fw / 2.0 - middle.0 + gauss(rng, drift) * fw;
    let dy = fh / 2.0 - middle.1 + gauss(rng, drift) * fh;
    let enlarge = Homography([scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, 1.0]);
    let forward = translation(dx, dy).after(&enlarge).after(&map);
    let size = |v: f32| (v.round() as usize).clamp(16, 8000);
    (forward, (size(fw), size(fh)))
}

fn translation(dx: f32, dy: f32) -> Homography {
    Homography([1.0, 0.0, f64::from(dx), 0.0, 1.0, f64::from(dy), 0.0, 0.0, 1.0])
}

/// What lies around the photographed thing: a table, cloth, a dark room.
fn table(warp: &Warp, gray: bool, rng: &mut ChaCha8Rng) -> Raster {
    let (w, h) = warp.picture;
    let channels = if gray { 1 } else { 3 };
    let base: [f32; 3] = match rng.random_range(0..4) {
        0 => [120.0, 85.0, 55.0].map(|v| v + rng.random_range(-40.0..40.0)),
        1 => [rng.random_range(5.0..70.0); 3],
        2 => [rng.random_range(150.0..245.0); 3],
        _ => std::array::from_fn(|_| rng.random_range(20.0..220.0)),
    };
    let mut out = Raster::filled(w, h, channels, [0; 3]);
    let broad = Field::new(w, h, w as f32 * rng.random_range(0.2..0.6), rng);
    let grain = Field::new(w, h, rng.random_range(1.5..8.0), rng);
    let (deep, fine) = (rng.random_range(5.0..40.0), rng.random_range(0.0..14.0));
    let long = rng.random_bool(0.4);
    let (mut a, mut b) = (vec![0.0; w], vec![0.0; w]);
    for (y, row) in out.data.chunks_exact_mut(w * channels).enumerate() {
        broad.row(y, &mut a);
        // Wood: the grain runs along the rows.
        grain.row(if long { y * 4 } else { y }.min(h.saturating_sub(1)), &mut b);
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let g = if long { b[(x / 8).min(w - 1)] } else { b[x] };
            for (v, base) in p.iter_mut().zip(base) {
                *v = to_byte(base + deep * a[x] + fine * g);
            }
        }
    }
    out
}

/// Light and things in the way.
#[allow(clippy::too_many_arguments)]
fn lighting(
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
            light::colour_cast(image, [1.0, rng.random_range(0.8..1.0), rng.random_range(0.5..0.95)]);
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
                light::pixel_grid(image, rng.random_range(2.2..4.5), rng.random_range(0.05..0.3) * k);
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
                let skin = [[224, 172, 140], [196, 140, 108], [240, 196, 170], [120, 80, 58]];
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
fn lens_and_file(
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
        camera::sharpen(image, rng.random_range(0.6..1.6), rng.random_range(0.3..1.5));
    }
    if rng.random_bool(0.15) && square > 16.0 {
        note("rescale");
        let least = (13.0 / square).clamp(0.4, 0.9);
        let down = if rng.random_bool(0.1) { Resampler::Nearest } else { Resampler::random(rng) };
        let up = if rng.random_bool(0.15) { Resampler::Nearest } else { Resampler::random(rng) };
        camera::rescale(image, rng.random_range(least..0.95), down, up);
    }
    if rng.random_bool(if hard { 0.8 } else { 0.5 }) {
        note("jpeg");
        let least = if square < 18.0 { 35 } else { 15 };
        let quality = if hard { rng.random_range(least..70) } else { rng.random_range(45..=95) };
        camera::jpeg(image, quality, rng.random_bool(0.7));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::damage::warp::tests::chequered;
    use rand::SeedableRng;

    /// Shares of square centres whose shade in the damaged picture is the one drawn there.
    fn agreement(view: View, severity: Severity, medium: Medium, seeds: std::ops::Range<u64>) -> Vec<f32> {
        seeds
            .map(|seed| {
                let rng = &mut ChaCha8Rng::seed_from_u64(seed);
                let plan = Plan {
                    view,
                    severity,
                    scale: rng.random_range(0.6..1.6),
                    reach: 0.35,
                    ..Plan::default()
                };
                let made = damage(chequered(medium), &plan, rng);
                let Some(board) = made.boards.first() else {
                    return 1.0;
                };
                let gray = Raster::from_rgb(made.image.clone()).to_gray();
                let mut tones = [Vec::new(), Vec::new()];
                for k in 0..64 {
                    let (r, c) = (k / 8, k % 8);
                    let p = board.lattice[r][c].lerp(board.lattice[r + 1][c + 1], 0.5);
                    if p.x >= 0.0 && p.y >= 0.0 && p.x < gray.width as f32 && p.y < gray.height as f32 {
                        tones[(r + c) % 2].push((k, gray.pixel(p.x as usize, p.y as usize)[0]));
                    }
                }
                // Light is uneven: each square is compared with its neighbour, not with a level.
                let pairs: Vec<bool> = tones[0]
                    .iter()
                    .filter_map(|(k, light)| {
                        let (_, dark) = tones[1].iter().find(|(d, _)| d / 8 == k / 8 && d.abs_diff(*k) == 1)?;
                        Some(light > dark)
                    })
                    .collect();
                pairs.iter().filter(|&&right| right).count() as f32 / pairs.len().max(1) as f32
            })
            .collect()
    }

    #[test]
    fn clean_views_carry_the_truth_exactly() {
        for view in [View::Flat, View::Scan, View::Photo] {
            for share in agreement(view, Severity::Clean, Medium::Print, 0..40) {
                assert_eq!(share, 1.0, "{view:?}");
            }
        }
    }

    #[test]
    fn damage_leaves_boards_recognisable() {
        for medium in [Medium::Print, Medium::Screen] {
            let shares = agreement(View::Photo, Severity::Hard, medium, 100..160);
            let mean = shares.iter().sum::<f32>() / shares.len() as f32;
            assert!(mean > 0.97, "{medium:?}: {mean}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_picture() {
        let plan = Plan {
            view: View::Photo,
            severity: Severity::Hard,
            ..Plan::default()
        };
        let make = |seed| {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            damage(chequered(Medium::Screen), &plan, rng)
        };
        assert_eq!(make(3).image, make(3).image);
        assert_ne!(make(3).image, make(4).image);
    }
}
