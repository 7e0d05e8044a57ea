//! Decisions that a rule leaves to a player.

use num_integer::gcd;

use crate::chance::{Probability, Weights};
use crate::error::RuleError;
use crate::odds::Mass;

/// The number in a situation for a value that is not known yet.
pub const NOT_SEEN: i64 = i64::MIN;

/// A decision that a rule leaves to a player each time it arises.
///
/// ```
/// use oddsmith_engine::{Choice, Side};
///
/// let dice = Choice::new("dice", ["wing", "penalty"]);
/// assert_eq!((dice.parts.len(), dice.side), (2, Side::Us));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The name.
    pub name: String,
    /// The names of the numbers that the decision depends on: [`Ask::choose`](crate::Ask::choose)
    /// gets a value for each. Together they determine the rest of the trial, apart from chance.
    pub parts: Vec<String>,
    /// The side that decides.
    pub side: Side,
    /// How well that side decides.
    pub skill: Skill,
}

/// The side that makes a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that pursues the goal of best play.
    #[default]
    Us,
    /// The opponent, who plays against the goal.
    Them,
}

impl Choice {
    /// Returns a decision of our side.
    pub fn new(
        name: impl Into<String>,
        parts: impl IntoIterator<Item = impl Into<String>>,
    ) -> Choice {
        Choice {
            name: name.into(),
            parts: parts.into_iter().map(Into::into).collect(),
            side: Side::Us,
            skill: Skill::Best,
        }
    }

    /// Returns the decision, made by this side.
    pub fn with_side(self, side: Side) -> Choice {
        Choice { side, ..self }
    }

    /// Returns the decision, made by a player with this skill.
    pub fn with_skill(self, skill: Skill) -> Choice {
        Choice { skill, ..self }
    }
}

/// How well a player decides. Everything is measured by the best play of this player, with
/// everybody else playing as stated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Skill {
    /// Takes the best option.
    #[default]
    Best,
    /// Takes the best option with this probability, and otherwise any option, each equally likely.
    Mistakes(Probability),
    /// Takes each option with a probability proportional to exp(−loss / scale). The scale has the
    /// unit of the objective and is above 0. Quantal response: McKelvey and Palfrey, "Quantal
    /// response equilibria for normal form games", Games and Economic Behavior 10, 1995.
    Within(f64),
    /// Takes the worst option: the best one for the opposite objective.
    Worst,
    /// Takes the option that would be best if, after this number of choices including this one, the
    /// player's further choices were made at random. The number is at least 1. A choice with a
    /// single option does not count.
    ShortSighted(u32),
}

/// How likely a player is to take each option of a decision.
///
/// ```
/// use oddsmith_engine::OptionWeights;
/// use oddsmith_engine::odds::Mass;
///
/// let weights = OptionWeights::new(vec![Mass::ratio(19, 20), Mass::ratio(1, 20)]);
/// assert_eq!((weights.certain_option(), weights.likeliest()), (None, 0));
/// ```
#[derive(Clone, Debug)]
pub struct OptionWeights {
    masses: Box<[Mass]>,
    /// The same weights as whole numbers, for drawing an option.
    drawn: Weights,
}

/// The denominator for weights that have no common denominator up to this size.
const FINE: u64 = 1 << 60;

impl OptionWeights {
    /// Returns these weights, one for each option. They must add up to 1.
    ///
    /// # Panics
    /// Panics if there are no weights, or if all are 0.
    pub fn new(masses: Vec<Mass>) -> OptionWeights {
        let common = masses.iter().try_fold(1u64, |common, mass| {
            let (_, denominator) = mass.fraction()?;
            let product = common.checked_mul(denominator / gcd(common, denominator))?;
            (product <= FINE).then_some(product)
        });
        let scaled = |mass: &Mass| match (common, mass.fraction()) {
            (Some(common), Some((numerator, denominator))) => common / denominator * numerator,
            _ => (mass.float() * FINE as f64) as u64,
        };
        let drawn: Vec<u64> = masses.iter().map(scaled).collect();
        OptionWeights {
            drawn: Weights::new(&drawn).expect("some option is taken"),
            masses: masses.into(),
        }
    }

    /// Returns the probability of each option.
    pub fn masses(&self) -> &[Mass] {
        &self.masses
    }

    /// Returns the only option that is ever taken, as an index; `None` if there are several.
    pub fn certain_option(&self) -> Option<usize> {
        let total = self.drawn.total();
        let mut weights = self.drawn.weights().iter();
        weights.position(|&weight| weight == total)
    }

    /// Returns the likeliest option, as an index. Of options that are equally likely up to rounding
    /// errors, it is the first.
    pub fn likeliest(&self) -> usize {
        likeliest(self.masses.iter().map(|mass| mass.float()))
    }

    /// Returns the weights as whole numbers, for drawing an option.
    pub(crate) fn drawn(&self) -> &Weights {
        &self.drawn
    }
}

/// Weights that differ by no more than this are equal up to rounding errors.
const SAME_WEIGHT: f64 = 1e-9;

/// Returns the index of the largest weight. Of weights that are equal up to rounding errors, it is
/// the first.
pub(crate) fn likeliest(mut weights: impl Iterator<Item = f64> + Clone) -> usize {
    let most = weights.clone().fold(0.0, f64::max);
    let is_likeliest = |weight: f64| weight >= most - SAME_WEIGHT;
    weights.position(is_likeliest).unwrap_or(0)
}

/// Weights are equal if all options have the same probabilities.
impl PartialEq for OptionWeights {
    fn eq(&self, other: &OptionWeights) -> bool {
        self.masses == other.masses
    }
}

/// Returns the error of a rule that asks for a choice that it does not list.
#[cold]
pub(crate) fn unlisted_choice_error(choice: usize, choices: usize) -> RuleError {
    let help = format!("`choices` lists {choices}, numbered from 0");
    RuleError::new(format!("choice {choice} was asked for"), help)
}
