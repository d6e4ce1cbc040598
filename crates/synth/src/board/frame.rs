//! What surrounds the field.

use resvg::tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Transform};

use super::bytes;

/// A frame around the field. Lengths are in squares, colours straight RGB 0..=1.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// Nothing.
    None,
    /// Lines from the field outwards: distance from the field or the last line, then width.
    Lines {
        /// Distance and width of each line.
        lines: Vec<(f32, f32)>,
        /// Their colour.
        color: [f32; 3],
    },
    /// A band, as wooden boards have it; coordinates printed outside lie on it.
    Band {
        /// Its width.
        width: f32,
        /// Its colour.
        color: [f32; 3],
        /// Width and colour of the line at its outer edge.
        edge: (f32, [f32; 3]),
    },
    /// Two lines with a row of dots, diamonds or bars between.
    Ornament {
        /// Distance of the lines.
        width: f32,
        /// Colour of lines and ornaments.
        color: [f32; 3],
        /// 0 dots, 1 diamonds, 2 bars.
        shape: u8,
    },
}

/// Lines wider than this, in squares, are thick.
const THICK: f32 = 0.045;

impl Frame {
    /// A short name for reports.
    pub fn name(&self) -> &'static str {
        match self {
            Frame::None => "no-frame",
            Frame::Lines { lines, .. } if lines.len() > 1 => "double",
            Frame::Lines { lines, .. } => match lines.first() {
                Some(&(gap, _)) if gap > 0.0 => "line-apart",
                Some(&(_, width)) if width > THICK => "thick",
                _ => "thin",
            },
            Frame::Band { .. } => "band",
            Frame::Ornament { .. } => "ornament",
        }
    }

    /// How far it reaches beyond the field in pixels, at `side` pixels a square.
    pub fn reach(&self, side: f32) -> usize {
        match self {
            Frame::None => 0,
            Frame::Lines { lines, .. } => lines
                .iter()
                .map(|&(gap, width)| gap_px(gap, side) + width_px(width, side))
                .sum(),
            Frame::Band { width, edge, .. } => width_px(*width, side) + gap_px(edge.0, side),
            Frame::Ornament { width, .. } => width_px(*width, side) + 2 * width_px(0.03, side),
        }
    }

    /// Draws it around the square field at (`x`, `y`), `field` pixels a side.
    pub fn draw(&self, pixmap: &mut Pixmap, x: usize, y: usize, field: usize, side: f32) {
        match self {
            Frame::None => {}
            Frame::Lines { lines, color } => {
                let mut at = 0;
                for &(gap, width) in lines {
                    at += gap_px(gap, side);
                    let w = width_px(width, side);
                    ring(pixmap, x, y, field, at, w, *color);
                    at += w;
                }
            }
            Frame::Band { width, color, edge } => {
                let w = width_px(*width, side);
                ring(pixmap, x, y, field, 0, w, *color);
                ring(pixmap, x, y, field, w, gap_px(edge.0, side), edge.1);
            }
            Frame::Ornament {
                width,
                color,
                shape,
            } => {
                let line = width_px(0.03, side);
                let w = width_px(*width, side);
                ring(pixmap, x, y, field, 0, line, *color);
                ring(pixmap, x, y, field, line + w, line, *color);
                let mut pen = PathBuilder::new();
                let count = (field as f32 / (w as f32 * 1.5)).max(8.0) as usize;
                let step = field as f32 / count as f32;
                let (near, r) = (line as f32 + w as f32 / 2.0, w as f32 * 0.32);
                for i in 0..count {
                    let t = (i as f32 + 0.5) * step;
                    let (x, y, f) = (x as f32, y as f32, field as f32);
                    for (cx, cy) in [
                        (x + t, y - near),
                        (x + t, y + f + near),
                        (x - near, y + t),
                        (x + f + near, y + t),
                    ] {
                        match shape {
                            0 => pen.push_circle(cx, cy, r),
                            1 => {
                                pen.move_to(cx - r, cy);
                                pen.line_to(cx, cy - r);
                                pen.line_to(cx + r, cy);
                                pen.line_to(cx, cy + r);
                                pen.close();
                            }
                            _ => {
                                if let Some(bar) = Rect::from_xywh(cx - r * 0.5, cy - r, r, 2.0 * r)
                                {
                                    pen.push_rect(bar);
                                }
                            }
                        }
                    }
                }
                if let Some(path) = pen.finish() {
                    let paint = paint(*color);
                    pixmap.fill_path(
                        &path,
                        &paint,
                        FillRule::Winding,
                        Transform::identity(),
                        None,
                    );
                }
            }
        }
    }
}

fn gap_px(share: f32, side: f32) -> usize {
    (share * side).round().max(0.0) as usize
}

/// At least one pixel.
fn width_px(share: f32, side: f32) -> usize {
    gap_px(share, side).max(1)
}

fn paint(rgb: [f32; 3]) -> Paint<'static> {
    let [r, g, b] = bytes(rgb);
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(Color::from_rgba8(r, g, b, 255));
    paint
}

/// A ring `width` pixels wide, `at` pixels outside the field.
fn ring(
    pixmap: &mut Pixmap,
    x: usize,
    y: usize,
    field: usize,
    at: usize,
    width: usize,
    color: [f32; 3],
) {
    if width == 0 {
        return;
    }
    let paint = paint(color);
    let (x, y, f, a, w) = (x as f32, y as f32, field as f32, at as f32, width as f32);
    let long = f + 2.0 * (a + w);
    let bars = [
        (x - a - w, y - a - w, long, w),
        (x - a - w, y + f + a, long, w),
        (x - a - w, y - a, w, f + 2.0 * a),
        (x + f + a, y - a, w, f + 2.0 * a),
    ];
    for (x, y, w, h) in bars {
        if let Some(rect) = Rect::from_xywh(x, y, w, h) {
            pixmap.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }
}
