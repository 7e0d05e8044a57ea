//! Runs a scenario case by case, for a caller with a single thread that must do other things in
//! between. The result is that of [`run`].
//!
//! [`run`]: super::run

use std::collections::VecDeque;
use std::fmt;

use oddsmith_engine::explore::Watch;

use super::cross_check::PValues;
use super::examine::Examined;
use super::finish::finish_report;
use super::offers::{self, Offered};
use super::plan::RunPlan;
use super::run::CaseWork;
use super::run_error::RunError;
use super::trial_method::EngineMode;
use crate::report::{Case, Report};

/// A run that continues when its caller asks for the next step.
pub struct RunSteps {
    plan: RunPlan<'static>,
    mode: EngineMode,
    watch: Watch,
    examined: VecDeque<Examined>,
    /// The options that the choices of each case offered.
    offers: Vec<Vec<Offered>>,
    /// The work on each case; `None` before the first step.
    work: Option<CaseWork>,
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
            work: None,
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
    /// Returns the errors of a run.
    pub fn step(&mut self) -> Result<Option<Report>, RunError> {
        let scenario = &*self.plan.scenario;
        let RunProgress {
            explored,
            run,
            total: of,
        } = self.progress();
        let work = match &mut self.work {
            Some(known) => known,
            none => none.insert(CaseWork::prepare(scenario, self.mode, &self.watch)?),
        };
        if explored < of {
            let examined = work.explore(scenario, explored, &self.watch)?;
            self.offers.push(examined.offers.clone());
            self.examined.push_back(examined);
            if explored + 1 == of {
                offers::refuse_unoffered_answers(scenario, &self.offers)?;
            }
            return Ok(None);
        }
        if let Some(examined) = self.examined.pop_front() {
            let case = work.run(&self.plan, run, examined, &self.watch)?;
            self.cases.push(case);
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
