//! Answers the questions of a scenario from simulated trials, and compares the answers with their
//! exact odds.
//!
//! A question about one metric at one step is answered from that metric's counts. Any other question
//! is answered from the first trials of the case, or from those that check sampled trials. If the
//! exact odds are known, few trials are used; otherwise all trials of the case are used. A metric
//! that the scenario defines has as many trials as the rule's metrics.

use std::ops::Range;

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::question::{JointOdds, JointQuestion, Statistic};
use oddsmith_engine::simulate::{Purpose, Stream, batches};
use oddsmith_engine::solve::SETTLED_THRESHOLD;
use oddsmith_engine::stats::Confidence;

use super::counted::{absent_share, counted_answers, joint_distribution, observed_metric, p_value};
use super::counts::{AskedCounts, Counts};
use super::cross_check::PValues;
use super::exact_answer::ExactAnswer;
use super::numbers::answer_p_value;
use super::trial_method::{Share, TrialMethod};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::question::asking::{Asking, condition_place};
use crate::question::questions::WrittenAsk;
use crate::report::{Answer, JointDistribution, Observed, Report};
use crate::rule::BuiltRule;
use crate::scenario::document::Scenario;
use crate::scenario::settings::Settings;

/// The maximal number of simulated trials for a question whose exact odds are known. They only
/// check the odds, so few are enough.
const MAX_ASKED: u64 = 10_000;

/// The answers to all questions of a case.
pub(super) struct AnsweredCase {
    pub(super) metrics: Vec<Observed>,
    pub(super) answers: Vec<Answer>,
    pub(super) joints: Vec<JointDistribution>,
    /// The p-values of the answers that were compared with their exact odds.
    pub(super) p_values: PValues,
}

/// The data for answering questions from trials.
pub(super) struct QuestionTrials<'t> {
    pub(super) built: &'t BuiltRule,
    pub(super) settings: &'t Settings,
    pub(super) case: usize,
    pub(super) share: &'t Share,
    pub(super) method: TrialMethod,
    /// The mean number of faces, flips and cards of a trial.
    pub(super) cost: f64,
}

/// The trials that answer some questions.
struct PlayedTrials {
    stream: Stream,
    /// The batches of them that run here.
    batches: Range<u64>,
    /// The number of all trials.
    all: u64,
    /// The number of those that run here.
    here: u64,
}

impl QuestionTrials<'_> {
    fn stream(&self, purpose: Purpose) -> Stream {
        Stream {
            seed: self.settings.seed,
            case: self.case as u64 + 1,
            purpose,
        }
    }

    /// Returns the number of trials of the case, and the batches of them that were run here.
    fn trials_and_batches(&self, counts: &Counts) -> (u64, Range<u64>) {
        let trials = self.settings.trials;
        match self.settings.precision {
            // A case with a precision is never split, and its counts hold the trials that it
            // needed.
            Some(_) => (counts.trials, 0..batches(counts.trials)),
            None if counts.is_sampled => (trials, self.share.0.clone()),
            None => {
                let (trials, Share(share)) = self.method.simulated_trials(trials, self.share);
                (trials, share)
            }
        }
    }

    /// Answers the questions from the trials of a case, or of a share of it. Answers that cannot be
    /// read from the tallies are counted separately. The trials for questions with known odds, and
    /// those that check sampled ones, belong to the first batch.
    pub(super) fn ask(
        &self,
        asking: &Asking,
        exact: Vec<ExactAnswer>,
        counts: &mut Counts,
        watch: &Watch,
    ) -> Result<(), Stop> {
        let asked: Vec<JointQuestion> = asking.asked().collect();
        let metric_count = asking.metrics.len();
        let is_sampled = counts.is_sampled;
        let (case_trials, share) = self.trials_and_batches(counts);
        let [many, few] = self.many_and_few_trials(counts, case_trials, &share);
        let needs_many = |index: &usize| match exact[*index] {
            ExactAnswer::Unknown => true,
            _ => *index < metric_count && !is_sampled,
        };
        // The answers to other questions are read from the tally of their slot.
        let counted = (0..asked.len()).filter(|&index| asked[index].slots().len() != 1);
        let (with_many, with_few): (Vec<usize>, Vec<usize>) = counted.partition(needs_many);
        let mut found: Vec<Option<AskedCounts>> = vec![None; asked.len()];
        for (indices, trials) in [(with_many, many), (with_few, few)] {
            if indices.is_empty() {
                continue;
            }
            let questions: Vec<&JointQuestion> =
                indices.iter().map(|&index| &asked[index]).collect();
            let watch = &self.method.trial_watch(watch, is_sampled);
            let (stream, batches) = (trials.stream, trials.batches);
            let rule = &self.built.rule;
            let answers = rule.play_asked(&questions, stream, batches, trials.all, watch)?;
            for (index, answers) in indices.into_iter().zip(answers) {
                found[index] = Some(AskedCounts {
                    trials: trials.here,
                    answers,
                    cross_check: None,
                });
            }
        }
        if is_sampled {
            let metrics = exact.into_iter().zip(&mut found).take(metric_count);
            self.sample_metrics(metrics, &share, case_trials, watch)?;
        }
        counts.asked = found;
        Ok(())
    }

    /// Returns the trials for questions that need many, and those that only check known odds.
    fn many_and_few_trials(
        &self,
        counts: &Counts,
        case_trials: u64,
        share: &Range<u64>,
    ) -> [PlayedTrials; 2] {
        let stream = self.stream(if counts.is_sampled {
            Purpose::CrossCheck
        } else {
            Purpose::Simulated
        });
        let once = |trials: u64| {
            let is_here = share.start == 0;
            PlayedTrials {
                stream,
                batches: if is_here {
                    stream.batches(trials)
                } else {
                    0..0
                },
                all: trials,
                here: if is_here { trials } else { 0 },
            }
        };
        if counts.is_sampled {
            let cross_check = counts.cross_check.as_ref();
            let few = cross_check.map_or(0, |played| played.trials + played.unfinished);
            let few = few.min(MAX_ASKED);
            let many = self.method.affordable_trials(self.cost, few, case_trials);
            return [once(many), once(few)];
        }
        let few = self.method.cross_check_trials(self.cost, case_trials);
        let many = PlayedTrials {
            stream,
            batches: share.clone(),
            all: case_trials,
            here: Share(share.clone()).trials(case_trials),
        };
        [many, once(few.min(MAX_ASKED))]
    }

    /// Replaces the simulated answers of metrics that the scenario defines by sampled ones, where
    /// their exact distribution is known. The simulated answers become their cross-check.
    fn sample_metrics<'c>(
        &self,
        metrics: impl Iterator<Item = (ExactAnswer, &'c mut Option<AskedCounts>)>,
        share: &Range<u64>,
        case_trials: u64,
        watch: &Watch,
    ) -> Result<(), Stop> {
        let parts = self.built.rule.part_count();
        for (index, (exact, found)) in metrics.enumerate() {
            let (ExactAnswer::Solved(solved), Some(found)) = (exact, found) else {
                continue;
            };
            let stream = self.stream(Purpose::Sampled(parts + index as u32));
            let sampled = AskedCounts {
                trials: Share(share.clone()).trials(case_trials),
                answers: solved.sample(stream, share.clone(), case_trials, watch)?,
                cross_check: None,
            };
            let simulated = std::mem::replace(found, sampled);
            found.cross_check = (share.start == 0).then_some((simulated.trials, simulated.answers));
        }
        Ok(())
    }
}

/// Answers everything that is asked of a case, from its exact odds and what its trials showed.
pub(super) fn answer_questions(
    asking: &Asking,
    asks: &[WrittenAsk],
    joints: &[Option<JointOdds>],
    counts: &Counts,
    confidence: Confidence,
) -> Result<AnsweredCase, Stop> {
    let asked: Vec<JointQuestion> = asking.asked().collect();
    let mut counted_questions = Vec::new();
    for (index, (asked, joint)) in asked.iter().zip(joints).enumerate() {
        counted_questions.push((asked, joint, counted_answers(index, asked, counts)?));
    }
    let mut counted_questions = counted_questions.into_iter();
    let mut answered = AnsweredCase {
        metrics: Vec::new(),
        answers: Vec::new(),
        joints: Vec::new(),
        p_values: PValues::default(),
    };
    for (metric, _) in &asking.metrics {
        let (_, joint, counted) = counted_questions.next().expect("one for each");
        answered.metrics.push(observed_metric(
            metric.clone(),
            joint.as_ref(),
            counted.unless_stopped(),
        ));
    }
    for (quantity, ask) in asking.asks.iter().zip(asks) {
        let (asked, joint, counted) = counted_questions.next().expect("one for each");
        answered.p_values.simulated.extend(
            joint
                .as_ref()
                .and_then(|joint| p_value(asked, joint, &counted)),
        );
        // A question that is read from the tally of a slot uses sampled trials where there are any.
        let is_sampled = counts.is_sampled && asked.slots().len() == 1;
        let tested = if is_sampled {
            &mut answered.p_values.sampled
        } else {
            &mut answered.p_values.simulated
        };
        tested.extend(
            joint
                .as_ref()
                .and_then(|joint| answer_p_value(quantity.statistic, joint, &counted)),
        );
        let stopped = counted.stopped();
        let estimate = quantity
            .statistic
            .trial_estimate(&counted.answers, stopped, confidence);
        // A number that the stopped trials may change in any way is not known.
        let counted = match estimate.value {
            None => counted.unless_stopped(),
            Some(_) => counted,
        };
        let exact = joint
            .as_ref()
            .map(|joint| quantity.statistic.exact_reading(joint));
        let want = ask.want.as_ref().map(|want| &want.bound);
        let trials = counted.trials - counted.stopped();
        let mut answer = Answer::new(estimate, trials, exact, want);
        if quantity.statistic != Statistic::Probability {
            answer.absent = match joint {
                Some(joint) if joint.unresolved <= SETTLED_THRESHOLD => absent_share(
                    joint
                        .answers
                        .given_rows()
                        .map(|(values, mass)| (values, mass.float())),
                ),
                _ => absent_share(
                    counted
                        .answers
                        .given_rows()
                        .map(|(values, n)| (values, n as f64)),
                ),
            };
        }
        answered.answers.push(answer);
    }
    for (asked, joint, counted) in counted_questions {
        answered.p_values.simulated.extend(
            joint
                .as_ref()
                .and_then(|joint| p_value(asked, joint, &counted)),
        );
        answered.joints.push(joint_distribution(
            joint.as_ref(),
            &counted.unless_stopped(),
        ));
    }
    Ok(answered)
}

/// Refuses a question whose condition never happens in any case.
pub(super) fn refuse_impossible_conditions(
    scenario: &Scenario,
    report: &Report,
) -> Result<(), Diagnostics> {
    let mut problems = Vec::new();
    for (index, ask) in scenario.questions.asks.iter().enumerate() {
        if !report
            .cases
            .iter()
            .all(|case| case.answers[index].is_never())
        {
            continue;
        }
        let asking = scenario.asking(0, &scenario.build_case(0)?.presentation)?;
        let place = condition_place(&ask.value, &asking.asks[index]);
        let help = "ask about an event that can happen, or remove the condition";
        problems.push(Diagnostic::at(&place, "this condition never happens", help));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(problems))
    }
}
