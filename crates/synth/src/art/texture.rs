//! Board textures.

use image::RgbImage;

/// A board's surface: one picture of a whole board, or a picture for each kind of square.
#[derive(Clone, Debug)]
pub struct Texture {
    /// File name without its ending.
    pub name: String,
    whole: Option<RgbImage>,
    pair: Option<(RgbImage, RgbImage)>,
}

impl Texture {
    /// From a picture of a whole board of 8×8 squares whose top left square is light.
    pub fn whole(name: &str, picture: RgbImage) -> Texture {
        Texture {
            name: name.to_owned(),
            whole: Some(picture),
            pair: None,
        }
    }

    /// From a picture for light squares and one for dark squares.
    pub fn pair(name: &str, light: RgbImage, dark: RgbImage) -> Texture {
        Texture {
            name: name.to_owned(),
            whole: None,
            pair: Some((light, dark)),
        }
    }

    /// Colour at `u`, `v` (shares of the board, 0..1) on a light or a dark square.
    pub fn at(&self, u: f32, v: f32, light: bool) -> [u8; 3] {
        if let Some(picture) = &self.whole {
            return texel(picture, u, v);
        }
        match &self.pair {
            // Four squares a texture: the grain keeps its scale and neighbours differ.
            Some((l, d)) => texel(
                if light { l } else { d },
                (u * 2.0).fract(),
                (v * 2.0).fract(),
            ),
            None => [128; 3],
        }
    }
}

fn texel(picture: &RgbImage, u: f32, v: f32) -> [u8; 3] {
    let (w, h) = picture.dimensions();
    let x = ((u * w as f32) as u32).min(w.saturating_sub(1));
    let y = ((v * h as f32) as u32).min(h.saturating_sub(1));
    picture.get_pixel_checked(x, y).map_or([128; 3], |p| p.0)
}
