//! The state graph of a small rule, with equivalent states merged.

use super::{Chart, Report};
use crate::rule::metric::Tone;

/// The state graph of a rule in one case. States with the same future of a metric are merged.
#[derive(Clone, Debug, PartialEq)]
pub struct StateGraph {
    /// The states: the start first, the ends last.
    pub states: Vec<DrawnState>,
    /// The transitions, state by state. The probabilities of the transitions from a state add up to
    /// 1.
    pub transitions: Vec<StateTransition>,
}

/// A state, or several equivalent ones.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnState {
    /// The state in words: "2 left to us, 1 left to them".
    pub description: String,
    /// The tone of the end, if the trial is over.
    pub end: Option<Tone>,
    /// The final value of the metric, if end states are distinguished by it.
    pub value: Option<i64>,
    /// The number of states of the rule that it replaces.
    pub state_count: usize,
}

/// A transition between two states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateTransition {
    /// The index of the first state.
    pub from: usize,
    /// The index of the second state.
    pub to: usize,
    /// Its probability.
    pub chance: f64,
}

impl StateGraph {
    /// Returns the graph for a chart.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is none, and what to do.
    pub fn read<'r>(report: &'r Report, chart: &Chart) -> Result<&'r StateGraph, String> {
        let case = *report.cases_of(chart).first().ok_or("no case is left")?;
        let found = report
            .state_graphs
            .get(&(case.number, chart.metric.clone()));
        found
            .ok_or("its states were not explored")?
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Returns the transitions from a state.
    pub fn transitions_from(&self, from: usize) -> impl Iterator<Item = &StateTransition> {
        self.transitions
            .iter()
            .filter(move |transition| transition.from == from)
    }
}
