//! Questions to chance and to players.

use oddsmith_engine::chance::{DiceText, Probability};

use super::Translator;
use crate::asking::{Request, making};
use crate::builtin::Chance;
use crate::code::Op;
use crate::machine::SetDice;
use crate::registers::instruction::{Instruction, Target};
use crate::registers::kind::Form;
use crate::value::Datum;

/// The maximal number of faces that is part of an instruction.
const MAX_FACES: i64 = 1_000_000;

impl Translator<'_, '_> {
    pub(super) fn ask(&mut self, function: Chance, arguments: usize) -> Option<()> {
        let given = &self.stack[self.stack.len() - arguments..];
        let are_whole = given.iter().all(|entry| entry.form == Some(Form::Whole));
        match (function, arguments) {
            (Chance::Roll, 1) if are_whole => self.roll(),
            (Chance::Pool, 2) if are_whole => self.pool(),
            (Chance::Successes, 3) if are_whole => self.successes(),
            (Chance::Event, _) => self.event(arguments),
            (Chance::Dice, _) => return self.dice_of(arguments),
            _ => self.ask_general(function, arguments),
        }
        Some(())
    }

    fn roll(&mut self) {
        let (sides, depth) = self.pop();
        let to = self.top();
        let instruction = match sides.number() {
            Some(sides @ 1..=MAX_FACES) => Instruction::RollDie {
                to,
                sides: sides as u32,
            },
            _ => Instruction::Roll {
                to,
                sides: self.integer(&sides, depth, Form::Whole),
            },
        };
        self.push(instruction);
        self.push_result(Some(Form::Whole));
    }

    fn pool(&mut self) {
        let (sides, sides_depth) = self.pop();
        let (n, n_depth) = self.pop();
        let to = self.top();
        let n = self.integer(&n, n_depth, Form::Whole);
        let instruction = match sides.number() {
            Some(sides @ 1..=MAX_FACES) => Instruction::PoolOf {
                to,
                n,
                sides: sides as u32,
            },
            _ => Instruction::Pool {
                to,
                n,
                sides: self.integer(&sides, sides_depth, Form::Whole),
            },
        };
        self.push(instruction);
        self.push_result(None);
    }

    fn successes(&mut self) {
        let (least, least_depth) = self.pop();
        let (sides, sides_depth) = self.pop();
        let (n, n_depth) = self.pop();
        let to = self.top();
        let n = self.integer(&n, n_depth, Form::Whole);
        let known_sides = sides.number().and_then(|sides| u16::try_from(sides).ok());
        let known_least = least.number().and_then(|least| i16::try_from(least).ok());
        let instruction = match (known_sides, known_least) {
            (Some(sides @ 1..), Some(least)) => Instruction::SuccessesOf {
                to,
                n,
                sides,
                least,
            },
            _ => Instruction::Successes {
                to,
                n,
                sides: self.integer(&sides, sides_depth, Form::Whole),
                least: self.integer(&least, least_depth, Form::Whole),
            },
        };
        self.push(instruction);
        self.push_result(Some(Form::Whole));
    }

    fn event(&mut self, arguments: usize) {
        let request = self
            .known_values(arguments)
            .and_then(|values| making::chance_request(Chance::Event, &values).ok());
        let probability = match request {
            Some(Request::Chance(p)) => {
                Probability::ratio(p.numerator().unsigned_abs(), p.denominator().unsigned_abs())
            }
            _ => None,
        };
        let Some(probability) = probability else {
            return self.ask_general(Chance::Event, arguments);
        };
        self.stack.truncate(self.stack.len() - arguments);
        self.tables.probabilities.push(probability);
        let index = (self.tables.probabilities.len() - 1) as u16;
        let to = self.top();
        self.push(Instruction::Happens { to, index });
        self.push_result(Some(Form::Truth));
    }

    /// Rolls the dice that a value describes.
    fn dice_of(&mut self, arguments: usize) -> Option<()> {
        let program = self.program();
        let value = self.stack.last().and_then(super::Entry::known_value);
        match value.and_then(|value| program.dice_of(&value)) {
            Some(SetDice::Plain(text)) => {
                self.stack.truncate(self.stack.len() - arguments);
                if !self.roll_text(text, &[]) {
                    self.leave();
                }
            }
            Some(SetDice::Rolled(function)) => {
                let first = self.stack.len() - arguments;
                self.enter(*function, first)?;
            }
            None => self.ask_general(Chance::Dice, arguments),
        }
        Some(())
    }

    pub(super) fn dice(&mut self, template: usize, open: usize) {
        let text = &self.program().code.templates[template];
        if let Some(values) = self.known_values(open) {
            self.stack.truncate(self.stack.len() - open);
            if self.roll_text(text, &values) {
                return;
            }
            return self.leave();
        }
        let template = template as u16;
        let open = open as u8;
        self.ask_op(Op::Dice { template, open }, open.into(), Some(Form::Whole));
    }

    /// Rolls dice whose numbers are known. Returns whether they are allowed.
    fn roll_text(&mut self, text: &DiceText, values: &[Datum]) -> bool {
        let Ok(Request::Dice(terms)) = making::dice(text, values) else {
            return false;
        };
        self.tables.dice.push(terms);
        let index = (self.tables.dice.len() - 1) as u16;
        let to = self.top();
        self.push(Instruction::RollDice { to, index });
        self.push_result(Some(Form::Whole));
        true
    }

    fn ask_general(&mut self, function: Chance, arguments: usize) {
        let certain = match function {
            Chance::Dice | Chance::Successes | Chance::Binomial => Some(Form::Whole),
            Chance::Event => Some(Form::Truth),
            _ => None,
        };
        let op = Op::Ask {
            function,
            arguments: arguments as u8,
        };
        self.ask_op(op, arguments, certain);
    }

    /// Lets the stack machine ask. `certain` is the form of the answer, if it is always the same.
    fn ask_op(&mut self, op: Op, operands: usize, certain: Option<Form>) {
        let sources = self.take_sources(operands);
        let to = self.top();
        let target = match certain {
            Some(form) => Target::Integer(to, form),
            None => Target::Boxed(to),
        };
        self.push_general(op, sources, vec![target]);
        match certain {
            Some(form) => self.push_result(Some(form)),
            None => self.unbox_answer(),
        }
    }

    pub(super) fn choose(&mut self, op: Op) {
        self.stack.truncate(self.stack.len() - op.player_operands());
        let to = self.top();
        self.push(Instruction::Choose { to });
        self.unbox_answer();
    }

    /// Takes an answer out of its box if it is expected to be an integer. The question has been
    /// asked, so the stack machine would continue after it.
    fn unbox_answer(&mut self) {
        self.push_result(None);
        let Some(form) = self.result_form() else {
            return;
        };
        let stack = self.stack.clone();
        let handover = self.add_handover(self.op_index + 1, &stack, 0);
        self.stack.pop();
        let to = self.top();
        let from = to;
        self.push_with(Instruction::Unbox { to, from, form }, handover);
        self.push_result(Some(form));
    }
}
