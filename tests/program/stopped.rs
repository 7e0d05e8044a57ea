//! Tests runs that are stopped: killed, interrupted, or with closed output.

use std::io::Read;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::support::Bench;

/// Starts a run that takes about a minute, with its output piped.
fn start_long_run(bench: &Bench) -> Child {
    bench.spawn(&[
        "--scenario",
        "wing-turn",
        "--trials",
        "200_000_000",
        "--engine",
        "play",
        "--quiet",
        "--no-charts",
    ])
}

/// Waits until the run has opened its unfinished folder.
fn wait_until_it_writes(bench: &Bench) {
    let started = Instant::now();
    while bench
        .list("output")
        .iter()
        .all(|name| !name.starts_with(".unfinished"))
    {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "it never started"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn killed_run_keeps_the_previous_output() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing-turn",
        "--trials",
        "1000",
        "--quiet",
        "--no-charts",
    ]);
    let results = || -> Vec<(String, String)> {
        bench
            .list("output/wing-turn")
            .into_iter()
            .map(|name| {
                (
                    name.clone(),
                    bench.read(&format!("output/wing-turn/{name}")),
                )
            })
            .collect()
    };
    let before = results();
    let mut run = start_long_run(&bench);
    wait_until_it_writes(&bench);
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(before, results());
}

#[cfg(unix)]
#[test]
fn ctrl_c_exits_with_130_and_leaves_nothing() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("output")).unwrap();
    let mut run = start_long_run(&bench);
    wait_until_it_writes(&bench);
    let sent = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let mut stderr_text = String::new();
    run.stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr_text)
        .unwrap();
    assert!(stderr_text.contains("interrupted"), "{stderr_text}");
    assert!(
        bench.list("output").is_empty(),
        "{:?}",
        bench.list("output")
    );
}

#[test]
fn closed_output_ends_a_run_quietly() {
    let bench = Bench::new();
    let mut run = bench.spawn(&[
        "--scenario",
        "wing3d",
        "--trials",
        "1000",
        "--no-charts",
        "--json",
    ]);
    drop(run.stdout.take());
    let mut stderr_text = String::new();
    run.stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr_text)
        .unwrap();
    assert!(run.wait().unwrap().success(), "{stderr_text}");
    assert!(
        !stderr_text.contains("error") && !stderr_text.contains("panic"),
        "{stderr_text}"
    );
}
