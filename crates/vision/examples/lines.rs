//! Times the search for lines of text around a board and prints them.
//!
//!     lines PICTURE x1,y1 x2,y2 x3,y3 x4,y4

use fenlens_vision::{DecodeLimits, Point, Quad, decode, line_strip, text_lines};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let picture = decode(&std::fs::read(&args[0])?, &DecodeLimits::default())?;
    let mut quad = Quad::rect(0.0, 0.0, 1.0, 1.0);
    for (corner, arg) in quad.0.iter_mut().zip(&args[1..]) {
        let (x, y) = arg.split_once(',').ok_or("x,y expected")?;
        *corner = Point::new(x.parse()?, y.parse()?);
    }
    picture.gray();
    let mut best = [f64::INFINITY; 2];
    let mut lines = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        lines = text_lines(&picture, &quad);
        best[0] = best[0].min(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        for line in &lines {
            line_strip(&picture, &quad, line);
        }
        best[1] = best[1].min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("found in {:.2} ms, cut in {:.2} ms", best[0], best[1]);
    for line in lines {
        println!("{:6.2?}", line.bounds);
    }
    Ok(())
}
