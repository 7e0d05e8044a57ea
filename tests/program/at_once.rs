//! Tests choices made at the same time: the mix of each side in tables, files and the report, and
//! the errors.

use crate::support::Bench;

/// Rock, paper, scissors in which a win by paper counts twice: the best mix is 1/4, 1/4, 1/2.
const HANDS: &str = r#""""Rock, paper, scissors: a win by paper counts twice"""
ours   = player("Our hand?", rock = "show rock")
theirs = player("Their hand?")
gain   = count("Points won")
hands  = ["rock", "paper", "scissors"]

def trial():
    a, b = choose_at_once(ours, hands, theirs, hands)
    beats = [["rock", "scissors"], ["paper", "rock"], ["scissors", "paper"]]
    if [a, b] in beats:
        record(gain, 2 if a == "paper" else 1)
    elif a == b:
        record(gain, 0)
    else:
        record(gain, 0 - (2 if b == "paper" else 1))
"#;

fn hands(play: &str) -> Bench {
    let bench = Bench::new();
    let scenario = format!("rule = \"hands.odds\"\n[play]\naim = \"mean(gain)\"\n{play}");
    bench
        .write("hands.odds", HANDS)
        .write("mine.toml", scenario);
    bench
}

#[test]
fn both_sides_mix_their_options() {
    let bench = hands(
        "ours = \"best\"\ntheirs = \"them\"\n[[charts]]\nkind = \"policy\"\nchoice = \"ours\"\n",
    );
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "20000", "--format", "md"]);
    let one_line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "Our hand? Show rock one time in four, paper one time in four; else scissors. The other side gains nothing by knowing this.",
        "best play 0",
        "Our hand? always paper −1.00 1.00",
        "Exact. 20,000 simulated trials agree.",
    ] {
        assert!(one_line.contains(text), "{text}\n{printed}");
    }
    let policy = bench.read("output/mine/policy.csv");
    let rows: Vec<Vec<&str>> = policy
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    let column = |name: &str| {
        rows[0]
            .iter()
            .position(|head| *head == name)
            .expect("a column")
    };
    let (choice, option, share) = (column("choice"), column("option"), column("probability"));
    for player in ["ours", "theirs"] {
        let shares: Vec<(&str, &str)> = rows[1..]
            .iter()
            .filter(|row| row[choice] == player)
            .map(|row| (row[option], row[share]))
            .collect();
        assert_eq!(
            shares,
            [("rock", "0.25"), ("paper", "0.25"), ("scissors", "0.5")]
        );
    }
    let report = bench.read("output/mine/report.html");
    assert!(
        report.contains("scissors 50.0%, rock 25.0%, paper 25.0%"),
        "the mix in the report"
    );
    let map = bench.read("output/mine/policy-ours.md");
    assert!(
        map.contains("25.0/25.0/50.0%") && map.contains("Percentages: how often"),
        "{map}"
    );
    let run: serde_json::Value = serde_json::from_str(&bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "200",
        "--json=full",
        "--no-save",
    ]))
    .expect("JSON");
    let mix = &run[0]["cases"][0]["play"]["recommendations"][0]["mix"];
    assert_eq!(mix[2]["probability"], 0.5, "{mix}");
    let replayed = bench.succeed(&["replay", "mine", "--trial", "3"]);
    assert!(
        replayed.contains("choose_at_once(ours, theirs): [\""),
        "{replayed}"
    );
}

/// A map of narrow cells has the colours of a mix, and names the variant that it shows.
#[test]
fn narrow_cells_have_the_colours_of_the_mix() {
    let bench = Bench::new();
    let rule = HANDS
        .replace(
            "hands  =",
            "bonus  = whole(2, 1, 5, \"points for paper\")\nhands  =",
        )
        .replace("2 if a", "bonus if a")
        .replace("2 if b", "bonus if b");
    let scenario = "rule = \"hands.odds\"\n[play]\naim = \"mean(gain)\"\nours = \"best\"\n\
        theirs = \"them\"\n[[variants]]\nname = \"Both mix\"\n[[variants]]\nname = \"Rock\"\n\
        set = { \"play.theirs\" = \"rock\" }\n[sweep]\nbonus = [1, 2, 3, 4, 5]\n[[charts]]\n\
        kind = \"policy\"\nchoice = \"ours\"\nx = \"bonus\"\n";
    bench.write("hands.odds", rule).write("mine.toml", scenario);
    bench.succeed(&["mine", "--trials", "200", "--format", "svg"]);
    let map = bench.read("output/mine/policy-ours.svg");
    assert!(map.contains("Variant “Both mix”"), "{map}");
    let report = bench.read("output/mine/report.html");
    assert!(
        report.contains("Width of each colour in a cell: how often best play takes the option.")
    );
}

/// A fixed, random or simple player is answered by one option, which does not depend on the other
/// player's option.
#[test]
fn other_players_are_answered_by_one_option() {
    for (theirs, option, value) in [
        ("\"paper\"", "scissors", "1.00"),
        ("\"uniform\"", "paper", "0.33"),
        ("\"rock while 1 > 2, else scissors\"", "show rock", "1.00"),
    ] {
        let bench = hands(&format!("ours = \"best\"\ntheirs = {theirs}\n"));
        let printed = bench.succeed(&["--scenario", "mine", "--trials", "2000", "--no-save"]);
        let expected = format!("Our hand? Always {option}.");
        assert!(
            printed.contains(&expected) && printed.contains(value),
            "{theirs}\n{printed}"
        );
    }
}

/// One side makes mistakes, and the other one takes the best option against them: 31/120, 31/120
/// and 58/120 lose to paper.
#[test]
fn mistakes_in_games_are_answered_and_in_all_outputs() {
    let bench = hands("ours = \"best 90%\"\ntheirs = \"them\"\n");
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "20000", "--skill"]);
    let one_line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "Points won: −0.033 with “best 90%” (Our hand?); 0 with best play",
        "Exact. 20,000 simulated trials agree.",
        "Points won: 0 with best play, −0.33 with random choices (0.33 apart).",
    ] {
        assert!(one_line.contains(text), "{text}\n{printed}");
    }
    assert!(!one_line.contains("gains nothing by knowing"), "{printed}");
    let policy = bench.read("output/mine/policy.csv");
    let rows: Vec<&str> = policy
        .lines()
        .filter(|line| line.contains("ours,"))
        .collect();
    assert_eq!(rows.len(), 3, "{policy}");
    for (row, share) in rows.iter().zip([
        "0.258333333333333",
        "0.258333333333333",
        "0.483333333333333",
    ]) {
        assert!(row.contains(share), "{row}");
    }
    let answer = "theirs,paper,-0.0333333333333334,paper,-0.0333333333333334,0,1,1";
    assert!(policy.contains(answer), "{policy}");
    let skill = bench.read("output/mine/skill.csv");
    // The worst hand against the best answer to it loses 2 points.
    for text in ["worst,", "short-sighted", "-0.033333333333333", "-2"] {
        assert!(skill.contains(text), "{text}\n{skill}");
    }
}

#[test]
fn games_without_best_play_are_errors_and_write_nothing() {
    let bench = Bench::new();
    let ambush = r#""""Hide from an ambush until it is wasted"""
safe   = flag("Safe")
ours   = player("Hide or run?")
theirs = player("Wait or throw?")

def trial():
    mine, yours = "hide", "wait"
    while mine == "hide" and yours == "wait":
        mine, yours = choose_at_once(ours, ["hide", "run"], theirs, ["wait", "throw"])
    record(safe, mine == "hide" or yours == "wait")
"#;
    bench.write("ambush.odds", ambush);
    let set = [
        "--set",
        "play.aim=P(safe)",
        "--set",
        "play.ours=best",
        "--set",
        "play.theirs=them",
    ];
    let refused = bench.refuse(&[&["ambush.odds"][..], &set].concat());
    assert!(refused.contains("there is no best play"), "{refused}");
    assert!(!bench.path("output").exists());
}
