use super::*;

fn distribution(masses: &[(i64, f64)], absent: f64) -> Distribution {
    let pmf = Pmf::new(
        masses
            .iter()
            .map(|&(value, mass)| (value, Mass::inexact(mass)))
            .collect(),
    );
    let absent = if absent > 0.0 {
        Mass::inexact(absent)
    } else {
        Mass::ZERO
    };
    Distribution::new(
        None,
        0,
        Tally::default(),
        Some(ExactDistribution {
            absent,
            ..ExactDistribution::new(pmf)
        }),
    )
}

#[test]
fn distributions_of_large_values_compare_by_probability() {
    let with_share =
        |share: f64| distribution(&[(1_000_000_000, share), (1_000_000_001, 1.0 - share)], 0.0);
    assert!(
        with_share(0.5).is_like(&with_share(0.5 + 1e-14))
            && !with_share(0.5).is_like(&with_share(0.51))
            && !with_share(0.5).is_like(&with_share(0.5 + 1e-6))
    );
}

#[test]
fn chance_of_a_value_matches_its_predicate() {
    let confidence = Confidence::new(0.95).expect("a level");
    let values: Vec<i64> = (0..9).collect();
    for computed in [
        distribution(&[(0, 0.0), (2, 0.25), (7, 0.75)], 0.0),
        distribution(&[(3, 1.0)], 0.0),
        distribution(&[(3, 0.5)], 0.5),
    ] {
        let counts = [2, 7, 7]
            .into_iter()
            .fold(Tally::default(), |mut tally, value| {
                tally.record(value);
                tally
            });
        let with_counts = Distribution {
            trials: 5,
            tally: counts,
            ..computed
        };
        for (&just, reading) in values.iter().zip(with_counts.chances(&values, confidence)) {
            let other = with_counts.chance(confidence, |value| value == just);
            assert_eq!(
                (reading, reading),
                (other, with_counts.read(Measure::Is(just), confidence)),
                "{just}"
            );
        }
    }
}

#[test]
fn certain_events_stay_certain_despite_truncation() {
    let confidence = Confidence::new(0.95).expect("a level");
    let certain = |unresolved: f64| {
        let base = distribution(&[(3, 0.5), (5, 0.5f64.next_down())], 0.0);
        let exact = base.exact.clone().map(|exact| ExactDistribution {
            unresolved,
            ..exact
        });
        let truncated = Distribution { exact, ..base };
        [
            truncated.chance_of_all(confidence, |value| value >= 3),
            truncated.chance_of_all(confidence, |value| value < 3),
        ]
        .map(|reading| reading.exact)
    };
    assert_eq!(certain(1e-20), [Some(1.0), Some(0.0)]);
    assert!(certain(1e-12)[0].is_some_and(|value| value < 1.0));
}

#[test]
fn distributions_with_different_absence_differ() {
    let (whole, half) = (
        distribution(&[(1, 1.0)], 0.0),
        distribution(&[(1, 0.5)], 0.5),
    );
    assert!(!whole.is_like(&half) && !half.is_like(&whole) && half.is_like(&half));
    // A value with probability 0 does not count.
    assert!(whole.is_like(&distribution(&[(0, 0.0), (1, 1.0)], 0.0)));
}
