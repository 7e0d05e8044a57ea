//! Makes the reports of scenarios, writes their results and prints them.

use std::io::IsTerminal;
use std::sync::Arc;

use super::early::{EarlyOutput, Printer};
use super::error::CliError;
use super::extras::read_wanted_extras;
use super::load::plans;
use super::one::{ReportSource, formats, open_folder, run_scenario};
use super::output::CommandOutput;
use crate::analysis::EngineMode;
use crate::cli::{Engine, Json, RunArgs};
use crate::export;
use crate::export::table::{Options, Rest, SavedFiles};
use crate::progress::Progress;
use crate::report::{Report, Verdict};
use crate::scenario::document::Scenario;
use crate::terminal::{printable_json, width};
use crate::workers::workers;
use oddsmith_engine::explore::Watch;

/// Makes the report of each scenario, writes its results and prints them.
///
/// # Errors
/// Returns an error if the input is wrong, or if the run fails or is interrupted.
pub(crate) fn finish(
    scenarios: &[Scenario],
    args: &RunArgs,
    print: Printer,
    watch: &Arc<Watch>,
    source: ReportSource<'_>,
) -> Result<CommandOutput, CliError> {
    let options = table_options(args);
    let early = EarlyOutput::for_terminal(scenarios, args, (&options, print));
    let reports = workers(args.threads)
        .install(|| run_all(scenarios, args, early.as_ref(), watch, source))?;
    let text = match (args.json.is_some(), args.quiet) {
        (true, _) => printable_json(&export::json::reports(
            &reports,
            args.json == Some(Json::Full),
        )),
        (false, true) => String::new(),
        (false, false) => {
            let table = |report| export::table::table(report, &options);
            reports.iter().map(table).collect::<Vec<_>>().join("\n")
        }
    };
    let printed = early.map_or(0, |early| early.printed_length(&text));
    let exit_code = exit_code(
        reports
            .iter()
            .map(|report| (report.verdict(), report.is_unmet())),
    );
    Ok(CommandOutput {
        text,
        printed_length: printed,
        exit_code,
    })
}

/// Returns the engine mode for a value of `--engine`.
pub(crate) fn engine_mode(engine: Engine) -> EngineMode {
    match engine {
        Engine::Auto => EngineMode::Auto,
        Engine::Play => EngineMode::Play,
        Engine::Graph => EngineMode::Graph,
    }
}

/// Returns the options for the layout of tables.
fn table_options(args: &RunArgs) -> Options {
    // Without a terminal, the width is not limited.
    let width = if std::io::stdout().is_terminal() {
        width()
    } else {
        usize::MAX
    };
    let top = args.top.map(|top| top as usize);
    let rest = if args.no_save {
        Rest::Nowhere
    } else {
        Rest::InFiles
    };
    let files = (!args.no_save).then(|| SavedFiles {
        output: args.output_folder().to_owned(),
        has_charts: !formats(args).is_empty(),
        has_report: !args.no_report,
    });
    Options {
        width,
        is_wide: args.wide,
        shows_all: args.all,
        at_least: args.at_least,
        at_most: args.at_most,
        sort: args.sort.clone(),
        top,
        rest,
        files,
    }
}

/// Returns the exit code of a run that wrote everything. It is 4 if the simulated trials of any
/// scenario disagree with its exact odds, and 3 if an answer misses its goal.
fn exit_code(verdicts: impl Iterator<Item = (Verdict, bool)>) -> u8 {
    verdicts.fold(0, |code, (verdict, is_unmet)| match verdict {
        verdict if verdict.is_bad() => 4,
        _ if is_unmet => code.max(3),
        _ => code,
    })
}

/// Runs all scenarios. All are checked before the first one runs, and the results are put in place
/// after the last one. A mistake in the input therefore leaves no results.
fn run_all(
    scenarios: &[Scenario],
    args: &RunArgs,
    early: Option<&EarlyOutput<'_>>,
    watch: &Arc<Watch>,
    source: ReportSource<'_>,
) -> Result<Vec<Report>, CliError> {
    let plans = plans(scenarios)?;
    let wanted = read_wanted_extras(scenarios, &plans, args)?;
    let formats = formats(args);
    let is_new = !args.output_folder().exists();
    let mut folders = Vec::new();
    for (scenario, plan) in scenarios.iter().zip(&plans) {
        folders.push(if args.no_save {
            None
        } else {
            Some(open_folder(scenario, plan, &formats, args)?)
        });
    }
    let progress = Progress::start(
        watch,
        plans.iter().map(|plan| plan.trials).sum(),
        args.quiet,
    );
    let mut results = Vec::new();
    let mut ended = Ok(());
    for (((scenario, plan), wanted), folder) in
        scenarios.iter().zip(&plans).zip(&wanted).zip(folders)
    {
        match run_scenario(
            (scenario, plan, wanted),
            folder,
            args,
            (source, early),
            &formats,
            (watch, &progress),
        ) {
            Ok(result) => results.push(result),
            Err(failed) => {
                ended = Err(failed);
                break;
            }
        }
    }
    drop(progress);
    if matches!(ended, Err(CliError::Wrong(_))) {
        // After a mistake, the results of finished scenarios are deleted, too.
        results.clear();
    }
    let reports: Vec<Report> = results
        .into_iter()
        .map(|result| result.put_in_place(args))
        .collect::<Result<_, _>>()?;
    if is_new && ended.is_err() {
        // The output folder was created for this run. If it is still empty, it is deleted.
        let _ = std::fs::remove_dir(args.output_folder());
    }
    match ended {
        Err(CliError::Interrupted { .. }) => Err(CliError::Interrupted {
            finished: reports.len(),
        }),
        Err(failed) => Err(failed),
        Ok(()) => Ok(reports),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disagreeing_simulations_exit_with_4() {
        let code_of = |verdicts: &[(Verdict, bool)]| exit_code(verdicts.iter().copied());
        assert_eq!(
            code_of(&[(Verdict::Agrees, false), (Verdict::Untested, false)]),
            0
        );
        assert_eq!(
            code_of(&[(Verdict::Agrees, true), (Verdict::Untested, false)]),
            3
        );
        assert_eq!(
            code_of(&[(Verdict::Disagrees, true), (Verdict::Agrees, true)]),
            4
        );
    }
}
