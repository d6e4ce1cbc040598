//! Small pictures of what was read, for the HTML report.

use anyhow::Result;
use base64::{Engine, prelude::BASE64_STANDARD};
use fenlens::{
    PictureReading, Reader,
    vision::{Picture, RectifiedBoard},
};
use image::{DynamicImage, codecs::jpeg::JpegEncoder, imageops::FilterType};
use serde::{Deserialize, Serialize};

/// Largest side of a whole picture in the report, in pixels: men on the board of a full page can
/// still be told, and a report of 500 pictures stays below 20 MB.
const LARGEST: u32 = 420;

/// Quality of the JPEGs, 1 to 100: below this the edges of squares blur.
const QUALITY: u8 = 60;

/// The pictures of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// The whole picture, upright.
    pub picture: DataUri,
    /// Each board, squared up, in the order of the record: the 8×8 field as it lies in the picture.
    pub boards: Vec<DataUri>,
}

/// A JPEG written out as a `data:` address.
pub type DataUri = String;

impl Figures {
    /// Makes the pictures of what was read.
    pub fn new(reader: &Reader, picture: &Picture, reading: &PictureReading) -> Result<Self> {
        let whole = DynamicImage::from(picture.rgb().clone());
        let whole = if whole.width().max(whole.height()) > LARGEST {
            whole.resize(LARGEST, LARGEST, FilterType::Triangle)
        } else {
            whole
        };
        let board = |board| -> Result<DataUri> {
            let squared = reader.rectify_board(picture, board)?;
            jpeg(&field(&squared))
        };
        Ok(Self {
            picture: jpeg(&whole)?,
            boards: reading
                .boards
                .iter()
                .map(|b| board(&b.quad))
                .collect::<Result<_>>()?,
        })
    }
}

/// The field without its margin.
fn field(board: &RectifiedBoard) -> DynamicImage {
    let side = 8 * board.square;
    DynamicImage::from(board.image.clone()).crop_imm(board.margin, board.margin, side, side)
}

fn jpeg(image: &DynamicImage) -> Result<DataUri> {
    let mut bytes = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY))?;
    Ok(format!(
        "data:image/jpeg;base64,{}",
        BASE64_STANDARD.encode(bytes)
    ))
}
