//! Plays: how likely each option of each decision of a graph is.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::masses::Masses;
use super::state_graph::Decision;
use crate::choice::OptionWeights;
use crate::odds::Mass;

/// How likely each option of each decision of a graph is. If a player always takes the same option
/// of a decision, it has the weight 1.
#[derive(Clone, Debug)]
pub struct Play {
    /// The different weights. The first is 0 and the second is 1.
    weights: Masses,
    /// The weight of each option of each decision, as an index in `weights`.
    weight_indices: Vec<u32>,
}

/// The index of the weight 0.
const NEVER: u32 = 0;
/// The index of the weight 1.
const ALWAYS: u32 = 1;

impl Play {
    /// Returns the play that takes one option at each decision, given as an index into its options.
    ///
    /// # Panics
    /// Panics if a decision has no such option.
    pub fn pure(decisions: &[Decision], options: &[u32]) -> Play {
        let mut weights = Masses::default();
        weights.get_or_add(Mass::ZERO);
        weights.get_or_add(Mass::ONE);
        let count = decisions.iter().map(|decision| decision.options.len());
        let weight_indices = vec![NEVER; count.sum()];
        let mut play = Play {
            weights,
            weight_indices,
        };
        for (decision, &option) in decisions.iter().zip(options) {
            play.take(decision, option as usize);
        }
        play
    }

    /// Changes a decision: its options get these weights, which must add up to 1.
    ///
    /// # Panics
    /// Panics if there is not one weight for each option.
    pub fn mix(&mut self, decision: &Decision, weights: &[Mass]) {
        assert_eq!(
            weights.len(),
            decision.options.len(),
            "one weight for each option"
        );
        let first = decision.first_option as usize;
        for (index, &weight) in self.weight_indices[first..].iter_mut().zip(weights) {
            *index = self.weights.get_or_add(weight);
        }
    }

    /// Changes a decision: the play always takes this option, given as an index.
    ///
    /// # Panics
    /// Panics if the decision has no such option.
    pub fn take(&mut self, decision: &Decision, option: usize) {
        assert!(option < decision.options.len(), "no such option");
        let first = decision.first_option as usize;
        self.weight_indices[first..first + decision.options.len()].fill(NEVER);
        self.weight_indices[first + option] = ALWAYS;
    }

    fn weight_indices(&self, decision: &Decision) -> &[u32] {
        &self.weight_indices[decision.first_option as usize..][..decision.options.len()]
    }

    /// Returns the weight of each option of a decision.
    pub fn weights<'p>(&'p self, decision: &Decision) -> impl Iterator<Item = Mass> + 'p {
        self.weight_indices(decision)
            .iter()
            .map(|&index| self.weights.get(index))
    }

    /// Returns the options of a decision that have a weight above 0, each with its weight.
    pub(crate) fn taken<'p>(
        &'p self,
        decision: &Decision,
    ) -> impl Iterator<Item = (usize, Mass)> + 'p {
        let weight_indices = self.weight_indices(decision).iter().enumerate();
        weight_indices
            .filter(|(_, index)| **index != NEVER)
            .map(|(option, &index)| (option, self.weights.get(index)))
    }

    /// Returns the option of a decision that has the weight 1; `None` if the play mixes several.
    pub fn certain_option(&self, decision: &Decision) -> Option<usize> {
        self.weight_indices(decision)
            .iter()
            .position(|&index| index == ALWAYS)
    }
}

/// The weights of decisions. Decisions with equal weights share them.
#[derive(Debug, Default)]
pub(crate) struct SharedWeights(FxHashMap<Box<[u32]>, Arc<OptionWeights>>);

impl SharedWeights {
    /// Returns the weight of each of these options. Options that the decision does not have get the
    /// weight 0. Every call must pass the same play.
    pub(crate) fn of(
        &mut self,
        play: &Play,
        decision: &Decision,
        options: &[i64],
    ) -> Arc<OptionWeights> {
        let weight_index = |option: &i64| {
            let index = decision.options.iter().position(|other| other == option);
            index.map_or(NEVER, |position| play.weight_indices(decision)[position])
        };
        let weight_indices: Box<[u32]> = options.iter().map(weight_index).collect();
        if let Some(weights) = self.0.get(&weight_indices) {
            return Arc::clone(weights);
        }
        let masses = weight_indices
            .iter()
            .map(|&n| play.weights.get(n))
            .collect();
        let weights = Arc::new(OptionWeights::new(masses));
        self.0.insert(weight_indices, Arc::clone(&weights));
        weights
    }
}
