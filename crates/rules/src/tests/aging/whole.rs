//! Tests of the whole rule: all kinds together, large stocks, the bundled scenarios, and checks
//! that every rule must pass.

use super::*;
use oddsmith_engine::AnyRule;
use oddsmith_engine::Rule as _;
use oddsmith_engine::explore::{Budget, Watch};
use oddsmith_engine::simulate::{Purpose, Stream};
use oddsmith_testing::{assert_close, assert_conforms};

#[test]
fn large_stocks_are_simulated_without_looping_over_items() {
    let acts = rule("turns = 200\nstart = 100000\ngain = \"10d6\"");
    let stream = Stream {
        seed: 1,
        case: 0,
        purpose: Purpose::Simulated,
    };
    let (cost, tallies) = AnyRule::pilot(&acts, stream, 20, &Watch::default()).expect("sound");
    assert!(cost < 200.0 * 200.0, "{cost}");
    let left = tallies[1].mean().expect("it is always shown");
    assert!((84_000.0..86_500.0).contains(&left), "{left}");
}

const ALL_KINDS: &str = "turns = 4\ntitles = 2\ndisruption = 0.25\n\
    [[resources]]\nname = \"Acts\"\nkind = \"acts\"\nstart = 3\ngain = \"1d2\"\n\
    [[resources]]\nname = \"Scenes\"\nkind = \"scenes\"\nlocations = [2, 1, 2]\nlocation_loss = 0.1\n\
    [[resources]]\nname = \"RPs\"\nkind = \"resource-points\"\nstart = 30\ngain = 5\nspend = 9\non_cargo_ships = 7\n\
    [[resources]]\nname = \"Aspects\"\nkind = \"aspects\"\nstart = 3\nstart_dark = 1\ngain = 1\ndark_placed = 0.2\nremoved_early = 0.1\n\
    [[resources]]\nname = \"Proficiencies\"\nkind = \"proficiencies\"\nstart = 4\ncensus_every = 2\n\
    [[resources]]\nname = \"Faculties\"\nkind = \"faculties\"\nclasses = [4, 3]\ngain = \"1d2-1\"\n\
    [[resources]]\nname = \"Missions\"\nkind = \"missions\"\nstart = 2\ngain = \"1d2\"\ngrace = 2\n\
    [[resources]]\nname = \"Counters\"\nkind = \"counter-missions\"\nstart = 2\n\
    [[resources]]\nname = \"House\"\nkind = \"custom\"\nstart = 9\nshare = 0.25\n";

#[test]
fn all_nine_kinds_combine_and_conform() {
    let rule = rule(ALL_KINDS);
    assert_conforms(&rule);
    let mut names: Vec<String> = rule
        .metrics()
        .into_iter()
        .map(|metric| metric.name)
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 9 * 4 + 2, "every metric once");
    assert!(
        ["RPs.safe", "Missions.lodged"]
            .iter()
            .all(|name| names.contains(&(*name).to_owned()))
    );
}

#[test]
fn headlines_and_charts_name_existing_metrics() {
    for toml in [
        ALL_KINDS,
        "",
        "kind = \"missions\"\ngain = 1",
        "kind = \"aspects\"\nstart = 3\nremoved_early = 0.5",
    ] {
        let presentation = rule_and_presentation(toml).1;
        let is_shown = |name: &String| {
            presentation
                .metrics
                .iter()
                .any(|metric| metric.name == *name)
        };
        assert!(
            presentation
                .headlines
                .iter()
                .all(|headline| is_shown(&headline.metric))
        );
        assert!(
            presentation
                .charts
                .iter()
                .all(|chart| is_shown(&chart.metric))
        );
    }
}

#[test]
fn aging_scenarios_have_complete_exact_odds() {
    use oddsmith_model::input::check;
    use oddsmith_model::input::diagnostic::Source;
    use oddsmith_model::input::tree::Node;
    let folder = format!("{}/../../scenarios", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if !name.starts_with("aging-") {
            continue;
        }
        let source = std::sync::Arc::new(Source {
            text: std::fs::read_to_string(entry.path()).unwrap(),
            name,
        });
        let document = Node::document(&source).unwrap_or_else(|problem| panic!("{problem:?}"));
        let mut problems = Vec::new();
        let values = check::table(
            document.get("parameters").unwrap(),
            RULE.parameters,
            &mut problems,
        );
        assert!(problems.is_empty(), "{problems:?}");
        let (rule, ..) =
            Aging::new(&values).unwrap_or_else(|fault| panic!("{}: {fault:?}", source.name));
        for part in 0..rule.part_count() {
            assert!(
                rule.explore(part, &Budget::default(), &Watch::default())
                    .is_ok(),
                "{}",
                source.name
            );
        }
        seen += 1;
    }
    assert_eq!(seen, 10);
}

/// The rule has a whole position with all metrics, as in a scenario.
#[test]
fn everything_that_ages_is_solved_exactly() {
    let text = include_str!("../../../../../scenarios/aging-everything.toml");
    let parameters = text
        .split_once("[parameters]")
        .expect("a scenario")
        .1
        .replace("parameters.", "");
    let parameters = parameters.split("[[ask]]").next().expect("parameters");
    let start = std::time::Instant::now();
    let odds = exact_odds(parameters);
    eprintln!("everything that ages: {:?}", start.elapsed());
    assert_close(
        odds.distribution("Acts.total_lost", 0).total().value(),
        1.0,
        "mass",
    );
}
