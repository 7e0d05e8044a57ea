//! Suggestions for questions with mistakes.

use oddsmith_engine::question::{Comparison, Statistic};

use super::check::{QuestionChecker, join_names};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Expr, ExprKind, Name, QuestionPart, Relation};
use crate::source::Span;
use crate::vocabulary::statistic::form;
use crate::vocabulary::{KnownMetric, ValueType, quote_name, quote_outcome};

/// Words for something that never happens.
const NEVER_WORDS: [&str; 5] = ["never", "none", "nothing", "null", "no"];

impl<'v> QuestionChecker<'v> {
    fn text_at(&self, span: Span) -> &'v str {
        &self.text[span.start..span.end]
    }

    /// Returns the message about a missing step. It suggests a question about all steps, and one
    /// about the last step.
    pub(super) fn missing_step(
        &self,
        metric: &KnownMetric,
        (first, last): (u32, u32),
        span: Span,
    ) -> Mistake {
        let written = self.text_at(span);
        let at_step = |step: u32| {
            let called = step
                .checked_sub(1)
                .and_then(|index| metric.step_names.get(index as usize));
            format!(
                "{written}@{}",
                called.map_or_else(|| step.to_string(), |called| quote_name(called))
            )
        };
        let steps = format!("its steps are {} to {}", at_step(first), at_step(last));
        let with_statistic = |argument: &str| {
            self.statistic.map_or_else(
                || argument.to_owned(),
                |statistic| form(statistic, argument),
            )
        };
        let help = match (self.comparison_span, self.statistic) {
            (Some(whole), _) => {
                let comparison = self.text_at(whole);
                let (before, after) = (
                    &self.text[whole.start..span.start],
                    &self.text[span.end..whole.end],
                );
                format!(
                    "for any step write any({comparison}), for every step all({comparison}), for the last step \
                        {before}{written}@last{after}; {steps}"
                )
            }
            (None, Some(Statistic::Probability)) if metric.is_flag() => {
                format!(
                    "for any step write any({written}), for every step all({written}), for the last step {written}@last; {steps}"
                )
            }
            (None, Some(Statistic::Probability)) if !metric.has_names() => {
                format!(
                    "compare it: any({written} >= 1) for any step, {written}@last >= 1 for the last step; {steps}"
                )
            }
            (None, _) if metric.is_flag() => {
                format!(
                    "for the number of steps at which it is true write {}, for the last step {written}@last; {steps}",
                    with_statistic(&format!("sum({written})"))
                )
            }
            (None, _) if metric.has_names() => {
                let outcome = example_outcome(metric);
                format!(
                    "name the outcome and the step: any({written} = {outcome}) or {written}@last = {outcome}; {steps}"
                )
            }
            (None, Some(extreme @ (Statistic::Max | Statistic::Min))) => {
                let over_steps = form(extreme, written);
                format!(
                    "for the average of the {} over all steps write mean({over_steps}), for that step's {} {0}; {steps}",
                    if extreme == Statistic::Max {
                        "greatest"
                    } else {
                        "least"
                    },
                    form(extreme, &over_steps)
                )
            }
            (None, _) => format!(
                "name the step: {written}@last is the last. Over all steps, {} is the greatest, {} the \
                    least and {} the sum; {steps}",
                with_statistic(&format!("max({written})")),
                with_statistic(&format!("min({written})")),
                with_statistic(&format!("sum({written})"))
            ),
        };
        Mistake::new(span, format!("`{written}` has a value for each step"), help)
    }

    /// Returns the message about a number in the place of an event.
    pub(super) fn not_an_event(&self, expr: &Expr) -> Mistake {
        let (span, written) = (expr.span, self.text_at(expr.span));
        let wrong = |help: String| Mistake::new(span, "expected an event, found a number", help);
        if self.is_when(expr) {
            let happens = format!("{written} is not absent");
            let help = format!(
                "write {happens} if it happens at all, {written} is absent if it never does, {written} <= 3 for a time limit"
            );
            return wrong(help).with_fix(span, happens);
        }
        if let Some((left, comparison)) = self.previous_comparison {
            return self.incomplete_comparison(wrong(String::new()), left, comparison, written);
        }
        let operand = if matches!(expr.kind, ExprKind::Whole(_)) {
            "x"
        } else {
            written
        };
        wrong(format!(
            "compare it: {operand} >= 1, {operand} = 3, {operand} in 2..4"
        ))
    }

    /// Returns the message about a comparison with several values: the left side is needed before
    /// each of them.
    fn incomplete_comparison(
        &self,
        wrong: Mistake,
        left: &str,
        comparison: Comparison,
        right: &str,
    ) -> Mistake {
        match comparison {
            Comparison::Equal => {
                let fix = format!("{left} = {right}");
                let span = wrong.span;
                Mistake {
                    help: format!("write each comparison in full: {fix}"),
                    ..wrong
                }
                .with_fix(span, fix)
            }
            Comparison::Unequal => {
                let help = format!(
                    "write each comparison in full: {left} != {right}. If it must be neither, use `and`"
                );
                Mistake { help, ..wrong }
            }
            _ => Mistake {
                help: format!(
                    "write each comparison in full: {left} > {right}, or {left} = {right}"
                ),
                ..wrong
            },
        }
    }

    /// Returns whether an expression is a metric of the time at which something first happens.
    fn is_when(&self, expr: &Expr) -> bool {
        let ExprKind::QuestionPart(QuestionPart::Metric { name, .. }) = &expr.kind else {
            return false;
        };
        let name = name
            .as_ref()
            .map(|name| name.text.as_str())
            .or(self.default_metric);
        name.and_then(|name| self.vocabulary.metric(name))
            .is_some_and(|metric| metric.is_when)
    }

    /// Reports `first = never`: the value is absent if the event never happens.
    pub(super) fn never_comparison(
        &self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
    ) -> Option<Mistake> {
        let ExprKind::QuestionPart(QuestionPart::Metric {
            name: Some(never),
            steps: None,
        }) = &right.kind
        else {
            return None;
        };
        let word = never.text.as_str();
        if !NEVER_WORDS.contains(&word) || self.vocabulary.metric(word).is_some() {
            return None;
        }
        let written = self.text_at(left.span);
        let (is, says) = match comparison {
            Comparison::Equal => ("is absent", "it never happens, or is not recorded"),
            Comparison::Unequal => ("is not absent", "it happens, or is recorded"),
            _ => return None,
        };
        let wrong = Mistake::new(
            right.span,
            format!("there is no metric `{word}`"),
            format!("write {written} {is}: {says}"),
        );
        Some(wrong.with_fix(left.span.to(right.span), format!("{written} {is}")))
    }

    /// Returns the message about an outcome in the place of a metric.
    pub(super) fn outcome_without_metric(&self, called: &str, written: &Name) -> Option<Mistake> {
        let is_outcome = |metric: &&KnownMetric| {
            matches!(metric.kind, ValueType::Category(_)) && metric.is_value_name(called)
        };
        let metrics: Vec<&KnownMetric> =
            self.vocabulary.metrics.iter().filter(is_outcome).collect();
        let outcome = quote_outcome(called);
        let [metric, other_metrics @ ..] = &metrics[..] else {
            return None;
        };
        let category = quote_name(&metric.name);
        let problem = format!("`{called}` is an outcome of {}, not a metric", metric.name);
        let wrong = |help: String| Mistake::new(written.span, problem.clone(), help);
        if self.comparison_span.is_some() {
            return Some(wrong(format!(
                "write the category first: {category} = {outcome}"
            )));
        }
        if let Some((left, comparison)) = self.previous_comparison {
            return Some(self.incomplete_comparison(
                wrong(String::new()),
                left,
                comparison,
                &outcome,
            ));
        }
        let fix = format!("{category} = {outcome}");
        Some(match (other_metrics, metric.steps) {
            ([], Some((first, last))) if first < last => wrong(format!(
                "write any({fix}) for any step, or {category}@last = {outcome} for the last step"
            )),
            ([], _) => wrong(format!("write {fix}")).with_fix(written.span, fix),
            _ => {
                let comparisons: Vec<String> = metrics
                    .iter()
                    .map(|metric| format!("{} = {outcome}", quote_name(&metric.name)))
                    .collect();
                wrong(format!("name its category: {}", join_names(&comparisons)))
            }
        })
    }

    /// Returns the left side and the operator of a simple comparison.
    pub(super) fn comparison_parts(&self, expr: &Expr) -> Option<(&'v str, Comparison)> {
        let ExprKind::Compare(left, rest) = &expr.kind else {
            return None;
        };
        match &rest[..] {
            [(Relation::Is(comparison), right)] if right.is_compared() => {
                Some((self.text_at(left.span), *comparison))
            }
            _ => None,
        }
    }
}

/// Returns one of the outcomes as an example.
fn example_outcome(metric: &KnownMetric) -> String {
    match &metric.kind {
        ValueType::Category(names) => names
            .first()
            .map_or_else(|| "mixed".to_owned(), |outcome| quote_outcome(outcome)),
        _ => "true".to_owned(),
    }
}
