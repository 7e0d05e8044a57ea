//! Arithmetic and comparisons of integers.

use oddsmith_engine::question::Comparison;

use super::{Entry, Translator};
use crate::builtin::Pure;
use crate::code::Op;
use crate::grammar::tree::{Binary, Relation};
use crate::registers::instruction::{Instruction, Register, Test};
use crate::registers::kind::Form;
use crate::value::{self, Datum};

impl Translator<'_, '_> {
    pub(super) fn binary(&mut self, operator: Binary) {
        if let Some([left, right]) = self.known_values(2).as_deref()
            && let Ok(value) = value::binary(operator, left, right)
        {
            self.stack.truncate(self.stack.len() - 2);
            return self.push_value(value);
        }
        let are_whole = self.stack[self.stack.len() - 2..]
            .iter()
            .all(Entry::is_whole);
        if !are_whole || matches!(operator, Binary::Divide | Binary::Power) {
            return self.general(Op::Binary(operator), 2);
        }
        if self.leaves_left(operator) {
            self.stack.pop();
            let entry = self.stack.pop().map(|left| Entry {
                form: Some(Form::Whole),
                ..left
            });
            return self.stack.extend(entry);
        }
        // Sums of dice begin with 0, and adding to 0 needs no instruction.
        if operator == Binary::Add
            && let [left, right] = &self.stack[self.stack.len() - 2..]
            && left.number() == Some(0)
            && right.is_on_stack()
            && right.form == Some(Form::Whole)
        {
            let register = self.register_at(self.stack.len() - 1);
            let (to, from) = (self.register_at(self.stack.len() - 2), register);
            match self.last_result(register).and_then(Instruction::result) {
                Some(result) => *result = to,
                None => drop(self.push(Instruction::Move { to, from })),
            }
            self.stack.truncate(self.stack.len() - 2);
            return self.push_result(Some(Form::Whole));
        }
        let (right, right_depth) = self.pop();
        let (left, left_depth) = self.pop();
        let to = self.top();
        self.whole_binary(operator, to, (&left, left_depth), (&right, right_depth));
        self.push_result(Some(Form::Whole));
    }

    /// Returns whether an operator does not change the left number, as in `x * 1`.
    fn leaves_left(&self, operator: Binary) -> bool {
        let right = self.stack.last().and_then(Entry::number);
        match operator {
            Binary::Add | Binary::Subtract => right == Some(0),
            Binary::Multiply | Binary::FloorDivide => right == Some(1),
            Binary::Remainder | Binary::Divide | Binary::Power => false,
        }
    }

    /// Adds an instruction for two whole numbers.
    pub(super) fn whole_binary(
        &mut self,
        operator: Binary,
        to: Register,
        (left, left_depth): (&Entry, usize),
        (right, right_depth): (&Entry, usize),
    ) {
        let small = |entry: &Entry| entry.number().and_then(|number| i32::try_from(number).ok());
        let with_number = match (operator, small(left), small(right)) {
            (Binary::Add, _, Some(number)) => {
                let a = self.integer(left, left_depth, Form::Whole);
                Some(Instruction::AddNumber { to, a, number })
            }
            (Binary::Subtract, _, Some(number)) if number != i32::MIN => {
                let a = self.integer(left, left_depth, Form::Whole);
                let number = -number;
                Some(Instruction::AddNumber { to, a, number })
            }
            (Binary::Multiply, _, Some(number)) => {
                let a = self.integer(left, left_depth, Form::Whole);
                Some(Instruction::MultiplyNumber { to, a, number })
            }
            (Binary::FloorDivide, _, Some(number @ 1..)) => {
                let a = self.integer(left, left_depth, Form::Whole);
                Some(Instruction::FloorDivideNumber { to, a, number })
            }
            (Binary::Remainder, _, Some(number @ 1..)) => {
                let a = self.integer(left, left_depth, Form::Whole);
                Some(Instruction::RemainderNumber { to, a, number })
            }
            (Binary::Add, Some(number), _) => {
                let a = self.integer(right, right_depth, Form::Whole);
                Some(Instruction::AddNumber { to, a, number })
            }
            (Binary::Subtract, Some(number), _) => {
                let a = self.integer(right, right_depth, Form::Whole);
                Some(Instruction::SubtractFrom { to, a, number })
            }
            (Binary::Multiply, Some(number), _) => {
                let a = self.integer(right, right_depth, Form::Whole);
                Some(Instruction::MultiplyNumber { to, a, number })
            }
            _ => None,
        };
        if let Some(instruction) = with_number {
            self.push(instruction);
            return;
        }
        let a = self.integer(left, left_depth, Form::Whole);
        let b = self.integer(right, right_depth, Form::Whole);
        self.push(match operator {
            Binary::Add => Instruction::Add { to, a, b },
            Binary::Subtract => Instruction::Subtract { to, a, b },
            Binary::Multiply => Instruction::Multiply { to, a, b },
            Binary::FloorDivide => Instruction::FloorDivide { to, a, b },
            Binary::Remainder => Instruction::Remainder { to, a, b },
            Binary::Divide | Binary::Power => Instruction::Leave,
        });
    }

    pub(super) fn negative(&mut self) {
        match self.stack.last() {
            Some(entry) if entry.is_whole() => {
                let (entry, depth) = self.pop();
                if let Some(number) = entry.number().and_then(i64::checked_neg) {
                    return self.push_value(Datum::Whole(number));
                }
                let (to, a) = (self.top(), self.integer(&entry, depth, Form::Whole));
                self.push(Instruction::SubtractFrom { to, a, number: 0 });
                self.push_result(Some(Form::Whole));
            }
            _ => self.general(Op::Negative, 1),
        }
    }

    /// Translates `not`, and returns how many instructions this covers.
    pub(super) fn not(&mut self) -> usize {
        let (entry, depth) = self.pop();
        if entry.form == Some(Form::Truth) && self.next_op() == Some(Op::Not) {
            self.stack.push(entry);
            return 2;
        }
        if let (Some(Form::Truth), Some(truth)) = (entry.form, entry.number()) {
            self.push_value(Datum::Truth(truth == 0));
            return 1;
        }
        let to = self.top();
        if entry.is_on_stack()
            && entry.form == Some(Form::Truth)
            && let Some(Instruction::Compare { test, .. } | Instruction::CompareNumber { test, .. }) =
                self.last_result(to)
        {
            *test = test.opposite();
            self.push_result(Some(Form::Truth));
            return 1;
        }
        match entry.form {
            Some(Form::Truth) | None => {
                let a = self.integer(&entry, depth, Form::Truth);
                self.push(Instruction::Not { to, a });
            }
            _ => drop(self.push(Instruction::Leave)),
        }
        self.push_result(Some(Form::Truth));
        1
    }

    pub(super) fn compare(&mut self, relation: Relation) {
        if let Some([left, right]) = self.known_values(2).as_deref()
            && let Ok(truth) = value::compare(relation, left, right)
        {
            self.stack.truncate(self.stack.len() - 2);
            return self.push_value(Datum::Truth(truth));
        }
        let [left, right] = &self.stack[self.stack.len() - 2..] else {
            return;
        };
        let are_texts = left.form == Some(Form::Text) && right.form == Some(Form::Text);
        let test = match relation {
            Relation::Is(Comparison::Equal) if are_texts => Test::Equal,
            Relation::Is(Comparison::Unequal) if are_texts => Test::Unequal,
            Relation::Is(comparison) if left.is_whole() && right.is_whole() => match comparison {
                Comparison::Equal => Test::Equal,
                Comparison::Unequal => Test::Unequal,
                Comparison::Below => Test::Less,
                Comparison::AtMost => Test::AtMost,
                Comparison::Above => Test::More,
                Comparison::AtLeast => Test::AtLeast,
            },
            _ => return self.general(Op::Compare(relation), 2),
        };
        let (right, right_depth) = self.pop();
        let (left, left_depth) = self.pop();
        let to = self.top();
        let small = |entry: &Entry| entry.number().and_then(|number| i32::try_from(number).ok());
        let instruction = match (small(&left), small(&right)) {
            (_, Some(number)) => {
                let a = self.integer(&left, left_depth, Form::Whole);
                Instruction::CompareNumber {
                    to,
                    test,
                    a,
                    number,
                }
            }
            (Some(number), _) => {
                let a = self.integer(&right, right_depth, Form::Whole);
                let test = test.swapped();
                Instruction::CompareNumber {
                    to,
                    test,
                    a,
                    number,
                }
            }
            _ => {
                let a = self.integer(&left, left_depth, Form::Whole);
                let b = self.integer(&right, right_depth, Form::Whole);
                Instruction::Compare { to, test, a, b }
            }
        };
        self.push(instruction);
        self.push_result(Some(Form::Truth));
    }

    /// Translates a function whose result depends on its arguments alone.
    pub(super) fn pure(&mut self, function: Pure, arguments: usize) {
        if let Some(values) = self.known_values(arguments)
            && let Ok(value) = value::call(function, &values)
        {
            self.stack.truncate(self.stack.len() - arguments);
            return self.push_value(value);
        }
        let given = &self.stack[self.stack.len() - arguments..];
        let are_whole = given.iter().all(|entry| entry.form == Some(Form::Whole));
        match function {
            Pure::Min | Pure::Max if are_whole && arguments > 1 => {
                self.extreme(function == Pure::Max, arguments);
            }
            Pure::Abs if are_whole => {
                let (entry, depth) = self.pop();
                let (to, a) = (self.top(), self.integer(&entry, depth, Form::Whole));
                self.push(Instruction::Absolute { to, a });
                self.push_result(Some(Form::Whole));
            }
            Pure::Len if given[0].form.is_none() => {
                let (entry, depth) = self.pop();
                let (to, list) = (self.top(), self.boxed(&entry, depth));
                self.push(Instruction::Length { to, list });
                self.push_result(Some(Form::Whole));
            }
            _ => self.general(
                Op::Pure {
                    function,
                    arguments: arguments as u8,
                },
                arguments,
            ),
        }
    }

    /// Translates the least or the greatest of several whole numbers.
    fn extreme(&mut self, is_greatest: bool, arguments: usize) {
        let first = self.stack.len() - arguments;
        let to = self.register_at(first);
        let (mut best, mut best_depth) = (self.stack[first].clone(), first);
        for depth in first + 1..first + arguments {
            let entry = self.stack[depth].clone();
            let number = |entry: &Entry| entry.number().and_then(|n| i32::try_from(n).ok());
            let ((entry, entry_depth), known) = match (number(&best), number(&entry)) {
                (_, Some(number)) => ((best, best_depth), Some(number)),
                (Some(number), None) => ((entry, depth), Some(number)),
                (None, None) => ((entry, depth), None),
            };
            let a = self.integer(&entry, entry_depth, Form::Whole);
            let instruction = match known {
                Some(number) if is_greatest => Instruction::GreatestNumber { to, a, number },
                Some(number) => Instruction::LeastNumber { to, a, number },
                None => {
                    let b = self.integer(&self.stack[best_depth].clone(), best_depth, Form::Whole);
                    match is_greatest {
                        true => Instruction::Greatest { to, a, b },
                        false => Instruction::Least { to, a, b },
                    }
                }
            };
            self.push(instruction);
            (best, best_depth) = (
                Entry {
                    place: super::Place::Stack,
                    form: Some(Form::Whole),
                },
                first,
            );
            self.stack[first] = best.clone();
        }
        self.stack.truncate(first);
        self.push_result(Some(Form::Whole));
    }
}
