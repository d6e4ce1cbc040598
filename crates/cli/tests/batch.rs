//! `fenlens batch` as a user runs it: order, formats, resuming, setting aside.

mod common;

use common::{FIXTURE, copy_of_fixture, fenlens, fixture_fen, mixed, text};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The records of a JSONL file, without their times.
fn records(path: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(path).unwrap();
    let record = |line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record["ms"] = Value::Null;
        record
    };
    lines.lines().map(record).collect()
}

/// A batch over a folder, whose output goes beside it.
struct Batch {
    root: tempfile::TempDir,
}

impl Batch {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("in")).unwrap();
        Self { root }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn command(&self, out: &str, more: &[&str]) -> Command {
        let mut command = fenlens();
        command
            .current_dir(self.root.path())
            .args(["batch", "in", "--out", out])
            .args(more)
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, out: &str, more: &[&str]) -> Output {
        self.command(out, more).output().unwrap()
    }

    /// Adds `n` pictures of different content.
    fn copies(&self, n: usize) {
        for i in 0..n {
            fs::write(self.at(&format!("in/p{i}.png")), copy_of_fixture(i)).unwrap();
        }
    }

    /// Lines in the journal.
    fn journaled(&self, out: &str) -> usize {
        let journal = fs::read(self.at(&format!("{out}.journal"))).unwrap_or_default();
        journal.iter().filter(|b| **b == b'\n').count()
    }

    /// Waits until more lines than this are in the journal.
    fn wait_for(&self, out: &str, lines: usize) {
        let start = Instant::now();
        while self.journaled(out) <= lines {
            assert!(start.elapsed() < Duration::from_secs(300), "no progress");
            thread::sleep(Duration::from_millis(2));
        }
    }
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
    let lines = records(&out);
    let names: Vec<&str> = lines
        .iter()
        .map(|l| l["image"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(names[..3], ["p1.png", "p2.png", "p3.png"]);
    assert_eq!(names[9..], ["p10.png", "q1.png", "q2.png"]);
    assert_eq!(lines[10]["boards"], Value::Array(Vec::new()));
    assert!(lines[10]["error"].is_null() && lines[11]["error"].is_string());
    assert!(!folder.path().join("all.jsonl.journal").exists());

    // Timings aside, any number of threads gives the same.
    let again = folder.path().join("again.jsonl");
    batch("1", &again);
    assert_eq!(records(&out), records(&again));
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

/// Where the fixture's board lies, so that nothing is searched for: faster.
fn corners() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/screenshot.json"
    );
    let record: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let corners = &record["boards"][0]["corners"];
    corners.to_string().replace(['[', ']'], "")
}

#[test]
fn killed_ten_times_and_resumed_it_ends_as_if_nothing_had_been() {
    const PICTURES: usize = 200;
    let batch = Batch::new();
    batch.copies(PICTURES);
    fs::write(batch.at("in/q1.png"), b"no picture").unwrap();
    let corners = corners();
    let options = ["--resume", "--corners", &corners, "--threads", "2"];
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for kill in 1..=10 {
        let before = batch.journaled("all.csv");
        let mut child = batch.command("all.csv", &options).spawn().unwrap();
        batch.wait_for("all.csv", before);
        thread::sleep(Duration::from_millis(random.random_range(0..40)));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), None, "kill {kill} came too late");
        assert!(!batch.at("all.csv").exists(), "half a file");
    }
    let before = batch.journaled("all.csv");
    assert!((10..PICTURES).contains(&before), "{before}");
    let output = batch.run("all.csv", &options);
    let stderr = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    // The last line may have been torn, and the broken picture is tried each time.
    let kept: usize = stderr
        .lines()
        .find_map(|l| {
            l.split_once(" read by an earlier run")?
                .0
                .rsplit(' ')
                .next()
        })
        .map(|n| n.parse().unwrap())
        .unwrap();
    assert!((before - 1..=before).contains(&kept), "{before}: {stderr}");

    let output = batch.run("whole.csv", &["--corners", &corners, "--quiet"]);
    assert_eq!(output.status.code(), Some(2));
    let read = |name: &str| fs::read_to_string(batch.at(name)).unwrap();
    assert_eq!(read("all.csv").lines().count(), PICTURES + 2);
    assert_eq!(read("all.csv"), read("whole.csv"));
}

#[test]
fn only_what_is_new_or_changed_is_read_again() {
    let batch = Batch::new();
    batch.copies(3);
    let tell = |more: &[&str]| text(batch.run("all.jsonl", more).stderr);
    assert!(!tell(&["--resume"]).contains("earlier run"));
    let first = fs::read(batch.at("all.jsonl")).unwrap();
    assert!(tell(&["--resume"]).contains("; 3 read by an earlier run"));
    assert_eq!(
        fs::read(batch.at("all.jsonl")).unwrap(),
        first,
        "times and all"
    );
    // A touched file is the same picture, and a file of the same size and time may be another.
    let touched = batch.at("in/p0.png");
    fs::write(&touched, fs::read(&touched).unwrap()).unwrap();
    let changed = batch.at("in/p1.png");
    let time = changed.metadata().unwrap().modified().unwrap();
    fs::write(&changed, copy_of_fixture(99)).unwrap();
    let file = fs::File::options().write(true).open(&changed).unwrap();
    file.set_modified(time).unwrap();
    fs::write(batch.at("in/p9.png"), copy_of_fixture(9)).unwrap();
    let told = tell(&["--resume"]);
    assert!(
        told.contains("4 pictures") && told.contains("; 2 read by"),
        "{told}"
    );
    assert_eq!(records(&batch.at("all.jsonl")).len(), 4);
    // Read with other options, nothing of it holds.
    assert!(!tell(&["--resume", "--side", "b"]).contains("earlier run"));
    assert_eq!(
        records(&batch.at("all.jsonl"))[0]["boards"][0]["fields"]["side"],
        "given"
    );
    assert!(tell(&[]).contains("carry on from it with --resume"));
}

#[test]
fn the_same_picture_twice_is_noticed() {
    let batch = Batch::new();
    for name in ["a.png", "b.png"] {
        fs::copy(FIXTURE, batch.at("in").join(name)).unwrap();
    }
    let output = batch.run("all.jsonl", &["--verbose"]);
    let told = text(output.stderr);
    assert!(
        told.contains("in/b.png: the same picture as number 1"),
        "{told}"
    );
    assert!(told.contains("; 1 the same as others"), "{told}");
    let [mut a, b] = <[Value; 2]>::try_from(records(&batch.at("all.jsonl"))).unwrap();
    assert_eq!(
        (&a["image"], &b["image"]),
        (&"in/a.png".into(), &"in/b.png".into())
    );
    a["image"] = b["image"].clone();
    assert_eq!(a, b);
}

#[test]
fn standard_output_is_a_file_like_others() {
    let batch = Batch::new();
    batch.copies(2);
    let output = batch.run("-", &["--format", "csv", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
    assert_eq!(text(output.stdout).lines().count(), 3);
    assert!(!batch.at("-").exists());
    let refused = batch.run("-", &["--format", "csv", "--resume"]);
    assert!(text(refused.stderr).contains("nothing to resume from"));
    let refused = batch.run("no/such/all.csv", &[]);
    let told = text(refused.stderr);
    assert!(
        told.contains("no/such/all.csv: there is no folder no/such"),
        "{told}"
    );
}

#[test]
fn what_needs_a_look_is_set_aside() {
    let batch = Batch::new();
    mixed(&batch.at("in"));
    let names = |folder: &str| {
        let mut names: Vec<String> = fs::read_dir(batch.at(folder))
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    fs::create_dir(batch.at("in/look")).unwrap();
    fs::write(batch.at("in/look/q1.png"), b"somebody's").unwrap();
    batch.run("a.csv", &["--copy-doubtful", "in/look"]);
    let csv = fs::read_to_string(batch.at("a.csv")).unwrap();
    assert_eq!(csv.lines().count(), 13, "the folder set aside is not read");
    assert_eq!(names("in/look"), ["q1-2.png", "q1.png", "q2.png"]);
    assert_eq!(fs::read(batch.at("in/look/q1.png")).unwrap(), b"somebody's");
    fs::remove_dir_all(batch.at("in/look")).unwrap();
    batch.run("b.csv", &["--move-doubtful", "moved"]);
    assert_eq!(names("moved"), ["q1.png", "q2.png"]);
    assert!(!batch.at("in/q1.png").exists() && batch.at("in/p1.png").exists());
}

#[test]
fn folders_are_searched_as_asked() {
    let batch = Batch::new();
    mixed(&batch.at("in"));
    let output = batch.run("a.csv", &["--include", "p1*", "--exclude", "p10.*"]);
    let told = text(output.stderr);
    assert!(told.contains("1 picture: 1 board sure"), "{told}");
    assert!(told.contains("; 12 other files skipped"), "{told}");

    fs::write(batch.at("list"), "in/p2.png\nin/missing.png\n").unwrap();
    let output = fenlens()
        .current_dir(batch.at(""))
        .args(["read", "--list", "-", "--format", "csv"])
        .stdin(fs::File::open(batch.at("list")).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stderr).contains("in/missing.png: no such file"));
    assert!(text(output.stdout).contains("in/p2.png,1,"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_what_is_in_hand() {
    let batch = Batch::new();
    batch.copies(200);
    let corners = corners();
    let options = ["--corners", &corners];
    let child = batch.command("all.csv", &options).spawn().unwrap();
    batch.wait_for("all.csv", 0);
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let told = text(output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(
        told.contains("the same command with --resume carries on"),
        "{told}"
    );
    assert!(!batch.at("all.csv").exists());
    let journal = fs::read_to_string(batch.at("all.csv.journal")).unwrap();
    assert!(journal.ends_with('\n'), "every line is whole");
    let output = batch.run("all.csv", &["--resume", "--corners", &corners]);
    assert_eq!(output.status.code(), Some(0));
    let csv = fs::read_to_string(batch.at("all.csv")).unwrap();
    assert_eq!(csv.lines().count(), 201);
}

#[cfg(unix)]
#[test]
fn what_arrives_in_a_watched_folder_is_read_once_and_whole() {
    let batch = Batch::new();
    batch.copies(1);
    let mut child = fenlens()
        .current_dir(batch.at(""))
        .args(["batch", "in", "--watch", "--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert!(next().starts_with("image,"));
    let picture = copy_of_fixture(7);
    let mut file = fs::File::create(batch.at("in/new.png")).unwrap();
    for part in picture.chunks(picture.len() / 4) {
        file.write_all(part).unwrap();
        thread::sleep(Duration::from_millis(300));
    }
    assert!(next().starts_with("in/new.png,1,"));
    fs::write(batch.at("in/other.png"), copy_of_fixture(8)).unwrap();
    assert!(
        next().starts_with("in/other.png,1,"),
        "neither the old nor the same again"
    );
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
