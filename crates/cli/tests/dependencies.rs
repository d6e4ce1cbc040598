//! What the program is built from, by `cargo metadata`: permissive licences only, everything from
//! the registry, and no crate of this workspace outside its lints.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::Command,
};

/// The same as in `deny.toml`.
const PERMISSIVE: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The packages that are used on this machine, with their dependencies resolved.
fn packages() -> Vec<Value> {
    let cargo = env::var_os("CARGO").unwrap();
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let told = String::from_utf8(rustc.stdout).unwrap();
    let host = told.lines().find_map(|l| l.strip_prefix("host: ")).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(cargo)
        .current_dir(root)
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", host])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether an SPDX expression leaves a choice of only permissive licences.
fn is_permissive(expression: &str) -> bool {
    // Old manifests part choices with a slash.
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let fits = choice(&mut rest);
    fits && rest.is_empty()
}

fn choice(rest: &mut &[&str]) -> bool {
    let mut fits = all(rest);
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        fits |= all(rest);
    }
    fits
}

fn all(rest: &mut &[&str]) -> bool {
    let mut fits = one(rest);
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        fits &= one(rest);
    }
    fits
}

fn one(rest: &mut &[&str]) -> bool {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let fits = choice(rest);
            let closed = rest.first() == Some(&")");
            *rest = &rest[usize::from(closed)..];
            fits && closed
        }
        [licence, "WITH", exception, after @ ..] => {
            let name = format!("{licence} WITH {exception}");
            *rest = after;
            PERMISSIVE.contains(&name.as_str())
        }
        [licence, after @ ..] => {
            *rest = after;
            PERMISSIVE.contains(licence)
        }
        [] => false,
    }
}

#[test]
fn expressions_are_understood() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_permissive(good), "{good}");
    }
    for bad in [
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "MPL-2.0",
        "",
        "(MIT",
        "MIT WITH x",
    ] {
        assert!(!is_permissive(bad), "{bad}");
    }
}

#[test]
fn licences_are_permissive_and_sources_known() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permissive(licence), "{name}: {licence}");
        if let Some(source) = package["source"].as_str() {
            assert!(
                source.starts_with("registry+https://github.com/rust-lang/crates.io-index"),
                "{name}: {source}"
            );
        }
        let version = package["version"].as_str().unwrap().to_owned();
        versions.entry(name.to_owned()).or_default().insert(version);
    }
    for (name, versions) in versions.iter().filter(|(_, v)| v.len() > 1) {
        println!("warning: {name} in several versions: {versions:?}");
    }
}

#[test]
fn every_crate_forbids_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    let mut crates = 0;
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{}",
            folder.display()
        );
        crates += 1;
    }
    assert!(crates >= 7, "{crates}");
}
