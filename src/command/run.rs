//! Runs scenarios and writes their results.

use std::sync::Arc;

use super::early::Printer;
use super::error::CliError;
use super::finish::{engine_mode, finish};
use super::load::{load_all, search_each, stop_on_signals};
use super::one::formats;
use super::output::CommandOutput;
use crate::analysis;
use crate::cli::RunArgs;
use crate::export::{self, Format};
use crate::input::diagnostic::Diagnostic;
use crate::report::search::Search;
use crate::rolls;
use crate::scenario::document::Scenario;
use crate::scenario::find::is_typed_dice;
use crate::terminal::{print, print_message, printable_json};
use oddsmith_engine::explore::Watch;

/// Runs scenarios and writes their results.
///
/// # Errors
/// Returns an error if the input is wrong, or if the run fails or is interrupted.
pub fn run(args: &RunArgs) -> Result<CommandOutput, CliError> {
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let wanted = rolls::join_arguments(&args.wanted);
    let has_only_dice = !wanted.is_empty()
        && args.scenario.is_empty()
        && args.rule.is_empty()
        && wanted.iter().all(|wanted| is_typed_dice(wanted));
    let is_unsaved = has_only_dice && args.output.is_none();
    if is_unsaved && !args.no_save && args.format != [Format::Svg, Format::Png] {
        print_message(
            "warning: `--format` has no effect here: a roll is saved only with `--output DIR`\n",
        );
    }
    let args = &RunArgs {
        wanted,
        no_save: args.no_save || is_unsaved,
        ..args.clone()
    };
    run_scenarios(&load_all(args, &watch)?, args, print, &watch)
}

/// Runs scenarios and returns their output. Numbers that are known early are printed at once.
pub(super) fn run_scenarios(
    scenarios: &[Scenario],
    args: &RunArgs,
    print: Printer,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    check_formats(args)?;
    if let (Some(claim), Some(over)) = (&args.find, &args.over) {
        return search(scenarios, (claim, over), args, watch);
    }
    if args.balance {
        return super::balance::run(scenarios, args, watch);
    }
    if let Some(shard) = &args.shard {
        return super::shards::run(scenarios, shard, args, watch);
    }
    let mode = engine_mode(args.engine);
    finish(scenarios, args, print, watch, &|plan, hear, watch| {
        analysis::run_with_listener(plan, mode, hear, watch)
    })
}

/// Refuses a format that this build of the program cannot write.
fn check_formats(args: &RunArgs) -> Result<(), CliError> {
    if !cfg!(feature = "xlsx") && formats(args).contains(&Format::Xlsx) {
        return Err(Diagnostic::nowhere(
            "`--format xlsx`: this build of oddsmith cannot write workbooks",
            "use a package of a release, or build with `cargo build --release --features xlsx`",
        )
        .into());
    }
    Ok(())
}

/// Searches for a value of a parameter in each scenario. It writes no files.
fn search(
    scenarios: &[Scenario],
    (claim, over): (&str, &str),
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let found: Vec<Search> = search_each(scenarios, args, watch, |scenario| {
        analysis::find(scenario, claim, over, watch)
    })?;
    let text = match args.json {
        Some(_) => printable_json(&export::json::searches(&found)),
        None => found
            .iter()
            .map(export::table::search)
            .collect::<Vec<_>>()
            .join("\n"),
    };
    Ok(text.into())
}
