//! What other languages write between operators, and what to write here.

use super::parser::{Parsed, Parser};
use super::token::TokenKind;
use super::tree::{Expr, ExprKind, Name};
use crate::diagnostic::Mistake;
use crate::foreign;
use crate::source::Span;

impl Parser<'_> {
    /// Parts of a list as others cut them out: `xs[:3]`, `xs[1:]`.
    pub(super) fn slice(&mut self, list: &Expr, first: Option<&Expr>) -> Parsed<Expr> {
        let help = "write the places one by one: [list[i] for i in range(3)]; highest(list, 3) are the three highest, wherever they stand";
        let wrong = self.mistake("parts of a list are not cut out with `:`", help);
        self.advance();
        if self.is_symbol(":") {
            let help = "sorted(list) is lowest first; highest(list, len(list)) is highest first";
            return self.report(Mistake { help: help.to_owned(), ..wrong });
        }
        let end = if self.is_symbol("]") { None } else { Some(self.expression()?) };
        let ExprKind::Name(name) = &list.kind else {
            let written = |expr: &Expr| self.text[expr.span.start..expr.span.end].to_owned();
            let first = first.map(|first| format!("{}, ", written(first))).unwrap_or_default();
            let end = end.as_ref().map_or_else(|| "len(xs)".to_owned(), written);
            let help = format!(
                "give the list a name, xs = ..., and write its places one by one: [xs[i] for i in range({first}{end})]"
            );
            return self.report(Mistake { help, ..wrong });
        };
        // A negative end is counted from behind, and a slice out of brackets is no name's.
        let is_from_behind = |end: &Expr| end.as_ratio().is_some_and(|end| end.numerator() < 0);
        if !self.is_symbol("]") || first.into_iter().chain(&end).any(is_from_behind) {
            return self.report(wrong);
        }
        let written = |expr: &Expr| self.text[expr.span.start..expr.span.end].to_owned();
        let first = first.map(|first| format!("{}, ", written(first))).unwrap_or_default();
        let end = end.as_ref().map_or_else(|| format!("len({name})"), written);
        let fix = format!("[{name}[i] for i in range({first}{end})]");
        let help =
            format!("write the places one by one: {fix}; highest({name}, n) are the n highest, wherever they stand");
        self.report(Mistake { help, ..wrong }.with_fix(list.span.to(self.span()), fix))
    }

    /// What stands behind a point and is called, as in other languages.
    pub(super) fn method(&mut self, of: &Expr, name: &Name) -> Parsed<Expr> {
        self.advance();
        let arguments = self.arguments(false)?;
        let end = self.span();
        self.symbol(")", "arguments stand in brackets with commas between them")?;
        let written = |expr: &Expr| self.text[expr.span.start..expr.span.end].to_owned();
        let (own, given) = (written(of), arguments.iter().map(|argument| written(&argument.value)).collect::<Vec<_>>());
        if name.text == "random" && own == "random" && (self.is_symbol("<") || self.is_symbol("<=")) {
            return self.random(of, name);
        }
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let (help, fix) = match instead(&own, &name.text, &given, || self.unused_name()) {
            Some((fix, more)) => (format!("write {fix}{more}"), Some(fix)),
            None => match foreign::method(&name.text) {
                Some(help) => (help.to_owned(), None),
                None => (format!("functions stand before what they work on: {}(...)", name.text), None),
            },
        };
        let wrong = Mistake::new(name.span, format!("`.{}(...)` is not used here", name.text), help);
        // A change of a list stands on a line of its own.
        let is_name = matches!(of.kind, ExprKind::Name(_));
        let fix = fix.filter(|fix| is_name && (!fix.contains(" = ") || self.begins_a_line(of)));
        self.report(match fix {
            Some(fix) => wrong.with_fix(of.span.to(end), fix),
            None => wrong,
        })
    }

    /// `random.random() < 0.3`, which is `chance(0.3)`.
    fn random(&mut self, of: &Expr, name: &Name) -> Parsed<Expr> {
        self.advance();
        let p = self.expression()?;
        let fix = format!("chance({})", &self.text[p.span.start..p.span.end]);
        let wrong = Mistake::new(name.span, format!("`.{}(...)` is not used here", name.text), format!("write {fix}"));
        self.report(wrong.with_fix(of.span.to(p.span), fix))
    }

    /// `1..3`, as questions and other languages write what lies between.
    pub(super) fn dots(&mut self, first: &Expr) -> Parsed<()> {
        if self.is_question() || !self.is_symbol("..") {
            return Ok(());
        }
        let wrong = self.mistake("`..` is not used here", "write range(2, 5) for 2, 3, 4, or upto(3) for 1, 2, 3");
        self.advance();
        let Ok(last) = self.sum() else { return self.report(wrong) };
        let written = |expr: &Expr| &self.text[expr.span.start..expr.span.end];
        let fix = match (&first.kind, &last.kind) {
            (ExprKind::Whole(1), _) => format!("upto({})", written(&last)),
            (_, ExprKind::Whole(last)) => format!("range({}, {})", written(first), last + 1),
            _ => format!("range({}, {} + 1)", written(first), written(&last)),
        };
        self.report(wrong.with_fix(first.span.to(last.span), fix))
    }

    /// A name that stands nowhere in the text.
    fn unused_name(&self) -> String {
        let words = || self.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let names = ["x", "y", "z"].map(str::to_owned).into_iter().chain((1..).map(|number| format!("x{number}")));
        names.into_iter().find(|name| words().all(|word| word != name)).unwrap_or_default()
    }

    /// Whether nothing but blanks stands before it in its line.
    fn begins_a_line(&self, expr: &Expr) -> bool {
        let before = &self.text[..expr.span.start];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].trim().is_empty()
    }

    pub(super) fn dice_without_quotes(&mut self, written: &str) -> Parsed<Expr> {
        let (span, dice) = (self.span(), format!("dice(\"{written}\")"));
        let wrong = self.mistake(format!("`{written}` is not a number"), format!("to roll dice write {dice}"));
        self.report::<()>(wrong.with_fix(span, dice)).ok();
        self.advance();
        Ok(Expr::new(ExprKind::Whole(1), span))
    }

    /// `[highest 3 of 4d6]`, as AnyDice has it.
    pub(super) fn highest_of(&mut self, start: Span) -> Parsed<()> {
        let parts = [0, 1, 2, 3, 4].map(|further| &self.token(further).kind);
        let (word, kept, dice) = match parts {
            [
                TokenKind::Name(word),
                TokenKind::Whole(n),
                TokenKind::Name(of),
                TokenKind::Dice(dice),
                TokenKind::Symbol("]"),
            ] if of == "of" => (word.as_str(), *n, dice),
            _ => return Ok(()),
        };
        let keep = match word {
            "highest" => "kh",
            "lowest" => "kl",
            _ => return Ok(()),
        };
        let (fix, span) = (format!("dice(\"{dice}{keep}{kept}\")"), start.to(self.token(4).span));
        let wrong = Mistake::new(span, format!("`{word} ... of` is AnyDice's"), format!("write {fix}"));
        self.report(wrong.with_fix(span, fix))
    }
}

/// What to write for a function that stands behind what it works on, where that can be written in its place, and what to say
/// of it beside.
fn instead(own: &str, method: &str, given: &[&str], unused: impl Fn() -> String) -> Option<(String, String)> {
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let whole = |text: &str| if is_word(text) { text.to_owned() } else { format!("({text})") };
    let plain = |fix: String| Some((fix, String::new()));
    match (method, given) {
        ("append", [x]) => plain(format!("{own} = {own} + [{x}]")),
        ("extend", [xs]) => plain(format!("{own} = {own} + {}", whole(xs))),
        ("count", [x]) => {
            let (each, kind) = (unused(), x.strip_prefix('"').and_then(|text| text.strip_suffix('"')));
            let x = if kind.is_some() { (*x).to_owned() } else { whole(x) };
            let more = kind.map_or_else(String::new, |kind| format!("; of cards, {own}.{kind}"));
            Some((format!("sum({each} == {x} for {each} in {own})"), more))
        }
        ("sort", []) => plain(format!("{own} = sorted({own})")),
        ("sort", [yes]) if yes.eq_ignore_ascii_case("true") => plain(format!("{own} = highest({own}, len({own}))")),
        ("len" | "sum" | "min" | "max" | "any" | "all", []) => plain(format!("{method}({own})")),
        ("choices", [xs, weights]) => plain(format!("roll({xs}, weights = {weights})")),
        ("choice", [xs]) => plain(format!("roll({xs})")),
        _ => plain(foreign::rolled(method, given)?),
    }
}
