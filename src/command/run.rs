//! Runs scenarios and writes their results.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::load::{load, plans, stop_on_signals};
use super::{CliError, Told};
use crate::analysis::{self, Changes, EngineMode, Plan};
use crate::cli::{ChartFormat, Engine, Json, RunArgs};
use crate::export::file_names::FileNames;
use crate::export::folder::Folder;
use crate::export::{self, Format, earlier, sensitivity};
use crate::progress::Progress;
use crate::report::search::Search;
use crate::report::{Report, Verdict};
use crate::rerun::rerun;
use crate::scenario::diagnostic::{Diagnostic, Place};
use crate::scenario::document::{Overrides, Scenario};
use crate::scenario::find;
use crate::scenario::settings::option_source;
use crate::terminal::{say, shown, shown_json, width};
use crate::workers::workers;
use oddsmith_engine::explore::Watch;

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
    };
    let wanted = args.wanted.iter().map(|wanted| find::find_any(wanted));
    let named = args.scenario.iter().map(|wanted| find::find(wanted));
    let rules = args.rule.iter().map(|id| Ok(find::of_a_rule(id)));
    let scenarios = load(wanted.chain(named).chain(rules), &overrides)?;
    if let (Some(claim), Some(over)) = (&args.find, &args.over) {
        return search(&scenarios, claim, over, args);
    }
    let reports = workers(args.threads).install(|| run_all(&scenarios, args))?;
    let text = match (args.json.is_some(), args.quiet) {
        (true, _) => shown_json(&export::json::reports(&reports, args.json == Some(Json::Full))),
        (false, true) => String::new(),
        (false, false) => {
            let table = |report| export::table::table(report, &options(args));
            reports.iter().map(table).collect::<Vec<_>>().join("\n")
        }
    };
    Ok(Told { text, exit_code: exit_code(reports.iter().map(|report| (report.verdict(), report.is_unmet()))) })
}

/// How tables are laid out.
fn options(args: &RunArgs) -> export::table::Options {
    // Where nobody sees it on a terminal there is no width to fit.
    let width = if std::io::stdout().is_terminal() { width() } else { usize::MAX };
    let top = args.top.map(|top| top as usize);
    export::table::Options { width, is_wide: args.wide, sort: args.sort.clone(), top }
}

/// Looks for a value of a parameter in each scenario; nothing is written.
fn search(scenarios: &[Scenario], claim: &str, over: &str, args: &RunArgs) -> Result<Told, CliError> {
    plans(scenarios)?;
    let watch = Arc::new(Watch::default());
    stop_on_signals(&watch);
    let one = |scenario| analysis::find(scenario, claim, over, &watch);
    let found: Vec<Search> = workers(args.threads).install(|| scenarios.iter().map(one).collect::<Result<_, _>>())?;
    let text = match args.json {
        Some(_) => shown_json(&export::json::searches(&found)),
        None => found.iter().map(export::table::search).collect::<Vec<_>>().join("\n"),
    };
    Ok(text.into())
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
    let wanted: Vec<Wanted> = wanted_besides(scenarios, &plans, args)?;
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
    for ((plan, wanted), folder) in plans.iter().zip(&wanted).zip(folders) {
        match run_one((plan, wanted), folder, args, &formats, (&watch, &progress)) {
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

/// What the command line wants of a scenario besides, read and checked.
struct Wanted {
    sensitivity: Option<Changes>,
    /// The earlier results to be laid beside; without a folder the last ones.
    against: Option<Option<PathBuf>>,
}

/// Reads what the command line wants besides; what is wrong with it is told before anything is run.
fn wanted_besides(scenarios: &[Scenario], plans: &[Plan<'_>], args: &RunArgs) -> Result<Vec<Wanted>, CliError> {
    let one = |(scenario, plan): (&Scenario, &Plan<'_>)| {
        if let Some(wanted) = &args.sort
            && let Some((what, help)) = export::table::unsortable(plan.labels(), wanted)
        {
            let (source, span) = option_source("--sort", wanted);
            return Err(Diagnostic::at(&Place { source, span }, what, help).into());
        }
        let sensitivity = args.sensitivity.as_ref().map(|question| Changes::of(scenario, question)).transpose()?;
        let against = match &args.against {
            Some(None) => Some(None),
            Some(Some(folder)) => Some(Some(earlier::named(folder, &scenario.name)?)),
            None => None,
        };
        Ok(Wanted { sensitivity, against })
    };
    scenarios.iter().zip(plans).map(one).collect()
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
        charts: plan.charts.iter().map(|chart| chart.file.as_str()).chain(["joint", sensitivity::CHART]).collect(),
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
    (plan, wanted): (&Plan<'_>, &Wanted),
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
    if let Some(changes) = &wanted.sensitivity {
        report.sensitivity = Some(changes.tried(watch)?);
    }
    if let Some(against) = &wanted.against {
        let against = match against {
            Some(named) => named.clone(),
            None => earlier::last(folder.target(), &report)?,
        };
        report.changes_since = Some(earlier::changes(&report, &against)?);
    }
    progress.draw();
    report.charts = export::chart::sheets(&report);
    report.rerun = rerun(&report, args);
    let is_stopped = || watch.is_stopped();
    let warnings = export::write(&report, formats, args.readers(), &mut folder, || started.elapsed(), &is_stopped)?;
    let disagreement = (report.verdict() == Verdict::Disagrees).then(|| export::verdict(&report)).flatten();
    let before = disagreement.into_iter().chain(plan.past_the_limit(&report)).chain(plan.asked_of_trials(&report));
    for warning in before.chain(report.idle_play.iter().cloned()).chain(warnings) {
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
