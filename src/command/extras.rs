//! Additional analyses that the command line asks for: sensitivity, changes since an earlier run,
//! and single trials.

use std::path::{Path, PathBuf};

use super::CliError;
use crate::analysis::{self, RunPlan, SensitivityPlan};
use crate::cli::RunArgs;
use crate::export::html::Readers;
use crate::export::{self, earlier};
use crate::front::around;
use crate::input::diagnostic::{Diagnostic, Place, Source};
use crate::report::Report;
use crate::scenario::document::Scenario;
use oddsmith_engine::explore::Watch;
use oddsmith_model::printable::shell_quoted;

/// The checked additional analyses for one scenario.
#[derive(Debug)]
pub(super) struct WantedExtras {
    sensitivity: Option<SensitivityPlan>,
    /// Whether to compute how much skill matters.
    skill: bool,
    /// Whether a report page for designers is written.
    has_designer_page: bool,
    /// The earlier results to compare with; without a folder the last ones.
    against: Option<Option<PathBuf>>,
    /// The number of trials of each case that are listed.
    listed_trials: Option<u64>,
}

/// Reads the additional options of the command line. Mistakes in them are reported before anything
/// is run.
pub(super) fn read_wanted_extras(
    scenarios: &[Scenario],
    plans: &[RunPlan<'_>],
    args: &RunArgs,
) -> Result<Vec<WantedExtras>, CliError> {
    let read_extras = |(scenario, plan): (&Scenario, &RunPlan<'_>)| {
        if let Some(wanted) = &args.sort
            && let Some((message, help)) = export::table::sort_problem(plan.labels(), wanted)
        {
            let (source, span) = Source::option("--sort", wanted);
            return Err(Diagnostic::at(&Place { source, span }, message, help).into());
        }
        refuse_columns_of_several_cases(scenario, plan, args)?;
        let sensitivity = args
            .sensitivity
            .as_ref()
            .map(|question| SensitivityPlan::find(scenario, question))
            .transpose()?;
        let against = match &args.against {
            Some(None) => {
                // A missing earlier run is reported before the run, and not after it.
                earlier::read_manifest(&args.output_folder().join(&scenario.name))?;
                Some(None)
            }
            Some(Some(folder)) => Some(Some(earlier::find_named_results(folder, &scenario.name)?)),
            None => None,
        };
        if let Some(trials) = args.samples {
            analysis::refuse_too_many_listed_trials(scenario, trials)?;
        }
        Ok(WantedExtras {
            sensitivity,
            skill: args.skill || scenario.shows_skill,
            has_designer_page: args.readers() == Some(Readers::Designers) && !args.no_save,
            against,
            listed_trials: args.samples,
        })
    };
    scenarios.iter().zip(plans).map(read_extras).collect()
}

/// Refuses columns of a distribution if the table of several cases shows none.
fn refuse_columns_of_several_cases(
    scenario: &Scenario,
    plan: &RunPlan<'_>,
    args: &RunArgs,
) -> Result<(), CliError> {
    let options = [("--at-least", args.at_least), ("--at-most", args.at_most)];
    let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let cases = scenario.case_count();
    let most = export::table::most_cases(!scenario.rule.typed().is_empty(), args.all);
    let is_side_by_side = cases <= most && plan.labels().count() == 1;
    if cases == 1 || is_side_by_side || args.json.is_some() {
        return Ok(());
    }
    let (source, _) = Source::option(option, "");
    let message = format!(
        "`{option}` shows one case, or up to {most} cases of a single number; `{}` has {cases} cases",
        scenario.name
    );
    let setting = scenario.sweep.first().and_then(|swept| {
        let value = swept.values.first()?;
        Some(shell_quoted(&format!(
            "{}={}",
            swept.path.text,
            value.brief()
        )))
    });
    let more = if most == usize::MAX || scenario.rule.typed().is_empty() {
        ""
    } else {
        "add `--all`, or "
    };
    let help = format!(
        "{more}choose one case with `--set {}`, or ask for one chance with `--ask`",
        setting.as_deref().unwrap_or("KEY=VALUE")
    );
    Err(Diagnostic::at(
        &Place {
            source,
            span: 0..option.len(),
        },
        message,
        help,
    )
    .into())
}

impl WantedExtras {
    /// Adds the analyses to the report of a scenario. `target` is the folder of its results.
    pub(super) fn add_to_report(
        &self,
        report: &mut Report,
        scenario: &Scenario,
        target: &Path,
        watch: &Watch,
    ) -> Result<(), CliError> {
        if let Some(plan) = &self.sensitivity {
            report.sensitivity = Some(plan.try_all(watch)?);
        }
        report.skill = around::skill(report, scenario, self.skill, self.has_designer_page, watch)?;
        if let Some(against) = &self.against {
            let against = match against {
                Some(named) => named.clone(),
                None => earlier::find_last_results(target, report)?,
            };
            report.changes_since = Some(earlier::compare(report, &against)?);
        }
        if let Some(trials) = self.listed_trials {
            // A case that stopped early has fewer trials.
            let trials: Vec<u64> = report
                .cases
                .iter()
                .map(|case| trials.min(case.trials))
                .collect();
            report.listed_trials = Some(analysis::list_trials(scenario, &trials, watch)?);
        }
        Ok(())
    }
}
