//! The HTML report in a real browser. Needs `chromium`, so it runs only when asked for:
//! `cargo test --release --workspace -- --ignored`, as `.ci/run` does.

#[path = "common/browser.rs"]
mod browser;
mod common;

use browser::Browser;
use common::{chunk, fenlens, text};
use fenlens_fen::{Fen, Piece, Square};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// A name that would run a script in a page that did not escape it.
const HOSTILE: &str = "<img src=x onerror=document.title='owned'>.png";

/// A report on a page with several boards, two screenshots, a table and a broken file.
fn report(root: &Path) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let folder = root.join("in");
    fs::create_dir(&folder).unwrap();
    for (from, to) in [
        ("page.jpg", "page.jpg"),
        ("screenshot.png", "screenshot.png"),
        ("screenshot.png", HOSTILE),
        ("table.jpg", "table.jpg"),
    ] {
        fs::copy(fixtures.join(from), folder.join(to)).unwrap();
    }
    // What the report tells of this file is its beginning.
    fs::write(
        folder.join("broken.png"),
        b"<script>document.title='owned'</script>",
    )
    .unwrap();
    // Text within a picture.
    let picture = fs::read(folder.join(HOSTILE)).unwrap();
    let mut marked = picture[..33].to_vec();
    chunk(
        &mut marked,
        b"tEXt",
        b"Title\0<script>document.title='owned'</script>",
    );
    marked.extend(&picture[33..]);
    fs::write(folder.join(HOSTILE), marked).unwrap();
    let output = fenlens()
        .current_dir(root)
        .args(["batch", "in", "--out", "report.html"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(output.stderr));
    root.join("report.html")
}

/// A file that the browser saves.
fn saved(path: &Path) -> String {
    let start = Instant::now();
    loop {
        match fs::read_to_string(path) {
            Ok(text) if !text.is_empty() => return text,
            _ => assert!(
                start.elapsed() < Duration::from_secs(240),
                "{}",
                path.display()
            ),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "needs chromium; .ci/run runs it"]
fn a_person_works_through_a_report() {
    let root = tempfile::tempdir().unwrap();
    let page = report(root.path());
    let mut browser = Browser::start(root.path());
    browser.open(
        &page,
        "document.documentElement && 'ready' in document.documentElement.dataset",
    );

    // It opens, nothing in it is run but its own script, and the contents lead to every picture.
    let summary = browser.eval("document.querySelector('#summary').textContent");
    assert!(
        summary
            .as_str()
            .unwrap()
            .starts_with("Pictures: 5. Boards: 10, of which"),
        "{summary}"
    );
    assert_eq!(browser.eval("document.title"), "Boards read by fenlens");
    assert_eq!(
        browser
            .eval("[...document.querySelectorAll('h2')].some(h => h.textContent.includes('<img'))"),
        true
    );
    assert_eq!(
        browser.eval(
            "document.querySelector('[data-failed=\"not read\"]').textContent.includes('\"<script>\"')"
        ),
        true
    );
    assert_eq!(browser.eval("document.scripts.length"), 1);
    let links = "[...document.querySelectorAll('#contents a')]";
    assert_eq!(
        browser.eval(&format!(
            "{links}.filter(a => document.querySelector(a.hash)).length"
        )),
        5
    );
    let drawn = "document.querySelectorAll('.reading .sq').length";
    assert_eq!(browser.eval(drawn), 640);
    let pictures = "[...document.images].every(i => i.complete && i.naturalWidth > 100)";
    assert_eq!(browser.eval(pictures), true);

    filters(&mut browser);
    let corrected = corrects(&mut browser);
    keyboard(&mut browser);
    copies(&mut browser, &corrected);
    saves(&mut browser, root.path(), &corrected);
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

fn filters(browser: &mut Browser) {
    for (name, boards, pictures) in [("failed", 0, 2), ("doubtful", -1, 1), ("all", 10, 5)] {
        browser.click(&format!("document.querySelector('[value={name}]')"));
        let count =
            |what: &str| format!("document.querySelectorAll('{what}:not([hidden])').length");
        assert_eq!(browser.eval(&count(".picture")), pictures, "{name}");
        assert_eq!(browser.eval(&count("#contents li")), pictures, "{name}");
        let visible = "[...document.querySelectorAll('.board')].filter(b => b.checkVisibility())";
        if boards >= 0 {
            assert_eq!(browser.eval(&format!("{visible}.length")), boards, "{name}");
        } else {
            let check =
                format!("{visible}.every(b => b.matches('.check')) && {visible}.length > 0");
            assert_eq!(browser.eval(&check), true);
        }
    }
}

/// Gives the second choice to the first doubtful square; returns the FEN that must come of it.
fn corrects(browser: &mut Browser) -> String {
    browser.eval("window.square = document.querySelector('.sq.doubtful'), null");
    browser.eval("window.board = square.closest('.board'), null");
    let label = browser
        .eval("square.ariaLabel")
        .as_str()
        .unwrap()
        .to_owned();
    let square: Square = label[..2].parse().unwrap();
    assert!(label.contains("doubtful; or "), "{label}");
    let data: Value =
        serde_json::from_str(browser.eval("board.dataset.board").as_str().unwrap()).unwrap();
    let second = data["squares"][square.index()][2].as_str().unwrap();
    let mut fen: Fen = data["fen"].as_str().unwrap().parse().unwrap();
    let piece = second.chars().next().and_then(Piece::from_char);
    fen.placement.set(square, piece);

    browser.click("square");
    browser.wait_for("document.querySelector('dialog').open");
    browser.click("document.querySelectorAll('dialog .choices button')[1]");
    browser.wait_for("!document.querySelector('dialog').open");
    let shown = browser.eval("board.querySelector('.fen code').textContent");
    assert_eq!(shown, fen.to_string());
    let link = browser.eval("board.querySelector('.lichess').href");
    let part = fen.placement.to_string();
    assert!(link.as_str().unwrap().contains(&part), "{link}");
    let label = browser.eval("document.activeElement.ariaLabel");
    assert!(
        label.as_str().unwrap().contains("corrected by you"),
        "{label}"
    );
    fen.to_string()
}

fn keyboard(browser: &mut Browser) {
    let active = "document.activeElement.ariaLabel ?? document.activeElement.textContent";
    browser.eval(
        "[...document.querySelectorAll('.board')].at(-1).querySelector('[tabindex=\"0\"]').focus()",
    );
    let start = browser.eval(active);
    browser.press("ArrowRight", 39);
    browser.press("ArrowDown", 40);
    let moved = browser.eval(active);
    assert_ne!(start.as_str().unwrap()[..2], moved.as_str().unwrap()[..2]);
    browser.press("Enter", 13);
    browser.wait_for("document.querySelector('dialog').open");
    browser.press("Escape", 27);
    browser.wait_for("!document.querySelector('dialog').open");
    assert_eq!(browser.eval(active), moved, "the focus is back");
    // From the contents, the tab key goes on through the page.
    browser.eval("document.querySelector('#contents a').focus()");
    browser.press("Tab", 9);
    assert_ne!(
        browser.eval(active),
        browser.eval("document.querySelector('#contents a').textContent")
    );
}

fn copies(browser: &mut Browser, fen: &str) {
    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    browser.call("Browser.grantPermissions", permissions);
    browser.click("board.querySelector('.copy')");
    browser.wait_for("document.querySelector('#status').textContent.startsWith('Copied: ')");
    assert_eq!(browser.eval("navigator.clipboard.readText()"), fen);
}

fn saves(browser: &mut Browser, folder: &Path, fen: &str) {
    browser.click("document.querySelector('#save-csv')");
    let csv = saved(&folder.join("fenlens.csv"));
    assert_eq!(csv.lines().count(), 11, "{csv}");
    assert!(csv.starts_with("image,board,fen,verdict,confidence,corrected,fen_read\r\n"));
    assert!(csv.contains(fen), "{csv}");
    browser.click("document.querySelector('#save-jsonl')");
    let jsonl = saved(&folder.join("fenlens.jsonl"));
    let rows: Vec<Value> = jsonl
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let corrected: Vec<&Value> = rows.iter().filter(|r| r["corrected"] != "").collect();
    assert_eq!((rows.len(), corrected.len()), (10, 1));
    assert_eq!(corrected[0]["fen"], fen);
    assert_ne!(corrected[0]["fen_read"], fen);
    assert!(rows.iter().any(|r| r["image"] == format!("in/{HOSTILE}")));
}
