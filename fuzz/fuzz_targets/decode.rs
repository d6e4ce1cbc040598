//! See `fenlens_fuzz::decode::decode`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fenlens_fuzz::decode::decode(bytes));
