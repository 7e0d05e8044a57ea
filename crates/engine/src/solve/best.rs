//! Best play: the option in every situation that serves an aim best, by backward induction over the graph.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::component::Component;
use super::endless::Sure;
use super::order::components;
use super::ring::{Ring, places};
use crate::choice::{Choice, Side};
use crate::explore::{Decision, Graph, Stop, Watch};
use crate::rule::RuleError;

/// Options whose values differ by no more than this, of 1 or of the value, are equals: the first of them is played.
const EQUAL: f64 = 1e-12;
/// Going round in a circle of states ends where no value changes by more than this, of 1 or of the largest value ...
const STILL: f64 = 1e-14;
/// ... or after so many products, a few seconds' worth.
const MOST_PRODUCTS: u64 = 300_000_000;
/// Rounds after which it is first looked whether a circle gains without end; then whenever they have doubled.
const FIRST_LOOK: u64 = 64;
/// Rounds of weighing and choosing again within a circle of states.
const MOST_ROUNDS: u32 = 1000;

/// What a player wants, as a sum over the ways that a trial takes.
#[derive(Clone, Debug)]
pub(super) struct Worth<'c> {
    /// What each edge of the graph adds to it.
    pub(super) of_edges: Vec<f64>,
    /// Whether less of it is better.
    pub(super) minimises: bool,
    /// The choices, by index: whose aim each serves.
    pub(super) choices: &'c [Choice],
}

/// The best option in every situation, and what each is worth.
pub(super) struct BestPlay<'g> {
    /// What a trial is worth under best play.
    pub(super) value: f64,
    /// The best option of each decision, as an index into its options.
    pub(super) best: Vec<u32>,
    search: Search<'g>,
}

impl BestPlay<'_> {
    /// What a state is worth under best play.
    pub(super) fn value_at(&self, state: u32) -> f64 {
        self.search.values[state as usize]
    }

    /// What each option of a decision is worth, best play following; `None` where no play could end a trial after it.
    pub(super) fn worths(&mut self, decision: &Decision) -> Vec<Option<f64>> {
        self.search.worths(decision);
        let worths = self.search.worths.iter().enumerate();
        worths.map(|(option, &worth)| self.search.ends(decision, option).then_some(worth)).collect()
    }
}

/// Finds the best play, from the end of the trial to its beginning. States that can come back to themselves are weighed
/// until nothing changes, and the play found there is then weighed once more by solving, and taken if no other option is
/// better than it: that proves it.
///
/// # Errors
/// When it is stopped; when a player who plays best would never end a trial, or gains without end; when a circle of states
/// takes too long.
pub(super) fn best_play<'g>(graph: &'g Graph, aim: &'g Worth<'g>, watch: &'g Watch) -> Result<BestPlay<'g>, Stop> {
    let mut search = Search::new(graph, aim, watch);
    if !search.sure.holds(0) {
        return Err(endless());
    }
    let order = components(graph, 0);
    for (number, states) in order.iter().collect::<Vec<_>>().into_iter().rev().enumerate() {
        if number % 4096 == 0 && watch.is_stopped() {
            return Err(Stop::Asked);
        }
        let kept: Vec<u32>;
        let states = match search.sure.is_everywhere() {
            true => states,
            false => {
                kept = states.iter().copied().filter(|&state| search.sure.holds(state)).collect();
                &kept
            }
        };
        match *states {
            [] => {}
            [alone] if !search.loops(alone) => search.values[alone as usize] = search.weigh(alone),
            _ => search.circle(states)?,
        }
    }
    Ok(BestPlay { value: search.values[0], best: std::mem::take(&mut search.best), search })
}

struct Search<'g> {
    graph: &'g Graph,
    aim: &'g Worth<'g>,
    watch: &'g Watch,
    /// From where a trial can be brought to an end: nothing else is played to.
    sure: Sure,
    /// The decision at each state, by its number from 1; 0 for none.
    decision_at: Vec<u32>,
    values: Vec<f64>,
    best: Vec<u32>,
    /// What each option is worth of the decision that was weighed last.
    worths: Vec<f64>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, aim: &'g Worth<'g>, watch: &'g Watch) -> Search<'g> {
        let mut decision_at = vec![0; graph.state_count()];
        (1..).zip(graph.decisions()).for_each(|(number, decision)| decision_at[decision.state as usize] = number);
        let (values, best) = (vec![0.0; graph.state_count()], vec![0; graph.decisions().len()]);
        let sure = Sure::of(graph);
        let mut search = Search { graph, aim, watch, sure, decision_at, values, best, worths: Vec::new() };
        for (number, decision) in graph.decisions().iter().enumerate() {
            let first = search.that_end(decision).next().unwrap_or(0);
            search.best[number] = first as u32;
        }
        search
    }

    /// Whether a trial can be brought to an end after an option.
    fn ends(&self, decision: &Decision, option: usize) -> bool {
        self.sure.keeps(self.graph, self.graph.edges_of_option(decision, option))
    }

    /// The options after which a trial can be brought to an end.
    fn that_end<'s>(&'s self, decision: &'s Decision) -> impl Iterator<Item = usize> + 's {
        (0..decision.options.len()).filter(|&option| self.ends(decision, option))
    }

    fn decision(&self, state: u32) -> Option<(usize, &'g Decision)> {
        let number = self.decision_at[state as usize].checked_sub(1)? as usize;
        Some((number, &self.graph.decisions()[number]))
    }

    fn loops(&self, state: u32) -> bool {
        self.graph.edges_of(state as usize).any(|edge| self.graph.onward(edge).contains(&state))
    }

    /// What is worth having in all, along these edges.
    fn sum(&self, edges: Range<usize>) -> f64 {
        let onward =
            |edge: usize| self.graph.onward(edge).iter().map(|&target| self.values[target as usize]).sum::<f64>();
        edges.map(|edge| self.graph.edges()[edge].mass.float() * (self.aim.of_edges[edge] + onward(edge))).sum()
    }

    /// Weighs the options of a decision.
    fn worths(&mut self, decision: &Decision) {
        let mut worths = std::mem::take(&mut self.worths);
        worths.clear();
        let worst = if self.wants_more(decision) { f64::NEG_INFINITY } else { f64::INFINITY };
        let worth = |option: usize| match self.ends(decision, option) {
            true => self.sum(self.graph.edges_of_option(decision, option)),
            false => worst,
        };
        worths.extend((0..decision.options.len()).map(worth));
        self.worths = worths;
    }

    /// Whether more is better where this choice is made.
    fn wants_more(&self, decision: &Decision) -> bool {
        let side = self.aim.choices.get(decision.choice as usize).map(|choice| choice.side).unwrap_or_default();
        (side == Side::Us) != self.aim.minimises
    }

    /// How much better one value is than another, for whoever decides; equals are not better.
    fn is_better(&self, decision: &Decision, one: f64, other: f64) -> bool {
        let gain = if self.wants_more(decision) { one - other } else { other - one };
        gain > EQUAL * other.abs().max(1.0)
    }

    /// The first of the best options, of the decision that was weighed last.
    fn first_best(&self, decision: &Decision) -> u32 {
        let worths = &self.worths;
        let mut best = worths.iter().position(|worth| worth.is_finite()).unwrap_or(0);
        for option in best + 1..worths.len() {
            if self.is_better(decision, worths[option], worths[best]) {
                best = option;
            }
        }
        best as u32
    }

    /// Weighs a state whose ways on have been weighed, and decides where there is a decision.
    fn weigh(&mut self, state: u32) -> f64 {
        match self.decision(state) {
            None => self.sum(self.graph.edges_of(state as usize)),
            Some((number, decision)) => {
                self.worths(decision);
                let best = self.first_best(decision);
                self.best[number] = best;
                self.worths[best as usize]
            }
        }
    }

    /// States that can come back to each other.
    fn circle(&mut self, states: &[u32]) -> Result<(), Stop> {
        // What a play is worth that ends is where weighing begins: from nothing, a play that never ends and so costs nothing
        // would look better than every price.
        if self.lead_out(states, |_, _, _, _| true) {
            self.solve(states)?;
        }
        self.settle(states)?;
        for _ in 0..MOST_ROUNDS {
            self.leave_at_last(states)?;
            let is_exact = self.solve(states)?;
            if !is_exact || !self.improve(states) {
                return Ok(());
            }
        }
        Err(too_long())
    }

    /// Weighs states again and again until nothing changes, and decides.
    fn settle(&mut self, states: &[u32]) -> Result<(), Stop> {
        // Those that were found last stand nearest to the way out.
        let backwards: Vec<u32> = states.iter().rev().copied().collect();
        let mut ring = self.ring(&backwards);
        let (mut products, mut rounds, mut next_look) = (0, 0u64, FIRST_LOOK);
        loop {
            let (change, largest) = ring.go_round();
            products += ring.cost();
            if self.watch.is_stopped() {
                return Err(Stop::Asked);
            }
            if change <= STILL * largest {
                self.take(&backwards, &ring);
                return Ok(());
            }
            rounds += 1;
            if rounds == next_look {
                self.take(&backwards, &ring);
                self.gains_for_ever(states)?;
                next_look *= 2;
            }
            if products > MOST_PRODUCTS || !largest.is_finite() {
                return Err(too_long());
            }
        }
    }

    /// The states of a circle with what each may lead to.
    fn ring(&self, states: &[u32]) -> Ring {
        let place = places(states.iter().copied());
        let mut ring = Ring::new(states.iter().map(|&state| self.values[state as usize]).collect());
        let ahead = |edges: Range<usize>| {
            let (mut beside, mut within) = (0.0, Vec::new());
            for edge in edges {
                let mass = self.graph.edges()[edge].mass.float();
                beside += mass * self.aim.of_edges[edge];
                for target in self.graph.onward(edge) {
                    match place.get(target) {
                        Some(&inside) => within.push((inside, mass)),
                        None => beside += mass * self.values[*target as usize],
                    }
                }
            }
            (beside, within)
        };
        for &state in states {
            match self.decision(state) {
                None => ring.state(true, std::iter::once(ahead(self.graph.edges_of(state as usize)))),
                Some((_, own)) => {
                    let options = self.that_end(own).map(|option| self.graph.edges_of_option(own, option));
                    ring.state(self.wants_more(own), options.map(ahead));
                }
            }
        }
        ring
    }

    /// Takes the values of a circle, and decides by them.
    fn take(&mut self, states: &[u32], ring: &Ring) {
        states.iter().zip(ring.values()).for_each(|(&state, &value)| self.values[state as usize] = value);
        for &state in states {
            if let Some((number, decision)) = self.decision(state) {
                self.worths(decision);
                self.best[number] = self.first_best(decision);
            }
        }
    }

    /// The edges of a state that are played.
    fn played(&self, state: u32) -> Range<usize> {
        match self.decision(state) {
            None => self.graph.edges_of(state as usize),
            Some((number, decision)) => self.graph.edges_of_option(decision, self.best[number] as usize),
        }
    }

    /// Refuses a play that stays in the circle and gets more of what it wants each time round.
    fn gains_for_ever(&self, states: &[u32]) -> Result<(), Stop> {
        let within: FxHashSet<u32> = states.iter().copied().collect();
        let mut stays = within.clone();
        loop {
            let leaves = |&state: &u32| {
                let mut onward = self.played(state).map(|edge| self.graph.onward(edge));
                onward.any(|targets| targets.is_empty() || targets.iter().any(|target| !stays.contains(target)))
            };
            let leaving: Vec<u32> = stays.iter().copied().filter(leaves).collect();
            if leaving.is_empty() {
                break;
            }
            leaving.iter().for_each(|state| {
                stays.remove(state);
            });
        }
        let worth = || stays.iter().flat_map(|&state| self.played(state)).map(|edge| self.aim.of_edges[edge]);
        let decisions = || stays.iter().filter_map(|&state| self.decision(state));
        let gains = worth().all(|worth| worth >= 0.0) && decisions().all(|(_, own)| self.wants_more(own));
        let loses = worth().all(|worth| worth <= 0.0) && !decisions().any(|(_, own)| self.wants_more(own));
        if worth().any(|worth| worth != 0.0) && (gains || loses) { Err(endless()) } else { Ok(()) }
    }

    /// Where equals are on offer, one must lead out of the circle in the end: waiting for ever ends no trial.
    fn leave_at_last(&mut self, states: &[u32]) -> Result<(), Stop> {
        let is_free = |search: &Self, number: usize, decision: &Decision, option: usize| {
            let played = search.best[number] as usize;
            let worth = |option: usize| search.sum(search.graph.edges_of_option(decision, option));
            let is_equal = || {
                let (own, other) = (worth(played), worth(option));
                !search.is_better(decision, own, other) && !search.is_better(decision, other, own)
            };
            option == played || is_equal()
        };
        if self.lead_out(states, is_free) { Ok(()) } else { Err(endless()) }
    }

    /// Lets every decision take an option that leads out of the circle in the end, the one that is played where that does,
    /// else the first of those that are free to be taken; `false` where none does.
    fn lead_out(&mut self, states: &[u32], is_free: impl Fn(&Self, usize, &Decision, usize) -> bool) -> bool {
        let within: FxHashSet<u32> = states.iter().copied().collect();
        let mut leaves: FxHashSet<u32> = FxHashSet::default();
        let mut left: Vec<u32> = states.to_vec();
        loop {
            let leads_out = |edge: usize, leaves: &FxHashSet<u32>| {
                let onward = self.graph.onward(edge);
                onward.is_empty() || onward.iter().any(|target| !within.contains(target) || leaves.contains(target))
            };
            let (mut found, mut decided) = (Vec::new(), Vec::new());
            left.retain(|&state| {
                let way_out = match self.decision(state) {
                    None => self.graph.edges_of(state as usize).any(|edge| leads_out(edge, &leaves)),
                    Some((number, decision)) => {
                        let leads = |option: usize| {
                            self.graph.edges_of_option(decision, option).any(|edge| leads_out(edge, &leaves))
                        };
                        let played = self.best[number] as usize;
                        let mut options = std::iter::once(played).chain(self.that_end(decision));
                        let option = options.find(|&option| leads(option) && is_free(self, number, decision, option));
                        option.map(|option| decided.push((number, option as u32))).is_some()
                    }
                };
                if way_out {
                    found.push(state);
                }
                !way_out
            });
            if left.is_empty() && found.is_empty() {
                return true;
            }
            if found.is_empty() {
                return false;
            }
            decided.into_iter().for_each(|(number, option)| self.best[number] = option);
            leaves.extend(found);
        }
    }

    /// Weighs the play that was chosen by solving; `false`, and nothing changed, where that would cost too much.
    fn solve(&mut self, states: &[u32]) -> Result<bool, Stop> {
        let before: Vec<f64> = states.iter().map(|&state| self.values[state as usize]).collect();
        // Inside, nothing is worth anything yet.
        states.iter().for_each(|&state| self.values[state as usize] = 0.0);
        let component = Component::<f64>::along(self.graph, states, &|state| self.played(state), &|_| true);
        let once: Vec<f64> = states.iter().map(|&state| self.sum(self.played(state))).collect();
        let solved = component.worth(once, self.watch)?;
        let is_solved = solved.as_ref().is_some_and(|values| values.iter().all(|value| value.is_finite()));
        let values = if is_solved { solved.unwrap_or_default() } else { before };
        states.iter().zip(values).for_each(|(&state, value)| self.values[state as usize] = value);
        Ok(is_solved)
    }

    /// Decides again where another option is better than what is played; whether there was any.
    fn improve(&mut self, states: &[u32]) -> bool {
        let mut is_changed = false;
        for &state in states {
            let Some((number, decision)) = self.decision(state) else { continue };
            self.worths(decision);
            let (best, played) = (self.first_best(decision), self.best[number]);
            if self.is_better(decision, self.worths[best as usize], self.worths[played as usize]) {
                self.best[number] = best;
                is_changed = true;
            }
        }
        is_changed
    }
}

fn endless() -> Stop {
    let help = "let the rule end it: a limit, or a price for going on";
    Stop::Rule(RuleError::endless("under best play a trial would never end", help))
}

fn too_long() -> Stop {
    let help = "let an option that goes round in a circle cost something, or set a limit";
    Stop::Rule(RuleError::new("the best play was not found: its value grows, or changes, without an end", help))
}
