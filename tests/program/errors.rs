//! Tests mistakes in scenarios. Each has exit code 2, a message with its position, and leaves no
//! files.

use crate::support::{Bench, assert_stderr, stderr};

pub(super) const HEAD: &str = "rule = \"wing-activation\"\n";

/// Runs an invalid scenario and checks the message.
pub(super) fn assert_refused(text: &str, line: usize, says: &[&str]) {
    let bench = Bench::new();
    bench.write("mine.toml", text);
    let output = bench.run(&["--scenario", "mine.toml"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}\n{printed}");
    assert!(
        printed.contains(&format!("mine.toml:{line}:")),
        "line {line} of\n{text}\n{printed}"
    );
    for part in says {
        assert!(printed.contains(part), "no {part:?} for\n{text}\n{printed}");
    }
    assert!(output.stdout.is_empty());
    assert_eq!(bench.list("."), ["mine.toml"], "nothing is written");
}

/// Runs a scenario of Wing activation with these lines after its first one, and checks the message.
pub(super) fn assert_wing_error(lines: &str, line: usize, says: &[&str]) {
    assert_refused(&format!("{HEAD}{lines}"), line, says);
}

#[test]
fn scenario_structure_mistakes_are_reported() {
    assert_refused(
        "rule = wing",
        1,
        &["not TOML", "put text in quotation marks: rule = \"wing\""],
    );
    assert_refused(
        "rule: \"wing-activation\"",
        1,
        &[
            "not TOML",
            "write `=` between a key and its value: rule = \"wing-activation\"",
        ],
    );
    assert_refused(
        "rule: wing",
        1,
        &[
            "not TOML",
            "write `=` between a key and its value: rule = \"wing\"",
        ],
    );
    for written in ["range(3, 6)", "3..5", "3 to 5 # all"] {
        let range = "in [sweep] and [balance], write a range with from and to: quality = { from = 3, to = 5 }";
        assert_wing_error(
            &format!("[sweep]\nquality = {written}"),
            3,
            &["not TOML", range],
        );
    }
    let open = "rule = \"wing-activation\"\n[sweep]\nquality = [4, 5 # more\ncubes = [0, 1]\n";
    assert_refused(
        open,
        4,
        &[
            "not TOML",
            "`[` on line 3 is not closed: write quality = [4, 5]",
        ],
    );
    assert_wing_error(
        "[[charts]]\nkind = \"lines\"\ntarget = 0,6",
        4,
        &[
            "not TOML",
            "write a decimal point, not a comma: target = 0.6",
        ],
    );
    assert_refused("", 1, &["has no rule", "add rule = \"mine.odds\""]);
    assert_refused(
        "rule = \"wing-activaton\"",
        1,
        &["no rule", "wing-activation"],
    );
    assert_refused("rule = 3", 1, &["no rule 3"]);
    assert_wing_error(
        "titel = \"x\"",
        2,
        &["unknown key `titel`", "did you mean `title`?"],
    );
    assert_wing_error("title = 3", 2, &["expected text, found a whole number"]);
    assert_wing_error("parameters = 3", 2, &["a whole number"]);
    assert_wing_error(
        "[parameters]\ndice = 2\ndice = 3",
        4,
        &["not TOML", "duplicate key"],
    );
}

#[test]
fn parameter_mistakes_are_reported() {
    assert_wing_error(
        "[parameters]\nqualty = 4",
        3,
        &["unknown key `qualty`", "did you mean `quality`?"],
    );
    assert_wing_error(
        "[parameters]\ndice = 4",
        3,
        &["4 is out of range", "a whole number from 1 to 3"],
    );
    assert_wing_error(
        "[parameters]\ncubes = -1",
        3,
        &["-1 is out of range", "from 0 to 30"],
    );
    assert_wing_error(
        "[parameters]\ndice = 2.5",
        3,
        &["a decimal", "a whole number from 1 to 3"],
    );
    assert_wing_error(
        "[parameters]\ndice = \"three\"",
        3,
        &[
            "expected a whole number, found text",
            "a whole number from 1 to 3",
        ],
    );
    assert_wing_error(
        "[parameters]\ndice = nan",
        3,
        &["a decimal", "a whole number"],
    );
    assert_wing_error(
        "[parameters]\ndice = 99999999999999999999",
        3,
        &["past 64 bits"],
    );
    assert_wing_error(
        "[parameters]\npenalties = 1",
        3,
        &["a whole number", "true or false"],
    );
    assert_wing_error(
        "[parameters]\nspend = \"gredy\"",
        3,
        &["did you mean `greedy`?"],
    );
    assert_wing_error("[parameters]\ndice = 1979-05-27", 3, &["a date or time"]);
}

#[test]
fn entry_list_mistakes_are_reported() {
    assert_wing_error("[[parameters.wings]]\nquality = 3", 2, &["no name"]);
    assert_wing_error(
        "[[parameters.wings]]\nname = \"\"",
        2,
        &["name of this entry is empty"],
    );
    assert_wing_error(
        "[[parameters.wings]]\nname = \"A\"\n[[parameters.wings]]\nname = \"A\"",
        4,
        &["two entries are named \"A\""],
    );
    assert_wing_error(
        "[[parameters.wings]]\nname = \"A\"\nsides = 8",
        4,
        &["unknown key `sides`"],
    );
    assert_wing_error(
        "[[parameters.wings]]\nname = \"A\"\nquality = 13",
        4,
        &["13 is out of range"],
    );
    assert_wing_error(
        "[parameters]\nwings = 4",
        3,
        &[
            "expected a list of entries, found a whole number",
            "[[parameters.wings]]",
        ],
    );
    assert_wing_error("[parameters]\nwings = []", 3, &["0 entries"]);
    let five: String = (0..5)
        .map(|i| format!("[[parameters.wings]]\nname = \"{i}\"\n"))
        .collect();
    assert_wing_error(&five, 2, &["5 entries", "1 to 4"]);
}

#[test]
fn sweep_mistakes_are_reported() {
    assert_wing_error(
        "[sweep]\nquality = 4",
        3,
        &["not a whole number", "write a list"],
    );
    assert_wing_error("[sweep]\nquality = []", 3, &["has no values"]);
    assert_wing_error(
        "[sweep]\nqualty = [3, 4]",
        3,
        &["unknown key `qualty`", "did you mean `quality`?"],
    );
    assert_wing_error("[sweep]\nquality = [3, 13]", 3, &["13 is out of range"]);
    assert_wing_error("[sweep]\nquality = [3, 3]", 3, &["3 is listed twice"]);
    assert_wing_error(
        "[sweep]\nquality = { from = 5, to = 2 }",
        3,
        &["`from` is greater than `to`", "5 > 2"],
    );
    assert_wing_error(
        "[sweep]\nquality = { from = 2, to = 5, step = 0 }",
        3,
        &["step must be greater than 0"],
    );
    assert_wing_error(
        "[sweep]\nquality = { from = 2, too = 5 }",
        3,
        &["unknown key `too`"],
    );
    assert_wing_error("[sweep]\nquality = { from = 2 }", 3, &["no `to`"]);
    assert_wing_error(
        "[sweep]\nquality = { from = 0, to = 1e300 }",
        3,
        &["`to` is 1e300"],
    );
    assert_wing_error(
        "[sweep]\nquality = { from = 0, to = 1, step = 0.000001 }",
        3,
        &["too many values"],
    );
    assert_wing_error("[sweep]\n\"wings.Vanguard.quality\" = [3]", 3, &["wings"]);
    assert_wing_error(
        "[[parameters.wings]]\nname = \"Vanguard\"\n[sweep]\n\"wings.Vangard.quality\" = [3]",
        5,
        &["no entry named \"Vangard\"", "did you mean `Vanguard`?"],
    );
    let large_sweep = "[sweep]\nquality = { from = 1, to = 12 }\ncubes = { from = 0, to = 30 }\nunits = { from = 1, to = 100 }\nsides = { from = 2, to = 20 }";
    let bench = Bench::new();
    bench.write("mine.toml", format!("{HEAD}{large_sweep}"));
    let output = bench.run(&["--scenario", "mine.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert_stderr(&output, "too many cases");
}

#[test]
fn variant_mistakes_are_reported() {
    assert_wing_error(
        "[[variants]]\nset = { dice = 2 }",
        2,
        &["this variant has no name"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\nsets = { dice = 2 }",
        4,
        &["unknown key `sets`", "did you mean `set`?"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\nset = { dise = 2 }",
        4,
        &["unknown key `dise`", "did you mean `dice`?"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\nset = { dice = 7 }",
        4,
        &["7 is out of range"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\n[[variants]]\nname = \"A\"",
        5,
        &["two variants are named \"A\""],
    );
    assert_wing_error(
        "variants = 3",
        2,
        &["expected a list of variants, found a whole number"],
    );
    let named = |letters: usize| format!("[[variants]]\nname = \"{}\"\n", "ü".repeat(letters));
    assert_wing_error(
        &named(201),
        3,
        &[
            "the name of this variant is too long: 201 characters",
            "use at most 200",
            "move explanations",
        ],
    );
    let bench = Bench::new();
    bench
        .write("mine.toml", format!("{HEAD}{}", named(200)))
        .succeed(&["check", "mine.toml"]);
}

#[test]
fn values_set_twice_are_reported() {
    let swept_and_set =
        "[sweep]\nquality = [3, 4]\n[[variants]]\nname = \"A\"\nset = { quality = 6 }";
    assert_wing_error(
        swept_and_set,
        6,
        &[
            "variant \"A\" sets `quality`, which is also in [sweep]",
            "remove it",
        ],
    );
    let wings = "[[parameters.wings]]\nname = \"V\"\n[sweep]\n\"wings.V.quality\" = [3, 4]\n";
    let list = "[[variants]]\nname = \"A\"\nset = { wings = [{ name = \"V\", quality = 3 }] }";
    assert_wing_error(
        &format!("{wings}{list}"),
        8,
        &["sets `wings.V.quality`, which is also in [sweep]"],
    );
    assert_wing_error(
        &format!("{wings}wings.V.quality = [5]"),
        6,
        &["give the same value"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\nset = { wings.V.dice = 2, \"wings.V.dice\" = 3 }",
        4,
        &["`wings.V.dice` twice"],
    );
    assert_wing_error(
        "[sweep]\n\"quality.\" = [3, 4]",
        3,
        &["`quality.` ends with a dot"],
    );
    assert_wing_error(
        "[[variants]]\nname = \"A\"\nset = { \"quality.\" = 3 }",
        4,
        &["`quality.` ends with a dot"],
    );
    let entry = "[[parameters.wings]]\nname = \"V\"\n[sweep]\n\"wings.V.quality.\" = [3, 4]";
    assert_wing_error(entry, 5, &["`wings.V.quality.` ends with a dot"]);
    assert_refused(
        "rule = \"power-activation\"\n[sweep]\nbase = [0.10, 0.1]",
        3,
        &["0.1 is listed twice", "list each value once"],
    );
}

#[test]
fn run_section_mistakes_are_reported() {
    assert_wing_error("[run]\ntrials = 0", 3, &["0 is out of range"]);
    assert_wing_error("[run]\ntrials = -5", 3, &["-5 is out of range"]);
    assert_wing_error("[run]\nseed = \"dice\"", 3, &["random"]);
    assert_wing_error("[run]\nseed = -1", 3, &["-1 is out of range"]);
    assert_wing_error(
        "[run]\nconfidence = 1",
        3,
        &["a confidence level must be greater than 0"],
    );
    assert_wing_error("[run]\nconfidence = 95", 3, &["95 is not a probability"]);
    assert_wing_error("[run]\nprecision = 0", 3, &["must be greater than 0"]);
    assert_wing_error("[run]\nexact = \"maybe\"", 3, &["auto", "always", "never"]);
    assert_wing_error("[run]\nthreads = 2", 3, &["unknown key `threads`"]);
}

#[test]
fn one_invalid_scenario_prevents_all_output() {
    let bench = Bench::new();
    bench.write(
        "fan.toml",
        "rule = \"cohering\"\n[[charts]]\nkind = \"fan\"\nmetric = \"failed\"\n",
    );
    assert_eq!(bench.run(&["check", "fan"]).status.code(), Some(2));
    let output = bench.run(&[
        "--scenario",
        "wing1d",
        "--scenario",
        "fan",
        "--trials",
        "1000",
    ]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(bench.list("."), ["fan.toml"]);
}

#[test]
fn unreadable_files_are_reported() {
    let bench = Bench::new();
    bench
        .write("latin.toml", [b'#', 0xE9, b'\n'])
        .write("huge.toml", vec![b'#'; 2 << 20]);
    for (name, says) in [
        ("nowhere.toml", "there is no scenario nowhere.toml"),
        ("wing3", "did you mean `wing3d`?"),
        ("latin.toml", "line 1 is not UTF-8"),
        ("huge.toml", "larger than 1 MiB"),
        ("", "needs a name"),
    ] {
        let output = bench.run(&["--scenario", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            stderr(&output).contains(says),
            "{name}: {}",
            stderr(&output)
        );
    }
    assert_eq!(bench.list("."), ["huge.toml", "latin.toml"]);
}

#[test]
fn command_line_mistakes_are_reported() {
    for (args, says) in [
        (
            &["--scenario", "wing3d", "--trials", "0"][..],
            "invalid value `0` for `--trials`: 0 is out of range",
        ),
        (
            &["--scenario", "wing3d", "--trials", "many"],
            "invalid value `many` for `--trials`: expected a whole number",
        ),
        (
            &["--scenario", "wing3d", "--seed", "-3"],
            "invalid value `-3` for `--seed`: -3 is out of range",
        ),
        (
            &["--scenario", "wing3d", "--confidence", "1.5"],
            "invalid value `1.5` for `--confidence`: 1.5 is not a probability",
        ),
        (
            &["--scenario", "wing3d", "--precision", "0"],
            "must be greater than 0",
        ),
        (&["--scenario", "wing3d", "--threads", "0"], "--threads"),
        (
            &["--scenario", "wing3d", "--set", "quality"],
            "needs a key and a value",
        ),
        (
            &["--scenario", "wing3d", "--set", "qualty=5"],
            "did you mean `quality`?",
        ),
        (
            &["--scenario", "wing3d", "--set", "quality=13"],
            "invalid value `13` for `--set quality`: 13 is out of range",
        ),
        (
            &["--scenario", "wing3d", "--set", "spend=gredy"],
            "did you mean `greedy`?",
        ),
        (&["--scenario", "wing3d", "--format", "bmp"], "bmp"),
        (&["--scenario", "wing3d", "--engine", "guess"], "guess"),
        (
            &["--scenario", "wing3d", "--scenario", "wing3d"],
            "both be written",
        ),
        (&["--trials", "5"], "--scenario"),
        (
            &["show", "wing-activatio"],
            "did you mean `wing-activation`?",
        ),
        (&["new", "chess"], "there is no rule chess"),
        (&["check", "nothing.toml"], "there is no scenario"),
        (&["frobnicate"], "frobnicate"),
    ] {
        let bench = Bench::new();
        let output = bench.run(args);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(
            stderr(&output).contains(says),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(bench.list(".").is_empty(), "{args:?} wrote something");
    }
}

#[test]
fn several_problems_are_reported_at_once() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        format!("{HEAD}[parameters]\ndice = 9\ncubes = 99\n[run]\ntrials = 0"),
    );
    let printed = stderr(&bench.run(&["--scenario", "mine.toml"]));
    for part in [
        "9 is out of range",
        "99 is out of range",
        "0 is out of range",
    ] {
        assert!(printed.contains(part), "{printed}");
    }
}

#[test]
fn unwritable_output_fails_the_run() {
    let bench = Bench::new();
    bench.write("output", "a file, not a folder");
    let output = bench.run(&["--scenario", "wing3d", "--trials", "1000"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_stderr(&output, "output");
    assert_eq!(bench.read("output"), "a file, not a folder");
}
