//! Tests `watch`, which runs scenarios again when one of their files is saved.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Bench;

/// Waits until a condition holds.
fn wait_until(description: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it waits in vain: {description}"
        );
        sleep(Duration::from_millis(20));
    }
}

/// The program that watches a scenario, with its output in the files `out` and `err`.
struct WatchProcess<'b> {
    bench: &'b Bench,
    child: Child,
}

impl WatchProcess<'_> {
    fn start<'b>(bench: &'b Bench, more: &[&str]) -> WatchProcess<'b> {
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
        WatchProcess { bench, child }
    }

    /// Waits until the results are those of a scenario that contains a text.
    fn wait_for_results(&self, holds: &str) {
        let results = self.bench.path("output/w/run.json");
        wait_until(holds, || {
            std::fs::read_to_string(&results).is_ok_and(|text| text.contains(holds))
        });
    }

    /// Waits until this many of its messages contain a text.
    fn wait_for_message(&self, holds: &str, times: usize) {
        wait_until(holds, || {
            self.bench.read("err").matches(holds).count() >= times
        });
    }

    /// Ends it with Ctrl-C, which must take less than ten seconds. Returns its messages.
    fn stop(mut self) -> String {
        let sent = Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let started = Instant::now();
        wait_until("its end", || self.child.try_wait().unwrap().is_some());
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "{:?}",
            started.elapsed()
        );
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
        self.bench.read("err")
    }
}

impl Drop for WatchProcess<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const QUICK: [&str; 2] = ["--trials", "1000"];
/// The text of the message after results are written.
const DONE_MESSAGE: &str = "files in";

fn scenario(quality: &str) -> String {
    format!("rule = \"wing-activation\"\n[parameters]\nquality = {quality}\n")
}

#[test]
fn saved_scenario_is_rerun_and_errors_keep_results() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = WatchProcess::start(&bench, &QUICK);
    watching.wait_for_results("quality = 3");
    bench.write("w.toml", scenario("\"many\""));
    watching.wait_for_message("quality = \"many\"", 1);
    watching.wait_for_results("quality = 3");
    bench.write("w.toml", scenario("5"));
    watching.wait_for_results("quality = 5");
    watching.wait_for_message(DONE_MESSAGE, 2);
    assert!(!watching.stop().contains("stopping"), "nothing runs");
    // Two tables were printed. Without a terminal, the first one is still above the error.
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
fn missing_scenario_is_watched_until_it_returns() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = WatchProcess::start(&bench, &QUICK);
    watching.wait_for_message(DONE_MESSAGE, 1);
    std::fs::rename(bench.path("w.toml"), bench.path("away")).unwrap();
    watching.wait_for_message("there is no file", 1);
    std::fs::rename(bench.path("away"), bench.path("w.toml")).unwrap();
    watching.wait_for_message(DONE_MESSAGE, 2);
    // A folder in the place of the file is not a file.
    std::fs::remove_file(bench.path("w.toml")).unwrap();
    std::fs::create_dir(bench.path("w.toml")).unwrap();
    watching.wait_for_message("is a folder", 1);
    std::fs::remove_dir(bench.path("w.toml")).unwrap();
    bench.write("w.toml", scenario("5"));
    watching.wait_for_results("quality = 5");
    watching.stop();
}

#[test]
fn missing_or_broken_used_files_are_watched() {
    let bench = Bench::new();
    bench.write(
        "w.toml",
        "rule = \"w.odds\"\n[words]\nlanguage = \"fr.toml\"\n",
    );
    let watching = WatchProcess::start(&bench, &QUICK);
    watching.wait_for_message("there is no rule file w.odds", 1);
    bench.write(
        "w.odds",
        "use \"dice.odds\": two\nx = count(\"Hits\")\ndef trial():\n    record(x, two())\n",
    );
    watching.wait_for_message("dice.odds", 1);
    bench.write("dice.odds", "def two():\n    return roll(6) +\n");
    watching.wait_for_message("dice.odds", 2);
    bench.write("dice.odds", "def two():\n    return roll(6) + roll(6)\n");
    watching.wait_for_message("there is no file fr.toml", 1);
    bench.write("fr.toml", "mean = \"\"\n");
    watching.wait_for_message("fr.toml", 2);
    bench.write("fr.toml", "mean = \"moyenne\"\n");
    watching.wait_for_message(DONE_MESSAGE, 1);
    // An imported file with a mistake is still watched.
    bench.write("dice.odds", "def two():\n    return roll(6) *\n");
    watching.wait_for_message("dice.odds", 3);
    bench.write("dice.odds", "def two():\n    return roll(6) + roll(8)\n");
    watching.wait_for_results("roll(6) + roll(8)");
    watching.stop();
}

#[test]
fn save_restarts_a_run_and_ctrl_c_stops_it() {
    let bench = Bench::new();
    let long = |quality: &str| format!("{}[run]\ntrials = 2_000_000_000\n", scenario(quality));
    bench.write("w.toml", long("3"));
    let watching = WatchProcess::start(&bench, &["--engine", "play"]);
    let begins = || {
        bench
            .list("output")
            .iter()
            .any(|name| name.starts_with(".unfinished"))
    };
    wait_until("its folder", || bench.path("output").exists() && begins());
    bench.write("w.toml", format!("{}[run]\ntrials = 1000\n", scenario("5")));
    watching.wait_for_results("quality = 5");
    bench.write("w.toml", long("4"));
    wait_until("its folder", begins);
    assert!(
        watching
            .stop()
            .contains("stopping: press Ctrl-C again to stop at once")
    );
    assert_eq!(bench.list("output"), ["w"]);
    assert!(bench.read("output/w/run.json").contains("quality = 5"));
}

#[test]
fn the_last_of_many_saves_is_run() {
    let bench = Bench::new();
    bench.write("w.toml", scenario("3"));
    let watching = WatchProcess::start(&bench, &QUICK);
    watching.wait_for_message(DONE_MESSAGE, 1);
    for round in 0..300 {
        std::fs::remove_file(bench.path("w.toml")).unwrap();
        bench.write(
            "w.toml",
            format!("# {round}\n{}", scenario(["4", "5"][round % 2])),
        );
    }
    bench.write("w.toml", scenario("6"));
    watching.wait_for_results("quality = 6");
    watching.stop();
}

#[test]
fn ctrl_c_in_the_first_run_leaves_no_folder() {
    let bench = Bench::new();
    bench.write(
        "w.toml",
        format!("{}[run]\ntrials = 2_000_000_000\n", scenario("3")),
    );
    let watching = WatchProcess::start(&bench, &["--engine", "play"]);
    wait_until("its folder", || bench.path("output").exists());
    watching.stop();
    assert!(!bench.path("output").exists());
}

#[test]
fn closed_output_ends_watching_quietly() {
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
    wait_until("its results", || holds("quality = 3"));
    drop(watching.stdout.take());
    let mut ended = None;
    wait_until("its end", || {
        // The first table may have been read already. The program then notices after the next save
        // that its output is closed.
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
    let watching = WatchProcess::start(&bench, &QUICK);
    watching.wait_for_message(DONE_MESSAGE, 1);
    bench.write("elsewhere/own.toml", scenario("5"));
    watching.wait_for_results("quality = 5");
    std::fs::remove_file(bench.path("w.toml")).unwrap();
    link("other.toml");
    watching.wait_for_results("quality = 4");
    std::fs::rename(bench.path("elsewhere"), bench.path("away")).unwrap();
    watching.wait_for_message("there is no file", 1);
    std::fs::rename(bench.path("away"), bench.path("elsewhere")).unwrap();
    watching.wait_for_message(DONE_MESSAGE, 4);
    watching.stop();
}

#[test]
fn missing_files_and_standard_input_cannot_be_watched() {
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
