//! The law of what a function gives, worked out once for each set of arguments.

use std::sync::Arc;

use oddsmith_engine::explore::Observation;
use oddsmith_engine::odds::Mass;
use rustc_hash::FxHashMap;

use super::walk::{Ending, Sink, Walk};
use super::{Reading, Scratch, Waiting};
use crate::machine::value::Value;
use crate::machine::{Fault, MAX_FRAMES, Machine};

/// What comes of a call.
#[derive(Debug)]
pub(super) enum Outcome {
    Value(Value),
    /// The function goes round in a circle, and stands here again.
    Waiting(Machine, Waiting),
    Cut,
}

/// The law of a call.
#[derive(Debug, Default)]
pub(super) struct FunctionLaw {
    pub(super) outcomes: Vec<(Outcome, Mass)>,
    /// Dice, events and cards that the call asks for, on average.
    pub(super) dice: f64,
}

pub(super) type SharedLaw = Arc<FunctionLaw>;

type Key = (usize, Vec<Value>);

/// The laws of functions: those known, and those that are being worked out just now, one for the other.
#[derive(Debug)]
pub(super) struct Functions {
    /// `None` for a call that is too deep for a law of its own.
    known: FxHashMap<Key, Option<SharedLaw>>,
    open: Vec<Key>,
    /// The outermost of those open that what is being worked out has run into.
    touched: usize,
}

impl Default for Functions {
    fn default() -> Functions {
        Functions { known: FxHashMap::default(), open: Vec::new(), touched: usize::MAX }
    }
}

/// The law of a call; `None` where the function must be run as it stands, since it calls itself in the same way.
pub(super) fn law(
    reading: Reading,
    scratch: &mut Scratch,
    function: usize,
    arguments: &[Value],
) -> Result<Option<SharedLaw>, Box<Fault>> {
    let function = reading.program.code.functions[function].explored_as.unwrap_or(function);
    let key = (function, arguments.to_vec());
    if let Some(known) = scratch.functions.known.get(&key) {
        return Ok(known.clone());
    }
    if let Some(open) = scratch.functions.open.iter().position(|open| *open == key) {
        scratch.functions.touched = scratch.functions.touched.min(open);
        return Ok(None);
    }
    work_out(reading, scratch, key)
}

fn work_out(reading: Reading, scratch: &mut Scratch, key: Key) -> Result<Option<SharedLaw>, Box<Fault>> {
    let machine = Machine::with(reading.program, key.0, key.1.clone());
    let place = scratch.functions.open.len();
    if place >= MAX_FRAMES {
        return Err(machine.too_deep(reading.program));
    }
    scratch.functions.open.push(key.clone());
    let outer = std::mem::replace(&mut scratch.functions.touched, usize::MAX);
    let mut outcomes = Outcomes::default();
    let result = Walk::new(reading, scratch, &mut outcomes).run(machine, None);
    scratch.functions.open.pop();
    let touched = scratch.functions.touched;
    scratch.functions.touched = if touched < place { outer.min(touched) } else { outer };
    match result {
        Ok(()) => Ok(Some(remember(scratch, key, touched >= place, outcomes))),
        // A function that calls itself without an end that is sure is run as it stands, and cut by its mass.
        Err(fault) if fault.is_too_deep && place == 0 => {
            scratch.functions.known.insert(key, None);
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

/// A law that leans on one that is still open is not its own, and is worked out again another time.
fn remember(scratch: &mut Scratch, key: Key, is_its_own: bool, outcomes: Outcomes) -> SharedLaw {
    let law: SharedLaw = Arc::new(outcomes.law);
    if is_its_own {
        scratch.functions.known.insert(key, Some(law.clone()));
    }
    law
}

/// Gathers what a function gives.
#[derive(Default)]
struct Outcomes {
    law: FunctionLaw,
    values: FxHashMap<Value, usize>,
}

impl Sink for Outcomes {
    fn cost(&mut self, dice: f64) {
        self.law.dice += dice;
    }

    fn take(&mut self, mass: Mass, _: Vec<Observation>, ending: Ending) -> Result<(), Box<Fault>> {
        match ending {
            Ending::Returned(_, value) => self.value(value, mass),
            Ending::Waiting(machine, waiting) => self.law.outcomes.push((Outcome::Waiting(machine, waiting), mass)),
            Ending::Cut | Ending::Checkpoint(_) => self.law.outcomes.push((Outcome::Cut, mass)),
        }
        Ok(())
    }
}

impl Outcomes {
    fn value(&mut self, value: Value, mass: Mass) {
        match self.values.get(&value) {
            Some(&at) => self.law.outcomes[at].1 += mass,
            None => {
                self.values.insert(value.clone(), self.law.outcomes.len());
                self.law.outcomes.push((Outcome::Value(value), mass));
            }
        }
    }
}
