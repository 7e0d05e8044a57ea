//! Counts work within one state whose transitions are not known yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::RuleError;

/// The number of leaves after which the work is checked against the budget again.
pub(super) const LOOK_INTERVAL: u64 = 1024;

/// Work that is done before transitions are known. It counts like leaves. [`take`](Effort::take)
/// fails when the exploration has to stop.
#[derive(Debug, Default)]
pub struct Effort {
    done: u64,
    next_look: u64,
    limit: u64,
    stop_flag: Arc<AtomicBool>,
}

impl Effort {
    /// Returns a counter at 0 with this limit.
    pub(super) fn new(most: u64, stop_flag: Arc<AtomicBool>) -> Effort {
        Effort {
            done: 0,
            next_look: LOOK_INTERVAL,
            limit: most,
            stop_flag,
        }
    }

    /// Returns the work done so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Takes back the work since `before`, which is counted elsewhere. Returns how much that is.
    pub fn take_back(&mut self, before: u64) -> u64 {
        let work = self.done - before;
        self.done = before;
        work
    }

    /// Adds work: this many answers, or anything that takes as long.
    ///
    /// # Errors
    /// Returns an error if the exploration was stopped or exceeds its budget. The caller must pass
    /// it on.
    #[inline]
    pub fn take(&mut self, answers: u64) -> Result<(), RuleError> {
        self.done += answers;
        if self.done < self.next_look {
            return Ok(());
        }
        self.next_look = self.done + LOOK_INTERVAL;
        if self.stop_flag.load(Ordering::Relaxed) {
            return Err(RuleError::new("exploring was stopped", ""));
        }
        if self.done > self.limit {
            return Err(RuleError::too_much_at_once());
        }
        Ok(())
    }
}
