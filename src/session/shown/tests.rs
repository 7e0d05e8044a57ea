use serde_json::{Value, json};

use super::super::tests::{bundled, bundled_with_rule, run};
use super::super::{Session, SessionOptions, Texts};

#[test]
fn knobs_follow_the_shown_setting_outside_the_sweep() {
    let knob = |shown: &Value, key: &str| {
        shown["knobs"]
            .as_array()
            .unwrap()
            .iter()
            .find(|knob| knob["key"] == key)
            .expect("a knob")["value"]
            .clone()
    };
    let whole = bundled_with_rule("pig");
    let scenario = whole
        .scenario
        .replace("goal = [10, 20, 30]", "goal = [5, 8, 11]");
    let texts = Texts { scenario, ..whole };
    let wish = SessionOptions {
        most_trials: Some(200),
        random_seed: 1,
        is_narrow: false,
    };
    let mut session = Session::default();
    // The default goal of the rule is 100, which is not among the swept values.
    assert_eq!(knob(&session.begin(&texts, wish), "goal"), "5");
    let (_, shown) = run(&texts, wish);
    assert_eq!(
        (
            &shown["answer"]["setting"],
            &shown["answer"]["knobs"]["goal"]
        ),
        (&json!("Goal 5"), &json!("5"))
    );
    let turned = |goal: u32| {
        let scenario = format!("{}\n[parameters]\ngoal = {goal}\n", texts.scenario);
        run(
            &Texts {
                scenario,
                ..texts.clone()
            },
            wish,
        )
    };
    let (_, among) = turned(8);
    assert_eq!(
        (&among["answer"]["setting"], &among["answer"]["note"]),
        (&json!("Goal 8"), &Value::Null)
    );
    let (session, apart) = turned(7);
    let answer = &apart["answer"];
    assert_eq!(
        (&answer["setting"], &answer["status"]["cases"]),
        (&json!("Goal 7"), &json!(4))
    );
    assert_eq!(
        answer["note"],
        "The charts show Goal 5, 8 and 11; Goal 7 is computed separately."
    );
    // The numbers must equal those of a run of this setting alone. The charts and the files must
    // equal those of the sweep.
    let alone = texts
        .scenario
        .replace("[sweep]\ngoal = [5, 8, 11]", "[parameters]\ngoal = 7");
    let (_, alone) = run(
        &Texts {
            scenario: alone,
            ..texts.clone()
        },
        wish,
    );
    assert_eq!(
        answer["headlines"][0]["v"],
        alone["answer"]["headlines"][0]["v"]
    );
    assert_eq!(answer["play"], alone["answer"]["play"]);
    let charts = |shown: &Value| {
        shown["answer"]["charts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|chart| chart["title"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(charts(&apart), charts(&shown));
    let files = session.files(&[], false).expect("files");
    // Only `run.json` differs, since it contains the text that was run.
    let usual = run(&texts, wish).0.files(&[], false).expect("files");
    for ((name, content), (_, usual)) in files
        .iter()
        .zip(&usual)
        .filter(|((name, _), _)| name != "run.json")
    {
        let [content, usual] = [content, usual].map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!(content, usual, "{name}");
    }
}

#[test]
fn charts_show_the_selected_setting_and_name_held_values() {
    let wing = bundled("wing3d");
    for (quality, cubes) in [(2, 3), (6, 1), (4, 0)] {
        let scenario = wing.scenario.replace(
            "\nquality = 4\n",
            &format!("\nquality = {quality}\ncubes = {cubes}\n"),
        );
        let texts = Texts {
            scenario,
            ..wing.clone()
        };
        let (session, printed) = run(
            &texts,
            SessionOptions {
                most_trials: Some(200),
                random_seed: 1,
                is_narrow: false,
            },
        );
        assert_eq!(
            printed["answer"]["setting"],
            format!("QV {quality}, White cubes {cubes}")
        );
        let (_, report) = session.finished.as_ref().expect("a report");
        for chart in &report.charts {
            for (index, value) in &chart.held {
                let swept = &report.sweep[*index];
                assert_eq!(*value, swept.usual_index, "{}", chart.file);
                let says = format!("{}: {}", swept.label, swept.values[*value]);
                let subtitle = chart.subtitle.replace('\u{a0}', " ");
                assert!(subtitle.contains(&says), "no {says} in {subtitle}");
            }
        }
        assert!(report.charts.iter().any(|chart| !chart.held.is_empty()));
    }
}
