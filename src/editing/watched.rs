//! What expressions of a rule file come to: the file with them watched is explored, and how often each value is met is counted over
//! all that can happen.

use std::sync::Arc;

use oddsmith_engine::explore::{Graph, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::solve::{Frequencies, frequencies};
use oddsmith_language::{Watchable, WatchedKind, WatchedPlace};

use super::edited::{Edited, while_waiting};
use super::law::{ToldChance, mean, percent};
use crate::rule_file::FileRule;
use crate::scenario::named_rule::NamedRule;

/// A few words behind a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// The byte that they stand behind.
    pub byte: usize,
    /// The words.
    pub text: String,
    /// Whether they are of a loop, and not of a value.
    pub is_loop: bool,
}

/// What an expression comes to.
pub(super) struct WatchedLaw {
    /// How often it is come to in a trial.
    pub(super) often: f64,
    pub(super) mean: f64,
    /// The chance of each value whenever it is come to.
    pub(super) law: Vec<ToldChance>,
    /// Situations in which a trial may come to it.
    pub(super) situations: usize,
}

impl Edited<'_> {
    /// What stands behind lines: the mean of what a name becomes, and how often a loop goes round.
    pub fn inlays(&self, watch: &Watch) -> Vec<Inlay> {
        let Some(rule) = self.is_rule_file().then(|| self.rule_file().ok()).flatten() else { return Vec::new() };
        let is_told = |own: &Watchable| match own.place {
            WatchedPlace::Named => own.asks_chance && own.kind != WatchedKind::List,
            WatchedPlace::Loop => own.kind == WatchedKind::Truth,
            WatchedPlace::Part => false,
        };
        let watched: Vec<Watchable> = told(&rule).into_iter().filter(is_told).collect();
        let one_by_one = || watched.iter().map(|own| self.watched(&rule, &[*own], watch)?.pop()?).collect();
        let laws = self.watched(&rule, &watched, watch).unwrap_or_else(one_by_one);
        watched.iter().zip(laws).filter_map(|(own, law)| inlay(own, &law?, self.text)).collect()
    }

    /// What the smallest expression around a byte comes to, if anything is left to chance in it.
    pub(super) fn law_at(
        &self,
        rule: &FileRule,
        byte: usize,
        watch: &Watch,
    ) -> Option<(Watchable, Option<WatchedLaw>)> {
        let around = told(rule).into_iter().filter(|own| own.span.start <= byte && byte <= own.span.end);
        let smallest = around.min_by_key(|own| own.span.end - own.span.start)?;
        let laws = self.watched(rule, &[smallest], watch);
        Some((smallest, laws.and_then(|mut laws| laws.pop()?)))
    }

    /// What the condition of the loop comes to whose `while` ends at a byte.
    pub(super) fn loop_law(&self, rule: &FileRule, byte: usize, watch: &Watch) -> Option<WatchedLaw> {
        let is_it = |own: &Watchable| {
            own.place == WatchedPlace::Loop
                && own.span.start >= byte
                && self.text[byte..own.span.start].trim().is_empty()
        };
        let own = told(rule).into_iter().find(is_it)?;
        self.watched(rule, &[own], watch)?.pop()?
    }

    /// What each of these expressions comes to; nothing where that cannot be worked out while someone waits.
    fn watched(&self, rule: &FileRule, watched: &[Watchable], watch: &Watch) -> Option<Vec<Option<WatchedLaw>>> {
        if watched.is_empty() || !rule.file.has_trial() {
            return None;
        }
        let file = rule.file.watching(watched);
        let (id, source) = (rule.id.clone(), Arc::clone(&rule.source));
        let watching = FileRule { id, source, used: Vec::new(), file, parameters: rule.parameters };
        let named = NamedRule::File(Arc::new(watching));
        let built = match self.asking() {
            Some(mut scenario) => {
                scenario.rule = named.clone();
                scenario.built(scenario.usual_case()).or_else(|_| named.by_default())
            }
            None => named.by_default(),
        };
        let budget = while_waiting();
        let graph = built.ok()?.rule.explore(0, &budget, watch).ok()?;
        let first = graph.layout().len() - watched.len();
        Some((0..watched.len()).map(|own| law(&graph, first + own, watch)).collect())
    }
}

/// What can be told of a rule: where a player decides, nothing that hangs on what was decided before.
fn told(rule: &FileRule) -> Vec<Watchable> {
    let is_free = rule.file.choices().is_empty();
    rule.file.watchable().into_iter().filter(|own| is_free || !own.reads_locals).collect()
}

fn law(graph: &Graph, slot: usize, watch: &Watch) -> Option<WatchedLaw> {
    let Frequencies { often, shares } = frequencies(graph, slot, watch).ok()??;
    let mean = shares.iter().map(|(value, share)| *value as f64 * share.value()).sum::<f64>();
    let chance = |&(value, share): &(i64, Mass)| {
        let (chance, fraction) = share.resolved();
        ToldChance { value, name: None, chance, fraction }
    };
    let law = shares.iter().map(chance).collect();
    let comes =
        |state: &usize| graph.edges_of(*state).any(|edge| graph.shown(edge).any(|cell| cell.slot as usize == slot));
    Some(WatchedLaw { often, mean, law, situations: (0..graph.state_count()).filter(comes).count() })
}

fn inlay(own: &Watchable, law: &WatchedLaw, text: &str) -> Option<Inlay> {
    let end = text[own.span.end..].find('\n').map_or(text.len(), |more| own.span.end + more);
    let byte = text[..end].trim_end().len();
    let text = match (own.place, own.kind) {
        _ if law.often <= 0.0 => return None,
        (WatchedPlace::Loop, _) => law.rounds(),
        (_, WatchedKind::Truth) => format!("{} of the time", percent(law.mean)),
        _ => format!("mean {}", mean(law.mean)),
    };
    Some(Inlay { byte, text, is_loop: own.place == WatchedPlace::Loop })
}

impl WatchedLaw {
    /// How often the loop goes round whose condition it is of.
    pub(super) fn rounds(&self) -> String {
        let situations = if self.situations == 1 { "situation" } else { "situations" };
        format!("goes round {} times on average, {} {situations}", mean(self.mean * self.often), self.situations)
    }
}
