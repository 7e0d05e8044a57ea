//! The bundled scenarios. Each asks a question that a designer has.

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/", $name, ".toml")))),*]
    };
}

/// Names and texts of the scenarios, grouped by rule.
#[rustfmt::skip]
pub const BUNDLED: &[(&str, &str)] = bundled![
    "wing1d", "wing2d", "wing3d", "wing-turn", "wing-questions", "wing-penalty", "wing-order", "wing-cut-short",
    "wing-best", "wing-best-order", "wing-shared-cubes",
    "ce-failure", "ce-both", "ce-enlightenment", "ce-fleet", "ce-taxation", "ce-blockade", "ce-process", "ce-softer",
    "ce-first-round", "ce-trucking", "ce-delivery", "enlightenment-assigned", "enlightenment-best",
    "cohering",
    "aging-acts", "aging-treasury", "aging-missions", "aging-culture", "aging-college", "aging-schedule", "aging-titles",
    "aging-everything", "aging-house-rule", "aging-obeyed",
    "card-spell", "card-grenade", "card-scatter-area", "card-duel",
    "effect-linger", "effect-area", "effect-trigger", "effect-armour", "effect-attack",
    "collision", "collision-combined",
    "upkeep",
    "battle", "race", "wing", "budget", "advantage", "push", "push-best", "press-your-luck", "press-your-luck-best", "duel", "fair-duel", "orders", "poker", "pig", "opening-hand", "loot", "blades",
    "tax-revolt", "held",
];

/// Returns the bundled scenarios for tests. Two that take seconds to explore have fewer cases.
#[doc(hidden)]
pub fn quick_scenarios() -> impl Iterator<Item = (&'static str, String)> {
    let smaller = |name, text: &str| match name {
        "pig" => text.replace("goal = [10, 20, 30]", "goal = [5, 10]"),
        "tax-revolt" => text.replace("inactive\" = [0, 1, 2, 3]", "inactive\" = [0, 3]"),
        _ => text.to_owned(),
    };
    BUNDLED
        .iter()
        .map(move |&(name, text)| (name, smaller(name, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_in_scenarios_is_bundled() {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"))
            .expect("the folder");
        let mut files: Vec<String> = files
            .map(|file| {
                file.expect("a file")
                    .path()
                    .file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        let mut names: Vec<&str> = BUNDLED.iter().map(|(name, _)| *name).collect();
        files.sort();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    #[test]
    fn quick_scenarios_have_fewer_cases() {
        let changed: Vec<&str> = quick_scenarios()
            .zip(BUNDLED)
            .filter(|(quick, whole)| quick.1 != whole.1)
            .map(|(quick, _)| quick.0)
            .collect();
        assert_eq!(changed, ["pig", "tax-revolt"]);
    }
}
