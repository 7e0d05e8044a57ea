//! The report of a run before its first trial, from exact odds alone.

use super::answer::refuse_impossible_conditions;
use super::counts::{AskedCounts, Counts};
use super::examine::Examined;
use super::finish::settle_charts;
use super::found::Computed;
use super::gather;
use super::plan::RunPlan;
use super::run_error::RunError;
use crate::report::{Case, Report};

/// Returns the report of cases without trials. It has no chart titles yet.
///
/// # Errors
/// Returns the errors of a run, such as an impossible condition.
pub(super) fn report(plan: &RunPlan<'_>, examined: &mut [Examined]) -> Result<Report, RunError> {
    let build_case = |(case, examined_case): (usize, &mut Examined)| {
        let counts = Counts {
            asked: vec![Some(AskedCounts::default()); examined_case.asked.len()],
            ..Counts::default()
        };
        let computed = Computed {
            distributions: examined_case.distributions.clone(),
            joints: examined_case
                .asked
                .iter()
                .map(|exact| exact.joint().cloned())
                .collect(),
            cost: examined_case.cost,
            // The best play may be large. It is moved into the report, and [`give_back`] moves it
            // back.
            best_play: examined_case.best_play.take(),
            aim_bounds: examined_case.aim_bounds.clone(),
            offers: Vec::new(),
        };
        Ok(gather::case(plan, case, computed, counts)?.0)
    };
    let cases: Vec<Case> = examined
        .iter_mut()
        .enumerate()
        .map(build_case)
        .collect::<Result<_, RunError>>()?;
    let mut report = gather::report(plan, cases);
    settle_charts(&plan.scenario, &mut report);
    refuse_impossible_conditions(&plan.scenario, &report)?;
    Ok(report)
}

/// Moves the best plays from a report back to their cases.
pub(super) fn give_back(report: Report, examined: &mut [Examined]) {
    for (examined_case, case) in examined.iter_mut().zip(report.cases) {
        examined_case.best_play = case.best_play;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use oddsmith_engine::explore::Watch;

    use crate::analysis::{EngineMode, plan, run_with_listener};
    use crate::export::table::{Options, Rest, before_trials, table};
    use crate::input::diagnostic::Source;
    use crate::scenario::bundled::quick_scenarios;
    use crate::scenario::document::{Overrides, Scenario};

    /// Returns what a terminal shows before the first trial, and the whole table.
    fn early_and_full_table(name: &str, text: &str) -> (Option<String>, String) {
        let source = Arc::new(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        let overrides = Overrides {
            run: vec![("trials", "200".to_owned())],
            ..Overrides::default()
        };
        let scenario = Scenario::parse(name, source, &overrides)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let plan = plan(&scenario).unwrap_or_else(|problems| panic!("{problems}"));
        let options = Options {
            width: 80,
            rest: Rest::InFiles,
            ..Options::default()
        };
        let early = Mutex::new(None);
        let tell = |report: &crate::report::Report| {
            *early.lock().unwrap() = before_trials(report, &options)
        };
        let report = run_with_listener(&plan, EngineMode::Auto, Some(&tell), &Watch::default());
        let report = report.unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        (early.into_inner().unwrap(), table(&report, &options))
    }

    #[test]
    fn early_output_is_the_start_of_the_table() {
        let mut early = 0;
        for (name, text) in quick_scenarios().filter(|(name, _)| !name.starts_with("aging")) {
            let (before, whole) = early_and_full_table(name, &text);
            let Some(before) = before else { continue };
            assert!(whole.starts_with(&before), "{name}:\n{before}\n{whole}");
            let after = &whole[before.len()..];
            assert!(
                after.contains("Exact") || after.contains(", exact."),
                "{name}: {after}"
            );
            assert!(!before.contains("simulated trials"), "{name}: {before}");
            early += 1;
        }
        assert!(early > 10, "only {early} are shown early");
    }

    #[test]
    fn nothing_is_printed_early_if_trials_are_needed() {
        let (before, whole) = early_and_full_table(
            "never",
            "rule = \"wing-activation\"\n[run]\nexact = \"never\"\n",
        );
        assert!(before.is_none() && whole.contains('±'), "{whole}");
    }
}
