//! The best decision rule of one player who forgets: an option for each information set.
//!
//! Branch and bound fixes the option of one set after another. If the player saw everything in the
//! sets that are still open, the value would be at least that of the best rule. This value is the
//! bound. If best play then takes the same option everywhere in each set, it is a rule, and the
//! bound is exact. The first rules come from coordinate ascent.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::sets::InformationSets;
use super::walk::Walk;
use crate::budget::{Stop, Watch};

/// The number of steps along edges after which the search ends.
pub(super) const MAX_STEPS: u64 = 400_000_000;
/// The search for the first rules takes one of this many parts of the steps.
const FIRST_SHARE: u64 = 4;
/// The maximal number of nodes that wait in the search.
const MAX_WAITING: usize = 2_000_000;
/// Values are equal if they differ by no more than this, relative to their scale.
const SAME_VALUE: f64 = 1e-10;
/// The tolerance for options of one decision.
const SAME_OPTION: f64 = 1e-12;
/// The option of a set that is still open.
const OPEN: u32 = u32::MAX;

/// The best rule found.
#[derive(Debug)]
pub(super) struct FoundRule {
    /// The option of each decision.
    pub(super) options: Vec<u32>,
    pub(super) value: f64,
    /// No rule has a better value than this.
    pub(super) bound: f64,
}

/// Finds the best rule of a player, who decides all sets. The search ends after about `most_steps`
/// steps along edges.
///
/// # Errors
/// Returns an error if the work is stopped.
pub(super) fn find(
    walk: &Walk<'_>,
    sets: &InformationSets,
    most_steps: u64,
    watch: &Watch,
) -> Result<FoundRule, Stop> {
    let mut search = RuleSearch::new(walk, sets, most_steps);
    search.find_first_rules(watch)?;
    let bound = search.branch(watch)?;
    let relaxed = search.relax(&search.best.clone());
    Ok(FoundRule {
        options: relaxed.options,
        value: search.sign * search.value,
        bound: search.sign * bound.max(search.value),
    })
}

/// Best play if the player sees everything in the open sets. For `value`, more is better for the
/// player, and `values` are those of the objective.
struct Relaxed {
    value: f64,
    values: Vec<f64>,
    /// The option of each decision.
    options: Vec<u32>,
}

/// A node of the search: the option of one more set is fixed.
struct Fixed {
    before: Option<u32>,
    set: u32,
    option: u32,
}

/// An open node of the search.
struct Waiting {
    bound: f64,
    node: Option<u32>,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    /// The greatest bound comes first, and then the node that was found last.
    fn cmp(&self, other: &Waiting) -> Ordering {
        let by_bound = self.bound.total_cmp(&other.bound);
        by_bound.then(self.node.cmp(&other.node))
    }
}

struct RuleSearch<'w> {
    walk: &'w Walk<'w>,
    sets: &'w InformationSets,
    /// 1 if the player wants more, and -1 otherwise.
    sign: f64,
    /// The sets in which the player sees only part of the situation.
    hidden: Vec<usize>,
    steps: u64,
    most_steps: u64,
    /// The best rule so far: the option of each set, and `OPEN` for sets in which the player sees
    /// everything.
    best: Vec<u32>,
    value: f64,
}

impl<'w> RuleSearch<'w> {
    fn new(walk: &'w Walk<'w>, sets: &'w InformationSets, most_steps: u64) -> RuleSearch<'w> {
        let hidden: Vec<usize> = (0..sets.all.len())
            .filter(|&set| sets.all[set].sees_part)
            .collect();
        let player = sets.all.first().map_or(0, |set| set.player);
        let mut best = vec![OPEN; sets.all.len()];
        hidden.iter().for_each(|&set| best[set] = 0);
        RuleSearch {
            walk,
            sets,
            sign: if player == 0 { 1.0 } else { -1.0 },
            hidden,
            steps: 0,
            most_steps,
            best,
            value: f64::NEG_INFINITY,
        }
    }

    fn is_better(&self, value: f64, other: f64) -> bool {
        value > other + SAME_VALUE * self.walk.scale() || other == f64::NEG_INFINITY
    }

    fn option_value(&self, index: usize, option: usize, values: &[f64]) -> f64 {
        self.sign * self.walk.option_value(index, option, values)
    }

    /// Decides all sets: fixed ones by their option, and the others by the state.
    fn relax(&mut self, fixed: &[u32]) -> Relaxed {
        self.steps += self.walk.step_count() as u64;
        let mut options = vec![0; self.sets.decision_count()];
        let (walk, sets, sign) = (self.walk, self.sets, self.sign);
        let values = walk.values(|index, values| {
            let set = sets.of(index).0 as usize;
            if fixed[set] != OPEN {
                options[index] = fixed[set];
                return walk.option_value(index, fixed[set] as usize, values);
            }
            let worth = |option: usize| sign * walk.option_value(index, option, values);
            let (mut best, mut most) = (0, worth(0));
            for option in 1..sets.all[set].options {
                let value = worth(option);
                let scale = |option: usize| walk.option_scale(index, option);
                if value > most + SAME_OPTION * scale(option).max(scale(best as usize)) {
                    (best, most) = (option as u32, value);
                }
            }
            options[index] = best;
            sign * most
        });
        Relaxed {
            value: self.sign * values[0],
            values,
            options,
        }
    }

    /// Returns the probability that play with these options reaches each decision.
    fn reaches(&mut self, options: &[u32]) -> Vec<f64> {
        self.steps += self.walk.step_count() as u64;
        self.walk
            .reaches(|index, option| f64::from(u8::from(options[index] == option as u32)))
    }

    /// Returns how much each option of a set loses against the options that were taken, weighted by
    /// how likely each decision is. A negative loss is a gain.
    fn losses(&self, set: usize, relaxed: &Relaxed, reaches: &[f64]) -> Vec<f64> {
        let set = &self.sets.all[set];
        let mut losses = vec![0.0; set.options];
        for &(index, _) in &set.members {
            let (index, reach) = (index as usize, reaches[index as usize]);
            if reach == 0.0 {
                continue;
            }
            let worth = |option: usize| self.option_value(index, option, &relaxed.values);
            let taken = worth(relaxed.options[index] as usize);
            for (option, loss) in losses.iter_mut().enumerate() {
                *loss += reach * (taken - worth(option));
            }
        }
        losses
    }

    /// Keeps a rule if it is better than the best so far.
    fn offer(&mut self, rule: &[u32], value: f64) {
        if self.is_better(value, self.value) {
            self.value = value;
            self.best = rule.to_vec();
        }
    }

    /// Improves a rule, one set at a time, until no change of one set improves it.
    fn ascend(&mut self, mut rule: Vec<u32>, watch: &Watch) -> Result<(), Stop> {
        let mut relaxed = self.relax(&rule);
        loop {
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            let reaches = self.reaches(&relaxed.options);
            let mut gain = (0.0, None);
            for &set in &self.hidden {
                for (option, loss) in self.losses(set, &relaxed, &reaches).into_iter().enumerate() {
                    if -loss > gain.0 {
                        gain = (-loss, Some((set, option as u32)));
                    }
                }
            }
            let Some((set, option)) = gain.1 else { break };
            let before = std::mem::replace(&mut rule[set], option);
            let changed = self.relax(&rule);
            if !self.is_better(changed.value, relaxed.value) {
                rule[set] = before;
                break;
            }
            relaxed = changed;
            if self.steps > self.most_steps / FIRST_SHARE {
                break;
            }
        }
        let value = relaxed.value;
        self.offer(&rule, value);
        Ok(())
    }

    /// Finds rules to start with, by improving several simple rules.
    fn find_first_rules(&mut self, watch: &Watch) -> Result<(), Stop> {
        let mut first_options = self.best.clone();
        let open = vec![OPEN; first_options.len()];
        let nearest = self.nearest_rule(&open).0;
        self.ascend(nearest, watch)?;
        let most_options = self
            .hidden
            .iter()
            .map(|&set| self.sets.all[set].options)
            .max();
        for option in 0..most_options.unwrap_or(0) {
            for &set in &self.hidden {
                first_options[set] = option.min(self.sets.all[set].options - 1) as u32;
            }
            self.ascend(first_options.clone(), watch)?;
        }
        let rule = self.best_threshold_rule(watch)?;
        self.ascend(rule, watch)
    }

    /// Returns the best of the rules that compare one seen number with a threshold.
    fn best_threshold_rule(&mut self, watch: &Watch) -> Result<Vec<u32>, Stop> {
        let (mut best, mut most) = (self.best.clone(), self.value);
        let length = |set: &usize| self.sets.all[*set].situation.len();
        for part in 0..self.hidden.iter().map(length).max().unwrap_or(0) {
            let hidden = self.hidden.clone();
            let seen = |set: usize| self.sets.all[set].situation.get(part).copied();
            let mut thresholds: Vec<i64> = hidden.iter().filter_map(|&set| seen(set)).collect();
            thresholds.sort_unstable();
            thresholds.dedup();
            for &threshold in thresholds.iter().skip(1) {
                for (low, high) in [(0, 1), (1, 0)] {
                    if self.steps > self.most_steps / FIRST_SHARE {
                        return Ok(best);
                    }
                    if watch.is_stopped() {
                        return Err(Stop::Requested);
                    }
                    let mut rule = self.best.clone();
                    for &set in &hidden {
                        let is_low = seen(set).is_some_and(|value| value < threshold);
                        rule[set] = if is_low { low } else { high };
                    }
                    let value = self.relax(&rule).value;
                    if self.is_better(value, most) {
                        (best, most) = (rule, value);
                    }
                }
            }
        }
        Ok(best)
    }

    /// Returns the rule that is nearest to best play with these options fixed, and the value of
    /// this play. Also returns the set that differs most from a rule, if any does.
    fn nearest_rule(&mut self, fixed: &[u32]) -> (Vec<u32>, f64, Option<usize>) {
        let relaxed = self.relax(fixed);
        let reaches = self.reaches(&relaxed.options);
        let mut rule = self.best.clone();
        let tolerance = SAME_VALUE * self.walk.scale();
        let mut differing = (tolerance, None);
        for &set in &self.hidden {
            if fixed[set] != OPEN {
                rule[set] = fixed[set];
                continue;
            }
            let losses = self.losses(set, &relaxed, &reaches);
            let by_loss =
                |&option: &usize, other: &usize| losses[option].total_cmp(&losses[*other]);
            let option = (0..losses.len()).min_by(by_loss).unwrap_or(0);
            rule[set] = option as u32;
            if losses[option] > differing.0 {
                differing = (losses[option], Some(set));
            }
        }
        (rule, relaxed.value, differing.1)
    }

    /// Branches until no open node can be better than the best rule. Returns the greatest bound of
    /// the nodes that are still open.
    fn branch(&mut self, watch: &Watch) -> Result<f64, Stop> {
        let mut nodes: Vec<Fixed> = Vec::new();
        let mut waiting = BinaryHeap::from([Waiting {
            bound: f64::INFINITY,
            node: None,
        }]);
        let mut fixed = vec![OPEN; self.sets.all.len()];
        while let Some(Waiting { bound, node }) = waiting.pop() {
            if !self.is_better(bound, self.value) {
                return Ok(self.value);
            }
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            fixed.fill(OPEN);
            let mut next = node;
            while let Some(index) = next {
                let Fixed {
                    before,
                    set,
                    option,
                } = nodes[index as usize];
                fixed[set as usize] = option;
                next = before;
            }
            let (rule, value, differing) = self.nearest_rule(&fixed);
            if !self.is_better(value, self.value) {
                continue;
            }
            let reached = self.relax(&rule).value;
            self.offer(&rule, reached);
            if self.steps > self.most_steps || waiting.len() > MAX_WAITING {
                return Ok(value.max(waiting.peek().map_or(value, |next| next.bound.min(bound))));
            }
            // The rule may be worse than the play although no set differs, because they take
            // different tied options. Then the search branches on any open set.
            let is_reached = !self.is_better(value, reached);
            let open = |set: &&usize| !is_reached && fixed[**set] == OPEN;
            let set = differing.or_else(|| self.hidden.iter().find(open).copied());
            let Some(set) = set else { continue };
            for option in 0..self.sets.all[set].options as u32 {
                nodes.push(Fixed {
                    before: node,
                    set: set as u32,
                    option,
                });
                let node = Some(nodes.len() as u32 - 1);
                waiting.push(Waiting { bound: value, node });
            }
        }
        Ok(self.value)
    }
}
