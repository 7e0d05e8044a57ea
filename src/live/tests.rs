use super::*;

fn run(texts: &Texts, wish: Wish) -> (Session, Value) {
    let mut session = Session::default();
    let begun = session.begin(texts, wish);
    assert!(begun.get("problems").is_none(), "{begun:#}");
    loop {
        let told = session.step(texts);
        if told.get("of").is_none() {
            return (session, told);
        }
    }
}

fn bundled(name: &str) -> Texts {
    let (_, text) = crate::scenario::bundled::BUNDLED.iter().find(|(own, _)| *own == name).expect("bundled");
    Texts { name: name.to_owned(), scenario: (*text).to_owned(), rule_file: None }
}

#[test]
fn step_by_step_a_run_gives_the_bytes_of_a_whole_one() {
    for name in ["wing3d", "race", "wing-best"] {
        let texts = bundled(name);
        let wish = Wish { most_trials: Some(20_000), drawn: 1 };
        let (session, told) = run(&texts, wish);
        assert!(told["answer"]["charts"].as_array().is_some_and(|charts| !charts.is_empty()), "{told:#}");
        let files = session.files(&[], false).expect("files");
        let mut scenario = read(&texts, wish).expect("sound");
        scenario.settings.trials = 20_000;
        let watch = oddsmith_engine::explore::Watch::default();
        let whole =
            analysis::run(&analysis::plan(&scenario).expect("a plan"), EngineMode::Auto, &watch).expect("a run");
        let mut other = InMemory::default();
        export::write(&whole, &[], None, &mut other, || Duration::ZERO, &|| false).expect("files");
        let csv = |files: Vec<(String, Vec<u8>)>| {
            files.into_iter().filter(|(name, _)| name.ends_with(".csv")).collect::<Vec<_>>()
        };
        assert_eq!(csv(files), csv(other.into_files().collect()), "{name}");
    }
}

#[test]
fn a_problem_has_its_place_in_the_units_of_a_browser_and_what_mends_it() {
    let text = "title = \"🎲é\"\nrule = \"wing-activation\"\n[parameters]\nqualty = 4\n";
    let texts = Texts { name: "x".into(), scenario: text.into(), rule_file: None };
    let told = Session::default().begin(&texts, Wish::default());
    let problem = &told["problems"][0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let (from, to) = (problem["from"].as_u64().unwrap() as usize, problem["to"].as_u64().unwrap() as usize);
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "qualty");
    assert_eq!((&problem["line"], &problem["text"]), (&json!(4), &json!("scenario")));
    assert_eq!(problem["fix"]["insert"], "quality");
}

#[test]
fn what_stands_in_quotes_is_mended_in_quotes_and_a_rule_file_in_its_own_text() {
    let texts = Texts { name: "x".into(), scenario: "rule = \"wing-activaton\"\n".into(), rule_file: None };
    let told = Session::default().begin(&texts, Wish::default());
    assert_eq!(told["problems"][0]["fix"]["insert"], "\"wing-activation\"");
    let rule =
        "n = whole(1, 1, 6, \"dice\")\nhits = count(\"Hits\")\ndef trial():\n    record(hits, succeses(n, 6, 4))\n";
    let texts = Texts {
        name: "x".into(),
        scenario: "rule = \"mine.odds\"\n".into(),
        rule_file: Some(("mine.odds".into(), rule.into())),
    };
    let told = Session::default().begin(&texts, Wish::default());
    let problem = &told["problems"][0];
    assert_eq!(
        (&problem["text"], &problem["line"], &problem["fix"]["insert"]),
        (&json!("rule"), &json!(4), &json!("successes")),
        "{told:#}"
    );
}

#[test]
fn a_knob_knows_its_range_its_place_and_what_is_charted() {
    let texts = bundled("wing3d");
    let told = Session::default().begin(&texts, Wish::default());
    let knob = |key: &str| told["knobs"].as_array().unwrap().iter().find(|own| own["key"] == key).unwrap().clone();
    let quality = knob("quality");
    let at: Vec<usize> = serde_json::from_value(quality["at"].clone()).unwrap();
    assert_eq!(&texts.scenario[at[0]..at[1]], "4");
    assert_eq!(quality["swept"], json!(["2", "3", "4", "5", "6"]));
    assert_eq!(
        (&knob("dice")["from"], &knob("dice")["to"], &knob("dice")["value"]),
        (&json!(1), &json!(3), &json!("3"))
    );
    assert_eq!(knob("cubes")["at"], Value::Null);
    assert_eq!(told["now"], json!({ "quality": "4", "cubes": "0" }));
    let named = bundled("wing-questions");
    let told = Session::default().begin(&named, Wish::default());
    let keys: Vec<&str> = told["knobs"].as_array().unwrap().iter().map(|own| own["key"].as_str().unwrap()).collect();
    assert!(keys.contains(&"wings.Vanguard.quality"), "{keys:?}");
}

#[test]
fn what_the_page_shows_is_what_the_report_says() {
    let (_, told) = run(&bundled("wing3d"), Wish { most_trials: Some(20_000), drawn: 1 });
    let answer = &told["answer"];
    let law = answer["laws"].as_array().unwrap().iter().find(|law| law["metric"] == "result").unwrap();
    let fractions: Vec<&str> =
        law["rows"].as_array().unwrap().iter().map(|row| row["fraction"].as_str().unwrap()).collect();
    // Three dice against 4: each succeeds with a half.
    assert_eq!(fractions, ["1/8", "3/4", "1/8"]);
    let stacked = answer["charts"].as_array().unwrap().iter().find(|chart| chart["kind"] == "stacked").unwrap();
    let now: Vec<&Value> = stacked["rows"].as_array().unwrap().iter().filter(|row| row["now"] == true).collect();
    assert_eq!(now.len(), 1);
    assert_eq!(now[0]["name"], "QV 4");
    assert_eq!(answer["setting"], "QV 4, Cubes 0");
}

#[test]
fn a_text_too_long_is_refused_and_no_run_is_left() {
    let texts = Texts { name: "x".into(), scenario: "#".repeat(MOST_BYTES + 1), rule_file: None };
    let mut session = Session::default();
    let told = session.begin(&texts, Wish::default());
    assert!(told["problems"][0]["what"].as_str().unwrap().contains("1 MiB"));
    assert_eq!(session.step(&texts), json!({ "idle": true }));
    assert!(session.files(&[], false).is_err());
}
