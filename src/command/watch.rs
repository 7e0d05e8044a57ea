//! `watch`: a scenario run again whenever its file, or its rule file, is saved.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::error::CliError;
use super::load::{load_all, stop_on_signals};
use super::run::told;
use super::told::Told;
use crate::catalogue;
use crate::cli::RunArgs;
use crate::input::diagnostic::Diagnostic;
use crate::input::tree::Node;
use crate::rule_file::find::{self as rule_files, Beside, is_rule_file};
use crate::scenario::find::{STDIN, find_any};
use crate::terminal::{print, print_anew, say};
use oddsmith_engine::explore::Watch;

/// Between two looks at the files: soon enough to be felt as at once.
const LOOK: Duration = Duration::from_millis(200);

/// Runs scenarios again whenever one of their files is saved. The last good table stays while there is an error; Ctrl-C ends
/// it.
///
/// # Errors
/// When there is no file to watch.
pub fn watch(args: &RunArgs) -> Result<Told, CliError> {
    let named = || args.wanted.iter().chain(&args.scenario);
    if named().any(|wanted| wanted == STDIN) {
        let help = "name a file: simulate watch harsh.toml";
        return Err(Diagnostic::nowhere("standard input cannot be watched", help).into());
    }
    let all = || named().flat_map(|wanted| files(wanted)).collect::<Vec<PathBuf>>();
    let mut watched = all();
    if watched.is_empty() {
        return Err(no_file(named()).into());
    }
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let mut last = String::new();
    while !watch.is_stopped() {
        let seen = stamps(&watched);
        match load_all(args).and_then(|scenarios| told(&scenarios, args, print_anew, &watch)) {
            Ok(told) => {
                match told.printed {
                    0 => print_anew(&told.text)?,
                    _ => print(told.rest())?,
                }
                last = told.text;
            }
            Err(CliError::Interrupted { .. }) => break,
            Err(problem) => {
                // On a terminal the screen is made anew, elsewhere it stands there already.
                if std::io::stdout().is_terminal() {
                    print_anew(&last)?;
                }
                say(&problem);
            }
        }
        // What was saved while it was run is seen now.
        while !watch.is_stopped() && stamps(&watched) == seen {
            sleep(LOOK);
        }
        // Another rule file may be named now; while an editor writes the scenario there may be none for a moment.
        // One that was used may be at fault now, and is watched on.
        let mut now = all();
        now.extend(watched.into_iter().filter(|path| path.exists()));
        now.sort();
        now.dedup();
        watched = now;
    }
    Ok(String::new().into())
}

/// Why there is nothing to watch: what was named is not there, or is no file.
fn no_file<'n>(mut named: impl Iterator<Item = &'n String>) -> Diagnostic {
    let problem = |wanted: &String| match is_rule_file(wanted) {
        true => catalogue::rule(wanted).err()?.0.into_iter().next(),
        false => find_any(wanted).err(),
    };
    if let Some(problem) = named.find_map(problem) {
        return problem;
    }
    let help = "it is bundled: save it as a file first, as by simulate new --from wing3d > mine.toml";
    Diagnostic::nowhere("there is no file to watch", help)
}

/// The files that an argument stands for: the scenario, the rule file that it names and those that that one uses; none where it
/// is bundled.
fn files(wanted: &str) -> Vec<PathBuf> {
    if is_rule_file(wanted) {
        return with_used(wanted, Path::new(""));
    }
    let Some((found, folder)) = find_any(wanted).ok().and_then(|found| Some((found.clone(), found.folder?))) else {
        return Vec::new();
    };
    let document = Node::document(&found.source).ok();
    let rule = document.as_ref().and_then(|document| document.get("rule")?.text()).filter(|rule| is_rule_file(rule));
    let mut all = rule.map_or_else(Vec::new, |rule| with_used(rule, &folder));
    all.push(PathBuf::from(&found.source.name));
    all.retain(|path| path.exists());
    all
}

/// A rule file and the files that it uses.
fn with_used(rule: &str, folder: &Path) -> Vec<PathBuf> {
    let own = [folder.join(rule), Path::new("rules").join(rule)].into_iter().find(|path| path.exists());
    let read = rule_files::find_any(rule, Beside::Folder(folder)).ok();
    let used = read.iter().flat_map(|read| &read.used).map(|(_, source)| PathBuf::from(&source.name));
    own.into_iter().chain(used).filter(|path| path.exists()).collect()
}

/// When each file was last saved, and how long it is.
fn stamps(files: &[PathBuf]) -> Vec<Option<(SystemTime, u64)>> {
    let stamp = |path: &PathBuf| {
        let metadata = path.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.iter().map(stamp).collect()
}
