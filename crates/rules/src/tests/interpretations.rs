//! Tests of the other interpretations of rules: each is selected by its key, and changes the odds
//! of some scenario.

use std::collections::BTreeMap;

use crate::RULES;
use oddsmith_testing::{Odds, values};

/// The other parameters with which an interpretation matters, by the setting that selects it.
const EXTRA_PARAMETERS: &[(&str, &str, &str)] = &[
    ("wing-activation", "spend_before_roll", "cubes = 2"),
    (
        "wing-activation",
        "declares_die",
        "cubes = 2\nspend_before_roll = true",
    ),
    ("wing-activation", "spend", "cubes = 2"),
    (
        "wing-activation",
        "cap_at_most_sides",
        "quality = 7\ncubes = 3",
    ),
    ("wing-activation", "ones_always_fail", "cubes = 3"),
    (
        "wing-activation",
        "penalty_from_one_die",
        "dice = 1\nwings = [{ name = \"a\" }, { name = \"b\", dice = 3 }]",
    ),
    (
        "wing-activation",
        "penalties",
        "wings = [{ name = \"a\" }, { name = \"b\" }]",
    ),
    (
        "power-activation",
        "enlightenment_stock",
        "ship_inactive_ce = 2",
    ),
    (
        "power-activation",
        "reroll",
        "check = \"both\"\nenlightenment = 1",
    ),
    (
        "power-activation",
        "blockade_reroll",
        "check = \"both\"\nblockade_success = 0.5\nenlightenment = 1",
    ),
    (
        "power-activation",
        "stopped_spends",
        "check = \"both\"\nblockade_success = 0.5\ncosts_rp = 3",
    ),
    (
        "power-activation",
        "target",
        "power = \"special-operations/any\"\nship_inactive_ce = 1",
    ),
    ("cohering", "lapse", ""),
    ("cohering", "restored", ""),
    ("cohering", "snowball", ""),
    ("cohering", "check", ""),
    ("cohering", "reroll", "enlightenment = 1"),
    (
        "aging",
        "loss",
        "kind = \"resource-points\"\nstart = 100\nturns = 1",
    ),
    (
        "aging",
        "rounding",
        "kind = \"resource-points\"\nstart = 14\nturns = 1",
    ),
    (
        "aging",
        "lodging_grace",
        "kind = \"missions\"\ngain = 1\nturns = 3",
    ),
    (
        "aging",
        "lodging",
        "kind = \"missions\"\ngain = 1\nturns = 3",
    ),
    (
        "aging",
        "other_loss",
        "kind = \"missions\"\nstart = 3\nturns = 3",
    ),
    ("aging", "spend", "start = 3\nturns = 2"),
    (
        "aging",
        "spend_from",
        "kind = \"scenes\"\nstart = 2\nlocations = [3]\nlocation_loss = 0.5\nspend = 3\nturns = 2",
    ),
    (
        "aging",
        "recovery",
        "kind = \"resource-points\"\nstart = 100\nturns = 2\ntitles = 1\ndisruption = 0.3",
    ),
    ("card-activation", "cards", ""),
    ("card-activation", "ties", "dice = \"1d6\""),
    (
        "card-activation",
        "resistance.per_square",
        "dice = \"1d6\"\nresistance.squares = 1",
    ),
    (
        "card-activation",
        "resistance.creature_minimum",
        "dice = \"1d6\"\nresistance.creatures = [0]",
    ),
    ("card-activation", "on_failure", "dice = \"1d6\""),
    (
        "card-activation",
        "scatter.area",
        "dice = \"1d6\"\non_failure = \"scatter\"",
    ),
    (
        "card-activation",
        "scatter.directions",
        "dice = \"1d6\"\non_failure = \"scatter\"",
    ),
    (
        "card-activation",
        "scatter.distance",
        "dice = \"1d6\"\non_failure = \"scatter\"",
    ),
    (
        "power-effect",
        "aim.area",
        "targets = 2\naim.offence = 0\nrounds = 2",
    ),
    (
        "power-effect",
        "aim.open_rolls",
        "aim.offence = 0\nrounds = 2",
    ),
    ("power-effect", "lingers", "rounds = 3"),
    ("power-effect", "trigger", "rounds = 3"),
    ("power-effect", "immune_from", "trigger = true\nrounds = 4"),
    (
        "power-effect",
        "sustained_rounds",
        "lingers = true\nrounds = 8",
    ),
    ("power-effect", "difficulty", ""),
    (
        "power-collision",
        "open_rolls",
        "our_offence = 6\ntheir_offence = 9",
    ),
    ("power-collision", "bands", ""),
    (
        "power-maintenance",
        "dawn_in",
        "maintenance = \"daily\"\ncost = 11\nrounds = 60",
    ),
    (
        "power-maintenance",
        "pool_max",
        "gain = \"1d6\"\ncost = 3\nrounds = 20",
    ),
    ("power-maintenance", "gain", "rounds = 20"),
];

/// Interpretations that replace another parameter: the parameters with and without them.
const REPLACED_PARAMETERS: &[(&str, &str, &str, &str)] = &[
    (
        "power-activation",
        "check",
        "ship_inactive_ce = 1",
        "power = \"expansion/unloading-population\"\nship_inactive_ce = 1",
    ),
    ("power-collision", "our_offence", "their_offence = 9", ""),
];

/// Returns the probability of every value of every metric at every step.
fn distributions(id: &str, toml: &str) -> BTreeMap<(String, u32, Option<i64>), f64> {
    let info = RULES.iter().find(|info| info.id == id).expect("a rule");
    let built = (info.build)(&values(info.parameters, toml))
        .unwrap_or_else(|fault| panic!("{toml}: {fault:?}"));
    let odds = Odds::from_built(&built);
    let mut distributions = BTreeMap::new();
    for ((metric, step), distribution) in odds.distributions_by_metric() {
        distributions.insert((metric.clone(), step, None), distribution.absent.value());
        for &(value, mass) in distribution.pmf.masses() {
            distributions.insert((metric.clone(), step, Some(value)), mass.value());
        }
    }
    distributions
}

#[test]
fn every_alternative_interpretation_changes_the_odds() {
    let mut read = 0;
    for info in RULES {
        for other in info
            .words
            .interpretations
            .iter()
            .flat_map(|interpretation| interpretation.alternatives)
        {
            let is_this_interpretation =
                |(id, key): (&str, &str)| id == info.id && key == other.key;
            let extra = EXTRA_PARAMETERS
                .iter()
                .find(|(id, key, _)| is_this_interpretation((id, key)))
                .map(|(.., parameters)| (*parameters, *parameters));
            let in_place = REPLACED_PARAMETERS
                .iter()
                .find(|(id, key, ..)| is_this_interpretation((id, key)))
                .map(|(_, _, with, without)| (*with, *without));
            let (with, without) = extra.or(in_place).unwrap_or_else(|| {
                panic!(
                    "{}: say with which parameters {} matters",
                    info.id, other.key
                )
            });
            let ours = distributions(info.id, without);
            let theirs = distributions(info.id, &format!("{}\n{with}", other.setting()));
            let differs = |(key, p): (&(String, u32, Option<i64>), &f64)| {
                (theirs.get(key).unwrap_or(&0.0) - p).abs() > 1e-9
            };
            assert!(
                ours.iter().any(differs),
                "{}: {} changes no odds with {with:?}",
                info.id,
                other.setting()
            );
            read += 1;
        }
    }
    assert!(read >= 45, "{read}");
}
