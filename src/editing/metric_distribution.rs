//! The exact distribution of one metric at its last step, and what best play does.

use std::fmt::Write;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::solve::{ExactDistribution, SETTLED_THRESHOLD, solve};

use super::distribution::{ValueChance, histogram, mean, percent};
use super::edited::{Edited, interactive_budget};
use super::explanation::Explanation;
use crate::analysis::wanted;
use crate::report::play::MetSituation;
use crate::rule::BuiltRule;
use crate::rule::metric::{Kind, ShownMetric};

/// The most states that are listed.
const MAX_LISTED_STATES: usize = 8;

/// Returns the distribution of a metric at its last step. Returns `None` if it takes too long to
/// compute, or if a player decides.
pub(super) fn metric_distribution(
    built: &BuiltRule,
    metric_index: usize,
    watch: &Watch,
) -> Option<ExactDistribution> {
    let metrics = &built.presentation.metrics;
    let slots = |metric: &ShownMetric| {
        metric
            .steps
            .map_or(1, |(first, last)| (last - first + 1) as usize)
    };
    let slot = metrics[..=metric_index].iter().map(slots).sum::<usize>() - 1;
    let budget = interactive_budget();
    let graph = built
        .rule
        .explore(metrics[metric_index].part, &budget, watch)
        .ok()?;
    let mut distributions = solve(&graph, &budget, watch).ok()?;
    distributions
        .get_mut(slot)?
        .take()
        .filter(|distribution| distribution.unresolved < SETTLED_THRESHOLD)
}

/// Adds a distribution in words and as a histogram.
pub(super) fn add_metric_distribution(
    metric: &ShownMetric,
    distribution: &ExactDistribution,
    values: &str,
    explanation: &mut Explanation,
) {
    let name = |value: i64| {
        metric
            .outcomes()
            .get(usize::try_from(value).ok()?)
            .map(|outcome| outcome.label.clone())
    };
    let mut chances: Vec<ValueChance> = Vec::new();
    for &(value, mass) in distribution.pmf.masses() {
        let (chance, fraction) = mass.value_and_fraction();
        chances.push(ValueChance {
            value,
            name: name(value),
            chance,
            fraction,
        });
    }
    chances.sort_by_key(|entry| entry.value);
    let absent = distribution.absent.value();
    if metric.kind == Kind::Flag {
        let yes = chances.iter().find(|entry| entry.value == 1);
        let fraction = yes
            .and_then(|entry| entry.fraction)
            .map_or_else(String::new, |(n, d)| format!(" ({n}/{d})"));
        explanation.sentences.push(format!(
            "{}{fraction} at {values}.",
            percent(yes.map_or(0.0, |entry| entry.chance))
        ));
        return;
    }
    if metric.outcomes().is_empty()
        && let Some(mean_value) = distribution.mean()
    {
        let where_present = if absent > 0.0 {
            format!(" when it occurs ({} of trials),", percent(1.0 - absent))
        } else {
            String::new()
        };
        explanation.sentences.push(format!(
            "Mean {}{where_present} at {values}.",
            mean(mean_value)
        ));
    } else {
        explanation.sentences.push(format!("At {values}:"));
    }
    explanation.distribution = histogram(&chances);
}

impl Edited<'_> {
    /// Adds what best play does in its most frequent states, and what a mistake costs.
    pub(super) fn explain_best_play(
        &self,
        choice: &str,
        explanation: &mut Explanation,
        watch: &Watch,
    ) {
        let scenario = if self.is_rule_file() {
            self.asking_scenario()
        } else {
            self.scenario().ok()
        };
        let Some(mut scenario) = scenario.filter(|scenario| scenario.case_count() == 1) else {
            return;
        };
        scenario.charts = Some(Vec::new());
        let Ok(report) = wanted::quick_report(&scenario, watch) else {
            return;
        };
        let Some(play) = report
            .cases
            .first()
            .and_then(|case| case.best_play.as_ref())
        else {
            return;
        };
        let mut met: Vec<MetSituation<'_>> = play
            .situations
            .iter()
            .filter(|situation| situation.choice() == choice)
            .collect();
        if met.is_empty() {
            return;
        }
        met.sort_by(|a, b| b.reached().total_cmp(&a.reached()));
        let value_text = |value: f64| {
            if play.kind.is_chance() {
                percent(value)
            } else {
                mean(value)
            }
        };
        explanation.sentences.push(format!(
            "Best play {} {}: {}. Its most frequent states:",
            play.side(),
            play.aim,
            value_text(play.value)
        ));
        let words = report.words_of(choice);
        for situation in met.iter().take(MAX_LISTED_STATES) {
            let best = words.map_or(situation.best(), |words| words.option(situation.best()));
            let other_losses = situation
                .options()
                .filter(|offer| offer.name != situation.best())
                .filter_map(|offer| offer.loss());
            let loss = other_losses.fold(f64::INFINITY, f64::min);
            let loss = if !loss.is_finite() {
                String::new()
            } else if play.kind.is_chance() {
                format!(
                    " (another option costs {} percentage points or more)",
                    mean(loss * 100.0)
                )
            } else {
                format!(" (another option costs {} or more)", mean(loss))
            };
            let _ = writeln!(
                explanation.distribution,
                "{}: {best}{loss}",
                situation.words()
            );
        }
        if met.len() > MAX_LISTED_STATES {
            let _ = writeln!(
                explanation.distribution,
                "and {} more",
                met.len() - MAX_LISTED_STATES
            );
        }
    }
}
