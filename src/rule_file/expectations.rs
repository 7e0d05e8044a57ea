//! A rule file's own tests: `expect("P(total = 4) = 1/1296")`, held against its exact odds at default parameters.

use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::solve::{ExactLaw, solve};
use oddsmith_language::Expectation;

use super::{FileRule, place};
use crate::rule::Built;
use crate::rule::metric::{Kind, Metric};
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};

/// What an expectation written as a fraction may be off by: the last digits depend on the order of sums.
const EXACT: f64 = 1e-12;

/// What became of a file's tests.
#[derive(Debug, Default)]
pub struct Checked {
    /// Those that hold.
    pub hold: usize,
    /// Those that cannot be read yet, each with its reason.
    pub unread: Vec<String>,
}

/// Holds every expectation of a rule file against its odds.
///
/// # Errors
/// With all that do not hold, or what keeps the odds from being worked out.
pub fn check(
    rule: &FileRule,
    built: &Built,
    fault: &dyn Fn(oddsmith_engine::RuleError) -> Diagnostic,
) -> Result<Checked, Diagnostics> {
    let mut checked = Checked::default();
    if rule.file.expectations().is_empty() {
        return Ok(checked);
    }
    let laws = laws(built).map_err(|stop| match stop {
        oddsmith_engine::explore::Stop::Rule(error) => fault(error),
        stop => Diagnostic::nowhere(format!("{}: its expectations cannot be checked: {stop}", rule.id), super::SMALLER),
    })?;
    let mut problems = Vec::new();
    for own in rule.file.expectations() {
        match read(&own.text, &built.presentation.metrics) {
            Ok(claim) => match claim.judge(&laws) {
                Ok(()) => checked.hold += 1,
                Err(found) => problems.push(unmet(rule, own, found)),
            },
            Err(why) => {
                let line = own.span.line(&rule.source.text);
                checked.unread.push(format!("{}:{line}: `{}` cannot be read yet: {why}", rule.source.name, own.text));
            }
        }
    }
    if problems.is_empty() { Ok(checked) } else { Err(Diagnostics(problems)) }
}

fn unmet(rule: &FileRule, own: &Expectation, found: f64) -> Diagnostic {
    let what = format!("`{}` does not hold: it is {found}", own.text);
    Diagnostic::at(&place(&rule.source, own.span), what, "change the rule, or what is expected of it")
}

/// The law of each metric of the whole trial; nothing for one with steps.
fn laws(built: &Built) -> Result<Vec<Option<ExactLaw>>, oddsmith_engine::explore::Stop> {
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = built.rule.explore(0, &budget, &watch)?;
    let mut slots = solve(&graph, &budget, &watch)?.into_iter();
    let mut of_metric = |metric: &Metric| {
        let mut own: Vec<_> = metric.all_steps().map(|_| slots.next().flatten()).collect();
        if metric.steps.is_none() { own.pop().flatten() } else { None }
    };
    Ok(built.presentation.metrics.iter().map(&mut of_metric).collect())
}

/// A comparison: equal, at most, ...
#[derive(Clone, Copy, Debug, PartialEq)]
struct Comparison(&'static str);

impl Comparison {
    /// The longest first, so that `<=` is not read as `<`.
    const ALL: [&'static str; 7] = ["<=", ">=", "!=", "==", "<", ">", "="];

    /// A text before and after its first comparison.
    fn split(text: &str) -> Option<(&str, Comparison, &str)> {
        let at = text.find(['<', '>', '=', '!'])?;
        let sign = Self::ALL.into_iter().find(|sign| text[at..].starts_with(sign))?;
        Some((text[..at].trim(), Comparison(sign), text[at + sign.len()..].trim()))
    }

    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self.0 {
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            "<" => order.is_lt(),
            ">" => order.is_gt(),
            "!=" => order.is_ne(),
            _ => order.is_eq(),
        }
    }
}

/// What an expectation says.
struct Claim {
    metric: usize,
    /// The values whose probability is meant; `None`: the mean.
    values: Option<(Comparison, i64)>,
    is: Comparison,
    number: f64,
    /// What the number may be off by: half of its last digit.
    tolerance: f64,
}

impl Claim {
    /// Whether it holds; else what the number is.
    fn judge(&self, laws: &[Option<ExactLaw>]) -> Result<(), f64> {
        let Some(law) = &laws[self.metric] else { return Err(f64::NAN) };
        let found = match self.values {
            Some((comparison, value)) => {
                let masses = law.pmf.masses().iter().filter(|(own, _)| comparison.holds(own.cmp(&value)));
                masses.map(|(_, mass)| mass.float()).sum()
            }
            None => law.pmf.mean(),
        };
        let is_close = (found - self.number).abs() <= self.tolerance;
        let holds = match self.is.0 {
            "=" | "==" | "<=" | ">=" if is_close => true,
            "!=" => !is_close,
            "=" | "==" => false,
            _ => self.is.holds(found.total_cmp(&self.number)),
        };
        if holds { Ok(()) } else { Err(found) }
    }
}

/// Reads `P(metric OP value) OP number` and `mean(metric) OP number`; else why it cannot.
fn read(text: &str, metrics: &[Metric]) -> Result<Claim, String> {
    const KNOWN: &str = "known are P(metric = value) = number and mean(metric) = number";
    let (head, rest) = text.trim().split_once('(').ok_or(KNOWN)?;
    let (inner, rest) = rest.rsplit_once(')').ok_or(KNOWN)?;
    let ("", is, number) = Comparison::split(rest).ok_or(KNOWN)? else { return Err(KNOWN.to_owned()) };
    let (number, tolerance) = self::number(number).ok_or_else(|| format!("`{number}` is no number"))?;
    let (name, values) = match (head.trim(), Comparison::split(inner)) {
        ("P", Some((name, comparison, value))) => (name, Some((comparison, value))),
        ("mean", None) => (inner.trim(), None),
        _ => return Err(KNOWN.to_owned()),
    };
    let metric = metrics.iter().position(|metric| metric.name == name);
    let metric = metric.ok_or_else(|| format!("`{name}` is no metric of the rule"))?;
    if metrics[metric].steps.is_some() {
        return Err(format!("`{name}` has a value for each step"));
    }
    let values = match values {
        Some((comparison, written)) => Some((comparison, value(written, &metrics[metric])?)),
        None if matches!(metrics[metric].kind, Kind::Category(_)) => return Err(format!("`{name}` has no mean")),
        None => None,
    };
    Ok(Claim { metric, values, is, number, tolerance })
}

fn value(written: &str, metric: &Metric) -> Result<i64, String> {
    let word = written.trim_matches(['"', '\'']);
    let code = match (&metric.kind, word) {
        (Kind::Category(outcomes), _) => outcomes.iter().position(|own| own.name == word).map(|code| code as i64),
        (Kind::Flag, "true" | "yes") => Some(1),
        (Kind::Flag, "false" | "no") => Some(0),
        _ => word.parse().ok(),
    };
    code.ok_or_else(|| format!("`{}` is never {written}", metric.name))
}

/// A number as a fraction (`1/1296`), a decimal, or in percent, and what it may be off by.
fn number(written: &str) -> Option<(f64, f64)> {
    if let Some((above, below)) = written.split_once('/') {
        let (above, below): (f64, f64) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
        return (below > 0.0).then_some((above / below, EXACT * (above / below).abs().max(1.0)));
    }
    let (digits, scale) = written.strip_suffix('%').map_or((written, 1.0), |digits| (digits.trim(), 0.01));
    let number: f64 = digits.parse().ok()?;
    let places = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    // A whole number is meant as it stands; a decimal is one that was rounded.
    let half =
        if places == 0 && scale == 1.0 { EXACT * number.abs().max(1.0) } else { 0.5 * 10f64.powi(-places) * scale };
    number.is_finite().then_some((number * scale, half + EXACT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_may_be_rounded_and_a_fraction_may_not() {
        assert_eq!(number("12.5%").map(|(number, _)| number), Some(0.125));
        let (number_, off) = number("0.33").unwrap();
        assert!((number_ - 1.0 / 3.0).abs() < off);
        let (number_, off) = number("1/3").unwrap();
        assert!((number_ - 0.3333).abs() > off);
        assert_eq!((number("1/0"), number("often")), (None, None));
    }

    #[test]
    fn comparisons_are_split_at_the_longest_sign() {
        assert_eq!(Comparison::split("total >= 4"), Some(("total", Comparison(">="), "4")));
        assert_eq!(Comparison::split("total"), None);
    }
}
