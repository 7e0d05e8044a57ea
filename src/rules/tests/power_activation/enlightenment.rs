//! Enlightenment: what it rerolls under either reading, and how much of it is used.

use super::*;
use crate::testing::assert_close;

#[test]
fn enlightenment_rerolls_the_whole_activation() {
    let both = "check = \"both\"\nenlightenment = 1";
    assert_eq!(result(both, &[HOLDS, FAILS, HOLDS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(both, &[HOLDS, FAILS, FAILS]), FAILED, "the ship is checked again, and may fail now");
    assert_eq!(result(both, &[HOLDS, HOLDS]), OBEYED, "it is kept where nothing failed");
}

#[test]
fn enlightenment_of_a_movement_rerolls_ship_and_supporting_colony() {
    let movement = "power = \"movement\"\nsupporting_colony_inactive_ce = 2\nenlightenment = 1";
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS, FAILS]), FAILED);
}

#[test]
fn two_enlightenments_reroll_twice() {
    let ship = "ship_inactive_ce = 2\nenlightenment = 2";
    assert_eq!(result(ship, &[FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(ship, &[FAILS, FAILS, FAILS]), FAILED);
    assert_eq!(failure("ship_inactive_ce = 2\nenlightenment = 5"), Some((117_649, 64_000_000)));
}

#[test]
fn under_the_other_reading_enlightenment_rerolls_the_first_failed_check_only() {
    let both = "check = \"both\"\nenlightenment = 1\nreroll = \"check\"";
    assert_eq!(result(both, &[FAILS, HOLDS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(both, &[FAILS, HOLDS, FAILS]), FAILED, "nothing is left for the colony's check");
    assert_eq!(result(both, &[HOLDS, FAILS, HOLDS]), ENLIGHTENED, "the ship's check stands");
    // Ship 1/5, colony 7/20: obeyed 4/5 (13/20 + 7/20 13/20) + 1/5 4/5 13/20 = 403/500.
    let counts = "ship_inactive_ce = 1\ncolony_inactive_ce = 2";
    assert_eq!(failure(&format!("{both}\n{counts}")), Some((97, 500)));
}

#[test]
fn under_the_other_reading_a_movements_reroll_repeats_the_ships_check_and_not_the_second() {
    let movement = "power = \"movement\"\nsupporting_colony_inactive_ce = 2\nenlightenment = 1\nreroll = \"check\"";
    assert_eq!(result(movement, &[FAILS, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(movement, &[FAILS, FAILS, FAILS]), FAILED);
    assert_eq!(result(movement, &[FAILS, HOLDS]), SECOND);
}

#[test]
fn enlightenment_used_is_summed_over_orders_and_turns() {
    let toml = "turns = 2\nenlightenment = 2\nship_inactive_ce = 2\ncount = 2";
    let told = told(&rule(toml), &[FAILS, FAILS, FAILS, HOLDS, FAILS, HOLDS, HOLDS]);
    assert_eq!(told[&("enlightenment_used".into(), 0)], 3);
    // Each of four: used 0, 1, 2 with 0.65, 0.35 x 0.65, 0.35^2.
    let each = [0.65, 0.35 * 0.65, 0.35 * 0.35];
    let mut bf = [0.0; 9];
    for case in 0..81usize {
        let used = [case % 3, case / 3 % 3, case / 9 % 3, case / 27];
        bf[used.iter().sum::<usize>()] += used.iter().map(|&n| each[n]).product::<f64>();
    }
    let odds = exact(toml);
    (0..9).for_each(|n| assert_close(odds.p("enlightenment_used", 0, n), bf[n as usize], "used"));
}
