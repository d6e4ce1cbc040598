//! Any text: reading, judging, explaining and mending it never panics; what is read prints and reads back the same.

#![no_main]

use fenlens_fen::{EpStyle, Fen, Lang, Profile, Validator, WriteStyle};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for profile in Profile::ALL {
        let validator = Validator { profile, chess960: text.len() % 2 == 1, ..Validator::default() };
        let checked = validator.check_line(text);
        for finding in &checked.findings {
            for lang in Lang::ALL {
                assert!(!finding.message(lang).is_empty());
            }
            if let Some(fix) = &finding.fix {
                assert!(fix.parse::<Fen>().is_ok(), "{fix}");
            }
        }
        if profile == Profile::Engine {
            validator.mend(text);
        }
    }
    if let Ok(fen) = text.parse::<Fen>() {
        assert_eq!(fen.to_string().parse(), Ok(fen));
        fen.to_text(WriteStyle { ep: EpStyle::Capture, ..WriteStyle::default() });
    }
});
