//! The joint law of what is asked, computed from the graphs.

use std::collections::BTreeMap;

use super::lift::{Answer, Lifted};
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::explore_all;
use crate::expression::{Expression, overgrown};
use crate::graph::Graph;
use crate::odds::{Mass, Pmf};
use crate::solve::{ExactLaw, Moments, SETTLED, said};

/// What is asked of every trial: some numbers together, of the trials in which something given happens.
///
/// ```
/// use oddsmith_engine::question::{Asked, Expression};
///
/// let two = Asked::of(vec![Expression::Seen(0), Expression::Seen(3)]);
/// assert_eq!(two.slots(), [0, 3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The numbers.
    pub of: Vec<Expression>,
    /// The condition under which they are asked for.
    pub given: Option<Expression>,
}

impl Asked {
    /// These numbers, of all trials.
    pub fn of(of: Vec<Expression>) -> Asked {
        Asked { of, given: None }
    }

    /// The slots that it looks at, each once, lowest first.
    pub fn slots(&self) -> Vec<u32> {
        let mut slots: Vec<u32> = self.of.iter().chain(&self.given).flat_map(Expression::slots).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// What a trial that shows these values answers; the outer `None` where a number grows past 64 bits.
    pub fn answer(&self, shown: &mut impl FnMut(u32) -> Option<i64>) -> Option<Answer> {
        if let Some(given) = &self.given
            && !given.holds(shown)?
        {
            return Some(None);
        }
        let values: Option<Vec<Option<i64>>> = self.of.iter().map(|one| one.of(shown)).collect();
        Some(Some(values?.into()))
    }
}

/// The weight of each answer: exact probabilities, or counts of trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers<W> {
    rows: BTreeMap<Answer, W>,
}

impl<W> Default for Answers<W> {
    fn default() -> Answers<W> {
        Answers { rows: BTreeMap::new() }
    }
}

impl<W: Copy + std::ops::Add<Output = W>> Answers<W> {
    /// Adds to the weight of an answer.
    pub fn add(&mut self, answer: Answer, weight: W) {
        self.rows.entry(answer).and_modify(|known| *known = *known + weight).or_insert(weight);
    }

    /// The values of the answers in trials in which what is given happens, lowest first, and their weights.
    pub fn given(&self) -> impl Iterator<Item = (&[Option<i64>], W)> {
        self.rows.iter().filter_map(|(answer, &weight)| Some((&**answer.as_ref()?, weight)))
    }

    /// Every answer: its values, or nothing where what is given does not happen.
    pub fn rows(&self) -> impl Iterator<Item = (&Answer, W)> {
        self.rows.iter().map(|(answer, &weight)| (answer, weight))
    }

    /// The weight of an answer, where it has any.
    pub fn weight(&self, answer: &Answer) -> Option<W> {
        self.rows.get(answer).copied()
    }
}

/// Exact odds of the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The probability of each answer.
    pub answers: Answers<Mass>,
    /// Probability that was cut, and belongs to answers that are not known.
    pub unresolved: f64,
    /// Of one number that a trial shows, of which something was cut: the least and the greatest there are, where they are known.
    pub ends: (Option<i64>, Option<i64>),
    /// Its mean and standard deviation, where they were solved by themselves.
    pub moments: Option<Moments>,
}

impl Joint {
    /// The law of the only number that was asked for, of all trials.
    pub fn law(&self) -> ExactLaw {
        let (mut values, mut absent) = (Vec::new(), Mass::ZERO);
        for (answer, mass) in self.answers.given() {
            match answer.first().copied().flatten() {
                Some(value) => values.push((value, mass)),
                None => absent += mass,
            }
        }
        ExactLaw {
            pmf: Pmf::new(values),
            absent,
            unresolved: self.unresolved,
            moments: self.moments.map(Box::new),
            ends: self.ends,
        }
    }

    /// The joint law of one number, from the law of the slot that is all that was asked about.
    ///
    /// # Errors
    /// When the number grows past 64 bits.
    pub fn from_law(asked: &Asked, law: &ExactLaw) -> Result<Joint, RuleError> {
        let mut answers = Answers::default();
        let present = law.pmf.masses().iter().map(|&(value, mass)| (Some(value), mass));
        for (value, mass) in present.chain((law.absent != Mass::ZERO).then_some((None, law.absent))) {
            answers.add(asked.answer(&mut |_| value).ok_or_else(overgrown)?, mass);
        }
        let is_plain = matches!(asked.of[..], [Expression::Seen(_)]);
        let ends = if is_plain { law.ends } else { (None, None) };
        let moments = law.moments.as_deref().copied().filter(|_| is_plain && asked.given.is_none());
        Ok(Joint { answers, unresolved: law.unresolved, ends, moments })
    }
}

/// A question worked out: its joint law, and the graph over which it may be drawn.
#[derive(Debug)]
pub struct Solved {
    /// The joint law.
    pub joint: Joint,
    /// The lifted graph, which says the number of the answer; none where all was decided beforehand.
    pub(crate) graph: Option<Graph>,
    /// The answers by number.
    pub(crate) answers: Vec<Answer>,
}

/// Works out the joint law of what is asked, over the graphs of parts that do not touch. What must be remembered of a
/// trial on its way is what is still open of the question: equal states in which the same is open are one.
///
/// # Errors
/// When it is stopped, past the budget, or when a number grows past 64 bits.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::{Asked, Comparison, Expression, Statistic, solve_joint};
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
///
/// /// Two dice, one after the other.
/// struct Two;
///
/// impl Rule for Two {
///     type State = u32;
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::steps("face", 1, 2)] }
///     fn start(&self, _: &Parts) -> u32 { 0 }
///     fn step<A: Ask>(&self, rolled: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
///         *rolled += 1;
///         let face = ask.roll(Die::D6);
///         ask.observe(0, *rolled, face.into());
///         Ok(if *rolled < 2 { Step::Continue } else { Step::Done })
///     }
/// }
///
/// let watch = Watch::default();
/// let graph = explore(&Two, &Parts::ALL, &Budget::default(), &watch).unwrap();
/// // P(first + second >= 10 | first >= 5)
/// let sum = Expression::Plus(Box::new([Expression::Seen(0), Expression::Seen(1)]));
/// let asked = Asked {
///     of: vec![Expression::compare(Comparison::AtLeast, sum, Expression::Number(10))],
///     given: Some(Expression::compare(Comparison::AtLeast, Expression::Seen(0), Expression::Number(5))),
/// };
/// let solved = solve_joint(&[&graph], &asked, &Budget::default(), &watch).unwrap();
/// let figure = Statistic::Probability.of_odds(&solved.joint).figure().unwrap();
/// assert_eq!(figure.fraction, Some((5, 12)));
/// ```
pub fn solve_joint(graphs: &[&Graph], asked: &Asked, budget: &Budget, watch: &Watch) -> Result<Solved, Stop> {
    graphs.iter().try_for_each(|graph| graph.is_decided())?;
    let mut lifted = Lifted::new(graphs, &asked.of, asked.given.as_ref(), budget.bytes);
    let mut answers = Answers::default();
    if lifted.is_decided_at_once() {
        let numbers: Vec<Answer> = lifted.answers.iter().cloned().collect();
        answers.add(numbers[0].clone(), Mass::ONE);
        return Ok(Solved {
            joint: Joint { answers, unresolved: 0.0, ends: (None, None), moments: None },
            graph: None,
            answers: numbers,
        });
    }
    let explored = explore_all(&mut lifted, budget, watch);
    if lifted.is_full {
        let (states, edges) = (0, budget.edges);
        return Err(Stop::TooLarge { states, edges });
    }
    if lifted.is_overgrown() {
        return Err(overgrown().into());
    }
    let graph = explored?;
    let numbers: Vec<Answer> = lifted.answers.into_iter().collect();
    let (masses, cut) = said(&graph, watch)?;
    for (cell, mass) in graph.cells().iter().zip(masses) {
        // What was cut may belong to any answer.
        let mass = if cut.float() > SETTLED { mass.without_fraction() } else { mass };
        answers.add(numbers[cell.value as usize].clone(), mass);
    }
    let joint = Joint { answers, unresolved: cut.float(), ends: (None, None), moments: None };
    Ok(Solved { joint, graph: Some(graph), answers: numbers })
}

impl Solved {
    /// Bytes that its graph takes, about.
    pub fn bytes(&self) -> usize {
        self.graph.as_ref().map_or(0, Graph::bytes)
    }
}
