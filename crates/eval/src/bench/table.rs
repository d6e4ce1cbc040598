//! The benchmark's tables, in Markdown.

use super::{
    Scored,
    recipe::Group,
    tally::{FOUND_WITHIN, LEAST_SIDE, Tally},
};
use std::collections::BTreeMap;

/// Damages with fewer boards than this are left out of the table of single damages.
const LEAST_BOARDS: usize = 8;

/// Prints all tables.
pub fn print(scored: &[Scored], with_ms: bool) {
    groups(scored, with_ms);
    styles(scored);
    damages(scored);
    negatives(scored);
}

fn groups(scored: &[Scored], with_ms: bool) {
    println!(
        "\n| drawn pictures | pictures | boards | found (within {FOUND_WITHIN} squares) | recall % | \
         within bound | within % | corner error, median | 95 % | extra | extra, read | cut off: \
         boards | marked | taken for whole | CPU ms median | 95 % | most |"
    );
    println!("|{}", " --- |".repeat(17));
    let row = |name: &str, t: &Tally| {
        let ms = |share: f64| match with_ms {
            true => format!("{:.0}", t.ms_at(share)),
            false => "–".to_owned(),
        };
        println!(
            "| {name} | {} | {} | {} | {:.2} | {} | {:.2} | {:.3} | {:.3} | {} | {} | {} | {} | {} | \
             {} | {} | {} |",
            t.pictures,
            t.boards,
            t.found,
            t.recall(),
            t.within,
            t.recall_within(),
            t.error_at(0.5),
            t.error_at(0.95),
            t.extra,
            t.read,
            t.partial.0,
            t.partial.1,
            t.partial.2,
            ms(0.5),
            ms(0.95),
            ms(1.0),
        );
    };
    let total = |keep: &dyn Fn(&Scored) -> bool| {
        let mut t = Tally::default();
        for s in scored.iter().filter(|s| keep(s)) {
            t.pictures += 1;
            s.outcome.sought.iter().for_each(|b| t.add(b, s.made.photo));
            t.extra += s.outcome.extra.len();
            t.read += s.read;
            t.partial.0 += s.outcome.partial;
            t.partial.1 += s.outcome.flagged;
            t.partial.2 += s.outcome.as_whole;
            t.ms.push(s.ms);
        }
        t
    };
    for group in Group::all() {
        let t = total(&|s| s.made.group == group);
        if t.pictures > 0 {
            row(group.name(), &t);
        }
    }
    row("flat and scans", &total(&|s| !s.made.photo));
    row("photographs", &total(&|s| s.made.photo));
    row("ALL", &total(&|_| true));
    println!("\nBoards below {LEAST_SIDE} pixels a side are not counted.");
}

/// The filling of a style `family/filling/frame`, or its frame.
fn part(style: &str, k: usize) -> String {
    style.split('/').nth(k).unwrap_or_default().to_owned()
}

/// Boards within the bound of all boards, by a name of rows and one of columns.
fn cross(scored: &[Scored], title: &str, k: usize) {
    let mut cells: BTreeMap<String, BTreeMap<String, Tally>> = BTreeMap::new();
    let mut columns: BTreeMap<String, Tally> = BTreeMap::new();
    for s in scored {
        for b in &s.outcome.sought {
            let row = cells.entry(part(&b.style, k)).or_default();
            for name in [s.made.damage.as_str(), "all"] {
                row.entry(name.to_owned()).or_default().add(b, s.made.photo);
                columns
                    .entry(name.to_owned())
                    .or_default()
                    .add(b, s.made.photo);
            }
        }
    }
    // "all" comes first in the alphabet.
    println!("\n| {title}: found / within / boards |{}", {
        columns
            .keys()
            .map(|c| format!(" {c} |"))
            .collect::<String>()
    });
    println!("|{}", " --- |".repeat(columns.len() + 1));
    let show = |t: Option<&Tally>| match t {
        Some(t) => format!(" {}/{}/{} |", t.found, t.within, t.boards),
        None => " – |".to_owned(),
    };
    for (name, row) in &cells {
        let text: String = columns.keys().map(|c| show(row.get(c))).collect();
        println!("| {name} |{text}");
    }
    let text: String = columns.values().map(|t| show(Some(t))).collect();
    println!("| all |{text}");
}

fn styles(scored: &[Scored]) {
    cross(scored, "squares", 1);
    cross(scored, "frame", 2);
}

/// Recall by each damage that happened.
fn damages(scored: &[Scored]) {
    let mut rows: BTreeMap<String, Tally> = BTreeMap::new();
    for s in scored {
        let Some((_, log)) = s.made.picture.description.split_once(' ') else {
            continue;
        };
        for word in log.split('+').skip(1) {
            // Numbers are strengths: the kind of damage is what counts.
            let name = word.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c));
            for b in &s.outcome.sought {
                rows.entry(name.to_owned())
                    .or_default()
                    .add(b, s.made.photo);
            }
        }
    }
    println!("\n| damage | boards | recall % | within % | corner error, 95 % |");
    println!("|{}", " --- |".repeat(5));
    for (name, t) in rows.iter().filter(|(_, t)| t.boards >= LEAST_BOARDS) {
        println!(
            "| {name} | {} | {:.1} | {:.1} | {:.3} |",
            t.boards,
            t.recall(),
            t.recall_within(),
            t.error_at(0.95)
        );
    }
}

/// Finds in pictures without a board.
fn negatives(scored: &[Scored]) {
    let mut rows: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for s in scored.iter().filter(|s| s.made.group == Group::Negative) {
        let description = s.made.picture.description.as_str();
        let name = description.split(' ').next().unwrap_or_default();
        let row = rows
            .entry(name.trim_start_matches("negative-"))
            .or_default();
        row[0] += 1;
        row[1] += usize::from(!s.outcome.extra.is_empty());
        row[2] += usize::from(s.read > 0);
    }
    println!("\n| no board: what is shown | pictures | with a find | with a find that is read |");
    println!("|{}", " --- |".repeat(4));
    for (name, [pictures, found, read]) in rows {
        println!("| {name} | {pictures} | {found} | {read} |");
    }
}
