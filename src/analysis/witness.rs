//! Whether trials agree with the exact odds: one number for all that were played, one for all that
//! were drawn.

use std::hash::{Hash, Hasher};

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::stats::{holm, witness};
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};

use super::numbers;
use crate::report::{Case, CountSource, Law, Observed, Report};
use crate::rule::presentation::Headline;

/// P-values of numbers that were held against trials.
#[derive(Debug, Default)]
pub(super) struct Tested {
    /// Against trials that were played.
    pub(super) played: Vec<f64>,
    /// Against trials that were drawn.
    pub(super) drawn: Vec<f64>,
}

impl Tested {
    fn merged(mut self, other: Tested) -> Tested {
        self.played.extend(other.played);
        self.drawn.extend(other.drawn);
        self
    }

    fn of(&mut self, is_drawn: bool) -> &mut Vec<f64> {
        if is_drawn {
            &mut self.drawn
        } else {
            &mut self.played
        }
    }
}

/// What is held against a law: counts of trials, of which so many were given up.
struct TestedCounts<'r> {
    trials: u64,
    unfinished: u64,
    tally: &'r Tally,
    is_drawn: bool,
}

/// Returns the p-values of all simulated and of all sampled trials of a run against its exact odds;
/// `None` where there is nothing to compare. It tests every number of every distribution by itself,
/// and every headline number.
///
/// Laws that are one and the same (whether any order failed, and how many of one did) are tested
/// once. `asked` has what came of answers to questions.
pub(super) fn of_run(report: &Report, asked: Vec<Tested>) -> (Option<f64>, Option<f64>) {
    let mut known = FxHashSet::default();
    let mut tests: Vec<(&Observed, &Law, TestedCounts<'_>)> = Vec::new();
    for case in &report.cases {
        for (observed, law) in case
            .metrics
            .iter()
            .flat_map(|own| own.laws.iter().map(move |law| (own, law)))
        {
            for counts in counted(case, law) {
                if law.exact.is_some() && known.insert(key(case.number, law, &counts)) {
                    tests.push((observed, law, counts));
                }
            }
        }
    }
    let of_laws = tests
        .into_par_iter()
        .map(|(observed, law, counts)| of_law(observed, law, &counts));
    let of_laws = of_laws.reduce(Tested::default, Tested::merged);
    let headlines = report.cases.par_iter().flat_map_iter(|case| {
        report
            .headlines
            .iter()
            .filter_map(move |quantity| headline(report, case, quantity))
    });
    let mut all = asked.into_iter().fold(of_laws, Tested::merged);
    for (is_drawn, p) in headlines.collect::<Vec<_>>() {
        all.of(is_drawn).push(p);
    }
    let together = |p_values: Vec<f64>| (!p_values.is_empty()).then(|| holm(&p_values));
    (together(all.played), together(all.drawn))
}

/// Returns the counts that a distribution is tested against: those that are shown, and those of the
/// trials that check sampled ones.
fn counted<'r>(case: &Case, law: &'r Law) -> Vec<TestedCounts<'r>> {
    // In a sampled case, a metric without a cross-check was simulated itself.
    let is_drawn = case.source == CountSource::Drawn && law.witness.is_some();
    let own = TestedCounts {
        trials: law.trials,
        unfinished: 0,
        tally: &law.tally,
        is_drawn,
    };
    let beside = law.witness.as_ref().map(|witness| TestedCounts {
        trials: witness.trials,
        unfinished: witness.unfinished,
        tally: &witness.tally,
        is_drawn: false,
    });
    std::iter::once(own)
        .chain(beside)
        .filter(|counts| counts.trials > 0)
        .collect()
}

fn of_law(observed: &Observed, law: &Law, counts: &TestedCounts<'_>) -> Tested {
    let mut tested = Tested::default();
    let own = tested.of(counts.is_drawn);
    let exact = law.exact.as_ref();
    own.extend(
        exact.and_then(|exact| witness(counts.tally, counts.trials, counts.unfinished, exact)),
    );
    // Those that were given up may have been the largest.
    if observed.is_number() && counts.unfinished == 0 {
        own.extend(numbers::of_law(law, counts.tally));
    }
    tested
}

/// A number to read first that is a share of trials; whether these were drawn.
fn headline(report: &Report, case: &Case, quantity: &Headline) -> Option<(bool, f64)> {
    let (observed, law) = (
        case.observed(&quantity.metric)?,
        case.law(&quantity.metric, quantity.step)?,
    );
    let reading = observed.read(law, quantity.measure, report.run.confidence);
    let low = reading
        .exact
        .filter(|_| reading.kind.is_chance() && reading.estimate.is_finite())?;
    let trials = if observed.is_of_all(quantity.measure) {
        law.trials
    } else {
        law.tally.total()
    };
    let count = (reading.estimate * trials as f64).round() as u64;
    let is_drawn = case.source == CountSource::Drawn && law.witness.is_some();
    Some((
        is_drawn,
        numbers::share(count, trials, (low, low + reading.unresolved)),
    ))
}

/// The same for laws of one case that say the same in other words: their counts and odds agree,
/// value by value.
fn key(case: usize, law: &Law, counts: &TestedCounts<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    (case, counts.is_drawn).hash(&mut hasher);
    counts
        .tally
        .iter()
        .for_each(|(_, count)| count.hash(&mut hasher));
    for (_, mass) in law
        .exact
        .iter()
        .flat_map(|exact| exact.pmf.masses())
        .filter(|(_, mass)| *mass != Mass::ZERO)
    {
        // The last digits differ by the way that a law was come to.
        ((mass.float() * 1e12) as u64).hash(&mut hasher);
    }
    hasher.finish()
}
