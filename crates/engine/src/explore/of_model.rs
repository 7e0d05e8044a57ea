//! Explores a rule: one of its parts, or all parts together.

use std::sync::Mutex;

use rayon::prelude::*;

use super::expand::{Expand, ExpandMany};
use super::explorer::{explore_all, explore_to};
use super::leaves::{Leaves, Terms};
use super::likely::{self, Guide, Missing};
use super::model::{Level, Model};
use super::outset::Outset;
use super::qbd::UnboundedTail;
use super::recorded::check;
use super::tailed::TailedExpander;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::graph::Graph;
use crate::layout::Layout;
use crate::rule::Parts;

/// Explores a rule: one of its parts, or all parts together.
///
/// Exploring may never end, for example if a counter may grow forever. It then goes on until fewer
/// than 1e-60 of all trials reach an unexplored state. If that is too expensive, the limit is
/// 1e-16. Beyond a limit it goes on while that is cheap, because the rule may end after all. If it
/// does not end, the rest is truncated at the limit, and every distribution reports it as
/// unresolved.
///
/// A model may know that its states repeat at every level without a bound ([`Model::level`]) and
/// that they record nothing there. Then all of these states are solved together, and nothing is
/// truncated.
///
/// Large graphs omit states that only a single silent transition leads to, if they have no cycles.
/// They also omit cycles without observations.
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, or if the rule is wrong. A rule
/// is also wrong if, on any path, it records a metric twice that allows one value, or does not
/// record a required metric.
pub fn explore<M: Model>(
    model: &M,
    parts: &Parts,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    finish(explore_whole(model, parts, budget, watch)?, parts, watch)
}

/// Explores the states of a rule that trials are most likely to reach, until little enough is
/// missing. Every distribution of the graph reports the missing probability as unresolved: a chance
/// lies between its mass, and its mass plus the unresolved probability.
///
/// # Errors
/// Fails like [`explore`]. It also fails if more is missing than allowed when the budget is used
/// up, or if a choice is open.
pub fn explore_likeliest<M: Model>(
    model: &M,
    parts: &Parts,
    missing: Missing,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let (mut expander, outset) = prepare(model, parts)?;
    let graph = likely::explore_likeliest(&mut expander, &outset, missing, budget, watch)?;
    finish(graph, parts, watch)
}

/// Partly explores a rule with open choices: the states that trials are likely to reach if players
/// follow a guide. `judge` gets the graph of the known states whenever it has grown, and returns
/// the next guide, or `None` if enough is known. Transitions to unknown states are truncated. The
/// first guide takes all options with the same probability.
///
/// # Errors
/// Returns an error if the work is stopped, if the rule is wrong, or if `judge` returns one. A
/// budget that is used up is no error.
pub fn explore_guided<M: Model>(
    model: &M,
    budget: &Budget,
    watch: &Watch,
    judge: &mut dyn FnMut(&Graph) -> Result<Option<Guide>, Stop>,
) -> Result<(), Stop> {
    let parts = Parts::ALL;
    let (mut expander, outset) = prepare(model, &parts)?;
    let mut judge = |graph: Graph| {
        judge(&Graph {
            parts: parts.clone(),
            ..graph
        })
    };
    likely::explore_guided(&mut expander, &outset, budget, watch, &mut judge)
}

/// Removes states that trials only pass through, and checks what all paths record.
fn finish(graph: Graph, parts: &Parts, watch: &Watch) -> Result<Graph, Stop> {
    let graph = Graph {
        parts: parts.clone(),
        ..graph
    };
    let mut graph = graph.without_silent_cycles(watch)?.with_shortcuts(watch)?;
    graph.ends = check(&graph, parts, watch)?;
    Ok(graph)
}

/// Returns a model that can be expanded, and the starting point of its exploration.
fn prepare<'m, M: Model>(
    model: &'m M,
    parts: &Parts,
) -> Result<(ModelExpander<'m, M>, Outset<M::State>), Stop> {
    let expander = ModelExpander {
        model,
        first: M::Scratch::default(),
        scratches: Mutex::default(),
    };
    let layout = Layout::new(model.metrics())?;
    let outset = Outset::new(layout, model.start(parts))
        .with_policy(model.policy(), model.choices().len())
        .with_heap_bytes(M::heap_bytes);
    Ok((expander, outset))
}

/// Explores every state of a rule, including those that trials only pass through. The states are
/// numbered in the order in which the model expands them.
///
/// # Errors
/// Fails like [`explore`], but does not check what is recorded.
pub fn explore_whole<M: Model>(
    model: &M,
    parts: &Parts,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let (mut expander, outset) = prepare(model, parts)?;
    if !M::HAS_LEVELS {
        return Ok(Graph {
            parts: parts.clone(),
            ..explore_all(&mut expander, outset, budget, watch)?
        });
    }
    let mut tail = None;
    let explored = explore_to(
        &mut expander,
        outset.clone(),
        budget,
        watch,
        |expander, states, explored| {
            tail = UnboundedTail::find(expander, &outset, states, explored, watch)?;
            Ok(tail.is_some())
        },
    )?;
    let graph = match (explored, tail) {
        (Some(graph), _) => graph,
        (None, Some(tail)) => {
            let repeats_above = Some(tail.floor);
            let mut tailed = TailedExpander {
                expander: &mut expander,
                outset: outset.clone(),
                tail,
                watch,
            };
            Graph {
                repeats_above,
                ..explore_all(&mut tailed, outset, budget, watch)?
            }
        }
        (None, None) => unreachable!("it ends early where there is a tail"),
    };
    Ok(Graph {
        parts: parts.clone(),
        ..graph
    })
}

/// A model under exploration.
struct ModelExpander<'m, M: Model> {
    model: &'m M,
    /// The scratch of states that are expanded one after the other.
    first: M::Scratch,
    /// One scratch for each working thread.
    scratches: Mutex<Vec<M::Scratch>>,
}

/// The number of states that one thread expands before it looks for others.
const STATES_PER_TASK: usize = 16;

impl<M: Model> ModelExpander<'_, M> {
    fn take_scratch(&self) -> M::Scratch {
        let spare = self.scratches.lock().ok().and_then(|mut all| all.pop());
        spare.unwrap_or_else(|| self.first.clone())
    }

    fn keep_scratch(&self, scratch: M::Scratch) {
        if let Ok(mut all) = self.scratches.lock() {
            all.push(scratch);
        }
    }
}

impl<M: Model> ExpandMany<M::State> for ModelExpander<'_, M> {
    fn expand_many(&self, states: &[M::State], terms: &Terms) -> Vec<Leaves<M::State>> {
        let expand = |states: &[M::State]| {
            let (mut scratch, mut leaves) = (self.take_scratch(), Leaves::new(terms));
            for state in states {
                let expanded = self.model.expand(state, &mut scratch, &mut leaves);
                leaves.close_state();
                leaves.error = expanded.err();
                if leaves.error.is_some() {
                    break;
                }
            }
            // After an error, a scratch may be in the middle of a state.
            if leaves.error.is_none() {
                self.keep_scratch(scratch);
            }
            leaves
        };
        states.par_chunks(STATES_PER_TASK).map(expand).collect()
    }
}

impl<M: Model> Expand for ModelExpander<'_, M> {
    type State = M::State;

    fn level(&self, state: &M::State, least: i64) -> Level<M::State> {
        self.model.level(state, least)
    }

    fn at_level(&self, phase: &M::State, level: i64) -> M::State {
        self.model.at_level(phase, level)
    }

    fn expand(&mut self, state: &M::State, leaves: &mut Leaves<M::State>) -> Result<(), RuleError> {
        self.model.expand(state, &mut self.first, leaves)
    }

    fn parallel(&self) -> Option<&dyn ExpandMany<M::State>> {
        self.model.is_parallel().then_some(self)
    }

    fn shared_work(&self) -> u64 {
        M::shared_work(&self.first)
    }

    fn forget_shared(&mut self) {
        self.first = M::Scratch::default();
        self.scratches = Mutex::default();
    }
}
