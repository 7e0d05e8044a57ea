//! Where a scenario is: a path, `scenarios/` of the current folder, or bundled into the program.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bundled::BUNDLED;
use super::diagnostic::{Diagnostic, Source, nearest};
use crate::rule::nearest::Help;
use crate::rule_file::find::is_rule_file;
use crate::rules::RULES;

/// A scenario's text may have this many bytes.
const MOST_BYTES: u64 = 1 << 20;

/// What stands for standard input.
pub const STDIN: &str = "-";

/// A scenario that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its name: the file's stem.
    pub name: String,
    /// Its text.
    pub source: Arc<Source>,
    /// The folder of its file; none where it is bundled.
    pub folder: Option<PathBuf>,
}

/// Finds a scenario by what `--scenario` says.
///
/// # Errors
/// When there is none, or it cannot be read as text.
pub fn find(wanted: &str) -> Result<Found, Diagnostic> {
    if wanted.trim().is_empty() {
        return Err(Diagnostic::nowhere("--scenario names nothing", "name a file, or one of `simulate list`"));
    }
    if wanted == STDIN {
        return standard_input();
    }
    let with_ending = |path: PathBuf| match path.extension() {
        Some(_) => vec![path],
        None => vec![path.clone(), path.with_extension("toml")],
    };
    let candidates = [PathBuf::from(wanted), Path::new("scenarios").join(wanted)].into_iter().flat_map(with_ending);
    for path in candidates.filter(|path| !path.is_dir()) {
        match read(&path) {
            Ok(text) => {
                let source = Source { name: path.display().to_string(), text };
                let folder = path.parent().map(Path::to_path_buf);
                return Ok(Found { name: stem(&path), source: Arc::new(source), folder });
            }
            Err(Unread::NotThere) => {}
            Err(Unread::Because(why, help)) => {
                return Err(Diagnostic::nowhere(format!("{}: {why}", path.display()), help));
            }
        }
    }
    let name = wanted.strip_suffix(".toml").unwrap_or(wanted);
    match BUNDLED.iter().find(|(own, _)| *own == name) {
        Some((own, text)) => {
            let source = Source { name: format!("{own}.toml (bundled)"), text: (*text).to_owned() };
            Ok(Found { name: (*own).to_owned(), source: Arc::new(source), folder: None })
        }
        None => {
            let nearest = nearest_file(name, std::iter::empty());
            let help = format!("it is no file here or in scenarios/, and none of the bundled: {nearest}");
            Err(Diagnostic::nowhere(format!("there is no scenario {wanted}"), help))
        }
    }
}

/// Finds what a plain argument names: a scenario, or else a rule or a rule file, which is run with its defaults.
///
/// # Errors
/// When there is neither, or it cannot be read.
pub fn find_any(wanted: &str) -> Result<Found, Diagnostic> {
    if is_rule_file(wanted) {
        return Ok(of_a_rule(wanted));
    }
    let found = find(wanted);
    let is_rule = RULES.iter().any(|rule| rule.id == wanted);
    match found {
        Err(_) if is_rule => Ok(of_a_rule(wanted)),
        Err(problem) if problem.what.starts_with("there is no scenario") => {
            let nearest = nearest_file(wanted, RULES.iter().map(|rule| rule.id.to_owned()));
            let help = format!("it is no file, no bundled scenario and no rule: {nearest}");
            Err(Diagnostic::nowhere(format!("there is no scenario or rule {wanted}"), help))
        }
        found => found,
    }
}

/// The scenario that may have been meant, of those here, in `scenarios/` and bundled, or one of these other names.
fn nearest_file(wanted: &str, others: impl Iterator<Item = String>) -> Help {
    let folders = [Path::new("."), Path::new("scenarios")];
    let own = folders.into_iter().flat_map(|folder| files(folder, ".toml"));
    let own = own.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned));
    let names: Vec<String> = own.chain(BUNDLED.iter().map(|(name, _)| (*name).to_owned())).chain(others).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    nearest(wanted.strip_suffix(".toml").unwrap_or(wanted), &names)
}

/// The names of the files of a folder that end so, by the alphabet; none where it cannot be read.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(ending));
    names.sort_unstable();
    names
}

/// A scenario of a rule with its defaults.
pub fn of_a_rule(id: &str) -> Found {
    let path = Path::new(id);
    let (name, rule) = match is_rule_file(id) {
        true => (stem(path), path.file_name().map_or(id.into(), |name| name.to_string_lossy())),
        false => (id.to_owned(), id.into()),
    };
    let text = format!("rule = \"{}\"\n", rule.replace('\\', "\\\\").replace('"', "\\\""));
    let folder = is_rule_file(id).then(|| path.parent().map_or_else(PathBuf::new, Path::to_path_buf));
    Found { name, source: Arc::new(Source { name: format!("{id} with its defaults"), text }), folder }
}

/// The scenario that standard input holds; rule files that it names are looked for in the current folder.
fn standard_input() -> Result<Found, Diagnostic> {
    let refused = |why: String, help: &str| Diagnostic::nowhere(format!("standard input: {why}"), help);
    let text = match text(std::io::stdin().lock()) {
        Ok(text) => text,
        Err(Unread::NotThere) => String::new(),
        Err(Unread::Because(why, help)) => return Err(refused(why, help)),
    };
    if text.trim().is_empty() {
        return Err(refused("is empty".to_owned(), "a scenario is read from it: simulate - < harsh.toml"));
    }
    let source = Source { name: "standard input".to_owned(), text };
    Ok(Found { name: "stdin".to_owned(), source: Arc::new(source), folder: Some(PathBuf::new()) })
}

/// Why a file cannot be read.
pub(crate) enum Unread {
    /// There is none.
    NotThere,
    /// What is wrong, and what to do.
    Because(String, &'static str),
}

/// Reads a text that the user wrote.
pub(crate) fn read(path: &Path) -> Result<String, Unread> {
    let because = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Unread::NotThere,
        _ => Unread::Because(format!("cannot be read: {error}"), "check the file and its permissions"),
    };
    text(std::fs::File::open(path).map_err(because)?)
}

fn text(from: impl Read) -> Result<String, Unread> {
    let because = |error: std::io::Error| Unread::Because(format!("cannot be read: {error}"), "try again");
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(because)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Unread::Because(
            "is larger than 1 MiB".into(),
            "a scenario is a short TOML file, and a rule file a short program: is this one?",
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Unread::Because(format!("line {line} is not UTF-8 text"), "save the file as UTF-8")
    })
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "scenario".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
