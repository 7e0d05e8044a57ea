//! What the program knows, told or written: the commands that run nothing.

use std::path::Path;

use super::CliError;
use crate::catalogue;
use crate::input::diagnostic::Diagnostic;
use crate::manual;
use crate::rule_file::find as rule_files;
use crate::rule_file::starter::{self, Unwritten};
use crate::scenario::find;
use crate::schema;
use crate::terminal::{shown, shown_json, shown_lines, width};

/// The bundled scenarios and the rules.
pub fn list() -> String {
    catalogue::list()
}

/// How to get the page.
pub fn page() -> String {
    "The page is this program in a browser: one file, oddsmith.html, that opens from a disk, works offline and gives the\n\
     same numbers. It holds the program itself, so it is built from the source and is not inside this one:\n\n  \
     web/build oddsmith.html    (in the folder of the source)\n\n\
     That needs Rust, Node and npm, once; whoever gets the file needs nothing but a browser.\n"
        .to_owned()
}

/// A rule: what it says, its parameters, its metrics; or how dice are written, or what charts say of
/// themselves.
///
/// # Errors
/// When there is no such rule.
pub fn show(rule: &str) -> Result<String, CliError> {
    if rule == catalogue::dice::TOPIC {
        return Ok(catalogue::dice::page(width()));
    }
    if rule == catalogue::words::TOPIC {
        return Ok(shown_lines(&catalogue::words::listed()));
    }
    if rule == oddsmith_language::STD.0 {
        return Ok(shown_lines(oddsmith_language::STD.1));
    }
    let rule = catalogue::rule(rule)?;
    let built = rule.by_default()?;
    Ok(shown_lines(&catalogue::show(&rule, &built.presentation, width())))
}

/// A commented scenario to start from, or one that there is; or a rule file and its scenario, written.
///
/// # Errors
/// When there is no such rule, or a file is in the way.
pub fn new(rule: Option<&str>, rule_file: Option<&Path>, from: Option<&str>) -> Result<String, CliError> {
    if let Some(from) = from {
        if let Some((_, text)) = rule_files::BUNDLED.iter().find(|(name, _)| *name == from) {
            return Ok(shown_lines(text));
        }
        return Ok(shown_lines(&find::find(from)?.source.text));
    }
    let Some(path) = rule_file else {
        return Ok(shown_lines(&catalogue::starter(&catalogue::rule(rule.unwrap_or_default())?)));
    };
    match starter::write(path) {
        Ok([rule, toml]) => {
            let (rule, toml) = (rule.display().to_string(), toml.display().to_string());
            Ok(format!("{} and {}: simulate --scenario {}\n", shown(&rule), shown(&toml), shown(&toml)))
        }
        Err(Unwritten::Exists(path)) => {
            let what = format!("{} is there already", path.display());
            Err(Diagnostic::nowhere(what, "nothing is overwritten: name another, or move it away").into())
        }
        Err(Unwritten::Refused(path, error)) => Err(CliError::Run(format!("{}: {error}", path.display()))),
    }
}

/// A JSON Schema of scenario files: of all rules, or of one.
///
/// # Errors
/// When there is no such rule.
pub fn schema(rule: Option<&str>) -> Result<String, CliError> {
    let rule = rule.map(catalogue::rule).transpose()?;
    Ok(shown_json(&schema::schema(rule.as_ref())))
}

/// The manual page, or all of them written into a folder.
///
/// # Errors
/// When the folder cannot be written to.
pub fn man(folder: Option<&Path>) -> Result<String, CliError> {
    let Some(folder) = folder else { return Ok(manual::page()?) };
    let name = folder.display().to_string();
    let refused = |error| CliError::Run(format!("{name}: {error}"));
    let pages = manual::pages(folder).map_err(refused)?;
    Ok(format!("{}: {pages} pages\n", shown(&name)))
}
