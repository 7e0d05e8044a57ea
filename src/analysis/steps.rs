//! Runs a scenario case by case, for a caller with a single thread that must do other things in
//! between. The result is that of [`run`].
//!
//! [`run`]: super::run

use std::collections::VecDeque;
use std::fmt;

use oddsmith_engine::explore::Watch;

use super::cost::Costs;
use super::cross_check::PValues;
use super::examine::{Examined, GraphSpace};
use super::finish::finish_report;
use super::found::run_examined;
use super::offers::{self, Offered};
use super::plan::RunPlan;
use super::run_error::RunError;
use super::trial_method::{EngineMode, Share, TrialMethod};
use super::{gather, row_estimate};
use crate::report::{Case, Report};

/// A run that continues when its caller asks for the next step.
pub struct RunSteps {
    plan: RunPlan<'static>,
    mode: EngineMode,
    watch: Watch,
    examined: VecDeque<Examined>,
    /// What the choices of each case offered.
    offers: Vec<Vec<Offered>>,
    /// How trials are made, and the space for graphs. Both are known before the first case is
    /// explored.
    method: Option<(TrialMethod, GraphSpace)>,
    cases: Vec<(Case, PValues)>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// The number of cases that have been explored.
    pub explored: usize,
    /// The number of cases whose trials have been run.
    pub run: usize,
    /// The number of all cases.
    pub total: usize,
}

impl fmt::Debug for RunSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps")
            .field("come", &self.progress())
            .finish_non_exhaustive()
    }
}

impl RunSteps {
    /// Creates a run that has not begun.
    pub fn new(plan: RunPlan<'_>, mode: EngineMode) -> RunSteps {
        let watch = Watch::default();
        let (examined, offers, cases) = (VecDeque::new(), Vec::new(), Vec::new());
        RunSteps {
            plan: plan.owned(),
            mode,
            watch,
            examined,
            offers,
            method: None,
            cases,
        }
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> RunProgress {
        let run = self.cases.len();
        RunProgress {
            explored: run + self.examined.len(),
            run,
            total: self.plan.scenario.case_count(),
        }
    }

    /// Takes the next step: explores a case or, once all have been explored, runs the trials of a
    /// case. Returns the report after the last step.
    ///
    /// # Errors
    /// The same as those of a run.
    pub fn step(&mut self) -> Result<Option<Report>, RunError> {
        let scenario = &*self.plan.scenario;
        let RunProgress {
            explored,
            run,
            total: of,
        } = self.progress();
        let (method, room) = match &mut self.method {
            Some(known) => known,
            none => {
                row_estimate::refuse_too_many_rows(scenario, &self.watch)?;
                let method = TrialMethod::choose(
                    scenario,
                    &Costs::measure(scenario, &self.watch)?,
                    self.mode,
                );
                none.insert((method, GraphSpace::for_method(method)))
            }
        };
        if explored < of {
            let examined = Examined::for_case(
                scenario,
                explored,
                self.mode,
                *method,
                room,
                true,
                &self.watch,
            )?;
            self.offers.push(examined.offers.clone());
            self.examined.push_back(examined);
            if explored + 1 == of {
                offers::refuse_unoffered_answers(scenario, &self.offers)?;
            }
            return Ok(None);
        }
        if let Some(examined) = self.examined.pop_front() {
            let share = Share::whole(scenario.settings.trials);
            let (computed, counts) =
                run_examined(scenario, run, examined, &share, *method, &self.watch)?;
            self.cases
                .push(gather::case(&self.plan, run, computed, counts)?);
        }
        if self.examined.is_empty() {
            finish_report(
                &self.plan,
                std::mem::take(&mut self.cases),
                &self.offers,
                &self.watch,
            )
            .map(Some)
        } else {
            Ok(None)
        }
    }
}
