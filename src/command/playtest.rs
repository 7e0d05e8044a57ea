//! `playtest`: compares a log with the exact odds, plans a log, or writes an empty one.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use super::error::CliError;
use super::finish::finish;
use super::load::{load_all, stop_on_signals};
use super::output::CommandOutput;
use crate::analysis::{self, EngineMode};
use crate::cli::{PlaytestArgs, RunArgs};
use crate::export::{self, table};
use crate::file_name;
use crate::input::diagnostic::{Diagnostic, Source};
use crate::playtest::{self, Request};
use crate::report::playtest::Playtest;
use crate::scenario::document::Scenario;
use crate::terminal::{print, printable_line};
use crate::workers::workers;
use oddsmith_engine::explore::Watch;

/// The default number of trials that check the exact odds of a log.
const CHECKING_TRIALS: u64 = 20_000;

/// Compares a log, plans one, or writes an empty one.
///
/// # Errors
/// Returns an error if the command line, the scenario or the log is wrong, or if files cannot be
/// written.
pub fn playtest(args: &PlaytestArgs) -> Result<CommandOutput, CliError> {
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let run = args.to_run_args();
    let scenarios = load_all(&run, &watch)?;
    let [scenario] = scenarios.as_slice() else {
        let help = "compare a log with one scenario";
        return Err(Diagnostic::nowhere("playtest needs one scenario", help).into());
    };
    let threads = workers(args.threads);
    if let Some(question) = &args.plan {
        let plan =
            threads.install(|| playtest::plan_trials(scenario, question, &args.between, &watch))?;
        return Ok(if args.json {
            export::json::trial_plan(&plan).into()
        } else {
            table::trial_plan(&plan).into()
        });
    }
    if let Some(name) = &args.form {
        let form = threads.install(|| playtest::form(scenario, &watch))?;
        let name = name
            .clone()
            .unwrap_or_else(|| format!("{}-log", scenario.name));
        return write_form(&name, &form).map(CommandOutput::from);
    }
    let Some(path) = &args.log else {
        return Err(Diagnostic::nowhere("playtest needs a log", "name a CSV file").into());
    };
    let log = read_log(path)?;
    let request = Request {
        columns: args.column.clone(),
        by: args.by.clone(),
        fits: args.fit.clone(),
        skips: args.skip,
    };
    let compared = threads.install(|| playtest::playtest(scenario, log, &request, &watch))?;
    write_results(scenario, compared, &run, &watch)
}

/// Reads the file of a log.
fn read_log(path: &Path) -> Result<Source, CliError> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| {
        let help = "name a CSV file or a workbook, or write an empty log with --form";
        Diagnostic::nowhere(format!("{name} cannot be read: {error}"), help)
    })?;
    Ok(playtest::log_text(&name, &bytes)?)
}

/// Runs the scenario without its sweeps, and writes its results together with the comparison.
fn write_results(
    scenario: &Scenario,
    compared: Playtest,
    args: &RunArgs,
    watch: &Arc<Watch>,
) -> Result<CommandOutput, CliError> {
    let mut base = scenario.without_sweeps().with_variant(0);
    base.name = format!("{}{}", scenario.name, export::playtest::FOLDER_ENDING);
    // Goals are about the scenario, and charts of sweeps would be empty.
    base.questions
        .asks
        .iter_mut()
        .for_each(|ask| ask.want = None);
    base.charts = None;
    if args.trials.is_none() {
        base.settings.trials = base.settings.trials.min(CHECKING_TRIALS);
    }
    let scenarios = [base];
    finish(&scenarios, args, print, watch, &|plan, _, watch| {
        let mut report = analysis::run(plan, EngineMode::Auto, watch)?;
        report.playtest = Some(compared.clone());
        Ok(report)
    })
}

/// Writes an empty log, if neither of its files exists.
fn write_form(name: &str, form: &playtest::Form) -> Result<String, CliError> {
    let stem = Path::new(name)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    if let Some(problem) = file_name::problem(name, &stem) {
        return Err(problem.into());
    }
    let files = [("html", &form.html), ("csv", &form.csv)];
    let paths = files.map(|(ending, _)| format!("{name}.{ending}"));
    if let Some(path) = paths.iter().find(|path| Path::new(path).exists()) {
        let help = "choose another name: --form NAME";
        return Err(Diagnostic::nowhere(format!("{path} already exists"), help).into());
    }
    for (path, (_, text)) in paths.iter().zip(files) {
        let written =
            fs::File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            let reason = match error.kind() {
                ErrorKind::AlreadyExists => "already exists".to_owned(),
                _ => error.to_string(),
            };
            return Err(CliError::Run(format!("{path}: {reason}")));
        }
    }
    Ok(format!(
        "{}: print it, or open it in a browser\n{}: fill it in with a spreadsheet\n",
        printable_line(&paths[0]),
        printable_line(&paths[1])
    ))
}
