//! The schema of scenario files: it takes every scenario that is sound, and refuses what a schema can refuse.

use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

use crate::support::Bench;

fn validator(args: &[&str]) -> Validator {
    let schema: Value = serde_json::from_str(&Bench::new().succeed(args)).expect("JSON");
    jsonschema::draft7::new(&schema).expect("a schema")
}

fn scenario(toml: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(toml).expect("TOML")).expect("JSON")
}

/// The bundled scenarios, name and text.
fn bundled() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder).expect("scenarios").map(|entry| entry.expect("a file").path());
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text"))).collect()
}

#[test]
fn every_bundled_scenario_is_taken_by_the_schema_of_all_and_by_that_of_its_rule() {
    let all = validator(&["schema"]);
    for (name, text) in bundled() {
        let scenario = scenario(&text);
        let told = |validator: &Validator| validator.iter_errors(&scenario).map(|e| e.to_string()).collect::<Vec<_>>();
        assert_eq!(told(&all), Vec::<String>::new(), "{name}");
        let rule = scenario["rule"].as_str().expect("a rule").to_owned();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(&rule);
        let rule = if path.exists() { path.display().to_string() } else { rule };
        assert_eq!(told(&validator(&["schema", &rule])), Vec::<String>::new(), "{name} by {rule}");
    }
}

#[test]
fn what_is_refused_before_a_run_is_underlined_in_an_editor() {
    let all = validator(&["schema"]);
    let wing = validator(&["schema", "wing-activation"]);
    let refused = [
        "title = \"no rule\"",
        "rule = \"wing\"",
        "rule = \"wing-activation\"\nnope = 1",
        "rule = \"wing-activation\"\n[parameters]\ndice = 9999",
        "rule = \"wing-activation\"\n[parameters]\ndice = \"three\"",
        "rule = \"wing-activation\"\n[parameters]\nqualty = 3",
        "rule = \"wing-activation\"\n[[parameters.wings]]\nquality = 3",
        "rule = \"wing-activation\"\n[sweep]\nquality = 3",
        "rule = \"wing-activation\"\n[sweep]\nqualty = [3, 4]",
        "rule = \"wing-activation\"\n[sweep]\nquality = { from = 2 }",
        "rule = \"wing-activation\"\n[run]\ntrials = 0",
        "rule = \"wing-activation\"\n[[charts]]\nkind = \"pie\"",
        "rule = \"wing-activation\"\n[[charts]]\nmetric = \"result\"",
        "rule = \"wing-activation\"\n[[variants]]\nset = { dice = 1 }",
        "rule = \"wing-activation\"\n[[ask]]\nlabel = \"x\"",
        "rule = \"wing-activation\"\n[[metrics]]\nname = \"x\"",
        "rule = \"wing-activation\"\n[[joint]]\nof = [\"actions\"]",
        "rule = \"wing-activation\"\n[labels]\nactions = 3",
        "rule = \"wing-activation\"\n[[variants]]\nname = \"a\"\nset = { dicee = 1 }",
    ];
    for toml in refused {
        let (bench, scenario) = (Bench::new(), scenario(toml));
        assert!(!all.is_valid(&scenario), "{toml}");
        assert!(!wing.is_valid(&scenario), "{toml}");
        bench.write("x.toml", toml);
        assert_eq!(bench.run(&["check", "x.toml"]).status.code(), Some(2), "{toml}");
    }
}

#[test]
fn a_rule_that_is_not_there_has_no_schema() {
    let output = Bench::new().run(&["schema", "wing-activatoin"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(crate::support::stderr(&output).contains("wing-activation"));
}
