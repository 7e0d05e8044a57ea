//! Joint questions, and the weight of each answer.

use std::collections::BTreeMap;
use std::ops::Add;

use crate::expression::{Expression, slots_of};

/// The answer of a trial: the value of each expression, `None` for an absent value. The outer
/// `None` means that the condition did not hold.
pub type AnswerTuple = Option<Box<[Option<i64>]>>;

/// A joint question: several numbers, over the trials in which a condition holds.
///
/// ```
/// use oddsmith_engine::question::{JointQuestion, Expression};
///
/// let two = JointQuestion::new(vec![Expression::Seen(0), Expression::Seen(3)]);
/// assert_eq!(two.slots(), [0, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JointQuestion {
    /// The numbers.
    pub expressions: Vec<Expression>,
    /// The condition; `None` for all trials.
    pub given: Option<Expression>,
}

impl JointQuestion {
    /// Returns a question about these numbers over all trials.
    pub fn new(expressions: Vec<Expression>) -> JointQuestion {
        JointQuestion {
            expressions,
            given: None,
        }
    }

    /// Returns the slots that the question reads, in ascending order without repetition.
    pub fn slots(&self) -> Vec<u32> {
        slots_of(self.expressions.iter().chain(&self.given))
    }

    /// Returns the answer of a trial. `value_of` returns the value of a slot. The outer `None`
    /// means that a number overflowed 64 bits.
    pub fn answer(&self, value_of: &mut impl FnMut(u32) -> Option<i64>) -> Option<AnswerTuple> {
        if let Some(given) = &self.given
            && !given.holds(value_of)?
        {
            return Some(None);
        }
        let values: Option<Vec<Option<i64>>> = self
            .expressions
            .iter()
            .map(|expression| expression.evaluate(value_of))
            .collect();
        Some(Some(values?.into()))
    }
}

/// The values of answers, with their weights.
pub(super) type AnswerRows<'r, W> = [(&'r [Option<i64>], W)];

/// The weight of each answer: exact probabilities, or numbers of trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers<W> {
    rows: BTreeMap<AnswerTuple, W>,
}

impl<W> Default for Answers<W> {
    fn default() -> Answers<W> {
        Answers {
            rows: BTreeMap::new(),
        }
    }
}

impl<W: Copy + Add<Output = W>> Answers<W> {
    /// Adds to the weight of an answer.
    pub fn add(&mut self, answer: AnswerTuple, weight: W) {
        self.rows
            .entry(answer)
            .and_modify(|known| *known = *known + weight)
            .or_insert(weight);
    }

    /// Returns the values of the answers, with their weights, in ascending order. Trials in which
    /// the condition does not hold are left out.
    pub fn given_rows(&self) -> impl Iterator<Item = (&[Option<i64>], W)> {
        self.rows
            .iter()
            .filter_map(|(answer, &weight)| Some((&**answer.as_ref()?, weight)))
    }

    /// Returns every answer with its weight, also `None` for trials in which the condition does not
    /// hold.
    pub fn rows(&self) -> impl Iterator<Item = (&AnswerTuple, W)> {
        self.rows.iter().map(|(answer, &weight)| (answer, weight))
    }

    /// Returns the weight of an answer; `None` if it never occurred.
    pub fn weight(&self, answer: &AnswerTuple) -> Option<W> {
        self.rows.get(answer).copied()
    }
}
