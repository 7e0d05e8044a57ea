//! What exact odds alone tell of a run, before its first trial.

use super::answer::refuse_what_never_happens;
use super::counts::{AskedCounts, Counts};
use super::examine::Examined;
use super::found::Computed;
use super::gather;
use super::plan::RunPlan;
use super::run_error::RunError;
use crate::findings::company;
use crate::report::{Case, Report};

/// The report of cases of which no trial has been run: their numbers and nothing else, neither charts nor titles.
///
/// # Errors
/// As a run: what is wrong with its questions.
pub(super) fn report(plan: &RunPlan<'_>, examined: &mut [Examined]) -> Result<Report, RunError> {
    let of_case = |(case, own): (usize, &mut Examined)| {
        let counts = Counts { asked: vec![Some(AskedCounts::default()); own.asked.len()], ..Counts::default() };
        let computed = Computed {
            laws: own.laws.clone(),
            joints: own.asked.iter().map(|exact| exact.joint().cloned()).collect(),
            cost: own.cost,
            // It may be large, and goes back where it came from.
            best_play: own.best_play.take(),
            offers: Vec::new(),
        };
        Ok(gather::case(plan, case, computed, counts)?.0)
    };
    let cases: Vec<Case> = examined.iter_mut().enumerate().map(of_case).collect::<Result<_, RunError>>()?;
    let mut report = gather::report(plan, cases);
    report.company = company(&report);
    refuse_what_never_happens(&plan.scenario, &report)?;
    Ok(report)
}

/// Gives back to cases what their report held of them.
pub(super) fn give_back(report: Report, examined: &mut [Examined]) {
    for (own, case) in examined.iter_mut().zip(report.cases) {
        own.best_play = case.best_play;
    }
}
