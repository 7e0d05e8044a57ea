//! The numbers of a question, from words to a tree: sums, products, functions, metrics at their steps.

use super::cursor::{Parsed, Parser};
use super::parse::statistic;
use super::token::TokenKind;
use super::tree::{At, Function, Sign, Step, StepKind, Tree, TreeKind};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;

/// The words that no bare name may be.
const WORDS: [&str; 7] = ["and", "or", "not", "in", "is", "absent", "last"];

/// A name as a question writes it: by itself where it can be read so, else in quotes.
///
/// ```
/// use oddsmith_language::question::name;
///
/// assert_eq!([name("actions"), name("Power.rounds"), name("last")], ["actions", "'Power.rounds'", "'last'"]);
/// ```
pub fn name(own: &str) -> String {
    let mut letters = own.chars();
    let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    let is_word = begins && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_word && !WORDS.contains(&own) { own.to_owned() } else { format!("'{own}'") }
}

impl Parser<'_> {
    pub(super) fn sum(&mut self) -> Parsed<Tree> {
        let mut left = self.product()?;
        loop {
            let sign = match self.peek() {
                TokenKind::Symbol("+") => Sign::Plus,
                TokenKind::Symbol("-") => Sign::Minus,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            let span = left.span.to(right.span);
            left = Tree { kind: TreeKind::Arithmetic(sign, Box::new([left, right])), span };
        }
    }

    fn product(&mut self) -> Parsed<Tree> {
        let mut left = self.negative()?;
        loop {
            if self.is("/") {
                return self
                    .fail("`/` is not used here", "there is + - * of whole numbers; compare a product: 2 * a >= b");
            }
            if !self.take("*") {
                return Ok(left);
            }
            let right = self.negative()?;
            let span = left.span.to(right.span);
            left = Tree { kind: TreeKind::Arithmetic(Sign::Times, Box::new([left, right])), span };
        }
    }

    fn negative(&mut self) -> Parsed<Tree> {
        let start = self.span();
        if !self.take("-") {
            return self.atom();
        }
        if self.is("-") {
            return self.fail("two minus signs", "take one out");
        }
        let inner = self.atom()?;
        Ok(Tree { span: start.to(inner.span), kind: TreeKind::Negative(Box::new(inner)) })
    }

    fn atom(&mut self) -> Parsed<Tree> {
        const STANDS: &str = "a metric, a whole number, a function such as sum(...), or ( may stand here";
        let span = self.span();
        match self.peek() {
            &TokenKind::Whole(number) => {
                self.advance();
                Ok(Tree { kind: TreeKind::Whole(number), span })
            }
            TokenKind::Decimal(_) => self.fail(
                format!("{} is no whole number", self.peek().words()),
                "what a trial shows are whole numbers: compare with one",
            ),
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = self.expression()?;
                self.symbol(")", "the bracket that was opened is closed")?;
                Ok(Tree { kind: inner.kind, span: span.to(self.previous()) })
            }
            TokenKind::Name(name) if WORDS.contains(&name.as_str()) => {
                self.fail(format!("`{name}` stands where a number or an event is expected"), STANDS)
            }
            TokenKind::Name(name) if self.tokens[self.at + 1].kind == TokenKind::Symbol("(") => self.call(name),
            TokenKind::Name(_) | TokenKind::Quoted(_) => self.metric(),
            TokenKind::Symbol("|") => self.fail("nothing stands before `|`", STANDS),
            _ => self.expected("a number or an event", STANDS),
        }
    }

    fn call(&mut self, name: &str) -> Parsed<Tree> {
        let span = self.span();
        let Some((_, function)) = Function::ALL.iter().find(|(own, _)| *own == name) else {
            let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if statistic(name).is_some() => format!("{name}(...) stands outside only"),
                None => format!("functions: {}", names.join(", ")),
            };
            return self.fail(format!("there is no function `{name}`"), help);
        };
        self.advance();
        self.advance();
        let mut list = Vec::new();
        while !self.is(")") {
            list.push(self.expression()?);
            if !self.take(",") {
                break;
            }
        }
        self.symbol(")", &format!("{name}( is closed by ); commas stand between what it is of"))?;
        let span = span.to(self.previous());
        match (list.len(), function) {
            (0, _) => Err(Diagnostic::new(span, format!("{name} of nothing"), format!("write {name}(x)"))),
            (2.., Function::Abs) => Err(Diagnostic::new(span, "abs is of one number", "write abs(x)")),
            _ => Ok(Tree { kind: TreeKind::Call(*function, list), span }),
        }
    }

    fn metric(&mut self) -> Parsed<Tree> {
        let start = self.span();
        // A band is known by its name, which may have hyphens.
        let joined = self.joined_by_hyphens();
        let name = match self.peek() {
            TokenKind::Name(own)
                if self.vocabulary.word(own).is_none() && self.vocabulary.bands(&joined).next().is_some() =>
            {
                let end = start.start + joined.len();
                while self.tokens[self.at + 1].span.start < end && *self.peek() != TokenKind::End {
                    self.advance();
                }
                joined
            }
            TokenKind::Name(name) | TokenKind::Quoted(name) => name.clone(),
            _ => joined,
        };
        self.advance();
        let at = if self.is("@") { Some(self.step_or_steps()?) } else { None };
        Ok(Tree { kind: TreeKind::Metric { name: Some(name), at }, span: start.to(self.previous()) })
    }

    fn step_or_steps(&mut self) -> Parsed<At> {
        let start = self.span();
        self.advance();
        let first = self.step()?;
        let last = if self.take("..") { Some(self.step()?) } else { None };
        Ok(At { first, last, span: start.to(self.previous()) })
    }

    fn step(&mut self) -> Parsed<Step> {
        let kind = match self.peek() {
            &TokenKind::Whole(number) if u32::try_from(number).is_ok() => StepKind::Number(number as u32),
            TokenKind::Name(name) if name == "last" => StepKind::Last,
            TokenKind::Name(name) | TokenKind::Quoted(name) => StepKind::Name(name.clone()),
            _ => {
                return self.expected("a step", "write its number, its name or `last`: acts@6, result@Left, acts@last");
            }
        };
        let span = self.span();
        self.advance();
        Ok(Step { kind, span })
    }
}
