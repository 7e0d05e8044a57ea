//! An evening with a rule file: what its table, its titles and its trials say of units, sides and players.

use crate::support::{Bench, stderr};

/// Two of ours against an ogre; who strikes first is rolled, and nobody may be left.
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
                    target = 2 if who < 2 else 0
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
fn every_number_says_of_which_unit_or_step_it_is_and_three_sides_are_told() {
    let bench = bench();
    let told = bench.succeed(&["skirmish.odds", "--trials", "1000", "--charts", "all"]);
    for label in [
        "Winner: ours",
        "Winner: nobody",
        "Winner: theirs",
        "Fate, Knight: standing",
        "Fate, Archers: standing",
        "Fate, Ogre: standing",
        "Money, Turn 3, mean",
    ] {
        assert!(told.contains(&format!("\n{label} ")), "{label}: {told}");
    }
    assert!(told.contains("`again`: always strike, the first on offer, since no [play] says who decides"), "{told}");
    let page = bench.read("output/skirmish/report.html");
    assert!(!page.contains("from Archers on") && !page.contains("by Ogre"));
    let first = page.split("<h1>").nth(1).and_then(|rest| rest.split("</h1>").next()).expect("a headline");
    for side in ["ours", "theirs", "nobody"] {
        assert!(first.contains(side), "{first}");
    }
}

#[test]
fn what_is_answered_is_not_told_as_left_open() {
    let bench = bench();
    for set in ["play.again=wait", "play.again=uniform"] {
        let told = bench.succeed(&["skirmish.odds", "--trials", "100", "--no-save", "--set", set]);
        assert!(!told.contains("`again`"), "{told}");
    }
    let told = bench.succeed(&["skirmish.odds", "--trials", "100", "--no-save", "--sweep", "play.again=strike,wait"]);
    assert!(!told.contains("`again`: always strike, the first"), "{told}");
}

#[test]
fn every_field_of_an_entry_is_tried_written_out_or_not() {
    let bench = bench();
    bench.write(
        "out.toml",
        "rule = \"skirmish.odds\"\n[[parameters.units]]\nname = \"Knight\"\n[[parameters.units]]\nname = \"Archers\"\n\
         wounds = 3\n[[parameters.units]]\nname = \"Ogre\"\nhit_on = 5\nwounds = 4\n",
    );
    for what in ["skirmish.odds", "out.toml"] {
        let args = [what, "--trials", "100", "--no-charts", "--no-report", "--sensitivity", "P(winner = ours)"];
        let told = bench.succeed(&args);
        assert!(!told.contains("no numbers and no flags"), "{told}");
        let name = if what == "out.toml" { "out" } else { "skirmish" };
        let rows = bench.rows(&format!("output/{name}/sensitivity.csv"));
        for unit in ["Knight", "Archers", "Ogre"] {
            for field in ["hit_on", "wounds"] {
                let path = format!("units.{unit}.{field}");
                assert!(rows.iter().any(|row| row["parameter"] == path), "{what}: {path}");
            }
        }
        // By hand: one wound more of the ogre.
        let row = rows.iter().find(|row| row["parameter"] == "units.Ogre.wounds" && row["direction"] == "up");
        let row = row.expect("a step up");
        let set = format!("units.Ogre.wounds={}", row["to"]);
        let args = [what, "--trials", "100", "--no-save", "--json", "--ask", "P(winner = ours)", "--set", &set];
        let by_hand = bench.json(&args)[0]["cases"][0]["asks"][0]["exact"].as_f64().unwrap();
        assert!((row["value"].parse::<f64>().unwrap() - by_hand).abs() < 1e-12);
    }
}

#[test]
fn a_trial_is_told_under_its_lines_with_whose_roll_it_is() {
    let told = bench().succeed(&["replay", "skirmish.odds", "--trial", "1"]);
    assert!(told.contains("if roll(6) >= units[who].hit_on:\n"), "{told}");
    for unit in ["Knight: roll(6): ", "Ogre: roll(6): "] {
        assert!(told.contains(unit), "{unit}: {told}");
    }
}

#[test]
fn a_parameter_is_known_by_what_it_is_called() {
    let bench = Bench::new();
    let run = |set: &str| bench.run(&["wing-activation", "--trials", "100", "--no-save", "--set", set]);
    let (by_key, by_label) = (run("quality=5"), run("QV=5"));
    assert_eq!(by_key.stdout, by_label.stdout);
    assert!(stderr(&by_label).contains("note: QV is `quality`"), "{}", stderr(&by_label));
    assert!(!stderr(&by_key).contains("note:"), "{}", stderr(&by_key));
    bench.write("label.toml", "rule = \"wing-activation\"\n[parameters]\nQV = 5\n");
    assert!(bench.refuse(&["label.toml"]).contains("did you mean quality (Quality Value (QV))?"));
}

#[test]
fn what_has_to_be_played_takes_no_longer_than_is_foretold_and_shards_know_it() {
    let bench = Bench::new();
    bench.write(
        "slow.odds",
        "x = count(\"X\")\ndef trial():\n    n = roll(6)\n    for i in range(1000):\n        n = (n * 7 + i) % 11\n    record(x, n)\n",
    );
    bench.write("slow.toml", "rule = \"slow.odds\"\n[run]\nexact = \"never\"\n");
    let args = ["slow.toml", "--no-charts", "--no-report"];
    let whole = bench.succeed(&[&args[..], &["--output", "one"]].concat());
    assert!(whole.contains("--trials N plays as many as you say"), "{whole}");
    let trials = bench.json(&["slow.toml", "--no-save", "--json"])[0]["cases"][0]["trials"].as_u64().unwrap();
    assert!((1000..1_000_000).contains(&trials), "{trials}");
    let said = bench.json(&["slow.toml", "--no-save", "--json", "--trials", "30_000"]);
    assert_eq!(said[0]["cases"][0]["trials"], 30_000);
    for shard in ["1/2", "2/2"] {
        bench.succeed(&["slow.toml", "--shard", shard, "--output", "many"]);
    }
    bench.succeed(&["merge", "many/slow", "--no-charts", "--no-report"]);
    for file in ["distribution.csv", "summary.csv"] {
        assert_eq!(bench.read(&format!("one/slow/{file}")), bench.read(&format!("many/slow/{file}")), "{file}");
    }
}

#[test]
fn the_condition_of_a_search_speaks_of_parameters() {
    let bench = bench();
    let scenario = |keep: &str| {
        format!(
            "rule = \"skirmish.odds\"\n[balance]\n\"units.Ogre.wounds\" = [2, 3, 4]\n\"units.Ogre.hit_on\" = [3, 4]\n\
             keep = \"{keep}\"\n[[ask]]\nvalue = \"P(winner = ours)\"\nwant = \">= 0.1\"\n"
        )
    };
    for (keep, says) in [
        ("units.Ogre.wounds < 4", "'units.Ogre.wounds'"),
        ("money < 3", "no changed parameter"),
        ("'units.Ogre.wounds' < ", "a parameter"),
    ] {
        bench.write("keep.toml", scenario(keep));
        let told = bench.refuse(&["balance", "keep.toml", "--no-save"]);
        assert!(told.contains(says) && !told.contains("metric") && !told.contains("Acts"), "{keep}: {told}");
    }
    bench.write("keep.toml", scenario("'units.Ogre.wounds' < 4"));
    let told = bench.succeed(&["balance", "keep.toml", "--no-save", "--trials", "100"]);
    assert!(told.contains("units.Ogre.wounds"), "{told}");
}
