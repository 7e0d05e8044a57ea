//! A progress bar on a terminal, for runs that last.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use oddsmith_engine::explore::Watch;

/// How long a run may last before it shows how far it is.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(50);

/// A bar that lives until it is dropped.
#[derive(Debug)]
pub struct Progress {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to look on, unless nobody would see it.
    pub fn start(watch: &Arc<Watch>, trials: u64, quiet: bool) -> Progress {
        let over = Arc::new(AtomicBool::new(false));
        let seen = !quiet && std::io::stderr().is_terminal();
        let thread = seen.then(|| {
            let (over, watch) = (Arc::clone(&over), Arc::clone(watch));
            spawn(move || show(&over, &watch, trials))
        });
        Progress { over, thread }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A bar that could not be drawn is no reason to fail a run that is done.
            let _ = thread.join();
        }
    }
}

fn show(over: &AtomicBool, watch: &Watch, trials: u64) {
    let mut waited = Duration::ZERO;
    while waited < PATIENCE {
        if over.load(Ordering::Relaxed) {
            return;
        }
        sleep(TICK);
        waited += TICK;
    }
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} trials, {per_sec}, {eta} left");
    let bar = ProgressBar::new(trials).with_elapsed(waited);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    while !over.load(Ordering::Relaxed) {
        bar.set_position(watch.trials());
        sleep(TICK);
    }
    bar.finish_and_clear();
}
