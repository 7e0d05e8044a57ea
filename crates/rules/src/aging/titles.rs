//! The Government Titles of a position: their disruption, and strikes against Proficiencies.

use oddsmith_engine::Ask;
use oddsmith_engine::chance::Probability;

use oddsmith_model::rule::values::{ParameterError, Values};

use super::decay::Decay;
use super::position::AgingState;
use super::resource::Resource;

/// The Government Titles of the position. A title that *is* disrupted costs RPs. A title that
/// *becomes* disrupted, or changes hands, strikes Proficiencies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Titles {
    pub(super) count: u32,
    /// The number of titles disrupted before turn 1.
    pub(super) disrupted_at_start: u32,
    disruption: Probability,
    pub(super) recovery: Probability,
    change: Probability,
}

impl Titles {
    pub(super) fn new(values: &Values) -> Result<Titles, ParameterError> {
        let (count, disruption) = (values.count("titles"), values.probability("disruption"));
        let always = values.whole_if("disrupted_titles").map(|n| n as u32);
        let fault = |problem: String, help: String| {
            Err(ParameterError::new("disrupted_titles", problem, help))
        };
        match always {
            Some(_) if disruption != Probability::ZERO => {
                let problem = "`disruption` and `disrupted_titles` both say how many Government Titles are disrupted";
                return fault(
                    problem.to_owned(),
                    "leave out `disruption` or `disrupted_titles`".to_owned(),
                );
            }
            Some(n) if count > 0 && n > count => {
                let problem = format!("{n} titles are disrupted of {count}");
                return fault(problem, format!("at most {count}; or leave out `titles`"));
            }
            _ => {}
        }
        Ok(Titles {
            count: count.max(always.unwrap_or(0)),
            disrupted_at_start: always.unwrap_or(0),
            disruption,
            recovery: if always.is_some() {
                Probability::ZERO
            } else {
                values.probability("recovery")
            },
            change: values.probability("title_change"),
        })
    }

    /// Returns the titles without the effects that none of these resources notices. RPs notice
    /// disrupted titles; Proficiencies notice titles that become disrupted or change hands.
    pub(super) fn noticed_by(mut self, resources: &[Resource]) -> Titles {
        let touched = || {
            resources
                .iter()
                .filter(|resource| resource.is_touched_by_titles())
        };
        if !touched().any(|resource| matches!(resource.decay, Decay::Census { .. })) {
            self.change = Probability::ZERO;
        }
        let cost_rps = touched().any(|resource| matches!(resource.decay, Decay::Share(_)));
        if !cost_rps && self.disruption == Probability::ZERO {
            self.disrupted_at_start = 0;
        }
        if touched().next().is_none() {
            (self.disrupted_at_start, self.disruption) = (0, Probability::ZERO);
        }
        if !self.are_at_risk() {
            self.count = self.disrupted_at_start;
        }
        if self.disruption == Probability::ZERO && self.disrupted_at_start == 0 {
            self.recovery = Probability::ONE;
        }
        self
    }

    /// Returns whether a title can be disrupted.
    pub(super) fn can_be_disrupted(&self) -> bool {
        self.disrupted_at_start > 0 || self.count > 0 && self.disruption != Probability::ZERO
    }

    /// Returns whether the titles involve chance.
    pub(super) fn are_at_risk(&self) -> bool {
        self.count > 0 && (self.disruption != Probability::ZERO || self.change != Probability::ZERO)
    }

    /// Performs a turn of the titles: some recover, then some become disrupted or change hands.
    pub(super) fn pass_turn(&self, state: &mut AgingState, ask: &mut impl Ask) {
        let still =
            u32::from(state.disrupted) - ask.binomial(state.disrupted.into(), self.recovery);
        let newly = ask.binomial(self.count - still, self.disruption);
        state.disrupted = (still + newly) as u8;
        state.strikes = (newly + ask.binomial(self.count, self.change)) as u8;
    }

    /// Returns the mean number of disrupted titles in any turn. Returns `None` if disruptions last,
    /// because turns then differ.
    pub(super) fn mean_disrupted(&self) -> Option<f64> {
        match (self.disruption, self.recovery) {
            (Probability::ZERO, _) => Some(self.disrupted_at_start.into()),
            (_, Probability::ONE) => Some(f64::from(self.count) * self.disruption.value()),
            _ => None,
        }
    }

    /// Returns the probability that an item survives a turn if each strike destroys it with
    /// probability `loss`.
    pub(super) fn survival_chance(&self, loss: f64) -> Option<f64> {
        let survival_chance = |p: Probability| (1.0 - p.value() * loss).powi(self.count as i32);
        self.mean_disrupted()
            .map(|_| survival_chance(self.disruption) * survival_chance(self.change))
    }
}
