//! What counts on and on without a bound: where its situations repeat themselves level by level, all that lies above one level
//! is solved together, and no more of it is explored.
//!
//! # Formula
//! Above the floor a situation is a phase, of which there are a few, and a height. Heights are gathered into blocks as high
//! as a step reaches, so that a step leads a block up (B), a block down (D), or out (X), once what stays within the block is
//! summed out. First passage from one block to the one below is G = D0 + B0 D1 + B0 B1 D2 + ..., each pair belonging to blocks
//! twice as high as the ones before: logarithmic reduction (Latouche and Ramaswami 1993). All of it is sums and products, and
//! nothing is ever subtracted.

use std::hash::Hash;
use std::ops::RangeInclusive;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::drift::{Drift, drift};
use super::expand::{Ending, Expand};
use super::leaves::{Leaves, Onward};
use super::model::Level;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::graph::{Cell, Dense, Target};
use crate::layout::Layout;
use crate::odds::Mass;
use crate::policy::Policy;

/// Levels from which on situations may repeat themselves, as powers of two: the first of these from which on they do.
const LEAST: RangeInclusive<u32> = 6..=15;
/// Phases and heights of a block, multiplied.
const MOST_PLACES: usize = 160;
/// Times that blocks are doubled: what passes beyond the last has a chance of one in 2^64 or less.
const DOUBLINGS: usize = 64;
/// Nothing is left of the ways further up.
const NOTHING: f64 = 1e-18;
/// What may be missing by rounding where nothing can be. Nothing is told where more of what starts at the floor could be.
const ROUNDING: f64 = 1e-13;
const UNSEEN: f64 = 1e-10;
/// A trial that may go up there costs more than anyone would count.
const DEAR: f64 = 1e15;

/// Where trials go from above the floor: on below it, so many levels down, or out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Out<S> {
    Done,
    Cut,
    State(S),
}

/// A way on from a phase.
enum Way {
    To { phase: usize, shift: i64, mass: Mass },
    Out { exit: usize, mass: Mass },
}

/// All that lies above a floor.
pub(super) struct Tail<S> {
    least: i64,
    floor: i64,
    /// Levels of a block.
    height: usize,
    phases: IndexSet<S, FxBuildHasher>,
    /// What is shown on the way out, and where to.
    exits: IndexSet<(Vec<Cell>, Out<S>), FxBuildHasher>,
    /// Passing down by one block, by two, by four and so on, as far as anybody has asked.
    passages: Vec<Passage>,
}

/// How trials pass down by some blocks.
struct Passage {
    /// From each place of a block, how likely each place of the block so far below is the first to be come to ...
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

impl<S: Clone + Eq + Hash> Tail<S> {
    /// What lies above some floor, of a rule of which these states are known, the last of them being the furthest; `None` where
    /// its situations do not repeat themselves, or show something up there.
    ///
    /// # Errors
    /// When it is stopped; when a trial may stay up there for ever.
    pub(super) fn find<E: Expand<State = S>>(
        of: &mut E,
        known: &IndexSet<S, FxBuildHasher>,
        explored: usize,
        watch: &Watch,
    ) -> Result<Option<Tail<S>>, Stop> {
        for least in LEAST.map(|power| 1 << power) {
            let is_far = |state: &S| matches!(of.level(state, least), Level::Far(_, level) if level > 2 * least);
            if !known.iter().skip(explored).all(is_far) {
                continue;
            }
            if let Some(repeated) = Repeated::find(of, known, least, watch)? {
                let start = match of.level(&of.start(), least) {
                    Level::Far(_, level) => level,
                    _ => 0,
                };
                return repeated.solved(start.max(2 * least), watch);
            }
        }
        Ok(None)
    }

    /// The level above which nothing is explored.
    pub(super) fn floor(&self) -> i64 {
        self.floor
    }

    /// Where trials go from a phase at a height above the floor, from 1, and how likely: to a state below it, or out.
    fn from(&mut self, phase: usize, height: i64) -> (Vec<f64>, Vec<f64>) {
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
    exits: IndexSet<(Vec<Cell>, Out<S>), FxBuildHasher>,
    ways: Vec<Vec<Way>>,
}

impl<S: Clone + Eq + Hash> Repeated<S> {
    fn find<E: Expand<State = S>>(
        of: &mut E,
        known: &IndexSet<S, FxBuildHasher>,
        least: i64,
        watch: &Watch,
    ) -> Result<Option<Repeated<S>>, Stop> {
        let mut repeated =
            Repeated { least, phases: IndexSet::default(), exits: IndexSet::default(), ways: Vec::new() };
        for state in known {
            if let Level::Far(phase, _) = of.level(state, least) {
                repeated.phases.insert(phase);
            }
            if repeated.phases.len() > MOST_PLACES {
                return Ok(None);
            }
        }
        while let Some(phase) = repeated.phases.get_index(repeated.ways.len()).cloned() {
            if watch.is_stopped() {
                return Err(Stop::Asked);
            }
            match repeated.ways_on(of, &phase, watch) {
                Some(ways) if repeated.phases.len() <= MOST_PLACES => repeated.ways.push(ways),
                _ => return Ok(None),
            }
        }
        Ok(Some(repeated))
    }

    /// The ways on from a phase; `None` where they are not the same at every level, or show something.
    fn ways_on<E: Expand<State = S>>(&mut self, of: &mut E, phase: &S, watch: &Watch) -> Option<Vec<Way>> {
        let found = expanded(of, phase, watch).ok()?;
        let mut ways = Vec::new();
        for way in found.ways {
            let onward = match way.onward {
                Onward::Split(_) => return None,
                Onward::Done => Out::Done,
                Onward::Cut => Out::Cut,
                Onward::State(state) => match of.level(&state, self.least) {
                    Level::Unclear => return None,
                    Level::Near => Out::State(state),
                    Level::Far(phase, shift) => {
                        if !way.cells.is_empty() || shift.unsigned_abs() > MOST_PLACES as u64 {
                            return None;
                        }
                        ways.push(Way::To { phase: self.phases.insert_full(phase).0, shift, mass: way.mass });
                        continue;
                    }
                },
            };
            ways.push(Way::Out { exit: self.exits.insert_full((way.cells, onward)).0, mass: way.mass });
        }
        Some(ways)
    }

    /// The ways that stay up there: from phase to phase, and so many levels up.
    fn steps(&self) -> Vec<(usize, usize, i64, Mass)> {
        let all = self.ways.iter().enumerate().flat_map(|(from, ways)| ways.iter().map(move |way| (from, way)));
        all.filter_map(|(from, way)| match *way {
            Way::To { phase, shift, mass } => Some((from, phase, shift, mass)),
            Way::Out { .. } => None,
        })
        .collect()
    }

    fn solved(self, floor: i64, watch: &Watch) -> Result<Option<Tail<S>>, Stop> {
        let shifts = self.ways.iter().flatten().filter_map(|way| match way {
            Way::To { shift, .. } => Some(shift.unsigned_abs() as usize),
            Way::Out { .. } => None,
        });
        let height = shifts.max().unwrap_or(1).max(1);
        let places = self.phases.len() * height;
        if places > MOST_PLACES || height as i64 > self.least {
            return Ok(None);
        }
        let [mut down, mut within, mut up] = [(); 3].map(|()| Dense::new(places, places));
        let mut out = Dense::new(places, self.exits.len());
        for (phase, ways) in self.ways.iter().enumerate() {
            for (at, way) in (0..height as i64).flat_map(|at| ways.iter().map(move |way| (at, way))) {
                let place = phase * height + at as usize;
                match *way {
                    Way::Out { exit, mass } => out.add(place, exit, mass.float()),
                    Way::To { phase, shift, mass } => {
                        let (to, height) = (at + shift, height as i64);
                        let block = match to.div_euclid(height) {
                            0 => &mut within,
                            below if below < 0 => &mut down,
                            _ => &mut up,
                        };
                        block.add(place, phase * height as usize + to.rem_euclid(height) as usize, mass.float());
                    }
                }
            }
        }
        Dense::sum_out(&mut within, &mut [&mut up, &mut down, &mut out]);
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
        // What is still above after all doublings comes down never, or hardly ever: a difference from 1 would not see it.
        let is_stuck = |place: usize| [&up, &down, &out].iter().all(|onward| onward.row_sum(place) == 0.0);
        let missing = if (0..places).any(is_stuck) { 1.0 } else { above.largest_row() };
        let leads_out = |ways: &Vec<Way>| ways.iter().any(|way| matches!(way, Way::Out { .. }));
        let leads_out: Vec<bool> = self.ways.iter().map(leads_out).collect();
        let drift = drift(&leads_out, &self.steps());
        if missing > ROUNDING || drift == Drift::Up {
            let help = "what it counts grows faster than it shrinks: let something end it, or bring it back";
            return Err(RuleError::endless("a trial may go on for ever", help).into());
        }
        if missing * floor as f64 > UNSEEN || drift == Drift::Unclear {
            return Ok(None);
        }
        let Repeated { least, phases, exits, .. } = self;
        Dense::fill_up(&mut first, &leaves);
        let passages = vec![Passage { down: first, out: leaves }];
        Ok(Some(Tail { least, floor, height, phases, exits, passages }))
    }
}

/// A way on from one state.
struct Found<S> {
    mass: Mass,
    cells: Vec<Cell>,
    onward: Onward<S>,
}

/// All ways on from one state.
struct Expanded<S> {
    ways: Vec<Found<S>>,
    cost: f64,
}

/// Expands one state by itself.
fn expanded<E: Expand>(of: &mut E, state: &E::State, watch: &Watch) -> Result<Expanded<E::State>, RuleError> {
    let mut leaves = Leaves::new(of.layout(), state.clone(), of.policy(), &Budget::default(), watch);
    leaves.open_state();
    of.expand(state, &mut leaves)?;
    let (mut graph, states) = (leaves.graph, leaves.states);
    graph.states.push(graph.edges.len() as u32);
    if !graph.decisions.is_empty() {
        return Err(RuleError::new("a choice is open", ""));
    }
    let state = |number: &u32| states.get_index(*number as usize).cloned().expect("it was numbered");
    let way = |edge: usize| Found {
        mass: graph.edges[edge].mass,
        cells: graph.seen(edge).iter().map(|&cell| graph.cells[cell as usize]).collect(),
        onward: match graph.target(edge) {
            Target::Done => Onward::Done,
            Target::Cut => Onward::Cut,
            Target::State(target) => Onward::State(state(&target)),
            Target::Split(targets) => Onward::Split(targets.iter().map(state).collect()),
        },
    };
    Ok(Expanded { ways: (0..graph.edges.len()).map(way).collect(), cost: graph.costs[0] })
}

/// A rule without what lies above the floor: ways that lead there lead to where trials come down again.
pub(super) struct Tailed<'e, E: Expand> {
    pub(super) of: &'e mut E,
    pub(super) tail: Tail<E::State>,
    pub(super) watch: &'e Watch,
}

impl<E: Expand> Tailed<'_, E> {
    /// Adds what becomes of trials that come to a phase at a level above the floor.
    fn add_from(&mut self, (phase, level): (usize, i64), mass: Mass, cells: &[Cell], leaves: &mut Leaves<E::State>) {
        let (below, out) = self.tail.from(phase, level - self.tail.floor);
        let tail = &self.tail;
        let is_one = below.iter().chain(&out).filter(|&&p| p > 0.0).count() == 1;
        let share = |p: f64| if is_one { mass } else { mass * Mass::inexact(p) };
        for (place, p) in below.into_iter().enumerate().filter(|&(_, p)| p > 0.0) {
            let (phase, at) = (place / tail.height, (place % tail.height) as i64);
            let level = tail.floor - tail.height as i64 + 1 + at;
            let phase = tail.phases.get_index(phase).expect("it is one of them");
            leaves.add_cells(share(p), cells, Onward::State(self.of.at_level(phase, level)));
        }
        for (exit, p) in out.into_iter().enumerate().filter(|&(_, p)| p > 0.0) {
            let (shown, to) = tail.exits.get_index(exit).expect("it is one of them");
            let cells: Vec<Cell> = cells.iter().chain(shown).copied().collect();
            let onward = match to {
                Out::Done => Onward::Done,
                Out::Cut => Onward::Cut,
                Out::State(state) => Onward::State(state.clone()),
            };
            leaves.add_cells(share(p), &cells, onward);
        }
        leaves.cost_on_average(DEAR * mass.float());
    }
}

impl<E: Expand> Expand for Tailed<'_, E> {
    type State = E::State;

    fn layout(&self) -> Layout {
        self.of.layout()
    }

    fn start(&self) -> E::State {
        self.of.start()
    }

    fn policy(&self) -> Policy {
        self.of.policy()
    }

    fn ending(&self) -> Ending {
        Ending::Unsure
    }

    fn expand(&mut self, state: &E::State, leaves: &mut Leaves<E::State>) -> Result<(), RuleError> {
        let Expanded { ways, cost } = expanded(self.of, state, self.watch)?;
        leaves.cost_on_average(cost);
        for Found { mass, cells, onward } in ways {
            let far = match &onward {
                Onward::State(state) => match self.of.level(state, self.tail.least) {
                    Level::Far(phase, level) if level > self.tail.floor => {
                        // A phase that was never met is explored as it is.
                        self.tail.phases.get_index_of(&phase).map(|phase| (phase, level))
                    }
                    _ => None,
                },
                _ => None,
            };
            match far {
                Some(far) => self.add_from(far, mass, &cells, leaves),
                None => leaves.add_cells(mass, &cells, onward),
            }
        }
        Ok(())
    }
}
