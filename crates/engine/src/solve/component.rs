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
    Stop::Rule(RuleError::endless("a trial can come into a circle that nothing ends", help))
}

/// A strongly connected component, its states numbered from 0.
pub(super) struct Component<'g, N> {
    states: &'g [u32],
    /// Ways within: for each state, where to and how likely, in their order.
    ways: Vec<Vec<(u32, N)>>,
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
        let mut ways = vec![Vec::new(); states.len()];
        let mut exits = vec![N::ZERO; states.len()];
        for (here, &state) in states.iter().enumerate() {
            for e in edges_of(state) {
                let mass = N::of(graph.edges()[e].mass);
                let inside = graph.onward(e).iter().filter_map(|target| number.get(target));
                let mut leads_inside = false;
                for &target in inside.filter(|_| allows(e)) {
                    add(&mut ways[here], target, mass);
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
        // Which states lead to each, in their order.
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (from, to) in ways.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&(to, _)| (from, to))) {
            into[to as usize].push(from as u32);
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
            let mut onward = std::mem::take(&mut ways[k]);
            onward.retain(|&(to, _)| to as usize != k);
            let leaves = onward.iter().fold(exits[k], |sum, &(_, p)| sum + p);
            let inverse = leaves.inverse();
            let mut led = std::mem::take(&mut into[k]);
            led.retain(|&i| i as usize != k);
            products += (led.len() * (onward.len() + 1)) as u64;
            if products > MOST_PRODUCTS {
                return Ok(None);
            }
            let mut from = Vec::with_capacity(led.len());
            for &i in &led {
                let own = &mut ways[i as usize];
                let (_, p) = own.remove(own.binary_search_by_key(&(k as u32), |&(to, _)| to).expect("it led here"));
                from.push((i, p));
                let through = p * inverse;
                exits[i as usize] = exits[i as usize] + through * exits[k];
                for &(j, q) in &onward {
                    if add(&mut ways[i as usize], j, through * q)
                        && let Err(place) = into[j as usize].binary_search(&i)
                    {
                        into[j as usize].insert(place, i);
                    }
                }
            }
            for &(j, _) in &onward {
                let led = &mut into[j as usize];
                led.binary_search(&(k as u32)).into_iter().for_each(|place| {
                    led.remove(place);
                });
            }
            pivots.push(Pivot { state: k, from, onward, inverse });
        }
        Ok(Some(pivots))
    }

    /// Pushes what circles from state to state until hardly anything is left: no more than that can be missing from
    /// any probability.
    fn iterate(&mut self, watch: &Watch) -> Result<N, Stop> {
        let n = self.states.len();
        let ways: Vec<Vec<(u32, f64)>> =
            self.ways.iter().map(|to| to.iter().map(|&(to, p)| (to, p.float())).collect()).collect();
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

/// Adds a way to those of a state; whether it is the first that leads there.
fn add<N: Number>(ways: &mut Vec<(u32, N)>, to: u32, mass: N) -> bool {
    match ways.binary_search_by_key(&to, |&(to, _)| to) {
        Ok(place) => {
            ways[place].1 = ways[place].1 + mass;
            false
        }
        Err(place) => {
            ways.insert(place, (to, mass));
            true
        }
    }
}
