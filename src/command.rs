//! What each command does, from scenarios to files; what can fail, and the exit code that says so.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use crate::again::again;
use crate::analysis::{self, EngineMode, Plan, RunError};
use crate::catalogue;
use crate::cli::{ChartFormat, Engine, RunArgs};
use crate::export::folder::Folder;
use crate::export::{self, ExportError, Format};
use crate::progress::Progress;
use crate::report::Report;
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find;
use crate::scenario::problem::{Problem, Problems};
use oddsmith_engine::explore::Watch;

/// Why a command ended without doing what it was asked.
#[derive(Debug)]
pub enum Failed {
    /// The command line or a scenario is wrong; nothing was written.
    Wrong(Problems),
    /// The run failed: disk full, no permission.
    Run(String),
    /// Ctrl-C.
    Interrupted,
}

impl Failed {
    /// The exit code: 2 wrong, 1 failed, 130 interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failed::Wrong(_) => 2,
            Failed::Run(_) => 1,
            Failed::Interrupted => 130,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Wrong(problems) => problems.fmt(f),
            Failed::Run(why) => writeln!(f, "error: {why}"),
            Failed::Interrupted => writeln!(f, "interrupted: nothing was written"),
        }
    }
}

impl std::error::Error for Failed {}

impl From<Problems> for Failed {
    fn from(problems: Problems) -> Failed {
        Failed::Wrong(problems)
    }
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed::Wrong(problem.into())
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Run(error.to_string())
    }
}

impl From<ExportError> for Failed {
    fn from(error: ExportError) -> Failed {
        Failed::Run(error.to_string())
    }
}

impl From<RunError> for Failed {
    fn from(error: RunError) -> Failed {
        match error {
            RunError::Interrupted => Failed::Interrupted,
            RunError::Problems(problems) => Failed::Wrong(problems),
        }
    }
}

/// The bundled scenarios and the rules.
pub fn list() -> String {
    catalogue::list()
}

/// A rule's parameters and metrics.
///
/// # Errors
/// When there is no such rule.
pub fn show(rule: &str) -> Result<String, Failed> {
    let rule = catalogue::rule(rule)?;
    Ok(catalogue::show(rule, &analysis::metrics_by_default(rule)))
}

/// A commented scenario to start from.
///
/// # Errors
/// When there is no such rule.
pub fn new(rule: &str) -> Result<String, Failed> {
    Ok(catalogue::starter(catalogue::rule(rule)?))
}

/// Checks scenarios without running them.
///
/// # Errors
/// With all that is wrong with any of them.
pub fn check(files: &[String]) -> Result<String, Failed> {
    let scenarios = load(files, &Overrides::default())?;
    let plans = plans(&scenarios)?;
    let cases = |n: usize| if n == 1 { "1 case".to_owned() } else { format!("{n} cases") };
    let line = |(scenario, plan): (&Scenario, &Plan<'_>)| {
        format!(
            "{}: sound, {} of {}, {} charts\n",
            scenario.source.name,
            cases(scenario.case_count()),
            scenario.rule.id,
            plan.charts.len()
        )
    };
    Ok(scenarios.iter().zip(&plans).map(line).collect())
}

/// Runs scenarios and writes their results.
///
/// # Errors
/// When anything is wrong, fails or is interrupted.
pub fn run(args: &RunArgs) -> Result<String, Failed> {
    if let Some(threads) = args.threads {
        let built = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        built.map_err(|error| Failed::Run(format!("cannot start {threads} threads: {error}")))?;
    }
    let overrides = Overrides { run: args.run_overrides(), sets: args.set.clone() };
    let scenarios = load(&args.scenario, &overrides)?;
    let plans = plans(&scenarios)?;
    let mut folders = Vec::new();
    for scenario in &scenarios {
        folders.push(Folder::open(&args.output, &scenario.name)?);
    }
    let watch = Arc::new(Watch::default());
    stop_on_ctrl_c(&watch)?;
    let progress = Progress::start(&watch, plans.iter().map(|plan| plan.trials).sum(), args.quiet);
    let reports: Result<Vec<Report>, Failed> =
        plans.iter().zip(folders).map(|(plan, folder)| run_one(plan, folder, args, &watch)).collect();
    drop(progress);
    let reports = reports?;
    Ok(match (args.json, args.quiet) {
        (true, _) => export::json::summaries(&reports),
        (false, true) => String::new(),
        (false, false) => reports.iter().map(export::table::table).collect::<Vec<_>>().join("\n"),
    })
}

/// Runs one scenario and puts its folder in place.
fn run_one(plan: &Plan<'_>, mut folder: Folder, args: &RunArgs, watch: &Watch) -> Result<Report, Failed> {
    let started = Instant::now();
    let mode = match args.engine {
        Engine::Auto => EngineMode::Auto,
        Engine::Play => EngineMode::Play,
        Engine::Graph => EngineMode::Graph,
    };
    let formats: Vec<Format> = match args.no_charts {
        true => Vec::new(),
        false => args
            .format
            .iter()
            .map(|format| match format {
                ChartFormat::Svg => Format::Svg,
                ChartFormat::Png => Format::Png,
                ChartFormat::Pdf => Format::Pdf,
                ChartFormat::Md => Format::Md,
                ChartFormat::Tex => Format::Tex,
            })
            .collect(),
    };
    let mut report = analysis::run(plan, mode, watch)?;
    report.charts = export::chart::sheets(&report);
    report.again = again(&report, args);
    let warnings = export::write(&report, &formats, !args.no_report, &mut folder, || started.elapsed())?;
    for warning in plan.past_the_limit(&report).into_iter().chain(warnings) {
        anstream::eprintln!("warning: {warning}");
    }
    if watch.is_stopped() {
        return Err(Failed::Interrupted);
    }
    let target = folder.target().display().to_string();
    let files = folder.files().len();
    folder.finish()?;
    if !args.quiet {
        anstream::eprintln!("{target}: {files} files in {:.2} s", started.elapsed().as_secs_f64());
    }
    Ok(report)
}

/// Finds and checks scenarios; all that is wrong with any of them is told together.
fn load(wanted: &[String], overrides: &Overrides) -> Result<Vec<Scenario>, Problems> {
    let mut problems = Vec::new();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for wanted in wanted {
        let parsed = find::find(wanted).map_err(Problems::from);
        match parsed.and_then(|(name, source)| Scenario::parse(&name, source, overrides)) {
            Ok(scenario) => scenarios.push(scenario),
            Err(more) => problems.extend(more.0),
        }
    }
    let mut by_name: BTreeMap<&str, &str> = BTreeMap::new();
    for scenario in &scenarios {
        if let Some(other) = by_name.insert(&scenario.name, &scenario.source.name) {
            let what =
                format!("{other} and {} would both be written to the folder {}", scenario.source.name, scenario.name);
            problems.push(Problem::nowhere(what, "run them apart, with an --output each, or rename one"));
        }
    }
    if problems.is_empty() { Ok(scenarios) } else { Err(Problems(problems)) }
}

fn plans(scenarios: &[Scenario]) -> Result<Vec<Plan<'_>>, Problems> {
    let mut problems = Vec::new();
    let mut plans = Vec::new();
    for scenario in scenarios {
        match analysis::plan(scenario) {
            Ok(plan) => plans.push(plan),
            Err(more) => problems.extend(more.0),
        }
    }
    if problems.is_empty() { Ok(plans) } else { Err(Problems(problems)) }
}

/// The first Ctrl-C stops the run at its next batch; a second one ends the program where it stands.
fn stop_on_ctrl_c(watch: &Arc<Watch>) -> Result<(), Failed> {
    let watch = Arc::clone(watch);
    let handler = move || {
        if watch.is_stopped() {
            std::process::exit(130);
        }
        watch.stop();
    };
    ctrlc::set_handler(handler).map_err(|error| Failed::Run(format!("cannot listen for Ctrl-C: {error}")))
}
