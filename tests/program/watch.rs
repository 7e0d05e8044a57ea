//! `watch`: a scenario run again whenever it is saved.

use std::io::Read;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Bench;

/// Waits until a file of the results holds a text.
fn wait(bench: &Bench, name: &str, holds: &str) {
    let started = Instant::now();
    while !std::fs::read_to_string(bench.path(name)).is_ok_and(|text| text.contains(holds)) {
        assert!(started.elapsed() < Duration::from_secs(60), "{name} never holds {holds}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_scenario_is_run_again_when_it_is_saved_and_an_error_leaves_the_last_results() {
    let bench = Bench::new();
    let scenario = |quality: &str| format!("rule = \"wing-activation\"\n[parameters]\nquality = {quality}\n");
    bench.write("w.toml", scenario("3"));
    let mut child = bench.spawn(&["watch", "w", "--trials", "1000", "--no-charts", "--no-report"]);
    wait(&bench, "output/w/run.json", "quality = 3");
    bench.write("w.toml", scenario("\"many\""));
    sleep(Duration::from_millis(1500));
    wait(&bench, "output/w/run.json", "quality = 3");
    bench.write("w.toml", scenario("5"));
    wait(&bench, "output/w/run.json", "quality = 5");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(30), "it does not end");
        sleep(Duration::from_millis(50));
    }
    let (mut told, mut said) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("quality = \"many\""), "{said}");
    // Two good tables; off a terminal the first still stands above the error.
    assert_eq!(told.matches("Mean actions").count().max(told.matches("Mean successes").count()), 2, "{told}");
}

#[test]
fn what_is_no_file_cannot_be_watched() {
    let bench = Bench::new();
    assert!(bench.refuse(&["watch", "wing3d"]).contains("there is no file to watch"));
    for (wanted, said) in
        [("none.toml", "none.toml"), ("none", "there is no scenario or rule none"), ("none.odds", "none.odds")]
    {
        let told = bench.refuse(&["watch", wanted]);
        assert!(told.contains(said) && !told.contains("bundled: save"), "{wanted}: {told}");
    }
    assert!(bench.refuse(&["watch", "-"]).contains("standard input cannot be watched"));
}
