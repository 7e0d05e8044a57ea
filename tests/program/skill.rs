//! Tests `--skill`: the levels are compared with separate runs, and the number of trials with a
//! convolution of their distributions.

use std::collections::BTreeMap;

use crate::play::{assert_refused, bench};
use crate::support::{Bench, exact_odds};

const ASK: &str = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n[[ask]]\nlabel = \"Face shown\"\nvalue = \"mean(face)\"\n";
const QUICK: [&str; 4] = ["--trials", "1000", "--no-report", "--no-charts"];

/// Runs a scenario of the bench and returns what is printed.
fn run(bench: &Bench, more: &[&str]) -> String {
    bench.succeed(&[&["mine"], &QUICK[..], more].concat())
}

/// Returns the exact distribution of the face with an answer.
fn distribution(answer: &str) -> BTreeMap<i64, f64> {
    let bench = bench(&ASK.replace("\"best\"", &format!("\"{answer}\"")));
    run(&bench, &[]);
    let odds = exact_odds(&bench.read("output/mine/distribution.csv"));
    let face = |(key, chance): (&String, &f64)| {
        let value = key.strip_prefix("1 face  ")?;
        Some((value.parse().ok()?, *chance))
    };
    odds.iter().filter_map(face).collect()
}

/// Returns the probability that the total of one distribution is higher after some trials.
fn ahead(better: &BTreeMap<i64, f64>, other: &BTreeMap<i64, f64>, trials: usize) -> f64 {
    let mut totals = BTreeMap::from([(0, 1.0)]);
    for _ in 0..trials {
        let mut next = BTreeMap::new();
        for (total, mass) in &totals {
            for (x, p) in better {
                for (y, q) in other {
                    *next.entry(total + x - y).or_insert(0.0) += mass * p * q;
                }
            }
        }
        totals = next;
    }
    totals.range(1..).map(|(_, mass)| mass).sum()
}

#[test]
fn levels_are_those_of_separate_runs() {
    let bench = bench(ASK);
    bench.succeed(&["mine", "--trials", "1000", "--no-charts", "--skill"]);
    assert!(
        bench
            .read("output/mine/report.html")
            .contains("--trials 1000 --skill")
    );
    let mean = |answer: &str| -> f64 {
        let faces = distribution(answer);
        faces
            .iter()
            .map(|(face, chance)| *face as f64 * chance)
            .sum()
    };
    let rows = bench.rows("output/mine/skill.csv");
    let value = |ours: &str| -> f64 {
        let row = rows.iter().find(|row| row["ours"] == ours);
        row.unwrap_or_else(|| panic!("no {ours}"))["value"]
            .parse()
            .expect("a number")
    };
    for (level, answer) in [
        ("worst", "worst"),
        ("random", "uniform"),
        ("first option", "keep"),
        ("short-sighted 1", "short-sighted 1"),
        ("best 90%", "best 90%"),
        ("best 30%", "best 30%"),
        ("best", "best"),
    ] {
        // The first option depends on the face: below 4 it is to roll.
        let expected = if level == "first option" {
            value("first option")
        } else {
            mean(answer)
        };
        assert!((value(level) - expected).abs() < 1e-9, "{level}");
    }
    // Below 4, the face is rolled again up to twice, as best play does except for a 4 at first.
    assert!((value("first option") - 4.625).abs() < 1e-9);
}

#[test]
fn sentences_are_true() {
    let bench = bench(ASK);
    let printed = run(&bench, &["--skill"]);
    let (best, random) = (distribution("best"), distribution("uniform"));
    let mean: f64 = best
        .iter()
        .map(|(face, chance)| *face as f64 * chance)
        .sum();
    let squares = best
        .iter()
        .map(|(face, chance)| (*face as f64 - mean).powi(2) * chance);
    let luck = squares.sum::<f64>().sqrt();
    for part in [
        "How much is skill?\n".to_owned(),
        "Face shown: 4.67 with best play, 3.50 with random choices (1.17 apart).\n".to_owned(),
        format!("Luck alone moves one trial by {luck:.2} (standard deviation with best play).\n"),
        lead_sentence(&best, &random),
    ] {
        assert!(printed.contains(&part), "no {part:?} in\n{printed}");
    }
}

#[test]
fn pure_luck_needs_no_skill() {
    let bench = bench(&ASK.replace("mean(face)", "P(used >= 1)"));
    let printed = run(&bench, &["--skill"]);
    assert!(
        printed.contains("Face shown: 100%, whatever the player chooses.\n")
            && !printed.contains("is ahead"),
        "{printed}"
    );
}

#[test]
fn two_sides_have_a_table_of_levels() {
    let rule = r#""""The higher number wins; the other side may roll once more"""
win   = flag("We win")
ours  = player("Do we roll again?")
theirs = player("Do they roll again?")

def trial():
    mine = roll(6)
    if choose(ours, ["keep", "roll"]) == "roll":
        mine = roll(6)
    yours = roll(6)
    if choose(theirs, ["keep", "roll"]) == "roll":
        yours = roll(6)
    record(win, mine > yours)
"#;
    let bench = Bench::new();
    bench.write("mine.odds", rule).write(
        "mine.toml",
        "rule = \"mine.odds\"\n[play]\naim = \"P(win)\"\nours = \"best\"\ntheirs = \"them\"\n[[charts]]\nkind = \"skill\"\n",
    );
    bench.succeed(&["mine", "--trials", "1000", "--no-report"]);
    let rows = bench.rows("output/mine/skill.csv");
    let value = |ours: &str, theirs: &str| -> f64 {
        let found = rows
            .iter()
            .find(|row| row["ours"] == ours && row["theirs"] == theirs);
        found.expect("a row")["value"].parse().expect("a number")
    };
    assert!((value("random", "random") - 15.0 / 36.0).abs() < 1e-12);
    assert!((value("best", "") - value("best", "best")).abs() < 1e-12);
    assert!(value("best", "random") > value("random", "random"));
    assert!(value("random", "best") < value("random", "random"));
    assert!(value("worst", "best") <= value("random", "best"));
    assert!(bench.list("output/mine").contains(&"skill.svg".to_owned()));
}

#[test]
fn missing_choice_or_aim_is_an_error() {
    let bench = bench("");
    let printed = bench.refuse(&["mine", "--skill"]);
    assert!(
        printed.contains("the effect of skill needs an aim"),
        "{printed}"
    );
    let printed = Bench::with_turn("").refuse(&["turn", "--skill"]);
    assert!(
        printed.contains("the effect of skill needs a choice of the player"),
        "{printed}"
    );
    assert_refused(
        &format!("{ASK}[[charts]]\nkind = \"skill\"\nmetric = \"face\"\n"),
        &["`metric` cannot be set in a chart of skill"],
    );
}

/// Returns the sentence about the number of trials, computed from two distributions.
fn lead_sentence(better: &BTreeMap<i64, f64>, other: &BTreeMap<i64, f64>) -> String {
    let trials = (1..).find(|&trials| ahead(better, other, trials) >= 0.9);
    let trials = trials.expect("some number of trials");
    let chance = 100.0 * ahead(better, other, trials);
    format!(
        "After {trials} trials each, best play is ahead of random choices {chance:.1}% of the time (exact).\n"
    )
}

#[test]
fn sentences_about_a_wing_turn_are_true() {
    let bench = Bench::new();
    let printed = bench.succeed(&[&["wing-best", "--skill"], &QUICK[..]].concat());
    let odds = exact_odds(&bench.read("output/wing-best/distribution.csv"));
    // The second variant is best play, and the third is random.
    let actions = |case: &str| -> BTreeMap<i64, f64> {
        let prefix = format!("{case} actions  ");
        odds.iter()
            .filter_map(|(key, chance)| Some((key.strip_prefix(&prefix)?.parse().ok()?, *chance)))
            .collect()
    };
    let (best, random) = (actions("2"), actions("3"));
    let mean = |actions: &BTreeMap<i64, f64>| -> f64 {
        actions
            .iter()
            .map(|(value, chance)| *value as f64 * chance)
            .sum()
    };
    let headline = format!(
        "Actions taken: {:.2} with best play, {:.2} with random choices ({:.2} apart).\n",
        mean(&best),
        mean(&random),
        mean(&best) - mean(&random)
    );
    for part in [headline, lead_sentence(&best, &random)] {
        assert!(printed.contains(&part), "no {part:?} in\n{printed}");
    }
}

#[test]
fn sentences_about_pig_are_true() {
    let bench = Bench::new();
    let small = ["pig", "--set", "goal=5"];
    let printed = bench.succeed(&[&small[..], &["--skill", "--no-save"]].concat());
    let wins = |answer: &str| -> BTreeMap<i64, f64> {
        let answer = format!("play.first={answer}");
        bench.succeed(&[&small[..], &["--set", &answer], &QUICK[..]].concat());
        let rows = bench.rows("output/pig/asks.csv");
        let row = rows.iter().find(|row| row["ask"] == "First player wins");
        let chance: f64 = row.expect("the question")["exact"].parse().expect("exact");
        BTreeMap::from([(0, 1.0 - chance), (1, chance)])
    };
    let sentence = lead_sentence(&wins("best"), &wins("uniform"));
    assert!(printed.contains(&sentence), "no {sentence:?} in\n{printed}");
    assert!(!printed.contains("Luck alone"), "{printed}");
}

#[test]
fn sentences_about_blackjack_are_true() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/gallery/blackjack");
    let bench = Bench::new();
    let printed = bench.succeed(&[game, "--skill", "--no-save", "--trials", "1000"]);
    let chips = |answer: &str| -> BTreeMap<i64, f64> {
        let answer = format!("play.card={answer}");
        // Random options miss the goal of the scenario, which has its exit code.
        bench.run(&[&[game, "--set", &answer], &QUICK[..]].concat());
        let odds = exact_odds(&bench.read("output/blackjack/distribution.csv"));
        odds.iter()
            .filter_map(|(key, chance)| Some((key.strip_prefix("1 net  ")?.parse().ok()?, *chance)))
            .collect()
    };
    let sentence = lead_sentence(&chips("best"), &chips("uniform"));
    assert!(printed.contains(&sentence), "no {sentence:?} in\n{printed}");
}
