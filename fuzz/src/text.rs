//! The parsers of `crates/fen`.

use fenlens_fen::{
    EpStyle, Fen, Lang, Profile, Validator, WriteStyle, epd,
    foreign::{Language, translate},
};

/// Any text: reading, judging, explaining and mending it never panics; what is read prints and
/// reads back the same.
pub fn fen(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for profile in Profile::ALL {
        let validator = Validator {
            profile,
            chess960: text.len() % 2 == 1,
            ..Validator::default()
        };
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
        fen.to_text(WriteStyle {
            ep: EpStyle::Capture,
            ..WriteStyle::default()
        });
    }
}

/// Any line as EPD: reading it never panics; what is read prints and reads back the same.
pub fn epd(bytes: &[u8]) {
    let Ok(line) = std::str::from_utf8(bytes) else {
        return;
    };
    Validator::new(Profile::Strict).check_epd(line);
    if let Some(first) = epd::read(line).epd() {
        let printed = first.to_string();
        assert_eq!(epd::read(&printed).epd(), Some(first), "{printed}");
    }
    for line in epd::Lines::new(line.as_bytes()) {
        assert!(line.is_ok());
    }
}

/// Any line in the letters of any language: translating it never panics.
pub fn foreign(bytes: &[u8]) {
    let Ok(line) = std::str::from_utf8(bytes) else {
        return;
    };
    for language in Language::ALL {
        if let Ok(english) = translate(line, language) {
            fenlens_fen::read(&english);
        }
    }
}
