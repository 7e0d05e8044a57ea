//! Tests the problems that the page gets for a text, with their fixes.

use super::*;

#[test]
fn problems_have_utf16_positions_and_fixes() {
    let text = "title = \"🎲é\"\nrule = \"wing-activation\"\n[parameters]\nqualty = 4\n";
    let texts = Texts {
        name: "x".into(),
        scenario: text.into(),
        rule_file: None,
    };
    let printed = Session::default().begin(&texts, SessionOptions::default());
    let problem = &printed["problems"][0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let (from, to) = (
        problem["from"].as_u64().unwrap() as usize,
        problem["to"].as_u64().unwrap() as usize,
    );
    assert_eq!(String::from_utf16(&units[from..to]).unwrap(), "qualty");
    assert_eq!(
        (&problem["line"], &problem["text"]),
        (&json!(4), &json!("scenario"))
    );
    assert_eq!(problem["fix"]["insert"], "quality");
}

/// Returns the texts after a click on the fix of a problem.
fn apply_fix(texts: &Texts, problem: &Value) -> Texts {
    let mut texts = texts.clone();
    let fix = &problem["fix"];
    let text = match problem["text"].as_str() {
        Some("rule") => &mut texts.rule_file.as_mut().expect("a rule file").1,
        _ => &mut texts.scenario,
    };
    let offset = |key: &str| fix[key].as_u64().expect("a place") as usize;
    let mut units: Vec<u16> = text.encode_utf16().collect();
    units.splice(
        offset("from")..offset("to"),
        fix["insert"].as_str().expect("text").encode_utf16(),
    );
    *text = String::from_utf16(&units).expect("text");
    texts
}

fn problems(texts: &Texts) -> Vec<Value> {
    let printed = Session::default().begin(
        texts,
        SessionOptions {
            most_trials: Some(1),
            random_seed: 1,
            is_narrow: false,
        },
    );
    printed["problems"].as_array().cloned().unwrap_or_default()
}

/// Returns the text with a typo in one word at a time: the second and the third letter are swapped.
fn with_typos(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut typos = Vec::new();
    let mut from = 0;
    for word in text.split_inclusive(|c| !is_word(c)) {
        let letters = word.trim_end_matches(|c| !is_word(c)).as_bytes();
        if letters.len() > 4 && letters.iter().all(u8::is_ascii) && letters[1] != letters[2] {
            let mut typo = text.to_owned().into_bytes();
            typo.swap(from + 1, from + 2);
            typos.push(String::from_utf8(typo).expect("two letters are swapped"));
        }
        from += word.len();
    }
    typos
}

/// A rule file whose scenario belongs to another rule has its own controls, and every mistake of
/// the scenario can be removed by a click.
#[test]
fn scenario_of_another_rule_can_be_fixed() {
    let rule = "\"\"\"Ability score\"\"\"\ntotal = count(\"Score\")\nn = whole(4, 1, 9, \"dice\")\n\n\
                def trial():\n    record(total, sum(pool(n, 6)))\n";
    let scenario =
        "rule = \"mine.odds\"\n\n[parameters]\ngoal = 10\n\n[sweep]\nneed = [\n  3, 4,\n]\n";
    let mut texts = Texts {
        name: "mine".into(),
        scenario: scenario.into(),
        rule_file: Some(("mine.odds".into(), rule.into())),
    };
    let setup = Session::default().begin(&texts, SessionOptions::default());
    assert_eq!(setup["knobs"][0]["key"], "n", "{setup:#}");
    assert_eq!(setup["metrics"][0]["name"], "total");
    for _ in 0..2 {
        let problem = &problems(&texts)[0];
        assert_eq!(problem["fix"]["label"], "Remove it", "{problem:#}");
        texts = apply_fix(&texts, problem);
    }
    assert_eq!(problems(&texts), Vec::<Value>::new());
    assert_eq!(
        texts.scenario,
        "rule = \"mine.odds\"\n\n[parameters]\n\n[sweep]\n"
    );
    // A rule file with a mistake has no controls.
    texts.rule_file = Some(("mine.odds".into(), rule.replace("sum(", "sum((")));
    let setup = Session::default().begin(&texts, SessionOptions::default());
    assert_eq!(setup.get("knobs"), None, "{setup:#}");
}

/// No fix makes a text worse. This is tested with a typo in every word of correct texts.
#[test]
fn every_fix_removes_its_problem() {
    let mut tried = 0;
    for name in [
        "wing-questions",
        "press-your-luck-best",
        "card-duel",
        "battle",
        "aging-missions",
    ] {
        let valid_texts = bundled_with_rule(name);
        assert_eq!(problems(&valid_texts), Vec::<Value>::new(), "{name}");
        let scenarios = with_typos(&valid_texts.scenario)
            .into_iter()
            .map(|scenario| Texts {
                scenario,
                ..valid_texts.clone()
            });
        let rules = valid_texts.rule_file.iter().flat_map(|(name, text)| {
            with_typos(text).into_iter().map(|text| Texts {
                rule_file: Some((name.clone(), text)),
                ..valid_texts.clone()
            })
        });
        for texts in scenarios.chain(rules) {
            let before = problems(&texts);
            for problem in before.iter().filter(|problem| problem["fix"].is_object()) {
                let after = problems(&apply_fix(&texts, problem));
                let is_same = |other_problem: &&Value| {
                    ["message", "text", "from"]
                        .iter()
                        .all(|key| other_problem[key] == problem[key])
                };
                assert!(
                    after.len() <= before.len(),
                    "{name}: {problem:#} {after:#?}"
                );
                assert_eq!(after.iter().find(is_same), None, "{name}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn misspelt_word_in_a_question_is_fixed_alone() {
    let question = "[[ask]]\nvalue = \"meen(actions)\"\n";
    let texts = Texts {
        scenario: bundled("wing1d").scenario + question,
        ..bundled("wing1d")
    };
    let printed = problems(&texts);
    assert_eq!(printed[0]["fix"]["label"], "Change to mean", "{printed:#?}");
    assert!(
        apply_fix(&texts, &printed[0])
            .scenario
            .ends_with("value = \"mean(actions)\"\n")
    );
}

#[test]
fn fixes_keep_quotes_and_apply_to_rule_files() {
    let texts = Texts {
        name: "x".into(),
        scenario: "rule = \"wing-activaton\"\n".into(),
        rule_file: None,
    };
    let printed = Session::default().begin(&texts, SessionOptions::default());
    assert_eq!(
        apply_fix(&texts, &printed["problems"][0]).scenario,
        "rule = \"wing-activation\"\n"
    );
    let rule = "n = whole(1, 1, 6, \"dice\")\nhits = count(\"Hits\")\ndef trial():\n    record(hits, succeses(n, 6, 4))\n";
    let texts = Texts {
        name: "x".into(),
        scenario: "rule = \"mine.odds\"\n".into(),
        rule_file: Some(("mine.odds".into(), rule.into())),
    };
    let printed = Session::default().begin(&texts, SessionOptions::default());
    let problem = &printed["problems"][0];
    assert_eq!(
        (
            &problem["text"],
            &problem["line"],
            &problem["fix"]["insert"]
        ),
        (&json!("rule"), &json!(4), &json!("successes")),
        "{printed:#}"
    );
}
