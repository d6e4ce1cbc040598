//! How many FENs a second are read, judged for their structure, and judged whole, on one core.
//!
//! `cargo bench -p fenlens-fen`. Each iteration works through 24 positions of games and puzzles, as they come in files.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use fenlens_fen::{Fen, Profile, Validator, read};

const LINES: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P4/2NB1N2/PP2QPPP/R1BR2K1 b - - 5 12",
    "r2qkb1r/1b3ppp/p3pn2/1p6/1n1P4/1BN2N2/PP2QPPP/R1BR2K1 w kq - 0 12",
    "r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/R3K2R w KQkq - 1 12",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/5pk1/4p1p1/3pP2p/2pP1P1P/2P3P1/6K1/8 w - - 0 40",
    "8/8/4k3/3p4/3P4/4K3/8/8 w - - 12 70",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "1r1bk2r/2R2ppp/p3p3/1b2P2q/4QP2/4N3/1B4PP/3R2K1 w k - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "r1bqkb1r/5ppp/p1np1n2/1p2p1B1/4P3/N1N5/PPP2PPP/R2QKB1R w KQkq - 0 9",
];

fn main() {
    divan::main();
}

fn bench(bencher: Bencher, mut work: impl FnMut(&str)) {
    bencher
        .counter(ItemsCount::new(LINES.len()))
        .counter(BytesCount::new(
            LINES.iter().map(|line| line.len()).sum::<usize>(),
        ))
        .bench_local(|| LINES.into_iter().for_each(|line| work(black_box(line))));
}

/// Reading alone: all faults of the text would be named.
#[divan::bench]
fn reading(bencher: Bencher) {
    bench(bencher, |line| {
        black_box(read(line));
    });
}

/// Reading, then kings, pawns and men: the structure.
#[divan::bench]
fn reading_and_structure(bencher: Bencher) {
    let validator = Validator::new(Profile::Analysis);
    bench(bencher, |line| {
        let fen = read(line).fen;
        black_box(validator.validate_structure(&fen));
    });
}

/// Reading and all rules, with checks, castling, doubts, and the search for a legal move.
#[divan::bench]
fn reading_and_all_rules(bencher: Bencher) {
    let validator = Validator::new(Profile::Engine);
    bench(bencher, |line| {
        black_box(validator.check(line));
    });
}

/// Writing the canonical text.
#[divan::bench]
fn writing(bencher: Bencher) {
    let fens: Vec<Fen> = LINES.iter().map(|line| read(line).fen).collect();
    bencher
        .counter(ItemsCount::new(fens.len()))
        .bench_local(|| fens.iter().for_each(|fen| drop(black_box(fen.to_string()))));
}
