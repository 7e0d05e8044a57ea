//! Distributions of expressions in a rule file. All states of a trial are explored, and each value
//! of the expression is counted with its probability.

use std::sync::Arc;

use oddsmith_engine::explore::{Graph, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::{Frequencies, frequencies};
use oddsmith_language::{Watchable, WatchedKind, WatchedPlace};

use super::edited::{Edited, while_waiting};
use super::law::{ToldChance, mean, percent};
use crate::rule_file::FileRule;
use crate::scenario::named_rule::NamedRule;

/// A hint behind a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// The byte behind which it is shown.
    pub byte: usize,
    /// The text.
    pub text: String,
    /// Whether it describes a loop, and not a value.
    pub is_loop: bool,
}

/// The distribution of an expression.
pub(super) struct WatchedLaw {
    /// How often a trial reaches it, on average.
    pub(super) often: f64,
    pub(super) mean: f64,
    /// The chance of each value when it is reached.
    pub(super) law: Vec<ToldChance>,
    /// The states in which a trial may reach it.
    pub(super) situations: usize,
}

impl Edited<'_> {
    /// Returns the hints behind lines: the mean of an assigned value, and how often a loop repeats.
    pub fn inlays(&self, watch: &Watch) -> Vec<Inlay> {
        let Some(rule) = self.is_rule_file().then(|| self.rule_file().ok()).flatten() else {
            return Vec::new();
        };
        let is_told = |own: &Watchable| match own.place {
            WatchedPlace::Named => own.asks_chance && own.kind != WatchedKind::List,
            WatchedPlace::Loop => own.kind == WatchedKind::Truth,
            WatchedPlace::Part => false,
        };
        let watched: Vec<Watchable> = told(&rule).into_iter().filter(is_told).collect();
        let one_by_one = || {
            watched
                .iter()
                .map(|own| self.watched(&rule, &[*own], watch)?.pop()?)
                .collect()
        };
        let laws = self
            .watched(&rule, &watched, watch)
            .unwrap_or_else(one_by_one);
        watched
            .iter()
            .zip(laws)
            .filter_map(|(own, law)| inlay(own, &law?, self.text))
            .collect()
    }

    /// Returns the smallest expression around a byte that depends on chance, with its distribution.
    pub(super) fn law_at(
        &self,
        rule: &FileRule,
        byte: usize,
        watch: &Watch,
    ) -> Option<(Watchable, Option<WatchedLaw>)> {
        let around = told(rule)
            .into_iter()
            .filter(|own| own.span.start <= byte && byte <= own.span.end);
        let smallest = around.min_by_key(|own| own.span.end - own.span.start)?;
        let laws = self.watched(rule, &[smallest], watch);
        Some((smallest, laws.and_then(|mut laws| laws.pop()?)))
    }

    /// Returns the distribution of the condition of the loop whose `while` ends at a byte.
    pub(super) fn loop_law(
        &self,
        rule: &FileRule,
        byte: usize,
        watch: &Watch,
    ) -> Option<WatchedLaw> {
        let is_it = |own: &Watchable| {
            own.place == WatchedPlace::Loop
                && own.span.start >= byte
                && self.text[byte..own.span.start].trim().is_empty()
        };
        let own = told(rule).into_iter().find(is_it)?;
        self.watched(rule, &[own], watch)?.pop()?
    }

    /// Returns the distribution of each of these expressions; nothing if that takes too long to
    /// compute.
    fn watched(
        &self,
        rule: &FileRule,
        watched: &[Watchable],
        watch: &Watch,
    ) -> Option<Vec<Option<WatchedLaw>>> {
        if watched.is_empty() || !rule.file.has_trial() {
            return None;
        }
        let file = rule.file.watching(watched);
        let (id, source) = (rule.id.clone(), Arc::clone(&rule.source));
        let watching = FileRule {
            id,
            source,
            used: Vec::new(),
            file,
            parameters: rule.parameters,
        };
        let named = NamedRule::File(Arc::new(watching));
        let built = match self.asking() {
            Some(mut scenario) => {
                scenario.rule = named.clone();
                scenario
                    .built(scenario.usual_case())
                    .or_else(|_| named.by_default())
            }
            None => named.by_default(),
        };
        let budget = while_waiting();
        let graph = built.ok()?.rule.explore(0, &budget, watch).ok()?;
        let first = graph.layout().len() - watched.len();
        Some(
            (0..watched.len())
                .map(|own| law(&graph, first + own, watch))
                .collect(),
        )
    }
}

/// Returns the expressions whose distribution can be shown. If a player decides, those that depend
/// on earlier decisions are left out.
fn told(rule: &FileRule) -> Vec<Watchable> {
    let is_free = rule.file.choices().is_empty();
    rule.file
        .watchable()
        .into_iter()
        .filter(|own| is_free || !own.reads_locals)
        .collect()
}

fn law(graph: &Graph, slot: usize, watch: &Watch) -> Option<WatchedLaw> {
    let Frequencies { often, shares } = frequencies(graph, slot, watch).ok()??;
    let mean = shares
        .iter()
        .map(|(value, share)| *value as f64 * share.value())
        .sum::<f64>();
    let chance = |&(value, share): &(i64, Mass)| {
        let (chance, fraction) = share.resolved();
        ToldChance {
            value,
            name: None,
            chance,
            fraction,
        }
    };
    let law = shares.iter().map(chance).collect();
    let comes = |state: &usize| {
        graph
            .edges_of(*state)
            .any(|edge| graph.shown(edge).any(|cell| cell.slot as usize == slot))
    };
    Some(WatchedLaw {
        often,
        mean,
        law,
        situations: (0..graph.state_count()).filter(comes).count(),
    })
}

fn inlay(own: &Watchable, law: &WatchedLaw, text: &str) -> Option<Inlay> {
    let end = text[own.span.end..]
        .find('\n')
        .map_or(text.len(), |more| own.span.end + more);
    let byte = text[..end].trim_end().len();
    let text = match (own.place, own.kind) {
        _ if law.often <= 0.0 => return None,
        (WatchedPlace::Loop, _) => law.rounds(),
        (_, WatchedKind::Truth) => format!("true: {}", percent(law.mean)),
        _ => format!("mean {}", mean(law.mean)),
    };
    Some(Inlay {
        byte,
        text,
        is_loop: own.place == WatchedPlace::Loop,
    })
}

impl WatchedLaw {
    /// Describes how often the loop with this condition repeats.
    pub(super) fn rounds(&self) -> String {
        let states = if self.situations == 1 {
            "state"
        } else {
            "states"
        };
        format!(
            "repeats {} times on average, {} {states}",
            mean(self.mean * self.often),
            self.situations
        )
    }
}
