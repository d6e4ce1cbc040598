//! Any line as EPD: reading it never panics; what is read prints and reads back the same.

#![no_main]

use fenlens_fen::{Profile, Validator, epd};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    Validator::new(Profile::Strict).check_epd(line);
    if let Some(first) = epd::read(line).epd() {
        let printed = first.to_string();
        assert_eq!(epd::read(&printed).epd(), Some(first), "{printed}");
    }
    for line in epd::Lines::new(line.as_bytes()) {
        assert!(line.is_ok());
    }
});
