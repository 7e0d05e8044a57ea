//! Tests `simulate balance`. Every answer is compared with an ordinary run of that setting, which
//! is judged here.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Bench, TURN, rows, stderr};

const QUICK_ARGS: [&str; 5] = ["--trials", "200", "--no-charts", "--no-report", "--quiet"];

/// A duel in which our side strikes hard and the other side strikes fast.
pub(crate) const DUEL: &str = "rule = \"duel.odds\"\n[parameters]\nfast = 3 # as printed\nhard = 5\n[play]\nwe = \"hard\"\nthey = \"fast\"\n";
const GOALS: &str = "[[ask]]\nlabel = \"Even\"\nvalue = \"P(winner = us)\"\nwant = \"0.42 to 0.58\"\n\
    [[ask]]\nlabel = \"Strikes\"\nvalue = \"mean(strikes)\"\nwant = \"<= 13.6\"\n\
    [[ask]]\nlabel = \"At once\"\nvalue = \"P(strikes <= 6)\"\nbest = \"most\"\n";

pub(crate) fn number(text: &str) -> f64 {
    text.parse()
        .unwrap_or_else(|_| panic!("{text:?} is not a number"))
}

/// Returns the answers of a scenario with these values to each question, in order, case by case.
pub(crate) fn answers(bench: &Bench, name: &str, sets: &[(&str, String)]) -> Vec<Vec<f64>> {
    let sets: Vec<String> = sets
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let sets = sets.iter().flat_map(|set| ["--set", set]);
    let args: Vec<&str> = [name, "--json", "--no-save", "--trials", "100"]
        .into_iter()
        .chain(sets)
        .collect();
    // The run fails if a goal is missed, so the exit code is ignored.
    let run: Value = serde_json::from_slice(&bench.run(&args).stdout).expect("JSON");
    let case = |case: &Value| {
        let asks = case["asks"].as_array().expect("answers");
        asks.iter()
            .map(|ask| ask["exact"].as_f64().expect("exact odds"))
            .collect()
    };
    run[0]["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .map(case)
        .collect()
}

/// Runs `balance` and returns its rows.
pub(crate) fn balance_rows(bench: &Bench, name: &str) -> Vec<BTreeMap<String, String>> {
    let output = bench.run(&[&["balance", name], &QUICK_ARGS[..]].concat());
    assert!(
        matches!(output.status.code(), Some(0 | 3)),
        "{}",
        stderr(&output)
    );
    rows(&bench.read(&format!("output/{name}/balance.csv")))
}

#[test]
fn settings_are_judged_like_separate_runs() {
    let bench = Bench::new();
    let text = format!(
        "{DUEL}[balance]\nfast = {{ from = 2, to = 4 }}\nhard = [4, 5, 6]\nours = [5, 6, 7]\nkeep = \"fast < hard and ours + hard != 9\"\n{GOALS}"
    );
    bench.write("small.toml", text);
    let found = balance_rows(&bench, "small");
    let mut wanted = Vec::new();
    for (fast, hard, ours) in
        (2..=4).flat_map(|f| (4..=6).flat_map(move |h| (5..=7).map(move |o| (f, h, o))))
    {
        if fast >= hard || ours + hard == 9 {
            continue;
        }
        let sets = [("fast", fast), ("hard", hard), ("ours", ours)]
            .map(|(key, value): (&str, i64)| (key, value.to_string()));
        let values = &answers(&bench, "small.toml", &sets)[0];
        let misses = [
            (0.42 - values[0]).max(values[0] - 0.58).max(0.0),
            (values[1] - 13.6).max(0.0),
        ];
        let steps = [(fast, 3), (hard, 5), (ours, 7)]
            .map(|(value, published): (i64, i64)| value.abs_diff(published));
        let changed = steps.iter().filter(|&&step| step > 0).count();
        wanted.push((
            (fast, hard, ours),
            values.clone(),
            misses,
            changed,
            steps.iter().sum::<u64>(),
        ));
    }
    assert_eq!(found.len(), wanted.len());
    let is_met = |misses: &[f64; 2]| misses.iter().all(|&miss| miss == 0.0);
    assert!(
        wanted.iter().any(|setting| is_met(&setting.2))
            && !wanted.iter().all(|setting| is_met(&setting.2))
    );
    for row in &found {
        let key = ["fast", "hard", "ours"].map(|key| row[key].parse::<i64>().expect("a value"));
        let (_, values, misses, changed, steps) = wanted
            .iter()
            .find(|setting| [setting.0.0, setting.0.1, setting.0.2] == key)
            .expect("kept");
        for (label, value) in ["Even", "Strikes", "At once"].into_iter().zip(values) {
            assert!(
                (number(&row[label]) - value).abs() < 1e-12,
                "{key:?} {label}"
            );
        }
        assert!(
            (number(&row["Even: off by"]) - misses[0]).abs() < 1e-9
                && (number(&row["Strikes: off by"]) - misses[1]).abs() < 1e-9
        );
        assert_eq!(row["meets_all"], if is_met(misses) { "yes" } else { "no" });
        assert_eq!(
            (number(&row["changed"]), number(&row["steps"])),
            (*changed as f64, *steps as f64)
        );
        // The neighbours are one step of any parameter away and are valid settings.
        let neighbours = wanted.iter().filter(|other| {
            let other = [other.0.0, other.0.1, other.0.2];
            (0..3)
                .map(|index| other[index].abs_diff(key[index]))
                .sum::<u64>()
                == 1
        });
        let holds = neighbours.clone().all(|other| is_met(&other.2));
        let robust = if is_met(misses) {
            if holds { "yes" } else { "no" }
        } else {
            ""
        };
        assert_eq!(row["robust"], robust, "{key:?}");
    }
    // Settings that meet all goals come first, those nearest to the published one before the
    // others, and then by what is best. The other settings follow by the size of their miss.
    let order = |row: &BTreeMap<String, String>| {
        let off = number(&row["Even: off by"]) + number(&row["Strikes: off by"]) / 13.6;
        (
            off,
            number(&row["changed"]),
            number(&row["steps"]),
            -number(&row["At once"]),
        )
    };
    assert!(
        found
            .windows(2)
            .all(|pair| order(&pair[0]) <= order(&pair[1]))
    );
}

#[test]
fn best_setting_is_run_next_to_the_published_one() {
    let bench = Bench::new();
    bench.write(
        "small.toml",
        format!("{DUEL}[balance]\nfast = [2, 3, 4]\nhard = [4, 5, 6]\nours = [5, 6, 7]\n{GOALS}"),
    );
    let printed = bench.succeed(&[
        "balance",
        "small.toml",
        "--trials",
        "200",
        "--no-charts",
        "--no-report",
    ]);
    assert!(
        printed.contains("As published")
            && printed.contains("Balanced")
            && printed.contains("of 27"),
        "{printed}"
    );
    assert_eq!(
        bench.succeed(&[
            "small.toml",
            "--balance",
            "--trials",
            "200",
            "--no-charts",
            "--no-report"
        ]),
        printed
    );
    let best = &rows(&bench.read("output/small/balance.csv"))[0];
    let asked = rows(&bench.read("output/small/asks.csv"));
    let balanced = asked
        .iter()
        .find(|row| row["variant"] == "Balanced" && row["ask"] == "Even")
        .expect("a row");
    assert!((number(&balanced["exact"]) - number(&best["Even"])).abs() < 1e-12);
    let files = bench.list("output/small");
    bench.succeed(&[
        "balance",
        "small.toml",
        "--trials",
        "200",
        "--format",
        "svg,md,tex,pdf",
    ]);
    let more = bench.list("output/small");
    assert!(
        [
            "balance.svg",
            "balance.md",
            "balance.tex",
            "balance.pdf",
            "report.html"
        ]
        .iter()
        .all(|name| more.contains(&(*name).to_owned()))
    );
    assert!(!files.contains(&"balance.svg".to_owned()));
    let page = bench.read("output/small/report.html");
    assert!(
        page.contains("<h2 id=\"balance\">") && page.contains("Settings that meet all goals: ")
    );
}

#[test]
fn conflicting_goals_are_named_with_their_costs() {
    let bench = Bench::new();
    bench.write("coins.odds", "\"\"\"Coins\"\"\"\ncoins = whole(1, 1, 9)\nbonus = whole(0, 0, 9)\nheads = count(\"Heads\")\n\ndef trial():\n    record(heads, sum(chance(1, 2) for i in range(coins)))\n");
    // The mean is half the number of coins, and no coin shows heads with probability 1/2 to the
    // power of their number.
    let wishes = "[[ask]]\nlabel = \"Many\"\nvalue = \"mean(heads)\"\nwant = \">= 2\"\n[[ask]]\nlabel = \"Often none\"\nvalue = \"P(heads = 0)\"\nwant = \">= 20%\"\n\
        [[ask]]\nlabel = \"Not most\"\nvalue = \"P(heads >= 7)\"\nwant = \"<= 0.9\"\n";
    bench.write(
        "coins.toml",
        format!("rule = \"coins.odds\"\n[balance]\ncoins = {{ from = 1, to = 6 }}\n{wishes}"),
    );
    let output = bench.run(&["balance", "coins.toml", "--trials", "200", "--no-save"]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(3), "{printed}");
    for says in [
        "Settings that meet all goals: 0 of 6",
        "No setting meets \u{201c}Many\u{201d} and \u{201c}Often none\u{201d} together",
        // Two coins have a mean of 1, and no heads with probability 1/4. A mean of 2 needs at least
        // four coins, and no heads then has probability 1/16.
        "Many: 1 instead of 2 would allow 1 of the settings",
        "Often none: 6% instead of 20% would allow 1 of the settings",
    ] {
        assert!(printed.contains(says), "no {says:?} in\n{printed}");
    }
    assert!(
        !printed.contains("Not most\u{201d}"),
        "what is at odds with nothing is not named: {printed}"
    );
    // With `--met-only`, conflicts are not computed.
    let output = bench.run(&[
        "balance",
        "coins.toml",
        "--met-only",
        "--trials",
        "200",
        "--no-save",
    ]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(
        printed.contains("Settings that meet all goals: 0 of 6") && !printed.contains("together"),
        "{printed}"
    );
}

#[test]
fn four_classes_are_balanced_within_two_points() {
    let bench = Bench::new();
    bench.write("classes.odds", include_str!("../rules/classes.odds"));
    let parameters = ["Knight", "Rogue", "Mage", "Archer"].map(|name| {
        format!("\"classes.{name}.power\" = [4, 6, 8, 10, 12]\n\"classes.{name}.health\" = [6, 8, 9, 10, 12]\n")
    });
    let wish =
        "[[ask]]\nlabel = \"Fair\"\nvalue = \"P(winner = first)\"\nwant = \"0.48 to 0.52\"\n";
    bench.write(
        "classes.toml",
        format!(
            "rule = \"classes.odds\"\n[sweep]\npair = {{ from = 1, to = 6 }}\n[balance]\n{}{wish}",
            parameters.concat()
        ),
    );
    let start: Vec<f64> = answers(&bench, "classes.toml", &[])
        .into_iter()
        .map(|values| values[0])
        .collect();
    assert!(start.iter().any(|&chance| chance >= 0.8), "{start:?}");
    let printed = bench.succeed(&[
        "balance",
        "classes.toml",
        "--trials",
        "100",
        "--no-charts",
        "--no-report",
    ]);
    assert!(
        printed.contains(" tried (a search; ") && !printed.contains("goals: 0 of"),
        "{printed}"
    );
    let best = &rows(&bench.read("output/classes/balance.csv"))[0];
    let sets: Vec<(&str, String)> = best
        .iter()
        .filter(|(key, _)| key.starts_with("classes."))
        .map(|(key, value)| (key.as_str(), value.clone()))
        .collect();
    assert_eq!(sets.len(), 8);
    let found = answers(&bench, "classes.toml", &sets);
    assert!(
        found.len() == 6
            && found
                .iter()
                .all(|values| (0.48..=0.52).contains(&values[0])),
        "{found:?}"
    );
}

#[test]
fn wing_turn_reaches_its_actions_without_penalties() {
    let bench = Bench::new();
    let wish = "[[ask]]\nlabel = \"Actions\"\nvalue = \"mean(actions)\"\nwant = \"4.35 to 4.45\"\n";
    let balance = "[balance]\n\"wings.Vanguard.quality\" = { from = 2, to = 6 }\n\"wings.Left.quality\" = { from = 2, to = 6 }\n\"wings.Right.quality\" = { from = 2, to = 6 }\ndice = [2, 3]\n";
    let text = TURN.replacen(
        "[[parameters",
        "[parameters]\npenalties = false # no longer\n[[parameters",
        1,
    );
    bench.write("turn.toml", format!("{text}{balance}{wish}"));
    bench.succeed(&[&["balance", "turn.toml"], &QUICK_ARGS[..]].concat());
    let found = rows(&bench.read("output/turn/balance.csv"));
    assert_eq!(found.len(), 250);
    let best = &found[0];
    assert_eq!(best["meets_all"], "yes");
    let applied = bench.succeed(&["balance", "turn.toml", "--apply"]);
    assert!(
        applied.contains("penalties = false # no longer"),
        "{applied}"
    );
    bench.write("applied.toml", &applied);
    let mean = answers(&bench, "applied.toml", &[])[0][0];
    assert!((4.35..=4.45).contains(&mean) && (mean - number(&best["Actions"])).abs() < 1e-12);
    let parameters_of =
        |text: &str| toml::from_str::<toml::Table>(text).expect("TOML")["parameters"].clone();
    let parameters = parameters_of(&applied);
    for wing in parameters["wings"]
        .as_array()
        .expect("Wings")
        .iter()
        .take(3)
    {
        let name = wing["name"].as_str().expect("a name");
        assert_eq!(
            wing["quality"].to_string(),
            best[&format!("wings.{name}.quality")]
        );
    }
}

#[test]
fn pig_is_nearly_fair_with_changed_parameters() {
    let bench = Bench::new();
    bench.write("pig-faces.odds", include_str!("../rules/pig-faces.odds"));
    bench.write(
        "pig.toml",
        "rule = \"pig-faces.odds\"\n[play]\naim = \"P(winner = first)\"\nfirst = \"best\"\nsecond = \"them\"\n\
         [balance]\ngoal = [20, 40, 60]\nloses = [1, 5]\n[[ask]]\nlabel = \"Going first\"\nvalue = \"P(winner = first)\"\nwant = \"< 0.51\"\n",
    );
    let found = balance_rows(&bench, "pig");
    assert_eq!(found.len(), 6);
    let sets =
        |row: &BTreeMap<String, String>| ["goal", "loses"].map(|key| (key, row[key].clone()));
    for row in [&found[0], &found[1]] {
        let chance = answers(&bench, "pig.toml", &sets(row))[0][0];
        assert!(
            (chance - number(&row["Going first"])).abs() < 1e-9,
            "each at its own best play: {chance}"
        );
        assert_eq!(row["meets_all"], if chance < 0.51 { "yes" } else { "no" });
    }
    assert_eq!(found[0]["meets_all"], "yes");
}
