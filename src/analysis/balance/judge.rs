//! Judges one setting by the exact answers of all its cases, without simulating trials.

use std::sync::Mutex;

use oddsmith_engine::RuleError;
use oddsmith_engine::explore::{Graph, Stop, Watch};
use oddsmith_engine::question::{ExactReading, Figure};
use oddsmith_engine::solve::{ExactDistribution, SETTLED_THRESHOLD, solve_metrics};
use oddsmith_language::question::Question;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::analysis::best::best_plan;
use crate::analysis::best::spread::OptimalPlayRange;
use crate::analysis::exact_answer::{ExactAnswer, ExploredCase, solve_questions};
use crate::analysis::examine::parts_of_slots;
use crate::input::diagnostic::Diagnostics;
use crate::question::asking::Asking;
use crate::report::balance::{JudgedAnswer, JudgedAsk, slack};
use crate::rule::BuiltRule;
use crate::rule::values::ParameterError;
use crate::scenario::document::Scenario;
use crate::scenario::play::CasePlay;

/// The maximal number of cases that the cache holds, so that equal rules are explored only once.
const MAX_CACHED_CASES: usize = 200_000;

/// The result of judging a setting.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Judgement {
    /// The answers to the questions.
    Answers(Vec<JudgedAnswer>),
    /// The rule refuses the setting for this reason.
    Refused(String),
    /// The odds are not exactly known, for this reason.
    Unknown(String),
    /// The watch stopped the work.
    Stopped,
}

/// The answers of a case, each with its range over all optimal plays.
type CaseAnswers = Result<Vec<(ExactReading, OptimalPlayRange)>, Judgement>;

/// Judges settings and caches the answers of their cases.
pub(super) struct Judge {
    /// The scenario, reduced to the questions that settings are judged by.
    pub(super) scenario: Scenario,
    asks: Vec<JudgedAsk>,
    /// Whether judging stops at the first goal that a setting misses.
    gives_up: bool,
    known: Mutex<FxHashMap<[u8; 32], CaseAnswers>>,
    /// The number of explored cases, and the total number of their states.
    explored_counts: Mutex<(u64, u64)>,
}

impl Judge {
    pub(super) fn new(scenario: Scenario, asks: Vec<JudgedAsk>, gives_up: bool) -> Judge {
        Judge {
            scenario,
            asks,
            gives_up,
            known: Mutex::default(),
            explored_counts: Mutex::default(),
        }
    }

    /// Returns the mean number of states of an explored case, or 0 if none was explored.
    pub(super) fn mean_states_per_case(&self) -> u64 {
        let (cases, states) = *self.explored_counts.lock().expect("nobody fails with it");
        states / cases.max(1)
    }

    /// Judges a setting, given as a scenario with its values. A setting that is abandoned at its
    /// first missed goal has no answers.
    pub(super) fn judge(&self, setting: &Scenario, watch: &Watch) -> Judgement {
        self.judge_cases(setting, self.gives_up, watch)
    }

    /// Judges the scenario as it is written, even if it misses goals.
    pub(super) fn judge_published(&self, watch: &Watch) -> Judgement {
        self.judge_cases(&self.scenario, false, watch)
    }

    fn judge_cases(&self, setting: &Scenario, gives_up: bool, watch: &Watch) -> Judgement {
        let mut answers: Vec<JudgedAnswer> = Vec::new();
        // Parameters that no case uses. The program would refuse a scenario that sets one.
        let mut unused: Option<Vec<ParameterError>> = None;
        for case in 0..setting.case_count() {
            let built = match setting.build_case(case) {
                Ok(built) => built,
                Err(problems) => return refusal(problems),
            };
            let readings = match self.case_answers(setting, case, &built, watch) {
                Ok(readings) => readings,
                Err(judgement) => return judgement,
            };
            let unused_here = built.unused;
            unused
                .get_or_insert_with(|| unused_here.clone())
                .retain(|fault| unused_here.iter().any(|other| other.path == fault.path));
            for (ask_index, ((reading, over), ask)) in
                readings.into_iter().zip(&self.asks).enumerate()
            {
                let answer = match judge_answer(reading, over, ask, case as u32) {
                    Ok(answer) => answer,
                    Err(reason) => return Judgement::Unknown(format!("{}: {reason}", ask.label)),
                };
                match answers.get_mut(ask_index) {
                    Some(known) => {
                        let in_all = known.miss_in_all + answer.miss_in_all;
                        let worst = if is_worse(&answer, known, ask) {
                            answer
                        } else {
                            *known
                        };
                        *known = JudgedAnswer {
                            miss_in_all: in_all,
                            ..worst
                        };
                    }
                    None => answers.push(answer),
                }
            }
            if gives_up && answers.iter().any(|answer| answer.miss > 0.0) {
                return Judgement::Answers(Vec::new());
            }
        }
        match unused.unwrap_or_default().into_iter().next() {
            Some(fault) => Judgement::Refused(fault.problem),
            None => Judgement::Answers(answers),
        }
    }

    fn case_answers(
        &self,
        setting: &Scenario,
        case: usize,
        built: &BuiltRule,
        watch: &Watch,
    ) -> CaseAnswers {
        let mut asking = setting.asking(case, &built.presentation).map_err(refusal)?;
        // Only the questions matter here, and their expressions already contain the definitions of
        // the scenario's metrics.
        asking.metrics.clear();
        let playing = setting
            .case_play(case, &built.presentation)
            .map_err(refusal)?;
        let key = case_key(built, &asking, &playing);
        if let Some(known) = self.known.lock().expect("nobody fails with it").get(&key) {
            return known.clone();
        }
        let found = self
            .explore_case(setting, built, &asking, &playing, watch)
            .map_err(stop_judgement);
        if found != Err(Judgement::Stopped) {
            let mut known = self.known.lock().expect("nobody fails with it");
            if known.len() < MAX_CACHED_CASES {
                known.insert(key, found.clone());
            }
        }
        found
    }

    /// Explores and solves a case as far as its questions need.
    fn explore_case(
        &self,
        setting: &Scenario,
        built: &BuiltRule,
        asking: &Asking,
        playing: &CasePlay,
        watch: &Watch,
    ) -> Result<Vec<(ExactReading, OptimalPlayRange)>, Stop> {
        let budget = &setting.settings.budget;
        let slots: Vec<u32> = asking.asked().flat_map(|asked| asked.slots()).collect();
        let best = best_plan(playing, built, budget, watch)?;
        // All optimal plays have the same value of the aim.
        let over = |(index, question): (usize, &Question)| match &best {
            Some(found) if setting.questions.aim != Some(index) => {
                OptimalPlayRange::for_question(found, question, budget, watch)
            }
            _ => Ok(OptimalPlayRange::Same),
        };
        let over: Vec<OptimalPlayRange> = asking
            .asks
            .iter()
            .enumerate()
            .map(over)
            .collect::<Result<_, _>>()?;
        let parts: Vec<u32> = match &best {
            Some(_) => vec![0; parts_of_slots(&built.presentation).len()],
            None => parts_of_slots(&built.presentation),
        };
        let rule = &*built.rule;
        let graphs: Vec<Option<Graph>> = match best {
            Some(found) => vec![Some(found.graph)],
            None => {
                let is_needed = |part: u32| {
                    slots.is_empty() || slots.iter().any(|&slot| parts[slot as usize] == part)
                };
                let explore = |part| {
                    is_needed(part)
                        .then(|| rule.explore(part, budget, watch))
                        .transpose()
                };
                (0..rule.part_count())
                    .map(explore)
                    .collect::<Result<_, _>>()?
            }
        };
        let mut distributions: Vec<Option<ExactDistribution>> = vec![None; parts.len()];
        for (part, graph) in (0..).zip(&graphs) {
            let Some(graph) = graph else { continue };
            let mut explored = self.explored_counts.lock().expect("nobody fails with it");
            *explored = (explored.0 + 1, explored.1 + graph.state_count() as u64);
            drop(explored);
            for (slot, distribution) in solve_metrics(
                graph,
                &|metric| is_asked(built, metric, &slots),
                budget,
                watch,
            )?
            .into_iter()
            .enumerate()
            {
                if parts[slot] == part {
                    distributions[slot] = distribution;
                }
            }
        }
        let exact = solve_questions(
            rule,
            asking,
            &ExploredCase {
                graphs: &graphs,
                sliced: &[],
                likeliest: None,
                distributions: &distributions,
                parts: &parts,
            },
            budget,
            0,
            watch,
        )?;
        let reading = |(odds, question): (&ExactAnswer, &Question)| {
            odds.joint().map_or(ExactReading::Unknown, |joint| {
                question.statistic.exact_reading(joint)
            })
        };
        Ok(exact
            .iter()
            .zip(&asking.asks)
            .map(reading)
            .zip(over)
            .collect())
    }
}

/// Returns the judgement of a setting that has mistakes.
fn refusal(problems: Diagnostics) -> Judgement {
    Judgement::Refused(
        problems
            .0
            .first()
            .map_or(String::new(), |problem| problem.problem.clone()),
    )
}

/// Returns whether a question reads a metric.
fn is_asked(built: &BuiltRule, metric: usize, slots: &[u32]) -> bool {
    let count = |index: usize| built.presentation.metrics[index].all_steps().count() as u32;
    let first: u32 = (0..metric).map(count).sum();
    slots
        .iter()
        .any(|slot| (first..first + count(metric)).contains(slot))
}

/// Hashes everything that the odds of a case depend on. A rule's text contains only what the rule
/// uses, so equal texts mean equal rules.
fn case_key(built: &BuiltRule, asking: &Asking, playing: &CasePlay) -> [u8; 32] {
    let decisions = playing.answered.iter().map(|answered| {
        (
            answered.choice,
            answered.answer,
            answered.side,
            answered.skill,
            playing.policy.heuristic(answered.choice),
        )
    });
    let decisions = decisions.collect::<Vec<_>>();
    let aim = playing.aim.as_ref().map(|wanted| {
        let theirs = wanted.theirs.as_ref().map(|theirs| &theirs.aim);
        (wanted.aims(), theirs)
    });
    Sha256::digest(format!(
        "{}{:?}{decisions:?}{aim:?}",
        built.rule.depends_on(),
        asking.asks
    ))
    .into()
}

/// Returns the judgement of a setting whose exact odds could not be computed.
fn stop_judgement(stop: Stop) -> Judgement {
    match stop {
        Stop::Requested => Judgement::Stopped,
        Stop::TooLarge { .. } | Stop::CycleTooLarge { .. } | Stop::OutOfMemory => {
            Judgement::Unknown("too large for exact odds".to_owned())
        }
        Stop::Rule(RuleError { problem, .. }) => Judgement::Refused(problem),
    }
}

/// Compares an answer with its goal. Fails with a reason if the answer is not known for certain.
fn judge_answer(
    reading: ExactReading,
    over: OptimalPlayRange,
    ask: &JudgedAsk,
    case: u32,
) -> Result<JudgedAnswer, &'static str> {
    const TIED: &str = "it depends on which of several equally good plays is used";
    const TRUNCATED: &str = "too much of its odds is truncated to decide";
    let (reading, reason) = match (over, reading) {
        (OptimalPlayRange::Unknown, _) if ask.want.is_some() => return Err(TIED),
        // A goal is met only if every optimal play meets it, so the whole range between the least
        // and the greatest value must meet it.
        (OptimalPlayRange::Between(range), ExactReading::Known(figure)) => {
            let unresolved = figure.unresolved + range.most - range.least;
            (
                ExactReading::Known(Figure {
                    value: range.least,
                    unresolved,
                    ..figure
                }),
                TIED,
            )
        }
        (_, reading) => (reading, TRUNCATED),
    };
    let bound = ask.want.as_ref().map(|(bound, _)| bound);
    match reading {
        ExactReading::Unknown => Err(TRUNCATED),
        ExactReading::NeverGiven | ExactReading::NoValue => {
            let miss = if bound.is_some() { f64::INFINITY } else { 0.0 };
            Ok(JudgedAnswer {
                value: None,
                unresolved: 0.0,
                miss,
                miss_in_all: miss,
                slack: 0.0,
                case,
            })
        }
        ExactReading::Known(figure) => {
            let value = figure.value;
            let far = if figure.unresolved > SETTLED_THRESHOLD {
                value + figure.unresolved
            } else {
                value
            };
            let (miss, other) =
                bound.map_or((0.0, 0.0), |bound| (bound.miss(value), bound.miss(far)));
            let is_within = bound.is_some_and(|bound| far > value && bound.lies_within(value, far));
            let is_sure = (miss == 0.0) == (other == 0.0) && !is_within;
            let slack = bound.map_or(0.0, |bound| slack(bound, value).min(slack(bound, far)));
            let (miss, unresolved) = (miss.min(other), figure.unresolved);
            is_sure
                .then_some(JudgedAnswer {
                    value: Some(value),
                    unresolved,
                    miss,
                    miss_in_all: miss,
                    slack,
                    case,
                })
                .ok_or(reason)
        }
    }
}

/// Returns whether an answer is worse than another answer to the same question. With a goal, worse
/// means a larger miss, or a smaller margin. Without a goal, the question's direction decides.
fn is_worse(answer: &JudgedAnswer, other: &JudgedAnswer, ask: &JudgedAsk) -> bool {
    if ask.want.is_some() {
        return (answer.miss, -answer.slack) > (other.miss, -other.slack);
    }
    match (answer.value, other.value) {
        (Some(value), Some(other)) => {
            if ask.is_maximised {
                value < other
            } else {
                value > other
            }
        }
        (value, other) => value.is_none() && other.is_some(),
    }
}
