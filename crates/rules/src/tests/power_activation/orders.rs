//! Tests of several orders in a turn: inherited keys, counts, and the Government Title at stake.

use super::*;
use oddsmith_engine::Rule as _;
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn turn_failures_count_orders_not_executed() {
    let fleet = rule(FLEET);
    let turn = scripted_trial(&fleet, &[FAILS, HOLDS, FAILS, FAILS, HOLDS]);
    assert_eq!(turn[&("failures".into(), 1)], 2);
    assert_eq!(
        (
            turn[&("any_failed".into(), 1)],
            turn[&("all_failed".into(), 1)]
        ),
        (1, 0)
    );
    let turn = scripted_trial(&fleet, &[FAILS, FAILS, FAILS, FAILS]);
    assert_eq!(
        (
            turn[&("failures".into(), 1)],
            turn[&("all_failed".into(), 1)]
        ),
        (3, 1)
    );
}

#[test]
fn results_are_named_after_the_order_or_power() {
    let odds = exact_odds(FLEET);
    assert_eq!(odds.fraction("Scout.result", 1, FAILED), Some((1, 5)));
    assert_eq!(odds.fraction("Truck.result", 1, OBEYED), Some((247, 400)));
    assert_eq!(odds.fraction("Movement.result", 1, SECOND), Some((19, 400)));
}

#[test]
fn orders_inherit_omitted_settings_from_the_top_level() {
    let odds = exact_odds(
        "check = \"both\"\nship_inactive_ce = 1\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"\ncheck = \"ship\"",
    );
    assert_eq!(odds.fraction("a.result", 1, FAILED), Some((6, 25)));
    assert_eq!(odds.fraction("b.result", 1, FAILED), Some((1, 5)));
}

#[test]
fn entry_power_overrides_inherited_check_and_vice_versa() {
    let odds = exact_odds("check = \"both\"\n[[orders]]\npower = \"census\"");
    assert_eq!(odds.fraction("Census.result", 1, OBEYED), Some((1, 1)));
    let odds = exact_odds("power = \"census\"\n[[orders]]\nname = \"a\"\ncheck = \"ship\"");
    assert_eq!(odds.fraction("a.result", 1, FAILED), Some((1, 20)));
}

#[test]
fn government_titles_fail_only_if_all_colonies_fail() {
    let colony = |name: &str, ce| {
        format!("[[orders]]\nname = \"{name}\"\npower = \"taxation\"\ncolony_inactive_ce = {ce}\n")
    };
    let single_colony = exact_odds(&colony("Home", 2));
    assert_eq!(
        single_colony.fraction("all_failed", 1, 1),
        Some((7, 20)),
        "bad when you have only one colony"
    );
    let three = exact_odds(&(colony("Home", 0) + &colony("Mine", 1) + &colony("Post", 2)));
    assert_eq!(three.fraction("all_failed", 1, 1), Some((7, 2000)));
}

#[test]
fn identical_orders_are_counted_and_report_failures() {
    let odds = exact_odds(
        "costs_rp = 3\n[[orders]]\nname = \"Truck\"\ncount = 4\nship_inactive_ce = 1\n[[orders]]\nname = \"Scout\"",
    );
    // The distribution is binomial with n = 4 and p = 1/5.
    let expected = [(256, 625), (256, 625), (96, 625), (16, 625), (1, 625)];
    for (k, expected) in expected.into_iter().enumerate() {
        assert_eq!(
            odds.fraction("Truck.failures", 1, k as i64),
            Some(expected),
            "{k}"
        );
    }
    assert_eq!(odds.fraction("all_failed", 1, 1), Some((1, 12_500)));
    assert_eq!(odds.fraction("failures", 1, 0), Some((1216, 3125)));
    assert_eq!(odds.fraction("rp_spent", 1, 15), Some((1216, 3125)));
    assert_close(
        odds.distribution("rp_spent", 1).mean(),
        3.0 * (4.0 * 0.8 + 0.95),
        "mean RPs",
    );
}

#[test]
fn counted_top_level_order_reports_all_failures() {
    let odds = exact_odds("count = 2\nship_inactive_ce = 1");
    assert_eq!(odds.fraction("failures", 1, 2), Some((1, 25)));
    assert!(
        rule("count = 2")
            .metrics()
            .iter()
            .all(|metric| metric.name != "result")
    );
}

#[test]
fn grouped_orders_have_the_odds_of_single_orders() {
    let order = |name: &str, count| {
        format!(
            "[[orders]]\nname = \"{name}\"\ncount = {count}\nship_inactive_ce = 1\ncosts_rp = 2\nenlightenment = 1\ncheck = \"both\"\nconditions = 0.9\n"
        )
    };
    let process = "turns = 2\nsuccession = true\n";
    let grouped = exact_odds(&format!("{process}{}", order("a", 5)));
    let single = exact_odds(&format!(
        "{process}{}",
        ["a", "b", "c", "d", "e"]
            .map(|name| order(name, 1))
            .concat()
    ));
    for metric in ["failures", "rp_spent"] {
        for step in [1, 2] {
            for value in 0..=10 {
                assert_close(
                    grouped.probability(metric, step, value),
                    single.probability(metric, step, value),
                    metric,
                );
            }
        }
    }
    assert_close(
        grouped.probability("completed", 0, 1),
        single.probability("completed", 0, 1),
        "completed",
    );
}

#[test]
fn titles_fail_by_taxation_orders_alone() {
    let toml = "turns = 2\n[[orders]]\nname = \"a\"\npower = \"taxation\"\non_turn = 1\n\
                [[orders]]\nname = \"b\"\npower = \"taxation\"\non_turn = 1\ncolony_inactive_ce = 1\n[[orders]]\nname = \"Scout\"";
    let odds = exact_odds(toml);
    assert_eq!(odds.fraction("title_fails", 1, 1), Some((1, 100)));
    assert_eq!(odds.fraction("all_failed", 1, 1), Some((1, 2000)));
    assert_close(odds.absence("title_fails", 2), 1.0, "no Taxation on turn 2");
    let writ = "power = \"taxation\"\nconditions = 0.5";
    assert_eq!(
        exact_odds(writ).fraction("title_fails", 1, 1),
        Some((1, 20)),
        "it obeyed where the Writ lacked its conditions"
    );
    assert_eq!(
        exact_odds(writ).fraction("all_failed", 1, 1),
        Some((21, 40))
    );
    assert_conforms(&rule(toml));
}
