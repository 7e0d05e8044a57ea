//! Statistics of answers, compared with sums over all trials.

use oddsmith_engine::question::{Answers, ExactReading, Expression, JointQuestion, Statistic};
use oddsmith_engine::stats::Confidence;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{at_least, bf_answers, bf_trials, in_a_row, joint};
use crate::support::{assert_near, graph};

/// Returns the values of two slots in every trial in which a third slot is at least this number.
fn bf_pairs(x: usize, y: usize, given: usize, least: i64) -> Vec<(f64, f64)> {
    let shown_trials = bf_trials(true)
        .into_iter()
        .map(|faces| super::bf_shown(&faces));
    let kept = shown_trials.filter(|shown| shown[given].is_some_and(|value| value >= least));
    kept.filter_map(|shown| Some((shown[x]? as f64, shown[y]? as f64)))
        .collect()
}

#[test]
fn every_statistic_matches_brute_force() {
    // The slots are the third face and the sum of all faces, in trials whose greatest face is 3.
    let given = Some(at_least(9, 3));
    let asked = JointQuestion {
        expressions: vec![Expression::Seen(2), Expression::Seen(8)],
        given: given.clone(),
    };
    let pairs = bf_pairs(2, 8, 9, 3);
    let n = pairs.len() as f64;
    let mean = |value_of: &dyn Fn(f64, f64) -> f64| {
        pairs.iter().map(|&(x, y)| value_of(x, y)).sum::<f64>() / n
    };
    let (mx, my) = (mean(&|x, _| x), mean(&|_, y| y));
    let covariance = mean(&|x, y| (x - mx) * (y - my));
    let (sx, sy) = (
        mean(&|x, _| (x - mx).powi(2)).sqrt(),
        mean(&|_, y| (y - my).powi(2)).sqrt(),
    );
    let distribution = joint(&[&graph(&in_a_row())], &asked);
    let figure = |statistic: Statistic| statistic.exact_reading(&distribution).figure().unwrap();
    let found = figure(Statistic::Covariance);
    assert_near(found.value, covariance, 1e-13);
    let (above, below) = found.fraction.expect("a short fraction");
    assert_near(above as f64 / below as f64, covariance, 1e-13);
    assert_near(
        figure(Statistic::Correlation).value,
        covariance / sx / sy,
        1e-13,
    );
    assert_near(figure(Statistic::Mean).value, mx, 1e-15);
    assert_near(figure(Statistic::Sd).value, sx, 1e-13);
    let sum = joint(
        &[&graph(&in_a_row())],
        &JointQuestion {
            expressions: vec![Expression::Seen(8)],
            given,
        },
    );
    let figure = |statistic: Statistic| statistic.exact_reading(&sum).figure().unwrap();
    let mut sums: Vec<i64> = pairs.iter().map(|&(_, y)| y as i64).collect();
    sums.sort_unstable();
    // Trials that end at the third die have three times the weight, so `bf_trials` lists them three
    // times.
    for percent in [5u32, 25, 50, 75, 95] {
        let index = (sums.len() as f64 * f64::from(percent) / 100.0).ceil() as usize - 1;
        assert_eq!(
            figure(Statistic::Percentile(percent)).value as i64,
            sums[index],
            "{percent}%"
        );
    }
    assert_eq!(
        (
            figure(Statistic::Min).value as i64,
            figure(Statistic::Max).fraction
        ),
        (sums[0], Some((12, 1)))
    );
    let (above, below) = figure(Statistic::Mean).fraction.expect("a short fraction");
    assert_eq!(above * sums.len() as i64, sums.iter().sum::<i64>() * below);
}

#[test]
fn certain_impossible_and_absent_results_are_reported() {
    let graph = graph(&in_a_row());
    let read = |expression: Expression, given| {
        Statistic::Probability.exact_reading(&joint(
            &[&graph],
            &JointQuestion {
                expressions: vec![expression],
                given,
            },
        ))
    };
    let certain = read(at_least(8, 3), None).figure().unwrap();
    assert_eq!((certain.value, certain.fraction), (1.0, Some((1, 1))));
    assert_eq!(
        read(at_least(8, 13), None).figure().unwrap().fraction,
        Some((0, 1))
    );
    assert_eq!(
        read(at_least(8, 3), Some(at_least(0, 4))),
        ExactReading::NeverGiven
    );
    let absent = JointQuestion {
        expressions: vec![Expression::Seen(13)],
        given: Some(Expression::IsAbsent(Box::new(Expression::Seen(13)))),
    };
    assert_eq!(
        Statistic::Mean.exact_reading(&joint(&[&graph], &absent)),
        ExactReading::NoValue
    );
}

/// Intervals from counts contain the true value, and have the width of large-sample formulas.
#[test]
fn trial_estimates_have_expected_intervals() {
    let confidence = Confidence::new(0.95).unwrap();
    let asked = JointQuestion::new(vec![Expression::Seen(0), Expression::Seen(8)]);
    let mut counts = bf_answers(&asked, &bf_trials(true));
    for _ in 0..5 {
        let rows: Vec<_> = counts
            .rows()
            .map(|(answer, n)| (answer.clone(), n))
            .collect();
        rows.into_iter()
            .for_each(|(answer, n)| counts.add(answer, n));
    }
    let trials = 81.0 * 32.0;
    let distribution = joint(&[&graph(&in_a_row())], &asked);
    for statistic in [
        Statistic::Mean,
        Statistic::Sd,
        Statistic::Covariance,
        Statistic::Correlation,
    ] {
        let (exact, estimate) = (
            statistic
                .exact_reading(&distribution)
                .figure()
                .unwrap()
                .value,
            statistic.trial_estimate(&counts, 0, confidence),
        );
        let interval = estimate.interval.unwrap_or_else(|| panic!("{statistic:?}"));
        assert!(
            interval.low < exact && exact < interval.high,
            "{statistic:?}: {exact} in {interval:?}"
        );
        assert!(
            (estimate.value.unwrap() - exact).abs() < 1e-3,
            "{statistic:?}"
        );
        assert_eq!(estimate.trials as f64, trials);
    }
    // A uniform face of a d3 has the variance 2/3 and the fourth moment 2/3.
    let mean = Statistic::Mean
        .trial_estimate(&counts, 0, confidence)
        .interval
        .unwrap()
        .half_width();
    assert_near(mean, 1.96 * (2.0 / 3.0 / trials).sqrt(), 1e-3);
    let sd = Statistic::Sd
        .trial_estimate(&counts, 0, confidence)
        .interval
        .unwrap()
        .half_width();
    assert_near(
        sd,
        1.96 * ((2.0 / 3.0 - 4.0 / 9.0) / trials).sqrt() / (2.0 * (2.0f64 / 3.0).sqrt()),
        0.05,
    );
    let never = Statistic::Probability.trial_estimate(
        &oddsmith_engine::question::Answers::default(),
        0,
        confidence,
    );
    assert_eq!(
        (never.value, never.interval.map(|i| (i.low, i.high))),
        (None, Some((0.0, 1.0)))
    );
}

/// Trials that were stopped may have had any answer.
#[test]
fn stopped_trials_widen_chances_and_leave_no_other_estimates() {
    let confidence = Confidence::new(0.95).unwrap();
    let mut counts = Answers::default();
    counts.add(Some([Some(1)].into()), 300);
    counts.add(Some([Some(0)].into()), 500);
    let chance = Statistic::Probability.trial_estimate(&counts, 200, confidence);
    assert_eq!(chance.value, Some(0.375));
    let interval = chance.interval.unwrap();
    let (none, all) = (confidence.wilson(300, 1000), confidence.wilson(500, 1000));
    assert_eq!((interval.low, interval.high), (none.low, all.high));
    for statistic in [
        Statistic::Mean,
        Statistic::Sd,
        Statistic::Min,
        Statistic::Max,
        Statistic::Percentile(50),
    ] {
        let estimate = statistic.trial_estimate(&counts, 1, confidence);
        assert_eq!((estimate.value, estimate.interval), (None, None));
    }
    let unknown = Statistic::Probability.trial_estimate(&Answers::default(), 20, confidence);
    assert_eq!(unknown.value, None);
    let interval = unknown.interval.unwrap();
    assert!(interval.low < 1e-12 && interval.high > 1.0 - 1e-12);
}

/// The number n of rounds until a coin shows tails, and n (n + 1), in which each round is worth two
/// more than the one before. This is far from normal: the interval for normal pairs contains the
/// true value in 40% of samples.
#[test]
fn correlation_intervals_of_long_tailed_pairs_reach_nominal_coverage() {
    // With P(n) = 2^-(n + 1), the moments are 1, 3, 13 and 75, the covariance is 12, and the
    // variances are 2 and 88.
    let truth = 12.0 / 176f64.sqrt();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (samples, mut held) = (300, 0);
    for _ in 0..samples {
        let mut counts = Answers::default();
        for _ in 0..20_000 {
            let n = i64::from(random.random::<u64>().trailing_zeros());
            counts.add(Some([Some(n), Some(n * (n + 1))].into()), 1);
        }
        let interval = Statistic::Correlation
            .trial_estimate(&counts, 0, Confidence::new(0.95).unwrap())
            .interval
            .unwrap();
        held += u32::from(interval.low <= truth && truth <= interval.high);
    }
    let covered = f64::from(held) / f64::from(samples);
    assert!((0.9..0.98).contains(&covered), "{covered}");
}
