//! Kinds of values: what every name can hold, found by going through the file until nothing changes,
//! and then the places where a value of a wrong kind is certain.

use std::collections::BTreeMap;

use crate::ast::{
    Binary, Call, Comparison, Comprehension, Expr, ExprKind, Function, Name, Statement, StatementKind, Target,
};
use crate::builtin::{self, Chance, Pure, Role};
use crate::declare::{Declarations, MetricKind, ParameterType};
use crate::diagnostic::Diagnostics;
use crate::source::Span;

/// What a value is, as far as can be told before a trial.
#[derive(Clone, Debug, Default, PartialEq)]
enum Kind {
    /// Nothing is known yet.
    #[default]
    Unknown,
    Whole,
    Truth,
    Decimal,
    Text,
    Dice,
    Entry,
    List(Box<Kind>),
    /// A function without `return`.
    Nothing,
    /// One of several.
    Any,
}

impl Kind {
    fn list(of: Kind) -> Kind {
        Kind::List(Box::new(of))
    }

    fn join(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::Unknown, kind) | (kind, Kind::Unknown) => kind.clone(),
            (Kind::List(a), Kind::List(b)) => Kind::list(a.join(b)),
            (a, b) if a == b => a.clone(),
            _ => Kind::Any,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Kind::Unknown | Kind::Any => "a value",
            Kind::Whole => "a whole number",
            Kind::Truth => "true or false",
            Kind::Decimal => "a decimal",
            Kind::Text => "a text",
            Kind::Dice => "dice",
            Kind::Entry => "an entry",
            Kind::List(_) => "a list",
            Kind::Nothing => "nothing",
        }
    }

    fn can_be_number(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Whole | Kind::Truth | Kind::Decimal)
    }

    fn can_be_whole(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Whole | Kind::Truth)
    }

    fn can_be_truth(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::Truth)
    }

    fn can_be_list(&self) -> bool {
        matches!(self, Kind::Unknown | Kind::Any | Kind::List(_))
    }

    /// What a list of this kind holds.
    fn item(&self) -> Kind {
        match self {
            Kind::List(item) => (**item).clone(),
            Kind::Unknown => Kind::Unknown,
            _ => Kind::Any,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Known {
    arguments: Vec<Kind>,
    locals: BTreeMap<String, Kind>,
    result: Kind,
}

/// Checks every value of a file whose names are right.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Diagnostics) {
    let known =
        |function: &Function| Known { arguments: vec![Kind::Unknown; function.parameters.len()], ..Known::default() };
    let mut checker = Checker {
        declarations,
        functions: declarations.functions.iter().map(known).collect(),
        shared: parameters(declarations),
        current: None,
        changed: true,
        told: None,
    };
    // Kinds only ever widen, so that this ends by itself; the bound is for lists of lists of lists.
    for _ in 0..20 {
        if std::mem::take(&mut checker.changed) {
            checker.file();
        }
    }
    checker.told = Some(diagnostics);
    checker.file();
}

fn parameters(declarations: &Declarations) -> BTreeMap<String, Kind> {
    let kinds =
        declarations.parameters.iter().map(|parameter| (parameter.name.clone(), parameter_kind(&parameter.kind)));
    kinds.collect()
}

fn parameter_kind(kind: &ParameterType) -> Kind {
    match kind {
        ParameterType::Whole { .. } => Kind::Whole,
        ParameterType::YesNo => Kind::Truth,
        ParameterType::Decimal { .. } => Kind::Decimal,
        ParameterType::OneOf(_) => Kind::Text,
        ParameterType::Dice => Kind::Dice,
        ParameterType::Entries { .. } => Kind::list(Kind::Entry),
    }
}

struct Checker<'d> {
    declarations: &'d Declarations,
    functions: Vec<Known>,
    /// Parameters and constants.
    shared: BTreeMap<String, Kind>,
    /// The function that is being read.
    current: Option<usize>,
    changed: bool,
    /// Where mistakes are told, once all kinds are known.
    told: Option<&'d mut Diagnostics>,
}

impl Checker<'_> {
    fn error(&mut self, span: Span, problem: impl Into<String>, help: impl Into<String>) {
        if let Some(diagnostics) = &mut self.told {
            diagnostics.add(span, problem, help);
        }
    }

    fn file(&mut self) {
        let declarations = self.declarations;
        self.current = None;
        for constant in &declarations.constants {
            self.assign(&constant.targets, &constant.values);
        }
        for each in declarations.metrics.iter().filter_map(|metric| metric.each.as_ref()) {
            self.each(each);
        }
        for (i, function) in declarations.functions.iter().enumerate() {
            self.current = Some(i);
            self.function(i, function);
        }
    }

    fn each(&mut self, expr: &Expr) {
        let kind = self.expr(expr);
        if !kind.can_be_whole() && !kind.can_be_list() {
            self.error(
                expr.span,
                format!("the number of steps is {}", kind.words()),
                "each = takes a whole number, or a list of names",
            );
        }
    }

    fn function(&mut self, i: usize, function: &Function) {
        for (name, kind) in function.parameters.iter().zip(self.functions[i].arguments.clone()) {
            self.widen(&name.text, &kind);
        }
        self.block(&function.body);
        if self.functions[i].result == Kind::Unknown && !returns(&function.body) {
            self.widen_result(&Kind::Nothing);
        }
    }

    /// A name can hold this, too.
    fn widen(&mut self, name: &str, kind: &Kind) {
        let names = match self.current {
            Some(i) => &mut self.functions[i].locals,
            None => &mut self.shared,
        };
        let known = names.entry(name.to_owned()).or_default();
        let joined = known.join(kind);
        self.changed |= joined != *known;
        *known = joined;
    }

    fn widen_result(&mut self, kind: &Kind) {
        let Some(i) = self.current else { return };
        let joined = self.functions[i].result.join(kind);
        self.changed |= joined != self.functions[i].result;
        self.functions[i].result = joined;
    }

    fn widen_argument(&mut self, function: usize, i: usize, kind: &Kind) {
        let Some(known) = self.functions[function].arguments.get_mut(i) else { return };
        let joined = known.join(kind);
        self.changed |= joined != *known;
        *known = joined;
    }

    fn block(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, values } => self.assign(targets, values),
            StatementKind::Change { target, operator, value } => self.change(target, *operator, value, statement.span),
            StatementKind::If { branches, otherwise } => self.branches(branches, otherwise),
            StatementKind::While { condition, body } => {
                self.condition(condition);
                self.block(body);
            }
            StatementKind::For { names, source, body } => {
                self.loop_names(names, source);
                self.block(body);
            }
            StatementKind::Return(values) => self.returned(values),
            StatementKind::Expression(expr) => self.lone(expr),
            StatementKind::Define(_) | StatementKind::Break | StatementKind::Continue | StatementKind::Pass => (),
        }
    }

    fn returned(&mut self, values: &[Expr]) {
        let kind = match values {
            [] => Kind::Nothing,
            [value] => self.value(value),
            _ => self.list(values),
        };
        self.widen_result(&kind);
    }

    fn assign(&mut self, targets: &[Target], values: &[Expr]) {
        let kinds: Vec<Kind> = values.iter().map(|value| self.value(value)).collect();
        let unpacked = targets.len() > 1 && kinds.len() == 1;
        if unpacked && !kinds[0].can_be_list() {
            let problem = format!("{} names for one value, which is {}", targets.len(), kinds[0].words());
            return self.error(values[0].span, problem, "write as many values, or a function that returns several");
        }
        for (i, target) in targets.iter().enumerate() {
            let kind = if unpacked { kinds[0].item() } else { kinds.get(i).cloned().unwrap_or(Kind::Any) };
            self.target(target, &kind);
        }
    }

    fn target(&mut self, target: &Target, kind: &Kind) {
        for index in &target.indices {
            self.whole(index, "a place in a list");
        }
        let kind = target.indices.iter().fold(kind.clone(), |kind, _| Kind::list(kind));
        self.widen(&target.name.text, &kind);
    }

    fn change(&mut self, target: &Target, operator: Binary, value: &Expr, span: Span) {
        let mut before = self.named(&target.name.text);
        for _ in &target.indices {
            before = before.item();
        }
        let after = self.value(value);
        let kind = self.binary(operator, &before, &after, span);
        self.target(target, &kind);
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            self.condition(condition);
            self.block(body);
        }
        self.block(otherwise);
    }

    fn loop_names(&mut self, names: &[Name], source: &Expr) {
        let kind = self.list_of(source, "a loop runs over a list");
        for name in names {
            let kind = if names.len() > 1 { kind.item() } else { kind.clone() };
            self.widen(&name.text, &kind);
        }
    }

    /// A condition is true or false, and nothing is taken for one of them.
    fn condition(&mut self, expr: &Expr) {
        let kind = self.expr(expr);
        if kind.can_be_truth() {
            return;
        }
        let help = match (&kind, &expr.kind) {
            (Kind::Whole | Kind::Decimal, ExprKind::Name(name)) => format!("write {name} > 0"),
            (Kind::Whole | Kind::Decimal, _) => "compare it, such as x > 0".to_owned(),
            (Kind::List(_), ExprKind::Name(name)) => format!("write len({name}) > 0"),
            (Kind::List(_), _) => "write len(list) > 0".to_owned(),
            _ => "write a comparison, such as x == 3".to_owned(),
        };
        self.error(expr.span, format!("a condition is true or false, and this is {}", kind.words()), help);
    }

    fn lone(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(call) if call.name.text == "record" => self.record(call),
            ExprKind::Call(call) if call.name.text == "note" => {
                call.arguments.iter().for_each(|argument| drop(self.expr(&argument.value)))
            }
            _ => drop(self.expr(expr)),
        }
    }

    fn record(&mut self, call: &Call) {
        let Some(ExprKind::Name(name)) = call.arguments.first().map(|argument| &argument.value.kind) else { return };
        let Some(index) = self.declarations.metric(name) else { return };
        if let Some(argument) = call.arguments.get(1) {
            self.recorded(index, &argument.value);
        }
        if let Some(argument) = call.arguments.get(2) {
            self.value(&argument.value);
        }
    }

    fn recorded(&mut self, index: usize, value: &Expr) {
        let declarations = self.declarations;
        let metric = &declarations.metrics[index];
        let kind = self.value(value);
        match &metric.kind {
            MetricKind::Category(outcomes) => self.outcome(value, &kind, outcomes),
            MetricKind::Flag if !kind.can_be_truth() && kind != Kind::Whole => {
                self.error(
                    value.span,
                    format!("`{}` is yes or no, and this is {}", metric.name, kind.words()),
                    "record a condition, such as x > 0",
                );
            }
            _ if !kind.can_be_whole() => {
                let help = "only whole numbers are recorded: x // 1 rounds down, round_up(x, 1) up";
                self.error(
                    value.span,
                    format!("`{}` takes whole numbers, and this is {}", metric.name, kind.words()),
                    help,
                );
            }
            _ => (),
        }
    }

    fn outcome(&mut self, value: &Expr, kind: &Kind, outcomes: &[(String, String)]) {
        let names: Vec<&str> = outcomes.iter().map(|(name, _)| name.as_str()).collect();
        match &value.kind {
            ExprKind::IfElse(parts) => {
                let [then, _, otherwise] = &**parts;
                self.outcome(then, &Kind::Any, outcomes);
                self.outcome(otherwise, &Kind::Any, outcomes);
            }
            ExprKind::Text(text) if !names.contains(&text.as_str()) => {
                let help = match crate::nearest::nearest(text, names.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("its outcomes are {}", names.join(", ")),
                };
                self.error(value.span, format!("\"{text}\" is no outcome of this category"), help);
            }
            _ if !matches!(kind, Kind::Text | Kind::Any | Kind::Unknown) => {
                self.error(
                    value.span,
                    format!("a category takes a text, and this is {}", kind.words()),
                    format!("record one of \"{}\"", names.join("\", \"")),
                );
            }
            _ => (),
        }
    }

    fn named(&self, name: &str) -> Kind {
        let local = self.current.and_then(|i| self.functions[i].locals.get(name));
        local.or_else(|| self.shared.get(name)).cloned().unwrap_or_default()
    }

    /// An expression that must have a value.
    fn value(&mut self, expr: &Expr) -> Kind {
        let kind = self.expr(expr);
        if kind == Kind::Nothing {
            self.error(
                expr.span,
                "this function gives no value",
                "end it with return and what it gives, on every way through it",
            );
            return Kind::Any;
        }
        kind
    }

    fn expr(&mut self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Whole(_) => Kind::Whole,
            ExprKind::Decimal(_) => Kind::Decimal,
            ExprKind::Text(_) => Kind::Text,
            ExprKind::Truth(_) => Kind::Truth,
            ExprKind::Name(name) => self.named(name),
            ExprKind::List(items) => self.list(items),
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension),
            ExprKind::Negative(inner) => self.negative(inner),
            ExprKind::Not(inner) => self.truth_of(inner, None),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => self.truth_of(left, Some(right)),
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                self.binary(*operator, &a, &b, expr.span)
            }
            ExprKind::Compare(first, rest) => self.comparisons(first, rest),
            ExprKind::IfElse(parts) => self.if_else(parts),
            ExprKind::Index(list, index) => self.index(list, index),
            ExprKind::Field(entry, name) => self.field(entry, name),
            ExprKind::Call(call) => self.call(call),
        }
    }

    fn list(&mut self, items: &[Expr]) -> Kind {
        let kinds: Vec<Kind> = items.iter().map(|item| self.value(item)).collect();
        Kind::list(kinds.iter().fold(Kind::Unknown, |joined, kind| joined.join(kind)))
    }

    fn comprehension(&mut self, comprehension: &Comprehension) -> Kind {
        self.loop_names(&comprehension.names, &comprehension.source);
        if let Some(condition) = &comprehension.condition {
            self.condition(condition);
        }
        Kind::list(self.value(&comprehension.item))
    }

    fn negative(&mut self, inner: &Expr) -> Kind {
        let kind = self.value(inner);
        if !kind.can_be_number() {
            self.error(inner.span, format!("`-` before {}", kind.words()), "only a number has a negative");
        }
        if kind == Kind::Truth { Kind::Whole } else { kind }
    }

    fn truth_of(&mut self, left: &Expr, right: Option<&Expr>) -> Kind {
        self.condition(left);
        right.into_iter().for_each(|right| self.condition(right));
        Kind::Truth
    }

    fn binary(&mut self, operator: Binary, left: &Kind, right: &Kind, span: Span) -> Kind {
        match (operator, left, right) {
            (_, Kind::Unknown, _) | (_, _, Kind::Unknown) => return Kind::Unknown,
            (Binary::Add, Kind::List(a), Kind::List(b)) => return Kind::list(a.join(b)),
            (Binary::Add, Kind::Any, other) | (Binary::Add, other, Kind::Any) if other.can_be_list() => {
                return Kind::Any;
            }
            _ => (),
        }
        if let Some(wrong) = [left, right].into_iter().find(|kind| !kind.can_be_number()) {
            let help = match (operator, wrong) {
                (Binary::Add, Kind::List(_)) => {
                    "+ joins two lists; a single value is joined in square brackets: list + [x]"
                }
                (_, Kind::Text) => "texts are names, and nothing is reckoned with them; note(\"text\", x) shows both",
                (_, Kind::Dice) => "roll it first: dice(damage)",
                _ => "give numbers",
            };
            self.error(span, format!("`{}` between {} and {}", operator.symbol(), left.words(), right.words()), help);
            return Kind::Unknown;
        }
        number(operator, left, right)
    }

    fn comparisons(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> Kind {
        let mut left = self.value(first);
        let mut span = first.span;
        for (comparison, expr) in rest {
            let right = self.value(expr);
            self.comparison(*comparison, &left, &right, span.to(expr.span));
            (left, span) = (right, expr.span);
        }
        Kind::Truth
    }

    fn comparison(&mut self, comparison: Comparison, left: &Kind, right: &Kind, span: Span) {
        let problem = || format!("`{}` between {} and {}", comparison.symbol(), left.words(), right.words());
        match comparison {
            Comparison::In | Comparison::NotIn if !right.can_be_list() => {
                self.error(span, problem(), "`in` looks into a list: x in [1, 2]");
            }
            Comparison::In | Comparison::NotIn => (),
            Comparison::Equal | Comparison::Unequal if !comparable(left, right) => {
                self.error(span, problem(), "values of different kinds are never equal");
            }
            Comparison::Equal | Comparison::Unequal => (),
            _ if !left.can_be_number() || !right.can_be_number() => {
                self.error(
                    span,
                    problem(),
                    "only numbers are less or greater; count a list's entries first, such as sum(x >= 4 for x in list)",
                );
            }
            _ => (),
        }
    }

    fn if_else(&mut self, parts: &[Expr; 3]) -> Kind {
        let [then, condition, otherwise] = parts;
        self.condition(condition);
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        then.join(&otherwise)
    }

    fn index(&mut self, list: &Expr, index: &Expr) -> Kind {
        let kind = self.list_of(list, "only a list has places");
        self.whole(index, "a place in a list");
        kind
    }

    fn whole(&mut self, expr: &Expr, what: &str) {
        let kind = self.value(expr);
        if !kind.can_be_whole() {
            self.error(
                expr.span,
                format!("{what} is a whole number, and this is {}", kind.words()),
                "give a whole number; x // 1 rounds down",
            );
        }
    }

    /// The kind of what a list holds.
    fn list_of(&mut self, expr: &Expr, what: &str) -> Kind {
        let kind = self.value(expr);
        if !kind.can_be_list() {
            let help = match kind {
                Kind::Whole => "write range(n) for 0 to n - 1, or upto(n) for 1 to n",
                _ => "lists are written [1, 2, 3]",
            };
            self.error(expr.span, format!("{what}, and this is {}", kind.words()), help);
        }
        kind.item()
    }

    fn field(&mut self, entry: &Expr, name: &Name) -> Kind {
        let kind = self.value(entry);
        if !matches!(kind, Kind::Entry | Kind::Any | Kind::Unknown) {
            let help = match kind {
                Kind::List(_) => format!("take one entry first: for x in list:, then x.{}", name.text),
                _ => "only the entries of a parameter made with entries(...) have fields".to_owned(),
            };
            self.error(entry.span, format!("only an entry has fields, and this is {}", kind.words()), help);
        }
        self.field_kind(&name.text)
    }

    fn field_kind(&self, name: &str) -> Kind {
        let fields = self.declarations.parameters.iter().filter_map(|parameter| match &parameter.kind {
            ParameterType::Entries { fields, .. } => Some(fields),
            _ => None,
        });
        let found = fields.flatten().filter(|field| field.name == name).map(|field| parameter_kind(&field.kind));
        let kind = found.fold(Kind::Unknown, |joined, kind| joined.join(&kind));
        if name == "name" && kind == Kind::Unknown { Kind::Text } else { kind }
    }

    fn call(&mut self, call: &Call) -> Kind {
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

    fn builtin(&mut self, call: &Call) -> Kind {
        let kinds: Vec<Kind> = call.arguments.iter().map(|argument| self.value(&argument.value)).collect();
        match builtin::find(&call.name.text).map(|builtin| builtin.role) {
            Some(Role::Pure(function)) => self.pure(function, call, &kinds),
            Some(Role::Chance(function)) => self.chance(function, call, &kinds),
            Some(Role::Choose) => self.choose(call, &kinds),
            _ => Kind::Any,
        }
    }

    fn pure(&mut self, function: Pure, call: &Call, kinds: &[Kind]) -> Kind {
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

    fn usage(call: &Call) -> String {
        format!("write for example {}", builtin::find(&call.name.text).map_or("", |builtin| builtin.usage))
    }

    fn wrong(&mut self, call: &Call, i: usize, problem: String) {
        let span = call.arguments.get(i).map_or(call.name.span, |argument| argument.value.span);
        self.error(span, problem, Self::usage(call));
    }

    fn numbers(&mut self, call: &Call, kinds: &[Kind], result: Kind) -> Kind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_number()) {
            self.wrong(call, i, format!("`{}` works on numbers, and this is {}", call.name.text, kinds[i].words()));
        }
        if result == Kind::Truth { Kind::Whole } else { result }
    }

    fn wholes(&mut self, call: &Call, kinds: &[Kind], result: Kind) -> Kind {
        if let Some(i) = kinds.iter().position(|kind| !kind.can_be_whole()) {
            self.wrong(
                call,
                i,
                format!("`{}` works on whole numbers, and this is {}", call.name.text, kinds[i].words()),
            );
        }
        result
    }

    fn extreme(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds {
            [list] if list.can_be_list() => list.item(),
            [_] => self.of_list(call, &kinds[0], Kind::Any),
            _ => {
                let joined = kinds.iter().fold(Kind::Unknown, |joined, kind| joined.join(kind));
                self.numbers(call, kinds, joined)
            }
        }
    }

    fn of_list(&mut self, call: &Call, kind: &Kind, result: Kind) -> Kind {
        if !kind.can_be_list() {
            self.wrong(call, 0, format!("`{}` works on a list, and this is {}", call.name.text, kind.words()));
        }
        result
    }

    fn of_numbers(&mut self, call: &Call, kind: &Kind, result: impl Fn(&Kind) -> Kind) -> Kind {
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

    fn of_truths(&mut self, call: &Call, kind: &Kind) -> Kind {
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

    fn chance(&mut self, function: Chance, call: &Call, kinds: &[Kind]) -> Kind {
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

    fn dice(&mut self, call: &Call, kind: &Kind) -> Kind {
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

    fn pool(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds {
            [one] => self.of_list(call, one, Kind::list(Kind::Whole)),
            [n, die, ..] => {
                self.wholes(call, std::slice::from_ref(n), Kind::Any);
                if let Kind::List(item) = die { Kind::list((**item).clone()) } else { Kind::list(Kind::Whole) }
            }
            [] => Kind::Any,
        }
    }

    fn choose(&mut self, call: &Call, kinds: &[Kind]) -> Kind {
        match kinds.get(1) {
            Some(options) if !options.can_be_list() => {
                self.wrong(call, 1, format!("the options of a choice are a list, and this is {}", options.words()));
                Kind::Any
            }
            options => options.map_or(Kind::Any, Kind::item),
        }
    }
}

impl Kind {
    fn truth(self) -> Kind {
        Kind::Truth
    }
}

fn comparable(left: &Kind, right: &Kind) -> bool {
    let open = |kind: &Kind| matches!(kind, Kind::Any | Kind::Unknown);
    open(left)
        || open(right)
        || (left.can_be_number() && right.can_be_number())
        || std::mem::discriminant(left) == std::mem::discriminant(right)
}

fn number(operator: Binary, left: &Kind, right: &Kind) -> Kind {
    match (left, right) {
        _ if operator == Binary::Divide => Kind::Whole,
        (Kind::Any, _) | (_, Kind::Any) => Kind::Any,
        (Kind::Decimal, _) | (_, Kind::Decimal) => Kind::Decimal,
        _ => Kind::Whole,
    }
}

/// Whether there is a `return` anywhere.
fn returns(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { branches, otherwise } => {
            branches.iter().any(|(_, body)| returns(body)) || returns(otherwise)
        }
        StatementKind::While { body, .. } | StatementKind::For { body, .. } => returns(body),
        _ => false,
    })
}
