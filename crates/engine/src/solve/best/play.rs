//! Finds best play, from the end of the trial to its start.

use super::proof;
use super::search::{BestPlaySearch, endless_play_error};
use super::worth::EdgeWorth;
use crate::budget::{Stop, Watch};
use crate::graph::{Decision, Graph};

/// The best option of every decision, and the values.
pub(crate) struct FoundPlay<'g> {
    /// The value of a trial under best play.
    pub(crate) value: f64,
    /// The best option of each decision, as an index into its options.
    pub(crate) best: Vec<u32>,
    search: BestPlaySearch<'g>,
}

impl FoundPlay<'_> {
    /// Returns the value of a state under best play.
    pub(crate) fn value_at(&self, state: u32) -> f64 {
        self.search.values[state as usize]
    }

    /// Returns how far the play is from optimal, relative to the values. More than rounding errors
    /// indicates a bug.
    pub(crate) fn shortfall(&self) -> f64 {
        let search = &self.search;
        let ends =
            |number: usize, option: usize| search.can_end(&search.graph.decisions[number], option);
        let sure = |state: u32| {
            if search.ending.contains(state) {
                search.values[state as usize]
            } else {
                f64::NAN
            }
        };
        proof::shortfall(search.graph, search.aim, &self.best, sure, ends)
    }

    /// Returns the value of each option of a decision if best play follows; `None` if no play can
    /// end the trial after it.
    pub(crate) fn worths(&mut self, decision: &Decision) -> Vec<Option<f64>> {
        self.search.weigh_options(decision);
        let worths = self.search.worths.iter().enumerate();
        worths
            .map(|(option, &worth)| self.search.can_end(decision, option).then_some(worth))
            .collect()
    }
}

/// Finds best play, from the end of the trial to its start. In cycles it uses value iteration. It
/// then computes the values of the play found by solving a linear system, and accepts the play if
/// no other option is better. This proves that the play is optimal.
///
/// # Errors
/// Returns an error if the work is stopped, if best play never ends a trial or gains without end,
/// or if a cycle takes too long.
pub(crate) fn best_play<'g>(
    graph: &'g Graph,
    aim: &'g EdgeWorth<'g>,
    watch: &'g Watch,
) -> Result<FoundPlay<'g>, Stop> {
    let mut search = BestPlaySearch::new(graph, aim, watch);
    if !search.ending.contains(0) {
        return Err(endless_play_error());
    }
    let order = graph.order();
    for (number, states) in order
        .iter()
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .enumerate()
    {
        if number % 4096 == 0 && watch.is_stopped() {
            return Err(Stop::Requested);
        }
        let kept: Vec<u32>;
        let states = if search.ending.contains_all() {
            states
        } else {
            kept = states
                .iter()
                .copied()
                .filter(|&state| search.ending.contains(state))
                .collect();
            &kept
        };
        match *states {
            [] => {}
            [alone] if !search.has_self_loop(alone) => {
                search.values[alone as usize] = search.weigh(alone)
            }
            _ => search.decide_cycle(states)?,
        }
    }
    Ok(FoundPlay {
        value: search.values[0],
        best: std::mem::take(&mut search.best),
        search,
    })
}
