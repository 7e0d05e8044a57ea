//! What the register machine shares with the stack machine: numbers, lists, records, and single
//! instructions.

use std::sync::Arc;

use oddsmith_engine::explore::Observation;

use super::instruction::{
    General, GeneralRecord, Mark, NO_VALUE, RegisterProgram, Source, Target, WINDOW,
};
use super::kind::Form;
use crate::asking::Request;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::machine::{CallFrame, Machine, MachineFlags, Pause, Program, RunLog};
use crate::value::Datum;

/// The limit of recorded values.
pub(super) const MAX_RECORDED: u64 = 1 << 62;

/// The most dice of one question, and the most faces of a die.
pub(super) const MAX_DICE: i64 = 10_000;
pub(super) const MAX_FACES: i64 = 1_000_000;

/// Divides and rounds down. Returns `None` for a division by 0, or if the result is too large.
#[inline]
pub(super) fn floor_divide(a: i64, b: i64) -> Option<i64> {
    // Dividing small numbers is much faster.
    if let (Ok(a), Ok(b @ 1..)) = (u32::try_from(a), u32::try_from(b)) {
        return Some((a / b).into());
    }
    let quotient = a.checked_div(b)?;
    Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
}

/// Returns the remainder of `floor_divide`.
#[inline]
pub(super) fn remainder(a: i64, b: i64) -> Option<i64> {
    if let (Ok(a), Ok(b @ 1..)) = (u32::try_from(a), u32::try_from(b)) {
        return Some((a % b).into());
    }
    a.checked_sub(floor_divide(a, b)?.checked_mul(b)?)
}

pub(super) fn absolute(a: i64) -> Option<i64> {
    a.checked_abs()
}

/// Returns an entry of a list, or `None` if there is none.
#[inline]
pub(super) fn entry_at(list: &Datum, index: i64) -> Option<&Datum> {
    let Datum::List(entries) = list else {
        return None;
    };
    entries.get(usize::try_from(index).ok()?)
}

/// Appends a value to a list. Returns `false` if the stack machine must do so.
pub(super) fn append(list: &mut Datum, value: Datum) -> bool {
    match list {
        Datum::List(entries) if entries.len() < MAX_LIST_LENGTH && value.as_list().is_none() => {
            Arc::make_mut(entries).push(value);
            true
        }
        Datum::List(entries) if entries.len() < MAX_LIST_LENGTH => {
            let mut appended = entries.to_vec();
            appended.push(value);
            match Datum::nested_list(appended) {
                Ok(appended) => {
                    *list = appended;
                    true
                }
                Err(_) => false,
            }
        }
        _ => false,
    }
}

/// So few faces are sorted as they are rolled.
const FEW: usize = 8;

/// Returns a list of `n` faces, highest first. It uses a list that is no longer needed, if there is
/// one.
pub(super) fn faces(
    n: usize,
    spare: &mut Option<Arc<Vec<Datum>>>,
    mut roll: impl FnMut() -> i64,
) -> Datum {
    let mut list = spare.take().unwrap_or_default();
    let entries = Arc::make_mut(&mut list);
    entries.clear();
    if n > FEW {
        entries.extend((0..n).map(|_| Datum::Whole(roll())));
        entries.sort_unstable_by_key(|face| std::cmp::Reverse(face.as_whole()));
        return Datum::List(list);
    }
    let mut faces = [0i64; FEW];
    for known in 0..n {
        let face = roll();
        let mut place = known;
        while place > 0 && faces[place - 1] < face {
            faces[place] = faces[place - 1];
            place -= 1;
        }
        faces[place] = face;
    }
    entries.extend(faces[..n].iter().copied().map(Datum::Whole));
    Datum::List(list)
}

/// Empties a box. A list that nothing else holds is kept for the next one.
pub(super) fn empty(value: &mut Datum, spare: &mut Option<Arc<Vec<Datum>>>) {
    if let Datum::List(mut list) = std::mem::take(value)
        && spare.is_none()
        && Arc::get_mut(&mut list).is_some()
    {
        *spare = Some(list);
    }
}

impl Source {
    /// Returns the value.
    pub(super) fn value(&self, r: &[i64], b: &[Datum]) -> Datum {
        match self {
            Source::Integer(register, form) => form.write(r[usize::from(*register)]),
            Source::Unsure(register, form) => match r[usize::from(*register)] {
                NO_VALUE => Datum::Nothing,
                number => form.write(number),
            },
            Source::Boxed(register) => b[usize::from(*register)].clone(),
            Source::Value(value) => value.clone(),
        }
    }
}

/// Executes single instructions of the stack machine.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) machine: Machine,
    log: RunLog,
}

impl Scratch {
    pub(super) fn new() -> Scratch {
        Scratch {
            machine: Machine {
                stack: Vec::new(),
                frame: START,
                callers: Vec::new(),
            },
            log: RunLog::default(),
        }
    }

    /// Executes an instruction, and returns the question that it asks, if any. Returns `None` if
    /// the stack machine must continue from here.
    pub(super) fn execute(
        &mut self,
        program: &Program,
        general: &General,
        r: &[i64; WINDOW],
        b: &[Datum; WINDOW],
    ) -> Option<Option<Request>> {
        let machine = &mut self.machine;
        machine.stack.clear();
        machine.callers.clear();
        machine.frame = START;
        let values = general.operands.iter().map(|source| source.value(r, b));
        machine.stack.extend(values);
        let pause = machine.execute(program, &general.op, &mut self.log).ok()?;
        match pause {
            None if machine.callers.is_empty() => Some(None),
            Some(Pause::Ask(request)) => Some(Some(request)),
            _ => None,
        }
    }

    /// Stores the results. Returns `false` if one is not as expected.
    pub(super) fn store(
        &mut self,
        general: &General,
        r: &mut [i64; WINDOW],
        b: &mut [Datum; WINDOW],
    ) -> bool {
        for target in &general.results {
            let value = self.machine.stack.pop().unwrap_or_default();
            match *target {
                Target::Boxed(to) => b[usize::from(to)] = value,
                Target::Integer(to, form) => match form.read(&value) {
                    Some(number) => r[usize::from(to)] = number,
                    None => return false,
                },
            }
        }
        true
    }
}

const START: CallFrame = CallFrame {
    function: 0,
    next_op: 0,
    base: 0,
};

/// The records of a trial.
#[derive(Debug)]
pub(super) struct Records {
    /// A machine whose stack holds nothing but the marks of what has been recorded.
    pub(super) machine: Machine,
    pub(super) observations: Vec<Observation>,
}

impl Records {
    pub(super) fn new() -> Records {
        Records {
            machine: Scratch::new().machine,
            observations: Vec::new(),
        }
    }

    /// Marks a metric as recorded. Returns `false` if it was.
    #[inline]
    pub(super) fn mark(&mut self, mark: Mark) -> bool {
        match &mut self.machine.stack[mark.word] {
            Datum::Whole(word) if *word & mark.bit == 0 => {
                *word |= mark.bit;
                true
            }
            _ => false,
        }
    }

    /// Records a value if that needs no closer look. Returns the step and the number to observe.
    pub(super) fn record_plain(
        &mut self,
        code: &RegisterProgram,
        program: &Program,
        record: &GeneralRecord,
        r: &[i64; WINDOW],
        b: &[Datum; WINDOW],
    ) -> Option<(u32, i64)> {
        let layout = &program.record_layout.metrics[record.metric];
        let metric = &program.code.metrics[record.metric];
        if layout.repeats_last_value() {
            return None;
        }
        let value = match (&record.value, &metric.outcomes) {
            (Source::Integer(from, Form::Whole | Form::Truth), None) => r[usize::from(*from)],
            (Source::Integer(from, Form::Text), Some(outcomes)) => {
                let text = r[usize::from(*from)] as u32;
                outcomes.iter().position(|outcome| *outcome == text)? as i64
            }
            (Source::Value(Datum::Text(text)), Some(outcomes)) => {
                outcomes.iter().position(|outcome| outcome == text)? as i64
            }
            _ => return None,
        };
        if value.unsigned_abs() >= MAX_RECORDED || metric.is_flag && !(0..=1).contains(&value) {
            return None;
        }
        let step = match (&record.step, layout.steps) {
            (None, None) => 0,
            (Some(step), Some(steps)) => {
                let place = match step {
                    Source::Integer(from, Form::Whole) => {
                        u32::try_from(r[usize::from(*from)]).ok()?
                    }
                    Source::Boxed(from) => {
                        let Datum::Entry(fields) = &b[usize::from(*from)] else {
                            return None;
                        };
                        let Datum::Text(text) = fields.get(code.name_field?)? else {
                            return None;
                        };
                        layout.step_names.iter().position(|name| name == text)? as u32 + 1
                    }
                    _ => return None,
                };
                (1..=steps).contains(&place).then_some(place)?
            }
            _ => return None,
        };
        let (word, bit) = program.record_layout.mark(record.metric, step);
        let is_flag = metric.is_flag;
        self.mark(Mark { word, bit, is_flag })
            .then_some((step, value))
    }

    /// Records a value. Returns `false` if that is a mistake.
    pub(super) fn record(
        &mut self,
        program: &Program,
        record: &GeneralRecord,
        r: &[i64; WINDOW],
        b: &[Datum; WINDOW],
    ) -> bool {
        let value = record.value.value(r, b);
        let step = record.step.as_ref().map(|step| step.value(r, b));
        let layout = &program.record_layout.metrics[record.metric];
        let before = layout
            .repeats_last_value()
            .then(|| self.machine.stack.clone());
        let recorded = self.machine.record(
            program,
            MachineFlags::PLAIN,
            record.metric,
            &value,
            step.as_ref(),
            &mut self.observations,
        );
        if recorded.is_ok() {
            return true;
        }
        // The stack machine finds the mistake again.
        if let Some(before) = before {
            self.machine.stack = before;
        }
        self.observations.clear();
        false
    }
}
