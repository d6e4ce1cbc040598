//! What one picture costs after decoding: time on a processor and memory, detection alone and the
//! whole way.

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use fenlens::{
    Given, Reader, ReaderParams,
    vision::{DecodeLimits, Picture, bands::Bands, decode, without_bands},
};
use std::{fs, path::PathBuf};

/// Time on a processor and memory that a picture costs after decoding (Linux only)
#[derive(clap::Args)]
pub struct CostArgs {
    /// The picture to measure
    picture: PathBuf,
    /// How often it is measured; the mean counts
    #[arg(long, default_value_t = 20)]
    repeat: u32,
}

/// Prints a row for the picture; one thread. Memory is that of the first run, which prepares the nets.
pub fn run(args: &CostArgs) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()?;
    let reader = Reader::new(ReaderParams::default())?;
    let name = args.picture.display().to_string();
    let bytes = fs::read(&args.picture).with_context(|| name.clone())?;
    let picture = decode(&bytes, &DecodeLimits::default()).with_context(|| name.clone())?;
    // As it is read; looking for bands, which costs the same where there are none left, is counted as well.
    let picture = without_bands(picture);
    let mut boards = 0;
    let detect = || {
        let _ = Bands::of(&picture);
        reader.detect(&picture).map(|found| found.len())
    };
    let read = || reader.read(&picture, &Given::default()).map(drop);
    let detecting = peak(|| {
        boards = detect()?;
        Ok(())
    })?;
    let reading = peak(|| Ok(read()?))?;
    let times = [
        mean(args.repeat, || detect().map(|_| ()).map_err(Into::into))?,
        mean(args.repeat, || Ok(read()?))?,
    ];
    println!(
        "| picture | size | decoded MiB | boards | detection: CPU ms | MiB more | then reading: CPU ms | MiB more |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    println!(
        "| {} | {}×{} | {:.1} | {boards} | {:.1} | {detecting:.1} | {:.1} | {reading:.1} |",
        args.picture.file_name().unwrap_or_default().display(),
        picture.width(),
        picture.height(),
        mib(&picture),
        times[0],
        times[1],
    );
    Ok(())
}

/// MiB of the picture's pixels.
fn mib(picture: &Picture) -> f64 {
    picture.rgb().as_raw().len() as f64 / f64::from(1 << 20)
}

/// CPU milliseconds of a run.
fn mean(times: u32, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    let start = ProcessTime::now();
    for _ in 0..times.max(1) {
        work()?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e3 / f64::from(times.max(1)))
}

/// The most MiB that the process holds during a run beyond what it held before.
fn peak(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    // Sets the peak back to what is held now.
    fs::write("/proc/self/clear_refs", "5").context("resetting the peak of memory")?;
    let held = status("VmRSS:")?;
    work()?;
    Ok(status("VmHWM:")? - held)
}

/// A line of this process's status, in MiB.
fn status(name: &str) -> Result<f64> {
    let text = fs::read_to_string("/proc/self/status")?;
    text.lines()
        .find_map(|l| l.strip_prefix(name)?.trim().strip_suffix("kB"))
        .and_then(|kib| kib.trim().parse::<f64>().ok())
        .map(|kib| kib / 1024.0)
        .with_context(|| format!("no {name} in /proc/self/status"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_held_for_a_moment_is_seen() {
        let most = peak(|| {
            std::hint::black_box(vec![1u8; 64 << 20]);
            Ok(())
        })
        .unwrap();
        assert!((48.0..200.0).contains(&most), "{most} MiB");
    }
}
