//! Partial exploration with open choices: probability follows the options that a guide names. A new
//! guide is made whenever the graph has grown.

use std::ops::Range;

use super::super::expand::Expand;
use super::super::outset::Outset;
use super::{FIRST_THRESHOLD, LikelyExploration, graph_of_rows};
use crate::budget::{Budget, Stop, Watch};
use crate::graph::Graph;

/// The number of edges at which the first guide is made. The next ones are made when the number has
/// grown by this factor.
const FIRST_GUIDE: usize = 1 << 8;
const GUIDE_FACTOR: usize = 2;
/// A guide is followed until less than this probability is left.
const MIN_LEFT: f64 = 1e-9;

/// The option that gets the probability of each decision of a graph. At other decisions, all
/// options share it equally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide(pub Vec<Option<u32>>);

/// Explores the states that trials are likely to reach if the players follow a guide. `judge` gets
/// the graph of the expanded states again and again, in which transitions to all other states are
/// truncated. It returns the next guide, or `None` if enough is known. The last graph is the one at
/// which the budget was used up.
///
/// Which states are explored does not depend on the budget until it is used up. So a larger budget
/// explores the same states and then more.
///
/// # Errors
/// Returns an error if the work is stopped, if the rule is wrong, or if `judge` returns one.
pub(in crate::explore) fn explore_guided<E: Expand>(
    expander: &mut E,
    outset: &Outset<E::State>,
    budget: &Budget,
    watch: &Watch,
    judge: &mut dyn FnMut(Graph) -> Result<Option<Guide>, Stop>,
) -> Result<(), Stop> {
    let mut work = LikelyExploration::new(expander, outset, budget, watch);
    work.guide = Some(Guide::default());
    work.most_edges = FIRST_GUIDE;
    loop {
        let before = work.builder.explored();
        match work.expand_until(MIN_LEFT) {
            // The transitions of a single state are beyond the budget.
            Err(stop) if stop.is_too_large() => return Ok(()),
            explored => explored?,
        }
        let explored = work.builder.explored();
        if explored == 0 {
            return Ok(());
        }
        let guide = judge(graph_of_rows(work.builder.graph.clone(), &work.rows))?;
        work.most_edges = usize::MAX;
        let is_complete = explored == work.builder.states.len();
        let Some(mut guide) = guide.filter(|_| !is_complete) else {
            return Ok(());
        };
        if work.is_over()? {
            return Ok(());
        }
        if explored == before {
            // The guide avoids all states that are left.
            if work.guide.replace(Guide::default()) == work.guide {
                return Ok(());
            }
            guide = Guide::default();
        }
        work.most_edges = GUIDE_FACTOR * work.builder.graph.edges.len().max(FIRST_GUIDE);
        work.restart(guide);
    }
}

impl<E: Expand> LikelyExploration<'_, E> {
    /// Lets all probability wait at the start again.
    fn restart(&mut self, guide: Guide) {
        self.guide = Some(guide);
        self.waiting.fill(0.0);
        self.is_due.fill(false);
        self.due.clear();
        self.left = 0.0;
        self.threshold = FIRST_THRESHOLD;
        self.add_waiting(0, 1.0);
    }

    /// Passes probability on along the options of a state, given its row and its edges. Returns
    /// `false` if nobody decides there.
    pub(super) fn decides(&mut self, row: usize, probability: f64, edges: &Range<usize>) -> bool {
        let graph = &self.builder.graph;
        let index = graph
            .decisions
            .binary_search_by_key(&(row as u32), |decision| decision.state);
        let Ok(index) = index else {
            return false;
        };
        let decision = &graph.decisions[index];
        let (first, count) = (decision.first_option as usize, decision.options.len());
        let named = self.guide.as_ref().and_then(|guide| guide.0.get(index));
        let named = named.copied().flatten().map(|option| option as usize);
        let share = probability / if named.is_some() { 1.0 } else { count as f64 };
        for option in (0..count).filter(|&option| named.is_none_or(|named| option == named)) {
            let starts = &self.builder.graph.option_first_edges;
            let end = if option + 1 == count {
                edges.end
            } else {
                starts[first + option + 1] as usize
            };
            self.pass_along(starts[first + option] as usize..end, share);
        }
        true
    }
}
