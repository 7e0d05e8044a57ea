//! Computes the states and transitions that charts draw. Equivalent states of a case are merged.

mod alike;
mod named;

use std::collections::{BTreeMap, BTreeSet};

use oddsmith_engine::explore::{Budget, EdgeTarget, Graph, Stop, Watch};

use super::listed_trials::simulated_rule;
use crate::labels;
use crate::report::Report;
use crate::report::StateGraphs;
use crate::report::state_graph::{DrawnState, StateGraph, StateTransition};
use crate::rule::BuiltRule;
use crate::rule::metric::{Kind, ShownMetric, Tone};
use crate::rule::presentation::{ChartKind, Measure};
use crate::scenario::document::Scenario;
use alike::{Lumped, OutgoingTransition, lump_states, straighten};

/// The maximal number of states that a drawing may have.
const MAX_STATES: usize = 30;
/// The budget for exploring a rule that is drawn. A rule beyond it is too large to draw.
const DRAWING_BUDGET: Budget = Budget {
    edges: 200_000,
    leaves: 4_000_000,
    bytes: 100_000_000,
};

/// Returns the state graphs of all charts that show one.
pub(super) fn state_graphs(scenario: &Scenario, report: &Report, watch: &Watch) -> StateGraphs {
    let mut graphs = BTreeMap::new();
    for chart in report
        .charts
        .iter()
        .filter(|chart| chart.kind == ChartKind::States)
    {
        let Some(case) = report.cases_of(chart).first().copied() else {
            continue;
        };
        let key = (case.number, chart.metric.clone());
        graphs
            .entry(key)
            .or_insert_with(|| case_graph(scenario, case.number - 1, &chart.metric, watch));
    }
    graphs
}

/// Returns the state graph of a case, with states that one metric can distinguish.
fn case_graph(
    scenario: &Scenario,
    case: usize,
    metric: &str,
    watch: &Watch,
) -> Result<StateGraph, String> {
    let built = simulated_rule(scenario, case, watch)
        .map_err(|_| "its best play is not known".to_owned())?;
    let metric_index = built
        .presentation
        .metrics
        .iter()
        .position(|shown_metric| shown_metric.name == metric);
    let metric_index = metric_index.ok_or("only metrics of the rule have states")?;
    let smaller = "set its numbers smaller in [parameters], or in `where` if they are swept";
    let (graph, named) = built
        .rule
        .state_space(&DRAWING_BUDGET, watch)
        .map_err(|stop| match stop {
            Stop::TooLarge { states, .. } => {
                format!(
                    "the rule has more than {states} states, and {MAX_STATES} can be drawn: {smaller}"
                )
            }
            Stop::Rule(error) => error.problem,
            _ => "the run was stopped".to_owned(),
        })?;
    refuse_undrawable(&graph)?;
    let found = lump_states(&straighten(&outgoing_transitions(&graph, metric_index)));
    let class_count = found.classes.len();
    if class_count > MAX_STATES {
        let state_count = graph.state_count();
        let more = if state_count > class_count {
            format!(" ({state_count} before equivalent ones are merged)")
        } else {
            String::new()
        };
        return Err(format!(
            "the rule has {class_count} states{more}, and {MAX_STATES} can be drawn: {smaller}"
        ));
    }
    state_graph(
        &built,
        &built.presentation.metrics[metric_index],
        &found,
        named.as_deref(),
    )
}

fn refuse_undrawable(graph: &Graph) -> Result<(), String> {
    if graph.repeats_above().is_some() {
        return Err("it has infinitely many states".to_owned());
    }
    let targets = || (0..graph.edge_count()).map(|edge| graph.target(edge));
    if targets().any(|target| matches!(target, EdgeTarget::Split(_))) {
        return Err(
            "its trial is split into independent parts, which no single state shows".to_owned(),
        );
    }
    if targets().any(|target| target == EdgeTarget::Truncated) {
        return Err("its trial may never end, and was truncated".to_owned());
    }
    Ok(())
}

/// Returns the transitions out of each state, with the observations of one metric.
fn outgoing_transitions(graph: &Graph, metric: usize) -> Vec<Vec<OutgoingTransition>> {
    let observations = |edge: usize| {
        let cells = graph
            .edge_cells(edge)
            .filter(|cell| graph.layout().metric_of(cell.slot as usize) == metric);
        cells
            .map(|cell| (cell.slot, cell.value))
            .collect::<Vec<_>>()
    };
    let transition = |edge: usize| OutgoingTransition {
        to: match graph.target(edge) {
            EdgeTarget::State(state) => Some(state as usize),
            _ => None,
        },
        observations: observations(edge),
        chance: graph.mass(edge),
    };
    (0..graph.state_count())
        .map(|state| graph.edges_of(state).map(transition).collect())
        .collect()
}

/// Returns the merged states with their names, and the transitions between them.
fn state_graph(
    built: &BuiltRule,
    metric: &ShownMetric,
    found: &Lumped,
    named: Option<&[Vec<(String, String)>]>,
) -> Result<StateGraph, String> {
    let words = named::class_names(&built.presentation.labels, found, named)?;
    // For the engine the start is a separate state, even if a trial can return to the same
    // situation.
    let situation_count = |class: &[usize]| {
        let named = named
            .into_iter()
            .flatten()
            .enumerate()
            .filter(|(state_index, values)| class.contains(state_index) && !values.is_empty());
        named
            .map(|(_, values)| values)
            .collect::<BTreeSet<_>>()
            .len()
            .max(1)
    };
    let state = |(words, class): (String, &Vec<usize>)| DrawnState {
        description: words,
        end: None,
        value: None,
        state_count: situation_count(class),
    };
    let mut states: Vec<DrawnState> = words.into_iter().zip(&found.classes).map(state).collect();
    let mut transitions: Vec<StateTransition> = Vec::new();
    let ends: Vec<Option<i64>> = end_values(metric, found);
    let first_end = states.len();
    states.extend(ends.iter().map(|value| end_state(metric, *value)));
    for (from, outgoing) in found.transitions.iter().enumerate() {
        for transition in outgoing {
            let to = match transition.to {
                Some(class) => class,
                None => {
                    first_end
                        + ends
                            .iter()
                            .position(|value| {
                                *value == final_value(metric, &transition.observations)
                            })
                            .unwrap_or(0)
                }
            };
            match transitions
                .iter_mut()
                .find(|known| (known.from, known.to) == (from, to))
            {
                Some(known) => known.chance += transition.chance.value(),
                None => transitions.push(StateTransition {
                    from,
                    to,
                    chance: transition.chance.value(),
                }),
            }
        }
    }
    // A single transition is certain, in spite of rounding.
    for index in 0..transitions.len() {
        if transitions
            .iter()
            .filter(|transition| transition.from == transitions[index].from)
            .count()
            == 1
        {
            transitions[index].chance = 1.0;
        }
    }
    Ok(StateGraph {
        states,
        transitions,
    })
}

/// Returns the value with which a trial ends, if the metric names outcomes; `None` for a number.
fn final_value(metric: &ShownMetric, says: &[(u32, i64)]) -> Option<i64> {
    match metric.kind {
        Kind::Category(_) | Kind::Flag => says.last().map(|observation| observation.1),
        Kind::Count | Kind::When => None,
    }
}

/// Returns all values with which a trial can end, good outcomes first.
fn end_values(metric: &ShownMetric, found: &Lumped) -> Vec<Option<i64>> {
    let outs = found
        .transitions
        .iter()
        .flatten()
        .filter(|transition| transition.to.is_none());
    let mut ends: Vec<Option<i64>> = outs
        .map(|transition| final_value(metric, &transition.observations))
        .collect();
    let place = |end_value: &Option<i64>| match (end_value, tone_of(metric, *end_value)) {
        (None, _) => (4, 0),
        (Some(value), Tone::Success) => (0, *value),
        (Some(value), Tone::Mixed) => (1, *value),
        (Some(value), Tone::Neutral) => (2, *value),
        (Some(value), Tone::Failure) => (3, *value),
    };
    ends.sort_by_key(place);
    ends.dedup();
    ends
}

fn tone_of(metric: &ShownMetric, value: Option<i64>) -> Tone {
    let code = value.and_then(|value| usize::try_from(value).ok());
    code.and_then(|code| metric.outcomes().get(code))
        .map_or(Tone::Neutral, |outcome| outcome.tone)
}

fn end_state(metric: &ShownMetric, value: Option<i64>) -> DrawnState {
    let code = value.and_then(|value| usize::try_from(value).ok());
    let outcome = code.and_then(|code| metric.outcomes().get(code));
    let words = match (value, outcome) {
        (_, Some(outcome)) if outcome.clause.is_empty() => outcome.label.clone(),
        (Some(value), _) => labels::measure_label(metric, Measure::Is(value), ""),
        (None, _) => "End".to_owned(),
    };
    DrawnState {
        description: words,
        end: Some(tone_of(metric, value)),
        value,
        state_count: 1,
    }
}

#[cfg(test)]
mod tests;
