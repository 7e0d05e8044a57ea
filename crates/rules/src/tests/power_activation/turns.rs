//! Tests of turns and processes: repeated orders, orders in one turn, and orders that are each
//! other's condition.

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn orders_are_given_again_every_turn() {
    let trial = scripted_trial(&rule("turns = 3"), &[FAILS, HOLDS, FAILS]);
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("result".into(), turn)]),
        [FAILED, OBEYED, FAILED]
    );
}

#[test]
fn process_completes_when_all_orders_are_executed() {
    let trial = scripted_trial(
        &rule("turns = 3\nsuccession = true"),
        &[HOLDS, HOLDS, HOLDS],
    );
    assert_eq!(
        (
            trial[&("completed".into(), 0)],
            trial.get(&("failed_on_turn".into(), 0))
        ),
        (1, None)
    );
}

#[test]
fn first_failure_ends_a_process_before_later_turns() {
    let trial = scripted_trial(
        &rule("turns = 3\nsuccession = true\ncosts_rp = 5"),
        &[HOLDS, FAILS],
    );
    assert_eq!(
        (
            trial[&("completed".into(), 0)],
            trial[&("failed_on_turn".into(), 0)]
        ),
        (0, 2)
    );
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("result".into(), turn)]),
        [OBEYED, FAILED, NOT_REACHED]
    );
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("failures".into(), turn)]),
        [0, 1, 1],
        "not executed"
    );
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("rp_spent".into(), turn)]),
        [5, 0, 0]
    );
}

#[test]
fn remaining_orders_of_the_final_turn_are_given() {
    let process =
        rule("turns = 2\nsuccession = true\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"");
    let trial = scripted_trial(&process, &[FAILS, HOLDS]);
    assert_eq!([1, 2].map(|turn| trial[&("failures".into(), turn)]), [1, 2]);
    assert_eq!(trial[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn failure_of_one_order_ends_the_whole_process() {
    let process = "turns = 2\nsuccession = true\ncosts_rp = 10\n[[orders]]\nname = \"a\"\nship_inactive_ce = 1\n[[orders]]\nname = \"b\"\nship_inactive_ce = 2\n[[orders]]\nname = \"c\"\nship_inactive_ce = 3\ncosts_rp = 0";
    let odds = exact_odds(process);
    let all_obeyed = 0.8 * 0.65 * 0.5;
    assert_close(
        odds.probability("completed", 0, 1),
        all_obeyed * all_obeyed,
        "completed",
    );
    assert_close(
        odds.probability("failed_on_turn", 0, 1),
        1.0 - all_obeyed,
        "fails on turn 1",
    );
    assert_close(
        odds.probability("failed_on_turn", 0, 2),
        all_obeyed * (1.0 - all_obeyed),
        "fails on turn 2",
    );
    for (name, p) in [("a", 0.2), ("b", 0.35), ("c", 0.5)] {
        let metric = format!("{name}.result");
        assert_close(odds.probability(&metric, 1, FAILED), p, name);
        assert_close(
            odds.probability(&metric, 2, NOT_REACHED),
            1.0 - all_obeyed,
            name,
        );
        assert_close(odds.probability(&metric, 2, FAILED), all_obeyed * p, name);
    }
    assert_close(
        odds.probability("rp_spent", 2, 20),
        all_obeyed * 0.8 * 0.65,
        "RPs of a turn that was reached",
    );
    assert_close(
        odds.probability("any_failed", 2, 1),
        1.0 - all_obeyed * all_obeyed,
        "ended by turn 2",
    );
}

#[test]
fn orders_stopped_by_a_blockade_end_the_process() {
    let trial = scripted_trial(
        &rule(&format!("{BLOCKADE_RUN}turns = 2\nsuccession = true")),
        &[HOLDS, NO],
    );
    assert_eq!(trial[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn two_positions_take_turns_in_one_process() {
    let process = "check = \"both\"\nturns = 2\nsuccession = true\n\
                   [[orders]]\nname = \"Ours\"\non_turn = 1\n[[orders]]\nname = \"Theirs\"\non_turn = 2";
    let odds = exact_odds(process);
    assert_close(
        odds.probability("completed", 0, 1),
        0.9025 * 0.9025,
        "both obey, ship and colony",
    );
    assert_close(
        odds.probability("failed_on_turn", 0, 1),
        1.0 - 0.9025,
        "ours",
    );
    assert_close(
        odds.absence("failed_on_turn", 0),
        0.9025 * 0.9025,
        "completed",
    );
    assert_close(
        odds.probability("Theirs.result", 2, NOT_REACHED),
        1.0 - 0.9025,
        "never reached",
    );
    let broken = scripted_trial(&rule(process), &[HOLDS, FAILS]);
    assert_eq!(
        (
            broken[&("failures".into(), 1)],
            broken[&("failures".into(), 2)]
        ),
        (1, 1)
    );
    assert!(
        !broken.contains_key(&("Theirs.result".into(), 1)),
        "it is not given on turn 1"
    );
    assert_conforms(&rule(process));
}

#[test]
fn orders_for_one_turn_are_given_only_then() {
    let trial = scripted_trial(&rule("turns = 3\non_turn = 2"), &[FAILS]);
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("failures".into(), turn)]),
        [0, 1, 0]
    );
    assert_eq!(
        trial.get(&("all_failed".into(), 1)),
        None,
        "nothing is ordered"
    );
    assert_eq!(trial[&("all_failed".into(), 2)], 1);
}

#[test]
fn repeated_orders_report_the_first_obeyed_turn() {
    let toml = "turns = 3\nship_inactive_ce = 2";
    let on = |answers: &[i64]| {
        scripted_trial(&rule(toml), answers)
            .get(&("obeyed_on".into(), 0))
            .copied()
    };
    assert_eq!(
        (on(&[FAILS, HOLDS, HOLDS]), on(&[FAILS, FAILS, FAILS])),
        (Some(2), None)
    );
    let odds = exact_odds(toml);
    for turn in 1..=3 {
        assert_close(
            odds.probability("obeyed_on", 0, turn),
            0.65 * 0.35f64.powi(turn as i32 - 1),
            "first obeyed",
        );
    }
    assert_close(odds.absence("obeyed_on", 0), 0.35f64.powi(3), "never");
}
