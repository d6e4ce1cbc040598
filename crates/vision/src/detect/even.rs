//! Evens out light and contrast of a small picture, for boards in the dark or under stripes of
//! light.

use image::RgbImage;

/// Parts along each side whose darkest and lightest gray are taken.
const PARTS: usize = 8;

/// Shares of a part's pixels that are darker than its dark end and its light end.
const ENDS: (f32, f32) = (0.03, 0.97);

/// Least range between them in gray levels: below, it is noise that would be stretched.
const LEAST_RANGE: f32 = 14.0;

/// Stretches each place's range of gray to the full one; all three channels alike.
pub(super) fn even_out(image: &mut RgbImage) {
    let (w, h) = (image.width() as usize, image.height() as usize);
    if w < PARTS || h < PARTS {
        return;
    }
    let mut histograms = vec![[0u32; 256]; PARTS * PARTS];
    for (x, y, p) in image.enumerate_pixels() {
        let part = (y as usize * PARTS / h) * PARTS + x as usize * PARTS / w;
        let gray = (u32::from(p.0[0]) + 2 * u32::from(p.0[1]) + u32::from(p.0[2])) / 4;
        histograms[part][gray as usize] += 1;
    }
    let level = |histogram: &[u32; 256], share: f32| {
        let total: u32 = histogram.iter().sum();
        let mut seen = 0;
        histogram
            .iter()
            .position(|&n| {
                seen += n;
                seen as f32 > share * total as f32
            })
            .unwrap_or(255) as f32
    };
    let ends: Vec<(f32, f32)> = histograms
        .iter()
        .map(|h| (level(h, ENDS.0), level(h, ENDS.1)))
        .collect();
    // A part's neighbours count too: a part inside one square has no range of its own.
    let around = |k: usize| {
        let (x, y) = ((k % PARTS) as isize, (k / PARTS) as isize);
        let inside = |v: isize| (0..PARTS as isize).contains(&v);
        (0..9)
            .map(|d| (x + d % 3 - 1, y + d / 3 - 1))
            .filter(|&(x, y)| inside(x) && inside(y))
            .map(|(x, y)| ends[y as usize * PARTS + x as usize])
            .fold((f32::MAX, f32::MIN), |(a, b), (low, high)| {
                (a.min(low), b.max(high))
            })
    };
    let ends: Vec<(f32, f32)> = (0..PARTS * PARTS).map(around).collect();
    // Between the parts' middles, linearly.
    let place = |v: usize, n: usize| {
        let t = ((v as f32 + 0.5) * PARTS as f32 / n as f32 - 0.5).clamp(0.0, PARTS as f32 - 1.0);
        let i = (t as usize).min(PARTS - 2);
        (i, t - i as f32)
    };
    let columns: Vec<(usize, f32)> = (0..w).map(|x| place(x, w)).collect();
    for y in 0..h {
        let (j, v) = place(y, h);
        for (x, &(i, u)) in columns.iter().enumerate() {
            let mix = |f: fn(&(f32, f32)) -> f32| {
                let at = |i: usize, j: usize| f(&ends[j * PARTS + i]);
                let top = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
                let bottom = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
                top + (bottom - top) * v
            };
            let (low, high) = (mix(|e| e.0), mix(|e| e.1));
            let gain = 255.0 / (high - low).max(LEAST_RANGE);
            let p = image.get_pixel_mut(x as u32, y as u32);
            p.0 =
                p.0.map(|c| ((f32::from(c) - low) * gain).clamp(0.0, 255.0) as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_dark_half_gets_the_contrast_of_a_light_one() {
        let mut image = RgbImage::from_fn(320, 320, |x, y| {
            let light = (x / 10 + y / 10) % 2 == 0;
            let shade = if x < 160 { 1.0 } else { 0.15 };
            Rgb([(if light { 240.0 } else { 100.0 } * shade) as u8; 3])
        });
        even_out(&mut image);
        let at = |x: u32, y: u32| f32::from(image.get_pixel(x, y).0[0]);
        assert!(at(305, 5) - at(315, 5) > 200.0);
        assert!(at(5, 5) - at(15, 5) > 200.0);
    }

    #[test]
    fn even_paper_stays_even() {
        let mut image = RgbImage::from_fn(100, 100, |x, y| Rgb([200 + ((x ^ y) & 1) as u8; 3]));
        even_out(&mut image);
        let (low, high) = image
            .pixels()
            .fold((255, 0), |(a, b), p| (p.0[0].min(a), p.0[0].max(b)));
        assert!(high - low < 40, "{low} {high}");
    }
}
