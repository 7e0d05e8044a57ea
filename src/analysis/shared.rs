//! How to show a run whose cases are shown differently: what all share, and which numbers differ by
//! case.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::rule::metric::Wording;
use crate::rule::presentation::{Headline, Presentation};
use crate::rule::relabelled::replaced;
use crate::rule::steps::StepName;
use crate::rule::together::together;
use crate::scenario::charts::Elsewhere;

/// What cases show otherwise than the first.
#[derive(Debug, Default)]
struct Others {
    /// Notes that do not hold in another.
    gone: BTreeSet<usize>,
    /// The texts that differ, by the index of their headline in the first case.
    headlines: BTreeMap<usize, BTreeSet<String>>,
    metrics: BTreeMap<usize, BTreeSet<String>>,
    wordings: BTreeMap<usize, BTreeSet<[String; 2]>>,
    /// Headlines that are of the last step, which is another.
    moved: BTreeSet<usize>,
    steps: BTreeSet<(String, (u32, u32))>,
    /// Names of the steps of each metric.
    step_names: BTreeMap<usize, BTreeSet<Vec<StepName>>>,
}

/// Gathers what cases show otherwise than the first.
#[derive(Debug)]
pub(super) struct Shared<'p> {
    first: &'p Presentation,
    others: Mutex<Others>,
}

impl<'p> Shared<'p> {
    pub(super) fn of(first: &'p Presentation) -> Shared<'p> {
        Shared {
            first,
            others: Mutex::default(),
        }
    }

    /// Takes in how one more case is shown.
    pub(super) fn add(&self, presentation: Presentation) {
        let first = self.first;
        if presentation == *first {
            return;
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        // A fact under the table is one of the whole scenario: what holds in some cases only is
        // left out.
        others.gone.extend(
            (0..first.notes.len()).filter(|&at| !presentation.notes.contains(&first.notes[at])),
        );
        for (at, headline) in first.headlines.iter().enumerate() {
            let is_its = |other: &Headline| {
                other.metric == headline.metric && other.measure == headline.measure
            };
            let Some((_, other)) = same(&presentation.headlines, at, is_its) else {
                continue;
            };
            if other.label != headline.label {
                others
                    .headlines
                    .entry(at)
                    .or_default()
                    .insert(other.label.clone());
            }
            let is_last = |of: &Presentation, step: Option<u32>| {
                let metric = of
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
                others.moved.insert(at);
            }
        }
        for (at, metric) in presentation.metrics.into_iter().enumerate() {
            let its = same(&first.metrics, at, |candidate| {
                candidate.name == metric.name
            });
            if let Some((at, first)) = its {
                if first.wording != metric.wording {
                    others
                        .wordings
                        .entry(at)
                        .or_default()
                        .insert(texts(&metric.wording));
                }
                if first.step.step_names != metric.step.step_names {
                    others
                        .step_names
                        .entry(at)
                        .or_default()
                        .insert(metric.step.step_names);
                }
                if first.label != metric.label {
                    others.metrics.entry(at).or_default().insert(metric.label);
                }
            }
            if let Some(steps) = metric
                .steps
                .filter(|_| its.is_none_or(|(_, first)| first.steps != metric.steps))
            {
                others.steps.insert((metric.name, steps));
            }
        }
    }

    /// The first presentation, in words that are true of all, and what is elsewhere.
    pub(super) fn into_all(self) -> (Presentation, Elsewhere) {
        let mut all = self.first.clone();
        let others = self
            .others
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let mut at = 0;
        all.notes.retain(|_| {
            at += 1;
            !others.gone.contains(&(at - 1))
        });
        let both = |text: &mut String, more: &BTreeSet<String>| {
            *text = together(
                [text.as_str()]
                    .into_iter()
                    .chain(more.iter().map(String::as_str)),
            );
        };
        others
            .headlines
            .iter()
            .for_each(|(&at, more)| both(&mut all.headlines[at].label, more));
        others
            .metrics
            .iter()
            .for_each(|(&at, more)| both(&mut all.metrics[at].label, more));
        for (&at, more) in &others.wordings {
            let wording = &mut all.metrics[at].wording;
            let mut merged_texts = texts(wording);
            let [one, other] =
                [0, 1].map(|nth| more.iter().map(|texts| texts[nth].clone()).collect());
            both(&mut merged_texts[0], &one);
            both(&mut merged_texts[1], &other);
            let [one, many] = merged_texts;
            match wording {
                Wording::ByLabel | Wording::Named => {}
                Wording::Counted { .. } => *wording = Wording::Counted { one, many },
                Wording::Amount(_) => *wording = Wording::Amount(one),
                Wording::Event { .. } => *wording = Wording::Event { yes: one, no: many },
            }
        }
        // Of each the last of its own.
        others
            .moved
            .iter()
            .for_each(|&at| all.headlines[at].step = None);
        let mut elsewhere = Elsewhere {
            steps: others.steps,
            ..Elsewhere::nowhere(self.first)
        };
        for (at, more) in others.step_names {
            let metric = &mut all.metrics[at];
            let lists = elsewhere.step_names.entry(metric.name.clone()).or_default();
            lists.extend(more.iter().map(|step_names| {
                step_names
                    .iter()
                    .map(|step_name| step_name.name.clone())
                    .collect()
            }));
            metric.step.step_names = shared_names(&metric.step.step_names, &more);
            let places = (1u32..).zip(&self.first.metrics[at].step.step_names);
            for (step, named) in places.filter(|(step, _)| metric.step.step_name(*step).is_none()) {
                // A headline whose name differs between cases is shown by its number.
                let is_its = |of: &Headline| of.metric == metric.name && of.step == Some(step);
                for (shown, first) in all
                    .headlines
                    .iter_mut()
                    .zip(&self.first.headlines)
                    .filter(|(of, _)| is_its(of))
                {
                    shown.label = replaced(&first.label, &named.label, &metric.step.place(step));
                }
            }
        }
        (all, elsewhere)
    }
}

/// The names of steps in all cases: what has one name in some and another in others has its number.
fn shared_names(first: &[StepName], others: &BTreeSet<Vec<StepName>>) -> Vec<StepName> {
    let lists = || [first].into_iter().chain(others.iter().map(Vec::as_slice));
    let name = |at: usize| {
        let mut names = lists().filter_map(|names| names.get(at));
        let first = names
            .next()
            .filter(|first| names.all(|other| other == *first));
        first.cloned().unwrap_or_default()
    };
    (0..lists().map(<[StepName]>::len).max().unwrap_or(0))
        .map(name)
        .collect()
}

/// The one that is meant, and its place: where it stands in most cases, else the first of them all.
fn same<T>(all: &[T], at: usize, is_its: impl Fn(&T) -> bool) -> Option<(usize, &T)> {
    let there = all
        .get(at)
        .filter(|candidate| is_its(candidate))
        .map(|candidate| (at, candidate));
    there.or_else(|| {
        all.iter()
            .enumerate()
            .find(|(_, candidate)| is_its(candidate))
    })
}

/// What a metric does in words, without which words they are; nothing twice where its label says
/// it.
fn texts(wording: &Wording) -> [String; 2] {
    match wording {
        Wording::ByLabel | Wording::Named => [String::new(), String::new()],
        Wording::Counted { one, many } => [one.clone(), many.clone()],
        Wording::Amount(what) => [what.clone(), String::new()],
        Wording::Event { yes, no } => [yes.clone(), no.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::metric::{Kind, ShownMetric};
    use crate::rule::presentation::Measure;

    /// Makes a stock over so many turns, whose middle and end are headlines.
    fn stock(turns: u32) -> Presentation {
        let headline = |turn: u32| {
            Headline::new("stock", Measure::Mean, &format!("Stock after turn {turn}")).at(turn)
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
    fn of_two_headlines_of_one_metric_only_that_of_the_last_step_goes_with_the_case() {
        let first = stock(6);
        let shared = Shared::of(&first);
        [12, 6, 20]
            .into_iter()
            .for_each(|turns| shared.add(stock(turns)));
        let (all, elsewhere) = shared.into_all();
        let headlines: Vec<_> = all
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
