//! The reader that answers from a list: unit tests, and a trial told step by step.

use std::collections::VecDeque;

use super::Chance;
use super::dice::{Dice, Die, Pool};
use super::probability::Probability;
use super::weights::Weights;

/// Answers given beforehand, in the order in which a rule asks: a face for each die, 1 or 0 for
/// what happens or not, a count for a binomial, an index for a pick.
#[derive(Clone, Debug)]
pub struct Scripted {
    answers: VecDeque<i64>,
}

impl Scripted {
    /// A script.
    pub fn new(answers: impl IntoIterator<Item = i64>) -> Scripted {
        Scripted { answers: answers.into_iter().collect() }
    }

    /// How many answers nobody has asked for.
    pub fn left(&self) -> usize {
        self.answers.len()
    }

    fn next(&mut self, question: &str) -> i64 {
        self.answers.pop_front().unwrap_or_else(|| panic!("the script has no answer left for: {question}"))
    }
}

/// # Panics
/// Each answer panics where the script is out of answers, or has one that the question does not allow.
impl Chance for Scripted {
    fn pick(&mut self, weights: &Weights) -> usize {
        let index = self.next("pick") as usize;
        assert!(index < weights.len(), "pick {index} of {}", weights.len());
        index
    }

    fn happens(&mut self, p: Probability) -> bool {
        match p {
            Probability::ZERO => false,
            Probability::ONE => true,
            _ => self.next("happens") == 1,
        }
    }

    fn roll(&mut self, die: Die) -> u32 {
        let face = self.next("roll");
        assert!((1..=i64::from(die.sides())).contains(&face), "face {face} of a die with {} sides", die.sides());
        face as u32
    }

    fn pool<'d>(&mut self, dice: &'d Dice) -> &'d Pool {
        let n = dice.outcome(0).faces().len();
        let mut faces: Vec<u32> = (0..n).map(|_| self.next("pool") as u32).collect();
        faces.sort_unstable();
        let found = dice.pools().iter().find(|pool| pool.faces() == faces);
        found.unwrap_or_else(|| panic!("these dice cannot show {faces:?}"))
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        if n == 0 || p == Probability::ZERO {
            return 0;
        }
        let count = self.next("binomial");
        assert!((0..=i64::from(n)).contains(&count), "{count} of {n} events");
        count as u32
    }
}
