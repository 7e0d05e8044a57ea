//! The machine: a program half-way, as a value that can be copied, compared and gone on with.

use oddsmith_engine::RuleErrorKind;
use oddsmith_engine::explore::Observation;

use super::fault::Fault;
use super::program::Program;
use crate::asking::Request;
use crate::source::Span;
use crate::value::Datum;

/// How deep functions may call themselves.
pub(crate) const MAX_FRAMES: usize = 64;

/// Values on the stack that an expression usually takes.
const SPARE_CAPACITY: usize = 4;

/// Where a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallFrame {
    pub(crate) function: u32,
    pub(crate) next_op: u32,
    /// Where its slots begin on the stack.
    pub(crate) base: u32,
}

/// A program half-way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    pub(crate) stack: Vec<Datum>,
    pub(crate) frame: CallFrame,
    /// Those that wait for it, the outermost first.
    pub(crate) callers: Vec<CallFrame>,
}

/// Why a machine stopped.
#[derive(Clone, Debug)]
pub(crate) enum Pause {
    /// It asks; the answer is given by [`Machine::answer`].
    Ask(Request),
    /// A function of which the law is worth remembering is called: so many arguments are on the
    /// stack.
    Call {
        function: usize,
        arguments: usize,
    },
    Checkpoint,
    /// The outermost function has returned.
    Returned(Datum),
}

/// What a program has said since it was last asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RunLog {
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
        Machine::with_stack(program, function, program.record_layout.initial_values())
    }

    /// At the start of a function, with what is on the stack below it; its arguments on top.
    pub(crate) fn with_stack(program: &Program, function: usize, stack: Vec<Datum>) -> Machine {
        let compiled = &program.code.functions[function];
        let base = stack.len() - compiled.arguments;
        let mut machine = Machine {
            stack,
            frame: CallFrame {
                function: function as u32,
                next_op: 0,
                base: base as u32,
            },
            callers: Vec::new(),
        };
        machine
            .stack
            .resize(base + compiled.slots.len(), Datum::Nothing);
        machine
    }

    /// A copy with room for what it computes next.
    pub(crate) fn fork(&self) -> Machine {
        let mut stack = Vec::with_capacity(self.stack.len() + SPARE_CAPACITY);
        stack.extend(self.stack.iter().cloned());
        Machine {
            stack,
            frame: self.frame,
            callers: self.callers.clone(),
        }
    }

    /// Where the names of the outermost function begin: below them stands what has been recorded.
    pub(crate) fn first_slot(&self) -> usize {
        self.callers.first().unwrap_or(&self.frame).base as usize
    }

    /// Returns the bytes that the state takes outside its own struct.
    pub(crate) fn bytes(&self) -> usize {
        let values = self
            .stack
            .iter()
            .map(|value| size_of::<Datum>() + value.bytes());
        values.sum::<usize>() + self.callers.len() * size_of::<CallFrame>()
    }

    /// Gives the answer that it waits for.
    pub(crate) fn answer(&mut self, value: Datum) {
        match self.stack.last() {
            // More of a list was asked for: it takes the list's place.
            Some(&Datum::Into(place)) => {
                self.stack.pop();
                self.stack[self.frame.base as usize + place as usize] = value;
            }
            _ => self.stack.push(value),
        }
    }

    /// Takes so many arguments off the stack.
    pub(crate) fn take_arguments(&mut self, arguments: usize) -> Vec<Datum> {
        let start = self.stack.len() - arguments;
        self.stack.split_off(start)
    }

    /// Starts a function, its arguments being on the stack.
    pub(crate) fn enter(&mut self, program: &Program, function: usize) {
        let compiled = &program.code.functions[function];
        let base = self.stack.len() - compiled.arguments;
        self.callers.push(self.frame);
        self.frame = CallFrame {
            function: function as u32,
            next_op: 0,
            base: base as u32,
        };
        self.stack
            .resize(base + compiled.slots.len(), Datum::Nothing);
    }

    /// Goes on in the middle of a function that another machine has begun.
    pub(crate) fn continue_with(&mut self, other: &Machine) {
        let shift = self.stack.len() as u32;
        let shifted = |frame: &CallFrame| CallFrame {
            base: frame.base + shift,
            ..*frame
        };
        self.callers.push(self.frame);
        self.callers.extend(other.callers.iter().map(shifted));
        self.frame = shifted(&other.frame);
        self.stack.extend(other.stack.iter().cloned());
    }

    /// The place of the instruction that it did last. What the prelude does happens where it was
    /// called.
    pub(crate) fn span(&self, program: &Program) -> Span {
        // An instruction that asked for more of a list is still to be done.
        let done = if matches!(self.stack.last(), Some(Datum::Into(_))) {
            self.frame.next_op + 1
        } else {
            self.frame.next_op
        };
        let frames = std::iter::once(CallFrame {
            next_op: done,
            ..self.frame
        })
        .chain(self.callers.iter().rev().copied());
        let span = |frame: CallFrame| {
            program.code.functions[frame.function as usize].spans
                [(frame.next_op as usize).saturating_sub(1)]
        };
        frames
            .map(span)
            .find(|span| *span != Span::default())
            .unwrap_or_default()
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
            sort: RuleErrorKind::Mistake,
        })
    }

    fn variables(&self, program: &Program) -> Vec<(String, String)> {
        self.named_values(program)
            .map(|(name, value)| (name.to_owned(), program.value_text(value)))
            .collect()
    }

    /// Returns the name of a number that has grown beyond every bound, and whether it rises;
    /// otherwise it falls.
    pub(crate) fn unbounded_number<'p>(&self, program: &'p Program) -> Option<(&'p str, bool)> {
        self.named_values(program)
            .find_map(|(name, value)| match value {
                Datum::Far(_) => Some((name, true)),
                Datum::Deep(_) => Some((name, false)),
                _ => None,
            })
    }

    /// The names of the current function that have a value.
    fn named_values<'p>(&self, program: &'p Program) -> impl Iterator<Item = (&'p str, &Datum)> {
        let slots = &program.code.functions[self.frame.function as usize].slots;
        let values = slots
            .iter()
            .zip(&self.stack[(self.frame.base as usize).min(self.stack.len())..]);
        values
            .filter(|(name, value)| !name.is_empty() && **value != Datum::Nothing)
            .map(|(name, value)| (&**name, value))
    }

    /// Functions that call each other without end.
    pub(crate) fn recursion_fault(&self, program: &Program) -> Box<Fault> {
        let problem = format!("functions call each other more than {MAX_FRAMES} levels deep");
        let help = "does the function stop calling itself? Add a case that returns directly, or use a loop";
        Box::new(Fault {
            is_too_deep: true,
            ..*self.fault(program, problem, help)
        })
    }
}
