//! `check`: scenarios and rule files, without running them; of rule files, a short look at all that can happen.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::error::CliError;
use super::load::{load, plans, stop_on_signals};
use super::told::Told;
use crate::analysis::wanted;
use crate::export;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::rule_file::find::{self as rule_files, Beside, is_rule_file};
use crate::rule_file::{SMALLER, expectations};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find;
use crate::scenario::named_rule::NamedRule;
use crate::terminal::shown;
use crate::workers::workers;
use oddsmith_engine::explore::{Budget, Stop, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_engine::{AnyRule, RuleError, Wrong};

/// Cases of a scenario that are looked at: what is wrong with others is told by the run.
const MOST_CASES: usize = 16;

/// Checks scenarios and rule files without running them; what is wrong with any is told together.
///
/// # Errors
/// With everything that is wrong.
pub fn check(files: &[String], with_odds: bool) -> Result<Told, CliError> {
    let (rules, wanted): (Vec<String>, Vec<String>) = files.iter().cloned().partition(|file| is_rule_file(file));
    let mut problems = Vec::new();
    let read = |file: &String| rule_files::find_any(file, Beside::Folder(Path::new("")));
    let read = rules.iter().filter_map(|file| read(file).map_err(|more| problems.extend(more.0)).ok());
    let mut rules: Vec<NamedRule> = read.map(|rule| NamedRule::File(Arc::new(rule))).collect();
    let found = wanted.iter().map(|wanted| find::find(wanted));
    let scenarios = load(found, &Overrides::default()).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    let pool = workers(None);
    let plans = pool.install(|| plans(&scenarios)).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    let mut text = String::new();
    for (scenario, plan) in scenarios.iter().zip(&plans) {
        let cases =
            if scenario.case_count() == 1 { "1 case".to_owned() } else { format!("{} cases", scenario.case_count()) };
        let charts = match plan.charts.len() {
            1 => "1 chart".to_owned(),
            many => format!("{many} charts"),
        };
        let (name, rule) = (shown(&scenario.source.name), scenario.rule.id());
        text += &format!("{name}: sound, {cases} of {}, {charts}\n", shown(rule));
        if scenario.rule.text().is_some_and(|text| rules.iter().all(|known| known.text() != Some(text))) {
            rules.push(scenario.rule.clone());
        }
    }
    for rule in &rules {
        match pool.install(|| expected(rule)) {
            Ok(told) => text += &told,
            Err(more) => problems.extend(more.0),
        }
    }
    // What is wrong by default is not told again for every scenario.
    if problems.is_empty() {
        for scenario in &scenarios {
            problems.extend(pool.install(|| fault(scenario))?);
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems).into());
    }
    let mut is_unmet = false;
    if with_odds {
        let watch = Arc::new(Watch::default());
        stop_on_signals(&watch);
        for scenario in &scenarios {
            let report = pool.install(|| wanted::check(scenario, &watch))?;
            text += &export::table::wants(&report);
            is_unmet |= report.is_unmet();
        }
    }
    Ok(Told { exit_code: if is_unmet { 3 } else { 0 }, ..text.into() })
}

/// The first fault of a few cases that lie evenly among all, the first and the last with them.
fn fault(scenario: &Scenario) -> Result<Option<Diagnostic>, Diagnostics> {
    let last = scenario.case_count() - 1;
    let between = last.clamp(1, MOST_CASES - 1);
    let look = |at: usize| {
        let case = at * last / between;
        let rule = scenario.built(case)?.rule;
        let fault = rule.fault(&Watch::default()).or_else(|| no_odds(&*rule, &scenario.settings.budget, None));
        Ok(fault.map(|error| scenario.rule.fault(&scenario.before(case), &error)))
    };
    let looks: Result<Vec<_>, Diagnostics> = (0..=between.min(last)).into_par_iter().map(look).collect();
    Ok(looks?.into_iter().flatten().next())
}

const PILOT: Stream = Stream { seed: 1, case: 1, purpose: Purpose::Pilot };

/// Simulates a rule that is too large to be explored, for a moment.
///
/// # Errors
/// With the fault that a trial met.
fn tried(rule: &dyn AnyRule) -> Result<(), RuleError> {
    const TRIALS: u64 = 3000;
    /// Faces, flips and cards that take a moment.
    const WORK: f64 = 1e6;
    let watch = Watch::default().within(WORK as u64);
    let play = |trials: u64| match rule.pilot(PILOT, trials, &watch) {
        Err(Stop::Rule(error)) if error.sort == Wrong::Mistake => Err(error),
        Err(_) => Ok(WORK),
        Ok((cost, _)) => Ok(cost),
    };
    let many = (WORK / play(1)?.max(1.0)) as u64;
    play(many.clamp(1, TRIALS)).map(|_| ())
}

/// Why a run has nothing to print: its first trial does not come to its end, and nothing of the rule can be explored with the
/// budget of a run. One part may be known to be too large.
fn no_odds(rule: &dyn AnyRule, budget: &Budget, too_large: Option<u32>) -> Option<RuleError> {
    let watch = Watch::default();
    let Err(Stop::Rule(error)) = rule.pilot(PILOT, 1, &watch) else { return None };
    let budget = budget.of_each(rule.part_count() as usize);
    let is_sliced = |part| {
        let slices = rule.slices(part);
        let budget = budget.of_each(slices.len());
        slices.iter().any(|(sliced, _)| sliced.explore(part, &budget, &watch).is_ok())
    };
    let is_explored =
        |part| (Some(part) != too_large && rule.explore(part, &budget, &watch).is_ok()) || is_sliced(part);
    (error.sort == Wrong::TooLong && !(0..rule.part_count()).any(is_explored)).then_some(error)
}

/// Looks for faults of a rule file at its default parameters, and holds it against what it expects of itself.
fn expected(rule: &NamedRule) -> Result<String, Diagnostics> {
    let NamedRule::File(file) = rule else { return Ok(String::new()) };
    let name = shown(&file.source.name).into_owned();
    let hold = |hold: usize| match hold {
        0 => String::new(),
        1 => ", 1 expectation holds".to_owned(),
        many => format!(", {many} expectations hold"),
    };
    if !file.file.has_trial() {
        let holds = expectations::check(file, &|error| rule.fault("", &error)).map(hold)?;
        let functions = file.file.functions().collect::<Vec<_>>().join(", ");
        return Ok(format!("{name}: sound, functions for other rule files ({functions}){holds}\n"));
    }
    let built = rule.checked_by_default(&Watch::default())?;
    let hold = expectations::check(file, &|error| rule.fault("", &error)).map(hold)?;
    // Whether it has exact odds is no fault, and yet the first thing that a designer wants to know.
    let budget = Budget::default().of_each(built.rule.part_count() as usize);
    let explored = built.rule.explore(0, &budget, &Watch::default());
    let played = match explored {
        // A short look may have missed it.
        Err(Stop::Rule(error)) if error.sort == Wrong::Mistake => return Err(rule.fault("", &error).into()),
        Err(Stop::TooLarge { .. }) => {
            let fault = no_odds(&*built.rule, &Budget::default(), Some(0)).map_or(Ok(()), Err);
            fault.and_then(|()| tried(&*built.rule)).map_err(|error| Diagnostics::from(rule.fault("", &error)))?;
            let grows = built.rule.what_grows(&Watch::default());
            format!(", played only: {}", grows.unwrap_or_else(|| SMALLER.to_owned()))
        }
        _ => String::new(),
    };
    // What is simulated only is not solved beyond anything.
    let above = played.is_empty().then(|| built.rule.repeats_above(&Watch::default())).flatten();
    let above = above.map_or_else(String::new, |above| {
        format!(
            "; what it counts has no upper end, and beyond {above} its situations repeat themselves: all of these are \
             solved together"
        )
    });
    let unworded = built.presentation.metrics.iter().filter(|own| !own.is_worded());
    let unworded: Vec<String> = unworded.map(|own| format!("`{}`", own.name)).collect();
    let words = match unworded.is_empty() {
        true => String::new(),
        false => format!(
            "; titles tell {} by their labels alone: `one =` and `many =`, `yes =`, `says =` word a metric",
            unworded.join(", ")
        ),
    };
    Ok(format!("{name}: sound{hold}{played}{above}{words}\n"))
}
