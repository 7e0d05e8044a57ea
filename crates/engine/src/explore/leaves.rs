//! Gathering the ways on from a state: those that say the same and lead to the same place are one.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use super::effort::{Effort, LOOK_INTERVAL};
use super::graph_builder::{GraphBuilder, Onward};
use super::outset::Outset;
use crate::ask::Observation;
use crate::budget::{Budget, Stop, Watch};
use crate::error::{RuleError, RuleErrorKind};
use crate::graph::{Cell, Decision};
use crate::odds::Mass;
use crate::policy::Policy;

/// A choice that is left open: what is on offer, and in which situation.
#[derive(Clone, Debug)]
pub struct OpenChoice {
    /// Its index.
    pub choice: usize,
    /// The options, the usual one first.
    pub options: Box<[i64]>,
    /// A number for each of its parts.
    pub situation: Box<[i64]>,
    /// Which of the options is being tried, from 0.
    pub option: usize,
}

/// Takes the ways on from one state after another, and makes a graph of them.
#[derive(Debug)]
pub struct Leaves<S> {
    pub(super) builder: GraphBuilder<S>,
    /// Ways taken so far, before any were made one.
    pub(super) leaf_count: u64,
    /// What was observed on the way before, where it was taken down last: the next often shows the
    /// same.
    observed: Vec<Observation>,
    is_observed: bool,
    /// The values by slot of the way being taken, where a slot folds.
    folded: Vec<Cell>,
    /// Options on offer, kept once.
    offers: FxHashSet<Arc<[i64]>>,
    /// Who answers what is left to a player.
    policy: Policy,
    /// How many choices there are.
    pub(super) choices: usize,
    budget: Budget,
    state_bytes: usize,
    stop_flag: Arc<AtomicBool>,
    /// Why no more ways are taken.
    stop_reason: Option<Stop>,
}

/// The most options of a choice that are kept for display.
const MOST_OFFERED: usize = 10_000;

impl<S: Eq + Hash> Leaves<S> {
    pub(super) fn new(outset: Outset<S>, budget: &Budget, watch: &Watch) -> Leaves<S> {
        let Outset {
            layout,
            start,
            policy,
            choices,
            ..
        } = outset;
        Leaves {
            builder: GraphBuilder::new(layout, start),
            leaf_count: 0,
            observed: Vec::new(),
            is_observed: false,
            folded: Vec::new(),
            offers: FxHashSet::default(),
            policy,
            choices,
            budget: *budget,
            state_bytes: 0,
            stop_flag: watch.stop_flag(),
            stop_reason: None,
        }
    }

    /// Why work ended, where a way was refused: the rule's own fault, or that there are too many.
    pub(super) fn stop_for(&mut self, error: RuleError) -> Stop {
        self.stop_reason.take().unwrap_or_else(|| match error.kind {
            RuleErrorKind::TooLarge => self.too_large(),
            RuleErrorKind::Mistake | RuleErrorKind::Endless | RuleErrorKind::TooLong => {
                Stop::Rule(error)
            }
        })
    }

    /// Refuses to go on: a question has more answers than anyone could try.
    pub(super) fn refuse(&mut self) -> RuleError {
        self.stop_reason = Some(self.too_large());
        RuleError::too_much_at_once()
    }

    pub(super) fn too_large(&self) -> Stop {
        Stop::TooLarge {
            states: self.builder.states.len(),
            edges: self.builder.graph.edges.len(),
        }
    }

    pub(super) fn is_past_budget(&self) -> bool {
        let bytes = self.builder.graph.bytes()
            + self.builder.states.len() * (size_of::<S>() + 16)
            + self.state_bytes;
        self.builder.graph.edges.len() > self.budget.edges
            || self.leaf_count > self.budget.leaves
            || bytes > self.budget.bytes
    }

    /// Looks whether to go on within a state, which may have more ways on than anyone could wait
    /// for.
    fn check_budget(&mut self) -> Result<(), RuleError> {
        if self.stop_flag.load(Ordering::Relaxed) {
            self.stop_reason = Some(Stop::Requested);
        } else if self.is_past_budget() {
            self.stop_reason = Some(self.too_large());
        }
        match self.stop_reason {
            Some(Stop::TooLarge { .. }) => Err(RuleError::too_much_at_once()),
            Some(_) => Err(RuleError::new("exploring was stopped", "")),
            None => Ok(()),
        }
    }

    /// Who answers what is left to a player.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The ways that follow begin with a choice that is left open, and this option of it. Options
    /// are tried in their order, all ways of one before the next; the probabilities of each add
    /// up to 1.
    pub fn choose(&mut self, open: &OpenChoice) {
        let state = self.builder.graph.first_edges.len() as u32 - 1;
        let first = self.builder.graph.edges.len() as u32;
        let graph = &mut self.builder.graph;
        if graph
            .decisions
            .last()
            .is_none_or(|decision| decision.state != state)
        {
            let known = self.offers.get(&*open.options).cloned();
            let options = known.unwrap_or_else(|| open.options.as_ref().into());
            self.offers.insert(Arc::clone(&options));
            let (choice, situation) = (open.choice as u32, open.situation.clone());
            graph.decisions.push(Decision {
                state,
                choice,
                options,
                situation,
                first_option: graph.option_first_edges.len() as u32,
            });
        }
        let before = graph
            .decisions
            .last()
            .map_or(0, |decision| decision.first_option as usize);
        if graph.option_first_edges.len() == before + open.option {
            graph.option_first_edges.push(first);
            graph.option_costs.push(0.0);
            self.builder.open_option();
        }
    }

    /// A choice of which a policy wants one option offers these.
    pub fn offer(&mut self, choice: usize, options: impl Iterator<Item = i64>) {
        let known = self.builder.graph.offered.entry(choice).or_default();
        options.for_each(|option| {
            if known.len() < MOST_OFFERED {
                known.insert(option);
            }
        });
    }

    /// What a way on costs to play: faces, flips and cards.
    pub fn add_cost(&mut self, mass: Mass, cost: u64) {
        self.add_average_cost(mass.float() * cost as f64);
    }

    /// Adds to what leaving the state costs on average; of the option that was opened last, where
    /// there is one.
    pub(crate) fn add_average_cost(&mut self, cost: f64) {
        let state = self.builder.graph.costs.len() as u32 - 1;
        let is_open = self
            .builder
            .graph
            .decisions
            .last()
            .is_some_and(|decision| decision.state == state);
        let sum = if is_open {
            self.builder.graph.option_costs.last_mut()
        } else {
            self.builder.graph.costs.last_mut()
        };
        if let Some(sum) = sum {
            *sum += cost;
        }
    }

    /// Starts work whose ways on are not known yet.
    pub fn effort(&self) -> Effort {
        Effort::new(
            self.budget.leaves.saturating_sub(self.leaf_count),
            Arc::clone(&self.stop_flag),
        )
    }

    /// Takes note of work that was done.
    ///
    /// # Errors
    /// When exploring was stopped or is past its budget: the error is then to be passed on.
    pub fn add_effort(&mut self, effort: &Effort) -> Result<(), RuleError> {
        self.leaf_count += effort.done();
        self.check_budget()
    }

    /// How many states have been found.
    pub fn state_count(&self) -> usize {
        self.builder.states.len()
    }

    /// How many edges have been found.
    pub fn edge_count(&self) -> usize {
        self.builder.graph.edges.len()
    }

    /// Adds the bytes that the states take outside their own struct: lists and the like, which only
    /// the model can see.
    pub fn add_bytes(&mut self, bytes: usize) {
        self.state_bytes += bytes;
    }

    /// A way on, with its probability, what it shows, and where it leads.
    ///
    /// # Errors
    /// When something is observed that the rule does not show, or a second time where there is only
    /// one; and when no more ways are wanted, because exploring was stopped or is past its
    /// budget: the error is then to be passed on.
    pub fn add(
        &mut self,
        mass: Mass,
        observed: &[Observation],
        onward: Onward<S>,
    ) -> Result<(), RuleError> {
        if self.leaf_count % LOOK_INTERVAL == LOOK_INTERVAL - 1 {
            self.check_budget()?;
        }
        if matches!(onward, Onward::Truncated) {
            // What is cut says nothing, whatever was observed before that.
            self.builder.record_cells(&[]);
            self.is_observed = false;
        } else if !self.is_observed || self.observed != observed {
            self.is_observed = false;
            self.record_observations(observed)?;
            self.observed.clear();
            self.observed.extend_from_slice(observed);
            self.is_observed = true;
        }
        self.leaf_count += 1;
        self.builder.add_edge(mass, onward);
        Ok(())
    }

    /// A way on of which the slots are known already.
    pub(crate) fn add_cells(&mut self, mass: Mass, cells: &[Cell], onward: Onward<S>) {
        self.is_observed = false;
        self.builder.record_cells(cells);
        self.leaf_count += 1;
        self.builder.add_edge(mass, onward);
    }

    /// Finds the slots of what was observed, and makes one of several in a slot.
    fn record_observations(&mut self, observed: &[Observation]) -> Result<(), RuleError> {
        self.folded.clear();
        for &Observation {
            metric,
            step,
            value,
        } in observed
        {
            let place = self.builder.graph.layout.locate(metric, step)?;
            let Some(value) = place.fold.entry_value(step, value) else {
                continue;
            };
            let slot = place.slot;
            match self
                .folded
                .iter_mut()
                .find(|cell| cell.slot == slot && !place.is_apart)
            {
                None => self.folded.push(Cell { slot, value }),
                Some(cell) => match place.fold.combine(cell.value, value) {
                    Some(combined) => cell.value = combined,
                    None => return Err(self.builder.graph.layout.recorded_twice_error(slot)),
                },
            }
        }
        let folded = std::mem::take(&mut self.folded);
        self.builder.record_cells(&folded);
        self.folded = folded;
        Ok(())
    }
}
