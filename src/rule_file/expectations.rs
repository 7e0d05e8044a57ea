//! Compares the expectations of a rule file with its exact odds, such as `expect("P(total = 4) =
//! 1/1296")`. They are about the trial, at the default parameters or at others, or about functions.

use std::ops::Range;

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::question::{ExactReading, solve_joint};
use oddsmith_language::question::QuestionClaim;
use oddsmith_language::{Expectation, Setting};

use super::{FileRule, SIMPLIFY_HELP, build_rule, place};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::question::vocabulary::vocabulary;
use crate::rule::{BuildError, BuiltRule};

/// Returns a number without the last digits, which depend on rounding.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// A function that turns an error of a rule into a diagnostic.
pub type FaultReporter<'f> = &'f dyn Fn(oddsmith_engine::RuleError) -> Diagnostic;

/// Checks every expectation of a rule file, and returns their number.
///
/// # Errors
/// Returns all expectations that do not hold or cannot be read, or the reason why the odds cannot
/// be computed.
pub fn check(rule: &FileRule, fault: FaultReporter<'_>) -> Result<usize, Diagnostics> {
    let (held, problems): (Vec<_>, Vec<_>) = check_each(rule, &Watch::default(), fault)
        .into_iter()
        .partition(|(_, found)| found.is_ok());
    let mut problems: Vec<Diagnostic> = problems
        .into_iter()
        .filter_map(|(_, found)| found.err())
        .collect();
    // If one problem keeps several expectations from being checked, it is reported once.
    let span = |problem: &Diagnostic| problem.place.as_ref().map(|place| place.span.clone());
    problems.dedup_by(|later, first| later.problem == first.problem && span(later) == span(first));
    if problems.is_empty() {
        Ok(held.len())
    } else {
        Err(Diagnostics(problems))
    }
}

/// Checks every expectation of a rule file. Returns the place of each, and what was found if it
/// holds, or else what is wrong.
pub fn check_each(
    rule: &FileRule,
    watch: &Watch,
    fault: FaultReporter<'_>,
) -> Vec<(Range<usize>, Result<String, Diagnostic>)> {
    let mut holder = ExpectationChecker {
        rule,
        watch,
        fault,
        usual: None,
    };
    let hold = |expectation: &Expectation| {
        (
            expectation.span.start..expectation.span.end,
            holder
                .check_expectation(expectation)
                .map_err(|wrong| *wrong),
        )
    };
    rule.file.expectations().iter().map(hold).collect()
}

/// A rule and the graph of its states.
type Explored = (BuiltRule, Graph);

/// The result of an expectation at one setting.
struct Evaluation {
    value: String,
    holds: bool,
}

struct ExpectationChecker<'r> {
    rule: &'r FileRule,
    watch: &'r Watch,
    fault: FaultReporter<'r>,
    /// The trial at the default parameters, once it has been needed, or the reason why it cannot be
    /// explored.
    usual: Option<Result<Explored, Box<Diagnostic>>>,
}

impl ExpectationChecker<'_> {
    fn check_expectation(&mut self, expectation: &Expectation) -> Result<String, Box<Diagnostic>> {
        let all_settings = expectation.settings();
        let mut missed: Vec<(&[(&str, Setting)], String)> = Vec::new();
        let mut held = String::new();
        for settings in &all_settings {
            match self.evaluate_at(expectation, settings)? {
                Evaluation { value, holds: true } => held = value,
                Evaluation { value, .. } => missed.push((settings, value)),
            }
        }
        let Some((settings, found)) = missed.first() else {
            return Ok(if all_settings.len() == 1 {
                held
            } else {
                format!("at all {} settings", all_settings.len())
            });
        };
        let assignments: Vec<String> = settings
            .iter()
            .map(|(name, value)| format!("{name} = {}", setting_text(value)))
            .collect();
        let setting_suffix = if assignments.is_empty() {
            String::new()
        } else {
            format!(" at {}", assignments.join(", "))
        };
        let other_misses = match missed.len() - 1 {
            0 => String::new(),
            more => format!("; {more} more of {} settings fail too", all_settings.len()),
        };
        let problem = format!(
            "`{}` does not hold{setting_suffix}: {found}{other_misses}",
            expectation.text
        );
        let help = "change the rule or the expectation";
        Err(Box::new(Diagnostic::at(
            &place(&self.rule.source, expectation.span),
            problem,
            help,
        )))
    }

    fn evaluate_at(
        &mut self,
        expectation: &Expectation,
        settings: &[(&str, Setting)],
    ) -> Result<Evaluation, Box<Diagnostic>> {
        if settings.is_empty() && !expectation.calls_functions() {
            let usual = self
                .usual
                .take()
                .unwrap_or_else(|| self.explore(expectation, settings));
            let found = match &usual {
                Ok(usual) => self.evaluate(expectation, usual),
                Err(diagnostic) => Err(diagnostic.clone()),
            };
            self.usual = Some(usual);
            return found;
        }
        self.evaluate(expectation, &self.explore(expectation, settings)?)
    }

    fn explore(
        &self,
        expectation: &Expectation,
        settings: &[(&str, Setting)],
    ) -> Result<Explored, Box<Diagnostic>> {
        let built = build_rule(&self.rule.file.file_for_expectation(expectation), settings)
            .map_err(|error| match error {
                BuildError::Parameter(error) => Diagnostic::at(
                    &self.place_within(expectation, 0..expectation.text.len()),
                    error.problem,
                    error.help,
                ),
                BuildError::Text(error) => (self.fault)(error),
            })?;
        let graph = built
            .rule
            .explore(0, &Budget::default(), self.watch)
            .map_err(|stop| {
                let grows = stop
                    .is_too_large()
                    .then(|| built.rule.growth_text(self.watch))
                    .flatten();
                self.stop_diagnostic(expectation, stop, grows)
            })?;
        Ok((built, graph))
    }

    /// Returns why an expectation cannot be checked. `grows` is help about a number that grows too
    /// large, if the rule can name one.
    fn stop_diagnostic(
        &self,
        expectation: &Expectation,
        stop: Stop,
        grows: Option<String>,
    ) -> Diagnostic {
        match stop {
            Stop::Rule(error) => (self.fault)(error),
            stop => {
                let place = self.place_within(expectation, 0..expectation.text.len());
                let help = grows.unwrap_or_else(|| SIMPLIFY_HELP.to_owned());
                Diagnostic::at(
                    &place,
                    format!("the expectation cannot be checked: {stop}"),
                    help,
                )
            }
        }
    }

    fn evaluate(
        &self,
        expectation: &Expectation,
        (built, graph): &Explored,
    ) -> Result<Evaluation, Box<Diagnostic>> {
        let vocabulary = vocabulary(&built.presentation.metrics);
        let QuestionClaim {
            question, bound, ..
        } = vocabulary.claim(&expectation.question).map_err(|wrong| {
            let place = self.place_within(expectation, wrong.span.start..wrong.span.end);
            let fix = wrong.fix.filter(|fix| !fix.text.contains(['"', '\\']));
            let fix = fix.map(|fix| Box::new(fix.offset_by(expectation.text_span.start)));
            Diagnostic {
                fix,
                ..Diagnostic::at(&place, wrong.problem, wrong.help)
            }
        })?;
        let solved = solve_joint(&[graph], &question.asked, &Budget::default(), self.watch);
        let solved = solved.map_err(|stop| self.stop_diagnostic(expectation, stop, None))?;
        let without = |value: &str| Evaluation {
            value: value.to_owned(),
            holds: false,
        };
        Ok(match question.statistic.exact_reading(&solved.joint) {
            ExactReading::Known(figure) => Evaluation {
                value: match figure.fraction {
                    Some((n, d)) if d > 1 => format!("it is {n}/{d}, {}", rounded(figure.value)),
                    _ => format!("it is {}", rounded(figure.value)),
                },
                holds: [0.0, figure.unresolved]
                    .iter()
                    .all(|more| bound.miss(figure.value + more) == 0.0),
            },
            ExactReading::NeverGiven => without("the condition never happens"),
            ExactReading::NoValue => without("no trial records it"),
            ExactReading::Unknown => without("too much of the odds is truncated to decide"),
        })
    }

    /// Returns a place in an expectation's text as a place in the file.
    fn place_within(&self, expectation: &Expectation, span: Range<usize>) -> Place {
        let start = expectation.text_span.start;
        Place {
            span: start + span.start..start + span.end,
            ..place(&self.rule.source, expectation.span)
        }
    }
}

/// Returns a setting as text.
fn setting_text(setting: &Setting) -> String {
    match setting {
        Setting::Whole(number) => number.to_string(),
        Setting::YesNo(truth) => truth.to_string(),
        Setting::Decimal(ratio) => ratio.to_string(),
        Setting::Text(text) => format!("\"{text}\""),
        Setting::Entries(_) => "its entries".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use oddsmith_language::{RuleFile, STD, UnreadFile};

    use super::*;
    use crate::input::diagnostic::Source;

    fn file(text: &str) -> FileRule {
        let source = Arc::new(Source {
            name: "own.odds".to_owned(),
            text: text.to_owned(),
        });
        let nowhere = |_: &str| {
            Err(UnreadFile::NotThere {
                help: "nowhere".to_owned(),
            })
        };
        FileRule::read_among("own.odds", source, &nowhere, RuleFile::read_any).expect("sound")
    }

    fn check_text(text: &str) -> Result<usize, Diagnostics> {
        check(&file(text), &|error| {
            Diagnostic::nowhere(error.problem, error.help)
        })
    }

    #[test]
    fn bundled_functions_meet_their_expectations() {
        assert!(check_text(STD.1).is_ok_and(|held| held > 20));
    }

    #[test]
    fn failed_expectation_reports_its_setting() {
        let text = "n = whole(2, 1, 9, \"n\")\nx = count(\"X\")\n\ndef f(k):\n    return roll(k)\n\ndef trial():\n    record(x, f(n))\n\n";
        assert!(
            check_text(&format!(
                "{text}expect(\"mean(f(3)) = 2\")\nexpect(\"P(x <= 9) = 1\", n = 1 .. 9)\n"
            ))
            .is_ok()
        );
        let wrong = check_text(&format!(
            "{text}expect(\"mean(f(3)) = 3\")\nexpect(\"mean(x) < 4\", n = 5 .. 9)\n"
        ))
        .unwrap_err();
        let messages: Vec<&str> = wrong
            .0
            .iter()
            .map(|diagnostic| diagnostic.problem.as_str())
            .collect();
        let first = "`mean(f(3)) = 3` does not hold: it is 2";
        assert_eq!(
            messages,
            [
                first,
                "`mean(x) < 4` does not hold at n = 7: it is 4; 2 more of 5 settings fail too"
            ]
        );
    }
}
