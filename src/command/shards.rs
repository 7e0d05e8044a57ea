//! The commands for shards: a run that writes one of them, and the merging of all.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use oddsmith_engine::explore::Watch;

use super::error::CliError;
use super::finish::{engine_mode, finish};
use super::load::{plans, stop_on_signals};
use super::one::Listener;
use super::output::CommandOutput;
use crate::analysis::{RunError, RunPlan, sharded};
use crate::cli::{MergeArgs, RunArgs};
use crate::figures::grouped;
use crate::front::Run;
use crate::input::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::progress::Progress;
use crate::scenario::document::Scenario;
use crate::shard::argument::parse_shard;
use crate::shard::folder::Shards;
use crate::shard::found::{CasePiece, slot_names};
use crate::shard::header::{Header, ShardedRun};
use crate::shard::one::Shard;
use crate::shard::write::ShardWriter;
use crate::terminal::{print, print_message, printable_line};
use crate::workers::workers;

/// Runs a shard of each scenario, and writes its file.
///
/// # Errors
/// Returns an error if the input is wrong, or if the run fails or is interrupted.
pub(crate) fn run(
    scenarios: &[Scenario],
    text: &str,
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let shard = parse_shard(text)?;
    refuse_unshardable(scenarios)?;
    workers(args.threads).install(|| {
        let plans = plans(scenarios)?;
        for (index, plan) in plans.iter().enumerate() {
            write_shard(plan, shard, args, watch).map_err(|error| match error {
                CliError::Interrupted { .. } => CliError::Interrupted { finished: index },
                error => error,
            })?;
        }
        Ok(CommandOutput::from(String::new()))
    })
}

/// Refuses scenarios whose run cannot be split into shards.
fn refuse_unshardable(scenarios: &[Scenario]) -> Result<(), Diagnostics> {
    let mut problems = Vec::new();
    for scenario in scenarios {
        let name = &scenario.source.name;
        if scenario.settings.precision.is_some() {
            let message = format!(
                "{name}: shards cannot run to a precision, because no shard knows the trials of the others"
            );
            problems.push(Diagnostic::nowhere(
                message,
                "remove `precision`, and give the number of trials: --trials N",
            ));
        }
        if scenario.settings.has_random_seed {
            let message = format!("{name}: each shard would draw a different random seed");
            problems.push(Diagnostic::nowhere(
                message,
                "give all shards the same seed: --seed N",
            ));
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Diagnostics(problems))
    }
}

fn write_shard(
    plan: &RunPlan<'_>,
    shard: Shard,
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<(), CliError> {
    let started = Instant::now();
    let scenario = &*plan.scenario;
    let header = Header {
        shard: shard.number,
        shard_count: shard.count,
        run: ShardedRun::new(scenario, args),
    };
    let mode = engine_mode(args.engine);
    let (method, pieces) = sharded::plan_share(plan, mode, (shard.number, shard.count), watch)?;
    let mut writing = ShardWriter::open(
        &args.output_folder().join(&scenario.name),
        &header,
        &shard.file_name(),
    )?;
    let trials = pieces
        .iter()
        .map(|piece| piece.share.trials(scenario.settings.trials))
        .sum();
    let progress = Progress::start(watch, trials, args.quiet);
    progress.begin(watch);
    sharded::run_pieces::<CliError>(
        plan,
        (mode, method),
        &pieces,
        watch,
        |piece, computed, counts| {
            let found = CasePiece {
                case: piece.case,
                computed,
                counts,
            };
            let names = slot_names(&scenario.build_case(piece.case)?.presentation.metrics);
            found.emit_rows(&names, &mut |row| writing.write_row(&row))?;
            if watch.is_stopped() {
                Err(RunError::Interrupted.into())
            } else {
                Ok(())
            }
        },
    )?;
    drop(progress);
    let path = writing.path().display().to_string();
    let rows = writing.finish()?;
    if !args.quiet {
        let cases = match (pieces.first(), pieces.last()) {
            (Some(first), Some(last)) if first.case == last.case => {
                format!("of case {}", first.case + 1)
            }
            (Some(first), Some(last)) => {
                format!("of cases {} to {}", first.case + 1, last.case + 1)
            }
            _ => "of no case: there are more shards than work".to_owned(),
        };
        let (rows, trials, seconds) = (
            grouped(rows),
            grouped(trials),
            started.elapsed().as_secs_f64(),
        );
        print_message(format_args!(
            "{}: {rows} rows, {trials} trials {cases}, in {seconds:.2} s\n",
            printable_line(&path)
        ));
    }
    Ok(())
}

/// Merges the shards in a folder into the results that one machine would have written.
///
/// # Errors
/// Returns an error if shards are missing or belong to different runs, or if the merging fails or
/// is interrupted.
pub fn merge(args: &MergeArgs) -> Result<CommandOutput, CliError> {
    let shards = Shards::find(&args.folder)?;
    let run = shards.run.clone();
    let kept = |(name, text)| Source { name, text };
    let text = kept((run.scenario_file.clone(), run.scenario_text.clone()));
    let rule = run.rule_file.clone().zip(run.rule_text.clone()).map(kept);
    let used = run.used_files.iter().cloned().map(kept).collect();
    let scenario = Run::kept(&run.scenario, text, rule, used)
        .overrides(run.overrides())
        .scenario()?;
    let settings = &scenario.settings;
    if (settings.trials, settings.seed, scenario.case_count()) != (run.trials, run.seed, run.cases)
    {
        let message = format!(
            "the shards of {} do not fit together: they have other trials, cases or seeds",
            run.scenario
        );
        return Err(Diagnostic::nowhere(message, "delete them, and run them again").into());
    }
    let mut as_run = RunArgs {
        output: Some(output_folder(args, &run.scenario)?),
        ..args.to_run_args()
    };
    run.apply_to(&mut as_run);
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let mode = engine_mode(as_run.engine);
    let most_simulated =
        workers(as_run.threads).install(|| sharded::most_simulated(&scenario, mode, &watch))?;
    let cases = Mutex::new(Some(shards.cases(most_simulated)));
    let scenarios = [scenario];
    let merged = |plan: &RunPlan<'_>, _: Listener<'_>, watch: &Watch| {
        let cases = cases
            .lock()
            .ok()
            .and_then(|mut cases| cases.take())
            .into_iter()
            .flatten();
        sharded::merge_report(
            plan,
            cases.map(|case| case.map_err(|problem| RunError::Diagnostics(problem.into()))),
            watch,
        )
    };
    finish(&scenarios, &as_run, print, &watch, &merged)
}

/// Returns the parent folder of the results. The default is the parent of the folder of the shards.
fn output_folder(args: &MergeArgs, scenario: &str) -> Result<PathBuf, Diagnostic> {
    if let Some(output) = &args.output {
        return Ok(output.clone());
    }
    let is_named_after_scenario = args.folder.file_name().is_some_and(|name| name == scenario);
    let parent = args.folder.parent().map(|parent| {
        if parent.as_os_str().is_empty() {
            Path::new(".")
        } else {
            parent
        }
    });
    match parent.filter(|_| is_named_after_scenario) {
        Some(parent) => Ok(parent.to_owned()),
        None => {
            let message = format!(
                "the shards in {} are of {scenario}, which cannot be a folder name here",
                args.folder.display()
            );
            Err(Diagnostic::nowhere(
                message,
                format!("name the folder with --output DIR for {scenario}"),
            ))
        }
    }
}
