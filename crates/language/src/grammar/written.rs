//! Converts expressions back to source text, for hints that quote the line.

use super::tree::{Argument, Binary, Comprehension, Expr, ExprKind, Relation};

/// The precedence levels, from the loosest to the tightest.
const LOOSEST: u8 = 0;
const COMPARED: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const NEGATIVE: u8 = 7;
const POWER: u8 = 8;
const SINGLE: u8 = 9;

impl Expr {
    /// Returns the source text, with only the necessary brackets.
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
            ExprKind::Negative(inner) => format!("-{}", inner.source_within(NEGATIVE)),
            ExprKind::Not(inner) => format!("not {}", inner.source_within(COMPARED - 1)),
            ExprKind::Binary(Binary::Power, base, exponent) => format!(
                "{} ** {}",
                base.source_within(SINGLE),
                exponent.source_within(NEGATIVE)
            ),
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
            // These occur in declarations and in questions, for which no hints are made.
            ExprKind::Entry(_) | ExprKind::QuestionPart(_) => "...".to_owned(),
        }
    }

    /// Returns the text as a side of a comparison.
    pub(crate) fn operand_source(&self) -> String {
        self.source_within(SUM)
    }

    /// Returns the text as a factor, or as a side of a difference.
    pub(crate) fn factor_source(&self) -> String {
        self.source_within(PRODUCT)
    }

    /// Returns the text as the operand of `not`.
    pub(crate) fn negated_source(&self) -> String {
        self.source_within(COMPARED)
    }

    /// Returns the text as a part of an `if` within a line.
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

    /// Returns the text in brackets, unless it is a single item.
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
            ExprKind::Binary(Binary::Power, ..) => POWER,
            ExprKind::Binary(..) => PRODUCT,
            ExprKind::Negative(_) | ExprKind::Whole(..0) => NEGATIVE,
            _ => SINGLE,
        }
    }

    /// Returns whether evaluating the expression twice gives the same value without asking chance.
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

    /// Returns the parts of a comparison with a single operator.
    pub(crate) fn as_comparison(&self) -> Option<(&Expr, Relation, &Expr)> {
        match &self.kind {
            ExprKind::Compare(left, rest) => match rest.as_slice() {
                [(relation, with)] => Some((left, *relation, with)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether the expression is a literal number or text.
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

/// Returns a name that does not occur in a text, for use in a hint.
pub(crate) fn unused_name(text: &str) -> String {
    first_unused(["x", "y", "z"], text)
}

/// Returns an index name that does not occur in a text.
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
