//! The questions of a scenario: computed from the graphs where possible, and also answered from
//! simulated trials.
//!
//! A question about one metric at one step is answered from that metric's distribution. Any other
//! question has a separate graph for its exact odds. It is also answered from simulated trials: the
//! first ones of the case, or those that check sampled trials. If the exact odds are known, few
//! trials are used; otherwise all trials of the case are used. A metric that the scenario defines
//! has as many trials as the rule's metrics.

use std::collections::BTreeSet;
use std::ops::Range;

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::question::{JointOdds, JointQuestion, SolvedQuestion, Statistic, solve_joint};
use oddsmith_engine::simulate::{Purpose, Stream, batches};
use oddsmith_engine::solve::{ExactDistribution, SETTLED_THRESHOLD};
use oddsmith_engine::stats::Confidence;
use oddsmith_engine::{AnyRule, RuleError};

use super::counted::{absent_share, counted_answers, joint_distribution, observed_metric, p_value};
use super::counts::{AskedCounts, Counts};
use super::cross_check::PValues;
use super::numbers::answer_p_value;
use super::partial::explore_in_part;
use super::trial_method::{Share, TrialMethod};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::question::asking::{Asking, condition_place};
use crate::question::questions::WrittenAsk;
use crate::report::{Answer, JointDistribution, Observed, Report};
use crate::rule::BuiltRule;
use crate::scenario::document::Scenario;
use crate::scenario::settings::Settings;

/// The budget for solving a question: about a second of one core.
const BUDGET: Budget = Budget {
    edges: 400_000,
    leaves: 4_000_000,
    bytes: 150_000_000,
};

/// The maximal number of simulated trials for a question whose exact odds are known. They only
/// check the odds, so few are enough.
const MOST_ASKED: u64 = 10_000;

/// The slots that a slice of a rule records, and the state graph of this slice.
pub(super) type SlicedGraph = (Vec<u32>, Graph);

/// The exact odds of a question.
pub(super) enum ExactAnswer {
    /// The odds alone.
    Odds(JointOdds),
    /// The odds with a graph from which trials can be sampled.
    Solved(Box<SolvedQuestion>),
    /// The question exceeds the budget, or no exact odds were requested.
    Unknown,
}

impl ExactAnswer {
    pub(super) fn joint(&self) -> Option<&JointOdds> {
        match self {
            ExactAnswer::Odds(joint) => Some(joint),
            ExactAnswer::Solved(solved) => Some(&solved.joint),
            ExactAnswer::Unknown => None,
        }
    }
}

/// The graphs and distributions of a case, from which its questions are answered.
pub(super) struct ExploredCase<'e> {
    /// The graph of each part, if it is within the budget.
    pub(super) graphs: &'e [Option<Graph>],
    /// The graphs of slices of parts that are too large as a whole.
    pub(super) sliced: &'e [SlicedGraph],
    /// The graphs of the likeliest states of parts that are too large; `None` if no part may be
    /// explored in part.
    pub(super) likeliest: Option<&'e [SlicedGraph]>,
    /// The exact distribution of each slot, if it is known.
    pub(super) distributions: &'e [Option<ExactDistribution>],
    /// The part that each slot belongs to.
    pub(super) parts: &'e [u32],
}

/// Computes the exact odds of all questions of a case. If a question's parts have no graph, it may
/// explore the slice of the rule that it needs, within the budget. The results keep graphs of at
/// most `kept` bytes in total.
pub(super) fn solve_questions(
    rule: &dyn AnyRule,
    asking: &Asking,
    explored: &ExploredCase<'_>,
    budget: &Budget,
    mut kept: usize,
    watch: &Watch,
) -> Result<Vec<ExactAnswer>, Stop> {
    let ExploredCase {
        graphs,
        sliced,
        likeliest,
        distributions,
        parts,
    } = *explored;
    let mut whole = None;
    // The graph of the likeliest states of all parts together, once it has been explored.
    let mut together: Option<Option<Graph>> = None;
    let mut known: Vec<ExactAnswer> = Vec::new();
    for asked in asking.asked() {
        let slots = asked.slots();
        if let [slot] = slots[..] {
            let joint = distributions[slot as usize]
                .as_ref()
                .map(|distribution| JointOdds::from_distribution(&asked, distribution))
                .transpose()?;
            known.push(joint.map_or(ExactAnswer::Unknown, ExactAnswer::Odds));
            continue;
        }
        let asked_parts: BTreeSet<u32> = slots.iter().map(|&slot| parts[slot as usize]).collect();
        let asked_parts: Vec<u32> = if asked_parts.is_empty() {
            vec![0]
        } else {
            asked_parts.into_iter().collect()
        };
        let touch = asked_parts.iter().enumerate().any(|(i, &part)| {
            asked_parts[..i]
                .iter()
                .any(|&other| rule.parts_touch(part, other))
        });
        let over: Option<Vec<&Graph>> = if touch {
            let whole = match &mut whole {
                Some(whole) => whole,
                none => none.insert(match rule.explore_whole(&BUDGET, watch) {
                    Ok(graph) => Some(graph),
                    Err(stop) if stop.is_too_large() => None,
                    Err(stop) => return Err(stop),
                }),
            };
            whole.as_ref().map(|graph| vec![graph])
        } else {
            asked_parts
                .iter()
                .map(|&part| graphs[part as usize].as_ref())
                .collect()
        };
        // If the parts have graphs and the question is still too large, it would hardly fit with
        // only the likeliest states.
        let likeliest = likeliest.filter(|_| over.is_none());
        let solved = match over {
            Some(graphs) => solve_joint(&graphs, &asked, &BUDGET, watch).map(Some),
            None => solve_by_slice(rule, sliced, &asked, budget, watch),
        };
        let is_unknown = match &solved {
            Ok(solved) => solved.is_none(),
            Err(stop) => stop.is_too_large(),
        };
        let solved = match likeliest {
            Some(known) if is_unknown => {
                solve_in_part(rule, known, &mut together, &asked, budget, watch)
            }
            _ => solved,
        };
        known.push(match solved {
            // Sampling a metric that the scenario defines needs its graph, which is kept if there
            // is room.
            Ok(Some(solved)) if known.len() < asking.metrics.len() && solved.bytes() < kept => {
                kept -= solved.bytes();
                ExactAnswer::Solved(Box::new(solved))
            }
            Ok(Some(solved)) => ExactAnswer::Odds(solved.joint),
            Ok(None) => ExactAnswer::Unknown,
            Err(stop) if stop.is_too_large() => ExactAnswer::Unknown,
            Err(Stop::Rule(error)) => {
                let problem = format!("{}: {}", asking.name(known.len()), error.problem);
                return Err(Stop::Rule(RuleError { problem, ..error }));
            }
            Err(stop) => return Err(stop),
        });
    }
    Ok(known)
}

/// Computes the exact odds of a question from the slice of the rule that it needs; `None` if it
/// needs the whole rule.
fn solve_by_slice(
    rule: &dyn AnyRule,
    known: &[SlicedGraph],
    asked: &JointQuestion,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<SolvedQuestion>, Stop> {
    if let Some(solved) = solve_over(known, asked, budget, watch)? {
        return Ok(Some(solved));
    }
    let Some(rule) = rule.sliced(&asked.slots()) else {
        return Ok(None);
    };
    let graph = rule.explore_whole(budget, watch)?;
    solve_joint(&[&graph], asked, budget, watch).map(Some)
}

/// Computes the odds of a question from the likeliest states of a part, or of all parts together.
fn solve_in_part(
    rule: &dyn AnyRule,
    known: &[SlicedGraph],
    together: &mut Option<Option<Graph>>,
    asked: &JointQuestion,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<SolvedQuestion>, Stop> {
    if let Some(solved) = solve_over(known, asked, budget, watch)? {
        return Ok(Some(solved));
    }
    let graph = match together {
        Some(graph) => graph,
        None => together.insert(explore_in_part(rule, None, &BUDGET, watch)?),
    };
    let graph = graph.as_ref();
    graph
        .map(|graph| solve_joint(&[graph], asked, budget, watch))
        .transpose()
}

/// Computes the exact odds of a question from the first graph that has all of its slots; `None` if
/// there is no such graph.
fn solve_over(
    known: &[SlicedGraph],
    asked: &JointQuestion,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<SolvedQuestion>, Stop> {
    let slots = asked.slots();
    let known = known
        .iter()
        .find(|(shown, _)| slots.iter().all(|slot| shown.contains(slot)));
    known
        .map(|(_, graph)| solve_joint(&[graph], asked, budget, watch))
        .transpose()
}

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
        let (metric_count, asked): (usize, Vec<JointQuestion>) =
            (asking.metrics.len(), asking.asked().collect());
        let is_sampled = counts.is_sampled;
        let (case_trials, share) = self.trials_and_batches(counts);
        let cross_check_trials = counts
            .cross_check
            .as_ref()
            .map_or(0, |cross_check| cross_check.trials + cross_check.unfinished);
        let few = if is_sampled {
            cross_check_trials
        } else {
            self.method.cross_check_trials(self.cost, case_trials)
        }
        .min(MOST_ASKED);
        let many_trials = if is_sampled {
            self.method.affordable_trials(self.cost, few, case_trials)
        } else {
            case_trials
        };
        let stream = self.stream(if is_sampled {
            Purpose::CrossCheck
        } else {
            Purpose::Simulated
        });
        let once = |trials: u64| {
            if share.start == 0 {
                (stream.batches(trials), trials)
            } else {
                (0..0, 0)
            }
        };
        let share_batches = || (share.clone(), Share(share.clone()).trials(case_trials));
        let (many_batches, many_here) = if is_sampled {
            once(many_trials)
        } else {
            share_batches()
        };
        let (few_batches, few_here) = once(few);
        let is_read = |asked: &JointQuestion| asked.slots().len() == 1;
        let needs_many = |index: usize| match exact[index] {
            ExactAnswer::Unknown => true,
            _ => index < metric_count && !is_sampled,
        };
        let indexes_where = |wanted: &dyn Fn(usize) -> bool| {
            (0..asked.len())
                .filter(|&index| !is_read(&asked[index]) && wanted(index))
                .collect::<Vec<usize>>()
        };
        let mut found: Vec<Option<AskedCounts>> = vec![None; asked.len()];
        for (places, range, trials, trials_here) in [
            (
                indexes_where(&|index| needs_many(index)),
                many_batches,
                many_trials,
                many_here,
            ),
            (
                indexes_where(&|index| !needs_many(index)),
                few_batches,
                few,
                few_here,
            ),
        ] {
            if places.is_empty() {
                continue;
            }
            let questions: Vec<&JointQuestion> =
                places.iter().map(|&index| &asked[index]).collect();
            let watch = &self.method.trial_watch(watch, is_sampled);
            let answers = self
                .built
                .rule
                .play_asked(&questions, stream, range, trials, watch)?;
            for (index, answers) in places.into_iter().zip(answers) {
                found[index] = Some(AskedCounts {
                    trials: trials_here,
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
