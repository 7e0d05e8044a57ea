//! Calls: functions that exist, with as many arguments as they take.

use super::{Checker, Where};
use crate::builtin::{self, Builtin, Role, dice};
use crate::choice;
use crate::grammar::tree::{Argument, Call, ExprKind, Name};
use crate::nearest::nearest;
use crate::source::Span;

/// Functions of other languages, and what to do here.
const FOREIGN: [(&str, &str); 20] = [
    ("print", "write note(\"text\", x): it is shown when a trial is replayed"),
    ("input", "what may be set is a parameter at the top, such as x = whole(3, 1, 9, \"what it is\")"),
    ("random", "write roll(6), or chance(0.5)"),
    ("randint", "write roll(6)"),
    ("d", "write roll(6), or dice(\"2d6\")"),
    ("d6", "write roll(6), or dice(\"2d6\")"),
    ("explode", "write dice(\"1d6!\")"),
    ("floor", "// rounds down by itself: a // b"),
    ("ceil", "write round_up(a, b)"),
    ("round", "write a // b to round down, or round_up(a, b) to round up"),
    ("int", "// gives whole numbers by itself; chance takes decimals as they are"),
    ("str", "note(\"text\", x) shows a value"),
    ("length", "write len(list)"),
    ("append", "join lists with +: list = list + [x]"),
    ("reversed", "sorted(list) is lowest first; highest(list, len(list)) is highest first"),
    ("map", "write [f(x) for x in list]"),
    ("filter", "write [x for x in list if x > 3]"),
    ("list", "lists are written [1, 2, 3]; range(n) is one already"),
    ("output", "declare hits = count(\"Hits\") at the top and record(hits, n) in the trial"),
    ("shuffle", "draw(counts, n) deals from a deck given as counts by kind"),
];

impl Checker<'_> {
    pub(super) fn call(&mut self, call: &Call, span: Span) {
        let (own, builtin) = (self.declarations.function(&call.name.text), builtin::find(&call.name.text));
        let is_unknown = own.is_none() && builtin.is_none();
        for argument in &call.arguments {
            match &argument.value.kind {
                // What was meant is `record`: the metric is neither read nor unrecorded, too.
                ExprKind::Name(name) if is_unknown && self.declarations.metric(name).is_some() => {
                    self.recorded.insert(name.clone());
                }
                _ => self.expr(&argument.value),
            }
        }
        match (own, builtin) {
            (Some(index), _) => self.own_call(call, index),
            (None, Some(builtin)) => self.builtin(call, builtin, span),
            (None, None) => self.no_function(call),
        }
    }

    pub(super) fn own_call(&mut self, call: &Call, index: usize) {
        let function = &self.declarations.functions[index];
        if function.name.text == "trial" {
            return self.error(
                call.name.span,
                "`trial` is not called: it is what a trial is",
                "move what both need into a function of its own",
            );
        }
        let names: Vec<&str> = function.parameters.iter().map(|name| name.text.as_str()).collect();
        let usage = format!("{}({})", function.name.text, names.join(", "));
        self.arguments(call, &names, names.len(), &usage);
    }

    pub(super) fn builtin(&mut self, call: &Call, builtin: &'static Builtin, span: Span) {
        self.arity(call, builtin);
        match builtin.role {
            Role::Record | Role::Note => {
                self.error(
                    span,
                    format!("`{}` gives no value", builtin.name),
                    format!("write it on a line of its own: {}", builtin.usage),
                );
            }
            Role::Parameter | Role::Metric | Role::Expect => {
                self.error(
                    call.name.span,
                    format!("`{}` declares something, and stands at the top only", builtin.name),
                    format!("move it to the left edge, above the functions: {}", builtin.usage),
                );
            }
            Role::Chance(_) | Role::Choose => self.asks(call, builtin),
            Role::Pure(_) => (),
        }
    }

    pub(super) fn asks(&mut self, call: &Call, builtin: &Builtin) {
        match self.place {
            Where::Function => self.check_asked(call, builtin),
            Where::Constant(_) => self.error(
                call.name.span,
                format!("`{}` asks, and nothing is asked before a trial", builtin.name),
                "move it into def trial():, or into a function that the trial calls",
            ),
            Where::Note => self.error(
                call.name.span,
                format!("`{}` asks, and a note only shows", builtin.name),
                "give what was rolled a name first, and note that",
            ),
        }
    }

    pub(super) fn check_asked(&mut self, call: &Call, builtin: &Builtin) {
        let Some(first) = call.arguments.first().map(|argument| &argument.value) else { return };
        match (builtin.name, &first.kind) {
            ("dice", ExprKind::Text(text)) => self.dice(text, first.span),
            ("choose", ExprKind::Text(name)) => self.choice(name, first.span, call),
            ("choose", _) => {
                self.error(first.span, "the name of a choice is a text", format!("write {}", builtin.usage))
            }
            ("roll", ExprKind::Text(text)) => {
                self.error(first.span, "`roll` takes a number of faces or a list", format!("write dice(\"{text}\")"))
            }
            _ => (),
        }
    }

    /// A choice is a key of a scenario's `[play]`, and its options are answers there.
    fn choice(&mut self, name: &str, span: Span, call: &Call) {
        let help = "its name is a key of [play] in a scenario: letters, digits and _, such as choose(\"again\", ...)";
        if !choice::is_key(name) {
            self.error(span, format!("no choice can be called \"{name}\""), help);
        } else if choice::NOT_CHOICES.contains(&name) {
            let help = "[play] says by this word what the player wants: give the choice another name";
            self.error(span, format!("no choice can be called `{name}`"), help);
        }
        let options = call.arguments.get(1).and_then(|argument| choice::written(&argument.value)).unwrap_or_default();
        for option in options {
            let ExprKind::Text(text) = &option.kind else { continue };
            let help = match text.as_str() {
                word if choice::ANSWERS.contains(&word) => {
                    "[play] says \"best\", \"uniform\" and \"them\" of who decides: give the option another name"
                }
                "true" | "false" => "without quotes it is a flag, and both would be told alike: write it so",
                text if text.trim().parse::<i64>().is_ok() => {
                    "without quotes it is a number, and both would be told alike: write it so"
                }
                _ => continue,
            };
            self.error(option.span, format!("no option can be called \"{text}\""), help);
        }
    }

    pub(super) fn dice(&mut self, text: &str, span: Span) {
        match dice::read(text, span) {
            Ok(dice) => dice.names.iter().for_each(|(name, at)| self.name(name, dice::within(span, at))),
            Err(diagnostic) => self.diagnostics.push(diagnostic),
        }
    }

    pub(super) fn arity(&mut self, call: &Call, builtin: &Builtin) {
        if builtin.many {
            return self.many(call, builtin);
        }
        self.arguments(call, builtin.parameters, builtin.required, builtin.usage);
    }

    pub(super) fn many(&mut self, call: &Call, builtin: &Builtin) {
        if call.arguments.len() < builtin.required {
            self.error(
                call.name.span,
                format!("`{}` lacks what it works on", builtin.name),
                format!("write {}", builtin.usage),
            );
        }
        if let (Role::Pure(_), Some(name)) =
            (builtin.role, call.arguments.iter().find_map(|argument| argument.name.as_ref()))
        {
            self.error(
                name.span,
                format!("`{}` has no argument called `{}`", builtin.name, name.text),
                format!("write {}", builtin.usage),
            );
        }
    }

    pub(super) fn arguments(&mut self, call: &Call, parameters: &[&str], required: usize, usage: &str) {
        if self.argument_names(call, parameters, usage) {
            return;
        }
        if call.arguments.len() > parameters.len() {
            let problem = format!(
                "`{}` takes {}, and {} are given",
                call.name.text,
                counted(parameters.len()),
                call.arguments.len()
            );
            return self.error(call.name.span, problem, format!("write {usage}"));
        }
        let missing = parameters
            .iter()
            .enumerate()
            .take(required)
            .find(|(i, parameter)| !is_given(&call.arguments, *i, parameter));
        if let Some((_, parameter)) = missing {
            let problem = format!("`{}` lacks its argument `{parameter}`", call.name.text);
            self.error(call.name.span, problem, format!("write {usage}"));
        }
    }

    /// Checks the names of arguments; whether one of them is unknown.
    pub(super) fn argument_names(&mut self, call: &Call, parameters: &[&str], usage: &str) -> bool {
        let mut named = false;
        for (i, argument) in call.arguments.iter().enumerate() {
            named |= argument.name.is_some();
            match &argument.name {
                Some(name) => self.argument_name(call, name, i, parameters, usage),
                None if named => self.error(
                    argument.value.span,
                    "an argument without a name stands after one with a name",
                    "write those without names first",
                ),
                None => (),
            }
        }
        let names = call.arguments.iter().filter_map(|argument| argument.name.as_ref());
        names.into_iter().any(|name| !parameters.contains(&name.text.as_str()))
    }

    pub(super) fn argument_name(&mut self, call: &Call, name: &Name, i: usize, parameters: &[&str], usage: &str) {
        if !parameters.contains(&name.text.as_str()) {
            let problem = format!("`{}` has no argument called `{}`", call.name.text, name.text);
            let near = nearest(&name.text, parameters.iter().copied());
            let help = near.map_or_else(|| format!("write {usage}"), |near| format!("did you mean `{near}`?"));
            return self.error(name.span, problem, help);
        }
        let by_place =
            parameters.iter().take(call.arguments.iter().take_while(|argument| argument.name.is_none()).count());
        let twice =
            call.arguments[..i].iter().any(|other| other.name.as_ref().is_some_and(|other| other.text == name.text));
        if twice || by_place.into_iter().any(|parameter| *parameter == name.text) {
            self.error(name.span, format!("the argument `{}` is given twice", name.text), "take one of them out");
        }
    }

    pub(super) fn no_function(&mut self, call: &Call) {
        let name = &call.name.text;
        let own = self.declarations.functions.iter().map(|function| function.name.text.as_str());
        let known = builtin::BUILTINS.iter().map(|builtin| builtin.name).chain(own);
        let foreign = FOREIGN.iter().find(|(foreign, _)| foreign == name);
        let help = match (foreign, nearest(name, known)) {
            (Some((_, help)), _) => (*help).to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) if self.is_known(name) => "is an operator missing before the bracket?".to_owned(),
            (None, None) => format!("write def {name}(...): at the left edge, or use a function of the language"),
        };
        self.error(call.name.span, format!("there is no function called `{name}`"), help);
    }
}

fn is_given(arguments: &[Argument], place: usize, parameter: &str) -> bool {
    let by_place = arguments.get(place).is_some_and(|argument| argument.name.is_none());
    by_place || arguments.iter().any(|argument| argument.name.as_ref().is_some_and(|name| name.text == parameter))
}

fn counted(n: usize) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{n} arguments"),
    }
}
