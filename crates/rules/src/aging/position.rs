//! The state between two questions.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::decay::Piles;

/// The state between two questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgingState {
    /// The number of finished turns.
    pub(super) turn: u16,
    pub(super) plan: u8,
    /// The number of finished actions in this turn.
    pub(super) next_action: u16,
    /// The number of disrupted Government Titles.
    pub(super) disrupted: u8,
    /// The number of strikes by titles in this turn.
    pub(super) strikes: u8,
    /// The number of these strikes that the resource has taken.
    pub(super) strikes_taken: u8,
    /// The stocks of the selected resources: one, or all of them.
    pub(super) stocks: SmallVec<[Piles; 1]>,
}

/// Hashes all small fields at once, because states are looked up for every answer that is tried.
impl Hash for AgingState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [act, turn] = [self.next_action, self.turn].map(u64::from);
        let small = [self.plan, self.disrupted, self.strikes, self.strikes_taken];
        hasher.write_u64(act << 48 | turn << 32 | u64::from(u32::from_le_bytes(small)));
        self.stocks.hash(hasher);
    }
}
