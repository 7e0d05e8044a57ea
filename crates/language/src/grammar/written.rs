//! An expression as it would be written, for hints in the words of the line that they are of.

use super::tree::{Argument, Binary, Comprehension, Expr, ExprKind, Relation};

/// How tightly something holds together, from a choice of two values up to what needs no brackets
/// anywhere.
const LOOSEST: u8 = 0;
const COMPARED: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const SINGLE: u8 = 8;

impl Expr {
    /// As it would be written. The brackets are those that it needs.
    pub(crate) fn written(&self) -> String {
        match &self.kind {
            ExprKind::Whole(number) => number.to_string(),
            ExprKind::Decimal(ratio) => ratio.to_string(),
            ExprKind::Text(text) if text.contains('"') => format!("'{text}'"),
            ExprKind::Text(text) => format!("\"{text}\""),
            ExprKind::Truth(truth) => truth.to_string(),
            ExprKind::Name(name) => name.clone(),
            ExprKind::List(items) => format!("[{}]", joined(items, ", ", LOOSEST)),
            ExprKind::Comprehension(inner) => format!("[{}]", inner.written()),
            ExprKind::Negative(inner) => format!("-{}", inner.within(PRODUCT + 1)),
            ExprKind::Not(inner) => format!("not {}", inner.within(COMPARED - 1)),
            ExprKind::Binary(operator, left, right) => {
                let tightness = self.tightness();
                format!(
                    "{} {} {}",
                    left.within(tightness),
                    operator.symbol(),
                    right.within(tightness + 1)
                )
            }
            ExprKind::Compare(first, rest) => {
                let each = |(relation, right): &(Relation, Expr)| {
                    format!(" {} {}", relation.symbol(), right.within(SUM))
                };
                first.within(SUM) + &rest.iter().map(each).collect::<String>()
            }
            ExprKind::And(parts) => joined(parts, " and ", COMPARED - 1),
            ExprKind::Or(parts) => joined(parts, " or ", COMPARED - 2),
            ExprKind::IfElse(parts) => {
                let [then, condition, otherwise] = &**parts;
                format!(
                    "{} if {} else {}",
                    then.chosen(),
                    condition.chosen(),
                    otherwise.written()
                )
            }
            ExprKind::Index(list, index) => format!("{}[{}]", list.within(SINGLE), index.written()),
            ExprKind::Field(entry, name) => format!("{}.{}", entry.within(SINGLE), name.text),
            ExprKind::Call(call) => {
                let given = call.arguments.iter().map(|argument| {
                    match (&argument.name, &argument.value.kind) {
                        (Some(name), _) => format!("{} = {}", name.text, argument.value.written()),
                        (None, ExprKind::Comprehension(inner)) => inner.written(),
                        (None, _) => argument.value.written(),
                    }
                });
                format!(
                    "{}({})",
                    call.name.text,
                    given.collect::<Vec<_>>().join(", ")
                )
            }
            // These stand in declarations and in questions, of which no hint is made.
            ExprKind::Entry(_) | ExprKind::Asked(_) => "...".to_owned(),
        }
    }

    /// As a side of a comparison.
    pub(crate) fn compared(&self) -> String {
        self.within(SUM)
    }

    /// As a factor, or a side of a difference.
    pub(crate) fn multiplied(&self) -> String {
        self.within(PRODUCT)
    }

    /// Behind `not`.
    pub(crate) fn negated(&self) -> String {
        self.within(COMPARED)
    }

    /// Returns the text of the expression as a part of an `if` within a line.
    pub(crate) fn chosen(&self) -> String {
        self.within(LOOSEST + 1)
    }

    /// Returns the text of the expression, in brackets if it binds less tightly than its
    /// surroundings.
    fn within(&self, tightness: u8) -> String {
        if self.tightness() < tightness {
            format!("({})", self.written())
        } else {
            self.written()
        }
    }

    /// The same, in brackets wherever it is more than one thing.
    pub(crate) fn single(&self) -> String {
        self.within(SINGLE)
    }

    fn tightness(&self) -> u8 {
        match &self.kind {
            ExprKind::IfElse(_) => LOOSEST,
            ExprKind::Or(_) => 1,
            ExprKind::And(_) => 2,
            ExprKind::Not(_) => 3,
            ExprKind::Compare(..) => COMPARED,
            ExprKind::Binary(Binary::Add | Binary::Subtract, ..) => SUM,
            ExprKind::Binary(..) => PRODUCT,
            ExprKind::Negative(_) => PRODUCT + 1,
            ExprKind::Whole(..0) => PRODUCT + 1,
            _ => SINGLE,
        }
    }

    /// Whether it stands for one value that it has already, and may be written twice.
    pub(crate) fn is_plain(&self) -> bool {
        match &self.kind {
            ExprKind::Index(list, index) => list.is_plain() && index.is_plain(),
            ExprKind::List(items) => items.iter().all(Expr::is_plain),
            ExprKind::Field(entry, _) => entry.is_plain(),
            ExprKind::Negative(inner) => inner.is_plain(),
            ExprKind::Binary(_, left, right) => left.is_plain() && right.is_plain(),
            ExprKind::Name(_)
            | ExprKind::Whole(_)
            | ExprKind::Decimal(_)
            | ExprKind::Text(_)
            | ExprKind::Truth(_) => true,
            _ => false,
        }
    }

    /// What is compared with one thing, and how.
    pub(crate) fn as_comparison(&self) -> Option<(&Expr, Relation, &Expr)> {
        match &self.kind {
            ExprKind::Compare(what, rest) => match rest.as_slice() {
                [(relation, with)] => Some((what, *relation, with)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is a number or a text as it stands.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Whole(_) | ExprKind::Decimal(_) | ExprKind::Text(_)
        )
    }
}

impl Argument {
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name
            .as_ref()
            .is_some_and(|argument_name| argument_name.text == name)
    }
}

impl Comprehension {
    fn written(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(|name| name.text.as_str()).collect();
        let condition = self
            .condition
            .iter()
            .map(|condition| format!(" if {}", condition.chosen()));
        let condition: String = condition.collect();
        format!(
            "{} for {} in {}{condition}",
            self.item.written(),
            names.join(", "),
            self.source.chosen()
        )
    }
}

fn joined(parts: &[Expr], between: &str, tightness: u8) -> String {
    parts
        .iter()
        .map(|part| part.within(tightness))
        .collect::<Vec<_>>()
        .join(between)
}

/// A name that none of these words is: for a hint that needs one of its own.
pub(crate) fn unused_name(text: &str) -> String {
    unused_of(["x", "y", "z"], text)
}

/// The same of a place in a list.
pub(crate) fn unused_place(text: &str) -> String {
    unused_of(["i", "j", "k"], text)
}

fn unused_of(names: [&str; 3], text: &str) -> String {
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let numbered = (1..).map(|number| format!("{}{number}", names[0]));
    let mut names = names.into_iter().map(str::to_owned).chain(numbered);
    names
        .find(|name| words().all(|word| word != name))
        .unwrap_or_default()
}
