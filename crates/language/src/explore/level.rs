//! Splits a state with large numbers into a phase and a level, where all large numbers are known
//! relative to one of them.

use std::sync::Arc;

use oddsmith_engine::explore::Level;

use super::state::OpenState;
use crate::code::Routine;
use crate::machine::CallFrame;
use crate::value::{Datum, Far};

/// Numbers of at least `least` are large, and numbers below half of it are small. A number between
/// the two makes the level unclear.
struct LevelAnalysis {
    least: i64,
    /// The absolute value of the first large number. For a state with abstract numbers, it is the
    /// offset of the first one.
    lead: Option<i64>,
}

/// Returns the level of a state.
pub(crate) fn level(functions: &[Routine], state: &OpenState, least: i64) -> Level<OpenState> {
    let mut analysis = LevelAnalysis { least, lead: None };
    let machine = &state.machine;
    let first = machine.first_slot();
    let is_phase = machine.stack[first..].iter().any(is_far);
    // Loop counters are bounded, so they do not count.
    let turns = |frame: &CallFrame| {
        let turns = functions[frame.function as usize].loops.iter();
        let base = frame.base as usize;
        turns.flat_map(move |turn| {
            [
                base + usize::from(turn.slot),
                base + usize::from(turn.slot) + 1,
            ]
        })
    };
    let turns: Vec<usize> = machine
        .callers
        .iter()
        .chain([&machine.frame])
        .flat_map(turns)
        .collect();
    let mut phase = state.clone();
    for (stack_index, value) in phase.machine.stack.iter_mut().enumerate().skip(first) {
        if matches!(value, Datum::Whole(_)) && turns.contains(&stack_index) {
            continue;
        }
        let taken = if is_phase {
            analysis.normalize(value)
        } else {
            analysis.abstract_value(value)
        };
        match taken {
            Some(taken) => *value = taken,
            None => return Level::Unclear,
        }
    }
    match analysis.lead {
        None => Level::Near,
        // The question itself may contain large numbers.
        Some(_) if state.waiting.is_some() => Level::Unclear,
        Some(lead) => Level::Far(phase, lead),
    }
}

/// Returns the state of a phase at a level.
pub(crate) fn at_level(phase: &OpenState, level: i64) -> OpenState {
    let mut state = phase.clone();
    let first = state.machine.first_slot();
    state.machine.stack[first..]
        .iter_mut()
        .for_each(|value| *value = concrete_value(value, level));
    state
}

fn is_far(value: &Datum) -> bool {
    match value {
        Datum::Far(_) | Datum::Deep(_) => true,
        Datum::List(values) => values.iter().any(is_far),
        _ => false,
    }
}

impl LevelAnalysis {
    /// Replaces a large number by its difference from the first one.
    fn abstract_value(&mut self, value: &Datum) -> Option<Datum> {
        match value {
            Datum::Whole(number) if number.unsigned_abs() < self.least as u64 / 2 => {
                Some(value.clone())
            }
            Datum::Whole(number) if number.unsigned_abs() < self.least as u64 => None,
            Datum::Whole(number) => {
                let lead = *self.lead.get_or_insert(number.checked_abs()?);
                if *number > 0 {
                    Far::new(self.least, number - lead).map(Datum::Far)
                } else {
                    Far::new(self.least, number + lead).map(Datum::Deep)
                }
            }
            Datum::List(values) => self.map_list(values, LevelAnalysis::abstract_value),
            other => Some(other.clone()),
        }
    }

    /// Expresses an abstract number relative to the first one.
    fn normalize(&mut self, value: &Datum) -> Option<Datum> {
        match value {
            Datum::Far(far) => {
                let lead = *self.lead.get_or_insert(far.offset());
                far.nearer(lead).map(Datum::Far)
            }
            Datum::Deep(far) => {
                let lead = *self.lead.get_or_insert(-far.offset());
                far.nearer(-lead).map(Datum::Deep)
            }
            Datum::Whole(number) if number.unsigned_abs() >= self.least as u64 / 2 => None,
            Datum::List(values) => self.map_list(values, LevelAnalysis::normalize),
            other => Some(other.clone()),
        }
    }

    fn map_list(
        &mut self,
        values: &[Datum],
        each: fn(&mut LevelAnalysis, &Datum) -> Option<Datum>,
    ) -> Option<Datum> {
        let values: Option<Vec<Datum>> = values.iter().map(|value| each(self, value)).collect();
        Some(Datum::List(Arc::new(values?)))
    }
}

fn concrete_value(value: &Datum, level: i64) -> Datum {
    match value {
        Datum::Far(far) => Datum::Whole(far.offset() + level),
        Datum::Deep(far) => Datum::Whole(far.offset() - level),
        Datum::List(values) => Datum::list(
            values
                .iter()
                .map(|value| concrete_value(value, level))
                .collect(),
        ),
        other => other.clone(),
    }
}
