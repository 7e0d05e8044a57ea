//! Recognises syntax of other languages in questions, instead of steps and single outcomes:
//! `left[3]`, `standing.Knight`, `lot in [ann, bob]`.

use crate::diagnostic::Mistake;
use crate::grammar::parser::{Parsed, Parser};
use crate::grammar::token::{Token, TokenKind};
use crate::grammar::tree::{Expr, ExprKind, QuestionPart, Relation};
use crate::vocabulary::{KnownMetric, ValueType, quote_name, quote_outcome};

impl Parser<'_> {
    /// Reports a list in brackets after `in`: each item needs a comparison.
    pub(in crate::grammar) fn report_list<T>(
        &mut self,
        relation: Relation,
        left: &Expr,
        is_alone: bool,
    ) -> Parsed<T> {
        let start = self.span();
        let wrong = self.mistake(
            "`in` needs a range of numbers, not a list",
            "write the lowest and the highest: 2..4",
        );
        self.advance();
        let first = self.position;
        while !matches!(self.peek(), TokenKind::Symbol("]" | ")") | TokenKind::End) {
            self.advance();
        }
        let (values, is_closed) = (self.written_values(first), *self.peek() != TokenKind::End);
        let wrong = Mistake {
            span: start.to(self.span()),
            ..wrong
        };
        let Some(values) = values.filter(|_| is_closed) else {
            return self.report(wrong);
        };
        let left_text = self.left_operand_text(left);
        let is_not = relation == Relation::NotIn;
        let fix = match number_run(&values) {
            Some((low, high)) => format!(
                "{left_text} {} {low}..{high}",
                if is_not { "not in" } else { "in" }
            )
            .trim_start()
            .to_owned(),
            None => {
                let (sign, word) = if is_not {
                    ("!=", " and ")
                } else {
                    ("=", " or ")
                };
                let each: Vec<String> = values
                    .iter()
                    .map(|value| {
                        format!("{left_text} {sign} {value}")
                            .trim_start()
                            .to_owned()
                    })
                    .collect();
                if each.len() > 1 {
                    format!("({})", each.join(word))
                } else {
                    each.concat()
                }
            }
        };
        let span = left.span.to(self.span());
        let wrong = Mistake {
            help: format!("write {fix}"),
            ..wrong
        };
        self.report(if is_alone {
            wrong.with_fix(span, fix)
        } else {
            wrong
        })
    }

    /// Returns the text before `in`, which is empty if the default metric is left out.
    fn left_operand_text(&self, left: &Expr) -> &str {
        match &left.kind {
            ExprKind::QuestionPart(QuestionPart::Metric { name: None, .. }) => "",
            _ => &self.text[left.span.start..left.span.end],
        }
    }

    /// Returns the values from a token up to the next one, which are separated by commas.
    fn written_values(&self, first: usize) -> Option<Vec<String>> {
        let tokens = self.tokens.get(first..self.position)?;
        let value = |tokens: &[Token]| {
            let span = tokens.first()?.span.to(tokens.last()?.span);
            let is_value = |token: &Token| {
                let kind = &token.kind;
                matches!(
                    kind,
                    TokenKind::Name(_)
                        | TokenKind::Keyword(_)
                        | TokenKind::Whole(_)
                        | TokenKind::Text(_)
                ) || *kind == TokenKind::Symbol("-")
            };
            tokens
                .iter()
                .all(is_value)
                .then(|| self.text[span.start..span.end].to_owned())
        };
        tokens
            .split(|token| token.kind == TokenKind::Symbol(","))
            .map(value)
            .collect()
    }

    /// Returns the message about a single outcome after `in`.
    pub(in crate::grammar) fn outcome_after_in(
        &self,
        relation: Relation,
        left: &Expr,
        is_alone: bool,
    ) -> Option<Mistake> {
        let text = match self.peek() {
            TokenKind::Name(_) | TokenKind::Text(_) => self.hyphenated_name(),
            _ => return None,
        };
        let left_text = self.left_operand_text(left);
        let called = if left_text.is_empty() {
            self.default_metric?
        } else {
            left_text.split('@').next()?.trim_matches('\'')
        };
        let metric = self.vocabulary.metric(called)?;
        let sign = if relation == Relation::NotIn {
            "!="
        } else {
            "="
        };
        let fix = format!("{left_text} {sign} {}", quote_outcome(&text))
            .trim_start()
            .to_owned();
        let wrong = self.mistake(
            "`in` needs a range of numbers, not an outcome",
            format!("write {fix}"),
        );
        let end = match self.peek() {
            TokenKind::Text(_) => self.span(),
            _ => crate::source::Span::new(self.span().start, self.span().start + text.len()),
        };
        let is_fix = is_alone && metric.is_value_name(&text);
        metric.has_names().then(|| {
            if is_fix {
                wrong.with_fix(left.span.to(end), fix)
            } else {
                wrong
            }
        })
    }

    /// Returns the message about an index in brackets: the step of a metric follows `@`.
    pub(in crate::grammar) fn index_mistake(&self) -> Mistake {
        const HELP: &str = "use round brackets. For a step, write acts@6 or acts@last";
        let wrong = self.mistake("`[` cannot be used here", HELP);
        let before = &self.tokens[self.position.saturating_sub(1)];
        let TokenKind::Name(metric_name) = &before.kind else {
            return wrong;
        };
        let Some(metric) = self.vocabulary.metric(metric_name) else {
            return wrong;
        };
        let Some((first, last)) = metric.steps else {
            return Mistake {
                help: format!("`{metric_name}` has no steps: remove the brackets"),
                ..wrong
            };
        };
        let (is_last, value) = match self.following() {
            TokenKind::Symbol("-") => (*self.kind_at(2) == TokenKind::Whole(1), 2),
            _ => (false, 1),
        };
        let step = if is_last {
            Some("last".to_owned())
        } else {
            step_text(metric, self.kind_at(value)).filter(|_| value == 1)
        };
        match step.filter(|_| *self.kind_at(value + 1) == TokenKind::Symbol("]")) {
            Some(step) => {
                let fix = format!("{metric_name}@{step}");
                let help = format!("write a step after @: {fix}");
                Mistake { help, ..wrong }.with_fix(before.span.to(self.token(value + 1).span), fix)
            }
            None => {
                let help = format!(
                    "write a step after @: {metric_name}@{} to {metric_name}@{}, or {metric_name}@last. For several steps use \
                        a function: sum({metric_name}@{first}..{last})",
                    step_name(metric, first),
                    step_name(metric, last)
                );
                Mistake { help, ..wrong }
            }
        }
    }

    fn kind_at(&self, further: usize) -> &TokenKind {
        &self.token(further).kind
    }

    /// Returns the message about a dot: in a name that needs quotes, before a step or an outcome,
    /// or in an unknown name.
    pub(in crate::grammar) fn dot_mistake(&self) -> Mistake {
        let wrong = self.mistake("`.` cannot be used here", "");
        let (before, after) = (&self.tokens[self.position.saturating_sub(1)], self.token(1));
        let span = before.span.to(after.span);
        let whole = &self.text[span.start..span.end];
        let help = |help: String| Mistake {
            help,
            ..wrong.clone()
        };
        let TokenKind::Name(before_name) = &before.kind else {
            return help(self.known_names_help());
        };
        if self.vocabulary.metric(whole).is_some() {
            let fix = quote_name(whole);
            return help(format!("put a name with a dot in quotes: {fix}")).with_fix(span, fix);
        }
        let text = match &after.kind {
            TokenKind::Name(text) | TokenKind::Text(text) => text.as_str(),
            TokenKind::Keyword(word) => word,
            _ => "",
        };
        // The names are in reverse order: first the entry, then the metric.
        let turned = self
            .vocabulary
            .metric(text)
            .filter(|metric| metric.step_names.contains(before_name));
        if let Some(metric) = turned {
            let fix = format!("{}@{}", quote_name(&metric.name), quote_name(before_name));
            return help(format!("write a step after @: {fix}")).with_fix(span, fix);
        }
        let Some(metric) = self.vocabulary.metric(before_name) else {
            return help(self.known_names_help());
        };
        if let Some(step) = metric.steps.and_then(|_| step_text(metric, &after.kind)) {
            let fix = format!("{before_name}@{step}");
            return help(format!("write a step after @: {fix}")).with_fix(span, fix);
        }
        match (&metric.kind, metric.steps) {
            (ValueType::Category(_), None) if metric.is_value_name(text) => {
                let fix = format!("{before_name} = {}", quote_outcome(text));
                help(format!("write {fix}")).with_fix(span, fix)
            }
            (_, Some((first, _))) => help(format!(
                "write a step after @: {before_name}@{}, or {before_name}@last",
                step_name(metric, first)
            )),
            _ => help(self.known_names_help()),
        }
    }

    /// Returns help that lists the known names.
    fn known_names_help(&self) -> String {
        let names: Vec<String> = self
            .vocabulary
            .metrics
            .iter()
            .take(20)
            .map(|metric| quote_name(&metric.name))
            .collect();
        match (names.is_empty(), self.is_situation_condition) {
            (true, _) => "there is nothing to compare here".to_owned(),
            (false, true) => format!(
                "you can compare {}. The cards of a deck and the fields of entries are not available",
                names.join(", ")
            ),
            (false, false) => format!("metrics: {}", names.join(", ")),
        }
    }
}

/// Returns a step of a metric as a question writes it.
fn step_name(metric: &KnownMetric, step: u32) -> String {
    let called = step
        .checked_sub(1)
        .and_then(|index| metric.step_names.get(index as usize));
    called.map_or_else(|| step.to_string(), |called| quote_name(called))
}

/// Returns the step of a metric that a token names, as a question writes it.
fn step_text(metric: &KnownMetric, token: &TokenKind) -> Option<String> {
    let (first, last) = metric.steps?;
    match token {
        &TokenKind::Whole(number) => u32::try_from(number)
            .ok()
            .filter(|step| (first..=last).contains(step))
            .map(|step| step.to_string()),
        TokenKind::Keyword("last") => Some("last".to_owned()),
        TokenKind::Keyword(called) => metric
            .step_names
            .iter()
            .any(|step_name| step_name == called)
            .then(|| quote_name(called)),
        TokenKind::Name(called) | TokenKind::Text(called) => metric
            .step_names
            .contains(called)
            .then(|| quote_name(called)),
        _ => None,
    }
}

/// Returns the first and the last of consecutive numbers.
fn number_run(values: &[String]) -> Option<(i64, i64)> {
    let numbers: Vec<i64> = values
        .iter()
        .map(|value| value.parse().ok())
        .collect::<Option<_>>()?;
    let is_run = numbers.len() > 1
        && numbers
            .windows(2)
            .all(|two| two[0].checked_add(1) == Some(two[1]));
    is_run.then(|| (numbers[0], numbers[numbers.len() - 1]))
}
