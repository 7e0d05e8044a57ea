//! Ranges of a sweep, `{ from, to, step }`, without rounding errors.

use crate::input::check;
use crate::input::diagnostic::Diagnostic;
use crate::input::tree::{Node, Tree};

/// The most values of a range: as many as the most cases.
const MAX_VALUES: i128 = 100_000;

/// Returns the values of `{ from, to, step }`, as exact decimals.
pub(super) fn range(node: &Node, problems: &mut Vec<Diagnostic>) -> Option<Vec<Node>> {
    let before = problems.len();
    check::report_unknown_keys(
        node.pairs().unwrap_or(&[]),
        &["from", "to", "step"],
        problems,
    );
    let mut end = |key: &str, usual: Option<Decimal>| end(node, (key, usual), problems);
    let (from, to, step) = (
        end("from", None),
        end("to", None),
        end(
            "step",
            Some(Decimal {
                digits: 1,
                places: 0,
            }),
        ),
    );
    let (from, to, step) = (from?, to?, step?);
    if problems.len() > before {
        return None;
    }
    let places = from.places.max(to.places).max(step.places);
    let [first, last, stride] = [from, to, step].map(|decimal| decimal.scaled(places));
    if stride <= 0 {
        problems.push(Diagnostic::at(
            &node.get("step").unwrap_or(node).place,
            "the step must be greater than 0",
            "use a positive step",
        ));
        return None;
    }
    if first > last {
        let help = "swap them, or write a list to get another order";
        problems.push(Diagnostic::at(
            &node.place,
            format!(
                "`from` is greater than `to`: {} > {}",
                from.text(),
                to.text()
            ),
            help,
        ));
        return None;
    }
    if node.get("step").is_none() && (last - first) % stride != 0 {
        problems.push(missing_step(node, from, to));
        return None;
    }
    if (last - first) / stride >= MAX_VALUES {
        problems.push(Diagnostic::at(
            &node.place,
            "this range has too many values",
            format!("use at most {MAX_VALUES} values"),
        ));
        return None;
    }
    let value = |digits| {
        let decimal = Decimal { digits, places };
        let tree = if places == 0 {
            Tree::Whole(digits as i64)
        } else {
            Tree::Decimal(decimal.text())
        };
        Node {
            tree,
            place: node.place.clone(),
        }
    };
    Some(
        (0..=(last - first) / stride)
            .map(|i| value(first + i * stride))
            .collect(),
    )
}

/// Reads an end of a range or its step. `usual` is the default.
fn end(
    node: &Node,
    (key, usual): (&str, Option<Decimal>),
    problems: &mut Vec<Diagnostic>,
) -> Option<Decimal> {
    let Some(end_node) = node.get(key) else {
        if usual.is_none() {
            let help = "write { from = 0, to = 6 }, or add step = 1";
            problems.push(Diagnostic::at(
                &node.place,
                format!("this range has no `{key}`"),
                help,
            ));
        }
        return usual;
    };
    let read = Decimal::parse(end_node);
    if read.is_none() {
        let (message, help) = match end_node.text() {
            Some(_) => (
                format!("`{key}`: {}", end_node.mismatch("a number")),
                format!("write a number: {key} = 2"),
            ),
            None => (
                format!("`{key}` is {}", end_node.brief()),
                "use a number with at most 9 decimal places".to_owned(),
            ),
        };
        problems.push(Diagnostic::at(&end_node.place, message, help));
    }
    read
}

/// Returns the error for a range of decimals that steps of 1 do not fit.
fn missing_step(node: &Node, from: Decimal, to: Decimal) -> Diagnostic {
    let message = format!(
        "steps of 1 do not go from {} to {}: the range needs a step",
        from.text(),
        to.text()
    );
    let (from, to, step) = (from.text(), to.text(), even_step(from, to).text());
    let help = match node.place.source.is_command_line() {
        true => format!("add one after a second ..: {from}..{to}..{step}"),
        false => format!("add one: {{ from = {from}, to = {to}, step = {step} }}"),
    };
    Diagnostic::at(&node.place, message, help)
}

/// Returns a round step that divides the range into 5 to 99 steps, or nearly does.
fn even_step(from: Decimal, to: Decimal) -> Decimal {
    let places = from.places.max(to.places) + 1;
    let length = to.scaled(places) - from.scaled(places);
    let round = || {
        (0..=places)
            .rev()
            .flat_map(|power| [5, 2, 1].map(|digit| digit * 10i128.pow(power)))
    };
    let even = round().find(|step| length % step == 0 && (5..100).contains(&(length / step)));
    let digits = even
        .or_else(|| round().find(|step| length / step >= 5))
        .unwrap_or(1);
    Decimal { digits, places }
}

/// A decimal: digits over a power of ten.
#[derive(Clone, Copy)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn parse(node: &Node) -> Option<Decimal> {
        match &node.tree {
            Tree::Whole(number) => Some(Decimal {
                digits: i128::from(*number),
                places: 0,
            }),
            Tree::Decimal(text) => {
                let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
                let decimals = decimals.trim_end_matches('0');
                let places = decimals.len() as u32;
                let digits = format!("{whole}{decimals}").parse().ok()?;
                (places <= 9 && whole.len() <= 19).then_some(Decimal { digits, places })
            }
            _ => None,
        }
    }

    fn scaled(self, places: u32) -> i128 {
        self.digits * 10i128.pow(places - self.places)
    }

    /// Returns the text without trailing zeros: 0.1 instead of 0.10.
    fn text(self) -> String {
        let unit = 10i128.pow(self.places);
        let sign = if self.digits < 0 { "-" } else { "" };
        let (whole, part) = (self.digits.abs() / unit, self.digits.abs() % unit);
        let decimals = format!("{part:0width$}", width = self.places as usize);
        let decimals = decimals.trim_end_matches('0');
        if decimals.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{decimals}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::input::diagnostic::Source;

    /// Returns the values of a range in TOML.
    fn values(toml: &str) -> Option<Vec<String>> {
        let source = Arc::new(Source {
            name: "test".into(),
            text: format!("range = {toml}"),
        });
        let document = Node::document(&source).unwrap();
        let mut problems = Vec::new();
        let values = range(document.get("range").unwrap(), &mut problems)?;
        assert!(problems.is_empty());
        Some(values.iter().map(Node::brief).collect())
    }

    #[test]
    fn decimals_do_not_drift_and_the_end_is_included() {
        assert_eq!(
            values("{ from = 0.05, to = 0.25, step = 0.05 }").unwrap(),
            ["0.05", "0.1", "0.15", "0.2", "0.25"]
        );
        assert_eq!(
            values("{ from = 0, to = 1, step = 0.25 }").unwrap(),
            ["0", "0.25", "0.5", "0.75", "1"]
        );
        assert_eq!(values("{ from = -1, to = 1 }").unwrap(), ["-1", "0", "1"]);
        assert_eq!(
            values("{ from = -0.5, to = 0.5, step = 0.5 }").unwrap(),
            ["-0.5", "0", "0.5"]
        );
        assert_eq!(values("{ from = 2, to = 2 }").unwrap(), ["2"]);
    }

    #[test]
    fn missing_step_is_reported_with_a_working_proposal() {
        let first_problem = |toml: &str| {
            let source = Arc::new(Source {
                name: "test".into(),
                text: format!("range = {toml}"),
            });
            let document = Node::document(&source).unwrap();
            let mut problems = Vec::new();
            assert!(
                range(document.get("range").unwrap(), &mut problems).is_none(),
                "{toml}"
            );
            problems.remove(0)
        };
        let wrong = first_problem("{ from = 0, to = 0.3 }");
        assert_eq!(
            wrong.problem,
            "steps of 1 do not go from 0 to 0.3: the range needs a step"
        );
        assert_eq!(wrong.help, "add one: { from = 0, to = 0.3, step = 0.05 }");
        for toml in [
            "{ from = 0.05, to = 1.3 }",
            "{ from = 0.123456789, to = 2 }",
            "{ from = -0.5, to = 0.2 }",
        ] {
            let help = first_problem(toml).help;
            let values = values(help.strip_prefix("add one: ").unwrap()).unwrap();
            assert!((6..100).contains(&values.len()), "{help}");
            assert!(
                toml.contains(values.last().unwrap()) || toml.contains("123456789"),
                "{help}"
            );
        }
        assert_eq!(
            values("{ from = 0.5, to = 2.5 }").unwrap(),
            ["0.5", "1.5", "2.5"]
        );
    }

    proptest! {
        #[test]
        fn a_range_has_as_many_values_as_arithmetic_says(from in -500i64..500, more in 0i64..300, step in 1i64..40) {
            let toml = format!("{{ from = {}.{:02}, to = {}.{:02}, step = 0.{:02} }}", from.abs() / 100, from.abs() % 100, (from.abs() + more) / 100, (from.abs() + more) % 100, step);
            let found = values(&toml).unwrap();
            prop_assert_eq!(found.len() as i64, more / step + 1);
            for (i, value) in found.iter().enumerate() {
                let hundredths = (value.parse::<f64>().unwrap() * 100.0).round() as i64;
                prop_assert_eq!(hundredths, from.abs() + i as i64 * step);
            }
        }
    }
}
