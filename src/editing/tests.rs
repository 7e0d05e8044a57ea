//! Compares answers for an editor with independent results: sums over all rolls, simulated trials,
//! and the words of the text.

use oddsmith_engine::explore::Watch;

use super::{Edited, Explanation, Offers};
use crate::input::diagnostic::Source;
use crate::rule_file::find::{BUNDLED, FileLocation};

fn rule_file(text: &str) -> Edited<'_> {
    Edited {
        name: "mine.odds",
        text,
        context: FileLocation::Texts(&[]),
        asked_by: None,
    }
}

fn scenario(text: &str) -> Edited<'_> {
    Edited {
        name: "mine.toml",
        text,
        context: FileLocation::Bundled,
        asked_by: None,
    }
}

fn explanation_at(edited: &Edited<'_>, needle: &str) -> Explanation {
    let byte = edited
        .text
        .find(needle)
        .unwrap_or_else(|| panic!("{needle}"))
        + 1;
    edited.explain(byte, &Watch::default()).unwrap_or_default()
}

fn labels(offers: Option<Offers>) -> Vec<String> {
    offers.map_or_else(Vec::new, |offers| {
        offers.items.into_iter().map(|offer| offer.label).collect()
    })
}

const WAIT: &str = "\"\"\"Until two dice are even\"\"\"
need  = whole(6, 2, 6, \"what ends the wait\")
rolls = count(\"Rolls\")
big   = flag(\"Big\")

def both():
    return roll(6) + roll(6)

def trial():
    n, last = 1, both()
    while last % 2 == 1:
        n += 1
        last = both()
    hit = last >= need
    record(rolls, n)
    record(big, hit)
";

#[test]
fn an_expression_shows_its_distribution_over_all_rolls() {
    let explanation = explanation_at(&rule_file(WAIT), "both()\n    while");
    // Half of all sums are even. The distribution is that of the sum of two dice: the loop
    // condition does not affect it.
    assert_eq!(
        explanation.sentences[1],
        "Mean 7.00, standard deviation 2.42."
    );
    assert_eq!(explanation.distribution.lines().count(), 11);
    for (line, combinations) in explanation
        .distribution
        .lines()
        .zip([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    {
        let fraction = line.rsplit(' ').next().unwrap();
        let (n, d) = fraction.split_once('/').unwrap();
        assert_eq!(
            n.parse::<u32>().unwrap() * 36,
            combinations * d.parse::<u32>().unwrap(),
            "{line}"
        );
    }
    let second_explanation = explanation_at(&rule_file(WAIT), "both()\n    hit");
    assert_eq!(
        second_explanation.sentences[1],
        "Mean 7.00, standard deviation 2.42."
    );
    // Of the 18 even sums, 14 are 6 or more.
    let hit = explanation_at(&rule_file(WAIT), ">= need");
    assert_eq!(hit.sentences, ["True: 77.8%, 7/9."]);
}

#[test]
fn loops_show_how_often_they_repeat() {
    let edited = rule_file(WAIT);
    let inlays = edited.inlays(&Watch::default());
    let printed: Vec<&str> = inlays.iter().map(|inlay| inlay.text.as_str()).collect();
    assert_eq!(
        printed,
        [
            "mean 7.00",
            "repeats 1.00 times on average, 2 states",
            "mean 7.00"
        ]
    );
    assert!(
        inlays
            .iter()
            .all(|inlay| WAIT[inlay.byte..].starts_with('\n'))
    );
    assert_eq!(
        explanation_at(&edited, "while").sentences,
        ["Repeats 1.00 times on average, 2 states."]
    );
}

#[test]
fn the_asking_scenario_sets_the_parameter_values() {
    let asked = "rule = \"mine.odds\"\n[parameters]\nneed = 2\n";
    let texts = [Source {
        name: "mine.odds".to_owned(),
        text: WAIT.to_owned(),
    }];
    let source = Source {
        name: "asks.toml".to_owned(),
        text: asked.to_owned(),
    };
    let edited = Edited {
        context: FileLocation::Texts(&texts),
        asked_by: Some(&source),
        ..rule_file(WAIT)
    };
    assert_eq!(
        explanation_at(&edited, ">= need").sentences,
        ["True: 100%."]
    );
    assert!(
        explanation_at(&edited, "rolls =")
            .sentences
            .iter()
            .any(|sentence| sentence == "Mean 2.00 at the scenario's values.")
    );
    assert!(
        explanation_at(&edited, "need  =")
            .sentences
            .iter()
            .any(|sentence| sentence.contains("from 2 to 6; default: 6"))
    );
}

#[test]
fn bundled_files_have_valid_explanations_and_completions() {
    for (name, text) in BUNDLED {
        let edited = Edited {
            name,
            text,
            context: FileLocation::Bundled,
            asked_by: None,
        };
        assert!(edited.read().problems.is_empty(), "{name}");
        // Hovering explores the rule each time, so only about twenty positions in each file are
        // tested.
        for (byte, _) in text.char_indices().step_by(text.len().div_ceil(20)) {
            if let Some(printed) = edited.explain(byte, &Watch::default()) {
                assert!(
                    printed.span.start <= byte && byte <= printed.span.end,
                    "{name} {byte}: {printed:?}"
                );
                assert!(
                    printed
                        .sentences
                        .iter()
                        .all(|sentence| !sentence.is_empty() && !sentence.contains("NaN")),
                    "{name} {byte}: {printed:?}"
                );
            }
            if let Some(offers) = edited.offers(byte) {
                assert!(
                    offers.span.start <= byte && offers.span.end == byte,
                    "{name} {byte}"
                );
            }
        }
    }
}

#[test]
fn completions_are_the_names_in_scope() {
    let typed = WAIT.replace("        last = both()", "        la");
    let offers = rule_file(&typed)
        .offers(typed.find("        la").unwrap() + 10)
        .unwrap();
    assert_eq!(&typed[offers.span.clone()], "la");
    let labels_here = labels(Some(offers));
    for known in ["last", "both", "need", "roll"] {
        assert_eq!(
            labels_here.iter().filter(|label| *label == known).count(),
            1,
            "{known}"
        );
    }
    assert!(!labels_here.iter().any(|label| label == "trial"));
    let top = labels(rule_file(WAIT).offers(WAIT.find("need").unwrap() + 1));
    assert!(top.iter().any(|label| label == "both") && !top.iter().any(|label| label == "last"));
    let winner = "w = category(\"Winner\", us = success, them = failure)\n\ndef trial():\n    record(w, \"us\")\n";
    assert_eq!(
        labels(rule_file(winner).offers(winner.find("us\")").unwrap())),
        ["us", "them"]
    );
}

#[test]
fn incomplete_scenarios_get_completions() {
    let text = "rule = \"duel.odds\"\n\n[par]\n\n[parameters]\nha\n\n[play]\nwe = \"\n\n[[ask]]\nvalue = \"P(wi\n\n[[variants]]\nset = { ou";
    let labels_after =
        |end: &str| labels(scenario(text).offers(text.find(end).unwrap() + end.len()));
    assert!(labels_after("[par").contains(&"parameters".to_owned()));
    assert_eq!(labels_after("\nha"), ["fast", "hard", "ours", "theirs"]);
    assert_eq!(
        labels_after("we = \""),
        [
            "\"best\"",
            "\"uniform\"",
            "\"them\"",
            "\"worst\"",
            "\"best 90%\"",
            "\"best within 0.2\"",
            "\"short-sighted 1\"",
            "\"fast\"",
            "\"hard\"",
            "\"fast while n < 1\""
        ]
    );
    assert!(
        labels_after("P(wi").contains(&"winner".to_owned())
            && labels_after("P(wi").contains(&"p95".to_owned())
    );
    assert!(labels_after("{ ou").contains(&"ours".to_owned()));
    assert!(labels_after("rule = \"").contains(&"\"wing-activation\"".to_owned()));
}

#[test]
fn a_name_is_renamed_everywhere_or_refused() {
    let text = "n = whole(2, 1, 9, \"n\")\nx = count(\"X\")\nexpect(\"P(x >= 1) = 1\", n = 2)\n\ndef f(k):\n    return dice(\"{k}d6\") + n\n\ndef trial():\n    n_left = f(k = n)\n    record(x, n_left)\n";
    let renamed = |needle: &str, offset: usize, name: &str| {
        Ok::<_, String>(
            self::rename_at(
                &[("mine.odds", text)],
                text.find(needle).unwrap() + offset,
                name,
            )?
            .remove(0),
        )
    };
    let new = renamed("n = whole", 0, "models").unwrap();
    assert!(
        new.contains("models = 2)")
            && new.contains("+ models")
            && new.contains("f(k = models)")
            && new.contains("n_left")
    );
    let new = renamed("x = count", 0, "hurt").unwrap();
    assert!(new.contains("P(hurt >= 1)") && new.contains("record(hurt, n_left)"));
    let new = renamed("f(k):", 2, "dice_now").unwrap();
    assert!(new.contains("dice(\"{dice_now}d6\")") && new.contains("f(dice_now = n)"));
    for (needle, name, reason) in [
        (
            "f(k):",
            "roll",
            "`f` cannot be renamed to `roll`: mine.odds, line 5: `roll` is a built-in function",
        ),
        (
            "x = count",
            "n",
            "`x` cannot be renamed to `n`: mine.odds, line 2: ",
        ),
        ("trial()", "play", "`trial` cannot be renamed: "),
        ("x = count", "2x", "`2x` is not a name: "),
        ("x = count", "", "`` is not a name: "),
        ("x = count", "a = 1 #", "`a = 1 #` is not a name: "),
    ] {
        let found = renamed(needle, 0, name).unwrap_err();
        assert!(found.starts_with(reason), "{found}");
    }
    let other = "x = count(\"X\")\n\ndef trial():\n    a = roll(6)\n    b = roll(6)\n    record(x, a + b)\n";
    assert_eq!(
        self::rename_at(&[("mine.odds", other)], other.find("a = ").unwrap(), "b").unwrap_err(),
        "`b` already means something else in mine.odds"
    );
}

const LIB: &str = "bonus = 1\n\ndef losses(n):\n    return successes(n, 6, 4) + bonus\n";
const MIDDLE: &str =
    "use \"lib.odds\": losses, bonus\n\ndef twice(n):\n    return losses(n) + losses(n) - bonus\n";
const MAIN: &str = "use \"lib.odds\": losses\nuse \"middle.odds\": twice\nn    = whole(2, 1, 9, \"n\")\nhits = count(\"Hits\")\n\
we   = player(\"We\")\n\ndef trial():\n    go = choose(we, [\"stay\", \"go\"])\n    record(hits, losses(n) + twice(1) if go == \"go\" else 0)\n";
const ASKING: &str = "rule = \"main.odds\"\ntitle = \"n hits we\"\n[parameters]\nn = 3\n\n[sweep]\n\"n\" = [2, 3]\n\n[play]\nwe = \"best\"\n\
aim = \"mean(hits)\"\n\n[[ask]]\nlabel = \"hits\"\nvalue = \"P(hits >= 2)\" # hits\n\n[[charts]]\nkind = \"lines\"\nx = \"n\"\nmetric = \"hits\"\n\n\
[labels]\nn = \"Dice\"\nhits = \"Wounds\"\n";
const FILES: [(&str, &str); 4] = [
    ("lib.odds", LIB),
    ("middle.odds", MIDDLE),
    ("main.odds", MAIN),
    ("asks.toml", ASKING),
];

/// Renames the name at a byte of the first text. Returns all texts after the change.
fn rename_at(texts: &[(&str, &str)], byte: usize, name: &str) -> Result<Vec<String>, String> {
    let texts: Vec<Source> = texts
        .iter()
        .map(|(name, text)| Source {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        })
        .collect();
    let context = FileLocation::Edited(std::path::Path::new(""), &texts);
    let edited = Edited {
        name: &texts[0].name,
        text: &texts[0].text,
        context,
        asked_by: None,
    };
    let edits = edited
        .symbol(byte)
        .expect("a symbol")
        .rename(name, &texts)?;
    let mut after: Vec<String> = texts.iter().map(|source| source.text.clone()).collect();
    for (index, edits) in edits {
        after[index] = edits
            .iter()
            .rev()
            .fold(after[index].clone(), |text, edit| edit.apply(&text));
    }
    Ok(after)
}

/// Returns all files, beginning with the one of this name.
fn files_from(first: &str) -> Vec<(&'static str, &'static str)> {
    let (mut files, rest): (Vec<_>, Vec<_>) =
        FILES.into_iter().partition(|(name, _)| *name == first);
    files.extend(rest);
    files
}

#[test]
fn a_function_is_renamed_in_every_file_that_uses_it() {
    for (file, needle) in [
        ("lib.odds", "losses(n)"),
        ("middle.odds", "losses, "),
        ("main.odds", "losses(n) +"),
    ] {
        let files = files_from(file);
        let after = rename_at(&files, files[0].1.find(needle).unwrap(), "deaths").unwrap();
        for ((name, before), after) in files.iter().zip(&after) {
            assert_eq!(*after, before.replace("losses", "deaths"), "{name}");
        }
    }
    let after = rename_at(&FILES, 0, "extra").unwrap();
    assert_eq!(
        after[..2],
        [
            LIB.replace("bonus", "extra"),
            MIDDLE.replace("bonus", "extra")
        ]
    );
}

#[test]
fn parameters_and_metrics_are_renamed_in_scenarios() {
    let files = files_from("main.odds");
    let offset_of = |text: &str| MAIN.find(text).unwrap();
    let after = rename_at(&files, offset_of("n    ="), "dice_here").unwrap();
    let expected = ASKING
        .replace("\nn = ", "\ndice_here = ")
        .replace("\n\"n\" =", "\n\"dice_here\" =")
        .replace("x = \"n\"", "x = \"dice_here\"");
    assert_eq!(after[3], expected);
    let after = rename_at(&files, offset_of("hits ="), "wounds").unwrap();
    let expected = ASKING
        .replace("(hits", "(wounds")
        .replace("metric = \"hits\"", "metric = \"wounds\"")
        .replace("\nhits = \"W", "\nwounds = \"W");
    assert_eq!(after[3], expected);
    let after = rename_at(&files, offset_of("we   ="), "side").unwrap();
    assert_eq!(after[3], ASKING.replace("\nwe = ", "\nside = "));
    // The same rename from the scenario gives the same texts.
    let files = files_from("asks.toml");
    let after = rename_at(&files, ASKING.find("hits >=").unwrap(), "wounds").unwrap();
    assert_eq!(after[0], expected);
    assert!(after[3].contains("wounds = count(") && after[3].contains("record(wounds, "));
}

#[test]
fn a_rename_that_would_break_another_file_is_refused() {
    let files = files_from("lib.odds");
    let offset = LIB.find("losses").unwrap();
    assert_eq!(
        rename_at(&files, offset, "twice").unwrap_err(),
        "`losses` cannot be renamed to `twice`: middle.odds, line 3: two functions are named `twice`: rename one of them"
    );
    let mut broken = files.clone();
    broken[2].1 = "use \"lib.odds\": losses\nhits = count(\"Hits\"\n";
    let error = rename_at(&broken, offset, "deaths").unwrap_err();
    assert!(
        error.starts_with(
            "fix this mistake first, then rename `losses`: main.odds, line 2: `(` is not closed"
        ),
        "{error}"
    );
    let files = files_from("main.odds");
    let mut broken = files.clone();
    broken[3].1 = "rule = \"main.odds\"\n[sweep]\nn = [1,\n";
    let error = rename_at(&broken, MAIN.find("n    =").unwrap(), "dice_here").unwrap_err();
    assert!(
        error.starts_with("fix this mistake first, then rename `n`: asks.toml, line "),
        "{error}"
    );
    let std = [(
        "own.odds",
        "use \"std\": margin\nx = count(\"X\")\n\ndef trial():\n    record(x, 1)\n",
    )];
    let error = rename_at(&std, std[0].1.find("margin").unwrap(), "run").unwrap_err();
    assert_eq!(
        error,
        "`margin` is defined in std, which is bundled and cannot be changed"
    );
}

#[test]
fn best_play_is_shown_at_the_choice() {
    let rule = BUNDLED
        .iter()
        .find(|(name, _)| *name == "duel.odds")
        .unwrap()
        .1;
    let text = "rule = \"duel.odds\"\n[parameters]\nours = 3\ntheirs = 3\n[play]\nwe = \"best\"\naim = \"P(winner = us)\"\n";
    let printed = explanation_at(&scenario(text), "we = ");
    assert!(
        printed
            .sentences
            .iter()
            .any(|sentence| sentence.starts_with("Best play for P(winner = us): ")),
        "{printed:?}"
    );
    assert!(
        printed.distribution.contains("percentage points or more"),
        "{printed:?}"
    );
    let source = Source {
        name: "mine.toml".to_owned(),
        text: text.to_owned(),
    };
    let asked = Edited {
        name: "duel.odds",
        text: rule,
        context: FileLocation::Bundled,
        asked_by: Some(&source),
    };
    assert_eq!(
        explanation_at(&asked, "we      = player").distribution,
        printed.distribution
    );
}

#[test]
fn expectations_show_the_computed_value() {
    let text = "x = count(\"X\")\nexpect(\"P(x = 6) = 1/6\")\nexpect(\"mean(x) = 3\")\n\ndef trial():\n    record(x, roll(6))\n";
    let edited = rule_file(text);
    let held: Vec<String> = edited
        .held_expectations(&Watch::default())
        .into_iter()
        .map(|(_, found)| found)
        .collect();
    assert_eq!(held, ["it is 1/6, 0.166666666667"]);
    assert!(edited.read().problems.is_empty());
    let faults = edited
        .read()
        .checked
        .unwrap()
        .slow_problems(&Watch::default());
    assert_eq!(faults.len(), 1);
    assert_eq!(
        faults[0].diagnostic.problem,
        "`mean(x) = 3` does not hold: it is 7/2, 3.5"
    );
    assert!(
        explanation_at(&edited, "P(x")
            .sentences
            .contains(&"It holds: 1/6, 0.166666666667.".to_owned())
    );
}

#[test]
fn functions_and_keywords_are_described_only_in_code() {
    let text = "hits = whole(4, 2, 6, \"5 or more\")\n\ndef trial():\n    x = 1 if hits > 2 or hits == 1 else 2  # or none\n";
    let edited = rule_file(text);
    let described = |needle: &str, offset: usize| {
        let byte = text.find(needle).expect(needle) + offset;
        edited
            .explain(byte, &Watch::default())
            .unwrap_or_default()
            .sentences
            .join(" ")
    };
    assert!(
        described("whole(", 1).contains("A whole number. The arguments are"),
        "{}",
        described("whole(", 1)
    );
    assert!(
        described("2 or hits", 3).contains("True if at least one side is true."),
        "{}",
        described("2 or hits", 3)
    );
    assert_eq!(
        [described("5 or more", 3), described("# or none", 3)],
        ["", ""]
    );
}
