//! Collects the transitions of a state and merges equal ones.

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

/// An open choice: the allowed options and the situation.
#[derive(Clone, Debug)]
pub struct OpenChoice {
    /// The index of the choice.
    pub choice: usize,
    /// The options, the usual one first.
    pub options: Box<[i64]>,
    /// The situation: one number per part of the choice.
    pub situation: Box<[i64]>,
    /// The index of the option that is tried, from 0.
    pub option: usize,
}

/// Receives the transitions of one state after another and builds the graph.
#[derive(Debug)]
pub struct Leaves<S> {
    pub(super) builder: GraphBuilder<S>,
    /// The number of transitions received, before merging.
    pub(super) leaf_count: u64,
    /// The observations of the transition that was last translated into cells. The next transition
    /// often has the same.
    observed: Vec<Observation>,
    is_observed: bool,
    /// The cells of the current transition, with the values of each slot folded.
    folded: Vec<Cell>,
    /// The lists of options, for sharing equal ones.
    offers: FxHashSet<Arc<[i64]>>,
    /// The policy that makes the choices.
    policy: Policy,
    /// The number of choices.
    pub(super) choices: usize,
    budget: Budget,
    state_bytes: usize,
    stop_flag: Arc<AtomicBool>,
    /// The reason why no more transitions are accepted.
    stop_reason: Option<Stop>,
}

/// The maximal number of options of a choice that are kept for display.
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

    /// Returns why the work ended after an error: a mistake in the rule, or too many transitions.
    pub(super) fn stop_for(&mut self, error: RuleError) -> Stop {
        self.stop_reason.take().unwrap_or_else(|| match error.kind {
            RuleErrorKind::TooLarge => self.too_large(),
            RuleErrorKind::Mistake | RuleErrorKind::Endless | RuleErrorKind::TooLong => {
                Stop::Rule(error)
            }
        })
    }

    /// Rejects a question with too many answers.
    pub(super) fn refuse(&mut self) -> RuleError {
        self.stop_reason = Some(self.too_large());
        RuleError::too_much_at_once()
    }

    pub(super) fn too_large(&self) -> Stop {
        Stop::TooLarge {
            states: self.builder.states.len(),
            edges: self.builder.edge_count(),
        }
    }

    pub(super) fn is_past_budget(&self) -> bool {
        let bytes = self.builder.graph.bytes()
            + self.builder.states.len() * (size_of::<S>() + 16)
            + self.state_bytes;
        self.builder.edge_count() > self.budget.edges
            || self.leaf_count > self.budget.leaves
            || bytes > self.budget.bytes
    }

    /// Checks the request to stop and the budget. A single state may have very many transitions.
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

    /// Returns the policy that makes the choices.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Starts the transitions of one option of an open choice. The options come in order, all
    /// transitions of one before the next. The probabilities of each option sum to 1.
    pub fn choose(&mut self, open: &OpenChoice) {
        let state = self.builder.graph.first_edges.len() as u32 - 1;
        let first = self.builder.edge_count() as u32;
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

    /// Notes the allowed options of a choice for which the policy prefers a certain option.
    pub fn offer(&mut self, choice: usize, options: impl Iterator<Item = i64>) {
        let known = self.builder.graph.offered.entry(choice).or_default();
        options.for_each(|option| {
            if known.len() < MOST_OFFERED {
                known.insert(option);
            }
        });
    }

    /// Adds the cost of a transition: faces, flips and cards.
    pub fn add_cost(&mut self, mass: Mass, cost: u64) {
        self.add_average_cost(mass.float() * cost as f64);
    }

    /// Adds to the expected cost of leaving the state, or of the option that was opened last.
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

    /// Starts work whose transitions are not known yet.
    pub fn effort(&self) -> Effort {
        Effort::new(
            self.budget.leaves.saturating_sub(self.leaf_count),
            Arc::clone(&self.stop_flag),
        )
    }

    /// Adds work that was done.
    ///
    /// # Errors
    /// Returns an error if the exploration was stopped or exceeds its budget. The caller must pass
    /// it on.
    pub fn add_effort(&mut self, effort: &Effort) -> Result<(), RuleError> {
        self.leaf_count += effort.done();
        self.check_budget()
    }

    /// Returns the number of states found so far.
    pub fn state_count(&self) -> usize {
        self.builder.states.len()
    }

    /// Returns the number of edges found so far.
    pub fn edge_count(&self) -> usize {
        self.builder.edge_count()
    }

    /// Adds the size of states outside of their struct, such as lists, which only the model knows.
    pub fn add_bytes(&mut self, bytes: usize) {
        self.state_bytes += bytes;
    }

    /// Adds a transition with its probability, its observations and its target.
    ///
    /// # Errors
    /// Returns an error if a metric or step does not exist, or if a metric is recorded twice but
    /// allows one value. It also fails if the exploration was stopped or exceeds its budget. The
    /// caller must pass the error on.
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
            // A truncated transition has no observations.
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

    /// Adds a transition whose cells are known.
    pub(crate) fn add_cells(&mut self, mass: Mass, cells: &[Cell], onward: Onward<S>) {
        self.is_observed = false;
        self.builder.record_cells(cells);
        self.leaf_count += 1;
        self.builder.add_edge(mass, onward);
    }

    /// Translates observations into cells, and folds those of one slot.
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
