//! Arithmetic and comparisons, with a fast path for whole numbers.

use super::base::MachineStep;
use crate::grammar::item::MAX_LIST_LENGTH;
use crate::grammar::tree::{Binary, Relation};
use crate::machine::fault::Faulty;
use crate::value::{Datum, binary, compare, too_long};

impl MachineStep<'_> {
    #[inline(always)]
    pub(super) fn binary(&mut self, operator: Binary) -> Faulty {
        if let [.., Datum::Whole(a), Datum::Whole(b)] = self.machine.stack.as_mut_slice() {
            let quick = match operator {
                Binary::Add => a.checked_add(*b),
                Binary::Subtract => a.checked_sub(*b),
                Binary::Multiply => a.checked_mul(*b),
                Binary::Divide | Binary::FloorDivide | Binary::Remainder | Binary::Power => None,
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
    pub(super) fn slow_binary(&mut self, operator: Binary, left: &Datum, right: &Datum) -> Faulty {
        self.charge(left.entry_count() + right.entry_count());
        let value = self.check(binary(operator, left, right))?;
        if matches!(&value, Datum::List(list) if list.len() > MAX_LIST_LENGTH) {
            return self.fail(too_long());
        }
        self.push(value);
        Ok(())
    }

    pub(super) fn negative(&mut self) -> Faulty {
        let value = self.pop();
        let negative = self.check(binary(Binary::Subtract, &Datum::Whole(0), &value))?;
        self.push(negative);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn compare(&mut self, relation: Relation) -> Faulty {
        if let [.., left, Datum::Whole(b)] = self.machine.stack.as_mut_slice()
            && let Datum::Whole(a) = left
            && let Relation::Is(comparison) = relation
        {
            *left = Datum::Truth(comparison.holds(a, b));
            self.machine.stack.pop();
            return Ok(());
        }
        self.slow_compare(relation)
    }

    #[cold]
    fn slow_compare(&mut self, relation: Relation) -> Faulty {
        let (right, left) = (self.pop(), self.pop());
        self.charge(left.entry_count() + right.entry_count());
        let truth = self.check(compare(relation, &left, &right))?;
        self.push(Datum::Truth(truth));
        Ok(())
    }
}
