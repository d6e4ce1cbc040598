//! Prints for each line of standard input the canonical FEN (or `-`) and the codes found, parted by a tab.

use std::io::{self, BufRead, BufWriter, Write};

use fenlens_fen::{Profile, check};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let checked = check(&line?, Profile::Study);
        let fen = checked.fen.map_or("-".to_owned(), |fen| fen.to_string());
        let codes: Vec<&str> = checked
            .findings
            .codes()
            .iter()
            .map(|code| code.name())
            .collect();
        writeln!(out, "{fen}\t{}", codes.join(" "))?;
    }
    out.flush()
}
