//! Names: what each stands for, and what may be done with it. Locals are the names that a function assigns.

mod base;
mod call;
mod choice;
mod expression;
mod statement;

use std::collections::BTreeSet;

use crate::declare::Declarations;
use crate::diagnostic::Mistakes;
use crate::source::Span;
use base::{NameChecker, Where};

/// Checks every name of a file.
pub(crate) fn check(declarations: &Declarations, diagnostics: &mut Mistakes) {
    let mut recorded = BTreeSet::new();
    check_constants(declarations, diagnostics);
    for function in &declarations.functions {
        let mut checker = NameChecker::new(declarations, Where::Function, diagnostics);
        checker.function(function);
        recorded.append(&mut checker.recorded);
    }
    for metric in declarations.metrics.iter().filter(|metric| !recorded.contains(&metric.name)) {
        let help = format!("write record({}, value) where the trial knows it", metric.name);
        diagnostics.add(metric.span, format!("`{}` is never recorded", metric.name), help);
    }
    // Of a misspelt declaration it would be told before its cause.
    if declarations.metrics.is_empty() && diagnostics.is_empty() {
        let help = "declare what comes out, such as hits = count(\"Hits\"), and record it: record(hits, n)";
        diagnostics.add(Span::default(), "the file records nothing", help);
    }
}

fn check_constants(declarations: &Declarations, diagnostics: &mut Mistakes) {
    let mut known: Vec<&str> = Vec::new();
    for constant in &declarations.constants {
        let mut checker = NameChecker::new(declarations, Where::Constant(known.clone()), diagnostics);
        constant.values.iter().for_each(|value| checker.expr(value));
        known.extend(constant.targets.iter().map(|target| target.name.text.as_str()));
    }
    for each in declarations.metrics.iter().filter_map(|metric| metric.each.as_ref()) {
        NameChecker::new(declarations, Where::Constant(known.clone()), diagnostics).expr(each);
    }
}
