//! Parses a question: a statistic, its arguments and its condition.

use oddsmith_engine::question::Statistic;

use crate::diagnostic::Mistake;
use crate::grammar::parser::{Parsed, Parser};
use crate::grammar::token::TokenKind;
use crate::grammar::tree::Expr;
use crate::nearest::nearest;
use crate::vocabulary::ValueType;
use crate::vocabulary::statistic::{self, STATISTICS};

/// Names of statistics in other programs.
const OTHER_STATISTIC_NAMES: [(&str, &str); 11] = [
    ("average", "mean"),
    ("avg", "mean"),
    ("E", "mean"),
    ("expected", "mean"),
    ("std", "sd"),
    ("stdev", "sd"),
    ("sigma", "sd"),
    ("Pr", "P"),
    ("prob", "P"),
    ("probability", "P"),
    ("chance", "P"),
];

/// A parsed question.
pub(super) struct QuestionTree {
    pub(super) statistic: Statistic,
    pub(super) arguments: Vec<Expr>,
    pub(super) given: Option<Expr>,
}

impl Parser<'_> {
    pub(super) fn question(&mut self) -> Parsed<QuestionTree> {
        let TokenKind::Name(name) = self.peek() else {
            return self.expected("a question", statistic::help());
        };
        let Some(statistic) = statistic::from_name(name) else {
            return self.report(self.unknown_statistic(name));
        };
        let usual = self.default_metric_expr();
        self.advance();
        if self.default_metric.is_some()
            && statistic == Statistic::Mean
            && *self.peek() == TokenKind::End
        {
            return Ok(QuestionTree {
                statistic,
                arguments: vec![usual],
                given: None,
            });
        }
        self.symbol("(", &statistic::help())?;
        let mut arguments = vec![self.expression()?];
        if statistic.argument_count() == 2 {
            self.symbol(
                ",",
                &format!("{name} takes two numbers: {name}(successes@1, successes@2)"),
            )?;
            arguments.push(self.expression()?);
        }
        if matches!(self.peek(), TokenKind::Name(word) if ["given", "if", "when", "where"].contains(&word.as_str()))
        {
            let form = statistic::form(statistic, "... | condition");
            return self.fail(
                "a condition is written after `|`".to_owned(),
                format!("write {form}"),
            );
        }
        let given = if self.take_symbol("|") {
            Some(self.expression()?)
        } else {
            None
        };
        if self.is_symbol(",") {
            let count = if statistic.argument_count() == 2 {
                "two"
            } else {
                "one"
            };
            let (form, given) = (
                statistic::form(statistic, "..."),
                statistic::form(statistic, "... | condition"),
            );
            return self.fail(
                format!("{name} takes {count}"),
                format!("write {form} or {given}"),
            );
        }
        let help =
            "close the bracket with `)`. Before it you can use a comparison, `and`, `or` or `|`";
        self.symbol(")", help)?;
        Ok(QuestionTree {
            statistic,
            arguments,
            given,
        })
    }

    fn unknown_statistic(&self, name: &str) -> Mistake {
        let known: Vec<_> = STATISTICS.into_iter().map(statistic::name).collect();
        let problem = format!("`{name}` is not a question");
        if let Some((_, statistic_name)) = OTHER_STATISTIC_NAMES
            .iter()
            .find(|(other_name, _)| other_name.eq_ignore_ascii_case(name))
        {
            let help = format!("write {statistic_name}(...)");
            return self
                .mistake(problem, help)
                .with_fix(self.span(), *statistic_name);
        }
        if let Some(metric) = self.vocabulary.metric(name) {
            let asked = match metric.kind {
                ValueType::Number => format!("mean({name}), P({name} >= 1)"),
                ValueType::Flag => format!("P({name})"),
                ValueType::Category(_) => format!("P({name} = ...)"),
            };
            return self.mistake(
                problem,
                format!("ask for one number, such as {asked}; {}", statistic::help()),
            );
        }
        match nearest(name, known.iter().map(AsRef::as_ref)) {
            Some(near) => {
                let help = format!("did you mean `{near}(...)`? {}", statistic::help());
                self.mistake(problem, help).with_fix(self.span(), near)
            }
            None => self.mistake(problem, statistic::help()),
        }
    }
}
