//! Tests the session that the page runs.

mod playtest;
mod problems;

use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::export::files::InMemory;
use crate::input::diagnostic::Source;

pub(super) fn run(texts: &Texts, wish: SessionOptions) -> (Session, Value) {
    let mut session = Session::default();
    let begun = session.begin(texts, wish);
    assert!(begun.get("problems").is_none(), "{begun:#}");
    loop {
        let printed = session.step(texts);
        if printed.get("total").is_none() {
            return (session, printed);
        }
    }
}

pub(super) fn bundled(name: &str) -> Texts {
    let (_, text) = crate::scenario::bundled::BUNDLED
        .iter()
        .find(|(known_name, _)| *known_name == name)
        .expect("bundled");
    Texts {
        name: name.to_owned(),
        scenario: (*text).to_owned(),
        rule_file: None,
    }
}

/// Returns a bundled scenario, and the bundled rule file that it names.
pub(super) fn bundled_with_rule(name: &str) -> Texts {
    let mut texts = bundled(name);
    let named = crate::input::tree::Node::document(&Arc::new(Source {
        name: String::new(),
        text: texts.scenario.clone(),
    }));
    let rule = named
        .ok()
        .and_then(|document| document.get("rule")?.text().map(str::to_owned))
        .unwrap_or_default();
    texts.rule_file = catalogue()["ruleFiles"]
        .as_array()
        .unwrap()
        .iter()
        .find(|rule_file| rule_file["name"] == rule.as_str())
        .map(|rule_file| (rule.clone(), rule_file["text"].as_str().unwrap().to_owned()));
    texts
}

#[test]
fn stepwise_run_writes_the_same_csv_as_a_whole() {
    for name in ["wing3d", "race", "wing-best"] {
        let texts = bundled(name);
        let wish = SessionOptions {
            most_trials: Some(20_000),
            random_seed: 1,
            is_narrow: false,
        };
        let (session, printed) = run(&texts, wish);
        assert!(
            printed["answer"]["charts"]
                .as_array()
                .is_some_and(|charts| !charts.is_empty()),
            "{printed:#}"
        );
        let files = session.files(&[], false).expect("files");
        let mut scenario = read_scenario(&texts, wish).expect("sound");
        scenario.settings.trials = 20_000;
        let watch = oddsmith_engine::explore::Watch::default();
        let whole = analysis::run(
            &analysis::plan(&scenario).expect("a plan"),
            EngineMode::Auto,
            &watch,
        )
        .expect("a run");
        let mut other = InMemory::default();
        export::write(&whole, &[], None, &mut other, || Duration::ZERO, &|| false).expect("files");
        let csv = |files: Vec<(String, Vec<u8>)>| {
            files
                .into_iter()
                .filter(|(name, _)| name.ends_with(".csv"))
                .collect::<Vec<_>>()
        };
        assert_eq!(csv(files), csv(other.into_files().collect()), "{name}");
    }
}

#[test]
fn selected_setting_is_answered_during_a_run() {
    let wish = SessionOptions {
        most_trials: Some(200),
        ..SessionOptions::default()
    };
    for name in ["wing3d", "wing-penalty", "pig"] {
        let texts = bundled_with_rule(name);
        let mut session = Session::default();
        assert_eq!(session.answer_selected(), json!({ "idle": true }));
        session.begin(&texts, wish);
        session.step(&texts);
        let part = session.answer_selected()["answer"].take();
        let whole = loop {
            let mut come = session.step(&texts);
            if !come["answer"].is_null() {
                break come["answer"].take();
            }
        };
        assert_eq!(
            (&part["isPart"], &whole["isPart"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(part["knobs"], whole["knobs"], "{name}");
        let exact = |answer: &Value| -> Vec<Value> {
            let distributions = answer["distributions"].as_array().expect("distributions");
            let rows = distributions
                .iter()
                .map(|metric| metric["rows"].as_array().expect("rows"));
            rows.flatten()
                .map(|row| json!([row["label"], row["exact"]]))
                .collect()
        };
        assert_eq!(exact(&part), exact(&whole), "{name}");
        assert!(
            part["charts"]
                .as_array()
                .is_some_and(|charts| !charts.is_empty())
        );
    }
}

#[test]
fn knobs_report_their_range_place_and_swept_values() {
    let texts = bundled("wing3d");
    let printed = Session::default().begin(&texts, SessionOptions::default());
    let knob = |key: &str| {
        printed["knobs"]
            .as_array()
            .unwrap()
            .iter()
            .find(|knob| knob["key"] == key)
            .unwrap()
            .clone()
    };
    let quality = knob("quality");
    let span: Vec<usize> = serde_json::from_value(quality["at"].clone()).unwrap();
    assert_eq!(&texts.scenario[span[0]..span[1]], "4");
    assert_eq!(quality["swept"], json!(["2", "3", "4", "5", "6"]));
    assert_eq!(
        (
            &knob("dice")["from"],
            &knob("dice")["to"],
            &knob("dice")["value"]
        ),
        (&json!(1), &json!(3), &json!("3"))
    );
    assert_eq!(knob("cubes")["at"], Value::Null);
    assert_eq!(printed["now"], json!({ "quality": "4", "cubes": "0" }));
    let named = bundled("wing-questions");
    let printed = Session::default().begin(&named, SessionOptions::default());
    let keys: Vec<&str> = printed["knobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|knob| knob["key"].as_str().unwrap())
        .collect();
    assert!(keys.contains(&"wings.Vanguard.quality"), "{keys:?}");
}

#[test]
fn page_answer_matches_the_report() {
    let (_, printed) = run(
        &bundled("wing3d"),
        SessionOptions {
            most_trials: Some(20_000),
            random_seed: 1,
            is_narrow: false,
        },
    );
    let answer = &printed["answer"];
    let distribution = answer["distributions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|distribution| distribution["metric"] == "result")
        .unwrap();
    let fractions: Vec<&str> = distribution["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["fraction"].as_str().unwrap())
        .collect();
    // Each of three dice succeeds with probability 1/2.
    assert_eq!(fractions, ["1/8", "3/4", "1/8"]);
    let stacked = answer["charts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|chart| chart["kind"] == "stacked")
        .unwrap();
    assert_eq!(
        highlight_count(stacked),
        1,
        "one row is looked at: {stacked:#}"
    );
    let head: Vec<&str> = stacked["table"][1]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_str().unwrap())
        .collect();
    assert_eq!(head[1..], ["All succeed", "Mixed", "All fail"]);
    assert_eq!(answer["setting"], "QV 4, White cubes 0");
}

/// Returns how often a chart marks the selected setting.
fn highlight_count(chart: &Value) -> usize {
    let picture = chart["pictures"][0].as_str().expect("a picture");
    picture.matches("r=\"60\" fill=\"#0b4f8a\"").count()
}

#[test]
fn pinned_results_are_drawn_in_grey() {
    let texts = bundled("wing3d");
    let wish = SessionOptions {
        most_trials: Some(500),
        random_seed: 1,
        is_narrow: false,
    };
    let (mut session, printed) = run(&texts, wish);
    let charts = |printed: &Value| {
        printed["answer"]["charts"]
            .as_array()
            .expect("charts")
            .clone()
    };
    let chart_of_kind = |charts: &[Value], kind: &str| {
        charts
            .iter()
            .find(|chart| chart["kind"] == kind)
            .expect("a chart")
            .clone()
    };
    let says = |chart: &Value, text: &str| chart["note"].as_str().unwrap().contains(text);
    let first = charts(&printed);
    session.pin(false);
    let rerun = |session: &mut Session, scenario: &str| {
        let texts = Texts {
            scenario: scenario.to_owned(),
            ..texts.clone()
        };
        session.begin(&texts, wish);
        loop {
            let printed = session.step(&texts);
            if printed["answer"].is_object() {
                return charts(&printed);
            }
        }
    };
    let same = rerun(&mut session, &texts.scenario);
    assert!(
        same.iter()
            .all(|chart| says(chart, "The pinned results are the same.")),
        "{same:#?}"
    );
    let other = rerun(
        &mut session,
        &texts
            .scenario
            .replace("dice = 3\n", "dice = 3\ncubes = 2\n"),
    );
    let printed = "Grey lines under a bar: the boundaries in the pinned results.";
    assert!(
        says(&chart_of_kind(&other, "stacked"), printed),
        "{:#?}",
        other
            .iter()
            .map(|chart| [chart["title"].clone(), chart["note"].clone()])
            .collect::<Vec<_>>()
    );
    // In a sweep, each case is compared with the single pinned case.
    let alone = "rule = \"wing-activation\"\n";
    rerun(&mut session, alone);
    session.pin(false);
    let swept = rerun(
        &mut session,
        &format!("{alone}[sweep]\nquality = [3, 4, 5]\n"),
    );
    assert!(says(
        &chart_of_kind(&swept, "stacked"),
        "in the pinned results"
    ));
    // The files contain neither the comparison nor the selected setting.
    #[cfg(feature = "print")]
    {
        let file = chart_of_kind(&swept, "stacked")["file"]
            .as_str()
            .unwrap()
            .to_owned();
        let (_, svg) = session.chart(&file, Format::Svg).unwrap();
        let svg = String::from_utf8(svg).unwrap();
        assert!(
            !svg.contains("pinned") && !svg.to_lowercase().contains("#0b4f8a"),
            "the mark of what is looked at"
        );
    }
    assert!(
        session
            .files(&[], false)
            .unwrap()
            .iter()
            .all(|(name, _)| name != "changes.csv")
    );
    assert!(
        session.unpin()["charts"]
            .as_array()
            .unwrap()
            .iter()
            .all(|chart| !says(chart, "pinned"))
    );
    assert_eq!(rerun(&mut session, &texts.scenario), first);
    session.pin(true);
    assert!(
        session.files(&[], false).is_err(),
        "what nobody saw is not taken along"
    );
}

#[test]
fn narrow_screens_get_several_pictures_per_chart() {
    let pictures = |is_narrow: bool| {
        let (_, printed) = run(
            &bundled("wing-penalty"),
            SessionOptions {
                most_trials: Some(500),
                random_seed: 1,
                is_narrow,
            },
        );
        let charts = printed["answer"]["charts"].as_array().unwrap().clone();
        charts
            .iter()
            .map(|chart| chart["pictures"].as_array().unwrap().len())
            .max()
            .unwrap()
    };
    assert_eq!(pictures(false), 1);
    assert!(pictures(true) > 1);
}

#[test]
fn oversized_text_is_refused_and_ends_the_run() {
    let texts = Texts {
        name: "x".into(),
        scenario: "#".repeat(MAX_BYTES + 1),
        rule_file: None,
    };
    let mut session = Session::default();
    let printed = session.begin(&texts, SessionOptions::default());
    assert!(
        printed["problems"][0]["message"]
            .as_str()
            .unwrap()
            .contains("1 MiB")
    );
    assert_eq!(session.step(&texts), json!({ "idle": true }));
    assert!(session.files(&[], false).is_err());
}

#[test]
fn joint_distributions_and_best_play_are_page_charts() {
    let kinds = |name: &str| {
        let (session, printed) = run(
            &bundled_with_rule(name),
            SessionOptions {
                most_trials: Some(500),
                random_seed: 1,
                is_narrow: false,
            },
        );
        let charts = printed["answer"]["charts"]
            .as_array()
            .expect("charts")
            .clone();
        (session, charts)
    };
    let (session, charts) = kinds("wing-questions");
    let map = charts
        .iter()
        .find(|chart| chart["file"] == "joint")
        .expect("the joint distribution");
    assert_eq!(map["kind"], "heatmap");
    let rows = map["table"].as_array().unwrap();
    assert!(
        rows.len() > 4
            && rows[2..]
                .iter()
                .any(|row| row[1].as_str().unwrap().ends_with('%')),
        "{map:#}"
    );
    #[cfg(feature = "print")]
    assert!(
        session
            .chart("joint", Format::Svg)
            .is_ok_and(|(name, bytes)| name == "joint.svg" && bytes.starts_with(b"<svg"))
    );
    drop(session);
    let (_, charts) = kinds("wing-best");
    let policy = charts
        .iter()
        .find(|chart| chart["kind"] == "policy")
        .expect("best play");
    assert!(
        policy["table"].as_array().unwrap().len() > 2
            && policy["pictures"][0].as_str().unwrap().contains("<rect")
    );
}

#[test]
fn sensitivity_uses_the_last_run_and_adds_files() {
    let (mut session, printed) = run(
        &bundled("wing-turn"),
        SessionOptions {
            most_trials: Some(500),
            random_seed: 1,
            is_narrow: false,
        },
    );
    assert_eq!(
        printed["answer"]["headlines"][0]["question"],
        "mean(actions)"
    );
    let chart = session.sensitivity("mean(actions)")["chart"].take();
    assert_eq!(
        (&chart["kind"], &chart["file"]),
        (&json!("tornado"), &json!("tornado"))
    );
    // The mean is 4.435 unchanged, and 6.334 with one cube.
    let row = chart["table"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row[0] == "White cubes")
        .unwrap_or(&Value::Null);
    assert_eq!(row[3], "1: 6.33", "{chart:#}");
    assert!(
        chart["pictures"][0]
            .as_str()
            .unwrap()
            .contains("unchanged: 4.44"),
        "{chart:#}"
    );
    let files = session.files(&[], false).unwrap();
    assert!(files.iter().any(|(name, _)| name == "sensitivity.csv"));
    assert!(
        session.sensitivity("mean(actons)")["failed"]
            .as_str()
            .unwrap()
            .contains("did you mean `actions`?")
    );
    assert!(Session::default().sensitivity("mean(actions)")["failed"].is_string());
}

#[test]
fn finding_is_a_sentence_and_headlines_are_valid_questions() {
    for name in ["wing3d", "wing-turn", "duel", "loot", "aging-acts"] {
        let texts = bundled_with_rule(name);
        let (session, printed) = run(
            &texts,
            SessionOptions {
                most_trials: Some(500),
                random_seed: 1,
                is_narrow: false,
            },
        );
        let parts = printed["answer"]["finding"]
            .as_array()
            .expect("a finding")
            .clone();
        let text: String = parts.iter().map(|part| part[0].as_str().unwrap()).collect();
        assert!(
            text.contains(": ") && text.starts_with(|c: char| !c.is_lowercase()),
            "{name}: {text}"
        );
        assert!(
            parts.iter().any(|part| part[1].is_string()),
            "{name}: a number stands out"
        );
        let (scenario, _) = session.finished.as_ref().unwrap();
        for headline in printed["answer"]["headlines"].as_array().unwrap() {
            assert!(
                SensitivityPlan::find(scenario, headline["question"].as_str().unwrap()).is_ok(),
                "{name}: {headline}"
            );
        }
    }
}
