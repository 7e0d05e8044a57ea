//! Implements the traits of the engine for the rule of a rule file.

use std::collections::BTreeSet;
use std::ops::Range;

use oddsmith_engine::explore::{Budget, Graph, Guide, Missing, Model, Stop, Watch};
use oddsmith_engine::odds::Tally;
use oddsmith_engine::question::{Answers, JointQuestion};
use oddsmith_engine::simulate::{Stream, TrialEvent, replay};
use oddsmith_engine::{
    AnyRule, Choice, Policy, ReplayedLine, ReplayedTrial, RuleError, Slice, StateSpace,
};

use crate::outlook::{Growth, ListOrder};
use crate::player::TrialLine;
use crate::rule::SetRule;

/// Returns a name of a trial for use in a sentence.
fn name_in_sentence(name: &str) -> String {
    if name.is_empty() {
        "an unnamed value".to_owned()
    } else {
        format!("`{name}`")
    }
}

/// Joins names for use in a sentence.
fn join_with_and(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

impl SetRule {
    /// Returns the rule with its type erased. Messages about its trials use the names of the file.
    pub fn into_any(self) -> Box<dyn AnyRule> {
        Box::new(FileModel(self))
    }
}

/// The rule of a rule file. It is not a [`Model`] itself, because it can answer some questions
/// better than a generic model.
#[derive(Debug)]
struct FileModel(SetRule);

impl AnyRule for FileModel {
    fn with_policy(&self, policy: Policy) -> Option<Box<dyn AnyRule>> {
        Model::answered_by(&self.0, policy).map(SetRule::into_any)
    }

    fn choices(&self) -> Vec<Choice> {
        Model::choices(&self.0)
    }

    fn depends_on(&self) -> String {
        self.0.dependency_key()
    }

    fn situation(&self, choice: usize, situation: &[i64]) -> Option<Vec<(String, String)>> {
        Some(self.0.situation_in_words(choice, situation))
    }

    fn card_counts(&self, situation: &[i64]) -> Vec<(String, i64)> {
        self.0.card_counts(situation)
    }

    fn part_count(&self) -> u32 {
        self.0.part_count()
    }

    fn explore(&self, part: u32, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
        AnyRule::explore(
            self.0.part_rule(part).as_ref().unwrap_or(&self.0),
            part,
            budget,
            watch,
        )
    }

    fn explore_likeliest(
        &self,
        part: Option<u32>,
        missing: Missing,
        budget: &Budget,
        watch: &Watch,
    ) -> Result<Graph, Stop> {
        let rule = part.and_then(|part| self.0.part_rule(part));
        let rule = rule.as_ref().unwrap_or(&self.0);
        AnyRule::explore_likeliest(rule, part, missing, budget, watch)
    }

    fn explore_guided(
        &self,
        budget: &Budget,
        watch: &Watch,
        judge: &mut dyn FnMut(&Graph) -> Result<Option<Guide>, Stop>,
    ) -> Result<(), Stop> {
        AnyRule::explore_guided(&self.0, budget, watch, judge)
    }

    fn explore_whole(&self, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
        AnyRule::explore_whole(&self.0, budget, watch)
    }

    fn state_space(&self, budget: &Budget, watch: &Watch) -> Result<StateSpace, Stop> {
        self.0
            .state_space(budget, watch)
            .map(|(graph, named)| (graph, Some(named)))
    }

    fn parts_touch(&self, part: u32, other: u32) -> bool {
        AnyRule::parts_touch(&self.0, part, other)
    }

    fn slices(&self, part: u32) -> Vec<Slice> {
        let slot_metrics = self.0.metrics_of_slots();
        let slots = |metrics: &[usize]| {
            (0..)
                .zip(&slot_metrics)
                .filter(|(_, metric)| metrics.contains(metric))
                .map(|(slot, _)| slot)
                .collect()
        };
        let sliced = |metrics: Vec<usize>| {
            Some((
                self.0.slice_if_smaller(&metrics)?.into_any(),
                slots(&metrics),
            ))
        };
        self.0
            .group_metrics_by_needs(part)
            .into_iter()
            .filter_map(sliced)
            .collect()
    }

    fn sliced(&self, slots: &[u32]) -> Option<Box<dyn AnyRule>> {
        let slot_metrics = self.0.metrics_of_slots();
        let wanted: BTreeSet<usize> = slots
            .iter()
            .filter_map(|&slot| slot_metrics.get(slot as usize).copied())
            .collect();
        self.0
            .slice_if_smaller(&wanted.into_iter().collect::<Vec<usize>>())
            .map(SetRule::into_any)
    }

    fn play_asked(
        &self,
        asked: &[&JointQuestion],
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Answers<u64>>, Stop> {
        AnyRule::play_asked(&self.0, asked, stream, batches, trials, watch)
    }

    fn growth_text(&self, watch: &Watch) -> Option<String> {
        Some(match self.0.growth_cause(watch)? {
            Growth::Names {
                names,
                state_count,
                line,
                order,
            } => {
                let growth = match &names[..] {
                    [(name, values)] => format!(
                        "line {line}: {} has the most values ({values} so far)",
                        name_in_sentence(name)
                    ),
                    _ => {
                        let values: Vec<String> =
                            names.iter().map(|(_, values)| values.to_string()).collect();
                        let names: Vec<String> = names
                            .iter()
                            .map(|(name, _)| name_in_sentence(name))
                            .collect();
                        format!(
                            "line {line}: {} have too many combinations: {} values give {state_count} states so far",
                            join_with_and(&names),
                            values.join(" x ")
                        )
                    }
                };
                let smaller = "use smaller numbers, or keep less in these names";
                let fix = match order {
                    Some(ListOrder {
                        name,
                        values,
                        is_read: false,
                    }) => format!(
                        "nothing reads the order of `{name}`, and sorted it has {values} values: \
                            write `{name} = sorted({name})` after each change"
                    ),
                    Some(ListOrder {
                        name,
                        is_read: true,
                        ..
                    }) => {
                        format!("{smaller}. Do not sort `{name}`: its order matters")
                    }
                    None => smaller.to_owned(),
                };
                format!("{growth}; {fix}")
            }
            Growth::Counted { names } => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let (has, counts) = if names.len() == 1 {
                    ("has", "metrics")
                } else {
                    ("have", "counts")
                };
                format!(
                    "{}, which every trial counts to its end, {has} too many values: end trials \
                        sooner, or record fewer {counts}",
                    names.join(" and ")
                )
            }
            Growth::Question { line, problem, fix } => format!("line {line}: {problem}; {fix}"),
        })
    }

    fn repeats_above(&self, watch: &Watch) -> Option<i64> {
        self.0.outlook(watch).ok()?.repeats_above
    }

    fn fault(&self, watch: &Watch) -> Option<RuleError> {
        self.0.fault(watch)
    }

    fn play(
        &self,
        stream: Stream,
        batches: Range<u64>,
        trials: u64,
        watch: &Watch,
    ) -> Result<Vec<Tally>, Stop> {
        AnyRule::play(&self.0, stream, batches, trials, watch)
    }

    fn pilot(&self, stream: Stream, trials: u64, watch: &Watch) -> Result<(f64, Vec<Tally>), Stop> {
        AnyRule::pilot(&self.0, stream, trials, watch)
    }

    fn replay(&self, stream: Stream, trial: u64, watch: &Watch) -> Result<ReplayedTrial, Stop> {
        let (lines, moments) =
            replay(&self.0, stream, trial, watch, |ask| self.0.trace_trial(ask))?;
        let line = |line: TrialLine| ReplayedLine {
            span: line.span.start..line.span.end,
            text: line.text,
            names: line.names,
        };
        Ok(ReplayedTrial {
            lines: lines.into_iter().map(line).collect(),
            moments,
        })
    }

    fn replay_first(
        &self,
        stream: Stream,
        trials: u64,
        watch: &Watch,
        take: &mut dyn FnMut(Vec<TrialEvent>),
    ) -> Result<(), Stop> {
        AnyRule::replay_first(&self.0, stream, trials, watch, take)
    }
}
