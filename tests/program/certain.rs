//! Tests that answers do not claim more certainty than they have, and that ambiguous questions are
//! refused.

use crate::support::{Bench, stderr};

const FAST: [&str; 4] = ["--trials", "2000", "--no-charts", "--no-report"];

#[test]
fn truncated_maximum_and_constant_correlation_are_empty() {
    let bench = Bench::new();
    let answer = |rule: &[&str], ask: &str| {
        bench.run(&[rule, &["--ask", ask], &FAST[..]].concat());
        let name = rule[0];
        let rows = bench
            .rows(&format!("output/{name}/asks.csv"))
            .into_iter()
            .filter(|row| row["ask"] == ask);
        rows.map(|row| row["exact"].clone()).collect::<Vec<_>>()
    };
    // A round of the battle may cost neither side anything, any number of times.
    assert!(
        answer(&["battle"], "max(rounds)")
            .iter()
            .all(String::is_empty)
    );
    assert!(
        answer(&["battle"], "min(rounds)")
            .iter()
            .all(|least| !least.is_empty())
    );
    // There are always three dice, so the number has no variance and no correlation.
    let wing = ["wing-activation", "--set", "quality=3"];
    assert_eq!(answer(&wing, "corr(actions, dice@1)"), [""]);
    assert_eq!(answer(&wing, "sd(sum(dice) | actions >= 1)"), ["0"]);
    let plain = answer(&wing, "sd(actions)");
    assert_eq!(answer(&wing, "sd(actions + 1000000000000000)"), plain);
}

#[test]
fn ambiguous_input_is_refused_and_omissions_are_reported() {
    let bench = Bench::new();
    let printed = bench.refuse(&["wing-turn", "--ask", "mean(first(actions > 2))"]);
    assert!(
        printed.contains("first needs an event with steps"),
        "{printed}"
    );
    let printed = bench.refuse(&[
        "wing-activation",
        "--sweep",
        "quality=2..3",
        "--sweep",
        "quality=4..5",
    ]);
    assert!(
        printed.contains("`quality` is in --sweep twice"),
        "{printed}"
    );
    let asks = "rule = \"wing-activation\"\n[[ask]]\nlabel = \"X\"\nvalue = \"mean(actions)\"\n[[ask]]\nvalue = \"sd(actions)\"\n";
    bench.write("a.toml", format!("{asks}label = \"X\"\n"));
    assert!(
        bench
            .refuse(&["a"])
            .contains("two questions have the label \"X\"")
    );
    bench.write("a.toml", format!("{asks}label = \" \"\n"));
    assert!(
        bench
            .refuse(&["a"])
            .contains("the label of this question is empty")
    );
    let searched = bench.run(&[
        "aging-acts",
        "--find",
        "P(acts@6 >= 3) = 60%",
        "--over",
        "loss",
        "--trials",
        "100",
    ]);
    assert!(
        searched.status.success(),
        "a parameter may be called as a column is: {}",
        stderr(&searched)
    );
    let printed = bench.succeed(
        &[
            &["aging-acts", "--sensitivity", "mean(acts@6)", "--no-save"],
            &FAST[..],
        ]
        .concat(),
    );
    assert!(
        printed.contains("Not set, so not changed: ") && printed.contains("loss"),
        "{printed}"
    );
}
