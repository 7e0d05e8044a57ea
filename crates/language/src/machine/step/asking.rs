//! Instructions that call built-in functions, and that ask chance or a player.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::base::MachineStep;
use crate::asking::{Request, SeenValues, making};
use crate::builtin::{Chance, Pure};
use crate::choice;
use crate::code::{RepeatedRoll, SeenNames};
use crate::machine::fault::Faulty;
use crate::machine::program::SetDice;
use crate::machine::state::Pause;
use crate::value::{Allowed, Datum, call};

/// Up to this number of options, comparing each with those before it is quicker than a set.
const FEW_OPTIONS: usize = 8;

impl MachineStep<'_> {
    pub(super) fn pure(&mut self, function: Pure, arguments: usize) -> Faulty {
        if self.flags.reads_by_index
            && let Some(done) = self.pure_by_index(function, arguments)
        {
            return done;
        }
        if let (2, Pure::Min | Pure::Max, [.., Datum::Whole(a), Datum::Whole(b)]) =
            (arguments, function, self.machine.stack.as_mut_slice())
        {
            *a = if function == Pure::Min {
                *a.min(b)
            } else {
                *a.max(b)
            };
            self.machine.stack.pop();
            return Ok(());
        }
        let first_argument = self.charge_arguments(arguments);
        let result = call(function, &self.machine.stack[first_argument..]);
        let value = self.check(result)?;
        self.machine.stack.truncate(first_argument);
        self.push(value);
        Ok(())
    }

    /// Charges the time for the entries of the arguments, and returns the index of the first one.
    fn charge_arguments(&mut self, arguments: usize) -> usize {
        let first_argument = self.machine.stack.len() - arguments;
        let values = &self.machine.stack[first_argument..];
        self.charge(values.iter().map(Datum::entry_count).sum());
        first_argument
    }

    pub(super) fn ask(&mut self, function: Chance, arguments: usize) -> Faulty {
        let first_argument = self.charge_arguments(arguments);
        let request = match (function, &self.machine.stack[first_argument..]) {
            (Chance::Dice, [value]) => match self.program.dice_of(value) {
                Some(SetDice::Plain(template)) => making::dice(template, &[]),
                Some(SetDice::Rolled(function)) => {
                    self.machine.stack.truncate(first_argument);
                    return self.call(*function);
                }
                None => making::not_dice_error(&value.show(&self.program.texts)),
            },
            (function, arguments) => making::chance_request(function, arguments),
        };
        self.ask_request(request, first_argument)
    }

    /// Asks for several sorted rolls; their number is below the arguments of each roll.
    pub(super) fn ask_sorted_rolls(
        &mut self,
        roll: RepeatedRoll,
        arguments: usize,
        highest_first: bool,
    ) -> Faulty {
        let first_argument = self.machine.stack.len() - arguments;
        let given = &self.machine.stack[first_argument..];
        let each = match roll {
            RepeatedRoll::Exploding => making::exploding_die(&given[0]),
            RepeatedRoll::Ask(function) => making::chance_request(function, given),
            RepeatedRoll::Dice(template) => {
                making::dice(&self.program.code.templates[usize::from(template)], given)
            }
        };
        let request = each.and_then(|each| {
            making::sorted_rolls(&self.machine.stack[first_argument - 1], each, highest_first)
        });
        self.ask_request(request, first_argument - 1)
    }

    pub(super) fn dice(&mut self, template: usize, open: usize) -> Faulty {
        let first_argument = self.machine.stack.len() - open;
        let request = making::dice(
            &self.program.code.templates[template],
            &self.machine.stack[first_argument..],
        );
        self.ask_request(request, first_argument)
    }

    pub(super) fn ask_request(&mut self, request: Allowed<Request>, stack_length: usize) -> Faulty {
        let request = self.check(request)?;
        self.machine.stack.truncate(stack_length);
        self.forget_dead_slots();
        self.pause = Some(Pause::Ask(request));
        Ok(())
    }

    /// Returns the choice of the player on the stack.
    fn pop_player(&mut self, function: &str) -> Faulty<u16> {
        let player = self.pop();
        let found = match player {
            Datum::Player(name) => Some(name),
            // An entry names its player by a word.
            Datum::Text(name) => Some(name),
            _ => None,
        };
        let choices = &self.program.code.choices;
        let found = found.and_then(|name| {
            let mut choices = choices.iter();
            choices.position(|choice| choice.is_passed && choice.text == name)
        });
        let Some(choice) = found else {
            let problem = format!("`{function}` expected a player, found {}", player.kind());
            return self.fail((
                problem,
                "declare a player at the top: again = player(\"Roll again?\")",
            ));
        };
        Ok(choice as u16)
    }

    pub(super) fn choose(&mut self, choice: Option<u16>, seen: Option<SeenNames>) -> Faulty {
        let seen = seen.map(|seen| {
            let first = self.machine.stack.len() - usize::from(seen.count);
            SeenValues {
                names: seen.names,
                values: self.machine.stack.split_off(first),
            }
        });
        let choice = match choice {
            Some(choice) => choice,
            None => {
                let options = self.pop();
                let choice = self.pop_player("choose")?;
                self.push(options);
                choice
            }
        };
        let options = self.pop_options(choice)?;
        self.forget_dead_slots();
        self.pause = Some(Pause::Ask(Request::Choose {
            choice,
            options,
            seen: seen.map(Arc::new),
        }));
        Ok(())
    }

    pub(super) fn choose_at_once(&mut self, players: [Option<u16>; 2]) -> Faulty {
        // The second player and the options of this player are on top.
        let (mut choices, mut values) = ([0; 2], [Datum::Nothing, Datum::Nothing]);
        for side in [1, 0] {
            values[side] = self.pop();
            choices[side] = match players[side] {
                Some(choice) => choice,
                None => self.pop_player("choose_at_once")?,
            };
        }
        if choices[0] == choices[1] {
            let name = &self.program.code.choices[usize::from(choices[0])].name;
            return self.fail((
                format!("`{name}` cannot choose twice at the same time"),
                "name two different players, or ask one player twice with choose(...)",
            ));
        }
        let [first, second] = values;
        self.push(first);
        let first = self.pop_options(choices[0])?;
        self.push(second);
        let second = self.pop_options(choices[1])?;
        self.forget_dead_slots();
        self.pause = Some(Pause::Ask(Request::ChooseAtOnce {
            choices,
            options: [first, second],
        }));
        Ok(())
    }

    /// Returns the options of a choice that are on the stack, each once.
    fn pop_options(&mut self, choice: u16) -> Faulty<Arc<Vec<Datum>>> {
        let options = self.pop();
        let name = &self.program.code.choices[choice as usize].name;
        let options = match options {
            Datum::List(options) if !options.is_empty() => options,
            Datum::List(_) => {
                let problem = format!("the choice `{name}` has no options");
                return self.fail((
                    problem,
                    "give at least one option; the first is the default",
                ));
            }
            other => {
                let problem = format!(
                    "the options of `{name}` must be a list, not {}",
                    other.kind()
                );
                return self.fail((problem, "write a list such as [\"keep\", \"roll\"]"));
            }
        };
        if let Some(other) = options
            .iter()
            .find(|option| choice::number(option).is_none())
        {
            let problem = format!(
                "an option of `{name}` cannot be {}",
                other.show(&self.program.texts)
            );
            let help = "use whole numbers, text, true or false, or short lists of these. For other lists, offer \
                the indexes: range(len(wings))";
            return self.fail((problem, help));
        }
        self.charge(options.len());
        Ok(unique_options(options))
    }
}

/// Removes duplicates from options.
fn unique_options(options: Arc<Vec<Datum>>) -> Arc<Vec<Datum>> {
    let is_new = |(index, option): (usize, &Datum)| !options[..index].contains(option);
    if options.len() <= FEW_OPTIONS && options.iter().enumerate().all(is_new) {
        return options;
    }
    let mut seen = FxHashSet::default();
    if options.iter().all(|option| seen.insert(option)) {
        return options;
    }
    seen.clear();
    Arc::new(
        options
            .iter()
            .filter(|option| seen.insert(option))
            .cloned()
            .collect(),
    )
}
