//! Collects the numbers that a rule of thumb gets: the names in scope at a choice, by the type of
//! their values.
//!
//! The slots that a rule of thumb reads are live at the choice. A name that it reads is not treated
//! as an accumulator.

use oddsmith_engine::{NOT_SEEN, Policy};

use crate::accumulators::find_totals;
use crate::code::{Code, HeuristicInput, HeuristicInputKind, Op, Routine};
use crate::liveness::find_dead;
use crate::machine::Machine;
use crate::value::Datum;

/// Returns the names in scope at each choice: those of the trial, then those of other functions. If
/// two functions use the same name, the later one gets the name of its function.
pub(crate) fn heuristic_inputs(code: &Code) -> Vec<Vec<HeuristicInput>> {
    let parts = |choice: usize| {
        let mut parts: Vec<HeuristicInput> = Vec::new();
        let asking = asking_functions(code, choice);
        let other_functions = (0..code.functions.len()).filter(|&function| function != code.trial);
        for function in std::iter::once(code.trial)
            .chain(other_functions)
            .filter(|&function| asking[function])
        {
            let routine = &code.functions[function];
            for &(slot, kind) in &routine.readable_slots {
                let name = &routine.slots[usize::from(slot)];
                let written = &match kind {
                    HeuristicInputKind::Length => format!("len({name})"),
                    HeuristicInputKind::Card(field) => {
                        format!("{name}.{}", code.fields[usize::from(field)])
                    }
                    HeuristicInputKind::Whole
                    | HeuristicInputKind::Truth
                    | HeuristicInputKind::Text => name.clone(),
                };
                if !is_seen(code, choice, written) {
                    continue;
                }
                let is_taken = |name: &str| parts.iter().any(|part| part.name == name);
                let name = if is_taken(written) {
                    format!("{written} of {}", routine.name)
                } else {
                    written.clone()
                };
                if !is_taken(&name) {
                    parts.push(HeuristicInput {
                        name,
                        kind,
                        function,
                        slot,
                    });
                }
            }
        }
        parts
    };
    (0..code.choices.len()).map(parts).collect()
}

/// Returns whether a player may know a value of this name. The name is listed by `sees`, or one of
/// the questions for the choice has no such list.
fn is_seen(code: &Code, choice: usize, name: &str) -> bool {
    let is_passed = code.choices[choice].is_passed;
    let ops = code.functions.iter().flat_map(|function| &function.ops);
    let mut asks = ops.filter(|op| op.asks_choice(choice, is_passed));
    asks.any(|op| match op {
        Op::Choose {
            seen: Some(seen), ..
        } => code.seen_names[usize::from(seen.names)]
            .iter()
            .any(|seen| seen == name),
        _ => true,
    })
}

/// Returns which functions ask a choice, directly or through calls.
fn asking_functions(code: &Code, choice: usize) -> Vec<bool> {
    let is_passed = code.choices[choice].is_passed;
    let mut asking = vec![false; code.functions.len()];
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for (index, function) in code
            .functions
            .iter()
            .enumerate()
            .filter(|(index, _)| !asking[*index])
            .collect::<Vec<_>>()
        {
            let asks = |op: &Op| match *op {
                Op::Call { function, .. } => asking[usize::from(function)],
                _ => op.asks_choice(choice, is_passed),
            };
            let is_found = function.ops.iter().any(asks);
            asking[index] = is_found;
            is_changed |= is_found;
        }
    }
    asking
}

impl Code {
    /// Finds dead slots and accumulators, except for those that rules of thumb read.
    pub(crate) fn look_ahead(&mut self) {
        find_totals(self);
        self.functions.iter_mut().for_each(find_dead);
    }

    /// Returns the program that keeps the slots that the rules of thumb of a policy read, or `None`
    /// if there are none.
    pub(crate) fn with_heuristic_slots(&self, policy: &Policy) -> Option<Code> {
        policy.heuristics().next()?;
        let mut code = self.clone();
        // Functions that were added later, for the dice of parameters, are not functions of the
        // file.
        code.functions[..self.compiled_functions.len()].clone_from_slice(&self.compiled_functions);
        code.metrics
            .iter_mut()
            .for_each(|metric| metric.is_total = false);
        for (choice, heuristic) in policy.heuristics() {
            let asking = asking_functions(&code, choice);
            for part in heuristic
                .slots()
                .into_iter()
                .filter_map(|index| self.heuristic_inputs[choice].get(index as usize))
            {
                code.functions[part.function]
                    .heuristic_slots
                    .push(part.slot);
            }
            for function in &mut code.functions {
                function.mark_heuristic_sites(&asking);
            }
        }
        code.look_ahead();
        Some(code)
    }
}

impl Routine {
    /// Marks the instructions that may ask the choice: the numbers are read there.
    fn mark_heuristic_sites(&mut self, asking: &[bool]) {
        let asks = |op: &Op| match *op {
            Op::Call { function, .. } => {
                asking.get(usize::from(function)).copied().unwrap_or(false)
            }
            _ => op.asks_player(),
        };
        if !self.heuristic_slots.is_empty() {
            self.heuristic_sites
                .extend((0..self.ops.len()).filter(|&index| asks(&self.ops[index])));
        }
    }
}

/// Returns the values of the names in scope at a choice. For a recursive function, these are the
/// values of the innermost call.
pub(crate) fn heuristic_input_values(machine: &Machine, code: &Code, choice: usize) -> Vec<i64> {
    let frame_of = |function: usize| {
        let mut frames = std::iter::once(&machine.frame).chain(machine.callers.iter().rev());
        frames.find(|frame| frame.function as usize == function)
    };
    let value = |part: &HeuristicInput| {
        let frame = frame_of(part.function)?;
        match (
            machine
                .stack
                .get(frame.base as usize + usize::from(part.slot))?,
            part.kind,
        ) {
            (Datum::List(entries), HeuristicInputKind::Length) => Some(entries.len() as i64),
            (Datum::Cards(counts), HeuristicInputKind::Card(field)) => {
                counts.get(usize::from(field))?.as_whole()
            }
            (value, _) => heuristic_number(value),
        }
    };
    code.heuristic_inputs[choice]
        .iter()
        .map(|part| value(part).unwrap_or(NOT_SEEN))
        .collect()
}

/// Returns a value as a number for a rule of thumb.
fn heuristic_number(value: &Datum) -> Option<i64> {
    match value {
        Datum::Whole(number) => Some(*number),
        Datum::Truth(truth) => Some(i64::from(*truth)),
        Datum::Text(text) => Some(i64::from(*text)),
        _ => None,
    }
}
