//! Bounds for the value of the aim, if a case is too large to find its best play.

use oddsmith_engine::explore::{Stop, Watch};
use oddsmith_engine::odds::Mass;
use oddsmith_engine::question::{Answers, JointOdds, JointQuestion};
use oddsmith_engine::solve::{PlayBounds, bound_best_play};

use super::super::partial::{MAX_MISSING, MISSING};
use crate::estimate::Estimate;
use crate::figures::{NumberKind, Numerals};
use crate::report::play::AimBounds;
use crate::rule::BuiltRule;
use crate::scenario::document::Scenario;
use crate::scenario::play::{CasePlay, PlayerAim};

/// The known facts about the aim of a case that is too large.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct BoundedAim {
    /// The bounds for the report.
    pub(in crate::analysis) bounds: AimBounds,
    /// The event.
    objective: oddsmith_engine::question::Expression,
}

impl BoundedAim {
    /// Returns the odds of a question, if it asks for the chance of the event.
    pub(in crate::analysis) fn odds(&self, asked: &JointQuestion) -> Option<JointOdds> {
        let is_aim = asked.given.is_none() && asked.expressions == [self.objective.clone()];
        is_aim.then(|| {
            let AimBounds { least, most, .. } = self.bounds;
            let mut answers = Answers::default();
            answers.add(Some([Some(0)].into()), Mass::inexact(1.0 - most));
            answers.add(Some([Some(1)].into()), Mass::inexact(least));
            JointOdds::new(answers, most - least)
        })
    }

    /// Returns whether the bounds are close enough to be results.
    pub(super) fn is_close(&self) -> bool {
        self.bounds.most - self.bounds.least <= MAX_MISSING
    }

    /// Returns whether the bounds exclude anything that is worth saying.
    pub(super) fn is_informative(&self) -> bool {
        self.bounds.most - self.bounds.least < 0.99
    }
}

/// Returns bounds in a sentence without its full stop.
pub(in crate::analysis) fn bounds_text(bounds: &AimBounds) -> String {
    let range = Estimate::exact(bounds.least, bounds.most - bounds.least);
    let range = range.text(NumberKind::Chance, Numerals::ENGLISH);
    format!("{} is {range} with best play", bounds.aim)
}

/// Bounds the value of the aim, from the states that matter most. Returns `None` if the aim is not
/// the chance of an event, or if the method does not apply.
///
/// # Errors
/// Fails if the watch stops it.
pub(super) fn bound_aim(
    scenario: &Scenario,
    built: &BuiltRule,
    playing: &CasePlay,
    wanted: &PlayerAim,
    watch: &Watch,
) -> Result<Option<BoundedAim>, Stop> {
    let aims = wanted.aims();
    let Some(aim) = aims.first().filter(|_| wanted.kind.is_chance()) else {
        return Ok(None);
    };
    let rule = built.rule.with_policy(playing.policy.clone());
    let rule = rule.as_deref().unwrap_or(&*built.rule);
    let choices = playing.with_sides(built.rule.choices());
    let budget = &scenario.settings.budget;
    let mut found: Option<PlayBounds> = None;
    let explored = rule.explore_guided(budget, watch, &mut |graph| {
        let (bounds, guide) = bound_best_play(graph, &choices, aim, budget, watch)?;
        found = Some(bounds);
        Ok((bounds.width() > MISSING.aim).then_some(guide))
    });
    match explored {
        Err(Stop::Requested) => return Err(Stop::Requested),
        // The bounds of a smaller graph hold.
        Err(stop) if stop.is_too_large() => {}
        Err(_) => return Ok(None),
        Ok(()) => {}
    }
    Ok(found.map(|found| BoundedAim {
        bounds: AimBounds {
            aim: wanted.text.clone(),
            least: found.least,
            most: found.most,
            states: found.states,
            edges: found.edges,
        },
        objective: aim.objective.clone(),
    }))
}
