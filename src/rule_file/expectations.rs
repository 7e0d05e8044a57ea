//! A rule file's own tests: `expect("P(total = 4) = 1/1296")`, held against its exact odds at default parameters.

use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::question::{ExactReading, solve_joint};
use oddsmith_language::Expectation;
use oddsmith_language::question::QuestionClaim;

use super::{FileRule, place};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::question::vocabulary::vocabulary;
use crate::rule::Built;

/// Without the digits that rounding makes up.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// Holds every expectation of a rule file against its odds; how many there are.
///
/// # Errors
/// With all that do not hold or cannot be read, or what keeps the odds from being worked out.
pub fn check(
    rule: &FileRule,
    built: &Built,
    fault: &dyn Fn(oddsmith_engine::RuleError) -> Diagnostic,
) -> Result<usize, Diagnostics> {
    let expectations = rule.file.expectations();
    let vocabulary = vocabulary(&built.presentation.metrics, &built.presentation.step_names);
    let mut problems = Vec::new();
    let mut claims: Vec<(&Expectation, QuestionClaim)> = Vec::new();
    for own in expectations {
        match vocabulary.claim(&own.text) {
            Ok(claim) => claims.push((own, claim)),
            Err(wrong) => {
                let place = within(rule, own, wrong.span.start..wrong.span.end);
                let fix = wrong.fix.filter(|fix| !fix.text.contains(['"', '\\'])).zip(begins(rule, own));
                let fix = fix.map(|(fix, start)| Box::new(fix.from(start)));
                problems.push(Diagnostic { fix, ..Diagnostic::at(&place, wrong.problem, wrong.help) });
            }
        }
    }
    if !claims.is_empty() {
        let unsolved = |stop| match stop {
            Stop::Rule(error) => fault(error),
            stop => {
                let first = claims[0].0;
                let place = within(rule, first, 0..first.text.len());
                Diagnostic::at(&place, format!("the expectations cannot be checked: {stop}"), super::SMALLER)
            }
        };
        let (budget, watch) = (Budget::default(), Watch::default());
        let graph = built.rule.explore(0, &budget, &watch).map_err(unsolved)?;
        for (own, QuestionClaim { question: quantity, bound, .. }) in &claims {
            let solved = solve_joint(&[&graph], &quantity.asked, &budget, &watch).map_err(unsolved)?;
            let found = match quantity.statistic.of_odds(&solved.joint) {
                ExactReading::Is(figure)
                    if [0.0, figure.unresolved].iter().all(|more| bound.miss(figure.value + more) == 0.0) =>
                {
                    continue;
                }
                ExactReading::Is(figure) => match figure.fraction {
                    Some((n, d)) if d > 1 => format!("it is {n}/{d}, {}", rounded(figure.value)),
                    _ => format!("it is {}", rounded(figure.value)),
                },
                ExactReading::Never => "what is given never happens".to_owned(),
                ExactReading::Nothing => "no trial shows it".to_owned(),
                ExactReading::Unknown => "so much was cut that it is not known".to_owned(),
            };
            let what = format!("`{}` does not hold: {found}", own.text);
            let help = "change the rule, or what is expected of it";
            problems.push(Diagnostic::at(&place(&rule.source, own.span), what, help));
        }
    }
    if problems.is_empty() { Ok(expectations.len()) } else { Err(Diagnostics(problems)) }
}

/// A place in an expectation's text, as a place in the file: its own where it is written plainly.
fn within(rule: &FileRule, own: &Expectation, at: std::ops::Range<usize>) -> Place {
    let whole = place(&rule.source, own.span);
    match begins(rule, own) {
        Some(start) => Place { span: start + at.start..start + at.end, ..whole },
        None => whole,
    }
}

/// Where an expectation's text begins in the file, if it is written plainly.
fn begins(rule: &FileRule, own: &Expectation) -> Option<usize> {
    let whole = place(&rule.source, own.span).span;
    Some(whole.start + rule.source.text[whole.clone()].find(&own.text)?)
}
