//! Dice as text: `4d6kh3+{bonus}`.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A sum of dice and numbers, with the names in braces left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) terms: Vec<Term>,
    /// The names in braces, in the order of the text, and where each stands.
    pub(crate) names: Vec<(String, Span)>,
}

/// What a sum adds or takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    pub(crate) negative: bool,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    Number(Amount),
    Dice { n: Amount, sides: Amount, keep: Option<(Keep, Amount)>, explodes: bool },
}

/// A number, or the place of a name in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Amount {
    Fixed(i64),
    Open(usize),
}

/// Which dice are kept or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keep {
    Highest,
    Lowest,
    AllButHighest,
    AllButLowest,
}

impl Template {
    pub(crate) fn explodes(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.what, What::Dice { explodes: true, .. }))
    }
}

/// The most names that one text holds.
const MOST_NAMES: usize = 255;

const HELP: &str = "write numbers and dice with + and - between, such as 2d6, d20+{bonus}, 4d6kh3 (keep the three highest) or 3d6! (sixes explode)";

/// Reads a text; `span` is where it stands in the file, its quotes included.
pub(crate) fn parse(text: &str, span: Span) -> Result<Template, Diagnostic> {
    let mut reader = Reader { text, at: 0, offset: span.start + 1, template: Template::default() };
    reader.sum()?;
    Ok(reader.template)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    offset: usize,
    template: Template,
}

type Read<T> = Result<T, Diagnostic>;

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest().get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn error<T>(&self, start: usize, problem: String, help: &str) -> Read<T> {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let end = if start == self.at { self.at + length } else { self.at };
        Err(Diagnostic::new(Span::new(self.offset + start, self.offset + end), problem, help))
    }

    fn expected<T>(&self, wanted: &str) -> Read<T> {
        let found = self.rest().chars().next().map_or("the end".to_owned(), |c| format!("`{c}`"));
        self.error(self.at, format!("expected {wanted} in these dice, found {found}"), HELP)
    }

    fn sum(&mut self) -> Read<()> {
        self.skip_blanks();
        let mut negative = self.take("-");
        loop {
            let what = self.term()?;
            self.template.terms.push(Term { negative, what });
            self.skip_blanks();
            if self.rest().is_empty() {
                return Ok(());
            }
            negative = self.sign()?;
        }
    }

    fn sign(&mut self) -> Read<bool> {
        if self.take("+") {
            return Ok(false);
        }
        if self.take("-") { Ok(true) } else { self.expected("`+`, `-` or the end") }
    }

    fn term(&mut self) -> Read<What> {
        self.skip_blanks();
        let amount = self.amount()?;
        if !self.take("d") {
            return match amount {
                Some(amount) => Ok(What::Number(amount)),
                None => self.expected("a number or dice such as 2d6"),
            };
        }
        self.dice(amount.unwrap_or(Amount::Fixed(1)))
    }

    fn dice(&mut self, n: Amount) -> Read<What> {
        let start = self.at;
        let Some(sides) = self.amount()? else { return self.expected("the die's number of faces") };
        if sides == Amount::Fixed(0) {
            return self.error(start, "a die without faces".to_owned(), "a die has 1 face or more");
        }
        let (mut explodes, mut keep) = (false, None);
        loop {
            if !explodes && self.take("!") {
                explodes = true;
            } else if let (None, Some(found)) = (keep, self.keep()?) {
                keep = Some(found);
            } else {
                break;
            }
        }
        if explodes && sides == Amount::Fixed(1) {
            return self.error(start, "a die with one face explodes for ever".to_owned(), "give it 2 faces or more");
        }
        Ok(What::Dice { n, sides, keep, explodes })
    }

    fn keep(&mut self) -> Read<Option<(Keep, Amount)>> {
        let start = self.at;
        let kinds =
            [("kh", Keep::Highest), ("kl", Keep::Lowest), ("dh", Keep::AllButHighest), ("dl", Keep::AllButLowest)];
        let Some((_, keep)) = kinds.into_iter().find(|(word, _)| self.take(word)) else {
            return if self.take("k") {
                self.error(
                    start,
                    "`k` alone does not say which dice are kept".to_owned(),
                    "write kh3 to keep the three highest, kl3 the three lowest",
                )
            } else {
                Ok(None)
            };
        };
        Ok(Some((keep, self.amount()?.unwrap_or(Amount::Fixed(1)))))
    }

    fn amount(&mut self) -> Read<Option<Amount>> {
        if self.take("{") {
            return self.open().map(Some);
        }
        let start = self.at;
        self.at += self.rest().bytes().take_while(u8::is_ascii_digit).count();
        match self.text[start..self.at].parse::<i64>() {
            _ if start == self.at => Ok(None),
            Ok(number) if number <= 1_000_000 => Ok(Some(Amount::Fixed(number))),
            _ => self.error(start, "this number is too large".to_owned(), "numbers in dice reach to 1,000,000"),
        }
    }

    fn open(&mut self) -> Read<Amount> {
        let start = self.at;
        let length = self.rest().find('}');
        self.at += length.unwrap_or(self.rest().len());
        let name = self.text[start..self.at].trim().to_owned();
        if length.is_none() || name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return self.error(
                start,
                "braces hold one name".to_owned(),
                "write dice(\"d20+{bonus}\"); give what is worked out a name first",
            );
        }
        if self.template.names.len() == MOST_NAMES {
            return self.error(start, format!("more than {MOST_NAMES} names in one text"), "add two texts of dice up");
        }
        self.template.names.push((name, Span::new(self.offset + start, self.offset + self.at)));
        self.at += 1;
        Ok(Amount::Open(self.template.names.len() - 1))
    }
}
