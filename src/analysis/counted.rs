//! Turns the counts of a case into answers to its questions.

use std::collections::BTreeSet;

use oddsmith_engine::explore::Stop;
use oddsmith_engine::odds::{Mass, Pmf, Tally};
use oddsmith_engine::question::{AnswerTuple, Answers, JointOdds, JointQuestion, overflow_error};
use oddsmith_engine::solve::ExactDistribution;
use oddsmith_engine::stats::cross_check;

use super::counts::{AskedCounts, Counted, Counts};
use crate::report::{CrossCheck, Distribution, JointDistribution, JointRow, Observed};
use crate::rule::metric::ShownMetric;

/// Returns the answers of the trials to one question. They were counted separately, or they are
/// read from the tally of the question's slot.
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

/// Returns the answers to a question about one slot, read from the tally of that slot.
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

impl Counted {
    /// Returns the number of trials that were stopped. They have no answer, not even that the
    /// condition did not occur.
    pub(super) fn stopped(&self) -> u64 {
        stopped_trials(self.trials, &self.answers)
    }

    /// Returns the counts without the trials if any of them was stopped. The others all ended
    /// early, so that their answers would mislead.
    pub(super) fn unless_stopped(self) -> Counted {
        match self.stopped() {
            0 => self,
            _ => Counted {
                trials: 0,
                answers: Answers::default(),
                ..self
            },
        }
    }
}

/// Presents a metric that the scenario defines like a metric of the rule.
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
        let unfinished = stopped_trials(trials, &answers);
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

/// Returns the p-value of simulated answers against their exact odds. Returns `None` if the answers
/// come from a slot's distribution, which has a separate test.
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
    let stopped = counted.stopped();
    cross_check(&tally, counted.trials - stopped, stopped, &distribution)
}

fn stopped_trials(trials: u64, answers: &Answers<u64>) -> u64 {
    trials.saturating_sub(answers.rows().map(|(_, n)| n).sum())
}

/// Returns the share of answers that lack at least one of the numbers.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_with_stopped_trials_show_nothing() {
        let counted = |trials| {
            let mut answers = Answers::default();
            answers.add(Some([Some(3)].into()), 6);
            answers.add(None, 1);
            Counted {
                trials,
                answers,
                cross_check: None,
            }
        };
        assert_eq!((counted(7).stopped(), counted(10).stopped()), (0, 3));
        let metric = ShownMetric::whole("hits", crate::rule::metric::Kind::Count, "Hits");
        let whole = observed_metric(metric.clone(), None, counted(7).unless_stopped());
        assert_eq!(whole.distributions[0].tally.count(3), 6);
        let stopped = counted(10).unless_stopped();
        assert_eq!(joint_distribution(None, &stopped).rows, []);
        let observed = observed_metric(metric, None, stopped);
        let distribution = &observed.distributions[0];
        assert_eq!((distribution.trials, distribution.tally.total()), (0, 0));
    }
}
