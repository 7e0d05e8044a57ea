//! Arithmetic and comparisons, the quick way first where both sides are whole numbers.

use super::{Done, Step};
use crate::grammar::tree::{Binary, Relation};
use crate::machine::value::{self, Value};

impl Step<'_> {
    #[inline]
    pub(super) fn binary(&mut self, operator: Binary) -> Done {
        if let [.., Value::Whole(a), Value::Whole(b)] = self.machine.stack.as_mut_slice() {
            let quick = match operator {
                Binary::Add => a.checked_add(*b),
                Binary::Subtract => a.checked_sub(*b),
                Binary::Multiply => a.checked_mul(*b),
                Binary::Divide | Binary::Remainder => None,
            };
            if let Some(number) = quick {
                *a = number;
                self.machine.stack.pop();
                return Ok(());
            }
        }
        let (right, left) = (self.pop(), self.pop());
        self.slow_binary(operator, &left, &right)
    }

    #[cold]
    pub(super) fn slow_binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Done {
        self.charge(left.entries() + right.entries());
        let value = self.check(value::binary(operator, left, right))?;
        if matches!(&value, Value::List(list) if list.len() > crate::grammar::item::MAX_LENGTH) {
            return self.fail(crate::builtin::pure::too_long());
        }
        self.push(value);
        Ok(())
    }

    pub(super) fn negative(&mut self) -> Done {
        let value = self.pop();
        let result = value::binary(Binary::Subtract, &Value::Whole(0), &value);
        let value = self.check(result)?;
        self.push(value);
        Ok(())
    }

    #[inline]
    pub(super) fn compare(&mut self, relation: Relation) -> Done {
        if let [.., left, Value::Whole(b)] = self.machine.stack.as_mut_slice()
            && let Value::Whole(a) = left
            && let Relation::Is(comparison) = relation
        {
            *left = Value::Truth(comparison.holds(a, b));
            self.machine.stack.pop();
            return Ok(());
        }
        let (right, left) = (self.pop(), self.pop());
        self.charge(left.entries() + right.entries());
        let truth = self.check(value::compare(relation, &left, &right))?;
        self.push(Value::Truth(truth));
        Ok(())
    }
}
