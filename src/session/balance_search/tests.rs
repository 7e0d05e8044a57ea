use super::super::tests::{bundled_with_rule, run};
use super::*;
use crate::export::balance::balance_csv as rows;
use crate::session::SessionOptions;

const DUEL: &str = "rule = \"duel.odds\" # of two\n\n[parameters] # as printed\nfast = 3 # soft\nhard = 5\n\n[play]\nwe = \"hard\"\nthey = \"fast\"\n\n[sweep]\nours = [5, 7]\n";

fn duel(scenario: &str) -> Texts {
    Texts {
        scenario: scenario.to_owned(),
        ..bundled_with_rule("duel")
    }
}

/// Returns the texts after an input of the form.
fn texts_after(texts: &Texts, form_input: Value) -> Texts {
    let shown = edit_goals(texts, &form_input);
    let text = shown["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{shown:#}"));
    Texts {
        scenario: text.to_owned(),
        ..texts.clone()
    }
}

fn session_options() -> SessionOptions {
    SessionOptions {
        most_trials: Some(200),
        random_seed: 1,
        ..SessionOptions::default()
    }
}

/// Returns the result of a session's search, stopped after this many settings.
fn search_result(session: &mut Session, most: usize) -> Value {
    let mut shown = session.begin_search();
    for _ in 0..most {
        if shown.get("total").is_none() {
            return shown;
        }
        shown = session.continue_search(false);
    }
    session.continue_search(true)
}

#[test]
fn form_edits_change_only_their_part_of_the_text() {
    let texts = duel(DUEL);
    let texts = texts_after(
        &texts,
        json!({ "ask": "P(winner = us)", "label": "Even odds", "to": "45% to 55%" }),
    );
    let wished =
        "\n[[ask]]\nlabel = \"Even odds\"\nvalue = \"P(winner = us)\"\nwant = \"45% to 55%\"\n";
    assert_eq!(texts.scenario, format!("{DUEL}{wished}"));
    let texts = texts_after(
        &texts,
        json!({ "may": "fast", "to": "{ from = 2, to = 4 }" }),
    );
    let text = format!("{DUEL}{wished}\n[balance]\nfast = {{ from = 2, to = 4 }}\n");
    assert_eq!(texts.scenario, text);
    let texts = texts_after(&texts, json!({ "may": "fast", "to": "[2, 3]" }));
    // The search removes the parameter from the sweep.
    let texts = texts_after(
        &texts,
        json!({ "may": "ours", "to": "{ from = 5, to = 7 }" }),
    );
    let texts = texts_after(&texts, json!({ "to": "fast <= ours" }));
    let without = DUEL.replace("\n[sweep]\nours = [5, 7]\n", "");
    let balance =
        "\n[balance]\nfast = [2, 3]\nours = { from = 5, to = 7 }\nkeep = \"fast <= ours\"\n";
    assert_eq!(texts.scenario, format!("{without}{wished}{balance}"));
    let texts = texts_after(&texts, json!({ "want": 0, "to": ">= 0.5" }));
    assert!(texts.scenario.contains("want = \">= 0.5\"") && !texts.scenario.contains("45%"));
    let texts = texts_after(&texts, json!({ "to": null }));
    let texts = texts_after(&texts, json!({ "may": "ours", "to": null }));
    let texts = texts_after(&texts, json!({ "may": "fast", "to": null }));
    assert!(!texts.scenario.contains("[balance]"), "{}", texts.scenario);
    let texts = texts_after(&texts, json!({ "want": 0, "to": null }));
    let asked = "\n[[ask]]\nlabel = \"Even odds\"\nvalue = \"P(winner = us)\"\n";
    assert_eq!(texts.scenario, format!("{without}{asked}"));
}

#[test]
fn invalid_form_edits_are_refused_with_a_reason() {
    let texts = duel(DUEL);
    let refused = |texts: &Texts, form_input: Value, reason: &str| {
        let shown = edit_goals(texts, &form_input);
        assert!(
            shown["failed"]
                .as_str()
                .is_some_and(|message| message.contains(reason)),
            "{shown:#}"
        );
    };
    refused(
        &texts,
        json!({ "may": "fast", "to": "[2, 3]" }),
        "needs a goal",
    );
    let texts = texts_after(&texts, json!({ "ask": "P(winner = us)", "to": ">= 0.5" }));
    refused(
        &texts,
        json!({ "may": "fast", "to": "[2]" }),
        "only the value",
    );
    refused(
        &texts,
        json!({ "may": "fast", "to": "[2, 99]" }),
        "out of range",
    );
    refused(&texts, json!({ "may": "fast", "to": "2 to 4" }), "no line");
    refused(&texts, json!({ "want": 0, "to": "much" }), "a number");
    refused(
        &texts,
        json!({ "ask": "P(winer = us)", "to": ">= 0.5" }),
        "did you mean",
    );
}

#[test]
fn page_search_matches_command_line_and_applies_settings() {
    let texts = bundled_with_rule("fair-duel");
    let (mut session, _) = run(&texts, session_options());
    let shown = search_result(&mut session, usize::MAX)["found"].take();
    assert_eq!(shown["title"], "Settings that meet all goals: 2 of 225");
    assert_eq!(shown["settings"].as_array().unwrap().len(), 10);
    assert_eq!((&shown["met"], &shown["more"]), (&json!(2), &json!(215)));
    assert!(
        shown["chart"]["pictures"][0]
            .as_str()
            .is_some_and(|svg| svg.contains("polyline")),
        "{shown:#}"
    );
    let first = &shown["settings"][0];
    assert_eq!(first["written"], json!(["7", "8", "3", "4"]));
    assert_eq!(
        first["answers"][0],
        json!({ "text": "51.2% (0.77 pp)", "met": true })
    );
    // The files have the same bytes as those of an uninterrupted search.
    let scenario = read_scenario(&texts, session_options()).expect("sound");
    let whole = analysis::balance(&scenario, false, &Watch::default()).expect("settings");
    let files = session.files(&[], false).expect("files");
    let (_, csv) = files
        .into_iter()
        .find(|(name, _)| name == "balance.csv")
        .expect("a table of them");
    assert!(csv == rows(&whole), "the tables differ");
    let put = apply_setting(&texts, &first["point"]);
    let text = put["text"].as_str().expect("text");
    assert!(
        text.contains("[parameters]\nfast = 3\nhard = 4\ntheirs = 8\n"),
        "{text}"
    );
    assert_eq!(
        text,
        scenario.with_numbers(&[3, 4, 1, 2]).expect("the same")
    );
    assert!(
        apply_setting(&texts, &json!([99, 0, 0, 0]))["text"] == texts.scenario.as_str(),
        "what is no setting sets nothing"
    );
}

#[test]
fn stopped_search_keeps_results_and_conflicting_goals_have_prices() {
    let texts = bundled_with_rule("fair-duel");
    let (mut session, _) = run(&texts, session_options());
    let shown = search_result(&mut session, 40)["found"].take();
    assert_eq!(
        shown["title"],
        "Settings that meet all goals: 0 of 40 tried (stopped early; there are 225)"
    );
    assert_eq!(session.continue_search(false), json!({ "idle": true }));
    let fixed = Texts {
        scenario: texts.scenario.replace("hard = { from = 2, to = 6 }\n", ""),
        ..texts
    };
    let fixed = Texts {
        scenario: fixed.scenario.replace("fast <= hard and ", ""),
        ..fixed
    };
    let (mut session, _) = run(&fixed, session_options());
    let shown = search_result(&mut session, usize::MAX)["found"].take();
    assert_eq!(shown["met"], 0);
    // The suggested change of a goal makes some settings possible.
    let price = &shown["atOdds"][0]["prices"][0];
    assert_eq!(
        (&price["ask"], &price["to"]),
        (&json!("We win"), &json!("0.48 to 0.56")),
        "{shown:#}"
    );
    assert_eq!(
        price["says"],
        "We win: 56% instead of 52% would allow 1 of the settings"
    );
    let looser = texts_after(&fixed, json!({ "want": 0, "to": price["to"] }));
    let (mut session, _) = run(&looser, session_options());
    assert_eq!(search_result(&mut session, usize::MAX)["found"]["met"], 1);
    assert!(Session::default().begin_search()["failed"].is_string());
}
