//! Finds best play, from the end of the trial to its start.

use rayon::prelude::*;

use super::compare::{ScaledValue, endless_play_error};
use super::cycle::decide_cycle;
use super::erring_pairs::{both_of, mixes_of_pair, pair_weights};
use super::game_cycle::decide_game_cycle;
use super::layers::Layers;
use super::matrix_game::masses_of_mix;
use super::objective::EdgeObjective;
use super::proof;
use super::search::{BestPlaySearch, DecidedState};
use crate::budget::{Stop, Watch};
use crate::graph::Graph;
use crate::odds::Mass;

/// The number of components that a thread decides at a time.
const COMPONENTS_AT_ONCE: usize = 8;

/// The best option of every decision, and the values.
pub(crate) struct FoundPlay<'g> {
    /// The value of a trial under best play.
    pub(crate) value: f64,
    /// The best option of each decision, as an index into its options. It is the likeliest one at a
    /// decision whose players mix their options.
    pub(crate) best: Vec<u32>,
    /// How far the values of cycles with games may be from the true values, relative to their
    /// scale.
    precision: f64,
    search: BestPlaySearch<'g>,
}

impl FoundPlay<'_> {
    /// Returns the value of a state under best play.
    pub(in crate::solve) fn value_at(&self, state: u32) -> ScaledValue {
        self.search.value(state)
    }

    /// Returns how far the play is from optimal, relative to the scale of values. More than
    /// rounding errors indicates a bug.
    pub(crate) fn shortfall(&self) -> f64 {
        let search = &self.search;
        let ends =
            |index: usize, option: usize| search.can_end(&search.graph.decisions[index], option);
        let sure = |state: u32| {
            if search.ending.contains(state) {
                search.value(state)
            } else {
                ScaledValue::of(f64::NAN)
            }
        };
        let play = proof::FoundOptions {
            best: &self.best,
            mixes: &search.mixes,
        };
        self.precision
            .max(proof::shortfall(search.graph, search.aim, play, sure, ends))
    }

    /// Returns the decisions that two players make at once and against each other, by index, each
    /// with the weight of every pair of options.
    pub(crate) fn pair_weights(&self) -> impl Iterator<Item = (usize, Vec<Mass>)> + '_ {
        let mixed = self.search.mixes.keys();
        mixed.map(|&index| {
            let [first, second] = self.mixes(index);
            (index, pair_weights([&first, &second]))
        })
    }

    /// Returns the weights of each of two players who decide at once. Players of the same side
    /// agree on a pair of options.
    ///
    /// # Panics
    /// Panics if one player makes the decision.
    pub(super) fn mixes(&self, index: usize) -> [Vec<Mass>; 2] {
        if let Some(mixes) = self.search.mixes.get(&index) {
            return [0, 1].map(|side| masses_of_mix(&mixes[side]));
        }
        let both = both_of(&self.search.graph.decisions[index]);
        mixes_of_pair(both, self.best[index] as usize)
    }

    /// Returns the value of each option of each decision if best play follows; `None` if no play
    /// can end the trial after it.
    pub(in crate::solve) fn worths(&self) -> Vec<Option<ScaledValue>> {
        let search = &self.search;
        let decisions = &search.graph.decisions;
        let mut worths = Vec::with_capacity(search.graph.option_first_edges.len());
        for decision in decisions {
            let options = 0..decision.options.len();
            worths.extend(options.map(|option| search.option_worth(decision, option)));
        }
        worths
    }
}

/// Finds best play, from the end of the trial to its start, with the components of a layer in
/// parallel. In cycles it computes the values of a play by solving a linear system, and accepts the
/// play if no other option is better. This proves that the play is optimal.
///
/// # Errors
/// Returns an error if the work is stopped, if best play never ends a trial or gains without end,
/// or if a cycle takes too long.
pub(crate) fn best_play<'g>(
    graph: &'g Graph,
    aim: &'g EdgeObjective<'g>,
    watch: &'g Watch,
) -> Result<FoundPlay<'g>, Stop> {
    let mut search = BestPlaySearch::new(graph, aim, watch);
    if !search.ending.contains(0) {
        return Err(endless_play_error());
    }
    let layers = Layers::new(graph, &search.ending);
    let mut precision = 0.0f64;
    for layer in layers.iter() {
        let decide = |components: &[u32]| decide_components(&search, components, &layers);
        // For small layers, other threads cost more time than they save.
        let decided: Vec<_> = if layer.len() <= COMPONENTS_AT_ONCE {
            vec![decide(layer)]
        } else {
            layer.par_chunks(COMPONENTS_AT_ONCE).map(decide).collect()
        };
        for (components, decided) in layer.chunks(COMPONENTS_AT_ONCE).zip(decided) {
            let states = components
                .iter()
                .flat_map(|&component| layers.states(component));
            let (decided, found_precision) = decided?;
            precision = precision.max(found_precision);
            search.store(states, decided);
        }
    }
    Ok(FoundPlay {
        value: search.values[0],
        precision,
        best: std::mem::take(&mut search.best),
        search,
    })
}

/// Decides some components of a layer. Returns their states, in order, and how far their values may
/// be from the true values, relative to their scale.
///
/// # Errors
/// Returns an error if the work is stopped, and fails like [`decide_cycle`].
fn decide_components(
    search: &BestPlaySearch<'_>,
    components: &[u32],
    layers: &Layers,
) -> Result<(Vec<DecidedState>, f64), Stop> {
    let (mut decided, mut precision) = (Vec::new(), 0.0f64);
    let is_game = |&state: &u32| {
        let decision = search.decision(state);
        decision.is_some_and(|(_, decision)| search.aim.opposed_choices(decision).is_some())
    };
    for &component in components {
        if search.watch.is_stopped() {
            return Err(Stop::Requested);
        }
        match *layers.states(component) {
            [alone] if !search.graph.leads_back(alone) => decided.push(search.weigh(alone)),
            ref states if states.iter().any(is_game) => {
                let (states, found_precision) = decide_game_cycle(search, states, layers)?;
                decided.extend(states);
                precision = precision.max(found_precision);
            }
            ref states => decided.extend(decide_cycle(search, states, layers)?.decided()),
        }
    }
    Ok((decided, precision))
}
