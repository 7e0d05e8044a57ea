//! Functions of the language, and questions to chance and to the player.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Done, Step};
use crate::builtin::question::{self, Question};
use crate::builtin::{Chance, Pure, pure};
use crate::choice;
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
        let name = &self.program.code.choices[choice as usize].name;
        let options = match options {
            Value::List(options) if !options.is_empty() => options,
            Value::List(_) => {
                return self.fail((
                    format!("the choice \"{name}\" has no options"),
                    "give at least one; the first is the default",
                ));
            }
            other => {
                return self.fail((
                    format!("the options of \"{name}\" are {}", other.kind()),
                    "they are a list, such as [\"keep\", \"roll\"]",
                ));
            }
        };
        if let Some(other) = options.iter().find(|option| choice::number(option).is_none()) {
            return self.fail((
                format!("an option of \"{name}\" is {}", other.kind()),
                "options are whole numbers, texts, true or false: of a list, offer the places, such as range(len(wings))",
            ));
        }
        self.charge(options.len());
        self.forget();
        self.pause = Some(Pause::Ask(Question::Choose { choice, options: each_once(options) }));
        Ok(())
    }
}

/// Options that are written twice are offered once.
fn each_once(options: Arc<Vec<Value>>) -> Arc<Vec<Value>> {
    let mut seen = FxHashSet::default();
    if options.iter().all(|option| seen.insert(option)) {
        return options;
    }
    seen.clear();
    Arc::new(options.iter().filter(|option| seen.insert(option)).cloned().collect())
}
