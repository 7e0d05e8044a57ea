//! Distributions that exploration computes once and keeps for later states.

use std::sync::Arc;

use oddsmith_engine::chance::{DiceTerm, KeptDice};
use oddsmith_engine::explore::{Effort, Leaves};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::{DecisionRule, RuleErrorKind};

use super::calls::CallDistributions;
use super::explored_rule::ExploredRule;
use super::packed::State;
use super::shared::{SharedDistributions, UsedValues};
use super::state::WaitingFor;
use super::walk_positions::{Traveller, WalkPositions};
use crate::asking::distribution::distribution;
use crate::asking::{AnswerDistribution, Request};
use crate::choice;
use crate::machine::{Fault, Faulty, Machine};
use crate::value::Datum;

/// The cost of trying an answer, in transitions of the engine: forking the machine, running it, and
/// looking up its position.
const ANSWER_COST: u64 = 5;
/// The cost if a walk has more positions than a processor's fast memory holds.
const FAR_ANSWER_COST: u64 = 15;
const MANY_POSITIONS: usize = 1000;
/// The number of instructions that take about as long as an answer.
const STEPS_PER_ANSWER: u32 = 64;

/// The number of transitions that take about as long as computing an answer at an index.
const INDEX_ANSWER_COST: u64 = 40;

/// The number of sums to which a die is added in about the time of a transition.
const SUMS_PER_TRANSITION: u64 = 32;

/// The maximal number of bytes that one state may add to the cached distributions.
const MAX_BYTES_PER_STATE: usize = 200_000_000;

/// Data that exploration keeps from one state to the next. A clone shares the distributions that
/// are computed once.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) shared: Arc<SharedDistributions>,
    /// How often the shared distributions were dropped when this scratch last looked.
    drops: usize,
    answers: UsedValues<Request, Arc<AnswerDistribution>>,
    pub(super) calls: CallDistributions,
    /// The positions and machines of earlier walks, whose memory is used again.
    positions: Vec<WalkPositions>,
    travellers: Vec<Traveller>,
    /// The last question to chance that had several answers. The next one is often the same.
    latest_uncertain: Option<Request>,
    /// What the latest waiting state waits for, and its index.
    pub(super) latest_waiting: Option<(WaitingFor, u32)>,
    /// The effort spent on the current state so far.
    pub(super) effort: Effort,
    /// The approximate bytes of the distributions that the current state has added.
    bytes: usize,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch {
            shared: Arc::clone(&self.shared),
            ..Scratch::default()
        }
    }
}

impl Scratch {
    /// Prepares for exploring a state.
    pub(super) fn start(&mut self, leaves: &Leaves<State>) {
        self.effort = leaves.effort();
        self.bytes = 0;
        let drops = self.shared.drop_if_large();
        if drops != self.drops {
            self.drops = drops;
            self.answers.clear();
            self.latest_uncertain = None;
            self.calls.forget();
        }
    }

    /// Returns the work that the shared distributions took, in leaves.
    pub(crate) fn shared_work(&self) -> u64 {
        self.shared.work()
    }

    /// Returns positions for a walk that may hold this many.
    pub(super) fn take_positions(&mut self, limit: usize) -> WalkPositions {
        let mut positions = self.positions.pop().unwrap_or_default();
        positions.restart(limit);
        positions
    }

    /// Keeps the memory of positions for the next walk.
    pub(super) fn keep_positions(&mut self, positions: WalkPositions) {
        if positions.is_small() {
            self.positions.push(positions);
        }
    }

    /// Returns a machine that a walk can start again.
    pub(super) fn take_traveller(&mut self) -> Traveller {
        let spare = self.travellers.pop();
        spare.unwrap_or_else(|| Traveller::new(Machine::default()))
    }

    /// Keeps the memory of a machine for the next walk.
    pub(super) fn keep_traveller(&mut self, mut traveller: Traveller) {
        traveller.machine.stack.clear();
        self.travellers.push(traveller);
    }

    /// Returns whether a question is known to have several answers.
    #[inline]
    pub(super) fn is_uncertain(&self, request: &Request) -> bool {
        self.latest_uncertain.as_ref() == Some(request)
    }

    /// Notes that a question has several answers. Answers of players also depend on other things.
    pub(super) fn note_uncertain(&mut self, request: &Request) {
        if request.sides().next().is_none() {
            self.latest_uncertain = Some(request.clone());
        }
    }

    /// Counts one more answer, which took this many instructions in a walk with this many
    /// positions.
    #[inline]
    pub(super) fn tick(&mut self, steps: u32, positions: usize) -> Faulty {
        let cost = if positions > MANY_POSITIONS {
            FAR_ANSWER_COST
        } else {
            ANSWER_COST
        };
        let more = ANSWER_COST * u64::from(steps / STEPS_PER_ANSWER);
        Ok(self.effort.take(cost + more)?)
    }

    /// Returns the distribution of a question.
    pub(super) fn distribution(
        &mut self,
        rule: &ExploredRule,
        machine: &Machine,
        request: &Request,
    ) -> Faulty<Arc<AnswerDistribution>> {
        if let Some(answers) = self.answers.get(&self.shared.answers, request) {
            return Ok(answers);
        }
        let before = self.effort.done();
        let distribution = match request {
            Request::Choose {
                choice, options, ..
            } => choice_distribution(rule.policy.answer((*choice).into()), options),
            Request::ChooseAtOnce { .. } => {
                let mut sides = request.sides().map(|(choice, options)| {
                    choice_distribution(rule.policy.answer(choice.into()), options)
                });
                let (first, second) = (sides.next(), sides.next());
                pairs(&first.unwrap_or_default(), &second.unwrap_or_default())
            }
            // The question was checked when it was built, so only its size can be wrong.
            _ => distribution(request, rule.flags.reads_by_index).map_err(|(problem, help)| {
                let fault = machine.fault(rule.program, problem, help);
                Box::new(Fault {
                    sort: RuleErrorKind::TooLarge,
                    ..*fault
                })
            })?,
        };
        self.effort
            .take(effort(request, distribution.len()))
            .map_err(|error| {
                let span = machine.span(rule.program);
                Box::new(Fault {
                    span,
                    ..*Box::<Fault>::from(error)
                })
            })?;
        let bytes = distribution
            .iter()
            .map(|(value, _)| size_of::<(Datum, Mass)>() + value.bytes())
            .sum::<usize>();
        self.bytes += bytes;
        if self.bytes > MAX_BYTES_PER_STATE {
            let problem =
                "the possible results of this roll take too much memory for exact odds".to_owned();
            let fault = machine.fault(
                rule.program,
                problem,
                "use fewer dice, or dice with fewer faces",
            );
            return Err(Box::new(Fault {
                sort: RuleErrorKind::TooLarge,
                ..*fault
            }));
        }
        let work = self.effort.take_back(before);
        Ok(self.shared.add_answers(
            request.clone(),
            distribution.into(),
            work,
            bytes,
            &self.effort,
        ))
    }
}

/// Returns the cost of computing the distribution of a request, in transitions.
fn effort(request: &Request, answers: usize) -> u64 {
    let term_effort = |(_, term): &(i64, DiceTerm)| match *term {
        DiceTerm::Number(_) => 0,
        // The dice are added to all sums one after the other.
        DiceTerm::Dice {
            n,
            sides,
            keep: KeptDice::All,
        } => n.saturating_mul(n).saturating_mul(sides) / SUMS_PER_TRANSITION,
        // The distribution of the number of dice is computed for each face.
        DiceTerm::Dice { n, sides, .. } => n.saturating_mul(sides),
    };
    match request {
        // Every state of a list has a separate distribution, whose length is the number of answers.
        Request::Index { unread, .. } => {
            INDEX_ANSWER_COST * answers as u64 + unread.reading_work() / SUMS_PER_TRANSITION
        }
        Request::Dice(terms) => terms.iter().map(term_effort).sum(),
        _ => 0,
    }
}

/// Returns the distribution of a choice that is not left open.
pub(super) fn choice_distribution(answer: DecisionRule, options: &[Datum]) -> AnswerDistribution {
    let wanted = match answer {
        DecisionRule::Uniform => {
            let share = Mass::ratio(1, options.len() as u128);
            return options
                .iter()
                .map(|option| (option.clone(), share))
                .collect();
        }
        DecisionRule::Option(wanted) => options
            .iter()
            .find(|option| choice::number(option) == Some(wanted)),
        // A rule of thumb needs the situation and is handled elsewhere.
        DecisionRule::First | DecisionRule::Best | DecisionRule::Heuristic => None,
    };
    vec![(wanted.unwrap_or(&options[0]).clone(), Mass::ONE)]
}

/// Returns the distribution of two answers that do not depend on each other, as lists.
pub(super) fn pairs(first: &AnswerDistribution, second: &AnswerDistribution) -> AnswerDistribution {
    let pair = |(value, mass): &(Datum, Mass)| {
        let others = second.iter();
        let pair = |(other, share): &(Datum, Mass)| {
            (
                Datum::list(vec![value.clone(), other.clone()]),
                *mass * *share,
            )
        };
        others.map(pair).collect::<Vec<_>>()
    };
    first.iter().flat_map(pair).collect()
}
