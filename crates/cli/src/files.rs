//! Files that are written without replacing what somebody else put there.

use anyhow::{Context, Result, bail};
use std::{
    fs::{self, File},
    io::{ErrorKind, Read, Seek, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// Writes a whole file: under another name first, so that nobody ever finds half of it. What is
/// there already stays, unless it is the same or `replace` is set.
pub fn write(path: &Path, bytes: &[u8], replace: bool) -> Result<()> {
    let cannot = || format!("{}: cannot write", path.display());
    let mut file = temporary(folder_of(path)).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    if replace {
        file.persist(path)
            .map_err(|e| e.error)
            .with_context(cannot)?;
        return Ok(());
    }
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(e) if e.error.kind() == ErrorKind::AlreadyExists => {
            if fs::read(path).is_ok_and(|there| there == bytes) {
                return Ok(());
            }
            bail!(
                "{}: there is such a file already, and it is not replaced without --force",
                path.display()
            )
        }
        Err(e) => Err(e.error).with_context(cannot),
    }
}

/// Copies a file into a folder under its own name, or that name with a number where it is taken by
/// another file. Gives the copy's path.
pub fn copy_into(folder: &Path, path: &Path) -> Result<PathBuf> {
    let cannot = || format!("{}: cannot copy to {}", path.display(), folder.display());
    let mut source = File::open(path).with_context(cannot)?;
    let mut copy = temporary(folder).with_context(cannot)?;
    std::io::copy(&mut source, copy.as_file_mut()).with_context(cannot)?;
    if let Ok(time) = source.metadata().and_then(|m| m.modified()) {
        // That the copy has another time is no reason to fail.
        let _ = copy.as_file().set_modified(time);
    }
    let name = path.file_name().with_context(cannot)?;
    let stem = path.file_stem().unwrap_or(name);
    for number in 1u32.. {
        let mut name = name.to_owned();
        if number > 1 {
            name = stem.to_owned();
            name.push(format!("-{number}"));
            if let Some(ending) = path.extension() {
                name.push(".");
                name.push(ending);
            }
        }
        let to = folder.join(name);
        match copy.persist_noclobber(&to) {
            Ok(_) => return Ok(to),
            Err(e) if e.error.kind() == ErrorKind::AlreadyExists => {
                copy = e.file;
                if same(copy.as_file_mut(), &to) {
                    return Ok(to);
                }
            }
            Err(e) => return Err(e.error).with_context(cannot),
        }
    }
    bail!(
        "{}: no name is left in {}",
        path.display(),
        folder.display()
    )
}

/// Moves a file into a folder as [`copy_into`] copies it. One that lies there already, or to which a
/// link there leads, stays.
pub fn move_into(folder: &Path, path: &Path) -> Result<PathBuf> {
    let copy = copy_into(folder, path)?;
    if fs::canonicalize(&copy).ok() == fs::canonicalize(path).ok() {
        return Ok(copy);
    }
    fs::remove_file(path)
        .with_context(|| format!("{}: copied, but it cannot be removed", path.display()))?;
    Ok(copy)
}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("{}: cannot make this folder", path.display()))
}

/// Makes a folder within another. A link in its place would lead out of that one and is refused.
pub fn make_folder_in(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    if path.is_symlink() {
        bail!(
            "{}: this is a link, which may lead anywhere; remove it first",
            path.display()
        );
    }
    make_folder(&path)?;
    Ok(path)
}

/// The folder that a file lies in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A file without a lasting name yet, with the permissions of any new file.
pub fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".fenlens-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask leaves of this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn same(file: &mut File, path: &Path) -> bool {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    let sizes = (file.metadata(), path.metadata());
    let (Ok(x), Ok(y)) = sizes else {
        return false;
    };
    x.len() == y.len()
        && y.is_file()
        && file.rewind().is_ok()
        && file.read_to_end(&mut a).is_ok()
        && File::open(path).is_ok_and(|mut f| f.read_to_end(&mut b).is_ok())
        && a == b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        write(&path, b"one", false).unwrap();
        write(&path, b"one", false).unwrap();
        let error = write(&path, b"two", false).unwrap_err().to_string();
        assert!(error.contains("a.png: there is such a file"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn copies_get_numbers_and_are_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b, to) = ["a", "b", "to"].map(|n| folder.path().join(n)).into();
        for (at, text) in [(&a, "one"), (&b, "two")] {
            fs::create_dir(at).unwrap();
            fs::write(at.join("p.png"), text).unwrap();
        }
        fs::create_dir(&to).unwrap();
        let name = |path: PathBuf| path.file_name().unwrap().to_owned();
        assert_eq!(name(copy_into(&to, &a.join("p.png")).unwrap()), "p.png");
        assert_eq!(name(copy_into(&to, &b.join("p.png")).unwrap()), "p-2.png");
        assert_eq!(name(copy_into(&to, &b.join("p.png")).unwrap()), "p-2.png");
        assert_eq!(name(move_into(&to, &a.join("p.png")).unwrap()), "p.png");
        assert!(!a.join("p.png").exists());
        assert_eq!(fs::read_dir(&to).unwrap().count(), 2);
    }

    #[test]
    fn what_lies_there_already_is_not_moved_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.png");
        fs::write(&path, "one").unwrap();
        let detour = folder.path().join(".");
        assert_eq!(move_into(&detour, &path).unwrap(), detour.join("p.png"));
        assert_eq!(fs::read(&path).unwrap(), b"one");
        #[cfg(unix)]
        {
            let to = folder.path().join("to");
            fs::create_dir(&to).unwrap();
            std::os::unix::fs::symlink(&path, to.join("p.png")).unwrap();
            move_into(&to, &path).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"one");
        }
    }

    #[cfg(unix)]
    #[test]
    fn new_files_are_as_open_as_the_users_mask_says() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("a"), folder.path().join("b"));
        write(&ours, b"", false).unwrap();
        fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }
}
