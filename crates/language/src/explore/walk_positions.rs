//! The positions that a walk reaches. Machines that wait for the same thing with the same values
//! and observations are merged.

use std::hash::BuildHasher;
use std::sync::Arc;

use oddsmith_engine::explore::Observation;
use oddsmith_engine::odds::Mass;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::state::WaitingFor;
use crate::machine::{Machine, Program, RunLog};
use crate::value::Datum;

/// The maximal number of positions of one walk. Further positions become separate states.
pub(super) const MAX_POSITIONS: usize = 20_000;
/// The maximal number of bytes that the positions of one walk take, with the same consequence.
const MAX_BYTES: usize = 50_000_000;

/// The maximal number of positions whose memory is kept for the next walk.
const MAX_KEPT_POSITIONS: usize = 256;

/// A machine that waits.
#[derive(Debug)]
pub(super) struct WaitingPosition {
    pub(super) machine: Machine,
    pub(super) waiting: WaitingFor,
}

/// A position that a walk has reached, with the observations on the way.
#[derive(Debug)]
pub(super) struct WalkNode {
    pub(super) position: Arc<WaitingPosition>,
    /// A hash of the position.
    hash: u64,
    /// The observations on the way to this position.
    pub(super) observed: Vec<Observation>,
    pub(super) mass: Mass,
    pub(super) turns: u32,
    /// The node before, and the answer that led from it to this one.
    parent: Option<(usize, Datum)>,
}

/// A machine that is running. Its memory is used again for the next answer.
#[derive(Debug)]
pub(super) struct Traveller {
    pub(super) machine: Machine,
    pub(super) log: RunLog,
    pub(super) mass: Mass,
    pub(super) parent: Option<(usize, Datum)>,
}

impl Traveller {
    pub(super) fn new(machine: Machine) -> Traveller {
        Traveller {
            machine,
            log: RunLog::default(),
            mass: Mass::ONE,
            parent: None,
        }
    }

    /// Starts again from a machine.
    pub(super) fn restart(&mut self, machine: &Machine, mass: Mass) {
        self.machine.copy_from(machine);
        self.log.observations.clear();
        self.log.notes.clear();
        (self.log.turns, self.log.steps) = (0, 0);
        (self.mass, self.parent) = (mass, None);
    }
}

/// The positions of a walk, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct WalkPositions {
    /// The maximal number of nodes.
    limit: usize,
    nodes: Vec<WalkNode>,
    /// The nodes by the hash of their position. Nodes at one position differ in their observations.
    known: FxHashMap<u64, SmallVec<[usize; 2]>>,
    taken_count: usize,
    /// The bytes that the positions take.
    bytes: usize,
}

impl WalkPositions {
    /// Returns whether its memory is worth keeping for the next walk. Clearing a large table takes
    /// long.
    pub(super) fn is_small(&self) -> bool {
        self.known.capacity() <= MAX_KEPT_POSITIONS
    }

    /// Removes all nodes, and sets how many there may be.
    pub(super) fn restart(&mut self, limit: usize) {
        self.clear();
        self.limit = limit;
    }

    /// Returns the number of positions found.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a hash of each position found.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.nodes.iter().map(|node| node.hash)
    }

    /// Takes the next node.
    pub(super) fn take_next(&mut self) -> Option<usize> {
        let next = self.taken_count;
        self.taken_count += usize::from(next < self.nodes.len());
        (next < self.nodes.len()).then_some(next)
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        (self.taken_count, self.bytes) = (0, 0);
    }

    pub(super) fn node(&self, node: usize) -> &WalkNode {
        &self.nodes[node]
    }

    /// Adds a machine that waits, at a new position or at a known one. If the position was already
    /// taken, the machine is in a cycle, and what it waits for is returned. The same happens if
    /// there are too many positions.
    pub(super) fn arrive(
        &mut self,
        traveller: &mut Traveller,
        waiting: WaitingFor,
    ) -> Option<WaitingFor> {
        let is_full = self.nodes.len() >= self.limit || self.bytes >= MAX_BYTES;
        // Without room for a new position and without a position to merge with, no look-up is
        // needed.
        if is_full && self.taken_count == self.nodes.len() {
            return Some(waiting);
        }
        let Traveller { machine, log, .. } = traveller;
        let hash = FxBuildHasher.hash_one((&*machine, &waiting));
        let known_nodes = self.known.get(&hash).map_or(&[][..], SmallVec::as_slice);
        let nodes = &self.nodes;
        let same_position = known_nodes.iter().copied().filter(|&node| {
            let position = &nodes[node].position;
            position.machine == *machine && position.waiting == waiting
        });
        let (mut same, mut is_round) = (None, false);
        for node in same_position {
            if same.is_none() && nodes[node].observed == log.observations {
                same = Some(node);
            }
            is_round |= node < self.taken_count && log.turns > nodes[node].turns;
        }
        if let Some(node) = same.filter(|&node| node >= self.taken_count) {
            self.nodes[node].mass += traveller.mass;
            self.nodes[node].turns = self.nodes[node].turns.max(log.turns);
            return None;
        }
        if same.is_some() || is_full || is_round {
            return Some(waiting);
        }
        let position = WaitingPosition {
            machine: machine.take(),
            waiting,
        };
        self.bytes += position.machine.bytes();
        self.known.entry(hash).or_default().push(self.nodes.len());
        self.nodes.push(WalkNode {
            position: Arc::new(position),
            hash,
            observed: std::mem::take(&mut log.observations),
            mass: traveller.mass,
            turns: log.turns,
            parent: traveller.parent.take(),
        });
        None
    }

    /// Lets a machine continue from a node with this answer.
    pub(super) fn leave(&self, node: usize, answer: Datum, mass: Mass, traveller: &mut Traveller) {
        let WalkNode {
            position,
            observed,
            turns,
            ..
        } = &self.nodes[node];
        traveller.restart(&position.machine, mass);
        traveller.log.observations.extend_from_slice(observed);
        traveller.log.turns = *turns;
        traveller.parent = Some((node, answer));
    }

    /// Returns the questions and answers that led to a node, and the last answer.
    pub(super) fn path(&self, program: &Program, node: usize, answer: &Datum) -> Vec<String> {
        let mut path = Vec::new();
        let mut next = Some((node, answer.clone()));
        while let Some((node, answer)) = next {
            let asked = match &self.nodes[node].position.waiting {
                WaitingFor::Answer(request) => request.words(&program.texts, &program.code.choices),
                WaitingFor::Result(function, arguments) => {
                    let arguments: Vec<String> = arguments
                        .iter()
                        .map(|value| value.show(&program.texts))
                        .collect();
                    format!(
                        "{}({})",
                        program.code.functions[*function].name,
                        arguments.join(", ")
                    )
                }
            };
            path.push(format!("{asked} gave {}", program.value_text(&answer)));
            next = self.nodes[node].parent.clone();
        }
        path.reverse();
        path
    }
}
