//! A progress bar on a terminal, for long runs.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::terminal::reprint_message;
use oddsmith_engine::explore::Watch;

/// The time after which a run shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(50);
/// The time for which trials are measured before the remaining time is estimated.
const MIN_TIMED: Duration = Duration::from_secs(1);

/// A progress bar. It ends when it is dropped.
#[derive(Debug)]
pub struct Progress {
    state: Arc<BarState>,
    is_seen: bool,
    thread: Option<JoinHandle<()>>,
}

/// The state of the bar that other threads set, apart from the trials that the watch counts.
#[derive(Debug, Default)]
struct BarState {
    is_over: AtomicBool,
    is_drawing: AtomicBool,
    /// Whether the odds have been printed already, so that trials only check them.
    is_checking: AtomicBool,
    /// Held by the thread that writes on the screen.
    screen: Mutex<()>,
    /// The number of trials that were done before the current scenario.
    trials_before: AtomicU64,
}

/// The current work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorkStage {
    Exploring,
    Simulating,
    Drawing,
    Stopping,
}

impl Progress {
    /// Starts the progress bar, unless nobody would see it. A search does not know its number of
    /// trials, which is then 0.
    pub fn start(watch: &Arc<Watch>, trials: u64, quiet: bool) -> Progress {
        let state = Arc::new(BarState::default());
        let is_seen = !quiet && std::io::stderr().is_terminal();
        let (seen, watch) = (Arc::clone(&state), Arc::clone(watch));
        // If no thread can be started, the run goes on without a bar.
        let thread = is_seen
            .then(|| {
                Builder::new()
                    .spawn(move || show(&seen, &watch, trials))
                    .ok()
            })
            .flatten();
        Progress {
            state,
            is_seen,
            thread,
        }
    }

    /// Begins the next scenario.
    pub fn begin(&self, watch: &Watch) {
        self.state
            .trials_before
            .store(watch.trials(), Ordering::Relaxed);
        self.state.is_drawing.store(false, Ordering::Relaxed);
        self.state.is_checking.store(false, Ordering::Relaxed);
    }

    /// Prints the odds in place of the bar, which goes on below. From now on, trials check them.
    pub fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        let screen = self.state.screen.lock();
        if self.is_seen {
            reprint_message("");
        }
        let result = print();
        self.state.is_checking.store(true, Ordering::Relaxed);
        drop(screen);
        result
    }

    /// Begins to make the files, after the trials of the scenario.
    pub fn begin_drawing(&self) {
        self.state.is_drawing.store(true, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.state.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A bar that cannot be drawn is no reason to fail a finished run.
            let _ = thread.join();
        }
    }
}

impl BarState {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn stage(&self, watch: &Watch) -> WorkStage {
        if watch.is_stopped() {
            WorkStage::Stopping
        } else if self.is_drawing.load(Ordering::Relaxed) {
            WorkStage::Drawing
        } else if watch.trials() == self.trials_before.load(Ordering::Relaxed) {
            WorkStage::Exploring
        } else {
            WorkStage::Simulating
        }
    }
}

/// The speed of trials, measured from the first one on and only while trials are run.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The number of trials that were done when the measurement began.
    trials_at_start: u64,
    timed: Duration,
}

impl Pace {
    /// Returns the remaining time, once it can be estimated.
    fn time_left(self, done: u64, trials: u64) -> Option<Duration> {
        let counted = done.saturating_sub(self.trials_at_start);
        (self.timed >= MIN_TIMED && counted > 0).then(|| {
            self.timed
                .mul_f64(trials.saturating_sub(done) as f64 / counted as f64)
        })
    }
}

fn show(state: &BarState, watch: &Watch, trials: u64) {
    let started = Instant::now();
    let mut bar = None;
    let mut pace: Option<Pace> = None;
    let mut last_tick = started;
    while !state.is_over() {
        sleep(TICK);
        let (stage, done) = (state.stage(watch), watch.trials());
        let since = std::mem::replace(&mut last_tick, Instant::now()).elapsed();
        match &mut pace {
            Some(pace) if stage == WorkStage::Simulating => pace.timed += since,
            None if stage == WorkStage::Simulating => {
                pace = Some(Pace {
                    trials_at_start: done,
                    timed: Duration::ZERO,
                })
            }
            _ => {}
        }
        if started.elapsed() >= PATIENCE {
            let _screen = state.screen.lock();
            let bar = bar.get_or_insert_with(|| new_bar(trials));
            bar.set_message(match trials {
                0 => search_message(stage, started.elapsed()),
                _ => progress_message(
                    (stage, state.is_checking.load(Ordering::Relaxed)),
                    done,
                    trials,
                    pace,
                ),
            });
            bar.set_position(done);
            bar.tick();
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn new_bar(trials: u64) -> ProgressBar {
    let (bar, template) = match trials {
        0 => (ProgressBar::new_spinner(), "{spinner} {msg}"),
        _ => (ProgressBar::new(trials), "{wide_bar} {msg}"),
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Returns the message of a search.
fn search_message(stage: WorkStage, since: Duration) -> String {
    match stage {
        WorkStage::Stopping => "stopping".to_owned(),
        _ => format!("searching for {} s", since.as_secs()),
    }
}

/// Returns the text next to the bar, and the purpose of the trials.
fn progress_message(
    (stage, is_checking): (WorkStage, bool),
    done: u64,
    trials: u64,
    pace: Option<Pace>,
) -> String {
    let count = format!("{} of {} trials", HumanCount(done), HumanCount(trials));
    let aim = if is_checking {
        " to check the odds"
    } else {
        ""
    };
    match (stage, pace.and_then(|pace| pace.time_left(done, trials))) {
        (WorkStage::Exploring, _) if is_checking => {
            format!("playing {}{aim}", count.trim_start_matches("0 of "))
        }
        (WorkStage::Exploring, _) => "computing the odds".to_owned(),
        (WorkStage::Simulating, None) => format!("playing {count}{aim}"),
        (WorkStage::Simulating, Some(left)) => {
            format!("playing {count}{aim}, {} left", HumanDuration(left))
        }
        (WorkStage::Drawing, _) => "drawing charts, writing files".to_owned(),
        (WorkStage::Stopping, _) => "stopping".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_shown_once_it_is_known() {
        let pace = |seconds| {
            Some(Pace {
                trials_at_start: 0,
                timed: Duration::from_secs(seconds),
            })
        };
        let line = |stage, done, pace| progress_message((stage, false), done, 9000, pace);
        assert_eq!(line(WorkStage::Exploring, 0, None), "computing the odds");
        assert_eq!(
            line(WorkStage::Simulating, 100, pace(0)),
            "playing 100 of 9,000 trials"
        );
        assert_eq!(
            line(WorkStage::Simulating, 3000, pace(10)),
            "playing 3,000 of 9,000 trials, 20 seconds left"
        );
        assert_eq!(
            line(WorkStage::Drawing, 9000, pace(10)),
            "drawing charts, writing files"
        );
    }

    #[test]
    fn trials_after_the_odds_are_shown_as_checks() {
        let line = |stage, done| progress_message((stage, true), done, 9000, None);
        assert_eq!(
            line(WorkStage::Exploring, 0),
            "playing 9,000 trials to check the odds"
        );
        assert_eq!(
            line(WorkStage::Simulating, 100),
            "playing 100 of 9,000 trials to check the odds"
        );
    }

    #[test]
    fn search_reports_searching_and_stopping() {
        assert_eq!(
            search_message(WorkStage::Exploring, Duration::from_millis(2700)),
            "searching for 2 s"
        );
        assert_eq!(
            search_message(WorkStage::Stopping, Duration::from_secs(3)),
            "stopping"
        );
    }

    #[test]
    fn pace_ignores_trials_before_the_count() {
        let pace = Pace {
            trials_at_start: 4000,
            timed: Duration::from_secs(2),
        };
        assert_eq!(pace.time_left(5000, 9000), Some(Duration::from_secs(8)));
        assert_eq!(pace.time_left(4000, 9000), None);
    }
}
