//! CPU time of this process.

use std::{fs, time::Duration};

/// Time on a processor so far, all threads together; `None` where the system does not say
/// (anything but Linux).
pub fn used() -> Option<Duration> {
    let mut total = 0;
    for task in fs::read_dir("/proc/self/task").ok()? {
        // A thread may end between the two calls; its share is then lost.
        let Ok(text) = fs::read_to_string(task.ok()?.path().join("schedstat")) else {
            continue;
        };
        total += text.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn work_takes_time() {
        let start = used().unwrap();
        let sum: u64 = (0..50_000_000u64).fold(1, |a, b| a.wrapping_mul(3) ^ b);
        let spent = used().unwrap() - start;
        assert!(spent > Duration::from_millis(1), "{spent:?} {sum}");
    }
}
