//! Functions of the language, and questions to chance and to the player.

use super::{Done, Step};
use crate::builtin::question::{self, Question};
use crate::builtin::{Chance, Pure, pure};
use crate::machine::value::{Refusal, Value};
use crate::machine::{Pause, SetDice};

impl Step<'_> {
    pub(super) fn pure(&mut self, function: Pure, arguments: usize) -> Done {
        let at = self.machine.stack.len() - arguments;
        let entries = self.machine.stack[at..].iter().map(Value::entries).sum();
        self.charge(entries);
        let result = pure::call(function, &self.machine.stack[at..]);
        let value = self.check(result)?;
        self.machine.stack.truncate(at);
        self.push(value);
        Ok(())
    }

    pub(super) fn ask(&mut self, function: Chance, arguments: usize) -> Done {
        let at = self.machine.stack.len() - arguments;
        let entries = self.machine.stack[at..].iter().map(Value::entries).sum();
        self.charge(entries);
        let question = match (function, &self.machine.stack[at..]) {
            (Chance::Dice, [Value::Dice(dice)]) => match &self.program.dice[*dice as usize] {
                SetDice::Plain(template) => question::dice(template, &[]),
                SetDice::Exploding(function) => {
                    self.machine.stack.truncate(at);
                    return self.call(*function);
                }
            },
            (function, arguments) => question::ask(function, arguments),
        };
        self.asked(question, at)
    }

    pub(super) fn dice(&mut self, template: usize, open: usize) -> Done {
        let at = self.machine.stack.len() - open;
        let question = question::dice(&self.program.code.templates[template], &self.machine.stack[at..]);
        self.asked(question, at)
    }

    pub(super) fn asked(&mut self, question: Result<Question, Refusal>, at: usize) -> Done {
        let question = self.check(question)?;
        self.machine.stack.truncate(at);
        self.forget();
        self.pause = Some(Pause::Ask(question));
        Ok(())
    }

    pub(super) fn choose(&mut self, choice: u16) -> Done {
        let options = self.pop();
        let name = &self.program.code.choices[choice as usize];
        match options {
            Value::List(options) if !options.is_empty() => {
                self.forget();
                self.pause = Some(Pause::Ask(Question::Choose { choice, options }));
                Ok(())
            }
            Value::List(_) => self
                .fail((format!("the choice \"{name}\" has no options"), "give at least one; the first is the default")),
            other => self.fail((
                format!("the options of \"{name}\" are {}", other.kind()),
                "they are a list, such as [\"keep\", \"roll\"]",
            )),
        }
    }
}
