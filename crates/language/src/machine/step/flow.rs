//! Where the program goes on: conditions, loops, calls.

use super::{Done, Step};
use crate::machine::value::Value;
use crate::machine::{Fault, MAX_FRAMES, Machine, Pause, Program};

impl Step<'_> {
    #[inline]
    pub(super) fn truth(&mut self) -> Done<bool> {
        match self.pop() {
            Value::Truth(truth) => Ok(truth),
            other => self.no_condition(&other),
        }
    }

    #[cold]
    fn no_condition<T>(&self, value: &Value) -> Done<T> {
        let problem = format!("a condition is true or false, and this is {}", value.kind());
        self.fail((problem, "compare it, such as x > 0"))
    }

    pub(super) fn not(&mut self) -> Done {
        let truth = self.truth()?;
        self.push(Value::Truth(!truth));
        Ok(())
    }

    #[inline]
    pub(super) fn again(&mut self, to: u32) {
        self.said.turns += 1;
        self.machine.frame.at = to;
    }

    #[inline]
    pub(super) fn unless(&mut self, to: u32) -> Done {
        if !self.truth()? {
            self.machine.frame.at = to;
        }
        Ok(())
    }

    pub(super) fn keep_if(&mut self, truth: bool, to: u32) -> Done {
        if self.truth()? == truth {
            self.push(Value::Truth(truth));
            self.machine.frame.at = to;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn next_number(&mut self, slot: u16, end: u32) -> Done {
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

    pub(super) fn call(&mut self, function: usize) -> Done {
        self.forget();
        let compiled = &self.program.code.functions[function];
        if self.manner.stops_at_calls && compiled.has_law() {
            self.pause = Some(Pause::Call { function, arguments: compiled.arguments });
            return Ok(());
        }
        self.said.turns += 1;
        if self.machine.callers.len() >= MAX_FRAMES {
            return Err(self.machine.too_deep(self.program));
        }
        self.machine.enter(self.program, function);
        self.ops = &compiled.ops;
        Ok(())
    }

    pub(super) fn returned(&mut self) {
        let value = self.pop();
        self.machine.stack.truncate(self.machine.frame.base as usize);
        match self.machine.callers.pop() {
            Some(caller) => {
                self.machine.frame = caller;
                self.ops = &self.program.code.functions[caller.function as usize].ops;
                self.push(value);
            }
            None => self.pause = Some(Pause::Returned(value)),
        }
    }

    pub(super) fn checkpoint(&mut self) {
        self.forget();
        self.pause = self.manner.stops_at_turns.then_some(Pause::Checkpoint);
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
