//! Distributions of expressions in a rule file. All states of a trial are explored, and each value
//! of the expression is weighted with its probability.

use std::sync::Arc;

use oddsmith_engine::explore::{Graph, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::{Frequencies, frequencies};
use oddsmith_language::{Watchable, WatchedKind, WatchedPlace};

use super::distribution::{ValueChance, mean, percent};
use super::edited::{Edited, interactive_budget};
use crate::rule_file::FileRule;
use crate::scenario::named_rule::NamedRule;

/// A hint after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// The byte after which the hint is shown.
    pub byte: usize,
    /// The text.
    pub text: String,
    /// Whether it describes a loop, and not a value.
    pub is_loop: bool,
}

/// The distribution of an expression.
pub(super) struct WatchedDistribution {
    /// The mean number of times that a trial evaluates the expression.
    pub(super) mean_visits: f64,
    pub(super) mean: f64,
    /// The probability of each value when the expression is evaluated.
    pub(super) distribution: Vec<ValueChance>,
    /// The number of states in which a trial may evaluate it.
    pub(super) state_count: usize,
}

impl Edited<'_> {
    /// Returns the hints after lines: the mean of an assigned value, and how often a loop repeats.
    pub fn inlays(&self, watch: &Watch) -> Vec<Inlay> {
        let Some(rule) = self.is_rule_file().then(|| self.rule_file().ok()).flatten() else {
            return Vec::new();
        };
        let is_shown = |watchable: &Watchable| match watchable.place {
            WatchedPlace::Named => watchable.asks_chance && watchable.kind != WatchedKind::List,
            WatchedPlace::Loop => watchable.kind == WatchedKind::Truth,
            WatchedPlace::Part => false,
        };
        let watched: Vec<Watchable> = watchables(&rule).into_iter().filter(is_shown).collect();
        let one_by_one = || {
            watched
                .iter()
                .map(|watchable| {
                    self.watched_distributions(&rule, &[*watchable], watch)?
                        .pop()?
                })
                .collect()
        };
        let distributions = self
            .watched_distributions(&rule, &watched, watch)
            .unwrap_or_else(one_by_one);
        watched
            .iter()
            .zip(distributions)
            .filter_map(|(watchable, distribution)| inlay(watchable, &distribution?, self.text))
            .collect()
    }

    /// Returns the smallest expression around a byte that depends on chance, with its distribution.
    pub(super) fn distribution_at(
        &self,
        rule: &FileRule,
        byte: usize,
        watch: &Watch,
    ) -> Option<(Watchable, Option<WatchedDistribution>)> {
        let around = watchables(rule)
            .into_iter()
            .filter(|watchable| watchable.span.start <= byte && byte <= watchable.span.end);
        let smallest = around.min_by_key(|watchable| watchable.span.end - watchable.span.start)?;
        let distributions = self.watched_distributions(rule, &[smallest], watch);
        Some((
            smallest,
            distributions.and_then(|mut distributions| distributions.pop()?),
        ))
    }

    /// Returns the distribution of the condition of the loop whose `while` ends at a byte.
    pub(super) fn loop_distribution(
        &self,
        rule: &FileRule,
        byte: usize,
        watch: &Watch,
    ) -> Option<WatchedDistribution> {
        let is_it = |watchable: &Watchable| {
            watchable.place == WatchedPlace::Loop
                && watchable.span.start >= byte
                && self.text[byte..watchable.span.start].trim().is_empty()
        };
        let watchable = watchables(rule).into_iter().find(is_it)?;
        self.watched_distributions(rule, &[watchable], watch)?
            .pop()?
    }

    /// Returns the distribution of each of these expressions; `None` if this takes too long.
    fn watched_distributions(
        &self,
        rule: &FileRule,
        watched: &[Watchable],
        watch: &Watch,
    ) -> Option<Vec<Option<WatchedDistribution>>> {
        if watched.is_empty() || !rule.file.has_trial() {
            return None;
        }
        let file = rule.file.with_watched(watched);
        let (id, source) = (rule.id.clone(), Arc::clone(&rule.source));
        let watching = FileRule {
            id,
            source,
            used_files: Vec::new(),
            file,
            parameters: rule.parameters,
            outputs: rule.outputs.clone(),
        };
        let named = NamedRule::File(Arc::new(watching));
        let built = match self.asking_scenario() {
            Some(mut scenario) => {
                scenario.rule = named.clone();
                scenario
                    .build_case(scenario.usual_case())
                    .or_else(|_| named.build_default())
            }
            None => named.build_default(),
        };
        let budget = interactive_budget();
        let graph = built.ok()?.rule.explore(0, &budget, watch).ok()?;
        let first = graph.layout().len() - watched.len();
        Some(
            (0..watched.len())
                .map(|index| distribution(&graph, first + index, watch))
                .collect(),
        )
    }
}

/// Returns the expressions whose distribution can be shown. If a player decides, expressions that
/// read local variables are left out.
fn watchables(rule: &FileRule) -> Vec<Watchable> {
    let is_free = rule.file.choices().is_empty();
    rule.file
        .watchable()
        .into_iter()
        .filter(|watchable| is_free || !watchable.reads_locals)
        .collect()
}

fn distribution(graph: &Graph, slot: usize, watch: &Watch) -> Option<WatchedDistribution> {
    let Frequencies {
        mean_count: often,
        shares,
    } = frequencies(graph, slot, watch).ok()??;
    let mean = shares
        .iter()
        .map(|(value, share)| *value as f64 * share.value())
        .sum::<f64>();
    let chance = |&(value, share): &(i64, Mass)| {
        let (chance, fraction) = share.value_and_fraction();
        ValueChance {
            value,
            name: None,
            chance,
            fraction,
        }
    };
    let distribution = shares.iter().map(chance).collect();
    let comes = |state: &usize| {
        graph.edges_of(*state).any(|edge| {
            graph
                .edge_cells(edge)
                .any(|cell| cell.slot as usize == slot)
        })
    };
    Some(WatchedDistribution {
        mean_visits: often,
        mean,
        distribution,
        state_count: (0..graph.state_count()).filter(comes).count(),
    })
}

fn inlay(watchable: &Watchable, distribution: &WatchedDistribution, text: &str) -> Option<Inlay> {
    let end = text[watchable.span.end..]
        .find('\n')
        .map_or(text.len(), |more| watchable.span.end + more);
    let byte = text[..end].trim_end().len();
    let text = match (watchable.place, watchable.kind) {
        _ if distribution.mean_visits <= 0.0 => return None,
        (WatchedPlace::Loop, _) => distribution.repeats_text(),
        (_, WatchedKind::Truth) => format!("true: {}", percent(distribution.mean)),
        _ => format!("mean {}", mean(distribution.mean)),
    };
    Some(Inlay {
        byte,
        text,
        is_loop: watchable.place == WatchedPlace::Loop,
    })
}

impl WatchedDistribution {
    /// Describes how often the loop with this condition repeats.
    pub(super) fn repeats_text(&self) -> String {
        let states = if self.state_count == 1 {
            "state"
        } else {
            "states"
        };
        format!(
            "repeats {} times on average, {} {states}",
            mean(self.mean * self.mean_visits),
            self.state_count
        )
    }
}
