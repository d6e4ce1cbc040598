//! Prints the lines of text near the boards of pictures, and which side they say is to move.

use fenlens::{Given, Reader, ReaderParams, vision::Quad};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reader = Reader::new(ReaderParams::default())?;
    for path in std::env::args().skip(1) {
        let picture = reader.decode(&std::fs::read(&path)?)?;
        let boards = reader.locate(&picture, &Given::default())?;
        let quads: Vec<Quad> = boards.iter().map(|b| b.quad).collect();
        for (k, quad) in quads.iter().enumerate() {
            let others = [&quads[..k], &quads[k + 1..]].concat();
            let start = std::time::Instant::now();
            let lines = reader.read_lines(&picture, quad, &others)?;
            let ms = start.elapsed().as_secs_f64() * 1e3;
            println!(
                "{path} {k}: {:?}, {ms:.1} ms",
                reader.captioned_side(&lines)
            );
            for (line, text) in lines {
                println!("    {:6.2?} {text}", line.bounds);
            }
        }
    }
    Ok(())
}
