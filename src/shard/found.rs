//! The results of a case as rows of a shard.

use std::collections::BTreeSet;

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::question::{AnswerTuple, Answers};
use oddsmith_engine::solve::ExactDistribution;

use super::row::{RowKind, ShardRow};
use crate::analysis::counts::Counts;
use crate::analysis::found::Computed;
use crate::rule::metric::ShownMetric;

/// The results of some batches of a case.
#[derive(Clone, Debug)]
pub(crate) struct CasePiece {
    /// The index of the case.
    pub(crate) case: usize,
    /// The computed results. They belong to the first batch of the case.
    pub(crate) computed: Option<Computed>,
    pub(crate) counts: Counts,
}

/// Returns the metric and the step of each slot.
pub(crate) fn slot_names(metrics: &[ShownMetric]) -> Vec<(String, Option<u32>)> {
    metrics
        .iter()
        .flat_map(|metric| metric.all_steps().map(|step| (metric.name.clone(), step)))
        .collect()
}

impl CasePiece {
    /// Passes the rows of a piece to `take`, one after another.
    ///
    /// # Errors
    /// Returns the error of `take`.
    pub(crate) fn emit_rows<E>(
        &self,
        names: &[(String, Option<u32>)],
        take: &mut impl FnMut(ShardRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let row = || ShardRow {
            case: self.case as u64 + 1,
            ..ShardRow::default()
        };
        let Counts {
            trials,
            is_sampled: is_drawn,
            tallies,
            cross_check,
            ..
        } = &self.counts;
        let computed = self.computed.as_ref();
        let play = computed.and_then(|computed| computed.best_play.as_ref());
        let offers = computed
            .map(|computed| &computed.offers)
            .filter(|offers| !offers.is_empty());
        take(ShardRow {
            trials: Some(*trials),
            check_trials: cross_check.as_ref().map(|check_counts| check_counts.trials),
            count: cross_check
                .as_ref()
                .map(|check_counts| check_counts.unfinished)
                .filter(|&unfinished| unfinished > 0),
            cost: computed.map(|computed| computed.cost),
            is_sampled: Some(*is_drawn),
            play: play.map(|play| serde_json::to_string(play).expect("values of JSON")),
            offers: offers.map(|offers| serde_json::to_string(offers).expect("values of JSON")),
            ..row()
        })?;
        for (slot, (metric, step)) in names.iter().enumerate() {
            let distribution =
                computed.and_then(|computed| computed.distributions.get(slot)?.as_ref());
            let named = |kind| ShardRow {
                kind,
                slot: Some(slot as u32),
                metric: Some(metric.clone()),
                step: *step,
                ..row()
            };
            if let Some(distribution) = distribution {
                let moments = distribution
                    .moments
                    .as_deref()
                    .map(|moments| (moments.mean, moments.sd));
                let row = ShardRow {
                    unresolved: Some(distribution.unresolved),
                    ..named(RowKind::Distribution)
                };
                take(
                    row.with_moments(moments)
                        .with_answer(ends_tuple(distribution.ends).as_ref()),
                )?;
            }
            let shown = (*trials, tallies.get(slot));
            let check_tally = cross_check
                .as_ref()
                .map(|check_counts| (check_counts.trials, check_counts.tallies.get(slot)));
            for (value, count, check_count, exact) in value_rows(shown, check_tally, distribution) {
                take(
                    ShardRow {
                        value,
                        count,
                        check_count,
                        ..named(RowKind::Value)
                    }
                    .with_mass(exact),
                )?;
            }
        }
        self.emit_question_rows(take)
    }

    /// Passes on the rows of the questions.
    fn emit_question_rows<E>(
        &self,
        take: &mut impl FnMut(ShardRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let row = || ShardRow {
            case: self.case as u64 + 1,
            ..ShardRow::default()
        };
        let asked = &self.counts.asked;
        let joints = self
            .computed
            .as_ref()
            .map_or(&[][..], |computed| &computed.joints);
        for slot in 0..asked.len().max(joints.len()) {
            let (joint, counts) = (
                joints.get(slot).and_then(Option::as_ref),
                asked.get(slot).and_then(Option::as_ref),
            );
            let named = |kind| ShardRow {
                kind,
                slot: Some(slot as u32),
                ..row()
            };
            if joint.is_none() && counts.is_none() {
                continue;
            }
            let cross_check = counts.and_then(|counts| counts.cross_check.as_ref());
            let row = ShardRow {
                trials: counts.map(|counts| counts.trials),
                check_trials: cross_check.map(|(trials, _)| *trials),
                unresolved: joint.map(|joint| joint.unresolved),
                ..named(RowKind::Asked)
            };
            let moments = joint
                .and_then(|joint| joint.moments)
                .map(|moments| (moments.mean, moments.sd));
            take(
                row.with_moments(moments)
                    .with_answer(joint.and_then(|joint| ends_tuple(joint.ends)).as_ref()),
            )?;
            let (none, no_odds) = (Answers::default(), Answers::default());
            let shown = counts.map_or(&none, |counts| &counts.answers);
            let check_answers = cross_check.map_or(&none, |(_, answers)| answers);
            let odds = joint.map_or(&no_odds, |joint| &joint.answers);
            let counted_answers = shown
                .rows()
                .chain(check_answers.rows())
                .map(|(answer, _)| answer);
            let answers: BTreeSet<&AnswerTuple> = counted_answers
                .chain(odds.rows().map(|(answer, _)| answer))
                .collect();
            for answer in answers {
                let (count, check_count, exact) = (
                    shown.weight(answer),
                    check_answers.weight(answer),
                    odds.weight(answer),
                );
                take(
                    ShardRow {
                        count,
                        check_count,
                        ..named(RowKind::Answer)
                    }
                    .with_mass(exact)
                    .with_answer(Some(answer)),
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the least and the greatest value of a truncated distribution, in the form of an answer
/// with two values.
fn ends_tuple(ends: (Option<i64>, Option<i64>)) -> Option<AnswerTuple> {
    (ends != (None, None)).then(|| Some([ends.0, ends.1].into()))
}

type ValueRow = (Option<i64>, Option<u64>, Option<u64>, Option<Mass>);

/// Returns the values of a slot, lowest first, and at the end how many trials have no value.
fn value_rows(
    shown: (u64, Option<&Tally>),
    check: Option<(u64, Option<&Tally>)>,
    distribution: Option<&ExactDistribution>,
) -> Vec<ValueRow> {
    let none = Tally::default();
    let (trials, tally) = (shown.0, shown.1.unwrap_or(&none));
    let (check_trials, check_tally) = check.map_or((0, &none), |(trials, tally)| {
        (trials, tally.unwrap_or(&none))
    });
    let masses = distribution.map_or(&[][..], |distribution| distribution.pmf.masses());
    let mut values: Vec<i64> = tally
        .iter()
        .chain(check_tally.iter())
        .map(|(value, _)| value)
        .collect();
    values.extend(masses.iter().map(|&(value, _)| value));
    values.sort_unstable();
    values.dedup();
    let some = |count: u64| (count > 0).then_some(count);
    let row_of = |value: i64| {
        let exact = masses
            .binary_search_by_key(&value, |&(value, _)| value)
            .ok()
            .map(|index| masses[index].1);
        (
            Some(value),
            some(tally.count(value)),
            some(check_tally.count(value)),
            exact,
        )
    };
    let mut rows: Vec<ValueRow> = values.into_iter().map(row_of).collect();
    let exact = distribution
        .map(|distribution| distribution.absent)
        .filter(|absent| *absent != Mass::ZERO);
    let (count, check_count) = (
        some(trials - tally.total()),
        some(check_trials - check_tally.total()),
    );
    if exact.is_some() || count.is_some() || check_count.is_some() {
        rows.push((None, count, check_count, exact));
    }
    rows
}
