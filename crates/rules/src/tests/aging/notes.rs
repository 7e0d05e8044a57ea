//! Tests of facts that need no simulation: half-lives, lifetimes, limits.

use super::*;
use oddsmith_engine::Rule as _;

const HALF_LIFE: &str = "half-life (time until half have aged out)";

/// Returns a fact of the presentation as a number.
fn noted_number(toml: &str, label: &str) -> f64 {
    let notes = rule_and_presentation(toml).1.notes;
    let (_, words) = notes
        .iter()
        .find(|(note_label, _)| note_label.starts_with(label))
        .unwrap_or_else(|| panic!("{label}: {notes:?}"));
    words.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn half_lives_of_the_specification_are_noted() {
    assert_eq!(noted_number("", HALF_LIFE), 4.27);
    assert_eq!(
        noted_number("kind = \"missions\"\nstart = 1", HALF_LIFE),
        1.94
    );
    assert_eq!(
        noted_number("kind = \"faculties\"\nstart = 8", HALF_LIFE),
        1.0
    );
    assert_eq!(noted_number("gain = 3", "Long-run average"), 20.0);
}

#[test]
fn notes_agree_with_long_run_exact_odds() {
    let close = |ours: f64, theirs: f64, description: &str| {
        assert!(
            (ours - theirs).abs() < 0.0051,
            "{description}: {ours}, {theirs}"
        )
    };
    for toml in [
        "kind = \"acts\"\nstart = 1",
        "kind = \"counter-missions\"\nstart = 1",
        "kind = \"proficiencies\"\nstart = 1",
        "kind = \"proficiencies\"\nstart = 1\ntitles = 2\ndisruption = 0.5\ncensus_every = 0",
        "kind = \"custom\"\nstart = 1\nloss = 0.6",
    ] {
        let name = rule(toml).metrics()[0].name.clone();
        let odds = exact_odds(&format!("turns = 150\n{toml}"));
        close(
            noted_number(toml, "Expected lifetime"),
            odds.distribution(&format!("{name}.gone_on"), 0).mean(),
            toml,
        );
        let turn = 10;
        let halved = 0.5f64.powf(f64::from(turn) / noted_number(toml, HALF_LIFE));
        close(odds.distribution(&name, turn).mean(), halved, toml);
    }
    for toml in [
        "kind = \"acts\"\ngain = \"1d3-1\"",
        "kind = \"counter-missions\"\ngain = 2",
        "kind = \"missions\"\ngain = 1",
        "kind = \"missions\"\ngain = 1\nlodging_grace = 0",
        "kind = \"missions\"\ngain = 1\nlodging_grace = 3",
        "kind = \"missions\"\ngain = 1\ngrace = 3\ngain_before_aging = false",
        "kind = \"aspects\"\ngain = 2\ndark_placed = 0.5",
        "kind = \"aspects\"\ngain = 1\nremoved_early = 0.25",
        "kind = \"aspects\"\ngain = 1\nremoved_early = 0.25\ngain_before_aging = false",
        "kind = \"proficiencies\"\ngain = 1\ntitles = 1\ntitle_change = 0.5",
    ] {
        let name = rule(toml).metrics()[0].name.clone();
        let odds =
            exact_odds(&format!("turns = 60\n{toml}").replace("\"acts\"", "\"acts\"\nstart = 1"));
        close(
            noted_number(toml, "Long-run average"),
            odds.distribution(&name, 60).mean(),
            toml,
        );
    }
}

/// For RPs, rounding makes the limit approximate, and determines it if the lost share is constant.
#[test]
fn long_run_average_is_omitted_when_rounding_decides() {
    let rps = "kind = \"resource-points\"\ngain = 30\nturns = 60";
    let settled = exact_odds(rps).distribution("resource-points", 60).mean();
    assert!(
        (noted_number(rps, "Long-run average") - settled).abs() < 0.5,
        "{settled}"
    );
    let college = rule_and_presentation("kind = \"faculties\"\nclasses = [8, 5]\ngain = 2")
        .1
        .notes;
    assert!(
        college
            .iter()
            .all(|(label, _)| !label.starts_with("Long-run average")),
        "{college:?}"
    );
}
