//! Tests of the table of Power Activations: the check of each row, from its odds.

use super::*;
use crate::power_activation::table::{Check, POWERS, listing};

/// The check of a row follows from its odds: the ship has 1 inactive CE (1/5), the colony 2 (7/20),
/// and the supporting colony 3 (1/2).
const NEVER: (u64, u64) = (0, 1);
const AT_THE_COLONY: (u64, u64) = (7, 20);
const AT_BOTH: (u64, u64) = (12, 25);
const AT_THE_SHIP_THEN_THE_SUPPORTING_COLONY: (u64, u64) = (1, 10);

fn assert_row_check(id: &str, expected: (u64, u64)) {
    let counts = "ship_inactive_ce = 1\ncolony_inactive_ce = 2\nsupporting_colony_inactive_ce = 3";
    let towards = if id == "commerce/trade-mission" {
        "\nalien_colony = true"
    } else {
        ""
    };
    assert_eq!(
        failure_fraction(&format!("power = \"{id}\"\n{counts}{towards}")),
        Some(expected),
        "{id}"
    );
}

macro_rules! rows {
    ($($sentence:ident: $id:literal, $expected:expr;)*) => {
        $(#[test] fn $sentence() { assert_row_check($id, $expected); })*
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
fn all_46_rows_and_special_operations_are_tested() {
    assert_eq!(TESTED.len(), 46);
    let ids: Vec<&str> = POWERS.iter().map(|power| power.id).collect();
    assert_eq!(ids[..46], *TESTED);
    assert_eq!(ids[46..], ["special-operations/any"]);
    for (i, power) in POWERS.iter().enumerate() {
        assert!(
            POWERS[..i]
                .iter()
                .all(|before| before.id != power.id && before.name != power.name),
            "{}",
            power.id
        );
        assert!(!power.page.is_empty(), "{}", power.id);
        let kebab = |c: char| c.is_ascii_lowercase() || c == '-' || c == '/';
        assert!(power.id.chars().all(kebab), "{}", power.id);
    }
}

#[test]
fn checks_are_found_by_name() {
    for name in Check::NAMES {
        assert_eq!(Check::from_name(name).map(Check::name), Some(*name));
    }
    assert_eq!(Check::from_name("shop"), None);
}

#[test]
fn table_lists_each_row_with_conditions_below() {
    let listing = listing();
    let is_row = |line: &&str| !line.starts_with("   ");
    assert_eq!(listing.lines().filter(is_row).count(), 47);
    let mut lines = listing
        .lines()
        .skip_while(|line| !line.contains("commerce/trucking"));
    let trucking = lines.next().expect("its row");
    assert!(
        trucking.contains("colony") && trucking.ends_with("p. 1225"),
        "{trucking}"
    );
    assert!(
        lines
            .next()
            .expect("its condition")
            .contains("each colony involved")
    );
    assert!(listing.lines().filter(is_row).all(|line| line.len() <= 80));
}
