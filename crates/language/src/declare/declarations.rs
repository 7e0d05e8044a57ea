//! The declarations at the top of a file: parameters, metrics, constants, functions, tests.

use std::collections::BTreeSet;

use super::metric::{self, MetricDeclaration};
use super::parameter;
use super::setting::{DeclaredParameter, DeclaredType};
use super::wording::clause;
use crate::builtin::{self, BuiltinRole};
use crate::choice::{RESERVED_PLAY_KEYS, is_play_key};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::tree::{
    Argument, AssignTarget, Call, Definition, Expr, ExprKind, Module, Name, Statement,
    StatementKind,
};
use crate::source::Span;

/// A test in a file, as parsed: `expect("P(total = 4) = 1/1296")`.
#[derive(Clone, Debug)]
pub(crate) struct WrittenExpectation {
    /// The expectation, a question.
    pub(crate) text: String,
    /// The span of the text, with its quotes.
    pub(crate) text_span: Span,
    /// The settings at which it is tested.
    pub(crate) settings: Vec<(Name, Expr)>,
    pub(crate) span: Span,
}

/// A value that is computed once, before any trial.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) targets: Vec<AssignTarget>,
    pub(crate) values: Vec<Expr>,
}

/// A choice of a player.
#[derive(Clone, Debug)]
pub(crate) struct PlayerDeclaration {
    /// Its key in `[play]`.
    pub(crate) name: String,
    /// The label that the file gives to the decision.
    pub(crate) label: String,
    /// The wording of options in sentences, if the file sets it.
    pub(crate) says: Vec<(Name, String)>,
    pub(crate) span: Span,
}

/// All declarations of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) title: Option<String>,
    pub(crate) parameters: Vec<DeclaredParameter>,
    pub(crate) metrics: Vec<MetricDeclaration>,
    pub(crate) players: Vec<PlayerDeclaration>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Definition>,
    pub(crate) expectations: Vec<WrittenExpectation>,
    /// The field names of all entries and decks, each once.
    pub(crate) fields: Vec<String>,
}

/// Sorts the statements of a file by what they declare.
pub(crate) fn declare(module: Module, diagnostics: &mut Mistakes) -> Declarations {
    let mut declarations = Declarations {
        title: module.title,
        ..Declarations::default()
    };
    for statement in module.body {
        declarations
            .statement(statement, diagnostics)
            .unwrap_or_else(|wrong| diagnostics.push(wrong));
    }
    declarations.fields = declarations.field_names();
    declarations
}

type Declared = Result<(), Mistake>;

impl Declarations {
    /// Returns the parameter of this name.
    pub(crate) fn parameter(&self, name: &str) -> Option<&DeclaredParameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }

    pub(crate) fn metric_index(&self, name: &str) -> Option<usize> {
        self.metrics.iter().position(|metric| metric.name == name)
    }

    pub(crate) fn player_index(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.name == name)
    }

    /// Returns the words that a field of entries can have; none if it is not a field of words.
    pub(crate) fn words_of_field(&self, field: &str) -> impl Iterator<Item = &String> {
        let fields = self
            .parameters
            .iter()
            .flat_map(|parameter| match &parameter.kind {
                DeclaredType::Entries { fields, .. } => &fields[..],
                _ => &[],
            });
        let named = fields.filter(move |declared| declared.name == field);
        named.flat_map(|declared| match &declared.kind {
            DeclaredType::OneOf(words) => &words[..],
            _ => &[],
        })
    }

    pub(crate) fn function_index(&self, name: &str) -> Option<usize> {
        self.functions
            .iter()
            .position(|function| function.name.text == name)
    }

    /// Returns the names of all constants, in order.
    pub(crate) fn constant_names(&self) -> impl Iterator<Item = &str> {
        self.constants.iter().flat_map(|constant| {
            constant
                .targets
                .iter()
                .map(|target| target.name.text.as_str())
        })
    }

    /// Returns the functions and constants that another file may import. A name that was itself
    /// imported cannot be written and is left out.
    pub(crate) fn importable_names(&self) -> impl Iterator<Item = &str> {
        let functions = self
            .functions
            .iter()
            .map(|function| function.name.text.as_str());
        let is_written =
            |name: &&str| *name != "trial" && !name.starts_with(|c: char| c.is_ascii_digit());
        functions.chain(self.constant_names()).filter(is_written)
    }

    fn statement(&mut self, statement: Statement, diagnostics: &mut Mistakes) -> Declared {
        match statement.kind {
            StatementKind::Assign { targets, values } => {
                self.assignment(targets, values, diagnostics)
            }
            StatementKind::Define(function) => {
                self.define(function, diagnostics);
                Ok(())
            }
            StatementKind::Expression(expr) => self.expression(expr),
            StatementKind::Pass => Ok(()),
            _ => Err(misplaced_statement(statement.span)),
        }
    }

    fn assignment(
        &mut self,
        targets: Vec<AssignTarget>,
        mut values: Vec<Expr>,
        diagnostics: &mut Mistakes,
    ) -> Declared {
        if let Some(target) = targets.iter().find(|target| !target.indices.is_empty()) {
            let help = "write the whole list at once: costs = [1, 2, 4]";
            return Err(Mistake::new(
                target.span,
                "the entries of a constant cannot be changed",
                help,
            ));
        }
        // Several declarations in a line are read one after the other.
        if values.len() > 1 && values.iter().any(|value| declared_role(value).is_some()) {
            if targets.len() != values.len() {
                let span = targets[0].span.to(values[values.len() - 1].span);
                let problem = mismatch_problem(targets.len(), values.len());
                return Err(Mistake::new(span, problem, MISMATCH_HELP));
            }
            for (target, value) in targets.into_iter().zip(values) {
                self.assignment(vec![target], vec![value], diagnostics)?;
            }
            return Ok(());
        }
        for target in &targets {
            self.check_unused_name(&target.name.text, target.name.span, diagnostics);
        }
        let role = match &values[..] {
            [value] => declared_role(value),
            _ => None,
        };
        let Some(role) = role else {
            self.constants.push(Constant { targets, values });
            return Ok(());
        };
        let [target] = &targets[..] else {
            let help = "write one parameter, metric or player for each name";
            return Err(Mistake::new(
                targets[0].span,
                "one declaration cannot set several names",
                help,
            ));
        };
        match (role, values.swap_remove(0).kind) {
            (BuiltinRole::Metric(word), ExprKind::Call(call)) => {
                self.metrics.push(metric::read(&target.name, word, call)?);
            }
            (BuiltinRole::Player, ExprKind::Call(call)) => {
                self.players.push(player(&target.name, &call)?)
            }
            (_, ExprKind::Call(call)) => {
                self.parameters.push(parameter::read(&target.name, &call)?)
            }
            _ => (),
        }
        Ok(())
    }

    fn define(&mut self, function: Definition, diagnostics: &mut Mistakes) {
        let (name, span) = (&function.name.text, function.name.span);
        if !builtin::is_definable(name) {
            diagnostics.add(
                span,
                format!("`{name}` is a built-in function"),
                "choose another name",
            );
        }
        if self.function_index(name).is_some() {
            let problem = format!("two functions are named `{name}`");
            diagnostics.add(span, problem, "rename one of them");
        } else {
            self.check_unused_name(name, span, diagnostics);
        }
        self.functions.push(function);
    }

    fn check_unused_name(&self, name: &str, span: Span, diagnostics: &mut Mistakes) {
        let is_set = self.parameter(name).is_some() || self.player_index(name).is_some();
        let taken =
            is_set || self.metric_index(name).is_some() || self.function_index(name).is_some();
        if taken || self.constant_names().any(|constant| constant == name) {
            let help = "rename one of them: every name at the top has one meaning";
            diagnostics.add(span, format!("`{name}` is declared twice"), help);
        }
    }

    fn expression(&mut self, expr: Expr) -> Declared {
        let ExprKind::Call(call) = &expr.kind else {
            return Err(misplaced_statement(expr.span));
        };
        match builtin::find(&call.name.text) {
            Some(found) if found.role == BuiltinRole::Expect => {
                self.expect(call, expr.span, found.usage)
            }
            Some(found) if found.is_declaration() => {
                let help = format!("give it a name: {}", found.usage);
                Err(Mistake::new(
                    expr.span,
                    "this declaration has no name",
                    help,
                ))
            }
            _ => Err(misplaced_statement(expr.span)),
        }
    }

    /// Reads a test: a text, and the settings at which it is tested.
    fn expect(&mut self, call: &Call, span: Span, usage: &str) -> Declared {
        let [
            Argument {
                name: None,
                value: first,
            },
            rest @ ..,
        ] = &call.arguments[..]
        else {
            return Err(Mistake::new(
                span,
                "`expect` has no text",
                format!("write {usage}"),
            ));
        };
        let Some(text) = first.as_text() else {
            return Err(Mistake::new(
                first.span,
                "`expect` needs text in quotes",
                format!("write {usage}"),
            ));
        };
        let setting = |argument: &Argument| match &argument.name {
            Some(name) => Ok((name.clone(), argument.value.clone())),
            None => {
                let help = "write the parameter's name first: n = 2 .. 20";
                Err(Mistake::new(
                    argument.value.span,
                    "this value has no parameter name",
                    help,
                ))
            }
        };
        let settings = rest.iter().map(setting).collect::<Result<_, _>>()?;
        self.expectations.push(WrittenExpectation {
            text: text.to_owned(),
            text_span: first.span,
            settings,
            span,
        });
        Ok(())
    }

    /// Returns the field names of all entries, each once, with `name` first if there are entries,
    /// and the kinds of all cards.
    fn field_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for parameter in &self.parameters {
            if let DeclaredType::Entries { fields, .. } = &parameter.kind {
                names.push("name".to_owned());
                names.extend(fields.iter().map(|field| field.name.clone()));
            }
        }
        self.visit_expressions(&mut |expr| {
            if let ExprKind::Call(call) = &expr.kind
                && call.name.text == "cards"
            {
                // Mistakes in a kind that is written as a text are reported at the text.
                let kind = |kind: &Argument| match &kind.name {
                    Some(name) => Some(name.text.clone()),
                    None => kind.value.as_text().map(str::to_owned),
                };
                names.extend(call.arguments.iter().filter_map(kind));
            }
        });
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    /// Visits every expression of the file that is not part of a declaration.
    fn visit_expressions(&self, see: &mut impl FnMut(&Expr)) {
        let constants = self.constants.iter().flat_map(|constant| &constant.values);
        constants
            .chain(
                self.metrics
                    .iter()
                    .filter_map(|metric| metric.each.as_ref()),
            )
            .for_each(|expr| expr.visit(see));
        let mut blocks: Vec<&[Statement]> = self
            .functions
            .iter()
            .map(|function| &function.body[..])
            .collect();
        while let Some(block) = blocks.pop() {
            for statement in block {
                statement
                    .expressions()
                    .into_iter()
                    .for_each(|expr| expr.visit(see));
                blocks.extend(statement.blocks());
            }
        }
    }
}

/// The fix if the numbers of names and values of an assignment differ.
pub(crate) const MISMATCH_HELP: &str = "write one name before = for each value after it";

/// Describes an assignment of too many or too few values.
pub(crate) fn mismatch_problem(names: usize, values: usize) -> String {
    format!("names and values do not match: {names} on the left, {values} on the right")
}

/// Returns the role of a value that declares a parameter, a metric or a player.
fn declared_role(value: &Expr) -> Option<BuiltinRole> {
    let ExprKind::Call(call) = &value.kind else {
        return None;
    };
    let role = builtin::find(&call.name.text)?.role;
    let declares = matches!(
        role,
        BuiltinRole::Parameter(_) | BuiltinRole::Metric(_) | BuiltinRole::Player
    );
    declares.then_some(role)
}

/// Reads the declaration of a choice. Its name is a key of `[play]` in scenarios.
fn player(name: &Name, call: &Call) -> Result<PlayerDeclaration, Mistake> {
    let [
        Argument {
            name: None,
            value:
                Expr {
                    kind: ExprKind::Text(label),
                    ..
                },
        },
        options @ ..,
    ] = &call.arguments[..]
    else {
        let help = format!(
            "describe the decision in quotes: {} = player(\"Roll again?\")",
            name.text
        );
        return Err(Mistake::new(call.name.span, "`player` has no text", help));
    };
    let says = |option: &Argument| match &option.name {
        Some(name) => Ok((name.clone(), clause(&option.value, "roll = \"roll on\"")?)),
        None => {
            let help = "give an option's wording with its name: roll = \"roll on\"";
            Err(Mistake::new(
                option.value.span,
                "this wording does not name its option",
                help,
            ))
        }
    };
    let says = options.iter().map(says).collect::<Result<_, _>>()?;
    if RESERVED_PLAY_KEYS.contains(&name.text.as_str()) {
        let help = "this word is a key of [play] in scenarios: choose another name";
        return Err(Mistake::new(
            name.span,
            format!("a player cannot be named `{}`", name.text),
            help,
        ));
    }
    if !is_play_key(&name.text) {
        let help =
            "use only English letters, digits and _: scenarios use the name as a key of [play]";
        return Err(Mistake::new(
            name.span,
            format!("a player cannot be named `{}`", name.text),
            help,
        ));
    }
    Ok(PlayerDeclaration {
        name: name.text.clone(),
        label: label.clone(),
        says,
        span: name.span,
    })
}

fn misplaced_statement(span: Span) -> Mistake {
    let help = "move it into def trial():. Only parameters, metrics, players, constants and functions belong at \
        the top";
    Mistake::new(span, "this statement is not inside a function", help)
}
