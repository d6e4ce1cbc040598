//! The program as a user runs it: formats, exit statuses, batch, pipes.

mod common;

use common::{FIXTURE, fenlens, fixture_fen};
use image::{Rgb, RgbImage};
use serde_json::Value;
use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::Stdio,
};

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A folder with ten copies of the fixture, a blank picture, a broken one and a note.
fn mixed(folder: &Path) {
    for i in 1..=10 {
        fs::copy(FIXTURE, folder.join(format!("p{i}.png"))).unwrap();
    }
    RgbImage::from_pixel(200, 200, Rgb([255; 3]))
        .save(folder.join("q1.png"))
        .unwrap();
    fs::write(folder.join("q2.png"), b"no picture").unwrap();
    fs::write(folder.join("notes.txt"), b"no picture").unwrap();
}

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
fn a_batch_reads_all_it_can_in_natural_order() {
    let folder = tempfile::tempdir().unwrap();
    mixed(folder.path());
    let out = folder.path().join("all.jsonl");
    let batch = |threads: &str, out: &Path| {
        fenlens()
            .arg("batch")
            .arg(folder.path())
            .args(["--threads", threads, "--out"])
            .arg(out)
            .output()
            .unwrap()
    };
    let output = batch("2", &out);
    let stderr = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("q2.png: no picture"), "{stderr}");
    assert!(
        stderr.contains("12 pictures: 10 boards sure, 0 to check"),
        "{stderr}"
    );
    let lines: Vec<Value> = fs::read_to_string(&out)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let names: Vec<&str> = lines
        .iter()
        .map(|l| l["image"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(names[..3], ["p1.png", "p2.png", "p3.png"]);
    assert_eq!(names[9..], ["p10.png", "q1.png", "q2.png"]);
    assert_eq!(lines[10]["boards"], Value::Array(Vec::new()));
    assert!(lines[10]["error"].is_null() && lines[11]["error"].is_string());
    assert!(!folder.path().join("all.jsonl.partial").exists());

    // Timings aside, any number of threads gives the same.
    let again = folder.path().join("again.jsonl");
    batch("1", &again);
    let without_times = |path: &Path| -> Vec<Value> {
        fs::read_to_string(path)
            .unwrap()
            .lines()
            .map(|l| {
                let mut record: Value = serde_json::from_str(l).unwrap();
                record["ms"] = Value::Null;
                record
            })
            .collect()
    };
    assert_eq!(without_times(&out), without_times(&again));
}

#[test]
fn a_batch_writes_the_format_of_the_ending() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [
        ("a.csv", "image,board,fen"),
        ("a.fen", &fixture_fen()[..10]),
        ("a.pgn", "[Event "),
        ("a.json", "[\n{"),
    ] {
        let out = folder.path().join(name);
        let output = fenlens()
            .args(["batch", FIXTURE, "--quiet", "--out"])
            .arg(&out)
            .output()
            .unwrap();
        assert!(output.stderr.is_empty(), "{}", text(output.stderr));
        assert!(
            fs::read_to_string(&out).unwrap().starts_with(start),
            "{name}"
        );
    }
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
