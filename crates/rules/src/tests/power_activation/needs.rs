//! Tests of orders that need another one, and of their combinations: reciprocation, Writs, and who
//! fights in the first Round.

use super::*;
use oddsmith_testing::{assert_close, assert_conforms};

/// The second of two orders needs the first. The test enumerates the answers to both checks.
#[test]
fn orders_are_executed_only_with_the_order_they_need() {
    let toml = "[[orders]]\nname = \"Sell\"\npower = \"commerce/trucking\"\ncolony_inactive_ce = 1\n\
                [[orders]]\nname = \"Pay\"\npower = \"commerce/trucking\"\ncolony_inactive_ce = 3\nneeds = \"Sell\"\ncosts_rp = 7\n";
    // The checks fail with 20% and 50%.
    let odds = exact_odds(toml);
    assert_eq!(odds.fraction("Sell.result", 1, FAILED), Some((1, 5)));
    assert_eq!(odds.fraction("Pay.result", 1, OBEYED), Some((2, 5)));
    assert_eq!(odds.fraction("Pay.result", 1, FAILED), Some((1, 2)));
    assert_eq!(odds.fraction("Pay.result", 1, NEEDS_NOT_MET), Some((1, 10)));
    assert_eq!(
        odds.fraction("one_sided", 1, 1),
        Some((1, 2)),
        "4/5 x 1/2 + 1/5 x 1/2"
    );
    assert_eq!(odds.fraction("failures", 1, 0), Some((2, 5)));
    // An order that was obeyed without effect has spent its RPs, unless the other interpretation is
    // chosen.
    assert_eq!(odds.fraction("rp_spent", 1, 7), Some((1, 2)));
    assert_eq!(
        exact_odds(&format!("stopped_spends = false\n{toml}")).fraction("rp_spent", 1, 7),
        Some((2, 5))
    );
    assert_conforms(&rule(toml));
}

/// Four orders partly need one another. The test enumerates all 2^4 answers.
#[test]
fn chains_of_needs_agree_with_brute_force() {
    let toml = "check = \"ship\"\n[[orders]]\nname = \"a\"\nship_inactive_ce = 3\n[[orders]]\nname = \"b\"\nneeds = \"a\"\n\
                ship_inactive_ce = 2\n[[orders]]\nname = \"c\"\nneeds = \"b\"\nship_inactive_ce = 1\ncount = 2\n\
                [[orders]]\nname = \"d\"\nneeds = \"a\"\n";
    let fails = [0.5, 0.35, 0.2, 0.2, 0.05];
    let needs = [None, Some(0), Some(1), Some(1), Some(0)];
    let (mut failures, mut one_sided) = ([0.0; 6], 0.0);
    for answers in 0..32u32 {
        let obeys = |i: usize| answers >> i & 1 == 1;
        let p: f64 = (0..5)
            .map(|i| if obeys(i) { 1.0 - fails[i] } else { fails[i] })
            .product();
        let mut done = [false; 5];
        let mut alone = false;
        for i in 0..5 {
            let is_met = needs[i].is_none_or(|other: usize| done[other]);
            alone |= needs[i].is_some() && is_met != obeys(i);
            done[i] = obeys(i) && is_met;
        }
        failures[done.iter().filter(|is_done| !**is_done).count()] += p;
        one_sided += if alone { p } else { 0.0 };
    }
    for (turns, more) in [(1, ""), (2, "turns = 2\n")] {
        let odds = exact_odds(&format!("{more}{toml}"));
        for (count, &p) in (0..).zip(&failures) {
            assert_close(
                odds.probability("failures", turns, count),
                p,
                &format!("{count} failures"),
            );
        }
        assert_close(
            odds.probability("one_sided", turns, 1),
            one_sided,
            "one-sided",
        );
    }
}

#[test]
fn writs_and_templates_need_their_power_activation() {
    let writ = "[[orders]]\npower = \"culture/found-college\"\ncolony_inactive_ce = 1\n\
                [[orders]]\nname = \"Writ\"\ncheck = \"none\"\nconditions = 0.75\nneeds = \"Found College\"";
    let odds = exact_odds(writ);
    assert_eq!(odds.fraction("Writ.result", 1, OBEYED), Some((3, 5)));
    assert_eq!(odds.fraction("Writ.result", 1, CONDITIONS), Some((1, 4)));
    let template = "[[orders]]\npower = \"combat/combat-movement\"\nship_inactive_ce = 2\n\
                    [[orders]]\npower = \"culture/develop-doctrinal-templates\"\nneeds = \"Combat Movement\"";
    assert_eq!(
        exact_odds(template).fraction("Develop Doctrinal Templates.result", 1, OBEYED),
        Some((13, 20))
    );
}

#[test]
fn process_continues_only_if_needed_orders_are_executed() {
    let toml = "turns = 2\nsuccession = true\n[[orders]]\nname = \"a\"\nship_inactive_ce = 1\n[[orders]]\nname = \"b\"\nneeds = \"a\"";
    // Each turn succeeds with 4/5 x 19/20.
    assert_eq!(
        exact_odds(toml).fraction("completed", 0, 1),
        Some((361, 625))
    );
}

#[test]
fn combat_initiators_fight_from_the_first_round() {
    let toml = "power = \"combat/initiate-combat\"\n[[orders]]\nname = \"Van\"\nship_inactive_ce = 1\ncount = 2\n\
                [[orders]]\nname = \"Rear\"\nship_inactive_ce = 2\n[[orders]]\nname = \"Scout\"\npower = \"movement\"";
    let odds = exact_odds(toml);
    assert_eq!(
        odds.fraction("in_first_round", 1, 3),
        Some((52, 125)),
        "16/25 x 13/20"
    );
    assert_eq!(
        odds.fraction("in_first_round", 1, 0),
        Some((7, 500)),
        "1/25 x 7/20"
    );
}

#[test]
fn needed_orders_must_be_listed_earlier_that_turn() {
    let two = |more: &str, first: &str| {
        format!("turns = 2\n[[orders]]\nname = \"a\"\n{first}\n[[orders]]\nname = \"b\"\n{more}")
    };
    for (toml, path, problem) in [
        (
            two("needs = \"c\"", ""),
            "orders.1.needs",
            "there is no order \"c\"",
        ),
        (
            two("needs = \"b\"", ""),
            "orders.1.needs",
            "not listed before",
        ),
        (
            two("", "needs = \"b\""),
            "orders.0.needs",
            "not listed before",
        ),
        (
            two("needs = \"a\"", "count = 2"),
            "orders.1.needs",
            "which of them",
        ),
        (
            two("needs = \"a\"", "on_turn = 1"),
            "orders.1.needs",
            "not given on the same turn",
        ),
    ] {
        let found = fault(&toml);
        assert!(
            found.path == path && found.problem.contains(problem),
            "{toml}: {found:?}"
        );
    }
    rule(&two("needs = \"a\"\non_turn = 1", ""));
    rule(&two("needs = \"a\"\non_turn = 1", "on_turn = 1"));
}
