//! Unbounded counters: where states repeat level by level, all states above one level are solved
//! together and not explored.
//!
//! # Formula
//! Above the floor, a state is a phase (of which there are few) and a height. Heights are grouped
//! into blocks that are as high as the longest step. Once steps within the block are summed out, a
//! step leads a block up (B), a block down (D), or out (X). First passage from one block to the
//! block below is G = D0 + B0 D1 + B0 B1 D2 + ... Each pair of matrices belongs to blocks twice as
//! high as the pair before. This is logarithmic reduction (Latouche and Ramaswami 1993). The method
//! only adds and multiplies, and never subtracts.

use std::hash::Hash;
use std::ops::RangeInclusive;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::expand::Expand;
use super::mean_drift::{MeanDrift, mean_drift};
use super::model::Level;
use super::outset::Outset;
use super::single::ExpandedState;
use super::transition::Onward;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Cell, Dense};
use crate::odds::Mass;

/// The search tries the levels 2^6 to 2^15, and uses the first one from which the states repeat.
const MIN_LEVEL_POWERS: RangeInclusive<u32> = 6..=15;
/// The maximal number of phases times heights in a block.
const MAX_BLOCK_STATES: usize = 160;
/// The maximal number of doublings. Processes that go higher have a probability of at most 2^-64.
const DOUBLINGS: usize = 64;
/// The reduction ends if less than this probability is still above.
const NEGLIGIBLE_MASS: f64 = 1e-18;
/// The probability above the last doubling that may be a rounding error. If more is missing, the
/// loop may never end.
const ROUNDING: f64 = 1e-13;
const MAX_MISSING: f64 = 1e-10;
/// A transition of a phase.
enum PhaseTransition {
    To {
        phase: usize,
        shift: i64,
        mass: Mass,
    },
    Out {
        exit: usize,
        mass: Mass,
    },
}

/// The solution of all states above a floor.
pub(super) struct UnboundedTail<S> {
    pub(super) min_level: i64,
    /// The level above which no state is explored.
    pub(super) floor: i64,
    /// The number of levels in a block.
    pub(super) height: usize,
    pub(super) phases: IndexSet<S, FxBuildHasher>,
    /// The transitions out of the tail: their cells and targets.
    pub(super) exits: IndexSet<(Vec<Cell>, Onward<S>), FxBuildHasher>,
    /// First passages down by 1, 2, 4, ... blocks, up to the largest one that was needed.
    passages: Vec<Passage>,
}

/// First passage down by some blocks.
struct Passage {
    /// For each state of a block, the probability that each state of the lower block is the first
    /// to be reached there.
    down: Dense,
    /// For each state of a block, the probability of each exit before the lower block is reached.
    out: Dense,
}

impl Passage {
    /// Returns the passage down by twice as many blocks.
    fn doubled(&self) -> Passage {
        let mut out = self.out.clone();
        out.add_matrix(&self.down.product(&self.out));
        let mut down = self.down.product(&self.down);
        Dense::normalize_rows(&mut down, &out);
        Passage { down, out }
    }
}

impl<S: Clone + Eq + Hash> UnboundedTail<S> {
    /// Finds the tail of a rule from its known states, of which the last are the furthest. Returns
    /// `None` if the states do not repeat, or if they record something above the floor.
    ///
    /// # Errors
    /// Returns an error if the work is stopped, or if a trial may stay above the floor forever.
    pub(super) fn find<E: Expand<State = S>>(
        expander: &mut E,
        outset: &Outset<S>,
        known: &IndexSet<S, FxBuildHasher>,
        explored: usize,
        watch: &Watch,
    ) -> Result<Option<UnboundedTail<S>>, Stop> {
        for least in MIN_LEVEL_POWERS.map(|power| 1 << power) {
            let is_far = |state: &S| matches!(expander.level(state, least), Level::Far(_, level) if level > 2 * least);
            if !known.iter().skip(explored).all(is_far) {
                continue;
            }
            if let Some(repeated) = RepeatedPhases::find(expander, outset, known, least, watch)? {
                let start = match expander.level(&outset.start, least) {
                    Level::Far(_, level) => level,
                    _ => 0,
                };
                return repeated.solve(start.max(2 * least), watch);
            }
        }
        Ok(None)
    }

    /// Returns the probabilities of the states in the block below the floor and of the exits. The
    /// process starts in a phase at a height of at least 1 above the floor.
    pub(super) fn passage_probabilities(
        &mut self,
        phase: usize,
        height: i64,
    ) -> (Vec<f64>, Vec<f64>) {
        let height = height as usize - 1;
        let mut block_probabilities = vec![0.0; self.passages[0].down.columns()];
        block_probabilities[phase * self.height + height % self.height] = 1.0;
        let mut out = vec![0.0; self.passages[0].out.columns()];
        let blocks = height / self.height + 1;
        for bit in 0..(usize::BITS - blocks.leading_zeros()) as usize {
            if bit == self.passages.len() {
                self.passages.push(self.passages[bit - 1].doubled());
            }
            if blocks >> bit & 1 == 1 {
                let passage = &self.passages[bit];
                passage.out.add_row_product(&block_probabilities, &mut out);
                let mut below = vec![0.0; block_probabilities.len()];
                passage
                    .down
                    .add_row_product(&block_probabilities, &mut below);
                block_probabilities = below;
            }
        }
        let total: f64 = block_probabilities.iter().chain(&out).sum();
        block_probabilities
            .iter_mut()
            .chain(&mut out)
            .for_each(|p| *p /= total);
        (block_probabilities, out)
    }
}

/// The repeating phases and their transitions.
struct RepeatedPhases<S> {
    min_level: i64,
    phases: IndexSet<S, FxBuildHasher>,
    exits: IndexSet<(Vec<Cell>, Onward<S>), FxBuildHasher>,
    transitions: Vec<Vec<PhaseTransition>>,
}

impl<S: Clone + Eq + Hash> RepeatedPhases<S> {
    fn find<E: Expand<State = S>>(
        expander: &mut E,
        outset: &Outset<S>,
        known: &IndexSet<S, FxBuildHasher>,
        least: i64,
        watch: &Watch,
    ) -> Result<Option<RepeatedPhases<S>>, Stop> {
        let mut repeated = RepeatedPhases {
            min_level: least,
            phases: IndexSet::default(),
            exits: IndexSet::default(),
            transitions: Vec::new(),
        };
        for state in known {
            if let Level::Far(phase, _) = expander.level(state, least) {
                repeated.phases.insert(phase);
            }
            if repeated.phases.len() > MAX_BLOCK_STATES {
                return Ok(None);
            }
        }
        while let Some(phase) = repeated
            .phases
            .get_index(repeated.transitions.len())
            .cloned()
        {
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            match repeated.transitions_from(expander, outset, &phase, watch) {
                Some(transitions) if repeated.phases.len() <= MAX_BLOCK_STATES => {
                    repeated.transitions.push(transitions)
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(repeated))
    }

    /// Returns the transitions of a phase; `None` if they differ between levels or record
    /// something.
    fn transitions_from<E: Expand<State = S>>(
        &mut self,
        expander: &mut E,
        outset: &Outset<S>,
        phase: &S,
        watch: &Watch,
    ) -> Option<Vec<PhaseTransition>> {
        let found = ExpandedState::new(expander, outset, phase, watch).ok()?;
        let mut transitions = Vec::new();
        for (mass, cells, onward) in found.transitions {
            match &onward {
                Onward::Split(_) => return None,
                Onward::Done | Onward::Truncated => {}
                Onward::State(state) => match expander.level(state, self.min_level) {
                    Level::Unclear => return None,
                    Level::Near => {}
                    Level::Far(phase, shift) => {
                        if !cells.is_empty() || shift.unsigned_abs() > MAX_BLOCK_STATES as u64 {
                            return None;
                        }
                        transitions.push(PhaseTransition::To {
                            phase: self.phases.insert_full(phase).0,
                            shift,
                            mass,
                        });
                        continue;
                    }
                },
            }
            transitions.push(PhaseTransition::Out {
                exit: self.exits.insert_full((cells, onward)).0,
                mass,
            });
        }
        Some(transitions)
    }

    /// Returns the transitions between phases, each with its source, its target, the change of the
    /// level and the probability.
    fn steps(&self) -> Vec<(usize, usize, i64, Mass)> {
        let phase_transitions =
            self.transitions
                .iter()
                .enumerate()
                .flat_map(|(from, transitions)| {
                    transitions.iter().map(move |transition| (from, transition))
                });
        phase_transitions
            .filter_map(|(from, transition)| match *transition {
                PhaseTransition::To { phase, shift, mass } => Some((from, phase, shift, mass)),
                PhaseTransition::Out { .. } => None,
            })
            .collect()
    }

    /// Returns the transition matrices of blocks of this height: down, up, and out.
    fn block_matrices(&self, height: usize) -> [Dense; 3] {
        let block_states = self.phases.len() * height;
        let [mut down, mut within, mut up] =
            [(); 3].map(|()| Dense::new(block_states, block_states));
        let mut out = Dense::new(block_states, self.exits.len());
        for (phase, transitions) in self.transitions.iter().enumerate() {
            for (offset, transition) in (0..height as i64).flat_map(|offset| {
                transitions
                    .iter()
                    .map(move |transition| (offset, transition))
            }) {
                let block_state = phase * height + offset as usize;
                match *transition {
                    PhaseTransition::Out { exit, mass } => out.add(block_state, exit, mass.float()),
                    PhaseTransition::To { phase, shift, mass } => {
                        let (to, height) = (offset + shift, height as i64);
                        let block = match to.div_euclid(height) {
                            0 => &mut within,
                            below if below < 0 => &mut down,
                            _ => &mut up,
                        };
                        block.add(
                            block_state,
                            phase * height as usize + to.rem_euclid(height) as usize,
                            mass.float(),
                        );
                    }
                }
            }
        }
        Dense::sum_out(&mut within, &mut [&mut up, &mut down, &mut out]);
        [down, up, out]
    }

    fn solve(self, floor: i64, watch: &Watch) -> Result<Option<UnboundedTail<S>>, Stop> {
        let shifts = self
            .transitions
            .iter()
            .flatten()
            .filter_map(|transition| match transition {
                PhaseTransition::To { shift, .. } => Some(shift.unsigned_abs() as usize),
                PhaseTransition::Out { .. } => None,
            });
        let height = shifts.max().unwrap_or(1).max(1);
        let block_states = self.phases.len() * height;
        if block_states > MAX_BLOCK_STATES || height as i64 > self.min_level {
            return Ok(None);
        }
        let [mut down, mut up, mut out] = self.block_matrices(height);
        let (mut first, mut leaves) = (down.clone(), out.clone());
        let mut above = up.clone();
        for _ in 0..DOUBLINGS {
            if watch.is_stopped() {
                return Err(Stop::Requested);
            }
            let mut within = up.product(&down);
            within.add_matrix(&down.product(&up));
            let mut outside = out.clone();
            outside.add_matrix(&up.product(&out));
            outside.add_matrix(&down.product(&out));
            (up, down, out) = (up.product(&up), down.product(&down), outside);
            Dense::sum_out(&mut within, &mut [&mut up, &mut down, &mut out]);
            first.add_matrix(&above.product(&down));
            leaves.add_matrix(&above.product(&out));
            above = above.product(&up);
            if above.largest_row_sum() < NEGLIGIBLE_MASS {
                break;
            }
        }
        // The probability that is still above after all doublings rarely or never comes down.
        // Subtracting from 1 would not show this.
        let is_stuck = |block_state: usize| {
            [&up, &down, &out]
                .iter()
                .all(|onward| onward.row_sum(block_state) == 0.0)
        };
        let missing = if (0..block_states).any(is_stuck) {
            1.0
        } else {
            above.largest_row_sum()
        };
        let leads_out = |transitions: &Vec<PhaseTransition>| {
            transitions
                .iter()
                .any(|transition| matches!(transition, PhaseTransition::Out { .. }))
        };
        let leads_out: Vec<bool> = self.transitions.iter().map(leads_out).collect();
        let drift_direction = mean_drift(&leads_out, &self.steps());
        if missing > ROUNDING || drift_direction == MeanDrift::Up {
            let help = "a number rises on average, so this loop may never end: add an upper bound";
            return Err(RuleError::endless("this loop may never end", help).into());
        }
        if missing * floor as f64 > MAX_MISSING || drift_direction == MeanDrift::Unclear {
            return Ok(None);
        }
        let RepeatedPhases {
            min_level: least,
            phases,
            exits,
            ..
        } = self;
        Dense::normalize_rows(&mut first, &leaves);
        let passages = vec![Passage {
            down: first,
            out: leaves,
        }];
        Ok(Some(UnboundedTail {
            min_level: least,
            floor,
            height,
            phases,
            exits,
            passages,
        }))
    }
}
