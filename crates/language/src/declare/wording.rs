//! The words for metrics, values and options in sentences, where a file sets them.

use super::kind::MetricKind;
use super::setting::{DeclaredType, FACE_RANGES, ParameterWording};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Expr, ExprKind, Name};

/// The words for a metric in a sentence. Its label takes the place of words that are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetricWording {
    /// What follows 1 of a count: "model is left".
    pub singular: String,
    /// What follows every other number: "models are left".
    pub plural: String,
    /// What happens where a flag is true, as a whole clause: "the unit breaks".
    pub yes: String,
    /// What happens where it is not: "the unit holds".
    pub no: String,
    /// What happens with each outcome of a category, in their order, or at the time of a `when`:
    /// "we win".
    pub says: Vec<String>,
}

/// The longest clause.
const MAX_CLAUSE_LENGTH: usize = 120;

/// Returns the wording settings that a kind of metric accepts.
pub(super) fn wording_arguments(kind: &MetricKind) -> &'static [&'static str] {
    match kind {
        MetricKind::Count => &["one", "many"],
        MetricKind::Flag => &["yes", "no"],
        MetricKind::When | MetricKind::Category(_) => &["says"],
    }
}

impl MetricWording {
    /// Takes one of its arguments.
    pub(super) fn take(
        &mut self,
        kind: &MetricKind,
        name: &Name,
        value: &Expr,
    ) -> Result<(), Mistake> {
        match (name.text.as_str(), kind) {
            ("one", _) => self.singular = clause(value, "one = \"model is left\"")?,
            ("many", _) => self.plural = clause(value, "many = \"models are left\"")?,
            ("yes", _) => self.yes = clause(value, "yes = \"the unit breaks\"")?,
            ("no", _) => self.no = clause(value, "no = \"the unit holds\"")?,
            (_, MetricKind::Category(outcomes)) => {
                self.says = clauses(value, outcomes.len(), "says = [\"we win\", \"they win\"]")?;
            }
            _ => self.says = vec![clause(value, "says = \"the first model is lost\"")?],
        }
        Ok(())
    }

    /// Of two that belong together both are said.
    pub(super) fn check(&self, name: &Name) -> Result<(), Mistake> {
        let pairs = [
            (["one", "many"], [&self.singular, &self.plural]),
            (["yes", "no"], [&self.yes, &self.no]),
        ];
        for (words, texts) in pairs {
            if texts[0].is_empty() != texts[1].is_empty() {
                let problem = format!(
                    "`{}` has only one of `{}` and `{}`",
                    name.text, words[0], words[1]
                );
                return Err(Mistake::new(
                    name.span,
                    problem,
                    "add the other one, or remove both",
                ));
            }
        }
        Ok(())
    }
}

/// Some words that stand in a sentence.
pub(super) fn clause(value: &Expr, example: &str) -> Result<String, Mistake> {
    let wrong = |problem: &str| {
        Err(Mistake::new(
            value.span,
            problem,
            format!("write, for example, {example}"),
        ))
    };
    match &value.kind {
        ExprKind::Text(text) if text.trim().is_empty() => wrong("this text is empty"),
        ExprKind::Text(text) if text.chars().count() > MAX_CLAUSE_LENGTH => {
            wrong("this text is too long for a title")
        }
        ExprKind::Text(text) => Ok(text.trim().to_owned()),
        _ => wrong("this wording must be text in quotes"),
    }
}

/// So many of them in a list.
pub(super) fn clauses(value: &Expr, count: usize, example: &str) -> Result<Vec<String>, Mistake> {
    match &value.kind {
        ExprKind::List(items) if items.len() == count => {
            items.iter().map(|item| clause(item, example)).collect()
        }
        ExprKind::List(items) => {
            let problem = format!(
                "each value needs one wording; values: {count}, wordings: {}",
                items.len()
            );
            Err(Mistake::new(
                value.span,
                problem,
                format!("give one for each, in the same order: {example}"),
            ))
        }
        _ => Err(Mistake::new(
            value.span,
            "`says` must be a list",
            format!("write, for example, {example}"),
        )),
    }
}

/// How the values of a parameter of this kind are put, by the arguments that say so.
pub(super) fn parameter_wording<'e>(
    kind: &DeclaredType,
    argument: impl Fn(&str) -> Option<&'e Expr>,
) -> Result<ParameterWording, Mistake> {
    let argument_clause = |name: &str, example: &str| {
        argument(name)
            .map(|value| clause(value, example))
            .transpose()
    };
    let mut wording = ParameterWording::default();
    match kind {
        DeclaredType::Whole { .. } | DeclaredType::Decimal { .. } => {
            wording.unit = argument_clause("unit", "unit = \"or more\"")?.unwrap_or_default();
            wording.die = argument_clause("die", "die = \"or more\"")?.unwrap_or_default();
            if let Some(value) =
                argument("die").filter(|_| !FACE_RANGES.contains(&wording.die.as_str()))
            {
                let problem = format!("`die` cannot be \"{}\"", wording.die);
                return Err(Mistake::new(
                    value.span,
                    problem,
                    "write \"or more\", \"or less\" or \"alone\"",
                ));
            }
        }
        DeclaredType::OneOf(words) => {
            let example = "says = [\"without advantage\", \"with advantage\"]";
            let says = argument("says").map(|value| clauses(value, words.len(), example));
            wording.says = says.transpose()?.unwrap_or_default();
        }
        DeclaredType::YesNo => {
            let (yes, no) = (
                argument_clause("yes", "yes = \"charging\"")?,
                argument_clause("no", "no = \"standing\"")?,
            );
            wording.says = match (no, yes) {
                (Some(no), Some(yes)) => vec![no, yes],
                (None, None) => Vec::new(),
                _ => {
                    let span = argument("yes")
                        .or(argument("no"))
                        .map_or(Default::default(), |value| value.span);
                    return Err(Mistake::new(
                        span,
                        "only one of `yes` and `no` is given",
                        "give both, or neither",
                    ));
                }
            };
        }
        DeclaredType::Dice | DeclaredType::Entries { .. } => (),
    }
    Ok(wording)
}
