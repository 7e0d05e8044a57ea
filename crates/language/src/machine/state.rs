//! The machine: a suspended program, as a value that can be copied, compared and continued.

use oddsmith_engine::RuleErrorKind;
use oddsmith_engine::explore::Observation;

use super::fault::Fault;
use super::program::Program;
use crate::asking::Request;
use crate::source::Span;
use crate::value::Datum;

/// The maximum depth of calls.
pub(crate) const MAX_FRAMES: usize = 64;

/// The number of stack entries that an expression usually needs.
const SPARE_CAPACITY: usize = 4;

/// The state of a function call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CallFrame {
    pub(crate) function: u32,
    pub(crate) next_op: u32,
    /// The index of its first slot on the stack.
    pub(crate) base: u32,
}

/// A suspended program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    pub(crate) stack: Vec<Datum>,
    pub(crate) frame: CallFrame,
    /// The calling functions, the outermost first.
    pub(crate) callers: Vec<CallFrame>,
}

/// The reason why a machine stopped.
#[derive(Clone, Debug)]
pub(crate) enum Pause {
    /// It asks a question; [`Machine::answer`] provides the answer.
    Ask(Request),
    /// It calls a function whose distribution is worth caching; the arguments are on the stack.
    Call {
        function: usize,
        arguments: usize,
    },
    Checkpoint,
    /// The outermost function has returned.
    Returned(Datum),
}

/// The observations and notes of a program since its last question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RunLog {
    pub(crate) observations: Vec<Observation>,
    pub(crate) notes: Vec<(Span, String)>,
    /// The iterations of `while` loops, and the calls.
    pub(crate) turns: u32,
    /// The instructions; longer ones count as several.
    pub(crate) steps: u32,
}

impl Machine {
    /// Returns a machine at the start of a function without arguments.
    pub(crate) fn new(program: &Program, function: usize) -> Machine {
        Machine::with_stack(program, function, program.record_layout.initial_values())
    }

    /// Returns a machine at the start of a function with this stack; the arguments are on top.
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

    /// Becomes a copy of another machine, with spare room on the stack.
    pub(crate) fn copy_from(&mut self, other: &Machine) {
        self.stack.truncate(other.stack.len());
        let (known, new) = other.stack.split_at(self.stack.len());
        let pairs = self.stack.iter_mut().zip(known);
        pairs.for_each(|(value, other)| value.set(other.copied()));
        self.stack.reserve(new.len() + SPARE_CAPACITY);
        self.stack.extend(new.iter().map(Datum::copied));
        self.frame = other.frame;
        self.callers.clear();
        self.callers.extend_from_slice(&other.callers);
    }

    /// Returns the machine, and leaves one without values.
    pub(crate) fn take(&mut self) -> Machine {
        Machine {
            stack: std::mem::take(&mut self.stack),
            frame: self.frame,
            callers: std::mem::take(&mut self.callers),
        }
    }

    /// Returns the active calls, the outermost first, each with the end of its values on the stack.
    pub(crate) fn frames(&self) -> impl Iterator<Item = (&CallFrame, usize)> {
        let frames = move || self.callers.iter().chain([&self.frame]);
        let ends = frames().skip(1).map(|frame| frame.base as usize);
        frames().zip(ends.chain([self.stack.len()]))
    }

    /// Returns the index of the first slot of the outermost function. The records are below it.
    pub(crate) fn first_slot(&self) -> usize {
        self.callers.first().unwrap_or(&self.frame).base as usize
    }

    /// Returns the bytes that the state takes outside its struct.
    pub(crate) fn bytes(&self) -> usize {
        let values = self
            .stack
            .iter()
            .map(|value| size_of::<Datum>() + value.bytes());
        values.sum::<usize>() + self.callers.len() * size_of::<CallFrame>()
    }

    /// Pushes a number. It is written directly into the stack. Writing it elsewhere and then moving
    /// it as a whole would make the processor wait, because its two words were written separately.
    #[inline(always)]
    pub(super) fn push_whole(&mut self, number: i64) {
        self.stack.extend(std::iter::once(number).map(Datum::Whole));
    }

    /// Provides the answer that the machine waits for.
    pub(crate) fn answer(&mut self, value: Datum) {
        match self.stack.last() {
            // The answer is the list with more of its entries read, and replaces it.
            Some(&Datum::Into(place)) => {
                self.stack.pop();
                self.stack[self.frame.base as usize + place as usize] = value;
            }
            _ => match value {
                Datum::Whole(number) => self.push_whole(number),
                value => self.stack.push(value),
            },
        }
    }

    /// Pops this many arguments off the stack.
    pub(crate) fn take_arguments(&mut self, arguments: usize) -> Vec<Datum> {
        let start = self.stack.len() - arguments;
        self.stack.split_off(start)
    }

    /// Starts a function; its arguments are on the stack.
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

    /// Continues in the middle of a function that another machine has begun.
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

    /// Returns the span of the last instruction. For the prelude, this is the span of the call.
    pub(crate) fn span(&self, program: &Program) -> Span {
        // An instruction that asked for more of a list is not done yet.
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

    /// Returns a fault at the last instruction.
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

    /// Returns the name of a number that has grown beyond every bound, and whether it rises.
    /// Otherwise it falls.
    pub(crate) fn unbounded_number<'p>(&self, program: &'p Program) -> Option<(&'p str, bool)> {
        self.named_values(program)
            .find_map(|(name, value)| match value {
                Datum::Far(_) => Some((name, true)),
                Datum::Deep(_) => Some((name, false)),
                _ => None,
            })
    }

    /// Returns the names of the current function that have a value.
    fn named_values<'p>(&self, program: &'p Program) -> impl Iterator<Item = (&'p str, &Datum)> {
        let slots = &program.code.functions[self.frame.function as usize].slots;
        let values = slots
            .iter()
            .zip(&self.stack[(self.frame.base as usize).min(self.stack.len())..]);
        values
            .filter(|(name, value)| !name.is_empty() && **value != Datum::Nothing)
            .map(|(name, value)| (&**name, value))
    }

    /// Returns the fault of functions that call each other too deeply.
    pub(crate) fn recursion_fault(&self, program: &Program) -> Box<Fault> {
        let problem = format!("functions call each other more than {MAX_FRAMES} levels deep");
        let help = "does the function stop calling itself? Add a case that returns directly, or use a loop";
        Box::new(Fault {
            is_too_deep: true,
            ..*self.fault(program, problem, help)
        })
    }
}
