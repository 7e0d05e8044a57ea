//! Where a scenario is: a path, `scenarios/` of the current folder, or bundled into the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bundled::BUNDLED;
use crate::gallery::{self, GAMES};
use crate::input::diagnostic::{Diagnostic, Source};
use crate::input::text_file::{ReadError, file_names, read, read_text};
use crate::rule::nearest::{Help, nearest, nearest_of_many};
use crate::rule_file::find::{self as rule_files, is_rule_file};
use crate::rules::RULES;

/// What stands for standard input.
pub const STDIN: &str = "-";

/// A scenario that was found.
#[derive(Clone, Debug)]
pub struct FoundScenario {
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
pub fn find(wanted: &str) -> Result<FoundScenario, Diagnostic> {
    if wanted.trim().is_empty() {
        return Err(Diagnostic::nowhere(
            "--scenario needs a name",
            "name a file, or a scenario from `simulate list`",
        ));
    }
    if wanted == STDIN {
        return standard_input();
    }
    // A folder stands for the scenario in it that is called as it is.
    let in_folder = |path: &Path| Some(path.join(path.file_name()?).with_extension("toml"));
    let with_ending = |path: PathBuf| match path.extension() {
        Some(_) => vec![path],
        None => [path.clone(), path.with_extension("toml")]
            .into_iter()
            .chain(in_folder(&path))
            .collect(),
    };
    let candidates = [PathBuf::from(wanted), Path::new("scenarios").join(wanted)]
        .into_iter()
        .flat_map(with_ending);
    for path in candidates {
        match read(&path) {
            Ok(text) => {
                let source = Source {
                    name: path.display().to_string(),
                    text,
                };
                let folder = path.parent().map(Path::to_path_buf);
                return Ok(FoundScenario {
                    name: stem(&path),
                    source: Arc::new(source),
                    folder,
                });
            }
            Err(ReadError::NotFound) => {}
            Err(ReadError::Unreadable(reason, help)) => {
                return Err(Diagnostic::nowhere(
                    format!("{}: {reason}", path.display()),
                    help,
                ));
            }
        }
    }
    let name = wanted.strip_suffix(".toml").unwrap_or(wanted);
    let game = gallery::game(wanted).map(|game| (game.name, game.scenario));
    match BUNDLED
        .iter()
        .copied()
        .find(|(known_name, _)| *known_name == name)
        .or(game)
    {
        Some((found_name, text)) => {
            let source = Source {
                name: format!("{found_name}.toml (bundled)"),
                text: text.to_owned(),
            };
            Ok(FoundScenario {
                name: found_name.to_owned(),
                source: Arc::new(source),
                folder: None,
            })
        }
        None => {
            let nearest = nearest_file(name, std::iter::empty());
            let help = format!(
                "it is not a file here or in scenarios/, and not a bundled scenario: {nearest}"
            );
            Err(Diagnostic::nowhere(
                format!("there is no scenario {wanted}"),
                help,
            ))
        }
    }
}

/// Finds what a plain argument names: a scenario, or else a rule or a rule file, which is run with
/// its defaults.
///
/// # Errors
/// When there is neither, or it cannot be read.
pub fn find_any(wanted: &str) -> Result<FoundScenario, Diagnostic> {
    if is_rule_file(wanted) {
        return default_scenario(wanted);
    }
    let found = find(wanted);
    let is_rule = RULES.iter().any(|rule| rule.id == wanted);
    match found {
        Err(_) if is_rule => default_scenario(wanted),
        Err(problem) if problem.problem.starts_with("there is no scenario") => {
            let nearest = nearest_file(wanted, RULES.iter().map(|rule| rule.id.to_owned()));
            let help = format!("it is not a file, a bundled scenario or a rule: {nearest}");
            Err(Diagnostic::nowhere(
                format!("there is no scenario or rule {wanted}"),
                help,
            ))
        }
        found => found,
    }
}

/// The scenario that may have been meant, of those here, in `scenarios/` and bundled, or one of
/// these other names.
fn nearest_file(wanted: &str, other_names: impl Iterator<Item = String>) -> Help {
    let folders = [Path::new("."), Path::new("scenarios")];
    let local_names = folders
        .into_iter()
        .flat_map(|folder| file_names(folder, ".toml"));
    let local_names = local_names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned));
    if let Some(game) = GAMES.iter().find(|game| game.name == wanted) {
        return format!("did you mean `{}`?", game.path()).into();
    }
    let bundled = BUNDLED
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .chain(GAMES.iter().map(gallery::Game::path));
    let names: Vec<String> = local_names.chain(bundled).chain(other_names).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    nearest_of_many(
        wanted.strip_suffix(".toml").unwrap_or(wanted),
        &names,
        "simulate list",
    )
}

/// Returns a scenario of a rule with its defaults.
///
/// # Errors
/// When there is no such rule, or no such rule file.
pub fn default_scenario(id: &str) -> Result<FoundScenario, Diagnostic> {
    let path = Path::new(id);
    if is_rule_file(id) {
        rule_files::look_for(id)?;
    } else if !RULES.iter().any(|rule| rule.id == id) {
        let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
        return Err(Diagnostic::nowhere(
            format!("there is no rule {id}"),
            nearest(id, &ids),
        ));
    }
    let (name, rule) = match is_rule_file(id) {
        true => (
            stem(path),
            path.file_name()
                .map_or(id.into(), |name| name.to_string_lossy()),
        ),
        false => (id.to_owned(), id.into()),
    };
    let text = format!(
        "rule = \"{}\"\n",
        rule.replace('\\', "\\\\").replace('"', "\\\"")
    );
    let folder =
        is_rule_file(id).then(|| path.parent().map_or_else(PathBuf::new, Path::to_path_buf));
    Ok(FoundScenario {
        name,
        source: Arc::new(Source {
            name: format!("{id} with its defaults"),
            text,
        }),
        folder,
    })
}

/// The scenario that standard input holds; rule files that it names are looked for in the current
/// folder.
fn standard_input() -> Result<FoundScenario, Diagnostic> {
    let refused =
        |reason: String, help: &str| Diagnostic::nowhere(format!("standard input: {reason}"), help);
    let text = match read_text(std::io::stdin().lock()) {
        Ok(text) => text,
        Err(ReadError::NotFound) => String::new(),
        Err(ReadError::Unreadable(reason, help)) => return Err(refused(reason, help)),
    };
    if text.trim().is_empty() {
        return Err(refused(
            "the text is empty".to_owned(),
            "pass a scenario on standard input: simulate - < harsh.toml",
        ));
    }
    let source = Source {
        name: "standard input".to_owned(),
        text,
    };
    Ok(FoundScenario {
        name: "stdin".to_owned(),
        source: Arc::new(source),
        folder: Some(PathBuf::new()),
    })
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(
        || "scenario".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
