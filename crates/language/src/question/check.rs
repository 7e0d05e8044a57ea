//! Checks a tree against what there is to ask about, and turns it into what the engine computes.

use oddsmith_engine::question::{Comparison, Expression, Statistic};

use crate::diagnostic::Mistake;
use crate::grammar::tree::{Binary, Expr, ExprKind, QuestionPart, Relation};
use crate::nearest::nearest;
use crate::source::Span;
use crate::vocabulary::{QuestionFunction, Vocabulary, WordKind, outcome_name};

/// Numbers and conditions that one question may be made of, with the metrics that it names written
/// out.
pub const MOST_PARTS: usize = 50_000;

/// An expression that was checked.
pub(super) struct Checked {
    pub(super) is: Expression,
    pub(super) kind: WordKind,
    /// Whether it holds or does not, and is never absent.
    pub(super) is_event: bool,
    /// What it compares: where one of these is absent, it says nothing of its step.
    pub(super) compares: Vec<Expression>,
}

impl Checked {
    pub(super) fn number(is: Expression) -> Checked {
        Checked {
            is,
            kind: WordKind::Number,
            is_event: false,
            compares: Vec::new(),
        }
    }

    pub(super) fn event(is: Expression, compares: Vec<Expression>) -> Checked {
        Checked {
            is,
            kind: WordKind::Flag,
            is_event: true,
            compares,
        }
    }

    pub(super) fn compared(comparison: Comparison, one: Expression, other: Expression) -> Checked {
        let is_seen = |one: &&Expression| !matches!(one, Expression::Number(_));
        let compares = [&one, &other]
            .into_iter()
            .filter(is_seen)
            .cloned()
            .collect();
        Checked::event(Expression::compare(comparison, one, other), compares)
    }

    fn joined(all: Vec<Checked>, join: fn(Vec<Expression>) -> Expression) -> Checked {
        let (mut of, mut compares) = (Vec::new(), Vec::new());
        for one in all {
            of.push(one.is);
            compares.extend(one.compares);
        }
        Checked::event(join(of), compares)
    }
}

pub(super) struct QuestionChecker<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    /// The question as it is written, and what it asks for.
    pub(super) text: &'v str,
    pub(super) statistic: Option<Statistic>,
    /// The comparison within which something stands, and what is compared in the one that stands
    /// before `and` or `or`.
    pub(super) compared: Option<Span>,
    pub(super) previous_comparison: Option<(&'v str, Comparison)>,
    pub(super) usual: Option<&'v str>,
    /// The step at which the usual metric is meant, where none is said.
    pub(super) usual_step: Option<u32>,
    /// How many steps after the first of its range each metric is looked at, within a function.
    pub(super) offset: Option<u32>,
    pub(super) parts: usize,
    /// Whether what is named is no metrics, but the parts of a situation.
    pub(super) is_situation_condition: bool,
}

pub(super) fn fail<T>(
    span: Span,
    problem: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, Mistake> {
    Err(Mistake::new(span, problem, help))
}

pub(super) fn list(names: &[String]) -> String {
    let mut shown: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
    if names.len() > 20 {
        shown.push("...");
    }
    shown.join(", ")
}

impl QuestionChecker<'_> {
    /// A number: what is an event counts 1 or 0.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<Expression, Mistake> {
        let checked = self.check(expr)?;
        let WordKind::Category(names) = checked.kind else {
            return Ok(checked.is);
        };
        let help = format!(
            "compare the category with one of its outcomes, using = or !=: {}",
            list(&names)
        );
        fail(expr.span, "expected a number, found a category", help)
    }

    /// An event: a flag happens where it is 1.
    pub(super) fn event(&mut self, expr: &Expr) -> Result<Checked, Mistake> {
        let checked = self.check(expr)?;
        match checked.kind {
            _ if checked.is_event => Ok(checked),
            WordKind::Flag => Ok(Checked::compared(
                Comparison::Unequal,
                checked.is,
                Expression::Number(0),
            )),
            WordKind::Category(names) => {
                let help = format!(
                    "compare it with an outcome, using = or !=: {}",
                    list(&names)
                );
                fail(expr.span, "expected an event, found a category", help)
            }
            WordKind::Number => Err(self.no_event(expr)),
        }
    }

    /// Counts parts of the question.
    pub(super) fn count(&mut self, parts: usize, span: Span) -> Result<(), Mistake> {
        self.parts += parts;
        if self.parts > MOST_PARTS {
            let help = format!(
                "ask about fewer steps or simpler metrics: at most {MOST_PARTS} numbers and \
                    conditions are allowed, including those of the metrics it names"
            );
            return fail(span, "this question is too long", help);
        }
        Ok(())
    }

    pub(super) fn check(&mut self, expr: &Expr) -> Result<Checked, Mistake> {
        self.count(1, expr.span)?;
        match &expr.kind {
            ExprKind::Whole(number) => Ok(Checked::number(Expression::Number(*number))),
            ExprKind::Negative(one) => {
                let two = [Expression::Number(0), self.number(one)?];
                Ok(Checked::number(Expression::Minus(Box::new(two))))
            }
            ExprKind::Binary(operator, left, right) => {
                let two = Box::new([self.number(left)?, self.number(right)?]);
                Ok(Checked::number(match operator {
                    Binary::Add => Expression::Plus(two),
                    Binary::Subtract => Expression::Minus(two),
                    Binary::Multiply => Expression::Times(two),
                    Binary::Divide | Binary::FloorDivide | Binary::Remainder => {
                        unreachable!("no question has such a sign")
                    }
                }))
            }
            ExprKind::Compare(first, rest) => {
                let outer = self.compared.replace(expr.span);
                let checked = self.chain(first, rest);
                self.compared = outer;
                checked
            }
            ExprKind::Not(one) => {
                let one = self.event(one)?;
                Ok(Checked {
                    is: Expression::Not(Box::new(one.is)),
                    ..one
                })
            }
            ExprKind::And(all) => Ok(Checked::joined(self.events(all)?, Expression::All)),
            ExprKind::Or(all) => Ok(Checked::joined(self.events(all)?, Expression::Any)),
            ExprKind::Asked(part) => self.part(part, expr.span),
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
            QuestionPart::Function(QuestionFunction::Abs, of) => Ok(Checked::number(
                Expression::Abs(Box::new(self.number(&of[0])?)),
            )),
            QuestionPart::Function(function, of) => self.function(*function, of, span),
            QuestionPart::Range(..) | QuestionPart::Absent => {
                unreachable!("it stands behind `in` or `is`")
            }
        }
    }

    fn events(&mut self, all: &[Expr]) -> Result<Vec<Checked>, Mistake> {
        let (outer, mut events) = (self.previous_comparison, Vec::new());
        for (at, one) in all.iter().enumerate() {
            self.previous_comparison = at
                .checked_sub(1)
                .and_then(|before| self.comparing(&all[before]));
            events.push(self.event(one)?);
        }
        self.previous_comparison = outer;
        Ok(events)
    }

    /// Comparisons in a chain: each with what stands before it.
    fn chain(&mut self, first: &Expr, rest: &[(Relation, Expr)]) -> Result<Checked, Mistake> {
        let (mut left, mut all) = (first, Vec::new());
        for (relation, right) in rest {
            all.push(self.compare(*relation, left, right)?);
            if right.is_compared() {
                left = right;
            }
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Checked::joined(all, Expression::All)
        })
    }

    fn compare(
        &mut self,
        relation: Relation,
        left: &Expr,
        right: &Expr,
    ) -> Result<Checked, Mistake> {
        match (relation, &right.kind) {
            (Relation::Is(comparison), ExprKind::Asked(QuestionPart::Absent)) => {
                let is = Expression::IsAbsent(Box::new(self.check(left)?.is));
                let is = if comparison == Comparison::Equal {
                    is
                } else {
                    Expression::Not(Box::new(is))
                };
                Ok(Checked::event(is, Vec::new()))
            }
            (Relation::Is(comparison), ExprKind::Asked(QuestionPart::Outcome(name))) => {
                self.is_outcome(comparison, left, name, right.span)
            }
            (Relation::Is(comparison), _) => match self.never(comparison, left, right) {
                Some(wrong) => Err(wrong),
                None => self.values(comparison, left, right),
            },
            (Relation::In, &ExprKind::Asked(QuestionPart::Range(low, high))) => self.ends(
                left,
                [(Comparison::AtLeast, low), (Comparison::AtMost, high)],
                Expression::All,
            ),
            // Below a range, or above it: as false as any comparison where there is no number.
            (Relation::NotIn, &ExprKind::Asked(QuestionPart::Range(low, high))) => self.ends(
                left,
                [(Comparison::Below, low), (Comparison::Above, high)],
                Expression::Any,
            ),
            (Relation::In | Relation::NotIn, _) => unreachable!("a range stands behind `in`"),
        }
    }

    fn ends(
        &mut self,
        of: &Expr,
        ends: [(Comparison, i64); 2],
        join: fn(Vec<Expression>) -> Expression,
    ) -> Result<Checked, Mistake> {
        let one = self.number(of)?;
        let end = |(comparison, number)| {
            Expression::compare(comparison, one.clone(), Expression::Number(number))
        };
        Ok(Checked::event(join(ends.map(end).to_vec()), vec![one]))
    }

    fn values(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
    ) -> Result<Checked, Mistake> {
        let (one, other) = (self.check(left)?, self.check(right)?);
        match (&one.kind, &other.kind) {
            (WordKind::Category(_), WordKind::Category(_)) if has_order(comparison) => {
                no_order(left)
            }
            (WordKind::Category(names), WordKind::Category(others)) if names == others => {
                Ok(Checked::compared(comparison, one.is, other.is))
            }
            (WordKind::Category(names), WordKind::Category(_)) => {
                let help = format!("outcomes of the first: {}", list(names));
                fail(
                    right.span,
                    "these two categories have different outcomes",
                    help,
                )
            }
            (WordKind::Category(names), _) => {
                let help = format!("outcomes: {}", list(names));
                fail(
                    right.span,
                    "a category can only be compared with one of its outcomes",
                    help,
                )
            }
            (_, WordKind::Category(_)) => fail(
                right.span,
                "the category must be on the left",
                "write result = mixed",
            ),
            _ => Ok(Checked::compared(comparison, one.is, other.is)),
        }
    }

    fn is_outcome(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        outcome: &str,
        span: Span,
    ) -> Result<Checked, Mistake> {
        let one = self.check(left)?;
        let code = match &one.kind {
            WordKind::Category(_) if has_order(comparison) => return no_order(left),
            WordKind::Category(names) => match names.iter().position(|name| name == outcome) {
                Some(code) => code as i64,
                None => return Err(no_outcome(outcome, names, span)),
            },
            WordKind::Number | WordKind::Flag => i64::from(matches!(outcome, "true" | "yes")),
        };
        Ok(Checked::compared(
            comparison,
            one.is,
            Expression::Number(code),
        ))
    }
}

fn has_order(comparison: Comparison) -> bool {
    !matches!(comparison, Comparison::Equal | Comparison::Unequal)
}

fn no_order<T>(left: &Expr) -> Result<T, Mistake> {
    fail(
        left.span,
        "the outcomes of a category have no order",
        "use = or !=",
    )
}

fn no_outcome(outcome: &str, names: &[String], span: Span) -> Mistake {
    let problem = format!("there is no outcome `{outcome}`");
    match nearest(outcome, names.iter().map(String::as_str)) {
        Some(near) => Mistake::new(
            span,
            problem,
            format!("did you mean `{near}`? Outcomes: {}", list(names)),
        )
        .with_fix(span, outcome_name(near)),
        None => Mistake::new(span, problem, format!("outcomes: {}", list(names))),
    }
}
