//! What a rule file expects of itself, held against its exact odds: `expect("P(total = 4) =
//! 1/1296")`, of its trial at the default parameters or at others, and of functions by themselves.

use std::ops::Range;

use oddsmith_engine::explore::{Budget, Graph, Stop, Watch};
use oddsmith_engine::question::{ExactReading, solve_joint};
use oddsmith_language::question::QuestionClaim;
use oddsmith_language::{Expectation, Setting};

use super::{FileRule, SMALLER, built, place};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::question::vocabulary::vocabulary;
use crate::rule::{Built, Unbuilt};

/// Without the digits that rounding makes up.
fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// How a rule tells its fault.
pub type TellFault<'f> = &'f dyn Fn(oddsmith_engine::RuleError) -> Diagnostic;

/// Holds every expectation of a rule file against its odds; how many there are.
///
/// # Errors
/// All expectations that do not hold or cannot be read, or what keeps the odds from being computed.
pub fn check(rule: &FileRule, fault: TellFault<'_>) -> Result<usize, Diagnostics> {
    let (held, problems): (Vec<_>, Vec<_>) = held(rule, &Watch::default(), fault)
        .into_iter()
        .partition(|(_, found)| found.is_ok());
    let mut problems: Vec<Diagnostic> = problems
        .into_iter()
        .filter_map(|(_, found)| found.err())
        .collect();
    // If one problem keeps several expectations from being checked, it is reported once.
    let span = |problem: &Diagnostic| problem.place.as_ref().map(|place| place.span.clone());
    problems.dedup_by(|later, first| later.what == first.what && span(later) == span(first));
    if problems.is_empty() {
        Ok(held.len())
    } else {
        Err(Diagnostics(problems))
    }
}

/// Every expectation of a rule file by its place: what was found where it holds, or what is wrong.
pub fn held(
    rule: &FileRule,
    watch: &Watch,
    fault: TellFault<'_>,
) -> Vec<(Range<usize>, Result<String, Diagnostic>)> {
    let mut holder = Holder {
        rule,
        watch,
        fault,
        usual: None,
    };
    let hold = |expectation: &Expectation| {
        (
            expectation.span.start..expectation.span.end,
            holder.hold(expectation).map_err(|wrong| *wrong),
        )
    };
    rule.file.expectations().iter().map(hold).collect()
}

/// A rule and the graph of its states.
type Explored = (Built, Graph);

/// What was found of an expectation at one setting.
struct Found {
    value: String,
    holds: bool,
}

struct Holder<'r> {
    rule: &'r FileRule,
    watch: &'r Watch,
    fault: TellFault<'r>,
    /// The trial at the default parameters, once it was needed; or why it cannot be explored.
    usual: Option<Result<Explored, Box<Diagnostic>>>,
}

impl Holder<'_> {
    fn hold(&mut self, expectation: &Expectation) -> Result<String, Box<Diagnostic>> {
        let all = expectation.settings();
        let mut missed: Vec<(&[(&str, Setting)], String)> = Vec::new();
        let mut held = String::new();
        for settings in &all {
            match self.found(expectation, settings)? {
                Found { value, holds: true } => held = value,
                Found { value, .. } => missed.push((settings, value)),
            }
        }
        let Some((settings, found)) = missed.first() else {
            return Ok(if all.len() == 1 {
                held
            } else {
                format!("at all {} settings", all.len())
            });
        };
        let at: Vec<String> = settings
            .iter()
            .map(|(name, value)| format!("{name} = {}", setting_text(value)))
            .collect();
        let at = if at.is_empty() {
            String::new()
        } else {
            format!(" at {}", at.join(", "))
        };
        let others = match missed.len() - 1 {
            0 => String::new(),
            more => format!("; {more} more of {} settings fail too", all.len()),
        };
        let what = format!("`{}` does not hold{at}: {found}{others}", expectation.text);
        let help = "change the rule or the expectation";
        Err(Box::new(Diagnostic::at(
            &place(&self.rule.source, expectation.span),
            what,
            help,
        )))
    }

    fn found(
        &mut self,
        expectation: &Expectation,
        settings: &[(&str, Setting)],
    ) -> Result<Found, Box<Diagnostic>> {
        if settings.is_empty() && !expectation.is_of_functions() {
            let usual = self
                .usual
                .take()
                .unwrap_or_else(|| self.explored(expectation, settings));
            let found = match &usual {
                Ok(usual) => self.look(expectation, usual),
                Err(why) => Err(why.clone()),
            };
            self.usual = Some(usual);
            return found;
        }
        self.look(expectation, &self.explored(expectation, settings)?)
    }

    fn explored(
        &self,
        expectation: &Expectation,
        settings: &[(&str, Setting)],
    ) -> Result<Explored, Box<Diagnostic>> {
        let built =
            built(&self.rule.file.asked_in(expectation), settings).map_err(
                |error| match error {
                    Unbuilt::Parameter(error) => Diagnostic::at(
                        &self.within(expectation, 0..expectation.text.len()),
                        error.problem,
                        error.help,
                    ),
                    Unbuilt::Text(error) => (self.fault)(error),
                },
            )?;
        let graph = built
            .rule
            .explore(0, &Budget::default(), self.watch)
            .map_err(|stop| {
                let grows = matches!(stop, Stop::TooLarge { .. })
                    .then(|| built.rule.what_grows(self.watch))
                    .flatten();
                self.stopped(expectation, stop, grows)
            })?;
        Ok((built, graph))
    }

    /// Why an expectation cannot be checked, and what grows too large where the rule can say so.
    fn stopped(&self, expectation: &Expectation, stop: Stop, grows: Option<String>) -> Diagnostic {
        match stop {
            Stop::Rule(error) => (self.fault)(error),
            stop => {
                let place = self.within(expectation, 0..expectation.text.len());
                let help = grows.unwrap_or_else(|| SMALLER.to_owned());
                Diagnostic::at(
                    &place,
                    format!("the expectation cannot be checked: {stop}"),
                    help,
                )
            }
        }
    }

    fn look(
        &self,
        expectation: &Expectation,
        (built, graph): &Explored,
    ) -> Result<Found, Box<Diagnostic>> {
        let vocabulary = vocabulary(&built.presentation.metrics);
        let QuestionClaim {
            question, bound, ..
        } = vocabulary.claim(&expectation.question).map_err(|wrong| {
            let place = self.within(expectation, wrong.span.start..wrong.span.end);
            let fix = wrong.fix.filter(|fix| !fix.text.contains(['"', '\\']));
            let fix = fix.map(|fix| Box::new(fix.from(expectation.text_span.start)));
            Diagnostic {
                fix,
                ..Diagnostic::at(&place, wrong.problem, wrong.help)
            }
        })?;
        let solved = solve_joint(&[graph], &question.asked, &Budget::default(), self.watch);
        let solved = solved.map_err(|stop| self.stopped(expectation, stop, None))?;
        let without = |value: &str| Found {
            value: value.to_owned(),
            holds: false,
        };
        Ok(match question.statistic.of_odds(&solved.joint) {
            ExactReading::Is(figure) => Found {
                value: match figure.fraction {
                    Some((n, d)) if d > 1 => format!("it is {n}/{d}, {}", rounded(figure.value)),
                    _ => format!("it is {}", rounded(figure.value)),
                },
                holds: [0.0, figure.unresolved]
                    .iter()
                    .all(|more| bound.miss(figure.value + more) == 0.0),
            },
            ExactReading::Never => without("the condition never happens"),
            ExactReading::Nothing => without("no trial records it"),
            ExactReading::Unknown => without("too much of the odds is truncated to decide"),
        })
    }

    /// A place in an expectation's text, as a place in the file.
    fn within(&self, expectation: &Expectation, at: Range<usize>) -> Place {
        let start = expectation.text_span.start;
        Place {
            span: start + at.start..start + at.end,
            ..place(&self.rule.source, expectation.span)
        }
    }
}

/// A setting as it is written.
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

    fn checked(text: &str) -> Result<usize, Diagnostics> {
        check(&file(text), &|error| {
            Diagnostic::nowhere(error.problem, error.help)
        })
    }

    #[test]
    fn the_bundled_functions_give_what_is_expected_of_them() {
        assert!(checked(STD.1).is_ok_and(|held| held > 20));
    }

    #[test]
    fn what_does_not_hold_is_told_with_its_setting() {
        let text = "n = whole(2, 1, 9, \"n\")\nx = count(\"X\")\n\ndef f(k):\n    return roll(k)\n\ndef trial():\n    record(x, f(n))\n\n";
        assert!(
            checked(&format!(
                "{text}expect(\"mean(f(3)) = 2\")\nexpect(\"P(x <= 9) = 1\", n = 1 .. 9)\n"
            ))
            .is_ok()
        );
        let wrong = checked(&format!(
            "{text}expect(\"mean(f(3)) = 3\")\nexpect(\"mean(x) < 4\", n = 5 .. 9)\n"
        ))
        .unwrap_err();
        let messages: Vec<&str> = wrong.0.iter().map(|one| one.what.as_str()).collect();
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
