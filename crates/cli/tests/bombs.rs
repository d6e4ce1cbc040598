//! Small files that would become huge pictures, and files that lie about what is in them: each is
//! refused or read, soon and within a gigabyte.

mod common;

use common::{bombs, fenlens, text};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// Most memory that a run may take, in kB.
const MOST_MEMORY: u64 = 1 << 20;

/// Most processor time, in seconds, all threads together. On an idle machine the largest pictures
/// take less than two; this leaves room for slower ones.
const MOST_TIME: f64 = 5.0;

/// A run that is over.
#[derive(Debug)]
struct Watched {
    status: Option<i32>,
    stderr: String,
    /// In kB.
    memory: u64,
    /// Processor time in seconds.
    time: f64,
}

/// Runs the program to its end and looks at its memory and time, where the system shows them.
fn watched(command: &mut Command) -> Watched {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut memory, mut time) = (0, 0.0f64);
    let proc = format!("/proc/{}", child.id());
    while child.try_wait().unwrap().is_none() {
        let peak = fs::read_to_string(format!("{proc}/status")).unwrap_or_default();
        let peak = peak.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kb = peak.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok());
        memory = memory.max(kb.unwrap_or(0));
        let stat = fs::read_to_string(format!("{proc}/stat")).unwrap_or_default();
        // After the name: user and system time are the 12th and 13th, in hundredths of a second.
        let ticks: Option<u64> = stat.rsplit_once(") ").map(|(_, rest)| {
            let words = rest.split(' ').skip(11).take(2);
            words.filter_map(|w| w.parse::<u64>().ok()).sum()
        });
        time = time.max(ticks.unwrap_or(0) as f64 / 100.0);
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    Watched {
        status: output.status.code(),
        stderr: text(output.stderr),
        memory,
        time,
    }
}

/// What has to come of a file.
#[derive(Clone, Copy)]
enum Fate {
    /// An error in which these words stand.
    Refused(&'static str),
    /// No board found.
    Read,
    /// Either.
    Either,
}
use Fate::{Either, Read, Refused};

/// Reads files of these bytes and looks at what comes of each.
fn all(cases: &[(&str, Vec<u8>, Fate)]) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, fate) in cases {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let seen = read(&path);
        println!(
            "{name}: {} bytes, {} MB, {:.2} s, status {:?}, {}",
            bytes.len(),
            seen.memory / 1024,
            seen.time,
            seen.status,
            seen.stderr.trim()
        );
        assert!(
            !seen.stderr.contains("fault in fenlens"),
            "{name}: {seen:?}"
        );
        assert!(
            seen.memory <= MOST_MEMORY && seen.time <= MOST_TIME,
            "{name}: {seen:?}"
        );
        match fate {
            Refused(words) => {
                assert_eq!(seen.status, Some(2), "{name}: {seen:?}");
                assert!(seen.stderr.contains(words), "{name}: {seen:?}");
            }
            Read => assert_eq!(seen.status, Some(1), "{name}: {seen:?}"),
            Either => assert!(matches!(seen.status, Some(1 | 2)), "{name}: {seen:?}"),
        }
        fs::remove_file(path).unwrap();
    }
}

fn read(path: &Path) -> Watched {
    watched(fenlens().arg("read").arg(path))
}

#[test]
fn more_pixels_than_allowed() {
    let side = Refused("--max-side");
    let pixels = Refused("--max-pixels");
    all(&[
        ("side.png", bombs::png(50_000, 50_000, 1, 0, false), side),
        (
            "pixels.png",
            bombs::png(15_000, 15_000, 8, 0, false),
            pixels,
        ),
        ("pixels.webp", bombs::webp(15_000, 15_000), pixels),
        ("canvas.webp", bombs::webp_canvas(1 << 24, 1 << 24), Either),
        ("canvas-2.webp", bombs::webp_canvas(16_000, 16_000), pixels),
        ("side.gif", bombs::gif((65_535, 65_535), (16, 16), 1), side),
        (
            "pixels.gif",
            bombs::gif((15_000, 15_000), (15_000, 15_000), 1),
            pixels,
        ),
        ("side.jpg", bombs::jpeg(65_500, 2_000, None), side),
        ("pixels.jpg", bombs::jpeg(15_000, 15_000, None), pixels),
        ("side.bmp", bombs::bmp(60_000, 60_000), side),
        ("pixels.bmp", bombs::bmp(15_000, 15_000), pixels),
        ("pixels.tif", bombs::tiff_zeros(15_000, 15_000, 1), pixels),
    ]);
}

#[test]
fn as_many_pixels_as_allowed() {
    all(&[
        ("gray.png", bombs::png(10_000, 10_000, 8, 0, false), Read),
        ("bits.png", bombs::png(10_000, 10_000, 1, 0, false), Read),
        ("rgba.png", bombs::png(10_000, 10_000, 8, 6, false), Read),
        (
            "interlaced.png",
            bombs::png(10_000, 10_000, 8, 2, true),
            Read,
        ),
        (
            "deep.png",
            bombs::png(10_000, 10_000, 16, 6, false),
            Refused("--max-memory"),
        ),
        ("flat.webp", bombs::webp(10_000, 10_000), Either),
        ("canvas.webp", bombs::webp_canvas(10_000, 10_000), Either),
        (
            "whole.gif",
            bombs::gif((10_000, 10_000), (10_000, 10_000), 1),
            Read,
        ),
        (
            "screen.gif",
            bombs::gif((10_000, 10_000), (16, 16), 1),
            Read,
        ),
        ("baseline.jpg", bombs::jpeg(10_000, 10_000, None), Read),
        ("runs.bmp", bombs::bmp(10_000, 10_000), Either),
        ("gray.tif", bombs::tiff_zeros(10_000, 10_000, 1), Read),
        ("rgb.tif", bombs::tiff_zeros(10_000, 10_000, 3), Read),
    ]);
}

#[test]
fn more_passes_than_pictures_have() {
    all(&[
        ("three.jpg", bombs::jpeg(7_000, 7_000, Some(3)), Read),
        (
            "hundred.jpg",
            bombs::jpeg(7_000, 7_000, Some(99)),
            Refused("--max-pixels"),
        ),
        (
            "large.jpg",
            bombs::jpeg(10_000, 10_000, Some(1)),
            Refused("--max-memory"),
        ),
        ("small.jpg", bombs::jpeg(64, 64, Some(5_000)), Either),
    ]);
}

#[test]
fn many_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..8u8 {
        let bytes = [bombs::webp(10_000, 10_000), vec![n]].concat();
        fs::write(folder.path().join(format!("{n}.webp")), bytes).unwrap();
    }
    let args = ["--threads", "8", "--format", "csv"];
    let seen = watched(fenlens().arg("read").arg(folder.path()).args(args));
    println!("{} MB, {:.2} s", seen.memory / 1024, seen.time);
    assert_eq!(seen.status, Some(1), "{seen:?}");
    assert!(seen.memory <= MOST_MEMORY, "{seen:?}");
}

#[test]
fn frames_without_end() {
    all(&[
        ("many.gif", bombs::gif((64, 64), (64, 64), 300_000), Read),
        (
            "none.gif",
            bombs::gif((64, 64), (64, 64), 0),
            Refused("GIF"),
        ),
    ]);
}

#[test]
fn profiles_that_blow_up() {
    all(&[(
        "profile.png",
        bombs::png_with_profile(1_000_000_000),
        Either,
    )]);
}

#[test]
fn strips_and_nothing() {
    let thin = Refused("--max-side");
    all(&[
        ("wide.png", bombs::png(100_000, 1, 8, 0, false), thin),
        ("high.png", bombs::png(1, 100_000, 8, 0, false), thin),
        ("high.gif", bombs::gif((1, 65_535), (1, 65_535), 1), thin),
        ("wide.jpg", bombs::jpeg(65_500, 1, None), thin),
        ("wide.bmp", bombs::bmp(100_000, 1), Refused("BMP")),
        ("wide.tif", bombs::tiff_zeros(100_000, 1, 1), thin),
        ("thin.png", bombs::png(1, 20_000, 8, 2, false), Read),
        ("thin.webp", bombs::webp(1, 16_383), Read),
        ("thin.tif", bombs::tiff_zeros(20_000, 1, 3), Read),
        ("pixel.png", bombs::png(1, 1, 8, 2, false), Read),
        ("empty.png", bombs::png(0, 9, 8, 0, false), Refused("PNG")),
        ("empty.gif", bombs::gif((0, 9), (0, 9), 1), Refused("GIF")),
        ("empty.jpg", bombs::jpeg(0, 9, None), Refused("JPEG")),
        ("empty.bmp", bombs::bmp(0, 9), Refused("BMP")),
        ("empty.tif", bombs::tiff_zeros(0, 9, 1), Refused("TIFF")),
    ]);
}

#[test]
fn sizes_that_overflow() {
    let most = u32::MAX;
    let long = |tag, value| (tag, 4, 1, value);
    let huge = [long(256, most), long(257, most), long(258, 8), long(262, 1)];
    let strips = [
        long(256, 64),
        long(257, 64),
        (258, 3, 1, 8),
        (262, 3, 1, 1),
        (273, 4, most, 8),
        (279, 4, most, 8),
        long(278, 1),
    ];
    let mut huge_png = common::png_header(most / 2, most / 2, 1, 0, false);
    common::chunk(&mut huge_png, b"IDAT", &bombs::zlib_zeros(9));
    all(&[
        ("huge.png", huge_png, Refused("--max-memory")),
        ("huge.tif", bombs::tiff(&huge, 0, &[0; 64]), Refused("")),
        (
            "strips.tif",
            bombs::tiff(&strips, 0, &[0; 64]),
            Refused("TIFF"),
        ),
        ("least.bmp", bombs::bmp(i32::MIN, i32::MIN), Refused("BMP")),
        ("minus.bmp", bombs::bmp(64, i32::MIN), Refused("BMP")),
        ("most.bmp", bombs::bmp(i32::MAX, i32::MAX), Refused("")),
    ]);
}

#[test]
fn directories_that_lead_in_circles() {
    let plain = |next: u32, more: &[bombs::Entry]| {
        let n = 9 + more.len();
        let data = bombs::zlib_zeros(64 * 64);
        let mut entries = vec![
            (256, 4, 1, 64),
            (257, 4, 1, 64),
            (258, 3, 1, 8),
            (259, 3, 1, 8),
            (262, 3, 1, 1),
            (273, 4, 1, bombs::tiff_data(n)),
            (277, 3, 1, 1),
            (278, 4, 1, 64),
            (279, 4, 1, data.len() as u32),
        ];
        entries.extend(more);
        bombs::tiff(&entries, next, &data)
    };
    // Directories within (330), of EXIF (34665) and of GPS (34853), all the first one again.
    let within = [(330, 4, 1, 8), (34665, 4, 1, 8), (34853, 4, 1, 8)];
    let nowhere = [(330, 4, u32::MAX, 8), (34665, 4, 1, u32::MAX)];
    all(&[
        ("next.tif", plain(8, &[]), Refused("TIFF")),
        ("within.tif", plain(0, &within), Read),
        ("nowhere.tif", plain(u32::MAX, &nowhere), Either),
        (
            "many.tif",
            plain(0, &vec![(65_000, 4, 1, 8); 60_000]),
            Either,
        ),
        ("only-next.tif", bombs::tiff(&[], 8, &[]), Refused("TIFF")),
        (
            "outside.tif",
            b"II*\0\xff\xff\xff\xff".to_vec(),
            Refused("TIFF"),
        ),
    ]);
}

#[test]
fn lies_about_orientation() {
    let turned = |value: u32| bombs::tiff(&[(0x112, 3, 1, value)], 0, &[]);
    let lies = [
        turned(0),
        turned(9),
        turned(0xffff),
        turned(6),
        bombs::tiff(&[(0x112, 3, u32::MAX, u32::MAX)], 8, &[]),
        bombs::tiff(&[(0x112, 4, 1, 6), (34665, 4, 1, 8)], 8, &[]),
        bombs::tiff(&[(0x112, 2, 40, 0xffff_fff0)], 0, &[]),
        b"MM\0*\xff\xff\xff\xff".to_vec(),
        b"II".to_vec(),
        vec![],
    ];
    let cases: Vec<(String, Vec<u8>)> = lies
        .iter()
        .enumerate()
        .flat_map(|(i, exif)| {
            let file = |is_jpeg, ending| (format!("{i}.{ending}"), bombs::with_exif(exif, is_jpeg));
            [file(true, "jpg"), file(false, "png")]
        })
        .collect();
    let cases: Vec<(&str, Vec<u8>, Fate)> = cases
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone(), Read))
        .collect();
    all(&cases);
}
