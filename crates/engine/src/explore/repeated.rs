//! What counts on and on without a bound: where its situations repeat themselves level by level,
//! all that lies above one level is solved together, and no more of it is explored.
//!
//! # Formula
//! Above the floor a situation is a phase, of which there are a few, and a height. Heights are
//! gathered into blocks as high as a step reaches, so that a step leads a block up (B), a block
//! down (D), or out (X), once what stays within the block is summed out. First passage from one
//! block to the one below is G = D0 + B0 D1 + B0 B1 D2 + ..., each pair belonging to blocks
//! twice as high as the ones before: logarithmic reduction (Latouche and Ramaswami 1993). All of it
//! is sums and products, and nothing is ever subtracted.

use std::hash::Hash;
use std::ops::RangeInclusive;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::expand::Expand;
use super::graph_builder::Onward;
use super::mean_drift::{MeanDrift, mean_drift};
use super::model::Level;
use super::outset::Outset;
use super::single::ExpandedState;
use crate::budget::{Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Cell, Dense};
use crate::odds::Mass;

/// Levels from which on situations may repeat themselves, as powers of two: the first of these from
/// which on they do.
const LEAST: RangeInclusive<u32> = 6..=15;
/// Phases and heights of a block, multiplied.
const MOST_PLACES: usize = 160;
/// Times that blocks are doubled: what passes beyond the last has a chance of one in 2^64 or less.
const DOUBLINGS: usize = 64;
/// Nothing is left of the ways further up.
const NOTHING: f64 = 1e-18;
/// The mass above the last doubling that may be rounding. If more is missing, the loop may never
/// end.
const ROUNDING: f64 = 1e-13;
const UNSEEN: f64 = 1e-10;
/// A way on from a phase.
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

/// All that lies above a floor.
pub(super) struct UnboundedTail<S> {
    pub(super) least: i64,
    /// The level above which nothing is explored.
    pub(super) floor: i64,
    /// Levels of a block.
    pub(super) height: usize,
    pub(super) phases: IndexSet<S, FxBuildHasher>,
    /// What is shown on the way out, and where to.
    pub(super) exits: IndexSet<(Vec<Cell>, Onward<S>), FxBuildHasher>,
    /// Passing down by one block, by two, by four and so on, as far as anybody has asked.
    passages: Vec<Passage>,
}

/// How trials pass down by some blocks.
struct Passage {
    /// From each place of a block, how likely each place of the block so far below is the first to
    /// be come to ...
    down: Dense,
    /// ... and each way out is taken before.
    out: Dense,
}

impl Passage {
    /// By as many blocks again.
    fn twice(&self) -> Passage {
        let mut out = self.out.clone();
        out.plus(&self.down.times(&self.out));
        let mut down = self.down.times(&self.down);
        Dense::fill_up(&mut down, &out);
        Passage { down, out }
    }
}

impl<S: Clone + Eq + Hash> UnboundedTail<S> {
    /// What lies above some floor, of a rule of which these states are known, the last of them
    /// being the furthest; `None` where its situations do not repeat themselves, or show
    /// something up there.
    ///
    /// # Errors
    /// When it is stopped; when a trial may stay up there for ever.
    pub(super) fn find<E: Expand<State = S>>(
        of: &mut E,
        outset: &Outset<S>,
        known: &IndexSet<S, FxBuildHasher>,
        explored: usize,
        watch: &Watch,
    ) -> Result<Option<UnboundedTail<S>>, Stop> {
        for least in LEAST.map(|power| 1 << power) {
            let is_far = |state: &S| matches!(of.level(state, least), Level::Far(_, level) if level > 2 * least);
            if !known.iter().skip(explored).all(is_far) {
                continue;
            }
            if let Some(repeated) = Repeated::find(of, outset, known, least, watch)? {
                let start = match of.level(&outset.start, least) {
                    Level::Far(_, level) => level,
                    _ => 0,
                };
                return repeated.solved(start.max(2 * least), watch);
            }
        }
        Ok(None)
    }

    /// Where trials go from a phase at a height above the floor, from 1, and how likely: to a state
    /// below it, or out.
    pub(super) fn from(&mut self, phase: usize, height: i64) -> (Vec<f64>, Vec<f64>) {
        let height = height as usize - 1;
        let mut here = vec![0.0; self.passages[0].down.columns()];
        here[phase * self.height + height % self.height] = 1.0;
        let mut out = vec![0.0; self.passages[0].out.columns()];
        let blocks = height / self.height + 1;
        for at in 0..(usize::BITS - blocks.leading_zeros()) as usize {
            if at == self.passages.len() {
                self.passages.push(self.passages[at - 1].twice());
            }
            if blocks >> at & 1 == 1 {
                let passage = &self.passages[at];
                passage.out.add_row_product(&here, &mut out);
                let mut below = vec![0.0; here.len()];
                passage.down.add_row_product(&here, &mut below);
                here = below;
            }
        }
        let all: f64 = here.iter().chain(&out).sum();
        here.iter_mut().chain(&mut out).for_each(|p| *p /= all);
        (here, out)
    }
}

/// The phases of what repeats itself, and the ways between them.
struct Repeated<S> {
    least: i64,
    phases: IndexSet<S, FxBuildHasher>,
    exits: IndexSet<(Vec<Cell>, Onward<S>), FxBuildHasher>,
    transitions: Vec<Vec<PhaseTransition>>,
}

impl<S: Clone + Eq + Hash> Repeated<S> {
    fn find<E: Expand<State = S>>(
        of: &mut E,
        outset: &Outset<S>,
        known: &IndexSet<S, FxBuildHasher>,
        least: i64,
        watch: &Watch,
    ) -> Result<Option<Repeated<S>>, Stop> {
        let mut repeated = Repeated {
            least,
            phases: IndexSet::default(),
            exits: IndexSet::default(),
            transitions: Vec::new(),
        };
        for state in known {
            if let Level::Far(phase, _) = of.level(state, least) {
                repeated.phases.insert(phase);
            }
            if repeated.phases.len() > MOST_PLACES {
                return Ok(None);
            }
        }
        while let Some(phase) = repeated
            .phases
            .get_index(repeated.transitions.len())
            .cloned()
        {
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            match repeated.transitions_from(of, outset, &phase, watch) {
                Some(transitions) if repeated.phases.len() <= MOST_PLACES => {
                    repeated.transitions.push(transitions)
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(repeated))
    }

    /// The ways on from a phase; `None` where they are not the same at every level, or show
    /// something.
    fn transitions_from<E: Expand<State = S>>(
        &mut self,
        of: &mut E,
        outset: &Outset<S>,
        phase: &S,
        watch: &Watch,
    ) -> Option<Vec<PhaseTransition>> {
        let found = ExpandedState::of(of, outset, phase, watch).ok()?;
        let mut transitions = Vec::new();
        for (mass, cells, onward) in found.transitions {
            match &onward {
                Onward::Split(_) => return None,
                Onward::Done | Onward::Truncated => {}
                Onward::State(state) => match of.level(state, self.least) {
                    Level::Unclear => return None,
                    Level::Near => {}
                    Level::Far(phase, shift) => {
                        if !cells.is_empty() || shift.unsigned_abs() > MOST_PLACES as u64 {
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

    /// The ways that stay up there: from phase to phase, and so many levels up.
    fn steps(&self) -> Vec<(usize, usize, i64, Mass)> {
        let all = self
            .transitions
            .iter()
            .enumerate()
            .flat_map(|(from, transitions)| {
                transitions.iter().map(move |transition| (from, transition))
            });
        all.filter_map(|(from, transition)| match *transition {
            PhaseTransition::To { phase, shift, mass } => Some((from, phase, shift, mass)),
            PhaseTransition::Out { .. } => None,
        })
        .collect()
    }

    /// Where blocks so high lead from each of their places: down, up, and out.
    fn blocks(&self, height: usize) -> [Dense; 3] {
        let places = self.phases.len() * height;
        let [mut down, mut within, mut up] = [(); 3].map(|()| Dense::new(places, places));
        let mut out = Dense::new(places, self.exits.len());
        for (phase, transitions) in self.transitions.iter().enumerate() {
            for (at, transition) in (0..height as i64)
                .flat_map(|at| transitions.iter().map(move |transition| (at, transition)))
            {
                let place = phase * height + at as usize;
                match *transition {
                    PhaseTransition::Out { exit, mass } => out.add(place, exit, mass.float()),
                    PhaseTransition::To { phase, shift, mass } => {
                        let (to, height) = (at + shift, height as i64);
                        let block = match to.div_euclid(height) {
                            0 => &mut within,
                            below if below < 0 => &mut down,
                            _ => &mut up,
                        };
                        block.add(
                            place,
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

    fn solved(self, floor: i64, watch: &Watch) -> Result<Option<UnboundedTail<S>>, Stop> {
        let shifts = self
            .transitions
            .iter()
            .flatten()
            .filter_map(|transition| match transition {
                PhaseTransition::To { shift, .. } => Some(shift.unsigned_abs() as usize),
                PhaseTransition::Out { .. } => None,
            });
        let height = shifts.max().unwrap_or(1).max(1);
        let places = self.phases.len() * height;
        if places > MOST_PLACES || height as i64 > self.least {
            return Ok(None);
        }
        let [mut down, mut up, mut out] = self.blocks(height);
        let (mut first, mut leaves) = (down.clone(), out.clone());
        let mut above = up.clone();
        for _ in 0..DOUBLINGS {
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            let mut within = up.times(&down);
            within.plus(&down.times(&up));
            let mut outside = out.clone();
            outside.plus(&up.times(&out));
            outside.plus(&down.times(&out));
            (up, down, out) = (up.times(&up), down.times(&down), outside);
            Dense::sum_out(&mut within, &mut [&mut up, &mut down, &mut out]);
            first.plus(&above.times(&down));
            leaves.plus(&above.times(&out));
            above = above.times(&up);
            if above.largest_row() < NOTHING {
                break;
            }
        }
        // What is still above after all doublings comes down never, or hardly ever: a difference
        // from 1 would not see it.
        let is_stuck = |place: usize| {
            [&up, &down, &out]
                .iter()
                .all(|onward| onward.row_sum(place) == 0.0)
        };
        let missing = if (0..places).any(is_stuck) {
            1.0
        } else {
            above.largest_row()
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
        if missing * floor as f64 > UNSEEN || drift_direction == MeanDrift::Unclear {
            return Ok(None);
        }
        let Repeated {
            least,
            phases,
            exits,
            ..
        } = self;
        Dense::fill_up(&mut first, &leaves);
        let passages = vec![Passage {
            down: first,
            out: leaves,
        }];
        Ok(Some(UnboundedTail {
            least,
            floor,
            height,
            phases,
            exits,
            passages,
        }))
    }
}
