//! Turns and processes: orders repeated, given on one turn, or each the next one's condition.

use super::*;
use oddsmith_testing::{assert_close, conforms};

#[test]
fn every_turn_the_orders_are_given_again() {
    let trial = scripted_trial(&rule("turns = 3"), &[FAILS, HOLDS, FAILS]);
    assert_eq!(
        [1, 2, 3].map(|turn| trial[&("result".into(), turn)]),
        [FAILED, OBEYED, FAILED]
    );
}

#[test]
fn a_process_is_completed_when_every_order_is_executed_on_every_turn() {
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
fn the_first_failure_ends_a_process_and_later_turns_are_never_reached() {
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
fn the_other_orders_of_the_turn_that_ends_a_process_are_still_given() {
    let process =
        rule("turns = 2\nsuccession = true\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"");
    let trial = scripted_trial(&process, &[FAILS, HOLDS]);
    assert_eq!([1, 2].map(|turn| trial[&("failures".into(), turn)]), [1, 2]);
    assert_eq!(trial[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn anothers_failure_ends_the_process_for_an_order_too() {
    let process = "turns = 2\nsuccession = true\ncosts_rp = 10\n[[orders]]\nname = \"a\"\nship_inactive_ce = 1\n[[orders]]\nname = \"b\"\nship_inactive_ce = 2\n[[orders]]\nname = \"c\"\nship_inactive_ce = 3\ncosts_rp = 0";
    let odds = exact(process);
    let all = 0.8 * 0.65 * 0.5;
    assert_close(odds.p("completed", 0, 1), all * all, "completed");
    assert_close(odds.p("failed_on_turn", 0, 1), 1.0 - all, "fails on turn 1");
    assert_close(
        odds.p("failed_on_turn", 0, 2),
        all * (1.0 - all),
        "fails on turn 2",
    );
    for (name, p) in [("a", 0.2), ("b", 0.35), ("c", 0.5)] {
        let metric = format!("{name}.result");
        assert_close(odds.p(&metric, 1, FAILED), p, name);
        assert_close(odds.p(&metric, 2, NOT_REACHED), 1.0 - all, name);
        assert_close(odds.p(&metric, 2, FAILED), all * p, name);
    }
    assert_close(
        odds.p("rp_spent", 2, 20),
        all * 0.8 * 0.65,
        "RPs of a turn that was reached",
    );
    assert_close(
        odds.p("any_failed", 2, 1),
        1.0 - all * all,
        "ended by turn 2",
    );
}

#[test]
fn what_a_blockade_stops_ends_a_process_too() {
    let trial = scripted_trial(
        &rule(&format!("{RUN}turns = 2\nsuccession = true")),
        &[HOLDS, NO],
    );
    assert_eq!(trial[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn a_process_of_two_positions_takes_their_turns_one_after_the_other() {
    let process = "check = \"both\"\nturns = 2\nsuccession = true\n\
                   [[orders]]\nname = \"Ours\"\non_turn = 1\n[[orders]]\nname = \"Theirs\"\non_turn = 2";
    let odds = exact(process);
    assert_close(
        odds.p("completed", 0, 1),
        0.9025 * 0.9025,
        "both obey, ship and colony",
    );
    assert_close(odds.p("failed_on_turn", 0, 1), 1.0 - 0.9025, "ours");
    assert_close(
        odds.absent("failed_on_turn", 0),
        0.9025 * 0.9025,
        "completed",
    );
    assert_close(
        odds.p("Theirs.result", 2, NOT_REACHED),
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
    conforms(&rule(process));
}

#[test]
fn an_order_on_one_turn_is_given_on_that_turn_only() {
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
fn a_repeated_order_is_obeyed_on_a_first_turn_or_never() {
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
    let odds = exact(toml);
    for turn in 1..=3 {
        assert_close(
            odds.p("obeyed_on", 0, turn),
            0.65 * 0.35f64.powi(turn as i32 - 1),
            "first obeyed",
        );
    }
    assert_close(odds.absent("obeyed_on", 0), 0.35f64.powi(3), "never");
}
