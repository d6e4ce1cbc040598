//! One FEN a board and line.

use fenlens::PictureRecord;

/// The FENs of a picture's boards.
pub fn picture(record: &PictureRecord) -> String {
    record
        .boards
        .iter()
        .map(|board| format!("{}\n", board.fen))
        .collect()
}
