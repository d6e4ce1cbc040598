//! Runs `fenlens check` and `fenlens draw` as a user does.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn fenlens(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fenlens"))
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_sound_fen_is_ok_with_and_without_quotes() {
    let quoted = fenlens(&["check", START], "");
    assert_eq!(
        (status(&quoted), stdout(&quoted)),
        (0, format!("{START}\n  ok\n"))
    );
    let words: Vec<&str> = ["check"].into_iter().chain(START.split(' ')).collect();
    assert_eq!(stdout(&fenlens(&words, "")), stdout(&quoted));
}

#[test]
fn the_exit_status_follows_the_profile() {
    let two_kings = "4k3/4p3/8/8/8/8/4P3/K3K3 w - - 0 1";
    assert_eq!(status(&fenlens(&["check", two_kings], "")), 0);
    assert_eq!(
        status(&fenlens(&["check", "--profile", "analysis", two_kings], "")),
        1
    );
    let allowed = [
        "check",
        "--profile",
        "analysis",
        "--allow",
        "king-surplus",
        two_kings,
    ];
    assert_eq!(status(&fenlens(&allowed, "")), 0);
    assert_eq!(status(&fenlens(&["check", "8/8 w"], "")), 1);
    assert_eq!(status(&fenlens(&["check", "no-such-file.epd"], "")), 2);
    assert_eq!(
        status(&fenlens(&["check", "--profile", "hasty", START], "")),
        2
    );
    assert_eq!(
        status(&fenlens(&["check", "--allow", "no-such-code", START], "")),
        2
    );
}

#[test]
fn many_lines_keep_their_numbers_and_comments_are_skipped() {
    let file = format!("# positions\n\n{START}\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e9;\n");
    let output = fenlens(&["check", "--format", "jsonl", "-"], &file);
    assert_eq!(status(&output), 1);
    let records: Vec<serde_json::Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 2);
    assert_eq!(
        (&records[0]["line"], &records[0]["ok"]),
        (&3.into(), &true.into())
    );
    assert_eq!(records[1]["findings"][0]["code"], "epd-operand");
    assert_eq!(records[1]["line"], 4);
    let array = fenlens(&["check", "--format", "json", "-"], &file);
    let array: serde_json::Value = serde_json::from_str(&stdout(&array)).unwrap();
    assert_eq!(array.as_array().unwrap(), &records);
}

#[test]
fn control_characters_in_a_fen_are_shown() {
    let output = fenlens(&["check", "8/8/\u{1b}[31m w"], "");
    let told = stdout(&output);
    assert!(
        !told.contains('\u{1b}') && told.contains("\\u{1b}[31m"),
        "{told}"
    );
}

#[test]
fn messages_follow_the_language() {
    let output = fenlens(&["check", "--lang", "hu", "8/8/8/8/8/8/8/8 w - - 0 1"], "");
    assert!(
        stdout(&output).contains("A táblán nincs bábu."),
        "{}",
        stdout(&output)
    );
}

#[test]
fn every_code_is_listed() {
    let output = fenlens(&["check", "--list-codes"], "");
    let listed = stdout(&output).lines().count();
    assert_eq!(
        (status(&output), listed),
        (0, 1 + fenlens_fen::Code::ALL.len())
    );
}

#[test]
fn boards_are_drawn_in_the_terminal_and_into_files() {
    let text = fenlens(
        &[
            "draw", "--text", "ascii", "--bottom", "black", "--mark", "e4", START,
        ],
        "",
    );
    assert_eq!(status(&text), 0);
    assert!(
        stdout(&text).starts_with("1  R  N  B  K  Q  B  N  R\n"),
        "{}",
        stdout(&text)
    );
    assert!(stdout(&text).contains("[.]"));
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("board.svg", &b"<svg "[..]), ("board.png", b"\x89PNG")] {
        let path = folder.path().join(name);
        let output = fenlens(&["draw", START, "-o", path.to_str().unwrap()], "");
        assert_eq!(status(&output), 0);
        assert!(std::fs::read(&path).unwrap().starts_with(start), "{name}");
    }
    let there = folder.path().join("board.svg");
    let there = there.to_str().unwrap();
    let before = std::fs::read(there).unwrap();
    let other = ["draw", "8/8/8/8/8/8/8/8", "-o", there];
    let refused = fenlens(&other, "");
    assert_eq!(status(&refused), 2);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("board.svg: there is such a file"), "{told}");
    assert_eq!(std::fs::read(there).unwrap(), before);
    let forced = fenlens(&[&other[..], &["--force"]].concat(), "");
    assert_eq!(status(&forced), 0);
    assert_ne!(std::fs::read(there).unwrap(), before);
    let wrong = folder.path().join("board.gif");
    assert_eq!(
        status(&fenlens(
            &["draw", START, "-o", wrong.to_str().unwrap()],
            ""
        )),
        2
    );
    assert_eq!(status(&fenlens(&["draw", "8/8"], "")), 2);
}
