//! Sums, value by value: first everything that happens while the sum is 0, then while it is 1, and
//! so on. The sum so far is not part of a state, and only as many values are in memory as one
//! transition can add.
//!
//! The method needs additions that are never negative. Transitions that add nothing may lead back
//! to their state, but not in larger cycles.

use super::project::MetricProjection;
use super::sums::{Additions, FinishedSums, Limits, Summation, TRUNCATION_THRESHOLD};
use crate::budget::{Budget, Stop, Watch};
use crate::graph::{EdgeTarget, FlowNumber};
use crate::odds::Mass;

/// Targets that are not states.
const END: u32 = u32::MAX;
const CUT: u32 = u32::MAX - 1;

/// The number of states between two checks of the limits.
const STATES_PER_CHECK: usize = 1 << 12;
/// The number of states that are passed over in the time of a product.
const STATES_PER_PRODUCT: u64 = 8;
/// The minimal number of sums between two checks of the probability that is left.
const CHECK_INTERVAL: usize = 8;
/// A check adds up all rows. For each sum, about this many rows are added up at most.
const ROWS_PER_SUM: usize = 512;
/// The most that one transition may add, in steps.
const MAX_ADDED: i64 = 1 << 20;

/// A transition between states, or to the end. States are given by their index in the order of the
/// propagation.
struct Move {
    target: u32,
    /// 0 if it records nothing. Otherwise one more than the number of steps that it adds.
    records: u32,
    /// The index of its probability.
    mass: u32,
}

/// The transitions of a metric, with the states in an order in which no transition that adds
/// nothing leads back.
pub(super) struct SumByValue<'p> {
    projected: &'p MetricProjection<'p>,
    additions: Additions,
    moves: Vec<Move>,
    /// The first move of each state, followed by the number of moves.
    starts: Vec<u32>,
    /// The index of the root.
    root: u32,
    /// The number of sums that are in memory at once.
    width: usize,
}

impl<'p> SumByValue<'p> {
    /// Returns the transitions from a state on; `None` if the method does not apply.
    pub(super) fn new(projected: &'p MetricProjection<'_>, root: u32) -> Option<SumByValue<'p>> {
        let graph = projected.graph;
        let additions = Additions::new(projected)?;
        if additions.least < 0 || additions.most > MAX_ADDED {
            return None;
        }
        let records = |list: u32| additions.of(list).map_or(0, |steps| steps as u32 + 1);
        let order = order_of_silence(projected, root, &records)?;
        let mut index_of = vec![END; graph.state_count()];
        (0..)
            .zip(&order)
            .for_each(|(index, &state)| index_of[state as usize] = index);
        let (mut moves, mut starts) = (Vec::new(), Vec::with_capacity(order.len() + 1));
        for &state in &order {
            starts.push(moves.len() as u32);
            moves.extend(projected.edges_from(state).iter().map(|edge| Move {
                target: match graph.target_of(edge) {
                    EdgeTarget::Truncated => CUT,
                    EdgeTarget::State(target) if projected.may_record(target) => {
                        index_of[target as usize]
                    }
                    _ => END,
                },
                records: records(edge.list),
                mass: edge.mass,
            }));
        }
        starts.push(moves.len() as u32);
        Some(SumByValue {
            projected,
            width: additions.most as usize + 1,
            additions,
            moves,
            starts,
            root: index_of[root as usize],
        })
    }

    /// Returns whether this many sums of all states fit into a budget.
    pub(super) fn fits(&self, budget: &Budget) -> bool {
        let state_count = self.starts.len();
        (self.width + 2).saturating_mul(state_count * size_of::<Mass>()) <= budget.bytes
    }

    /// Returns by what factor transitions that record nothing and lead back to their state raise
    /// the visits of each state.
    fn staying<N: FlowNumber>(&self, weights: &[N]) -> Vec<Option<N>> {
        let moves = |index: usize| {
            &self.moves[self.starts[index] as usize..self.starts[index + 1] as usize]
        };
        let factor = |index: usize| {
            let stays = |step: &&Move| step.target == index as u32 && step.records == 0;
            moves(index).iter().find(stays)?;
            let leaving = moves(index).iter().filter(|step| !stays(step));
            let leaving = leaving.fold(N::ZERO, |sum, step| sum + weights[step.mass as usize]);
            Some(leaving.inverse())
        };
        (0..self.starts.len() - 1).map(factor).collect()
    }
}

impl Summation for SumByValue<'_> {
    const EXACT_PRODUCTS: u64 = 1 << 24;
    const PRODUCTS_PER_LEAF: u64 = 4;

    fn additions(&self) -> &Additions {
        &self.additions
    }

    fn propagate<N: FlowNumber>(
        &self,
        most: Limits,
        watch: &Watch,
    ) -> Result<(FinishedSums<N>, u64), Stop> {
        let state_count = self.starts.len() - 1;
        let weights: Vec<N> = self.projected.all_masses().map(N::from_mass).collect();
        let mut run = Propagation::<N> {
            sum: self,
            staying: self.staying(&weights),
            masses: vec![N::ZERO; (self.width + 1) * state_count],
            ranges: vec![StateRange::NONE; self.width + 1],
            open_rows: 0,
            finished: FinishedSums::new(0),
            products: 0,
            weights,
        };
        let interval = CHECK_INTERVAL.max(self.width / ROWS_PER_SUM);
        // The first row holds trials that have recorded nothing.
        run.add(0, self.root as usize, N::ONE);
        run.pass_row(0, 0, most, watch)?;
        let mut sum = 0;
        while run.open_rows > 0 {
            if self.projected.is_unbounded && sum % interval == 0 {
                let left = run.left();
                if left < TRUNCATION_THRESHOLD {
                    run.finished.truncate(sum as i64, N::from_float(left));
                    break;
                }
            }
            run.pass_row(1 + sum % self.width, sum, most, watch)?;
            sum += 1;
        }
        Ok((run.finished, run.products))
    }
}

/// Returns the states that may record the metric. Transitions that add nothing lead forward in this
/// order, except from a state to itself without a record. Returns `None` if there is no such order,
/// or if trials never leave a state.
fn order_of_silence(
    projected: &MetricProjection<'_>,
    root: u32,
    records: &impl Fn(u32) -> u32,
) -> Option<Vec<u32>> {
    let states = projected.graph.state_count() as u32;
    let is_inside = |state: u32| state == root || projected.may_record(state);
    let silent_targets = |state: u32| {
        projected
            .edges_from(state)
            .iter()
            .filter(move |edge| records(edge.list) <= 1)
            .filter_map(move |edge| match projected.graph.target_of(edge) {
                EdgeTarget::State(target) if is_inside(target) => Some((target, edge.list)),
                _ => None,
            })
            .filter(move |&(target, list)| target != state || records(list) == 1)
            .map(|(target, _)| target)
    };
    let mut arrivals = vec![0u32; states as usize];
    for state in (0..states).filter(|&state| is_inside(state)) {
        let leaves = |edge: &&crate::graph::Edge| edge.target != state || records(edge.list) > 0;
        projected.edges_from(state).iter().find(leaves)?;
        silent_targets(state).for_each(|target| arrivals[target as usize] += 1);
    }
    let mut order: Vec<u32> = (0..states)
        .filter(|&state| is_inside(state) && arrivals[state as usize] == 0)
        .collect();
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        next += 1;
        for target in silent_targets(state) {
            arrivals[target as usize] -= 1;
            if arrivals[target as usize] == 0 {
                order.push(target);
            }
        }
    }
    let inside = (0..states).filter(|&state| is_inside(state)).count();
    (order.len() == inside).then_some(order)
}

/// The states of a row that have probability: the first, and the one after the last.
#[derive(Clone, Copy)]
struct StateRange {
    first: usize,
    end: usize,
}

impl StateRange {
    const NONE: StateRange = StateRange {
        first: usize::MAX,
        end: 0,
    };

    fn is_empty(self) -> bool {
        self.end == 0
    }

    fn len(self) -> usize {
        self.end.saturating_sub(self.first)
    }
}

/// A propagation under way.
struct Propagation<'s, N> {
    sum: &'s SumByValue<'s>,
    /// The probabilities of moves, by index.
    weights: Vec<N>,
    staying: Vec<Option<N>>,
    /// A row of states for trials that have recorded nothing, and one for each sum that a
    /// transition can reach.
    masses: Vec<N>,
    /// The range of states in each row that have probability.
    ranges: Vec<StateRange>,
    /// The number of rows that have probability.
    open_rows: usize,
    finished: FinishedSums<N>,
    products: u64,
}

impl<N: FlowNumber> Propagation<'_, N> {
    #[inline]
    fn add(&mut self, row: usize, index: usize, mass: N) {
        let range = &mut self.ranges[row];
        self.open_rows += usize::from(range.is_empty());
        range.first = range.first.min(index);
        range.end = range.end.max(index + 1);
        let known = &mut self.masses[row * self.staying.len() + index];
        *known = *known + mass;
    }

    /// Passes the probability of all states with one sum on, in order.
    fn pass_row(
        &mut self,
        row: usize,
        sum: usize,
        most: Limits,
        watch: &Watch,
    ) -> Result<(), Stop> {
        let first = row * self.staying.len();
        let mut index = self.ranges[row].first;
        // The end moves while probability moves on within the row.
        while index < self.ranges[row].end {
            let mass = self.masses[first + index];
            if !mass.is_zero() {
                self.masses[first + index] = N::ZERO;
                if !mass.vanishes() {
                    self.pass_on(row, sum, index, mass);
                }
            }
            index += 1;
            if index.is_multiple_of(STATES_PER_CHECK) {
                self.check(most, watch)?;
            }
        }
        let passed = std::mem::replace(&mut self.ranges[row], StateRange::NONE);
        self.open_rows -= usize::from(!passed.is_empty());
        self.products += passed.len() as u64 / STATES_PER_PRODUCT;
        self.check(most, watch)
    }

    fn check(&self, most: Limits, watch: &Watch) -> Result<(), Stop> {
        if watch.is_stopped() {
            return Err(Stop::Requested);
        }
        if self.products <= most.products && self.finished.row.masses.len() <= most.values {
            return Ok(());
        }
        Err(Stop::TooLarge {
            states: self.staying.len(),
            edges: self.sum.moves.len(),
            bytes: None,
        })
    }

    #[inline]
    fn pass_on(&mut self, row: usize, sum: usize, index: usize, mass: N) {
        let by_value = self.sum;
        let mass = match self.staying[index] {
            Some(factor) => mass * factor,
            None => mass,
        };
        let moves = by_value.starts[index] as usize..by_value.starts[index + 1] as usize;
        self.products += moves.len() as u64;
        let ring_index = sum % by_value.width;
        for step in &by_value.moves[moves] {
            if step.records == 0 && step.target == index as u32 {
                continue;
            }
            let mass = mass * self.weights[step.mass as usize];
            // The row of trials without a record has the sum 0.
            let added = (step.records as usize).saturating_sub(1);
            let is_recorded = row > 0 || step.records > 0;
            match step.target {
                CUT => self.finished.truncate((sum + added) as i64, mass),
                END if is_recorded => self.finished.row.add((sum + added) as i64, mass),
                END => self.finished.row.silent = self.finished.row.silent + mass,
                target if is_recorded => {
                    let turned = ring_index + added;
                    let next = if turned < by_value.width {
                        turned
                    } else {
                        turned - by_value.width
                    };
                    self.add(1 + next, target as usize, mass);
                }
                target => self.add(0, target as usize, mass),
            }
        }
    }

    /// Returns the probability that was not passed on, and counts the work of adding it up.
    fn left(&mut self) -> f64 {
        let states: usize = self.ranges.iter().map(|range| range.len()).sum();
        self.products += states as u64 / STATES_PER_PRODUCT;
        let rows = self.masses.chunks(self.staying.len()).zip(&self.ranges);
        rows.filter(|(_, range)| !range.is_empty())
            .flat_map(|(row, range)| &row[range.first..range.end])
            .map(|mass| mass.float())
            .sum()
    }
}

#[cfg(test)]
mod tests;
