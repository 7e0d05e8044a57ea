//! Where a trial stands between two questions.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::decay::Piles;

/// A position between two questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgingState {
    /// Turns that are over.
    pub(super) turn: u16,
    pub(super) plan: u8,
    /// Acts of the turn that are over.
    pub(super) next_action: u16,
    /// Government Titles that are disrupted.
    pub(super) disrupted: u8,
    /// Strikes of titles on this turn, and how many of them this resource has taken.
    pub(super) strikes: u8,
    pub(super) strikes_taken: u8,
    /// The resources that are looked at: one, or all of them.
    pub(super) stocks: SmallVec<[Piles; 1]>,
}

/// All that is small at once: states are looked up for every answer that is tried.
impl Hash for AgingState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [act, turn] = [self.next_action, self.turn].map(u64::from);
        let small = [self.plan, self.disrupted, self.strikes, self.strikes_taken];
        hasher.write_u64(act << 48 | turn << 32 | u64::from(u32::from_le_bytes(small)));
        self.stocks.hash(hasher);
    }
}
