//! What a long piece of work may cost, how a caller stops it, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::RuleError;

/// How much exploring and solving may cost. Both are counted, never timed, so that the same rule
/// gives the same result on every machine.
///
/// ```
/// use oddsmith_engine::explore::Budget;
///
/// let small = Budget { edges: 10_000, ..Budget::default() };
/// assert!(small.leaves > 1_000_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Edges of a graph: ways from one state to another with one set of observations.
    pub edges: usize,
    /// Leaves: answers tried in all, the many that lead to one edge each counted.
    pub leaves: u64,
    /// Bytes that a graph may take.
    pub bytes: usize,
}

impl Default for Budget {
    /// Two million edges, thirty million leaves, 400 MB: up to four seconds of one core.
    fn default() -> Budget {
        Budget {
            edges: 2_000_000,
            leaves: 30_000_000,
            bytes: 400_000_000,
        }
    }
}

impl Budget {
    /// What each of several explorations may cost: together as much as one.
    ///
    /// ```
    /// use oddsmith_engine::explore::Budget;
    ///
    /// let budget = Budget::default();
    /// assert_eq!(budget.per_exploration(8).edges, budget.edges / 8);
    /// ```
    pub fn per_exploration(self, explorations: usize) -> Budget {
        let count = explorations.max(1);
        Budget {
            edges: self.edges / count,
            leaves: self.leaves / count as u64,
            bytes: self.bytes / count,
        }
    }
}

/// Why work ended before it was done.
///
/// ```
/// use oddsmith_engine::explore::Stop;
///
/// let stop = Stop::TooLarge { states: 3, edges: 12 };
/// assert_eq!(stop.to_string(), "too large: 3 states and 12 transitions, and there are more");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was asked to.
    Requested,
    /// There are more states than the budget allows.
    TooLarge {
        /// States found until then.
        states: usize,
        /// Edges found until then.
        edges: usize,
    },
    /// What it writes down takes more memory than it may.
    OutOfMemory,
    /// The rule itself is at fault.
    Rule(RuleError),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Requested => f.write_str("stopped"),
            Stop::TooLarge { states, edges } => {
                write!(
                    f,
                    "too large: {states} states and {edges} transitions, and there are more"
                )
            }
            Stop::OutOfMemory => f.write_str("the counts of all values take too much memory"),
            Stop::Rule(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Stop {}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Stop {
        Stop::Rule(error)
    }
}

/// What a long run shows and hears while it lasts.
///
/// ```
/// use oddsmith_engine::explore::Watch;
///
/// let watch = Watch::with_memory(50_000_000);
/// watch.stop();
/// assert!(watch.is_stopped() && watch.trials() == 0);
/// ```
#[derive(Debug)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    done: Arc<WorkDone>,
    most_values: u64,
    /// Faces, flips and cards that a trial may take.
    dice_limit: u64,
    /// Trials that were given up, since they take more.
    unfinished: AtomicU64,
}

/// What has been done so far.
#[derive(Debug, Default)]
struct WorkDone {
    trials: AtomicU64,
    leaves: AtomicU64,
    /// Values counted, over all tallies that are alive: each takes about 16 bytes.
    values: AtomicU64,
}

/// Bytes that a counted value takes, with its share of what is kept around it.
const BYTES_PER_VALUE: u64 = 24;

impl Default for Watch {
    /// A run whose counts may take a gigabyte.
    fn default() -> Watch {
        Watch::with_memory(1_000_000_000)
    }
}

impl Watch {
    /// A run whose counts may take so many bytes in all.
    pub fn with_memory(bytes: u64) -> Watch {
        Watch {
            stop: Arc::default(),
            done: Arc::default(),
            most_values: bytes / BYTES_PER_VALUE,
            dice_limit: u64::MAX,
            unfinished: AtomicU64::new(0),
        }
    }

    /// The same run, of which a trial that takes more faces, flips and cards than this is given up
    /// where it is played: it counts as none, and as one that is
    /// [`unfinished`](Watch::unfinished).
    ///
    /// ```
    /// use oddsmith_engine::explore::Watch;
    ///
    /// let watch = Watch::default();
    /// let short = watch.with_dice_limit(1_000_000);
    /// watch.stop();
    /// assert!(short.is_stopped() && short.unfinished() == 0);
    /// ```
    pub fn with_dice_limit(&self, dice: u64) -> Watch {
        Watch {
            stop: Arc::clone(&self.stop),
            done: Arc::clone(&self.done),
            most_values: self.most_values,
            dice_limit: dice,
            unfinished: AtomicU64::new(0),
        }
    }

    /// Trials that were given up.
    pub fn unfinished(&self) -> u64 {
        self.unfinished.load(Ordering::Relaxed)
    }

    pub(crate) fn dice_limit(&self) -> u64 {
        self.dice_limit
    }

    pub(crate) fn add_unfinished(&self) {
        self.unfinished.fetch_add(1, Ordering::Relaxed);
    }

    /// A watch with counts of its own, which may take so many bytes, over work that is stopped when
    /// this is.
    ///
    /// ```
    /// use oddsmith_engine::explore::Watch;
    ///
    /// let watch = Watch::default();
    /// let with_separate_memory = watch.with_separate_memory(1_000_000);
    /// watch.stop();
    /// assert!(with_separate_memory.is_stopped());
    /// ```
    pub fn with_separate_memory(&self, bytes: u64) -> Watch {
        Watch {
            stop: Arc::clone(&self.stop),
            dice_limit: self.dice_limit,
            ..Watch::with_memory(bytes)
        }
    }

    /// Asks the run to stop; it does within a fifth of a second.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Trials done so far.
    pub fn trials(&self) -> u64 {
        self.done.trials.load(Ordering::Relaxed)
    }

    /// Answers tried so far while exploring.
    pub fn leaves(&self) -> u64 {
        self.done.leaves.load(Ordering::Relaxed)
    }

    pub(crate) fn add_trials(&self, trials: u64) {
        self.done.trials.fetch_add(trials, Ordering::Relaxed);
    }

    pub(crate) fn add_leaves(&self, leaves: u64) {
        self.done.leaves.fetch_add(leaves, Ordering::Relaxed);
    }

    /// Takes note that tallies were merged: so many values take the place of so many.
    pub(crate) fn replace_values(&self, before: u64, now: u64) {
        self.done.values.fetch_add(now, Ordering::Relaxed);
        self.done.values.fetch_sub(before, Ordering::Relaxed);
    }

    /// Takes note of values newly counted; whether there is room for them.
    pub(crate) fn reserve_values(&self, values: u64) -> bool {
        self.done.values.fetch_add(values, Ordering::Relaxed) + values <= self.most_values
    }
}
