//! The resistance check: degrees, bonuses, who is willing.

use super::*;

#[test]
fn a_check_passes_on_a_tie_and_by_one_there() {
    assert_eq!(seen("resistance = 1", &[7], "first_degree"), 1);
    assert_eq!(seen("resistance = 1", &[8], "first_degree"), 1);
    assert_eq!(seen("resistance = 1", &[9], "first_degree"), 2);
    assert_eq!(seen("resistance = 1", &[6], "first_degree"), -1);
    assert_eq!(seen("resistance = 1", &[2], "first_degree"), -5);
}

#[test]
fn bonuses_add_to_the_check() {
    let all = "resistance = 3\nskill_bonuses = [3, 7, 5]\nskill_penalties = [2, 3]\n\
               characteristic_bonuses = [1, 4]\ncharacteristic_penalties = [2, 1]\nsituation = [3, -5]\ndifficulty = 20";
    // 3 + (7 + 2 + 1) - (3 + 1) + 4 - 2 + (3 - 5) = 9.
    assert_eq!(seen(all, &[12], "first_degree"), 1);
    assert_eq!(seen(all, &[10], "first_degree"), -1);
}

#[test]
fn the_willing_fail_by_choice_without_a_roll() {
    let power = "willing = true\nlingers = true\nrounds = 4";
    assert_eq!(afflicted(power, &[]), [1, 1, 1, 1]);
    assert_eq!(seen(power, &[], "first_degree"), -1);
    assert_eq!(seen(power, &[], "checks"), 4);
}

#[test]
fn a_target_takes_what_it_leaves_out_from_the_top_level() {
    let power = "resistance = 6\nlingers = true\nrounds = 1\n[[targets]]\nname = \"a\"\n\
                 [[targets]]\nname = \"b\"\nresistance = 0";
    assert_eq!(afflicted(power, &[2, 7]), [1]);
    assert_eq!(afflicted(power, &[2, 8]), [0]);
}
