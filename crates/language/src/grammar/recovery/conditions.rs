//! Recognises conditions and percentages in plain English or in the syntax of other languages.

use oddsmith_engine::question::Comparison;

use crate::diagnostic::Mistake;
use crate::grammar::parser::{Parsed, Parser};
use crate::grammar::token::TokenKind;
use crate::grammar::tree::{Binary, Expr, ExprKind, Relation};
use crate::ratio::Ratio;
use crate::source::Span;

impl Parser<'_> {
    /// Reports `is` in a rule file, which compares with `==` alone, and parses it as the
    /// comparison.
    pub(in crate::grammar) fn comparison_word(&mut self, first: &Expr) -> Parsed<Option<Relation>> {
        if self.is_question() || !matches!(self.peek(), TokenKind::Name(word) if word == "is") {
            return Ok(None);
        }
        let (sign, relation, end) = match self.following() {
            TokenKind::Keyword("not") => ("!=", Comparison::Unequal, self.token(1).span),
            _ => ("==", Comparison::Equal, self.span()),
        };
        let (next, after) = (self.following(), &self.token(2).kind);
        let word = if *next == TokenKind::Keyword("not") {
            after
        } else {
            next
        };
        if matches!(word, TokenKind::Name(word) if word == "None") {
            let help =
                "there is no None: start with a value such as 0 or false, and compare with that";
            return self.report(self.mistake("`is` is not part of this language", help));
        }
        let rest = match word {
            TokenKind::Name(word) if word == "even" => Some(0),
            TokenKind::Name(word) if word == "odd" => Some(1),
            _ => None,
        };
        if let Some(rest) = rest {
            let fix = format!("{} % 2 {sign} {rest}", first.factor_source());
            let end = if word == next {
                self.token(1).span
            } else {
                self.token(2).span
            };
            let wrong = self.mistake("`is` is not part of this language", format!("write {fix}"));
            return self.report(wrong.with_fix(first.span.to(end), fix));
        }
        if matches!(word, TokenKind::Keyword("in"))
            || matches!(word, TokenKind::Name(word) if word == "between")
        {
            let with_blanks = Span::new(self.span().start, self.token(1).span.start);
            let wrong = self
                .mistake("`is` is not part of this language", "remove it")
                .with_removal(with_blanks);
            let _ = self.report::<()>(wrong);
            self.advance();
            return Ok(None);
        }
        let wrong = self.mistake(
            "`is` is not part of this language",
            format!("to compare, write {sign}"),
        );
        let _ = self.report::<()>(wrong.with_fix(self.span().to(end), sign));
        self.advance();
        if relation == Comparison::Unequal {
            self.advance();
        }
        Ok(Some(Relation::Is(relation)))
    }

    /// Returns whether `%` follows a number as a percent sign.
    pub(in crate::grammar) fn is_percent(&self, operator: Binary) -> bool {
        let ends = matches!(
            self.peek(),
            TokenKind::Newline
                | TokenKind::End
                | TokenKind::Symbol(")" | "," | "]" | ":" | "?")
                | TokenKind::Keyword("if" | "else" | "and" | "or" | "for")
        );
        operator == Binary::Remainder && ends
    }

    /// Reports a percentage and parses it as a number, so that the text after it is not reported,
    /// too.
    pub(in crate::grammar) fn percent(&mut self, left: Expr) -> Parsed<Expr> {
        let problem = "`%` is the remainder of a division, and the second number is missing";
        let span = left.span.to(self.previous());
        let share = match left.kind {
            ExprKind::Whole(number) => Ratio::new(number.into(), 100),
            ExprKind::Decimal(number) => Ratio::new(
                number.numerator().into(),
                i128::from(number.denominator()) * 100,
            ),
            _ => None,
        };
        let Some(share) = share else {
            let help = format!(
                "for a percentage write {0} / 100, or chance({0}, 100)",
                left.atom_source()
            );
            return self.report(self.mistake(problem, help));
        };
        let written = &self.text[span.start..span.end];
        let wrong = self.mistake(problem, format!("write {share} instead of {written}"));
        self.report::<()>(wrong.with_fix(span, share.to_string()))
            .ok();
        Ok(Expr::new(ExprKind::Decimal(share), span))
    }

    /// Reports `x between 2 and 4`.
    pub(in crate::grammar) fn report_between(&mut self, first: &Expr) -> Parsed<()> {
        if self.is_question() || !matches!(self.peek(), TokenKind::Name(word) if word == "between")
        {
            return Ok(());
        }
        let wrong = self.mistake(
            "`between` is not part of this language",
            "write 2 <= x <= 4",
        );
        self.advance();
        let Ok(least) = self.sum() else {
            return self.report(wrong);
        };
        if !self.take_keyword("and") {
            return self.report(wrong);
        }
        let Ok(most) = self.sum() else {
            return self.report(wrong);
        };
        let fix = format!(
            "{} <= {} <= {}",
            least.to_source(),
            first.operand_source(),
            most.to_source()
        );
        self.report(
            Mistake {
                help: format!("write {fix}"),
                ..wrong
            }
            .with_fix(first.span.to(most.span), fix),
        )
    }
}
