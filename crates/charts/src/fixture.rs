//! Artificial reports for tests.

use oddsmith_model::odds::ExactDistribution;
use oddsmith_model::odds::Mass;
use oddsmith_model::odds::Pmf;
use oddsmith_model::odds::Tally;
use oddsmith_model::report::changes::Changes;
use oddsmith_model::report::{
    Axis, Case, Chart, Distribution, Observed, Report, Swept, Value, Width,
};
use oddsmith_model::rule::metric::{Kind, Outcome, ShownMetric, Tone};
use oddsmith_model::rule::presentation::{ChartKind, Measure};
use oddsmith_model::rule::steps::StepWords;

/// Returns the outcomes of a Wing.
pub(super) fn wing_results() -> Kind {
    Kind::Category(vec![
        Outcome::new("all_succeed", "All succeed", Tone::Success),
        Outcome::new("mixed", "Mixed: 1 or 2 succeed", Tone::Mixed),
        Outcome::new("all_fail", "All fail", Tone::Failure),
        Outcome::new("not_activated", "Not activated", Tone::Neutral),
    ])
}

/// Returns six outcomes with long names, several with the same tone.
pub(super) fn many_results() -> Kind {
    Kind::Category(vec![
        Outcome::new("a", "Success with style and a bonus", Tone::Success),
        Outcome::new("b", "Success", Tone::Success),
        Outcome::new("c", "Success at a terrible cost to be paid", Tone::Mixed),
        Outcome::new("d", "Failure", Tone::Failure),
        Outcome::new("e", "Failure that wakes the dragon below", Tone::Failure),
        Outcome::new("f", "Nothing", Tone::Neutral),
    ])
}

/// The settings of an artificial report.
pub(super) struct ReportFixture {
    pub(super) kind: Kind,
    pub(super) variants: Vec<String>,
    pub(super) sweep: Vec<Swept>,
    pub(super) steps: Option<(u32, u32)>,
    pub(super) step_names: Vec<String>,
    pub(super) trials: u64,
    pub(super) is_exact: bool,
    pub(super) unresolved_share: f64,
    /// The share of trials without a value.
    pub(super) absent_share: f64,
    pub(super) label: String,
}

/// Returns a swept parameter with these values.
pub(super) fn swept(
    label: &str,
    short: &str,
    values: impl IntoIterator<Item = impl Into<Value>>,
) -> Swept {
    oddsmith_testing::report::swept(label, short, values.into_iter().map(Into::into).collect())
}

impl ReportFixture {
    pub(super) fn new(kind: Kind) -> ReportFixture {
        ReportFixture {
            kind,
            variants: Vec::new(),
            sweep: Vec::new(),
            steps: None,
            step_names: Vec::new(),
            trials: 100_000,
            is_exact: true,
            unresolved_share: 0.0,
            absent_share: 0.0,
            label: "Successes".to_owned(),
        }
    }

    /// Returns the report; `distribution` returns the weights of values for a variant, a point and
    /// a step. Without weights, no trial has a value.
    pub(super) fn report(
        &self,
        distribution: impl Fn(usize, &[usize], u32) -> Vec<(i64, u64)>,
    ) -> Report {
        let mut cases = Vec::new();
        for variant in 0..self.variants.len().max(1) {
            for point in &oddsmith_testing::report::points(&self.sweep) {
                let distributions = self.metric().all_steps().map(|step| {
                    self.distribution(step, distribution(variant, point, step.unwrap_or(0)))
                });
                let variant = (!self.variants.is_empty()).then_some(variant);
                cases.push(Case {
                    unresolved: self.is_exact.then_some(self.unresolved_share),
                    metrics: vec![Observed {
                        metric: self.metric().into(),
                        distributions: distributions.collect(),
                    }],
                    ..oddsmith_testing::report::case(
                        cases.len() + 1,
                        variant,
                        point.clone(),
                        self.trials,
                    )
                });
            }
        }
        Report {
            rule: "made_up".to_owned(),
            variants: self.variants.clone(),
            sweep: self.sweep.clone(),
            cases,
            check_p: self.is_exact.then_some(0.4),
            ..oddsmith_testing::report::report(self.trials)
        }
    }

    fn metric(&self) -> ShownMetric {
        let step = StepWords::new("Turn").named(&self.step_names);
        let metric = ShownMetric {
            steps: self.steps,
            step,
            ..ShownMetric::whole("m", self.kind.clone(), self.label.clone())
        };
        if self.absent_share > 0.0 {
            metric.or_absent("never tried")
        } else {
            metric
        }
    }

    fn distribution(&self, step: Option<u32>, weights: Vec<(i64, u64)>) -> Distribution {
        let total_weight: u64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut tally = Tally::default();
        let absent = if weights.is_empty() {
            1.0
        } else {
            self.absent_share
        };
        let shown = self.trials - (self.trials as f64 * absent).round() as u64;
        let mut left = shown;
        for (i, &(value, weight)) in weights.iter().enumerate() {
            // The counts deviate slightly from the exact odds, as samples do.
            let truth = shown as f64 * weight as f64 / total_weight as f64;
            let off = (truth * (1.0 - weight as f64 / total_weight as f64)).sqrt()
                * [0.7, -0.9, 0.2][i % 3];
            let count = if i + 1 == weights.len() {
                left
            } else {
                ((truth + off).round().max(0.0) as u64).min(left)
            };
            tally.add(value, count);
            left -= count;
        }
        let mass = |&(value, weight): &(i64, u64)| {
            let mass = Mass::ratio(u128::from(weight), u128::from(total_weight));
            (
                value,
                if absent > 0.0 {
                    mass * Mass::inexact(1.0 - absent)
                } else {
                    mass
                },
            )
        };
        let exact = self.is_exact.then(|| ExactDistribution {
            pmf: Pmf::new(
                weights
                    .iter()
                    .filter(|(_, weight)| *weight > 0)
                    .map(mass)
                    .collect(),
            ),
            absent: if absent > 0.0 {
                Mass::inexact(absent)
            } else {
                Mass::ZERO
            },
            unresolved: self.unresolved_share,
            moments: None,
            ends: (None, None),
        });
        Distribution::new(step, self.trials, tally, exact)
    }
}

/// Returns a report with an earlier one of as many cases, for comparison.
pub(super) fn with_earlier(report: Report, earlier: Report) -> Report {
    let case_distributions = |case: &Case| {
        (
            (case.number, "m".to_owned()),
            case.metrics[0].distributions.clone(),
        )
    };
    let changes = Changes {
        folder: "yesterday".to_owned(),
        kind: "earlier",
        inputs: Vec::new(),
        rows: Vec::new(),
        added: Vec::new(),
        removed: Vec::new(),
        distributions: earlier.cases.iter().map(case_distributions).collect(),
    };
    Report {
        changes_since: Some(changes),
        ..report
    }
}

/// Returns a chart of the artificial metric.
pub(super) fn chart(kind: ChartKind, x: Axis, series: Option<Axis>, measure: Measure) -> Chart {
    Chart {
        file: "chart".to_owned(),
        title: "How often does a Wing of three dice succeed?".to_owned(),
        subtitle: "Chance of each result when a Wing rolls three dice (3d6), by Quality Value (QV)"
            .to_owned(),
        measure,
        x,
        series,
        width: if kind == ChartKind::Compare {
            Width::Double
        } else {
            Width::Single
        },
        ..Chart::of_metric(kind, "m", None)
    }
}

/// Returns how likely each number of successes is, as weights, if each die succeeds with
/// `successes_in_six` of its six faces.
pub(super) fn binomial(dice: u32, successes_in_six: u64) -> Vec<(i64, u64)> {
    let choose = |k: u64| (0..k).fold(1u64, |c, i| c * (u64::from(dice) - i) / (i + 1));
    let weight = |k: u32| {
        choose(u64::from(k)) * successes_in_six.pow(k) * (6 - successes_in_six).pow(dice - k)
    };
    (0..=dice).map(|k| (i64::from(k), weight(k))).collect()
}
