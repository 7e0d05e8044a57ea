//! State elimination: solves a cycle by eliminating one state after another, without subtractions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::number::FlowNumber;
use crate::budget::{Stop, Watch};

/// The cost of finding the next state.
const PIVOT_SEARCH_COST: u64 = 50;

/// The maximal size in bytes of all transitions.
const MAX_BYTES: usize = 400_000_000;

/// The transitions of a state, each with its target and probability, by target.
pub(super) type StateTransitions<N> = Vec<(u32, N)>;

/// A cycle whose states have all been eliminated. It turns any inflow into visits.
pub(super) struct StateElimination<N>(Vec<Pivot<N>>);

/// An eliminated state.
struct Pivot<N> {
    state: usize,
    /// The remaining states that lead to it, with their probabilities.
    incoming: StateTransitions<N>,
    /// The remaining states to which it leads.
    outgoing: StateTransitions<N>,
    /// The reciprocal of the probability of leaving the state.
    inverse: N,
}

impl<N: FlowNumber> StateElimination<N> {
    /// Eliminates one state after another, always the one that creates the fewest transitions
    /// (Markowitz 1957). In a row or a narrow band of states, the number of transitions hardly
    /// changes. The method does not subtract, so that rare exits keep their relative precision
    /// (Grassmann, Taksar and Heyman 1985). Returns `None` if it is too expensive.
    pub(super) fn compute(
        transitions: &[StateTransitions<N>],
        exits: &[N],
        most: u64,
        watch: &Watch,
    ) -> Result<Option<StateElimination<N>>, Stop> {
        let mut left = Elimination::new(transitions, exits);
        while let Some((counted, k)) = left.pop_cheapest() {
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            left.work += PIVOT_SEARCH_COST;
            // Each remaining state costs at least about half as much, so the check notices early
            // that the work exceeds its limit.
            let ahead =
                counted.saturating_mul((exits.len() - left.pivots.len()) as u64 * N::PRODUCT) / 2;
            if left.work.max(ahead) > most
                || left.transition_count * size_of::<(u32, N)>() > MAX_BYTES
            {
                return Ok(None);
            }
            left.eliminate(k);
        }
        Ok(Some(StateElimination(left.pivots)))
    }

    /// Returns the expected visits of each state for this inflow.
    pub(super) fn visits(&self, arrived: Vec<N>) -> Vec<N> {
        self.solve(arrived, |pivot| &pivot.outgoing, |pivot| &pivot.incoming)
    }

    /// Returns, for each state, the expected value until the cycle is left, given the value of each
    /// visit.
    pub(super) fn worth(&self, worth: Vec<N>) -> Vec<N> {
        self.solve(worth, |pivot| &pivot.incoming, |pivot| &pivot.outgoing)
    }

    fn solve(
        &self,
        mut values: Vec<N>,
        ahead: impl Fn(&Pivot<N>) -> &StateTransitions<N>,
        back: impl Fn(&Pivot<N>) -> &StateTransitions<N>,
    ) -> Vec<N> {
        for pivot in &self.0 {
            let through = values[pivot.state] * pivot.inverse;
            ahead(pivot)
                .iter()
                .for_each(|&(to, p)| values[to as usize] = values[to as usize] + through * p);
        }
        for pivot in self.0.iter().rev() {
            let sum = back(pivot)
                .iter()
                .fold(values[pivot.state], |sum, &(i, p)| {
                    sum + values[i as usize] * p
                });
            values[pivot.state] = sum * pivot.inverse;
        }
        values
    }
}

/// The remaining states of a cycle during elimination.
struct Elimination<N> {
    transitions: Vec<StateTransitions<N>>,
    exits: Vec<N>,
    /// The states that lead to each state, in order.
    incoming: Vec<StateTransitions<()>>,
    /// The states by the cost of eliminating them. Outdated entries stay in the queue and are
    /// skipped.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    is_remaining: Vec<bool>,
    pivots: Vec<Pivot<N>>,
    work: u64,
    /// The number of transitions.
    transition_count: usize,
    merged: StateTransitions<N>,
    joined: StateTransitions<()>,
}

impl<N: FlowNumber> Elimination<N> {
    fn new(transitions: &[StateTransitions<N>], exits: &[N]) -> Elimination<N> {
        let n = exits.len();
        let mut into = vec![Vec::new(); n];
        for (from, to) in transitions
            .iter()
            .enumerate()
            .flat_map(|(from, to)| to.iter().map(move |&(to, _)| (from, to)))
        {
            into[to as usize].push((from as u32, ()));
        }
        let mut left = Elimination {
            transitions: transitions.to_vec(),
            exits: exits.to_vec(),
            incoming: into,
            queue: BinaryHeap::new(),
            is_remaining: vec![true; n],
            pivots: Vec::with_capacity(n),
            work: 0,
            transition_count: transitions.iter().map(Vec::len).sum(),
            merged: Vec::new(),
            joined: Vec::new(),
        };
        left.queue = (0..n as u32)
            .map(|k| Reverse((left.elimination_cost(k), k)))
            .collect();
        left
    }

    /// Returns the cost of eliminating a state: the number of transitions that this creates.
    fn elimination_cost(&self, k: u32) -> u64 {
        (self.incoming[k as usize].len() * self.transitions[k as usize].len()) as u64
    }

    /// Returns the cost and the state of the cheapest elimination.
    fn pop_cheapest(&mut self) -> Option<(u64, u32)> {
        while let Some(Reverse((counted, k))) = self.queue.pop() {
            if self.is_remaining[k as usize] && counted == self.elimination_cost(k) {
                return Some((counted, k));
            }
        }
        None
    }

    fn eliminate(&mut self, k: u32) {
        let state = k as usize;
        self.is_remaining[state] = false;
        let mut onward = std::mem::take(&mut self.transitions[state]);
        onward.retain(|&(to, _)| to != k);
        let leaves = onward
            .iter()
            .fold(self.exits[state], |sum, &(_, p)| sum + p);
        let inverse = leaves.inverse();
        let mut led = std::mem::take(&mut self.incoming[state]);
        led.retain(|&(i, ())| i != k);
        let mut from = Vec::with_capacity(led.len());
        for &(i, ()) in &led {
            let transitions = &mut self.transitions[i as usize];
            let p = transitions[transitions
                .binary_search_by_key(&k, |&(to, _)| to)
                .expect("it led here")]
            .1;
            from.push((i, p));
            let through = p * inverse;
            self.exits[i as usize] = self.exits[i as usize] + through * self.exits[state];
            self.work += (transitions.len() + onward.len()) as u64 * N::PRODUCT;
            let more = onward.iter().map(|&(to, p)| (to, through * p));
            merge_entries(
                transitions,
                k,
                more,
                |mass, more| mass + more,
                &mut self.merged,
            );
            self.transition_count =
                self.transition_count + self.merged.len() + 1 - transitions.len();
            std::mem::swap(transitions, &mut self.merged);
        }
        for &(j, _) in &onward {
            let sources = &mut self.incoming[j as usize];
            self.work += (sources.len() + led.len()) as u64;
            merge_entries(
                sources,
                k,
                led.iter().copied(),
                |(), ()| (),
                &mut self.joined,
            );
            std::mem::swap(sources, &mut self.joined);
        }
        let mut changed: Vec<u32> = led
            .iter()
            .map(|&(i, ())| i)
            .chain(onward.iter().map(|&(j, _)| j))
            .collect();
        changed.sort_unstable();
        changed.dedup();
        changed
            .into_iter()
            .for_each(|i| self.queue.push(Reverse((self.elimination_cost(i), i))));
        self.pivots.push(Pivot {
            state,
            incoming: from,
            outgoing: onward,
            inverse,
        });
    }
}

/// Merges two sorted lists without the state `gone`, and combines entries of the same state.
fn merge_entries<T: Copy>(
    entries: &[(u32, T)],
    gone: u32,
    other_entries: impl Iterator<Item = (u32, T)>,
    combine: impl Fn(T, T) -> T,
    joined: &mut StateTransitions<T>,
) {
    joined.clear();
    let mut entries = entries
        .iter()
        .copied()
        .filter(|&(to, _)| to != gone)
        .peekable();
    for (to, more) in other_entries {
        while let Some(before) = entries.next_if(|&(state, _)| state < to) {
            joined.push(before);
        }
        joined.push(match entries.next_if(|&(state, _)| state == to) {
            Some((_, value)) => (to, combine(value, more)),
            None => (to, more),
        });
    }
    joined.extend(entries);
}
