//! See `fenlens_fuzz::text::fen`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fenlens_fuzz::text::fen(bytes));
