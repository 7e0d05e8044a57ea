//! What trials showed of questions, counted.

use std::collections::BTreeSet;

use oddsmith_engine::explore::Stop;
use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::question::{AnswerTuple, Answers, JointOdds, JointQuestion, overflow_error};
use oddsmith_engine::solve::ExactDistribution;
use oddsmith_engine::stats::cross_check;

use super::counts::{AskedCounts, Counted, Counts};
use crate::report::{CrossCheck, Distribution, JointDistribution, JointRow, Observed};
use crate::rule::metric::ShownMetric;

/// What trials answered to one thing that is asked: counted by itself, or read from the tally of
/// its slot.
pub(super) fn counted_answers(
    index: usize,
    asked: &JointQuestion,
    counts: &Counts,
) -> Result<Counted, Stop> {
    if let Some(AskedCounts {
        trials,
        answers,
        cross_check,
    }) = counts.asked.get(index).cloned().flatten()
    {
        return Ok(Counted {
            trials,
            answers,
            cross_check,
        });
    }
    let slot = asked.slots()[0] as usize;
    let cross_check = match &counts.cross_check {
        Some(cross_check_counts) => Some((
            cross_check_counts.trials,
            answers_from_tally(
                asked,
                &cross_check_counts.tallies[slot],
                cross_check_counts.trials,
            )?,
        )),
        None => None,
    };
    Ok(Counted {
        trials: counts.trials,
        answers: answers_from_tally(asked, &counts.tallies[slot], counts.trials)?,
        cross_check,
    })
}

/// What trials answered to a question about one slot, by what they showed there.
pub(super) fn answers_from_tally(
    asked: &JointQuestion,
    tally: &Tally,
    trials: u64,
) -> Result<Answers<u64>, Stop> {
    let mut answers = Answers::default();
    let shown = tally.iter().map(|(value, n)| (Some(value), n));
    for (value, n) in shown
        .chain([(None, trials - tally.total())])
        .filter(|(_, n)| *n > 0)
    {
        answers.add(asked.answer(&mut |_| value).ok_or_else(overflow_error)?, n);
    }
    Ok(answers)
}

/// A metric of the scenario's own, as the rule's are.
pub(super) fn observed_metric(
    metric: ShownMetric,
    joint: Option<&JointOdds>,
    counted: Counted,
) -> Observed {
    let tally = |answers: &Answers<u64>| {
        let mut tally = Tally::default();
        answers
            .given_rows()
            .for_each(|(values, n)| values[0].into_iter().for_each(|value| tally.add(value, n)));
        tally
    };
    let mut distribution = Distribution::new(
        None,
        counted.trials,
        tally(&counted.answers),
        joint.map(JointOdds::distribution),
    );
    distribution.cross_check = counted.cross_check.map(|(trials, answers)| {
        let unfinished = unfinished_trials(trials, &answers);
        Box::new(CrossCheck {
            trials: trials - unfinished,
            unfinished,
            tally: tally(&answers),
        })
    });
    Observed {
        metric: metric.into(),
        distributions: vec![distribution],
    }
}

/// Whether played answers agree with their exact odds; nothing where they were read from a law,
/// which is tested itself.
pub(super) fn p_value(asked: &JointQuestion, joint: &JointOdds, counted: &Counted) -> Option<f64> {
    if asked.slots().len() == 1 {
        return None;
    }
    let numbers: Vec<&AnswerTuple> = joint
        .answers
        .rows()
        .map(|(answer, _)| answer)
        .chain(counted.answers.rows().map(|(answer, _)| answer))
        .collect();
    let numbers: BTreeSet<&AnswerTuple> = numbers.into_iter().collect();
    let (mut tally, mut masses) = (Tally::default(), Vec::new());
    for (number, answer) in (0..).zip(numbers) {
        tally.add(number, counted.answers.weight(answer).unwrap_or(0));
        masses.extend(joint.answers.weight(answer).map(|mass| (number, mass)));
    }
    let distribution = ExactDistribution {
        unresolved: joint.unresolved,
        ..ExactDistribution::new(Pmf::new(masses))
    };
    let unfinished = unfinished_trials(counted.trials, &counted.answers);
    cross_check(
        &tally,
        counted.trials - unfinished,
        unfinished,
        &distribution,
    )
}

/// Of trials that were asked, those that were given up: they answered nothing, not even that what
/// is given did not happen.
pub(super) fn unfinished_trials(trials: u64, answers: &Answers<u64>) -> u64 {
    trials.saturating_sub(answers.rows().map(|(_, n)| n).sum())
}

/// The share of answers that are without one of the numbers asked for.
pub(super) fn absent_share<'a>(answers: impl Iterator<Item = (&'a [Option<i64>], f64)>) -> f64 {
    let (mut without, mut total) = (0.0, 0.0);
    for (values, weight) in answers {
        total += weight;
        without += if values.contains(&None) { weight } else { 0.0 };
    }
    if total > 0.0 { without / total } else { 0.0 }
}

pub(super) fn joint_distribution(
    joint: Option<&JointOdds>,
    counted: &Counted,
) -> JointDistribution {
    let exact_answers = joint.into_iter().flat_map(|joint| {
        joint
            .answers
            .given_rows()
            .filter(|(_, mass)| *mass != Mass::ZERO)
    });
    let values: BTreeSet<&[Option<i64>]> = exact_answers
        .map(|(values, _)| values)
        .chain(counted.answers.given_rows().map(|(values, _)| values))
        .collect();
    let row = |values: &[Option<i64>]| {
        let answer: AnswerTuple = Some(values.into());
        let count = counted.answers.weight(&answer).unwrap_or(0);
        let exact = joint.map(|joint| joint.answers.weight(&answer).unwrap_or(Mass::ZERO));
        JointRow {
            values: values.to_vec(),
            count,
            exact,
        }
    };
    let rows = values.into_iter().map(row).collect();
    JointDistribution {
        trials: counted.trials,
        rows,
        unresolved: joint.map(|joint| joint.unresolved),
    }
}
