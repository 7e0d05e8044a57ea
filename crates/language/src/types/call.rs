//! The types of arguments and results of functions.

use super::base::KindChecker;
use super::dice_text;
use super::value_kind::ValueKind;
use crate::builtin::{self, Builtin, BuiltinRole, Chance, Pure};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Call, Expr, ExprKind};
use crate::ratio::Ratio;

/// Returns the types of arguments in the order of the function's parameters.
fn ordered_kinds(call: &Call, builtin: &Builtin, kinds: Vec<ValueKind>) -> Vec<ValueKind> {
    let indices = call.argument_indices(builtin.parameters);
    let mut placed: Vec<(usize, ValueKind)> = indices.into_iter().zip(kinds).collect();
    placed.sort_by_key(|(index, _)| *index);
    placed.into_iter().map(|(_, kind)| kind).collect()
}

impl KindChecker<'_> {
    pub(super) fn call(&mut self, call: &Call) -> ValueKind {
        let declarations = self.declarations;
        let kinds: Vec<ValueKind> = call
            .arguments
            .iter()
            .map(|argument| self.value(&argument.value))
            .collect();
        if let Some(index) = declarations.function_index(&call.name.text) {
            let parameters = &declarations.functions[index].parameters;
            for (i, (argument, kind)) in call.arguments.iter().zip(&kinds).enumerate() {
                let named = argument.name.as_ref();
                let named_index = named.and_then(|name| {
                    parameters
                        .iter()
                        .position(|parameter| parameter.text == name.text)
                });
                self.widen_argument(index, named_index.unwrap_or(i), kind);
            }
            return self.functions[index].result.clone();
        }
        let builtin = builtin::find(&call.name.text);
        let kinds = builtin.map_or(kinds.clone(), |builtin| ordered_kinds(call, builtin, kinds));
        match builtin.map(|builtin| builtin.role) {
            Some(BuiltinRole::Pure(function)) => self.pure(function, call, &kinds),
            Some(BuiltinRole::Chance(function)) => self.chance(function, call, &kinds),
            Some(role) if !role.player_arguments().is_empty() => {
                let chosen = role.player_arguments().iter();
                let mut chosen = chosen.map(|&player| self.chosen_option(call, &kinds, player));
                match role {
                    BuiltinRole::Choose => chosen.next().unwrap_or_default(),
                    _ => ValueKind::list(chosen.fold(ValueKind::Unknown, |a, b| a.join(&b))),
                }
            }
            Some(BuiltinRole::Cards) => {
                let named = call
                    .arguments
                    .iter()
                    .filter_map(|argument| Some(argument.name.as_ref()?.text.clone()));
                for kind in named {
                    if !self.card_kinds.contains(&kind) {
                        self.card_kinds.push(kind);
                    }
                }
                self.check_wholes(call, &kinds, ValueKind::Cards)
            }
            _ => ValueKind::Any,
        }
    }

    fn pure(&mut self, function: Pure, call: &Call, kinds: &[ValueKind]) -> ValueKind {
        let first = kinds.first().cloned().unwrap_or_default();
        match function {
            Pure::Len if kinds == [ValueKind::Cards] => self.len_of_cards(call),
            Pure::Sum | Pure::Min | Pure::Max if kinds == [ValueKind::Cards] => ValueKind::Whole,
            Pure::RoundUp => self.check_numbers(call, kinds, ValueKind::Whole),
            Pure::Abs => self.check_numbers(call, kinds, first),
            Pure::Min | Pure::Max => self.extreme(call, kinds),
            Pure::Range | Pure::Upto => {
                self.check_wholes(call, kinds, ValueKind::list(ValueKind::Whole))
            }
            Pure::Len => self.check_list(call, &first, ValueKind::Whole),
            Pure::Any | Pure::All => self.check_truth_list(call, &first),
            Pure::Sum => self.check_number_list(call, &first).into_number(),
            Pure::Sorted => ValueKind::list(self.check_number_list(call, &first)),
            Pure::Highest | Pure::Lowest | Pure::Middle => {
                ValueKind::list(self.check_number_list(call, &first))
            }
            Pure::Distinct => self.check_list(call, &first, ValueKind::Whole),
            // The mean of two whole numbers may be a fraction.
            Pure::Median => match self.check_number_list(call, &first).into_number() {
                ValueKind::Whole => ValueKind::Number,
                kind => kind,
            },
        }
    }

    /// Reports `len(hand)`: it reads like the number of cards, but would be the number of kinds.
    fn len_of_cards(&mut self, call: &Call) -> ValueKind {
        let cards_name = match call.arguments.first().map(|argument| &argument.value.kind) {
            Some(ExprKind::Name(name)) => name.clone(),
            _ => "deck".to_owned(),
        };
        let (problem, help) = (
            "`len` counts the kinds of cards, not the cards",
            format!("write sum({cards_name}) for the number of cards"),
        );
        self.report(|| Mistake::new(call.name.span, problem, help).with_fix(call.name.span, "sum"));
        ValueKind::Whole
    }

    /// Reports an argument of a wrong type, with the syntax of the function.
    fn report_argument(&mut self, call: &Call, i: usize, problem: String) {
        let parameters =
            builtin::find(&call.name.text).map_or(&[][..], |builtin| builtin.parameters);
        let argument_index = call
            .argument_indices(parameters)
            .iter()
            .position(|index| *index == i)
            .unwrap_or(i);
        let value = call
            .arguments
            .get(argument_index)
            .map(|argument| &argument.value);
        let span = value.map_or(call.name.span, |value| value.span);
        match value.and_then(|value| dice_text::dice_replacement(call, value)) {
            Some((help, fix)) => self.report(|| Mistake {
                fix: Some(fix),
                ..Mistake::new(span, problem, help)
            }),
            None => self.error(
                span,
                problem,
                format!("write, for example, {}", builtin::usage(&call.name.text)),
            ),
        }
    }

    fn check_numbers(&mut self, call: &Call, kinds: &[ValueKind], result: ValueKind) -> ValueKind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_number()) {
            let kind = kinds[i].words();
            self.report_argument(
                call,
                i,
                format!("`{}` expected numbers, found {kind}", call.name.text),
            );
            return ValueKind::Unknown;
        }
        result.into_number()
    }

    fn check_wholes(&mut self, call: &Call, kinds: &[ValueKind], result: ValueKind) -> ValueKind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_whole()) {
            let kind = kinds[i].words();
            self.report_argument(
                call,
                i,
                format!("`{}` expected whole numbers, found {kind}", call.name.text),
            );
        }
        result
    }

    fn extreme(&mut self, call: &Call, kinds: &[ValueKind]) -> ValueKind {
        match kinds {
            [list] if list.can_be_list() => list.item(),
            [other] => self.check_list(call, other, ValueKind::Any),
            _ => {
                let joined = kinds
                    .iter()
                    .fold(ValueKind::Unknown, |joined, kind| joined.join(kind));
                self.check_numbers(call, kinds, joined)
            }
        }
    }

    fn check_list(&mut self, call: &Call, kind: &ValueKind, result: ValueKind) -> ValueKind {
        if !kind.can_be_list() {
            let (name, problem) = (
                &call.name.text,
                format!(
                    "`{}` expected a list, found {}",
                    call.name.text,
                    kind.words()
                ),
            );
            match call.arguments.first().map(|argument| &argument.value) {
                // The count of a kind of card is already a number, and so is the sum of dice.
                Some(value)
                    if call.arguments.len() == 1 && self.is_number_already(name, kind, value) =>
                {
                    let written = value.to_source();
                    let span = call.name.span.to(value.span);
                    // The closing bracket stays.
                    let fix = format!("({written}");
                    let help = format!("write only {written}, which is already that number");
                    self.report(|| Mistake::new(value.span, problem, help).with_fix(span, fix));
                }
                _ => self.report_argument(call, 0, problem),
            }
        }
        result
    }

    /// Returns whether the argument of a list function is already the number that the function
    /// should find.
    fn is_number_already(&mut self, name: &str, kind: &ValueKind, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Field(cards, _) => self.expr(cards) == ValueKind::Cards,
            _ => *kind == ValueKind::Whole && matches!(name, "sum" | "max" | "min"),
        }
    }

    /// Checks that a list holds numbers, and returns their type.
    fn check_number_list(&mut self, call: &Call, kind: &ValueKind) -> ValueKind {
        let item = kind.item();
        if kind.can_be_list() && !item.can_be_number() {
            let (name, holds) = (&call.name.text, item.words());
            self.report_argument(
                call,
                0,
                format!("`{name}` expected a list of numbers, but the list contains {holds}"),
            );
        }
        self.check_list(call, kind, item)
    }

    fn check_truth_list(&mut self, call: &Call, kind: &ValueKind) -> ValueKind {
        let item = kind.item();
        if kind.can_be_list() && !item.can_be_truth() {
            let (name, holds) = (&call.name.text, item.words());
            self.report_argument(
                call,
                0,
                format!("`{name}` expected a list of true and false values, but the list contains {holds}"),
            );
        }
        self.check_list(call, kind, ValueKind::Truth)
    }

    fn chance(&mut self, function: Chance, call: &Call, kinds: &[ValueKind]) -> ValueKind {
        let first = kinds.first().cloned().unwrap_or_default();
        let n = &kinds[..kinds.len().min(1)];
        match function {
            Chance::Roll => {
                if self.is_roll_of_several_dice(call, kinds) {
                    return ValueKind::Any;
                }
                if first.can_be_list() {
                    first.item()
                } else {
                    self.check_wholes(call, n, ValueKind::Whole)
                }
            }
            Chance::Dice => self.dice(call, &first),
            Chance::Pool => self.pool(call, kinds),
            Chance::Tally => self.check_wholes(call, n, ValueKind::list(ValueKind::Whole)),
            Chance::Successes => self.check_wholes(call, kinds, ValueKind::Whole),
            Chance::Event => {
                if kinds.len() == 1 {
                    self.check_percent(call, 0);
                }
                self.check_numbers(call, kinds, ValueKind::Any);
                ValueKind::Truth
            }
            Chance::Binomial => {
                self.check_percent(call, 1);
                self.check_numbers(call, kinds, ValueKind::Whole)
            }
            Chance::Draw if first == ValueKind::Cards => ValueKind::list(ValueKind::Cards),
            Chance::Draw | Chance::Hand => self.check_list(
                call,
                &first,
                ValueKind::list(ValueKind::list(ValueKind::Whole)),
            ),
        }
    }

    /// Checks whether `roll(3, 6)` was meant to roll three dice: the weights of a roll must be a
    /// list.
    fn is_roll_of_several_dice(&mut self, call: &Call, kinds: &[ValueKind]) -> bool {
        let Some(weights) = kinds.get(1).filter(|weights| !weights.can_be_list()) else {
            return false;
        };
        if call
            .arguments
            .iter()
            .any(|argument| argument.name.is_some())
        {
            self.report_argument(
                call,
                1,
                format!("the weights must be a list, not {}", weights.words()),
            );
            return false;
        }
        let (n, sides) = (&call.arguments[0].value, &call.arguments[1].value);
        let help = match (&n.kind, &sides.kind) {
            // The first argument 0 is not a number of dice: a die with faces from 0 was meant.
            (ExprKind::Whole(0), ExprKind::Whole(to)) => {
                format!("write roll(range(0, {}))", to.saturating_add(1))
            }
            (ExprKind::Whole(n), ExprKind::Whole(sides)) => {
                format!(
                    "write dice(\"{n}d{sides}\") for the sum of {n} dice, or pool({n}, {sides}) for a list of them"
                )
            }
            _ => {
                let (n, sides) = (n.to_source(), sides.to_source());
                format!(
                    "write sum(pool({n}, {sides})) for their sum, or pool({n}, {sides}) for a list of them"
                )
            }
        };
        let span = call.name.span.to(sides.span);
        self.report(|| {
            let wrong = Mistake::new(call.name.span, "`roll` rolls only one die", help);
            match (&n.kind, &sides.kind) {
                // The closing bracket stays.
                (ExprKind::Whole(0), ExprKind::Whole(to)) => {
                    wrong.with_fix(span, format!("roll(range(0, {})", to.saturating_add(1)))
                }
                (ExprKind::Whole(n), ExprKind::Whole(sides)) => {
                    wrong.with_fix(span, format!("dice(\"{n}d{sides}\""))
                }
                _ => wrong,
            }
        });
        true
    }

    /// Reports a probability such as 65, which was meant as 65%.
    fn check_percent(&mut self, call: &Call, index: usize) {
        let indices = call.argument_indices(
            builtin::find(&call.name.text).map_or(&[][..], |builtin| builtin.parameters),
        );
        let Some(argument_index) = indices
            .iter()
            .position(|parameter_index| *parameter_index == index)
        else {
            return;
        };
        let value = &call.arguments[argument_index].value;
        let (ExprKind::Whole(percent @ 2..=100), 1 | 2) = (&value.kind, call.arguments.len())
        else {
            return;
        };
        let share = Ratio::new((*percent).into(), 100)
            .map(|share| share.to_string())
            .unwrap_or_default();
        let help = format!("write {share} for {percent}%");
        self.report(|| {
            Mistake::new(value.span, format!("{percent} is not a probability"), help)
                .with_fix(value.span, share)
        });
    }

    fn dice(&mut self, call: &Call, kind: &ValueKind) -> ValueKind {
        let is_literal = matches!(
            call.arguments.first().map(|argument| &argument.value.kind),
            Some(ExprKind::Text(_))
        );
        let is_dice = matches!(
            kind,
            ValueKind::Dice | ValueKind::Text | ValueKind::Any | ValueKind::Unknown
        );
        if !is_literal && !is_dice {
            let kind = kind.words();
            let problem = format!("`dice` expected dice such as \"2d6\", found {kind}");
            self.report_argument(call, 0, problem);
        }
        ValueKind::Whole
    }

    fn pool(&mut self, call: &Call, kinds: &[ValueKind]) -> ValueKind {
        match kinds {
            [kind] => self.check_list(call, kind, ValueKind::list(ValueKind::Whole)),
            [n, die, ..] => {
                self.check_wholes(call, std::slice::from_ref(n), ValueKind::Any);
                if let ValueKind::List(_) = die {
                    die.clone()
                } else {
                    ValueKind::list(ValueKind::Whole)
                }
            }
            [] => ValueKind::Any,
        }
    }

    /// Checks a player and the options of the player, given by the index of the player among the
    /// arguments. Returns the type of an option.
    fn chosen_option(&mut self, call: &Call, kinds: &[ValueKind], player: usize) -> ValueKind {
        let parameters =
            builtin::find(&call.name.text).map_or(&[][..], |builtin| builtin.parameters);
        let argument = parameters
            .get(player)
            .and_then(|name| call.argument(name, Some(player)));
        // An entry names its player by a word, which name resolution checks.
        let is_field = argument.is_some_and(|who| matches!(who.kind, ExprKind::Field(..)));
        if let Some(who) = kinds.get(player)
            && !matches!(who, ValueKind::Player | ValueKind::Any | ValueKind::Unknown)
            && !(is_field && *who == ValueKind::Text)
        {
            let (name, found) = (&call.name.text, who.words());
            self.report_argument(
                call,
                player,
                format!("`{name}` expected a player, found {found}"),
            );
        }
        match kinds.get(player + 1) {
            Some(options) if !options.can_be_list() => {
                let problem = format!("the options must be a list, not {}", options.words());
                self.report_argument(call, player + 1, problem);
                ValueKind::Any
            }
            options => options.map_or(ValueKind::Any, ValueKind::item),
        }
    }
}
