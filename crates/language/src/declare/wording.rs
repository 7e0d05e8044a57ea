//! The wording of metrics, values and options in sentences, if a file sets it.

use super::kind::MetricKind;
use super::setting::{DeclaredType, FACE_RANGES, ParameterWording};
use crate::diagnostic::Mistake;
use crate::grammar::tree::{Expr, ExprKind, Name};

/// The wording of a metric in sentences. The label of the metric replaces empty texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetricWording {
    /// The text after the number 1 of a count: "model is left".
    pub singular: String,
    /// The text after every other number: "models are left".
    pub plural: String,
    /// The clause for a flag that is true: "the unit breaks".
    pub yes: String,
    /// The clause for a flag that is false: "the unit holds".
    pub no: String,
    /// The clause for each outcome of a category, in order, or for the event of a `when`: "we win".
    pub says: Vec<String>,
}

/// The longest clause, in characters.
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
    /// Sets one of the wording arguments.
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

    /// Checks that the file sets both texts of a pair, or neither.
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

/// Reads a clause of a sentence.
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

/// Reads a list of `count` clauses.
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

/// Reads the wording of a parameter's values from its arguments.
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
