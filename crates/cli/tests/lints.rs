//! No crate of this workspace is outside its lints. Licences and sources of what the program is built
//! from are looked at by `cargo deny`, see `deny.toml`.

use std::{fs, path::Path};

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
