//! Conditions, shares and loops as they are said aloud, or written in other languages.

use oddsmith_engine::question::Comparison;

use super::parser::{Failed, Parsed, Parser};
use super::token::{Token, TokenKind};
use super::tree::{Binary, Expr, ExprKind, Name, Relation};
use super::unused_place;
use crate::diagnostic::Mistake;
use crate::foreign;
use crate::ratio::Ratio;
use crate::source::Span;

impl Parser<'_> {
    /// Rule files compare with `==` alone: a word in its place is a mistake, and read as what it means.
    pub(super) fn is_written_out(&mut self, first: &Expr) -> Parsed<Option<Relation>> {
        if self.is_question() || !matches!(self.peek(), TokenKind::Name(word) if word == "is") {
            return Ok(None);
        }
        let (sign, relation, end) = match self.following() {
            TokenKind::Keyword("not") => ("!=", Comparison::Unequal, self.token(1).span),
            _ => ("==", Comparison::Equal, self.span()),
        };
        let (next, after) = (self.following(), &self.token(2).kind);
        let word = if *next == TokenKind::Keyword("not") { after } else { next };
        if matches!(word, TokenKind::Name(word) if word == "None") {
            let help = "nothing is None here: a name has a value from the start, such as 0 or false; compare with that";
            return self.report(self.mistake("`is` is not used here", help));
        }
        let rest = match word {
            TokenKind::Name(word) if word == "even" => Some(0),
            TokenKind::Name(word) if word == "odd" => Some(1),
            _ => None,
        };
        if let Some(rest) = rest {
            let fix = format!("{} % 2 {sign} {rest}", first.multiplied());
            let end = if word == next { self.token(1).span } else { self.token(2).span };
            let wrong = self.mistake("`is` is not used here", format!("write {fix}"));
            return self.report(wrong.with_fix(first.span.to(end), fix));
        }
        if matches!(word, TokenKind::Keyword("in")) || matches!(word, TokenKind::Name(word) if word == "between") {
            let with_blanks = Span::new(self.span().start, self.token(1).span.start);
            let wrong = self.mistake("`is` is not used here", "take it out").with_cut(with_blanks);
            let _ = self.report::<()>(wrong);
            self.advance();
            return Ok(None);
        }
        let wrong = self.mistake("`is` is not used here", format!("to compare, write {sign}"));
        let _ = self.report::<()>(wrong.with_fix(self.span().to(end), sign));
        self.advance();
        if relation == Comparison::Unequal {
            self.advance();
        }
        Ok(Some(Relation::Is(relation)))
    }

    /// `50%` looks like a number to everybody but a programmer.
    pub(super) fn is_percent(&self, operator: Binary) -> bool {
        let ends = matches!(
            self.peek(),
            TokenKind::Newline
                | TokenKind::End
                | TokenKind::Symbol(")" | "," | "]" | ":" | "?")
                | TokenKind::Keyword("if" | "else" | "and" | "or" | "for")
        );
        operator == Binary::Remainder && ends
    }

    /// Reads it as what it means, so that what stands behind it is not wrong, too.
    pub(super) fn percent(&mut self, left: Expr) -> Parsed<Expr> {
        let problem = "`%` gives the rest of a division, and a number is missing after it";
        let span = left.span.to(self.previous());
        let share = match left.kind {
            ExprKind::Whole(number) => Ratio::new(number.into(), 100),
            ExprKind::Decimal(number) => Ratio::new(number.numerator().into(), i128::from(number.denominator()) * 100),
            _ => None,
        };
        let Some(share) = share else {
            let help = format!("write {0} / 100 for a share, or chance({0}, 100)", left.single());
            return self.report(self.mistake(problem, help));
        };
        let written = &self.text[span.start..span.end];
        let wrong = self.mistake(problem, format!("write {written} as {share}"));
        self.report::<()>(wrong.with_fix(span, share.to_string())).ok();
        Ok(Expr::new(ExprKind::Decimal(share), span))
    }

    /// `x between 2 and 4`, as it is said.
    pub(super) fn between(&mut self, first: &Expr) -> Parsed<()> {
        if self.is_question() || !matches!(self.peek(), TokenKind::Name(word) if word == "between") {
            return Ok(());
        }
        let wrong = self.mistake("`between` is not used here", "write 2 <= x <= 4");
        self.advance();
        let Ok(least) = self.sum() else { return self.report(wrong) };
        if !self.take_keyword("and") {
            return self.report(wrong);
        }
        let Ok(most) = self.sum() else { return self.report(wrong) };
        let fix = format!("{} <= {} <= {}", least.written(), first.compared(), most.written());
        self.report(Mistake { help: format!("write {fix}"), ..wrong }.with_fix(first.span.to(most.span), fix))
    }

    /// `for i = 1 to 3`, as others count.
    pub(super) fn counted_to(&mut self, names: &[Name]) -> Parsed<Expr> {
        let wrong = self.unexpected("`in`", "");
        let start = self.span();
        self.advance();
        let first = self.sum()?;
        let is_to = matches!(self.peek(), TokenKind::Name(word) if word == "to") || self.is_symbol("..");
        if !is_to {
            return self.report(Mistake { help: "write `for i in range(a, b):`".to_owned(), ..wrong });
        }
        self.advance();
        let last = self.sum()?;
        let fix = format!("in {}", counting(&first, &last));
        let wrong = Mistake { help: format!("write for {} {fix}", names[0].text), ..wrong };
        self.report::<()>(wrong.with_fix(start.to(last.span), fix)).ok();
        Ok(last)
    }

    /// What a loop goes through; `in 1 to 3` is told how that is written.
    pub(super) fn counted_in(&mut self) -> Parsed<Expr> {
        let first = self.expression()?;
        if !matches!(self.peek(), TokenKind::Name(word) if word == "to") {
            return Ok(first);
        }
        let wrong = self.mistake("`to` is not used here", "");
        self.advance();
        let last = self.sum()?;
        let fix = counting(&first, &last);
        let wrong = Mistake { help: format!("write {fix}"), ..wrong };
        self.report::<()>(wrong.with_fix(first.span.to(last.span), fix)).ok();
        Ok(last)
    }

    /// `for 3 times:` and `for (i = 0; i < 3; i++)`; the names of `for each x in xs:` and `for (a, b) in pairs:` are read.
    pub(super) fn counted_otherwise(&mut self) -> Parsed<()> {
        let (start, word) = (self.span(), self.previous());
        let is_times = matches!(self.following(), TokenKind::Name(word) if word == "times");
        if is_times && matches!(self.peek(), TokenKind::Whole(_) | TokenKind::Name(_)) {
            let times = &self.text[start.start..start.end];
            let fix = format!("for {} in range({times})", unused_place(self.text));
            let (times, help) = (self.token(1).span, format!("write {fix}:"));
            return self.report(Mistake::new(times, "`times` is not used here", help).with_fix(word.to(times), fix));
        }
        if matches!((self.peek(), self.following()), (TokenKind::Name(word), TokenKind::Name(_)) if word == "each") {
            let wrong = self.mistake("`each` is not used here", "take it out");
            self.report::<()>(wrong.with_cut(Span::new(start.start, self.token(1).span.start))).ok();
            self.advance();
            return Ok(());
        }
        if !self.is_symbol("(") {
            return Ok(());
        }
        let wrong = self.unexpected("a name", "");
        if let Some(names) = self.names_in_brackets() {
            let help = "the names of a loop stand without brackets";
            self.report::<()>(Mistake { help: help.to_owned(), ..wrong }.with_fix(start.to(names.1), names.0)).ok();
            self.advance();
            return Ok(());
        }
        let line = self.text[start.start..].lines().next().unwrap_or_default();
        let Some(end) = line.rfind(')') else { return Ok(()) };
        let Some(fix) = counted_in_brackets(&line[1..end]) else { return Ok(()) };
        let span = Span::new(word.start, start.start + end + 1);
        self.report(Mistake { help: format!("write {fix}:"), ..wrong }.with_fix(span, fix))
    }

    /// The names of `(a, b) in`, and the bracket that closes them.
    fn names_in_brackets(&self) -> Option<(String, Span)> {
        let close = (1..)
            .map(|further| self.token(further))
            .find(|token| !matches!(token.kind, TokenKind::Name(_) | TokenKind::Symbol(",")))?;
        let names = &self.text[self.span().end..close.span.start];
        let next = self.tokens.iter().find(|token| token.span.start >= close.span.end)?;
        let is_closed = close.kind == TokenKind::Symbol(")") && next.kind == TokenKind::Keyword("in");
        is_closed.then(|| (names.trim().to_owned(), close.span))
    }

    /// Other languages count with `repeat 3 times:`, or go round at least once with `do` ... `while`.
    pub(super) fn looped(&mut self, word: &str) -> Parsed<()> {
        let start = self.span();
        if let (TokenKind::Whole(_) | TokenKind::Name(_), "repeat") = (self.following(), word) {
            let wrong = self.mistake(format!("`{word}` is not a word of this language"), "");
            self.advance();
            let times = self.sum()?;
            let is_times = matches!(self.peek(), TokenKind::Name(word) if word == "times" || word == "time");
            let end = if is_times { self.span() } else { times.span };
            let i = unused_place(self.text);
            let fix = format!("for {i} in range({})", times.written());
            return self.report(Mistake { help: format!("write `{fix}:`"), ..wrong }.with_fix(start.to(end), fix));
        }
        let wrong = self.mistake(format!("`{word}` is not a word of this language"), foreign::LOOPED);
        let Some((block, at)) = self.block_below() else { return self.report(wrong) };
        self.at = at;
        let is_until = match self.peek() {
            TokenKind::Keyword("while") => false,
            TokenKind::Name(word) if word == "until" => true,
            _ => return self.report(wrong),
        };
        let end = self.span();
        self.advance();
        let Ok(condition) = self.expression() else { return Err(Failed) };
        let leaves = if is_until { condition.written() } else { format!("not {}", condition.negated()) };
        let wrong = Mistake {
            help: format!(
                "write `while true:`, and `if {leaves}: break` as the last line of its block, in place of the line with `{}`",
                if is_until { "until" } else { "while" }
            ),
            ..wrong
        };
        let indent = |at: usize| at - self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        let (outer, inner) = (indent(end.start), indent(block.start));
        if inner <= outer || !self.text[start.end..end.start].trim_start().starts_with(':') {
            return self.report(wrong);
        }
        let blanks = " ".repeat(inner - outer);
        let fix =
            format!("while true{}{blanks}if {leaves}:\n{:2$}break", &self.text[start.end..end.start], "", inner + 4);
        self.report(wrong.with_fix(start.to(condition.span), fix))
    }

    /// Where the block below this line begins, and which token stands behind it.
    pub(super) fn block_below(&self) -> Option<(Span, usize)> {
        let ends = |token: &Token| matches!(token.kind, TokenKind::Newline | TokenKind::End);
        let line = (self.at..self.tokens.len()).find(|&at| ends(&self.tokens[at]))?;
        let first = self.tokens.get(line + 2).filter(|_| self.tokens[line + 1].kind == TokenKind::Indent)?.span;
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(line + 1) {
            match token.kind {
                TokenKind::Indent => depth += 1,
                TokenKind::Dedent => depth -= 1,
                _ => (),
            }
            if depth == 0 {
                return Some((first, at + 1));
            }
        }
        None
    }
}

/// The numbers from one to another, both among them.
pub(super) fn counting(first: &Expr, last: &Expr) -> String {
    let end = match &last.kind {
        _ if matches!(first.kind, ExprKind::Whole(1)) => return format!("upto({})", last.written()),
        ExprKind::Whole(last) => (last + 1).to_string(),
        ExprKind::Binary(Binary::Subtract, end, one) if matches!(one.kind, ExprKind::Whole(1)) => end.written(),
        _ => format!("{} + 1", last.written()),
    };
    match first.kind {
        ExprKind::Whole(0) => format!("range({end})"),
        _ => format!("range({}, {end})", first.written()),
    }
}

/// What stands between the brackets of `for (i = 0; i < 3; i++)`, as a loop is written here.
fn counted_in_brackets(inner: &str) -> Option<String> {
    let parts: Vec<&str> = inner.split(';').map(str::trim).collect();
    let [start, end, step] = parts[..] else { return None };
    if parts.iter().all(|part| part.is_empty()) {
        return Some("while true".to_owned());
    }
    let (name, first) = start.split_once('=')?;
    let (name, first) = (name.split_whitespace().last()?, first.trim());
    let is_by_one = [format!("{name}++"), format!("++{name}"), format!("{name} += 1"), format!("{name}+=1")];
    let end = end.strip_prefix(name).filter(|_| is_by_one.iter().any(|own| own == step))?.trim_start();
    Some(match (end.strip_prefix("<="), end.strip_prefix('<'), first) {
        (Some(last), _, "1") => format!("for {name} in upto({})", last.trim()),
        (Some(last), ..) => format!("for {name} in range({first}, {} + 1)", last.trim()),
        (None, Some(end), "0") => format!("for {name} in range({})", end.trim()),
        (None, Some(end), _) => format!("for {name} in range({first}, {})", end.trim()),
        (None, None, _) => return None,
    })
}
