//! Searches for parameter values that meet the goals of a scenario. Each setting of the parameters
//! is judged by exact odds alone.
//!
//! A setting is run as an altered scenario, like a step of a search for one number. Only the
//! questions are computed, and no trial is simulated. Up to [`MAX_EXHAUSTIVE`] settings, all are
//! tried. Beyond that, a local search starts at the published numbers and at random settings, and
//! moves to better settings nearby.

mod judge;
mod search;
#[cfg(test)]
mod spaces;
#[cfg(test)]
mod tests;
mod tries;

use crate::figures::NumberKind;
use std::fmt;

use oddsmith_engine::explore::Watch;

use super::run_error::RunError;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::input::tree::Node;
use crate::question::questions::{Better, WrittenAsk};
use crate::report::Value;
use crate::report::balance::{BalancedParameter, Balancing, JudgedAsk, settle};
use crate::scenario::balance::{Balance, MAX_LISTED_SETTINGS};
use crate::scenario::document::Scenario;
use crate::scenario::labels::PathLabel;
use crate::scenario::sweep::Sweep;
use judge::{Judge, Judgement};
use search::Search;
use tries::{Strategy, Tries};

/// The number of settings that are judged between two checks of the watch.
const SETTINGS_PER_STEP: usize = 256;
/// The maximal number of settings that are all tried.
const MAX_EXHAUSTIVE: usize = 20_000;
/// The maximal number of states that may be explored in total, as estimated from the published
/// setting: a few minutes of one core.
const MAX_STATES: u64 = 100_000_000;
/// The number of settings that a search may always try.
const MIN_TRIED: u64 = 200;

/// Searches for settings that meet the goals of a scenario. With `gives_up`, a setting is abandoned
/// at its first missed goal, because only settings that meet all goals matter.
///
/// # Errors
/// Fails if the scenario has no `[balance]`, if it cannot be run as it is written, or if no setting
/// can be judged. If the watch stops the search, the result is what was found until then.
pub fn balance(scenario: &Scenario, gives_up: bool, watch: &Watch) -> Result<Balancing, RunError> {
    let mut steps = BalanceSteps::new(scenario, gives_up, watch)?;
    while !watch.is_stopped() && !steps.step(SETTINGS_PER_STEP, watch) {}
    Ok(steps.finish(watch.is_stopped())?)
}

/// A search in small steps, for a caller with a single thread that must do other things in between.
/// The result is that of the whole search.
pub struct BalanceSteps {
    scenario: Scenario,
    tries: Tries,
    /// The number of settings to try; `None` for a search, where it is not known.
    setting_count: Option<u64>,
}

impl fmt::Debug for BalanceSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BalanceSteps")
            .field("come", &self.progress())
            .finish_non_exhaustive()
    }
}

impl BalanceSteps {
    /// Prepares the search. Only the published setting has been judged so far.
    ///
    /// # Errors
    /// Fails if the scenario has no `[balance]`, or if it cannot be run as it is written.
    pub fn new(
        scenario: &Scenario,
        gives_up: bool,
        watch: &Watch,
    ) -> Result<BalanceSteps, RunError> {
        let Some(balance) = &scenario.balance else {
            return Err(missing_balance(scenario).into());
        };
        if balance.parameters.is_empty() {
            let help = "remove one of the parameters of [balance] from --set and --sweep";
            let message = "no parameter of [balance] is left to change";
            return Err(Diagnostics::from(Diagnostic::at(&balance.place, message, help)).into());
        }
        let judged = scenario.with_judged_asks_only();
        let mut found = initial_balancing(scenario, &judged, balance)?;
        let judge = Judge::new(judged, found.asks.clone(), gives_up);
        found.extent.gives_up = gives_up;
        if let Judgement::Answers(answers) = judge.judge_published(watch) {
            found.published = Some(answers);
        }
        let kept = kept_settings(balance);
        let states_per_setting =
            judge.mean_states_per_case().max(1) * judge.scenario.case_count() as u64;
        found.extent.settings = kept.as_ref().map_or(balance.count(), |kept| kept.count);
        found.extent.left_out = kept.as_ref().map(|kept| balance.count() - kept.count);
        let most = (MAX_STATES / states_per_setting).clamp(MIN_TRIED, MAX_EXHAUSTIVE as u64);
        let kept = kept.filter(|kept| kept.count <= most);
        let setting_count = kept.as_ref().map(|kept| kept.count);
        found.extent.is_search = kept.is_none();
        let strategy = match kept {
            Some(kept) => Strategy::Whole(kept.numbers.into_iter()),
            None => Strategy::Search(Box::new(Search::new(
                balance,
                &found,
                most as usize,
                scenario.settings.seed,
            )?)),
        };
        let tries = Tries::new(judge, balance.clone(), found, strategy);
        Ok(BalanceSteps {
            scenario: scenario.clone(),
            tries,
            setting_count,
        })
    }

    /// Returns how many settings have been tried, and how many there are to try; a search does not
    /// know the latter.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let found = &self.tries.found;
        (
            found.tried.len() as u64 + found.refused.count + found.unjudged.count,
            self.setting_count,
        )
    }

    /// Tries at most this many further settings. Returns whether the search is over.
    pub fn step(&mut self, most: usize, watch: &Watch) -> bool {
        self.tries.step(most, watch)
    }

    /// Returns what was found so far, which may be before the end of the search.
    ///
    /// # Errors
    /// Fails if the search ran to its end and no setting could be judged.
    pub fn finish(self, is_stopped: bool) -> Result<Balancing, Diagnostics> {
        let mut found = self.tries.found;
        found.extent.is_stopped = is_stopped;
        let found = settle(found);
        refuse_empty_result(&self.scenario, &found)?;
        Ok(found)
    }
}

/// The settings that meet the condition `keep`.
struct KeptSettings {
    count: u64,
    /// The indices of the first [`MAX_EXHAUSTIVE`] of them.
    numbers: Vec<u64>,
}

/// Returns the settings that meet the condition; `None` if there are too many to check all.
fn kept_settings(balance: &Balance) -> Option<KeptSettings> {
    let setting_count = balance.count();
    let is_kept = |number: &u64| balance.keeps(&balance.point(*number));
    (setting_count <= MAX_LISTED_SETTINGS).then(|| {
        let (mut count, mut numbers) = (0, Vec::new());
        for number in (0..setting_count).filter(is_kept) {
            count += 1;
            if numbers.len() < MAX_EXHAUSTIVE {
                numbers.push(number);
            }
        }
        KeptSettings { count, numbers }
    })
}

impl Scenario {
    /// Returns the scenario reduced to the questions that settings are judged by, without charts.
    fn with_judged_asks_only(&self) -> Scenario {
        let mut other = self.clone();
        other.questions.asks.retain(is_judged);
        other.questions.joints.clear();
        other.questions.aim = None;
        other.charts = Some(Vec::new());
        other.balance = None;
        other
    }
}

fn is_judged(ask: &WrittenAsk) -> bool {
    ask.want.is_some() || ask.best.is_some()
}

/// Returns the parameters that may change, and the goals, before any setting is judged.
fn initial_balancing(
    scenario: &Scenario,
    judged: &Scenario,
    balance: &Balance,
) -> Result<Balancing, Diagnostics> {
    let read = judged.asking(0, &judged.build_case(0)?.presentation)?;
    let ask =
        |(written, question): (&WrittenAsk, &oddsmith_language::question::Question)| JudgedAsk {
            label: written
                .label
                .clone()
                .unwrap_or_else(|| written.value.text().unwrap_or_default().trim().to_owned()),
            kind: NumberKind::of(question.statistic),
            want: written
                .want
                .as_ref()
                .map(|want| (want.bound, want.text.clone())),
            is_maximised: written.best == Some(Better::Most),
        };
    let cases = judged.case_count();
    let mut balancing = Balancing::default();
    balancing.parameters = balance
        .parameters
        .iter()
        .map(|sweep| parameter(scenario, sweep))
        .collect();
    balancing.asks = judged
        .questions
        .asks
        .iter()
        .zip(&read.asks)
        .map(ask)
        .collect();
    balancing.cases = (0..cases).map(|case| judged.case_name(case)).collect();
    Ok(balancing)
}

fn parameter(scenario: &Scenario, sweep: &Sweep) -> BalancedParameter {
    let PathLabel { label, short, .. } = scenario.label(&sweep.path.text);
    let published = scenario.node_of(&sweep.path.text);
    let steps = steps_from_published(&sweep.values, published.as_ref());
    let values: Vec<Value> = sweep.values.iter().map(Node::value).collect();
    BalancedParameter {
        path: sweep.path.text.clone(),
        label,
        short,
        values,
        published: published.map(|node| node.value()),
        steps,
    }
}

/// Returns the distance of each value from the published value, in steps. If the published value is
/// not in the list, the nearest value on each side of it is one step away.
fn steps_from_published(values: &[Node], published: Option<&Node>) -> Vec<u32> {
    let is_it =
        |node: &Node| published.is_some_and(|published| published.canonical() == node.canonical());
    let away = |from: usize, index: usize| from.abs_diff(index) as u32;
    if let Some(published_index) = values.iter().position(is_it) {
        return (0..values.len())
            .map(|index| away(published_index, index))
            .collect();
    }
    let numbers: Option<Vec<f64>> = values.iter().map(|node| node.value().number()).collect();
    let Some((numbers, published)) = numbers.zip(published.and_then(|node| node.value().number()))
    else {
        return vec![1; values.len()];
    };
    let between = |value: f64| {
        numbers
            .iter()
            .filter(|&&number| (number - published) * (number - value) < 0.0)
            .count() as u32
            + 1
    };
    numbers.iter().map(|&value| between(value)).collect()
}

/// Fails if no setting could be judged, unless the search was stopped.
fn refuse_empty_result(scenario: &Scenario, found: &Balancing) -> Result<(), Diagnostics> {
    if !found.tried.is_empty() || found.extent.is_stopped {
        return Ok(());
    }
    let place = scenario
        .balance
        .as_ref()
        .map(|balance| balance.place.clone());
    let (message, help) = match (
        found.refused.reasons.first(),
        found.unjudged.reasons.first(),
    ) {
        (_, Some(reason)) => {
            let wanted = scenario
                .questions
                .asks
                .iter()
                .find(|ask| ask.want.is_some());
            let message = format!("oddsmith cannot judge any setting: {reason}");
            let help = format!(
                "{}: judging needs exact odds that do not depend on which optimal play is used. \
                    `then` in [play] chooses between equally good options",
                scenario.rule.simplify_help()
            );
            return Err(wanted
                .map_or_else(
                    || Diagnostic::nowhere(&*message, &*help),
                    |ask| Diagnostic::at(&ask.value.place, &*message, &*help),
                )
                .into());
        }
        (Some(reason), None) => (
            format!("the rule does not allow any of these settings: {reason}"),
            "give the parameters other values, or remove unused ones from [balance]",
        ),
        (None, None) => (
            "no setting meets the condition and the limits of the rule".to_owned(),
            "make `keep` weaker, or give the parameters other values",
        ),
    };
    Err(place
        .map_or_else(
            || Diagnostic::nowhere(&*message, help),
            |place| Diagnostic::at(&place, &*message, help),
        )
        .into())
}

/// Returns the error message for a scenario without `[balance]`.
fn missing_balance(scenario: &Scenario) -> Diagnostics {
    let message = format!("{} has no [balance] section", scenario.source.name);
    let help = "add [balance] with the parameters to change, such as fast = { from = 2, to = 6 }";
    Diagnostic::nowhere(message, help).into()
}
