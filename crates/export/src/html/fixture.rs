//! A made-up report for tests: the successes of a few dice, by their number and by the required
//! roll.

use oddsmith_model::odds::ExactDistribution;
use oddsmith_model::odds::Mass;
use oddsmith_model::odds::Pmf;
use oddsmith_model::odds::Tally;
use oddsmith_model::report::{Case, Distribution, Observed, Report, Swept, Value};
use oddsmith_model::rule::metric::{Kind, ShownMetric};
use oddsmith_model::rule::presentation::{Headline, Measure};

/// Returns a swept parameter with the values from 1 to `to`.
fn swept(label: &str, to: usize) -> Swept {
    oddsmith_testing::report::swept(label, "", (1..=to as i64).map(Value::Whole).collect())
}

/// Returns a report of a metric `m`, for two variants, with `qualities` by `dice` swept values.
/// `distribution` returns values with weights, which are also their counts.
pub fn report(
    kind: Kind,
    qualities: usize,
    dice: usize,
    is_exact: bool,
    distribution: impl Fn(usize, usize, usize) -> Vec<(i64, u64)>,
) -> Report {
    let metric = ShownMetric::whole("m", kind, "Successes");
    let mut cases = Vec::new();
    for number in 0..2 * qualities * dice {
        let (variant, quality, die) = (
            number / dice / qualities,
            number / dice % qualities,
            number % dice,
        );
        let weights = distribution(variant, quality, die);
        let total: u64 = weights.iter().map(|&(_, weight)| weight).sum();
        let mut tally = Tally::default();
        weights
            .iter()
            .for_each(|&(value, weight)| tally.add(value, weight));
        let mass = |&(value, weight): &(i64, u64)| {
            (value, Mass::ratio(u128::from(weight), u128::from(total)))
        };
        let exact =
            is_exact.then(|| ExactDistribution::new(Pmf::new(weights.iter().map(mass).collect())));
        cases.push(Case {
            cost: 2.0,
            unresolved: is_exact.then_some(0.0),
            metrics: vec![Observed {
                metric: metric.clone().into(),
                distributions: vec![Distribution::new(None, total, tally, exact)],
            }],
            ..oddsmith_testing::report::case(number + 1, Some(variant), vec![quality, die], total)
        });
    }
    Report {
        rerun: "simulate --scenario made-up.toml".to_owned(),
        changes: vec![Vec::new(), vec![("quality".to_owned(), "6".to_owned())]],
        variants: vec!["As published".to_owned(), "Harsh".to_owned()],
        sweep: vec![swept("Quality", qualities), swept("Dice", dice)],
        cases,
        check_p: is_exact.then_some(0.4),
        headlines: vec![
            Headline::new("m", Measure::AtLeast(1), "Any success"),
            Headline::new("m", Measure::Mean, "Mean"),
        ],
        ..oddsmith_testing::report::report(216)
    }
}

/// Returns how many of the 36 rolls of two dice give no, one and two successes, if a die succeeds
/// with `successful_faces` of its six faces.
pub fn two_dice(successful_faces: u64) -> Vec<(i64, u64)> {
    let fails = 6 - successful_faces;
    vec![
        (0, fails * fails),
        (1, 2 * successful_faces * fails),
        (2, successful_faces * successful_faces),
    ]
}
