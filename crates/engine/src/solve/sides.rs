//! Divides a decision of two players who decide at once into one decision for each of them.

use std::sync::Arc;

use super::best::{ScaledValue, SidePlay, side_worths};
use super::plan::ScaledDecision;
use super::weighed::KnownSides;
use crate::choice::{OptionWeights, likeliest};
use crate::graph::AtOnce;
use crate::odds::Mass;

impl ScaledDecision {
    /// Returns the decision of each player, if two players decide at once: this decision has their
    /// pairs of options. Otherwise, it returns the decision itself.
    ///
    /// The value of an option is its mean value while the other player plays as planned. For a
    /// player who makes mistakes, the other one plays the mix that this player expects.
    pub(super) fn into_sides(
        self,
        both: Option<&AtOnce>,
        known: KnownSides<'_>,
    ) -> Vec<ScaledDecision> {
        let Some(both) = both else {
            return vec![self];
        };
        let (value, worths) = match known {
            KnownSides::Alike => (self.value, self.worths.clone()),
            KnownSides::Second(value, worths) => (value, worths.to_vec()),
            KnownSides::Erring(sides) => {
                let side = |side: usize| self.side(both, side, sides[side].clone());
                return vec![side(0), side(1)];
            }
        };
        let first = self.planned_side(both, 0);
        let as_second = ScaledDecision {
            value,
            worths,
            ..self
        };
        vec![first, as_second.planned_side(both, 1)]
    }

    fn planned_side(&self, both: &AtOnce, side: usize) -> ScaledDecision {
        // The probability of each option of both players.
        let mut weights = [0, 1].map(|side| vec![Mass::ZERO; both.options[side].len()]);
        for (index, &mass) in self.weights.masses().iter().enumerate() {
            let pair = both.pair(index);
            (0..2).for_each(|side| weights[side][pair[side]] += mass);
        }
        let worths = side_worths(both, side, &self.worths, &weights[1 - side]);
        let weights = std::mem::take(&mut weights[side]);
        let play = SidePlay {
            best: likeliest(weights.iter().map(|mass| mass.float())),
            value: self.value,
            worths,
            weights,
        };
        self.side(both, side, play)
    }

    fn side(&self, both: &AtOnce, side: usize, play: SidePlay) -> ScaledDecision {
        let SidePlay {
            weights,
            value,
            worths,
            best,
        } = play;
        let is_tied = |worth: &Option<ScaledValue>| worth.is_some_and(|worth| worth.is_tied(value));
        ScaledDecision {
            choice: both.choices[side] as usize,
            situation: self.situation.clone(),
            options: Arc::clone(&both.options[side]),
            best,
            value,
            is_tied: worths.iter().map(is_tied).collect(),
            worths,
            weights: Arc::new(OptionWeights::new(weights)),
            is_game: self.is_game,
            reached: self.reached,
        }
    }
}
