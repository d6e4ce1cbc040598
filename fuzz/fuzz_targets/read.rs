//! See `fenlens_fuzz::read::read`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fenlens_fuzz::read::read(bytes));
