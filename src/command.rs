//! What each command does, from scenarios to files; what can fail, and the exit code that says so.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::analysis::{self, EngineMode, Plan, RunError};
use crate::catalogue;
use crate::cli::{ChartFormat, Engine, ReplayArgs, RunArgs};
use crate::export::file_names::FileNames;
use crate::export::files::Files;
use crate::export::folder::Folder;
use crate::export::{self, ExportError, Format};
use crate::manual;
use crate::progress::Progress;
use crate::rehearsal::rehearse;
use crate::replay;
use crate::report::{Report, Verdict};
use crate::rerun::rerun;
use crate::rule_file::expectations;
use crate::rule_file::find::{Beside, is_rule_file};
use crate::rule_file::starter::{self, Unwritten};
use crate::scenario::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find::{self, Found};
use crate::scenario::idle::idle;
use crate::scenario::named_rule::NamedRule;
use crate::schema;
use crate::terminal::{say, shown, shown_json, width};
use crate::wanted;
use crate::workers::workers;
use oddsmith_engine::explore::Watch;

/// Why a command ended without doing what it was asked.
#[derive(Debug)]
pub enum CliError {
    /// The command line or a scenario is wrong; nothing was written.
    Wrong(Diagnostics),
    /// The run failed: disk full, no permission.
    Run(String),
    /// Ctrl-C, or the system's wish to end.
    Interrupted {
        /// Scenarios of the same command that were finished before.
        finished: usize,
    },
}

impl CliError {
    /// The exit code: 2 wrong, 1 failed, 130 interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Wrong(_) => 2,
            CliError::Run(_) => 1,
            CliError::Interrupted { .. } => 130,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Wrong(problems) => problems.fmt(f),
            CliError::Run(why) => writeln!(f, "error: {}", shown(why)),
            CliError::Interrupted { finished: 0 } => writeln!(f, "interrupted: nothing was written"),
            CliError::Interrupted { finished } => {
                writeln!(f, "interrupted: {finished} scenarios were finished and written, and nothing of the others")
            }
        }
    }
}

impl std::error::Error for CliError {}

impl From<Diagnostics> for CliError {
    fn from(problems: Diagnostics) -> CliError {
        CliError::Wrong(problems)
    }
}

impl From<Diagnostic> for CliError {
    fn from(problem: Diagnostic) -> CliError {
        CliError::Wrong(problem.into())
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Run(error.to_string())
    }
}

impl From<ExportError> for CliError {
    fn from(error: ExportError) -> CliError {
        match error {
            ExportError::Stopped => CliError::Interrupted { finished: 0 },
            error => CliError::Run(error.to_string()),
        }
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> CliError {
        match error {
            RunError::Interrupted => CliError::Interrupted { finished: 0 },
            RunError::Diagnostics(problems) => CliError::Wrong(problems),
        }
    }
}

/// What a command that did what it was asked prints, and the exit code that goes with it.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    /// The text for standard output.
    pub text: String,
    /// 0; or, everything being written, 3 where an answer is not what was wanted, 4 where played trials disagree with the
    /// exact odds.
    pub exit_code: u8,
}

impl From<String> for Told {
    fn from(text: String) -> Told {
        Told { text, exit_code: 0 }
    }
}

/// The bundled scenarios and the rules.
pub fn list() -> String {
    catalogue::list()
}

/// A rule: what it says, its parameters, its metrics; or how dice are written.
///
/// # Errors
/// When there is no such rule.
pub fn show(rule: &str) -> Result<String, CliError> {
    if rule == catalogue::dice::TOPIC {
        return Ok(catalogue::dice::page(width()));
    }
    let rule = catalogue::rule(rule)?;
    let built = rule.by_default()?;
    Ok(catalogue::show(&rule, &built.presentation, width()))
}

/// A commented scenario to start from; or a rule file and its scenario, written.
///
/// # Errors
/// When there is no such rule, or a file is in the way.
pub fn new(rule: Option<&str>, rule_file: Option<&Path>) -> Result<String, CliError> {
    let Some(path) = rule_file else { return Ok(catalogue::starter(&catalogue::rule(rule.unwrap_or_default())?)) };
    match starter::write(path) {
        Ok([rule, toml]) => {
            let (rule, toml) = (rule.display().to_string(), toml.display().to_string());
            Ok(format!("{} and {}: simulate --scenario {}\n", shown(&rule), shown(&toml), shown(&toml)))
        }
        Err(Unwritten::Exists(path)) => {
            let what = format!("{} is there already", path.display());
            Err(Diagnostic::nowhere(what, "nothing is overwritten: name another, or move it away").into())
        }
        Err(Unwritten::Refused(path, error)) => Err(CliError::Run(format!("{}: {error}", path.display()))),
    }
}

/// A JSON Schema of scenario files: of all rules, or of one.
///
/// # Errors
/// When there is no such rule.
pub fn schema(rule: Option<&str>) -> Result<String, CliError> {
    let rule = rule.map(catalogue::rule).transpose()?;
    Ok(schema::schema(rule.as_ref()))
}

/// How to get the page.
pub fn page() -> String {
    "The page is this program in a browser: one file, oddsmith.html, that opens from a disk, works offline and gives the\n\
     same numbers. It holds the program itself, so it is built from the source and is not inside this one:\n\n  \
     git clone of the project, then in its folder:  web/build oddsmith.html\n\n\
     That needs Rust, Node and npm, once; whoever gets the file needs nothing but a browser.\n"
        .to_owned()
}

/// The manual page, or all of them written into a folder.
///
/// # Errors
/// When the folder cannot be written to.
pub fn man(folder: Option<&Path>) -> Result<String, CliError> {
    let Some(folder) = folder else { return Ok(manual::page()?) };
    let name = folder.display().to_string();
    let refused = |error| CliError::Run(format!("{name}: {error}"));
    let pages = manual::pages(folder).map_err(refused)?;
    Ok(format!("{}: {pages} pages\n", shown(&name)))
}

/// One played trial, told.
///
/// # Errors
/// When the scenario is wrong, or has no such case.
pub fn replay(args: &ReplayArgs) -> Result<String, CliError> {
    let seed = args.seed.clone().map(|seed| ("seed", seed));
    let overrides = Overrides { run: seed.into_iter().collect(), sets: args.set.clone(), ..Overrides::default() };
    let scenarios = load([find::find_any(&args.scenario)], &overrides)?;
    let told = replay::told(&scenarios[0], args.case as usize, args.trial)?;
    Ok(told.lines().map(|line| shown(line).into_owned() + "\n").collect())
}

/// Checks scenarios and rule files without running them; what is wrong with any is told together.
///
/// # Errors
/// With everything that is wrong.
pub fn check(files: &[String], with_odds: bool) -> Result<Told, CliError> {
    let (rules, wanted): (Vec<String>, Vec<String>) = files.iter().cloned().partition(|file| is_rule_file(file));
    let mut problems = Vec::new();
    let mut rules: Vec<NamedRule> =
        rules.iter().filter_map(|file| catalogue::rule(file).map_err(|more| problems.extend(more.0)).ok()).collect();
    let found = wanted.iter().map(|wanted| find::find(wanted));
    let scenarios = load(found, &Overrides::default()).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    let plans = workers(None).install(|| plans(&scenarios)).unwrap_or_else(|more| {
        problems.extend(more.0);
        Vec::new()
    });
    let mut text = String::new();
    for (scenario, plan) in scenarios.iter().zip(&plans) {
        let cases =
            if scenario.case_count() == 1 { "1 case".to_owned() } else { format!("{} cases", scenario.case_count()) };
        let (name, rule, charts) = (shown(&scenario.source.name), scenario.rule.id(), plan.charts.len());
        text += &format!("{name}: sound, {cases} of {}, {charts} charts\n", shown(rule));
        if scenario.rule.text().is_some_and(|text| rules.iter().all(|known| known.text() != Some(text))) {
            rules.push(scenario.rule.clone());
        }
    }
    for rule in &rules {
        match expected(rule) {
            Ok(told) => text += &told,
            Err(more) => problems.extend(more.0),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems).into());
    }
    let mut is_unmet = false;
    if with_odds {
        let watch = Arc::new(Watch::default());
        stop_on_signals(&watch);
        for scenario in &scenarios {
            let report = workers(None).install(|| wanted::check(scenario, &watch))?;
            text += &export::table::wants(&report);
            is_unmet |= report.is_unmet();
        }
    }
    Ok(Told { text, exit_code: if is_unmet { 3 } else { 0 } })
}

/// Holds a rule file against what it expects of itself at its default parameters.
fn expected(rule: &NamedRule) -> Result<String, Diagnostics> {
    let NamedRule::File(file) = rule else { return Ok(String::new()) };
    let hold = expectations::check(file, &rule.by_default()?, &|error| rule.fault("", &error))?;
    let name = shown(&file.source.name).into_owned();
    Ok(match hold {
        0 => format!("{name}: sound\n"),
        1 => format!("{name}: sound, 1 expectation holds\n"),
        many => format!("{name}: sound, {many} expectations hold\n"),
    })
}

/// Runs scenarios and writes their results.
///
/// # Errors
/// When anything is wrong, fails or is interrupted.
pub fn run(args: &RunArgs) -> Result<Told, CliError> {
    let overrides = Overrides {
        run: args.run_overrides(),
        sets: args.set.clone(),
        sweeps: args.sweep.clone(),
        asks: args.ask.clone(),
        ..Overrides::default()
    };
    let wanted = args.wanted.iter().map(|wanted| find::find_any(wanted));
    let named = args.scenario.iter().map(|wanted| find::find(wanted));
    let rules = args.rule.iter().map(|id| Ok(find::of_a_rule(id)));
    let scenarios = load(wanted.chain(named).chain(rules), &overrides)?;
    let reports = workers(args.threads).install(|| run_all(&scenarios, args))?;
    let text = match (args.json, args.quiet) {
        (true, _) => shown_json(&export::json::summaries(&reports)),
        (false, true) => String::new(),
        (false, false) => reports.iter().map(export::table::table).collect::<Vec<_>>().join("\n"),
    };
    Ok(Told { text, exit_code: exit_code(reports.iter().map(|report| (report.verdict(), report.is_unmet()))) })
}

/// The exit code of a run that wrote everything: 4 where the played trials of any scenario disagree with its exact odds,
/// 3 where an answer is not what was wanted.
fn exit_code(of: impl Iterator<Item = (Verdict, bool)>) -> u8 {
    of.fold(0, |code, (verdict, is_unmet)| match verdict {
        Verdict::Disagrees => 4,
        _ if is_unmet => code.max(3),
        _ => code,
    })
}

/// Checks all scenarios before the first is run, and puts the results of none in place before the last has been run: an
/// error of the input leaves nothing of any of them.
fn run_all(scenarios: &[Scenario], args: &RunArgs) -> Result<Vec<Report>, CliError> {
    let plans = plans(scenarios)?;
    let formats = formats(args);
    let is_new = !args.output.exists();
    let mut folders = Vec::new();
    for (scenario, plan) in scenarios.iter().zip(&plans) {
        folders.push(open(scenario, plan, &formats, args)?);
    }
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let progress = Progress::start(&watch, plans.iter().map(|plan| plan.trials).sum(), args.quiet);
    let mut made = Vec::new();
    let mut ended = Ok(());
    for (plan, folder) in plans.iter().zip(folders) {
        match run_one(plan, folder, args, &formats, (&watch, &progress)) {
            Ok(one) => made.push(one),
            Err(failed) => {
                ended = Err(failed);
                break;
            }
        }
    }
    drop(progress);
    if let Err(CliError::Wrong(problems)) = ended {
        drop(made);
        if is_new {
            // The folder of all results was made for this run; it goes where nothing came into it.
            let _ = std::fs::remove_dir(&args.output);
        }
        return Err(CliError::Wrong(problems));
    }
    let reports: Vec<Report> = made.into_iter().map(|made| made.put_in_place(args)).collect::<Result<_, _>>()?;
    match ended {
        Err(CliError::Interrupted { .. }) => Err(CliError::Interrupted { finished: reports.len() }),
        Err(failed) => Err(failed),
        Ok(()) => Ok(reports),
    }
}

/// A scenario that has been run, its files written but not yet in place.
struct Made {
    report: Report,
    folder: Folder,
    seconds: f64,
}

impl Made {
    fn put_in_place(self, args: &RunArgs) -> Result<Report, CliError> {
        let target = self.folder.target().display().to_string();
        let files = self.folder.files().len();
        self.folder.finish()?;
        if !args.quiet {
            say(format_args!("{}: {files} files in {:.2} s\n", shown(&target), self.seconds));
        }
        Ok(self.report)
    }
}

/// Opens the folder of a scenario, which is refused where a file would be overwritten that no run made.
fn open(scenario: &Scenario, plan: &Plan<'_>, formats: &[Format], args: &RunArgs) -> Result<Folder, CliError> {
    let names = FileNames {
        charts: plan.charts.iter().map(|chart| chart.file.as_str()).chain(["joint"]).collect(),
        joints: plan.joints.len(),
        formats,
        has_page: !args.no_report,
    };
    let folder = Folder::open(&args.output, &scenario.name, &|name| names.has(name))?;
    for what in folder.rescued() {
        say(format_args!("note: {}\n", shown(what)));
    }
    Ok(folder)
}

/// Runs one scenario and writes its files.
fn run_one(
    plan: &Plan<'_>,
    mut folder: Folder,
    args: &RunArgs,
    formats: &[Format],
    (watch, progress): (&Watch, &Progress),
) -> Result<Made, CliError> {
    let started = Instant::now();
    let mode = match args.engine {
        Engine::Auto => EngineMode::Auto,
        Engine::Play => EngineMode::Play,
        Engine::Graph => EngineMode::Graph,
    };
    progress.begin(watch);
    let mut report = analysis::run(plan, mode, watch)?;
    progress.draw();
    report.charts = export::chart::sheets(&report);
    report.rerun = rerun(&report, &args.run_overrides(), &args.other_options());
    let is_stopped = || watch.is_stopped();
    let warnings = export::write(&report, formats, !args.no_report, &mut folder, || started.elapsed(), &is_stopped)?;
    let disagreement = (report.verdict() == Verdict::Disagrees).then(|| export::verdict(&report)).flatten();
    let before = disagreement.into_iter().chain(plan.past_the_limit(&report)).chain(plan.asked_of_trials(&report));
    for warning in before.chain(warnings) {
        say(format_args!("warning: {}\n", shown(&warning)));
    }
    if watch.is_stopped() {
        return Err(CliError::Interrupted { finished: 0 });
    }
    Ok(Made { report, folder, seconds: started.elapsed().as_secs_f64() })
}

/// The formats of the chart files; none without charts.
fn formats(args: &RunArgs) -> Vec<Format> {
    let format = |format: &ChartFormat| match format {
        ChartFormat::Svg => Format::Svg,
        ChartFormat::Png => Format::Png,
        ChartFormat::Pdf => Format::Pdf,
        ChartFormat::Md => Format::Md,
        ChartFormat::Tex => Format::Tex,
    };
    if args.no_charts { Vec::new() } else { args.format.iter().map(format).collect() }
}

/// Finds and checks scenarios; all that is wrong with any of them is told together.
fn load(
    wanted: impl IntoIterator<Item = Result<Found, Diagnostic>>,
    overrides: &Overrides,
) -> Result<Vec<Scenario>, Diagnostics> {
    let mut problems = Vec::new();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for found in wanted {
        match found.map_err(Diagnostics::from).and_then(|found| read(found, overrides)) {
            Ok(scenario) => scenarios.push(scenario),
            Err(more) => problems.extend(more.0),
        }
    }
    let mut by_name: BTreeMap<&str, &str> = BTreeMap::new();
    for scenario in &scenarios {
        if let Some(other) = by_name.insert(&scenario.name, &scenario.source.name) {
            let what =
                format!("{other} and {} would both be written to the folder {}", scenario.source.name, scenario.name);
            problems.push(Diagnostic::nowhere(what, "run them apart, with an --output each, or rename one"));
        }
    }
    if problems.is_empty() { Ok(scenarios) } else { Err(Diagnostics(problems)) }
}

fn read(found: Found, overrides: &Overrides) -> Result<Scenario, Diagnostics> {
    let beside = found.folder.as_deref().map_or(Beside::Bundled, Beside::Folder);
    Scenario::parse_beside(&found.name, found.source, beside, overrides)
}

fn plans(scenarios: &[Scenario]) -> Result<Vec<Plan<'_>>, Diagnostics> {
    let mut problems = Vec::new();
    let mut plans = Vec::new();
    for scenario in scenarios {
        match rehearse(scenario).and_then(|()| analysis::plan(scenario)) {
            Ok(plan) => plans.push(plan),
            Err(more) => problems.extend(more.0),
        }
    }
    if !problems.is_empty() {
        return Err(Diagnostics(problems));
    }
    scenarios.iter().flat_map(idle).for_each(|value| say(value.as_warning()));
    Ok(plans)
}

/// The first signal to end (Ctrl-C, or one of the system) stops the run at its next batch; a second one ends the program
/// where it stands. Where the system cannot listen, the first ends it, and the next run cleans up.
fn stop_on_signals(watch: &Arc<Watch>) {
    let watch = Arc::clone(watch);
    let handler = move || {
        if watch.is_stopped() {
            std::process::exit(130);
        }
        watch.stop();
        // Over the progress bar, where there is one.
        let clear = if std::io::stderr().is_terminal() { "\r\u{1b}[2K" } else { "" };
        say(format_args!("{clear}stopping: once more ends it at once\n"));
    };
    let _ = ctrlc::set_handler(handler);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn played_trials_that_disagree_anywhere_end_a_run_with_4() {
        let of = |verdicts: &[(Verdict, bool)]| exit_code(verdicts.iter().copied());
        assert_eq!(of(&[(Verdict::Agrees, false), (Verdict::Untested, false)]), 0);
        assert_eq!(of(&[(Verdict::Agrees, true), (Verdict::Untested, false)]), 3);
        assert_eq!(of(&[(Verdict::Disagrees, true), (Verdict::Agrees, true)]), 4);
    }
}
