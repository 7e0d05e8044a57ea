//! Tests mistakes in `[play]`, and invalid names of players and options. Each is reported with its
//! position.

use crate::play::{PLAIN_ARGS, REROLL, assert_refused, bench};
use crate::support::{Bench, assert_stderr, stderr};

#[test]
fn invalid_play_is_reported_at_its_place() {
    assert_refused(
        "[play]\nagain = \"press\"\n",
        &[
            "mine.toml:3:9",
            "`again` has no option press",
            "\"keep\", \"roll\"",
        ],
    );
    assert_refused(
        "[play]\nagain = \"best\"\n",
        &["mine.toml:3:9", "needs an aim", "or aim = "],
    );
    assert_refused(
        "[play]\naim = \"mean(faec)\"\nagain = \"best\"\n",
        &["mine.toml:3:13", "faec", "face"],
    );
    assert_refused(
        "[play]\nagian = \"best\"\naim = \"mean(face)\"\n",
        &["mine.toml:3:1", "unknown key `agian`", "again"],
    );
    assert_refused(
        "[play]\nonly = 7\n",
        &[
            "mine.toml:3:8",
            "7 is never an option of `only`",
            "its options: 1",
        ],
    );
    let small = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n[parameters]\nrolls = 5\n[run]\nlimit = \"50 kB\"\n";
    bench(small).succeed(&PLAIN_ARGS);
    let wide = REROLL.replace("roll(6)", "roll(3000)");
    let bench = bench(small);
    bench.write("reroll.odds", wide);
    let output = bench.run(&PLAIN_ARGS);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    for part in [
        "mine.toml:3:7",
        "too large to compute",
        "a higher `limit` in [run]",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
}

#[test]
fn invalid_choice_and_option_names_are_reported() {
    for (name, text, position, says) in [
        (
            "aim",
            "choose(aim, [1, 2])",
            "2:1",
            "a player cannot be named `aim`",
        ),
        (
            "next",
            "choose(\"next\", [1, 2])",
            "5:16",
            "`choose` expected a player, found text",
        ),
        (
            "next",
            "choose(next, [\"best\", \"worst\"])",
            "5:23",
            "an option cannot be named \"best\"",
        ),
        (
            "next",
            "choose(next, [1, \"1\"])",
            "5:26",
            "an option cannot be named \"1\"",
        ),
        (
            "next",
            "choose(next, [[1], [-2]])[0]",
            "5:",
            "an option of `next` cannot be [-2]",
        ),
    ] {
        let bench = Bench::new();
        bench.write(
            "mine.odds",
            format!(
                "out = count(\"Out\")\n{name} = player(\"Who\")\n\ndef trial():\n    x = {text}\n    record(out, 1)\n"
            ),
        );
        bench.write("mine.toml", "rule = \"mine.odds\"\n");
        let output = bench.run(&PLAIN_ARGS);
        let printed = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}: {printed}");
        assert!(
            printed.contains(says) && printed.contains(&format!("mine.odds:{position}")),
            "{text}: {printed}"
        );
    }
}

#[test]
fn answer_without_effect_is_warned_about() {
    let scenario = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n[parameters]\nrolls = 1\n";
    let output = bench(scenario).run(&PLAIN_ARGS);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_stderr(&output, "warning: `again` in [play] has no effect");
}

#[test]
fn a_rule_without_choices_has_no_play() {
    let output = Bench::new().run(&[
        "--scenario",
        "battle",
        "--set",
        "play.order=best",
        "--trials",
        "100",
    ]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    for part in ["command line:1:", "has no choices for a player", "--set"] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
}

#[test]
fn wing_named_like_an_answer_is_refused() {
    let bench = Bench::new();
    let wings = "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"best\"\n[[parameters.wings]]\nname = \"Left\"\n";
    bench.write(
        "mine.toml",
        format!("{wings}[play]\naim = \"mean(actions)\"\norder = \"best\"\n"),
    );
    let output = bench.run(&PLAIN_ARGS);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(
        printed.contains("mine.toml:3:8")
            && printed.contains("cannot be distinguished from the answer"),
        "{printed}"
    );
    bench.write("mine.toml", wings);
    bench.succeed(&PLAIN_ARGS);
}
