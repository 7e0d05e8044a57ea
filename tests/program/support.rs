//! A folder for each test, in which it runs the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

/// A turn of four Wings. Their names are the names of the steps.
pub const TURN: &str = "rule = \"wing-activation\"\n[[parameters.wings]]\nname = \"Vanguard\"\nquality = 3\n\
[[parameters.wings]]\nname = \"Left\"\nquality = 4\n[[parameters.wings]]\nname = \"Right\"\nquality = 4\n\
[[parameters.wings]]\nname = \"Reserve\"\nquality = 5\n";

/// The arguments of a run of `mine.toml` with few trials, and without charts and a report.
pub const QUICK_RUN: [&str; 6] = [
    "--scenario",
    "mine",
    "--trials",
    "100",
    "--no-charts",
    "--no-report",
];

/// A folder to run the program in.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    /// Creates an empty folder.
    pub fn new() -> Bench {
        Bench {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// Creates a folder with `turn.toml`: the turn of four Wings with more lines.
    pub fn with_turn(more: &str) -> Bench {
        let bench = Bench::new();
        bench.write("turn.toml", format!("{TURN}{more}"));
        bench
    }

    /// Writes a file into the folder.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Bench {
        std::fs::write(self.path(name), text).expect("a file");
        self
    }

    /// Returns a path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program in the folder.
    pub fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::cargo_bin("simulate").expect("the program");
        command
            .current_dir(self.folder.path())
            .args(args)
            .output()
            .expect("a run")
    }

    /// Starts the program in the folder, with both output streams piped.
    pub fn spawn(&self, args: &[&str]) -> Child {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("simulate"));
        command
            .current_dir(self.path(""))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("a run")
    }

    /// Runs the program, which must succeed. Returns its standard output.
    pub fn succeed(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs the program, which must refuse. Returns its message.
    pub fn refuse(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty());
        stderr(&output)
    }

    /// Returns the JSON that a command prints.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.succeed(args)).expect("JSON")
    }

    /// Returns the rows of a CSV file in the folder, as cells by header.
    pub fn rows(&self, name: &str) -> Vec<BTreeMap<String, String>> {
        rows(&self.read(name))
    }

    /// Returns the text of a file in the folder.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the sorted names in a subfolder; none if it does not exist.
    pub fn list(&self, name: &str) -> Vec<String> {
        let entries = match std::fs::read_dir(self.path(name)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
            entries => entries.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }
}

/// Returns what a run wrote to standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that a run wrote this text to standard error, among others.
#[track_caller]
pub fn assert_stderr(output: &Output, part: &str) {
    let printed = stderr(output);
    assert!(printed.contains(part), "no {part:?} in\n{printed}");
}

/// Returns the rows of a CSV text, as cells by header.
pub fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().expect("headers").clone();
    let row = |row: Result<csv::StringRecord, csv::Error>| {
        let row = row.expect("a row");
        headers
            .iter()
            .map(str::to_owned)
            .zip(row.iter().map(str::to_owned))
            .collect()
    };
    reader.records().map(row).collect()
}

/// Returns the exact odds of every row of a `distribution.csv`, by case, metric, step and value.
pub fn exact_odds(csv: &str) -> BTreeMap<String, f64> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let (keys, exact) = (
        ["case", "metric", "step", "value"].map(column),
        column("exact"),
    );
    let row = |row: csv::StringRecord| {
        let key = keys.map(|key| row[key].to_owned()).join(" ");
        (key, row[exact].parse().unwrap_or(f64::NAN))
    };
    reader
        .records()
        .map(|record| row(record.unwrap()))
        .collect()
}
