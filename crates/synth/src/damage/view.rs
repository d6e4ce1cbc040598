//! Where the camera or scanner stands, and what lies around the page.

use super::noise::{Field, gauss};
use super::plan::{Plan, Severity, View};
use super::raster::{Raster, to_byte};
use super::warp::{Curl, Warp};
use crate::scene::Medium;
use fenlens_vision::{Homography, Point};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The map of the view.
pub fn view(
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
        let most = if plan.severity == Severity::Hard {
            0.176
        } else {
            0.1
        };
        rng.random_range(0.0..most)
    } else {
        0.0
    };
    let towards = rng.random_range(0.0..std::f32::consts::TAU);
    let half = w.max(h) / 2.0;
    let (px, py) = (steep * towards.cos() / half, steep * towards.sin() / half);
    let stretch = if photo {
        gauss(rng, 0.025)
    } else {
        gauss(rng, 0.004)
    };
    let angle = (tilt + 90.0 * turns as f32).to_radians();
    log.push(format!("tilt{}", tilt.round()));

    let centre = translation(-w / 2.0, -h / 2.0);
    let perspective = Homography([
        1.0,
        0.0,
        0.0,
        0.0,
        1.0,
        0.0,
        f64::from(px),
        f64::from(py),
        1.0,
    ]);
    let (s, c) = (f64::from(angle.sin()), f64::from(angle.cos()));
    let k = 1.0 + f64::from(stretch);
    let turn = Homography([c * k, -s / k, 0.0, s * k, c / k, 0.0, 0.0, 0.0, 1.0]);
    let map = turn.after(&perspective).after(&centre);

    let corners =
        [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| map.apply(Point::new(x, y)));
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
    Homography([
        1.0,
        0.0,
        f64::from(dx),
        0.0,
        1.0,
        f64::from(dy),
        0.0,
        0.0,
        1.0,
    ])
}

/// What lies around the photographed thing: a table, cloth, a dark room.
pub fn table(warp: &Warp, gray: bool, rng: &mut ChaCha8Rng) -> Raster {
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
        grain.row(
            if long { y * 4 } else { y }.min(h.saturating_sub(1)),
            &mut b,
        );
        for (x, p) in row.chunks_exact_mut(channels).enumerate() {
            let g = if long { b[(x / 8).min(w - 1)] } else { b[x] };
            for (v, base) in p.iter_mut().zip(base) {
                *v = to_byte(base + deep * a[x] + fine * g);
            }
        }
    }
    out
}
