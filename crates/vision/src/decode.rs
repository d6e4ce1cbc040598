//! Bytes to an upright [`Picture`], within limits.

mod jpeg;
mod timed;

use crate::Picture;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage,
    error::LimitErrorKind,
};
use std::time::{Duration, Instant};
use timed::Timed;

/// What a decoder may use up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecodeLimits {
    /// Largest width and height in pixels. Default 20,000: a 600 dpi scan of A3 has 9,900.
    pub max_side: u32,
    /// Largest number of pixels. Default 100 million, a 100-megapixel camera.
    pub max_pixels: u64,
    /// Memory a decoder may allocate, in bytes. Default 512 MiB.
    pub max_alloc: u64,
    /// Time that decoding may take. Default 20 seconds: the other limits keep it below one or two, so
    /// this is only met on a machine that is far too busy or by a file that nobody has thought of.
    pub max_time: Duration,
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self {
            max_side: 20_000,
            max_pixels: 100_000_000,
            max_alloc: 512 << 20,
            max_time: Duration::from_secs(20),
        }
    }
}

/// Scans of a JPEG of the largest size; smaller ones may have more. Progressive files have about
/// ten; a file may have thousands, each of a few bytes that cost as much time as a whole picture.
const MOST_SCANS: u64 = 16;

/// The formats that are read, as messages name them.
pub const ACCEPTED: &str = "PNG, JPEG, WebP, GIF, BMP or TIFF";

/// Why bytes did not become a picture.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// No bytes at all.
    #[error("the file is empty (0 bytes); a picture in {ACCEPTED} is needed")]
    Empty,
    /// The bytes are of a known kind that is not read.
    #[error("this is {found}, which is not read; save it as {ACCEPTED}")]
    Unsupported {
        /// The kind found, such as "a PDF document".
        found: &'static str,
    },
    /// The bytes are of no known kind of picture.
    #[error("no picture: the file begins with {head}; {ACCEPTED} is needed")]
    Unknown {
        /// The first bytes, printed as text or hexadecimal digits.
        head: String,
    },
    /// The picture is larger than the limits allow.
    #[error(
        "the picture has {width}×{height} pixels; at most {max_side} a side and {max_pixels} in all \
         are read; shrink it or raise the limit"
    )]
    TooLarge {
        /// Width found, in pixels.
        width: u32,
        /// Height found, in pixels.
        height: u32,
        /// Accepted side, in pixels.
        max_side: u32,
        /// Accepted number of pixels.
        max_pixels: u64,
    },
    /// Decoding would take more memory than allowed.
    #[error(
        "decoding this {format} would take more than {max_alloc} bytes; shrink it or raise the limit"
    )]
    Memory {
        /// Format found.
        format: &'static str,
        /// Accepted number of bytes.
        max_alloc: u64,
    },
    /// The picture is coded in more passes than pictures of its size have.
    #[error(
        "the JPEG has {scans} scans of {width}×{height} pixels, which would take too long; save it \
         anew or raise the limit"
    )]
    Scans {
        /// Number of scans found.
        scans: u64,
        /// Width found, in pixels.
        width: u32,
        /// Height found, in pixels.
        height: u32,
    },
    /// Decoding took longer than allowed.
    #[error("decoding this {format} took more than {} seconds; save it anew or raise the limit", max_time.as_secs())]
    Slow {
        /// Format found.
        format: &'static str,
        /// Accepted time.
        max_time: Duration,
    },
    /// The picture is damaged, cut off, or of a variant the decoder does not know.
    #[error(
        "the {format} is damaged, cut off or of an unusual kind ({reason}); save it anew as PNG or JPEG"
    )]
    Damaged {
        /// Format found.
        format: &'static str,
        /// The decoder's own words.
        reason: String,
    },
}

/// Decodes a picture: any of [`ACCEPTED`], 8 or 16 bits, palette, gray, CMYK, with alpha (laid on
/// white), the first frame of an animation; turned upright by its EXIF orientation.
///
/// # Errors
/// [`DecodeError`] says what was found and what is accepted.
pub fn decode(bytes: &[u8], limits: &DecodeLimits) -> Result<Picture, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty);
    }
    let format = image::guess_format(bytes).map_err(|_| unknown(bytes))?;
    let name = format_name(format).ok_or_else(|| unknown(bytes))?;
    let coding = match format {
        ImageFormat::Jpeg => Some(jpeg::coding(bytes).ok_or(DecodeError::Damaged {
            format: name,
            reason: "it ends before its end marker".into(),
        })?),
        _ => None,
    };
    let end = Instant::now().checked_add(limits.max_time);
    let fail = |e| classify_error(e, name, limits, end);

    let mut reader = ImageReader::with_format(Timed::new(bytes, end), format);
    let mut allowed = Limits::default();
    allowed.max_alloc = Some(limits.max_alloc);
    reader.limits(allowed);
    let mut decoder = reader.into_decoder().map_err(fail)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(DecodeError::Damaged {
            format: name,
            reason: format!("{width}×{height} pixels"),
        });
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > limits.max_side || pixels > limits.max_pixels {
        return Err(DecodeError::TooLarge {
            width,
            height,
            max_side: limits.max_side,
            max_pixels: limits.max_pixels,
        });
    }
    let mut bytes_taken = decoder.total_bytes();
    if let Some(coding) = coding {
        if pixels.saturating_mul(coding.scans) > limits.max_pixels.saturating_mul(MOST_SCANS) {
            let scans = coding.scans;
            return Err(DecodeError::Scans {
                scans,
                width,
                height,
            });
        }
        if coding.progressive {
            // All coefficients are kept, two bytes each.
            bytes_taken = bytes_taken.saturating_mul(3);
        }
    }
    if bytes_taken > limits.max_alloc {
        return Err(DecodeError::Memory {
            format: name,
            max_alloc: limits.max_alloc,
        });
    }
    let orientation = decoder.orientation().map_err(fail)?;
    let image = DynamicImage::from_decoder(decoder).map_err(fail)?;
    let mut image = DynamicImage::from(on_white(image));
    image.apply_orientation(orientation);
    Ok(Picture::new(image.into_rgb8()))
}

/// RGB at 8 bits; what is transparent shows white paper.
fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let rgba = image.into_rgba8();
    let (width, height) = rgba.dimensions();
    let mut raw = rgba.into_raw();
    // In place: of a large picture there is no room for two.
    for k in 0..raw.len() / 4 {
        let a = u32::from(raw[4 * k + 3]);
        for c in 0..3 {
            let v = u32::from(raw[4 * k + c]);
            raw[3 * k + c] = ((v * a + 255 * (255 - a) + 127) / 255) as u8;
        }
    }
    raw.truncate(raw.len() / 4 * 3);
    RgbImage::from_raw(width, height, raw).unwrap_or_default()
}

fn format_name(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::WebP => "WebP",
        ImageFormat::Gif => "GIF",
        ImageFormat::Bmp => "BMP",
        ImageFormat::Tiff => "TIFF",
        _ => return None,
    })
}

/// The error for bytes that no decoder takes, by their well-known signatures where they have one.
fn unknown(bytes: &[u8]) -> DecodeError {
    let brand = bytes.get(4..12).unwrap_or_default();
    let found = if bytes.starts_with(b"%PDF") {
        "a PDF document"
    } else if brand.starts_with(b"ftyphe") || brand.starts_with(b"ftypmif1") {
        "a HEIC picture"
    } else if brand.starts_with(b"ftypavi") {
        "an AVIF picture"
    } else if bytes.starts_with(&[0xff, 0x0a]) || brand.starts_with(b"JXL ") {
        "a JPEG XL picture"
    } else if bytes.starts_with(b"PK\x03\x04") {
        "a ZIP archive"
    } else if bytes.starts_with(b"<svg") || bytes.starts_with(b"<?xml") {
        "an SVG or XML document"
    } else {
        let start = &bytes[..bytes.len().min(8)];
        let head = if start.iter().all(|b| b.is_ascii_graphic() || *b == b' ') {
            format!("{:?}", String::from_utf8_lossy(start))
        } else {
            let hex: Vec<String> = start.iter().map(|b| format!("{b:02x}")).collect();
            format!("the bytes {}", hex.join(" "))
        };
        return DecodeError::Unknown { head };
    };
    DecodeError::Unsupported { found }
}

fn classify_error(
    error: ImageError,
    format: &'static str,
    limits: &DecodeLimits,
    end: Option<Instant>,
) -> DecodeError {
    match error {
        _ if timed::is_over(end) => DecodeError::Slow {
            format,
            max_time: limits.max_time,
        },
        ImageError::Limits(e) if matches!(e.kind(), LimitErrorKind::InsufficientMemory) => {
            DecodeError::Memory {
                format,
                max_alloc: limits.max_alloc,
            }
        }
        other => DecodeError::Damaged {
            format,
            reason: other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageEncoder, Rgb, Rgba, RgbaImage, codecs::png::PngEncoder};
    use std::io::Cursor;

    fn png(image: &RgbaImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        PngEncoder::new(&mut bytes)
            .write_image(
                image,
                image.width(),
                image.height(),
                image::ExtendedColorType::Rgba8,
            )
            .unwrap();
        bytes
    }

    #[test]
    fn transparent_pixels_show_white() {
        let image = RgbaImage::from_fn(4, 4, |x, _| Rgba([0, 0, 0, if x < 2 { 0 } else { 255 }]));
        let picture = decode(&png(&image), &DecodeLimits::default()).unwrap();
        assert_eq!(picture.rgb().get_pixel(0, 0).0, [255; 3]);
        assert_eq!(picture.rgb().get_pixel(3, 3).0, [0; 3]);
    }

    #[test]
    fn every_cut_of_a_file_is_an_error_or_a_picture() {
        let bytes = png(&RgbaImage::from_pixel(9, 7, Rgba([1, 2, 3, 255])));
        for end in 0..bytes.len() {
            let _ = decode(&bytes[..end], &DecodeLimits::default());
        }
        assert!(decode(&bytes[..40], &DecodeLimits::default()).is_err());
    }

    #[test]
    fn a_jpeg_cut_anywhere_is_an_error() {
        let mut bytes = Vec::new();
        RgbImage::from_fn(64, 64, |x, y| {
            Rgb([(x * 4) as u8, (y * 4) as u8, (x ^ y) as u8])
        })
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg)
        .unwrap();
        assert!(decode(&bytes, &DecodeLimits::default()).is_ok());
        for end in 0..bytes.len() - 1 {
            assert!(
                decode(&bytes[..end], &DecodeLimits::default()).is_err(),
                "{end}"
            );
        }
    }

    #[test]
    fn errors_name_what_was_found() {
        let message = |bytes: &[u8]| {
            decode(bytes, &DecodeLimits::default())
                .unwrap_err()
                .to_string()
        };
        assert!(message(b"").contains("empty"));
        assert!(message(b"%PDF-1.7 ...").contains("a PDF document"));
        assert!(message(b"hello world").contains("\"hello wo\""));
        assert!(message(&[0, 1, 2, 3]).contains("00 01 02 03"));
        assert!(message(b"\0\0\0\x18ftypheic").contains("HEIC"));
    }

    #[test]
    fn a_picture_over_the_limits_is_refused_before_decoding() {
        let limits = DecodeLimits {
            max_side: 8,
            ..DecodeLimits::default()
        };
        let bytes = png(&RgbaImage::new(9, 7));
        assert!(matches!(
            decode(&bytes, &limits),
            Err(DecodeError::TooLarge {
                width: 9,
                height: 7,
                ..
            })
        ));
    }
}
