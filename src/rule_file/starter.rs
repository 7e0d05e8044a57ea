//! A rule file and its scenario to start from: `simulate new --rule-file mine.odds`.

#[cfg(feature = "cli")]
use std::io::Write;
#[cfg(feature = "cli")]
use std::path::{Path, PathBuf};

#[cfg(feature = "cli")]
use super::ENDING;

/// A rule file to start from.
pub const RULE_TEXT: &str = r#""""How many of a handful of dice succeed, and how many turns until you reach the goal?"""
# What a scenario may set: the default, the least, the most, and what it is.
n    = whole(5, 1, 20, "dice")
need = whole(4, 2, 6, "a die succeeds on this or more")
goal = whole(10, 1, 60, "successes wanted")

# What a trial records, with words for sentences. There are also when(...), and each = n, step = "Turn" for a value each turn.
first  = count("Successes of the first roll", one = "die succeeds at first", many = "dice succeed at first")
turns  = count("Turns until the goal", one = "turn is enough", many = "turns are needed")
result = category("Result", quick = success, steady = mixed, slow = failure, says = ["it is quick", "it is steady", "it is slow"])

# A test that `simulate check` runs.
expect("P(first = 0) = 1/32")

# One trial. You can use roll(6), dice("2d6+1"), pool(5, 6), successes(n, 6, need), chance(1, 6) and draw(deck, 5).
def trial():
    hits = successes(n, 6, need)
    record(first, hits)
    total, turn = hits, 1
    while total < goal:
        total = min(goal, total + successes(n, 6, need))
        turn += 1
    record(turns, turn)
    record(result, "quick" if turn <= 3 else "steady" if turn <= 6 else "slow")
"#;

#[cfg(feature = "cli")]
fn scenario_text(rule: &str) -> String {
    format!(
        "title = \"My question\"\nrule = {}\n\n# What the rule file lets you set; `simulate show` lists it.\n[parameters]\n# n = 5\n\n\
         # The headline answers the first question. Each [[ask]] is a column of the table.\n[[ask]]\nlabel = \"Turns until the goal\"\nvalue = \"mean(turns)\"\n\n\
         # Parameters to sweep, as lists or ranges. Every combination is a case.\n[sweep]\nneed = [3, 4, 5]\n\n\
         # Rule changes to compare.\n# [[variants]]\n# name = \"As it is\"\n# [[variants]]\n# name = \"One more die\"\n# set = {{ n = 6 }}\n\n\
         [run]\n# trials = 1_000_000\n# seed = 1\n",
        toml::Value::from(rule)
    )
}

/// Returns a rule file of this name to start from, and its scenario.
#[cfg(feature = "cli")]
pub fn texts(name: &str) -> [String; 2] {
    [RULE_TEXT.to_owned(), scenario_text(name)]
}

/// The reason why nothing was written.
#[cfg(feature = "cli")]
#[derive(Debug)]
pub enum StarterError {
    /// A file of this name exists already.
    Exists(PathBuf),
    /// The system returned an error.
    Refused(PathBuf, std::io::Error),
}

/// Writes a rule file and its scenario into the same folder, and returns both paths. It never
/// replaces a file.
///
/// # Errors
/// Returns an error if one exists already or cannot be written. It then leaves neither file.
#[cfg(feature = "cli")]
pub fn write(path: &Path) -> Result<[PathBuf; 2], StarterError> {
    let rule = match path.extension() {
        Some(_) => path.to_path_buf(),
        None => path.with_extension(&ENDING[1..]),
    };
    let toml = rule.with_extension("toml");
    let name = rule
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let [program, question] = texts(&name);
    create(&rule, &program)?;
    if let Err(error) = create(&toml, &question) {
        // This call has created the file.
        let _ = std::fs::remove_file(&rule);
        return Err(error);
    }
    Ok([rule, toml])
}

#[cfg(feature = "cli")]
fn create(path: &Path, text: &str) -> Result<(), StarterError> {
    let refused = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => StarterError::Exists(path.to_path_buf()),
        _ => StarterError::Refused(path.to_path_buf(), error),
    };
    // The file is put in place when it is complete, so that an interruption leaves no partial file.
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unfinished-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(refused)?;
    file.write_all(text.as_bytes()).map_err(refused)?;
    file.persist_noclobber(path)
        .map(|_| ())
        .map_err(|error| refused(error.error))
}
