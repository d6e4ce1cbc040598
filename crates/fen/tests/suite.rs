//! Runs the positions of `fixtures/fen` and compares the codes that are found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fenlens_fen::{Code, Findings, Level, Piece, SecondChoice, Validator};

struct Case {
    file: String,
    line: usize,
    codes: Vec<String>,
    text: String,
    second: Vec<SecondChoice>,
}

/// Resolves `\t`, `\s`, `\\` and `\uXXXX`.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        match letters.next() {
            Some('t') => out.push('\t'),
            Some('s') => out.push(' '),
            Some('u') => {
                let number: String = letters.by_ref().take(4).collect();
                let number = u32::from_str_radix(&number, 16).unwrap();
                out.push(char::from_u32(number).unwrap());
            }
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

/// Reads `d4=Q e1=-`.
fn second_choices(text: &str) -> Vec<SecondChoice> {
    let choice = |text: &str| {
        let (square, man) = text.split_once('=').unwrap();
        let man = man.chars().next().and_then(Piece::from_char);
        SecondChoice {
            square: square.parse().unwrap(),
            man,
        }
    };
    text.split(' ').map(choice).collect()
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fen");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut columns = line.splitn(3, " | ");
            let mut codes: Vec<String> = columns
                .next()
                .unwrap()
                .split(' ')
                .map(str::to_owned)
                .collect();
            codes.retain(|code| code != "ok");
            codes.sort();
            cases.push(Case {
                file: file.clone(),
                line: index + 1,
                codes,
                text: unescape(columns.next().unwrap_or_default()),
                second: columns.next().map(second_choices).unwrap_or_default(),
            });
        }
    }
    cases
}

fn found(case: &Case) -> Findings {
    let validator = Validator {
        chess960: case.file == "chess960.txt",
        ..Validator::default()
    };
    match case.file.as_str() {
        _ if !case.second.is_empty() => {
            validator.validate_with(&case.text.parse().unwrap(), &case.second)
        }
        "epd.txt" => validator.check_epd(&case.text).findings,
        _ => validator.check(&case.text).findings,
    }
}

#[test]
fn every_position_has_just_the_expected_codes() {
    let mut wrong = Vec::new();
    for case in cases() {
        let findings = found(&case);
        let mut codes: Vec<String> = findings
            .codes()
            .iter()
            .map(|code| code.name().to_owned())
            .collect();
        codes.sort();
        if codes != case.codes {
            wrong.push(format!(
                "{}:{}: {}\n  expected {:?}\n  found    {codes:?}",
                case.file, case.line, case.text, case.codes
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_suite_is_as_large_as_promised() {
    let cases = cases();
    assert!(cases.len() >= 300, "{}", cases.len());
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for code in cases.iter().flat_map(|case| &case.codes) {
        *count.entry(code).or_default() += 1;
    }
    for code in Code::ALL {
        let count = count.get(code.name()).copied().unwrap_or(0);
        assert!(count >= 3, "{code}: {count}");
    }
    let strange: Vec<&Case> = cases
        .iter()
        .filter(|case| case.file == "strange.txt")
        .collect();
    assert!(strange.len() >= 50, "{}", strange.len());
    for case in strange {
        for code in &case.codes {
            assert_eq!(
                code.parse::<Code>().unwrap().level(),
                Level::Remark,
                "{}",
                case.text
            );
        }
    }
}

#[test]
fn no_position_is_written_twice() {
    let mut seen = BTreeMap::new();
    for case in cases() {
        let kind = match case.file.as_str() {
            "epd.txt" | "chess960.txt" => case.file.clone(),
            _ => String::new(),
        };
        let key = (kind, case.text.clone(), format!("{:?}", case.second));
        let place = format!("{}:{}", case.file, case.line);
        if let Some(other) = seen.insert(key, place.clone()) {
            panic!("{place} repeats {other}: {}", case.text);
        }
    }
}

#[test]
fn fixes_mend_what_they_are_for() {
    for case in cases()
        .into_iter()
        .filter(|case| case.file != "chess960.txt")
    {
        for finding in &found(&case) {
            let Some(fix) = &finding.fix else { continue };
            let after = Validator::default().check(fix);
            assert!(after.fen.is_some(), "{}: {fix}", case.text);
            let place = format!("{}:{}: {}: {fix}", case.file, case.line, finding.code);
            // Two rights can lack their rooks; each is dropped by its own fix.
            if finding.code != Code::CastlingNoRook {
                assert!(!after.findings.has(finding.code), "{place}");
            }
        }
    }
}
