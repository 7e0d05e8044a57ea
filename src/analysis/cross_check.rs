//! Tests whether trials agree with the exact odds. The result is one p-value for all simulated
//! trials, and one for all sampled trials.

use std::hash::{Hash, Hasher};

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::stats::{cross_check, holm};
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};

use super::numbers;
use crate::report::{Case, CountSource, Distribution, Observed, Report};
use crate::rule::presentation::Headline;

/// The p-values of exact numbers, each tested against trials.
#[derive(Debug, Default)]
pub(super) struct PValues {
    /// The p-values against simulated trials.
    pub(super) simulated: Vec<f64>,
    /// The p-values against sampled trials.
    pub(super) sampled: Vec<f64>,
}

impl PValues {
    fn merge(mut self, other: PValues) -> PValues {
        self.simulated.extend(other.simulated);
        self.sampled.extend(other.sampled);
        self
    }

    fn group_mut(&mut self, is_sampled: bool) -> &mut Vec<f64> {
        if is_sampled {
            &mut self.sampled
        } else {
            &mut self.simulated
        }
    }
}

/// The counts that a distribution is tested against.
struct TestedCounts<'r> {
    trials: u64,
    unfinished: u64,
    tally: &'r Tally,
    is_sampled: bool,
}

/// Returns the p-values of all simulated and of all sampled trials of a run against its exact odds;
/// `None` if there is nothing to compare. It tests every number of every distribution separately,
/// and every headline number.
///
/// Distributions that are equal by construction are tested once. For example, if there is a single
/// order, the number of failed orders says the same as whether any order failed. `asked` holds the
/// p-values of the questions.
pub(super) fn run_p_values(report: &Report, asked: Vec<PValues>) -> (Option<f64>, Option<f64>) {
    let mut known = FxHashSet::default();
    let mut tests: Vec<(&Observed, &Distribution, TestedCounts<'_>)> = Vec::new();
    for case in &report.cases {
        for (observed, distribution) in case.metrics.iter().flat_map(|observed| {
            observed
                .distributions
                .iter()
                .map(move |distribution| (observed, distribution))
        }) {
            for counts in tested_counts(case, distribution) {
                if distribution.exact.is_some()
                    && known.insert(distribution_key(case.number, distribution, &counts))
                {
                    tests.push((observed, distribution, counts));
                }
            }
        }
    }
    let distribution_tests = tests
        .into_par_iter()
        .map(|(observed, distribution, counts)| test_distribution(observed, distribution, &counts));
    let tested = distribution_tests.reduce(PValues::default, PValues::merge);
    let headlines = report.cases.par_iter().flat_map_iter(|case| {
        report
            .headlines
            .iter()
            .filter_map(move |quantity| headline_p_value(report, case, quantity))
    });
    let mut all_p_values = asked.into_iter().fold(tested, PValues::merge);
    for (is_sampled, p) in headlines.collect::<Vec<_>>() {
        all_p_values.group_mut(is_sampled).push(p);
    }
    let together = |p_values: Vec<f64>| (!p_values.is_empty()).then(|| holm(&p_values));
    (
        together(all_p_values.simulated),
        together(all_p_values.sampled),
    )
}

/// Returns the counts that a distribution is tested against: those that are shown, and those of the
/// trials that check sampled ones.
fn tested_counts<'r>(case: &Case, distribution: &'r Distribution) -> Vec<TestedCounts<'r>> {
    // In a sampled case, a metric without a cross-check was simulated itself.
    let is_sampled = case.source == CountSource::Sampled && distribution.cross_check.is_some();
    let shown_counts = TestedCounts {
        trials: distribution.trials,
        unfinished: 0,
        tally: &distribution.tally,
        is_sampled,
    };
    let cross_check_counts = distribution
        .cross_check
        .as_ref()
        .map(|cross_check| TestedCounts {
            trials: cross_check.trials,
            unfinished: cross_check.unfinished,
            tally: &cross_check.tally,
            is_sampled: false,
        });
    std::iter::once(shown_counts)
        .chain(cross_check_counts)
        .filter(|counts| counts.trials > 0)
        .collect()
}

fn test_distribution(
    observed: &Observed,
    distribution: &Distribution,
    counts: &TestedCounts<'_>,
) -> PValues {
    let mut tested = PValues::default();
    let p_values = tested.group_mut(counts.is_sampled);
    let exact = distribution.exact.as_ref();
    p_values.extend(
        exact.and_then(|exact| cross_check(counts.tally, counts.trials, counts.unfinished, exact)),
    );
    // The abandoned trials may have had the largest values, so the numbers are not tested then.
    if observed.is_number() && counts.unfinished == 0 {
        p_values.extend(numbers::distribution_p_values(distribution, counts.tally));
    }
    tested
}

/// Tests a headline that is a share of trials. Returns whether the trials were sampled, and the
/// p-value.
fn headline_p_value(report: &Report, case: &Case, quantity: &Headline) -> Option<(bool, f64)> {
    let (observed, distribution) = (
        case.observed(&quantity.metric)?,
        case.distribution(&quantity.metric, quantity.step)?,
    );
    let reading = observed.read(distribution, quantity.measure, report.run.confidence);
    let low = reading
        .exact
        .filter(|_| reading.kind.is_chance() && reading.estimate.is_finite())?;
    let trials = if observed.counts_all_trials(quantity.measure) {
        distribution.trials
    } else {
        distribution.tally.total()
    };
    let count = (reading.estimate * trials as f64).round() as u64;
    let is_sampled = case.source == CountSource::Sampled && distribution.cross_check.is_some();
    Some((
        is_sampled,
        numbers::share_p_value(count, trials, (low, low + reading.unresolved)),
    ))
}

/// Returns the same key for distributions of one case whose counts and odds agree, value by value.
fn distribution_key(case: usize, distribution: &Distribution, counts: &TestedCounts<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    (case, counts.is_sampled).hash(&mut hasher);
    counts
        .tally
        .iter()
        .for_each(|(_, count)| count.hash(&mut hasher));
    for (_, mass) in distribution
        .exact
        .iter()
        .flat_map(|exact| exact.pmf.masses())
        .filter(|(_, mass)| *mass != Mass::ZERO)
    {
        // The last digits depend on how a distribution was computed.
        ((mass.float() * 1e12) as u64).hash(&mut hasher);
    }
    hasher.finish()
}
