//! Words to a tree, by one function for each production of the grammar: questions and events here, the numbers in them in
//! `terms`.
//!
//! ```text
//! quantity    = "P" "(" or ["|" or] ")" | STATISTIC "(" or ["," or] ["|" or] ")" | "mean"
//! or          = and ("or" and)*
//! and         = not ("and" not)*
//! not         = "not" not | comparison
//! comparison  = sum (SIGN sum | ["not"] "in" number ".." number | "is" ["not"] "absent")*
//! sum         = product (("+" | "-") product)*
//! product     = negative ("*" negative)*
//! negative    = "-" negative | atom
//! atom        = NUMBER | metric | FUNCTION "(" or ("," or)* ")" | "(" or ")"
//! metric      = (NAME | QUOTED) ["@" step [".." step]]
//! step        = NUMBER | NAME | QUOTED | "last"
//! ```

use oddsmith_engine::question::{Comparison, Statistic};

use super::cursor::{Parsed, Parser};
use super::token::{Token, TokenKind};
use super::tree::{Tree, TreeKind};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::source::Span;

/// How deep brackets may nest.
const DEEPEST: usize = 48;

/// A quantity as it was written.
pub(super) struct QuestionTree {
    pub(super) statistic: Statistic,
    pub(super) of: Vec<Tree>,
    pub(super) given: Option<Tree>,
}

/// What stands before a bracket in a quantity, but for the percentiles.
const STATISTICS: [(&str, Statistic); 8] = [
    ("P", Statistic::Probability),
    ("mean", Statistic::Mean),
    ("sd", Statistic::Sd),
    ("median", Statistic::Percentile(50)),
    ("min", Statistic::Min),
    ("max", Statistic::Max),
    ("cov", Statistic::Covariance),
    ("corr", Statistic::Correlation),
];

/// What a quantity begins with.
pub(super) const KINDS: &str = "a question is P(...), mean(...), sd(...), median(...), p5(...) to p95(...), min(...), \
                                max(...), cov(..., ...) or corr(..., ...)";

pub(super) fn statistic(name: &str) -> Option<Statistic> {
    let percent = || name.strip_prefix('p')?.parse().ok().filter(|percent| (1..=99).contains(percent));
    let known = STATISTICS.iter().find(|(own, _)| *own == name).map(|(_, statistic)| *statistic);
    known.or_else(|| percent().map(Statistic::Percentile))
}

impl<'t> Parser<'t> {
    pub(super) fn question(&mut self) -> Parsed<QuestionTree> {
        let TokenKind::Name(name) = self.peek() else { return self.expected("a question", KINDS) };
        let Some(statistic) = statistic(name) else {
            let known = STATISTICS.iter().map(|(name, _)| *name).chain(["p5", "p25", "p75", "p95"]);
            let help = match nearest(name, known) {
                Some(near) => format!("did you mean `{near}(...)`? {KINDS}"),
                None => KINDS.to_owned(),
            };
            return self.fail(format!("`{name}` asks for nothing"), help);
        };
        let name_span = self.span();
        self.advance();
        if self.usual.is_some() && statistic == Statistic::Mean && *self.peek() == TokenKind::End {
            let of = vec![Tree { kind: TreeKind::Metric { name: None, at: None }, span: name_span }];
            return Ok(QuestionTree { statistic, of, given: None });
        }
        self.symbol("(", KINDS)?;
        let mut of = vec![self.expression()?];
        if statistic.arguments() == 2 {
            self.symbol(",", &format!("{name} is of two numbers: {name}(successes@1, successes@2)"))?;
            of.push(self.expression()?);
        }
        let given = if self.take("|") { Some(self.expression()?) } else { None };
        if self.is(",") {
            let (count, list) = if statistic.arguments() == 2 { ("two", "..., ...") } else { ("one", "...") };
            let help = format!("{name}({list}) or {name}({list} | condition)");
            return self.fail(format!("{name} is of {count}"), help);
        }
        self.symbol(
            ")",
            "the bracket that was opened is closed; a comparison, `and`, `or` or `|` may stand before it",
        )?;
        Ok(QuestionTree { statistic, of, given })
    }

    pub(super) fn expression(&mut self) -> Parsed<Tree> {
        if self.deep >= DEEPEST {
            return self.fail("this is nested too deeply", format!("at most {DEEPEST} brackets within each other"));
        }
        self.deep += 1;
        let tree = self.or();
        self.deep -= 1;
        tree
    }

    fn or(&mut self) -> Parsed<Tree> {
        self.joined("or", Parser::and, TreeKind::Or)
    }

    fn and(&mut self) -> Parsed<Tree> {
        self.joined("and", Parser::not, TreeKind::And)
    }

    fn joined(
        &mut self,
        word: &str,
        of: fn(&mut Parser<'t>) -> Parsed<Tree>,
        kind: fn(Vec<Tree>) -> TreeKind,
    ) -> Parsed<Tree> {
        let first = of(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let start = first.span;
        let mut list = vec![first];
        while self.take_word(word) {
            list.push(of(self)?);
        }
        Ok(Tree { kind: kind(list), span: start.to(self.previous()) })
    }

    fn not(&mut self) -> Parsed<Tree> {
        let start = self.span();
        if !self.take_word("not") {
            return self.comparison();
        }
        self.deep += 1;
        let inner = if self.deep > DEEPEST { self.fail("this is nested too deeply", "") } else { self.not() };
        self.deep -= 1;
        Ok(Tree { kind: TreeKind::Not(Box::new(inner?)), span: start.to(self.previous()) })
    }

    /// A comparison, or several in a chain: `1 < x < 4` is both.
    fn comparison(&mut self) -> Parsed<Tree> {
        let mut left = if self.is_usual_left_out() {
            Tree { kind: TreeKind::Metric { name: None, at: None }, span: self.span() }
        } else {
            self.sum()?
        };
        let start = left.span;
        let mut all = Vec::new();
        loop {
            let (kind, right) = if let Some(comparison) = self.comparison_sign() {
                let right = self.compared(&left)?;
                (TreeKind::Compare(comparison, Box::new([left.clone(), right.clone()])), right)
            } else if self.take_word("in") {
                (self.range(&left)?, left.clone())
            } else if self.is_word("not")
                && matches!(&self.tokens[self.at + 1].kind, TokenKind::Name(word) if word == "in")
            {
                self.advance();
                self.advance();
                (self.outside(&left)?, left.clone())
            } else if self.take_word("is") {
                (self.absence(&left, start)?, left.clone())
            } else {
                break;
            };
            all.push(Tree { kind, span: start.to(self.previous()) });
            left = right;
        }
        match all.len() {
            0 => Ok(left),
            1 => Ok(all.remove(0)),
            _ => Ok(Tree { kind: TreeKind::And(all), span: start.to(self.previous()) }),
        }
    }

    /// Whether a comparison begins with its sign: the chart's own metric is meant.
    fn is_usual_left_out(&self) -> bool {
        let is_sign = matches!(self.peek(), TokenKind::Symbol("=" | "==" | "!=" | "<" | "<=" | ">" | ">="));
        self.usual.is_some() && (is_sign || self.is_word("in") || self.is_word("is"))
    }

    pub(super) fn comparison_sign(&mut self) -> Option<Comparison> {
        let TokenKind::Symbol(symbol) = self.peek() else { return None };
        let comparison = match *symbol {
            "=" | "==" => Comparison::Equal,
            "!=" => Comparison::Unequal,
            "<" => Comparison::Below,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Above,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.advance();
        Some(comparison)
    }

    /// What something is compared with: of a category, an outcome, whose name may have hyphens.
    fn compared(&mut self, left: &Tree) -> Parsed<Tree> {
        let TreeKind::Metric { name, .. } = &left.kind else { return self.sum() };
        let metric = name.as_deref().or(self.usual).and_then(|name| self.vocabulary.word(name));
        let Some(metric) = metric.filter(|word| word.has_names()) else { return self.sum() };
        let (start, text) = (self.span(), self.joined_by_hyphens());
        // Another category may stand there too.
        let is_other = self.vocabulary.word(&text).is_some() && !metric.names(&text);
        let next = self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind.clone();
        match self.peek() {
            TokenKind::Name(_) | TokenKind::Quoted(_) if is_other || next == TokenKind::Symbol("@") => self.sum(),
            TokenKind::Name(_) | TokenKind::Quoted(_) | TokenKind::Whole(_)
                if metric.names(&text) || !metric.is_flag() =>
            {
                let end = start.start + self.written_length(&text);
                while self.span().start < end {
                    self.advance();
                }
                Ok(Tree { kind: TreeKind::Outcome(text), span: start.to(self.previous()) })
            }
            _ => self.sum(),
        }
    }

    /// A name in quotes, or words and numbers that hyphens join without blanks.
    pub(super) fn joined_by_hyphens(&self) -> String {
        if let TokenKind::Quoted(name) = self.peek() {
            return name.clone();
        }
        let mut at = self.at;
        let mut end = self.span().start;
        while let Some(Token { kind, span }) = self.tokens.get(at) {
            let belongs = matches!(kind, TokenKind::Name(_) | TokenKind::Whole(_) | TokenKind::Symbol("-"));
            if !belongs || span.start != end {
                break;
            }
            (end, at) = (span.end, at + 1);
        }
        self.text[self.span().start..end].to_owned()
    }

    /// Bytes that a name takes as it is written here.
    fn written_length(&self, name: &str) -> usize {
        if matches!(self.peek(), TokenKind::Quoted(_)) { self.span().end - self.span().start } else { name.len() }
    }

    fn range(&mut self, of: &Tree) -> Parsed<TreeKind> {
        let (low, high) = self.ends()?;
        Ok(TreeKind::In(Box::new(of.clone()), low, high))
    }

    /// Below a range, or above it: as false as any comparison where there is no number.
    fn outside(&mut self, of: &Tree) -> Parsed<TreeKind> {
        let start = self.span();
        let (low, high) = self.ends()?;
        let span = start.to(self.previous());
        let end = |comparison, number| Tree {
            kind: TreeKind::Compare(comparison, Box::new([of.clone(), Tree { kind: TreeKind::Whole(number), span }])),
            span,
        };
        Ok(TreeKind::Or(vec![end(Comparison::Below, low), end(Comparison::Above, high)]))
    }

    /// The lowest and the highest of a range.
    fn ends(&mut self) -> Parsed<(i64, i64)> {
        const HELP: &str = "write the lowest and the highest: x in 2..4";
        let low = self.whole(HELP)?;
        self.symbol("..", HELP)?;
        let start = self.span();
        let high = self.whole(HELP)?;
        if high < low {
            let problem = format!("{high} is less than {low}");
            return Err(Diagnostic::new(start, problem, "write the lowest first, then the highest: x in 2..4"));
        }
        Ok((low, high))
    }

    fn whole(&mut self, help: &str) -> Parsed<i64> {
        let sign = if self.take("-") { -1 } else { 1 };
        let &TokenKind::Whole(number) = self.peek() else { return self.expected("a whole number", help) };
        self.advance();
        Ok(sign * number)
    }

    fn absence(&mut self, of: &Tree, start: Span) -> Parsed<TreeKind> {
        let is_not = self.take_word("not");
        if !self.take_word("absent") {
            return self.expected("`absent`", "write `x is absent` or `x is not absent`; equal is written =");
        }
        let absent = TreeKind::IsAbsent(Box::new(of.clone()));
        let span = start.to(self.previous());
        Ok(if is_not { TreeKind::Not(Box::new(Tree { kind: absent, span })) } else { absent })
    }
}
