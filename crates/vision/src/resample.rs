//! Another size for a part of an image, by area averaging when it shrinks.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8, U8x3},
};
use image::{GrayImage, ImageBuffer, Luma, Pixel, Rgb, RgbImage};

/// The part `[left, top, width, height]` of `image` at `to_width`×`to_height`. `None` when the
/// resizer refuses the sizes.
pub(crate) fn rgb(
    image: &RgbImage,
    part: [f64; 4],
    to_width: u32,
    to_height: u32,
    filter: FilterType,
) -> Option<RgbImage> {
    resize::<Rgb<u8>, U8x3>(image, part, to_width, to_height, filter)
}

/// The same for a gray image.
pub(crate) fn gray(
    image: &GrayImage,
    part: [f64; 4],
    to_width: u32,
    to_height: u32,
    filter: FilterType,
) -> Option<GrayImage> {
    resize::<Luma<u8>, U8>(image, part, to_width, to_height, filter)
}

/// Named by pixel type, so that only these two of the resizer's many kernels are linked.
fn resize<P: Pixel<Subpixel = u8>, T: PixelTrait>(
    image: &ImageBuffer<P, Vec<u8>>,
    [left, top, width, height]: [f64; 4],
    to_width: u32,
    to_height: u32,
    filter: FilterType,
) -> Option<ImageBuffer<P, Vec<u8>>> {
    let (w, h) = image.dimensions();
    let source = TypedImageRef::<T>::from_buffer(w, h, image.as_raw()).ok()?;
    let mut resized = ImageBuffer::new(to_width, to_height);
    let mut target = TypedImage::<T>::from_buffer(to_width, to_height, &mut resized).ok()?;
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(filter))
        .crop(left, top, width, height);
    Resizer::new()
        .resize_typed(&source, &mut target, &options)
        .ok()?;
    Some(resized)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_averaged_to_its_new_size() {
        // Four quarters, the last one striped.
        let image = GrayImage::from_fn(16, 16, |x, y| {
            Luma([match (x < 8, y < 8) {
                (true, true) => 0,
                (false, true) => 80,
                (true, false) => 160,
                (false, false) => 255 * (x % 2) as u8,
            }])
        });
        let shrunk = |part| {
            gray(&image, part, 2, 2, FilterType::Box)
                .unwrap()
                .into_raw()
        };
        assert_eq!(shrunk([0.0, 0.0, 16.0, 16.0]), [0, 80, 160, 128]);
        assert_eq!(shrunk([8.0, 0.0, 8.0, 8.0]), [80; 4]);
        assert_eq!(shrunk([0.0, 8.0, 8.0, 8.0]), [160; 4]);
        assert!(gray(&image, [8.0, 8.0, 16.0, 8.0], 2, 2, FilterType::Box).is_none());
    }
}
