//! The places that a walk reaches. Machines that wait for the same thing with the same values and
//! observations are merged.

use std::sync::Arc;

use oddsmith_engine::explore::Observation;
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::state::WaitingFor;
use crate::machine::{Machine, Program, RunLog};
use crate::value::Datum;

/// The most places of one walk, and the most bytes that they take. Further places become separate
/// states.
pub(super) const MAX_PLACES: usize = 20_000;
const MAX_BYTES: usize = 50_000_000;

/// The most places whose memory is kept for the next walk.
const MAX_KEPT_PLACES: usize = 256;

/// A machine that waits.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct WaitingPlace {
    pub(super) machine: Machine,
    pub(super) waiting: WaitingFor,
}

/// A place that a walk has reached, with the observations on the way.
#[derive(Debug)]
pub(super) struct WalkNode {
    pub(super) place: Arc<WaitingPlace>,
    /// The observations on the way to this place.
    pub(super) observed: Arc<[Observation]>,
    pub(super) mass: Mass,
    pub(super) turns: u32,
    /// The node before, and the answer that led from it to this one.
    parent: Option<(usize, Datum)>,
}

/// A machine that is running.
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
}

/// The places of a walk, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct WalkPlaces {
    /// The most nodes.
    limit: usize,
    nodes: Vec<WalkNode>,
    /// The nodes at each place, which differ in their observations.
    known: FxHashMap<Arc<WaitingPlace>, SmallVec<[usize; 2]>>,
    taken_count: usize,
    /// The bytes that the places take.
    bytes: usize,
}

impl WalkPlaces {
    /// Whether its memory is worth keeping for the next walk. Clearing a large table takes long.
    pub(super) fn is_small(&self) -> bool {
        self.known.capacity() <= MAX_KEPT_PLACES
    }

    /// Removes all nodes, and sets how many there may be.
    pub(super) fn restart(&mut self, limit: usize) {
        self.clear();
        self.limit = limit;
    }

    /// Returns the places found.
    pub(super) fn waiting_places(&self) -> impl Iterator<Item = &WaitingPlace> {
        self.nodes.iter().map(|node| &*node.place)
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

    /// Adds a machine that waits, at a new place or at a known one. If the place was already taken,
    /// the machine is in a cycle and is returned with its observations. The same happens if there
    /// are too many places.
    pub(super) fn arrive(
        &mut self,
        traveller: Traveller,
        waiting: WaitingFor,
    ) -> Option<(Mass, WaitingPlace, Vec<Observation>)> {
        let Traveller {
            machine,
            log,
            mass,
            parent,
        } = traveller;
        let place = WaitingPlace { machine, waiting };
        let known_nodes = self.known.get(&place).map_or(&[][..], SmallVec::as_slice);
        let same = known_nodes
            .iter()
            .copied()
            .find(|&node| *self.nodes[node].observed == *log.observations);
        if let Some(node) = same.filter(|&node| node >= self.taken_count) {
            self.nodes[node].mass += mass;
            self.nodes[node].turns = self.nodes[node].turns.max(log.turns);
            return None;
        }
        let is_round =
            |&node: &usize| node < self.taken_count && log.turns > self.nodes[node].turns;
        let is_full = self.nodes.len() >= self.limit || self.bytes >= MAX_BYTES;
        if same.is_some() || is_full || known_nodes.iter().any(is_round) {
            return Some((mass, place, log.observations));
        }
        self.bytes += place.machine.bytes();
        let (place, node) = (Arc::new(place), self.nodes.len());
        self.known.entry(place.clone()).or_default().push(node);
        self.nodes.push(WalkNode {
            place,
            observed: log.observations.into(),
            mass,
            turns: log.turns,
            parent,
        });
        None
    }

    /// Returns a machine that continues from a node with this answer.
    pub(super) fn leave(&self, node: usize, answer: Datum, mass: Mass) -> Traveller {
        let WalkNode {
            place,
            observed,
            turns,
            ..
        } = &self.nodes[node];
        let log = RunLog {
            observations: observed.to_vec(),
            turns: *turns,
            ..RunLog::default()
        };
        Traveller {
            machine: place.machine.fork(),
            log,
            mass,
            parent: Some((node, answer)),
        }
    }

    /// Returns the questions and answers that led to a node, and the last answer.
    pub(super) fn path(&self, program: &Program, node: usize, answer: &Datum) -> Vec<String> {
        let mut path = Vec::new();
        let mut next = Some((node, answer.clone()));
        while let Some((node, answer)) = next {
            let asked = match &self.nodes[node].place.waiting {
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
