//! `watch`: runs scenarios again whenever one of their files is saved.

use std::io::{ErrorKind, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use super::error::{CliError, INTERRUPTED};
use super::load::{load_all, stop_on_signals_during};
use super::output::CommandOutput;
use super::run::run_scenarios;
use crate::cli::RunArgs;
use crate::input::diagnostic::Diagnostic;
use crate::input::text_file::{ReadFile, record_reads};
use crate::scenario::document::Scenario;
use crate::scenario::find::STDIN;
use crate::terminal::{print, print_message, reprint};
use oddsmith_engine::explore::Watch;

/// The interval at which files are checked. It is short, so that a run seems to start at once.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The longest time to wait for files that are saved again and again.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Runs scenarios again whenever one of their files is saved: scenarios, rule files and language
/// files. A file that does not exist is watched, too. While there is an error, the last table
/// stays. Ctrl-C ends the command with exit code 130, and a closed standard output ends it with 0.
///
/// # Errors
/// Returns an error if there is no file to watch, or if standard output cannot be written.
pub fn watch(args: &RunArgs) -> Result<CommandOutput, CliError> {
    if args
        .wanted
        .iter()
        .chain(&args.scenario)
        .any(|wanted| wanted == STDIN)
    {
        let help = "name a file: simulate watch harsh.toml";
        return Err(Diagnostic::nowhere("standard input cannot be watched", help).into());
    }
    let (ended, is_running) = (Arc::new(Watch::default()), Arc::new(AtomicBool::new(false)));
    let is_running_now = Arc::clone(&is_running);
    stop_on_signals_during(&ended, move || is_running_now.load(Ordering::Relaxed));
    let (mut last, mut is_first) = (String::new(), true);
    while !ended.is_stopped() {
        let (loaded, files) = record_reads(|| load_all(args, &ended));
        let is_any = files.iter().any(ReadFile::exists);
        // If a file is missing for a moment, a bundled scenario must not replace it.
        let loaded = if is_any {
            loaded
        } else {
            loaded.and(Err(no_file()))
        };
        is_running.store(true, Ordering::Relaxed);
        let done = loaded.and_then(|scenarios| run_until_saved(&scenarios, args, &files, &ended));
        is_running.store(false, Ordering::Relaxed);
        match done {
            Ok(output) => {
                let printed = if output.printed_length == 0 {
                    reprint(&output.text)
                } else {
                    print(output.rest())
                };
                match printed {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                        return Ok(String::new().into());
                    }
                    printed => printed?,
                }
                last = output.text;
            }
            // Ctrl-C, or a file was saved.
            Err(CliError::Interrupted { .. }) => {}
            Err(problem) if is_first && !is_any => return Err(problem),
            Err(problem) => {
                // A terminal is cleared first. Elsewhere, the last table is still visible.
                if std::io::stdout().is_terminal() {
                    reprint(&last)?;
                }
                print_message(&problem);
            }
        }
        is_first = false;
        wait_for_save(&files, &ended);
    }
    Ok(CommandOutput {
        exit_code: INTERRUPTED,
        ..String::new().into()
    })
}

fn no_file() -> CliError {
    let help = "save the bundled scenario as a file first: simulate new --from wing3d > mine.toml";
    Diagnostic::nowhere("there is no file to watch", help).into()
}

/// Runs scenarios. Saving one of these files stops the run, and so does Ctrl-C.
fn run_until_saved(
    scenarios: &[Scenario],
    args: &RunArgs,
    files: &[ReadFile],
    ended: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let run = Arc::new(Watch::default());
    let (running, ended, files) = (Arc::downgrade(&run), Arc::clone(ended), files.to_vec());
    let look_on = move || {
        // The thread ends with the run.
        while let Some(run) = running.upgrade() {
            if ended.is_stopped() || is_changed(&files) {
                return run.stop();
            }
            drop(run);
            sleep(POLL_INTERVAL);
        }
    };
    // If no thread can be started, nothing stops the run.
    let _ = Builder::new().spawn(look_on);
    run_scenarios(scenarios, args, reprint, &run)
}

/// Waits until a file is saved, and then until no file changes any more. Some editors delete a file
/// before they write it, and version control writes several files.
fn wait_for_save(files: &[ReadFile], ended: &Watch) {
    while !ended.is_stopped() && !is_changed(files) {
        sleep(POLL_INTERVAL);
    }
    let changed = Instant::now();
    let mut seen: Vec<ReadFile> = files.iter().map(ReadFile::reload).collect();
    while !ended.is_stopped() && changed.elapsed() < LONGEST_WAIT {
        sleep(POLL_INTERVAL);
        if !is_changed(&seen) {
            return;
        }
        seen = seen.iter().map(ReadFile::reload).collect();
    }
}

fn is_changed(files: &[ReadFile]) -> bool {
    files.iter().any(|file| file.reload() != *file)
}
