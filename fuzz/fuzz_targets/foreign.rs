//! Any line in the letters of any language: translating it never panics.

#![no_main]

use fenlens_fen::foreign::{Language, translate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    for language in Language::ALL {
        if let Ok(english) = translate(line, language) {
            fenlens_fen::read(&english);
        }
    }
});
