//! Fonts for coordinates and other text.

use std::collections::HashMap;

use resvg::tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapMut, Stroke, Transform,
};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

use super::font::glyph_path;

/// Characters taken from a font: ASCII, the Latin letters of Europe, Cyrillic, and marks of print.
fn wanted() -> impl Iterator<Item = char> {
    (' '..='~')
        .chain('\u{a1}'..='\u{17f}')
        .chain('\u{410}'..='\u{44f}')
        .chain("Ёё–—‘’“”„…№•".chars())
}

/// The characters of a font that texts are made of, as outlines.
#[derive(Clone, Debug)]
pub struct TextFont {
    /// File name without its ending, or `builtin`.
    pub name: String,
    /// Outline in ems (y down, baseline at 0; `None` for a blank) and advance in ems.
    glyphs: HashMap<char, (Option<Path>, f32)>,
    /// Height of capitals and figures in ems.
    cap: f32,
}

impl TextFont {
    /// From the bytes of a TrueType or OpenType font.
    pub fn new(name: &str, data: Vec<u8>) -> Result<TextFont, String> {
        let font = FontRef::new(&data).map_err(|e| e.to_string())?;
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let upem = f32::from(
            font.metrics(Size::unscaled(), LocationRef::default())
                .units_per_em,
        )
        .max(1.0);
        let scale = Transform::from_scale(1.0 / upem, 1.0 / upem);
        let mut glyphs = HashMap::new();
        for ch in wanted() {
            if let Some(gid) = font.charmap().map(ch) {
                let path = glyph_path(&font, ch).and_then(|p| p.transform(scale));
                glyphs.insert(
                    ch,
                    (
                        path,
                        metrics.advance_width(gid).unwrap_or(upem / 2.0) / upem,
                    ),
                );
            }
        }
        let cap = glyphs
            .get(&'1')
            .and_then(|g| g.0.as_ref())
            .map(|p| -p.bounds().top())
            .ok_or("no figure 1")?;
        Ok(TextFont {
            name: name.to_owned(),
            glyphs,
            cap: cap.max(0.1),
        })
    }

    /// A plain line font drawn for this project: a–h, A–H, 1–8.
    pub fn builtin() -> TextFont {
        let mut glyphs = HashMap::from([(' ', (None, 0.3))]);
        for (ch, strokes) in STROKES {
            let mut pen = PathBuilder::new();
            for stroke in *strokes {
                for (i, (x, y)) in stroke.iter().enumerate() {
                    let (x, y) = (x * 0.1, -y * 0.1);
                    if i == 0 {
                        pen.move_to(x, y)
                    } else {
                        pen.line_to(x, y)
                    }
                }
            }
            let line = Stroke {
                width: 0.09,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            let path = pen.finish().and_then(|p| p.stroke(&line, 64.0));
            glyphs.insert(*ch, (path, 0.62));
        }
        TextFont {
            name: "builtin".to_owned(),
            glyphs,
            cap: 0.75,
        }
    }

    /// Whether the font has a character.
    pub fn has(&self, ch: char) -> bool {
        self.glyphs.contains_key(&ch)
    }

    /// Height of small letters without ascender in ems.
    pub fn x_height(&self) -> f32 {
        let x = self.glyphs.get(&'x').and_then(|g| g.0.as_ref());
        x.map_or(0.5, |p| -p.bounds().top())
    }

    /// Width of `text` in pixels at `em` pixels an em; characters the font lacks count as nothing.
    pub fn width(&self, text: &str, em: f32) -> f32 {
        text.chars()
            .filter_map(|c| self.glyphs.get(&c))
            .map(|g| g.1 * em)
            .sum()
    }

    /// Draws `text` from `x` on the baseline `y` (pixels), `em` pixels an em; returns where it ends.
    #[allow(clippy::too_many_arguments)]
    pub fn draw(
        &self,
        pixmap: &mut PixmapMut,
        text: &str,
        x: f32,
        y: f32,
        em: f32,
        rgb: [u8; 3],
        alpha: u8,
    ) -> f32 {
        let mut at = x;
        for ch in text.chars() {
            let Some((path, advance)) = self.glyphs.get(&ch) else {
                continue;
            };
            if let Some(path) = path {
                fill(
                    pixmap,
                    path,
                    Transform::from_row(em, 0.0, 0.0, em, at, y),
                    rgb,
                    alpha,
                );
            }
            at += advance * em;
        }
        at
    }

    /// Draws one character with its box centred on (`cx`, `cy`), figures `height` pixels high. Returns the height of this
    /// character's box in pixels, or `None` if the font lacks it.
    #[allow(clippy::too_many_arguments)]
    pub fn draw_centred(
        &self,
        pixmap: &mut PixmapMut,
        ch: char,
        cx: f32,
        cy: f32,
        height: f32,
        rgb: [u8; 3],
        alpha: u8,
    ) -> Option<f32> {
        let path = self.glyphs.get(&ch)?.0.as_ref()?;
        let em = height / self.cap;
        let b = path.bounds();
        let (mx, my) = ((b.left() + b.right()) / 2.0, (b.top() + b.bottom()) / 2.0);
        fill(
            pixmap,
            path,
            Transform::from_row(em, 0.0, 0.0, em, cx - mx * em, cy - my * em),
            rgb,
            alpha,
        );
        Some(b.height() * em)
    }

    /// The ink of one character (0..=1, row-major) in the middle of a square with room for it, its box
    /// `height` pixels high, and the square's side; `None` if the font lacks it.
    pub fn coverage(&self, ch: char, height: f32) -> Option<(usize, Vec<f32>)> {
        let b = self.glyphs.get(&ch)?.0.as_ref()?.bounds();
        let scale = height / b.height().max(1e-3);
        let side = (b.width().max(b.height()) * scale).ceil().min(4096.0) as u32 + 4;
        let mut pixmap = Pixmap::new(side, side)?;
        let middle = side as f32 / 2.0;
        self.draw_centred(
            &mut pixmap.as_mut(),
            ch,
            middle,
            middle,
            scale * self.cap,
            [0; 3],
            255,
        )?;
        let ink = pixmap.pixels().iter().map(|p| f32::from(p.alpha()) / 255.0);
        Some((side as usize, ink.collect()))
    }
}

fn fill(pixmap: &mut PixmapMut, path: &Path, transform: Transform, rgb: [u8; 3], alpha: u8) {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color_rgba8(rgb[0], rgb[1], rgb[2], alpha);
    pixmap.fill_path(path, &paint, FillRule::Winding, transform, None);
}

type Strokes = &'static [&'static [(f32, f32)]];

/// Lines of each character in tenths of an em, y up from the baseline.
const STROKES: &[(char, Strokes)] = &[
    (
        '1',
        &[
            &[(1.5, 5.5), (3.0, 7.0), (3.0, 0.5)],
            &[(1.5, 0.5), (4.5, 0.5)],
        ],
    ),
    (
        '2',
        &[&[
            (1.0, 5.5),
            (1.8, 6.8),
            (3.8, 6.8),
            (4.7, 5.6),
            (4.4, 4.2),
            (1.0, 0.5),
            (4.8, 0.5),
        ]],
    ),
    (
        '3',
        &[&[
            (1.0, 6.9),
            (4.6, 6.9),
            (2.6, 4.2),
            (4.2, 3.8),
            (4.9, 2.4),
            (4.0, 0.8),
            (2.2, 0.4),
            (0.9, 1.2),
        ]],
    ),
    ('4', &[&[(4.0, 0.4), (4.0, 7.0), (0.8, 2.2), (5.0, 2.2)]]),
    (
        '5',
        &[&[
            (4.6, 7.0),
            (1.5, 7.0),
            (1.2, 4.0),
            (3.0, 4.4),
            (4.6, 3.4),
            (4.7, 1.8),
            (3.4, 0.4),
            (1.0, 0.8),
        ]],
    ),
    (
        '6',
        &[&[
            (4.2, 6.9),
            (2.6, 6.2),
            (1.2, 4.0),
            (1.0, 2.2),
            (1.9, 0.6),
            (3.8, 0.5),
            (4.8, 1.8),
            (4.6, 3.4),
            (3.2, 4.2),
            (1.6, 3.6),
            (1.0, 2.4),
        ]],
    ),
    ('7', &[&[(0.9, 7.0), (4.8, 7.0), (2.2, 0.4)]]),
    (
        '8',
        &[&[
            (2.9, 3.9),
            (1.5, 4.8),
            (1.5, 6.3),
            (2.9, 7.1),
            (4.3, 6.3),
            (4.3, 4.8),
            (2.9, 3.9),
            (1.1, 2.9),
            (1.0, 1.3),
            (2.9, 0.4),
            (4.8, 1.3),
            (4.7, 2.9),
            (2.9, 3.9),
        ]],
    ),
    (
        'a',
        &[
            &[(4.3, 5.0), (4.3, 0.4)],
            &[
                (4.3, 3.9),
                (3.2, 4.9),
                (1.9, 4.7),
                (1.0, 3.4),
                (1.0, 1.9),
                (1.9, 0.6),
                (3.2, 0.5),
                (4.3, 1.5),
            ],
        ],
    ),
    (
        'b',
        &[
            &[(1.2, 7.2), (1.2, 0.4)],
            &[
                (1.2, 3.8),
                (2.3, 4.9),
                (3.7, 4.7),
                (4.6, 3.4),
                (4.6, 1.9),
                (3.7, 0.6),
                (2.3, 0.5),
                (1.2, 1.5),
            ],
        ],
    ),
    (
        'c',
        &[&[
            (4.4, 4.1),
            (3.2, 4.9),
            (1.9, 4.7),
            (1.0, 3.4),
            (1.0, 1.9),
            (1.9, 0.6),
            (3.2, 0.5),
            (4.4, 1.3),
        ]],
    ),
    (
        'd',
        &[
            &[(4.4, 7.2), (4.4, 0.4)],
            &[
                (4.4, 3.9),
                (3.2, 4.9),
                (1.9, 4.7),
                (1.0, 3.4),
                (1.0, 1.9),
                (1.9, 0.6),
                (3.2, 0.5),
                (4.4, 1.5),
            ],
        ],
    ),
    (
        'e',
        &[&[
            (1.0, 2.8),
            (4.6, 2.8),
            (4.4, 4.0),
            (3.2, 4.9),
            (1.9, 4.7),
            (1.0, 3.3),
            (1.1, 1.6),
            (2.2, 0.5),
            (4.3, 1.0),
        ]],
    ),
    (
        'f',
        &[
            &[(4.2, 7.0), (3.2, 7.1), (2.4, 6.2), (2.4, 0.4)],
            &[(1.0, 4.7), (4.0, 4.7)],
        ],
    ),
    (
        'g',
        &[
            &[(4.3, 5.0), (4.3, -0.6), (3.3, -1.8), (1.4, -1.6)],
            &[
                (4.3, 3.9),
                (3.2, 4.9),
                (1.9, 4.7),
                (1.0, 3.4),
                (1.0, 1.9),
                (1.9, 0.6),
                (3.2, 0.5),
                (4.3, 1.5),
            ],
        ],
    ),
    (
        'h',
        &[
            &[(1.2, 7.2), (1.2, 0.4)],
            &[(1.2, 3.6), (2.4, 4.8), (3.6, 4.8), (4.4, 3.8), (4.4, 0.4)],
        ],
    ),
    (
        'A',
        &[
            &[(0.6, 0.4), (2.9, 7.1), (5.2, 0.4)],
            &[(1.4, 2.6), (4.4, 2.6)],
        ],
    ),
    (
        'B',
        &[
            &[
                (1.0, 0.4),
                (1.0, 7.1),
                (3.4, 7.1),
                (4.5, 6.2),
                (4.4, 4.7),
                (3.2, 3.9),
                (1.0, 3.9),
            ],
            &[(3.2, 3.9), (4.7, 3.0), (4.8, 1.5), (3.6, 0.4), (1.0, 0.4)],
        ],
    ),
    (
        'C',
        &[&[
            (5.0, 5.9),
            (3.8, 7.0),
            (2.3, 7.0),
            (1.0, 5.5),
            (0.8, 3.7),
            (1.1, 1.8),
            (2.3, 0.5),
            (3.9, 0.5),
            (5.0, 1.6),
        ]],
    ),
    (
        'D',
        &[&[
            (1.0, 0.4),
            (1.0, 7.1),
            (3.0, 7.1),
            (4.7, 5.6),
            (5.0, 3.8),
            (4.7, 1.9),
            (3.0, 0.4),
            (1.0, 0.4),
        ]],
    ),
    (
        'E',
        &[
            &[(4.7, 7.1), (1.0, 7.1), (1.0, 0.4), (4.8, 0.4)],
            &[(1.0, 3.9), (4.2, 3.9)],
        ],
    ),
    (
        'F',
        &[
            &[(4.7, 7.1), (1.0, 7.1), (1.0, 0.4)],
            &[(1.0, 3.9), (4.2, 3.9)],
        ],
    ),
    (
        'G',
        &[&[
            (4.9, 5.9),
            (3.8, 7.0),
            (2.3, 7.0),
            (1.0, 5.5),
            (0.8, 3.7),
            (1.1, 1.8),
            (2.3, 0.5),
            (3.9, 0.5),
            (5.0, 1.5),
            (5.0, 3.4),
            (3.2, 3.4),
        ]],
    ),
    (
        'H',
        &[
            &[(1.0, 7.1), (1.0, 0.4)],
            &[(4.8, 7.1), (4.8, 0.4)],
            &[(1.0, 3.9), (4.8, 3.9)],
        ],
    ),
];
