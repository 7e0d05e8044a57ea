//! The situations of a small rule, those that act alike as one, and the ways between them.

use super::{Chart, Report};
use crate::rule::metric::Tone;

/// The situations of a rule in one case, as far as a metric tells them apart.
#[derive(Clone, Debug, PartialEq)]
pub struct StateGraph {
    /// The start first, the ends last.
    pub states: Vec<DrawnState>,
    /// The ways on from each, situation by situation; those of one add up to 1.
    pub transitions: Vec<StateTransition>,
}

/// A situation, or several that act alike.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnState {
    /// In words: "2 left to us, 1 left to them".
    pub description: String,
    /// What kind of end it is, where the trial is over.
    pub end: Option<Tone>,
    /// The final value of the metric, if end states are distinguished by it.
    pub value: Option<i64>,
    /// How many situations of the rule it stands for.
    pub state_count: usize,
}

/// A way from one situation to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateTransition {
    /// The situation that it leads from, by its place.
    pub from: usize,
    /// The one that it leads to.
    pub to: usize,
    /// How likely it is there.
    pub chance: f64,
}

impl StateGraph {
    /// The graph that a chart shows.
    ///
    /// # Errors
    /// Why there is none, and what to do.
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

    /// The ways on from a situation.
    pub fn transitions_from(&self, from: usize) -> impl Iterator<Item = &StateTransition> {
        self.transitions
            .iter()
            .filter(move |transition| transition.from == from)
    }
}
