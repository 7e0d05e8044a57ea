use super::*;
use crate::figures::Numerals;

#[test]
fn equal_odds_exceed_nothing_and_reach_each_other() {
    let (a, b) = (
        Estimate::exact(0.125, 0.0),
        Estimate::exact(0.125 + 1e-15, 0.0),
    );
    assert!(!a.exceeds(&b) && !b.exceeds(&a) && a.reaches(&b) && b.reaches(&a));
    assert!(!Estimate::exact(0.5, 0.0).is_over(0.5) && Estimate::exact(0.5, 0.0).is_within(0.5));
}

#[test]
fn the_highest_of_several_exceeds_every_other() {
    let exact = |of: &[f64]| {
        of.iter()
            .map(|&value| Estimate::exact(value, 0.0))
            .collect::<Vec<_>>()
    };
    let highest = |of: &[f64]| Estimate::highest(&exact(of));
    assert_eq!(
        [
            highest(&[0.2, 0.5, 0.3]),
            highest(&[0.5, 0.2, 0.5]),
            highest(&[0.4])
        ],
        [Some(1), None, Some(0)]
    );
    assert_eq!(highest(&[]), None);
    // The one with the higher lower end is not surely the highest.
    let confidence = Confidence::new(0.95).unwrap();
    let unsure = Estimate::sampled(11, 20, confidence);
    assert_eq!(
        Estimate::highest(&[unsure, Estimate::exact(0.1, 0.0), Estimate::exact(0.5, 0.0)]),
        None
    );
    assert_eq!(
        Estimate::highest(&[unsure, Estimate::exact(0.1, 0.0), Estimate::exact(0.9, 0.0)]),
        Some(2)
    );
}

#[test]
fn estimates_are_told_apart_by_their_intervals_only() {
    let confidence = Confidence::new(0.95).unwrap();
    let share = |count| Estimate::sampled(count, 1000, confidence);
    assert!(share(600).exceeds(&share(500)) && !share(520).exceeds(&share(500)));
    assert!(
        !share(500).reaches(&share(500)),
        "estimates alike may hide a difference"
    );
    assert!(share(560).is_over(0.5) && !share(510).is_over(0.5));
}

const WHOLE: Numerals = Numerals::ENGLISH;

#[test]
fn percents_are_honest() {
    let exact = |value| Estimate::exact(value, 0.0).percent(WHOLE);
    assert_eq!(
        [
            exact(0.0),
            exact(1e-9),
            exact(0.574),
            exact(0.9999),
            exact(1.0)
        ],
        ["0%", "1 in 1,000,000,000", "57.4%", "99.990%", "100%"]
    );
    let sampled = |count, trials| {
        Estimate::sampled(count, trials, Confidence::new(0.95).unwrap()).percent(WHOLE)
    };
    assert_eq!(
        [sampled(0, 100), sampled(37, 100), sampled(370, 1000)],
        ["<3.7%", "37.0% (28.1 to 46.8%)", "37.0% ±3.1"]
    );
    let rare = [
        sampled(4_600, 1_000_000),
        sampled(0, 1_000_000),
        sampled(0, 100_000_000),
        sampled(999, 1000),
    ];
    assert_eq!(
        rare,
        [
            "0.460% ±0.014",
            "<0.00039%",
            "<0.0000039%",
            "99.90% (99.43 to 99.99%)"
        ]
    );
}

#[test]
fn what_is_not_certain_is_never_100_and_what_is_possible_never_0() {
    let exact = |value| Estimate::exact(value, 0.0).percent_or_dash(WHOLE);
    assert_eq!(
        [
            "–",
            "1 in 1,000,000,000",
            "0.60%",
            "50.0%",
            "99.40%",
            ">99.9999%",
            "100%"
        ]
        .map(str::to_owned),
        [
            exact(0.0),
            exact(1e-9),
            exact(0.006),
            exact(0.5),
            exact(0.994),
            exact(1.0f64.next_down()),
            exact(1.0)
        ]
    );
    assert_eq!(
        Estimate::exact(0.0, 1e-14).percent_or_dash(WHOLE),
        "<0.00000010%"
    );
    // A trial that could wait for ever is cut somewhere: so little of it says of nothing that it
    // may be.
    let truncated = |value: f64| Estimate::exact(value, 1e-20);
    assert_eq!(
        [truncated(0.0), truncated(1e-30), truncated(1.0)].map(|estimate| estimate.percent(WHOLE)),
        ["0%", "<1 in 1,000,000,000,000,000,000", "100%"]
    );
    assert!(
        truncated(0.0).is_impossible()
            && !truncated(1e-30).is_impossible()
            && truncated(1.0).is_certain()
    );
    assert_eq!(
        Estimate::exact(1.0 - 1e-9, 1e-9).percent(WHOLE),
        ">99.9999%"
    );
}

#[test]
fn what_was_cut_is_told_as_both_ends() {
    let text = |low, unresolved| Estimate::exact(low, unresolved).percent(WHOLE);
    assert_eq!(
        [
            text(0.99, 0.01),
            text(0.25, 0.5),
            text(0.42, 1e-4),
            text(0.0, 0.002),
            text(0.5, 1e-12),
            text(0.0, 0.3)
        ],
        [
            "99.00 to 100%",
            "25 to 75%",
            "42.0%",
            "0 to 0.20%",
            "50.0%",
            "0 to 30%"
        ]
    );
}

#[test]
fn an_estimate_says_no_more_than_its_interval() {
    let sampled = |value, low, high| {
        Estimate {
            value,
            low,
            high,
            is_exact: false,
            is_outcome: false,
        }
        .digits(WHOLE)
    };
    assert_eq!(sampled(0.0, 0.0, 0.037), "<3.7");
    assert_eq!(sampled(0.004, 0.001, 0.022), "0.4");
    assert_eq!(sampled(1.0, 0.963, 1.0), ">96.3");
    assert_eq!(sampled(0.996, 0.978, 0.999), "99.6");
    assert_eq!(sampled(0.37, 0.28, 0.47), "37.0");
    assert_eq!(sampled(0.37, 0.36, 0.38), "37.0");
}

#[test]
fn a_rare_chance_is_one_of_so_many_within_a_sentence() {
    let in_sentence = |value| Estimate::exact(value, 0.0).in_sentence(WHOLE);
    assert_eq!(
        [
            in_sentence(1.0 / 2160.0),
            in_sentence(0.25),
            in_sentence(0.0)
        ],
        ["0.046%", "25.0%", "0%"]
    );
}

#[test]
fn a_mean_of_a_sample_all_alike_is_about_what_it_shows() {
    let alike = Estimate {
        value: 3.0,
        low: f64::NAN,
        high: f64::NAN,
        is_exact: false,
        is_outcome: false,
    };
    assert_eq!(alike.mean(WHOLE), "3.00");
    assert_eq!(
        Estimate {
            is_exact: true,
            low: 3.0,
            high: 3.0,
            ..alike
        }
        .mean(WHOLE),
        "3.00"
    );
    assert_eq!(
        Estimate {
            low: 2.99,
            high: 3.02,
            ..alike
        }
        .mean(WHOLE),
        "3.000 (2.990 to 3.020)"
    );
    let wide = Estimate {
        value: 3_827_159.0,
        low: 3_251_845.0,
        high: 4_402_473.0,
        is_exact: false,
        is_outcome: false,
    };
    assert_eq!(wide.mean(WHOLE), "3,830,000 ±580,000");
}
