//! Finds a presentation that is true for all cases of a run, and records in which numbers the cases
//! differ.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::rule::metric::Wording;
use crate::rule::presentation::{Headline, Presentation};
use crate::rule::relabelled::replace_whole_mentions;
use crate::rule::steps::StepName;
use crate::rule::together::merge_texts;
use crate::scenario::charts::OtherCases;

/// The differences between the first case and the others.
#[derive(Debug, Default)]
struct Differences {
    /// The notes of the first case that are not true in all cases.
    missing_notes: BTreeSet<usize>,
    /// The labels that differ from those of the first case, by the index of the headline.
    headlines: BTreeMap<usize, BTreeSet<String>>,
    metrics: BTreeMap<usize, BTreeSet<String>>,
    wordings: BTreeMap<usize, BTreeSet<[String; 2]>>,
    /// Headlines about the last step of a metric, if the last step differs between cases.
    moved_headlines: BTreeSet<usize>,
    steps: BTreeSet<(String, (u32, u32))>,
    /// The names of the steps of each metric, if they differ.
    step_names: BTreeMap<usize, BTreeSet<Vec<StepName>>>,
}

/// Collects the differences between the first case and the others.
#[derive(Debug)]
pub(super) struct SharedPresentation<'p> {
    first: &'p Presentation,
    differences: Mutex<Differences>,
}

impl<'p> SharedPresentation<'p> {
    pub(super) fn new(first: &'p Presentation) -> SharedPresentation<'p> {
        SharedPresentation {
            first,
            differences: Mutex::default(),
        }
    }

    /// Adds the presentation of a case.
    pub(super) fn add(&self, presentation: Presentation) {
        let first = self.first;
        if presentation == *first {
            return;
        }
        let mut differences = self
            .differences
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Notes are about the whole scenario, so a note must be true in all cases.
        differences.missing_notes.extend(
            (0..first.notes.len())
                .filter(|&note_index| !presentation.notes.contains(&first.notes[note_index])),
        );
        for (headline_index, headline) in first.headlines.iter().enumerate() {
            let is_its = |other: &Headline| {
                other.metric == headline.metric && other.measure == headline.measure
            };
            let Some((_, other)) = find_same(&presentation.headlines, headline_index, is_its)
            else {
                continue;
            };
            if other.label != headline.label {
                differences
                    .headlines
                    .entry(headline_index)
                    .or_default()
                    .insert(other.label.clone());
            }
            let is_last = |candidate: &Presentation, step: Option<u32>| {
                let metric = candidate
                    .metrics
                    .iter()
                    .find(|metric| metric.name == headline.metric);
                step.is_some()
                    && metric.and_then(|metric| metric.steps).map(|(_, last)| last) == step
            };
            if other.step != headline.step
                && is_last(first, headline.step)
                && is_last(&presentation, other.step)
            {
                differences.moved_headlines.insert(headline_index);
            }
        }
        for (metric_index, metric) in presentation.metrics.into_iter().enumerate() {
            let its = find_same(&first.metrics, metric_index, |candidate| {
                candidate.name == metric.name
            });
            if let Some((first_index, first)) = its {
                if first.wording != metric.wording {
                    differences
                        .wordings
                        .entry(first_index)
                        .or_default()
                        .insert(wording_texts(&metric.wording));
                }
                if first.step.step_names != metric.step.step_names {
                    differences
                        .step_names
                        .entry(first_index)
                        .or_default()
                        .insert(metric.step.step_names);
                }
                if first.label != metric.label {
                    differences
                        .metrics
                        .entry(first_index)
                        .or_default()
                        .insert(metric.label);
                }
            }
            if let Some(steps) = metric
                .steps
                .filter(|_| its.is_none_or(|(_, first)| first.steps != metric.steps))
            {
                differences.steps.insert((metric.name, steps));
            }
        }
    }

    /// Returns the first presentation, with texts that are true for all cases, and what differs in
    /// other cases.
    pub(super) fn into_presentation(self) -> (Presentation, OtherCases) {
        let mut presentation = self.first.clone();
        let differences = self
            .differences
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let mut note_index = 0;
        presentation.notes.retain(|_| {
            note_index += 1;
            !differences.missing_notes.contains(&(note_index - 1))
        });
        differences
            .headlines
            .iter()
            .for_each(|(&headline_index, more)| {
                add_texts(&mut presentation.headlines[headline_index].label, more)
            });
        differences
            .metrics
            .iter()
            .for_each(|(&metric_index, more)| {
                add_texts(&mut presentation.metrics[metric_index].label, more)
            });
        for (&metric_index, more) in &differences.wordings {
            add_wordings(&mut presentation.metrics[metric_index].wording, more);
        }
        // In each case, these headlines are about the last step of that case.
        differences
            .moved_headlines
            .iter()
            .for_each(|&headline_index| presentation.headlines[headline_index].step = None);
        let mut elsewhere = OtherCases {
            steps: differences.steps,
            ..OtherCases::same_as(self.first)
        };
        for (metric_index, more) in differences.step_names {
            let metric = &mut presentation.metrics[metric_index];
            let lists = elsewhere.step_names.entry(metric.name.clone()).or_default();
            lists.extend(more.iter().map(|step_names| {
                step_names
                    .iter()
                    .map(|step_name| step_name.name.clone())
                    .collect()
            }));
            metric.step.step_names = shared_names(&metric.step.step_names, &more);
            number_headlines(&mut presentation, self.first, metric_index);
        }
        (presentation, elsewhere)
    }
}

/// Replaces the names of steps in the headlines of a metric by their numbers, if the names differ
/// between cases.
fn number_headlines(presentation: &mut Presentation, first: &Presentation, metric_index: usize) {
    let metric = &presentation.metrics[metric_index];
    let places = (1u32..).zip(&first.metrics[metric_index].step.step_names);
    for (step, named) in places.filter(|(step, _)| metric.step.step_name(*step).is_none()) {
        let is_its =
            |headline: &Headline| headline.metric == metric.name && headline.step == Some(step);
        for (shown, original) in presentation
            .headlines
            .iter_mut()
            .zip(&first.headlines)
            .filter(|(headline, _)| is_its(headline))
        {
            shown.label = replace_whole_mentions(
                &original.label,
                &named.label,
                &metric.step.step_label(step),
            );
        }
    }
}

/// Makes a text true for more cases.
fn add_texts(text: &mut String, more: &BTreeSet<String>) {
    *text = merge_texts(
        [text.as_str()]
            .into_iter()
            .chain(more.iter().map(String::as_str)),
    );
}

/// Makes a wording true for more cases.
fn add_wordings(wording: &mut Wording, more: &BTreeSet<[String; 2]>) {
    let mut texts = wording_texts(wording);
    for (nth, text) in texts.iter_mut().enumerate() {
        add_texts(text, &more.iter().map(|texts| texts[nth].clone()).collect());
    }
    let [first, second] = texts;
    match wording {
        Wording::ByLabel | Wording::Named => {}
        Wording::Counted { .. } => {
            *wording = Wording::Counted {
                singular: first,
                plural: second,
            }
        }
        Wording::Amount(_) => *wording = Wording::Amount(first),
        Wording::Event { .. } => {
            *wording = Wording::Event {
                yes: first,
                no: second,
            }
        }
    }
}

/// Returns the names of steps that are equal in all cases. The other steps have no name and show
/// their number.
fn shared_names(first: &[StepName], other_lists: &BTreeSet<Vec<StepName>>) -> Vec<StepName> {
    let lists = || {
        [first]
            .into_iter()
            .chain(other_lists.iter().map(Vec::as_slice))
    };
    let name = |index: usize| {
        let mut names = lists().filter_map(|names| names.get(index));
        let first = names
            .next()
            .filter(|first| names.all(|other| other == *first));
        first.cloned().unwrap_or_default()
    };
    (0..lists().map(<[StepName]>::len).max().unwrap_or(0))
        .map(name)
        .collect()
}

/// Finds an item and its index. In most cases it is at the given index; otherwise the first match
/// is used.
fn find_same<T>(items: &[T], index: usize, is_its: impl Fn(&T) -> bool) -> Option<(usize, &T)> {
    let at_same_index = items
        .get(index)
        .filter(|candidate| is_its(candidate))
        .map(|candidate| (index, candidate));
    at_same_index.or_else(|| {
        items
            .iter()
            .enumerate()
            .find(|(_, candidate)| is_its(candidate))
    })
}

/// Returns the two texts of a wording, which may be empty.
fn wording_texts(wording: &Wording) -> [String; 2] {
    match wording {
        Wording::ByLabel | Wording::Named => [String::new(), String::new()],
        Wording::Counted {
            singular: one,
            plural: many,
        } => [one.clone(), many.clone()],
        Wording::Amount(text) => [text.clone(), String::new()],
        Wording::Event { yes, no } => [yes.clone(), no.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::metric::{Kind, ShownMetric};
    use crate::rule::presentation::Measure;

    /// Returns a stock over this many turns, with headlines for a turn in the middle and for the
    /// last one.
    fn stock(turns: u32) -> Presentation {
        let headline = |turn: u32| {
            Headline::new("stock", Measure::Mean, &format!("Stock after turn {turn}")).at_step(turn)
        };
        Presentation {
            metrics: vec![ShownMetric::per_step(
                "stock",
                Kind::Count,
                "Stock",
                0,
                turns,
            )],
            headlines: vec![headline(3), headline(turns)],
            ..Presentation::default()
        }
    }

    #[test]
    fn last_step_headlines_follow_each_case() {
        let first = stock(6);
        let shared = SharedPresentation::new(&first);
        [12, 6, 20]
            .into_iter()
            .for_each(|turns| shared.add(stock(turns)));
        let (presentation, elsewhere) = shared.into_presentation();
        let headlines: Vec<_> = presentation
            .headlines
            .iter()
            .map(|headline| (headline.step, headline.label.as_str()))
            .collect();
        assert_eq!(
            headlines,
            [
                (Some(3), "Stock after turn 3"),
                (None, "Stock after turn 6, 12 or 20")
            ]
        );
        assert_eq!(
            elsewhere.steps,
            BTreeSet::from([("stock".into(), (0, 12)), ("stock".into(), (0, 20))])
        );
    }
}
