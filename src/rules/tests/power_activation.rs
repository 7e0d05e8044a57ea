//! `power-activation` against its published text, row by row and clause by clause, and its reference figures.

use std::time::Instant;

use oddsmith_engine::odds::Mass;

use oddsmith_engine::Rule as _;

use crate::rule::values::ParameterError;
use crate::rules::power_activation::table::{Check, POWERS};
use crate::rules::power_activation::{PowerActivation, RULE};
use crate::scenario::check;
use crate::scenario::diagnostic::Source;
use crate::scenario::tree::Node;
use crate::testing::{Odds, assert_close, assert_law, conforms, figure, reference, refused, told, values};

const FAILED: i64 = 0;
const OBEYED: i64 = 1;
const SECOND: i64 = 2;
const ENLIGHTENED: i64 = 3;
const STOPPED: i64 = 4;
const CONDITIONS: i64 = 5;
const NOT_REACHED: i64 = 6;

/// Answers of a script: the check fails, or it does not.
const FAILS: i64 = 1;
const HOLDS: i64 = 0;
/// Answers of a script: the Blockade is run, the conditions hold.
const YES: i64 = 1;
const NO: i64 = 0;

fn rule(toml: &str) -> PowerActivation {
    PowerActivation::new(&values(RULE.parameters, toml)).unwrap_or_else(|fault| panic!("{fault:?}")).0
}

fn fault(toml: &str) -> ParameterError {
    refused(&RULE, toml)
}

/// The result of the only order, and nothing asked besides the answers.
fn result(toml: &str, answers: &[i64]) -> i64 {
    told(&rule(toml), answers)[&("result".to_owned(), 1)]
}

fn exact(toml: &str) -> Odds {
    Odds::of(&rule(toml))
}

fn failure(toml: &str) -> Option<(u64, u64)> {
    exact(toml).fraction("any_failed", 1, 1)
}

// ---- The table -------------------------------------------------------------------------------

/// Whom a row is checked against shows in its odds: ship 1 CE (1/5), colony 2 (7/20), supporting colony 3 (1/2).
const NEVER: (u64, u64) = (0, 1);
const AT_THE_COLONY: (u64, u64) = (7, 20);
const AT_BOTH: (u64, u64) = (12, 25);
const AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY: (u64, u64) = (1, 10);

fn row(id: &str, expected: (u64, u64)) {
    let counts = "ship_inactive_ce = 1\ncolony_inactive_ce = 2\nsupporting_colony_inactive_ce = 3";
    let towards = if id == "commerce/trade-mission" { "\nalien_colony = true" } else { "" };
    assert_eq!(failure(&format!("power = \"{id}\"\n{counts}{towards}")), Some(expected), "{id}");
}

macro_rules! rows {
    ($($sentence:ident: $id:literal, $expected:expr;)*) => {
        $(#[test] fn $sentence() { row($id, $expected); })*
        const TESTED: &[&str] = &[$($id),*];
    };
}

rows! {
    taxation_is_checked_at_the_colony: "taxation", AT_THE_COLONY;
    census_is_never_checked: "census", NEVER;
    exposing_aspects_is_never_checked: "culture/exposing-aspects", NEVER;
    perfecting_proficiencies_is_never_checked: "culture/perfecting-proficiencies", NEVER;
    cohering_is_checked_at_ship_and_colony: "culture/cohering", AT_BOTH;
    introducing_writs_is_never_checked: "culture/introduce-writs", NEVER;
    founding_a_college_is_checked_at_the_host_colony: "culture/found-college", AT_THE_COLONY;
    amending_a_charter_is_checked_at_the_host_colony: "culture/amend-charter", AT_THE_COLONY;
    endowing_colleges_is_never_checked: "culture/endow-colleges", NEVER;
    developing_doctrinal_templates_is_never_checked: "culture/develop-doctrinal-templates", NEVER;
    declaring_or_moving_a_capital_is_never_checked: "order/declare-move-capital-colony", NEVER;
    conversion_is_never_checked: "order/conversion", NEVER;
    naturalization_is_checked_at_the_colony: "order/naturalization", AT_THE_COLONY;
    maintenance_is_never_checked: "order/maintenance", NEVER;
    forming_a_government_is_never_checked: "order/government-formation", NEVER;
    colony_enhancement_is_checked_at_the_colony: "construction/colony-enhancement", AT_THE_COLONY;
    upgrading_a_colonys_defense_era_is_checked_there: "construction/colony-defense-era-upgrade", AT_THE_COLONY;
    laying_a_keel_is_checked_at_the_colony: "construction/laying-keel", AT_THE_COLONY;
    shipbuilding_is_checked_at_the_colony: "construction/shipbuilding", AT_THE_COLONY;
    ship_supply_is_checked_at_ship_and_colony: "construction/ship-supply", AT_BOTH;
    scrapping_is_checked_at_the_colony: "construction/scrapping", AT_THE_COLONY;
    technology_is_never_checked: "technology", NEVER;
    movement_is_checked_at_the_ship_then_at_a_supporting_colony: "movement", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    looking_is_never_checked: "expansion/looking", NEVER;
    scouting_is_never_checked: "expansion/scouting", NEVER;
    loading_population_is_checked_at_the_colony: "expansion/loading-population", AT_THE_COLONY;
    transporting_population_ignores_the_population_and_has_a_second_check:
        "expansion/transporting-population", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    unloading_population_is_checked_at_ship_and_colony: "expansion/unloading-population", AT_BOTH;
    landing_is_checked_at_the_ship_then_at_a_supporting_colony:
        "expansion/landing-population", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    combat_movement_is_checked_at_the_ship_then_at_a_supporting_colony:
        "combat/combat-movement", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    initiating_combat_is_checked_at_the_ship_then_at_a_supporting_colony:
        "combat/initiate-combat", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    combat_alert_itself_is_never_checked: "combat/combat-alert", NEVER;
    seizing_the_initiative_is_never_checked: "combat/seize-initiative", NEVER;
    accepting_a_treaty_is_never_checked: "diplomacy/accept-treaty", NEVER;
    articles_of_a_megacorporation_are_checked_at_the_host_colony:
        "diplomacy/articles-of-incorporation", AT_THE_COLONY;
    breaking_a_treaty_is_never_checked: "diplomacy/break-treaty", NEVER;
    forming_meanings_is_checked_at_the_capital: "diplomacy/form-meanings", AT_THE_COLONY;
    sharing_meanings_is_checked_at_the_capital: "diplomacy/share-meanings", AT_THE_COLONY;
    a_trade_mission_to_an_alien_colony_has_a_second_check:
        "commerce/trade-mission", AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY;
    loading_a_cargo_ship_is_checked_at_ship_and_colony: "commerce/load-cargo-ship", AT_BOTH;
    unloading_a_cargo_ship_is_checked_at_ship_and_colony: "commerce/unload-cargo-ship", AT_BOTH;
    marketing_is_never_checked: "commerce/marketing", NEVER;
    articles_of_incorporation_are_checked_at_the_host_colony: "commerce/articles-of-incorporation", AT_THE_COLONY;
    revoking_articles_is_checked_at_the_host_colony: "commerce/revoke-articles-of-incorporation", AT_THE_COLONY;
    trucking_is_checked_at_each_colony: "commerce/trucking", AT_THE_COLONY;
    carting_is_checked_at_the_sending_colony: "commerce/carting", AT_THE_COLONY;
}

#[test]
fn the_table_has_46_rows_and_special_operations_and_each_row_is_tested_above() {
    assert_eq!(TESTED.len(), 46);
    let ids: Vec<&str> = POWERS.iter().map(|power| power.id).collect();
    assert_eq!(ids[..46], *TESTED);
    assert_eq!(ids[46..], ["special-operations/any"]);
    for (i, power) in POWERS.iter().enumerate() {
        assert!(POWERS[..i].iter().all(|before| before.id != power.id && before.name != power.name), "{}", power.id);
        assert!(!power.page.is_empty(), "{}", power.id);
        let kebab = |c: char| c.is_ascii_lowercase() || c == '-' || c == '/';
        assert!(power.id.chars().all(kebab), "{}", power.id);
    }
}

#[test]
fn the_kinds_of_check_go_by_their_names() {
    for name in Check::NAMES {
        assert_eq!(Check::named(name).map(Check::name), Some(*name));
    }
    assert_eq!(Check::named("shop"), None);
}

// ---- The check -------------------------------------------------------------------------------

#[test]
fn a_check_fails_at_5_20_35_and_then_50_percent() {
    let expected = [(1, 20), (1, 5), (7, 20), (1, 2), (1, 2), (1, 2), (1, 2)];
    for (inactive, expected) in expected.into_iter().enumerate() {
        assert_eq!(failure(&format!("ship_inactive_ce = {inactive}")), Some(expected), "{inactive} inactive CEs");
    }
    assert_eq!(failure("ship_inactive_ce = 20"), Some((1, 2)));
}

#[test]
fn base_step_and_cap_are_the_designers_to_change() {
    assert_eq!(failure("base = 0.1\nper_inactive_ce = 0.2\ncap = 0.9\nship_inactive_ce = 3"), Some((7, 10)));
    assert_eq!(failure("base = 0.6\nship_inactive_ce = 0"), Some((1, 2)), "the cap is over the base");
    assert_eq!(failure("base = 1\nper_inactive_ce = 1\ncap = 1\nship_inactive_ce = 20"), Some((1, 1)));
    assert_eq!(failure("cap = 0"), Some((0, 1)));
}

#[test]
fn temporal_elements_are_never_counted() {
    let odds = exact("check = \"both\"\nship_inactive_temporal_ce = 5\ncolony_inactive_temporal_ce = 9");
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 400)));
}

#[test]
fn nothing_checked_never_fails_and_nothing_is_asked() {
    assert_eq!(result("check = \"none\"\nship_inactive_ce = 20\ncolony_inactive_ce = 20", &[]), OBEYED);
}

#[test]
fn a_ship_is_checked_alone_and_the_colony_not_asked() {
    assert_eq!(result("check = \"ship\"", &[HOLDS]), OBEYED);
    assert_eq!(result("check = \"ship\"", &[FAILS]), FAILED);
    assert_eq!(failure("check = \"ship\"\nship_inactive_ce = 1\ncolony_inactive_ce = 9"), Some((1, 5)));
}

#[test]
fn the_ship_is_checked_when_neither_power_nor_check_is_named() {
    assert_eq!(failure("ship_inactive_ce = 1\ncolony_inactive_ce = 9"), Some((1, 5)));
}

#[test]
fn a_colony_is_checked_alone_and_the_ship_not_asked() {
    assert_eq!(result("check = \"colony\"", &[HOLDS]), OBEYED);
    assert_eq!(failure("check = \"colony\"\nship_inactive_ce = 9\ncolony_inactive_ce = 1"), Some((1, 5)));
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
    assert_eq!(result(&format!("{mission}\nalien_colony = true"), &[FAILS, HOLDS]), SECOND);
}

// ---- Special cases of the text ----------------------------------------------------------------

#[test]
fn landing_with_expired_osl_never_fails() {
    let landing = "power = \"expansion/landing-population\"\nship_inactive_ce = 6";
    assert_eq!(result(&format!("{landing}\nosl_expired = true"), &[]), OBEYED);
    assert_eq!(result(landing, &[FAILS]), FAILED);
}

#[test]
fn initiate_combat_for_pacification_is_not_checked() {
    let combat = "power = \"combat/initiate-combat\"\nship_inactive_ce = 6";
    assert_eq!(result(&format!("{combat}\npacification = true"), &[]), OBEYED);
    assert_eq!(result(combat, &[FAILS]), FAILED);
}

#[test]
fn a_combat_alert_is_not_checked_but_the_combat_it_initiates_is() {
    assert_eq!(result("power = \"combat/combat-alert\"", &[]), OBEYED);
    assert_eq!(result("power = \"combat/initiate-combat\"", &[FAILS]), FAILED);
}

#[test]
fn orders_in_combat_rounds_are_never_checked() {
    // A scenario writes them so: the appendix gives them no row.
    assert_eq!(result("check = \"none\"\nship_inactive_ce = 6\ncolony_inactive_ce = 6", &[]), OBEYED);
}

#[test]
fn a_special_operation_that_spends_an_act_is_not_checked() {
    let mission = "power = \"special-operations/any\"\ncolony_inactive_ce = 2";
    assert_eq!(result(&format!("{mission}\nspends = \"act\""), &[]), OBEYED);
}

#[test]
fn a_special_operation_that_spends_a_scene_is_checked_at_the_colony() {
    let mission = "power = \"special-operations/any\"\nship_inactive_ce = 9\ncolony_inactive_ce = 2";
    assert_eq!(failure(mission), Some((7, 20)));
}

#[test]
fn a_special_operation_at_a_target_ship_is_checked_against_that_ship() {
    let mission = "power = \"special-operations/any\"\ntarget = \"ship\"\nship_inactive_ce = 1\ncolony_inactive_ce = 9";
    assert_eq!(failure(mission), Some((1, 5)));
    assert_eq!(failure(&format!("{mission}\nspends = \"act\"")), Some((0, 1)));
}

#[test]
fn a_unit_engaged_in_a_combat_fails_without_a_check_and_no_reroll_helps() {
    for power in ["movement", "commerce/marketing", "combat/initiate-combat"] {
        assert_eq!(result(&format!("power = \"{power}\"\nengaged = true\nenlightenment = 5"), &[]), FAILED, "{power}");
    }
}

#[test]
fn a_cargo_ship_that_arrived_this_turn_cannot_load() {
    assert_eq!(result("power = \"commerce/load-cargo-ship\"\nbarred = true\nenlightenment = 1", &[]), FAILED);
}

#[test]
fn trucking_at_a_besieged_colony_is_barred() {
    assert_eq!(result("power = \"commerce/trucking\"\nbarred = true\nenlightenment = 1", &[]), FAILED);
}

// ---- Enlightenment ----------------------------------------------------------------------------

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

// ---- Blockade, Writs, RPs ---------------------------------------------------------------------

const RUN: &str = "power = \"commerce/unload-cargo-ship\"\nblockade_success = 0.4\n";

#[test]
fn a_blockade_is_run_between_the_ships_check_and_the_colonys() {
    assert_eq!(result(RUN, &[HOLDS, YES, HOLDS]), OBEYED);
    assert_eq!(result(RUN, &[HOLDS, YES, FAILS]), FAILED);
    assert_eq!(result(RUN, &[HOLDS, NO]), STOPPED);
    assert_eq!(result(RUN, &[FAILS]), FAILED, "no attempt is made");
    let odds = exact(&format!("{RUN}ship_inactive_ce = 1\ncolony_inactive_ce = 2"));
    assert_eq!(odds.fraction("result", 1, STOPPED), Some((12, 25)));
    assert_eq!(odds.fraction("result", 1, OBEYED), Some((26, 125)));
    assert_eq!(odds.fraction("result", 1, FAILED), Some((39, 125)));
}

#[test]
fn a_run_stopped_by_the_blockade_is_no_failed_activation_and_is_not_rerolled() {
    assert_eq!(result(&format!("{RUN}enlightenment = 5"), &[HOLDS, NO]), STOPPED);
}

#[test]
fn in_a_blockade_run_a_reroll_repeats_the_check_that_failed() {
    let run = format!("{RUN}enlightenment = 2");
    assert_eq!(result(&run, &[FAILS, HOLDS, YES, FAILS, HOLDS]), ENLIGHTENED);
    assert_eq!(result(&run, &[HOLDS, YES, FAILS, FAILS, FAILS]), FAILED, "the Blockade is not run again");
}

#[test]
fn a_blockade_that_is_always_run_is_not_asked_about() {
    assert_eq!(result("check = \"both\"\nblockade_success = 1", &[HOLDS, HOLDS]), OBEYED);
    assert_eq!(result("check = \"both\"\nblockade_success = 0", &[HOLDS]), STOPPED);
}

#[test]
fn a_blockade_run_checks_ship_and_colony_whatever_the_power_says_but_what_is_never_checked() {
    assert_eq!(result("check = \"ship\"\nblockade_success = 0.5", &[HOLDS, YES, FAILS]), FAILED);
    assert_eq!(result("check = \"none\"\nblockade_success = 0.5", &[YES]), OBEYED);
    assert_eq!(result("check = \"none\"\nblockade_success = 0.5", &[NO]), STOPPED);
}

#[test]
fn a_second_check_before_a_blockade_saves_the_run() {
    let run = "power = \"movement\"\nblockade_success = 0.5\nsupporting_colony_inactive_ce = 1\nenlightenment = 1";
    assert_eq!(result(run, &[FAILS, HOLDS, YES, HOLDS]), SECOND);
    assert_eq!(result(run, &[FAILS, FAILS, HOLDS, YES, HOLDS]), ENLIGHTENED);
    assert_eq!(result(run, &[FAILS, FAILS, FAILS]), FAILED, "the check that failed first is repeated, alone");
}

#[test]
fn a_writs_conditions_are_tried_after_the_activation_obeyed() {
    let writ = "check = \"colony\"\nconditions = 0.8\nenlightenment = 1";
    assert_eq!(result(writ, &[HOLDS, YES]), OBEYED);
    assert_eq!(result(writ, &[HOLDS, NO]), CONDITIONS, "and no reroll helps");
    assert_eq!(result(writ, &[FAILS, FAILS]), FAILED);
    assert_eq!(result("check = \"none\"\nconditions = 0", &[]), CONDITIONS);
}

#[test]
fn a_failed_activation_spends_no_rps_and_any_other_does() {
    let college = "power = \"culture/found-college\"\ncosts_rp = 40";
    assert_eq!(told(&rule(college), &[FAILS])[&("rp_spent".into(), 1)], 0);
    assert_eq!(told(&rule(college), &[HOLDS])[&("rp_spent".into(), 1)], 40);
    let writ = rule(&format!("{college}\nconditions = 0.5"));
    assert_eq!(told(&writ, &[HOLDS, NO])[&("rp_spent".into(), 1)], 40, "the activation obeyed");
    let run = rule(&format!("{RUN}costs_rp = 7"));
    assert_eq!(told(&run, &[HOLDS, NO])[&("rp_spent".into(), 1)], 7, "the run was attempted");
}

#[test]
fn what_was_stopped_or_lacked_its_conditions_was_not_executed() {
    let told = told(&rule(RUN), &[HOLDS, NO]);
    for metric in ["failures", "any_failed", "all_failed"] {
        assert_eq!(told[&(metric.into(), 1)], 1, "{metric}");
    }
}

// ---- Several orders ---------------------------------------------------------------------------

const FLEET: &str = "
[[orders]]
name = \"Scout\"
ship_inactive_ce = 1
[[orders]]
name = \"Truck\"
power = \"commerce/trucking\"
colony_inactive_ce = [0, 2]
[[orders]]
power = \"movement\"
supporting_colony_inactive_ce = 0
";

#[test]
fn the_failures_of_a_turn_are_the_orders_not_executed() {
    let fleet = rule(FLEET);
    let turn = told(&fleet, &[FAILS, HOLDS, FAILS, FAILS, HOLDS]);
    assert_eq!(turn[&("failures".into(), 1)], 2);
    assert_eq!((turn[&("any_failed".into(), 1)], turn[&("all_failed".into(), 1)]), (1, 0));
    let turn = told(&fleet, &[FAILS, FAILS, FAILS, FAILS]);
    assert_eq!((turn[&("failures".into(), 1)], turn[&("all_failed".into(), 1)]), (3, 1));
}

#[test]
fn each_order_reports_its_result_under_its_name_or_its_powers() {
    let odds = exact(FLEET);
    assert_eq!(odds.fraction("Scout.result", 1, FAILED), Some((1, 5)));
    assert_eq!(odds.fraction("Truck.result", 1, OBEYED), Some((247, 400)));
    assert_eq!(odds.fraction("Movement.result", 1, SECOND), Some((19, 400)));
}

#[test]
fn an_order_takes_what_it_leaves_out_from_the_top_level() {
    let odds = exact(
        "check = \"both\"\nship_inactive_ce = 1\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"\ncheck = \"ship\"",
    );
    assert_eq!(odds.fraction("a.result", 1, FAILED), Some((6, 25)));
    assert_eq!(odds.fraction("b.result", 1, FAILED), Some((1, 5)));
}

#[test]
fn an_orders_own_power_outweighs_the_check_of_the_top_level_and_the_other_way_round() {
    let odds = exact("check = \"both\"\n[[orders]]\npower = \"census\"");
    assert_eq!(odds.fraction("Census.result", 1, OBEYED), Some((1, 1)));
    let odds = exact("power = \"census\"\n[[orders]]\nname = \"a\"\ncheck = \"ship\"");
    assert_eq!(odds.fraction("a.result", 1, FAILED), Some((1, 20)));
}

#[test]
fn a_government_title_fails_only_if_all_colonies_failed_taxation() {
    let colony =
        |name: &str, ce| format!("[[orders]]\nname = \"{name}\"\npower = \"taxation\"\ncolony_inactive_ce = {ce}\n");
    let one = exact(&colony("Home", 2));
    assert_eq!(one.fraction("all_failed", 1, 1), Some((7, 20)), "bad when you have only one colony");
    let three = exact(&(colony("Home", 0) + &colony("Mine", 1) + &colony("Post", 2)));
    assert_eq!(three.fraction("all_failed", 1, 1), Some((7, 2000)));
}

#[test]
fn orders_alike_are_counted_and_report_their_failures() {
    let odds = exact(
        "costs_rp = 3\n[[orders]]\nname = \"Truck\"\ncount = 4\nship_inactive_ce = 1\n[[orders]]\nname = \"Scout\"",
    );
    // Binomial of 4 at 1/5.
    let expected = [(256, 625), (256, 625), (96, 625), (16, 625), (1, 625)];
    for (k, expected) in expected.into_iter().enumerate() {
        assert_eq!(odds.fraction("Truck.failures", 1, k as i64), Some(expected), "{k}");
    }
    assert_eq!(odds.fraction("all_failed", 1, 1), Some((1, 12_500)));
    assert_eq!(odds.fraction("failures", 1, 0), Some((1216, 3125)));
    assert_eq!(odds.fraction("rp_spent", 1, 15), Some((1216, 3125)));
    assert_close(odds.law("rp_spent", 1).mean(), 3.0 * (4.0 * 0.8 + 0.95), "mean RPs");
}

#[test]
fn one_order_with_a_count_at_the_top_level_reports_the_failures_of_all() {
    let odds = exact("count = 2\nship_inactive_ce = 1");
    assert_eq!(odds.fraction("failures", 1, 2), Some((1, 25)));
    assert!(rule("count = 2").metrics().iter().all(|metric| metric.name != "result"));
}

#[test]
fn orders_drawn_at_once_have_the_odds_of_orders_tried_one_by_one() {
    let order = |name: &str, count| {
        format!(
            "[[orders]]\nname = \"{name}\"\ncount = {count}\nship_inactive_ce = 1\ncosts_rp = 2\nenlightenment = 1\ncheck = \"both\"\nconditions = 0.9\n"
        )
    };
    let process = "turns = 2\nsuccession = true\n";
    let many = exact(&format!("{process}{}", order("a", 5)));
    let single = exact(&format!("{process}{}", ["a", "b", "c", "d", "e"].map(|name| order(name, 1)).concat()));
    for metric in ["failures", "rp_spent"] {
        for step in [1, 2] {
            for value in 0..=10 {
                assert_close(many.p(metric, step, value), single.p(metric, step, value), metric);
            }
        }
    }
    assert_close(many.p("completed", 0, 1), single.p("completed", 0, 1), "completed");
}

// ---- Turns and processes ----------------------------------------------------------------------

#[test]
fn every_turn_the_orders_are_given_again() {
    let told = told(&rule("turns = 3"), &[FAILS, HOLDS, FAILS]);
    assert_eq!([1, 2, 3].map(|turn| told[&("result".into(), turn)]), [FAILED, OBEYED, FAILED]);
}

#[test]
fn a_process_is_completed_when_every_order_is_executed_on_every_turn() {
    let told = told(&rule("turns = 3\nsuccession = true"), &[HOLDS, HOLDS, HOLDS]);
    assert_eq!((told[&("completed".into(), 0)], told.get(&("failed_on_turn".into(), 0))), (1, None));
}

#[test]
fn the_first_failure_ends_a_process_and_later_turns_are_never_reached() {
    let told = told(&rule("turns = 3\nsuccession = true\ncosts_rp = 5"), &[HOLDS, FAILS]);
    assert_eq!((told[&("completed".into(), 0)], told[&("failed_on_turn".into(), 0)]), (0, 2));
    assert_eq!([1, 2, 3].map(|turn| told[&("result".into(), turn)]), [OBEYED, FAILED, NOT_REACHED]);
    assert_eq!([1, 2, 3].map(|turn| told[&("failures".into(), turn)]), [0, 1, 1], "not executed");
    assert_eq!([1, 2, 3].map(|turn| told[&("rp_spent".into(), turn)]), [5, 0, 0]);
}

#[test]
fn the_other_orders_of_the_turn_that_ends_a_process_are_still_given() {
    let process = rule("turns = 2\nsuccession = true\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"");
    let told = told(&process, &[FAILS, HOLDS]);
    assert_eq!([1, 2].map(|turn| told[&("failures".into(), turn)]), [1, 2]);
    assert_eq!(told[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn anothers_failure_ends_the_process_for_an_order_too() {
    let process = "turns = 2\nsuccession = true\ncosts_rp = 10\n[[orders]]\nname = \"a\"\nship_inactive_ce = 1\n[[orders]]\nname = \"b\"\nship_inactive_ce = 2\n[[orders]]\nname = \"c\"\nship_inactive_ce = 3\ncosts_rp = 0";
    let odds = exact(process);
    let all = 0.8 * 0.65 * 0.5;
    assert_close(odds.p("completed", 0, 1), all * all, "completed");
    assert_close(odds.p("failed_on_turn", 0, 1), 1.0 - all, "fails on turn 1");
    assert_close(odds.p("failed_on_turn", 0, 2), all * (1.0 - all), "fails on turn 2");
    for (name, p) in [("a", 0.2), ("b", 0.35), ("c", 0.5)] {
        let metric = format!("{name}.result");
        assert_close(odds.p(&metric, 1, FAILED), p, name);
        assert_close(odds.p(&metric, 2, NOT_REACHED), 1.0 - all, name);
        assert_close(odds.p(&metric, 2, FAILED), all * p, name);
    }
    assert_close(odds.p("rp_spent", 2, 20), all * 0.8 * 0.65, "RPs of a turn that was reached");
    assert_close(odds.p("any_failed", 2, 1), 1.0 - all * all, "ended by turn 2");
}

#[test]
fn what_a_blockade_stops_ends_a_process_too() {
    let told = told(&rule(&format!("{RUN}turns = 2\nsuccession = true")), &[HOLDS, NO]);
    assert_eq!(told[&("failed_on_turn".into(), 0)], 1);
}

#[test]
fn a_process_of_two_positions_takes_their_turns_one_after_the_other() {
    let process = "check = \"both\"\nturns = 2\nsuccession = true\n\
                   [[orders]]\nname = \"Ours\"\non_turn = 1\n[[orders]]\nname = \"Theirs\"\non_turn = 2";
    let odds = exact(process);
    assert_close(odds.p("completed", 0, 1), 0.9025 * 0.9025, "both obey, ship and colony");
    assert_close(odds.p("failed_on_turn", 0, 1), 1.0 - 0.9025, "ours");
    assert_close(odds.absent("failed_on_turn", 0), 0.9025 * 0.9025, "completed");
    assert_close(odds.p("Theirs.result", 2, NOT_REACHED), 1.0 - 0.9025, "never reached");
    let broken = told(&rule(process), &[HOLDS, FAILS]);
    assert_eq!((broken[&("failures".into(), 1)], broken[&("failures".into(), 2)]), (1, 1));
    assert!(!broken.contains_key(&("Theirs.result".into(), 1)), "it is not given on turn 1");
    conforms(&rule(process));
}

#[test]
fn an_order_on_one_turn_is_given_on_that_turn_only() {
    let told = told(&rule("turns = 3\non_turn = 2"), &[FAILS]);
    assert_eq!([1, 2, 3].map(|turn| told[&("failures".into(), turn)]), [0, 1, 0]);
    assert_eq!(told.get(&("all_failed".into(), 1)), None, "nothing is ordered");
    assert_eq!(told[&("all_failed".into(), 2)], 1);
}

#[test]
fn a_repeated_order_is_obeyed_on_a_first_turn_or_never() {
    let toml = "turns = 3\nship_inactive_ce = 2";
    let on = |answers: &[i64]| told(&rule(toml), answers).get(&("obeyed_on".into(), 0)).copied();
    assert_eq!((on(&[FAILS, HOLDS, HOLDS]), on(&[FAILS, FAILS, FAILS])), (Some(2), None));
    let odds = exact(toml);
    for turn in 1..=3 {
        assert_close(odds.p("obeyed_on", 0, turn), 0.65 * 0.35f64.powi(turn as i32 - 1), "first obeyed");
    }
    assert_close(odds.absent("obeyed_on", 0), 0.35f64.powi(3), "never");
}

#[test]
fn a_title_fails_by_its_taxations_alone() {
    let toml = "turns = 2\n[[orders]]\nname = \"a\"\npower = \"taxation\"\non_turn = 1\n\
                [[orders]]\nname = \"b\"\npower = \"taxation\"\non_turn = 1\ncolony_inactive_ce = 1\n[[orders]]\nname = \"Scout\"";
    let odds = exact(toml);
    assert_eq!(odds.fraction("title_fails", 1, 1), Some((1, 100)));
    assert_eq!(odds.fraction("all_failed", 1, 1), Some((1, 2000)));
    assert_close(odds.absent("title_fails", 2), 1.0, "no Taxation on turn 2");
    let writ = "power = \"taxation\"\nconditions = 0.5";
    assert_eq!(
        exact(writ).fraction("title_fails", 1, 1),
        Some((1, 20)),
        "it obeyed where the Writ lacked its conditions"
    );
    assert_eq!(exact(writ).fraction("all_failed", 1, 1), Some((21, 40)));
    conforms(&rule(toml));
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

#[test]
fn an_order_may_be_barred_with_a_chance_and_no_reroll_helps() {
    let toml = "power = \"commerce/trucking\"\nbarred = 0.3\nenlightenment = 1";
    assert_eq!(result(toml, &[YES]), FAILED);
    assert_eq!(result(toml, &[NO, FAILS, HOLDS]), ENLIGHTENED, "what did not bar it is not asked again");
    assert_close(exact(toml).p("result", 1, FAILED), 0.3 + 0.7 * 0.05 * 0.05, "barred, or failed twice");
}

#[test]
fn in_a_blockade_run_the_other_reading_rerolls_the_activation_and_runs_again() {
    let run = format!("{RUN}enlightenment = 1\nblockade_reroll = \"activation\"");
    assert_eq!(result(&run, &[HOLDS, YES, FAILS, HOLDS, YES, HOLDS]), ENLIGHTENED);
    assert_eq!(result(&run, &[HOLDS, YES, FAILS, HOLDS, NO]), STOPPED);
}

#[test]
fn under_the_other_reading_what_was_stopped_spends_nothing() {
    let run = rule(&format!("{RUN}costs_rp = 7\nstopped_spends = false"));
    assert_eq!(told(&run, &[HOLDS, NO])[&("rp_spent".into(), 1)], 0);
    let writ = rule("check = \"colony\"\nconditions = 0.5\ncosts_rp = 7\nstopped_spends = false");
    assert_eq!(told(&writ, &[HOLDS, NO])[&("rp_spent".into(), 1)], 0);
    assert_eq!(told(&writ, &[HOLDS, YES])[&("rp_spent".into(), 1)], 7);
}

// ---- Faults -----------------------------------------------------------------------------------

fn problem(toml: &str) -> (String, String) {
    let source = std::sync::Arc::new(Source { name: "test".into(), text: toml.into() });
    let mut problems = Vec::new();
    check::table(&Node::document(&source).expect("TOML"), RULE.parameters, &mut problems);
    assert_eq!(problems.len(), 1, "{toml}");
    (problems[0].what.clone(), problems[0].help.clone())
}

#[test]
fn a_power_that_does_not_exist_names_the_nearest() {
    let (what, help) = problem("power = \"commerce/truking\"");
    assert!(what.contains("commerce/truking"), "{what}");
    assert!(help.contains("did you mean `commerce/trucking`?"), "{help}");
    assert!(help.len() < 120, "{help}");
}

#[test]
fn elements_are_0_to_20() {
    for (toml, what) in [
        ("ship_inactive_ce = 21", "21 is out of range"),
        ("ship_inactive_ce = -1", "-1 is out of range"),
        ("colony_inactive_ce = 21", "21 is out of range"),
        ("colony_inactive_ce = [1, -1]", "-1 is out of range"),
        ("supporting_colony_inactive_ce = 21", "21 is out of range"),
    ] {
        let (found, help) = problem(toml);
        assert_eq!(found, what, "{toml}");
        assert!(help.contains("0 to 20"), "{help}");
    }
}

#[test]
fn a_probability_is_0_to_1() {
    for key in ["base", "per_inactive_ce", "cap", "blockade_success", "conditions"] {
        let (what, help) = problem(&format!("{key} = 1.2"));
        assert_eq!(what, "1.2 is no probability");
        assert!(help.contains("from 0 to 1"), "{help}");
    }
}

#[test]
fn power_and_check_must_agree() {
    let found = fault("power = \"commerce/trucking\"\ncheck = \"ship\"");
    assert_eq!(found.path, "check");
    assert_eq!(found.problem, "commerce/trucking is checked \"colony\", not \"ship\"");
    let found = fault("[[orders]]\nname = \"a\"\n[[orders]]\npower = \"census\"\ncheck = \"both\"");
    assert_eq!(found.path, "orders.1.check");
    assert_eq!(fault("power = \"special-operations/any\"\nspends = \"act\"\ncheck = \"colony\"").path, "check");
    let both = fault("power = \"census\"\ncheck = \"ship\"\n[[orders]]\nname = \"a\"");
    assert_eq!(both.path, "check", "written at the top level");
    rule("power = \"commerce/trucking\"\ncheck = \"colony\"");
}

#[test]
fn a_list_of_colonies_stands_only_where_colonies_are_checked() {
    let found = fault("power = \"movement\"\ncolony_inactive_ce = [1, 2]");
    assert_eq!(found.path, "colony_inactive_ce");
    assert_eq!(found.problem, "a list of colonies, but movement is checked \"ship-then-colony\"");
    assert_eq!(fault("[[orders]]\nname = \"a\"\ncolony_inactive_ce = [1]").path, "orders.0.colony_inactive_ce");
    let inherited = "colony_inactive_ce = [1, 2]\n[[orders]]\nname = \"a\"\n[[orders]]\npower = \"taxation\"";
    // An order that takes the list from the top level may ignore it.
    rule(inherited);
    assert!(fault("check = \"colony\"\ncolony_inactive_ce = []").problem.contains("0 colonies"));
}

#[test]
fn a_process_needs_several_turns() {
    let found = fault("turns = 1\nsuccession = true");
    assert_eq!(found.path, "succession");
    assert!(found.help.contains("2 to 100"), "{}", found.help);
    assert_eq!(fault("succession = true").path, "succession");
}

#[test]
fn what_cannot_be_reached_says_why() {
    let late = fault("turns = 2\non_turn = 3");
    assert_eq!(
        (late.path.as_str(), late.problem.as_str()),
        ("on_turn", "the order is given on turn 3, and there are 2 turns")
    );
    assert_eq!(fault("turns = 2\n[[orders]]\nname = \"a\"\non_turn = 3").path, "orders.0.on_turn");
    let idle = fault("turns = 2\nsuccession = true\non_turn = 1");
    assert_eq!(
        (idle.path.as_str(), idle.problem.as_str()),
        ("succession", "no order of the process is given on turn 2")
    );
    for colony in ["check = \"colony\"", "power = \"commerce/trucking\""] {
        let run = fault(&format!("{colony}\nblockade_success = 0.5"));
        assert_eq!(run.path, "blockade_success");
        assert!(run.problem.contains("no ship of its runs a Blockade"), "{}", run.problem);
    }
    // Of the top level's Blockade a colony's order takes nothing.
    let beside = "blockade_success = 0.5\n[[orders]]\nname = \"a\"\ncheck = \"colony\"\n[[orders]]\nname = \"b\"";
    assert_eq!(exact(beside).fraction("a.result", 1, FAILED), Some((1, 20)));
}

#[test]
fn a_flag_that_concerns_another_power_is_pointed_out() {
    for (toml, key) in [
        ("power = \"movement\"\nosl_expired = true", "osl_expired"),
        ("power = \"movement\"\npacification = true", "pacification"),
        ("power = \"movement\"\nalien_colony = true", "alien_colony"),
        ("power = \"movement\"\nspends = \"act\"", "spends"),
        ("spends = \"act\"", "spends"),
        ("power = \"taxation\"\ntarget = \"ship\"", "target"),
    ] {
        assert_eq!(fault(toml).path, key, "{toml}");
    }
    // Taken from the top level it may concern another order.
    rule("pacification = true\n[[orders]]\npower = \"movement\"");
}

#[test]
fn orders_have_names_that_differ() {
    let twice = fault("[[orders]]\npower = \"movement\"\n[[orders]]\npower = \"movement\"");
    assert_eq!((twice.path.as_str(), twice.problem.as_str()), ("orders.1", "two orders are named \"Movement\""));
    assert_eq!(fault("[[orders]]\nship_inactive_ce = 1").path, "orders.0");
}

#[test]
fn rps_that_no_law_could_hold_are_refused() {
    assert_eq!(fault("count = 1000\ncosts_rp = 1001").path, "costs_rp");
    assert_eq!(fault("costs_rp = 600000\n[[orders]]\nname = \"a\"\n[[orders]]\nname = \"b\"").path, "orders");
}

// ---- Reference, brute force, laws --------------------------------------------------------------

#[test]
fn single_checks_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    let singles = reference["single"].as_object().unwrap();
    assert_eq!(singles.len(), 9);
    for (name, case) in singles {
        let odds = exact(&format!("ship_inactive_ce = {}", case["ce"]));
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail"]), name);
        let odds = exact(&format!("ship_inactive_ce = {}\nenlightenment = 1", case["ce"]));
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail_with_one_enlightenment_reroll"]), name);
        let used = odds.p("result", 1, FAILED) + odds.p("result", 1, ENLIGHTENED);
        assert_close(used, figure(&case["p_reroll_used"]), name);
    }
}

#[test]
fn checks_of_both_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    for (name, case) in reference["both_checked"].as_object().unwrap() {
        let counts = format!("ship_inactive_ce = {}\ncolony_inactive_ce = {}", case["ship_ce"], case["colony_ce"]);
        let odds = exact(&format!("check = \"both\"\n{counts}"));
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail"]), name);
        let odds = exact(&format!("check = \"both\"\n{counts}\nenlightenment = 1"));
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail_reroll_whole_activation"]), name);
        // A reroll for each check is two orders, each with an Enlightenment of its own.
        let apart = format!(
            "enlightenment = 1\n{counts}\n[[orders]]\nname = \"s\"\n[[orders]]\nname = \"c\"\ncheck = \"colony\""
        );
        let expected = figure(&case["p_fail_other_reading_one_reroll_for_each_failed_check"]);
        assert_close(exact(&apart).p("any_failed", 1, 1), expected, name);
    }
    let both = "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = 2";
    assert_eq!(failure(both), Some((12, 25)));
    assert_eq!(failure(&format!("{both}\nenlightenment = 1")), Some((144, 625)));
}

#[test]
fn second_checks_agree_with_the_reference() {
    let reference = reference("power-activation.json");
    let cases = reference["supporting_colony_second_check"].as_object().unwrap();
    assert_eq!(cases.len(), 8);
    for (name, case) in cases {
        let ship = format!("power = \"movement\"\nship_inactive_ce = {}", case["ship_ce"]);
        let colony = format!("{ship}\nsupporting_colony_inactive_ce = {}", case["supporting_colony_ce"]);
        let alone = exact(&ship);
        assert_close(alone.p("result", 1, FAILED), figure(&case["p_fail_no_supporting_colony"]), name);
        let odds = exact(&colony);
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail"]), name);
        let made = odds.p("result", 1, FAILED) + odds.p("result", 1, SECOND);
        assert_close(made, figure(&case["p_second_check_made"]), name);
        let odds = exact(&format!("{colony}\nenlightenment = 1"));
        assert_close(odds.p("result", 1, FAILED), figure(&case["p_fail_reroll_whole_activation"]), name);
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
            let odds = exact(&format!("enlightenment = {rerolls}\n{orders}"));
            let failures = odds.law("failures", 1);
            assert_law(failures, &expected["failures"], name);
            assert_close(failures.mean(), figure(&expected["mean_failures"]), name);
            assert_close(failures.sd().powi(2), figure(&expected["variance_failures"]), name);
            assert_close(odds.p("any_failed", 1, 0), figure(&expected["p_no_failure"]), name);
            assert_close(odds.p("any_failed", 1, 1), figure(&expected["p_at_least_one_failure"]), name);
            assert_close(odds.p("all_failed", 1, 1), figure(&expected["p_all_fail"]), name);
        }
    }
}

/// Every outcome of every check of an activation rolled in advance, tries and all, without any of the rule.
#[test]
fn bf_an_activation_of_three_checks_and_two_rerolls() {
    let p = [0.2, 0.35, 0.5];
    let rule = "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = [2, 3]\nenlightenment = 2";
    let (mut whole, mut one) = (0.0, 0.0);
    for rolls in 0u32..1 << 9 {
        // Bit 3 x try + check: that check fails on that try.
        let fails = |try_: u32, check: u32| rolls >> (3 * try_ + check) & 1 == 1;
        let bits = (0..9).map(|bit| if rolls >> bit & 1 == 1 { p[bit % 3] } else { 1.0 - p[bit % 3] });
        let weight: f64 = bits.product();
        if (0..3).all(|try_| (0..3).any(|check| fails(try_, check))) {
            whole += weight;
        }
        // Rerolls that each check takes until it holds; three failures are never mended by two.
        let needed = |check| (0..3).find(|&try_| !fails(try_, check)).unwrap_or(3);
        if (0..3).map(needed).sum::<u32>() > 2 {
            one += weight;
        }
    }
    assert_close(exact(rule).p("result", 1, FAILED), whole, "whole activations");
    assert_close(exact(&format!("{rule}\nreroll = \"check\"")).p("result", 1, FAILED), one, "single checks");
}

#[test]
fn twelve_orders_of_fifty_are_exact_at_once() {
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
    let odds = exact(&format!("check = \"both\"\nenlightenment = 1\n{orders}"));
    let took = start.elapsed();
    let failures = odds.law("failures", 1);
    assert_close(failures.total().value(), 1.0, "mass");
    let p = |n: i32| (0.05 + 0.15 * f64::from(n)).min(0.5);
    let each = |i: i32| (1.0 - (1.0 - p(i % 4)) * (1.0 - p(i % 3))).powi(2);
    let mean: f64 = (0..12).map(|i| 50.0 * each(i)).sum();
    assert!((failures.mean() - mean).abs() < 1e-10, "{} is not {mean}", failures.mean());
    let spent: f64 = (0..12).map(|i| f64::from(500 * (i % 5)) * (1.0 - each(i))).sum();
    assert!((odds.law("rp_spent", 1).mean() - spent).abs() < 1e-8);
    assert!(took.as_millis() < 500, "{took:?}");
    eprintln!("twelve orders of fifty: {took:?}");
}

#[test]
fn a_hundred_orders_over_a_hundred_turns_are_still_exact() {
    let orders: String = (0..100).map(|i| format!("[[orders]]\nname = \"{i}\"\n")).collect();
    let odds = exact(&format!("turns = 100\ncheck = \"both\"\ncosts_rp = 2\n{orders}"));
    let mean = 100.0 * 39.0 / 400.0;
    assert!((odds.law("failures", 100).mean() - mean).abs() < 1e-10);
    assert!((odds.law("rp_spent", 50).mean() - 2.0 * (100.0 - mean)).abs() < 1e-10);
}

#[test]
fn a_thousand_alike_keep_their_odds() {
    let odds = exact("count = 1000\nship_inactive_ce = 2");
    let failures = odds.law("failures", 1);
    assert_close(failures.total().value(), 1.0, "mass");
    assert!((failures.mean() - 350.0).abs() < 1e-9, "{}", failures.mean());
    assert!((failures.sd().powi(2) - 227.5).abs() < 1e-7, "{}", failures.sd().powi(2));
    assert_eq!(failures.total().fraction(), Some((1, 1)));
    assert_eq!(odds.law("any_failed", 1).masses().iter().map(|&(_, mass)| mass).sum::<Mass>().fraction(), Some((1, 1)));
}

#[test]
fn every_number_and_chart_presented_is_one_of_the_metrics() {
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
        let built = (RULE.build)(&values(RULE.parameters, toml)).unwrap_or_else(|fault| panic!("{fault:?}"));
        let presentation = built.presentation;
        assert!((1..=3).contains(&presentation.headlines.len()), "{toml}");
        let headlines = presentation.headlines.iter().map(|headline| (&headline.metric, headline.step));
        for (name, step) in headlines.chain(presentation.charts.iter().map(|chart| (&chart.metric, chart.step))) {
            let metric = presentation.metrics.iter().find(|metric| metric.name == *name);
            let metric = metric.unwrap_or_else(|| panic!("{toml}: {name}"));
            assert!(step.is_none() || metric.all_steps().any(|own| own == step), "{toml}: {name} at {step:?}");
        }
    }
}

#[test]
fn the_table_is_listed_a_row_a_line() {
    let listing = crate::rules::power_activation::table::listing();
    assert_eq!(listing.lines().count(), 47);
    let trucking = listing.lines().find(|line| line.contains("commerce/trucking")).expect("its row");
    for part in ["colony", "p. 1225", "each colony involved"] {
        assert!(trucking.contains(part), "{trucking}");
    }
}

#[test]
fn it_keeps_the_laws() {
    let all = |toml: &str| conforms(&rule(toml));
    all(
        "check = \"both\"\nship_inactive_ce = 1\ncolony_inactive_ce = [0, 3]\nenlightenment = 2\ncosts_rp = 3\nconditions = 0.7",
    );
    all(
        "power = \"movement\"\nsupporting_colony_inactive_ce = 1\nenlightenment = 1\nreroll = \"check\"\nturns = 4\nsuccession = true\ncosts_rp = 2",
    );
    all(&format!("{RUN}enlightenment = 2\nturns = 2"));
    all(&format!(
        "turns = 3\nsuccession = true\ncosts_rp = 2\n{FLEET}[[orders]]\nname = \"Convoy\"\ncount = 7\n[[orders]]\nname = \"Free\"\ncosts_rp = 0\nconditions = 0.9"
    ));
    all(&format!(
        "turns = 2\ncosts_rp = 2\n{FLEET}[[orders]]\nname = \"Convoy\"\ncount = 7\n[[orders]]\nname = \"Late\"\nbarred = true"
    ));
}
