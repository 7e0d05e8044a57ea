//! Tests of the whole rule: large scenarios, the presentation, and checks that every rule must
//! pass.

use super::*;
use oddsmith_engine::odds::Mass;
use oddsmith_testing::{assert_close, assert_conforms};
use std::time::Instant;

#[test]
fn twelve_orders_of_fifty_are_solved_exactly() {
    let order = |i| {
        format!(
            "[[orders]]\nname = \"{i}\"\ncount = 50\nship_inactive_ce = {}\ncolony_inactive_ce = {}\ncosts_rp = {}\n",
            i % 4,
            i % 3,
            10 * (i % 5)
        )
    };
    let orders: String = (0..12).map(order).collect();
    let start = Instant::now();
    let odds = exact_odds(&format!("check = \"both\"\nenlightenment = 1\n{orders}"));
    let took = start.elapsed();
    let failures = odds.distribution("failures", 1);
    assert_close(failures.total().value(), 1.0, "mass");
    let p = |n: i32| (0.05 + 0.15 * f64::from(n)).min(0.5);
    let each = |i: i32| (1.0 - (1.0 - p(i % 4)) * (1.0 - p(i % 3))).powi(2);
    let mean: f64 = (0..12).map(|i| 50.0 * each(i)).sum();
    assert!(
        (failures.mean() - mean).abs() < 1e-10,
        "{} is not {mean}",
        failures.mean()
    );
    let spent: f64 = (0..12)
        .map(|i| f64::from(500 * (i % 5)) * (1.0 - each(i)))
        .sum();
    assert!((odds.distribution("rp_spent", 1).mean() - spent).abs() < 1e-8);
    assert!(took.as_millis() < 500, "{took:?}");
    eprintln!("twelve orders of fifty: {took:?}");
}

#[test]
fn hundred_orders_over_hundred_turns_are_solved_exactly() {
    let orders: String = (0..100)
        .map(|i| format!("[[orders]]\nname = \"{i}\"\n"))
        .collect();
    let odds = exact_odds(&format!(
        "turns = 100\ncheck = \"both\"\ncosts_rp = 2\n{orders}"
    ));
    let mean = 100.0 * 39.0 / 400.0;
    assert!((odds.distribution("failures", 100).mean() - mean).abs() < 1e-10);
    assert!((odds.distribution("rp_spent", 50).mean() - 2.0 * (100.0 - mean)).abs() < 1e-10);
}

#[test]
fn thousand_identical_orders_keep_their_odds() {
    let odds = exact_odds("count = 1000\nship_inactive_ce = 2");
    let failures = odds.distribution("failures", 1);
    assert_close(failures.total().value(), 1.0, "mass");
    assert!(
        (failures.mean() - 350.0).abs() < 1e-9,
        "{}",
        failures.mean()
    );
    assert!(
        (failures.sd().powi(2) - 227.5).abs() < 1e-7,
        "{}",
        failures.sd().powi(2)
    );
    assert_eq!(failures.total().fraction(), Some((1, 1)));
    assert_eq!(
        odds.distribution("any_failed", 1)
            .masses()
            .iter()
            .map(|&(_, mass)| mass)
            .sum::<Mass>()
            .fraction(),
        Some((1, 1))
    );
}

#[test]
fn headlines_and_charts_name_existing_metrics() {
    for toml in [
        "",
        "check = \"both\"\nblockade_success = 0.5\nenlightenment = 1",
        "count = 3\ncosts_rp = 1",
        FLEET,
        "turns = 2\nsuccession = true",
        "turns = 3\non_turn = 2",
        "power = \"taxation\"\ncount = 2",
        "power = \"movement\"\nsupporting_colony_inactive_ce = 1",
    ] {
        let built = (RULE.build)(&values(RULE.parameters, toml))
            .unwrap_or_else(|fault| panic!("{fault:?}"));
        let presentation = built.presentation;
        assert!((1..=3).contains(&presentation.headlines.len()), "{toml}");
        let headlines = presentation
            .headlines
            .iter()
            .map(|headline| (&headline.metric, headline.step));
        for (name, step) in headlines.chain(
            presentation
                .charts
                .iter()
                .map(|chart| (&chart.metric, chart.step)),
        ) {
            let metric = presentation
                .metrics
                .iter()
                .find(|metric| metric.name == *name);
            let metric = metric.unwrap_or_else(|| panic!("{toml}: {name}"));
            assert!(
                step.is_none() || metric.all_steps().any(|shown_step| shown_step == step),
                "{toml}: {name} at {step:?}"
            );
        }
    }
}

#[test]
fn rule_conforms() {
    let check_conformance = |toml: &str| assert_conforms(&rule(toml));
    check_conformance(
        "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = [0, 3]\nenlightenment = 2\ncosts_rp = 3\nconditions = 0.7",
    );
    check_conformance(
        "power = \"movement\"\nsupporting_colony_inactive_ce = 1\nenlightenment = 1\nreroll = \"check\"\nturns = 4\nsuccession = true\ncosts_rp = 2",
    );
    check_conformance(&format!("{BLOCKADE_RUN}enlightenment = 2\nturns = 2"));
    check_conformance(&format!(
        "turns = 3\nsuccession = true\ncosts_rp = 2\n{FLEET}[[orders]]\nname = \"Convoy\"\ncount = 7\n[[orders]]\nname = \"Free\"\ncosts_rp = 0\nconditions = 0.9"
    ));
    check_conformance(&format!(
        "turns = 2\ncosts_rp = 2\n{FLEET}[[orders]]\nname = \"Convoy\"\ncount = 7\n[[orders]]\nname = \"Late\"\nbarred = true"
    ));
}
