//! Tests the other pages: columns of results and shards, keys of charts and scenarios, and the page
//! for users of other tools.

use std::io::Read;

use oddsmith::report::columns;

use super::held::{first_column, page};
use crate::support::{Bench, stderr};

#[test]
fn the_results_page_has_every_column_and_every_key() {
    let page = page("results.md");
    let tables: [(&str, &[&str]); 8] = [
        ("distribution.csv", &columns::DISTRIBUTION),
        ("summary.csv", &columns::SUMMARY),
        ("asks.csv", &columns::ASKS),
        ("joint.csv", &columns::JOINT),
        ("policy.csv", &columns::POLICY),
        ("sensitivity.csv", &columns::SENSITIVITY),
        ("changes.csv", &columns::CHANGES),
        ("balance.csv", &columns::BALANCE),
    ];
    for (file, columns) in tables {
        let listed = first_column(&page, file);
        assert_eq!(
            listed.iter().take(columns.len()).collect::<Vec<_>>(),
            columns.iter().collect::<Vec<_>>(),
            "{file}"
        );
    }
    let bench = Bench::new();
    bench.succeed(&[
        "battle",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
        "--quiet",
    ]);
    let manifest: serde_json::Value =
        serde_json::from_str(&bench.read("output/battle/run.json")).expect("JSON");
    let listed = first_column(&page, "run.json");
    for key in manifest.as_object().expect("an object").keys() {
        assert!(listed.contains(key), "run.json: {key}");
    }
    let results = bench.json(&["battle", "--trials", "100", "--no-save", "--json"]);
    let listed = first_column(&page, "JSON");
    let keys = [&results[0], &results[0]["cases"][0]]
        .map(|object| object.as_object().expect("an object").keys());
    for key in keys.into_iter().flatten() {
        assert!(listed.contains(key), "--json: {key}");
    }
}

#[test]
fn the_scaling_page_has_every_column_of_a_shard() {
    let bench = Bench::new();
    bench.succeed(&["wing1d", "--trials", "100", "--shard", "1/2", "--quiet"]);
    let file = std::fs::File::open(bench.path("output/wing1d/shard-0001-of-0002.csv.gz"))
        .expect("a shard");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("a table");
    let listed = first_column(&page("scaling.md"), "The columns of a shard");
    for column in text.lines().next().expect("a header").split(',') {
        assert!(listed.iter().any(|name| name == column), "{column}");
    }
}

/// Returns the rows of the tables whose last column is an answer: the input, and the answer.
fn answered_rows(page: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut is_answered = false;
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        is_answered = line.starts_with('|') && (is_answered || cells.last() == Some(&"answer"));
        if let (true, [.., expression, answer]) = (is_answered && line.contains('`'), &cells[..]) {
            rows.push((
                expression.trim_matches('`').to_owned(),
                answer.trim_matches('`').to_owned(),
            ));
        }
    }
    rows
}

#[test]
fn every_answer_for_users_of_other_tools_is_right() {
    let rows = answered_rows(&page("coming-from.md"));
    assert!(rows.len() > 40, "{}", rows.len());
    let bench = Bench::new();
    let (mut names, mut typed_rows) = (Vec::new(), 0);
    for (number, (expression, answer)) in rows.iter().enumerate() {
        let name = format!("row-{number}.odds");
        if let Some(typed) = expression.strip_prefix("simulate ") {
            let typed = typed.trim_matches('"').to_owned();
            let rolls = oddsmith::rolls::read(&[typed])
                .unwrap_or_else(|problems| panic!("{expression}: {problems:?}"));
            let answer = answer.replace('x', "result");
            bench.write(
                &name,
                format!("{}\nexpect(\"{answer}\")\n", rolls.rule.source.text),
            );
            names.push(name);
            typed_rows += 1;
            continue;
        }
        let metric = if answer.starts_with("P(x)") {
            "flag"
        } else {
            "count"
        };
        let taken = if expression.contains("exploding(") {
            "use \"std\": exploding\n"
        } else {
            ""
        };
        let rule = format!(
            "x = {metric}(\"X\")\n\ndef trial():\n    record(x, {expression})\n\nexpect(\"{answer}\")\n"
        );
        bench.write(&name, format!("{taken}{rule}"));
        names.push(name);
    }
    assert!(typed_rows > 25, "{typed_rows}");
    let arguments: Vec<&str> = ["check"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .collect();
    let output = bench.run(&arguments);
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        stderr(&output)
    );
}

#[test]
fn charts_page_has_every_kind_and_key() {
    let schema: serde_json::Value =
        serde_json::from_str(&Bench::new().succeed(&["schema"])).expect("a schema");
    let keys = &schema["properties"]["charts"]["items"]["properties"];
    let page = page("charts.md");
    let kinds = first_column(&page, "Kinds");
    for kind in keys["kind"]["enum"].as_array().expect("the kinds") {
        assert!(kinds.iter().any(|name| kind == name), "{kind}");
    }
    let listed = first_column(&page, "Keys");
    for key in keys.as_object().expect("the keys").keys() {
        assert!(listed.contains(key), "{key}");
    }
}

#[test]
fn scenarios_page_has_every_section_and_run_key() {
    let schema: serde_json::Value =
        serde_json::from_str(&Bench::new().succeed(&["schema"])).expect("a schema");
    let page = page("scenarios.md");
    let sections = &schema["properties"];
    for (heading, keys) in [
        ("Sections", sections),
        ("Run", &sections["run"]["properties"]),
    ] {
        let listed = first_column(&page, heading);
        for key in keys.as_object().expect("keys").keys() {
            assert!(listed.contains(key), "{heading}: {key}");
        }
    }
    let bench = Bench::new();
    for block in page.split("```toml ").skip(1) {
        let (name, text) = block.split_once('\n').expect("a line after the fence");
        bench.write(name, text.split("```").next().expect("the end of a block"));
        bench.succeed(&["check", name]);
    }
}
