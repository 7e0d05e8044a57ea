//! Finds the best play, from the end of the trial to its beginning.

use super::proof;
use super::search::{BestPlaySearch, endless_play_error};
use super::worth::EdgeWorth;
use crate::budget::{Stop, Watch};
use crate::graph::{Decision, Graph};

/// The best option in every situation, and what each is worth.
pub(crate) struct FoundPlay<'g> {
    /// What a trial is worth under best play.
    pub(crate) value: f64,
    /// The best option of each decision, as an index into its options.
    pub(crate) best: Vec<u32>,
    search: BestPlaySearch<'g>,
}

impl FoundPlay<'_> {
    /// What a state is worth under best play.
    pub(crate) fn value_at(&self, state: u32) -> f64 {
        self.search.values[state as usize]
    }

    /// How far it is from being best, as a share of what is at stake: rounding, or something is
    /// wrong.
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

    /// What each option of a decision is worth, best play following; `None` where no play could end
    /// a trial after it.
    pub(crate) fn worths(&mut self, decision: &Decision) -> Vec<Option<f64>> {
        self.search.weigh_options(decision);
        let worths = self.search.worths.iter().enumerate();
        worths
            .map(|(option, &worth)| self.search.can_end(decision, option).then_some(worth))
            .collect()
    }
}

/// Finds the best play, from the end of the trial to its beginning. States that can come back to
/// themselves are weighed until nothing changes, and the play found there is then weighed once more
/// by solving, and taken if no other option is better than it: that proves it.
///
/// # Errors
/// When it is stopped; when a player who plays best would never end a trial, or gains without end;
/// when a cycle takes too long.
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
        let states = match search.ending.contains_all() {
            true => states,
            false => {
                kept = states
                    .iter()
                    .copied()
                    .filter(|&state| search.ending.contains(state))
                    .collect();
                &kept
            }
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
