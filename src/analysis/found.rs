//! What is found out about a case: what is computed of it, and what its trials show.

use oddsmith_engine::RuleErrorKind;
use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::question::JointOdds;
use oddsmith_engine::solve::ExactDistribution;

use super::answer::QuestionTrials;
use super::counts::Counts;
use super::examine::Examined;
use super::manner::{Manner, Share};
use super::offers::Offered;
use super::run_error::{RunError, stop_error};
use super::trials;
use crate::report::play::BestPlay;
use crate::scenario::document::Scenario;

/// What is computed of a case, once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Computed {
    /// The exact law of each slot, where there is one.
    pub(crate) distributions: Vec<Option<ExactDistribution>>,
    /// The exact odds of what is asked besides.
    pub(crate) joints: Vec<Option<JointOdds>>,
    /// Faces, flips and cards of a trial, on average.
    pub(crate) cost: f64,
    /// The best play, where it is sought.
    pub(crate) best_play: Option<BestPlay>,
    /// What was on offer of each choice.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))]
    pub(crate) offers: Vec<Offered>,
}

impl Computed {
    /// Makes room for so many slots and questions: results from a file end at the last one that was
    /// written.
    pub(super) fn extend_to(&mut self, slots: usize, asked: usize) {
        self.distributions.resize(slots, None);
        self.joints.resize(asked, None);
    }
}

/// Runs the trials of a case that has been examined, or a share of them.
pub(super) fn run_examined(
    scenario: &Scenario,
    case: usize,
    mut examined: Examined,
    share: &Share,
    manner: Manner,
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
        offers: std::mem::take(&mut examined.offers),
    };
    let settings = &scenario.settings;
    let has_more = scenario.case_count() > 1 || computed.distributions.iter().any(Option::is_some);
    let stop = |stop| stop_error(scenario, case, stop);
    let mut counts =
        match trials::run_trials(&built, examined, settings, (case, share), manner, watch) {
            // A trial without an end stops the trials of its case, and not the run. The other cases and
            // the exact odds are still reported.
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
        manner,
        cost: computed.cost,
    };
    trying
        .ask(&asking, asked, &mut counts, watch)
        .map_err(stop)?;
    Ok((computed, counts))
}
