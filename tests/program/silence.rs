//! What is said instead of nothing: contradictions, misplaced keys, changes that change nothing, all errors at once.

use crate::support::{Bench, stderr};

#[test]
fn options_that_contradict_each_other_are_refused() {
    let bench = Bench::new();
    let told = bench.refuse(&["wing3d", "--set", "quality=4", "--sweep", "quality=2..3"]);
    assert!(told.contains("`quality` is set, and swept by --sweep"), "{told}");
    let told = bench.refuse(&["wing3d", "--set", "quality=4", "--set", "quality=5"]);
    assert!(told.contains("`quality` is set twice") && told.contains("--sweep quality=a,b"), "{told}");
    for (sweep, said) in [
        ("quality=5..", "this range has no end"),
        ("quality=..5", "no beginning"),
        ("quality=2..5..", "no step"),
        ("quality=2,,5", "a comma with no value"),
    ] {
        let told = bench.refuse(&["wing3d", "--sweep", sweep]);
        assert!(told.contains(said), "{sweep}: {told}");
    }
}

#[test]
fn what_is_wrong_says_where_it_belongs() {
    let bench = Bench::new();
    bench.write("a.toml", "rule = \"wing-activation\"\nquality = 3\n");
    let told = bench.refuse(&["a"]);
    assert!(told.contains("`quality` is a parameter of the rule, and stands outside [parameters]"), "{told}");
    assert!(told.contains("a.toml:2:1"), "{told}");
    let told = bench.refuse(&["wing3d", "--set", "wings.First.quality=4"]);
    assert!(told.contains("there are no `wings` here"), "{told}");
    let told = bench.refuse(&["cohering", "--set", "lapse=0.12345678912"]);
    assert!(told.contains("has too many decimal places") && told.contains("at most 9"), "{told}");
}

#[test]
fn what_changes_nothing_is_warned_of() {
    let bench = Bench::new();
    let warned = |args: &[&str]| stderr(&bench.run(&[args, &["--trials", "100", "--no-save"]].concat()));
    assert!(warned(&["wing-activation", "--set", "quality=4"]).contains("changes nothing: it is that already"));
    assert!(!warned(&["wing-activation", "--set", "quality=5"]).contains("changes nothing"));
    bench.write("a.toml", "rule = \"wing-activation\"\n[parameters]\ndice = 2\n[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\nset = { dice = 2 }\n");
    assert!(warned(&["a"]).contains("variant \"b\" changes nothing"));
    let outweighed = warned(&["wing-best", "--set", "play.dice=uniform", "--no-charts", "--no-report"]);
    assert!(outweighed.contains("holds in every variant: \u{201c}Best play\u{201d} no longer sets it"), "{outweighed}");
}

#[test]
fn everything_that_is_wrong_with_the_questions_is_told_at_once() {
    let bench = Bench::new();
    bench.write("a.toml", "rule = \"wing-activation\"\n[[ask]]\nvalue = \"mean(actons)\"\n[[ask]]\nvalue = \"mean(actions)\"\nwant = \"lots\"\n");
    let told = bench.refuse(&["a"]);
    assert!(told.contains("did you mean `actions`?") && told.contains("lots"), "{told}");
}

#[test]
fn a_step_that_never_comes_has_its_share() {
    let bench = Bench::new();
    let told =
        bench.succeed(&["wing-turn", "--ask", "mean(first(result = all-fail))", "--trials", "2000", "--no-save"]);
    let never = bench.json(&[
        "wing-turn",
        "--ask",
        "P(first(result = all-fail) is absent)",
        "--trials",
        "100",
        "--no-save",
        "--json",
    ]);
    let share = never[0]["cases"][0]["asks"][0]["exact"].as_f64().unwrap() * 100.0;
    let line = told.lines().find(|line| line.contains("it is absent")).unwrap_or_else(|| panic!("{told}"));
    let said: f64 = line.split('%').next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!((said - share).abs() < 0.01, "{line} {share}");
}
