//! Typeset families: glyphs of chess fonts and chess symbols of text fonts.

use std::sync::Arc;

use fenlens_fen::Piece;
use resvg::tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::Cells;
use super::man::{MASTER_SIDE, Man};

/// What a chess font gives.
pub struct Typeset {
    pub men: [Arc<Man>; 12],
    pub cells: Option<Cells>,
}

/// Characters of a font's men by class (P N B R Q K p n b r q k): on light squares, on dark squares, the dark square.
struct Keys {
    light: [char; 12],
    dark: Option<([char; 12], char)>,
}

fn keys(kind: &str) -> Option<Keys> {
    let row = |text: &str| {
        let mut out = [' '; 12];
        for (slot, ch) in out.iter_mut().zip(text.chars()) {
            *slot = ch;
        }
        out
    };
    match kind {
        // The keyboard of Armando H. Marroquin's fonts and of most others of that time.
        "marroquin" => Some(Keys {
            light: row("pnbrqkomvtwl"),
            dark: Some((row("PNBRQKOMVTWL"), '+')),
        }),
        // The keyboard of the skak fonts of TeX.
        "skak" => Some(Keys {
            light: row("PNBRQKpnbrqk"),
            dark: Some((row("OMASLJomaslj"), 'Z')),
        }),
        "unicode" => Some(Keys {
            light: row("♙♘♗♖♕♔♟♞♝♜♛♚"),
            dark: None,
        }),
        _ => None,
    }
}

/// Rasterises the men of a chess font whose characters lie as `kind` says.
pub fn typeset(data: &[u8], kind: &str) -> Result<Typeset, String> {
    let keys = keys(kind).ok_or_else(|| format!("unknown kind of chess font {kind:?}"))?;
    let font = FontRef::new(data).map_err(|e| e.to_string())?;
    let outline = |ch: char| glyph_path(&font, ch).ok_or_else(|| format!("no glyph for {ch:?}"));
    let light: Vec<Path> = keys
        .light
        .iter()
        .map(|&c| outline(c))
        .collect::<Result<_, _>>()?;
    let cell = match keys.dark {
        Some((_, empty)) => outline(empty)?.bounds(),
        None => square_around(&light).ok_or("empty glyphs")?,
    };
    let mut men = Vec::with_capacity(12);
    let mut bare = Vec::with_capacity(12);
    for path in &light {
        let ink = raster(path, cell)?;
        men.push(Arc::new(fill_inside(&ink)));
        bare.push(Arc::new(ink_man(&ink)));
    }
    let men = <[Arc<Man>; 12]>::try_from(men).map_err(|_| "twelve men expected")?;
    let cells = match keys.dark {
        Some((dark_keys, empty)) => {
            let mut dark = Vec::with_capacity(12);
            for ch in dark_keys {
                dark.push(Arc::new(ink_man(&raster(&outline(ch)?, cell)?)));
            }
            Some(Cells {
                light: <[Arc<Man>; 12]>::try_from(bare).map_err(|_| "twelve men expected")?,
                dark: <[Arc<Man>; 12]>::try_from(dark).map_err(|_| "twelve men expected")?,
                empty_dark: Arc::new(ink_man(&raster(&outline(empty)?, cell)?)),
            })
        }
        None => None,
    };
    debug_assert_eq!(Piece::ALL.len(), 12);
    Ok(Typeset { men, cells })
}

/// Outline of a character in font units, y down, and `None` where the font has none or an empty one.
pub fn glyph_path(font: &FontRef, ch: char) -> Option<Path> {
    let gid = font.charmap().map(ch)?;
    let glyph = font.outline_glyphs().get(gid)?;
    let mut pen = Pen(PathBuilder::new());
    glyph
        .draw(
            DrawSettings::unhinted(Size::unscaled(), LocationRef::default()),
            &mut pen,
        )
        .ok()?;
    pen.0.finish()
}

struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, -ay, bx, -by, x, -y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

/// The smallest square around all glyphs, standing on their feet, with a twentieth of its side as margin.
fn square_around(paths: &[Path]) -> Option<Rect> {
    let mut all: Option<Rect> = None;
    for b in paths.iter().map(Path::bounds) {
        all = Some(match all {
            None => b,
            Some(a) => Rect::from_ltrb(
                a.left().min(b.left()),
                a.top().min(b.top()),
                a.right().max(b.right()),
                a.bottom().max(b.bottom()),
            )?,
        });
    }
    let a = all?;
    let side = a.width().max(a.height()) * 1.1;
    let left = (a.left() + a.right() - side) / 2.0;
    Rect::from_xywh(left, a.bottom() + side * 0.05 - side, side, side)
}

/// Ink coverage 0..=1 of a glyph in its square, [`MASTER_SIDE`] a side.
fn raster(path: &Path, cell: Rect) -> Result<Vec<f32>, String> {
    let side = MASTER_SIDE as f32;
    let mut pixmap = Pixmap::new(MASTER_SIDE as u32, MASTER_SIDE as u32).ok_or("no memory")?;
    let (sx, sy) = (side / cell.width(), side / cell.height());
    let transform = Transform::from_row(sx, 0.0, 0.0, sy, -cell.left() * sx, -cell.top() * sy);
    let paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    pixmap.fill_path(path, &paint, FillRule::Winding, transform, None);
    Ok(pixmap
        .data()
        .chunks_exact(4)
        .map(|p| f32::from(p[3]) / 255.0)
        .collect())
}

/// Black ink, nothing else.
fn ink_man(ink: &[f32]) -> Man {
    Man::from_level(
        MASTER_SIDE,
        ink.iter().map(|&a| [0.0, 0.0, 0.0, a]).collect(),
    )
}

/// Black ink, and white wherever the ink keeps the outside from coming in.
fn fill_inside(ink: &[f32]) -> Man {
    let side = MASTER_SIDE;
    let mut outside = vec![false; side * side];
    let mut stack: Vec<usize> = Vec::new();
    for i in 0..side {
        stack.extend([i, (side - 1) * side + i, i * side, i * side + side - 1]);
    }
    while let Some(i) = stack.pop() {
        if outside[i] || ink[i] > 0.5 {
            continue;
        }
        outside[i] = true;
        let (x, y) = (i % side, i / side);
        if x > 0 {
            stack.push(i - 1);
        }
        if x + 1 < side {
            stack.push(i + 1);
        }
        if y > 0 {
            stack.push(i - side);
        }
        if y + 1 < side {
            stack.push(i + side);
        }
    }
    let near_outside = |i: usize| {
        let (x, y) = (i % side, i / side);
        (x > 0 && outside[i - 1])
            || (x + 1 < side && outside[i + 1])
            || (y > 0 && outside[i - side])
            || (y + 1 < side && outside[i + side])
    };
    let level = (0..side * side)
        .map(|i| {
            if outside[i] || near_outside(i) {
                [0.0, 0.0, 0.0, ink[i]]
            } else {
                let white = 1.0 - ink[i];
                [white, white, white, 1.0]
            }
        })
        .collect();
    Man::from_level(side, level)
}
