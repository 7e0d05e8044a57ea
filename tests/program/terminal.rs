//! The program on a terminal: what its progress bar says, and when.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::Bench;

/// Runs the program with a terminal as its standard error; gives it and, once it has ended, what the terminal was shown.
fn on_a_terminal(bench: &Bench, args: &[&str]) -> (Child, JoinHandle<String>) {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&screen).and_then(|()| unlockpt(&screen)).expect("a terminal of ours");
    let name = ptsname(&screen, Vec::new()).expect("its name").into_string().expect("plain letters");
    let keys = OpenOptions::new().read(true).write(true).open(name).expect("its other end");
    let run = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
        .current_dir(bench.path(""))
        .env("TERM", "xterm")
        .args(args)
        .stdout(Stdio::null())
        .stderr(keys)
        .spawn()
        .expect("a run");
    let read = spawn(move || {
        let mut shown = Vec::new();
        // Ends with an error once nobody holds the other end.
        let _ = File::from(screen).read_to_end(&mut shown);
        String::from_utf8_lossy(&shown).into_owned()
    });
    (run, read)
}

#[test]
fn the_bar_tells_the_stage_at_once_and_the_time_left_only_when_it_is_known() {
    let bench = Bench::new();
    let args = ["--scenario", "wing-turn", "--trials", "2_000_000_000", "--engine", "play", "--no-charts"];
    let (mut run, shown) = on_a_terminal(&bench, &args);
    sleep(Duration::from_secs(4));
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let shown = shown.join().unwrap();
    let (stage, left) = (shown.find("playing, "), shown.find(" left"));
    assert!(stage.is_some() && stage < left, "{shown:?}");
    let first = &shown[stage.unwrap()..left.unwrap()];
    assert!(first.matches("playing, ").count() > 3, "it is not told before a second of trials: {first:?}");
    assert!(shown.contains("stopping: once more ends it at once"), "{shown:?}");
}
