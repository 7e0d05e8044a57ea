//! Tests in a rule file, `expect(...)`: of the trial or of functions, at the default parameters or
//! at others.

use crate::declare::{
    Declarations, MetricDeclaration, MetricKind, Setting, WrittenExpectation, check_setting,
};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::expression_within;
use crate::grammar::tree::{
    Argument, Call, Definition, Expr, ExprKind, Name, QuestionPart, Statement, StatementKind,
};
use crate::resolve;
use crate::source::Span;
use crate::types::{self, Kinds, WatchedKind};
use crate::vocabulary::is_function;

/// The maximal number of settings at which one expectation is tested.
const MAX_SETTINGS: usize = 1_000;

/// A test in a rule file: `expect("P(total = 4) = 1/1296")`.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The expectation as the file writes it.
    pub text: String,
    /// The same as a question. Each call of a function is replaced by a metric with a name of the
    /// same length.
    pub question: String,
    /// The span of the whole test.
    pub span: Span,
    /// The span of its text, without the quotes.
    pub text_span: Span,
    /// The parameters that the test sets, each with all its values.
    settings: Vec<(String, Vec<Setting>)>,
    /// The calls, and the names of the metrics that record their results.
    calls: Vec<(String, Expr)>,
}

impl Expectation {
    /// Returns every combination of settings at which the expectation is tested. If the test sets
    /// no parameters, this is one empty setting.
    pub fn settings(&self) -> Vec<Vec<(&str, Setting)>> {
        let mut combinations: Vec<Vec<(&str, Setting)>> = vec![Vec::new()];
        for (name, values) in &self.settings {
            let with = |value: &Setting| (name.as_str(), value.clone());
            let pairs = combinations
                .iter()
                .flat_map(|combination| values.iter().map(move |value| (combination, value)));
            combinations = pairs
                .map(|(combination, value)| [&combination[..], &[with(value)]].concat())
                .collect();
        }
        combinations
    }

    /// Returns whether the expectation calls functions instead of using the metrics of the trial.
    pub fn calls_functions(&self) -> bool {
        !self.calls.is_empty()
    }
}

/// Reads the expectations of a file. All other parts of the file have been checked.
pub(crate) fn expectations(
    text: &str,
    declarations: &Declarations,
    diagnostics: &mut Mistakes,
) -> Vec<Expectation> {
    let read = |written_expectation: &WrittenExpectation| {
        expectation(text, declarations, written_expectation, diagnostics)
    };
    declarations.expectations.iter().filter_map(read).collect()
}

fn expectation(
    text: &str,
    declarations: &Declarations,
    written_expectation: &WrittenExpectation,
    diagnostics: &mut Mistakes,
) -> Option<Expectation> {
    let settings: Result<Vec<_>, Mistake> = written_expectation
        .settings
        .iter()
        .map(|(name, values)| {
            Ok((
                name.text.clone(),
                parameter_settings(declarations, name, values)?,
            ))
        })
        .collect();
    let settings = settings.map_err(|wrong| diagnostics.push(wrong)).ok()?;
    let combination_count = settings
        .iter()
        .map(|(_, values)| values.len())
        .fold(1, usize::saturating_mul);
    if combination_count > MAX_SETTINGS {
        diagnostics.push(too_many_settings(written_expectation.span));
        return None;
    }
    // A text has no escapes, so its contents are the bytes between the quotes.
    let text_span = Span::new(
        written_expectation.text_span.start + 1,
        written_expectation.text_span.end - 1,
    );
    let mut question = written_expectation.text.clone();
    let mut calls = Vec::new();
    for byte_range in function_calls(declarations, &written_expectation.text) {
        let name = placeholder_name(
            declarations,
            &written_expectation.text[byte_range.clone()],
            &calls,
        );
        question.replace_range(byte_range.clone(), &name);
        let span = Span::new(
            text_span.start + byte_range.start,
            text_span.start + byte_range.end,
        );
        calls.push((name, expression_within(text, span, diagnostics)?));
    }
    let expected = Expectation {
        text: written_expectation.text.clone(),
        question,
        span: written_expectation.span,
        text_span,
        settings,
        calls,
    };
    if expected.calls_functions() {
        let asking = with_expectation_trial(declarations, &expected);
        let trial = &asking.functions[asking.function_index("trial")?];
        let mut found = Mistakes::default();
        resolve::check_function(&asking, trial, &mut found);
        let found = found.take_result().and_then(|()| {
            let mut found = Mistakes::default();
            types::check(&asking, &mut found);
            found.take_result()
        });
        // Messages name the calls as they are written, not the metrics that replace them.
        let written = |mut wrong: Mistake| {
            for (metric, call) in &expected.calls {
                wrong.problem = wrong.problem.replace(
                    &format!("`{metric}`"),
                    &format!("`{}`", &text[call.span.start..call.span.end]),
                );
            }
            wrong
        };
        found.unwrap_or_else(|mistakes| {
            mistakes
                .into_iter()
                .for_each(|wrong| diagnostics.push(written(wrong)))
        });
    }
    Some(expected)
}

fn too_many_settings(span: Span) -> Mistake {
    let help = format!("use fewer values: at most {MAX_SETTINGS} settings are checked");
    Mistake::new(
        span,
        "this expectation has too many combinations of values",
        help,
    )
}

/// Reads the values that a parameter is set to: one value, a list, or a range.
fn parameter_settings(
    declarations: &Declarations,
    name: &Name,
    values: &Expr,
) -> Result<Vec<Setting>, Mistake> {
    let Some(parameter) = declarations.parameter(&name.text) else {
        let known = || {
            declarations
                .parameters
                .iter()
                .map(|parameter| parameter.name.as_str())
        };
        let help = || match known().next() {
            Some(_) => format!("its parameters: {}", known().collect::<Vec<_>>().join(", ")),
            None => "it has no parameters".to_owned(),
        };
        if declarations.player_index(&name.text).is_some() {
            let problem = format!(
                "`{}` is a player's decision, and an expectation can set only parameters",
                name.text
            );
            let help = "decide in [play] of a scenario, and give the goal as `want` under [[ask]]";
            return Err(Mistake::new(name.span, problem, help));
        }
        let problem = format!("the file has no parameter `{}`", name.text);
        return Err(Mistake::unknown(
            name.span,
            &name.text,
            problem,
            known(),
            help,
        ));
    };
    let settings: Option<Vec<Setting>> = match &values.kind {
        ExprKind::QuestionPart(QuestionPart::Range(low, high))
            if high - low < MAX_SETTINGS as i64 =>
        {
            Some((*low..=*high).map(Setting::Whole).collect())
        }
        ExprKind::QuestionPart(QuestionPart::Range(..)) => {
            return Err(too_many_settings(values.span));
        }
        ExprKind::List(items) if !items.is_empty() => items.iter().map(literal_setting).collect(),
        _ => literal_setting(values).map(|setting| vec![setting]),
    };
    let Some(settings) = settings else {
        let help = "write n = 5, n = [2, 5, 9] or n = 2 .. 20";
        return Err(Mistake::new(
            values.span,
            "expected a value, a list of values or a range",
            help,
        ));
    };
    for setting in &settings {
        if let Err((problem, help)) = check_setting(&parameter.kind, setting) {
            return Err(Mistake::new(
                values.span,
                format!("`{}` cannot have this value: {problem}", name.text),
                help,
            ));
        }
    }
    Ok(settings)
}

fn literal_setting(value: &Expr) -> Option<Setting> {
    match &value.kind {
        ExprKind::Whole(number) => Some(Setting::Whole(*number)),
        ExprKind::Truth(truth) => Some(Setting::YesNo(*truth)),
        ExprKind::Text(text) => Some(Setting::Text(text.clone())),
        _ => value.as_ratio().map(Setting::Decimal),
    }
}

/// Finds the outermost calls of the file's functions in a question.
fn function_calls(declarations: &Declarations, text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut calls = Vec::new();
    let mut position = 0;
    while let Some(start) = text[position..].find(is_word).map(|more| position + more) {
        let end = text[start..]
            .find(|c| !is_word(c))
            .map_or(text.len(), |more| start + more);
        let word = &text[start..end];
        let is_file_function =
            declarations.function_index(word).is_some() && word != "trial" && !is_function(word);
        position = end;
        if is_file_function && text[end..].starts_with('(') {
            position = closing_bracket_end(text, end);
            calls.push(start..position);
        }
    }
    calls
}

/// Returns the byte offset after the bracket that closes the one at `start`, or the end of the
/// text.
fn closing_bracket_end(text: &str, start: usize) -> usize {
    let (mut open, mut quote) = (0, None);
    for (offset, c) in text[start..].char_indices() {
        match (quote, c) {
            (Some(opening_quote), _) => quote = if c == opening_quote { None } else { quote },
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => open += 1,
            (None, ')' | ']') => open -= 1,
            _ => (),
        }
        if open == 0 {
            return start + offset + c.len_utf8();
        }
    }
    text.len()
}

/// Returns an unused name of the same length as a call, so that the spans of mistakes in the
/// question stay right.
fn placeholder_name(declarations: &Declarations, call: &str, before: &[(String, Expr)]) -> String {
    let name = call.split('(').next().unwrap_or(call);
    let digits = call.len() - name.len();
    let numbered = |number: usize| format!("{name}{number:0digits$}");
    let is_free = |candidate: &String| {
        declarations.metric_index(candidate).is_none()
            && before.iter().all(|(other, _)| other != candidate)
    };
    // A hundred names fit between two brackets, and no question has as many calls.
    (0..100)
        .map(numbered)
        .find(is_free)
        .unwrap_or_else(|| numbered(0))
}

/// Returns the file with another trial, which records the results of the calls.
pub(crate) fn with_expectation_trial(
    declarations: &Declarations,
    expected: &Expectation,
) -> Declarations {
    let mut asking = declarations.clone();
    for metric in &mut asking.metrics {
        metric.absent.get_or_insert_with(String::new);
    }
    let named = |text: &str, span: Span| Name {
        text: text.to_owned(),
        span,
    };
    let named_argument = |name: &str, span: Span, kind: ExprKind| Argument {
        name: Some(named(name, span)),
        value: Expr::new(kind, span),
    };
    let mut body = Vec::new();
    for (metric, call) in &expected.calls {
        let span = call.span;
        asking.metrics.push(MetricDeclaration::new(
            &named(metric, span),
            metric.clone(),
            MetricKind::Count,
        ));
        let arguments = vec![
            named_argument("metric", span, ExprKind::Name(metric.clone())),
            named_argument("value", span, call.kind.clone()),
        ];
        let record = ExprKind::Call(Call {
            name: named("record", span),
            arguments,
        });
        body.push(Statement {
            kind: StatementKind::Expression(Expr::new(record, span)),
            span,
        });
    }
    let trial = Definition {
        name: named("trial", expected.span),
        parameters: Vec::new(),
        body,
        is_imported: false,
    };
    match asking.function_index("trial") {
        Some(index) => asking.functions[index] = trial,
        None => asking.functions.push(trial),
    }
    let mut kinds = Kinds::infer(&asking);
    let in_trial = asking.function_index("trial").unwrap_or_default();
    let is_truth =
        |(_, call): &(String, Expr)| kinds.watched_kind(in_trial, call) == Some(WatchedKind::Truth);
    let truths: Vec<bool> = expected.calls.iter().map(is_truth).collect();
    let first = asking.metrics.len() - truths.len();
    for (metric, is_truth) in asking.metrics[first..].iter_mut().zip(truths) {
        metric.kind = if is_truth {
            MetricKind::Flag
        } else {
            MetricKind::Count
        };
    }
    asking
}
