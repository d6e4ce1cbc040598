//! Coordinates.

use std::sync::Arc;

use fenlens_fen::Color;
use fenlens_vision::Point;
use resvg::tiny_skia::Pixmap;

use super::bytes;
use crate::art::TextFont;

/// Where a coordinate is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelSide {
    /// Above the field.
    Top,
    /// Right of the field.
    Right,
    /// Below the field.
    Bottom,
    /// Left of the field.
    Left,
    /// In a square.
    Inside,
}

/// One printed coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelBox {
    /// What is printed.
    pub ch: char,
    /// Middle of its box in pixels.
    pub centre: Point,
    /// Height of its box in pixels.
    pub height: f32,
    /// Where it is printed.
    pub side: LabelSide,
}

/// Where coordinates are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelPlace {
    /// Nowhere.
    None,
    /// Beside the field; which sides: top, right, bottom, left.
    Outside([bool; 4]),
    /// In squares at the edge. Files on the bottom row, at the right or left corner; ranks on the left or the
    /// right column, at the upper corner.
    Inside {
        /// Files at the left corners of their squares instead of the right.
        files_left: bool,
        /// Ranks on the right column instead of the left.
        ranks_right: bool,
        /// At the middles of the squares' sides instead of their corners.
        middle: bool,
    },
}

/// How coordinates are printed.
#[derive(Clone, Debug)]
pub struct LabelStyle {
    /// Where.
    pub place: LabelPlace,
    /// Type.
    pub font: Arc<TextFont>,
    /// Height of a figure in squares.
    pub height: f32,
    /// Distance of the middle of outside labels from the frame, in heights.
    pub distance: f32,
    /// Whether files are capital letters.
    pub upper: bool,
    /// Colour outside; inside, the colour of the other kind of square is taken where `contrast` is set.
    pub color: [f32; 3],
    /// Whether inside labels take the other square's colour.
    pub contrast: bool,
}

impl LabelStyle {
    /// No coordinates.
    pub fn none(font: Arc<TextFont>) -> LabelStyle {
        LabelStyle {
            place: LabelPlace::None,
            font,
            height: 0.25,
            distance: 1.0,
            upper: false,
            color: [0.0; 3],
            contrast: true,
        }
    }

    /// Pixels that outside labels need beyond the frame: top, right, bottom, left.
    pub fn reach(&self, side: f32) -> [usize; 4] {
        let LabelPlace::Outside(sides) = self.place else {
            return [0; 4];
        };
        let need = (self.height_px(side) * (self.distance + 0.8)).ceil() as usize;
        sides.map(|on| if on { need } else { 0 })
    }

    fn height_px(&self, side: f32) -> f32 {
        (self.height * side).max(5.0)
    }

    /// Prints the coordinates of a field at (`x`, `y`) with a frame `frame` pixels wide; `tones` are the colours of light
    /// and dark squares. Distances of bands: where `on_band`, outside labels lie in the middle of the frame.
    #[allow(clippy::too_many_arguments)]
    pub fn draw(
        &self,
        pixmap: &mut Pixmap,
        x: f32,
        y: f32,
        side: f32,
        frame: f32,
        on_band: bool,
        bottom: Color,
        tones: ([f32; 3], [f32; 3]),
    ) -> Vec<LabelBox> {
        let mut out = Vec::new();
        let h = self.height_px(side);
        let mut print = |ch: char, cx: f32, cy: f32, height: f32, rgb: [f32; 3], at: LabelSide| {
            if let Some(height) =
                self.font
                    .draw_centred(&mut pixmap.as_mut(), ch, cx, cy, height, bytes(rgb), 255)
            {
                out.push(LabelBox {
                    ch,
                    centre: Point::new(cx, cy),
                    height,
                    side: at,
                });
            }
        };
        match self.place {
            LabelPlace::None => {}
            LabelPlace::Outside(sides) => {
                let away = if on_band {
                    frame / 2.0
                } else {
                    frame + h * self.distance
                };
                let h = if on_band { h.min(frame * 0.8) } else { h };
                let far = 8.0 * side;
                for i in 0..8 {
                    let t = (i as f32 + 0.5) * side;
                    let (file, rank) = (self.file(i, bottom), rank(i, bottom));
                    if sides[0] {
                        print(file, x + t, y - away, h, self.color, LabelSide::Top);
                    }
                    if sides[1] {
                        print(rank, x + far + away, y + t, h, self.color, LabelSide::Right);
                    }
                    if sides[2] {
                        print(
                            file,
                            x + t,
                            y + far + away,
                            h,
                            self.color,
                            LabelSide::Bottom,
                        );
                    }
                    if sides[3] {
                        print(rank, x - away, y + t, h, self.color, LabelSide::Left);
                    }
                }
            }
            LabelPlace::Inside {
                files_left,
                ranks_right,
                middle,
            } => {
                // The middle of a label lies a little more than half its height from its corner.
                let inset = h * 0.75;
                for i in 0..8usize {
                    let color = |light: bool| match (self.contrast, light) {
                        (false, _) => self.color,
                        (true, true) => tones.1,
                        (true, false) => tones.0,
                    };
                    let edge = i as f32 * side;
                    let fx = if middle {
                        edge + side / 2.0
                    } else if files_left {
                        edge + inset
                    } else {
                        edge + side - inset
                    };
                    print(
                        self.file(i, bottom),
                        x + fx,
                        y + 8.0 * side - inset,
                        h,
                        color(i % 2 == 1),
                        LabelSide::Inside,
                    );
                    let (rx, column) = if ranks_right {
                        (8.0 * side - inset, 7)
                    } else {
                        (inset, 0)
                    };
                    print(
                        rank(i, bottom),
                        x + rx,
                        y + edge + if middle { side / 2.0 } else { inset },
                        h,
                        color((i + column) % 2 == 0),
                        LabelSide::Inside,
                    );
                }
            }
        }
        out
    }

    fn file(&self, column: usize, bottom: Color) -> char {
        let at = if bottom == Color::White {
            column
        } else {
            7 - column
        };
        let first = if self.upper { b'A' } else { b'a' };
        char::from(first + at as u8)
    }
}

fn rank(row: usize, bottom: Color) -> char {
    let number = if bottom == Color::White {
        8 - row
    } else {
        row + 1
    };
    char::from(b'0' + number as u8)
}
