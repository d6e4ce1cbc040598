//! What the command line takes for corners, a crop and the other fields.

use super::read::{Bytes, fake_reader};
use fenlens::{Given, ReadError, vision::Picture};
use fenlens_cli::args;
use image::{Rgb, RgbImage};

/// Any text as each argument, one a line: it is refused, or a picture is read with it.
pub fn args(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let (corners, crop) = (args::corners(next()), args::crop(next()));
    let mut given = Given::default();
    if let Ok(castling) = args::castling(next()) {
        given.fields.castling = castling;
    }
    if let Ok(p) = args::probability(next()) {
        assert!((0.0..=1.0).contains(&p));
    }
    given.fields.ep = next().parse().ok();
    given.fields.side = args::side(next()).ok();
    let picture = Picture::new(RgbImage::from_fn(72, 64, |x, y| {
        Rgb([if (x / 8 + y / 8) % 2 == 0 { 240 } else { 120 }; 3])
    }));
    let reader = fake_reader(&mut Bytes(bytes));
    if let Ok(quad) = corners {
        assert!(quad.is_convex());
        given.corners = Some(quad);
        match reader.read(&picture, &given) {
            Ok(reading) => assert_eq!(reading.boards.len(), 1),
            Err(ReadError::OutsideCorner { .. } | ReadError::Corners(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    if let Ok(crop) = crop {
        given.corners = None;
        given.crop = Some(crop);
        match reader.read(&picture, &given) {
            Ok(_) | Err(ReadError::Crop { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
