//! The exact distribution of one metric at its last step, and what best play does.

use std::fmt::Write;

use oddsmith_engine::explore::Watch;
use oddsmith_engine::solve::{ExactLaw, SETTLED, solve};

use super::edited::{Edited, while_waiting};
use super::law::{ToldChance, histogram, mean, percent};
use super::said::Explained;
use crate::analysis::wanted;
use crate::report::play::MetSituation;
use crate::rule::Built;
use crate::rule::metric::{Kind, ShownMetric};

/// The most states that are listed.
const MOST_TOLD: usize = 8;

/// Returns the distribution of a metric at its last step; nothing if it takes too long to compute,
/// or if a player decides.
pub(super) fn metric_law(built: &Built, at: usize, watch: &Watch) -> Option<ExactLaw> {
    let metrics = &built.presentation.metrics;
    let slots = |own: &ShownMetric| {
        own.steps
            .map_or(1, |(first, last)| (last - first + 1) as usize)
    };
    let slot = metrics[..=at].iter().map(slots).sum::<usize>() - 1;
    let budget = while_waiting();
    let graph = built.rule.explore(metrics[at].part, &budget, watch).ok()?;
    let mut laws = solve(&graph, &budget, watch).ok()?;
    laws.get_mut(slot)?
        .take()
        .filter(|law| law.unresolved < SETTLED)
}

/// Adds a distribution in words and as a histogram.
pub(super) fn tell(metric: &ShownMetric, law: &ExactLaw, values: &str, told: &mut Explained) {
    let name = |value: i64| {
        metric
            .outcomes()
            .get(usize::try_from(value).ok()?)
            .map(|own| own.label.clone())
    };
    let mut chances: Vec<ToldChance> = Vec::new();
    for &(value, mass) in law.pmf.masses() {
        let (chance, fraction) = mass.resolved();
        chances.push(ToldChance {
            value,
            name: name(value),
            chance,
            fraction,
        });
    }
    chances.sort_by_key(|own| own.value);
    let absent = law.absent.value();
    if metric.kind == Kind::Flag {
        let yes = chances.iter().find(|own| own.value == 1);
        let fraction = yes
            .and_then(|own| own.fraction)
            .map_or_else(String::new, |(n, d)| format!(" ({n}/{d})"));
        told.says.push(format!(
            "{}{fraction} at {values}.",
            percent(yes.map_or(0.0, |own| own.chance))
        ));
        return;
    }
    if metric.outcomes().is_empty()
        && let Some(of) = law.mean()
    {
        let where_present = if absent > 0.0 {
            format!(" when it occurs ({} of trials),", percent(1.0 - absent))
        } else {
            String::new()
        };
        told.says
            .push(format!("Mean {}{where_present} at {values}.", mean(of)));
    } else {
        told.says.push(format!("At {values}:"));
    }
    told.law = histogram(&chances);
}

impl Edited<'_> {
    /// Adds what best play does in its most frequent states, and what a mistake costs.
    pub(super) fn best_play(&self, choice: &str, told: &mut Explained, watch: &Watch) {
        let scenario = if self.is_rule_file() {
            self.asking()
        } else {
            self.scenario().ok()
        };
        let Some(mut scenario) = scenario.filter(|own| own.case_count() == 1) else {
            return;
        };
        scenario.charts = Some(Vec::new());
        let Ok(report) = wanted::check(&scenario, watch) else {
            return;
        };
        let Some(play) = report
            .cases
            .first()
            .and_then(|case| case.best_play.as_ref())
        else {
            return;
        };
        let mut met: Vec<&MetSituation> = play
            .situations
            .iter()
            .filter(|own| own.choice == choice)
            .collect();
        if met.is_empty() {
            return;
        }
        met.sort_by(|a, b| b.reached.total_cmp(&a.reached));
        let value_text = |value: f64| {
            if play.kind.is_chance() {
                percent(value)
            } else {
                mean(value)
            }
        };
        told.says.push(format!(
            "Best play {} {}: {}. Its most frequent states:",
            play.side(),
            play.aim,
            value_text(play.value)
        ));
        let words = report.words_of(choice);
        for own in met.iter().take(MOST_TOLD) {
            let best = words.map_or(own.best.as_str(), |words| words.option(&own.best));
            let others = own
                .options
                .iter()
                .filter(|offer| offer.name != own.best)
                .filter_map(|offer| offer.loss());
            let loss = others.fold(f64::INFINITY, f64::min);
            let loss = match loss.is_finite() {
                true if play.kind.is_chance() => {
                    format!(
                        " (another option costs {} percentage points or more)",
                        mean(loss * 100.0)
                    )
                }
                true => format!(" (another option costs {} or more)", mean(loss)),
                false => String::new(),
            };
            let _ = writeln!(told.law, "{}: {best}{loss}", own.words);
        }
        if met.len() > MOST_TOLD {
            let _ = writeln!(told.law, "and {} more", met.len() - MOST_TOLD);
        }
    }
}
