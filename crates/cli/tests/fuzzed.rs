//! The targets of `fuzz/` without the fuzzer: on everything in their corpora, and on mutations of
//! it from a fixed seed, so that any toolchain finds a fault that comes back. Mutations are tried
//! for a number of rounds, or for as long as `FENLENS_FUZZ_SECONDS` says.

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{
    env, fs,
    panic::{self, AssertUnwindSafe},
    path::Path,
    time::{Duration, Instant},
};
use targets::{TARGETS, Target};

/// Mutations of a plain `cargo test`.
const ROUNDS: usize = 300;

/// Longest that one input may take; many times what any takes on an idle machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Values that sit at the edges of what fields hold.
const EDGES: [u8; 8] = [0, 1, 0x7f, 0x80, 0xfe, 0xff, b'-', b'9'];

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut paths: Vec<_> = fs::read_dir(folder.join(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name}");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Another input, made of these.
fn mutated(seeds: &[Vec<u8>], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = seeds[random.random_range(0..seeds.len())].clone();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..=16)).min(bytes.len());
        match random.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 => {
                let edge = EDGES[random.random_range(0..EDGES.len())];
                bytes[at..end.min(at + 4)].fill(edge);
            }
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let other = &seeds[random.random_range(0..seeds.len())];
                let start = random.random_range(0..=other.len());
                bytes.truncate(at);
                bytes.extend(&other[start..]);
            }
            _ if at < bytes.len() => bytes[at] = random.random(),
            _ => bytes.push(random.random()),
        }
    }
    bytes
}

/// Runs a target; what it fails on is kept in a file.
fn run(name: &str, target: Target, bytes: &[u8]) {
    let start = Instant::now();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| target(bytes)));
    let slow = start.elapsed() > PATIENCE;
    if outcome.is_err() || slow {
        let kept = env::temp_dir().join(format!("fenlens-failed-on-{name}"));
        fs::write(&kept, bytes).unwrap();
        panic!("{name} failed on {} (slow: {slow})", kept.display());
    }
}

fn fuzz(name: &str) {
    let (_, target) = TARGETS.into_iter().find(|t| t.0 == name).unwrap();
    let seeds = corpus(name);
    for seed in &seeds {
        run(name, target, seed);
    }
    let seconds = env::var("FENLENS_FUZZ_SECONDS").map(|n| n.parse().unwrap());
    let end = seconds.map(|n| Instant::now() + Duration::from_secs(n));
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut rounds = 0;
    while match end {
        Ok(end) => Instant::now() < end,
        Err(_) => rounds < ROUNDS,
    } {
        run(name, target, &mutated(&seeds, &mut random));
        rounds += 1;
    }
    println!("{name}: {} seeds, {rounds} mutations", seeds.len());
}

#[test]
fn fen() {
    fuzz("fen");
}

#[test]
fn epd() {
    fuzz("epd");
}

#[test]
fn foreign() {
    fuzz("foreign");
}

#[test]
fn decode() {
    fuzz("decode");
}

#[test]
fn read() {
    fuzz("read");
}

#[test]
fn journal() {
    fuzz("journal");
}

#[test]
fn args() {
    fuzz("args");
}
