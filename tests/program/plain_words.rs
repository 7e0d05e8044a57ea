//! Tests sentences of the table: what is exact, and the names of outcomes.

use crate::support::Bench;

const FAST: [&str; 5] = [
    "--trials",
    "2000",
    "--no-charts",
    "--no-report",
    "--no-save",
];

/// A duel whose winner has an outcome without a sentence.
const DUEL: &str = r#""""A duel"""
swords = whole(2, 1, 3, "swords")
winner = category("Winner", knight = success, dragon = failure)
bonus  = count("Bonus", absent = "no bonus")

def trial():
    best = sum(roll(6) for n in range(swords))
    record(winner, "knight" if best > 6 else "dragon")
    if swords > 2:
        record(bonus, best)
"#;

fn duel(more: &str) -> Bench {
    let bench = Bench::new();
    bench
        .write("duel.odds", DUEL)
        .write("duel.toml", format!("rule = \"duel.odds\"\n{more}"));
    bench
}

#[test]
fn case_where_a_metric_never_occurs_is_exact() {
    let args = [&["duel.toml", "--all"], &FAST[..]].concat();
    let printed = duel("[sweep]\nswords = [1, 2, 3]\n").succeed(&args);
    assert!(printed.contains("\n3 cases, exact."), "{printed}");
    assert!(
        !printed.contains("simulated  "),
        "no column of simulated numbers: {printed}"
    );
    assert!(
        printed.contains("trials without a value (no bonus) are left out: up to 100%"),
        "{printed}"
    );
    let printed = duel("").succeed(&args);
    assert!(
        printed.contains("\nExact.") && printed.contains("Bonus, mean: it never occurs."),
        "{printed}"
    );
}

#[test]
fn an_outcome_follows_the_label_of_its_metric() {
    let sweep = "[sweep]\nswords = [1, 2, 3]\n";
    let printed = duel(sweep).succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert!(
        printed.contains("\nWinner: knight, over 50% with 2 swords or more (58.3%; 0% with 1)\n"),
        "{printed}"
    );
    let two = "[[variants]]\nname = \"A\"\n[[variants]]\nname = \"B\"\nset = { swords = 3 }\n";
    let printed = duel(two).succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert!(
        printed.contains("\nWinner: knight 90.7% with “B”, 58.3% with “A”"),
        "{printed}"
    );
    // A question without a label is the same number as a headline, and has one column.
    let printed = duel(&format!("[[ask]]\nvalue = \"P(winner = knight)\"\n{sweep}"))
        .succeed(&[&["duel.toml"], &FAST[..]].concat());
    assert_eq!(printed.matches("Winner: knight").count(), 1, "{printed}");
}

#[test]
fn sweep_over_words_suggests_a_working_range() {
    let bench = duel("");
    for (wrong, right) in [
        ("swords=low..high", "swords=1..3"),
        ("swords=1..high", "swords=1..3"),
    ] {
        let printed = bench.refuse(&["duel.toml", "--sweep", wrong]);
        assert!(
            printed.contains("for `--sweep swords`: expected a number"),
            "{printed}"
        );
        let help = format!("allowed: a whole number from 1 to 3. Write --sweep {right}\n");
        assert!(
            printed.contains(&help) && printed.matches("error:").count() == 1,
            "{printed}"
        );
        bench.succeed(&[&["duel.toml", "--sweep", right], &FAST[..]].concat());
    }
}

#[test]
fn missing_rule_file_is_reported_with_similar_names() {
    let bench = duel("");
    for args in [
        &["dual.odds"][..],
        &["--rule", "dual.odds"],
        &["./dual.odds"],
        &["check", "dual.odds"],
    ] {
        let printed = bench.refuse(args);
        assert!(
            printed.contains("there is no rule file ") && !printed.contains("-->"),
            "{printed}"
        );
        assert!(printed.contains("did you mean `duel.odds`?"), "{printed}");
    }
    let printed = bench.refuse(&["nothere.odds"]);
    assert!(
        printed
            .contains("save it in this folder or in rules/ (here: `duel.odds`), or use a bundled"),
        "{printed}"
    );
    assert!(
        bench
            .refuse(&["--rule", "nothere"])
            .contains("there is no rule nothere"),
        "no quoted line"
    );
}

/// A fight with abbreviated parameter names.
const KNIGHT: &str = r#""""A knight fights a dragon"""
kn_hp  = whole(6, 1, 12, "knight's hit points")
dragon = whole(8, 1, 20, "dragon's hit points")
winner = category("Winner", knight = success, dragon = failure)
left   = count("Hit points left")
risk   = player("Strike hard?")

def trial():
    knight, foe = kn_hp, dragon
    while knight > 0 and foe > 0:
        if choose(risk, ["hard", "safe"]) == "hard":
            foe -= max(roll(6) - 1, 0)
            knight -= roll(4) if foe > 0 else 0
        else:
            foe -= roll(3)
            knight -= roll(2) if foe > 0 else 0
    record(winner, "knight" if knight > 0 else "dragon")
    record(left, max(knight, 0))
"#;

fn knight(more: &str) -> Bench {
    let bench = Bench::new();
    let play = "[play]\naim = \"P(winner = knight)\"\nrisk = \"best\"\n";
    bench
        .write("k.odds", KNIGHT)
        .write("k.toml", format!("rule = \"k.odds\"\n{play}{more}"));
    bench
}

#[test]
fn rows_and_columns_have_labels_and_no_abbreviated_keys() {
    let bench = knight("");
    let argument_lists: [&[&str]; 5] = [
        &["--sweep", "kn_hp=4..6"],
        &["--sweep", "kn_hp=4..6", "--sweep", "dragon=6..8"],
        &["--sensitivity", "mean(left)"],
        &["--find", "P(winner = knight) = 0.5", "--over", "kn_hp"],
        &[
            "--find",
            "mean(left) = 2",
            "--over",
            "dragon",
            "--sweep",
            "kn_hp=4..6",
        ],
    ];
    for more in argument_lists {
        let printed = bench.succeed(&[&["k.toml"], more, &FAST[..]].concat());
        let lowercased = printed.replace("`kn_hp`", "").to_lowercase();
        assert!(
            !lowercased.contains("kn hp") && !lowercased.contains("kn_hp"),
            "{more:?}: {printed}"
        );
        assert!(lowercased.contains("hit points"), "{more:?}: {printed}");
    }
}

#[test]
fn the_chart_of_the_first_question_comes_first() {
    let ask = "[[ask]]\nlabel = \"Hit points left\"\nvalue = \"mean(left)\"\n";
    let first = |more: &str, args: &[&str]| {
        let bench = knight(more);
        bench.succeed(&[&["k.toml", "--trials", "2000", "--format", "md"], args].concat());
        let page = bench.read("output/k/report.html");
        let figures = page
            .split("<figure")
            .skip(1)
            .map(|figure| figure.to_owned())
            .collect::<Vec<_>>();
        figures.first().expect("a chart").clone()
    };
    for args in [&[][..], &["--sweep", "kn_hp=4..6"]] {
        let figure = first(ask, args);
        assert!(
            figure
                .split("</figure>")
                .next()
                .unwrap()
                .contains("Hit points left"),
            "{args:?}"
        );
        let figure = first("[[ask]]\nvalue = \"P(winner = knight)\"\n", args);
        assert!(
            !figure
                .split("</figure>")
                .next()
                .unwrap()
                .contains("Strike hard?"),
            "{args:?}"
        );
    }
}

#[test]
fn json_has_the_recommended_rules() {
    let bench = knight("");
    let printed = bench.json(&["k.toml", "--trials", "2000", "--no-save", "--json"]);
    let play = &printed[0]["cases"][0]["play"];
    let rule = &play["recommendations"][0]["rule"];
    assert_eq!(
        (&play["recommendations"][0]["choice"], &rule["otherwise"]),
        (&"risk".into(), &"safe".into()),
        "{play}"
    );
    let table = bench.succeed(&[&["k.toml"], &FAST[..]].concat());
    let one_line = table.replace('\n', " ");
    assert!(
        one_line.contains(rule["text"].as_str().unwrap()),
        "{rule}\n{table}"
    );
    let [value, cost] = ["value", "cost"].map(|key| rule[key].as_f64().unwrap());
    assert!(
        (value + cost - play["value"].as_f64().unwrap()).abs() < 1e-9
            && rule["agreement"].as_f64() <= Some(1.0)
    );
    for clause in rule["clauses"].as_array().unwrap() {
        let conditions = clause["conditions"].as_array().unwrap();
        let has_value = |condition: &serde_json::Value| {
            ["at_least", "at_most", "is"]
                .iter()
                .any(|key| !condition[*key].is_null())
        };
        assert!(
            clause["option"].is_string() && conditions.iter().all(has_value),
            "{clause}"
        );
    }
}

#[test]
fn possessive_label_precedes_its_number() {
    let bench = knight("[sweep]\nkn_hp = [7, 8]\n");
    bench.write(
        "k.odds",
        KNIGHT.replace("\"knight's hit points\"", "\"the knight's hit points\""),
    );
    let printed = bench.succeed(&[&["k.toml"], &FAST[..]].concat());
    assert!(
        printed.contains("% with the knight's hit points at 7, "),
        "{printed}"
    );
}

#[test]
fn labels_of_several_words_are_quoted_in_expressions() {
    let rule = KNIGHT.replace("\"Hit points left\"", "\"Health left\"");
    let bench = knight("[[ask]]\nvalue = \"P(left >= 2 | winner = knight)\"\n");
    bench.write("k.odds", rule);
    let printed = bench.succeed(&[&["k.toml"], &FAST[..]].concat());
    assert!(
        printed.contains("“Health left” >= 2 if Winner = knight"),
        "{printed}"
    );
}

#[test]
fn likely_zeros_have_rows_and_ties_appear_once() {
    let rule = r#""""A heist"""
again = player("Open another safe?")
loot  = count("Loot")
out   = flag("Caught")

def trial():
    bag, alarms, opened = 0, 0, 0
    while opened < 6 and alarms < 2 and choose(again, ["open", "leave"]) == "open":
        opened += 1
        face = roll(6)
        alarms += face == 1
        bag += face if face > 1 else 0
    record(loot, 0 if alarms > 1 else bag)
    record(out, alarms > 1)
"#;
    let bench = Bench::new();
    let asks = "[[ask]]\nvalue = \"mean(loot)\"\n[[ask]]\nlabel = \"Thief is caught\"\nvalue = \"P(out)\"\n";
    let toml =
        format!("rule = \"heist.odds\"\n[play]\naim = \"mean(loot)\"\nagain = \"best\"\n{asks}");
    bench.write("heist.odds", rule).write("heist.toml", toml);
    let printed = bench.succeed(&[&["heist.toml"], &FAST[..]].concat());
    let has_row = |label: &str| {
        printed
            .lines()
            .any(|line| line.trim_start().starts_with(label))
    };
    assert!(
        has_row("0   25.") && has_row("2 to 3") && !has_row("0 to 1"),
        "{printed}"
    );
    let tied =
        "Several ways to play are equally good. They differ in Thief is caught: 25.6% to 25.9%.";
    assert!(
        printed.contains(tied) && !printed.contains(", Caught"),
        "{printed}"
    );
    assert!(
        printed.contains("slightly worse with “open” every time"),
        "{printed}"
    );
}

#[test]
fn singular_nouns_and_flag_values_are_worded() {
    let printed = Bench::new().succeed(&["wing-best", "--trials", "1000", "--no-save"]);
    let line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        line.contains("Roll one die with 1 die lost to the penalty"),
        "{printed}"
    );
    let bench = Bench::new();
    bench.succeed(&[
        "gallery/genesys",
        "--trials",
        "1000",
        "--format",
        "md",
        "--no-report",
    ]);
    let folder = bench.list("output/genesys");
    let maps: Vec<&String> = folder
        .iter()
        .filter(|name| name.starts_with("joint") && name.ends_with(".md"))
        .collect();
    assert!(!maps.is_empty(), "{folder:?}");
    for map in maps {
        let table = bench.read(&format!("output/genesys/{map}"));
        assert!(
            table.contains("| yes ") && table.contains("| no "),
            "{table}"
        );
        assert!(
            table.contains("difficulty di"),
            "the case is named: {table}"
        );
    }
}
