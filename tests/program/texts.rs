//! Tests the descriptions of rules, and messages about parameters that do not fit together.

use crate::support::{Bench, stderr};

/// Checks the error of an invalid scenario: its position, the marked text, and its words.
fn assert_refused(text: &str, position: &str, marked: &str, says: &[&str]) {
    let bench = Bench::new();
    bench.write("mine.toml", text);
    let output = bench.run(&["check", "mine.toml"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}\n{printed}");
    assert!(
        printed.contains(&format!("mine.toml:{position}")),
        "{position} of\n{text}\n{printed}"
    );
    let marks = printed.lines().find_map(|line| {
        line.split_once("| ")
            .map(|(_, rest)| rest)
            .filter(|rest| rest.trim_start().starts_with('^'))
    });
    let length = marks.map_or(0, |marks| marks.matches('^').count());
    assert_eq!(length, marked.chars().count(), "{marked:?} in\n{printed}");
    says.iter()
        .for_each(|part| assert!(printed.contains(part), "no {part:?} in\n{printed}"));
}

#[test]
fn gain_mistakes_are_marked_at_their_character() {
    let aging = |gain: &str| format!("rule = \"aging\"\n[parameters]\ngain = {gain}\n");
    assert_refused(
        &aging("\"2d6 ? 1\""),
        "3:13",
        "?",
        &["expected `+`, `-` or the end, found `?`"],
    );
    assert_refused(&aging("\" 2d6x @ 0.5\""), "3:13", "x", &["found `x`"]);
    assert_refused(
        &aging("\"20 @ 1.5\""),
        "3:14",
        "1.5",
        &["`1.5` is not a probability", "20 @ 0.8"],
    );
    assert_refused(
        &aging("\"20 @ often\""),
        "3:14",
        "often",
        &["`often` is not a probability"],
    );
    assert_refused(
        &aging("[4, \"3d6\", \"1d0\"]"),
        "3:22",
        "0",
        &["0 is out of range", "faces of a die: 1 to 10000"],
    );
    assert_refused(
        &aging("[4, 2, \"5 @ x\"]"),
        "3:20",
        "x",
        &["`x` is not a probability"],
    );
    let entry = "rule = \"aging\"\n[[parameters.resources]]\nname = \"a\"\nkind = \"acts\"\ngain = \"3d6+\"\n";
    // Only the position can be marked here.
    assert_refused(entry, "5:13", "^", &["found the end"]);
    let sweep = "rule = \"aging\"\n[sweep]\ngain = [\"1d6\", \"1d6?\"]\n";
    assert_refused(sweep, "3:20", "?", &["found `?`"]);
}

#[test]
fn unreachable_parameters_are_refused_with_a_reason() {
    assert_refused(
        "rule = \"power-activation\"\n[parameters]\ncheck = \"colony\"\nblockade_success = 0.5\n",
        "4:20",
        "0.5",
        &[
            "it has no ship that runs a Blockade",
            "a ship is checked before the run",
        ],
    );
    assert_refused(
        "rule = \"power-activation\"\n[parameters]\nturns = 2\non_turn = 3\n",
        "4:11",
        "3",
        &[
            "the order is given on turn 3, but there are only 2 turns",
            "or more `turns`",
        ],
    );
    assert_refused(
        "rule = \"card-activation\"\n[parameters]\non_failure = \"scatter\"\nscatter = { area = 2, directions = 4 }\n",
        "4:36",
        "4",
        &[
            "`directions` has no effect with `area`",
            "leave out directions, or area",
        ],
    );
    assert_refused(
        "rule = \"power-effect\"\n[parameters.aim]\narea = false\ntrapped = true\n",
        "4:11",
        "true",
        &["not an area attack", "aim.area = true"],
    );
}

#[test]
fn value_without_effect_is_warned_about() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        "rule = \"card-activation\"\n[parameters]\ndice = \"1d6\"\n[parameters.scatter]\ndistance = \"2d6\"\n",
    );
    for args in [
        &["check", "mine.toml"][..],
        &[
            "--scenario",
            "mine",
            "--trials",
            "1000",
            "--no-charts",
            "--no-report",
        ],
    ] {
        let output = bench.run(args);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{printed}");
        for part in [
            "warning: `distance` changes nothing here",
            "mine.toml:5:12",
            "How many squares the effect scatters",
        ] {
            assert!(printed.contains(part), "no {part:?} in\n{printed}");
        }
        assert_eq!(printed.matches("changes nothing").count(), 1, "{printed}");
    }
    let output = bench.run(&[
        "--scenario",
        "mine",
        "--trials",
        "1000",
        "--no-charts",
        "--no-report",
        "--set",
        "on_failure=scatter",
    ]);
    assert!(
        !stderr(&output).contains("changes nothing"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn show_wraps_rules_at_80_columns() {
    let bench = Bench::new();
    for rule in [
        "wing-activation",
        "power-activation",
        "aging",
        "tax-revolt.odds",
        "dice",
    ] {
        let printed = bench.succeed(&["show", rule]);
        assert!(
            printed.lines().all(|line| line.chars().count() <= 80),
            "{rule}:\n{printed}"
        );
    }
    let printed = bench.succeed(&["show", "wing-activation"]);
    for part in [
        "(green on the chart)",
        "spend_before_roll = true: Cubes are spent before",
        "Wing Commander",
        "From: ",
    ] {
        assert!(
            printed
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .contains(part),
            "no {part:?} in\n{printed}"
        );
    }
    assert!(bench.succeed(&["list"]).contains("simulate show dice"));
    let printed = bench.succeed(&["show", "held.odds"]);
    assert!(
        printed.contains("Two published mechanics meet here"),
        "{printed}"
    );
}

#[test]
fn report_contains_the_rule_text() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "card-spell",
        "--scenario",
        "held",
        "--trials",
        "200",
        "--no-charts",
        "--quiet",
    ]);
    let card = bench.read("output/card-spell/report.html");
    assert!(
        card.contains("The rule in words")
            && card.contains("<code>ties = &quot;succeed&quot;</code>")
    );
    assert!(
        bench
            .read("output/held/report.html")
            .contains("Two published mechanics meet here")
    );
}

#[test]
fn plain_report_has_no_statistical_terms() {
    let bench = Bench::new();
    let scenarios = [
        "aging-acts",
        "card-duel",
        "wing-penalty",
        "battle",
        "effect-linger",
    ];
    let named = scenarios.iter().flat_map(|name| ["--scenario", name]);
    let rest = [
        "--trials", "200", "--format", "svg", "--quiet", "--report", "plain",
    ];
    let args: Vec<&str> = named.chain(rest).collect();
    bench.run(&args);
    for name in scenarios {
        let html = bench.read(&format!("output/{name}/report.html"));
        let main = html
            .split_once("<main")
            .unwrap()
            .1
            .split_once("</main>")
            .unwrap()
            .0;
        // The visible text: without tags and without the explorer's data.
        let shown: String = main
            .split("<script")
            .flat_map(|part| part.split("</script>").last())
            .flat_map(|part| {
                part.split('<')
                    .map(|tag| tag.split_once('>').map_or("", |(_, text)| text))
            })
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        assert!(
            shown.contains("the rule") && shown.len() > 500,
            "{name}: {shown}"
        );
        const WORDS: [&str; 13] = [
            "median",
            "mean",
            "interval",
            "intervals",
            "deviation",
            "quantile",
            "quantiles",
            "distribution",
            "simulated",
            "sample",
            "trials",
            "ci",
            "wilson",
        ];
        let found: Vec<&str> = shown
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| WORDS.contains(word))
            .collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}
