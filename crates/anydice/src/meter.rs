//! Counts work, asks from time to time whether to go on, and holds the limits.

use std::ops::Range;

use crate::problem::{Problem, Stopped};

/// The most outcomes that a distribution may have.
pub(crate) const MAX_OUTCOMES: usize = 200_000;

/// The most values that a sequence may have.
pub(crate) const MAX_VALUES: usize = 200_000;

/// The most dice that may be rolled at once.
pub(crate) const MAX_DICE: u64 = 100_000;

/// The most bits that the weights of one distribution may take together.
const MAX_BITS: u64 = 800_000_000;

/// How much work passes between two calls of the callback.
const INTERVAL: u64 = 20_000;

/// Counts work.
pub(crate) struct Meter<'a> {
    keep_going: &'a mut dyn FnMut() -> bool,
    pending: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        Self {
            keep_going,
            pending: 0,
        }
    }

    /// Counts work: one unit is about one operation on small numbers.
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Stopped> {
        self.pending = self.pending.saturating_add(work);
        if self.pending < INTERVAL {
            return Ok(());
        }
        self.pending = 0;
        if (self.keep_going)() {
            Ok(())
        } else {
            Err(Stopped::Interrupted)
        }
    }

    /// Counts an operation on numbers of this many bits.
    pub(crate) fn spend_bits(&mut self, bits: u64) -> Result<(), Stopped> {
        self.spend(1 + bits / 64)
    }
}

/// Checks that a distribution may have this many outcomes, with weights of this many bits.
pub(crate) fn check_size(outcomes: usize, bits: u64, span: &Range<usize>) -> Result<(), Problem> {
    if outcomes > MAX_OUTCOMES {
        return Err(Problem::new(
            format!("this has more than {MAX_OUTCOMES} different outcomes"),
            span.clone(),
        )
        .with_help("use fewer dice, or dice with fewer faces"));
    }
    if (outcomes as u64).saturating_mul(bits) > MAX_BITS {
        return Err(Problem::new(
            "the exact odds of this take more than 100 megabytes",
            span.clone(),
        )
        .with_help("use fewer dice, or dice with fewer faces"));
    }
    Ok(())
}
