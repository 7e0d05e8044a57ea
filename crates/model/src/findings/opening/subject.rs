//! What a report is about: what its player aims at, else what its designer asks first, else what its title asks.

use super::named::words;
use super::reading::Reader;
use super::sentence::Quantity;
use crate::estimate::MARGIN;
use crate::report::{Report, Swept};
use crate::rule::metric::{ShownMetric, Wording};
use crate::rule::presentation::{Headline, Measure};

/// The number that the first sentence tells.
pub(super) fn reader(report: &Report) -> Option<Reader<'_>> {
    if let Some(at) = report.asks.iter().position(|ask| ask.is_aim) {
        let plays = || report.cases.iter().filter_map(|case| case.best_play.as_ref());
        let minimises = plays().next().map(|play| play.minimises);
        if let Some(own) = Reader::of_ask(report, at) {
            return Some(own.wanting(minimises.map(|own| !own)));
        }
    }
    if let Some(own) = (0..report.asks.len()).find_map(|at| Reader::of_ask(report, at)) {
        return Some(own);
    }
    let mut readers = ranked(report).into_iter().filter_map(|own| Reader::new(report, own));
    let first = readers.next()?;
    // What is the same in all cases answers nothing where something else differs.
    let differs = |own: &Reader<'_>| {
        let value = |at: usize| own.values[at].value;
        let is_beside =
            |at: usize| report.cases[at].variant.is_none() || report.cases[at].point == report.cases[0].point;
        (0..report.cases.len()).any(|at| is_beside(at) && (value(at) - value(0)).abs() > MARGIN)
    };
    if report.cases.len() < 2 || differs(&first) {
        return Some(first);
    }
    Some(readers.find(differs).unwrap_or(first))
}

/// The name of the metric that it is a reading of.
pub fn metric(report: &Report) -> Option<String> {
    match reader(report)?.quantity {
        Quantity::Metric(own) => Some(own.metric),
        Quantity::Ask(at) => report.asks[at].plain.as_ref().map(|own| own.metric.clone()),
    }
}

/// Whether a title asks how much something is, and not what to do.
pub(super) fn asks_how_much(title: &str) -> bool {
    let title = title.to_lowercase();
    let is_worth = ["how much", "how many", "what is "].iter().any(|start| title.starts_with(start));
    is_worth
        || !["when ", "which ", "what to do", "should "].iter().any(|word| title.contains(word))
            && !title.contains(" or ")
}

/// The numbers to read first: those that the title names before the others.
fn ranked(report: &Report) -> Vec<&Headline> {
    let is_brief = |swept: &&Swept| swept.label.split_whitespace().count() <= 3;
    let labels = report.sweep.iter().filter(is_brief).map(|swept| &swept.label);
    let swept: Vec<String> =
        labels.chain(report.sweep.iter().map(|swept| &swept.short)).flat_map(|label| words(label)).collect();
    let metrics = report.cases.first().into_iter().flat_map(|case| &case.metrics);
    let step: Vec<String> =
        metrics.filter(|own| own.metric.is_of_steps()).flat_map(|own| words(own.metric.step.word())).collect();
    // What is varied, and what a step is called, say nothing of what is read.
    let title = words(&report.title).into_iter().filter(|word| !swept.contains(word) && !step.contains(word));
    let title: Vec<String> = title.collect();
    let lowered = report.title.to_lowercase();
    let wants_mean = ["how long", "how many", "how much"].iter().any(|own| lowered.contains(own));
    let wants_chance = ["how often", "who ", "how safe"].iter().any(|own| lowered.contains(own));
    let score = |own: &&Headline| {
        let metric = report.cases.first().and_then(|case| case.observed(&own.metric));
        let told = metric.map_or_else(Vec::new, |observed| words(&all_words(&observed.metric)));
        let is_named = title.iter().any(|word| told.contains(word));
        let is_meant = if own.measure == Measure::Mean { wants_mean } else { wants_chance };
        usize::from(is_named) * 2 + usize::from(is_named && is_meant)
    };
    let mut ranked: Vec<&Headline> = report.headlines.iter().collect();
    ranked.sort_by_key(|own| std::cmp::Reverse(score(own)));
    ranked
}

/// All that a metric says of itself.
fn all_words(metric: &ShownMetric) -> String {
    let wording = match &metric.wording {
        Wording::Counted { many, .. } => many.as_str(),
        Wording::Amount(what) => what.as_str(),
        Wording::Event { yes, .. } => yes.as_str(),
        Wording::ByLabel | Wording::Named => "",
    };
    let outcomes: Vec<&str> = metric.outcomes().iter().map(|own| own.clause.as_str()).collect();
    format!("{} {} {wording} {}", metric.name, metric.label, outcomes.join(" "))
}
