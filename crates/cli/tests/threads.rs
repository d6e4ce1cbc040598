//! The same pictures give the same bytes on any number of threads.

mod common;

use common::{fenlens, text};
use std::path::Path;

/// What is read in a folder, without the times.
fn read(folder: &Path, threads: &str, more: &[&str]) -> String {
    let output = fenlens()
        .arg("read")
        .arg(folder)
        .args(["--quiet", "--format", "jsonl", "--threads", threads])
        .args(more)
        .output()
        .unwrap();
    let records = text(output.stdout);
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{}",
        text(output.stderr)
    );
    let timeless = |line: &str| {
        let (start, rest) = line.split_once("\"ms\":{").unwrap();
        let (_, end) = rest.split_once('}').unwrap();
        format!("{start}{end}\n")
    };
    records.lines().map(timeless).collect()
}

#[test]
fn one_two_and_eight_threads_read_the_same() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let one = read(&fixtures, "1", &[]);
    assert!(one.lines().count() >= 10, "{one}");
    for threads in ["2", "8"] {
        assert!(read(&fixtures, threads, &[]) == one, "{threads} threads");
    }
    // Nor do the pictures beside it matter.
    let alone = read(&fixtures, "2", &["--include", "page.jpg"]);
    assert!(!alone.is_empty() && one.contains(&alone));
}
