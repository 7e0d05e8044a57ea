//! Comparisons with figures from other programs, and brute force.

use super::*;
use oddsmith_testing::{assert_close, assert_distribution, figure, reference};

#[test]
fn single_checks_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    let singles = reference["single"].as_object().unwrap();
    assert_eq!(singles.len(), 9);
    for (name, case) in singles {
        let odds = exact_odds(&format!("ship_inactive_ce = {}", case["ce"]));
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail"]),
            name,
        );
        let odds = exact_odds(&format!(
            "ship_inactive_ce = {}\nenlightenment = 1",
            case["ce"]
        ));
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail_with_one_enlightenment_reroll"]),
            name,
        );
        let used =
            odds.probability("result", 1, FAILED) + odds.probability("result", 1, ENLIGHTENED);
        assert_close(used, figure(&case["p_reroll_used"]), name);
    }
}

#[test]
fn combined_checks_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    for (name, case) in reference["both_checked"].as_object().unwrap() {
        let counts = format!(
            "ship_inactive_ce = {}\ncolony_inactive_ce = {}",
            case["ship_ce"], case["colony_ce"]
        );
        let odds = exact_odds(&format!("check = \"both\"\n{counts}"));
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail"]),
            name,
        );
        let odds = exact_odds(&format!("check = \"both\"\n{counts}\nenlightenment = 1"));
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail_reroll_whole_activation"]),
            name,
        );
        // A reroll for each check equals two orders with one Enlightenment each.
        let apart = format!(
            "enlightenment = 1\n{counts}\n[[orders]]\nname = \"s\"\n[[orders]]\nname = \"c\"\ncheck = \"colony\""
        );
        let expected = figure(&case["p_fail_other_reading_one_reroll_for_each_failed_check"]);
        assert_close(
            exact_odds(&apart).probability("any_failed", 1, 1),
            expected,
            name,
        );
    }
    let toml = "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = 2";
    assert_eq!(failure_fraction(toml), Some((12, 25)));
    assert_eq!(
        failure_fraction(&format!("{toml}\nenlightenment = 1")),
        Some((144, 625))
    );
}

#[test]
fn second_checks_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    let cases = reference["supporting_colony_second_check"]
        .as_object()
        .unwrap();
    assert_eq!(cases.len(), 8);
    for (name, case) in cases {
        let ship = format!(
            "power = \"movement\"\nship_inactive_ce = {}",
            case["ship_ce"]
        );
        let colony = format!(
            "{ship}\nsupporting_colony_inactive_ce = {}",
            case["supporting_colony_ce"]
        );
        let alone = exact_odds(&ship);
        assert_close(
            alone.probability("result", 1, FAILED),
            figure(&case["p_fail_no_supporting_colony"]),
            name,
        );
        let odds = exact_odds(&colony);
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail"]),
            name,
        );
        let second_check_made =
            odds.probability("result", 1, FAILED) + odds.probability("result", 1, SECOND);
        assert_close(
            second_check_made,
            figure(&case["p_second_check_made"]),
            name,
        );
        let odds = exact_odds(&format!("{colony}\nenlightenment = 1"));
        assert_close(
            odds.probability("result", 1, FAILED),
            figure(&case["p_fail_reroll_whole_activation"]),
            name,
        );
    }
}

#[test]
fn fleets_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    for (name, fleet) in reference["fleets"].as_object().unwrap() {
        let ces = fleet["ces"].as_array().unwrap();
        let ship = |(i, ce)| format!("[[orders]]\nname = \"{i}\"\nship_inactive_ce = {ce}\n");
        let orders: String = ces.iter().enumerate().map(ship).collect();
        for (key, rerolls) in [("no_reroll", 0), ("every_unit_with_one_reroll", 1)] {
            let expected = &fleet[key];
            let odds = exact_odds(&format!("enlightenment = {rerolls}\n{orders}"));
            let failures = odds.distribution("failures", 1);
            assert_distribution(failures, &expected["failures"], name);
            assert_close(failures.mean(), figure(&expected["mean_failures"]), name);
            assert_close(
                failures.sd().powi(2),
                figure(&expected["variance_failures"]),
                name,
            );
            assert_close(
                odds.probability("any_failed", 1, 0),
                figure(&expected["p_no_failure"]),
                name,
            );
            assert_close(
                odds.probability("any_failed", 1, 1),
                figure(&expected["p_at_least_one_failure"]),
                name,
            );
            assert_close(
                odds.probability("all_failed", 1, 1),
                figure(&expected["p_all_fail"]),
                name,
            );
        }
    }
}

/// The test enumerates every outcome of every check in every try, without the rule's code.
#[test]
fn three_checks_with_two_rerolls_agree_with_brute_force() {
    let p = [0.2, 0.35, 0.5];
    let rule =
        "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = [2, 3]\nenlightenment = 2";
    let (mut whole, mut one_check) = (0.0, 0.0);
    for rolls in 0u32..1 << 9 {
        // The bit 3 x try + check means that this check fails in this try.
        let fails = |try_: u32, check: u32| rolls >> (3 * try_ + check) & 1 == 1;
        let bits = (0..9).map(|bit| {
            if rolls >> bit & 1 == 1 {
                p[bit % 3]
            } else {
                1.0 - p[bit % 3]
            }
        });
        let weight: f64 = bits.product();
        if (0..3).all(|try_| (0..3).any(|check| fails(try_, check))) {
            whole += weight;
        }
        // The number of rerolls until each check holds. Two rerolls never repair three failures.
        let needed = |check| (0..3).find(|&try_| !fails(try_, check)).unwrap_or(3);
        if (0..3).map(needed).sum::<u32>() > 2 {
            one_check += weight;
        }
    }
    assert_close(
        exact_odds(rule).probability("result", 1, FAILED),
        whole,
        "whole activations",
    );
    assert_close(
        exact_odds(&format!("{rule}\nreroll = \"check\"")).probability("result", 1, FAILED),
        one_check,
        "single checks",
    );
}
