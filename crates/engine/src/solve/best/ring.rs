//! A cycle with decisions, stored compactly. Its states are numbered from 0. What lies outside of
//! it is part of the values of its options.

use super::compare::ScaledValue;
use super::search::DecidedState;
use crate::budget::{Stop, Watch};
use crate::graph::{CycleSolver, CycleTransitions};

/// An option of a state. A state without a decision has one.
struct CycleOption {
    /// Its index among the options of the decision.
    option: u32,
    /// The part of its value that does not depend on transitions within the cycle.
    outside: ScaledValue,
    /// The probability of leaving the cycle.
    exit: f64,
    /// Whether a trial, or one side of it, can leave the cycle.
    leads_out: bool,
    /// Whether any of its edges adds to the aim.
    gains: bool,
    /// Whether any of its edges subtracts from the aim.
    loses: bool,
    /// The end of its transitions within the cycle.
    end: usize,
}

/// The states of a cycle, in the order of the iteration, with their values and a play.
pub(super) struct DecisionCycle {
    /// The first option of each state, followed by the number of options.
    starts: Vec<usize>,
    /// Whether each state maximises.
    wants_more: Vec<bool>,
    options: Vec<CycleOption>,
    /// The transitions within the cycle: target and probability.
    within: Vec<(u32, f64)>,
    /// The value of each state.
    values: Vec<f64>,
    /// The scale of each value; empty if it is always the absolute value.
    scales: Vec<f64>,
    /// Whether there are scales.
    has_scales: bool,
    /// The option that each state takes, as an index into `options`.
    chosen: Vec<usize>,
}

impl DecisionCycle {
    /// Returns a cycle without states. `has_scales` says whether the scale of a value may differ
    /// from its absolute value.
    pub(super) fn new(has_scales: bool) -> DecisionCycle {
        DecisionCycle {
            starts: vec![0],
            wants_more: Vec::new(),
            options: Vec::new(),
            within: Vec::new(),
            values: Vec::new(),
            scales: Vec::new(),
            has_scales,
            chosen: Vec::new(),
        }
    }

    /// Adds an option to the next state, without edges.
    pub(super) fn push_option(&mut self, option: u32) {
        self.options.push(CycleOption {
            option,
            outside: ScaledValue::default(),
            exit: 0.0,
            leads_out: false,
            gains: false,
            loses: false,
            end: self.within.len(),
        });
    }

    /// Adds an edge to the last option. `mass` is its probability, and `worth` is the value that it
    /// adds. `outside` is the value of what follows outside of the cycle; `None` if every side
    /// stays in the cycle. `within` has the states within the cycle to which the edge leads.
    pub(super) fn push_edge(
        &mut self,
        mass: f64,
        worth: f64,
        outside: Option<ScaledValue>,
        within: impl Iterator<Item = u32>,
    ) {
        let before = self.within.len();
        self.within.extend(within.map(|target| (target, mass)));
        let option = self
            .options
            .last_mut()
            .expect("an edge belongs to an option");
        let mut adds = ScaledValue::of(worth);
        adds += outside.unwrap_or_default();
        option.outside += mass * adds;
        option.leads_out |= outside.is_some();
        option.gains |= worth > 0.0;
        option.loses |= worth < 0.0;
        if self.within.len() == before {
            option.exit += mass;
        }
        option.end = self.within.len();
    }

    /// Completes the next state. It takes its first option.
    pub(super) fn close_state(&mut self, wants_more: bool) {
        self.chosen.push(self.starts[self.values.len()]);
        self.starts.push(self.options.len());
        self.wants_more.push(wants_more);
        self.values.push(0.0);
        if self.has_scales {
            self.scales.push(0.0);
        }
    }

    /// Returns the value of each state, and the option that it takes, as an index among the options
    /// of its decision.
    pub(super) fn decided(&self) -> impl Iterator<Item = DecidedState> + '_ {
        let options = self
            .chosen
            .iter()
            .map(|&option| self.options[option].option);
        options
            .enumerate()
            .map(|(state, option)| DecidedState::new(self.value(state), option))
    }

    /// Adds an option to the next state. It mixes options of another cycle with the same states,
    /// each with a probability.
    pub(super) fn push_mixture(
        &mut self,
        option: u32,
        from: &DecisionCycle,
        taken: impl Iterator<Item = (usize, f64)>,
    ) {
        self.push_option(option);
        let start = self.within.len();
        let mixture = self.options.last_mut().expect("it was just added");
        for (taken, weight) in taken {
            let part = &from.options[taken];
            mixture.outside += weight * part.outside;
            mixture.exit += weight * part.exit;
            mixture.leads_out |= part.leads_out;
            mixture.gains |= part.gains;
            mixture.loses |= part.loses;
            let transitions = from.transitions_of(taken).iter();
            self.within
                .extend(transitions.map(|&(target, p)| (target, weight * p)));
        }
        self.within[start..].sort_unstable_by_key(|&(target, _)| target);
        let mut kept = start;
        for next in start..self.within.len() {
            let (target, p) = self.within[next];
            if kept > start && self.within[kept - 1].0 == target {
                self.within[kept - 1].1 += p;
            } else {
                self.within[kept] = (target, p);
                kept += 1;
            }
        }
        self.within.truncate(kept);
        mixture.end = kept;
    }

    /// Returns the option that a state takes, as an index among all options of the cycle.
    pub(super) fn chosen_option(&self, state: usize) -> usize {
        self.chosen[state]
    }

    /// Returns the option that a state takes, as an index among the options of the state.
    pub(super) fn chosen_index(&self, state: usize) -> usize {
        self.chosen[state] - self.starts[state]
    }

    /// Lets a state take one of its options.
    pub(super) fn choose(&mut self, state: usize, index: usize) {
        self.chosen[state] = self.starts[state] + index;
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Takes the values of another cycle with the same states.
    pub(super) fn set_values_of(&mut self, other: &DecisionCycle) {
        self.values.copy_from_slice(&other.values);
        self.scales.copy_from_slice(&other.scales);
    }

    /// Returns whether the scale of a value may differ from its absolute value.
    pub(super) fn has_scales(&self) -> bool {
        self.has_scales
    }

    /// Returns the value of a state.
    pub(super) fn value(&self, state: usize) -> ScaledValue {
        let value = self.values[state];
        match self.scales.get(state) {
            Some(&scale) => ScaledValue { value, scale },
            None => ScaledValue::of(value),
        }
    }

    /// Returns the largest scale of a value.
    pub(super) fn largest_scale(&self) -> f64 {
        let scales = (0..self.values.len()).map(|state| self.value(state).scale);
        scales.fold(0.0, f64::max)
    }

    /// Returns whether the decision of a state maximises.
    pub(super) fn maximises(&self, state: usize) -> bool {
        self.wants_more[state]
    }

    /// Returns whether a state has several options.
    pub(super) fn decides(&self, state: usize) -> bool {
        self.options_of(state).len() > 1
    }

    /// Returns whether all decisions maximise, or all minimise.
    pub(super) fn is_one_sided(&self) -> bool {
        let mut deciding = (0..self.values.len()).filter(|&state| self.decides(state));
        let first = deciding.next();
        deciding.all(|state| {
            first.is_some_and(|first| self.wants_more[first] == self.wants_more[state])
        })
    }

    /// Returns the options of a state, as indices among all options of the cycle.
    pub(super) fn options_of(&self, state: usize) -> std::ops::Range<usize> {
        self.starts[state]..self.starts[state + 1]
    }

    #[inline]
    fn transitions_of(&self, option: usize) -> &[(u32, f64)] {
        let start = option
            .checked_sub(1)
            .map_or(0, |before| self.options[before].end);
        &self.within[start..self.options[option].end]
    }

    /// Returns the value of an option.
    #[inline]
    pub(super) fn worth(&self, option: usize) -> ScaledValue {
        let outside = self.options[option].outside;
        let mean = |outside: f64, values: &[f64]| {
            let transitions = self.transitions_of(option).iter();
            transitions.fold(outside, |sum, &(target, p)| {
                sum + p * values[target as usize]
            })
        };
        let value = mean(outside.value, &self.values);
        if !self.has_scales {
            return ScaledValue::of(value);
        }
        let scale = mean(outside.scale, &self.scales);
        ScaledValue { value, scale }
    }

    /// Performs one round of value iteration. Returns the largest change and the largest scale.
    pub(super) fn sweep(&mut self) -> (f64, f64) {
        let (mut change, mut largest) = (0f64, 0f64);
        for state in 0..self.values.len() {
            let mut worths = self.options_of(state).map(|option| self.worth(option));
            let Some(mut best) = worths.next() else {
                continue;
            };
            for other in worths {
                let is_more = other.value > best.value;
                if is_more == self.wants_more[state] {
                    best = other;
                }
            }
            change = change.max((best.value - self.values[state]).abs());
            largest = largest.max(best.scale);
            self.values[state] = best.value;
            if let Some(scale) = self.scales.get_mut(state) {
                *scale = best.scale;
            }
        }
        (change, largest)
    }

    /// Changes every value once more, by this multiple of its last change.
    pub(super) fn extrapolate(&mut self, before: &[f64], factor: f64) {
        for (value, before) in self.values.iter_mut().zip(before) {
            *value += factor * (*value - before);
        }
    }

    /// Returns the number of multiplications in one round of value iteration.
    pub(super) fn sweep_cost(&self) -> u64 {
        (self.within.len() + self.options.len()) as u64
    }

    /// Makes every state take the first of its best options. Returns whether this changes any.
    pub(super) fn choose_best(&mut self) -> bool {
        let mut is_changed = false;
        for state in 0..self.values.len() {
            let options = self.options_of(state);
            if !self.decides(state) {
                continue;
            }
            let (mut best, mut worth) = (options.start, self.worth(options.start));
            for option in options.skip(1) {
                let other = self.worth(option);
                if other.is_better(self.wants_more[state], worth) {
                    (best, worth) = (option, other);
                }
            }
            is_changed |= self.chosen[state] != best;
            self.chosen[state] = best;
        }
        is_changed
    }

    /// Returns whether the current play stays in a part of the cycle and gains in each round,
    /// without a decision of the other side.
    pub(super) fn gains_without_end(&self) -> bool {
        let n = self.values.len();
        let mut stays = vec![true; n];
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for state in 0..n {
                let option = self.chosen[state];
                let leads_out = |&(target, _): &(u32, f64)| !stays[target as usize];
                let leaves = self.options[option].leads_out
                    || self.transitions_of(option).iter().any(leads_out);
                if stays[state] && leaves {
                    stays[state] = false;
                    is_changed = true;
                }
            }
        }
        let staying = || (0..n).filter(|&state| stays[state]);
        let chosen = || staying().map(|state| &self.options[self.chosen[state]]);
        let is_all = |wants_more: bool| {
            staying().all(|state| !self.decides(state) || self.wants_more[state] == wants_more)
        };
        let (gains, loses) = (
            chosen().any(|option| option.gains),
            chosen().any(|option| option.loses),
        );
        gains && !loses && is_all(true) || loses && !gains && is_all(false)
    }

    /// Makes states take another option where that is better. Returns whether any state changed.
    pub(super) fn improve(&mut self) -> bool {
        let before = self.chosen.clone();
        self.choose_best();
        let mut is_changed = false;
        for (state, &current) in before.iter().enumerate() {
            let best = self.chosen[state];
            let is_gain = best != current
                && self
                    .worth(best)
                    .is_better(self.wants_more[state], self.worth(current));
            if is_gain {
                is_changed = true;
            } else {
                self.chosen[state] = current;
            }
        }
        is_changed
    }

    /// Makes every state take an option from which the cycle can be left: the current one if
    /// possible, and otherwise the first one. If `only_tied` is set, the other option must be
    /// equally good. Returns `false` if a state has no such option.
    pub(super) fn choose_exits(&mut self, only_tied: bool) -> bool {
        let mut leaves = vec![false; self.values.len()];
        let mut left: Vec<usize> = (0..self.values.len()).collect();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|&state| {
                let current = self.chosen[state];
                let leads = |&option: &usize| {
                    let is_known = |&(target, _): &(u32, f64)| leaves[target as usize];
                    self.options[option].leads_out
                        || self.transitions_of(option).iter().any(is_known)
                };
                let is_allowed = |option: &usize| {
                    let (worth, other) = (self.worth(current), self.worth(*option));
                    let side = self.wants_more[state];
                    !only_tied || !worth.is_better(side, other) && !other.is_better(side, worth)
                };
                let other = || self.options_of(state).filter(leads).find(is_allowed);
                let Some(option) = Some(current).filter(leads).or_else(other) else {
                    return true;
                };
                self.chosen[state] = option;
                leaves[state] = true;
                false
            });
            if left.len() == before {
                return false;
            }
        }
        true
    }

    /// Returns whether the cycle is left sooner or later, whatever its states choose.
    pub(super) fn always_ends(&self) -> bool {
        let mut leaves = vec![false; self.values.len()];
        let mut left: Vec<usize> = (0..self.values.len()).collect();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            left.retain(|&state| {
                let leads = |option: usize| {
                    let mut transitions = self.transitions_of(option).iter();
                    self.options[option].leads_out
                        || transitions.any(|&(target, _)| leaves[target as usize])
                };
                leaves[state] = self.options_of(state).all(leads);
                is_changed |= leaves[state];
                !leaves[state]
            });
        }
        left.is_empty()
    }

    /// Computes the values under the current play by solving a linear system. It returns `false`,
    /// and changes nothing, if that is too expensive.
    pub(super) fn solve_chosen(&mut self, watch: &Watch) -> Result<bool, Stop> {
        let mut cycle = CycleTransitions::<f64>::new();
        let mut transitions = Vec::new();
        for &option in &self.chosen {
            transitions.clear();
            transitions.extend_from_slice(self.transitions_of(option));
            cycle.push_state(&mut transitions, self.options[option].exit);
        }
        let outside = |&option: &usize| self.options[option].outside;
        let chosen = || self.chosen.iter().map(outside);
        let solver = CycleSolver::new(&cycle, watch)?;
        let Some(values) = solver.worth(chosen().map(|outside| outside.value).collect()) else {
            return Ok(false);
        };
        if self.has_scales {
            let once = chosen().map(|outside| outside.scale).collect();
            let Some(scales) = solver.worth(once) else {
                return Ok(false);
            };
            self.scales = scales;
        }
        self.values = values;
        Ok(true)
    }
}
