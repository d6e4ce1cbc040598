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
