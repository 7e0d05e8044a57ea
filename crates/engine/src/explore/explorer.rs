//! Exploring a rule breadth first, state by state, until all is known or what is left hardly matters.

use std::sync::Arc;

use super::expand::{Ending, Expand};
use super::leaves::Leaves;
use super::model::{Level, Model};
use super::recorded::check;
use super::tail::{Tail, Tailed};
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::graph::{CUT as CUT_OFF, Components, Graph, SPLITS, reach};
use crate::layout::Layout;
use crate::policy::Policy;
use crate::rule::Parts;

/// A trial whose end is never sure is cut where less than this of it is left, if that is not too dear; else where less than
/// `CUT` is. Whatever so little might have shown, it changes no mean and no deviation: no value is past 2^63.
pub const DEEP: f64 = 1e-60;
const CUT: f64 = 1e-16;
/// Edges up to which it is not too dear, in those at which the trial could have been cut first.
const DEAR: usize = 6;

/// Edges at which it is first looked at how likely a trial is to reach what has not been explored yet; then whenever
/// there are four times as many, or twice, where that has become unlikely.
const FIRST_LOOK: usize = 1 << 12;
const NEARLY: f64 = 1e-6;

/// The same of what is known to go on for ever: it is cut as soon as it may be.
const FIRST_LOOK_AT_ENDLESS: usize = 256;

/// Edges below which a graph is never cut, and up to which it is explored in the hope of its end while that is cheap ...
const SMALL: usize = 2 * FIRST_LOOK;
const PATIENCE: usize = 1 << 16;
/// ... which it is up to so many leaves from where it may be cut.
const CHEAP: u64 = 1 << 16;

impl Ending {
    fn first_look(self) -> usize {
        match self {
            Ending::Sure => usize::MAX,
            Ending::Unsure => FIRST_LOOK,
            Ending::Never => FIRST_LOOK_AT_ENDLESS,
        }
    }

    /// Whether exploring has gone far enough past the point where it may be cut.
    fn is_past_hope(self, mark: &Mark, edges: usize, leaves: u64) -> bool {
        if !mark.is_deep {
            return edges >= PATIENCE.max(DEAR * mark.edges);
        }
        self == Ending::Never || edges >= PATIENCE || edges >= SMALL && leaves - mark.leaves >= CHEAP
    }
}

/// A rule, one part of it or all.
struct OfModel<'m, M: Model> {
    model: &'m M,
    parts: &'m Parts,
    scratch: M::Scratch,
}

impl<M: Model> Expand for OfModel<'_, M> {
    type State = M::State;

    fn layout(&self) -> Layout {
        Layout::new(self.model.metrics())
    }

    fn start(&self) -> M::State {
        self.model.start(self.parts)
    }

    fn policy(&self) -> Policy {
        self.model.policy()
    }

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

/// Explores a rule: one part of it, or all of it as one.
///
/// A rule without an end that is sure (a counter that may grow for ever) is explored until less than 1e-60 of all trials reach
/// what is left, or where that is too dear less than 1e-16, and on from there while that is cheap, as there may be an end after
/// all; without one, what is left at the first of these is cut, and told by every law as unresolved. Where a model knows that its states repeat
/// themselves without a bound ([`Model::level`]), and nothing is shown up there, all of that is solved together and nothing is
/// cut. States that are only passed through, to which one way alone leads and in silence, are left out where a graph has many
/// of them and no circles, and so are circles in which nothing is shown.
///
/// # Errors
/// When it is stopped, when there is more than the budget allows, when the rule is at fault: also when on some path,
/// however rare, it records a thing twice that is recorded once, or leaves out one that is required.
pub fn explore<M: Model>(model: &M, parts: &Parts, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
    let whole = explore_whole(model, parts, budget, watch)?;
    let mut graph = whole.without_silent_circles(watch)?.with_shortcuts(watch)?;
    graph.ends = check(&graph, parts, watch)?;
    Ok(graph)
}

/// Every state of a rule, also those that are only passed through.
pub(super) fn explore_whole<M: Model>(model: &M, parts: &Parts, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
    let mut of = OfModel { model, parts, scratch: M::Scratch::default() };
    let mut tail = None;
    let explored = explore_to(&mut of, budget, watch, |of, leaves, explored| {
        tail = Tail::find(of, &leaves.states, explored, watch)?;
        Ok(tail.is_some())
    })?;
    let graph = match (explored, tail) {
        (Some(graph), _) => graph,
        (None, Some(tail)) => {
            let repeats_above = Some(tail.floor());
            let graph = explore_all(&mut Tailed { of: &mut of, tail, watch }, budget, watch)?;
            Graph { repeats_above, ..graph }
        }
        (None, None) => unreachable!("it ends early where there is a tail"),
    };
    Ok(Graph { parts: parts.clone(), ..graph })
}

/// Explores all there is.
pub(crate) fn explore_all<E: Expand>(of: &mut E, budget: &Budget, watch: &Watch) -> Result<Graph, Stop> {
    let explored = explore_to(of, budget, watch, |_, _, _| Ok(false))?;
    Ok(explored.expect("nobody ends it early"))
}

/// Explores all there is, or until, where it may be cut and where no end is near, somebody says that this is enough: then there
/// is no graph.
fn explore_to<E: Expand>(
    of: &mut E,
    budget: &Budget,
    watch: &Watch,
    mut is_enough: impl FnMut(&mut E, &Leaves<E::State>, usize) -> Result<bool, Stop>,
) -> Result<Option<Graph>, Stop> {
    let mut leaves = Leaves::new(of.layout(), of.start(), of.policy(), budget, watch);
    let ending = of.ending();
    let mut next_look = ending.first_look();
    // How far it had come when hardly any trial went on.
    let mut mark: Option<Mark> = None;
    let may_ask = ending == Ending::Unsure;
    let mut current = 0;
    let mut told = 0;
    while let Some(state) = leaves.states.get_index(current).cloned() {
        leaves.open_state();
        of.expand(&state, &mut leaves).map_err(|error| leaves.stop(error))?;
        current += 1;
        if watch.is_stopped() {
            return Err(Stop::Asked);
        }
        watch.add_leaves(leaves.taken - told);
        told = leaves.taken;
        let edges = leaves.graph.edges.len();
        if edges >= next_look {
            let left = left(&mut leaves, current, watch)?;
            let (is_first, is_deep) = (mark.is_none(), left < DEEP || left < CUT && !of.goes_deep());
            if is_deep || is_first && left < CUT {
                mark = Some(Mark::of(&leaves, is_deep));
            }
            next_look = match left {
                _ if is_deep => usize::MAX,
                ..CUT => edges.saturating_add(edges / 2),
                ..NEARLY => edges.saturating_mul(2),
                _ => edges.saturating_mul(4),
            };
            let is_time = is_first && (mark.is_some() || edges >= PATIENCE);
            if may_ask && is_time && is_enough(of, &leaves, current)? {
                return Ok(None);
            }
        }
        if let Some(mark) = mark.as_ref().filter(|mark| ending.is_past_hope(mark, edges, leaves.taken))
            && current < leaves.states.len()
        {
            if may_ask && is_enough(of, &leaves, current)? {
                return Ok(None);
            }
            mark.go_back(&mut leaves.graph);
            break;
        }
        if leaves.is_past_budget() {
            if let Some(mark) = &mark {
                mark.go_back(&mut leaves.graph);
                break;
            }
            // What is past the budget may have been settled since it was last looked at.
            if ending != Ending::Sure && left(&mut leaves, current, watch)? < CUT {
                break;
            }
            if may_ask && is_enough(of, &leaves, current)? {
                return Ok(None);
            }
            return Err(leaves.too_large());
        }
    }
    Ok(Some(cut_off(leaves)))
}

/// How far a graph had come at one moment.
struct Mark {
    states: usize,
    edges: usize,
    lists: usize,
    cells: usize,
    splits: usize,
    leaves: u64,
    /// Whether hardly anything was left.
    is_deep: bool,
}

impl Mark {
    fn of<S>(leaves: &Leaves<S>, is_deep: bool) -> Mark {
        let Graph { states, edges, lists, cells, splits, .. } = &leaves.graph;
        Mark {
            states: states.len(),
            edges: edges.len(),
            lists: lists.len(),
            cells: cells.len(),
            splits: splits.len(),
            leaves: leaves.taken,
            is_deep,
        }
    }

    /// Forgets what was explored since then: everything is numbered in the order in which it was found.
    fn go_back(&self, graph: &mut Graph) {
        graph.states.truncate(self.states);
        graph.costs.truncate(self.states);
        graph.edges.truncate(self.edges);
        graph.lists.truncate(self.lists);
        graph.cells.truncate(self.cells);
        graph.splits.truncate(self.splits);
        graph.decisions.retain(|decision| (decision.state as usize) < self.states);
        let kept = graph.decisions.last().map_or(0, |own| own.first as usize + own.options.len());
        graph.starts.truncate(kept);
        graph.option_costs.truncate(kept);
    }
}

/// How likely a trial is to reach a state that has not been explored; 1 where that is not unlikely at all.
fn left<S>(leaves: &mut Leaves<S>, explored: usize, watch: &Watch) -> Result<f64, Stop> {
    if explored == leaves.states.len() {
        return Ok(1.0);
    }
    leaves.graph.states.push(leaves.graph.edges.len() as u32);
    if leaves.graph.decisions.is_empty() && going_straight(&leaves.graph) >= NEARLY {
        leaves.graph.states.pop();
        return Ok(1.0);
    }
    let reached = reach(&leaves.graph, explored, watch);
    leaves.graph.states.pop();
    reached
}

/// What [`reach`] finds, at least: how likely a trial is to reach a state that has not been explored by ways that never
/// lead to a state that was found earlier. Quickly told, and mostly enough to know that exploring is far from its end.
fn going_straight(graph: &Graph) -> f64 {
    let explored = graph.state_count();
    let mut visits = vec![0.0; explored];
    visits[0] = 1.0;
    let mut reached = 0.0;
    for state in 0..explored {
        for edge in graph.edges_of(state) {
            let mass = visits[state] * graph.edges[edge].mass.float();
            let onward = graph.onward(edge);
            if onward.iter().any(|&target| target as usize >= explored) {
                reached += mass;
                continue;
            }
            onward
                .iter()
                .filter(|&&target| target as usize > state)
                .for_each(|&target| visits[target as usize] += mass);
        }
    }
    reached
}

/// The whole graph, the ways to states that were not explored being cut.
fn cut_off<S>(leaves: Leaves<S>) -> Graph {
    let mut graph = leaves.graph;
    if !leaves.leads_back {
        graph.order = Some(Arc::new(Components::upwards(graph.states.len() as u32)));
    }
    let explored = graph.states.len() as u32;
    graph.states.push(graph.edges.len() as u32);
    if leaves.states.len() > explored as usize {
        let is_new = |target: u32, splits: &[Box<[u32]>]| match target.checked_sub(SPLITS) {
            None => target >= explored,
            Some(split) => splits.get(split as usize).is_some_and(|states| states.iter().any(|&s| s >= explored)),
        };
        for edge in &mut graph.edges {
            if is_new(edge.target, &graph.splits) {
                edge.target = CUT_OFF;
            }
        }
        // No edge leads to these splits any more: they keep their numbers, and no states that there are not.
        for split in graph.splits.iter_mut().filter(|states| states.iter().any(|&state| state >= explored)) {
            *split = Box::default();
        }
    }
    graph.is_whole();
    graph
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Die;
    use crate::{Ask, Metric, Rule, Step};

    /// Goes forwards, from some places back, from others on in two places at once.
    struct Wandering;

    impl Rule for Wandering {
        type State = u32;

        fn metrics(&self) -> Vec<Metric> {
            Vec::new()
        }

        fn start(&self, _: &Parts) -> u32 {
            0
        }

        fn step<A: Ask>(&self, state: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
            let here = *state;
            *state = match ask.roll(Die::D6) {
                1 if here % 4 == 3 => here - 1,
                2 if here % 4 < 2 => return Ok(Step::Split(vec![here + 2, here + 3])),
                3 => here + 2,
                4 => return Ok(Step::Done),
                _ => here + 1,
            };
            Ok(if *state < 60 { Step::Continue } else { Step::Done })
        }
    }

    /// Of every graph that exploring goes through on its way.
    #[test]
    fn going_straight_reaches_no_more_than_all_ways_do() {
        let watch = Watch::default();
        let budget = Budget::default();
        let mut of = OfModel { model: &Wandering, parts: &Parts::ALL, scratch: Default::default() };
        let mut leaves = Leaves::new(of.layout(), of.start(), of.policy(), &budget, &watch);
        let mut seen = 0;
        for explored in 1..40 {
            let state = leaves.states.get_index(explored - 1).cloned().expect("there are so many");
            leaves.open_state();
            of.expand(&state, &mut leaves).expect("it is within the budget");
            leaves.graph.states.push(leaves.graph.edges.len() as u32);
            let straight = going_straight(&leaves.graph);
            let all = reach(&leaves.graph, explored, &watch).expect("it is solved");
            leaves.graph.states.pop();
            assert!(straight > 0.0 && straight <= all * (1.0 + 1e-12), "{explored}: {straight} of {all}");
            seen += u32::from(straight < all);
        }
        assert!(seen > 30, "{seen}");
    }
}
