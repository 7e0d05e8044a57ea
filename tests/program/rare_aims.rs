//! Tests that an aim with a tiny chance is decided, tied and shown like any other.

use std::collections::BTreeMap;

use crate::support::Bench;

/// A die that may be rolled three times, after `luck` lucky draws of 1 in 1000 each. The last
/// choice does not matter.
const RULE: &str = r#""""Keep a die or roll it again, after a run of luck"""
luck = whole(0, 0, 80, "lucky draws")
keep = player("Keep the die?")
hand = player("Which hand?")
win  = flag("We win")

def trial():
    for draw in upto(luck):
        if not chance(1, 1000):
            record(win, false)
            return
    die = roll(6)
    for turn in upto(2):
        if choose(keep, ["no", "yes"]) == "yes":
            break
        die = roll(6)
    choose(hand, ["left", "right"])
    record(win, chance(die, 8))
"#;

/// Returns the rows of `policy.csv` and of the decision map, and what is printed.
fn played(luck: u32) -> (Vec<BTreeMap<String, String>>, String, String) {
    let bench = Bench::new();
    let scenario = format!(
        "rule = \"mine.odds\"\n[parameters]\nluck = {luck}\n[play]\naim = \"P(win)\"\nkeep = \"best\"\n\
         hand = \"best\"\n[[charts]]\nkind = \"policy\"\nchoice = \"keep\"\n"
    );
    bench.write("mine.odds", RULE).write("mine.toml", scenario);
    let arguments = ["--scenario", "mine", "--trials", "100", "--format", "md"];
    let printed = bench.succeed(&arguments);
    let rows = bench.rows("output/mine/policy.csv");
    (rows, bench.read("output/mine/policy-keep.md"), printed)
}

#[test]
fn a_run_of_luck_changes_no_decision() {
    let (plain, plain_map, _) = played(0);
    let (rare, rare_map, printed) = played(80);
    let texts = |rows: &[BTreeMap<String, String>]| -> Vec<[String; 5]> {
        let text = |row: &BTreeMap<String, String>| {
            ["situation", "choice", "best", "option", "probability"].map(|key| row[key].clone())
        };
        rows.iter().map(text).collect()
    };
    assert_eq!(texts(&plain), texts(&rare));
    for (plain, rare) in plain.iter().zip(&rare) {
        let of = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
        assert_eq!(
            of(plain, "loss") == 0.0,
            of(rare, "loss") == 0.0,
            "{rare:?}"
        );
        // The luck is over when the player decides.
        assert!((of(plain, "option_value") - of(rare, "option_value")).abs() < 1e-12);
    }
    let options = |map: &str| -> Vec<String> {
        let lines = map.lines().filter(|line| line.starts_with('|'));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(options(&plain_map), options(&rare_map));
    // The table compares tiny chances: always keeping the first die is worse than best play.
    let line = |name: &str| {
        printed
            .lines()
            .find(|line| line.contains(name))
            .map(str::to_owned)
    };
    let worse = line("always yes").expect("a fixed strategy");
    assert!(!worse.trim_end().ends_with(" 0"), "{printed}");
    let tied = line("always right").expect("a fixed strategy");
    assert!(tied.trim_end().ends_with(" 0"), "{printed}");
}
