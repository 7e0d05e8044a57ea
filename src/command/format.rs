//! `fmt`: formats rule files.

use std::path::Path;
use std::sync::Arc;

use oddsmith_language::format_rule_file;

use super::error::CliError;
use super::output::CommandOutput;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Place, Source};
use crate::input::text_file::{ReadError, read};
use crate::rule_file::find::is_rule_file;
use crate::terminal::printable_line;

/// Formats rule files. With `check`, it only reports which files would change, and the exit code is
/// 3 if there are any.
///
/// # Errors
/// Returns an error if a file cannot be read, and then changes no file. Returns an error if a file
/// cannot be written.
pub fn format(files: &[String], check: bool) -> Result<CommandOutput, CliError> {
    let (mut changed, mut problems) = (Vec::new(), Vec::new());
    for file in files {
        match read_and_format(file) {
            Ok((text, neat)) if text != neat => changed.push((file, neat)),
            Ok(_) => (),
            Err(Diagnostics(more)) => problems.extend(more),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems).into());
    }
    let mut text = String::new();
    for (file, neat) in &changed {
        if !check {
            replace(Path::new(file), neat).map_err(|error| {
                CliError::Run(format!("cannot write {}: {error}", printable_line(file)))
            })?;
        }
        text += &format!(
            "{}: {}\n",
            printable_line(file),
            if check { "would change" } else { "changed" }
        );
    }
    if changed.is_empty() {
        text += match files.len() {
            1 => "it is already formatted\n",
            _ => "all are already formatted\n",
        };
    }
    Ok(CommandOutput {
        exit_code: if check && !changed.is_empty() { 3 } else { 0 },
        ..text.into()
    })
}

/// Returns the text of a rule file, and its formatted text.
fn read_and_format(file: &str) -> Result<(String, String), Diagnostics> {
    if !is_rule_file(file) {
        let help = "name a rule file, such as mine.odds: fmt does not format scenarios";
        return Err(Diagnostic::nowhere(
            format!("{} is not a rule file", printable_line(file)),
            help,
        )
        .into());
    }
    let text = match read(Path::new(file)) {
        Ok(text) => text,
        Err(ReadError::NotFound) => {
            let help =
                "fmt formats only your own files: copy a bundled one with simulate new --from";
            return Err(Diagnostic::nowhere(
                format!("there is no file {}", printable_line(file)),
                help,
            )
            .into());
        }
        Err(ReadError::Unreadable(reason, help)) => {
            return Err(
                Diagnostic::nowhere(format!("{}: {reason}", printable_line(file)), help).into(),
            );
        }
    };
    let source = Arc::new(Source {
        name: file.to_owned(),
        text,
    });
    let neat = format_rule_file(&source.text).map_err(|mistakes| {
        let to_diagnostic = |wrong: oddsmith_language::Mistake| {
            let place = Place {
                source: Arc::clone(&source),
                span: wrong.span.start..wrong.span.end,
            };
            Diagnostic {
                fix: wrong.fix.map(Box::new),
                ..Diagnostic::at(&place, wrong.problem, wrong.help)
            }
        };
        Diagnostics(mistakes.into_iter().map(to_diagnostic).collect())
    })?;
    Ok((source.text.clone(), neat))
}

/// Replaces the text of a file completely or not at all. The permissions of the file stay the same.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // For a symbolic link, the file that it points to is written.
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".unfinished-")
        .tempfile_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file()
        .set_permissions(std::fs::metadata(&path)?.permissions())?;
    file.persist(&path).map(drop).map_err(|error| error.error)
}
