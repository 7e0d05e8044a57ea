//! Finds rule files: in the scenario's folder, in `rules/` of the current folder, or bundled.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use oddsmith_language::{RuleFile, STD, UnreadFile, nearest};

use super::generated::GeneratedRule;
use super::{ENDING, FileRule, Reader};
use crate::gallery;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::input::text_file::{ReadError, file_names, read};

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$((concat!($name, ".odds"), include_str!(concat!("../../rules/", $name, ".odds")))),*]
    };
}

/// The names and texts of the bundled rule files.
#[rustfmt::skip]
pub const BUNDLED: &[(&str, &str)] = bundled![
    "battle", "race", "wing", "budget", "advantage", "push", "press-your-luck", "duel", "orders", "poker", "pig", "opening-hand", "loot", "blades",
    "tax-revolt", "held",
];

/// The most rule files of a folder that a message lists.
const MAX_LISTED: usize = 5;

/// Returns the text of a bundled rule file: one to start from, or one of a game.
pub fn bundled(name: &str) -> Option<&'static str> {
    BUNDLED
        .iter()
        .chain(gallery::rules())
        .find(|(known_name, _)| *known_name == name)
        .map(|(_, text)| *text)
}

/// Returns whether a name is that of a rule file.
pub fn is_rule_file(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// The location of the scenario that names a rule file.
#[derive(Clone, Copy, Debug)]
pub enum FileLocation<'p> {
    /// In this folder.
    Folder(&'p Path),
    /// In this folder. Texts that are open in an editor replace the files with their paths.
    Edited(&'p Path, &'p [Source]),
    /// In no folder, because it is bundled. It can only use bundled rule files.
    Bundled,
    /// In a saved run, together with its rule file and the files that this one uses, by name.
    Kept(&'p Source, &'p [Source]),
    /// In no folder. The rule files are among these texts, by name.
    Texts(&'p [Source]),
    /// In no folder. The program has written the rule file.
    Generated(&'p GeneratedRule),
}

/// Finds and reads a rule file by the name in a scenario or on a command line.
///
/// # Errors
/// Returns an error if there is no such file, or all mistakes in it.
pub fn find(wanted: &str, location: FileLocation<'_>) -> Result<FileRule, Diagnostics> {
    read_as(wanted, location, RuleFile::read_with_files)
}

/// Finds and reads any rule file, also one that contains only functions.
///
/// # Errors
/// Returns the errors of [`find`].
pub fn find_any(wanted: &str, location: FileLocation<'_>) -> Result<FileRule, Diagnostics> {
    read_as(wanted, location, RuleFile::read_any)
}

/// Checks that a rule file that a command line names exists.
///
/// # Errors
/// Returns an error if there is no such file, or if it cannot be read.
pub fn look_for(path: &str) -> Result<(), Diagnostic> {
    let (folder, name) = (Path::new(path).parent(), Path::new(path).file_name());
    let name = name.map_or_else(
        || path.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let location = FileLocation::Folder(folder.unwrap_or(Path::new("")));
    find_source(&name, location)
        .map(|_| ())
        .map_err(|unread| not_found(path, unread))
}

fn not_found(wanted: &str, unread: UnreadFile) -> Diagnostic {
    match unread {
        UnreadFile::NotThere { help } => {
            Diagnostic::nowhere(format!("there is no rule file {wanted}"), help)
        }
        UnreadFile::Unreadable { problem, help } => Diagnostic::nowhere(problem, help),
    }
}

fn read_as(
    wanted: &str,
    location: FileLocation<'_>,
    reader: Reader,
) -> Result<FileRule, Diagnostics> {
    let source = match location {
        FileLocation::Kept(kept, _)
        | FileLocation::Generated(GeneratedRule { source: kept, .. }) => Source {
            name: kept.name.clone(),
            text: kept.text.clone(),
        },
        _ => find_source(wanted, location).map_err(|unread| not_found(wanted, unread))?,
    };
    // Other files are in the folder of the file that uses them.
    let folder = Path::new(&source.name)
        .parent()
        .unwrap_or(Path::new(""))
        .to_owned();
    let is_file = matches!(location, FileLocation::Folder(_)) && Path::new(&source.name).is_file();
    let find_other = |name: &str| {
        if !is_rule_file(name) {
            let help =
                format!("write a name that ends in {ENDING}, or std for the bundled functions");
            return Err(UnreadFile::NotThere { help });
        }
        let location = match location {
            FileLocation::Folder(_) if is_file => FileLocation::Folder(&folder),
            FileLocation::Folder(_) => FileLocation::Bundled,
            FileLocation::Edited(_, open) => FileLocation::Edited(&folder, open),
            FileLocation::Kept(_, used) => FileLocation::Texts(used),
            other => other,
        };
        find_source(name, location)
    };
    let mut rule = FileRule::read_among(wanted, Arc::new(source), &find_other, reader)?;
    if let FileLocation::Generated(generated) = location {
        rule.outputs.clone_from(&generated.outputs);
    }
    Ok(rule)
}

/// Finds a text that a scenario names and that is not a rule file.
///
/// # Errors
/// Returns an error if there is no such file, or if it cannot be read.
pub fn find_text(wanted: &str, location: FileLocation<'_>) -> Result<Source, Diagnostic> {
    let (texts, path) = match location {
        FileLocation::Folder(folder) => (&[][..], Some(folder.join(wanted))),
        FileLocation::Edited(folder, open) => (open, Some(folder.join(wanted))),
        FileLocation::Kept(_, texts) | FileLocation::Texts(texts) => (texts, None),
        FileLocation::Bundled | FileLocation::Generated(_) => (&[][..], None),
    };
    let name = path
        .as_ref()
        .map_or_else(|| wanted.to_owned(), |path| path.display().to_string());
    if let Some(source) = texts.iter().find(|source| source.name == name) {
        return Ok(Source {
            name,
            text: source.text.clone(),
        });
    }
    match path.map(|path| read(&path)) {
        Some(Ok(text)) => Ok(Source { name, text }),
        Some(Err(ReadError::Unreadable(reason, help))) => {
            Err(Diagnostic::nowhere(format!("{name}: {reason}"), help))
        }
        Some(Err(ReadError::NotFound)) | None => Err(Diagnostic::nowhere(
            format!("there is no file {wanted}"),
            "put it in the same folder as the scenario",
        )),
    }
}

/// Finds the text of a rule file.
fn find_source(wanted: &str, location: FileLocation<'_>) -> Result<Source, UnreadFile> {
    let candidates = match location {
        FileLocation::Folder(folder) | FileLocation::Edited(folder, _) => {
            vec![folder.join(wanted), Path::new("rules").join(wanted)]
        }
        FileLocation::Bundled
        | FileLocation::Kept(..)
        | FileLocation::Texts(_)
        | FileLocation::Generated(_) => Vec::new(),
    };
    if let FileLocation::Texts(texts) = location
        && let Some(source) = texts.iter().find(|source| source.name == wanted)
    {
        return Ok(Source {
            name: source.name.clone(),
            text: source.text.clone(),
        });
    }
    if let FileLocation::Edited(_, open) = location
        && let Some(source) = candidates
            .iter()
            .find_map(|path| open.iter().find(|source| Path::new(&source.name) == path))
    {
        return Ok(Source {
            name: source.name.clone(),
            text: source.text.clone(),
        });
    }
    read_first(wanted, &candidates)?.ok_or_else(|| UnreadFile::NotThere {
        help: not_found_help(wanted, &candidates),
    })
}

/// Returns the text for a name in a scenario or in another rule file: a rule file, or the bundled
/// functions.
pub fn source(wanted: &str, location: FileLocation<'_>) -> Option<Source> {
    if wanted == STD.0 {
        return Some(Source {
            name: STD.0.to_owned(),
            text: STD.1.to_owned(),
        });
    }
    is_rule_file(wanted)
        .then(|| find_source(wanted, location).ok())
        .flatten()
}

/// Returns whether a rule file with this name exists.
pub fn exists(wanted: &str, location: FileLocation<'_>) -> bool {
    is_rule_file(wanted) && find_source(wanted, location).is_ok()
}

fn read_first(wanted: &str, candidates: &[PathBuf]) -> Result<Option<Source>, UnreadFile> {
    for path in candidates {
        match read(path) {
            Ok(text) => {
                return Ok(Some(Source {
                    name: path.display().to_string(),
                    text,
                }));
            }
            Err(ReadError::NotFound) => {}
            Err(ReadError::Unreadable(reason, help)) => {
                let problem = format!("{}: {reason}", path.display());
                return Err(UnreadFile::Unreadable {
                    problem,
                    help: help.to_owned(),
                });
            }
        }
    }
    Ok(bundled(wanted).map(|text| Source {
        name: format!("{wanted} (bundled)"),
        text: text.to_owned(),
    }))
}

/// Returns the help for an unknown name: the name that was probably meant, or where rule files are
/// found.
fn not_found_help(wanted: &str, candidates: &[PathBuf]) -> String {
    let folders = candidates.iter().filter_map(|path| path.parent());
    let files: Vec<String> = folders
        .flat_map(|folder| file_names(folder, ENDING))
        .collect();
    let bundled = BUNDLED
        .iter()
        .chain(gallery::rules())
        .map(|(name, _)| *name);
    // Endings are ignored, because they would make any two short names similar.
    let stems = files
        .iter()
        .map(String::as_str)
        .chain(bundled)
        .map(|name| name.trim_end_matches(ENDING));
    let listed = files
        .iter()
        .take(MAX_LISTED)
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(wanted.trim_end_matches(ENDING), stems) {
        Some(stem) => format!("did you mean `{stem}{ENDING}`?"),
        None if candidates.is_empty() => "`simulate list` prints the bundled rule files".to_owned(),
        None => {
            let more = files.len().saturating_sub(MAX_LISTED);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let listing = if files.is_empty() {
                String::new()
            } else {
                format!(" (here: {listed}{more})")
            };
            format!(
                "save it in this folder or in rules/{listing}, or use a bundled rule file (`simulate list` prints them)"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_in_rules_is_bundled() {
        let files =
            std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules")).expect("the folder");
        let mut files: Vec<String> = files
            .map(|file| {
                file.expect("a file")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        let mut names: Vec<&str> = BUNDLED.iter().map(|(name, _)| *name).collect();
        files.sort();
        names.sort_unstable();
        assert_eq!(files, names);
    }
}
