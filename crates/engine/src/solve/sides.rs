//! The decisions of two players who decide at once, for each of them.

use std::sync::Arc;

use super::plan::PlannedDecision;
use super::weighed::TIE_TOLERANCE;
use crate::choice::OptionWeights;
use crate::graph::AtOnce;
use crate::odds::Mass;

impl PlannedDecision {
    /// Returns the decision of each player, if two players decide at once: this decision has their
    /// pairs of options. Otherwise, it returns the decision itself.
    ///
    /// The value of an option is its mean value while the other player plays as planned.
    pub(super) fn into_sides(self, both: Option<&AtOnce>) -> Vec<PlannedDecision> {
        match both {
            Some(both) => vec![self.side(both, 0), self.side(both, 1)],
            None => vec![self],
        }
    }

    fn side(&self, both: &AtOnce, side: usize) -> PlannedDecision {
        let pairs = || (0..self.options.len()).map(|pair| both.pair(pair));
        let options = Arc::clone(&both.options[side]);
        // The probability of each option of both players.
        let mut weights = [0, 1].map(|side| vec![Mass::ZERO; both.options[side].len()]);
        for (pair, &mass) in pairs().zip(self.weights.masses()) {
            (0..2).for_each(|side| weights[side][pair[side]] += mass);
        }
        let mut worths = vec![Some(0.0); options.len()];
        for (pair, worth) in pairs().zip(&self.worths) {
            let weight = weights[1 - side][pair[1 - side]].float();
            let sum = &mut worths[pair[side]];
            if weight > 0.0 {
                *sum = sum.zip(*worth).map(|(sum, worth)| sum + weight * worth);
            }
        }
        let [first, second] = weights;
        let weights = OptionWeights::new(if side == 0 { first } else { second });
        let tolerance = TIE_TOLERANCE * self.value.abs().max(1.0);
        let is_tied = |worth: &Option<f64>| {
            worth.is_some_and(|worth| (worth - self.value).abs() <= tolerance)
        };
        PlannedDecision {
            choice: both.choices[side] as usize,
            situation: self.situation.clone(),
            best: weights.likeliest(),
            value: self.value,
            is_tied: worths.iter().map(is_tied).collect(),
            worths,
            weights: Arc::new(weights),
            options,
            is_game: self.is_game,
            reached: self.reached,
        }
    }
}
