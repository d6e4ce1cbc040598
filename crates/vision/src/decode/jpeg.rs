//! How a JPEG is coded, by its markers alone.

/// What the markers say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// Number of scans.
    pub scans: u64,
    /// Whether each scan adds to the ones before.
    pub progressive: bool,
}

const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;
/// Start of a progressive frame, by Huffman or arithmetic coding.
const PROGRESSIVE: [u8; 2] = [0xc2, 0xca];

/// Goes through the markers of a JPEG; `None` when it ends before its end marker. A decoder fills
/// what is missing with gray, which would be read as empty squares.
pub fn coding(bytes: &[u8]) -> Option<Coding> {
    let mut found = Coding {
        scans: 0,
        progressive: false,
    };
    let mut rest = bytes;
    loop {
        // Coded data and stray bytes up to the next marker; 0xff 0x00 is a coded 0xff.
        rest = &rest[rest.iter().position(|b| *b == 0xff)? + 1..];
        let marker = *rest.first()?;
        match marker {
            0xff => continue,
            // Markers without a length: none, start, restart.
            0x00 | 0x01 | 0xd0..=0xd8 => rest = &rest[1..],
            END_OF_IMAGE => return Some(found),
            _ => {
                found.scans += u64::from(marker == START_OF_SCAN);
                found.progressive |= PROGRESSIVE.contains(&marker);
                let length = u16::from_be_bytes([*rest.get(1)?, *rest.get(2)?]);
                rest = rest.get(1 + usize::from(length)..)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_are_counted_where_they_are_scans() {
        let thumbnail = [0xff, 0xe1, 0, 8, 0xff, 0xda, 0, 2, 0xff, 0xd9];
        let scan = [0xff, 0xda, 0, 3, 7, 1, 2, 0xff, 0, 0xff, 0xd0, 9];
        let file = |frame: u8, scans: usize, end: &[u8]| {
            let mut bytes = vec![0xff, 0xd8];
            bytes.extend(thumbnail);
            bytes.extend([0xff, frame, 0, 2]);
            bytes.extend(scan.repeat(scans));
            bytes.extend(end);
            coding(&bytes)
        };
        let found = |scans, progressive| Some(Coding { scans, progressive });
        assert_eq!(file(0xc0, 1, &[0xff, 0xd9]), found(1, false));
        assert_eq!(file(0xc2, 9, &[0xff, 0xff, 0xd9, 5]), found(9, true));
        assert_eq!(file(0xc0, 1, &[]), None);
        assert_eq!(file(0xc0, 1, &[0xff]), None);
        assert_eq!(file(0xc0, 1, &[0xff, 0xe0, 255]), None);
        assert_eq!(coding(&[]), None);
    }
}
