//! `check`: reads scenarios and rule files, looks for mistakes in their trials, and reports which
//! odds are exact.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::error::CliError;
use super::exactness::Exactness;
use super::load::{load, plans, stop_on_signals};
use super::output::CommandOutput;
use crate::analysis::wanted;
use crate::cli::CheckArgs;
use crate::export;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::BuiltRule;
use crate::rule_file::find::{self as rule_files, FileLocation, is_rule_file};
use crate::rule_file::{FileRule, SIMPLIFY_HELP, expectations};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find;
use crate::scenario::named_rule::NamedRule;
use crate::scenario::settings::ExactMode;
use crate::terminal::printable_line;
use crate::workers::workers;
use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::{AnyRule, DecisionRule, Policy};

/// The most cases of a scenario that `check` looks at. A run reports mistakes in the others.
const MAX_CASES: usize = 16;

/// The suffix of the names of bundled files.
const BUNDLED_SUFFIX: &str = " (bundled)";

/// Checks scenarios and rule files without running them.
///
/// # Errors
/// Returns everything that is wrong with any of them.
pub fn check(args: &CheckArgs) -> Result<CommandOutput, CliError> {
    let pool = workers(None);
    let mut problems = Vec::new();
    let (rules, scenarios) = read_files(&args.files, &mut problems);
    let plans = pool.install(|| plans(&scenarios)).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    let mut checked: Vec<CheckedRule> = Vec::new();
    let scenario_rules = scenarios
        .iter()
        .take(plans.len())
        .map(|scenario| &scenario.rule);
    let named = rules.iter().map(|rule| (rule, true));
    for (rule, is_named) in scenario_rules.map(|rule| (rule, false)).chain(named) {
        let is_checked = checked
            .iter()
            .any(|known| rule.text() == Some(&*known.file.source));
        if let (false, NamedRule::File(file)) = (is_checked, rule) {
            match pool.install(|| CheckedRule::check(rule, file, is_named)) {
                Ok(rule) => checked.push(rule),
                Err(more) => problems.extend(more.0),
            }
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems).into());
    }
    let mut text = String::new();
    for (scenario, plan) in scenarios.iter().zip(&plans) {
        let rule = checked
            .iter_mut()
            .find(|known| scenario.rule.text() == Some(&*known.file.source));
        match pool.install(|| CheckedScenario::check(scenario, plan.charts.len())) {
            Ok(scenario) => text += &scenario.to_text(rule, args.verbose),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems).into());
    }
    let alone = checked.iter().filter(|rule| !rule.is_reported);
    text += &alone
        .map(|rule| rule.to_text(args.verbose))
        .collect::<String>();
    let mut is_unmet = false;
    if args.odds {
        let watch = Arc::new(Watch::default());
        stop_on_signals(&watch);
        for scenario in &scenarios {
            let report = pool.install(|| wanted::quick_report(scenario, &watch))?;
            text += &export::table::goal_summary(&report);
            is_unmet |= report.is_unmet();
        }
    }
    Ok(CommandOutput {
        exit_code: if is_unmet { 3 } else { 0 },
        ..text.into()
    })
}

/// Reads the rule files and the scenarios that the command line names.
fn read_files(files: &[String], problems: &mut Vec<Diagnostic>) -> (Vec<NamedRule>, Vec<Scenario>) {
    let (rules, wanted): (Vec<String>, Vec<String>) =
        files.iter().cloned().partition(|file| is_rule_file(file));
    let read = |file: &String| rule_files::find_any(file, FileLocation::Folder(Path::new("")));
    let read = rules
        .iter()
        .filter_map(|file| read(file).map_err(|more| problems.extend(more.0)).ok());
    let rules = read.map(|rule| NamedRule::File(Arc::new(rule))).collect();
    let found = wanted.iter().map(|wanted| find::find(wanted));
    let scenarios = load(found, &Overrides::default()).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    (rules, scenarios)
}

/// Returns why a rule has no exact odds: the number that grows, or else how to make the rule
/// smaller.
fn size_reason(rule: &dyn AnyRule, smaller: &str) -> String {
    rule.growth_text(&Watch::default())
        .unwrap_or_else(|| smaller.to_owned())
}

/// Returns a count and its noun.
fn count_text(count: usize, singular: &str, plural: &str) -> String {
    if count == 1 {
        format!("1 {singular}")
    } else {
        format!("{count} {plural}")
    }
}

/// A scenario without mistakes.
struct CheckedScenario<'a> {
    scenario: &'a Scenario,
    charts: usize,
    /// The number of cases that were checked.
    checked_cases: usize,
    /// The first case without exact odds: its index, how much of it is exact, and why.
    first_simulated: Option<(usize, Exactness, String)>,
}

impl<'a> CheckedScenario<'a> {
    /// Checks up to [`MAX_CASES`] cases, evenly spread, including the first and the last.
    ///
    /// # Errors
    /// Returns the first mistake.
    fn check(scenario: &'a Scenario, charts: usize) -> Result<CheckedScenario<'a>, Diagnostic> {
        let last = scenario.case_count() - 1;
        let spaces = last.clamp(1, MAX_CASES - 1);
        let cases: Vec<usize> = (0..=spaces.min(last))
            .map(|index| index * last / spaces)
            .collect();
        let results: Vec<Result<Exactness, Diagnostic>> = cases
            .par_iter()
            .map(|&case| exactness(scenario, case))
            .collect();
        let exactness: Vec<Exactness> = results.into_iter().collect::<Result<_, _>>()?;
        let simulated = cases
            .iter()
            .zip(exactness)
            .find(|(_, exactness)| *exactness != Exactness::Exact);
        let first_simulated = simulated.map(|(&case, exactness)| {
            let rule = scenario.build_case(case).map(|built| built.rule);
            let smaller = scenario.rule.simplify_help();
            (
                case,
                exactness,
                rule.map_or_else(|_| smaller.to_owned(), |rule| size_reason(&*rule, smaller)),
            )
        });
        Ok(CheckedScenario {
            scenario,
            charts,
            checked_cases: cases.len(),
            first_simulated,
        })
    }

    /// Describes the scenario, and the rule file that it uses.
    fn to_text(&self, rule: Option<&mut CheckedRule>, is_verbose: bool) -> String {
        let scenario = self.scenario;
        let mut files = printable_line(&scenario.source.name).into_owned();
        let mut holds = String::new();
        let mut details = format!(
            "  Rule: {}. {}.\n",
            printable_line(scenario.rule.id()),
            count_text(self.charts, "chart", "charts")
        );
        if let Some(rule) = rule {
            let rule_name = printable_line(&rule.file.source.name);
            if rule_name.ends_with(BUNDLED_SUFFIX) {
                files.truncate(files.strip_suffix(BUNDLED_SUFFIX).unwrap_or(&files).len());
            }
            files += &format!(" and {rule_name}");
            holds = rule.expectations_text("; ");
            details += &rule.details();
            rule.is_reported = true;
        }
        if is_verbose && self.first_simulated.is_none() {
            let first = scenario.build_case(0).ok();
            details += &first.map_or_else(String::new, |built| repeats_text(&*built.rule));
        }
        let (odds, reason) = self.odds();
        let cases = count_text(scenario.case_count(), "case", "cases");
        let details = if is_verbose { details } else { String::new() };
        format!(
            "OK: {files}. {cases}, {odds}{holds}.\n{reason}{}{details}",
            self.reminder()
        )
    }

    /// Returns a reminder of the headline's topic, for a scenario without questions and without an
    /// aim.
    fn reminder(&self) -> String {
        if !self.scenario.questions.asks.is_empty() {
            return String::new();
        }
        let Ok(built) = self.scenario.build_case(0) else {
            return String::new();
        };
        let Some(headline) = built.presentation.headlines.first() else {
            return String::new();
        };
        let is_first = built
            .presentation
            .metrics
            .first()
            .is_some_and(|metric| metric.name == headline.metric);
        let subject = if is_first {
            "the first metric"
        } else {
            "the headline of the rule"
        };
        format!(
            "  No [[ask]]: the headline will be about `{}`, {subject}.\n",
            printable_line(&headline.metric)
        )
    }

    /// Returns which odds are exact, and a line that explains why others are not.
    fn odds(&self) -> (String, String) {
        let checked_cases = self.checked_cases;
        let is_every_case = checked_cases == self.scenario.case_count();
        if self.scenario.settings.exact == ExactMode::Never {
            return ("simulated (`exact = \"never\"`)".to_owned(), String::new());
        }
        let Some((case, exactness, reason)) = &self.first_simulated else {
            let odds = if is_every_case {
                "exact".to_owned()
            } else {
                format!("exact in the {checked_cases} checked")
            };
            return (odds, String::new());
        };
        let in_case = if self.scenario.case_count() == 1 {
            String::new()
        } else {
            format!(" in case {}", case + 1)
        };
        let (odds, statement) = match exactness {
            Exactness::Ranges => (
                "exact in ranges",
                "Rare situations are left out, so each chance is a range",
            ),
            Exactness::Partly => ("partly exact", "Not every metric is exact"),
            _ if in_case.is_empty() => ("simulated", "No exact odds"),
            _ => ("not all exact", "No exact odds"),
        };
        (
            odds.to_owned(),
            format!("  {statement}{in_case}: {reason}.\n"),
        )
    }
}

/// Looks for mistakes in the trials of a case, and explores the case.
fn exactness(scenario: &Scenario, case: usize) -> Result<Exactness, Diagnostic> {
    let first = |problems: Diagnostics| {
        problems
            .0
            .into_iter()
            .next()
            .expect("diagnostics are never empty")
    };
    let rule = scenario.build_case(case).map_err(first)?.rule;
    let fault = rule.fault(&Watch::default()).map_or(Ok(()), Err);
    let simulated = rule.choices().is_empty().then_some(&*rule);
    let exactness =
        fault.and_then(|()| Exactness::determine(&*rule, simulated, &scenario.settings.budget));
    exactness.map_err(|error| scenario.rule.fault(&scenario.fault_prefix(case), &error))
}

/// A rule file without mistakes at its default parameters.
struct CheckedRule {
    file: Arc<FileRule>,
    /// The number of expectations that hold, which is all of them.
    expectations: usize,
    /// The trial; `None` for a file that contains only functions.
    trial: Option<CheckedTrial>,
    /// Whether a scenario has reported it.
    is_reported: bool,
}

/// The trial of a rule file at its default parameters.
struct CheckedTrial {
    /// Its odds; `None` if only scenarios use the file, with parameters of their choice.
    odds: Option<DefaultOdds>,
    /// The metrics for which the author has supplied no words.
    without_words: Vec<String>,
}

/// The odds of a trial at its default parameters.
struct DefaultOdds {
    exactness: Exactness,
    /// Why they are not exact.
    reason: String,
    /// Whether the first option of every choice never ends a trial, so that a run needs `[play]`.
    needs_play: bool,
    /// The line about a number without an upper limit; may be empty.
    repeats: String,
}

impl DefaultOdds {
    /// Explores every option of every choice, because scenarios decide how choices are answered.
    ///
    /// # Errors
    /// Returns a mistake that the shorter check has missed.
    fn find(rule: &NamedRule, built: &BuiltRule) -> Result<DefaultOdds, Diagnostic> {
        let open = built.rule.with_policy(Policy::new(vec![
            DecisionRule::Best;
            built.rule.choices().len()
        ]));
        let trial_rule = open.as_deref().unwrap_or(&*built.rule);
        let exactness = Exactness::determine(trial_rule, Some(&*built.rule), &Budget::default())
            .map_err(|error| rule.fault("", &error))?;
        let is_exact = exactness == Exactness::Exact;
        let text_if = |is_wanted: bool, text: &dyn Fn() -> String| {
            if is_wanted { text() } else { String::new() }
        };
        Ok(DefaultOdds {
            exactness,
            reason: text_if(!is_exact, &|| size_reason(trial_rule, SIMPLIFY_HELP)),
            needs_play: open.is_some() && built.rule.fault(&Watch::default()).is_some(),
            repeats: text_if(is_exact, &|| repeats_text(trial_rule)),
        })
    }
}

/// Returns the line about a number without an upper limit. It is empty if there is no such number.
fn repeats_text(rule: &dyn AnyRule) -> String {
    rule.repeats_above(&Watch::default()).map_or_else(String::new, |level| {
        format!(
            "  A number has no upper limit. States above {level} repeat and are solved together, so the odds are exact.\n"
        )
    })
}

impl CheckedRule {
    /// Looks for mistakes in a rule file, and compares it with its expectations. A file that the
    /// command line names is also explored.
    ///
    /// # Errors
    /// Returns every mistake, and every expectation that does not hold.
    fn check(
        rule: &NamedRule,
        file: &Arc<FileRule>,
        is_named: bool,
    ) -> Result<CheckedRule, Diagnostics> {
        let expected = || expectations::check(file, &|error| rule.fault("", &error));
        let checked = |expectations, trial| CheckedRule {
            file: Arc::clone(file),
            expectations,
            trial,
            is_reported: false,
        };
        if !file.file.has_trial() {
            return Ok(checked(expected()?, None));
        }
        let built = rule.check_default(&Watch::default())?;
        let expectations = expected()?;
        let without_words = built
            .presentation
            .metrics
            .iter()
            .filter(|metric| !metric.is_worded());
        let odds = is_named.then(|| DefaultOdds::find(rule, &built));
        let trial = CheckedTrial {
            odds: odds.transpose()?,
            without_words: without_words
                .map(|metric| format!("`{}`", metric.name))
                .collect(),
        };
        Ok(checked(expectations, Some(trial)))
    }

    /// Describes a rule file that no scenario on the command line uses.
    fn to_text(&self, is_verbose: bool) -> String {
        let name = printable_line(&self.file.source.name);
        let Some(trial) = &self.trial else {
            let functions = self
                .file
                .file
                .importable_names()
                .collect::<Vec<_>>()
                .join(", ");
            return format!(
                "OK: {name}. Functions for other rule files ({functions}){}.\n",
                self.expectations_text("; ")
            );
        };
        let Some(found) = &trial.odds else {
            return String::new();
        };
        let (odds, reason) = match found.exactness {
            Exactness::Exact => ("Exact", String::new()),
            Exactness::Ranges => (
                "Exact in ranges",
                format!(
                    "  Rare situations are left out, so each chance is a range: {}.\n",
                    found.reason
                ),
            ),
            Exactness::Partly => (
                "Partly exact",
                format!("  Not every metric is exact: {}.\n", found.reason),
            ),
            Exactness::Simulated => ("Simulated", format!("  No exact odds: {}.\n", found.reason)),
        };
        let details = if is_verbose {
            self.details()
        } else {
            String::new()
        };
        let play = if found.needs_play {
            "  A run needs a scenario with [play]: the first option of every choice never ends a trial.\n"
        } else {
            ""
        };
        format!(
            "OK: {name}. {odds}{}.\n{reason}{play}{details}",
            self.expectations_text("; ")
        )
    }

    /// Returns the number of expectations that hold, after a separator. It is empty if the file has
    /// none.
    fn expectations_text(&self, separator: &str) -> String {
        match self.expectations {
            0 => String::new(),
            count => format!(
                "{separator}{}",
                count_text(count, "expectation holds", "expectations hold")
            ),
        }
    }

    /// Returns the lines that `--verbose` adds.
    fn details(&self) -> String {
        let Some(trial) = &self.trial else {
            return String::new();
        };
        let odds = trial.odds.as_ref();
        let mut lines = odds.map_or_else(String::new, |odds| odds.repeats.clone());
        if !trial.without_words.is_empty() {
            lines += &format!(
                "  Titles use the labels of {}. Add `one =` and `many =` to a count, `yes =` and `no =` to a flag, or \
                 `says =` to a category to get sentences.\n",
                trial.without_words.join(", ")
            );
        }
        lines
    }
}
