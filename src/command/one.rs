//! Runs one scenario: opens its folder, makes its report, and writes its files.

use std::io::IsTerminal;
use std::time::Instant;

use super::early::EarlyOutput;
use super::error::CliError;
use super::extras::WantedExtras;
use crate::analysis::{RunError, RunPlan};
use crate::cli::RunArgs;
use crate::export::file_names::FileNames;
use crate::export::files::Files;
use crate::export::folder::Folder;
use crate::export::{self, Format, balance, playtest, sensitivity, skill};
use crate::front::around;
use crate::messages::Messages;
use crate::progress::Progress;
use crate::report::Report;
use crate::scenario::document::Scenario;
use crate::terminal::{print_message, printable_line};
use oddsmith_engine::explore::Watch;

/// A function that receives the exact odds of a run before its first trial.
pub(crate) type Listener<'l> = Option<&'l dyn Fn(&Report)>;

/// A function that makes the report of a scenario, and may report exact odds early.
pub(crate) type ReportSource<'s> =
    &'s (dyn Fn(&RunPlan<'_>, Listener<'_>, &Watch) -> Result<Report, RunError> + Sync);

/// The results of a scenario, whose files have been written but not put in place.
pub(super) struct UnplacedResults {
    report: Report,
    /// The folder; `None` if nothing is written.
    folder: Option<Folder>,
    seconds: f64,
}

impl UnplacedResults {
    /// Puts the files in place.
    pub(super) fn put_in_place(self, args: &RunArgs) -> Result<Report, CliError> {
        let Some(folder) = self.folder else {
            return Ok(self.report);
        };
        let target = folder.target().display().to_string();
        let files = folder.files().len();
        folder.finish()?;
        // On a terminal, the last line of the table names the folder.
        let has_table = args.json.is_none() && std::io::stdout().is_terminal();
        if !args.quiet && !has_table {
            print_message(format_args!(
                "{}: {files} files in {:.2} s\n",
                printable_line(&target),
                self.seconds
            ));
        }
        Ok(self.report)
    }
}

/// Opens the folder of a scenario. It refuses to overwrite a file that no run has made.
pub(super) fn open_folder(
    scenario: &Scenario,
    plan: &RunPlan<'_>,
    formats: &[Format],
    args: &RunArgs,
) -> Result<Folder, CliError> {
    let names = FileNames {
        charts: plan
            .charts
            .iter()
            .flat_map(|chart| [chart.file.as_str(), &chart.stem])
            .chain(["joint", sensitivity::CHART, skill::CHART, balance::CHART])
            .chain([playtest::CHART, playtest::FIT_CHART])
            .collect(),
        joint_count: plan.joints.len(),
        formats,
        has_page: !args.no_report,
    };
    let folder = Folder::open(args.output_folder(), &scenario.name, &|name| {
        names.has(name)
    })?;
    for note in folder.rescued() {
        print_message(format_args!("note: {}\n", printable_line(note)));
    }
    Ok(folder)
}

/// Runs one scenario, and writes its files if it has a folder.
pub(super) fn run_scenario(
    (scenario, plan, wanted): (&Scenario, &RunPlan<'_>, &WantedExtras),
    mut folder: Option<Folder>,
    args: &RunArgs,
    (source, early): (ReportSource<'_>, Option<&EarlyOutput<'_>>),
    formats: &[Format],
    (watch, progress): (&Watch, &Progress),
) -> Result<UnplacedResults, CliError> {
    let started = Instant::now();
    if folder.is_some() {
        plan.left_out
            .iter()
            .for_each(|left_out| print_message(left_out.diagnostic.warning_text()));
    }
    progress.begin(watch);
    let hear = early.map(|early| move |report: &Report| early.print_report(report, progress));
    let mut report = source(
        plan,
        hear.as_ref().map(|hear| hear as &dyn Fn(&Report)),
        watch,
    )?;
    let target = folder.as_ref().map_or_else(
        || args.output_folder().join(&scenario.name),
        |folder| folder.target().to_owned(),
    );
    wanted.add_to_report(&mut report, scenario, &target, watch)?;
    if folder.is_some() {
        progress.begin_drawing();
    }
    let (run, others) = (args.run_overrides(), args.other_options());
    around::complete(&mut report, scenario, &run, &others);
    if report.balance.is_some() {
        report.rerun.push_str(" --balance");
    }
    if report.playtest.is_some() {
        report.rerun = playtest::rerun_command(&report.name, &report.rerun);
    }
    let is_stopped = || watch.is_stopped();
    let warnings = match &mut folder {
        Some(folder) => export::write(
            &report,
            formats,
            args.readers(),
            folder,
            || started.elapsed(),
            &is_stopped,
        )?,
        None => Vec::new(),
    };
    let disagreement = report
        .verdict()
        .is_bad()
        .then(|| export::verdict_sentence(&report, Messages::english()))
        .flatten();
    let before = disagreement
        .into_iter()
        .chain(around::report_warnings(plan, &report));
    for warning in before.chain(warnings) {
        print_message(format_args!("warning: {}\n", printable_line(&warning)));
    }
    if watch.is_stopped() {
        return Err(CliError::Interrupted { finished: 0 });
    }
    Ok(UnplacedResults {
        report,
        folder,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Returns the formats of the chart files. Without charts, there are none.
pub(super) fn formats(args: &RunArgs) -> Vec<Format> {
    if args.no_charts {
        Vec::new()
    } else {
        args.format.clone()
    }
}
