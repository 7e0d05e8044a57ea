//! Numbers that are not known but for being far out: what a rule does with one, it does with every
//! number that is as far or further.

/// How far a number is from one that is `least` or more, and of which no more is known: the same
/// for all numbers of a situation.
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

    /// The same so much nearer.
    pub(crate) fn nearer(self, by: i64) -> Option<Far> {
        Far::new(self.least(), self.offset() - by)
    }
}
