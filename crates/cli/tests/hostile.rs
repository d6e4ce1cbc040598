//! Names, links and disks that are not as one would wish: nothing is lost, nothing is written
//! where it should not be, and terminals are told nothing but text.
#![cfg(unix)]

mod common;

use common::{FIXTURE, copy_of_fixture, fenlens, fixture_fen, mixed, text};
use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::symlink},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A run in a folder.
fn run(folder: &Path, args: &[&str]) -> Output {
    fenlens().current_dir(folder).args(args).output().unwrap()
}

/// The same, in which no file may grow beyond this many blocks of 512 bytes, as on a full disk.
fn run_on_a_full_disk(folder: &Path, blocks: u32, args: &[&str]) -> Output {
    Command::new("sh")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""))
        .arg("sh")
        .arg(env!("CARGO_BIN_EXE_fenlens"))
        .args(args)
        .current_dir(folder)
        .env_remove("FENLENS_MODEL")
        .output()
        .unwrap()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let name = |e: fs::DirEntry| e.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| name(e.unwrap()))
        .collect();
    names.sort();
    names
}

fn copies(folder: &Path, n: usize) {
    for i in 0..n {
        fs::write(folder.join(format!("p{i}.png")), copy_of_fixture(i)).unwrap();
    }
}

#[test]
fn any_name_is_read_and_leaves_files_with_safe_names() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("in");
    fs::create_dir(&folder).unwrap();
    let long = [&[b'x'; 251][..], b".png"].concat();
    let hostile: [&[u8]; 7] = [
        b"-rf.png",
        b"--out.png",
        b"a\nb.png",
        b"\xff\xfe.png",
        b"\x1b]0;title\x07.png",
        "turned \u{202e}gnp.png".as_bytes(),
        &long,
    ];
    for (i, name) in hostile.iter().enumerate() {
        fs::write(folder.join(OsStr::from_bytes(name)), copy_of_fixture(i)).unwrap();
    }
    fs::write(folder.join("-broken\x1b[2J.png"), "no picture").unwrap();
    let args = ["batch", "in", "--out", "all.csv", "--annotate", "notes"];
    let output = run(
        root.path(),
        &[&args[..], &["--copy-doubtful", "look"]].concat(),
    );
    let told = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("7 boards sure"), "{told}");
    assert!(
        !told.contains(|c: char| c.is_control() && c != '\n'),
        "{told:?}"
    );
    let csv = fs::read_to_string(root.path().join("all.csv")).unwrap();
    assert_eq!(csv.lines().count(), 9);
    assert!(
        !csv.contains(|c: char| c.is_control() && !"\r\n".contains(c)),
        "{csv:?}"
    );
    assert!(!csv.contains('\u{202e}'));
    let notes = names(&root.path().join("notes"));
    assert_eq!(notes.len(), 7);
    assert!(
        notes.iter().all(|n| !n.contains(char::is_control)),
        "{notes:?}"
    );
    assert_eq!(names(&root.path().join("look")), ["-broken\u{1b}[2J.png"]);
    assert_eq!(names(root.path()), ["all.csv", "in", "look", "notes"]);
}

#[test]
fn names_taken_for_options_reach_the_terminal_as_text() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["read", "--\u{7}\u{9b}31m\rx.png"][..],
        &["re\u{7}ad"],
        &["man", "x\u{7}"],
        &["read", "a\u{7}.png"],
        &["batch", "x", "--out", "a\u{7}.xyz"],
        &["check", "no\u{7}thing.epd"],
        &["draw", "\u{7}", "-o", "x.svg"],
        &["read", "--list", "no\u{7}list"],
        &["read", "x", "--model", "no\u{7}model"],
    ] {
        let output = run(folder.path(), args);
        let told = text([output.stdout, output.stderr].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told:?}");
        assert!(
            !told.contains(|c: char| c.is_control() && c != '\n'),
            "{told:?}"
        );
    }
}

#[test]
fn no_output_replaces_an_input() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("in")).unwrap();
    copies(&at("in"), 2);
    let whole = fs::read(at("in/p0.png")).unwrap();
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    fs::write(at("list"), "in/p0.png\n").unwrap();
    symlink("in/p0.png", at("link.csv")).unwrap();
    fs::hard_link(at("in/p0.png"), at("hard.csv")).unwrap();
    let refused = |args: &[&str]| {
        let output = run(root.path(), &[&["batch"], args].concat());
        let told = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(
            told.contains("one of the files to read"),
            "{args:?}: {told}"
        );
    };
    let csv = ["--format", "csv"];
    refused(&[&["in", "--out", "in/p0.png"], &csv[..]].concat());
    refused(&[&["in", "--out", "in/../in/./p1.png"], &csv[..]].concat());
    refused(&["in", "--out", "link.csv"]);
    refused(&[&["--list", "list", "--out", "list"], &csv[..]].concat());
    assert_eq!(fs::read_to_string(at("list")).unwrap(), "in/p0.png\n");
    fs::copy(model.join("squares-v5.onnx"), at("m.onnx")).unwrap();
    fs::copy(model.join("squares-v5.json"), at("m.json")).unwrap();
    refused(&[&["in", "--model", "m.onnx", "--out", "m.onnx"], &csv[..]].concat());

    // Another name of the same file gets the output, the picture keeps its content.
    assert_eq!(
        run(root.path(), &["batch", "in", "--out", "hard.csv"])
            .status
            .code(),
        Some(0)
    );
    assert!(
        fs::read_to_string(at("hard.csv"))
            .unwrap()
            .starts_with("image,")
    );
    assert_eq!(fs::read(at("in/p0.png")).unwrap(), whole);

    // A drawing replaces neither the file a link leads to nor one without --force.
    fs::create_dir(at("notes")).unwrap();
    symlink(at("in/p1.png"), at("notes/in__p0.png.png")).unwrap();
    let note = ["read", "in/p0.png", "--annotate", "notes"];
    assert_eq!(run(root.path(), &note).status.code(), Some(2));
    run(root.path(), &[&note[..], &["--force"]].concat());
    assert_eq!(fs::read(at("in/p1.png")).unwrap(), copy_of_fixture(1));
}

#[test]
fn what_is_beside_the_journal_stays() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("in")).unwrap();
    copies(&at("in"), 1);
    fs::write(at("a.csv.journal-out"), "somebody's").unwrap();
    fs::write(at("a.csv.journal"), "Dear diary,\nno end").unwrap();
    fs::write(at("theirs"), "old").unwrap();
    symlink(at("theirs"), at("b.csv.journal")).unwrap();
    for args in [
        &["a.csv"][..],
        &["a.csv", "--resume"],
        &["b.csv"],
        &["b.csv", "--resume"],
    ] {
        let output = run(root.path(), &[&["batch", "in", "--out"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    fs::remove_file(at("a.csv.journal")).unwrap();
    assert_eq!(
        run(root.path(), &["batch", "in", "--out", "a.csv"])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(fs::read(at("a.csv.journal-out")).unwrap(), b"somebody's");
    assert_eq!(fs::read(at("theirs")).unwrap(), b"old");
}

#[test]
fn stages_do_not_follow_a_link_out_of_their_folder() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::copy(FIXTURE, at("a.png")).unwrap();
    for folder in ["stages", "outside"] {
        fs::create_dir(at(folder)).unwrap();
    }
    symlink(at("outside"), at("stages/a.png")).unwrap();
    let args = ["read", "a.png", "--stages", "stages", "--force"];
    let output = run(root.path(), &args);
    let told = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("stages/a.png: this is a link"), "{told}");
    assert_eq!(
        text(output.stdout).trim_end(),
        fixture_fen(),
        "read all the same"
    );
    assert!(names(&at("outside")).is_empty());

    // However a picture is named, what is written about it lies within.
    let deep = at("outside/deep");
    fs::create_dir(&deep).unwrap();
    let up = [
        "read",
        "../../a.png",
        "--annotate",
        "notes",
        "--stages",
        "st",
    ];
    assert_eq!(run(&deep, &up).status.code(), Some(0));
    assert_eq!(names(&deep), ["notes", "st"]);
    assert_eq!(names(&deep.join("notes")), ["a.png.png"]);
    assert_eq!(names(&at("outside")), ["deep"]);
}

#[test]
fn what_is_set_aside_follows_no_link() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("in")).unwrap();
    fs::create_dir(at("look")).unwrap();
    fs::write(at("in/q.png"), "no picture").unwrap();
    symlink(at("made-by-a-link"), at("look/q.png")).unwrap();
    run(
        root.path(),
        &["batch", "in", "--out", "a.csv", "--copy-doubtful", "look"],
    );
    assert!(!at("made-by-a-link").exists());
    assert_eq!(names(&at("look")), ["q-2.png", "q.png"]);
}

#[test]
fn moving_pictures_to_where_they_are_keeps_them() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("in");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("q.png"), "no picture").unwrap();
    let args = ["batch", "in", "--out", "a.csv", "--move-doubtful"];
    for to in ["in", "./in/../in"] {
        run(root.path(), &[&args[..], &[to]].concat());
        assert_eq!(names(&folder), ["q.png"], "{to}");
    }
}

#[test]
fn links_in_circles_end() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    copies(root.path(), 1);
    symlink(root.path(), at("again")).unwrap();
    symlink("self.png", at("self.png")).unwrap();
    symlink("two.png", at("one.png")).unwrap();
    symlink("one.png", at("two.png")).unwrap();
    let read = |arg: &str| run(root.path(), &["read", arg]);
    let output = read(".");
    assert_eq!(
        text(output.stdout).lines().count(),
        1,
        "{}",
        text(output.stderr)
    );
    let output = read("again/again/again");
    assert_eq!(text(output.stdout).lines().count(), 1);
    let output = read("**/*.png");
    assert_eq!(text(output.stdout).lines().count(), 1);
    let output = read("self.png");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stderr).starts_with("fenlens: self.png: "));
}

#[test]
fn a_full_disk_leaves_whole_files_whole() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("in")).unwrap();
    copies(&at("in"), 6);
    fs::write(at("a.csv"), "old\n").unwrap();
    let batch = ["batch", "in", "--out", "a.csv"];
    let output = run_on_a_full_disk(root.path(), 30, &batch);
    let told = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("a.csv.journal: cannot write: "), "{told}");
    assert_eq!(fs::read(at("a.csv")).unwrap(), b"old\n");
    let resumed = run(root.path(), &[&batch[..], &["--resume"]].concat());
    let told = text(resumed.stderr);
    assert_eq!(resumed.status.code(), Some(0), "{told}");
    assert!(told.contains("read by an earlier run"), "{told}");
    assert_eq!(fs::read_to_string(at("a.csv")).unwrap().lines().count(), 7);

    // There is room for the report's journal, but not for the report, which has the men in it too.
    fs::remove_file(at("a.csv.journal")).unwrap();
    fs::create_dir(at("one")).unwrap();
    fs::write(at("a.html"), "old").unwrap();
    fs::write(at("one/q.png"), "no picture").unwrap();
    let output = run_on_a_full_disk(root.path(), 30, &["batch", "one", "--out", "a.html"]);
    let told = text(output.stderr);
    assert!(told.contains("a.html: cannot write: "), "{told}");
    assert_eq!(fs::read(at("a.html")).unwrap(), b"old");
    assert!(at("a.html.journal").exists());

    // Drawings that do not fit are not there at all.
    let output = run_on_a_full_disk(
        root.path(),
        1,
        &["draw", "8/8/8/8/8/8/8/K6k", "-o", "k.png"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stderr).contains("k.png: cannot write: "));
    let args = ["read", "in/p0.png", "--annotate", "notes", "--stages", "st"];
    let output = run_on_a_full_disk(root.path(), 1, &args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(output.stdout).trim_end(), fixture_fen());
    assert!(names(&at("notes")).is_empty());
    let kept = [
        "a.csv",
        "a.html",
        "a.html.journal",
        "in",
        "notes",
        "one",
        "st",
    ];
    assert_eq!(names(root.path()), kept);
}

#[test]
fn nobody_at_the_other_end_of_the_pipe() {
    let root = tempfile::tempdir().unwrap();
    mixed(root.path());
    let fens = root.path().join("fens");
    fs::write(&fens, "8/8/8/8/8/8/8/8 w - - 0 1\n".repeat(5_000)).unwrap();
    for args in [
        &["read", ".", "--format", "jsonl"][..],
        &["batch", ".", "--out", "-", "--format", "html"],
        &["check", "fens"],
        &["check", "fens", "--fix"],
        &["draw", "8/8/8/8/8/8/8/8"],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
    ] {
        let mut child = fenlens()
            .current_dir(root.path())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let told = text(output.stderr);
        assert!(!told.contains("panic"), "{args:?}: {told}");
        assert!(
            matches!(output.status.code(), Some(0..=2)),
            "{args:?}: {told}"
        );
    }
    let left: Vec<PathBuf> = fs::read_dir(root.path())
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.to_string_lossy().contains("journal"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
