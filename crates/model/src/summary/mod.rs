//! Summaries of reports: a headline about one number, and a few sentences after it.
//!
//! The title of a scenario is not parsed. The number is the first `[[ask]]`, or else the aim of
//! best play, or else the first headline of the rule. Every sentence is a template of
//! [`crate::messages`].

pub mod balance;
mod best_play;
mod grid;
mod one_case;
mod place;
mod play_worth;
pub mod playtest;
mod sensitivity;
mod sentence;
mod skill;
mod subject;
mod sweep;
mod title;
mod variants;

use crate::messages::Messages;
use crate::recommendation::recommendation_sentences;
use crate::report::{Axis, Chart, Report, Value, rising_numbers};
use crate::rule::presentation::ChartKind;

pub(crate) use best_play::best_play_case;
pub use place::{axes, case_place, place};
pub(crate) use place::{counted_label, places, split_owner};
pub use play_worth::{play_share, play_worth};
pub use sensitivity::largest_effect;
pub use sentence::{Claim, Quantity, Sentence, SentencePart};
pub use skill::{skill_headline, skill_sentences};
use subject::Subject;
pub use subject::metric;
pub use title::{chart_headline, chart_label, even_sentence, shows_subject};

/// The sentences at the start of a report.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The sentences, the headline first.
    pub sentences: Vec<Sentence>,
    /// The axis that changes the number most, and an index half way to the value with the largest
    /// difference.
    pub lever: Option<(Axis, usize)>,
}

/// Returns the headline of a report and the sentences after it, in a language.
pub fn summary(report: &Report, words: &Messages) -> Summary {
    let Some(usual) = report.usual_case().map(|case| case.number - 1) else {
        return Summary::default();
    };
    let Some(subject) = Subject::for_report(report) else {
        return Summary::default();
    };
    let worth = best_play::comparison_with_fixed_play(report, usual, words);
    let mut sentences = match &worth {
        Some(worth) if report.cases.len() == 1 && subject.is_aim() => vec![worth.clone()],
        _ => headline(&subject, usual, words)
            .into_iter()
            .chain(worth)
            .collect(),
    };
    // If the reader has selected a setting, its number comes first.
    if report.selected_setting.is_some() && report.cases.len() > 1 {
        sentences.insert(0, one_case::case_sentence(&subject, usual, words));
    }
    // Recommendations follow the headline.
    sentences.splice(1..1, recommendation_sentences(report, words));
    Summary {
        sentences,
        lever: lever(&subject, usual),
    }
}

/// Returns the headline, and a second sentence if two axes vary.
fn headline(subject: &Subject<'_>, usual: usize, words: &Messages) -> Vec<Sentence> {
    let report = subject.report;
    if report.cases.len() == 1 {
        return vec![one_case::sentence(subject, words)];
    }
    let [ordered, named] = split_axes(subject, usual);
    let along = |(axis, cases): &(Axis, Vec<usize>)| sweep::sentence(subject, *axis, cases, words);
    match (&ordered[..], &named[..]) {
        ([], []) => vec![one_case::case_sentence(subject, usual, words)],
        ([ordered_axis], []) => vec![along(ordered_axis)],
        ([first, other], []) => match grid::sentence(subject, [first.0, other.0], usual, words) {
            Some(grid) => vec![grid],
            None => one_or_both(along(first), along(other)),
        },
        ([first, other, ..], []) => one_or_both(along(first), along(other)),
        ([], [named_axis, ..]) => vec![variants::sentence(
            subject,
            named_axis.0,
            &named_axis.1,
            words,
        )],
        ([ordered_axis, ..], [name, ..]) => {
            let crossing = || variants::crossing(subject, name.0, ordered_axis.0, usual, words);
            let crossing = if ordered.len() == 1 && named.len() == 1 {
                crossing()
            } else {
                None
            };
            let compared = || variants::sentence(subject, name.0, &name.1, words);
            match crossing {
                Some(sentence) => vec![sentence],
                // With a goal, the headline says where it is met.
                None if subject.want.is_some() => one_or_both(along(ordered_axis), compared()),
                // If all variants have the same number, the other axis is the headline.
                None if subject.is_same(&name.1) => vec![along(ordered_axis), compared()],
                None => one_or_both(compared(), along(ordered_axis)),
            }
        }
    }
}

/// An axis, and the cases along it.
type AxisCases = (Axis, Vec<usize>);

/// Returns the axes with increasing values and the others, each sorted by the range of the number,
/// the widest first.
fn split_axes(subject: &Subject<'_>, home: usize) -> [Vec<AxisCases>; 2] {
    let mut axes = axes(subject.report, home);
    axes.sort_by(|axis, other| subject.range(&other.1).total_cmp(&subject.range(&axis.1)));
    let (ordered, named) = axes
        .into_iter()
        .partition(|(axis, _)| is_ordered(subject.report, *axis));
    [ordered, named]
}

/// Returns two sentences, or only the first if nothing changes along the second axis.
fn one_or_both(first: Sentence, second: Sentence) -> Vec<Sentence> {
    let is_same = second
        .claims
        .iter()
        .any(|claim| matches!(claim, Claim::Same { .. }));
    if is_same {
        vec![first]
    } else {
        vec![first, second]
    }
}

/// Returns whether the values along an axis are increasing numbers.
fn is_ordered(report: &Report, axis: Axis) -> bool {
    match axis {
        Axis::Sweep(parameter) => {
            rising_numbers(report.sweep[parameter].values.iter().map(Value::number)).is_some()
        }
        _ => false,
    }
}

/// Returns the axis along which the number changes most, and an index half way from the usual value
/// to the one with the largest difference.
fn lever(subject: &Subject<'_>, usual: usize) -> Option<(Axis, usize)> {
    let axes = axes(subject.report, usual);
    let wider = |axis: &&(Axis, Vec<usize>), other: &&(Axis, Vec<usize>)| {
        subject
            .range(&axis.1)
            .total_cmp(&subject.range(&other.1))
            .then(std::cmp::Ordering::Greater)
    };
    let (axis, along) = axes
        .iter()
        .max_by(wider)
        .filter(|(_, along)| subject.range(along) > crate::estimate::MARGIN)?;
    let gap = |case: usize| (subject.value(case) - subject.value(usual)).abs();
    let far = along.iter().copied().reduce(|farthest, other| {
        if gap(other) > gap(farthest) {
            other
        } else {
            farthest
        }
    })?;
    let index = |case: usize| along.iter().position(|&other_case| other_case == case);
    let (from, to) = (index(usual)?, index(far)?);
    let half = if to > from {
        from + (to - from).div_ceil(2)
    } else {
        from - (from - to).div_ceil(2)
    };
    axis.index_of(&subject.report.cases[along[half]])
        .map(|place| (*axis, place))
}

/// Returns the index of the chart next to the sentences. This is the first that shows the number of
/// the headline or best play, else the first that shows the same metric.
pub fn lead_chart(report: &Report) -> Option<usize> {
    let metric = metric(report);
    let is_headed = |chart: &Chart| {
        chart.is_headed || chart.kind == ChartKind::Policy || shows_subject(report, chart)
    };
    let same_metric = |chart: &Chart| metric.as_ref() == Some(&chart.metric);
    let find = |suits: &dyn Fn(&Chart) -> bool| report.charts.iter().position(suits);
    find(&is_headed)
        .or_else(|| find(&same_metric))
        .or((!report.charts.is_empty()).then_some(0))
}
