//! Warnings about unused values, rule by rule.

use std::sync::Arc;

use super::bundled::BUNDLED;
use super::document::{Overrides, Scenario};
use super::unused::unused_values;
use crate::input::diagnostic::Source;

fn scenario(toml: &str) -> Scenario {
    let source = Arc::new(Source {
        name: "test.toml".into(),
        text: toml.into(),
    });
    Scenario::parse("test", source, &Overrides::default())
        .unwrap_or_else(|problems| panic!("{toml}\n{problems}"))
}

/// Returns the keys that a warning names.
fn warned_keys(rule: &str, toml: &str) -> Vec<String> {
    let warnings = unused_values(&scenario(&format!("rule = \"{rule}\"\n{toml}")));
    warnings
        .iter()
        .map(|warning| warning.problem.split('`').nth(1).expect("a key").to_owned())
        .collect()
}

/// Settings that have no effect cause a warning, until another parameter gives them one.
#[test]
fn settings_without_effect_are_warned_about() {
    for (rule, unused, key, used) in [
        (
            "wing-activation",
            "spend = \"avert\"",
            "spend",
            "spend = \"avert\"\ncubes = 1",
        ),
        (
            "wing-activation",
            "ones_always_fail = true",
            "ones_always_fail",
            "ones_always_fail = true\ncubes = 5",
        ),
        (
            "wing-activation",
            "cap_at_most_sides = true\ncubes = 2",
            "cap_at_most_sides",
            "cap_at_most_sides = true\ncubes = 2\nquality = 7",
        ),
        (
            "wing-activation",
            "spend_before_roll = true",
            "spend_before_roll",
            "spend_before_roll = true\ncubes = 2",
        ),
        (
            "wing-activation",
            "penalties = false\npenalty_from_one_die = true\ndice = 1",
            "penalty_from_one_die",
            "penalty_from_one_die = true\ndice = 1",
        ),
        (
            "wing-activation",
            "quality = 5\nwings = [{ name = \"a\", quality = 3 }]",
            "quality",
            "quality = 5\nwings = [{ name = \"a\" }]",
        ),
        (
            "power-activation",
            "colony_inactive_ce = 2",
            "colony_inactive_ce",
            "colony_inactive_ce = 2\ncheck = \"both\"",
        ),
        (
            "power-activation",
            "ship_inactive_ce = 2\ncheck = \"colony\"",
            "ship_inactive_ce",
            "ship_inactive_ce = 2\ncheck = \"both\"",
        ),
        (
            "power-activation",
            "supporting_colony_inactive_ce = 0",
            "supporting_colony_inactive_ce",
            "supporting_colony_inactive_ce = 0\npower = \"movement\"",
        ),
        (
            "power-activation",
            "supporting_colony_inactive_ce = 0\npower = \"commerce/trade-mission\"",
            "supporting_colony_inactive_ce",
            "supporting_colony_inactive_ce = 0\npower = \"commerce/trade-mission\"\nalien_colony = true",
        ),
        (
            "power-activation",
            "reroll = \"check\"\ncheck = \"both\"",
            "reroll",
            "reroll = \"check\"\ncheck = \"both\"\nenlightenment = 1",
        ),
        (
            "power-activation",
            "reroll = \"check\"\nenlightenment = 1",
            "reroll",
            "reroll = \"check\"\nenlightenment = 1\npower = \"movement\"\nsupporting_colony_inactive_ce = 1",
        ),
        (
            "power-activation",
            "blockade_reroll = \"activation\"\nenlightenment = 1",
            "blockade_reroll",
            "blockade_reroll = \"activation\"\nenlightenment = 1\nblockade_success = 0.5",
        ),
        (
            "power-activation",
            "stopped_spends = false\ncosts_rp = 2",
            "stopped_spends",
            "stopped_spends = false\ncosts_rp = 2\nconditions = 0.5",
        ),
        (
            "power-activation",
            "enlightenment = 1\ncheck = \"none\"",
            "enlightenment",
            "enlightenment = 1",
        ),
        (
            "power-activation",
            "enlightenment = 1\nengaged = true",
            "enlightenment",
            "enlightenment = 1\nbarred = 0.5",
        ),
        (
            "power-activation",
            "cap = 0.4\nship_inactive_ce = 1",
            "cap",
            "cap = 0.4\nship_inactive_ce = 3",
        ),
        (
            "power-activation",
            "ship_inactive_temporal_ce = 1",
            "ship_inactive_temporal_ce",
            "ship_inactive_ce = 1",
        ),
        (
            "cohering",
            "check = \"ship\"\ncolony_inactive_ce = 1",
            "colony_inactive_ce",
            "colony_inactive_ce = 1",
        ),
        (
            "cohering",
            "reroll = \"check\"",
            "reroll",
            "reroll = \"check\"\nenlightenment = 1",
        ),
        (
            "cohering",
            "check = \"none\"\nenlightenment = 1",
            "enlightenment",
            "check = \"ship\"\nenlightenment = 1",
        ),
        ("cohering", "cap = 0.9\nelements = 2", "cap", "cap = 0.9"),
        (
            "aging",
            "titles = 2",
            "titles",
            "titles = 2\ndisruption = 0.1\nkind = \"resource-points\"\nstart = 9",
        ),
        (
            "aging",
            "titles = 2\ndisruption = 0.1",
            "disruption",
            "titles = 2\ndisruption = 0.1\nkind = \"proficiencies\"\nstart = 3",
        ),
        (
            "aging",
            "kind = \"resource-points\"\nstart = 9\ntitles = 2\ntitle_change = 0.1",
            "title_change",
            "kind = \"proficiencies\"\nstart = 9\ntitles = 2\ntitle_change = 0.1",
        ),
        (
            "aging",
            "kind = \"proficiencies\"\nstart = 3\ndisrupted_titles = 2",
            "disrupted_titles",
            "kind = \"resource-points\"\nstart = 3\ndisrupted_titles = 2",
        ),
        (
            "aging",
            "recovery = 0.5",
            "recovery",
            "recovery = 0.5\ntitles = 1\ndisruption = 0.1\nkind = \"resource-points\"\nstart = 9",
        ),
        (
            "aging",
            "kind = \"resource-points\"\nstart = 9\nper_disrupted_title = 0.2",
            "per_disrupted_title",
            "kind = \"resource-points\"\nstart = 9\nper_disrupted_title = 0.2\ndisrupted_titles = 1",
        ),
        (
            "aging",
            "kind = \"proficiencies\"\nstart = 9\nloss_at_disruption = 0.3",
            "loss_at_disruption",
            "kind = \"proficiencies\"\nstart = 9\nloss_at_disruption = 0.3\ntitles = 1\ntitle_change = 0.5",
        ),
        (
            "aging",
            "kind = \"proficiencies\"\nstart = 9\ncensus_every = 0\nloss_at_census = 0.4",
            "loss_at_census",
            "kind = \"proficiencies\"\nstart = 9\nloss_at_census = 0.4",
        ),
        (
            "aging",
            "kind = \"missions\"\nstart = 3\ngrace = 2",
            "grace",
            "kind = \"missions\"\nstart = 3\ngrace = 2\ngain = 1",
        ),
        (
            "aging",
            "kind = \"missions\"\nstart = 3\nlodging = 0.5",
            "lodging",
            "kind = \"missions\"\nstart = 3\nlodging = 0.5\ngain = 1",
        ),
        (
            "aging",
            "kind = \"aspects\"\nstart = 3\ndark_placed = 0.5",
            "dark_placed",
            "kind = \"aspects\"\nstart = 3\ndark_placed = 0.5\ngain = 1",
        ),
        (
            "aging",
            "gain_before_aging = true",
            "gain_before_aging",
            "gain_before_aging = true\ngain = 1",
        ),
        (
            "aging",
            "kind = \"scenes\"\nstart = 3\nlocation_loss = 0.5",
            "location_loss",
            "kind = \"scenes\"\nlocations = [3]\nlocation_loss = 0.5",
        ),
        (
            "aging",
            "kind = \"faculties\"\nclasses = [4, 3]\nspend_from = \"oldest\"",
            "spend_from",
            "kind = \"faculties\"\nclasses = [4, 3]\nspend_from = \"oldest\"\nspend = 1",
        ),
        (
            "card-activation",
            "scatter.distance = \"1d6\"",
            "distance",
            "on_failure = \"scatter\"\nscatter.distance = \"1d6\"",
        ),
        (
            "card-activation",
            "resistance.per_square = 3",
            "per_square",
            "resistance.per_square = 3\nresistance.squares = 1",
        ),
        (
            "card-activation",
            "resistance.creature_minimum = 3",
            "creature_minimum",
            "resistance.creature_minimum = 3\nresistance.creatures = [1]",
        ),
        (
            "power-effect",
            "presence = 3",
            "presence",
            "presence = 3\ntargets = 2\npresence_limit = 5",
        ),
        (
            "power-effect",
            "presence_limit = 50\ntargets = 3",
            "presence_limit",
            "presence_limit = 2\ntargets = 3",
        ),
        (
            "power-effect",
            "willing = true\nresistance = 5",
            "resistance",
            "resistance = 5",
        ),
        (
            "power-effect",
            "sustained_rounds = 90\nlingers = true",
            "sustained_rounds",
            "sustained_rounds = 9\nlingers = true",
        ),
        (
            "power-effect",
            "aim = { area = false }",
            "area",
            "aim = { area = false }\ntargets = 2",
        ),
        (
            "power-collision",
            "initiative = 3",
            "initiative",
            "initiative = -6",
        ),
        (
            "power-collision",
            "initiative = -6\nour_offence = 4\ntheir_offence = 4\nopen_rolls = true",
            "open_rolls",
            "our_offence = 4\ntheir_offence = 4\nopen_rolls = true",
        ),
        (
            "power-maintenance",
            "pool_max = 20",
            "pool_max",
            "pool_max = 20\ngain = 2",
        ),
        (
            "power-maintenance",
            "dawn_in = 20",
            "dawn_in",
            "dawn_in = 20\nmaintenance = \"daily\"",
        ),
        (
            "power-maintenance",
            "maintenance = \"daily\"\ncost = 3",
            "cost",
            "maintenance = \"major\"\ncost = 3",
        ),
    ] {
        let written = |toml: &str| format!("[parameters]\n{toml}");
        let keys = warned_keys(rule, &written(unused));
        assert!(
            keys.iter().any(|warned_key| warned_key == key),
            "{rule}: `{key}` of {unused:?} is not warned of: {keys:?}"
        );
        let keys = warned_keys(rule, &written(used));
        assert!(
            !keys.iter().any(|warned_key| warned_key == key),
            "{rule}: `{key}` of {used:?} is warned of: {keys:?}"
        );
    }
}

#[test]
fn values_used_in_any_case_are_not_warned_about() {
    let base = "rule = \"card-activation\"\n[parameters]\ndice = \"1d6\"\nscatter.area = 2\n";
    let keys = |more: &str| unused_values(&scenario(&format!("{base}{more}"))).len();
    assert_eq!(keys(""), 1);
    assert_eq!(
        keys(
            "[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\nset = { on_failure = \"scatter\" }\n"
        ),
        0
    );
    assert_eq!(keys("[sweep]\non_failure = [\"fizzle\", \"scatter\"]\n"), 0);
    assert_eq!(
        keys("[sweep]\nties = [\"fail\", \"succeed\"]\n"),
        1,
        "in no case"
    );
}

#[test]
fn explicit_defaults_are_not_warned_about() {
    let none: [&str; 0] = [];
    let scatter = |on_failure: &str| {
        warned_keys(
            "card-activation",
            &format!("[parameters]\non_failure = \"{on_failure}\"\nscatter.directions = 8\n"),
        )
    };
    assert_eq!(scatter("scatter"), none);
    assert_eq!(scatter("fizzle"), ["directions", "on_failure"][..1]);
    assert_eq!(
        warned_keys(
            "power-activation",
            "[parameters]\ncheck = \"ship\"\nship_inactive_ce = 1\n"
        ),
        none
    );
    assert_eq!(
        warned_keys("aging", "[parameters]\nloss = 0.15\nstart = 12\n"),
        none
    );
    assert_eq!(
        warned_keys(
            "aging",
            "[parameters]\nkind = \"missions\"\nstart = 3\ngain = 1\ngrace = 1\nlodging = 1\n"
        ),
        none
    );
    assert_eq!(
        warned_keys(
            "wing-activation",
            "[parameters]\nsides = 6\nspend = \"greedy\"\n"
        ),
        none
    );
}

#[test]
fn unused_swept_value_is_warned_about_at_its_place() {
    let warnings = unused_values(&scenario(
        "rule = \"power-activation\"\n[sweep]\ncolony_inactive_ce = [0, 1, 2]\n",
    ));
    assert_eq!(warnings.len(), 1);
    let place = warnings[0].place.as_ref().expect("a place");
    assert!(
        place.source.text[place.span.clone()].starts_with(['1', '2']),
        "{:?}",
        place.span
    );
    assert!(
        warnings[0]
            .help
            .starts_with("How many of the colony's CEs are inactive"),
        "{}",
        warnings[0].help
    );
}

#[test]
fn bundled_scenarios_have_no_unused_values() {
    for (name, text) in BUNDLED {
        let source = Arc::new(Source {
            name: format!("{name}.toml"),
            text: (*text).to_owned(),
        });
        let scenario =
            Scenario::parse(name, source, &Overrides::default()).unwrap_or_else(|e| panic!("{e}"));
        let warnings: Vec<String> = unused_values(&scenario)
            .iter()
            .map(|warning| warning.problem.clone())
            .collect();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}
