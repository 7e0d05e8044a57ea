//! Tests of `wing-activation` with its published text, reference figures and brute force.

use crate::wing_activation::{RULE, WingActivation};
use oddsmith_testing::{
    Odds, assert_close, assert_conforms, assert_distribution, figure, reference, scripted_trial,
    values,
};

const ALL_FAIL: i64 = 1;
const MIXED: i64 = 2;
const ALL_SUCCEED: i64 = 3;

fn rule(toml: &str) -> WingActivation {
    WingActivation::new(&values(RULE.parameters, toml))
}

fn wings(qualities: &[u32]) -> WingActivation {
    let entry = |(i, q): (usize, &u32)| format!("[[wings]]\nname = \"{}\"\nquality = {q}\n", i + 1);
    rule(&qualities.iter().enumerate().map(entry).collect::<String>())
}

fn metric_value(rule: &WingActivation, answers: &[i64], metric: &str, step: u32) -> i64 {
    scripted_trial(rule, answers)[&(metric.to_owned(), step)]
}

#[test]
fn three_dice_that_all_succeed_pass_no_penalty() {
    let trial = scripted_trial(&wings(&[4, 4]), &[4, 5, 6, 1, 1, 4]);
    assert_eq!(trial[&("result".into(), 1)], ALL_SUCCEED);
    assert_eq!(trial[&("penalty".into(), 1)], 0);
    assert_eq!(trial[&("dice".into(), 2)], 3);
    assert_eq!(trial[&("actions".into(), 0)], 4);
}

#[test]
fn two_failures_leave_the_next_wing_one_die() {
    let trial = scripted_trial(&wings(&[4, 4, 4]), &[1, 2, 4, 5, 1, 1, 6]);
    assert_eq!(
        (trial[&("result".into(), 1)], trial[&("penalty".into(), 1)]),
        (MIXED, 2)
    );
    assert_eq!(trial[&("dice".into(), 2)], 1);
    assert_eq!(
        trial[&("dice".into(), 3)],
        3,
        "a penalty touches the next Wing only"
    );
}

#[test]
fn a_single_die_that_fails_passes_no_penalty() {
    let trial = scripted_trial(&wings(&[4, 4, 4]), &[1, 2, 4, 1, 1, 1, 6]);
    assert_eq!(
        (trial[&("result".into(), 2)], trial[&("penalty".into(), 2)]),
        (ALL_FAIL, 0)
    );
    assert_eq!(trial[&("dice".into(), 3)], 3);
    assert_eq!(trial[&("turn_ended".into(), 0)], 0);
}

#[test]
fn total_failure_ends_the_turn_before_later_wings() {
    let trial = scripted_trial(&wings(&[4, 4, 4]), &[1, 2, 3]);
    assert_eq!(trial[&("turn_ended".into(), 0)], 1);
    assert_eq!(trial[&("ended_at".into(), 0)], 1);
    assert_eq!(trial[&("wings_activated".into(), 0)], 1);
    assert_eq!(
        (
            trial[&("result".into(), 3)],
            trial[&("cut_short".into(), 0)]
        ),
        (0, 1)
    );
    for metric in ["successes", "dice", "penalty", "cubes_left"] {
        assert!(
            !trial.contains_key(&(metric.into(), 3)),
            "{metric}: a Wing that never activated shows nothing"
        );
    }
}

#[test]
fn last_wings_total_failure_also_ends_the_turn() {
    assert_eq!(metric_value(&wings(&[4]), &[1, 2, 3], "ended_at", 0), 1);
    assert_eq!(metric_value(&rule("dice = 1"), &[1], "turn_ended", 0), 0);
}

#[test]
fn greedy_cubes_raise_the_cheapest_die_first() {
    let three = rule("quality = 5\ncubes = 3");
    assert_eq!(metric_value(&three, &[1, 3, 4], "successes", 1), 2);
    assert_eq!(metric_value(&three, &[1, 3, 4], "cubes_left", 1), 0);
    assert_eq!(metric_value(&three, &[1, 1, 4], "successes", 1), 1);
    assert_eq!(metric_value(&three, &[1, 1, 4], "cubes_left", 1), 2);
}

#[test]
fn averting_spends_on_one_die_against_total_failure() {
    let avert = rule("quality = 4\ncubes = 5\nspend = \"avert\"");
    assert_eq!(
        (
            metric_value(&avert, &[3, 3, 3], "successes", 1),
            metric_value(&avert, &[3, 3, 3], "cubes_left", 1)
        ),
        (1, 4)
    );
    assert_eq!(metric_value(&avert, &[3, 3, 4], "cubes_left", 1), 5);
    let poor = rule("quality = 6\ncubes = 1\nspend = \"avert\"");
    assert_eq!(
        (
            metric_value(&poor, &[1, 2, 4], "successes", 1),
            metric_value(&poor, &[1, 2, 4], "cubes_left", 1)
        ),
        (0, 1)
    );
}

#[test]
fn unspent_cubes_are_kept() {
    assert_eq!(
        metric_value(
            &rule("cubes = 9\nspend = \"never\""),
            &[3, 3, 3],
            "cubes_left",
            1
        ),
        9
    );
}

#[test]
fn a_die_may_be_raised_past_six() {
    assert_eq!(
        metric_value(
            &rule("dice = 1\nquality = 8\ncubes = 2"),
            &[6],
            "successes",
            1
        ),
        1
    );
}

#[test]
fn natural_ones_that_always_fail_cannot_be_raised() {
    let rule = rule("quality = 1\ncubes = 9\nones_always_fail = true");
    assert_eq!(
        (
            metric_value(&rule, &[1, 2, 6], "successes", 1),
            metric_value(&rule, &[1, 2, 6], "cubes_left", 1)
        ),
        (2, 9)
    );
}

#[test]
fn without_penalties_every_wing_rolls_its_dice() {
    let free = rule("penalties = false\n[[wings]]\nname = \"a\"\n[[wings]]\nname = \"b\"");
    let trial = scripted_trial(&free, &[1, 1, 6, 6, 6, 6]);
    assert_eq!(
        (trial[&("penalty".into(), 1)], trial[&("dice".into(), 2)]),
        (0, 3)
    );
}

#[test]
fn every_unit_takes_every_action() {
    let units = rule("[[wings]]\nname = \"a\"\nunits = 3\n[[wings]]\nname = \"b\"\nunits = 10");
    let trial = scripted_trial(&units, &[4, 4, 4, 1, 1, 4]);
    assert_eq!(
        (
            trial[&("actions".into(), 0)],
            trial[&("unit_actions".into(), 0)]
        ),
        (4, 19)
    );
}

#[test]
fn known_values_of_the_specification_are_reproduced() {
    for q in 2..=6 {
        let odds = Odds::of(&rule(&format!("dice = 1\nquality = {q}")));
        assert_close(
            odds.probability("result", 1, ALL_SUCCEED),
            (7 - q) as f64 / 6.0,
            "one die",
        );
    }
    let three = Odds::of(&rule("dice = 3\nquality = 4"));
    assert_eq!(
        [1, 2, 3].map(|code| three.fraction("result", 1, code)),
        [Some((1, 8)), Some((3, 4)), Some((1, 8))]
    );
    let two = Odds::of(&rule("dice = 2\nquality = 3"));
    assert_eq!(
        [1, 2, 3].map(|code| two.fraction("result", 1, code)),
        [Some((1, 9)), Some((4, 9)), Some((4, 9))]
    );
}

#[test]
fn single_wings_agree_with_the_reference() {
    let reference = reference("wing.json");
    let singles = reference["single"].as_object().unwrap();
    assert_eq!(singles.len(), 36);
    for (name, case) in singles {
        let odds = Odds::of(&rule(&format!(
            "dice = {}\nquality = {}\ncubes = {}",
            case["dice"], case["qv"], case["cubes"]
        )));
        assert_distribution(odds.distribution("successes", 1), &case["successes"], name);
        assert_close(
            odds.probability("result", 1, ALL_SUCCEED),
            figure(&case["all_succeed_green"]),
            name,
        );
        assert_close(
            odds.probability("result", 1, MIXED),
            figure(&case["mixed_yellow"]),
            name,
        );
        assert_close(
            odds.probability("result", 1, ALL_FAIL),
            figure(&case["all_fail"]),
            name,
        );
        assert_close(
            odds.probability("turn_ended", 0, 1),
            figure(&case["turn_ends_red"]),
            name,
        );
        let successes = odds.distribution("successes", 1);
        assert_close(successes.mean(), figure(&case["mean_successes"]), name);
        assert_close(
            successes.sd().powi(2),
            figure(&case["variance_successes"]),
            name,
        );
        let cubes = case["cubes"].as_i64().unwrap();
        for (spent, expected) in case["cubes_spent"].as_object().unwrap() {
            let left = cubes - spent.parse::<i64>().unwrap();
            assert_close(
                odds.probability("cubes_left", 1, left),
                figure(expected),
                name,
            );
        }
        assert_close(
            cubes as f64 - odds.distribution("cubes_left", 1).mean(),
            figure(&case["mean_cubes_spent"]),
            name,
        );
    }
}

#[test]
fn turns_agree_with_the_reference() {
    let reference = reference("wing.json");
    for (name, turn) in reference["turns"].as_object().unwrap() {
        let qualities: Vec<u32> = turn["qvs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|q| q.as_u64().unwrap() as u32)
            .collect();
        let odds = Odds::of(&wings(&qualities));
        let last = qualities.len() as i64;
        assert_distribution(
            odds.distribution("actions", 0),
            &turn["total_successes"],
            name,
        );
        assert_close(
            odds.distribution("actions", 0).mean(),
            figure(&turn["mean_total"]),
            name,
        );
        assert_close(
            odds.distribution("actions", 0).sd().powi(2),
            figure(&turn["variance_total"]),
            name,
        );
        assert_close(
            odds.probability("turn_ended", 0, 1),
            figure(&turn["P_ended_by_all_fail_at_any_wing"]),
            name,
        );
        let early = odds
            .distribution("ended_at", 0)
            .probability(|wing| (1..last).contains(&wing))
            .value();
        assert_close(
            early,
            figure(&turn["P_ended_by_all_fail_with_wings_still_to_act"]),
            name,
        );
        for (wing, expected) in turn["ended_at_wing_0_means_not_ended"].as_object().unwrap() {
            let ours = match wing.as_str() {
                "0" => odds.absence("ended_at", 0),
                wing => odds.probability("ended_at", 0, wing.parse().unwrap()),
            };
            assert_close(ours, figure(expected), name);
        }
        assert_close(odds.probability("cut_short", 0, 1), early, name);
        for wing in turn["wings"].as_array().unwrap() {
            let step = wing["wing"].as_u64().unwrap() as u32;
            let description = format!("{name}, Wing {step}");
            let reached = odds
                .distribution("wings_activated", 0)
                .probability(|n| n >= i64::from(step))
                .value();
            assert_close(reached, figure(&wing["reached"]), &description);
            for (dice, expected) in wing["dice_rolled"].as_object().unwrap() {
                assert_close(
                    odds.probability("dice", step, dice.parse().unwrap()),
                    figure(expected),
                    &description,
                );
            }
            // The reference counts 0 successes if there is no Wing, so it is a mean over all
            // trials.
            let successes = odds.distribution("successes", step);
            assert_close(
                successes.mean() * successes.total().value(),
                figure(&wing["mean_successes_unconditional"]),
                &description,
            );
            assert_close(
                odds.probability("ended_at", 0, step.into()),
                figure(&wing["turn_ended_here_by_all_fail"]),
                &description,
            );
        }
    }
}

/// The test enumerates the dice of two Wings without the engine.
#[test]
fn two_wings_with_cubes_agree_with_brute_force() {
    fn brute_force_wing(faces: &[u32], quality: u32, cubes: u32) -> u32 {
        // Returns the maximal number of successes over all ways to distribute the cubes.
        fn best(faces: &[u32], quality: u32, cubes: u32) -> u32 {
            match faces.split_first() {
                None => 0,
                Some((&face, rest)) => {
                    let share = |pips| {
                        u32::from(face + pips >= quality) + best(rest, quality, cubes - pips)
                    };
                    (0..=cubes).map(share).max().unwrap()
                }
            }
        }
        best(faces, quality, cubes)
    }
    let faces = |n: u32| {
        (0..6u32.pow(n)).map(move |i| (0..n).map(|d| i / 6u32.pow(d) % 6 + 1).collect::<Vec<_>>())
    };
    let mut bf_actions = [0.0; 7];
    for first in faces(3) {
        let s = brute_force_wing(&first, 4, 2);
        if s == 0 {
            bf_actions[0] += 1.0 / 216.0;
            continue;
        }
        let dice = s;
        for second in faces(dice) {
            let weight = 1.0 / 216.0 / 6f64.powi(dice as i32);
            bf_actions[(s + brute_force_wing(&second, 5, 1)) as usize] += weight;
        }
    }
    let odds = Odds::of(&rule(
        "[[wings]]\nname = \"a\"\nquality = 4\ncubes = 2\n[[wings]]\nname = \"b\"\nquality = 5\ncubes = 1",
    ));
    for (actions, expected) in bf_actions.into_iter().enumerate() {
        assert_close(
            odds.probability("actions", 0, actions as i64),
            expected,
            &format!("{actions} actions"),
        );
    }
}

#[test]
fn rule_conforms() {
    assert_conforms(&wings(&[3, 4, 4, 5]));
    assert_conforms(&rule(
        "quality = 5\ncubes = 3\nspend = \"avert\"\nones_always_fail = true",
    ));
    assert_conforms(&rule(
        "sides = 20\nquality = 12\n[[wings]]\nname = \"a\"\nunits = 7\n[[wings]]\nname = \"b\"\ndice = 2\ncubes = 30",
    ));
}
