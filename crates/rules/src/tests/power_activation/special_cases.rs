//! Tests of special cases in the text: landings, Pacification, Combat Alert, Special Operations,
//! and units engaged or barred.

use super::*;
use oddsmith_testing::assert_close;

#[test]
fn landing_with_expired_osl_never_fails() {
    let landing = "power = \"expansion/landing-population\"\nship_inactive_ce = 6";
    assert_eq!(
        result(&format!("{landing}\nosl_expired = true"), &[]),
        OBEYED
    );
    assert_eq!(result(landing, &[FAILS]), FAILED);
}

#[test]
fn initiate_combat_for_pacification_is_not_checked() {
    let combat = "power = \"combat/initiate-combat\"\nship_inactive_ce = 6";
    assert_eq!(
        result(&format!("{combat}\npacification = true"), &[]),
        OBEYED
    );
    assert_eq!(result(combat, &[FAILS]), FAILED);
}

#[test]
fn combat_alerts_are_unchecked_but_initiated_combat_is_checked() {
    assert_eq!(result("power = \"combat/combat-alert\"", &[]), OBEYED);
    assert_eq!(
        result("power = \"combat/initiate-combat\"", &[FAILS]),
        FAILED
    );
}

#[test]
fn orders_in_combat_rounds_are_never_checked() {
    // A scenario gives these checks itself, because the appendix has no row for them.
    assert_eq!(
        result(
            "check = \"none\"\nship_inactive_ce = 6\ncolony_inactive_ce = 6",
            &[]
        ),
        OBEYED
    );
}

#[test]
fn special_operations_spending_acts_are_not_checked() {
    let mission = "power = \"special-operations/any\"\ncolony_inactive_ce = 2";
    assert_eq!(result(&format!("{mission}\nspends = \"act\""), &[]), OBEYED);
}

#[test]
fn special_operations_spending_scenes_are_checked_at_the_colony() {
    let mission =
        "power = \"special-operations/any\"\nship_inactive_ce = 9\ncolony_inactive_ce = 2";
    assert_eq!(failure_fraction(mission), Some((7, 20)));
}

#[test]
fn special_operations_on_ships_are_checked_against_that_ship() {
    let mission = "power = \"special-operations/any\"\ntarget = \"ship\"\nship_inactive_ce = 1\ncolony_inactive_ce = 9";
    assert_eq!(failure_fraction(mission), Some((1, 5)));
    assert_eq!(
        failure_fraction(&format!("{mission}\nspends = \"act\"")),
        Some((0, 1))
    );
}

#[test]
fn units_in_combat_fail_without_checks_or_rerolls() {
    for power in ["movement", "commerce/marketing", "combat/initiate-combat"] {
        assert_eq!(
            result(
                &format!("power = \"{power}\"\nengaged = true\nenlightenment = 5"),
                &[]
            ),
            FAILED,
            "{power}"
        );
    }
}

#[test]
fn a_cargo_ship_that_arrived_this_turn_cannot_load() {
    assert_eq!(
        result(
            "power = \"commerce/load-cargo-ship\"\nbarred = true\nenlightenment = 1",
            &[]
        ),
        FAILED
    );
}

#[test]
fn trucking_at_a_besieged_colony_is_barred() {
    assert_eq!(
        result(
            "power = \"commerce/trucking\"\nbarred = true\nenlightenment = 1",
            &[]
        ),
        FAILED
    );
}

#[test]
fn orders_barred_by_chance_are_not_rerolled() {
    let toml = "power = \"commerce/trucking\"\nbarred = 0.3\nenlightenment = 1";
    assert_eq!(result(toml, &[YES]), FAILED);
    assert_eq!(
        result(toml, &[NO, FAILS, HOLDS]),
        ENLIGHTENED,
        "what did not bar it is not asked again"
    );
    assert_close(
        exact_odds(toml).probability("result", 1, FAILED),
        0.3 + 0.7 * 0.05 * 0.05,
        "barred, or failed twice",
    );
}
