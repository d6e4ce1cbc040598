//! Decoding.

use fenlens::vision::{DecodeLimits, decode as decoded};

/// Any bytes: an error that says something, or a picture within the limits.
pub fn decode(bytes: &[u8]) {
    let limits = DecodeLimits {
        max_side: 4_000,
        max_pixels: 1 << 20,
        max_alloc: 16 << 20,
        ..DecodeLimits::default()
    };
    match decoded(bytes, &limits) {
        Ok(picture) => {
            let (width, height) = (picture.width(), picture.height());
            assert!(width > 0 && height > 0 && width.max(height) <= limits.max_side);
            assert!(u64::from(width) * u64::from(height) <= limits.max_pixels);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
