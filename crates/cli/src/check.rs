//! `fenlens check`: validates FEN and EPD, explains every finding, and offers the fix.

use crate::{output::json, shown::shown};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum, ValueHint};
use fenlens_fen::{
    CastlingStyle, Checked, Code, EpStyle, Finding, Lang, Profile, Severity, Spoken, Validator,
    WriteStyle,
    epd::{Line, Lines},
    foreign::{self, Language},
};
use serde::{Serialize, Serializer};
use std::{
    env,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// What the help text of `check` ends with.
const AFTER_HELP: &str = "\
Profiles:
  study     only what cannot be read is an error
  analysis  also impossible kings and pawns, and a side in check that is not to move
  engine    also whatever may break a program that trusts the position
  strict    everything but remarks

Exit status:
  0  no errors under the profile
  1  at least one error
  2  bad usage, or a file that cannot be read";

/// Arguments of `check`.
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArgs {
    /// A FEN or EPD, files of them (one a line), or - for standard input
    #[arg(required_unless_present = "list_codes", value_name = "FEN|FILE", value_hint = ValueHint::FilePath)]
    pub input: Vec<String>,
    /// What the position is for
    #[arg(long, value_name = "study|analysis|engine|strict", default_value_t = Profile::Study)]
    pub profile: Profile,
    /// Findings to accept, such as opposite-check
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub allow: Vec<Code>,
    /// Language of the messages [default: of the locale, else en]
    #[arg(long, value_name = "en|de|nl|hu")]
    pub lang: Option<Lang>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print only the positions, mended where there is a fix, one a line; what cannot be read as it
    /// is, but on a terminal with its control characters as escapes
    #[arg(long, conflicts_with = "format")]
    pub fix: bool,
    /// Judge KQkq by the rules of Chess960 too
    #[arg(long)]
    pub chess960: bool,
    /// Read the men in another language's letters, such as german
    #[arg(long, value_name = "LANGUAGE")]
    pub translate: Option<Language>,
    /// When to print an en passant square
    #[arg(long, value_enum, default_value_t = Ep::AsRead)]
    pub ep_style: Ep,
    /// How to print castling rights
    #[arg(long, value_enum, default_value_t = Rights::Xfen)]
    pub castling_style: Rights,
    /// List all codes with their severity under each profile, and stop
    #[arg(long)]
    pub list_codes: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON array
    Json,
    /// One JSON object a line
    Jsonl,
}

/// When an en passant square is printed.
#[derive(Clone, Copy, ValueEnum)]
pub enum Ep {
    /// As it was read
    AsRead,
    /// Only when a capture there is legal
    Capture,
}

/// How castling rights are printed.
#[derive(Clone, Copy, ValueEnum)]
pub enum Rights {
    /// KQkq wherever that is clear, else the rook's file
    Xfen,
    /// Always the rook's file
    Shredder,
    /// As they were read
    AsRead,
}

/// One position that was checked.
struct Report {
    /// The file and line, when it came from a file.
    place: Option<(String, usize)>,
    /// The text as it was given.
    text: String,
    /// The canonical FEN, if the text can be read.
    fen: Option<String>,
    checked: Checked,
    lang: Lang,
}

/// Checks everything and prints the findings.
pub fn run(args: &CheckArgs) -> Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    if args.list_codes {
        list_codes(&mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let lang = args
        .lang
        .unwrap_or_else(|| locale(|name| env::var(name).ok()));
    let mut checker = Checker {
        args,
        lang,
        validator: Validator {
            profile: args.profile,
            allow: args.allow.iter().copied().collect(),
            chess960: args.chess960,
        },
        terminal: io::stdout().is_terminal(),
        printed: 0,
        errors: false,
        out: &mut out,
    };
    if args.format == Format::Json {
        checker.out.write_all(b"[")?;
    }
    for source in sources(&args.input)? {
        match source {
            Source::Text(text) => checker.line(None, &text)?,
            Source::File(path) => {
                let name = path.display().to_string();
                let file = File::open(&path).with_context(|| format!("{name}: cannot be read"))?;
                checker.lines(&name, BufReader::new(file))?;
            }
            Source::Stdin => checker.lines("-", io::stdin().lock())?,
        }
    }
    if args.format == Format::Json {
        checker.out.write_all(b"]\n")?;
    }
    let errors = checker.errors;
    out.flush()?;
    Ok(ExitCode::from(u8::from(errors)))
}

/// Where positions come from.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    Text(String),
    File(PathBuf),
    Stdin,
}

/// Files and `-` one by one; else all arguments together are one FEN, so that it need not be quoted.
fn sources(input: &[String]) -> Result<Vec<Source>> {
    let is_file = |text: &String| text == "-" || Path::new(text).is_file();
    if input.iter().all(is_file) {
        let source = |text: &String| {
            if text == "-" {
                Source::Stdin
            } else {
                Source::File(text.into())
            }
        };
        return Ok(input.iter().map(source).collect());
    }
    let text = input.join(" ");
    let path = Path::new(&text);
    let named_like_a_file = path.extension().is_some_and(|e| e.len() <= 4) && !text.contains("://");
    if named_like_a_file && !text.contains(' ') {
        bail!("{text}: there is no such file");
    }
    Ok(vec![Source::Text(text)])
}

struct Checker<'a, W: Write> {
    args: &'a CheckArgs,
    lang: Lang,
    validator: Validator,
    /// Whether the output would be obeyed by a terminal.
    terminal: bool,
    printed: usize,
    errors: bool,
    out: &'a mut W,
}

impl<W: Write> Checker<'_, W> {
    fn lines(&mut self, name: &str, reader: impl BufRead) -> Result<()> {
        for line in Lines::new(reader) {
            let (number, line) = line.with_context(|| format!("{name}: cannot be read"))?;
            if let Line::Position(text) = line {
                self.line(Some((name.to_owned(), number)), &text)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, place: Option<(String, usize)>, text: &str) -> Result<()> {
        let translated = match self.args.translate {
            // What is not in the language's letters is checked as it stands, and its faults are named.
            Some(language) => foreign::translate(text, language).unwrap_or(text.to_owned()),
            None => text.to_owned(),
        };
        let checked = self.validator.check_line(&translated);
        let fen = checked.fen.map(|fen| fen.to_text(self.style()));
        self.errors |= !checked.findings.is_ok();
        let report = Report {
            place,
            text: text.to_owned(),
            fen,
            checked,
            lang: self.lang,
        };
        self.print(&report, &translated)?;
        self.printed += 1;
        Ok(())
    }

    fn style(&self) -> WriteStyle {
        WriteStyle {
            castling: match self.args.castling_style {
                Rights::Xfen => CastlingStyle::XFen,
                Rights::Shredder => CastlingStyle::Shredder,
                Rights::AsRead => CastlingStyle::AsRead,
            },
            ep: match self.args.ep_style {
                Ep::AsRead => EpStyle::AsRead,
                Ep::Capture => EpStyle::Capture,
            },
        }
    }

    fn print(&mut self, report: &Report, text: &str) -> Result<()> {
        if self.args.fix {
            let mended = self.validator.mend(text);
            let fen = mended.as_ref().or(report.fen.as_ref());
            let line = fen.unwrap_or(&report.text);
            let line = if self.terminal {
                shown(line)
            } else {
                line.into()
            };
            writeln!(self.out, "{line}")?;
            return Ok(());
        }
        match self.args.format {
            Format::Text => {
                for line in in_words(report).lines() {
                    writeln!(self.out, "{}", shown(line))?;
                }
            }
            Format::Jsonl => {
                let record = json::safe(serde_json::to_string(report)?);
                writeln!(self.out, "{record}")?;
            }
            Format::Json => {
                self.out
                    .write_all(if self.printed == 0 { b"\n" } else { b",\n" })?;
                let record = json::safe(serde_json::to_string(report)?);
                self.out.write_all(record.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The findings of one position for people: a line for the position, one for each finding, one for each new fix.
fn in_words(report: &Report) -> String {
    let mut out = String::new();
    if let Some((name, line)) = &report.place {
        out.push_str(&format!("{name}:{line}: "));
    }
    out.push_str(report.fen.as_deref().unwrap_or(report.text.trim()));
    out.push('\n');
    if report.checked.findings.is_empty() {
        out.push_str("  ok\n");
    }
    let mut last_fix = None;
    for finding in &report.checked.findings {
        let accepted = if finding.accepted { " (accepted)" } else { "" };
        out.push_str(&format!(
            "  {}: {}{accepted}: {}\n",
            finding.severity,
            finding.code,
            finding.message(report.lang)
        ));
        // Faults of one text share their fix; it is told once.
        if finding.fix.is_some() && finding.fix.as_deref() != last_fix {
            last_fix = finding.fix.as_deref();
            out.push_str(&format!("    fix: {}\n", last_fix.unwrap_or_default()));
        }
    }
    out
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            file: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            line: Option<usize>,
            text: &'a str,
            fen: Option<&'a str>,
            ok: bool,
            worst: Option<Severity>,
            findings: Vec<Spoken<'a>>,
        }
        let spoken = |finding| Spoken {
            finding,
            lang: self.lang,
        };
        let findings: Vec<&Finding> = self.checked.findings.iter().collect();
        Record {
            file: self.place.as_ref().map(|(name, _)| name.as_str()),
            line: self.place.as_ref().map(|(_, line)| *line),
            text: &self.text,
            fen: self.fen.as_deref(),
            ok: self.checked.findings.is_ok(),
            worst: self.checked.findings.worst(),
            findings: findings.into_iter().map(spoken).collect(),
        }
        .serialize(serializer)
    }
}

fn list_codes(out: &mut impl Write) -> Result<()> {
    let row = |out: &mut dyn Write, cells: [&str; 5]| {
        let [code, rest @ ..] = cells;
        let cells: Vec<String> = rest.iter().map(|cell| format!("{cell:<9}")).collect();
        writeln!(out, "{code:<28}{}", cells.concat().trim_end())
    };
    row(out, ["code", "study", "analysis", "engine", "strict"])?;
    for code in Code::ALL {
        let grave = Profile::ALL.map(|profile| code.severity(profile).to_string());
        row(
            out,
            [code.name(), &grave[0], &grave[1], &grave[2], &grave[3]],
        )?;
    }
    out.flush()?;
    Ok(())
}

/// The language of the locale, as the environment names it.
fn locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty())
        .and_then(|value| Lang::from_locale(&value))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: CheckArgs,
    }

    /// What is printed for a text, and whether there are errors.
    fn checked(options: &[&str], text: &str) -> (String, bool) {
        checked_on(false, options, text)
    }

    /// The same on a terminal.
    fn checked_on(terminal: bool, options: &[&str], text: &str) -> (String, bool) {
        let args = Cli::parse_from([&["check"], options, &[text]].concat()).args;
        let mut out = Vec::new();
        let mut checker = Checker {
            args: &args,
            lang: args.lang.unwrap_or_default(),
            validator: Validator {
                profile: args.profile,
                allow: args.allow.iter().copied().collect(),
                chess960: args.chess960,
            },
            terminal,
            printed: 0,
            errors: false,
            out: &mut out,
        };
        checker.line(None, text).unwrap();
        let errors = checker.errors;
        (String::from_utf8(out).unwrap(), errors)
    }

    const TWO_FAULTS: &str = "4k3/8/8/8/8/8/4R3/4K3 w K - 0 1";

    #[test]
    fn the_profile_decides_what_is_an_error() {
        let (text, errors) = checked(&[], TWO_FAULTS);
        assert!(!errors, "{text}");
        assert!(
            text.contains("  warning: opposite-check: Black is not to move"),
            "{text}"
        );
        let (text, errors) = checked(&["--profile", "analysis"], TWO_FAULTS);
        assert!(errors && text.contains("  error: opposite-check"), "{text}");
        let (text, errors) = checked(
            &["--profile", "analysis", "--allow", "opposite-check"],
            TWO_FAULTS,
        );
        assert!(
            !errors && text.contains("note: opposite-check (accepted)"),
            "{text}"
        );
    }

    #[test]
    fn messages_come_in_the_language_asked_for() {
        let (text, _) = checked(&["--lang", "de"], TWO_FAULTS);
        assert!(text.contains("Schwarz ist nicht am Zug"), "{text}");
    }

    #[test]
    fn json_has_every_finding() {
        let (text, _) = checked(&["--format", "jsonl"], TWO_FAULTS);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["fen"], TWO_FAULTS);
        assert_eq!(json["ok"], true);
        assert_eq!(json["findings"][0]["code"], "opposite-check");
        assert_eq!(
            json["findings"][0]["fix"],
            "4k3/8/8/8/8/8/4R3/4K3 b K - 0 1"
        );
        assert_eq!(json["findings"][1]["code"], "castling-no-rook");
    }

    #[test]
    fn fixes_are_applied_one_after_the_other() {
        let (text, _) = checked(&["--fix"], TWO_FAULTS);
        assert_eq!(text, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\n");
        let (text, _) = checked(&["--fix"], "8/8/8 w");
        assert_eq!(text, "8/8/8 w\n");
    }

    #[test]
    fn what_cannot_be_read_stays_as_it_is_but_steers_no_terminal() {
        let text = "8/8 \u{1b}[2J\u{9b}1m w";
        assert_eq!(checked(&["--fix"], text).0, format!("{text}\n"));
        let safe = "8/8 \\u{1b}[2J\\u{9b}1m w\n";
        assert_eq!(checked_on(true, &["--fix"], text).0, safe);
        for format in ["json", "jsonl", "text"] {
            let (told, _) = checked(&["--format", format], text);
            assert!(
                !told.trim().contains(|c: char| c.is_control() && c != '\n'),
                "{told:?}"
            );
        }
    }

    #[test]
    fn letters_are_translated_on_request() {
        let german = "tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w KDkd - 0 1";
        let (text, errors) = checked(&["--translate", "german"], german);
        assert!(!errors);
        assert_eq!(
            text,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n  ok\n"
        );
        let (text, errors) = checked(&[], german);
        assert!(errors && text.contains("foreign-letters"), "{text}");
    }

    #[test]
    fn arguments_that_are_no_files_are_one_fen() {
        let words = ["8/8/8/8/8/8/8/8", "w", "-", "-", "0", "1"].map(str::to_owned);
        assert_eq!(
            sources(&words).unwrap(),
            [Source::Text("8/8/8/8/8/8/8/8 w - - 0 1".into())]
        );
        assert_eq!(sources(&["-".into()]).unwrap(), [Source::Stdin]);
        assert!(sources(&["no-such-file.epd".into()]).is_err());
    }

    #[test]
    fn the_locale_gives_the_language() {
        let with = |name: &'static str, value: &'static str| {
            locale(move |asked| (asked == name).then(|| value.to_owned()))
        };
        assert_eq!(with("LANG", "hu_HU.UTF-8"), Lang::Hu);
        assert_eq!(with("LC_ALL", "nl_NL"), Lang::Nl);
        assert_eq!(with("LANG", "C.UTF-8"), Lang::En);
    }
}
