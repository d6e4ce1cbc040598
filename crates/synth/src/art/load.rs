//! Reads a library's folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fenlens_fen::Piece;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::man::{MASTER_SIDE, Man};
use super::{ArtError, ArtLibrary, Family, Split, TextFont, Texture, font};

/// A line of `families.tsv`, less its format.
#[derive(Clone, Debug)]
pub struct Meta {
    pub name: String,
    pub group: String,
    pub split: Split,
    pub source: String,
    pub licence: String,
}

impl ArtLibrary {
    /// Loads every family that `families.tsv` of the folder `dir` lists, its textures and its text fonts.
    pub fn load(dir: &Path) -> Result<ArtLibrary, ArtError> {
        ArtLibrary::load_where(dir, |_, _| true)
    }

    /// As [`ArtLibrary::load`], only the families whose name and split `keep` accepts.
    pub fn load_where(
        dir: &Path,
        keep: impl Fn(&str, Split) -> bool,
    ) -> Result<ArtLibrary, ArtError> {
        let table = dir.join("families.tsv");
        let text = fs::read_to_string(&table).map_err(|source| ArtError::Read {
            path: table.clone(),
            source,
        })?;
        let mut rows = Vec::new();
        for line in text.lines().skip(1).filter(|l| !l.trim().is_empty()) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [name, group, split, format, source, licence] = cells[..] else {
                return Err(bad(
                    &table,
                    format!("line {line:?} has {} cells, not 6", cells.len()),
                ));
            };
            let split = match split {
                "train" => Split::Train,
                "holdout" => Split::Holdout,
                other => {
                    return Err(bad(
                        &table,
                        format!("split {other:?} of {name}: train or holdout expected"),
                    ));
                }
            };
            if keep(name, split) {
                let meta = Meta {
                    name: name.to_owned(),
                    group: group.to_owned(),
                    split,
                    source: source.to_owned(),
                    licence: licence.to_owned(),
                };
                rows.push((meta, format.to_owned()));
            }
        }
        let families: Vec<Vec<Family>> = rows
            .into_par_iter()
            .map(|(meta, format)| family(dir, meta, &format))
            .collect::<Result<_, _>>()?;
        let mut families: Vec<Family> = families.into_iter().flatten().collect();
        families.sort_by(|a, b| a.name.cmp(&b.name));
        let mut fonts = vec![Arc::new(TextFont::builtin())];
        for path in files(&dir.join("fonts"), &["ttf", "otf"]) {
            fonts.push(Arc::new(
                TextFont::new(&path_name(&path), read(&path)?).map_err(|e| bad(&path, e))?,
            ));
        }
        Ok(ArtLibrary {
            families,
            textures: textures(&dir.join("boards"))?,
            fonts,
        })
    }

    /// Nothing but what is drawn for this project: one family, no textures, a plain font for coordinates.
    pub fn builtin() -> ArtLibrary {
        let meta = Meta {
            name: "builtin".to_owned(),
            group: "builtin".to_owned(),
            split: Split::Train,
            source: "fenlens".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
        };
        let men: Vec<Arc<Man>> = Piece::ALL
            .iter()
            .map(|&piece| {
                Arc::new(
                    rasterise_svg(fenlens_fen::artwork::svg(piece))
                        .unwrap_or_else(|_| Man::from_level(1, vec![[0.0; 4]])),
                )
            })
            .collect();
        let families = match <[Arc<Man>; 12]>::try_from(men) {
            Ok(men) => vec![Family::new(meta, men, None, true)],
            Err(_) => Vec::new(),
        };
        ArtLibrary {
            families,
            textures: Vec::new(),
            fonts: vec![Arc::new(TextFont::builtin())],
        }
    }
}

/// One line's families: a Unicode font gives one, as does everything else that is drawn.
fn family(dir: &Path, meta: Meta, format: &str) -> Result<Vec<Family>, ArtError> {
    let folder = dir.join(&meta.name);
    if let Some(kind) = format.strip_prefix("font:") {
        let path = files(&folder, &["ttf", "otf"])
            .into_iter()
            .next()
            .ok_or_else(|| bad(&folder, "no font.ttf or font.otf in it".to_owned()))?;
        let typeset = font::typeset(&read(&path)?, kind).map_err(|e| bad(&path, e))?;
        return Ok(vec![Family {
            symbols: kind == "unicode",
            ..Family::new(meta, typeset.men, typeset.cells, true)
        }]);
    }
    let mut men = Vec::with_capacity(12);
    for piece in Piece::ALL {
        let colour = if piece.color == fenlens_fen::Color::White {
            'w'
        } else {
            'b'
        };
        let path = folder.join(format!(
            "{colour}{}.{format}",
            piece.role.to_char().to_ascii_uppercase()
        ));
        let bytes = read(&path)?;
        let man = match format {
            "svg" => rasterise_svg(&String::from_utf8_lossy(&bytes)),
            _ => rasterise_png(&bytes),
        };
        men.push(Arc::new(man.map_err(|e| bad(&path, e))?));
    }
    let men = <[Arc<Man>; 12]>::try_from(men)
        .map_err(|_| bad(&folder, "twelve men expected".to_owned()))?;
    let ink = men.iter().all(|m| is_ink(m));
    Ok(vec![Family::new(meta, men, None, ink)])
}

/// Whether a man is (nearly) without colour and of few grays: black ink with white fill.
fn is_ink(man: &Man) -> bool {
    let (_, level) = man.level(48.0);
    let (mut total, mut odd) = (1e-6, 0.0);
    for p in level {
        let low = p[0].min(p[1]).min(p[2]);
        let high = p[0].max(p[1]).max(p[2]);
        total += p[3];
        if high - low > 0.08 {
            odd += p[3];
        }
    }
    odd / total < 0.05
}

fn rasterise_svg(text: &str) -> Result<Man, String> {
    let tree = usvg::Tree::from_str(text, &usvg::Options::default()).map_err(|e| e.to_string())?;
    let size = tree.size();
    let side = MASTER_SIDE as f32;
    let scale = side / size.width().max(size.height());
    let mut pixmap = Pixmap::new(MASTER_SIDE as u32, MASTER_SIDE as u32).ok_or("no memory")?;
    let transform = Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        (side - size.width() * scale) / 2.0,
        (side - size.height() * scale) / 2.0,
    );
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(Man::from_pixmap(&pixmap))
}

fn rasterise_png(bytes: &[u8]) -> Result<Man, String> {
    let picture = image::load_from_memory(bytes)
        .map_err(|e| e.to_string())?
        .to_rgba32f();
    let (w, h) = (picture.width() as usize, picture.height() as usize);
    let side = w.max(h).max(1);
    // Premultiplied before scaling, so that what lies under transparent pixels does not bleed in.
    let mut level = vec![[0.0f32; 4]; side * side];
    for (x, y, p) in picture.enumerate_pixels() {
        let a = p.0[3];
        level[(y as usize + (side - h) / 2) * side + x as usize + (side - w) / 2] =
            [p.0[0] * a, p.0[1] * a, p.0[2] * a, a];
    }
    Ok(Man::from_level(
        MASTER_SIDE,
        resize(side, &level, MASTER_SIDE),
    ))
}

/// Resizes a square picture: the mean over each pixel's area when it shrinks, bilinear when it grows.
fn resize(side: usize, level: &[[f32; 4]], to: usize) -> Vec<[f32; 4]> {
    let step = side as f32 / to as f32;
    let taps = step.ceil().max(1.0) as usize * 2;
    let mut out = Vec::with_capacity(to * to);
    for y in 0..to {
        for x in 0..to {
            let mut sum = [0.0; 4];
            for j in 0..taps {
                for i in 0..taps {
                    let sx = (x as f32 + (i as f32 + 0.5) / taps as f32) * step;
                    let sy = (y as f32 + (j as f32 + 0.5) / taps as f32) * step;
                    let p = super::man::sample(side, level, sx, sy);
                    for k in 0..4 {
                        sum[k] += p[k];
                    }
                }
            }
            out.push(sum.map(|v| v / (taps * taps) as f32));
        }
    }
    out
}

fn textures(dir: &Path) -> Result<Vec<Arc<Texture>>, ArtError> {
    let mut out = Vec::new();
    for path in files(dir, &["jpg", "png"]) {
        let name = path_name(&path);
        if name.ends_with("_d") {
            continue;
        }
        let open = |path: &Path| -> Result<image::RgbImage, ArtError> {
            Ok(image::load_from_memory(&read(path)?)
                .map_err(|e| bad(path, e.to_string()))?
                .to_rgb8())
        };
        let texture = match name.strip_suffix("_l") {
            Some(stem) => {
                let dark = path.with_file_name(format!("{stem}_d.png"));
                Texture::pair(stem, open(&path)?, open(&dark)?)
            }
            None => Texture::whole(&name, open(&path)?),
        };
        out.push(Arc::new(texture));
    }
    Ok(out)
}

/// Files of a folder with one of these endings, in the order of their names; none if there is no folder.
fn files(dir: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|p| {
            p.extension()
                .and_then(|e| e.to_str())
                .is_some_and(|e| endings.contains(&e))
        })
        .collect();
    out.sort();
    out
}

fn path_name(path: &Path) -> String {
    path.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn read(path: &Path) -> Result<Vec<u8>, ArtError> {
    fs::read(path).map_err(|source| ArtError::Read {
        path: path.to_owned(),
        source,
    })
}

fn bad(path: &Path, reason: String) -> ArtError {
    ArtError::Bad {
        path: path.to_owned(),
        reason,
    }
}
