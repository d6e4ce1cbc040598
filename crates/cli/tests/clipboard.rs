//! The clipboard of a real desktop. Needs `Xvfb` and `xclip` and a build with the feature, so it
//! runs only when asked for: `cargo test --release --workspace --features fenlens-cli/clipboard
//! --test clipboard -- --include-ignored`.

#![cfg(all(feature = "clipboard", target_os = "linux"))]

mod common;

use common::{FIXTURE, fenlens, fixture_fen, text};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

/// A desktop without a screen.
struct Desktop {
    server: Child,
    display: String,
}

impl Desktop {
    fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "320x200x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        let display = format!(":{}", number.trim());
        Self { server, display }
    }

    fn fenlens(&self, arguments: &[&str]) -> Command {
        let mut command = fenlens();
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .args(arguments);
        command
    }

    fn xclip(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("xclip");
        command
            .env("DISPLAY", &self.display)
            .args(["-selection", "clipboard"])
            .args(arguments);
        command
    }

    /// Puts something onto the clipboard.
    fn put(&self, kind: &str, bytes: &[u8]) {
        let mut xclip = self
            .xclip(&["-target", kind])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        xclip.stdin.take().unwrap().write_all(bytes).unwrap();
        assert!(xclip.wait().unwrap().success());
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
#[ignore = "needs Xvfb and xclip"]
fn pictures_come_from_the_clipboard_and_fens_go_there() {
    let desktop = Desktop::start();
    let refusal = || {
        let output = desktop.fenlens(&["read", "--clipboard"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        text(output.stderr)
    };
    let none = "fenlens: clipboard: no picture on the clipboard";
    assert_eq!(refusal().trim_end(), none);
    desktop.put("UTF8_STRING", b"text");
    assert_eq!(refusal().trim_end(), format!("{none}, but something else"));
    let picture = fs::read(FIXTURE).unwrap();
    desktop.put("image/png", &picture[..picture.len() / 2]);
    assert!(refusal().contains("the picture on the clipboard is damaged"));

    desktop.put("image/png", &picture);
    let mut child = desktop
        .fenlens(&["read", "--clipboard", "--copy"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.next().unwrap().unwrap().starts_with("copied;"));
    let copied = loop {
        let output = desktop.xclip(&["-out"]).output().unwrap();
        if output.status.success() {
            break text(output.stdout);
        }
    };
    assert_eq!(copied, fixture_fen());
    assert!(child.try_wait().unwrap().is_none(), "it keeps the FEN");
    desktop.put("UTF8_STRING", b"something else");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(output.stdout).trim_end(), fixture_fen());
}

#[test]
fn without_a_desktop_that_is_told() {
    let output = fenlens()
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(["read", FIXTURE, "--copy"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(output.stdout).trim_end(), fixture_fen());
    let told = text(output.stderr);
    assert!(
        told.starts_with("fenlens: the clipboard cannot be used (is there a desktop here?)"),
        "{told}"
    );
}
