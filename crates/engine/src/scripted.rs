//! A reader that takes its answers from a list, for unit tests and for showing a trial step by
//! step.

use std::collections::VecDeque;

use crate::ask::Ask;
use crate::chance::{DiceExpression, Die, Pool, Probability, Weights};

/// A list of answers, in the order in which a rule asks. The answers are a face for each die, the
/// total of a dice expression or an open roll, and 1 or 0 for an event. They are counts for a
/// binomial or a hand of cards, and an index for a pick. Questions with a certain answer take
/// nothing from the list.
///
/// # Panics
/// Every question panics if the list is empty or its next answer is not allowed.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::{Ask, Scripted};
///
/// let mut script = Scripted::new([3, 1]);
/// assert_eq!((script.roll(Die::D6), script.remaining()), (3, 1));
/// script.observe_whole(0, 7);
/// assert_eq!(script.observed(), [(0, 0, 7)]);
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    answers: VecDeque<i64>,
    observed: Vec<(usize, u32, i64)>,
}

impl Scripted {
    /// Returns a script with these answers.
    pub fn new(answers: impl IntoIterator<Item = i64>) -> Scripted {
        Scripted {
            answers: answers.into_iter().collect(),
            observed: Vec::new(),
        }
    }

    /// Returns the number of answers that have not been used.
    pub fn remaining(&self) -> usize {
        self.answers.len()
    }

    /// Returns the observations in order: metric, step, value.
    pub fn observed(&self) -> &[(usize, u32, i64)] {
        &self.observed
    }

    fn next_answer(&mut self, question: &str, least: i64, most: i64) -> i64 {
        let answer = self.answers.pop_front();
        let answer =
            answer.unwrap_or_else(|| panic!("the script has no answer left for: {question}"));
        assert!(
            (least..=most).contains(&answer),
            "{question}: {answer} is not from {least} to {most}"
        );
        answer
    }
}

impl Ask for Scripted {
    fn below(&mut self, n: u64) -> u64 {
        self.next_answer("one of several", 0, n as i64 - 1) as u64
    }

    fn pick(&mut self, weights: &Weights) -> usize {
        self.next_answer("pick", 0, weights.len() as i64 - 1) as usize
    }

    fn happens(&mut self, p: Probability) -> bool {
        match p {
            Probability::ZERO => false,
            Probability::ONE => true,
            _ => self.next_answer("happens", 0, 1) == 1,
        }
    }

    fn roll(&mut self, die: Die) -> u32 {
        self.next_answer("roll", 1, die.sides().into()) as u32
    }

    fn open_roll(&mut self, die: Die) -> u32 {
        let sum = self.next_answer("open roll", 1, u32::MAX.into()) as u32;
        assert!(
            !sum.is_multiple_of(die.sides()),
            "an open roll does not end on its highest face: {sum}"
        );
        sum
    }

    fn pool(&mut self, die: Die, n: u32) -> Pool {
        let faces: Vec<u32> = (0..n).map(|_| self.roll(die)).collect();
        Pool::new(&faces)
    }

    fn total(&mut self, expression: &DiceExpression) -> i64 {
        let least = expression.least();
        expression
            .fixed_value()
            .unwrap_or_else(|| self.next_answer("dice expression", least, expression.most()))
    }

    fn binomial(&mut self, n: u32, p: Probability) -> u32 {
        match p {
            Probability::ZERO => 0,
            Probability::ONE => n,
            _ if n == 0 => 0,
            _ => self.next_answer("binomial", 0, n.into()) as u32,
        }
    }

    fn hypergeometric(&mut self, total: u32, marked: u32, drawn: u32) -> u32 {
        let least = drawn.saturating_sub(total - marked);
        self.next_answer("cards", least.into(), marked.min(drawn).into()) as u32
    }

    fn observe(&mut self, metric: usize, step: u32, value: i64) {
        self.observed.push((metric, step, value));
    }
}
