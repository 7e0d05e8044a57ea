//! Mistakes in a scenario with their messages, and how the scenario is read once they are fixed.

use std::sync::Arc;

use super::document::{Overrides, Scenario};
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::rule_file::find::FileLocation;

/// A rule with one choice whose options have labels.
const RULE: &str = "haul = count(\"Haul\")\nburied = flag(\"Buried\")\nagain = player(\"again\", dig = \"dig on\", leave = \"go\")\ngems = whole(3, 1, 9, \"gems\")\n\n\
    def trial():\n    sack = 0\n    while choose(again, [\"leave\", \"dig\"]) == \"dig\":\n        if chance(1, 3):\n            record(buried, true)\n            record(haul, 0)\n            return\n        sack += 1\n        if sack > gems:\n            break\n    record(buried, false)\n    record(haul, sack)\n";

fn read(lines: &str) -> Result<Scenario, Diagnostics> {
    let source = Arc::new(Source {
        name: "test.toml".into(),
        text: lines.to_owned(),
    });
    let texts = [Source {
        name: "mine.odds".into(),
        text: RULE.to_owned(),
    }];
    Scenario::parse_at(
        "test",
        source,
        FileLocation::Texts(&texts),
        &Overrides::default(),
    )
}

/// Returns the first problem of the sections or of a case.
fn first_problem(lines: &str) -> Diagnostic {
    let problems = match read(lines) {
        Err(problems) => problems,
        Ok(scenario) => {
            let cases =
                (0..scenario.case_count()).map(|case| scenario.build_case(case).map(|_| ()));
            cases
                .filter_map(Result::err)
                .next()
                .unwrap_or_else(|| panic!("{lines}: nothing is wrong"))
        }
    };
    problems.0.into_iter().next().expect("a problem")
}

/// Asserts that a mistake has this help, and that the scenario can be read after the fix.
fn assert_fixed(lines: &str, help: &str, fixed: &str) {
    let wrong = first_problem(lines);
    assert!(
        wrong.help.contains(help),
        "{lines}\n{}: {}",
        wrong.problem,
        wrong.help
    );
    if let Some(fix) = &wrong.fix {
        assert_eq!(fix.apply(lines), fixed);
    }
    let scenario = read(fixed).unwrap_or_else(|problems| panic!("{fixed}\n{problems}"));
    (0..scenario.case_count()).for_each(|case| {
        scenario
            .build_case(case)
            .unwrap_or_else(|problems| panic!("{fixed}\n{problems}"));
    });
}

#[test]
fn misplaced_keys_are_reported_with_a_fix() {
    let rule = "rule = \"mine.odds\"\n";
    let lines = |lines: &str| format!("{rule}{lines}");
    assert_fixed("rule = \"mine\"\n", "did you mean \"mine.odds\"?", rule);
    let run = lines("[run]\ntrials = 20000\n");
    assert_fixed(
        &lines("trials = 20000\n"),
        "write [run], and trials = ... below it",
        &run,
    );
    let set = "[[variants]]\nname = \"A\"\nset = { gems = 5, play.again = \"dig\" }\n";
    assert_fixed(
        &lines("[[variants]]\nname = \"A\"\ngems = 5\n"),
        "set = { gems = 5 }",
        &lines(set),
    );
    let two = lines("[[variants]]\nname = \"A\"\nset = { gems = 4 }\nbig = 5\n");
    assert!(
        first_problem(&two)
            .help
            .ends_with("put big = 5 between its brackets"),
        "{}",
        first_problem(&two).help
    );
    let table = lines("[[variants]]\nname = \"A\"\n[variants.parameters]\ngems = 5\n");
    assert_fixed(
        &table,
        "write [variants.set]",
        &table.replace("parameters", "set"),
    );
    let unquoted_key = lines("[[variants]]\nname = \"A\"\nset = { again = \"dig\" }\n");
    assert_fixed(
        &unquoted_key,
        "write \"play.again\"",
        &unquoted_key.replace("again", "\"play.again\""),
    );
    let parameter = lines("[parameters]\nagain = \"dig\"\n");
    assert_fixed(
        &parameter,
        "write [play], and again = ... below it",
        &parameter.replace("parameters", "play"),
    );
    let near = first_problem(&lines("[[variants]]\nnam = \"A\"\n"));
    assert!(near.help.contains("did you mean `name`?"), "{}", near.help);
}

#[test]
fn informal_player_words_are_reported_with_fix() {
    let play = |answer: &str| format!("rule = \"mine.odds\"\n[play]\nagain = \"{answer}\"\n");
    assert_fixed(&play("dig on"), "did you mean \"dig\"?", &play("dig"));
    assert_fixed(&play("Dig on"), "did you mean \"dig\"?", &play("dig"));
    assert_fixed(
        &play("leave if sack >= 2"),
        "leave while sack >= 2",
        &play("leave while sack >= 2"),
    );
    assert_fixed(
        &play("dig on until sack >= 2"),
        "dig while not (sack >= 2)",
        &play("dig while not (sack >= 2)"),
    );
    let on = first_problem(&play("dig on while sack < 2"));
    assert!(
        on.help.starts_with("did you mean dig? allowed"),
        "{}",
        on.help
    );
    let aim =
        |aim: &str| format!("rule = \"mine.odds\"\n[play]\naim = \"{aim}\"\nagain = \"best\"\n");
    for text in ["haul", "max(haul)", "maximise haul", "E(haul)"] {
        assert_fixed(&aim(text), "\"mean(haul)\"", &aim("mean(haul)"));
    }
    assert_fixed(&aim("buried"), "\"P(buried)\"", &aim("P(buried)"));
    let cards = first_problem(&play("dig while deck.trap < 3"));
    assert!(
        cards.help.starts_with("you can compare sack"),
        "{}",
        cards.help
    );
}
