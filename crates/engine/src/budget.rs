//! Limits on long work, how a caller stops it, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::RuleError;

/// Limits on exploring and solving. They count work and never measure time, so that the same rule
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
    /// The maximal number of edges of a graph: transitions between two states with one set of
    /// observations.
    pub edges: usize,
    /// The maximal number of leaves: sequences of answers that are tried. Several leaves may share
    /// an edge.
    pub leaves: u64,
    /// The maximal size of a graph in bytes.
    pub bytes: usize,
}

impl Default for Budget {
    /// Returns the limits of a graph that takes 400 MB.
    fn default() -> Budget {
        Budget::of_bytes(400_000_000)
    }
}

/// The bytes that a graph takes for each edge, including the states' share.
const BYTES_PER_EDGE: usize = 32;
/// The number of leaves in a budget for each edge. Several leaves may share an edge, and some
/// leaves count as several.
const LEAVES_PER_EDGE: u64 = 4;

impl Budget {
    /// Returns the limits of a graph that takes this many bytes: one edge for 32 bytes, and four
    /// leaves for an edge.
    ///
    /// ```
    /// use oddsmith_engine::explore::Budget;
    ///
    /// let budget = Budget::of_bytes(1_000_000_000);
    /// assert_eq!((budget.edges, budget.bytes), (31_250_000, 1_000_000_000));
    /// ```
    pub fn of_bytes(bytes: usize) -> Budget {
        let edges = bytes / BYTES_PER_EDGE;
        Budget {
            edges,
            leaves: LEAVES_PER_EDGE * edges as u64,
            bytes,
        }
    }

    /// Returns the least number of bytes for which [`of_bytes`](Budget::of_bytes) allows this much
    /// work.
    ///
    /// ```
    /// use oddsmith_engine::explore::Budget;
    ///
    /// let budget = Budget::of_bytes(1_000_000);
    /// assert_eq!(budget.needed_bytes(), 1_000_000);
    /// assert_eq!(Budget { leaves: 2 * budget.leaves, ..budget }.needed_bytes(), 2_000_000);
    /// ```
    pub fn needed_bytes(self) -> u64 {
        let for_edges = (self.edges * BYTES_PER_EDGE) as u64;
        let for_leaves = self.leaves / LEAVES_PER_EDGE * BYTES_PER_EDGE as u64;
        for_edges.max(for_leaves).max(self.bytes as u64)
    }

    /// Returns the budget of each of several explorations that share this budget.
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

/// The reason why work ended early.
///
/// ```
/// use oddsmith_engine::explore::Stop;
///
/// let stop = Stop::TooLarge { states: 3, edges: 12, bytes: None };
/// assert_eq!(stop.to_string(), "too large: 3 states and 12 transitions, and there are more");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller has stopped the work.
    Requested,
    /// There are more states or transitions than the budget allows.
    TooLarge {
        /// The number of states found so far.
        states: usize,
        /// The number of transitions found so far.
        edges: usize,
        /// The limit in bytes that the known states alone would take, estimated from those that
        /// were explored; `None` if it is not known.
        bytes: Option<u64>,
    },
    /// A cycle needs more work or memory than allowed. This is known before the cycle is solved.
    CycleTooLarge {
        /// The number of states that trials can return to from each other.
        states: usize,
        /// The number of multiplications that solving it needs.
        operations: u64,
        /// The number of bytes that solving it needs.
        bytes: u64,
    },
    /// The counts of all values need more memory than allowed.
    OutOfMemory,
    /// The rule is wrong.
    Rule(RuleError),
}

impl Stop {
    /// Returns whether the work exceeds a limit on states, transitions or cycles, so that trials
    /// can be simulated instead.
    ///
    /// ```
    /// use oddsmith_engine::explore::Stop;
    ///
    /// assert!(Stop::TooLarge { states: 3, edges: 12, bytes: None }.is_too_large());
    /// assert!(!Stop::Requested.is_too_large());
    /// ```
    pub fn is_too_large(&self) -> bool {
        matches!(self, Stop::TooLarge { .. } | Stop::CycleTooLarge { .. })
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Requested => f.write_str("stopped"),
            Stop::TooLarge { states, edges, .. } => {
                write!(
                    f,
                    "too large: {states} states and {edges} transitions, and there are more"
                )
            }
            Stop::CycleTooLarge {
                states,
                operations,
                bytes,
            } => write!(
                f,
                "too large: a cycle of {states} states needs {operations} multiplications and \
                 {bytes} bytes"
            ),
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

/// The link between a long run and its caller: progress, the request to stop, and limits.
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
    /// The maximal number of faces, flips and cards in a trial.
    dice_limit: u64,
    /// The number of trials that were given up at this limit.
    unfinished: AtomicU64,
}

/// The work done so far.
#[derive(Debug, Default)]
struct WorkDone {
    trials: AtomicU64,
    leaves: AtomicU64,
    /// The number of counted values in all tallies in memory.
    values: AtomicU64,
}

/// The size of a counted value in bytes, with its share of the surrounding data.
const BYTES_PER_VALUE: u64 = 24;

impl Default for Watch {
    /// Returns a watch whose counts may take a gigabyte.
    fn default() -> Watch {
        Watch::with_memory(1_000_000_000)
    }
}

impl Watch {
    /// Returns a watch whose counts may take this many bytes in all.
    pub fn with_memory(bytes: u64) -> Watch {
        Watch {
            stop: Arc::default(),
            done: Arc::default(),
            most_values: bytes / BYTES_PER_VALUE,
            dice_limit: u64::MAX,
            unfinished: AtomicU64::new(0),
        }
    }

    /// Returns a watch over the same run with a limit on trials. A simulated trial is given up if
    /// it needs more faces, flips and cards than `dice`. It is counted in
    /// [`unfinished`](Watch::unfinished) and nowhere else.
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

    /// Returns the number of trials that were given up.
    pub fn unfinished(&self) -> u64 {
        self.unfinished.load(Ordering::Relaxed)
    }

    pub(crate) fn dice_limit(&self) -> u64 {
        self.dice_limit
    }

    pub(crate) fn add_unfinished(&self) {
        self.unfinished.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns a watch with separate counts, which may take this many bytes. Its work stops when
    /// the work of `self` is stopped.
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

    /// Asks the run to stop. The run stops within a fifth of a second.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run was asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the number of trials done so far.
    pub fn trials(&self) -> u64 {
        self.done.trials.load(Ordering::Relaxed)
    }

    /// Returns the number of leaves explored so far.
    pub fn leaves(&self) -> u64 {
        self.done.leaves.load(Ordering::Relaxed)
    }

    pub(crate) fn add_trials(&self, trials: u64) {
        self.done.trials.fetch_add(trials, Ordering::Relaxed);
    }

    pub(crate) fn add_leaves(&self, leaves: u64) {
        self.done.leaves.fetch_add(leaves, Ordering::Relaxed);
    }

    /// Notes that tallies were merged: `now` values replace `before` values.
    pub(crate) fn replace_values(&self, before: u64, now: u64) {
        self.done.values.fetch_add(now, Ordering::Relaxed);
        self.done.values.fetch_sub(before, Ordering::Relaxed);
    }

    /// Reserves memory for newly counted values. Returns whether there is enough.
    pub(crate) fn reserve_values(&self, values: u64) -> bool {
        self.done.values.fetch_add(values, Ordering::Relaxed) + values <= self.most_values
    }
}
