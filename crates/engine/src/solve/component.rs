//! States that can come back to each other: how often each is visited, solved and not unrolled.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::flow::Number;
use crate::explore::{Graph, Stop, Watch};
use crate::rule::RuleError;

/// States up to which a component is eliminated; larger ones are iterated.
const MOST_STATES: usize = 2000;
/// Products that elimination may cost, about a second's worth.
const MOST_PRODUCTS: u64 = 40_000_000;
/// Iterating ends where less than this still circles ...
const CIRCLING: f64 = 1e-16;
/// ... or after so many products, about two seconds' worth; what then still circles is told as unresolved.
const MOST_PUSHED: u64 = 400_000_000;

/// Nothing leads out of a circle of states.
pub(super) fn endless() -> Stop {
    let help = "let something end it: a limit, or a chance to stop";
    Stop::Rule(RuleError::new("a trial can come into a circle that nothing ends", help))
}

/// A strongly connected component, its states numbered from 0.
pub(super) struct Component<'g, N> {
    states: &'g [u32],
    /// Ways within: for each state, where to and how likely.
    ways: Vec<FxHashMap<u32, N>>,
    /// How likely each state leads out.
    exits: Vec<N>,
    /// What flowed in from outside; at the end, the visits.
    visits: Vec<N>,
}

/// A state as it was taken out of the system.
struct Pivot<N> {
    state: usize,
    /// Which states that were left then led there, and how likely.
    from: Vec<(u32, N)>,
    /// To which it led.
    onward: Vec<(u32, N)>,
    /// One over what led away from it.
    inverse: N,
}

impl<'g, N: Number> Component<'g, N> {
    /// Takes what flowed into its states from outside.
    pub(super) fn arrive(&mut self, arrived: &[N]) {
        self.visits = self.states.iter().map(|&state| arrived[state as usize]).collect();
    }

    /// Along some edges of each state alone, as if it had no others; what is not allowed of these leads out.
    pub(super) fn along(
        graph: &Graph,
        states: &'g [u32],
        edges_of: &impl Fn(u32) -> Range<usize>,
        allows: &impl Fn(usize) -> bool,
    ) -> Component<'g, N> {
        let number: FxHashMap<u32, u32> = states.iter().copied().zip(0..).collect();
        let mut ways = vec![FxHashMap::default(); states.len()];
        let mut exits = vec![N::ZERO; states.len()];
        for (here, &state) in states.iter().enumerate() {
            for e in edges_of(state) {
                let mass = N::of(graph.edges()[e].mass);
                let inside = graph.onward(e).iter().filter_map(|target| number.get(target));
                let mut leads_inside = false;
                for &target in inside.filter(|_| allows(e)) {
                    let way = ways[here].entry(target).or_insert(N::ZERO);
                    *way = *way + mass;
                    leads_inside = true;
                }
                if !leads_inside {
                    exits[here] = exits[here] + mass;
                }
            }
        }
        Component { states, ways, exits, visits: vec![N::ZERO; states.len()] }
    }

    /// Each state with its visits, once solved.
    pub(super) fn visits(&self) -> impl Iterator<Item = (u32, N)> + '_ {
        self.states.iter().copied().zip(self.visits.iter().copied())
    }

    /// Turns what flowed in into visits; what is left circling, where that had to be given up.
    pub(super) fn solve(&mut self, watch: &Watch) -> Result<N, Stop> {
        if self.exits.iter().all(|exit| exit.float() == 0.0) {
            return Err(endless());
        }
        if self.states.len() <= MOST_STATES && self.eliminate(watch)? {
            return Ok(N::ZERO);
        }
        self.iterate(watch)
    }

    /// The visits by elimination; `false`, and nothing changed, where it would cost too much.
    fn eliminate(&mut self, watch: &Watch) -> Result<bool, Stop> {
        let Some(pivots) = self.pivots(watch)? else { return Ok(false) };
        for pivot in &pivots {
            let through = self.visits[pivot.state] * pivot.inverse;
            pivot.onward.iter().for_each(|&(to, p)| {
                let arrived = &mut self.visits[to as usize];
                *arrived = *arrived + through * p;
            });
        }
        for pivot in pivots.iter().rev() {
            let from = pivot.from.iter();
            let sum = from.fold(self.visits[pivot.state], |sum, &(i, p)| sum + self.visits[i as usize] * p);
            self.visits[pivot.state] = sum * pivot.inverse;
        }
        Ok(true)
    }

    /// What each state is worth until the component is left, by what each visit is worth; `None` where it cannot be
    /// worked out within bounds.
    pub(super) fn worth(&self, mut worth: Vec<N>, watch: &Watch) -> Result<Option<Vec<N>>, Stop> {
        if self.states.len() > MOST_STATES {
            return Ok(None);
        }
        let Some(pivots) = self.pivots(watch)? else { return Ok(None) };
        for pivot in &pivots {
            let here = worth[pivot.state] * pivot.inverse;
            pivot.from.iter().for_each(|&(i, p)| worth[i as usize] = worth[i as usize] + p * here);
        }
        for pivot in pivots.iter().rev() {
            let onward = pivot.onward.iter();
            let sum = onward.fold(worth[pivot.state], |sum, &(j, p)| sum + p * worth[j as usize]);
            worth[pivot.state] = sum * pivot.inverse;
        }
        Ok(Some(worth))
    }

    /// Takes one state after another out of the system. Nothing is ever subtracted, so that rare exits keep their
    /// digits (Grassmann, Taksar and Heyman 1985). `None` where it would cost too much.
    fn pivots(&self, watch: &Watch) -> Result<Option<Vec<Pivot<N>>>, Stop> {
        let n = self.states.len();
        let (mut ways, mut exits) = (self.ways.clone(), self.exits.clone());
        let mut into: Vec<FxHashMap<u32, ()>> = vec![FxHashMap::default(); n];
        for (from, to) in ways.iter().enumerate().flat_map(|(from, to)| to.keys().map(move |&to| (from, to))) {
            into[to as usize].insert(from as u32, ());
        }
        let mut pivots = Vec::with_capacity(n);
        let mut is_left = vec![true; n];
        let mut products = 0u64;
        for _ in 0..n {
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            let cheap = |&k: &usize| (into[k].len() * ways[k].len(), k);
            let k = (0..n).filter(|&k| is_left[k]).min_by_key(cheap).expect("one is left");
            is_left[k] = false;
            let mut onward: Vec<(u32, N)> = std::mem::take(&mut ways[k]).into_iter().collect();
            onward.retain(|&(to, _)| to as usize != k);
            onward.sort_unstable_by_key(|&(to, _)| to);
            let leaves = onward.iter().fold(exits[k], |sum, &(_, p)| sum + p);
            let inverse = leaves.inverse();
            let mut led: Vec<u32> = std::mem::take(&mut into[k]).into_keys().filter(|&i| i as usize != k).collect();
            led.sort_unstable();
            products += (led.len() * (onward.len() + 1)) as u64;
            if products > MOST_PRODUCTS {
                return Ok(None);
            }
            let mut from = Vec::with_capacity(led.len());
            for &i in &led {
                let p = ways[i as usize].remove(&(k as u32)).expect("it led here");
                from.push((i, p));
                let through = p * inverse;
                exits[i as usize] = exits[i as usize] + through * exits[k];
                for &(j, q) in &onward {
                    let way = ways[i as usize].entry(j).or_insert(N::ZERO);
                    *way = *way + through * q;
                    into[j as usize].insert(i, ());
                }
            }
            onward.iter().for_each(|&(j, _)| {
                into[j as usize].remove(&(k as u32));
            });
            pivots.push(Pivot { state: k, from, onward, inverse });
        }
        Ok(Some(pivots))
    }

    /// Pushes what circles from state to state until hardly anything is left: no more than that can be missing from
    /// any probability.
    fn iterate(&mut self, watch: &Watch) -> Result<N, Stop> {
        let n = self.states.len();
        let ways: Vec<Vec<(u32, f64)>> =
            self.ways.iter().map(|to| sorted(to.iter().map(|(&to, p)| (to, p.float())))).collect();
        let mut circling: Vec<f64> = self.visits.iter().map(|arrived| arrived.float()).collect();
        let mut visits = vec![0.0; n];
        let (start, mut pushed) = (circling.iter().sum::<f64>(), 0u64);
        loop {
            for state in 0..n {
                let here = std::mem::take(&mut circling[state]);
                visits[state] += here;
                ways[state].iter().for_each(|&(to, p)| circling[to as usize] += here * p);
                pushed += ways[state].len() as u64;
            }
            let left: f64 = circling.iter().sum();
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            if left <= CIRCLING * start || pushed > MOST_PUSHED {
                self.visits = visits.into_iter().map(N::inexact).collect();
                return Ok(if left <= CIRCLING * start { N::ZERO } else { N::inexact(left) });
            }
        }
    }
}

fn sorted(ways: impl Iterator<Item = (u32, f64)>) -> Vec<(u32, f64)> {
    let mut ways: Vec<_> = ways.collect();
    ways.sort_unstable_by_key(|&(to, _)| to);
    ways
}
