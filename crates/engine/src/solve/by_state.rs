//! Sums, state by state: each state passes the probabilities of all its sums on at once, as one row
//! of neighbouring sums.
//!
//! The sum so far is not part of a state. Only the rows of states that trials have reached but not
//! yet left are in memory. A trial may stay in a state, but not return to it later.

use super::project::MetricProjection;
use super::sums::{Additions, FinishedSums, Limits, Row, Summation, TRUNCATION_THRESHOLD};
use crate::budget::{Stop, Watch};
use crate::graph::{Components, Edge, EdgeTarget, FlowNumber};

/// The largest difference between two additions, in steps. If additions are further apart, most
/// numbers between the least and the greatest sum have no probability.
const MAX_SPREAD: i64 = 64;
/// Trials that stay in a state are truncated at the threshold of the whole sum, divided by this
/// number and by the number of states.
const TRUNCATION_MARGIN: f64 = 1000.0;
/// The number of sums of a state between two checks of the limits.
const SUMS_PER_CHECK: usize = 1 << 12;
/// Products with a row of more sums than this take longer, because the row does not fit into a
/// processor's cache.
const MAX_CACHED_SUMS: usize = 1 << 14;
/// What such a product counts as.
const UNCACHED_PRODUCTS: usize = 8;
/// The mark of a state that has no row.
const NO_ROW: u32 = u32::MAX;
/// The mark of a state without a sum.
const NO_SUM: i64 = i64::MAX;

/// The sums of trials that start in one state.
pub(super) struct SumByState<'p> {
    projected: &'p MetricProjection<'p>,
    additions: Additions,
    /// The states that trials reach, in topological order.
    order: &'p [u32],
    root: u32,
    /// The least sum of each state, and then that of finished trials.
    least: Vec<i64>,
}

impl<'p> SumByState<'p> {
    /// Returns the sums of trials from a state on; `None` if the method does not apply.
    pub(super) fn new(
        projected: &'p MetricProjection<'_>,
        order: &'p Components,
        root: u32,
    ) -> Option<SumByState<'p>> {
        if order.len() < order.states.len() {
            return None;
        }
        let additions = Additions::new(projected)?;
        if additions.most.checked_sub(additions.least.min(0))? > MAX_SPREAD {
            return None;
        }
        let from = order.states.iter().position(|&state| state == root)?;
        let mut sums = SumByState {
            projected,
            additions,
            order: &order.states[from..],
            root,
            least: Vec::new(),
        };
        sums.find_least_sums()?;
        Some(sums)
    }

    /// Returns the state that an edge leads to, or the index of finished trials; `None` if the edge
    /// is truncated.
    #[inline]
    fn target_of(&self, edge: &Edge) -> Option<usize> {
        match self.projected.graph.target_of(edge) {
            EdgeTarget::Truncated => None,
            EdgeTarget::State(target) if self.projected.may_record(target) => Some(target as usize),
            _ => Some(self.end()),
        }
    }

    /// Returns the index of finished trials.
    fn end(&self) -> usize {
        self.projected.graph.state_count()
    }

    /// Finds the least sum of each state. Returns `None` if a trial may stay in a state for ever,
    /// or with a sum that does not grow. Also returns `None` if sums may fall and trials may be
    /// truncated, because it would not be known which sums these trials might have.
    fn find_least_sums(&mut self) -> Option<()> {
        let may_fall = self.additions.least < 0;
        let mut least = vec![NO_SUM; self.end() + 1];
        let mut is_silent = vec![false; self.end() + 1];
        is_silent[self.root as usize] = true;
        for &state in self.order {
            let index = state as usize;
            let silent = is_silent[index];
            if !silent && least[index] == NO_SUM {
                continue;
            }
            let edges = self.projected.edges_from(state);
            let staying = edges.iter().filter(|edge| edge.target == state);
            for added in staying.filter_map(|edge| self.additions.of(edge.list)) {
                if added <= 0 || may_fall {
                    return None;
                }
                if silent {
                    least[index] = least[index].min(added);
                }
            }
            let mut leaving = edges.iter().filter(|edge| edge.target != state).peekable();
            leaving.peek()?;
            for edge in leaving {
                let Some(target) = self.target_of(edge) else {
                    if may_fall {
                        return None;
                    }
                    continue;
                };
                let added = self.additions.of(edge.list);
                if least[index] != NO_SUM {
                    least[target] = least[target].min(least[index] + added.unwrap_or(0));
                }
                match added {
                    Some(added) if silent => least[target] = least[target].min(added),
                    None if silent => is_silent[target] = true,
                    _ => {}
                }
            }
        }
        self.least = least;
        Some(())
    }
}

impl Summation for SumByState<'_> {
    const EXACT_PRODUCTS: u64 = 1 << 25;
    /// A processor multiplies several neighbouring sums at once.
    const PRODUCTS_PER_LEAF: u64 = 128;

    fn additions(&self) -> &Additions {
        &self.additions
    }

    fn propagate<N: FlowNumber>(
        &self,
        limits: Limits,
        watch: &Watch,
    ) -> Result<(FinishedSums<N>, u64), Stop> {
        let mut run = Propagation::<N> {
            sums: self,
            watch,
            limits,
            weights: self.projected.all_masses().map(N::from_mass).collect(),
            row_indices: vec![NO_ROW; self.end()],
            rows: Vec::new(),
            free: Vec::new(),
            finished: FinishedSums::new(self.least[self.end()]),
            held: 0,
            products: 0,
        };
        run.row_of(self.root as usize).silent = N::ONE;
        for &state in self.order {
            let index = std::mem::replace(&mut run.row_indices[state as usize], NO_ROW);
            if index != NO_ROW {
                let row = std::mem::replace(&mut run.rows[index as usize], Row::new(NO_SUM));
                run.rows[index as usize] = run.leave(state, row)?;
                run.free.push(index);
            }
        }
        if self.projected.is_unbounded {
            run.finished.truncate_end();
        }
        Ok((run.finished, run.products))
    }
}

/// A propagation under way.
struct Propagation<'s, N> {
    sums: &'s SumByState<'s>,
    watch: &'s Watch,
    limits: Limits,
    /// The probabilities of edges, by index.
    weights: Vec<N>,
    /// The index of each state's row.
    row_indices: Vec<u32>,
    rows: Vec<Row<N>>,
    /// The indices of rows that no state uses.
    free: Vec<u32>,
    finished: FinishedSums<N>,
    /// The number of sums in all rows that are in use.
    held: usize,
    products: u64,
}

impl<N: FlowNumber> Propagation<'_, N> {
    /// Returns the row of a state, which may be new.
    #[inline]
    fn row_of(&mut self, state: usize) -> &mut Row<N> {
        if self.row_indices[state] == NO_ROW {
            self.row_indices[state] = self.free.pop().unwrap_or(self.rows.len() as u32);
            if self.row_indices[state] as usize == self.rows.len() {
                self.rows.push(Row::new(NO_SUM));
            }
            self.rows[self.row_indices[state] as usize].least = self.sums.least[state];
        }
        &mut self.rows[self.row_indices[state] as usize]
    }

    /// Passes all trials of a state on. Returns its empty row, for another state.
    fn leave(&mut self, state: u32, mut row: Row<N>) -> Result<Row<N>, Stop> {
        let sums = self.sums;
        self.held -= row.masses.len();
        self.stay(state, &mut row)?;
        row.trim();
        let edges = sums.projected.edges_from(state);
        self.add_products(edges.len(), row.masses.len() + 1);
        self.check(row.masses.len())?;
        for edge in edges.iter().filter(|edge| edge.target != state) {
            let (added, weight) = (
                sums.additions.of(edge.list),
                self.weights[edge.mass as usize],
            );
            match sums.target_of(edge) {
                None => {
                    let (least, total) = row.total();
                    let least = least.saturating_add(added.unwrap_or(0));
                    self.finished.truncate(least, total * weight);
                }
                Some(target) if target == sums.end() => {
                    self.finished.row.receive(&row, added, weight);
                }
                Some(target) => {
                    let receiver = self.row_of(target);
                    let before = receiver.masses.len();
                    receiver.receive(&row, added, weight);
                    self.held += receiver.masses.len() - before;
                }
            }
        }
        row.silent = N::ZERO;
        row.masses.clear();
        Ok(row)
    }

    /// Adds the trials that stay in a state, once or more often.
    fn stay(&mut self, state: u32, row: &mut Row<N>) -> Result<(), Stop> {
        let edges = self.sums.projected.edges_from(state);
        let (staying, leaving): (Vec<&Edge>, Vec<&Edge>) =
            edges.iter().partition(|edge| edge.target == state);
        if staying.is_empty() {
            return Ok(());
        }
        let weighted = |edge: &&Edge| {
            let added = self.sums.additions.of(edge.list);
            (added, self.weights[edge.mass as usize])
        };
        let recording: Vec<(i64, N)> = staying
            .iter()
            .map(weighted)
            .filter_map(|(added, weight)| Some((added?, weight)))
            .collect();
        // Trials that record nothing stay at their sum. All of them record something or leave.
        let factor = (recording.len() < staying.len()).then(|| {
            let leaving = leaving.iter().map(weighted).map(|(_, weight)| weight);
            let recording = recording.iter().map(|&(_, weight)| weight);
            let sum = leaving
                .chain(recording)
                .fold(N::ZERO, |sum, weight| sum + weight);
            sum.inverse()
        });
        let with_factor = |mass: N| factor.map_or(mass, |factor| mass * factor);
        row.silent = with_factor(row.silent);
        if !row.silent.is_zero() {
            recording
                .iter()
                .for_each(|&(added, weight)| row.add(added, row.silent * weight));
        }
        let arrived = row.masses.len();
        let threshold = TRUNCATION_THRESHOLD / TRUNCATION_MARGIN / self.sums.order.len() as f64;
        let mut index = 0;
        while index < row.masses.len() {
            if index >= arrived {
                let left = row.masses[index..].iter().map(|mass| mass.float()).sum();
                if left < threshold {
                    row.masses.truncate(index);
                    self.finished
                        .truncate(row.least + index as i64, N::from_float(left));
                    break;
                }
            }
            if index.is_multiple_of(SUMS_PER_CHECK) {
                self.add_products(recording.len(), SUMS_PER_CHECK);
                self.check(row.masses.len())?;
            }
            let mass = with_factor(row.masses[index]);
            row.masses[index] = mass;
            for &(added, weight) in &recording {
                let sum = row.least + index as i64 + added;
                row.add(sum, mass * weight);
            }
            index += 1;
        }
        Ok(())
    }

    /// Counts the products of edges with the sums of a row.
    fn add_products(&mut self, edges: usize, sums: usize) {
        let factor = if sums > MAX_CACHED_SUMS {
            UNCACHED_PRODUCTS
        } else {
            1
        };
        self.products += (edges * sums * factor) as u64;
    }

    /// Checks the limits, with a row of this many sums that is not in use.
    fn check(&self, sums: usize) -> Result<(), Stop> {
        if self.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        let values = sums.max(self.finished.row.masses.len());
        let bytes = (self.held + sums).saturating_mul(size_of::<N>());
        let is_within = self.products <= self.limits.products
            && values <= self.limits.values
            && bytes <= self.limits.bytes;
        if is_within {
            return Ok(());
        }
        Err(Stop::TooLarge {
            states: self.sums.order.len(),
            edges: self.sums.projected.edge_count(),
            bytes: None,
        })
    }
}
