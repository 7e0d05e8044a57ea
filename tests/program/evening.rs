//! Tests a rule file with units, sides and players: its table, its titles and its trials.

use crate::support::{Bench, stderr};

/// Two of our units fight an ogre. A roll decides who strikes first, and possibly no unit survives.
const SKIRMISH: &str = r#""""Who is left"""
units = entries(least = 3, most = 3,
    hit_on = whole(4, 2, 6, "a die hits on this or more"),
    wounds = whole(2, 1, 12, "wounds"),
    default = [["Knight", 3, 2], ["Archers", 4, 1], ["Ogre", 4, 3]])
winner = category("Winner", ours = success, nobody = neutral, theirs = failure)
fate = category("Fate", each = units, step = "Unit", standing = success, dead = failure)
money = count("Money", each = 3, step = "Turn")
again = player("Once more?")

def strike(unit):
    return roll(6) >= unit.hit_on

def trial():
    life = [u.wounds for u in units]
    for t in upto(3):
        for who in range(3):
            if life[who] > 0 and choose(again, ["strike", "wait"]) == "strike":
                if roll(6) >= units[who].hit_on:
                    target = 2 if who < 2 else 0 if life[0] > 0 else 1
                    life[target] = max(0, life[target] - 1)
        record(money, sum(life), t)
    us = life[0] > 0 or life[1] > 0
    record(winner, "ours" if us and life[2] == 0 else "theirs" if life[2] > 0 and not us else "nobody")
    for i in range(3):
        record(fate, "standing" if life[i] > 0 else "dead", i + 1)
"#;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("skirmish.odds", SKIRMISH);
    bench
}

#[test]
fn numbers_name_their_unit_or_step_and_side() {
    let bench = bench();
    let printed = bench.succeed(&[
        "skirmish.odds",
        "--trials",
        "1000",
        "--charts",
        "all",
        "--all",
    ]);
    for label in [
        "Winner: ours",
        "Winner: nobody",
        "Winner: theirs",
        "Fate, Knight: standing",
        "Fate, Archers: standing",
        "Fate, Ogre: standing",
        "Money, Turn 3, mean",
    ] {
        assert!(
            printed.contains(&format!("\n{label} ")),
            "{label}: {printed}"
        );
    }
    assert!(
        printed
            .contains("`again`: always strike, the first option, because [play] does not set it"),
        "{printed}"
    );
    let page = bench.read("output/skirmish/report.html");
    assert!(!page.contains("from Archers on") && !page.contains("by Ogre"));
    let first = page
        .split("<h1")
        .nth(1)
        .and_then(|rest| rest.split("</h1>").next())
        .expect("a headline");
    for side in ["Ours", "Theirs", "Nobody"] {
        assert!(first.contains(side), "{first}");
    }
}

#[test]
fn step_kind_and_names_depend_on_the_metric() {
    let bench = bench();
    let chart = |kind: &str, metric: &str| {
        format!("[[charts]]\nkind = \"{kind}\"\nmetric = \"{metric}\"\n")
    };
    let scenario = |labels: &str| {
        let joint = "[[joint]]\nof = [\"fate@Ogre\", \"money@2\"]\n";
        let along = "value = \"P(= standing)\"\nx = \"step\"\n";
        let charts = [
            chart("stacked", "fate"),
            chart("fan", "money"),
            chart("lines", "fate") + along,
        ]
        .concat();
        format!(
            "rule = \"skirmish.odds\"\n{labels}[[ask]]\nvalue = \"P(fate@Ogre = standing)\"\n{joint}{charts}"
        )
    };
    bench.write("own.toml", scenario(""));
    bench.succeed(&["own", "--trials", "1000", "--format", "md"]);
    let read = |name: &str| bench.read(&format!("output/{name}"));
    let (fate, money) = (read("own/fate-by-unit.md"), read("own/money-fan.md"));
    for unit in ["| Unit ", "| Knight ", "| Archers ", "| Ogre "] {
        assert!(
            fate.contains(unit) && !money.contains(unit),
            "{unit}: {fate}{money}"
        );
    }
    assert!(
        money.contains("| Turn ") && money.contains("| 3 ") && !fate.contains("Turn"),
        "{fate}{money}"
    );
    assert!(money.starts_with("**Money, by turn**"), "a title: {money}");
    // In the report, both axes are labelled with text.
    let page = read("own/report.html");
    assert!(
        page.contains(">Turn<") && page.contains(">Unit<"),
        "axes of both"
    );
    assert!(
        read("own/joint.md").contains("Fate, Ogre / Money, Turn 2"),
        "{}",
        read("own/joint.md")
    );
    // A question with a name is about the unit of this name.
    let rows = bench.rows("output/own/distribution.csv");
    let row = |metric: &str, step: &str| {
        rows.iter()
            .find(|row| row["metric"] == metric && row["step"] == step && row["value"] == "0")
            .expect("a row")
    };
    assert_eq!(row("fate", "3")["step_label"], "Ogre");
    assert_eq!(
        bench.rows("output/own/asks.csv")[0]["exact"],
        row("fate", "3")["exact"]
    );
    assert!(
        rows.iter()
            .filter(|row| row["metric"] == "money")
            .all(|row| row["step_label"].is_empty())
    );
    for (ask, help) in [
        ("P(money@Ogre > 1)", "write a step number: 1 to 3"),
        ("P(fate@Orge = dead)", "did you mean `Ogre`?"),
    ] {
        let printed = bench.refuse(&["own", "--ask", ask, "--no-save"]);
        assert!(
            printed.contains("there is no step") && printed.contains(help),
            "{ask}: {printed}"
        );
    }
    let shown = bench.succeed(&["show", "skirmish.odds"]);
    assert!(
        shown.contains("fate (each Unit)") && shown.contains("money (each Turn)"),
        "{shown}"
    );
    let replayed = bench.succeed(&["replay", "skirmish.odds", "--trial", "1"]);
    assert!(
        replayed.contains("Fate, Unit Ogre: ") && replayed.contains("Money, Turn 3: "),
        "{replayed}"
    );
    // Shards contain no names, but merging them gives the same names.
    for shard in ["1/2", "2/2"] {
        bench.succeed(&[
            "own", "--trials", "1000", "--shard", shard, "--output", "many",
        ]);
    }
    bench.succeed(&["merge", "many/own", "--no-charts", "--no-report"]);
    assert_eq!(bench.read("many/own/summary.csv"), read("own/summary.csv"));
}

#[test]
fn labels_rename_step_kinds_and_single_steps() {
    let bench = bench();
    let scenario = |labels: &str| format!("rule = \"skirmish.odds\"\n[labels]\n{labels}\n");
    bench.write(
        "runde.toml",
        scenario(
            "\"step.Turn\" = \"Runde\"\n\"step.Ogre\" = \"Oger\"\n\"units.Knight\" = \"Ritter\"",
        ),
    );
    let printed = bench.succeed(&[
        "runde", "--trials", "1000", "--format", "md", "--charts", "all",
    ]);
    for label in [
        "Money, Runde 3, mean",
        "Fate, Oger: standing",
        "Fate, Ritter: standing",
        "Fate, Archers: standing",
    ] {
        assert!(
            printed.contains(&format!("\n{label} ")),
            "{label}: {printed}"
        );
    }
    let fate = bench.read("output/runde/fate-by-unit.md");
    assert!(
        fate.contains("| Unit ") && fate.contains("| Oger ") && fate.contains("| Ritter "),
        "{fate}"
    );
    assert!(bench.read("output/runde/money-fan.md").contains("| Runde "));
    assert!(
        bench
            .read("output/runde/summary.csv")
            .contains(",fate,3,Ogre,"),
        "names in files stay"
    );
    // If there are two kinds of steps, the label must say which it is for.
    bench.write("step.toml", scenario("step = \"Runde\""));
    let printed = bench.refuse(&["step", "--no-save"]);
    assert!(
        printed.contains("nothing is named `step`") && printed.contains("step.Unit, step.Turn"),
        "{printed}"
    );
}

/// Two units change places. A label has the unit's name, or the number of the place.
#[test]
fn questions_follow_a_unit_across_positions() {
    let bench = bench();
    let turned =
        "set = { units = [{ name = \"Ogre\" }, { name = \"Archers\" }, { name = \"Knight\" }] }";
    let asks = ["P(fate@Ogre = standing)", "P(fate@1 = standing)"]
        .map(|ask| format!("[[ask]]\nvalue = \"{ask}\"\n"));
    let text = format!(
        "rule = \"skirmish.odds\"\n[[variants]]\nname = \"as it is\"\n[[variants]]\nname = \"turned\"\n{turned}\n{}\
         [[joint]]\nof = [\"fate@3\", \"fate@Ogre\"]\n",
        asks.concat()
    );
    bench.write("turned.toml", text);
    let printed = bench.succeed(&["turned", "--trials", "1000", "--wide", "--format", "md"]);
    for label in [
        "Fate, Unit 1: standing",
        "Fate, Archers: standing",
        "Fate, Unit 3: standing",
        "Money, Turn 3, mean",
    ] {
        assert!(printed.contains(label), "{label}: {printed}");
    }
    assert!(
        !printed.contains("Fate, Knight") && !printed.contains("Fate, Ogre"),
        "{printed}"
    );
    let rows = bench.rows("output/turned/distribution.csv");
    let exact = |case: &str, unit: &str| {
        let is_its = |row: &&std::collections::BTreeMap<String, String>| {
            row["case"] == case
                && row["metric"] == "fate"
                && row["step_label"] == unit
                && row["value"] == "0"
        };
        rows.iter().find(is_its).expect("a row")["exact"].clone()
    };
    let asked = bench.rows("output/turned/asks.csv");
    for case in ["1", "2"] {
        let answer = asked
            .iter()
            .find(|row| row["case"] == case && row["ask"].contains("Ogre"))
            .expect("an answer");
        assert_eq!(answer["exact"], exact(case, "Ogre"), "case {case}");
    }
    // In both cases, the first sentence is about the Ogre, and not about the unit at its place.
    let percent = |case: &str| (exact(case, "Ogre").parse::<f64>().unwrap() * 100.0).round();
    let page = bench.read("output/turned/report.html");
    let first = page
        .split("<h1")
        .nth(1)
        .and_then(|rest| rest.split("</h1>").next())
        .expect("a headline");
    for case in ["1", "2"] {
        assert!(
            first.contains(&format!(">{}", percent(case))),
            "{first}: {}",
            percent(case)
        );
    }
    // The unit at this place differs between the cases.
    assert!(
        bench
            .read("output/turned/joint.md")
            .contains("fate@3 / Fate, Ogre"),
        "{}",
        bench.read("output/turned/joint.md")
    );
}

#[test]
fn answered_choices_are_not_reported_as_open() {
    let bench = bench();
    for set in ["play.again=wait", "play.again=uniform"] {
        let printed = bench.succeed(&[
            "skirmish.odds",
            "--trials",
            "100",
            "--no-save",
            "--set",
            set,
        ]);
        assert!(!printed.contains("`again`"), "{printed}");
    }
    let printed = bench.succeed(&[
        "skirmish.odds",
        "--trials",
        "100",
        "--no-save",
        "--sweep",
        "play.again=strike,wait",
    ]);
    assert!(
        !printed.contains("`again`: always strike, the first"),
        "{printed}"
    );
}

#[test]
fn sensitivity_tries_every_field_of_an_entry() {
    let bench = bench();
    bench.write(
        "out.toml",
        "rule = \"skirmish.odds\"\n[[parameters.units]]\nname = \"Knight\"\n[[parameters.units]]\nname = \"Archers\"\n\
         wounds = 3\n[[parameters.units]]\nname = \"Ogre\"\nhit_on = 5\nwounds = 4\n",
    );
    for file in ["skirmish.odds", "out.toml"] {
        let args = [
            file,
            "--trials",
            "100",
            "--no-charts",
            "--no-report",
            "--sensitivity",
            "P(winner = ours)",
        ];
        let printed = bench.succeed(&args);
        assert!(!printed.contains("neither numbers nor flags"), "{printed}");
        let name = if file == "out.toml" {
            "out"
        } else {
            "skirmish"
        };
        let rows = bench.rows(&format!("output/{name}/sensitivity.csv"));
        for unit in ["Knight", "Archers", "Ogre"] {
            for field in ["hit_on", "wounds"] {
                let path = format!("units.{unit}.{field}");
                assert!(
                    rows.iter().any(|row| row["parameter"] == path),
                    "{file}: {path}"
                );
            }
        }
        // Computed by hand, with one more wound of the ogre.
        let row = rows
            .iter()
            .find(|row| row["parameter"] == "units.Ogre.wounds" && row["direction"] == "up");
        let row = row.expect("a step up");
        let set = format!("units.Ogre.wounds={}", row["to"]);
        let args = [
            file,
            "--trials",
            "100",
            "--no-save",
            "--json",
            "--ask",
            "P(winner = ours)",
            "--set",
            &set,
        ];
        let by_hand = bench.json(&args)[0]["cases"][0]["asks"][0]["exact"]
            .as_f64()
            .unwrap();
        assert!((row["value"].parse::<f64>().unwrap() - by_hand).abs() < 1e-12);
    }
}

#[test]
fn replay_names_the_unit_of_each_roll() {
    let printed = bench().succeed(&["replay", "skirmish.odds", "--trial", "1"]);
    assert!(
        printed.contains("if roll(6) >= units[who].hit_on:\n"),
        "{printed}"
    );
    for unit in ["Knight: roll(6): ", "Ogre: roll(6): "] {
        assert!(printed.contains(unit), "{unit}: {printed}");
    }
}

#[test]
fn parameters_can_be_set_by_label() {
    let bench = Bench::new();
    let run = |set: &str| {
        bench.run(&[
            "wing-activation",
            "--trials",
            "100",
            "--no-save",
            "--set",
            set,
        ])
    };
    let (by_key, by_label) = (run("quality=5"), run("QV=5"));
    assert_eq!(by_key.stdout, by_label.stdout);
    assert!(
        stderr(&by_label).contains("note: QV is `quality`"),
        "{}",
        stderr(&by_label)
    );
    assert!(!stderr(&by_key).contains("note:"), "{}", stderr(&by_key));
    bench.write(
        "label.toml",
        "rule = \"wing-activation\"\n[parameters]\nQV = 5\n",
    );
    assert!(
        bench
            .refuse(&["label.toml"])
            .contains("did you mean quality (Quality Value (QV))?")
    );
}

#[test]
fn slow_rules_get_fewer_trials_also_in_shards() {
    let bench = Bench::new();
    bench.write(
        "slow.odds",
        "x = count(\"X\")\ndef trial():\n    n = roll(6)\n    for i in range(1000):\n        n = (n * 7 + i) % 11\n    record(x, n)\n",
    );
    bench.write(
        "slow.toml",
        "rule = \"slow.odds\"\n[run]\nexact = \"never\"\n",
    );
    let args = ["slow.toml", "--no-charts", "--no-report"];
    let whole = bench.succeed(&[&args[..], &["--output", "one"]].concat());
    assert!(
        whole.contains("--trials N runs as many as you want"),
        "{whole}"
    );
    let trials = bench.json(&["slow.toml", "--no-save", "--json"])[0]["cases"][0]["trials"]
        .as_u64()
        .unwrap();
    assert!((1000..1_000_000).contains(&trials), "{trials}");
    let json = bench.json(&["slow.toml", "--no-save", "--json", "--trials", "30_000"]);
    assert_eq!(json[0]["cases"][0]["trials"], 30_000);
    for shard in ["1/2", "2/2"] {
        bench.succeed(&["slow.toml", "--shard", shard, "--output", "many"]);
    }
    bench.succeed(&["merge", "many/slow", "--no-charts", "--no-report"]);
    for file in ["distribution.csv", "summary.csv"] {
        assert_eq!(
            bench.read(&format!("one/slow/{file}")),
            bench.read(&format!("many/slow/{file}")),
            "{file}"
        );
    }
}

#[test]
fn balance_condition_accepts_only_parameters() {
    let bench = bench();
    let scenario = |keep: &str| {
        format!(
            "rule = \"skirmish.odds\"\n[balance]\n\"units.Ogre.wounds\" = [2, 3, 4]\n\"units.Ogre.hit_on\" = [3, 4]\n\
             keep = \"{keep}\"\n[[ask]]\nvalue = \"P(winner = ours)\"\nwant = \">= 0.1\"\n"
        )
    };
    for (keep, says) in [
        ("units.Ogre.wounds < 4", "'units.Ogre.wounds'"),
        ("money < 3", "no parameter in [balance]"),
        ("'units.Ogre.wounds' < ", "a parameter"),
    ] {
        bench.write("keep.toml", scenario(keep));
        let printed = bench.refuse(&["balance", "keep.toml", "--no-save"]);
        assert!(
            printed.contains(says) && !printed.contains("metric") && !printed.contains("Acts"),
            "{keep}: {printed}"
        );
    }
    bench.write("keep.toml", scenario("'units.Ogre.wounds' < 4"));
    let printed = bench.succeed(&["balance", "keep.toml", "--no-save", "--trials", "100"]);
    assert!(printed.contains("units.Ogre.wounds"), "{printed}");
}

/// Only one of many thousand possible trials has the mistake, so a few trials do not find it.
#[test]
fn check_finds_a_mistake_that_few_trials_meet() {
    let bench = Bench::new();
    let head = "\"\"\"Rare\"\"\"\nshown = count(\"Shown\")\n\ndef trial():\n";
    let explored = "    a = [roll(6) for i in range(4)]\n    b = [roll(8) for i in range(3)]\n    n = 0\n    \
                    while n < 4 and a[n] == b[n]:\n        n += 1\n    record(shown, n)\n";
    let simulated = |place: u32| {
        let last = format!("    record(shown, [7][0 if y % 100 > 0 else {place}])\n");
        format!(
            "{head}    y = 0\n    for i in range(40):\n        y = (y * 31 + roll(100)) % 1000003\n{last}"
        )
    };
    let small = |rule: &str| format!("rule = \"{rule}\"\n[run]\nlimit = \"10 MB\"\n");
    bench
        .write("explored.odds", format!("{head}{explored}"))
        .write("played.odds", simulated(1))
        .write("large.odds", simulated(0))
        .write("played.toml", small("played.odds"))
        .write("large.toml", small("large.odds"));
    let message = bench.refuse(&["check", "explored.odds"]);
    assert!(
        message.contains("index 3 is out of range: this list has 3 items (0 to 2)")
            && message.contains("explored.odds:8:"),
        "{message}"
    );
    let message = bench.refuse(&["check", "played.toml"]);
    assert!(
        message.contains("index 1 is out of range: this list has 1 item (index 0)")
            && message.contains("played.odds:8:"),
        "{message}"
    );
    assert!(
        bench
            .succeed(&["check", "large.toml"])
            .starts_with("OK: large.toml and large.odds. 1 case, simulated.\n  No exact odds: ")
    );
}
