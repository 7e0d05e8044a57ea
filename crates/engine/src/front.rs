//! The simple interface: the exact odds of a rule, or a simulation of it, with one call each.

use std::ops::Index;

use crate::budget::{Budget, Stop, Watch};
use crate::error::{RuleError, RuleErrorKind};
use crate::explore::{Model, explore};
use crate::layout::Layout;
use crate::metric::Metric;
use crate::odds::Tally;
use crate::rule::Parts;
use crate::simulate::{Purpose, Stream, play};
use crate::solve::{ExactDistribution, solve};

/// The number of trials to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trials(pub u64);

/// The seed of the random numbers. The same seed gives the same trials on every machine, with any
/// number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

/// Returns the exact distribution of every metric of a rule.
///
/// It calls [`explore()`](crate::explore::explore) and [`solve()`](crate::solve::solve) with the
/// default [`Budget`](crate::explore::Budget).
///
/// # Errors
/// Returns an error if the rule is wrong or has more states than the default budget allows.
pub fn exact<M: Model>(rule: &M) -> Result<ByMetric<ExactDistribution>, Stop> {
    let (budget, watch) = (Budget::default(), Watch::default());
    let graph = explore(rule, &Parts::ALL, &budget, &watch)?;
    let distributions = solve(&graph, &budget, &watch)?;
    Ok(ByMetric::new(graph.layout().clone(), distributions)?)
}

/// Simulates trials and returns, for every metric, how often each value occurred.
///
/// It simulates batches of trials on all threads with [`play`](crate::simulate::play).
///
/// # Errors
/// Returns an error if the rule is wrong, or if the counts of all values need more than a gigabyte.
pub fn simulate<M: Model>(rule: &M, trials: Trials, seed: Seed) -> Result<ByMetric<Tally>, Stop> {
    let layout = Layout::new(rule.metrics())?;
    let stream = Stream {
        seed: seed.0,
        case: 1,
        purpose: Purpose::Simulated,
    };
    let tallies = play(
        rule,
        stream,
        stream.batches(trials.0),
        trials.0,
        &Watch::default(),
    )?;
    Ok(ByMetric::new(
        layout,
        tallies.into_iter().map(Some).collect(),
    )?)
}

/// A result for each metric of a rule, by name, and for each step of a metric with steps.
///
/// ```
/// use oddsmith_engine::chance::Die;
/// use oddsmith_engine::{Ask, Metric, Parts, Rule, RuleError, Seed, Step, Trials, exact, simulate};
///
/// /// Rolls three dice, and records each face and the last face.
/// struct Three;
///
/// impl Rule for Three {
///     type State = u32;
///     fn metrics(&self) -> Vec<Metric> { vec![Metric::steps("face", 1, 3), Metric::whole("last")] }
///     fn start(&self, _: &Parts) -> u32 { 0 }
///     fn step<A: Ask>(&self, rolled: &mut u32, ask: &mut A) -> Result<Step<u32>, RuleError> {
///         *rolled += 1;
///         let face = i64::from(ask.roll(Die::D6));
///         ask.observe(0, *rolled, face);
///         if *rolled < 3 {
///             return Ok(Step::Continue);
///         }
///         ask.observe_whole(1, face);
///         Ok(Step::Done)
///     }
/// }
///
/// let odds = exact(&Three)?;
/// assert_eq!(odds["last"].pmf().mass(6).fraction(), Some((1, 6)));
/// assert_eq!(odds[("face", 2)].quantile(0.5), Some(3));
/// assert_eq!(odds.get("lsat").unwrap_err().help, "there are `face`, `last`");
/// assert_eq!(odds.get_at_step("face", 4).unwrap_err().help, "it has the steps 1 to 3");
/// assert_eq!(simulate(&Three, Trials(1000), Seed(7))?[("face", 3)].total(), 1000);
/// # Ok::<(), oddsmith_engine::explore::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByMetric<T> {
    layout: Layout,
    slots: Vec<Option<T>>,
}

impl<T> ByMetric<T> {
    fn new(layout: Layout, slots: Vec<Option<T>>) -> Result<ByMetric<T>, RuleError> {
        let names = || layout.metrics().iter().map(|metric| &metric.name);
        match names()
            .enumerate()
            .find(|(index, name)| names().take(*index).any(|before| before == *name))
        {
            None => Ok(ByMetric { layout, slots }),
            Some((_, name)) => {
                let help = "give each metric a name of its own";
                Err(RuleError::new(
                    format!("two metrics are called `{name}`"),
                    help,
                ))
            }
        }
    }

    /// Returns the result of a metric of the whole trial.
    ///
    /// # Errors
    /// Returns an error if there is no such metric, if it has steps, or if its distribution is
    /// larger than the default budget allows.
    pub fn get(&self, metric: &str) -> Result<&T, RuleError> {
        self.find(metric, None)
    }

    /// Returns the result of a metric at one of its steps.
    ///
    /// # Errors
    /// Returns an error if there is no such metric or step, or if its distribution is larger than
    /// the default budget allows.
    pub fn get_at_step(&self, metric: &str, step: u32) -> Result<&T, RuleError> {
        self.find(metric, Some(step))
    }

    /// Returns the metrics in the order of the rule, at each of their steps. Results that are
    /// larger than the default budget allows are skipped.
    pub fn iter(&self) -> impl Iterator<Item = (&Metric, Option<u32>, &T)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(slot, value)| {
            Some((
                self.layout.metric(slot),
                self.layout.step_of(slot),
                value.as_ref()?,
            ))
        })
    }

    fn find(&self, name: &str, step: Option<u32>) -> Result<&T, RuleError> {
        let metrics = self.layout.metrics();
        let Some(index) = metrics.iter().position(|metric| metric.name == name) else {
            let names: Vec<String> = metrics
                .iter()
                .map(|metric| format!("`{}`", metric.name))
                .collect();
            return Err(RuleError::new(
                format!("there is no metric `{name}`"),
                format!("there are {}", names.join(", ")),
            ));
        };
        match (step, metrics[index].steps) {
            (None, Some((first, last))) => {
                let help = format!("say which with `at`: it has the steps {first} to {last}");
                return Err(RuleError::new(
                    format!("`{name}` is something else at each of its steps"),
                    help,
                ));
            }
            (Some(_), None) => {
                let help = "ask for it without a step, with `get`";
                return Err(RuleError::new(
                    format!("`{name}` is of the whole trial and has no steps"),
                    help,
                ));
            }
            _ => {}
        }
        let Some(slot) = self.layout.slot(index, step.unwrap_or(0)) else {
            let (first, last) = metrics[index].steps.unwrap_or_default();
            let problem = format!("`{name}` has no step {}", step.unwrap_or(0));
            return Err(RuleError::new(
                problem,
                format!("it has the steps {first} to {last}"),
            ));
        };
        self.slots[slot].as_ref().ok_or_else(|| RuleError {
            kind: RuleErrorKind::TooLarge,
            ..RuleError::new(
                format!("the law of `{name}` is larger than the budget allows"),
                "simulate it, or explore and solve it with a larger `Budget`",
            )
        })
    }
}

/// Returns the result of a metric of the whole trial.
///
/// # Panics
/// Panics with the message of the error if [`get`](ByMetric::get) fails.
impl<T> Index<&str> for ByMetric<T> {
    type Output = T;
    fn index(&self, metric: &str) -> &T {
        self.get(metric).unwrap_or_else(|error| panic!("{error:#}"))
    }
}

/// Returns the result of a metric at one of its steps.
///
/// # Panics
/// Panics with the message of the error if [`get_at_step`](ByMetric::get_at_step) fails.
impl<T> Index<(&str, u32)> for ByMetric<T> {
    type Output = T;
    fn index(&self, (metric, step): (&str, u32)) -> &T {
        self.get_at_step(metric, step)
            .unwrap_or_else(|error| panic!("{error:#}"))
    }
}
