//! Checks the number and the names of arguments.

use super::base::NameChecker;
use super::hints::{argument_help, combined_argument};
use crate::builtin::{Builtin, BuiltinRole};
use crate::declare::DeclaredType;
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Argument, Call, Expr, ExprKind, Name};

impl NameChecker<'_> {
    /// Checks the number of arguments of a built-in function.
    pub(super) fn check_arity(&mut self, call: &Call, builtin: &Builtin) {
        let Builtin {
            name,
            parameters,
            required,
            is_variadic: many,
            usage,
            ..
        } = builtin;
        if let (BuiltinRole::ChooseAtOnce, Some(third)) = (builtin.role, call.arguments.get(4))
            && third.name.is_none()
        {
            let help = "ask the others before or after with choose(...), which shows them what has been \
                chosen so far";
            let problem = "only two players can choose at the same time";
            return self.error(third.value.span, problem, help);
        }
        if !many {
            return self.check_arguments(call, parameters, *required, usage);
        }
        if call.arguments.len() < *required {
            self.error(
                call.name.span,
                format!("`{name}` needs an argument"),
                format!("write {usage}"),
            );
        }
        let named = call
            .arguments
            .iter()
            .find_map(|argument| argument.name.as_ref());
        if let (BuiltinRole::Pure(_), Some(given)) = (builtin.role, named) {
            let problem = format!("`{name}` has no argument named `{}`", given.text);
            self.error(
                given.span,
                problem,
                argument_help(call, &given.text).unwrap_or_else(|| format!("write {usage}")),
            );
        }
    }

    pub(super) fn check_arguments(
        &mut self,
        call: &Call,
        parameters: &[&str],
        required: usize,
        usage: &str,
    ) {
        if self.has_unknown_names(call, parameters, usage) {
            return;
        }
        let (name, given) = (&call.name.text, call.arguments.len());
        if given > parameters.len() {
            let count = match parameters.len() {
                0 => "no arguments".to_owned(),
                1 => "1 argument".to_owned(),
                count => format!("{count} arguments"),
            };
            let problem = format!("`{name}` takes {count}, but {given} are given");
            let texts = call
                .arguments
                .iter()
                .map(|argument| argument.value.as_text().map(str::trim));
            if let (true, Some(texts)) = (name == "dice", texts.collect::<Option<Vec<_>>>()) {
                // A text without digits is not a dice text but a description.
                let help = match texts[..] {
                    [dice, says] if !says.contains(|c: char| c.is_ascii_digit()) => {
                        format!(
                            "for a dice parameter write dice_of(\"{dice}\", \"{says}\"); dice(name) rolls it"
                        )
                    }
                    _ => format!("write dice(\"{}\")", texts.join(" + ")),
                };
                return self.error(call.name.span, problem, help);
            }
            if let Some((fix, span)) = combined_argument(call) {
                let wrong = Mistake::new(call.name.span, problem, format!("write {fix}"));
                return self.report(wrong.with_fix(span, fix.trim_end_matches(')')));
            }
            return self.error(call.name.span, problem, format!("write {usage}"));
        }
        let mut needed = parameters.iter().enumerate().take(required);
        if let Some((_, parameter)) =
            needed.find(|(i, parameter)| call.argument(parameter, Some(*i)).is_none())
        {
            let problem = format!("`{name}` needs the argument `{parameter}`");
            if let ("draw", [Argument { name: None, value }]) = (name.as_str(), &call.arguments[..])
            {
                let deck = value.to_source();
                if self.is_number(value) {
                    let problem = format!(
                        "the first argument of `draw` must be a deck, but `{deck}` is a number"
                    );
                    let help = format!(
                        "write deck = cards(ace = 4, other = 48) first, then hand, deck = draw(deck, {deck})"
                    );
                    return self.error(value.span, problem, help);
                }
                let help = format!(
                    "give the number of cards: hand, deck = draw({deck}, n), or draw({deck}, 1) for one card"
                );
                return self.error(call.name.span, problem, help);
            }
            self.error(call.name.span, problem, format!("write {usage}"));
        }
    }

    /// Returns whether a value is certainly a number.
    fn is_number(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Whole(_) => true,
            ExprKind::Name(name) => {
                let declared = self.declarations.parameter(name);
                declared.is_some_and(|declared| matches!(declared.kind, DeclaredType::Whole { .. }))
            }
            _ => false,
        }
    }

    /// Checks the names of arguments, and returns whether one of them is unknown.
    fn has_unknown_names(&mut self, call: &Call, parameters: &[&str], usage: &str) -> bool {
        let (mut is_named, mut has_unknown) = (false, false);
        for (i, argument) in call.arguments.iter().enumerate() {
            is_named |= argument.name.is_some();
            match &argument.name {
                Some(name) if !parameters.contains(&name.text.as_str()) => {
                    let problem =
                        format!("`{}` has no argument named `{}`", call.name.text, name.text);
                    let help = || {
                        argument_help(call, &name.text).unwrap_or_else(|| format!("write {usage}"))
                    };
                    let known = parameters.iter().copied();
                    self.report(Mistake::unknown(
                        name.span, &name.text, problem, known, help,
                    ));
                    has_unknown = true;
                }
                Some(name) if is_given_before(call, name, i, parameters) => {
                    let problem = format!("the argument `{}` is given twice", name.text);
                    self.error(name.span, problem, "remove one of them");
                }
                None if is_named => {
                    let problem = "an argument without a name follows one with a name";
                    self.error(
                        argument.value.span,
                        problem,
                        "write the arguments without names first",
                    );
                }
                _ => (),
            }
        }
        has_unknown
    }
}

/// Returns whether an argument of this name was given before this index.
fn is_given_before(call: &Call, name: &Name, index: usize, parameters: &[&str]) -> bool {
    let unnamed = call
        .arguments
        .iter()
        .take_while(|argument| argument.name.is_none())
        .count();
    let by_index = parameters
        .iter()
        .take(unnamed)
        .any(|parameter| *parameter == name.text);
    let is_same = |other: &Name| other.text == name.text;
    by_index
        || call.arguments[..index]
            .iter()
            .any(|other| other.name.as_ref().is_some_and(is_same))
}
