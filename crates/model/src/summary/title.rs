//! Headlines of charts.

use super::place::cases_along;
use super::sentence::{MAX_TITLE_WORDS, Sentence};
use super::subject::{Subject, has_one_last_step};
use super::{AxisCases, grid, is_ordered, one_case, sweep, variants};
use crate::labels::capitalize_initial;
use crate::messages::Messages;
use crate::report::{Axis, Chart, Report};
use crate::rule::metric::Kind;
use crate::rule::presentation::{ChartKind, Headline, Measure};

/// Returns the headline of a chart, if the chart shows the subject of the report's headline.
/// Returns `None` if the headline would leave out some of its cases, or is too long.
pub fn chart_headline(report: &Report, chart: &Chart, words: &Messages) -> Option<Sentence> {
    let subject = Subject::for_report(report)?;
    let sentence = cases_headline(&subject, chart, words).filter(|_| shows(&subject, chart))?;
    (sentence.title().split_whitespace().count() <= MAX_TITLE_WORDS).then_some(sentence)
}

/// Returns the label of the report's headline as the title of a chart of the same number, if no
/// short sentence covers all its cases. Returns `None` for a chart over steps, because the label
/// may name one step.
pub fn chart_label(report: &Report, chart: &Chart) -> Option<String> {
    let subject = Subject::for_report(report)?;
    let is_over_steps = [Some(chart.x), chart.series].contains(&Some(Axis::Steps));
    let label = capitalize_initial(&subject.title());
    let is_short = label.split_whitespace().count() <= MAX_TITLE_WORDS;
    (is_short && !is_over_steps && !label.is_empty() && shows(&subject, chart)).then_some(label)
}

/// Returns a sentence that replaces a chart whose numbers are all the same.
pub fn even_sentence(report: &Report, chart: &Chart, words: &Messages) -> Option<Sentence> {
    let read = Headline {
        step: chart.step,
        ..Headline::new(&chart.metric, chart.measure, "")
    };
    cases_headline(&Subject::for_metric(report, &read, "")?, chart, words)
}

/// Returns whether the subject of a report's headline can be read from a chart.
pub fn shows_subject(report: &Report, chart: &Chart) -> bool {
    Subject::for_report(report).is_some_and(|subject| shows(&subject, chart))
}

/// Returns whether the number can be read from a chart.
fn shows(subject: &Subject<'_>, chart: &Chart) -> bool {
    let Some(read) = subject
        .measured_headline()
        .filter(|read| read.metric == chart.metric)
    else {
        return false;
    };
    let metric = subject
        .shown_metric()
        .filter(|metric| has_one_last_step(subject.report, metric));
    let last_step = metric.and_then(|metric| metric.steps).map(|(_, last)| last);
    if read.step.or(last_step) != chart.step.or(last_step) {
        return false;
    }
    match chart.kind {
        ChartKind::Lines | ChartKind::Heatmap => {
            is_same_measure(subject, read.measure, chart.measure)
        }
        ChartKind::Stacked => matches!(read.measure, Measure::Is(_)) || is_flag(subject),
        ChartKind::Distribution => read.measure == Measure::Mean || is_flag(subject),
        _ => false,
    }
}

fn is_flag(subject: &Subject<'_>) -> bool {
    subject
        .shown_metric()
        .is_some_and(|metric| metric.kind == Kind::Flag)
}

/// Returns whether two measures are the same. The mean of a flag is its probability.
fn is_same_measure(subject: &Subject<'_>, first: Measure, other: Measure) -> bool {
    let measure = |measure: Measure| match measure {
        Measure::Mean if is_flag(subject) => Measure::Is(1),
        measure => measure,
    };
    measure(first) == measure(other)
}

/// Returns the headline over the cases that a chart shows, or `None` if no single sentence covers
/// all of them.
fn cases_headline(subject: &Subject<'_>, chart: &Chart, words: &Messages) -> Option<Sentence> {
    let report = subject.report;
    let home = report.cases_of(chart).first()?.number - 1;
    let shown = [Some(chart.x), chart.series].into_iter().flatten();
    let mut axes: Vec<Axis> = shown
        .filter(|axis| matches!(axis, Axis::Sweep(_) | Axis::Variants))
        .collect();
    if [Some(chart.x), chart.series].contains(&Some(Axis::Steps)) {
        return None;
    }
    match chart.family.iter().map(Vec::len).sum::<usize>() {
        0 => {}
        members if members == report.variants.len() => axes.push(Axis::Variants),
        _ => return None,
    }
    let along = |axis: Axis| (axis, cases_along(report, axis, home));
    let axes = axes
        .into_iter()
        .map(along)
        .filter(|(_, cases)| cases.len() > 1);
    let (ordered, named): (Vec<AxisCases>, Vec<AxisCases>) =
        axes.partition(|(axis, _)| is_ordered(report, *axis));
    match (&ordered[..], &named[..]) {
        ([], []) => {
            let outcomes = one_case::outcomes(subject, home, words);
            Some(outcomes.unwrap_or_else(|| one_case::case_sentence(subject, home, words)))
        }
        ([ordered_axis], []) => Some(sweep::sentence(
            subject,
            ordered_axis.0,
            &ordered_axis.1,
            words,
        )),
        ([first, other], []) => grid::sentence(subject, [first.0, other.0], home, words),
        ([], [named_axis]) => Some(variants::sentence(
            subject,
            named_axis.0,
            &named_axis.1,
            words,
        )),
        ([ordered_axis], [name]) => {
            variants::crossing(subject, name.0, ordered_axis.0, home, words)
        }
        _ => None,
    }
}
