//! Bytes that can be read only until a certain time.

use std::{
    io::{self, BufRead, Cursor, Read, Seek, SeekFrom},
    time::Instant,
};

/// Bytes given out at a time, at most: little enough that a decoder that makes a thousand bytes of
/// each comes back for more within milliseconds.
const STEP: usize = 4096;

/// A reader that fails from a certain time on.
pub struct Timed<'a> {
    bytes: Cursor<&'a [u8]>,
    end: Option<Instant>,
}

impl<'a> Timed<'a> {
    /// Reads `bytes` until `end`, or without an end.
    pub fn new(bytes: &'a [u8], end: Option<Instant>) -> Self {
        Self {
            bytes: Cursor::new(bytes),
            end,
        }
    }
}

/// Whether the time is up.
pub fn is_over(end: Option<Instant>) -> bool {
    end.is_some_and(|end| Instant::now() >= end)
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let next = self.fill_buf()?;
        let n = next.len().min(buffer.len());
        buffer[..n].copy_from_slice(&next[..n]);
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Timed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if is_over(self.end) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let rest = self.bytes.fill_buf()?;
        Ok(&rest[..rest.len().min(STEP)])
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

impl Seek for Timed<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn all_is_read_until_the_time_is_up() {
        let bytes: Vec<u8> = (0..3 * STEP + 5).map(|i| i as u8).collect();
        let mut read = Vec::new();
        Timed::new(&bytes, None).read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
        let later = Instant::now() + Duration::from_secs(3600);
        let mut whole = Timed::new(&bytes, Some(later));
        whole.seek(SeekFrom::Start(STEP as u64)).unwrap();
        assert_eq!(whole.fill_buf().unwrap(), &bytes[STEP..2 * STEP]);
        let late = Timed::new(&bytes, Some(Instant::now())).read(&mut [0; 8]);
        assert_eq!(late.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
