//! Parses the operands of questions: metrics at their steps, functions over steps, and the values
//! that they are compared with.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Expr, ExprKind, Name, QuestionPart, Relation, StepKind, Steps, WrittenStep};
use crate::diagnostic::Mistake;
use crate::vocabulary::{QuestionFunction, statistic};

const OPERAND_HELP: &str = "use a metric, a whole number, a function such as sum(...), or (";
const SEVERAL_WORDS_HELP: &str = "put `and`, `or` or a comparison between them. A name of several words needs quotes: result@'Old Men'";

impl<'t> Parser<'t> {
    /// Returns whether a comparison begins with its operator, so that the default metric is meant.
    pub(super) fn omits_default_metric(&self) -> bool {
        let is_sign = matches!(
            self.peek(),
            TokenKind::Symbol("=" | "==" | "!=" | "<" | "<=" | ">" | ">=")
        );
        self.default_metric.is_some() && (is_sign || self.is_keyword("in") || self.is_keyword("is"))
    }

    pub(crate) fn default_metric_expr(&self) -> Expr {
        Expr::new(
            ExprKind::QuestionPart(QuestionPart::Metric {
                name: None,
                steps: None,
            }),
            self.span(),
        )
    }

    /// Parses the right side of a comparison. If the left side is a category, this may be an
    /// outcome, whose name may have hyphens.
    pub(super) fn comparison_operand(
        &mut self,
        relation: Relation,
        first: &Expr,
        rest: &[(Relation, Expr)],
    ) -> Parsed<Expr> {
        match (relation, &self.tokens[self.position - 1].kind) {
            (Relation::In | Relation::NotIn, _) => {
                let is_alone = rest.is_empty();
                return match self.peek() {
                    TokenKind::Symbol("[" | "(") => self.report_list(relation, first, is_alone),
                    _ => match self.outcome_after_in(relation, first, is_alone) {
                        Some(wrong) => self.report(wrong),
                        None => self.range(),
                    },
                };
            }
            (_, TokenKind::Keyword("is" | "not")) => return self.absent(),
            _ => (),
        }
        let left = rest
            .iter()
            .rev()
            .map(|(_, right)| right)
            .find(|right| right.is_compared())
            .unwrap_or(first);
        let ExprKind::QuestionPart(QuestionPart::Metric { name, .. }) = &left.kind else {
            return self.sum();
        };
        let metric = name
            .as_ref()
            .map(|name| name.text.as_str())
            .or(self.default_metric);
        let metric = metric
            .and_then(|name| self.vocabulary.metric(name))
            .filter(|metric| metric.has_names());
        let Some(metric) = metric else {
            return self.sum();
        };
        let (start, text) = (self.span(), self.hyphenated_name());
        // Another category is also allowed there.
        let is_other = self.vocabulary.metric(&text).is_some() && !metric.is_value_name(&text);
        let is_outcome = match self.peek() {
            TokenKind::Name(_) | TokenKind::Keyword(_) | TokenKind::Text(_) => {
                !is_other && *self.following() != TokenKind::Symbol("@")
            }
            TokenKind::Whole(_) => true,
            _ => false,
        };
        if !is_outcome || (metric.is_flag() && !metric.is_value_name(&text)) {
            return self.sum();
        }
        self.take_name(&text);
        Ok(Expr::new(
            ExprKind::QuestionPart(QuestionPart::Outcome(text)),
            start.to(self.previous()),
        ))
    }

    /// Returns a name in quotes, or words and numbers that are joined by hyphens without spaces.
    pub(super) fn hyphenated_name(&self) -> String {
        if let TokenKind::Text(name) = self.peek() {
            return name.clone();
        }
        let mut end = self.span().start;
        for token in &self.tokens[self.position..] {
            let belongs = matches!(
                token.kind,
                TokenKind::Name(_)
                    | TokenKind::Keyword(_)
                    | TokenKind::Whole(_)
                    | TokenKind::Symbol("-")
            );
            if !belongs || token.span.start != end {
                break;
            }
            end = token.span.end;
        }
        self.text[self.span().start..end].to_owned()
    }

    /// Skips a name, with or without quotes.
    fn take_name(&mut self, name: &str) {
        let end = match self.peek() {
            TokenKind::Text(_) => self.span().end,
            _ => self.span().start + name.len(),
        };
        while *self.peek() != TokenKind::End && self.span().start < end {
            self.advance();
        }
    }

    pub(super) fn range(&mut self) -> Parsed<Expr> {
        const HELP: &str = "write the lowest and the highest: 2..4";
        let start = self.span();
        let low = self.whole(HELP)?;
        self.symbol("..", HELP)?;
        let high_span = self.span();
        let high = self.whole(HELP)?;
        let span = start.to(self.previous());
        if high < low {
            let help = "write the lowest first: 2..4";
            let wrong = Mistake::new(high_span, format!("{high} is less than {low}"), help);
            return self.report(wrong.with_fix(span, format!("{high}..{low}")));
        }
        Ok(Expr::new(
            ExprKind::QuestionPart(QuestionPart::Range(low, high)),
            span,
        ))
    }

    fn whole(&mut self, help: &str) -> Parsed<i64> {
        let sign = if self.take_symbol("-") { -1 } else { 1 };
        let &TokenKind::Whole(number) = self.peek() else {
            return self.expected("a whole number", help);
        };
        self.advance();
        Ok(sign * number)
    }

    /// Parses the word after `is` or `is not`.
    fn absent(&mut self) -> Parsed<Expr> {
        let span = self.span();
        if self.take_keyword("absent") {
            return Ok(Expr::new(
                ExprKind::QuestionPart(QuestionPart::Absent),
                span,
            ));
        }
        let help = "write `x is absent` or `x is not absent`. For \"equal\" write =";
        if let Some(wrong) = self.sentence_suggestion() {
            return self.report(wrong);
        }
        let wrong = self.unexpected("`absent`", help);
        let before = &self.tokens[..self.position];
        self.report(match (self.peek(), before) {
            (TokenKind::Whole(_) | TokenKind::Name(_), [.., is, not])
                if not.kind == TokenKind::Keyword("not") =>
            {
                wrong.with_fix(is.span.to(not.span), "!=")
            }
            (TokenKind::Whole(_) | TokenKind::Name(_), [.., is]) => wrong.with_fix(is.span, "="),
            _ => wrong,
        })
    }

    pub(super) fn question_item(&mut self) -> Parsed<Expr> {
        match self.peek() {
            TokenKind::Whole(_) => self.constant(),
            TokenKind::Decimal(number) => {
                let help = "compare with a whole number";
                self.fail(format!("`{number}` is not a whole number"), help)
            }
            TokenKind::Symbol("(") => self.brackets(),
            TokenKind::Keyword(word) => self.fail(
                format!("expected a number or an event, found `{word}`"),
                OPERAND_HELP,
            ),
            TokenKind::Name(name) if *self.following() == TokenKind::Symbol("(") => {
                if self.is_situation_condition && name == "len" {
                    self.length()
                } else {
                    self.function(name)
                }
            }
            TokenKind::Name(_) | TokenKind::Text(_) => self.metric(),
            TokenKind::Symbol("|") => self.fail("nothing comes before `|`", OPERAND_HELP),
            TokenKind::Symbol("[") => self.report(self.index_mistake()),
            _ => self.expected("a number or an event", OPERAND_HELP),
        }
    }

    fn function(&mut self, name: &str) -> Parsed<Expr> {
        let start = self.span();
        let Some(function) = QuestionFunction::from_name(name) else {
            let names = || QuestionFunction::ALL.iter().map(|function| function.name());
            let help = || match statistic::from_name(name) {
                Some(_) => format!("{name}(...) cannot be used inside another function"),
                None => format!("functions: {}", names().collect::<Vec<_>>().join(", ")),
            };
            let problem = format!("there is no function `{name}`");
            return self.report(Mistake::unknown(start, name, problem, names(), help));
        };
        self.advance();
        self.advance();
        let mut arguments = Vec::new();
        while !self.is_symbol(")") {
            arguments.push(self.expression()?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(
            ")",
            &format!("close {name}( with ), and separate its arguments with commas"),
        )?;
        let span = start.to(self.previous());
        match (arguments.len(), function) {
            (0, _) => self.report(Mistake::new(
                span,
                format!("{name} has no argument"),
                format!("write {name}(x)"),
            )),
            (2.., QuestionFunction::Abs) => {
                self.report(Mistake::new(span, "abs takes one number", "write abs(x)"))
            }
            _ => Ok(Expr::new(
                ExprKind::QuestionPart(QuestionPart::Function(function, arguments)),
                span,
            )),
        }
    }

    fn metric(&mut self) -> Parsed<Expr> {
        let start = self.span();
        // The name of a band may have hyphens. An outcome by itself stays as written.
        let joined = self.hyphenated_name();
        let text = match self.peek() {
            TokenKind::Name(first_word)
                if self.vocabulary.metric(first_word).is_some()
                    || !self
                        .vocabulary
                        .metrics
                        .iter()
                        .any(|metric| metric.is_value_name(&joined)) =>
            {
                first_word.clone()
            }
            _ => joined,
        };
        self.take_name(&text);
        let text = if self.is_situation_condition {
            self.card(text)?
        } else {
            text
        };
        let name = Name {
            text,
            span: start.to(self.previous()),
        };
        let steps = if self.is_symbol("@") {
            Some(Box::new(self.steps()?))
        } else {
            None
        };
        Ok(Expr::new(
            ExprKind::QuestionPart(QuestionPart::Metric {
                name: Some(name),
                steps,
            }),
            start.to(self.previous()),
        ))
    }

    /// Parses the count of a kind of card in a condition on a situation: `hand.gold`.
    fn card(&mut self, cards: String) -> Parsed<String> {
        if !self.take_symbol(".") {
            return Ok(cards);
        }
        let TokenKind::Name(kind) = self.peek().clone() else {
            return self.expected(
                "the name of a kind of card",
                "compare the number of cards of one kind: hand.gold >= 2",
            );
        };
        self.advance();
        Ok(format!("{cards}.{kind}"))
    }

    /// Parses the length of a list in a condition on a situation: `len(hand)`.
    pub(super) fn length(&mut self) -> Parsed<Expr> {
        const HELP: &str = "write the name of a list: len(hand) >= 3";
        let start = self.span();
        self.advance();
        self.advance();
        let TokenKind::Name(list) = self.peek().clone() else {
            return self.expected("the name of a list", HELP);
        };
        self.advance();
        self.symbol(")", HELP)?;
        let span = start.to(self.previous());
        let name = Some(Name {
            text: format!("len({list})"),
            span,
        });
        Ok(Expr::new(
            ExprKind::QuestionPart(QuestionPart::Metric { name, steps: None }),
            span,
        ))
    }

    fn steps(&mut self) -> Parsed<Steps> {
        let start = self.span();
        self.advance();
        let first = self.step()?;
        let last = if self.take_symbol("..") {
            Some(self.step()?)
        } else {
            None
        };
        Ok(Steps {
            first,
            last,
            span: start.to(self.previous()),
        })
    }

    fn step(&mut self) -> Parsed<WrittenStep> {
        let kind = match self.peek() {
            &TokenKind::Whole(number) if u32::try_from(number).is_ok() => {
                StepKind::Number(number as u32)
            }
            TokenKind::Keyword("last") => StepKind::Last,
            TokenKind::Keyword(name) => StepKind::Name((*name).to_owned()),
            TokenKind::Name(name) | TokenKind::Text(name) => StepKind::Name(name.clone()),
            _ => {
                let help =
                    "write a step's number, its name or `last`: acts@6, result@Left, acts@last";
                return self.expected("a step", help);
            }
        };
        let span = self.span();
        self.advance();
        Ok(WrittenStep { kind, span })
    }

    /// Improves the message about a misplaced symbol of a question: the next token shows what was
    /// meant.
    pub(super) fn explain_misplaced(&self, symbol: &str, wrong: Mistake) -> Mistake {
        match self.peek() {
            TokenKind::Symbol(".") => self.dot_mistake(),
            TokenKind::Symbol("[") => self.index_mistake(),
            TokenKind::Name(_) | TokenKind::Keyword(_) => {
                self.sentence_suggestion().unwrap_or_else(|| Mistake {
                    help: SEVERAL_WORDS_HELP.to_owned(),
                    ..wrong
                })
            }
            TokenKind::End if symbol == ")" => wrong.with_fix(self.previous().end_point(), ")"),
            _ => wrong,
        }
    }

    /// Suggests the outcome or metric if the question uses its sentence: "the gate breaks".
    fn sentence_suggestion(&self) -> Option<Mistake> {
        let is_word = |token_index: &usize| {
            matches!(
                self.tokens[*token_index].kind,
                TokenKind::Name(_) | TokenKind::Keyword(_)
            )
        };
        // Words before it may belong to the sentence, except for words between two questions.
        let is_leading_word = |token_index: &usize| {
            matches!(
                self.tokens[*token_index].kind,
                TokenKind::Name(_) | TokenKind::Keyword("is" | "in")
            )
        };
        let first = (0..self.position)
            .rev()
            .take_while(is_leading_word)
            .last()?;
        let mut ends: Vec<usize> = (self.position..self.tokens.len())
            .take_while(is_word)
            .collect();
        ends.reverse();
        let start = self.tokens[first].span;
        ends.into_iter().find_map(|end| {
            let span = start.to(self.tokens[end].span);
            let sentence = &self.text[span.start..span.end];
            let asked = self.vocabulary.question_for(sentence)?;
            // After its metric, only the outcome is missing.
            let is_compared = first > 0 && self.tokens[first - 1].kind == TokenKind::Symbol("=");
            let fix = if is_compared {
                asked.split_once(" = ")?.1
            } else {
                asked
            };
            let wrong = Mistake::new(
                span,
                format!("there is no `{sentence}`"),
                format!("write {fix}"),
            );
            Some(wrong.with_fix(span, fix))
        })
    }

    /// Checks that the question ends here.
    pub(crate) fn end(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            TokenKind::Symbol("|") => self.fail(
                "`|` is outside the brackets",
                "move the condition inside: P(a | b)",
            ),
            TokenKind::Symbol("+" | "-" | "*" | "/") => {
                let help = "ask for one number: use a second question, or compute inside the brackets: mean(x - y)";
                self.fail("the question should end before this", help)
            }
            TokenKind::Symbol(".") => self.report(self.dot_mistake()),
            TokenKind::Symbol("[") => self.report(self.index_mistake()),
            _ => self.expected(
                "is something missing before it?",
                "`and`, `or`, a comparison or the end",
            ),
        }
    }
}
