//! Recognises loops in plain English or in the syntax of other languages.

use super::words::LOOP_FIX;
use crate::diagnostic::Mistake;
use crate::grammar::parser::{Failed, Parsed, Parser};
use crate::grammar::token::{Token, TokenKind};
use crate::grammar::tree::{Binary, Expr, ExprKind, Name};
use crate::grammar::unused_index_name;
use crate::source::Span;

impl Parser<'_> {
    /// Parses `for i = 1 to 3` of other languages and reports it.
    pub(in crate::grammar) fn loop_from_to(&mut self, names: &[Name]) -> Parsed<Expr> {
        let wrong = self.unexpected("`in`", "");
        let start = self.span();
        self.advance();
        let first = self.sum()?;
        let is_to =
            matches!(self.peek(), TokenKind::Name(word) if word == "to") || self.is_symbol("..");
        if !is_to {
            return self.report(Mistake {
                help: "write `for i in range(a, b):`".to_owned(),
                ..wrong
            });
        }
        self.advance();
        let last = self.sum()?;
        let fix = format!("in {}", counting_range(&first, &last));
        let wrong = Mistake {
            help: format!("write for {} {fix}", names[0].text),
            ..wrong
        };
        self.report::<()>(wrong.with_fix(start.to(last.span), fix))
            .ok();
        Ok(last)
    }

    /// Parses the source of a loop. After `in 1 to 3`, it reports how to write that.
    pub(in crate::grammar) fn loop_source(&mut self) -> Parsed<Expr> {
        let first = self.expression()?;
        if !matches!(self.peek(), TokenKind::Name(word) if word == "to") {
            return Ok(first);
        }
        let wrong = self.mistake("`to` is not part of this language", "");
        self.advance();
        let last = self.sum()?;
        if !matches!(
            self.peek(),
            TokenKind::Symbol(":" | "{") | TokenKind::Newline
        ) {
            let help = "range(5) is 0 to 4, and upto(5) is 1 to 5. For steps of 2 from 1, write [1 + 2 * i \
                    for i in range(3)]";
            return self.report(Mistake {
                help: help.to_owned(),
                ..wrong
            });
        }
        let fix = counting_range(&first, &last);
        let wrong = Mistake {
            help: format!("write {fix}"),
            ..wrong
        };
        self.report::<()>(wrong.with_fix(first.span.to(last.span), fix))
            .ok();
        Ok(last)
    }

    /// Reports `for 3 times:` and `for (i = 0; i < 3; i++)`, and the extra syntax of `for each x in
    /// xs:` and `for (a, b) in pairs:`.
    pub(in crate::grammar) fn other_language_loop(&mut self) -> Parsed<()> {
        let (start, word) = (self.span(), self.previous());
        let is_times = matches!(self.following(), TokenKind::Name(word) if word == "times");
        if is_times && matches!(self.peek(), TokenKind::Whole(_) | TokenKind::Name(_)) {
            let times = &self.text[start.start..start.end];
            let fix = format!("for {} in range({times})", unused_index_name(self.text));
            let (times, help) = (self.token(1).span, format!("write {fix}:"));
            return self.report(
                Mistake::new(times, "`times` is not part of this language", help)
                    .with_fix(word.to(times), fix),
            );
        }
        if matches!((self.peek(), self.following()), (TokenKind::Name(word), TokenKind::Name(_)) if word == "each")
        {
            let wrong = self.mistake("`each` is not part of this language", "remove it");
            self.report::<()>(wrong.with_removal(Span::new(start.start, self.token(1).span.start)))
                .ok();
            self.advance();
            return Ok(());
        }
        if !self.is_symbol("(") {
            return Ok(());
        }
        let wrong = self.unexpected("a name", "");
        if let Some(names) = self.names_in_brackets() {
            let help = "write the names of a loop without brackets";
            self.report::<()>(
                Mistake {
                    help: help.to_owned(),
                    ..wrong
                }
                .with_fix(start.to(names.1), names.0),
            )
            .ok();
            self.advance();
            return Ok(());
        }
        let line = self.text[start.start..].lines().next().unwrap_or_default();
        let Some(end) = line.rfind(')') else {
            return Ok(());
        };
        let Some(counted) = CStyleLoop::read(&line[1..end]) else {
            return Ok(());
        };
        if counted.names().next().is_some()
            && self.is_changed_below(&counted.names().collect::<Vec<_>>())
        {
            // Such a loop evaluates the bound anew in every iteration.
            return self.report(Mistake {
                help: counted.while_help(),
                ..wrong
            });
        }
        let fix = counted.to_for_loop();
        let span = Span::new(word.start, start.start + end + 1);
        self.report(
            Mistake {
                help: format!("write {fix}:"),
                ..wrong
            }
            .with_fix(span, fix),
        )
    }

    /// Returns the names of `(a, b) in`, and the closing bracket.
    fn names_in_brackets(&self) -> Option<(String, Span)> {
        let close = (1..)
            .map(|further| self.token(further))
            .find(|token| !matches!(token.kind, TokenKind::Name(_) | TokenKind::Symbol(",")))?;
        let names = &self.text[self.span().end..close.span.start];
        let next = self
            .tokens
            .iter()
            .find(|token| token.span.start >= close.span.end)?;
        let is_closed =
            close.kind == TokenKind::Symbol(")") && next.kind == TokenKind::Keyword("in");
        is_closed.then(|| (names.trim().to_owned(), close.span))
    }

    /// Reports `repeat 3 times:` and `do` ... `while`.
    pub(in crate::grammar) fn repeat_loop(&mut self, word: &str) -> Parsed<()> {
        let start = self.span();
        if let (TokenKind::Whole(_) | TokenKind::Name(_), "repeat") = (self.following(), word) {
            let wrong = self.mistake(format!("`{word}` is not part of this language"), "");
            self.advance();
            let times = self.sum()?;
            let is_times =
                matches!(self.peek(), TokenKind::Name(word) if word == "times" || word == "time");
            let end = if is_times { self.span() } else { times.span };
            let i = unused_index_name(self.text);
            let fix = format!("for {i} in range({})", times.to_source());
            return self.report(
                Mistake {
                    help: format!("write `{fix}:`"),
                    ..wrong
                }
                .with_fix(start.to(end), fix),
            );
        }
        let wrong = self.mistake(format!("`{word}` is not part of this language"), LOOP_FIX);
        let Some((block, after_block)) = self.block_below() else {
            return self.report(wrong);
        };
        self.position = after_block;
        let is_until = match self.peek() {
            TokenKind::Keyword("while") => false,
            TokenKind::Name(word) if word == "until" => true,
            _ => return self.report(wrong),
        };
        let end = self.span();
        self.advance();
        let Ok(condition) = self.expression() else {
            return Err(Failed);
        };
        let leaves = if is_until {
            condition.to_source()
        } else {
            format!("not {}", condition.negated_source())
        };
        let wrong = Mistake {
            help: format!(
                "write `while true:`, and replace the line with `{}` by `if {leaves}: break` in the block",
                if is_until { "until" } else { "while" }
            ),
            ..wrong
        };
        let indent = |byte_offset: usize| {
            byte_offset
                - self.text[..byte_offset]
                    .rfind('\n')
                    .map_or(0, |line| line + 1)
        };
        let (outer, inner) = (indent(end.start), indent(block.start));
        if inner <= outer
            || !self.text[start.end..end.start]
                .trim_start()
                .starts_with(':')
        {
            return self.report(wrong);
        }
        let blanks = " ".repeat(inner - outer);
        let fix = format!(
            "while true{}{blanks}if {leaves}:\n{:2$}break",
            &self.text[start.end..end.start],
            "",
            inner + 4
        );
        self.report(wrong.with_fix(start.to(condition.span), fix))
    }

    /// Returns whether the block below this line assigns one of these names, or there is no such
    /// block.
    fn is_changed_below(&self, names: &[&str]) -> bool {
        let Some((_, end)) = self.block_below() else {
            return true;
        };
        let is_changed = |pair: &[Token]| match (&pair[0].kind, &pair[1].kind) {
            (
                TokenKind::Name(name),
                TokenKind::Symbol("=" | "+=" | "-=" | "*=" | "//=" | "/=" | "%=" | ","),
            ) => names.contains(&name.as_str()),
            _ => false,
        };
        let line = self.tokens[self.position..end]
            .iter()
            .position(|token| token.kind == TokenKind::Newline)
            .unwrap_or(0);
        self.tokens[self.position + line..end]
            .windows(2)
            .any(is_changed)
    }

    /// Returns the start of the block below this line, and the index of the token after it.
    pub(in crate::grammar) fn block_below(&self) -> Option<(Span, usize)> {
        let ends = |token: &Token| matches!(token.kind, TokenKind::Newline | TokenKind::End);
        let line = (self.position..self.tokens.len())
            .find(|&token_index| ends(&self.tokens[token_index]))?;
        let first = self
            .tokens
            .get(line + 2)
            .filter(|_| self.tokens[line + 1].kind == TokenKind::Indent)?
            .span;
        let mut depth = 0;
        for (token_index, token) in self.tokens.iter().enumerate().skip(line + 1) {
            match token.kind {
                TokenKind::Indent => depth += 1,
                TokenKind::Dedent => depth -= 1,
                _ => (),
            }
            if depth == 0 {
                return Some((first, token_index + 1));
            }
        }
        None
    }
}

/// Returns the range from one number to another, both included. If the last is certainly smaller,
/// it counts down.
pub(in crate::grammar) fn counting_range(first: &Expr, last: &Expr) -> String {
    let is_down = match (&first.kind, &last.kind) {
        (ExprKind::Whole(first), ExprKind::Whole(last)) => last < first,
        (_, ExprKind::Whole(last)) => *last <= 1,
        _ => false,
    };
    if is_down {
        let i = unused_index_name(&first.to_source());
        let count = match &last.kind {
            ExprKind::Whole(1) => first.to_source(),
            ExprKind::Whole(0) => format!("{} + 1", first.operand_source()),
            _ => format!("{} - {} + 1", first.operand_source(), last.factor_source()),
        };
        return format!(
            "[{} - {i} for {i} in range({count})]",
            first.operand_source()
        );
    }
    let end = match &last.kind {
        _ if matches!(first.kind, ExprKind::Whole(1)) => {
            return format!("upto({})", last.to_source());
        }
        ExprKind::Whole(last) => (last + 1).to_string(),
        ExprKind::Binary(Binary::Subtract, end, right)
            if matches!(right.kind, ExprKind::Whole(1)) =>
        {
            end.to_source()
        }
        _ => format!("{} + 1", last.operand_source()),
    };
    match first.kind {
        ExprKind::Whole(0) => format!("range({end})"),
        _ => format!("range({}, {end})", first.to_source()),
    }
}

/// The parts of `for (i = 0; i < 3; i++)`, each a sum or empty.
#[derive(Default)]
struct CStyleLoop<'t> {
    name: &'t str,
    first: &'t str,
    sign: &'t str,
    bound: &'t str,
}

impl<'t> CStyleLoop<'t> {
    fn read(inner: &'t str) -> Option<CStyleLoop<'t>> {
        let parts: Vec<&str> = inner.split(';').map(str::trim).collect();
        let [start, end, step] = parts[..] else {
            return None;
        };
        if parts.iter().all(|part| part.is_empty()) {
            return Some(CStyleLoop::default());
        }
        let (name, first) = start.split_once('=')?;
        let (name, first) = (name.split_whitespace().last()?, first.trim());
        let is_by_one = [
            format!("{name}++"),
            format!("++{name}"),
            format!("{name} += 1"),
            format!("{name}+=1"),
        ];
        let end = end
            .strip_prefix(name)
            .filter(|_| is_by_one.iter().any(|increment| increment == step))?
            .trim_start();
        let sign = ["<=", "<"].into_iter().find(|sign| end.starts_with(sign))?;
        let bound = end[sign.len()..].trim();
        let is_sum = |text: &str| {
            let is_sum_character = |c: char| c.is_alphanumeric() || " _+-*".contains(c);
            let is_word =
                |word: &str| !["if", "else", "and", "or", "not", "in", "is"].contains(&word);
            !text.is_empty() && text.chars().all(is_sum_character) && text.split(' ').all(is_word)
        };
        (is_sum(first) && is_sum(bound)).then_some(CStyleLoop {
            name,
            first,
            sign,
            bound,
        })
    }

    /// Returns the loop variable and the names in its bound.
    fn names(&self) -> impl Iterator<Item = &'t str> {
        let bound_words = self.bound.split(|c: char| !c.is_alphanumeric() && c != '_');
        [self.name]
            .into_iter()
            .chain(bound_words)
            .filter(|name| !name.is_empty())
    }

    fn to_for_loop(&self) -> String {
        let CStyleLoop {
            name, first, bound, ..
        } = self;
        match (self.sign, *first) {
            ("<=", "1") => format!("for {name} in upto({bound})"),
            ("<=", _) => format!("for {name} in range({first}, {bound} + 1)"),
            ("<", "0") => format!("for {name} in range({bound})"),
            ("<", _) => format!("for {name} in range({first}, {bound})"),
            _ => "while true".to_owned(),
        }
    }

    fn while_help(&self) -> String {
        let CStyleLoop {
            name,
            first,
            sign,
            bound,
        } = self;
        format!(
            "write {name} = {first} first, then `while {name} {sign} {bound}:`, and {name} += 1 at \
                the end of its block"
        )
    }
}
