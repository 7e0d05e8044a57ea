//! Finds, reads and checks scenarios.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::error::{CliError, INTERRUPTED};
use crate::analysis::{RunError, RunPlan};
use crate::cli::RunArgs;
use crate::file_name::same_file;
use crate::front::{Run, around};
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::progress::Progress;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find::{self, FoundScenario};
use crate::terminal::{print_message, printable_line, reprint_message};
use crate::workers::workers;
use oddsmith_engine::explore::Watch;

/// Finds and checks scenarios. All mistakes in all of them are reported together.
pub(super) fn load(
    wanted: impl IntoIterator<Item = Result<FoundScenario, Diagnostics>>,
    overrides: &Overrides,
) -> Result<Vec<Scenario>, Diagnostics> {
    let mut problems = Vec::new();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for found in wanted {
        match found.and_then(|found| Run::found(found).overrides(overrides.clone()).scenario()) {
            Ok(scenario) => scenarios.push(scenario),
            Err(more) => problems.extend(more.0),
        }
    }
    let mut by_name: BTreeMap<String, &Scenario> = BTreeMap::new();
    for scenario in &scenarios {
        if let Some(other) = by_name.insert(same_file(&scenario.name), scenario) {
            let conflict = format!(
                "{} and {} would both be written to",
                other.source.name, scenario.source.name
            );
            let message = if other.name == scenario.name {
                format!("{conflict} the folder {}", scenario.name)
            } else {
                format!(
                    "{conflict} one folder, because the file system ignores case: {} or {}",
                    other.name, scenario.name
                )
            };
            problems.push(Diagnostic::nowhere(
                message,
                "run them separately with different --output folders, or rename one",
            ));
        }
    }
    if problems.is_empty() {
        Ok(scenarios)
    } else {
        Err(Diagnostics(problems))
    }
}

/// Checks scenarios against their rules. All mistakes in all of them are reported together.
pub(crate) fn plans(scenarios: &[Scenario]) -> Result<Vec<RunPlan<'_>>, Diagnostics> {
    let mut problems = Vec::new();
    let mut plans = Vec::new();
    for scenario in scenarios {
        match around::plan(scenario, &Watch::default()) {
            Ok(plan) => plans.push(plan),
            Err(more) => problems.extend(more.0),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems));
    }
    plans
        .iter()
        .flat_map(around::warnings)
        .for_each(|value| print_message(value.warning_text()));
    Ok(plans)
}

/// Runs a search for each scenario, after all of them have been checked.
pub(super) fn search_each<T: Send>(
    scenarios: &[Scenario],
    args: &RunArgs,
    watch: &Arc<Watch>,
    search: impl Fn(&Scenario) -> Result<T, RunError> + Send,
) -> Result<Vec<T>, CliError> {
    workers(args.threads).install(|| {
        plans(scenarios)?;
        let _progress = Progress::start(watch, 0, args.quiet);
        let found = scenarios.iter().map(search);
        Ok(found.collect::<Result<_, _>>()?)
    })
}

/// Stops a run at its next batch after the first signal (Ctrl-C, or a signal of the system). A
/// second signal ends the program at once. If the signals cannot be handled, the first one ends the
/// program, and the next run cleans up.
pub(crate) fn stop_on_signals(watch: &Arc<Watch>) {
    stop_on_signals_during(watch, || true);
}

/// Does the same for a command that is not always running. The first signal stops a run only if
/// there is one.
pub(super) fn stop_on_signals_during(
    watch: &Arc<Watch>,
    is_running: impl Fn() -> bool + Send + 'static,
) {
    let watch = Arc::clone(watch);
    let handler = move || {
        if watch.is_stopped() {
            std::process::exit(INTERRUPTED.into());
        }
        watch.stop();
        if is_running() {
            // The message replaces the progress bar.
            reprint_message("stopping: press Ctrl-C again to stop at once\n");
        }
    };
    on_each_signal(handler);
}

/// Calls a function whenever a signal asks the program to end.
#[cfg(unix)]
fn on_each_signal(handler: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    let wait = move || signals.forever().for_each(|_| handler());
    let _ = std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(wait);
}

/// Calls a function at each Ctrl-C, and whenever the console is closed.
#[cfg(windows)]
fn on_each_signal(handler: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(handler);
}

/// Returns the scenarios that the command line names.
pub(super) fn load_all(args: &RunArgs, watch: &Watch) -> Result<Vec<Scenario>, CliError> {
    let wanted = find::find_all(&args.wanted, &mut keep_going(args.quiet, watch));
    if watch.is_stopped() {
        return Err(CliError::Interrupted { finished: 0 });
    }
    let named = args.scenario.iter().map(|wanted| find::find(wanted));
    let rules = args
        .rule
        .iter()
        .map(|id| find::default_scenario(id).map_err(Diagnostics::from));
    let found: Vec<_> = wanted.into_iter().chain(named).chain(rules).collect();
    let notes: Vec<String> = found
        .iter()
        .flatten()
        .flat_map(|found| found.notes.clone())
        .collect();
    let scenarios = load(found, &args.overrides())?;
    if !args.quiet {
        let called = scenarios.iter().flat_map(Scenario::informal_key_notes);
        notes
            .into_iter()
            .chain(called)
            .for_each(|line| print_message(format_args!("note: {}\n", printable_line(&line))));
    }
    Ok(scenarios)
}

/// After this time, a message says that a translation needs more time.
const SLOW: Duration = Duration::from_secs(2);

/// Returns a function that says whether a translation of an AnyDice program goes on. It stops at a
/// signal, and prints a note if the translation is slow.
pub(super) fn keep_going(is_quiet: bool, watch: &Watch) -> impl FnMut() -> bool {
    let start = Instant::now();
    let mut is_announced = is_quiet;
    move || {
        if !is_announced && start.elapsed() > SLOW {
            is_announced = true;
            print_message("note: the program needs some time; Ctrl-C stops it\n");
        }
        !watch.is_stopped()
    }
}
