//! See `fenlens_fuzz::args::args`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fenlens_fuzz::args::args(bytes));
