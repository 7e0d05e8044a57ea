//! The check: 5%, 15% for each inactive CE, at most 50%; at the ship, the colony, both, and a
//! second time.

use super::*;

#[test]
fn a_check_fails_at_5_20_35_and_then_50_percent() {
    let expected = [(1, 20), (1, 5), (7, 20), (1, 2), (1, 2), (1, 2), (1, 2)];
    for (inactive, expected) in expected.into_iter().enumerate() {
        assert_eq!(
            failure(&format!("ship_inactive_ce = {inactive}")),
            Some(expected),
            "{inactive} inactive CEs"
        );
    }
    assert_eq!(failure("ship_inactive_ce = 20"), Some((1, 2)));
}

#[test]
fn base_step_and_cap_are_the_designers_to_change() {
    assert_eq!(
        failure("base = 0.1\nper_inactive_ce = 0.2\ncap = 0.9\nship_inactive_ce = 3"),
        Some((7, 10))
    );
    assert_eq!(
        failure("base = 0.6\nship_inactive_ce = 0"),
        Some((1, 2)),
        "the cap is over the base"
    );
    assert_eq!(
        failure("base = 1\nper_inactive_ce = 1\ncap = 1\nship_inactive_ce = 20"),
        Some((1, 1))
    );
    assert_eq!(failure("cap = 0"), Some((0, 1)));
}

#[test]
fn temporal_elements_are_never_counted() {
    let odds =
        exact("check = \"both\"\nship_inactive_temporal_ce = 5\ncolony_inactive_temporal_ce = 9");
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 400)));
}

#[test]
fn nothing_checked_never_fails_and_nothing_is_asked() {
    assert_eq!(
        result(
            "check = \"none\"\nship_inactive_ce = 20\ncolony_inactive_ce = 20",
            &[]
        ),
        OBEYED
    );
}

#[test]
fn a_ship_is_checked_alone_and_the_colony_not_asked() {
    assert_eq!(result("check = \"ship\"", &[HOLDS]), OBEYED);
    assert_eq!(result("check = \"ship\"", &[FAILS]), FAILED);
    assert_eq!(
        failure("check = \"ship\"\nship_inactive_ce = 1\ncolony_inactive_ce = 9"),
        Some((1, 5))
    );
}

#[test]
fn the_ship_is_checked_when_neither_power_nor_check_is_named() {
    assert_eq!(
        failure("ship_inactive_ce = 1\ncolony_inactive_ce = 9"),
        Some((1, 5))
    );
}

#[test]
fn a_colony_is_checked_alone_and_the_ship_not_asked() {
    assert_eq!(result("check = \"colony\"", &[HOLDS]), OBEYED);
    assert_eq!(
        failure("check = \"colony\"\nship_inactive_ce = 9\ncolony_inactive_ce = 1"),
        Some((1, 5))
    );
}

#[test]
fn any_of_several_colonies_that_fails_makes_the_order_fail() {
    let trucking = "power = \"commerce/trucking\"\ncolony_inactive_ce = [0, 1, 2]";
    assert_eq!(result(trucking, &[HOLDS, HOLDS, HOLDS]), OBEYED);
    assert_eq!(result(trucking, &[HOLDS, FAILS]), FAILED);
    // 1 - 19/20 x 4/5 x 13/20
    assert_eq!(failure(trucking), Some((253, 500)));
}

#[test]
fn of_ship_and_colony_either_makes_the_order_fail() {
    let both = "check = \"both\"";
    assert_eq!(result(both, &[FAILS]), FAILED);
    assert_eq!(result(both, &[HOLDS, FAILS]), FAILED);
    assert_eq!(result(both, &[HOLDS, HOLDS]), OBEYED);
}

#[test]
fn a_supporting_colonys_second_check_saves_a_ship_that_failed() {
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
fn a_trade_mission_has_a_second_check_only_toward_an_alien_colony() {
    let mission = "power = \"commerce/trade-mission\"\nsupporting_colony_inactive_ce = 0";
    assert_eq!(result(mission, &[FAILS]), FAILED);
    assert_eq!(
        result(&format!("{mission}\nalien_colony = true"), &[FAILS, HOLDS]),
        SECOND
    );
}
