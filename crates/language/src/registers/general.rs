//! What the register machine shares with the stack machine: numbers, lists, records, and single
//! instructions.

use std::sync::Arc;

use oddsmith_engine::explore::Observation;

use super::instruction::{General, GeneralRecord, Mark, NO_VALUE, Source, Target, WINDOW};
use crate::asking::Request;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::machine::{CallFrame, Machine, MachineFlags, Pause, Program, RunLog, WORD_BITS};
use crate::value::Datum;

/// The limit of recorded values.
pub(super) const MAX_RECORDED: u64 = 1 << 62;

/// The maximal number of dice of one question.
pub(super) const MAX_DICE: i64 = 10_000;
/// The maximal number of faces of a die.
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

/// Up to this many faces are sorted while they are rolled.
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
    if n > FEW {
        entries.clear();
        entries.extend((0..n).map(|_| Datum::Whole(roll())));
        entries.sort_unstable_by_key(|face| std::cmp::Reverse(face.as_whole()));
        return Datum::List(list);
    }
    let mut faces = [0i64; FEW];
    for known in 0..n {
        let face = roll();
        let mut index = known;
        while index > 0 && faces[index - 1] < face {
            faces[index] = faces[index - 1];
            index -= 1;
        }
        faces[index] = face;
    }
    // Writing over old numbers is faster than appending new ones.
    entries.truncate(n);
    for (index, &face) in faces[..n].iter().enumerate() {
        match entries.get_mut(index) {
            Some(Datum::Whole(old)) => *old = face,
            Some(other) => *other = Datum::Whole(face),
            None => entries.push(Datum::Whole(face)),
        }
    }
    Datum::List(list)
}

/// Empties a box. A list that nothing else holds is kept, so that the next list can use its memory.
#[inline]
pub(super) fn empty(value: &mut Datum, spare: &mut Option<Arc<Vec<Datum>>>) {
    if !matches!(value, Datum::Nothing) {
        empty_filled(value, spare);
    }
}

#[inline(never)]
fn empty_filled(value: &mut Datum, spare: &mut Option<Arc<Vec<Datum>>>) {
    if let Datum::List(list) = std::mem::take(value)
        && spare.is_none()
        && Arc::strong_count(&list) == 1
    {
        *spare = Some(list);
    }
}

/// Puts a value into a box.
#[inline]
pub(super) fn fill(filled: &mut Datum, value: Datum) {
    let old = std::mem::replace(filled, value);
    // Most boxes are empty, and dropping takes a call.
    if matches!(old, Datum::Nothing) {
        std::mem::forget(old);
    }
}

/// Returns a copy of a value.
#[inline(never)]
pub(super) fn copy(value: &Datum) -> Datum {
    value.clone()
}

/// Returns the step of a metric that an entry names, or `None` if there is none.
#[inline(never)]
pub(super) fn step_of(
    program: &Program,
    name_field: Option<usize>,
    metric: usize,
    entry: &Datum,
) -> Option<u32> {
    let Datum::Entry(fields) = entry else {
        return None;
    };
    let Datum::Text(text) = fields.get(name_field?)? else {
        return None;
    };
    let names = &program.record_layout.metrics[metric].step_names;
    names
        .iter()
        .position(|name| name == text)
        .map(|index| index as u32 + 1)
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
            Source::Moved(register, list) => match &b[usize::from(*register)] {
                Datum::Nothing => b[usize::from(*list)].clone(),
                value => value.clone(),
            },
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

    /// Stores the results. Returns `false` if one has an unexpected type.
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

    /// Marks a step of a metric as recorded. Returns `false` if it had already been recorded.
    #[inline]
    pub(super) fn mark(&mut self, mark: Mark, step: u32) -> bool {
        let bit = mark.first_bit + step.saturating_sub(1) as usize;
        match self.machine.stack.get_mut(bit / WORD_BITS) {
            Some(Datum::Whole(word)) if *word >> (bit % WORD_BITS) & 1 == 0 => {
                *word |= 1 << (bit % WORD_BITS);
                true
            }
            _ => false,
        }
    }

    /// Marks a step of a metric as recorded. Returns the number to observe, or `None` if the step
    /// or the value needs more checks.
    pub(super) fn record_at_step(
        &mut self,
        mark: Mark,
        outcomes: Option<&[u32]>,
        step: u32,
        value: i64,
    ) -> Option<i64> {
        let value = match outcomes {
            Some(outcomes) => outcomes.iter().position(|&text| i64::from(text) == value)? as i64,
            None => value,
        };
        let is_plain = (1..=mark.steps).contains(&step)
            && value.unsigned_abs() < MAX_RECORDED
            && (!mark.is_flag || (0..=1).contains(&value));
        (is_plain && self.mark(mark, step)).then_some(value)
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
