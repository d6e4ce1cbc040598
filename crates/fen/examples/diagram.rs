//! Prints a position as an SVG picture: `cargo run --example diagram -- PLACEMENT > board.svg`.

use fenlens_fen::{Placement, draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args()
        .nth(1)
        .unwrap_or_else(|| Placement::START.to_owned());
    let placement: Placement = text.parse()?;
    print!("{}", draw::svg(&placement, &draw::SvgOptions::default()));
    Ok(())
}
