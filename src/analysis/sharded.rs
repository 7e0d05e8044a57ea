//! Runs a scenario in shares: finds the pieces of a share, runs them, and makes the report of all
//! results.

use oddsmith_engine::explore::Watch;

use super::cost::Costs;
use super::counts::Counts;
use super::each::map_cases;
use super::examine::Examined;
use super::finish::finish_report;
use super::found::{Computed, run_examined};
use super::offers;
use super::pieces::{self, Piece};
use super::plan::RunPlan;
use super::run_error::RunError;
use super::trial_method::{EngineMode, Share, TrialMethod};
use super::{gather, row_estimate};
use crate::report::Report;
use crate::scenario::document::Scenario;

/// The number of cases that each thread has in memory at a time.
const CASES_PER_THREAD: usize = 4;

/// Returns the method of the whole run, and the pieces of one share.
///
/// # Errors
/// Returns the errors of [`run`].
pub(crate) fn plan_share(
    plan: &RunPlan<'_>,
    mode: EngineMode,
    (number, share_count): (u32, u32),
    watch: &Watch,
) -> Result<(TrialMethod, Vec<Piece>), RunError> {
    let scenario = &*plan.scenario;
    row_estimate::refuse_too_many_rows(scenario, watch)?;
    let costs = Costs::measure(scenario, watch)?;
    let method = TrialMethod::choose(scenario, &costs, mode);
    Ok((
        method,
        pieces::split_share(
            scenario.case_count(),
            scenario.settings.trials,
            method,
            &costs,
            number,
            share_count,
        ),
    ))
}

/// Returns the number of trials of a simulated case. Every share computes the same number.
///
/// # Errors
/// Returns the errors of [`run`].
pub(crate) fn most_simulated(
    scenario: &Scenario,
    mode: EngineMode,
    watch: &Watch,
) -> Result<u64, RunError> {
    let method = TrialMethod::choose(scenario, &Costs::measure(scenario, watch)?, mode);
    let trials = scenario.settings.trials;
    Ok(method.simulated_trials(trials, &Share::whole(trials)).0)
}

/// Runs pieces of the work, a few cases at a time, and passes on their results in order. What is
/// computed once for a case belongs to its first batch.
///
/// # Errors
/// Returns the errors of [`run`], or an error of `take`.
pub(crate) fn run_pieces<E: From<RunError>>(
    plan: &RunPlan<'_>,
    (mode, method): (EngineMode, TrialMethod),
    pieces: &[Piece],
    watch: &Watch,
    mut take: impl FnMut(&Piece, Option<Computed>, Counts) -> Result<(), E>,
) -> Result<(), E> {
    let scenario = &*plan.scenario;
    for some in pieces.chunks(CASES_PER_THREAD * rayon::current_num_threads()) {
        let done = map_cases(some, |piece| {
            let (case, share) = (piece.case, &piece.share);
            let examined = Examined::for_share(scenario, case, share, mode, method, watch)?;
            run_examined(scenario, case, examined, share, method, watch)
        })?;
        for (piece, (computed, counts)) in some.iter().zip(done) {
            take(piece, piece.share.has_first().then_some(computed), counts)?;
        }
    }
    Ok(())
}

/// Returns the report of a run from the results of all its cases, in order.
///
/// # Errors
/// Returns the errors of [`run`], or an error in the results.
pub(crate) fn merge_report<E: From<RunError>>(
    plan: &RunPlan<'_>,
    mut found: impl Iterator<Item = Result<(Computed, Counts), E>>,
    watch: &Watch,
) -> Result<Report, E> {
    let (mut cases, mut offers) = (Vec::new(), Vec::new());
    loop {
        let some = found
            .by_ref()
            .take(CASES_PER_THREAD * rayon::current_num_threads())
            .collect::<Result<Vec<_>, E>>()?;
        if some.is_empty() {
            offers::refuse_unoffered_answers(&plan.scenario, &offers)?;
            return Ok(finish_report(plan, cases, &offers, watch)?);
        }
        offers.extend(some.iter().map(|(computed, _)| computed.offers.clone()));
        let first = cases.len();
        let numbered: Vec<_> = (first..).zip(some).collect();
        cases.extend(map_cases(numbered, |(case, (computed, counts))| {
            gather::case(plan, case, computed, counts)
        })?);
    }
}
