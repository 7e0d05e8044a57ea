//! Resolves calls.

use super::base::{NameChecker, NameContext};
use super::expression::is_dice_name;
use super::hints::{
    cards_by_count, count_as_sum, is_face_count, is_function_argument, range_with_step,
};
use crate::builtin::{self, BUILTINS, Builtin, BuiltinRole, Pure, dice};
use crate::diagnostic::Mistake;
use crate::grammar::recovery::{calls, words};
use crate::grammar::tree::{Argument, Call, Expr, ExprKind, Name};
use crate::source::Span;

impl NameChecker<'_> {
    pub(super) fn call(&mut self, call: &Call, span: Span) {
        let (defined, builtin) = (
            self.declarations.function_index(&call.name.text),
            builtin::find(&call.name.text),
        );
        let is_unknown = defined.is_none() && builtin.is_none();
        for (i, argument) in call.arguments.iter().enumerate() {
            match &argument.value.kind {
                // `record` was meant: the metric must not be reported as unrecorded, too.
                ExprKind::Name(name)
                    if is_unknown && self.declarations.metric_index(name).is_some() =>
                {
                    self.recorded.insert(name.clone());
                }
                ExprKind::Name(name)
                    if builtin
                        .is_some_and(|builtin| builtin.role.player_arguments().contains(&i))
                        && !self.is_known(name) =>
                {
                    self.report_unknown_player(name, argument.value.span);
                }
                // `roll(d20)` means the number of faces, not a roll of a roll.
                ExprKind::Name(die)
                    if is_face_count(&call.name.text, i)
                        && is_dice_name(die)
                        && !self.is_known(die) =>
                {
                    let faces = &die[1..];
                    let help = format!("write the number of faces: {faces}");
                    let problem = format!("the name `{die}` is not defined");
                    self.report(
                        Mistake::new(argument.value.span, problem, help)
                            .with_fix(argument.value.span, faces),
                    );
                }
                // A function that is used as a value is reported only for that.
                ExprKind::Name(_) | ExprKind::Field(..) if is_function_argument(call, argument) => {
                }
                _ => self.expr(&argument.value),
            }
        }
        match (defined, builtin) {
            (Some(index), _) => self.function_call(call, index),
            (None, Some(builtin)) => self.builtin_call(call, builtin, span),
            (None, None) => self.report_unknown_function(call, span),
        }
    }

    fn function_call(&mut self, call: &Call, index: usize) {
        let function = &self.declarations.functions[index];
        if function.name.text == "trial" {
            let help = "move the shared lines into another function";
            return self.error(call.name.span, "`trial` cannot be called", help);
        }
        let names: Vec<&str> = function
            .parameters
            .iter()
            .map(|name| name.text.as_str())
            .collect();
        let usage = format!("{}({})", function.name.text, names.join(", "));
        self.check_arguments(call, &names, names.len(), &usage);
    }

    fn builtin_call(&mut self, call: &Call, builtin: &'static Builtin, span: Span) {
        let alone = match builtin.role {
            BuiltinRole::Pure(Pure::Highest) => Some("max"),
            BuiltinRole::Pure(Pure::Lowest) => Some("min"),
            BuiltinRole::Pure(Pure::Middle) => Some("median"),
            _ => None,
        };
        if let (BuiltinRole::Pure(Pure::Range), Some(fix)) = (builtin.role, range_with_step(call)) {
            let (name, count, given) = (builtin.name, "2 arguments", call.arguments.len());
            let problem = format!("`{name}` takes {count}, but {given} are given");
            return self.report(
                Mistake::new(call.name.span, problem, format!("write {fix}")).with_fix(span, fix),
            );
        }
        match alone.filter(|_| call.arguments.len() == 1) {
            Some(alone) => {
                let name = builtin.name;
                let values = if alone == "median" { " values" } else { "" };
                let help = format!(
                    "write {alone}(list) for the {name} alone, or {name}(list, 3) for the three {name}{values}"
                );
                let wrong = Mistake::new(
                    call.name.span,
                    format!("`{name}` needs the number of values to take"),
                    help,
                );
                self.report(wrong.with_fix(call.name.span, alone));
            }
            None => self.check_arity(call, builtin),
        }
        let Builtin { name, usage, .. } = builtin;
        match builtin.role {
            BuiltinRole::Record | BuiltinRole::Note => {
                let help = format!("write it on its own line: {usage}");
                self.error(span, format!("`{name}` returns no value"), help);
            }
            BuiltinRole::Cards => self.cards(call, usage),
            BuiltinRole::Parameter(_)
            | BuiltinRole::Metric(_)
            | BuiltinRole::Player
            | BuiltinRole::Expect => {
                let problem = format!("`{name}` can only be used at the top of the file");
                let has_label = call
                    .arguments
                    .first()
                    .is_none_or(|argument| argument.value.as_text().is_some());
                if *name == "count" && !has_label {
                    let fix = count_as_sum(call).filter(|_| !self.has_parameter_argument(call));
                    let written = fix.as_deref().unwrap_or("sum(x >= 5 for x in list)");
                    let wrong = Mistake::new(
                        call.name.span,
                        problem,
                        format!("to count in a list, write {written}"),
                    );
                    return self.report(match &fix {
                        Some(fix) => wrong.with_fix(span, fix),
                        None => wrong,
                    });
                }
                let help = format!("move it to the left margin, above the functions: {usage}");
                self.error(call.name.span, problem, help);
            }
            BuiltinRole::Chance(_) | BuiltinRole::Choose | BuiltinRole::ChooseAtOnce => {
                self.chance_call(call, builtin)
            }
            BuiltinRole::Pure(_) => (),
        }
    }

    /// Returns whether the first argument of a call is a parameter that is not a list.
    fn has_parameter_argument(&self, call: &Call) -> bool {
        let mut first = call.arguments.first().map(|argument| &argument.value);
        if let Some(Expr {
            kind: ExprKind::Compare(left, _),
            ..
        }) = first
        {
            first = Some(left);
        }
        let Some(ExprKind::Name(name)) = first.map(|expr| &expr.kind) else {
            return false;
        };
        self.declarations
            .parameters
            .iter()
            .any(|parameter| parameter.name == *name)
    }

    /// Resolves the arguments of `cards`: a count for each kind of card, by name.
    fn cards(&mut self, call: &Call, usage: &str) {
        if let Some(fix) = cards_by_count(call) {
            let problem = "every kind of card needs a name";
            let (first, last) = (
                call.arguments[0].value.span,
                call.arguments[call.arguments.len() - 1].value.span,
            );
            let wrong = Mistake::new(first, problem, format!("write cards({fix})"));
            return self.report(wrong.with_fix(first.to(last), fix));
        }
        for (i, Argument { name, value }) in call.arguments.iter().enumerate() {
            let Some(name) = name else {
                let problem = "every kind of card needs a name";
                return self.error(value.span, problem, format!("write {usage}"));
            };
            let is_same = |other: &Argument| {
                other
                    .name
                    .as_ref()
                    .is_some_and(|other| other.text == name.text)
            };
            if name.text == "name" {
                self.error(
                    name.span,
                    "a kind of card cannot be named `name`",
                    "choose another name: every entry already has a name",
                );
            } else if call.arguments[..i].iter().any(is_same) {
                self.error(
                    name.span,
                    format!("the argument `{}` is given twice", name.text),
                    "remove one of them",
                );
            }
        }
    }

    fn chance_call(&mut self, call: &Call, builtin: &Builtin) {
        let name = builtin.name;
        match self.context {
            NameContext::Function => self.chance_call_in_function(call, builtin),
            NameContext::Constant(_) => {
                let help = "move it into def trial():, or into a function that the trial calls";
                self.error(
                    call.name.span,
                    format!("`{name}` can only be used inside `trial()`"),
                    help,
                );
            }
            NameContext::Note => {
                let help = "assign the roll to a name first, and note that name";
                self.error(
                    call.name.span,
                    format!("`{name}` cannot be used inside `note`"),
                    help,
                );
            }
        }
    }

    fn chance_call_in_function(&mut self, call: &Call, builtin: &Builtin) {
        let Some(first) = call.arguments.first().map(|argument| &argument.value) else {
            return;
        };
        if !builtin.role.player_arguments().is_empty() {
            return self.players(call, builtin);
        }
        match (builtin.name, &first.kind) {
            ("dice", ExprKind::Text(text)) => self.dice(text, first.span),
            ("roll", ExprKind::Text(text)) => {
                let (problem, help) = (
                    "`roll` needs a number of faces or a list",
                    format!("write dice(\"{text}\")"),
                );
                self.report(
                    Mistake::new(first.span, problem, help).with_fix(call.name.span, "dice"),
                );
            }
            _ => (),
        }
    }

    fn dice(&mut self, text: &str, span: Span) {
        match dice::read(text, span) {
            Ok(dice) => {
                for (name, byte_range) in &dice.names {
                    // The braces may contain only a name.
                    let is_name = |edit: &crate::diagnostic::Edit| !edit.text.contains('"');
                    let wrong = self.unknown(name, dice::span_in_quotes(span, byte_range));
                    let wrong = wrong.map(|wrong| Mistake {
                        fix: wrong.fix.filter(is_name),
                        ..wrong
                    });
                    wrong.into_iter().for_each(|wrong| self.report(wrong));
                }
            }
            Err(diagnostic) => self.report(diagnostic),
        }
    }

    fn report_unknown_player(&mut self, name: &str, span: Span) {
        let players = self
            .declarations
            .players
            .iter()
            .map(|player| player.name.as_str());
        let help = || format!("declare it at the top: {name} = player(\"what is decided\")");
        let wrong = Mistake::unknown(
            span,
            name,
            format!("there is no player named `{name}`"),
            players,
            help,
        );
        self.recorded
            .extend(wrong.fix.iter().map(|fix| fix.text.clone()));
        self.report(wrong);
    }

    fn report_unknown_function(&mut self, call: &Call, whole: Span) {
        let Name { text: name, span } = &call.name;
        // A function inside another one is reported at its definition.
        if self.nested_functions.contains(name) {
            return;
        }
        let problem = format!("there is no function named `{name}`");
        if let Some(fix) = calls::call_replacement(name, &call.arguments) {
            let more = if matches!(name.as_str(), "int" | "trunc") {
                ", which rounds down, also below zero"
            } else {
                ""
            };
            return self.report(
                Mistake::new(*span, problem, format!("write {fix}{more}")).with_fix(whole, fix),
            );
        }
        if let Some(help) = calls::function_help(name, &call.arguments) {
            let wrong = Mistake::new(*span, problem, help);
            return self.report(match words::renamed_function(name) {
                Some(replacement) => wrong.with_fix(*span, replacement),
                None => wrong,
            });
        }
        let defined = self
            .declarations
            .functions
            .iter()
            .map(|function| function.name.text.as_str());
        let known = BUILTINS.iter().map(|builtin| builtin.name).chain(defined);
        let help = || {
            if self.is_known(name) {
                "is an operator missing before the bracket?".to_owned()
            } else {
                format!(
                    "define it with def {name}(...): at the left margin, or use a built-in function"
                )
            }
        };
        self.report(Mistake::unknown(*span, name, problem, known, help));
    }
}
