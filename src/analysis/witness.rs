//! Whether the played trials agree with the exact odds: one number for the whole run.

use std::hash::{Hash, Hasher};

use oddsmith_engine::odds::{Mass, Tally};
use oddsmith_engine::stats::{holm, witness};
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};

use crate::report::{Law, Report, Source};

/// The p-value of all played trials of a run against its exact odds; `None` where there is nothing to compare.
///
/// Laws that are one and the same (whether any order failed, and how many of one did) are tested once.
/// `asked` are the p-values of answers to questions.
pub(super) fn of_run(report: &Report, asked: Vec<f64>) -> Option<f64> {
    let mut known = FxHashSet::default();
    let laws = report
        .cases
        .iter()
        .flat_map(|case| case.metrics.iter().flat_map(move |own| own.laws.iter().map(move |law| (case, law))));
    let mut tests = Vec::new();
    for (case, law) in laws {
        let (trials, tally) = match (&law.witness, case.source) {
            (Some(witness), _) => (witness.trials, &witness.tally),
            (None, Source::Played) => (law.trials, &law.tally),
            (None, Source::Drawn) => continue,
        };
        if law.exact.is_some() && known.insert(key(case.number, law, tally)) {
            tests.push((law, trials, tally));
        }
    }
    let own = tests.into_par_iter().filter_map(|(law, trials, tally)| witness(tally, trials, law.exact.as_ref()?));
    let p_values: Vec<f64> = own.chain(asked).collect();
    (!p_values.is_empty()).then(|| holm(&p_values))
}

/// The same for laws of one case that say the same in other words: their counts and odds agree, value by value.
fn key(case: usize, law: &Law, tally: &Tally) -> u64 {
    let mut hasher = FxHasher::default();
    case.hash(&mut hasher);
    tally.iter().for_each(|(_, count)| count.hash(&mut hasher));
    for (_, mass) in law.exact.iter().flat_map(|exact| exact.pmf.masses()).filter(|(_, mass)| *mass != Mass::ZERO) {
        // The last digits differ by the way that a law was come to.
        ((mass.float() * 1e12) as u64).hash(&mut hasher);
    }
    hasher.finish()
}
