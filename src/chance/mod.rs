//! Chance: a rule asks, a reader answers. One rule can so be sampled, enumerated or scripted.

pub mod alias;
mod binomial;
pub mod dice;
pub mod enumerator;
pub mod expression;
pub mod mass;
pub mod probability;
mod residue;
pub mod sampler;
pub mod scripted;
pub mod weights;

use dice::{Dice, Die, Pool};
use probability::Probability;
use weights::Weights;

/// A source of chance: the only way in which a rule may be uncertain.
///
/// Everything funnels into [`pick`](Chance::pick); the other questions are put in a game's own
/// words, and a reader may answer them faster. A question that a rule repeats without end (an open
/// roll) must stop at the first alternative: `false`, face 1, index 0.
pub trait Chance {
    /// The index drawn, from 0, in proportion to the weights.
    fn pick(&mut self, weights: &Weights) -> usize;

    /// Whether an event of this probability happens.
    fn happens(&mut self, p: Probability) -> bool {
        match p {
            Probability::ZERO => false,
            Probability::ONE => true,
            _ => self.pick(&Weights::bernoulli(p)) == 1,
        }
    }

    /// The face of one die, 1 to its number of sides.
    fn roll(&mut self, die: Die) -> u32 {
        self.pick(&Weights::uniform(die.sides() as usize)) as u32 + 1
    }

    /// The faces of several dice rolled together, which one shows which being forgotten.
    fn pool<'d>(&mut self, dice: &'d Dice) -> &'d Pool {
        dice.outcome(self.pick(dice.weights()))
    }

    /// How many of `n` independent events of probability `p` happen, 0 to `n`.
    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        match p {
            Probability::ZERO => 0,
            Probability::ONE => n,
            _ if n == 0 => 0,
            _ => self.pick(&Weights::binomial(n, p)) as u32,
        }
    }
}
