//! The interface for other programs: texts in, a report or a distribution out.

pub(crate) mod around;
mod error;
mod results;
mod roll;

use std::path::PathBuf;
use std::sync::Arc;

use oddsmith_engine::explore::Watch;

pub use error::{Error, Position};
pub use results::{Results, WrittenFiles, balance_text, find_text, playtest_json, playtest_text};
pub use roll::{Roll, quick_roll, roll, roll_while};

use crate::analysis::{self, EngineMode};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::playtest::{self, Request};
use crate::report::balance::Balancing;
use crate::report::playtest::{Playtest, TrialPlan};
use crate::report::search::Search;
use crate::report::{Distribution, Report};
use crate::rolls;
use crate::rule_file::find::FileLocation;
use crate::rule_file::generated::GeneratedRule;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find::{FoundScenario, find_any};

/// The name of the file of a rule that is given as a text.
const RULE_FILE: &str = "rule.odds";

/// A run of a scenario, with the texts that it needs. It writes no files, and reads none unless it
/// is [named](Run::named).
///
/// ```
/// use oddsmith::Run;
///
/// let report = Run::new("rule = \"hits.odds\"")
///     .name("volley")
///     .file(
///         "hits.odds",
///         "n = whole(5, 1, 20)\nhits = count(\"Hits\")\n\ndef trial():\n    record(hits, successes(n, 6, 4))\n",
///     )
///     .set("n=2")
///     .ask("P(hits >= 1)")
///     .trials(1000)
///     .report()?;
/// assert_eq!(report.name, "volley");
/// assert_eq!(report.cases[0].answers[0].reading(report.asks[0].statistic).exact, Some(0.75));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    name: String,
    source: Arc<Source>,
    location: Location,
    overrides: Overrides,
}

/// The location of the files that a scenario names.
#[derive(Clone, Debug)]
enum Location {
    /// Among these texts.
    Texts(Vec<Source>),
    /// In this folder.
    Folder(PathBuf),
    /// In the program.
    Bundled,
    /// In the program, which wrote this rule.
    Generated(GeneratedRule),
    /// Kept with the scenario: the rule file, and those that it uses.
    #[cfg(feature = "cli")]
    Kept(Source, Vec<Source>),
}

impl Run {
    /// Returns a run of a scenario, which is a TOML text.
    pub fn new(scenario: impl Into<String>) -> Run {
        let source = Source {
            name: "scenario.toml".to_owned(),
            text: scenario.into(),
        };
        Run::of_source(
            "scenario".to_owned(),
            source.into(),
            Location::Texts(Vec::new()),
        )
    }

    fn of_source(name: String, source: Arc<Source>, location: Location) -> Run {
        Run {
            name,
            source,
            location,
            overrides: Overrides::default(),
        }
    }

    /// Returns a run of anything that a command line could name: a file, a bundled scenario, a
    /// rule, a game of the gallery, or dice.
    ///
    /// # Errors
    /// Fails if nothing has this name, or if the file cannot be read.
    pub fn named(wanted: &str) -> Result<Run, Error> {
        Ok(Run::found(find_any(wanted)?))
    }

    /// Returns a run of a scenario that was found.
    pub(crate) fn found(found: FoundScenario) -> Run {
        let location = match (found.rule, found.folder) {
            (Some(rule), _) => Location::Generated(rule),
            (None, Some(folder)) => Location::Folder(folder),
            (None, None) => Location::Bundled,
        };
        Run::of_source(found.name, found.source, location)
    }

    /// Returns a run of a saved scenario with its rule file, if it has one, and with the files that
    /// this one uses.
    #[cfg(feature = "cli")]
    pub(crate) fn kept(name: &str, source: Source, rule: Option<Source>, used: Vec<Source>) -> Run {
        let location = match rule {
            Some(rule) => Location::Kept(rule, used),
            None => Location::Texts(used),
        };
        Run::of_source(name.to_owned(), source.into(), location)
    }

    /// A run of a rule file with its default parameters. Messages call the text `rule.odds`.
    ///
    /// ```
    /// use oddsmith::Run;
    ///
    /// let rule = "hits = count(\"Hits\")\n\ndef trial():\n    record(hits, successes(3, 6, 4))\n";
    /// let report = Run::of_rule(rule).ask("P(hits = 3)").trials(100).report()?;
    /// assert_eq!(report.cases[0].answers[0].best(), Some(0.125));
    /// # Ok::<(), oddsmith::Error>(())
    /// ```
    pub fn of_rule(text: impl Into<String>) -> Run {
        Run::new(format!("rule = \"{RULE_FILE}\"\n"))
            .name("rule")
            .file(RULE_FILE, text)
    }

    /// Adds lines to the scenario's text, such as a `[play]` section.
    pub fn lines(mut self, lines: &str) -> Run {
        let text = &mut Arc::make_mut(&mut self.source).text;
        text.push('\n');
        text.push_str(lines);
        self
    }

    /// Gives the scenario a name, which the report and messages use.
    pub fn name(mut self, name: impl Into<String>) -> Run {
        self.name = name.into();
        Arc::make_mut(&mut self.source).name = format!("{}.toml", self.name);
        self
    }

    /// Adds a file that the scenario or a rule file names. Bundled rules need no file.
    pub fn file(mut self, name: impl Into<String>, text: impl Into<String>) -> Run {
        let file = Source {
            name: name.into(),
            text: text.into(),
        };
        match &mut self.location {
            Location::Texts(files) => files.push(file),
            _ => self.location = Location::Texts(vec![file]),
        }
        self
    }

    /// Sets a parameter, as `--set` does: `quality=5`.
    pub fn set(mut self, setting: impl Into<String>) -> Run {
        self.overrides.sets.push(setting.into());
        self
    }

    /// Sweeps a parameter, as `--sweep` does: `quality=2..6`.
    pub fn sweep(mut self, sweep: impl Into<String>) -> Run {
        self.overrides.sweeps.push(sweep.into());
        self
    }

    /// Asks a question, as `--ask` does: `P(hits >= 2)`.
    pub fn ask(mut self, question: impl Into<String>) -> Run {
        self.overrides.asks.push(question.into());
        self
    }

    /// Sets the number of trials per case: 1 or more.
    pub fn trials(mut self, trials: u64) -> Run {
        self.overrides.run.push(("trials", trials.to_string()));
        self
    }

    /// Sets the seed of the random numbers.
    pub fn seed(mut self, seed: u64) -> Run {
        self.overrides.run.push(("seed", seed.to_string()));
        self
    }

    /// Sets the precision, as `--precision` does: half the width of the widest interval.
    pub fn precision(mut self, half_width: f64) -> Run {
        let option = ("precision", half_width.to_string());
        self.overrides.run.push(option);
        self
    }

    /// Draws all charts that suit the rule, if the scenario names none.
    pub fn all_charts(mut self) -> Run {
        self.overrides.run.push(("charts", "all".to_owned()));
        self
    }

    /// Changes what a command line can change in a scenario.
    pub(crate) fn overrides(self, overrides: Overrides) -> Run {
        Run { overrides, ..self }
    }

    /// Returns the scenario after all checks that need no run.
    pub(crate) fn scenario(&self) -> Result<Scenario, Diagnostics> {
        let location = match &self.location {
            Location::Texts(files) => FileLocation::Texts(files),
            Location::Folder(folder) => FileLocation::Folder(folder),
            Location::Bundled => FileLocation::Bundled,
            Location::Generated(rule) => FileLocation::Generated(rule),
            #[cfg(feature = "cli")]
            Location::Kept(rule, used) => FileLocation::Kept(rule, used),
        };
        let source = Arc::clone(&self.source);
        Scenario::parse_at(&self.name, source, location, &self.overrides)
    }

    /// Checks the scenario and its rule without running them.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts.
    pub fn check(&self) -> Result<(), Error> {
        around::plan(&self.scenario()?, &Watch::default())?;
        Ok(())
    }

    /// Returns the keys of the rule's parameters.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts.
    pub fn parameters(&self) -> Result<Vec<String>, Error> {
        let scenario = self.scenario()?;
        let parameters = scenario.rule.parameters().iter();
        Ok(parameters
            .map(|parameter| parameter.key.to_owned())
            .collect())
    }

    /// Returns the names of the choices that the rule leaves to players.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts.
    pub fn choices(&self) -> Result<Vec<String>, Error> {
        let choices = self.scenario()?.rule.choices();
        Ok(choices.into_iter().map(|(name, _)| name).collect())
    }

    /// Returns the number of trials of all cases.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts.
    pub fn trial_count(&self) -> Result<u64, Error> {
        Ok(analysis::plan(&self.scenario()?)?.trials)
    }

    /// Searches for settings that meet the goals of the scenario, as `simulate balance` does.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the search failed.
    pub fn balance(&self, watch: &Watch) -> Result<Balancing, Error> {
        Ok(analysis::balance(&self.scenario()?, false, watch)?)
    }

    /// Searches for a value of a parameter, as `--find` does. `claim` is a question with a number,
    /// such as `P(hits >= 2) = 0.6`, and `over` is the parameter, such as `quality=2..6`.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the search failed or stopped.
    pub fn find(&self, claim: &str, over: &str, watch: &Watch) -> Result<Search, Error> {
        Ok(analysis::find(&self.scenario()?, claim, over, watch)?)
    }

    /// Compares a log of playtests with the exact odds, as `simulate playtest` does. `log` is a
    /// name for messages, and the bytes of a CSV file or a workbook.
    ///
    /// ```
    /// use oddsmith::{Run, playtest::Request};
    ///
    /// let log = "successes\n2\n0\n3\n1+\n";
    /// let found = Run::named("wing-activation")?
    ///     .playtest("log.csv", log.as_bytes(), &Request::default(), &Default::default())?;
    /// assert_eq!(found.trials, 4);
    /// assert!(found.metrics[0].p.is_some_and(|p| p > 0.05));
    /// # Ok::<(), oddsmith::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, the log or the request, or why the run
    /// failed or stopped.
    pub fn playtest(
        &self,
        name: &str,
        log: &[u8],
        request: &Request,
        watch: &Watch,
    ) -> Result<Playtest, Error> {
        let log = playtest::log_text(name, log)?;
        Ok(playtest::playtest(&self.scenario()?, log, request, watch)?)
    }

    /// Returns how many playtests tell two settings apart, as `simulate playtest --plan` does.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the run failed or stopped.
    pub fn plan_playtests(
        &self,
        question: &str,
        between: [&str; 2],
        watch: &Watch,
    ) -> Result<TrialPlan, Error> {
        let between = between.map(str::to_owned);
        let scenario = self.scenario()?;
        Ok(playtest::plan_trials(&scenario, question, &between, watch)?)
    }

    /// Runs the scenario. The results also have its charts and tables.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the run failed or stopped.
    pub fn results(&self, watch: &Watch) -> Result<Results, Error> {
        let scenario = self.scenario()?;
        let mut report = report_of(&scenario, watch)?;
        let Overrides { run, .. } = &self.overrides;
        around::complete(&mut report, &scenario, run, &self.overrides.others());
        Ok(Results::new(report))
    }

    /// Runs the scenario.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the run failed.
    pub fn report(&self) -> Result<Report, Error> {
        self.report_while(&Watch::default())
    }

    /// Runs the scenario until the watch stops it.
    ///
    /// # Errors
    /// Returns everything that is wrong with the texts, or why the run failed or stopped.
    pub fn report_while(&self, watch: &Watch) -> Result<Report, Error> {
        report_of(&self.scenario()?, watch)
    }
}

fn report_of(scenario: &Scenario, watch: &Watch) -> Result<Report, Error> {
    let plan = around::plan(scenario, watch)?;
    let mut report = analysis::run(&plan, EngineMode::Auto, watch)?;
    report.skill = around::skill(&report, scenario, scenario.shows_skill, false, watch)?;
    Ok(report)
}

/// Runs a scenario, a TOML text that names a bundled rule.
///
/// ```
/// let report = oddsmith::run("rule = \"wing-activation\"\n[run]\ntrials = 1000")?;
/// assert!(report.is_fully_exact());
/// # Ok::<(), oddsmith::Error>(())
/// ```
///
/// # Errors
/// Returns everything that is wrong with the text, or why the run failed.
pub fn run(scenario: &str) -> Result<Report, Error> {
    Run::new(scenario).report()
}

/// Returns the exact distribution of typed dice. A condition such as `2d6 >= 7` is 1 or 0.
///
/// ```
/// let odds = oddsmith::odds("4d6kh3")?;
/// let pmf = odds.pmf().expect("exact odds");
/// assert_eq!(pmf.mass(18).fraction(), Some((7, 432)));
///
/// let odds = oddsmith::odds("2d6 >= 7")?;
/// assert_eq!(odds.pmf().expect("exact odds").mass(1).fraction(), Some((7, 12)));
/// # Ok::<(), oddsmith::Error>(())
/// ```
///
/// # Errors
/// Returns what is wrong with the expression, or that it is too large for exact odds.
pub fn odds(dice: &str) -> Result<Distribution, Error> {
    odds_while(dice, &Watch::default())
}

/// Computes the exact odds of dice until the watch stops it.
fn odds_while(dice: &str, watch: &Watch) -> Result<Distribution, Error> {
    let rolls = rolls::read(&[dice.to_owned()])?;
    let report = Run::new(rolls.scenario.text)
        .name(rolls::NAME)
        .file(rolls.rule.source.name, rolls.rule.source.text)
        .trials(1)
        .report_while(watch)?;
    report
        .cases
        .into_iter()
        .flat_map(|case| case.metrics)
        .flat_map(|metric| metric.distributions)
        .find(|distribution| distribution.exact.is_some())
        .ok_or_else(|| {
            Diagnostics::from(Diagnostic::nowhere(
                format!("`{dice}` has too many results for exact odds"),
                "use fewer dice",
            ))
            .into()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_plain_text_with_a_place() {
        let error = run("rule = \"wing-activation\"\n[parameters]\nqualty = 4\n")
            .expect_err("an unknown key");
        let text = error.to_string();
        assert!(text.contains("scenario.toml:3:1"), "{text}");
        assert!(text.contains("quality"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text:?}");
        assert_eq!(error.problems().len(), 1);
        let error = odds("4d6kx3").expect_err("no such dice").to_string();
        assert!(error.contains("`k` does not say"), "{error}");
    }

    #[test]
    fn a_stopped_run_says_so() {
        let watch = Watch::default();
        watch.stop();
        let error = Run::new("rule = \"wing-activation\"")
            .report_while(&watch)
            .expect_err("a stopped run");
        assert_eq!(error.to_string(), "the run was stopped");
        assert!(error.problems().is_empty());
    }

    #[test]
    fn a_report_names_the_command_that_repeats_it() {
        let run = Run::named("wing-activation").expect("a rule");
        let run = run.set("quality=5").trials(100);
        let results = run.results(&Watch::default()).expect("a run");
        assert_eq!(
            results.report().rerun,
            "simulate --scenario wing-activation.toml --trials 100 --set quality=5"
        );
    }
}
