//! One instruction.

use std::sync::Arc;

use super::value::{self, Refusal, Value};
use super::{Fault, MAX_FRAMES, Machine, Manner, Pause, Program, Said};
use crate::ast::{Binary, Comparison};
use crate::builtin::pure::MAX_LENGTH;
use crate::builtin::question::{self, Question};
use crate::builtin::{Chance, Pure, pure};
use crate::code::Op;

type Done<T = ()> = Result<T, Box<Fault>>;

/// What an instruction works with.
struct Step<'m> {
    machine: &'m mut Machine,
    program: &'m Program,
    manner: Manner,
    said: &'m mut Said,
}

impl Machine {
    #[inline]
    pub(super) fn step(&mut self, program: &Program, manner: Manner, said: &mut Said) -> Done<Option<Pause>> {
        let op = program.code.functions[self.frame.function as usize].ops[self.frame.at as usize];
        self.frame.at += 1;
        Step { machine: self, program, manner, said }.run(op)
    }
}

impl Step<'_> {
    #[inline]
    fn run(&mut self, op: Op) -> Done<Option<Pause>> {
        match op {
            Op::Constant(constant) => self.push(self.program.code.constants[constant as usize].clone()),
            Op::Whole(number) => self.push(Value::Whole(number.into())),
            Op::Truth(truth) => self.push(Value::Truth(truth)),
            Op::Shared(place) => self.shared(place)?,
            Op::Load(slot) => self.load(slot)?,
            Op::Store(slot) => self.store(slot),
            Op::StoreAt { slot, depth } => self.store_at(slot, depth)?,
            Op::Drop => drop(self.pop()),
            Op::List(n) => self.list(n.into()),
            Op::Unpack(n) => self.unpack(n.into())?,
            Op::Index => self.index()?,
            Op::Field(field) => self.field(field)?,
            Op::Binary(operator) => self.binary(operator)?,
            Op::Negative => self.negative()?,
            Op::Not => self.not()?,
            Op::Compare(comparison) => self.compare(comparison)?,
            Op::Jump(to) => self.machine.frame.at = to,
            Op::Again(to) => self.again(to),
            Op::Unless(to) => self.unless(to)?,
            Op::KeepIf { truth, to } => self.keep_if(truth, to)?,
            Op::NextNumber { slot, end } => self.next_number(slot, end)?,
            Op::NextEntry { slot, end } => self.next_entry(slot, end)?,
            Op::Append(slot) => self.append(slot)?,
            Op::Pure { function, arguments } => self.pure(function, arguments.into())?,
            Op::Ask { function, arguments } => return self.ask(function, arguments.into()).map(Some),
            Op::Dice { template, open } => return self.dice(template.into(), open.into()).map(Some),
            Op::Choose(choice) => return self.choose(choice).map(Some),
            Op::Call { function, .. } => return self.call(function.into()),
            Op::Return => return Ok(self.returned()),
            Op::Record { metric, stepped } => self.record(metric.into(), stepped)?,
            Op::SkipNote(to) => self.skip_note(to),
            Op::Note(values) => self.note(values.into()),
            Op::Checkpoint => return Ok(self.checkpoint()),
        }
        Ok(None)
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

    fn shared(&mut self, place: u16) -> Done {
        match self.program.shared.get(place as usize) {
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
        let value = self.slot(slot).clone();
        if value == Value::Nothing {
            return self.no_value(slot);
        }
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

    fn store_at(&mut self, slot: u16, depth: u16) -> Done {
        let indices = self.machine.take(depth.into());
        let value = self.pop();
        if *self.slot(slot) == Value::Nothing {
            return self.no_value(slot);
        }
        let result = set(self.slot(slot), &indices, value);
        self.check(result)
    }

    fn list(&mut self, n: usize) {
        let values = self.machine.take(n);
        self.push(Value::list(values));
    }

    fn unpack(&mut self, n: usize) -> Done {
        let value = self.pop();
        let Value::List(values) = &value else {
            return self.fail((
                format!("{n} names for one value, which is {}", value.kind()),
                "write as many values, or a function that returns several",
            ));
        };
        if values.len() != n {
            return self.fail((
                format!("{n} names for {} values", values.len()),
                "write as many names before the = as there are values",
            ));
        }
        self.machine.stack.extend(values.iter().rev().cloned());
        Ok(())
    }

    fn index(&mut self) -> Done {
        let (index, list) = (self.pop(), self.pop());
        let found = value_at(&list, &index).cloned();
        let value = self.check(found_or(found, &list, &index))?;
        self.push(value);
        Ok(())
    }

    fn field(&mut self, field: u16) -> Done {
        let entry = self.pop();
        let Value::Entry(values) = &entry else {
            return self.fail((
                format!("only an entry has fields, and this is {}", entry.kind()),
                "take one entry first: for x in list:",
            ));
        };
        match values.get(field as usize) {
            Some(value) if *value != Value::Nothing => self.push(value.clone()),
            _ => {
                let name = &self.program.code.fields[field as usize];
                return self.fail((
                    format!("this entry has no field `{name}`"),
                    "its fields are declared at the top, in entries(...)",
                ));
            }
        }
        Ok(())
    }

    #[inline]
    fn binary(&mut self, operator: Binary) -> Done {
        let (right, left) = (self.pop(), self.pop());
        let quick = match (operator, &left, &right) {
            (Binary::Add, Value::Whole(a), Value::Whole(b)) => a.checked_add(*b),
            (Binary::Subtract, Value::Whole(a), Value::Whole(b)) => a.checked_sub(*b),
            _ => None,
        };
        match quick {
            Some(number) => self.push(Value::Whole(number)),
            None => return self.slow_binary(operator, &left, &right),
        }
        Ok(())
    }

    fn slow_binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Done {
        let value = self.check(value::binary(operator, left, right))?;
        if matches!(&value, Value::List(list) if list.len() > MAX_LENGTH) {
            return self.fail(too_long());
        }
        self.push(value);
        Ok(())
    }

    fn negative(&mut self) -> Done {
        let value = self.pop();
        let result = value::binary(Binary::Subtract, &Value::Whole(0), &value);
        let value = self.check(result)?;
        self.push(value);
        Ok(())
    }

    fn truth(&mut self) -> Done<bool> {
        match self.pop() {
            Value::Truth(truth) => Ok(truth),
            other => self.fail((
                format!("a condition is true or false, and this is {}", other.kind()),
                "compare it, such as x > 0",
            )),
        }
    }

    fn not(&mut self) -> Done {
        let truth = self.truth()?;
        self.push(Value::Truth(!truth));
        Ok(())
    }

    #[inline]
    fn compare(&mut self, comparison: Comparison) -> Done {
        let (right, left) = (self.pop(), self.pop());
        let result = match (&left, &right) {
            (Value::Whole(a), Value::Whole(b)) => compared(comparison, a, b),
            _ => None,
        };
        let truth = match result {
            Some(truth) => truth,
            None => self.check(value::compare(comparison, &left, &right))?,
        };
        self.push(Value::Truth(truth));
        Ok(())
    }

    fn again(&mut self, to: u32) {
        self.said.turns += 1;
        self.machine.frame.at = to;
    }

    #[inline]
    fn unless(&mut self, to: u32) -> Done {
        if !self.truth()? {
            self.machine.frame.at = to;
        }
        Ok(())
    }

    fn keep_if(&mut self, truth: bool, to: u32) -> Done {
        if self.truth()? == truth {
            self.push(Value::Truth(truth));
            self.machine.frame.at = to;
        }
        Ok(())
    }

    fn next_number(&mut self, slot: u16, end: u32) -> Done {
        let (next, last) = (self.slot(slot).as_whole(), self.slot(slot + 1).as_whole());
        let (Some(next), Some(last)) = (next, last) else {
            return self.fail((
                "a loop counts in whole numbers".to_owned(),
                "give range and upto whole numbers; x // 1 rounds down",
            ));
        };
        if next < last {
            *self.slot(slot) = Value::Whole(next + 1);
            self.push(Value::Whole(next));
        } else {
            self.machine.frame.at = end;
        }
        Ok(())
    }

    fn next_entry(&mut self, slot: u16, end: u32) -> Done {
        let index = self.slot(slot + 1).as_whole().unwrap_or(0);
        let Value::List(list) = self.slot(slot) else {
            let kind = self.slot(slot).kind();
            return self.fail((
                format!("a loop runs over a list, and this is {kind}"),
                "write range(n) for 0 to n - 1, or upto(n) for 1 to n",
            ));
        };
        match list.get(index as usize).cloned() {
            Some(value) => {
                *self.slot(slot + 1) = Value::Whole(index + 1);
                self.push(value);
            }
            None => self.machine.frame.at = end,
        }
        Ok(())
    }

    fn append(&mut self, slot: u16) -> Done {
        let value = self.pop();
        if let Value::List(list) = self.slot(slot) {
            Arc::make_mut(list).push(value);
            if list.len() > MAX_LENGTH {
                return self.fail(too_long());
            }
        }
        Ok(())
    }

    fn pure(&mut self, function: Pure, arguments: usize) -> Done {
        let at = self.machine.stack.len() - arguments;
        let result = pure::call(function, &self.machine.stack[at..]);
        let value = self.check(result)?;
        self.machine.stack.truncate(at);
        self.push(value);
        Ok(())
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

    fn ask(&mut self, function: Chance, arguments: usize) -> Done<Pause> {
        let at = self.machine.stack.len() - arguments;
        let question = match (function, &self.machine.stack[at..]) {
            (Chance::Dice, [Value::Dice(dice)]) => question::dice(&self.program.dice[*dice as usize], &[]),
            (function, arguments) => question::ask(function, arguments),
        };
        self.asked(question, at)
    }

    fn dice(&mut self, template: usize, open: usize) -> Done<Pause> {
        let at = self.machine.stack.len() - open;
        let question = question::dice(&self.program.code.templates[template], &self.machine.stack[at..]);
        self.asked(question, at)
    }

    fn asked(&mut self, question: Result<Question, Refusal>, at: usize) -> Done<Pause> {
        let question = self.check(question)?;
        self.machine.stack.truncate(at);
        self.forget();
        Ok(Pause::Ask(question))
    }

    fn choose(&mut self, choice: u16) -> Done<Pause> {
        let options = self.pop();
        let name = &self.program.code.choices[choice as usize];
        match options {
            Value::List(options) if !options.is_empty() => {
                self.forget();
                Ok(Pause::Ask(Question::Choose { choice, options }))
            }
            Value::List(_) => self
                .fail((format!("the choice \"{name}\" has no options"), "give at least one; the first is the default")),
            other => self.fail((
                format!("the options of \"{name}\" are {}", other.kind()),
                "they are a list, such as [\"keep\", \"roll\"]",
            )),
        }
    }

    fn call(&mut self, function: usize) -> Done<Option<Pause>> {
        self.forget();
        let compiled = &self.program.code.functions[function];
        if self.manner.stops_at_calls && compiled.has_law() {
            return Ok(Some(Pause::Call { function, arguments: compiled.arguments }));
        }
        self.said.turns += 1;
        if self.machine.callers.len() >= MAX_FRAMES {
            return Err(self.machine.too_deep(self.program));
        }
        self.machine.enter(self.program, function);
        Ok(None)
    }

    fn returned(&mut self) -> Option<Pause> {
        let value = self.pop();
        self.machine.stack.truncate(self.machine.frame.base as usize);
        match self.machine.callers.pop() {
            Some(caller) => self.machine.frame = caller,
            None => return Some(Pause::Returned(value)),
        }
        self.push(value);
        None
    }

    fn record(&mut self, metric: usize, stepped: bool) -> Done {
        let step = if stepped { Some(self.pop()) } else { None };
        let value = self.pop();
        let result = self.program.record(self.machine, metric, &value, step.as_ref(), &mut self.said.observations);
        result.map_err(|(problem, help)| self.machine.fault(self.program, problem, &help))
    }

    fn skip_note(&mut self, to: u32) {
        if !self.manner.tells {
            self.machine.frame.at = to;
        }
    }

    fn note(&mut self, values: usize) {
        let values = self.machine.take(values);
        let texts = &self.program.texts;
        let words = values.iter().map(|value| match value {
            Value::Text(id) => texts[*id as usize].clone(),
            other => other.show(texts),
        });
        let span = self.machine.span(self.program);
        self.said.notes.push((span, words.collect::<Vec<_>>().join(" ")));
    }

    fn checkpoint(&mut self) -> Option<Pause> {
        self.forget();
        self.manner.stops_at_calls.then_some(Pause::Checkpoint)
    }
}

impl Machine {
    /// Functions that call each other without end.
    pub(crate) fn too_deep(&self, program: &Program) -> Box<Fault> {
        let problem = format!("functions call each other more than {MAX_FRAMES} deep");
        let help = "does it ever stop calling itself? Give it a case that returns at once, or write a loop";
        let mut fault = self.fault(program, problem, help);
        fault.is_too_deep = true;
        fault
    }
}

fn too_long() -> Refusal {
    (format!("a list of more than {MAX_LENGTH} entries"), "lists hold up to 10,000 entries")
}

#[inline]
fn compared(comparison: Comparison, a: &i64, b: &i64) -> Option<bool> {
    Some(match comparison {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
        Comparison::In | Comparison::NotIn => return None,
    })
}

fn value_at<'v>(list: &'v Value, index: &Value) -> Option<&'v Value> {
    list.as_list()?.get(usize::try_from(index.as_whole()?).ok()?)
}

fn found_or<T>(found: Option<T>, list: &Value, index: &Value) -> Result<T, Refusal> {
    found.ok_or_else(|| match (list, index.as_whole()) {
        (Value::List(list), Some(index)) if list.is_empty() => {
            (format!("place {index} of an empty list"), "ask before: if len(list) > 0")
        }
        (Value::List(list), Some(index)) => {
            let problem = format!("place {index} of a list whose places are 0 to {}", list.len() - 1);
            (problem, "places are counted from 0, so that the last is len(list) - 1")
        }
        (Value::List(_), None) => {
            (format!("a place in a list is a whole number, and this is {}", index.kind()), "give a whole number")
        }
        _ => (format!("only a list has places, and this is {}", list.kind()), "lists are written [1, 2, 3]"),
    })
}

fn set(list: &mut Value, indices: &[Value], value: Value) -> Result<(), Refusal> {
    let Some((index, rest)) = indices.split_first() else {
        *list = value;
        return Ok(());
    };
    found_or(value_at(list, index).map(drop), list, index)?;
    let (Value::List(values), Some(index)) = (list, index.as_whole()) else { return Ok(()) };
    set(&mut Arc::make_mut(values)[index as usize], rest, value)
}
