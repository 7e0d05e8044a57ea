//! All nodes that were met, each once and by its number.

use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::node::{Id, KnownSlot, Residual};

/// All nodes that were met, each once.
pub(crate) struct Residuals {
    nodes: Vec<Residual>,
    pub(super) facts: Vec<Facts>,
    numbers: FxHashMap<Residual, Id>,
    pub(super) changed: FxHashMap<(Id, u32, i64), Id>,
    pub(super) slots: Vec<KnownSlot>,
    /// Bytes that the nodes take, about.
    bytes: usize,
    /// Whether a number grew past 64 bits.
    pub(crate) is_overgrown: bool,
}

/// Whether two sets of slots have one in common.
pub(crate) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

impl Residuals {
    pub(crate) fn new(slots: Vec<KnownSlot>) -> Residuals {
        Residuals {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            changed: FxHashMap::default(),
            slots,
            bytes: 0,
            is_overgrown: false,
        }
    }

    pub(crate) fn words(&self) -> usize {
        self.slots.len().div_ceil(64).max(1)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.changed.len() * 32
    }

    /// The slots that a node waits for.
    pub(crate) fn open(&self, id: Id) -> &[u64] {
        &self.facts[id as usize].open
    }

    /// The number that a node is; `None` where it is absent. Nothing where it is open.
    pub(crate) fn decided(&self, id: Id) -> Option<Option<i64>> {
        match self.nodes[id as usize] {
            Residual::Number(number) => Some(Some(number)),
            Residual::Absent => Some(None),
            _ => None,
        }
    }

    pub(super) fn node(&self, id: Id) -> &Residual {
        &self.nodes[id as usize]
    }

    pub(super) fn may_be_absent(&self, id: Id) -> bool {
        self.facts[id as usize].may_be_absent
    }

    pub(super) fn push(&mut self, node: Residual) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let facts = Facts::of(&node, &self.facts, &self.slots, self.words());
        self.bytes +=
            2 * size_of::<Residual>() + size_of::<Facts>() + self.words() * 8 + 2 * node.bytes();
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.facts.push(facts);
        self.numbers.insert(node, id);
        id
    }

    pub(super) fn number(&mut self, number: i64) -> Id {
        self.push(Residual::Number(number))
    }

    pub(super) fn truth(&mut self, truth: bool) -> Id {
        self.number(truth.into())
    }

    /// Stores a number that was computed in more than 64 bits.
    pub(super) fn held(&mut self, number: i128) -> i64 {
        self.is_overgrown |= i64::try_from(number).is_err();
        number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
