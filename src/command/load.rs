//! Scenarios found, read and checked before anything is done with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::{CliError, INTERRUPTED};
use crate::analysis::{self, RunPlan};
use crate::cli::RunArgs;
use crate::file_name::same_file;
use crate::input::diagnostic::{Diagnostic, Diagnostics};
use crate::preflight::preflight;
use crate::rule_file::find::FileLocation;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find::{self, FoundScenario};
use crate::scenario::unchanged::unchanged;
use crate::scenario::unused::unused_values;
use crate::terminal::{say, say_over, shown};
use oddsmith_engine::explore::Watch;

/// Finds and checks scenarios. All mistakes in all of them are reported together.
pub(super) fn load(
    wanted: impl IntoIterator<Item = Result<FoundScenario, Diagnostic>>,
    overrides: &Overrides,
) -> Result<Vec<Scenario>, Diagnostics> {
    let mut problems = Vec::new();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for found in wanted {
        match found
            .map_err(Diagnostics::from)
            .and_then(|found| read(found, overrides))
        {
            Ok(scenario) => scenarios.push(scenario),
            Err(more) => problems.extend(more.0),
        }
    }
    let mut by_name: BTreeMap<String, &Scenario> = BTreeMap::new();
    for scenario in &scenarios {
        if let Some(other) = by_name.insert(same_file(&scenario.name), scenario) {
            let both = format!(
                "{} and {} would both be written to",
                other.source.name, scenario.source.name
            );
            let what = if other.name == scenario.name {
                format!("{both} the folder {}", scenario.name)
            } else {
                format!(
                    "{both} one folder, because the file system ignores case: {} or {}",
                    other.name, scenario.name
                )
            };
            problems.push(Diagnostic::nowhere(
                what,
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

fn read(found: FoundScenario, overrides: &Overrides) -> Result<Scenario, Diagnostics> {
    let context = found
        .folder
        .as_deref()
        .map_or(FileLocation::Bundled, FileLocation::Folder);
    Scenario::parse_at(&found.name, found.source, context, overrides)
}

/// Checks scenarios against their rules. All mistakes in all of them are reported together.
pub(crate) fn plans(scenarios: &[Scenario]) -> Result<Vec<RunPlan<'_>>, Diagnostics> {
    let mut problems = Vec::new();
    let mut plans = Vec::new();
    for scenario in scenarios {
        match preflight(scenario, &Watch::default()).and_then(|()| analysis::plan(scenario)) {
            Ok(plan) => plans.push(plan),
            Err(more) => problems.extend(more.0),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems));
    }
    let in_some = plans
        .iter()
        .flat_map(|plan| plan.unused_in_some.iter().cloned());
    let warnings = in_some.chain(scenarios.iter().flat_map(|scenario| {
        unused_values(scenario)
            .into_iter()
            .chain(unchanged(scenario))
    }));
    let words = scenarios
        .iter()
        .flat_map(|scenario| scenario.words_left_out.clone());
    warnings
        .chain(words)
        .for_each(|value| say(value.as_warning()));
    Ok(plans)
}

/// Stops a run at its next batch after the first signal to end (Ctrl-C, or one of the system). A
/// second signal ends the program at once. Where the system cannot listen, the first signal ends
/// the program, and the next run cleans up.
pub(crate) fn stop_on_signals(watch: &Arc<Watch>) {
    stop_on_signals_during(watch, || true);
}

/// Does the same for a command that is not running all the time. The first signal is answered only
/// while it is.
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
            // Over the progress bar, where there is one.
            say_over("stopping: press Ctrl-C again to stop at once\n");
        }
    };
    let _ = ctrlc::set_handler(handler);
}

/// What the command line names, found and read.
pub(super) fn load_all(args: &RunArgs) -> Result<Vec<Scenario>, CliError> {
    let overrides = Overrides {
        run: args.run_overrides(),
        sets: args.set.clone(),
        sweeps: args.sweep.clone(),
        asks: args.ask.clone(),
        ..Overrides::default()
    };
    let wanted = args.wanted.iter().map(|wanted| find::find_any(wanted));
    let named = args.scenario.iter().map(|wanted| find::find(wanted));
    let rules = args.rule.iter().map(|id| find::of_a_rule(id));
    let scenarios = load(wanted.chain(named).chain(rules), &overrides)?;
    if !args.quiet {
        let called = scenarios.iter().flat_map(Scenario::called_otherwise);
        called.for_each(|line| say(format_args!("note: {}\n", shown(&line))));
    }
    Ok(scenarios)
}
