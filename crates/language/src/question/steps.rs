//! Checks metrics at their steps, and functions over several steps.

use oddsmith_engine::question::{Comparison, Expression};

use super::check::{Checked, QuestionChecker, fail, join_names};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Expr, ExprKind, Name, QuestionPart, StepKind, Steps, WrittenStep};
use crate::nearest::nearest;
use crate::source::Span;
use crate::vocabulary::{KnownMetric, QuestionFunction, quote_name};

impl QuestionChecker<'_> {
    pub(super) fn metric(
        &mut self,
        written: Option<&Name>,
        steps: Option<&Steps>,
        span: Span,
    ) -> Result<Checked, Mistake> {
        let called = written
            .map(|name| name.text.as_str())
            .or(self.default_metric)
            .unwrap_or_default();
        let Some(metric) = self.vocabulary.metric(called) else {
            let outcomes: Vec<(&KnownMetric, i64)> = self
                .vocabulary
                .defined_outcomes(called)
                .filter(|_| steps.is_none())
                .collect();
            return match outcomes.as_slice() {
                [] => Err(self.unknown_metric(called, written, span)),
                &[(metric, code)] => Ok(Checked::comparison(
                    Comparison::Equal,
                    metric.value_expression(None),
                    Expression::Number(code),
                )),
                [(metric, _), ..] => {
                    let help = format!("name the metric: {} = {called}", metric.name);
                    fail(
                        span,
                        format!("`{called}` is a band of several metrics"),
                        help,
                    )
                }
            };
        };
        let step = match (metric.steps, steps) {
            (None, None) => None,
            (None, Some(Steps { span, .. })) => {
                let problem = format!("`{called}` has no steps");
                let wrong = Mistake::new(*span, problem, "remove the step");
                return Err(wrong.with_removal(*span));
            }
            (Some((_, last)), None) if written.is_none() => Some(self.default_step.unwrap_or(last)),
            (Some(range), steps) => Some(self.step(metric, range, steps, span)?),
        };
        let (is, kind) = (metric.value_expression(step), metric.kind.clone());
        self.count_parts(is.size() - 1, span)?;
        Ok(Checked {
            expression: is,
            kind,
            is_event: false,
            operands: Vec::new(),
        })
    }

    fn unknown_metric(&self, called: &str, written: Option<&Name>, span: Span) -> Mistake {
        if let Some(wrong) =
            written.and_then(|written| self.outcome_without_metric(called, written))
        {
            return wrong;
        }
        if self.is_situation_condition {
            return self.unknown_part(called, span);
        }
        if let Some(asked) = self.vocabulary.question_for(called) {
            let wrong = Mistake::new(
                span,
                format!("there is no metric `{called}`"),
                format!("write {asked}"),
            );
            return match (written, self.comparison_span, self.previous_comparison) {
                (Some(written), None, None) => wrong.with_fix(written.span, asked),
                _ => wrong,
            };
        }
        let names = || {
            self.vocabulary
                .metrics
                .iter()
                .map(|metric| metric.name.as_str())
        };
        let near = nearest(
            called,
            names().chain(self.vocabulary.defined_outcome_names()),
        );
        let help = match near {
            Some(near) if near.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                format!("did you mean `{near}`?")
            }
            Some(near) => format!("did you mean '{near}'? A name of several words needs quotes"),
            None => format!(
                "metrics: {}",
                join_names(&names().map(str::to_owned).collect::<Vec<_>>())
            ),
        };
        let wrong = Mistake::new(span, format!("there is no metric `{called}`"), help);
        match (near, written) {
            (Some(near), Some(written)) => wrong.with_fix(written.span, quote_name(near)),
            _ => wrong,
        }
    }

    /// Returns a message that lists all parts. There are few, and the rule file does not list them.
    fn unknown_part(&self, called: &str, span: Span) -> Mistake {
        // `len(row)` and `hand.gold` are shown as written.
        let is_made = |part: &str| part.starts_with("len(") || part.contains('.');
        let quote_part = |part: &str| {
            if is_made(part) {
                part.to_owned()
            } else {
                quote_name(part)
            }
        };
        let (derived, named): (Vec<&KnownMetric>, Vec<&KnownMetric>) = self
            .vocabulary
            .metrics
            .iter()
            .partition(|metric| is_made(&metric.name));
        let names: Vec<String> = named
            .into_iter()
            .chain(derived)
            .map(|metric| quote_part(&metric.name))
            .collect();
        let comparable_help = if names.is_empty() {
            "there is nothing to compare here".to_owned()
        } else {
            format!("you can compare {}", join_names(&names))
        };
        let problem = format!("there is no `{called}` at this decision");
        match nearest(
            called,
            self.vocabulary
                .metrics
                .iter()
                .map(|metric| metric.name.as_str()),
        ) {
            Some(near) => Mistake::new(
                span,
                problem,
                format!("did you mean `{near}`? {comparable_help}"),
            )
            .with_fix(span, quote_name(near)),
            None => Mistake::new(span, problem, comparable_help),
        }
    }

    /// Returns the step at which a metric is read.
    fn step(
        &self,
        metric: &KnownMetric,
        range: (u32, u32),
        steps: Option<&Steps>,
        span: Span,
    ) -> Result<u32, Mistake> {
        let name = &metric.name;
        match (steps, self.offset) {
            (
                Some(Steps {
                    first, last: None, ..
                }),
                _,
            ) => self.step_number(metric, range, first),
            (_, Some(offset)) => Ok(self.range(metric, range, steps)?.0 + offset),
            (Some(steps), None) => {
                let help = format!(
                    "put the steps inside a function: sum({name}@...), any, all, first, min or max"
                );
                fail(steps.span, "expected one step, found several", help)
            }
            // A metric with a single step needs no step.
            (None, None) if range.0 == range.1 => Ok(range.0),
            (None, None) => Err(self.missing_step(metric, range, span)),
        }
    }

    /// Returns the first and the last step of a range, which is all steps if none is written.
    fn range(
        &self,
        metric: &KnownMetric,
        full_range: (u32, u32),
        steps: Option<&Steps>,
    ) -> Result<(u32, u32), Mistake> {
        let Some(Steps { first, last, span }) = steps else {
            return Ok(full_range);
        };
        let first = self.step_number(metric, full_range, first)?;
        let last = last
            .as_ref()
            .map_or(Ok(first), |last| self.step_number(metric, full_range, last))?;
        if last < first {
            return fail(
                *span,
                "the last step comes before the first",
                "write the lower step first: @1..4",
            );
        }
        Ok((first, last))
    }

    fn step_number(
        &self,
        metric: &KnownMetric,
        (first, last): (u32, u32),
        step: &WrittenStep,
    ) -> Result<u32, Mistake> {
        let names = &metric.step_names;
        let number = match &step.kind {
            StepKind::Last => last,
            StepKind::Number(number) => *number,
            StepKind::Name(called) => match names.iter().position(|known| known == called) {
                Some(index) => index as u32 + 1,
                None => return Err(unknown_step(called, names, (first, last), step.span)),
            },
        };
        if (first..=last).contains(&number) {
            return Ok(number);
        }
        fail(
            step.span,
            format!("`{}` has no step {number}", metric.name),
            format!("use {first} to {last}"),
        )
    }

    /// Checks a function of its arguments. If they have steps, it is a function over these steps.
    pub(super) fn function(
        &mut self,
        function: QuestionFunction,
        arguments: &[Expr],
        span: Span,
    ) -> Result<Checked, Mistake> {
        // Within a function over steps, the maximum of two numbers is taken at each step.
        let is_at_a_step = self.offset.is_some() && function.is_by_steps(arguments.len());
        let has_range = |argument: &Expr| matches!(self.first_range(argument), Ok(Some(_)));
        if !is_at_a_step && self.offset.is_some() && arguments.iter().any(has_range) {
            let help = "write the two functions separately: the steps belong to the innermost one";
            return fail(
                span,
                "a function over steps cannot contain another one",
                help,
            );
        }
        let elements = self.elements(function, arguments, is_at_a_step)?;
        let plain = |elements: Vec<(u32, Checked)>| {
            elements
                .into_iter()
                .map(|(_, element)| element.expression)
                .collect()
        };
        Ok(match function {
            QuestionFunction::Sum => Checked::number(Expression::Sum(plain(elements))),
            QuestionFunction::Min => Checked::number(Expression::Min(plain(elements))),
            QuestionFunction::Max => Checked::number(Expression::Max(plain(elements))),
            QuestionFunction::Any => Checked::event(Expression::Any(plain(elements)), Vec::new()),
            QuestionFunction::All => {
                let conditions = elements
                    .into_iter()
                    .map(|(_, element)| or_absent(element))
                    .collect();
                Checked::event(Expression::All(conditions), Vec::new())
            }
            QuestionFunction::First => {
                self.check_first(arguments, span)?;
                let steps = elements
                    .into_iter()
                    .map(|(step, element)| (i64::from(step), element.expression));
                Checked::number(Expression::First(steps.collect()))
            }
            QuestionFunction::Abs => unreachable!("it is of one number, whatever its steps"),
        })
    }

    /// Returns the arguments of a function at each step, with the numbers of the steps.
    fn elements(
        &mut self,
        function: QuestionFunction,
        arguments: &[Expr],
        is_at_a_step: bool,
    ) -> Result<Vec<(u32, Checked)>, Mistake> {
        use QuestionFunction::{All, Any, First};
        let mut elements = Vec::new();
        for argument in arguments {
            let range = if is_at_a_step {
                None
            } else {
                self.first_range(argument)?
            };
            let outer = self.offset;
            for offset in 0..range.map_or(1, |(first, last)| last - first + 1) {
                if range.is_some() {
                    self.offset = Some(offset);
                }
                let element = match function {
                    Any | All | First => self.event(argument)?,
                    _ => Checked::number(self.number(argument)?),
                };
                elements.push((range.map_or(offset, |(first, _)| first + offset), element));
            }
            self.offset = outer;
        }
        Ok(elements)
    }

    fn check_first(&self, arguments: &[Expr], span: Span) -> Result<(), Mistake> {
        if arguments.len() != 1 {
            return fail(
                span,
                "first takes one event",
                "write first(failed), or first(x@1..4 >= 2)",
            );
        }
        if self.first_range(&arguments[0])?.is_none() {
            let help = "name what happens at each step: first(x@1..4 >= 2)";
            return fail(span, "first needs an event with steps", help);
        }
        Ok(())
    }

    /// Returns the range of steps in an expression. All metrics with ranges must have equally many
    /// steps.
    fn first_range(&self, expr: &Expr) -> Result<Option<(u32, u32)>, Mistake> {
        let mut found: Option<(u32, u32)> = None;
        for (metric, name, steps) in metrics(expr) {
            let known = name
                .map(|name| name.text.as_str())
                .or(self.default_metric)
                .and_then(|name| self.vocabulary.metric(name));
            let Some((known, full_range)) = known.and_then(|known| Some((known, known.steps?)))
            else {
                continue;
            };
            if matches!(steps, Some(Steps { last: None, .. })) {
                continue;
            }
            let (first, last) = self.range(known, full_range, steps)?;
            let Some((before_first, before_last)) = found else {
                found = Some((first, last));
                continue;
            };
            let (count, before) = (last - first + 1, before_last - before_first + 1);
            if count != before {
                let problem = format!("expected {before} steps, found {count}");
                let help = "use the same number of steps in both: sum(dice@1..4 - successes@1..4)";
                return fail(metric.span, problem, help);
            }
        }
        Ok(found)
    }
}

fn unknown_step(called: &str, names: &[String], (first, last): (u32, u32), span: Span) -> Mistake {
    let help = || {
        if names.is_empty() {
            format!("write a step number: {first} to {last}")
        } else {
            format!("steps: {}", join_names(names))
        }
    };
    let problem = format!("there is no step `{called}`");
    let wrong = Mistake::unknown(
        span,
        called,
        problem,
        names.iter().map(String::as_str),
        help,
    );
    Mistake {
        fix: wrong.fix.map(|fix| crate::diagnostic::Edit {
            text: quote_name(&fix.text),
            ..fix
        }),
        ..wrong
    }
}

/// Leaves out a step that is absent, so that it does not make `all` false.
fn or_absent(element: Checked) -> Expression {
    if element.operands.is_empty() {
        return element.expression;
    }
    let absent = element
        .operands
        .into_iter()
        .map(|operand| Expression::IsAbsent(Box::new(operand)));
    Expression::Any(absent.chain([element.expression]).collect())
}

type MetricUse<'e> = (&'e Expr, Option<&'e Name>, Option<&'e Steps>);

/// Returns the metrics of an expression, except those within another function over steps.
fn metrics(expr: &Expr) -> Vec<MetricUse<'_>> {
    match &expr.kind {
        ExprKind::QuestionPart(QuestionPart::Metric { name, steps }) => {
            vec![(expr, name.as_ref(), steps.as_deref())]
        }
        ExprKind::QuestionPart(QuestionPart::Function(function, arguments))
            if !function.is_by_steps(arguments.len()) =>
        {
            Vec::new()
        }
        _ => expr.children().into_iter().flat_map(metrics).collect(),
    }
}
