//! Makes up reports for tests.

use oddsmith_engine::odds::Mass;
use oddsmith_engine::odds::Pmf;
use oddsmith_engine::odds::Tally;
use oddsmith_engine::solve::ExactDistribution;
use oddsmith_model::report::{
    Axis, Case, Chart, Distribution, Observed, Report, Run, Swept, Value,
};
use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};
use oddsmith_model::rule::steps::StepWords;

/// Returns a metric with three results, and one that never occurs.
pub fn outcomes() -> Kind {
    Kind::Category(vec![
        Outcome::new("none", "Not tried", Tone::Neutral).with_clause("nothing is tried"),
        Outcome::new("fail", "All fail", Tone::Failure).with_clause("all dice fail"),
        Outcome::new("mixed", "Mixed", Tone::Mixed).with_clause("the dice come out mixed"),
        Outcome::new("succeed", "All succeed", Tone::Success).with_clause("all dice succeed"),
    ])
}

/// The varied parameters of a made-up report, and its metric.
pub struct ReportFixture {
    /// The values of the metric.
    pub kind: Kind,
    /// Its label.
    pub label: &'static str,
    /// The names of the variants.
    pub variants: &'static [&'static str],
    /// The swept parameters.
    pub sweep: Vec<Swept>,
    /// The first and the last step, if it is observed at steps.
    pub steps: Option<(u32, u32)>,
    /// The number of trials of each case.
    pub trials: u64,
    /// Whether its odds are exact as well.
    pub is_exact: bool,
    /// The nouns after a number of the metric: singular and plural.
    pub words: Option<(&'static str, &'static str)>,
}

/// Returns a swept parameter with these values.
pub fn swept(short: &str, values: &[i64]) -> Swept {
    let values = values.iter().copied().map(Value::Whole).collect();
    Swept {
        key: short.to_lowercase(),
        ..crate::report::swept(&format!("{short} of the Wing"), short, values)
    }
}

impl ReportFixture {
    /// Creates a fixture with a metric of the whole trial, in which nothing varies.
    pub fn new(kind: Kind, label: &'static str) -> ReportFixture {
        ReportFixture {
            kind,
            label,
            variants: &[],
            sweep: Vec::new(),
            steps: None,
            trials: 10_000,
            is_exact: true,
            words: None,
        }
    }

    /// Returns the report. `distribution` gives the weights of values for a variant, the swept
    /// values and a step.
    pub fn report(&self, distribution: impl Fn(usize, &[i64], u32) -> Vec<(i64, u64)>) -> Report {
        let metric = ShownMetric {
            steps: self.steps,
            step: StepWords::new("Turn"),
            ..ShownMetric::whole("m", self.kind.clone(), self.label)
        };
        let metric = match self.words {
            Some((singular, plural)) => metric.counted(singular, plural),
            None => metric,
        };
        let mut cases = Vec::new();
        for variant in 0..self.variants.len().max(1) {
            for point in &crate::report::points(&self.sweep) {
                let value = |(swept, &index): (&Swept, &usize)| {
                    swept.values[index].whole().expect("a whole number")
                };
                let values: Vec<i64> = self.sweep.iter().zip(point).map(value).collect();
                let distributions = metric.all_steps().map(|step| {
                    self.distribution(step, &distribution(variant, &values, step.unwrap_or(0)))
                });
                let variant = (!self.variants.is_empty()).then_some(variant);
                cases.push(Case {
                    unresolved: self.is_exact.then_some(0.0),
                    metrics: vec![Observed {
                        metric: metric.clone().into(),
                        distributions: distributions.collect(),
                    }],
                    ..crate::report::case(cases.len() + 1, variant, point.clone(), self.trials)
                });
            }
        }
        let empty = crate::report::report(self.trials);
        Report {
            variants: self.variants.iter().map(ToString::to_string).collect(),
            sweep: self.sweep.clone(),
            cases,
            check_p: self.is_exact.then_some(0.4),
            run: Run {
                seed: 7,
                ..empty.run
            },
            ..empty
        }
    }

    fn distribution(&self, step: Option<u32>, weights: &[(i64, u64)]) -> Distribution {
        let total: u64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut tally = Tally::default();
        let mut left = self.trials;
        for (nth, &(value, weight)) in weights.iter().enumerate() {
            let share = (self.trials as f64 * weight as f64 / total as f64).round() as u64;
            let count = if nth + 1 == weights.len() {
                left
            } else {
                share.min(left)
            };
            tally.add(value, count);
            left -= count;
        }
        let mass =
            |&(value, weight): &(i64, u64)| (value, Mass::ratio(weight.into(), total.into()));
        let pmf = || {
            Pmf::new(
                weights
                    .iter()
                    .filter(|(_, weight)| *weight > 0)
                    .map(mass)
                    .collect(),
            )
        };
        Distribution::new(
            step,
            self.trials,
            tally,
            self.is_exact.then(|| ExactDistribution::new(pmf())),
        )
    }
}

/// Returns a chart of the made-up metric.
pub fn chart(kind: ChartKind, x: Axis, series: Option<Axis>, measure: Measure) -> Chart {
    Chart {
        file: "chart".into(),
        title: "How does it turn out?".into(),
        subtitle: "Chance of it".into(),
        measure,
        x,
        series,
        ..Chart::of_metric(kind, "m", None)
    }
}

/// Returns the weight of each number of successes, if each die succeeds with `favourable_faces` of
/// its six faces.
pub fn binomial(dice: u32, favourable_faces: u64) -> Vec<(i64, u64)> {
    let choose = |k: u64| (0..k).fold(1u64, |c, i| c * (u64::from(dice) - i) / (i + 1));
    let weight =
        |k: u32| choose(k.into()) * favourable_faces.pow(k) * (6 - favourable_faces).pow(dice - k);
    (0..=dice).map(|k| (k.into(), weight(k))).collect()
}

/// Returns the weights of [`outcomes`], if none, some or all of `dice` succeed.
pub fn results(dice: u32, favourable_faces: u64) -> Vec<(i64, u64)> {
    let (all_succeed, none) = (favourable_faces.pow(dice), (6 - favourable_faces).pow(dice));
    vec![
        (1, none),
        (2, 6u64.pow(dice) - all_succeed - none),
        (3, all_succeed),
    ]
}
