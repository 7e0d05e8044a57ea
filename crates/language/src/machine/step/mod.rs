//! One instruction.

mod asking;
mod flow;
mod lists;
mod numbers;
mod recording;

use super::value::{Refusal, Value};
use super::{Fault, Machine, Manner, Pause, Program, Said};
use crate::code::Op;

type Done<T = ()> = Result<T, Box<Fault>>;

/// What an instruction works with.
pub(super) struct Step<'m> {
    pub(super) machine: &'m mut Machine,
    pub(super) program: &'m Program,
    pub(super) manner: Manner,
    pub(super) said: &'m mut Said,
    /// The instructions of the function that it is in.
    pub(super) ops: &'m [Op],
    /// Why the machine stops here.
    pub(super) pause: Option<Pause>,
}

impl<'m> Step<'m> {
    pub(super) fn new(machine: &'m mut Machine, program: &'m Program, manner: Manner, said: &'m mut Said) -> Step<'m> {
        let ops = &program.code.functions[machine.frame.function as usize].ops;
        Step { machine, program, manner, said, ops, pause: None }
    }

    /// Does the next instruction; whether the machine goes on.
    #[inline(always)]
    pub(super) fn run(&mut self) -> Done<bool> {
        let frame = &mut self.machine.frame;
        let op = self.ops[frame.at as usize];
        frame.at += 1;
        match op {
            Op::Constant(constant) => self.push(self.program.code.constants[constant as usize].clone()),
            Op::Whole(number) => self.push(Value::Whole(number.into())),
            Op::Truth(truth) => self.push(Value::Truth(truth)),
            Op::Shared(place) => self.shared(place)?,
            Op::Load(slot) => self.load(slot)?,
            Op::Store(slot) => self.store(slot),
            Op::StoreAt { slot, depth } => self.store_at(slot, depth)?,
            Op::Grow { slot, negative } => self.grow(slot, negative)?,
            Op::BeginTotal { slot, metric } => self.begin_total(slot, metric)?,
            Op::GrowTotal { slot, metric, negative } => self.grow_total(slot, metric, negative)?,
            Op::LoadTotal(slot) => self.load_total(slot)?,
            Op::RecordTotal(metric) => self.record_total(metric.into())?,
            Op::Drop => drop(self.pop()),
            Op::List(n) => self.list(n.into())?,
            Op::Unpack(n) => self.unpack(n.into())?,
            Op::Index => self.index()?,
            Op::Field(field) => self.field(field)?,
            Op::Binary(operator) => self.binary(operator)?,
            Op::Negative => self.negative()?,
            Op::Not => self.not()?,
            Op::Compare(relation) => self.compare(relation)?,
            Op::Jump(to) => self.machine.frame.at = to,
            Op::Again(to) => self.again(to),
            Op::Unless(to) => self.unless(to)?,
            Op::KeepIf { truth, to } => self.keep_if(truth, to)?,
            Op::NextNumber { slot, end } => self.next_number(slot, end)?,
            Op::NextEntry { slot, end } => self.next_entry(slot, end)?,
            Op::Append(slot) => self.append(slot)?,
            Op::Pure { function, arguments } => self.pure(function, arguments.into())?,
            Op::Ask { function, arguments } => self.ask(function, arguments.into())?,
            Op::Dice { template, open } => self.dice(template.into(), open.into())?,
            Op::Choose(choice) => self.choose(choice)?,
            Op::Call { function, .. } => self.call(function.into())?,
            Op::Return => self.returned(),
            Op::Record { metric, stepped } => self.record(metric.into(), stepped)?,
            Op::SkipNote(to) => self.skip_note(to),
            Op::Note(values) => self.note(values.into()),
            Op::Checkpoint => self.checkpoint(),
        }
        Ok(self.pause.is_none())
    }

    /// What goes through a list takes longer than other instructions.
    #[inline]
    fn charge(&mut self, entries: usize) {
        self.said.steps += (entries / 8) as u32;
    }

    #[inline]
    fn push(&mut self, value: Value) {
        self.machine.stack.push(value);
    }

    /// Instructions take only what others have pushed.
    #[inline]
    fn pop(&mut self) -> Value {
        self.machine.stack.pop().unwrap_or_default()
    }

    #[inline]
    fn slot(&mut self, slot: u16) -> &mut Value {
        &mut self.machine.stack[self.machine.frame.base as usize + slot as usize]
    }

    #[cold]
    fn fail<T>(&self, (problem, help): Refusal) -> Done<T> {
        Err(self.machine.fault(self.program, problem, help))
    }

    fn check<T>(&self, result: Result<T, Refusal>) -> Done<T> {
        result.or_else(|refusal| self.fail(refusal))
    }

    #[inline]
    fn shared(&mut self, place: u16) -> Done {
        match self.program.shared.get(place as usize) {
            Some(Value::Whole(number)) => self.push(Value::Whole(*number)),
            Some(value) => self.push(value.clone()),
            None => {
                let name = &self.program.code.shared_names[place as usize];
                let help = "a constant is worked out from what stands above it, and so is what its functions read";
                return self.fail((format!("`{name}` has no value yet"), help));
            }
        }
        Ok(())
    }

    #[inline]
    fn load(&mut self, slot: u16) -> Done {
        let value = match self.slot(slot) {
            Value::Nothing => return self.no_value(slot),
            Value::Whole(number) => Value::Whole(*number),
            other => other.clone(),
        };
        self.push(value);
        Ok(())
    }

    #[cold]
    fn no_value(&self, slot: u16) -> Done {
        let name = &self.program.code.functions[self.machine.frame.function as usize].slots[slot as usize];
        self.fail((
            format!("`{name}` has no value yet"),
            "give it one on every way that leads here, or before the if or the loop",
        ))
    }

    #[inline]
    fn store(&mut self, slot: u16) {
        *self.slot(slot) = self.pop();
    }

    /// Forgets what nobody reads after this instruction.
    #[inline]
    fn forget(&mut self) {
        if !self.manner.forgets {
            return;
        }
        let frame = self.machine.frame;
        let dead = &self.program.code.functions[frame.function as usize].dead[frame.at as usize - 1];
        for &slot in dead {
            *self.slot(slot) = Value::Nothing;
        }
    }
}
