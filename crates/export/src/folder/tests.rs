//! Tests replaced, abandoned and occupied folders. Files that no run wrote are never lost.

use super::*;

fn open(output: &Path) -> io::Result<Folder> {
    Folder::open(output, "run", &|name| name.ends_with(".csv"))
}

fn fill(folder: &mut Folder, file: &str, content: &str) {
    folder.write(file, content.as_bytes()).unwrap();
    let manifest =
        serde_json::json!({"program": crate::PROGRAM, "scenario": "run", "files": folder.files()})
            .to_string();
    folder.write(MANIFEST, manifest.as_bytes()).unwrap();
}

/// Writes the results of a run with this text as its input.
fn write_run_of(output: &Path, text: &str, content: &str) {
    let mut folder = open(output).unwrap();
    folder.write("a.csv", content.as_bytes()).unwrap();
    folder.write("a.svg", content.as_bytes()).unwrap();
    let manifest = serde_json::json!({
        "program": crate::PROGRAM, "scenario": "run", "scenario_text": text, "files": folder.files(),
    });
    folder
        .write(MANIFEST, manifest.to_string().as_bytes())
        .unwrap();
    folder.finish().unwrap();
}

#[test]
fn tables_of_previous_inputs_are_kept() {
    let output = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(output.path().join("run").join(name)).unwrap();
    write_run_of(output.path(), "one", "1");
    assert_eq!(
        names(&output.path().join("run")),
        ["a.csv", "a.svg", "run.json"],
        "nothing was replaced"
    );
    write_run_of(output.path(), "two", "2");
    assert_eq!(
        names(&output.path().join("run/previous")),
        ["a.csv", "run.json"]
    );
    assert_eq!(
        (read("a.csv"), read("previous/a.csv")),
        ("2".into(), "1".into())
    );
    assert!(read("previous/run.json").contains("\"one\""));
    // After a second run with the same input, the kept results stay.
    write_run_of(output.path(), "two", "2");
    assert_eq!(
        (read("a.csv"), read("previous/a.csv")),
        ("2".into(), "1".into())
    );
    fs::write(output.path().join("run/previous/notes.txt"), "mine").unwrap();
    write_run_of(output.path(), "three", "3");
    assert_eq!(
        (read("previous/a.csv"), read("previous/notes.txt")),
        ("2".into(), "mine".into())
    );
    assert_eq!(names(output.path()), ["run"], "nothing is left behind");
}

#[test]
fn failed_run_keeps_previous_results() {
    let output = tempfile::tempdir().unwrap();
    write_run_of(output.path(), "one", "1");
    write_run_of(output.path(), "two", "2");
    let mut folder = open(output.path()).unwrap();
    folder.write("a.csv", b"half").unwrap();
    drop(folder);
    // Something named `previous` appears while the last files are written.
    let mut folder = open(output.path()).unwrap();
    fill(&mut folder, "b.csv", "3");
    fs::write(folder.fresh.join("previous"), "in the way").unwrap();
    assert!(folder.finish().is_err());
    let read = |name: &str| fs::read_to_string(output.path().join("run").join(name)).unwrap();
    assert_eq!(
        (read("a.csv"), read("previous/a.csv")),
        ("2".into(), "1".into())
    );
}

#[test]
fn unknown_previous_folder_is_not_overwritten() {
    let output = tempfile::tempdir().unwrap();
    write_run_of(output.path(), "one", "1");
    fs::create_dir(output.path().join("run/previous")).unwrap();
    fs::write(
        output.path().join("run/previous/thesis.doc"),
        "years of work",
    )
    .unwrap();
    let names = crate::file_names::FileNames {
        charts: Vec::new(),
        joint_count: 0,
        formats: &[],
        has_page: false,
    };
    let error = Folder::open(output.path(), "run", &|name| names.has(name)).unwrap_err();
    assert!(error.to_string().contains("previous"), "{error}");
    assert!(output.path().join("run/previous/thesis.doc").exists());
}

fn write_run(output: &Path, file: &str, content: &str) {
    let mut folder = open(output).unwrap();
    fill(&mut folder, file, content);
    folder.finish().unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn second_run_replaces_only_files_of_the_first() {
    let output = tempfile::tempdir().unwrap();
    write_run(output.path(), "a.csv", "1");
    fs::write(output.path().join("run/notes.txt"), "mine").unwrap();
    fs::create_dir(output.path().join("run/archive")).unwrap();
    write_run(output.path(), "b.csv", "2");
    assert_eq!(
        names(&output.path().join("run")),
        ["archive", "b.csv", "notes.txt", "run.json"]
    );
    assert_eq!(names(output.path()), ["run"], "nothing unfinished is left");
}

#[test]
fn unfinished_run_leaves_the_last_results() {
    let output = tempfile::tempdir().unwrap();
    write_run(output.path(), "a.csv", "1");
    let mut folder = open(output.path()).unwrap();
    folder.write("a.csv", b"half").unwrap();
    drop(folder);
    assert_eq!(
        fs::read_to_string(output.path().join("run/a.csv")).unwrap(),
        "1"
    );
    assert_eq!(names(output.path()), ["run"]);
}

#[test]
fn shards_survive_a_killed_merge() {
    let output = tempfile::tempdir().unwrap();
    fs::create_dir(output.path().join("run")).unwrap();
    fs::write(output.path().join("run/shard-0001-of-0002.csv.gz"), "1").unwrap();
    fs::write(output.path().join("run/shard-0002-of-0002.csv.gz"), "2").unwrap();
    write_run(output.path(), "a.csv", "1");
    let expected = [
        "a.csv",
        "run.json",
        "shard-0001-of-0002.csv.gz",
        "shard-0002-of-0002.csv.gz",
    ];
    assert_eq!(names(&output.path().join("run")), expected);

    // The state that a run leaves if it is killed after moving one of the shards and before
    // exchanging the folders.
    let output = tempfile::tempdir().unwrap();
    fs::create_dir(output.path().join("run")).unwrap();
    let mut folder = open(output.path()).unwrap();
    fill(&mut folder, "a.csv", "2");
    fs::write(output.path().join("run/shard-0001-of-0002.csv.gz"), "1").unwrap();
    fs::write(folder.fresh.join("shard-0002-of-0002.csv.gz"), "2").unwrap();
    let Folder { fresh, .. } = &folder;
    let dead = output.path().join(".unfinished-dead");
    fs::rename(fresh, &dead).unwrap();
    drop(folder);
    write_run(output.path(), "b.csv", "3");
    let expected = [
        "b.csv",
        "run.json",
        "shard-0001-of-0002.csv.gz",
        "shard-0002-of-0002.csv.gz",
    ];
    assert_eq!(names(&output.path().join("run")), expected);
    assert_eq!(names(output.path()), ["run"], "nothing unfinished is left");
}

#[test]
fn folder_without_manifest_is_not_replaced() {
    let output = tempfile::tempdir().unwrap();
    fs::create_dir(output.path().join("run")).unwrap();
    fs::write(output.path().join("run/thesis.doc"), "years of work").unwrap();
    let error = open(output.path()).unwrap_err();
    assert!(error.to_string().contains("is in the way"), "{error}");
}

#[test]
fn conflicting_files_of_the_user_are_kept_and_reported() {
    let output = tempfile::tempdir().unwrap();
    write_run(output.path(), "a.csv", "1");
    let mut folder = open(output.path()).unwrap();
    fill(&mut folder, "b.csv", "2");
    fs::write(output.path().join("run/b.csv"), "mine").unwrap();
    fs::write(output.path().join("run/notes.txt"), "mine").unwrap();
    let error = folder.finish().unwrap_err().to_string();
    assert!(
        error.contains("run-kept") && error.contains("b.csv"),
        "{error}"
    );
    assert_eq!(names(output.path()), ["run", "run-kept"]);
    assert_eq!(names(&output.path().join("run-kept")), ["b.csv"]);
    assert_eq!(
        fs::read_to_string(output.path().join("run-kept/b.csv")).unwrap(),
        "mine"
    );
    assert_eq!(
        fs::read_to_string(output.path().join("run/b.csv")).unwrap(),
        "2"
    );
    assert_eq!(
        names(&output.path().join("run")),
        ["b.csv", "notes.txt", "run.json"]
    );
}

#[cfg(unix)]
#[test]
fn folders_and_links_named_like_run_files_are_kept() {
    let output = tempfile::tempdir().unwrap();
    write_run(output.path(), "a.csv", "1");
    let path = output.path().join("run/a.csv");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    fs::write(path.join("thesis.doc"), "years of work").unwrap();
    assert!(
        open(output.path())
            .unwrap_err()
            .to_string()
            .contains("a.csv was not made by a run")
    );
    fs::remove_dir_all(&path).unwrap();
    fs::write(output.path().join("elsewhere"), "mine").unwrap();
    std::os::unix::fs::symlink("../elsewhere", &path).unwrap();
    assert!(
        open(output.path())
            .unwrap_err()
            .to_string()
            .contains("a.csv was not made by a run")
    );
    assert_eq!(fs::read_to_string(path).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn next_run_rescues_files_of_a_killed_run() {
    let output = tempfile::tempdir().unwrap();
    write_run(output.path(), "a.csv", "2");
    // The state immediately after two folders were exchanged.
    let old = output.path().join(".unfinished-abc");
    fs::create_dir(&old).unwrap();
    let manifest = format!(
        r#"{{"program": "{}", "scenario": "run", "files": ["a.csv"]}}"#,
        crate::PROGRAM
    );
    for (name, text) in [
        ("a.csv", "1"),
        ("notes.txt", "mine"),
        ("run.json", manifest.as_str()),
    ] {
        fs::write(old.join(name), text).unwrap();
    }
    let folder = open(output.path()).unwrap();
    assert!(
        folder.rescued()[0].contains("1 file or folder of yours"),
        "{:?}",
        folder.rescued()
    );
    drop(folder);
    assert_eq!(names(output.path()), ["run"]);
    assert_eq!(
        names(&output.path().join("run")),
        ["a.csv", "notes.txt", "run.json"]
    );
    assert_eq!(
        fs::read_to_string(output.path().join("run/a.csv")).unwrap(),
        "2"
    );
}

#[cfg(unix)]
#[test]
fn only_unfinished_folders_of_dead_runs_are_deleted() {
    let output = tempfile::tempdir().unwrap();
    let mut living = open(output.path()).unwrap();
    living.write("distribution.csv", b"half").unwrap();
    let dead = output.path().join(".unfinished-dead");
    fs::create_dir(&dead).unwrap();
    fs::write(dead.join("distribution.csv"), "half").unwrap();
    fs::write(dead.join("chart.svg"), "half").unwrap();
    let strange = output.path().join(".unfinished-symphony");
    fs::create_dir(&strange).unwrap();
    fs::write(strange.join("score.pdf"), "mine").unwrap();
    drop(open(output.path()).unwrap());
    assert!(living.fresh.join("distribution.csv").exists());
    assert!(!dead.exists() && strange.join("score.pdf").exists());
}

#[test]
fn interrupted_write_leaves_no_file() {
    let parent = tempfile::tempdir().unwrap();
    let mut folder = Folder::open(parent.path(), "wing", &|_| true).unwrap();
    let given_up = folder.write_by("distribution.csv", |out| {
        out.write_all(&[b'x'; 200_000])?;
        Err(io::ErrorKind::Interrupted.into())
    });
    assert_eq!(
        given_up.map_err(|error| error.kind()),
        Err(io::ErrorKind::Interrupted)
    );
    drop(folder);
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
}
