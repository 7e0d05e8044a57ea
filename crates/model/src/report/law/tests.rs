use super::*;

fn law(masses: &[(i64, f64)], absent: f64) -> Law {
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
    Law::new(
        None,
        0,
        Tally::default(),
        Some(ExactLaw {
            absent,
            ..ExactLaw::new(pmf)
        }),
    )
}

#[test]
fn laws_of_large_numbers_are_alike_only_where_their_chances_are() {
    let of = |share: f64| law(&[(1_000_000_000, share), (1_000_000_001, 1.0 - share)], 0.0);
    assert!(
        of(0.5).is_like(&of(0.5 + 1e-14))
            && !of(0.5).is_like(&of(0.51))
            && !of(0.5).is_like(&of(0.5 + 1e-6))
    );
}

#[test]
fn the_chance_of_one_value_is_that_of_the_values_that_are_it() {
    let confidence = Confidence::new(0.95).expect("a level");
    let values: Vec<i64> = (0..9).collect();
    for own in [
        law(&[(0, 0.0), (2, 0.25), (7, 0.75)], 0.0),
        law(&[(3, 1.0)], 0.0),
        law(&[(3, 0.5)], 0.5),
    ] {
        let counts = [2, 7, 7]
            .into_iter()
            .fold(Tally::default(), |mut tally, value| {
                tally.see(value);
                tally
            });
        let own = Law {
            trials: 5,
            tally: counts,
            ..own
        };
        for (&just, one) in values.iter().zip(own.chances(&values, confidence)) {
            let other = own.chance(confidence, |value| value == just);
            assert_eq!(
                (one, one),
                (other, own.read(Measure::Is(just), confidence)),
                "{just}"
            );
        }
    }
}

#[test]
fn what_always_happens_is_certain_however_long_it_may_take() {
    let confidence = Confidence::new(0.95).expect("a level");
    let certain = |cut: f64| {
        let own = law(&[(3, 0.5), (5, 0.5f64.next_down())], 0.0);
        let exact = own.exact.clone().map(|exact| ExactLaw {
            unresolved: cut,
            ..exact
        });
        let own = Law { exact, ..own };
        [
            own.chance_of_all(confidence, |value| value >= 3),
            own.chance_of_all(confidence, |value| value < 3),
        ]
        .map(|reading| reading.exact)
    };
    assert_eq!(certain(1e-20), [Some(1.0), Some(0.0)]);
    assert!(certain(1e-12)[0].is_some_and(|value| value < 1.0));
}

#[test]
fn laws_are_alike_only_where_both_are_absent_alike() {
    let (whole, half) = (law(&[(1, 1.0)], 0.0), law(&[(1, 0.5)], 0.5));
    assert!(!whole.is_like(&half) && !half.is_like(&whole) && half.is_like(&half));
    // A value that has no chance is none.
    assert!(whole.is_like(&law(&[(0, 0.0), (1, 1.0)], 0.0)));
}
