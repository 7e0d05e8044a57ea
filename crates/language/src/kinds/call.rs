//! The kinds of what functions take and give.

use super::Checker;
use super::kind::Kind;
use crate::builtin::{self, Chance, Pure, Role};
use crate::grammar::tree::{Call, ExprKind};

impl Checker<'_> {
    pub(super) fn call(&mut self, call: &Call) -> Kind {
        let Some(index) = self.declarations.function(&call.name.text) else { return self.builtin(call) };
        let declarations = self.declarations;
        let function = &declarations.functions[index];
        for (i, argument) in call.arguments.iter().enumerate() {
            let kind = self.value(&argument.value);
            let place =
                argument.name.as_ref().and_then(|name| function.parameters.iter().position(|p| p.text == name.text));
            self.widen_argument(index, place.unwrap_or(i), &kind);
        }
        self.functions[index].result.clone()
    }

    pub(super) fn builtin(&mut self, call: &Call) -> Kind {
        let kinds: Vec<Kind> = call.arguments.iter().map(|argument| self.value(&argument.value)).collect();
        match builtin::find(&call.name.text).map(|builtin| builtin.role) {
            Some(Role::Pure(function)) => self.pure(function, call, &kinds),
            Some(Role::Chance(function)) => self.chance(function, call, &kinds),
            Some(Role::Choose) => self.choose(call, &kinds),
            _ => Kind::Any,
        }
    }

    pub(super) fn pure(&mut self, function: Pure, call: &Call, kinds: &[Kind]) -> Kind {
        let first = kinds.first().cloned().unwrap_or_default();
        match function {
            Pure::RoundUp => self.numbers(call, kinds, Kind::Whole),
            Pure::Abs => self.numbers(call, kinds, first),
            Pure::Min | Pure::Max => self.extreme(call, kinds),
            Pure::Range | Pure::Upto => self.wholes(call, kinds, Kind::list(Kind::Whole)),
            Pure::Len => self.of_list(call, &first, Kind::Whole),
            Pure::Any | Pure::All => self.of_truths(call, &first),
            Pure::Sum => {
                self.of_numbers(call, &first, |item| if *item == Kind::Truth { Kind::Whole } else { item.clone() })
            }
            Pure::Sorted => self.of_numbers(call, &first, |item| Kind::list(item.clone())),
            Pure::Highest | Pure::Lowest if kinds.len() > 1 => {
                self.of_numbers(call, &first, |item| Kind::list(item.clone()))
            }
            Pure::Highest | Pure::Lowest => self.of_numbers(call, &first, Kind::clone),
        }
    }

    pub(super) fn usage(call: &Call) -> String {
        format!("write for example {}", builtin::find(&call.name.text).map_or("", |builtin| builtin.usage))
    }

    pub(super) fn wrong(&mut self, call: &Call, i: usize, problem: String) {
        let span = call.arguments.get(i).map_or(call.name.span, |argument| argument.value.span);
        self.error(span, problem, Self::usage(call));
    }

    pub(super) fn numbers(&mut self, call: &Call, kinds: &[Kind], result: Kind) -> Kind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_number()) {
            self.wrong(call, i, format!("`{}` works on numbers, and this is {}", call.name.text, kinds[i].words()));
        }
        if result == Kind::Truth { Kind::Whole } else { result }
    }

    pub(super) fn wholes(&mut self, call: &Call, kinds: &[Kind], result: Kind) -> Kind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_whole()) {
            self.wrong(
                call,
                i,
                format!("`{}` works on whole numbers, and this is {}", call.name.text, kinds[i].words()),
            );
        }
        result
    }

    pub(super) fn extreme(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds {
            [list] if list.can_be_list() => list.item(),
            [_] => self.of_list(call, &kinds[0], Kind::Any),
            _ => {
                let joined = kinds.iter().fold(Kind::Unknown, |joined, kind| joined.join(kind));
                self.numbers(call, kinds, joined)
            }
        }
    }

    pub(super) fn of_list(&mut self, call: &Call, kind: &Kind, result: Kind) -> Kind {
        if !kind.can_be_list() {
            self.wrong(call, 0, format!("`{}` works on a list, and this is {}", call.name.text, kind.words()));
        }
        result
    }

    pub(super) fn of_numbers(&mut self, call: &Call, kind: &Kind, result: impl Fn(&Kind) -> Kind) -> Kind {
        let item = kind.item();
        if kind.can_be_list() && !item.can_be_number() {
            self.wrong(
                call,
                0,
                format!("`{}` works on a list of numbers, and this one holds {}", call.name.text, item.words()),
            );
        }
        self.of_list(call, kind, result(&item))
    }

    pub(super) fn of_truths(&mut self, call: &Call, kind: &Kind) -> Kind {
        if kind.can_be_list() && !kind.item().can_be_truth() {
            self.wrong(
                call,
                0,
                format!(
                    "`{}` asks for a list of true and false, and this one holds {}",
                    call.name.text,
                    kind.item().words()
                ),
            );
        }
        self.of_list(call, kind, Kind::Truth)
    }

    pub(super) fn chance(&mut self, function: Chance, call: &Call, kinds: &[Kind]) -> Kind {
        let first = kinds.first().cloned().unwrap_or_default();
        match function {
            Chance::Roll if matches!(first, Kind::List(_) | Kind::Unknown | Kind::Any) => first.item(),
            Chance::Roll => self.wholes(call, &kinds[..kinds.len().min(1)], Kind::Whole),
            Chance::Dice => self.dice(call, &first),
            Chance::Pool => self.pool(call, kinds),
            Chance::Tally => self.wholes(call, &kinds[..kinds.len().min(1)], Kind::list(Kind::Whole)),
            Chance::Successes => self.wholes(call, kinds, Kind::Whole),
            Chance::Event => self.numbers(call, kinds, Kind::Any).truth(),
            Chance::Binomial => self.numbers(call, kinds, Kind::Whole),
            Chance::Pick => self.of_list(call, &first, Kind::Whole),
            Chance::Draw => self.of_list(call, &first, Kind::list(Kind::list(Kind::Whole))),
        }
    }

    pub(super) fn dice(&mut self, call: &Call, kind: &Kind) -> Kind {
        let literal = matches!(call.arguments.first().map(|argument| &argument.value.kind), Some(ExprKind::Text(_)));
        if !literal && !matches!(kind, Kind::Dice | Kind::Any | Kind::Unknown) {
            self.wrong(
                call,
                0,
                format!("`dice` takes a text in quotes or a parameter made with dice_of, and this is {}", kind.words()),
            );
        }
        Kind::Whole
    }

    pub(super) fn pool(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds {
            [one] => self.of_list(call, one, Kind::list(Kind::Whole)),
            [n, die, ..] => {
                self.wholes(call, std::slice::from_ref(n), Kind::Any);
                if let Kind::List(item) = die { Kind::list((**item).clone()) } else { Kind::list(Kind::Whole) }
            }
            [] => Kind::Any,
        }
    }

    pub(super) fn choose(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds.get(1) {
            Some(options) if !options.can_be_list() => {
                self.wrong(call, 1, format!("the options of a choice are a list, and this is {}", options.words()));
                Kind::Any
            }
            options => options.map_or(Kind::Any, Kind::item),
        }
    }
}
