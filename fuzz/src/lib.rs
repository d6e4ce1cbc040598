//! What the targets do with their bytes. The fuzzer runs them with the nightly toolchain; a test of
//! `crates/cli` runs them on the corpora and on mutations of these with any.

pub mod args;
pub mod decode;
pub mod journal;
pub mod outputs;
pub mod read;
pub mod text;

/// A target: it panics when something is wrong.
pub type Target = fn(&[u8]);

/// All of them, by the names of their corpora.
pub const TARGETS: [(&str, Target); 7] = [
    ("fen", text::fen),
    ("epd", text::epd),
    ("foreign", text::foreign),
    ("decode", decode::decode),
    ("read", read::read),
    ("journal", journal::journal),
    ("args", args::args),
];
