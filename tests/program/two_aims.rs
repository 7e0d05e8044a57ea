//! Tests two sides with aims that are not opposite: the table, the files, the report, and the
//! errors.

use crate::support::Bench;

/// A game of two players who choose at once, from the points of each pair of options.
fn rule(options: [&str; 2], points: [[i64; 2]; 4]) -> String {
    let [first, second] = options;
    let mut text = format!(
        r#""""Two players choose in secret"""
we     = player("Our choice?")
they   = player("Their choice?")
ours   = count("Our points")
theirs = count("Their points")

def trial():
    a, b = choose_at_once(we, ["{first}", "{second}"], they, ["{first}", "{second}"])
"#
    );
    for (pair, [ours, theirs]) in points.iter().enumerate() {
        let (a, b) = (options[pair / 2], options[pair % 2]);
        text += &format!(
            "    if a == \"{a}\" and b == \"{b}\":\n        record(ours, {ours})\n        record(theirs, {theirs})\n"
        );
    }
    text
}

const PLAY: &str =
    "aim = \"mean(ours)\"\ntheir_aim = \"mean(theirs)\"\nwe = \"best\"\nthey = \"them\"\n";

fn game(rule: &str, play: &str) -> Bench {
    let bench = Bench::new();
    bench
        .write("game.odds", rule)
        .write("mine.toml", format!("rule = \"game.odds\"\n[play]\n{play}"));
    bench
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the value and the probability of each option in `policy.csv`.
fn policy(bench: &Bench) -> Vec<[String; 4]> {
    let text = bench.read("output/mine/policy.csv");
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = rows.next().expect("a line of heads");
    let column = |name: &str| {
        heads
            .iter()
            .position(|head| *head == name)
            .expect("a column")
    };
    let columns = ["choice", "option", "option_value", "probability"].map(column);
    rows.map(|row| columns.map(|column| row[column].to_owned()))
        .collect()
}

#[test]
fn both_players_of_a_dilemma_defect() {
    let points = [[3, 3], [0, 5], [5, 0], [1, 1]];
    let bench = game(&rule(["cooperate", "defect"], points), PLAY);
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "20000"]);
    let text = one_line(&printed);
    for part in [
        "best play 1.00",
        "always cooperate 0 1.00",
        "The other side plays for mean(theirs): 1.00. Neither side gains by changing only its own choices. There may be other pairs of strategies like this.",
        "20,000 simulated trials agree",
    ] {
        assert!(text.contains(part), "{part}\n{printed}");
    }
    // The other side's fixed strategies are not measured by our aim.
    assert!(!text.contains("Their choice? always"), "{printed}");
    let row = |parts: [&str; 4]| parts.map(str::to_owned);
    assert_eq!(
        policy(&bench),
        [
            row(["we", "cooperate", "0", "0"]),
            row(["we", "defect", "1", "1"]),
            row(["they", "cooperate", "0", "0"]),
            row(["they", "defect", "1", "1"]),
        ]
    );
    let report = bench.read("output/mine/report.html");
    assert!(report.contains("The other side plays for mean(theirs): 1.00."));
    let json = bench.json(&[
        "--scenario",
        "mine",
        "--trials",
        "1000",
        "--json",
        "--no-save",
    ]);
    let theirs = &json[0]["cases"][0]["play"]["their_aim"];
    assert_eq!(
        (&theirs["aim"], &theirs["value"]),
        (&"mean(theirs)".into(), &1.0.into())
    );
}

#[test]
fn a_stag_hunt_is_played_for_the_stag_and_a_chicken_by_the_first_option() {
    let stag = game(
        &rule(["hare", "stag"], [[2, 2], [3, 0], [0, 3], [4, 4]]),
        PLAY,
    );
    let printed = stag.succeed(&["--scenario", "mine", "--trials", "1000", "--no-save"]);
    assert!(one_line(&printed).contains("best play 4.00"), "{printed}");
    // Points of at least 0: 10 less than usual.
    let chicken = [[10, 10], [9, 11], [11, 9], [0, 0]];
    let chicken = game(&rule(["swerve", "straight"], chicken), PLAY);
    let printed = chicken.succeed(&["--scenario", "mine", "--trials", "1000", "--no-save"]);
    assert!(one_line(&printed).contains("best play 9.00"), "{printed}");
    assert!(
        one_line(&printed).contains("plays for mean(theirs): 11.00"),
        "{printed}"
    );
}

#[test]
fn unequal_pennies_are_mixed() {
    let pennies = game(
        &rule(["heads", "tails"], [[3, 0], [0, 1], [0, 1], [1, 0]]),
        PLAY,
    );
    let printed = pennies.succeed(&["--scenario", "mine", "--trials", "1000"]);
    // Each mixes by the prizes of the other one.
    let shares: Vec<String> = policy(&pennies)
        .into_iter()
        .map(|row| row[3].clone())
        .collect();
    assert_eq!(shares, ["0.5", "0.5", "0.25", "0.75"], "{printed}");
}

#[test]
fn an_opposite_aim_changes_nothing() {
    let points = [[3, 0], [0, 3], [1, 2], [2, 1]];
    let rule = rule(["left", "right"], points);
    let plain = "aim = \"mean(ours)\"\nwe = \"best\"\nthey = \"them\"\n";
    let opposites = ["mean(theirs)", "least mean(ours)"];
    let arguments = ["--scenario", "mine", "--trials", "1000", "--no-save"];
    let expected = game(&rule, plain).succeed(&arguments);
    for opposite in opposites {
        let play = format!("{plain}their_aim = \"{opposite}\"\n");
        assert_eq!(
            game(&rule, &play).succeed(&arguments),
            expected,
            "{opposite}"
        );
    }
}

/// Two players take turns: each may take the larger share of a growing pot, or pass.
const CENTIPEDE: &str = r#""""Who takes the pot first?"""
we     = player("We take?")
they   = player("They take?")
ours   = count("Our coins")
theirs = count("Their coins")

def trial():
    small, large = 1, 4
    for turn in upto(3):
        if choose(we, ["pass", "take"]) == "take":
            record(ours, large)
            record(theirs, small)
            return
        small, large = 2 * small, 2 * large
        if choose(they, ["pass", "take"]) == "take":
            record(ours, small)
            record(theirs, large)
            return
        small, large = 2 * small, 2 * large
    record(ours, large)
    record(theirs, small)
"#;

#[test]
fn a_centipede_ends_at_once() {
    let bench = game(CENTIPEDE, PLAY);
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "1000", "--no-save"]);
    assert!(one_line(&printed).contains("best play 4.00"), "{printed}");
    assert!(
        one_line(&printed).contains("plays for mean(theirs): 1.00"),
        "{printed}"
    );
}

#[test]
fn what_is_impossible_is_refused() {
    let points = [[3, 3], [0, 5], [5, 0], [1, 1]];
    let dilemma = rule(["cooperate", "defect"], points);
    let refused = |rule: &str, play: &str, expected: &str| {
        let errors = game(rule, play).refuse(&["--scenario", "mine"]);
        assert!(one_line(&errors).contains(expected), "{expected}\n{errors}");
    };
    let without_aim = "their_aim = \"mean(theirs)\"\nwe = \"cooperate\"\n";
    refused(
        &dilemma,
        without_aim,
        "`their_aim` needs an aim of our side",
    );
    let then = format!("{PLAY}then = \"most mean(theirs)\"\n");
    refused(&dilemma, &then, "`then` cannot break ties");
    let errs = PLAY.replace("\"them\"", "\"them 90%\"");
    refused(CENTIPEDE, &errs, "players cannot make mistakes");
    let unknown = PLAY.replace("mean(theirs)", "mean(their)");
    refused(&dilemma, &unknown, "their");
    let cyclic = CENTIPEDE
        .replace("for turn in upto(3):", "while chance(9, 10):")
        .replace(
            "    record(ours, large)\n    record(theirs, small)\n",
            "    record(ours, 0)\n    record(theirs, 0)\n",
        )
        .replace(
            "small, large = 2 * small, 2 * large",
            "small, large = large, small",
        );
    refused(&cyclic, PLAY, "a trial can return to the choice `");
    let seven = dilemma.replace(
        "they, [\"cooperate\", \"defect\"]",
        "they, [\"cooperate\", \"defect\", \"a\", \"b\", \"c\", \"d\", \"e\"]",
    ) + "    if b in [\"a\", \"b\", \"c\", \"d\", \"e\"]:\n        record(ours, 0)\n        record(theirs, 0)\n";
    refused(&seven, PLAY, "at most 6 are allowed");
}
