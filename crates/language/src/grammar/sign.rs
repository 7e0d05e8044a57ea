//! Lexes symbols, including those of other languages.

use super::language::Language;
use super::lexer::{Lexer, closing_bracket};
use super::recovery::signs::{SignFix, metric_value_help, sign_fixes};
use super::token::{Token, TokenKind};
use crate::builtin::{self, BuiltinRole};
use crate::diagnostic::Mistake;
use crate::source::Span;

impl Lexer<'_> {
    pub(super) fn symbol(&mut self) {
        let start = self.position;
        let rest = self.rest();
        let is_here =
            |text: &str| rest.as_bytes()[0] == text.as_bytes()[0] && rest.starts_with(text);
        let allowed = self
            .language
            .symbols()
            .iter()
            .find(|symbol| is_here(symbol));
        let recovered = sign_fixes(self.language)
            .filter(|fix| is_here(fix.written))
            .max_by_key(|fix| fix.written.len());
        // Two characters together may be a symbol of another language even if the first is valid
        // alone.
        match (allowed, recovered) {
            (Some(symbol), recovered)
                if recovered.is_none_or(|fix| fix.written.len() <= symbol.len()) =>
            {
                self.position += symbol.len();
                match self.language {
                    Language::RuleFile => self.rule_file_symbol(symbol, start),
                    Language::Question => self.push(TokenKind::Symbol(symbol), start),
                }
            }
            (_, Some(fix)) => {
                self.position += fix.written.len();
                self.recover_sign(fix, start);
            }
            _ => {
                let c = self.peek().unwrap_or(' ');
                self.position += c.len_utf8();
                let (span, help) = (self.span_from(start), "remove it");
                let problem = format!("unexpected character `{}`", c.escape_debug());
                self.report(Mistake::new(span, problem, help).with_removal(span));
            }
        }
    }

    fn recover_sign(&mut self, fix: &SignFix, start: usize) {
        let &SignFix {
            written,
            read_as,
            is_replacement: is_meant,
            help,
        } = fix;
        let span = self.span_from(start);
        if written == "++" && self.is_in_loop() {
            // The parser reports it together with the loop.
            return self.push(TokenKind::Symbol("+"), start);
        }
        let wrong = Mistake::new(
            span,
            format!("`{written}` is not part of this language"),
            help,
        );
        if matches!(written, "++" | "--")
            && let Some(wrong) = self.increment_mistake(written, span, &wrong)
        {
            return self.report(wrong);
        }
        if let ("**" | "^", Language::Question, Some((whole, product))) =
            (written, self.language, self.power_product())
        {
            self.report(
                Mistake {
                    help: format!("write {product}"),
                    ..wrong
                }
                .with_fix(whole, product),
            );
            self.push(TokenKind::Symbol(read_as), start);
            return;
        }
        self.report(if is_meant {
            wrong.with_fix(span, self.spaced_word(read_as, span))
        } else {
            wrong
        });
        match self
            .language
            .keywords()
            .iter()
            .find(|keyword| **keyword == read_as)
        {
            _ if read_as.is_empty() => (),
            Some(keyword) => self.push(TokenKind::Keyword(keyword), start),
            None if read_as.starts_with('0') => {
                self.push(TokenKind::Decimal(read_as.to_owned()), start)
            }
            None => self.push(TokenKind::Symbol(read_as), start),
        }
    }

    /// Reports `x++` and `--x` as statements, with the fixes `x += 1` and `x -= 1`. Returns `None`
    /// if the symbol is not at an end of its statement.
    fn increment_mistake(&self, written: &str, span: Span, wrong: &Mistake) -> Option<Mistake> {
        let changed = if written == "++" { "+= 1" } else { "-= 1" };
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['\n', '\r', '#', ';']);
        let is_part = |token: &&Token| {
            let kind = &token.kind;
            !matches!(
                kind,
                TokenKind::Newline
                    | TokenKind::Indent
                    | TokenKind::Dedent
                    | TokenKind::Symbol(":" | ";")
            )
        };
        let before: Vec<&Token> = self.tokens.iter().rev().take_while(is_part).collect();
        let after = self.rest().trim_start_matches(' ');
        let (target, whole) = match before[..] {
            [] => {
                let length = after
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(after.len());
                let (name, rest) = after.split_at(length);
                let end = self.text.len() - rest.len();
                (ends(rest.trim_start_matches(' ')) && !name.is_empty())
                    .then(|| (name, Span::new(span.start, end)))?
            }
            [last, ..] if ends(after) => {
                let first = before[before.len() - 1];
                let target = &self.text[first.span.start..last.span.end];
                let is_target =
                    matches!(first.kind, TokenKind::Name(_)) && !target.contains([' ', '=', '(']);
                if !is_target {
                    let TokenKind::Name(name) = &last.kind else {
                        return None;
                    };
                    return Some(Mistake {
                        help: format!("write {name} {changed} on its own line"),
                        ..wrong.clone()
                    });
                }
                (target, Span::new(first.span.start, span.end))
            }
            _ => return None,
        };
        let fix = format!("{target} {changed}");
        let is_metric = self.text.lines().any(|line| declares_metric(line, target));
        Some(if is_metric {
            Mistake {
                help: metric_value_help(target),
                ..wrong.clone()
            }
        } else {
            Mistake {
                help: format!("write {fix}"),
                ..wrong.clone()
            }
            .with_fix(whole, fix)
        })
    }

    /// Returns the `x ** 2` of a question as a product in brackets, because it binds tighter than
    /// all other operators.
    fn power_product(&self) -> Option<(Span, String)> {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let digits: String = rest[blanks..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '_'))
            .collect();
        let times: usize = digits
            .parse()
            .ok()
            .filter(|times| (2..=4).contains(times))?;
        let [before @ .., Token { kind, span }] = &self.tokens[..] else {
            return None;
        };
        let is_part = before
            .last()
            .is_some_and(|token| matches!(token.kind, TokenKind::Symbol("." | "**" | "^")));
        let base = match kind {
            TokenKind::Name(name) if !is_part => name.clone(),
            TokenKind::Whole(number) => number.to_string(),
            _ => return None,
        };
        let whole = Span::new(span.start, self.position + blanks + digits.len());
        let is_whole = !rest[blanks + digits.len()..]
            .trim_start()
            .starts_with(['*', '^', '[']);
        is_whole.then(|| (whole, format!("({})", vec![base; times].join(" * "))))
    }

    /// Returns a word that replaces a symbol, with spaces where a name or a number touches it.
    fn spaced_word(&self, word: &str, span: Span) -> String {
        let is_touching =
            |c: char| word.starts_with(char::is_alphabetic) && (c.is_alphanumeric() || c == '_');
        let before = if self.text[..span.start].ends_with(is_touching) {
            " "
        } else {
            ""
        };
        let after = if self.text[span.end..].starts_with(is_touching) {
            " "
        } else {
            ""
        };
        format!("{before}{word}{after}")
    }

    /// Adds a symbol of a rule file. Brackets are counted, since they contain line breaks.
    fn rule_file_symbol(&mut self, symbol: &'static str, start: usize) {
        match symbol {
            "(" | "[" => self.brackets.push((symbol, self.span_from(start))),
            ")" | "]" => return self.close_bracket(symbol, start),
            ";" => return self.semicolon(start),
            _ => (),
        }
        self.push(TokenKind::Symbol(symbol), start);
    }

    /// Returns whether the symbol is in the brackets of `for (i = 0; i < 3; i++)`.
    fn is_in_loop(&self) -> bool {
        let Some((_, open)) = self.brackets.first() else {
            return false;
        };
        let before = self
            .tokens
            .iter()
            .rev()
            .skip_while(|token| token.span != *open)
            .nth(1);
        before.is_some_and(|token| token.kind == TokenKind::Keyword("for"))
    }

    fn semicolon(&mut self, start: usize) {
        if self.is_in_loop() {
            return self.push(TokenKind::Symbol(";"), start);
        }
        let wrong = Mistake::new(
            self.span_from(start),
            "`;` is not part of this language",
            "write each statement on its own line",
        );
        let after = self.rest().trim_start_matches(' ');
        let is_last = after.is_empty() || after.starts_with(['\n', '\r', '#']);
        let next = if is_last {
            String::new()
        } else {
            format!("\n{:1$}", "", self.indent())
        };
        // A statement after a colon must not be moved out of its block.
        let line_tokens = self
            .tokens
            .iter()
            .rev()
            .take_while(|token| token.kind != TokenKind::Newline);
        let is_plain = self.brackets.is_empty()
            && !line_tokens
                .into_iter()
                .any(|token| token.kind == TokenKind::Symbol(":"));
        let span = Span::new(start, self.text.len() - after.len());
        self.report(if is_plain {
            wrong.with_fix(span, next)
        } else {
            wrong
        });
        self.push(TokenKind::Newline, start);
    }

    fn close_bracket(&mut self, symbol: &'static str, start: usize) {
        let wanted = if symbol == ")" { "(" } else { "[" };
        let span = self.span_from(start);
        match self.brackets.pop() {
            Some((open, _)) if open == wanted => self.push(TokenKind::Symbol(symbol), start),
            Some((open, opened)) => {
                let closing = closing_bracket(open);
                let problem = format!(
                    "`{symbol}` does not match the `{open}` on line {}",
                    opened.line(self.text)
                );
                let help = format!("write `{closing}`");
                self.report(Mistake::new(span, problem, help).with_fix(span, closing));
                self.push(TokenKind::Symbol(closing), start);
            }
            None => {
                let wrong = Mistake::new(
                    span,
                    format!("`{symbol}` has no matching opening bracket"),
                    "remove it, or add the opening bracket",
                );
                self.report(wrong.with_removal(span));
            }
        }
    }
}

/// Returns whether a line declares a metric of this name.
fn declares_metric(line: &str, name: &str) -> bool {
    let value = line
        .strip_prefix(name)
        .and_then(|rest| rest.trim_start().strip_prefix('='));
    let function = value
        .and_then(|value| value.split_once('('))
        .map(|(function, _)| function.trim());
    function.is_some_and(|function| {
        builtin::find(function).is_some_and(|found| matches!(found.role, BuiltinRole::Metric(_)))
    })
}
