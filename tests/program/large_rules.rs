//! Tests rules that are too large to explore, or whose trials take long.

use crate::rule_files::bench;
use crate::support::{Bench, QUICK_RUN, assert_stderr, stderr};

const ORDERED: &str = "last = count(\"Last\")\ndef trial():\n    faces = []\n    for die in range(60):\n        faces = faces + [roll(6)]\n    record(last, faces[len(faces) - 1])\n";

#[test]
fn too_large_rules_name_the_growing_variable() {
    let auto = bench(ORDERED, "[run]\nlimit = \"20 MB\"\n");
    let output = auto.run(&QUICK_RUN);
    let printed = stderr(&output);
    assert!(
        output.status.success() && printed.contains("oddsmith simulates"),
        "{printed}"
    );
    assert!(printed.contains("`faces` has the most values"), "{printed}");
    let summed = "last = count(\"Last\")\ndef trial():\n    record(last, dice(\"500d20\"))\n";
    let output = bench(summed, "").run(&QUICK_RUN);
    let printed = stderr(&output);
    assert!(
        output.status.success() && printed.contains("line 3: this sum has too many dice"),
        "{printed}"
    );
    let bench = bench(ORDERED, "[run]\nexact = \"always\"\nlimit = \"20 MB\"\n");
    let output = bench.run(&QUICK_RUN);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    for part in [
        "too large for exact odds",
        "`faces` has the most values",
        "Do not sort `faces`: its order matters",
        "exact = \"auto\"",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    assert_eq!(
        bench.list("."),
        ["mine.odds", "mine.toml"],
        "nothing is written"
    );
}

#[test]
fn rules_with_rare_events_have_an_answer() {
    let bench = Bench::new();
    let waits =
        |text: &str| format!("x = count(\"X\")\ndef trial():\n    n = 1\n{text}    record(x, n)\n");
    bench.write(
        "lottery.odds",
        waits("    while not chance(1, 13983816):\n        n += 1\n"),
    );
    bench.write(
        "lottery.toml",
        "rule = \"lottery.odds\"\n[run]\nlimit = \"20 MB\"\n",
    );
    let printed = bench.succeed(&["lottery.toml", "--no-save"]);
    assert!(
        printed.contains("13,983,816") && printed.contains("1,000,000 sampled trials"),
        "{printed}"
    );
    // Two states alternate, so long stretches cannot be sampled at once. The mean is exact
    // nevertheless.
    let two = "    while true:\n        if chance(1, 100000000):\n            break\n        n += 1\n        while roll(2) == 1:\n            n += 1\n";
    bench.write("two.odds", waits(two));
    bench.write(
        "two.toml",
        "rule = \"two.odds\"\n[run]\nlimit = \"20 MB\"\n",
    );
    let printed = bench.succeed(&["two.toml", "--no-save"]);
    assert!(
        printed.contains("199,999,999") && printed.contains("No trials were run."),
        "{printed}"
    );
}

#[test]
fn check_refuses_what_a_run_refuses() {
    let bench = Bench::new();
    let fan = "x = count(\"X\")\ndef f(n):\n    return f(n - 1) + f(n - 1) if n > 0 else roll(2)\ndef trial():\n    record(x, f(30))\n";
    bench
        .write("fan.odds", fan)
        .write("mine.toml", "rule = \"fan.odds\"\n");
    for file in ["fan.odds", "mine.toml"] {
        let output = bench.run(&["check", file]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert_stderr(&output, "does not end within ten million dice rolls");
    }
}

const RARE: &str = "odd = flag(\"Odd\")\nevents = count(\"Events\")\ndef trial():\n    code, n = 0, 0\n    for i in range(9):\n        if chance(1, 50):\n            code = (code * 7 + roll(10)) % 10007\n            n += 1\n    record(odd, code % 2 == 1)\n    record(events, n)\n";

/// Returns the exact number and the unresolved probability of a row.
fn exact_chance(table: &str, begins: &str) -> (f64, f64) {
    let head: Vec<&str> = table.lines().next().expect("a head").split(',').collect();
    let row = table.lines().find(|row| row.starts_with(begins));
    let row: Vec<&str> = row.expect("a row").split(',').collect();
    let number = |name: &str| {
        let column = head.iter().position(|column| *column == name);
        row[column.expect("a column")].parse().expect("a number")
    };
    (number("exact"), number("unresolved"))
}

#[test]
fn a_rule_that_does_not_fit_has_ranges_that_contain_its_odds() {
    let ask = "[[ask]]\nvalue = \"P(odd and events >= 1)\"\n[run]\ntrials = 20000\n";
    let whole = bench(RARE, ask);
    let part = bench(RARE, &format!("{ask}limit = \"300 kB\"\n"));
    let run = ["--scenario", "mine", "--no-charts", "--no-report"];
    for bench in [&whole, &part] {
        assert!(bench.run(&run).status.success());
    }
    let table = whole.read("output/mine/distribution.csv");
    let (truth, nothing) = exact_chance(&table, "1,odd,,,1,");
    assert_eq!(nothing, 0.0);
    // The code is odd only after an event, so the question has the same answer.
    for (file, begins) in [("distribution", "1,odd,,,1,"), ("asks", "1,")] {
        let file = format!("output/mine/{file}.csv");
        let (low, missing) = exact_chance(&part.read(&file), begins);
        assert!(missing > 1e-6 && missing < 0.01, "{file}: {missing}");
        assert!(
            low < truth && truth < low + missing,
            "{file}: {truth} is not between {low} and {}",
            low + missing
        );
    }
    let printed = |bench: &Bench, arguments: &[&str]| {
        String::from_utf8_lossy(&bench.run(arguments).stdout).into_owned()
    };
    let check = |bench: &Bench| printed(bench, &["check", "mine.toml"]);
    assert!(
        check(&whole).contains("1 case, exact."),
        "{}",
        check(&whole)
    );
    assert!(
        check(&part).contains("1 case, exact in ranges."),
        "{}",
        check(&part)
    );
    let printed = printed(&part, &run);
    assert!(
        printed.contains("The exact odds leave out up to"),
        "{printed}"
    );
    // Every trial records a number of events.
    assert!(!printed.contains("without a value"), "{printed}");
}

/// Thirty rounds, each with 3d6 or a d20: the scores far from the middle are unlikely, whatever the
/// player does.
const BOLD: &str = "you = player(\"You\", careful = \"careful\", bold = \"bold\")\nreached = flag(\"The goal is reached\")\ndef trial():\n    score, rounds = 0, 0\n    while rounds < 30:\n        rounds += 1\n        if choose(you, [\"careful\", \"bold\"]) == \"bold\":\n            score += roll(20)\n        else:\n            score += dice(\"3d6\")\n    record(reached, score >= 330)\n";

fn bold(limit: &str) -> Bench {
    let scenario = format!(
        "[play]\naim = \"P(reached)\"\nyou = \"best\"\n[[ask]]\nlabel = \"Reached\"\n\
         value = \"P(reached)\"\n[run]\nlimit = \"{limit}\"\ntrials = 100\n"
    );
    bench(BOLD, &scenario)
}

#[test]
fn best_play_that_is_too_large_has_bounds() {
    let case = |limit: &str| -> serde_json::Value {
        let printed = bold(limit).succeed(&["mine.toml", "--json", "--no-save"]);
        let mut runs: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        runs[0]["cases"][0].take()
    };
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let whole = case("400 MB");
    let value = number(&whole["play"]["value"]);
    assert!(whole["play_bounds"].is_null());
    let mut width_before = 0.01;
    for limit in ["7 MB", "8 MB"] {
        let part = case(limit);
        let bounds = &part["play_bounds"];
        let (least, most) = (number(&bounds["least"]), number(&bounds["most"]));
        assert!(least <= value && value <= most, "{limit}: {bounds}");
        assert!(
            most - least > 1e-9 && most - least < width_before,
            "{limit}: {bounds}"
        );
        width_before = most - least;
        assert_eq!(number(&part["asks"][0]["exact"]), least);
        assert_eq!(number(&part["trials"]), 0.0);
        assert!(part["play"].is_null());
    }
    let printed = stderr(&bold("7 MB").run(&["mine.toml", "--no-save"]));
    let note = "no trials: best play is too large for `limit`, but P(reached) is";
    assert!(printed.contains(note), "{printed}");
    assert!(!printed.contains("oddsmith simulates"), "{printed}");
    let refused = bold("3 MB");
    let output = refused.run(&["mine.toml"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    for part in [
        "What is known: P(reached) is",
        "These states alone need about",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    assert_eq!(
        refused.list("."),
        ["mine.odds", "mine.toml"],
        "nothing is written"
    );
}
