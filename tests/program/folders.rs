//! Tests results folders: however a run ends, files that no run wrote are not lost, and no
//! incomplete results stay behind.

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

/// Returns a bench with results of `wing1d`.
fn bench_with_results() -> Bench {
    let bench = Bench::new();
    bench.succeed(&QUICK);
    bench
}

/// Runs `wing1d` again. This must be refused with these words before the first trial.
fn assert_refused(bench: &Bench, more: &[&str], says: &[&str]) {
    let before = bench.list("output");
    // The trials would take minutes, so the refusal must come before them.
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
fn user_files_in_results_survive_every_run() {
    let bench = bench_with_results();
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
fn folder_named_like_a_result_is_not_deleted() {
    let bench = bench_with_results();
    std::fs::remove_file(bench.path("output/wing1d/summary.csv")).unwrap();
    std::fs::create_dir(bench.path("output/wing1d/summary.csv")).unwrap();
    bench.write("output/wing1d/summary.csv/thesis.doc", "years of work");
    assert_refused(
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
fn read_only_folder_in_results_is_preserved() {
    use std::os::unix::fs::PermissionsExt;
    let bench = bench_with_results();
    let archive = bench.path("output/wing1d/archive");
    std::fs::create_dir(&archive).unwrap();
    bench
        .write("output/wing1d/archive/deep.txt", "mine")
        .write("output/wing1d/notes.txt", "mine");
    std::fs::set_permissions(&archive, std::fs::Permissions::from_mode(0o555)).unwrap();
    assert_refused(
        &bench,
        &[],
        &["output/wing1d/archive", "cannot be taken along"],
    );
    std::fs::set_permissions(&archive, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(bench.read("output/wing1d/archive/deep.txt"), "mine");
    assert_eq!(bench.read("output/wing1d/notes.txt"), "mine");
}

#[test]
fn files_not_made_by_runs_are_not_overwritten() {
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
    assert_refused(
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
fn read_only_results_are_refused_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let bench = bench_with_results();
    let results = bench.path("output/wing1d");
    std::fs::set_permissions(&results, std::fs::Permissions::from_mode(0o555)).unwrap();
    assert_refused(&bench, &[], &["output/wing1d is read-only"]);
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
    assert_refused(&bench, &[], &["cannot follow the link output/wing1d"]);
}

#[cfg(unix)]
#[test]
fn unfinished_folders_are_cleaned_and_user_files_kept() {
    let bench = bench_with_results();
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

/// Starts a run that takes about a minute.
fn start_long_run(bench: &Bench) -> Child {
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
    // The signal handlers are installed shortly after the folders are opened.
    std::thread::sleep(Duration::from_millis(300));
    run
}

#[cfg(unix)]
#[test]
fn signals_stop_a_run_with_130_and_no_output() {
    for signal in ["INT", "TERM", "HUP"] {
        let bench = Bench::new();
        let mut run = start_long_run(&bench);
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
fn error_in_the_last_scenario_discards_all_output() {
    let bench = Bench::new();
    bench.write(
        "always.toml",
        "rule = \"aging\"\n[parameters]\nkind = \"acts\"\nstart = 3000\ngain = \"2d6\"\nturns = 3\n[run]\nexact = \"always\"\nlimit = \"10 MB\"\n",
    );
    let output = bench.run(&[&QUICK[..], &["--scenario", "always"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!bench.path("output").exists() || bench.list("output").is_empty());
}

#[test]
fn two_runs_into_one_folder_leave_one_whole_result() {
    let bench = bench_with_results();
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
fn unportable_scenario_names_are_refused() {
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
fn names_that_differ_only_in_case_are_refused() {
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
