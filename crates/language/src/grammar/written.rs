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
    pub(crate) fn to_source(&self) -> String {
        match &self.kind {
            ExprKind::Whole(number) => number.to_string(),
            ExprKind::Decimal(ratio) => ratio.to_string(),
            ExprKind::Text(text) if text.contains('"') => format!("'{text}'"),
            ExprKind::Text(text) => format!("\"{text}\""),
            ExprKind::Truth(truth) => truth.to_string(),
            ExprKind::Name(name) => name.clone(),
            ExprKind::List(items) => format!("[{}]", join_parts(items, ", ", LOOSEST)),
            ExprKind::Comprehension(inner) => format!("[{}]", inner.to_source()),
            ExprKind::Negative(inner) => format!("-{}", inner.source_within(PRODUCT + 1)),
            ExprKind::Not(inner) => format!("not {}", inner.source_within(COMPARED - 1)),
            ExprKind::Binary(operator, left, right) => {
                let tightness = self.precedence();
                format!(
                    "{} {} {}",
                    left.source_within(tightness),
                    operator.symbol(),
                    right.source_within(tightness + 1)
                )
            }
            ExprKind::Compare(first, rest) => {
                let each = |(relation, right): &(Relation, Expr)| {
                    format!(" {} {}", relation.symbol(), right.source_within(SUM))
                };
                first.source_within(SUM) + &rest.iter().map(each).collect::<String>()
            }
            ExprKind::And(parts) => join_parts(parts, " and ", COMPARED - 1),
            ExprKind::Or(parts) => join_parts(parts, " or ", COMPARED - 2),
            ExprKind::IfElse(parts) => {
                let [then, condition, otherwise] = &**parts;
                format!(
                    "{} if {} else {}",
                    then.branch_source(),
                    condition.branch_source(),
                    otherwise.to_source()
                )
            }
            ExprKind::Index(list, index) => {
                format!("{}[{}]", list.source_within(SINGLE), index.to_source())
            }
            ExprKind::Field(entry, name) => {
                format!("{}.{}", entry.source_within(SINGLE), name.text)
            }
            ExprKind::Call(call) => {
                let given = call.arguments.iter().map(|argument| {
                    match (&argument.name, &argument.value.kind) {
                        (Some(name), _) => {
                            format!("{} = {}", name.text, argument.value.to_source())
                        }
                        (None, ExprKind::Comprehension(inner)) => inner.to_source(),
                        (None, _) => argument.value.to_source(),
                    }
                });
                format!(
                    "{}({})",
                    call.name.text,
                    given.collect::<Vec<_>>().join(", ")
                )
            }
            // These stand in declarations and in questions, of which no hint is made.
            ExprKind::Entry(_) | ExprKind::QuestionPart(_) => "...".to_owned(),
        }
    }

    /// As a side of a comparison.
    pub(crate) fn operand_source(&self) -> String {
        self.source_within(SUM)
    }

    /// As a factor, or a side of a difference.
    pub(crate) fn factor_source(&self) -> String {
        self.source_within(PRODUCT)
    }

    /// Behind `not`.
    pub(crate) fn negated_source(&self) -> String {
        self.source_within(COMPARED)
    }

    /// Returns the text of the expression as a part of an `if` within a line.
    pub(crate) fn branch_source(&self) -> String {
        self.source_within(LOOSEST + 1)
    }

    /// Returns the text of the expression, in brackets if it binds less tightly than its
    /// surroundings.
    fn source_within(&self, tightness: u8) -> String {
        if self.precedence() < tightness {
            format!("({})", self.to_source())
        } else {
            self.to_source()
        }
    }

    /// The same, in brackets wherever it is more than one thing.
    pub(crate) fn atom_source(&self) -> String {
        self.source_within(SINGLE)
    }

    fn precedence(&self) -> u8 {
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
            ExprKind::Compare(left, rest) => match rest.as_slice() {
                [(relation, with)] => Some((left, *relation, with)),
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
    fn to_source(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(|name| name.text.as_str()).collect();
        let condition = self
            .condition
            .iter()
            .map(|condition| format!(" if {}", condition.branch_source()));
        let condition: String = condition.collect();
        format!(
            "{} for {} in {}{condition}",
            self.item.to_source(),
            names.join(", "),
            self.source.branch_source()
        )
    }
}

fn join_parts(parts: &[Expr], between: &str, tightness: u8) -> String {
    parts
        .iter()
        .map(|part| part.source_within(tightness))
        .collect::<Vec<_>>()
        .join(between)
}

/// A name that none of these words is: for a hint that needs one of its own.
pub(crate) fn unused_name(text: &str) -> String {
    first_unused(["x", "y", "z"], text)
}

/// The same of a place in a list.
pub(crate) fn unused_index_name(text: &str) -> String {
    first_unused(["i", "j", "k"], text)
}

fn first_unused(names: [&str; 3], text: &str) -> String {
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let numbered = (1..).map(|number| format!("{}{number}", names[0]));
    let mut names = names.into_iter().map(str::to_owned).chain(numbered);
    names
        .find(|name| words().all(|word| word != name))
        .unwrap_or_default()
}
