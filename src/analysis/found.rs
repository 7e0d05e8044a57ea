//! The results of a case: what is computed, and what its trials show.

use oddsmith_engine::RuleErrorKind;
use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::question::JointOdds;
use oddsmith_engine::solve::ExactDistribution;

use super::answer::QuestionTrials;
use super::counts::Counts;
use super::examine::Examined;
use super::offers::Offered;
use super::run_error::{RunError, stop_error};
use super::trial_method::{Share, TrialMethod};
use super::trials;
use crate::report::play::{AimBounds, BestPlay};
use crate::scenario::document::Scenario;

/// The results that are computed once for a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Computed {
    /// The exact distribution of each slot, if it is known.
    pub(crate) distributions: Vec<Option<ExactDistribution>>,
    /// The exact odds of each question, if they are known.
    pub(crate) joints: Vec<Option<JointOdds>>,
    /// The mean number of faces, flips and cards of a trial.
    pub(crate) cost: f64,
    /// The best play, if a choice asks for it.
    pub(crate) best_play: Option<BestPlay>,
    /// The bounds of the aim, if the case is too large to find its best play.
    pub(crate) aim_bounds: Option<AimBounds>,
    /// The options that each choice offered.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))]
    pub(crate) offers: Vec<Offered>,
}

impl Computed {
    /// Extends the results to this many slots and questions. Results from a file end at the last
    /// one that was written.
    pub(super) fn extend_to(&mut self, slots: usize, asked: usize) {
        self.distributions.resize(slots, None);
        self.joints.resize(asked, None);
    }
}

/// Runs the trials, or a share of them, of a case that has been examined.
pub(super) fn run_examined(
    scenario: &Scenario,
    case: usize,
    mut examined: Examined,
    share: &Share,
    method: TrialMethod,
    watch: &Watch,
) -> Result<(Computed, Counts), RunError> {
    let mut built = scenario.build_case(case)?;
    if let Some(policy) = examined.policy.take() {
        built = built.with_policy(policy);
    }
    let asking = scenario.asking(case, &built.presentation)?;
    let asked = std::mem::take(&mut examined.asked);
    let computed = Computed {
        distributions: std::mem::take(&mut examined.distributions),
        joints: asked.iter().map(|exact| exact.joint().cloned()).collect(),
        cost: examined.cost,
        best_play: examined.best_play.take(),
        aim_bounds: examined.aim_bounds.take(),
        offers: std::mem::take(&mut examined.offers),
    };
    // Without best play, such a trial cannot be simulated.
    if computed.aim_bounds.is_some() {
        return Ok((computed, Counts::default()));
    }
    let settings = &scenario.settings;
    let has_more = scenario.case_count() > 1 || computed.distributions.iter().any(Option::is_some);
    let stop = |stop| stop_error(scenario, case, stop);
    let mut counts =
        match trials::run_trials(&built, examined, settings, case, share, method, watch) {
            // A trial without an end stops only the trials of its case. The other cases and the
            // exact odds are still reported.
            Err(Stop::Rule(error))
                if error.kind == RuleErrorKind::TooLong
                    && has_more
                    && *share == Share::whole(settings.trials) =>
            {
                return Ok((computed, Counts::default()));
            }
            ran => ran.map_err(stop)?,
        };
    let trying = QuestionTrials {
        built: &built,
        settings,
        case,
        share,
        method,
        cost: computed.cost,
    };
    trying
        .ask(&asking, asked, &mut counts, watch)
        .map_err(stop)?;
    Ok((computed, counts))
}
