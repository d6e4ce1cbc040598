//! The program as a user runs it: formats, exit statuses, pipes.

mod common;

use common::{FIXTURE, fenlens, fixture_fen, mixed, text};
use image::{Rgb, RgbImage};
use serde_json::Value;
use std::{
    fs,
    io::{Read, Write},
    process::Stdio,
};

#[test]
fn a_picture_without_a_board_has_status_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blank.png");
    RgbImage::from_pixel(300, 200, Rgb([250; 3]))
        .save(&path)
        .unwrap();
    let output = fenlens().arg("read").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(text(output.stderr).contains("blank.png: no board found"));
}

#[test]
fn another_model_for_the_squares_changes_nothing_else() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let picture = format!("{root}/fixtures/caption.jpg");
    let read = |more: &[&str]| {
        let mut command = fenlens();
        command
            .args(["read", "--format", "json", &picture])
            .args(more);
        let out: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
        let boards = &out["boards"];
        assert_eq!(boards[0]["fields"]["side"], "seen");
        boards.clone()
    };
    let model = format!("{root}/models/squares-v5.onnx");
    assert_eq!(read(&["--model", &model]), read(&[]));
}

#[test]
fn a_sure_reading_has_status_0() {
    let output = fenlens().args(["read", FIXTURE]).output().unwrap();
    assert_eq!(text(output.stdout).trim_end(), fixture_fen());
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
}

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        &["read"][..],
        &["read", FIXTURE, "--corners", "1,2,3"],
        &["read", FIXTURE, "--corners", "0,0,9000,0,9000,9000,0,9000"],
        &["read", FIXTURE, "--crop", "90000,0,10,10"],
        &["read", FIXTURE, "--min-confidence", "2"],
        &["batch", FIXTURE, "--out", "x.unknown"],
        &["batch", FIXTURE, "--watch"],
        &["batch", FIXTURE],
        &["frobnicate"],
    ] {
        let output = fenlens().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn standard_input_is_read() {
    let mut child = fenlens()
        .args(["read", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(&fs::read(FIXTURE).unwrap())
        .unwrap();
    let record: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(record["image"], "-");
    assert_eq!(record["boards"][0]["fen"], fixture_fen());
}

#[test]
fn what_is_given_is_taken() {
    let read = |args: &[&str]| -> Value {
        let output = fenlens()
            .args(["read", FIXTURE, "--format", "json"])
            .args(args)
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let found = read(&[]);
    let corners: Vec<String> = found["boards"][0]["corners"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|p| [p[0].to_string(), p[1].to_string()])
        .collect();
    let given = read(&[
        "--corners",
        &corners.join(","),
        "--side",
        "b",
        "--castling",
        "none",
        "--bottom",
        "black",
    ]);
    let board = &given["boards"][0];
    assert_eq!(board["bottom"], "black");
    assert_eq!(board["orientation"]["source"], "caller");
    assert_eq!(board["fields"]["side"], "given");
    assert!(board["fen"].as_str().unwrap().ends_with(" b - - 0 1"));
    let turned: Vec<char> = board["placement"].as_str().unwrap().chars().rev().collect();
    assert_eq!(
        turned.into_iter().collect::<String>(),
        found["boards"][0]["placement"].as_str().unwrap()
    );

    let doubtful = read(&["--min-confidence", "1"]);
    assert_eq!(doubtful["boards"][0]["verdict"], "check");
}

#[test]
fn what_is_given_against_the_picture_is_taken_and_to_be_checked() {
    for (option, value, reason) in [
        ("--bottom", "black", "but the coordinates say white"),
        ("--ep", "e4", "what was given does not suit the position"),
        (
            "--castling",
            "Qk",
            "what was given does not suit the position",
        ),
    ] {
        let output = fenlens()
            .args(["read", FIXTURE, "--format", "json", option, value])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{option}");
        let record: Value = serde_json::from_slice(&output.stdout).unwrap();
        let board = &record["boards"][0];
        assert_eq!(board["verdict"], "check", "{option}");
        let reasons = board["reasons"].to_string();
        assert!(reasons.contains(reason), "{option}: {reasons}");
        assert!(
            board.to_string().contains(value),
            "{option}: it is believed"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_writer_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.png");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let output = fenlens().arg("read").arg(&pipe).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stderr).contains("a pipe or a device"));
}

#[cfg(unix)]
#[test]
fn control_characters_in_names_reach_nothing() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"a\n\x1b[31m\xff.png");
    fs::copy(FIXTURE, folder.path().join(name)).unwrap();
    let broken = std::ffi::OsStr::from_bytes(b"-b\r\x1b[2J.png");
    fs::write(folder.path().join(broken), "no picture").unwrap();
    for format in ["text", "fen", "epd", "json", "jsonl", "csv", "pgn", "html"] {
        let output = fenlens()
            .current_dir(folder.path())
            .args(["read", ".", "--verbose", "--timings", "--format", format])
            .output()
            .unwrap();
        let shown = [output.stdout, output.stderr].concat();
        assert!(!shown.contains(&0x1b), "{format}");
        let lines = String::from_utf8(shown).unwrap();
        assert!(lines.contains("31m"), "{format}: the name is told");
        assert!(!lines.contains("a\n\\u"), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_place() {
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").unwrap());
    for args in [
        &["read", FIXTURE][..],
        &["check", "8/8/8/8/8/8/8/8"],
        &["draw", "8/8/8/8/8/8/8/8"],
        &["completions", "bash"],
    ] {
        let output = fenlens().args(args).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = text(output.stderr);
        assert!(told.contains("standard output"), "{args:?}: {told}");
    }
}

#[test]
fn limits_can_be_raised_as_the_message_says() {
    let read = |limit: &str, value: &str| {
        let args = ["read", FIXTURE, limit, value];
        fenlens().args(args).output().unwrap()
    };
    for limit in ["--max-side", "--max-pixels", "--max-memory", "--max-bytes"] {
        let output = read(limit, "500");
        assert_eq!(output.status.code(), Some(2), "{limit}");
        let told = text(output.stderr);
        assert!(told.contains(limit), "{limit}: {told}");
        assert_eq!(read(limit, "4000000").status.code(), Some(0), "{limit}");
    }
}

#[test]
fn notes_on_pictures_replace_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(FIXTURE, folder.path().join("a.png")).unwrap();
    let theirs = folder.path().join("a.png.png");
    fs::write(&theirs, "somebody's").unwrap();
    let read = |more: &[&str]| {
        let mut command = fenlens();
        command.current_dir(folder.path());
        let args = ["read", "a.png", "--annotate", "."];
        command.args(args).args(more).output().unwrap()
    };
    let refused = read(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let told = text(refused.stderr);
    assert!(told.contains("a.png.png: there is such a file"), "{told}");
    assert_eq!(
        text(refused.stdout).trim_end(),
        fixture_fen(),
        "read all the same"
    );
    assert_eq!(fs::read(&theirs).unwrap(), b"somebody's");
    assert_eq!(read(&["--force"]).status.code(), Some(0));
    assert!(fs::read(&theirs).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(
        read(&[]).status.code(),
        Some(0),
        "the same again is no harm"
    );
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    mixed(folder.path());
    let mut child = fenlens()
        .arg("read")
        .arg(folder.path())
        .args(["--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    let status = child.wait().unwrap();
    assert!(!stderr.contains("panic"), "{stderr}");
    assert!(matches!(status.code(), Some(0..=2)));
}

#[test]
fn pictures_of_what_was_seen_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = fenlens()
        .args(["read", FIXTURE, "--annotate"])
        .arg(folder.path().join("notes"))
        .arg("--stages")
        .arg(folder.path().join("stages"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
    let notes: Vec<_> = fs::read_dir(folder.path().join("notes")).unwrap().collect();
    assert_eq!(notes.len(), 1);
    let stages = fs::read_dir(folder.path().join("stages"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    for name in [
        "0-proposals.png",
        "1-picture.png",
        "2-board-1.png",
        "3-tiles-1.png",
        "4-record.json",
    ] {
        assert!(stages.join(name).is_file(), "{name}");
    }
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = fenlens().args(["completions", shell]).output().unwrap();
        assert!(text(output.stdout).contains("min-confidence"), "{shell}");
    }
    let page = text(fenlens().args(["man", "read"]).output().unwrap().stdout);
    assert!(page.starts_with(".ie") || page.starts_with(".TH"), "{page}");
    assert!(page.contains("Exit status"));
}

#[cfg(not(feature = "clipboard"))]
#[test]
fn without_the_clipboard_the_program_says_so() {
    for args in [&["read", "--clipboard"][..], &["read", FIXTURE, "--copy"]] {
        let output = fenlens().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = text(output.stderr);
        assert!(told.contains("built without the clipboard"), "{told}");
    }
}
