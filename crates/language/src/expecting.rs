//! What a file expects of itself: of its trial, or of functions by themselves, at its default
//! parameters or at others.

use crate::declare::{
    Declarations, MetricDeclaration, MetricKind, Setting, WrittenExpectation, fits,
};
use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::expression_within;
use crate::grammar::tree::{
    Argument, Call, Definition, Expr, ExprKind, Name, QuestionPart, Statement, StatementKind,
};
use crate::kinds::{self, Kinds, WatchedKind};
use crate::names;
use crate::source::Span;
use crate::vocabulary::is_function;

/// Settings that one expectation is tried at.
const MOST_SETTINGS: usize = 1_000;

/// A test that stands in the file: `expect("P(total = 4) = 1/1296")`.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What is expected, as it is written.
    pub text: String,
    /// The same in the language of questions: calls of functions are metrics, whose names are as
    /// long.
    pub question: String,
    /// Where it stands.
    pub span: Span,
    /// Where its text stands, without its quotes.
    pub text_span: Span,
    /// The parameters that it is expected of, each with all its values.
    settings: Vec<(String, Vec<Setting>)>,
    /// The calls, and the metrics that show what they give.
    calls: Vec<(String, Expr)>,
}

impl Expectation {
    /// Every setting that it is expected at: one without any, where it is expected of the default
    /// parameters.
    pub fn settings(&self) -> Vec<Vec<(&str, Setting)>> {
        let mut all: Vec<Vec<(&str, Setting)>> = vec![Vec::new()];
        for (name, values) in &self.settings {
            let with = |value: &Setting| (name.as_str(), value.clone());
            let pairs = all
                .iter()
                .flat_map(|combination| values.iter().map(move |value| (combination, value)));
            all = pairs
                .map(|(combination, value)| [&combination[..], &[with(value)]].concat())
                .collect();
        }
        all
    }

    /// Whether it is expected of functions by themselves.
    pub fn is_of_functions(&self) -> bool {
        !self.calls.is_empty()
    }
}

/// Reads what a file expects of itself; the file has been checked otherwise.
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
        .map(|(name, values)| Ok((name.text.clone(), set(declarations, name, values)?)))
        .collect();
    let settings = settings.map_err(|wrong| diagnostics.push(wrong)).ok()?;
    let many = settings
        .iter()
        .map(|(_, values)| values.len())
        .fold(1, usize::saturating_mul);
    if many > MOST_SETTINGS {
        diagnostics.push(too_many(written_expectation.span));
        return None;
    }
    // A text has no escapes: it stands between its quotes as it is.
    let text_span = Span::new(
        written_expectation.text_span.start + 1,
        written_expectation.text_span.end - 1,
    );
    let mut question = written_expectation.text.clone();
    let mut calls = Vec::new();
    for at in calls_of(declarations, &written_expectation.text) {
        let name = as_long(declarations, &written_expectation.text[at.clone()], &calls);
        question.replace_range(at.clone(), &name);
        let span = Span::new(text_span.start + at.start, text_span.start + at.end);
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
    if expected.is_of_functions() {
        let asking = asking(declarations, &expected);
        let trial = &asking.functions[asking.function("trial")?];
        let mut found = Mistakes::default();
        names::check_function(&asking, trial, &mut found);
        let found = found.stop().and_then(|()| {
            let mut found = Mistakes::default();
            kinds::check(&asking, &mut found);
            found.stop()
        });
        // They are of calls as they are written.
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

fn too_many(span: Span) -> Mistake {
    let help = format!("use fewer values: at most {MOST_SETTINGS} settings are checked");
    Mistake::new(
        span,
        "this expectation has too many combinations of values",
        help,
    )
}

/// The values that a parameter is set to: one, a list of them, or all from one to another.
fn set(declarations: &Declarations, name: &Name, values: &Expr) -> Result<Vec<Setting>, Mistake> {
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
        if declarations.player(&name.text).is_some() {
            let problem = format!(
                "`{}` is a player's decision, and an expectation can set only parameters",
                name.text
            );
            let help = "decide in [play] of a scenario, and give the goal as `want` under [[ask]]";
            return Err(Mistake::new(name.span, problem, help));
        }
        let problem = format!("the file has no parameter `{}`", name.text);
        return Err(Mistake::unknown(
            (name.span, &name.text),
            problem,
            known(),
            help,
        ));
    };
    let settings: Option<Vec<Setting>> = match &values.kind {
        ExprKind::Asked(QuestionPart::Range(low, high)) if high - low < MOST_SETTINGS as i64 => {
            Some((*low..=*high).map(Setting::Whole).collect())
        }
        ExprKind::Asked(QuestionPart::Range(..)) => return Err(too_many(values.span)),
        ExprKind::List(all) if !all.is_empty() => all.iter().map(written).collect(),
        _ => written(values).map(|one| vec![one]),
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
        if let Err((problem, help)) = fits(&parameter.kind, setting) {
            return Err(Mistake::new(
                values.span,
                format!("`{}` cannot have this value: {problem}", name.text),
                help,
            ));
        }
    }
    Ok(settings)
}

fn written(value: &Expr) -> Option<Setting> {
    match &value.kind {
        ExprKind::Whole(number) => Some(Setting::Whole(*number)),
        ExprKind::Truth(truth) => Some(Setting::YesNo(*truth)),
        ExprKind::Text(text) => Some(Setting::Text(text.clone())),
        _ => value.as_ratio().map(Setting::Decimal),
    }
}

/// Where functions of the file are called in a question, none within another.
fn calls_of(declarations: &Declarations, text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut calls = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|more| at + more) {
        let end = text[start..]
            .find(|c| !is_word(c))
            .map_or(text.len(), |more| start + more);
        let word = &text[start..end];
        let is_file_function =
            declarations.function(word).is_some() && word != "trial" && !is_function(word);
        at = end;
        if is_file_function && text[end..].starts_with('(') {
            at = closed(text, end);
            calls.push(start..at);
        }
    }
    calls
}

/// Behind the bracket that closes the one here, or the end.
fn closed(text: &str, start: usize) -> usize {
    let (mut open, mut quote) = (0, None);
    for (at, c) in text[start..].char_indices() {
        match (quote, c) {
            (Some(opening_quote), _) => quote = if c == opening_quote { None } else { quote },
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[') => open += 1,
            (None, ')' | ']') => open -= 1,
            _ => (),
        }
        if open == 0 {
            return start + at + c.len_utf8();
        }
    }
    text.len()
}

/// Returns an unused name of the same length as a call, so that the spans of mistakes in the
/// question stay right.
fn as_long(declarations: &Declarations, call: &str, before: &[(String, Expr)]) -> String {
    let name = call.split('(').next().unwrap_or(call);
    let digits = call.len() - name.len();
    let numbered = |number: usize| format!("{name}{number:0digits$}");
    let is_free = |candidate: &String| {
        declarations.metric(candidate).is_none()
            && before.iter().all(|(other, _)| other != candidate)
    };
    // A hundred have room between two brackets, and no question has as many.
    (0..100)
        .map(numbered)
        .find(is_free)
        .unwrap_or_else(|| numbered(0))
}

/// The file with another trial: one that shows what the calls give.
pub(crate) fn asking(declarations: &Declarations, expected: &Expectation) -> Declarations {
    let mut asking = declarations.clone();
    for metric in &mut asking.metrics {
        metric.absent.get_or_insert_with(String::new);
    }
    let named = |text: &str, span: Span| Name {
        text: text.to_owned(),
        span,
    };
    let of = |name: &str, span: Span, kind: ExprKind| Argument {
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
            of("metric", span, ExprKind::Name(metric.clone())),
            of("value", span, call.kind.clone()),
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
        is_taken: false,
    };
    match asking.function("trial") {
        Some(place) => asking.functions[place] = trial,
        None => asking.functions.push(trial),
    }
    let mut kinds = Kinds::of(&asking);
    let in_trial = asking.function("trial").unwrap_or_default();
    let is_truth =
        |(_, call): &(String, Expr)| kinds.watched(in_trial, call) == Some(WatchedKind::Truth);
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
