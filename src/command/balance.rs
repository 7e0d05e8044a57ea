//! `balance`: finds settings that meet the goals of a scenario, and runs the best one next to the
//! published one.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Arc;

use super::error::CliError;
use super::finish::{engine_mode, finish};
use super::load::{load_all, search_each, stop_on_signals};
use super::output::CommandOutput;
use crate::analysis;
use crate::cli::{BalanceArgs, RunArgs};
use crate::export::table::{self, Rest};
use crate::report::balance::Balancing;
use crate::scenario::document::Scenario;
use crate::terminal::{print, print_message, printable_line, printable_lines, width};
use oddsmith_engine::explore::Watch;

/// Finds settings and runs the best one. With `--apply`, it prints the scenario with that setting
/// instead.
///
/// # Errors
/// Returns an error if the input is wrong, or if the run fails or is interrupted.
pub fn balance(args: &BalanceArgs) -> Result<CommandOutput, CliError> {
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let scenarios = load_all(&args.run, &watch)?;
    if args.apply {
        apply(&scenarios, &args.run, &watch)
    } else {
        run(&scenarios, &args.run, &watch)
    }
}

/// Finds settings for each scenario, and runs the best ones together with the published ones. If it
/// is stopped, it returns what was found so far.
pub(super) fn run(
    scenarios: &[Scenario],
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let found = find_all(scenarios, args, watch)?;
    if watch.is_stopped() {
        let text = found
            .iter()
            .map(text_without_run)
            .collect::<Vec<_>>()
            .join("\n");
        print_message("interrupted: oddsmith wrote nothing\n");
        return Ok(CommandOutput {
            exit_code: 130,
            ..text.into()
        });
    }
    let scenarios_with_variants: Vec<Scenario> = scenarios
        .iter()
        .zip(&found)
        .map(|(scenario, balancing)| scenario.with_balanced_variants(balancing))
        .collect();
    let names = scenarios.iter().map(|scenario| scenario.name.clone());
    let found: BTreeMap<String, Balancing> = names.zip(found).collect();
    let mode = engine_mode(args.engine);
    finish(
        &scenarios_with_variants,
        args,
        print,
        watch,
        &|plan, _, watch| {
            let mut report = analysis::run(plan, mode, watch)?;
            report.balance = found.get(&report.name).cloned();
            Ok(report)
        },
    )
}

/// Returns the scenario with the best setting.
fn apply(
    scenarios: &[Scenario],
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let found = find_all(scenarios, args, watch)?;
    if watch.is_stopped() {
        return Err(CliError::Interrupted { finished: 0 });
    }
    let mut text = String::new();
    for (scenario, balancing) in scenarios.iter().zip(&found) {
        let Some(best) = balancing.settings_meeting_all().next() else {
            print_message(format_args!(
                "{}\n",
                printable_lines(&text_without_run(balancing)).trim_end()
            ));
            print_message(format_args!(
                "{}: no setting meets all goals, so the file is unchanged\n",
                printable_line(&scenario.source.name)
            ));
            return Ok(CommandOutput {
                exit_code: 3,
                ..String::new().into()
            });
        };
        text.push_str(&printable_lines(&scenario.with_numbers(&best.point)?));
    }
    Ok(text.into())
}

fn find_all(
    scenarios: &[Scenario],
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<Vec<Balancing>, CliError> {
    search_each(scenarios, args, watch, |scenario| {
        analysis::balance(scenario, args.met_only, watch)
    })
}

/// Returns the text of what was found, if there is no run to show with it.
fn text_without_run(balancing: &Balancing) -> String {
    let width = if std::io::stdout().is_terminal() {
        width()
    } else {
        usize::MAX
    };
    table::balance(balancing, width, Rest::Nowhere)
}
