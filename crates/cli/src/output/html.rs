//! The HTML report: one file with everything in it, that asks nothing of the network. What a
//! person needs is in the text itself; the script draws the boards as they were read and lets
//! squares be corrected.
//!
//! Names and reasons come from strangers: all of them are escaped, and the page's own policy lets
//! no script run but the report's.

use super::words::{bottom, chesscom, fields, lichess, name, percent};
use crate::{figures::Figures, shown::shown};
use base64::{Engine, prelude::BASE64_STANDARD};
use fenlens::{
    AssembleParams, BoardRecord, PictureRecord, Verdict,
    fen::{Piece, artwork},
    vision::{Homography, Point, Quad},
};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write;

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

/// What comes before the first picture.
pub fn begin() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; \
         base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let mut out = format!(
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boards read by fenlens</title>
<style>{STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the pictures</a>
"##
    );
    sprite(&mut out);
    out.push_str(
        r##"<header>
<h1>Boards read by fenlens</h1>
<p id="summary"></p>
<noscript><p>Without scripts this page shows what was read, but no drawn boards, filters or corrections.</p></noscript>
<ul class="legend" aria-label="Colours of squares by confidence">
<li><span></span>99.5 % and more</li>
<li><span class="h1"></span>below 99.5 %</li>
<li><span class="h2"></span>below 97 %</li>
<li><span class="h3"></span>below 90 %</li>
<li><span class="h4"></span>below 70 %</li>
</ul>
<p>A square marked ? is doubtful. Choose any square of a drawn board to correct it; the FEN follows.</p>
</header>
<div class="tools" role="region" aria-label="Tools">
<fieldset><legend>Show</legend>
<label><input type="radio" name="filter" value="all" checked> all</label>
<label><input type="radio" name="filter" value="doubtful"> doubtful</label>
<label><input type="radio" name="filter" value="failed"> failed or without a board</label>
</fieldset>
<button type="button" id="save-csv">Save the FENs as CSV</button>
<button type="button" id="save-jsonl">Save the FENs as JSONL</button>
<p id="status" role="status"></p>
</div>
<nav id="contents" aria-label="Contents"><h2>Contents</h2><ol></ol></nav>
<dialog id="chooser" aria-labelledby="chooser-title"><h2 id="chooser-title"></h2>
<div class="choices"></div>
<form method="dialog"><button>Leave it as it is</button></form></dialog>
<main id="main">
"##,
    );
    out
}

/// One picture; `number` counts from 1.
pub fn picture(number: usize, record: &PictureRecord, figures: Option<&Figures>) -> String {
    let mut out = String::new();
    let failed = match &record.error {
        Some(_) => " data-failed=\"not read\"",
        None if record.boards.is_empty() => " data-failed=\"no board\"",
        None => "",
    };
    let _ = writeln!(
        out,
        "<section class=\"picture\" id=\"p{number}\" aria-labelledby=\"p{number}-name\"{failed}>\n\
         <h2 id=\"p{number}-name\">{}</h2>",
        escaped(&record.image)
    );
    if let Some(error) = &record.error {
        let _ = writeln!(out, "<p>Not read: {}.</p>", escaped(error));
    } else if record.boards.is_empty() {
        out.push_str("<p>No board was found.</p>\n");
    }
    if let Some(figures) = figures {
        overlay(&mut out, record, figures);
    }
    for (i, b) in record.boards.iter().enumerate() {
        let squared = figures.and_then(|f| f.boards.get(i));
        board(&mut out, number, record, b, squared.map(String::as_str));
    }
    out.push_str("</section>\n");
    out
}

/// What comes after the last picture.
pub fn end() -> String {
    format!("</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// The men, defined once and used wherever they stand.
fn sprite(out: &mut String) {
    out.push_str("<svg class=\"sprite\" aria-hidden=\"true\">\n");
    for piece in Piece::ALL {
        let drawing = artwork::svg(piece);
        let inner = drawing.find('>').map_or("", |at| &drawing[at + 1..]);
        let _ = writeln!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 {1} {1}\">{2}</symbol>",
            artwork::name(piece),
            artwork::VIEW_BOX,
            inner.replace("</svg>", "").replace('\n', "")
        );
    }
    out.push_str("</svg>\n");
}

/// The picture with the grid of each board over it, numbered where there are several.
fn overlay(out: &mut String, record: &PictureRecord, figures: &Figures) {
    let (Some(width), Some(height)) = (record.width, record.height) else {
        return;
    };
    let _ = write!(
        out,
        "<figure><svg class=\"overlay\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"The picture with the boards found\">\
         <image href=\"{}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\"/>",
        escaped(&figures.picture)
    );
    for board in &record.boards {
        let check = match board.verdict {
            Verdict::Sure => "",
            Verdict::Check => " check",
        };
        let _ = write!(out, "<path class=\"grid{check}\" d=\"{}\"/>", grid(board));
        if record.boards.len() > 1 {
            let [x, y] = board.corners[0];
            let size = f64::from(width.max(height)) / 24.0;
            let _ = write!(
                out,
                "<text transform=\"translate({x:.0} {y:.0}) scale({size:.1})\" x=\".1\" y=\".9\">{}</text>",
                board.index + 1
            );
        }
    }
    let caption = match record.boards.len() {
        0 => "The picture.",
        1 => "The picture with the board found in it.",
        _ => "The picture with the boards found in it.",
    };
    let _ = writeln!(out, "</svg><figcaption>{caption}</figcaption></figure>");
}

/// The lines between squares, as the data of an SVG path in pixels of the picture.
fn grid(board: &BoardRecord) -> String {
    let corners = board.corners.map(|[x, y]| Point::new(x as f32, y as f32));
    let Some(to_picture) = Homography::board_to_picture(&Quad(corners)) else {
        return String::new();
    };
    let mut path = String::new();
    let mut line = |a: (u8, u8), b: (u8, u8)| {
        let at = |(x, y): (u8, u8)| to_picture.apply(Point::new(x.into(), y.into()));
        let (a, b) = (at(a), at(b));
        let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
    };
    for i in 0..=8 {
        line((0, i), (8, i));
        line((i, 0), (i, 8));
    }
    path
}

fn board(
    out: &mut String,
    number: usize,
    record: &PictureRecord,
    board: &BoardRecord,
    squared: Option<&str>,
) {
    let (class, verdict, verdict_name) = match board.verdict {
        Verdict::Sure => ("board", "sure", "sure"),
        Verdict::Check => ("board check", "to be checked", "check"),
    };
    let id = format!("p{number}b{}", board.index + 1);
    let squares: Vec<_> = board
        .squares
        .iter()
        .map(|s| json!([letter(s.piece), s.p, letter(s.second.piece), s.second.p]))
        .collect();
    let data = json!({
        "image": shown(&record.image),
        "board": board.index + 1,
        "fen": board.fen,
        "verdict": verdict_name,
        "confidence": board.confidence,
        "bottom": board.bottom.to_string(),
        "least": AssembleParams::default().square,
        "squares": squares,
    });
    let _ = writeln!(
        out,
        "<article class=\"{class}\" id=\"{id}\" aria-labelledby=\"{id}-name\" data-board=\"{}\">\n\
         <h3 id=\"{id}-name\">Board {}: <span class=\"verdict\">{verdict}</span>, {} likely to be \
         right as a whole</h3>\n<div class=\"side\">",
        escaped(&data.to_string()),
        board.index + 1,
        percent(board.confidence)
    );
    if let Some(squared) = squared {
        let _ = writeln!(
            out,
            "<figure><img class=\"squared\" src=\"{}\" alt=\"The board in the picture, squared up\">\
             <figcaption>As it lies in the picture, squared up.</figcaption></figure>",
            escaped(squared)
        );
    }
    let _ = writeln!(
        out,
        "<figure class=\"as-read\"><figcaption>As it was read. {} {}</figcaption></figure>\n</div>",
        bottom(board),
        fields(board)
    );
    let _ = writeln!(
        out,
        "<p class=\"fen\"><code>{}</code> <button type=\"button\" class=\"copy\">Copy the FEN</button>\n\
         <span class=\"corrections\"></span> <button type=\"button\" class=\"undo\" hidden>Back to what \
         was read</button></p>\n\
         <p>Analyse: <a class=\"lichess\" href=\"{}\" rel=\"noreferrer\">lichess.org</a>, \
         <a class=\"chesscom\" href=\"{}\" rel=\"noreferrer\">chess.com</a></p>",
        escaped(&board.fen),
        escaped(&lichess(board)),
        escaped(&chesscom(board))
    );
    doubts(out, board);
    list(
        out,
        "Why to check",
        board.reasons.iter().map(|r| escaped(r)),
    );
    let findings = board.findings.iter().map(|f| {
        let fix = f
            .fix
            .as_ref()
            .map(|fix| format!("; try <code>{}</code>", escaped(fix)));
        let (severity, message) = (escaped(&f.severity), escaped(&f.message));
        format!("{severity}: {message}{}", fix.unwrap_or_default())
    });
    list(out, "About the position", findings);
    out.push_str("</article>\n");
}

/// The doubtful squares with their choices.
fn doubts(out: &mut String, board: &BoardRecord) {
    if board.doubtful().next().is_none() {
        return;
    }
    out.push_str(
        "<table class=\"doubts\"><caption>Doubtful squares</caption><thead><tr><th scope=\"col\">Square\
         </th><th scope=\"col\">Read as</th><th scope=\"col\">Or</th></tr></thead><tbody>\n",
    );
    for s in board.doubtful() {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}, {}</td><td>{}, {}</td></tr>",
            s.square,
            name(s.piece),
            percent(s.p),
            name(s.second.piece),
            percent(s.second.p)
        );
    }
    out.push_str("</tbody></table>\n");
}

/// A list with a heading, where there is anything in it; the items are HTML.
fn list(out: &mut String, heading: &str, items: impl Iterator<Item = String>) {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if !items.is_empty() {
        let _ = write!(out, "<p>{heading}:</p>\n<ul>\n{items}</ul>\n");
    }
}

fn letter(piece: Option<Piece>) -> String {
    piece.map_or_else(String::new, |p| p.to_char().to_string())
}

/// Text for HTML, in and outside quoted attributes.
fn escaped(text: &str) -> String {
    shown(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample::records;

    #[test]
    fn names_cannot_break_out() {
        let mut record = records().remove(0);
        record.image = "\"><script>alert(1)</script>&\n.png".into();
        let page = picture(1, &record, None);
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\\n.png"));
    }

    #[test]
    fn nothing_is_asked_of_the_network() {
        let page = begin() + &end();
        for word in ["src=\"http", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            assert!(!page.contains(word), "{word}");
        }
    }
}
