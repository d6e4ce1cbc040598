//! See `fenlens_fuzz::text::foreign`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fenlens_fuzz::text::foreign(bytes));
