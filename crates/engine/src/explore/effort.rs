//! Counts work within one state whose transitions are not known yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::error::RuleError;

/// The number of leaves after which the work is checked against the budget again.
pub(super) const CHECK_INTERVAL: u64 = 1024;

/// The leaves and transitions of the states that are expanded together. If they exceed the limits,
/// expanding ends early. Whether they do so does not depend on the number of threads.
#[derive(Debug)]
pub(super) struct BatchEffort {
    leaves: AtomicU64,
    transitions: AtomicUsize,
    most_leaves: u64,
    most_transitions: usize,
}

impl BatchEffort {
    /// Returns a counter at 0 with these limits.
    pub(super) fn new(most_leaves: u64, most_transitions: usize) -> BatchEffort {
        BatchEffort {
            leaves: AtomicU64::new(0),
            transitions: AtomicUsize::new(0),
            most_leaves,
            most_transitions,
        }
    }

    /// Adds the leaves of a state, and its transitions if there are many.
    pub(super) fn add(&self, leaves: u64, transitions: usize) {
        self.leaves.fetch_add(leaves, Ordering::Relaxed);
        self.transitions.fetch_add(transitions, Ordering::Relaxed);
    }

    /// Returns whether the states that are finished exceed the limits.
    pub(super) fn is_over(&self) -> bool {
        self.leaves.load(Ordering::Relaxed) > self.most_leaves
            || self.transitions.load(Ordering::Relaxed) > self.most_transitions
    }
}

/// Work that is done before transitions are known. It counts like leaves. [`take`](Effort::take)
/// fails when the exploration has to stop.
#[derive(Debug)]
pub struct Effort {
    done: u64,
    next_check: u64,
    limit: u64,
    stop_flag: Arc<AtomicBool>,
    /// The work of the states that are expanded together with this one.
    batch: Arc<BatchEffort>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::new(0, Arc::default(), Arc::new(BatchEffort::new(0, 0)))
    }
}

impl Effort {
    /// Returns a counter at 0 with this limit.
    pub(super) fn new(most: u64, stop_flag: Arc<AtomicBool>, batch: Arc<BatchEffort>) -> Effort {
        Effort {
            done: 0,
            next_check: CHECK_INTERVAL,
            limit: most,
            stop_flag,
            batch,
        }
    }

    /// Returns the work done so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Takes back the work since `before`, which may be shared with other states. Returns how much
    /// that is.
    pub fn take_back(&mut self, before: u64) -> u64 {
        let work = self.done - before;
        self.done = before;
        // The work still counts towards the next check.
        self.next_check -= work;
        work
    }

    /// Counts work whose result other states share. It is part of the work of all states that are
    /// expanded together.
    pub fn add_shared(&self, work: u64) {
        self.batch.add(work, 0);
    }

    /// Adds work: this many answers, or anything that takes as long.
    ///
    /// # Errors
    /// Returns an error if the exploration was stopped or exceeds its budget. The caller must pass
    /// it on.
    #[inline]
    pub fn take(&mut self, answers: u64) -> Result<(), RuleError> {
        self.done += answers;
        if self.done < self.next_check {
            return Ok(());
        }
        self.next_check = self.done + CHECK_INTERVAL;
        if self.stop_flag.load(Ordering::Relaxed) {
            return Err(RuleError::new("exploring was stopped", ""));
        }
        if self.done > self.limit || self.batch.is_over() {
            return Err(RuleError::too_much_at_once());
        }
        Ok(())
    }
}
