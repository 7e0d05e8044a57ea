//! The questions of a scenario: computed from the graphs where possible, and also answered from
//! simulated trials.
//!
//! A question about one metric at one step is answered from that metric's distribution. Any other
//! question has a graph of its own for its exact odds. It is also put to simulated trials: the
//! first ones of the case, or those that check sampled ones. If the exact odds are known, these are
//! few; otherwise they are all that the case has. A metric that the scenario defines has as many
//! trials as the rule's metrics.

use std::collections::BTreeSet;
use std::ops::Range;

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::question::{Asked, Joint, Solved, Statistic, solve_joint};
use oddsmith_engine::simulate::{Purpose, Stream, batches};
use oddsmith_engine::solve::{ExactDistribution, SETTLED};
use oddsmith_engine::stats::Confidence;
use oddsmith_engine::{AnyRule, RuleError};

use super::counted::{absent, counted, joint_distribution, observed, p_value};
use super::counts::{AskedCounts, Counts};
use super::cross_check::Tested;
use super::manner::{Manner, Share};
use super::numbers::answer_p_value;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::question::asking::{Asking, place_of_given};
use crate::question::questions::WrittenAsk;
use crate::report::{Answer, JointDistribution, Observed, Report};
use crate::rule::Built;
use crate::scenario::document::Scenario;
use crate::scenario::settings::Settings;

/// The budget for solving a question: about a second of one core.
const BUDGET: Budget = Budget {
    edges: 400_000,
    leaves: 4_000_000,
    bytes: 150_000_000,
};

/// The most simulated trials for a question whose exact odds are known: they check the odds, and
/// cost next to nothing.
const MOST_ASKED: u64 = 10_000;

/// The slots that a rule shows which does a part of a trial, and its graph.
pub(super) type SlicedGraph = (Vec<u32>, Graph);

/// The exact odds of a question.
pub(super) enum Exact {
    /// Just these.
    Odds(Joint),
    /// With a graph over which trials can be drawn.
    Solved(Box<Solved>),
    /// Past the budget, or not asked for.
    Unknown,
}

impl Exact {
    pub(super) fn joint(&self) -> Option<&Joint> {
        match self {
            Exact::Odds(joint) => Some(joint),
            Exact::Solved(solved) => Some(&solved.joint),
            Exact::Unknown => None,
        }
    }
}

/// Computes the exact odds of all that is asked of a case. A question to a part that is too large
/// may explore what it needs itself, within a budget; graphs of so many bytes may be kept.
pub(super) fn exact(
    rule: &dyn AnyRule,
    asking: &Asking,
    (graphs, sliced): (&[Option<Graph>], &[SlicedGraph]),
    distributions: &[Option<ExactDistribution>],
    parts: &[u32],
    (budget, mut kept): (Budget, usize),
    watch: &Watch,
) -> Result<Vec<Exact>, Stop> {
    let mut whole = None;
    let mut known: Vec<Exact> = Vec::new();
    for asked in asking.asked() {
        let slots = asked.slots();
        if let [slot] = slots[..] {
            let joint = distributions[slot as usize]
                .as_ref()
                .map(|distribution| Joint::from_distribution(&asked, distribution))
                .transpose()?;
            known.push(joint.map_or(Exact::Unknown, Exact::Odds));
            continue;
        }
        let asked_parts: BTreeSet<u32> = slots.iter().map(|&slot| parts[slot as usize]).collect();
        let asked_parts: Vec<u32> = if asked_parts.is_empty() {
            vec![0]
        } else {
            asked_parts.into_iter().collect()
        };
        let touch = asked_parts.iter().enumerate().any(|(i, &one)| {
            asked_parts[..i]
                .iter()
                .any(|&other| rule.parts_touch(one, other))
        });
        let over: Option<Vec<&Graph>> = if touch {
            let whole = match &mut whole {
                Some(whole) => whole,
                none => none.insert(match rule.explore_whole(&BUDGET, watch) {
                    Ok(graph) => Some(graph),
                    Err(Stop::TooLarge { .. }) => None,
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
        let solved = match over {
            Some(graphs) => solve_joint(&graphs, &asked, &BUDGET, watch).map(Some),
            None => by_slice(rule, sliced, &asked, &budget, watch),
        };
        known.push(match solved {
            // A graph is needed to draw a metric of the scenario's own, and kept where there is
            // room.
            Ok(Some(solved)) if known.len() < asking.metrics.len() && solved.bytes() < kept => {
                kept -= solved.bytes();
                Exact::Solved(Box::new(solved))
            }
            Ok(Some(solved)) => Exact::Odds(solved.joint),
            Ok(None) | Err(Stop::TooLarge { .. }) => Exact::Unknown,
            Err(Stop::Rule(error)) => {
                let problem = format!("{}: {}", asking.name(known.len()), error.problem);
                return Err(Stop::Rule(RuleError { problem, ..error }));
            }
            Err(stop) => return Err(stop),
        });
    }
    Ok(known)
}

/// The exact odds of a question by what it needs of a trial; nothing where that is no less than
/// all.
fn by_slice(
    rule: &dyn AnyRule,
    known: &[SlicedGraph],
    asked: &Asked,
    budget: &Budget,
    watch: &Watch,
) -> Result<Option<Solved>, Stop> {
    let slots = asked.slots();
    if let Some((_, graph)) = known
        .iter()
        .find(|(shown, _)| slots.iter().all(|slot| shown.contains(slot)))
    {
        return solve_joint(&[graph], asked, budget, watch).map(Some);
    }
    let Some(rule) = rule.sliced(&slots) else {
        return Ok(None);
    };
    let graph = rule.explore_whole(budget, watch)?;
    solve_joint(&[&graph], asked, budget, watch).map(Some)
}

/// All that was asked of a case.
pub(super) struct Answered {
    pub(super) metrics: Vec<Observed>,
    pub(super) answers: Vec<Answer>,
    pub(super) joints: Vec<JointDistribution>,
    /// What came of answers that were held against their exact odds.
    pub(super) tested: Tested,
}

/// How trials are put to questions.
pub(super) struct Trying<'t> {
    pub(super) built: &'t Built,
    pub(super) settings: &'t Settings,
    pub(super) case: usize,
    pub(super) share: &'t Share,
    pub(super) manner: Manner,
    /// Faces, flips and cards of a trial.
    pub(super) cost: f64,
}

impl Trying<'_> {
    fn stream(&self, purpose: Purpose) -> Stream {
        Stream {
            seed: self.settings.seed,
            case: self.case as u64 + 1,
            purpose,
        }
    }

    /// The trials of the case, and the batches of them that were run here.
    fn run(&self, counts: &Counts) -> (u64, Range<u64>) {
        let trials = self.settings.trials;
        match self.settings.precision {
            // A case with a precision is run whole, and has as many as it took.
            Some(_) => (counts.trials, 0..batches(counts.trials)),
            None if counts.is_sampled => (trials, self.share.0.clone()),
            None => {
                let (trials, Share(share)) = self.manner.simulated_trials(trials, self.share);
                (trials, share)
            }
        }
    }

    /// Answers the questions from the trials of a case, or of a share of it. Answers that cannot be
    /// read from the tallies are counted separately. A few trials, and those that check sampled
    /// ones, belong to the first batch.
    pub(super) fn ask(
        &self,
        asking: &Asking,
        exact: Vec<Exact>,
        counts: &mut Counts,
        watch: &Watch,
    ) -> Result<(), Stop> {
        let (metric_count, asked): (usize, Vec<Asked>) =
            (asking.metrics.len(), asking.asked().collect());
        let is_sampled = counts.is_sampled;
        let (all, share) = self.run(counts);
        let cross_check_trials = counts
            .cross_check
            .as_ref()
            .map_or(0, |cross_check| cross_check.trials + cross_check.unfinished);
        let few = if is_sampled {
            cross_check_trials
        } else {
            self.manner.witnesses(self.cost, all)
        }
        .min(MOST_ASKED);
        let many = if is_sampled {
            self.manner.affordable(self.cost, few, all)
        } else {
            all
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
        let of_share = || (share.clone(), Share(share.clone()).trials(all));
        let (many_batches, many_here) = if is_sampled { once(many) } else { of_share() };
        let (few_batches, few_here) = once(few);
        let is_read = |asked: &Asked| asked.slots().len() == 1;
        let needs_many = |at: usize| match exact[at] {
            Exact::Unknown => true,
            _ => at < metric_count && !is_sampled,
        };
        let of = |wanted: &dyn Fn(usize) -> bool| {
            (0..asked.len())
                .filter(|&at| !is_read(&asked[at]) && wanted(at))
                .collect::<Vec<usize>>()
        };
        let mut found: Vec<Option<AskedCounts>> = vec![None; asked.len()];
        for (places, range, trials, here) in [
            (of(&|at| needs_many(at)), many_batches, many, many_here),
            (of(&|at| !needs_many(at)), few_batches, few, few_here),
        ] {
            if places.is_empty() {
                continue;
            }
            let questions: Vec<&Asked> = places.iter().map(|&at| &asked[at]).collect();
            let watch = &self.manner.watching(watch, is_sampled);
            let answers = self
                .built
                .rule
                .play_asked(&questions, stream, range, trials, watch)?;
            for (at, answers) in places.into_iter().zip(answers) {
                found[at] = Some(AskedCounts {
                    trials: here,
                    answers,
                    cross_check: None,
                });
            }
        }
        let parts = self.built.rule.part_count();
        for ((at, exact), found) in exact.into_iter().enumerate().zip(&mut found) {
            if let (Exact::Solved(solved), Some(found)) = (exact, found)
                && is_sampled
                && at < metric_count
            {
                let stream = self.stream(Purpose::Sampled(parts + at as u32));
                let answers = solved.draw(stream, share.clone(), all, watch)?;
                let simulated = std::mem::replace(
                    found,
                    AskedCounts {
                        trials: of_share().1,
                        answers,
                        cross_check: None,
                    },
                );
                found.cross_check =
                    (share.start == 0).then_some((simulated.trials, simulated.answers));
            }
        }
        counts.asked = found;
        Ok(())
    }
}

/// Answers everything that is asked of a case, from its exact odds and what its trials showed.
pub(super) fn answered(
    asking: &Asking,
    asks: &[WrittenAsk],
    joints: &[Option<Joint>],
    counts: &Counts,
    confidence: Confidence,
) -> Result<Answered, Stop> {
    let asked: Vec<Asked> = asking.asked().collect();
    let mut all = Vec::new();
    for (at, (asked, joint)) in asked.iter().zip(joints).enumerate() {
        all.push((asked, joint, counted(at, asked, counts)?));
    }
    let mut all = all.into_iter();
    let mut answered = Answered {
        metrics: Vec::new(),
        answers: Vec::new(),
        joints: Vec::new(),
        tested: Tested::default(),
    };
    for (metric, _) in &asking.metrics {
        let (_, joint, counted) = all.next().expect("one for each");
        answered
            .metrics
            .push(observed(metric.clone(), joint.as_ref(), counted));
    }
    for (quantity, ask) in asking.asks.iter().zip(asks) {
        let (asked, joint, counted) = all.next().expect("one for each");
        answered.tested.simulated.extend(
            joint
                .as_ref()
                .and_then(|joint| p_value(asked, joint, &counted)),
        );
        // A question that is read from the tally of a slot uses sampled trials where there are any.
        let is_sampled = counts.is_sampled && asked.slots().len() == 1;
        let tested = if is_sampled {
            &mut answered.tested.sampled
        } else {
            &mut answered.tested.simulated
        };
        tested.extend(
            joint
                .as_ref()
                .and_then(|joint| answer_p_value(quantity.statistic, joint, &counted)),
        );
        let estimate = quantity.statistic.of_trials(&counted.answers, confidence);
        let exact = joint
            .as_ref()
            .map(|joint| quantity.statistic.of_odds(joint));
        let want = ask.want.as_ref().map(|want| &want.bound);
        let mut answer = Answer::new(estimate, counted.trials, exact, want);
        if quantity.statistic != Statistic::Probability {
            answer.absent = match joint {
                Some(joint) if joint.unresolved <= SETTLED => absent(
                    joint
                        .answers
                        .given()
                        .map(|(values, mass)| (values, mass.float())),
                ),
                _ => absent(
                    counted
                        .answers
                        .given()
                        .map(|(values, n)| (values, n as f64)),
                ),
            };
        }
        answered.answers.push(answer);
    }
    for (asked, joint, counted) in all {
        answered.tested.simulated.extend(
            joint
                .as_ref()
                .and_then(|joint| p_value(asked, joint, &counted)),
        );
        answered
            .joints
            .push(joint_distribution(joint.as_ref(), &counted));
    }
    Ok(answered)
}

/// Refuses a question whose condition never happens in any case.
pub(super) fn refuse_what_never_happens(
    scenario: &Scenario,
    report: &Report,
) -> Result<(), Diagnostics> {
    let mut problems = Vec::new();
    for (at, ask) in scenario.questions.asks.iter().enumerate() {
        if !report.cases.iter().all(|case| case.answers[at].is_never()) {
            continue;
        }
        let asking = scenario.asking(0, &scenario.built(0)?.presentation)?;
        let place = place_of_given(&ask.value, &asking.asks[at]);
        let help = "ask about an event that can happen, or remove the condition";
        problems.push(Diagnostic::at(&place, "this condition never happens", help));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(problems))
    }
}
