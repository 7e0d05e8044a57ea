//! `watch`: scenarios run again whenever a file is saved that they are read from.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Bench;

/// Waits until something holds.
fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it waits in vain: {what}"
        );
        sleep(Duration::from_millis(20));
    }
}

/// The program that watches a scenario, its output in the files `out` and `err`.
struct Watching<'b> {
    bench: &'b Bench,
    child: Child,
}

impl Watching<'_> {
    fn start<'b>(bench: &'b Bench, more: &[&str]) -> Watching<'b> {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
        command
            .current_dir(bench.path(""))
            .args(["watch", "w.toml", "--no-charts", "--no-report"])
            .args(more);
        let file = |name: &str| File::create(bench.path(name)).expect("a file");
        let child = command
            .stdout(file("out"))
            .stderr(file("err"))
            .spawn()
            .expect("a run");
        Watching { bench, child }
    }

    /// Waits until the results are those of a scenario that holds a text.
    fn results(&self, holds: &str) {
        let results = self.bench.path("output/w/run.json");
        wait(holds, || {
            std::fs::read_to_string(&results).is_ok_and(|text| text.contains(holds))
        });
    }

    /// Waits until so many of its messages hold a text.
    fn says(&self, holds: &str, times: usize) {
        wait(holds, || {
            self.bench.read("err").matches(holds).count() >= times
        });
    }

    /// Ends it by Ctrl-C, which takes less than ten seconds. Returns its messages.
    fn end(mut self) -> String {
        let sent = Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let started = Instant::now();
        wait("its end", || self.child.try_wait().unwrap().is_some());
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "{:?}",
            started.elapsed()
        );
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
        self.bench.read("err")
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const QUICK: [&str; 2] = ["--trials", "1000"];
/// What it says when results are in place.
const DONE: &str = "files in";

fn scenario(quality: &str) -> String {
    format!("rule = \"wing-activation\"\n[parameters]\nquality = {quality}\n")
}

#[test]
fn a_scenario_is_run_again_when_it_is_saved_and_an_error_leaves_the_last_results() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = Watching::start(&bench, &QUICK);
    watching.results("quality = 3");
    bench.write("w.toml", scenario("\"many\""));
    watching.says("quality = \"many\"", 1);
    watching.results("quality = 3");
    bench.write("w.toml", scenario("5"));
    watching.results("quality = 5");
    watching.says(DONE, 2);
    assert!(!watching.end().contains("stopping"), "nothing runs");
    // Two good tables; off a terminal the first still stands above the error.
    let out = bench.read("out");
    assert_eq!(
        out.matches("Mean actions")
            .count()
            .max(out.matches("Mean successes").count()),
        2,
        "{out}"
    );
}

#[test]
fn a_scenario_that_was_away_is_watched_on() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = Watching::start(&bench, &QUICK);
    watching.says(DONE, 1);
    std::fs::rename(bench.path("w.toml"), bench.path("away")).unwrap();
    watching.says("there is no scenario", 1);
    std::fs::rename(bench.path("away"), bench.path("w.toml")).unwrap();
    watching.says(DONE, 2);
    // A folder in the place of the file is no file.
    std::fs::remove_file(bench.path("w.toml")).unwrap();
    std::fs::create_dir(bench.path("w.toml")).unwrap();
    watching.says("there is no scenario", 2);
    std::fs::remove_dir(bench.path("w.toml")).unwrap();
    bench.write("w.toml", scenario("5"));
    watching.results("quality = 5");
    watching.end();
}

#[test]
fn rule_files_and_words_are_watched_that_are_away_or_at_fault() {
    let bench = Bench::new();
    bench.write(
        "w.toml",
        "rule = \"w.odds\"\n[words]\nlanguage = \"fr.toml\"\n",
    );
    let watching = Watching::start(&bench, &QUICK);
    watching.says("there is no rule file w.odds", 1);
    bench.write(
        "w.odds",
        "use \"dice.odds\": two\nx = count(\"Hits\")\ndef trial():\n    record(x, two())\n",
    );
    watching.says("dice.odds", 1);
    bench.write("dice.odds", "def two():\n    return roll(6) +\n");
    watching.says("dice.odds", 2);
    bench.write("dice.odds", "def two():\n    return roll(6) + roll(6)\n");
    watching.says("there is no file fr.toml", 1);
    bench.write("fr.toml", "mean = \"\"\n");
    watching.says("fr.toml", 2);
    bench.write("fr.toml", "mean = \"moyenne\"\n");
    watching.says(DONE, 1);
    // A file that was used and is at fault now is watched on.
    bench.write("dice.odds", "def two():\n    return roll(6) *\n");
    watching.says("dice.odds", 3);
    bench.write("dice.odds", "def two():\n    return roll(6) + roll(8)\n");
    watching.results("roll(6) + roll(8)");
    watching.end();
}

#[test]
fn a_save_during_a_run_stops_it_and_ctrl_c_ends_one() {
    let bench = Bench::new();
    let long = |quality: &str| format!("{}[run]\ntrials = 2_000_000_000\n", scenario(quality));
    bench.write("w.toml", long("3"));
    let watching = Watching::start(&bench, &["--engine", "play"]);
    let begins = || {
        bench
            .list("output")
            .iter()
            .any(|name| name.starts_with(".unfinished"))
    };
    wait("its folder", || bench.path("output").exists() && begins());
    bench.write("w.toml", format!("{}[run]\ntrials = 1000\n", scenario("5")));
    watching.results("quality = 5");
    bench.write("w.toml", long("4"));
    wait("its folder", begins);
    assert!(
        watching
            .end()
            .contains("stopping: press Ctrl-C again to stop at once")
    );
    assert_eq!(bench.list("output"), ["w"]);
    assert!(bench.read("output/w/run.json").contains("quality = 5"));
}

#[test]
fn the_last_of_many_saves_is_run() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = Watching::start(&bench, &QUICK);
    watching.says(DONE, 1);
    for round in 0..300 {
        std::fs::remove_file(bench.path("w.toml")).unwrap();
        bench.write(
            "w.toml",
            format!("# {round}\n{}", scenario(["4", "5"][round % 2])),
        );
    }
    bench.write("w.toml", scenario("6"));
    watching.results("quality = 6");
    watching.end();
}

#[test]
fn ctrl_c_in_the_first_run_leaves_no_folder() {
    let bench = Bench::new();
    bench.write(
        "w.toml",
        format!("{}[run]\ntrials = 2_000_000_000\n", scenario("3")),
    );
    let watching = Watching::start(&bench, &["--engine", "play"]);
    wait("its folder", || bench.path("output").exists());
    watching.end();
    assert!(!bench.path("output").exists());
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let mut watching = bench.spawn(&[
        "watch",
        "w.toml",
        "--no-charts",
        "--no-report",
        "--trials",
        "1000",
    ]);
    let results = bench.path("output/w/run.json");
    let holds =
        |text: &str| std::fs::read_to_string(&results).is_ok_and(|results| results.contains(text));
    wait("its results", || holds("quality = 3"));
    drop(watching.stdout.take());
    let mut ended = None;
    wait("its end", || {
        // The first table may still have been read: then the next save shows that nobody reads.
        bench.write("w.toml", scenario("5"));
        sleep(Duration::from_millis(300));
        bench.write("w.toml", scenario("4"));
        ended = watching.try_wait().unwrap();
        ended.is_some()
    });
    let mut messages = String::new();
    watching
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut messages)
        .unwrap();
    assert!(ended.unwrap().success(), "{messages}");
    assert!(
        !messages.contains("error") && !messages.contains("pipe"),
        "{messages}"
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_elsewhere_is_watched() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("elsewhere")).unwrap();
    bench
        .write("elsewhere/own.toml", scenario("3"))
        .write("elsewhere/other.toml", scenario("4"));
    let link = |to: &str| {
        std::os::unix::fs::symlink(Path::new("elsewhere").join(to), bench.path("w.toml")).unwrap()
    };
    link("own.toml");
    let watching = Watching::start(&bench, &QUICK);
    watching.says(DONE, 1);
    bench.write("elsewhere/own.toml", scenario("5"));
    watching.results("quality = 5");
    std::fs::remove_file(bench.path("w.toml")).unwrap();
    link("other.toml");
    watching.results("quality = 4");
    std::fs::rename(bench.path("elsewhere"), bench.path("away")).unwrap();
    watching.says("there is no scenario", 1);
    std::fs::rename(bench.path("away"), bench.path("elsewhere")).unwrap();
    watching.says(DONE, 4);
    watching.end();
}

#[test]
fn what_is_no_file_cannot_be_watched() {
    let bench = Bench::new();
    assert!(
        bench
            .refuse(&["watch", "wing3d"])
            .contains("there is no file to watch")
    );
    for (wanted, part) in [
        ("none.toml", "none.toml"),
        ("none", "there is no scenario or rule none"),
        ("none.odds", "none.odds"),
    ] {
        let printed = bench.refuse(&["watch", wanted]);
        assert!(
            printed.contains(part) && !printed.contains("save the bundled scenario"),
            "{wanted}: {printed}"
        );
    }
    assert!(
        bench
            .refuse(&["watch", "-"])
            .contains("standard input cannot be watched")
    );
}
