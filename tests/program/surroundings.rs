//! Tests a restricted environment: a full standard error, pipes in place of files, and a limit on
//! the size of files.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Bench, assert_stderr, stderr};

#[cfg(target_os = "linux")]
#[test]
fn full_standard_error_does_not_stop_the_program() {
    let bench = Bench::new();
    for (args, code) in [
        (
            &["--scenario", "wing1d", "--trials", "100", "--no-charts"][..],
            0,
        ),
        (&["check", "nosuch"], 2),
        (&["--no-such-option"], 2),
        (&["--no-such-option\u{9b}"], 2),
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
        let status = command
            .current_dir(bench.path(""))
            .args(args)
            .stdout(Stdio::null())
            .stderr(full)
            .status();
        assert_eq!(status.unwrap().code(), Some(code), "{args:?}");
    }
    assert_eq!(bench.list("output"), ["wing1d"]);
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
    let output = command
        .current_dir(bench.path(""))
        .arg("list")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_stderr(&output, "cannot write to standard output");
}

/// Reading a pipe could block a run forever, because nothing writes into these pipes.
#[cfg(unix)]
#[test]
fn pipes_in_place_of_files_are_refused() {
    let bench = Bench::new();
    let pipe = |name: &str| {
        let status = Command::new("mkfifo")
            .arg(bench.path(name))
            .status()
            .expect("mkfifo");
        assert!(status.success());
    };
    bench.write("uses.toml", "rule = \"pipe.odds\"\n");
    bench.write(
        "uses.odds",
        "use \"pipe.odds\": f\nx = count(\"X\")\ndef trial():\n    record(x, f(1))\n",
    );
    pipe("pipe.toml");
    pipe("pipe.odds");
    std::fs::create_dir_all(bench.path("earlier")).unwrap();
    std::fs::create_dir_all(bench.path("output/wing1d")).unwrap();
    pipe("earlier/run.json");
    pipe("output/wing1d/run.json");
    let quick = ["wing1d", "--trials", "100", "--no-charts", "--no-report"];
    for args in [
        &["pipe.toml"][..],
        &["check", "pipe.toml"],
        &["new", "--from", "pipe.toml"],
        &["pipe.odds"],
        &["check", "pipe.odds"],
        &["show", "pipe.odds"],
        &["schema", "pipe.odds"],
        &["replay", "pipe.odds", "--trial", "1"],
        &["uses.toml"],
        &["check", "uses.odds"],
        &["/dev/zero"],
        &[&quick[..], &["--against", "earlier"]].concat(),
        &quick,
    ] {
        let mut run = bench.spawn(args);
        let start = Instant::now();
        let code = loop {
            if let Some(status) = run.try_wait().unwrap() {
                break status.code();
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{args:?} hangs");
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(matches!(code, Some(1 | 2)), "{args:?}: {code:?}");
    }
}

/// A limit on file sizes does not end the program by a signal. It is an error like a full disk.
#[cfg(unix)]
#[test]
fn file_size_limit_is_an_error_without_output() {
    let bench = Bench::new();
    let run = format!(
        "ulimit -f 4; exec '{}' wing3d --trials 1000 --quiet",
        assert_cmd::cargo::cargo_bin!("simulate").display()
    );
    let output = Command::new("sh")
        .args(["-c", &run])
        .current_dir(bench.path(""))
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_stderr(&output, "cannot write");
    let left = bench
        .list("output")
        .into_iter()
        .filter(|name| !name.starts_with('.'))
        .count();
    assert_eq!(left, 0, "{:?}", bench.list("output"));
}
