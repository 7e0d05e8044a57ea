//! Tests goals: met, missed or undecided, the size of a miss, and its exit code.

use crate::support::{Bench, stderr};

#[test]
fn missed_goal_exits_with_3_and_writes_everything() {
    let bench = Bench::with_turn(
        "[[ask]]\nlabel = \"Many\"\nvalue = \"P(actions >= 6)\"\nwant = \">= 90%\"\n\
         [[ask]]\nvalue = \"mean(actions | result@1 = mixed)\"\nwant = \"3 to 9\"\n",
    );
    let output = bench.run(&["--scenario", "turn", "--trials", "10000", "--no-charts"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("Many: 31.3%; goal >= 90% missed: 58.7 percentage points short."),
        "{printed}"
    );
    let met: Vec<String> = bench
        .rows("output/turn/asks.csv")
        .iter()
        .map(|row| row["met"].clone())
        .collect();
    assert_eq!(met, ["no", "yes"]);
    let output = bench.run(&["check", "turn", "--odds"]);
    assert_eq!(output.status.code(), Some(3));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(
        printed.contains("turn: 1 of 2 goals met") && printed.contains("percentage points short"),
        "{printed}"
    );
    assert!(
        bench
            .succeed(&["check", "turn"])
            .starts_with("OK: turn.toml")
    );
}

#[test]
fn goals_are_validated_and_misses_state_their_direction() {
    let refused = |want: &str, question: &str| {
        Bench::with_turn(&format!(
            "[[ask]]\nvalue = \"{question}\"\nwant = \"{want}\"\n"
        ))
        .refuse(&["turn"])
    };
    let printed = refused(">= 60", "P(actions >= 6)");
    assert!(
        printed.contains("60 is not a chance") && printed.contains("write 60%, or 0.6"),
        "{printed}"
    );
    assert!(printed.contains("want = \">= 60\""), "{printed}");
    assert!(refused("0.5 to 250%", "P(actions >= 6)").contains("250% is not a chance"));
    let printed =
        Bench::with_turn("[[ask]]\nvalue = \"P(actions >= 6)\"\nwant = 0.6\n").refuse(&["turn"]);
    assert!(
        printed.contains("expected text, found a decimal") && printed.contains("want = \">= 0.6\""),
        "{printed}"
    );
    assert!(refused("> -0.1", "P(actions >= 6)").contains("use a chance from 0 to 1"));
    let printed = Bench::with_turn("").refuse(&[
        "wing-activation",
        "--find",
        "P(successes@1 >= 2) = 60",
        "--over",
        "quality",
    ]);
    assert!(
        printed.contains("60 is not a chance") && printed.contains("write 60%, or 0.6"),
        "{printed}"
    );
    // A mean has no limits. Of the two ends of a goal, the one that is exceeded is reported.
    let bench = Bench::with_turn(
        "[[ask]]\nvalue = \"mean(actions)\"\nwant = \"1 to 2\"\n[[ask]]\nvalue = \"mean(actions)\"\nwant = \">= 60\"\n",
    );
    let output = bench.run(&["turn", "--trials", "1000", "--no-save"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3));
    let miss = |want: &str| {
        let line = printed
            .lines()
            .find(|line| line.contains(&format!("goal {want} missed: ")))
            .unwrap_or_else(|| panic!("{printed}"));
        line.rsplit_once(": ")
            .unwrap()
            .1
            .trim_end_matches('.')
            .to_owned()
    };
    // The mean is 4.4352.
    assert_eq!(miss("1 to 2"), "2.44 over");
    assert_eq!(miss(">= 60"), "55.56 short");
}

#[test]
fn simulated_goal_is_met_only_by_the_interval() {
    let bench = Bench::new();
    // The chance is 1/2, and two thousand trials may well give 52%.
    let want = |want: &str| {
        let text = "rule = \"wing-activation\"\n[run]\nexact = \"never\"\n[[ask]]\nvalue = \"P(actions >= 2)\"\n";
        bench.write("a.toml", format!("{text}want = \"{want}\"\n"));
        bench.run(&["a", "--trials", "2000", "--no-charts", "--no-report"]);
        bench.rows("output/a/asks.csv")[0]["met"].clone()
    };
    assert_eq!(
        [want(">= 30%"), want("30% to 70%"), want(">= 70%")],
        ["yes", "yes", "no"]
    );
    let estimate: f64 = bench.rows("output/a/asks.csv")[0]["value"]
        .parse()
        .expect("a number");
    assert_eq!(
        want(&format!(">= {}", (estimate * 1000.0).floor() / 1000.0)),
        "unsure"
    );
    assert_eq!(want("= 1/2"), "unsure");
}
