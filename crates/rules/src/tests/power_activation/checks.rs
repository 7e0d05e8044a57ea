//! Tests of the check: 5%, plus 15% for each inactive CE, at most 50%, for the ship, the colony,
//! both, and a second check.

use super::*;

#[test]
fn checks_fail_at_5_20_35_and_50_percent() {
    let expected = [(1, 20), (1, 5), (7, 20), (1, 2), (1, 2), (1, 2), (1, 2)];
    for (inactive, expected) in expected.into_iter().enumerate() {
        assert_eq!(
            failure_fraction(&format!("ship_inactive_ce = {inactive}")),
            Some(expected),
            "{inactive} inactive CEs"
        );
    }
    assert_eq!(failure_fraction("ship_inactive_ce = 20"), Some((1, 2)));
}

#[test]
fn base_step_and_cap_can_be_changed() {
    assert_eq!(
        failure_fraction("base = 0.1\nper_inactive_ce = 0.2\ncap = 0.9\nship_inactive_ce = 3"),
        Some((7, 10))
    );
    assert_eq!(
        failure_fraction("base = 0.6\nship_inactive_ce = 0"),
        Some((1, 2)),
        "the cap is over the base"
    );
    assert_eq!(
        failure_fraction("base = 1\nper_inactive_ce = 1\ncap = 1\nship_inactive_ce = 20"),
        Some((1, 1))
    );
    assert_eq!(failure_fraction("cap = 0"), Some((0, 1)));
}

#[test]
fn temporal_elements_are_never_counted() {
    let odds = exact_odds(
        "check = \"both\"\nship_inactive_temporal_ce = 5\ncolony_inactive_temporal_ce = 9",
    );
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 400)));
}

#[test]
fn unchecked_orders_never_fail_and_ask_nothing() {
    assert_eq!(
        result(
            "check = \"none\"\nship_inactive_ce = 20\ncolony_inactive_ce = 20",
            &[]
        ),
        OBEYED
    );
}

#[test]
fn ship_check_does_not_ask_the_colony() {
    assert_eq!(result("check = \"ship\"", &[HOLDS]), OBEYED);
    assert_eq!(result("check = \"ship\"", &[FAILS]), FAILED);
    assert_eq!(
        failure_fraction("check = \"ship\"\nship_inactive_ce = 1\ncolony_inactive_ce = 9"),
        Some((1, 5))
    );
}

#[test]
fn ship_is_checked_by_default() {
    assert_eq!(
        failure_fraction("ship_inactive_ce = 1\ncolony_inactive_ce = 9"),
        Some((1, 5))
    );
}

#[test]
fn colony_check_does_not_ask_the_ship() {
    assert_eq!(result("check = \"colony\"", &[HOLDS]), OBEYED);
    assert_eq!(
        failure_fraction("check = \"colony\"\nship_inactive_ce = 9\ncolony_inactive_ce = 1"),
        Some((1, 5))
    );
}

#[test]
fn any_failing_colony_fails_the_order() {
    let trucking = "power = \"commerce/trucking\"\ncolony_inactive_ce = [0, 1, 2]";
    assert_eq!(result(trucking, &[HOLDS, HOLDS, HOLDS]), OBEYED);
    assert_eq!(result(trucking, &[HOLDS, FAILS]), FAILED);
    // The probability is 1 - 19/20 x 4/5 x 13/20.
    assert_eq!(failure_fraction(trucking), Some((253, 500)));
}

#[test]
fn failing_ship_or_colony_fails_the_order() {
    let toml = "check = \"both\"";
    assert_eq!(result(toml, &[FAILS]), FAILED);
    assert_eq!(result(toml, &[HOLDS, FAILS]), FAILED);
    assert_eq!(result(toml, &[HOLDS, HOLDS]), OBEYED);
}

#[test]
fn supporting_colony_saves_a_failed_ship_check() {
    let movement = "power = \"movement\"\nsupporting_colony_inactive_ce = 2";
    assert_eq!(result(movement, &[HOLDS]), OBEYED);
    assert_eq!(result(movement, &[FAILS, HOLDS]), SECOND);
    assert_eq!(result(movement, &[FAILS, FAILS]), FAILED);
}

#[test]
fn without_a_supporting_colony_there_is_no_second_check() {
    assert_eq!(result("power = \"movement\"", &[FAILS]), FAILED);
}

#[test]
fn trade_missions_have_second_checks_only_at_alien_colonies() {
    let mission = "power = \"commerce/trade-mission\"\nsupporting_colony_inactive_ce = 0";
    assert_eq!(result(mission, &[FAILS]), FAILED);
    assert_eq!(
        result(&format!("{mission}\nalien_colony = true"), &[FAILS, HOLDS]),
        SECOND
    );
}
