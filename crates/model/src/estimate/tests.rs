use super::*;
use crate::figures::Numerals;

#[test]
fn equal_estimates_reach_but_do_not_exceed() {
    let (a, b) = (
        Estimate::exact(0.125, 0.0),
        Estimate::exact(0.125 + 1e-15, 0.0),
    );
    assert!(!a.exceeds(&b) && !b.exceeds(&a) && a.reaches(&b) && b.reaches(&a));
    assert!(!Estimate::exact(0.5, 0.0).is_over(0.5) && Estimate::exact(0.5, 0.0).is_within(0.5));
}

#[test]
fn estimates_differ_only_outside_their_intervals() {
    let confidence = Confidence::new(0.95).unwrap();
    let share = |count| Estimate::sampled(count, 1000, confidence);
    assert!(share(600).exceeds(&share(500)) && !share(520).exceeds(&share(500)));
    assert!(
        !share(500).reaches(&share(500)),
        "estimates alike may hide a difference"
    );
    assert!(share(560).is_over(0.5) && !share(510).is_over(0.5));
}

const ENGLISH: Numerals = Numerals::ENGLISH;

#[test]
fn percent_text_keeps_meaningful_digits() {
    let exact = |value| Estimate::exact(value, 0.0).percent(ENGLISH);
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
        Estimate::sampled(count, trials, Confidence::new(0.95).unwrap()).percent(ENGLISH)
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
fn possible_is_never_0_and_uncertain_never_100() {
    let exact = |value| Estimate::exact(value, 0.0).percent_or_dash(ENGLISH);
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
        Estimate::exact(0.0, 1e-14).percent_or_dash(ENGLISH),
        "<0.00000010%"
    );
    // An endless trial is truncated somewhere. Such a small probability does not make an impossible
    // event possible.
    let truncated = |value: f64| Estimate::exact(value, 1e-20);
    assert_eq!(
        [truncated(0.0), truncated(1e-30), truncated(1.0)]
            .map(|estimate| estimate.percent(ENGLISH)),
        ["0%", "<1 in 1,000,000,000,000,000,000", "100%"]
    );
    assert!(
        truncated(0.0).is_impossible()
            && !truncated(1e-30).is_impossible()
            && truncated(1.0).is_certain()
    );
    assert_eq!(
        Estimate::exact(1.0 - 1e-9, 1e-9).percent(ENGLISH),
        ">99.9999%"
    );
}

#[test]
fn truncated_mass_is_printed_as_a_range() {
    let text = |low, unresolved| Estimate::exact(low, unresolved).percent(ENGLISH);
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
fn digits_match_the_interval() {
    let sampled = |value, low, high| {
        Estimate {
            value,
            low,
            high,
            is_exact: false,
            is_outcome: false,
        }
        .digits(ENGLISH)
    };
    assert_eq!(sampled(0.0, 0.0, 0.037), "<3.7");
    assert_eq!(sampled(0.004, 0.001, 0.022), "0.4");
    assert_eq!(sampled(1.0, 0.963, 1.0), ">96.3");
    assert_eq!(sampled(0.996, 0.978, 0.999), "99.6");
    assert_eq!(sampled(0.37, 0.28, 0.47), "37.0");
    assert_eq!(sampled(0.37, 0.36, 0.38), "37.0");
}

#[test]
fn sentences_print_chances_in_percent() {
    let in_sentence = |value| Estimate::exact(value, 0.0).in_sentence(ENGLISH);
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
fn constant_samples_print_an_approximate_mean() {
    let alike = Estimate {
        value: 3.0,
        low: f64::NAN,
        high: f64::NAN,
        is_exact: false,
        is_outcome: false,
    };
    assert_eq!(alike.mean(ENGLISH), "3.00");
    assert_eq!(
        Estimate {
            is_exact: true,
            low: 3.0,
            high: 3.0,
            ..alike
        }
        .mean(ENGLISH),
        "3.00"
    );
    assert_eq!(
        Estimate {
            low: 2.99,
            high: 3.02,
            ..alike
        }
        .mean(ENGLISH),
        "3.000 (2.990 to 3.020)"
    );
    let wide = Estimate {
        value: 3_827_159.0,
        low: 3_251_845.0,
        high: 4_402_473.0,
        is_exact: false,
        is_outcome: false,
    };
    assert_eq!(wide.mean(ENGLISH), "3,830,000 ±580,000");
}
