//! Which numbers make the wishes come true: settings of several parameters, each judged by exact
//! odds alone.
//!
//! A setting is a run of an altered scenario, like a step of a search for one number. But only the
//! questions are computed, and no trial is simulated. Up to [`MOST_EXHAUSTIVE`] settings all are tried;
//! beyond, a search goes from the published numbers and from others to what is better nearby.

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
use crate::scenario::balance::{Balance, MOST_LISTED};
use crate::scenario::document::Scenario;
use crate::scenario::labels::PathLabel;
use crate::scenario::sweep::Sweep;
use judge::{Judge, Judgement};
use search::Search;
use tries::{Strategy, Tries};

/// Settings that are judged before it is looked up whether to stop.
const SETTINGS_PER_STEP: usize = 256;
/// Settings up to which all are tried.
const MOST_EXHAUSTIVE: usize = 20_000;
/// States that may be explored in all, as those of the published setting foretell it: some minutes
/// of one core.
const MOST_STATES: u64 = 100_000_000;
/// Settings that a search may always try.
const LEAST_TRIED: u64 = 200;

/// Looks for the numbers that make the wishes of a scenario come true; `gives_up` where only
/// settings that meet all are wanted, so that one is judged no further than its first broken wish.
///
/// # Errors
/// Where the scenario has no `[balance]`, cannot be run as it is written, or no setting can be
/// judged. If the watch stops it, the result is what was found until then.
pub fn balance(scenario: &Scenario, gives_up: bool, watch: &Watch) -> Result<Balancing, RunError> {
    let mut steps = BalanceSteps::new(scenario, gives_up, watch)?;
    while !watch.is_stopped() && !steps.step(SETTINGS_PER_STEP, watch) {}
    Ok(steps.finish(watch.is_stopped())?)
}

/// Does the same some settings at a time, for a caller with one thread that must do other things in
/// between. The result is the same.
pub struct BalanceSteps {
    scenario: Scenario,
    tries: Tries,
    /// Settings that there are to try, as far as that is known.
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
    /// Settings that have not been tried, but for what is published.
    ///
    /// # Errors
    /// Where the scenario has no `[balance]`, or cannot be run as it is written.
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
        let most = (MOST_STATES / states_per_setting).clamp(LEAST_TRIED, MOST_EXHAUSTIVE as u64);
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

    /// How many settings have been tried, and of how many; a search does not know that.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let found = &self.tries.found;
        (
            found.tried.len() as u64 + found.refused.count + found.unjudged.count,
            self.setting_count,
        )
    }

    /// Tries so many settings more at the most; tells whether it is over.
    pub fn step(&mut self, most: usize, watch: &Watch) -> bool {
        self.tries.step(most, watch)
    }

    /// What was found until now, which may be before its end.
    ///
    /// # Errors
    /// Where it is over and no setting could be judged.
    pub fn finish(self, is_stopped: bool) -> Result<Balancing, Diagnostics> {
        let mut found = self.tries.found;
        found.extent.is_stopped = is_stopped;
        let found = settle(found);
        refuse_empty_result(&self.scenario, &found)?;
        Ok(found)
    }
}

/// Settings that make sense: how many, and the first of them.
struct KeptSettings {
    count: u64,
    /// As many as are tried at most, by their numbers.
    numbers: Vec<u64>,
}

/// The settings that make sense; nothing where there are too many to go through.
fn kept_settings(balance: &Balance) -> Option<KeptSettings> {
    let setting_count = balance.count();
    let is_kept = |number: &u64| balance.keeps(&balance.point(*number));
    (setting_count <= MOST_LISTED).then(|| {
        let (mut count, mut numbers) = (0, Vec::new());
        for number in (0..setting_count).filter(is_kept) {
            count += 1;
            if numbers.len() < MOST_EXHAUSTIVE {
                numbers.push(number);
            }
        }
        KeptSettings { count, numbers }
    })
}

impl Scenario {
    /// The same with nothing asked but what settings are judged by, and nothing drawn.
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

/// Returns what may be changed and the wishes, before any setting is judged.
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

/// How many steps each value is away from what is published. That may lie between two values, or
/// beyond all: the next is a step away then.
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

/// Refuses to go on where no setting could be judged, and nobody stopped it.
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

/// That a scenario does not say what may be changed.
fn missing_balance(scenario: &Scenario) -> Diagnostics {
    let message = format!("{} has no [balance] section", scenario.source.name);
    let help = "add [balance] with the parameters to change, such as fast = { from = 2, to = 6 }";
    Diagnostic::nowhere(message, help).into()
}
