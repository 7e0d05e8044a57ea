//! Round after round: what lingers, what a trigger repeats, what ends with the power.

use super::*;
use oddsmith_testing::{assert_close, conforms};

#[test]
fn each_target_tells_its_rounds_and_its_release() {
    let power = "lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\n[[targets]]\nname = \"c\"";
    // a fails by 2 and passes in round 3; b passes at once; c fails by 6.
    let trial = scripted_trial(&rule(power), &sums(&[6, 9, 9, 2]));
    let of = |metric: &str| trial.get(&(metric.to_owned(), 0)).copied();
    assert_eq!(
        (of("a.rounds_afflicted"), of("a.released_on")),
        (Some(2), Some(2))
    );
    assert_eq!(
        (of("b.rounds_afflicted"), of("b.released_on")),
        (Some(0), Some(0))
    );
    assert_eq!(
        (of("c.rounds_afflicted"), of("c.released_on")),
        (Some(6), None)
    );
    assert_eq!(
        (of("rounds_afflicted"), of("still_afflicted")),
        (Some(8), Some(1))
    );
    let ended = "lingers = true\nrounds = 6\nsustained_rounds = 4\n[[targets]]\nname = \"a\"";
    assert_eq!(seen(ended, &[2], "a.released_on"), 4, "the power ends");
    assert_eq!(
        seen(
            "rounds = 3\n[[targets]]\nname = \"a\"",
            &[2],
            "a.released_on"
        ),
        1
    );
    let one = exact("lingers = true\nrounds = 6\n[[targets]]\nname = \"a\"");
    let distribution = bf_target(8, 6, true, false);
    for free in 0..6 {
        let is_free = |flags: &[bool]| flags.iter().position(|afflicted| !afflicted) == Some(free);
        let p: f64 = distribution
            .iter()
            .filter(|((flags, _), _)| is_free(flags))
            .map(|(_, p)| p)
            .sum();
        assert_close(
            one.p("a.released_on", 0, free as i64),
            p,
            &format!("free after round {free}"),
        );
    }
}

#[test]
fn a_failure_by_f_lingers_for_f_rounds_and_then_the_target_checks_again() {
    let power = "difficulty = 8\nlingers = true\nrounds = 9";
    assert_eq!(afflicted(power, &[5, 6, 8]), [1, 1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(seen(power, &[5, 6, 8], "rounds_afflicted"), 5);
    assert_eq!(seen(power, &[5, 6, 8], "checks"), 3);
    assert_eq!(seen(power, &[5, 6, 8], "still_afflicted"), 0);
}

#[test]
fn an_affliction_is_counted_to_the_horizon() {
    let power = "lingers = true\nrounds = 4";
    assert_eq!(afflicted(power, &[6, 2]), [1, 1, 1, 1]);
    assert_eq!(seen(power, &[6, 2], "rounds_afflicted"), 4);
    assert_eq!(seen(power, &[6, 2], "still_afflicted"), 1);
    assert_eq!(
        seen(power, &[5, 7], "checks"),
        2,
        "a check in round 5 is past the horizon"
    );
}

#[test]
fn an_effect_that_does_not_linger_afflicts_in_its_round_and_is_never_checked_again() {
    assert_eq!(afflicted("rounds = 3", &[2]), [1, 0, 0]);
    assert_eq!(seen("rounds = 3", &[2], "checks"), 1);
    assert_eq!(seen("rounds = 3", &[2], "rounds_afflicted"), 1);
    assert_eq!(seen("rounds = 1", &[2], "still_afflicted"), 1);
}

#[test]
fn a_power_that_ends_takes_its_afflictions_with_it() {
    let power = "lingers = true\nrounds = 5\nsustained_rounds = 3";
    assert_eq!(afflicted(power, &[2]), [1, 1, 1, 0, 0]);
    assert_eq!(seen(power, &[2], "rounds_afflicted"), 3);
    assert_eq!(seen(power, &[2], "still_afflicted"), 0);
    assert_eq!(seen(power, &[6, 6], "checks"), 2);
    assert_eq!(
        afflicted("lingers = true\nrounds = 2\nsustained_rounds = 9", &[2]),
        [1, 1]
    );
}

#[test]
fn who_resists_a_trigger_by_s_is_immune_for_s_rounds() {
    let power = "trigger = true\nrounds = 8";
    // Passes by 2 in round 1: immune in 2 and 3; fails in 4 and 5; a tie in 6: immune in 7; checks
    // in 8.
    let rolls = [10, 7, 4, 8, 2];
    assert_eq!(afflicted(power, &rolls), [0, 0, 0, 1, 1, 0, 0, 1]);
    assert_eq!(seen(power, &rolls, "checks"), 5);
    assert_eq!(seen(power, &rolls, "rounds_afflicted"), 3);
    assert_eq!(seen(power, &rolls, "still_afflicted"), 1);
}

#[test]
fn a_trigger_that_lingers_is_met_again_after_affliction_and_after_immunity() {
    let power = "trigger = true\nlingers = true\nrounds = 7";
    // Fails by 3: afflicted 1 to 3; passes by 1 in 4: immune in 5; fails by 1 in 6; passes in 7.
    let rolls = [5, 9, 7, 12];
    assert_eq!(afflicted(power, &rolls), [1, 1, 1, 0, 0, 1, 0]);
    assert_eq!(seen(power, &rolls, "rounds_afflicted"), 4);
    assert_eq!(seen(power, &rolls, "checks"), 4);
}

#[test]
fn an_immunity_that_outlasts_the_power_ends_the_checks() {
    assert_eq!(seen("trigger = true\nrounds = 4", &[10, 8], "checks"), 2);
    assert_eq!(seen("trigger = true\nrounds = 3", &[10], "checks"), 1);
}

#[test]
fn two_targets_over_rounds_agree_with_brute_force() {
    for (lingers, trigger) in [(true, false), (false, true), (true, true), (false, false)] {
        let rounds = 5;
        let (first, second) = (
            bf_target(8, rounds, lingers, trigger),
            bf_target(10, rounds, lingers, trigger),
        );
        let mut bf: BTreeMap<(&str, u32, i64), f64> = BTreeMap::new();
        for ((a, a_checks), p) in &first {
            for ((b, b_checks), q) in &second {
                let mut see =
                    |metric, step, value| *bf.entry((metric, step, value)).or_insert(0.0) += p * q;
                let at = |r: usize| i64::from(a[r]) + i64::from(b[r]);
                (0..rounds).for_each(|r| see("afflicted", r as u32 + 1, at(r)));
                see("rounds_afflicted", 0, (0..rounds).map(at).sum());
                see("checks", 0, a_checks + b_checks);
                see("still_afflicted", 0, i64::from(at(rounds - 1) > 0));
            }
        }
        let power = format!(
            "rounds = {rounds}\nlingers = {lingers}\ntrigger = {trigger}\n[[targets]]\nname = \"a\"\n[[targets]]\nname = \"b\"\nresistance = -2"
        );
        for metric in ["afflicted", "rounds_afflicted", "checks", "still_afflicted"] {
            let odds = exact(&power);
            for (&(_, step, value), &expected) in
                bf.iter().filter(|((name, ..), _)| *name == metric)
            {
                assert_close(
                    odds.p(metric, step, value),
                    expected,
                    &format!("{metric} {value} at {step}: {power}"),
                );
            }
        }
    }
}

#[test]
fn a_triggers_condition_and_its_immunity_agree_with_brute_force() {
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
        let odds = exact(&format!("{toml}\ndifficulty = 7\nrounds = {rounds}"));
        let distribution = bf_trigger(7, rounds, lingers, Some((condition, beyond)));
        type IsSo<'a> = &'a dyn Fn(&(Vec<bool>, i64)) -> bool;
        let of = |is: IsSo<'_>| -> f64 {
            distribution
                .iter()
                .filter(|(outcome, _)| is(outcome))
                .map(|(_, p)| p)
                .sum()
        };
        for round in 1..=rounds {
            let expected = of(&|(flags, _)| flags[round - 1]);
            assert_close(
                odds.p("afflicted", round as u32, 1),
                expected,
                &format!("{toml}: round {round}"),
            );
        }
        for checks in 0..=rounds as i64 {
            assert_close(
                odds.p("checks", 0, checks),
                of(&|outcome| outcome.1 == checks),
                &format!("{toml}: {checks} checks"),
            );
            let spent = |(flags, _): &(Vec<bool>, i64)| {
                flags.iter().filter(|flag| **flag).count() as i64 == checks
            };
            assert_close(
                odds.p("rounds_afflicted", 0, checks),
                of(&spent),
                &format!("{toml}: {checks} rounds"),
            );
        }
        conforms(&rule(&format!("{toml}\nrounds = 6\ntargets = 2")));
    }
}

#[test]
fn what_immunity_is_counted_from_matters_much() {
    let rounds = |more: &str| {
        exact(&format!("trigger = true\n{more}"))
            .distribution("rounds_afflicted", 0)
            .mean()
    };
    assert!((rounds("") - 20.88).abs() < 0.005, "{}", rounds(""));
    let with = rounds("immune_from = \"check\"");
    assert!((with - 27.54).abs() < 0.005, "{with}");
}
