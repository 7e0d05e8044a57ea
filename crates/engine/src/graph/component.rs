//! States that can come back to each other: how often each is visited, solved and not unrolled.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::circling::Circling;
use super::number::Number;
use super::state_graph::Graph;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::odds::Mass;

/// What taking states out may cost before it is tried in another way, and where there is no other: a second's worth and
/// some, and several.
const QUICKLY: u64 = 600_000_000;
const PATIENTLY: u64 = 6_000_000_000;
/// What looking for the next state costs.
const TAKING_OUT: u64 = 50;

/// Places to come into a circle from each of which it is iterated, a few seconds each at the most.
const MOST_ITERATED: usize = 4;

/// Bytes of ways that may be held meanwhile.
const MOST_BYTES: usize = 400_000_000;

/// Nothing leads out of a circle of states.
pub(crate) fn endless() -> Stop {
    let help = "let something end it: a limit, or a chance to stop";
    Stop::Rule(RuleError::endless("a trial can come into a circle that nothing ends", help))
}

/// A strongly connected component, its states numbered from 0.
pub(crate) struct Component<'g, N> {
    states: &'g [u32],
    /// Ways within: for each state, where to and how likely, in their order.
    ways: Vec<Vec<(u32, N)>>,
    /// How likely each state leads out.
    exits: Vec<N>,
    /// What flowed in from outside; at the end, the visits.
    visits: Vec<N>,
}

/// A state as it is taken out of the system.
struct Pivot<N> {
    state: usize,
    /// Which states that are left lead there, and how likely.
    from: Vec<(u32, N)>,
    /// To which it leads.
    onward: Vec<(u32, N)>,
    /// One over what leads away from it.
    inverse: N,
}

/// A circle of which every state has been taken out: what flows in is turned into visits without doing that again.
struct Factored<N>(Vec<Pivot<N>>);

impl<N: Number> Factored<N> {
    /// How often each state is visited, by what flows in.
    fn visits(&self, mut visits: Vec<N>) -> Vec<N> {
        for pivot in &self.0 {
            let through = visits[pivot.state] * pivot.inverse;
            pivot.onward.iter().for_each(|&(to, p)| visits[to as usize] = visits[to as usize] + through * p);
        }
        for pivot in self.0.iter().rev() {
            let from = pivot.from.iter();
            let sum = from.fold(visits[pivot.state], |sum, &(i, p)| sum + visits[i as usize] * p);
            visits[pivot.state] = sum * pivot.inverse;
        }
        visits
    }

    /// What each state is worth until the circle is left, by what each visit is worth.
    fn worth(&self, mut worth: Vec<N>) -> Vec<N> {
        for pivot in &self.0 {
            let here = worth[pivot.state] * pivot.inverse;
            pivot.from.iter().for_each(|&(i, p)| worth[i as usize] = worth[i as usize] + p * here);
        }
        for pivot in self.0.iter().rev() {
            let onward = pivot.onward.iter();
            let sum = onward.fold(worth[pivot.state], |sum, &(j, p)| sum + p * worth[j as usize]);
            worth[pivot.state] = sum * pivot.inverse;
        }
        worth
    }
}

impl<'g, N: Number> Component<'g, N> {
    /// Takes what flowed into its states from outside.
    pub(crate) fn arrive(&mut self, arrived: &[N]) {
        self.visits = self.states.iter().map(|&state| arrived[state as usize]).collect();
    }

    /// Along some edges of each state alone, as if it had no others; what is not allowed of these leads out.
    pub(crate) fn along(
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
                let mass = N::of(graph.edges[e].mass);
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

    /// What flows in where one trial comes in.
    fn arriving(&self, entry: usize) -> Vec<N> {
        let mut arrived = vec![N::ZERO; self.states.len()];
        arrived[entry] = N::ONE;
        arrived
    }

    /// Each state with its visits, once solved.
    pub(crate) fn visits(&self) -> impl Iterator<Item = (u32, N)> + '_ {
        self.states.iter().copied().zip(self.visits.iter().copied())
    }

    /// Turns what flowed in into visits; what is left circling, where that had to be given up.
    pub(crate) fn solve(&mut self, watch: &Watch) -> Result<N, Stop> {
        if self.exits.iter().all(|exit| exit.float() == 0.0) {
            return Err(endless());
        }
        if self.eliminate(QUICKLY, watch)? {
            return Ok(N::ZERO);
        }
        let mut circling = Circling::new(&self.ways, &self.exits, &self.visits);
        if let Some(left) = circling.solve(watch)? {
            return Ok(self.take(circling.visits(), left));
        }
        let mut in_floats = self.in_floats();
        if in_floats.eliminate(PATIENTLY, watch)? {
            return Ok(self.take(in_floats.visits.into_iter(), 0.0));
        }
        let left = circling.push(watch)?;
        Ok(self.take(circling.visits(), left))
    }

    /// The same where it takes no more than a moment; else it is too large.
    pub(super) fn solve_quickly(&mut self, watch: &Watch) -> Result<N, Stop> {
        if self.exits.iter().all(|exit| exit.float() == 0.0) {
            return Err(endless());
        }
        match self.eliminate(QUICKLY, watch)? {
            true => Ok(N::ZERO),
            false => Err(Stop::TooLarge { states: self.states.len(), edges: self.ways.iter().map(Vec::len).sum() }),
        }
    }

    /// The same without fractions.
    fn in_floats(&self) -> Component<'g, f64> {
        let floats = |numbers: &[N]| numbers.iter().map(|number| number.float()).collect();
        let ways = self.ways.iter().map(|to| to.iter().map(|&(to, p)| (to, p.float())).collect()).collect();
        Component { states: self.states, ways, exits: floats(&self.exits), visits: floats(&self.visits) }
    }

    /// Takes visits that were found in floats; what is left circling.
    fn take(&mut self, visits: impl Iterator<Item = f64>, left: f64) -> N {
        self.visits = visits.map(N::inexact).collect();
        if left > 0.0 { N::inexact(left) } else { N::ZERO }
    }

    /// The visits by elimination; `false`, and nothing changed, where it would cost too much.
    fn eliminate(&mut self, most: u64, watch: &Watch) -> Result<bool, Stop> {
        let Some(factored) = self.factored(most, watch)? else { return Ok(false) };
        self.visits = factored.visits(std::mem::take(&mut self.visits));
        Ok(true)
    }

    /// What each state is worth until the component is left, by what each visit is worth; `None` where it cannot be
    /// worked out within bounds, or is more than a float can tell.
    pub(crate) fn worth(&self, worth: Vec<N>, watch: &Watch) -> Result<Option<Vec<N>>, Stop> {
        let worth = self.factored(PATIENTLY, watch)?.map(|factored| factored.worth(worth));
        Ok(worth.filter(|worth| worth.iter().all(|worth| worth.float().is_finite())))
    }

    /// Takes one state after another out of the system, always the one that leaves the fewest ways behind (Markowitz 1957):
    /// of states in a row, or in a narrow band, the ways stay about as many as they were. Nothing is ever subtracted, so
    /// that rare exits keep their digits (Grassmann, Taksar and Heyman 1985). `None` where it would cost too much.
    fn factored(&self, most: u64, watch: &Watch) -> Result<Option<Factored<N>>, Stop> {
        let n = self.states.len();
        let (mut ways, mut exits) = (self.ways.clone(), self.exits.clone());
        // Which states lead to each, in their order.
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (from, to) in ways.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&(to, _)| (from, to))) {
            into[to as usize].push(from as u32);
        }
        let cost = |ways: &[Vec<(u32, N)>], into: &[Vec<u32>], k: usize| (into[k].len() * ways[k].len()) as u64;
        // A state that was counted again since has another place further on.
        let mut cheapest: BinaryHeap<Reverse<(u64, u32)>> =
            (0..n).map(|k| Reverse((cost(&ways, &into, k), k as u32))).collect();
        let (mut is_left, mut pivots) = (vec![true; n], Vec::with_capacity(n));
        let (mut work, mut held) = (0u64, ways.iter().map(Vec::len).sum::<usize>());
        let (mut merged, mut joined, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(Reverse((counted, k))) = cheapest.pop() {
            let k = k as usize;
            if !is_left[k] || counted != cost(&ways, &into, k) {
                continue;
            }
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            is_left[k] = false;
            let mut onward = std::mem::take(&mut ways[k]);
            onward.retain(|&(to, _)| to as usize != k);
            let leaves = onward.iter().fold(exits[k], |sum, &(_, p)| sum + p);
            let inverse = leaves.inverse();
            let mut led = std::mem::take(&mut into[k]);
            led.retain(|&i| i as usize != k);
            work += TAKING_OUT;
            // Those that are left cost at least about half as much each: where that is too much it is known long before.
            let ahead = counted.saturating_mul((n - pivots.len()) as u64 * N::PRODUCT) / 2;
            if work.max(ahead) > most || held * size_of::<(u32, N)>() > MOST_BYTES {
                return Ok(None);
            }
            let mut from = Vec::with_capacity(led.len());
            for &i in &led {
                let own = &mut ways[i as usize];
                let p = own[own.binary_search_by_key(&(k as u32), |&(to, _)| to).expect("it led here")].1;
                from.push((i, p));
                let through = p * inverse;
                exits[i as usize] = exits[i as usize] + through * exits[k];
                work += (own.len() + onward.len()) as u64 * N::PRODUCT;
                passed_on(own, k as u32, &onward, through, &mut merged);
                held = held + merged.len() + 1 - own.len();
                std::mem::swap(own, &mut merged);
            }
            for &(j, _) in &onward {
                let own = &mut into[j as usize];
                work += (own.len() + led.len()) as u64;
                united(own, k as u32, &led, &mut joined);
                std::mem::swap(own, &mut joined);
            }
            changed.clear();
            changed.extend(led.iter().copied().chain(onward.iter().map(|&(j, _)| j)));
            changed.sort_unstable();
            changed.dedup();
            cheapest.extend(changed.iter().map(|&i| Reverse((cost(&ways, &into, i as usize), i))));
            pivots.push(Pivot { state: k, from, onward, inverse });
        }
        Ok(Some(Factored(pivots)))
    }
}

/// The ways of a state without the one to `gone`, and with all that lead on from there.
fn passed_on<N: Number>(own: &[(u32, N)], gone: u32, onward: &[(u32, N)], through: N, merged: &mut Vec<(u32, N)>) {
    merged.clear();
    let mut own = own.iter().copied().filter(|&(to, _)| to != gone).peekable();
    for &(to, p) in onward {
        while let Some(before) = own.next_if(|&(own, _)| own < to) {
            merged.push(before);
        }
        merged.push(match own.next_if(|&(own, _)| own == to) {
            Some((_, own)) => (to, own + through * p),
            None => (to, through * p),
        });
    }
    merged.extend(own);
}

/// Two lists in order as one, without `gone`.
fn united(own: &[u32], gone: u32, others: &[u32], joined: &mut Vec<u32>) {
    joined.clear();
    let mut own = own.iter().copied().filter(|&from| from != gone).peekable();
    for &other in others {
        while let Some(before) = own.next_if(|&own| own < other) {
            joined.push(before);
        }
        own.next_if_eq(&other);
        joined.push(other);
    }
    joined.extend(own);
}

/// How often each state of a circle is visited by trials that come into it at one place, and how many of them are left circling.
pub(crate) struct Visits {
    pub(crate) of_states: Vec<Mass>,
    pub(crate) left: f64,
}

/// How often each state of a circle is visited by trials that come into it at each of these, counted among its states;
/// `None` where that cannot be worked out within bounds.
///
/// # Errors
/// When it is stopped.
pub(crate) fn visits_from(
    graph: &Graph,
    states: &[u32],
    entries: &[usize],
    watch: &Watch,
) -> Result<Option<Vec<Visits>>, Stop> {
    let component = Component::<Mass>::along(graph, states, &|state| graph.edges_of(state as usize), &|_| true);
    let Some(all) = component.visits_by_entry(entries, watch)? else { return Ok(None) };
    // More visits than a float can count are not told.
    let is_countable = |visits: &Visits| visits.of_states.iter().all(|visits| visits.float().is_finite());
    Ok(all.iter().all(is_countable).then_some(all))
}

impl Component<'_, Mass> {
    fn visits_by_entry(&self, entries: &[usize], watch: &Watch) -> Result<Option<Vec<Visits>>, Stop> {
        if let Some(factored) = self.factored(QUICKLY, watch)? {
            let of = |&entry: &usize| Visits { of_states: factored.visits(self.arriving(entry)), left: 0.0 };
            return Ok(Some(entries.iter().map(of).collect()));
        }
        if entries.len() <= MOST_ITERATED
            && let Some(iterated) = self.iterated(entries, watch)?
        {
            return Ok(Some(iterated));
        }
        let in_floats = self.in_floats();
        let Some(factored) = in_floats.factored(PATIENTLY, watch)? else { return Ok(None) };
        let of = |&entry: &usize| {
            let visits = factored.visits(in_floats.arriving(entry));
            Visits { of_states: visits.into_iter().map(Mass::inexact).collect(), left: 0.0 }
        };
        Ok(Some(entries.iter().map(of).collect()))
    }

    fn iterated(&self, entries: &[usize], watch: &Watch) -> Result<Option<Vec<Visits>>, Stop> {
        let mut all = Vec::with_capacity(entries.len());
        for &entry in entries {
            let mut circling = Circling::new(&self.ways, &self.exits, &self.arriving(entry));
            let Some(left) = circling.solve(watch)? else { return Ok(None) };
            all.push(Visits { of_states: circling.visits().map(Mass::inexact).collect(), left });
        }
        Ok(Some(all))
    }
}

/// Adds a way to those of a state.
fn add<N: Number>(ways: &mut Vec<(u32, N)>, to: u32, mass: N) {
    match ways.binary_search_by_key(&to, |&(to, _)| to) {
        Ok(place) => ways[place].1 = ways[place].1 + mass,
        Err(place) => ways.insert(place, (to, mass)),
    }
}
