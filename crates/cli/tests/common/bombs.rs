//! Small files that stand for huge pictures, made by hand: encoders make none of them.

use super::{chunk, png_header};

/// Bits packed into bytes from the lowest on.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    n: u32,
}

impl Bits {
    /// Adds `n` bits of a number, the lowest first.
    fn low(&mut self, value: u64, n: u32) {
        self.held |= value << self.n;
        self.n += n;
        while self.n >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.n -= 8;
        }
    }

    /// Adds the `n` bits of a code, the highest first.
    fn code(&mut self, code: u64, n: u32) {
        self.low(code.reverse_bits() >> (64 - n), n);
    }

    fn end(mut self) -> Vec<u8> {
        if self.n > 0 {
            self.low(0, 8 - self.n);
        }
        self.bytes
    }
}

/// A zlib stream of `n` zeros, a two-hundredth of a per cent of that long.
pub fn zlib_zeros(n: u64) -> Vec<u8> {
    let mut bits = Bits::default();
    // The last block, with the fixed code: a literal 0, then copies of 258 bytes from one before.
    bits.low(0b011, 3);
    bits.code(0x30, 8);
    for _ in 0..(n - 1) / 258 {
        bits.code(0xc5, 8);
        bits.code(0, 5);
    }
    for _ in 0..(n - 1) % 258 {
        bits.code(0x30, 8);
    }
    bits.code(0, 7);
    let mut out = vec![0x78, 0x01];
    out.extend(bits.end());
    out.extend((((n % 65_521) as u32) << 16 | 1).to_be_bytes());
    out
}

/// A PNG, one colour all over; `channels` by its colour type.
pub fn png(width: u32, height: u32, depth: u8, kind: u8, interlaced: bool) -> Vec<u8> {
    let channels = [1, 0, 3, 1, 2, 0, 4][usize::from(kind)];
    let row = |w: u64| 1 + (w * channels * u64::from(depth)).div_ceil(8);
    let (w, h) = (u64::from(width), u64::from(height));
    let bytes: u64 = if interlaced {
        let passes = [
            (0, 0, 8, 8),
            (4, 0, 8, 8),
            (0, 4, 4, 8),
            (2, 0, 4, 4),
            (0, 2, 2, 4),
            (1, 0, 2, 2),
            (0, 1, 1, 2),
        ];
        let pass = |(x, y, dx, dy): (u64, u64, u64, u64)| {
            let (w, h) = (
                w.saturating_sub(x).div_ceil(dx),
                h.saturating_sub(y).div_ceil(dy),
            );
            if w == 0 { 0 } else { h * row(w) }
        };
        passes.into_iter().map(pass).sum()
    } else {
        h * row(w)
    };
    let mut out = png_header(width, height, depth, kind, interlaced);
    chunk(&mut out, b"IDAT", &zlib_zeros(bytes));
    chunk(&mut out, b"IEND", &[]);
    out
}

/// A small PNG with a colour profile of `n` zeros.
pub fn png_with_profile(n: u64) -> Vec<u8> {
    let mut out = png_header(16, 16, 8, 2, false);
    let mut profile = b"x\0\0".to_vec();
    profile.extend(zlib_zeros(n));
    chunk(&mut out, b"iCCP", &profile);
    chunk(&mut out, b"IDAT", &zlib_zeros(16 * 49));
    chunk(&mut out, b"IEND", &[]);
    out
}

/// A lossless WebP whose codes all have one symbol, which takes no bits: 40 bytes for any size.
pub fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.low(0x2f, 8);
    bits.low(u64::from(width - 1), 14);
    bits.low(u64::from(height - 1), 14);
    // No alpha, version 0, no transforms, no cache, one group of codes.
    bits.low(0, 1 + 3 + 1 + 1 + 1);
    for _ in 0..5 {
        bits.low(0b0001, 4);
    }
    let data = bits.end();
    riff(&[(b"VP8L", &data)])
}

/// An animated WebP whose first frame is small and whose canvas is not.
pub fn webp_canvas(width: u32, height: u32) -> Vec<u8> {
    let three = |v: u32| v.to_le_bytes()[..3].to_vec();
    let canvas = [vec![2, 0, 0, 0], three(width - 1), three(height - 1)].concat();
    let still = webp(16, 16);
    let frame = [vec![0; 6], three(15), three(15), vec![100, 0, 0, 0]].concat();
    let frame = [frame, still[12..].to_vec()].concat();
    riff(&[(b"VP8X", &canvas), (b"ANIM", &[0; 6]), (b"ANMF", &frame)])
}

fn riff(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for (name, data) in chunks {
        body.extend(*name);
        body.extend((data.len() as u32).to_le_bytes());
        body.extend(*data);
        body.resize(body.len().next_multiple_of(2), 0);
    }
    let mut out = b"RIFF".to_vec();
    out.extend((body.len() as u32).to_le_bytes());
    out.extend(body);
    out
}

/// A GIF: its screen's size, its frames' size and their number.
pub fn gif(screen: (u16, u16), frame: (u16, u16), frames: usize) -> Vec<u8> {
    let mut out = b"GIF89a".to_vec();
    out.extend(screen.0.to_le_bytes());
    out.extend(screen.1.to_le_bytes());
    out.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    // Repeated for ever.
    out.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0");
    let mut image = vec![0x2c, 0, 0, 0, 0];
    image.extend(frame.0.to_le_bytes());
    image.extend(frame.1.to_le_bytes());
    image.extend([0, 2]);
    for block in lzw_zeros(u64::from(frame.0) * u64::from(frame.1)).chunks(255) {
        image.push(block.len() as u8);
        image.extend(block);
    }
    image.push(0);
    for _ in 0..frames {
        out.extend(&image);
    }
    out.push(0x3b);
    out
}

/// `n` zeros as LZW of two bits: each code is one longer than the one before.
fn lzw_zeros(n: u64) -> Vec<u8> {
    const CLEAR: u64 = 4;
    let mut bits = Bits::default();
    let mut left = n;
    while left > 0 {
        let (mut next, mut width, mut run) = (CLEAR + 2, 3, 1);
        bits.low(CLEAR, width);
        bits.low(0, width);
        left -= 1;
        while left > 0 && next < 4095 {
            run += 1;
            if run > left {
                // What is too long for the rest: single zeros.
                bits.low(0, width);
                left -= 1;
            } else {
                bits.low(next, width);
                left -= run;
            }
            next += 1;
            if next == 1 << width && width < 12 {
                width += 1;
            }
        }
        if left == 0 {
            bits.low(CLEAR + 1, width);
        } else {
            bits.low(CLEAR, width);
        }
    }
    bits.end()
}

/// A JPEG of three channels, gray all over: baseline, or progressive with this many scans more.
pub fn jpeg(width: u16, height: u16, scans: Option<usize>) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    let mut segment = |marker: u8, data: &[u8]| {
        out.extend([0xff, marker]);
        out.extend((data.len() as u16 + 2).to_be_bytes());
        out.extend(data);
    };
    segment(0xdb, &[&[0u8][..], &[1; 64]].concat());
    let mut frame = vec![8];
    frame.extend(height.to_be_bytes());
    frame.extend(width.to_be_bytes());
    frame.extend([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    segment(if scans.is_some() { 0xc2 } else { 0xc0 }, &frame);
    // One code of one bit: for DC no change, for AC an end of block or of 16384 and more blocks.
    let table = |class: u8, symbol: u8| [&[class, 1][..], &[0; 15], &[symbol]].concat();
    segment(0xc4, &table(0x00, 0));
    segment(0xc4, &table(0x10, if scans.is_some() { 0xe0 } else { 0 }));
    let blocks = u64::from(width).div_ceil(8) * u64::from(height).div_ceil(8);
    let end = if scans.is_some() { 0 } else { 63 };
    segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, end, 0]);
    let bits = blocks * 3 * if scans.is_some() { 1 } else { 2 };
    out.resize(out.len() + bits.div_ceil(8) as usize, 0);
    for scan in 0..scans.unwrap_or(0) {
        out.extend([0xff, 0xda, 0, 8, 1, 1 + (scan % 3) as u8, 0, 1, 63, 0]);
        let mut bits = Bits::default();
        for _ in 0..blocks.div_ceil(32_767) {
            bits.code(0, 1);
            bits.code(0x3fff, 14);
        }
        for byte in bits.end() {
            // As the highest bit comes first here, so do the bits in a byte.
            let byte = byte.reverse_bits();
            out.push(byte);
            if byte == 0xff {
                out.push(0);
            }
        }
    }
    out.extend([0xff, 0xd9]);
    out
}

/// An entry of a TIFF directory with one value: tag, kind (3 short, 4 long), count, value or place.
pub type Entry = (u16, u16, u32, u32);

/// A TIFF: one directory, after it `data` (at [`tiff_data`]), and where the next one is.
pub fn tiff(entries: &[Entry], next: u32, data: &[u8]) -> Vec<u8> {
    let mut out = b"II*\0\x08\0\0\0".to_vec();
    out.extend((entries.len() as u16).to_le_bytes());
    for &(tag, kind, count, value) in entries {
        out.extend(tag.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(value.to_le_bytes());
    }
    out.extend(next.to_le_bytes());
    assert_eq!(out.len() as u32, tiff_data(entries.len()));
    out.extend(data);
    out
}

/// Where the data of a TIFF with this many entries begins.
pub fn tiff_data(entries: usize) -> u32 {
    8 + 2 + 12 * entries as u32 + 4
}

/// A gray or coloured TIFF of one strip, deflated zeros.
pub fn tiff_zeros(width: u32, height: u32, channels: u32) -> Vec<u8> {
    let data = zlib_zeros((u64::from(width) * u64::from(height) * u64::from(channels)).max(1));
    let entries = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 1, 8),
        (259, 3, 1, 8),
        (262, 3, 1, if channels == 1 { 1 } else { 2 }),
        (273, 4, 1, tiff_data(9)),
        (277, 3, 1, channels),
        (278, 4, 1, height),
        (279, 4, 1, data.len() as u32),
    ];
    tiff(&entries, 0, &data)
}

/// A BMP in run lengths that ends before its first pixel.
pub fn bmp(width: i32, height: i32) -> Vec<u8> {
    let mut out = b"BM".to_vec();
    out.extend((14u32 + 40 + 8 + 2).to_le_bytes());
    out.extend([0; 4]);
    out.extend((14u32 + 40 + 8).to_le_bytes());
    out.extend(40u32.to_le_bytes());
    out.extend(width.to_le_bytes());
    out.extend(height.to_le_bytes());
    out.extend([1, 0, 8, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    out.extend([0; 8]);
    out.extend(2u32.to_le_bytes());
    out.extend([0; 4]);
    out.extend([255, 255, 255, 0, 0, 0, 0, 0]);
    out.extend([0, 1]);
    out
}

/// A JPEG or PNG (`jpeg` not) whose EXIF is these bytes of a TIFF.
pub fn with_exif(exif: &[u8], is_jpeg: bool) -> Vec<u8> {
    if is_jpeg {
        let still = jpeg(16, 16, None);
        let mut out = still[..2].to_vec();
        out.extend([0xff, 0xe1]);
        out.extend((exif.len() as u16 + 8).to_be_bytes());
        out.extend(b"Exif\0\0");
        out.extend(exif);
        out.extend(&still[2..]);
        return out;
    }
    let mut out = png_header(16, 16, 8, 2, false);
    chunk(&mut out, b"eXIf", exif);
    chunk(&mut out, b"IDAT", &zlib_zeros(16 * 49));
    chunk(&mut out, b"IEND", &[]);
    out
}
