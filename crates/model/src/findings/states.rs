//! What a drawing of a rule finds: from where an end comes most often at the next step.

use super::clause::{event, of_the_time};
use super::words::{capital, quoted};
use crate::estimate::{Estimate, MARGIN};
use crate::figures::Numerals;
use crate::report::state_graph::StateGraph;
use crate::report::{Chart, Report};
use crate::rule::metric::Tone;
use crate::rule::presentation::Measure;

/// A sentence, and the way that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct StatesFinding {
    /// What it says.
    pub sentence: String,
    /// Its place among the ways of the graph: no other leads to the same end as often.
    pub way: usize,
}

/// Where bad news, else good news, is nearest; nothing where several situations are as near.
pub fn found(report: &Report, chart: &Chart) -> Option<StatesFinding> {
    let graph = StateGraph::read(report, chart).ok()?;
    let metric = &report.cases_of(chart).first()?.observed(&chart.metric)?.metric;
    [Tone::Failure, Tone::Success].into_iter().find_map(|tone| {
        let mut ends = (0..graph.situations.len()).filter(|&at| graph.situations[at].end == Some(tone));
        let (end, None) = (ends.next()?, ends.next()) else { return None };
        let way = nearest(graph, end)?;
        let clause = event(metric, Measure::Is(graph.situations[end].value?))?;
        let share = Estimate::known(graph.ways[way].chance).spoken(Numerals::ENGLISH);
        let from = quoted(&graph.situations[graph.ways[way].from].words);
        let sentence = format!("{clause} at the next step most often from {from}: {}", of_the_time(&share));
        Some(StatesFinding { sentence: capital(&sentence), way })
    })
}

/// The way to an end that is likelier than all others to it, of several.
fn nearest(graph: &StateGraph, end: usize) -> Option<usize> {
    let mut ways: Vec<usize> = (0..graph.ways.len()).filter(|&at| graph.ways[at].to == end).collect();
    ways.sort_by(|&a, &b| graph.ways[b].chance.total_cmp(&graph.ways[a].chance));
    let [first, second, ..] = ways.as_slice() else { return None };
    (graph.ways[*first].chance > graph.ways[*second].chance + MARGIN).then_some(*first)
}
