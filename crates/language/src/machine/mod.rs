//! The machine: a program half-way, as a value that can be copied, compared and gone on with.

pub(crate) mod far;
mod records;
mod run;
mod step;
pub(crate) mod value;

use std::sync::Arc;

use crate::builtin::question::Question;
use crate::code::Code;
use crate::source::Span;
use oddsmith_engine::Wrong;
use oddsmith_engine::chance::DiceText;
use oddsmith_engine::explore::Observation;
use value::Value;

pub(crate) use records::{Places, places};

/// How deep functions may call themselves.
pub(crate) const MAX_FRAMES: usize = 64;

/// Values on the stack that an expression usually takes.
const ROOM: usize = 4;

/// A program with its parameters set: what a machine runs, and never changes.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Arc<Code>,
    /// Parameters and constants.
    pub(crate) shared: Vec<Value>,
    /// The texts of the program and of its parameters.
    pub(crate) texts: Vec<String>,
    /// The dice of the parameters.
    pub(crate) dice: Vec<SetDice>,
    pub(crate) places: Places,
}

/// The dice of a parameter.
#[derive(Clone, Debug)]
pub(crate) enum SetDice {
    /// Asked for at once.
    Plain(DiceText),
    /// Rolled by this function, since they explode.
    Exploding(usize),
}

/// How a machine is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Names that nobody needs any more are forgotten.
    pub(crate) forgets: bool,
    /// It stops before a function of which the law is worth remembering.
    pub(crate) stops_at_calls: bool,
    /// It stops where a turn of an outermost loop of the trial begins.
    pub(crate) stops_at_turns: bool,
    /// Notes are worked out and told.
    pub(crate) tells: bool,
    /// Running totals are told as they grow, and summed up elsewhere.
    pub(crate) sums: bool,
    /// What has been recorded is remembered, so that a second time is found where it happens, and what was left out at the end.
    /// Otherwise whoever reads the records sees to it.
    pub(crate) marks: bool,
}

impl Manner {
    /// As a trial is played: with none of the savings.
    pub(crate) const PLAIN: Manner =
        Manner { forgets: false, stops_at_calls: false, stops_at_turns: false, tells: false, sums: false, marks: true };
    /// As a trial is told.
    pub(crate) const TOLD: Manner = Manner { tells: true, ..Manner::PLAIN };
    /// As a program is explored.
    pub(crate) const EXPLORED: Manner =
        Manner { forgets: true, stops_at_calls: true, stops_at_turns: true, tells: false, sums: true, marks: false };
}

/// Where a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    pub(crate) function: u32,
    pub(crate) at: u32,
    /// Where its slots begin on the stack.
    pub(crate) base: u32,
}

/// A program half-way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    pub(crate) stack: Vec<Value>,
    pub(crate) frame: Frame,
    /// Those that wait for it, the outermost first.
    pub(crate) callers: Vec<Frame>,
}

/// Why a machine stopped.
#[derive(Clone, Debug)]
pub(crate) enum Pause {
    /// It asks; the answer is given by [`Machine::answer`].
    Ask(Question),
    /// A function of which the law is worth remembering is called: so many arguments are on the stack.
    Call {
        function: usize,
        arguments: usize,
    },
    Checkpoint,
    /// The outermost function has returned.
    Returned(Value),
}

/// What went wrong in a running program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// What is wrong, in one line.
    pub problem: String,
    /// What is allowed, or what to do.
    pub help: String,
    /// The values of the names there.
    pub variables: Vec<(String, String)>,
    /// What was asked since the last turn of the outermost loop began, and the answers that led there.
    pub path: Vec<String>,
    /// Whether functions have called each other too deeply.
    pub(crate) is_too_deep: bool,
    /// What sort of thing is wrong.
    pub(crate) sort: Wrong,
}

/// What a program has said since it was last asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Said {
    pub(crate) observations: Vec<Observation>,
    pub(crate) notes: Vec<(Span, String)>,
    /// Turns of `while` loops, and calls.
    pub(crate) turns: u32,
    /// Instructions, longer ones counted as several.
    pub(crate) steps: u32,
}

impl Machine {
    /// At the start of a function without arguments.
    pub(crate) fn new(program: &Program, function: usize) -> Machine {
        Machine::with(program, function, program.places.start())
    }

    /// At the start of a function, with what is on the stack below it; its arguments on top.
    pub(crate) fn with(program: &Program, function: usize, stack: Vec<Value>) -> Machine {
        let compiled = &program.code.functions[function];
        let base = stack.len() - compiled.arguments;
        let mut machine = Machine {
            stack,
            frame: Frame { function: function as u32, at: 0, base: base as u32 },
            callers: Vec::new(),
        };
        machine.stack.resize(base + compiled.slots.len(), Value::Nothing);
        machine
    }

    /// A copy with room for what it computes next.
    pub(crate) fn fork(&self) -> Machine {
        let mut stack = Vec::with_capacity(self.stack.len() + ROOM);
        stack.extend(self.stack.iter().cloned());
        Machine { stack, frame: self.frame, callers: self.callers.clone() }
    }

    /// Where the names of the outermost function begin: below them stands what has been recorded.
    pub(crate) fn first_slot(&self) -> usize {
        self.callers.first().unwrap_or(&self.frame).base as usize
    }

    /// Bytes that it takes beside itself.
    pub(crate) fn bytes(&self) -> usize {
        let values = self.stack.iter().map(|value| size_of::<Value>() + value.bytes());
        values.sum::<usize>() + self.callers.len() * size_of::<Frame>()
    }

    /// Gives the answer that it waits for.
    pub(crate) fn answer(&mut self, value: Value) {
        self.stack.push(value);
    }

    /// Takes so many arguments off the stack.
    pub(crate) fn take(&mut self, arguments: usize) -> Vec<Value> {
        let at = self.stack.len() - arguments;
        self.stack.split_off(at)
    }

    /// Starts a function, its arguments being on the stack.
    pub(crate) fn enter(&mut self, program: &Program, function: usize) {
        let compiled = &program.code.functions[function];
        let base = self.stack.len() - compiled.arguments;
        self.callers.push(self.frame);
        self.frame = Frame { function: function as u32, at: 0, base: base as u32 };
        self.stack.resize(base + compiled.slots.len(), Value::Nothing);
    }

    /// Goes on in the middle of a function that another machine has begun.
    pub(crate) fn continue_with(&mut self, other: &Machine) {
        let shift = self.stack.len() as u32;
        let shifted = |frame: &Frame| Frame { base: frame.base + shift, ..*frame };
        self.callers.push(self.frame);
        self.callers.extend(other.callers.iter().map(shifted));
        self.frame = shifted(&other.frame);
        self.stack.extend(other.stack.iter().cloned());
    }

    /// The place of the instruction that it did last. What the prelude does happens where it was called.
    pub(crate) fn span(&self, program: &Program) -> Span {
        let frames = std::iter::once(&self.frame).chain(self.callers.iter().rev());
        let span = |frame: &Frame| {
            program.code.functions[frame.function as usize].spans[(frame.at as usize).saturating_sub(1)]
        };
        frames.map(span).find(|span| *span != Span::default()).unwrap_or_default()
    }

    /// A fault at the instruction that it did last.
    pub(crate) fn fault(&self, program: &Program, problem: String, help: &str) -> Box<Fault> {
        Box::new(Fault {
            span: self.span(program),
            problem,
            help: help.to_owned(),
            variables: self.variables(program),
            path: Vec::new(),
            is_too_deep: false,
            sort: Wrong::Mistake,
        })
    }

    fn variables(&self, program: &Program) -> Vec<(String, String)> {
        let slots = &program.code.functions[self.frame.function as usize].slots;
        let values = slots.iter().zip(&self.stack[(self.frame.base as usize).min(self.stack.len())..]);
        let named = values.filter(|(name, value)| !name.is_empty() && **value != Value::Nothing);
        named.map(|(name, value)| (name.clone(), value.show(&program.texts))).collect()
    }
}
