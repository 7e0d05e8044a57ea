//! Questions: parses their text, checks it, and converts it to expressions of the engine.
//!
//! ```
//! use oddsmith_engine::question::Statistic;
//! use oddsmith_language::question::{KnownMetric, ValueSource, ValueType, Vocabulary};
//!
//! let hits = KnownMetric {
//!     name: "hits".into(),
//!     kind: ValueType::Number,
//!     steps: Some((1, 3)),
//!     step_names: Vec::new(),
//!     source: ValueSource::Slot(0),
//!     is_when: false,
//! };
//! let vocabulary = Vocabulary { metrics: vec![hits], ..Vocabulary::default() };
//! let asked = vocabulary.question("mean(sum(hits@1..3) | hits@1 >= 2)").unwrap();
//! assert_eq!((asked.statistic, asked.asked.slots()), (Statistic::Mean, vec![0, 1, 2]));
//! let wrong = vocabulary.question("P(hist@1 >= 2)").unwrap_err();
//! assert_eq!((wrong.span.start, wrong.help.as_str()), (2, "did you mean `hits`?"));
//! ```

mod asking;
mod bound;
mod check;
mod hints;
mod steps;
#[cfg(test)]
mod tests;

pub use crate::vocabulary::{
    KnownMetric, ValueSource, ValueType, Vocabulary, quote_name, quote_outcome,
};
pub use bound::{Bound, WrittenNumber};
pub use check::MAX_PARTS;

use oddsmith_engine::question::{Expression, JointQuestion, Statistic};

use crate::diagnostic::{Mistake, Mistakes};
use crate::grammar::language::Language;
use crate::grammar::lexer::lex;
use crate::grammar::parser::{Failed, Parsed, Parser};
use crate::grammar::token::TokenKind;
use crate::grammar::tree::{ExprKind, QuestionPart};
use crate::source::Span;
use crate::vocabulary::statistic::{self, STATISTICS};
use asking::QuestionTree;
use check::QuestionChecker;

/// Returns the names of the statistics that a question may use, for editors. Only the most common
/// percentiles are included.
///
/// ```
/// assert!(oddsmith_language::question::statistics().any(|name| name == "median"));
/// ```
pub fn statistics() -> impl Iterator<Item = String> {
    STATISTICS
        .into_iter()
        .map(|statistic| statistic::name(statistic).into_owned())
}

/// The maximal number of characters of a question.
const MAX_CHARACTERS: usize = 2000;

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The statistic.
    pub statistic: Statistic,
    /// The distribution that it is computed from.
    pub asked: JointQuestion,
    /// The span of the condition, if there is one.
    pub given: Option<Span>,
}

/// A question with a bound on its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionClaim {
    /// The question.
    pub question: Question,
    /// The bound.
    pub bound: Bound,
    /// The span of the question without the bound.
    pub span: Span,
}

/// A value of a trial: the metric of a scenario, or a dimension of a joint distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialValue {
    /// The expression that computes it.
    pub expression: Expression,
    /// The type of its values; an event is a flag.
    pub kind: ValueType,
    /// If it is just a metric: the metric and its step.
    pub metric: Option<(String, Option<u32>)>,
}

/// Parses a whole text with one production of the grammar.
fn read<T>(
    text: &str,
    vocabulary: &Vocabulary,
    usual: Option<&str>,
    production: impl FnOnce(&mut Parser) -> Parsed<T>,
) -> Result<T, Mistake> {
    let length = text.chars().count();
    if length > MAX_CHARACTERS {
        let problem = format!("this question is too long: {length} characters");
        return Err(Mistake::new(
            Span::new(0, text.len()),
            problem,
            format!("use at most {MAX_CHARACTERS} characters"),
        ));
    }
    let mut diagnostics = Mistakes::default();
    let tokens = lex(text, Language::Question, &mut diagnostics);
    if let Some(wrong) = diagnostics.first() {
        return Err(wrong.clone());
    }
    let mut parser = Parser::new(
        text,
        Language::Question,
        &tokens,
        vocabulary,
        &mut diagnostics,
    );
    parser.default_metric = usual;
    let parsed = production(&mut parser).and_then(|read| parser.end().map(|()| read));
    parsed.map_err(|Failed| {
        diagnostics
            .first()
            .expect("every failure is reported")
            .clone()
    })
}

impl Bound {
    /// Parses a bound.
    ///
    /// # Errors
    ///
    /// Returns the mistake and its span.
    pub fn read(text: &str) -> Result<Bound, Mistake> {
        read(text, &Vocabulary::default(), None, |parser| parser.bound())
    }
}

impl Vocabulary {
    /// Parses a question: `P(hits >= 2 | failed)`, `mean(hits)`.
    ///
    /// # Errors
    ///
    /// Returns the mistake and its span.
    pub fn question(&self, text: &str) -> Result<Question, Mistake> {
        self.question_with_default(text, None)
    }

    /// Parses a question that may leave out a metric, which is then the given one at the given
    /// step: `P(>= 2)`, `mean`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Vocabulary::question`].
    pub fn question_with_default(
        &self,
        text: &str,
        usual: Option<(&str, Option<u32>)>,
    ) -> Result<Question, Mistake> {
        let tree = read(text, self, usual.map(|(name, _)| name), |parser| {
            let tree = parser.question()?;
            let after = parser.span();
            if parser.comparison_sign().is_some() {
                let is_asked = matches!(parser.peek(), TokenKind::Name(name) if statistic::from_name(name).is_some());
                let help = if is_asked {
                    "ask each question separately: oddsmith prints the answers next to each other"
                } else {
                    "write the goal separately: want = \">= 0.6\" under an [[ask]]. To search for it use --find"
                };
                return parser.report(Mistake::new(
                    after,
                    "the question should end before this",
                    help,
                ));
            }
            Ok(tree)
        })?;
        self.check_question(text, &tree, usual)
    }

    /// Parses a question with a bound: `P(total = 4) = 1/1296`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Vocabulary::question`].
    pub fn claim(&self, text: &str) -> Result<QuestionClaim, Mistake> {
        let (tree, span, bound, written) = read(text, self, None, |parser| {
            let start = parser.span();
            let tree = parser.question()?;
            let span = start.to(parser.previous());
            let start = parser.span();
            let bound = parser.bound()?;
            Ok((tree, span, bound, start.to(parser.previous())))
        })?;
        let question = self.check_question(text, &tree, None)?;
        if question.statistic == Statistic::Probability
            && let Err((problem, help)) = bound.check_probability()
        {
            return Err(Mistake::new(written, problem, help));
        }
        Ok(QuestionClaim {
            question,
            bound,
            span,
        })
    }

    /// Parses a value of a trial: `sum(dice@1..4) - actions`, `result@1`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Vocabulary::question`].
    pub fn value(&self, text: &str) -> Result<TrialValue, Mistake> {
        let tree = read(text, self, None, |parser| parser.expression())?;
        let checked = self.checker(text, None).check(&tree)?;
        let metric = match &tree.kind {
            ExprKind::QuestionPart(QuestionPart::Metric {
                name: Some(name), ..
            }) => self.single_metric(&name.text, &checked.expression),
            _ => None,
        };
        Ok(TrialValue {
            expression: checked.expression,
            kind: checked.kind,
            metric,
        })
    }

    /// Parses a condition on a situation, whose parts are the metrics of this vocabulary:
    /// `points < 4 or skulls = 0`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Vocabulary::question`].
    pub fn condition(&self, text: &str) -> Result<Expression, Mistake> {
        let tree = read(text, self, None, |parser| {
            parser.is_situation_condition = true;
            parser.expression()
        })?;
        let mut checker = QuestionChecker {
            is_situation_condition: true,
            ..self.checker(text, None)
        };
        Ok(checker.event(&tree)?.expression)
    }

    /// Returns the metric and its step if an expression is just a metric.
    fn single_metric(&self, name: &str, is: &Expression) -> Option<(String, Option<u32>)> {
        let metric = self.metric(name)?;
        let step = match (&metric.source, is, metric.steps) {
            (ValueSource::Slot(slot), Expression::Seen(seen), Some((first, _))) => {
                Some(seen - slot + first)
            }
            _ => None,
        };
        Some((name.to_owned(), step))
    }

    fn checker<'v>(
        &'v self,
        text: &'v str,
        usual: Option<(&'v str, Option<u32>)>,
    ) -> QuestionChecker<'v> {
        QuestionChecker {
            vocabulary: self,
            text,
            statistic: None,
            comparison_span: None,
            previous_comparison: None,
            default_metric: usual.map(|(name, _)| name),
            default_step: usual.and_then(|(_, step)| step),
            offset: None,
            part_count: 0,
            is_situation_condition: false,
        }
    }

    fn check_question(
        &self,
        text: &str,
        tree: &QuestionTree,
        usual: Option<(&str, Option<u32>)>,
    ) -> Result<Question, Mistake> {
        let mut checker = self.checker(text, usual);
        checker.statistic = Some(tree.statistic);
        let mut expressions = Vec::new();
        for argument in &tree.arguments {
            expressions.push(match tree.statistic {
                Statistic::Probability => checker.event(argument)?.expression,
                _ => checker.number(argument)?,
            });
        }
        let given = tree
            .given
            .as_ref()
            .map(|given| checker.event(given))
            .transpose()?
            .map(|given| given.expression);
        let asked = JointQuestion { expressions, given };
        Ok(Question {
            statistic: tree.statistic,
            asked,
            given: tree.given.as_ref().map(|given| given.span),
        })
    }
}
