//! How far a batch is: a bar on a terminal, nothing elsewhere.

use crate::outcome::tell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;

/// The bar with the count, the rate and the time left.
const LOOK: &str = "{wide_bar} {human_pos} of {human_len}, {rate} a second, {eta} left";

/// The bar; all threads may move it on.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for `total` pictures on standard error, where that is a terminal and a bar is `wanted`.
    pub fn new(total: usize, wanted: bool) -> Self {
        let target = if wanted {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        // The template is checked by a test; should it ever be wrong, the plain bar will do.
        bar.set_style(
            ProgressStyle::with_template(LOOK)
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .with_key("rate", rate),
        );
        Self(bar)
    }

    /// One picture is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Prints a line above the bar.
    pub fn tell(&self, line: &str) {
        self.0.suspend(|| tell(line));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Pictures a second.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A rate that cannot be written is left out.
    let _ = write!(out, "{:.1}", state.per_sec());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_one() {
        assert!(ProgressStyle::with_template(LOOK).is_ok());
    }
}
