//! Tests the program on a terminal: the texts of its progress bar, and when they appear.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::Bench;

/// Runs the program with a terminal as its standard error, and optionally as its output. Returns
/// the process result, and what the terminal showed.
fn run_on_a_terminal(
    bench: &Bench,
    args: &[&str],
    shows_output: bool,
) -> (Child, JoinHandle<String>) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&screen)
        .and_then(|()| unlockpt(&screen))
        .expect("a terminal of ours");
    let name = ptsname(&screen, Vec::new())
        .expect("its name")
        .into_string()
        .expect("plain letters");
    let keys = OpenOptions::new()
        .read(true)
        .write(true)
        .open(name)
        .expect("its other end");
    let run = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
        .current_dir(bench.path(""))
        .env("TERM", "xterm")
        .args(args)
        .stdout(if shows_output {
            keys.try_clone().expect("a second end").into()
        } else {
            Stdio::null()
        })
        .stderr(keys)
        .spawn()
        .expect("a run");
    let read = spawn(move || {
        let mut shown = Vec::new();
        // Reading ends with an error once the other end is closed.
        let _ = File::from(screen).read_to_end(&mut shown);
        String::from_utf8_lossy(&shown).into_owned()
    });
    (run, read)
}

#[test]
fn progress_bar_shows_stage_before_time_left() {
    let bench = Bench::new();
    let args = [
        "--scenario",
        "wing-turn",
        "--trials",
        "2_000_000_000",
        "--engine",
        "play",
        "--no-charts",
    ];
    let (mut run, shown) = run_on_a_terminal(&bench, &args, false);
    sleep(Duration::from_secs(4));
    assert!(
        Command::new("kill")
            .args(["-INT", &run.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let shown = shown.join().unwrap();
    let (stage, left) = (shown.find("playing "), shown.find(" left"));
    assert!(stage.is_some() && stage < left, "{shown:?}");
    let first = &shown[stage.unwrap()..left.unwrap()];
    assert!(
        first.matches("playing ").count() > 3,
        "it is not shown before a second of trials: {first:?}"
    );
    assert!(
        shown.contains("stopping: press Ctrl-C again to stop at once"),
        "{shown:?}"
    );
}

/// A terminal shows exact odds before the cross-check, and only once. In total it shows the same as
/// a file.
#[test]
fn exact_odds_come_before_the_trials_that_check_them() {
    let bench = Bench::new();
    let args = [
        "wing-activation",
        "--trials",
        "20_000_000",
        "--engine",
        "play",
        "--no-save",
    ];
    let (mut run, shown) = run_on_a_terminal(&bench, &args, true);
    assert!(run.wait().expect("it ends").success());
    let shown = shown.join().expect("it is read");
    let offset_of = |text: &str| {
        shown
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {shown}"))
    };
    assert!(
        offset_of("Mean successes") < offset_of("20,000,000 simulated trials agree"),
        "{shown}"
    );
    assert_eq!(shown.matches("Mean successes").count(), 1, "{shown}");
    // If the run takes long enough for a progress bar, the bar comes between both parts and
    // explains the purpose of the trials.
    if let Some(bar) = shown.find("playing ") {
        assert!(
            offset_of("Mean successes") < bar && shown[bar..].contains(" trials to check the odds"),
            "{shown}"
        );
    }
    let lines = |text: &str| -> Vec<String> {
        let trimmed = text
            .split('\n')
            .map(|line| line.rsplit('\r').next().unwrap_or("").trim().to_owned());
        trimmed.filter(|line| !line.is_empty()).collect()
    };
    let piped = bench.succeed(&args);
    let seen = without_known_escapes(&shown).replace("\r\n", "\n");
    assert_eq!(lines(&seen), lines(&piped));
}

/// Removes from a terminal's output what the program itself may send: colours, weights, and a
/// progress bar that is redrawn.
fn without_known_escapes(shown: &str) -> String {
    let mut text = String::new();
    let mut rest = shown;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        text.push_str(before);
        let end = after
            .find(|c: char| !c.is_ascii_digit() && c != ';')
            .unwrap_or(0);
        let is_known = after[end..].starts_with(['m', 'K']);
        if !is_known {
            text.push_str("\u{1b}[");
        }
        rest = if is_known { &after[end + 1..] } else { after };
    }
    text + rest
}

/// Tests the rule file and the scenario of a stranger, whose texts all try to control the terminal.
#[test]
fn rule_texts_cannot_control_the_terminal() {
    let evil = "\u{1b}]0;PWNED\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{fffe}\u{feff}";
    let rule = format!(
        "\"\"\"Evil {evil} rule\"\"\"\nx = count(\"Label {evil}\")\nend = category(\"End {evil}\", won = success, lost = failure)\n\
         again = player(\"Again {evil}\")\n\
         p = whole(3, 1, 6, \"meaning {evil}\")\nhow = one_of(\"a\", \"b\", help = \"help {evil}\")\n\
         units = list([[\"Ogre\", 2]], name = \"unit {evil}\", wounds = whole(2, 1, 9, \"wounds {evil}\"))\n\n\
         def trial():\n    n = roll(6)\n    if choose(again, [\"keep\", \"roll\"]) == \"roll\":\n        n = roll(6)\n    record(x, n)\n    record(end, won if n > 3 else lost)\n"
    );
    let bench = Bench::new();
    let plain = rule.replace("units = list", "# units = list");
    bench.write("evil.odds", &plain).write("worse.odds", &rule);
    bench.write(
        "mine.toml",
        format!(
            "title = \"T {}\"\nrule = \"evil.odds\"\n",
            evil.escape_default()
                .to_string()
                .replace("\\u{", "\\U{")
                .replace(['{', '}'], "")
        ),
    );
    bench.write(
        "scenario.toml",
        "title = \"T \\u001b[2J\\u009b31m\"\nrule = \"evil.odds\"\n[labels]\nx = \"L\\u001b]0;PWNED\\u0007\"\n",
    );
    let commands: [&[&str]; 14] = [
        &["check", "evil.odds"],
        &["check", "worse.odds"],
        &["show", "evil.odds"],
        &["new", "evil.odds"],
        &["new", "--from", "scenario.toml"],
        &["schema", "evil.odds"],
        &["replay", "evil.odds", "--trial", "1"],
        &["evil.odds", "--trials", "500", "--no-save"],
        &["scenario.toml", "--trials", "500", "--no-charts"],
        &["scenario.toml", "--trials", "500", "--no-save", "--json"],
        &[
            "scenario.toml",
            "--set",
            "how=b",
            "--sweep",
            "p=1..3",
            "--trials",
            "500",
            "--no-save",
        ],
        &["scenario.toml", "--find", "mean(x) = 3", "--over", "p"],
        &["mine.toml", "--no-save"],
        &["scenario.toml", "--ask", "mean(\u{1b}[2Jx)", "--no-save"],
    ];
    for args in commands {
        let (mut run, shown) = run_on_a_terminal(&bench, args, true);
        run.wait().expect("it ends");
        let shown = shown.join().expect("it is read");
        assert!(!shown.is_empty(), "{args:?}");
        let left = without_known_escapes(&shown);
        let bad = left.chars().find(|&c| {
            c.is_control() && !matches!(c, '\n' | '\r' | '\t')
                || "\u{202e}\u{fffe}\u{feff}".contains(c)
        });
        assert_eq!(bad, None, "{args:?}: {left:?}");
    }
}

#[test]
fn program_without_arguments_prints_a_welcome() {
    let welcome = Bench::new().succeed(&[]);
    assert!(
        welcome.contains("simulate list") && welcome.contains("simulate -h"),
        "{welcome}"
    );
}

#[test]
fn folders_and_missing_files_are_called_so() {
    let bench = Bench::new();
    let folder = bench.refuse(&["."]);
    assert!(folder.contains(". is a folder"), "{folder}");
    let file = bench.refuse(&["nowhere/mine.toml"]);
    assert!(
        file.contains("there is no file nowhere/mine.toml"),
        "{file}"
    );
}

#[test]
fn unknown_name_lists_the_nearest_names() {
    let message = Bench::new().refuse(&["dragons-and-dice"]);
    assert!(
        message.contains("there is no scenario or rule dragons-and-dice"),
        "{message}"
    );
    assert!(
        message.contains("the nearest names are `")
            && message.contains("`simulate list` lists all of them"),
        "{message}"
    );
    for (typed, meant) in [("2w6", "2d6"), ("10", "d10"), ("2w6 + 3", "2d6 + 3")] {
        let message = Bench::new().refuse(&[typed]);
        assert!(
            message.contains(&format!("rule or dice: did you mean `{meant}`?")),
            "{message}"
        );
    }
}
