//! Tests choices that see only part of the situation: the mix of each side in tables, files and the
//! report, and the errors.

use crate::support::Bench;

const POKER: &str = include_str!("../../rules/poker.odds");

fn poker(rule: &str, play: &str) -> Bench {
    let bench = Bench::new();
    let scenario = format!("rule = \"deal.odds\"\n[play]\naim = \"mean(won)\"\n{play}");
    bench.write("deal.odds", rule).write("mine.toml", scenario);
    bench
}

const BOTH: &str = "opens = \"best\"\ncalls = \"best\"\nsecond = \"them\"\n";

#[test]
fn poker_is_solved_in_all_outputs() {
    let chart = "[[charts]]\nkind = \"policy\"\nchoice = \"second\"\n";
    let bench = poker(POKER, &format!("{BOTH}{chart}"));
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "20000"]);
    let one_line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "best play −0.056",
        "Exact: no strategy that depends on the seen values alone is better.",
        "Exact. 20,000 simulated trials agree.",
    ] {
        assert!(one_line.contains(text), "{text}\n{printed}");
    }
    // Kuhn (1950): the second player bluffs with the lowest card one time in three.
    let policy = bench.read("output/mine/policy.csv");
    let mut bluffs = policy
        .lines()
        .filter(|line| line.contains("\"yours 1, opening check\"") && line.contains(",bet,"));
    let row: Vec<&str> = bluffs.next().expect("a bluff").split(',').collect();
    assert_eq!(row[row.len() - 2], "0.333333333333333", "{row:?}");
    let report = bench.read("output/mine/report.html");
    assert!(report.contains("Exact: no strategy that depends on the seen values alone is better."));
    assert!(!report.contains("Both sides choose at the same time"));
    let map = bench.read("output/mine/policy-second.svg");
    assert!(map.contains("The best option, by opening (down) and yours (across)"));
    let json = bench.succeed(&["mine", "--trials", "200", "--json=full", "--no-save"]);
    let run: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let play = &run[0]["cases"][0]["play"];
    assert_eq!(play["optimality"]["play"], "exact", "{play}");
    let replayed = bench.succeed(&["replay", "mine", "--trial", "3"]);
    assert!(replayed.contains("choose(opens): \""), "{replayed}");
}

/// One side sees part of the situation, and the other one decides in a fixed way: the best answer
/// is a single option for all that is seen.
#[test]
fn fixed_players_are_answered_exactly() {
    // A player who always calls wins a bet only with the better card. The best answer bets with the
    // best card, and checks with the others. The second player, who never bets, then wins or loses
    // one chip.
    for (second, value) in [
        ("\"call while yours >= 1, else check\"", "0.33"),
        ("\"fold while yours >= 1, else check\"", "1.00"),
    ] {
        let bench = poker(
            POKER,
            &format!("opens = \"best\"\ncalls = \"best\"\nsecond = {second}\n"),
        );
        let printed = bench.succeed(&["--scenario", "mine", "--trials", "2000", "--no-save"]);
        assert!(
            printed.contains(&format!(": {value} with best play")),
            "{second}\n{printed}"
        );
    }
}

/// In Kuhn poker, the second player errs, and the first one knows how.
#[test]
fn mistakes_with_hidden_cards_are_answered_and_in_all_outputs() {
    let play = "opens = \"best\"\ncalls = \"best\"\nsecond = \"them 50%\"\n";
    let bench = poker(POKER, play);
    let printed = bench.succeed(&["--scenario", "mine", "--trials", "20000", "--skill"]);
    assert!(
        printed.contains("Exact. 20,000 simulated trials agree."),
        "{printed}"
    );
    // Half of the decisions are random: a bluff with the lowest card has the chance
    // 1/2 · 1/3 + 1/4.
    let policy = bench.read("output/mine/policy.csv");
    let mut bluffs = policy
        .lines()
        .filter(|line| line.contains("\"yours 1, opening check\"") && line.contains(",bet,"));
    let bluff = bluffs.next().expect("a bluff");
    assert!(bluff.contains("0.416666666666667"), "{bluff}");
    let skill = bench.read("output/mine/skill.csv");
    for level in ["worst", "random", "short-sighted", "best 90%"] {
        assert!(skill.contains(level), "{level}\n{skill}");
    }
}

#[test]
fn games_without_a_solution_are_errors_and_write_nothing() {
    let forgets = POKER.replace(
        "[\"fold\", \"call\"], sees = [mine]",
        "[\"fold\", \"call\"], sees = []",
    );
    let endless = POKER.replace("last = reply\n", "last = reply\n    while reply == \"check\" and chance(1, 2):\n        reply = choose(second, [\"check\", \"bet\"], sees = [yours, opening])\n");
    let refusals = [
        (
            &*forgets,
            BOTH,
            "`calls` does not see what was seen and chosen at `opens`",
        ),
        (
            &*endless,
            BOTH,
            "a trial can return to the choice `second` in the same situation",
        ),
        (
            POKER,
            "opens = \"best\"\ncalls = \"worst\"\nsecond = \"them\"\n",
            "players of one side cannot play both best and worst",
        ),
        (
            &*forgets,
            "opens = \"short-sighted 1\"\ncalls = \"short-sighted 1\"\nsecond = \"uniform\"\n",
            "a player who forgets cannot be short-sighted",
        ),
        (
            POKER,
            "opens = \"bet while yours = 1, else check\"\n",
            "there is no `yours` at this decision",
        ),
        (
            POKER,
            "opens = \"best\"\nthen = \"most P(won = 1)\"\n",
            "a second aim cannot break ties",
        ),
    ];
    for (rule, play, text) in refusals {
        let bench = poker(rule, play);
        let refused = bench.refuse(&["--scenario", "mine"]);
        assert!(
            refused.contains(text) && refused.contains("mine.toml:"),
            "{refused}"
        );
        assert!(!bench.path("output").exists());
    }
}
