//! What is asked, and the weight of each answer.

use std::collections::BTreeMap;
use std::ops::Add;

use crate::expression::{Expression, slots_of};

/// What a trial answered: each of the asked expressions; nothing where what was given did not
/// happen.
pub type AnswerTuple = Option<Box<[Option<i64>]>>;

/// What is asked of every trial: some numbers together, of the trials in which something given
/// happens.
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
    /// The condition under which they are asked for.
    pub given: Option<Expression>,
}

impl JointQuestion {
    /// These numbers, of all trials.
    pub fn new(expressions: Vec<Expression>) -> JointQuestion {
        JointQuestion {
            expressions,
            given: None,
        }
    }

    /// The slots that it looks at, each once, lowest first.
    pub fn slots(&self) -> Vec<u32> {
        slots_of(self.expressions.iter().chain(&self.given))
    }

    /// What a trial that shows these values answers; the outer `None` where a number grows past 64
    /// bits.
    pub fn answer(&self, shown: &mut impl FnMut(u32) -> Option<i64>) -> Option<AnswerTuple> {
        if let Some(given) = &self.given
            && !given.holds(shown)?
        {
            return Some(None);
        }
        let values: Option<Vec<Option<i64>>> = self
            .expressions
            .iter()
            .map(|expression| expression.evaluate(shown))
            .collect();
        Some(Some(values?.into()))
    }
}

/// Values of answers, and their weights.
pub(super) type AnswerRows<'r, W> = [(&'r [Option<i64>], W)];

/// The weight of each answer: exact probabilities, or counts of trials.
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

    /// The values of the answers in trials in which what is given happens, lowest first, and their
    /// weights.
    pub fn given_rows(&self) -> impl Iterator<Item = (&[Option<i64>], W)> {
        self.rows
            .iter()
            .filter_map(|(answer, &weight)| Some((&**answer.as_ref()?, weight)))
    }

    /// Every answer: its values, or nothing where what is given does not happen.
    pub fn rows(&self) -> impl Iterator<Item = (&AnswerTuple, W)> {
        self.rows.iter().map(|(answer, &weight)| (answer, weight))
    }

    /// The weight of an answer, where it has any.
    pub fn weight(&self, answer: &AnswerTuple) -> Option<W> {
        self.rows.get(answer).copied()
    }
}
