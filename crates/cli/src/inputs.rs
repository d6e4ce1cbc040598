//! Which pictures are meant: files, folders, globs, standard input, lists.

use crate::clipboard;
use anyhow::{Context, Result, bail};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::{
    cmp::Ordering,
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};
use walkdir::{DirEntry, WalkDir};

/// Endings of picture files that a folder is searched for.
const ENDINGS: [&str; 12] = [
    "png", "jpg", "jpeg", "jpe", "jfif", "webp", "gif", "bmp", "dib", "tif", "tiff", "apng",
];

/// Largest list, in bytes: a million long paths.
const LONGEST_LIST: u64 = 256 << 20;

/// One picture to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// The clipboard.
    Clipboard,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The name in records: the path as it was found, with `/` between its parts.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::Clipboard => "clipboard".into(),
            Self::File(path) => path
                .to_string_lossy()
                .replace(std::path::MAIN_SEPARATOR, "/"),
        }
    }

    /// The bytes, at most `limit` of them.
    pub fn bytes(&self, limit: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let most = limit.saturating_add(1);
        match self {
            Self::Clipboard => return clipboard::picture(),
            Self::Stdin => io::stdin().lock().take(most).read_to_end(&mut bytes),
            Self::File(path) => {
                File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
            }
        }
        .map_err(plain)?;
        if bytes.len() as u64 > limit {
            bail!("the file has more than {limit} bytes; --max-bytes raises the limit");
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

/// What is taken of the folders that are searched.
#[derive(Default)]
pub struct Search {
    /// Patterns of which one must match; any picture where there is none.
    pub include: Patterns,
    /// Patterns of files and folders to pass over.
    pub exclude: Patterns,
    /// Folders to pass over, as those that this run writes into.
    pub without: Vec<PathBuf>,
}

/// Patterns for files in folders: without `/` for the name of a file or folder, with `/` for the
/// path below the folder that is searched.
#[derive(Default)]
pub struct Patterns {
    names: GlobSet,
    paths: GlobSet,
}

impl Patterns {
    /// Reads the patterns.
    pub fn new(patterns: &[String]) -> Result<Self> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for pattern in patterns {
            let glob = GlobBuilder::new(pattern.trim_end_matches('/'))
                .literal_separator(true)
                .build()
                .with_context(|| format!("{pattern}: not a valid pattern"))?;
            if glob.glob().contains('/') {
                paths.add(glob);
            } else {
                names.add(glob);
            }
        }
        Ok(Self {
            names: names.build()?,
            paths: paths.build()?,
        })
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.paths.is_empty()
    }

    fn matches(&self, below: &Path) -> bool {
        self.paths.is_match(below)
            || below
                .file_name()
                .is_some_and(|name| self.names.is_match(name))
    }
}

impl Search {
    fn enters(&self, folder: &Path, below: &Path) -> bool {
        let ours = || {
            fs::canonicalize(folder).is_ok_and(|f| {
                let same = |w: &PathBuf| fs::canonicalize(w).is_ok_and(|w| w == f);
                self.without.iter().any(same)
            })
        };
        !self.exclude.matches(below) && (self.without.is_empty() || !ours())
    }

    fn takes(&self, below: &Path) -> bool {
        (self.include.is_empty() || self.include.matches(below)) && !self.exclude.matches(below)
    }
}

/// Finds the pictures.
pub fn expand(arguments: &[PathBuf], how: &Search) -> Inputs {
    let mut inputs = Inputs::default();
    for argument in arguments {
        if let Err(error) = add(argument, how, &mut inputs) {
            let name = argument.to_string_lossy().into_owned();
            inputs.missing.push((name, error));
        }
    }
    inputs
}

/// The paths of a list, one a line, or parted by NUL bytes as `find -print0` does; the list is a
/// file or, as `-`, standard input.
pub fn listed(list: &Path) -> Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    let most = LONGEST_LIST + 1;
    if list.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(list).and_then(|file| file.take(most).read_to_end(&mut bytes))
    }
    .map_err(plain)
    .with_context(|| format!("{}: cannot read this list", list.display()))?;
    if bytes.len() as u64 > LONGEST_LIST {
        bail!(
            "{}: this list has more than {LONGEST_LIST} bytes; part it",
            list.display()
        );
    }
    let end = if bytes.contains(&0) { 0 } else { b'\n' };
    Ok(bytes
        .split(|b| *b == end)
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .map(path_of)
        .collect())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn add(argument: &Path, how: &Search, inputs: &mut Inputs) -> Result<()> {
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
            let (mut pictures, skipped) = search(argument, how, &|_| true)?;
            if argument == Path::new(".") {
                without_dot(&mut pictures);
            }
            inputs.skipped += skipped;
            if pictures.is_empty() {
                bail!("no pictures in this folder");
            }
            inputs.pictures.extend(pictures);
        }
        // To open a pipe would wait for ever for somebody to write into it.
        Ok(found) if !found.is_file() => bail!(
            "this is a pipe or a device and no file; name - as the input and redirect it (< {})",
            argument.display()
        ),
        Ok(_) => inputs.pictures.push(Input::File(argument.to_owned())),
        Err(_) if is_glob(argument) => {
            inputs.searched = true;
            let pictures = glob(argument, how)?;
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

/// The pictures that match a pattern.
fn glob(pattern: &Path, how: &Search) -> Result<Vec<Input>> {
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
    let (mut found, _) = search(root, how, &matches)?;
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
pub fn search(
    root: &Path,
    how: &Search,
    wanted: &dyn Fn(&Path) -> bool,
) -> Result<(Vec<Input>, usize)> {
    let hidden = |entry: &DirEntry| {
        entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
    };
    let mut skipped = 0;
    let mut paths = Vec::new();
    let mut walk = WalkDir::new(root).into_iter();
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
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        if entry.file_type().is_dir() {
            if entry.depth() > 0 && (hidden(&entry) || !how.enters(entry.path(), below)) {
                walk.skip_current_dir();
            }
        } else if hidden(&entry) || !how.takes(below) {
            skipped += 1;
        } else {
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

    /// A folder with these files, empty, and its pictures found as `how` says.
    fn found(files: &[&str], how: &Search) -> (tempfile::TempDir, Inputs, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, b"").unwrap();
        }
        let inputs = expand(&[folder.path().to_owned()], how);
        let start = Input::File(folder.path().join("")).name();
        let names = inputs
            .pictures
            .iter()
            .map(|i| i.name().strip_prefix(&start).unwrap().to_owned())
            .collect();
        (folder, inputs, names)
    }

    const FILES: [&str; 6] = [
        "p10.png",
        "p2.PNG",
        "notes.md",
        ".x.png",
        "sub/a.jpg",
        ".hidden/b.png",
    ];

    #[test]
    fn a_folder_is_searched_in_natural_order() {
        let (folder, inputs, names) = found(&FILES, &Search::default());
        assert_eq!(names, ["p2.PNG", "p10.png", "sub/a.jpg"]);
        assert_eq!(inputs.skipped, 2);
        assert!(inputs.searched && inputs.missing.is_empty());

        let at = |name: &str| folder.path().join(name);
        let glob = expand(&[at("p*.png"), at("q*")], &Search::default());
        assert_eq!(glob.pictures, [Input::File(at("p10.png"))]);
        assert_eq!(glob.missing.len(), 1);
        let deep = expand(&[at("**/*.jpg")], &Search::default());
        assert_eq!(deep.pictures, [Input::File(at("sub/a.jpg"))]);
    }

    #[test]
    fn patterns_choose_files_and_folders() {
        let patterns = |list: &[&str]| {
            Patterns::new(&list.iter().map(|p| p.to_string()).collect::<Vec<_>>()).unwrap()
        };
        let files = ["a.png", "b.png", "c.jpg", "sub/b.png", "sub/thumbs/b.png"];
        let search = |include: &[&str], exclude: &[&str]| {
            let how = Search {
                include: patterns(include),
                exclude: patterns(exclude),
                without: Vec::new(),
            };
            found(&files, &how).2
        };
        assert_eq!(search(&["*.jpg"], &[]), ["c.jpg"]);
        assert_eq!(search(&["b.*"], &["thumbs/"]), ["b.png", "sub/b.png"]);
        assert_eq!(search(&["sub/*.png"], &[]), ["sub/b.png"]);
        assert_eq!(search(&[], &["sub", "a*"]), ["b.png", "c.jpg"]);
        assert!(Patterns::new(&["[".into()]).is_err());
    }

    #[test]
    fn what_a_run_writes_is_not_read_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let notes = folder.path().join("notes");
        fs::create_dir(&notes).unwrap();
        fs::write(notes.join("a.png"), "").unwrap();
        fs::write(folder.path().join("b.png"), "").unwrap();
        let how = Search {
            without: vec![folder.path().join(".").join("notes")],
            ..Search::default()
        };
        let found = expand(&[folder.path().to_owned()], &how);
        assert_eq!(found.pictures, [Input::File(folder.path().join("b.png"))]);
    }

    #[test]
    fn a_list_names_files() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        fs::write(&list, "a b.png\r\n\nc.png").unwrap();
        assert_eq!(
            listed(&list).unwrap(),
            ["a b.png", "c.png"].map(PathBuf::from)
        );
        fs::write(&list, "a\nb.png\0c.png\0").unwrap();
        assert_eq!(
            listed(&list).unwrap(),
            ["a\nb.png", "c.png"].map(PathBuf::from)
        );
    }

    #[test]
    fn what_is_not_there_is_told() {
        let arguments = ["no/such/file.png".into(), "-".into(), "-".into()];
        let found = expand(&arguments, &Search::default());
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

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused() {
        let found = expand(&["/dev/null".into()], &Search::default());
        assert!(
            found.missing[0]
                .1
                .to_string()
                .contains("a pipe or a device")
        );
    }
}
