//! Tests of `power-maintenance` with its published text, closed forms and brute force.

use std::collections::BTreeMap;

use crate::kaiser::maintenance::{PowerMaintenance, RULE};
use oddsmith_testing::{Odds, assert_close, assert_conforms, build_error, scripted_trial, values};

fn rule(toml: &str) -> PowerMaintenance {
    PowerMaintenance::new(&values(RULE.parameters, toml)).expect("sound parameters")
}

fn play(toml: &str, answers: &[i64]) -> BTreeMap<(String, u32), i64> {
    scripted_trial(&rule(toml), answers)
}

fn whole_trial_value(trial: &BTreeMap<(String, u32), i64>, metric: &str) -> i64 {
    trial[&(metric.to_owned(), 0)]
}

#[test]
fn powers_end_with_the_round_they_cannot_pay() {
    let trial = play("pool = 7\ncost = 3\nrounds = 5", &[]);
    assert_eq!(
        (1..=5)
            .map(|round| trial[&("pool".into(), round)])
            .collect::<Vec<_>>(),
        [4, 1, 1, 1, 1]
    );
    // The power ends with the third round.
    assert_eq!(
        (1..=5)
            .map(|round| trial.get(&("pool_while_up".into(), round)).copied())
            .collect::<Vec<_>>(),
        [Some(4), Some(1), None, None, None]
    );
    assert_eq!(
        whole_trial_value(&trial, "Power.rounds"),
        3,
        "paid in rounds 1 and 2, it ends with round 3"
    );
    assert_eq!(whole_trial_value(&trial, "all_sustained"), 0);
}

#[test]
fn gains_precede_payment_and_stop_at_the_maximum() {
    let trial = play("pool = 0\ngain = 3\ncost = 3\nrounds = 4", &[]);
    assert_eq!(
        (
            whole_trial_value(&trial, "Power.rounds"),
            whole_trial_value(&trial, "all_sustained")
        ),
        (4, 1)
    );
    let capped = play(
        "pool = 4\npool_max = 5\ngain = 3\ncost = 1\nrounds = 2",
        &[],
    );
    assert_eq!(
        (capped[&("pool".into(), 1)], capped[&("pool".into(), 2)]),
        (4, 4)
    );
}

#[test]
fn powers_are_paid_in_order_if_affordable() {
    let powers = "pool = 12\nrounds = 6\n[[powers]]\nname = \"Wall\"\ncost = 4\n[[powers]]\nname = \"Light\"\n";
    let trial = play(powers, &[]);
    // The pool is 12 - 5 and - 5 again. Then 2 is less than 4, and only Light is paid, 1 per round:
    // 1, 0, and nothing in round 5.
    assert_eq!(
        (1..=6)
            .map(|round| trial[&("pool".into(), round)])
            .collect::<Vec<_>>(),
        [7, 2, 1, 0, 0, 0]
    );
    assert_eq!(
        (
            whole_trial_value(&trial, "Wall.rounds"),
            whole_trial_value(&trial, "Light.rounds")
        ),
        (3, 5)
    );
}

#[test]
fn minor_major_and_daily_payments_have_their_intervals() {
    let trial = play(
        "pool = 5\nrounds = 15000\n[[powers]]\nname = \"a\"\nmaintenance = \"minor\"\ncost = 0\n[[powers]]\nname = \"b\"\n\
         maintenance = \"major\"\n[[powers]]\nname = \"c\"\nmaintenance = \"daily\"\ncost = 1",
        &[],
    );
    assert_eq!(
        (
            trial[&("pool".into(), 99)],
            trial[&("pool".into(), 100)],
            trial[&("pool".into(), 500)]
        ),
        (5, 4, 0)
    );
    assert_eq!(
        ["a", "b", "c"].map(|name| whole_trial_value(&trial, &format!("{name}.rounds"))),
        [15_000, 600, 14_400]
    );
    let minor = play(
        "pool = 3\nmaintenance = \"minor\"\ncost = 2\nrounds = 40",
        &[],
    );
    assert_eq!(
        (
            whole_trial_value(&minor, "Power.rounds"),
            minor[&("pool".into(), 9)]
        ),
        (20, 3)
    );
}

#[test]
fn free_powers_run_forever() {
    let trial = play("pool = 0\ncost = 0\nrounds = 1000", &[]);
    assert_eq!(
        (
            whole_trial_value(&trial, "Power.rounds"),
            whole_trial_value(&trial, "all_sustained")
        ),
        (1000, 1)
    );
}

#[test]
fn negative_dice_gain_nothing() {
    let trial = play("pool = 3\ngain = \"1d4-3\"\ncost = 0\nrounds = 2", &[-2, 1]);
    assert_eq!(
        (trial[&("pool".into(), 1)], trial[&("pool".into(), 2)]),
        (3, 4)
    );
}

#[test]
fn powers_that_never_end_report_no_end_round() {
    let trial = play(
        "pool = 2\nrounds = 4\n[[powers]]\nname = \"a\"\n[[powers]]\nname = \"b\"\ncost = 0",
        &[],
    );
    assert_eq!(
        (
            whole_trial_value(&trial, "a.ended_in"),
            whole_trial_value(&trial, "a.rounds")
        ),
        (3, 3)
    );
    assert!(!trial.contains_key(&("b.ended_in".into(), 0)));
    assert_eq!(whole_trial_value(&trial, "b.rounds"), 4);
}

#[test]
fn pools_starting_above_their_maximum_are_refused() {
    let fault = build_error(&RULE, "pool = 9\npool_max = 8");
    assert!(
        fault.path == "pool" && fault.help.contains("pool_max"),
        "{fault:?}"
    );
}

/// # Formula
/// A pool of p with a gain g below the cost c pays until p + n g < n c. So it ends in round floor(p
/// / (c - g)) + 1.
#[test]
fn steady_drains_end_by_the_closed_form() {
    for (pool, gain, cost) in [(10, 0, 1), (10, 0, 3), (25, 2, 5), (0, 1, 2), (99, 1, 2)] {
        let odds = Odds::of(&rule(&format!(
            "pool = {pool}\ngain = {gain}\ncost = {cost}\nrounds = 200"
        )));
        assert_eq!(
            odds.fraction("Power.rounds", 0, pool / (cost - gain) + 1),
            Some((1, 1)),
            "{pool} {gain} {cost}"
        );
    }
}

/// The test enumerates every sequence of gains.
#[test]
fn rolled_gains_agree_with_brute_force() {
    const ROUNDS: u32 = 6;
    let mut bf: BTreeMap<(&str, u32, i64), f64> = BTreeMap::new();
    for sequence in 0..4u32.pow(ROUNDS) {
        let (mut pool, mut a, mut b) = (3i64, 0, 0);
        let mut see = |metric, step, value| {
            *bf.entry((metric, step, value)).or_insert(0.0) += 1.0 / 4f64.powi(6)
        };
        for round in 1..=ROUNDS {
            pool = (pool + i64::from(sequence / 4u32.pow(round - 1) % 4) + 1).min(7);
            if a == 0 {
                if pool >= 3 { pool -= 3 } else { a = round }
            }
            if b == 0 {
                if pool >= 1 { pool -= 1 } else { b = round }
            }
            see("pool", round, pool);
        }
        see("a.ended_in", 0, a.into());
        see("a.rounds", 0, if a == 0 { ROUNDS } else { a }.into());
        see("b.rounds", 0, if b == 0 { ROUNDS } else { b }.into());
        see("all_sustained", 0, i64::from(a == 0 && b == 0));
    }
    let odds = Odds::of(&rule(
        "pool = 3\npool_max = 7\ngain = \"1d4\"\nrounds = 6\n[[powers]]\nname = \"a\"\ncost = 3\n[[powers]]\nname = \"b\"",
    ));
    assert_close(
        odds.absence("a.ended_in", 0),
        bf.remove(&("a.ended_in", 0, 0)).unwrap(),
        "a never ended",
    );
    for ((metric, step, value), expected) in bf {
        assert_close(
            odds.probability(metric, step, value),
            expected,
            &format!("{metric} {value} at {step}"),
        );
    }
}

#[test]
fn a_hundred_thousand_rounds_are_solved() {
    let odds = Odds::of(&rule(
        "pool = 1000000\ncost = 10\nrounds = 100000\npool_max = 1000000",
    ));
    assert_eq!(odds.fraction("pool", 100_000, 0), Some((1, 1)));
    assert_eq!(odds.fraction("all_sustained", 0, 1), Some((1, 1)));
}

#[test]
fn rule_conforms() {
    assert_conforms(&rule(""));
    assert_conforms(&rule(
        "pool = 6\npool_max = 20\ngain = \"2d4-2\"\nrounds = 30\n[[powers]]\nname = \"a\"\ncost = 3\n[[powers]]\nname = \"b\"\nmaintenance = \"minor\"\ncost = 9",
    ));
}

#[test]
fn daily_payments_are_due_at_dawn() {
    let pool = |toml: &str| {
        let trial = play(toml, &[]);
        (1..=6)
            .map(|round| trial[&("pool".into(), round)])
            .collect::<Vec<_>>()
    };
    let daily = "pool = 5\ncost = 2\nrounds = 6\nmaintenance = \"daily\"\n";
    assert_eq!(pool(daily), [5; 6], "the first dawn is a day away");
    assert_eq!(pool(&format!("{daily}dawn_in = 3")), [5, 5, 3, 3, 3, 3]);
    assert_eq!(pool(&format!("{daily}dawn_in = 1")), [3; 6], "one a day");
    assert_eq!(
        pool(&daily.replace("daily", "turn")),
        [3, 1, 1, 1, 1, 1],
        "nothing else waits for dawn"
    );
    let two_days = play(
        "pool = 5\ncost = 2\nrounds = 14410\nmaintenance = \"daily\"\ndawn_in = 7",
        &[],
    );
    assert_eq!(
        [14_406, 14_407].map(|round| two_days[&("pool".into(), round)]),
        [3, 1],
        "a day after the first dawn"
    );
}

/// The test enumerates every way in which the pool can fill until dawn.
#[test]
fn uncertain_dawn_payments_agree_with_brute_force() {
    let toml =
        "pool = 1\ngain = \"1d3-1\"\ncost = 5\nrounds = 6\nmaintenance = \"daily\"\ndawn_in = 4";
    let paid = (0..81i64)
        .filter(|gains| 1 + gains % 3 + gains / 3 % 3 + gains / 9 % 3 + gains / 27 >= 5)
        .count();
    let odds = Odds::of(&rule(toml));
    assert_close(
        odds.probability("all_sustained", 0, 1),
        paid as f64 / 81.0,
        "it can be paid",
    );
    assert_close(
        odds.probability("Power.ended_in", 0, 4),
        1.0 - paid as f64 / 81.0,
        "it ends with the round of the dawn",
    );
}
