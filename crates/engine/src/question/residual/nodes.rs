//! All nodes, without repetition, by index.

use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::node::{KnownSlot, NodeId, Residual};

/// All nodes, without repetition, by index.
pub(crate) struct Residuals {
    nodes: Vec<Residual>,
    pub(super) facts: Vec<Facts>,
    ids: FxHashMap<Residual, NodeId>,
    pub(super) change_cache: FxHashMap<(NodeId, u32, i64), NodeId>,
    pub(super) slots: Vec<KnownSlot>,
    /// The approximate size of the nodes in bytes.
    bytes: usize,
    /// Whether a number overflowed 64 bits.
    pub(crate) has_overflowed: bool,
}

/// Returns whether two sets of slots intersect.
pub(crate) fn intersects(first: &[u64], other: &[u64]) -> bool {
    first
        .iter()
        .zip(other)
        .any(|(word, other)| word & other != 0)
}

impl Residuals {
    pub(crate) fn new(slots: Vec<KnownSlot>) -> Residuals {
        Residuals {
            nodes: Vec::new(),
            facts: Vec::new(),
            ids: FxHashMap::default(),
            change_cache: FxHashMap::default(),
            slots,
            bytes: 0,
            has_overflowed: false,
        }
    }

    pub(crate) fn word_count(&self) -> usize {
        self.slots.len().div_ceil(64).max(1)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.change_cache.len() * 32
    }

    /// Returns the slots that a node depends on.
    pub(crate) fn open_slots(&self, id: NodeId) -> &[u64] {
        &self.facts[id as usize].open_slots
    }

    /// Returns the value of a node, `Some(None)` if it is absent; `None` if it is still open.
    pub(crate) fn decided_value(&self, id: NodeId) -> Option<Option<i64>> {
        match self.nodes[id as usize] {
            Residual::Number(number) => Some(Some(number)),
            Residual::Absent => Some(None),
            _ => None,
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Residual {
        &self.nodes[id as usize]
    }

    pub(super) fn may_be_absent(&self, id: NodeId) -> bool {
        self.facts[id as usize].may_be_absent
    }

    pub(super) fn push(&mut self, node: Residual) -> NodeId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let facts = Facts::from_node(&node, &self.facts, &self.slots, self.word_count());
        self.bytes += 2 * size_of::<Residual>()
            + size_of::<Facts>()
            + self.word_count() * 8
            + 2 * node.bytes();
        let id = self.nodes.len() as NodeId;
        self.nodes.push(node.clone());
        self.facts.push(facts);
        self.ids.insert(node, id);
        id
    }

    pub(super) fn add_number(&mut self, number: i64) -> NodeId {
        self.push(Residual::Number(number))
    }

    pub(super) fn add_truth(&mut self, truth: bool) -> NodeId {
        self.add_number(truth.into())
    }

    /// Narrows a number to 64 bits, and notes an overflow.
    pub(super) fn narrow_to_i64(&mut self, number: i128) -> i64 {
        self.has_overflowed |= i64::try_from(number).is_err();
        number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
