//! Tests the messages about contradictions, misplaced keys and changes without effect, and that all
//! errors are reported at once.

use crate::support::{Bench, stderr};

#[test]
fn options_that_contradict_each_other_are_refused() {
    let bench = Bench::new();
    let printed = bench.refuse(&["wing3d", "--set", "quality=4", "--sweep", "quality=2..3"]);
    assert!(
        printed.contains("`quality` is both in --set and in --sweep quality=2..3"),
        "{printed}"
    );
    let printed = bench.refuse(&["wing3d", "--set", "quality=4", "--set", "quality=5"]);
    assert!(
        printed.contains("`quality` is set twice") && printed.contains("--sweep quality=a,b"),
        "{printed}"
    );
    for (sweep, expected) in [
        ("quality=5..", "this range has no end"),
        ("quality=..5", "no start"),
        ("quality=2..5..", "no step"),
        ("quality=2,,5", "next to a comma"),
    ] {
        let printed = bench.refuse(&["wing3d", "--sweep", sweep]);
        assert!(printed.contains(expected), "{sweep}: {printed}");
    }
}

#[test]
fn charts_of_narrowed_sweeps_are_drawn_or_noted() {
    let bench = Bench::new();
    let scenario = |charts: &str| {
        format!(
            "rule = \"wing-activation\"\n[run]\ntrials = 100\n[sweep]\nquality = [2, 4, 6]\ncubes = [0, 1, 2]\n{charts}"
        )
    };
    let chart = |keys: &str| format!("[[charts]]\nmetric = \"successes\"\n{keys}\n");
    let ran = |keys: &str, option: [&str; 2]| {
        bench.write("a.toml", scenario(&chart(keys)));
        let output = bench.run(&["a", option[0], option[1], "--no-report"]);
        assert!(output.status.success(), "{keys}: {}", stderr(&output));
        let svg = bench
            .list("output/a")
            .into_iter()
            .find(|name| name.ends_with(".svg"));
        (
            svg.map(|name| bench.read(&format!("output/a/{name}"))),
            stderr(&output),
        )
    };
    let set = ["--set", "quality=4"];
    // Charts that make sense without the axis, or at the remaining value, are drawn.
    for keys in [
        "kind = \"heatmap\"",
        "kind = \"lines\"\nx = \"cubes\"\nseries = \"quality\"",
        "kind = \"lines\"\nx = \"cubes\"\nseries = \"quality\"\nhighlight = 6",
        "kind = \"distribution\"\nwhere = { quality = 6 }",
    ] {
        let (svg, message) = ran(keys, set);
        assert!(
            svg.is_some() && !message.contains("omits"),
            "{keys}: {message}"
        );
    }
    assert!(
        ran("kind = \"distribution\"\nwhere = { quality = 6 }", set)
            .0
            .unwrap()
            .contains("4")
    );
    // Other charts are left out with a reason.
    for (keys, option, reason) in [
        (
            "kind = \"lines\"\nx = \"quality\"",
            set,
            "shows values of `quality`, and --set quality=4 leaves only one value",
        ),
        (
            "kind = \"compare\"\nseries = \"quality\"",
            set,
            "shows values of `quality`, and --set quality=4 leaves only one value",
        ),
        (
            "kind = \"distribution\"\nwhere = { quality = 6 }",
            ["--sweep", "quality=2,4"],
            "shows `quality` = 6, which --sweep quality=2,4 leaves out",
        ),
    ] {
        let (svg, message) = ran(keys, option);
        assert!(
            svg.is_none() && message.contains("omits this chart") && message.contains(reason),
            "{keys}: {message}"
        );
        assert!(message.contains("a.toml:7:1"), "{message}");
    }
    // Mistakes are reported anyway. If no charts are drawn, there is no message about omitted ones.
    bench.write(
        "a.toml",
        scenario(&chart("kind = \"lines\"\nx = \"qualty\"")),
    );
    assert!(
        bench
            .refuse(&["a", "--set", "quality=4"])
            .contains("qualty")
    );
    bench.write(
        "a.toml",
        scenario(&chart("kind = \"lines\"\nx = \"quality\"")),
    );
    assert!(!stderr(&bench.run(&["a", "--set", "quality=4", "--no-save"])).contains("omits"));
    assert!(
        bench
            .run(&[
                "ce-both",
                "--set",
                "ship_inactive_ce=1",
                "--trials",
                "100",
                "--no-save"
            ])
            .status
            .success()
    );
}

#[test]
fn unwritten_files_are_not_mentioned() {
    let bench = Bench::new();
    for more in [
        &["wing-turn", "--sensitivity", "mean(actions)"][..],
        &["wing3d", "--top", "2"],
    ] {
        let args = [more, &["--trials", "100", "--no-charts", "--no-report"]].concat();
        assert!(bench.succeed(&args).contains(".csv"), "{more:?}");
        for option in ["--no-save", "--stdout"] {
            let printed = bench.succeed(&[&args[..], &[option]].concat());
            assert!(
                !printed.contains(".csv")
                    && ["a run that is saved has them all", "--top 35 shows all"]
                        .iter()
                        .any(|part| printed.contains(part)),
                "{printed}"
            );
        }
    }
    let printed = bench.succeed(&["duel", "--trials", "100", "--no-save"]);
    assert!(
        !printed.contains(".csv") && printed.ends_with("\nNo files were written.\n"),
        "{printed}"
    );
}

#[test]
fn misplaced_keys_are_reported_with_their_section() {
    let bench = Bench::new();
    bench.write("a.toml", "rule = \"wing-activation\"\nquality = 3\n");
    let printed = bench.refuse(&["a"]);
    assert!(
        printed.contains("`quality` is a parameter of the rule, and must be under [parameters]"),
        "{printed}"
    );
    assert!(printed.contains("a.toml:2:1"), "{printed}");
    let printed = bench.refuse(&["wing3d", "--set", "wings.First.quality=4"]);
    assert!(
        printed.contains("but the scenario has no `wings`"),
        "{printed}"
    );
    let printed = bench.refuse(&["cohering", "--set", "lapse=0.12345678912"]);
    assert!(
        printed.contains("has too many decimal places") && printed.contains("at most 9"),
        "{printed}"
    );
}

#[test]
fn settings_without_effect_are_warned_about() {
    let bench = Bench::new();
    let warned =
        |args: &[&str]| stderr(&bench.run(&[args, &["--trials", "100", "--no-save"]].concat()));
    assert!(
        warned(&["wing-activation", "--set", "quality=4"])
            .contains("changes nothing: this is already the value")
    );
    assert!(!warned(&["wing-activation", "--set", "quality=5"]).contains("changes nothing"));
    bench.write("a.toml", "rule = \"wing-activation\"\n[parameters]\ndice = 2\n[[variants]]\nname = \"a\"\n[[variants]]\nname = \"b\"\nset = { dice = 2 }\n");
    assert!(warned(&["a"]).contains("variant \"b\" changes nothing"));
    let outweighed = warned(&[
        "wing-best",
        "--set",
        "play.dice=uniform",
        "--no-charts",
        "--no-report",
    ]);
    assert!(
        outweighed
            .contains("applies to every variant: \u{201c}Best play\u{201d} no longer sets it"),
        "{outweighed}"
    );
}

#[test]
fn all_question_mistakes_are_reported_at_once() {
    let bench = Bench::new();
    bench.write("a.toml", "rule = \"wing-activation\"\n[[ask]]\nvalue = \"mean(actons)\"\n[[ask]]\nvalue = \"mean(actions)\"\nwant = \"lots\"\n");
    let printed = bench.refuse(&["a"]);
    assert!(
        printed.contains("did you mean `actions`?") && printed.contains("lots"),
        "{printed}"
    );
    bench.write("a.toml", "rule = \"wing-activation\"\n[labels]\nsuccesess = \"Hits\"\n[[ask]]\nvalue = \"mean(actons)\"\n[[charts]]\nkind = \"lines\"\nmetric = \"actins\"\n");
    let printed = bench.refuse(&["a"]);
    for part in [
        "successes",
        "did you mean `actions`?",
        "there is no metric actins",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

#[test]
fn share_of_trials_without_a_step_is_reported() {
    let bench = Bench::new();
    let printed = bench.succeed(&[
        "wing-turn",
        "--ask",
        "mean(first(result = all-fail))",
        "--trials",
        "2000",
        "--no-save",
    ]);
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
    let line = printed
        .lines()
        .find(|line| line.contains("of trials it does not"))
        .unwrap_or_else(|| panic!("{printed}"));
    let printed_share: f64 = line
        .split('%')
        .next()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!((printed_share - share).abs() < 0.051, "{line} {share}");
}
