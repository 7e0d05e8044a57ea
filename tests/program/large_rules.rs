//! Tests rules that are too large to explore, or whose trials take long.

use crate::rule_files::bench;
use crate::support::{Bench, QUICK_RUN, assert_stderr, stderr};

const ORDERED: &str = "last = count(\"Last\")\ndef trial():\n    faces = []\n    for die in range(60):\n        faces = faces + [roll(6)]\n    record(last, faces[len(faces) - 1])\n";

#[test]
fn too_large_rules_name_the_growing_variable() {
    let auto = bench(ORDERED, "");
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
    let bench = bench(ORDERED, "[run]\nexact = \"always\"\n");
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
    let printed = bench.succeed(&["lottery.odds", "--no-save"]);
    assert!(
        printed.contains("13,983,816") && printed.contains("1,000,000 sampled trials"),
        "{printed}"
    );
    // Two states alternate, so long stretches cannot be sampled at once. The mean is exact
    // nevertheless.
    let two = "    while true:\n        if chance(1, 100000000):\n            break\n        n += 1\n        while roll(2) == 1:\n            n += 1\n";
    bench.write("two.odds", waits(two));
    let printed = bench.succeed(&["two.odds", "--no-save"]);
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
