//! Joint distributions of the values of a question, computed from the graphs.

use super::asked::{AnswerTuple, Answers, JointQuestion};
use super::augment::QuestionAugmentation;
use crate::budget::{Budget, Stop, Watch};
use crate::error::RuleError;
use crate::explore::{explore_all, hides_fractions};
use crate::expression::{Expression, overflow_error};
use crate::graph::Graph;
use crate::odds::{Mass, Pmf};
use crate::solve::{ExactDistribution, Moments, cell_masses};

/// The exact joint distribution of the answers to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct JointOdds {
    /// The probability of each answer.
    pub answers: Answers<Mass>,
    /// The truncated probability, which belongs to unknown answers.
    pub unresolved: f64,
    /// For a single number in truncated graphs: its least and greatest possible values, if known.
    pub ends: (Option<i64>, Option<i64>),
    /// The mean and the standard deviation, if they were solved separately.
    pub moments: Option<Moments>,
}

impl JointOdds {
    /// Returns the odds with these answers and this truncated probability.
    pub fn new(answers: Answers<Mass>, unresolved: f64) -> JointOdds {
        JointOdds {
            answers,
            unresolved,
            ends: (None, None),
            moments: None,
        }
    }

    /// Returns the distribution of the only number of the question, over all trials.
    pub fn distribution(&self) -> ExactDistribution {
        let (mut values, mut absent) = (Vec::new(), Mass::ZERO);
        for (answer, mass) in self.answers.given_rows() {
            match answer.first().copied().flatten() {
                Some(value) => values.push((value, mass)),
                None => absent += mass,
            }
        }
        let (unresolved, moments, ends) = (self.unresolved, self.moments.map(Box::new), self.ends);
        ExactDistribution {
            absent,
            unresolved,
            moments,
            ends,
            ..ExactDistribution::new(Pmf::new(values))
        }
    }

    /// Computes the joint distribution of one number from the distribution of the only slot that it
    /// reads.
    ///
    /// # Errors
    /// Returns an error if the number overflows 64 bits.
    pub fn from_distribution(
        asked: &JointQuestion,
        distribution: &ExactDistribution,
    ) -> Result<JointOdds, RuleError> {
        let mut answers = Answers::default();
        let present = distribution
            .pmf
            .masses()
            .iter()
            .map(|&(value, mass)| (Some(value), mass));
        for (value, mass) in present
            .chain((distribution.absent != Mass::ZERO).then_some((None, distribution.absent)))
        {
            answers.add(
                asked.answer(&mut |_| value).ok_or_else(overflow_error)?,
                mass,
            );
        }
        let is_plain = matches!(asked.expressions[..], [Expression::Seen(_)]);
        let ends = if is_plain {
            distribution.ends
        } else {
            (None, None)
        };
        let moments = distribution
            .moments
            .as_deref()
            .copied()
            .filter(|_| is_plain && asked.given.is_none());
        Ok(JointOdds {
            answers,
            unresolved: distribution.unresolved,
            ends,
            moments,
        })
    }
}

/// Transitions with a smaller probability are truncated if a question about an unbounded
/// distribution would be too large.
const MIN_TRANSITION_MASS: f64 = 1e-20;

/// A solved question: its joint distribution, and the graph from which it may be sampled.
#[derive(Debug)]
pub struct SolvedQuestion {
    /// The joint distribution.
    pub joint: JointOdds,
    /// The augmented graph, which records the index of the answer; `None` if the question was
    /// decided from the start.
    pub(crate) graph: Option<Graph>,
    /// The answers by index.
    pub(crate) answers: Vec<AnswerTuple>,
}

/// Computes the joint distribution of the values of a question over the graphs of independent
/// parts. The states of the graphs are augmented with the residual, the part of the question that
/// is still open. Equal states with equal residuals merge.
///
/// # Errors
/// Returns an error if the work is stopped or exceeds the budget, or if a number overflows 64 bits.
/// It also fails if there is no graph, if a slot does not exist, or if a choice is open.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::explore::{Budget, Watch, explore};
/// use oddsmith_engine::question::{JointQuestion, Comparison, Expression, Statistic, solve_joint};
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Step};
///
/// /// Rolls two dice, one after the other.
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
/// let asked = JointQuestion {
///     expressions: vec![Expression::compare(Comparison::AtLeast, sum, Expression::Number(10))],
///     given: Some(Expression::compare(Comparison::AtLeast, Expression::Seen(0), Expression::Number(5))),
/// };
/// let solved = solve_joint(&[&graph], &asked, &Budget::default(), &watch).unwrap();
/// let figure = Statistic::Probability.exact_reading(&solved.joint).figure().unwrap();
/// assert_eq!(figure.fraction, Some((5, 12)));
/// ```
pub fn solve_joint(
    graphs: &[&Graph],
    asked: &JointQuestion,
    budget: &Budget,
    watch: &Watch,
) -> Result<SolvedQuestion, Stop> {
    if graphs.is_empty() {
        return Err(RuleError::new(
            "a question is put to no graph",
            "give one for each part that it asks about",
        )
        .into());
    }
    let slots = asked.slots();
    graphs.iter().try_for_each(|graph| {
        graph
            .check_decided()
            .and_then(|()| graph.layout.check_slots(&slots))
    })?;
    match solve_augmented(graphs, asked, 0.0, budget, watch) {
        // Trials rarely go far into an unbounded distribution, so omitting unlikely transitions
        // helps.
        Err(Stop::TooLarge { .. }) if graphs.iter().any(|graph| graph.is_truncated()) => {
            solve_augmented(graphs, asked, MIN_TRANSITION_MASS, budget, watch)
        }
        solved => solved,
    }
}

/// Solves the question without transitions that are less likely than `least`.
fn solve_augmented(
    graphs: &[&Graph],
    asked: &JointQuestion,
    least: f64,
    budget: &Budget,
    watch: &Watch,
) -> Result<SolvedQuestion, Stop> {
    let (mut augmented, outset) = QuestionAugmentation::new(graphs, asked, budget.bytes, least);
    let mut answers = Answers::default();
    let Some(outset) = outset else {
        let numbers: Vec<AnswerTuple> = augmented.answers.into_iter().collect();
        answers.add(numbers[0].clone(), Mass::ONE);
        return Ok(SolvedQuestion {
            joint: JointOdds::new(answers, 0.0),
            graph: None,
            answers: numbers,
        });
    };
    let explored = explore_all(&mut augmented, outset, budget, watch);
    if augmented.is_full {
        return Err(Stop::TooLarge {
            states: 0,
            edges: budget.edges,
            bytes: None,
        });
    }
    if augmented.has_overflowed() {
        return Err(overflow_error().into());
    }
    let graph = explored?;
    let numbers: Vec<AnswerTuple> = augmented.answers.into_iter().collect();
    let (masses, truncated) = cell_masses(&graph, watch)?;
    for (cell, mass) in graph.cells.iter().zip(masses) {
        // The truncated trials may belong to any answer.
        let mass = if hides_fractions(truncated.float()) {
            mass.without_fraction()
        } else {
            mass
        };
        answers.add(numbers[cell.value as usize].clone(), mass);
    }
    Ok(SolvedQuestion {
        joint: JointOdds::new(answers, truncated.float()),
        graph: Some(graph),
        answers: numbers,
    })
}

impl SolvedQuestion {
    /// Returns the approximate size of its graph in bytes.
    pub fn bytes(&self) -> usize {
        self.graph.as_ref().map_or(0, Graph::bytes)
    }
}
