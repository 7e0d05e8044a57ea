//! The reader that explores: the program is forked at each question, equal machines are one, and what is asked
//! between two checkpoints is summed out.

mod fault;
mod function;
mod growth;
mod level;
mod look;
mod walk;

use std::sync::Arc;

use oddsmith_engine::explore::{Effort, Leaves, Observation, Onward, Open};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::{Answer, Parts, Policy, RuleError, Wrong};
use rustc_hash::FxHashMap;

use crate::builtin::question::Question;
use crate::choice;
use crate::law::{self, SharedLaw};
use crate::machine::value::Value;
use crate::machine::{Fault, Machine, Manner, Program};
pub use fault::Outlook;
use function::Functions;
pub use growth::Growth;
pub(crate) use level::{at_level, level};
use walk::{Ending, Sink, Walk};

/// A situation of a trial: the program half-way, holding only what it still needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    machine: Machine,
    waiting: Option<Waiting>,
}

impl State {
    /// Bytes that it takes beside itself.
    fn bytes(&self) -> usize {
        self.machine.bytes()
    }
}

/// What a machine waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Waiting {
    Answer(Question),
    /// What a function gives for these arguments.
    Result(usize, Vec<Value>),
}

/// What exploring keeps from one state to the next: laws worked out once.
#[derive(Debug, Default)]
pub struct Scratch {
    laws: FxHashMap<Question, SharedLaw>,
    functions: Functions,
    /// What the situation that is being explored has cost so far.
    effort: Effort,
    /// Bytes that the laws take, about.
    bytes: usize,
}

/// What exploring reads: the program, how, and who decides.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'p> {
    pub(crate) program: &'p Program,
    pub(crate) manner: Manner,
    pub(crate) policy: &'p Policy,
}

impl Reading<'_> {
    /// Whether the best of so many options of a choice is still to be found.
    fn is_open(&self, choice: u16, options: usize) -> bool {
        options > 1 && self.policy.answer(choice.into()) == Answer::Best
    }
}

/// Instructions that take about as long as a way on.
const STEPS_OF_A_WAY: u32 = 64;

/// Bytes of laws that are kept: past that all are forgotten, and worked out again where they are asked.
const MAX_BYTES: usize = 200_000_000;

impl Scratch {
    /// Before a situation is explored.
    fn start(&mut self, leaves: &Leaves<State>) {
        self.effort = leaves.effort();
        if self.bytes > MAX_BYTES {
            *self = Scratch { effort: std::mem::take(&mut self.effort), ..Scratch::default() };
        }
    }

    /// One more answer is tried, at the cost of so many instructions.
    #[inline]
    fn tick(&mut self, steps: u32) -> Result<(), Box<Fault>> {
        self.effort.take(1 + u64::from(steps / STEPS_OF_A_WAY)).map_err(from_engine)
    }

    /// The law of a question.
    fn law(&mut self, reading: &Reading, machine: &Machine, question: &Question) -> Result<SharedLaw, Box<Fault>> {
        if let Some(law) = self.laws.get(question) {
            return Ok(law.clone());
        }
        let law = match question {
            Question::Choose { choice, options } => Ok(chosen(reading.policy.answer((*choice).into()), options)),
            // It was checked as it was asked: what is wrong now is its size.
            _ => law::law(question).map_err(|(problem, help)| {
                let fault = machine.fault(reading.program, problem, help);
                Box::new(Fault { sort: Wrong::TooLarge, ..*fault })
            }),
        };
        let law = Arc::new(law?);
        self.bytes += law.iter().map(|(value, _)| size_of::<(Value, Mass)>() + value.bytes()).sum::<usize>();
        self.laws.insert(question.clone(), law.clone());
        Ok(law)
    }
}

/// The law of a choice that is not left open.
fn chosen(answer: Answer, options: &[Value]) -> law::Law {
    let wanted = match answer {
        Answer::Uniform => {
            let share = Mass::ratio(1, options.len() as u128);
            return options.iter().map(|option| (option.clone(), share)).collect();
        }
        Answer::Option(wanted) => options.iter().find(|option| choice::number(option) == Some(wanted)),
        Answer::First | Answer::Best => None,
    };
    vec![(wanted.unwrap_or(&options[0]).clone(), Mass::ONE)]
}

/// The situation before a trial.
pub(crate) fn start(program: &Program, _: &Parts) -> State {
    State { machine: Machine::new(program, program.code.trial), waiting: None }
}

/// Every way on from a situation.
pub(crate) fn expand(
    reading: Reading,
    state: &State,
    scratch: &mut Scratch,
    leaves: &mut Leaves<State>,
) -> Result<(), Box<Fault>> {
    scratch.start(leaves);
    let mut ways = Ways { program: reading.program, manner: reading.manner, leaves };
    let walked = Walk::new(reading, scratch, &mut ways).run(state.machine.clone(), state.waiting.clone());
    leaves.add_effort(&scratch.effort).map_err(from_engine)?;
    walked
}

/// Hands every way on to the engine.
struct Ways<'w> {
    program: &'w Program,
    manner: Manner,
    leaves: &'w mut Leaves<State>,
}

impl Sink for Ways<'_> {
    fn cost(&mut self, dice: f64) {
        self.leaves.cost(Mass::inexact(dice), 1);
    }

    fn open(&mut self, open: &Open) {
        self.leaves.choose(open);
    }

    fn offer(&mut self, choice: usize, options: impl Iterator<Item = i64>) {
        self.leaves.offer(choice, options);
    }

    fn take(&mut self, mass: Mass, mut observed: Vec<Observation>, ending: Ending) -> Result<(), Box<Fault>> {
        let onward = match ending {
            Ending::Checkpoint(machine) => Onward::State(State { machine, waiting: None }),
            Ending::Waiting(machine, waiting) => Onward::State(State { machine, waiting: Some(waiting) }),
            Ending::Cut => Onward::Cut,
            Ending::Returned(machine, _) => {
                self.program.finish(self.manner, &machine, &mut observed)?;
                Onward::Done
            }
        };
        let bytes = match &onward {
            Onward::State(state) => state.bytes(),
            _ => 0,
        };
        let known = self.leaves.state_count();
        self.leaves.add(mass, &observed, onward).map_err(from_engine)?;
        if self.leaves.state_count() > known {
            self.leaves.add_bytes(bytes);
        }
        Ok(())
    }
}

/// Why the engine takes no more.
fn from_engine(error: RuleError) -> Box<Fault> {
    let (span, variables, path) = Default::default();
    let RuleError { problem, help, sort, .. } = error;
    Box::new(Fault { span, problem, help, variables, path, is_too_deep: false, sort })
}
