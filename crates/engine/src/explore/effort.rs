//! Work that exploring does before it knows of any way on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::RuleError;

/// Ways between two looks at the budget and at whether to stop.
pub(super) const LOOK_INTERVAL: u64 = 1024;

/// Work that is done before any way on is known: counted as ways are, and given up when the
/// exploring is.
#[derive(Debug, Default)]
pub struct Effort {
    done: u64,
    next_look: u64,
    limit: u64,
    stop_flag: Arc<AtomicBool>,
}

impl Effort {
    /// None has been made yet, of so much that may be.
    pub(super) fn new(most: u64, stop_flag: Arc<AtomicBool>) -> Effort {
        Effort {
            done: 0,
            next_look: LOOK_INTERVAL,
            limit: most,
            stop_flag,
        }
    }

    /// How much has been made.
    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// So many more answers are tried, or what takes as long.
    ///
    /// # Errors
    /// When exploring was stopped or is past its budget: the error is then to be passed on.
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
