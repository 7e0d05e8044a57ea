//! Name resolution: finds what each name refers to, and checks its use. Local names are those that
//! a function assigns.

mod arguments;
mod base;
mod call;
mod choice;
mod expression;
mod hints;
mod statement;

use std::collections::BTreeSet;

use crate::declare::Declarations;
use crate::diagnostic::Mistakes;
use crate::grammar::tree::{Definition, Statement, StatementKind};
use crate::source::Span;
use base::{NameChecker, NameContext};

/// Resolves every name of a file.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Mistakes) {
    let mut recorded = BTreeSet::new();
    check_constants(declarations, diagnostics);
    for function in &declarations.functions {
        let mut checker = NameChecker::new(declarations, NameContext::Function, diagnostics);
        checker.function(function);
        recorded.append(&mut checker.recorded);
    }
    let returned = declarations
        .function_index("trial")
        .and_then(|trial| returned_value_span(&declarations.functions[trial].body));
    if let Some(span) = returned {
        let help = match &declarations.metrics[..] {
            [metric] => format!("record it instead: record({}, ...)", metric.name),
            _ => "record it instead: record(metric, value)".to_owned(),
        };
        diagnostics.add(span, "`trial` cannot return a value", help);
    }
    let unrecorded = declarations
        .metrics
        .iter()
        .filter(|metric| !recorded.contains(&metric.name));
    for metric in unrecorded.filter(|_| returned.is_none()) {
        let help = format!("write record({}, value) in the trial", metric.name);
        diagnostics.add(
            metric.span,
            format!("the metric `{}` is never recorded", metric.name),
            help,
        );
    }
    for player in declarations
        .players
        .iter()
        .filter(|player| !recorded.contains(&player.name))
    {
        let help = format!(
            "write choose({}, [...]) where the player decides, or remove this line",
            player.name
        );
        diagnostics.add(
            player.span,
            format!("the player `{}` never decides anything", player.name),
            help,
        );
    }
    // A misspelt declaration would otherwise be reported here before its cause.
    let is_run = declarations.function_index("trial").is_some();
    if is_run && declarations.metrics.is_empty() && diagnostics.is_empty() {
        let help =
            "declare hits = count(\"Hits\") at the top, and write record(hits, n) in the trial";
        diagnostics.add(Span::default(), "the file records nothing", help);
    }
}

/// Resolves the names of a function that is not part of a file.
pub(crate) fn check_function(
    declarations: &Declarations,
    function: &Definition,
    diagnostics: &mut Mistakes,
) {
    NameChecker::new(declarations, NameContext::Function, diagnostics).function(function);
}

/// Returns the span of the first `return` with a value.
fn returned_value_span(body: &[Statement]) -> Option<Span> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Return(values) if !values.is_empty() => Some(statement.span),
        _ => statement.blocks().into_iter().find_map(returned_value_span),
    })
}

fn check_constants(declarations: &Declarations, diagnostics: &mut Mistakes) {
    let mut known: Vec<&str> = Vec::new();
    for constant in &declarations.constants {
        let mut checker = NameChecker::new(
            declarations,
            NameContext::Constant(known.clone()),
            diagnostics,
        );
        constant.values.iter().for_each(|value| checker.expr(value));
        known.extend(
            constant
                .targets
                .iter()
                .map(|target| target.name.text.as_str()),
        );
    }
    for each in declarations
        .metrics
        .iter()
        .filter_map(|metric| metric.each.as_ref())
    {
        NameChecker::new(
            declarations,
            NameContext::Constant(known.clone()),
            diagnostics,
        )
        .expr(each);
    }
}
