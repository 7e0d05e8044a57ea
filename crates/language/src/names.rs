//! Names: what each stands for, and what may be done with it. Locals are the names that a function assigns.

use std::collections::BTreeSet;

use crate::ast::{Argument, Call, Comprehension, Expr, ExprKind, Function, Name, Statement, StatementKind, Target};
use crate::builtin::{self, Builtin, Role};
use crate::declare::Declarations;
use crate::diagnostic::Diagnostics;
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

/// Checks every name of a file.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let mut recorded = BTreeSet::new();
    check_constants(declarations, diagnostics);
    for function in &declarations.functions {
        let mut checker = Checker::new(declarations, Where::Function, diagnostics);
        checker.function(function);
        recorded.append(&mut checker.recorded);
    }
    for metric in declarations.metrics.iter().filter(|metric| !recorded.contains(&metric.name)) {
        let help = format!("write record({}, value) where the trial knows it", metric.name);
        diagnostics.add(metric.span, format!("`{}` is never recorded", metric.name), help);
    }
    if declarations.metrics.is_empty() {
        diagnostics.add(
            Span::default(),
            "the file records nothing",
            "declare what comes out, such as hits = count(\"Hits\"), and record it: record(hits, n)",
        );
    }
}

fn check_constants(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let mut known: Vec<&str> = Vec::new();
    for constant in &declarations.constants {
        let mut checker = Checker::new(declarations, Where::Constant(known.clone()), diagnostics);
        constant.values.iter().for_each(|value| checker.expr(value));
        known.extend(constant.targets.iter().map(|target| target.name.text.as_str()));
    }
    for each in declarations.metrics.iter().filter_map(|metric| metric.each.as_ref()) {
        Checker::new(declarations, Where::Constant(known.clone()), diagnostics).expr(each);
    }
}

/// Where an expression stands.
enum Where<'d> {
    Function,
    /// At the top, after these constants.
    Constant(Vec<&'d str>),
    /// Inside a `note`, which may not ask.
    Note,
}

struct Checker<'d> {
    declarations: &'d Declarations,
    place: Where<'d>,
    locals: BTreeSet<String>,
    /// Names of lists in the making.
    scopes: Vec<Vec<String>>,
    loops: usize,
    recorded: BTreeSet<String>,
    diagnostics: &'d mut Diagnostics,
}

impl<'d> Checker<'d> {
    fn new(declarations: &'d Declarations, place: Where<'d>, diagnostics: &'d mut Diagnostics) -> Checker<'d> {
        let (locals, scopes, recorded) = Default::default();
        Checker { declarations, place, locals, scopes, loops: 0, recorded, diagnostics }
    }

    fn error(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.add(span, problem, help);
    }

    fn function(&mut self, function: &Function) {
        self.check_parameters(&function.parameters);
        self.locals.extend(function.parameters.iter().map(|name| name.text.clone()));
        self.collect(&function.body);
        self.block(&function.body);
    }

    fn check_parameters(&mut self, names: &[Name]) {
        for (i, name) in names.iter().enumerate() {
            if names[..i].iter().any(|other| other.text == name.text) {
                self.error(
                    name.span,
                    format!("two arguments are called `{}`", name.text),
                    "give one of them another name",
                );
            }
        }
    }

    /// Every name that the function assigns is its own.
    fn collect(&mut self, body: &[Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Assign { targets, .. } => targets.iter().for_each(|target| self.own_target(target)),
                StatementKind::Change { target, .. } => self.own_target(target),
                StatementKind::For { names, body, .. } => {
                    names.iter().for_each(|name| self.own(name));
                    self.collect(body);
                }
                StatementKind::While { body, .. } => self.collect(body),
                StatementKind::If { branches, otherwise } => {
                    branches.iter().for_each(|(_, body)| self.collect(body));
                    self.collect(otherwise);
                }
                _ => (),
            }
        }
    }

    fn own_target(&mut self, target: &Target) {
        self.own(&target.name);
    }

    fn own(&mut self, name: &Name) {
        let shared = self.declarations.parameter(&name.text).is_some();
        let constant = self.declarations.constant_names().any(|constant| constant == name.text);
        if !self.locals.contains(&name.text) && shared {
            let help = format!(
                "parameters keep their value in a trial; copy it under another name first, such as left = {}",
                name.text
            );
            self.error(name.span, format!("`{}` is a parameter and cannot be assigned to", name.text), help);
        } else if !self.locals.contains(&name.text) && constant {
            let help = "a function changes nothing outside itself: copy it under another name first, or give the new value back with return";
            self.error(name.span, format!("`{}` is a constant and cannot be assigned to", name.text), help);
        }
        self.locals.insert(name.text.clone());
    }

    fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values, statement.span),
            StatementKind::Change { target, value, .. } => self.change(target, value),
            StatementKind::If { branches, otherwise } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => {
                self.expr(condition);
                self.looped(body);
            }
            StatementKind::For { source, body, .. } => {
                self.source(source);
                self.looped(body);
            }
            StatementKind::Define(function) => {
                self.error(
                    function.name.span,
                    "a function inside a function",
                    "write it at the left edge of the file, and give it what it needs as arguments",
                );
            }
            StatementKind::Return(values) => values.iter().for_each(|value| self.expr(value)),
            StatementKind::Expression(expr) => self.lone(expr),
            StatementKind::Break | StatementKind::Continue if self.loops == 0 => {
                self.error(
                    statement.span,
                    "this stands outside every loop",
                    "break and continue belong into while or for",
                );
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    fn assign(&mut self, targets: &[Target], values: &[Expr], span: Span) {
        for target in targets {
            target.indices.iter().for_each(|index| self.expr(index));
        }
        values.iter().for_each(|value| self.expr(value));
        if values.len() > 1 && values.len() != targets.len() {
            let problem = format!("{} names for {} values", targets.len(), values.len());
            self.error(span, problem, "write as many names before the = as values after it");
        }
    }

    fn change(&mut self, target: &Target, value: &Expr) {
        target.indices.iter().for_each(|index| self.expr(index));
        self.expr(value);
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            self.expr(condition);
            self.block(body);
        }
        self.block(otherwise);
    }

    fn looped(&mut self, body: &[Statement]) {
        self.loops += 1;
        self.block(body);
        self.loops -= 1;
    }

    fn source(&mut self, source: &Expr) {
        if let ExprKind::Whole(number) = source.kind {
            let help = format!("write range({number}) for 0 to {}, or upto({number}) for 1 to {number}", number - 1);
            return self.error(source.span, "a loop runs over a list, and this is a number", help);
        }
        self.expr(source);
    }

    /// An expression on a line of its own does something only if it is a call.
    fn lone(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call, expr.span),
            ExprKind::Call(call) if call.name.text == "note" => self.note(call),
            ExprKind::Call(_) => self.expr(expr),
            ExprKind::Compare(first, rest) if matches!(first.kind, ExprKind::Name(_)) && rest.len() == 1 => {
                self.error(expr.span, "this comparison goes nowhere", "to give a name its value, write a single =");
            }
            _ => self.error(expr.span, "this value goes nowhere", "give it a name: x = ..., or record it"),
        }
    }

    fn note(&mut self, call: &Call) {
        let place = std::mem::replace(&mut self.place, Where::Note);
        call.arguments.iter().for_each(|argument| self.expr(&argument.value));
        self.place = place;
    }

    fn record(&mut self, call: &Call, span: Span) {
        let Some(builtin) = builtin::find("record") else { return };
        self.arity(call, builtin);
        match call.arguments.first().map(|argument| &argument.value) {
            Some(Expr { kind: ExprKind::Name(name), span }) => self.metric(name, *span, call),
            Some(other) => {
                self.error(other.span, "the first thing that `record` takes is a metric's name", builtin.usage)
            }
            None => self.error(span, "`record` lacks its metric", format!("write {}", builtin.usage)),
        }
        call.arguments.iter().skip(1).for_each(|argument| self.expr(&argument.value));
    }

    fn metric(&mut self, name: &str, span: Span, call: &Call) {
        let Some(index) = self.declarations.metric(name) else { return self.no_metric(name, span) };
        self.recorded.insert(name.to_owned());
        let steps = self.declarations.metrics[index].each.is_some();
        if steps && call.arguments.len() == 2 {
            self.error(
                call.name.span,
                format!("`{name}` has a value for each step, and no step is given"),
                format!("write record({name}, value, step)"),
            );
        } else if !steps && call.arguments.len() == 3 {
            self.error(
                call.name.span,
                format!("`{name}` has no steps, and one is given"),
                format!("write record({name}, value), or give it steps where it is declared: each = n"),
            );
        }
    }

    fn no_metric(&mut self, name: &str, span: Span) {
        let known = self.declarations.metrics.iter().map(|metric| metric.name.as_str());
        let near = nearest(name, known);
        // One mistake is told once: the metric that was meant does not go unrecorded, too.
        self.recorded.extend(near.map(str::to_owned));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it at the top: {name} = count(\"what it counts\")"),
        };
        self.error(span, format!("there is no metric called `{name}`"), help);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::List(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Negative(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, other)| self.expr(other));
            }
            ExprKind::IfElse(parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Index(list, index) => self.index(list, index),
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call, expr.span),
            ExprKind::Whole(_) | ExprKind::Decimal(_) | ExprKind::Text(_) | ExprKind::Truth(_) => (),
        }
    }

    fn index(&mut self, list: &Expr, index: &Expr) {
        self.expr(list);
        if matches!(index.kind, ExprKind::Whole(..0)) {
            return self.error(index.span, "places in a list are counted from its start, and this one is negative", "write highest(list) or lowest(list) for the ends of a sorted list, or list[len(list) - 1] for the last entry");
        }
        self.expr(index);
    }

    fn field(&mut self, entry: &Expr, name: &Name) {
        self.expr(entry);
        let fields: Vec<&str> = crate::declare::field_names(&self.declarations.parameters);
        if !fields.contains(&name.text.as_str()) {
            let help = match nearest(&name.text, fields.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if fields.is_empty() => {
                    "only the entries of a parameter made with entries(...) have fields".to_owned()
                }
                None => format!("fields are {}", fields.join(", ")),
            };
            self.error(name.span, format!("no entry has a field `{}`", name.text), help);
        }
    }

    fn comprehension(&mut self, comprehension: &Comprehension) {
        self.source(&comprehension.source);
        self.scopes.push(comprehension.names.iter().map(|name| name.text.clone()).collect());
        self.expr(&comprehension.item);
        comprehension.condition.iter().for_each(|condition| self.expr(condition));
        self.scopes.pop();
    }

    fn is_known(&self, name: &str) -> bool {
        self.locals.contains(name) || self.scopes.iter().flatten().any(|other| other == name) || self.is_shared(name)
    }

    /// Whether it is a parameter, or a constant that has its value by now.
    fn is_shared(&self, name: &str) -> bool {
        let constant = match &self.place {
            Where::Constant(known) => known.contains(&name),
            _ => self.declarations.constant_names().any(|constant| constant == name),
        };
        constant || self.declarations.parameter(name).is_some()
    }

    fn name(&mut self, name: &str, span: Span) {
        if self.is_known(name) {
            return;
        }
        let (problem, help) = self.unknown(name);
        self.error(span, problem, help);
    }

    fn unknown(&self, name: &str) -> (String, String) {
        if self.declarations.metric(name).is_some() {
            let help = "metrics are only recorded: keep the value under a name of its own, and record that";
            return (format!("`{name}` is a metric and has no value to read"), help.to_owned());
        }
        if self.declarations.function(name).is_some() || builtin::find(name).is_some() {
            return (format!("`{name}` is a function and is called with brackets"), format!("write {name}(...)"));
        }
        if matches!(self.place, Where::Constant(_))
            && self.declarations.constant_names().any(|constant| constant == name)
        {
            return (
                format!("`{name}` has no value yet"),
                "a constant is worked out from what stands above it: move it up".to_owned(),
            );
        }
        (format!("there is nothing called `{name}`"), self.name_help(name))
    }

    fn name_help(&self, name: &str) -> String {
        if is_dice_name(name) {
            return format!("to roll dice write dice(\"{name}\")");
        }
        let locals = self.locals.iter().chain(self.scopes.iter().flatten()).map(String::as_str);
        let parameters = self.declarations.parameters.iter().map(|parameter| parameter.name.as_str());
        match nearest(name, locals.chain(parameters).chain(self.declarations.constant_names())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("give it a value before: {name} = ...; a text stands in quotes: \"{name}\""),
        }
    }

    fn call(&mut self, call: &Call, span: Span) {
        call.arguments.iter().for_each(|argument| self.expr(&argument.value));
        if let Some(index) = self.declarations.function(&call.name.text) {
            return self.own_call(call, index);
        }
        match builtin::find(&call.name.text) {
            Some(builtin) => self.builtin(call, builtin, span),
            None => self.no_function(call),
        }
    }

    fn own_call(&mut self, call: &Call, index: usize) {
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

    fn builtin(&mut self, call: &Call, builtin: &'static Builtin, span: Span) {
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

    fn asks(&mut self, call: &Call, builtin: &Builtin) {
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

    fn check_asked(&mut self, call: &Call, builtin: &Builtin) {
        let Some(first) = call.arguments.first().map(|argument| &argument.value) else { return };
        match (builtin.name, &first.kind) {
            ("dice", ExprKind::Text(text)) => self.dice(text, first.span),
            ("choose", ExprKind::Text(_)) => (),
            ("choose", _) => {
                self.error(first.span, "the name of a choice is a text", format!("write {}", builtin.usage))
            }
            ("roll", ExprKind::Text(text)) => {
                self.error(first.span, "`roll` takes a number of faces or a list", format!("write dice(\"{text}\")"))
            }
            _ => (),
        }
    }

    fn dice(&mut self, text: &str, span: Span) {
        match builtin::dice::parse(text, span) {
            Ok(template) => template.names.iter().for_each(|(name, span)| self.name(name, *span)),
            Err(diagnostic) => self.diagnostics.push(diagnostic),
        }
    }

    fn arity(&mut self, call: &Call, builtin: &Builtin) {
        if builtin.many {
            return self.many(call, builtin);
        }
        self.arguments(call, builtin.parameters, builtin.required, builtin.usage);
    }

    fn many(&mut self, call: &Call, builtin: &Builtin) {
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

    fn arguments(&mut self, call: &Call, parameters: &[&str], required: usize, usage: &str) {
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
    fn argument_names(&mut self, call: &Call, parameters: &[&str], usage: &str) -> bool {
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

    fn argument_name(&mut self, call: &Call, name: &Name, i: usize, parameters: &[&str], usage: &str) {
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

    fn no_function(&mut self, call: &Call) {
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

/// Names such as d6, which everybody tries once.
fn is_dice_name(name: &str) -> bool {
    name.strip_prefix(['d', 'D'])
        .is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|byte| byte.is_ascii_digit()))
}
