//! Checks the syntax tree of a question against the vocabulary, and converts it to an expression of
//! the engine.

use oddsmith_engine::question::{Comparison, Expression, Statistic};

use crate::diagnostic::Mistake;
use crate::grammar::tree::{Binary, Expr, ExprKind, QuestionPart, Relation};
use crate::nearest::nearest;
use crate::source::Span;
use crate::vocabulary::{QuestionFunction, ValueType, Vocabulary, quote_outcome};

/// The maximal number of numbers and conditions in one question, including those of the metrics
/// that it names.
pub const MAX_PARTS: usize = 50_000;

/// A checked expression.
pub(super) struct Checked {
    pub(super) expression: Expression,
    pub(super) kind: ValueType,
    /// Whether it is true or false, and never absent.
    pub(super) is_event: bool,
    /// The operands of a comparison. If one of them is absent, the comparison says nothing about
    /// its step.
    pub(super) operands: Vec<Expression>,
}

impl Checked {
    pub(super) fn number(is: Expression) -> Checked {
        Checked {
            expression: is,
            kind: ValueType::Number,
            is_event: false,
            operands: Vec::new(),
        }
    }

    pub(super) fn event(is: Expression, compares: Vec<Expression>) -> Checked {
        Checked {
            expression: is,
            kind: ValueType::Flag,
            is_event: true,
            operands: compares,
        }
    }

    pub(super) fn comparison(
        comparison: Comparison,
        first: Expression,
        other: Expression,
    ) -> Checked {
        let is_seen = |expression: &&Expression| !matches!(expression, Expression::Number(_));
        let compares = [&first, &other]
            .into_iter()
            .filter(is_seen)
            .cloned()
            .collect();
        Checked::event(Expression::compare(comparison, first, other), compares)
    }

    fn combine(parts: Vec<Checked>, join: fn(Vec<Expression>) -> Expression) -> Checked {
        let (mut expressions, mut compares) = (Vec::new(), Vec::new());
        for part in parts {
            expressions.push(part.expression);
            compares.extend(part.operands);
        }
        Checked::event(join(expressions), compares)
    }
}

pub(super) struct QuestionChecker<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    /// The text of the question.
    pub(super) text: &'v str,
    /// The statistic of the question.
    pub(super) statistic: Option<Statistic>,
    /// The span of the enclosing comparison.
    pub(super) comparison_span: Option<Span>,
    /// The left operand and the sign of the comparison before `and` or `or`.
    pub(super) previous_comparison: Option<(&'v str, Comparison)>,
    pub(super) default_metric: Option<&'v str>,
    /// The step of the default metric, if none is written.
    pub(super) default_step: Option<u32>,
    /// Within a function: the offset of the step of each metric from the start of its range.
    pub(super) offset: Option<u32>,
    pub(super) part_count: usize,
    /// Whether the names are parts of a situation instead of metrics.
    pub(super) is_situation_condition: bool,
}

pub(super) fn fail<T>(
    span: Span,
    problem: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, Mistake> {
    Err(Mistake::new(span, problem, help))
}

pub(super) fn join_names(names: &[String]) -> String {
    let mut shown: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
    if names.len() > 20 {
        shown.push("...");
    }
    shown.join(", ")
}

impl QuestionChecker<'_> {
    /// Checks an expression that must be a number. An event counts as 1 or 0.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<Expression, Mistake> {
        let checked = self.check(expr)?;
        let ValueType::Category(names) = checked.kind else {
            return Ok(checked.expression);
        };
        let help = format!(
            "compare the category with one of its outcomes, using = or !=: {}",
            join_names(&names)
        );
        fail(expr.span, "expected a number, found a category", help)
    }

    /// Checks an expression that must be an event. A flag is an event if it is 1.
    pub(super) fn event(&mut self, expr: &Expr) -> Result<Checked, Mistake> {
        let checked = self.check(expr)?;
        match checked.kind {
            _ if checked.is_event => Ok(checked),
            ValueType::Flag => Ok(Checked::comparison(
                Comparison::Unequal,
                checked.expression,
                Expression::Number(0),
            )),
            ValueType::Category(names) => {
                let help = format!(
                    "compare it with an outcome, using = or !=: {}",
                    join_names(&names)
                );
                fail(expr.span, "expected an event, found a category", help)
            }
            ValueType::Number => Err(self.not_an_event(expr)),
        }
    }

    /// Adds to the number of parts of the question, and fails if there are too many.
    pub(super) fn count_parts(&mut self, parts: usize, span: Span) -> Result<(), Mistake> {
        self.part_count += parts;
        if self.part_count > MAX_PARTS {
            let help = format!(
                "ask about fewer steps or simpler metrics: at most {MAX_PARTS} numbers and \
                    conditions are allowed, including those of the metrics it names"
            );
            return fail(span, "this question is too long", help);
        }
        Ok(())
    }

    pub(super) fn check(&mut self, expr: &Expr) -> Result<Checked, Mistake> {
        self.count_parts(1, expr.span)?;
        match &expr.kind {
            ExprKind::Whole(number) => Ok(Checked::number(Expression::Number(*number))),
            ExprKind::Negative(inner) => {
                let two = [Expression::Number(0), self.number(inner)?];
                Ok(Checked::number(Expression::Minus(Box::new(two))))
            }
            ExprKind::Binary(operator, left, right) => {
                let two = Box::new([self.number(left)?, self.number(right)?]);
                Ok(Checked::number(match operator {
                    Binary::Add => Expression::Plus(two),
                    Binary::Subtract => Expression::Minus(two),
                    Binary::Multiply => Expression::Times(two),
                    Binary::Divide | Binary::FloorDivide | Binary::Remainder | Binary::Power => {
                        unreachable!("no question has such a sign")
                    }
                }))
            }
            ExprKind::Compare(first, rest) => {
                let outer = self.comparison_span.replace(expr.span);
                let checked = self.chain(first, rest);
                self.comparison_span = outer;
                checked
            }
            ExprKind::Not(inner) => {
                let event = self.event(inner)?;
                Ok(Checked {
                    expression: Expression::Not(Box::new(event.expression)),
                    ..event
                })
            }
            ExprKind::And(operands) => {
                Ok(Checked::combine(self.events(operands)?, Expression::All))
            }
            ExprKind::Or(operands) => Ok(Checked::combine(self.events(operands)?, Expression::Any)),
            ExprKind::QuestionPart(part) => self.part(part, expr.span),
            ExprKind::Decimal(_)
            | ExprKind::Text(_)
            | ExprKind::Truth(_)
            | ExprKind::Name(_)
            | ExprKind::List(_) => {
                unreachable!("only rule files are read so")
            }
            ExprKind::Comprehension(_)
            | ExprKind::Entry(_)
            | ExprKind::IfElse(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..) => {
                unreachable!("only rule files are read so")
            }
            ExprKind::Call(_) => unreachable!("only rule files are read so"),
        }
    }

    fn part(&mut self, part: &QuestionPart, span: Span) -> Result<Checked, Mistake> {
        match part {
            QuestionPart::Metric { name, steps } => {
                self.metric(name.as_ref(), steps.as_deref(), span)
            }
            QuestionPart::Outcome(name) => fail(
                span,
                format!("`{name}` needs its category"),
                "write the category first: result = mixed",
            ),
            QuestionPart::Function(QuestionFunction::Abs, arguments) => Ok(Checked::number(
                Expression::Abs(Box::new(self.number(&arguments[0])?)),
            )),
            QuestionPart::Function(function, arguments) => {
                self.function(*function, arguments, span)
            }
            QuestionPart::Range(..) | QuestionPart::Absent => {
                unreachable!("it stands behind `in` or `is`")
            }
        }
    }

    fn events(&mut self, operands: &[Expr]) -> Result<Vec<Checked>, Mistake> {
        let (outer, mut events) = (self.previous_comparison, Vec::new());
        for (index, operand) in operands.iter().enumerate() {
            self.previous_comparison = index
                .checked_sub(1)
                .and_then(|before| self.comparison_parts(&operands[before]));
            events.push(self.event(operand)?);
        }
        self.previous_comparison = outer;
        Ok(events)
    }

    /// Checks a chain of comparisons. Each of them compares an operand with the one before it.
    fn chain(&mut self, first: &Expr, rest: &[(Relation, Expr)]) -> Result<Checked, Mistake> {
        let (mut left, mut comparisons) = (first, Vec::new());
        for (relation, right) in rest {
            comparisons.push(self.compare(*relation, left, right)?);
            if right.is_compared() {
                left = right;
            }
        }
        Ok(if comparisons.len() == 1 {
            comparisons.remove(0)
        } else {
            Checked::combine(comparisons, Expression::All)
        })
    }

    fn compare(
        &mut self,
        relation: Relation,
        left: &Expr,
        right: &Expr,
    ) -> Result<Checked, Mistake> {
        match (relation, &right.kind) {
            (Relation::Is(comparison), ExprKind::QuestionPart(QuestionPart::Absent)) => {
                let is = Expression::IsAbsent(Box::new(self.check(left)?.expression));
                let is = if comparison == Comparison::Equal {
                    is
                } else {
                    Expression::Not(Box::new(is))
                };
                Ok(Checked::event(is, Vec::new()))
            }
            (Relation::Is(comparison), ExprKind::QuestionPart(QuestionPart::Outcome(name))) => {
                self.outcome_comparison(comparison, left, name, right.span)
            }
            (Relation::Is(comparison), _) => match self.never_comparison(comparison, left, right) {
                Some(wrong) => Err(wrong),
                None => self.value_comparison(comparison, left, right),
            },
            (Relation::In, &ExprKind::QuestionPart(QuestionPart::Range(low, high))) => self
                .range_comparison(
                    left,
                    [(Comparison::AtLeast, low), (Comparison::AtMost, high)],
                    Expression::All,
                ),
            // The value is below or above the range. Like any comparison, this is false if there is
            // no number.
            (Relation::NotIn, &ExprKind::QuestionPart(QuestionPart::Range(low, high))) => self
                .range_comparison(
                    left,
                    [(Comparison::Below, low), (Comparison::Above, high)],
                    Expression::Any,
                ),
            (Relation::In | Relation::NotIn, _) => unreachable!("a range stands behind `in`"),
        }
    }

    fn range_comparison(
        &mut self,
        expr: &Expr,
        ends: [(Comparison, i64); 2],
        join: fn(Vec<Expression>) -> Expression,
    ) -> Result<Checked, Mistake> {
        let operand = self.number(expr)?;
        let end = |(comparison, number)| {
            Expression::compare(comparison, operand.clone(), Expression::Number(number))
        };
        Ok(Checked::event(join(ends.map(end).to_vec()), vec![operand]))
    }

    fn value_comparison(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
    ) -> Result<Checked, Mistake> {
        let (first, other) = (self.check(left)?, self.check(right)?);
        match (&first.kind, &other.kind) {
            (ValueType::Category(_), ValueType::Category(_)) if has_order(comparison) => {
                unordered_category(left)
            }
            (ValueType::Category(names), ValueType::Category(other_names))
                if names == other_names =>
            {
                Ok(Checked::comparison(
                    comparison,
                    first.expression,
                    other.expression,
                ))
            }
            (ValueType::Category(names), ValueType::Category(_)) => {
                let help = format!("outcomes of the first: {}", join_names(names));
                fail(
                    right.span,
                    "these two categories have different outcomes",
                    help,
                )
            }
            (ValueType::Category(names), _) => {
                let help = format!("outcomes: {}", join_names(names));
                fail(
                    right.span,
                    "a category can only be compared with one of its outcomes",
                    help,
                )
            }
            (_, ValueType::Category(_)) => fail(
                right.span,
                "the category must be on the left",
                "write result = mixed",
            ),
            _ => Ok(Checked::comparison(
                comparison,
                first.expression,
                other.expression,
            )),
        }
    }

    fn outcome_comparison(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        outcome: &str,
        span: Span,
    ) -> Result<Checked, Mistake> {
        let checked = self.check(left)?;
        let code = match &checked.kind {
            ValueType::Category(_) if has_order(comparison) => return unordered_category(left),
            ValueType::Category(names) => match names.iter().position(|name| name == outcome) {
                Some(code) => code as i64,
                None => return Err(unknown_outcome(outcome, names, span)),
            },
            ValueType::Number | ValueType::Flag => i64::from(matches!(outcome, "true" | "yes")),
        };
        Ok(Checked::comparison(
            comparison,
            checked.expression,
            Expression::Number(code),
        ))
    }
}

fn has_order(comparison: Comparison) -> bool {
    !matches!(comparison, Comparison::Equal | Comparison::Unequal)
}

fn unordered_category<T>(left: &Expr) -> Result<T, Mistake> {
    fail(
        left.span,
        "the outcomes of a category have no order",
        "use = or !=",
    )
}

fn unknown_outcome(outcome: &str, names: &[String], span: Span) -> Mistake {
    let problem = format!("there is no outcome `{outcome}`");
    match nearest(outcome, names.iter().map(String::as_str)) {
        Some(near) => Mistake::new(
            span,
            problem,
            format!("did you mean `{near}`? Outcomes: {}", join_names(names)),
        )
        .with_fix(span, quote_outcome(near)),
        None => Mistake::new(span, problem, format!("outcomes: {}", join_names(names))),
    }
}
