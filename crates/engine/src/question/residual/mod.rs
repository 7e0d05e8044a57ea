//! What is still open of an expression while a trial is under way: what was seen is put in, what is decided is
//! forgotten, and what says the same is the same node.

mod facts;
mod simplified;

use rustc_hash::FxHashMap;

use self::facts::Facts;
use super::expression::Expression;
use crate::metric::Fold;

/// A node, by its number among the [`Nodes`].
pub(super) type Id = u32;

/// What is still open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Number(i64),
    Absent,
    /// What a slot shows in the end, by what it has folded so far.
    Open {
        slot: u32,
        so_far: Option<i64>,
    },
    /// A number and multiples of nodes: absent where one of them is, or else without those that are.
    Sum {
        is_strict: bool,
        number: i64,
        terms: Box<[(i64, Id)]>,
    },
    Product(Id, Id),
    Abs(Id),
    /// The smallest or the greatest of those that are there.
    End {
        is_max: bool,
        number: Option<i64>,
        of: Box<[Id]>,
    },
    First(Box<[(i64, Id)]>),
    Test {
        test: Test,
        of: Id,
        number: i64,
    },
    IsAbsent(Id),
    Not(Id),
    All(Box<[Id]>),
    Any(Box<[Id]>),
}

/// How a node compares with a number; what is absent passes no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    AtLeast,
    Is,
    IsNot,
}

/// What is known of a slot from the graphs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) fold: Fold,
    /// The lowest and the highest value of one observation.
    pub(super) ends: (i64, i64),
    pub(super) may_be_absent: bool,
    /// What it is where it is left out, if that is a value.
    pub(super) otherwise: Option<i64>,
}

/// What happens to a node.
#[derive(Clone, Copy)]
pub(super) enum Change<'c> {
    /// A slot shows a value once more.
    Seen { slot: u32, value: i64 },
    /// Nothing will be seen any more but these slots: the set and its number.
    Left { slots: &'c [u64], number: u32 },
}

impl Change<'_> {
    fn key(&self) -> (u32, i64) {
        match *self {
            Change::Seen { slot, value } => (slot, value),
            Change::Left { number, .. } => (u32::MAX, number.into()),
        }
    }
}

/// All nodes that were met, each once.
pub(super) struct Nodes {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    numbers: FxHashMap<Node, Id>,
    changed: FxHashMap<(Id, u32, i64), Id>,
    slots: Vec<Slot>,
    /// Bytes that the nodes take, about.
    bytes: usize,
    /// Whether a number grew past 64 bits.
    pub(super) is_overgrown: bool,
}

/// Whether two sets of slots have one in common.
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

impl Nodes {
    pub(super) fn new(slots: Vec<Slot>) -> Nodes {
        Nodes {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            changed: FxHashMap::default(),
            slots,
            bytes: 0,
            is_overgrown: false,
        }
    }

    pub(super) fn words(&self) -> usize {
        self.slots.len().div_ceil(64).max(1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.changed.len() * 32
    }

    /// The slots that a node waits for.
    pub(super) fn open(&self, id: Id) -> &[u64] {
        &self.facts[id as usize].open
    }

    /// The number that a node is; `None` where it is absent. Nothing where it is open.
    pub(super) fn decided(&self, id: Id) -> Option<Option<i64>> {
        match self.nodes[id as usize] {
            Node::Number(number) => Some(Some(number)),
            Node::Absent => Some(None),
            _ => None,
        }
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    fn may_be_absent(&self, id: Id) -> bool {
        self.facts[id as usize].may_be_absent
    }

    fn push(&mut self, node: Node) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let facts = self.facts_of(&node);
        self.bytes += 2 * size_of::<Node>() + size_of::<Facts>() + self.words() * 8 + 2 * node.bytes();
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.facts.push(facts);
        self.numbers.insert(node, id);
        id
    }

    fn number(&mut self, number: i64) -> Id {
        self.push(Node::Number(number))
    }

    fn truth(&mut self, truth: bool) -> Id {
        self.number(truth.into())
    }

    /// A number worked out in more than 64 bits.
    fn held(&mut self, number: i128) -> i64 {
        self.is_overgrown |= i64::try_from(number).is_err();
        number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// The node of an expression of which nothing has been seen; `index` gives the number of each slot here.
    pub(super) fn enter(&mut self, expression: &Expression, index: &FxHashMap<u32, u32>) -> Id {
        match expression {
            Expression::Number(number) => self.number(*number),
            Expression::Seen(slot) => self.push(Node::Open { slot: index[slot], so_far: None }),
            Expression::Plus(two) => {
                let terms = [(1, self.enter(&two[0], index)), (1, self.enter(&two[1], index))];
                self.sum(true, 0, &terms)
            }
            Expression::Minus(two) => {
                let terms = [(1, self.enter(&two[0], index)), (-1, self.enter(&two[1], index))];
                self.sum(true, 0, &terms)
            }
            Expression::Times(two) => {
                let (one, other) = (self.enter(&two[0], index), self.enter(&two[1], index));
                self.product(one, other)
            }
            Expression::Abs(one) => {
                let one = self.enter(one, index);
                self.abs(one)
            }
            Expression::Sum(list) => {
                let terms: Vec<(i64, Id)> = list.iter().map(|one| (1, self.enter(one, index))).collect();
                self.sum(false, 0, &terms)
            }
            Expression::Min(list) | Expression::Max(list) => {
                let of = self.enter_all(list, index);
                self.end(matches!(expression, Expression::Max(_)), None, &of)
            }
            Expression::First(list) => {
                let list: Vec<(i64, Id)> = list.iter().map(|(number, one)| (*number, self.enter(one, index))).collect();
                self.first(&list)
            }
            Expression::Compare(comparison, two) => {
                let (one, other) = (self.enter(&two[0], index), self.enter(&two[1], index));
                self.compare(*comparison, one, other)
            }
            Expression::IsAbsent(one) => {
                let one = self.enter(one, index);
                self.is_absent(one)
            }
            Expression::Not(one) => {
                let one = self.enter(one, index);
                self.not(one)
            }
            Expression::All(list) => {
                let list = self.enter_all(list, index);
                self.all(&list)
            }
            Expression::Any(list) => {
                let list = self.enter_all(list, index);
                self.any(&list)
            }
        }
    }

    fn enter_all(&mut self, list: &[Expression], index: &FxHashMap<u32, u32>) -> Vec<Id> {
        list.iter().map(|one| self.enter(one, index)).collect()
    }

    /// The node that a change makes of another.
    pub(super) fn change(&mut self, id: Id, change: Change<'_>) -> Id {
        let is_touched = match change {
            Change::Seen { slot, .. } => (self.open(id)[slot as usize / 64] >> (slot % 64)) & 1 == 1,
            Change::Left { slots, .. } => self.open(id).iter().zip(slots).any(|(open, left)| open & !left != 0),
        };
        if !is_touched {
            return id;
        }
        let (kind, value) = change.key();
        if let Some(&known) = self.changed.get(&(id, kind, value)) {
            return known;
        }
        let inner = |nodes: &mut Nodes, id: Id| nodes.change(id, change);
        let changed = match self.node(id).clone() {
            Node::Number(_) | Node::Absent => id,
            Node::Open { slot, so_far } => self.change_open(slot, so_far, change),
            Node::Sum { is_strict, number, terms } => {
                let terms: Vec<(i64, Id)> = terms.iter().map(|&(times, id)| (times, inner(self, id))).collect();
                self.sum(is_strict, number.into(), &terms)
            }
            Node::Product(one, other) => {
                let (one, other) = (inner(self, one), inner(self, other));
                self.product(one, other)
            }
            Node::Abs(one) => {
                let one = inner(self, one);
                self.abs(one)
            }
            Node::End { is_max, number, of } => {
                let of: Vec<Id> = of.iter().map(|&id| inner(self, id)).collect();
                self.end(is_max, number, &of)
            }
            Node::First(list) => {
                let list: Vec<(i64, Id)> = list.iter().map(|&(number, id)| (number, inner(self, id))).collect();
                self.first(&list)
            }
            Node::Test { test, of, number } => {
                let of = inner(self, of);
                self.test(test, of, number.into())
            }
            Node::IsAbsent(one) => {
                let one = inner(self, one);
                self.is_absent(one)
            }
            Node::Not(one) => {
                let one = inner(self, one);
                self.not(one)
            }
            Node::All(list) => {
                let list: Vec<Id> = list.iter().map(|&id| inner(self, id)).collect();
                self.all(&list)
            }
            Node::Any(list) => {
                let list: Vec<Id> = list.iter().map(|&id| inner(self, id)).collect();
                self.any(&list)
            }
        };
        self.changed.insert((id, kind, value), changed);
        changed
    }

    fn change_open(&mut self, slot: u32, so_far: Option<i64>, change: Change<'_>) -> Id {
        match (change, so_far) {
            (Change::Left { .. }, Some(value)) => self.number(value),
            (Change::Left { .. }, None) => match self.slots[slot as usize].otherwise {
                Some(value) => self.number(value),
                None => self.push(Node::Absent),
            },
            (Change::Seen { value, .. }, None) => match self.slots[slot as usize].fold {
                // A second one would be an error, which exploring has looked for.
                Fold::Once => self.number(value),
                _ => self.push(Node::Open { slot, so_far: Some(value) }),
            },
            (Change::Seen { value, .. }, Some(before)) => {
                let both = self.slots[slot as usize].fold.combine(before, value);
                self.is_overgrown |= both.is_none();
                self.push(Node::Open { slot, so_far: both.or(Some(value)) })
            }
        }
    }
}

impl Node {
    /// Calls with every node within.
    fn inner(&self, told: &mut impl FnMut(Id)) {
        match self {
            Node::Number(_) | Node::Absent | Node::Open { .. } => {}
            Node::Sum { terms, .. } => terms.iter().for_each(|&(_, id)| told(id)),
            Node::First(list) => list.iter().for_each(|&(_, id)| told(id)),
            Node::Product(one, other) => [*one, *other].into_iter().for_each(told),
            Node::End { of, .. } => of.iter().copied().for_each(told),
            Node::All(list) | Node::Any(list) => list.iter().copied().for_each(told),
            Node::Abs(one) | Node::Test { of: one, .. } | Node::IsAbsent(one) | Node::Not(one) => told(*one),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Node::Sum { terms, .. } => terms.len() * 16,
            Node::First(list) => list.len() * 16,
            Node::End { of, .. } => of.len() * 4,
            Node::All(list) | Node::Any(list) => list.len() * 4,
            _ => 0,
        }
    }
}
