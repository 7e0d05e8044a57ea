//! Metrics: what a trial records.

use super::text;
use crate::builtin;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::grammar::tree::{Argument, Call, Expr, ExprKind, Name};
use crate::source::Span;

/// What a metric's values are.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricKind {
    /// Whole numbers.
    Count,
    /// Yes or no.
    Flag,
    /// When something happens, if ever.
    When,
    /// Outcomes, coded 0, 1, 2 ... in the order written: each with its name and its tone.
    Category(Vec<(String, String)>),
}

/// A metric as it is declared.
#[derive(Clone, Debug)]
pub(crate) struct Metric {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) kind: MetricKind,
    /// For one value a step: how many steps, or their names.
    pub(crate) each: Option<Expr>,
    /// What a step is called.
    pub(crate) step: Option<String>,
    pub(crate) otherwise: Option<Otherwise>,
    /// How a table names what was not recorded.
    pub(crate) absent: Option<String>,
    pub(crate) span: Span,
}

/// What stands for a value that was not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    Value(i64),
    /// That of the step before.
    Before,
}

const TONES: [&str; 4] = ["success", "mixed", "failure", "neutral"];

type Read<T> = Result<T, Diagnostic>;

/// Reads a declaration; `None` where it cannot be read, which has been told.
pub(super) fn read(name: &Name, call: Call, diagnostics: &mut Diagnostics) -> Option<Metric> {
    metric(name, call).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
}

fn metric(name: &Name, call: Call) -> Read<Metric> {
    let kind = kind(&call)?;
    let mut metric = Metric {
        name: name.text.clone(),
        label: label(&call)?,
        kind,
        each: None,
        step: None,
        otherwise: None,
        absent: None,
        span: name.span,
    };
    let call_name = call.name;
    for argument in call.arguments.into_iter().skip(1) {
        setting(&mut metric, &call_name, argument)?;
    }
    check_before(&metric)?;
    Ok(metric)
}

fn check_before(metric: &Metric) -> Read<()> {
    match metric.otherwise == Some(Otherwise::Before) && metric.each.is_none() {
        true => {
            let help = "write otherwise = and a value, or each = and the number of steps";
            Err(Diagnostic::new(
                metric.span,
                "\"before\" is the value of the step before, and this metric has no steps",
                help,
            ))
        }
        false => Ok(()),
    }
}

fn usage(name: &str) -> String {
    format!("write for example {}", builtin::find(name).map_or("", |found| found.usage))
}

fn label(call: &Call) -> Read<String> {
    let first = call.arguments.first().filter(|argument| argument.name.is_none());
    match first.and_then(|argument| text(&argument.value)) {
        Some(label) => Ok(label.to_owned()),
        None => Err(Diagnostic::new(
            call.name.span,
            format!("`{}` lacks its label", call.name.text),
            usage(&call.name.text),
        )),
    }
}

fn kind(call: &Call) -> Read<MetricKind> {
    Ok(match call.name.text.as_str() {
        "count" => MetricKind::Count,
        "flag" => MetricKind::Flag,
        "when" => MetricKind::When,
        _ => MetricKind::Category(outcomes(call)?),
    })
}

fn is_setting(name: &str) -> bool {
    matches!(name, "each" | "step" | "otherwise" | "absent")
}

fn outcomes(call: &Call) -> Read<Vec<(String, String)>> {
    let named = call.arguments.iter().filter_map(|argument| Some((argument.name.as_ref()?, &argument.value)));
    let outcomes = named.filter(|(name, _)| !is_setting(&name.text)).map(outcome).collect::<Read<Vec<_>>>()?;
    if outcomes.is_empty() {
        return Err(Diagnostic::new(call.name.span, "a category without outcomes", usage("category")));
    }
    Ok(outcomes)
}

fn outcome((name, tone): (&Name, &Expr)) -> Read<(String, String)> {
    match &tone.kind {
        ExprKind::Name(tone) | ExprKind::Text(tone) if TONES.contains(&tone.as_str()) => {
            Ok((name.text.clone(), tone.clone()))
        }
        _ => Err(Diagnostic::new(
            tone.span,
            format!("this is no tone for `{}`", name.text),
            "a tone is success, mixed, failure or neutral",
        )),
    }
}

fn setting(metric: &mut Metric, call: &Name, argument: Argument) -> Read<()> {
    let Some(name) = argument.name else {
        let help = usage(&call.text);
        return Err(Diagnostic::new(
            argument.value.span,
            "after the label every argument has its name before it",
            help,
        ));
    };
    match name.text.as_str() {
        "each" => metric.each = Some(argument.value),
        "step" => metric.step = Some(written(&argument.value, "step = \"Turn\"")?),
        "absent" => metric.absent = Some(written(&argument.value, "absent = \"No collision\"")?),
        "otherwise" => metric.otherwise = Some(otherwise(&metric.kind, &argument.value)?),
        _ if matches!(metric.kind, MetricKind::Category(_)) => (),
        _ => {
            let help = "it has each, step, otherwise and absent; only a category has outcomes";
            return Err(Diagnostic::new(name.span, format!("`{}` has no argument `{}`", call.text, name.text), help));
        }
    }
    Ok(())
}

fn written(expr: &Expr, example: &str) -> Read<String> {
    let wrong = || Diagnostic::new(expr.span, "this is a text", format!("write {example}"));
    text(expr).map(str::to_owned).ok_or_else(wrong)
}

fn otherwise(kind: &MetricKind, expr: &Expr) -> Read<Otherwise> {
    let code = match (&expr.kind, kind) {
        (ExprKind::Text(text), _) if text == "before" => return Ok(Otherwise::Before),
        (ExprKind::Text(text), MetricKind::Category(outcomes)) => {
            outcomes.iter().position(|(outcome, _)| outcome == text).map(|code| code as i64)
        }
        (ExprKind::Whole(number), MetricKind::Count | MetricKind::When) => Some(*number),
        (ExprKind::Truth(truth), MetricKind::Flag) => Some((*truth).into()),
        _ => None,
    };
    let help = "it is a value that could be recorded, or \"before\" for that of the step before";
    code.map(Otherwise::Value)
        .ok_or_else(|| Diagnostic::new(expr.span, "this cannot stand for what is not recorded", help))
}
