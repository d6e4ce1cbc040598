//! Prints the lines of text near the boards of pictures, and which side they say is to move.

use fenlens::{Given, Reader, ReaderParams, vision::Quad};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reader = Reader::new(ReaderParams::default())?;
    for path in std::env::args().skip(1) {
        let picture = reader.decode(&std::fs::read(&path)?)?;
        let boards = reader.locate(&picture, &Given::default())?;
        let quads: Vec<Quad> = boards.iter().map(|b| b.quad).collect();
        let found = reader.find_lines(&picture, &quads);
        for ((k, quad), lines) in quads.iter().enumerate().zip(found) {
            let texts = reader.read_lines(&picture, quad, &lines)?;
            println!("{path} {k}: {:?}", reader.captioned_side(&texts));
            for text in texts {
                println!("    {text}");
            }
        }
    }
    Ok(())
}
