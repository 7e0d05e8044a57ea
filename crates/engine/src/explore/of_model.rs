//! Explores a rule: one of its parts, or all parts together.

use super::expand::Expand;
use super::explorer::{explore_all, explore_to};
use super::leaves::Leaves;
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
/// A rule may not terminate surely, for example if a counter may grow forever. Exploring then goes
/// on until fewer than 1e-60 of all trials reach an unexplored state. If that is too expensive, the
/// limit is 1e-16. Beyond a limit it goes on while that is cheap, because the rule may end after
/// all. If it does not end, the rest is truncated at the limit, and every distribution reports it
/// as unresolved.
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
/// is also wrong if, on any path, it records twice what allows one value, or does not record what
/// is required.
pub fn explore<M: Model>(
    model: &M,
    parts: &Parts,
    budget: &Budget,
    watch: &Watch,
) -> Result<Graph, Stop> {
    let whole = explore_whole(model, parts, budget, watch)?;
    let mut graph = whole.without_silent_cycles(watch)?.with_shortcuts(watch)?;
    graph.ends = check(&graph, parts, watch)?;
    Ok(graph)
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
    let mut expander = ModelExpander {
        model,
        scratch: M::Scratch::default(),
    };
    let layout = Layout::new(model.metrics())?;
    let outset =
        Outset::new(layout, model.start(parts)).with_policy(model.policy(), model.choices().len());
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
        |expander, leaves, explored| {
            tail = UnboundedTail::find(expander, &outset, &leaves.builder.states, explored, watch)?;
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
    scratch: M::Scratch,
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
        self.model.expand(state, &mut self.scratch, leaves)
    }
}
