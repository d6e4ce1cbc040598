//! Which damage happens, how much of it, and in which order.

use super::camera::Resampler;
use super::raster::Raster;
use super::stages::{ink_and_paper, lens_and_file, lighting, washed_out};
use super::view::{table, view};
use crate::scene::{BoardTruth, Medium, Scene, SyntheticPicture};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How bad it gets. The numbers stand in files of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Nothing but the view itself and at most a mild JPEG.
    Clean = 0,
    /// What careful people produce.
    Light = 1,
    /// What arrives from phones, fax machines and old books.
    Hard = 2,
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

/// How the scene is looked at. The numbers stand in files of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// As it is: a screenshot, a page of a PDF.
    Flat = 0,
    /// On a scanner: turned a little.
    Scan = 1,
    /// By a hand-held camera: turned, in perspective, the page perhaps curled.
    Photo = 2,
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
    if let Some(curl) = warp.curl.filter(|_| rng.random_bool(0.6)) {
        log.push("spine".to_owned());
        curl.shade(&mut image, rng.random_range(0.05..0.6));
    }
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
    lighting(
        &mut picture,
        scene.medium,
        &boards,
        square,
        plan,
        rng,
        &mut log,
    );
    lens_and_file(&mut picture, &boards, square, plan, rng, &mut log);
    SyntheticPicture {
        image: picture.into_rgb(),
        boards,
        description: format!("{} {}", scene.description, log.join("+")),
    }
}

/// Mean side of a square over all boards, in pixels.
fn square_size(boards: &[BoardTruth]) -> Option<f32> {
    let sizes = boards.iter().map(BoardTruth::square_size);
    (!boards.is_empty()).then(|| sizes.sum::<f32>() / boards.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::damage::warp::tests::chequered;
    use rand::SeedableRng;

    /// Shares of square centres whose shade in the damaged picture is the one drawn there.
    fn agreement(
        view: View,
        severity: Severity,
        medium: Medium,
        seeds: std::ops::Range<u64>,
    ) -> Vec<f32> {
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
                    if p.x >= 0.0
                        && p.y >= 0.0
                        && p.x < gray.width as f32
                        && p.y < gray.height as f32
                    {
                        tones[(r + c) % 2].push((k, gray.pixel(p.x as usize, p.y as usize)[0]));
                    }
                }
                // Light is uneven: each square is compared with its neighbour, not with a level.
                let pairs: Vec<bool> = tones[0]
                    .iter()
                    .filter_map(|(k, light)| {
                        let (_, dark) = tones[1]
                            .iter()
                            .find(|(d, _)| d / 8 == k / 8 && d.abs_diff(*k) == 1)?;
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
