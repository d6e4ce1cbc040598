//! Marks that programs draw on squares. Squares are in image order, colours straight RGB 0..=1 with opacity.

use resvg::tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Point,
    RadialGradient, Rect, SpreadMode, Stroke, Transform,
};

use super::bytes;

/// An arrow between the middles of two squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Where it starts.
    pub from: usize,
    /// Where it points.
    pub to: usize,
    /// Its colour.
    pub color: [f32; 4],
    /// Width of its shaft in squares.
    pub width: f32,
}

/// Lines through the middle of a square: a cross, a star.
#[derive(Clone, Debug, PartialEq)]
pub struct Star {
    /// Where.
    pub square: usize,
    /// Its colour.
    pub color: [f32; 4],
    /// Number of rays.
    pub rays: u32,
    /// Direction of the first one, radians.
    pub angle: f32,
    /// Length of a ray in squares.
    pub radius: f32,
    /// Width of a ray in squares.
    pub width: f32,
}

/// All marks of a diagram.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Tinted squares: last move, selection.
    pub tinted: Vec<(usize, [f32; 4])>,
    /// Squares with a border in this colour, and its width in squares.
    pub bordered: Vec<(usize, [f32; 4], f32)>,
    /// Dots of possible moves, with their radius in squares.
    pub dots: Vec<(usize, [f32; 4], f32)>,
    /// Rings of possible captures or circles drawn by hand, with the width of the line in squares.
    pub rings: Vec<(usize, [f32; 4], f32)>,
    /// Crosses and stars.
    pub stars: Vec<Star>,
    /// A square that glows from its middle: a king in check.
    pub glow: Option<(usize, [f32; 4])>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Whether dots, rings, crosses and stars lie over the men.
    pub over: bool,
}

impl Marks {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        *self
            == Marks {
                over: self.over,
                ..Marks::default()
            }
    }

    /// Draws what lies below the men.
    pub fn draw_below(&self, pixmap: &mut Pixmap, x: f32, y: f32, side: f32) {
        for &(square, color) in &self.tinted {
            let (left, top) = corner(square, x, y, side);
            if let Some(rect) = Rect::from_xywh(left, top, side, side) {
                pixmap.fill_rect(rect, &paint(color), Transform::identity(), None);
            }
        }
        if let Some((square, color)) = self.glow {
            let (cx, cy) = middle(square, x, y, side);
            let solid = paint_color(color);
            let mut clear = color;
            clear[3] = 0.0;
            let stops = vec![
                GradientStop::new(0.0, solid),
                GradientStop::new(0.3, solid),
                GradientStop::new(1.0, paint_color(clear)),
            ];
            let centre = Point::from_xy(cx, cy);
            let shader = RadialGradient::new(
                centre,
                0.0,
                centre,
                side * 0.7,
                stops,
                SpreadMode::Pad,
                Transform::identity(),
            );
            let (left, top) = corner(square, x, y, side);
            if let (Some(shader), Some(rect)) = (shader, Rect::from_xywh(left, top, side, side)) {
                let paint = Paint {
                    shader,
                    ..Paint::default()
                };
                pixmap.fill_rect(rect, &paint, Transform::identity(), None);
            }
        }
        for &(square, color, width) in &self.bordered {
            let (left, top) = corner(square, x, y, side);
            let w = (width * side).max(1.0);
            if let Some(rect) = Rect::from_xywh(left + w / 2.0, top + w / 2.0, side - w, side - w) {
                let stroke = Stroke {
                    width: w,
                    line_join: LineJoin::Miter,
                    ..Stroke::default()
                };
                let path = PathBuilder::from_rect(rect);
                pixmap.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
            }
        }
        if !self.over {
            self.draw_round(pixmap, x, y, side);
        }
    }

    /// Draws what lies over the men.
    pub fn draw_above(&self, pixmap: &mut Pixmap, x: f32, y: f32, side: f32) {
        if self.over {
            self.draw_round(pixmap, x, y, side);
        }
        for arrow in &self.arrows {
            let (ax, ay) = middle(arrow.from, x, y, side);
            let (bx, by) = middle(arrow.to, x, y, side);
            let (dx, dy) = (bx - ax, by - ay);
            let length = dx.hypot(dy);
            if length < 1.0 {
                continue;
            }
            let (ux, uy) = (dx / length, dy / length);
            let half = arrow.width * side / 2.0;
            // The head is twice as wide as the shaft on each side and as long as it is wide.
            let neck = (length - 3.4 * half).max(length * 0.4);
            let at = |along: f32, across: f32| {
                (ax + ux * along - uy * across, ay + uy * along + ux * across)
            };
            let start = side * 0.1;
            let outline = [
                at(start, half),
                at(neck, half),
                at(neck, 2.2 * half),
                at(length, 0.0),
                at(neck, -2.2 * half),
                at(neck, -half),
                at(start, -half),
            ];
            let mut pen = PathBuilder::new();
            pen.move_to(outline[0].0, outline[0].1);
            for (px, py) in &outline[1..] {
                pen.line_to(*px, *py);
            }
            pen.close();
            if let Some(path) = pen.finish() {
                pixmap.fill_path(
                    &path,
                    &paint(arrow.color),
                    FillRule::Winding,
                    Transform::identity(),
                    None,
                );
            }
        }
    }

    fn draw_round(&self, pixmap: &mut Pixmap, x: f32, y: f32, side: f32) {
        for star in &self.stars {
            star.draw(pixmap, x, y, side);
        }
        for &(square, color, radius) in &self.dots {
            let (cx, cy) = middle(square, x, y, side);
            if let Some(path) = PathBuilder::from_circle(cx, cy, (radius * side).max(1.0)) {
                pixmap.fill_path(
                    &path,
                    &paint(color),
                    FillRule::Winding,
                    Transform::identity(),
                    None,
                );
            }
        }
        for &(square, color, width) in &self.rings {
            let (cx, cy) = middle(square, x, y, side);
            let w = (width * side).max(1.0);
            if let Some(path) = PathBuilder::from_circle(cx, cy, side / 2.0 - w / 2.0) {
                let stroke = Stroke {
                    width: w,
                    line_cap: LineCap::Round,
                    ..Stroke::default()
                };
                pixmap.stroke_path(&path, &paint(color), &stroke, Transform::identity(), None);
            }
        }
    }
}

impl Star {
    fn draw(&self, pixmap: &mut Pixmap, x: f32, y: f32, side: f32) {
        let (cx, cy) = middle(self.square, x, y, side);
        let mut pen = PathBuilder::new();
        for ray in 0..self.rays {
            let angle = self.angle + std::f32::consts::TAU * ray as f32 / self.rays as f32;
            pen.move_to(cx, cy);
            pen.line_to(
                cx + angle.cos() * self.radius * side,
                cy + angle.sin() * self.radius * side,
            );
        }
        if let Some(path) = pen.finish() {
            let stroke = Stroke {
                width: (self.width * side).max(0.8),
                line_cap: LineCap::Round,
                ..Stroke::default()
            };
            pixmap.stroke_path(
                &path,
                &paint(self.color),
                &stroke,
                Transform::identity(),
                None,
            );
        }
    }
}

fn corner(square: usize, x: f32, y: f32, side: f32) -> (f32, f32) {
    (
        x + (square % 8) as f32 * side,
        y + (square / 8 % 8) as f32 * side,
    )
}

fn middle(square: usize, x: f32, y: f32, side: f32) -> (f32, f32) {
    let (left, top) = corner(square, x, y, side);
    (left + side / 2.0, top + side / 2.0)
}

fn paint_color(c: [f32; 4]) -> Color {
    let [r, g, b] = bytes([c[0], c[1], c[2]]);
    Color::from_rgba8(r, g, b, (c[3] * 255.0).clamp(0.0, 255.0) as u8)
}

fn paint(color: [f32; 4]) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(paint_color(color));
    paint
}
