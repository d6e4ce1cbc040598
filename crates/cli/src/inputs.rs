//! Which pictures are meant: files, folders, globs, standard input.

use anyhow::{Context, Result, bail};
use globset::GlobBuilder;
use std::{
    cmp::Ordering,
    fs::File,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};
use walkdir::{DirEntry, WalkDir};

/// Endings of picture files that a folder is searched for.
const ENDINGS: [&str; 12] = [
    "png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "bmp", "dib", "tif", "tiff", "apng",
];

/// Largest file read, in bytes: 1 GiB, beyond any picture within the limits of decoding.
const LARGEST_FILE: u64 = 1 << 30;

/// One picture to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The name in records: the path as it was found, with `/` between its parts.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::File(path) => path
                .to_string_lossy()
                .replace(std::path::MAIN_SEPARATOR, "/"),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Self::Stdin => io::stdin()
                .lock()
                .take(LARGEST_FILE + 1)
                .read_to_end(&mut bytes),
            Self::File(path) => File::open(path)
                .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)),
        }
        .map_err(plain)?;
        if bytes.len() as u64 > LARGEST_FILE {
            bail!("the file has more than {LARGEST_FILE} bytes");
        }
        Ok(bytes)
    }
}

/// An operating system's error in plain words, without its number.
fn plain(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file or folder"),
        io::ErrorKind::PermissionDenied => anyhow::anyhow!("permission denied"),
        _ => error.into(),
    }
}

/// What the arguments stand for.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The pictures, in the order of the arguments; within a folder or glob in natural order.
    pub pictures: Vec<Input>,
    /// Arguments that name nothing, each with the reason.
    pub missing: Vec<(String, anyhow::Error)>,
    /// Files in folders that are no pictures by their ending, or are hidden.
    pub skipped: usize,
    /// Whether any argument was a folder or a glob.
    pub searched: bool,
}

/// Finds the pictures.
pub fn expand(arguments: &[PathBuf]) -> Inputs {
    let mut inputs = Inputs::default();
    for argument in arguments {
        if let Err(error) = add(argument, &mut inputs) {
            let name = argument.to_string_lossy().into_owned();
            inputs.missing.push((name, error));
        }
    }
    inputs
}

fn add(argument: &Path, inputs: &mut Inputs) -> Result<()> {
    if argument.as_os_str() == "-" {
        if inputs.pictures.contains(&Input::Stdin) {
            bail!("standard input can be read only once");
        }
        inputs.pictures.push(Input::Stdin);
        return Ok(());
    }
    match argument.metadata() {
        Ok(found) if found.is_dir() => {
            inputs.searched = true;
            let (mut pictures, skipped) = search(argument, &|_| true)?;
            if argument == Path::new(".") {
                without_dot(&mut pictures);
            }
            inputs.skipped += skipped;
            if pictures.is_empty() {
                bail!("no pictures in this folder");
            }
            inputs.pictures.extend(pictures);
        }
        Ok(_) => inputs.pictures.push(Input::File(argument.to_owned())),
        Err(_) if is_glob(argument) => {
            inputs.searched = true;
            let pictures = glob(argument)?;
            if pictures.is_empty() {
                bail!("no file matches this pattern");
            }
            inputs.pictures.extend(pictures);
        }
        Err(error) => return Err(plain(error)),
    }
    Ok(())
}

fn is_glob(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// The files that match a pattern; one that names an ending takes any file, else pictures only.
fn glob(pattern: &Path) -> Result<Vec<Input>> {
    let text = pattern.to_string_lossy().into_owned();
    let matcher = GlobBuilder::new(&text)
        .literal_separator(true)
        .build()
        .context("not a valid pattern")?
        .compile_matcher();
    let base: PathBuf = pattern
        .components()
        .take_while(|part| !is_glob(Path::new(part)))
        .collect();
    // Below a dot, paths would begin with one; the pattern does not.
    let bare = base.as_os_str().is_empty();
    let root = if bare { Path::new(".") } else { &base };
    let matches = |path: &Path| {
        let path = if bare {
            path.strip_prefix(".").unwrap_or(path)
        } else {
            path
        };
        matcher.is_match(path)
    };
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let (mut found, _) = search(root, &matches)?;
    if bare {
        without_dot(&mut found);
    }
    Ok(found)
}

/// Takes the dot off paths that were found below it.
fn without_dot(inputs: &mut [Input]) {
    for input in inputs {
        if let Input::File(path) = input
            && let Ok(short) = path.strip_prefix(".")
        {
            *path = short.to_owned();
        }
    }
}

/// The pictures in a folder and the folders in it for which `wanted` holds, in natural order, and
/// how many files were passed over.
fn search(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<(Vec<Input>, usize)> {
    let hidden = |entry: &DirEntry| {
        entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut skipped = 0;
    let mut paths = Vec::new();
    let mut walk = WalkDir::new(folder).into_iter();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            // A folder within that may not be read does not keep the others from being read.
            Err(error) if error.depth() > 0 => {
                skipped += 1;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let folder = entry.file_type().is_dir();
        if hidden(&entry) {
            if folder {
                walk.skip_current_dir();
            } else {
                skipped += 1;
            }
        } else if !folder {
            let path = entry.into_path();
            if !wanted(&path) || !is_picture(&path) || !path.is_file() {
                skipped += 1;
            } else {
                paths.push(path);
            }
        }
    }
    paths.sort_by(|a, b| natural_path(a, b));
    Ok((paths.into_iter().map(Input::File).collect(), skipped))
}

fn is_picture(path: &Path) -> bool {
    path.extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| ENDINGS.contains(&e.to_ascii_lowercase().as_str()))
}

/// Natural order of paths, part by part.
fn natural_path(a: &Path, b: &Path) -> Ordering {
    let mut parts = (a.components(), b.components());
    loop {
        match (parts.0.next(), parts.1.next()) {
            (Some(x), Some(y)) => {
                let text = |c: Component| c.as_os_str().to_string_lossy().into_owned();
                let order = natural(&text(x), &text(y));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (x, y) => return x.is_some().cmp(&y.is_some()),
        }
    }
}

/// Natural order: numbers by their value, letters without regard to case; `p2` before `p10`. Equal
/// only for equal texts.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a.chars().peekable(), b.chars().peekable());
    let number = |chars: &mut std::iter::Peekable<std::str::Chars>| {
        let mut digits = String::new();
        while let Some(d) = chars.next_if(char::is_ascii_digit) {
            if d != '0' || !digits.is_empty() {
                digits.push(d);
            }
        }
        digits
    };
    loop {
        let order = match (x.peek(), y.peek()) {
            (None, None) => return a.cmp(b),
            (Some(c), Some(d)) if c.is_ascii_digit() && d.is_ascii_digit() => {
                let (m, n) = (number(&mut x), number(&mut y));
                m.len().cmp(&n.len()).then(m.cmp(&n))
            }
            _ => {
                let lower = |c: Option<char>| c.map(|c| c.to_lowercase().collect::<String>());
                lower(x.next()).cmp(&lower(y.next()))
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn numbers_in_names_count() {
        let mut names = ["p10.png", "P2.png", "p1.png", "p02.png", "a", ""];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "a", "p1.png", "P2.png", "p02.png", "p10.png"]);
    }

    #[test]
    fn a_folder_is_searched_in_natural_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("sub")).unwrap();
        fs::create_dir_all(at(".hidden")).unwrap();
        for name in [
            "p10.png",
            "p2.PNG",
            "notes.md",
            ".x.png",
            "sub/a.jpg",
            ".hidden/b.png",
        ] {
            fs::write(at(name), b"").unwrap();
        }
        let found = expand(&[folder.path().to_owned()]);
        let names: Vec<PathBuf> = found
            .pictures
            .iter()
            .map(|i| match i {
                Input::File(p) => p.strip_prefix(folder.path()).unwrap().to_owned(),
                Input::Stdin => PathBuf::from("-"),
            })
            .collect();
        assert_eq!(names, ["p2.PNG", "p10.png", "sub/a.jpg"].map(PathBuf::from));
        assert_eq!(found.skipped, 2);
        assert!(found.searched && found.missing.is_empty());

        let glob = expand(&[folder.path().join("p*.png"), folder.path().join("q*")]);
        assert_eq!(glob.pictures, [Input::File(at("p10.png"))]);
        assert_eq!(glob.missing.len(), 1);
        let deep = expand(&[folder.path().join("**/*.jpg")]);
        assert_eq!(deep.pictures, [Input::File(at("sub/a.jpg"))]);
    }

    #[test]
    fn what_is_not_there_is_told() {
        let found = expand(&["no/such/file.png".into(), "-".into(), "-".into()]);
        let reasons: Vec<String> = found.missing.iter().map(|(_, e)| e.to_string()).collect();
        assert_eq!(
            reasons,
            [
                "no such file or folder",
                "standard input can be read only once"
            ]
        );
        assert_eq!(found.pictures, [Input::Stdin]);
    }
}
