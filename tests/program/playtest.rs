//! Tests `simulate playtest`: logs in, files and messages out. The tests of the numbers are in
//! `src/playtest/tests.rs`.

use serde_json::Value;

use crate::support::{Bench, rows, stderr};

const NOTES: &str = "date,who,actions,result@Vanguard\n\
    1 Nov,Ann,3,mixed\n1 Nov,Ann,0,all-fail\n1 Nov,Ann,5+,mixed\n1 Nov,Ben,4,\n\
    1 Nov,Ben,2,mixed\n8 Nov,Ben,1,mixed\n8 Nov,Ann,3,all-succeed\n8 Nov,Ben,0,all-fail\n";

#[test]
fn a_log_is_compared_and_its_files_are_complete() {
    let bench = Bench::new();
    bench.write("notes.csv", NOTES);
    let text = bench.succeed(&[
        "playtest",
        "wing-turn",
        "notes.csv",
        "--fit",
        "dice",
        "--by",
        "who",
    ]);
    for part in [
        "Actions taken: ",
        "expected 3.86",
        "Luck alone",
        "times as likely with dice",
        "who: Ann",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("1 Nov"), "{text}");
    let folder = "output/wing-turn-playtest";
    let table = rows(&bench.read(&format!("{folder}/playtest.csv")));
    let mean = table
        .iter()
        .find(|row| {
            row["metric"] == "actions" && row["group"].is_empty() && row["value"].is_empty()
        })
        .expect("the mean of the actions");
    assert_eq!(
        (mean["trials"].as_str(), mean["test"].as_str()),
        ("8", "exact")
    );
    let shares: f64 = table
        .iter()
        .filter(|row| {
            row["metric"] == "actions" && row["group"].is_empty() && !row["value"].is_empty()
        })
        .map(|row| row["expected"].parse::<f64>().expect("a share"))
        .sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let weights: f64 = table
        .iter()
        .filter(|row| !row["setting"].is_empty())
        .map(|row| row["probability"].parse::<f64>().expect("a probability"))
        .sum();
    assert!((weights - 1.0).abs() < 1e-9, "{weights}");
    for name in [
        "playtest.svg",
        "playtest.png",
        "playtest-fit.svg",
        "report.html",
        "run.json",
    ] {
        assert!(bench.path(format!("{folder}/{name}")).exists(), "{name}");
    }
    let page = bench.read(&format!("{folder}/report.html"));
    assert!(page.contains("Playtests: 8 trials") && page.contains("Observed and expected"));
    // The files contain nothing of a log except the column of --by.
    for name in ["playtest.csv", "report.html", "run.json", "playtest.svg"] {
        assert!(
            !bench.read(&format!("{folder}/{name}")).contains("8 Nov"),
            "{name}"
        );
    }
}

#[test]
fn json_has_the_comparison() {
    let bench = Bench::new();
    bench.write("notes.csv", NOTES);
    let text = bench.succeed(&["playtest", "wing-turn", "notes.csv", "--json", "--no-save"]);
    let run: Value = serde_json::from_str(&text).expect("JSON");
    let found = &run[0]["playtest"];
    assert_eq!(found["trials"], 8);
    assert!(
        found["headline"]
            .as_str()
            .is_some_and(|text| text.starts_with("Actions taken: "))
    );
    assert_eq!(found["metrics"].as_array().map(Vec::len), Some(2));
    let plan = bench.succeed(&[
        "playtest",
        "wing-turn",
        "--plan",
        "mean(actions)",
        "--between",
        "dice=3",
        "dice=2",
        "--json",
    ]);
    let plan: Value = serde_json::from_str(&plan).expect("JSON");
    assert!(
        plan["trials"][0]["trials"]
            .as_u64()
            .is_some_and(|trials| (5..100).contains(&trials))
    );
}

#[test]
fn an_empty_log_can_be_filled_in() {
    let bench = Bench::new();
    bench.succeed(&["playtest", "wing-turn", "--form", "evening"]);
    let header = bench.read("evening.csv");
    assert!(
        header.starts_with("date,") && header.contains(",actions,"),
        "{header}"
    );
    let page = bench.read("evening.html");
    assert!(
        page.contains("<th>actions<small>Actions taken</small><small>0 to 12</small></th>"),
        "{page}"
    );
    let again = bench.run(&["playtest", "wing-turn", "--form", "evening"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        stderr(&again).contains("evening.html already exists"),
        "{}",
        stderr(&again)
    );
    let cells = |actions: &str| {
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let cell = |name: &&str| match *name {
            "date" => "today".to_owned(),
            "actions" => actions.to_owned(),
            _ => "?".to_owned(),
        };
        names.iter().map(cell).collect::<Vec<_>>().join(",")
    };
    bench.write(
        "evening.csv",
        format!("{header}{}\n{}\n", cells("3"), cells("5")),
    );
    let text = bench.succeed(&["playtest", "wing-turn", "evening.csv", "--no-save"]);
    assert!(
        text.contains("Actions taken: 4.00 on average in 2 trials"),
        "{text}"
    );
}

#[test]
fn mistakes_write_nothing() {
    let bench = Bench::new();
    bench.write("notes.csv", NOTES.replace("5+", "many"));
    let failed = bench.run(&["playtest", "wing-turn", "notes.csv"]);
    assert_eq!(failed.status.code(), Some(2));
    let message = stderr(&failed);
    for part in [
        "`many` is no value of `actions`",
        "notes.csv:4:",
        "allowed: a whole number",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!bench.path("output").exists());
    let text = bench.succeed(&["playtest", "wing-turn", "notes.csv", "--skip", "--no-save"]);
    assert!(
        text.contains("Left out: 1 row (line 4: `many` is no value of `actions`)."),
        "{text}"
    );
    let failed = bench.run(&["playtest", "wing-turn", "missing.csv"]);
    assert_eq!(failed.status.code(), Some(2));
    assert!(
        stderr(&failed).contains("missing.csv cannot be read"),
        "{}",
        stderr(&failed)
    );
    let neither = bench.run(&["playtest", "wing-turn"]);
    assert_eq!(neither.status.code(), Some(2));
}

#[test]
fn the_trials_of_a_run_are_a_log() {
    let bench = Bench::new();
    bench.succeed(&[
        "wing-turn",
        "--samples",
        "300",
        "--trials",
        "300",
        "--no-charts",
        "--no-report",
    ]);
    let text = bench.succeed(&[
        "playtest",
        "wing-turn",
        "output/wing-turn/trials.csv",
        "--no-save",
    ]);
    assert!(text.contains("in 300 trials"), "{text}");
    assert!(
        text.contains("No metric is further off than luck explains."),
        "{text}"
    );
}
