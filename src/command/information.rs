//! Commands that run nothing: they print or write information.

use std::path::Path;

use super::CliError;
use crate::catalogue;
use crate::file_name;
use crate::gallery;
use crate::input::diagnostic::Diagnostic;
use crate::manual;
use crate::page;
use crate::rule_file::find as rule_files;
use crate::rule_file::starter::{self, StarterError};
use crate::scenario::find;
use crate::schema;
use crate::terminal::{printable_json, printable_line, printable_lines, width};

const NO_OVERWRITE_HELP: &str =
    "choose another name, or move the file: oddsmith does not overwrite it";

/// Returns the list of bundled scenarios and rules, or of the games of the gallery.
pub fn list(is_gallery: bool) -> String {
    if is_gallery {
        catalogue::games(width())
    } else {
        catalogue::list()
    }
}

/// Explains how to get the page if this build does not contain it.
const PAGE_HELP: &str = "\
The page is this program in a browser: one file, oddsmith.html, that opens from a disk, works offline and gives the
same numbers. This program was built without it. Releases and Debian packages have it; from the source it is made by

  web/build oddsmith.html    (in the folder of the source)

That needs Rust, Node and npm, once. To use the file, you only need a browser.
";

/// Writes the page, or explains how to get it.
///
/// # Errors
/// Returns an error if a file is named but this build does not contain the page. Returns an error
/// if the file exists already or cannot be written.
pub fn page(file: Option<&Path>) -> Result<String, CliError> {
    if !page::is_included() {
        return match file {
            None => Ok(PAGE_HELP.to_owned()),
            Some(_) => Err(Diagnostic::nowhere(
                "this program was built without the page",
                "`simulate page` explains how to get it",
            )
            .into()),
        };
    }
    let path = file.unwrap_or(Path::new(page::FILE));
    let name = path.display().to_string();
    match page::write(path) {
        Ok(bytes) => Ok(format!(
            "{}: {:.1} MB, to be opened in a browser\n",
            printable_line(&name),
            bytes as f64 / 1e6
        )),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(Diagnostic::nowhere(format!("{name} already exists"), NO_OVERWRITE_HELP).into())
        }
        Err(error) => Err(CliError::Run(format!("{name}: {error}"))),
    }
}

/// Returns the description of a rule, its parameters and its metrics, or the page of a topic such
/// as dice.
///
/// # Errors
/// Returns an error if there is no such rule.
pub fn show(rule: &str) -> Result<String, CliError> {
    if rule == catalogue::anydice::TOPIC {
        return Ok(catalogue::anydice::page(width()));
    }
    if rule == catalogue::dice::TOPIC {
        return Ok(catalogue::dice::page(width()));
    }
    if rule == catalogue::messages::TOPIC {
        return Ok(printable_lines(&catalogue::messages::language_file()));
    }
    if rule == catalogue::language::TOPIC {
        return Ok(catalogue::language::page(width()));
    }
    if rule == oddsmith_language::STD.0 {
        return Ok(printable_lines(oddsmith_language::STD.1));
    }
    if let Some(game) = gallery::game(rule) {
        return Ok(printable_lines(&catalogue::game(game, width())));
    }
    let rule = catalogue::find_rule(rule)?;
    let built = rule.build_default()?;
    Ok(printable_lines(&catalogue::show(
        &rule,
        &built.presentation,
        width(),
    )))
}

/// Returns a commented scenario to start from, or an existing one; or writes a rule file and its
/// scenario.
///
/// # Errors
/// Returns an error if there is no such rule, or if a file exists already.
pub fn new(
    rule: Option<&str>,
    rule_file: Option<&Path>,
    from: Option<&str>,
) -> Result<String, CliError> {
    if let Some(from) = from {
        if let Some(text) = rule_files::bundled(from) {
            return Ok(printable_lines(text));
        }
        let game = gallery::game(from).filter(|game| !game.rules.is_empty());
        let more = game.map_or_else(String::new, |game| {
            format!("\n# Its rule: simulate new --from {}\n", game.rule())
        });
        return Ok(printable_lines(
            &(find::find(from)?.source.text.clone() + &more),
        ));
    }
    let Some(path) = rule_file else {
        return Ok(printable_lines(&catalogue::starter(&catalogue::find_rule(
            rule.unwrap_or_default(),
        )?)));
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if let Some(problem) = file_name::problem(&path.display().to_string(), &stem) {
        return Err(problem.into());
    }
    match starter::write(path) {
        Ok([rule, toml]) => {
            let (rule, toml) = (rule.display().to_string(), toml.display().to_string());
            Ok(format!(
                "{} and {}: simulate --scenario {}\n",
                printable_line(&rule),
                printable_line(&toml),
                printable_line(&toml)
            ))
        }
        Err(StarterError::Exists(path)) => {
            let message = format!("{} already exists", path.display());
            Err(Diagnostic::nowhere(message, NO_OVERWRITE_HELP).into())
        }
        Err(StarterError::Refused(path, error)) => {
            Err(CliError::Run(format!("{}: {error}", path.display())))
        }
    }
}

/// Returns a JSON Schema of scenario files, for all rules or for one.
///
/// # Errors
/// Returns an error if there is no such rule.
pub fn schema(rule: Option<&str>) -> Result<String, CliError> {
    let rule = rule.map(catalogue::find_rule).transpose()?;
    Ok(printable_json(&schema::schema(rule.as_ref())))
}

/// Returns the manual page, or writes all manual pages into a folder.
///
/// # Errors
/// Returns an error if the folder cannot be written to.
pub fn man(folder: Option<&Path>) -> Result<String, CliError> {
    let Some(folder) = folder else {
        return Ok(manual::man_page()?);
    };
    let name = folder.display().to_string();
    let refused = |error| CliError::Run(format!("{name}: {error}"));
    let pages = manual::write_pages(folder).map_err(refused)?;
    Ok(format!("{}: {pages} pages\n", printable_line(&name)))
}
