//! Ranges of a sweep, `{ from, to, step }`: decimals without drift.

use super::check;
use super::problem::Problem;
use super::tree::{Node, Tree};

/// Values that a range may have: as many as there may be cases.
const MOST_VALUES: i128 = 100_000;

/// The values of `{ from, to, step }`, as decimals without drift.
pub(super) fn range(node: &Node, problems: &mut Vec<Problem>) -> Option<Vec<Node>> {
    let before = problems.len();
    check::known_keys(node.pairs().unwrap_or(&[]), &["from", "to", "step"], problems);
    let mut end = |key: &str, default: Option<Decimal>| match node.get(key) {
        None if default.is_none() => {
            problems.push(Problem::at(
                &node.place,
                format!("this range has no `{key}`"),
                "write { from = 0, to = 6 }, with step = 1 if you like",
            ));
            None
        }
        None => default,
        Some(own) => Decimal::parse(own).or_else(|| {
            problems.push(Problem::at(
                &own.place,
                format!("`{key}` is {}", own.brief()),
                "allowed: a number with at most 9 decimal places",
            ));
            None
        }),
    };
    let (from, to, step) = (end("from", None), end("to", None), end("step", Some(Decimal { digits: 1, places: 0 })));
    let (from, to, step) = (from?, to?, step?);
    if problems.len() > before {
        return None;
    }
    let places = from.places.max(to.places).max(step.places);
    let [first, last, stride] = [from, to, step].map(|decimal| decimal.scaled(places));
    if stride <= 0 {
        problems.push(Problem::at(
            &node.get("step").unwrap_or(node).place,
            "this step leads nowhere",
            "allowed: more than 0",
        ));
        return None;
    }
    if first > last {
        let help = "turn them round, or list the values in the order wanted";
        problems.push(Problem::at(&node.place, format!("`from` is past `to`: {} > {}", from.text(), to.text()), help));
        return None;
    }
    if (last - first) / stride >= MOST_VALUES {
        problems.push(Problem::at(
            &node.place,
            "this range has too many values",
            format!("at most {MOST_VALUES} are allowed"),
        ));
        return None;
    }
    let value = |digits| {
        let decimal = Decimal { digits, places };
        let tree = if places == 0 { Tree::Whole(digits as i64) } else { Tree::Decimal(decimal.text()) };
        Node { tree, place: node.place.clone() }
    };
    Some((0..=(last - first) / stride).map(|i| value(first + i * stride)).collect())
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
            Tree::Whole(number) => Some(Decimal { digits: i128::from(*number), places: 0 }),
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

    /// Without trailing zeros: 0.1, and not 0.10.
    fn text(self) -> String {
        let unit = 10i128.pow(self.places);
        let sign = if self.digits < 0 { "-" } else { "" };
        let (whole, part) = (self.digits.abs() / unit, self.digits.abs() % unit);
        let decimals = format!("{part:0width$}", width = self.places as usize);
        let decimals = decimals.trim_end_matches('0');
        if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
    }
}
