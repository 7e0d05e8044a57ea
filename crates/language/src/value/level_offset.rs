//! Large abstract numbers. The rule treats every number that is at least as large in the same way.

/// The offset of a number from the level, an unknown number of at least `least`. The level is the
/// same for all numbers of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Far {
    least: u32,
    offset: i32,
}

impl Far {
    pub(crate) fn new(least: i64, offset: i64) -> Option<Far> {
        Some(Far {
            least: u32::try_from(least).ok()?,
            offset: i32::try_from(offset).ok()?,
        })
    }

    pub(crate) fn least(self) -> i64 {
        self.least.into()
    }

    pub(crate) fn offset(self) -> i64 {
        self.offset.into()
    }

    /// Returns the number with a smaller offset.
    pub(crate) fn nearer(self, by: i64) -> Option<Far> {
        Far::new(self.least(), self.offset() - by)
    }
}
