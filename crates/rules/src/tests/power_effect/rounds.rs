//! Tests of several rounds: lingering effects, Triggers, and the end of the power.

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn each_target_reports_its_rounds_and_release() {
    let power = "lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\n[[targets]]\nname = \"c\"";
    // Target a fails by 2 and passes in round 3, b passes at once, and c fails by 6.
    let trial = scripted_trial(&rule(power), &faces_with_sums(&[6, 9, 9, 2]));
    let value_of = |metric: &str| trial.get(&(metric.to_owned(), 0)).copied();
    assert_eq!(
        (value_of("a.rounds_afflicted"), value_of("a.released_on")),
        (Some(2), Some(2))
    );
    assert_eq!(
        (value_of("b.rounds_afflicted"), value_of("b.released_on")),
        (Some(0), Some(0))
    );
    assert_eq!(
        (value_of("c.rounds_afflicted"), value_of("c.released_on")),
        (Some(6), None)
    );
    assert_eq!(
        (value_of("rounds_afflicted"), value_of("still_afflicted")),
        (Some(8), Some(1))
    );
    let ended = "lingers = true\nrounds = 6\nsustained_rounds = 4\n[[targets]]\nname = \"a\"";
    assert_eq!(
        metric_value(ended, &[2], "a.released_on"),
        4,
        "the power ends"
    );
    assert_eq!(
        metric_value(
            "rounds = 3\n[[targets]]\nname = \"a\"",
            &[2],
            "a.released_on"
        ),
        1
    );
    let odds = exact_odds("lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"");
    let distribution = brute_force_target(8, 6, true, false);
    for free in 0..6 {
        let is_free = |flags: &[bool]| flags.iter().position(|afflicted| !afflicted) == Some(free);
        let p: f64 = distribution
            .iter()
            .filter(|((flags, _), _)| is_free(flags))
            .map(|(_, p)| p)
            .sum();
        assert_close(
            odds.probability("a.released_on", 0, free as i64),
            p,
            &format!("free after round {free}"),
        );
    }
}

#[test]
fn failure_by_f_lingers_for_f_rounds() {
    let power = "difficulty = 8\nlingers = true\nrounds = 9";
    assert_eq!(
        afflicted_by_round(power, &[5, 6, 8]),
        [1, 1, 1, 1, 1, 0, 0, 0, 0]
    );
    assert_eq!(metric_value(power, &[5, 6, 8], "rounds_afflicted"), 5);
    assert_eq!(metric_value(power, &[5, 6, 8], "checks"), 3);
    assert_eq!(metric_value(power, &[5, 6, 8], "still_afflicted"), 0);
}

#[test]
fn afflictions_are_counted_up_to_the_horizon() {
    let power = "lingers = true\nrounds = 4";
    assert_eq!(afflicted_by_round(power, &[6, 2]), [1, 1, 1, 1]);
    assert_eq!(metric_value(power, &[6, 2], "rounds_afflicted"), 4);
    assert_eq!(metric_value(power, &[6, 2], "still_afflicted"), 1);
    assert_eq!(
        metric_value(power, &[5, 7], "checks"),
        2,
        "a check in round 5 is past the horizon"
    );
}

#[test]
fn non_lingering_effects_afflict_for_one_round_only() {
    assert_eq!(afflicted_by_round("rounds = 3", &[2]), [1, 0, 0]);
    assert_eq!(metric_value("rounds = 3", &[2], "checks"), 1);
    assert_eq!(metric_value("rounds = 3", &[2], "rounds_afflicted"), 1);
    assert_eq!(metric_value("rounds = 1", &[2], "still_afflicted"), 1);
}

#[test]
fn afflictions_end_with_their_power() {
    let power = "lingers = true\nrounds = 5\nsustained_rounds = 3";
    assert_eq!(afflicted_by_round(power, &[2]), [1, 1, 1, 0, 0]);
    assert_eq!(metric_value(power, &[2], "rounds_afflicted"), 3);
    assert_eq!(metric_value(power, &[2], "still_afflicted"), 0);
    assert_eq!(metric_value(power, &[6, 6], "checks"), 2);
    assert_eq!(
        afflicted_by_round("lingers = true\nrounds = 2\nsustained_rounds = 9", &[2]),
        [1, 1]
    );
}

#[test]
fn margin_of_resistance_sets_the_rounds_of_immunity() {
    let power = "trigger = true\nrounds = 8";
    // The target passes by 2 in round 1 and is immune in 2 and 3. It fails in 4 and 5. It ties in
    // 6, is immune in 7, and checks in 8.
    let rolls = [10, 7, 4, 8, 2];
    assert_eq!(afflicted_by_round(power, &rolls), [0, 0, 0, 1, 1, 0, 0, 1]);
    assert_eq!(metric_value(power, &rolls, "checks"), 5);
    assert_eq!(metric_value(power, &rolls, "rounds_afflicted"), 3);
    assert_eq!(metric_value(power, &rolls, "still_afflicted"), 1);
}

#[test]
fn lingering_triggers_recur_after_affliction_and_immunity() {
    let power = "trigger = true\nlingers = true\nrounds = 7";
    // The target fails by 3 and is afflicted in 1 to 3. It passes by 1 in 4, is immune in 5, fails
    // by 1 in 6, and passes in 7.
    let rolls = [5, 9, 7, 12];
    assert_eq!(afflicted_by_round(power, &rolls), [1, 1, 1, 0, 0, 1, 0]);
    assert_eq!(metric_value(power, &rolls, "rounds_afflicted"), 4);
    assert_eq!(metric_value(power, &rolls, "checks"), 4);
}

#[test]
fn immunity_outlasting_the_power_ends_the_checks() {
    assert_eq!(
        metric_value("trigger = true\nrounds = 4", &[10, 8], "checks"),
        2
    );
    assert_eq!(
        metric_value("trigger = true\nrounds = 3", &[10], "checks"),
        1
    );
}

#[test]
fn two_targets_over_rounds_agree_with_brute_force() {
    for (lingers, trigger) in [(true, false), (false, true), (true, true), (false, false)] {
        let rounds = 5;
        let (first, second) = (
            brute_force_target(8, rounds, lingers, trigger),
            brute_force_target(10, rounds, lingers, trigger),
        );
        let mut bf: BTreeMap<(&str, u32, i64), f64> = BTreeMap::new();
        for ((a, a_checks), p) in &first {
            for ((b, b_checks), q) in &second {
                let mut see =
                    |metric, step, value| *bf.entry((metric, step, value)).or_insert(0.0) += p * q;
                let afflicted_count = |r: usize| i64::from(a[r]) + i64::from(b[r]);
                (0..rounds).for_each(|r| see("afflicted", r as u32 + 1, afflicted_count(r)));
                see(
                    "rounds_afflicted",
                    0,
                    (0..rounds).map(afflicted_count).sum(),
                );
                see("checks", 0, a_checks + b_checks);
                see(
                    "still_afflicted",
                    0,
                    i64::from(afflicted_count(rounds - 1) > 0),
                );
            }
        }
        let power = format!(
            "rounds = {rounds}\nlingers = {lingers}\ntrigger = {trigger}\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\nresistance = -2"
        );
        for metric in ["afflicted", "rounds_afflicted", "checks", "still_afflicted"] {
            let odds = exact_odds(&power);
            for (&(_, step, value), &expected) in
                bf.iter().filter(|((name, ..), _)| *name == metric)
            {
                assert_close(
                    odds.probability(metric, step, value),
                    expected,
                    &format!("{metric} {value} at {step}: {power}"),
                );
            }
        }
    }
}

#[test]
fn triggers_and_immunity_agree_with_brute_force() {
    for (toml, lingers, condition, beyond) in [
        ("trigger = 0.4", false, 0.4, 1),
        ("trigger = 0.4\nlingers = true", true, 0.4, 1),
        ("trigger = true\nimmune_from = \"check\"", false, 1.0, 0),
        (
            "trigger = 0.75\nlingers = true\nimmune_from = \"check\"",
            true,
            0.75,
            0,
        ),
    ] {
        let rounds = 5;
        let odds = exact_odds(&format!("{toml}\ndifficulty = 7\nrounds = {rounds}"));
        let distribution = brute_force_trigger(7, rounds, lingers, Some((condition, beyond)));
        type OutcomePredicate<'a> = &'a dyn Fn(&(Vec<bool>, i64)) -> bool;
        let mass_where = |is: OutcomePredicate<'_>| -> f64 {
            distribution
                .iter()
                .filter(|(outcome, _)| is(outcome))
                .map(|(_, p)| p)
                .sum()
        };
        for round in 1..=rounds {
            let expected = mass_where(&|(flags, _)| flags[round - 1]);
            assert_close(
                odds.probability("afflicted", round as u32, 1),
                expected,
                &format!("{toml}: round {round}"),
            );
        }
        for checks in 0..=rounds as i64 {
            assert_close(
                odds.probability("checks", 0, checks),
                mass_where(&|outcome| outcome.1 == checks),
                &format!("{toml}: {checks} checks"),
            );
            let spent = |(flags, _): &(Vec<bool>, i64)| {
                flags.iter().filter(|flag| **flag).count() as i64 == checks
            };
            assert_close(
                odds.probability("rounds_afflicted", 0, checks),
                mass_where(&spent),
                &format!("{toml}: {checks} rounds"),
            );
        }
        assert_conforms(&rule(&format!("{toml}\nrounds = 6\ntargets = 2")));
    }
}

#[test]
fn start_of_immunity_changes_the_rounds_afflicted() {
    let rounds = |more: &str| {
        exact_odds(&format!("trigger = true\n{more}"))
            .distribution("rounds_afflicted", 0)
            .mean()
    };
    assert!((rounds("") - 20.88).abs() < 0.005, "{}", rounds(""));
    let with = rounds("immune_from = \"check\"");
    assert!((with - 27.54).abs() < 0.005, "{with}");
}
