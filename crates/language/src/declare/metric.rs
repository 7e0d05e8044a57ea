//! Declarations of metrics: the values that a trial records.

use super::kind::MetricKind;
use super::wording::{MetricWording, wording_arguments};
use crate::builtin::{MetricWord, usage};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Argument, Call, Expr, ExprKind, Name};
use crate::nearest::nearest;
use crate::source::Span;

/// A declared metric.
#[derive(Clone, Debug)]
pub(crate) struct MetricDeclaration {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) kind: MetricKind,
    /// For a metric with one value per step: the number of steps, or their names.
    pub(crate) each: Option<Expr>,
    /// The name of a step.
    pub(crate) step: Option<String>,
    pub(crate) otherwise: Option<Otherwise>,
    /// The text for a missing value in tables.
    pub(crate) absent: Option<String>,
    pub(crate) wording: MetricWording,
    /// Whether it is a probe: it records the values of a watched expression.
    pub(crate) is_watched: bool,
    pub(crate) span: Span,
}

/// The value of a metric that was not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    Value(i64),
    /// The value of the step before.
    Before,
}

const TONES: [&str; 4] = ["success", "mixed", "failure", "neutral"];

/// The arguments that every metric accepts.
const COMMON_ARGUMENTS: [&str; 4] = ["each", "step", "otherwise", "absent"];

/// Reads a declaration.
pub(super) fn read(
    name: &Name,
    word: MetricWord,
    call: Call,
) -> Result<MetricDeclaration, Mistake> {
    let kind = match word {
        MetricWord::Count => MetricKind::Count,
        MetricWord::Flag => MetricKind::Flag,
        MetricWord::When => MetricKind::When,
        MetricWord::Category => MetricKind::Category(outcomes(&call)?),
    };
    let first = call.arguments.first().filter(|first| first.name.is_none());
    let Some(label) = first.and_then(|first| first.value.as_text()) else {
        let problem = format!("`{}` has no label", call.name.text);
        return Err(Mistake::new(call.name.span, problem, example(&call.name)));
    };
    let mut metric = MetricDeclaration::new(name, label.to_owned(), kind);
    for argument in call.arguments.into_iter().skip(1) {
        set_argument(&mut metric, &call.name, argument)?;
    }
    metric.wording.check(name)?;
    if metric.otherwise == Some(Otherwise::Before) && metric.each.is_none() {
        let problem = "\"before\" repeats the previous step, but this metric has no steps";
        let help = "write otherwise = and a value, or add each = and the number of steps";
        return Err(Mistake::new(metric.span, problem, help));
    }
    Ok(metric)
}

impl MetricDeclaration {
    /// Returns a metric with default values for all other arguments.
    pub(crate) fn new(name: &Name, label: String, kind: MetricKind) -> MetricDeclaration {
        let (each, step, otherwise, absent, wording) = Default::default();
        MetricDeclaration {
            name: name.text.clone(),
            label,
            kind,
            each,
            step,
            otherwise,
            absent,
            wording,
            is_watched: false,
            span: name.span,
        }
    }
}

fn example(name: &Name) -> String {
    format!("write, for example, {}", usage(&name.text))
}

fn outcomes(call: &Call) -> Result<Vec<(String, String)>, Mistake> {
    let named = call
        .arguments
        .iter()
        .filter_map(|argument| Some((argument.name.as_ref()?, &argument.value)));
    let outcomes = named
        .filter(|(name, _)| !COMMON_ARGUMENTS.contains(&name.text.as_str()) && name.text != "says")
        .map(outcome);
    let outcomes = outcomes.collect::<Result<Vec<_>, _>>()?;
    if outcomes.is_empty() {
        let bare = call
            .arguments
            .iter()
            .filter(|argument| argument.name.is_none());
        let bare = bare.filter_map(|argument| match &argument.value.kind {
            ExprKind::Name(name) => Some(format!("{name} = neutral")),
            _ => None,
        });
        let bare: Vec<String> = bare.collect();
        let help = if bare.is_empty() {
            example(&call.name)
        } else {
            format!(
                "give each outcome a tone (success, mixed, failure or neutral): {}",
                bare.join(", ")
            )
        };
        return Err(Mistake::new(
            call.name.span,
            "a category needs outcomes",
            help,
        ));
    }
    Ok(outcomes)
}

fn outcome((name, tone): (&Name, &Expr)) -> Result<(String, String), Mistake> {
    let word = match &tone.kind {
        ExprKind::Name(word) | ExprKind::Text(word) => word.as_str(),
        _ => "",
    };
    if TONES.contains(&word) {
        return Ok((name.text.clone(), word.to_owned()));
    }
    let problem = format!("this is not a tone for `{}`", name.text);
    let help = "use success, mixed, failure or neutral";
    Err(match nearest(word, TONES.into_iter()) {
        Some(near) => Mistake::new(tone.span, problem, format!("did you mean `{near}`? {help}"))
            .with_fix(tone.span, near),
        None => Mistake::new(tone.span, problem, help),
    })
}

fn set_argument(
    metric: &mut MetricDeclaration,
    call: &Name,
    argument: Argument,
) -> Result<(), Mistake> {
    let Some(name) = argument.name else {
        let problem = "after the label, every argument needs a name";
        return Err(Mistake::new(argument.value.span, problem, example(call)));
    };
    match name.text.as_str() {
        "each" => metric.each = Some(argument.value),
        "step" => metric.step = Some(text_argument(&argument.value, "step = \"Turn\"")?),
        "absent" => {
            metric.absent = Some(text_argument(&argument.value, "absent = \"No collision\"")?)
        }
        "otherwise" => metric.otherwise = Some(otherwise(&metric.kind, &argument.value)?),
        word if wording_arguments(&metric.kind).contains(&word) => {
            metric.wording.take(&metric.kind, &name, &argument.value)?;
        }
        _ if matches!(metric.kind, MetricKind::Category(_)) => (),
        _ => {
            let problem = format!("`{}` has no argument `{}`", call.text, name.text);
            let words = wording_arguments(&metric.kind);
            let help = || {
                format!(
                    "its arguments are each, step, otherwise, absent and {}. Only a category has outcomes",
                    words.join(" and ")
                )
            };
            let known = COMMON_ARGUMENTS.into_iter().chain(words.iter().copied());
            return Err(Mistake::unknown(
                name.span, &name.text, problem, known, help,
            ));
        }
    }
    Ok(())
}

fn text_argument(expr: &Expr, example: &str) -> Result<String, Mistake> {
    let wrong = Mistake::new(
        expr.span,
        "this argument needs text in quotes",
        format!("write {example}"),
    );
    match &expr.kind {
        ExprKind::Text(text) => Ok(text.clone()),
        ExprKind::Name(name) => Err(wrong.with_fix(expr.span, format!("\"{name}\""))),
        _ => Err(wrong),
    }
}

fn otherwise(kind: &MetricKind, expr: &Expr) -> Result<Otherwise, Mistake> {
    let code = match (&expr.kind, kind) {
        (ExprKind::Text(text), _) if text == "before" => return Ok(Otherwise::Before),
        (ExprKind::Text(text), MetricKind::Category(outcomes)) => outcomes
            .iter()
            .position(|(outcome, _)| outcome == text)
            .map(|code| code as i64),
        (ExprKind::Whole(number), MetricKind::Count | MetricKind::When) => Some(*number),
        (ExprKind::Truth(truth), MetricKind::Flag) => Some((*truth).into()),
        _ => None,
    };
    let help =
        "use a value that the metric can record, or \"before\" for the value of the previous step";
    let wrong = || {
        Mistake::new(
            expr.span,
            "this cannot be a default value of the metric",
            help,
        )
    };
    code.map(Otherwise::Value).ok_or_else(wrong)
}
