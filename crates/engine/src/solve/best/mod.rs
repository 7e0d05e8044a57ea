//! Best play: the option in every situation that serves an aim best, by backward induction over the graph.

mod circle;
mod proof;
mod ring;

use std::ops::Range;

use super::endless::Sure;
use crate::choice::{Choice, Side};
use crate::explore::{Decision, Graph, Stop, Watch};
use crate::rule::RuleError;

/// Options whose values differ by no more than this, of 1 or of the value, are equals: the first of them is played.
const EQUAL: f64 = 1e-12;

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

    /// How far it is from being best, as a share of what is at stake: rounding, or something is wrong.
    pub(super) fn shortfall(&self) -> f64 {
        let search = &self.search;
        let ends = |number: usize, option: usize| search.ends(&search.graph.decisions()[number], option);
        let sure = |state: u32| if search.sure.holds(state) { search.values[state as usize] } else { f64::NAN };
        proof::shortfall(search.graph, search.aim, &self.best, sure, ends)
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
    let order = graph.order();
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
}

fn endless() -> Stop {
    let help = "let the rule end it: a limit, or a price for going on";
    Stop::Rule(RuleError::endless("under best play a trial would never end", help))
}
