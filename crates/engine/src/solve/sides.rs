//! The decisions of two players who decide at once, for each of them.

use std::sync::Arc;

use super::best::ScaledValue;
use super::plan::ScaledDecision;
use crate::choice::OptionWeights;
use crate::graph::AtOnce;
use crate::odds::Mass;

impl ScaledDecision {
    /// Returns the decision of each player, if two players decide at once: this decision has their
    /// pairs of options. Otherwise, it returns the decision itself.
    ///
    /// The value of an option is its mean value while the other player plays as planned.
    ///
    /// `second` is the value of the decision and of the pairs for the second player, if each side has
    /// an aim of its own.
    pub(super) fn into_sides(
        self,
        both: Option<&AtOnce>,
        second: Option<(ScaledValue, &[Option<ScaledValue>])>,
    ) -> Vec<ScaledDecision> {
        let Some(both) = both else {
            return vec![self];
        };
        let first = self.side(both, 0);
        let (value, worths) = match second {
            Some((value, worths)) => (value, worths.to_vec()),
            None => (self.value, self.worths.clone()),
        };
        let as_second = ScaledDecision {
            value,
            worths,
            ..self
        };
        vec![first, as_second.side(both, 1)]
    }

    fn side(&self, both: &AtOnce, side: usize) -> ScaledDecision {
        let pairs = || (0..self.options.len()).map(|pair| both.pair(pair));
        let options = Arc::clone(&both.options[side]);
        // The probability of each option of both players.
        let mut weights = [0, 1].map(|side| vec![Mass::ZERO; both.options[side].len()]);
        for (pair, &mass) in pairs().zip(self.weights.masses()) {
            (0..2).for_each(|side| weights[side][pair[side]] += mass);
        }
        let mut worths = vec![Some(ScaledValue::default()); options.len()];
        for (pair, worth) in pairs().zip(&self.worths) {
            let weight = weights[1 - side][pair[1 - side]].float();
            let sum = &mut worths[pair[side]];
            if weight > 0.0 {
                *sum = sum.zip(*worth).map(|(mut sum, worth)| {
                    sum += weight * worth;
                    sum
                });
            }
        }
        let [first, second] = weights;
        let weights = OptionWeights::new(if side == 0 { first } else { second });
        let is_tied =
            |worth: &Option<ScaledValue>| worth.is_some_and(|worth| worth.is_tied(self.value));
        ScaledDecision {
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
