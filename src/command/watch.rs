//! `watch`: scenarios run again whenever a file that they are read from is saved.

use std::io::IsTerminal;
use std::sync::Arc;
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use super::error::CliError;
use super::load::{load_all, stop_on_signals};
use super::run::told;
use super::told::Told;
use crate::cli::RunArgs;
use crate::input::diagnostic::Diagnostic;
use crate::input::text_file::{ReadFile, recorded};
use crate::scenario::document::Scenario;
use crate::scenario::find::STDIN;
use crate::terminal::{print, print_anew, say};
use oddsmith_engine::explore::Watch;

/// The time between two looks at the files: short enough that a run seems to begin at once.
const LOOK: Duration = Duration::from_millis(100);
/// How long a run waits for files that are saved again and again.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs scenarios again whenever one of the files is saved that they are read from: their own, rule files and the files that
/// those use, files of words. A file that is not there is watched too. The last good table stays while there is an error;
/// Ctrl-C ends it.
///
/// # Errors
/// When there is no file to watch.
pub fn watch(args: &RunArgs) -> Result<Told, CliError> {
    if args.wanted.iter().chain(&args.scenario).any(|wanted| wanted == STDIN) {
        let help = "name a file: simulate watch harsh.toml";
        return Err(Diagnostic::nowhere("standard input cannot be watched", help).into());
    }
    let ended = Arc::new(Watch::default());
    stop_on_signals(&ended);
    let (mut last, mut is_first) = (String::new(), true);
    while !ended.is_stopped() {
        let (loaded, files) = recorded(|| load_all(args));
        let is_any = files.iter().any(ReadFile::is_there);
        // What is bundled under the name of a file that was away for a moment is not run.
        let loaded = if is_any { loaded } else { loaded.and(Err(no_file())) };
        match loaded.and_then(|scenarios| run_until_saved(&scenarios, args, &files, &ended)) {
            Ok(told) => {
                match told.printed {
                    0 => print_anew(&told.text)?,
                    _ => print(told.rest())?,
                }
                last = told.text;
            }
            // Ctrl-C, or a file was saved.
            Err(CliError::Interrupted { .. }) => {}
            Err(problem) if is_first && !is_any => return Err(problem),
            Err(problem) => {
                // On a terminal the screen is made anew, elsewhere it stands there already.
                if std::io::stdout().is_terminal() {
                    print_anew(&last)?;
                }
                say(&problem);
            }
        }
        is_first = false;
        wait(&files, &ended);
    }
    Ok(String::new().into())
}

fn no_file() -> CliError {
    let help = "it is bundled: save it as a file first, as by simulate new --from wing3d > mine.toml";
    Diagnostic::nowhere("there is no file to watch", help).into()
}

/// Runs scenarios; a save of one of these files stops the run, as Ctrl-C does.
fn run_until_saved(
    scenarios: &[Scenario],
    args: &RunArgs,
    files: &[ReadFile],
    ended: &Arc<Watch>,
) -> Result<Told, CliError> {
    let run = Arc::new(Watch::default());
    let (running, ended, files) = (Arc::downgrade(&run), Arc::clone(ended), files.to_vec());
    let look_on = move || {
        // Once nothing runs any more there is nothing to stop.
        while let Some(run) = running.upgrade() {
            if ended.is_stopped() || is_changed(&files) {
                return run.stop();
            }
            drop(run);
            sleep(LOOK);
        }
    };
    // Where there is no thread for it, the run goes to its end.
    let _ = Builder::new().spawn(look_on);
    told(scenarios, args, print_anew, &run)
}

/// Waits until one of the files is saved, and then until all are as they were at the last look: some editors delete a file
/// before they write it, and version control writes several.
fn wait(files: &[ReadFile], ended: &Watch) {
    while !ended.is_stopped() && !is_changed(files) {
        sleep(LOOK);
    }
    let changed = Instant::now();
    let mut seen: Vec<ReadFile> = files.iter().map(ReadFile::now).collect();
    while !ended.is_stopped() && changed.elapsed() < PATIENCE {
        sleep(LOOK);
        if !is_changed(&seen) {
            return;
        }
        seen = seen.iter().map(ReadFile::now).collect();
    }
}

fn is_changed(files: &[ReadFile]) -> bool {
    files.iter().any(|file| file.now() != *file)
}
