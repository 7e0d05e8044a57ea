//! Tests best play: scenarios answer the choices of rule files.

use crate::support::{Bench, stderr};

/// A d6 that may be rolled again twice; and a third choice that the player never has.
pub(crate) const REROLL: &str = r#""""A d6 that may be rolled again"""
rolls = whole(3, 1, 5, "rolls")
face  = count("Face")
used  = count("Rolls")
again = player("Roll again?")
only  = player("The only one")

def trial():
    shown, n = roll(6), 1
    while n < rolls and choose(again, ["keep", "roll"] if shown > 3 else ["roll", "keep"]) == "roll":
        shown = roll(6)
        n += 1
    if choose(only, range(n, n + 1)) > 9:
        shown = 0
    record(face, shown)
    record(used, n)
"#;

pub(crate) fn bench(scenario: &str) -> Bench {
    let bench = Bench::new();
    bench
        .write("reroll.odds", REROLL)
        .write("mine.toml", format!("rule = \"reroll.odds\"\n{scenario}"));
    bench
}

pub(crate) const PLAIN_ARGS: [&str; 6] = [
    "--scenario",
    "mine",
    "--trials",
    "2000",
    "--no-charts",
    "--no-report",
];

/// Checks the error of an invalid scenario: exit code 2, these texts, and no files.
pub(crate) fn assert_refused(scenario: &str, says: &[&str]) {
    let bench = bench(scenario);
    let output = bench.run(&["--scenario", "mine", "--trials", "100"]);
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    says.iter()
        .for_each(|part| assert!(printed.contains(part), "no {part:?} in\n{printed}"));
    assert_eq!(
        bench.list("."),
        ["mine.toml", "reroll.odds"],
        "nothing is written"
    );
}

#[test]
fn best_play_is_in_the_table_and_policy_csv() {
    let scenario = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n";
    let bench = bench(scenario);
    let printed = bench.succeed(&PLAIN_ARGS);
    // The value is 14/3: with two rolls left, a four is rolled again.
    for part in [
        "Best play for Face, mean\n",
        "  best play     4.67\n",
        "  always keep   3.50  1.17\n",
        "policy.csv",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    let policy = bench.read("output/mine/policy.csv");
    let four = policy
        .lines()
        .find(|line| line.contains("\"shown 4, n 1\""))
        .expect("a situation in words");
    assert!(
        four.contains(",4,1,again,roll,4.25,keep,4,0.25,"),
        "{four}\n{policy}"
    );
    let replayed = bench.succeed(&["replay", "mine", "--trial", "3"]);
    assert!(
        replayed.contains("choose(again)")
            || replayed.contains("roll(6): 6")
            || replayed.contains("roll(6): 5")
    );
    let shown = bench.succeed(&["show", "reroll.odds"]);
    assert!(
        shown.contains("Left to a player") && shown.contains("Roll again? Options: keep, roll"),
        "{shown}"
    );
    assert!(
        bench
            .succeed(&["schema", "reroll.odds"])
            .contains("\"again\"")
    );
    bench.succeed(&["check", "mine"]);
}

#[test]
fn fixed_uniform_and_opposed_play_are_compared() {
    let variants = "[play]\naim = \"mean(face)\"\n[[variants]]\nname = \"keep\"\nset = { \"play.again\" = \"keep\" }\n\
                    [[variants]]\nname = \"chance\"\nset = { \"play.again\" = \"uniform\" }\n\
                    [[variants]]\nname = \"them\"\nset = { \"play.again\" = \"them\" }\n";
    let printed = bench(variants).succeed(&PLAIN_ARGS);
    // The other side wants a low result, and keeps a one or a two at once: 7/3.
    for (name, value) in [("keep", "3.50"), ("chance", "3.50"), ("them", "2.33")] {
        assert!(
            printed
                .lines()
                .any(|line| line.starts_with(name) && line.contains(value)),
            "{name}: {printed}"
        );
    }
}

#[test]
fn scenario_metrics_can_be_aims() {
    let scenario = "[[metrics]]\nname = \"gain\"\nvalue = \"2 * face - used\"\n[play]\naim = \"mean(gain)\"\nagain = \"best\"\n";
    let printed = bench(scenario).succeed(&PLAIN_ARGS);
    // A roll costs 1, which is half the value of a pip: 2 x 4.25 - 1 - 1/2 with two rolls, and
    // slightly more with three.
    assert!(printed.contains("Best play for Gain, mean\n"), "{printed}");
}

#[test]
fn policy_chart_is_drawn_and_mistakes_are_reported() {
    let play = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n[[charts]]\nkind = \"policy\"\n";
    let bench = bench(&format!(
        "{play}choice = \"again\"\nx = \"shown\"\nseries = \"n\"\n"
    ));
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--format",
        "svg,md",
        "--no-report",
    ]);
    let table = bench
        .list("output/mine")
        .into_iter()
        .find(|name| name.ends_with(".md"))
        .expect("its numbers");
    let table = bench.read(&format!("output/mine/{table}"));
    assert!(
        table.contains("roll (0.25)"),
        "four with two rolls left: {table}"
    );
    assert_refused(
        &format!("{play}choice = \"agian\"\n"),
        &["mine.toml:7:10", "there is no choice agian", "again"],
    );
    assert_refused(play, &["this chart has no choice", "again, only"]);
    let no_part = format!("{play}choice = \"again\"\nx = \"shwon\"\n");
    assert_refused(
        &no_part,
        &[
            "a policy chart cannot show this",
            "no part `shwon`",
            "shown, n",
        ],
    );
    assert_refused(
        &format!("{play}choice = \"again\"\nmetric = \"face\"\n"),
        &["mine.toml:8:10", "has no metric"],
    );
    let unplayed = "[[charts]]\nkind = \"policy\"\nchoice = \"again\"\n";
    assert_refused(unplayed, &["a policy chart cannot show this", "\"best\""]);
    let looks = |wish: &str| format!("{play}choice = \"again\"\n{wish}\n");
    assert_refused(
        &looks("target = 0.5"),
        &["mine.toml:8:10", "a policy chart cannot show a goal"],
    );
    assert_refused(
        &looks("delimiters = true"),
        &["mine.toml:8", "a policy chart cannot have delimiters"],
    );
    bench.write(
        "mine.toml",
        format!(
            "rule = \"reroll.odds\"\n{}",
            looks("x = \"shown\"\nx_label = \"Face up\"\nfooter = \"Ours\"")
        ),
    );
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--format",
        "md",
        "--no-report",
    ]);
    let file_name = bench
        .list("output/mine")
        .into_iter()
        .find(|name| name.starts_with("policy-"))
        .expect("its numbers");
    let table = bench.read(&format!("output/mine/{file_name}"));
    for part in ["Face up", "Best play for the player: Roll again?"] {
        assert!(table.contains(part), "no {part} in {table}");
    }
}

#[test]
fn endless_options_do_not_prevent_best_play() {
    let rule = r#""""Turns to a goal: banking before the first roll gains nothing, and for ever"""
turns = count("Turns")
act   = player("What to do")

def trial():
    total, n = 0, 0
    while total < 2:
        n += 1
        pot = 0
        if choose(act, ["bank", "roll"]) == "roll":
            face = roll(6)
            pot = 0 if face == 1 else face
        total += pot
    record(turns, n)
"#;
    let bench = Bench::new();
    let scenario =
        "rule = \"goal.odds\"\n[play]\naim = \"mean(turns)\"\nminimise = true\nact = \"best\"\n";
    bench.write("goal.odds", rule).write("mine.toml", scenario);
    bench.succeed(&["check", "mine"]);
    let printed = bench.succeed(&PLAIN_ARGS);
    // Five of six faces end it: this takes 6/5 rolls, and twice as many turns if the player banks
    // in half of them.
    for part in [
        "less is better\n",
        "  best play          1.20\n",
        "  always bank  never ends\n",
        "  always roll        1.20     0\n",
        "  at random          2.40  1.20\n",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    let report = bench.succeed(&["mine", "--trials", "2000", "--format", "svg"]);
    assert!(
        report.contains("never ends")
            && bench
                .read("output/mine/report.html")
                .contains("always bank: never ends")
    );
    bench.write("mine.toml", scenario.replace("best", "bank"));
    let printed = bench.refuse(&PLAIN_ARGS);
    assert!(
        printed.contains("goal.odds:") && printed.contains("never ends"),
        "{printed}"
    );
    // If a rule reads the number of turns and does not only record it, it grows without bound. The
    // message names it.
    let few = scenario.replace("[play]", "[run]\nlimit = \"5 MB\"\n[play]");
    bench
        .write("goal.odds", rule.replace("n += 1", "n = n + 1"))
        .write("mine.toml", few);
    let printed = bench.refuse(&PLAIN_ARGS);
    assert!(
        printed.contains("the best play is too large to compute")
            && printed.contains("`n` has the most values"),
        "{printed}"
    );
}

#[test]
fn trapping_options_are_reported_and_avoided() {
    let rule = r#""""A shaft from which nobody comes back, and from whose edge one may fall"""
gain = count("Gain")
way  = player("Which way")

def trial():
    where = choose(way, ["jump", "edge", "home"])
    gold = 100 if where == "jump" else 50 if where == "edge" else 3
    down = where == "jump" or where == "edge" and chance(1, 6)
    while down:
        down = roll(6) < 7
    record(gain, gold)
"#;
    let bench = Bench::new();
    let scenario = "rule = \"shaft.odds\"\n[play]\naim = \"mean(gain)\"\nway = \"best\"\n";
    bench.write("shaft.odds", rule).write("mine.toml", scenario);
    bench.succeed(&["check", "mine"]);
    let printed = bench.succeed(&["mine", "--trials", "2000", "--format", "svg"]);
    for part in [
        "  best play          3.00\n",
        "  always jump  never ends\n",
        "  always edge  never ends\n",
        "  always home        3.00     0\n",
    ] {
        assert!(printed.contains(part), "no {part:?} in\n{printed}");
    }
    let policy = bench.read("output/mine/policy.csv");
    assert!(
        policy.contains("way,home,3,jump,,,0,1\n") && policy.contains("way,home,3,home,3,0,1,1\n"),
        "{policy}"
    );
    assert!(
        bench
            .read("output/mine/report.html")
            .contains("jump: never ends; edge: never ends")
    );
    bench.write("mine.toml", scenario.replace("best", "edge"));
    let printed = bench.refuse(&PLAIN_ARGS);
    assert!(
        printed.contains("shaft.odds:") && printed.contains("can never end"),
        "{printed}"
    );
}

#[test]
fn too_large_best_play_is_refused() {
    let rule = "\"\"\"Sums\"\"\"\ntotal = count(\"Total\")\nroll_on = player(\"Roll on?\")\n\ndef trial():\n    sum = 0\n    for turn in range(40):\n        if choose(roll_on, [true, false]):\n            sum += roll(1000)\n    record(total, sum)\n";
    let scenario = "rule = \"sums.odds\"\n[play]\naim = \"P(total = 7777)\"\nroll_on = \"best\"\n[run]\nlimit = \"2.5 MB\"\n";
    let bench = Bench::new();
    bench.write("sums.odds", rule).write("mine.toml", scenario);
    let printed = bench.refuse(&PLAIN_ARGS);
    assert!(printed.contains("too large to compute"), "{printed}");
    bench.write(
        "mine.toml",
        scenario
            .replace("play]\n", "play]\nminimise = true\n")
            .replace("aim = \"P(total = 7777)\"\n", ""),
    );
    assert!(
        bench
            .refuse(&PLAIN_ARGS)
            .contains("`minimise` needs an aim")
    );
}

/// The values that made the list of options are not part of the state. The options themselves
/// distinguish the situations.
#[test]
fn situations_are_distinguished_by_their_options() {
    let rule = "\"\"\"A die, or what is below it\"\"\"\nx = count(\"X\")\nside = player(\"Side\")\n\ndef trial():\n    r = roll(6)\n    record(x, choose(side, [r, 7 - r]))\n";
    let bench = Bench::new();
    let scenario = "rule = \"side.odds\"\n[play]\naim = \"mean(x)\"\nside = \"best\"\n";
    bench.write("side.odds", rule).write("mine.toml", scenario);
    // The better option of each pair: 6, 5, 4, 4, 5, 6.
    let printed = bench.succeed(&PLAIN_ARGS);
    assert!(
        printed.contains("  best play")
            && printed.contains(" 5.00\n")
            && printed.contains("trials agree"),
        "{printed}"
    );
    let rows = bench.rows("output/mine/policy.csv");
    let three = rows
        .iter()
        .find(|row| row["situation"] == "3 or 4 on offer" && row["option"] == "3")
        .expect("a row");
    assert_eq!(
        (
            three["best"].as_str(),
            three["loss"].as_str(),
            three["on offer"].as_str()
        ),
        ("4", "1", "3 or 4")
    );
    assert_eq!(rows.len(), 12);
}

/// Aims that differ between cases have no column in the table, and each map has the unit of its
/// aim.
#[test]
fn aims_may_differ_between_cases() {
    let scenario = "[play]\naim = \"mean(face)\"\nagain = \"best\"\n[[variants]]\nname = \"much\"\n[[variants]]\nname = \"a six\"\n\
                    set = { \"play.aim\" = \"P(face = 6)\" }\n[[charts]]\nkind = \"policy\"\nchoice = \"again\"\nwhere = { variant = \"a six\" }\n";
    let bench = bench(scenario);
    let printed = bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--format",
        "md",
        "--no-report",
    ]);
    assert!(
        printed.contains("Best play for mean(face) (much)")
            && printed.contains("Best play for P(face = 6) (a six)"),
        "{printed}"
    );
    let head = printed
        .lines()
        .find(|line| line.starts_with("Variant"))
        .expect("a head");
    assert!(
        !head.contains("mean(face)") && !head.contains("P(face"),
        "{head}"
    );
    let file_name = bench
        .list("output/mine")
        .into_iter()
        .find(|name| name.starts_with("policy-again"))
        .expect("a map");
    let table = bench.read(&format!("output/mine/{file_name}"));
    assert!(
        table.contains("Variant “a six”") && !table.contains("mean(face)"),
        "{table}"
    );
    let printed = bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--no-save",
        "--set",
        "play.aim=mean(used)",
    ]);
    assert!(
        printed
            .lines()
            .any(|line| line.starts_with("Variant") && line.contains(", mean")),
        "{printed}"
    );
}

#[test]
fn endless_choices_require_a_play_section() {
    let bench = Bench::new();
    bench.write(
        "dig.odds",
        "\"\"\"Dig\"\"\"\nagain = player(\"Dig on?\", roll = \"roll\", stop = \"stop\")\ngold = count(\"Gold\")\n\ndef trial():\n    pot = 0\n    \
         while choose(again, [\"roll\", \"stop\"]) == \"roll\":\n        pot = 0 if pot > 20 else pot + roll(6)\n    record(gold, pot)\n",
    );
    let checked = bench.succeed(&["check", "dig.odds"]);
    assert!(
        checked.contains("A run needs a scenario with [play]"),
        "{checked}"
    );
    let refused = bench.refuse(&["dig.odds"]);
    assert!(
        refused.contains("this loop can never end") && refused.contains("decide it in [play]"),
        "{refused}"
    );
    bench.write(
        "dig.toml",
        "rule = \"dig.odds\"\n[play]\naim = \"mean(gold)\"\nagain = \"best\"\n",
    );
    bench.succeed(&["dig", "--trials", "100", "--no-save"]);
}

/// A part with too many values for a map is grouped into bands. They begin where the rule in the
/// title changes.
#[test]
fn policy_map_shows_every_part_of_its_title() {
    let rule = include_str!("../../gallery/pig-hold/pig-hold.odds");
    let bench = Bench::new();
    bench.write("pig.odds", rule);
    bench.write(
        "mine.toml",
        "rule = \"pig.odds\"\n[parameters]\ngoal = 100\n[play]\naim = \"mean(score)\"\nagain = \"best\"\n",
    );
    bench.succeed(&[
        "--scenario",
        "mine",
        "--trials",
        "2000",
        "--no-report",
        "--format",
        "md",
    ]);
    let map = bench.read("output/mine/policy-again.md");
    assert!(
        map.starts_with("**Player: Bank with 20 or more points in the pot**\n"),
        "{map}"
    );
    let cells = |line: &str| -> Vec<String> {
        line.split('|')
            .skip(2)
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let rows: Vec<Vec<String>> = map
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    let [bands, _, options] = &rows[..] else {
        panic!("{map}")
    };
    for (band, option) in bands
        .iter()
        .zip(options)
        .filter(|(band, _)| !band.is_empty())
    {
        let (first, last) = band.split_once('\u{2013}').unwrap_or((band, band));
        let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
        let best = if last < 20 { "roll on" } else { "bank" };
        assert!(
            option.starts_with(best) && (first >= 20 || last < 20),
            "{band}: {option}\n{map}"
        );
    }
}
