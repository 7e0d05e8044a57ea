//! Folders of results: nothing that a run did not make is lost, nothing half-made is left, however
//! a run ends.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Bench, stderr};

const QUICK: [&str; 7] = [
    "--scenario",
    "wing1d",
    "--trials",
    "1000",
    "--no-charts",
    "--no-report",
    "--quiet",
];

/// A bench with results of `wing1d` in it.
fn with_results() -> Bench {
    let bench = Bench::new();
    bench.succeed(&QUICK);
    bench
}

/// Runs `wing1d` again, which has to be refused before the first trial with these words.
fn refused(bench: &Bench, more: &[&str], says: &[&str]) {
    let before = bench.list("output");
    // As many trials as take minutes: it is refused before the first.
    let output = bench.run(
        &[
            &QUICK[..2],
            &["--trials", "50_000_000_000", "--engine", "play"],
            more,
        ]
        .concat(),
    );
    let printed = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(says.iter().all(|part| printed.contains(part)), "{printed}");
    assert_eq!(bench.list("output"), before);
}

#[test]
fn files_of_ones_own_among_the_results_outlive_every_run() {
    let bench = with_results();
    std::fs::create_dir(bench.path("output/wing1d/archive")).unwrap();
    bench
        .write("output/wing1d/archive/deep.txt", "mine")
        .write("output/wing1d/notes.txt", "mine");
    bench.succeed(&QUICK);
    assert_eq!(bench.read("output/wing1d/archive/deep.txt"), "mine");
    assert_eq!(bench.read("output/wing1d/notes.txt"), "mine");
    assert_eq!(bench.list("output"), ["wing1d"]);
}

#[test]
fn a_folder_that_bears_the_name_of_a_result_is_not_deleted_with_it() {
    let bench = with_results();
    std::fs::remove_file(bench.path("output/wing1d/summary.csv")).unwrap();
    std::fs::create_dir(bench.path("output/wing1d/summary.csv")).unwrap();
    bench.write("output/wing1d/summary.csv/thesis.doc", "years of work");
    refused(
        &bench,
        &[],
        &["output/wing1d/summary.csv", "was not made by a run"],
    );
    assert_eq!(
        bench.read("output/wing1d/summary.csv/thesis.doc"),
        "years of work"
    );
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_among_the_results_costs_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let bench = with_results();
    let archive = bench.path("output/wing1d/archive");
    std::fs::create_dir(&archive).unwrap();
    bench
        .write("output/wing1d/archive/deep.txt", "mine")
        .write("output/wing1d/notes.txt", "mine");
    std::fs::set_permissions(&archive, std::fs::Permissions::from_mode(0o555)).unwrap();
    refused(
        &bench,
        &[],
        &["output/wing1d/archive", "cannot be taken along"],
    );
    std::fs::set_permissions(&archive, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(bench.read("output/wing1d/archive/deep.txt"), "mine");
    assert_eq!(bench.read("output/wing1d/notes.txt"), "mine");
}

#[test]
fn a_file_that_no_run_made_is_not_overwritten_and_named_before_the_first_trial() {
    let bench = Bench::new();
    bench.succeed(&[
        "--scenario",
        "wing1d",
        "--trials",
        "1000",
        "--format",
        "svg",
        "--quiet",
    ]);
    bench.write("output/wing1d/result-by-quality.pdf", "MINE");
    refused(
        &bench,
        &["--format", "svg,pdf"],
        &[
            "output/wing1d/result-by-quality.pdf",
            "was not made by a run",
        ],
    );
    assert_eq!(bench.read("output/wing1d/result-by-quality.pdf"), "MINE");
    bench.succeed(&[
        "--scenario",
        "wing1d",
        "--trials",
        "1000",
        "--format",
        "svg",
        "--quiet",
    ]);
    assert_eq!(
        bench.read("output/wing1d/result-by-quality.pdf"),
        "MINE",
        "what is not written is not in the way"
    );
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_of_results_is_refused_and_a_link_is_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let bench = with_results();
    let results = bench.path("output/wing1d");
    std::fs::set_permissions(&results, std::fs::Permissions::from_mode(0o555)).unwrap();
    refused(&bench, &[], &["output/wing1d is read-only"]);
    std::fs::set_permissions(&results, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::create_dir(bench.path("elsewhere")).unwrap();
    std::fs::rename(&results, bench.path("elsewhere/mine")).unwrap();
    symlink("../elsewhere/mine", &results).unwrap();
    std::fs::remove_file(bench.path("elsewhere/mine/summary.csv")).unwrap();
    bench.succeed(&QUICK);
    assert!(results.is_symlink() && bench.path("elsewhere/mine/summary.csv").exists());
    assert_eq!(
        (bench.list("output"), bench.list("elsewhere")),
        (vec!["wing1d".into()], vec!["mine".into()])
    );
    std::fs::remove_dir_all(bench.path("elsewhere/mine")).unwrap();
    refused(&bench, &[], &["cannot follow the link output/wing1d"]);
}

#[cfg(unix)]
#[test]
fn what_a_killed_run_left_behind_is_cleaned_up_and_what_is_not_ours_saved() {
    let bench = with_results();
    for (folder, files) in [
        (
            ".unfinished-half",
            &["distribution.csv", "summary.csv", "a.svg"][..],
        ),
        (
            ".unfinished-old",
            &["distribution.csv", "run.json", "notes.txt"],
        ),
        (".unfinished-empty", &[]),
        (".unfinished-symphony", &["score.txt"]),
    ] {
        std::fs::create_dir(bench.path("output").join(folder)).unwrap();
        for file in files {
            let text = if *file == "run.json" {
                bench.read("output/wing1d/run.json")
            } else {
                "x".to_owned()
            };
            bench.write(&format!("output/{folder}/{file}"), text);
        }
    }
    let output = bench.run(&QUICK);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("output/wing1d"),
        "what is saved is printed: {}",
        stderr(&output)
    );
    assert_eq!(bench.list("output"), [".unfinished-symphony", "wing1d"]);
    assert_eq!(bench.read("output/wing1d/notes.txt"), "x");
}

/// A run that takes about a minute.
fn long_run(bench: &Bench) -> Child {
    let run = Command::new(assert_cmd::cargo::cargo_bin!("simulate"))
        .current_dir(bench.path(""))
        .args([
            "--scenario",
            "wing1d",
            "--scenario",
            "wing-turn",
            "--trials",
            "400_000_000",
            "--engine",
            "play",
        ])
        .args(["--quiet", "--no-charts"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a run");
    let started = Instant::now();
    let is_begun = || bench.path("output").exists() && !bench.list("output").is_empty();
    while !is_begun() {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "it never started"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    // The signals are heard a moment after the folders are opened.
    std::thread::sleep(Duration::from_millis(300));
    run
}

#[cfg(unix)]
#[test]
fn every_signal_to_end_is_acknowledged_at_once_and_ends_with_130_and_nothing_left_behind() {
    for signal in ["INT", "TERM", "HUP"] {
        let bench = Bench::new();
        let mut run = long_run(&bench);
        assert!(
            Command::new("kill")
                .args([&format!("-{signal}"), &run.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(run.wait().unwrap().code(), Some(130), "{signal}");
        let mut printed = String::new();
        run.stderr
            .take()
            .unwrap()
            .read_to_string(&mut printed)
            .unwrap();
        assert!(
            printed.contains("stopping") && printed.contains("interrupted: oddsmith wrote nothing"),
            "{signal}: {printed}"
        );
        assert!(
            bench.list("output").is_empty(),
            "{signal}: {:?}",
            bench.list("output")
        );
    }
}

#[test]
fn an_error_in_the_last_scenario_of_a_command_leaves_nothing_of_the_first() {
    let bench = Bench::new();
    bench.write(
        "always.toml",
        "rule = \"aging\"\n[parameters]\nkind = \"acts\"\nstart = 3000\ngain = \"2d6\"\nturns = 3\n[run]\nexact = \"always\"\n",
    );
    let output = bench.run(&[&QUICK[..], &["--scenario", "always"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!bench.path("output").exists() || bench.list("output").is_empty());
}

#[test]
fn two_runs_into_one_folder_leave_one_whole_result() {
    let bench = with_results();
    bench.write("output/wing1d/notes.txt", "mine");
    for _ in 0..8 {
        let start = |_| {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
            command
                .current_dir(bench.path(""))
                .args(QUICK)
                .spawn()
                .expect("a run")
        };
        let runs: Vec<Child> = (0..4).map(start).collect();
        for mut run in runs {
            assert!(run.wait().unwrap().success());
        }
        assert_eq!(bench.list("output"), ["wing1d"]);
        let run: serde_json::Value =
            serde_json::from_str(&bench.read("output/wing1d/run.json")).unwrap();
        let files = run["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file.as_str().unwrap().to_owned());
        let mut files: Vec<String> = files
            .chain(["notes.txt".to_owned(), "run.json".to_owned()])
            .collect();
        files.sort();
        assert_eq!(bench.list("output/wing1d"), files);
    }
}

#[test]
fn names_that_some_system_cannot_write_are_refused_and_nothing_is_written() {
    let text = "rule = \"wing-activation\"\n";
    for (name, says) in [
        ("...toml", "`..`, which means another folder"),
        ("....toml", "`...`, which means another folder"),
        ("nul.toml", "`nul`, which Windows keeps for a device"),
        (
            "COM1.old.toml",
            "`COM1.old`, which Windows keeps for a device",
        ),
        ("end..toml", "Windows drops the dot or blank"),
        ("end .toml", "Windows drops the dot or blank"),
        ("bell\u{7}.toml", "which has a control character"),
        (".unfinished-x.toml", "unfinished results"),
    ] {
        let bench = Bench::new();
        bench.write(name, text);
        let name = format!("./{name}");
        for more in [&["--shard", "1/2"][..], &["--quiet"]] {
            let message = bench.refuse(&[&[name.as_str(), "--output", "res/deep"], more].concat());
            assert!(
                message.contains(says) && message.contains("rename it, such as to `my"),
                "{name}: {message}"
            );
            assert_eq!(bench.list(".").len(), 1, "{name}: {:?}", bench.list("."));
        }
        assert!(bench.refuse(&["check", &name]).contains(says), "{name}");
        assert!(
            bench
                .refuse(&["new", "--rule-file", &name.replace(".toml", ".odds")])
                .contains(says),
            "{name}"
        );
    }
}

#[test]
fn scenarios_whose_names_differ_only_in_case_do_not_run_together() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("more")).unwrap();
    bench
        .write("mine.toml", "rule = \"wing-activation\"\n")
        .write("more/Mine.toml", "rule = \"wing-activation\"\n");
    for more in [&["--quiet"][..], &["--shard", "1/2"]] {
        let message = bench.refuse(&[&["mine.toml", "more/Mine.toml"], more].concat());
        assert!(
            message.contains("one folder, because the file system ignores case: mine or Mine"),
            "{message}"
        );
    }
    assert_eq!(bench.list("."), ["mine.toml", "more"]);
}
