//! Ctrl-C: the first asks for an end, the second ends the program at once.

use anyhow::{Context, Result};
use signal_hook::{consts::SIGINT, flag};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Exit status after Ctrl-C: 128 and the signal's number, as shells have it.
pub const STOPPED: u8 = 130;

/// Whether the user wants an end.
#[derive(Clone)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Begins to watch for Ctrl-C.
    pub fn on_ctrl_c() -> Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        flag::register_conditional_shutdown(SIGINT, STOPPED.into(), Arc::clone(&asked))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&asked)))
            .context("Ctrl-C cannot be watched for")?;
        Ok(Self(asked))
    }

    /// Whether Ctrl-C has been pressed.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
