//! Tests of the resistance check: degrees, bonuses, willing targets.

use super::*;

#[test]
fn checks_pass_on_ties_with_degree_one() {
    assert_eq!(metric_value("resistance = 1", &[7], "first_degree"), 1);
    assert_eq!(metric_value("resistance = 1", &[8], "first_degree"), 1);
    assert_eq!(metric_value("resistance = 1", &[9], "first_degree"), 2);
    assert_eq!(metric_value("resistance = 1", &[6], "first_degree"), -1);
    assert_eq!(metric_value("resistance = 1", &[2], "first_degree"), -5);
}

#[test]
fn bonuses_add_to_the_check() {
    let toml = "resistance = 3\nskill_bonuses = [3, 7, 5]\nskill_penalties = [2, 3]\n\
               characteristic_bonuses = [1, 4]\ncharacteristic_penalties = [2, 1]\nsituation = [3, -5]\ndifficulty = 20";
    // The modifier is 3 + (7 + 2 + 1) - (3 + 1) + 4 - 2 + (3 - 5) = 9.
    assert_eq!(metric_value(toml, &[12], "first_degree"), 1);
    assert_eq!(metric_value(toml, &[10], "first_degree"), -1);
}

#[test]
fn willing_targets_fail_without_a_roll() {
    let power = "willing = true\nlingers = true\nrounds = 4";
    assert_eq!(afflicted_by_round(power, &[]), [1, 1, 1, 1]);
    assert_eq!(metric_value(power, &[], "first_degree"), -1);
    assert_eq!(metric_value(power, &[], "checks"), 4);
}

#[test]
fn targets_inherit_omitted_settings_from_the_top_level() {
    let power = "resistance = 6\nlingers = true\nrounds = 1\n[[targets]]\nname = \"a\"\n\
                 [[targets]]\nname = \"b\"\nresistance = 0";
    assert_eq!(afflicted_by_round(power, &[2, 7]), [1]);
    assert_eq!(afflicted_by_round(power, &[2, 8]), [0]);
}
